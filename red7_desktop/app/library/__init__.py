"""The library: one SQLite file with players, matches, statistics, puzzles and events."""
