"""Refuses positions that no round comes to, as they may stand in a text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.rules.cards import COPIES, DECK_SIZE, HIGHEST, SEATS
from red7_desktop.games.spring_cleaning.rules.combinations import cards_of
from red7_desktop.games.spring_cleaning.rules.engine.position import (
    HIDDEN,
    OWES_INSERT,
    OWES_OFFER,
    OWES_ORDER,
    SEALED,
    START,
)
from red7_desktop.tabletop.errors import InvalidPosition

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.games.spring_cleaning.rules.engine.position import Position


def check_possible(position: Position) -> None:
    """Raise InvalidPosition, with field and word, for a position that cannot be."""
    _check_cards(position)
    if position.is_over:
        return
    if position.phase == SEALED:
        _check_sealed(position)
        return
    for seat in range(position.seats):
        if not position.card_count(seat):
            raise InvalidPosition(
                f"seat {SEATS[seat]}", SEATS[seat], "it is out: the round is over"
            )
        waits = seat != position.mover or position.phase == START
        if position.at_once and waits and not position.hands[seat]:
            why = "it picks up its offer at once, so that its hand cannot be empty"
            raise InvalidPosition(f"seat {SEATS[seat]}: hand", "", why)
    for applies, why in _NEVER:
        if applies(position):
            name = SEATS[position.mover]
            raise InvalidPosition(f"seat {name}", f"{name}>", why)


def _check_cards(position: Position) -> None:
    """Refuse more cards than there are."""
    rows = [position.deck, position.discard, position.loose, *position.hands, *position.offers]
    rows += [cards_of(each) for each in position.trick]
    rows.append((position.drawn,) if position.phase == OWES_INSERT else ())
    for number in range(1, HIGHEST + 1):
        count = sum([row.count(number) for row in rows])
        if count > COPIES:
            raise InvalidPosition("cards", str(number), f"there are {COPIES} of it, not {count}")
    whole = sum([len(row) for row in rows])
    if whole > DECK_SIZE:
        raise InvalidPosition("cards", str(whole), f"there are only {DECK_SIZE}")


def _check_sealed(position: Position) -> None:
    """Refuse what cannot be before the first trick."""
    if position.trick or position.discard or any(position.offers):
        why = "nothing can be played, discarded or offered before all seats have picked an offer"
        raise InvalidPosition("seats", "?", why)
    if 0 not in position.sealed and HIDDEN not in position.sealed:
        raise InvalidPosition("seats", "=", "once all have picked, the offers are revealed")
    for seat, place in enumerate(position.sealed):
        places = len(position.hands[seat])
        if places < 2:
            why = "two cards at least are needed to offer one"
            raise InvalidPosition(f"seat {SEATS[seat]}: hand", str(places), why)
        if place > places:
            raise InvalidPosition(f"seat {SEATS[seat]}", f"={place}", f"it has {places} cards")


def _cannot_wait(position: Position) -> bool:
    return position.holder == position.mover and not (
        position.at_once and position.phase == OWES_ORDER
    )


_NEVER: Final[tuple[tuple[Callable[[Position], bool], str], ...]] = (
    (_cannot_wait, "when the turn comes back to the seat that played last, it has won the trick"),
    (
        lambda position: not position.trick and position.phase in {OWES_INSERT, OWES_OFFER},
        "who leads cannot draw",
    ),
    (
        lambda position: not position.trick and position.at_once and position.phase == OWES_ORDER,
        "it picks up its offer at the end of a turn, so that a combination lies on the table",
    ),
    (
        lambda position: position.phase == OWES_ORDER and not position.loose,
        "it has laid all its cards",
    ),
    (
        lambda position: position.phase == OWES_OFFER and not position.hands[position.mover],
        "it has no card to offer",
    ),
    (
        lambda position: position.phase == OWES_INSERT and not position.hands[position.mover],
        "with an empty hand it picks up its offer before it draws",
    ),
    (
        lambda position: position.phase == OWES_ORDER and bool(position.offers[position.mover]),
        "its whole offer has been picked up",
    ),
)
"""What no turn comes to, and why."""
