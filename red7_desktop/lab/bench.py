"""How fast engines are: the command, and how times are taken."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import get_clock_info, perf_counter, process_time
from typing import TYPE_CHECKING, Final

import red7_desktop
from red7_desktop import PRODUCT, __version__
from red7_desktop.lab.command import (
    Answer,
    FreshStart,
    Input,
    LabCommand,
    Measure,
    TimedTask,
    Workbench,
    load_workbench,
)

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from red7_desktop.games.registry import GameRow


UNITS: Final[dict[str, Callable[[float, int], float]]] = {
    "per second": lambda seconds, items: items / seconds,
    "microseconds": lambda seconds, items: 1e6 * seconds / items,
    "milliseconds": lambda seconds, items: 1e3 * seconds / items,
}
"""By unit: makes a figure out of the seconds that a number of items took."""
COMPILED_GAIN: Final = 4
"""A compiled engine has to be so many times as fast as plain Python has to be."""


def time_task(task: TimedTask, unit: str, repeats: int, clock: Callable[[], float]) -> list[float]:
    """Run a task some times after a first time that does not count; return the figures.

    clock: gives seconds. Raises RuntimeError when two runs of the same work differ in their sum.
    """
    expected = task.run()
    figures = []
    for _ in range(repeats):
        before = clock()
        found = task.run()
        seconds = clock() - before
        if found != expected:
            raise RuntimeError(f"the same work gave {expected}, then {found}")
        figures.append(UNITS[unit](max(seconds, 1e-9), task.items))
    return figures


def answer_figures(measure: Measure, figures: list[float], *, compiled: bool) -> Answer:
    """Return the figures of a measure as plain values, next to what is required."""
    middle = median(figures)
    required = measure.required
    if required is not None and compiled:
        required *= COMPILED_GAIN
    return {
        "measure": measure.name,
        "title": measure.title,
        "unit": measure.unit,
        "median": middle,
        "lowest": min(figures),
        "highest": max(figures),
        "repeats": len(figures),
        "required": required,
        "met": None if required is None else middle >= required,
    }


CLOCK_WORDS: Final = {process_time: "processor time", perf_counter: "wall clock"}
"""How the clocks are called that the benchmark may use."""
TITLE_WIDTH: Final = 58


def add_arguments(parser: ArgumentParser) -> None:
    """Add the choice of a short form, and of what is measured."""
    parser.add_argument(
        "--ui", action="store_true", help="measure frames, openings and rest instead"
    )
    parser.add_argument(
        "--quick", action="store_true", help="a tenth of the work and fewer repeats: rougher"
    )


def answer_bench(row: GameRow, arguments: Namespace, stdin: Input) -> Iterator[Answer]:
    """Answer with the build first, then for every measure; or with the table's frames."""
    if arguments.ui:
        from red7_desktop.lab.bench_ui import answer_ui

        yield from answer_ui(row, *(120, 1) if arguments.quick else (900, 3))
        return
    share, repeats = (0.1, 3) if arguments.quick else (1.0, 7)
    yield from answer_measures(
        load_workbench(row.name), share, repeats, choose_finest_clock(), run_script
    )


FINE_ENOUGH: Final = 1e-4
"""Seconds. The shortest work that is timed takes some hundredths of a second."""


def choose_finest_clock() -> Callable[[], float]:
    """Return the clock of this process's own seconds, which other programs' work does not move.

    Some systems count it in steps too coarse for this; there it is the wall clock.
    """
    resolution = get_clock_info("process_time").resolution
    return process_time if resolution <= FINE_ENOUGH else perf_counter


def answer_measures(
    workbench: Workbench,
    share: float,
    repeats: int,
    clock: Callable[[], float],
    start: Callable[[str], list[float]],
) -> Iterator[Answer]:
    """Measure all of a game: a share of the full work (1.0), some repeats, a clock in seconds.

    start: lets a fresh interpreter run a script and gives its figures.
    """
    yield {
        "measure": "build",
        "version": __version__,
        "compiled": workbench.is_compiled,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.machine()}",
        "clock": CLOCK_WORDS.get(clock, "given"),
        "repeats": repeats,
    }
    for measure in workbench.measures():
        figures = time_task(measure.set_up(share), measure.unit, repeats, clock)
        yield answer_figures(measure, figures, compiled=workbench.is_compiled)
    fresh = workbench.fresh_start()
    if fresh is not None:
        yield from answer_fresh(fresh, repeats, start)


def show(answer: Answer) -> str:
    """Write a line for a measure; a few for the build, with the head of the table."""
    if answer["measure"] == "build":
        return _build_lines(answer)
    title = f"{answer['title']:<{TITLE_WIDTH}}"
    if answer["measure"] in _LINES:
        return _LINES[answer["measure"]](title, answer)
    if answer["median"] is None:
        return f"{title}  not measured: {answer['why']}"
    short = {"per second": "/s", "microseconds": "us", "milliseconds": "ms"}[answer["unit"]]
    line = f"{title}{_format_figure(answer['median']):>11} {short}"
    required = answer["required"]
    if required is None:
        return line
    return f"{line}  {required:,} {'ok' if answer['met'] else 'TOO SLOW'}"


def _format_frame(title: str, answer: Answer) -> str:
    line = f"{title}  median {answer['median']:.2f} ms  p99 {answer['p99']:.2f} ms"
    required = answer["required"]
    if required is None:
        return line
    verdict = "ok" if answer["met"] else "TOO SLOW"
    return f"{line}  required {required['median']:g} and {required['p99']:g}: {verdict}"


def _format_opening(title: str, answer: Answer) -> str:
    line = f"{title}  {answer['longest']:.1f} ms"
    return line if answer["required"] is None else f"{line}  {_format_verdict(answer)}"


def _format_rest(title: str, answer: Answer) -> str:
    parts = f"{answer['table']:.2f}% against {answer['bare']:.2f}% of a processor"
    return f"{title}  {answer['ratio']:.2f} ({parts})  {_format_verdict(answer)}"


def _format_verdict(answer: Answer) -> str:
    return f"required {answer['required']:g}: {'ok' if answer['met'] else 'TOO SLOW'}"


_LINES: Final = {
    "frames": _format_frame,
    "frames_while_thinking": _format_frame,
    "opening": _format_opening,
    "rest": _format_rest,
}


def _build_lines(answer: Answer) -> str:
    engine = "compiled" if answer["compiled"] else "plain Python"
    lines = [
        f"{PRODUCT} {answer['version']}, engine: {engine}",
        f"{answer['python']}, {answer['machine']}",
        f"medians of {answer['repeats']} by {answer['clock']}",
        "",
        f"{'':<{TITLE_WIDTH}}{'measured':>14}  required",
    ]
    return "\n".join(lines)


def _format_figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def make_bench_command(row: GameRow) -> LabCommand:
    """Make the command for a game."""
    return LabCommand(
        name="bench",
        summary="measure how fast the engine, or the table, is",
        details="""\
Measures the engine and prints medians beside the figures that are required of it; a compiled
engine must be four times as fast as plain Python must be. All work follows from a fixed seed.

With --ui the whole program is driven without a window, and the work for a frame is timed while a
card is dragged and eight others travel, then the same while an AI player thinks. Then each page
is opened for the first time in a fresh program, whose longest frame is told, and the table is left
alone beside a bare loop of pygame's.

  python -m red7_desktop.lab bench --quick
  python -m red7_desktop.lab bench --ui
""",
        add_arguments=add_arguments,
        answers=partial(answer_bench, row),
        show=show,
    )


def run_script(script: str) -> list[float]:
    """Let a fresh interpreter run a script; return the figures that it prints.

    Raises RuntimeError when there is no interpreter to start, or it fails.
    """
    root = Path(red7_desktop.__file__).resolve().parent.parent
    if not sys.executable:
        raise RuntimeError("there is no interpreter to start")
    try:
        started = subprocess.run(
            [sys.executable, "-c", script, str(root)],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise RuntimeError(f"a fresh interpreter failed: {error}") from error
    figures: list[float] = json.loads(started.stdout)
    return figures


def answer_fresh(
    fresh: FreshStart, repeats: int, start: Callable[[str], list[float]] = run_script
) -> Iterator[Answer]:
    """Answer for everything that is measured in fresh interpreters; median None with a reason."""
    why = ""
    starts: list[list[float]] = []
    try:
        start(fresh.script)  # the first one may still have to compile and cache the modules
        starts = [start(fresh.script) for _ in range(repeats)]
    except RuntimeError as error:
        why = str(error)
    for nth, (name, title, unit) in enumerate(fresh.titles):
        figures = [found[nth] for found in starts]
        yield {
            "measure": name,
            "title": title,
            "unit": unit,
            "median": median(figures) if figures else None,
            "lowest": min(figures, default=None),
            "highest": max(figures, default=None),
            "repeats": len(figures),
            "required": None,
            "met": None,
        } | ({"why": why} if why else {})
