"""Steps, turns and records as texts: read as written, and every fault is named."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from red7_desktop.games.red7.rules import game, legality, notation
from red7_desktop.games.red7.rules.cards import (
    BURY_STEPS,
    CARD_TEXTS,
    DISCARD_STEPS,
    DRAW,
    DRAW_STEP,
    END_STEP,
    FETCH,
    FETCH_STEP,
    PASS_STEP,
    PLAY_STEPS,
    SHED_STEPS,
    TAKE_STEPS,
    Step,
    parse_step,
)
from red7_desktop.games.red7.rules.position import PHASES, Position
from red7_desktop.games.red7.rules.rounds import MatchState, ScoreStep, parse_match_step
from red7_desktop.games.red7.rules.rules import parse_ruleset
from red7_desktop.tabletop import records, rounds
from red7_desktop.tabletop.files import InvalidValue
from red7_desktop.tabletop.game import IllegalTurn, InvalidPosition, InvalidStep, InvalidTurn
from red7_desktop.tabletop.match import Match, read_match, write_match
from tests.matches import MODES, begin, play_on, played
from tests.texts import ANY_TEXT, lines_mutated, mutated
from tests.unit.red7.rules.laid import RULESETS, cards, row

ALL_STEPS = [
    *PLAY_STEPS,
    *DISCARD_STEPS,
    *SHED_STEPS,
    *BURY_STEPS,
    *[step for takes in TAKE_STEPS for step in takes],
    *[Step(DRAW, card) for card in range(49)],
    *[Step(FETCH, card) for card in range(49)],
    *(DRAW_STEP, FETCH_STEP, END_STEP, PASS_STEP),
]


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("R7", PLAY_STEPS[row("R7")[0]]),
        ("@V3", DISCARD_STEPS[row("V3")[0]]),
        ("+", DRAW_STEP),
        ("+Y6", Step(DRAW, *row("Y6"))),
        ("end", END_STEP),
        ("pass", PASS_STEP),
        ("(B:G4)", TAKE_STEPS[1][row("G4")[0]]),
        ("(+)", FETCH_STEP),
        ("(+Y6)", Step(FETCH, *row("Y6"))),
        ("(@G2)", SHED_STEPS[row("G2")[0]]),
        ("(^G2)", BURY_STEPS[row("G2")[0]]),
    ],
)
def test_step_is_written_as_in_the_notation(text: str, step: Step) -> None:
    assert str(step) == text
    assert parse_step(text) == step


def test_every_step_round_trips_and_is_unique() -> None:
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
def test_text_that_is_no_step_is_refused(text: str) -> None:
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
        *("R5", "O5", "Y5", "G5", "B5", "I5", "V5", "R1", "(D:V4)", "@V7", "+I7", "end")
    ],
}


@pytest.mark.parametrize("text", TURNS)
def test_turn_is_parsed_to_steps_and_printed_back(text: str) -> None:
    steps = notation.parse_turn(text)
    assert [str(step) for step in steps] == TURNS[text]
    assert notation.text_of_turn(steps) == text


def test_turn_ending_after_a_draw_prints_without_an_end() -> None:
    assert notation.text_of_turn([*notation.parse_turn("O3(+Y6)"), END_STEP]) == "O3(+Y6)"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        *(("R6 R7", "R7"), ("R6 end", "end"), ("R6 V3", "V3"), ("@V3 R6", "R6"), ("@V3 +", "+")),
        *(("@V3+V8", "+V8"), ("@V3++", "++"), ("R7(@G8)", "(@G8)")),
        *(("R1(E:G4)", "(E:G4)"), ("O3(+Y8)", "(+Y8)")),
        *[
            (text, text)
            for text in (
                *("", "R8", "end", "+", "(B:G4)", "R6 @V3 @V4", "@V3 @V4", "@V8", "pass pass"),
                *("pass @V3", "@V3 pass", "R6 pass", "R7(@R7) pass", "O3(+) @V3 pass"),
                *("O3(+) pass pass", "R5(", "R5)", "R5()", "R5(G2", "R5(G2))", "R5(O5(G2)"),
                *("R5(G2)(G4)", "R5(G2)G4", "R5(pass)", "R5(end)", "@R5(G2)", "R7(@G2"),
                *("R7(@G2)(@G4)", "R7(%G2)", "R1(:G4)", "O3(+)(+)"),
            )
        ],
    ],
)
def test_text_that_is_no_turn_is_refused_with_its_word(text: str, word: str) -> None:
    with pytest.raises(InvalidTurn) as refused:
        notation.parse_turn(text)
    assert refused.value.word == word
    assert word in text
    assert str(refused.value).startswith(f"turn: {word!r}: ")


def test_overlong_turn_is_refused_and_quoted_in_part() -> None:
    with pytest.raises(InvalidTurn) as refused:
        notation.parse_turn("R5(" * 100)
    assert len(refused.value.word) == notation.MAX_LENGTH
    assert notation.parse_turn("R6".ljust(notation.MAX_LENGTH)) == notation.parse_turn("R6")


def test_rest_of_a_turn_is_parsed_to_its_steps() -> None:
    assert notation.text_of_rest([DRAW_STEP, END_STEP]) == "+"
    assert notation.text_of_rest([END_STEP]) == "end"
    rest = notation.text_of_rest([*TAKE_STEPS[1][3:4], DISCARD_STEPS[4], END_STEP])
    assert rest == f"(B:{CARD_TEXTS[3]}) @{CARD_TEXTS[4]}"


def test_score_step_lists_its_cards_from_high_to_low() -> None:
    step = ScoreStep(cards("O3 R3 V7"))
    assert str(step) == "score V7 R3 O3"
    assert parse_match_step("score O3 V7 R3") == step
    assert parse_match_step(str(ScoreStep(0))) == ScoreStep(0)


def test_step_that_deals_the_next_round_is_written_deal() -> None:
    assert str(rounds.DEAL_NEXT_ROUND) == "deal"
    assert parse_match_step("deal") == rounds.DEAL_NEXT_ROUND


@pytest.mark.parametrize("text", ["", "deal on", "deals", "score R8", "score  R7", "score R3 R3"])
def test_text_that_is_no_match_step_is_refused(text: str) -> None:
    with pytest.raises(InvalidTurn):
        parse_match_step(text)


# == Records of matches.

NAMES = ["Ann: the first", "Zoë", "# 3", "D"]
PLAYERS = ["human", "level 3", "human", "level 1"]
DAY = date(2026, 1, 31)
ROOT = Path(__file__).parents[4]
WHOLE = (ROOT / "tests" / "golden" / "two_rounds.red7").read_text("utf-8")
"""A record of two rounds."""


def recorded(match: Match) -> notation.Record:
    seats = match.options["seats"]
    return notation.Record.of(match, NAMES[:seats], PLAYERS[:seats], DAY)


def turn_states(match: Match) -> list[MatchState]:
    """List the states of a match that a replay goes through as well: all but inside a turn."""
    states: list[MatchState] = [match.state_at(number) for number in range(match.revision + 1)]
    return [state for state in states if not state.steps]


@pytest.mark.sampled("rules")
@pytest.mark.parametrize(("rules", "seats"), MODES)
@pytest.mark.parametrize("seed", [1, 8, 2**70])
def test_record_round_trips_and_replays_the_match(rules: str, seats: int, seed: int) -> None:
    match = played(rules, seats, seed)
    record = recorded(match)
    assert notation.Record.read(str(record)) == record
    assert str(notation.Record.read(str(record))) == str(record)
    assert turn_states(notation.Record.read(str(record)).replay()) == turn_states(match)


@pytest.mark.sampled
@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_record_replays_to_the_last_turn_after_every_step(rules: str, seats: int) -> None:
    match, chance = begin(rules, seats, seed=8, target=8), random.Random(8)
    assert turn_states(notation.Record.read(str(recorded(match))).replay()) == [match.state]
    while match.game.to_act(match.state):
        play_on(match, chance, steps=1)
        record = recorded(match)
        states = turn_states(notation.Record.read(str(record)).replay())
        assert states == turn_states(match)
        assert (record.result == records.UNFINISHED) == (match.state.stage != rounds.MATCH_OVER)


def test_record_replays_without_its_seed() -> None:
    match = played("advanced+actions@1.3", 3, seed=8)
    record = replace(recorded(match), seed=-5)
    assert notation.Record.read(str(record)).replay().state.position == match.state.position


def test_match_record_text_equals_the_hand_checked_example() -> None:
    """The file was looked through by hand: two rounds, a choice of score, a 3 that failed."""
    match = begin("advanced+actions@1.3", 2, seed=3, target=6)
    replayed = notation.Record.read(WHOLE).replay()
    for number, entry in enumerate(replayed.log, 1):
        match.take_text(entry.seat, entry.step)
        assert match.state == replayed.state_at(number)
    assert str(notation.Record.of(match, ["Ann", "Zoë"], ["human", "level 3"], DAY)) == WHOLE


def test_documented_record_and_save_examples_are_of_the_same_match() -> None:
    text = (ROOT / "docs" / "saves-and-records.md").read_text("utf-8")
    save, example = re.findall(r"```(?:json|text)\n(.*?)```", text, re.DOTALL)
    match = played("advanced+actions@1.3", 2, seed=8, target=6)
    record = notation.Record.read(example)
    assert record == notation.Record.of(match, ["Ann", "Zoë"], ["human", "level 3"], DAY)
    assert record.replay().state == match.state
    saved = read_match(save, {"red7": game.Red7()})
    assert saved.match.log == match.log[:5]
    assert write_match(saved.match, saved.seats, saved.extra) == save


def test_record_ignores_comments_and_spaces() -> None:
    loose = "# a comment\n\n" + WHOLE.replace("\n", " \r\n# another\r\n").replace(": ", ":  ", 3)
    loose = loose.replace("3. A Y7", "3.  A   Y7").replace("score", "\n\nscore")
    assert notation.Record.read(loose) == notation.Record.read(WHOLE)


def test_unnamed_draw_in_a_record_is_the_top_card() -> None:
    record = notation.Record.read(WHOLE.replace("@O3+R1", "@O3+"))
    assert record.replay().state == notation.Record.read(WHOLE).replay().state


def test_record_leaves_out_an_unfinished_turn() -> None:
    match = begin("advanced@1.3", 2, seed=1)
    before = str(recorded(match))
    play_on(match, random.Random(1), steps=1)
    assert match.state.steps
    assert str(recorded(match)) == before


def test_record_needs_one_name_per_seat() -> None:
    match = begin("basic@1.3", 2, seed=1)
    with pytest.raises(ValueError, match="3 names for 2 seats"):
        notation.Record.of(match, NAMES[:3], PLAYERS[:3], DAY)
    with pytest.raises(InvalidValue, match="line break"):
        notation.Record.of(match, ["A\nb", "B"], PLAYERS[:2], DAY)


# == Errors of invalid records name line, field and word.


def check(text: str) -> Match | None:
    """Read and replay a text; None where it is refused, and then with an error that holds all."""
    try:
        record = notation.Record.read(text)
        match = record.replay()
    except records.InvalidRecord as error:
        fault = error
    else:
        assert notation.Record.read(str(record)) == record
        return match
    assert 1 <= fault.line <= text.count("\n") + 1
    assert str(fault) == f"line {fault.line}: {fault.field}: {fault.word!r}: {fault.why}"
    assert fault.field
    assert fault.why
    assert len(str(fault)) < 2000
    return None


def with_line(number: int, text: str | None) -> str:
    """Return the record with a line replaced, or without it (None)."""
    lines = WHOLE.split("\n")
    lines[number - 1 : number] = [] if text is None else [text]
    return "\n".join(lines)


def changed(number: int, old: str, new: str) -> str:
    """Return the record with a word of a line replaced."""
    line = WHOLE.split("\n")[number - 1]
    assert old in line
    return with_line(number, line.replace(old, new, 1))


@pytest.mark.parametrize(
    ("text", "line", "field", "word", "words"),
    [
        ("", 1, "header", "game", "missing"),
        ("hello", 1, "header", "hello", "key: value"),
        (with_line(1, "game: chess"), 1, "game", "chess", "'red7'"),
        (with_line(2, "version: 2"), 2, "version", "2", "newer program"),
        (with_line(2, "version: 0"), 2, "version", "0", "no such version"),
        (with_line(2, "version: one"), 2, "version", "one", "whole number"),
        (with_line(2, None), 11, "header", "version", "missing"),
        (with_line(3, "rules: wild"), 3, "rules", "wild", "basic"),
        (with_line(4, "target: 500"), 4, "target", "500", "1 to 196"),
        (with_line(4, None), 11, "header", "target", "missing"),
        (with_line(5, "starter: me"), 5, "starter", "me", "lowest"),
        (with_line(6, None), 11, "seats", "1", "from 2 to 4"),
        (with_line(7, None), 11, "header", "player A", "missing"),
        (with_line(6, "seat A:"), 6, "seat A", "", "empty"),
        (with_line(9, "player B: " + "x" * 81), 9, "player B", "x" * 60 + "…", "81"),
        (with_line(8, "seat C: Zoë"), 12, "header", "seat B", "missing"),
        (with_line(8, "seat A: Zoë"), 8, "header", "seat A", "twice"),
        (with_line(10, "seed: 0x3"), 10, "seed", "0x3", "whole number"),
        (with_line(11, "date: 31.1.2026"), 11, "date", "31.1.2026", "a day"),
        (with_line(11, "date: 20260131"), 11, "date", "20260131", "a day"),
        (with_line(12, "result: B won"), 12, "result", "B won", "winners and points"),
        (with_line(12, "result: A 0-8"), 12, "result", "A 0-8", "'B 0-8'"),
        (with_line(12, "result: *"), 12, "result", "*", "'B 0-8'"),
        (with_line(12, "result: *\nmood: good"), 13, "header", "mood", "no record"),
        (with_line(13, None), 14, "header", "1. A R1 @V1", "or an empty line"),
        (WHOLE[: WHOLE.index("red7 adv")], 14, "round", "", "after an empty line"),
        (with_line(14, None), 14, "round", "1.", "begin with a position"),
        (changed(14, "R7 R5", "R8 R5"), 14, "deck", "R8", "no such card"),
        (changed(14, "@1.3", "@first"), 14, "rules", "advanced+actions@first", "must be advanced"),
        (changed(14, "canvas", "canvas Y1"), 14, "deck", "Y1", "already"),
        (changed(14, "canvas / deck Y1", "canvas Y1 / deck"), 14, "canvas", "Y1", "yet"),
        (changed(14, "deck Y1 B1", "deck B1"), 14, "cards", "48", "all 49"),
        (changed(14, "R4 /", "?1 /"), 14, "cards", "?", "named"),
        (changed(14, "V1 : /", "V1 : / C :: /"), 14, "seat B", "C", "must begin with 'B'"),
        (with_line(14, WHOLE.split("\n")[13] + " / C : :"), 14, "seats", "3", "must be 2"),
        (changed(14, "A> G3", "A>played G3"), 14, "phase", "", "moved"),
        (changed(14, "G3 :", "G3 R4 :"), 14, "seat A: palette", "R4", "already in deck"),
        (changed(26, ": R1 G1", ": R1"), 26, "cards", "48", "49"),
        (changed(26, ": R1 G1", ": G1 R1"), 26, "seat B: score", "G1 R1", "'R1 G1'"),
        (changed(26, "A> Y2 : B7", "A> Y2 B7 :"), 26, "seat A: palette", "Y2 B7", "one card"),
        (
            changed(26, "A> Y2 : B7 R5", "A> Y2 : R5").replace("O3 R4 V5", "O3 B7 R4 V5"),
            26,
            "seat A: hand",
            "R5",
            "7 cards",
        ),
        (changed(15, "1.", "2."), 15, "turn number", "2.", "'1.'"),
        (with_line(15, "1. A"), 15, "turn", "1. A", "number, a seat and a turn"),
        (with_line(16, None), 16, "turn number", "3.", "'2.'"),
        (with_line(15, "1. E pass"), 15, "seat", "E", "one of A, B"),
        (with_line(15, "1. B pass"), 15, "seat", "B", "the turn of seat A"),
        (with_line(15, "1. A R1 R2"), 15, "turn", "R2", "after a play"),
        (with_line(15, "1. A R7"), 15, "turn", "R7", "not_in_hand"),
        (with_line(15, "1. A Y7(^G3"), 15, "turn", "Y7(^G3", "brackets"),
        (changed(18, "+R1", "+R2"), 18, "turn", "+R2", "wrong_draw"),
        (changed(20, "A:O1", "B:O1"), 20, "turn", "(B:O1)", "not_a_rival"),
        (changed(31, " pass", ""), 31, "turn", "end", "not_winning"),
        (with_line(23, "9. A pass\n10. B pass"), 24, "turn", "10. B pass", "round is over"),
        (with_line(24, None), 25, "round", "2", "'score'"),
        (with_line(32, None), 31, "score", "score B R6 = 6", "missing"),
        (with_line(23, None), 23, "score", "score B R1 G1 = 2", "not over"),
        (changed(24, "B", "A"), 24, "seat", "A", "seat B has won"),
        (changed(24, "= 2", "= 3"), 24, "score", "score B R1 G1 = 3", "'score B R1 G1 = 2'"),
        (changed(24, "R1 G1 = 2", "R1 = 1"), 24, "score", "score B R1 = 1", "not_a_choice"),
        (changed(24, "G1", "G8"), 24, "score", "G8", "no such card"),
        (changed(24, "G1", "R1"), 24, "score", "R1", "twice"),
        (changed(24, " = 2", ""), 24, "score", "score B R1 G1", "must be like"),
        (changed(32, "R6", "B5"), 32, "score", "score B B5 = 6", "must be 'score B R6 = 6'"),
        (with_line(24, "score B R6 V6 = 12\nscore B R1 G1 = 2"), 24, "turn number", "score", "end"),
        (WHOLE + "# " + "x" * records.MAX_RECORD_LENGTH, 1, "record", "game", "at most"),
        (with_line(15, "1. A " + "R1 " * records.MAX_LINE_LENGTH), 15, "line", "1. A", "at most"),
        (changed(26, "V1 /", f"?{'9' * 600} /"), 26, "deck", "?99", "0 to 49"),
    ],
)
def test_match_record_error_names_line_field_and_word(
    text: str, line: int, field: str, word: str, words: str
) -> None:
    with pytest.raises(records.InvalidRecord) as caught:
        notation.Record.read(text).replay()
    fault = caught.value
    assert (fault.line, fault.field) == (line, field)
    assert word in fault.word
    assert words in fault.why
    assert check(text) is None


def test_record_with_a_round_after_the_end_is_refused() -> None:
    second = WHOLE[WHOLE.rindex("red7 adv") :]
    with pytest.raises(records.InvalidRecord, match="match_over") as caught:
        notation.Record.read(f"{WHOLE}\n{second}").replay()
    assert (caught.value.line, caught.value.field) == (34, "round")


def test_record_of_a_basic_round_has_no_score() -> None:
    basic = WHOLE.replace("advanced", "basic").replace("@O3+R1", "@O3")
    basic = basic[: basic.rindex("red7")].replace("6. B R1(A:O1) @Y6\n", "6. B pass\n")
    basic = basic[: basic.index("7. A")].replace("B 0-8", "A 0-0")
    match = check(basic)
    assert match is not None
    assert match.state.round_winner == 0
    with pytest.raises(records.InvalidRecord, match="basic game") as caught:
        notation.Record.read(basic + "score A R1 O1 = 2\n").replay()
    assert (caught.value.line, caught.value.field) == (21, "score")


def test_record_with_a_turn_without_end_is_refused() -> None:
    record = notation.Record.read(WHOLE)
    first = record.rounds[0]
    endless = notation.RecordedTurn(1, 0, (parse_step("R1"), parse_step("@V1")), line=15)
    cut = replace(record, rounds=(replace(first, turns=(endless,), score=None),))
    with pytest.raises(records.InvalidRecord, match="does not end"):
        cut.replay()


def test_truncated_record_is_refused_or_complete() -> None:
    last = WHOLE.rindex("6")
    for length in range(last):
        assert check(WHOLE[:length]) is None
    assert check(WHOLE[: last + 1]) is not None


def test_unfinished_record_may_end_after_any_turn() -> None:
    going_on = WHOLE.replace("B 0-8", "*")
    lines = going_on.split("\n")
    replays = [at for at in range(len(lines)) if check("\n".join(lines[:at])) is not None]
    assert replays == [*range(14, 31)]


@given(mutated(WHOLE, "R7@V3+()^: ./AB>x\n#="))
def test_mutated_record_is_read_or_refused(text: str) -> None:
    check(text)


@given(lines_mutated(WHOLE) | lines_mutated(WHOLE.replace("B 0-8", "*")))
def test_match_record_with_mutated_lines_is_read_or_refused(text: str) -> None:
    check(text)


@given(
    st.integers(15, 32),
    st.text("RV1357@+()^:AB ", max_size=20) | st.sampled_from(["pass", "end", "(+)", "+", "@"]),
)
def test_record_with_any_turn_anywhere_is_read_or_refused(number: int, turn: str) -> None:
    line = WHOLE.split("\n")[number - 1]
    check(with_line(number, " ".join([*line.split(" ")[:2], turn])))


# == Any text gives a value or the documented error.

POSITIONS: Final = (
    "red7 advanced+actions@1.3 / canvas V3 G2 / deck R1 O4 / A> R7 : Y1 G1 : / B V7 : B5 : R3 O3",
    "red7 basic@first / canvas / deck ?31 / A> R7 : Y1 G1 : / B V7 : ?7 :",
    "red7 advanced+actions@first / canvas R2 / deck G1 ?3 / A>play R5 : Y7 G3 : / B V7 : ?7 :",
    "red7 basic@1.3 / canvas / deck / A R7 : Y1 G1 : / Bx V7 : B5 : / Cx : : / Dx : :",
)
TURN_TEXTS: Final = (
    *("R6", "@V3", "R6 @V7+", "R6 @V7+Y6", "pass", "O3(+Y6) pass", "Y5(O3(+)) @V3+", "R1(B:G4)"),
    *("Y5(G5(B7(@O1)))", "B7(^G2) @V4", "R5(O5(Y5(G5(B5(I5(V5(R1(D:V4)))))))) @V7+I7"),
)
STEPS: Final = ("R7", "@V3", "+", "+Y6", "end", "pass", "(B:G4)", "(+Y6)", "(@G2)", "(^G2)")
MATCH_STEPS: Final = (*STEPS, "deal", "score R3 O3", "score")
Value = TypeVar("Value")
LETTERS: Final = "ROYGBIVABCD1234567 :/>x?@+^()"


def like(texts: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Return texts that are nearly one of these, or anything at all."""
    near = st.sampled_from(texts).flatmap(lambda text: mutated(text, LETTERS))
    words = st.lists(st.sampled_from(texts) | st.text(LETTERS, max_size=6), max_size=5)
    return near | words.map(" ".join) | st.text(LETTERS, max_size=40) | ANY_TEXT


def read_or_refused(read: Callable[[str], object], text: str) -> object:
    """Return what is read, or the ValueError that refuses it; anything else fails the test."""
    try:
        return read(text)
    except ValueError as error:
        return error


def check_reader(read: Callable[[str], object], error: type[ValueError], text: str) -> object:
    """Read a text; what comes out of it prints as a text that reads as the same again."""
    value = read_or_refused(read, text)
    if isinstance(value, ValueError):
        assert type(value) is error, text
        assert str(value)
    else:
        assert read(str(value)) == value, text
    return value


@given(like(POSITIONS))
@example("red7 basic / canvas / deck ?" + "1" * 5000 + " / A> R7 : : / B O6 : :")
@example("red7 basic+actions / canvas / deck / A>move : : / B O6 : :")
@example("red7 advanced / canvas V1 / deck / A>discarded R7 : : / B O6 : :")
def test_any_text_is_a_position_or_refused(text: str) -> None:
    check_reader(notation.parse_position, InvalidPosition, text)


@given(st.sampled_from(POSITIONS).flatmap(lambda text: mutated(text, LETTERS)))
def test_readable_position_can_be_evaluated(text: str) -> None:
    position = check_reader(notation.parse_position, InvalidPosition, text)
    if isinstance(position, Position):
        try_everything(position)


RULES: Final = st.sampled_from(RULESETS).map(str)
FEW: Final = st.sampled_from(["", "R7", "R1", "O3", "O5", "R7 O5", "V2 V3", "G4", "R7 O1"])


@given(RULES, st.sampled_from(PHASES), FEW, st.sampled_from(["", "B1 B7", "B3 ?2"]), FEW, FEW)
def test_every_parsed_mid_turn_position_can_be_evaluated(
    rules: str, phase: str, row: str, hand: str, rival: str, canvas: str
) -> None:
    for deck in ("", "I1 I2", "?3"):
        try:
            position = notation.parse_position(
                f"red7 {rules} / canvas {canvas} / deck {deck} / "
                f"A>{phase} {row} : {hand} : / B {rival} : I7 I6 :"
            )
        except InvalidPosition:
            continue
        try_everything(position)


def try_everything(position: Position) -> None:
    """Take every legal step and turn; only a hidden hand may be in the way."""
    for text in (*STEPS, "(A:R7)", "(C:R7)", "(D:V7)", "+R7", "(+R7)", "R1", "R3", "R5"):
        legality.explain_illegal(position, parse_step(text))
    turns = tried(lambda: legality.list_legal_turns(position))
    steps = tried(lambda: legality.list_legal_steps(position))
    assert bool(steps) == bool(turns)
    for step in steps or ():
        assert str(legality.apply_legal_step(position, step))
    for turn in turns or ():
        tried(partial(legality.apply_legal_turn, position, turn))


def tried(call: Callable[[], Value]) -> Value | None:
    """Call; give None where a hidden hand is in the way."""
    try:
        return call()
    except IllegalTurn as error:
        if error.reason.code == "hidden_hand":
            return None
        raise


@given(like(TURN_TEXTS))
@example("R5(" * 39)
@example("R5" + ")" * 100)
def test_any_text_is_a_turn_or_refused(text: str) -> None:
    found = read_or_refused(notation.parse_turn, text)
    if isinstance(found, ValueError):
        assert isinstance(found, InvalidTurn)
        assert found.word in text or found.word[1:-1] in text
    else:
        steps = notation.parse_turn(text)
        assert notation.parse_turn(notation.text_of_turn(steps)) == steps == found


@pytest.mark.parametrize(
    ("read", "error", "texts"),
    [
        (parse_step, InvalidTurn, STEPS),
        (parse_match_step, InvalidTurn, MATCH_STEPS),
        (parse_ruleset, InvalidPosition, tuple(map(str, RULESETS))),
    ],
)
@given(st.data())
def test_any_text_is_a_match_step_or_refused(
    read: Callable[[str], object],
    error: type[ValueError],
    texts: tuple[str, ...],
    data: st.DataObject,
) -> None:
    check_reader(read, error, data.draw(like(texts)))


@pytest.mark.parametrize(
    "piece", ["R7 ", "(", ")", "R5(", "@", "+", "/ ", ": ", "?", "1", "\0", "@V3+"]
)
def test_very_long_texts_are_refused(piece: str) -> None:
    text = piece * 50_000
    for read, error in (
        (notation.parse_position, InvalidPosition),
        (parse_ruleset, InvalidPosition),
        (notation.parse_turn, InvalidTurn),
        (parse_step, InvalidTurn),
        (parse_match_step, InvalidTurn),
    ):
        with pytest.raises(error):
            read(text)
    for position in POSITIONS:
        with pytest.raises(InvalidPosition):
            notation.parse_position(position.replace(" deck", f" deck {text} "))
