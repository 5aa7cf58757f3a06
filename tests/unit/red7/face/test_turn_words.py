"""Checks the lines of the log, the notes, and how rounds and matches are told."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from red7_desktop.games.red7.face.turn_words import describe_round_result, describe_turn, note_line
from red7_desktop.games.red7.rules.cards import LETTERS
from red7_desktop.games.red7.rules.notation import parse_turn
from red7_desktop.games.red7.rules.rounds import RoundResult
from red7_desktop.kit.texts import load_texts, to_plain
from red7_desktop.resources import asset_path
from red7_desktop.tabletop.game import Note
from tests.unit.red7.face.seen import words_of
from tests.unit.red7.rules.laid import cards

PACKAGE = Path(__file__).parents[4] / "red7_desktop"


def rank(letter: str) -> int:
    return LETTERS.index(letter)


@pytest.mark.parametrize(
    ("seat", "turn", "line"),
    [
        (2, "R6 @G5+", "Cleo played red 6, set Evens, drew 1"),
        (0, "R6 @G5+", "You played red 6, set Evens, drew 1"),
        (1, "@V3", "Bo set Below 4"),
        (1, "pass", "Bo went out"),
        (1, "O3(+) pass", "Bo played orange 3, drew 1, went out"),
        (1, "R1(C:G4)", "Bo played red 1, took Cleo’s green 4 away"),
        (1, "R1(A:G4)", "Bo played red 1, took your green 4 away"),
        (0, "R1(B:G4)", "You played red 1, took Bo’s green 4 away"),
        (1, "B7(@G2)", "Bo played blue 7, moved green 2 to the canvas"),
        (1, "B7(^G2)", "Bo played blue 7, put green 2 on the deck"),
        (1, "Y5(G2)", "Bo played yellow 5, played green 2"),
    ],
)
def test_a_turn_is_one_line(seat: int, turn: str, line: str) -> None:
    assert to_plain(describe_turn(words_of(), seat, parse_turn(turn))) == line


def test_a_line_in_full_names_the_discarded_card() -> None:
    line = describe_turn(words_of(), 1, parse_turn("R6 @G5"), in_full=True)
    assert to_plain(line) == "Bo played red 6, discarded green 5 for Evens"


def test_a_drawn_card_is_not_named_even_where_the_steps_know_it() -> None:
    line = describe_turn(words_of(), 1, parse_turn("O3(+Y6) @V7+R2"))
    assert "yellow" not in to_plain(line)
    assert "red" not in to_plain(line)


def test_a_turn_without_deeds_has_no_line() -> None:
    assert describe_turn(words_of(), 1, ()) == ()


@pytest.mark.parametrize(
    ("note", "line"),
    [
        (Note("rule", (("rule", "G"), ("seat", "B"))), "The rule is now Evens"),
        (Note("out", (("seat", "A"), ("rule", "R"))), "You are out of the round"),
        (Note("out", (("seat", "B"), ("rule", "R"))), "Bo is out of the round"),
        (Note("round_won", (("seat", "A"), ("rule", "I"))), "You win the round under Run"),
        (Note("round_won", (("seat", "C"), ("rule", "I"))), "Cleo wins the round under Run"),
        (
            Note("scored", (("seat", "A"), ("points", 1), ("total", 9))),
            "You take 1 point and have 9",
        ),
        (
            Note("scored", (("seat", "B"), ("points", 12), ("total", 19))),
            "Bo takes 12 points and has 19",
        ),
        (Note("dealt", (("round", 3),)), "Round 3 is dealt"),
        (Note("a note of tomorrow"), ""),
    ],
)
def test_a_note_has_a_line(note: Note, line: str) -> None:
    assert to_plain(note_line(words_of(), note)) == line


def test_every_note_of_the_game_has_a_line() -> None:
    tree = ast.parse((PACKAGE / "games/red7/rules/rounds.py").read_text(encoding="utf-8"))
    codes = {
        str(node.args[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Note"
        and isinstance(node.args[0], ast.Constant)
    }
    data = (("seat", "B"), ("rule", "G"), ("points", 2), ("total", 2), ("round", 2))
    assert "scored" in codes
    assert [code for code in codes if not note_line(words_of(), Note(code, data))] == []


def test_a_round_is_told_with_its_points() -> None:
    result = RoundResult(1, rank("G"), cards("G2 R4"))
    assert to_plain(describe_round_result(words_of(), 2, result, scores=True)) == (
        "Round 2: Bo won under Evens, 6 points"
    )
    assert (
        to_plain(describe_round_result(words_of(), 1, result, scores=False)) == "Bo won under Evens"
    )


@pytest.mark.parametrize(
    ("winners", "points", "line"),
    [
        ((0,), 42, "You win the match with 42 points"),
        ((2,), 1, "Cleo wins the match with 1 point"),
        ((0,), None, "You win the game"),
        ((1, 2), 31, "Bo and Cleo share the win with 31 points each"),
        ((0, 2), 31, "You and Cleo share the win with 31 points each"),
    ],
)
def test_the_end_of_a_match_is_told(
    winners: tuple[int, ...], points: int | None, line: str
) -> None:
    assert to_plain(words_of().match_won(winners, points)) == line


def test_a_line_of_yours_begins_with_a_capital_where_there_is_no_you() -> None:
    words = words_of(2, 0, load_texts(asset_path("locale"), "pl"))
    assert to_plain(describe_turn(words, 0, parse_turn("pass"))) == "Odpadasz"
    assert to_plain(describe_turn(words, 1, parse_turn("pass"))) == "Bo odpada"
