"""Rounds that are played on in a player's head go by the rules, though by other code."""

from __future__ import annotations

from random import Random

import pytest

from red7_desktop.games.spring_cleaning.players.evaluation import (
    Costs,
    Reading,
    count_packed_cards,
    pack_cards,
)
from red7_desktop.games.spring_cleaning.players.rollout import NEVER, Cheapest, OpenRound, Policy
from red7_desktop.games.spring_cleaning.rules import cards as steps
from red7_desktop.games.spring_cleaning.rules.advance import apply_step
from red7_desktop.games.spring_cleaning.rules.cards import is_beating
from red7_desktop.games.spring_cleaning.rules.legality import list_legal_steps, list_plays
from red7_desktop.games.spring_cleaning.rules.position import OWES_ORDER, START, Position
from tests.unit.spring_cleaning.players.asked import asked
from tests.unit.spring_cleaning.rules.playing import laid

HABIT = Policy(Costs(), 0.3)


def opened(position: Position, luck: int = 0) -> OpenRound:
    hands = [list(hand) for hand in position.hands]
    offers = [pack_cards(offer) for offer in position.offers]
    return OpenRound(HABIT, position, hands, offers, list(position.deck[::-1]), luck)


def positions() -> list[Position]:
    """Give positions at the beginning of turns."""
    return [at.state.position for at in asked(12) if at.state.position.phase == START]


def lies_as(table: OpenRound, position: Position) -> bool:
    """Whether an open round lies as a position does, as far as both go."""
    hands = [list(hand) for hand in position.hands]
    offers = [pack_cards(offer) for offer in position.offers]
    return (table.hands, table.offers, table.trick) == (hands, offers, list(position.trick))


def test_a_seat_that_plays_on_plays_by_the_rules() -> None:
    plays = draws = 0
    for luck, position in enumerate(positions()):
        table = opened(position, luck)
        listed = [
            apply_step(position, steps.Step(steps.PLAY, play)) for play in list_plays(position)
        ]
        played = len(position.trick)
        over = table.take_turn()
        if len(table.trick) == played or not table.trick:
            draws += 1
            assert position.trick
            continue
        plays += 1
        known = [other for other in listed if lies_as(table, _without_order(other))]
        assert known, position
        assert over == known[0].is_over
        picks_up = known[0].at_once and known[0].phase == OWES_ORDER
        following = (position.mover + 1) % position.seats if picks_up else known[0].mover
        assert over or table.mover == following
    assert plays > 20
    assert draws > 5


def _without_order(position: Position) -> Position:
    """Put what the next seat has picked up back into its offer: an open round does so later."""
    if position.phase != OWES_ORDER:
        return position
    offers = list(position.offers)
    offers[position.mover] = position.loose
    hands = list(position.hands)
    if position.at_once:
        hands[position.mover] = tuple(HABIT.costs.laid_out(pack_cards(position.loose)))
        offers[position.mover] = ()
    return Position(
        position.at_once,
        position.trick,
        position.holder,
        position.deck,
        position.discard,
        tuple(hands),
        tuple(offers),
        position.trash,
        position.mover,
        START,
    )


def test_steps_do_what_the_rules_say() -> None:
    chance = Random(2)
    for at in asked(12):
        position, seat = at.state.position, at.seat
        if position.phase != START:
            continue
        for step in chance.sample(list_legal_steps(position, seat), k=1):
            if step.kind == steps.DRAW:
                continue
            table, turn = opened(position), [step]
            reached = apply_step(position, step)
            while reached.mover == seat and reached.phase != START and reached.phase != OWES_ORDER:
                turn.append(chance.choice(list_legal_steps(reached, seat)))
                reached = apply_step(reached, turn[-1])
            overs = [table.take(each) for each in turn]
            assert overs[-1] == reached.is_over
            if not reached.is_over:
                assert table.hands[seat] == list(reached.hands[seat])
                assert sum(table.left) == sum(
                    [reached.card_count(other) for other in range(reached.seats)]
                )


def test_no_card_is_lost_while_a_round_is_played_on() -> None:
    for luck, position in enumerate(positions()[::4]):
        table = opened(position, luck)
        played = 0
        while not table.take_turn() and table.turns < 150:
            table.turns += 1
            for seat, hand in enumerate(table.hands):
                assert table.left[seat] == len(hand) + count_packed_cards(table.offers[seat])
        in_play = sum(table.left) + len(table.deck)
        played = sum([each & 15 if each > 9 else 1 for each in table.discard + table.trick])
        assert in_play + played == 63
        assert 0 in table.left


@pytest.mark.parametrize("table", ["3", "6 6", "2 3 4", "8 8 8"])
def test_what_is_found_beats_what_lies_on_the_table(table: str) -> None:
    position = laid(
        "A> 5 9 9 2 3 7 7 4 : 4 8 9 : 0", "B 1 2 8 : 1 6 8 : 0", table=f"{table} :B", deck="1 1"
    )
    costs = Costs()
    reading = Reading(costs, list(position.hands[0]))
    own = pack_cards(position.offers[0])
    found = Cheapest(Policy(costs, 0.0), 0, NEVER)
    found.follow(reading, position.table, own, own + pack_cards(position.offers[1]))
    assert found.at
    assert is_beating(found.combination, position.table)
    own_hand = {play & 511 for play in list_plays(position)}
    assert found.combination in own_hand


def test_an_empty_deck_is_made_anew() -> None:
    position = laid(
        "A> 5 3 1 : 4 : 0", "B 1 2 8 : : 0", table="9 9 9 9 :B", discard="7 7 1", game="spring"
    )
    table = opened(position)
    table.take(steps.THE_DRAW)
    assert len(table.deck) == 2
    assert not table.discard
    assert (
        sorted([*table.deck, *table.hands[0]]).count(7) + table.offers[0] // pack_cards((7,)) >= 2
    )
