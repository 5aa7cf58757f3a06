"""Matches from round to round: options, deals, points, the end."""

from __future__ import annotations

from typing import Any, Final

import pytest

from red7_desktop.games.red7.rules import position, rounds
from red7_desktop.games.red7.rules.cards import ALL_CARDS, LETTERS, PASS_STEP, cards_in, set_of
from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.red7.rules.rules import Ruleset, parse_ruleset
from red7_desktop.tabletop import game
from red7_desktop.tabletop.game import TURN
from red7_desktop.tabletop.rounds import DEAL_NEXT_ROUND, MATCH_OVER, ROUND_OVER
from tests.unit.red7.rules.laid import cards, laid, match_at, row

RED7: Final = Red7()


def taken(state: rounds.MatchState, seat: int, step: str) -> game.Outcome[rounds.MatchState]:
    return RED7.apply(state, seat, rounds.parse_match_step(step))


def texts(steps: tuple[rounds.MatchStep, ...]) -> list[str]:
    return [str(step) for step in steps]


def codes(outcome: game.Outcome[rounds.MatchState]) -> list[str]:
    return [note.code for note in outcome.events]


def refusal(state: rounds.MatchState, seat: int, step: rounds.MatchStep) -> str:
    with pytest.raises(game.IllegalStep) as refused:
        RED7.apply(state, seat, step)
    assert RED7.explain_illegal(state, seat, step) == refused.value.reason
    return str(refused.value.reason)


def won_by_b(
    canvas: str, palette: str, target: int | None = None, more: str = ""
) -> rounds.MatchState:
    """Return a match of A and B in which A is about to go out."""
    position = laid(
        f"A> R1 : G1 : {more}", f"B {palette} : O1", rules="advanced@1.3", canvas=canvas
    )
    return match_at(position, target)


def test_match_starts_with_the_first_round_dealt() -> None:
    options = {"rules": "advanced@1.3", "seats": 3}
    state = RED7.start(options, 7)
    assert (state.stage, state.round_number, state.seed) == (TURN, 1, 7)
    assert state.position == state.deal == rounds.deal_round(state.options.rules, ((),) * 3, 7)
    assert (state.public_knowledge.deck, state.public_knowledge.hands) == ((), (0, 0, 0))
    assert RED7.to_act(state) == (state.position.mover,)
    assert RED7.result(state) is None


def test_only_the_mover_may_act() -> None:
    state = match_at(laid("A> R7 : G1", "B O6 : O1"))
    assert RED7.legal_steps(state, 1) == RED7.legal_steps(state, game.TABLE) == ()
    assert refusal(state, 1, PASS_STEP) == "not_your_turn (seat=A)"
    assert refusal(state, game.TABLE, DEAL_NEXT_ROUND) == "not_your_turn (seat=A)"
    assert refusal(state, 0, DEAL_NEXT_ROUND) == "not_now"
    assert refusal(state, 0, rounds.parse_match_step("score R7")) == "not_now"
    assert refusal(state, 0, rounds.parse_match_step("R6")) == "not_in_hand (card=R6)"


def test_turn_is_taken_step_by_step_and_recorded() -> None:
    state = match_at(laid("A> R1 : R7 G1", "B O6 : O1"))
    first = taken(state, 0, "R7")
    assert first.state.steps == (rounds.parse_match_step("R7"),)
    assert first.state.turns == ()
    assert first.card_moves == (game.CardMove("R7", "hand:A", "palette:A"),)
    last = taken(first.state, 0, "end").state
    assert last.steps == ()
    assert [(turn.seat, texts(turn.steps)) for turn in last.turns] == [(0, ["R7", "end"])]
    assert RED7.to_act(last) == (1,)


def test_events_report_new_rules_and_drop_outs() -> None:
    state = match_at(laid("A> R1 G2 : G4", "B O5 : O1", "C Y5 : Y1"))
    told = taken(state, 0, "@G4")
    assert told.events == (game.Event("rule", (("rule", "G"), ("seat", "A"))),)
    gone = taken(taken(told.state, 0, "end").state, 1, "pass")
    assert gone.events == (game.Event("out", (("seat", "B"), ("rule", "G"))),)
    assert gone.card_moves == ()


def test_basic_match_is_won_by_its_one_round() -> None:
    over = taken(match_at(laid("A> R1 : G1", "B O6 : O1")), 0, "pass")
    assert over.state.stage == MATCH_OVER
    assert codes(over) == ["out", "round_won"]
    assert over.state.rounds == (rounds.RoundResult(1, LETTERS.index("R"), 0),)
    assert RED7.result(over.state) == game.Result((1,), (0, 0))
    assert RED7.to_act(over.state) == ()
    for seat in (0, 1, game.TABLE):
        assert RED7.legal_steps(over.state, seat) == ()
        assert refusal(over.state, seat, DEAL_NEXT_ROUND) == "match_over"


def test_winner_scores_at_once_without_a_choice() -> None:
    over = taken(won_by_b("G7", "G2 R4 V7"), 0, "pass")
    assert over.state.stage == ROUND_OVER
    assert codes(over) == ["out", "round_won", "scored"]
    assert over.events[-1] == game.Event("scored", (("seat", "B"), ("points", 6), ("total", 6)))
    assert over.state.position.scores == ((), row("G2 R4"))
    assert over.state.position.rows == (row("R1"), row("V7"))
    assert over.state.rounds == (rounds.RoundResult(1, LETTERS.index("G"), cards("G2 R4")),)
    assert over.card_moves == (
        game.CardMove("G2", "palette:B", "score:B"),
        game.CardMove("R4", "palette:B", "score:B"),
    )


def test_winner_without_counting_cards_scores_nothing() -> None:
    over = taken(won_by_b("G7", "R5 V7"), 0, "pass")
    assert over.state.stage == ROUND_OVER
    assert over.state.position.scores == ((), ())
    assert over.events[-1] == game.Event("scored", (("seat", "B"), ("points", 0), ("total", 0)))


def test_round_winner_chooses_between_equally_large_scoring_sets() -> None:
    over = taken(won_by_b("Y7", "R5 R2 V7 V2 B3"), 0, "pass")
    state = over.state
    assert (state.stage, codes(over)) == (rounds.SCORE, ["out", "round_won"])
    assert RED7.to_act(state) == (1,)
    assert RED7.legal_steps(state, 0) == ()
    assert texts(RED7.legal_steps(state, 1)) == ["score V7 V2", "score R5 R2"]
    assert refusal(state, 0, rounds.parse_match_step("score V7 V2")) == "not_your_turn (seat=B)"
    assert refusal(state, 1, rounds.parse_match_step("score V7")) == "not_a_choice"
    assert refusal(state, 1, rounds.parse_match_step("score V7 R5")) == "not_a_choice"
    assert refusal(state, 1, PASS_STEP) == "not_now"
    assert refusal(state, 1, DEAL_NEXT_ROUND) == "not_now"
    scored = taken(state, 1, "score R5 R2")
    assert scored.state.stage == ROUND_OVER
    assert scored.state.position.scores == ((), row("R5 R2"))
    assert codes(scored) == ["scored"]
    assert scored.undo_barrier is not None


def test_next_round_is_dealt_without_the_score_piles() -> None:
    over = taken(won_by_b("G7", "G2 R4 V7"), 0, "pass").state
    assert RED7.to_act(over) == (game.TABLE,)
    assert RED7.legal_steps(over, game.TABLE) == (DEAL_NEXT_ROUND,)
    assert RED7.legal_steps(over, 1) == ()
    assert refusal(over, 1, DEAL_NEXT_ROUND) == "not_your_turn (seat=)"
    assert refusal(over, game.TABLE, PASS_STEP) == "not_now"
    dealt = taken(over, game.TABLE, "deal")
    state = dealt.state
    assert (state.stage, state.round_number, state.turns, state.steps) == (TURN, 2, (), ())
    assert state.position == rounds.deal_round(over.options.rules, over.position.scores, 1, 2)
    assert state.rounds == over.rounds
    assert dealt.events == (game.Event("dealt", (("round", 2),)),)


def test_cards_are_dealt_in_turn_and_palettes_face_up() -> None:
    over = taken(won_by_b("G7", "G2 R4 V7"), 0, "pass").state
    card_moves = taken(over, game.TABLE, "deal").card_moves
    targets = [travel.target for travel in card_moves]
    assert targets == ["hand:A", "hand:B"] * 7 + ["palette:A", "palette:B"]
    assert {travel.source for travel in card_moves} == {"deck"}
    hidden, shown = card_moves[:14], card_moves[14:]
    assert [travel.witnesses for travel in hidden] == [frozenset({0}), frozenset({1})] * 7
    assert [travel.witnesses for travel in shown] == [None, None]
    assert len({travel.card for travel in card_moves}) == 16


def test_knowledge_of_hidden_cards_ends_with_the_round() -> None:
    position = laid("A> R1 : G1", "B O6 : O1", rules="advanced@1.3", deck="V1 V2")
    over = taken(match_at(position, known_deck="V1"), 0, "pass").state
    assert over.public_knowledge.deck == row("V1")
    dealt = taken(over, game.TABLE, "deal").state
    assert (dealt.public_knowledge.deck, dealt.public_knowledge.hands) == ((), (0, 0))


@pytest.mark.parametrize(("target", "stage"), [(6, MATCH_OVER), (5, MATCH_OVER), (7, ROUND_OVER)])
def test_seat_reaching_the_target_ends_the_match(target: int, stage: str) -> None:
    over = taken(won_by_b("G7", "G2 R4 V7", target), 0, "pass").state
    assert over.stage == stage
    if stage == MATCH_OVER:
        assert RED7.result(over) == game.Result((1,), (0, 6))


def test_match_ends_when_too_few_cards_are_left() -> None:
    # A has 32 cards in its pile and B scores one, so 16 are left: enough for the two of them.
    pile = " ".join(f"{colour}{number}" for number in (3, 4, 5, 6) for colour in "ROYGBIV") + " V7"
    over = taken(won_by_b("G7", "G2 V1", 196, f"{pile} I7 B7 Y7"), 0, "pass").state
    assert over.stage == ROUND_OVER
    over = taken(won_by_b("G7", "G2 V1", 196, f"{pile} I7 B7 Y7 O7"), 0, "pass").state
    assert over.stage == MATCH_OVER
    assert RED7.result(over) == game.Result((0,), (7 * (3 + 4 + 5 + 6) + 5 * 7, 2))


def test_equal_scores_share_the_win() -> None:
    a = "R1 R2 R3 R4 R5 R6 R7 O1 O2 O3 O4 O5 O6 O7 Y1 Y2 Y3 Y4 Y5 Y6 Y7"
    b = "G1 G2 G3 G4 G5 G6 G7 B1 B2 B3 B4 B5 B6 B7 I1 I2 I3 I4 I5 I6"
    position = laid(f"A> V1 : V2 : {a}", f"B I7 : V3 : {b}", rules="advanced@1.3", canvas="V7")
    over = taken(match_at(position, 196), 0, "pass").state
    assert RED7.result(over) == game.Result((0,), (84, 77))
    red = laid(f"A> V1 : V2 : {a}", f"B I7 : V3 : {b}", rules="advanced@1.3")
    over = taken(match_at(red, 196), 0, "pass").state
    assert over.stage == MATCH_OVER
    assert RED7.result(over) == game.Result((0, 1), (84, 84))


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
def test_revealing_or_turn_ending_step_cannot_be_undone(
    before: str, step: str, barrier: str | None
) -> None:
    rivals = "B O6 G1 : B1", "C B6 : B2"
    position = laid(before, *rivals, rules="advanced+actions@1.3", canvas="R1", deck="V1 V2")
    assert taken(match_at(position), 0, step).undo_barrier == barrier


def test_draw_of_a_public_card_can_be_undone() -> None:
    position = laid(
        "A>discarded R7 : G4", "B O6 : B1", rules="advanced@1.3", canvas="R1", deck="V1 V2"
    )
    outcome = taken(match_at(position, known_deck="V1"), 0, "+")
    assert outcome.undo_barrier is None
    assert outcome.card_moves == (game.CardMove("V1", "deck", "hand:A"),)
    assert (outcome.state.public_knowledge.deck, outcome.state.public_knowledge.hands) == (
        (),
        (cards("V1"), 0),
    )


# == deal ==================================================================================

PINNED: Final = {
    (2, 1): (
        "red7 basic@1.3 / canvas / deck B3 Y1 O7 Y5 V3 V7 I4 I2 Y4 O4 R4 V4 G3 G2 R3 R1 R2 G1 R5 I7"
        " V6 G7 I1 O3 I6 G5 Y3 O1 O2 V5 B2 B6 B4 / A> B5 : R7 B7 R6 O5 G4 Y2 B1 :"
        " / B Y7 : O6 Y6 G6 I5 I3 V2 V1 :"
    ),
    (4, 1): (
        "red7 basic@1.3 / canvas / deck R2 G1 R5 I7 V6 G7 I1 O3 I6 G5 Y3 O1 O2 V5 B2 B6 B4"
        " / A G3 : R7 B7 R6 O5 G4 Y2 B1 : / B G2 : O6 Y6 G6 I5 I3 V2 V1 :"
        " / C R3 : O7 Y7 Y5 B5 B3 V3 Y1 : / D> R1 : V7 R4 O4 Y4 I4 V4 I2 :"
    ),
    (2, 2): (
        "red7 basic@1.3 / canvas / deck G7 B3 Y7 Y4 G5 R2 V1 O3 Y1 B7 V3 B2 V2 Y2 G4 R3 Y5 R6 I6 G1"
        " G3 V4 O4 O5 I2 R1 Y6 V5 O1 R5 I4 G6 V6 / A> B1 : R7 I7 I5 R4 I3 O2 I1 :"
        " / B B6 : O7 V7 O6 B5 B4 Y3 G2 :"
    ),
}
"""By seats and round: what seed 7 has always dealt. Saved matches hold the seed, not the cards."""


@pytest.mark.parametrize(("seats", "number"), PINNED)
def test_seed_deals_the_recorded_cards(seats: int, number: int) -> None:
    dealt = rounds.deal_round(Ruleset(), ((),) * seats, 7, number)
    assert str(dealt) == PINNED[seats, number]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_deal_gives_seven_hand_cards_and_one_palette_card(seats: int) -> None:
    dealt = rounds.deal_round(Ruleset(), ((),) * seats, 3)
    assert [dealt.hand_count(seat) for seat in range(seats)] == [7] * seats
    assert [len(palette) for palette in dealt.rows] == [1] * seats
    assert dealt.palettes == tuple(set_of(palette) for palette in dealt.rows)
    assert (dealt.canvas, dealt.phase, dealt.out) == ((), position.START, 0)
    assert dealt.is_fully_known()
    everything = [*dealt.deck, *[card for palette in dealt.rows for card in palette]]
    everything += [card for hand in dealt.hands for card in cards_in(hand)]
    assert sorted(everything) == list(range(49))


def test_seat_after_the_highest_palette_card_starts() -> None:
    for seed in range(40):
        dealt = rounds.deal_round(Ruleset(), ((),) * 3, seed)
        first = [palette[0] for palette in dealt.rows]
        assert dealt.mover == (first.index(max(first)) + 1) % 3


def test_seat_with_the_lowest_palette_card_starts_by_option() -> None:
    for seed in range(40):
        dealt = rounds.deal_round(Ruleset(), ((),) * 3, seed, starter="lowest")
        first = [palette[0] for palette in dealt.rows]
        assert first[dealt.mover] == min(first)


def test_dealing_leaves_the_score_piles_with_their_seats() -> None:
    scores = row("R7 O7 Y7"), row("G7 B7 I7 V7")
    dealt = rounds.deal_round(Ruleset(advanced=True), scores, 5, 3)
    assert dealt.scores == scores
    assert len(dealt.deck) == 49 - 7 - 16
    dealt_cards = set_of(dealt.deck) | sum(dealt.hands) | sum(dealt.palettes)
    assert dealt_cards == ALL_CARDS ^ cards("R7 O7 Y7 G7 B7 I7 V7")


@pytest.mark.parametrize(("seats", "most"), [(2, 33), (3, 25), (4, 17)])
def test_round_is_dealt_while_eight_cards_per_seat_are_left(seats: int, most: int) -> None:
    def scored(number: int) -> tuple[tuple[int, ...], ...]:
        return (tuple(range(number)), *[()] * (seats - 1))

    assert rounds.has_enough_cards(scored(most))
    assert rounds.deal_round(Ruleset(advanced=True), scored(most), 1).deck == ()
    assert not rounds.has_enough_cards(scored(most + 1))
    with pytest.raises(game.InvalidPosition) as refused:
        rounds.deal_round(Ruleset(advanced=True), scored(most + 1), 1)
    assert refused.value.field == "deck"


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_round_is_dealt_to_two_to_four_seats(seats: int) -> None:
    with pytest.raises(game.InvalidPosition) as refused:
        rounds.deal_round(Ruleset(), ((),) * seats, 1)
    assert (refused.value.field, refused.value.word) == ("seats", str(seats))


def test_shuffling_is_uniform() -> None:
    # In 4900 shuffles of 7 cards every card lies at every place about 700 times.
    counts = [[0] * 7 for _ in range(7)]
    for seed in range(4900):
        for place, card in enumerate(rounds.shuffle_cards(0b1111111, seed, 1)):
            counts[place][card] += 1
    assert all(580 < count < 820 for places in counts for count in places)


# == scoring ===============================================================================


def test_seats_with_equal_scores_share_the_lead() -> None:
    assert rounds.leaders_of((3, 8, 8)) == (1, 2)
    assert rounds.leaders_of((9, 8, 8)) == (0,)
    assert rounds.leaders_of((0, 0)) == (0, 1)


# == Rulesets and match options, valid and invalid.


@pytest.mark.parametrize(
    "text",
    [
        *("", "@1.3", "basics", "Basic", "basic ", "basic+", "basic+action"),
        *("basic+actions+actions", "basic@", "basic@2", "basic@1.3@first", "basic@1.3+actions"),
        *("+actions", "actions"),
    ],
)
def test_unknown_ruleset_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(game.InvalidPosition) as refused:
        parse_ruleset(text)
    assert (refused.value.field, refused.value.word) == ("rules", text)


@pytest.mark.parametrize(("seats", "target"), [(2, 40), (3, 35), (4, 30)])
def test_missing_options_have_defaults(seats: int, target: int) -> None:
    expected = rounds.MatchOptions(Ruleset(advanced=True), seats, target, "after_highest")
    assert rounds.read_options({"seats": seats}) == expected
    assert rounds.read_options({}).seats == 2


def test_options_round_trip() -> None:
    plain = {"rules": "basic+actions@first", "seats": 3, "target": 50, "starter": "lowest"}
    assert rounds.read_options(plain).to_plain() == plain


WRONG: Final[dict[str, tuple[Any, ...]]] = {
    "seats": (1, 5, 0, -2, 2.0, "2", None, True, [2]),
    "target": (0, -1, rounds.MAX_TARGET + 1, 40.0, "40", None, True),
    "starter": ("highest", "", None, 1, ["lowest"], {}),
    "rules": ("", "expert", None, 1, ["basic"], {}),
    "colour": ("red",),
    "": (1,),
}


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in WRONG.items() for value in values]
)
def test_impossible_option_is_refused_with_its_key(key: str, value: Any) -> None:
    with pytest.raises(game.InvalidOptions) as refused:
        rounds.read_options({"seats": 2, key: value})
    assert refused.value.key == key
    assert str(refused.value).startswith(f"option {key!r}: ")


def test_highest_target_score_is_the_sum_of_all_card_points() -> None:
    assert rounds.read_options({"target": rounds.MAX_TARGET}).target == 7 * (
        1 + 2 + 3 + 4 + 5 + 6 + 7
    )
    assert rounds.read_options({"target": 1}).target == 1
