"""The command that measures how hard the matches of a game's climb are.

A climb is a game's path of ever harder matches, which are called rungs.
"""

from __future__ import annotations

import random
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, NamedTuple

from red7_desktop.games.registry import GameEntry
from red7_desktop.lab import command
from red7_desktop.lab.arena import Entrant, compute_mean, play_out
from red7_desktop.tabletop import climb, files
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.player import Choice, Player, ShouldStop, never_stop

FIRST_SHARE: Final = 0.55
"""Target share of wins in the first match of a climb, for the AI player that simulates a user.

A climb is a series of ever harder matches. See `StandIn` for the player.
"""
LAST_SHARE: Final = 0.35
SLIPS: Final = 0.1
"""Default share of turns in which the AI player that simulates a user plays like a beginner."""
_PERSON: Final = 0
_APART: Final = 1_000_003


class StandIn:
    """An AI player that simulates a human: in some turns it plays like a beginner.

    Args:
        usual: AI player that chooses most turns.
        beginner: AI player that chooses the other turns.
        slips: Share of turns, chosen at random, in which the beginner chooses.
    """

    def __init__(self, usual: Player, beginner: Player, slips: float) -> None:
        self._usual = usual
        self._beginner = beginner
        self._slips = slips

    def choose(
        self, observation: Any, budget: int, seed: int, should_stop: ShouldStop = never_stop
    ) -> Choice:
        is_slip = random.Random(f"slip {seed}").random() < self._slips
        player = self._beginner if is_slip else self._usual
        return player.choose(observation, budget, seed, should_stop)


class RungTask(NamedTuple):
    """One match to play, in order to measure how hard a rung of the climb is.

    Attributes:
        rung: The rung: opponents, options and goals of a match in the climb.
        nth: Number of the match among those played on the rung, from 0; determines the deal.
        level: Key of the AI level that plays in place of a human, see `StandIn`.
    """

    rung: climb.Rung
    nth: int
    level: str


class RungPlay(NamedTuple):
    """The outcome of one match on a rung of the climb.

    Attributes:
        key: Key of the rung, which sets the opponents, options and goals of the match.
        reached: For each goal of the rung, whether the match reached it.
    """

    key: str
    reached: tuple[bool, ...]


def find_stand_in(row: GameEntry, rungs: Sequence[climb.Rung], place: int) -> str:
    """Return the AI level that plays in place of the user on a rung, as a `StandIn`.

    A rung is one match of the climb, a series of ever harder matches. The returned level is that of
    the strongest opponent one rung below, because a user on this rung has just beaten that
    opponent. For the first rung, the weakest level is returned.

    Args:
        row: Entry of the game in the registry.
        rungs: All rungs, the lowest first.
        place: Index of the rung in `rungs`.
    """
    return rungs[place - 1].strongest_rival if place else row.players().levels[0].key


def play_rung(row: GameEntry, seed: int, slips: float, budget: int, task: RungTask) -> RungPlay:
    """Play one match of a rung, with an AI player in place of the user.

    Args:
        row: Entry of the game in the registry.
        seed: Seed of the series of matches. It and the task determine all random choices.
        slips: Share of turns in which the player in place of the user plays like a beginner.
        budget: Maximum number of turns that any player simulates for a choice, even if its level
            allows more.
        task: The match to play.
    """
    rung = task.rung
    rules = row.rules()
    players = row.players()
    names = (task.level, *rung.rivals)
    entrants = [Entrant(name, min(budget, players.budget_of(name))) for name in names]
    beginner = players.levels[0].create()
    stand_in = StandIn(players.player_of(task.level), beginner, slips)
    rng = random.Random(f"{seed} {rung.key} {task.nth}")
    match = Match(rules, rung.options, seed * _APART + task.nth)
    stand_ins = {_PERSON: stand_in}
    state, result, _ = play_out(row, match.state, entrants, rng, rules.result, stand_ins)
    ended = Match(rules, rung.options, match.seed, state)
    goals = row.goals() if row.goals is not None else {}
    played = climb.PlayedRung(ended, _PERSON, 0, result)
    return RungPlay(rung.key, climb.find_reached(rung, goals, played))


class ClimbCommand(command.Command):
    """The command `climb`, which measures how hard each rung (match) of a game's climb is."""

    name = "climb"
    summary = "measure how hard the rungs of the climb are"
    details = """\
Plays each rung with a stand-in for the person and prints the share of its wins with the standard
error, beside the share that is wanted: 0.55 on the first rung to 0.35 on the last. The stand-in is
the strongest rival of the rung below, and leaves one choice in ten to the weakest level; on the
first rung it is the weakest level. Then come the shares of matches that reach the other two goals.
The same seed gives the same matches, however many jobs play them. Ctrl+C ends it early.

  python -m red7_desktop.lab climb assets/climb/red7.toml --rungs 1,2
  python -m red7_desktop.lab climb assets/climb/spring.toml --game spring --jobs 2
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the data file of the climb")
        command.add_number(parser, "--matches", "matches on each rung", 250)
        parser.add_argument(
            "--rungs",
            type=lambda word: [command.int_at_least(1)(each) for each in word.split(",")],
            metavar="N,M",
            help="only these rungs, counted from 1",
        )
        parser.add_argument(
            "--slips",
            type=_read_share,
            default=SLIPS,
            metavar="SHARE",
            help=f"share of the stand-in's choices that are a beginner's; {SLIPS} without this",
        )
        command.add_number(
            parser, "--budget", "no player spends more on a choice; the levels' own without this"
        )
        command.add_seed(parser)

    def run(self, arguments: Namespace) -> Iterator[command.Answer]:
        rungs = self._read_rungs(arguments.file)
        places = [number - 1 for number in arguments.rungs or range(1, len(rungs) + 1)]
        if max(places) >= len(rungs):
            raise command.InputError("--rungs", f"there are {len(rungs)} rungs")
        tasks = [
            RungTask(rungs[place], nth, find_stand_in(self.row, rungs, place))
            for place in places
            for nth in range(arguments.matches)
        ]
        budget = arguments.budget or max(level.budget for level in self.row.players().levels)
        yield from command.run_tasks(
            partial(play_rung, self.row, arguments.seed, arguments.slips, budget),
            tasks,
            arguments.jobs,
            lambda done: self._summarize(rungs, tasks, done),
        )

    def _read_rungs(self, path: Path) -> tuple[climb.Rung, ...]:
        try:
            text = files.read_text(path, climb.MAX_FILE_LENGTH)
        except files.FileReadError as error:
            raise command.InputError(path.name, str(error)) from error
        goals = self.row.goals() if self.row.goals is not None else {}
        reader = climb.ClimbReader(self.row.rules(), self.row.players(), goals)
        found = reader.read(text, path.name)
        if found.mistakes:
            raise command.InputError("", str(found.mistakes[0]))
        return found.rungs

    def _summarize(
        self, rungs: Sequence[climb.Rung], tasks: Sequence[RungTask], done: list[RungPlay]
    ) -> Iterator[command.Answer]:
        levels = {task.rung.key: task.level for task in tasks}
        for key, group in groupby(done, key=attrgetter("key")):
            played = list(group)
            place = next(nth for nth, rung in enumerate(rungs) if rung.key == key)
            shares = [
                compute_mean([float(each.reached[goal]) for each in played])
                for goal in range(climb.GOAL_COUNT)
            ]
            yield {
                "game": self.row.name,
                "rung": place + 1,
                "key": key,
                "rivals": list(rungs[place].rivals),
                "options": dict(rungs[place].options),
                "stand_in": levels[key],
                "matches": len(played),
                "share": shares[0].value,
                "error": shares[0].error,
                "wanted": find_wanted_share(place, len(rungs)),
                "goals": [share.value for share in shares[1:]],
            }

    def format_answer(self, answer: command.Answer) -> str:
        other, last = answer["goals"]
        return (
            f"{answer['rung']} {answer['key']}: {answer['share']:.3f} ± {answer['error']:.3f}"
            f" (wanted {answer['wanted']:.2f}) of {answer['matches']} matches,"
            f" {answer['stand_in']} against {', '.join(answer['rivals'])};"
            f" goals {other:.2f} {last:.2f}"
        )


def find_wanted_share(place: int, count: int) -> float:
    """Return the share of wins that the simulated user should have on a rung of the climb.

    The share falls evenly from `FIRST_SHARE` on the first rung to `LAST_SHARE` on the last one.

    Args:
        place: Index of the rung, 0 for the first.
        count: Number of rungs.

    >>> [round(find_wanted_share(place, 3), 2) for place in range(3)]
    [0.55, 0.45, 0.35]
    """
    step = (FIRST_SHARE - LAST_SHARE) / max(1, count - 1)
    return FIRST_SHARE - step * place


def _read_share(word: str) -> float:
    """Parse a share from 0 to 1.

    Raises:
        ArgumentTypeError: The text isn't a number from 0 to 1.
    """
    try:
        share = float(word)
    except ValueError:
        share = -1.0
    if not 0.0 <= share <= 1.0:
        raise ArgumentTypeError(f"{word[:40]!r} is not a share from 0 to 1")
    return share
