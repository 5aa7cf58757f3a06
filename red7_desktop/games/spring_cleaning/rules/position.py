"""Positions of a round, dealing and scoring. Compiled by mypyc.

Positions are immutable; every step makes a new one. `phase` says what has to be done. Before the
first trick every seat picks its first offer (SEALED). At the beginning of a turn its seat leads or
follows (START). The other phases are points within a turn.
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
"""Phase in which the mover has to play cards or draw a card: at the beginning of a turn, or after
the mover has put the cards of its picked-up offer into its hand."""
SEALED: Final = 1
"""Phase at the beginning of a round, in which every seat secretly picks the card of its first
offer. Afterwards the mover leads the first trick."""
OWES_INSERT: Final = 2
"""Phase of a turn after a draw, in which the mover has to insert the drawn card into its hand."""
OWES_OFFER: Final = 3
"""Phase of a turn after the drawn card was inserted, in which the mover has to offer a card."""
OWES_ORDER: Final = 4
"""Phase in which the mover has picked up its offer and has to put these cards into its hand, one by
one."""
NOBODY: Final = -1
"""Value in place of a seat's index if there is no such seat. For example, it is the mover after the
end of a round, and the holder of an empty trick."""
HIDDEN: Final = -1
"""Value in `Position.sealed` for a seat that has picked its first offer, if the card is secret."""


class Position:
    """The state of one round. A card is stored as its number, or UNKNOWN.

    Attributes:
        at_once: Whether a seat with an empty hand picks up its offer at the end of the turn that
            emptied the hand. Otherwise it does so at the beginning of its next turn.
        trick: Combinations that were played in the current trick, packed, oldest first.
        holder: Seat that played the last combination of the trick; NOBODY if the trick is empty.
        deck: Cards of the deck, top first.
        discard: Discarded cards, oldest first.
        hands: Hand of each seat, left to right.
        offers: Offer of each seat (its face-up cards, which all seats may use), sorted.
        trash: Trash (penalty points) of each seat.
        mover: The seat whose turn it is. In the phase SEALED, the seat that will lead the first
            trick. NOBODY when the round is over.
        phase: Phase of the turn, a constant of this module.
        drawn: In the phase OWES_INSERT, the drawn card that the mover has to insert.
        picked_up: Cards of the picked-up offer that aren't in the hand yet, sorted.
        sealed: In the phase SEALED, the card that each seat has picked as its first offer: its
            place in the hand, counted from 1; 0 if the seat hasn't picked a card yet; HIDDEN if the
            card is secret. Empty in other phases.
    """

    __slots__ = (
        "at_once",
        "deck",
        "discard",
        "drawn",
        "hands",
        "holder",
        "mover",
        "offers",
        "phase",
        "picked_up",
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
        picked_up: tuple[int, ...] = (),
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
        self.picked_up: Final = picked_up
        self.sealed: Final = sealed

    @property
    def seats(self) -> int:
        """The number of seats, 2 to 5."""
        return len(self.hands)

    @property
    def table(self) -> int:
        """The combination to beat, packed; 0 if the mover leads."""
        if self.trick:
            return self.trick[-1]
        return 0

    @property
    def is_over(self) -> bool:
        return self.mover < 0

    def card_count(self, seat: int) -> int:
        """Return the number of a seat's cards: hand, offer, a drawn card and picked-up ones."""
        own = len(self.hands[seat]) + len(self.offers[seat])
        if seat == self.mover:
            own += len(self.picked_up) + (self.phase == OWES_INSERT)
        return own

    def is_fully_known(self) -> bool:
        if 0 in self.deck or 0 in self.picked_up or HIDDEN in self.sealed:
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
            self.picked_up,
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
    """Return a copy of hands or offers with the cards of one seat replaced."""
    if len(rows) == 2:
        if seat:
            return (rows[0], row)
        return (row, rows[1])
    return (*rows[:seat], row, *rows[seat + 1 :])


def shuffle_cards(cards: Iterable[int], rng: random.Random) -> tuple[int, ...]:
    """Shuffle cards, identically on every platform for the same random generator.

    Only uses `Random.random`, the only method whose sequence Python guarantees.
    """
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def draw_first_leader(seed: int, seats: int) -> int:
    """Return a random seat to lead the first round of a match."""
    return int(random.Random(f"spring:{seed}:leader").random() * seats)


def deal_round(
    at_once: bool, trash: tuple[int, ...], leader: int, seed: int, round_number: int = 1
) -> Position:
    """Deal the cards of a round. The seats have yet to pick the card of their first offer.

    Args:
        at_once: Whether a seat that empties its hand picks up its offer at the end of the same
            turn, and not at the beginning of its next turn.
        trash: Each seat's trash (penalty points) before the round.
        leader: The seat that will lead the first trick.
        seed: Seed of the match.
        round_number: Number of the round, from 1.
    """
    seats = len(trash)
    cards = shuffle_cards(FULL_DECK, random.Random(f"spring:{seed}:{round_number}"))
    size = get_hand_size(seats)
    hands = [cards[size * seat : size * (seat + 1)] for seat in range(seats)]
    deck = cards[size * seats :]
    return Position(
        at_once,
        (),
        NOBODY,
        deck,
        (),
        tuple(hands),
        ((),) * seats,
        trash,
        leader,
        SEALED,
        sealed=(0,) * seats,
    )


def build_new_deck(
    discard: tuple[int, ...], seed: int, round_number: int, reshuffles: int
) -> tuple[int, ...]:
    """Shuffle the discarded cards into a new deck.

    The result doesn't depend on the order in which the cards were discarded.

    Args:
        discard: The discarded cards.
        seed: Seed of the match.
        round_number: Number of the round, from 1.
        reshuffles: How often a new deck has already been made in the round.
    """
    rng = random.Random(f"spring:{seed}:{round_number}:{reshuffles + 1}")
    return shuffle_cards(sorted(discard), rng)


_FIELDS: Final = (
    "at_once trick holder deck discard hands offers trash mover phase drawn picked_up sealed"
)


def replace_fields(position: Position, **changed: Any) -> Position:
    """Return a copy of a position with some fields replaced.

    This function is slow, so frequent steps call the constructor of `Position` instead.
    """
    # Read the names from `_FIELDS`, because a class compiled by mypyc has no `__slots__`.
    fields = {name: getattr(position, name) for name in _FIELDS.split()}
    return Position(**(fields | changed))


def restock_deck(position: Position, deck: tuple[int, ...]) -> Position:
    """Return a copy of a position with a new deck made of all discarded cards."""
    return replace_fields(position, deck=deck, discard=())


MAX_TURNS: Final = 300
"""A round is stopped after this many turns, not counting the first offers."""
TRASH_LIMITS: Final = {2: 3, 3: 5, 4: 7, 5: 9}
"""Number of trash (penalty points) of one seat at which a match ends, by number of seats."""


def compute_trash_given(left: tuple[int, ...], actor: int) -> tuple[int, ...]:
    """Return the trash (penalty points) that each seat gets for a round.

    The best seat is the one with the fewest cards left. Usually this seat has finished, but the
    round may have been stopped before. All seats with the fewest cards get no trash. The others get
    1, 2 and so on, in the order of their numbers of cards. If two of them have equally many cards,
    the seat that comes first clockwise from the best seat gets less trash.

    Args:
        left: Number of cards that each seat has left.
        actor: The seat that took the last turn. If several seats have the fewest cards, the best
            seat is this seat, or else the first of them that follows this seat clockwise.

    >>> compute_trash_given((0, 5, 2, 5), actor=0)
    (0, 2, 1, 3)
    """
    seats = len(left)
    fewest = min(left)
    # If two seats finished at once, the seat that took the last turn counts as first, or else the
    # next seat clockwise.
    first_out = next(seat for seat in _list_clockwise(actor, seats) if left[seat] == fewest)
    others = [seat for seat in _list_clockwise(first_out, seats) if left[seat] > fewest]
    trash = [0] * seats
    for rank, seat in enumerate(sorted(others, key=left.__getitem__), 1):
        trash[seat] = rank
    return tuple(trash)


def _list_clockwise(first: int, seats: int) -> list[int]:
    return [(first + nth) % seats for nth in range(seats)]


def is_match_over(trash: tuple[int, ...]) -> bool:
    """Return whether a seat has so much trash (penalty points) that the match ends."""
    return max(trash) >= TRASH_LIMITS[len(trash)]


def find_winners(trash: tuple[int, ...], last: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that win the match.

    The seat with the least trash (penalty points) wins. If several seats have the least trash, the
    seat among them that got the least trash in the last round wins. If there are several such
    seats, all of them win.

    Args:
        trash: Each seat's trash at the end of the match.
        last: The trash that each seat got in the last round.
    """
    best = min(zip(trash, last, strict=True))
    return tuple([seat for seat, had in enumerate(zip(trash, last, strict=True)) if had == best])


def find_next_leader(trash: tuple[int, ...], leader: int) -> int:
    """Return the seat that leads the next round: the seat with the most trash (penalty points).

    If several seats have the most, the one that follows the last leader clockwise leads.

    >>> find_next_leader((1, 0, 1), leader=0), find_next_leader((2, 0, 1), leader=0)
    (2, 0)
    """
    seats = len(trash)
    most = max(trash)
    return next(seat for seat in _list_clockwise(leader + 1, seats) if trash[seat] == most)


GAME: Final = "spring"
AT_ONCE: Final = "spring@once"
"""First word of a position's text under the rule that an empty hand picks up its offer at once.
Under the other rule the word is GAME."""


def text_of_position(position: Position) -> str:
    """Return a position as text; docs/notation.md describes the format."""
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
    return f">order({' '.join(_write_cards(position.picked_up))})"
