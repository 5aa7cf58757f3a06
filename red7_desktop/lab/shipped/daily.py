"""The command `daily`: finds deals that the strongest player wins about as often as it loses.

What it prints is what `assets/daily` has of each game, so the lists can be made again.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from red7_desktop.lab.bad_input import BadInput
from red7_desktop.lab.command import Answer, Input, LabCommand
from red7_desktop.lab.jobs import run_in_order
from red7_desktop.lab.numbers import read_whole_from
from red7_desktop.lab.progress import ProgressBar
from red7_desktop.tabletop.game import TABLE

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from red7_desktop.games.registry import GameRow
    from red7_desktop.tabletop.player import Daily

LEAST: Final = 0.4
"""The part of its plays that a deal which is kept is won in at least; at most, all but so many."""


LOOK: Final = 20
"""After so many plays each time a deal is given up whose part lies outside of that."""


_APART: Final = 1_000_003


class Trial(NamedTuple):
    """How deals are tried: the game, how much work the strongest player does, how many plays."""

    row: GameRow
    budget: int
    plays: int


def count_wins(trial: Trial, deal: int) -> float | None:
    """Play a deal as often as it takes, and count what the first seat wins; a tie counts half.

    None as soon as it will be won, or lost, too often to be kept when it is looked at next.
    """
    won = 0.0
    for play in range(1, trial.plays + 1):
        won += _play_once(trial, deal, play)
        seen = min(-(-play // LOOK) * LOOK, trial.plays)
        most = seen - LEAST * seen
        if won > most or play - won > most:
            return None
    return won


def _play_once(trial: Trial, deal: int, play: int) -> float:
    """Play a deal once, with another chance of the players' own each time; give the first's part.

    Only `random.random` is used, whose sequence is the same everywhere.
    """
    game, players = trial.row.rules(), trial.row.players()
    daily = _require_daily(trial.row)
    strongest = players.levels[-1].key
    rivals = players.budget_of(daily.rival)
    seats = [(players.player_of(strongest), trial.budget)]
    # Where it plays against itself, both work as much: less work then says the same of the deal.
    own = trial.budget if daily.rival == strongest else rivals
    seats.append((players.player_of(daily.rival), own))
    chance = random.Random(f"{deal} {play}")
    state: Any = game.start(daily.all_options, deal)
    while (result := game.result(state)) is None:
        seat = game.to_act(state)[0]
        if seat == TABLE:
            steps = game.legal_steps(state, seat)[:1]
        else:
            player, budget = seats[seat]
            seed = int(chance.random() * (1 << 48))
            steps = player.choose(game.observe(state, seat), budget, seed).steps
        for step in steps:
            state = game.take(state, seat, step).state
    return (0 in result.winners) / len(result.winners)


def _require_daily(row: GameRow) -> Daily:
    daily = row.players().daily
    if daily is None:
        raise BadInput("--game", f"{row.name} has no deal of the day")
    return daily


def answer_daily_deals(row: GameRow, arguments: Namespace, stdin: Input) -> Iterator[Answer]:
    """Answer with how deals are tried, then with each that is kept. Raises BadInput."""
    players = row.players()
    strongest = players.levels[-1].key
    trial = Trial(row, arguments.budget or players.budget_of(strongest), arguments.plays)
    yield {
        "game": row.name,
        "player": f"{strongest}:{trial.budget}",
        "rival": _require_daily(row).rival,
        "plays": trial.plays,
        "seed": arguments.seed,
    }
    first = arguments.seed * _APART
    tried = range(first, first + arguments.tries)
    kept = 0
    with (
        run_in_order(partial(count_wins, trial), tried, arguments.jobs) as coming,
        ProgressBar(arguments.tries, sys.stderr) as progress,
    ):
        for nth, (deal, won) in enumerate(zip(tried, coming, strict=False), start=1):
            if won is not None:
                kept += 1
                yield {"deal": deal, "won": won, "plays": trial.plays}
            progress.show(nth, f"{kept} kept")


def show_daily_deal(answer: Answer) -> str:
    """Write a deal as the lists have it, and how deals are tried as a remark above them."""
    if "deal" in answer:
        return f"{answer['deal']} {answer['won']:g}/{answer['plays']}"
    return "# {game}: {player} against {rival}, {plays} plays a deal, seed {seed}".format(**answer)


def _add_daily_arguments(row: GameRow, parser: ArgumentParser) -> None:
    strongest = row.players().levels[-1].key
    parser.add_argument(
        "--tries",
        type=read_whole_from(1),
        default=100,
        metavar="N",
        help="deals to try; 100 without",
    )
    parser.add_argument(
        "--plays",
        type=read_whole_from(1),
        default=20,
        metavar="N",
        help="plays of a deal; 20 without",
    )
    parser.add_argument(
        "--budget",
        type=read_whole_from(1),
        metavar="N",
        help=f"work of {strongest}; the level's own without this",
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


def command_for(row: GameRow) -> LabCommand:
    """Make the command for a game."""
    return LabCommand(
        name="daily",
        summary="find deals for the daily deal",
        details="""\
Tries deals, one after another: the strongest player plays each several times against the
opponent of the daily deal, and the deals are printed of which it wins 40 to 60 of 100 plays,
counted after every 20.
The same seed gives the same deals, however many jobs try them.

  python -m red7_desktop.lab daily --tries 10 --plays 10 --budget 500
""",
        add_arguments=partial(_add_daily_arguments, row),
        answers=partial(answer_daily_deals, row),
        show=show_daily_deal,
    )
