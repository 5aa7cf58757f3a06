"""Positions of a round. Compiled by mypyc.

Positions are immutable; every step makes a new one. Between turns the `phase` is START; the other
phases are the points within a turn at which a seat has to decide.
"""

from __future__ import annotations

from typing import Final, TypeVar

from red7_desktop.games.red7.rules.cards import CARD_TEXTS, RED, SEATS, UNKNOWN, texts_of
from red7_desktop.games.red7.rules.rules import Ruleset

START: Final = 0
"""Phase before the first step of a turn, in which the mover may play, discard or drop out."""
PLAYED: Final = 1
"""Phase after plays and their actions, in which the mover may discard a card or end its turn."""
DREW: Final = 2
"""Phase after a 3's action has drawn a card, in which the mover may discard a card, end its turn or
drop out."""
DISCARDED: Final = 3
"""Phase after a discard that earned a draw (advanced game), in which the mover may draw a card or
end its turn."""
DONE: Final = 4
"""Phase of a turn in which the mover can only end its turn."""
OWES_TAKE: Final = 5
"""Phase after playing a 1, in which the mover must take a card of an opponent's palette."""
OWES_FETCH: Final = 6
"""Phase after playing a 3, in which the mover must draw a card."""
OWES_PLAY: Final = 7
"""Phase after playing a 5, in which the mover must play another card."""
OWES_MOVE: Final = 8
"""Phase after playing a 7, in which the mover must move a card of its palette."""
PHASES: Final = ("", "played", "drew", "discarded", "done", "take", "draw", "play", "move")
"""Words for the phases in a position's text, indexed by phase."""
NOBODY: Final = -1
"""Value in place of a seat's index if there is no such seat. For example, it is the mover after the
end of a round, and the leader if no seat has a card that counts."""


T = TypeVar("T")


class Position:
    """The state of a round at one moment, as far as it is known.

    Attributes:
        rules: The ruleset.
        canvas: Cards on the canvas, oldest first, without the red starting card.
        deck: Cards of the deck, top first; UNKNOWN for cards whose face is unknown.
        hands: Hand of each seat, a set of the known cards.
        unseen: Number of further, unknown hand cards of each seat.
        rows: Cards of each seat's palette, in the order in which they were played.
        palettes: The same cards as in `rows`, as one set of cards for each seat.
        scores: Score pile of each seat, in the order in which the cards were taken.
        mover: The seat whose turn it is, NOBODY when the round is over.
        out: Bit set of the seats that are out of the round.
        phase: Phase of the turn, a constant of this module.
    """

    __slots__ = (
        "canvas",
        "deck",
        "hands",
        "mover",
        "out",
        "palettes",
        "phase",
        "rows",
        "rules",
        "scores",
        "unseen",
    )

    def __init__(
        self,
        rules: Ruleset,
        canvas: tuple[int, ...],
        deck: tuple[int, ...],
        hands: tuple[int, ...],
        unseen: tuple[int, ...],
        rows: tuple[tuple[int, ...], ...],
        palettes: tuple[int, ...],
        scores: tuple[tuple[int, ...], ...],
        mover: int,
        out: int,
        phase: int,
    ) -> None:
        self.rules: Final = rules
        self.canvas: Final = canvas
        self.deck: Final = deck
        self.hands: Final = hands
        self.unseen: Final = unseen
        self.rows: Final = rows
        self.palettes: Final = palettes
        self.scores: Final = scores
        self.mover: Final = mover
        self.out: Final = out
        self.phase: Final = phase

    @property
    def seats(self) -> int:
        """The number of seats, 2 to 4."""
        return len(self.hands)

    @property
    def rule(self) -> int:
        """The rule in force, as a colour rank."""
        if self.canvas:
            return self.canvas[-1] % 7
        return RED

    @property
    def live(self) -> tuple[int, ...]:
        """Seats that aren't out of the round."""
        return tuple([seat for seat in range(len(self.hands)) if not self.out >> seat & 1])

    @property
    def is_over(self) -> bool:
        return self.mover < 0

    def hand_count(self, seat: int) -> int:
        """Number of cards in a seat's hand, known or not."""
        return self.hands[seat].bit_count() + self.unseen[seat]

    def is_fully_known(self) -> bool:
        for card in self.deck:
            if card == UNKNOWN:
                return False
        return not any(self.unseen)

    def key(self) -> tuple[object, ...]:
        return (
            self.rules,
            self.canvas,
            self.deck,
            self.hands,
            self.unseen,
            self.rows,
            self.scores,
            self.mover,
            self.out,
            self.phase,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        return text_of_position(self)


def replace_entry(entries: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return a copy of a tuple with the entry of one seat replaced."""
    changed = list(entries)
    changed[seat] = value
    return tuple(changed)


def find_next_live(seats: int, out: int, seat: int) -> int:
    """Return the next seat clockwise that isn't out; NOBODY if only one seat is left."""
    live = ~out & (1 << seats) - 1
    if not live & live - 1:
        return NOBODY
    following = seat + 1 if seat + 1 < seats else 0
    while not live >> following & 1:
        if following + 1 < seats:
            following = following + 1
        else:
            following = 0
    return following


def text_of_position(position: Position) -> str:
    """Return a position as text; docs/notation.md describes the format."""
    canvas = " ".join(["canvas", *[CARD_TEXTS[card] for card in position.canvas]])
    known = [CARD_TEXTS[card] for card in position.deck if card != UNKNOWN]
    hidden = len(position.deck) - len(known)
    deck = " ".join(["deck", *([*known, f"?{hidden}"] if hidden else known)])
    fields = [f"red7 {position.rules}", canvas, deck]
    fields += [_text_of_seat(position, seat) for seat in range(position.seats)]
    return " / ".join(fields)


def _text_of_seat(position: Position, seat: int) -> str:
    if seat == position.mover:
        mark = f">{PHASES[position.phase]}"
    else:
        mark = "x" if position.out >> seat & 1 else ""
    unseen = position.unseen[seat]
    row = [CARD_TEXTS[card] for card in position.rows[seat]]
    words = [SEATS[seat] + mark, *row, ":", *texts_of(position.hands[seat])]
    if unseen:
        words.append(f"?{unseen}")
    return " ".join([*words, ":", *[CARD_TEXTS[card] for card in position.scores[seat]]])
