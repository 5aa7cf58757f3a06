"""Makes the sounds: waves, instruments, a score, measuring and writing."""
