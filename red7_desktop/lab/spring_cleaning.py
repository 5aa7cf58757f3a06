"""The lab's commands and benchmarks for Spring Cleaning."""

from __future__ import annotations

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
from red7_desktop.lab import command
from red7_desktop.lab.commands import Perft
from red7_desktop.tabletop.game import Result


class Legal(command.PositionCommand):
    """The command `legal`, which lists the legal plays and draws of the seat to move."""

    name = "legal"
    summary = "list the plays and draws of the seat that leads or follows"
    details = """\
Lists every combination that the seat to move may play, and its ways to draw. Both are empty in
the middle of a turn and before the first trick.

  python -m red7_desktop.lab legal --json \\
      "spring / table 3 :B / deck 3 9 1 / discard / A> 7 5 5 2 : 4 9 : 3 / B 1 8 : : 0"
"""

    def answer(self, text: str, arguments: Namespace) -> command.Answer:
        return legality.build_legal_answer(parse_position(text))

    def format_answer(self, answer: command.Answer) -> str:
        if not answer["seat"]:
            return f"{answer['position']}\nNobody leads or follows."
        moves = [*answer["plays"], *answer["draws"]]
        head = f"Seat {answer['seat']}: {len(answer['plays'])} plays, {len(answer['draws'])} draws"
        return "\n".join([answer["position"], head, *[f"  {move}" for move in moves]])


def count_sequences(start: position.Position, depth: int) -> int:
    """Count the different sequences of exactly `depth` legal steps; 1 for depth 0.

    Before the first trick, the seats choose their offers (cards laid out first) in order, from seat
    A on. If the deck is empty, the discarded cards become the deck without shuffling, oldest first.
    """
    if depth == 0:
        return 1
    if depth == 1 and not start.is_over:
        return len(legality.list_legal_steps(start, legality.list_seats_to_act(start)[0]))
    return sum([count_sequences(reached, depth - 1) for _, reached in follow_steps(start)])


def follow_steps(start: position.Position) -> list[tuple[str, position.Position]]:
    """Return all legal steps from a position, as pairs of text and resulting position."""
    if start.is_over:
        return []
    seat = legality.list_seats_to_act(start)[0]
    followed = []
    for step in legality.list_legal_steps(start, seat):
        is_dry = step.kind == cards.DRAW and not start.deck
        if is_dry:
            before = position.restock_deck(start, start.discard)
        else:
            before = start
        followed.append((str(step), advance.apply_step(before, step, seat)))
    return followed


def deal_positions(seats: int, count: int) -> list[position.Position]:
    """Return the initial positions of `count` first rounds, dealt from the seeds 0, 1, 2, ..."""
    return [position.deal_round(False, (0,) * seats, 0, seed) for seed in range(count)]


def reach_following_positions(seats: int, count: int) -> list[position.Position]:
    """Return positions in which a trick is open and a seat has to follow, from random rounds."""
    return command.reach_positions(
        partial(position.deal_round, False, (0,) * seats, 0),
        legality.walk_random_round,
        lambda each: each.phase == position.START and each.trick,
        count,
    )


def deal_worlds(seats: int, count: int) -> list[tuple[Determinizations, World]]:
    """Deal rounds, and for each one guess the cards that are hidden from the seat to move.

    In these rounds, all seats have confirmed their first offers.

    Returns:
        For each of `count` rounds, the object that samples guesses, and the guess.
    """
    game = SpringCleaning()
    policy = rollout.Policy(evaluation.Costs(), search.TEMPERATURE)
    dealt = []
    for seed in range(count):
        state = game.start({"seats": seats}, seed)
        for seat in range(seats):
            state = game.apply(state, seat, cards.Step(cards.OFFER, 1)).state
        seen = game.observe(state, state.position.mover)
        worlds = Determinizations(seen, policy, Random(seed))
        dealt.append((worlds, worlds.deal()))
    return dealt


def play_on(deals: Sequence[tuple[Determinizations, World]]) -> int:
    """Play each round to its end by the AI players' rollout policy, to measure its speed.

    Args:
        deals: For each round, the object that samples guesses at hidden cards, and one guess.

    Returns:
        The total number of turns.
    """
    total = 0
    for worlds, world in deals:
        table = worlds.start_round(world)
        table.play_out()
        total += table.turns
    return total


def count_plays(positions: list[position.Position]) -> int:
    """Count the legal plays of all positions, to measure the speed of listing them."""
    return sum([len(legality.list_plays(each)) for each in positions])


def count_random_steps(start: position.Position, rng: Random) -> int:
    """Play a random round; return the number of steps."""
    return len(legality.walk_random_round(start, rng)) - 1


play_out: Final = partial(command.play_out, count_random_steps)
KINDS: Final[command.Kinds] = {
    "rollouts": ("rollouts of the search", deal_worlds, play_on),
    "plays": ("all plays of a seat that follows", reach_following_positions, count_plays),
    "rounds": ("random rounds", deal_positions, play_out),
}
"""Kinds of benchmarks that can be run for any number of seats, see `command.Kinds`."""


def build_benchmark(kind: str, seats: int, size: int, **more: Any) -> command.Benchmark:
    """Create a benchmark, which measures the speed of one function of the rules or AI players.

    Args:
        kind: Kind of the benchmark, a key of `KINDS`.
        seats: Number of seats.
        size: Number of rounds or positions in a full run.
        more: Values of the fields `unit` and `required` of `Benchmark`.
    """
    title, make, work = KINDS[kind]
    title = f"{title}, {seats} seats"
    return command.Benchmark(f"{kind}-{seats}", title, partial(make, seats), work, size, **more)


BENCHMARKS: Final = (
    build_benchmark("rollouts", 2, 1_500, required=2_000),
    build_benchmark("rollouts", 4, 600, required=800),
    build_benchmark("plays", 2, 4_000, unit="microseconds"),
    build_benchmark("plays", 4, 4_000, unit="microseconds"),
    build_benchmark("rounds", 2, 600),
    build_benchmark("rounds", 4, 200),
    command.Benchmark(
        "deals-4",
        "deals to 4 seats",
        range,
        lambda seeds: len(deal_positions(4, len(seeds))),
        5_000,
    ),
)


class SpringWorkbench(command.Workbench):
    """The lab's commands and benchmarks for Spring Cleaning; see `command.Workbench`."""

    commands = (Legal, Perft)
    option = rounds.PICKUP.key
    title = "pickup {pickup}"
    is_compiled = cards.COMPILED
    benchmarks = BENCHMARKS
    parse_position = staticmethod(parse_position)
    counted = "steps"
    count_sequences = staticmethod(count_sequences)

    def add_option(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--pickup",
            choices=rounds.PICKUP.values,
            default=rounds.PICKUP.default,
            help="when an emptied hand picks up its offer; next_turn without this",
        )

    def round_result(self, state: Any) -> Result | None:
        if not state.rounds:
            return None
        result = state.rounds[0]
        return Result(self.find_round_winners(result), result.trash)

    def find_round_winners(self, result: Any) -> tuple[int, ...]:
        return tuple([seat for seat, given in enumerate(result.trash) if not given])


WORKBENCH: Final = SpringWorkbench()
