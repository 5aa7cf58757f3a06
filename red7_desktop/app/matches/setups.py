"""The last set-up of each game, stored in a JSON file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

from red7_desktop.games.registry import Catalogue, GameEntry
from red7_desktop.kit import storage
from red7_desktop.kit.look.icons import ALL_PORTRAITS
from red7_desktop.kit.setup import MAX_DEAL_NUMBER, GameSetup, SeatPlan, is_fit_name
from red7_desktop.tabletop import files, game


class _Setups(NamedTuple):
    """The set-up of each game by its name, and the game that was set up last."""

    last: str
    by_game: dict[str, GameSetup]


class SetupStore:
    """Reads and writes the file of set-ups.

    The first game's keys have no prefix, because version 0.1.0 had only that game. Keys of other
    games start with the game's name and a dot.
    """

    def __init__(self, path: Path, catalogue: Catalogue, writes: storage.Worker) -> None:
        self._path = path
        self._writes = writes
        self._catalogue = catalogue
        self._first = next(iter(catalogue))
        self._known: _Setups | None = None

    def load(self) -> tuple[GameSetup, tuple[storage.StoredFileProblem, ...]]:
        self._writes.flush()
        self._known, troubles = self._file.load()
        return self._known.by_game[self._known.last], troubles

    @property
    def last(self) -> str:
        """Name of the game that was set up last. This doesn't load the game."""
        if self._known is not None:
            return self._known.last
        with suppress(files.FileReadError, files.InvalidJson):
            document = files.read_json(files.read_text(self._path), files.MAX_FILE_SIZE)
            game = None
            if isinstance(document, dict):
                game = document.get("game")
            if isinstance(game, str) and game in self._catalogue:
                return game
        return self._first

    def of(self, game: str) -> GameSetup:
        return self._setups.by_game[game]

    def keep(
        self,
        setup: GameSetup,
        failed: Callable[[files.FileWriteError], None] = lambda trouble: None,
    ) -> None:
        """Store a set-up, and copy its human players to the set-ups of all other games.

        Args:
            setup: The set-up.
            failed: Called later with the error if the file can't be written.
        """
        by_game = {
            name: _copy_human_players(other, setup, self._catalogue[name].view().setup.seats)
            for name, other in self._setups.by_game.items()
        }
        self._known = _Setups(setup.game, {**by_game, setup.game: setup})
        self._writes.write(partial(self._file.save, self._known), failed, key=self._file)

    @property
    def _setups(self) -> _Setups:
        if self._known is None:
            self._known, _ = self._file.load()
        return self._known

    # -- the file ------------------------------------------------------------------------------

    @cached_property
    def _file(self) -> storage.JsonFile[_Setups]:
        # The AI players load slowly, and the first frame doesn't need them.
        readers: dict[str, Callable[[Any], Any]] = {"game": storage.read_one_of(*self._catalogue)}
        for name, row in self._catalogue.items():
            readers |= {self._key(name, field): read for field, read in _build_readers(row).items()}
        return storage.JsonFile(self._path, readers, self._made, self._plain)

    def _key(self, game: str, field: str) -> str:
        if game == self._first:
            return field
        return f"{game}.{field}"

    def _made(self, found: Mapping[str, Any]) -> _Setups:
        by_game = {}
        for name, row in self._catalogue.items():
            usual = build_first_setup(row)
            fields = {
                field: found.get(self._key(name, field), value)
                for field, value in {**usual.values, "seats": usual.seats, "seed": None}.items()
            }
            seats = fields.pop("seats")
            seed = fields.pop("seed")
            by_game[name] = GameSetup(name, seats, fields, seed)
        return _Setups(found.get("game", self._first), by_game)

    def _plain(self, setups: _Setups) -> dict[str, Any]:
        plain: dict[str, Any] = {"game": setups.last}
        for name, setup in setups.by_game.items():
            seats = [_seat_to_plain(seat) for seat in setup.seats]
            fields = {"seats": seats, **setup.values, "seed": setup.seed}
            plain |= {self._key(name, field): value for field, value in fields.items()}
        return plain


def _seat_to_plain(seat: SeatPlan) -> dict[str, Any]:
    if seat.level is not None:
        return {"level": seat.level}
    plain: dict[str, Any] = {"name": seat.name}
    if seat.portrait:
        plain["face"] = seat.portrait
    if seat.is_phone:
        plain["phone"] = True
    return plain


def build_first_setup(row: GameEntry) -> GameSetup:
    """Return the set-up for a new player: one human against the weakest AI players."""
    view = row.view()
    rivals = view.setup.seats[0] - 1
    easy = SeatPlan(level=row.players().levels[0].key)
    values = {option.key: option.default for option in view.setup.options}
    return GameSetup(row.name, (SeatPlan(), *[easy] * rivals), values)


def _copy_human_players(setup: GameSetup, source: GameSetup, counts: range) -> GameSetup:
    """Return a set-up with the human players of another set-up, in their order.

    Its AI players stay. Players with phones aren't copied: they join in the lobby.

    Args:
        setup: The set-up to change.
        source: Set-up with the human players.
        counts: Possible numbers of seats in the game of `setup`.
    """
    if source.has_phones or setup.has_phones:
        return setup
    people = [seat for seat in source.seats if seat.is_person][: counts[-1]]
    rivals = [seat for seat in setup.seats if not seat.is_person]
    seats: list[SeatPlan] = []
    for seat in setup.seats:
        if not seat.is_person:
            seats.append(seat)
        elif people:
            seats.append(people.pop(0))
        elif rivals:
            seats.append(rivals[-1])
        elif len(seats) < counts[0]:
            seats.append(seat)
    while people:
        last = max((at for at, seat in enumerate(seats) if not seat.is_person), default=None)
        if len(seats) >= counts[-1] and last is not None:
            del seats[last]
        behind = max((at + 1 for at, seat in enumerate(seats) if seat.is_person), default=0)
        seats.insert(behind, people.pop(0))
    return replace(setup, seats=tuple(seats))


def _build_readers(row: GameEntry) -> dict[str, Callable[[Any], Any]]:
    view = row.view()
    levels = [level.key for level in row.players().levels]
    return {
        "seats": partial(_read_seats, counts=view.setup.seats, levels=levels),
        **{option.key: partial(_value, option) for option in view.setup.options},
        "seed": storage.read_or_none(storage.read_int_in(0, MAX_DEAL_NUMBER)),
    }


def _value(option: game.OptionSpec, value: Any) -> Any:
    if not option.allows(value):
        raise storage.InvalidField(f"must be {option.requirement}")
    return value


def _read_seats(value: Any, counts: range, levels: Collection[str]) -> tuple[SeatPlan, ...]:
    if not isinstance(value, list) or len(value) not in counts:
        raise storage.InvalidField(f"must be a list of {counts[0]} to {counts[-1]} seats")
    return tuple(_read_seat(each, levels) for each in value)


def _read_seat(value: Any, levels: Collection[str]) -> SeatPlan:
    match value:
        case {"level": str(level)}:
            if level not in levels:
                raise storage.InvalidField(f"a level must be one of {', '.join(levels)}")
            return SeatPlan(level=level)
        case {"name": str(name)}:
            if not is_fit_name(name):
                raise storage.InvalidField(f"{name!r} is not a name that can be kept")
            face = value.get("face", "")
            is_phone = value.get("phone") is True
            return SeatPlan(name, None, face if face in ALL_PORTRAITS else "", is_phone)
    raise storage.InvalidField("a seat must have a name or a level")
