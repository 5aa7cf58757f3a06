"""Crash reports and the log, both without personal data.

Users send reports and logs to others. `Redactor` removes personal data, and cards that a seat may
not know, from everything that is written.
"""

from __future__ import annotations

import datetime
import logging
import platform
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property, partial
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from red7_desktop import PRODUCT, __version__
from red7_desktop.app.program import Program
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.play.session import Session, may_see_hand
from red7_desktop.tabletop import files, game

MAX_FRAMES: Final = 80
"""Maximum number of calls that a report lists of each traceback, the last ones."""
MAX_STEPS: Final = 12
"""Maximum number of the match's last steps to report."""
MAX_REPORTS: Final = 10
"""Number of reports to keep in the folder of the logs."""


class CrashReport(NamedTuple):
    """A crash report.

    Attributes:
        text: The report.
        file: The file with the report, None if it could not be written.
        error_message: Why it could not be written.
        is_known: Whether the same error has been reported before.
    """

    text: str
    file: Path | None
    error_message: str
    is_known: bool


class CrashReporter(NamedTuple):
    """Writes crash reports, and keeps the last few in a folder.

    Attributes:
        folder: Folder of the reports.
        redactor: Removes personal data.
        now: Returns the date and time, for the names of files.
    """

    folder: Path
    redactor: Redactor
    now: Callable[[], datetime.datetime]

    def report(
        self, error: BaseException, program: Program | None, inputs: Iterable[str]
    ) -> CrashReport:
        """Write a report of an error to a new file, and delete the oldest files.

        Args:
            error: The error.
            program: The program, None if it hadn't started.
            inputs: Descriptions of the last inputs.
        """
        session = None if program is None else program.session
        sections: dict[str, Callable[[], str]] = {
            "Program": _describe_versions,
            "Screen": partial(_describe_screen, program),
            "Position": partial(_describe_position, session),
            "Last steps": partial(_describe_steps, session),
            "Last inputs": partial(", ".join, inputs),
        }
        lines = [f"{title}: {_describe_safely(part)}" for title, part in sections.items()]
        trace = self.redactor.redact("".join(traceback.format_exception(error, limit=-MAX_FRAMES)))
        trace = trace.rstrip()
        text = "\n".join([*lines, trace])
        earlier = list(self.folder.glob("crash-*.txt"))
        is_known = False
        with suppress(files.FileReadError):
            is_known = any(files.read_text(path).endswith(trace) for path in earlier)
        names = files.number_names(self.folder / f"crash-{self.now():%Y-%m-%d-%H%M%S}.txt")
        try:
            file = files.write_new(names, text.encode("utf-8", "backslashreplace"))
        except files.FileWriteError as unwritten:
            return CrashReport(text, None, unwritten.why, is_known)
        with suppress(OSError):
            earlier.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
            for path in earlier[MAX_REPORTS - 1 :]:
                path.unlink(missing_ok=True)
        return CrashReport(text, file, "", is_known)


def _describe_safely(describe: Callable[[], str]) -> str:
    try:
        return describe() or "none"
    except Exception as error:  # Catch all errors: the crash may have broken the object.
        return f"cannot be told ({type(error).__name__})"


def _describe_versions() -> str:
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    driver = pygame.display.get_driver() if pygame.display.get_init() else "no display"
    frozen = ", frozen" if getattr(sys, "frozen", False) else ""
    return (
        f"{PRODUCT} {__version__}, Python {platform.python_version()}, "
        f"pygame-ce {pygame.version.ver}, SDL {sdl} ({driver}), {platform.platform()}{frozen}"
    )


def _describe_screen(program: Program | None) -> str:
    if program is None:
        return "none: the program had not begun"
    width, height = program.ui.stage.view.window
    settings = program.ui.settings
    return (
        f"{type(program.screen).__name__}, {width}x{height}, language {program.ui.texts.language}, "
        f"scale {settings.ui_scale}, colours {settings.colours}, speed {settings.speed}"
    )


def _describe_position(session: Session | None) -> str:
    if session is None:
        return ""
    viewer = session.viewer if may_see_hand(session, session.viewer) else None
    who = "a spectator" if viewer is None else game.SEAT_LETTERS[viewer]
    observation = session.match.game.observe(session.match.state, viewer)
    players = ", ".join(seat.player or "person" for seat in session.seats)
    text = CATALOGUE[session.match.game.name].view().story.position_text(observation)
    return f"{text} (as {who} sees it; {players})"


def _describe_steps(session: Session | None) -> str:
    if session is None:
        return ""
    log = session.match.log
    letters = {game.TABLE: "table", **dict(enumerate(game.SEAT_LETTERS))}
    steps = [f"{letters[entry.seat]} {entry.step}" for entry in log[-MAX_STEPS:]]
    return f"{len(log)} taken; {', '.join(steps)}"


REPORTED_EVENTS: Final = {
    pygame.KEYDOWN: "key",
    pygame.MOUSEBUTTONDOWN: "press",
    pygame.MOUSEBUTTONUP: "release",
    pygame.CONTROLLERBUTTONDOWN: "pad",
    pygame.FINGERDOWN: "finger",
    pygame.WINDOWRESIZED: "resize",
}
"""Input events that a report mentions, with their names there."""


def describe_event(event: pygame.Event) -> str:
    """Return a short description without typed letters, such as "key tab" or "press (80, 20)"."""
    detail = event.dict.get("pos", event.dict.get("button", ""))
    if event.type == pygame.KEYDOWN and not chr(min(event.key, 0x10FFFF)).isprintable():
        detail = pygame.key.name(event.key)
    return f"{REPORTED_EVENTS[event.type]} {detail}".rstrip()


SIZE: Final = 500_000
"""Maximum size of a log file in bytes; then a new file is started."""
OLDER: Final = 2
"""Number of full log files to keep besides the current one."""


def open_log(path: Path, redactor: Redactor, size: int = SIZE) -> logging.Handler:
    """Return a handler for a rotating log file, or for the terminal if no file can be opened."""
    handler: logging.Handler = logging.StreamHandler()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_fifo():  # Don't open a named pipe, which could block forever.
            handler = RotatingFileHandler(
                path, "a", size, OLDER, encoding="utf-8", errors="backslashreplace"
            )
    handler.setFormatter(redactor)
    return handler


def start_log(handler: logging.Handler) -> None:
    """Send all log messages to a handler from now on, and ignore errors such as a full disk."""
    logging.raiseExceptions = False
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.INFO)


_SEED: Final = r"\b((?:seed|deal)[=: ]+)\d+"
_FILE: Final = r'File "([^"\n]+)"'


def collect_personal_data(own_folder: Path | None = None) -> Iterator[tuple[str, str]]:
    """Yield texts that identify this computer and its user, each with its placeholder.

    Args:
        own_folder: Folder with the program's files if the user has chosen one, otherwise None.
    """
    import getpass

    found = [] if own_folder is None else [(str(own_folder), "HOME")]
    with suppress(RuntimeError):
        found.append((str(Path.home()), "~"))
    with suppress(OSError, KeyError, ImportError):
        found.append((getpass.getuser(), "USER"))
    host = platform.node()
    found += [(host, "HOST"), (host.partition(".")[0], "HOST")]
    yield from [(text, placeholder) for text, placeholder in found if text not in {"", "/"}]


class Redactor(logging.Formatter):
    """Removes personal data and hidden cards from log records, tracebacks included, and reports.

    Attributes:
        names: Returns the names of the players at the moment.
    """

    def __init__(
        self, personal: Iterable[tuple[str, str]], names: Callable[[], Iterable[str]] = tuple
    ) -> None:
        """Store what to replace.

        Args:
            personal: Texts that identify the user, each with its placeholder. Case is ignored.
                They are read when the first text is redacted.
            names: Returns the names of the players.
        """
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self.names = names
        self._personal = personal

    @cached_property
    def _secrets(self) -> list[tuple[re.Pattern[str], str]]:
        """The patterns to replace, compiled when the first text is redacted."""
        secrets = [pair for row in CATALOGUE.values() for pair in row.redactions]
        secrets.append((_SEED, r"\1[number]"))
        secrets += [
            (f"(?i){_match_word(text)}", placeholder) for text, placeholder in self._personal
        ]
        return [(re.compile(pattern), placeholder) for pattern, placeholder in secrets]

    def format(self, record: logging.LogRecord) -> str:
        return self.redact(super().format(record))

    def redact(self, text: str) -> str:
        """Return a text without personal data and hidden cards.

        Lines of the program's source code in a traceback are unchanged.

        >>> Redactor([("/who/ann", "~"), ("ann", "USER")]).redact(
        ...     "ann cannot write /who/ann/saves: seed 4711"
        ... )
        'USER cannot write ~/saves: seed [number]'
        """
        lines: list[str] = []
        is_place = False
        for line in text.split("\n"):
            is_code = is_place and line.startswith("    ")
            lines.append(line if is_code else self._redact_line(line))
            is_place = line.startswith('  File "')
        return "\n".join(lines)

    def _redact_line(self, line: str) -> str:
        line = re.sub(_FILE, _shorten_path, line)
        for pattern, placeholder in self._secrets:
            line = pattern.sub(placeholder, line)
        for name in self.names():
            line = re.sub(_match_word(name), "[player]", line)
        return line


def _shorten_path(found: re.Match[str]) -> str:
    """Return the end of a path: from the package `red7_desktop` on, or its last two parts."""
    parts = re.split(r"[\\/]", found[1])
    start = parts.index("red7_desktop") if "red7_desktop" in parts else -2
    return f'File "{"/".join(parts[start:])}"'


def _match_word(text: str) -> str:
    return rf"(?<!\w){re.escape(text)}(?!\w)"
