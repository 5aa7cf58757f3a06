"""Spring Cleaning's part of the laboratory: its commands, and what is measured of it."""

from __future__ import annotations

import itertools
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any, Final

from red7_desktop.games.spring_cleaning.players import evaluation, rollout, search
from red7_desktop.games.spring_cleaning.players.worlds import Determinizations, World
from red7_desktop.games.spring_cleaning.rules import advance, cards, legality, position, rounds
from red7_desktop.games.spring_cleaning.rules.game import SpringCleaning
from red7_desktop.games.spring_cleaning.rules.notation import parse_position
from red7_desktop.lab.command import Answer, Measure, PositionCommand, Workbench
from red7_desktop.lab.commands import Perft
from red7_desktop.tabletop.game import Options, Result


class Legal(PositionCommand):
    """Lists what the seat that leads or follows may do."""

    name = "legal"
    summary = "list the plays and draws of the seat that leads or follows"
    details = """\
Lists every combination that the seat to move may play, and its ways to draw. Both are empty in
the middle of a turn and before the first trick.

  python -m red7_desktop.lab legal --json \\
      "spring / table 3 :B / deck 3 9 1 / discard / A> 7 5 5 2 : 4 9 : 3 / B 1 8 : : 0"
"""

    def answer(self, text: str, arguments: Namespace) -> Answer:
        return legality.build_legal_answer(parse_position(text))

    def show(self, answer: Answer) -> str:
        if not answer["seat"]:
            return f"{answer['position']}\nNobody leads or follows."
        moves = [*answer["plays"], *answer["draws"]]
        head = f"Seat {answer['seat']}: {len(answer['plays'])} plays, {len(answer['draws'])} draws"
        return "\n".join([answer["position"], head, *[f"  {move}" for move in moves]])


def count_sequences(start: position.Position, depth: int) -> int:
    """Count the sequences of exactly `depth` steps, each by its mover; 1 for depth 0.

    While offers are sealed the seats pick in their order, from A on. An empty deck is the
    discarded cards as they lie, the oldest first.
    """
    if depth == 0:
        return 1
    if depth == 1 and not start.is_over:
        return len(legality.list_legal_steps(start, legality.to_act(start)[0]))
    return sum([count_sequences(reached, depth - 1) for _, reached in follow_steps(start)])


def follow_steps(start: position.Position) -> list[tuple[str, position.Position]]:
    """List every first step and where it leads."""
    if start.is_over:
        return []
    seat = legality.to_act(start)[0]
    followed = []
    for step in legality.list_legal_steps(start, seat):
        is_dry = step.kind == cards.DRAW and not start.deck
        before = position.restock_deck(start, start.discard) if is_dry else start
        followed.append((str(step), advance.apply_step(before, step, seat)))
    return followed


SEED: Final = 7
"""All work follows from this seed, so that it is the same on every machine and in every build."""


def deal_positions(seats: int, count: int) -> list[position.Position]:
    """Deal first rounds."""
    return [position.deal_round(False, (0,) * seats, 0, seed) for seed in range(count)]


def reach_following_positions(seats: int, count: int) -> list[position.Position]:
    """List positions in which a seat follows, as random play reaches them."""
    chance = Random(SEED)
    dealt = (position.deal_round(False, (0,) * seats, 0, seed) for seed in itertools.count())
    walks = (legality.walk_random_round(start, chance) for start in dealt)
    found = (each for walk in walks for each in walk if each.phase == position.START and each.trick)
    return list(itertools.islice(found, count))


def deal_worlds(seats: int, count: int) -> list[tuple[Determinizations, World]]:
    """Deal a world of each of this many rounds, as their leaders reckon with them."""
    return [(worlds, worlds.deal()) for worlds in map(partial(open_worlds, seats), range(count))]


def open_worlds(seats: int, seed: int) -> Determinizations:
    """Return the worlds that the leader of a dealt round reckons with, all offers being open."""
    game = SpringCleaning()
    state = game.start({"seats": seats}, seed)
    for seat in range(seats):
        state = game.take(state, seat, cards.Step(cards.OFFER, 1)).state
    seen = game.observe(state, state.position.mover)
    return Determinizations(
        seen, rollout.Policy(evaluation.Costs(), search.TEMPERATURE), Random(seed)
    )


def play_on(deals: Sequence[tuple[Determinizations, World]]) -> int:
    """Play each round on by the greedy habit; sum the turns."""
    total = 0
    for worlds, world in deals:
        table = worlds.open(world)
        table.play_out()
        total += table.turns
    return total


def play_out(positions: list[position.Position]) -> int:
    """Play a random round from every position; count the steps."""
    chance = Random(SEED)
    return sum([len(legality.walk_random_round(each, chance)) for each in positions])


MEASURES: Final = (
    *[
        Measure(
            f"plays-{seats}",
            f"all plays of a seat that follows, {seats} seats",
            partial(reach_following_positions, seats),
            lambda positions: sum([len(legality.list_plays(each)) for each in positions]),
            4_000,
            "microseconds",
        )
        for seats in (2, 4)
    ],
    *[
        Measure(
            f"greedy-{seats}",
            f"greedy playouts, {seats} seats",
            partial(deal_worlds, seats),
            play_on,
            count,
            required=required,
        )
        for seats, count, required in ((2, 1_500, 2_000), (4, 600, 800))
    ],
    *[
        Measure(
            f"rounds-{seats}",
            f"random rounds, {seats} seats",
            partial(deal_positions, seats),
            play_out,
            count,
        )
        for seats, count in ((2, 600), (4, 200))
    ],
    Measure(
        "deals-4",
        "deals to 4 seats",
        range,
        lambda seeds: len(deal_positions(4, len(seeds))),
        5_000,
    ),
)


class SpringWorkbench(Workbench):
    """What the laboratory can do with Spring Cleaning; each member is told in `Workbench`."""

    commands = (Legal, Perft)
    has_rounds = True
    is_compiled = cards.COMPILED
    measures = MEASURES
    parse_position = staticmethod(parse_position)
    counted = "steps"
    count_sequences = staticmethod(count_sequences)

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--pickup",
            choices=rounds.PICKUP.values,
            default=rounds.PICKUP.default,
            help="when an emptied hand picks up its offer; next_turn without this",
        )

    def options(self, arguments: Namespace) -> Options:
        return {rounds.PICKUP.key: arguments.pickup}

    def name_of(self, options: Options) -> str:
        return f"pickup {options[rounds.PICKUP.key]}"

    def round_result(self, state: Any) -> Result | None:
        if not state.rounds:
            return None
        trash = state.rounds[0].trash
        return Result(tuple([seat for seat, given in enumerate(trash) if not given]), trash)


WORKBENCH: Final = SpringWorkbench()
