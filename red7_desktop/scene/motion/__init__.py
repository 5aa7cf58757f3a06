"""Time: the clock, timers, and what moves between two values."""
