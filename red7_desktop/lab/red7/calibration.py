"""Compares the chance to win a match that players reckon with to how often it is won."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

from red7_desktop.games.red7.players.evaluation import PACES, MatchPace, Stakes
from red7_desktop.games.red7.rules.cards import cards_in
from red7_desktop.games.red7.rules.rounds import MatchOptions, MatchState, leaders_of, points_of

Piles: TypeAlias = tuple[tuple[int, ...], ...]


class Outlook(NamedTuple):
    """How a match stood after a round that did not end it, and who won it in the end."""

    match: int
    piles: Piles
    winners: tuple[int, ...]


class NumberRange(NamedTuple):
    """Whole numbers from one to another, both included."""

    least: int
    most: int


MOST: Final = 999
"""More than any number of points."""


LEADS: Final = (
    NumberRange(-MOST, -21),
    NumberRange(-20, -11),
    NumberRange(-10, -1),
    NumberRange(0, 0),
    NumberRange(1, 10),
    NumberRange(11, 20),
    NumberRange(21, MOST),
)
"""How far a seat is ahead of the best of its rivals."""


MISSING: Final = (NumberRange(1, 8), NumberRange(9, 16), NumberRange(17, 24), NumberRange(25, MOST))
"""What the seat that leads is short of the target."""


class Cell(NamedTuple):
    """One cell of the table: how many seats stood so, and what was foretold and won on average.

    error: of the difference; the standings of one match count together, for they hang together.
    """

    seats: int
    foretold: float
    won: float
    error: float


def list_outlooks(state: MatchState, match: int) -> list[Outlook]:
    """List how a match stood after each round but the last."""
    winners = leaders_of(points_of(state.position.scores))
    piles: Piles = ((),) * state.options.seats
    found: list[Outlook] = []
    for result in state.rounds[:-1]:
        taken = tuple(cards_in(result.taken))
        piles = tuple(
            [pile + taken if seat == result.winner else pile for seat, pile in enumerate(piles)]
        )
        found.append(Outlook(match, piles, winners))
    return found


def build_cells(
    options: MatchOptions, outlooks: Iterable[Outlook]
) -> dict[tuple[NumberRange, NumberRange], Cell]:
    """Add up every seat of all outlooks, by its lead and by what the leading seat is short of.

    Where there are two seats, the one behind mirrors the one ahead and is left out.
    """
    found: dict[tuple[NumberRange, NumberRange], list[tuple[int, float, float]]] = {}
    for outlook in outlooks:
        points = points_of(outlook.piles)
        missing = _find_span(options.target - max(points), MISSING)
        for seat, own in enumerate(points):
            lead = own - max(points[:seat] + points[seat + 1 :])
            if len(points) > 2 or lead >= 0:
                foretold = Stakes(options, outlook.piles, seat).value(seat, 0)
                won = 1.0 / len(outlook.winners) if seat in outlook.winners else 0.0
                cell = found.setdefault((_find_span(lead, LEADS), missing), [])
                cell.append((outlook.match, foretold, won))
    places = [(lead, missing) for lead in LEADS for missing in MISSING]
    return {place: _build_cell(found[place]) for place in places if place in found}


def _find_span(number: int, spans: tuple[NumberRange, ...]) -> NumberRange:
    return next(span for span in spans if number <= span.most)


def _build_cell(seats: list[tuple[int, float, float]]) -> Cell:
    count = len(seats)
    foretold = math.fsum([each[1] for each in seats]) / count
    won = math.fsum([each[2] for each in seats]) / count
    off: dict[int, float] = {}
    for match, expected, came in seats:
        off[match] = off.get(match, 0.0) + (came - won) - (expected - foretold)
    return Cell(count, foretold, won, math.sqrt(math.fsum([x * x for x in off.values()])) / count)


def compute_surprise(options: MatchOptions, outlooks: list[Outlook], pace: MatchPace) -> float:
    """Return the mean of minus the logarithm of the chance of who won: the less, the better."""
    total = [
        -math.log(Stakes(options, each.piles, winner, {len(each.piles): pace}).value(winner, 0))
        / len(each.winners)
        for each in outlooks
        for winner in each.winners
    ]
    return math.fsum(total) / max(len(outlooks), 1)


def fit_pace(options: MatchOptions, outlooks: list[Outlook], measured: MatchPace) -> MatchPace:
    """Return the pace with the spread and the shrinking that surprise least."""
    return min(
        _list_paces_near(measured), key=lambda pace: compute_surprise(options, outlooks, pace)
    )


def _list_paces_near(pace: MatchPace) -> Iterator[MatchPace]:
    for spread in range(10, 41):
        for tenths in range(11):
            yield pace._replace(spread=float(spread), shrinking=tenths / 10)


def measure_pace(matches: list[MatchState]) -> MatchPace:
    """Measure what rounds are worth and how many a match has; the rest is what the program has."""
    rounds = [result for state in matches for result in state.rounds]
    cards = sum([result.taken.bit_count() for result in rounds])
    known = PACES[matches[0].options.seats]
    return known._replace(cards=cards / len(rounds), rounds=len(rounds) / len(matches))
