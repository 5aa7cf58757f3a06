"""Whether players reckon right with the chance to win a match."""

from __future__ import annotations

import math
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from red7_desktop.games.red7.players.evaluation import PACES, MatchPace, Stakes
from red7_desktop.games.red7.rules import cards
from red7_desktop.games.red7.rules.rounds import MatchOptions, MatchState, leaders_of, points_of
from red7_desktop.lab import command
from red7_desktop.lab.arena import Contest, Entrant, GameReport, play_game, read_entrant

Piles: TypeAlias = tuple[tuple[int, ...], ...]


class Outlook(NamedTuple):
    """How a match stood after a round that did not end it, and who won it in the end."""

    match: int
    piles: Piles
    winners: tuple[int, ...]


NumberRange: TypeAlias = tuple[int, int]
"""Whole numbers from one to another, both included."""
MOST: Final = 999
"""More than any number of points."""

LEADS: Final[tuple[NumberRange, ...]] = (
    *((-MOST, -21), (-20, -11), (-10, -1), (0, 0)),
    *((1, 10), (11, 20), (21, MOST)),
)
"""How far a seat is ahead of the best of its rivals."""
MISSING: Final[tuple[NumberRange, ...]] = ((1, 8), (9, 16), (17, 24), (25, MOST))
"""What the seat that leads is short of the target."""


def list_outlooks(state: MatchState, match: int) -> list[Outlook]:
    """List how a match stood after each round but the last."""
    winners = leaders_of(points_of(state.position.scores))
    piles: Piles = ((),) * state.options.seats
    found: list[Outlook] = []
    for result in state.rounds[:-1]:
        taken = tuple(cards.cards_in(result.taken))
        piles = tuple(
            [pile + taken if seat == result.winner else pile for seat, pile in enumerate(piles)]
        )
        found.append(Outlook(match, piles, winners))
    return found


def build_cells(
    options: MatchOptions, outlooks: Iterable[Outlook]
) -> dict[tuple[NumberRange, NumberRange], command.Answer]:
    """Add up every seat of all outlooks, by its lead and by what the leading seat is short of.

    Each cell has how many seats stood so, what was foretold and won on average, and the error of
    the difference: the standings of one match count together, for they go together. Where there
    are two seats, the one behind mirrors the one ahead and is left out.
    """
    found: dict[tuple[NumberRange, NumberRange], list[tuple[int, float, float]]] = {}
    for outlook in outlooks:
        points = points_of(outlook.piles)
        missing = _find_range(options.target - max(points), MISSING)
        for seat, own in enumerate(points):
            lead = own - max(points[:seat] + points[seat + 1 :])
            if len(points) > 2 or lead >= 0:
                foretold = Stakes(options, outlook.piles, seat).value(seat, 0)
                won = 1.0 / len(outlook.winners) if seat in outlook.winners else 0.0
                cell = found.setdefault((_find_range(lead, LEADS), missing), [])
                cell.append((outlook.match, foretold, won))
    places = [(lead, missing) for lead in LEADS for missing in MISSING]
    return {place: _build_cell(found[place]) for place in places if place in found}


def _find_range(number: int, ranges: tuple[NumberRange, ...]) -> NumberRange:
    return next(each for each in ranges if number <= each[1])


def _build_cell(seats: list[tuple[int, float, float]]) -> command.Answer:
    count = len(seats)
    foretold = math.fsum([each[1] for each in seats]) / count
    won = math.fsum([each[2] for each in seats]) / count
    off: dict[int, float] = {}
    for match, expected, came in seats:
        off[match] = off.get(match, 0.0) + (came - won) - (expected - foretold)
    error = math.sqrt(math.fsum([each**2 for each in off.values()])) / count
    return {"seats": count, "foretold": foretold, "won": won, "error": error}


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
    paces = [
        measured._replace(spread=float(spread), shrinking=tenths / 10)
        for spread in range(10, 41)
        for tenths in range(11)
    ]
    return min(paces, key=lambda pace: compute_surprise(options, outlooks, pace))


RULES: Final = "advanced@1.3"


class Calibrate(command.Command):
    """Compares foretold match chances with how matches end."""

    name = "calibrate"
    summary = "compare the match chances that players reckon with to how matches end"
    details = """\
Plays advanced matches of one player against itself. After every round but the last it asks what
chance the program gives each seat to win the match (`games/red7/players/evaluation.py`), and in
the end compares that with how often it was won: by how far a seat is ahead of its best rival, and
by how many points the leading seat misses. With two seats the seat behind mirrors the one ahead and
is left out. Under the table stand the figures that the chances rest on, those that the program has
and those measured; `surprise` is the mean of minus the logarithm of the chance of who won. --fit
looks for the spread and the shrinking that surprise least. The same seed gives the same table.

  python -m red7_desktop.lab calibrate --player sharp:600 --matches 1000 --fit
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--player",
            type=partial(read_entrant, self.row),
            default="sharp",
            metavar="A",
            help="who sits on every seat, as in arena; sharp without this",
        )
        parser.add_argument("--seats", type=int, choices=(2, 3, 4), default=2, help="2 without")
        command.add_number(parser, "--matches", "how many", 500)
        command.add_seed(parser)
        parser.add_argument(
            "--fit", action="store_true", help="look for the figures that would have foretold best"
        )

    def answers(self, arguments: Namespace) -> Iterator[command.Answer]:
        entrants = (arguments.player,) * arguments.seats
        contest = Contest(self.row, entrants, {"rules": RULES}, arguments.seed, is_match=True)
        yield from command.work_through(
            partial(play_game, contest),
            range(arguments.matches),
            arguments.jobs,
            lambda ends: [compare_forecasts(contest, ends, fit=arguments.fit)] if ends else [],
        )

    def show(self, answer: command.Answer) -> str:
        player = Entrant(answer["player"], answer["budget"])
        cells = {(*each["lead"], *each["missing"]): each for each in answer["cells"]}
        rows = [["lead", *[f"{_describe_range(missing)} missing" for missing in MISSING]]]
        for lead in LEADS:
            row = [cells.get((*lead, *missing)) for missing in MISSING]
            if any(row):
                rows.append([_describe_range(lead), *map(_format_cell, row)])
        title = (
            f"{player}, {answer['seats']} seats, {answer['matches']} matches: "
            "chance foretold, share won, difference ± its error, seats counted"
        )
        paces = answer["paces"]
        figures = [["", *paces["known"]]]
        figures += [[name, *[f"{each:.3f}" for each in paces[name].values()]] for name in paces]
        return "\n".join(
            [title, *command.format_columns(rows), "", *command.format_columns(figures)]
        )


def compare_forecasts(
    contest: Contest, played: list[tuple[MatchState, GameReport]], *, fit: bool
) -> command.Answer:
    """Compare what was foretold after every round with how the matches ended."""
    matches = [end for end, _ in played]
    options = matches[0].options
    outlooks = [each for nth, state in enumerate(matches) for each in list_outlooks(state, nth)]
    player = contest.entrants[0]
    # What rounds are worth, and how many a match has; the rest is what the program has.
    rounds = [result for state in matches for result in state.rounds]
    taken = sum([result.taken.bit_count() for result in rounds])
    known = PACES[options.seats]
    measured = known._replace(cards=taken / len(rounds), rounds=len(rounds) / len(matches))
    if fit and outlooks:
        measured = fit_pace(options, outlooks, measured)
    return {
        "player": player.name,
        "budget": player.budget,
        "seats": contest.seats,
        "matches": len(matches),
        "outlooks": len(outlooks),
        "cells": [
            {"lead": list(lead), "missing": list(missing), **cell}
            for (lead, missing), cell in build_cells(options, outlooks).items()
        ],
        "paces": {
            name: {**pace._asdict(), "surprise": compute_surprise(options, outlooks, pace)}
            for name, pace in (("known", known), ("measured", measured))
        },
    }


def _describe_range(numbers: Sequence[int]) -> str:
    least, most = numbers
    if least == most:
        return str(least)
    if least == -MOST:
        return f"up to {most}"
    return f"from {least}" if most == MOST else f"{least} to {most}"


def _format_cell(cell: command.Answer | None) -> str:
    if cell is None:
        return "-"
    foretold, won = cell["foretold"], cell["won"]
    off = f"{won - foretold:+.3f} ± {cell['error']:.3f}"
    return f"{foretold:.3f} {won:.3f} {off} {cell['seats']:5}"
