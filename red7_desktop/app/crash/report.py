"""The report of a fault: what somebody needs who mends it, and nothing about who met it.

A report is made where nothing can be relied on any more. So each of its parts is asked for by
itself, and one that fails says so in its place.
"""

from __future__ import annotations

import datetime
import platform
import re
import sys
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop import PRODUCT, __version__
from red7_desktop.games.registry import BOX, Box
from red7_desktop.play.handover import may_look
from red7_desktop.tabletop.zones import SEAT_LETTERS

if TYPE_CHECKING:
    from red7_desktop.app.crash.redaction import Redactor
    from red7_desktop.app.program import Program
    from red7_desktop.play.session import Session

DEEPEST: Final = 30
"""So many calls of a traceback are told at either end."""

STEPS: Final = 12
"""So many steps of the match are told."""

KEPT: Final = 10
"""So many reports are left in the folder of the logs."""

_NAME: Final = "crash-*.txt"

_MARKS: Final = re.compile(r" +[~^]+")
"""A line that points at a part of the one above, which only equally wide letters can."""


@dataclass(frozen=True, slots=True)
class CrashReport:
    """A report, and where it was written; `file` is None where it could not be, `why` says why."""

    text: str
    file: Path | None = None
    why: str = ""


def signature_of(error: BaseException) -> str:
    """Give what two faults have in common when they are the same: kind, and place in the code."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__} {place}"


class CrashReporter:
    """Writes reports, and keeps the last few in a folder.

    now: gives the date and time, for the names of the files. box: the games that there are.
    """

    def __init__(
        self,
        folder: Path,
        discretion: Redactor,
        now: Callable[[], datetime.datetime],
        box: Box = BOX,
    ) -> None:
        self._folder = folder
        self._discretion = discretion
        self._now = now
        self._box = box

    def report(
        self, error: BaseException, program: Program | None, inputs: Iterable[str]
    ) -> CrashReport:
        """Tell about a fault, and write it to a new file. inputs: what was pressed last."""
        parts = [
            _write_part("Program", _describe_versions),
            _write_part("Screen", lambda: _describe_screen(program)),
            _write_part("Position", lambda: _describe_position(program, self._box)),
            _write_part("Last steps", lambda: _describe_steps(program)),
            _write_part("Last inputs", lambda: ", ".join(inputs) or "none"),
            self._discretion.veil(_format_traceback(error)),
        ]
        return self._kept("\n".join(parts))

    def _kept(self, text: str) -> CrashReport:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            file = self._free_name()
            with file.open("x", encoding="utf-8", errors="backslashreplace") as stream:
                stream.write(text)
            self._tidy(file)
        except OSError as error:
            return CrashReport(text, None, error.strerror or type(error).__name__)
        return CrashReport(text, file)

    def _free_name(self) -> Path:
        stem = f"crash-{self._now():%Y-%m-%d-%H%M%S}"
        names = [stem, *[f"{stem}-{number}" for number in range(2, 1000)]]
        paths = [self._folder / f"{name}.txt" for name in names]
        return next((path for path in paths if not path.exists()), paths[-1])

    def _tidy(self, newest: Path) -> None:
        """Delete the oldest reports but a few. The newest may not look it: clocks are set back."""
        others = [path for path in self._folder.glob(_NAME) if path != newest]
        others.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
        for path in others[KEPT - 1 :]:
            path.unlink(missing_ok=True)


def _write_part(title: str, tell: Callable[[], str]) -> str:
    try:
        return f"{title}: {tell()}"
    except Exception as error:  # the fault may have broken what is asked here
        return f"{title}: cannot be told ({type(error).__name__})"


def _describe_versions() -> str:
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    driver = pygame.display.get_driver() if pygame.display.get_init() else "no display"
    return (
        f"{PRODUCT} {__version__}, Python {platform.python_version()}, "
        f"pygame-ce {pygame.version.ver}, SDL {sdl} ({driver}), {platform.platform()}"
        f"{', frozen' if getattr(sys, 'frozen', False) else ''}"
    )


def _describe_screen(program: Program | None) -> str:
    if program is None:
        return "none: the program had not begun"
    kit, window = program.kit, program.kit.stage.view.window
    return (
        f"{type(program.screen).__name__}, {window[0]}x{window[1]}, language {kit.texts.language}, "
        f"scale {kit.settings.ui_scale}, colours {kit.settings.colours}, speed {kit.settings.speed}"
    )


def _describe_position(program: Program | None, box: Box) -> str:
    """Give the position as the one who looks may see it, nobody's hidden cards in it."""
    session = _session_of(program)
    if session is None:
        return "no match"
    viewer = session.viewer if may_look(session, session.viewer) else None
    observation = session.match.game.observe(session.match.state, viewer)
    who = "a spectator" if viewer is None else SEAT_LETTERS[viewer]
    players = ", ".join(seat.player or "person" for seat in session.seats)
    text = box[session.match.game.name].face().position_text(observation)
    return f"{text} (as {who} sees it; {players})"


def _describe_steps(program: Program | None) -> str:
    session = _session_of(program)
    if session is None:
        return "none"
    log = session.match.log
    told = [
        f"{'table' if entry.seat < 0 else SEAT_LETTERS[entry.seat]} {entry.step}"
        for entry in log[-STEPS:]
    ]
    return f"{len(log)} taken; {', '.join(told)}"


def _session_of(program: Program | None) -> Session | None:
    return None if program is None else program.session


def _format_traceback(error: BaseException) -> str:
    """Give the traceback, a deep one without its middle."""
    told = "".join(traceback.format_exception(error)).rstrip().split("\n")
    lines = [line for line in told if not _MARKS.fullmatch(line)]
    most = 4 * DEEPEST
    if len(lines) > 2 * most:
        lines = [*lines[:most], f"  [{len(lines) - 2 * most} lines]", *lines[-most:]]
    return "\n".join(lines)
