"""The command `choose`, which a game makes of its players: what one would do, and why."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from red7_desktop.lab.columns import format_columns
from red7_desktop.lab.command import Answer, PositionCommand
from red7_desktop.lab.numbers import read_whole_from
from red7_desktop.tabletop.game import SEAT_LETTERS
from red7_desktop.tabletop.player import Candidate, NoSuchPlayer, Players, compare_gain


class Choosing(NamedTuple):
    """How the players of a game are asked about a position.

    parse: reads a position. observe: gives what its mover may know; raises BadInput where nobody
    can be asked. text_of: writes a turn from a position. reply_of: writes the steps of a reply.
    add_options: adds what the match is played by.
    """

    players: Players
    parse: Callable[[str], Any]
    observe: Callable[[Any, Namespace], Any]
    text_of: Callable[[Any, tuple[Any, ...]], str]
    reply_of: Callable[[tuple[Any, ...]], str]
    add_options: Callable[[ArgumentParser], None]


def choose_command(choosing: Choosing, details: str) -> PositionCommand:
    """Make the command of a game."""
    return PositionCommand(
        name="choose",
        summary="let a computer player choose a turn",
        details=details,
        answer=partial(_answer_choice, choosing),
        show=show_choice,
        add_arguments=partial(_add_choose_arguments, choosing),
    )


def _add_choose_arguments(choosing: Choosing, parser: ArgumentParser) -> None:
    players = choosing.players
    strongest = players.levels[-1].key
    parser.add_argument(
        "--level",
        type=partial(_read_player_name, players),
        default=strongest,
        metavar="NAME",
        help=f"{', '.join(players.names)}; {strongest} without this",
    )
    parser.add_argument(
        "--budget",
        type=read_whole_from(1),
        metavar="N",
        help="work to do; the level's own without this",
    )
    parser.add_argument(
        "--seed",
        type=read_whole_from(),
        default=1,
        metavar="S",
        help="any whole number; 1 without this",
    )
    choosing.add_options(parser)


def _read_player_name(players: Players, word: str) -> str:
    try:
        players.player_of(word)
    except NoSuchPlayer as error:
        raise ArgumentTypeError(str(error)) from None
    return word


def _answer_choice(choosing: Choosing, text: str, arguments: Namespace) -> Answer:
    players, level = choosing.players, arguments.level
    position = choosing.parse(text)
    observation = choosing.observe(position, arguments)
    budget = arguments.budget or players.budget_of(level)
    choice = players.player_of(level).choose(observation, budget, arguments.seed)
    return {
        "position": str(position),
        "seat": SEAT_LETTERS[observation.viewer],
        "turn": choosing.text_of(position, choice.steps),
        "candidates": [
            _to_plain_candidate(choosing, position, choice.candidates[0], each)
            for each in choice.candidates
        ],
    }


def _to_plain_candidate(
    choosing: Choosing, position: Any, best: Candidate, candidate: Candidate
) -> Answer:
    return {
        "turn": choosing.text_of(position, candidate.steps),
        "value": round(candidate.value, 4),
        "error": round(candidate.error, 4),
        "worse_by": round(compare_gain(best, candidate), 4),
        "win_chance": round(candidate.win_chance, 4),
        "points": round(candidate.points, 1),
        "samples": candidate.samples,
        "feared": choosing.reply_of(candidate.feared) or None,
        "feared_seat": SEAT_LETTERS[candidate.feared_seat] if candidate.feared else None,
    }


def show_choice(answer: Answer) -> str:
    """Write the choice for people, with the candidates as a table."""
    lines = [answer["position"], f"Seat {answer['seat']} chooses {answer['turn']}"]
    if answer["candidates"]:
        rows = [["turn", "value", "beside it", "round", "points", "samples", "fears"]]
        rows += [_build_row(each, is_best=not nth) for nth, each in enumerate(answer["candidates"])]
        lines += [f"  {line}" for line in format_columns(rows)]
    return "\n".join(lines)


def _build_row(candidate: Answer, *, is_best: bool) -> list[str]:
    """Return the cells of a candidate; a difference from the best within its error is not shown."""
    worse = f"{candidate['worse_by']:.3f} less" if candidate["worse_by"] else "as good"
    fears = f"{candidate['feared_seat']}: {candidate['feared']}" if candidate["feared"] else ""
    return [
        candidate["turn"],
        f"{candidate['value']:.3f}",
        "best" if is_best else worse,
        f"{candidate['win_chance']:.3f}",
        f"{candidate['points']:.1f}",
        str(candidate["samples"]),
        fears,
    ]
