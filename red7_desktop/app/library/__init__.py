"""The library: one SQLite file with players, matches, what was counted, puzzles and events."""
