"""Solves open rounds of two seats exactly: basic rules, no actions, every card known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from red7_desktop.games.red7.rules.cards import COMPILED
from red7_desktop.games.red7.rules.engine.endings import ALLOWED
from red7_desktop.games.red7.rules.engine.strength import END_GUARD, GUARDS, KNOWN, ONES, judge
from red7_desktop.tabletop.player import ShouldStop, keep_on

if TYPE_CHECKING:
    from collections.abc import Sequence

Left: TypeAlias = tuple[int, int, int]
"""What a turn leaves its seat with, and the other with: hand, palette, rule in force."""


OPENED_AT_ONCE: Final = 16
"""So many positions are opened between two questions whether to stop: a millisecond's work."""


class OutOfWork(Exception):
    """The solver has used up its work, or was told to stop, before it was sure."""


class Solver:
    """Solves rounds and remembers what it has seen; worth keeping for worlds that are alike.

    work: how many positions it has opened so far; limit: how many it may open.
    """

    __slots__ = ("_lost", "_should_stop", "limit", "work")

    def __init__(self, limit: int, should_stop: ShouldStop = keep_on) -> None:
        self.limit = limit
        self.work = 0
        self._should_stop: Final = should_stop
        self._lost: Final[dict[tuple[int, int, int, int, int], bool]] = {}

    def wins(self, hand: int, palette: int, rule: int, other_hand: int, other: int) -> bool:
        """Whether the seat to move, with the first hand and palette, wins against any play.

        Raises OutOfWork.
        """
        return self._wins(list_winning_rests(hand, palette, rule, other), other_hand, other)

    def _wins(self, turns: Sequence[Left], other_hand: int, other: int) -> bool:
        """Try the turns that leave the fewest replies first."""
        self.work += 1
        if self.work > self.limit or (not self.work % OPENED_AT_ONCE and self._should_stop()):
            raise OutOfWork
        lost = self._lost
        open_turns: list[tuple[int, int, int]] = []
        replies: list[list[Left]] = []
        for at, (hand, palette, rule) in enumerate(turns):
            known = lost.get((other_hand, other, hand, palette, rule))
            if known is None:
                found = list_winning_rests(other_hand, other, rule, palette)
                if not found:
                    return True
                open_turns.append((len(found), len(replies), at))
                replies.append(found)
            elif known:
                return True
        open_turns.sort()
        for _, nth, at in open_turns:
            hand, palette, rule = turns[at]
            is_lost = not self._wins(replies[nth], hand, palette)
            lost[other_hand, other, hand, palette, rule] = is_lost
            if is_lost:
                return True
        return False


def list_winning_rests(hand: int, palette: int, rule: int, rival: int) -> list[Left]:
    """List what each turn that wins leaves, without going out; the rival's palette is `rival`."""
    must = ((judge(rival) if COMPILED else KNOWN[rival]) ^ GUARDS) + ONES
    force = rule << 8
    able = ((judge(palette) if COMPILED else KNOWN[palette]) - must) & GUARDS
    found: list[Left] = []
    ends = hand & ALLOWED[able % 255]
    while ends:
        card = ends & -ends
        ends ^= card
        found.append((hand ^ card, palette, (card.bit_length() - 1) % 7))
    rest = hand
    while rest:
        played = rest & -rest
        rest ^= played
        able = ((judge(palette | played) if COMPILED else KNOWN[palette | played]) - must) & GUARDS
        if not able:
            continue
        ends = ALLOWED[force + able % 255]
        kept = hand ^ played
        if ends & END_GUARD:
            found.append((kept, palette | played, rule))
        ends &= kept
        while ends:
            card = ends & -ends
            ends ^= card
            found.append((kept ^ card, palette | played, (card.bit_length() - 1) % 7))
    return found
