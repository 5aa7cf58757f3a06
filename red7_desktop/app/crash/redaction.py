"""What a log or a report may tell: no names of people or places, no cards.

People send these texts to others. So whatever is written goes through `Discretion.veil`, which
takes out what is personal and what a seat may not know, wherever it stands in the text.
"""

from __future__ import annotations

import getpass
import platform
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from red7_desktop.games.registry import BOX, Box

_SEED: Final = re.compile(r"\b(seed|deal)([=: ]+)\d+")

_FILE: Final = re.compile(r'File "([^"\n]+)"')

_CODE: Final = re.compile(r'  File "[^"\n]+", line \d+')

_OWN: Final = "red7_desktop"


@dataclass(frozen=True, slots=True)
class PersonalData:
    """What would tell whose computer this is: folders with words for them, and names."""

    folders: tuple[tuple[str, str], ...] = ()
    words: tuple[tuple[str, str], ...] = ()


def collect_personal_data(own_folder: Path | None = None) -> PersonalData:
    """Ask the system. own_folder: where the program keeps its files, if the player chose that."""
    folders = [] if own_folder is None else [(str(own_folder), "HOME")]
    with suppress(RuntimeError):
        folders.append((str(Path.home()), "~"))
    host = platform.node()
    words = [(host, "HOST"), (host.partition(".")[0], "HOST")]
    with suppress(OSError, KeyError, ImportError):
        words.insert(0, (getpass.getuser(), "USER"))
    return PersonalData(
        tuple([(path, word) for path, word in folders if len(path) > 1]),
        tuple([(name, word) for name, word in words if name]),
    )


def list_nobody() -> Iterable[str]:
    """Give no names."""
    return ()


class Redactor:
    """Takes out of texts what is nobody's business.

    names: gives the names of the people who play, at the time a text is veiled.
    """

    def __init__(
        self,
        personal: PersonalData,
        names: Callable[[], Iterable[str]] = list_nobody,
        box: Box = BOX,
    ) -> None:
        self._personal = personal
        self.names = names
        secrets = [pair for row in box.values() for pair in row.secrets]
        self._secrets = [(re.compile(pattern), word) for pattern, word in secrets]

    def veil(self, text: str) -> str:
        """Give a text without what is personal or hidden.

        The lines of the program's own code that a traceback quotes stay as they are.

        >>> Discretion(Personal((("/who/ann", "~"),), (("ann", "USER"),))).veil(
        ...     "ann cannot write /who/ann/saves: seed 4711"
        ... )
        'USER cannot write ~/saves: seed [number]'
        """
        lines, before = [], ""
        for line in text.split("\n"):
            is_code = line.startswith("    ") and _CODE.match(before)
            lines.append(line if is_code else self._veiled(line))
            before = line
        return "\n".join(lines)

    def _veiled(self, line: str) -> str:
        line = _FILE.sub(lambda found: f'File "{_shorten_path(found[1])}"', line)
        for pattern, word in self._secrets:
            line = pattern.sub(word, line)
        line = _SEED.sub(r"\1\2[number]", line)
        for folder, word in self._personal.folders:
            line = _compile_word(folder).sub(word, line)
        for name, word in self._personal.words:
            line = _compile_word(name, re.IGNORECASE).sub(word, line)
        for name in self.names():
            line = _compile_word(name).sub("[player]", line)
        return line


def _shorten_path(path: str) -> str:
    """Give the end of a path: from our own package on, or its last two parts."""
    parts = re.split(r"[\\/]", path)
    start = parts.index(_OWN) if _OWN in parts else -2
    return "/".join(parts[start:])


def _compile_word(name: str, flags: int = 0) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", flags)
