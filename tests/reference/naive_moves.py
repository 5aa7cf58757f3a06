"""Moving cards and turns along, for the naive reference; nothing here asks what is legal."""

from __future__ import annotations

from dataclasses import replace

from tests.reference.naive_position import HIDDEN, Card, Position, Seat, show_cards
from tests.reference.naive_sets import live_seats


class IllegalTurn(ValueError):
    """A turn that the seat to move may not take; the message says why."""


def mover(position: Position) -> Seat:
    """Get the seat to move."""
    if position.to_move is None:
        raise IllegalTurn("the round is over")
    return position.seats[position.to_move]


def with_seat(position: Position, index: int, seat: Seat) -> Position:
    """Put `seat` at `index`."""
    seats = list(position.seats)
    seats[index] = seat
    return replace(position, seats=tuple(seats))


def with_mover(position: Position, seat: Seat) -> Position:
    """Put `seat` in the place of the seat to move."""
    assert position.to_move is not None
    return with_seat(position, position.to_move, seat)


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Take `card` out of `cards`."""
    left = list(cards)
    left.remove(card)
    return tuple(left)


def hand_to_palette(position: Position, card: Card) -> Position:
    """Play `card` to the mover's palette, no action yet."""
    seat = mover(position)
    seat = replace(seat, hand=without(seat.hand, card), palette=(*seat.palette, card))
    return with_mover(position, seat)


def hand_to_canvas(position: Position, card: Card) -> Position:
    """Discard `card` from the mover's hand."""
    seat = replace(mover(position), hand=without(mover(position).hand, card))
    return replace(with_mover(position, seat), canvas=(*position.canvas, card))


def palette_to_canvas(position: Position, index: int, card: Card) -> Position:
    """Discard `card` from a palette."""
    seat = position.seats[index]
    seat = replace(seat, palette=without(seat.palette, card))
    return replace(with_seat(position, index, seat), canvas=(*position.canvas, card))


def palette_to_deck(position: Position, index: int, card: Card) -> Position:
    """Put `card` from a palette on top of the deck."""
    seat = position.seats[index]
    seat = replace(seat, palette=without(seat.palette, card))
    return replace(with_seat(position, index, seat), deck=(card, *position.deck))


def draw(position: Position, name: str) -> Position:
    """Draw the deck's top card into the mover's hand.

    `name` is the card that the turn's text claims, or empty. A hidden card must be named.
    """
    top = position.deck[0]
    if name:
        named = (name[0], int(name[1]))
        if top not in (HIDDEN, named):
            raise IllegalTurn(f"draw {name!r}: the deck's top card is {show_cards((top,))}")
        top = named
    if top == HIDDEN:
        raise IllegalTurn("draw '+': the deck's top card is not known")
    seat = replace(mover(position), hand=(*mover(position).hand, top))
    return replace(with_mover(position, seat), deck=position.deck[1:])


def end_turn(position: Position) -> Position:
    """Hand the turn to the next live seat clockwise, to nobody when one is left."""
    assert position.to_move is not None
    if len(live_seats(position)) == 1:
        return replace(position, to_move=None)
    following = (position.to_move + 1) % len(position.seats)
    while position.seats[following].is_out:
        following = (following + 1) % len(position.seats)
    return replace(position, to_move=following)


def go_out(position: Position) -> Position:
    """Put the mover out of the round and end the turn."""
    return end_turn(with_mover(position, replace(mover(position), is_out=True)))
