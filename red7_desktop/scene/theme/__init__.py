"""Looks: colours, sizes and styles, read from a theme's file."""
