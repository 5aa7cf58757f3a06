"""The program as people start it, where something is amiss; none of this needs a window."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from red7_desktop import PRODUCT, __main__
from red7_desktop.app.library.matches import list_running
from red7_desktop.app.matches.setups import SetupStore
from red7_desktop.games.registry import CATALOGUE, load_all_rules
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.kit.storage import SynchronousWorker, find_paths, reserve_instance_number
from red7_desktop.tabletop.match import read_match
from tests.e2e.real_window import PATIENCE
from tests.kept import change_library, find_library, read_library, read_running
from tests.ui.pilot import Pilot

PROBE = """
import sys
import pygame
from red7_desktop import __main__
from red7_desktop.app import launch
from red7_desktop.app.reports import CrashReporter
from red7_desktop.kit.sound.audio import Audio
from red7_desktop.scene.widgets.dialog import ToastStack

show = ToastStack.show

def told(rack, message, **more):
    print(message, flush=True)
    return show(rack, message, **more)

def fail(*_):
    raise ZeroDivisionError("Wilhelmina's R7")

ToastStack.show = told
launch._announce = lambda began: pygame.time.set_timer(pygame.QUIT, 700, 2)
if "--broken-thread" in sys.argv:
    sys.argv.remove("--broken-thread")
    Audio._open, keep = fail, CrashReporter.report
    def kept(*report):
        pygame.time.set_timer(pygame.QUIT, 100, 2)
        return keep(*report)
    CrashReporter.report, launch._announce = kept, lambda began: None
if "--broken-icon" in sys.argv:
    sys.argv.remove("--broken-icon")
    asset = launch.asset_path
    launch.asset_path = lambda *parts: __main__.__file__ if parts[0] == "icon" else asset(*parts)
sys.exit(__main__.main())
"""
"""Runs the program for some moments after its first frame, and prints every toast."""

BRIEFLY = """
import sys
import pygame
from red7_desktop import __main__

if "--interrupted" in sys.argv:
    sys.argv.remove("--interrupted")
    from red7_desktop.app import launch
    def interrupted(*_, **__):
        raise KeyboardInterrupt
    launch.crash.CrashGuard = interrupted
else:
    from red7_desktop.app.launch import Startup
    open_devices = Startup.open_devices
    def opened(self, program):
        open_devices(self, program)
        pygame.time.set_timer(pygame.QUIT, 100, 2)
    Startup.open_devices = opened
sys.exit(__main__.main())
"""
"""Runs the program for a moment after its first frame, or is interrupted on the way there."""


def silent() -> dict[str, str]:
    """Return the surroundings of a program that is neither seen nor heard; SDL is as it comes."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("SDL_")}
    return kept | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


def run(home: Path, *arguments: str, **environment: str) -> str:
    """Run the program; give the toasts that it has shown. It must end well."""
    command = [sys.executable, "-c", PROBE, "--announce", "--home", str(home), *arguments]
    ended = subprocess.run(
        command,
        env=silent() | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * PATIENCE,
    )
    assert ended.returncode == 0, ended.stderr
    assert "Traceback" not in ended.stderr
    return ended.stdout


def run_briefly(*arguments: str, into: str = "", **environment: str) -> tuple[int, str]:
    """Run the program for a moment; give its exit status and what it says about it.

    into: a file that its standard output goes to.
    """
    with open(into or os.devnull, "w", encoding="utf-8") as output:
        ended = subprocess.run(
            [sys.executable, "-c", BRIEFLY, *arguments],
            env=silent() | environment,
            stdout=output,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=2 * PATIENCE,
        )
    assert "Traceback" not in ended.stderr, ended.stderr
    return ended.returncode, ended.stderr


def log_of(home: Path) -> str:
    return (home / "logs" / "red7.log").read_text("utf-8")


def reports_of(home: Path) -> list[str]:
    return [path.read_text("utf-8") for path in (home / "logs").glob("crash-*.txt")]


def leave(home: Path, name: str, text: str) -> None:
    path = home / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def test_broken_sound_icon_and_settings_file_are_reported_at_the_start(tmp_path: Path) -> None:
    leave(tmp_path, "config/settings.json", "{")
    leave(tmp_path, "config/settings.json.bak", '{"language": "en", "muted": true}')

    told = run(tmp_path, "--broken-icon", SDL_AUDIODRIVER="no such driver")

    assert "settings.json was damaged and is now settings.json.damaged-1." in told
    assert "Its backup is in use." in told
    assert "There is no sound" in log_of(tmp_path)
    assert "the window goes without its icon" in log_of(tmp_path)
    assert reports_of(tmp_path) == []


def test_damaged_settings_and_database_are_reported_at_one_start_only(tmp_path: Path) -> None:
    leave(tmp_path, "config/settings.json", "{")
    leave(tmp_path, "saves/library.sqlite3", "garbage")

    first, second = [run(tmp_path) for _ in range(2)]

    assert "settings.json was damaged" in first
    assert "settings.json: damaged" in log_of(tmp_path)
    assert "library.sqlite3 was damaged and is now library.sqlite3.damaged-1." in first
    assert "damaged" not in second


@pytest.mark.skipif(not Path("/sys").is_dir(), reason="there is no such folder on this system")
def test_read_only_data_folder_is_reported_and_the_program_runs() -> None:
    told = run(Path("/sys/red7-desktop"), "--play", "--seats", "2", "--deal", "11")
    assert "Matches and results can’t be saved: permission denied" in told


def test_second_running_program_leaves_the_match_of_the_first_alone(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.start_match("casual", seed=5)
    pilot.close()
    first = reserve_instance_number(find_paths({"RED7_HOME": str(tmp_path)}))
    library = find_library(tmp_path)
    change_library(library, lambda db: db.execute("UPDATE matches SET copy = ?", (first.number,)))
    (mine,) = read_library(library, list_running)
    told = run(tmp_path, "--play", "--seats", "2", "--deal", "7")
    assert "Red7 Desktop is also open in another window" in told
    new, old = read_library(library, list_running)
    assert old == mine
    assert read_match(new.text, load_all_rules(CATALOGUE)).match.seed == 7
    first.release()


def test_error_in_a_thread_is_reported_without_personal_names(
    tmp_path: Path,
) -> None:
    seats = '[{"name": "Wilhelmina"}, {"level": "casual"}]'
    leave(tmp_path, "config/setup.json", f'{{"seats": {seats}}}')
    run(tmp_path, "--play", "--deal", "11", "--broken-thread")
    (report,) = reports_of(tmp_path)
    for text in (report, log_of(tmp_path)):
        assert "ZeroDivisionError: [player]'s [card]" in text
        assert "Wilhelmina" not in text
        assert str(tmp_path) not in text
        assert str(Path.home()) not in text
    assert "(as A sees it; person, casual)" in report


def test_impossible_data_folder_is_refused_with_a_message() -> None:
    status, told = run_briefly(RED7_HOME="~nobody-knows/x")
    assert (status, told.count("\n")) == (2, 1)
    assert "RED7_HOME: there is no folder '~nobody-knows/x'" in told
    status, told = run_briefly("--home", "")
    assert status == 2
    assert "an empty name is no folder" in told


def test_ctrl_c_before_the_first_frame_ends_silently(tmp_path: Path) -> None:
    assert run_briefly("--interrupted", "--home", str(tmp_path)) == (130, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_program_runs_when_its_output_cannot_be_written(tmp_path: Path) -> None:
    assert run_briefly("--announce", "--home", str(tmp_path), into="/dev/full") == (0, "")
    assert "nobody takes what is announced" in log_of(tmp_path)
    assert reports_of(tmp_path) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names on this system")
def test_pipe_as_log_file_does_not_block_and_old_temporary_files_go(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    os.mkfifo(tmp_path / "logs" / "red7.log")
    for name in (".settings.json-7-0.tmp", ".setup.json-7-0.tmp", ".settings.json-8-0.tmp"):
        leave(tmp_path, f"config/{name}", "{")
        if "-7-" in name:
            os.utime(tmp_path / "config" / name, (1000.0, 1000.0))

    status, _ = run_briefly("--home", str(tmp_path))

    assert status == 0
    left = {path.name for path in (tmp_path / "config").iterdir()}
    assert left == {".settings.json-8-0.tmp", "settings.json"}


EARLY = """
import os, signal, sys
from red7_desktop import __main__
from red7_desktop.app import launch

make = launch.Window

def opened(*given):
    window = make(*given)
    os.kill(os.getpid(), int(os.environ["TEST_SIGNAL"]))
    return window

launch.Window = opened
sys.exit(__main__.main())
"""
"""Runs the program, which is told to end as soon as its window is there."""


@pytest.mark.skipif(not Path("/sys").is_dir(), reason="there is no such folder on this system")
@pytest.mark.sampled
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("is_early", [False, True])
def test_program_ends_on_a_signal_though_saving_fails(
    number: signal.Signals, is_early: bool
) -> None:
    program = ("-c", EARLY) if is_early else ("-m", "red7_desktop")
    home = ("--announce", "--home", "/sys/red7-desktop")
    with subprocess.Popen(
        [sys.executable, *program, *home, "--play", "--seats", "2", "--deal", "11"],
        env=silent() | {"TEST_SIGNAL": str(int(number))},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        if not is_early:
            assert running.stdout.readline().startswith("first frame")
            running.send_signal(number)
        try:
            _, told = running.communicate(timeout=PATIENCE)
        finally:
            running.kill()
    assert running.returncode == 0
    assert "Traceback" not in told


STEPS = """
import os, sys
import pygame
from red7_desktop import __main__
from red7_desktop.app.program import Program

tick, frames = Program.tick, 0

def step(self):
    global frames
    tick(self)
    frames += 1
    session = self.session
    if session is not None and session.match.revision >= 3 or frames > 2000:
        print("played", session.match.revision, flush=True)
        os.kill(os.getpid(), int(os.environ["TEST_SIGNAL"]))
        Program.tick = tick

Program.tick = step
sys.exit(__main__.main())
"""
"""Lets AI players play some steps, and then sends the program a signal."""


@pytest.mark.sampled(count=1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_program_ended_by_a_signal_has_saved_its_last_step(
    tmp_path: Path, number: signal.Signals
) -> None:
    only_ai = (SeatPlan(level="newcomer"), SeatPlan(level="newcomer"))
    paths = find_paths({"RED7_HOME": str(tmp_path)})
    SetupStore(paths.setup, CATALOGUE, SynchronousWorker()).keep(GameSetup("red7", only_ai, {}, 5))

    ended = subprocess.run(
        [sys.executable, "-c", STEPS, "--home", str(tmp_path), "--play"],
        env=silent() | {"TEST_SIGNAL": str(int(number))},
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * PATIENCE,
    )

    assert (ended.returncode, "Traceback" in ended.stderr) == (0, False)
    (saved,) = read_running(paths.library)
    assert f"played {saved.revision}" in ended.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use can't be removed there")
def test_start_in_a_deleted_working_folder_ends_without_a_traceback(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    code = f"import os; os.chdir({str(gone)!r}); os.rmdir({str(gone)!r})\n{PROBE}"

    other = reserve_instance_number(
        find_paths({"RED7_HOME": str(tmp_path)})
    )  # another copy seems to run
    ended = subprocess.run(
        [sys.executable, "-c", code, "--announce", "--home", str(tmp_path), "x.red7"],
        env=silent(),
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * PATIENCE,
    )
    other.release()

    assert (ended.returncode, "Traceback" in ended.stderr) == (0, False)


@pytest.mark.parametrize(
    ("argument", "path"),
    [
        ("match.red7", "match.red7"),
        ("file:///data/match.red7", "/data/match.red7"),
        ("file://localhost/tmp/a%20b%23.red7", "/tmp/a b#.red7"),
        ("FILE:///tmp/%D0%9E.red7", "/tmp/О.red7"),
        ("file:///tmp/%FF.red7", os.fsdecode(b"/tmp/\xff.red7")),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="paths have other forms there")
def test_file_to_open_may_be_given_by_path_or_by_url(argument: str, path: str) -> None:
    assert __main__._parser().parse_args([argument]).record == Path(path)


def test_invalid_url_of_a_file_to_open_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        __main__._parser().parse_args(["file://[x/match.red7"])

    assert "'file://[x/match.red7' is no valid URL" in capsys.readouterr().err


def test_file_url_of_another_computer_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        __main__._parser().parse_args(["file://server/match.red7"])

    assert "is on another computer" in capsys.readouterr().err


ASK_SDL = """
import ctypes, sys
from red7_desktop import __main__
__main__._prepare_sdl()
import pygame
pygame.display.init()
pygame.display.set_mode((64, 64))
sdl = ctypes.CDLL(pygame.base.__file__)
sdl.SDL_GetHint.restype = ctypes.c_char_p
print(pygame.display.get_allow_screensaver())
for name in sys.argv[1:]:
    print((sdl.SDL_GetHint(name.encode()) or b"").decode())
"""
"""Prepares SDL as the program does, and prints what SDL makes of it."""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks SDL's library by its path")
def test_sdl_is_set_to_let_the_screen_sleep_and_to_know_the_program_name() -> None:
    names = ("SDL_APP_NAME", "SDL_AUDIO_DEVICE_APP_NAME", "SDL_SCREENSAVER_INHIBIT_ACTIVITY_NAME")

    told = subprocess.run(
        [sys.executable, "-c", ASK_SDL, *names],
        env=silent(),
        capture_output=True,
        text=True,
        check=True,
    )

    assert told.stdout.splitlines()[-4:] == ["True", PRODUCT, PRODUCT, PRODUCT]


def test_sdl_variables_set_by_the_user_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {"SDL_VIDEO_ALLOW_SCREENSAVER": "0"})

    __main__._prepare_sdl()

    assert os.environ["SDL_VIDEO_ALLOW_SCREENSAVER"] == "0"
