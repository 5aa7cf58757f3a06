"""The windows of a hand: stretches of neighbours that a combination can take from it.

A stretch of equal numbers can go into a set, a stretch of rising numbers into a run, offer cards
filling its gaps. Hands come back again and again in play, so the windows of each are kept.
"""

from __future__ import annotations

from typing import Final

from red7_desktop.games.spring_cleaning.rules.combinations import FROM_HAND, PLACE, RUN, TOP


class Windows:
    """What can be taken out of one hand.

    leads: the plays from this hand alone. longest: by number, the longest stretch of it. sets: by
    number * 8 + length, the windows of equal cards as packed plays with no length yet. runs:
    windows of rising cards, a set of numbers (bits) with such a packed play, which has no top yet.
    """

    __slots__ = ("leads", "longest", "runs", "sets")

    def __init__(self, hand: tuple[int, ...]) -> None:
        self.longest: Final[list[int]] = [0] * 10
        self.sets: Final[dict[int, list[int]]] = {}
        self.runs: Final[list[tuple[int, int]]] = []
        self.leads: Final[list[int]] = []
        for start in range(len(hand)):
            self._find_equal(hand, start)
            self._find_rising(hand, start)

    def _find_equal(self, hand: tuple[int, ...], start: int) -> None:
        number, end, size = hand[start], start, len(hand)
        while end < size and hand[end] == number:
            end += 1
            length = end - start
            window = number << TOP | length << FROM_HAND | start + 1 << PLACE
            if length > self.longest[number]:
                self.longest[number] = length
            key = number * 8 + length
            if key in self.sets:
                self.sets[key].append(window)
            else:
                self.sets[key] = [window]
            self.leads.append(window | length)

    def _find_rising(self, hand: tuple[int, ...], start: int) -> None:
        mask, before, end, size = 0, 0, start, len(hand)
        while end < size and hand[end] > before:
            before = hand[end]
            mask |= 1 << before
            end += 1
            length = end - start
            window = RUN | length << FROM_HAND | start + 1 << PLACE
            self.runs.append((mask, window))
            if length > 1 and before - hand[start] == length - 1:
                self.leads.append(window | before << TOP | length)


MOST_KEPT: Final = 20_000
"""So many hands are kept; then all are forgotten, for nobody knows which come back."""

_kept: dict[tuple[int, ...], Windows] = {}


def windows_of(hand: tuple[int, ...]) -> Windows:
    """Give the windows of a hand whose cards are all known."""
    found = _kept.get(hand)
    if found is None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        found = _kept[hand] = Windows(hand)
    return found
