"""Simulated users at real windows, on a virtual screen or in Wine."""

from __future__ import annotations

import os
import shutil
import sqlite3
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import pygame

from build.spec.wine import Wine, windows_path
from red7_desktop import PRODUCT
from red7_desktop.app.matches.setups import SetupStore, build_first_setup
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit import settings, storage
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.tabletop import game
from red7_desktop.tabletop.match import DamagedSaveError, Match, read_match
from red7_desktop.tabletop.rounds import ROUND_OVER, read_record
from tests.kept import change_library, find_library, read_copy
from tests.ui.pilot import Mouse, Pilot

# == A real window on a virtual screen, operated by xdotool.

SIZE = (1280, 720)
PROGRAM = (sys.executable, "-m", "red7_desktop")
PATIENCE = 60.0
"""Seconds after which a wait fails. No test measures time with it."""


class Screen:
    """A virtual X screen.

    Attributes:
        frames: Folder in which the server stores the screen's pixels, for `Camera`.
        differs: Maximum share of cells in which a window may differ from the pilot's picture.
        differs_in_part: The same for a part of the window that is mostly text.
        cell: Cell size, see `share_that_differs`.
        levels: Tolerance, see `share_that_differs`.
    """

    differs = differs_in_part = 0.001
    cell = levels = 1

    def __init__(self, size: tuple[int, int], frames: Path) -> None:
        self.frames = frames
        reading, writing = os.pipe()
        width, height = size
        self._server = subprocess.Popen(
            [
                *("Xvfb", "-displayfd", str(writing), "-fbdir", str(frames)),
                *("-screen", "0", f"{width}x{height}x24"),
            ],
            pass_fds=(writing,),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as numbers:
            self.display = f":{numbers.readline().strip()}"

    @property
    def environment(self) -> dict[str, str]:
        kept = {key: value for key, value in os.environ.items() if not key.startswith("SDL_")}
        kept.pop("WAYLAND_DISPLAY", None)
        return kept | {"DISPLAY": self.display, "SDL_AUDIODRIVER": "dummy"}

    def xdotool(self, *words: str | float) -> None:
        """Run a chain of xdotool commands."""
        command = ["xdotool", *[str(word) for word in words]]
        subprocess.run(command, env=self.environment, check=True, timeout=PATIENCE)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Drag with the left button through the midpoint."""
        middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        chain: list[str | float] = ["mousemove", *start, "sleep", 0.05, "mousedown", 1]
        for x, y in (middle, end):
            chain += ["sleep", 0.05, "mousemove", x, y]
        self.xdotool(*chain, "sleep", 0.05, "mouseup", 1)

    def click(self, at: tuple[int, int]) -> None:
        """Click with the left button."""
        self.xdotool("mousemove", *at, "sleep", 0.05, "click", 1)

    def key(self, name: str) -> None:
        """Press a key, given by its X name."""
        self.xdotool("key", name)

    def close(self) -> None:
        """Stop the X server."""
        self._server.terminate()
        self._server.wait(PATIENCE)


class Compositor(Screen):
    """A Wayland compositor without an X server."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.chmod(0o700)
        self._server = subprocess.Popen(
            ["weston", "--backend=headless-backend.so", "--socket=red7", "--idle-time=0"],
            env=os.environ | {"XDG_RUNTIME_DIR": str(folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_until((folder / "red7").exists, "the compositor listens")

    @property
    def environment(self) -> dict[str, str]:
        kept = {key: value for key, value in os.environ.items() if not key.startswith("SDL_")}
        kept.pop("DISPLAY", None)
        own = {"WAYLAND_DISPLAY": "red7", "XDG_RUNTIME_DIR": str(self._folder)}
        return kept | own | {"SDL_AUDIODRIVER": "dummy"}


class Running:
    """The program in a process of its own.

    Args:
        screen: Where it opens its window.
        home: Its home folder.
        arguments: Further command-line arguments.
        program: Start of the command line.
        spelled: Converts a path to the form that the program understands.
    """

    def __init__(
        self,
        screen: Screen,
        home: Path,
        *arguments: str,
        program: Sequence[str] = PROGRAM,
        spelled: Callable[[Path], str] = str,
    ) -> None:
        self.home = home
        width, height = SIZE
        command = [*program, "--announce", "--home", spelled(home)]
        self.process = subprocess.Popen(
            [*command, "--window", f"{width}x{height}", *arguments],
            env=screen.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.announcement = self.process.stdout.readline()

    def kill(self) -> None:
        """Kill the process at once, as a power cut would."""
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)

    def end(self) -> tuple[int, str]:
        """Wait until the program exits; return its exit status and its stderr."""
        _, complaints = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, complaints


def check_without_a_screen(
    program: Sequence[str | Path], home: Path, environment: Mapping[str, str]
) -> None:
    """Check that the program needs a display, except for `--version` and `--help`."""
    for option in ("--version", "--help"):
        told = subprocess.run(
            [*program, option], env={}, capture_output=True, text=True, timeout=PATIENCE, check=True
        )
        assert "red7" in told.stdout.lower()
        assert told.stderr == ""
    ended = subprocess.run(
        [*program, "--home", home],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == 2
    assert "needs a screen" in ended.stderr
    assert "Traceback" not in ended.stderr


def wait_until(happens: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < deadline, f"this did not happen: {what}"
        time.sleep(0.05)


# == Pictures of a virtual screen, read from the file in which its server stores the pixels.

ARTEFACTS: Final = Path(__file__).resolve().parents[2] / "artefacts"
"""Folder for pictures; git ignores it."""
_HEADER: Final = struct.Struct(">25I")
_COLOUR: Final = 12  # bytes of an entry of the colour table


class Camera:
    """Takes pictures of a screen.

    Args:
        frames: The screen's folder of frames.
        kept: Folder among the artefacts for saved pictures.
    """

    def __init__(self, frames: Path, kept: str = "executable") -> None:
        self._frames = frames
        self._kept = ARTEFACTS / kept

    def take(self, size: tuple[int, int]) -> pygame.Surface:
        """Return the upper left part of the screen, with a size in pixels.

        The server writes an X window dump: a header of big-endian words, a colour table, then rows
        of pixels in native byte order.
        """
        data = (self._frames / "Xvfb_screen0").read_bytes()
        words = _HEADER.unpack_from(data)
        start, width, height, row, colours = words[0], words[4], words[5], words[12], words[19]
        assert words[11] == 32, "the screen was opened with 24 bits a pixel, kept in 32"
        assert row == 4 * width
        start += colours * _COLOUR
        pixels = bytearray(data[start : start + row * height])
        pixels[3::4] = b"\xff" * (width * height)
        whole = pygame.image.frombuffer(bytes(pixels), (width, height), "BGRA")
        return whole.subsurface((0, 0, *size)).copy()

    def keep(self, name: str, size: tuple[int, int]) -> pygame.Surface:
        """Take a picture and save it among the artefacts."""
        picture = self.take(size)
        self.save(picture, name)
        return picture

    def save(self, picture: pygame.Surface, name: str) -> None:
        """Save a picture among the artefacts."""
        self._kept.mkdir(parents=True, exist_ok=True)
        pygame.image.save(picture, self._kept / f"{name}.png")


def share_that_differs(
    one: pygame.Surface, other: pygame.Surface, cell: int = 1, levels: int = 1
) -> float:
    """Return the share of cells, 0 to 1, in which two pictures of the same size differ.

    Args:
        one: A picture.
        other: Another picture.
        cell: Side of a cell in pixels. Each picture is averaged in each cell.
        levels: Minimum difference of red, green or blue, from 0 to 255, that counts.
    """
    assert one.get_size() == other.get_size()
    width, height = (-(-side // cell) for side in one.get_size())
    one, other = (pygame.transform.smoothscale(each, (width, height)) for each in (one, other))
    more, less = one.copy(), other.copy()
    more.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    less.blit(one, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    more.blit(less, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    same = pygame.mask.from_threshold(more, (0, 0, 0), (levels, levels, levels, 255)).count()
    return 1 - same / (width * height)


# == A simulated user of the program, who sees through a pilot and acts through xdotool.
# The tests read the state from the program's save. A pilot resumes a copy of the save to find
# positions on the screen. So the tests don't look inside the tested process.

ME = 0
CORNER: Final = (SIZE[0] - 1, SIZE[1] - 1)
"""Mouse position over nothing."""
_STILL: Final = 0.3
"""Seconds without change after which a window counts as still."""
_MOVES: Final = 0.0005
"""Maximum share of pixels that may change in a still window."""
_TOLD: Final = 8
"""Number of latest actions, steps and log lines in a failure's message."""


class Mirrored(Pilot):
    """A pilot that repeats its mouse gestures in the real window.

    A gesture is sent as a whole, from press to release; otherwise a click on a slow machine would
    become a long press. Then the pilot waits until the window shows the same as the pilot.

    Attributes:
        hands: Operates the window; None to repeat nothing.
    """

    hands: Hands | None = None

    def __init__(self, home: Path, size: tuple[int, int]) -> None:
        super().__init__(home, size)
        self._gesture: list[str | float] = []
        self._known = 0

    def post_undrawn(self, kind: int, **fields: Any) -> None:
        super().post_undrawn(kind, **fields)
        self._mirror(kind, fields)

    def post(self, kind: int, **fields: Any) -> None:
        super().post(kind, **fields)
        self._mirror(kind, fields)

    def _mirror(self, kind: int, fields: dict[str, Any]) -> None:
        """Add a mouse event to the gesture; a release sends the gesture to the window."""
        if self.hands is None:
            return
        self._gesture += ["mousemove", *fields["pos"], "sleep", 0.05]
        if kind != pygame.MOUSEMOTION:
            pressed = kind == pygame.MOUSEBUTTONDOWN
            self._gesture += ["mousedown" if pressed else "mouseup", fields["button"]]
        if kind == pygame.MOUSEBUTTONUP:
            self.hands.move(self._gesture)
            self._gesture = []
            if not self.session.match.log[self._known :]:
                self.wait(0.6)
                self.hands.see(self)

    def follow(self, hands: Hands) -> None:
        """Repeat gestures in the window until a step has been taken."""
        self.hands, self._known = hands, self.session.match.revision


class Hands:
    """A user on seat A."""

    def __init__(self, screen: Screen, running: Running, scratch: Path) -> None:
        self._screen = screen
        self._running = running
        self._scratch = scratch
        self._looks = 0
        self._camera = Camera(screen.frames, "following")
        self._pilot: Pilot | None = None
        self._done: list[str] = []
        self._has_keys = False

    # -- what there is -----------------------------------------------------------------------

    def match(self) -> Match:
        """Read the match from the program's library."""
        home = self._running.home
        self._wait_until(lambda: has_match(home), "a match is kept")
        return kept_match(home)

    def wait_for_me(self) -> Match:
        """Wait until only this user or the table has to act, or the match is over."""

        def is_asked() -> bool:
            match = self.match()
            to_act = match.game.to_act(match.state)
            return to_act in {(), (ME,), (game.TABLE,)}

        self._wait_until(is_asked, "the AI players have played")
        return self.match()

    def look(self, pilots: Callable[[Path, tuple[int, int]], Pilot] = Pilot) -> Pilot:
        """Return a pilot that shows the same as the window, once the window is still.

        Args:
            pilots: Makes the pilot from a home folder and the window's size.
        """
        self._looks += 1
        copy = self._scratch / f"look{self._looks}"
        shutil.copytree(self._running.home, copy, copy_function=_copy)
        self._pilot = pilot = pilots(copy, SIZE)
        if self._has_keys:  # for keyboard users, the table shows key caps and focuses a card
            pilot.key(pygame.K_LSHIFT)
        pilot.program.resume()
        pilot.wait(1.0)
        self.move(["mousemove", *CORNER])
        self.see(pilot)
        return pilot

    def look_at_the_end(self) -> Pilot:
        """Return a pilot that shows the round's end page, like the window.

        Both first show the table while the cards land, then the finale.
        """
        pilot = self.look()
        pilot.wait(4.0)
        assert pilot.nodes("next"), "the page about the round is not open"
        self.see(pilot)
        return pilot

    def see(self, pilot: Pilot, name: str = "") -> None:
        """Advance a pilot until the window shows the same and is still.

        A moving card changes only a small part of the window, and a click meanwhile could be
        ignored.

        Args:
            pilot: The pilot.
            name: Name of a node to compare instead of the window, if other parts never stop moving.
        """
        box = pilot.box_of(name) if name else pygame.Rect(0, 0, *SIZE)
        screen = self._screen
        differs = screen.differs_in_part if name else screen.differs

        def is_alike() -> bool:
            pilot.wait(0.25)
            before = self._camera.take(SIZE).subsurface(box)
            seen = pilot.surface.subsurface(box)
            if share_that_differs(before, seen, screen.cell, screen.levels) > differs:
                return False
            time.sleep(_STILL)
            return share_that_differs(before, self._camera.take(SIZE).subsurface(box)) <= _MOVES

        self._wait_until(is_alike, f"the window shows {name or 'all'} as the pilot does")

    def _wait_until(self, happens: Callable[[], bool], what: str) -> None:
        with self._telling():
            wait_until(happens, what)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Add details to a failure's message."""
        try:
            yield
        except AssertionError as error:
            if not hasattr(error, "__notes__"):
                error.add_note(self._account())
            raise

    def _account(self) -> str:
        """Save the pictures; return the latest actions, steps and log lines."""
        window = self._camera.keep("window", SIZE)
        told = [f"the last actions: {self._done[-_TOLD:]}"]
        told.append(f"the program: {self._running.process.poll() or 'runs'}")
        if self._pilot is not None:
            self._camera.save(self._pilot.surface, "pilot")
            differs = share_that_differs(window, self._pilot.surface)
            told.append(f"{differs:.2%} of the window differs, see {ARTEFACTS / 'following'}")
        home = self._running.home
        if has_match(home):
            match = kept_match(home)
            steps = [f"{taken.seat}: {taken.step}" for taken in match.log]
            told += [f"{len(steps)} steps, at last: {steps[-_TOLD:]}", f"then: {match.state}"]
        for log in (home / "logs").glob("*"):
            told += [f"{log.name}:", *log.read_text("utf-8", "replace").splitlines()[-_TOLD:]]
        return "\n".join(told)

    # -- what is done ------------------------------------------------------------------------

    def play_round(self) -> None:
        """Play until the table waits or the match is over."""
        while True:
            match = self.wait_for_me()
            if ME not in match.game.to_act(match.state):
                return
            observation = match.game.observe(match.state, ME)
            greedy = CATALOGUE[match.game.name].players().player_of("greedy")
            for step in greedy.choose(observation, 0, 1).steps:
                self.act(step)

    def act(self, step: Any) -> None:
        """Take a step with the mouse, and wait until the program has saved it."""
        match = self.match()
        before = match.revision
        self._done.append(f"step {step}")
        pilot = self.look(Mirrored)
        assert isinstance(pilot, Mirrored)
        with self._telling():
            pilot.follow(self)
            Mouse(pilot).act(step)
        pilot.close()
        self._has_keys = False

        def mine() -> list[str]:  # other seats may pick at the same time
            return [taken.step for taken in self.match().log[before:] if taken.seat == ME]

        self._wait_until(lambda: bool(mine()), f"{step} is kept")
        with self._telling():
            assert mine()[0] == str(step)

    def press(self, pilot: Pilot, name: str) -> None:
        """Click a button by its node's name."""
        at = pilot.box_of(name).center
        self._done.append(f"click {name} at {at}")
        self._has_keys = False
        self._screen.click(at)

    def key(self, name: str) -> None:
        """Press a key, given by its X name."""
        self._done.append(f"press {name}")
        self._has_keys = True
        self._screen.key(name)

    def move(self, chain: Sequence[str | float]) -> None:
        """Run a chain of xdotool commands."""
        self._done.append(" ".join(map(str, chain)))
        self._screen.xdotool(*chain)


def has_match(home: Path) -> bool:
    """Return whether a match is on disk, running or finished."""
    library = find_library(home)
    return library.exists() and read_copy(library, _find_last) is not None


def kept_match(home: Path) -> Match:
    """Return the most recently played match on disk. It is complete at any moment."""
    game, text = read_copy(find_library(home), _find_last)
    row = CATALOGUE[game]
    with suppress(DamagedSaveError):
        return read_match(text, {game: row.rules()}).match
    return read_record(row.view().story.record_form, text, row.rules()).match


def _find_last(db: sqlite3.Connection) -> Any:
    return db.execute("SELECT game, text FROM matches ORDER BY changed DESC LIMIT 1").fetchone()


def _copy(source: str, target: str) -> None:
    """Copy a file of a running program; ignore it if it has been deleted meanwhile."""
    with suppress(FileNotFoundError):
        shutil.copy2(source, target)


# == Scenarios for executables on all systems: play a round, quit, get killed.
# RED7_KILLS is the number of kills (default 3), RED7_KILL_SEED their random seed (default 7).

ROUNDS: Final = {
    "red7": ("--seats", "2", "--deal", "11", "--rules", "advanced"),
    "spring": ("--seats", "2", "--deal", "12"),
}
"""Command-line arguments that begin a short round, by game."""
_VALUES: Final[Mapping[str, Mapping[str, Any]]] = {"red7": {"advanced": True}, "spring": {}}
"""Options of the matches in which the program is killed, by game."""
KILLS: Final = int(os.environ.get("RED7_KILLS", "3"))
KILL_SEED: Final = int(os.environ.get("RED7_KILL_SEED", "7"))


def drag_a_round_leave_and_go_on(
    screen: Screen,
    camera: Camera,
    start: Callable[..., Running],
    tmp_path: Path,
    game: str = "red7",
) -> None:
    """Play a round by dragging, quit by the program's buttons, and resume the match."""
    home = tmp_path / "home"
    running = start(home, "--play", "--game", game, *ROUNDS[game])
    hands = Hands(screen, running, tmp_path)
    hands.play_round()
    assert hands.match().state.stage == ROUND_OVER
    pilot = hands.look_at_the_end()
    camera.keep(f"a round of {game} played by dragging", SIZE)
    hands.press(pilot, "next")
    pilot.close()
    wait_until(lambda: hands.match().state.round_number == 2, "the next round is dealt")
    before = hands.wait_for_me()

    leave(camera, hands)
    assert running.end() == (0, "")
    assert kept_match(home).log == before.log

    again = Hands(screen, start(home), tmp_path / "again")
    (tmp_path / "again").mkdir()
    again.key("Return")  # the title focuses "Continue" first
    step = again.match().game.observe(before.state, 0).legal[0]
    again.act(step)
    assert again.match().log[: before.revision] == before.log
    camera.keep(f"{game} gone on with", SIZE)


def leave(camera: Camera, hands: Hands) -> None:
    """Go from the table to the title, and quit."""
    pilot = hands.look()
    pilot.key(pygame.K_ESCAPE)
    hands.key("Escape")
    hands.see(pilot)
    hands.press(pilot, "title")
    pilot.program.show_title()
    hands.see(pilot, "quit")
    camera.keep("about to be left", SIZE)
    hands.press(pilot, "quit")
    pilot.close()


def kill_and_go_on(
    screen: Screen,
    camera: Camera,
    start: Callable[..., Running],
    home: Path,
    game: str = "red7",
    *,
    kills: int = KILLS,
) -> None:
    """Kill the program at random moments, and check that it always resumes at the last step."""
    rng = Random(KILL_SEED)
    let_four_ai_players_play(home, game)
    before = None
    for number in range(kills + 1):  # It is started once more after the last kill.
        which = f"kill {number} of seed {KILL_SEED}"
        if before is None or is_waiting(before):
            if before is not None:
                change_library(find_library(home), lambda db: db.execute("DELETE FROM matches"))
            running = start(home, "--play", "--game", game, "--deal", str(number))
            reached = 0
        else:
            running, reached = start(home), before.revision
            assert kept_match(home).log == before.log, f"{which}: opening it changes the match"
            screen.key("Return")
        reached = watch(home, reached, rng.uniform(0.0, 2.0))
        picture = camera.take(SIZE)
        running.kill()
        camera.save(picture, f"kill {number:02}")
        after = kept_match(home)
        assert after.revision >= reached, f"{which} lost a step"
        if before is not None and not is_waiting(before):
            assert after.log[: before.revision] == before.log, which
        before = after


def let_four_ai_players_play(home: Path, game: str) -> None:
    """Set up a match of AI players only, at the highest speed with animations."""
    keys = [level.key for level in CATALOGUE[game].players().levels]
    seats = tuple(SeatPlan(level=keys[number % 2]) for number in range(4))
    setup = replace(build_first_setup(CATALOGUE[game]), seats=seats).with_values(**_VALUES[game])
    (home / "config").mkdir(parents=True)
    writes = storage.Worker("test")
    SetupStore(home / "config" / "setup.json", CATALOGUE, writes).keep(setup)
    writes.close()
    settings.open_settings_file(home / "config" / "settings.json").save(
        settings.Settings(speed=4.0)
    )


def watch(home: Path, start: int, seconds: float) -> int:
    """Wait for new steps, then some seconds more; return the number of the last step on disk."""
    reached = start

    def has_gone_on() -> bool:
        nonlocal reached
        reached = kept_match(home).revision
        return reached > start or is_waiting(kept_match(home))

    wait_until(lambda: has_match(home), "a match is kept")
    wait_until(has_gone_on, f"the match goes on from step {start}")
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        reached = kept_match(home).revision
    return reached


def is_waiting(match: Match) -> bool:
    """Return whether a match needs a button press to continue, or is over."""
    to_act = match.game.to_act(match.state)
    return not to_act or to_act[0] == game.TABLE


# == Windows programs in Wine on a virtual screen.

NAME: Final = "red7-desktop"
KEY: Final = rf"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\{NAME}"
_LONG: Final = 15.0
"""Seconds after which a user would click again."""


class Windows(Screen):
    """A virtual screen for Windows programs in Wine, which stores its files in a folder.

    Edges of letters and pictures differ from those on Linux, and text is a little narrower, so that
    neighbours move by a few pixels. In a button, 84% of the pixels differ for this reason. A user
    doesn't see the difference, so the comparison is coarse.
    """

    differs = 0.04
    differs_in_part = 0.2
    cell, levels = 8, 32

    def __init__(self, folder: Path, frames: Path) -> None:
        super().__init__(SIZE, frames)
        self._wine = Wine(folder)
        self.drive = folder / "drive_c"

    @property
    def environment(self) -> dict[str, str]:
        ours = self._wine.environment
        return ours | {"DISPLAY": self.display, "SDL_AUDIODRIVER": "dummy"}

    def run(self, *command: str | Path, within: Path | None = None) -> str:
        """Run a program to its end; return its output.

        Args:
            command: The command line.
            within: Working directory.

        Raises:
            CalledProcessError: The program failed.
        """
        return self._wine.run(*command, within=within, variables=self.environment)

    def open(self, path: Path) -> None:
        """Open a program or a link like a double click, without waiting for its end.

        Its output is discarded, because reading it would wait for the end.
        """
        subprocess.run(
            ["wine", "start", self.spelled(path)],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=True,
        )

    def spelled(self, path: Path) -> str:
        """Return a path in Windows form, on drive C if the file is there."""
        if path.is_relative_to(self.drive):
            return f"C:\\{path.relative_to(self.drive)}".replace("/", "\\")
        return windows_path(path)

    @property
    def _user(self) -> Path:
        (folder,) = (path for path in (self.drive / "users").iterdir() if path.name != "Public")
        return folder

    @property
    def appdata(self) -> Path:
        """The folder of %APPDATA%."""
        return self._user / "AppData" / "Roaming"

    @property
    def installed(self) -> Path:
        """Default installation folder of the setup program."""
        return self._user / "AppData" / "Local" / "Programs" / PRODUCT

    @property
    def link(self) -> Path:
        """The link in the start menu."""
        return self.appdata / f"Microsoft/Windows/Start Menu/Programs/{PRODUCT}.lnk"

    @property
    def desktop_icon(self) -> Path:
        return self._user / "Desktop" / f"{PRODUCT}.lnk"

    def registered(self) -> dict[str, str]:
        """Return the game's entry in the list of installed programs; empty if it isn't there."""
        try:
            said = self.run("reg", "query", KEY)
        except subprocess.CalledProcessError:
            return {}
        fields = (line.split(maxsplit=2) for line in said.splitlines() if "REG_" in line)
        return {field[0]: field[2] if len(field) > 2 else "" for field in fields}

    def processes(self) -> int:
        """Count the running copies of the game, by this system's process list."""
        ours = os.fsencode(f"WINEPREFIX={self.drive.parent}")
        return sum(
            f"{NAME}.exe".encode() in _read(process / "cmdline")
            and ours in _read(process / "environ").split(b"\0")
            for process in Path("/proc").glob("[0-9]*")
        )

    def ask_to_close(self) -> None:
        """Close the game's windows, as by their close button, and wait for the game's end.

        If nothing happens for long, try again, as users do.
        """
        ask = ("taskkill", "/IM", f"{NAME}.exe")
        self.run(*ask)
        asked = time.monotonic()

        def has_ended() -> bool:
            nonlocal asked
            if self.processes() and time.monotonic() > asked + _LONG:
                with suppress(subprocess.CalledProcessError):  # it may have just ended
                    self.run(*ask)
                asked = time.monotonic()
            return not self.processes()

        wait_until(has_ended, "the program ends")

    def close(self) -> None:
        """Stop everything that runs in Wine, and the X server."""
        self._wine.close()
        super().close()


def _read(path: Path) -> bytes:
    """Read a file of a process in /proc; return nothing if the process has ended."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


class RunningInWindows(Running):
    def __init__(self, screen: Windows, program: Path, home: Path, *arguments: str) -> None:
        self._windows = screen
        command: Sequence[str] = ("wine", screen.spelled(program))
        super().__init__(screen, home, *arguments, program=command, spelled=screen.spelled)

    def end(self) -> tuple[int, str]:
        """Wait until the program exits; remove Wine's own messages from its stderr.

        A fault of the program would show in its exit status.
        """
        status, complaints = super().end()
        ours = [line for line in complaints.splitlines() if not line.startswith("wine: ")]
        return status, "\n".join(ours)

    def kill(self) -> None:
        """Stop the process at once (`TerminateProcess`)."""
        self._windows.run("taskkill", "/F", "/IM", f"{NAME}.exe")
        self.process.communicate(timeout=PATIENCE)
