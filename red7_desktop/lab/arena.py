"""Players meet, and the command that says who is stronger."""

from __future__ import annotations

import math
import random
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from red7_desktop.lab.command import (
    Answer,
    BadInput,
    Input,
    LabCommand,
    ProgressBar,
    add_jobs,
    add_number,
    add_seed,
    format_columns,
    load_workbench,
    read_whole_from,
    run_in_order,
)
from red7_desktop.tabletop.game import TABLE, InvalidOptions, Options, Result
from red7_desktop.tabletop.player import NoSuchPlayer, Player

if TYPE_CHECKING:
    from red7_desktop.games.registry import GameRow


class Entrant(NamedTuple):
    """Who plays: a name among the game's players or guests, and the budget for each choice."""

    name: str
    budget: int


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played.

    row: of the game. entrants: one a seat, in the order in which they sit in the first game of a
    deal; in every further game of the deal they sit one seat on. options: of the matches, next to
    the number of seats. match: whole matches instead of rounds.
    """

    row: GameRow
    entrants: tuple[Entrant, ...]
    options: Options
    seed: int
    match: bool = False

    @property
    def seats(self) -> int:
        return len(self.entrants)

    @property
    def all_options(self) -> Options:
        return {**self.options, "seats": self.seats}


@dataclass(slots=True)
class DealReport:
    """What came of one deal.

    shares: by entrant, the share of the deal's games it won (a shared win counts in parts).
    points: by entrant, the points it took a game. wall, work: by entrant, the seconds that each
    of its turns took by the clock on the wall and by the processor. games: how many were played;
    turns: how many turns were taken.
    """

    deal: int
    shares: list[float]
    points: list[float]
    wall: list[list[float]]
    work: list[list[float]]
    games: int = 0

    @classmethod
    def empty(cls, contest: Contest, deal: int) -> DealReport:
        seats = range(contest.seats)
        nothing = [0.0 for _ in seats]
        return cls(deal, nothing, nothing[:], [[] for _ in seats], [[] for _ in seats])


def play_deal(contest: Contest, deal: int) -> DealReport:
    """Play all games of one deal: as many as there are seats."""
    seats = contest.seats
    report = DealReport.empty(contest, deal)
    for turned in range(seats):
        play_game(contest, deal, turned, report)
    report.shares = [share / seats for share in report.shares]
    report.points = [points / seats for points in report.points]
    return report


def start(contest: Contest, deal: int) -> Any:
    """Deal a game. Raises InvalidOptions."""
    options = contest.all_options
    if not contest.match:
        options = load_workbench(contest.row.name).round_options(options)
    return contest.row.rules().start(options, _seed_of(contest.seed, deal))


def play_game(contest: Contest, deal: int, turned: int, report: DealReport) -> Any:
    """Play one game of a deal, everyone so many seats on; count it, and give how it ended."""
    game, workbench = contest.row.rules(), load_workbench(contest.row.name)
    result_of = game.result if contest.match else workbench.round_result
    seats = contest.seats
    sitting = [(seat - turned) % seats for seat in range(seats)]
    chance = random.Random(f"{contest.seed} {deal} {turned}")
    state = start(contest, deal)
    players = [_make_player(contest, contest.entrants[who].name, lambda: state) for who in sitting]
    while (result := result_of(state)) is None:
        seat = game.to_act(state)[0]
        if seat == TABLE:
            state = game.take(state, TABLE, game.legal_steps(state, TABLE)[0]).state
            continue
        budget = contest.entrants[sitting[seat]].budget
        observation = game.observe(state, seat)
        seed = int(chance.random() * (1 << 48))
        wall, work = perf_counter(), process_time()
        choice = players[seat].choose(observation, budget, seed)
        if workbench.is_timed(state):
            report.wall[sitting[seat]].append(perf_counter() - wall)
            report.work[sitting[seat]].append(process_time() - work)
        for step in choice.steps:
            state = game.take(state, seat, step).state
    _count(result, sitting, report)
    return state


def _seed_of(seed: int, deal: int) -> int:
    return seed * 1_000_003 + deal


def _make_player(contest: Contest, name: str, peek: Callable[[], Any]) -> Player:
    workbench = load_workbench(contest.row.name)
    if name in workbench.guests:
        return workbench.guest(name, peek)
    return contest.row.players().player_of(name)


def _count(result: Result, sitting: list[int], report: DealReport) -> None:
    for seat in result.winners:
        report.shares[sitting[seat]] += 1.0 / len(result.winners)
    for seat, score in enumerate(result.scores):
        report.points[sitting[seat]] += score
    report.games += 1


ELO_PER_E: Final = 400 / math.log(10)
"""Elo points for odds that are e times better."""


class Mean(NamedTuple):
    """A mean and its standard error."""

    value: float
    error: float

    def __str__(self) -> str:
        """Write both, as in the tables of docs/opponents.md."""
        return f"{self.value:.3f} ± {self.error:.3f}"


def compute_mean(values: Sequence[float]) -> Mean:
    """Return the mean of values that do not depend on one another, such as one a deal.

    >>> compute_mean([0.0, 1.0, 1.0, 0.0])
    Mean(value=0.5, error=0.28...)
    """
    count = len(values)
    if not count:
        return Mean(math.nan, math.nan)
    value = math.fsum(values) / count
    if count < 2:
        return Mean(value, math.nan)
    spread = math.fsum((each - value) ** 2 for each in values) / (count - 1)
    return Mean(value, math.sqrt(spread / count))


def to_elo(rate: Mean, seats: int) -> Mean:
    """Return the Elo difference that a win rate stands for, an even share being 0.

    With more than two seats the odds are compared with those of an even share. Infinite where
    everything was won or lost.

    >>> round(to_elo(Mean(0.64, 0.01), 2).value)
    100
    """
    share = rate.value
    if not 0.0 < share < 1.0:
        return Mean(math.copysign(math.inf, share - 0.5), math.nan)
    value = ELO_PER_E * math.log(share / (1.0 - share) * (seats - 1))
    return Mean(value, ELO_PER_E * rate.error / (share * (1.0 - share)))


def elo_to_share(elo: float, seats: int) -> float:
    """Return the win rate that an Elo difference stands for, the other way round."""
    odds = math.exp(elo / ELO_PER_E) / (seats - 1)
    return odds / (1.0 + odds)


class SequentialTest(NamedTuple):
    """A sequential probability ratio test between two Elo differences.

    It looks at whole deals, so that both seatings of a pair count as one outcome (pentanomial
    with two seats). low, high: Elo differences; error: how likely it may be wrong either way.
    """

    low: float
    high: float
    error: float = 0.05

    @property
    def bound(self) -> float:
        return math.log((1.0 - self.error) / self.error)

    def ratio(self, shares: Sequence[float], seats: int) -> float:
        """Give the log likelihood ratio of `high` against `low` for the win rates of the deals."""
        rate = compute_mean(shares)
        if len(shares) < 2:
            return 0.0
        # Where all deals went alike, the next one might still be the first that does not.
        error = max(rate.error, 0.5 / len(shares))
        low, high = elo_to_share(self.low, seats), elo_to_share(self.high, seats)
        return (high - low) * (2.0 * rate.value - low - high) / (2.0 * error**2)

    def verdict(self, shares: Sequence[float], seats: int) -> str:
        """Return `high` or `low` once the test has decided, "" while it has not."""
        if len(shares) < LEAST_DEALS:
            return ""
        ratio = self.ratio(shares, seats)
        return "" if abs(ratio) < self.bound else "high" if ratio > 0 else "low"


LEAST_DEALS: Final = 20
"""No sequential test ends before: the spread of fewer deals says too little."""


def find_quantile(values: Sequence[float], share: float = 0.5) -> float:
    """Return the value below which a share of the values lies; nan without any.

    >>> find_quantile([3.0, 1.0, 2.0])
    2.0
    """
    if not values:
        return math.nan
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


EXAMPLE: Final = "python -m red7_desktop.lab arena --players"


def add_arguments(row: GameRow, parser: ArgumentParser) -> None:
    """Add who plays what, how often."""
    workbench = load_workbench(row.name)
    names = (*row.players().names, *workbench.guests)
    parser.add_argument(
        "--players",
        required=True,
        type=partial(_read_entrants, row),
        metavar="A,B",
        help="two players (with more seats the second one sits on all but one), or one a seat; of "
        f"{', '.join(names)}; A:5000 sets a budget",
    )
    add_number(parser, "--seats", 2, "how many", least=2)
    workbench.add_options(parser)
    add_number(parser, "--deals", 100, "how many deals")
    add_seed(parser)
    add_jobs(parser)
    parser.add_argument(
        "--match",
        action="store_true",
        default=not workbench.has_rounds,
        help="play whole matches, not rounds",
    )
    parser.add_argument(
        "--sprt",
        type=_test,
        metavar="LOW,HIGH",
        help="stop as soon as the first player's Elo is surely nearer to one of the two than to "
        "the other (at most 5%% wrong either way)",
    )


def _read_entrants(row: GameRow, word: str) -> tuple[Entrant, ...]:
    return tuple([read_entrant(row, name) for name in word.split(",")])


def read_entrant(row: GameRow, word: str) -> Entrant:
    """Read a player of a game with its budget, `A` or `A:5000`. Raises ArgumentTypeError."""
    name, colon, budget = word.partition(":")
    players = row.players()
    if name not in load_workbench(row.name).guests:
        try:
            players.player_of(name)
        except NoSuchPlayer as error:
            raise ArgumentTypeError(str(error)) from None
    return Entrant(name, read_whole_from(1)(budget) if colon else players.budget_of(name))


def _test(word: str) -> SequentialTest:
    try:
        low, high = map(float, word.split(","))
    except ValueError:
        raise ArgumentTypeError(f"{word!r} is not two numbers with a comma") from None
    if low >= high:
        raise ArgumentTypeError(f"{word!r}: the first must be lower")
    return SequentialTest(low, high)


def answer_arena(row: GameRow, arguments: Namespace, stdin: Input) -> Iterator[Answer]:
    """Answer once, with what came of all deals, or of those before Ctrl+C. Raises BadInput."""
    contest = build_contest(row, arguments)
    test: SequentialTest | None = arguments.sprt
    reports: list[DealReport] = []
    interrupted = False
    play = partial(play_deal, contest)
    try:
        with (
            run_in_order(play, range(arguments.deals), arguments.jobs) as coming,
            ProgressBar(arguments.deals, sys.stderr) as progress,
        ):
            for report in coming:
                reports.append(report)
                shares = [each.shares[0] for each in reports]
                progress.show(len(reports), str(compute_mean(shares)))
                if test and test.verdict(shares, contest.seats):
                    break
    except KeyboardInterrupt:
        interrupted = True
    if reports:
        yield summarize_contest(contest, reports, test)
    if interrupted:
        raise KeyboardInterrupt


def build_contest(row: GameRow, arguments: Namespace) -> Contest:
    """Seat the players. Raises BadInput where they do not fit."""
    entrants, seats = arguments.players, arguments.seats
    if len(entrants) == 2:
        entrants = (entrants[0], *[entrants[1]] * (seats - 1))
    if len(entrants) != seats:
        raise BadInput("--players", f"{len(entrants)} players for {seats} seats")
    workbench = load_workbench(row.name)
    contest = Contest(row, entrants, workbench.options(arguments), arguments.seed, arguments.match)
    guests = [entrant.name for entrant in entrants if entrant.name in workbench.guests]
    why = workbench.why_unfit(guests, contest.all_options, match=contest.match)
    if why:
        raise BadInput("--players", why)
    try:
        start(contest, 0)
    except InvalidOptions as error:
        raise BadInput("", str(error)) from error
    return contest


def summarize_contest(
    contest: Contest, reports: list[DealReport], test: SequentialTest | None = None
) -> Answer:
    """Add everything up."""
    shares = [report.shares[0] for report in reports]
    rate = compute_mean(shares)
    elo = to_elo(rate, contest.seats)
    answer: Answer = {
        "rules": load_workbench(contest.row.name).name_of(contest.options) or contest.row.name,
        "seats": contest.seats,
        "plays": "matches" if contest.match else "rounds",
        "deals": len(reports),
        "games": sum([report.games for report in reports]),
        "rate": _to_plain(rate.value),
        "error": _to_plain(rate.error),
        "elo": _to_plain(elo.value),
        "elo_error": _to_plain(elo.error),
        "players": _summarize_players(contest, reports),
    }
    if test:
        ratio = test.ratio(shares, contest.seats)
        verdict = test.verdict(shares, contest.seats) or "undecided"
        answer["sprt"] = {"low": test.low, "high": test.high, "ratio": ratio, "verdict": verdict}
    return answer


def _summarize_players(contest: Contest, reports: list[DealReport]) -> list[Answer]:
    """Sum up each player: those that sit more than once are taken together."""
    found: list[Answer] = []
    for entrant in dict.fromkeys(contest.entrants):
        sitting = [at for at, each in enumerate(contest.entrants) if each == entrant]
        wall = [second for report in reports for at in sitting for second in report.wall[at]]
        work = [second for report in reports for at in sitting for second in report.work[at]]
        found.append(
            {
                "name": entrant.name,
                "budget": entrant.budget,
                "seats": len(sitting),
                "share": _compute_mean_over(reports, sitting, "shares"),
                "points": _compute_mean_over(reports, sitting, "points"),
                "turns": len(wall),
                "wall_ms": _summarize_times(wall),
                "cpu_ms": _summarize_times(work),
            }
        )
    return found


def _compute_mean_over(reports: list[DealReport], sitting: list[int], field: str) -> float | None:
    each = [getattr(report, field)[at] for report in reports for at in sitting]
    return _to_plain(compute_mean(each).value)


def _summarize_times(seconds: list[float]) -> Answer:
    """Return the middle, the 95th percentile and the longest of some times, in milliseconds."""
    shares = {"median": 0.5, "p95": 0.95, "max": 1.0}
    return {name: _to_plain(1000 * find_quantile(seconds, share)) for name, share in shares.items()}


def _to_plain(value: float) -> float | None:
    """Return a number as JSON can hold it: None for what is not finite."""
    return round(value, 6) if abs(value) < float("inf") else None


def show(answer: Answer) -> str:
    """Write the answer for people."""
    played = f"{answer['deals']} deals, {answer['games']} {answer['plays']}"
    lines = [f"{answer['rules']}, {answer['seats']} seats, {played}"]
    rows = [["player", "budget", "share", "points", "turns", "ms median", "p95", "max", "cpu"]]
    for player in answer["players"]:
        wall = player["wall_ms"]
        rows.append(
            [
                player["name"] + (f" x{player['seats']}" if player["seats"] > 1 else ""),
                str(player["budget"] or "-"),
                _format_number(player["share"], 3),
                _format_number(player["points"], 1),
                str(player["turns"]),
                *[_format_number(wall[name], 1) for name in ("median", "p95", "max")],
                _format_number(player["cpu_ms"]["median"], 1),
            ]
        )
    lines += format_columns(rows)
    first = answer["players"][0]["name"]
    lines.append(
        f"{first}: {_format_number(answer['rate'], 3)} ± {_format_number(answer['error'], 3)} of "
        f"{answer['plays']}, Elo {_format_number(answer['elo'], 0)} "
        f"± {_format_number(answer['elo_error'], 0)}"
    )
    if "sprt" in answer:
        test = answer["sprt"]
        lines.append(
            f"sequential test of Elo {test['low']:g} against {test['high']:g}: "
            f"{test['verdict']} (log likelihood ratio {test['ratio']:.2f})"
        )
    return "\n".join(lines)


def _format_number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def make_arena_command(row: GameRow) -> LabCommand:
    """Make the command for a game."""
    players = row.players()
    strongest, before = players.levels[-1].key, players.levels[-2:][0].key
    return LabCommand(
        name="arena",
        summary="let computer players meet",
        details=f"""\
Plays the same deals with the seats rotated, and prints the first player's win rate with its
standard error, its Elo difference, and every player's points and time per turn. With more
than two seats and two players, the first one sits alone against the second one on all other
seats. The same seed gives the same games, however many jobs play them. Ctrl+C ends a run
early; it still prints what came of the deals that are done.

  {EXAMPLE} {strongest},{players.names[-1]} --deals 500 --seed 1 --jobs 2
  {EXAMPLE} {strongest},{before} --match --sprt 0,50 --deals 2000
""",
        add_arguments=partial(add_arguments, row),
        answers=partial(answer_arena, row),
        show=show,
    )
