"""What has happened since a seat's last turn, in lines; pure, no pygame.

It is made of what everybody may know, so that it can be shown before the screen has changed hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.face.looking_back.log_model import turn_lines
from red7_desktop.games.red7.face.words.turn_words import round_line
from red7_desktop.kit.language.rich_text import Runs, capped, woven

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.looking_back.match_history import RoundSeen
    from red7_desktop.games.red7.face.words.words import Words

MOST: Final = 7
"""So many lines are told; of more, the last ones."""


@dataclass(frozen=True, slots=True)
class RecapLine:
    """One line; seat: whose doing, None for the table's."""

    seat: int | None
    line: Runs


@dataclass(frozen=True, slots=True)
class Recap:
    """What has happened. left_out: how many earlier lines there would be."""

    lines: tuple[RecapLine, ...]
    left_out: int = 0


def recap(words: Words, rounds: Sequence[RoundSeen], seat: int, *, scores: bool) -> Recap:
    """Tell what has happened since a seat's last turn, from a spectator's chronicle.

    words: for the seat, which is "you". Since the beginning where it has had no turn.
    """
    lines: list[RecapLine] = []
    for seen in rounds:
        if seen.number > 1:
            dealt = woven(words.texts("Round {n} is dealt", n=seen.number))
            lines.append(RecapLine(None, dealt))
        for entry in turn_lines(words, seen):
            if entry.seat == seat:
                lines.clear()
            else:
                lines.append(RecapLine(entry.seat, entry.line))
        if seen.result is not None:
            ending = capped(round_line(words, seen.number, seen.result, scores=scores))
            lines.append(RecapLine(seen.result.winner, ending))
    return Recap(tuple(lines[-MOST:]), max(0, len(lines) - MOST))
