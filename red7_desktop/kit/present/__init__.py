"""Builds the data that tables and result pages show, with the help of a game's view."""
