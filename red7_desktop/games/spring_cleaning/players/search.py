"""The search; compiled.

Every way meets the same worlds and the same luck, so that their differences are their own. What a
way costs at first sight counts a little too, for samples are few.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from red7_desktop.games.spring_cleaning.players.evaluation import GREEDY, Costs, Weights
from red7_desktop.games.spring_cleaning.players.rollout import Policy
from red7_desktop.games.spring_cleaning.players.worlds import (
    Determinizations,
    EvidenceWeights,
    Option,
    complete_turn,
    find_decision_point,
    list_options,
)
from red7_desktop.games.spring_cleaning.rules.cards import DRAW, PLAY, TAKE, Step
from red7_desktop.games.spring_cleaning.rules.game import SpringObservation
from red7_desktop.games.spring_cleaning.rules.position import SEALED
from red7_desktop.tabletop import player

FIRST_SIGHT: Final = 14.0
"""A thousand more at first sight counts as much as so many samples with 0 in place of 1: it is
worth some .07 of a round, and that is as good a guess as 200 samples."""


class Line:
    """A way to take a turn.

    steps: its steps. cost: at first sight, in thousandths. values: each sample's outcome, from 0
    (most trash) to 1 (none). wins: how often it brought no trash.
    """

    __slots__ = ("cost", "steps", "total", "values", "wins")

    def __init__(self, steps: tuple[Step, ...], cost: int = 0) -> None:
        self.steps: Final = steps
        self.cost: Final = cost
        self.values: Final[list[float]] = []
        self.total = 0.0
        self.wins = 0

    def record(self, value: float, won: bool) -> None:
        self.values.append(value)
        self.total += value
        self.wins += won

    @property
    def samples(self) -> int:
        return len(self.values)

    @property
    def mean(self) -> float:
        """The value so far; 0 without samples."""
        return self.total / len(self.values) if self.values else 0.0

    @property
    def merit(self) -> float:
        """What lines are ranked by: the value so far, less what the first sight says against it.

        The fewer samples there are, the more it has to say.
        """
        return self.mean - FIRST_SIGHT * self.cost / 1000.0 / (len(self.values) + 1)

    def settled(self) -> list[float]:
        return self.values

    def candidate(self, best: Line) -> player.Candidate:
        if self is best:
            value, error = self.mean, player.error_of(self.values)
        else:
            value, error = player.place_beside(self.values, self.mean, best.values, best.mean)
        chance = self.wins / self.samples if self.samples else 0.0
        return player.Candidate(self.steps, value, chance, self.samples, error=error)


def candidates_of(
    lines: Sequence[Line], should_stop: player.ShouldStop = player.keep_on
) -> tuple[player.Candidate, ...]:
    """Return what was found about lines that met the same worlds: the first, then best first.

    Once it is time to stop, the lines that were not looked at are left out, but never the first.
    """
    found = [lines[0].candidate(lines[0])]
    for line in lines[1:]:
        if should_stop():
            break
        found.append(line.candidate(lines[0]))
    return player.sort_best_first(found)


TEMPERATURE: Final = 0.05
"""How freely all seats choose in its head."""
SETTLING: Final = 80
"""How many turns of the budget pay for swapping each hidden card a tenth of once more at first."""


class Width(NamedTuple):
    """How many ways are tried: plays, draws from offers, and pairs of a place and an offer."""

    plays: int = 5
    takes: int = 2
    pairs: int = 6


WIDTH: Final = Width()


class SearchPlayer:
    """Plays turns on in its head and takes the one that does best."""

    def __init__(
        self,
        width: Width = WIDTH,
        taste: Weights = GREEDY,
        evidence_weights: EvidenceWeights | None = None,
    ) -> None:
        self._evidence_weights: Final = evidence_weights
        self._width: Final = width
        self._costs: Final = Costs(taste)
        self._policy: Final = Policy(self._costs, TEMPERATURE)

    def choose(
        self,
        observation: SpringObservation,
        budget: int,
        seed: int,
        should_stop: player.ShouldStop = player.keep_on,
    ) -> player.Choice:
        spot = find_decision_point(observation, self._costs)
        if spot.is_done:
            return player.Choice(spot.laid)
        options = list_promising(list_options(spot, self._costs), self._width)
        if len(options) == 1:
            return player.Choice(complete_turn(spot, options[0].steps, self._costs))
        lines = [
            Line(complete_turn(spot, option.steps, self._costs), option.cost) for option in options
        ]
        evidence_weights = self._evidence_weights
        if evidence_weights:
            evidence_weights = evidence_weights._replace(
                first=min(evidence_weights.first, budget // SETTLING)
            )
        worlds = Determinizations(
            observation, self._policy, Random(seed), evidence_weights, should_stop
        )
        lines = player.share_budget(
            lines, budget, lambda running: try_in_a_world(worlds, running, should_stop), should_stop
        )
        return player.Choice(lines[0].steps, candidates_of(lines, should_stop))


def list_promising(options: list[Option], width: Width) -> list[Option]:
    """Keep the ways that cost least, so many of each kind, the cheapest first."""
    left = {PLAY: width.plays, TAKE: width.takes, DRAW: 1}
    kept: list[Option] = []
    for option in sorted(options, key=lambda option: option.cost):
        kind = option.steps[0].kind
        room = left.setdefault(kind, width.pairs)
        if room:
            left[kind] = room - 1
            kept.append(option)
    return kept


def try_in_a_world(
    worlds: Determinizations, lines: list[Line], should_stop: player.ShouldStop = player.keep_on
) -> int:
    """Try lines in the next world, all of them with the same luck; return the turns that took."""
    position, before = worlds.position, worlds.work
    world = worlds.deal(should_stop)
    work = worlds.work - before
    for line in lines:
        if line is not lines[0] and should_stop():
            break
        table = worlds.open(world)
        over = False
        for step in line.steps:
            over = table.take(step)
        if position.phase == SEALED:
            table.mover = position.mover
        elif not over:
            table.pass_on()
        trash = table.end() if over else table.play_out(should_stop)
        if not trash:
            break
        line.record(worlds.worth(trash), not trash[worlds.seat])
        work += table.turns + 1
    return work
