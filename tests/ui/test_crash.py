"""Faults in the program: the player is told, opponents are replaced, the match goes on."""

from __future__ import annotations

import ast
import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pygame
import pytest

from red7_desktop import __version__
from red7_desktop.app import crash, reports
from red7_desktop.app.launch import Headless, Startup, list_people
from red7_desktop.app.library import matches
from red7_desktop.app.matches import match_desk
from red7_desktop.app.screens.title import TitleScreen
from red7_desktop.app.table import messages
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.red7.rules.cards import CARD_TEXTS, texts_of
from red7_desktop.kit import devices, setup, storage
from red7_desktop.play import ai
from red7_desktop.scene import animation, stage
from red7_desktop.scene.widgets.dialog import ToastStack
from red7_desktop.scene.widgets.runs import RunsLabel
from tests.kept import read_running
from tests.setups import red7_setup
from tests.ui import faults
from tests.ui.pilot import GOLDEN, BlindGuardedPilot, GuardedPilot, Pilot, settled
from tests.ui.seeing import screen_of

BROKEN = {
    "a screen that takes events": (TableScreen, "handle"),
    "a screen that moves on": (TableScreen, "tick"),
    "the stage that takes events": (stage.Stage, "handle"),
    "the stage that moves on": (stage.Stage, "tick"),
    "the drawing": (stage.Stage, "draw"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_crash_shows_the_crash_page_and_the_match_continues(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    revision = faults.at_a_table(guarded)
    before = guarded.session.match
    with monkeypatch.context() as patch:
        patch.setattr(*BROKEN[what], faults.fail)
        guarded.hold_key(pygame.K_RIGHT)
        guarded.step_frame(draws=True)
        assert guarded.page.words == [faults.COPY, faults.GO_ON, faults.QUIT]
    guarded.choose(faults.GO_ON)
    assert guarded.guard.page is None
    assert screen_of(guarded) is TableScreen
    assert guarded.session.match is not before
    assert guarded.session.match.log == before.log
    assert guarded.session.match.revision == revision
    guarded.wait_for_me()


def test_undo_is_kept_when_displaying_it_crashes(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults.at_a_table(guarded)
    revision = guarded.session.match.revision
    with monkeypatch.context() as patch:
        patch.setattr(messages, "list_cues", faults.fail)
        guarded.key(pygame.K_z)
        taken_back = guarded.session.match.revision
        assert taken_back == revision - 1
    assert guarded.page.words[1] == faults.GO_ON
    guarded.choose(faults.GO_ON)
    assert guarded.session.match.revision == taken_back


def test_crashes_in_other_threads_show_the_crash_page_once(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults.at_a_table(guarded)
    monkeypatch.setattr(threading, "excepthook", guarded.guard.record_thread_error)
    for _ in range(3):
        thread = threading.Thread(target=faults.fail)
        thread.start()
        thread.join()
    guarded.step_frame()
    assert "Fault" in faults.report_of(guarded)
    guarded.choose(faults.GO_ON)
    guarded.step_frame()
    assert guarded.guard.page is None
    assert screen_of(guarded) is TableScreen
    assert len(faults.names_of(guarded)) == 1


def test_gamepads_stay_open_when_the_program_restarts_itself() -> None:
    pad, clock = Mock(), animation.SteppedClock()
    before, after = devices.Gamepads(clock), devices.Gamepads(clock)
    before._open[3] = pad
    before.last_kind = devices.PadKind.NINTENDO
    after.adopt_pads(before)
    before.stop()
    pad.quit.assert_not_called()
    assert after.last_kind is devices.PadKind.NINTENDO
    after.stop()
    pad.quit.assert_called_once_with()


def test_file_dropped_on_the_crash_page_opens_afterwards(
    guarded: GuardedPilot,
) -> None:
    guarded.program.show_title()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TitleScreen, "tick", faults.fail)
        guarded.step_frame()
    guarded.post(pygame.DROPFILE, file=str(GOLDEN))

    guarded.choose("Restart")
    settled(guarded)

    assert guarded.session.is_replay


def test_restarted_program_takes_over_the_open_gamepads(guarded: GuardedPilot) -> None:
    typed_at: list[object] = []
    window: Any = SimpleNamespace(
        surface=guarded.surface,
        set_fullscreen=faults.fail,
        set_title=faults.fail,
        set_text_input=lambda place, by_screen: typed_at.append(place),
    )
    place = storage.reserve_instance_number(guarded.paths)
    opening = Startup(guarded.paths, window, guarded.library, storage.Worker("test"), None, place)
    opening.open_devices(guarded.program)
    guarded.program.inputs.pads.last_kind = devices.PadKind.NINTENDO
    try:
        assert opening.make_program().inputs.pads.last_kind is devices.PadKind.NINTENDO
        assert typed_at == [None]
    finally:
        guarded.program.ui.audio.close()
        opening.close_devices()
        place.release()


def test_crashed_writer_thread_is_replaced_without_losing_steps(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults.at_a_table(guarded)
    guarded.library.flush()
    monkeypatch.setattr(threading, "excepthook", guarded.guard.record_thread_error)
    with monkeypatch.context() as patch:
        patch.setattr(matches, "store_running", faults.fail)
        guarded.session.undo()
        guarded.library.flush()
        guarded.step_frame()
    log = guarded.session.match.log
    assert "If you quit, you may lose" in guarded.page.lead
    guarded.choose(faults.GO_ON)
    assert guarded.session.match.log == log
    guarded.library.flush()
    (kept,) = read_running(guarded.paths.library)
    assert kept.log == log


def test_crash_without_a_match_restarts_at_the_title(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(TitleScreen, "tick", faults.fail)
        guarded.step_frame()
        assert guarded.page.words == [faults.COPY, "Restart", faults.QUIT]
    guarded.choose("Restart")
    assert screen_of(guarded) is TitleScreen


def test_crash_at_the_start_is_shown_and_recoverable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = BlindGuardedPilot(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Headless, "make_program", faults.fail)
        pilot.start()
        pilot.step_frame()
        assert pilot.guard.program is None
        assert "had not begun" in faults.report_of(pilot)
    pilot.choose("Restart")
    assert screen_of(pilot) is TitleScreen
    pilot.close()


@pytest.mark.sampled("what")
@pytest.mark.parametrize("way", ["restart", "quit"])
@pytest.mark.parametrize(("owner", "what"), [(Headless, "make_program"), (TitleScreen, "tick")])
@pytest.mark.parametrize("trap", ["config/setup.json", "config/settings.json"])
def test_second_crash_at_start_offers_to_set_a_config_file_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: Any, what: str, way: str, trap: str
) -> None:
    before, pilot, second = [BlindGuardedPilot(tmp_path / "home") for _ in range(3)]
    before.start()
    leave_all(before)
    before.close()
    file, real = tmp_path / "home" / trap, getattr(owner, what)

    def trip(*given: Any, **named: Any) -> Any:
        return faults.fail() if file.exists() else real(*given, **named)

    monkeypatch.setattr(owner, what, trip)
    pilot.start()
    pilot.step_frame()
    assert not [words for words in pilot.page.words if "aside" in words]
    if way == "quit":
        pilot = second
        pilot.start()
    else:
        pilot.choose(pilot.page.words[1])
    offered: list[str] = []
    while file.exists():
        pilot.step_frame()
        if pilot.guard.page is None:
            pilot.program.show_title()
            continue
        named = [words for words in pilot.page.words if "aside" in words]
        assert not set(named) & set(offered), "what does not help is offered once"
        offered += named
        pilot.choose(*named or pilot.page.words[1:2])
    pilot.wait(0.5)
    assert (offered[-1], pilot.guard.page) == (f"Set {file.name} aside", None)
    assert file.with_name(f"{file.name}.damaged-1").exists()
    assert screen_of(pilot) is TitleScreen
    pilot.close()


def test_crash_page_never_offers_to_set_the_database_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, pilot = [BlindGuardedPilot(tmp_path / "home") for _ in range(2)]
    before.start()
    leave_all(before)
    before.close()
    monkeypatch.setattr(TitleScreen, "tick", faults.fail)
    pilot.start()
    offered = set[str]()
    for _ in range(12):
        pilot.step_frame()
        if pilot.guard.page is None:
            pilot.program.show_title()
            continue
        named = [words for words in pilot.page.words if "aside" in words]
        offered |= set(named)
        pilot.choose(*named or pilot.page.words[1:2])
    assert offered == {"Set setup.json aside", "Set settings.json aside"}
    pilot.close()


def test_crash_after_a_good_start_offers_no_file_to_set_aside(guarded: GuardedPilot) -> None:
    leave_all(guarded)
    with faults.a_broken_table(guarded):
        guarded.step_frame()
        guarded.choose(faults.GO_ON)
        guarded.step_frame()
        assert not [words for words in guarded.page.words if "aside" in words]


def leave_all(pilot: GuardedPilot) -> None:
    """Leave a match, settings and a set-up."""
    faults.at_a_table(pilot)
    pilot.change(muted=True)
    pilot.program.save_setup(faults.SETUP)
    pilot.program.show_title()


# -- the ways to choose ----------------------------------------------------------------------


PRESSES: dict[str, tuple[Callable[[GuardedPilot, int], None], tuple[int, int, int]]] = {
    "keyboard": (Pilot.key, (pygame.K_LEFT, pygame.K_RETURN, pygame.K_TAB)),
    "pad": (
        Pilot.pad,
        (
            pygame.CONTROLLER_BUTTON_DPAD_LEFT,
            pygame.CONTROLLER_BUTTON_A,
            pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
        ),
    ),
}


@pytest.mark.parametrize("device", PRESSES)
def test_crash_page_works_with_any_single_input_device(guarded: GuardedPilot, device: str) -> None:
    press, (left, enter, right) = PRESSES[device]
    with faults.a_broken_table(guarded):
        press(guarded, left)
        press(guarded, enter)
        assert guarded.clipboard.text == faults.report_of(guarded)
        assert guarded.page.words[0] == "Copied"
    press(guarded, right)
    press(guarded, enter)
    assert screen_of(guarded) is TableScreen


@pytest.mark.parametrize("way", ["mouse", "keyboard", "pad", "window"])
def test_quitting_from_the_crash_page_keeps_the_match(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    revision = faults.at_a_table(guarded)
    faults.break_the_table(guarded, monkeypatch)
    ran = guarded.guard.is_running
    if way == "mouse":
        guarded.choose(faults.QUIT)
    elif way == "keyboard":
        guarded.key(pygame.K_TAB)
        guarded.key(pygame.K_SPACE)
    elif way == "pad":
        guarded.pad(pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
        guarded.pad(pygame.CONTROLLER_BUTTON_A)
    else:
        guarded.post(pygame.QUIT)
    assert (ran, guarded.guard.is_running) == (True, False)
    guarded.library.flush()
    (kept,) = read_running(guarded.paths.library)
    assert kept.revision == revision


def test_long_crash_report_can_be_scrolled(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults.at_a_table(guarded)

    def down(depth: int) -> Any:
        return further(depth - 1) if depth > 0 else faults.fail()

    def further(depth: int) -> Any:
        return down(depth)

    monkeypatch.setattr(TableScreen, "tick", lambda *_: down(400))
    guarded.step_frame()
    assert 150 < len(faults.report_of(guarded).split("\n")) < 300
    looks = [faults.look_of(guarded)]
    guarded.post(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False)
    looks.append(faults.look_of(guarded))
    for key in (pygame.K_DOWN, pygame.K_PAGEDOWN):
        guarded.key(key)
        looks.append(faults.look_of(guarded))
    guarded.pad(pygame.CONTROLLER_BUTTON_DPAD_DOWN)
    looks.append(faults.look_of(guarded))
    assert len(set(looks)) == len(looks)
    for _ in range(40):
        guarded.key(pygame.K_PAGEUP)
    assert faults.look_of(guarded) == looks[0]


def test_refused_clipboard_copy_is_reported(guarded: GuardedPilot) -> None:
    guarded.clipboard.works = False
    with faults.a_broken_table(guarded):
        guarded.choose(faults.COPY)
        assert guarded.page.words[0] == "Can’t copy here"


# -- a fault that comes again ----------------------------------------------------------------


def test_crash_page_offers_the_title_screen_when_a_crash_repeats(
    guarded: GuardedPilot,
) -> None:
    with faults.a_broken_table(guarded):
        assert faults.TITLE not in guarded.page.words
        guarded.choose(faults.GO_ON)
        guarded.step_frame()
        assert guarded.page.words == [faults.COPY, faults.TITLE, faults.GO_ON, faults.QUIT]
        guarded.key(pygame.K_RETURN)
        guarded.leave_page()
        assert screen_of(guarded) is TitleScreen
        guarded.wait(0.5)
        assert guarded.guard.page is None
    guarded.press("continue")
    assert screen_of(guarded) is TableScreen


@pytest.mark.parametrize("goes_on", [False, True])
def test_later_crash_offers_the_title_screen_only_at_the_same_step(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch, goes_on: bool
) -> None:
    with faults.a_broken_table(guarded):
        pass
    guarded.choose(faults.GO_ON)
    if goes_on:
        guarded.session.take(next(iter(guarded.seen.legal)))
    guarded.clock.step(60.0)
    guarded.step_frame()
    faults.break_the_table(guarded, monkeypatch)
    assert (faults.TITLE in guarded.page.words) != goes_on


# -- buttons of the page ---------------------------------------------------------------------


def test_continue_button_shows_progress_before_the_program_restarts(guarded: GuardedPilot) -> None:
    with faults.a_broken_table(guarded):
        page = guarded.page
        box = page.boxes[page.words.index(faults.GO_ON)]

    guarded.post(pygame.MOUSEBUTTONUP, pos=box.center, button=1)

    assert guarded.guard.page is page
    assert "One moment…" in page.words
    assert guarded.guard.idle_for == 0.0
    guarded.step_frame()
    assert guarded.guard.page is None


def test_click_between_crash_page_buttons_presses_the_nearest_one() -> None:
    pressed: list[str] = []
    choices = [(name, partial(pressed.append, name)) for name in ("left", "right")]
    page = crash.CrashPage("Title", "Lead", "Report", choices)
    page.draw(pygame.Surface((1280, 720)))
    left, right = page.boxes
    middle = (left.right + right.left) / 2

    for x, y in (
        (int(middle) - 1, left.centery),
        (int(middle) + 1, left.centery),
        (int(middle) + 1, left.top - 1),
    ):
        page.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=(x, y), button=1))

    assert pressed == ["left", "right"]


# == Crash reports: contents, redaction and file.


def test_names_to_hide_from_reports_include_players_of_a_left_table(guarded: GuardedPilot) -> None:
    faults.at_a_table(guarded)
    guarded.program.show_title()
    assert "Wilhelmina" in list_people(guarded.program)


def test_crash_report_has_facts_but_no_names_or_hidden_cards(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults.at_a_table(guarded)
    state, log = guarded.session.match.state, guarded.session.match.log
    faults.break_the_table(guarded, monkeypatch)
    report = faults.report_of(guarded)
    assert f"Red7 Desktop {__version__}" in report
    assert pygame.version.ver in report
    assert "red7 advanced+actions@1.3 / canvas" in report
    assert f"{len(log)} taken" in report
    assert f"A {log[-1].step}" in report
    assert "faults.py" in report
    assert "Fault: [player]'s [card] is not in HOME/saves, says USER" in report
    assert "Wilhelmina" not in report
    assert not re.search(r"(?<!\w)ann(?!\w)|/who", report)
    assert str(Path(__file__).parents[2]) not in report
    hidden = {
        *texts_of(state.position.hands[1]),
        *[CARD_TEXTS[card] for card in state.position.deck],
    }
    position = next(line for line in report.split("\n") if line.startswith("Position"))
    assert not hidden & set(position.split())
    assert "?7" in position or "?6" in position


def test_crash_report_can_be_copied_when_it_cannot_be_written(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults.at_a_table(guarded)
    guarded.paths.logs.write_text("a file in the folder's place", "utf-8")
    faults.break_the_table(guarded, monkeypatch)
    guarded.choose(faults.COPY)
    assert "Fault" in guarded.clipboard.text


def test_number_of_stored_crash_reports_is_limited(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    guarded.paths.logs.mkdir(parents=True)
    for number in range(reports.MAX_REPORTS - 1):
        earlier = guarded.paths.logs / f"crash-2019-01-01-00000{number % 10}-{number}.txt"
        earlier.write_text("of another time", "utf-8")
    monkeypatch.setattr(TitleScreen, "tick", faults.fail)
    for _ in range(3):
        guarded.step_frame()
        guarded.choose("Restart")
    guarded.step_frame()
    assert len(faults.names_of(guarded)) == reports.MAX_REPORTS


def test_newest_crash_report_is_kept_when_the_clock_was_set_back(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    guarded.paths.logs.mkdir(parents=True)
    for number in range(reports.MAX_REPORTS):
        later = guarded.paths.logs / f"crash-2099-01-01-00000{number % 10}-{number}.txt"
        later.write_text("of another time", "utf-8")
        os.utime(later, (4_000_000_000, 4_000_000_000 + number))
    monkeypatch.setattr(TitleScreen, "tick", faults.fail)
    guarded.step_frame()
    assert len(faults.names_of(guarded)) == reports.MAX_REPORTS
    assert "Fault" in (guarded.paths.logs / faults.names_of(guarded)[0]).read_text("utf-8")


def test_crash_report_contains_no_typed_letters(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in (pygame.K_q, pygame.K_TAB):
        guarded.key(key)
    monkeypatch.setattr(TitleScreen, "tick", faults.fail)
    guarded.step_frame()
    lines = faults.report_of(guarded).split("\n")
    assert [line for line in lines if "inputs" in line] == ["Last inputs: key, key tab"]


# == Opponents that hang or crash, and clocks that go back.

ROOT = Path(__file__).parents[2]
LONG = 20.0
"""Seconds after which a thread that has not stopped is taken for one that never does."""
OPPONENTS = red7_setup((setup.SeatPlan(level="casual"), setup.SeatPlan(level="expert")), seed=11)


@pytest.fixture
def threaded_pilot(tmp_path: Path) -> Iterator[GuardedPilot]:
    """A pilot whose opponents think in threads, and files are written in one, as for people."""
    crew = ai.ThinkerThreads()
    flying = BlindGuardedPilot(
        tmp_path / "home", make_thinker=lambda: ai.ThreadThinker(crew), writes_late=True
    )
    flying.start()
    yield flying
    flying.library.close()


def test_crash_stops_the_search_of_ai_players(
    threaded_pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_begun, has_stopped = threading.Event(), threading.Event()

    def think_on(_: Any, should_stop: Callable[[], bool]) -> Any:
        has_begun.set()
        while not should_stop():
            has_stopped.wait(0.01)
        has_stopped.set()
        return ()

    players = {"casual": think_on, "expert": think_on}
    monkeypatch.setattr(match_desk, "make_choosers", lambda *_: players)
    threaded_pilot.program.play(OPPONENTS)
    for _ in range(600):
        threaded_pilot.step_frame()
        if has_begun.wait(0.01):
            break
    monkeypatch.setattr(TableScreen, "tick", faults.fail)
    threaded_pilot.step_frame()
    assert threaded_pilot.page.words
    assert has_stopped.wait(LONG)


# -- the clock -------------------------------------------------------------------------------


def test_match_goes_on_when_the_system_clock_is_set_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = [date(2020, 3, 1), date(2020, 2, 1), date(2020, 2, 1)]
    now = time.time()

    def set_back() -> float:
        nonlocal now
        now -= 3600.0
        return now

    pilot = BlindGuardedPilot(tmp_path / "home")
    pilot.clock = animation.MonotonicClock()  # type: ignore[assignment]
    monkeypatch.setattr(pilot.clock, "step", lambda seconds: None, raising=False)
    monkeypatch.setattr(time, "time", set_back)
    monkeypatch.setattr(time, "time_ns", lambda: int(set_back() * 1e9))
    pilot.start()
    pilot.program.play(OPPONENTS)
    pilot.session.pause = 0.0
    for _ in range(20_000):
        pilot.step_frame(draws=False)
        time.sleep(0.01)  # the clock of this program runs by itself
        if pilot.session.match.revision >= 8:
            break
    for day in days:
        pilot.program.today = partial(date.fromisoformat, day.isoformat())
        pilot.step_frame()
        pilot.program.save_record()
    assert pilot.guard.page is None
    assert pilot.session.match.revision >= 8
    assert len(list(pilot.paths.records.iterdir())) == 3
    log = pilot.session.match.log
    pilot.close()
    again = BlindGuardedPilot(tmp_path / "home")
    again.start()
    again.program.resume()
    assert again.session.match.log == log
    again.close()


TELL_THE_DAY = {
    ("time", "time"),
    ("time", "time_ns"),
    ("datetime", "now"),
    ("datetime", "today"),
    ("date", "today"),
}
MAYBE = re.compile("|".join(rf"\b{name}\s*\.\s*{method}\b" for name, method in TELL_THE_DAY))
"""Text without which a module needn't be parsed."""
MAY_ASK = {"red7_desktop/app/launch.py"}
"""Hands the date to records and reports, which only write it down."""


def test_only_listed_modules_read_the_system_clock_or_date() -> None:
    asking = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "red7_desktop").rglob("*.py")
        if MAYBE.search(text := path.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and _asks(node)
    }
    assert asking == MAY_ASK


def _asks(node: ast.Attribute) -> bool:
    of = node.value
    name = of.id if isinstance(of, ast.Name) else of.attr if isinstance(of, ast.Attribute) else ""
    return (name, node.attr) in TELL_THE_DAY


def test_main_thread_never_waits_for_a_file_to_be_synced(
    threaded_pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing, waited = threading.current_thread(), []
    fsync = os.fsync

    def wait(descriptor: int) -> None:
        waited.append(threading.current_thread())
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", wait)
    program = threaded_pilot.program
    setup = replace(program.setups.of("red7"), seed=1234)
    program.setups.keep(setup)
    program.play(setup)
    threaded_pilot.wait(0.5)
    settings = replace(program.ui.settings, ui_scale=125)
    program.ui.change_settings(settings)
    program.save_record()
    program.quit()
    assert waited
    assert drawing not in waited
    assert '"ui_scale": 125' in threaded_pilot.paths.settings.read_text(encoding="utf-8")
    assert '"seed": 1234' in threaded_pilot.paths.setup.read_text(encoding="utf-8")
    assert len(list(threaded_pilot.paths.records.iterdir())) == 1


# == Opponents that fail.


def broken(*_: Any) -> tuple[Any, ...]:
    raise RuntimeError("out of ideas")


AIS = (setup.SeatPlan(level="casual"), setup.SeatPlan(level="expert"))
SETUPS = {
    "red7": red7_setup(AIS, seed=11),
    "spring": setup.GameSetup("spring", AIS, {"pickup": "at_once"}, seed=11),
}


@pytest.mark.parametrize("game", SETUPS)
def test_failing_ai_player_is_replaced_with_toast_and_log_entry(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(
        match_desk, "make_choosers", lambda *_: {"expert": broken, "casual": broken}
    )
    told: list[str] = []
    show = ToastStack.show

    def told_too(self: ToastStack, message: str, **options: Any) -> Any:
        told.append(message)
        return show(self, message, **options)

    monkeypatch.setattr(ToastStack, "show", told_too)
    pilot.play(SETUPS[game])
    pilot.wait_for_me()
    assert pilot.session.is_waiting_for_table
    assert sorted(message.split()[0] for message in told) == ["Amaka", "Hana"]
    assert all("a simple AI takes over" in message for message in told)
    pilot.press("log")
    nodes = [node for node in pilot.program.ui.stage.root.walk() if node.is_shown]
    shown = "\n".join([node.text for node in nodes if isinstance(node, RunsLabel)])
    assert "Round 1, turn 1:" in shown
