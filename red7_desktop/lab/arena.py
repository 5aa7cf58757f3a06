"""The command `arena`, which compares the strength of AI players in games against each other."""

from __future__ import annotations

import math
import random
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from statistics import fmean, stdev
from time import perf_counter, process_time
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from red7_desktop.games.registry import GameEntry
from red7_desktop.lab import command
from red7_desktop.tabletop import rounds
from red7_desktop.tabletop.game import TABLE, TURN, InvalidOptions, Options, Result
from red7_desktop.tabletop.player import Player, UnknownPlayerError

Times: TypeAlias = list[tuple[float, float]]
"""Wall-clock time and processor time of each turn, in seconds."""


class Entrant(NamedTuple):
    """An AI player in a contest.

    Attributes:
        name: Name of the player.
        budget: Maximum number of turns that the player may simulate for each choice; 0 for the
            player's own budget.
    """

    name: str
    budget: int

    def __str__(self) -> str:
        if self.budget:
            return f"{self.name}:{self.budget}"
        return self.name


def add_player(parser: ArgumentParser, row: GameEntry) -> None:
    """Add the option `--player` to a parser: the AI player that plays all seats of a match."""
    parser.add_argument(
        "--player",
        type=partial(parse_entrant, row),
        default="sharp",
        metavar="A",
        help="who sits on every seat, as in arena; sharp without this",
    )


def parse_entrant(row: GameEntry, word: str) -> Entrant:
    """Parse an AI player's name with an optional budget, such as `sharp` or `sharp:5000`.

    The budget is the maximum number of turns that the player simulates for a choice.

    Raises:
        ArgumentTypeError: There is no such player, or the budget isn't a positive number.
    """
    name, colon, budget = word.partition(":")
    players = row.players()
    try:
        players.player_of(name)
    except UnknownPlayerError as error:
        raise ArgumentTypeError(str(error)) from None
    return Entrant(name, command.int_at_least(1)(budget) if colon else players.budget_of(name))


NO_STAND_INS: Final[Mapping[int, Player]] = MappingProxyType({})


def play_out(
    row: GameEntry,
    state: Any,
    entrants: Sequence[Entrant],
    rng: random.Random,
    result_of: Callable[[Any], Result | None],
    stand_ins: Mapping[int, Player] = NO_STAND_INS,
) -> tuple[Any, Result, list[Times]]:
    """Let AI players play a match or round to its end.

    Args:
        row: Entry of the game in the registry.
        state: The first state.
        entrants: The player of each seat.
        rng: Random numbers that seed the players. Only `random.random` is used, whose sequence
            is the same on all machines.
        result_of: Returns the result of a match or round in a state, None before the end.
        stand_ins: Players that choose in place of entrants, by seat.

    Returns:
        The last state, the result, and for each seat the times that its turns took.
    """
    game = row.rules()
    players = [
        stand_ins.get(seat) or row.players().player_of(entrant.name)
        for seat, entrant in enumerate(entrants)
    ]
    times: list[Times] = [[] for _ in entrants]
    while (result := result_of(state)) is None:
        seat = game.to_act(state)[0]
        if seat == TABLE:
            steps = game.legal_steps(state, TABLE)[:1]
        else:
            observation = game.observe(state, seat)
            seed = int(rng.random() * (1 << 48))
            wall = perf_counter()
            work = process_time()
            steps = players[seat].choose(observation, entrants[seat].budget, seed).steps
            if not isinstance(state, rounds.RoundState) or state.stage == TURN:
                times[seat].append((perf_counter() - wall, process_time() - work))
        for step in steps:
            state = game.apply(state, seat, step).state
    return state, result, times


class Contest(NamedTuple):
    """A series of matches or rounds between AI players, for the command `arena`.

    Attributes:
        row: Entry of the game in the registry.
        entrants: The player of each seat, the first time that a deal is played. Each further time
            that the same deal is played, all players move on by one seat.
        options: Options of the matches, without the number of seats.
        seed: Seed of the series.
        is_whole_match: True to play whole matches, False to play single rounds.
    """

    row: GameEntry
    entrants: tuple[Entrant, ...]
    options: Options
    seed: int
    is_whole_match: bool = False

    @property
    def seats(self) -> int:
        return len(self.entrants)


class GameReport(NamedTuple):
    """The result of one match or round between AI players.

    Attributes:
        shares: Each player's share of the win: 1 if it won alone, less if it shared the win, 0 if
            it lost.
        points: Each player's points.
        times: For each player, the time that each of its turns took.
    """

    shares: tuple[float, ...]
    points: tuple[int, ...]
    times: tuple[Times, ...]


def start(contest: Contest, deal: int) -> Any:
    """Start a match or round of a contest, and return its first state.

    Args:
        contest: The players, options and seed.
        deal: Number of the deal in the contest. It and the contest's seed determine the cards.

    Raises:
        InvalidOptions: An option of the contest is unknown or has an invalid value.
    """
    options = {**contest.options, "seats": contest.seats}
    if not contest.is_whole_match:
        options |= command.load_workbench(contest.row.name).round_options
    return contest.row.rules().start(options, contest.seed * 1_000_003 + deal)


def play_game(contest: Contest, deal: int, turned: int = 0) -> tuple[Any, GameReport]:
    """Play a deal of a contest once, as a match or a round.

    Args:
        contest: The players and the options.
        deal: Number of the deal.
        turned: Number of seats by which every player is moved on from its seat in the contest.

    Returns:
        The last state, and the result. The tuples in the result have the order of
        `Contest.entrants`.
    """
    row = contest.row
    seats = contest.seats
    if contest.is_whole_match:
        result_of = None
    else:
        result_of = command.load_workbench(row.name).round_result
    seat_of = [(entrant + turned) % seats for entrant in range(seats)]
    sitting = [contest.entrants[(seat - turned) % seats] for seat in range(seats)]
    rng = random.Random(f"{contest.seed} {deal} {turned}")
    dealt = start(contest, deal)
    state, result, times = play_out(row, dealt, sitting, rng, result_of or row.rules().result)
    won = 1.0 / len(result.winners)
    report = GameReport(
        tuple([won if seat in result.winners else 0.0 for seat in seat_of]),
        tuple([result.scores[seat] for seat in seat_of]),
        tuple([times[seat] for seat in seat_of]),
    )
    return state, report


def play_deal(contest: Contest, deal: int) -> list[GameReport]:
    """Play a deal of a contest once per seat, and return all results.

    Each time, the players are moved on by one seat.
    """
    return [play_game(contest, deal, turned)[1] for turned in range(contest.seats)]


ELO_PER_E: Final = 400 / math.log(10)
"""Number of Elo points by which a player is stronger whose odds of winning are e (2.7) to 1."""


class Mean(NamedTuple):
    """A mean and its standard error."""

    value: float
    error: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ± {self.error:.3f}"


def compute_mean(values: Sequence[float]) -> Mean:
    """Return the mean of independent values, such as one for each deal, and its standard error.

    >>> compute_mean([0.0, 1.0, 1.0, 0.0])
    Mean(value=0.5, error=0.28...)
    """
    count = len(values)
    if count > 1:
        error = stdev(values) / math.sqrt(count)
    else:
        error = math.nan
    return Mean(fmean(values) if count else math.nan, error)


def to_elo(rate: Mean, seats: int) -> Mean:
    """Convert a player's win rate to its Elo difference from the other players.

    An equal share of the wins is a difference of 0. The difference is infinite if the player won
    or lost everything.

    >>> round(to_elo(Mean(0.64, 0.01), 2).value)
    100
    """
    share = rate.value
    if not 0.0 < share < 1.0:
        return Mean(math.copysign(math.inf, share - 0.5), math.nan)
    value = ELO_PER_E * math.log(share / (1.0 - share) * (seats - 1))
    return Mean(value, ELO_PER_E * rate.error / (share * (1.0 - share)))


def find_quantile(values: Sequence[float], share: float = 0.5) -> float:
    """Return a quantile of some values, by default the median; NaN if there are no values.

    Args:
        values: The values, in any order.
        share: Share of the values that are less than the quantile, from 0 to 1.

    >>> find_quantile([3.0, 1.0, 2.0])
    2.0
    """
    if values:
        return sorted(values)[min(int(share * len(values)), len(values) - 1)]
    return math.nan


def share_of_first(deals: Sequence[Sequence[GameReport]]) -> Mean:
    """Return the share of wins of a contest's first player, with its standard error.

    Args:
        deals: Results of each deal. The results of one deal depend on each other, so they count as
            one sample.
    """
    return compute_mean([fmean([game.shares[0] for game in games]) for games in deals])


class Arena(command.Command):
    """The command `arena`, which compares the strength of AI players."""

    name = "arena"
    summary = "let computer players meet"
    details = """\
Plays the same deals with the seats rotated, and prints the first player's win rate with its
standard error, its Elo difference, and every player's points and time per turn. With more
than two seats and two players, the first one sits alone against the second one on all other
seats. The same seed gives the same games, however many jobs play them. Ctrl+C ends a run
early; it still prints the outcome of the deals that are done.

  python -m red7_desktop.lab arena --players expert,greedy --deals 500 --seed 1 --jobs 2
  python -m red7_desktop.lab arena --players expert:8000,sharp --match --deals 90
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        workbench = command.load_workbench(self.row.name)
        parser.add_argument(
            "--players",
            required=True,
            type=lambda word: [parse_entrant(self.row, name) for name in word.split(",")],
            metavar="A,B",
            help="two players (with more seats the second one sits on all but one), or one a seat; "
            f"of {', '.join(self.row.players().names)}; A:5000 sets a budget",
        )
        command.add_number(parser, "--seats", "how many", 2, least=2)
        workbench.add_option(parser)
        command.add_number(parser, "--deals", "how many deals", 100)
        command.add_seed(parser)
        parser.add_argument(
            "--match",
            action="store_true",
            default=workbench.round_result is None,
            help="play whole matches, not rounds",
        )

    def run(self, arguments: Namespace) -> Iterator[command.Answer]:
        contest = self._seat_players(arguments)
        yield from command.run_tasks(
            partial(play_deal, contest),
            range(arguments.deals),
            arguments.jobs,
            lambda done: [summarize_contest(contest, done)] if done else [],
            note=share_of_first,
        )

    def _seat_players(self, arguments: Namespace) -> Contest:
        entrants = arguments.players
        seats = arguments.seats
        if len(entrants) == 2:
            entrants = [entrants[0], *[entrants[1]] * (seats - 1)]
        if len(entrants) != seats:
            raise command.InputError("--players", f"{len(entrants)} players for {seats} seats")
        option = command.load_workbench(self.row.name).option
        if option:
            options = {option: str(getattr(arguments, option))}
        else:
            options = {}
        contest = Contest(self.row, tuple(entrants), options, arguments.seed, arguments.match)
        try:
            start(contest, 0)
        except InvalidOptions as error:
            raise command.InputError("", str(error)) from error
        return contest

    def format_answer(self, answer: command.Answer) -> str:
        played = f"{answer['deals']} deals, {answer['games']} {answer['plays']}"
        rows = [["player", "budget", "share", "points", "turns", "ms median", "p95", "max", "cpu"]]
        for player in answer["players"]:
            name = player["name"] + (f" x{player['seats']}" if player["seats"] > 1 else "")
            came = [_format_number(player["share"], 3), _format_number(player["points"], 1)]
            times = [*player["wall_ms"].values(), player["cpu_ms"]["median"]]
            took = [str(player["turns"]), *[_format_number(each, 1) for each in times]]
            rows.append([name, str(player["budget"] or "-"), *came, *took])
        rate, error = (_format_number(answer[name], 3) for name in ("rate", "error"))
        elo, elo_error = (_format_number(answer[name], 0) for name in ("elo", "elo_error"))
        won = f"{rate} ± {error} of {answer['plays']}, Elo {elo} ± {elo_error}"
        head = f"{answer['rules']}, {answer['seats']} seats, {played}"
        last = f"{answer['players'][0]['name']}: {won}"
        return "\n".join([head, *command.format_columns(rows), last])


def summarize_contest(contest: Contest, deals: list[list[GameReport]]) -> command.Answer:
    """Return the results of a contest for output; a player on several seats is listed once."""
    title = command.load_workbench(contest.row.name).title
    rate = share_of_first(deals)
    elo = to_elo(rate, contest.seats)
    games = [game for deal in deals for game in deal]
    entrants = dict.fromkeys(contest.entrants)
    return {
        "rules": title.format(**contest.options) or contest.row.name,
        "seats": contest.seats,
        "plays": "matches" if contest.is_whole_match else "rounds",
        "deals": len(deals),
        "games": len(games),
        "rate": _to_plain(rate.value),
        "error": _to_plain(rate.error),
        "elo": _to_plain(elo.value),
        "elo_error": _to_plain(elo.error),
        "players": [_summarize_player(contest, entrant, games) for entrant in entrants],
    }


def _summarize_player(
    contest: Contest, entrant: Entrant, games: list[GameReport]
) -> command.Answer:
    sitting = [at for at, each in enumerate(contest.entrants) if each == entrant]
    played = [(game, at) for game in games for at in sitting]
    times = [time for game, at in played for time in game.times[at]]
    return {
        "name": entrant.name,
        "budget": entrant.budget,
        "seats": len(sitting),
        "share": _to_plain(compute_mean([game.shares[at] for game, at in played]).value),
        "points": _to_plain(compute_mean([game.points[at] for game, at in played]).value),
        "turns": len(times),
        "wall_ms": _summarize_times([wall for wall, _ in times]),
        "cpu_ms": _summarize_times([work for _, work in times]),
    }


def _summarize_times(seconds: Sequence[float]) -> command.Answer:
    """Return median, 95th percentile and maximum of times in seconds, converted to milliseconds."""
    shares = {"median": 0.5, "p95": 0.95, "max": 1.0}
    return {name: _to_plain(1000 * find_quantile(seconds, share)) for name, share in shares.items()}


def _to_plain(value: float) -> float | None:
    """Round a number for JSON output; return None for infinity and NaN, which JSON lacks."""
    if math.isfinite(value):
        return round(value, 6)
    return None


def _format_number(value: float | None, digits: int) -> str:
    if value is None:
        return "-"
    return f"{value:.{digits}f}"
