"""What the end of a round is worth: the chance to win the match at the scores it leads to."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.red7.rules.cards import DECK_SIZE
from red7_desktop.games.red7.rules.deal import HAND_SIZE
from red7_desktop.games.red7.rules.engine.packed_score import PER_CARD
from red7_desktop.games.red7.rules.scoring import TARGETS, leaders_of, points_of
from red7_desktop.games.red7.rules.state import MATCH_OVER, ROUND_OVER

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.games.red7.rules.options import MatchOptions


class MatchPace(NamedTuple):
    """How matches go between strong players, by number of seats; measured in self-play.

    cards: what a round's winner takes on average. rounds: how many rounds a match to the
    rulebook's target has. spread: so many points more at its beginning make a seat e times
    likelier to win it. shrinking: the spread shrinks as this power of the rounds that are left.
    """

    cards: float
    rounds: float
    spread: float
    shrinking: float


PACES: Final[dict[int, MatchPace]] = {
    2: MatchPace(cards=2.4, rounds=7.0, spread=20.0, shrinking=0.25),
    3: MatchPace(cards=3.2, rounds=4.6, spread=22.0, shrinking=0.25),
    4: MatchPace(cards=3.9, rounds=3.7, spread=20.0, shrinking=0.25),
}
"""The figures that `lab calibrate` has found (docs/opponents.md)."""


class Stakes:
    """Values the outcomes of a round for one seat, from 0 to 1.

    In a basic game the round is all there is. In an advanced one it is the chance to win the
    match, where a shared win counts in parts: the seats' chances are to one another as e to the
    power of their points over a spread, which is the smaller the nearer the end is.
    """

    __slots__ = ("_cards_left", "_known", "_options", "_pace", "_points", "_seat")

    def __init__(
        self,
        options: MatchOptions,
        scores: tuple[tuple[int, ...], ...],
        seat: int,
        paces: dict[int, MatchPace] = PACES,
    ) -> None:
        self._pace: Final = paces[len(scores)]
        self._options: Final = options
        self._points: Final = points_of(scores)
        self._cards_left: Final = DECK_SIZE - sum([len(pile) for pile in scores])
        self._seat: Final = seat
        self._known: Final[dict[int, float]] = {}

    def value(self, winner: int, spoil: int) -> float:
        """Give what it is worth that a seat wins the round with a spoil (see `spoil_of`)."""
        key = spoil << 2 | winner
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._value(winner, spoil)
        return known

    def _value(self, winner: int, spoil: int) -> float:
        if not self._options.rules.advanced:
            return 1.0 if winner == self._seat else 0.0
        points = list(self._points)
        points[winner] += spoil % PER_CARD
        spare = self._cards_left - spoil // PER_CARD - (HAND_SIZE + 1) * len(points)
        missing = self._options.target - max(points)
        if missing <= 0 or spare < 0:
            leaders = leaders_of(tuple(points))
            return 1.0 / len(leaders) if self._seat in leaders else 0.0
        spread = _spread(self._pace, len(points), missing, spare)
        # Rounded, because the last digits of e's powers are not the same on every machine.
        weights = [round(math.exp((own - max(points)) / spread), 12) for own in points]
        return weights[self._seat] / sum(weights)


def value_settled_round(observation: Red7Observation) -> tuple[float, ...] | None:
    """Give what a round that is over has come to for each seat; None while it goes on.

    Where points are kept, that is the chance to win the match with those that everybody has now.
    """
    if observation.stage not in {ROUND_OVER, MATCH_OVER}:
        return None
    options, scores, winner = observation.options, observation.scores, observation.rounds[-1].winner
    # What the winner took lies in its pile by now, so there is no spoil to come.
    return tuple([Stakes(options, scores, seat).value(winner, 0) for seat in range(len(scores))])


def _spread(pace: MatchPace, seats: int, missing: int, spare: int) -> float:
    """Give the spread with so many points missing to the target and so many cards to spare.

    missing: of the seat that leads. spare: cards that may still leave the deck before it is too
    short to deal.
    """
    # A match to the usual target shows how many rounds one winner's share of the points takes.
    by_target = 1.0 + (pace.rounds - 1.0) * missing / TARGETS[seats]
    by_deck = 1.0 + spare / pace.cards
    left = min(by_target, by_deck) / pace.rounds
    return pace.spread * math.pow(left, pace.shrinking)
