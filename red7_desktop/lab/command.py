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
from contextlib import suppress
from functools import cache
from importlib import import_module
from itertools import chain, count, islice
from random import Random
from typing import IO, Any, ClassVar, Final, NamedTuple, TypeAlias, TypeVar

from red7_desktop.games.registry import GameRow
from red7_desktop.tabletop.game import Options, Result

Answer: TypeAlias = dict[str, Any]
"""What a command has found out, as plain JSON values; `--json` prints it as it is."""
Input: TypeAlias = IO[bytes] | None
"""Standard input, as bytes; None where it is closed."""


class Command:
    """One command, of one game.

    summary: a line for the list of commands. details: paragraphs for its own help; wrapped lines
    are kept. is_apart: whether an empty line stands between two answers in text.
    """

    name: str
    summary: str
    details: str
    is_apart = False

    def __init__(self, row: GameRow) -> None:
        self.row: Final = row

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add its own arguments."""

    def answers(self, arguments: Namespace) -> Iterator[Answer]:
        """Return answers one by one as the input comes in. Raises BadInput."""
        raise NotImplementedError

    def show(self, answer: Answer) -> str:
        """Return an answer as text, without the last line end."""
        raise NotImplementedError


class PositionCommand(Command):
    """A command that answers about positions, whichever game each of them belongs to."""

    is_apart = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "positions",
            nargs="*",
            metavar="POSITION",
            help="a position, in quotes; without any they are read from standard input, one a line",
        )

    def answer(self, text: str, arguments: Namespace) -> Answer:
        """Return what is found out about the text of a position.

        Raises the errors of positions and steps (`tabletop/game`), or BadInput.
        """
        raise NotImplementedError


class Measure(NamedTuple):
    """Something to measure.

    unit: a key of `UNITS`. make: makes so many things to work on, untimed. work: works on them
    and returns a sum over its results. size: how many things the full work has. required: what
    plain Python must reach, None where nothing is asked for.
    """

    name: str
    title: str
    make: Callable[[int], Sequence[Any]]
    work: Callable[[Any], int]
    size: int
    unit: str = "per second"
    required: int | None = None


Kinds: TypeAlias = Mapping[str, tuple[str, Callable[..., Sequence[Any]], Callable[[Any], int]]]
"""What is measured in several ways, by name: its title, what to make, and how to work on that."""
SEED: Final = 7
"""All measured work follows from this seed: it is the same on every machine and in every build."""


def reach_positions(
    deal: Callable[[int], Any],
    walk: Callable[[Any, Random], list[Any]],
    is_wanted: Callable[[Any], bool],
    number: int,
) -> list[Any]:
    """List this many positions that are wanted, as random rounds reach them.

    deal: deals a round by a seed. walk: returns the positions of a random round.
    """
    chance = Random(SEED)
    walks = (walk(deal(seed), chance) for seed in count())
    return list(islice(filter(is_wanted, chain.from_iterable(walks)), number))


def play_out(play: Callable[[Any, Random], int], positions: list[Any]) -> int:
    """Play a random round from every position; add up what `play` returns, the number of turns."""
    chance = Random(SEED)
    return sum([play(position, chance) for position in positions])


def build_answer(
    measure: str, title: str, unit: str, found: Answer, required: Any, met: bool
) -> Answer:
    """Return what was found, next to what is required, None for nothing, and whether it is met."""
    told = {"measure": measure, "title": title, "unit": unit, **found, "required": required}
    return {**told, "met": None if required is None else met}


class Workbench:
    """A game's part of the laboratory; what a game leaves out has an answer here.

    commands: its own, in the order of the help. option: the key of a match's option that the arena
    has too, "" for none; title: what is played by it. round_result: of a state in which no more
    than a round is played, None while it is; None where there are only matches. round_options: what
    such a round has in place of a match's options. is_compiled: whether its rules are. measures: in
    the order they are run. full_table: options that put more on its table. parse_position: reads
    one; count_sequences: for `Perft`, how many sequences of a length there are of what is `counted`
    (turns, say).
    """

    commands: tuple[type[Command], ...] = ()
    option: str = ""
    title: str = ""
    round_result: Callable[[Any], Result | None] | None = None
    round_options: ClassVar[Options] = {}
    is_compiled: bool = False
    measures: tuple[Measure, ...] = ()
    full_table: ClassVar[Options] = {}
    parse_position: Callable[[str], Any]
    counted: str
    count_sequences: Callable[[Any, int], int]

    def add_option(self, parser: ArgumentParser) -> None:
        """Add the argument of its option, of the same name."""

    def values_match(self, state: Any) -> bool:
        """Whether hints value turns by the match, not only by the round."""
        return False

    def find_round_winners(self, result: Any) -> tuple[int, ...]:
        """Return the seats that won a round, from its result in the match's state."""
        raise NotImplementedError


WORKBENCHES: Final[Mapping[str, str]] = {"red7": "red7.workbench", "spring": "spring_cleaning"}
"""By the name of a game: the module in here that has its `WORKBENCH`."""


@cache
def load_workbench(game: str) -> Workbench:
    """Load the workbench of a game, or give one that can do no more than any."""
    if game not in WORKBENCHES:
        return Workbench()
    found: Workbench = import_module(f"red7_desktop.lab.{WORKBENCHES[game]}").WORKBENCH
    return found


LONGEST_LINE: Final = 20_000
"""In bytes. The longest position takes about 300."""


class BadInput(Exception):
    """Input that cannot be used; the message names the place, the field and the word."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}" if place else message)


def list_given_lines(words: Sequence[str], stdin: Input) -> Iterator[tuple[str, str]]:
    """Return the arguments or, without any, the lines of standard input, each after its place.

    The place is for messages, "" where it needs no naming. Raises BadInput.
    """
    if not words:
        yield from _read_lines(stdin)
    for nth, word in enumerate(words, 1):
        yield f"position {nth}" if len(words) > 1 else "", word


def _read_lines(stdin: Input) -> Iterator[tuple[str, str]]:
    if stdin is None:
        raise BadInput("standard input", "it is closed; give a position as an argument")
    if stdin.isatty():
        print("Reading positions, one a line, to the end of the input.", file=sys.stderr)
    for number in count(1):
        try:
            data = stdin.readline(LONGEST_LINE + 1)
        except OSError as error:
            raise BadInput("standard input", error.strerror or str(error)) from error
        if not data:
            return
        place = f"standard input, line {number}"
        if len(data) > LONGEST_LINE:
            raise BadInput(place, f"longer than {LONGEST_LINE} bytes")
        try:
            text = data.decode("utf-8-sig").strip()
        except UnicodeDecodeError as error:
            bad = f"byte 0x{data[error.start]:02x} at {error.start + 1}"
            raise BadInput(place, f"{bad}: not UTF-8 text") from error
        if text and not text.startswith("#"):
            yield place, text


def read_whole_from(least: int | None = None) -> Callable[[str], int]:
    """Return a reader of whole numbers, none below `least`. It raises ArgumentTypeError.

    >>> read_whole_from(1)("12")
    12
    """
    if least is None:
        limit = ""
    else:
        limit = f" of at least {least}"

    def read(word: str) -> int:
        with suppress(ValueError):  # also for more digits than Python cares to read
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
    """Add an option that takes a whole number; where it has a default, the help tells it."""
    parser.add_argument(
        name,
        type=read_whole_from(least),
        default=default,
        required=required,
        metavar="N",
        help=help_text if default is None else f"{help_text}; {default} without this",
    )


def add_seed(parser: ArgumentParser, *, required: bool = False, jobs: bool = True) -> None:
    """Add the seed that everything follows from, and how many processes may share it."""
    default = None if required else 1
    add_number(parser, "--seed", "any whole number", default, least=None, required=required)
    if jobs:
        add_number(parser, "--jobs", "processes to use", 1)


def format_columns(rows: list[list[str]]) -> list[str]:
    """Lay rows of cells out in columns, each as wide as its longest cell.

    >>> format_columns([["A", "R7 O4", "x"], ["BB", "", "y"]])
    ['A   R7 O4  x', 'BB         y']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


Task = TypeVar("Task")
Done = TypeVar("Done")


def begins_tenth(done: int, whole: int) -> bool:
    """Whether the last of this many things that are done begins another tenth of the whole.

    >>> [done for done in range(1, 26) if begins_tenth(done, 25)]
    [3, 5, 8, 10, 13, 15, 18, 20, 23, 25]
    """
    return 10 * done // whole > 10 * (done - 1) // whole


def work_through(
    work: Callable[[Task], Done],
    tasks: Sequence[Task],
    jobs: int,
    tell: Callable[[list[Done]], Iterable[Answer]],
    note: Callable[[list[Done]], object] = lambda done: "",
) -> Iterator[Answer]:
    """Return what is told of what the work makes of the tasks; Ctrl+C ends only the work early.

    note: what stands on standard error beside how much is done. With more jobs than one, the work
    and the tasks must pickle. What ends the work early is raised once all is told.
    """
    done: list[Done] = []
    try:
        for found in run_in_order(work, tasks, jobs):
            done.append(found)
            if begins_tenth(len(done), len(tasks)):
                print(f"{len(done)}/{len(tasks)} {note(done)}".rstrip(), file=sys.stderr)
    finally:
        yield from tell(done)


def run_in_order(work: Callable[[Task], Done], tasks: Iterable[Task], jobs: int) -> Iterator[Done]:
    """Return what the work makes of the tasks, which may come on and on."""
    if jobs == 1:
        yield from map(work, tasks)
        return
    unheard = signal.SIGINT, signal.SIG_IGN  # Ctrl+C is this process's to answer
    with multiprocessing.get_context("spawn").Pool(jobs, signal.signal, unheard) as pool:
        yield from pool.imap(work, tasks)
