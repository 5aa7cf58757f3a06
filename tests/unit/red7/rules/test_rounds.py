"""A match from round to round: points, the choice of them, dealing on, the end."""

from __future__ import annotations

from typing import Final

import pytest

from red7_desktop.games.red7.rules.cards import LETTERS, THE_PASS
from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.red7.rules.rounds import (
    DEAL_ON,
    MATCH_OVER,
    ROUND_OVER,
    SCORE,
    TURN,
    MatchState,
    MatchStep,
    RoundResult,
    deal_round,
    parse_match_step,
)
from red7_desktop.tabletop.game import TABLE, CardMove, IllegalStep, Note, Outcome, Result
from tests.unit.red7.rules.laid import cards, laid, match_at, row

RED7: Final = Red7()


def taken(state: MatchState, seat: int, step: str) -> Outcome[MatchState]:
    return RED7.take(state, seat, parse_match_step(step))


def texts(steps: tuple[MatchStep, ...]) -> list[str]:
    return [str(step) for step in steps]


def codes(outcome: Outcome[MatchState]) -> list[str]:
    return [note.code for note in outcome.notes]


def refusal(state: MatchState, seat: int, step: MatchStep) -> str:
    with pytest.raises(IllegalStep) as refused:
        RED7.take(state, seat, step)
    assert RED7.why_not(state, seat, step) == refused.value.reason
    return str(refused.value.reason)


def won_by_b(canvas: str, palette: str, target: int | None = None, more: str = "") -> MatchState:
    """Give a match of A and B in which A is about to go out."""
    position = laid(
        f"A> R1 : G1 : {more}", f"B {palette} : O1", rules="advanced@1.3", canvas=canvas
    )
    return match_at(position, target)


def test_a_match_begins_with_the_first_round_dealt() -> None:
    options = {"rules": "advanced@1.3", "seats": 3}
    state = RED7.start(options, 7)
    assert (state.stage, state.round_number, state.seed) == (TURN, 1, 7)
    assert state.position == state.deal == deal_round(state.options.rules, ((),) * 3, 7)
    assert (state.known.deck, state.known.hands) == ((), (0, 0, 0))
    assert RED7.to_act(state) == (state.position.mover,)
    assert RED7.result(state) is None


def test_only_the_mover_may_act() -> None:
    state = match_at(laid("A> R7 : G1", "B O6 : O1"))
    assert RED7.legal_steps(state, 1) == RED7.legal_steps(state, TABLE) == ()
    assert refusal(state, 1, THE_PASS) == "not_your_turn (seat=A)"
    assert refusal(state, TABLE, DEAL_ON) == "not_your_turn (seat=A)"
    assert refusal(state, 0, DEAL_ON) == "not_now"
    assert refusal(state, 0, parse_match_step("score R7")) == "not_now"
    assert refusal(state, 0, parse_match_step("R6")) == "not_in_hand (card=R6)"


def test_a_turn_goes_step_by_step_and_is_remembered() -> None:
    state = match_at(laid("A> R1 : R7 G1", "B O6 : O1"))
    first = taken(state, 0, "R7")
    assert first.state.steps == (parse_match_step("R7"),)
    assert first.state.turns == ()
    assert first.travels == (CardMove("R7", "hand:A", "palette:A"),)
    last = taken(first.state, 0, "end").state
    assert last.steps == ()
    assert [(turn.seat, texts(turn.steps)) for turn in last.turns] == [(0, ["R7", "end"])]
    assert RED7.to_act(last) == (1,)


def test_a_new_rule_and_a_seat_that_goes_out_are_told() -> None:
    state = match_at(laid("A> R1 G2 : G4", "B O5 : O1", "C Y5 : Y1"))
    told = taken(state, 0, "@G4")
    assert told.notes == (Note("rule", (("rule", "G"), ("seat", "A"))),)
    gone = taken(taken(told.state, 0, "end").state, 1, "pass")
    assert gone.notes == (Note("out", (("seat", "B"), ("rule", "G"))),)
    assert gone.travels == ()


def test_a_basic_match_is_won_by_its_one_round() -> None:
    over = taken(match_at(laid("A> R1 : G1", "B O6 : O1")), 0, "pass")
    assert over.state.stage == MATCH_OVER
    assert codes(over) == ["out", "round_won"]
    assert over.state.rounds == (RoundResult(1, LETTERS.index("R"), 0),)
    assert RED7.result(over.state) == Result((1,), (0, 0))
    assert RED7.to_act(over.state) == ()
    for seat in (0, 1, TABLE):
        assert RED7.legal_steps(over.state, seat) == ()
        assert refusal(over.state, seat, DEAL_ON) == "match_over"


def test_the_winner_scores_at_once_where_there_is_no_choice() -> None:
    over = taken(won_by_b("G7", "G2 R4 V7"), 0, "pass")
    assert over.state.stage == ROUND_OVER
    assert codes(over) == ["out", "round_won", "scored"]
    assert over.notes[-1] == Note("scored", (("seat", "B"), ("points", 6), ("total", 6)))
    assert over.state.position.scores == ((), row("G2 R4"))
    assert over.state.position.rows == (row("R1"), row("V7"))
    assert over.state.rounds == (RoundResult(1, LETTERS.index("G"), cards("G2 R4")),)
    assert over.travels == (
        CardMove("G2", "palette:B", "score:B"),
        CardMove("R4", "palette:B", "score:B"),
    )


def test_a_winner_without_a_card_that_counts_scores_nothing() -> None:
    over = taken(won_by_b("G7", "R5 V7"), 0, "pass")
    assert over.state.stage == ROUND_OVER
    assert over.state.position.scores == ((), ())
    assert over.notes[-1] == Note("scored", (("seat", "B"), ("points", 0), ("total", 0)))


def test_the_winner_chooses_where_several_sets_are_largest() -> None:
    over = taken(won_by_b("Y7", "R5 R2 V7 V2 B3"), 0, "pass")
    state = over.state
    assert (state.stage, codes(over)) == (SCORE, ["out", "round_won"])
    assert RED7.to_act(state) == (1,)
    assert RED7.legal_steps(state, 0) == ()
    assert texts(RED7.legal_steps(state, 1)) == ["score V7 V2", "score R5 R2"]
    assert refusal(state, 0, parse_match_step("score V7 V2")) == "not_your_turn (seat=B)"
    assert refusal(state, 1, parse_match_step("score V7")) == "not_a_choice"
    assert refusal(state, 1, parse_match_step("score V7 R5")) == "not_a_choice"
    assert refusal(state, 1, THE_PASS) == "not_now"
    assert refusal(state, 1, DEAL_ON) == "not_now"
    scored = taken(state, 1, "score R5 R2")
    assert scored.state.stage == ROUND_OVER
    assert scored.state.position.scores == ((), row("R5 R2"))
    assert codes(scored) == ["scored"]
    assert scored.barrier is not None


def test_the_table_deals_on_and_score_piles_stay_out() -> None:
    over = taken(won_by_b("G7", "G2 R4 V7"), 0, "pass").state
    assert RED7.to_act(over) == (TABLE,)
    assert RED7.legal_steps(over, TABLE) == (DEAL_ON,)
    assert RED7.legal_steps(over, 1) == ()
    assert refusal(over, 1, DEAL_ON) == "not_your_turn (seat=)"
    assert refusal(over, TABLE, THE_PASS) == "not_now"
    dealt = taken(over, TABLE, "deal")
    state = dealt.state
    assert (state.stage, state.round_number, state.turns, state.steps) == (TURN, 2, (), ())
    assert state.position == deal_round(over.options.rules, over.position.scores, 1, 2)
    assert state.rounds == over.rounds
    assert dealt.notes == (Note("dealt", (("round", 2),)),)


def test_cards_are_dealt_round_and_round_and_only_palettes_are_shown() -> None:
    over = taken(won_by_b("G7", "G2 R4 V7"), 0, "pass").state
    travels = taken(over, TABLE, "deal").travels
    assert [travel.target for travel in travels] == ["hand:A", "hand:B"] * 7 + [
        "palette:A",
        "palette:B",
    ]
    assert {travel.source for travel in travels} == {"deck"}
    hidden, shown = travels[:14], travels[14:]
    assert [travel.witnesses for travel in hidden] == [frozenset({0}), frozenset({1})] * 7
    assert [travel.witnesses for travel in shown] == [None, None]
    assert len({travel.card for travel in travels}) == 16


def test_what_was_known_of_hidden_cards_is_forgotten_with_the_round() -> None:
    position = laid("A> R1 : G1", "B O6 : O1", rules="advanced@1.3", deck="V1 V2")
    over = taken(match_at(position, known_deck="V1"), 0, "pass").state
    assert over.known.deck == row("V1")
    dealt = taken(over, TABLE, "deal").state
    assert (dealt.known.deck, dealt.known.hands) == ((), (0, 0))


@pytest.mark.parametrize(("target", "stage"), [(6, MATCH_OVER), (5, MATCH_OVER), (7, ROUND_OVER)])
def test_a_seat_that_reaches_the_target_ends_the_match(target: int, stage: str) -> None:
    over = taken(won_by_b("G7", "G2 R4 V7", target), 0, "pass").state
    assert over.stage == stage
    if stage == MATCH_OVER:
        assert RED7.result(over) == Result((1,), (0, 6))


def test_the_match_ends_when_too_few_cards_are_left_and_the_highest_score_wins() -> None:
    # A has 32 cards in its pile and B scores one, so 16 are left: enough for the two of them.
    pile = " ".join(f"{colour}{number}" for number in (3, 4, 5, 6) for colour in "ROYGBIV") + " V7"
    over = taken(won_by_b("G7", "G2 V1", 196, f"{pile} I7 B7 Y7"), 0, "pass").state
    assert over.stage == ROUND_OVER
    over = taken(won_by_b("G7", "G2 V1", 196, f"{pile} I7 B7 Y7 O7"), 0, "pass").state
    assert over.stage == MATCH_OVER
    assert RED7.result(over) == Result((0,), (7 * (3 + 4 + 5 + 6) + 5 * 7, 2))


def test_equal_scores_share_the_win() -> None:
    a = "R1 R2 R3 R4 R5 R6 R7 O1 O2 O3 O4 O5 O6 O7 Y1 Y2 Y3 Y4 Y5 Y6 Y7"
    b = "G1 G2 G3 G4 G5 G6 G7 B1 B2 B3 B4 B5 B6 B7 I1 I2 I3 I4 I5 I6"
    position = laid(f"A> V1 : V2 : {a}", f"B I7 : V3 : {b}", rules="advanced@1.3", canvas="V7")
    over = taken(match_at(position, 196), 0, "pass").state
    assert RED7.result(over) == Result((0,), (84, 77))
    red = laid(f"A> V1 : V2 : {a}", f"B I7 : V3 : {b}", rules="advanced@1.3")
    over = taken(match_at(red, 196), 0, "pass").state
    assert over.stage == MATCH_OVER
    assert RED7.result(over) == Result((0, 1), (84, 84))


@pytest.mark.parametrize(
    ("before", "step", "barrier"),
    [
        ("A> R6 : R7 G4", "R7", None),
        ("A> R6 : R7 G4", "@R7", None),
        ("A> R6 : R7 G4", "pass", "turn_over"),
        ("A>played R7 : G4", "end", "turn_over"),
        ("A>take R7 O1 : G4", "(B:O6)", None),
        ("A>move R6 R7 : G4", "(^R6)", None),
        ("A>move R6 R7 : G4", "(@R6)", None),
        ("A>draw R7 O3 : G4", "(+)", "drew"),
        ("A>discarded R7 : G4", "+", "drew"),
    ],
)
def test_a_step_that_reveals_something_or_passes_the_turn_on_cannot_be_undone(
    before: str, step: str, barrier: str | None
) -> None:
    rivals = "B O6 G1 : B1", "C B6 : B2"
    position = laid(before, *rivals, rules="advanced+actions@1.3", canvas="R1", deck="V1 V2")
    assert taken(match_at(position), 0, step).barrier == barrier


def test_drawing_a_card_that_everybody_knows_can_be_undone() -> None:
    position = laid(
        "A>discarded R7 : G4", "B O6 : B1", rules="advanced@1.3", canvas="R1", deck="V1 V2"
    )
    outcome = taken(match_at(position, known_deck="V1"), 0, "+")
    assert outcome.barrier is None
    assert outcome.travels == (CardMove("V1", "deck", "hand:A"),)
    assert (outcome.state.known.deck, outcome.state.known.hands) == ((), (cards("V1"), 0))
