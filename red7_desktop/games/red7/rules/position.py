"""A position; compiled.

Positions never change; every step gives a new one. A position is between turns when its `phase`
is START; the other phases are the points inside a turn at which its seat has to decide.
"""

from __future__ import annotations

from typing import Final, TypeVar

from red7_desktop.games.red7.rules.cards import RED, SEATS, TEXTS, UNKNOWN, texts_of
from red7_desktop.games.red7.rules.rules import Ruleset

START: Final = 0
"""The turn has not begun: play, discard or pass."""
PLAYED: Final = 1
"""Cards have been played and actions carried out: discard one card or end."""
DREW: Final = 2
"""As PLAYED, but a 3 has drawn: going out is allowed too."""
DISCARDED: Final = 3
"""A card lies newly on the canvas and the advanced draw is open: draw or end."""
DONE: Final = 4
"""Nothing is left but to end the turn."""
OWES_TAKE: Final = 5
"""A 1 was played: take a rival's palette card."""
OWES_FETCH: Final = 6
"""A 3 was played: draw."""
OWES_PLAY: Final = 7
"""A 5 was played: play another card."""
OWES_MOVE: Final = 8
"""A 7 was played: move a card of the palette."""
PHASES: Final = ("", "played", "drew", "discarded", "done", "take", "draw", "play", "move")
"""Words for the phases in the text form, by phase."""
NOBODY: Final = -1
"""In place of a seat: the mover of a finished round, the winner where nobody qualifies."""


T = TypeVar("T")


class Position:
    """One round as it lies on the table.

    rules: the ruleset. canvas: cards, oldest first, without the red starter. deck: cards, top
    first, UNKNOWN for cards whose face is not known. Then one entry a seat, clockwise: hands (sets
    of cards), unseen (number of further hand cards whose faces are not known), rows (palettes in
    the order of play), palettes (the same as sets), scores (score piles, in the order taken).
    mover: the seat whose turn it is, NOBODY when the round is over. out: bit set of the seats out
    of the round. phase: where in the turn, a constant of this module.
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
        if self.canvas:
            return self.canvas[-1] % 7
        return RED

    @property
    def live(self) -> tuple[int, ...]:
        return tuple([seat for seat in range(len(self.hands)) if not self.out >> seat & 1])

    @property
    def is_over(self) -> bool:
        return self.mover < 0

    def hand_count(self, seat: int) -> int:
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
    """Return the entries with one seat's replaced."""
    changed = list(entries)
    changed[seat] = value
    return tuple(changed)


def find_next_live(seats: int, out: int, seat: int) -> int:
    """Return the next seat clockwise that is in the round; NOBODY when it would be the last one."""
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
    """Return the text form of a position."""
    canvas = " ".join(["canvas", *[TEXTS[card] for card in position.canvas]])
    known = [TEXTS[card] for card in position.deck if card != UNKNOWN]
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
    row = [TEXTS[card] for card in position.rows[seat]]
    words = [SEATS[seat] + mark, *row, ":", *texts_of(position.hands[seat])]
    if unseen:
        words.append(f"?{unseen}")
    return " ".join([*words, ":", *[TEXTS[card] for card in position.scores[seat]]])
