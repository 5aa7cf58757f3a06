"""How fast engines are: the command, and how times are taken."""

from __future__ import annotations

import platform
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from time import get_clock_info, perf_counter, process_time
from typing import Any, Final

from red7_desktop import PRODUCT, __version__
from red7_desktop.lab.command import (
    Answer,
    Command,
    Measure,
    Workbench,
    build_answer,
    load_workbench,
)

UNITS: Final[dict[str, tuple[str, Callable[[float, int], float]]]] = {
    "per second": ("/s", lambda seconds, items: items / seconds),
    "microseconds": ("us", lambda seconds, items: 1e6 * seconds / items),
}
"""By unit: its sign, and what makes a figure out of the seconds that a number of items took."""
COMPILED_GAIN: Final = 4
"""A compiled engine has to be so many times as fast as plain Python has to be."""
LEAST_ITEMS: Final = 10
CLOCK_WORDS: Final = {process_time: "processor time", perf_counter: "wall clock"}
"""How the clocks are called that the benchmark may use."""
FINE_ENOUGH: Final = 1e-4
"""Seconds. The shortest work that is timed takes some hundredths of a second."""
TITLE_WIDTH: Final = 58


def choose_finest_clock() -> Callable[[], float]:
    """Return the clock of this process's own seconds, which other programs' work does not move.

    Some systems count it in steps too coarse for this; there it is the wall clock.
    """
    resolution = get_clock_info("process_time").resolution
    return process_time if resolution <= FINE_ENOUGH else perf_counter


def time_measure(
    measure: Measure, share: float, repeats: int, clock: Callable[[], float]
) -> list[float]:
    """Do a share of the full work (1.0) after a first time that does not count; return the figures.

    clock: gives seconds. Raises RuntimeError when two runs of the same work differ in their sum.
    """
    items: Sequence[Any] = measure.make(max(LEAST_ITEMS, round(measure.size * share)))
    expected = measure.work(items)
    figures = []
    for _ in range(repeats):
        before = clock()
        found = measure.work(items)
        seconds = clock() - before
        if found != expected:
            raise RuntimeError(f"the same work gave {expected}, then {found}")
        figures.append(UNITS[measure.unit][1](max(seconds, 1e-9), len(items)))
    return figures


def answer_figures(measure: Measure, figures: list[float], *, compiled: bool) -> Answer:
    """Return the figures of a measure as plain values, next to what is required."""
    middle = median(figures)
    required = measure.required
    if required is not None and compiled:
        required *= COMPILED_GAIN
    found = {"median": middle, "lowest": min(figures), "highest": max(figures)}
    found["repeats"] = len(figures)
    is_met = required is None or middle >= required
    return build_answer(measure.name, measure.title, measure.unit, found, required, is_met)


def answer_measures(
    workbench: Workbench, share: float, repeats: int, clock: Callable[[], float]
) -> Iterator[Answer]:
    """Measure all of a game: a share of the full work (1.0), some repeats, a clock in seconds."""
    yield {
        "measure": "build",
        "version": __version__,
        "compiled": workbench.is_compiled,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.machine()}",
        "clock": CLOCK_WORDS.get(clock, "given"),
        "repeats": repeats,
    }
    for measure in workbench.measures:
        figures = time_measure(measure, share, repeats, clock)
        yield answer_figures(measure, figures, compiled=workbench.is_compiled)


class Bench(Command):
    """Measures a game's engine, or the program."""

    name = "bench"
    summary = "measure how fast the engine, or the table, is"
    details = """\
Measures the engine and prints medians beside the figures that are required of it; a compiled
engine must be four times as fast as plain Python must be. All work follows from a fixed seed.

With --ui the whole program is driven without a window, and the work for a frame is timed while a
card is dragged and eight others travel, then the same while an AI player thinks. Then each page
is opened for the first time in a fresh program, whose longest frame is told, and the table is left
alone beside a bare loop of pygame's.

  python -m red7_desktop.lab bench --quick
  python -m red7_desktop.lab bench --ui
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--ui", action="store_true", help="measure frames, openings and rest instead"
        )
        parser.add_argument(
            "--quick", action="store_true", help="a tenth of the work and fewer repeats: rougher"
        )

    def answers(self, arguments: Namespace) -> Iterator[Answer]:
        if arguments.ui:
            from red7_desktop.lab import bench_ui

            return bench_ui.answer_ui(self.row, *(120, 1) if arguments.quick else (900, 3))
        share, repeats = (0.1, 3) if arguments.quick else (1.0, 7)
        workbench = load_workbench(self.row.name)
        return answer_measures(workbench, share, repeats, choose_finest_clock())

    def show(self, answer: Answer) -> str:
        if answer["measure"] == "build":
            engine = "compiled" if answer["compiled"] else "plain Python"
            return "\n".join(
                [
                    f"{PRODUCT} {answer['version']}, engine: {engine}",
                    f"{answer['python']}, {answer['machine']}",
                    f"medians of {answer['repeats']} by {answer['clock']}",
                    "",
                    f"{'':<{TITLE_WIDTH}}{'measured':>14}  required",
                ]
            )
        line = f"{answer['title']:<{TITLE_WIDTH}}{_format_figures(answer)}"
        required, verdict = answer["required"], "ok" if answer.get("met") else "TOO SLOW"
        if required is None:
            return line
        if answer["unit"] in UNITS:
            return f"{line}  {required:,} {verdict}"
        limits = required.values() if isinstance(required, dict) else [required]
        return f"{line}  required {' and '.join([f'{each:g}' for each in limits])}: {verdict}"


def _format_figures(answer: Answer) -> str:
    if "p99" in answer:
        return f"  median {answer['median']:.2f} ms  p99 {answer['p99']:.2f} ms"
    if "longest" in answer:
        return f"  {answer['longest']:.1f} ms"
    if "ratio" in answer:
        parts = f"{answer['table']:.2f}% against {answer['bare']:.2f}% of a processor"
        return f"  {answer['ratio']:.2f} ({parts})"
    middle = answer["median"]
    figure = f"{middle:,.0f}" if middle >= 100 else f"{middle:.3g}"
    return f"{figure:>11} {UNITS[answer['unit']][0]}"
