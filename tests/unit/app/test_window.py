"""The loop: screens open in steps, what is made ready at rest, and when it rests."""

from __future__ import annotations

import gc
import inspect
import math
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest

from red7_desktop.app import window
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit import storage
from red7_desktop.scene import stage
from red7_desktop.scene.animation import SteppedClock


class Long:
    """Opens in four steps that take a part of a slice each."""

    def __init__(self, clock: SteppedClock, share: float) -> None:
        self.taken: list[int] = []
        self._clock = clock
        self._share = share

    def opening(self) -> Sequence[Callable[[], None]]:
        return tuple([lambda nth=nth: self._step(nth) for nth in range(4)])

    def _step(self, nth: int) -> None:
        self.taken.append(nth)
        self._clock.step(self._share * stage.BUILD_SECONDS)


def opened(share: float, made_in: float = 0.0) -> tuple[stage.IncrementalBuild, Long]:
    clock = SteppedClock()
    opening, screen = stage.IncrementalBuild(clock.now), Long(clock, share)
    since = clock.now()
    clock.step(made_in * stage.BUILD_SECONDS)
    opening.begin(screen.opening(), since)
    return opening, screen


def test_screen_build_beyond_the_frame_budget_waits_for_the_next_frame() -> None:
    opening, screen = opened(0.6)
    assert (screen.taken, bool(opening.steps)) == ([0, 1], True)
    opening.resume()
    assert (screen.taken, bool(opening.steps)) == ([0, 1, 2, 3], False)


def test_slow_screen_opens_over_several_frames() -> None:
    opening, screen = opened(3.0, made_in=1.0)
    for frame in range(4):
        assert screen.taken == list(range(frame))
        opening.resume()
    assert (screen.taken, bool(opening.steps)) == ([0, 1, 2, 3], False)


def test_steps_wait_for_the_next_frame_after_a_slow_creation_of_the_screen() -> None:
    clock = SteppedClock()
    opening, screen = stage.IncrementalBuild(clock.now), Long(clock, 1.0)
    frame_start = clock.now()
    clock.step(2.0 * stage.BUILD_SECONDS)

    opening.begin(screen.opening(), frame_start)
    opening.resume(frame_start)

    assert screen.taken == []
    clock.step(stage.BUILD_SECONDS)
    opening.resume(clock.now())
    assert screen.taken == [0]


def test_incremental_screen_build_completes_when_finished_early() -> None:
    opening, screen = opened(3.0)
    opening.finish()
    assert (screen.taken, bool(opening.steps)) == ([0, 1, 2, 3], False)


def test_incremental_build_runs_its_last_step_in_a_separate_frame() -> None:
    clock = SteppedClock()
    opening = stage.IncrementalBuild(clock.now)
    done: list[int | str] = []

    def work() -> Iterator[None]:
        for part in range(4):
            done.append(part)
            clock.step(0.6 * stage.BUILD_SECONDS)
            yield

    opening.begin_work(work(), lambda: done.append("shown"))
    assert done == [0, 1]
    opening.resume()
    assert done == [0, 1, 2, 3]
    opening.resume()
    assert done == [0, 1, 2, 3]
    opening.resume()

    assert done == [0, 1, 2, 3, "shown"]
    assert not opening.steps


def test_incremental_build_completes_long_work_when_finished_early() -> None:
    opening = stage.IncrementalBuild(SteppedClock().now)
    done: list[str] = []

    opening.begin_work(iter([None, None]), lambda: done.append("shown"))
    opening.finish()

    assert done == ["shown"]


@pytest.fixture
def freezing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Begin without frozen objects, and freeze all afterwards, as the test finds them."""
    monkeypatch.setattr(window, "_FROZEN", threading.Event())
    gc.unfreeze()
    yield
    gc.freeze()


class Knot:
    """An object that only a collection frees."""

    def __init__(self) -> None:
        self.own = self


@pytest.mark.usefixtures("freezing")
def test_garbage_collection_of_recent_objects_ignores_older_ones() -> None:
    older = Knot()
    gone = weakref.ref(older)
    window.collect_recent()
    del older
    recent = weakref.ref(Knot())

    window.collect_recent()
    assert recent() is None
    assert gone() is not None

    window.collect_all_garbage()
    assert gone() is None


@pytest.mark.usefixtures("freezing")
@pytest.mark.parametrize("collect", [window.collect_recent, window.collect_all_garbage])
def test_garbage_is_not_collected_while_collection_is_paused(collect: Callable[[], None]) -> None:
    window.freeze_all()
    gone = weakref.ref(Knot())

    storage.COLLECTION_PAUSE.begin()
    collect()
    storage.COLLECTION_PAUSE.end()
    was_kept = gone() is not None
    collect()

    assert was_kept
    assert gone() is None


# == Preloaded modules exist.


def test_background_loading_calls_back_when_all_modules_are_loaded(
    caplog: pytest.LogCaptureFixture,
) -> None:
    read: list[bool] = []
    window.load_in_background(CATALOGUE, lambda: read.append(True)).join()
    assert (read, caplog.records) == ([True], [])


LATE = {
    *("red7_desktop.kit.table_model", "red7_desktop.table.card_nodes"),
    *("red7_desktop.table.layout", "red7_desktop.app.profile.plots", "numpy"),
    *("red7_desktop.app.library.older_homes", "red7_desktop.app.profile.statistics"),
    *("red7_desktop.tabletop.advice", "red7_desktop.tabletop.puzzle"),
    *("red7_desktop.tabletop.rounds", "red7_desktop.tabletop.search"),
    "platformdirs",
}
"""What the title does without: it would make the way to the first frame longer."""


MOST_MODULES: Final = 105
"""Modules of the program that are imported before the first frame. It may only get lower."""
MOST_DATACLASSES: Final = 16
"""Dataclasses among them, each of which takes as long as ten NamedTuples."""
TO_FIRST_FRAME: Final = """
import dataclasses, os, re, sys
from red7_desktop import __main__
from red7_desktop.app import launch

def stop(*_):
    ours = [module for name, module in sys.modules.items() if name.startswith("red7_desktop")]
    values = [(module, value) for module in ours for value in vars(module).values()]
    print(len(ours))
    print(len({id(each) for _, each in values if dataclasses.is_dataclass(each)}))
    print(*{module.__name__ for module, each in values if isinstance(each, re.Pattern)})
    print(*sys.modules, flush=True)
    os._exit(0)

launch.Startup.open_devices = stop
__main__.main(["--home", sys.argv[1], "--window", "1280x720"])
"""
"""Starts the program in a new home, and describes its modules when the first frame is shown."""


def test_few_modules_are_imported_before_the_first_frame(tmp_path: Path) -> None:
    """Count, because seconds differ from machine to machine; docs/performance.md has the time."""
    done = subprocess.run(
        [sys.executable, "-c", TO_FIRST_FRAME, str(tmp_path / "home")],
        env=os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        check=True,
        capture_output=True,
        text=True,
    )
    *_, modules, dataclasses, with_patterns, names = done.stdout.splitlines()

    assert not {*names.split()} & LATE
    assert int(modules) <= MOST_MODULES
    assert int(dataclasses) <= MOST_DATACLASSES
    assert with_patterns == "", "re.compile at import: pass the pattern to re.match instead"


@pytest.mark.parametrize("game", CATALOGUE)
def test_load_facets_loads_all_modules_of_a_game_view(game: str) -> None:
    """In a process of its own: this one has loaded it long ago."""
    code = f"""
import sys
from red7_desktop.app import launch
from red7_desktop.kit import game_view
view = launch.CATALOGUE[{game!r}].view()
print(*sys.modules)
game_view.load_facets(view)
print(type(view).__module__.rpartition(".")[0], *sys.modules)
"""
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    *_, before, after = told.stdout.splitlines()
    assert not {*before.split()} & LATE
    room, *loaded = after.split()
    folder = Path(inspect.getfile(type(CATALOGUE[game].view()))).parent
    made = {f"{room}.{path.stem}" for path in folder.glob("*.py") if path.stem != "__init__"}
    assert made <= set(loaded)


# == The main loop sleeps after two idle seconds, and any event wakes it.

FRAME = 1 / 60


class Loop:
    """Turns as the window's loop does, and tells at what times it turned."""

    def __init__(self) -> None:
        self.clock = SteppedClock()
        self.frame_pacing = window.FramePacing(self.clock.now)
        self.turns: list[float] = []

    def turn(self, has_events: bool = False, idle_for: float = math.inf) -> float:
        """Turn once, and sleep after it as long as nothing happens; give for how long it rests."""
        self.turns.append(self.clock.now())
        rest = self.frame_pacing.compute_wait(has_events, idle_for)
        self.clock.step(rest or FRAME)
        return rest

    def rest(self) -> None:
        while not self.turn():
            pass


def test_loop_rests_two_seconds_after_the_last_activity() -> None:
    loop = Loop()
    loop.rest()
    assert loop.turns[-1] == pytest.approx(window.IDLE_SECONDS, abs=2 * FRAME)
    assert len(loop.turns) == pytest.approx(60 * window.IDLE_SECONDS, abs=2)
    woken = loop.clock.now()
    assert loop.turn(has_events=True) == 0
    loop.rest()
    assert loop.turns[-1] - woken == pytest.approx(window.IDLE_SECONDS, abs=2 * FRAME)
    for _ in range(600):
        assert loop.turn(idle_for=0.0) == 0, "what goes on by itself keeps it awake"


def test_resting_loop_runs_seldom_but_polls_as_needed() -> None:
    loop = Loop()
    loop.rest()
    began, turns = loop.clock.now(), len(loop.turns)
    while loop.clock.now() < began + 60:
        loop.turn()
    assert (len(loop.turns) - turns) == pytest.approx(60 / window.MAX_REST, abs=1)
    assert window.POLL_SECONDS <= 0.042, (
        "a press is answered within 50 ms, 8 of which are the frame's"
    )


@pytest.mark.parametrize("due", [0.02, 0.1, 0.5, 1.7])
def test_resting_loop_wakes_when_a_timer_is_due(due: float) -> None:
    loop = Loop()
    loop.rest()
    at = loop.clock.now() + due
    while loop.clock.now() < at:
        loop.turn(idle_for=at - loop.clock.now())
    assert loop.clock.now() - at < FRAME + 0.001
