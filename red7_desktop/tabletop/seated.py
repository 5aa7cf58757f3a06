"""Who sits at the table: a seat's name and who plays it, as saves and records keep them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from unicodedata import category

LONGEST_NAME: Final = 80
"""No name is longer, in characters."""


_UNFIT: Final = {
    "Cc": "holds a control character or a line break",
    "Zl": "holds a line break",
    "Zp": "holds a line break",
    "Cs": "holds half a character (a lone surrogate)",
}
"""What cannot be written on one line of a UTF-8 file, by Unicode category."""

_TURNS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What would turn the direction of all that is written after the name."""

_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {
    chr(code) for code in range(0xFE00, 0xFE10)
}
"""What counts as a letter, a sign or a mark, and shows nothing by itself."""


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
            why = explain_unfit_name(text)
            if why:
                raise InvalidSeat(field, why)


def explain_unfit_name(text: str) -> str | None:
    """Say why a text cannot be a name, None where it can.

    >>> why_unfit("Zoë"), why_unfit("two\\nlines")
    (None, 'holds a control character or a line break')
    """
    if not text:
        return "is empty"
    if len(text) > LONGEST_NAME:
        return f"has {len(text)} characters, at most {LONGEST_NAME} can be kept"
    if text != text.strip():
        return "begins or ends with a space"
    unfit = [_UNFIT[kind] for kind in map(category, text) if kind in _UNFIT]
    if unfit:
        return unfit[0]
    if _TURNS & set(text):
        return "turns the direction of what follows"
    return None if any(map(is_seen, text)) else "shows nothing"


def is_seen(char: str) -> bool:
    """Tell whether a character shows anything by itself.

    >>> is_seen("ł"), is_seen(" "), is_seen("\u3164")
    (True, False, False)
    """
    return not char.isspace() and category(char) != "Cf" and char not in _BLANK
