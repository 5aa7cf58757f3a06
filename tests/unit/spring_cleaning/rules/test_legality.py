"""Every step is legal or refused with a reason, as the naive reference and counts have it."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from red7_desktop.games.spring_cleaning.rules import advance, cards, legality
from red7_desktop.games.spring_cleaning.rules.legality import walk_random_round
from red7_desktop.games.spring_cleaning.rules.notation import parse_position
from red7_desktop.games.spring_cleaning.rules.position import (
    START,
    Position,
    deal_round,
    restock_deck,
)
from red7_desktop.lab.spring_cleaning import count_sequences, follow_steps
from red7_desktop.tabletop.game import IllegalTurn
from tests.reference import spring_naive as naive
from tests.reference import spring_perft
from tests.unit.spring_cleaning.rules.playing import laid, refused, turned

FOLLOW = laid("A> 3 5 8 6 : 4 : 0", "B 1 2 : 7 4 : 0", "C ?3 : : 0", table="5 :C", deck="9 9")
AT_A_RUN = laid("A> 3 5 8 6 7 : 4 : 0", "B 1 2 : 7 4 : 0", table="4 5 :B", deck="9 9")
LEAD = laid("A> 3 5 : 4 : 0", "B 1 2 : 7 4 : 0", deck="9 9")
DRY = laid("A> 3 5 : 4 : 0", "B 1 2 : : 0", table="5 :B")
INSERTING = laid("A>insert 7 3 5 : 4 : 0", "B 1 2 : 7 : 0", table="5 :B")
OFFERING = laid("A>offer 3 5 : 4 : 0", "B 1 2 : 7 : 0", table="5 :B")
ORDERING = laid("A>order(4 9) 3 : : 0", "B 1 2 : 7 : 0", table="5 :B", deck="1")
SEALED_OFFERS = laid("A>? 3 4 5 : : 0", "B=2 3 4 : : 0", deck="1")
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
        (AT_A_RUN, "6 6 @4", "other_kind (table=4 5, length=2)"),
        (AT_A_RUN, "6 7 @4", "None"),
        (AT_A_RUN, "3 4(A) @1", "too_low (table=4 5, length=2)"),
        (AT_A_RUN, "3 @1", "wrong_length (table=4 5, length=2, count=1)"),
        (AT_A_RUN, "4(A) 5 6 @2", "not_in_hand (card=5, place=2)"),
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
        (INSERTING, "draw", "owes_place"),
        (INSERTING, "3 @1", "owes_place"),
        (INSERTING, "offer 1", "owes_place"),
        (INSERTING, "insert 4", "no_such_place (place=4, places=3)"),
        (OFFERING, "insert 1", "owes_offer"),
        (OFFERING, "order(4)", "owes_offer"),
        (OFFERING, "draw(B:7)", "owes_offer"),
        (ORDERING, "order(4)", "None"),
        (ORDERING, "order(3)", "not_picked_up (card=3)"),
        (ORDERING, "order(?)", "not_picked_up (card=?)"),
        (ORDERING, "3 @1", "owes_order"),
        (ORDERING, "insert 1", "owes_order"),
        (SEALED_OFFERS, "3 @1", "seals_first"),
        (SEALED_OFFERS, "offer 4", "no_such_place (place=4, places=3)"),
        (SEALED_OFFERS, "offer 3", "None"),
        (OVER, "draw", "round_over"),
    ],
)
def test_refusal_gives_the_reason(position: Position, step: str, reason: str) -> None:
    assert refused(position, step) == reason


def test_second_offer_and_draw_out_of_turn_are_refused() -> None:
    assert refused(SEALED_OFFERS, "offer 1", seat=1) == "already_picked (seat=B)"
    assert refused(FOLLOW, "draw", seat=1) == "not_your_turn (seat=A)"


def test_legality_needs_the_movers_hand() -> None:
    hidden = laid("A> ?3 : : 0", "B 1 2 : 7 : 0", table="5 :B", deck="9")
    for position in (hidden, laid("A>insert ? 1 2 : : 0", "B 1 : : 0", table="5 :B")):
        assert refused(position, "draw") == "hidden_hand (seat=A)"
        with pytest.raises(IllegalTurn, match="hidden_hand"):
            legality.list_legal_steps(position, 0)
    with pytest.raises(IllegalTurn, match="hidden_hand"):
        legality.build_legal_answer(hidden)
    with pytest.raises(IllegalTurn, match="turn: 'draw': hidden_hand"):
        legality.take_step(hidden, cards.parse_step("draw"))


def test_card_in_play_cannot_be_drawn_from_a_reshuffled_deck() -> None:
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


def test_listed_steps_are_taken_and_others_refused() -> None:
    """Steps of other positions are tried in each one."""
    rng = Random(1)
    steps = {
        step
        for position in WALKS
        for seat in legality.list_seats_to_act(position)
        for step in legality.list_legal_steps(position, seat)
    }
    for position in WALKS:
        for seat in range(position.seats):
            listed = set(legality.list_legal_steps(position, seat))
            for step in (*listed, *rng.sample(sorted(steps), 30)):
                if step.kind == cards.DRAW:
                    continue
                assert (legality.explain_illegal(position, step, seat) is None) == (step in listed)


def test_legal_turns_are_plays_and_draws() -> None:
    assert legality.build_legal_answer(FOLLOW) == {
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
    for position in (INSERTING, OFFERING, ORDERING):
        answer = legality.build_legal_answer(position)
        assert (answer["seat"], answer["plays"], answer["draws"]) == ("A", [], [])
    for position in (SEALED_OFFERS, OVER):
        assert legality.build_legal_answer(position)["seat"] == ""


def test_turn_is_taken_step_by_step() -> None:
    position = turned(FOLLOW, "draw(B:4) insert 2 offer 4")
    assert str(position).endswith("/ A 3 4 5 6 : 4 8 : 0 / B> 1 2 : 7 : 0 / C ?3 : : 0")
    with pytest.raises(IllegalTurn, match="no_such_place"):
        turned(FOLLOW, "draw(B:4) insert 7")


# == Comparison of the rules with the independent naive reference.

KINDS = [(seats, at_once) for seats in (2, 3, 4, 5) for at_once in (False, True)]
EVERY_KIND = pytest.mark.parametrize(
    ("seats", "at_once"), KINDS, ids=[f"{seats}{' at once' * once}" for seats, once in KINDS]
)


def compare(text: str) -> None:
    """Compare steps and what they lead to, and the list of turns, in one position."""
    position = parse_position(text)
    assert str(position) == text
    asked = naive.acting(naive.read(text))
    assert list(legality.list_seats_to_act(position)) == asked
    if position.phase == START:
        answer = legality.build_legal_answer(position)
        assert answer["plays"] == sorted(naive.plays(text)), text
        assert answer["draws"] == sorted(naive.draws(text)), text
    for seat in asked:
        steps = [str(step) for step in legality.list_legal_steps(position, seat)]
        assert len(steps) == len(set(steps))
        assert set(steps) == naive.steps(text, seat), text
        for step in steps[:: 1 + len(steps) // 8]:
            reached = taken(position, seat, step)
            assert str(reached) == naive.after(text, seat, step), (text, step)
            assert parse_position(str(reached)) == reached


def taken(position: Position, seat: int, text: str) -> Position:
    """Take a step; an empty deck is the discarded cards as they lie, as in the reference."""
    step = cards.parse_step(text)
    if step.kind == cards.DRAW and not position.deck:
        position = restock_deck(position, position.discard)
    return advance.apply_step(position, step, seat)


@EVERY_KIND
def test_reference_and_engine_agree_on_60_positions_of_each_kind(seats: int, at_once: bool) -> None:
    for text in spring_perft.random_positions(1, 60, at_once, seats):
        compare(text)


@pytest.mark.slow
@EVERY_KIND
@pytest.mark.parametrize("seed", range(2, 12))
def test_reference_and_engine_agree_on_many_positions(seats: int, at_once: bool, seed: int) -> None:
    for text in spring_perft.random_positions(seed, 250, at_once, seats):
        compare(text)


# == Perft; tests/perft has the expected tables.


def test_finished_round_has_no_steps() -> None:
    known = parse_position("spring / table / deck / discard / A> 1 : 2 : 0 / B 2 : : 0")
    assert [count_sequences(known, depth) for depth in (0, 1, 2)] == [1, 1, 4]
    over = parse_position("spring / table / deck / discard / A : : 0 / B 2 : : 1")
    assert (count_sequences(over, 0), count_sequences(over, 1), follow_steps(over)) == (1, 0, [])


def test_unknown_reshuffle_keeps_the_discards_in_order() -> None:
    dry = parse_position("spring / table 9 :B / deck / discard 4 5 / A> 1 : 8 : 0 / B 2 3 : : 0")
    # Two places for the 4, two offers each; then B, whose trick it is, leads a single or the run.
    assert [text for text, _ in follow_steps(dry)] == ["draw"]
    assert [count_sequences(dry, depth) for depth in (2, 3, 4)] == [2, 4, 12]


# == Random rounds end, and are reproducible.


def is_one_step(before: Position, after: Position) -> bool:
    """Whether some legal step leads from a position to another; a new deck lies in any order."""
    for seat in legality.list_seats_to_act(before):
        for step in legality.list_legal_steps(before, seat):
            reached = legality.take_step(before, step, seat)
            if step.kind == cards.DRAW and not before.deck:
                known = (reached.hands, reached.phase, len(reached.deck))
                if known == (after.hands, after.phase, len(after.deck)):
                    return True
            elif reached == after:
                return True
    return False


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("at_once", [False, True])
def test_random_round_is_legal_and_ends(seats: int, at_once: bool) -> None:
    deal = deal_round(at_once, (0,) * seats, 0, 1)
    passed = walk_random_round(deal, Random(1))
    assert passed[-1].is_over
    for before, then in pairwise(passed):
        assert is_one_step(before, then), (before, then)


def test_round_without_cards_to_draw_goes_on() -> None:
    dry = laid("A> 2 1 : : 0", "B 2 1 : : 0", table="9 :B", game="spring@once")
    assert walk_random_round(dry, Random(3))[-1].is_over
