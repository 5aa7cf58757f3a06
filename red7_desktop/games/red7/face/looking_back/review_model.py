"""What a review goes through: the turns in which a seat had a choice; pure, no pygame."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.cards import UNKNOWN
from red7_desktop.games.red7.rules.engine.turns import turns_of
from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.games.red7.rules.state import TURN
from red7_desktop.games.red7.rules.steps import DRAW, END, FETCH, PASS, Step
from red7_desktop.kit.models.review import Moment

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.tabletop.match import Match


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
