"""The clipboard of the system, where there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pygame

if TYPE_CHECKING:
    from red7_desktop.kit.pages.screen import Ui


class Clipboard(Protocol):
    """Takes text to other programs and back."""

    def copy(self, text: str) -> bool:
        """Put a text there; False when that does not work here."""

    def paste(self) -> str:
        """Give the text that is there; empty when there is none."""


def copy_and_tell(kit: Ui, clipboard: Clipboard, text: str, done: str) -> None:
    """Put a text on the clipboard, and say that it is done or cannot be."""
    toasts = kit.stage.toasts
    if clipboard.copy(text):
        toasts.show(done)
    else:
        toasts.show(kit.texts("Nothing can be copied here"), style="warning")


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
