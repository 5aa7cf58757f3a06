"""The levels, how strong they are; simple players; judging turns.

The figures here and those in the table "The levels of Spring Cleaning" of docs/opponents.md are the
same, which a test sees to: change both together, after an arena run with the budgets that ship.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from red7_desktop.games.spring_cleaning.players import evaluation, lookahead, rollout, search
from red7_desktop.games.spring_cleaning.players.worlds import (
    Determinizations,
    EvidenceWeights,
    complete_turn,
    find_belief,
    find_decision_point,
    list_options,
)
from red7_desktop.games.spring_cleaning.rules import advance, cards, legality
from red7_desktop.games.spring_cleaning.rules.game import SpringObservation
from red7_desktop.tabletop.player import (
    Appraisal,
    Choice,
    Daily,
    Level,
    MeasuredStrength,
    NothingToChoose,
    Player,
    Players,
    ShouldStop,
    keep_on,
)
from red7_desktop.tabletop.rounds import TURN

BASE: Final = 1000
"""The Elo of the weakest level: only differences mean anything."""

MEASURED: Final[dict[str, MeasuredStrength]] = {
    "newcomer": MeasuredStrength(BASE, None),
    "casual": MeasuredStrength(1123, 0.670),
    "steady": MeasuredStrength(1320, 0.757),
    "sharp": MeasuredStrength(1456, 0.686),
    "expert": MeasuredStrength(1675, 0.779),
}
"""By level, in the order of `levels.LEVELS`."""
WORLDS: Final = 600
"""The turn that was taken and the one that the player would take meet in this many worlds."""


def appraise_steps(
    player: Player,
    observation: SpringObservation,
    taken: tuple[cards.Step, ...],
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
    turns = list(dict.fromkeys([choice.steps, taken]))
    if len(observation.seen) in lookahead.NETWORKED:
        judge = lookahead.LookaheadPlayer(evidence_weights=EvidenceWeights())
        weighed = judge.compare(observation, turns, WORLDS, seed + 1, should_stop)
        return Appraisal(weighed[0], weighed[-1]) if weighed else None
    lines = [search.Line(steps) for steps in turns]
    policy = rollout.Policy(evaluation.Costs(evaluation.SHREWD), search.TEMPERATURE)
    worlds = Determinizations(observation, policy, Random(seed + 1), EvidenceWeights())
    for _ in range(WORLDS):
        if should_stop():
            break
        search.try_in_a_world(worlds, lines)
    if not lines[0].samples:
        return None
    found = search.candidates_of(lines)
    return Appraisal(found[0], found[-1])


def value_settled_round(observation: SpringObservation) -> tuple[float, ...] | None:
    """Return what a round that is over was worth to each seat, from 0 to 1, as the search reckons.

    None while it goes on.
    """
    if observation.stage == TURN or not observation.rounds:
        return None
    given, total = observation.rounds[-1].trash, observation.position.trash
    before = tuple([now - more for now, more in zip(total, given, strict=True)])
    return tuple([evaluation.round_worth(before, given, seat) for seat in range(len(given))])


_ON: Final = frozenset({cards.TAKE, cards.INSERT, cards.LAY})
"""Steps that do not end a turn. (With `at_once` laying out may; then the mover is another.)"""


class RandomPlayer:
    """Takes any step, all alike likely. eager: draws only where it can play nothing."""

    def __init__(self, eager: bool = False) -> None:
        self._eager: Final = eager

    def choose(
        self,
        observation: SpringObservation,
        budget: int,
        seed: int,
        should_stop: ShouldStop = keep_on,
    ) -> Choice:
        chance, seat, position = Random(seed), observation.viewer, observation.position
        if seat is None or seat not in observation.to_act:
            raise NothingToChoose
        steps: list[cards.Step] = []
        while not steps or (steps[-1].kind in _ON and position.mover == seat):
            asked = legality.list_legal_steps(position, seat)
            plays = [step for step in asked if step.kind == cards.PLAY] if self._eager else []
            asked = tuple(plays) or asked
            steps.append(asked[int(chance.random() * len(asked))])
            if steps[-1].kind != cards.DRAW:
                position = advance.apply_step(position, steps[-1], seat)
        return Choice(tuple(steps))


class HeuristicPlayer:
    """Takes the way that costs least at first sight, or nearly so.

    temperature: how far dearer ways are taken too, as a person errs; a way that costs a thousand
    more is e to the power of (1 / temperature) times less likely. At 0 it never errs.
    """

    def __init__(
        self, taste: evaluation.Weights = evaluation.GREEDY, temperature: float = 0.0
    ) -> None:
        self._costs: Final = evaluation.Costs(taste)
        self._temperature: Final = temperature

    def choose(
        self,
        observation: SpringObservation,
        budget: int,
        seed: int,
        should_stop: ShouldStop = keep_on,
    ) -> Choice:
        spot = find_decision_point(observation, self._costs)
        if spot.is_done:
            return Choice(spot.laid)
        options = list_options(spot, self._costs)
        draw = Random(seed).random
        best, steps = 1 << 40, options[0].steps
        for option in options:
            whim = rollout.add_whim(self._temperature, draw()) if self._temperature else 0
            cost = option.cost + whim
            if cost < best:
                best, steps = cost, option.steps
        return Choice(complete_turn(spot, steps, self._costs))


class BySeats:
    """Plays with the network where there is one for the number of seats, and otherwise without."""

    def __init__(self, networked: Player, other: Player) -> None:
        self._networked: Final = networked
        self._other: Final = other

    def choose(
        self,
        observation: SpringObservation,
        budget: int,
        seed: int,
        should_stop: ShouldStop = keep_on,
    ) -> Choice:
        is_networked = len(observation.seen) in lookahead.NETWORKED
        chosen = self._networked if is_networked else self._other
        return chosen.choose(observation, budget, seed, should_stop)


LEVELS: Final[tuple[Level, ...]] = (
    # Plays whatever can be played, big numbers first, and lets others use what lies about.
    Level(
        "newcomer",
        "Tomás",
        0,
        lambda: HeuristicPlayer(evaluation.GREEDY._replace(per_number=60, draw=900, help=0), 0.45),
    ),
    # Loves to collect: draws for a longer row sooner than break up a short one.
    Level(
        "casual",
        "Amaka",
        0,
        lambda: HeuristicPlayer(
            evaluation.GREEDY._replace(pair=600, two=560, draw=60, help=50), 0.22
        ),
    ),
    # Keeps a tidy hand and gets rid of loose cards in time.
    Level("steady", "Linnea", 0, lambda: HeuristicPlayer(evaluation.GREEDY, 0.12)),
    # Thinks the round through a few times before every turn.
    Level("sharp", "Ravi", 400, lambda: search.SearchPlayer(search.Width(4, 1, 5))),
    # Reckons with every hand that others may hold, and knows what to leave lying.
    Level(
        "expert",
        "Hana",
        70_000 if cards.COMPILED else 10_000,
        lambda: BySeats(
            lookahead.LookaheadPlayer(evidence_weights=EvidenceWeights()),
            search.SearchPlayer(taste=evaluation.SHREWD, evidence_weights=EvidenceWeights()),
        ),
        cap=0.95,
    ),
)
"""The levels, from a child's partner to the strongest. Each beats the one before it more often
than not; docs/opponents.md says by how much. Budgets are spent before the caps on all but slow
machines."""

SIMPLE: Final[dict[str, Callable[[], Player]]] = {
    "random": RandomPlayer,
    "eager": lambda: RandomPlayer(eager=True),
    "formula": lambda: HeuristicPlayer(evaluation.FORMULA),
    "greedy": HeuristicPlayer,
    "network": lambda: BySeats(lookahead.NetworkPlayer(), HeuristicPlayer()),
}
"""Players to measure against, by name."""


def name_moment(observation: SpringObservation) -> str:
    """Return what tells an observation from others of its match: round, turn, part, whose."""
    turns, steps = len(observation.turns), len(observation.steps)
    return f"{observation.round_number}.{turns}.{steps}.{observation.viewer}"


PLAYERS: Final = Players(
    LEVELS,
    spare=HeuristicPlayer,
    moment=name_moment,
    simple=SIMPLE,
    measured=MEASURED,
    adviser=LEVELS[-1].key,
    appraise=appraise_steps,
    believe=find_belief,
    settled=value_settled_round,
    daily=Daily(LEVELS[-1].key, {}, [LEVELS[nth].key for nth in (0, 1, 1, 2, 2, 3, 4)]),
)
"""Spring Cleaning's players: the one value that the rest of the program knows."""
