"""The rules of Red7: cards, positions, turns, rounds, what a seat may know. Pure."""
