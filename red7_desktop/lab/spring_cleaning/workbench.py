"""Spring Cleaning's workbench: its commands, its rounds in the arena, and what is measured."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.rules.cards import COMPILED
from red7_desktop.games.spring_cleaning.rules.rounds import PICKUP, MatchState
from red7_desktop.lab.workbench import Workbench
from red7_desktop.tabletop.game import Options, Result
from red7_desktop.tabletop.rounds import TURN

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from red7_desktop.lab.timing.measuring import Measure

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
        from red7_desktop.lab.spring_cleaning.measures import MEASURES

        return MEASURES


WORKBENCH: Final = SpringWorkbench()
