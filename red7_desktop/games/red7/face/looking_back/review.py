"""What a review goes through, and a look back at a turn in words; pure, no pygame."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.face.words.step_words import feared_line, plan_line
from red7_desktop.games.red7.face.words.weigh_words import of_100, why_rarer
from red7_desktop.games.red7.rules.cards import UNKNOWN
from red7_desktop.games.red7.rules.engine.turns import turns_of
from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.games.red7.rules.state import TURN
from red7_desktop.games.red7.rules.steps import DRAW, END, FETCH, PASS, Step
from red7_desktop.kit.language.rich_text import Tone
from red7_desktop.kit.models.review import Moment, Review, WeighedTurn
from red7_desktop.tabletop.comparing import gain

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.tabletop.comparing import Appraisal
    from red7_desktop.tabletop.match import Match
    from red7_desktop.tabletop.player import Candidate

LITTLE, MUCH = 0.03, 0.10
"""Losses up to LITTLE are small ones; from MUCH on they decide games."""
MOST_OTHERS: Final = 3


def review_of(words: Words, appraisal: Appraisal, *, is_for_match: bool) -> Review:
    """Say how a turn compares. is_for_match: whether values are chances to win the match."""
    verdict, tone = _verdict(words, appraisal)
    best, taken = appraisal.proposed, appraisal.taken
    why = why_rarer(words.texts, best, taken) if is_for_match and appraisal.loss else ""
    others = [
        _weighed(words, each, is_for_match, is_even=not gain(best, each))
        for each in appraisal.others[:MOST_OTHERS]
    ]
    return Review(
        verdict,
        tone,
        _weighed(words, taken, is_for_match),
        None if appraisal.is_same else replace(_weighed(words, best, is_for_match), why=why),
        tuple(others),
    )


def _verdict(words: Words, appraisal: Appraisal) -> tuple[str, Tone]:
    texts = words.texts
    if appraisal.is_same:
        return texts("Just what the strongest player would have done"), Tone.GOOD
    if not appraisal.loss:
        return texts("As good as what the strongest player would have done"), Tone.GOOD
    if appraisal.loss <= LITTLE:
        return texts("A little could have been gained"), Tone.ACCENT
    if appraisal.loss <= MUCH:
        return texts("There was something better"), Tone.ACCENT
    return texts("There was something much better"), Tone.BAD


def _weighed(
    words: Words, candidate: Candidate, is_for_match: bool, *, is_even: bool = False
) -> WeighedTurn:
    """Put a turn into words. is_even: whether it is as good as the best, which no figure says."""
    plan, chance = plan_line(words, candidate.steps), candidate.value
    figure = words.texts("just as good") if is_even else _figure(words, candidate, is_for_match)
    return WeighedTurn(plan, chance, figure, feared_line(words, candidate))


def _figure(words: Words, candidate: Candidate, is_for_match: bool) -> str:
    n = of_100(candidate.value)
    if not is_for_match:
        return words.texts("wins {n} of 100 rounds", n=n)
    m = of_100(candidate.win_chance)
    return words.texts("wins {n} of 100 matches, {m} of 100 rounds", n=n, m=m)


# -- the moments ---------------------------------------------------------------------------


def moments(match: Match, seats: Collection[int], last_round_only: bool) -> tuple[Moment, ...]:
    """List the choices that seats had in a match so far, leaving out turns not yet finished.

    A choice is had at the beginning of a turn, or after a 3's draw in its middle. The steps taken
    go to the end of the turn, or up to a 3's draw; drawn cards are unknown.
    """
    found: list[Moment] = []
    steps: list[Step] = []
    start = 0
    for revision, entry in enumerate(match.log):
        if entry.seat not in seats or match.state_at(revision).stage != TURN:
            continue
        start = start if steps else revision
        step = _unseen(match.game.parse_step(entry.step))
        steps.append(step)
        if step.kind in {END, PASS, FETCH}:
            moment = _moment(match, entry.seat, start, tuple(steps))
            steps.clear()
            if moment is not None:
                found.append(moment)
    if last_round_only and found:
        number = match.game.observe(match.state, None).round_number
        found = [moment for moment in found if moment.round == number]
    return tuple(found)


def _unseen(step: Step) -> Step:
    """Give a step as it is chosen: nobody knows yet which card it draws."""
    return Step(step.kind, UNKNOWN) if step.kind in {DRAW, FETCH} else step


def _moment(match: Match, seat: int, revision: int, taken: tuple[Step, ...]) -> Moment | None:
    """Give a moment, None where there was nothing to choose."""
    seen: Red7Observation = match.game.observe(match.state_at(revision), seat)
    if turns_of(position_of(seen)).count < 2:
        return None
    return Moment(seat, seen.round_number, len(seen.turns) + 1, seen, taken)
