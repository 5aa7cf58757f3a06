"""What a seat may know of a match, and what everybody knows of hidden cards."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import fields, is_dataclass, replace
from typing import Final

import pytest

from red7_desktop.games.red7.rules.cards import TEXTS, UNKNOWN
from red7_desktop.games.red7.rules.game import Red7, Red7Observation, SeenTurn, observe, position_of
from red7_desktop.games.red7.rules.position import NOBODY
from red7_desktop.games.red7.rules.rounds import (
    MatchOptions,
    MatchState,
    PublicKnowledge,
    RoundResult,
    parse_match_step,
)
from red7_desktop.tabletop.game import TABLE, SeenMove
from tests.random_matches import begin, play_on
from tests.redealing import redeal
from tests.unit.red7.rules.laid import cards, laid, match_at, row

RED7: Final = Red7()
ACTIONS: Final = "advanced+actions@1.3"
MAY_KNOW: Final = {
    *("viewer", "options", "stage", "round_number", "to_act", "mover", "phase", "out", "canvas"),
    *("rows", "scores", "hand_counts", "deck_count", "known_deck", "known_hands", "turns", "steps"),
    *("rounds", "hand", "legal"),
}
"""A field more has to be thought about here first: may every seat know it?"""


def on_the_table(*taken: str, deck: str = "V1 V2 V3") -> MatchState:
    """Give the state of A, to move, B and C after some steps of whoever moves."""
    position = laid(
        "A> R6 R3 : O1 O3 O5 O7 R4 R2",
        "B G6 G5 G4 : B1 B7",
        "C I6 I5 : I1 I7",
        rules=ACTIONS,
        canvas="R1",
        deck=deck,
    )
    state = match_at(position)
    for text in taken:
        state = RED7.take(state, state.position.mover, parse_match_step(text)).state
    return state


def test_an_observation_holds_what_is_on_the_list_and_nothing_else() -> None:
    assert {field.name for field in fields(Red7Observation)} == MAY_KNOW


def kinds_in(value: object) -> set[type]:
    found = {type(value)}
    parts = list(value) if isinstance(value, tuple) else []
    if is_dataclass(value):
        parts = [getattr(value, field.name) for field in fields(value)]
    for part in parts:
        found |= kinds_in(part)
    return found


def test_no_position_and_no_state_hides_in_an_observation() -> None:
    match = play_on(begin(ACTIONS, 3, 5), random.Random(5), 60)
    for viewer in (None, 0, 1, 2):
        kinds = {kind.__name__ for kind in kinds_in(observe(match.state, viewer))}
        assert not kinds & {"Position", "MatchState", "Known", "TurnTaken"}
        assert {"Red7Observation", "MatchOptions", "SeenTurn", "Step"} <= kinds


def test_a_seat_sees_its_own_hand_and_the_number_of_cards_in_others() -> None:
    seen = observe(on_the_table(), 0)
    assert seen.hand == cards("O1 O3 O5 O7 R4 R2")
    assert seen.hand_counts == (6, 2, 2)
    assert seen.deck_count == 3
    assert observe(on_the_table(), 1).hand == cards("B1 B7")
    assert observe(on_the_table(), None).hand == 0


@pytest.mark.parametrize("viewer", [TABLE, 3, 9])
def test_whoever_has_no_seat_at_the_table_sees_nothing(viewer: int) -> None:
    with pytest.raises(IndexError, match=f"no seat {viewer} "):
        observe(on_the_table(), viewer)


def test_only_the_seat_that_acts_has_legal_steps() -> None:
    state = on_the_table()
    assert set(observe(state, 0).legal) == set(RED7.legal_steps(state, 0)) != set()
    for viewer in (1, 2, None):
        assert observe(state, viewer).legal == ()
        assert observe(state, viewer).to_act == (0,)


def test_zones_show_open_cards_and_the_backs_of_hidden_ones() -> None:
    assert observe(on_the_table(), 1).zones == {
        "canvas": ("R1",),
        "deck": (None, None, None),
        "hand:A": (None,) * 6,
        "palette:A": ("R6", "R3"),
        "score:A": (),
        "hand:B": ("B7", "B1"),
        "palette:B": ("G6", "G5", "G4"),
        "score:B": (),
        "hand:C": (None, None),
        "palette:C": ("I6", "I5"),
        "score:C": (),
    }


def test_a_seat_that_is_out_shows_backs_only_to_itself_as_well() -> None:
    state = on_the_table("pass")
    for viewer in (None, 0, 1, 2):
        zones = observe(state, viewer).zones
        assert zones["hand:A"] == (None,) * 6
        assert zones["palette:A"] == (None, None)


def test_score_piles_are_open() -> None:
    position = laid("A> R6 : O1 : R3 O3", "B G6 : B1", rules="advanced@1.3")
    assert observe(match_at(position), 1).zones["score:A"] == ("R3", "O3")


def test_a_one_puts_a_card_on_the_deck_that_everybody_knows() -> None:
    state = on_the_table("O1", "(B:G4)")
    for viewer in (None, 0, 1, 2):
        assert observe(state, viewer).known_deck == row("G4")


def test_a_seven_puts_a_card_on_the_deck_that_everybody_knows_or_an_open_one_on_the_canvas() -> (
    None
):
    assert observe(on_the_table("O7", "(^R3)"), 1).known_deck == row("R3")
    discarded = observe(on_the_table("O7", "(@R3)"), 1)
    assert (discarded.known_deck, discarded.canvas) == ((), row("R1 R3"))


def test_the_last_card_put_on_the_deck_is_the_first_that_is_known() -> None:
    state = on_the_table("O1", "(B:G4)", "end")
    position = state.position
    state = RED7.take(state, 1, parse_match_step("pass")).state
    state = RED7.take(state, 2, parse_match_step("I7")).state
    state = RED7.take(state, 2, parse_match_step("(^I5)")).state
    assert position.deck == row("G4 V1 V2 V3")
    assert state.known.deck == row("I5 G4")
    assert state.position.deck == row("I5 G4 V1 V2 V3")


def test_a_known_card_that_is_drawn_is_known_in_the_hand_until_it_is_played() -> None:
    drawn = on_the_table("O7", "(^O7)", "@R4", "+")
    assert drawn.known.deck == ()
    assert drawn.known.hands == (cards("O7"), 0, 0)
    assert observe(drawn, 2).known_hands[0] == cards("O7")


@pytest.mark.parametrize("step", ["I1", "@I1"])
def test_a_known_card_that_leaves_the_hand_is_no_longer_known_there(step: str) -> None:
    position = laid("A V3 : O1", "B> I6 : I1 I2", rules=ACTIONS, canvas="I7")
    state = match_at(position)
    state = replace(state, known=PublicKnowledge((), (0, cards("I1"))))
    after = RED7.take(state, 1, parse_match_step(step)).state
    assert after.known.hands == (0, 0)


def test_an_unknown_card_that_is_drawn_stays_unknown_to_all_others() -> None:
    state = on_the_table("R2", "@O5", "+")
    assert (state.known.deck, state.known.hands) == ((), (0, 0, 0))
    assert observe(state, 0).hand == cards("O1 O3 O7 R4 V1")
    assert "V1" not in str(observe(state, 1))


def test_the_cards_that_draws_turned_up_are_covered_in_what_was_seen() -> None:
    state = on_the_table("R2", "@O5", "+")
    steps = tuple(parse_match_step(text) for text in ("R2", "@O5", "+"))
    assert [str(step) for step in state.steps] == ["R2", "@O5", "+V1"]
    for viewer in (None, 0, 1):
        assert observe(state, viewer).steps == steps
    ended = on_the_table("R2", "@O5", "+", "end")
    expected = SeenTurn(0, (*steps, parse_match_step("end")))  # type: ignore[arg-type]
    assert observe(ended, 1).turns == (expected,)
    assert observe(ended, 1).steps == ()


def test_a_drawn_card_travels_face_down_for_all_but_its_seat() -> None:
    outcome = RED7.take(on_the_table("O3"), 0, parse_match_step("(+)"))
    assert outcome.moves_seen_by(0) == (SeenMove("V1", "deck", "hand:A"),)
    assert outcome.moves_seen_by(1) == outcome.moves_seen_by(None)
    assert outcome.moves_seen_by(1) == (SeenMove(None, "deck", "hand:A"),)


def test_a_position_made_of_an_observation_has_unknown_cards_where_they_are_hidden() -> None:
    state = on_the_table("O1", "(B:G4)")
    assert str(position_of(observe(state, 0))) == (
        f"red7 {ACTIONS} / canvas R1 / deck G4 ?3 / A>played R6 R3 O1 : O7 O5 R4 O3 R2 :"
        " / B G6 G5 : ?2 : / C I6 I5 : ?2 :"
    )
    assert str(position_of(observe(state, None))) == (
        f"red7 {ACTIONS} / canvas R1 / deck G4 ?3 / A>played R6 R3 O1 : ?5 :"
        " / B G6 G5 : ?2 : / C I6 I5 : ?2 :"
    )


def test_a_position_made_of_an_observation_names_the_known_cards_of_other_hands() -> None:
    state = on_the_table("O7", "(^O7)", "@R4", "+")
    seen = position_of(observe(state, 1))
    assert seen.hands[0] == cards("O7")
    assert seen.unseen == (4, 0, 2)
    assert seen.deck == (UNKNOWN,) * 3


def test_a_position_made_between_rounds_has_nobody_to_move() -> None:
    position = laid("A> R6 : O1", "B G6 : B1", rules="advanced@1.3")
    over = RED7.take(match_at(position), 0, parse_match_step("pass")).state
    assert position_of(observe(over, 1)).mover == NOBODY


def test_redealing_fills_what_is_hidden_with_the_cards_not_seen() -> None:
    seen = position_of(observe(on_the_table("O1", "(B:G4)"), 1))
    dealt = redeal(seen, random.Random(1))
    assert dealt.is_fully_known()
    assert dealt.hands[1] == seen.hands[1]
    assert dealt.deck[0] == row("G4")[0]
    assert [dealt.hand_count(seat) for seat in range(3)] == [5, 2, 2]
    assert len(dealt.deck) == 4
    assert dealt.rows == seen.rows


def test_redealing_deals_all_ways_alike_likely() -> None:
    three = row("V1 V2 V3")
    pile = " ".join(TEXTS[card] for card in range(49) if card not in (*three, *row("R7 O7")))
    position = laid(f"A> R7 : : {pile}", "B O7 : ?1", rules="advanced@1.3", deck="?2")
    chance = random.Random(3)
    dealt = [redeal(position, chance) for _ in range(6000)]
    ways = Counter((one.hands[1], one.deck) for one in dealt)
    assert len(ways) == 6
    assert all(850 < count < 1150 for count in ways.values())


def test_a_fully_known_position_is_redealt_as_it_is() -> None:
    position = on_the_table().position
    assert redeal(position, random.Random(1)) == position


def test_what_happened_in_earlier_rounds_is_open() -> None:
    match = play_on(begin(ACTIONS, 2, 11), random.Random(11))
    seen = observe(match.state, 0)
    assert len(seen.rounds) >= 2
    assert all(isinstance(result, RoundResult) for result in seen.rounds)
    assert isinstance(seen.options, MatchOptions)
