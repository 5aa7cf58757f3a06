"""Candidate turns, sampling of hidden cards, and inference from rivals' actions; compiled by mypyc.

A cost estimates how far a seat is from having no cards left, in thousandths; a low single card
costs about 1000. A seat usually takes the action with the lowest cost. So the more an action would
have cost a rival with a certain hand, the less likely is that hand. Only public information is
used.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from random import Random
from typing import Final, NamedTuple

from red7_desktop.games.spring_cleaning.players import rollout
from red7_desktop.games.spring_cleaning.players.evaluation import (
    Costs,
    HandCosts,
    list_joining_places,
    pack_cards,
    value_round,
)
from red7_desktop.games.spring_cleaning.rules.advance import apply_order, apply_step
from red7_desktop.games.spring_cleaning.rules.card_moves import PICKED_UP
from red7_desktop.games.spring_cleaning.rules.cards import (
    COMBINATION,
    DRAW,
    FIELD_MASK,
    HIGHEST,
    INSERT,
    OFFER,
    ORDER,
    OWNERS_SHIFT,
    PLAY,
    TAKE,
    TOP_SHIFT,
    Step,
    cards_of,
    find_hand_part,
    get_hand_size,
    owners_of,
)
from red7_desktop.games.spring_cleaning.rules.game import SpringObservation, list_unseen
from red7_desktop.games.spring_cleaning.rules.legality import can_draw, list_draws, list_plays
from red7_desktop.games.spring_cleaning.rules.position import (
    OWES_INSERT,
    OWES_OFFER,
    OWES_ORDER,
    SEALED,
    Position,
)
from red7_desktop.tabletop import search
from red7_desktop.tabletop.player import Belief, NotToActError, ShouldStop, never_stop


@dataclass
class RivalAction:
    """An action of a rival, and the public part of the position before the action.

    Attributes:
        seat: The rival's seat.
        kind: PLAY if the rival played cards. DRAW if it drew a card, from the deck or from an
            offer, instead of playing. INSERT if it inserted a drawn card and then offered a card.
            OFFER if it offered a card without drawing one. ORDER if it arranged the cards of a
            picked-up offer as its new hand.
        cells: The rival's hand, including the drawn card. A positive entry is the number of a known
            card. A negative entry means a hidden card: it is ~index into the list of hidden cards.
        own: The rival's own offer, packed.
        others: All other offers together, packed.
        table: The combination to beat, 0 for none.
        play: The packed play, if `kind` is PLAY.
        drawn_index: Index of the drawn card in `cells`, if `kind` is INSERT.
        offered_index: Index of the offered card in `cells`, if `kind` is INSERT or OFFER.
    """

    seat: int
    kind: int
    cells: list[int]
    own: int
    others: int
    table: int
    play: int
    drawn_index: int
    offered_index: int

    def excess_cost(self, hidden: list[int], policy: rollout.Policy) -> int:
        """Return the action's cost minus the cost of the rival's best alternative.

        A cost estimates how far the rival is from having no cards left after an action; a low
        single card costs about 1000. The result is negative if the action was better than all
        alternatives that are considered.

        Args:
            hidden: A guess at the hidden cards.
            policy: Contains the tables of costs.
        """
        hand = [cell if cell > 0 else hidden[-1 - cell] for cell in self.cells]
        costs = policy.costs
        kind = self.kind
        if kind == INSERT:
            return self._excess_drawn(hand, policy)
        hand_costs = HandCosts(costs, hand)
        if kind == ORDER:
            return hand_costs.cost - HandCosts(costs, costs.arrange(pack_cards(tuple(hand)))).cost
        if kind == OFFER:
            return self._offered(hand, policy) - rollout.find_least_cost_after_offer(
                hand_costs, self.own
            )
        best = rollout.CheapestPlay(policy, 0)
        if not self.table:
            best.try_leads(hand_costs)
            return self._played(hand_costs) - best.cost
        best.try_answers(hand_costs, self.table, self.own, self.own + self.others)
        wanted = rollout.find_best_draw(hand_costs, self.others)[0]
        draw = rollout.find_least_cost_after_offer(hand_costs, self.own) + wanted + costs.draw
        if kind == DRAW:
            return draw - best.cost
        return self._played(hand_costs) - min(best.cost, draw)

    def _played(self, hand_costs: HandCosts) -> int:
        play = self.play
        costs = hand_costs.costs
        start, end = find_hand_part(play)
        left = self.own
        helps = 0
        for number, owner in zip(cards_of(play), owners_of(play), strict=True):
            if owner == self.seat:
                left -= 1 << 3 * number
            elif owner >= 0:
                helps += 1
        cost = hand_costs.cost_without(start, end) + costs.offer_cost(left) + costs.help * helps
        return (
            cost
            - costs.play_rewards[HIGHEST][(play & FIELD_MASK) << 4 | play >> TOP_SHIFT & FIELD_MASK]
        )

    def _offered(self, hand: list[int], policy: rollout.Policy) -> int:
        kept = hand[: self.offered_index] + hand[self.offered_index + 1 :]
        offer = self.own + (1 << 3 * hand[self.offered_index])
        return HandCosts(policy.costs, kept).cost + policy.costs.offer_cost(offer)

    def _excess_drawn(self, hand: list[int], policy: rollout.Policy) -> int:
        cost = self._offered(hand, policy)
        card = hand[self.drawn_index]
        del hand[self.drawn_index]
        hand_costs = HandCosts(policy.costs, hand)
        best = hand_costs.cost + policy.costs.offer_cost(self.own + (1 << 3 * card))
        hand_costs.insert(hand_costs.find_cheapest_place(card), card)
        return cost - min(best, rollout.find_least_cost_after_offer(hand_costs, self.own))


class Evidence:
    """Rates how well a guess at the hidden cards explains the rivals' actions.

    For each action it stores the excess cost: the action's cost minus the cost of the rival's best
    alternative. A cost estimates how far the rival is from having no cards left after an action; a
    low single card costs about 1000. Excess costs are updated when two hidden cards are swapped.

    Attributes:
        work: Number of computed excess costs.
    """

    __slots__ = ("_actions", "_cost_policy", "_excess", "_hidden", "_most", "_touched", "work")

    def __init__(
        self,
        actions: list[RivalAction],
        hidden: list[int],
        cost_policy: rollout.Policy,
        most: int,
        should_stop: ShouldStop = never_stop,
    ) -> None:
        """Rate a guess at the hidden cards by the rivals' actions.

        For each action, the excess cost is computed: the action's cost minus the cost of the
        rival's best alternative, if the guess is right. A cost estimates how far the rival is from
        having no cards left after an action; a low single card costs about 1000.

        Args:
            actions: The rivals' actions, from `list_rival_actions`.
            hidden: A guess at the hidden cards; `swap` changes the list in place.
            cost_policy: A policy without random errors, whose tables of costs are used.
            most: Maximum excess cost; higher ones are reduced to this.
            should_stop: Polled regularly. Once it returns True, the excess cost of the remaining
                actions is set to 0.
        """
        self._actions: Final = actions
        self._hidden: Final = hidden
        self._cost_policy: Final = cost_policy
        self._most: Final = most
        self._touched: Final[list[list[int]]] = [[] for _ in hidden]
        self.work = 0
        for nth, action in enumerate(actions):
            for cell in action.cells:
                if cell < 0:
                    self._touched[-1 - cell].append(nth)
        self._excess: Final[list[int]] = [0] * len(actions)
        for nth, action in enumerate(actions):
            if not nth % rollout.STOP_INTERVAL and should_stop():
                break
            self._excess[nth] = self.compute_excess(action)

    def compute_excess(self, action: RivalAction) -> int:
        self.work += 1
        return min(max(action.excess_cost(self._hidden, self._cost_policy), 0), self._most)

    def swap(self, one: int, other: int, limit: int) -> None:
        """Swap two hidden cards, unless the rivals' actions would then be explained much worse.

        The excess cost of an action is its cost minus the cost of the rival's best alternative. The
        swap is refused if it would raise the sum of all excess costs by more than `limit`.

        Args:
            one: Index of the first card in the list of hidden cards.
            other: Index of the second card in the list of hidden cards.
            limit: Highest accepted increase of the sum; a low single card costs about 1000.
        """
        hidden = self._hidden
        excess = self._excess
        touched = self._touched[one]
        if hidden[one] == hidden[other]:
            return
        touched = touched + [nth for nth in self._touched[other] if nth not in touched]
        for nth in touched:
            limit += excess[nth]
        hidden[one], hidden[other] = hidden[other], hidden[one]
        found: list[int] = []
        for nth in touched:
            now = self.compute_excess(self._actions[nth])
            limit -= now
            if limit < 0:
                hidden[one], hidden[other] = hidden[other], hidden[one]
                return
            found.append(now)
        for at, nth in enumerate(touched):
            excess[nth] = found[at]


class _PublicReplay:
    """Replays the public record of a round's turns, to collect the rivals' actions.

    Each card gets an ID, so that a card whose number becomes public later is recognised.

    Attributes:
        faces: Number of each card, indexed by its ID; 0 while the number isn't public.
    """

    __slots__ = ("actions", "faces", "hands", "holder", "offers", "table", "viewer")

    def __init__(self, seats: int, viewer: int) -> None:
        size = get_hand_size(seats)
        self.viewer: Final = viewer
        self.faces: Final[list[int]] = [0] * (seats * size)
        self.hands: Final[list[list[int]]] = [
            list(range(seat * size, seat * size + size)) for seat in range(seats)
        ]
        self.offers: Final[list[int]] = [0] * seats
        self.table = 0
        self.holder = -1
        self.actions: Final[list[RivalAction]] = []

    def _note(self, seat: int, kind: int, play: int = 0, place: int = 0, given: int = 0) -> None:
        if seat != self.viewer:
            own = self.offers[seat]
            others = sum(self.offers) - self.offers[seat]
            cells = self.hands[seat][:]
            action = RivalAction(seat, kind, cells, own, others, self.table, play, place, given)
            self.actions.append(action)

    def turn(self, seat: int, taken: tuple[Step, ...], offered: int) -> None:
        """Replay a turn from the public record.

        Args:
            seat: The seat that took the turn.
            taken: The steps of the turn.
            offered: Number of the card that the seat offered in the turn. 0 if the seat offered no
                card, or if the number isn't known.
        """
        if seat == self.holder:
            self.table = 0
            self.holder = -1
        hand = self.hands[seat]
        drawn = 0
        place = -1
        for nth, step in enumerate(taken):
            argument = step.argument
            if step.kind == ORDER:
                self.offers[seat] = 0
                self._put(hand, len(hand), argument)
                if nth + 1 == len(taken) or taken[nth + 1].kind != ORDER:
                    self._note(seat, ORDER)
            elif step.kind == PLAY:
                self._play(seat, argument)
            elif step.kind == INSERT:
                place = argument - 1
                self._put(hand, place, drawn)
            elif step.kind == OFFER:
                self._note(seat, OFFER if place < 0 else INSERT, 0, place, argument - 1)
                self.faces[hand.pop(argument - 1)] = offered
                self.offers[seat] += 1 << 3 * offered if offered else 0
            else:
                self._note(seat, DRAW)
                if step.kind == TAKE:
                    drawn = argument
                    self.offers[step.seat] -= 1 << 3 * argument

    def _put(self, hand: list[int], place: int, face: int) -> None:
        hand.insert(place, len(self.faces))
        self.faces.append(face)

    def _play(self, seat: int, play: int) -> None:
        self._note(seat, PLAY, play)
        start, end = find_hand_part(play)
        at = start
        for number, owner in zip(cards_of(play), owners_of(play), strict=True):
            if owner < 0:
                self.faces[self.hands[seat][at]] = number
                at += 1
            else:
                self.offers[owner] -= 1 << 3 * number
        del self.hands[seat][start:end]
        self.table = play & COMBINATION
        self.holder = seat


def list_rival_actions(observation: SpringObservation, seat: int) -> list[RivalAction]:
    """Return the rivals' actions in this round from which their hidden cards can be inferred.

    Args:
        observation: What the observing seat knows.
        seat: The observing seat, whose own actions are left out.

    Returns:
        The actions in which the rival's hand had at least one card that is still hidden. In
        `RivalAction.cells`, hidden cards are numbered: first the cards of the lowest rival's hand
        from left to right, then those of the next rival's hand, and so on. The list is empty if the
        observation doesn't include the beginning of the round.
    """
    seats = observation.position.seats
    turns = observation.turns
    if not observation.first_offers:
        return []
    replay = _PublicReplay(seats, seat)
    for each in turns:
        replay.turn(each.seat, each.steps, each.offered)
    faces = replay.faces
    many = 0
    for other in range(seats):
        if other == seat:
            continue
        for face, card in zip(
            observation.public_hands[other].faces, replay.hands[other], strict=True
        ):
            many += face <= 0
            faces[card] = face if face > 0 else -many
    found: list[RivalAction] = []
    for action in replay.actions:
        action.cells = [faces[card] for card in action.cells]
        # Skip actions with a card that nobody has seen (0): it was offered and at once picked up
        # again. Also skip those without a hidden card, because nothing can be inferred from them.
        if 0 not in action.cells and min(action.cells, default=1) < 0:
            found.append(action)
    return found


WIN_COST: Final = -1_000_000
"""Cost of a turn with which the seat finishes the round; it is lower than any other cost."""


class Option(NamedTuple):
    """A candidate turn with its cost.

    Attributes:
        cost: Estimate of how far the seat is from having no cards left after the turn, in
            thousandths. Lower is better; a low single card costs about 1000.
        steps: Steps of the turn, to its end or to the draw of an unknown card.
    """

    cost: int
    steps: tuple[Step, ...]


class DecisionPoint(NamedTuple):
    """The position in which an AI player has to choose its turn.

    Attributes:
        position: The position as the seat knows it. If the seat has just picked up its offer, the
            cards have already been put into its hand.
        seat: The seat that chooses.
        arrange_steps: The steps that put the picked-up cards into the hand, () if there are none.
        unseen: How many cards of each number the seat hasn't seen, indexed by number.
    """

    position: Position
    seat: int
    arrange_steps: tuple[Step, ...]
    unseen: tuple[int, ...]

    @property
    def is_done(self) -> bool:
        return self.position.phase != SEALED and self.position.mover != self.seat


def find_decision_point(observation: SpringObservation, costs: Costs) -> DecisionPoint:
    """Return the position in which the observing seat has to choose its turn.

    If the seat has picked up its offer but hasn't put the cards into its hand yet, this function
    puts them into the hand, in the order with the lowest heuristic cost.

    Raises:
        NotToActError: It isn't the seat's turn.
    """
    seat = observation.viewer
    position = observation.position
    if seat is None or seat not in observation.to_act:
        raise NotToActError
    steps: list[Step] = []
    if position.phase == OWES_ORDER:
        for card in costs.arrange(pack_cards(position.picked_up)):
            steps.append(Step(ORDER, card))
            position = apply_order(position, card)
    return DecisionPoint(position, seat, tuple(steps), count_unseen(observation))


def complete_turn(
    decision: DecisionPoint, steps: tuple[Step, ...], costs: Costs
) -> tuple[Step, ...]:
    """Add the steps that put picked-up cards into the hand to the chosen steps of a turn.

    If the seat has picked up its offer at the beginning of the turn, these steps come before the
    chosen steps. Under the rule `at_once`, a seat whose turn empties its hand picks up its offer at
    the end of the turn; these steps then come after the chosen steps.

    Args:
        decision: The position in which the seat has to choose.
        steps: The chosen steps.
        costs: Tables with the heuristic costs of cards. The picked-up cards are put into the hand
            in the order that makes the hand's cost lowest.

    Returns:
        All steps of the turn.
    """
    position = decision.position
    seat = decision.seat
    if position.at_once and steps[-1].kind != DRAW and position.phase != SEALED:
        for step in steps:
            position = apply_step(position, step, seat)
        if position.phase == OWES_ORDER and position.mover == seat:
            steps += tuple(
                [Step(ORDER, card) for card in costs.arrange(pack_cards(position.picked_up))]
            )
    return (*decision.arrange_steps, *steps)


def count_unseen(observation: SpringObservation) -> tuple[int, ...]:
    """Count the cards in the deck and in hands that the viewer can't see.

    Returns:
        How many of them have each number, indexed by number; entry 0 is 0.
    """
    unseen = list_unseen(observation)
    return tuple([unseen.count(number) for number in range(HIGHEST + 1)])


def list_options(decision: DecisionPoint, costs: Costs) -> list[Option]:
    """Return the candidate turns in the order of the legal steps, each with its cost.

    The cost estimates how far the seat is from having no cards left after the turn; a low single
    card costs about 1000. If several plays leave the same cards, only the first is listed. A drawn
    card is only inserted beside a card with which it forms a set or run, or at the end of the hand.

    Args:
        decision: The position in which the seat has to choose.
        costs: Tables from which the costs are computed.
    """
    position = decision.position
    seat = decision.seat
    hand_costs = HandCosts(costs, list(position.hands[seat]))
    own = pack_cards(position.offers[seat])
    if position.phase == SEALED or position.phase == OWES_OFFER:
        return _list_offers(hand_costs, own, 0)
    if position.phase == OWES_INSERT:
        return _list_pairs(hand_costs, own, position.drawn, (), 0)
    found = _list_plays(position, hand_costs, own)
    if position.trick:
        if not can_draw(position):
            return found + _list_offers(hand_costs, own, costs.draw)
        for step in list_draws(position):
            if step.kind == TAKE:
                lost = costs.draw + costs.help
                if not position.hands[step.seat] and len(position.offers[step.seat]) == 1:
                    found.append(Option(-WIN_COST, (step,)))
                else:
                    found += _list_pairs(hand_costs, own, step.argument, (step,), lost)
            else:
                found.append(Option(_mean_draw_cost(hand_costs, own, decision.unseen), (step,)))
    return found


def _list_plays(position: Position, hand_costs: HandCosts, own: int) -> list[Option]:
    """Return the legal plays, each with the heuristic cost of the cards left after the play.

    A play that empties the seat's hand and offer gets the lowest cost. A play that uses a rival's
    last card lets that rival finish, so it gets a very high cost.
    """
    costs = hand_costs.costs
    mover = position.mover
    found: list[Option] = []
    seen: set[tuple[int, ...]] = set()
    for play in list_plays(position):
        start, end = find_hand_part(play)
        left = own
        mine = 0
        helps = 0
        owners: list[int] = []
        if play >> OWNERS_SHIFT:
            owners = owners_of(play)
            for number, owner in zip(cards_of(play), owners, strict=True):
                if owner == mover:
                    left -= 1 << 3 * number
                    mine += 1
                elif owner >= 0:
                    helps += 1
        key = (
            play & COMBINATION,
            *hand_costs.cards[:start],
            0,
            *hand_costs.cards[end:],
            0,
            *owners,
        )
        if key in seen:
            continue
        seen.add(key)
        cost = hand_costs.cost_without(start, end) + costs.offer_cost(left) + costs.help * helps
        cost -= costs.play_rewards[HIGHEST][
            (play & FIELD_MASK) << 4 | play >> TOP_SHIFT & FIELD_MASK
        ]
        if end - start == len(hand_costs.cards) and not left:
            cost = WIN_COST
        elif helps and _frees_rival(position, owners):
            cost -= WIN_COST
        found.append(Option(cost, (Step(PLAY, play),)))
    return found


def _frees_rival(position: Position, owners: list[int]) -> bool:
    return any(
        not position.hands[seat] and offer and owners.count(seat) == len(offer)
        for seat, offer in enumerate(position.offers)
        if seat != position.mover
    )


def _list_offers(hand_costs: HandCosts, own: int, lost: int) -> list[Option]:
    return [
        Option(cost + lost, (Step(OFFER, place),))
        for place, cost in _list_offered_costs(hand_costs, own)
    ]


def _list_offered_costs(hand_costs: HandCosts, own: int) -> list[tuple[int, int]]:
    """Return the heuristic cost of hand and offer together after each possible offer of a card.

    Args:
        hand_costs: The hand before a card is offered.
        own: The seat's offer, packed: three bits for each number.

    Returns:
        For each hand card, a pair of its place in the hand, counted from 1, and the cost after the
        card has moved from the hand to the offer.
    """
    costs = hand_costs.costs
    return [
        (at + 1, hand_costs.cost_without(at, at + 1) + costs.offer_cost(own + (1 << 3 * card)))
        for at, card in enumerate(hand_costs.cards)
    ]


def _list_pairs(
    hand_costs: HandCosts, own: int, card: int, before: tuple[Step, ...], lost: int
) -> list[Option]:
    """Return all ways to insert a drawn card into the hand and then offer a card.

    Offering the drawn card itself is included only once.

    Args:
        hand_costs: The hand before the insertion.
        own: The seat's packed offer.
        card: Number of the drawn card.
        before: Steps of the turn before the insertion. The results begin with them.
        lost: Cost of these steps, which is added to the cost of each result.

    Returns:
        Turns with their costs. The cost estimates how far the seat is from having no cards left
        after the turn.
    """
    found: list[Option] = []
    size = len(hand_costs.cards)
    for place in list_insertion_places(hand_costs.cards, card):
        hand = [*hand_costs.cards[:place], card, *hand_costs.cards[place:]]
        for at, cost in _list_offered_costs(HandCosts(hand_costs.costs, hand), own):
            if at == place + 1 and place < size:
                continue
            steps = (*before, Step(INSERT, place + 1), Step(OFFER, at))
            found.append(Option(cost + lost, steps))
    return found


def list_insertion_places(hand: list[int], card: int) -> list[int]:
    """Return the indices in a hand at which it is worthwhile to try inserting a card.

    These are the indices of `list_joining_places`, and always the end of the hand.
    """
    size = len(hand)
    return [place for place in list_joining_places(hand, card) if place < size] + [size]


def _mean_draw_cost(hand_costs: HandCosts, own: int, unseen: tuple[int, ...]) -> int:
    total = many = 0
    for card in range(1, HIGHEST + 1):
        if unseen[card]:
            at = hand_costs.find_cheapest_place(card)
            hand = [*hand_costs.cards[:at], card, *hand_costs.cards[at:]]
            cost = min(
                [cost for _, cost in _list_offered_costs(HandCosts(hand_costs.costs, hand), own)]
            )
            total += cost * unseen[card]
            many += unseen[card]
    return (total // many if many else hand_costs.cost) + hand_costs.costs.draw


@dataclass
class World:
    """One possible deal of all cards, in which rounds are simulated.

    Attributes:
        hands: Hand of each seat, left to right.
        offers: Offer of each seat, packed.
        deck: The deck; the next card to draw is last.
        noise_index: Index of the first random number in `rollout.Policy.noise` that a simulation
            uses. Simulations in the same world use the same random numbers.
    """

    hands: list[list[int]]
    offers: list[int]
    deck: list[int]
    noise_index: int


class EvidenceWeights(NamedTuple):
    """How much to infer about hidden cards from rivals' actions.

    Deals of the hidden cards (worlds) are sampled by a random walk, in which two hidden cards are
    swapped again and again. The excess cost of a rival's action is its cost minus the cost of the
    rival's best alternative. The more a swap raises the excess costs, the more often it is
    rejected.

    Attributes:
        error: Excess cost that lowers the likelihood of an action to 1/e (37%). A low single card
            costs about 1000.
        max_excess: Maximum excess cost; higher ones are reduced to this, because people often play
            differently.
        first_swaps: Attempted swaps per hidden card before the first deal is used, in tenths.
        further_swaps: Attempted swaps per hidden card before each further deal, in tenths.
    """

    error: int = 300
    max_excess: int = 500
    first_swaps: int = 200
    further_swaps: int = 6


class Determinizations(search.Simulator[World]):
    """Samples deals that are consistent with an observation, and simulates the round in them.

    Attributes:
        position: The position as the seat knows it.
        seat: The observing seat.
        hidden: The cards that the seat can't see, with the deck at the end.
        actions: Rivals' actions, empty if nothing is inferred from them.
    """

    def __init__(
        self,
        observation: SpringObservation,
        policy: rollout.Policy,
        rng: Random,
        evidence_weights: EvidenceWeights | None = None,
        should_stop: ShouldStop = never_stop,
    ) -> None:
        """Prepare the sampling of deals of the hidden cards.

        Args:
            observation: The seat's observation.
            policy: Tables of costs by which all seats choose their actions in rollouts. Before the
                first trick, rivals also choose their first offers by it.
            rng: Random generator.
            evidence_weights: How much to infer from rivals' actions. With None, all deals are
                equally likely.
            should_stop: Polled while evidence is computed and in rollouts.
        """
        super().__init__(should_stop)
        position = observation.position
        seat = observation.to_act[0]
        if observation.viewer is not None:
            seat = observation.viewer
        self.position: Final = position
        self.seat: Final = seat
        self._policy: Final = policy
        self._rng: Final = rng
        self._worth: Final[dict[tuple[int, ...], float]] = {}
        # `_faces` has one list for each hand. A positive entry is the number of a known card; a
        # negative entry is ~index into `hidden`. `hidden` has the unknown hand cards, then the
        # cards of the deck. `_partners` has a list for each index into `hidden`: the indices with
        # which it may be swapped.
        self._faces: Final[list[list[int]]] = []
        self.hidden: Final[list[int]] = []
        self._partners: Final[list[list[int]]] = []
        self._slots = 0
        self._assign_slots(observation)
        self._evidence_weights: Final = evidence_weights or EvidenceWeights()
        self.actions: Final = list_rival_actions(observation, seat) if evidence_weights else []
        cost_policy = rollout.Policy(policy.costs, 0.0)
        most = self._evidence_weights.max_excess
        self._evidence: Final = (
            Evidence(self.actions, self.hidden, cost_policy, most, should_stop)
            if self.actions
            else None
        )
        self._is_first = True

    def _assign_slots(self, observation: SpringObservation) -> None:
        position = self.position
        unseen = list_unseen(observation)
        search.shuffle(unseen, self._rng.random)
        anywhere: list[int] = []
        for seat, (faces, picked) in enumerate(observation.public_hands):
            hand = list(position.hands[seat] if seat == self.seat else faces)
            self._faces.append(hand)
            loose = list(picked)
            search.shuffle(loose, self._rng.random)
            mine: list[int] = []
            for place, face in enumerate(hand):
                if face > 0:
                    continue
                slot = len(self.hidden)
                hand[place] = -1 - slot
                if face == PICKED_UP:
                    partners = mine
                else:
                    partners = anywhere
                partners.append(slot)
                self._partners.append(partners)
                self.hidden.append((loose if face == PICKED_UP else unseen).pop())
        self._slots = len(self.hidden)
        deck = unseen[: len(position.deck)]
        anywhere.extend(range(self._slots, self._slots + len(deck)))
        self.hidden.extend(deck)

    @property
    def work(self) -> int:
        """Number of simulated turns so far, plus the number of ratings of rivals' actions.

        A rating compares an action's cost with the cost of the rival's best alternative, to infer
        hidden cards. It takes about as long as the simulation of a turn.
        """
        return self.simulated + (self._evidence.work if self._evidence else 0)

    def _sample_hands(self, evidence: Evidence) -> None:
        """Swap hidden cards by the Metropolis algorithm.

        A swap that makes rivals' actions less likely is accepted with a lower probability, so that
        deals are sampled in proportion to their likelihood. Logarithms are rounded, because their
        last digits differ between machines.
        """
        evidence_weights = self._evidence_weights
        slots = self._slots
        draw = self._rng.random
        if self._is_first:
            times = evidence_weights.first_swaps
        else:
            times = evidence_weights.further_swaps
        self._is_first = False
        for _ in range(slots * times // 10 + 1):
            if self.should_stop():
                break
            slot = int(draw() * slots)
            partners = self._partners[slot]
            other = partners[int(draw() * len(partners))]
            evidence.swap(slot, other, round(-evidence_weights.error * log(1.0 - draw())))

    def _deal_uniformly(self) -> None:
        hidden = self.hidden
        draw = self._rng.random
        left: dict[int, int] = {}
        for slot, partners in enumerate(self._partners):
            # Shuffle each group of slots (indices of hidden cards that may be swapped) by the
            # Fisher-Yates algorithm. `partners` lists all slots of the group. The first `dealt`
            # slots in it have their final cards, so swap with one of the others.
            dealt = left.get(id(partners), 0)
            left[id(partners)] = dealt + 1
            other = partners[dealt + int(draw() * (len(partners) - dealt))]
            hidden[slot], hidden[other] = hidden[other], hidden[slot]

    def deal(self) -> World:
        hidden = self.hidden
        if self._evidence:
            self._sample_hands(self._evidence)
        else:
            self._deal_uniformly()
        hands = [
            [cell if cell > 0 else hidden[-1 - cell] for cell in faces] for faces in self._faces
        ]
        deck = hidden[self._slots :]
        search.shuffle(deck, self._rng.random)
        offers = [pack_cards(offer) for offer in self.position.offers]
        return World(hands, offers, deck, int(self._rng.random() * rollout.NOISE_COUNT))

    def roll_out(self, line: search.CandidateLine, world: World) -> None:
        position = self.position
        table = self.start_round(world)
        over = False
        for step in line.steps:
            over = table.take(step)
        if position.phase == SEALED:
            table.mover = position.mover
        elif not over:
            table.end_turn()
        if over:
            trash = table.end()
        else:
            trash = table.play_out(self.should_stop)
        if trash:
            line.record(self.value_of(trash), 0.0 if trash[self.seat] else 1.0)
            self.simulated += table.turns + 1

    def value_of(self, given: tuple[int, ...]) -> float:
        """Return the value of a round's result for the seat, from 0 to 1.

        Args:
            given: The trash (penalty points) that each seat gets.
        """
        known = self._worth.get(given)
        if known is None:
            known = self._worth[given] = value_round(self.position.trash, given, self.seat)
        return known

    def start_round(self, world: World) -> rollout.OpenRound:
        """Begin to simulate the round with one possible deal of the hidden cards.

        In the phase in which first offers are picked, the rivals pick theirs.
        """
        position = self.position
        seat = self.seat
        hands = [hand[:] for hand in world.hands]
        table = rollout.OpenRound(
            self._policy, position, hands, world.offers[:], world.deck[:], world.noise_index
        )
        if position.phase == SEALED:
            for other, hand in enumerate(hands):
                if other != seat:
                    table.mover = other
                    table.offer(HandCosts(self._policy.costs, hand))
            table.mover = seat
        return table


_BELIEF_WORLDS: Final = 120
"""Number of deals of the hidden cards that are sampled to estimate a probability. This number is
sampled twice: once with the evidence of rivals' actions, and once without it."""
_MAX_PROBABILITY: Final = 0.15
"""Maximum probability that a rival's hand contains a number, for a report that the rival probably
lacks this number."""
_MIN_FALL: Final = 0.2
"""Threshold for a report that a rival probably lacks a number. The evidence of the rival's actions
must lower the probability that the rival's hand contains the number by at least this value."""
_MIN_EXCESS: Final = 50
"""Threshold for naming an action as evidence that a rival lacks a number; a low single card costs
about 1000. The excess cost of an action is its cost minus the cost of the rival's best alternative.
Its average over sampled deals in which the rival has the number must be higher by at least this
value than its average over the other deals."""


def find_belief(
    observation: SpringObservation, seed: int, should_stop: ShouldStop = never_stop
) -> Belief | None:
    """Find a number that a rival's hand probably lacks, and the rival's action that suggests this.

    Deals of the hidden cards that are sampled with the evidence of rivals' actions are compared to
    deals that are sampled without this evidence.

    Returns:
        None if the evidence is weak.
    """
    policy = rollout.Policy(Costs(), 0.0)
    weights = EvidenceWeights()
    weighed = Determinizations(observation, policy, Random(seed), weights, should_stop)
    if not weighed.actions:
        return None
    dealt = Determinizations(observation, policy, Random(seed), None, should_stop)
    now = _count_held(weighed)
    before = _count_held(dealt)
    falls = [
        was - held if held <= _MAX_PROBABILITY * _BELIEF_WORLDS else 0
        for was, held in zip(before, now, strict=True)
    ]
    most = max(falls)
    if most < _MIN_FALL * _BELIEF_WORLDS or should_stop():
        return None
    seat, number = divmod(falls.index(most), HIGHEST + 1)
    actions = [each for each in weighed.actions if each.seat == seat and each.kind != ORDER]
    evidence = Evidence(actions, dealt.hidden, policy, weights.max_excess)
    # Two sums for each action. Both add up the action's excess cost: its cost minus the cost of the
    # rival's best alternative. The first sum is over the sampled deals of the hidden cards in which
    # the rival has no card with `number`, the second sum over the deals in which the rival has one.
    excesses = [[0, 0] for _ in actions]
    times = [1, 1]
    for _ in range(_BELIEF_WORLDS):
        if should_stop():
            return None
        has = number in dealt.deal().hands[seat]
        times[has] += 1
        for nth, action in enumerate(actions):
            excesses[nth][has] += evidence.compute_excess(action)
    gaps = [sums[1] // times[1] - sums[0] // times[0] for sums in excesses]
    if max(gaps, default=0) < _MIN_EXCESS:
        return None
    action = actions[gaps.index(max(gaps))]
    name = "drew"
    cards = cards_of(action.table)
    if action.kind == PLAY:
        name = "played"
        cards = cards_of(action.play)
    elif action.kind != DRAW:
        name = "offered"
        cards = (action.cells[action.offered_index],)
    faces = tuple([str(card) for card in cards])
    return Belief(
        seat, str(number), now[seat * (HIGHEST + 1) + number] / _BELIEF_WORLDS, name, faces
    )


def _count_held(worlds: Determinizations) -> list[int]:
    """Sample deals of the hidden cards, and count in how many of them each seat has each number.

    Returns:
        Counts, at index 10 * seat + number.
    """
    counts = [0] * (worlds.position.seats * (HIGHEST + 1))
    for _ in range(_BELIEF_WORLDS):
        if worlds.should_stop():
            break
        for seat, hand in enumerate(worlds.deal().hands):
            for number in set(hand):
                counts[seat * (HIGHEST + 1) + number] += 1
    return counts
