"""Lists the combinations that a seat can play: from its hand to lead, with offers to follow."""

from __future__ import annotations

from typing import Final

from red7_desktop.games.spring_cleaning.rules.cards import HIGHEST
from red7_desktop.games.spring_cleaning.rules.combinations import FIELD, OWNERS, RUN, TOP
from red7_desktop.games.spring_cleaning.rules.windows import Windows, windows_of


def leads_from(hand: tuple[int, ...]) -> list[int]:
    """List the plays that a hand can lead, packed (see `combinations`)."""
    return windows_of(hand).leads


def follows(
    hand: tuple[int, ...], offers: tuple[tuple[int, ...], ...], seat: int, table: int
) -> list[int]:
    """List the plays of a seat, packed, that beat a combination. No play is listed twice."""
    windows, supply = windows_of(hand), Supply(offers, seat)
    length, top = table & FIELD, table >> TOP & FIELD
    plays: list[int] = []
    if not table & RUN:
        _list_sets(plays, windows, supply, length, top + 1)
    elif top < HIGHEST:
        _list_runs(plays, windows, supply, length, top)
    if length < 7:
        _list_sets(plays, windows, supply, length + 1, 1)
    if length < HIGHEST:
        _list_runs(plays, windows, supply, length + 1, 0)
    return plays


class Supply:
    """The cards that lie in offers, as the seat to move may take them.

    mask: the numbers there are, as bits. owners: by number, the seat + 1 of each card's offer,
    clockwise from the mover's own.
    """

    __slots__ = ("mask", "owners")

    def __init__(self, offers: tuple[tuple[int, ...], ...], seat: int) -> None:
        self.owners: Final[list[list[int]]] = [[] for _ in range(HIGHEST + 1)]
        mask, seats = 0, len(offers)
        for _ in range(seats):
            for number in offers[seat]:
                mask |= 1 << number
                self.owners[number].append(seat + 1)
            seat = seat + 1 if seat + 1 < seats else 0
        self.mask: Final = mask


def _list_sets(
    plays: list[int], windows: Windows, supply: Supply, length: int, lowest: int
) -> None:
    """Add the sets of so many cards, from a number up; hand cards stand before offer cards."""
    longest = windows.longest
    for number in range(lowest, HIGHEST + 1):
        most, owners = longest[number], supply.owners[number]
        if most + len(owners) < length:
            continue
        for from_hand in range(max(0, length - len(owners)), min(most, length) + 1):
            if from_hand:
                places = windows.sets[number * 8 + from_hand]
            else:
                places = [number << TOP]
            if from_hand == length:
                for place in places:
                    plays.append(place | length)
                continue
            start = OWNERS + 3 * from_hand
            for taken in _selections(owners, length - from_hand):
                for place in places:
                    plays.append(place | length | taken << start)


def _selections(owners: list[int], count: int) -> list[int]:
    """List the ways to take so many of one number's cards, three bits a card, in their order."""
    if count == 1:
        return list(dict.fromkeys(owners))
    found: list[int] = []
    for nth, owner in enumerate(owners):
        if nth and owners[nth - 1] == owner:
            continue
        if len(owners) - nth >= count:
            found += [owner | rest << 3 for rest in _selections(owners[nth + 1 :], count - 1)]
    return found


def _list_runs(
    plays: list[int], windows: Windows, supply: Supply, length: int, beaten: int
) -> None:
    """Add the runs of so many cards whose highest one is above a number."""
    table, missing = _RUNS_AROUND[length], ~supply.mask
    for mask, window in windows.runs:
        for top, rest in table.get(mask, _NONE):
            if rest & missing == 0 and top > beaten:
                if rest:
                    _fill(plays, window | top << TOP | length, top - length + 1, rest, supply)
                else:
                    plays.append(window | top << TOP | length)
    if supply.mask:
        for top, rest in table[0]:
            if rest & missing == 0 and top > beaten:
                _fill(plays, RUN | top << TOP | length, top - length + 1, rest, supply)


def _fill(plays: list[int], play: int, lowest: int, rest: int, supply: Supply) -> None:
    """Add a run with the rest of its numbers from offers, in every way."""
    found = [play]
    while rest:
        number = rest.bit_length() - 1
        rest ^= 1 << number
        shift = OWNERS + 3 * (number - lowest)
        owners = supply.owners[number]
        if owners[0] == owners[-1]:
            taken = owners[0] << shift
            found = [each | taken for each in found]
        else:
            found = [each | owner << shift for each in found for owner in dict.fromkeys(owners)]
    plays.extend(found)


_NONE: Final[tuple[tuple[int, int], ...]] = ()


def _runs_around(length: int) -> dict[int, tuple[tuple[int, int], ...]]:
    """Map each set of numbers to the runs around it: their tops, and the numbers still missing."""
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    for top in range(length, HIGHEST + 1):
        run = (1 << top + 1) - (1 << top + 1 - length)
        part = run
        while True:
            found[part] = (*found.get(part, _NONE), (top, run ^ part))
            if not part:
                break
            part = part - 1 & run
    return found


_RUNS_AROUND: Final = tuple([_runs_around(length) for length in range(HIGHEST + 1)])
