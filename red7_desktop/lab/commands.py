"""Commands that several games have: counting sequences, daily deals, puzzles, the benchmark.

The output for daily deals and puzzles has the format of the files in `assets/daily` and
`assets/puzzles`, so that these files can be generated again.
"""

from __future__ import annotations

import platform
import random
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from itertools import islice
from statistics import median
from time import process_time
from typing import Any, Final

from red7_desktop import PRODUCT, __version__
from red7_desktop.games.registry import GameEntry
from red7_desktop.lab import command
from red7_desktop.lab.arena import Entrant, play_out
from red7_desktop.tabletop.game import InvalidPosition
from red7_desktop.tabletop.puzzle import (
    MAX_KIND_SHARE,
    Puzzle,
    PuzzleAttempt,
    PuzzleCollection,
    format_head,
    text_of_puzzle,
)


class Perft(command.PositionCommand):
    """The command `perft`, which counts the possible sequences of turns or steps from a position.

    The name is that of the common test for move generators in chess programs.
    """

    name = "perft"
    summary = "count the sequences of some length"
    is_apart = False
    details = """\
Counts the sequences of exactly N turns or steps, whichever the game counts, by all seats together.
A round that ends earlier has none. All cards must be known, since draws follow the deck.

  python -m red7_desktop.lab deal --seed 7 | python -m red7_desktop.lab perft --depth 1
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        command.add_number(
            parser, "--depth", "how many, by all seats together", least=0, required=True
        )

    def answer(self, text: str, arguments: Namespace) -> command.Answer:
        depth = arguments.depth
        counts = command.load_workbench(self.row.name)
        position = counts.parse_position(text)
        if not position.is_fully_known():
            why = f"{counts.counted} can be counted only with all cards known"
            raise InvalidPosition("position", "?", why)
        count = counts.count_sequences(position, depth)
        return {"position": str(position), "depth": depth, "count": count}

    def format_answer(self, answer: command.Answer) -> str:
        return str(answer["count"])


MIN_SHARE: Final = 0.4
"""Minimum share of wins, and also of losses, for a deal that may become a daily deal.

The strongest AI level plays the deal many times. If it wins or loses a smaller share of these
plays, the deal is too one-sided.
"""
CHECK_INTERVAL: Final = 20
"""Number of plays of a deal between two checks that may reject it as too one-sided."""
_APART: Final = 1_000_003


def count_wins(row: GameEntry, budget: int, plays: int, deal: int) -> float | None:
    """Let the strongest AI level play a deal several times, and count its wins.

    This shows whether the deal is balanced enough for a daily deal.

    Args:
        row: Entry of the game in the registry.
        budget: Maximum number of turns that the strongest level simulates for a choice.
        plays: How many times to play the deal.
        deal: Seed of the deal.

    Returns:
        The number of wins, where a tie counts half. None if the deal is too one-sided, which is
        checked after every `CHECK_INTERVAL` plays and after the last one: fewer than `MIN_SHARE` of
        the plays so far were won, or fewer were lost. Playing stops as soon as the next check is
        sure to fail.
    """
    won = 0.0
    for play in range(1, plays + 1):
        won += play_once(row, budget, deal, play)
        next_check = min(-(-play // CHECK_INTERVAL) * CHECK_INTERVAL, plays)
        most = next_check - MIN_SHARE * next_check
        if won > most or play - won > most:
            return None
    return won


def play_once(row: GameEntry, budget: int, deal: int, play: int) -> float:
    """Let the strongest AI level play a deal as if it were the game's daily deal.

    The strongest level has the first seat, and the opponent of the daily deal the second.

    Args:
        row: Entry of the game in the registry.
        budget: Maximum number of turns that the strongest level simulates for a choice.
        deal: Seed of the deal.
        play: Number of the repetition. In each repetition, the players get other random seeds.

    Returns:
        The result of the strongest level: 1 for a win, 0.5 for a tie, 0 for a loss.
    """
    game = row.rules()
    players = row.players()
    daily = players.daily
    strongest = players.levels[-1].key
    assert daily is not None
    # If the opponent is also the strongest player, both get the same budget, so that neither has
    # an advantage.
    if daily.rival == strongest:
        own = budget
    else:
        own = players.budget_of(daily.rival)
    entrants = (Entrant(strongest, budget), Entrant(daily.rival, own))
    state = game.start(daily.all_options, deal)
    rng = random.Random(f"{deal} {play}")
    _, result, _ = play_out(row, state, entrants, rng, game.result)
    return (0 in result.winners) / len(result.winners)


class DailyCommand(command.Command):
    """The command `daily`, which tries deals and prints those that are balanced enough.

    The printed deals become daily deals, which all users of the program get on the same day.
    """

    name = "daily"
    summary = "find deals for the daily deal"
    details = """\
Tries deals, one after another: the strongest player plays each several times against the
opponent of the daily deal, and the deals are printed of which it wins 40 to 60 of 100 plays,
counted after every 20.
The same seed gives the same deals, however many jobs try them. Ctrl+C ends it early.

  python -m red7_desktop.lab daily --tries 10 --plays 10 --budget 500
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        command.add_number(parser, "--tries", "deals to try", 100)
        command.add_number(parser, "--plays", "plays of a deal", 20)
        command.add_number(
            parser, "--budget", "work of the strongest player; the level's own without this"
        )
        command.add_seed(parser)

    def run(self, arguments: Namespace) -> Iterator[command.Answer]:
        players = self.row.players()
        if players.daily is None:
            raise command.InputError("--game", f"{self.row.name} has no deal of the day")
        strongest = players.levels[-1]
        budget = arguments.budget or strongest.budget
        yield {
            "game": self.row.name,
            "player": f"{strongest.key}:{budget}",
            "rival": players.daily.rival,
            "plays": arguments.plays,
            "seed": arguments.seed,
        }
        first = arguments.seed * _APART
        tried = range(first, first + arguments.tries)

        def list_kept(found: list[float | None]) -> list[command.Answer]:
            return [
                {"deal": deal, "won": won, "plays": arguments.plays}
                for deal, won in zip(tried, found, strict=False)
                if won is not None
            ]

        yield from command.run_tasks(
            partial(count_wins, self.row, budget, arguments.plays),
            tried,
            arguments.jobs,
            list_kept,
            note=lambda found: f"{len(found) - found.count(None)} kept",
        )

    def format_answer(self, answer: command.Answer) -> str:
        if "deal" in answer:
            return f"{answer['deal']} {answer['won']:g}/{answer['plays']}"
        head = "# {game}: {player} against {rival}, {plays} plays a deal, seed {seed}"
        return head.format(**answer)


BATCH_SIZE: Final = 600
"""Number of tasks that are queued for the worker processes at once.

Each task is an attempt to generate a puzzle.
"""


class MakePuzzles(command.Command):
    """The command `puzzles`, which generates a file of puzzles."""

    name = "puzzles"
    summary = "make puzzles, proven and graded"
    details = """\
Prints a file of puzzles as docs/puzzles.md describes: as many of every grade, of all kinds, each
with exactly one solution. The same seed and count give the same file, however many jobs make it.
It takes about a second for each puzzle. Ctrl+C ends it early; it still prints what was found.
With --empty, no turn solves any of them.

  python -m red7_desktop.lab puzzles --count 50 --seed 7 --jobs 2 > puzzles.txt
  python -m red7_desktop.lab puzzles --count 10 --empty > empty.txt
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        command.add_number(parser, "--count", "how many", 50)
        parser.add_argument(
            "--empty", action="store_true", help="puzzles in which no turn is right"
        )
        command.add_seed(parser)

    def run(self, arguments: Namespace) -> Iterator[command.Answer]:
        assert self.row.puzzles is not None
        puzzles = self.row.puzzles()
        kinds = puzzles.kinds
        share = MAX_KIND_SHARE
        if arguments.empty:
            kinds = tuple([each for each in kinds if puzzles.kinds_of_puzzles[each].may_be_empty])
            share = 1.0
        collection = PuzzleCollection(arguments.count, kinds, share)
        try:
            _fill_collection(collection, self.row, arguments)
        finally:
            yield {"game": self.row.name, "line": format_head(self.row.name)}
            for puzzle in collection.puzzles:
                named = {"game": puzzle.game, "key": puzzle.key}
                line = {"figures": dict(puzzle.figures), "line": text_of_puzzle(puzzle)}
                yield {**named, **asdict(puzzle), **line}

    def format_answer(self, answer: command.Answer) -> str:
        return str(answer["line"])


def _fill_collection(collection: PuzzleCollection, row: GameEntry, arguments: Namespace) -> None:
    attempts = collection.iterate_attempts(str(arguments.seed))
    while True:
        batch = islice(attempts, BATCH_SIZE)
        attempt = partial(_attempt_puzzle, row, arguments.empty)
        for puzzle in command.run_in_order(attempt, batch, arguments.jobs):
            if puzzle is not None and collection.add(puzzle):
                found = len(collection.puzzles)
                if command.reaches_next_tenth(found, arguments.count):
                    print(f"{found}/{arguments.count} {collection.counts}", file=sys.stderr)
            if collection.is_full:
                return


def _attempt_puzzle(row: GameEntry, is_empty: bool, task: PuzzleAttempt) -> Puzzle | None:
    assert row.puzzles is not None
    return row.puzzles().attempt(*task, is_empty=is_empty)


# -- speed of the engines ----------------------------------------------------------------------


UNITS: Final[dict[str, tuple[str, Callable[[float, int], float]]]] = {
    "per second": ("/s", lambda seconds, items: items / seconds),
    "microseconds": ("us", lambda seconds, items: 1e6 * seconds / items),
}
"""Units of speed by name, each as a symbol and a function that computes the speed.

The function gets the seconds that a benchmark took and the number of items that it processed.
"""
COMPILED_GAIN: Final = 4
"""Factor by which the required speed is higher if the game's rules are compiled."""
MIN_ITEMS: Final = 10
TITLE_WIDTH: Final = 58


def time_benchmark(
    benchmark: command.Benchmark, share: float, repeats: int, clock: Callable[[], float]
) -> list[float]:
    """Run a benchmark several times, after one run that isn't timed.

    Args:
        benchmark: The benchmark.
        share: Share of the benchmark's items to process, up to 1.
        repeats: Number of timed runs.
        clock: Returns a time in seconds.

    Returns:
        The measured speed of each run, in the benchmark's unit.

    Raises:
        RuntimeError: Two runs gave different results.
    """
    items: Sequence[Any] = benchmark.make(max(MIN_ITEMS, round(benchmark.size * share)))
    expected = benchmark.work(items)
    figures = []
    for _ in range(repeats):
        before = clock()
        found = benchmark.work(items)
        seconds = clock() - before
        if found != expected:
            raise RuntimeError(f"the same work gave {expected}, then {found}")
        figures.append(UNITS[benchmark.unit][1](max(seconds, 1e-9), len(items)))
    return figures


def summarise_runs(
    benchmark: command.Benchmark, figures: list[float], *, compiled: bool
) -> command.Answer:
    """Return the record to print for a benchmark's runs.

    The record holds the median, minimum and maximum speed, and whether the median is fast enough.

    Args:
        benchmark: The benchmark.
        figures: Measured speed of each run, in the benchmark's unit.
        compiled: Whether the game's rules are compiled. If so, the required speed is higher.
    """
    middle = median(figures)
    required = benchmark.required and benchmark.required * (COMPILED_GAIN if compiled else 1)
    lowest = min(figures)
    highest = max(figures)
    found = {"median": middle, "lowest": lowest, "highest": highest, "repeats": len(figures)}
    is_met = required is None or middle >= required
    return command.build_answer(
        benchmark.name, benchmark.title, benchmark.unit, found, required, is_met
    )


def answer_measures(
    workbench: command.Workbench, share: float, repeats: int, clock: Callable[[], float]
) -> Iterator[command.Answer]:
    """Run all benchmarks of a game, and yield a record about the build, then one per benchmark.

    Args:
        workbench: The game's part of the lab, with its benchmarks.
        share: Share of each benchmark's items to process, up to 1.
        repeats: Number of timed runs of each benchmark.
        clock: Returns a time in seconds.
    """
    yield {
        "measure": "build",
        "version": __version__,
        "compiled": workbench.is_compiled,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.machine()}",
        "clock": "processor time",
        "repeats": repeats,
    }
    for benchmark in workbench.benchmarks:
        figures = time_benchmark(benchmark, share, repeats, clock)
        yield summarise_runs(benchmark, figures, compiled=workbench.is_compiled)


class Bench(command.Command):
    """The command `bench`, which measures the speed of a game's rules and AI players."""

    name = "bench"
    summary = "measure how fast the engine is"
    details = """\
Measures the engine and prints medians beside the figures that are required of it; a compiled
engine must be four times as fast as plain Python must be. All work follows from a fixed seed.

  python -m red7_desktop.lab bench --quick
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--quick", action="store_true", help="a tenth of the work and fewer repeats: rougher"
        )

    def run(self, arguments: Namespace) -> Iterator[command.Answer]:
        if arguments.quick:
            share = 0.1
            repeats = 3
        else:
            share = 1.0
            repeats = 7
        return answer_measures(command.load_workbench(self.row.name), share, repeats, process_time)

    def format_answer(self, answer: command.Answer) -> str:
        if answer["measure"] == "build":
            if answer["compiled"]:
                engine = "compiled"
            else:
                engine = "plain Python"
            lines = [
                f"{PRODUCT} {answer['version']}, engine: {engine}",
                f"{answer['python']}, {answer['machine']}",
                f"medians of {answer['repeats']} by {answer['clock']}",
                "",
                f"{'':<{TITLE_WIDTH}}{'measured':>14}  required",
            ]
            return "\n".join(lines)
        middle = answer["median"]
        if middle >= 100:
            figure = f"{middle:,.0f}"
        else:
            figure = f"{middle:.3g}"
        line = f"{answer['title']:<{TITLE_WIDTH}}{figure:>11} {UNITS[answer['unit']][0]}"
        if answer["required"] is None:
            return line
        verdict = "ok" if answer["met"] else "TOO SLOW"
        return f"{line}  {answer['required']:,} {verdict}"
