"""The library stores matches for several copies of the program, in order, and loses none."""

from __future__ import annotations

import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from red7_desktop.app.library import database, library, matches, people
from red7_desktop.app.library.database import LibraryProblemKind, connect
from red7_desktop.app.library.library import MAX_RUNNING, TooManyMatchesError
from red7_desktop.app.profile.statistics import MatchFacts, SeatFacts
from red7_desktop.kit.storage import LockHeld, Paths
from red7_desktop.tabletop.files import FileReadError, FileWriteError
from red7_desktop.tabletop.game import AnyGame
from red7_desktop.tabletop.match import MAX_SAVE_SIZE, DamagedSaveError, SavedMatch, read_match
from tests.unit.app.copies import DAY, SEATS, Copy, save_of

HOMES = Path(__file__).parents[2] / "data"
"""Homes of older versions."""


@contextmanager
def busy(paths: Paths) -> Iterator[None]:
    """Have another program hold the library, so that nothing can be written."""
    with closing(connect(paths.library)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        yield
        holder.execute("ROLLBACK")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no library wait long for another program."""
    monkeypatch.setattr(database, "BUSY_TIMEOUT", 0.01)


def facts_of(uid: str, *, won: bool = True, day: date = DAY) -> MatchFacts:
    seats = (
        SeatFacts("Ann", "human", 9, won, 3, 0, (), 1),
        SeatFacts("Amaka", "casual", 2, not won, 3),
    )
    return MatchFacts(uid, "red7", "{}", day, 1, True, seats)


def end_of(uid: str, *, won: bool = True) -> Callable[[sqlite3.Connection], str]:
    """Return what counts a match that Ann has played with an AI player, and gives its record."""

    def end(db: sqlite3.Connection) -> str:
        people.ensure_default_player(db)
        people.put_match(db, facts_of(uid, won=won))
        return f"record of {uid}"

    return end


# == Running matches


def test_match_that_was_played_last_comes_first_whatever_the_clock_says(copy: Copy) -> None:
    first, second, third = [copy.play(seed) for seed in (1, 2, 3)]
    assert copy.seeds == [3, 2, 1]
    copy.time -= timedelta(days=400)

    copy.play(2, second)

    assert copy.seeds == [2, 3, 1]
    assert copy.library.last == second
    assert copy.library.last_by_game("spring") == {"red7": second}
    assert {first, third} < {each.uid for each in copy.library.list_running()}


def test_order_of_running_matches_is_kept_after_a_restart(start: Callable[[], Copy]) -> None:
    before = start()
    uids = [before.play(seed) for seed in (1, 2, 3)]
    before.time -= timedelta(days=400)
    before.play(1, uids[0])
    before.close()

    after = start()

    assert after.seeds == [1, 3, 2]
    assert after.library.last == uids[0]


def test_saved_match_is_replayed_once_for_all_readers(
    copy: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    replayed: list[str] = []

    def read(text: str, games: Mapping[str, AnyGame]) -> SavedMatch:
        replayed.append(text)
        return read_match(text, games)

    monkeypatch.setattr(library, "read_match", read)
    uid = copy.play(1)

    copy.library.list_running()
    copy.library.saved_in(uid)
    copy.library.list_running()

    assert len(replayed) == 1
    copy.play(2, uid)
    assert copy.seeds == [2]


def test_resumed_match_is_another_object_than_the_listed_one(copy: Copy) -> None:
    uid = copy.play(1)
    shown = copy.library.saved_in(uid)

    played = copy.library.resume(uid)

    assert shown is not None
    assert played.match is not shown.match


def test_resumed_match_has_the_state_that_was_stored_last(copy: Copy) -> None:
    uid = copy.play(1)
    copy.play(8, uid)
    copy.library.close_running(uid)

    saved = copy.library.resume(uid)

    assert (saved.match.seed, saved.seats) == (8, SEATS)
    (running,) = copy.library.list_running()
    assert (running.day, running.time, running.is_saved) == (DAY, "12:00", True)


def test_no_match_begins_when_twelve_are_running(copy: Copy) -> None:
    for seed in range(MAX_RUNNING - 1):
        copy.play(seed)
    last = copy.play(MAX_RUNNING)

    with pytest.raises(TooManyMatchesError):
        copy.library.add_running()

    copy.library.finish(last, end_of(last))
    assert copy.library.add_running()


UNREADABLE: Final = {
    "no JSON": "a match, somehow",
    "too large": " " * (MAX_SAVE_SIZE + 1),
    "from a newer program": '{"format": "red7-desktop match", "version": 99}',
}


@pytest.mark.parametrize("damage", UNREADABLE)
def test_unreadable_running_match_is_listed_and_not_changed(
    copy: Copy, other: Copy, damage: str
) -> None:
    text = UNREADABLE[damage]
    copy.play(1)
    copy.library.save_running("damaged", "red7", text, DAY)
    copy.library.close_running("damaged")
    copy.library.flush()

    damaged, sound = copy.library.list_running()

    assert (damaged.uid, damaged.saved, sound.problem) == ("damaged", None, None)
    assert damaged.problem is not None
    with pytest.raises(DamagedSaveError):
        copy.library.resume("damaged")
    copy.library.flush()
    with pytest.raises(DamagedSaveError):
        other.library.resume("damaged")
    copy.play(2)
    assert copy.read("SELECT text FROM matches WHERE uid = 'damaged'") == [(text,)]


@pytest.mark.parametrize("value", ["x'7b7d'", "7", "'12;00'"])
def test_invalid_stored_value_affects_no_other_match(copy: Copy, value: str) -> None:
    """As a damaged byte may leave it until the library has been checked."""
    damaged = copy.play(1)
    copy.play(2)
    with closing(connect(copy.file)) as db:
        db.create_function("sum_row", -1, lambda *values: 0, deterministic=True)
        change = f"UPDATE matches SET text = {value}, day = {value}, ended = {value} WHERE uid = ?"
        assert db.execute(change, (damaged,)).rowcount

    sound, broken = copy.library.list_running()

    assert sound.saved is not None
    assert (broken.saved, broken.day, broken.time) == (None, None, "")
    assert broken.problem is not None


def test_match_of_an_unavailable_game_counts_for_the_default_game(copy: Copy) -> None:
    copy.library.save_running("a", "gone", "no match", DAY)

    assert copy.library.last_by_game("red7") == {"red7": "a"}


def test_deleted_match_cannot_be_resumed(copy: Copy) -> None:
    uid = copy.play(1)
    copy.library.delete(uid)

    with pytest.raises(FileReadError) as caught:
        copy.library.resume(uid)

    assert caught.value.code == "missing"
    assert copy.library.saved_in(uid) is None
    assert not copy.library.has_running


def test_discarded_match_leaves_nothing(copy: Copy) -> None:
    uid = copy.play(1)

    copy.library.discard(uid)

    assert not copy.library.has_running
    copy.library.flush()
    assert copy.read("SELECT * FROM matches") == []


# == Two copies of the program


def test_match_of_another_copy_is_shown_and_left_alone(copy: Copy, other: Copy) -> None:
    uid = copy.play(1)

    (running,) = other.library.list_running()

    assert running.is_in_use
    assert other.library.last is None
    assert other.library.last_by_game("red7") == {}
    with pytest.raises(LockHeld):
        other.library.resume(uid)
    with pytest.raises(LockHeld):
        other.library.delete(uid)
    assert copy.seeds == [1]


def test_closed_match_can_be_resumed_by_another_running_program(copy: Copy, other: Copy) -> None:
    uid = copy.play(1)
    copy.library.close_running(uid)
    copy.library.flush()
    assert other.library.last == uid

    assert other.library.resume(uid).match.seed == 1

    with pytest.raises(LockHeld):
        copy.library.resume(uid)
    assert copy.library.list_running()[0].is_in_use


def test_match_resumed_by_two_programs_at_once_goes_to_one(copy: Copy, other: Copy) -> None:
    uid = copy.play(1)
    copy.library.close_running(uid)
    copy.library.flush()
    played: list[Copy] = []

    def resume(each: Copy) -> None:
        try:
            each.library.resume(uid)
        except LockHeld:
            return
        played.append(each)

    threads = [threading.Thread(target=resume, args=(each,)) for each in (copy, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(played) == 1
    copies = copy.read("SELECT copy FROM matches")
    assert copies == [(played[0].place.number,)]


def test_match_of_a_copy_that_died_is_free_again(copy: Copy, other: Copy) -> None:
    uid = copy.play(1)

    copy.die()

    assert not other.library.list_running()[0].is_in_use
    assert other.library.resume(uid).match.seed == 1


def test_match_of_a_killed_program_is_released_by_the_next_instance(
    copy: Copy, other: Copy, start: Callable[[], Copy]
) -> None:
    uid = copy.play(1)
    copy.die()

    again = start()

    assert again.place.number == copy.place.number
    again.library.flush()
    assert again.read("SELECT copy FROM matches") == [(0,)]
    assert other.library.resume(uid).match.seed == 1


def test_two_copies_store_matches_side_by_side(copy: Copy, other: Copy) -> None:
    for seed in range(3):
        copy.play(seed)
        other.play(seed + 10)

    assert copy.seeds == other.seeds == [12, 2, 11, 1, 10, 0]


# == Failed writes


def test_unsaved_match_is_listed_first_and_can_be_resumed(copy: Copy, paths: Paths) -> None:
    copy.play(1)
    copy.library.flush()
    with busy(paths):
        second = copy.play(2)
        third = copy.play(3)
        copy.play(4, second)

        assert copy.library.is_unsaved
        assert copy.seeds == [4, 3, 1]
        assert [each.is_saved for each in copy.library.list_running()] == [False, False, True]
        assert copy.library.resume(third).match.seed == 3
        assert not copy.library.retry_writes()

    assert copy.library.retry_writes()
    assert copy.seeds == [4, 3, 1]
    assert [each.is_saved for each in copy.library.list_running()] == [True, True, True]


def test_match_is_saving_until_it_is_written_or_writing_fails(copy: Copy, paths: Paths) -> None:
    uid = copy.library.add_running()
    is_free = threading.Event()
    copy.library._worker.submit(is_free.wait)
    copy.library.save_running(uid, "red7", save_of(1), DAY)
    waiting = [copy.library.is_saving(each) for each in (uid, "another")]
    is_free.set()
    copy.library.flush()

    assert waiting == [True, False]
    assert not copy.library.is_saving(uid)

    with busy(paths):
        copy.play(2, uid)
        copy.library.flush()
        assert copy.library.is_unsaved
        assert not copy.library.is_saving(uid)


def test_write_error_is_reported_once_until_a_write_succeeds(copy: Copy, paths: Paths) -> None:
    copy.play(1)
    for _ in range(2):
        with busy(paths):
            copy.play(2)
            copy.play(3)

            trouble = copy.library.pop_write_error()
            assert trouble is not None
            assert trouble.code == "busy"
            copy.play(4)
            assert copy.library.pop_write_error() is None
        assert copy.library.retry_writes()


def test_changes_are_written_in_the_order_in_which_they_were_asked_for(
    copy: Copy, paths: Paths
) -> None:
    copy.library.flush()
    done: list[int] = []

    def note(number: int, db: sqlite3.Connection) -> None:
        done.append(number)

    with busy(paths):
        for number in range(3):
            copy.library.write_with_retry(partial(note, number))
            copy.library.flush()
        assert done == []
    copy.library.write_with_retry(partial(note, 3))
    copy.library.flush()

    assert done == [0, 1, 2, 3]


def test_unwritten_match_state_is_replaced_by_a_newer_one(copy: Copy, paths: Paths) -> None:
    uid = copy.play(1)
    (before,) = copy.read("SELECT changed FROM matches")
    with busy(paths):
        for seed in range(2, 9):
            copy.play(seed, uid)

    assert copy.library.retry_writes()

    assert copy.seeds == [8]
    assert copy.read("SELECT changed FROM matches") == [(before[0] + 1,)]


def test_change_is_tried_again_after_a_while(
    copy: Copy, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    copy.library.flush()
    with busy(paths):
        copy.play(1)
    copy.library.tick()
    copy.library.flush()
    assert copy.library.is_unsaved

    clock[0] += library.RETRY_PAUSE
    copy.library.tick()
    copy.library.flush()

    assert copy.read("SELECT uid FROM matches") == [("1-1",)]


def test_unsaved_match_is_written_when_the_library_closes(
    copy: Copy, paths: Paths, start: Callable[[], Copy]
) -> None:
    copy.library.flush()
    with busy(paths):
        copy.play(1)

    copy.close()

    assert start().seeds == [1]


def test_match_stays_unsaved_when_the_disk_fails_at_the_end_of_a_transaction(
    copy: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy.library.flush()

    @contextmanager
    def fail(db: sqlite3.Connection) -> Iterator[None]:
        db.execute("BEGIN IMMEDIATE")
        yield
        db.execute("ROLLBACK")
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as full:
        full.setattr(database, "transaction", fail)
        uid = copy.play(1)

    assert copy.seeds == [1]
    assert not copy.library.list_running()[0].is_saved
    assert copy.library.resume(uid).match.seed == 1
    assert copy.library.retry_writes()


def test_write_without_retry_raises_its_error_to_the_caller(copy: Copy, paths: Paths) -> None:
    copy.library.flush()
    with busy(paths):
        task = copy.library.write(lambda db: people.add_person(db, "Mara"))

        with pytest.raises(FileWriteError):
            task.result()

    assert not copy.library.is_unsaved
    assert copy.library.retry_writes()
    assert copy.read("SELECT * FROM players") == []


def test_fault_in_a_change_costs_no_other(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    faults: list[object] = []
    monkeypatch.setattr(threading, "excepthook", lambda told: faults.append(told.exc_type))

    def fail(db: sqlite3.Connection) -> None:
        people.add_person(db, "Mara")
        raise ZeroDivisionError

    copy.library.write_with_retry(fail)
    copy.play(1)

    assert faults == [ZeroDivisionError]
    assert copy.seeds == [1]
    assert copy.read("SELECT * FROM players") == []
    assert not copy.library.is_unsaved


def test_match_in_a_busy_library_can_be_resumed_by_a_lone_program(copy: Copy, paths: Paths) -> None:
    uid = copy.play(1)
    copy.library.close_running(uid)
    copy.library.flush()
    with busy(paths):
        assert copy.library.resume(uid).match.seed == 1


def test_resumed_match_is_not_released_by_a_delayed_close(
    copy: Copy, other: Copy, paths: Paths
) -> None:
    uid = copy.play(1)
    with busy(paths):
        copy.library.close_running(uid)
        copy.library.flush()
        copy.library.resume(uid)

    assert copy.library.retry_writes()

    with pytest.raises(LockHeld):
        other.library.resume(uid)


def test_match_that_another_copy_has_ended_is_not_deleted(copy: Copy, other: Copy) -> None:
    uid = copy.play(1)
    copy.library.close_running(uid)
    copy.library.flush()
    assert other.seeds == [1]
    copy.library.finish(uid, end_of(uid))
    copy.library.flush()

    other.library.delete(uid)

    assert [row.uid for row in copy.played] == [uid]


def test_match_in_a_busy_library_is_refused_while_another_program_runs(
    copy: Copy, other: Copy, paths: Paths
) -> None:
    uid = copy.play(1)
    copy.library.close_running(uid)
    copy.library.flush()

    with busy(paths), pytest.raises(LockHeld):
        other.library.resume(uid)

    assert other.library.resume(uid) is not None


def test_match_that_cannot_be_deleted_stays(copy: Copy, paths: Paths) -> None:
    uid = copy.play(1)
    with busy(paths):
        copy.play(2, uid)
        with pytest.raises(FileWriteError):
            copy.library.delete(uid)
        assert copy.seeds == [2]

    assert copy.library.retry_writes()
    assert copy.seeds == [2]


def test_deleted_match_is_not_written_again(copy: Copy, paths: Paths) -> None:
    uid = copy.play(1)
    with busy(paths):
        copy.play(2, uid)

    copy.library.delete(uid)

    assert copy.library.retry_writes()
    assert copy.seeds == []


# == The end of a match


def test_finished_match_is_counted_and_recorded_and_runs_no_more(copy: Copy) -> None:
    uid = copy.play(1)
    copy.time += timedelta(hours=3)  # as if the program had ended before the match was finished

    copy.library.finish(uid, end_of(uid))

    assert not copy.library.has_running
    copy.library.flush()
    (played,) = copy.played
    assert (played.uid, played.text, played.ended) == (uid, f"record of {uid}", "12:00")
    assert copy.score == (1, 1)
    assert copy.read("SELECT copy, is_running FROM matches") == [(0, 0)]


def test_failure_while_finishing_a_match_changes_nothing(
    copy: Copy, other: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threading, "excepthook", lambda told: None)
    uid = copy.play(1)
    everyone = copy.read("SELECT * FROM players")

    def end(db: sqlite3.Connection) -> str:
        end_of(uid)(db)
        raise ZeroDivisionError

    copy.library.finish(uid, end)
    copy.library.flush()

    assert copy.seeds == other.seeds == [1]
    assert copy.read("SELECT * FROM seats") == []
    assert copy.read("SELECT * FROM players") == everyone
    assert copy.played == []


def test_match_finished_in_a_busy_library_is_stored_at_the_retry(
    copy: Copy, other: Copy, paths: Paths
) -> None:
    uid = copy.play(1)
    with busy(paths):
        copy.play(2, uid)
        copy.library.finish(uid, end_of(uid))
        copy.library.flush()
        assert not copy.library.has_running
        with pytest.raises(FileReadError):
            copy.library.resume(uid)
        assert other.seeds == [1]

    assert copy.library.retry_writes()

    assert not other.library.has_running
    assert [each.uid for each in other.played] == [uid]


def test_match_that_ends_before_it_was_ever_written_is_counted(copy: Copy, paths: Paths) -> None:
    copy.library.flush()
    with busy(paths):
        uid = copy.play(1)
        copy.library.finish(uid, end_of(uid))

    assert copy.library.retry_writes()

    assert copy.score == (1, 1)
    assert [each.ended for each in copy.played] == ["12:00"]


def test_match_that_ends_again_after_an_undo_counts_once(copy: Copy) -> None:
    uid = copy.play(1)
    copy.library.finish(uid, end_of(uid, won=True))
    copy.play(2, uid)
    assert copy.seeds == [2]
    assert copy.score == (0, 0)
    assert copy.played == []

    copy.library.finish(uid, end_of(uid, won=False))

    copy.library.flush()
    assert copy.score == (1, 0)
    assert len(copy.played) == 1
    assert copy.read("SELECT count(*) FROM seats") == [(2,)]


def test_match_that_is_undone_while_its_end_is_unwritten_goes_on(copy: Copy, paths: Paths) -> None:
    uid = copy.play(1)
    with busy(paths):
        copy.library.finish(uid, end_of(uid))
        copy.play(2, uid)

    assert copy.library.retry_writes()

    assert copy.seeds == [2]
    assert copy.read("SELECT * FROM seats") == []


def test_library_of_which_only_a_backup_is_left_is_not_new(
    start: Callable[[], Copy], paths: Paths
) -> None:
    before = start()
    assert before.library.is_new
    uid = before.play(1)
    before.library.finish(uid, end_of(uid))
    before.close()
    paths.library.unlink()

    after = start()

    assert not after.library.is_new


@pytest.mark.parametrize(
    "name",
    [
        "match-2.json",
        "late-1.red7profile",
        "played/000001-2020-02-20-deal-5.red7",
        "profile.sqlite3",
        "puzzles/red7.txt",
    ],
)
def test_library_is_not_new_beside_any_file_of_an_older_version(
    name: str, start: Callable[[], Copy], paths: Paths
) -> None:
    file = paths.saves / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"")

    assert not start().library.is_new


def test_backup_is_written_after_a_match_at_most_once_an_hour(copy: Copy, paths: Paths) -> None:
    def end_a_match(number: int) -> list[str]:
        uid = copy.play(number)
        copy.library.finish(uid, end_of(uid))
        copy.library.flush()
        return sorted([each.name for each in paths.saves.glob("library.backup-*")])

    assert end_a_match(1) == ["library.backup-1"]
    copy.time += timedelta(minutes=59)
    assert end_a_match(2) == ["library.backup-1"]
    copy.time += timedelta(minutes=1)
    assert end_a_match(3) == ["library.backup-1", "library.backup-2"]


# == Damage


def test_library_damage_is_reported_once_and_makes_read_data_outdated(
    start: Callable[[], Copy], paths: Paths
) -> None:
    before = start()
    uid = before.play(1)
    before.library.finish(uid, end_of(uid))
    before.close()
    data = paths.library.read_bytes()
    paths.library.write_bytes(data.replace(b"record of 1-1", b"rebord of 1-1"))
    copy = start()
    assert copy.library.pop_problems() == []
    generation = copy.library.generation

    copy.library.check_and_import()
    copy.library.flush()

    assert [each.kind for each in copy.library.pop_problems()] == [LibraryProblemKind.RESTORED]
    assert copy.library.generation > generation
    assert copy.library.pop_problems() == []
    assert [each.text for each in copy.played] == ["record of 1-1"]


def overwrite_page(file: Path, table: str) -> None:
    """Destroy the first page of a table in a library that is open."""
    with closing(connect(file)) as db:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = db.execute(query, (table,)).fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with file.open("rb+") as opened:
        opened.seek((page - 1) * size)
        opened.write(bytes(size))


def test_library_damage_found_by_a_write_is_reported(copy: Copy, paths: Paths) -> None:
    uid = copy.play(1)
    copy.library.finish(uid, end_of(uid))
    copy.library.flush()
    overwrite_page(paths.library, "players")

    copy.library.write(lambda db: people.add_person(db, "Mara")).result()

    assert [each.kind for each in copy.library.pop_problems()] == [LibraryProblemKind.RESTORED]
    assert copy.read("SELECT name FROM players") == [("",), ("Mara",)]
    assert len(copy.played) == 1


def test_library_damage_found_by_a_read_is_repaired_in_background(copy: Copy, paths: Paths) -> None:
    uid = copy.play(1)
    copy.library.finish(uid, end_of(uid))
    copy.library.flush()
    overwrite_page(paths.library, "matches")

    nothing: list[matches.MatchRow] = []
    assert copy.library.read(matches.list_played, nothing) == []
    copy.library.flush()

    assert [each.kind for each in copy.library.pop_problems()] == [LibraryProblemKind.RESTORED]
    assert len(copy.played) == 1


# == Data of older programs


def test_running_matches_of_an_older_version_are_imported_once(
    paths: Paths, start: Callable[[], Copy]
) -> None:
    paths.saves.mkdir()
    (paths.saves / "match.json").write_text(save_of(1), "utf-8")
    (paths.saves / "match-2.json").write_text("no match", "utf-8")
    copy = start()

    found = {
        each.saved.match.seed if each.saved else None: each for each in copy.library.list_running()
    }

    assert set(found) == {1, None}
    assert found[None].problem is not None
    copy.library.delete(found[1].uid)
    copy.library.check_and_import()
    copy.close()
    again = start()
    again.library.check_and_import()
    again.library.flush()
    assert again.seeds == []
    assert (paths.saves / "match.json").read_text("utf-8") == save_of(1)


def test_cancelled_import_of_older_data_is_done_at_the_next_start(
    tmp_path: Path, start: Callable[[], Copy], paths: Paths
) -> None:
    shutil.copytree(HOMES / "home-1.0.0" / "saves", paths.saves)
    hurried = start()
    hurried.library.cancel_import()
    hurried.library.check_and_import()
    hurried.library.flush()
    stopped = hurried.read("SELECT taken_in FROM epoch"), len(hurried.played)
    hurried.close()

    again = start()
    again.library.check_and_import()
    again.library.flush()

    assert stopped == ([(0,)], 0)
    assert again.read("SELECT taken_in FROM epoch") == [(1,)]
    assert again.played
    assert hurried.library.pop_write_error() is None


def test_closing_does_not_wait_for_a_program_that_locks_the_library(
    start: Callable[[], Copy], paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT", 600.0)
    copy = start()
    copy.play(1)

    with busy(paths):
        closing_thread = threading.Thread(target=copy.close, daemon=True)
        closing_thread.start()
        closing_thread.join(60.0)
        is_stuck = closing_thread.is_alive()

    assert not is_stuck


# == Records


def record(db: sqlite3.Connection, uid: str, *, is_counted: bool = True) -> None:
    people.ensure_default_player(db)
    people.put_match(db, facts_of(uid), is_counted=is_counted)
    matches.store_record(db, matches.MatchRow(uid, f"record of {uid}", curve="0 0.5 1 1"))


def played_in(db: sqlite3.Connection) -> list[str]:
    return [row.uid for row in matches.list_played(db)]


def test_oldest_match_record_is_dropped_and_its_match_still_counts(db: sqlite3.Connection) -> None:
    record(db, "pinned")
    matches.pin(db, "pinned", is_pinned=True)
    for number in range(matches.KEPT_RECORDS):
        record(db, f"match {number}")
    assert len(played_in(db)) == matches.KEPT_RECORDS + 1

    record(db, "newest")

    assert len(played_in(db)) == matches.KEPT_RECORDS + 1
    assert played_in(db)[0] == "newest"
    assert played_in(db)[-2:] == ["match 1", "pinned"]
    assert people.read_snapshot(db).score[0] == matches.KEPT_RECORDS + 2
    dropped = db.execute("SELECT uid, curve FROM matches WHERE text = ''").fetchall()
    assert dropped == [("match 0", "")]


def test_unpinned_record_goes_with_the_next_when_it_is_the_oldest(db: sqlite3.Connection) -> None:
    record(db, "pinned")
    matches.pin(db, "pinned", is_pinned=True)
    for number in range(matches.KEPT_RECORDS):
        record(db, f"match {number}")
    matches.pin(db, "pinned", is_pinned=False)

    record(db, "newest")

    assert "pinned" not in played_in(db)
    assert played_in(db)[-1] == "match 1"


def test_deleted_record_still_counts(db: sqlite3.Connection) -> None:
    record(db, "a")

    matches.drop_record(db, "a")

    assert played_in(db) == []
    assert matches.find_played(db, "a") is None
    assert people.read_snapshot(db).score == (1, 1)


def test_record_that_does_not_count_is_deleted_with_its_match(db: sqlite3.Connection) -> None:
    record(db, "a", is_counted=False)
    record(db, "b")

    matches.drop_record(db, "a")

    assert db.execute("SELECT uid FROM matches").fetchall() == [("b",)]
    assert db.execute("SELECT count(*) FROM seats").fetchone() == (2,)


def test_records_are_searched_for_puzzles_once_newest_first(db: sqlite3.Connection) -> None:
    for uid in "abc":
        record(db, uid)
    matches.mark_searched(db, "b")
    found = []

    while (row := matches.find_unsearched(db)) is not None:
        found.append(row.uid)
        matches.mark_searched(db, row.uid)

    assert found == ["c", "a"]
    assert matches.has_played(db)


def test_win_chance_curve_is_stored_with_its_record(db: sqlite3.Connection) -> None:
    record(db, "a")

    matches.put_curve(db, "a", "0 0.25 1 0.75")

    assert [row.curve for row in matches.list_played(db)] == ["0 0.25 1 0.75"]


def test_newest_puzzles_are_kept(db: sqlite3.Connection) -> None:
    matches.put_puzzles(db, "red7", [("b", "puzzle b"), ("a", "puzzle a")], 3)
    matches.put_puzzles(db, "spring", [("a", "another a")], 3)

    matches.put_puzzles(db, "red7", [("d", "puzzle d"), ("c", "puzzle c"), ("b", "again")], 3)

    assert matches.list_puzzles(db, "red7") == ["puzzle d", "puzzle c", "puzzle b"]
    assert matches.list_puzzles(db, "spring") == ["another a"]
