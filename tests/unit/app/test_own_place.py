"""Two copies of the program at once: each keeps a match of its own, and none is forgotten."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from red7_desktop.app.own_place import Held, Lock, Place, take_place
from red7_desktop.app.paths import Paths

HOLD = (
    "import sys; from pathlib import Path\n"
    "from red7_desktop.app.own_place import Lock\n"
    "lock = Lock(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()\n"
)
"""What another process runs to hold a lock till it is killed."""


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "config", tmp_path / "saves", tmp_path / "logs")


def names(*places: Place) -> list[str]:
    return [place.match.name for place in places]


def leave_match(paths: Paths, name: str) -> None:
    paths.saves.mkdir(exist_ok=True)
    (paths.saves / name).write_text("a match", "utf-8")


def test_the_first_copy_has_the_usual_place(paths: Paths) -> None:
    place = take_place(paths)
    assert (place.match, place.others) == (paths.match, 0)
    place.release()


def test_each_further_copy_has_the_next_one_and_knows_of_the_others(paths: Paths) -> None:
    places = [take_place(paths) for _ in range(3)]
    assert names(*places) == ["match.json", "match-2.json", "match-3.json"]
    assert [place.others for place in places] == [0, 1, 2]
    assert len({place.match for place in places}) == 3
    for place in places:
        place.release()


def test_a_place_that_was_left_is_taken_again(paths: Paths) -> None:
    first, second = take_place(paths), take_place(paths)
    first.release()
    again = take_place(paths)
    assert (again.match, again.others) == (paths.match, 0)
    second.release()
    again.release()


@pytest.mark.parametrize("left", ["match-2.json", "match-2.json.bak"])
def test_a_match_that_a_second_copy_has_left_is_offered_when_the_first_place_is_empty(
    paths: Paths, left: str
) -> None:
    leave_match(paths, left)
    place = take_place(paths)
    assert names(place) == ["match-2.json"]
    place.release()
    leave_match(paths, "match.json")
    place = take_place(paths)
    assert names(place) == ["match.json"]
    place.release()


def test_a_copy_sweeps_up_in_its_own_place_only(paths: Paths) -> None:
    first = take_place(paths)
    leave_match(paths, ".match.json-77-0.tmp")
    leave_match(paths, ".match-2.json-78-0.tmp")
    second = take_place(paths)
    assert {path.name for path in paths.saves.glob(".*")} == {".match.json-77-0.tmp"}
    first.release()
    second.release()


def test_a_lock_goes_with_the_process_however_it_ends(paths: Paths) -> None:
    path = paths.saves / "match.lock"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(Held):
        Lock(path)
    second = take_place(paths)
    assert (names(second), second.others) == (["match-2.json"], 1)
    second.release()
    holder.kill()
    holder.communicate()
    first = take_place(paths)
    assert names(first) == ["match.json"]
    first.release()


def test_where_nothing_can_be_locked_it_is_the_usual_place(paths: Paths) -> None:
    paths.saves.write_text("a file in the folder's place", "utf-8")
    place = take_place(paths)
    assert (place.match, place.lock) == (paths.match, None)
    place.release()
