"""The options of a match of Red7, from and to plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.red7.rules.deal import STARTERS
from red7_desktop.games.red7.rules.ruleset import Ruleset, parse_ruleset
from red7_desktop.games.red7.rules.scoring import TARGETS
from red7_desktop.tabletop.errors import InvalidPosition
from red7_desktop.tabletop.game import InvalidOptions

if TYPE_CHECKING:
    from red7_desktop.tabletop.game import Options

MAX_TARGET: Final = 196
"""All the points there are: seven of each number."""


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
    for key in plain:
        if key not in {"rules", "seats", "target", "starter"}:
            raise InvalidOptions(str(key), "no such option")
    seats = _whole(plain, "seats", 2, 2, max(TARGETS))
    target = _whole(plain, "target", TARGETS[seats], 1, MAX_TARGET)
    starter = plain.get("starter", STARTERS[0])
    if starter not in STARTERS:
        raise InvalidOptions("starter", f"{starter!r} is not one of {', '.join(STARTERS)}")
    rules = plain.get("rules", "advanced@1.3")
    if not isinstance(rules, str):
        raise InvalidOptions("rules", f"{rules!r} is not a text")
    try:
        ruleset = parse_ruleset(rules)
    except InvalidPosition as error:
        raise InvalidOptions("rules", str(error)) from error
    return MatchOptions(ruleset, seats, target, starter)


def _whole(plain: Options, key: str, default: int, least: int, most: int) -> int:
    value = plain.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InvalidOptions(key, f"{value!r} is not a whole number from {least} to {most}")
    return value
