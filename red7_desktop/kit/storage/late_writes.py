"""Writes files in a thread of its own, one after the other: a slow disk holds up no frame."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeVar

from red7_desktop.kit.storage.json_store import KeptFile
from red7_desktop.kit.storage.worker import BackgroundTask, Worker
from red7_desktop.tabletop.files import CannotWrite

T = TypeVar("T")


class _Awaited(NamedTuple):
    """A write, and who hears how it has ended."""

    task: BackgroundTask[Any]
    done: Callable[[Any], None]
    failed: Callable[[CannotWrite], None]


class LateWrites:
    """Writes what it is given, in that order. Call `tick` once a frame, and `close` at the end.

    worker: does the writing; one that is not closed is handed in where several share it.
    """

    def __init__(self, worker: Worker | None = None) -> None:
        self._worker = worker or Worker("file keeper")
        self._newest: dict[KeptFile[Any], Any] = {}
        self._awaited: list[_Awaited] = []

    def do(
        self,
        write: Callable[[], T],
        failed: Callable[[CannotWrite], None],
        done: Callable[[T], None] = lambda outcome: None,
    ) -> None:
        """Write something soon, and tell of it at a tick."""
        self._awaited.append(_Awaited(self._worker.do(write), done, failed))

    def keep(self, file: KeptFile[T], value: T, failed: Callable[[CannotWrite], None]) -> None:
        """Keep a value soon; one that has not been written when the next comes is passed over."""
        self._newest[file] = value
        self.do(partial(self._write_newest, file), failed)

    def _write_newest(self, file: KeptFile[Any]) -> None:
        waiting = self._newest
        if file in waiting:  # else an earlier turn has written it
            file.save(waiting.pop(file))

    @property
    def is_waiting(self) -> bool:
        """Whether there is a write whose end has not been told."""
        return bool(self._awaited)

    def tick(self) -> None:
        """Tell how writes have ended, the first one first."""
        while self._awaited and self._awaited[0].task.is_done:
            task, done, failed = self._awaited.pop(0)
            try:
                outcome = task.result()
            except CannotWrite as error:
                failed(error)
            else:
                done(outcome)

    def flush(self) -> None:
        """Wait until all is written, or could not be."""
        for awaited in self._awaited:
            awaited.task.wait()

    def close(self) -> None:
        """Write what is left, and stop."""
        self._worker.close()
