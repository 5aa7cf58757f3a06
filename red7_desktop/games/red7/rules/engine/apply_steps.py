"""Carries out steps on bare sets of cards, without making positions on the way.

`advance.after` gives the same, step by step, with the phases between; this is for trying many
turns of one position in many deals quickly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.cards import UNKNOWN
from red7_desktop.games.red7.rules.steps import BURY, DISCARD, DRAW, FETCH, PLAY, SHED, TAKE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.red7.rules.steps import Step


def carry_out(
    steps: Sequence[Step],
    mover: int,
    hand: int,
    palettes: list[int],
    deck: list[int],
    rule: int,
) -> tuple[int, int]:
    """Carry out steps of the mover, which must be legal; give its hand and the rule after them.

    hand: a set of cards. palettes: sets by seat, and deck: the next card last; both lists are
    changed. An UNKNOWN card that is drawn is left out of the hand. Ending the turn or going out
    changes nothing here.
    """
    for kind, card, seat in steps:
        if kind == PLAY:
            hand ^= 1 << card
            palettes[mover] |= 1 << card
        elif kind == DISCARD:
            hand ^= 1 << card
            rule = card % 7
        elif kind in {DRAW, FETCH}:
            drawn = deck.pop()
            if drawn != UNKNOWN:
                hand |= 1 << drawn
        elif kind == TAKE:
            palettes[seat] ^= 1 << card
            deck.append(card)
        elif kind in {SHED, BURY}:
            palettes[mover] ^= 1 << card
            if kind == SHED:
                rule = card % 7
            else:
                deck.append(card)
    return hand, rule
