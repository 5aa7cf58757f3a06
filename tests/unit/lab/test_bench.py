"""The benchmarks measure what they say: engines by the clock, and the real program."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any
from unittest.mock import patch

import pytest

from red7_desktop.games.registry import CATALOGUE
from red7_desktop.lab import bench_ui, command
from red7_desktop.lab import commands as bench
from tests.unit.lab.running import lab

FIGURE = {
    *("measure", "title", "unit", "median", "lowest", "highest", "repeats", "required", "met")
}
MEASURES = [
    pytest.param(measure, id=f"{game} {measure.name}")
    for game in CATALOGUE
    for measure in command.load_workbench(game).measures
]
show = bench.Bench(CATALOGUE["red7"]).format_answer


def half_seconds() -> Callable[[], float]:
    """Return a clock that is half a second on each time it is read."""
    ticks = count()
    return lambda: next(ticks) / 2


def timed(work: Callable[[Any], int], items: int, unit: str = "per second") -> command.Measure:
    return command.Measure("a", "A", lambda count: range(items), work, items, unit, required=10)


@pytest.mark.parametrize("game", CATALOGUE)
def test_bench_prints_all_figures_in_order(game: str) -> None:
    workbench = command.load_workbench(game)
    build, *answers = bench.answer_measures(workbench, 0.001, 1, half_seconds())
    told = {*["measure", "version", "compiled", "python", "machine", "clock", "repeats"]}
    assert {*build} == told
    assert [answer["measure"] for answer in answers] == [each.name for each in workbench.measures]
    assert all({*answer} == FIGURE for answer in answers)
    assert [answer["measure"][:8] for answer in answers[:2]] == ["rollouts"] * 2
    lines = [line for answer in (build, *answers) for line in show(answer).splitlines()]
    assert max(map(len, lines)) <= 110


@pytest.mark.parametrize("measure", MEASURES)
def test_bench_work_depends_on_the_seed_only(measure: command.Measure) -> None:
    one, other = measure.make(12), measure.make(12)
    assert len(one) == len(other) > 0
    assert measure.work(one) == measure.work(other)


def test_bench_figures_follow_from_the_clock() -> None:
    assert bench.time_measure(timed(len, 100), 1.0, 3, half_seconds()) == [200.0, 200.0, 200.0]
    assert bench.time_measure(timed(len, 100, "microseconds"), 1.0, 1, half_seconds()) == [5_000.0]


def test_bench_survives_a_clock_that_stands_still() -> None:
    assert bench.time_measure(timed(len, 10), 1.0, 1, lambda: 1.0)[0] > 0


def test_bench_drops_the_first_run_and_compares_results() -> None:
    runs = iter(range(9))
    with pytest.raises(RuntimeError, match="gave 0, then 1"):
        bench.time_measure(timed(lambda items: next(runs), 1), 1.0, 3, half_seconds())


@pytest.mark.parametrize(
    ("middle", "compiled", "required", "verdict"),
    [(10.0, False, 10, "ok"), (9.9, False, 10, "TOO SLOW"), (39.9, True, 40, "TOO SLOW")],
)
def test_bench_compares_the_median_with_its_limit(
    middle: float, compiled: bool, required: int, verdict: str
) -> None:
    answer = bench.answer_figures(timed(len, 1), [50.0, 1.0, middle], compiled=compiled)
    assert (answer["median"], answer["lowest"], answer["highest"]) == (middle, 1.0, 50.0)
    assert show(answer).endswith(f"/s  {required} {verdict}")


def test_quick_bench_does_a_tenth_of_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[float, int]] = []

    def answered(workbench: Any, share: float, repeats: int, clock: Any) -> Iterator[Any]:
        asked.append((share, repeats))
        yield bench.answer_figures(timed(len, 1), [1.0] * repeats, compiled=False)

    monkeypatch.setattr(bench, "answer_measures", answered)
    assert lab("bench", "--quick", "--json").answers[0]["repeats"] == 3
    assert len(lab("bench").lines) == 1
    assert asked == [(0.1, 3), (1.0, 7)]


def test_bench_compares_the_best_longest_frame_with_its_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = count(31)
    monkeypatch.setattr(bench_ui, "run_in_new_process", lambda script, key, *size: next(times))
    found = list(bench_ui.answer_openings({(1920, 1080): 33.0, (3840, 2160): None}, 2))
    after = 31 + 4 * len(bench_ui.OPENINGS)
    assert [answer["longest"] for answer in found] == list(range(31, after, 2))
    assert [show(answer)[58:] for answer in found[:3]] == [
        "  31.0 ms  required 33: ok",
        "  33.0 ms  required 33: ok",
        "  35.0 ms  required 33: TOO SLOW",
    ]
    assert {answer["met"] for answer in found[len(bench_ui.OPENINGS) :]} == {None}
    assert show(found[-1]).endswith(" ms")


@pytest.mark.parametrize(("table", "verdict"), [(0.005, "ok"), (0.0051, "TOO SLOW")])
def test_bench_compares_idle_load_with_a_bare_loop(
    table: float, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        bench_ui,
        "run_in_new_process",
        lambda script, *words: table if script == bench_ui.TABLE_SCRIPT else 0.01,
    )
    answer = bench_ui.answer_rest()
    assert answer["ratio"] == pytest.approx(100 * table)
    assert show(answer).endswith(f"required 0.5: {verdict}")


# == The benchmark drives the real program: frames, first openings, idle table.

SIZE = (640, 360)
CHEAP = {"settings", "people", "table", "close_up"}
OPENS = {key: pytest.param(key, marks=pytest.mark.slow) for key in bench_ui.OPENINGS.keys() - CHEAP}


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_ui, "IDLE_SECONDS", 0.05)
    monkeypatch.setattr(bench_ui, "OPENING_SECONDS", 0.1)
    monkeypatch.setattr(bench_ui, "STEP", 0.25)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("key", [OPENS.get(key, key) for key in bench_ui.OPENINGS])
def test_bench_opens_every_page(key: str) -> None:
    assert bench_ui.find_longest_frame(key, SIZE) > 0


@pytest.mark.usefixtures("hurried")
def test_bench_names_a_page_that_never_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_ui, "OPENING_TIMEOUT", 2)
    lost = bench_ui.OPENINGS["rules"]._replace(target="no such button")
    monkeypatch.setitem(bench_ui.OPENINGS, "rules", lost)
    with pytest.raises(RuntimeError, match=r"rules in short: nothing .* 'no such button'"):
        bench_ui.find_longest_frame("rules", SIZE)


@pytest.mark.usefixtures("hurried")
def test_bench_reports_a_program_that_fails() -> None:
    with pytest.raises(RuntimeError, match="KeyError: 'no page'"):
        bench_ui.run_in_new_process(bench_ui.SCRIPT, "no page", *SIZE)


LATER = ["the next deal", "the way to the title", "the way to a table"]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    ("game", "moving"),
    [
        pytest.param("spring", ["a deal", *LATER], marks=pytest.mark.slow),
        ("red7", ["a deal", "another light", "another lead", "a seat that goes out", *LATER]),
    ],
)
def test_bench_times_frames_during_drags_and_flights(
    game: str, moving: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_ui, "SIZES", (SIZE,))
    monkeypatch.setattr(bench_ui, "REQUIRED_SIZE", SIZE)
    monkeypatch.setattr(bench_ui, "answer_openings", lambda sizes, repeats: iter([]))
    monkeypatch.setattr(bench_ui, "answer_rest", lambda: {"measure": "rest"})
    with patch.dict(os.environ):
        still, thinking, *rows = bench_ui.answer_ui(CATALOGUE[game], frames=8, repeats=1)
    assert (still["measure"], thinking["measure"]) == ("frames", "frames_while_thinking")
    for answer in (still, thinking):
        assert 0 < answer["median"] <= answer["p99"]
        verdict = "ok" if answer["met"] else "TOO SLOW"
        assert show(answer).endswith(f" ms  required 3 and 8: {verdict}")
    # Only the box's first game has openings and the rest measured.
    assert [row.pop("measure") for row in rows[len(moving) :]] == ["rest"] * (game == "red7")
    for row, what in zip(rows, moving, strict=False):
        assert row["title"].endswith(f": {what}")
        assert " ms  required 16: " in show(row)


@pytest.mark.usefixtures("hurried")
def test_bench_ui_option_measures_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []

    def answered(row: Any, frames: int, repeats: int) -> Iterator[Any]:
        asked.append((frames, repeats))
        return iter([])

    monkeypatch.setattr(bench_ui, "answer_ui", answered)
    assert lab("bench", "--ui", "--quick").status == lab("bench", "--ui").status == 0
    assert asked == [(120, 1), (900, 3)]


def test_bench_script_has_its_own_home_and_returns_its_last_line() -> None:
    script = (
        "import sys, pathlib\nprint('x')\nprint(len(list(pathlib.Path(sys.argv[2]).iterdir())))"
    )
    assert bench_ui.run_in_new_process(script) == 0.0
    with pytest.raises(RuntimeError, match="a fresh program failed: no such thing"):
        bench_ui.run_in_new_process("raise SystemExit('no such thing')")
