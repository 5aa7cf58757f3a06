"""The rules count steps as the naive reference did; README.md here says what is counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from red7_desktop.games.spring_cleaning.rules.notation import parse_position
from red7_desktop.games.spring_cleaning.rules.playout import count_by_first_step, count_sequences

TABLES: Final[dict[str, Any]] = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(Path(__file__).parent.glob("*.json"))
}
COUNTS: Final = [
    pytest.param(
        name, int(depth), id=f"{name}-{depth}", marks=[pytest.mark.slow] * (count > 30_000)
    )
    for name, table in TABLES.items()
    for depth, count in table["perft"].items()
]


@pytest.mark.parametrize("name", TABLES)
def test_every_first_step_leads_to_as_many_sequences_as_in_the_table(name: str) -> None:
    assert (
        count_by_first_step(parse_position(TABLES[name]["position"]), 2) == TABLES[name]["divide"]
    )


@pytest.mark.parametrize(("name", "depth"), COUNTS)
def test_the_rules_count_the_sequences_of_the_table(name: str, depth: int) -> None:
    table = TABLES[name]
    assert count_sequences(parse_position(table["position"]), depth) == table["perft"][str(depth)]


def test_there_are_tables_for_every_number_of_seats_and_both_options() -> None:
    positions = [parse_position(table["position"]) for table in TABLES.values()]
    assert {position.seats for position in positions} == {2, 3, 4, 5}
    assert {position.at_once for position in positions} == {False, True}
