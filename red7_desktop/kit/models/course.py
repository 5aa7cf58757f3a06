"""How a game is learned: a first game with a coach beside it, then short lessons, a goal each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from red7_desktop.kit.hud.model import Hint
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.kit.setup import GameSetup
    from red7_desktop.play.exercise import ExerciseMatch
    from red7_desktop.tabletop.match import Match


class LessonProgress(StrEnum):
    """How far somebody is: still at it, there, or past it without having got there."""

    OPEN = "open"
    REACHED = "reached"
    MISSED = "missed"


class Counsel(NamedTuple):
    """What the coach says now. hint: None where there is nothing to say, as while others play.

    step: the one that is advised, None where that is left to the person.
    """

    hint: Hint | None
    progress: LessonProgress = LessonProgress.OPEN
    step: Any = None


Coach: TypeAlias = Callable[[Any, "Match", int], Counsel]
"""What is said to a seat of a match, in the words of its table. It follows from the match alone,
so that a match which is left and taken up again, or goes back, has its coach where it stands."""


@dataclass(frozen=True, slots=True)
class FirstGame:
    """The first game: a deal that can be won by whoever does what the coach says.

    setup: with the number of the deal, and one person. ai_seed: what the others' chance comes from.
    about: what it is, in a sentence.
    """

    setup: GameSetup
    ai_seed: int
    about: str
    coach: Coach


class LessonTask(NamedTuple):
    """A lesson on the table.

    match: stands at the position. seat: whose turn it is, and who learns. answer: the texts of that
    seat's steps which reach the goal.
    """

    match: ExerciseMatch
    answer: tuple[str, ...]
    coach: Coach
    seat: int = 0


class LessonRow(NamedTuple):
    """A lesson as data. is_met: of the state after the turn of seat A, whether it is reached."""

    key: str
    position: str
    answer: tuple[str, ...]
    is_met: Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: a position, and something to be reached there.

    key: stays the same for ever. chapter, title: for the list. begin: lays it on the table, and may
    import what that takes: the list is shown before.
    """

    key: str
    chapter: str
    title: Runs
    begin: Callable[[], LessonTask]


@dataclass(frozen=True, slots=True)
class Course:
    """All that there is to be learned of a game, in order."""

    first: FirstGame
    lessons: tuple[Lesson, ...]


@dataclass(frozen=True, slots=True)
class Beat:
    """One thing that the coach of a first game lets be done: a step, as text, and why."""

    step: str
    title: Runs
    why: tuple[Runs, ...] = ()


def list_own_steps(match: Match, seat: int) -> tuple[str, ...]:
    """Give the texts of all steps that a seat has taken."""
    return tuple([entry.step for entry in match.log if entry.seat == seat])


def find_next_beat(beats: Sequence[Beat], match: Match, seat: int) -> Beat | None:
    """Give the beat that comes next; None where the seat has done other things, or all are done."""
    taken = list_own_steps(match, seat)
    told = tuple([beat.step for beat in beats])
    if len(taken) >= len(told) or taken != told[: len(taken)]:
        return None
    game, state, beat = match.game, match.state, beats[len(taken)]
    return beat if game.parse_step(beat.step) in game.legal_steps(state, seat) else None
