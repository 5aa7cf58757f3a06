"""Several copies of the program at once: each knows how many there are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from red7_desktop.kit.storage import Lock, LockHeld, Paths, take_place

HOLD = (
    "import sys; from pathlib import Path\n"
    "from red7_desktop.kit.storage import Lock\n"
    "lock = Lock(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()\n"
)
"""What another process runs to hold a lock till it is killed."""


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "config", tmp_path / "saves", tmp_path / "logs")


def test_each_further_copy_knows_of_the_others(paths: Paths) -> None:
    places = [take_place(paths) for _ in range(3)]
    assert [(place.number, place.others) for place in places] == [(1, 0), (2, 1), (3, 2)]
    for place in places:
        place.release()


def test_a_place_that_was_left_is_taken_again(paths: Paths) -> None:
    first, second = take_place(paths), take_place(paths)
    first.release()
    again = take_place(paths)
    assert (again.number, again.others) == (1, 0)
    second.release()
    again.release()


def test_a_lock_goes_with_the_process_however_it_ends(paths: Paths) -> None:
    path = paths.saves / "copy.lock"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(LockHeld):
        Lock(path)
    second = take_place(paths)
    assert (second.number, second.others) == (2, 1)
    second.release()
    holder.kill()
    holder.communicate()
    first = take_place(paths)
    assert first.number == 1
    first.release()


def test_where_nothing_can_be_locked_it_is_the_first_place(paths: Paths) -> None:
    paths.saves.write_text("a file in the folder's place", "utf-8")
    place = take_place(paths)
    assert (place.number, place.lock) == (1, None)
    place.release()
