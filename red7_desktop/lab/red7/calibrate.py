"""Whether players reckon right with the chance to win a match."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from red7_desktop.games.red7.players.evaluation import PACES, MatchPace, Stakes
from red7_desktop.games.red7.rules.cards import cards_in
from red7_desktop.games.red7.rules.rounds import MatchOptions, MatchState, leaders_of, points_of
from red7_desktop.lab.arena import Contest, DealReport, play_game, read_entrant
from red7_desktop.lab.command import (
    Answer,
    Input,
    LabCommand,
    ProgressBar,
    add_jobs,
    add_number,
    add_seed,
    format_columns,
    run_in_order,
)

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from red7_desktop.games.registry import GameRow

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


RULES: Final = "advanced@1.3"


def add_arguments(row: GameRow, parser: ArgumentParser) -> None:
    """Add who plays, and how many matches."""
    parser.add_argument(
        "--player",
        type=partial(read_entrant, row),
        default="sharp",
        metavar="A",
        help="who sits on every seat, as in arena; sharp without this",
    )
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), default=2, help="2 to 4; 2 without")
    add_number(parser, "--matches", 500, "how many")
    add_seed(parser)
    add_jobs(parser)
    parser.add_argument(
        "--fit", action="store_true", help="look for the figures that would have foretold it best"
    )


def answer_calibration(row: GameRow, arguments: Namespace, stdin: Input) -> Iterator[Answer]:
    """Answer once, with what came of all matches, or of those before Ctrl+C."""
    entrants = (arguments.player,) * arguments.seats
    contest = Contest(row, entrants, {"rules": RULES}, arguments.seed, match=True)
    matches: list[MatchState] = []
    interrupted = False
    try:
        with (
            run_in_order(
                partial(_play_match, contest), range(arguments.matches), arguments.jobs
            ) as coming,
            ProgressBar(arguments.matches, sys.stderr) as progress,
        ):
            for state in coming:
                matches.append(state)
                progress.show(len(matches))
    except KeyboardInterrupt:
        interrupted = True
    if matches:
        yield compare_forecasts(contest, matches, fit=arguments.fit)
    if interrupted:
        raise KeyboardInterrupt


def _play_match(contest: Contest, deal: int) -> MatchState:
    state: MatchState = play_game(contest, deal, 0, DealReport.empty(contest, deal))
    return state


def compare_forecasts(contest: Contest, matches: list[MatchState], *, fit: bool) -> Answer:
    """Compare what was foretold after every round with how the matches ended."""
    options = matches[0].options
    outlooks = [each for nth, state in enumerate(matches) for each in list_outlooks(state, nth)]
    player = contest.entrants[0]
    answer: Answer = {
        "player": player.name,
        "budget": player.budget,
        "seats": contest.seats,
        "matches": len(matches),
        "outlooks": len(outlooks),
        "cells": [
            {"lead": list(lead), "missing": list(missing), **cell._asdict()}
            for (lead, missing), cell in build_cells(options, outlooks).items()
        ],
    }
    measured = measure_pace(matches)
    if fit and outlooks:
        measured = fit_pace(options, outlooks, measured)
    answer["paces"] = {
        name: {**pace._asdict(), "surprise": compute_surprise(options, outlooks, pace)}
        for name, pace in (("known", PACES[contest.seats]), ("measured", measured))
    }
    return answer


def show(answer: Answer) -> str:
    """Write a table for people: a row for each lead, a column for what the leading seat misses."""
    player = answer["player"] + (f":{answer['budget']}" if answer["budget"] else "")
    cells = {(*each["lead"], *each["missing"]): each for each in answer["cells"]}
    rows = [["lead", *[f"{_describe_span(missing)} missing" for missing in MISSING]]]
    rows += [
        [_describe_span(lead), *[_format_cell(cells.get((*lead, *missing))) for missing in MISSING]]
        for lead in LEADS
        if any((*lead, *missing) in cells for missing in MISSING)
    ]
    title = (
        f"{player}, {answer['seats']} seats, {answer['matches']} matches: "
        "chance foretold, share won, difference ± its error, seats counted"
    )
    return "\n".join([title, *format_columns(rows), "", *_format_paces(answer["paces"])])


def _format_paces(paces: dict[str, Any]) -> list[str]:
    rows = [["", *next(iter(paces.values()))]]
    rows += [[name, *[f"{each:.3f}" for each in pace.values()]] for name, pace in paces.items()]
    return format_columns(rows)


def _describe_span(span: Sequence[int]) -> str:
    least, most = span
    if least == most:
        return str(least)
    return (
        f"up to {most}"
        if least == -MOST
        else f"from {least}"
        if most == MOST
        else f"{least} to {most}"
    )


def _format_cell(cell: Answer | None) -> str:
    if cell is None:
        return "-"
    foretold, won = cell["foretold"], cell["won"]
    off = f"{won - foretold:+.3f} ± {cell['error']:.3f}"
    return f"{foretold:.3f} {won:.3f} {off} {cell['seats']:5}"


def make_calibrate_command(row: GameRow) -> LabCommand:
    """Make the command for the row of Red7."""
    return LabCommand(
        name="calibrate",
        summary="compare the match chances that players reckon with to how matches end",
        details="""\
Plays advanced matches of one player against itself. After every round but the last it asks what
chance the program gives each seat to win the match (`games/red7/players/evaluation.py`), and in
the end compares that with how often it was won: by how far a seat is ahead of its best rival, and
by how many points the leading seat misses. With two seats the seat behind mirrors the one ahead and
is left out. Under the table stand the figures that the chances rest on, those that the program has
and those measured; `surprise` is the mean of minus the logarithm of the chance of who won. --fit
looks for the spread and the shrinking that surprise least. The same seed gives the same table.

  python -m red7_desktop.lab calibrate --player sharp:600 --matches 1000 --fit
""",
        add_arguments=partial(add_arguments, row),
        answers=partial(answer_calibration, row),
        show=show,
    )
