"""Judges a turn that was taken beside what a player would have done in the seat's place."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.players.cheapest import Policy
from red7_desktop.games.spring_cleaning.players.costs import Costs
from red7_desktop.games.spring_cleaning.players.equity import round_worth
from red7_desktop.games.spring_cleaning.players.line import Line, candidates_of
from red7_desktop.games.spring_cleaning.players.search import TEMPERATURE, try_in_a_world
from red7_desktop.games.spring_cleaning.players.worlds import Determinizations, EvidenceWeights
from red7_desktop.games.spring_cleaning.rules.state import TURN
from red7_desktop.tabletop.comparing import Appraisal, compare_gain
from red7_desktop.tabletop.player import ShouldStop, keep_on

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.games.spring_cleaning.rules.steps import Step
    from red7_desktop.tabletop.player import Player

WORLDS: Final = 300
"""The turn that was taken and the best others meet in so many worlds."""

FINALISTS: Final = 4
"""So many of the turns that the player weighed are tried there beside the one taken."""


def appraise_steps(
    player: Player,
    observation: SpringObservation,
    taken: tuple[Step, ...],
    budget: int,
    seed: int,
    should_stop: ShouldStop = keep_on,
) -> Appraisal | None:
    """Judge steps that the observing seat has taken, to the turn's end or its next unknown draw.

    None where there was nothing to choose, or `should_stop` said stop before anything was found
    out. An order in which picked-up cards were laid out counts as a part of the turn.
    """
    choice = player.choose(observation, budget, seed, should_stop)
    if not choice.candidates:
        return None
    finalists = [each.steps for each in choice.candidates[:FINALISTS] if each.steps != taken]
    lines = [Line(steps) for steps in (taken, *finalists)]
    worlds = Determinizations(
        observation, Policy(Costs(), TEMPERATURE), Random(seed + 1).random, EvidenceWeights()
    )
    for _ in range(WORLDS):
        if should_stop():
            break
        try_in_a_world(worlds, lines)
    if not lines[0].samples:
        return None
    own = lines[0]
    found = candidates_of(sorted(lines, key=_get_mean, reverse=True))
    best, mine = found[0], next(each for each in found if each.steps == own.steps)
    if choice.steps == taken and not compare_gain(best, mine):
        best = mine  # what was found in choosing rests on more worlds than these
    return Appraisal(best, mine, tuple([each for each in found if each not in (best, mine)]))


def value_settled_round(observation: SpringObservation) -> tuple[float, ...] | None:
    """Give what a round that is over was worth to each seat, from 0 to 1, as the search reckons.

    None while it goes on.
    """
    if observation.stage == TURN or not observation.rounds:
        return None
    given, total = observation.rounds[-1].trash, observation.position.trash
    before = tuple([now - more for now, more in zip(total, given, strict=True)])
    return tuple([round_worth(before, given, seat) for seat in range(len(given))])


def _get_mean(line: Line) -> float:
    return line.mean
