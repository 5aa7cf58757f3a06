"""What only this game shows around the cards, as frozen values; pure, no pygame.

They are the panels of a `TableModel`, by the layout's names of their zones:

    race       RaceModel       how far each seat is, and the trash if the round ended now
    holder     HolderModel     whose the combination to beat is
    trick      StairModel      whose each of the beaten ones was
    steps      StepsModel      who has yet to answer, or how far the viewer's draw has come
    discarded  CountModel      how many cards lie in the discard pile
    mat.0      MatModel        the viewer's own offer
    left.N     CountModel      how many cards a rival has left, by its place from the bottom
    trash.N    TrashModel      the trash of a seat, the viewer's own among them

A panel that is missing is not shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from red7_desktop.kit.language.rich_text import Runs
from red7_desktop.kit.language.seat_words import SeatSign


@dataclass(frozen=True, slots=True)
class RaceRow:
    """One seat in the race.

    sign: whose it is. name: as the row says it ("You"). cards: how many it has left, in words
    ("9 cards"). in_hand, in_offer: of these. trash, gain: what it has, and
    what it would take if the round ended now. holds: whether the combination to beat is its own.
    is_close: whether it is nearly out (3 cards or fewer). meaning: all of it in a sentence.
    """

    sign: SeatSign
    name: str
    cards: str
    in_hand: int
    in_offer: int
    trash: int
    gain: int
    is_you: bool = False
    is_acting: bool = False
    holds: bool = False
    is_close: bool = False
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class RaceModel:
    """The race: who will be out first.

    heading: its name. note: what the figures at the end of the rows are ("trash if it ended now").
    target: the trash that ends the match. rows: the seat that is nearest to its end first.
    meaning: what it tells, in a sentence.
    """

    heading: str
    note: str
    target: int
    rows: tuple[RaceRow, ...]
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class HolderModel:
    """Whose the combination to beat is.

    name: as it is said ("You"). held: the combination in words ("pair of 6"). face: its highest
    card, whose tint the words take. meaning: it in a sentence.
    """

    sign: SeatSign
    name: str
    held: str
    face: str
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Stair:
    """A beaten combination: whose it was, of how many cards, and that in a sentence."""

    sign: SeatSign
    cards: int
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class StairModel:
    """The beaten combinations of the running trick, the oldest first, as in the zone `trick`."""

    stairs: tuple[Stair, ...]


@dataclass(frozen=True, slots=True)
class DrawStep:
    """A step of a draw in a few words; is_done: it has been taken. is_next: it is owed now."""

    words: str
    is_done: bool = False
    is_next: bool = False


@dataclass(frozen=True, slots=True)
class StepsModel:
    """What stands below the line about what is to be done.

    line: who holds the trick and who has yet to answer. steps: those of the viewer's draw instead,
    () while nothing has been drawn. meaning: it in a sentence.
    """

    line: Runs = ()
    steps: tuple[DrawStep, ...] = ()
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class MatModel:
    """The viewer's own offer: its title, and what its cards are good for.

    is_open: whether a card goes there now. meaning: what an offer is, in a sentence.
    """

    title: str
    note: str = ""
    is_open: bool = False
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class TrashModel:
    """The trash of a seat, and how much ends the match. label: the word for it ("trash").

    meaning: it in a sentence.
    """

    label: str
    trash: int
    target: int
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class CountModel:
    """How many cards there are, and what they are ("cards", "discard").

    is_close: whether that is something to beware of. meaning: it in a sentence.
    """

    count: int
    label: str
    is_close: bool = False
    meaning: str = ""
