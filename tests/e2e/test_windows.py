"""The downloads for Windows, installed and played with under Wine, on a virtual screen.

RED7_WINDOWS_SETUP and RED7_WINDOWS_ZIP name them; without both, or without Wine, these tests are
skipped. What Wine cannot tell is in docs/packaging.md.
"""

from __future__ import annotations

import os
import pty
import re
import shutil
import stat
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from red7_desktop import PRODUCT, __version__
from red7_desktop.app.library.matches import list_running
from tests.e2e.real_window import (
    KILLS,
    NAME,
    PATIENCE,
    ROUNDS,
    SIZE,
    Camera,
    Hands,
    RunningInWindows,
    Windows,
    drag_a_round_leave_and_go_on,
    kill_and_go_on,
    share_that_differs,
    wait_until,
)
from tests.kept import find_library, read_copy

SETUP = os.environ.get("RED7_WINDOWS_SETUP", "")
ZIP = os.environ.get("RED7_WINDOWS_ZIP", "")
Start = Callable[..., RunningInWindows]
ODD_NAME = "Spiele für Łukasz (1)"
IS_RUNNING, IS_TAKEN = 3, 4
"""The setup program's status where the game is open, and where no folder is left for it
(build/spec/windows/setup.nsi)."""
OF_THE_FIRST = "_internal/8946aa5d9624832d213b__mypyc.cp311-win_amd64.pyd"
CLASSES = r"HKCU\Software\Classes"
LINK = b"L\0\0\0"
"""How the files of links begin."""
MOST_KILLS = 10
"""More are for the executable for Linux, which is killed and opened again in less time."""
MISSING = [name for name in ("wine", "Xvfb", "xdotool") if shutil.which(name) is None]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (SETUP and ZIP),
        reason="RED7_WINDOWS_SETUP and RED7_WINDOWS_ZIP name no downloads: make dist-windows",
    ),
    pytest.mark.skipif(bool(MISSING), reason=f"{' and '.join(MISSING)} not installed"),
]


def windows_in(folder: Path) -> Windows:
    """Open a Windows of its own on a screen of its own."""
    frames = folder / "frames"
    frames.mkdir(parents=True)
    return Windows(folder / "prefix", frames)


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Windows]:
    """A Windows in which the game is installed."""
    opened = windows_in(tmp_path_factory.mktemp("windows"))
    opened.run(Path(SETUP).resolve(), "/S")
    yield opened
    opened.close()


@pytest.fixture
def camera(windows: Windows) -> Camera:
    """Takes pictures of its screen."""
    return Camera(windows.drive.parents[1] / "frames", "windows")


@pytest.fixture
def start(windows: Windows) -> Iterator[Start]:
    """Starts a program there, the installed game unless another; ends all that are left."""
    started: list[RunningInWindows] = []

    def begin(home: Path, *arguments: str, program: Path | None = None) -> RunningInWindows:
        program = program or windows.installed / f"{NAME}.exe"
        running = RunningInWindows(windows, program, home, *arguments)
        started.append(running)
        assert running.announcement.startswith("first frame after"), running.end()
        return running

    yield begin
    for running in started:
        if running.process.poll() is None:
            running.kill()


# -- installing ----------------------------------------------------------------------------


def test_start_menu_entry_opens_the_game_which_stores_data_in_appdata(
    windows: Windows, camera: Camera
) -> None:
    assert not windows.desktop_icon.exists()
    windows.open(windows.link)
    ours = windows.appdata / NAME
    wait_until((ours / "Logs" / "red7.log").exists, "the program keeps a log")
    wait_until(lambda: not is_black(camera), "the window shows the title")
    camera.keep("started from the start menu", SIZE)
    windows.ask_to_close()
    assert {path.name for path in ours.iterdir()} == {"Logs", "saves", "settings.json"}
    shutil.rmtree(ours)


def test_match_record_file_is_opened_by_double_click(windows: Windows, camera: Camera) -> None:
    record = windows.drive / "Łukasz.red7"
    shutil.copy(Path(__file__).parents[1] / "golden" / "two_rounds.red7", record)
    # Windows looks among the user's own kinds of files and then the machine's; Wine 8 among these.
    for kind in (".red7", "Red7Desktop.Record"):
        machines = CLASSES.replace("HKCU", "HKLM")
        windows.run("reg", "copy", rf"{CLASSES}\{kind}", rf"{machines}\{kind}", "/s", "/f")
    windows.open(record)
    wait_until(lambda: windows.processes() == 1, "the game runs")
    wait_until(lambda: not is_black(camera), "the window shows something")
    spelled = os.fsencode(windows.spelled(record))
    assert any(spelled in command for command in commands_of_the_game())
    camera.keep("a record, opened by double click", SIZE)
    windows.ask_to_close()
    shutil.rmtree(windows.appdata / NAME)


def commands_of_the_game() -> Iterator[bytes]:
    """Return the command of each process that runs a game for Windows, as this system sees it."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            command = (process / "cmdline").read_bytes()
            if f"{NAME}.exe".encode() in command:
                yield command


def is_black(camera: Camera) -> bool:
    """Whether the screen shows nothing."""
    picture = camera.take(SIZE)
    return len({tuple(picture.get_at((x, 360))) for x in range(0, SIZE[0], 7)}) < 3


def test_setup_installs_upgrades_and_removes_but_keeps_saves(
    tmp_path: Path,
) -> None:
    windows = windows_in(tmp_path)
    setup = Path(SETUP).resolve()
    try:
        windows.run("wineboot", "--init")
        _install_and_upgrade(windows, setup)
        _refuse_while_it_is_open_then_remove(windows, setup)
        _share_a_folder_and_forget(windows, setup)
    finally:
        windows.close()


def install_into(windows: Windows, setup: Path, folder: Path) -> None:
    """Run the setup program silently, for a folder, which may not be in quotation marks."""
    windows.run("cmd", "/c", f"{windows.spelled(setup)} /S /D={windows.spelled(folder)}")


def files_in(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def write(*paths: Path) -> None:
    """Write empty files, with the folders that lead to them."""
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("", "utf-8")


def _install_and_upgrade(windows: Windows, setup: Path) -> None:
    folder = windows.drive / ODD_NAME / PRODUCT
    install_into(windows, setup, folder)
    assert windows.registered()["DisplayVersion"] == __version__
    assert (folder / f"{NAME}.exe").is_file()
    assert windows.link.is_file()
    assert record_program(windows).endswith(rf'\{PRODUCT}\{NAME}.exe" "%1"')
    assert (folder / "LICENSE.txt").read_bytes().count(b"\r\n") > 10

    # An upgrade keeps what belongs to anyone else, and nothing of the older version.
    others = [folder / "mine.txt", folder / "_internal" / "of another.dll"]
    others += [folder.parent / "outside.txt", windows.appdata / NAME / "saves" / "library.sqlite3"]
    old = folder / "_internal" / "old parts" / "old.dll"
    write(old, *others)
    listed = folder / "files.txt"
    with listed.open("a", encoding="ascii", newline="\r\n") as file:
        file.write("_internal\\old parts\\old.dll\n..\\outside.txt\n_internal\\old parts\\\n")
    former = windows.desktop_icon.with_name("Red7.lnk")  # as version 0.1.0 named it
    write(former)
    windows.run(setup, "/S")
    assert not former.exists()
    assert windows.desktop_icon.read_bytes()[:4] == windows.link.read_bytes()[:4] == LINK
    assert not old.parent.exists()
    assert "old parts" not in listed.read_text("ascii")
    assert all(path.is_file() for path in others)
    assert (folder / "_internal" / "python311.dll").is_file()

    # Version 0.1.0 kept no list; what it had installed is deleted by the names that it had.
    listed.rename(old := folder / OF_THE_FIRST)
    windows.run(setup, "/S")
    assert not old.exists()
    assert all(path.is_file() for path in (*others, listed))


def _refuse_while_it_is_open_then_remove(windows: Windows, setup: Path) -> None:
    folder = windows.drive / ODD_NAME / PRODUCT
    running = RunningInWindows(windows, folder / f"{NAME}.exe", windows.drive / "home")
    removed = ("cmd", "/c", f"uninstall.exe /S _?={windows.spelled(folder)}")
    assert running.announcement.startswith("first frame after"), running.end()
    for refused in ((setup, "/S"), removed):
        with pytest.raises(subprocess.CalledProcessError) as ended:
            windows.run(*refused, within=folder)
        assert ended.value.returncode == IS_RUNNING
    assert (folder / "_internal" / "python311.dll").is_file()
    windows.ask_to_close()
    assert running.end() == (0, "")

    windows.run(*removed, within=folder)
    assert windows.registered() == {}
    assert record_program(windows) == ""
    assert not windows.link.exists()
    assert not windows.desktop_icon.exists()
    assert (windows.appdata / NAME / "saves" / "library.sqlite3").is_file()
    # The uninstaller that is told where to look cannot delete itself; otherwise a copy of it does.
    others = {folder / "mine.txt", folder / "_internal" / "of another.dll"}
    assert files_in(folder) - {folder / "uninstall.exe"} == others


def _share_a_folder_and_forget(windows: Windows, setup: Path) -> None:
    shared = windows.drive / "Games"
    folder, mine = shared / PRODUCT, shared / "mine.txt"
    write(mine)
    install_into(windows, setup, shared)  # which holds other things: it takes one of its own in it
    assert windows.registered()["InstallLocation"] == windows.spelled(folder)
    foreign = {mine, folder / "data" / "of another game.txt", folder / "portable.ini"}
    write(*foreign, folder / "data" / "saves" / "library.sqlite3", folder / "portable")

    # With a window, the uninstaller asks whether to delete what belongs to the player, and does
    # when told so; what it does not know stays.
    whole = len(files_in(folder))
    windows.open(folder / "uninstall.exe")
    answer_till(windows, "Return", lambda: len(files_in(folder)) < whole)
    wait_until(lambda: not windows.link.exists(), "the program is removed")
    answer_till(windows, "y", lambda: not (windows.appdata / NAME).exists())
    wait_until(lambda: files_in(shared) == foreign, "all is removed")

    # Where its own is taken too, nothing is installed.
    with pytest.raises(subprocess.CalledProcessError) as ended:
        install_into(windows, setup, shared)
    assert ended.value.returncode == IS_TAKEN
    assert windows.registered() == {}
    assert files_in(shared) == foreign


def record_program(windows: Windows) -> str:
    """Return the command that opens records by double click; nothing where none does."""
    try:
        kind = windows.run("reg", "query", rf"{CLASSES}\.red7", "/ve").split()[-1]
        said = windows.run("reg", "query", rf"{CLASSES}\{kind}\shell\open\command", "/ve")
    except subprocess.CalledProcessError:
        return ""
    return said.partition("REG_SZ")[2].strip()


def answer_till(windows: Windows, key: str, happens: Callable[[], bool]) -> None:
    """Press a key until something is so: a window that is not there yet takes none."""

    def has_happened() -> bool:
        windows.xdotool("key", key, "sleep", 0.5)
        return happens()

    wait_until(has_happened, f"{key} is taken")


# -- where it runs -------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_windows_program_prints_to_a_pipe_and_to_its_console(windows: Windows, option: str) -> None:
    program = windows.installed / f"{NAME}.exe"
    assert "red7" in windows.run(program, option).lower()
    ours, theirs = pty.openpty()
    console = subprocess.Popen(
        ["wine", "cmd", "/c", "start", "", "/wait", "/b", windows.spelled(program), option],
        env=windows.environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    said = b""
    try:
        while chunk := os.read(ours, 4096):
            said += chunk
    except OSError:  # the other end was closed
        pass
    console.wait(PATIENCE)
    os.close(ours)
    assert "red7" in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said.decode(errors="replace")).lower()


def unpacked(folder: Path) -> Path:
    """Unpack the zip into a folder; give the program."""
    with zipfile.ZipFile(ZIP) as packed:
        packed.extractall(folder)
    (program,) = folder.glob(f"*/{NAME}.exe")
    return program


def test_zip_runs_from_a_read_only_folder_with_an_odd_name(
    windows: Windows, start: Start, tmp_path: Path
) -> None:
    program = unpacked(windows.drive / ODD_NAME)
    everything = [program.parent, *program.parent.rglob("*")]
    before = sorted(everything)
    for path in everything:
        path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
    try:
        running = start(tmp_path / ODD_NAME, program=program)
        windows.ask_to_close()
        assert running.end() == (0, "")
    finally:
        for path in everything:
            path.chmod(path.stat().st_mode | stat.S_IWUSR)
    assert sorted([program.parent, *program.parent.rglob("*")]) == before
    assert (tmp_path / ODD_NAME / "logs" / "red7.log").is_file()


def test_portable_zip_stores_its_data_beside_the_program(windows: Windows, tmp_path: Path) -> None:
    program = unpacked(windows.drive / "stick")
    (program.parent / "portable").touch()
    windows.open(program)
    wait_until((program.parent / "data" / "logs" / "red7.log").exists, "a log lies beside it")
    wait_until(lambda: windows.processes() == 1, "it runs")
    windows.ask_to_close()
    assert not (windows.appdata / NAME).exists()


def test_program_started_twice_runs_twice_with_separate_logs(
    windows: Windows, start: Start, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    running = [start(home), start(home)]
    assert {path.name for path in (home / "logs").iterdir()} == {"red7.log", "red7-2.log"}
    windows.ask_to_close()
    assert [each.end() for each in running] == [(0, ""), (0, "")]


def test_xinput_library_is_not_unloaded_before_the_program_ends(
    windows: Windows, start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    telling = windows.environment | {"WINEDEBUG": "+loaddll"}
    monkeypatch.setattr(Windows, "environment", telling)
    running = start(tmp_path / "home")
    windows.ask_to_close()
    status, said = running.end()
    told = re.findall(r"(?i)(loaded|unloaded) .*\\(xinput\w+)\.dll", said)
    assert (status, [what for what, _ in told]) == (0, ["Loaded"]), told


def test_damaged_save_is_kept_and_damaged_settings_file_is_renamed(
    windows: Windows, start: Start, tmp_path: Path
) -> None:
    saved = tmp_path / "home" / "saves" / "match.json"
    saved.parent.mkdir(parents=True)
    saved.write_text("{damaged", "utf-8")
    settings = tmp_path / "home" / "config" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_bytes(b"\xff\xfe\x00")
    start(tmp_path / "home", "--play", "--deal", "11")
    library = find_library(tmp_path / "home")

    def has_both() -> bool:
        return library.exists() and len(read_copy(library, list_running)) == 2

    wait_until(has_both, "the new match is kept beside it")
    assert saved.read_text("utf-8") == "{damaged"
    assert settings.with_name(f"{settings.name}.damaged-1").is_file()


# -- how it is played ----------------------------------------------------------------------


@pytest.mark.parametrize("game", ROUNDS)
def test_round_is_played_by_dragging_and_resumed_after_leaving_it(
    windows: Windows, camera: Camera, start: Start, tmp_path: Path, game: str
) -> None:
    drag_a_round_leave_and_go_on(windows, camera, start, tmp_path, game)


@pytest.mark.parametrize("game", ROUNDS)
def test_match_resumes_at_its_last_step_after_a_kill(
    windows: Windows, camera: Camera, start: Start, tmp_path: Path, game: str
) -> None:
    kills = -(-min(KILLS, MOST_KILLS) // len(ROUNDS))
    kill_and_go_on(windows, camera, start, tmp_path / "home", game, kills=kills)


def test_table_on_windows_looks_like_the_one_on_linux(
    windows: Windows, camera: Camera, start: Start, tmp_path: Path
) -> None:
    arguments = ("--play", "--seats", "2", "--deal", "11", "--rules", "advanced")
    hands = Hands(windows, start(tmp_path / "home", *arguments), tmp_path)
    hands.wait_for_me()
    pilot = hands.look()
    pilot.wait(3.0)
    try:
        wait_until(
            lambda: (
                share_that_differs(camera.take(SIZE), pilot.surface, windows.cell, windows.levels)
                < windows.differs
            ),
            "the window is like the table on Linux",
        )
    finally:
        camera.keep("the table", SIZE)
        camera.save(pilot.surface, "the table on Linux")
        pilot.close()
