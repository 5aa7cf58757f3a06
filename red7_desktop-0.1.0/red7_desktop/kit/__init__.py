"""What screens are made of; names no game."""
