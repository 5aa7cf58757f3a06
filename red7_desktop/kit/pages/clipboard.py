"""The clipboard of the system, where there is one."""

from __future__ import annotations

from typing import Protocol

import pygame


class Clipboard(Protocol):
    """Takes text to other programs and back."""

    def copy(self, text: str) -> bool:
        """Put a text there; False when that does not work here."""

    def paste(self) -> str:
        """Give the text that is there; empty when there is none."""


class SystemClipboard:
    """The clipboard that SDL knows; it needs an open window."""

    def copy(self, text: str) -> bool:
        """Put a text there; False when that does not work here."""
        try:
            pygame.scrap.put_text(text)
        except (pygame.error, AttributeError):
            return False
        return True

    def paste(self) -> str:
        """Give the text that is there; empty when there is none."""
        try:
            return pygame.scrap.get_text() if pygame.scrap.has_text() else ""
        except (pygame.error, AttributeError, UnicodeDecodeError):
            return ""
