"""A hand full of 5s: every order may be played, and of all orders one is listed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from red7_desktop.games.red7.rules.advance import apply_step
from red7_desktop.games.red7.rules.cards import Step, set_of
from red7_desktop.games.red7.rules.legality import list_legal_steps, list_legal_turns
from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.games.red7.rules.position import START, Position
from red7_desktop.games.red7.rules.turns import build_turns, sort_as_listed

RULES = ("advanced+actions@1.3", "advanced+actions@first", "basic+actions@1.3")
HANDS = ("R5 O5 V5 B7", "R5 G5 I5 O1", "O5 Y5 B5 G3", "R5 O5 Y5", "R5 O5 V5 V1 V7")
RIVALS = "/ B Y6 G6 G2 : ?4 : / C I6 V6 : ?4 : / D Y4 O4 : ?4 :"


def holding(hand: str, rules: str) -> Position:
    return parse_position(f"red7 {rules} / canvas R1 / deck V2 ?19 / A> R6 B6 : {hand} : {RIVALS}")


def by_steps(position: Position, taken: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
    """List every turn that can be taken step by step, up to its end or a 3's draw."""
    for step in list_legal_steps(position):
        reached = apply_step(position, step)
        if reached.phase == START or str(step) == "(+)":
            yield (*taken, step)
        else:
            yield from by_steps(reached, (*taken, step))


def without_order(position: Position, steps: tuple[Step, ...]) -> tuple[object, ...]:
    """Give what a turn leads to, palettes without the order of play."""
    for step in steps:
        position = apply_step(position, step)
    rows = tuple([set_of(row) for row in position.rows])
    return position.canvas, position.deck, position.hands, rows, position.out, position.phase


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("hand", HANDS)
def test_every_order_may_be_played_and_one_of_them_is_listed(hand: str, rules: str) -> None:
    position = holding(hand, rules)
    listed = list_legal_turns(position)
    taken = list(by_steps(position))
    assert len(taken) > len(listed) > 3
    assert {sort_as_listed(steps) for steps in taken} == set(listed)
    for steps in taken:
        assert without_order(position, steps) == without_order(position, sort_as_listed(steps))


@pytest.mark.parametrize("rules", RULES)
def test_so_many_5s_are_so_many_sets_of_them_not_orders(rules: str) -> None:
    five, six, seven = (
        build_turns(holding(hand, rules))
        for hand in ("R5 O5 Y5 G5 B5 O7 O1", "R5 O5 Y5 G5 B5 I5 R7", "R5 O5 Y5 G5 B5 I5 V5")
    )
    assert len(five.branches) < 2**5 * 16
    assert len(six.branches) < 2**6 * 16
    assert len(seven.branches) < 2**7
    assert max(five.count, six.count, seven.count) < 3_000
