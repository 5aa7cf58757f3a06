"""A fault anywhere in the program: the player is told, and the match goes on where it was."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from red7_desktop.app import table_screen
from red7_desktop.app.gamepads import Gamepads
from red7_desktop.app.games import GAMES
from red7_desktop.app.headless import Headless
from red7_desktop.app.table_screen import TableScreen
from red7_desktop.app.title_screen import TitleScreen
from red7_desktop.scene.clock import SteppedClock
from red7_desktop.scene.stage import Stage
from red7_desktop.tabletop.save import read_match
from tests.ui.faults import (
    COPY,
    GO_ON,
    QUIT,
    TITLE,
    at_a_table,
    break_the_table,
    fail,
    look_of,
    names_of,
    press_pad,
    report_of,
    runs,
    screen_of,
)
from tests.ui.guarded import GuardedPilot


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[GuardedPilot]:
    flying = GuardedPilot(tmp_path / "home")
    flying.start()
    yield flying
    flying.keeper.close()


BROKEN = {
    "a screen that takes events": (TableScreen, "handle"),
    "a screen that moves on": (TableScreen, "tick"),
    "the stage that takes events": (Stage, "handle"),
    "the stage that moves on": (Stage, "tick"),
    "the drawing": (Stage, "draw"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_fault_anywhere_ends_in_the_page_and_the_match_goes_on(
    pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    revision = at_a_table(pilot)
    before = pilot.session.match
    with monkeypatch.context() as patch:
        patch.setattr(*BROKEN[what], fail)
        pilot.post(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode="", scancode=0)
        assert pilot.page.words == (COPY, GO_ON, QUIT)
    pilot.choose(GO_ON)
    assert pilot.guard.page is None
    assert screen_of(pilot) is TableScreen
    assert pilot.session.match is not before
    assert pilot.session.match.log == before.log
    assert pilot.session.match.revision == revision
    pilot.wait_for_me()


def test_a_fault_while_a_change_is_shown_leaves_the_change_as_it_is(
    pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_table(pilot)
    revision = pilot.session.match.revision
    with monkeypatch.context() as patch:
        patch.setattr(table_screen, "cues_of", fail)
        pilot.key(pygame.K_z)
        taken_back = pilot.session.match.revision
        assert taken_back == revision - 1
    assert pilot.page.words[1] == GO_ON
    pilot.choose(GO_ON)
    assert pilot.session.match.revision == taken_back


def test_a_fault_in_another_thread_ends_in_the_page_too(
    pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_table(pilot)
    monkeypatch.setattr(threading, "excepthook", pilot.guard.hear_of)
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    pilot.frame()
    assert "Fault" in pilot.guard._reporter._folder.joinpath(*names_of(pilot)).read_text("utf-8")
    pilot.choose(GO_ON)
    assert screen_of(pilot) is TableScreen


def test_what_threads_of_a_program_that_is_gone_have_met_is_not_told_twice(
    pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_table(pilot)
    monkeypatch.setattr(threading, "excepthook", pilot.guard.hear_of)
    threads = [threading.Thread(target=fail) for _ in range(3)]
    for thread in threads:
        thread.start()
        thread.join()
    pilot.frame()
    pilot.choose(GO_ON)
    pilot.frame()
    assert pilot.guard.page is None
    assert len(names_of(pilot)) == 1


def test_pads_stay_open_when_the_program_is_made_anew() -> None:
    class Pad:
        def quit(self) -> None:
            closed.append(self)

    closed: list[Pad] = []
    before, after = Gamepads(SteppedClock()), Gamepads(SteppedClock())
    before._open[3] = Pad()  # type: ignore[assignment]
    before.last_name = "a pad"
    after.take_over(before)
    before.stop()
    assert closed == []
    assert after.last_name == "a pad"
    after.stop()
    assert len(closed) == 1


def test_a_writer_that_meets_a_fault_is_replaced_and_nothing_is_lost(
    pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    from red7_desktop.app import match_keeper

    at_a_table(pilot)
    pilot.keeper.flush()
    monkeypatch.setattr(threading, "excepthook", pilot.guard.hear_of)
    with monkeypatch.context() as patch:
        patch.setattr(match_keeper, "write_atomically", fail)
        pilot.session.undo()
        pilot.keeper.flush()
        pilot.keeper._writer.join()
        pilot.frame()
    log = pilot.session.match.log
    pilot.choose(GO_ON)
    assert pilot.session.match.log == log
    pilot.keeper.flush()
    kept = read_match(pilot.paths.match.read_text("utf-8"), GAMES)
    assert kept.match.log == log


def test_without_a_match_the_program_starts_again(
    pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(TitleScreen, "tick", fail)
        pilot.frame()
        assert pilot.page.words == (COPY, "Start again", QUIT)
    pilot.choose("Start again")
    assert screen_of(pilot) is TitleScreen


def test_a_fault_at_the_very_start_is_told_and_can_be_got_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = GuardedPilot(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Headless, "make", fail)
        pilot.start()
        pilot.frame()
        assert pilot.guard.program is None
        assert "had not begun" in report_of(pilot)
    pilot.choose("Start again")
    assert screen_of(pilot) is TitleScreen
    pilot.close()


# -- the ways to choose ----------------------------------------------------------------------


def test_the_page_works_by_keyboard_alone(
    pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_table(pilot)
    with monkeypatch.context() as patch:
        break_the_table(pilot, patch)
        pilot.key(pygame.K_LEFT)
        pilot.key(pygame.K_RETURN)
        assert pilot.clipboard.text == report_of(pilot)
        assert pilot.page.words[0] == "Copied"
    pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_RETURN)
    assert screen_of(pilot) is TableScreen


def test_the_page_works_by_pad_alone(pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch) -> None:
    at_a_table(pilot)
    with monkeypatch.context() as patch:
        break_the_table(pilot, patch)
        press_pad(pilot, pygame.CONTROLLER_BUTTON_DPAD_LEFT, pygame.CONTROLLER_BUTTON_A)
        assert pilot.clipboard.text == report_of(pilot)
    press_pad(pilot, pygame.CONTROLLER_BUTTON_DPAD_RIGHT, pygame.CONTROLLER_BUTTON_A)
    assert screen_of(pilot) is TableScreen


@pytest.mark.parametrize("way", ["mouse", "keyboard", "pad", "window"])
def test_the_page_can_be_quit_in_any_way_and_the_match_stays(
    pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    revision = at_a_table(pilot)
    break_the_table(pilot, monkeypatch)
    assert runs(pilot)
    if way == "mouse":
        pilot.choose(QUIT)
    elif way == "keyboard":
        pilot.key(pygame.K_TAB)
        pilot.key(pygame.K_SPACE)
    elif way == "pad":
        press_pad(pilot, pygame.CONTROLLER_BUTTON_DPAD_RIGHT, pygame.CONTROLLER_BUTTON_A)
    else:
        pilot.post(pygame.QUIT)
    assert not runs(pilot)
    pilot.keeper.flush()
    assert pilot.keeper.load().value.match.revision == revision


def test_a_long_report_can_be_read_to_its_end(
    pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_table(pilot)

    def down(depth: int) -> Any:
        return further(depth - 1) if depth > 0 else fail()

    def further(depth: int) -> Any:
        return down(depth)

    monkeypatch.setattr(TableScreen, "tick", lambda *_: down(400))
    pilot.frame()
    assert 150 < len(report_of(pilot).split("\n")) < 300
    looks = [look_of(pilot)]
    pilot.post(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False)
    looks.append(look_of(pilot))
    for key in (pygame.K_DOWN, pygame.K_PAGEDOWN):
        pilot.key(key)
        looks.append(look_of(pilot))
    press_pad(pilot, pygame.CONTROLLER_BUTTON_DPAD_DOWN)
    looks.append(look_of(pilot))
    assert len(set(looks)) == len(looks)
    for _ in range(40):
        pilot.key(pygame.K_PAGEUP)
    assert look_of(pilot) == looks[0]


def test_a_clipboard_that_refuses_says_so(
    pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_table(pilot)
    pilot.clipboard.works = False
    break_the_table(pilot, monkeypatch)
    pilot.choose(COPY)
    assert pilot.page.words[0] == "It cannot be copied here"


# -- a fault that comes again ----------------------------------------------------------------


def test_the_same_fault_at_once_offers_the_title_from_which_all_is_well(
    pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_table(pilot)
    with monkeypatch.context() as patch:
        break_the_table(pilot, patch)
        assert TITLE not in pilot.page.words
        pilot.choose(GO_ON)
        pilot.frame()
        assert pilot.page.words == (COPY, TITLE, GO_ON, QUIT)
        pilot.key(pygame.K_RETURN)
        assert screen_of(pilot) is TitleScreen
        pilot.wait(0.5)
        assert pilot.guard.page is None
    pilot.press("continue")
    assert screen_of(pilot) is TableScreen


def test_the_same_fault_at_the_same_step_later_offers_the_title_too(
    pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_table(pilot)
    with monkeypatch.context() as patch:
        break_the_table(pilot, patch)
    pilot.choose(GO_ON)
    pilot.clock.step(60.0)
    pilot.frame()
    break_the_table(pilot, monkeypatch)
    assert TITLE in pilot.page.words


def test_another_fault_much_later_is_met_as_the_first_one_was(
    pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_table(pilot)
    with monkeypatch.context() as patch:
        break_the_table(pilot, patch)
    pilot.choose(GO_ON)
    pilot.session.take(next(iter(pilot.session.observe().legal)))
    pilot.clock.step(60.0)
    pilot.frame()
    break_the_table(pilot, monkeypatch)
    assert pilot.page.words == (COPY, GO_ON, QUIT)
