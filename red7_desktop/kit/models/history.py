"""What has happened in a match, in words: its log, and what somebody missed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from red7_desktop.kit.hud.model import HistoryLine
from red7_desktop.kit.language.rich_text import Runs, to_plain

MOST: Final = 7
"""So many lines are told of what somebody missed; of more, the last ones."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line. number: of the turn in its section, 0 for a line that is none.

    seat: whose doing, None for the table's.
    """

    number: int
    seat: int | None
    line: Runs


@dataclass(frozen=True, slots=True)
class LogSection:
    """A part of a match, such as a round: its heading, what it began with, turns, how it ended.

    title: "" for no heading. announced: that it began, for who did not see it. ending, detail,
    standing: who won it, what came of that, and how everybody stands; () while it goes on.
    """

    title: str
    lines: tuple[LogLine, ...]
    announced: Runs = ()
    opening: tuple[Runs, ...] = ()
    ending: Runs = ()
    winners: tuple[int, ...] = ()
    detail: Runs = ()
    standing: tuple[Runs, ...] = ()

    @property
    def winner(self) -> int | None:
        """Who won it alone; None where nobody or several did."""
        return self.winners[0] if len(self.winners) == 1 else None


def text_of(log: Iterable[LogSection]) -> str:
    """Give a log as plain text, to be read anywhere."""
    return "\n\n".join(["\n".join(_write_section(section)) for section in log]) + "\n"


def _write_section(section: LogSection) -> list[str]:
    turns = [f"{each.number}. {to_plain(each.line)}" for each in section.lines]
    told = (section.ending, section.detail, *section.standing)
    lines = [section.title, *map(to_plain, section.opening), *turns, *map(to_plain, told)]
    return [line for line in lines if line]


@dataclass(frozen=True, slots=True)
class Recap:
    """What somebody missed. left_out: how many earlier lines there would be."""

    lines: tuple[HistoryLine, ...]
    left_out: int = 0


def build_recap(log: Sequence[LogSection], seat: int) -> Recap:
    """Tell what has happened since a seat's last turn, or all of it where it has had none.

    log: as everybody may know it, in words for the seat: it is shown while the screen passes on.
    """
    lines: list[HistoryLine] = []
    for section in log:
        if section.announced:
            lines.append(HistoryLine(None, section.announced))
        for entry in section.lines:
            if entry.seat == seat:
                lines.clear()
            else:
                lines.append(HistoryLine(entry.seat, entry.line))
        if section.ending:
            lines.append(HistoryLine(section.winner, section.ending))
    return Recap(tuple(lines[-MOST:]), max(0, len(lines) - MOST))
