"""Players that choose by the value network, alone or as a start for a search; compiled."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.players.evaluation import (
    COUNTING_WEIGHTS,
    ONE,
    Costs,
    pack_cards,
)
from red7_desktop.games.spring_cleaning.players.network import PROBABILITY_ONE
from red7_desktop.games.spring_cleaning.players.outlook import (
    VALUE_SCALE,
    NetworkEvaluator,
    ValuedTurn,
    find_best,
    load_features,
)
from red7_desktop.games.spring_cleaning.players.rollout import OpenRound, Policy
from red7_desktop.games.spring_cleaning.players.search import (
    TEMPERATURE,
)
from red7_desktop.games.spring_cleaning.players.worlds import (
    Determinizations,
    EvidenceWeights,
    World,
    complete_turn,
    find_decision_point,
)
from red7_desktop.games.spring_cleaning.rules.cards import DRAW, HIGHEST, TAKE, Step
from red7_desktop.games.spring_cleaning.rules.game import SpringObservation
from red7_desktop.games.spring_cleaning.rules.position import SEALED
from red7_desktop.tabletop import search
from red7_desktop.tabletop.player import Choice, ShouldStop, never_stop

if TYPE_CHECKING:
    from mypy_extensions import i64

WON_VALUE: Final = float(VALUE_SCALE * PROBABILITY_ONE)
"""Value of a won round, in the units of the network's output."""
PRIOR_WEIGHT: Final = 1000.0
"""In a candidate's mean value, the network's value counts as this many samples."""
ROLLOUT_WEIGHT: Final = 0.5
"""Weight of the rollout's result in a sample's value; the rest is the network's value."""
EVALUATION_WORK: Final = 3
"""Work of one evaluation by the network: it counts as this many simulated turns."""
WIDTH: Final = 8
"""Number of candidate turns."""
EVIDENCE_WEIGHTS: Final = EvidenceWeights()
"""How much to infer from rivals' actions."""
BUDGET_PER_SWAP: Final = 80
"""Budget, in simulated turns, that a choice must have for each attempted swap of hidden cards. With
less, `EvidenceWeights.first_swaps` is lowered to budget / BUDGET_PER_SWAP."""


class NetworkPlayer:
    """Player without search that takes the turn with the highest network value."""

    def __init__(self) -> None:
        self._costs: Final = Costs()

    def choose(
        self,
        observation: SpringObservation,
        budget: int,
        seed: int,
        should_stop: ShouldStop = never_stop,
    ) -> Choice:
        spot = find_decision_point(observation, self._costs)
        if spot.is_done:
            return Choice(spot.arrange_steps)
        features = load_features(spot.position.seats)
        outlook = NetworkEvaluator(observation, spot, self._costs, features)
        steps = find_best(outlook.list_turns()).steps
        if steps[-1].kind == TAKE and outlook.does_round_continue(steps[-1]):
            place = find_best(outlook.after_take(steps[-1]).list_placements(steps[-1].argument))
            steps += place.steps
        return Choice(complete_turn(spot, steps, self._costs))


class Line(search.CandidateLine):
    """A candidate turn whose value starts from the network's estimate.

    Attributes:
        prior: The network's estimate, from 0 to 1.
    """

    __slots__ = ("prior",)

    def __init__(self, steps: tuple[Step, ...], first_sight: float = 0.0) -> None:
        super().__init__(steps)
        self.prior: Final = first_sight

    @property
    def sort_key(self) -> float:
        """The mean value of the samples, with the network's value as a starting point.

        The network's value counts as PRIOR_WEIGHT samples.
        """
        return (self.total + PRIOR_WEIGHT * self.prior) / (len(self.values) + PRIOR_WEIGHT)


class LookaheadSimulator(Determinizations):
    """Simulates turns up to the seat's next one, evaluates that turn, and plays the round out.

    A sample is the mean of the evaluation and the round's result: the network evaluates a hand
    better than a single rollout, and the rollout takes the other hands of its world into account.
    The network has only learned positions after a turn of the seat, so the seat's next turn is
    simulated, too.
    """

    def __init__(
        self,
        observation: SpringObservation,
        outlook: NetworkEvaluator,
        policy: Policy,
        chance: Random,
        evidence_weights: EvidenceWeights | None,
        should_stop: ShouldStop,
    ) -> None:
        """Set up the sampling.

        Args:
            observation: The seat's observation.
            outlook: The seat's knowledge as input for the network.
            policy: How all seats choose in rollouts.
            chance: Random generator.
            evidence_weights: How much to infer from rivals' actions; None to infer nothing.
            should_stop: Polled while evidence is computed and in rollouts.
        """
        super().__init__(observation, policy, chance, evidence_weights, should_stop)
        self._outlook: Final = outlook
        self._features: Final = load_features(outlook.seats)
        self._placings: Final[dict[tuple[int, ...], tuple[Step, ...]]] = {}
        self._deck = 0

    def make_line(self, steps: tuple[Step, ...]) -> search.CandidateLine:
        return Line(steps)

    def deal(self) -> World:
        world = super().deal()
        self._deck = pack_cards(tuple(world.deck))
        return world

    def roll_out(self, line: search.CandidateLine, world: World) -> None:
        table = self.start_round(world)
        deck = table.deck
        over = self._take(table, line.steps)
        if not over:
            over = self.simulate_next_turn(table)
        if over:
            rank = table.end()[self.seat]
            line.record(self._outlook.worths[rank] / VALUE_SCALE, 0.0 if rank else 1.0)
        else:
            chances = self._evaluate(table, self._count_deck(table, world, deck))
            value = self._outlook.value(chances) / WON_VALUE
            chance = chances[0] / PROBABILITY_ONE
            trash = table.play_out(self.should_stop)
            if not trash:
                return
            rank = trash[self.seat]
            value += ROLLOUT_WEIGHT * (self._outlook.worths[rank] / VALUE_SCALE - value)
            chance += ROLLOUT_WEIGHT * ((0.0 if rank else 1.0) - chance)
            line.record(value, chance)
        self.simulated += table.turns + EVALUATION_WORK

    def _take(self, table: OpenRound, steps: tuple[Step, ...]) -> bool:
        """Simulate a candidate turn of the seat; return whether the round is over."""
        over = False
        for step in steps:
            if step.kind == DRAW:
                return self._draw(table)
            over = table.take(step)
        if self.position.phase == SEALED:
            table.mover = self.position.mover
        elif not over:
            table.end_turn()
        return over

    def _draw(self, table: OpenRound) -> bool:
        """Simulate the turn in which the seat draws from the deck.

        The card is inserted, and a card offered, as the network suggests.

        Returns:
            Whether the round is over.
        """
        mover = table.mover
        if not table.deck:
            return table.take(Step(DRAW)) or table.end_turn()
        card = table.deck.pop()
        hand = table.hands[mover]
        key = (card, *hand)
        steps = self._placings.get(key)
        if steps is None:
            steps = find_best(self._outlook.list_placements(card, hand)).steps
            self._placings[key] = steps
        table.drawn = card
        table.left[mover] += 1
        for step in steps:
            table.take(step)
        return table.end_turn()

    def simulate_next_turn(self, table: OpenRound) -> bool:
        """Simulate turns until the observing seat has taken one; return whether the round is over.

        Afterwards, the next rival picks up its offer if its hand is empty.
        """
        seat = self.seat
        is_last = False
        while not is_last:
            is_last = table.mover == seat
            table.turns += 1
            if table.take_turn():
                return True
        if not table.hands[table.mover]:
            table.pick_up(table.mover)
        return False

    def _count_deck(self, table: OpenRound, world: World, deck: list[int]) -> int:
        """Count the cards of a simulated round's deck by number.

        Args:
            table: The simulated round.
            world: The world that the simulation started from.
            deck: The list object that was the deck at the start. If the simulation has shuffled the
                discards into a new deck, `table.deck` is another object.

        Returns:
            The packed cards.
        """
        if table.deck is not deck:
            return pack_cards(tuple(table.deck))
        packed = self._deck
        for card in world.deck[len(deck) :]:
            packed -= ONE[card]
        return packed

    def _evaluate(self, table: OpenRound, unseen: i64) -> list[int]:
        """Return the network's chances for the seat after its turn.

        Args:
            table: The simulated round.
            unseen: The cards of its deck, packed.

        Returns:
            The chances to finish the round among the first, the first two, and so on.
        """
        outlook = self._outlook
        seat = self.seat
        seats: i64 = outlook.seats
        sizes: list[int] = []
        offers: list[int] = []
        known: list[int] = []
        lefts: list[int] = []
        others: i64 = 0
        nth: i64 = 0
        while nth < seats - 1:
            rival = (seat + 1 + nth) % seats
            hand = table.hands[rival]
            offer: i64 = table.offers[rival]
            held: i64 = pack_cards(tuple(hand))
            before: i64 = outlook.offers[nth]
            seen: i64 = outlook.known[nth]
            if before and not offer and held == before:
                seen = held
            elif seen:
                seen = _find_common(seen, held)
            unseen += held - seen
            others += offer
            sizes.append(len(hand))
            offers.append(offer)
            known.append(seen)
            lefts.append(table.left[rival])
            nth += 1
        around = self._features.sum_around(
            unseen, len(table.deck), table.at_once, sizes, offers, known
        )
        trick = table.trick
        return self._features.find_chances(
            around,
            table.hands[seat],
            table.offers[seat],
            others,
            lefts,
            trick[-1] if trick else 0,
            (table.holder - seat) % outlook.seats if trick else 0,
            (table.mover - seat) % outlook.seats,
        )


def _find_common(one: i64, other: i64) -> i64:
    """Return the cards that two packed groups have in common."""
    common: i64 = 0
    number: i64 = 1
    while number <= HIGHEST:
        many = one >> 3 * number & 7
        less = other >> 3 * number & 7
        common += (many if many < less else less) << 3 * number
        number += 1
    return common


class LookaheadPlayer(search.SearchPlayer):
    """Player that simulates the rounds after the turns with the highest network values."""

    def __init__(self) -> None:
        self._costs: Final = Costs(COUNTING_WEIGHTS)
        self._policy: Final = Policy(self._costs, TEMPERATURE)

    def prepare(
        self, observation: SpringObservation, budget: int, seed: int, should_stop: ShouldStop
    ) -> search.Search | Choice:
        spot = find_decision_point(observation, self._costs)
        if spot.is_done:
            return Choice(spot.arrange_steps)
        outlook = NetworkEvaluator(
            observation, spot, self._costs, load_features(spot.position.seats)
        )
        lines = [
            Line(complete_turn(spot, way.steps, self._costs), min(way.value / WON_VALUE, 1.0))
            for way in list_promising(outlook, WIDTH)
        ]
        if len(lines) == 1:
            return Choice(lines[0].steps)
        weights = EVIDENCE_WEIGHTS._replace(
            first_swaps=min(EVIDENCE_WEIGHTS.first_swaps, budget // BUDGET_PER_SWAP)
        )
        foresight = LookaheadSimulator(
            observation, outlook, self._policy, Random(seed), weights, should_stop
        )
        return search.Search(foresight, lines)


def list_promising(outlook: NetworkEvaluator, width: int) -> list[ValuedTurn]:
    """Return the turns with the highest network values.

    A turn that takes an offered card may be completed in many ways: by where the card is inserted,
    and which card is then offered. Only the two best ways are considered.
    """
    found: list[ValuedTurn] = []
    for way in outlook.list_turns():
        step = way.steps[-1]
        if step.kind == TAKE and outlook.does_round_continue(step):
            after = outlook.after_take(step)
            placings = sorted(
                after.list_placements(step.argument), key=lambda each: each.value, reverse=True
            )
            found += [ValuedTurn(each.value, (*way.steps, *each.steps)) for each in placings[:2]]
        else:
            found.append(way)
    found.sort(key=lambda way: way.value, reverse=True)
    return found[:width]
