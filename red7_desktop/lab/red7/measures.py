"""What the laboratory measures of Red7, and a player that sees every hand to measure against."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final, NamedTuple

from red7_desktop.games.red7.players.search import Left, Solver, list_winning_rests
from red7_desktop.games.red7.rules.advance import apply_turn
from red7_desktop.games.red7.rules.game import Red7Observation, find_turns_or_choice
from red7_desktop.games.red7.rules.playout import (
    deal_each,
    find_turns_of_each,
    judge_each,
    list_turns_of_each,
    play_out_each,
    rank_each,
    walk_random_round,
)
from red7_desktop.games.red7.rules.position import START, Position
from red7_desktop.games.red7.rules.rounds import MatchState, deal_round
from red7_desktop.games.red7.rules.rules import Ruleset, parse_ruleset
from red7_desktop.games.red7.rules.turns import build_turns, list_steps
from red7_desktop.lab.command import FreshStart, Measure, TimedTask
from red7_desktop.tabletop.player import Choice, ShouldStop, keep_on

LIMIT: Final = 1 << 40
"""Positions it may open: it always gets to the end."""


def can_cheat(rules: Ruleset, seats: int) -> bool:
    """Whether the cheat knows how to solve rounds by these rules."""
    return seats == 2 and not rules.advanced and not rules.actions


class CannotCheat(ValueError):
    """The cheat does not know how to solve rounds by these rules."""

    def __init__(self) -> None:
        super().__init__("cheat plays with two seats by basic rules without actions only")


class CheatPlayer:
    """Sees all hands and solves the round exactly: two seats, basic rules without actions.

    In a lost position it sets the most traps: it leaves the other seat the smallest share of
    replies that still win.
    """

    def __init__(self, peek: Callable[[], MatchState]) -> None:
        self._peek: Final = peek

    def choose(
        self,
        observation: Red7Observation,
        budget: int,
        seed: int,
        should_stop: ShouldStop = keep_on,
    ) -> Choice:
        """Choose as `player.Player` says, but with open cards. Raises CannotCheat."""
        if not can_cheat(observation.options.rules, observation.options.seats):
            raise CannotCheat
        turns = find_turns_or_choice(observation)
        if isinstance(turns, Choice):
            return turns
        position = self._peek().position
        other = 1 - position.mover
        solver = Solver(LIMIT)
        hand, palette = position.hands[other], position.palettes[other]
        best, fewest = 0, 2.0
        for index in range(turns.count - 1):
            left = apply_turn(build_turns(position), index)
            mine = left.hands[position.mover], left.palettes[position.mover]
            share = _compute_share_of_escapes(
                solver, list_winning_rests(hand, palette, left.rule, mine[1]), mine
            )
            if share < fewest:
                best, fewest = index, share
        return Choice(list_steps(turns, best))


def _compute_share_of_escapes(solver: Solver, replies: list[Left], mine: tuple[int, int]) -> float:
    """Return the share of the other seat's replies that win for it; 0 where it has none."""
    escapes = 0
    for hand, palette, rule in replies:
        escapes += not solver.wins(mine[0], mine[1], rule, hand, palette)
    return escapes / len(replies) if replies else 0.0


SEED: Final = 7
"""All work follows from this seed, so that it is the same on every machine and in every build."""


def deal_positions(rules: str, seats: int, count: int) -> list[Position]:
    """Deal first rounds."""
    ruleset, scores = parse_ruleset(rules), ((),) * seats
    return [deal_round(ruleset, scores, seed) for seed in range(count)]


def reach_positions(rules: str, seats: int, count: int) -> list[Position]:
    """List positions between turns that random play reaches, all seats still in the round."""
    chance, seed = Random(SEED), 0
    found: list[Position] = []
    while len(found) < count:
        start = deal_round(parse_ruleset(rules), ((),) * seats, seed)
        seed += 1
        found += [
            position
            for position in walk_random_round(start, chance)
            if position.phase == START and not position.out
        ]
    return found[:count]


class GameVariant(NamedTuple):
    """A kind of game that is measured: how it is called, its rules, its number of seats."""

    title: str
    rules: str
    seats: int


VARIANTS: Final = {
    "2-basic": GameVariant("2 seats, basic", "basic", 2),
    "2-advanced": GameVariant("2 seats, advanced", "advanced", 2),
    "4-advanced": GameVariant("4 seats, advanced", "advanced", 4),
    "2-actions": GameVariant("2 seats, advanced, actions", "advanced+actions", 2),
    "4-actions": GameVariant("4 seats, advanced, actions", "advanced+actions", 4),
}
"""By the word for the setting in the names of measures."""


def _measure_standings(seats: int) -> Measure:
    def set_up(share: float) -> TimedTask:
        tables = [position.palettes for position in reach_positions("advanced", seats, 2_000)]
        tables *= max(1, round(60 * share))
        return TimedTask(partial(rank_each, tables), len(tables))

    title = f"seven-rule standings of {seats} palettes"
    return Measure(f"standings-{seats}", title, "per second", 500_000, set_up)


def _measure_turns(
    kind: str, title: str, work: Callable[[list[Position]], int], count: int
) -> Measure:
    """Measure work on positions of a setting; kind: `turns-` or `listed-` and the setting."""
    setting = VARIANTS[kind.partition("-")[2]]

    def set_up(share: float) -> TimedTask:
        positions = reach_positions(setting.rules, setting.seats, max(20, round(count * share)))
        return TimedTask(partial(work, positions), len(positions))

    return Measure(kind, f"{title}, {setting.title}", "per second", None, set_up)


def _measure_rounds(word: str, count: int, required: int | None = None) -> Measure:
    setting = VARIANTS[word]

    def set_up(share: float) -> TimedTask:
        positions = deal_positions(setting.rules, setting.seats, max(10, round(count * share)))
        return TimedTask(lambda: play_out_each(positions, Random(SEED)), len(positions))

    title = f"random rounds, {setting.title}"
    return Measure(f"rounds-{word}", title, "per second", required, set_up)


def _time_deals(share: float) -> TimedTask:
    seeds = list(range(max(50, round(5_000 * share))))
    return TimedTask(partial(deal_each, parse_ruleset("advanced"), 4, seeds), len(seeds))


def _time_judging(share: float) -> TimedTask:
    positions = reach_positions("advanced", 4, max(200, round(30_000 * share)))
    palettes = sorted({palette for position in positions for palette in position.palettes})
    return TimedTask(partial(judge_each, palettes), len(palettes))


MEASURES: Final[tuple[Measure, ...]] = (
    _measure_standings(2),
    _measure_standings(3),
    _measure_standings(4),
    _measure_turns("turns-2-basic", "sets of legal turns", find_turns_of_each, 30_000),
    _measure_turns("turns-4-advanced", "sets of legal turns", find_turns_of_each, 30_000),
    _measure_turns("turns-4-actions", "sets of legal turns", find_turns_of_each, 3_000),
    _measure_turns("listed-2-basic", "the same step by step", list_turns_of_each, 3_000),
    _measure_turns("listed-4-actions", "the same step by step", list_turns_of_each, 400),
    _measure_rounds("2-basic", 6_000, required=20_000),
    _measure_rounds("2-advanced", 5_000),
    _measure_rounds("4-advanced", 2_000, required=6_000),
    _measure_rounds("2-actions", 600),
    _measure_rounds("4-actions", 200),
    Measure("deals-4", "deals to 4 seats", "per second", None, _time_deals),
    Measure("judge-cold", "strength of a palette never seen", "microseconds", None, _time_judging),
)
"""In the order they are run."""


# The imports go in this order: what the tables need is loaded before them and not counted.
_SCRIPT: Final = """
import json, sys
from time import perf_counter
sys.path.insert(0, sys.argv[1])
import red7_desktop.games.red7.rules.cards
began = perf_counter()
import red7_desktop.games.red7.rules.standings
import red7_desktop.games.red7.rules.turns
tables = perf_counter() - began
judge = red7_desktop.games.red7.rules.standings.judge
began = perf_counter()
judge(12345678901)
first = perf_counter() - began
began = perf_counter()
import red7_desktop.games.red7.rules.legality
import red7_desktop.games.red7.rules.notation
print(json.dumps([1e3 * tables, 1e6 * first, 1e3 * (tables + perf_counter() - began)]))
"""

FRESH_START: Final = FreshStart(
    _SCRIPT,
    (
        ("import-tables", "import of the tables, fresh interpreter", "milliseconds"),
        ("judge-first", "first strength after that", "microseconds"),
        ("import-engine", "import of tables, turns and notation", "milliseconds"),
    ),
)
"""What the engine costs before its first answer."""
