"""The log of a match in words, round by round; pure, no pygame."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from red7_desktop.games.red7.face.words.turn_words import (
    dealt_lines,
    round_line,
    scores_line,
    taken_line,
    turn_line,
    turn_sentence,
)
from red7_desktop.kit.language.rich_text import Runs, capped, woven
from red7_desktop.kit.models.history import LogLine, LogSection

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.looking_back.match_history import RoundSeen
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.play.ai_turns import Trouble
    from red7_desktop.tabletop.match import Match


def log_of(words: Words, rounds: Iterable[RoundSeen]) -> tuple[LogSection, ...]:
    """Give the log of rounds."""
    return tuple([_section(words, seen) for seen in rounds])


def _section(words: Words, seen: RoundSeen) -> LogSection:
    texts = words.texts
    section = LogSection(
        texts("Round {n}", n=seen.number),
        turn_lines(words, seen),
        woven(texts("Round {n} is dealt", n=seen.number)) if seen.number > 1 else (),
        tuple(dealt_lines(words, seen.opening, seen.hand, seen.first)) if seen.opening else (),
    )
    if seen.result is None:
        return section
    scores = seen.keeps_points
    return replace(
        section,
        ending=capped(round_line(words, seen.number, seen.result, scores=scores)),
        winners=(seen.result.winner,),
        detail=taken_line(words, seen.result),
        standing=_standing(words, seen) if scores else (),
    )


def _standing(words: Words, seen: RoundSeen) -> tuple[Runs, ...]:
    """Say where everybody stands after a round."""
    lines = [scores_line(words, seen.totals)]
    if seen.winners:
        lines.append(words.match_won(seen.winners, seen.totals[seen.winners[0]]))
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


def trouble_line(words: Words, match: Match, trouble: Trouble) -> str:
    """Say where in the match an AI player has failed."""
    revision = min(trouble.revision, match.revision)  # what was undone since is no more
    seen = match.game.observe(match.state_at(revision), None)
    return words.texts(
        "Round {round}, turn {turn}: {name} has failed and a simple player has stepped in",
        round=seen.round_number,
        turn=len(seen.turns) + 1,
        name=words.names[trouble.seat],
    )
