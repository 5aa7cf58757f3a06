"""How a new match is set up: which game, who sits where, by which options, with which deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.play.ai import Seat
from red7_desktop.tabletop.match import explain_unfit_name

if TYPE_CHECKING:
    from red7_desktop.kit.texts import Texts

LONGEST_NAME: Final = 16
"""No name at the table is longer, in characters."""
LAST_DEAL: Final = 999_999_999
"""Deals are numbered from 0 to this."""


class InvalidSetup(ValueError):
    """A set-up that no match can be played with: names the field and says why."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who will sit on one seat: a person, whose name may be left empty, or an AI level's key."""

    name: str = ""
    level: str | None = None

    @property
    def is_person(self) -> bool:
        """Whether a person will sit here."""
        return self.level is None


@dataclass(frozen=True, slots=True)
class GameSetup:
    """All that a new match needs to know.

    game: its name. seats: in the order of play. values: of the game's own options, by their keys;
    the game refuses what it cannot be played with when the match begins. seed: the number of the
    deal, None for a new one each time. Raises InvalidSetup for a name or a number of a deal that
    cannot be kept.
    """

    game: str
    seats: tuple[SeatPlan, ...]
    values: Mapping[str, Any]
    seed: int | None = None

    def __post_init__(self) -> None:
        """Refuse what no game can keep."""
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))
        if self.seed is not None and not 0 <= self.seed <= LAST_DEAL:
            raise InvalidSetup("seed", f"must be 0 to {LAST_DEAL}")
        for seat in self.seats:
            if not is_fit_name(seat.name):
                raise InvalidSetup("seats", f"{seat.name!r} is not a name that can be kept")

    def with_values(self, **values: Any) -> GameSetup:
        """Choose other values of options."""
        return replace(self, values={**self.values, **values})

    def with_own_name(self, name: str) -> GameSetup:
        """Let the first person without a name have this one, unless somebody has it already."""
        taken = name.casefold() in [seat.name.casefold() for seat in self.seats]
        for place, seat in enumerate(self.seats):
            if name and not taken and seat.is_person and not seat.name:
                return self.with_seat(place, replace(seat, name=name))
        return self

    # -- changes of the seats ----------------------------------------------------------------

    def with_seat(self, place: int, seat: SeatPlan) -> GameSetup:
        """Put somebody else on a seat."""
        return replace(self, seats=(*self.seats[:place], seat, *self.seats[place + 1 :]))

    def with_more(self, seat: SeatPlan) -> GameSetup:
        """Add a seat at the end."""
        return replace(self, seats=(*self.seats, seat))

    def without(self, place: int) -> GameSetup:
        """Take a seat away."""
        return replace(self, seats=self.seats[:place] + self.seats[place + 1 :])

    def moved(self, place: int, by: int) -> GameSetup:
        """Move a seat up (-1) or down (1) in the order of play; round the end of it."""
        seats = list(self.seats)
        seat = seats.pop(place)
        seats.insert((place + by) % len(self.seats), seat)
        return replace(self, seats=tuple(seats))


@dataclass(frozen=True, slots=True)
class OptionRow:
    """An option of a game as people choose it.

    choices: values and what they are called. chosen: one of these values. note: what it comes to,
    in a sentence. is_enabled: whether it means anything beside the other options. is_scale: a row
    of many, from few to much.
    """

    key: str
    title: str
    choices: tuple[tuple[Any, str], ...]
    chosen: Any
    note: str = ""
    is_enabled: bool = True
    is_scale: bool = False


def is_fit_name(name: str) -> bool:
    """Whether a name can be kept; it may be empty."""
    return len(name) <= LONGEST_NAME and not (name and explain_unfit_name(name))


def seat_players(
    setup: GameSetup, texts: Texts, level_names: Mapping[str, str]
) -> tuple[Seat, ...]:
    """Return the seats as they are played, each with a name of its own.

    `level_names` are the AI players' names by level. A single person without a name is "You", of
    several each is "Player 1" and so on; a name that comes twice gets a number.
    """
    is_alone = sum(seat.is_person for seat in setup.seats) == 1
    names: list[str] = []
    for number, seat in enumerate(setup.seats, start=1):
        if seat.level is not None:
            name = level_names.get(seat.level, seat.level)
        else:
            nameless = texts("You") if is_alone else texts("Player {number}", number=number)
            name = seat.name or nameless
        names.append(_make_distinct(name, names))
    return tuple(Seat(name, seat.level) for name, seat in zip(names, setup.seats, strict=True))


def _make_distinct(name: str, taken: Sequence[str]) -> str:
    if name not in taken:
        return name
    return next(each for number in count(2) if (each := f"{name} {number}") not in taken)
