"""What follows from the answers of a game's view: the table's model, what is told of a match."""
