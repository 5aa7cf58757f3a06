"""Base classes of the lab's commands, their input and output, and the workbenches of games.

The lab is the command line for developers of rules and AI players. A workbench is a game's own part
of the lab: its commands and speed measurements. A workbench's module is imported only when its game
is used. A game without a workbench can still be played in the command `arena`.

Input is UTF-8. Empty lines and lines that start with `#` are skipped. Lines are read one at a time,
so that memory use doesn't depend on the size of the input.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from itertools import chain, count, islice
from random import Random
from typing import IO, Any, ClassVar, Final, NamedTuple, TypeAlias, TypeVar

from red7_desktop.games.registry import GameEntry
from red7_desktop.tabletop.game import Options, Result

Answer: TypeAlias = dict[str, Any]
"""A record that a command prints, as plain JSON values; `--json` prints it unchanged."""
Input: TypeAlias = IO[bytes] | None
"""A command's standard input, as a stream of bytes; None if it is closed."""


class Command:
    """A command of the lab, for one game.

    Attributes:
        name: The word that the user types to run the command.
        summary: Line about the command in the help's list of commands.
        details: Text of the command's own help, with its line breaks.
        is_apart: True to print an empty line between two answers. Answers printed as JSON have no
            empty lines between them.
        row: The game's entry in the registry.
    """

    name: str
    summary: str
    details: str
    is_apart = False

    def __init__(self, row: GameEntry) -> None:
        self.row: Final = row

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the command's own command-line arguments to a parser."""

    def run(self, arguments: Namespace) -> Iterator[Answer]:
        """Run the command, and yield each answer (a record to print) as soon as it is ready.

        Raises:
            InputError: The input can't be used.
        """
        raise NotImplementedError

    def format_answer(self, answer: Answer) -> str:
        """Format one of the command's answers as text for the terminal.

        Returns:
            The text without a newline at the end.
        """
        raise NotImplementedError


class PositionCommand(Command):
    """A command that reads positions of a game, from its arguments or from standard input."""

    is_apart = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "positions",
            nargs="*",
            metavar="POSITION",
            help="a position, in quotes; without any they are read from standard input, one a line",
        )

    def answer(self, text: str, arguments: Namespace) -> Answer:
        """Parse a position and return the record that the command prints for it.

        Raises:
            InputError: The position is valid, but the command can't work on it.
            InvalidPosition: The text is not a position.
            InvalidStep: A step can't be parsed.
            IllegalStep: A step is illegal.
        """
        raise NotImplementedError


class Benchmark(NamedTuple):
    """A benchmark: measures the speed of a function on a number of items, such as positions.

    Attributes:
        name: Key of the benchmark.
        title: Description for the output.
        make: Creates the given number of items; the time for this isn't measured.
        work: Processes the items and returns a checksum of the results; the time is measured.
        size: Number of items in a full run.
        unit: Unit of the measured speed, a key of `lab.commands.UNITS`.
        required: Minimum speed in plain Python, None for no requirement.
    """

    name: str
    title: str
    make: Callable[[int], Sequence[Any]]
    work: Callable[[Any], int]
    size: int
    unit: str = "per second"
    required: int | None = None


Kinds: TypeAlias = Mapping[str, tuple[str, Callable[..., Sequence[Any]], Callable[[Any], int]]]
"""Kinds of benchmarks by name.

Each kind is a tuple of a title, a function that creates items such as positions, and the measured
function, which processes these items and returns a checksum of the results.
"""
SEED: Final = 7
"""Seed of random numbers in benchmarks, so that all machines and builds do the same work."""


def reach_positions(
    deal: Callable[[int], Any],
    walk: Callable[[Any, Random], list[Any]],
    is_wanted: Callable[[Any], bool],
    number: int,
) -> list[Any]:
    """Return positions that occur when rounds are played at random, for a benchmark.

    Args:
        deal: Deals a round from a seed.
        walk: Plays a dealt round at random; returns all positions of the round.
        is_wanted: Returns True for a position that is suitable for the benchmark.
        number: Number of positions to return.
    """
    rng = Random(SEED)
    walks = (walk(deal(seed), rng) for seed in count())
    return list(islice(filter(is_wanted, chain.from_iterable(walks)), number))


def play_out(play: Callable[[Any, Random], int], positions: list[Any]) -> int:
    """Play a random round from every position, to measure the speed.

    Args:
        play: Plays a round from a position; returns a number such as the count of steps.
        positions: Positions from which rounds are played.

    Returns:
        The sum of the numbers that `play` returned, as a checksum.
    """
    rng = Random(SEED)
    return sum([play(position, rng) for position in positions])


def build_answer(
    measure: str, title: str, unit: str, found: Answer, required: Any, met: bool
) -> Answer:
    """Return the record that a command prints for a benchmark, as plain JSON values.

    Args:
        measure: Name of the benchmark.
        title: Description of the benchmark.
        unit: Unit of the measured values.
        found: The measured values, by name, such as "median".
        required: Value that must be reached, None for no requirement.
        met: Whether `required` is reached; ignored if `required` is None.
    """
    fields = {"measure": measure, "title": title, "unit": unit, **found, "required": required}
    return {**fields, "met": None if required is None else met}


class Workbench:
    """A game's part of the lab: its own commands, its benchmarks, and settings of common commands.

    The defaults suit a game without its own workbench.

    Attributes:
        commands: The game's own commands, in the order of the help.
        option: Key of a match option of the game, "" for none. Commands such as `arena` let the
            user set this match option by a command-line option.
        title: Template of a match's description, with a field for the value of `option`.
        round_result: Function that returns the result of a state's round, or None while the round
            goes on. The attribute is None if the game has no rounds.
        round_options: Options of a match that is only played for one round.
        is_compiled: Whether the module of the game's rules is compiled to machine code.
        benchmarks: Benchmarks, in the order they are run.
        busiest_options: Options of the match with the most cards and labels on the table, for
            measuring the speed of drawing.
        parse_position: Parses a position from text.
        counted: Noun for the elements of a sequence in `count_sequences`, such as "turns".
        count_sequences: Returns the number of possible sequences of a given length from a position,
            for `lab.commands.Perft`.
    """

    commands: tuple[type[Command], ...] = ()
    option: str = ""
    title: str = ""
    round_result: Callable[[Any], Result | None] | None = None
    round_options: ClassVar[Options] = {}
    is_compiled: bool = False
    benchmarks: tuple[Benchmark, ...] = ()
    busiest_options: ClassVar[Options] = {}
    parse_position: Callable[[str], Any]
    counted: str
    count_sequences: Callable[[Any, int], int]

    def add_option(self, parser: ArgumentParser) -> None:
        """Add a command-line option with which the user sets the match option `option`.

        Args:
            parser: The parser of a command. It is left unchanged if the game has no match option to
                set.
        """

    def has_match_values(self, state: Any) -> bool:
        """Return True if hints in a state predict the chance to win the match.

        Return False if hints predict only the result of the current round.
        """
        return False

    def find_round_winners(self, result: Any) -> tuple[int, ...]:
        """Return the seats that won a round.

        Args:
            result: The game's record of the round's result, an item of `RoundState.rounds`.
        """
        raise NotImplementedError


WORKBENCHES: Final[Mapping[str, str]] = {"red7": "red7.workbench", "spring": "spring_cleaning"}
"""Module with each game's own lab commands and benchmarks, by the game's name.

The module's name is relative to `red7_desktop.lab`. Its `WORKBENCH` is a `Workbench`.
"""


@cache
def load_workbench(game: str) -> Workbench:
    """Return a game's workbench: its own commands and benchmarks in the lab.

    For a game that isn't in `WORKBENCHES`, return an empty workbench.
    """
    if game not in WORKBENCHES:
        return Workbench()
    found: Workbench = import_module(f"red7_desktop.lab.{WORKBENCHES[game]}").WORKBENCH
    return found


MAX_LINE_LENGTH: Final = 20_000
"""Maximum length of a line of input in bytes; the text of the longest position has about 300."""


class InputError(Exception):
    """Raised for invalid input of a command.

    The message begins with the location of the input, for example "standard input, line 3", and
    says which field or word is invalid.
    """

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}" if place else message)


def iterate_input_lines(words: Sequence[str], stdin: Input) -> Iterator[tuple[str, str]]:
    """Yield the positional arguments or, if there are none, the lines of standard input.

    Yields:
        Pairs of a location for error messages, such as "position 2", and the text. The location of
        a single argument is "".

    Raises:
        InputError: Standard input can't be read.
    """
    if not words:
        yield from _read_lines(stdin)
    for nth, word in enumerate(words, 1):
        yield f"position {nth}" if len(words) > 1 else "", word


def _read_lines(stdin: Input) -> Iterator[tuple[str, str]]:
    if stdin is None:
        raise InputError("standard input", "it is closed; give a position as an argument")
    if stdin.isatty():
        print("Reading positions, one a line, to the end of the input.", file=sys.stderr)
    for number in count(1):
        try:
            data = stdin.readline(MAX_LINE_LENGTH + 1)
        except OSError as error:
            raise InputError("standard input", error.strerror or str(error)) from error
        if not data:
            return
        place = f"standard input, line {number}"
        if len(data) > MAX_LINE_LENGTH:
            raise InputError(place, f"longer than {MAX_LINE_LENGTH} bytes")
        try:
            text = data.decode("utf-8-sig").strip()
        except UnicodeDecodeError as error:
            bad = f"byte 0x{data[error.start]:02x} at {error.start + 1}"
            raise InputError(place, f"{bad}: not UTF-8 text") from error
        if text and not text.startswith("#"):
            yield place, text


def int_at_least(least: int | None = None) -> Callable[[str], int]:
    """Return a function that parses an integer; it raises ArgumentTypeError below `least`.

    If `least` is None, all integers are accepted.

    >>> int_at_least(1)("12")
    12
    """
    if least is None:
        limit = ""
    else:
        limit = f" of at least {least}"

    def read(word: str) -> int:
        with suppress(ValueError):  # `int` also raises ValueError for a number with too many digits
            number = int(word)
            if least is None or number >= least:
                return number
        raise ArgumentTypeError(f"{word[:40]!r} is not a whole number{limit}")

    return read


def add_number(
    parser: ArgumentParser,
    name: str,
    help_text: str,
    default: int | None = None,
    *,
    least: int | None = 1,
    required: bool = False,
) -> None:
    """Add a command-line option that takes an integer.

    Args:
        parser: Parser of the command.
        name: Name of the option, such as "--seats".
        help_text: Text for the help; the default is added to it.
        default: Value if the option isn't given.
        least: Minimum value, None for no minimum.
        required: True if the option must be given.
    """
    parser.add_argument(
        name,
        type=int_at_least(least),
        default=default,
        required=required,
        metavar="N",
        help=help_text if default is None else f"{help_text}; {default} without this",
    )


def add_seed(parser: ArgumentParser, *, required: bool = False, jobs: bool = True) -> None:
    """Add the options `--seed` and `--jobs` to a parser.

    Args:
        parser: The parser.
        required: Whether `--seed` must be given; otherwise it is 1 by default.
        jobs: False leaves out `--jobs`.
    """
    default = None if required else 1
    add_number(parser, "--seed", "any whole number", default, least=None, required=required)
    if jobs:
        add_number(parser, "--jobs", "processes to use", 1)


def format_columns(rows: list[list[str]]) -> list[str]:
    """Format rows of cells as aligned columns.

    >>> format_columns([["A", "R7 O4", "x"], ["BB", "", "y"]])
    ['A   R7 O4  x', 'BB         y']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


Task = TypeVar("Task")
Done = TypeVar("Done")


def reaches_next_tenth(done: int, whole: int) -> bool:
    """Return True if the last finished item completes another tenth of the whole work.

    Args:
        done: Number of finished items, at least 1.
        whole: Number of all items.

    >>> [done for done in range(1, 26) if reaches_next_tenth(done, 25)]
    [3, 5, 8, 10, 13, 15, 18, 20, 23, 25]
    """
    return 10 * done // whole > 10 * (done - 1) // whole


def run_tasks(
    work: Callable[[Task], Done],
    tasks: Sequence[Task],
    jobs: int,
    summarise: Callable[[list[Done]], Iterable[Answer]],
    note: Callable[[list[Done]], object] = lambda done: "",
) -> Iterator[Answer]:
    """Run tasks in parallel, print progress to standard error, and yield a summary of the results.

    Ctrl+C ends the work early: the summary of the finished tasks is still yielded, then
    KeyboardInterrupt is raised.

    Args:
        work: Does a task and returns its result. With several jobs, `work` and the tasks must be
            picklable.
        tasks: The tasks.
        jobs: Number of processes.
        summarise: Returns the records to print, given the results of all finished tasks.
        note: Returns text that is added to a progress message, given the results so far.
    """
    done: list[Done] = []
    try:
        for found in run_in_order(work, tasks, jobs):
            done.append(found)
            if reaches_next_tenth(len(done), len(tasks)):
                print(f"{len(done)}/{len(tasks)} {note(done)}".rstrip(), file=sys.stderr)
    finally:
        yield from summarise(done)


def run_in_order(work: Callable[[Task], Done], tasks: Iterable[Task], jobs: int) -> Iterator[Done]:
    """Do tasks in parallel and yield their results in the order of the tasks.

    Args:
        work: Does a task and returns its result.
        tasks: The tasks; may be an endless iterator.
        jobs: Number of processes; 1 does all tasks in this process.
    """
    if jobs == 1:
        yield from map(work, tasks)
        return
    ignored = signal.SIGINT, signal.SIG_IGN  # workers ignore Ctrl+C; this process handles it
    with multiprocessing.get_context("spawn").Pool(jobs, signal.signal, ignored) as pool:
        yield from pool.imap(work, tasks)
