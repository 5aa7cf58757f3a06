"""Matches and set-ups on disk.

The first is `match.json`, the others are `match-2.json` and so on. A running copy of the program
locks the slots that it writes, so that no two copies ever write the same one.
"""

from __future__ import annotations

import logging
import os
import re
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from red7_desktop.games.registry import Box, GameRow, load_all_rules
from red7_desktop.kit import storage
from red7_desktop.kit.look.icons import OWN_FACES
from red7_desktop.kit.setup import LAST_DEAL, GameSetup, SeatPlan, is_fit_name
from red7_desktop.play.ai import Seat
from red7_desktop.tabletop import files
from red7_desktop.tabletop.match import (
    DamagedSave,
    Match,
    Replayed,
    SavedMatch,
    Seated,
    read_game_name,
    read_match,
    write_match,
)

if TYPE_CHECKING:
    from red7_desktop.tabletop import game, records

MOST: Final = 12
"""How many matches are kept; a folder that holds more of them is read anyway."""
_MATCH: Final = re.compile(r"match(?:-([2-9]|[1-9]\d{1,3}))?\.json(?:\.bak)?")


class SaveSlots:
    """Which slots of a folder are in use, and which of them are locked by this copy."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._locks: dict[int, storage.Lock | None] = {}

    def file(self, number: int) -> Path:
        """Return the file of a slot.

        >>> from pathlib import Path
        >>> SaveSlots(Path("saves")).file(2).as_posix()
        'saves/match-2.json'
        """
        return self._folder / f"{_stem(number)}.json"

    def used(self) -> set[int]:
        found: list[re.Match[str] | None] = []
        with suppress(OSError):
            found = [_MATCH.fullmatch(path.name) for path in self._folder.iterdir()]
        return {int(each[1] or 1) for each in found if each}

    def written(self, number: int) -> float:
        """Return when a slot was written, in seconds since 1970; 0 where there is no file."""
        times = [0.0]
        for path in (self.file(number), files.backup_of(self.file(number))):
            with suppress(OSError):
                times.append(path.stat().st_mtime)
        return max(times)

    def take(self, number: int) -> None:
        """Lock a slot, or go on without a lock where the disk has none. Raises Held."""
        if number in self._locks:
            return
        try:
            self._locks[number] = storage.Lock(self._folder / f"{_stem(number)}.lock")
        except OSError:
            self._locks[number] = None
        else:
            files.sweep(self.file(number))  # of what a write has left that was cut off

    def take_free(self) -> int | None:
        """Lock a slot that holds no match, and give its number; None where all are in use."""
        for number in range(1, MOST + 1):
            if number in self._locks or number in self.used():
                continue
            try:
                self.take(number)
            except storage.LockHeld:
                continue
            if number not in self.used():  # another copy may have been quicker, and gone again
                return number
            self.release(number)
        return None

    def release(self, number: int) -> None:
        lock = self._locks.pop(number, None)
        if lock is not None:
            lock.release()

    def release_all(self) -> None:
        for number in list(self._locks):
            self.release(number)

    def is_elsewhere(self, number: int) -> bool:
        if number in self._locks or not os.path.lexists(self._folder / f"{_stem(number)}.lock"):
            return False
        try:
            self.take(number)
        except storage.LockHeld:
            return True
        self.release(number)
        return False


def _stem(number: int) -> str:
    return "match" if number == 1 else f"match-{number}"


_LOG: Final = logging.getLogger(__name__)
HUMAN: Final = "human"
"""How a save calls the player of a person's seat."""


class NoRoom(Exception):
    """Every slot holds a match."""


class SaveInfo(NamedTuple):
    """A match in a slot, for people to look at.

    written: when, in seconds since 1970; 0 where it is not on the disk yet. saved: None where it
    cannot be read; `problem` says why. is_elsewhere: another copy of the program plays it.
    """

    number: int
    written: float
    saved: SavedMatch | None = None
    problem: files.CannotRead | DamagedSave | None = None
    is_elsewhere: bool = False


class MatchStore:
    """Writes matches to their slots, in a thread of its own, the newest state only.

    folder: of the slots. box: the games that there are. `begin` or `resume` opens a slot, which
    `keep` writes until `leave` or `forget`. Who shows things to people asks `take_trouble` now
    and then. While a slot cannot be written, its match lives on here, and every step tries again.
    `flush` waits until all is written, or could not be.
    """

    def __init__(self, folder: Path, box: Box) -> None:
        self._slots = SaveSlots(folder)
        self._box = box
        self._open: int | None = None
        self._recent: list[int] = []
        self._unsaved: dict[int, str] = {}
        self._known: set[int] = set()
        self._going: dict[storage.BackgroundTask[None], int] = {}
        self._settling = threading.Lock()
        self._worker = storage.Worker("match keeper", fault=_tell_fault)
        self.take_trouble = self._worker.take_trouble
        self.flush = self._worker.flush

    # -- which matches there are -------------------------------------------------------------

    @property
    def last(self) -> int | None:
        return next(self._ours(), None)

    def _ours(self) -> Iterator[int]:
        return (each for each in self._newest_first() if not self._slots.is_elsewhere(each))

    def last_by_game(self, usual: str) -> dict[str, int]:
        """Return the slot of each game that was played last and is not played by another copy.

        usual: what a match counts as that cannot be read. The game played last comes first.
        """
        slots: dict[str, int] = {}
        for number in self._ours():
            slots.setdefault(self._game_in(number) or usual, number)
        return slots

    def _game_in(self, number: int) -> str | None:
        path, text = self._slots.file(number), self._unsaved.get(number)
        for each in (path, files.backup_of(path)):
            with suppress(files.CannotRead):
                name = read_game_name(text or files.read_text(each))
                return name if name in self._box else None
        return None

    @property
    def has_any(self) -> bool:
        return bool(self._newest_first())

    def list_files(self) -> list[Path]:
        """Return the files of the matches, the newest first."""
        return [self._slots.file(number) for number in self._newest_first()]

    @property
    def is_unsaved(self) -> bool:
        return bool(self._unsaved)

    def kept(self) -> tuple[SaveInfo, ...]:
        self.flush()
        return tuple(self._look_at(number) for number in self._newest_first())

    def _newest_first(self) -> list[int]:
        """List the slots; what was played here comes before what only has a date."""
        going = {*self._going.values()}  # first: one may be gone for good while slots are listed
        numbers = (self._slots.used() | self._unsaved.keys()) - going

        def age(number: int) -> tuple[int, float, int]:
            here = self._recent.index(number) if number in self._recent else -1
            return -here, -self._slots.written(number), number

        return sorted(numbers, key=age)

    def _look_at(self, number: int) -> SaveInfo:
        written = 0.0 if number in self._unsaved else self._slots.written(number)
        is_elsewhere = self._slots.is_elsewhere(number)
        try:
            saved = self.saved_in(number)
        except (files.CannotRead, DamagedSave) as error:
            return SaveInfo(number, written, None, error, is_elsewhere)
        return SaveInfo(number, written, saved, None, is_elsewhere)

    # -- one of them is played ---------------------------------------------------------------

    def begin(self) -> None:
        """Open a slot for a new match. Raises NoRoom."""
        self.leave()
        going = [*self._going]  # first: one may be gone for good before it is waited for
        number = self._slots.take_free()
        while number is None and going:
            going.pop().wait()
            number = self._slots.take_free()
        if number is None:
            raise NoRoom
        self._known.discard(number)
        self._turn_to(number)

    def resume(self, number: int) -> files.Loaded[SavedMatch]:
        """Open a slot and give its match: as it could not be written, else the file, or its backup.

        A damaged file is copied to a name of its own first, or where that cannot be done, before
        its place is taken. Raises Held where another copy plays it, CannotRead or DamagedSave.
        """
        if number != self._open:
            self.leave()
        self._slots.take(number)
        try:
            loaded = self._load(number)
        except (files.CannotRead, DamagedSave):
            self._let_go(number)
            raise
        self._turn_to(number)
        return loaded

    def _turn_to(self, number: int) -> None:
        self._open = number
        self._recent = [*(each for each in self._recent if each != number), number]

    def _load(self, number: int) -> files.Loaded[SavedMatch]:
        self.flush()
        self._known.discard(number)
        try:
            loaded = self._read(number, set_aside=True)
        except files.CannotWrite as error:
            _LOG.warning("the damaged match is not copied aside yet: %s", error)
            return self._read(number, set_aside=False)
        self._known.add(number)
        return loaded

    def saved_in(self, number: int) -> SavedMatch:
        """Read the match of a slot, in any thread. Raises CannotRead, DamagedSave."""
        return self._read(number, set_aside=False).value

    def _read(self, number: int, *, set_aside: bool) -> files.Loaded[SavedMatch]:
        path, unsaved = self._slots.file(number), self._unsaved.get(number)
        if unsaved is not None:
            return files.Loaded(self._read_match(unsaved), path)
        return files.load_with_backup(path, self._read_match, set_aside=set_aside)

    def keep(self, match: Match, seats: Sequence[Seat], extra: Mapping[str, Any]) -> None:
        """Write the match to the open slot soon; a state that is not yet written is passed over.

        Raises RuntimeError while no slot is open.
        """
        if self._open is None:
            raise RuntimeError("no slot is open")
        seated = [Seated(*each) for each in zip(*list_players(seats), strict=True)]
        self._keep(self._open, write_match(match, seated, extra))

    def _keep(self, number: int, text: str) -> None:
        with self._settling:
            self._unsaved[number] = text
        self._worker.keep(partial(self._write, number, text), key=number)

    def save_again(self) -> bool:
        """Try once more to write what could not be written; tell whether all is on the disk."""
        self.flush()
        for number, text in list(self._unsaved.items()):
            self._keep(number, text)
        self.flush()
        return not self.is_unsaved

    def leave(self) -> None:
        self.flush()
        number, self._open = self._open, None
        if number is not None:
            self._let_go(number)

    def _let_go(self, number: int) -> None:
        """Let other copies have a slot, unless its match is nowhere but here."""
        if number not in self._unsaved:
            self._slots.release(number)

    def forget(self) -> Callable[[], None]:
        """Close the open slot, whose match is over; return what takes that away, in any thread.

        Nobody is told of that match any more, and until it is gone its slot stays locked.
        """
        number, self._open = self._open, None
        if number is None:
            return lambda: None
        self._unsaved.pop(number, None)
        task = storage.BackgroundTask(partial(self.delete, number))
        self._going[task] = number

        def take_away() -> None:
            task.run()
            del self._going[task]
            if task.error is not None:
                _LOG.warning("the finished match %s cannot be removed: %s", number, task.error)

        return take_away

    def delete(self, number: int) -> None:
        """Take the match in a slot away. Raises Held where another copy plays it, CannotWrite."""
        self.flush()
        self._slots.take(number)
        self._unsaved.pop(number, None)
        try:
            files.remove(self._slots.file(number))
        finally:
            if number != self._open:
                self._slots.release(number)

    def close(self) -> None:
        self._worker.close()
        self._slots.release_all()

    # -- writing -----------------------------------------------------------------------------

    def _write(self, number: int, text: str) -> None:
        path = self._slots.file(number)
        if number not in self._known:
            self._spare_what_is_unreadable(path)
            self._known.add(number)
        files.write_atomically(path, text)
        with self._settling:
            if self._unsaved.get(number) is text:
                del self._unsaved[number]

    def _spare_what_is_unreadable(self, path: Path) -> None:
        """Copy a file that cannot be read to a name of its own, before its place is taken.

        It may have been written by a newer program, or someone may be able to mend it. Raises
        CannotWrite where it cannot be copied, and then it must not be replaced.
        """
        try:
            self._read_match(files.read_text(path))
        except (files.CannotRead, DamagedSave) as error:
            if isinstance(error, files.CannotRead) and error.code == "missing":
                return
            place = error.place if isinstance(error, DamagedSave) else path.name
            _LOG.warning("the saved match is copied aside: %s: %s", place, error.code)
            files.copy_aside(path)

    def _read_match(self, text: str) -> SavedMatch:
        return read_match(text, load_all_rules(self._box))


def _tell_fault(fault: Exception) -> None:
    """Hand a fault on as if the thread had ended by it: a match that is not kept is no trifle."""
    told = type(fault), fault, fault.__traceback__, threading.current_thread()
    threading.excepthook(threading.ExceptHookArgs(told))


def build_seats(saved: SavedMatch | Replayed | records.RecordHead) -> tuple[Seat, ...]:
    """Return the seats of a match that was kept as the session has them."""
    return tuple(
        Seat(seat.name, None if seat.player == HUMAN else seat.player) for seat in saved.seats
    )


def list_players(seats: Sequence[Seat]) -> tuple[list[str], list[str]]:
    """Return the names of seats, and what saves and records call their players."""
    return [seat.name for seat in seats], [seat.player or HUMAN for seat in seats]


class _Setups(NamedTuple):
    """The set-up of each game by its name, and the game that was set up last."""

    last: str
    by_game: dict[str, GameSetup]


class SetupStore:
    """Reads the file, and has it written. writes: where that is done.

    The keys of the box's first game stand alone, for version 0.1.0 knew no other; those of another
    game follow its name and a dot.
    """

    def __init__(self, path: Path, box: Box, writes: storage.Worker) -> None:
        self._path = path
        self._writes = writes
        self._box = box
        self._first = next(iter(box))
        self._known: _Setups | None = None

    def load(self) -> tuple[GameSetup, tuple[storage.StoreTrouble, ...]]:
        self._writes.flush()
        self._known, troubles = self._file.load()
        return self._known.by_game[self._known.last], troubles

    @property
    def last(self) -> str:
        """The game that was set up last; told without loading what plays it."""
        if self._known is not None:
            return self._known.last
        with suppress(files.CannotRead, files.InvalidJson):
            document = files.read_json(files.read_text(self._path), files.LIMIT)
            game = document.get("game") if isinstance(document, dict) else None
            if isinstance(game, str) and game in self._box:
                return game
        return self._first

    def of(self, game: str) -> GameSetup:
        return self._setups.by_game[game]

    def keep(
        self, setup: GameSetup, failed: Callable[[files.CannotWrite], None] = lambda trouble: None
    ) -> None:
        # failed: hears why it cannot be kept, in the course of time.
        self._known = _Setups(setup.game, {**self._setups.by_game, setup.game: setup})
        self._writes.write(partial(self._file.save, self._known), failed, key=self._file)

    @property
    def _setups(self) -> _Setups:
        if self._known is None:
            self._known, _ = self._file.load()
        return self._known

    # -- the file ------------------------------------------------------------------------------

    @cached_property
    def _file(self) -> storage.KeptFile[_Setups]:
        # The AI players are not needed for the first frame, and take their time to import.
        readers: dict[str, Callable[[Any], Any]] = {"game": storage.read_one_of(*self._box)}
        for name, row in self._box.items():
            readers |= {self._key(name, field): read for field, read in _build_readers(row).items()}
        return storage.KeptFile(self._path, readers, self._made, self._plain)

    def _key(self, game: str, field: str) -> str:
        return field if game == self._first else f"{game}.{field}"

    def _made(self, found: Mapping[str, Any]) -> _Setups:
        by_game = {}
        for name, row in self._box.items():
            usual = build_first_setup(row)
            fields = {
                field: found.get(self._key(name, field), value)
                for field, value in {**usual.values, "seats": usual.seats, "seed": None}.items()
            }
            seats, seed = fields.pop("seats"), fields.pop("seed")
            by_game[name] = GameSetup(name, seats, fields, seed)
        return _Setups(found.get("game", self._first), by_game)

    def _plain(self, setups: _Setups) -> dict[str, Any]:
        plain: dict[str, Any] = {"game": setups.last}
        for name, setup in setups.by_game.items():
            seats = [
                {"name": seat.name, **({"face": seat.face} if seat.face else {})}
                if seat.level is None
                else {"level": seat.level}
                for seat in setup.seats
            ]
            fields = {"seats": seats, **setup.values, "seed": setup.seed}
            plain |= {self._key(name, field): value for field, value in fields.items()}
        return plain


def build_first_setup(row: GameRow) -> GameSetup:
    """Return what a new player finds: a person, and rivals who are easily beaten."""
    face = row.face()
    rivals = face.setup.seats[0] - 1
    easy = SeatPlan(level=row.players().levels[0].key)
    values = {option.key: option.default for option in face.setup.options}
    return GameSetup(row.name, (SeatPlan(), *[easy] * rivals), values)


def _build_readers(row: GameRow) -> dict[str, Callable[[Any], Any]]:
    face, levels = row.face(), [level.key for level in row.players().levels]
    return {
        "seats": partial(_read_seats, counts=face.setup.seats, levels=levels),
        **{option.key: partial(_value, option) for option in face.setup.options},
        "seed": storage.read_or_none(storage.read_whole(0, LAST_DEAL)),
    }


def _value(option: game.OptionSpec, value: Any) -> Any:
    if not option.allows(value):
        raise storage.Unfit(f"must be {option.wanted}")
    return value


def _read_seats(value: Any, counts: range, levels: Collection[str]) -> tuple[SeatPlan, ...]:
    if not isinstance(value, list) or len(value) not in counts:
        raise storage.Unfit(f"must be a list of {counts[0]} to {counts[-1]} seats")
    return tuple(_read_seat(each, levels) for each in value)


def _read_seat(value: Any, levels: Collection[str]) -> SeatPlan:
    match value:
        case {"level": str(level)}:
            if level not in levels:
                raise storage.Unfit(f"a level must be one of {', '.join(levels)}")
            return SeatPlan(level=level)
        case {"name": str(name)}:
            if not is_fit_name(name):
                raise storage.Unfit(f"{name!r} is not a name that can be kept")
            face = value.get("face", "")
            return SeatPlan(name, face=face if face in OWN_FACES else "")
    raise storage.Unfit("a seat must have a name or a level")
