"""Where the program keeps what it writes: settings, saves and logs."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from platformdirs import PlatformDirs

NAME: Final = "red7-desktop"

HOME: Final = "RED7_HOME"
"""The environment variable that puts everything into one folder."""

PORTABLE: Final = ("portable", "portable.txt")
"""A file of such a name beside the executable puts everything beside it too, on a stick, say."""

BESIDE: Final = "data"
"""The folder that everything goes into then."""


class BadHome(ValueError):
    """Says why no folder can be made out of what the environment names."""


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
    def played(self) -> Path:
        """The folder of the matches that have been played, which the program keeps by itself."""
        return self.saves / "played"

    @property
    def puzzles(self) -> Path:
        """The folder of the puzzles that came from matches played here."""
        return self.saves / "puzzles"

    @property
    def profile(self) -> Path:
        """The people who play here and what their matches came to, a file of SQLite."""
        return self.saves / "profile.sqlite3"

    @property
    def profiles(self) -> Path:
        """The folder of profiles to be taken elsewhere, or brought from there."""
        return self.saves / "profiles"

    @property
    def pictures(self) -> Path:
        """The folder of pictures of the table."""
        return self.saves / "pictures"

    @property
    def match(self) -> Path:
        """The match in the first slot."""
        return self.saves / "match.json"

    def log(self, number: int) -> Path:
        """The log of the copy of the program that runs as so manieth at the same time."""
        return self.logs / ("red7.log" if number == 1 else f"red7-{number}.log")


def find_own_folder() -> Path | None:
    """Give the folder of the executable; None where Python runs the program."""
    return Path(sys.executable).parent if getattr(sys, "frozen", False) else None


def find_home(environment: Mapping[str, str], beside: Path | None = None) -> Path | None:
    """Give the folder that RED7_HOME names, from the root on; None where everything has its own.

    beside: the folder of the executable, which may ask for the home to lie in it. Raises BadHome.
    """
    home = environment.get(HOME, "").strip()
    if not home and beside is not None and any((beside / name).exists() for name in PORTABLE):
        return beside / BESIDE
    try:
        return Path(home).expanduser().absolute() if home else None
    except RuntimeError as error:  # nobody of this name has a home here
        raise BadHome(f"{HOME}: there is no folder {home!r}: {error}") from error
    except OSError as error:
        raise BadHome(f"{HOME}: {home!r} lies in a folder that is gone") from error


def find_paths(environment: Mapping[str, str], beside: Path | None = None) -> Paths:
    """Give the folders: the platform's own, or those below the home that `home_from` gives.

    Raises BadHome.

    >>> paths_from({"RED7_HOME": "/stick"}).settings.relative_to(Path("/stick").absolute()).parts
    ('config', 'settings.json')
    """
    home = find_home(environment, beside)
    if home is not None:
        return Paths(home / "config", home / "saves", home / "logs")
    folders = PlatformDirs(NAME, appauthor=False, roaming=True)
    try:
        return Paths(
            folders.user_config_path, folders.user_data_path / "saves", folders.user_log_path
        )
    except RuntimeError as error:  # this user has no home
        raise BadHome(f"{error}; {HOME} can name a folder too") from error
