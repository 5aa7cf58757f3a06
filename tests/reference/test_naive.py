"""The naive reference gives varied positions, and counts what the perft tables hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.reference import naive
from tests.reference.positions import random_positions


@pytest.mark.sampled
@pytest.mark.parametrize("rules", naive.RULES)
def test_random_positions_round_trip_and_are_reproducible(rules: str) -> None:
    texts = random_positions(3, 40, rules)
    assert [naive.show(naive.parse(text)) for text in texts] == texts
    assert random_positions(3, 40, rules) == texts
    assert all(naive.parse(text).to_move is not None for text in texts)


def test_random_positions_are_varied() -> None:
    positions = [naive.parse(text) for text in random_positions(1, 60)]
    assert {len(position.seats) for position in positions} == {2, 3, 4}
    assert any(not position.deck for position in positions)
    assert any(not position.canvas for position in positions)
    for zone in ("palette", "hand", "score"):
        assert any(not getattr(seat, zone) for p in positions for seat in p.seats)
        assert any(len(getattr(seat, zone)) > 3 for p in positions for seat in p.seats)
    assert any(seat.is_out for position in positions for seat in position.seats)
    assert any(naive.is_winning(position) for position in positions)
    assert any(not naive.is_winning(position) for position in positions)


def test_perft_counts_only_turn_sequences_of_the_full_length() -> None:
    text = "red7 basic@1.3 / canvas / deck / A> G3 : R5 V2 : / B Y4 : O1 :"
    # After a pass the round is over. With O1 alone B cannot top R5 under red, and not G3 under
    # violet; only when A has left R5 in the hand does orange save it: @O1 with Y4 against G3.
    assert naive.perft(text, 0) == 1
    assert naive.perft(text, 1) == 4
    assert naive.divide(text, 2) == {"pass": 0, "R5": 1, "@V2": 2, "R5 @V2": 1}


TABLES = sorted((Path(__file__).parent.parent / "perft").glob("*.json"))


@pytest.mark.parametrize("path", TABLES, ids=[path.stem for path in TABLES])
def test_perft_table_equals_the_reference_implementation(path: Path) -> None:
    table = json.loads(path.read_text(encoding="utf-8"))
    assert [int(depth) for depth in table["perft"]] == list(range(1, table["depth"] + 1))
    for depth, divided in table["divide"].items():
        assert sum(divided.values()) == table["perft"][depth]
    for depth, count in table["perft"].items():
        if count < 3000:
            assert naive.perft(table["position"], int(depth)) == count
    assert naive.divide(table["position"], 1) == table["divide"]["1"]
