"""The log of a match in words, round by round; pure, no pygame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from red7_desktop.games.red7.face.words.turn_words import (
    dealt_lines,
    match_line,
    round_line,
    scores_line,
    taken_line,
    turn_line,
)
from red7_desktop.games.red7.rules.steps import PASS
from red7_desktop.kit.language.rich_text import Run, Runs, capped, plain, woven

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.looking_back.match_history import RoundSeen
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.observation import SeenTurn
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
    """One round: its heading, the deal, its turns, how it ended and what was taken.

    The last ones are () while it goes on. standing: everybody's points after it, and who has won.
    """

    title: str
    lines: tuple[LogLine, ...]
    ending: Runs = ()
    winner: int = -1
    taken: Runs = ()
    opening: tuple[Runs, ...] = ()
    standing: tuple[Runs, ...] = ()


def log_of(words: Words, rounds: Iterable[RoundSeen], *, scores: bool) -> tuple[LogSection, ...]:
    """Give the log of rounds. scores: whether points are kept, as in the advanced game."""
    return tuple([_section(words, seen, scores) for seen in rounds])


def _section(words: Words, seen: RoundSeen, scores: bool) -> LogSection:
    title = words.texts("Round {n}", n=seen.number)
    lines = turn_lines(words, seen)
    opening = tuple(dealt_lines(words, seen.opening, seen.hand, seen.first)) if seen.opening else ()
    if seen.result is None:
        return LogSection(title, lines, opening=opening)
    ending = capped(round_line(words, seen.number, seen.result, scores=scores))
    taken = taken_line(words, seen.result)
    standing = _standing(words, seen, scores)
    return LogSection(title, lines, ending, seen.result.winner, taken, opening, standing)


def _standing(words: Words, seen: RoundSeen, scores: bool) -> tuple[Runs, ...]:
    """Say where everybody stands after a round; in a game without points, nothing more."""
    if not scores:
        return ()
    lines = [scores_line(words, seen.totals)]
    if seen.winners:
        lines.append(match_line(words, seen.winners, seen.totals[seen.winners[0]]))
    return tuple(lines)


def turn_lines(words: Words, seen: RoundSeen) -> tuple[LogLine, ...]:
    """Give a line for every turn of a round, the one going on last."""
    lines = [
        LogLine(number, turn.seat, turn_sentence(words, turn, _rule_at_exit(seen, turn.seat)))
        for number, turn in enumerate(seen.turns, start=1)
    ]
    going_on = turn_line(words, seen.mover, seen.steps, in_full=True)
    if going_on:
        template = words.texts("{turn} …")
        line = woven(template, turn=going_on)
        lines.append(LogLine(len(lines) + 1, seen.mover, line))
    return tuple([each for each in lines if each.line])


def _rule_at_exit(seen: RoundSeen, seat: int) -> int | None:
    return next((each.rule for each in seen.exits if each.seat == seat), None)


def turn_sentence(words: Words, turn: SeenTurn, rule: int | None) -> Runs:
    """Say what a turn did; of one that ended in going out, under which rule."""
    line = turn_line(words, turn.seat, turn.steps, in_full=True)
    if rule is None or turn.steps[-1].kind != PASS:
        return line
    return woven(words.texts("{turn} under {rule}"), turn=line, rule=words.rule_mark(rule))


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
    turns = [f"{each.number}. {plain(each.line)}" for each in section.lines]
    lines = [section.title, *map(plain, section.opening), *turns]
    if not section.ending:
        return lines
    taken = [plain(section.taken)] if section.taken else []
    return [*lines, plain(section.ending), *taken, *map(plain, section.standing)]
