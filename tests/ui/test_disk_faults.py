"""Disks that are full or can only be read: the player is told, and no match is lost."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.registry import BOX, load_all_rules
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.tabletop import files
from red7_desktop.tabletop.files import backup_of
from red7_desktop.tabletop.match import Match, read_match
from tests.setups import red7_setup
from tests.ui.faults import GO_ON, at_a_table, break_the_table
from tests.ui.guarded import GuardedPilot
from tests.ui.seeing import screen_of, words

NOWHERE = Path("/sys/red7-desktop")
"""A folder that nobody, not even root, can make."""


@contextmanager
def small_files(most: int) -> Iterator[None]:
    """Let the system cut every file that is written at so many bytes, as a full disk does."""
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
    legal = [step for step in guarded.session.observe().legal if str(step) != "pass"]
    guarded.session.take(legal[which])
    settle(guarded)


def settle(guarded: GuardedPilot) -> None:
    guarded.keeper.flush()
    guarded.frame()


def kept(guarded: GuardedPilot) -> Match:
    return read_match(guarded.paths.match.read_text("utf-8"), load_all_rules(BOX)).match


# -- the match -------------------------------------------------------------------------------


@pytest.mark.parametrize("disk", FULL)
def test_a_match_goes_on_without_the_disk_and_is_saved_once_it_is_back(
    guarded: GuardedPilot, disk: str
) -> None:
    at_a_table(guarded)
    settle(guarded)
    before = kept(guarded)
    with FULL[disk]():
        guarded.session.undo()
        settle(guarded)
        assert "The match cannot be saved" in words(guarded)
        assert kept(guarded).log == before.log
    take_a_step(guarded, which=1)
    assert kept(guarded).log == guarded.session.match.log != before.log


def test_the_message_comes_once_and_not_at_every_step(guarded: GuardedPilot) -> None:
    guarded.play(red7_setup((SeatPlan(level="casual"), SeatPlan(level="casual")), seed=11))
    with disk_that(errno.ENOSPC):
        guarded.wait(20.0)
        assert "the disk is full" not in words(guarded)
        assert guarded.session.match.revision > 5
        assert guarded.keeper.is_unsaved


def test_an_unsaved_match_is_still_there_after_the_title(guarded: GuardedPilot) -> None:
    with disk_that(errno.ENOSPC):
        at_a_table(guarded)
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
        at_a_table(guarded)
        log = guarded.session.match.log
        with monkeypatch.context() as patch:
            break_the_table(guarded, patch)
            assert "Going on keeps it" in guarded.page.lead
        guarded.choose(GO_ON)
        assert screen_of(guarded) is TableScreen
        assert guarded.session.match.log == log


def test_a_fault_tries_the_disk_once_more(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with disk_that(errno.ENOSPC):
        at_a_table(guarded)
        settle(guarded)
        log = guarded.session.match.log
    break_the_table(guarded, monkeypatch)
    assert "Your match is safe" in guarded.page.lead
    assert kept(guarded).log == log


def test_quitting_asks_first_where_steps_would_be_lost(guarded: GuardedPilot) -> None:
    with disk_that(errno.ENOSPC):
        at_a_table(guarded)
        guarded.post(pygame.QUIT)
        assert guarded.guard.is_running
        assert "If you quit now" in words(guarded)
        guarded.press("no")
        assert "If you quit now" not in words(guarded)
        guarded.post(pygame.QUIT)
        guarded.press("yes")
        assert not guarded.program.is_running


def test_asked_to_quit_twice_the_program_quits(guarded: GuardedPilot) -> None:
    with disk_that(errno.ENOSPC):
        at_a_table(guarded)
        guarded.post(pygame.QUIT)
        guarded.post(pygame.QUIT)
        assert not guarded.program.is_running


def test_the_system_ends_the_program_without_a_question(guarded: GuardedPilot) -> None:
    with disk_that(errno.ENOSPC):
        at_a_table(guarded)
        guarded.post(pygame.APP_TERMINATING)
        assert not guarded.guard.is_running


def test_ended_by_the_system_it_tries_the_disk_once_more(guarded: GuardedPilot) -> None:
    with disk_that(errno.ENOSPC):
        at_a_table(guarded)
        settle(guarded)
        log = guarded.session.match.log
    guarded.post(pygame.APP_TERMINATING)
    assert not guarded.guard.is_running
    assert kept(guarded).log == log


def test_quitting_tries_the_disk_once_more_and_then_asks_nothing(guarded: GuardedPilot) -> None:
    with disk_that(errno.ENOSPC):
        at_a_table(guarded)
        settle(guarded)
        log = guarded.session.match.log
    guarded.post(pygame.QUIT)
    assert not guarded.program.is_running
    assert kept(guarded).log == log


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS])
def test_a_damaged_match_goes_on_though_the_disk_has_no_room_to_set_it_aside(
    guarded: GuardedPilot, code: int
) -> None:
    at_a_table(guarded)
    settle(guarded)
    guarded.program.show_title()
    path, log = guarded.paths.match, kept(guarded).log
    path.replace(backup_of(path))
    path.write_text("{", "utf-8")
    with disk_that(code):
        guarded.program.show_title()
        guarded.press("continue")
        assert guarded.session.match.log == log
        assert path.read_text("utf-8") == "{"
    take_a_step(guarded, which=0)
    assert kept(guarded).log == guarded.session.match.log
    assert path.with_name("match.json.damaged-1").read_text("utf-8") == "{"


# -- what else is kept -----------------------------------------------------------------------


def test_settings_hold_without_the_disk_and_are_told_not_to_be_kept(guarded: GuardedPilot) -> None:
    with disk_that(errno.ENOSPC):
        kit = guarded.program.kit
        kit.change_settings(replace(kit.settings, ui_scale=125, reduced_motion=True))
        guarded.wait(0.3)
        assert "The settings cannot be kept: the disk is full" in words(guarded)
        assert guarded.program.kit.settings.reduced_motion


def test_a_set_up_and_a_record_are_told_not_to_be_kept(guarded: GuardedPilot) -> None:
    with disk_that(errno.EROFS):
        guarded.program._front._keep(red7_setup())
        guarded.wait(0.3)
        assert "The set-up cannot be kept: there is no permission" in words(guarded)
        at_a_table(guarded)
        guarded.program._save_record()
        guarded.wait(0.3)
        assert "The record cannot be saved: there is no permission" in words(guarded)


def test_records_of_the_same_deal_on_the_same_day_do_not_replace_each_other(
    guarded: GuardedPilot,
) -> None:
    at_a_table(guarded)
    for _ in range(3):
        guarded.program._save_record()
    names = {path.name for path in guarded.paths.records.iterdir()}
    assert names == {f"2020-02-20-deal-11{more}.red7" for more in ("", "-2", "-3")}


# -- a home that cannot be written to at all -------------------------------------------------


@pytest.mark.skipif(not NOWHERE.parent.is_dir(), reason="there is no such folder on this system")
def test_in_a_home_that_can_only_be_read_everything_works_but_keeping() -> None:
    pilot = GuardedPilot(NOWHERE)
    pilot.start()
    at_a_table(pilot)
    settle(pilot)
    assert "The match cannot be saved: there is no permission for it" in words(pilot)
    pilot.press("end")
    pilot.wait_for_me()
    log = pilot.session.match.log
    pilot.program.show_title()
    pilot.wait(0.3)
    pilot.press("continue")
    assert pilot.session.match.log == log
    kit = pilot.program.kit
    kit.change_settings(replace(kit.settings, reduced_motion=True))
    pilot.program.show_new_game()
    pilot.wait(0.5)
    assert pilot.guard.page is None
    assert not NOWHERE.exists()
    pilot.program._stop()
    pilot.keeper.close()
