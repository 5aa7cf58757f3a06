"""AI players that choose the turn which the value network rates highest; compiled by mypyc.

The value network is a neural network that estimates the value of positions. One player uses it
alone, the other one in a search.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.players.evaluation import (
    COUNTING_WEIGHTS,
    Costs,
    pack_cards,
    unpack_cards,
)
from red7_desktop.games.spring_cleaning.players.network import PROBABILITY_ONE
from red7_desktop.games.spring_cleaning.players.outlook import (
    VALUE_SCALE,
    NetworkEvaluator,
    ValuedTurn,
    find_best,
    list_public_cards,
    list_rank_values,
    load_feature_network,
    make_evaluator,
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
from red7_desktop.games.spring_cleaning.rules.position import SEALED, START, Position
from red7_desktop.tabletop import search
from red7_desktop.tabletop.player import Choice, ShouldStop, never_stop

if TYPE_CHECKING:
    from mypy_extensions import i64

WON_VALUE: Final = float(VALUE_SCALE * PROBABILITY_ONE)
"""Value of a won round, in the units in which `NetworkEvaluator` returns values."""
PRIOR_WEIGHT: Final = 40.0
"""Weight of the network's estimate in a candidate turn's mean value: the estimate counts as this
many simulated samples."""
TURN_WORK: Final = 30
"""Cost in the search's budget, in simulated turns, of one turn that the neural network chooses. The
choice takes about as long as this many turns of a rollout without the network."""
WIDTH: Final = 8
"""Maximum number of candidate turns in a search: those with the highest network values."""
EVIDENCE_WEIGHTS: Final = EvidenceWeights()
"""Weights that say how much a player infers about the hidden cards from rivals' actions."""
BUDGET_PER_SWAP: Final = 80
"""Limits the number of swaps of two hidden cards before the search. Such swaps make the first
random deal fit the rivals' actions. `EvidenceWeights.first_swaps` is at most the search's budget,
in simulated turns, divided by this number."""


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
        decision = find_decision_point(observation, self._costs)
        if decision.is_done:
            return Choice(decision.arrange_steps)
        network = load_feature_network(decision.position.seats)
        evaluator = make_evaluator(observation, decision, self._costs, network, should_stop)
        steps = find_best(evaluator.list_turns()).steps
        if steps[-1].kind == TAKE and evaluator.does_round_continue(steps[-1]):
            steps += evaluator.after_take(steps[-1]).find_best_placement(steps[-1].argument)
        return Choice(complete_turn(decision, steps, self._costs))


class Line(search.CandidateLine):
    """A candidate turn with its samples and the network's estimate.

    Attributes:
        prior: The round's value after the turn, as the network estimates it without a search, from
            0 to 1.
    """

    __slots__ = ("prior",)

    def __init__(self, steps: tuple[Step, ...], first_sight: float = 0.0) -> None:
        super().__init__(steps)
        self.prior: Final = first_sight

    @property
    def sort_key(self) -> float:
        """The mean value of the samples and the network's estimate.

        The estimate counts as PRIOR_WEIGHT samples.
        """
        return (self.total + PRIOR_WEIGHT * self.prior) / (len(self.values) + PRIOR_WEIGHT)


class LookaheadSimulator(Determinizations):
    """Rates candidate turns of a seat: simulates the round until the seat has moved again.

    The value network (a neural network) chooses the turns of all seats, and estimates the value of
    the position at the end. To choose a turn, it only gets cards that the moving seat may know. The
    seat's next turn is included, because the network has only learned positions after a turn of the
    seat.
    """

    def __init__(
        self,
        observation: SpringObservation,
        evaluator: NetworkEvaluator,
        policy: Policy,
        rng: Random,
        evidence_weights: EvidenceWeights | None,
        should_stop: ShouldStop,
    ) -> None:
        """Prepare to sample deals of the hidden cards, and to simulate the round in them.

        Args:
            observation: The seat's observation.
            evaluator: Evaluator of the seat's turns in the observed position.
            policy: Tables with the heuristic costs of cards. By these costs, rivals choose their
                first offers, and picked-up cards are arranged.
            rng: Random generator.
            evidence_weights: Say how much to infer about the hidden cards from rivals' actions. If
                None, all deals are equally likely.
            should_stop: Polled while rivals' actions are rated and in simulated rounds.
        """
        super().__init__(observation, policy, rng, evidence_weights, should_stop)
        self._evaluator: Final = evaluator
        self._costs: Final = policy.costs
        self._network: Final = load_feature_network(evaluator.seats)
        self._offers: Final = [pack_cards(offer) for offer in self.position.offers]
        self._public: Final = list_public_cards(observation)
        self._rank_values: Final = [
            list_rank_values(self.position.trash, seat) for seat in range(evaluator.seats)
        ]

    def make_line(self, steps: tuple[Step, ...]) -> search.CandidateLine:
        return Line(steps)

    def roll_out(self, line: search.CandidateLine, world: World) -> None:
        table = self.start_round(world)
        over: bool | None = self._take(table, line.steps)
        if not over:
            over = self.simulate_next_turn(table)
        if over is None:
            return
        if over:
            rank = table.end()[self.seat]
            line.record(self._evaluator.rank_values[rank] / VALUE_SCALE, 0.0 if rank else 1.0)
        else:
            evaluator = self._make_evaluator(table, self.seat)
            chances = evaluator.find_chances(
                evaluator.hand, (table.mover - self.seat) % evaluator.seats
            )
            line.record(self._evaluator.value(chances) / WON_VALUE, chances[0] / PROBABILITY_ONE)
        self.simulated += 1 + table.turns * TURN_WORK

    def _take(self, table: OpenRound, steps: tuple[Step, ...]) -> bool:
        """Simulate a candidate turn of the seat; return whether the round is over."""
        over = False
        for step in steps:
            if step.kind == DRAW:
                return self._draw(table, self._evaluator)
            over = table.take(step)
        if self.position.phase == SEALED:
            table.mover = self.position.mover
        elif not over:
            table.end_turn()
        return over

    def _draw(self, table: OpenRound, evaluator: NetworkEvaluator) -> bool:
        """Simulate the rest of a turn in which the mover draws from the deck.

        Args:
            table: The simulated round.
            evaluator: Evaluator of the mover's turns. It decides where the drawn card is inserted,
                and which card is then offered.

        Returns:
            Whether the round is over.
        """
        mover = table.mover
        if not table.deck:
            return table.take(Step(DRAW)) or table.end_turn()
        card = table.deck.pop()
        table.drawn = card
        table.left[mover] += 1
        for step in evaluator.find_best_placement(card, table.hands[mover]):
            table.take(step)
        return table.end_turn()

    def simulate_next_turn(self, table: OpenRound) -> bool | None:
        """Simulate turns until the observing seat has taken its next turn.

        If the hand of the seat that follows is empty, this seat picks up its offer, because the
        network has learned positions after the pick-up.

        Returns:
            Whether the round is over; None if `should_stop` ended the simulation early.
        """
        seat = self.seat
        is_last = False
        while not is_last:
            if self.should_stop():
                return None
            is_last = table.mover == seat
            table.turns += 1
            if self.take_network_turn(table):
                return True
        if not table.hands[table.mover]:
            table.pick_up(table.mover)
        return False

    def take_network_turn(self, table: OpenRound) -> bool:
        """Simulate the turn that the network values highest; return whether the round is over."""
        if not table.hands[table.mover]:
            table.pick_up(table.mover)
        evaluator = self._make_evaluator(table, table.mover)
        for step in find_best(evaluator.list_turns()).steps:
            if step.kind == DRAW:
                return self._draw(table, evaluator)
            if table.take(step):
                return True
            if step.kind == TAKE:
                for placing in evaluator.after_take(step).find_best_placement(step.argument):
                    table.take(placing)
        return table.end_turn()

    def _make_evaluator(self, table: OpenRound, seat: int) -> NetworkEvaluator:
        """Return an evaluator of a seat's turns in a simulated round.

        The evaluator only gets cards that the seat may know in this round.
        """
        seats = len(table.hands)
        unseen: i64 = pack_cards(tuple(table.deck))
        known: list[int] = []
        for step in range(1, seats):
            rival = (seat + step) % seats
            held: i64 = pack_cards(tuple(table.hands[rival]))
            seen: i64 = self._find_public_cards(table, rival, held)
            unseen += held - seen
            known.append(seen)
        hands = tuple([tuple(hand) for hand in table.hands])
        offers = tuple([unpack_cards(offer) for offer in table.offers])
        position = Position(
            table.at_once,
            tuple(table.trick),
            table.holder,
            tuple(table.deck),
            tuple(table.discard),
            hands,
            offers,
            self.position.trash,
            table.mover,
            START,
        )
        return NetworkEvaluator(
            position,
            seat,
            unseen,
            known,
            self._rank_values[seat],
            self._costs,
            self._network,
            self.should_stop,
        )

    def _find_public_cards(self, table: OpenRound, seat: int, held: i64) -> i64:
        """Return the cards of a simulated hand that all players have seen, packed.

        Args:
            table: The simulated round.
            seat: Seat of the hand.
            held: All cards of the hand, packed.
        """
        before: i64 = self._offers[seat]
        if before and held == before and not table.offers[seat]:
            return held
        public: i64 = self._public[seat]
        if public:
            return _find_common(public, held)
        return 0


def _find_common(one: i64, other: i64) -> i64:
    """Return the cards that are in both of two groups of packed cards, packed."""
    common: i64 = 0
    number: i64 = 1
    while number <= HIGHEST:
        many = one >> 3 * number & 7
        less = other >> 3 * number & 7
        common += (many if many < less else less) << 3 * number
        number += 1
    return common


class LookaheadPlayer(search.SearchPlayer):
    """AI player that simulates the round after each turn which the value network rates highly."""

    def __init__(self) -> None:
        self._costs: Final = Costs(COUNTING_WEIGHTS)
        self._policy: Final = Policy(self._costs, TEMPERATURE)

    def prepare(
        self, observation: SpringObservation, budget: int, seed: int, should_stop: ShouldStop
    ) -> search.Search | Choice:
        decision = find_decision_point(observation, self._costs)
        if decision.is_done:
            return Choice(decision.arrange_steps)
        network = load_feature_network(decision.position.seats)
        evaluator = make_evaluator(observation, decision, self._costs, network, should_stop)
        lines = [
            Line(complete_turn(decision, turn.steps, self._costs), min(turn.value / WON_VALUE, 1.0))
            for turn in list_promising(evaluator, WIDTH)
        ]
        if len(lines) == 1:
            return Choice(lines[0].steps)
        weights = EVIDENCE_WEIGHTS._replace(
            first_swaps=min(EVIDENCE_WEIGHTS.first_swaps, budget // BUDGET_PER_SWAP)
        )
        foresight = LookaheadSimulator(
            observation, evaluator, self._policy, Random(seed), weights, should_stop
        )
        return search.Search(foresight, lines)


def list_promising(evaluator: NetworkEvaluator, width: int) -> list[ValuedTurn]:
    """Return the turns that the value network rates highest, the best first.

    A turn that takes an offered card can be completed in many ways, because the card can be
    inserted anywhere, and then any hand card can be offered. Only the two best ways are considered.

    Args:
        evaluator: Evaluator of the seat's turns.
        width: Maximum number of turns.
    """
    found: list[ValuedTurn] = []
    for turn in evaluator.list_turns():
        step = turn.steps[-1]
        if turn.kind == TAKE and evaluator.does_round_continue(step):
            after = evaluator.after_take(step)
            placings = sorted(
                after.list_placements(turn.argument), key=lambda each: each.value, reverse=True
            )
            found += [each.after(turn.steps) for each in placings[:2]]
        else:
            found.append(turn)
    found.sort(key=lambda turn: turn.value, reverse=True)
    return found[:width]
