"""Players that look no further than the table: at random, and those that go by a taste."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.players.cheapest import add_whim
from red7_desktop.games.spring_cleaning.players.costs import FORMULA, GREEDY, Costs, Weights
from red7_desktop.games.spring_cleaning.players.options import (
    complete_turn,
    find_decision_point,
    list_options,
)
from red7_desktop.games.spring_cleaning.rules.engine.advance import apply_step
from red7_desktop.games.spring_cleaning.rules.engine.legal import list_legal_steps
from red7_desktop.games.spring_cleaning.rules.steps import DRAW, INSERT, LAY, PLAY, TAKE, Step
from red7_desktop.tabletop.player import Choice, NothingToChoose, ShouldStop, keep_on

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation


_ON: Final = frozenset({TAKE, INSERT, LAY})
"""Steps that do not end a turn. (With `at_once` laying out may; then the mover is another.)"""


class RandomPlayer:
    """Takes any step, all alike likely. eager: draws only where it can play nothing."""

    def __init__(self, eager: bool = False) -> None:
        self._eager: Final = eager

    def choose(
        self,
        observation: SpringObservation,
        budget: int,
        seed: int,
        should_stop: ShouldStop = keep_on,
    ) -> Choice:
        """Choose as `player.Player` says."""
        chance, seat, position = Random(seed), observation.viewer, observation.position
        if seat is None or seat not in observation.to_act:
            raise NothingToChoose
        steps: list[Step] = []
        while not steps or (steps[-1].kind in _ON and position.mover == seat):
            asked = list_legal_steps(position, seat)
            plays = [step for step in asked if step.kind == PLAY] if self._eager else []
            asked = tuple(plays) or asked
            steps.append(asked[int(chance.random() * len(asked))])
            if steps[-1].kind != DRAW:
                position = apply_step(position, steps[-1], seat)
        return Choice(tuple(steps))


class HeuristicPlayer:
    """Takes the way that costs least at first sight, or nearly so.

    temperature: how far dearer ways are taken too, as a person errs; a way that costs a thousand
    more is e to the power of (1 / temperature) times less likely. At 0 it never errs.
    """

    def __init__(self, taste: Weights = GREEDY, temperature: float = 0.0) -> None:
        self._costs: Final = Costs(taste)
        self._temperature: Final = temperature

    def choose(
        self,
        observation: SpringObservation,
        budget: int,
        seed: int,
        should_stop: ShouldStop = keep_on,
    ) -> Choice:
        """Choose as `player.Player` says."""
        spot = find_decision_point(observation, self._costs)
        if spot.is_done:
            return Choice(spot.laid)
        options = list_options(spot, self._costs)
        draw = Random(seed).random
        best, steps = 1 << 40, options[0].steps
        for option in options:
            cost = option.cost + (add_whim(self._temperature, draw()) if self._temperature else 0)
            if cost < best:
                best, steps = cost, option.steps
        return Choice(complete_turn(spot, steps, self._costs))


def make_formula_player() -> HeuristicPlayer:
    """Give the player with the first guess of a taste, all in round figures, to measure against."""
    return HeuristicPlayer(FORMULA)
