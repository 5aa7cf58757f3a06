"""Red7 Desktop: card games on one screen, hot-seat or against AI opponents."""

from __future__ import annotations

PRODUCT = "Red7 Desktop"
"""Name of the program, for all games."""
APP_ID = "red7-desktop"
"""Identifier of the program in file names, desktop entries and window classes."""
__version__ = "1.0.0"
