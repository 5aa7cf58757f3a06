"""The fast engine: positions as small values, plays as numbers, what is legal and why not."""
