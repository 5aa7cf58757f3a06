"""Evaluates all turns of a seat by the value network, a neural network; compiled by mypyc.

Only the seat's own cards and public information are used. Values are integers, so that the choice
is the same on every machine.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.players.evaluation import (
    ONE,
    Costs,
    Trash,
    count_packed_cards,
    pack_cards,
    value_round,
)
from red7_desktop.games.spring_cleaning.players.features import (
    NOTHING_PENDING,
    OFFER_PENDING,
    UNKNOWN_INSERT_PENDING,
    FeatureNetwork,
)
from red7_desktop.games.spring_cleaning.players.network import PROBABILITY_ONE, load_network
from red7_desktop.games.spring_cleaning.players.worlds import (
    DecisionPoint,
    list_insertion_places,
)
from red7_desktop.games.spring_cleaning.rules.advance import apply_take
from red7_desktop.games.spring_cleaning.rules.cards import (
    COMBINATION,
    DRAW,
    HIGHEST,
    INSERT,
    OFFER,
    OWNERS_SHIFT,
    PLAY,
    RUN,
    TAKE,
    UNKNOWN,
    Step,
    cards_of,
    find_hand_part,
    owners_of,
)
from red7_desktop.games.spring_cleaning.rules.game import SpringObservation
from red7_desktop.games.spring_cleaning.rules.legality import can_draw, list_draws, list_plays
from red7_desktop.games.spring_cleaning.rules.position import (
    NOBODY,
    OWES_INSERT,
    OWES_OFFER,
    SEALED,
    Position,
    compute_trash_given,
)
from red7_desktop.tabletop.player import ShouldStop, never_stop

if TYPE_CHECKING:
    from mypy_extensions import i64

VALUE_SCALE: Final = 1024
"""Integer that represents a round's value of 1, the best result."""
WON_VALUE: Final = 2 * VALUE_SCALE * PROBABILITY_ONE
"""Value of a turn with which the seat finishes first. It is higher than the value of any turn with
an uncertain result."""
MAX_PLACEMENTS: Final = 2
"""Number of places in the hand that are candidates for inserting a drawn card: the best ones. For
each place, every card that could then be offered is a candidate. Simulated turns only consider the
best place."""
STOP_INTERVAL: Final = 4
"""Number of evaluated positions between two polls of `should_stop`: 2 milliseconds in plain Python.
"""
_NETWORKS: Final[dict[int, FeatureNetwork]] = {}


def load_feature_network(seats: int) -> FeatureNetwork:
    """Return the value network for a number of seats, with its input encoder; cached.

    Raises:
        MissingAsset: The network's file is missing; the message names it.
        DamagedAsset: The file can't be parsed; the message names it.
    """
    found = _NETWORKS.get(seats)
    if found is None:
        found = _NETWORKS[seats] = FeatureNetwork(load_network(seats), seats)
    return found


@lru_cache(1024)
def list_rank_values(trash: Trash, seat: int) -> tuple[int, ...]:
    """Return the value of finishing a round first, second, and so on, for a seat; cached.

    If the value also depends on the ranks of the other seats, it is a mean over several orders.

    Args:
        trash: Trash (penalty points) of each seat before the round.
        seat: The seat.

    Returns:
        Values by rank, best rank first, from 0 to `VALUE_SCALE`. A lower rank never has a higher
        value.
    """
    seats = len(trash)
    if seats == 2:
        return (VALUE_SCALE, 0)
    rank_values: list[int] = []
    for rank in range(seats):
        others = [each for each in range(seats) if each != rank]
        total = 0.0
        for turned in range(seats - 1):
            given = others[turned:] + others[:turned]
            for order in (given, given[::-1]):
                total += value_round(trash, (*order[:seat], rank, *order[seat:]), seat)
        mean = round(VALUE_SCALE * total / (2 * (seats - 1)))
        rank_values.append(min(mean, rank_values[-1]) if rank_values else mean)
    return tuple(rank_values)


class ValuedTurn:
    """A candidate turn with its value.

    Its last step is created only when it is read: a search compares the values of many turns, and
    takes one of them.

    Attributes:
        value: Expected value of the round for the seat after the turn; higher is better.
        kind: Kind of the last step: PLAY, DRAW, TAKE, INSERT or OFFER.
        argument: Argument of the last step.
        owner: Owner of the offer if the last step is TAKE, else -1.
    """

    __slots__ = ("_before", "argument", "kind", "owner", "value")

    def __init__(
        self,
        value: int,
        kind: int,
        argument: int = UNKNOWN,
        owner: int = NOBODY,
        before: tuple[Step, ...] = (),
    ) -> None:
        self.value: Final[int] = value
        self.kind: Final[int] = kind
        self.argument: Final[int] = argument
        self.owner: Final[int] = owner
        self._before: Final = before

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the turn, to its end or to the draw of an unknown card."""
        return (*self._before, Step(self.kind, self.argument, self.owner))

    def after(self, steps: tuple[Step, ...]) -> ValuedTurn:
        """Return a turn that begins with other steps and continues with those of this turn."""
        return ValuedTurn(self.value, self.kind, self.argument, self.owner, (*steps, *self._before))


class NetworkEvaluator:
    """Evaluates the results of a seat's turns by the value network, from cards that the seat knows.

    Lists by rival are in clockwise order from the seat. Offers and known cards are packed: bits 3n
    to 3n + 2 count the cards of number n.

    Args:
        position: The position. Of rivals' hands, only the numbers of cards are used.
        seat: The seat that chooses.
        unseen: Cards whose place the seat doesn't know, packed.
        known: For each rival, the public cards of its hand, packed.
        rank_values: Value of finishing the round first, second, and so on, for the seat; from
            `list_rank_values`.
        costs: Tables with the heuristic costs of cards. A seat that picks up its offer is assumed
            to put the cards into its hand in the order with the lowest cost.
        network: The value network, with the code that computes the network's inputs.
        should_stop: Polled while turns are evaluated. Once it returns True, the lists of turns end
            early, but each has at least one turn.
    """

    def __init__(
        self,
        position: Position,
        seat: int,
        unseen: int,
        known: list[int],
        rank_values: tuple[int, ...],
        costs: Costs,
        network: FeatureNetwork,
        should_stop: ShouldStop = never_stop,
    ) -> None:
        self._position: Final = position
        self._costs: Final = costs
        self._network: Final = network
        self._should_stop: Final = should_stop
        self._evaluated = 0
        self.seats: Final[int] = position.seats
        self.seat: Final[int] = seat
        self.rank_values: Final[tuple[int, ...]] = rank_values
        self.hand: Final[list[int]] = list(position.hands[seat])
        self.own: Final[int] = pack_cards(position.offers[seat])
        self.unseen: Final[int] = unseen
        self.deck: Final[int] = len(position.deck)
        self.known: Final[list[int]] = known
        self.sizes: Final[list[int]] = []
        self.offers: Final[list[int]] = []
        for step in range(1, position.seats):
            rival = (seat + step) % position.seats
            self.sizes.append(len(position.hands[rival]))
            self.offers.append(pack_cards(position.offers[rival]))
        self.lefts: Final[list[int]] = _count_left(self.sizes, self.offers)
        self._placements: Final[dict[tuple[int, ...], tuple[Step, ...]]] = {}
        self.table: Final[int] = position.table
        self.whose: Final[int] = (
            (position.holder - seat) % position.seats if position.holder >= 0 else 0
        )
        self._around: Final[int] = network.sum_around(
            self.unseen, self.deck, position.at_once, self.sizes, self.offers, self.known
        )

    def _should_end(self) -> bool:
        """Return whether to end a list of turns, after the evaluation of one more turn."""
        self._evaluated += 1
        return not self._evaluated % STOP_INTERVAL and self._should_stop()

    def value(self, chances: list[int]) -> int:
        """Return the expected value of the round for the seat; higher is better.

        The value is from 0 to `VALUE_SCALE` * `PROBABILITY_ONE`.

        Args:
            chances: Chances that the seat finishes first, among the first two, and so on, from
                `Network.evaluate`.
        """
        rank_values = self.rank_values
        last: i64 = rank_values[len(rank_values) - 1]
        total: i64 = last * PROBABILITY_ONE
        for rank in range(len(chances)):
            more: i64 = rank_values[rank]
            less: i64 = rank_values[rank + 1]
            chance: i64 = chances[rank]
            total += (more - less) * chance
        return total

    def _value_over(self, own_left: int, lefts: list[int]) -> int:
        """Return the position's value if the round ends in the seat's own turn.

        Args:
            own_left: Number of cards that the seat has left.
            lefts: Number of cards that each rival has left.
        """
        if not own_left:
            return WON_VALUE
        rank = compute_trash_given((own_left, *lefts), 0)[0]
        return self.rank_values[rank] * PROBABILITY_ONE

    def find_chances(
        self, hand: list[int], mover: int, pending: int = NOTHING_PENDING
    ) -> list[int]:
        """Return the chances of the seat to finish first, among the first two, and so on.

        Args:
            hand: The seat's hand.
            mover: Seat to move, counted clockwise from the seat (0).
            pending: The pending step of the seat's turn, as in `FeatureNetwork.find_chances`.
        """
        return self._network.find_chances(
            self._around,
            hand,
            self.own,
            _sum(self.offers),
            self.lefts,
            self.table,
            self.whose,
            mover,
            pending,
        )

    def _value_pending(self, pending: int, hand: list[int]) -> int:
        return self.value(self.find_chances(hand, 0, pending))

    def _value_end(
        self, hand: list[int], own: int, offers: list[int], table: int, whose: int
    ) -> int:
        """Return the position's value at the end of the seat's turn, when the next seat is to move.

        Args:
            hand: The seat's hand after the turn.
            own: The seat's packed offer.
            offers: Each rival's packed offer.
            table: The combination to beat, 0 for none.
            whose: Seat that played this combination, counted clockwise from the seat (0).
        """
        sizes = self.sizes
        known = self.known
        lefts = self.lefts
        around = self._around
        at_once = self._position.at_once
        if at_once and not hand:
            hand = self._costs.arrange(own)
            own = 0
        if table and whose == 1:
            table = whose = 0
        picks_up = not sizes[0] and self._position.phase != SEALED
        if picks_up or offers is not self.offers:
            if picks_up:
                sizes = [count_packed_cards(offers[0]), *sizes[1:]]
                known = [offers[0], *known[1:]]
                offers = [0, *offers[1:]]
            lefts = _count_left(sizes, offers)
            around = self._network.sum_around(self.unseen, self.deck, at_once, sizes, offers, known)
        mover = 1
        if self._position.phase == SEALED:
            mover = (self._position.mover - self.seat) % self.seats
        chances = self._network.find_chances(
            around, hand, own, _sum(offers), lefts, table, whose, mover
        )
        return self.value(chances)

    def list_turns(self) -> list[ValuedTurn]:
        """List all ways to complete the seat's turn from its current phase, each with its value.

        The turns are in the order of the legal steps.
        """
        position = self._position
        if position.phase == SEALED or position.phase == OWES_OFFER:
            return self._list_offers(self.hand, ())
        if position.phase == OWES_INSERT:
            return self.list_placements(position.drawn)
        found = self._list_plays()
        if position.trick:
            if not can_draw(position):
                return found + self._list_offers(self.hand, ())
            for step in list_draws(position):
                if step.kind == TAKE:
                    found.append(ValuedTurn(self._value_take(step), TAKE, step.argument, step.seat))
                else:
                    value = self._value_pending(UNKNOWN_INSERT_PENDING, self.hand)
                    found.append(ValuedTurn(value, DRAW))
                if self._should_end():
                    break
        return found

    def _list_plays(self) -> list[ValuedTurn]:
        """Return the plays with their values.

        If several plays leave the same cards, only one is listed. Plays that only use rivals' cards
        are left out, as are plays that use a rival's card although the seat offers an equal card
        itself.
        """
        hand = self.hand
        seat = self.seat
        seats = self.seats
        found: list[ValuedTurn] = []
        for play in list_plays(self._position):
            start, end = find_hand_part(play)
            if start and end > start and not play & RUN and hand[start - 1] == hand[start]:
                continue
            own: i64 = self.own
            offers = self.offers
            if play >> OWNERS_SHIFT:
                is_own_used = end > start
                used: i64 = 0
                for number, owner in zip(cards_of(play), owners_of(play), strict=True):
                    if owner == seat:
                        own -= ONE[number]
                        is_own_used = True
                    elif owner >= 0:
                        if offers is self.offers:
                            offers = offers[:]
                        offers[(owner - seat - 1) % seats] -= ONE[number]
                        used |= 7 << 3 * number
                if not is_own_used or own & used:
                    continue
            rest = hand[:start] + hand[end:]
            value = self._value_play(rest, own, offers, play & COMBINATION)
            found.append(ValuedTurn(value, PLAY, play))
            if self._should_end():
                break
        return found

    def _value_play(self, hand: list[int], own: int, offers: list[int], table: int) -> int:
        left = len(hand) + count_packed_cards(own)
        lefts = self.lefts if offers is self.offers else _count_left(self.sizes, offers)
        if not left or 0 in lefts:
            return self._value_over(left, lefts)
        return self._value_end(hand, own, offers, table, 0)

    def _value_take(self, step: Step) -> int:
        """Return the value of a position in which the seat inserts a card of a rival's offer."""
        rival = (step.seat - self.seat - 1) % self.seats
        offers = self.offers[:]
        offers[rival] -= ONE[step.argument]
        lefts = self.lefts[:]
        lefts[rival] -= 1
        if not lefts[rival]:
            left = len(self.hand) + count_packed_cards(self.own) + 1
            return self._value_over(left, lefts)
        around = self._network.sum_around(
            self.unseen,
            self.deck,
            self._position.at_once,
            self.sizes,
            offers,
            self.known,
        )
        chances = self._network.find_chances(
            around,
            self.hand,
            self.own,
            _sum(offers),
            lefts,
            self.table,
            self.whose,
            0,
            step.argument,
        )
        return self.value(chances)

    def does_round_continue(self, step: Step) -> bool:
        """Return whether the round continues after the seat takes a card from a rival's offer.

        The round ends if the card was the rival's last card.
        """
        return self.lefts[(step.seat - self.seat - 1) % self.seats] > 1

    def after_take(self, step: Step) -> NetworkEvaluator:
        """Return an evaluator for the position after the seat has taken an offered card.

        In this position, the seat has to insert the card into its hand.
        """
        return NetworkEvaluator(
            apply_take(self._position, step.argument, step.seat),
            self.seat,
            self.unseen,
            self.known,
            self.rank_values,
            self._costs,
            self._network,
            self._should_stop,
        )

    def list_placements(
        self, card: int, hand: list[int] | None = None, most: int = MAX_PLACEMENTS
    ) -> list[ValuedTurn]:
        """List and value the ways to insert a drawn card into the hand and then offer a card.

        Args:
            card: The number of the drawn card.
            hand: The hand before the insertion; None for the seat's current hand.
            most: Maximum number of places of insertion to consider.

        Returns:
            Turns of two steps: the insertion of the drawn card and the offer of a hand card. All
            offers are listed for the best place of insertion, then for the next best, and so on.
        """
        cards = self.hand if hand is None else hand
        places: list[ValuedTurn] = []
        for place in list_insertion_places(cards, card):
            value = self._value_pending(OFFER_PENDING, _insert(cards, place, card))
            places.append(ValuedTurn(value, INSERT, place + 1))
            if self._should_end():
                break
        places.sort(key=_get_value, reverse=True)
        found: list[ValuedTurn] = []
        for each in places[:most]:
            found += self._list_offers(_insert(cards, each.argument - 1, card), each.steps)
        return found

    def find_best_placement(self, card: int, hand: list[int] | None = None) -> tuple[Step, ...]:
        """Return the best way to insert a drawn card and then offer a card; cached.

        The arguments are those of `list_placements`. The place of insertion is chosen first.
        """
        key = (card, *(self.hand if hand is None else hand))
        found = self._placements.get(key)
        if found is None:
            turns = self.list_placements(card, hand, most=1)
            found = self._placements[key] = find_best(turns).steps
        return found

    def _list_offers(self, hand: list[int], before: tuple[Step, ...]) -> list[ValuedTurn]:
        """List the turns that offer a hand card, with their values.

        Of equal adjacent cards, only the first is considered.

        Args:
            hand: The seat's hand before the offer.
            before: Steps of the turn before the offer. The listed turns begin with them.
        """
        found: list[ValuedTurn] = []
        for at in range(len(hand)):
            card = hand[at]
            if at and hand[at - 1] == card:
                continue
            rest = hand[:]
            del rest[at]
            value = self._value_end(rest, self.own + ONE[card], self.offers, self.table, self.whose)
            found.append(ValuedTurn(value, OFFER, at + 1, before=before))
            if self._should_end():
                break
        return found


def make_evaluator(
    observation: SpringObservation,
    decision: DecisionPoint,
    costs: Costs,
    network: FeatureNetwork,
    should_stop: ShouldStop = never_stop,
) -> NetworkEvaluator:
    """Create an evaluator of the turns of a seat that has to choose.

    Args:
        observation: The seat's observation.
        decision: The position in which the seat has to choose.
        costs: Tables with the heuristic costs of cards. A seat that picks up its offer is assumed
            to put the cards into its hand in the order with the lowest cost.
        network: The value network, with the code that computes the network's inputs.
        should_stop: Polled while turns are evaluated, see `NetworkEvaluator`.
    """
    seats = decision.position.seats
    public = list_public_cards(observation)
    return NetworkEvaluator(
        decision.position,
        decision.seat,
        _pack_counts(decision.unseen),
        [public[(decision.seat + step) % seats] for step in range(1, seats)],
        list_rank_values(decision.position.trash, decision.seat),
        costs,
        network,
        should_stop,
    )


def list_public_cards(observation: SpringObservation) -> list[int]:
    """Return the packed cards of each seat's hand that all players have seen."""
    found: list[int] = []
    for faces, picked in observation.public_hands:
        known = pack_cards(picked)
        for face in faces:
            if face > 0:
                known += ONE[face]
        found.append(known)
    return found


def find_best(turns: list[ValuedTurn]) -> ValuedTurn:
    """Return the turn with the highest value; the first of them if several are equal."""
    best = turns[0]
    for each in turns:
        if each.value > best.value:
            best = each
    return best


def _get_value(turn: ValuedTurn) -> int:
    return turn.value


def _count_left(sizes: list[int], offers: list[int]) -> list[int]:
    """Return the number of cards that each rival has left.

    Args:
        sizes: Number of cards in each rival's hand.
        offers: Each rival's packed offer.
    """
    return [sizes[nth] + count_packed_cards(offers[nth]) for nth in range(len(sizes))]


def _insert(hand: list[int], place: int, card: int) -> list[int]:
    """Return a hand with a card inserted at an index."""
    cards = hand[:]
    cards.insert(place, card)
    return cards


def _sum(offers: list[int]) -> int:
    total = 0
    for each in offers:
        total += each
    return total


def _pack_counts(counts: tuple[int, ...]) -> int:
    total = 0
    for number in range(1, HIGHEST + 1):
        total += counts[number] << 3 * number
    return total
