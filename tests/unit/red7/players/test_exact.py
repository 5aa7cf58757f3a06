"""The solver of open rounds agrees with trying everything, turn by turn, with the engine."""

from __future__ import annotations

import random
from functools import cache

import pytest

from red7_desktop.games.red7.players.search import OutOfWork, Solver, list_winning_rests
from red7_desktop.games.red7.rules.advance import apply_turn
from red7_desktop.games.red7.rules.position import Position
from red7_desktop.games.red7.rules.turns import build_turns
from tests.unit.red7.rules.laid import laid


@cache
def mover_wins(position: Position) -> bool:
    turns = build_turns(position)
    if turns.count == 1:
        return False
    return any(not mover_wins(apply_turn(turns, index)) for index in range(turns.count - 1))


def small_position(chance: random.Random) -> Position:
    cards = [f"{colour}{number}" for colour in "VIBGYOR" for number in range(1, 8)]
    chance.shuffle(cards)
    sizes = [
        chance.randrange(1, 4),
        chance.randrange(5),
        chance.randrange(1, 4),
        chance.randrange(5),
    ]
    taken = [" ".join(cards.pop() for _ in range(size)) for size in sizes]
    return laid(f"A> {taken[0]} : {taken[1]}", f"B {taken[2]} : {taken[3]}", canvas=cards.pop())


def test_small_rounds_are_solved_right() -> None:
    chance = random.Random(2)
    results = []
    for _ in range(300):
        position = small_position(chance)
        hands, palettes = position.hands, position.palettes
        solver = Solver(10**6)
        found = solver.wins(hands[0], palettes[0], position.rule, hands[1], palettes[1])
        assert found == mover_wins(position), str(position)
        results.append(found)
    assert 30 < sum(results) < 270


def test_the_solver_lists_the_engine_s_turns() -> None:
    chance = random.Random(3)
    for _ in range(200):
        position = small_position(chance)
        hands, palettes = position.hands, position.palettes
        turns = build_turns(position)
        after = [apply_turn(turns, index) for index in range(turns.count - 1)]
        expected = sorted((p.hands[0], p.palettes[0], p.rule) for p in after)
        assert (
            sorted(list_winning_rests(hands[0], palettes[0], position.rule, palettes[1]))
            == expected
        )


def test_what_was_solved_helps_with_the_next_round() -> None:
    position = laid("A> R5 : V1 V3 B6 G4", "B R7 : O2 O5 Y3 I6")
    hands, palettes = position.hands, position.palettes
    solver = Solver(10**6)
    first = solver.wins(hands[0], palettes[0], position.rule, hands[1], palettes[1])
    work = solver.work
    assert solver.wins(hands[0], palettes[0], position.rule, hands[1], palettes[1]) == first
    assert solver.work - work < work


def test_a_solver_stops_when_its_work_is_used_up() -> None:
    position = laid("A> R5 : V1 V3 B6 G4 I5", "B R7 : O2 O5 Y3 I6 G2")
    hands, palettes = position.hands, position.palettes
    with pytest.raises(OutOfWork):
        Solver(1).wins(hands[0], palettes[0], position.rule, hands[1], palettes[1])
