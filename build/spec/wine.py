"""Programs for Windows, run on Linux by Wine, in a Windows of their own."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_OFF: Final = ("mscoree", "mshtml", "winemenubuilder.exe", "winedbg.exe")
"""What asks whether it may be installed, what writes menu entries into this system, and what lets a
program that has met a fault wait for someone who looks into it."""
_NOT_STARTED: Final = "[WinError 1359]"
"""What Python says where Wine could not start a process, as happens on busy machines."""
_SAYS_WHICH: Final = (r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f")
"""What makes it Windows 10, the oldest one that the game is for; Wine would pass for Windows 7."""


class Wine:
    """A Windows that lies in a folder, and what runs in it. The folder is made with the first run.

    home: stands in for the user's folder on this system, so that nothing is written there.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._home = self.folder.with_name(f"{self.folder.name}-home")
        self._runs = False

    @property
    def environment(self) -> dict[str, str]:
        """What programs in it are started with: nothing of Python's or of another Wine's."""
        kept = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith(("PYTHON", "WINE", "SDL_", "RED7_", "XDG_"))
        }
        return kept | {
            "HOME": str(self._home),
            "LC_ALL": "C.UTF-8",
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": f"{','.join(_OFF)}=d",
            "WINEPREFIX": str(self.folder),
        }

    def run(
        self,
        *command: str | Path,
        within: Path | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> str:
        """Run a program to its end; return what it said. Raises CalledProcessError.

        It gets no keyboard and no screen but pipes: a file as standard input is no handle there.
        Where Wine could not start a process it is begun again, three times in all.
        """
        if not self._runs:
            self._home.mkdir(parents=True, exist_ok=True)
            self._runs = True
            if not (self.folder / "drive_c").is_dir():
                self.run("reg", "add", *_SAYS_WHICH, variables=variables)
        for attempt in range(3):
            ended = subprocess.run(
                ["wine", *[str(word) for word in command]],
                cwd=within,
                env=self.environment | dict(variables or {}),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                check=False,
            )
            said = ended.stdout.decode(errors="replace").replace("\r\n", "\n")
            if not ended.returncode:
                return said
            print(said, end="")
            if _NOT_STARTED not in said:
                break
            print(f"wine: could not start a process, attempt {attempt + 1} of 3")
            self.close()
        raise subprocess.CalledProcessError(ended.returncode, ended.args, said)

    def close(self) -> None:
        """End all that still runs in it, and wait for that."""
        if not self._runs:
            return
        for option in ("--kill", "--wait"):
            subprocess.run(
                ["wineserver", option],
                env=self.environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            )


def windows_path(path: Path) -> str:
    r"""Return the name by which Windows knows a file of this system.

    >>> print(windows_path(Path("/a/b c")))
    Z:\a\b c
    """
    return "Z:" + str(path.absolute()).replace("/", "\\")
