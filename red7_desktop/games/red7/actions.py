"""The actions of the odd cards: every way to carry them out that can still end winning.

A 5 chains to another card, the others do not, so a way is a line of plays whose last card may act.
The differences between the editions are the three small functions at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.cards import OF_NUMBER, cards_in, colour_of, number_of
from red7_desktop.games.red7.endings import EARNING, bits, endings, rivals_of
from red7_desktop.games.red7.position import (
    DISCARDED,
    OWES_FETCH,
    OWES_MOVE,
    OWES_PLAY,
    OWES_TAKE,
    PLAYED,
    with_entry,
)
from red7_desktop.games.red7.steps import BURIES, PLAYS, SHEDS, TAKES, THE_DRAW, THE_FETCH
from red7_desktop.games.red7.strength import END, GUARD, strength

if TYPE_CHECKING:
    from red7_desktop.games.red7.position import Position
    from red7_desktop.games.red7.steps import Step


class Branch:
    """A way of playing cards with actions: its steps and the endings open after it.

    steps: tuple of Step. endings: set of cards and END; empty where the branch stops. earning:
    those cards whose discard would earn the advanced draw. stops: whether the last step is a
    draw, after which the seat decides again.
    """

    __slots__ = ("earning", "endings", "steps", "stops")

    def __init__(self, steps: tuple[Step, ...], endings: int, earning: int, stops: bool) -> None:
        self.steps: Final = steps
        self.endings: Final = endings
        self.earning: Final = earning & endings
        self.stops: Final = stops

    @property
    def count(self) -> int:
        """The number of turns of this branch."""
        return 1 if self.stops else bits(self.endings) + bits(self.earning)


class _Way:
    """The cards in the middle of a turn: the mover's hand, all palettes, rule, size of the deck."""

    __slots__ = ("deck", "hand", "palettes", "rule", "steps")

    def __init__(
        self,
        steps: tuple[Step, ...],
        hand: int,
        palettes: tuple[int, ...],
        rule: int,
        deck: int,
    ) -> None:
        self.steps: Final = steps
        self.hand: Final = hand
        self.palettes: Final = palettes
        self.rule: Final = rule
        self.deck: Final = deck


class _Seat:
    """Who acts, and what stays the same while they do."""

    __slots__ = ("advanced", "edition", "mover", "out", "rivals")

    def __init__(self, position: Position) -> None:
        self.mover: Final = position.mover
        self.out: Final = position.out
        self.rivals: Final = tuple([s for s in position.live if s != position.mover])
        self.advanced: Final = position.rules.advanced
        self.edition: Final = position.rules.edition


def played_branches(position: Position, cards: int) -> list[Branch]:
    """List the branches that open with one of the given hand cards (a set) of the mover."""
    seat, way = _seat_and_way(position)
    found: list[Branch] = []
    while cards:
        card = cards & -cards
        cards ^= card
        found += _play(seat, way, card.bit_length() - 1)
    return found


def owed_branches(position: Position) -> list[Branch]:
    """List the branches that begin with what the mover owes: an action, the draw, the end."""
    if position.phase in _OWED:
        seat, way = _seat_and_way(position)
        return _OWED[position.phase](seat, way, position.rows[position.mover][-1]) or []
    ended = Branch((), END, 0, stops=False)
    if position.phase == DISCARDED:
        return [Branch((THE_DRAW,), END, 0, stops=False), ended]
    return [ended]


def _seat_and_way(position: Position) -> tuple[_Seat, _Way]:
    hand = position.hands[position.mover]
    return _Seat(position), _Way((), hand, position.palettes, position.rule, len(position.deck))


def _play(seat: _Seat, way: _Way, card: int) -> list[Branch]:
    """Play a hand card to the palette and carry out its action, if it has one that can be done."""
    bit = 1 << card
    palettes = with_entry(way.palettes, seat.mover, way.palettes[seat.mover] | bit)
    after = _Way((*way.steps, PLAYS[card]), way.hand & ~bit, palettes, way.rule, way.deck)
    action = _ACTIONS.get(number_of(card))
    branches = action(seat, after, card) if action else None
    return _end(seat, after) if branches is None else branches


def _end(seat: _Seat, way: _Way) -> list[Branch]:
    """Stop playing: one branch when some ending wins, none otherwise."""
    palette = way.palettes[seat.mover]
    must = rivals_of(seat.mover, seat.out, way.palettes)
    ways = endings(palette, must, way.rule, way.hand)
    if not ways:
        return []
    earning = EARNING[bits(palette)] if seat.advanced and way.deck else 0
    return [Branch(way.steps, ways, earning, stops=False)]


# Each action gives its branches, or None when it cannot be carried out and so does nothing.


def _take(seat: _Seat, way: _Way, acting: int) -> list[Branch] | None:
    """Carry out a 1: a rival's palette card goes on top of the deck.

    Edition 1.3: not from a palette smaller than one's own. First edition: not an only card.
    """
    least = 2 if seat.edition == "first" else bits(way.palettes[seat.mover])
    targets = [rival for rival in seat.rivals if bits(way.palettes[rival]) >= least]
    if not targets:
        return None
    found: list[Branch] = []
    for rival in targets:
        palette = way.palettes[rival]
        for card in cards_in(palette):
            steps = (*way.steps, TAKES[rival][card])
            palettes = with_entry(way.palettes, rival, palette ^ (1 << card))
            found += _end(seat, _Way(steps, way.hand, palettes, way.rule, way.deck + 1))
    return found


def _fetch(seat: _Seat, way: _Way, acting: int) -> list[Branch] | None:
    """Carry out a 3: draw, and decide again with the card in hand."""
    if not way.deck:
        return None
    return [Branch((*way.steps, THE_FETCH), 0, 0, stops=True)]


def _play_another(seat: _Seat, way: _Way, acting: int) -> list[Branch] | None:
    """Carry out a 5: play another card.

    Edition 1.3: a 1 or 7 that cannot end winning may not be played, so it does not count as
    another card. First edition: any card counts.
    """
    picky = 0 if seat.edition == "first" else _PICKY
    found: list[Branch] = []
    for card in cards_in(way.hand):
        found += _play(seat, way, card)
    return None if not found and not way.hand & ~picky else found


def _move(seat: _Seat, way: _Way, acting: int) -> list[Branch] | None:
    """Carry out a 7: a card of the own palette goes to the canvas or on top of the deck.

    Edition 1.3: any card. First edition: another card than the 7, to the canvas only, and only
    where the palette then leads under the card's rule.
    """
    palette = way.palettes[seat.mover]
    movable = palette if seat.edition != "first" else _led_without(seat, way, palette, acting)
    if not movable:
        return None
    found: list[Branch] = []
    for card in cards_in(movable):
        palettes = with_entry(way.palettes, seat.mover, palette ^ (1 << card))
        steps = (*way.steps, SHEDS[card])
        found += _end(seat, _Way(steps, way.hand, palettes, card % 7, way.deck))
        if seat.edition != "first":
            steps = (*way.steps, BURIES[card])
            found += _end(seat, _Way(steps, way.hand, palettes, way.rule, way.deck + 1))
    return found


def _led_without(seat: _Seat, way: _Way, palette: int, acting: int) -> int:
    """Give the palette cards, but the acting one, whose rule the palette leads without them."""
    must = rivals_of(seat.mover, seat.out, way.palettes)
    led = 0
    for card in cards_in(palette ^ (1 << acting)):
        rest = strength(palette ^ (1 << card))
        if (rest - must) & GUARD[colour_of(card)]:
            led |= 1 << card
    return led


_PICKY: Final = OF_NUMBER[1] | OF_NUMBER[7]
_ACTIONS: Final = {1: _take, 3: _fetch, 5: _play_another, 7: _move}
_OWED: Final = {OWES_TAKE: _take, OWES_FETCH: _fetch, OWES_PLAY: _play_another, OWES_MOVE: _move}
_PHASE_OWED: Final = {1: OWES_TAKE, 3: OWES_FETCH, 5: OWES_PLAY, 7: OWES_MOVE}


def owed_after(position: Position, card: int) -> int:
    """Give the phase after a card was played to the mover's palette with actions on.

    `position` already has the card in the palette.
    """
    action = _ACTIONS.get(number_of(card))
    if action is None or action(*_seat_and_way(position), card) is None:
        return PLAYED
    return _PHASE_OWED[number_of(card)]
