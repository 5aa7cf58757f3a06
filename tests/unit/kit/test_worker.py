"""Tasks are kept for their results, some of them hundreds at a time."""

from __future__ import annotations

import weakref

import pytest

from red7_desktop.kit.storage import BackgroundTask, Worker


class Large:
    """Stands for a picture."""

    def packed(self) -> str:
        return "packed"

    def broken(self) -> str:
        raise ValueError("no picture")


def test_a_task_that_is_done_keeps_its_result_and_nothing_else() -> None:
    worker, large = Worker("test"), Large()
    gone = weakref.ref(large)
    task = worker.do(large.packed)
    del large
    assert task.result() == "packed"
    worker.close()
    assert gone() is None
    assert task.result() == "packed"


def test_what_goes_wrong_is_for_whoever_wants_the_result() -> None:
    task = BackgroundTask(Large().broken)
    task.run()
    assert task.is_done
    with pytest.raises(ValueError, match="no picture"):
        task.result()
