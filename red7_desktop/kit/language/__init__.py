"""Sentences in the player's language, with symbols between the words."""
