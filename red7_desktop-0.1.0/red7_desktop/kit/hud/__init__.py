"""What stands around the cards of any game."""
