"""Lists the combinations that a seat can play: from its hand to lead, with offers to follow.

The hand is read once for sets and once for runs. Only windows of neighbours are looked at that can
still be part of a combination of the length asked for, and only offers that there are.
"""

from __future__ import annotations

from typing import Final

from red7_desktop.games.spring_cleaning.rules.cards import HIGHEST
from red7_desktop.games.spring_cleaning.rules.combinations import (
    FIELD,
    FROM_HAND,
    OWNERS,
    PLACE,
    RUN,
    TOP,
)


def list_leads(hand: tuple[int, ...]) -> list[int]:
    """List the plays that a hand can lead, packed (see `combinations`)."""
    plays: list[int] = []
    size = len(hand)
    for start in range(size):
        number = hand[start]
        end, window = start, number << TOP | start + 1 << PLACE
        while end < size and hand[end] == number:
            end += 1
            length = end - start
            plays.append(window | length << FROM_HAND | length)
        end, window = start + 1, RUN | start + 1 << PLACE
        while end < size and hand[end] == hand[end - 1] + 1:
            end += 1
            length = end - start
            plays.append(window | hand[end - 1] << TOP | length << FROM_HAND | length)
    return plays


def list_follows(
    hand: tuple[int, ...], offers: tuple[tuple[int, ...], ...], seat: int, table: int
) -> list[int]:
    """List the plays of a seat, packed, that beat a combination. No play is listed twice."""
    length, top = table & FIELD, table >> TOP & FIELD
    owners = _map_owners(offers, seat)
    offered = 0
    for number in owners:
        offered |= 1 << number
    numbers = offered
    for number in hand:
        numbers |= 1 << number
    plays: list[int] = []
    _list_sets(plays, hand, owners, length, HIGHEST if table & RUN else top)
    if table & RUN and _holds_run(numbers >> top + 2 - length, length):
        _list_runs(plays, hand, owners, offered, length, top)
    if length < HIGHEST and _holds_run(numbers, length + 1):
        _list_runs(plays, hand, owners, offered, length + 1, 0)
    return plays


def _holds_run(numbers: int, length: int) -> bool:
    """Whether a set of numbers (bits) holds so many that rise by one."""
    while length > 1 and numbers:
        numbers &= numbers >> 1
        length -= 1
    return numbers != 0


def _map_owners(offers: tuple[tuple[int, ...], ...], seat: int) -> dict[int, list[int]]:
    """Map each number that is offered to the seat + 1 of every such card, from a seat clockwise."""
    owners: dict[int, list[int]] = {}
    seats = len(offers)
    for _ in range(seats):
        for number in offers[seat]:
            if number in owners:
                owners[number].append(seat + 1)
            else:
                owners[number] = [seat + 1]
        seat = seat + 1 if seat + 1 < seats else 0
    return owners


def _list_sets(
    plays: list[int], hand: tuple[int, ...], owners: dict[int, list[int]], length: int, beaten: int
) -> None:
    """Add the sets that beat a combination: of its length above a number, or of one card more."""
    start, size = 0, len(hand)
    while start < size:
        number, end = hand[start], start + 1
        while end < size and hand[end] == number:
            end += 1
        offered = owners.get(number, _NOBODY)
        most = end - start + len(offered)
        if number > beaten and most >= length:
            _use_window(plays, number, start, end - start, offered, length)
        if most > length:
            _use_window(plays, number, start, end - start, offered, length + 1)
        start = end
    for number, offered in owners.items():
        if number > beaten and len(offered) >= length:
            plays += [
                number << TOP | length | each for each in _list_selections(offered, length, OWNERS)
            ]
        if len(offered) > length:
            more = length + 1
            plays += [
                number << TOP | more | each for each in _list_selections(offered, more, OWNERS)
            ]


def _use_window(
    plays: list[int], number: int, start: int, width: int, offered: list[int], length: int
) -> None:
    """Add the sets of so many cards that use hand cards of one window of equal ones.

    Hand cards stand before offer cards.
    """
    for used in range(max(1, length - len(offered)), min(width, length) + 1):
        play = number << TOP | used << FROM_HAND | length
        if used == length:
            for place in range(start + 1, start + width - used + 2):
                plays.append(play | place << PLACE)
            return
        for selection in _list_selections(offered, length - used, OWNERS + 3 * used):
            for place in range(start + 1, start + width - used + 2):
                plays.append(play | place << PLACE | selection)


def _list_selections(owners: list[int], count: int, shift: int) -> list[int]:
    """List the ways to take so many of one number's offer cards, in their order, three bits each.

    shift: where the bits of the first one go.
    """
    found: list[int] = []
    before = 0
    for nth in range(len(owners) - count + 1):
        owner = owners[nth]
        if owner != before:
            before = owner
            if count == 1:
                found.append(owner << shift)
            else:
                for rest in _list_selections(owners[nth + 1 :], count - 1, shift + 3):
                    found.append(owner << shift | rest)
    return found


def _list_runs(
    plays: list[int],
    hand: tuple[int, ...],
    owners: dict[int, list[int]],
    offered: int,
    length: int,
    beaten: int,
) -> None:
    """Add the runs of so many cards whose highest one is above a number."""
    missing, table, size = ~offered, _RUNS_AROUND[length], len(hand)
    for start in range(size):
        part, before, end = 0, 0, start
        while end < size and hand[end] > before:
            before = hand[end]
            part |= 1 << before
            end += 1
            around = table.get(part)
            if around is None:
                break
            for top, rest in around:
                if top > beaten and not rest & missing:
                    play = RUN | top << TOP | length
                    play |= start + 1 << PLACE | end - start << FROM_HAND
                    if rest:
                        _fill(plays, play, top - length + 1, rest, owners)
                    else:
                        plays.append(play)
    if offered:
        for top, rest in table[0]:
            if top > beaten and not rest & missing:
                _fill(plays, RUN | top << TOP | length, top - length + 1, rest, owners)


def _fill(
    plays: list[int], play: int, lowest: int, rest: int, owners: dict[int, list[int]]
) -> None:
    """Add a run with the rest of its numbers from offers, in every way."""
    found = [play]
    while rest:
        number = rest.bit_length() - 1
        rest ^= 1 << number
        taken = _list_selections(owners[number], 1, OWNERS + 3 * (number - lowest))
        if len(taken) == 1:
            found = [each | taken[0] for each in found]
        else:
            found = [each | selection for each in found for selection in taken]
    plays.extend(found)


_NOBODY: Final[list[int]] = []


def _map_runs_around(length: int) -> dict[int, tuple[tuple[int, int], ...]]:
    """Map each set of numbers (bits) to the runs around it: their tops, and what is missing."""
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    for top in range(length, HIGHEST + 1):
        run = (1 << top + 1) - (1 << top + 1 - length)
        part = run
        while True:
            found[part] = (*found.get(part, ()), (top, run ^ part))
            if not part:
                break
            part = part - 1 & run
    return found


_RUNS_AROUND: Final = tuple([_map_runs_around(length) for length in range(HIGHEST + 1)])
"""By length of the run."""
