"""Cards, combinations, steps. Compiled by mypyc.

A combination is a single, a set (equal numbers) or a run (numbers that rise by one). It is packed
into an integer of kind, length and highest number:

    bits 0-3 length    bits 4-7 highest number    bit 8 set for a run

A play is a combination with the origin of its cards:

    bits 9-12 number of hand cards    bits 13-18 place of the first of them, from 1 (0: only offers)
    from bit 19, three bits for each card in the order of its text: 0 for the hand, else seat + 1

Text forms of steps:

    5 5 @2        play a combination whose first hand card is the second of the hand
    draw          draw from the deck; `draw=7` once the card is known
    draw(B:4)     draw a 4 from B's offer
    insert 3      insert the drawn card as the third card of the hand
    offer 3       put the third card of the hand into the own offer; also for the first offer
    order(4)      append a card of the picked-up offer to the hand
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from red7_desktop.tabletop.game import InvalidTurn

HIGHEST: Final = 9
COPIES: Final = 7
DECK_SIZE: Final = 63
UNKNOWN: Final = 0
"""Value in place of a card's number if the card isn't known, for example if it is face down."""
SEATS: Final = "ABCDE"
"""Letters of the seats, clockwise."""
MIN_SEATS: Final = 2
MAX_SEATS: Final = 5
FULL_DECK: Final = tuple([number for number in range(1, HIGHEST + 1) for _ in range(COPIES)])


def get_hand_size(seats: int) -> int:
    """Return the number of cards dealt to each seat.

    >>> [get_hand_size(seats) for seats in (2, 3, 4, 5)]
    [12, 12, 12, 10]
    """
    if seats == MAX_SEATS:
        return 10
    return 12


COMPILED: Final = not hasattr(get_hand_size, "__code__")
"""True if this module is compiled by mypyc."""


def remove_cards(cards: tuple[int, ...], gone: int) -> tuple[int, ...]:
    """Return a copy of some cards without the first card that has a given number.

    Raises:
        ValueError: There is no such card.
    """
    place = cards.index(gone)
    return cards[:place] + cards[place + 1 :]


# A packed play has five fields and a flag, from the lowest bit: number of cards, highest number,
# RUN, number of hand cards, place of the first hand card, owners of the cards.
RUN: Final = 1 << 8
"""Flag of a run in a packed play."""
COMBINATION: Final = (1 << 9) - 1
"""Mask for the combination in a packed play: its number of cards, highest number and RUN."""
TOP_SHIFT: Final = 4
HAND_COUNT_SHIFT: Final = 9
PLACE_SHIFT: Final = 13
OWNERS_SHIFT: Final = 19
"""Bit offset of the owners of the cards in a packed play. Each card has three bits: 0 if it comes
from the hand, otherwise the seat whose offer it comes from, counted from 1."""
FIELD_MASK: Final = 15
MAX_PLACE: Final = 63


def length_of(play: int) -> int:
    """Return the number of cards of a combination or play."""
    return play & FIELD_MASK


def top_of(play: int) -> int:
    """Return the highest number of a combination or play."""
    return play >> TOP_SHIFT & FIELD_MASK


def cards_of(play: int) -> tuple[int, ...]:
    """Return the cards of a combination or play in the order of its text.

    >>> cards_of(combination_of((4, 5, 6))), cards_of(combination_of((7, 7)))
    ((4, 5, 6), (7, 7))
    """
    length = play & FIELD_MASK
    top = play >> TOP_SHIFT & FIELD_MASK
    if play & RUN:
        return tuple(range(top - length + 1, top + 1))
    return (top,) * length


def combination_of(cards: Sequence[int]) -> int:
    """Return the combination that cards in this order make, packed into an integer.

    Returns:
        0 if the cards are no single, set or run.
    """
    length = len(cards)
    top = cards[-1] if cards else 0
    if not 1 <= top <= HIGHEST:
        return 0
    if cards.count(top) == length:
        if length <= 7:
            return top << TOP_SHIFT | length
        return 0
    is_rising = list(cards) == list(range(top - length + 1, top + 1)) and cards[0] >= 1
    if is_rising:
        return RUN | top << TOP_SHIFT | length
    return 0


def is_beating(play: int, table: int) -> bool:
    """Return whether a combination beats another one.

    A combination beats all combinations of the same kind and length with a lower number, and all
    combinations with exactly one card less.

    Args:
        play: The packed combination or play.
        table: The packed combination to beat.
    """
    length = play & FIELD_MASK
    against = table & FIELD_MASK
    if length == against:
        return (
            play ^ table
        ) & RUN == 0 and play >> TOP_SHIFT & FIELD_MASK > table >> TOP_SHIFT & FIELD_MASK
    return length == against + 1


def owners_of(play: int) -> list[int]:
    """Return for each card of a play the seat whose offer it comes from, -1 for the hand."""
    owners = play >> OWNERS_SHIFT
    if not owners:
        return [-1] * (play & FIELD_MASK)
    return [(owners >> 3 * nth & 7) - 1 for nth in range(play & FIELD_MASK)]


def find_hand_part(play: int) -> tuple[int, int]:
    """Return the part of the hand that a play uses.

    Returns:
        Index of the play's first hand card, and the index after its last hand card. (0, 0) if the
        play uses no hand cards.
    """
    place = play >> PLACE_SHIFT & MAX_PLACE
    count = play >> HAND_COUNT_SHIFT & FIELD_MASK
    if count:
        return (place - 1, place - 1 + count)
    return (0, 0)


def play_of(cards: Sequence[int], owners: Sequence[int], place: int) -> int:
    """Pack the cards of a play into an integer.

    Args:
        cards: The cards in order.
        owners: For each card the seat whose offer it comes from, -1 for a card from the hand.
        place: Place in the hand, counted from 1, of the first card that comes from the hand; 0 if
            all cards come from offers.

    Returns:
        The packed play; 0 if the cards are no combination.
    """
    combination = combination_of(cards)
    if not combination:
        return 0
    taken = sum([owner + 1 << 3 * nth for nth, owner in enumerate(owners)])
    from_hand = sum([owner < 0 for owner in owners])
    return (
        combination | from_hand << HAND_COUNT_SHIFT | place << PLACE_SHIFT | taken << OWNERS_SHIFT
    )


def text_of_combination(combination: int) -> str:
    """Return a combination as text, such as `4 5 6`."""
    return " ".join([str(card) for card in cards_of(combination)])


def text_of_play(play: int) -> str:
    """Return a play as text, such as `3 4(B) 5 @7`.

    >>> text_of_play(play_of((3, 4, 5), (-1, 1, -1), 7))
    '3 4(B) 5 @7'
    """
    words = [
        f"{card}({SEATS[owner]})" if owner >= 0 else str(card)
        for card, owner in zip(cards_of(play), owners_of(play), strict=True)
    ]
    place = play >> PLACE_SHIFT & MAX_PLACE
    return " ".join([*words, f"@{place}"] if place else words)


PLAY: Final = 0
DRAW: Final = 1
TAKE: Final = 2
INSERT: Final = 3
OFFER: Final = 4
ORDER: Final = 5
MAX_STEP_LENGTH: Final = 200
"""Maximum length of a step's text, in characters; longer texts are rejected."""


class Step(NamedTuple):
    """One step of a turn, such as a play, a draw or an offer.

    Attributes:
        kind: One of the constants of this module, from PLAY to ORDER.
        argument: For PLAY the packed play. For DRAW, TAKE and ORDER the number of the card, or
            UNKNOWN. For INSERT and OFFER the place in the hand, from 1.
        seat: Owner of the offer for TAKE, else -1.
    """

    kind: int
    argument: int = UNKNOWN
    seat: int = -1

    def __str__(self) -> str:
        if self.kind == PLAY:
            return text_of_play(self.argument)
        if self.kind == DRAW:
            if self.argument:
                return f"draw={self.argument}"
            return "draw"
        if self.kind == TAKE:
            return f"draw({SEATS[self.seat]}:{self.argument})"
        if self.kind == ORDER:
            return f"order({self.argument or '?'})"
        return f"{'insert' if self.kind == INSERT else 'offer'} {self.argument}"


DRAW_STEP: Final = Step(DRAW)
_DRAW: Final = r"draw(?:=([1-9]))?"
_TAKE: Final = rf"draw\(([{SEATS}]):([1-9])\)"
_PLACED: Final = r"(insert|offer) ([1-9][0-9]?)"
_LAY: Final = r"order\(([1-9?])\)"
_PLAY: Final = rf"([1-9](?:\([{SEATS}]\))?(?: [1-9](?:\([{SEATS}]\))?)*)(?: @([1-9][0-9]?))?"


def parse_step(text: str) -> Step:
    """Parse a step.

    Raises:
        InvalidTurn: The text is not a step.

    >>> parse_step("draw(B:4)"), str(parse_step("3 4(B) 5 @7"))
    (Step(kind=2, argument=4, seat=1), '3 4(B) 5 @7')
    """
    if len(text) > MAX_STEP_LENGTH:
        raise InvalidTurn(text[:MAX_STEP_LENGTH], "no step is so long")
    if found := re.fullmatch(_DRAW, text, re.ASCII):
        return Step(DRAW, int(found[1] or UNKNOWN))
    if found := re.fullmatch(_TAKE, text, re.ASCII):
        return Step(TAKE, int(found[2]), SEATS.index(found[1]))
    if found := re.fullmatch(_PLACED, text, re.ASCII):
        return Step(INSERT if found[1] == "insert" else OFFER, _parse_place(text, found[2]))
    if found := re.fullmatch(_LAY, text, re.ASCII):
        return Step(ORDER, UNKNOWN if found[1] == "?" else int(found[1]))
    if found := re.fullmatch(_PLAY, text, re.ASCII):
        return Step(PLAY, _read_play(text, found[1].split(), found[2]))
    raise InvalidTurn(text, "no such step")


def _parse_place(text: str, digits: str) -> int:
    if int(digits) > DECK_SIZE:
        raise InvalidTurn(text, f"no hand has a place {digits}")
    return int(digits)


def _read_play(text: str, words: list[str], digits: str | None) -> int:
    cards = [int(word[0]) for word in words]
    owners = [SEATS.index(word[2]) if len(word) > 1 else -1 for word in words]
    if (-1 in owners) != (digits is not None):
        raise InvalidTurn(text, "'@' and a place follow if, and only if, hand cards are used")
    play = play_of(cards, owners, _parse_place(text, digits) if digits else 0)
    if not play:
        raise InvalidTurn(text, "no single, set or run, a run being written upward")
    return play
