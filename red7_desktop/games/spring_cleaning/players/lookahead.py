"""Players that choose by the network: at first sight, or after looking ahead; compiled."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.players.evaluation import (
    ONE,
    SHREWD,
    Costs,
    pack_cards,
)
from red7_desktop.games.spring_cleaning.players.features import Features
from red7_desktop.games.spring_cleaning.players.network import CERTAIN
from red7_desktop.games.spring_cleaning.players.outlook import (
    PART,
    Outlook,
    Valued,
    find_best,
    read_features,
)
from red7_desktop.games.spring_cleaning.players.rollout import OpenRound, Policy
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
from red7_desktop.tabletop import player

if TYPE_CHECKING:
    from mypy_extensions import i64

WHOLE: Final = float(PART * CERTAIN)
"""The value of a round that is won."""
PRIOR: Final = 40.0
"""The network's first sight counts as much as so many samples."""
PLAYED_OUT: Final = 0.5
"""How much of a sample's value is the end of the round played on; the rest is the network's."""
TEMPERATURE: Final = 0.05
"""How freely rivals choose while they are played on."""
LEAF_WORK: Final = 3
"""A look of the network is about as much work as so many turns played on."""
WIDTH: Final = 8
"""How many turns are tried."""
AT_LEISURE: Final = 1 << 30
"""The budget where no time is spared."""
SETTLING: Final = 80
"""How many turns of the budget pay for swapping each hidden card a tenth of once more at first."""


NETWORKED: Final = frozenset({2})
"""For which numbers of seats there is a network."""


class NetworkPlayer:
    """Takes the turn after which the network values its position most."""

    def __init__(self) -> None:
        self._costs: Final = Costs()

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
        features = read_features(spot.position.seats)
        outlook = Outlook(observation, spot, self._costs, features)
        steps = find_best(outlook.list_ways()).steps
        if steps[-1].kind == TAKE and outlook.lasts(steps[-1]):
            place = find_best(outlook.after_take(steps[-1]).list_placings(steps[-1].what))
            steps += place.steps
        return player.Choice(complete_turn(spot, steps, self._costs))


class Forecast:
    """A way to take a turn, with what it led to in the worlds it was tried in.

    Attributes:
        steps: The turn.
        first_sight: The network's value of it, from 0 to 1.
        values: Each sample's value, from 0 (most trash) to 1 (none).
        wins: The sum of the chances to take no trash.
    """

    __slots__ = ("first_sight", "steps", "total", "values", "wins")

    def __init__(self, steps: tuple[Step, ...], first_sight: float) -> None:
        self.steps: Final = steps
        self.first_sight: Final = first_sight
        self.values: Final[list[float]] = []
        self.total = 0.0
        self.wins = 0.0

    def record(self, value: float, chance: float) -> None:
        self.values.append(value)
        self.total += value
        self.wins += chance

    @property
    def mean(self) -> float:
        """The value so far; 0 without samples."""
        return self.total / len(self.values) if self.values else 0.0

    @property
    def merit(self) -> float:
        """The value so far, with the first sight as `PRIOR` samples; turns are ranked by it."""
        return (self.total + PRIOR * self.first_sight) / (len(self.values) + PRIOR)

    def settled(self) -> list[float]:
        return self.values

    def candidate(self, best: Forecast) -> player.Candidate:
        if self is best:
            value, error = self.mean, player.error_of(self.values)
        else:
            value, error = player.place_beside(self.values, self.mean, best.values, best.mean)
        samples = len(self.values)
        chance = self.wins / samples if samples else 0.0
        return player.Candidate(self.steps, value, chance, samples, error=error)


def list_candidates(
    forecasts: Sequence[Forecast], should_stop: player.ShouldStop = player.keep_on
) -> tuple[player.Candidate, ...]:
    """Return what was found about turns that met the same worlds: the first, then best first.

    Once it is time to stop, the turns that were not looked at are left out, but never the first.
    """
    found = [forecasts[0].candidate(forecasts[0])]
    for each in forecasts[1:]:
        if should_stop():
            break
        found.append(each.candidate(forecasts[0]))
    return player.sort_best_first(found)


class Tableau:
    """Plays turns on in worlds until the seat's next one, which the network values.

    Then the round is played to its end. A sample is worth the mean of both: the network judges a
    hand better than a single rollout, which in turn knows the other hands of its world.

    Attributes:
        worlds: Where hidden cards are dealt.
        outlook: What the seat knows.
    """

    def __init__(self, worlds: Determinizations, outlook: Outlook, features: Features) -> None:
        self.worlds: Final = worlds
        self.outlook: Final = outlook
        self._features: Final = features
        self._placings: Final[dict[tuple[int, ...], tuple[Step, ...]]] = {}
        self._deck = 0

    def attempt(self, forecasts: list[Forecast], should_stop: player.ShouldStop) -> int:
        """Try turns in the next world, all with the same luck; return how much work that was."""
        worlds = self.worlds
        before = worlds.work
        world = worlds.deal(should_stop)
        self._deck = pack_cards(tuple(world.deck))
        work = worlds.work - before
        for forecast in forecasts:
            if forecast is not forecasts[0] and should_stop():
                break
            table = worlds.open(world)
            deck = table.deck
            over = self._take(table, forecast.steps)
            if not over:
                over = self._reach_next_turn(table)
            work += table.turns + LEAF_WORK
            if over:
                trash = table.end()
                rank = trash[worlds.seat]
                worth = self.outlook.worths[rank] / PART
                forecast.record(worth, 0.0 if rank else 1.0)
            else:
                chances = self._look(table, self._count_deck(table, world, deck))
                value = self.outlook.value(chances) / WHOLE
                chance = chances[0] / CERTAIN
                turns = table.turns
                trash = table.play_out(should_stop)
                if not trash:
                    break
                work += table.turns - turns
                rank = trash[worlds.seat]
                value += PLAYED_OUT * (self.outlook.worths[rank] / PART - value)
                chance += PLAYED_OUT * ((0.0 if rank else 1.0) - chance)
                forecast.record(value, chance)
        return work

    def _take(self, table: OpenRound, steps: tuple[Step, ...]) -> bool:
        """Let the seat take its turn; tell whether the round is over."""
        over = False
        for step in steps:
            if step.kind == DRAW:
                return self._draw(table)
            over = table.take(step)
        if self.worlds.position.phase == SEALED:
            table.mover = self.worlds.position.mover
        elif not over:
            table.pass_on()
        return over

    def _draw(self, table: OpenRound) -> bool:
        """Draw the top of the deck and place it as the network would."""
        mover = table.mover
        if not table.deck:
            return table.take(Step(DRAW)) or table.pass_on()
        card = table.deck.pop()
        hand = table.hands[mover]
        key = (card, *hand)
        steps = self._placings.get(key)
        if steps is None:
            steps = find_best(self.outlook.list_placings(card, hand)).steps
            self._placings[key] = steps
        table.drawn = card
        table.left[mover] += 1
        for step in steps:
            table.take(step)
        return table.pass_on()

    def _reach_next_turn(self, table: OpenRound) -> bool:
        """Let the rivals take their turns; tell whether the round is over."""
        seat = self.worlds.seat
        while table.mover != seat:
            table.turns += 1
            if table.take_turn():
                return True
        if not table.hands[seat]:
            table.pick_up(seat)
        return False

    def _count_deck(self, table: OpenRound, world: World, deck: list[int]) -> int:
        """Pack the cards of the deck; `deck` is the list it had when the world was opened."""
        if table.deck is not deck:
            return pack_cards(tuple(table.deck))
        packed = self._deck
        for card in world.deck[len(deck) :]:
            packed -= ONE[card]
        return packed

    def _look(self, table: OpenRound, unseen: i64) -> list[int]:
        """Return the network's chances at the beginning of the seat's turn.

        Args:
            table: The round as it stands then.
            unseen: The cards of its deck, packed.
        """
        outlook, seat = self.outlook, self.worlds.seat
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
            0,
        )


def _find_common(one: i64, other: i64) -> i64:
    """Return the cards that both of two packed lots have."""
    common: i64 = 0
    number: i64 = 1
    while number <= HIGHEST:
        many = one >> 3 * number & 7
        less = other >> 3 * number & 7
        common += (many if many < less else less) << 3 * number
        number += 1
    return common


class LookaheadPlayer:
    """Tries the turns that the network values most, in worlds in which the rounds are played on."""

    def __init__(self, width: int = WIDTH, evidence_weights: EvidenceWeights | None = None) -> None:
        """Set how much is tried.

        Args:
            width: How many turns are tried.
            evidence_weights: How what rivals did is read; None to deal all hidden cards alike.
        """
        self._width: Final = width
        self._evidence_weights: Final = evidence_weights
        self._costs: Final = Costs(SHREWD)
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
        outlook = Outlook(observation, spot, self._costs, read_features(spot.position.seats))
        forecasts = [
            Forecast(complete_turn(spot, way.steps, self._costs), min(way.value / WHOLE, 1.0))
            for way in list_promising(outlook, self._width)
        ]
        if len(forecasts) == 1:
            return player.Choice(forecasts[0].steps)
        tableau = self._set_up(observation, outlook, budget, seed, should_stop)
        forecasts = player.share_budget(
            forecasts,
            budget,
            lambda running: tableau.attempt(running, should_stop),
            should_stop,
        )
        return player.Choice(forecasts[0].steps, list_candidates(forecasts, should_stop))

    def compare(
        self,
        observation: SpringObservation,
        turns: Sequence[tuple[Step, ...]],
        worlds: int,
        seed: int,
        should_stop: player.ShouldStop = player.keep_on,
    ) -> tuple[player.Candidate, ...]:
        """Try turns in so many worlds that all of them meet; the first one stays first.

        Returns:
            Nothing if it was time to stop before the first world.
        """
        spot = find_decision_point(observation, self._costs)
        outlook = Outlook(observation, spot, self._costs, read_features(spot.position.seats))
        tableau = self._set_up(observation, outlook, AT_LEISURE, seed, should_stop)
        forecasts = [Forecast(steps, 0.0) for steps in turns]
        for _ in range(worlds):
            if should_stop():
                break
            tableau.attempt(forecasts, player.keep_on)
        return list_candidates(forecasts) if forecasts[0].values else ()

    def _set_up(
        self,
        observation: SpringObservation,
        outlook: Outlook,
        budget: int,
        seed: int,
        should_stop: player.ShouldStop,
    ) -> Tableau:
        weights = self._evidence_weights
        if weights:
            weights = weights._replace(first=min(weights.first, budget // SETTLING))
        worlds = Determinizations(observation, self._policy, Random(seed), weights, should_stop)
        return Tableau(worlds, outlook, read_features(outlook.seats))


def list_promising(outlook: Outlook, width: int) -> list[Valued]:
    """List the turns that the network values most, each taken card placed in its best two ways."""
    found: list[Valued] = []
    for way in outlook.list_ways():
        step = way.steps[-1]
        if step.kind == TAKE and outlook.lasts(step):
            after = outlook.after_take(step)
            placings = sorted(
                after.list_placings(step.what), key=lambda each: each.value, reverse=True
            )
            found += [Valued(each.value, (*way.steps, *each.steps)) for each in placings[:2]]
        else:
            found.append(way)
    found.sort(key=lambda way: way.value, reverse=True)
    return found[:width]
