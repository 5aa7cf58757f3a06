"""What a review goes through, and a look back at a turn in words; pure, no pygame."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING

from red7_desktop.games.red7.face.words.step_words import feared_line, plan_line
from red7_desktop.games.red7.face.words.weigh_words import of_100, why_rarer
from red7_desktop.games.red7.rules.cards import UNKNOWN
from red7_desktop.games.red7.rules.engine.turns import turns_of
from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.games.red7.rules.state import TURN
from red7_desktop.games.red7.rules.steps import DRAW, END, FETCH, PASS, Step
from red7_desktop.kit.models.review import Moment, Review, WeighedTurn, moments_of, reviewed

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.tabletop.comparing import Appraisal
    from red7_desktop.tabletop.match import Entry, Match
    from red7_desktop.tabletop.player import Candidate


def review_of(words: Words, appraisal: Appraisal, *, is_for_match: bool) -> Review:
    """Say how a turn compares. is_for_match: whether values are chances to win the match."""
    best, taken = appraisal.proposed, appraisal.taken

    def weighed(candidate: Candidate, figure: str) -> WeighedTurn:
        plan = plan_line(words, candidate.steps)
        return WeighedTurn(plan, candidate.value, figure, feared_line(words, candidate))

    def why() -> str:
        return why_rarer(words.texts, best, taken) if is_for_match and appraisal.loss else ""

    figure = partial(_figure, words, is_for_match)
    return reviewed(words.texts, appraisal, weighed, figure, why)


def _figure(words: Words, is_for_match: bool, candidate: Candidate) -> str:
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

    def chosen(revision: int, entry: Entry) -> tuple[Step, bool] | None:
        if match.state_at(revision).stage != TURN:
            return None
        step: Step = match.game.parse_step(entry.step)
        return _unseen(step), step.kind in {END, PASS, FETCH}

    return moments_of(
        match, seats, chosen, partial(_moment, match), last_round_only=last_round_only
    )


def _unseen(step: Step) -> Step:
    """Give a step as it is chosen: nobody knows yet which card it draws."""
    return Step(step.kind, UNKNOWN) if step.kind in {DRAW, FETCH} else step


def _moment(match: Match, seat: int, revision: int, taken: tuple[Step, ...]) -> Moment | None:
    """Give a moment, None where there was nothing to choose."""
    seen: Red7Observation = match.game.observe(match.state_at(revision), seat)
    if turns_of(position_of(seen)).count < 2:
        return None
    return Moment(seat, seen.round_number, len(seen.turns) + 1, seen, taken)
