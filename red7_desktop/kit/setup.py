"""How a new match is set up: which game, who sits where, by which options, with which deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from red7_desktop.kit.texts import Texts
from red7_desktop.play.ai import Seat
from red7_desktop.tabletop import player
from red7_desktop.tabletop.files import InvalidValue
from red7_desktop.tabletop.match import explain_unfit_name

LONGEST_NAME: Final = 16
"""No name at the table is longer, in characters."""
LAST_DEAL: Final = 999_999_999
"""Deals are numbered from 0 to this."""


class SeatPlan(NamedTuple):
    """Who will sit on one seat: a person, whose name may be left empty, or an AI level's key.

    face: the key of the face that was chosen for this seat, "" for the person's usual one.
    is_phone: whether the person will play on a phone.
    """

    name: str = ""
    level: str | None = None
    face: str = ""
    is_phone: bool = False

    @property
    def is_person(self) -> bool:
        return self.level is None


@dataclass(frozen=True, slots=True)
class GameSetup:
    """All that a new match needs to know.

    game: its name. seats: in the order of play. values: of the game's own options, by their keys;
    the game refuses what it cannot be played with when the match begins. seed: the number of the
    deal, None for a new one each time. occasion: what the match is begun for, as in `Session`; it
    isn't kept for the next time. Raises InvalidValue for a name or a number of a deal that cannot
    be kept.
    """

    game: str
    seats: tuple[SeatPlan, ...]
    values: Mapping[str, Any]
    seed: int | None = None
    occasion: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))
        if self.seed is not None and not 0 <= self.seed <= LAST_DEAL:
            raise InvalidValue("seed", f"must be 0 to {LAST_DEAL}")
        for seat in self.seats:
            if not is_fit_name(seat.name):
                raise InvalidValue("seats", f"{seat.name!r} is not a name that can be kept")

    def with_values(self, **values: Any) -> GameSetup:
        return replace(self, values={**self.values, **values})

    def with_own_name(self, name: str) -> GameSetup:
        """Let the first person without a name have this one, unless someone has it already."""
        taken = name.casefold() in [seat.name.casefold() for seat in self.seats]
        for place, seat in enumerate(self.seats):
            if name and not taken and seat.is_person and not seat.name:
                return self.with_seat(place, seat._replace(name=name))
        return self

    def deals_as(self, other: GameSetup) -> bool:
        """Return whether another set-up has the same game, deal, rules and opponents."""
        levels = [seat.level for seat in self.seats]
        return (self.game, self.values, self.seed, levels) == (
            other.game,
            other.values,
            other.seed,
            [seat.level for seat in other.seats],
        )

    @property
    def has_phones(self) -> bool:
        return any(seat.is_phone for seat in self.seats)

    # -- changes of the seats ----------------------------------------------------------------

    def with_seat(self, place: int, seat: SeatPlan) -> GameSetup:
        return replace(self, seats=(*self.seats[:place], seat, *self.seats[place + 1 :]))

    def with_more(self, seat: SeatPlan) -> GameSetup:
        return replace(self, seats=(*self.seats, seat))

    def without(self, place: int) -> GameSetup:
        return replace(self, seats=self.seats[:place] + self.seats[place + 1 :])

    def swapped(self, place: int, other: int) -> GameSetup:
        """Let two seats change places; one past the last is the first."""
        seats = list(self.seats)
        other = other % len(self.seats)
        seats[place], seats[other] = seats[other], seats[place]
        return replace(self, seats=tuple(seats))


class OptionRow(NamedTuple):
    """An option of a game as people choose it.

    choices: values and what they are called. chosen: one of these values. note: what it comes to,
    in a sentence. is_enabled: whether it means anything next to the other options. is_scale: a row
    of many, from few to much.
    """

    key: str
    title: str
    choices: tuple[tuple[Any, str], ...]
    chosen: Any
    note: str = ""
    is_enabled: bool = True
    is_scale: bool = False


class Preset(NamedTuple):
    """A kind of match that one press chooses.

    values: those options that are not as usual. minutes: that it takes, roughly. cards: faces for
    its picture. goal: what ends it, a number and what of it.
    """

    title: str
    about: str
    minutes: int
    values: Mapping[str, Any]
    cards: tuple[str, ...]
    goal: tuple[str, str]


def is_fit_name(name: str) -> bool:
    """Whether a name can be kept; it may be empty."""
    return len(name) <= LONGEST_NAME and not (name and explain_unfit_name(name))


def seat_players(
    setup: GameSetup, texts: Texts, levels: Iterable[player.Level]
) -> tuple[Seat, ...]:
    """Return the seats as they are played, each with a name of its own.

    levels: of the AI players, which have their names. A single person without a name is "You", of
    several each is "Player 1" and so on; a name that comes twice gets a Roman number, which is read
    as no one's points.
    """
    is_alone = sum(seat.is_person for seat in setup.seats) == 1
    level_names = {level.key: level.name for level in levels}
    names: list[str] = []
    for number, seat in enumerate(setup.seats, start=1):
        if seat.level is not None:
            name = level_names.get(seat.level, seat.level)
        else:
            if is_alone:
                nameless = texts("You")
            else:
                nameless = texts("Player {number}", number=number)
            name = seat.name or nameless
        names.append(_make_distinct(name, names))
    both = zip(names, setup.seats, strict=True)
    return tuple(Seat(name, seat.level, seat.face) for name, seat in both)


def _make_distinct(name: str, taken: Sequence[str]) -> str:
    if name not in taken:
        return name
    return next(each for number in _NUMBERS if (each := f"{name} {number}") not in taken)


_NUMBERS: Final = ("II", "III", "IV", "V")
"""Enough for five seats."""
