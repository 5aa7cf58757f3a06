"""The log of a match in words, round by round; pure, no pygame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from red7_desktop.app.runs import Run, Runs, capped, plain, woven
from red7_desktop.app.turn_words import round_line, taken_line, turn_line
from red7_desktop.games.red7.steps import PASS

if TYPE_CHECKING:
    from red7_desktop.app.overlays.chronicle import RoundSeen
    from red7_desktop.app.words import Words
    from red7_desktop.games.red7.observation import SeenTurn
    from red7_desktop.play.ai_turns import Trouble
    from red7_desktop.tabletop.match import Match


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line. number: of the turn in its round, 0 for a line that is none. seat: whose doing."""

    number: int
    seat: int
    line: Runs


@dataclass(frozen=True, slots=True)
class LogSection:
    """One round: its heading, its turns, how it ended and what was taken; () while it goes on."""

    title: str
    lines: tuple[LogLine, ...]
    ending: Runs = ()
    winner: int = -1
    taken: Runs = ()


def log_of(words: Words, rounds: Iterable[RoundSeen], *, scores: bool) -> tuple[LogSection, ...]:
    """Give the log of rounds. scores: whether points are kept, as in the advanced game."""
    return tuple([_section(words, seen, scores) for seen in rounds])


def _section(words: Words, seen: RoundSeen, scores: bool) -> LogSection:
    title = words.texts("Round {n}", n=seen.number)
    lines = turn_lines(words, seen)
    if seen.result is None:
        return LogSection(title, lines)
    ending = capped(round_line(words, seen.number, seen.result, scores=scores))
    taken = taken_line(words, seen.result)
    return LogSection(title, lines, ending, seen.result.winner, taken)


def turn_lines(words: Words, seen: RoundSeen) -> tuple[LogLine, ...]:
    """Give a line for every turn of a round, the one going on last."""
    lines = [
        LogLine(number, turn.seat, _turn(words, seen, turn))
        for number, turn in enumerate(seen.turns, start=1)
    ]
    going_on = turn_line(words, seen.mover, seen.steps, in_full=True)
    if going_on:
        template = words.texts("{turn} …")
        line = woven(template, turn=going_on)
        lines.append(LogLine(len(lines) + 1, seen.mover, line))
    return tuple([each for each in lines if each.line])


def _turn(words: Words, seen: RoundSeen, turn: SeenTurn) -> Runs:
    """Say what a turn did; of one that ended in going out, under which rule."""
    line = turn_line(words, turn.seat, turn.steps, in_full=True)
    exits = [each for each in seen.exits if each.seat == turn.seat]
    if not exits or turn.steps[-1].kind != PASS:
        return line
    template = words.texts("{turn} under {rule}")
    return woven(template, turn=line, rule=words.rule_mark(exits[0].rule))


def troubles_of(words: Words, match: Match, troubles: Sequence[Trouble]) -> tuple[LogSection, ...]:
    """Give a section about the AI players that have failed; none where none has."""
    lines = []
    for number, trouble in enumerate(troubles, start=1):
        revision = min(trouble.revision, match.revision)  # what was undone since is no more
        seen = match.game.observe(match.state_at(revision), None)
        line = words.texts(
            "Round {round}, turn {turn}: {name} has failed and a simple player has stepped in",
            round=seen.round_number,
            turn=len(seen.turns) + 1,
            name=words.names[trouble.seat],
        )
        lines.append(LogLine(number, trouble.seat, (Run(line),)))
    return (LogSection(words.texts("Trouble"), tuple(lines)),) if lines else ()


def text_of(log: Sequence[LogSection]) -> str:
    """Give a log as plain text, to be read anywhere."""
    return "\n\n".join(["\n".join(_section_text(section)) for section in log]) + "\n"


def _section_text(section: LogSection) -> list[str]:
    lines = [section.title, *[f"{each.number}. {plain(each.line)}" for each in section.lines]]
    return [*lines, plain(section.ending)] if section.ending else lines
