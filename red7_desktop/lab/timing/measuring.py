"""Times tasks: medians over repeats, by a clock that is handed in."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from red7_desktop.lab.command import Answer


class TimedTask(NamedTuple):
    """Work to be timed: run does it and gives a sum over its results; items: how many things."""

    run: Callable[[], int]
    items: int


class Measure(NamedTuple):
    """Something to measure.

    unit: a key of `UNITS`. required: what plain Python must reach, None where nothing is asked
    for. set_up: makes the task for a share of the full work (1.0), untimed.
    """

    name: str
    title: str
    unit: str
    required: int | None
    set_up: Callable[[float], TimedTask]


UNITS: Final[dict[str, Callable[[float, int], float]]] = {
    "per second": lambda seconds, items: items / seconds,
    "microseconds": lambda seconds, items: 1e6 * seconds / items,
    "milliseconds": lambda seconds, items: 1e3 * seconds / items,
}
"""By unit: makes a figure out of the seconds that a number of items took."""


COMPILED_GAIN: Final = 4
"""A compiled engine has to be so many times as fast as plain Python has to be."""


def time_task(task: TimedTask, unit: str, repeats: int, clock: Callable[[], float]) -> list[float]:
    """Run a task some times after a first time that does not count; give the figures.

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
    """Return the figures of a measure as plain values, beside what is required."""
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
