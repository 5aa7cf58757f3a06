"""The command `calibrate`: whether players reckon right with the chance to win a match."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.red7.players.evaluation import PACES
from red7_desktop.lab.arena import read_entrant
from red7_desktop.lab.columns import format_columns
from red7_desktop.lab.command import Answer, Input, LabCommand
from red7_desktop.lab.contest import Contest, DealReport, play_game
from red7_desktop.lab.jobs import run_in_order
from red7_desktop.lab.numbers import read_whole_from
from red7_desktop.lab.progress import ProgressBar
from red7_desktop.lab.red7.calibration import (
    LEADS,
    MISSING,
    MOST,
    build_cells,
    compute_surprise,
    fit_pace,
    list_outlooks,
    measure_pace,
)

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from red7_desktop.games.red7.rules.rounds import MatchState
    from red7_desktop.games.registry import GameRow

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
    parser.add_argument(
        "--matches", type=read_whole_from(1), default=500, metavar="N", help="how many; 500 without"
    )
    parser.add_argument(
        "--seed",
        type=read_whole_from(),
        default=1,
        metavar="S",
        help="any whole number; 1 without this",
    )
    parser.add_argument(
        "--jobs",
        type=read_whole_from(1),
        default=1,
        metavar="J",
        help="processes to use; 1 without",
    )
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


def command_for(row: GameRow) -> LabCommand:
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
