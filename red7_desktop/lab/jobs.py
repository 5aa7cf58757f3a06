"""Shares work over processes; its results come in order, whoever has done it."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

Task = TypeVar("Task")


Done = TypeVar("Done")


@contextmanager
def run_in_order(
    work: Callable[[Task], Done], tasks: Iterable[Task], jobs: int
) -> Iterator[Iterator[Done]]:
    """Return what the work makes of the tasks. With more jobs than one, both must pickle."""
    if jobs == 1:
        yield map(work, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, _leave_interrupts) as pool:
        yield pool.imap(work, tasks)


def _leave_interrupts() -> None:
    """Leave Ctrl+C, which every process of a terminal gets, to the one that has the results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
