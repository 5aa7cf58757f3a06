"""With --json every answer is one JSON object on a line, of the shape that docs/lab.md gives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.reference.golden import read_golden
from tests.unit.lab.running import lab
from tests.unit.lab.schema import faults

RECORD = Path(__file__).parents[2] / "golden" / "two_rounds.red7"
SEAT = (str, None)
STANDINGS = {...: {"count": int, "top": (str, None), "cards": [str]}}
SHAPES: dict[str, Any] = {
    "legal": {"position": str, "rule": str, "winner": SEAT, "standings": STANDINGS, "turns": [str]},
    "play": {
        "position": str,
        "seat": str,
        "turn": str,
        "after": str,
        "went_out": bool,
        "round_winner": SEAT,
    },
    "standings": {
        "position": str,
        "rule": str,
        "winner": SEAT,
        "rules": {
            rule: {
                "key": str,
                "leader": SEAT,
                "runner_up": SEAT,
                "by": str,
                "margin": int,
                "standings": STANDINGS,
            }
            for rule in "ROYGBIV"
        },
    },
    "score": {
        "position": str,
        "rule": str,
        "round_over": bool,
        "seat": SEAT,
        "scoring": bool,
        "choices": [{"cards": [str], "worth": int}],
        "scores": {...: int},
    },
    "perft": {"position": str, "depth": int, "count": int},
    "divide": {"position": str, "depth": int, "divide": {...: int}, "count": int},
    "deal": {
        "seed": int,
        "round": int,
        "seats": int,
        "rules": str,
        "starter": str,
        "position": str,
    },
    "replay": (
        {
            "event": str,
            "rules": str,
            "seats": int,
            "target": int,
            "starter": str,
            "names": {...: str},
            "players": {...: str},
            "seed": int,
            "date": str,
            "result": str,
        },
        {"event": str, "round": int, "line": int, "text": str, "position": str},
    ),
}

POSITIONS = [
    dict(block.entries)["position"]
    for block in read_golden()
    if "position" in dict(block.entries)
    and "error names" not in dict(block.entries)
    and "?" not in dict(block.entries)["position"]
]
RUNS: dict[str, tuple[list[str], str]] = {
    "legal": (["legal"], "\n".join(POSITIONS)),
    "play": (["play"], "\n".join(f"{text} ; pass" for text in POSITIONS if ">" in text)),
    "standings": (["standings"], "\n".join(POSITIONS)),
    "score": (["score"], "\n".join(POSITIONS)),
    "perft": (["perft", "--depth", "1"], "\n".join(POSITIONS)),
    "divide": (["perft", "--depth", "1", "--divide"], "\n".join(POSITIONS)),
    "deal": (["deal", "--seed", "5", "--count", "20", "--seats", "4"], ""),
    "replay": (["replay", str(RECORD)], ""),
}


@pytest.mark.parametrize("name", RUNS)
def test_every_line_is_an_answer_of_its_shape(name: str) -> None:
    words, given = RUNS[name]
    ran = lab(*words, "--json", given=given)
    assert (ran.status, ran.err) == (0, "")
    assert len(ran.answers) >= 10
    assert [bad for answer in ran.answers for bad in faults(answer, SHAPES[name])] == []


@pytest.mark.parametrize("name", RUNS)
def test_json_is_ascii_so_that_no_terminal_can_garble_it(name: str) -> None:
    words, given = RUNS[name]
    assert lab(*words, "--json", given=given).out.isascii()


def test_a_wrong_shape_is_seen() -> None:
    shape = {"a": int, "b": [(str, None)], "c": {...: bool}}
    assert faults({"a": 1, "b": ["x", None], "c": {"d": True}}, shape) == []
    wrong: list[Any] = [
        {"a": True, "b": [], "c": {}},
        {"a": 1, "b": [2], "c": {}},
        {"a": 1, "b": [], "c": {"d": 0}},
        {"a": 1, "b": []},
        {"a": 1, "b": [], "c": {}, "d": 1},
        [],
    ]
    assert all(faults(value, shape) for value in wrong)
