"""The log of a match in words, round by round; pure, no pygame."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from red7_desktop.games.red7.face.words.turn_words import (
    describe_deal,
    describe_round_result,
    describe_scores,
    describe_taken_cards,
    describe_turn,
    describe_turn_fully,
)
from red7_desktop.kit.language.rich_text import Runs, capitalize_runs, weave
from red7_desktop.kit.models.history import LogLine, LogSection

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.looking_back.match_history import RoundSeen
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.play.ai_turns import PlayerFailure
    from red7_desktop.tabletop.match import Match


def log_of(words: Words, rounds: Iterable[RoundSeen]) -> tuple[LogSection, ...]:
    """Give the log of rounds."""
    return tuple([_build_section(words, seen) for seen in rounds])


def _build_section(words: Words, seen: RoundSeen) -> LogSection:
    texts = words.texts
    section = LogSection(
        texts("Round {n}", n=seen.number),
        build_turn_lines(words, seen),
        weave(texts("Round {n} is dealt", n=seen.number)) if seen.number > 1 else (),
        tuple(describe_deal(words, seen.opening, seen.hand, seen.first)) if seen.opening else (),
    )
    if seen.result is None:
        return section
    scores = seen.keeps_points
    return replace(
        section,
        ending=capitalize_runs(
            describe_round_result(words, seen.number, seen.result, scores=scores)
        ),
        winners=(seen.result.winner,),
        detail=describe_taken_cards(words, seen.result),
        standing=_describe_standing(words, seen) if scores else (),
    )


def _describe_standing(words: Words, seen: RoundSeen) -> tuple[Runs, ...]:
    """Say where everybody stands after a round."""
    lines = [describe_scores(words, seen.totals)]
    if seen.winners:
        lines.append(words.match_won(seen.winners, seen.totals[seen.winners[0]]))
    return tuple(lines)


def build_turn_lines(words: Words, seen: RoundSeen) -> tuple[LogLine, ...]:
    """Give a line for every turn of a round, the one going on last."""
    lines = [
        LogLine(
            number, turn.seat, describe_turn_fully(words, turn, _find_exit_rule(seen, turn.seat))
        )
        for number, turn in enumerate(seen.turns, start=1)
    ]
    going_on = describe_turn(words, seen.mover, seen.steps, in_full=True)
    if going_on:
        template = words.texts("{turn} …")
        line = weave(template, turn=going_on)
        lines.append(LogLine(len(lines) + 1, seen.mover, line))
    return tuple([each for each in lines if each.line])


def _find_exit_rule(seen: RoundSeen, seat: int) -> int | None:
    return next((each.rule for each in seen.exits if each.seat == seat), None)


def describe_failure(words: Words, match: Match, trouble: PlayerFailure) -> str:
    """Say where in the match an AI player has failed."""
    revision = min(trouble.revision, match.revision)  # what was undone since is no more
    seen = match.game.observe(match.state_at(revision), None)
    return words.texts(
        "Round {round}, turn {turn}: {name} has failed and a simple player has stepped in",
        round=seen.round_number,
        turn=len(seen.turns) + 1,
        name=words.names[trouble.seat],
    )
