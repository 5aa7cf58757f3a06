"""What can be wrong with what the engine is given: it cannot be read, or it is not legal now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.tabletop.game import IllegalStep, InvalidStep

if TYPE_CHECKING:
    from red7_desktop.tabletop.reasons import Reason


class InvalidPosition(ValueError):
    """A position that cannot be read or cannot be: names the field and the word."""

    def __init__(self, field: str, word: str, why: str) -> None:
        super().__init__(f"{field}: {word!r}: {why}")
        self.field = field
        self.word = word


class InvalidTurn(InvalidStep):
    """A turn or step that cannot be read: names the word."""

    def __init__(self, word: str, why: str) -> None:
        super().__init__(f"turn: {word!r}: {why}")
        self.word = word


class IllegalTurn(IllegalStep):
    """A turn or step that can be read but may not be done now; `reason` says why."""

    def __init__(self, word: str, why: Reason) -> None:
        super().__init__(word, why)
        self.args = (f"turn: {word!r}: {why}",)
