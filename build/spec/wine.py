"""Runs Windows programs on Linux with Wine, in a Wine prefix of their own."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_DISABLED: Final = ("mscoree", "mshtml", "winemenubuilder.exe", "winedbg.exe")
"""DLLs and programs to disable: installers that ask questions, a program that adds menu entries to
this system, and a debugger that waits after a crash."""
_NOT_STARTED: Final = "[WinError 1359]"
"""Python's error if Wine could not start a process, which happens on busy machines."""
_SET_VERSION: Final = (r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f")
"""Registry entry for Windows 10, the oldest supported version; Wine's default is Windows 7."""


class Wine:
    """A Wine prefix in a folder, which is created by the first run.

    Programs get a home folder beside it, so that nothing is written to the user's own.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._home = self.folder.with_name(f"{self.folder.name}-home")
        self._runs = False

    @property
    def environment(self) -> dict[str, str]:
        """Environment of the programs, without variables of Python or of another Wine."""
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
            "WINEDLLOVERRIDES": f"{','.join(_DISABLED)}=d",
            "WINEPREFIX": str(self.folder),
        }

    def run(
        self,
        *command: str | Path,
        within: Path | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> str:
        """Run a program to its end; return its output.

        Standard input and output are pipes, because Wine gives a program no valid handle for a
        file. If Wine can't start a process, retries up to three times.

        Raises:
            CalledProcessError: The program fails.
        """
        if not self._runs:
            self._home.mkdir(parents=True, exist_ok=True)
            self._runs = True
            if not (self.folder / "drive_c").is_dir():
                self.run("reg", "add", *_SET_VERSION, variables=variables)
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
            output = ended.stdout.decode(errors="replace").replace("\r\n", "\n")
            if not ended.returncode:
                return output
            print(output, end="")
            if _NOT_STARTED not in output:
                break
            print(f"wine: could not start a process, attempt {attempt + 1} of 3")
            self.close()
        raise subprocess.CalledProcessError(ended.returncode, ended.args, output)

    def close(self) -> None:
        """Kill everything that still runs in the prefix, and wait until it has ended."""
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
    r"""Return the Windows path of a file of this system.

    >>> print(windows_path(Path("/a/b c")))
    Z:\a\b c
    """
    return "Z:" + str(path.absolute()).replace("/", "\\")
