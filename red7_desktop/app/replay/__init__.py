"""Replays of played matches, and the lists of played and running matches."""
