"""A player that sees every hand: the ceiling to measure honest players against.

It lives in the laboratory only. Nothing that people play with can reach it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.players.search import Left, Solver, list_winning_rests
from red7_desktop.games.red7.rules.advance import apply_turn
from red7_desktop.games.red7.rules.game import Red7Observation, find_turns_or_choice
from red7_desktop.games.red7.rules.turns import build_turns, list_steps
from red7_desktop.tabletop.player import Choice, ShouldStop, keep_on

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.rounds import MatchState
    from red7_desktop.games.red7.rules.rules import Ruleset

LIMIT: Final = 1 << 40
"""Positions it may open: it always gets to the end."""


def can_cheat(rules: Ruleset, seats: int) -> bool:
    """Whether the cheat knows how to solve rounds by these rules."""
    return seats == 2 and not rules.advanced and not rules.actions


class CannotCheat(ValueError):
    """The cheat does not know how to solve rounds by these rules."""

    def __init__(self) -> None:
        super().__init__("cheat plays with two seats by basic rules without actions only")


class CheatPlayer:
    """Sees all hands and solves the round exactly: two seats, basic rules without actions.

    In a lost position it sets the most traps: it leaves the other seat the smallest share of
    replies that still win.
    """

    def __init__(self, peek: Callable[[], MatchState]) -> None:
        self._peek: Final = peek

    def choose(
        self,
        observation: Red7Observation,
        budget: int,
        seed: int,
        should_stop: ShouldStop = keep_on,
    ) -> Choice:
        """Choose as `player.Player` says, but with open cards. Raises CannotCheat."""
        if not can_cheat(observation.options.rules, observation.options.seats):
            raise CannotCheat
        turns = find_turns_or_choice(observation)
        if isinstance(turns, Choice):
            return turns
        position = self._peek().position
        other = 1 - position.mover
        solver = Solver(LIMIT)
        hand, palette = position.hands[other], position.palettes[other]
        best, fewest = 0, 2.0
        for index in range(turns.count - 1):
            left = apply_turn(build_turns(position), index)
            mine = left.hands[position.mover], left.palettes[position.mover]
            share = _compute_share_of_escapes(
                solver, list_winning_rests(hand, palette, left.rule, mine[1]), mine
            )
            if share < fewest:
                best, fewest = index, share
        return Choice(list_steps(turns, best))


def _compute_share_of_escapes(solver: Solver, replies: list[Left], mine: tuple[int, int]) -> float:
    """Return the share of the other seat's replies that win for it; 0 where it has none."""
    escapes = 0
    for hand, palette, rule in replies:
        escapes += not solver.wins(mine[0], mine[1], rule, hand, palette)
    return escapes / len(replies) if replies else 0.0
