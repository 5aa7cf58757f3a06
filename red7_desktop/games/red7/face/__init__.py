"""Red7's view: texts, pictures, and the game's own parts of the table."""
