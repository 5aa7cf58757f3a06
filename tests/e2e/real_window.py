"""A real window on a virtual screen, and a person at it: xdotool moves the mouse and the keys."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

SIZE = (1280, 720)
PROGRAM = (sys.executable, "-m", "red7_desktop")
PATIENCE = 60.0
"""Seconds after which something that does not happen is a failure; no test measures with it."""


class Screen:
    """A virtual screen of a size, as long as it is open.

    frames: a folder in which the server keeps the screen's pixels, for `tests.e2e.pictures`.
    differs: the share of the pixels in which a window may differ from what a pilot draws, of the
    whole and of a part of it that is mostly letters.
    """

    differs = differs_in_part = 0.001

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
        """The environment of programs on this screen."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith("SDL_")}
        kept.pop("WAYLAND_DISPLAY", None)
        return kept | {"DISPLAY": self.display, "SDL_AUDIODRIVER": "dummy"}

    def xdotool(self, *words: str | float) -> None:
        """Let xdotool carry out a chain of commands."""
        command = ["xdotool", *[str(word) for word in words]]
        subprocess.run(command, env=self.environment, check=True, timeout=PATIENCE)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Drag with the left button, by way of the middle."""
        middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        chain: list[str | float] = ["mousemove", *start, "sleep", 0.05, "mousedown", 1]
        for x, y in (middle, end):
            chain += ["sleep", 0.05, "mousemove", x, y]
        self.xdotool(*chain, "sleep", 0.05, "mouseup", 1)

    def click(self, at: tuple[int, int]) -> None:
        """Click with the left button."""
        self.xdotool("mousemove", *at, "sleep", 0.05, "click", 1)

    def key(self, name: str) -> None:
        """Press a key, by its X name."""
        self.xdotool("key", name)

    def close(self) -> None:
        """Take the screen away."""
        self._server.terminate()
        self._server.wait(PATIENCE)


class Running:
    """The program, running in a process of its own.

    program: the beginning of its command. spelled: gives the name by which it knows its home.
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
        """Stop the process at once, as a power cut would."""
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)

    def end(self) -> tuple[int, str]:
        """Wait till the program has ended by itself; give its status and what it complained of."""
        _, complaints = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, complaints


def wait_until(happens: Callable[[], bool], what: str) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < deadline, f"this did not happen: {what}"
        time.sleep(0.05)
