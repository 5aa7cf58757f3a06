"""The benchmarks measure engines by the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest

from red7_desktop.games.registry import CATALOGUE
from red7_desktop.lab import command
from red7_desktop.lab import commands as bench
from tests.unit.lab.running import lab

FIGURE = {
    *("measure", "title", "unit", "median", "lowest", "highest", "repeats", "required", "met")
}
BENCHMARKS = [
    pytest.param(measure, id=f"{game} {measure.name}")
    for game in CATALOGUE
    for measure in command.load_workbench(game).benchmarks
]
show = bench.Bench(CATALOGUE["red7"]).format_answer


def half_seconds() -> Callable[[], float]:
    """Return a clock that is half a second on each time it is read."""
    ticks = count()
    return lambda: next(ticks) / 2


def timed(work: Callable[[Any], int], items: int, unit: str = "per second") -> command.Benchmark:
    return command.Benchmark("a", "A", lambda count: range(items), work, items, unit, required=10)


@pytest.mark.parametrize("game", CATALOGUE)
def test_bench_prints_all_figures_in_order(game: str) -> None:
    workbench = command.load_workbench(game)
    build, *answers = bench.answer_measures(workbench, 0.001, 1, half_seconds())
    told = {*["measure", "version", "compiled", "python", "machine", "clock", "repeats"]}
    assert {*build} == told
    assert [answer["measure"] for answer in answers] == [each.name for each in workbench.benchmarks]
    assert all({*answer} == FIGURE for answer in answers)
    assert [answer["measure"][:8] for answer in answers[:2]] == ["rollouts"] * 2
    lines = [line for answer in (build, *answers) for line in show(answer).splitlines()]
    assert max(map(len, lines)) <= 110


@pytest.mark.parametrize("measure", BENCHMARKS)
def test_bench_work_depends_on_the_seed_only(measure: command.Benchmark) -> None:
    one, other = measure.make(12), measure.make(12)
    assert len(one) == len(other) > 0
    assert measure.work(one) == measure.work(other)


def test_bench_figures_follow_from_the_clock() -> None:
    assert bench.time_benchmark(timed(len, 100), 1.0, 3, half_seconds()) == [200.0, 200.0, 200.0]
    assert bench.time_benchmark(timed(len, 100, "microseconds"), 1.0, 1, half_seconds()) == [
        5_000.0
    ]


def test_bench_survives_a_clock_that_stands_still() -> None:
    assert bench.time_benchmark(timed(len, 10), 1.0, 1, lambda: 1.0)[0] > 0


def test_bench_fails_when_two_runs_give_different_results() -> None:
    runs = iter(range(9))
    with pytest.raises(RuntimeError, match="gave 0, then 1"):
        bench.time_benchmark(timed(lambda items: next(runs), 1), 1.0, 3, half_seconds())


@pytest.mark.parametrize(
    ("middle", "compiled", "required", "verdict"),
    [(10.0, False, 10, "ok"), (9.9, False, 10, "TOO SLOW"), (39.9, True, 40, "TOO SLOW")],
)
def test_bench_compares_the_median_with_its_limit(
    middle: float, compiled: bool, required: int, verdict: str
) -> None:
    answer = bench.summarise_runs(timed(len, 1), [50.0, 1.0, middle], compiled=compiled)
    assert (answer["median"], answer["lowest"], answer["highest"]) == (middle, 1.0, 50.0)
    assert show(answer).endswith(f"/s  {required} {verdict}")


def test_quick_bench_does_a_tenth_of_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[float, int]] = []

    def answered(workbench: Any, share: float, repeats: int, clock: Any) -> Iterator[Any]:
        asked.append((share, repeats))
        yield bench.summarise_runs(timed(len, 1), [1.0] * repeats, compiled=False)

    monkeypatch.setattr(bench, "answer_measures", answered)
    assert lab("bench", "--quick", "--json").answers[0]["repeats"] == 3
    assert len(lab("bench").lines) == 1
    assert asked == [(0.1, 3), (1.0, 7)]
