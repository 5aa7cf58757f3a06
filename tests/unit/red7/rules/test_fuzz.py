"""Whatever text is read, it gives a value that prints or the one documented error."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from red7_desktop.games.red7.rules.cards import parse_step
from red7_desktop.games.red7.rules.legality import (
    explain_illegal,
    list_legal_steps,
    list_legal_turns,
    take_step,
    take_turn,
)
from red7_desktop.games.red7.rules.notation import parse_position, parse_turn, text_of_turn
from red7_desktop.games.red7.rules.position import PHASES, Position
from red7_desktop.games.red7.rules.rounds import parse_match_step
from red7_desktop.games.red7.rules.rules import parse_ruleset
from red7_desktop.tabletop.game import IllegalTurn, InvalidPosition, InvalidTurn
from tests.mutations import ANY_TEXT, mutated
from tests.unit.red7.rules.laid import RULESETS

POSITIONS: Final = (
    "red7 advanced+actions@1.3 / canvas V3 G2 / deck R1 O4 / A> R7 : Y1 G1 : / B V7 : B5 : R3 O3",
    "red7 basic@first / canvas / deck ?31 / A> R7 : Y1 G1 : / B V7 : ?7 :",
    "red7 advanced+actions@first / canvas R2 / deck G1 ?3 / A>play R5 : Y7 G3 : / B V7 : ?7 :",
    "red7 basic@1.3 / canvas / deck / A R7 : Y1 G1 : / Bx V7 : B5 : / Cx : : / Dx : :",
)
TURNS: Final = (
    *("R6", "@V3", "R6 @V7+", "R6 @V7+Y6", "pass", "O3(+Y6) pass", "Y5(O3(+)) @V3+", "R1(B:G4)"),
    *("Y5(G5(B7(@O1)))", "B7(^G2) @V4", "R5(O5(Y5(G5(B5(I5(V5(R1(D:V4)))))))) @V7+I7"),
)
STEPS: Final = ("R7", "@V3", "+", "+Y6", "end", "pass", "(B:G4)", "(+Y6)", "(@G2)", "(^G2)")
MATCH_STEPS: Final = (*STEPS, "deal", "score R3 O3", "score")

Value = TypeVar("Value")

LETTERS: Final = "ROYGBIVABCD1234567 :/>x?@+^()"


def like(texts: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Give texts that are nearly one of these, or anything at all."""
    near = st.sampled_from(texts).flatmap(lambda text: mutated(text, LETTERS))
    words = st.lists(st.sampled_from(texts) | st.text(LETTERS, max_size=6), max_size=5)
    return near | words.map(" ".join) | st.text(LETTERS, max_size=40) | ANY_TEXT


def read_or_refused(read: Callable[[str], object], text: str) -> object:
    """Give what is read, or the ValueError that refuses it; anything else fails the test."""
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
def test_a_text_is_a_position_or_is_refused(text: str) -> None:
    check_reader(parse_position, InvalidPosition, text)


@given(st.sampled_from(POSITIONS).flatmap(lambda text: mutated(text, LETTERS)))
def test_a_position_that_can_be_read_can_be_judged(text: str) -> None:
    position = check_reader(parse_position, InvalidPosition, text)
    if isinstance(position, Position):
        try_everything(position)


RULES: Final = st.sampled_from(RULESETS).map(str)
FEW: Final = st.sampled_from(["", "R7", "R1", "O3", "O5", "R7 O5", "V2 V3", "G4", "R7 O1"])


@given(RULES, st.sampled_from(PHASES), FEW, st.sampled_from(["", "B1 B7", "B3 ?2"]), FEW, FEW)
def test_a_point_in_a_turn_that_can_be_read_can_be_judged(
    rules: str, phase: str, row: str, hand: str, rival: str, canvas: str
) -> None:
    for deck in ("", "I1 I2", "?3"):
        try:
            position = parse_position(
                f"red7 {rules} / canvas {canvas} / deck {deck} / "
                f"A>{phase} {row} : {hand} : / B {rival} : I7 I6 :"
            )
        except InvalidPosition:
            continue
        try_everything(position)


def try_everything(position: Position) -> None:
    """Take every legal step and turn; only a hidden hand may be in the way."""
    for text in (*STEPS, "(A:R7)", "(C:R7)", "(D:V7)", "+R7", "(+R7)", "R1", "R3", "R5"):
        explain_illegal(position, parse_step(text))
    turns = tried(lambda: list_legal_turns(position))
    steps = tried(lambda: list_legal_steps(position))
    assert bool(steps) == bool(turns)
    for step in steps or ():
        assert str(take_step(position, step))
    for turn in turns or ():
        tried(partial(take_turn, position, turn))


def tried(call: Callable[[], Value]) -> Value | None:
    """Call; give None where a hidden hand is in the way."""
    try:
        return call()
    except IllegalTurn as error:
        if error.reason.code == "hidden_hand":
            return None
        raise


@given(like(TURNS))
@example("R5(" * 39)
@example("R5" + ")" * 100)
def test_a_text_is_a_turn_or_is_refused(text: str) -> None:
    found = read_or_refused(parse_turn, text)
    if isinstance(found, ValueError):
        assert isinstance(found, InvalidTurn)
        assert found.word in text or found.word[1:-1] in text
    else:
        steps = parse_turn(text)
        assert parse_turn(text_of_turn(steps)) == steps == found


@given(like(STEPS))
def test_a_text_is_a_step_or_is_refused(text: str) -> None:
    check_reader(parse_step, InvalidTurn, text)


@given(like(MATCH_STEPS))
def test_a_text_is_a_match_step_or_is_refused(text: str) -> None:
    check_reader(parse_match_step, InvalidTurn, text)


@given(like(tuple(str(rules) for rules in RULESETS)))
def test_a_text_is_a_ruleset_or_is_refused(text: str) -> None:
    check_reader(parse_ruleset, InvalidPosition, text)


@pytest.mark.parametrize(
    "piece", ["R7 ", "(", ")", "R5(", "@", "+", "/ ", ": ", "?", "1", "\0", "@V3+"]
)
def test_very_long_texts_are_refused(piece: str) -> None:
    text = piece * 50_000
    for read, error in (
        (parse_position, InvalidPosition),
        (parse_ruleset, InvalidPosition),
        (parse_turn, InvalidTurn),
        (parse_step, InvalidTurn),
        (parse_match_step, InvalidTurn),
    ):
        with pytest.raises(error):
            read(text)
    for position in POSITIONS:
        with pytest.raises(InvalidPosition):
            parse_position(position.replace(" deck", f" deck {text} "))
