"""Draws the card art as SVG text: what all games share, and a folder for each game."""
