"""Red7 for trying: a turn may end behind, and then its seat is out, as the rules have it.

A match refuses such a turn at once. In a puzzle whose right turn is the only one that a match would
allow, that would give the answer away: whatever may be touched would be right. Without actions.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.cards import cards_in
from red7_desktop.games.red7.rules.engine.legal import list_legal_steps
from red7_desktop.games.red7.rules.engine.position import DONE, PLAYED, START
from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.red7.rules.rounds import apply_match_step, list_acting_seats
from red7_desktop.games.red7.rules.standing import find_winner
from red7_desktop.games.red7.rules.state import TURN
from red7_desktop.games.red7.rules.steps import DISCARDS, PLAYS, THE_END, THE_PASS, Step
from red7_desktop.tabletop.game import IllegalStep

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.match_steps import MatchStep
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.games.red7.rules.state import MatchState
    from red7_desktop.tabletop.game import Outcome
    from red7_desktop.tabletop.reasons import Reason


class TrialRed7(Red7):
    """The game of Red7, in which a seat may try what does not keep it in."""

    def legal_steps(self, state: MatchState, seat: int) -> tuple[MatchStep, ...]:
        """List the steps a seat may take now: all that its cards allow."""
        if state.stage != TURN or seat not in list_acting_seats(state):
            return super().legal_steps(state, seat)
        return list_possible_steps(state.position)

    def why_not(self, state: MatchState, seat: int, step: MatchStep) -> Reason | None:
        """Say why a seat may not take a step now, None where it may."""
        listed = step in self.legal_steps(state, seat)
        return None if listed else super().why_not(state, seat, step)

    def take(self, state: MatchState, seat: int, step: MatchStep) -> Outcome[MatchState]:
        """Take a step; a seat that ends its turn behind is out. Raises IllegalStep."""
        problem = self.why_not(state, seat, step)
        if problem:
            raise IllegalStep(str(step), problem)
        is_behind = step == THE_END and find_winner(state.position) != seat
        return apply_match_step(state, THE_PASS if is_behind else step)

    def observe(self, state: MatchState, seat: int | None) -> Red7Observation:
        """Give what a seat, or a spectator, may know, and what it may try."""
        seen = super().observe(state, seat)
        return seen if seat is None else replace(seen, legal=self.legal_steps(state, seat))


def list_possible_steps(position: Position) -> tuple[Step, ...]:
    """List what the mover's cards allow, whether or not that can end well."""
    hand = tuple(cards_in(position.hands[position.mover]))[::-1]
    discards = tuple([DISCARDS[card] for card in hand])
    if position.phase == START:
        return (*[PLAYS[card] for card in hand], *discards, THE_PASS)
    if position.phase == PLAYED:
        return (*discards, THE_END)
    return (THE_END,) if position.phase == DONE else list_legal_steps(position)
