"""One thread that does one thing after the other, and promises of what will come of each."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class BackgroundTask(Generic[T]):
    """Something to be done. is_done: it has been, or has failed."""

    def __init__(self, job: Callable[[], T]) -> None:
        self._job = job
        self._results: list[T] = []
        self._done = threading.Event()
        self.error: Exception | None = None

    @property
    def is_done(self) -> bool:
        """Whether it has been done, or has failed with `error`."""
        return self._done.is_set()

    @classmethod
    def done(cls, result: T) -> BackgroundTask[T]:
        """Give one whose result is there."""
        task = cls(lambda: result)
        task.run()
        return task

    def run(self) -> None:
        """Do it, and let go of it: whoever keeps the task for its result keeps nothing else."""
        job = self._job
        del self._job
        try:
            self._results.append(job())
        except Exception as error:  # it is for whoever wants the result
            self.error = error
        self._done.set()

    def wait(self) -> None:
        """Wait till it is done, or has failed."""
        self._done.wait()

    def result(self) -> T:
        """Wait till it is done, and give what came of it, or raise what went wrong."""
        self.wait()
        if self.error is not None:
            raise self.error
        return self._results[0]


class Worker:
    """Does what it is asked in a thread of its own, which begins with the first task."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: SimpleQueue[BackgroundTask[Any] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def do(self, job: Callable[[], T]) -> BackgroundTask[T]:
        """Do something after what has been asked before."""
        task = BackgroundTask(job)
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._thread.start()
        self._tasks.put(task)
        return task

    def close(self) -> None:
        """Do what is left, and stop."""
        if self._thread is not None:
            self._tasks.put(None)
            self._thread.join()
            self._thread = None

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            task.run()


class WorkerHere(Worker):
    """Does what it is asked at once, in the thread that asks: where everything goes by steps."""

    def __init__(self) -> None:
        super().__init__("nobody")

    def do(self, job: Callable[[], T]) -> BackgroundTask[T]:
        """Do something now."""
        task = BackgroundTask(job)
        task.run()
        return task
