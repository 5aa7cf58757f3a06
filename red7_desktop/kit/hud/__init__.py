"""The heads-up display: everything around the cards of a table, for any game."""
