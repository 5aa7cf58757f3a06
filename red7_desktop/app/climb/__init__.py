"""The climb: rungs to win, stars, and its page."""
