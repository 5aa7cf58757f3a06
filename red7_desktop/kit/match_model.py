"""What a match came to, as values: log, endings, reviews."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from red7_desktop.kit import phrases, table_model
from red7_desktop.kit.texts import Runs, Tone, to_plain
from red7_desktop.tabletop.game import Face


@dataclass(frozen=True, slots=True)
class SpreadCard:
    """One card of a spread and what stands below it."""

    face: str
    caption: Runs = ()


@dataclass(frozen=True, slots=True)
class Spread:
    """The cards of a pile, the first one to look at first. note: a line above them.

    seats: who has played each, in the order of the zone; () for a pile where that is not told.
    """

    title: str
    note: str
    cards: tuple[SpreadCard, ...]
    seats: tuple[int, ...] = ()


class RoundWon(NamedTuple):
    """A round that is over: by seat the key of what it counts for, and the seats that won it."""

    keys: tuple[str, ...]
    winners: tuple[int, ...]


class RoundCategory(NamedTuple):
    """One of the things that rounds are told apart by.

    key: as `RoundWon` has it. label: in a word. symbol: the letter of a symbol of the game's cards,
    whose colour it has. is_sign: whether the symbol stands for it, so that no one needs the label.
    sound: its own, "" for none.
    """

    key: str
    label: str
    symbol: str
    is_sign: bool = False
    sound: str = ""


class WonBy(NamedTuple):
    """How a game tells its rounds apart: a title, a line below it, and the shares in order."""

    title: str
    note: str
    shares: tuple[RoundCategory, ...]


class RoundGain(NamedTuple):
    """What a round that is over brought one seat; short enough to be stored.

    Attributes:
        key: What the round counts for, as in `RoundWon`; "" if the game doesn't tell them apart.
        points: Points that the seat gained.
        is_won: Whether the seat won it.
    """

    key: str
    points: int
    is_won: bool


class RoundSign(NamedTuple):
    """How a round is shown in a row of rounds.

    Attributes:
        words: Read aloud, for example "Red, won".
        label: Shown on the tile; "" if the symbol is drawn.
        symbol: Letter of a symbol of the game's cards; "" for none.
        tone: Colour of the tile if there is no symbol.
        square: A coloured square for text messages.
        is_bright: Whether the tile is filled; a pale one has a rim only.
    """

    words: str
    label: str = ""
    symbol: str = ""
    tone: Tone = Tone.PLAIN
    square: str = "⬜"
    is_bright: bool = True


class Feat(NamedTuple):
    """What is fun to have done: `key`, a short name, a line about it, and an emblem's name."""

    key: str
    title: str
    line: str
    emblem: str


@dataclass(frozen=True, slots=True)
class Story:
    """How a round went: lines in their order, and the last one, which has a box of its own.

    letter: of the symbol in whose colour the box lies; "" for none.
    """

    lines: tuple[table_model.HistoryLine, ...]
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
    """One seat's points before and after a round, and how many end the match.

    cards: its own, that are turned up as it counts.
    """

    sign: phrases.SeatSign
    before: int
    after: int
    target: int = 0
    is_winner: bool = False
    cards: tuple[Face, ...] = ()


class TurningStory(NamedTuple):
    """A round or match in a sentence, and the cards of the turn that it turned with.

    miss: for a viewer who has lost, how near they came.
    """

    line: Runs = ()
    cards: tuple[str, ...] = ()
    miss: Runs = ()


UNTOLD: Final = TurningStory()


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

    seats: tuple[phrases.SeatSign, ...]
    titles: tuple[str, ...]
    rows: tuple[RoundRow, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class End:
    """The end of a round, or of the match.

    story: None where the table of a match's rounds tells it. counted: what the last round came to
    in cards, None for nothing to count. rounds: of a match that was played for points. scores: the
    best first; () where no points are kept. gains: how more points are meant.
    """

    title: str
    winners: tuple[phrases.SeatSign, ...]
    story: Story | None = None
    counted: CountedTally | None = None
    rounds: RoundsTable | None = None
    scores: tuple[ScoreRow, ...] = ()
    gains: Tone = Tone.GOOD
    told: TurningStory = UNTOLD


class MatchLine(NamedTuple):
    """What is said of a kept match. rules: by which, how far it is. standing: the points, or "".

    counts: what each seat has of what is counted, in their order.
    """

    rules: str
    standing: str = ""
    counts: tuple[int, ...] = ()


class RingLight(NamedTuple):
    """An arc of the ring: the letter of its colour, and the sound that it comes with, "" for none.

    is_strong: whether it stays larger than the others.
    """

    letter: str
    is_strong: bool
    sound: str = ""


@dataclass(frozen=True, slots=True)
class Finale:
    """What is played once a round or match is over, in this order.

    lights: the arcs of the ring, clockwise from the top; () for a plain ring. rising: cards whose
    worth goes into the ring one after another, and so to the winner. shares: everyone's points,
    the first to count first; () where nothing is counted. unit: stands below the winner's points.
    gains: how more points are meant. sound: of each that counts. winners: who is crowned.
    is_won: whether somebody at this screen is, or nobody could be; else it is played with less ado.
    mark: the icon in the ring until the winner is crowned, "" for none.
    """

    title: str
    winners: tuple[phrases.SeatSign, ...]
    shares: tuple[ScoreRow, ...] = ()
    rising: tuple[CountedCard, ...] = ()
    unit: str = ""
    lights: tuple[RingLight, ...] = ()
    gains: Tone = Tone.GOOD
    sound: str = ""
    is_won: bool = True
    mark: str = ""

    @property
    def crowned(self) -> frozenset[int]:
        return frozenset(sign.seat for sign in self.winners)


def build_finale(end: End) -> Finale:
    """Return the moment that follows from what the pages tell."""
    shares = end.scores
    if not shares and end.rounds is not None:
        totals = zip(end.rounds.seats, end.rounds.totals, strict=True)
        shares = tuple([ScoreRow(sign, 0, points) for sign, points in totals])
    if end.counted is not None:
        rising = end.counted.cards
    else:
        rising = ()
    return Finale(end.title, end.winners, shares, rising, gains=end.gains)


MOST: Final = 7
"""How many lines are told of what someone missed; of more, the last ones."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line. number: of the turn in its section, 0 for a line that is none.

    seat: whose doing, None for the table's.
    """

    number: int
    seat: int | None
    line: Runs


@dataclass(frozen=True, slots=True)
class LogSection:
    """A part of a match, such as a round: its heading, what it began with, turns, how it ended.

    title: "" for no heading. announced: that it began, for who did not see it. ending, detail,
    standing: who won it, the outcome of that, and how everyone stands; () while it goes on.
    """

    title: str
    lines: tuple[LogLine, ...]
    announced: Runs = ()
    opening: tuple[Runs, ...] = ()
    ending: Runs = ()
    winners: tuple[int, ...] = ()
    detail: Runs = ()
    standing: tuple[Runs, ...] = ()

    @property
    def winner(self) -> int | None:
        """Who won it alone; None where no one or several did."""
        if len(self.winners) == 1:
            return self.winners[0]
        return None


def text_of(log: Iterable[LogSection]) -> str:
    """Return a log as plain text, to be read anywhere."""
    return "\n\n".join(["\n".join(_write_section(section)) for section in log]) + "\n"


def _write_section(section: LogSection) -> list[str]:
    turns = [
        f"{each.number}. {to_plain(each.line)}" if each.number else to_plain(each.line)
        for each in section.lines
    ]
    told = (section.ending, section.detail, *section.standing)
    lines = [section.title, *map(to_plain, section.opening), *turns, *map(to_plain, told)]
    return [line for line in lines if line]


@dataclass(frozen=True, slots=True)
class Recap:
    """What someone missed. left_out: how many earlier lines there would be."""

    lines: tuple[table_model.HistoryLine, ...]
    left_out: int = 0


def build_recap(log: Sequence[LogSection], seat: int) -> Recap:
    """Return what has happened since a seat's last turn, or all of it where it has had none.

    log: as everyone may know it, in words for the seat: it is shown while the screen passes on.
    """
    lines: list[table_model.HistoryLine] = []
    for section in log:
        if section.announced:
            lines.append(table_model.HistoryLine(None, section.announced))
        for entry in section.lines:
            if entry.seat == seat:
                lines.clear()
            else:
                lines.append(table_model.HistoryLine(entry.seat, entry.line))
        if section.ending:
            lines.append(table_model.HistoryLine(section.winner, section.ending))
    return Recap(tuple(lines[-MOST:]), max(0, len(lines) - MOST))
