"""Sound effects, music, and speech through screen readers or system voices."""
