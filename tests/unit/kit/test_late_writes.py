"""Files that are written in a thread of their own: what is told of it, and that nothing is lost."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from red7_desktop.kit.storage import KeptFile, LateWrites, Worker, WorkerHere, read_whole
from red7_desktop.tabletop.files import CannotWrite


def number_in(path: Path) -> KeptFile[int]:
    return KeptFile(
        path,
        {"number": read_whole(0, 99)},
        lambda fields: fields.get("number", 0),
        lambda n: {"number": n},
    )


class HeldWorker(Worker):
    """Begins when it is let go."""

    def __init__(self) -> None:
        super().__init__("held")
        self.gate = threading.Event()
        self.do(self.gate.wait)


@pytest.fixture
def file(tmp_path: Path) -> KeptFile[int]:
    return number_in(tmp_path / "number.json")


def fail(trouble: CannotWrite) -> None:
    raise AssertionError(trouble)


def test_the_newest_value_alone_is_written_and_closing_waits_for_it(
    file: KeptFile[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []
    save = KeptFile.save

    def note(file: KeptFile[int], number: int) -> None:
        written.append(number)
        save(file, number)

    monkeypatch.setattr(KeptFile, "save", note)
    worker = HeldWorker()
    writes = LateWrites(worker)
    for number in (1, 2, 3):
        writes.keep(file, number, fail)
    writes.tick()
    assert (written, writes.is_waiting) == ([], True)
    worker.gate.set()
    writes.close()
    assert written == [3]
    assert file.load() == (3, ())
    writes.tick()
    assert not writes.is_waiting


def test_what_comes_after_the_end_is_written_too(file: KeptFile[int]) -> None:
    writes = LateWrites()
    writes.close()
    writes.keep(file, 7, fail)
    writes.close()
    assert file.load() == (7, ())


def test_how_writes_end_is_told_at_a_tick_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    told: list[Any] = []
    worker = HeldWorker()
    writes = LateWrites(worker)
    writes.do(lambda: "first", fail, told.append)
    writes.keep(number_in(tmp_path / "folder"), 1, lambda trouble: told.append(trouble.code))
    writes.do(lambda: "last", fail, told.append)
    worker.gate.set()
    writes.flush()
    assert told == []
    writes.tick()
    assert told == ["first", "folder", "last"]
    writes.close()


def test_no_file_is_written_in_the_thread_that_asks(
    file: KeptFile[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: set[threading.Thread] = set()
    fsync = os.fsync

    def wait(descriptor: int) -> None:
        threads.add(threading.current_thread())
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", wait)
    writes = LateWrites()
    writes.keep(file, 1, fail)
    writes.close()
    assert len(threads) == 1
    assert threading.current_thread() not in threads


def test_a_worker_here_does_everything_at_once(file: KeptFile[int]) -> None:
    LateWrites(WorkerHere()).keep(file, 5, fail)
    assert file.load() == (5, ())
