"""Spring Cleaning's workbench, its commands, and what is measured of it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Final

from red7_desktop.games.spring_cleaning.players.evaluation import Costs
from red7_desktop.games.spring_cleaning.players.rollout import Policy
from red7_desktop.games.spring_cleaning.players.search import TEMPERATURE
from red7_desktop.games.spring_cleaning.players.worlds import Determinizations, World
from red7_desktop.games.spring_cleaning.rules.cards import COMPILED, OFFER, Step
from red7_desktop.games.spring_cleaning.rules.game import SpringCleaning
from red7_desktop.games.spring_cleaning.rules.legality import build_legal_answer
from red7_desktop.games.spring_cleaning.rules.notation import (
    EXTENSION,
    Record,
    RecordedTurn,
    parse_position,
)
from red7_desktop.games.spring_cleaning.rules.playout import (
    count_by_first_step,
    count_sequences,
    deal_each,
    list_plays_of_each,
    play_out_each,
    walk_random_round,
)
from red7_desktop.games.spring_cleaning.rules.position import START, Position, deal_round
from red7_desktop.games.spring_cleaning.rules.rounds import PICKUP, MatchState
from red7_desktop.lab.command import Answer, Measure, PositionCommand, TimedTask, Workbench
from red7_desktop.lab.commands import Replaying, make_perft_command, make_replay_command
from red7_desktop.tabletop.game import Options, Result
from red7_desktop.tabletop.rounds import TURN, RecordedRound


def answer_legal(text: str, arguments: Namespace) -> Answer:
    """List the plays and draws. Raises InvalidPosition, and IllegalTurn for a hidden hand."""
    return build_legal_answer(parse_position(text))


def show(answer: Answer) -> str:
    """Write who may do what, a line for each play and draw."""
    if not answer["seat"]:
        return f"{answer['position']}\nNobody leads or follows."
    moves = [*answer["plays"], *answer["draws"]]
    head = f"Seat {answer['seat']}: {len(answer['plays'])} plays, {len(answer['draws'])} draws"
    return "\n".join([answer["position"], head, *[f"  {move}" for move in moves]])


LEGAL: Final = PositionCommand(
    name="legal",
    summary="list the plays and draws of the seat that leads or follows",
    details="""\
Lists every combination that the seat to move may play, and its ways to draw. Both are empty in
the middle of a turn and before the first trick.

  python -m red7_desktop.lab legal --json \\
      "spring / table 3 :B / deck 3 9 1 / discard / A> 7 5 5 2 : 4 9 : 3 / B 1 8 : : 0"
""",
    answer=answer_legal,
    show=show,
)

SEED: Final = 7
"""All work follows from this seed, so that it is the same on every machine and in every build."""


def deal_positions(seats: int, count: int) -> list[Position]:
    """Deal first rounds."""
    return [deal_round(False, (0,) * seats, 0, seed) for seed in range(count)]


def reach_following_positions(seats: int, count: int) -> list[Position]:
    """List positions in which a seat follows, as random play reaches them."""
    chance, seed = Random(SEED), 0
    found: list[Position] = []
    while len(found) < count:
        walk = walk_random_round(deal_round(False, (0,) * seats, 0, seed), chance)
        found += [each for each in walk if each.phase == START and each.trick]
        seed += 1
    return found[:count]


def open_worlds(seats: int, seed: int) -> Determinizations:
    """Return the worlds that the leader of a dealt round reckons with, all offers being open."""
    game = SpringCleaning()
    state = game.start({"seats": seats}, seed)
    for seat in range(seats):
        state = game.take(state, seat, Step(OFFER, 1)).state
    seen = game.observe(state, state.position.mover)
    return Determinizations(seen, Policy(Costs(), TEMPERATURE), Random(seed).random)


def play_on(deals: Sequence[tuple[Determinizations, World]]) -> int:
    """Play each round on by the greedy habit; sum the turns."""
    total = 0
    for worlds, world in deals:
        table = worlds.open(world)
        table.play_out()
        total += table.turns
    return total


def _measure_playouts(seats: int, count: int, required: int) -> Measure:
    def set_up(share: float) -> TimedTask:
        all_worlds = [open_worlds(seats, seed) for seed in range(max(5, round(count * share)))]
        deals = [(worlds, worlds.deal()) for worlds in all_worlds]
        return TimedTask(partial(play_on, deals), len(deals))

    title = f"greedy playouts, {seats} seats"
    return Measure(f"greedy-{seats}", title, "per second", required, set_up)


def _measure_plays(seats: int) -> Measure:
    def set_up(share: float) -> TimedTask:
        positions = reach_following_positions(seats, max(50, round(4_000 * share)))
        return TimedTask(partial(list_plays_of_each, positions), len(positions))

    title = f"all plays of a seat that follows, {seats} seats"
    return Measure(f"plays-{seats}", title, "microseconds", None, set_up)


def _measure_rounds(seats: int, count: int) -> Measure:
    def set_up(share: float) -> TimedTask:
        positions = deal_positions(seats, max(5, round(count * share)))
        return TimedTask(lambda: play_out_each(positions, Random(SEED)), len(positions))

    return Measure(f"rounds-{seats}", f"random rounds, {seats} seats", "per second", None, set_up)


def _time_deals(share: float) -> TimedTask:
    seeds = list(range(max(50, round(5_000 * share))))
    return TimedTask(partial(deal_each, 4, seeds), len(seeds))


MEASURES: Final[tuple[Measure, ...]] = (
    _measure_plays(2),
    _measure_plays(4),
    _measure_playouts(2, 1_500, required=2_000),
    _measure_playouts(4, 600, required=800),
    _measure_rounds(2, 600),
    _measure_rounds(4, 200),
    Measure("deals-4", "deals to 4 seats", "per second", None, _time_deals),
)
"""In the order they are run."""

PERFT: Final = make_perft_command(
    parse_position,
    count_sequences,
    count_by_first_step,
    unit="step",
    details="""\
Counts the sequences of exactly N steps, by whoever acts. A round that ends earlier has none.
While offers are sealed the seats pick in their order. All cards must be known, since draws follow
the deck; an empty one is the discarded cards as they lie. --divide prints a line for every first
step, then the total.

  python -m red7_desktop.lab perft --depth 2 --divide \\
      "spring / table 9 :B / deck / discard 4 5 / A> 1 : 8 : 0 / B 2 3 : : 0"
""",
)

EVENTS: Final = {RecordedRound: "deal", RecordedTurn: "turn"}


def _write_title(answer: Answer, names: str) -> str:
    return f"{answer['seats']} seats ({names}), offers picked up: {answer['pickup']}"


REPLAY: Final = make_replay_command(
    Replaying(EXTENSION, Record.read, lambda cause: EVENTS[type(cause)], _write_title),
    details="""\
Checks a game record from its header to its result, and prints the position after every deal and
turn. Nothing is printed of a record that does not go by the rules, but its first bad line is named.

  python -m red7_desktop.lab replay --game spring match.spring
""",
)


class SpringWorkbench(Workbench):
    """What the laboratory can do with Spring Cleaning; each member is told in `Workbench`."""

    commands = MappingProxyType(
        {name: f"spring_cleaning:{name.upper()}" for name in ("legal", "perft", "replay")}
    )
    has_rounds = True
    is_compiled = COMPILED

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--pickup",
            choices=PICKUP.values,
            default=PICKUP.default,
            help="when an emptied hand picks up its offer; next_turn without this",
        )

    def options(self, arguments: Namespace) -> Options:
        return {PICKUP.key: arguments.pickup}

    def name_of(self, options: Options) -> str:
        return f"pickup {options[PICKUP.key]}"

    def round_result(self, state: MatchState) -> Result | None:
        if not state.rounds:
            return None
        trash = state.rounds[0].trash
        return Result(tuple([seat for seat, given in enumerate(trash) if not given]), trash)

    def is_timed(self, state: MatchState) -> bool:
        return state.stage == TURN

    def measures(self) -> Sequence[Measure]:
        return MEASURES


WORKBENCH: Final = SpringWorkbench()
