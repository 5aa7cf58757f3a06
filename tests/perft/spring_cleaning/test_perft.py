"""The rules count steps as the naive reference did; README.md here says what is counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from red7_desktop.games.spring_cleaning.rules.errors import InvalidPosition
from red7_desktop.games.spring_cleaning.rules.notation import parse_position
from red7_desktop.games.spring_cleaning.rules.perft import divide, perft

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
    assert divide(parse_position(TABLES[name]["position"]), 2) == TABLES[name]["divide"]


@pytest.mark.parametrize(("name", "depth"), COUNTS)
def test_the_rules_count_the_sequences_of_the_table(name: str, depth: int) -> None:
    table = TABLES[name]
    assert perft(parse_position(table["position"]), depth) == table["perft"][str(depth)]


def test_there_are_tables_for_every_number_of_seats_and_both_options() -> None:
    positions = [parse_position(table["position"]) for table in TABLES.values()]
    assert {position.seats for position in positions} == {2, 3, 4, 5}
    assert {position.at_once for position in positions} == {False, True}


def test_steps_are_not_counted_with_hidden_cards_or_below_the_first_one() -> None:
    hidden = parse_position("spring / table / deck / discard / A> 1 : : 0 / B ?2 : : 0")
    with pytest.raises(InvalidPosition):
        perft(hidden, 1)
    known = parse_position("spring / table / deck / discard / A> 1 : 2 : 0 / B 2 : : 0")
    assert (perft(known, 0), perft(known, 1), perft(known, 2)) == (1, 1, 4)
    for depth, count in ((-1, perft), (0, divide)):
        with pytest.raises(ValueError, match=f"depth {depth}"):
            count(known, depth)
    over = parse_position("spring / table / deck / discard / A : : 0 / B 2 : : 1")
    assert (perft(over, 0), perft(over, 1), divide(over, 1)) == (1, 0, {})
