"""A record that is damaged or breaks a rule is refused with its line, the field and the word."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.games.red7.rules.cards import parse_step
from red7_desktop.games.red7.rules.notation import RecordedTurn, read_record, replay
from red7_desktop.tabletop.records import LONGEST, LONGEST_LINE, InvalidRecord, ReplayMoment
from tests.mutations import ANY_TEXT, lines_mutated, mutated

WHOLE = (Path(__file__).parents[3] / "golden" / "two_rounds.red7").read_text("utf-8")


def check(text: str) -> tuple[ReplayMoment, ...] | None:
    """Read and replay a text; None where it is refused, and then with an error that holds all."""
    try:
        record = read_record(text)
        moments = replay(record)
    except InvalidRecord as error:
        fault = error
    else:
        assert read_record(str(record)) == record
        return moments
    assert 1 <= fault.line <= text.count("\n") + 1
    assert str(fault) == f"line {fault.line}: {fault.field}: {fault.word!r}: {fault.why}"
    assert fault.field
    assert fault.why
    assert len(str(fault)) < 2000
    return None


def with_line(number: int, text: str | None) -> str:
    """Give the record with a line replaced, or without it (None)."""
    lines = WHOLE.split("\n")
    lines[number - 1 : number] = [] if text is None else [text]
    return "\n".join(lines)


def changed(number: int, old: str, new: str) -> str:
    """Give the record with a word of a line replaced."""
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
        (with_line(6, None), 11, "header", "seat", "2 to 4 seats"),
        (with_line(7, None), 11, "header", "player A", "missing"),
        (with_line(6, "seat A:"), 6, "seat A", "", "empty"),
        (with_line(9, "player B: " + "x" * 81), 9, "player B", "x" * 60 + "…", "81"),
        (with_line(8, "seat C: Zoë"), 12, "header", "seat B", "missing"),
        (with_line(8, "seat A: Zoë"), 8, "header", "seat A", "twice"),
        (with_line(10, "seed: 0x3"), 10, "seed", "0x3", "whole number"),
        (with_line(11, "date: 31.1.2026"), 11, "date", "31.1.2026", "a day"),
        (with_line(11, "date: 20260131"), 11, "date", "20260131", "a day"),
        (with_line(11, "date: 2026-02-30"), 11, "date", "2026-02-30", "a day"),
        (with_line(12, "result: B won"), 12, "result", "B won", "winners and points"),
        (with_line(12, "result: A 0-8"), 12, "result", "A 0-8", "'B 0-8'"),
        (with_line(12, "result: *"), 12, "result", "*", "'B 0-8'"),
        (with_line(12, "result: *\nmood: good"), 13, "header", "mood", "no record"),
        (with_line(13, None), 14, "header", "1. A R1 @V1", "or an empty line"),
        (WHOLE[: WHOLE.index("red7 adv")], 14, "round", "", "after an empty line"),
        (with_line(14, None), 14, "round", "1.", "begin with a position"),
        (changed(14, "R7 R5", "R8 R5"), 14, "deck", "R8", "no such card"),
        (changed(14, "B R6", "B R8"), 14, "seat B: palette", "R8", "no such card"),
        (
            changed(14, "actions@1.3", "actions@first"),
            14,
            "rules",
            "advanced+actions@first",
            "must be advanced",
        ),
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
        (with_line(15, "1. E pass"), 15, "seat", "E", "A, B, C, D"),
        (with_line(15, "1. AB pass"), 15, "seat", "AB", "A, B, C, D"),
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
        (
            changed(24, "= 2", "= 3"),
            24,
            "score",
            "score B R1 G1 = 3",
            "must be 'score B R1 G1 = 2'",
        ),
        (changed(24, "R1 G1 = 2", "R1 = 1"), 24, "score", "score B R1 = 1", "not_a_choice"),
        (changed(24, "G1", "G8"), 24, "score", "G8", "no such card"),
        (changed(24, "G1", "R1"), 24, "score", "R1", "twice"),
        (changed(24, " = 2", ""), 24, "score", "score B R1 G1", "must be like"),
        (changed(32, "R6", "B5"), 32, "score", "score B B5 = 6", "must be 'score B R6 = 6'"),
        (changed(32, "B", "A"), 32, "score", "score A R6 = 6", "must be 'score B R6 = 6'"),
        (with_line(24, "score B R6 V6 = 12\nscore B R1 G1 = 2"), 24, "turn number", "score", "end"),
        (WHOLE + "# " + "x" * LONGEST, 1, "record", "game", "at most"),
        (with_line(15, "1. A " + "R1 " * LONGEST_LINE), 15, "line", "1. A", "at most"),
        (changed(26, "V1 /", f"?{'9' * 600} /"), 26, "deck", "?99", "0 to 49"),
    ],
)
def test_every_fault_is_named_with_its_place(
    text: str, line: int, field: str, word: str, words: str
) -> None:
    with pytest.raises(InvalidRecord) as caught:
        replay(read_record(text))
    fault = caught.value
    assert (fault.line, fault.field) == (line, field)
    assert word in fault.word
    assert words in fault.why
    assert check(text) is None


def test_a_match_that_is_over_goes_on_to_no_other_round() -> None:
    second = WHOLE[WHOLE.rindex("red7 adv") :]
    with pytest.raises(InvalidRecord, match="match_over") as caught:
        replay(read_record(f"{WHOLE}\n{second}"))
    assert (caught.value.line, caught.value.field) == (34, "round")


def test_a_basic_round_has_no_score() -> None:
    basic = WHOLE.replace("advanced", "basic").replace("@O3+R1", "@O3")
    basic = basic[: basic.rindex("red7")].replace("6. B R1(A:O1) @Y6\n", "6. B pass\n")
    basic = basic[: basic.index("7. A")].replace("B 0-8", "A 0-0")
    moments = check(basic)
    assert moments is not None
    assert moments[-1].state.round_winner == 0
    with pytest.raises(InvalidRecord, match="basic game") as caught:
        replay(read_record(basic + "score A R1 O1 = 2\n"))
    assert (caught.value.line, caught.value.field) == (21, "score")


def test_a_turn_without_an_end_does_not_replay() -> None:
    record = read_record(WHOLE)
    first = record.rounds[0]
    endless = RecordedTurn(1, 0, (parse_step("R1"), parse_step("@V1")), line=15)
    cut = replace(record, rounds=(replace(first, turns=(endless,), score=None),))
    with pytest.raises(InvalidRecord, match="does not end"):
        replay(cut)


def test_a_record_that_is_cut_off_at_any_length_is_refused_or_is_whole() -> None:
    last = WHOLE.rindex("6")
    for length in range(last):
        assert check(WHOLE[:length]) is None
    assert check(WHOLE[: last + 1]) is not None


def test_a_record_of_a_match_going_on_may_end_after_any_turn() -> None:
    going_on = WHOLE.replace("B 0-8", "*")
    lines = going_on.split("\n")
    replays = [at for at in range(len(lines)) if check("\n".join(lines[:at])) is not None]
    assert replays == [*range(14, 31)]


@given(ANY_TEXT | st.binary(max_size=60).map(lambda data: data.decode(errors="surrogateescape")))
def test_any_text_at_all(text: str) -> None:
    assert check(text) is None


@given(mutated(WHOLE, "R7@V3+()^: ./AB>x\n#="))
def test_a_record_changed_in_a_few_places(text: str) -> None:
    check(text)


@given(lines_mutated(WHOLE) | lines_mutated(WHOLE.replace("B 0-8", "*")))
def test_a_record_with_lines_and_words_moved(text: str) -> None:
    check(text)


@given(
    st.integers(15, 32),
    st.text("RV1357@+()^:AB ", max_size=20) | st.sampled_from(["pass", "end", "(+)", "+", "@"]),
)
def test_any_turn_on_any_line(number: int, turn: str) -> None:
    line = WHOLE.split("\n")[number - 1]
    check(with_line(number, " ".join([*line.split(" ")[:2], turn])))
