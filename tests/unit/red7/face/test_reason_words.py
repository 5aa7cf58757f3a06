"""Checks that every reason code has a helpful sentence."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from red7_desktop.games.red7.face.explanations import CODES, explain
from red7_desktop.games.red7.rules.cards import parse_step
from red7_desktop.games.red7.rules.legality import explain_illegal
from red7_desktop.kit.texts import to_plain
from red7_desktop.tabletop.game import Reason, make_reason
from tests.unit.red7.face.seen import words_of
from tests.unit.red7.rules.laid import laid

PACKAGE = Path(__file__).parents[4] / "red7_desktop"


def codes_in_the_sources() -> set[str]:
    """Find every code that the packages below the app give to `reason`."""
    codes = set()
    for folder in ("games/red7/rules", "tabletop", "play"):
        for path in (PACKAGE / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    first = node.args[0] if node.args else None
                    if node.func.id == "reason" and isinstance(first, ast.Constant):
                        codes.add(str(first.value))
    return codes


def test_every_reason_code_has_a_sentence() -> None:
    codes = codes_in_the_sources()
    assert {"not_winning", "one_discard", "cannot_undo", "no_such_move"} <= codes
    assert codes - CODES == set()


def outdone_by(letter: str, seat: str, own: str, theirs: str) -> Reason:
    """Make the reason why a step does not win; a standing is a count and a top card."""
    (count, top), (leader_count, leader_top) = own.split(), theirs.split()
    return make_reason(
        "not_winning",
        rule=letter,
        leader=seat,
        count=int(count),
        top="" if top == "-" else top,
        leader_count=int(leader_count),
        leader_top=leader_top,
    )


REASONS = [
    (
        outdone_by("B", "B", "3 O6", "3 R7"),
        "Under Blue 3 colours each, and Bo’s red 7 breaks the tie.",
    ),
    (outdone_by("G", "B", "1 O6", "2 R6"), "Under Green Bo has 2 evens, you have 1."),
    (outdone_by("G", "C", "0 -", "1 R6"), "Under Green Cleo has 1 even, you have none."),
    (outdone_by("R", "B", "1 O6", "1 R7"), "Under Red Bo’s red 7 beats your orange 6."),
    (
        make_reason("not_winning", rule="V", leader="", count=0, top=""),
        "Violet: Nobody has a card below 4, so nobody is winning.",
    ),
    (make_reason("not_your_turn", seat="B"), "It is Bo’s turn."),
    (make_reason("not_your_turn", seat=""), "The table has to go on first."),
    (make_reason("owes_action", card="R1"), "First choose the card that red 1 takes away."),
    (
        make_reason("owes_action", card="R7"),
        "First choose the card that red 7 moves out of your palette.",
    ),
    (make_reason("no_draw", deck=0, palette=2), "The deck is empty."),
    (
        make_reason("palette_smaller", seat="B", count=1, own=2),
        "A 1 takes from a palette as large as yours (2 cards) or larger; Bo’s has 1.",
    ),
    (make_reason("not_in_hand", card="R7"), "red 7 is not in your hand."),
    (make_reason("not_in_palette", card="R7", seat="A"), "red 7 is not in your palette."),
    (make_reason("not_in_palette", card="R7", seat="B"), "red 7 is not in Bo’s palette."),
    (make_reason("not_a_rival", seat="A"), "A 1 takes from another palette, not from your own."),
    (make_reason("not_a_rival", seat="C"), "Cleo is out of this round."),
    (
        make_reason("cannot_undo", why="drew"),
        "You have seen the card you drew, so it cannot be taken back.",
    ),
    (make_reason("cannot_undo", why="something new"), "This can no longer be taken back."),
    (make_reason("a code of tomorrow"), "That cannot be done now."),
]


@pytest.mark.parametrize(("why", "sentence"), REASONS)
def test_a_reason_is_explained_with_its_facts(why: Reason, sentence: str) -> None:
    assert to_plain(explain(why, words_of())) == sentence


@pytest.mark.parametrize("code", sorted(CODES))
def test_no_reason_stumbles_over_missing_facts(code: str) -> None:
    said = to_plain(explain(Reason(code), words_of()))
    assert said.endswith((".", "!"))


@pytest.mark.parametrize(
    ("seats", "options", "step"),
    [
        (("A> R2 : G1 B3", "B R7 :"), {}, "end"),
        (("A> R2 : G1", "B R7 :"), {}, "G1"),
        (("A> R2 : G1 B3", "B R7 :"), {}, "V1"),
        (("A>played R2 G1 : B3", "B R7 :"), {}, "B3"),
        (("A>played R2 G1 : B3", "B R7 :"), {}, "pass"),
        (("A>done R2 G1 : B3", "B R7 :"), {"canvas": "I4"}, "@B3"),
    ],
)
def test_what_the_engine_refuses_can_be_told(
    seats: tuple[str, ...], options: dict[str, str], step: str
) -> None:
    refused = explain_illegal(laid(*seats, **options), parse_step(step))
    assert refused is not None
    assert to_plain(explain(refused, words_of())) != "That cannot be done now."
