"""What hands do with cards: one card moved, or several gathered for a play."""

from __future__ import annotations

from random import Random

import pytest

from red7_desktop.games.spring_cleaning.rules import cards, legality
from red7_desktop.games.spring_cleaning.rules.card_moves import (
    combine_cards,
    find_drag_move,
    find_dragged_step,
    list_reveal_moves,
)
from red7_desktop.games.spring_cleaning.rules.position import START, deal_round
from red7_desktop.tabletop.game import CardMove, DragMove
from tests.unit.spring_cleaning.rules.playing import laid

FOLLOW = laid("A> 3 5 8 6 5 : 4 : 0", "B 1 2 : 7 4 : 0", "C ?3 : : 0", table="5 :C", deck="9 9")
SEALED = laid("A>? 3 5 : : 0", "B? 1 2 : : 0")
INSERT = laid("A>insert 7 3 5 : 4 : 0", "B 1 2 : 7 : 0", table="5 :B")
OWING = laid("A>offer 7 3 5 : 4 : 0", "B 1 2 : 7 : 0", table="5 :B")
ORDER = laid("A>order(4 9) 3 : : 0", "B 1 2 : 7 : 0", table="5 :B", deck="1")


@pytest.mark.parametrize(
    ("drag_move", "step"),
    [
        (DragMove(None, "deck", "drawn:A"), "draw"),
        (DragMove(None, "deck", "hand:A"), "draw"),
        (DragMove("7", "offer:B", "drawn:A"), "draw(B:7)"),
        (DragMove("7", "offer:B", "hand:A"), "draw(B:7)"),
        (DragMove("4", "offer:A", "drawn:A"), "draw(A:4)"),
        (DragMove("7", "drawn:A", "hand:A", target_place=0), "insert 1"),
        (DragMove("7", "drawn:A", "hand:A"), "insert 6"),
        (DragMove("5", "hand:A", "offer:A", source_place=4), "offer 5"),
        (DragMove("5", "hand:A", "offer:A"), "offer 2"),
        (DragMove("5", "hand:A", "table", source_place=4), "5 @5"),
        (DragMove("5", "hand:A", "table"), "5 @2"),
        (DragMove("7", "offer:B", "table"), "7(B)"),
        (DragMove("9", "picked:A", "hand:A"), "order(9)"),
    ],
)
def test_dragged_card_maps_to_a_step_of_the_game(drag_move: DragMove, step: str) -> None:
    assert str(find_dragged_step(FOLLOW, 0, drag_move)) == step


@pytest.mark.parametrize(
    "drag_move",
    [
        DragMove("5", "hand:A", "offer:B"),
        DragMove("1", "hand:B", "offer:A"),
        DragMove("1", "hand:A", "offer:A"),
        DragMove("5", "hand:A", "offer:A", source_place=9),
        DragMove("1", "hand:A", "table"),
        DragMove(None, "offer:B", "drawn:A"),
        DragMove(None, "offer:B", "table"),
        DragMove(None, "picked:A", "hand:A"),
        DragMove("1", "offer:X", "hand:A"),
        DragMove("1", "discard", "hand:A"),
        DragMove("5", "hand:A", "discard"),
        DragMove("6", "hand:A", "offer:A", 3, other_cards=(("offer:B", 0),)),
        DragMove("6", "hand:A", "table", 3, other_cards=(("hand:B", 0),)),
        DragMove("6", "hand:A", "table", 3, other_cards=(("offer:B", 7),)),
    ],
)
def test_impossible_card_drag_maps_to_no_step(drag_move: DragMove) -> None:
    assert find_dragged_step(FOLLOW, 0, drag_move) is None


def test_refused_drag_of_several_cards_says_why() -> None:
    far = DragMove("3", "hand:A", "table", 0, other_cards=(("hand:A", 4), ("offer:A", 0)))
    assert str(find_dragged_step(FOLLOW, 0, far)) == "lies_between (card=5, place=2)"


def test_refusal_names_the_step_that_must_come_first() -> None:
    played = DragMove("3", "hand:A", "table", 0)
    assert [str(find_dragged_step(each, 0, played)) for each in (SEALED, INSERT, ORDER)] == [
        "seals_first",
        "owes_place",
        "owes_order",
    ]
    assert str(find_dragged_step(SEALED, 0, DragMove("5", "hand:A", "offer:A", 1))) == "offer 2"


def test_first_offer_of_a_round_needs_confirmation() -> None:
    waits = {}
    for position in (SEALED, OWING, FOLLOW):
        offer = find_drag_move(position, 0, cards.parse_step("offer 2"))
        assert offer is not None
        assert offer.source_place == 1
        waits[position] = offer.needs_confirmation
    assert waits == {SEALED: True, OWING: True, FOLLOW: False}


def test_drawn_card_dropped_on_the_offer_is_first_put_into_the_hand() -> None:
    assert str(find_dragged_step(INSERT, 0, DragMove("7", "drawn:A", "offer:A"))) == "insert 3"
    assert find_dragged_step(INSERT, 0, DragMove("7", "drawn:A", "offer:B")) is None


def test_step_maps_to_the_card_drag_that_makes_it() -> None:
    assert find_drag_move(INSERT, 0, cards.parse_step("insert 2")) == DragMove(
        "7", "drawn:A", "hand:A", 0, 1
    )
    hidden = laid("A>insert ? 3 5 : 4 : 0", "B 1 2 : 7 : 0", table="5 :B")
    assert find_drag_move(hidden, 0, cards.parse_step("insert 2")) == DragMove(
        None, "drawn:A", "hand:A", 0, 1
    )
    assert find_drag_move(ORDER, 0, cards.parse_step("order(9)")) == DragMove(
        "9", "picked:A", "hand:A", 1
    )
    assert find_drag_move(FOLLOW, 0, cards.parse_step("6 7(B) @4")) == DragMove(
        "6", "hand:A", "table", 3, other_cards=(("offer:B", 1),), is_picked_first=True
    )
    assert find_drag_move(FOLLOW, 0, cards.parse_step("6 7(C) @4")) is None
    assert find_drag_move(FOLLOW, 0, cards.parse_step("draw(B:9)")) is None
    assert find_drag_move(FOLLOW, 0, cards.Step(cards.OFFER, 9)) is None


@pytest.mark.parametrize(
    ("places", "taken", "result"),
    [
        ((4,), ((1, 7),), "6 7(B) @4"),
        ((2,), ((1, 4), (0, 4)), "no_combination (cards=4 4 5)"),
        ((1, 2), ((1, 4),), "3 4(B) 5 @1"),
        ((2, 1), ((0, 4),), "3 4(A) 5 @1"),
        ((2, 5), (), "lies_between (card=8, place=3)"),
        ((4, 5), (), "falls (left=6, right=5)"),
        ((4, 5), ((1, 7),), "falls (left=6, right=5)"),
        ((), ((1, 4), (0, 4)), "4(A) 4(B)"),
        ((), (), "nothing_picked"),
        ((9,), (), "no_such_place (place=9, places=5)"),
        ((1, 3), (), "no_combination (cards=3 8)"),
    ],
)
def test_combining_picked_cards_makes_a_play_or_gives_a_reason(
    places: tuple[int, ...], taken: tuple[tuple[int, int], ...], result: str
) -> None:
    assert str(combine_cards(FOLLOW, places, taken)) == result


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_legal_play_can_be_combined_from_picked_cards(seats: int) -> None:
    rng = Random(seats)
    for position in legality.walk_random_round(deal_round(False, (0,) * seats, 0, seats), rng):
        if position.is_over or position.phase != START:
            continue
        for play in legality.list_plays(position):
            start, end = cards.find_hand_part(play)
            pairs = zip(cards.cards_of(play), cards.owners_of(play), strict=True)
            taken = [(owner, card) for card, owner in pairs if owner >= 0]
            rng.shuffle(taken)
            places = list(range(start + 1, end + 1))
            rng.shuffle(places)
            assert combine_cards(position, tuple(places), tuple(taken)) == cards.Step(
                cards.PLAY, play
            )


def test_revealed_offers_move_from_their_places_in_the_hands() -> None:
    before = laid("A>? 3 5 9 : : 0", "B? 1 2 4 : : 0")

    moves = list_reveal_moves(before, (2, 3))

    assert moves == (
        CardMove("5", "hand:A", "offer:A", source_place=1, target_place=0),
        CardMove("4", "hand:B", "offer:B", source_place=2, target_place=0),
    )
