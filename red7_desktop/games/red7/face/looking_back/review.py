"""What a review goes through, and a look back at a turn in words; pure, no pygame."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING

from red7_desktop.games.red7.face.words.step_words import describe_feared_reply, describe_plan
from red7_desktop.games.red7.face.words.weigh_words import explain_rarer_wins, to_percent
from red7_desktop.games.red7.rules.cards import UNKNOWN
from red7_desktop.games.red7.rules.engine.turns import build_turns
from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.games.red7.rules.state import TURN
from red7_desktop.games.red7.rules.steps import DRAW, END, FETCH, PASS, Step
from red7_desktop.kit.models.review import (
    Review,
    ReviewMoment,
    WeighedTurn,
    collect_moments,
    compare_turn,
)

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.tabletop.comparing import Appraisal
    from red7_desktop.tabletop.match import Entry, Match
    from red7_desktop.tabletop.player import Candidate


def build_review(words: Words, appraisal: Appraisal, *, is_for_match: bool) -> Review:
    """Say how a turn compares. is_for_match: whether values are chances to win the match."""
    best, taken = appraisal.proposed, appraisal.taken

    def weighed(candidate: Candidate, figure: str) -> WeighedTurn:
        plan = describe_plan(words, candidate.steps)
        return WeighedTurn(plan, candidate.value, figure, describe_feared_reply(words, candidate))

    def why() -> str:
        return (
            explain_rarer_wins(words.texts, best, taken) if is_for_match and appraisal.loss else ""
        )

    figure = partial(_format_figure, words, is_for_match)
    return compare_turn(words.texts, appraisal, weighed, figure, why)


def _format_figure(words: Words, is_for_match: bool, candidate: Candidate) -> str:
    n = to_percent(candidate.value)
    if not is_for_match:
        return words.texts("wins {n} of 100 rounds", n=n)
    m = to_percent(candidate.win_chance)
    return words.texts("wins {n} of 100 matches, {m} of 100 rounds", n=n, m=m)


# -- the moments ---------------------------------------------------------------------------


def list_moments(
    match: Match, seats: Collection[int], last_round_only: bool
) -> tuple[ReviewMoment, ...]:
    """List the choices that seats had in a match so far, leaving out turns not yet finished.

    A choice is had at the beginning of a turn, or after a 3's draw in its middle. The steps taken
    go to the end of the turn, or up to a 3's draw; drawn cards are unknown.
    """

    def chosen(revision: int, entry: Entry) -> tuple[Step, bool] | None:
        if match.state_at(revision).stage != TURN:
            return None
        step: Step = match.game.parse_step(entry.step)
        return _hide_drawn_card(step), step.kind in {END, PASS, FETCH}

    return collect_moments(
        match, seats, chosen, partial(_build_moment, match), last_round_only=last_round_only
    )


def _hide_drawn_card(step: Step) -> Step:
    """Give a step as it is chosen: nobody knows yet which card it draws."""
    return Step(step.kind, UNKNOWN) if step.kind in {DRAW, FETCH} else step


def _build_moment(
    match: Match, seat: int, revision: int, taken: tuple[Step, ...]
) -> ReviewMoment | None:
    """Give a moment, None where there was nothing to choose."""
    seen: Red7Observation = match.game.observe(match.state_at(revision), seat)
    if build_turns(position_of(seen)).count < 2:
        return None
    return ReviewMoment(seat, seen.round_number, len(seen.turns) + 1, seen, taken)
