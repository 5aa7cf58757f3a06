"""The card game Red7: exact rules, positions, turns, notation, observations. Pure and fast."""
