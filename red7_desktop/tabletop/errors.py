"""What can be wrong with texts that rules are given: they cannot be read, or are not legal now."""

from __future__ import annotations

from red7_desktop.tabletop.game import IllegalStep, InvalidStep


class InvalidPosition(ValueError):
    """A position that cannot be read or cannot be: names the field and the word."""

    def __init__(self, field: str, word: str, why: str) -> None:
        super().__init__(field, word, why)
        self.field = field
        self.word = word
        self.why = why

    def __str__(self) -> str:
        """Say where, what and why, in one line."""
        return f"{self.field}: {self.word!r}: {self.why}"


class InvalidTurn(InvalidStep):
    """A turn or step that cannot be read: names the word."""

    def __init__(self, word: str, why: str) -> None:
        super().__init__(word, why)
        self.word = word
        self.why = why

    def __str__(self) -> str:
        """Say what and why, in one line."""
        return f"turn: {self.word!r}: {self.why}"


class IllegalTurn(IllegalStep):
    """A turn or step that can be read but may not be done now; `reason` says why."""

    def __str__(self) -> str:
        """Say what and why, in one line."""
        return f"turn: {self.step!r}: {self.reason}"
