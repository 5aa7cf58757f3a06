"""The choices that need no thought: points to take, and turns without an alternative."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.engine.turns import Turns, build_turns, list_steps
from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.games.red7.rules.state import TURN
from red7_desktop.tabletop.player import Choice, NothingToChoose

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.observation import Red7Observation


def find_turns_or_choice(observation: Red7Observation) -> Turns | Choice:
    """Give the seat's turns, or its choice at once where there is only one thing to do.

    At the scoring stage that is the proposed set, which is worth most. Raises NothingToChoose
    where the observing seat is not asked to act.
    """
    if not observation.legal:
        raise NothingToChoose(f"seat {observation.viewer} has no step to choose")
    if observation.stage != TURN:
        return Choice((observation.legal[0],))
    turns = build_turns(position_of(observation))
    return turns if turns.count > 1 else Choice(list_steps(turns, 0))
