"""What can be wrong with what the engine is given: it cannot be read, or it is not legal now."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from red7_desktop.games.red7.reasons import Reason


class Red7Error(ValueError):
    """Any complaint of the engine about its input."""


class InvalidPosition(Red7Error):
    """A position that cannot be read or cannot be: names the field and the word."""

    def __init__(self, field: str, word: str, why: str) -> None:
        super().__init__(f"{field}: {word!r}: {why}")
        self.field = field
        self.word = word


class InvalidTurn(Red7Error):
    """A turn or step that cannot be read: names the word."""

    def __init__(self, word: str, why: str) -> None:
        super().__init__(f"turn: {word!r}: {why}")
        self.word = word


class IllegalTurn(Red7Error):
    """A turn or step that can be read but may not be done now; `reason` says why."""

    def __init__(self, word: str, reason: Reason) -> None:
        super().__init__(f"turn: {word!r}: {reason}")
        self.word = word
        self.reason = reason
