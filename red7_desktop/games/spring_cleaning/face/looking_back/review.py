"""What a review goes through, and a look back at a turn in words; pure, no pygame."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.words.hint_words import figure_of
from red7_desktop.games.spring_cleaning.face.words.plan_words import plan_line, reasons_for
from red7_desktop.games.spring_cleaning.rules.cards import UNKNOWN
from red7_desktop.games.spring_cleaning.rules.engine.position import ORDER
from red7_desktop.games.spring_cleaning.rules.state import TURN
from red7_desktop.games.spring_cleaning.rules.steps import DRAW, Step
from red7_desktop.kit.language.rich_text import Tone, plain, strung
from red7_desktop.kit.models.review import Moment, Review, WeighedTurn
from red7_desktop.tabletop.comparing import gain

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.tabletop.comparing import Appraisal
    from red7_desktop.tabletop.match import Match
    from red7_desktop.tabletop.player import Candidate

LITTLE, MUCH = 0.03, 0.10
"""Losses up to LITTLE are small ones; from MUCH on they decide rounds."""
MOST_OTHERS: Final = 3


def review_of(words: SpringWords, seen: SpringObservation, appraisal: Appraisal) -> Review:
    """Say how a turn compares. seen: what the seat knew."""
    best = appraisal.proposed
    verdict, tone = _verdict(words, appraisal)
    others = [
        _weighed(words, seen, each, is_even=not gain(best, each))
        for each in appraisal.others[:MOST_OTHERS]
    ]
    proposed = None
    if not appraisal.is_same:
        why = plain(strung(reasons_for(words, seen, best.steps), ". "))
        proposed = _weighed(words, seen, best, why=why)
    return Review(verdict, tone, _weighed(words, seen, appraisal.taken), proposed, tuple(others))


def _verdict(words: SpringWords, appraisal: Appraisal) -> tuple[str, Tone]:
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
    words: SpringWords,
    seen: SpringObservation,
    candidate: Candidate,
    *,
    is_even: bool = False,
    why: str = "",
) -> WeighedTurn:
    """Put a turn into words. is_even: whether it is as good as the best, which no figure says."""
    plan = plan_line(words, seen, candidate.steps)
    figure = words.texts("just as good")
    if not is_even:
        figure = figure_of(words, candidate, len(seen.seen))
    return WeighedTurn(plan, candidate.value, figure, why=why)


# -- the moments ---------------------------------------------------------------------------


def moments(match: Match, seats: Collection[int], last_round_only: bool) -> tuple[Moment, ...]:
    """List the choices that seats had in a match so far, leaving out turns not yet finished.

    A choice is had at the beginning of a turn, or after a draw from the deck in its middle. The
    steps taken go to the end of the turn, or up to such a draw; drawn cards are unknown.
    """
    found: list[Moment] = []
    steps: list[Step] = []
    start = 0
    for revision, entry in enumerate(match.log):
        if entry.seat not in seats or match.state_at(revision).stage != TURN:
            continue
        start = start if steps else revision
        step: Step = match.game.parse_step(entry.step)
        steps.append(Step(DRAW, UNKNOWN) if step.kind == DRAW else step)
        # The steps of a turn are forgotten when it ends.
        if step.kind == DRAW or not match.state_at(revision + 1).steps:
            moment = _moment(match, entry.seat, start, tuple(steps))
            steps.clear()
            if moment is not None:
                found.append(moment)
    if last_round_only and found:
        number = match.game.observe(match.state, None).round_number
        found = [moment for moment in found if moment.round == number]
    return tuple(found)


def _moment(match: Match, seat: int, revision: int, taken: tuple[Step, ...]) -> Moment | None:
    """Give a moment, None where there was nothing to choose."""
    seen: SpringObservation = match.game.observe(match.state_at(revision), seat)
    if len(seen.legal) < 2 and seen.position.phase != ORDER:
        return None
    turn = max(1, len(seen.turns) - len(seen.seen) + 1)
    return Moment(seat, seen.round_number, turn, seen, taken)
