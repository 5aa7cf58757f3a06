"""Naive reference implementations of the games, and their comparison with the engines."""
