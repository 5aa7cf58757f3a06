"""Which deal belongs to a day: by the date and the shipped list alone, alike on every system."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

from red7_desktop.kit.setup import LAST_DEAL

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

FIRST: Final = date(2026, 1, 1)
"""The day on which the list was begun; it goes on from its end, and back from here."""

_MASK: Final = (1 << 64) - 1


class DamagedDeals(ValueError):
    """A list that cannot be read: names the line."""


def load_deals(asset: Callable[..., Path], game: str) -> tuple[int, ...]:
    """Read the list of a game, () where none came with the program. Raises DamagedDeals."""
    try:
        text = asset("daily", f"{game}.txt").read_text("utf-8")
    except OSError:
        return ()
    return parse_deals(text)


def parse_deals(text: str) -> tuple[int, ...]:
    """Read a list: a deal's number begins each line; `#` begins a remark. Raises DamagedDeals.

    >>> deals_in("# red7: tried by lab daily\\n17 9/20\\n\\n4 12/20\\n")
    (17, 4)
    """
    found: list[int] = []
    for nth, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        number = int(words[0]) if words[0].isascii() and words[0].isdigit() else -1
        if not 0 <= number <= LAST_DEAL or number in found:
            raise DamagedDeals(f"line {nth}: {line[:40]!r}")
        found.append(number)
    return tuple(found)


def deal_on(day: date, deals: Sequence[int]) -> int:
    """Give the deal of a day. deals: of the game, at least one.

    Each comes once before any comes again, in another order each time, and not before half of the
    others have been.
    """
    lap, place = divmod(day.toordinal() - FIRST.toordinal(), len(deals))
    half = len(deals) // 2
    order = [*_shuffle(deals[:half], lap), *_shuffle(deals[half:], lap)]
    return order[place]


def _shuffle(deals: Sequence[int], lap: int) -> list[int]:
    """Shuffle by a number, with whole numbers only: no library's chance, which may change."""
    mixed, state = list(deals), lap & _MASK
    for last in range(len(mixed) - 1, 0, -1):
        # Knuth's linear generator of 64 bits, of which the high ones are used.
        state = (state * 6364136223846793005 + 1442695040888963407) & _MASK
        other = (state >> 33) % (last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
