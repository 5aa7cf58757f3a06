"""A Windows of Wine's on a virtual screen, with a person at it."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from build.spec.wine import Wine, windows_path
from tests.e2e.real_window import PATIENCE, SIZE, Running, Screen, wait_until

NAME: Final = "red7-desktop"
KEY: Final = rf"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\{NAME}"
_LONG: Final = 15.0
"""Seconds after which nobody believes any more that a click has been taken."""


class Windows(Screen):
    """A virtual screen on which a Windows shows its windows; what it writes lies in a folder.

    Edges of letters and pictures differ from those on Linux, and words are a little narrower, so
    what stands in a row with them lies a few pixels off. Of a page on which all is centred, such as
    that about a round, 7% of the pixels differ by this.
    """

    differs = 0.1
    differs_in_part = 0.5

    def __init__(self, folder: Path, frames: Path) -> None:
        super().__init__(SIZE, frames)
        self._wine = Wine(folder)
        self.drive = folder / "drive_c"

    @property
    def environment(self) -> dict[str, str]:
        """The environment of programs on this screen."""
        ours = self._wine.environment
        return ours | {"DISPLAY": self.display, "SDL_AUDIODRIVER": "dummy"}

    def run(self, *command: str | Path, within: Path | None = None) -> str:
        """Run a program to its end, in a folder; give what it said. Raises CalledProcessError."""
        return self._wine.run(*command, within=within, variables=self.environment)

    def open(self, path: Path) -> None:
        """Open a program or a link, as a double click does, without waiting for its end.

        What it says is nobody's: whoever listened would wait till it has ended.
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
        """Give the name that a file has in it, on its own drive where it lies there."""
        if path.is_relative_to(self.drive):
            return f"C:\\{path.relative_to(self.drive)}".replace("/", "\\")
        return windows_path(path)

    @property
    def _user(self) -> Path:
        (folder,) = (path for path in (self.drive / "users").iterdir() if path.name != "Public")
        return folder

    @property
    def appdata(self) -> Path:
        """The folder that %APPDATA% names."""
        return self._user / "AppData" / "Roaming"

    @property
    def installed(self) -> Path:
        """Where the setup program puts the game unless told otherwise."""
        return self._user / "AppData" / "Local" / "Programs" / "Red7"

    @property
    def link(self) -> Path:
        """The link in the start menu."""
        return self.appdata / "Microsoft/Windows/Start Menu/Programs/Red7.lnk"

    @property
    def desktop_icon(self) -> Path:
        """The link on the desktop."""
        return self._user / "Desktop" / "Red7.lnk"

    def registered(self) -> dict[str, str]:
        """Give what Windows lists of the game among the installed programs; empty where nothing."""
        try:
            said = self.run("reg", "query", KEY)
        except subprocess.CalledProcessError:
            return {}
        fields = (line.split(maxsplit=2) for line in said.splitlines() if "REG_" in line)
        return {field[0]: field[2] if len(field) > 2 else "" for field in fields}

    def processes(self) -> int:
        """Count the copies of the game that run in it, as this system sees them."""
        ours = os.fsencode(f"WINEPREFIX={self.drive.parent}")
        return sum(
            f"{NAME}.exe".encode() in read_of_process(process / "cmdline")
            and ours in read_of_process(process / "environ").split(b"\0")
            for process in Path("/proc").glob("[0-9]*")
        )

    def ask_to_close(self) -> None:
        """Close the game's windows, as a click on their cross does, and wait for its end.

        Where nothing comes of it for long, it is clicked again, as people do.
        """
        ask = ("taskkill", "/IM", f"{NAME}.exe")
        self.run(*ask)
        asked = time.monotonic()

        def has_ended() -> bool:
            nonlocal asked
            if self.processes() and time.monotonic() > asked + _LONG:
                with suppress(subprocess.CalledProcessError):  # it has just ended
                    self.run(*ask)
                asked = time.monotonic()
            return not self.processes()

        wait_until(has_ended, "the program ends")

    def close(self) -> None:
        """End all that runs in it and take the screen away."""
        self._wine.close()
        super().close()


def read_of_process(path: Path) -> bytes:
    """Read what the system says of a process; nothing of one that has ended meanwhile."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


class RunningInWindows(Running):
    """The program in a Windows."""

    def __init__(self, screen: Windows, program: Path, home: Path, *arguments: str) -> None:
        self._windows = screen
        command: Sequence[str] = ("wine", screen.spelled(program))
        super().__init__(screen, home, *arguments, program=command, spelled=screen.spelled)

    def end(self) -> tuple[int, str]:
        """Wait till the program has ended; leave out what Wine says of a fault in its own parts.

        A fault of the program would be its status.
        """
        status, complaints = super().end()
        ours = [line for line in complaints.splitlines() if not line.startswith("wine: ")]
        return status, "\n".join(ours)

    def kill(self) -> None:
        """Stop the process at once (`TerminateProcess`)."""
        self._windows.run("taskkill", "/F", "/IM", f"{NAME}.exe")
        self.process.communicate(timeout=PATIENCE)
