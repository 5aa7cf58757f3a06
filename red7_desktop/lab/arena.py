"""The command `arena`: lets computer players meet and says who is stronger, and how surely."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.lab.bad_input import BadInput
from red7_desktop.lab.columns import format_columns
from red7_desktop.lab.command import Answer, Input, LabCommand
from red7_desktop.lab.contest import Contest, DealReport, Entrant, play_deal, start
from red7_desktop.lab.jobs import run_in_order
from red7_desktop.lab.numbers import read_whole_from
from red7_desktop.lab.progress import ProgressBar
from red7_desktop.lab.tally import SequentialTest, compute_mean, find_quantile, to_elo
from red7_desktop.lab.workbench import load_workbench
from red7_desktop.tabletop.game import InvalidOptions
from red7_desktop.tabletop.player import NoSuchPlayer

if TYPE_CHECKING:
    from red7_desktop.games.registry import GameRow

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
    parser.add_argument(
        "--seats", type=read_whole_from(2), default=2, metavar="N", help="how many; 2 without this"
    )
    workbench.add_options(parser)
    parser.add_argument(
        "--deals",
        type=read_whole_from(1),
        default=100,
        metavar="N",
        help="how many deals; 100 without",
    )
    parser.add_argument(
        "--seed",
        type=read_whole_from(),
        default=1,
        metavar="S",
        help="any whole number; 1 without this",
    )
    parser.add_argument(
        "--jobs",
        type=read_whole_from(1),
        default=1,
        metavar="J",
        help="processes to use; 1 without",
    )
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


def command_for(row: GameRow) -> LabCommand:
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
