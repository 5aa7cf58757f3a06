"""Puzzles: their list, the table for one puzzle, and the progress of a profile."""
