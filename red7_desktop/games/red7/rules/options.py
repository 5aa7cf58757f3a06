"""The options of a match of Red7, from and to plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.red7.rules.deal import STARTERS
from red7_desktop.games.red7.rules.ruleset import Ruleset, parse_ruleset
from red7_desktop.games.red7.rules.scoring import TARGETS
from red7_desktop.tabletop.errors import InvalidPosition
from red7_desktop.tabletop.game import InvalidOptions
from red7_desktop.tabletop.options import OptionSpec, refuse_others

if TYPE_CHECKING:
    from red7_desktop.tabletop.game import Options

MAX_TARGET: Final = 196
"""All the points there are: seven of each number."""


SEAT_COUNTS: Final = range(min(TARGETS), max(TARGETS) + 1)

SEATS_OPTION: Final = OptionSpec("seats", SEAT_COUNTS, 2)

TARGET: Final = OptionSpec("target", range(1, MAX_TARGET + 1), None, is_finer=True)
"""Points that end an advanced match; by default what the rulebook says for so many seats."""

STARTER: Final = OptionSpec("starter", STARTERS, STARTERS[0], is_finer=True)


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """How a match is played.

    seats: 2 to 4. target: points that end an advanced match. starter: who starts a round, one of
    `deal.STARTERS`.
    """

    rules: Ruleset
    seats: int
    target: int
    starter: str

    def to_plain(self) -> dict[str, Any]:
        """Give the options as plain values, as `read_options` takes them."""
        return {
            "rules": str(self.rules),
            "seats": self.seats,
            "target": self.target,
            "starter": self.starter,
        }


def read_options(plain: Options) -> MatchOptions:
    """Check plain options; all have defaults, 2 seats and the advanced game among them.

    Raises InvalidOptions, naming the key.
    """
    refuse_others(plain, ("rules", SEATS_OPTION.key, TARGET.key, STARTER.key))
    seats, target = SEATS_OPTION.read(plain), TARGET.read(plain)
    rules = plain.get("rules", "advanced@1.3")
    if not isinstance(rules, str):
        raise InvalidOptions("rules", f"{rules!r} is not a text")
    try:
        ruleset = parse_ruleset(rules)
    except InvalidPosition as error:
        raise InvalidOptions("rules", str(error)) from error
    return MatchOptions(
        ruleset, seats, TARGETS[seats] if target is None else target, STARTER.read(plain)
    )
