"""The table: a match being played, its pages, and the controllers of the player's hand."""
