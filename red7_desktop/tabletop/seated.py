"""Who sits at the table: a seat's name and who plays it, as saves and records keep them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from unicodedata import category

LONGEST: Final = 80
"""No name is longer, in characters."""

_UNFIT: Final = {
    "Cc": "holds a control character or a line break",
    "Zl": "holds a line break",
    "Zp": "holds a line break",
    "Cs": "holds half a character (a lone surrogate)",
}
"""What cannot be written on one line of a UTF-8 file, by Unicode category."""


class InvalidSeat(ValueError):
    """A seat that cannot be kept: names the field, `name` or `player`."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why


@dataclass(frozen=True, slots=True)
class Seated:
    """One seat: the name shown for it, and who plays it in the program's own words (`human`).

    Both are 1 to 80 characters on one line, with no space at either end. Raises InvalidSeat.
    """

    name: str
    player: str

    def __post_init__(self) -> None:
        """Refuse what could not be written and read again."""
        for field, text in (("name", self.name), ("player", self.player)):
            why = why_unfit(text)
            if why:
                raise InvalidSeat(field, why)


def why_unfit(text: str) -> str | None:
    """Say why a text cannot be a name, None where it can.

    >>> why_unfit("Zoë"), why_unfit("two\\nlines")
    (None, 'holds a control character or a line break')
    """
    if not text:
        return "is empty"
    if len(text) > LONGEST:
        return f"has {len(text)} characters, at most {LONGEST} can be kept"
    if text != text.strip():
        return "begins or ends with a space"
    unfit = [_UNFIT[kind] for kind in map(category, text) if kind in _UNFIT]
    return unfit[0] if unfit else None
