"""The search of Spring Cleaning; compiled.

Samples are few, so what a turn costs at first sight counts a little too.
"""

from __future__ import annotations

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
from red7_desktop.tabletop import player, search

FIRST_SIGHT: Final = 14.0
"""A thousand more at first sight counts as much as so many samples with 0 in place of 1: it is
worth some .07 of a round, and that is as good a guess as 200 samples."""


class Line(search.Line):
    """A candidate turn, with its cost at first sight.

    Attributes:
        cost: In thousandths of a weak single card.
    """

    __slots__ = ("cost",)

    def __init__(self, steps: tuple[Step, ...], cost: int = 0) -> None:
        super().__init__(steps)
        self.cost: Final = cost

    @property
    def merit(self) -> float:
        """The mean minus what the first sight says against the line.

        The fewer samples there are, the more the first sight counts.
        """
        return self.mean - FIRST_SIGHT * self.cost / 1000.0 / (len(self.values) + 1)


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


class SearchPlayer(search.SearchPlayer):
    """Searches the ways to take the turn that cost least at first sight."""

    def __init__(
        self,
        width: Width = WIDTH,
        taste: Weights = GREEDY,
        evidence_weights: EvidenceWeights | None = None,
    ) -> None:
        """Set how much is searched, and how.

        Args:
            width: Number of ways to consider.
            taste: How all seats choose in rollouts.
            evidence_weights: How much is inferred from what rivals did; nothing if None.
        """
        self._evidence_weights: Final = evidence_weights
        self._width: Final = width
        self._costs: Final = Costs(taste)
        self._policy: Final = Policy(self._costs, TEMPERATURE)

    def prepare(
        self, observation: SpringObservation, budget: int, seed: int, should_stop: player.ShouldStop
    ) -> search.Search | player.Choice:
        spot = find_decision_point(observation, self._costs)
        if spot.is_done:
            return player.Choice(spot.laid)
        options = list_promising(list_options(spot, self._costs), self._width)
        if len(options) == 1:
            return player.Choice(complete_turn(spot, options[0].steps, self._costs))
        lines = [
            Line(complete_turn(spot, option.steps, self._costs), option.cost) for option in options
        ]
        weights = self._evidence_weights
        if weights:
            weights = weights._replace(first=min(weights.first, budget // SETTLING))
        worlds = Determinizations(observation, self._policy, Random(seed), weights, should_stop)
        return search.Search(worlds, lines)


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
