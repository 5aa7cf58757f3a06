"""What the laboratory can do with one game beyond its rules and players: its workbench.

Workbenches lie in `lab/NAME` and are loaded when their game is asked for. A game without one can
still be played in the arena.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from red7_desktop.lab.timing.measuring import Measure
    from red7_desktop.tabletop.game import Options, Result
    from red7_desktop.tabletop.player import Player


class FreshStart(NamedTuple):
    """What is measured in interpreters started for it.

    script: gets the folder of the program as its argument and prints a list of figures. titles:
    name, title and unit of each.
    """

    script: str
    titles: tuple[tuple[str, str, str], ...]


class Workbench:
    """A game's part of the laboratory; what a game leaves out has an answer here.

    commands: the modules of its own commands, by name, in the order of the help; each has a
    `COMMAND`, or a `command_for` that makes one for the game's row. Modules beside this one make
    those that several games have, such as `perft` and `choose`. guests: the names of players
    that only the laboratory has. has_rounds: whether one round can be played for itself.
    is_compiled: whether its rules are. full_table: options that put more on its table.
    """

    commands: Mapping[str, str] = MappingProxyType({})
    guests: tuple[str, ...] = ()
    has_rounds: bool = False
    is_compiled: bool = False
    full_table: Options = MappingProxyType({})

    def guest(self, name: str, peek: Callable[[], Any]) -> Player:
        """Make one of the guests; peek: gives the state of the game it plays in."""
        raise KeyError(name)

    # -- games in the arena ------------------------------------------------------------------

    def add_options(self, parser: ArgumentParser) -> None:
        """Add the options of a match, beside the number of its seats."""

    def options(self, arguments: Namespace) -> Options:
        """Return the options that were asked for, beside the number of seats."""
        return {}

    def why_unfit(self, guests: Sequence[str], options: Options, *, match: bool) -> str:
        """Return why guests cannot play so, "" where they can."""
        return ""

    def name_of(self, options: Options) -> str:
        """Say in a word what is played."""
        return ""

    def round_options(self, options: Options) -> Options:
        """Return the options of a match that is to end with its first round."""
        return options

    def round_result(self, state: Any) -> Result | None:
        """Return the result of a match's first round once it is over."""
        return None

    def is_timed(self, state: Any) -> bool:
        """Whether what a seat is asked now counts when a player's turns are timed."""
        return True

    # -- the benchmark -----------------------------------------------------------------------

    def measures(self) -> Sequence[Measure]:
        """List what is measured of its rules."""
        return ()

    def fresh_start(self) -> FreshStart | None:
        """Return what is measured in fresh interpreters, None for nothing."""
        return None


WORKBENCHES: Final = MappingProxyType({"red7": "red7", "spring": "spring_cleaning"})
"""By the name of a game: its folder in here, where `workbench` has its `WORKBENCH`."""


@cache
def load_workbench(game: str) -> Workbench:
    """Load the workbench of a game, or give one that can do no more than any."""
    folder = WORKBENCHES.get(game)
    if folder is None:
        return Workbench()
    found: Workbench = import_module(f"red7_desktop.lab.{folder}.workbench").WORKBENCH
    return found
