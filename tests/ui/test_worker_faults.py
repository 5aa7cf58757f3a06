"""Opponents that hang or die while they think, and clocks that go back: the match goes on."""

from __future__ import annotations

import ast
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from red7_desktop.app.program import Program
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.kit.presentation import Presentation
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.kit.storage import LateWrites
from red7_desktop.play import ai as opponents
from red7_desktop.play.ai import Crew, ThreadThinker
from red7_desktop.scene.animation import MonotonicClock
from tests.setups import red7_setup
from tests.ui.faults import fail
from tests.ui.guarded import GuardedPilot

ROOT = Path(__file__).parents[2]
LONG = 20.0
"""Seconds after which a thread that has not stopped is taken for one that never does."""
OPPONENTS = red7_setup((SeatPlan(level="casual"), SeatPlan(level="expert")), seed=11)


class ThreadedPilot(GuardedPilot):
    """Flies a program whose opponents think in threads, as they do for people."""

    def make(self) -> Program:
        crew = Crew()
        window, writes = self.surface.get_size(), LateWrites()
        self.presentation = Presentation(self.paths, window, self.clock, writes=writes)
        return Program(
            self.presentation,
            self.keeper,
            make_thinker=lambda: ThreadThinker(crew),
            new_number=lambda most: most - 1,
            today=lambda: date(2020, 2, 20),
        )


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[ThreadedPilot]:
    flying = ThreadedPilot(tmp_path / "home")
    flying.start()
    yield flying
    flying.keeper.close()


def play_with(pilot: GuardedPilot, patch: pytest.MonkeyPatch, choose: Callable[..., Any]) -> None:
    """Let every opponent choose like this, and play till the round is over."""
    patch.setattr(
        opponents, "make_choosers", lambda players, seed, now: {"casual": choose, "expert": choose}
    )
    pilot.program.play(OPPONENTS)
    for _ in range(4_000):
        pilot.frame(0.5)
        assert pilot.guard.page is None
        if pilot.session.is_waiting_for_table:
            return
    raise AssertionError("the round does not end")


def test_an_opponent_whose_thread_is_killed_does_not_end_the_match(
    pilot: ThreadedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: Any) -> Any:
        raise SystemExit  # ends the thread without an answer, and without a word

    play_with(pilot, monkeypatch, die)
    assert pilot.session.match.state.rounds


def test_an_opponent_that_hangs_does_not_end_the_match(
    pilot: ThreadedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = threading.Event()

    def hang(*_: Any) -> Any:
        release.wait()
        return ()

    play_with(pilot, monkeypatch, hang)
    assert pilot.session.match.state.rounds
    assert sum(thread.name.startswith("thinker") for thread in threading.enumerate()) <= 6
    release.set()


def test_an_opponent_is_told_to_stop_when_the_program_around_it_has_met_a_fault(
    pilot: ThreadedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_begun, has_stopped = threading.Event(), threading.Event()

    def think_on(_: Any, should_stop: Callable[[], bool]) -> Any:
        has_begun.set()
        while not should_stop():
            has_stopped.wait(0.01)
        has_stopped.set()
        return ()

    players = {"casual": think_on, "expert": think_on}
    monkeypatch.setattr(opponents, "make_choosers", lambda *_: players)
    pilot.program.play(OPPONENTS)
    for _ in range(600):
        pilot.frame()
        if has_begun.wait(0.01):
            break
    monkeypatch.setattr(TableScreen, "tick", fail)
    pilot.frame()
    assert pilot.page.words
    assert has_stopped.wait(LONG)


# -- the clock -------------------------------------------------------------------------------


def test_a_clock_that_is_set_back_holds_nothing_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = iter([date(2020, 3, 1), date(2020, 2, 1), date(2020, 2, 1)])
    now = time.time()

    def set_back() -> float:
        nonlocal now
        now -= 3600.0
        return now

    pilot = GuardedPilot(tmp_path / "home")
    pilot.clock = MonotonicClock()  # type: ignore[assignment]
    monkeypatch.setattr(pilot.clock, "step", lambda seconds: None, raising=False)
    monkeypatch.setattr(time, "time", set_back)
    monkeypatch.setattr(time, "time_ns", lambda: int(set_back() * 1e9))
    pilot.start()
    pilot.program._today = lambda: next(days)
    pilot.program.play(OPPONENTS)
    pilot.session.pause = 0.0
    for _ in range(20_000):
        pilot.frame()
        if pilot.session.match.revision >= 8:
            break
    for _ in range(3):
        pilot.program._save_record()
    assert pilot.guard.page is None
    assert pilot.session.match.revision >= 8
    assert len(list(pilot.paths.records.iterdir())) == 3
    log = pilot.session.match.log
    pilot.close()
    again = GuardedPilot(tmp_path / "home")
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
MAY_ASK = {"red7_desktop/app/launch.py"}
"""Hands the date to records and reports, which only write it down."""


def test_nothing_but_the_dates_on_records_and_reports_asks_for_the_day() -> None:
    asking = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "red7_desktop").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and _asks(node)
    }
    assert asking == MAY_ASK


def _asks(node: ast.Attribute) -> bool:
    of = node.value
    name = of.id if isinstance(of, ast.Name) else of.attr if isinstance(of, ast.Attribute) else ""
    return (name, node.attr) in TELL_THE_DAY


def test_no_file_is_waited_for_in_the_thread_that_draws(
    pilot: ThreadedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing, waited = threading.current_thread(), []
    fsync = os.fsync

    def wait(descriptor: int) -> None:
        waited.append(threading.current_thread())
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", wait)
    program = pilot.program
    setup = replace(program.setups.of("red7"), seed=1234)
    program.setups.keep(setup)
    program.play(setup)
    pilot.wait(0.5)
    settings = replace(program.kit.settings, ui_scale=125)
    program.kit.change_settings(settings)
    program._save_record()
    program.quit()
    assert waited
    assert drawing not in waited
    assert '"ui_scale": 125' in pilot.paths.settings.read_text(encoding="utf-8")
    assert '"seed": 1234' in pilot.paths.setup.read_text(encoding="utf-8")
    assert len(list(pilot.paths.records.iterdir())) == 1
