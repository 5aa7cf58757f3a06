"""What helps never contradicts itself, and every refusal has a sentence, in both games."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from pathlib import Path
from random import Random
from typing import Any

import pytest

import red7_desktop
from red7_desktop.games.red7.face import explanations as red7
from red7_desktop.games.red7.face.lens import find_winning_turns
from red7_desktop.games.red7.rules import cards
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.games.spring_cleaning.face import explanations as spring
from red7_desktop.kit import table_model, texts
from red7_desktop.kit.hud.marks import KEEPS_IN, LOSES
from red7_desktop.play.ai import Seat
from red7_desktop.tabletop.game import SEAT_LETTERS, TABLE, TURN
from red7_desktop.tabletop.match import Match

TEXTS = texts.Texts()
KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "red7 advanced": ("red7", {"rules": "advanced", "seats": 3}),
    "red7 actions": ("red7", {"rules": "advanced+actions", "seats": 2}),
    "red7 first edition": ("red7", {"rules": "basic+actions@first", "seats": 4}),
    "spring": ("spring", {"seats": 3}),
}


def list_moments(kind: str, seed: int, count: int) -> Iterator[tuple[Match, int]]:
    """Play at random, and stop at points of a turn, its middle too."""
    game, options = KINDS[kind]
    match, rng = Match(CATALOGUE[game].rules(), options, seed), Random(seed)
    for _ in range(count):
        to_act = match.game.to_act(match.state)
        if not to_act:
            return
        seat = rng.choice(to_act)
        if seat != TABLE:
            yield match, seat
        steps = match.game.legal_steps(match.state, seat)
        match.take(seat, rng.choice([s for s in steps if s != cards.PASS_STEP] or steps))


def list_lines(match: Match, state: Any, seat: int, used: frozenset[str]) -> Iterator[set[str]]:
    """Follow all lines of steps that end a turn of Red7, and give the cards that each uses."""
    for step in match.game.legal_steps(state, seat):
        if step in {cards.END_STEP, cards.FETCH_STEP}:  # what is drawn may win, whatever it is
            yield set(used)
        if step != cards.END_STEP and isinstance(step, cards.Step) and step != cards.PASS_STEP:
            card = {str(step)} if step.kind in {cards.PLAY, cards.DISCARD} else set()
            yield from list_lines(
                match, match.game.apply(state, seat, step).state, seat, used | card
            )


@pytest.mark.sampled("kind")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", KINDS)
def test_hints_previews_and_card_marks_agree_with_the_legal_steps(kind: str, seed: int) -> None:
    row, seats = (
        CATALOGUE[KINDS[kind][0]],
        [Seat(name) for name in "ABCD"[: KINDS[kind][1]["seats"]]],
    )
    face, careful = row.view(), row.players().player_of("greedy")
    for match, seat in list_moments(kind, seed, 30):
        seen, words = (
            match.game.observe(match.state, seat),
            face.words.words_class.for_viewer(TEXTS, seats, seat),
        )
        model = face.table.build_model(seen, seats, TEXTS, table_model.ViewOptions())
        ticked, crossed = (set(model.marks.get(style, ())) for style in (KEEPS_IN, LOSES))
        end = model.actions.primary
        action = face.table.find_button_action(end.action, seen, TEXTS)
        assert not end.is_enabled or action is None or action.steps[0] in seen.legal
        if seen.stage != TURN:
            continue
        assert all(face.words.preview(seen, step, words).is_good for step in seen.legal)
        choice = careful.choose(seen, 0, 1)
        hint = face.words.hint(words, seen, choice)
        assert choice.steps[0] in seen.legal
        assert not crossed & set(hint.cards)
        if row.name == "spring":
            continue
        hand = {card for card in seen.zones[f"hand:{SEAT_LETTERS[seat]}"] if card}
        lines = set().union(*list_lines(match, match.state, seat, frozenset()))
        wins = {card for card in hand if lines & {card, f"@{card}"}}
        if seen.legal[0] not in {cards.DRAW_STEP, cards.END_STEP}:
            assert (ticked, crossed) == (wins, hand - wins), str(match.state.position)
        lens = {
            str(s)[-2:] for turns in find_winning_turns(seen).values() for way in turns for s in way
        }
        assert not lens & crossed
        assert (end.state is table_model.ButtonState.OUT) <= (not ticked)
        for card in hand:
            said = texts.to_plain(
                face.words.preview(seen, cards.DISCARD_STEPS[cards.CARD_BY_TEXT[card]], words).title
            )
            assert "not allowed: you’d be out" not in said or f"@{card}" not in lines


PACKAGE = Path(red7_desktop.__file__).parent
"""What is installed: these tests are run beside no sources too."""


def codes_of_reasons(folder: Path) -> set[str]:
    """Find every code that `make_reason` is given; one may be chosen between two."""
    found = set()
    for path in folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "make_reason" in text else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("make_reason"):
                first = node.args[0] if node.args else None
                parts = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
                found |= {str(each.value) for each in parts if isinstance(each, ast.Constant)}
    return found


@pytest.mark.parametrize(
    ("rules", "known", "some"),
    [
        (
            "games/red7/rules",
            red7._SENTENCES.keys(),
            {"not_winning", "one_discard", "no_such_move"},
        ),
        (
            "games/spring_cleaning/rules",
            spring._SENTENCES.keys(),
            {"lies_between", "too_low", "cannot_undo"},
        ),
    ],
)
def test_every_reason_code_has_a_sentence(rules: str, known: Set[str], some: set[str]) -> None:
    codes = set().union(*[codes_of_reasons(PACKAGE / each) for each in (rules, "tabletop", "play")])
    assert some <= codes
    assert codes - known == set()
