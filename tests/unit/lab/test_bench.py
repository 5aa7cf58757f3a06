"""The benchmarks measure what they say: engines by the clock, and the real program."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import count
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from red7_desktop.games.red7.rules.cards import COMPILED
from red7_desktop.games.registry import BOX
from red7_desktop.lab import bench, bench_ui
from red7_desktop.lab import bench_ui as openings
from red7_desktop.lab.bench import (
    answer_figures,
    answer_fresh,
    run_script,
    time_task,
)
from red7_desktop.lab.bench_ui import (
    BARE,
    OPENINGS,
    TABLE,
    answer_openings,
    answer_rest,
    find_longest_frame,
    measure_opening_once,
    measure_use,
)
from red7_desktop.lab.command import Measure, TimedTask
from red7_desktop.lab.red7.measures import FRESH_START, MEASURES
from red7_desktop.lab.red7.workbench import WORKBENCH
from tests.unit.lab.running import faults, lab

# == bench =================================================================================
# The benchmark measures what it says, by the clock it is given, and shows what is required.


NUMBER = (float, int)
BUILD = {
    "measure": str,
    "version": str,
    "compiled": bool,
    "python": str,
    "machine": str,
    "clock": str,
    "repeats": int,
}
FIGURE = {
    "measure": str,
    "title": str,
    "unit": str,
    "median": NUMBER,
    "lowest": NUMBER,
    "highest": NUMBER,
    "repeats": int,
    "required": (int, None),
    "met": (bool, None),
}
TITLES = FRESH_START.titles


def half_seconds() -> Callable[[], float]:
    """Give a clock that is half a second on each time it is read."""
    ticks = count()
    return lambda: next(ticks) / 2


def figures_of(script: str) -> list[float]:
    return [7.0, 8.0, 30.0]


@pytest.fixture(scope="module", name="answers")
def all_answers() -> list[Any]:
    return list(bench.answer_measures(WORKBENCH, 0.001, 2, half_seconds(), figures_of))


def test_every_answer_has_the_shape_that_the_page_gives(answers: list[Any]) -> None:
    assert faults(answers[0], BUILD) == []
    assert [bad for answer in answers[1:] for bad in faults(answer, FIGURE)] == []


def test_everything_is_measured_in_order(answers: list[Any]) -> None:
    names = ["build", *[measure.name for measure in MEASURES], *[name for name, _, _ in TITLES]]
    assert [answer["measure"] for answer in answers] == names
    assert len(set(names)) == len(names)


def test_what_must_be_measured_is() -> None:
    names = {measure.name for measure in MEASURES}
    rounds = {
        f"rounds-{word}"
        for word in ("2-basic", "2-advanced", "4-advanced", "2-actions", "4-actions")
    }
    assert names >= {"standings-2", "standings-3", "standings-4", "deals-4", "judge-cold", *rounds}


def test_the_required_figures_stand_beside_the_measured_ones(answers: list[Any]) -> None:
    required = {answer["measure"]: answer.get("required") for answer in answers}
    gain = 4 if COMPILED else 1
    assert {name: value for name, value in required.items() if value} == {
        "standings-2": 500_000 * gain,
        "standings-3": 500_000 * gain,
        "standings-4": 500_000 * gain,
        "rounds-2-basic": 20_000 * gain,
        "rounds-4-advanced": 6_000 * gain,
    }


def test_figures_follow_from_the_clock() -> None:
    task = TimedTask(lambda: 1, 100)
    assert time_task(task, "per second", 3, half_seconds()) == [200.0, 200.0, 200.0]
    assert time_task(task, "microseconds", 1, half_seconds()) == [5_000.0]
    assert time_task(task, "milliseconds", 1, half_seconds()) == [5.0]


@pytest.mark.parametrize(("resolution", "word"), [(1e-9, "processor time"), (0.015, "wall clock")])
def test_a_coarse_clock_is_not_used(
    resolution: float, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = SimpleNamespace(resolution=resolution)
    monkeypatch.setattr(bench, "get_clock_info", lambda name: info)
    assert bench.CLOCK_WORDS[bench.choose_finest_clock()] == word


def test_a_clock_that_stands_still_gives_a_figure() -> None:
    assert time_task(TimedTask(lambda: 1, 10), "per second", 1, lambda: 1.0)[0] > 0


def test_the_first_run_does_not_count_and_all_must_agree() -> None:
    runs = iter(range(9))
    with pytest.raises(RuntimeError, match="gave 0, then 1"):
        time_task(TimedTask(lambda: next(runs), 1), "per second", 3, half_seconds())


def test_the_median_is_held_against_what_is_required() -> None:
    measure = Measure("a", "A", "per second", 10, lambda share: TimedTask(lambda: 0, 1))
    plain = answer_figures(measure, [50.0, 1.0, 12.0], compiled=False)
    assert (plain["median"], plain["lowest"], plain["highest"]) == (12.0, 1.0, 50.0)
    assert (plain["required"], plain["met"]) == (10, True)
    compiled = answer_figures(measure, [50.0, 1.0, 12.0], compiled=True)
    assert (compiled["required"], compiled["met"]) == (40, False)


def test_the_same_seed_gives_the_same_work() -> None:
    for measure in MEASURES:
        one, other = measure.set_up(0.001), measure.set_up(0.001)
        assert (one.run(), one.items) == (other.run(), other.items), measure.name
        assert one.items > 0


def test_a_fresh_interpreter_gives_its_figures() -> None:
    figures = run_script(FRESH_START.script)
    assert len(figures) == len(TITLES)
    assert all(figure > 0 for figure in figures)
    assert figures[2] > figures[0]  # the engine's modules come on top of the tables


def test_where_no_interpreter_can_be_started_the_reason_is_given() -> None:
    def fail(script: str) -> list[float]:
        raise RuntimeError("there is no interpreter to start")

    answers = list(answer_fresh(FRESH_START, 2, fail))
    assert [answer["median"] for answer in answers] == [None] * len(TITLES)
    assert all("not measured: there is no interpreter" in bench.show(answer) for answer in answers)


@pytest.mark.parametrize("executable", ["", "/no/such/interpreter"])
def test_an_interpreter_that_is_not_there_is_told(
    executable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", executable)
    with pytest.raises(RuntimeError, match="interpreter"):
        run_script(FRESH_START.script)


def test_it_reads_well(answers: list[Any]) -> None:
    lines = [bench.show(answer) for answer in answers]
    assert max(len(line) for text in lines for line in text.splitlines()) <= 110
    slow = bench.show(answers[1] | {"median": 3.0, "required": 10, "met": False})
    assert "3 /s" in slow
    assert slow.endswith("10 TOO SLOW")


def test_quick_runs_it_all(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[float, int]] = []

    def answered(workbench: Any, share: float, repeats: int, *given: Any) -> Iterator[Any]:
        asked.append((share, repeats))
        yield from answer_fresh(FRESH_START, 1, figures_of)

    monkeypatch.setattr(bench, "answer_measures", answered)
    assert len(lab("bench", "--quick", "--json").answers) == len(TITLES)
    assert len(lab("bench").lines) == len(TITLES)
    (quick_share, quick_repeats), (share, repeats) = asked
    assert quick_share < share == 1.0
    assert quick_repeats < repeats


def test_the_least_of_the_longest_frames_is_held_against_what_is_required() -> None:
    times = count(30)
    small, large = (1920, 1080), (3840, 2160)
    found = list(answer_openings({small: True, large: False}, 2, lambda key, size: next(times)))
    assert [answer["longest"] for answer in found] == list(range(30, 30 + 4 * len(OPENINGS), 2))
    assert [answer["met"] for answer in found[:3]] == [True, True, False]
    assert {answer["met"] for answer in found[len(OPENINGS) :]} == {None}
    assert bench.show(found[0]).endswith("30.0 ms  required 33: ok")
    assert bench.show(found[2]).endswith("34.0 ms  required 33: TOO SLOW")
    assert bench.show(found[-1]).endswith(" ms")


@pytest.mark.parametrize(("table", "verdict"), [(0.004, "ok"), (0.006, "TOO SLOW")])
def test_the_rest_is_held_against_a_bare_loop(table: float, verdict: str) -> None:
    answer = answer_rest(lambda script: table if script == TABLE else 0.01)
    assert answer["ratio"] == pytest.approx(100 * table)
    assert bench.show(answer).endswith(f"required 0.5: {verdict}")


# == bench ui ==============================================================================
# The benchmark of the program drives the real one: frames, first openings, the table at rest.


SIZE = (640, 360)
CHEAP = ("settings", "learn", "puzzles", "daily", "people", "table", "log", "close_up")


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "LEFT_ALONE", 0.05)
    monkeypatch.setattr(openings, "OPENING_WATCHED", 0.1)
    monkeypatch.setattr(openings, "STEP", 0.25)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    "key",
    [each if each in CHEAP else pytest.param(each, marks=pytest.mark.slow) for each in OPENINGS],
)
def test_an_opening_brings_its_page(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_longest_frame(key, SIZE) > 0


@pytest.mark.usefixtures("hurried")
def test_an_opening_whose_page_never_comes_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "OPENING_PATIENCE", 2)
    monkeypatch.setitem(OPENINGS, "rules", OPENINGS["rules"]._replace(opens="no such button"))
    with pytest.raises(RuntimeError, match=r"rules in short: nothing .* 'no such button'"):
        find_longest_frame("rules", SIZE)


@pytest.mark.usefixtures("hurried")
def test_a_fresh_program_that_fails_is_told() -> None:
    with pytest.raises(RuntimeError, match="KeyError: 'no page'"):
        measure_opening_once("no page", SIZE)


@pytest.mark.usefixtures("hurried")
def test_frames_of_the_second_game_are_timed_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bench_ui, "SIZES", (SIZE,))
    with patch.dict(os.environ):
        answers = list(bench_ui.answer_ui(BOX["spring"], frames=8, repeats=1))
    kinds = [answer["measure"] for answer in answers]
    assert kinds == ["frames", "frames_while_thinking", "motion"]


@pytest.mark.usefixtures("hurried")
def test_frames_are_timed_while_a_card_is_dragged_and_others_fly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bench_ui, "SIZES", (SIZE,))
    monkeypatch.setattr(bench_ui, "REQUIRED_SIZE", SIZE)
    monkeypatch.setattr(bench_ui, "answer_openings", lambda sizes, repeats: iter([]))
    monkeypatch.setattr(bench_ui, "answer_rest", lambda: {"measure": "rest", "ratio": 0.4})
    with patch.dict(os.environ):
        still, thinking, *moving, rest = bench_ui.answer_ui(BOX["red7"], frames=8, repeats=1)
    assert [answer["title"].partition(": ")[2] for answer in moving] == ["a deal", "another light"]
    assert (still["measure"], thinking["measure"]) == ("frames", "frames_while_thinking")
    for answer in (still, thinking):
        assert 0 < answer["median"] <= answer["p99"]
        assert answer["met"] in {True, False}
    assert rest["measure"] == "rest"


@pytest.mark.usefixtures("hurried")
def test_the_command_line_asks_for_the_program_s_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []

    def answered(row: Any, frames: int, repeats: int) -> Iterator[Any]:
        asked.append((frames, repeats))
        return iter([])

    monkeypatch.setattr(bench_ui, "answer_ui", answered)
    assert lab("bench", "--ui", "--quick").status == lab("bench", "--ui").status == 0
    assert asked[0] < asked[1]


@pytest.mark.usefixtures("hurried")
def test_a_bare_loop_takes_some_of_a_processor() -> None:
    assert 0 < measure_use(BARE, watched=0.2) < 1


@pytest.mark.usefixtures("hurried")
def test_a_script_gets_a_home_of_its_own_and_its_last_line_counts() -> None:
    script = (
        "import sys, pathlib\nprint('x')\nprint(len(list(pathlib.Path(sys.argv[2]).iterdir())))"
    )
    assert measure_use(script) == 0.0
    with pytest.raises(RuntimeError, match="a fresh process failed: no such thing"):
        measure_use("raise SystemExit('no such thing')")
