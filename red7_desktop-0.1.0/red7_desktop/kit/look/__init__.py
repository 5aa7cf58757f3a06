"""Themes, icons, grounds, and what follows from the settings."""
