"""A position, dealing, ranking; compiled.

Positions never change; every step gives a new one. `phase` says what is owed: before the first
trick every seat picks its offer (SEALED), at the beginning of a turn its seat leads or follows
(START), and the other phases are points inside a turn.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, Final

from red7_desktop.games.spring_cleaning.rules.cards import (
    FULL_DECK,
    SEATS,
    UNKNOWN,
    get_hand_size,
    text_of_combination,
)

START: Final = 0
"""The turn has not begun, or only its order has been laid: lead or follow."""
SEALED: Final = 1
"""Every seat picks its first offer; the mover will lead."""
OWES_INSERT: Final = 2
"""A card has been drawn: put it into the hand."""
OWES_OFFER: Final = 3
"""The drawn card is in the hand: offer a card."""
OWES_ORDER: Final = 4
"""The offer has been picked up: lay it out as the new hand."""
NOBODY: Final = -1
"""In place of a seat: the mover of a finished round, the holder of an empty trick."""
HIDDEN: Final = -1
"""In place of a picked offer's place: it has been picked, and may not be known."""


class Position:
    """One round as it lies on the table.

    at_once: the option when an emptied hand picks up its offer. trick: the combinations of the
    running trick, packed, oldest first. holder: the seat that played the last of them. deck: cards,
    top first. discard: cards in the order they came. Then one entry a seat, clockwise: hands (left
    to right), offers (sorted upward), trash. mover: the seat whose turn it is, in SEALED the one
    that will lead, NOBODY when the round is over. phase: a constant of this module. drawn: the
    card that INSERT owes a place. loose: the cards, sorted, that ORDER has not laid yet. sealed: in
    SEALED by seat the place of the picked card, from 1, 0 before, HIDDEN where it may not be known;
    else empty. A card is its number, UNKNOWN where its face is not known.
    """

    __slots__ = (
        "at_once",
        "deck",
        "discard",
        "drawn",
        "hands",
        "holder",
        "loose",
        "mover",
        "offers",
        "phase",
        "sealed",
        "trash",
        "trick",
    )

    def __init__(
        self,
        at_once: bool,
        trick: tuple[int, ...],
        holder: int,
        deck: tuple[int, ...],
        discard: tuple[int, ...],
        hands: tuple[tuple[int, ...], ...],
        offers: tuple[tuple[int, ...], ...],
        trash: tuple[int, ...],
        mover: int,
        phase: int,
        drawn: int = 0,
        loose: tuple[int, ...] = (),
        sealed: tuple[int, ...] = (),
    ) -> None:
        self.at_once: Final = at_once
        self.trick: Final = trick
        self.holder: Final = holder
        self.deck: Final = deck
        self.discard: Final = discard
        self.hands: Final = hands
        self.offers: Final = offers
        self.trash: Final = trash
        self.mover: Final = mover
        self.phase: Final = phase
        self.drawn: Final = drawn
        self.loose: Final = loose
        self.sealed: Final = sealed

    @property
    def seats(self) -> int:
        """The number of seats, 2 to 5."""
        return len(self.hands)

    @property
    def table(self) -> int:
        """The combination to beat, packed; 0 when a trick is to be led."""
        if self.trick:
            return self.trick[-1]
        return 0

    @property
    def is_over(self) -> bool:
        return self.mover < 0

    def card_count(self, seat: int) -> int:
        """Count the cards that a seat has left: hand, offer, and what it holds in its turn."""
        own = len(self.hands[seat]) + len(self.offers[seat])
        if seat == self.mover:
            own += len(self.loose) + (self.phase == OWES_INSERT)
        return own

    def is_fully_known(self) -> bool:
        if 0 in self.deck or 0 in self.loose or HIDDEN in self.sealed:
            return False
        for hand in self.hands:
            if 0 in hand:
                return False
        return self.phase != OWES_INSERT or self.drawn > 0

    def key(self) -> tuple[object, ...]:
        return (
            self.at_once,
            self.trick,
            self.holder,
            self.deck,
            self.discard,
            self.hands,
            self.offers,
            self.trash,
            self.mover,
            self.phase,
            self.drawn,
            self.loose,
            self.sealed,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        return text_of_position(self)


def replace_hand(
    rows: tuple[tuple[int, ...], ...], seat: int, row: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """Return hands or offers with one seat's replaced."""
    if len(rows) == 2:
        if seat:
            return (rows[0], row)
        return (row, rows[1])
    return (*rows[:seat], row, *rows[seat + 1 :])


def shuffle_cards(cards: Iterable[int], chance: random.Random) -> tuple[int, ...]:
    """Shuffle cards, the same way for the same chance on every platform.

    Only `Random.random` is used, the one generator whose sequence Python promises to keep.
    """
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def draw_first_leader(seed: int, seats: int) -> int:
    """Draw the seat that leads the first round of a match."""
    return int(random.Random(f"spring:{seed}:leader").random() * seats)


def deal_round(
    at_once: bool, trash: tuple[int, ...], leader: int, seed: int, round_number: int = 1
) -> Position:
    """Deal a round to as many seats as there are entries of trash; nobody has picked an offer."""
    seats = len(trash)
    cards = shuffle_cards(FULL_DECK, random.Random(f"spring:{seed}:{round_number}"))
    size = get_hand_size(seats)
    return Position(
        at_once,
        (),
        NOBODY,
        cards[size * seats :],
        (),
        tuple([cards[size * seat : size * (seat + 1)] for seat in range(seats)]),
        ((),) * seats,
        trash,
        leader,
        SEALED,
        sealed=(0,) * seats,
    )


def build_new_deck(
    discard: tuple[int, ...], seed: int, round_number: int, reshuffles: int
) -> tuple[int, ...]:
    """Shuffle the discarded cards into a deck; reshuffles: how often that has happened before.

    The order in which they were discarded makes no difference.
    """
    chance = random.Random(f"spring:{seed}:{round_number}:{reshuffles + 1}")
    return shuffle_cards(sorted(discard), chance)


_FIELDS: Final = (
    "at_once trick holder deck discard hands offers trash mover phase drawn loose sealed"
)


def replace_fields(position: Position, **changed: Any) -> Position:
    """Return a position with some of its fields replaced; most steps, for speed, name them all."""
    # Compiled, a class does not know its slots.
    fields = {name: getattr(position, name) for name in _FIELDS.split()}
    return Position(**(fields | changed))


def restock_deck(position: Position, deck: tuple[int, ...]) -> Position:
    """Return a position with a new deck, made of all the discarded cards."""
    return replace_fields(position, deck=deck, discard=())


MOST_TURNS: Final = 300
"""A round is stopped after this many turns, the first offers not counted."""
LIMITS: Final = {2: 3, 3: 5, 4: 7, 5: 9}
"""By number of seats: the trash at which a match ends."""


def compute_trash_given(left: tuple[int, ...], actor: int) -> tuple[int, ...]:
    """Return the trash that each seat takes for a round, from the cards that each has left.

    Seats with as few as anybody are out and take none: those with no cards, or in a round that was
    stopped those with the fewest. actor: the seat that took the last turn.

    >>> compute_trash_given((0, 5, 2, 5), actor=0)
    (0, 2, 1, 3)
    """
    seats = len(left)
    fewest = min(left)
    # Of two that went out at once, the one whose turn it was comes first, or the next after it.
    first_out = next(seat for seat in _list_clockwise(actor, seats) if left[seat] == fewest)
    others = [seat for seat in _list_clockwise(first_out, seats) if left[seat] > fewest]
    trash = [0] * seats
    for rank, seat in enumerate(sorted(others, key=left.__getitem__), 1):
        trash[seat] = rank
    return tuple(trash)


def _list_clockwise(first: int, seats: int) -> list[int]:
    return [(first + nth) % seats for nth in range(seats)]


def is_match_over(trash: tuple[int, ...]) -> bool:
    """Whether a seat has so much trash that the match ends."""
    return max(trash) >= LIMITS[len(trash)]


def find_winners(trash: tuple[int, ...], last: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that win a match: least trash, of these least in the last round."""
    best = min(zip(trash, last, strict=True))
    return tuple([seat for seat, had in enumerate(zip(trash, last, strict=True)) if had == best])


def find_next_leader(trash: tuple[int, ...], leader: int) -> int:
    """Return the seat that leads the next round: of those with most trash, next after the leader.

    The seat that led the round before comes last.

    >>> find_next_leader((1, 0, 1), leader=0), find_next_leader((2, 0, 1), leader=0)
    (2, 0)
    """
    seats = len(trash)
    most = max(trash)
    return next(seat for seat in _list_clockwise(leader + 1, seats) if trash[seat] == most)


GAME: Final = "spring"
AT_ONCE: Final = "spring@once"
"""The first word of a position, by the option when an emptied hand picks up its offer."""


def text_of_position(position: Position) -> str:
    """Return the text form of a position."""
    table = ["table", " ; ".join([text_of_combination(each) for each in position.trick])]
    if position.trick:
        table.append(f":{SEATS[position.holder]}")
    fields = [
        AT_ONCE if position.at_once else GAME,
        " ".join(table) if position.trick else "table",
        " ".join(["deck", *_write_cards(position.deck)]),
        " ".join(["discard", *_write_cards(position.discard)]),
    ]
    fields += [_text_of_seat(position, seat) for seat in range(position.seats)]
    return " / ".join(fields)


def _write_cards(cards: Sequence[int]) -> list[str]:
    words: list[str] = []
    hidden = 0
    for card in (*cards, -1):
        if card == UNKNOWN:
            hidden += 1
            continue
        if hidden:
            words.append(f"?{hidden}")
            hidden = 0
        words.append(str(card))
    return words[:-1]


def _text_of_seat(position: Position, seat: int) -> str:
    name = SEATS[seat] + _mark_of(position, seat)
    hand = _write_cards(position.hands[seat])
    offer = _write_cards(position.offers[seat])
    return " ".join([name, *hand, ":", *offer, ":", str(position.trash[seat])])


def _mark_of(position: Position, seat: int) -> str:
    mark = ">" if seat == position.mover else ""
    if position.phase == SEALED:
        place = position.sealed[seat]
        return mark + ("?" if not place else "=" if place == HIDDEN else f"={place}")
    if not mark or position.phase == START:
        return mark
    if position.phase == OWES_INSERT:
        return f">insert {position.drawn or '?'}"
    if position.phase == OWES_OFFER:
        return ">offer"
    return f">order({' '.join(_write_cards(position.loose))})"
