"""How rounds and matches ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.kit.language.rich_text import Tone

if TYPE_CHECKING:
    from red7_desktop.kit.hud.model import HistoryLine
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.kit.language.seat_words import SeatSign


@dataclass(frozen=True, slots=True)
class Story:
    """How a round went: lines in their order, and the last one, which has a box of its own.

    letter: of the symbol in whose colour the box lies; "" for none.
    """

    lines: tuple[HistoryLine, ...]
    last: Runs
    letter: str = ""


class CountedCard(NamedTuple):
    """A card by its face, and what it counts."""

    face: str
    worth: int


@dataclass(frozen=True, slots=True)
class CountedTally:
    """Cards that are counted one after another: a heading, and the unit below their sum.

    note: what there is to say in their place, where no card counts.
    """

    title: str
    cards: tuple[CountedCard, ...]
    unit: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One seat's points before and after a round, and how many end the match."""

    sign: SeatSign
    before: int
    after: int
    target: int
    is_winner: bool


class TurningStory(NamedTuple):
    """A round or match in a sentence, and the cards of the turn that it turned with.

    miss: for a viewer who has lost, how near they came.
    """

    line: Runs = ()
    cards: tuple[str, ...] = ()
    miss: Runs = ()


UNTOLD: Final = TurningStory()


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """The end of a round that has winners.

    counted: what came of it in cards, None for nothing to count. scores: the best first; () where
    no points are kept. gains: how more points are meant.
    """

    title: str
    winners: tuple[SeatSign, ...]
    story: Story
    counted: CountedTally | None = None
    scores: tuple[ScoreRow, ...] = ()
    gains: Tone = Tone.GOOD
    told: TurningStory = UNTOLD


@dataclass(frozen=True, slots=True)
class RoundRow:
    """One round in a table: winners by seat and in words, what decided it, and points by seat.

    points: None for a seat that had none to get.
    """

    number: int
    winners: tuple[int, ...]
    names: str
    by: Runs
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class RoundsTable:
    """All rounds of a match, with the sums of the points.

    titles: above number, winners and what decided a round; () for a table without rounds. seats:
    one for each total.
    """

    seats: tuple[SeatSign, ...]
    titles: tuple[str, ...]
    rows: tuple[RoundRow, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The end of a match: the table of its rounds, or, where no points are kept, a story.

    scores, gains: as those of its last round; with them, the table has a page of its own.
    """

    title: str
    winners: tuple[SeatSign, ...]
    rounds: RoundsTable | None = None
    story: Story | None = None
    scores: tuple[ScoreRow, ...] = ()
    gains: Tone = Tone.GOOD
    told: TurningStory = UNTOLD


class MatchLine(NamedTuple):
    """What is said of a kept match. rules: by which, how far it is. standing: the points, or ""."""

    rules: str
    standing: str = ""
