"""What a seat may do with its turn, each way with what it costs: the greedy look at a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.spring_cleaning.players.costs import Costs, Reading, pack_cards
from red7_desktop.games.spring_cleaning.rules.cards import HIGHEST
from red7_desktop.games.spring_cleaning.rules.combinations import (
    COMBINATION,
    FIELD,
    OWNERS,
    TOP,
    cards_of,
    find_hand_part,
    owners_of,
)
from red7_desktop.games.spring_cleaning.rules.engine.advance import apply_lay, apply_step
from red7_desktop.games.spring_cleaning.rules.engine.legal import list_draws, list_plays
from red7_desktop.games.spring_cleaning.rules.engine.position import (
    OWES_INSERT,
    OWES_OFFER,
    OWES_ORDER,
    SEALED,
)
from red7_desktop.games.spring_cleaning.rules.engine.refusals import can_draw
from red7_desktop.games.spring_cleaning.rules.steps import DRAW, LAY, PLAY, TAKE, Step
from red7_desktop.games.spring_cleaning.rules.steps import INSERT as PUT_IN
from red7_desktop.games.spring_cleaning.rules.steps import OFFER as PUT_OUT
from red7_desktop.tabletop.player import NothingToChoose

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation

WON: Final = -1_000_000
"""What going out costs."""


class Option(NamedTuple):
    """One way to take a turn, to its end or the draw of an unknown card. cost: less is better."""

    cost: int
    steps: tuple[Step, ...]


class DecisionPoint(NamedTuple):
    """Where a seat has to choose.

    position: as the seat may know it, its picked-up cards laid out. seat: whose choice it is.
    laid: the steps that lay them out. unseen: by number, how many cards the seat cannot place.
    """

    position: Position
    seat: int
    laid: tuple[Step, ...]
    unseen: tuple[int, ...]

    @property
    def is_done(self) -> bool:
        """Whether the turn is over once the picked-up cards are laid out."""
        return self.position.phase != SEALED and self.position.mover != self.seat


def find_decision_point(observation: SpringObservation, costs: Costs) -> DecisionPoint:
    """Give where the observing seat has to choose. Raises NothingToChoose where it is not asked."""
    seat, position = observation.viewer, observation.position
    if seat is None or seat not in observation.to_act:
        raise NothingToChoose
    steps: list[Step] = []
    if position.phase == OWES_ORDER:
        for card in costs.laid_out(pack_cards(position.loose)):
            steps.append(Step(LAY, card))
            position = apply_lay(position, card)
    return DecisionPoint(position, seat, tuple(steps), count_unseen(observation))


def complete_turn(spot: DecisionPoint, steps: tuple[Step, ...], costs: Costs) -> tuple[Step, ...]:
    """Give the whole turn of which these steps are what there is to choose.

    With the option `at_once` a turn may end with an offer that is picked up.
    """
    position, seat = spot.position, spot.seat
    if position.at_once and steps[-1].kind != DRAW and position.phase != SEALED:
        for step in steps:
            position = apply_step(position, step, seat)
        if position.phase == OWES_ORDER and position.mover == seat:
            steps += tuple([Step(LAY, card) for card in costs.laid_out(pack_cards(position.loose))])
    return (*spot.laid, *steps)


def count_unseen(observation: SpringObservation) -> tuple[int, ...]:
    """Count by number the cards that lie the viewer does not know where: in the deck, in hands."""
    position = observation.position
    left = [7] * (HIGHEST + 1)
    rows = [position.discard, position.loose, *position.hands, *position.offers]
    rows += [cards_of(each) for each in position.trick]
    for seat, hand in enumerate(observation.seen):
        if seat != observation.viewer:
            rows.append(hand.picked)
    for row in rows:
        for card in row:
            left[card] -= 1
    left[position.drawn] -= 1
    left[0] = 0
    return tuple(left)


def list_options(spot: DecisionPoint, costs: Costs) -> list[Option]:
    """List all ways to take the turn that are worth a thought, in the order of the rules' list.

    Of plays that leave the same, only the first is listed; of the places for a drawn card those
    that join a neighbour, and the last one.
    """
    position, seat = spot.position, spot.seat
    reading = Reading(costs, list(position.hands[seat]))
    own = pack_cards(position.offers[seat])
    if position.phase == SEALED or position.phase == OWES_OFFER:
        return _list_offers(reading, own, 0)
    if position.phase == OWES_INSERT:
        return _list_pairs(reading, own, position.drawn, (), 0)
    found = _list_plays(position, reading, own)
    if position.trick:
        if not can_draw(position):
            return found + _list_offers(reading, own, costs.draw)
        for step in list_draws(position):
            if step.kind == TAKE:
                lost = costs.draw + costs.help
                if _ends_round(position, step):
                    found.append(Option(-WON, (step,)))
                else:
                    found += _list_pairs(reading, own, step.what, (step,), lost)
            else:
                found.append(Option(_mean_draw_cost(reading, own, spot.unseen), (step,)))
    return found


def _ends_round(position: Position, step: Step) -> bool:
    return not position.hands[step.seat] and len(position.offers[step.seat]) == 1


def _list_plays(position: Position, reading: Reading, own: int) -> list[Option]:
    """List the plays; one that lets a rival go out costs as much as a lost round."""
    costs, mover = reading.costs, position.mover
    found: list[Option] = []
    seen: set[tuple[int, ...]] = set()
    for play in list_plays(position):
        start, end = find_hand_part(play)
        left, mine, helps = own, 0, 0
        owners: list[int] = []
        if play >> OWNERS:
            owners = owners_of(play)
            for number, owner in zip(cards_of(play), owners, strict=True):
                if owner == mover:
                    left -= 1 << 3 * number
                    mine += 1
                elif owner >= 0:
                    helps += 1
        key = (play & COMBINATION, *reading.cards[:start], 0, *reading.cards[end:], 0, *owners)
        if key in seen:
            continue
        seen.add(key)
        cost = reading.without(start, end) + costs.offer(left) + costs.help * helps
        cost -= costs.trick[(play & FIELD) << 4 | play >> TOP & FIELD]
        if end - start == len(reading.cards) and not left:
            cost = WON
        elif helps and _frees_rival(position, owners):
            cost -= WON
        found.append(Option(cost, (Step(PLAY, play),)))
    return found


def _frees_rival(position: Position, owners: list[int]) -> bool:
    """Whether a play takes the last card of a rival."""
    return any(
        not position.hands[seat] and offer and owners.count(seat) == len(offer)
        for seat, offer in enumerate(position.offers)
        if seat != position.mover
    )


def _list_offers(reading: Reading, own: int, lost: int) -> list[Option]:
    """List the cards of the hand to offer."""
    return [
        Option(cost + lost, (Step(PUT_OUT, place),))
        for place, cost in _list_offered_costs(reading, own)
    ]


def _list_offered_costs(reading: Reading, own: int) -> list[tuple[int, int]]:
    """List for each place, from 1, what all costs once its card is offered."""
    costs = reading.costs
    return [
        (at + 1, reading.without(at, at + 1) + costs.offer(own + (1 << 3 * card)))
        for at, card in enumerate(reading.cards)
    ]


def _list_pairs(
    reading: Reading, own: int, card: int, before: tuple[Step, ...], lost: int
) -> list[Option]:
    """List where to put a drawn card, each with every card to offer then.

    That the drawn card itself is offered is listed once.
    """
    found: list[Option] = []
    size = len(reading.cards)
    for place in list_places_for(reading, card):
        hand = [*reading.cards[:place], card, *reading.cards[place:]]
        for at, cost in _list_offered_costs(Reading(reading.costs, hand), own):
            if at == place + 1 and place < size:
                continue
            steps = (*before, Step(PUT_IN, place + 1), Step(PUT_OUT, at))
            found.append(Option(cost + lost, steps))
    return found


def list_places_for(reading: Reading, card: int) -> list[int]:
    """List the indices before which a card joins a neighbour, one among equals; then the end."""
    size = len(reading.cards)
    return [at for at in reading.joining(card) if at < size] + [size]


def _mean_draw_cost(reading: Reading, own: int, unseen: tuple[int, ...]) -> int:
    """Give what drawing from the deck costs, the best being made of every card, on average."""
    total = many = 0
    for card in range(1, HIGHEST + 1):
        if unseen[card]:
            best = min(
                [(reading.with_card(at, card), at) for at in list_places_for(reading, card)]
            )[1]
            hand = [*reading.cards[:best], card, *reading.cards[best:]]
            cost = min([cost for _, cost in _list_offered_costs(Reading(reading.costs, hand), own)])
            total += cost * unseen[card]
            many += unseen[card]
    if not many:
        return reading.cost + reading.costs.draw
    return total // many + reading.costs.draw
