"""The benchmark of the program drives the real one: frames, first openings, the table at rest."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

from red7_desktop.games.registry import BOX
from red7_desktop.lab.timing import bench_ui, openings
from red7_desktop.lab.timing.openings import OPENINGS, find_longest_frame, measure_opening_once
from red7_desktop.lab.timing.resting import BARE, measure_use
from tests.unit.lab.running import lab

SIZE = (640, 360)


CHEAP = ("settings", "learn", "puzzles", "daily", "people", "table", "log", "close_up")


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "LEFT_ALONE", 0.05)
    monkeypatch.setattr(openings, "OPENING_WATCHED", 0.1)
    monkeypatch.setattr(openings, "STEP", 0.25)


@pytest.mark.parametrize(
    "key",
    [each if each in CHEAP else pytest.param(each, marks=pytest.mark.slow) for each in OPENINGS],
)
def test_an_opening_brings_its_page(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_longest_frame(key, SIZE) > 0


def test_an_opening_whose_page_never_comes_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "OPENING_PATIENCE", 2)
    monkeypatch.setitem(OPENINGS, "rules", OPENINGS["rules"]._replace(opens="no such button"))
    with pytest.raises(RuntimeError, match=r"rules in short: nothing .* 'no such button'"):
        find_longest_frame("rules", SIZE)


def test_a_fresh_program_that_fails_is_told() -> None:
    with pytest.raises(RuntimeError, match="KeyError: 'no page'"):
        measure_opening_once("no page", SIZE)


def test_frames_of_the_second_game_are_timed_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bench_ui, "SIZES", (SIZE,))
    with patch.dict(os.environ):
        answers = list(bench_ui.answer_ui(BOX["spring"], frames=8, repeats=1))
    assert [answer["measure"] for answer in answers] == ["frames", "frames_while_thinking"]


def test_frames_are_timed_while_a_card_is_dragged_and_others_fly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bench_ui, "SIZES", (SIZE,))
    monkeypatch.setattr(bench_ui, "REQUIRED_SIZE", SIZE)
    monkeypatch.setattr(bench_ui, "answer_openings", lambda sizes, repeats: iter([]))
    monkeypatch.setattr(bench_ui, "answer_rest", lambda: {"measure": "rest", "ratio": 0.4})
    with patch.dict(os.environ):
        still, thinking, rest = bench_ui.answer_ui(BOX["red7"], frames=8, repeats=1)
    assert (still["measure"], thinking["measure"]) == ("frames", "frames_while_thinking")
    for answer in (still, thinking):
        assert 0 < answer["median"] <= answer["p99"]
        assert answer["met"] in {True, False}
    assert rest["measure"] == "rest"


def test_the_command_line_asks_for_the_program_s_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []

    def answered(row: Any, frames: int, repeats: int) -> Iterator[Any]:
        asked.append((frames, repeats))
        return iter([])

    monkeypatch.setattr(bench_ui, "answer_ui", answered)
    assert lab("bench", "--ui", "--quick").status == lab("bench", "--ui").status == 0
    assert asked[0] < asked[1]


def test_a_bare_loop_takes_some_of_a_processor() -> None:
    assert 0 < measure_use(BARE, watched=0.2) < 1


def test_a_script_gets_a_home_of_its_own_and_its_last_line_counts() -> None:
    script = (
        "import sys, pathlib\nprint('x')\nprint(len(list(pathlib.Path(sys.argv[2]).iterdir())))"
    )
    assert measure_use(script) == 0.0
    with pytest.raises(RuntimeError, match="a fresh process failed: no such thing"):
        measure_use("raise SystemExit('no such thing')")
