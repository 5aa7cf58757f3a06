"""A seat knows what it may know, and nothing that is hidden changes what it sees."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from red7_desktop.games.spring_cleaning.rules.card_moves import PICKED
from red7_desktop.games.spring_cleaning.rules.cards import cards_of, parse_step
from red7_desktop.games.spring_cleaning.rules.game import redeal
from red7_desktop.games.spring_cleaning.rules.notation import parse_position
from red7_desktop.tabletop.game import Options
from tests.unit.spring_cleaning.rules.playing import GAME, OPTIONS, states_of


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_is_hidden_changes_nothing_when_it_is_dealt_anew(options: Options) -> None:
    chance = Random(1)
    changed = 0
    for state in states_of(1, options)[::3]:
        if state.stage != "turn":
            continue
        for viewer in (None, *range(len(state.position.hands))):
            seen = GAME.observe(state, viewer)
            dealt = redeal(seen, chance)
            assert dealt.is_fully_known()
            assert parse_position(str(dealt)) == dealt
            changed += dealt != state.position
            again = GAME.observe(replace(state, position=dealt), viewer)
            assert again == seen
            assert again.zones == seen.zones
            for seat in range(len(state.position.hands)):
                assert len(dealt.hands[seat]) == len(state.position.hands[seat])
    assert changed > 20


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_position_of_an_observation_reads_back(options: Options) -> None:
    for state in states_of(2, options)[::5]:
        for viewer in (None, *range(len(state.position.hands))):
            position = GAME.observe(state, viewer).position
            assert parse_position(str(position)) == position


def test_sealed_offers_tell_others_only_that_they_are_picked() -> None:
    state = GAME.start({"seats": 3}, 1)
    picked = [GAME.take(state, 0, step).state for step in GAME.legal_steps(state, 0)]
    assert len({repr(GAME.observe(each, 1)) for each in picked}) == 1
    assert len({repr(GAME.observe(each, None)) for each in picked}) == 1
    own = str(GAME.observe(picked[3], 0).position)
    others = str(GAME.observe(picked[3], 1).position)
    assert ("=4 " in own, "= ?12" in others) == (True, True)
    assert GAME.to_act(picked[3]) == (1, 2)


def known(text: str, steps: list[tuple[int, str]], seat: int) -> str:
    """Give a seat's field as seat A sees it after steps of a match that begins at a position."""
    start = GAME.start({"seats": text.count(" / ") - 3}, 1)
    state = replace(start, position=parse_position(text))
    faces = [
        hand._replace(faces=(0,) * len(state.position.hands[who]))
        for who, hand in enumerate(start.known.hands)
    ]
    state = replace(state, known=start.known._replace(hands=tuple(faces)))
    for who, step in steps:
        state = GAME.take(state, who, parse_step(step)).state
    return str(GAME.observe(state, 0).position).split(" / ")[4 + seat]


START = "spring / table 3 :A / deck 9 9 8 1 / discard / A 2 5 : 4 6 : 0 / B> 6 7 1 : : 0"


def test_a_face_drawn_from_an_offer_stays_known_at_its_place() -> None:
    turn = [(1, "draw(A:4)"), (1, "insert 2")]
    assert known(START, turn, 1) == "B>offer ?1 4 ?2 : : 0"
    assert known(START, [*turn, (1, "offer 1")], 1) == "B 4 ?2 : 6 : 0"
    assert known(START, [*turn, (1, "offer 2")], 1) == "B ?3 : 4 : 0"


def test_a_face_drawn_from_an_offer_is_known_before_it_has_a_place() -> None:
    assert known(START, [(1, "draw(A:4)")], 1) == "B>insert 4 ?3 : : 0"
    assert known(START, [(1, "draw")], 1) == "B>insert ? ?3 : : 0"


def test_of_a_card_drawn_from_the_deck_only_the_place_is_seen() -> None:
    turn = [(1, "draw"), (1, "insert 4"), (1, "offer 1")]
    assert known(START, turn, 1) == "B ?3 : 6 : 0"


def test_an_order_is_seen_as_a_picking_up_only() -> None:
    start = replace(
        GAME.start({"seats": 2}, 1),
        position=parse_position(
            "spring / table 3 :B / deck 9 8 / discard / A> 4 5 : 6 : 0 / B : 4 5 9 : 0"
        ),
    )
    hands = start.known.hands
    start = replace(
        start,
        known=start.known._replace(
            hands=(hands[0]._replace(faces=(0, 0)), hands[1]._replace(faces=()))
        ),
    )
    state = GAME.take(start, 0, parse_step("4 @1")).state
    assert state.known.hands[1].picked == (4, 5, 9)
    seen = []
    for order in ("459", "954"):
        laid = state
        for card in order:
            outcome = GAME.take(laid, 1, parse_step(f"order({card})"))
            laid = outcome.state
            seen.append(repr((GAME.observe(laid, 0), outcome.moves_seen_by(0))))
            assert [move.card for move in outcome.moves_seen_by(1)] == [card]
        assert laid.known.hands[1].faces == (PICKED,) * 3
        assert redeal(GAME.observe(laid, 0), Random(1)).hands[1].count(9) == 1
    assert seen[:3] == seen[3:]
    assert str(GAME.observe(laid, 0).position).endswith("B> ?3 : : 0")
    # A card of it that is shown leaves the others as the ones still held.
    played = GAME.take(laid, 1, parse_step("9 @1")).state
    assert played.known.hands[1] == ((PICKED, PICKED), (4, 5))
    shown = GAME.take(laid, 1, parse_step("5 @2")).state
    assert shown.known.hands[1] == ((PICKED, PICKED), (4, 9))


def test_picked_up_cards_that_are_all_equal_are_known() -> None:
    text = "spring / table 3 :B / deck 9 8 / discard / A> 4 5 : 6 : 0 / B : 7 7 : 0"
    steps = [(0, "4 @1"), (1, "order(7)")]
    assert known(text, steps, 1) == "B>order(?1) 7 : : 0"
    assert known(text, [*steps, (1, "order(7)")], 1) == "B> 7 7 : : 0"


def test_travels_show_faces_to_those_who_see_them() -> None:
    state = GAME.start({"seats": 2}, 1)
    for seat in range(2):
        state = GAME.take(state, seat, parse_step("offer 1")).state
    lead = GAME.legal_steps(state, state.leader)[0]
    state = GAME.take(state, state.leader, lead).state
    follower = 1 - state.leader
    outcome = GAME.take(state, follower, parse_step("draw"))
    assert outcome.barrier == "drew"
    assert outcome.moves_seen_by(state.leader)[0].card is None
    assert outcome.moves_seen_by(follower)[0].card == str(outcome.state.position.drawn)
    outcome = GAME.take(outcome.state, follower, parse_step("insert 3"))
    assert outcome.barrier is None
    move = outcome.moves_seen_by(state.leader)[0]
    assert (move.card, move.target_place) == (None, 2)


def test_hands_lie_open_once_the_round_is_over() -> None:
    states = states_of(1, {"seats": 3})
    over = next(state for state in states if state.stage == "round_over")
    assert GAME.observe(over, None).position.hands == over.position.hands


def test_own_draws_and_orders_are_named_and_others_are_not() -> None:
    for options in OPTIONS[:2]:
        state = states_of(8, options)[-1]
        for viewer in (0, 1):
            for turn in GAME.observe(state, viewer).turns:
                for step in turn.steps:
                    hides = str(step).startswith("draw") and "(" not in str(step)
                    if hides:
                        assert (step.what > 0) == (turn.seat == viewer)


def test_every_card_is_somewhere_in_a_redealt_position() -> None:
    state = states_of(9, {"seats": 4})[60]
    dealt = redeal(GAME.observe(state, 2), Random(2))
    cards = [*dealt.deck, *dealt.discard, *dealt.loose, dealt.drawn]
    for row in (*dealt.hands, *dealt.offers, *map(cards_of, dealt.trick)):
        cards += row
    assert sorted(card for card in cards if card) == sorted([*range(1, 10)] * 7)


@pytest.mark.parametrize("viewer", [-1, 3])
def test_only_seats_at_the_table_observe(viewer: int) -> None:
    with pytest.raises(IndexError):
        GAME.observe(GAME.start({"seats": 3}, 1), viewer)
