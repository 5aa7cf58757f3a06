"""Drawing of the cards as SVG text: shared parts, and a folder for each game."""
