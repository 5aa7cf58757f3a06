"""Puzzles: the list of them, one on the table, and what has come of all that were tried."""
