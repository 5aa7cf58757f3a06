"""The rules of Red7: cards, positions, turns, rounds, observations. No pygame."""
