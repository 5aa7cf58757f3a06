"""Turns packed into one number, as simulated seats choose them: the hot path's own notation.

The card played in the lowest six bits (NO_CARD for none), then the card discarded, then marks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.steps import DISCARDS, PLAYS, THE_DRAW, THE_END

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.steps import Step

NO_CARD: Final = 63
"""In place of a card played or discarded."""

DRAWS: Final = 1 << 12
"""Marks a turn that takes the advanced draw."""

ONE_OF_MANY: Final = 1 << 13
"""Marks a turn whose discard is any of those that win."""

ACTS: Final = 1 << 14
"""Marks a turn with an action, of which only the first card played is said."""

GOES_OUT: Final = -1
"""In place of a turn: the seat goes out."""


def decode_opening(code: int) -> tuple[Step, ...]:
    """Give the steps of a packed turn; of one with an action only the first."""
    played, discarded = code & 63, code >> 6 & 63
    steps: list[Step] = []
    if played != NO_CARD:
        steps.append(PLAYS[played])
    if code & ACTS:
        return tuple(steps)
    if discarded != NO_CARD:
        steps.append(DISCARDS[discarded])
        if code & DRAWS:
            steps.append(THE_DRAW)
    return (*steps, THE_END)
