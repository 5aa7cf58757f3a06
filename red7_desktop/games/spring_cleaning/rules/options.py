"""The options of a match of Spring Cleaning, from and to plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.spring_cleaning.rules.cards import MAX_SEATS, MIN_SEATS
from red7_desktop.tabletop.options import OptionSpec, refuse_others

if TYPE_CHECKING:
    from red7_desktop.tabletop.game import Options

NEXT_TURN: Final = "next_turn"

AT_ONCE: Final = "at_once"

PICKUPS: Final = (NEXT_TURN, AT_ONCE)
"""When a seat whose hand is empty picks up its offer, the default first."""

SEATS_OPTION: Final = OptionSpec("seats", range(MIN_SEATS, MAX_SEATS + 1), MIN_SEATS)

PICKUP: Final = OptionSpec("pickup", PICKUPS, NEXT_TURN)


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """How a match is played. seats: 2 to 5. pickup: one of `PICKUPS`."""

    seats: int
    pickup: str = NEXT_TURN

    @property
    def at_once(self) -> bool:
        """Whether an emptied hand picks up its offer before the next seat acts."""
        return self.pickup == AT_ONCE

    def to_plain(self) -> dict[str, Any]:
        """Give the options as plain values, as `read_options` takes them."""
        return {"seats": self.seats, "pickup": self.pickup}


def read_options(plain: Options) -> MatchOptions:
    """Check plain options; all have defaults, 2 seats among them.

    Raises InvalidOptions, naming the key.
    """
    refuse_others(plain, (SEATS_OPTION.key, PICKUP.key))
    return MatchOptions(SEATS_OPTION.read(plain), PICKUP.read(plain))
