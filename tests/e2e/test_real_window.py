"""The program in a real window: played with a real mouse, and when it meets faults."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from red7_desktop.app.matches.setups import SetupStore
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit import setup, storage
from red7_desktop.tabletop import rounds
from tests.e2e.real_window import (
    PATIENCE,
    PROGRAM,
    ROUNDS,
    SIZE,
    Compositor,
    Hands,
    Running,
    Screen,
    check_without_a_screen,
    has_match,
    kept_match,
    wait_until,
)
from tests.ui.pilot import GuardedPilot, Pilot, middle_of

# == The program in a real window, played with a real mouse.


@pytest.mark.slow
@pytest.mark.parametrize("game", ROUNDS)
def test_round_is_played_to_its_end_with_the_mouse(
    screen: Screen, tmp_path: Path, game: str
) -> None:
    running = Running(screen, tmp_path / "home", "--play", "--game", game, *ROUNDS[game])
    assert running.announcement.startswith("first frame after"), running.end()
    hands = Hands(screen, running, tmp_path)
    hands.play_round()
    assert hands.match().game.name == game
    assert hands.match().state.stage == rounds.ROUND_OVER
    pilot = hands.look_at_the_end()
    hands.press(pilot, "next")
    pilot.close()
    wait_until(lambda: hands.match().state.round_number == 2, "the next round is dealt")
    running.kill()


def test_match_resumes_after_the_program_was_killed(screen: Screen, tmp_path: Path) -> None:
    home = tmp_path / "home"
    running = Running(screen, home, "--play", "--seats", "3", "--deal", "5")
    hands = Hands(screen, running, tmp_path)
    step = hands.wait_for_me().game.observe(hands.match().state, 0).legal[0]
    hands.act(step)
    before = hands.match()
    running.kill()
    again = Running(screen, home)
    assert again.announcement.startswith("first frame after")
    screen.key("Return")
    Hands(screen, again, tmp_path).wait_for_me()
    after = hands.match()
    assert after.log[: before.revision] == before.log
    again.kill()


def test_quit_button_ends_the_program_with_status_0(screen: Screen, tmp_path: Path) -> None:
    running = Running(screen, tmp_path / "home")
    pilot = Pilot(tmp_path / "look", SIZE)
    pilot.program.show_title()
    pilot.wait(1.0)
    screen.click(pilot.pixel(middle_of(pilot.nodes("quit")[0])))
    pilot.close()
    assert running.end() == (0, "")


def test_program_plays_on_wayland_without_x11(compositor: Compositor, tmp_path: Path) -> None:
    paths = storage.find_paths({"RED7_HOME": str(tmp_path)})
    only_ai = (setup.SeatPlan(level="newcomer"), setup.SeatPlan(level="casual"))
    SetupStore(paths.setup, CATALOGUE, storage.SynchronousWorker()).keep(
        setup.GameSetup("red7", only_ai, {}, 5)
    )
    running = Running(compositor, tmp_path, "--play")
    assert running.announcement.startswith("first frame after"), running.end()

    def has_played() -> bool:
        return has_match(tmp_path) and kept_match(tmp_path).revision > 1

    wait_until(has_played, "two steps are taken")
    running.process.terminate()
    assert running.end()[0] == 0


REST = """
import os, pygame, resource, signal, threading
from red7_desktop.app import window
pygame.display.init()
pygame.display.set_mode((320, 200))
sdl = window.find_sdl()
def tell(*_):
    pygame.event.post(pygame.Event(pygame.APP_TERMINATING))
def give_up():
    pygame.event.post(pygame.Event(pygame.QUIT))
def look():
    return [event.type for event in window.wait_for_events(60.0, sdl)]
signal.signal(signal.SIGTERM, tell)
while window.wait_for_events(0.5, sdl):  # what a new window brings
    pass
before = resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw
window.wait_for_events(1.0, sdl)
switches = resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw - before
late = threading.Timer(20.0, give_up)
late.start()
threading.Timer(0.3, tell).start()
posted = look()
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGTERM)).start()
assert posted == look() == [pygame.APP_TERMINATING]
assert switches < 40, switches
late.cancel()
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts switches of threads")
@pytest.mark.parametrize(
    ("room", "driver"), [("screen", "x11"), ("compositor", "wayland"), ("screen", "dummy")]
)
def test_idle_program_wakes_for_events_only(
    request: pytest.FixtureRequest, room: str, driver: str
) -> None:
    environment = request.getfixturevalue(room).environment
    done = subprocess.run(
        [sys.executable, "-c", REST],
        env=environment | {"SDL_VIDEODRIVER": driver},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


KEYS = """
import sys, pygame
from red7_desktop.app.window import Window
from red7_desktop.kit.bindings import Bindings, Intent
from red7_desktop.kit.devices import build_key_prompt
from red7_desktop.kit.texts import Texts
window = Window((320, 240))
window.set_text_input(None)
print("ready", flush=True)
while True:
    event = pygame.event.wait(20000)
    if event.type == pygame.NOEVENT:
        sys.exit("no key has come")
    if event.type == pygame.TEXTINPUT:
        sys.exit("letters are typed where there is no field")
    if event.type == pygame.KEYDOWN:
        cap = build_key_prompt((pygame.K_h, False), Texts()).label
        print(ascii(cap), *Bindings().find_intents(event), flush=True)
        break
"""
"""Prints what the first key that is pressed means, and the cap of the key for a hint."""
_KEY_OF_H = 43
"""X keycode of the key at the position of H."""


@pytest.mark.skipif(shutil.which("setxkbmap") is None, reason="setxkbmap is needed")
@pytest.mark.sampled
@pytest.mark.parametrize(("layout", "cap"), [("us", "H"), ("ru", "Р"), ("gr", "Η")])
def test_keyboard_shortcuts_work_on_us_russian_and_greek_layouts(
    screen: Screen, layout: str, cap: str
) -> None:
    environment = screen.environment
    with subprocess.Popen(
        [sys.executable, "-c", KEYS], env=environment, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        while running.stdout.readline() != "ready\n":
            pass

        subprocess.run(["setxkbmap", layout], env=environment, check=True)
        screen.xdotool("key", _KEY_OF_H)

        assert running.communicate(timeout=PATIENCE)[0] == f"{cap!a} hint\n"


@pytest.mark.sampled(count=1)
@pytest.mark.parametrize("is_gone", [False, True])
def test_second_start_hands_its_file_over_if_the_running_program_answers(
    screen: Screen, tmp_path: Path, is_gone: bool
) -> None:
    record = Path(__file__).parents[1] / "golden" / "two_rounds.red7"
    running = Running(screen, tmp_path)
    assert running.announcement.startswith("first frame after")
    if is_gone:
        running.process.send_signal(signal.SIGSTOP)
    second = Running(screen, tmp_path, str(record))
    if is_gone:  # it shows the file itself then
        assert second.announcement.startswith("first frame after")
        running.process.send_signal(signal.SIGCONT)
        second.kill()
    else:
        assert (second.announcement, second.end()) == ("", (0, ""))
    assert not list((tmp_path / "saves").glob("open-*/*"))
    running.kill()


def test_program_without_a_display_prints_its_version_or_why_it_ends(tmp_path: Path) -> None:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("SDL_")}
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"):
        kept.pop(name, None)
    check_without_a_screen(PROGRAM, tmp_path, kept)


# == Faults in a real window, and two processes at once.

SCRIPT = """
import sys
from red7_desktop.__main__ import main
from red7_desktop.app.table.screen import TableScreen

handle = TableScreen.handle

def faulty(self, event):
    import pygame
    if event.type == pygame.KEYDOWN and event.key == pygame.K_F8:
        raise ZeroDivisionError("a fault of the test")
    return handle(self, event)

TableScreen.handle = faulty
sys.exit(main())
"""
FAULTY = (sys.executable, "-c", SCRIPT)
"""The program, with a table that cannot stand the key F8."""


@pytest.fixture
def boxes(tmp_path: Path) -> dict[str, tuple[int, int]]:
    """Where the page about a fault has its buttons, by the words on them."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    pilot = GuardedPilot(tmp_path / "look at the page", SIZE, begin=fail)
    pilot.library.save_running(pilot.library.add_running(), "red7", "a match", date(2020, 2, 20))
    pilot.start()
    pilot.step_frame()
    page = pilot.page
    return {words: box.center for words, box in zip(page.words, page.boxes, strict=True)}


@pytest.mark.slow
def test_match_resumes_from_its_last_step_after_an_unhandled_error(
    screen: Screen, tmp_path: Path, boxes: dict[str, tuple[int, int]]
) -> None:
    home = tmp_path / "home"
    running = Running(screen, home, "--play", "--seats", "2", "--deal", "11", program=FAULTY)
    assert running.announcement.startswith("first frame after"), running.end()
    hands = Hands(screen, running, tmp_path)
    step = hands.wait_for_me().game.observe(hands.match().state, 0).legal[0]
    hands.act(step)
    before = hands.match()
    screen.key("F8")
    wait_until(lambda: len(list((home / "logs").glob("crash-*.txt"))) == 1, "the report is written")
    (report,) = (home / "logs").glob("crash-*.txt")
    assert "ZeroDivisionError: a fault of the test" in report.read_text("utf-8")
    screen.click(boxes["Continue from last save"])
    hands.play_round()
    assert hands.match().log[: before.revision] == before.log
    screen.key("F8")
    wait_until(lambda: len(list((home / "logs").glob("crash-*.txt"))) == 2, "and again")
    screen.click(boxes["Quit"])
    assert running.end() == (0, "")
