"""What can be chosen before a match: a game gives a specification of each of its options.

What reads, keeps, offers or refuses options is derived from these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from red7_desktop.tabletop.game import InvalidOptions

if TYPE_CHECKING:
    from red7_desktop.tabletop.game import Options


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option.

    key: what saves and files call it. values: what it may be, a range of whole numbers or a few
    values of one type. default: what it is where nobody has chosen; None, where it is none of the
    values, leaves it to the game. is_finer: few people ever change it.
    """

    key: str
    values: Sequence[Any]
    default: Any
    is_finer: bool = False

    def allows(self, value: Any) -> bool:
        """Tell whether it may be a value; True is no number here.

        >>> seats = OptionSpec("seats", range(2, 5), 2)
        >>> seats.allows(4), seats.allows(5), seats.allows(True)
        (True, False, False)
        """
        # Types first: what a file holds may be of any, and cannot always be looked for.
        is_one = type(value) is type(self.values[0]) and value in self.values
        return is_one or (value is None and self.default is None)

    @property
    def wanted(self) -> str:
        """Say what it may be: "a whole number from 2 to 4", "one of next, lowest"."""
        if isinstance(self.values, range):
            return f"a whole number from {self.values[0]} to {self.values[-1]}"
        return f"one of {', '.join(map(str, self.values))}"

    def read(self, plain: Options) -> Any:
        """Give its value in plain options, or its default. Raises InvalidOptions."""
        if self.key not in plain:
            return self.default
        value = plain[self.key]
        if value is None or not self.allows(value):
            raise InvalidOptions(self.key, f"{value!r} is not {self.wanted}")
        return value


def refuse_others(plain: Options, keys: Sequence[str]) -> None:
    """Raise InvalidOptions for an option whose key is none of these."""
    for key in plain:
        if key not in keys:
            raise InvalidOptions(str(key), "no such option")


def read_values(text: str, options: Sequence[OptionSpec]) -> dict[str, Any]:
    """Read options that somebody has typed, "pickup=at_once"; commas stand between them.

    Raises InvalidOptions.

    >>> read_values("pickup=at_once", [OptionSpec("pickup", ("next_turn", "at_once"), "next_turn")])
    {'pickup': 'at_once'}
    """
    named = {option.key: option for option in options}
    found: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        key, _, typed = part.partition("=")
        if key not in named:
            raise InvalidOptions(key, f"no such option; there are {', '.join(named)}")
        option = named[key]
        value = next((each for each in option.values if str(each) == typed), None)
        if value is None:
            raise InvalidOptions(key, f"{typed!r} is not {option.wanted}")
        found[key] = value
    return found
