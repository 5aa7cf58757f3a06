"""Lets players meet: the same deals with the seats rotated, in rounds or whole matches."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from red7_desktop.lab.workbench import load_workbench
from red7_desktop.tabletop.game import TABLE, Options, Result

if TYPE_CHECKING:
    from red7_desktop.games.registry import GameRow
    from red7_desktop.tabletop.player import Player


class Entrant(NamedTuple):
    """Who plays: a name among the game's players or guests, and the budget for each choice."""

    name: str
    budget: int


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played.

    row: of the game. entrants: one a seat, in the order in which they sit in the first game of a
    deal; in every further game of the deal they sit one seat on. options: of the matches, beside
    the number of seats. match: whole matches instead of rounds.
    """

    row: GameRow
    entrants: tuple[Entrant, ...]
    options: Options
    seed: int
    match: bool = False

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.entrants)

    @property
    def all_options(self) -> Options:
        """The options of the matches."""
        return {**self.options, "seats": self.seats}


@dataclass(slots=True)
class DealReport:
    """What came of one deal.

    shares: by entrant, the share of the deal's games it won (a shared win counts in parts).
    points: by entrant, the points it took a game. wall, work: by entrant, the seconds that each
    of its turns took by the clock on the wall and by the processor. games: how many were played;
    turns: how many turns were taken.
    """

    deal: int
    shares: list[float]
    points: list[float]
    wall: list[list[float]]
    work: list[list[float]]
    games: int = 0

    @classmethod
    def empty(cls, contest: Contest, deal: int) -> DealReport:
        """Return the report of a deal of which nothing has been played."""
        seats = range(contest.seats)
        nothing = [0.0 for _ in seats]
        return cls(deal, nothing, nothing[:], [[] for _ in seats], [[] for _ in seats])


def play_deal(contest: Contest, deal: int) -> DealReport:
    """Play all games of one deal: as many as there are seats."""
    seats = contest.seats
    report = DealReport.empty(contest, deal)
    for turned in range(seats):
        play_game(contest, deal, turned, report)
    report.shares = [share / seats for share in report.shares]
    report.points = [points / seats for points in report.points]
    return report


def start(contest: Contest, deal: int) -> Any:
    """Deal a game. Raises InvalidOptions."""
    options = contest.all_options
    if not contest.match:
        options = load_workbench(contest.row.name).round_options(options)
    return contest.row.rules().start(options, _seed_of(contest.seed, deal))


def play_game(contest: Contest, deal: int, turned: int, report: DealReport) -> Any:
    """Play one game of a deal, everybody so many seats on; count it, and give how it ended."""
    game, workbench = contest.row.rules(), load_workbench(contest.row.name)
    result_of = game.result if contest.match else workbench.round_result
    seats = contest.seats
    sitting = [(seat - turned) % seats for seat in range(seats)]
    chance = random.Random(f"{contest.seed} {deal} {turned}")
    state = start(contest, deal)
    players = [_make_player(contest, contest.entrants[who].name, lambda: state) for who in sitting]
    while (result := result_of(state)) is None:
        seat = game.to_act(state)[0]
        if seat == TABLE:
            state = game.take(state, TABLE, game.legal_steps(state, TABLE)[0]).state
            continue
        budget = contest.entrants[sitting[seat]].budget
        observation = game.observe(state, seat)
        seed = int(chance.random() * (1 << 48))
        wall, work = perf_counter(), process_time()
        choice = players[seat].choose(observation, budget, seed)
        if workbench.is_timed(state):
            report.wall[sitting[seat]].append(perf_counter() - wall)
            report.work[sitting[seat]].append(process_time() - work)
        for step in choice.steps:
            state = game.take(state, seat, step).state
    _count(result, sitting, report)
    return state


def _seed_of(seed: int, deal: int) -> int:
    return seed * 1_000_003 + deal


def _make_player(contest: Contest, name: str, peek: Callable[[], Any]) -> Player:
    workbench = load_workbench(contest.row.name)
    if name in workbench.guests:
        return workbench.guest(name, peek)
    return contest.row.players().player_of(name)


def _count(result: Result, sitting: list[int], report: DealReport) -> None:
    for seat in result.winners:
        report.shares[sitting[seat]] += 1.0 / len(result.winners)
    for seat, score in enumerate(result.scores):
        report.points[sitting[seat]] += score
    report.games += 1
