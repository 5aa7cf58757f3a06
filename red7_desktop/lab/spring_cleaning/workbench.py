"""Spring Cleaning's workbench: its commands, its rounds in the arena, and what is measured."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.rules.cards import COMPILED
from red7_desktop.games.spring_cleaning.rules.rounds import PICKUP, TURN
from red7_desktop.lab.workbench import Workbench
from red7_desktop.tabletop.game import Result

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from red7_desktop.games.spring_cleaning.rules.rounds import MatchState
    from red7_desktop.lab.timing.measuring import Measure
    from red7_desktop.tabletop.game import Options

COMMANDS: Final = ("legal", "perft", "replay")
"""Each is a module beside this one."""


class SpringWorkbench(Workbench):
    """What the laboratory can do with Spring Cleaning; each member is told in `Workbench`."""

    commands = MappingProxyType(
        {name: f"red7_desktop.lab.spring_cleaning.{name}" for name in COMMANDS}
    )
    has_rounds = True
    is_compiled = COMPILED

    def add_options(self, parser: ArgumentParser) -> None:
        """Add when an offer is picked up."""
        parser.add_argument(
            "--pickup",
            choices=PICKUP.values,
            default=PICKUP.default,
            help="when an emptied hand picks up its offer; next_turn without this",
        )

    def options(self, arguments: Namespace) -> Options:
        """Give when an offer is picked up."""
        return {PICKUP.key: arguments.pickup}

    def name_of(self, options: Options) -> str:
        """Name the option."""
        return f"pickup {options[PICKUP.key]}"

    def round_result(self, state: MatchState) -> Result | None:
        """Give who was out first in the first round, and the trash of everybody."""
        if not state.rounds:
            return None
        trash = state.rounds[0].trash
        return Result(tuple([seat for seat, given in enumerate(trash) if not given]), trash)

    def is_timed(self, state: MatchState) -> bool:
        """Time turns, not the deal."""
        return state.stage == TURN

    def measures(self) -> Sequence[Measure]:
        """List what is measured of the rules and of rounds played on by the players."""
        from red7_desktop.lab.spring_cleaning.measures import MEASURES

        return MEASURES


WORKBENCH: Final = SpringWorkbench()
