"""A position: everything that lies on the table in a round, as one small value.

Positions never change; every step gives a new one. `phase` says what is owed: before the first
trick every seat picks its offer (SEALED), at the beginning of a turn its seat leads or follows
(START), and the other phases are points inside a turn.
"""

from __future__ import annotations

from typing import Final

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
        return self.trick[-1] if self.trick else 0

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.mover < 0

    def card_count(self, seat: int) -> int:
        """Count the cards that a seat has left: hand, offer, and what it holds in its turn."""
        own = len(self.hands[seat]) + len(self.offers[seat])
        if seat == self.mover:
            own += len(self.loose) + (self.phase == OWES_INSERT)
        return own

    def is_fully_known(self) -> bool:
        """Whether no card of a hand or of the deck, and no picked offer, is hidden."""
        if 0 in self.deck or 0 in self.loose or HIDDEN in self.sealed:
            return False
        return all(self.hands_known()) and (self.phase != OWES_INSERT or self.drawn > 0)

    def hands_known(self) -> list[bool]:
        """Tell for each seat whether all cards of its hand are known."""
        return [0 not in hand for hand in self.hands]

    def key(self) -> tuple[object, ...]:
        """Give all that makes this position what it is, as one hashable value."""
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
        """Compare by value."""
        return isinstance(other, Position) and self.key() == other.key()

    def __hash__(self) -> int:
        """Hash by value."""
        return hash(self.key())

    def __repr__(self) -> str:
        """Give the text form in angle brackets."""
        return f"<{self}>"

    def __str__(self) -> str:
        """Give the text form (one line, see docs/notation.md)."""
        from red7_desktop.games.spring_cleaning.rules.text.notation import text_of_position

        return text_of_position(self)


def replace_hand(
    rows: tuple[tuple[int, ...], ...], seat: int, row: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """Give hands or offers with one seat's replaced."""
    if len(rows) == 2:
        return (rows[0], row) if seat else (row, rows[1])
    return (*rows[:seat], row, *rows[seat + 1 :])
