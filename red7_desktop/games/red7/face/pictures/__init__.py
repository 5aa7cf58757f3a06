"""Red7's cards and figures, drawn."""
