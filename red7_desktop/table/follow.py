"""Works out which card on the table becomes which card of the next snapshot; pure, no pygame.

The view keeps one thing on the screen for every card. When the state changes it must know, for
each place of the new state, which of these to move there. What travelled is told by moves as far
as the viewer may know them; whatever they leave open is matched by what looks most natural.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from red7_desktop.tabletop.zones import Face, SeenMove, Zones


class OldCard(NamedTuple):
    """One card on the table before the change: the view's own number for it, and its face."""

    number: int
    face: Face


class NewPlace(NamedTuple):
    """What one place of the new snapshot gets.

    number: of the card that comes here, or None for a card that was not on the table.
    source: the zone that such a new card comes out of, or None when nothing is known of it.
    """

    number: int | None
    source: str | None = None


class _Loose(NamedTuple):
    """A card that has no place yet, and the zone in which the moves have left it.

    nth: its place there where a move tells it; was: where it lay before all moves.
    """

    card: OldCard
    zone: str
    was: tuple[str, int]
    nth: int | None = None


class _Open(NamedTuple):
    """A place that has no card yet."""

    zone: str
    nth: int
    face: Face


_Likeness: TypeAlias = Callable[[_Loose, _Open], bool]


_LIKENESSES: tuple[_Likeness, ...] = (
    lambda loose, place: (
        (loose.zone, loose.nth) == (place.zone, place.nth)
        and (loose.card.face == place.face or _is_turned_over(loose.card.face, place.face))
    ),
    lambda loose, place: loose.zone == place.zone and loose.card.face == place.face,
    lambda loose, place: loose.card.face == place.face is not None,
    lambda loose, place: loose.zone == place.zone and _is_turned_over(loose.card.face, place.face),
    lambda loose, place: loose.card.face is None and place.face is None,
    lambda loose, place: _is_turned_over(loose.card.face, place.face),
)
"""Reasons to take a card for the one in a place, the best first: a move tells its place; it
lies there already; it is known by its face; it was turned over where it lay; both are backs; it
was turned over on the way. A card never becomes another card whose face differs."""


def match_cards(
    held: Mapping[str, Sequence[OldCard]], zones: Zones, moves: Sequence[SeenMove] = ()
) -> dict[str, tuple[NewPlace, ...]]:
    """Give, for every zone of the new snapshot, what each of its places gets, in order.

    held: the cards on the table before, by zone id; each number occurs once. Cards that no place
    gets have left the table.

    >>> follow({"deck": [Held(1, None)]}, {"hand:A": ["R7"]}, [Move("R7", "deck", "hand:A")])
    {'hand:A': (Place(number=1, source=None),)}
    """
    loose, newcomers = _carry_cards(held, moves)
    places = {zone: [NewPlace(None)] * len(faces) for zone, faces in zones.items()}
    unfilled = [
        _Open(zone, nth, face) for zone, faces in zones.items() for nth, face in enumerate(faces)
    ]
    for is_alike in _LIKENESSES:
        unfilled = [place for place in unfilled if not _fill_place(place, loose, is_alike, places)]
    for place in unfilled:
        places[place.zone][place.nth] = NewPlace(None, _find_source(place, newcomers))
    return {zone: tuple(row) for zone, row in places.items()}


def _carry_cards(
    held: Mapping[str, Sequence[OldCard]], moves: Iterable[SeenMove]
) -> tuple[list[_Loose], list[SeenMove]]:
    """Carry the cards along the moves; give all of them, and the moves that found no card."""
    piles = {
        zone: [_Loose(card, zone, (zone, nth)) for nth, card in enumerate(cards)]
        for zone, cards in held.items()
    }
    unmet = []
    for move in moves:
        pile = piles.get(move.source, [])
        found = _pick_card(pile, move)
        if found is None:
            unmet.append(move)
            continue
        pile.remove(found)
        card = found.card if move.card is None else found.card._replace(face=move.card)
        arrived = _Loose(card, move.target, found.was, move.target_place)
        piles.setdefault(move.target, []).append(arrived)
    return [loose for pile in piles.values() for loose in pile], unmet


def _pick_card(pile: Sequence[_Loose], move: SeenMove) -> _Loose | None:
    """Pick the card that a move means: by its place, by its face, or else the topmost back."""
    for loose in pile:
        if loose.was == (move.source, move.source_place):
            return loose
    for wanted in dict.fromkeys((move.card, None)):
        for loose in reversed(pile):
            if loose.card.face == wanted:
                return loose
    return pile[-1] if pile and move.card is None else None


def _fill_place(
    place: _Open, loose: list[_Loose], is_alike: _Likeness, places: dict[str, list[NewPlace]]
) -> bool:
    """Put the first loose card that is alike into a place; tell whether there was one."""
    for position, candidate in enumerate(loose):
        if is_alike(candidate, place):
            places[place.zone][place.nth] = NewPlace(candidate.card.number)
            del loose[position]
            return True
    return False


def _is_turned_over(before: Face, after: Face) -> bool:
    return (before is None) != (after is None)


def _find_source(place: _Open, newcomers: list[SeenMove]) -> str | None:
    """Give the zone that a new card comes out of, using up the move that tells it."""
    for move in newcomers:
        if move.target == place.zone and move.card in (place.face, None):
            newcomers.remove(move)
            return move.source
    return None
