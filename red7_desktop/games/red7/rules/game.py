"""Red7 as a game of the tabletop: the contract, met by the rules of rounds and turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.engine.legal import explain_illegal
from red7_desktop.games.red7.rules.match_steps import MatchStep, parse_match_step
from red7_desktop.games.red7.rules.observation import Red7Observation, observe
from red7_desktop.games.red7.rules.options import read_options
from red7_desktop.games.red7.rules.rounds import (
    apply_match_step,
    deal_first_round,
    list_acting_seats,
    list_legal_steps_for,
)
from red7_desktop.games.red7.rules.scoring import leaders_of, points_of
from red7_desktop.games.red7.rules.state import MATCH_OVER, TURN, MatchState
from red7_desktop.games.red7.rules.steps import SEATS, Step
from red7_desktop.games.red7.rules.travels import find_drag_move, find_dragged_step
from red7_desktop.tabletop.game import IllegalStep, Outcome, Result
from red7_desktop.tabletop.reasons import Reason, make_reason

if TYPE_CHECKING:
    from red7_desktop.tabletop.game import Options
    from red7_desktop.tabletop.zones import DragMove


class Red7:
    """The game of Red7, for `tabletop.match.Match` and everything above it."""

    name = "red7"

    def start(self, options: Options, seed: int) -> MatchState:
        """Deal the first round. Options: see `options.read_options`. Raises InvalidOptions."""
        return deal_first_round(read_options(options), seed)

    def to_act(self, state: MatchState) -> tuple[int, ...]:
        """List who is asked to choose now: one seat, or TABLE between rounds."""
        return list_acting_seats(state)

    def legal_steps(self, state: MatchState, seat: int) -> tuple[MatchStep, ...]:
        """List the steps a seat may take now."""
        return list_legal_steps_for(state, seat)

    def why_not(self, state: MatchState, seat: int, step: MatchStep) -> Reason | None:
        """Say why a seat may not take a step now, None where it may.

        Codes: those of `refusals`, and match_over, not_your_turn, not_now (the step belongs to
        another stage of the match), not_a_choice (points that may not be taken).
        """
        if state.stage == MATCH_OVER:
            return make_reason("match_over")
        if seat not in list_acting_seats(state):
            actor = list_acting_seats(state)[0]
            return make_reason("not_your_turn", seat=SEATS[actor] if actor >= 0 else "")
        if state.stage == TURN and isinstance(step, Step):
            return explain_illegal(state.position, step)
        legal = list_legal_steps_for(state, seat)
        if step in legal:
            return None
        return make_reason("not_a_choice" if type(step) is type(legal[0]) else "not_now")

    def take(self, state: MatchState, seat: int, step: MatchStep) -> Outcome[MatchState]:
        """Take a step. Raises IllegalStep with the reason."""
        problem = self.why_not(state, seat, step)
        if problem:
            raise IllegalStep(str(step), problem)
        return apply_match_step(state, step)

    def observe(self, state: MatchState, seat: int | None) -> Red7Observation:
        """Give what a seat, or a spectator, may know."""
        return observe(state, seat)

    def handling(self, state: MatchState, seat: int, step: MatchStep) -> DragMove | None:
        """Say which card goes where to do a step by hand."""
        return find_drag_move(seat, step) if isinstance(step, Step) else None

    def step_by_hand(self, state: MatchState, seat: int, handling: DragMove) -> Step | None:
        """Give the step that a seat's handling of a card means, legal or not."""
        return find_dragged_step(state.position.phase, seat, handling)

    def result(self, state: MatchState) -> Result | None:
        """Give the result of a match that is over.

        A basic match is won by its one round; an advanced one by the most points, equal shares.
        """
        if state.stage != MATCH_OVER:
            return None
        points = points_of(state.position.scores)
        advanced = state.options.rules.advanced
        return Result(leaders_of(points) if advanced else (state.round_winner,), points)

    def text_of(self, step: MatchStep) -> str:
        """Give a step's text form."""
        return str(step)

    def parse_step(self, text: str) -> MatchStep:
        """Read a step from its text form. Raises InvalidTurn, an InvalidStep."""
        return parse_match_step(text)
