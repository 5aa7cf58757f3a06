"""Monte Carlo search for Spring Cleaning; compiled.

Since samples are few, a prior from the heuristic cost of a turn is added to its mean value.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from red7_desktop.games.spring_cleaning.players.evaluation import Costs
from red7_desktop.games.spring_cleaning.players.rollout import Policy
from red7_desktop.games.spring_cleaning.players.worlds import (
    Determinizations,
    Option,
    complete_turn,
    find_decision_point,
    list_options,
)
from red7_desktop.games.spring_cleaning.rules.cards import DRAW, PLAY, TAKE, Step
from red7_desktop.games.spring_cleaning.rules.game import SpringObservation
from red7_desktop.tabletop import player, search

PRIOR_WEIGHT: Final = 14.0
"""Factor of a turn's heuristic cost, which is subtracted from the mean value of the turn's samples.

The amount is PRIOR_WEIGHT * cost / 1000 / (number of samples + 1). A cost of 1000 corresponds to
about 0.07 of a round's value, and the heuristic is as accurate as about 200 samples; 0.07 * 200 =
14.
"""


class Line(search.CandidateLine):
    """A candidate turn with its heuristic cost.

    Attributes:
        cost: Estimate of how far the seat is from having no cards left after the turn, in
            thousandths; a low single card costs about 1000.
    """

    __slots__ = ("cost",)

    def __init__(self, steps: tuple[Step, ...], cost: int = 0) -> None:
        super().__init__(steps)
        self.cost: Final = cost

    @property
    def sort_key(self) -> float:
        """The mean value of the samples, minus a penalty for the heuristic cost.

        The penalty shrinks as the number of samples grows.
        """
        return self.mean - PRIOR_WEIGHT * self.cost / 1000.0 / (len(self.values) + 1)


TEMPERATURE: Final = 0.05
"""Randomness with which all seats choose actions in rollouts. The lower it is, the more often they
choose the action with the lowest cost, see `rollout.Policy`."""


class SearchWidth(NamedTuple):
    """Maximum number of candidate turns of each kind that an AI player simulates.

    Attributes:
        plays: Maximum number of plays.
        takes: Maximum number of draws of a rival's offered card.
        pairs: Maximum number of ways to insert a drawn card and then offer a card.
    """

    plays: int = 5
    takes: int = 2
    pairs: int = 6


WIDTH: Final = SearchWidth()


class SearchPlayer(search.SearchPlayer):
    """AI player that simulates the rest of the round after each of the most promising turns.

    The most promising turns are those with the lowest heuristic cost.
    """

    def __init__(self, width: SearchWidth = WIDTH) -> None:
        """Create the player.

        Args:
            width: Maximum number of plays, of draws, and of insertions that are simulated.
        """
        self._width: Final = width
        self._costs: Final = Costs()
        self._policy: Final = Policy(self._costs, TEMPERATURE)

    def prepare(
        self, observation: SpringObservation, budget: int, seed: int, should_stop: player.ShouldStop
    ) -> search.Search | player.Choice:
        decision = find_decision_point(observation, self._costs)
        if decision.is_done:
            return player.Choice(decision.arrange_steps)
        options = list_promising(list_options(decision, self._costs), self._width)
        if len(options) == 1:
            return player.Choice(complete_turn(decision, options[0].steps, self._costs))
        lines = [
            Line(complete_turn(decision, option.steps, self._costs), option.cost)
            for option in options
        ]
        worlds = Determinizations(observation, self._policy, Random(seed), None, should_stop)
        return search.Search(worlds, lines)


def list_promising(options: list[Option], width: SearchWidth) -> list[Option]:
    """Return the candidate turns that are worth simulating, the one with the lowest cost first.

    Args:
        options: All candidate turns, with their heuristic costs.
        width: Maximum number of turns that begin with a play, of turns that take an offered card,
            and of turns that consist of other steps. A draw from the deck is always included.
    """
    left = {PLAY: width.plays, TAKE: width.takes, DRAW: 1}
    kept: list[Option] = []
    for option in sorted(options, key=lambda option: option.cost):
        kind = option.steps[0].kind
        room = left.setdefault(kind, width.pairs)
        if room:
            left[kind] = room - 1
            kept.append(option)
    return kept
