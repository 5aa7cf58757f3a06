"""The rules of both games count as the naive references did; README.md says what is counted."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from red7_desktop.games.red7.rules.notation import parse_position, parse_turn
from red7_desktop.games.red7.rules.position import Position
from red7_desktop.games.spring_cleaning.rules.notation import (
    parse_position as parse_position_spring,
)
from red7_desktop.lab import spring_cleaning
from red7_desktop.lab.red7.workbench import count_sequences, follow_turns
from tests.unit.red7.rules.laid import laid, turned

# == perft =================================================================================
# The engine counts turns as the naive reference did; README.md here says what is counted.


FOLDER: Final = Path(__file__).parent
TABLES: Final[dict[str, Any]] = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*.json"))
}
COUNTS: Final = [
    pytest.param(
        name, int(depth), id=f"{name}-{depth}", marks=[pytest.mark.slow] * (count > 60_000)
    )
    for name, table in TABLES.items()
    for depth, count in table["perft"].items()
]
DIVIDES: Final = [
    pytest.param(name, int(depth), id=f"{name}-{depth}")
    for name, table in TABLES.items()
    for depth in table["divide"]
]


def covered(turn: str) -> str:
    """Leave out the cards that a turn draws, as the tables do."""
    return re.sub(r"\+[ROYGBIV][1-7]", "+", turn)


def count_by_first_turn(position: Position, depth: int) -> dict[str, int]:
    return {text: count_sequences(then, depth - 1) for text, then in follow_turns(position)}


def difference(name: str, depth: int) -> list[str]:
    """Say, turn by turn, where the engine counts other sequences than the table."""
    counted = count_by_first_turn(parse_position(TABLES[name]["position"]), depth)
    engine = {covered(turn): count for turn, count in counted.items()}
    table = TABLES[name]["divide"][str(depth)]
    return [
        f"{turn}: engine {engine.get(turn, 'none')}, table {table.get(turn, 'none')}"
        for turn in sorted(engine.keys() | table.keys())
        if engine.get(turn) != table.get(turn)
    ]


@pytest.mark.parametrize(("name", "depth"), DIVIDES)
def test_every_first_turn_leads_to_as_many_sequences_as_in_the_table(name: str, depth: int) -> None:
    assert difference(name, depth) == []


@pytest.mark.parametrize(("name", "depth"), COUNTS)
def test_the_engine_counts_the_sequences_of_the_table(name: str, depth: int) -> None:
    table = TABLES[name]
    position = parse_position(table["position"])
    assert count_sequences(position, depth) == table["perft"][str(depth)], "\n".join(
        f"{turn}: {count}" for turn, count in count_by_first_turn(position, depth).items()
    )


def test_there_are_tables_for_every_kind_of_rules_and_number_of_seats() -> None:
    positions = [parse_position(table["position"]) for table in TABLES.values()]
    assert {position.seats for position in positions} == {2, 3, 4}
    kinds = {str(position.rules) for position in positions}
    assert {"basic@1.3", "advanced@1.3"} < kinds
    assert {"basic+actions@first", "advanced+actions@first"} < kinds
    assert {"basic+actions@1.3", "advanced+actions@1.3"} < kinds


ENDING: Final = laid("A> G3 : R5 V2", "B Y4 : O1")


def test_sequences_that_end_early_do_not_count() -> None:
    assert [count_sequences(ENDING, depth) for depth in range(5)] == [1, 4, 4, 2, 1]
    assert count_by_first_turn(ENDING, 2) == {"pass": 0, "R5": 1, "@V2": 2, "R5 @V2": 1}


def test_a_round_that_is_over_has_no_turns() -> None:
    over = laid("Ax G3 : R5 V2", "B Y4 : O1")
    assert (count_sequences(over, 0), count_sequences(over, 1), count_by_first_turn(over, 1)) == (
        1,
        0,
        {},
    )


def test_turns_are_named_with_the_cards_they_draw() -> None:
    position = laid("A> R6 : V3 R4", "B O6 : O1", rules="advanced+actions@1.3", deck="R3 I1 I2")
    turns = count_by_first_turn(position, 1)
    assert {"V3(+R3)", "V3(+R3) @R4+I1", "V3(+R3) @R3+I1", "V3(+R3) pass"} <= turns.keys()
    assert set(turns.values()) == {1}
    for turn in turns:
        parse_turn(turn)
        turned(position, turn)


def test_in_the_middle_of_a_turn_the_rest_of_it_counts_as_the_first() -> None:
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


# == spring ================================================================================
# The rules count steps as the naive reference did; README.md here says what is counted.


TABLES_SPRING: Final[dict[str, Any]] = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent / "spring_cleaning").glob("*.json"))
}
COUNTS_SPRING: Final = [
    pytest.param(
        name, int(depth), id=f"{name}-{depth}", marks=[pytest.mark.slow] * (count > 30_000)
    )
    for name, table in TABLES_SPRING.items()
    for depth, count in table["perft"].items()
]


@pytest.mark.parametrize("name", TABLES_SPRING)
def test_every_first_step_leads_to_as_many_sequences_as_in_the_table(name: str) -> None:
    ways = spring_cleaning.follow_steps(parse_position_spring(TABLES_SPRING[name]["position"]))
    counted = {text: spring_cleaning.count_sequences(then, 1) for text, then in ways}
    assert counted == TABLES_SPRING[name]["divide"]


@pytest.mark.parametrize(("name", "depth"), COUNTS_SPRING)
def test_the_rules_count_the_sequences_of_the_table(name: str, depth: int) -> None:
    table = TABLES_SPRING[name]
    position = parse_position_spring(table["position"])
    assert spring_cleaning.count_sequences(position, depth) == table["perft"][str(depth)]
