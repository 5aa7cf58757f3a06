"""A fault anywhere in the program: the player is told, and the match goes on where it was."""

from __future__ import annotations

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from red7_desktop.app.headless import Headless
from red7_desktop.app.launch import Startup
from red7_desktop.app.screens.title import TitleScreen
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.registry import BOX, load_all_rules
from red7_desktop.kit.devices import Gamepads
from red7_desktop.kit.storage import LateWrites, take_place
from red7_desktop.scene.animation import SteppedClock
from red7_desktop.scene.stage import Stage
from red7_desktop.tabletop.match import read_match
from tests.ui.faults import (
    COPY,
    GO_ON,
    QUIT,
    TITLE,
    a_broken_table,
    at_a_table,
    break_the_table,
    fail,
    look_of,
    names_of,
    press_pad,
    report_of,
    runs,
)
from tests.ui.guarded import GuardedPilot
from tests.ui.seeing import screen_of

BROKEN = {
    "a screen that takes events": (TableScreen, "handle"),
    "a screen that moves on": (TableScreen, "tick"),
    "the stage that takes events": (Stage, "handle"),
    "the stage that moves on": (Stage, "tick"),
    "the drawing": (Stage, "draw"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_fault_anywhere_ends_in_the_page_and_the_match_goes_on(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    revision = at_a_table(guarded)
    before = guarded.session.match
    with monkeypatch.context() as patch:
        patch.setattr(*BROKEN[what], fail)
        guarded.post(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode="", scancode=0)
        assert guarded.page.words == (COPY, GO_ON, QUIT)
    guarded.choose(GO_ON)
    assert guarded.guard.page is None
    assert screen_of(guarded) is TableScreen
    assert guarded.session.match is not before
    assert guarded.session.match.log == before.log
    assert guarded.session.match.revision == revision
    guarded.wait_for_me()


def test_a_fault_while_a_change_is_shown_leaves_the_change_as_it_is(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_table(guarded)
    revision = guarded.session.match.revision
    with monkeypatch.context() as patch:
        patch.setattr(type(BOX["red7"].face()), "cues", fail)
        guarded.key(pygame.K_z)
        taken_back = guarded.session.match.revision
        assert taken_back == revision - 1
    assert guarded.page.words[1] == GO_ON
    guarded.choose(GO_ON)
    assert guarded.session.match.revision == taken_back


def test_a_fault_in_another_thread_ends_in_the_page_too(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_table(guarded)
    monkeypatch.setattr(threading, "excepthook", guarded.guard.hear_of)
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    guarded.frame()
    assert "Fault" in guarded.guard._reporter._folder.joinpath(*names_of(guarded)).read_text(
        "utf-8"
    )
    guarded.choose(GO_ON)
    assert screen_of(guarded) is TableScreen


def test_what_threads_of_a_program_that_is_gone_have_met_is_not_told_twice(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_table(guarded)
    monkeypatch.setattr(threading, "excepthook", guarded.guard.hear_of)
    threads = [threading.Thread(target=fail) for _ in range(3)]
    for thread in threads:
        thread.start()
        thread.join()
    guarded.frame()
    guarded.choose(GO_ON)
    guarded.frame()
    assert guarded.guard.page is None
    assert len(names_of(guarded)) == 1


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


def test_the_program_that_replaces_another_has_its_pads(guarded: GuardedPilot) -> None:
    window: Any = SimpleNamespace(surface=guarded.surface, set_fullscreen=fail, set_title=fail)
    place = take_place(guarded.paths)
    opening = Startup(guarded.paths, window, guarded.keeper, LateWrites(), None, place)
    opening.open_devices(guarded.program)
    guarded.program.inputs.pads.last_name = "a pad"
    try:
        assert opening.make().inputs.pads.last_name == "a pad"
    finally:
        guarded.program.kit.audio.close()
        opening.close_devices()
        place.release()


def test_a_writer_that_meets_a_fault_is_replaced_and_nothing_is_lost(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    from red7_desktop.app.matches import match_store as match_keeper

    at_a_table(guarded)
    guarded.keeper.flush()
    monkeypatch.setattr(threading, "excepthook", guarded.guard.hear_of)
    with monkeypatch.context() as patch:
        patch.setattr(match_keeper, "write_atomically", fail)
        guarded.session.undo()
        guarded.keeper.flush()
        guarded.keeper._writer.join()
        guarded.frame()
    log = guarded.session.match.log
    guarded.choose(GO_ON)
    assert guarded.session.match.log == log
    guarded.keeper.flush()
    kept = read_match(guarded.paths.match.read_text("utf-8"), load_all_rules(BOX))
    assert kept.match.log == log


def test_without_a_match_the_program_starts_again(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(TitleScreen, "tick", fail)
        guarded.frame()
        assert guarded.page.words == (COPY, "Start again", QUIT)
    guarded.choose("Start again")
    assert screen_of(guarded) is TitleScreen


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


def test_the_page_works_by_keyboard_alone(guarded: GuardedPilot) -> None:
    with a_broken_table(guarded):
        guarded.key(pygame.K_LEFT)
        guarded.key(pygame.K_RETURN)
        assert guarded.clipboard.text == report_of(guarded)
        assert guarded.page.words[0] == "Copied"
    guarded.key(pygame.K_TAB)
    guarded.key(pygame.K_RETURN)
    assert screen_of(guarded) is TableScreen


def test_the_page_works_by_pad_alone(guarded: GuardedPilot) -> None:
    with a_broken_table(guarded):
        press_pad(guarded, pygame.CONTROLLER_BUTTON_DPAD_LEFT, pygame.CONTROLLER_BUTTON_A)
        assert guarded.clipboard.text == report_of(guarded)
    press_pad(guarded, pygame.CONTROLLER_BUTTON_DPAD_RIGHT, pygame.CONTROLLER_BUTTON_A)
    assert screen_of(guarded) is TableScreen


@pytest.mark.parametrize("way", ["mouse", "keyboard", "pad", "window"])
def test_the_page_can_be_quit_in_any_way_and_the_match_stays(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    revision = at_a_table(guarded)
    break_the_table(guarded, monkeypatch)
    assert runs(guarded)
    if way == "mouse":
        guarded.choose(QUIT)
    elif way == "keyboard":
        guarded.key(pygame.K_TAB)
        guarded.key(pygame.K_SPACE)
    elif way == "pad":
        press_pad(guarded, pygame.CONTROLLER_BUTTON_DPAD_RIGHT, pygame.CONTROLLER_BUTTON_A)
    else:
        guarded.post(pygame.QUIT)
    assert not runs(guarded)
    guarded.keeper.flush()
    assert guarded.keeper.resume(1).value.match.revision == revision


def test_a_long_report_can_be_read_to_its_end(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_table(guarded)

    def down(depth: int) -> Any:
        return further(depth - 1) if depth > 0 else fail()

    def further(depth: int) -> Any:
        return down(depth)

    monkeypatch.setattr(TableScreen, "tick", lambda *_: down(400))
    guarded.frame()
    assert 150 < len(report_of(guarded).split("\n")) < 300
    looks = [look_of(guarded)]
    guarded.post(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False)
    looks.append(look_of(guarded))
    for key in (pygame.K_DOWN, pygame.K_PAGEDOWN):
        guarded.key(key)
        looks.append(look_of(guarded))
    press_pad(guarded, pygame.CONTROLLER_BUTTON_DPAD_DOWN)
    looks.append(look_of(guarded))
    assert len(set(looks)) == len(looks)
    for _ in range(40):
        guarded.key(pygame.K_PAGEUP)
    assert look_of(guarded) == looks[0]


def test_a_clipboard_that_refuses_says_so(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_table(guarded)
    guarded.clipboard.works = False
    break_the_table(guarded, monkeypatch)
    guarded.choose(COPY)
    assert guarded.page.words[0] == "It cannot be copied here"


# -- a fault that comes again ----------------------------------------------------------------


def test_the_same_fault_at_once_offers_the_title_from_which_all_is_well(
    guarded: GuardedPilot,
) -> None:
    with a_broken_table(guarded):
        assert TITLE not in guarded.page.words
        guarded.choose(GO_ON)
        guarded.frame()
        assert guarded.page.words == (COPY, TITLE, GO_ON, QUIT)
        guarded.key(pygame.K_RETURN)
        assert screen_of(guarded) is TitleScreen
        guarded.wait(0.5)
        assert guarded.guard.page is None
    guarded.press("continue")
    assert screen_of(guarded) is TableScreen


def test_the_same_fault_at_the_same_step_later_offers_the_title_too(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_broken_table(guarded):
        pass
    guarded.choose(GO_ON)
    guarded.clock.step(60.0)
    guarded.frame()
    break_the_table(guarded, monkeypatch)
    assert TITLE in guarded.page.words


def test_another_fault_much_later_is_met_as_the_first_one_was(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_broken_table(guarded):
        pass
    guarded.choose(GO_ON)
    guarded.session.take(next(iter(guarded.session.observe().legal)))
    guarded.clock.step(60.0)
    guarded.frame()
    break_the_table(guarded, monkeypatch)
    assert guarded.page.words == (COPY, GO_ON, QUIT)
