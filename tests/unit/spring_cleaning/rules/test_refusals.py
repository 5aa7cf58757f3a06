"""Every step is legal or refused with a reason, and the reason says what is wrong."""

from __future__ import annotations

from random import Random

import pytest

from red7_desktop.games.spring_cleaning.rules.cards import DRAW, parse_step
from red7_desktop.games.spring_cleaning.rules.legality import (
    build_legal_answer,
    explain_illegal,
    list_legal_steps,
    take_step,
    to_act,
)
from red7_desktop.games.spring_cleaning.rules.playout import walk_random_round
from red7_desktop.games.spring_cleaning.rules.position import Position, deal_round
from red7_desktop.tabletop.game import IllegalTurn
from tests.unit.spring_cleaning.rules.playing import laid, refused, turned

FOLLOW = laid("A> 3 5 8 6 : 4 : 0", "B 1 2 : 7 4 : 0", "C ?3 : : 0", table="5 :C", deck="9 9")
RUN = laid("A> 3 5 8 6 7 : 4 : 0", "B 1 2 : 7 4 : 0", table="4 5 :B", deck="9 9")
LEAD = laid("A> 3 5 : 4 : 0", "B 1 2 : 7 4 : 0", deck="9 9")
DRY = laid("A> 3 5 : 4 : 0", "B 1 2 : : 0", table="5 :B")
INSERT = laid("A>insert 7 3 5 : 4 : 0", "B 1 2 : 7 : 0", table="5 :B")
OFFER = laid("A>offer 3 5 : 4 : 0", "B 1 2 : 7 : 0", table="5 :B")
ORDER = laid("A>order(4 9) 3 : : 0", "B 1 2 : 7 : 0", table="5 :B", deck="1")
SEALED = laid("A>? 3 4 5 : : 0", "B=2 3 4 : : 0", deck="1")
OVER = laid("A : : 0", "B 1 2 : 7 : 1")


@pytest.mark.parametrize(
    ("position", "step", "reason"),
    [
        (FOLLOW, "6 @4", "None"),
        (FOLLOW, "5 @2", "too_low (table=5, length=1)"),
        (FOLLOW, "7 7(B) @1", "not_in_hand (card=7, place=1)"),
        (FOLLOW, "8 @4", "not_in_hand (card=8, place=4)"),
        (FOLLOW, "8 @9", "not_in_hand (card=8, place=9)"),
        (FOLLOW, "9(B)", "not_in_offer (card=9, seat=B)"),
        (FOLLOW, "4(B) 4(B)", "not_in_offer (card=4, seat=B)"),
        (FOLLOW, "9(D)", "no_such_seat (seat=D)"),
        (FOLLOW, "4(B) 4(A)", "written_otherwise"),
        (FOLLOW, "4(A) 4(B)", "None"),
        (FOLLOW, "3 4(A) 5 @1", "wrong_length (table=5, length=1, count=3)"),
        (RUN, "6 6 @4", "other_kind (table=4 5, length=2)"),
        (RUN, "6 7 @4", "None"),
        (RUN, "3 4(A) @1", "too_low (table=4 5, length=2)"),
        (RUN, "3 @1", "wrong_length (table=4 5, length=2, count=1)"),
        (RUN, "4(A) 5 6 @2", "not_in_hand (card=5, place=2)"),
        (LEAD, "draw", "must_lead"),
        (LEAD, "draw(B:7)", "must_lead"),
        (LEAD, "offer 1", "must_lead"),
        (LEAD, "4(A)", "offers_not_led (seat=A)"),
        (LEAD, "insert 1", "not_drawn"),
        (LEAD, "order(4)", "nothing_picked_up"),
        (FOLLOW, "draw(A:4)", "own_offer"),
        (FOLLOW, "draw(E:4)", "no_such_seat (seat=E)"),
        (FOLLOW, "draw(B:9)", "not_in_offer (card=9, seat=B)"),
        (FOLLOW, "draw=8", "wrong_draw (card=8)"),
        (FOLLOW, "draw=9", "None"),
        (FOLLOW, "offer 1", "must_draw"),
        (DRY, "draw", "nothing_to_draw"),
        (DRY, "offer 2", "None"),
        (DRY, "offer 3", "no_such_place (place=3, places=2)"),
        (INSERT, "draw", "owes_place"),
        (INSERT, "3 @1", "owes_place"),
        (INSERT, "offer 1", "owes_place"),
        (INSERT, "insert 4", "no_such_place (place=4, places=3)"),
        (OFFER, "insert 1", "owes_offer"),
        (OFFER, "order(4)", "owes_offer"),
        (OFFER, "draw(B:7)", "owes_offer"),
        (ORDER, "order(4)", "None"),
        (ORDER, "order(3)", "not_picked_up (card=3)"),
        (ORDER, "order(?)", "not_picked_up (card=?)"),
        (ORDER, "3 @1", "owes_order"),
        (ORDER, "insert 1", "owes_order"),
        (SEALED, "3 @1", "seals_first"),
        (SEALED, "offer 4", "no_such_place (place=4, places=3)"),
        (SEALED, "offer 3", "None"),
        (OVER, "draw", "round_over"),
    ],
)
def test_the_reason_says_what_is_wrong(position: Position, step: str, reason: str) -> None:
    assert refused(position, step) == reason


def test_a_picked_offer_stays_and_others_have_to_wait() -> None:
    assert refused(SEALED, "offer 1", seat=1) == "already_picked (seat=B)"
    assert refused(FOLLOW, "draw", seat=1) == "not_your_turn (seat=A)"


def test_a_hidden_hand_is_not_judged() -> None:
    hidden = laid("A> ?3 : : 0", "B 1 2 : 7 : 0", table="5 :B", deck="9")
    for position in (hidden, laid("A>insert ? 1 2 : : 0", "B 1 : : 0", table="5 :B")):
        assert refused(position, "draw") == "hidden_hand (seat=A)"
        with pytest.raises(IllegalTurn, match="hidden_hand"):
            list_legal_steps(position, 0)
    with pytest.raises(IllegalTurn, match="hidden_hand"):
        build_legal_answer(hidden)
    with pytest.raises(IllegalTurn, match="turn: 'draw': hidden_hand"):
        take_step(hidden, parse_step("draw"))


def test_a_card_that_lies_elsewhere_cannot_be_drawn_from_a_new_deck() -> None:
    all_elsewhere = laid("A> 9 9 9 : 9 9 : 0", "B 9 9 : : 0", table="5 :B", discard="1 2")
    assert refused(all_elsewhere, "draw=9") == "wrong_draw (card=9)"
    assert refused(all_elsewhere, "draw=8") == "None"
    deck = laid("A> 9 9 9 : 9 9 : 0", "B 9 : : 0", table="5 :B", deck="?2", discard="9 2")
    assert refused(deck, "draw=9") == "wrong_draw (card=9)"


WALKS = [
    position
    for seats in (2, 3, 4, 5)
    for at_once in (False, True)
    for position in walk_random_round(deal_round(at_once, (0,) * seats, 0, seats), Random(seats))[
        ::4
    ]
]


def test_what_is_listed_is_taken_and_everything_else_is_refused() -> None:
    """Steps of other positions are tried in each one."""
    chance = Random(1)
    steps = {
        step
        for position in WALKS
        for seat in to_act(position)
        for step in list_legal_steps(position, seat)
    }
    for position in WALKS:
        for seat in range(position.seats):
            listed = set(list_legal_steps(position, seat))
            for step in (*listed, *chance.sample(sorted(steps), 30)):
                if step.kind == DRAW:
                    continue
                assert (explain_illegal(position, step, seat) is None) == (step in listed)


def test_the_list_of_legal_turns_has_seat_plays_and_draws() -> None:
    assert build_legal_answer(FOLLOW) == {
        "position": str(FOLLOW),
        "seat": "A",
        "plays": sorted(
            [
                *("6 @4", "7(B)", "8 @3", "3 4(A) @1", "3 4(B) @1", "4(A) 4(B)", "4(A) 5 @2"),
                *("4(B) 5 @2", "6 7(B) @4", "7(B) 8 @3"),
            ]
        ),
        "draws": ["draw", "draw(B:4)", "draw(B:7)"],
    }
    for position in (INSERT, OFFER, ORDER):
        answer = build_legal_answer(position)
        assert (answer["seat"], answer["plays"], answer["draws"]) == ("A", [], [])
    for position in (SEALED, OVER):
        assert build_legal_answer(position)["seat"] == ""


def test_a_turn_is_taken_step_by_step() -> None:
    position = turned(FOLLOW, "draw(B:4) insert 2 offer 4")
    assert str(position).endswith("/ A 3 4 5 6 : 4 8 : 0 / B> 1 2 : 7 : 0 / C ?3 : : 0")
    with pytest.raises(IllegalTurn, match="no_such_place"):
        turned(FOLLOW, "draw(B:4) insert 7")
