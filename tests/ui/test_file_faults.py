"""Files that are damaged, disks that are full, too few files: told, and no match is lost."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pygame
import pytest

from red7_desktop import resources
from red7_desktop.app import launch
from red7_desktop.app.screens.title import TitleScreen
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.registry import BOX, load_all_rules
from red7_desktop.kit import presentation, setup
from red7_desktop.tabletop import files, match
from tests.setups import red7_setup
from tests.ui import faults, seeing
from tests.ui.pilot import GuardedPilot

GARBAGE = "\0 this is no file of ours {"


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[GuardedPilot]:
    """A pilot whose program has not been started yet."""
    flying = GuardedPilot(tmp_path / "home")
    yield flying
    flying.keeper.close()


# -- saves -----------------------------------------------------------------------------------


def kept(file: Path) -> match.Match:
    return match.read_match(file.read_text("utf-8"), load_all_rules(BOX)).match


def leave_a_match(pilot: GuardedPilot) -> None:
    """Leave a match that has been written more than once, and start anew."""
    pilot.start()
    faults.at_a_table(pilot)
    pilot.program.show_title()


@pytest.mark.parametrize("damage", ["", GARBAGE, "{}", '{"format": "red7-desktop match"'])
def test_a_damaged_save_is_set_aside_and_its_backup_goes_on(
    pilot: GuardedPilot, damage: str
) -> None:
    leave_a_match(pilot)
    backup = kept(files.backup_of(pilot.paths.match))
    pilot.paths.match.write_text(damage, "utf-8")
    pilot.program.show_title()
    pilot.press("continue")
    pilot.wait(0.3)
    assert "the match continues one move earlier" in seeing.words(pilot)
    assert pilot.session.match.log == backup.log
    aside = pilot.paths.match.with_name("match.json.damaged-1")
    assert aside.read_text("utf-8") == damage


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (GARBAGE, "it’s damaged"),
        ('{"format": "red7-desktop match", "version": 99}', "a newer version of the program"),
    ],
)
def test_a_save_that_cannot_be_read_at_all_is_told_and_outlives_a_new_match(
    pilot: GuardedPilot, damage: str, told: str
) -> None:
    leave_a_match(pilot)
    for path in (pilot.paths.match, files.backup_of(pilot.paths.match)):
        path.write_text(damage, "utf-8")
    pilot.program.show_title()
    pilot.press("continue")
    pilot.wait(0.3)
    assert told in seeing.words(pilot)
    pilot.press("done")
    assert seeing.screen_of(pilot) is TitleScreen
    pilot.play(faults.SETUP)
    pilot.wait_for_me()
    pilot.keeper.flush()
    assert pilot.paths.match.read_text("utf-8") == damage
    assert kept(pilot.paths.saves / "match-2.json").log == pilot.session.match.log


@pytest.mark.parametrize("damage", [b"Zo\xeb", b"[" * 3_000_000, b"x" * (files.LIMIT + 1)])
def test_whatever_is_in_the_place_of_a_save_outlives_the_match_that_follows(
    pilot: GuardedPilot, damage: bytes
) -> None:
    pilot.paths.saves.mkdir(parents=True)
    pilot.paths.match.write_bytes(damage)
    pilot.start()
    faults.at_a_table(pilot)
    pilot.keeper.flush()
    assert kept(pilot.paths.saves / "match-2.json").log
    assert pilot.paths.match.read_bytes() == damage


# -- settings and set-up ---------------------------------------------------------------------


def test_a_damaged_set_up_is_told_where_it_is_needed(pilot: GuardedPilot) -> None:
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


def test_a_damaged_layout_is_left_out_and_another_serves(
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


def test_without_any_layout_for_a_table_the_player_is_told_and_the_match_stays(
    tmp_path: Path, shipped: Callable[[str], Path]
) -> None:
    for path in shipped("layouts").glob("red7/2-seats-*.tmx"):
        path.write_text(GARBAGE, "utf-8")
    pilot = GuardedPilot(tmp_path / "home", begin=lambda program: program.play(faults.SETUP))
    pilot.start()
    pilot.frame()
    assert "Please reinstall" in pilot.page.lead
    pilot.choose(faults.GO_ON)
    pilot.frame()
    pilot.choose(faults.TITLE)
    pilot.frame()
    assert seeing.screen_of(pilot) is TitleScreen
    shutil.copytree(
        resources.asset_path("layouts"), tmp_path / "shipped/layouts", dirs_exist_ok=True
    )
    pilot.program = pilot.guard.program = pilot.make()
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
def test_what_is_damaged_or_missing_is_told_at_the_start_till_it_is_mended(
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
    pilot.frame()
    assert (pilot.guard.program is None) == (folder == "themes")
    assert "Please reinstall" in pilot.page.lead
    assert pilot.page.boxes
    for path in broken:
        path.write_bytes(resources.asset_path(folder, path.name).read_bytes())
    pilot.choose("Restart")
    assert seeing.screen_of(pilot) is TitleScreen


def test_a_folder_that_is_missing_is_told_at_the_start(
    pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        presentation, "asset_path", lambda *parts: resources.asset_path("nowhere", *parts)
    )
    pilot.start()
    pilot.frame()
    assert "Please reinstall" in pilot.page.lead


@pytest.mark.parametrize("damage", [b"", b"garbage", b"\xde\x12\x04\x95" + b"\xff" * 40])
def test_damaged_words_are_replaced_by_english_ones(
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


@pytest.mark.parametrize("damage", [b"", b"garbage", b"<svg><circle r='oops'/></svg>"])
def test_damaged_cards_are_drawn_plainly(
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
    assert pilot.guard.page is None
    assert seeing.screen_of(pilot) is TableScreen
    assert "card art back.svg is shown plain" in caplog.text
    assert "card art normal/full/" in caplog.text


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


# == Disks that are full or can only be read: the player is told, and no match is lost.

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


@contextmanager
def disk_that(code: int) -> Iterator[None]:
    """Let every new file fail with an error of the system, at the two places that make files."""

    def fail(*_: object) -> None:
        raise OSError(code, "as the system says it")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "_write_through", fail)
        patch.setattr(os, "link", fail)
        yield


FULL = {
    "really too small": lambda: small_files(100),
    "full": lambda: disk_that(errno.ENOSPC),
    "over its quota": lambda: disk_that(errno.EDQUOT),
    "read-only": lambda: disk_that(errno.EROFS),
    "broken": lambda: disk_that(errno.EIO),
}


def take_a_step(guarded: GuardedPilot, which: int) -> None:
    """Take one of the steps that there are, and let the keeper have its time."""
    legal = [step for step in guarded.seen.legal if str(step) != "pass"]
    guarded.session.take(legal[which])
    settle(guarded)


def settle(guarded: GuardedPilot) -> None:
    guarded.keeper.flush()
    guarded.frame()


# -- the match -------------------------------------------------------------------------------


@pytest.mark.parametrize("disk", FULL)
def test_a_match_goes_on_without_the_disk_and_is_saved_once_it_is_back(
    guarded: GuardedPilot, disk: str
) -> None:
    faults.at_a_table(guarded)
    settle(guarded)
    before = kept(guarded.paths.match)
    with FULL[disk]():
        guarded.session.undo()
        settle(guarded)
        assert "The match can’t be saved" in seeing.words(guarded)
        assert kept(guarded.paths.match).log == before.log
    take_a_step(guarded, which=1)
    assert kept(guarded.paths.match).log == guarded.session.match.log != before.log


def test_the_message_comes_once_and_not_at_every_step(guarded: GuardedPilot) -> None:
    guarded.play(
        red7_setup((setup.SeatPlan(level="casual"), setup.SeatPlan(level="casual")), seed=11)
    )
    with disk_that(errno.ENOSPC):
        guarded.wait(20.0)
        assert "the disk is full" not in seeing.words(guarded)
        assert guarded.session.match.revision > 5
        assert guarded.keeper.is_unsaved


def test_an_unsaved_match_is_still_there_after_the_title(guarded: GuardedPilot) -> None:
    with disk_that(errno.ENOSPC):
        faults.at_a_table(guarded)
        log = guarded.session.match.log
        guarded.program.show_title()
        guarded.wait(0.5)
        assert not guarded.paths.match.exists()
        guarded.press("continue")
        assert guarded.session.match.log == log


def test_an_unsaved_match_is_still_there_after_a_fault(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with disk_that(errno.ENOSPC):
        faults.at_a_table(guarded)
        log = guarded.session.match.log
        with monkeypatch.context() as patch:
            faults.break_the_table(guarded, patch)
            assert "If you quit, you may lose" in guarded.page.lead
        guarded.choose(faults.GO_ON)
        assert seeing.screen_of(guarded) is TableScreen
        assert guarded.session.match.log == log


@pytest.mark.parametrize("way", ["a fault", "quitting", "the system ends it"])
def test_the_disk_is_tried_once_more_at_the_end(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    with disk_that(errno.ENOSPC):
        faults.at_a_table(guarded)
        settle(guarded)
        log = guarded.session.match.log
    if way == "a fault":
        faults.break_the_table(guarded, monkeypatch)
        assert "Your match is safe" in guarded.page.lead
    else:
        guarded.post(pygame.QUIT if way == "quitting" else pygame.APP_TERMINATING)
        assert not guarded.guard.is_running
    assert kept(guarded.paths.match).log == log


def test_quitting_asks_first_where_steps_would_be_lost(guarded: GuardedPilot) -> None:
    with disk_that(errno.ENOSPC):
        faults.at_a_table(guarded)
        guarded.post(pygame.QUIT)
        assert guarded.guard.is_running
        assert "If you quit now" in seeing.words(guarded)
        guarded.press("no")
        assert "If you quit now" not in seeing.words(guarded)
        guarded.post(pygame.QUIT)
        guarded.press("yes")
        assert not guarded.program.is_running


def test_asked_to_quit_twice_the_program_quits(guarded: GuardedPilot) -> None:
    with disk_that(errno.ENOSPC):
        faults.at_a_table(guarded)
        guarded.post(pygame.QUIT)
        guarded.post(pygame.QUIT)
        assert not guarded.program.is_running


def test_the_system_ends_the_program_without_a_question(guarded: GuardedPilot) -> None:
    with disk_that(errno.ENOSPC):
        faults.at_a_table(guarded)
        guarded.post(pygame.APP_TERMINATING)
        assert not guarded.guard.is_running


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS])
def test_a_damaged_match_goes_on_though_the_disk_has_no_room_to_set_it_aside(
    guarded: GuardedPilot, code: int
) -> None:
    faults.at_a_table(guarded)
    settle(guarded)
    guarded.program.show_title()
    path = guarded.paths.match
    log = kept(path).log
    path.replace(files.backup_of(path))
    path.write_text("{", "utf-8")
    with disk_that(code):
        guarded.program.show_title()
        guarded.press("continue")
        assert guarded.session.match.log == log
        assert path.read_text("utf-8") == "{"
    take_a_step(guarded, which=0)
    assert kept(guarded.paths.match).log == guarded.session.match.log
    assert path.with_name("match.json.damaged-1").read_text("utf-8") == "{"


# -- what else is kept -----------------------------------------------------------------------


def test_settings_hold_without_the_disk_and_are_told_not_to_be_kept(guarded: GuardedPilot) -> None:
    with disk_that(errno.ENOSPC):
        guarded.change(ui_scale=125, reduced_motion=True)
        guarded.wait(0.3)
        assert "Settings can’t be saved: the disk is full" in seeing.words(guarded)
        assert guarded.program.ui.settings.reduced_motion


def test_a_set_up_and_a_record_are_told_not_to_be_kept(guarded: GuardedPilot) -> None:
    with disk_that(errno.EROFS):
        guarded.program.keep_setup(red7_setup())
        guarded.wait(0.3)
        assert "The game setup can’t be saved: permission denied" in seeing.words(guarded)
        faults.at_a_table(guarded)
        guarded.program.save_record()
        guarded.wait(0.3)
        assert "The replay can’t be saved: permission denied" in seeing.words(guarded)


def test_records_of_the_same_deal_on_the_same_day_do_not_replace_each_other(
    guarded: GuardedPilot,
) -> None:
    faults.at_a_table(guarded)
    for _ in range(3):
        guarded.program.save_record()
    names = {path.name for path in guarded.paths.records.iterdir()}
    assert names == {f"2020-02-20-deal-11{more}.red7" for more in ("", "-2", "-3")}


# -- a home that cannot be written to at all -------------------------------------------------


@pytest.mark.skipif(not NOWHERE.parent.is_dir(), reason="there is no such folder on this system")
def test_in_a_home_that_can_only_be_read_everything_works_but_keeping() -> None:
    pilot = GuardedPilot(NOWHERE)
    pilot.start()
    pilot.play(faults.SETUP)
    settle(pilot)
    assert "The match can’t be saved: permission denied" in seeing.words(pilot)
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
    pilot.keeper.close()


# == A program may have a few files open only, 256 on some systems, and sometimes none more.

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
def test_many_sizes_of_the_window_open_no_files(guarded: GuardedPilot) -> None:
    guarded.play(faults.SETUP)
    guarded.wait_for_me()
    before = open_files()
    for step in range(2 * ROOM):
        guarded.surface = pygame.Surface((960 + 154 * step, 600 + 74 * step))
        guarded.frame()
        guarded.frame()
    assert guarded.guard.page is None
    assert open_files() <= before + ROOM


@only_for_few_files
def test_a_fault_is_told_though_no_file_can_be_opened(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults.at_a_table(guarded)
    guarded.keeper.flush()
    with no_more_files():
        faults.break_the_table(guarded, monkeypatch)
        guarded.frame()
        assert guarded.page.boxes
        assert "couldn’t be saved" in guarded.page.lead
