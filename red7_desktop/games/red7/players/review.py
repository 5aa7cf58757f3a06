"""Judges a turn that was taken beside what a player would have done in the seat's place."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.players.candidate_stats import candidates_of
from red7_desktop.games.red7.players.determinizations import Determinizations
from red7_desktop.games.red7.players.forced_choice import find_turns_or_choice
from red7_desktop.games.red7.players.forecast import Forecast
from red7_desktop.games.red7.players.heuristic import GREEDY
from red7_desktop.games.red7.players.match_value import Stakes
from red7_desktop.games.red7.players.playout_policy import Policy
from red7_desktop.games.red7.players.search import TEMPERATURE, try_in_a_world
from red7_desktop.games.red7.rules.engine.position import find_next_live
from red7_desktop.games.red7.rules.engine.turns import sort_as_listed
from red7_desktop.tabletop.comparing import Appraisal, compare_gain
from red7_desktop.tabletop.player import Choice, ShouldStop, keep_on

if TYPE_CHECKING:
    from red7_desktop.games.red7.players.candidate_stats import Line
    from red7_desktop.games.red7.rules.engine.turns import Turns
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.games.red7.rules.steps import Step
    from red7_desktop.tabletop.player import Player

WORLDS: Final = 400
"""The turn that was taken and the best others meet in so many worlds."""

FINALISTS: Final = 4
"""So many of the turns that the player weighed are tried there beside the one taken."""


def appraise_steps(
    player: Player,
    observation: Red7Observation,
    taken: tuple[Step, ...],
    budget: int,
    seed: int,
    should_stop: ShouldStop = keep_on,
) -> Appraisal | None:
    """Judge steps that the observing seat has taken, to the turn's end or its next unknown draw.

    The steps must be a legal turn from the observation on, drawn cards unknown. None where there
    was nothing to choose, or `should_stop` said stop before anything was found out.
    """
    turns = find_turns_or_choice(observation)
    if isinstance(turns, Choice):
        return None
    taken = sort_as_listed(taken)
    choice = player.choose(observation, budget, seed, should_stop)
    finalists = [each.steps for each in choice.candidates[:FINALISTS] if each.steps != taken]
    lines = _compare_turns(turns, observation, (taken, *finalists), seed, should_stop)
    if not lines[0].samples:
        return None
    following = find_next_live(turns.position.seats, turns.position.out, turns.position.mover)
    tried = sorted([line for line in lines if line.samples], key=_get_worth, reverse=True)
    found = candidates_of(tried, following)
    own = next(each for each in found if each.steps == taken)
    best = found[0]
    if choice.steps == taken and not compare_gain(best, own):
        best = own  # what was found in choosing rests on more worlds than these
    return Appraisal(best, own, tuple([each for each in found if each not in (best, own)]))


def _get_worth(line: Line) -> float:
    return line.worth


def _compare_turns(
    turns: Turns,
    observation: Red7Observation,
    candidates: tuple[tuple[Step, ...], ...],
    seed: int,
    should_stop: ShouldStop,
) -> list[Line]:
    """Try turns in the same worlds with the same luck."""
    position = turns.position
    chance = random.Random(seed + 1)
    stakes = Stakes(observation.options, position.scores, position.mover)
    forecast = Forecast(position, Policy(GREEDY, TEMPERATURE), stakes, should_stop)
    lines = [forecast.line_of(steps) for steps in candidates]
    worlds = Determinizations(position, chance.random)
    for _ in range(WORLDS):
        if should_stop():
            break
        try_in_a_world(forecast, worlds, lines, chance)
    return lines
