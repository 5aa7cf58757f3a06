"""The setup of a new match: game, seats, options and deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from red7_desktop.kit.texts import Texts
from red7_desktop.play.ai import Seat
from red7_desktop.tabletop import player
from red7_desktop.tabletop.files import InvalidValue
from red7_desktop.tabletop.match import explain_invalid_name

MAX_NAME_LENGTH: Final = 16
"""Maximum length of a player's name, in characters."""
MAX_DEAL_NUMBER: Final = 999_999_999
"""Largest number of a deal (seed of the shuffle) that users can enter; the smallest is 0."""


class SeatPlan(NamedTuple):
    """The player planned for a seat.

    Attributes:
        name: A human's name, which may be "".
        level: Key of an AI level, None for a human.
        portrait: Key of the portrait chosen for this seat, "" for the human's usual portrait.
        is_phone: Whether the human plays on a phone.
    """

    name: str = ""
    level: str | None = None
    portrait: str = ""
    is_phone: bool = False

    @property
    def is_person(self) -> bool:
        return self.level is None


@dataclass(frozen=True, slots=True)
class GameSetup:
    """Everything that is needed to start a match.

    Attributes:
        game: Name of the game.
        seats: Seats in playing order.
        values: The game's options by key; the game validates them when the match starts.
        seed: Number of the deal; None for a random deal at each start.
        occasion: Purpose of the match, such as a daily deal; see `session.Session`. It isn't stored
            with the set-up.

    Raises:
        InvalidValue: A name or the number of the deal can't be stored.
    """

    game: str
    seats: tuple[SeatPlan, ...]
    values: Mapping[str, Any]
    seed: int | None = None
    occasion: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))
        if self.seed is not None and not 0 <= self.seed <= MAX_DEAL_NUMBER:
            raise InvalidValue("seed", f"must be 0 to {MAX_DEAL_NUMBER}")
        for seat in self.seats:
            if not is_fit_name(seat.name):
                raise InvalidValue("seats", f"{seat.name!r} is not a name that can be kept")

    def with_values(self, **values: Any) -> GameSetup:
        return replace(self, values={**self.values, **values})

    def with_own_name(self, name: str) -> GameSetup:
        """Return a copy with the user's name at the first human seat that has no name.

        Return the set-up unchanged if another seat has this name, or if `name` is empty.
        """
        taken = name.casefold() in [seat.name.casefold() for seat in self.seats]
        for index, seat in enumerate(self.seats):
            if name and not taken and seat.is_person and not seat.name:
                return self.with_seat(index, seat._replace(name=name))
        return self

    def has_same_deal(self, other: GameSetup) -> bool:
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

    def with_seat(self, index: int, seat: SeatPlan) -> GameSetup:
        return replace(self, seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))

    def with_added_seat(self, seat: SeatPlan) -> GameSetup:
        return replace(self, seats=(*self.seats, seat))

    def without_seat(self, index: int) -> GameSetup:
        return replace(self, seats=self.seats[:index] + self.seats[index + 1 :])

    def with_seats_swapped(self, index: int, other: int) -> GameSetup:
        """Return the setup with two seats swapped.

        Args:
            index: Index of the first seat.
            other: Index of the second seat, taken modulo the number of seats: -1 is the last seat.
        """
        seats = list(self.seats)
        other = other % len(self.seats)
        seats[index], seats[other] = seats[other], seats[index]
        return replace(self, seats=tuple(seats))


class OptionRow(NamedTuple):
    """A rule option as shown on the page for new matches.

    Attributes:
        key: Key of the option.
        title: Label.
        choices: Values and their labels.
        chosen: The selected value.
        note: Explanation of the selected value.
        is_enabled: Whether the option has an effect, given the values of the other options.
        is_scale: Whether to show the choices as a slider, for many ordered values.
    """

    key: str
    title: str
    choices: tuple[tuple[Any, str], ...]
    chosen: Any
    note: str = ""
    is_enabled: bool = True
    is_scale: bool = False


class Preset(NamedTuple):
    """A named set of options that one button selects.

    Attributes:
        title: Name.
        about: Description.
        minutes: Approximate length of a match.
        values: Options that differ from their defaults.
        cards: Text forms of the cards in the preset's picture.
        goal: Number and unit of the goal at which the match ends, such as ("30", "points").
    """

    title: str
    about: str
    minutes: int
    values: Mapping[str, Any]
    cards: tuple[str, ...]
    goal: tuple[str, str]


def is_fit_name(name: str) -> bool:
    """Return whether a name can be stored; it may be empty."""
    return len(name) <= MAX_NAME_LENGTH and not (name and explain_invalid_name(name))


def seat_players(
    setup: GameSetup, texts: Texts, levels: Iterable[player.Level]
) -> tuple[Seat, ...]:
    """Return the seats of a match with distinct names.

    A human without a name is called "You" if no other human plays, otherwise "Player 1" and so on.
    A repeated name gets a Roman numeral, which can't be mistaken for points.

    Args:
        setup: The setup.
        texts: Translations.
        levels: The AI levels, from which AI players get their names.
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
    return tuple(Seat(name, seat.level, seat.portrait) for name, seat in both)


def _make_distinct(name: str, taken: Sequence[str]) -> str:
    if name not in taken:
        return name
    return next(each for number in _SUFFIXES if (each := f"{name} {number}") not in taken)


_SUFFIXES: Final = ("II", "III", "IV", "V")
"""Suffixes of repeated names, enough for five seats."""
