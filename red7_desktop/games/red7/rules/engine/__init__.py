"""The fast engine: positions as numbers, turns as sets, what is legal and why not."""
