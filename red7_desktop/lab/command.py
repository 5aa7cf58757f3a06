"""What a command of the laboratory is, what it reads and prints, and a game's workbench.

Workbenches lie in `lab/NAME` and are loaded when their game is asked for. A game without one can
still be played in the arena.

Input is UTF-8. Empty lines and lines that start with `#` are skipped. Lines are read one at a
time, so that input of any length takes the same memory.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from time import monotonic
from types import MappingProxyType, TracebackType
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple, TextIO, TypeAlias, TypeVar

from red7_desktop.tabletop.game import IllegalStep, InvalidPosition, InvalidStep, Options, Result

if TYPE_CHECKING:
    from red7_desktop.tabletop.player import Player

Answer: TypeAlias = dict[str, Any]
"""What a command has found out, as plain JSON values; `--json` prints it as it is."""
Input: TypeAlias = IO[bytes] | None
"""Standard input, as bytes; None where it is closed."""


class LabCommand(NamedTuple):
    """One command, of one game.

    summary: a line for the list of commands. details: paragraphs for its own help; wrapped lines
    are kept. add_arguments: adds its own arguments to a parser. show: writes an answer as text,
    without the last line end. answers: gives answers one by one as the input comes in; raises
    BadInput. apart: whether an empty line stands between two answers in text.
    """

    name: str
    summary: str
    details: str
    add_arguments: Callable[[ArgumentParser], None]
    answers: Callable[[Namespace, Input], Iterator[Answer]]
    show: Callable[[Answer], str]
    apart: bool = False


class PositionCommand(NamedTuple):
    """A command that answers about positions, whichever game each of them belongs to.

    answer: reads the text of a position and answers about it; raises the errors of
    `tabletop.errors`, or BadInput. The rest is as in `LabCommand`, but `add_arguments` leaves the
    positions to the laboratory.
    """

    name: str
    summary: str
    details: str
    answer: Callable[[str, Namespace], Answer]
    show: Callable[[Answer], str]
    add_arguments: Callable[[ArgumentParser], None] = lambda parser: None
    apart: bool = True


AnyLabCommand: TypeAlias = LabCommand | PositionCommand


class TimedTask(NamedTuple):
    """Work to be timed: run does it and gives a sum over its results; items: how many things."""

    run: Callable[[], int]
    items: int


class Measure(NamedTuple):
    """Something to measure.

    unit: a key of `UNITS`. required: what plain Python must reach, None where nothing is asked
    for. set_up: makes the task for a share of the full work (1.0), untimed.
    """

    name: str
    title: str
    unit: str
    required: int | None
    set_up: Callable[[float], TimedTask]


class FreshStart(NamedTuple):
    """What is measured in interpreters started for it.

    script: gets the folder of the program as its argument and prints a list of figures. titles:
    name, title and unit of each.
    """

    script: str
    titles: tuple[tuple[str, str, str], ...]


class Workbench:
    """A game's part of the laboratory; what a game leaves out has an answer here.

    commands: where its own commands lie, `MODULE:NAME` by the command's name, in the order of the
    help; a function makes one for the game's row. `commands.py` makes those that several games
    have, such as `perft` and `choose`. guests: the names of players that only the laboratory has.
    has_rounds: whether one round can be played for itself. is_compiled: whether its rules are.
    full_table: options that put more on its table.
    """

    commands: Mapping[str, str] = MappingProxyType({})
    guests: tuple[str, ...] = ()
    has_rounds: bool = False
    is_compiled: bool = False
    full_table: Options = MappingProxyType({})

    def guest(self, name: str, peek: Callable[[], Any]) -> Player:
        """Make one of the guests; peek: returns the state of the game it plays in."""
        raise KeyError(name)

    # -- games in the arena ------------------------------------------------------------------

    def add_options(self, parser: ArgumentParser) -> None:
        """Add the options of a match, next to the number of its seats."""

    def options(self, arguments: Namespace) -> Options:
        return {}

    def why_unfit(self, guests: Sequence[str], options: Options, *, match: bool) -> str:
        """Return why guests cannot play so, "" where they can."""
        return ""

    def name_of(self, options: Options) -> str:
        return ""

    def round_options(self, options: Options) -> Options:
        return options

    def round_result(self, state: Any) -> Result | None:
        return None

    def is_timed(self, state: Any) -> bool:
        return True

    # -- the benchmark -----------------------------------------------------------------------

    def measures(self) -> Sequence[Measure]:
        return ()

    def fresh_start(self) -> FreshStart | None:
        """Return what is measured in fresh interpreters, None for nothing."""
        return None


WORKBENCHES: Final = MappingProxyType({"red7": "red7.workbench", "spring": "spring_cleaning"})
"""By the name of a game: the module in here that has its `WORKBENCH`."""


@cache
def load_workbench(game: str) -> Workbench:
    """Load the workbench of a game, or give one that can do no more than any."""
    module = WORKBENCHES.get(game)
    if module is None:
        return Workbench()
    found: Workbench = import_module(f"red7_desktop.lab.{module}").WORKBENCH
    return found


LONGEST: Final = 400
"""Longer messages (with a whole file in one word, say) are cut in the middle."""


class BadInput(Exception):
    """Input that cannot be used; the message names the place, the field and the word."""

    def __init__(self, place: str, message: str) -> None:
        if len(message) > LONGEST:
            message = f"{message[: LONGEST // 2]} ... {message[-LONGEST // 2 :]}"
        super().__init__(f"{place}: {message}" if place else message)


@contextmanager
def blame_input(place: str) -> Iterator[None]:
    """Turn the errors of rules into BadInput, and let it name where the input came from."""
    try:
        yield
    except IllegalStep as error:
        raise BadInput(place, f"{error.step!r} is not legal: {error.reason}") from error
    except (InvalidPosition, InvalidStep, BadInput) as error:
        raise BadInput(place, str(error)) from error


LONGEST_LINE: Final = 20_000
"""In bytes. The longest position takes about 300."""
LARGEST_FILE: Final = 4_000_000
"""In bytes. A record of a long match takes a few thousand."""


class InputLine(NamedTuple):
    """A line of input and where it stands, for messages ("" needs no naming)."""

    place: str
    text: str


def add_positions(parser: ArgumentParser) -> None:
    """Add the positional argument `positions`."""
    parser.add_argument(
        "positions",
        nargs="*",
        metavar="POSITION",
        help="a position, in quotes; without any they are read from standard input, one a line",
    )


def list_given_lines(words: Sequence[str], stdin: Input) -> Iterator[InputLine]:
    """Return the arguments or, without any, the lines of standard input. Raises BadInput."""
    if not words:
        yield from _read_lines(stdin)
    for nth, word in enumerate(words, 1):
        yield InputLine(f"position {nth}" if len(words) > 1 else "", word)


def _read_lines(stdin: Input) -> Iterator[InputLine]:
    if stdin is None:
        raise BadInput("standard input", "it is closed; give a position as an argument")
    if stdin.isatty():
        print("Reading positions, one a line, to the end of the input.", file=sys.stderr)
    for number, data in enumerate(_read_raw_lines(stdin), 1):
        place = f"standard input, line {number}"
        if len(data) > LONGEST_LINE:
            raise BadInput(place, f"longer than {LONGEST_LINE} bytes")
        text = decode_utf8(data, place).strip()
        if text and not text.startswith("#"):
            yield InputLine(place, text)


def _read_raw_lines(stdin: IO[bytes]) -> Iterator[bytes]:
    try:
        while data := stdin.readline(LONGEST_LINE + 1):
            yield data
    except OSError as error:
        raise BadInput("standard input", error.strerror or str(error)) from error


def decode_utf8(data: bytes, place: str) -> str:
    """Decode UTF-8, with or without a mark at its start. Raises BadInput, naming the byte."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        bad = f"byte 0x{data[error.start]:02x} at {error.start + 1}"
        raise BadInput(place, f"{bad}: not UTF-8 text") from error


def read_file(name: str) -> str:
    """Read a text file. Raises BadInput, naming the file."""
    try:
        with Path(name).open("rb") as file:
            return _read_all(file, name)
    except OSError as error:
        raise BadInput(name, error.strerror or str(error)) from error
    except ValueError as error:  # a name that no file can have
        raise BadInput(repr(name), str(error)) from error


def read_input(stdin: Input) -> str:
    """Read standard input to its end. Raises BadInput."""
    if stdin is None:
        raise BadInput("standard input", "it is closed")
    try:
        return _read_all(stdin, "standard input")
    except OSError as error:
        raise BadInput("standard input", error.strerror or str(error)) from error


def _read_all(file: IO[bytes], name: str) -> str:
    data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise BadInput(name, f"longer than {LARGEST_FILE} bytes")
    return decode_utf8(data, name)


def read_whole_from(least: int | None = None) -> Callable[[str], int]:
    """Return a reader of whole numbers, none below `least`. It raises ArgumentTypeError.

    >>> read_whole_from(1)("12")
    12
    """
    limit = "" if least is None else f" of at least {least}"

    def read(word: str) -> int:
        try:
            number = int(word)
        except ValueError:  # also for more digits than Python cares to read
            raise ArgumentTypeError(f"{word[:40]!r} is not a whole number{limit}") from None
        if least is not None and number < least:
            raise ArgumentTypeError(f"{word!r} is not a whole number{limit}")
        return number

    return read


def add_number(
    parser: ArgumentParser, name: str, default: int | None, help_text: str, *, least: int = 1
) -> None:
    """Add an option that takes a whole number; where it has a default, the help tells it."""
    without = "" if default is None else f"; {default} without this"
    parser.add_argument(
        name,
        type=read_whole_from(least),
        default=default,
        metavar="N",
        help=f"{help_text}{without}",
    )


def add_seed(parser: ArgumentParser, *, required: bool = False) -> None:
    """Add the seed that everything follows from."""
    parser.add_argument(
        "--seed",
        type=read_whole_from(),
        default=None if required else 1,
        required=required,
        metavar="S",
        help=f"any whole number{'' if required else '; 1 without this'}",
    )


def add_jobs(parser: ArgumentParser) -> None:
    """Add how many processes share the work."""
    add_number(parser, "--jobs", 1, "processes to use")


def format_columns(rows: list[list[str]]) -> list[str]:
    """Lay rows of cells out in columns, each as wide as its longest cell.

    >>> format_columns([["A", "R7 O4", "x"], ["BB", "", "y"]])
    ['A   R7 O4  x', 'BB         y']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]
    return [line.rstrip() for line in lines]


WIDTH: Final = 30
"""Of the bar, in characters."""
EVERY: Final = 0.2
"""Seconds between two lines on a terminal; a file gets one at each tenth of the way instead."""


class ProgressBar:
    """A bar on one line that is written over and over; in a file, a line now and then."""

    def __init__(self, whole: int, stream: TextIO) -> None:
        self._whole: Final = whole
        self._stream: Final = stream
        self._on_terminal: Final = stream.isatty()
        self._started: Final = monotonic()
        self._shown = self._started
        self._tenths = 0

    def show(self, done: int, note: str = "") -> None:
        now = monotonic()
        tenths = 10 * done // self._whole
        if self._on_terminal:
            if now - self._shown < EVERY and done < self._whole:
                return
        elif tenths == self._tenths:
            return
        self._shown, self._tenths = now, tenths
        bar = "#" * (WIDTH * done // self._whole)
        left = (now - self._started) / done * (self._whole - done)
        text = f"[{bar:<{WIDTH}}] {done}/{self._whole} {note} {_format_time(left)} left"
        self._stream.write(f"\r{text:<78}" if self._on_terminal else f"{text}\n")
        self._stream.flush()

    def __enter__(self) -> ProgressBar:
        """Begin."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave the terminal's line."""
        if self._on_terminal:
            self._stream.write("\n")


def _format_time(seconds: float) -> str:
    """Write a time as minutes and seconds.

    >>> _format_time(75.2)
    '1:15'
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


Task = TypeVar("Task")
Done = TypeVar("Done")


@contextmanager
def run_in_order(
    work: Callable[[Task], Done], tasks: Iterable[Task], jobs: int
) -> Iterator[Iterator[Done]]:
    """Return what the work makes of the tasks. With more jobs than one, both must pickle."""
    if jobs == 1:
        yield map(work, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, _leave_interrupts) as pool:
        yield pool.imap(work, tasks)


def _leave_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
