"""Matches begin, go on, are kept and end."""
