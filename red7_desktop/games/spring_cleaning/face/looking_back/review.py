"""What a review goes through, and a look back at a turn in words; pure, no pygame."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.face.words.hint_words import describe_figure
from red7_desktop.games.spring_cleaning.face.words.plan_words import describe_plan, list_reasons_for
from red7_desktop.games.spring_cleaning.rules.cards import UNKNOWN
from red7_desktop.games.spring_cleaning.rules.engine.position import OWES_ORDER
from red7_desktop.games.spring_cleaning.rules.state import TURN
from red7_desktop.games.spring_cleaning.rules.steps import DRAW, Step
from red7_desktop.kit.language.rich_text import join_runs, to_plain
from red7_desktop.kit.models.review import (
    Review,
    ReviewMoment,
    WeighedTurn,
    collect_moments,
    compare_turn,
)

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.tabletop.comparing import Appraisal
    from red7_desktop.tabletop.match import Entry, Match
    from red7_desktop.tabletop.player import Candidate


def build_review(words: SpringWords, seen: SpringObservation, appraisal: Appraisal) -> Review:
    """Say how a turn compares. seen: what the seat knew."""

    def weighed(candidate: Candidate, figure: str) -> WeighedTurn:
        return WeighedTurn(describe_plan(words, seen, candidate.steps), candidate.value, figure)

    def why() -> str:
        return to_plain(join_runs(list_reasons_for(words, seen, appraisal.proposed.steps), ". "))

    def figure(candidate: Candidate) -> str:
        return describe_figure(words, candidate, len(seen.seen))

    return compare_turn(words.texts, appraisal, weighed, figure, why)


# -- the moments ---------------------------------------------------------------------------


def list_moments(
    match: Match, seats: Collection[int], last_round_only: bool
) -> tuple[ReviewMoment, ...]:
    """List the choices that seats had in a match so far, leaving out turns not yet finished.

    A choice is had at the beginning of a turn, or after a draw from the deck in its middle. The
    steps taken go to the end of the turn, or up to such a draw; drawn cards are unknown.
    """

    def chosen(revision: int, entry: Entry) -> tuple[Step, bool] | None:
        if match.state_at(revision).stage != TURN:
            return None
        step: Step = match.game.parse_step(entry.step)
        if step.kind == DRAW:
            return Step(DRAW, UNKNOWN), True
        # The steps of a turn are forgotten when it ends.
        return step, not match.state_at(revision + 1).steps

    return collect_moments(
        match, seats, chosen, partial(_build_moment, match), last_round_only=last_round_only
    )


def _build_moment(
    match: Match, seat: int, revision: int, taken: tuple[Step, ...]
) -> ReviewMoment | None:
    """Give a moment, None where there was nothing to choose."""
    seen: SpringObservation = match.game.observe(match.state_at(revision), seat)
    if len(seen.legal) < 2 and seen.position.phase != OWES_ORDER:
        return None
    turn = len(seen.turns_played) + 1
    return ReviewMoment(seat, seen.round_number, turn, seen, taken)
