"""Lets the cards of a line make room for one that is to come between them."""

from __future__ import annotations

from collections.abc import Sequence

from red7_desktop.table.arrange import Placement


def make_room_at(
    places: Sequence[Placement], at: int, by: float, room: tuple[float, float]
) -> tuple[Placement, ...]:
    """Let the cards of a line make room before the one at a place.

    Those beside the gap move most, each by half of `by`, the cards at the ends hardly at all.
    room: the least and the greatest x that a card may have; a line that would leave it is
    squeezed as a whole, though not to less than it took before.
    """
    left, right = max(1, at), max(1, len(places) - at)
    wanted = [
        place.x - by / 2 * (nth + 1) / left
        if nth < at
        else place.x + by / 2 * (len(places) - nth) / right
        for nth, place in enumerate(places)
    ]
    if not wanted:
        return ()
    first, last = wanted[0], wanted[-1]
    least = max(first, min(room[0], places[0].x))
    most = min(last, max(room[1], places[-1].x))
    if (least, most) != (first, last) and last > first:
        wanted = [least + (x - first) * (most - least) / (last - first) for x in wanted]
    return tuple(place._replace(x=x) for place, x in zip(places, wanted, strict=True))
