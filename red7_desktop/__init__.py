"""Red7 Desktop: card games on one screen, hot-seat or against AI opponents."""

from __future__ import annotations

PRODUCT = "Red7 Desktop"
"""What the program is called, whichever game is on the table."""
APP_ID = "red7-desktop"
"""The program's name among files, desktop entries and window classes."""
__version__ = "1.0.0"
