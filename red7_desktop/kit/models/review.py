"""A look back at somebody's turns: the moments with a choice, and what is said about each."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.kit.language.rich_text import Tone
from red7_desktop.tabletop.comparing import compare_gain

if TYPE_CHECKING:
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.comparing import Appraisal
    from red7_desktop.tabletop.match import Entry, Match
    from red7_desktop.tabletop.player import Candidate

LITTLE, MUCH = 0.03, 0.10
"""Losses up to LITTLE are small ones; from MUCH on they decide rounds and matches."""

MOST_OTHERS: Final = 3


@dataclass(frozen=True, slots=True)
class ReviewMoment:
    """A choice that a seat had.

    round, turn: where in the match, from 1. observation: what the seat knew. taken: the steps that
    it took then, as far as it could know what they bring.
    """

    seat: int
    round: int
    turn: int
    observation: Any
    taken: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class WeighedTurn:
    """A turn that was weighed: the plan, its chance from 0 to 1, that in words, what it fears.

    why: why it is better although its figures do not look it; "" where that needs no saying.
    """

    plan: Runs
    chance: float
    figure: str
    feared: Runs = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Review:
    """What is said about a moment. proposed: None where the turn taken is the one proposed."""

    verdict: str
    tone: Tone
    taken: WeighedTurn
    proposed: WeighedTurn | None
    others: tuple[WeighedTurn, ...]


def compare_turn(
    texts: Texts,
    appraisal: Appraisal,
    weighed: Callable[[Candidate, str], WeighedTurn],
    figure: Callable[[Candidate], str],
    why: Callable[[], str],
) -> Review:
    """Say how a turn compares.

    weighed: puts a turn into words, with its figure. why: says why the best turn is proposed.
    """
    best = appraisal.proposed
    verdict, tone = _describe_verdict(texts, appraisal)
    others = [
        weighed(each, figure(each) if compare_gain(best, each) else texts("just as good"))
        for each in appraisal.others[:MOST_OTHERS]
    ]
    proposed = None if appraisal.is_same else replace(weighed(best, figure(best)), why=why())
    taken = weighed(appraisal.taken, figure(appraisal.taken))
    return Review(verdict, tone, taken, proposed, tuple(others))


def _describe_verdict(texts: Texts, appraisal: Appraisal) -> tuple[str, Tone]:
    if appraisal.is_same:
        return texts("Just what the strongest player would have done"), Tone.GOOD
    if not appraisal.loss:
        return texts("As good as what the strongest player would have done"), Tone.GOOD
    if appraisal.loss <= LITTLE:
        return texts("A little could have been gained"), Tone.ACCENT
    if appraisal.loss <= MUCH:
        return texts("There was something better"), Tone.ACCENT
    return texts("There was something much better"), Tone.BAD


def collect_moments(
    match: Match,
    seats: Collection[int],
    chosen: Callable[[int, Entry], tuple[Any, bool] | None],
    moment: Callable[[int, int, tuple[Any, ...]], ReviewMoment | None],
    *,
    last_round_only: bool,
) -> tuple[ReviewMoment, ...]:
    """List the choices that seats had in a match so far, leaving out turns not yet finished.

    chosen: gives a step of the log as it was chosen, and whether the moment ends with it; None for
    what is no part of a turn. moment: gives what a seat had from a revision on and took; None where
    it had nothing to choose.
    """
    found: list[ReviewMoment] = []
    steps: list[Any] = []
    start = 0
    for revision, entry in enumerate(match.log):
        part = chosen(revision, entry) if entry.seat in seats else None
        if part is None:
            continue
        start = start if steps else revision
        step, is_end = part
        steps.append(step)
        if is_end:
            had = moment(entry.seat, start, tuple(steps))
            steps.clear()
            if had is not None:
                found.append(had)
    if last_round_only and found:
        number = match.game.observe(match.state, None).round_number
        found = [each for each in found if each.round == number]
    return tuple(found)
