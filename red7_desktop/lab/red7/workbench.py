"""Red7's workbench: its commands, and its rounds in the arena."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.red7.rules.cards import COMPILED
from red7_desktop.games.red7.rules.rounds import TURN, MatchState, points_of
from red7_desktop.games.red7.rules.rules import Ruleset, parse_ruleset
from red7_desktop.lab.bench import Measure
from red7_desktop.lab.command import FreshStart, Workbench
from red7_desktop.tabletop.game import InvalidPosition, Options, Result

if TYPE_CHECKING:
    from red7_desktop.tabletop.player import Player

CHEAT: Final = "cheat"
"""The guest that sees every hand."""
A_ROUND: Final = 1
"""The target of a match that is over after one round (unless its winner takes no points)."""


def add_rules(parser: ArgumentParser) -> None:
    """Add the rules to play by, a Ruleset."""
    parser.add_argument(
        "--rules",
        type=_parse_ruleset,
        default="advanced@1.3",
        metavar="RULES",
        help="basic or advanced, then +actions, then @1.3 or @first; advanced@1.3 without this",
    )


def _parse_ruleset(word: str) -> Ruleset:
    try:
        return parse_ruleset(word)
    except InvalidPosition as error:
        raise ArgumentTypeError(str(error)) from None


class Red7Workbench(Workbench):
    """What the laboratory can do with Red7; each member is told in `Workbench`."""

    commands = MappingProxyType(
        {
            **{
                name: f"red7.commands:{name.upper()}"
                for name in (
                    *("legal", "play", "standings", "score", "perft", "deal", "replay", "choose"),
                )
            },
            "calibrate": "red7.calibrate:make_calibrate_command",
        }
    )
    guests = (CHEAT,)
    has_rounds = True
    is_compiled = COMPILED
    full_table = MappingProxyType({"advanced": True})

    def guest(self, name: str, peek: Callable[[], Any]) -> Player:
        from red7_desktop.lab.red7.measures import CheatPlayer

        return CheatPlayer(peek)

    def add_options(self, parser: ArgumentParser) -> None:
        add_rules(parser)

    def options(self, arguments: Namespace) -> Options:
        return {"rules": str(arguments.rules)}

    def why_unfit(self, guests: Sequence[str], options: Options, *, match: bool) -> str:
        from red7_desktop.lab.red7.measures import can_cheat

        fits = not match and can_cheat(parse_ruleset(options["rules"]), options["seats"])
        wrong = guests and not fits
        return "cheat plays rounds of two seats, basic, without actions" if wrong else ""

    def name_of(self, options: Options) -> str:
        return str(options["rules"])

    def round_options(self, options: Options) -> Options:
        return {**options, "target": A_ROUND}

    def round_result(self, state: MatchState) -> Result | None:
        if not state.rounds:
            return None
        return Result((state.rounds[-1].winner,), points_of(state.position.scores))

    def is_timed(self, state: MatchState) -> bool:
        return state.stage == TURN

    def measures(self) -> Sequence[Measure]:
        from red7_desktop.lab.red7.measures import MEASURES

        return MEASURES

    def fresh_start(self) -> FreshStart:
        from red7_desktop.lab.red7.measures import FRESH_START

        return FRESH_START


WORKBENCH: Final = Red7Workbench()
