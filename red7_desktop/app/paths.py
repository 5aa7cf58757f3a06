"""Where the program keeps what it writes: settings, saves and logs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from platformdirs import PlatformDirs

NAME: Final = "red7-desktop"
HOME: Final = "RED7_HOME"
"""The environment variable that puts everything into one folder."""


@dataclass(frozen=True, slots=True)
class Paths:
    """The folders, which need not exist yet, and the files in them."""

    config: Path
    saves: Path
    logs: Path

    @property
    def settings(self) -> Path:
        """The settings."""
        return self.config / "settings.json"

    @property
    def setup(self) -> Path:
        """The set-up of the last new game."""
        return self.config / "setup.json"

    @property
    def records(self) -> Path:
        """The folder of game records."""
        return self.saves / "records"

    @property
    def match(self) -> Path:
        """The match that goes on with Continue."""
        return self.saves / "match.json"

    def log(self, number: int) -> Path:
        """The log of the copy of the program that runs as so manieth at the same time."""
        return self.logs / ("red7.log" if number == 1 else f"red7-{number}.log")


def paths_from(environment: Mapping[str, str]) -> Paths:
    """Give the folders: the platform's own, or those below the folder that RED7_HOME names.

    >>> paths_from({"RED7_HOME": "stick"}).settings.as_posix()
    'stick/config/settings.json'
    """
    home = environment.get(HOME, "").strip()
    if home:
        folder = Path(home).expanduser()
        return Paths(folder / "config", folder / "saves", folder / "logs")
    folders = PlatformDirs(NAME, appauthor=False, roaming=True)
    return Paths(folders.user_config_path, folders.user_data_path / "saves", folders.user_log_path)
