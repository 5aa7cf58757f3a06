"""What the settings show of a game while they are changed, as plain values."""

from __future__ import annotations

from typing import NamedTuple


class PreviewCards(NamedTuple):
    """A small table: two cards that lie there, and three in the hand.

    hand: each with whether its turn would go well. played: which of these goes to the table and
    back. line: how matters stand then. outcome: what would come of playing that card.
    """

    laid: tuple[str, str]
    hand: tuple[tuple[str, bool], ...]
    played: int
    line: str
    outcome: str
