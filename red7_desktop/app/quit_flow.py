"""Leaves the program: at once where the match is kept, after a question where it cannot be."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from red7_desktop.kit.pages.dialogs import ask

if TYPE_CHECKING:
    from red7_desktop.kit.pages.screen import Ui

_LOG: Final = logging.getLogger(__name__)


class QuitFlow:
    """Asks before steps of the match are lost. is_safe: tells whether all is kept; stop: ends."""

    def __init__(self, kit: Ui, is_safe: Callable[[], bool], stop: Callable[[], None]) -> None:
        self._kit = kit
        self._is_safe = is_safe
        self._stop = stop
        self._has_asked = False

    def quit(self) -> None:
        """Stop, or ask first; told again while the question is open, stop."""
        if self._has_asked or self._is_safe():
            self._stop()
            return
        self._has_asked = True
        texts = self._kit.texts
        message = texts(
            "The match could not be saved. If you quit now, the steps since the last save are lost."
        )
        ask(
            self._kit,
            texts("Quit"),
            message,
            yes=texts("Quit all the same"),
            no=texts("Stay"),
            on_yes=self._stop,
            on_no=self._stay,
        )

    def end(self) -> None:
        """Stop without a question: the system ends the program, and waits for no answer."""
        if not self._is_safe():
            _LOG.warning("ended by the system; the last steps of the match are not saved")
        self._stop()

    def _stay(self) -> None:
        self._has_asked = False
