"""Files that are damaged, disks that are full, too few files: told, and no match is lost."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pygame
import pytest

from red7_desktop import resources
from red7_desktop.app import launch
from red7_desktop.app.features import ProfileFeature
from red7_desktop.app.library import database, matches, schema
from red7_desktop.app.profile.statistics import ProfileEvent
from red7_desktop.app.puzzles.sources import keep_own_puzzles, read_own_puzzles
from red7_desktop.app.screens.title import TitleScreen
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.registry import CATALOGUE, load_all_rules
from red7_desktop.kit import presentation, setup
from red7_desktop.kit.look import icons
from red7_desktop.tabletop import files, match
from tests.kept import change_library, read_library, read_running
from tests.setups import FIRST, red7_setup
from tests.ui import faults, seeing
from tests.ui.pilot import STAY, BlindGuardedPilot, GuardedPilot, give_up_match, settled

SOLVED = ProfileEvent("puzzle", "red7", STAY.key, date(2020, 2, 20), "solved")
GARBAGE = "\0 this is no file of ours {"


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[GuardedPilot]:
    """A pilot whose program has not been started yet."""
    flying = BlindGuardedPilot(tmp_path / "home")
    yield flying
    flying.library.close()


# -- the library -----------------------------------------------------------------------------

BACKED_UP = "Ada"
"""The name that a person has got before the backup."""


def make_a_library(home: Path, *, dies: bool) -> None:
    """Leave a library with a backup and newer entries.

    A match, a name and a puzzle are backed up; a running match and a solved puzzle are newer.
    dies: what is newer stays in the write-ahead log.
    """
    pilot = BlindGuardedPilot(home)
    pilot.start()
    service = pilot.program.feature(ProfileFeature).service
    service.change(service.read().result().chosen._replace(name=BACKED_UP))
    keep_own_puzzles(pilot.library, "red7", [STAY])
    give_up_match(pilot, faults.SETUP)
    pilot.library.flush()
    assert pilot.paths.library.with_name("library.backup-1").exists()
    faults.at_a_table(pilot)
    pilot.program.profile.record(SOLVED)
    pilot.program.show_title()
    if dies:
        pilot.library.flush()
        log = pilot.paths.library.with_name("library.sqlite3-wal")
        file, beside = pilot.paths.library.read_bytes(), log.read_bytes()
        pilot.close()
        pilot.paths.library.write_bytes(file)
        log.write_bytes(beside)
    else:
        pilot.close()


LeaveLibrary = Callable[..., None]


@pytest.fixture(scope="module")
def leave_a_library(tmp_path_factory: pytest.TempPathFactory) -> LeaveLibrary:
    """Replace a pilot's home by the result of `make_a_library`, and close the pilot."""
    made: dict[bool, Path] = {}

    def leave(pilot: GuardedPilot, *, dies: bool = False) -> None:
        if dies not in made:
            made[dies] = tmp_path_factory.mktemp("left")
            make_a_library(made[dies], dies=dies)
        pilot.close()
        home = pilot.paths.config.parent
        shutil.rmtree(home)
        shutil.copytree(made[dies], home)

    return leave


def begin_again(pilot: GuardedPilot) -> GuardedPilot:
    """Start another program on a home as people do, and let it check everything."""
    again = BlindGuardedPilot(pilot.paths.config.parent)
    again.start()
    again.program.preload().join()
    again.library.flush()
    for _ in range(2):  # a library that was replaced is read once more
        again.wait_for_profile()
    return again


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "eight bad bytes at its start": lambda data: b"\xff" * 8 + data[8:],
    "a bad byte in a name": lambda data: data.replace(BACKED_UP.encode(), b"Adb"),
    "another file": lambda data: GARBAGE.encode(),
    "empty": lambda data: b"",
    "half of it": lambda data: data[: len(data) // 2],
}


@pytest.mark.sampled(count=3)
@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_database_is_reported_once_and_recovered(
    pilot: GuardedPilot, leave_a_library: LeaveLibrary, damage: str
) -> None:
    leave_a_library(pilot)
    damaged = DAMAGES[damage](pilot.paths.library.read_bytes())
    pilot.paths.library.write_bytes(damaged)
    again = begin_again(pilot)
    told = seeing.words(again)
    assert "library.sqlite3 was damaged and is now library.sqlite3.damaged-1." in told
    assert "The backup of" in told
    assert pilot.paths.library.with_name("library.sqlite3.damaged-1").read_bytes() == damaged
    again.wait(30.0)
    assert "damaged" not in seeing.words(again)
    check_what_was_backed_up(again)
    if len(damaged) > 10_000 and "half" not in damage:
        check_what_was_newer(again)
    again.close()
    once_more = begin_again(pilot)
    assert "damaged" not in seeing.words(once_more)
    check_what_was_backed_up(once_more)
    once_more.close()


@pytest.mark.sampled("name")
@pytest.mark.parametrize("dies", [False, True])
@pytest.mark.parametrize("name", ["library.sqlite3-wal", "library.sqlite3-journal"])
def test_journal_of_another_database_is_reported_and_ignored(
    pilot: GuardedPilot, leave_a_library: LeaveLibrary, tmp_path: Path, name: str, *, dies: bool
) -> None:
    old = leave_an_old_log(tmp_path / "other", name)
    leave_a_library(pilot, dies=dies and name.endswith("journal"))
    beside = pilot.paths.library.with_name(name)
    beside.write_bytes(old)
    again = begin_again(pilot)
    told = f"{name} didn’t belong to your library. It was renamed to {name}.damaged-1."
    assert told in seeing.words(again)
    assert beside.with_name(f"{name}.damaged-1").read_bytes() == old
    again.wait(30.0)
    assert "didn’t belong" not in seeing.words(again)
    check_what_was_backed_up(again)
    check_what_was_newer(again)
    again.close()
    once_more = begin_again(pilot)
    assert "didn’t belong" not in seeing.words(once_more)
    check_what_was_newer(once_more)
    once_more.close()


def leave_an_old_log(home: Path, name: str) -> bytes:
    """Return a log or journal as another library's last steps have left it."""
    other = BlindGuardedPilot(home)
    other.start()
    faults.at_a_table(other)
    other.library.flush()
    log = other.paths.library.with_name("library.sqlite3-wal").read_bytes()
    other.close()
    if name.endswith("-wal"):
        return log
    journal = other.paths.library.with_name(name)
    with closing(database.connect(other.paths.library)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA cache_spill = ON")
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN IMMEDIATE")
        db.execute("UPDATE epoch SET before = token, token = randomblob(8)")
        db.execute("UPDATE matches SET text = hex(randomblob(100000))")
        found = journal.read_bytes()
        db.execute("ROLLBACK")
    assert found[:8] == b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", "a journal that would be used"
    return found


def check_what_was_backed_up(pilot: GuardedPilot) -> None:
    """Check that title, profile, puzzles and the list of played matches have what was kept."""
    assert BACKED_UP in seeing.words(pilot)
    assert [own.key for own in read_own_puzzles(pilot.library, "red7")] == [STAY.key]
    book = pilot.program.feature(ProfileFeature).service.read().result()
    assert book.chosen.name == BACKED_UP
    assert book.games["red7"].turns
    pilot.program.show_profile()
    pilot.wait_for_profile()
    assert BACKED_UP in seeing.words(pilot)
    assert "playing since 2020-02-20" in seeing.words(pilot)
    pilot.program.show_records()
    settled(pilot)
    assert pilot.nodes("open 1")
    assert not pilot.nodes("open 2")
    pilot.show_title()


def check_what_was_newer(pilot: GuardedPilot) -> None:
    assert SOLVED in pilot.program.profile.events
    pilot.press("continue")
    assert pilot.session.match.seed == faults.SETUP.seed
    assert pilot.session.match.revision
    pilot.show_title()


def test_missing_database_is_restored_from_its_backup(
    pilot: GuardedPilot, leave_a_library: LeaveLibrary
) -> None:
    leave_a_library(pilot)
    pilot.paths.library.unlink()
    again = begin_again(pilot)
    assert "library.sqlite3 was missing. The backup of" in seeing.words(again)
    check_what_was_backed_up(again)
    again.close()


def test_damaged_database_without_backup_is_read_as_far_as_possible(
    pilot: GuardedPilot,
    leave_a_library: LeaveLibrary,
) -> None:
    leave_a_library(pilot)
    for backup in pilot.paths.saves.glob("library.backup-*"):
        backup.unlink()
    data = pilot.paths.library.read_bytes()
    pilot.paths.library.write_bytes(b"\xff" * 8 + data[8:])
    again = begin_again(pilot)
    assert "There was no backup." in seeing.words(again)
    check_what_was_backed_up(again)
    check_what_was_newer(again)
    again.close()


def test_database_of_a_newer_program_version_is_opened_read_only(
    pilot: GuardedPilot, leave_a_library: LeaveLibrary
) -> None:
    leave_a_library(pilot)
    with closing(database.connect(pilot.paths.library)) as db:
        db.execute(f"PRAGMA user_version = {database.VERSION + 1}")
    again = begin_again(pilot)
    assert "A newer version wrote library.sqlite3: nothing can be saved." in seeing.words(again)
    check_what_was_backed_up(again)
    before = read_library(again.paths.library, list_all_rows)
    faults.at_a_table(again)
    again.library.flush()
    assert read_library(again.paths.library, list_all_rows) == before
    again.program._stop()
    again.library.close()


def list_all_rows(db: sqlite3.Connection) -> list[list[Any]]:
    return [db.execute(f"SELECT * FROM {table}").fetchall() for table in schema.TABLES]


# -- a match that can't be read --------------------------------------------------------------


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (GARBAGE, "it’s damaged"),
        ('{"format": "red7-desktop match", "version": 99}', "a newer version of the program"),
    ],
)
def test_unreadable_saved_match_is_reported_and_kept(
    pilot: GuardedPilot, damage: str, told: str
) -> None:
    pilot.start()
    faults.at_a_table(pilot)
    pilot.program.show_title()
    pilot.library.flush()
    change_library(
        pilot.paths.library, lambda db: db.execute("UPDATE matches SET text = ?", (damage,))
    )
    pilot.program.show_title()
    pilot.press("continue")
    pilot.wait(0.3)
    assert told in seeing.words(pilot)
    pilot.press("done")
    assert seeing.screen_of(pilot) is TitleScreen
    pilot.play_to_me(faults.SETUP)
    pilot.library.flush()
    new, old = read_library(pilot.paths.library, matches.list_running)
    assert old.text == damage
    assert (
        match.read_match(new.text, load_all_rules(CATALOGUE)).match.log == pilot.session.match.log
    )


@pytest.mark.parametrize("damage", [b"Zo\xeb", b"[" * 3_000_000, b"x" * (files.MAX_FILE_SIZE + 1)])
def test_damaged_file_of_an_older_version_stays_unchanged(
    pilot: GuardedPilot, damage: bytes
) -> None:
    home = pilot.paths.config.parent
    pilot.close()
    shutil.rmtree(home)
    left = home / "saves" / "match.json"
    left.parent.mkdir(parents=True)
    left.write_bytes(damage)
    again = begin_again(pilot)
    faults.at_a_table(again)
    again.library.flush()
    assert kept(again).log == again.session.match.log
    assert left.read_bytes() == damage
    again.close()


# -- settings and set-up ---------------------------------------------------------------------


def test_damaged_setup_file_is_reported_on_the_new_game_screen(pilot: GuardedPilot) -> None:
    pilot.paths.config.mkdir(parents=True)
    pilot.paths.setup.write_text(GARBAGE, "utf-8")
    pilot.start()
    pilot.program.show_new_game()
    pilot.wait(0.3)
    assert pilot.guard.page is None
    assert "setup.json was damaged" in seeing.words(pilot)


# -- what came with the program --------------------------------------------------------------


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Copies a folder of shipped files, which the program then takes in place of the real one."""
    copies: dict[str, Path] = {}

    def asset(*parts: str) -> Path:
        copied = copies.get(parts[0])
        return resources.asset_path(*parts) if copied is None else copied.joinpath(*parts[1:])

    def copy(name: str) -> Path:
        copies[name] = tmp_path / "shipped" / name
        shutil.copytree(resources.asset_path(name), copies[name])
        return copies[name]

    monkeypatch.setattr(presentation, "asset_path", asset)
    return copy


def test_damaged_table_layout_is_replaced_by_another(
    pilot: GuardedPilot, shipped: Callable[[str], Path]
) -> None:
    (shipped("layouts") / "red7" / "2-seats-wide.tmx").write_text(GARBAGE, "utf-8")
    pilot.start()
    pilot.play(faults.SETUP)
    assert pilot.guard.page is None
    assert seeing.screen_of(pilot) is TableScreen
    assert "The layout 2-seats-wide.tmx is damaged and was skipped" in seeing.words(pilot)
    pilot.press("menu")
    assert pilot.guard.page is None


def test_damaged_table_layouts_ask_to_reinstall_and_keep_the_match(
    tmp_path: Path, shipped: Callable[[str], Path]
) -> None:
    for path in shipped("layouts").glob("red7/2-seats-*.tmx"):
        path.write_text(GARBAGE, "utf-8")
    pilot = BlindGuardedPilot(tmp_path / "home", begin=lambda program: program.play(faults.SETUP))
    pilot.start()
    pilot.step_frame()
    assert "Please reinstall" in pilot.page.lead
    pilot.choose(faults.GO_ON)
    pilot.step_frame()
    pilot.choose(faults.TITLE)
    pilot.step_frame()
    assert seeing.screen_of(pilot) is TitleScreen
    shutil.copytree(
        resources.asset_path("layouts"), tmp_path / "shipped/layouts", dirs_exist_ok=True
    )
    pilot.program = pilot.guard.program = pilot.make_program()
    pilot.program.show_title()
    pilot.press("continue")
    assert pilot.session.match.seed == faults.SETUP.seed
    pilot.close()


@pytest.mark.parametrize(
    ("folder", "spoilt", "damage"),
    [
        *[
            ("themes", "dark.json", damage)
            for damage in (b"", GARBAGE.encode(), b'{"name": "dark"}', b"latin-1: \xe9")
        ],
        *[("fonts", "Figtree*.ttf", damage) for damage in (b"", b"garbage", None)],
    ],
)
def test_damaged_theme_or_font_asks_to_reinstall_until_repaired(
    pilot: GuardedPilot,
    shipped: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
    folder: str,
    spoilt: str,
    damage: bytes | None,
) -> None:
    broken = list(shipped(folder).glob(spoilt))
    for path in broken:
        path.unlink() if damage is None else path.write_bytes(damage)
    if folder == "fonts":  # the page about it is set in another one of ours
        fonts = broken[0].parent
        monkeypatch.setattr(launch, "asset_path", lambda _, *names: fonts.joinpath(*names))
        # The executables ship without pygame's own font.
        monkeypatch.setattr(pygame.font, "get_default_font", lambda: "no such font.ttf")
        pilot.font = launch.read_plain_font()
    pilot.start()
    pilot.step_frame(draws=True)
    assert (pilot.guard.program is None) == (folder == "themes")
    assert "Please reinstall" in pilot.page.lead
    assert pilot.page.boxes
    for path in broken:
        path.write_bytes(resources.asset_path(folder, path.name).read_bytes())
    pilot.choose("Restart")
    assert seeing.screen_of(pilot) is TitleScreen


def test_missing_asset_folder_is_reported_at_the_start(
    pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        presentation, "asset_path", lambda *parts: resources.asset_path("nowhere", *parts)
    )
    pilot.start()
    pilot.step_frame()
    assert "Please reinstall" in pilot.page.lead


@pytest.mark.parametrize("damage", [b"", b"garbage", b"\xde\x12\x04\x95" + b"\xff" * 40])
def test_damaged_translation_file_falls_back_to_english(
    pilot: GuardedPilot,
    shipped: Callable[[str], Path],
    damage: bytes,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "red7.mo").write_bytes(damage)
    monkeypatch.setattr(presentation, "_find_locale_folder", lambda: tmp_path / "locale")
    pilot.paths.config.mkdir(parents=True)
    pilot.paths.settings.write_text('{"language": "de"}', "utf-8")
    pilot.start()
    pilot.wait(0.3)
    assert pilot.guard.page is None
    assert "Play" in seeing.words(pilot)
    assert "cannot be read" in caplog.text


@pytest.mark.sampled
@pytest.mark.parametrize("damage", [b"", b"garbage", b"<svg><circle r='oops'/></svg>"])
def test_cards_with_damaged_images_are_drawn_plainly(
    pilot: GuardedPilot,
    shipped: Callable[[str], Path],
    damage: bytes,
    caplog: pytest.LogCaptureFixture,
) -> None:
    for path in shipped("cards").rglob("*.svg"):
        path.write_bytes(damage)
    pilot.start()
    faults.at_a_table(pilot)
    pilot.wait(1.0)
    pilot.step_frame(draws=True)
    assert pilot.guard.page is None
    assert seeing.screen_of(pilot) is TableScreen
    assert "card art back.svg is shown plain" in caplog.text
    assert "card art normal/full/" in caplog.text


@pytest.fixture(scope="module")
def copy_of_shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of all shipped files, which tests must not change."""
    copy = tmp_path_factory.mktemp("shipped") / "assets"
    return shutil.copytree(resources.asset_path("fonts").parent, copy)


@pytest.fixture
def copied(
    tmp_path: Path, copy_of_shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """A copy of all shipped files, which the program takes in place of the real ones.

    Its files are links, so a test replaces a file only by `replace_shipped`.
    """
    assets = tmp_path / "copied" / "assets"
    shutil.copytree(copy_of_shipped, assets, copy_function=os.link)
    monkeypatch.setattr(resources, "_PACKAGE", assets.parent)
    forget_shipped_files()
    yield assets
    monkeypatch.undo()
    forget_shipped_files()


def replace_shipped(file: Path, data: bytes | None) -> None:
    """Replace a file by another; None only deletes it."""
    file.unlink()
    if data is not None:
        file.write_bytes(data)


def forget_shipped_files() -> None:
    icons.read_drawings.cache_clear()
    for row in CATALOGUE.values():
        for facet in ("lessons", "pages"):
            row.view().__dict__.pop(facet, None)


@pytest.mark.sampled(count=3)
@pytest.mark.parametrize(
    "damage", [None, b"", b"[]", b"\xff", b'{"learn": [["line"]]}', b'{"learn": 7}']
)
def test_damaged_icons_ask_to_reinstall_and_blame_no_user_file(
    tmp_path: Path, copied: Path, damage: bytes | None
) -> None:
    replace_shipped(copied / "icons" / "drawings.json", damage)
    pilot = BlindGuardedPilot(tmp_path / "home")
    for file in (pilot.paths.setup, pilot.paths.settings):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"")

    pilot.start()
    pilot.step_frame()
    for _ in range(2):
        pilot.choose("Restart")
        pilot.step_frame()

        assert "Please reinstall" in pilot.page.lead
        assert not [words for words in pilot.page.words if "aside" in words]


@pytest.mark.parametrize(
    "ornament",
    ["music/evening.ogg", "music", "sounds", "cards/backs/night.svg", "avatars/bear.svg"],
)
def test_program_starts_without_missing_music_or_images_and_logs_it(
    tmp_path: Path, copied: Path, caplog: pytest.LogCaptureFixture, ornament: str
) -> None:
    gone = copied / ornament
    shutil.rmtree(gone) if gone.is_dir() else gone.unlink()
    pilot = BlindGuardedPilot(tmp_path / "home")
    pilot.paths.settings.parent.mkdir(parents=True)
    pilot.paths.settings.write_text('{"back": "night", "unlock_all": true}', "utf-8")

    pilot.start()
    faults.at_a_table(pilot)
    pilot.wait(1.0)
    pilot.step_frame(draws=True)
    icons._paint_portrait("bear", 40, 40)

    assert pilot.guard.page is None
    assert gone.stem in caplog.text


@pytest.mark.parametrize("damage", [None, b"\xff", b"! nothing", b"== a\n# b | c\nd"])
def test_missing_or_damaged_lessons_are_left_out(
    tmp_path: Path, copied: Path, caplog: pytest.LogCaptureFixture, damage: bytes | None
) -> None:
    for course in (copied / "lessons").iterdir():
        replace_shipped(course, damage)
    pilot = BlindGuardedPilot(tmp_path / "home")

    pilot.start()
    pilot.program.show_profile()
    pilot.wait_for_profile()
    pilot.program.show_title()
    pilot.wait(0.5)

    assert pilot.guard.page is None
    assert "the lessons of red7 are left out" in caplog.text
    assert not pilot.nodes("learn")


@pytest.mark.parametrize("damage", [None, b"\xff", b"# \n!"])
def test_damaged_rules_ask_to_reinstall(tmp_path: Path, copied: Path, damage: bytes | None) -> None:
    for rules in (copied / "rules").iterdir():
        replace_shipped(rules, damage)
    pilot = BlindGuardedPilot(tmp_path / "home")
    pilot.start()

    pilot.press("rules")
    pilot.wait(0.3)

    assert "Please reinstall" in pilot.page.lead


def test_damaged_sounds_are_left_out(
    pilot: GuardedPilot, shipped: Callable[[str], Path], caplog: pytest.LogCaptureFixture
) -> None:
    for path in shipped("sounds").glob("*.ogg"):
        path.write_bytes(b"garbage")
    pilot.start()
    audio = pilot.program.ui.audio
    audio._run = lambda job: job()
    audio.open()
    faults.at_a_table(pilot)
    assert pilot.guard.page is None
    assert "cannot be read and are left out" in caplog.text
    audio.close()


# == Full and read-only disks.

NOWHERE = Path("/sys/red7-desktop")
"""A folder that no one, not even root, can make."""


@contextmanager
def small_files(most: int) -> Iterator[None]:
    resource = pytest.importorskip("resource", reason="this system has no limits on files")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


FULL = {
    "really too small": lambda: small_files(100),
    "full": lambda: faults.disk_that(errno.ENOSPC),
    "over its quota": lambda: faults.disk_that(errno.EDQUOT),
    "read-only": lambda: faults.disk_that(errno.EROFS),
    "broken": lambda: faults.disk_that(errno.EIO),
}


def take_a_step(guarded: GuardedPilot, which: int) -> None:
    """Take one of the steps that there are, and let the keeper have its time."""
    legal = [step for step in guarded.seen.legal if str(step) != "pass"]
    guarded.session.take(legal[which])
    settle(guarded)


def settle(guarded: GuardedPilot) -> None:
    guarded.library.flush()
    guarded.step_frame()


def kept(pilot: GuardedPilot) -> match.Match:
    """Return the match that was played last, as it is on disk."""
    newest, *_ = read_library(pilot.paths.library, matches.list_running)
    return match.read_match(newest.text, load_all_rules(CATALOGUE)).match


# -- the match -------------------------------------------------------------------------------


@pytest.mark.parametrize("disk", FULL)
def test_match_continues_on_a_full_disk_and_is_saved_later(
    guarded: GuardedPilot, disk: str
) -> None:
    faults.at_a_table(guarded)
    settle(guarded)
    before = kept(guarded)
    with FULL[disk]():
        guarded.session.undo()
        settle(guarded)
        assert "Matches and results can’t be saved" in seeing.words(guarded)
        assert kept(guarded).log == before.log
    take_a_step(guarded, which=1)
    assert kept(guarded).log == guarded.session.match.log != before.log


def test_full_disk_message_is_shown_once(guarded: GuardedPilot) -> None:
    guarded.play(
        red7_setup((setup.SeatPlan(level="casual"), setup.SeatPlan(level="casual")), seed=11)
    )
    with faults.disk_that(errno.ENOSPC):
        guarded.wait(20.0)
        assert "the disk is full" not in seeing.words(guarded)
        assert guarded.session.match.revision > 5
        assert guarded.library.is_unsaved


def test_unsaved_match_survives_leaving_to_the_title(guarded: GuardedPilot) -> None:
    with faults.disk_that(errno.ENOSPC):
        faults.at_a_table(guarded)
        log = guarded.session.match.log
        guarded.program.show_title()
        guarded.wait(0.5)
        assert read_running(guarded.paths.library) == []
        guarded.press("continue")
        assert guarded.session.match.log == log


def test_unsaved_match_survives_a_crash(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with faults.disk_that(errno.ENOSPC):
        faults.at_a_table(guarded)
        log = guarded.session.match.log
        with monkeypatch.context() as patch:
            faults.break_the_table(guarded, patch)
            assert "If you quit, you may lose" in guarded.page.lead
        guarded.choose(faults.GO_ON)
        assert seeing.screen_of(guarded) is TableScreen
        assert guarded.session.match.log == log


@pytest.mark.parametrize("way", ["a fault", "quitting", "the system ends it"])
def test_saving_is_retried_when_quitting(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    with faults.disk_that(errno.ENOSPC):
        faults.at_a_table(guarded)
        settle(guarded)
        log = guarded.session.match.log
    if way == "a fault":
        faults.break_the_table(guarded, monkeypatch)
        assert "Your match is safe" in guarded.page.lead
    else:
        guarded.post(pygame.QUIT if way == "quitting" else pygame.APP_TERMINATING)
        assert not guarded.guard.is_running
    assert kept(guarded).log == log


def test_quitting_asks_when_steps_would_be_lost(guarded: GuardedPilot) -> None:
    with faults.disk_that(errno.ENOSPC):
        faults.at_a_table(guarded)
        guarded.post(pygame.QUIT)
        assert guarded.guard.is_running
        assert "If you quit now" in seeing.words(guarded)
        guarded.press("no")
        assert "If you quit now" not in seeing.words(guarded)
        guarded.post(pygame.QUIT)
        guarded.press("yes")
        assert not guarded.program.is_running


def test_quitting_twice_quits_without_a_question(guarded: GuardedPilot) -> None:
    with faults.disk_that(errno.ENOSPC):
        faults.at_a_table(guarded)
        guarded.post(pygame.QUIT)
        guarded.post(pygame.QUIT)
        assert not guarded.program.is_running


def test_system_shutdown_quits_without_a_question(guarded: GuardedPilot) -> None:
    with faults.disk_that(errno.ENOSPC):
        faults.at_a_table(guarded)
        guarded.post(pygame.APP_TERMINATING)
        assert not guarded.guard.is_running


# -- what else is kept -----------------------------------------------------------------------


def test_settings_apply_and_are_reported_when_they_cannot_be_saved(guarded: GuardedPilot) -> None:
    with faults.disk_that(errno.ENOSPC):
        guarded.change(ui_scale=125, reduced_motion=True)
        guarded.wait(0.3)
        assert "Settings can’t be saved: the disk is full" in seeing.words(guarded)
        assert guarded.program.ui.settings.reduced_motion


def test_failure_to_save_setup_and_match_record_is_reported(guarded: GuardedPilot) -> None:
    with faults.disk_that(errno.EROFS):
        guarded.program.save_setup(red7_setup())
        guarded.wait(0.3)
        assert "The game setup can’t be saved: permission denied" in seeing.words(guarded)
        faults.at_a_table(guarded)
        guarded.program.save_record()
        guarded.wait(0.3)
        assert "The replay can’t be saved: permission denied" in seeing.words(guarded)


def test_match_records_of_the_same_deal_get_different_file_names(
    guarded: GuardedPilot,
) -> None:
    faults.at_a_table(guarded)
    for _ in range(3):
        guarded.program.save_record()
    names = {path.name for path in guarded.paths.records.iterdir()}
    assert names == {f"2020-02-20-deal-11{more}.red7" for more in ("", "-2", "-3")}


# -- a home that cannot be written to at all -------------------------------------------------


@pytest.mark.skipif(not NOWHERE.parent.is_dir(), reason="there is no such folder on this system")
def test_read_only_data_folder_allows_everything_but_saving() -> None:
    pilot = BlindGuardedPilot(NOWHERE)
    pilot.start()
    pilot.play(faults.SETUP)
    settle(pilot)
    assert "Matches and results can’t be saved: permission denied" in seeing.words(pilot)
    faults.at_a_table(pilot)
    pilot.press("end")
    pilot.wait_for_me()
    log = pilot.session.match.log
    pilot.show_title()
    pilot.press("continue")
    assert pilot.session.match.log == log
    pilot.change(reduced_motion=True)
    pilot.program.show_new_game()
    pilot.wait(0.5)
    assert pilot.guard.page is None
    assert not NOWHERE.exists()
    pilot.program._stop()
    pilot.library.close()


# == Limits of open files.

OPEN = Path("/proc/self/fd")
only_for_few_files = pytest.mark.skipif(not OPEN.is_dir(), reason="this system does not tell")
ROOM = 3
"""So many files more may be open after much has been done."""


def open_files() -> int:
    return len(os.listdir(OPEN))


@contextmanager
def no_more_files() -> Iterator[None]:
    """Let no file be opened besides those that are."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = max(int(name) for name in os.listdir(OPEN))
    fillers: list[int] = []
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 1, before[1]))
    try:
        with suppress(OSError):
            while True:
                fillers.append(os.open(os.devnull, os.O_RDONLY))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        for filler in fillers:
            os.close(filler)


@only_for_few_files
def test_resizing_the_window_leaks_no_file_handles(guarded: GuardedPilot) -> None:
    guarded.play_to_me(faults.SETUP)
    before = open_files()
    for step in range(ROOM + 1):
        guarded.surface = pygame.Surface((640 + 80 * step, 400 + 50 * step))
        guarded.step_frame(draws=True)
        guarded.step_frame(draws=True)
    assert guarded.guard.page is None
    assert open_files() <= before + ROOM


@only_for_few_files
def test_crash_page_works_without_free_file_handles(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults.at_a_table(guarded)
    guarded.library.flush()
    with no_more_files():
        faults.break_the_table(guarded, monkeypatch)
        guarded.step_frame(draws=True)
        assert guarded.page.boxes
        assert "couldn’t be saved" in guarded.page.lead


def test_settings_setup_and_database_have_a_backup(pilot: GuardedPilot) -> None:
    for language in ("de", "pl"):
        pilot.program.ui.change_settings(replace(pilot.program.ui.settings, language=language))
        pilot.program.setups.keep(replace(FIRST, seed=len(language)))
    pilot.program.library.flush()
    pilot.program.library.finish("a match", lambda db: "")
    pilot.program.library.flush()

    exported = {pilot.paths.records, pilot.paths.profiles, pilot.paths.pictures}
    kept = [
        file
        for folder in (pilot.paths.config, pilot.paths.saves)
        for file in folder.rglob("*")
        if file.is_file() and not exported & {*file.parents}
        if file.suffix in {".json", ".sqlite3"} and ".backup" not in file.name
    ]

    assert {file.name for file in kept} == {"settings.json", "setup.json", "library.sqlite3"}
    assert files.backup_of(pilot.paths.settings).exists()
    assert files.backup_of(pilot.paths.setup).exists()
    assert list(pilot.paths.saves.glob("library*backup*"))
