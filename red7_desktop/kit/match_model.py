"""Values that describe a match: log, results, achievements, reviews."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from red7_desktop.kit import phrases, table_model
from red7_desktop.kit.texts import Runs, Tone, to_plain
from red7_desktop.tabletop.game import Face


@dataclass(frozen=True, slots=True)
class SpreadCard:
    """One of the cards of a pile that are shown side by side on a page (see `Spread`)."""

    face: str
    caption: Runs = ()


@dataclass(frozen=True, slots=True)
class Spread:
    """The cards of a pile, such as the discard pile, shown side by side on a page.

    Attributes:
        title: Heading.
        note: Line above the cards; it may say how they are sorted.
        cards: The cards, from left to right.
        seats: For each card, from the bottom of the pile to its top, the seat that played it; () if
            the page doesn't show the seats.
    """

    title: str
    note: str
    cards: tuple[SpreadCard, ...]
    seats: tuple[int, ...] = ()


class RoundWon(NamedTuple):
    """The winners of a finished round, and the categories in which statistics count the round.

    Attributes:
        keys: For each seat, winner or not, the key of the `RoundCategory` in which the round is
            counted for this seat.
        winners: The winning seats.
    """

    keys: tuple[str, ...]
    winners: tuple[int, ...]


class RoundCategory(NamedTuple):
    """A category of rounds, such as the rule that decided them.

    Attributes:
        key: Key of the category in `RoundWon`.
        label: Name of the category, in one word.
        symbol: Letter of a card symbol, which also selects the colour.
        is_sign: True if the symbol alone identifies the category, so that the label can be left
            out.
        sound: Sound of the category, "" for none.
    """

    key: str
    label: str
    symbol: str
    is_sign: bool = False
    sound: str = ""


class RoundCategoryChart(NamedTuple):
    """Texts and categories of the chart that counts the won rounds of each category.

    Attributes:
        title: Heading of the chart.
        note: A line that explains the chart.
        shares: The categories of rounds, such as the rules that decided them.
    """

    title: str
    note: str
    shares: tuple[RoundCategory, ...]


class RoundGain(NamedTuple):
    """The result of a finished round for one seat, in a form to be stored.

    Attributes:
        key: Key of the round's category; "" if the game has no categories of rounds.
        points: Points that the seat gained.
        is_won: Whether the seat won the round.
    """

    key: str
    points: int
    is_won: bool


class RoundTile(NamedTuple):
    """The small tile that shows a seat's result of one round in a list of rounds.

    Attributes:
        words: Text to read aloud, for example "Red, won".
        label: Text on the tile; "" if the symbol is drawn.
        symbol: Letter of a symbol of the game's cards; "" for none.
        tone: Colour of the tile if there is no symbol.
        square: Emoji of a coloured square, for results that are shared as text.
        is_bright: Whether the tile is filled; otherwise only its rim is drawn.
    """

    words: str
    label: str = ""
    symbol: str = ""
    tone: Tone = Tone.PLAIN
    square: str = "⬜"
    is_bright: bool = True


class Feat(NamedTuple):
    """An achievement.

    Attributes:
        key: Identifier under which the achievement is stored.
        title: Short name.
        line: Description in one line.
        emblem: Name of the achievement's picture.
    """

    key: str
    title: str
    line: str
    emblem: str


@dataclass(frozen=True, slots=True)
class RoundStory:
    """The description of a finished round on its result page.

    Attributes:
        lines: The round's events, in order.
        last: The round's result, shown in a box below the events.
        letter: Letter of a card colour, such as "R" for red. The box with the result is drawn in
            this colour; with "" it is drawn in the theme's accent colour.
    """

    lines: tuple[table_model.HistoryLine, ...]
    last: Runs
    letter: str = ""


class CountedCard(NamedTuple):
    """A card that is counted at the end of a round.

    Attributes:
        face: Text form of the card.
        points: Points that the card scores.
        name: Name of the card as read aloud.
    """

    face: str
    points: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class CountedTally:
    """Cards that are counted one after another on the page about a finished round.

    Attributes:
        title: Heading.
        cards: The cards, in the order of counting.
        unit: Unit shown below the sum, such as "points".
        note: Text shown instead of cards if no card counts.
    """

    title: str
    cards: tuple[CountedCard, ...]
    unit: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One seat's points before and after a round.

    Attributes:
        label: Name and portrait of the seat.
        before: Points before the round.
        after: Points after the round.
        target: Points that end the match.
        is_winner: Whether the seat has won the round or match.
        cards: Cards of the seat that are turned face up while its points are counted.
    """

    label: phrases.SeatLabel
    before: int
    after: int
    target: int = 0
    is_winner: bool = False
    cards: tuple[Face, ...] = ()


class TurningPoint(NamedTuple):
    """The turn that decided a round or match, as described on the result page.

    Attributes:
        line: Description of the turn in one sentence.
        cards: Text forms of the cards played in this turn.
        miss: Sentence about how near the viewer came to winning, if the viewer lost.
        head_start: Text about the points with which the seats began the match; empty if no seat had
            a head start.
        missed_goals: Text about goals, such as winning without a hint, that the viewer missed in a
            match that the viewer won; empty if there are none.
    """

    line: Runs = ()
    cards: tuple[str, ...] = ()
    miss: Runs = ()
    head_start: Runs = ()
    missed_goals: Runs = ()


NO_TURNING_POINT: Final = TurningPoint()


@dataclass(frozen=True, slots=True)
class RoundRow:
    """One round in a table of rounds.

    Attributes:
        number: Number of the round from 1. The row 0 has the points with which the seats began the
            match (head start).
        winners: Winning seats.
        names: Names of the winners, joined to one text.
        by: Text that says how the round was won, such as the rule that decided it.
        points: Points of each seat in the round; None for a seat that couldn't score.
    """

    number: int
    winners: tuple[int, ...]
    names: str
    by: Runs
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class RoundsTable:
    """All rounds of a match with total points.

    Attributes:
        seats: The seats, in the order of `totals`.
        titles: Headings for number, winners and reason; () for a table without rounds.
        rows: The rounds.
        totals: Total points by seat.
    """

    seats: tuple[phrases.SeatLabel, ...]
    titles: tuple[str, ...]
    rows: tuple[RoundRow, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EndModel:
    """The end of a round or match.

    Attributes:
        title: Heading.
        winners: The winning seats.
        story: Events and result of the last round; None if `rounds` is shown instead.
        counted: Cards that the page counts one by one for the last round; None for no counting.
        rounds: Table of all rounds, for the end of a match with points.
        scores: Points of each seat, best first; () in a match without points.
        gains: Tone, which selects the text's colour, of points gained in a round.
        turning_point: The turn that decided the round or match; empty if no turn did.
        standing: Sentences about everyone's points, read aloud instead of the bare numbers.
    """

    title: str
    winners: tuple[phrases.SeatLabel, ...]
    story: RoundStory | None = None
    counted: CountedTally | None = None
    rounds: RoundsTable | None = None
    scores: tuple[ScoreRow, ...] = ()
    gains: Tone = Tone.GOOD
    turning_point: TurningPoint = NO_TURNING_POINT
    standing: tuple[Runs, ...] = ()


class MatchLine(NamedTuple):
    """The description of a stored match in a list.

    Attributes:
        rules: Text about the match's rules, and about its progress if it isn't over.
        standing: Text about the points, "" for none.
        counts: Number shown below each seat's portrait: the seat's points or number of cards; ()
            for none.
    """

    rules: str
    standing: str = ""
    counts: tuple[int, ...] = ()


class RingArc(NamedTuple):
    """An arc of the ring in the closing animation.

    Attributes:
        letter: Letter of the arc's colour, such as "R" for red.
        is_strong: Whether the arc is larger than the other arcs.
        sound: Sound that is played when the arc appears, "" for none.
    """

    letter: str
    is_strong: bool
    sound: str = ""


@dataclass(frozen=True, slots=True)
class Finale:
    """The closing animation of a round or match: points are counted in a ring, a winner is crowned.

    Attributes:
        title: Heading.
        winners: The seats to crown.
        shares: Each seat's points, in the order in which they are counted; () for no points.
        flying_cards: Cards that fly into the ring one by one, where their points are added up. The
            sum then flies to the winner.
        unit: Unit below the winner's points.
        lights: Arcs of the ring, clockwise from the top; () for a plain ring.
        gains: Tone in which gained points are written, see `RoundsFacet.gains`.
        sound: Sound of each counted card.
        is_won: False if the humans at this screen have lost; the animation is then quieter.
        mark: Icon in the ring until the winner is crowned, "" for none.
    """

    title: str
    winners: tuple[phrases.SeatLabel, ...]
    shares: tuple[ScoreRow, ...] = ()
    flying_cards: tuple[CountedCard, ...] = ()
    unit: str = ""
    lights: tuple[RingArc, ...] = ()
    gains: Tone = Tone.GOOD
    sound: str = ""
    is_won: bool = True
    mark: str = ""

    @property
    def crowned(self) -> frozenset[int]:
        return frozenset(label.seat for label in self.winners)


def build_finale(end: EndModel) -> Finale:
    """Build the closing animation of a round or match from its result page."""
    shares = end.scores
    if not shares and end.rounds is not None:
        totals = zip(end.rounds.seats, end.rounds.totals, strict=True)
        shares = tuple([ScoreRow(label, 0, points) for label, points in totals])
    if end.counted is not None:
        rising = end.counted.cards
    else:
        rising = ()
    return Finale(end.title, end.winners, shares, rising, gains=end.gains)


MAX_RECAP_LINES: Final = 7
"""Maximum number of lines in a recap of the events since a player's last turn.

Earlier lines are dropped."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log.

    Attributes:
        number: Number of the turn in its log section; 0 for a line that isn't a turn.
        seat: Seat whose turn the line describes; None if nobody acted.
        line: The text.
    """

    number: int
    seat: int | None
    line: Runs


@dataclass(frozen=True, slots=True)
class LogSection:
    """A part of the match log, usually one round.

    Attributes:
        title: Heading, "" for none.
        lines: One line for each turn.
        announced: Line that announces the start of the round, for recaps (see `build_recap`).
        opening: Description of the deal.
        ending: Result of the round; () while it is running.
        winners: Winning seats.
        detail: Sentence about how the round was won.
        standing: Sentences about everyone's points after the round.
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
        """The winning seat; None if nobody or several seats won."""
        if len(self.winners) == 1:
            return self.winners[0]
        return None


def to_text(log: Iterable[LogSection]) -> str:
    """Convert a log to plain text."""
    return "\n\n".join(["\n".join(_write_section(section)) for section in log]) + "\n"


def _write_section(section: LogSection) -> list[str]:
    turns = [
        f"{each.number}. {to_plain(each.line)}" if each.number else to_plain(each.line)
        for each in section.lines
    ]
    result_lines = (section.ending, section.detail, *section.standing)
    lines = [section.title, *map(to_plain, section.opening), *turns, *map(to_plain, result_lines)]
    return [line for line in lines if line]


@dataclass(frozen=True, slots=True)
class Recap:
    """The events since a player's last turn, shown when this player takes over a shared screen.

    Attributes:
        lines: The last lines of the log.
        left_out: Number of earlier lines that were dropped.
        out: Name of the player who passes on the screen, if that player has just dropped out of the
            round; otherwise "".
    """

    lines: tuple[table_model.HistoryLine, ...]
    left_out: int = 0
    out: str = ""


def build_recap(log: Sequence[LogSection], seat: int) -> Recap:
    """Return the log's lines since a seat's last turn, or all lines if the seat had no turn yet.

    Args:
        log: Log whose sentences address the seat as "you". It must contain no hidden cards, because
            several players may look at the screen while they swap places.
        seat: Seat of the player who takes over the screen.
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
    return Recap(tuple(lines[-MAX_RECAP_LINES:]), max(0, len(lines) - MAX_RECAP_LINES))
