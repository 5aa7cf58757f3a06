"""How a new game is set up: who sits where, by which rules; kept for the next time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from red7_desktop.games.red7.rules.deal import STARTERS
from red7_desktop.games.red7.rules.options import MAX_TARGET
from red7_desktop.games.red7.rules.ruleset import EDITIONS, Ruleset
from red7_desktop.games.red7.rules.scoring import TARGETS
from red7_desktop.kit.language.texts import Texts
from red7_desktop.kit.storage.json_store import KeptFile, Unfit, one_of, or_none, truth, whole
from red7_desktop.play.seats import Seat
from red7_desktop.tabletop.seated import why_unfit

LEAST_SEATS: Final = min(TARGETS)
MOST_SEATS: Final = max(TARGETS)
LONGEST_NAME: Final = 16
"""No name at the table is longer, in characters."""
LAST_DEAL: Final = 999_999_999
"""Deals are numbered from 0 to this."""


class InvalidSetup(ValueError):
    """A set-up that no game can be played with: names the field and says why."""

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
    """All that a new game needs to know.

    seats: 2 to 4, in the order of play. target: points that end the match, None for those that
    the rules give for the number of seats. starter: one of `deal.STARTERS`. seed: the number of
    the deal, None for a new one each time. Raises InvalidSetup.
    """

    seats: tuple[SeatPlan, ...] = (SeatPlan(), SeatPlan(level="casual"))
    advanced: bool = True
    actions: bool = False
    edition: str = EDITIONS[0]
    target: int | None = None
    starter: str = STARTERS[0]
    seed: int | None = None

    def __post_init__(self) -> None:
        """Refuse what the game would refuse."""
        checks = (
            ("seats", LEAST_SEATS <= len(self.seats) <= MOST_SEATS, "must be 2 to 4"),
            ("edition", self.edition in EDITIONS, f"must be one of {', '.join(EDITIONS)}"),
            ("starter", self.starter in STARTERS, f"must be one of {', '.join(STARTERS)}"),
            ("target", _is_within(self.target, 1, MAX_TARGET), f"must be 1 to {MAX_TARGET}"),
            ("seed", _is_within(self.seed, 0, LAST_DEAL), f"must be 0 to {LAST_DEAL}"),
        )
        for field, is_fine, why in checks:
            if not is_fine:
                raise InvalidSetup(field, why)
        for seat in self.seats:
            if len(seat.name) > LONGEST_NAME or (seat.name and why_unfit(seat.name)):
                raise InvalidSetup("seats", f"{seat.name!r} is not a name that can be kept")

    @property
    def points(self) -> int:
        """The points that end the match."""
        return TARGETS[len(self.seats)] if self.target is None else self.target

    @property
    def has_finer_points(self) -> bool:
        """Whether anything differs from what most games are played with."""
        finer = ("edition", "target", "starter", "seed")
        return any(getattr(self, field) != getattr(FIRST, field) for field in finer)

    @property
    def has_people(self) -> bool:
        """Whether any person plays."""
        return any(seat.is_person for seat in self.seats)

    def to_options(self) -> dict[str, Any]:
        """Give the options for `Red7().start`.

        >>> GameSetup(actions=True).to_options()["rules"]
        'advanced+actions@1.3'
        """
        rules = Ruleset(self.advanced, self.actions, self.edition)
        return {
            "rules": str(rules),
            "seats": len(self.seats),
            "target": self.points,
            "starter": self.starter,
        }

    # -- changes of the seats ----------------------------------------------------------------

    def with_seat(self, place: int, seat: SeatPlan) -> GameSetup:
        """Put somebody else on a seat."""
        return replace(self, seats=(*self.seats[:place], seat, *self.seats[place + 1 :]))

    def with_more(self, seat: SeatPlan) -> GameSetup:
        """Add a seat at the end. Raises InvalidSetup when there are four."""
        return replace(self, seats=(*self.seats, seat))

    def without(self, place: int) -> GameSetup:
        """Take a seat away. Raises InvalidSetup when there are only two."""
        return replace(self, seats=self.seats[:place] + self.seats[place + 1 :])

    def moved(self, place: int, by: int) -> GameSetup:
        """Move a seat up (-1) or down (1) in the order of play; round the end of it."""
        seats = list(self.seats)
        seat = seats.pop(place)
        seats.insert((place + by) % len(self.seats), seat)
        return replace(self, seats=tuple(seats))


def seated(setup: GameSetup, texts: Texts, level_names: Mapping[str, str]) -> tuple[Seat, ...]:
    """Give the seats as they are played, each with a name of its own.

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
        names.append(_distinct(name, names))
    return tuple(Seat(name, seat.level) for name, seat in zip(names, setup.seats, strict=True))


def _distinct(name: str, taken: Sequence[str]) -> str:
    numbered = [name, *(f"{name} {number}" for number in range(2, MOST_SEATS + 1))]
    return next(each for each in numbered if each not in taken)


def _is_within(value: int | None, least: int, most: int) -> bool:
    return value is None or least <= value <= most


# -- the file ------------------------------------------------------------------------------


def setup_file(path: Path, level_keys: Collection[str]) -> KeptFile[GameSetup]:
    """Give the file of the last set-up: `load` never fails, `save` raises CannotWrite."""
    readers = {**READERS, "seats": lambda value: _seats(value, level_keys)}
    return KeptFile(path, readers, lambda fields: replace(FIRST, **fields), to_plain)


def to_plain(setup: GameSetup) -> dict[str, Any]:
    """Give a set-up as plain JSON."""
    return {
        "seats": [
            {"name": seat.name} if seat.level is None else {"level": seat.level}
            for seat in setup.seats
        ],
        **{field: getattr(setup, field) for field in READERS},
    }


def _seats(value: Any, level_keys: Collection[str]) -> tuple[SeatPlan, ...]:
    if not isinstance(value, list) or not LEAST_SEATS <= len(value) <= MOST_SEATS:
        raise Unfit(f"must be a list of {LEAST_SEATS} to {MOST_SEATS} seats")
    return tuple(_seat(each, level_keys) for each in value)


def _seat(value: Any, level_keys: Collection[str]) -> SeatPlan:
    match value:
        case {"level": str(level)}:
            if level not in level_keys:
                raise Unfit(f"a level must be one of {', '.join(level_keys)}")
            return SeatPlan(level=level)
        case {"name": str(name)}:
            if len(name) > LONGEST_NAME or (name and why_unfit(name)):
                raise Unfit(f"{name!r} is not a name that can be kept")
            return SeatPlan(name)
    raise Unfit("a seat must have a name or a level")


READERS: Final[Mapping[str, Callable[[Any], Any]]] = MappingProxyType(
    {
        "advanced": truth,
        "actions": truth,
        "edition": one_of(*EDITIONS),
        "target": or_none(whole(1, MAX_TARGET)),
        "starter": one_of(*STARTERS),
        "seed": or_none(whole(0, LAST_DEAL)),
    }
)
"""How each field but the seats is read from plain JSON."""

FIRST: Final = GameSetup((SeatPlan(), SeatPlan(level="newcomer")), advanced=False)
"""What a new player finds: one round at a time, nothing to reckon with, and somebody to beat."""
