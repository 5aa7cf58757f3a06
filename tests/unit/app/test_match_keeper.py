"""Matches in slots: no file is lost, none is written by two copies of the program."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from red7_desktop.app.matches.match_store import MOST, MatchStore, NoRoom
from red7_desktop.games.red7.face.turn_words import to_options
from red7_desktop.games.registry import BOX, load_all_rules
from red7_desktop.kit.storage import LockHeld
from red7_desktop.play.ai import Seat
from red7_desktop.tabletop.files import CannotRead, backup_of
from red7_desktop.tabletop.match import DamagedSave, Match, read_match
from tests.setups import red7_setup

SEATS = (Seat("Ann"), Seat("Amaka", "casual"))
UNREADABLE = {
    "not text": b'{"format": "red7-desktop match", \xff}',
    "too large": b" " * 8_000_001,
    "no JSON": b"a match, somehow",
    "from a newer program": b'{"format": "red7-desktop match", "version": 99}',
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "saves"


@pytest.fixture
def keeper(folder: Path) -> Iterator[MatchStore]:
    made = MatchStore(folder, BOX)
    yield made
    made.close()


@pytest.fixture
def other(folder: Path) -> Iterator[MatchStore]:
    """The keeper of another running copy."""
    made = MatchStore(folder, BOX)
    yield made
    made.close()


def match_of(seed: int) -> Match:
    return Match(BOX["red7"].rules(), to_options(red7_setup()), seed)


def begin(keeper: MatchStore, seed: int) -> Match:
    keeper.begin()
    match = match_of(seed)
    keeper.keep(match, SEATS, {})
    keeper.flush()
    return match


def seeds_on_disk(folder: Path) -> dict[str, int]:
    files = sorted(folder.glob("*.json"))
    return {
        path.name: read_match(path.read_text("utf-8"), load_all_rules(BOX)).match.seed
        for path in files
    }


def seeds_told(keeper: MatchStore) -> list[int]:
    return [kept.saved.match.seed for kept in keeper.kept() if kept.saved is not None]


# -- several matches -------------------------------------------------------------------------


def test_each_match_has_a_file_of_its_own(keeper: MatchStore, folder: Path) -> None:
    for seed in (1, 2, 3):
        begin(keeper, seed)
    keeper.leave()
    assert seeds_on_disk(folder) == {"match.json": 1, "match-2.json": 2, "match-3.json": 3}
    assert seeds_told(keeper) == [3, 2, 1]


def test_what_was_played_last_comes_first(keeper: MatchStore, folder: Path) -> None:
    for seed in (1, 2, 3):
        begin(keeper, seed)
    assert keeper.resume(2).value.match.seed == 2
    assert seeds_told(keeper) == [2, 3, 1]
    assert keeper.last == 2


def test_another_start_knows_by_the_files_what_was_played_last(folder: Path) -> None:
    first = MatchStore(folder, BOX)
    for seed in (1, 2, 3):
        begin(first, seed)
    first.close()
    for name, age in (("match.json", 5.0), ("match-2.json", 1.0), ("match-3.json", 9.0)):
        os.utime(folder / name, (1e9 - age, 1e9 - age))
    second = MatchStore(folder, BOX)
    assert seeds_told(second) == [2, 1, 3]
    assert second.last == 2
    second.close()


def test_a_match_that_is_over_leaves_its_slot_to_the_next(keeper: MatchStore, folder: Path) -> None:
    begin(keeper, 1)
    begin(keeper, 2)
    keeper.forget()
    assert seeds_on_disk(folder) == {"match.json": 1}
    begin(keeper, 3)
    assert seeds_on_disk(folder) == {"match.json": 1, "match-2.json": 3}


def test_a_deleted_match_is_gone_with_its_backup_and_no_other_is(
    keeper: MatchStore, folder: Path
) -> None:
    begin(keeper, 1)
    match = begin(keeper, 2)
    keeper.keep(match, SEATS, {"twice": True})
    keeper.leave()
    assert backup_of(folder / "match-2.json").exists()
    keeper.delete(2)
    assert seeds_told(keeper) == [1]
    assert not list(folder.glob("match-2.json*"))


def test_with_all_slots_in_use_no_match_begins_and_none_is_lost(
    keeper: MatchStore, folder: Path
) -> None:
    for seed in range(MOST):
        begin(keeper, seed)
    with pytest.raises(NoRoom):
        keeper.begin()
    assert sorted(seeds_on_disk(folder).values()) == list(range(MOST))


def test_more_matches_than_there_are_slots_are_read_all_the_same(
    keeper: MatchStore, folder: Path
) -> None:
    begin(keeper, 1)
    keeper.leave()
    (folder / "match.json").rename(folder / "match-40.json")
    assert seeds_told(keeper) == [1]
    assert keeper.resume(40).value.match.seed == 1


# -- files that cannot be read ---------------------------------------------------------------


@pytest.mark.parametrize("damage", UNREADABLE)
def test_a_match_that_cannot_be_read_is_told_and_never_replaced(
    keeper: MatchStore, folder: Path, damage: str
) -> None:
    folder.mkdir()
    (folder / "match.json").write_bytes(UNREADABLE[damage])
    (kept,) = keeper.kept()
    assert kept.saved is None
    assert kept.problem is not None
    with pytest.raises((CannotRead, DamagedSave)):
        keeper.resume(1)
    match = begin(keeper, 2)
    keeper.keep(match, SEATS, {})
    keeper.flush()
    assert (folder / "match.json").read_bytes() == UNREADABLE[damage]


@pytest.mark.parametrize("damage", UNREADABLE)
def test_a_file_that_comes_between_is_copied_aside_before_the_first_write(
    keeper: MatchStore, folder: Path, damage: str
) -> None:
    """As 0.1.0, or a disk that knows no locks, might put one there."""
    keeper.begin()
    folder.mkdir(exist_ok=True)
    (folder / "match.json").write_bytes(UNREADABLE[damage])
    for _ in range(2):
        keeper.keep(match_of(1), SEATS, {})
        keeper.flush()
    aside = folder / "match.json.damaged-1"
    assert aside.read_bytes() == UNREADABLE[damage]
    assert seeds_on_disk(folder) == {"match.json": 1}


@pytest.mark.parametrize("damage", UNREADABLE)
def test_where_only_the_backup_is_whole_the_match_goes_on_and_the_file_is_copied_aside(
    keeper: MatchStore, folder: Path, damage: str
) -> None:
    match = begin(keeper, 1)
    keeper.keep(match, SEATS, {"twice": True})
    keeper.leave()
    (folder / "match.json").write_bytes(UNREADABLE[damage])
    loaded = keeper.resume(1)
    assert loaded.value.match.seed == 1
    assert loaded.problem is not None
    assert (folder / "match.json.damaged-1").read_bytes() == UNREADABLE[damage]


# -- two copies at once ----------------------------------------------------------------------


def test_two_copies_never_have_the_same_slot(
    keeper: MatchStore, other: MatchStore, folder: Path
) -> None:
    keeper.begin()
    other.begin()
    keeper.keep(match_of(1), SEATS, {})
    other.keep(match_of(2), SEATS, {})
    keeper.flush()
    other.flush()
    assert seeds_on_disk(folder) == {"match.json": 1, "match-2.json": 2}


def test_what_another_copy_plays_is_shown_and_left_alone(
    keeper: MatchStore, other: MatchStore
) -> None:
    begin(keeper, 1)
    (kept,) = other.kept()
    assert kept.is_elsewhere
    assert not other.last_by_game("red7")
    with pytest.raises(LockHeld):
        other.resume(1)
    with pytest.raises(LockHeld):
        other.delete(1)
    keeper.leave()
    assert other.last == 1
    assert other.resume(1).value.match.seed == 1
    with pytest.raises(LockHeld):
        keeper.resume(1)


def test_a_match_that_is_nowhere_but_here_stays_here_when_another_begins(
    folder: Path, keeper: MatchStore
) -> None:
    folder.write_text("a file in the folder's place", "utf-8")
    first = begin(keeper, 1)
    assert keeper.take_trouble() is not None
    begin(keeper, 2)
    assert seeds_told(keeper) == [2, 1]
    assert keeper.resume(1).value.match.log == first.log
    folder.unlink()
    assert keeper.save_again()
    assert sorted(seeds_on_disk(folder).values()) == [1, 2]
