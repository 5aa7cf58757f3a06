"""Advice and hindsight: hints, reviews, the history of a match."""
