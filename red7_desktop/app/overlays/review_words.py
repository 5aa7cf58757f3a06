"""A look back at a turn in words: how good it was, what else there was, what was to be feared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from red7_desktop.app.overlays.plan_words import feared_line, plan_line
from red7_desktop.app.runs import Runs, Tone

if TYPE_CHECKING:
    from red7_desktop.ai.player import Candidate
    from red7_desktop.ai.review import Appraisal
    from red7_desktop.app.words import Words

EVEN, LITTLE, MUCH = 0.01, 0.03, 0.10
"""Losses up to EVEN are within the error of the measurement; from MUCH on they decide games."""
MOST_OTHERS: Final = 3


@dataclass(frozen=True, slots=True)
class WeighedTurn:
    """A turn that was weighed: the plan, its chance from 0 to 1, that in words, what it fears."""

    plan: Runs
    chance: float
    figure: str
    feared: Runs = ()


@dataclass(frozen=True, slots=True)
class Review:
    """What is said about a moment. proposed: None where the turn taken is the one proposed."""

    verdict: str
    tone: Tone
    taken: WeighedTurn
    proposed: WeighedTurn | None
    others: tuple[WeighedTurn, ...]


def review_of(words: Words, appraisal: Appraisal, *, is_for_match: bool) -> Review:
    """Say how a turn compares. is_for_match: whether values are chances to win the match."""
    verdict, tone = _verdict(words, appraisal)
    return Review(
        verdict,
        tone,
        _weighed(words, appraisal.taken, is_for_match),
        None if appraisal.is_same else _weighed(words, appraisal.proposed, is_for_match),
        tuple([_weighed(words, each, is_for_match) for each in appraisal.others[:MOST_OTHERS]]),
    )


def _verdict(words: Words, appraisal: Appraisal) -> tuple[str, Tone]:
    texts = words.texts
    if appraisal.is_same:
        return texts("Just what the strongest player would have done"), Tone.GOOD
    if appraisal.loss <= EVEN:
        return texts("As good as what the strongest player would have done"), Tone.GOOD
    if appraisal.loss <= LITTLE:
        return texts("A little could have been gained"), Tone.ACCENT
    if appraisal.loss <= MUCH:
        return texts("There was something better"), Tone.ACCENT
    return texts("There was something much better"), Tone.BAD


def _weighed(words: Words, candidate: Candidate, is_for_match: bool) -> WeighedTurn:
    texts = words.texts
    rounds, matches = round(100 * candidate.win_chance), round(100 * candidate.value)
    figure = texts("wins {n} of 100 rounds", n=rounds)
    if is_for_match:
        figure = texts("wins {n} of 100 rounds, {m} of 100 matches", n=rounds, m=matches)
    chance = candidate.value if is_for_match else candidate.win_chance
    plan, feared = plan_line(words, candidate.steps), feared_line(words, candidate)
    return WeighedTurn(plan, chance, figure, feared)
