"""Lets players meet: the same deals with the seats rotated, in rounds or whole matches."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.red7.rules.state import TURN
from red7_desktop.lab.red7.cheat import CHEAT, CheatPlayer
from red7_desktop.tabletop.game import TABLE

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.state import MatchState
    from red7_desktop.tabletop.player import Player

A_ROUND: Final = 1
"""The target of a match that is over after one round (unless its winner takes no points)."""


class Entrant(NamedTuple):
    """Who plays: a name as `player_of` knows it (or `cheat`), and the budget for each choice."""

    name: str
    budget: int


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played.

    entrants: one a seat, in the order in which they sit in the first game of a deal; in every
    further game of the deal they sit one seat on. match: whole matches instead of rounds.
    """

    entrants: tuple[Entrant, ...]
    rules: str
    seed: int
    match: bool = False

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.entrants)


@dataclass(slots=True)
class Report:
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
    def empty(cls, contest: Contest, deal: int) -> Report:
        """Give the report of a deal of which nothing has been played."""
        seats = range(contest.seats)
        nothing = [0.0 for _ in seats]
        return cls(deal, nothing, nothing[:], [[] for _ in seats], [[] for _ in seats])


def play_deal(contest: Contest, deal: int) -> Report:
    """Play all games of one deal: as many as there are seats."""
    seats = contest.seats
    report = Report.empty(contest, deal)
    for turned in range(seats):
        play_game(contest, deal, turned, report)
    report.shares = [share / seats for share in report.shares]
    report.points = [points / seats for points in report.points]
    return report


def play_game(contest: Contest, deal: int, turned: int, report: Report) -> MatchState:
    """Play one game of a deal, everybody so many seats on; count it, and give how it ended."""
    game = Red7()
    seats = contest.seats
    sitting = [(seat - turned) % seats for seat in range(seats)]
    options: dict[str, Any] = {"rules": contest.rules, "seats": seats}
    if not contest.match:
        options["target"] = A_ROUND
    chance = random.Random(f"{contest.seed} {deal} {turned}")
    state = game.start(options, _seed_of(contest.seed, deal))
    players = [_player(contest.entrants[who].name, lambda: state) for who in sitting]
    while game.to_act(state) and (contest.match or not state.rounds):
        seat = game.to_act(state)[0]
        if seat == TABLE:
            state = game.take(state, TABLE, game.legal_steps(state, TABLE)[0]).state
            continue
        budget = contest.entrants[sitting[seat]].budget
        observation = game.observe(state, seat)
        seed = int(chance.random() * (1 << 48))
        wall, work = perf_counter(), process_time()
        choice = players[seat].choose(observation, budget, seed)
        if state.stage == TURN:
            report.wall[sitting[seat]].append(perf_counter() - wall)
            report.work[sitting[seat]].append(process_time() - work)
        for step in choice.steps:
            state = game.take(state, seat, step).state
    _count(game, state, contest, sitting, report)
    return state


def _seed_of(seed: int, deal: int) -> int:
    return seed * 1_000_003 + deal


def _player(name: str, peek: Callable[[], MatchState]) -> Player:
    return CheatPlayer(peek) if name == CHEAT else PLAYERS.player_of(name)


def _count(
    game: Red7, state: MatchState, contest: Contest, sitting: list[int], report: Report
) -> None:
    result = game.result(state) if contest.match else None
    winners = result.winners if result else (state.rounds[-1].winner,)
    for seat in winners:
        report.shares[sitting[seat]] += 1.0 / len(winners)
    for seat, pile in enumerate(state.position.scores):
        report.points[sitting[seat]] += sum([card // 7 + 1 for card in pile])
    report.games += 1
