"""The rules of both games count as the naive references did; README.md says what is counted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from red7_desktop.games.red7.rules import advance, cards, turns
from red7_desktop.games.red7.rules.notation import parse_position, parse_turn
from red7_desktop.games.red7.rules.position import DREW, Position
from red7_desktop.games.spring_cleaning.rules.notation import (
    parse_position as parse_position_spring,
)
from red7_desktop.lab import spring_cleaning
from red7_desktop.lab.red7.workbench import count_sequences, text_of
from tests.unit.red7.rules.laid import laid, turned


def follow_turns(position: Position) -> Iterator[tuple[str, Position]]:
    """List every first turn, named with the cards that it draws, and where it leads."""
    for steps, reached in _follow(position, ()):
        yield text_of(position, steps), reached


def _follow(
    position: Position, before: tuple[cards.Step, ...]
) -> Iterator[tuple[tuple[cards.Step, ...], Position]]:
    if position.is_over:
        return
    found = turns.build_turns(position)
    for index in range(found.count):
        taken, reached = before, position
        for step in turns.list_steps(found, index):
            is_draw = step.kind in {cards.DRAW, cards.FETCH}
            named = cards.Step(step.kind, reached.deck[0]) if is_draw else step
            reached = advance.apply_step(reached, named)
            taken = (*taken, named)
        if reached.phase == DREW:
            yield from _follow(reached, taken)
        else:
            yield taken, reached


FOLDER: Final = Path(__file__).parent
ENGINES: Final[dict[str, tuple[Any, Any, Any]]] = {
    "red7": (parse_position, follow_turns, count_sequences),
    "spring": (
        *(parse_position_spring, spring_cleaning.follow_steps),
        spring_cleaning.count_sequences,
    ),
}
"""What reads a position, lists what may come first with what follows, and counts sequences."""
TABLES: Final[dict[str, Any]] = {
    f"{game} {path.stem}": json.loads(path.read_text(encoding="utf-8"))
    for game, folder in (("red7", FOLDER), ("spring", FOLDER / "spring_cleaning"))
    for path in sorted(folder.glob("*.json"))
}
COUNTS: Final = [
    pytest.param(name, int(depth), marks=[pytest.mark.slow] * (count > 60_000))
    for name, table in TABLES.items()
    for depth, count in table["perft"].items()
]


def count_by_first(name: str, position: Any, depth: int) -> dict[str, int]:
    _, follow, count = ENGINES[name.split(maxsplit=1)[0]]
    return {text: count(then, depth - 1) for text, then in follow(position)}


def count_by_first_turn(position: Position, depth: int) -> dict[str, int]:
    return count_by_first("red7", position, depth)


@pytest.mark.parametrize("name", TABLES)
def test_perft_from_the_first_step_equals_the_table(name: str) -> None:
    position, divide = parse_table(name), TABLES[name]["divide"]
    for depth, wanted in divide.items() if name.startswith("red7") else [("2", divide)]:
        counted = count_by_first(name, position, int(depth))
        # The tables leave out the cards that a turn draws.
        assert {re.sub(r"\+[ROYGBIV][1-7]", "+", text): counted[text] for text in counted} == wanted


@pytest.mark.parametrize(("name", "depth"), COUNTS)
def test_perft_equals_the_table(name: str, depth: int) -> None:
    _, _, count = ENGINES[name.split(maxsplit=1)[0]]
    assert count(parse_table(name), depth) == TABLES[name]["perft"][str(depth)]


def parse_table(name: str) -> Any:
    parse, _, _ = ENGINES[name.split(maxsplit=1)[0]]
    return parse(TABLES[name]["position"])


ENDING: Final = laid("A> G3 : R5 V2", "B Y4 : O1")


def test_perft_ignores_sequences_that_end_early() -> None:
    assert [count_sequences(ENDING, depth) for depth in range(5)] == [1, 4, 4, 2, 1]
    assert count_by_first_turn(ENDING, 2) == {"pass": 0, "R5": 1, "@V2": 2, "R5 @V2": 1}


def test_perft_of_a_finished_round_is_zero() -> None:
    over = laid("Ax G3 : R5 V2", "B Y4 : O1")
    assert (count_sequences(over, 0), count_sequences(over, 1), count_by_first_turn(over, 1)) == (
        1,
        0,
        {},
    )


def test_perft_names_turns_with_drawn_cards() -> None:
    position = laid("A> R6 : V3 R4", "B O6 : O1", rules="advanced+actions@1.3", deck="R3 I1 I2")
    counted = count_by_first_turn(position, 1)
    assert {"V3(+R3)", "V3(+R3) @R4+I1", "V3(+R3) @R3+I1", "V3(+R3) pass"} <= counted.keys()
    assert set(counted.values()) == {1}
    for turn in counted:
        parse_turn(turn)
        turned(position, turn)


def test_perft_counts_the_rest_of_a_begun_turn_as_the_first() -> None:
    position = laid(
        "A>move R6 R7 : O1", "B O6 : Y1", rules="advanced+actions@1.3", canvas="R1", deck="V1"
    )
    rest = count_by_first_turn(position, 2)
    assert {"(@R6)", "(^R7) @O1"} <= rest.keys()
    assert sum(rest.values()) == count_sequences(position, 2)
    drawing = laid("A>discarded R6 : G4", "B O6 : Y1", rules="advanced@1.3", canvas="R1", deck="V1")
    assert count_by_first_turn(drawing, 1) == {"+V1": 1, "end": 1}
    drew = laid("A>drew R6 O3 : B4", "B O6 : Y1", rules="advanced+actions@1.3", canvas="R1")
    assert count_by_first_turn(drew, 1) == {"@B4": 1, "end": 1, "pass": 1}
