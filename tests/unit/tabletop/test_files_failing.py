"""A write that fails, wherever it fails, leaves the file as it was; so does a power cut."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest

from red7_desktop.tabletop.files import (
    CannotWrite,
    backup_of,
    load_with_backup,
    read_text,
    write_atomically,
)

ROOT: Final = Path(__file__).resolve().parents[3]
OLD, NEW = "the old text\n" * 3, "a new one\n" * 5

CALLS: Final = (
    (Path, "open"),
    (Path, "unlink"),
    (Path, "read_bytes"),
    (os, "fsync"),
    (os, "link"),
    (os, "replace"),
    (os, "open"),
)
"""All that a write asks of the system and that can fail."""


A_WRITE: Final = ["open", "fsync", "link", "link", "replace", "replace", "open", "fsync"]
"""The calls of a write: the first free name for the link is the second tried."""
PLACES: Final = range(1, len(A_WRITE) + 1)
LAST_RENAME: Final = 6


class PowerCut(BaseException):
    """Ends a write at once; nothing tidies up after it."""


class Faults:
    """Counts the calls to the system and lets chosen ones fail."""

    def __init__(self, fails: Callable[[int, str], BaseException | None]) -> None:
        self.fails = fails
        self.calls: list[str] = []

    def install(self, patch: pytest.MonkeyPatch) -> None:
        for owner, name in CALLS:
            patch.setattr(owner, name, self.watched(getattr(owner, name), name))

    def watched(self, real: Callable[..., Any], name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            self.calls.append(name)
            fault = self.fails(len(self.calls), name)
            if fault is not None:
                raise fault
            return real(*arguments, **options)

        return call


def full_disk() -> OSError:
    return OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give a file that has been written twice, so that it has a backup."""
    path = tmp_path / "a.txt"
    write_atomically(path, "the oldest text")
    write_atomically(path, OLD)
    return path


def write_with(faults: Faults, path: Path) -> CannotWrite | None:
    """Write the new text; give what it raised."""
    with pytest.MonkeyPatch.context() as patch:
        faults.install(patch)
        try:
            write_atomically(path, NEW)
        except CannotWrite as trouble:
            return trouble
    return None


def calls_of_a_write(path: Path) -> list[str]:
    faults = Faults(lambda count, name: None)
    assert write_with(faults, path) is None
    write_atomically(path, OLD)
    return faults.calls


def test_a_write_asks_the_system_for_what_makes_it_last(path: Path) -> None:
    calls = calls_of_a_write(path)
    assert calls == A_WRITE


@pytest.mark.parametrize("number", PLACES)
@pytest.mark.parametrize("lasting", [False, True], ids=["once", "from then on"])
def test_a_failure_at_any_call_leaves_one_text_whole(
    path: Path, number: int, lasting: bool
) -> None:
    def fails(count: int, name: str) -> OSError | None:
        hit = count >= number if lasting else count == number
        return full_disk() if hit and name != "unlink" else None

    trouble = write_with(Faults(fails), path)
    if trouble is None:
        assert read_text(path) == NEW
        assert read_text(backup_of(path)) == OLD
    else:
        assert (trouble.path, trouble.code) == (path, "full")
        assert read_text(path) == OLD
    assert sorted(each.name for each in path.parent.iterdir()) == ["a.txt", "a.txt.bak"]
    is_copied_instead = A_WRITE[number - 1] == "link" and not lasting
    assert (trouble is None) == (is_copied_instead or number > LAST_RENAME)


def test_after_a_failed_write_the_next_one_keeps_its_backup(path: Path) -> None:
    faults = Faults(lambda count, name: full_disk() if count == LAST_RENAME else None)
    assert write_with(faults, path) is not None
    write_atomically(path, NEW)
    assert read_text(path) == NEW
    assert read_text(backup_of(path)) == OLD
    assert len(list(path.parent.iterdir())) == 2


@pytest.mark.parametrize("number", PLACES)
@pytest.mark.parametrize("links", [True, False], ids=["with links", "without links"])
def test_a_power_cut_at_any_call_leaves_one_text_whole(
    path: Path, number: int, links: bool
) -> None:
    def fails(count: int, name: str) -> BaseException | None:
        if count >= number:
            return PowerCut()
        return None if links or name != "link" else PermissionError(errno.EPERM, "no links")

    with suppress(PowerCut):
        write_with(Faults(fails), path)
    assert read_text(path) in {OLD, NEW}
    assert load_with_backup(path, str).problem is None
    assert read_text(backup_of(path)) in {"the oldest text", OLD}
    write_atomically(path, "and on it goes")
    assert read_text(path) == "and on it goes"


def test_a_power_cut_before_the_last_rename_keeps_the_old_text(path: Path) -> None:
    with suppress(PowerCut):
        write_with(Faults(lambda count, name: PowerCut() if count == LAST_RENAME else None), path)
    assert read_text(path) == OLD


def test_a_write_that_is_interrupted_tidies_up(path: Path) -> None:
    def at(number: int) -> Faults:
        return Faults(lambda count, name: KeyboardInterrupt() if count == number else None)

    for number in range(1, LAST_RENAME + 1):
        with pytest.raises(KeyboardInterrupt):
            write_with(at(number), path)
        assert read_text(path) == OLD
        assert len(list(path.parent.iterdir())) == 2


def test_a_disk_that_fills_up_in_the_middle_of_the_text(path: Path) -> None:
    """The system cuts the write short, as a full disk does: at most 1000 bytes a file."""
    pytest.importorskip("resource", reason="this system has no limits on files")
    script = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from red7_desktop.tabletop.files import CannotWrite, write_atomically\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try: write_atomically(Path(sys.argv[1]), 'x' * 100_000)\n"
        "except CannotWrite as trouble: print(trouble.code, trouble.path)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == f"full {path}\n"
    assert read_text(path) == OLD
    assert len(list(path.parent.iterdir())) == 2


@pytest.fixture
def read_only_folder() -> Iterator[Path]:
    """Give a folder with a file `a.txt` that this user may read but not write to."""
    if os.name != "posix":
        pytest.skip("permissions are another matter on Windows")
    folder = Path(tempfile.mkdtemp())
    write_atomically(folder / "a.txt", OLD)
    (folder / "a.txt").chmod(0o444)
    folder.chmod(0o555)
    was_root = os.geteuid() == 0
    if was_root:  # root may write anywhere
        os.seteuid(65534)
    yield folder
    if was_root:
        os.seteuid(0)
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_read_only_folder_is_left_as_it_is(read_only_folder: Path) -> None:
    path = read_only_folder / "a.txt"
    with pytest.raises(CannotWrite) as caught:
        write_atomically(path, NEW)
    assert (caught.value.path, caught.value.code) == (path, "not_permitted")
    assert read_text(path) == OLD
    assert len(list(read_only_folder.iterdir())) == 1
