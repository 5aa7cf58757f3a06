"""The text forms of steps, turns and match steps."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.rules.cards import (
    BURIES,
    DISCARDS,
    DRAW,
    FETCH,
    PLAYS,
    SHEDS,
    TAKES,
    TEXTS,
    THE_DRAW,
    THE_END,
    THE_FETCH,
    THE_PASS,
    Step,
    parse_step,
)
from red7_desktop.games.red7.rules.notation import (
    MAX_LENGTH,
    parse_turn,
    text_of_rest,
    text_of_turn,
)
from red7_desktop.games.red7.rules.rounds import DEAL_ON, TakeScore, parse_match_step
from red7_desktop.tabletop.game import InvalidStep, InvalidTurn
from tests.unit.red7.rules.laid import cards, row

ALL_STEPS = [
    *PLAYS,
    *DISCARDS,
    *SHEDS,
    *BURIES,
    *[step for takes in TAKES for step in takes],
    *[Step(DRAW, card) for card in range(49)],
    *[Step(FETCH, card) for card in range(49)],
    THE_DRAW,
    THE_FETCH,
    THE_END,
    THE_PASS,
]


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("R7", PLAYS[row("R7")[0]]),
        ("@V3", DISCARDS[row("V3")[0]]),
        ("+", THE_DRAW),
        ("+Y6", Step(DRAW, *row("Y6"))),
        ("end", THE_END),
        ("pass", THE_PASS),
        ("(B:G4)", TAKES[1][row("G4")[0]]),
        ("(+)", THE_FETCH),
        ("(+Y6)", Step(FETCH, *row("Y6"))),
        ("(@G2)", SHEDS[row("G2")[0]]),
        ("(^G2)", BURIES[row("G2")[0]]),
    ],
)
def test_a_step_is_written_as_the_notation_says(text: str, step: Step) -> None:
    assert str(step) == text
    assert parse_step(text) == step


def test_every_step_reads_back_as_itself_and_no_two_look_alike() -> None:
    texts = [str(step) for step in ALL_STEPS]
    assert len(set(texts)) == len(ALL_STEPS) == 49 * 10 + 4
    assert [parse_step(text) for text in texts] == ALL_STEPS
    assert [parse_match_step(text) for text in texts] == ALL_STEPS


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "R8", "r7", "R7 ", "R77", "@", "@R8", "+R8", "++", "END", "passes", "R7 @V3"),
        *("()", "(", ")", "(R7)", "(B:R8)", "(B:)", "(E:R7)", "(:R7)", "(AB:R7)", "(b:R7)"),
        *("(@)", "(^)", "(^R8)", "(+", "+)", "(@G2", "(pass)", "^G2", "B:G4", "((+))"),
    ],
)
def test_what_is_no_step_is_refused_by_its_text(text: str) -> None:
    with pytest.raises(InvalidTurn) as refused:
        parse_step(text)
    assert refused.value.word == text
    assert isinstance(refused.value, InvalidStep)


TURNS = {
    "R6": ["R6", "end"],
    "@V3": ["@V3", "end"],
    "R6 @V7": ["R6", "@V7", "end"],
    "R6 @V7+": ["R6", "@V7", "+", "end"],
    "R6 @V7+Y6": ["R6", "@V7", "+Y6", "end"],
    "pass": ["pass"],
    "R1(B:G4)": ["R1", "(B:G4)", "end"],
    "R1(B:G4) @V3": ["R1", "(B:G4)", "@V3", "end"],
    "O3(+)": ["O3", "(+)"],
    "O3(+Y6)": ["O3", "(+Y6)"],
    "O3(+Y6) pass": ["O3", "(+Y6)", "pass"],
    "O3(+Y6) @V3+G2": ["O3", "(+Y6)", "@V3", "+G2", "end"],
    "Y5(G2)": ["Y5", "G2", "end"],
    "Y5(O3(+)) @V3": ["Y5", "O3", "(+)", "@V3", "end"],
    "Y5(O3(+)) pass": ["Y5", "O3", "(+)", "pass"],
    "Y5(G5(B7(@O1)))": ["Y5", "G5", "B7", "(@O1)", "end"],
    "Y5(G5(B7))": ["Y5", "G5", "B7", "end"],
    "B7(^G2)": ["B7", "(^G2)", "end"],
    "R5(O5(Y5(G5(B5(I5(V5(R1(D:V4)))))))) @V7+I7": [
        *("R5", "O5", "Y5", "G5", "B5", "I5", "V5", "R1", "(D:V4)", "@V7", "+I7", "end"),
    ],
}


@pytest.mark.parametrize("text", TURNS)
def test_a_turn_reads_as_its_steps_and_prints_as_its_text(text: str) -> None:
    steps = parse_turn(text)
    assert [str(step) for step in steps] == TURNS[text]
    assert text_of_turn(steps) == text


def test_a_turn_that_ends_after_its_draw_prints_like_one_that_stops_there() -> None:
    assert text_of_turn([*parse_turn("O3(+Y6)"), THE_END]) == "O3(+Y6)"


def test_spaces_between_the_words_of_a_turn_do_not_matter() -> None:
    assert parse_turn("  R6   @V7+ ") == parse_turn("R6 @V7+")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", ""),
        ("R8", "R8"),
        ("end", "end"),
        ("+", "+"),
        ("(B:G4)", "(B:G4)"),
        ("R6 R7", "R7"),
        ("R6 end", "end"),
        ("R6 V3", "V3"),
        ("R6 @V3 @V4", "R6 @V3 @V4"),
        ("@V3 R6", "R6"),
        ("@V3 @V4", "@V3 @V4"),
        ("@V3 +", "+"),
        ("@V8", "@V8"),
        ("@V3+V8", "+V8"),
        ("@V3++", "++"),
        ("pass pass", "pass pass"),
        ("pass @V3", "pass @V3"),
        ("@V3 pass", "@V3 pass"),
        ("R6 pass", "R6 pass"),
        ("R7(@R7) pass", "R7(@R7) pass"),
        ("O3(+) @V3 pass", "O3(+) @V3 pass"),
        ("O3(+) pass pass", "O3(+) pass pass"),
        ("R5(", "R5("),
        ("R5)", "R5)"),
        ("R5()", "R5()"),
        ("R5(G2", "R5(G2"),
        ("R5(G2))", "R5(G2))"),
        ("R5(O5(G2)", "R5(O5(G2)"),
        ("R5(G2)(G4)", "R5(G2)(G4)"),
        ("R5(G2)G4", "R5(G2)G4"),
        ("R5(pass)", "R5(pass)"),
        ("R5(end)", "R5(end)"),
        ("@R5(G2)", "@R5(G2)"),
        ("R7(@G2", "R7(@G2"),
        ("R7(@G2)(@G4)", "R7(@G2)(@G4)"),
        ("R7(@G8)", "(@G8)"),
        ("R7(%G2)", "R7(%G2)"),
        ("R1(E:G4)", "(E:G4)"),
        ("R1(:G4)", "R1(:G4)"),
        ("O3(+Y8)", "(+Y8)"),
        ("O3(+)(+)", "O3(+)(+)"),
    ],
)
def test_what_is_no_turn_is_refused_by_a_word_of_it(text: str, word: str) -> None:
    with pytest.raises(InvalidTurn) as refused:
        parse_turn(text)
    assert refused.value.word == word
    assert word in text
    assert str(refused.value).startswith(f"turn: {word!r}: ")


def test_a_text_longer_than_any_turn_is_refused_and_quoted_in_part() -> None:
    with pytest.raises(InvalidTurn) as refused:
        parse_turn("R5(" * 100)
    assert len(refused.value.word) == MAX_LENGTH
    assert parse_turn("R6".ljust(MAX_LENGTH)) == parse_turn("R6")


def test_the_rest_of_a_turn_is_its_steps_one_by_one() -> None:
    assert text_of_rest([THE_DRAW, THE_END]) == "+"
    assert text_of_rest([THE_END]) == "end"
    assert text_of_rest([*TAKES[1][3:4], DISCARDS[4], THE_END]) == f"(B:{TEXTS[3]}) @{TEXTS[4]}"


def test_taking_points_names_the_cards_high_card_first() -> None:
    step = TakeScore(cards("O3 R3 V7"))
    assert str(step) == "score V7 R3 O3"
    assert parse_match_step("score O3 V7 R3") == step
    assert parse_match_step(str(TakeScore(0))) == TakeScore(0)


def test_dealing_on_is_a_word() -> None:
    assert str(DEAL_ON) == "deal"
    assert parse_match_step("deal") == DEAL_ON


@pytest.mark.parametrize("text", ["", "deal on", "deals", "score R8", "score  R7", "score R3 R3"])
def test_what_is_no_match_step_is_refused(text: str) -> None:
    with pytest.raises(InvalidTurn):
        parse_match_step(text)
