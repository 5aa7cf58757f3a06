"""The rules and the naive reference, which share no code, agree on varied positions."""

from __future__ import annotations

import pytest

from red7_desktop.games.spring_cleaning.rules.advance import apply_step
from red7_desktop.games.spring_cleaning.rules.cards import DRAW, RUN, parse_step
from red7_desktop.games.spring_cleaning.rules.legality import (
    build_legal_answer,
    list_legal_steps,
    to_act,
)
from red7_desktop.games.spring_cleaning.rules.notation import parse_position
from red7_desktop.games.spring_cleaning.rules.position import (
    OWES_INSERT,
    OWES_OFFER,
    OWES_ORDER,
    SEALED,
    START,
    Position,
    restock_deck,
)
from tests.reference import spring_naive as naive
from tests.reference.spring_positions import random_positions

KINDS = [(seats, at_once) for seats in (2, 3, 4, 5) for at_once in (False, True)]
EVERY_KIND = pytest.mark.parametrize(
    ("seats", "at_once"), KINDS, ids=[f"{seats}{' at once' * once}" for seats, once in KINDS]
)


def compare(text: str) -> None:
    """Compare steps and what they lead to, and the list of turns, in one position."""
    position = parse_position(text)
    assert str(position) == text
    asked = naive.acting(naive.read(text))
    assert list(to_act(position)) == asked
    if position.phase == START:
        answer = build_legal_answer(position)
        assert answer["plays"] == sorted(naive.plays(text)), text
        assert answer["draws"] == sorted(naive.draws(text)), text
    for seat in asked:
        steps = [str(step) for step in list_legal_steps(position, seat)]
        assert len(steps) == len(set(steps))
        assert set(steps) == naive.steps(text, seat), text
        for step in steps[:: 1 + len(steps) // 8]:
            reached = taken(position, seat, step)
            assert str(reached) == naive.after(text, seat, step), (text, step)
            assert parse_position(str(reached)) == reached


def taken(position: Position, seat: int, text: str) -> Position:
    """Take a step; an empty deck is the discarded cards as they lie, as in the reference."""
    step = parse_step(text)
    if step.kind == DRAW and not position.deck:
        position = restock_deck(position, position.discard)
    return apply_step(position, step, seat)


@EVERY_KIND
def test_both_agree(seats: int, at_once: bool) -> None:
    for text in random_positions(1, 60, at_once, seats):
        compare(text)


@EVERY_KIND
def test_the_positions_are_varied(seats: int, at_once: bool) -> None:
    positions = [parse_position(text) for text in random_positions(1, 60, at_once, seats)]
    assert {position.phase for position in positions} >= {SEALED, START, OWES_INSERT, OWES_OFFER}
    turns = [position for position in positions if position.phase == START]
    assert any(not position.trick for position in turns)
    assert any(position.table & RUN for position in turns)
    assert any(not position.deck for position in turns)
    found = [position for seed in range(1, 4) for position in random_phases(seed, seats, at_once)]
    assert OWES_ORDER in found
    assert None in found


def random_phases(seed: int, seats: int, at_once: bool) -> list[int | None]:
    """List the phases that the steps of positions lead to, None for the end of a round."""
    phases: list[int | None] = []
    for text in random_positions(seed, 60, at_once, seats):
        position = parse_position(text)
        for seat in to_act(position)[:1]:
            for step in list_legal_steps(position, seat)[:8]:
                reached = apply_step(position, step, seat)
                phases.append(None if reached.is_over else reached.phase)
    return phases


@pytest.mark.slow
@EVERY_KIND
@pytest.mark.parametrize("seed", range(2, 12))
def test_both_agree_on_many_positions(seats: int, at_once: bool, seed: int) -> None:
    for text in random_positions(seed, 250, at_once, seats):
        compare(text)
