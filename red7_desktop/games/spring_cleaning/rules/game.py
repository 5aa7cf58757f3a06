"""Spring Cleaning as a game of the tabletop: the contract, met by the rules of rounds and turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.rules.by_hand import find_drag_move, find_dragged_step
from red7_desktop.games.spring_cleaning.rules.cards import SEATS
from red7_desktop.games.spring_cleaning.rules.engine.legal import explain_illegal
from red7_desktop.games.spring_cleaning.rules.match_steps import MatchStep, parse_match_step
from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation, observe
from red7_desktop.games.spring_cleaning.rules.options import read_options
from red7_desktop.games.spring_cleaning.rules.ranking import find_winners
from red7_desktop.games.spring_cleaning.rules.rounds import (
    apply_match_step,
    deal_first_round,
    list_acting_seats,
    list_legal_steps_for,
    restock_state,
)
from red7_desktop.games.spring_cleaning.rules.state import MATCH_OVER, TURN, MatchState
from red7_desktop.games.spring_cleaning.rules.steps import Step
from red7_desktop.tabletop.game import TABLE, IllegalStep, Outcome, Result
from red7_desktop.tabletop.reasons import Reason, make_reason

if TYPE_CHECKING:
    from red7_desktop.tabletop.game import Options
    from red7_desktop.tabletop.zones import DragMove


class SpringCleaning:
    """The game of Spring Cleaning, for `tabletop.match.Match` and everything above it."""

    name = "spring"

    def start(self, options: Options, seed: int) -> MatchState:
        """Deal the first round. Options: see `options.read_options`. Raises InvalidOptions."""
        return deal_first_round(read_options(options), seed)

    def to_act(self, state: MatchState) -> tuple[int, ...]:
        """List who is asked to choose now: seats, or TABLE between rounds.

        Before the first trick these are all seats that have not picked their first offer.
        """
        return list_acting_seats(state)

    def legal_steps(self, state: MatchState, seat: int) -> tuple[MatchStep, ...]:
        """List the steps a seat may take now."""
        return list_legal_steps_for(state, seat)

    def why_not(self, state: MatchState, seat: int, step: MatchStep) -> Reason | None:
        """Say why a seat may not take a step now, None where it may.

        Codes: those of `refusals`, and match_over, round_over, not_your_turn, not_now (dealing on
        while a round goes on).
        """
        if state.stage == MATCH_OVER:
            return make_reason("match_over")
        is_step = isinstance(step, Step)
        if state.stage != TURN:
            if is_step:
                return make_reason("round_over")
            return None if seat == TABLE else make_reason("not_your_turn", seat="")
        if not 0 <= seat < state.options.seats:
            mover = state.position.mover
            return make_reason("not_your_turn", seat=SEATS[mover])
        if not isinstance(step, Step):
            return make_reason("not_now")
        # A new deck is made before the card drawn from it can be named.
        return explain_illegal(
            restock_state(state).position if step.what else state.position, step, seat
        )

    def take(self, state: MatchState, seat: int, step: MatchStep) -> Outcome[MatchState]:
        """Take a step. Raises IllegalStep with the reason."""
        problem = self.why_not(state, seat, step)
        if problem:
            raise IllegalStep(str(step), problem)
        return apply_match_step(state, seat, step)

    def observe(self, state: MatchState, seat: int | None) -> SpringObservation:
        """Give what a seat, or a spectator, may know."""
        return observe(state, seat)

    def handling(self, state: MatchState, seat: int, step: MatchStep) -> DragMove | None:
        """Say which card goes where to do a step by hand."""
        return find_drag_move(state.position, seat, step) if isinstance(step, Step) else None

    def step_by_hand(
        self, state: MatchState, seat: int, handling: DragMove
    ) -> Step | Reason | None:
        """Give the step that a seat's handling of cards means, legal or not, or why none."""
        return find_dragged_step(state.position, seat, handling)

    def result(self, state: MatchState) -> Result | None:
        """Give the result of a match that is over: its scores are trash, the least of it wins."""
        if state.stage != MATCH_OVER:
            return None
        trash = state.position.trash
        return Result(find_winners(trash, state.rounds[-1].trash), trash)

    def text_of(self, step: MatchStep) -> str:
        """Give a step's text form."""
        return str(step)

    def parse_step(self, text: str) -> MatchStep:
        """Read a step from its text form. Raises InvalidTurn, an InvalidStep."""
        return parse_match_step(text)
