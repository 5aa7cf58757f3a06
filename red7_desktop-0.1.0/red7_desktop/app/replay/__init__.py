"""Matches that have been played: kept as records, listed, and shown again on the table."""
