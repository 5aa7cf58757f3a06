"""Puzzles: the list of them, one on the table, and the outcome of all that were tried."""
