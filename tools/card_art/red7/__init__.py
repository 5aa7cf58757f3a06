"""Draws Red7's cards, symbols and action icons, and the program's icon."""
