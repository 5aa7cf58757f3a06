"""Folders, locks, JSON files, writing in the background.

Two copies that wrote the same file would destroy each other's matches. So a copy locks what it
writes as long as it does; the system takes the lock away with the process, however that ends.

A file that cannot be understood is set aside, a value that makes no sense is replaced by its
default, and either is told. Keys that this version does not know are kept for the one that does.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, Generic, NamedTuple, TypeVar

from platformdirs import PlatformDirs

from red7_desktop.kit.texts import Texts
from red7_desktop.tabletop import files

_LOG: Final = logging.getLogger(__name__)
MOST: Final = 32
"""More copies are not looked for: where every place is taken, nothing can be locked here."""


PATIENCE: Final = 2.0
"""Seconds for another copy of the program that mends or writes a file."""


class LockHeld(Exception):
    """Another copy of the program has locked this file."""


class Lock:
    """A file that is locked until `release` or the end of the process."""

    def __init__(self, path: Path) -> None:
        """Lock a file, making it. Raises LockHeld, or OSError where nothing can be locked here."""
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        self._descriptor: int | None = descriptor
        try:
            _lock(descriptor)
        except OSError as error:
            os.close(descriptor)
            if isinstance(error, BlockingIOError | PermissionError):
                raise LockHeld(str(path)) from error
            raise

    def release(self) -> None:
        """Unlock the file, unless that was done before."""
        descriptor = self._descriptor
        if descriptor is not None:
            self._descriptor = None
            _unlock(descriptor)
            os.close(descriptor)


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:  # Wine says no reason, or an older one
            raise BlockingIOError(f"locked: {error}") from error

    def _unlock(descriptor: int) -> None:
        # Windows takes a lock away with the file that is closed, but at its leisure.
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextmanager
def lock_out_others(path: Path) -> Iterator[None]:
    """Let no other copy mend or rewrite a file meanwhile. Raises CannotWrite when one is slow.

    Whoever waited for it reads the file again: another copy may have written it.
    """
    lock = None
    end = time.monotonic() + PATIENCE
    while lock is None:
        try:
            lock = Lock(path.with_name(f"{path.name}.lock"))
        except LockHeld as error:
            if time.monotonic() > end:
                raise files.CannotWrite(path, "failed", "another copy is writing it") from error
            time.sleep(0.05)
        except OSError:
            break
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


class InstanceNumber(NamedTuple):
    """Which of the copies that run at the same time this is, 1 for the first.

    lock: None where nothing can be locked. others: how many other copies were met on the way here.
    """

    number: int
    lock: Lock | None
    others: int = 0

    def release(self) -> None:
        if self.lock is not None:
            self.lock.release()


def take_place(paths: Paths) -> InstanceNumber:
    """Lock the first free place, so that a copy has a log of its own and knows of the others.

    Where nothing can be locked (a disk that can only be read, say) it is the first.
    """
    for number in range(1, MOST + 1):
        try:
            return InstanceNumber(number, Lock(paths.saves / _name_copy(number)), number - 1)
        except LockHeld:
            continue
        except OSError:
            break
    return InstanceNumber(1, None)


def list_other_copies(paths: Paths, own: int) -> frozenset[int]:
    """Return the numbers of the other copies of the program that run on this home.

    Args:
        paths: The home.
        own: Number of this copy, see `take_place`.
    """
    found = set()
    for number in range(1, MOST + 1):
        path = paths.saves / _name_copy(number)
        if number == own or not path.exists():
            continue
        try:
            Lock(path).release()
        except LockHeld:
            found.add(number)
        except OSError:
            break
    return frozenset(found)


def _name_copy(number: int) -> str:
    if number == 1:
        return "copy.lock"
    return f"copy-{number}.lock"


T = TypeVar("T")
LONGEST: Final = 100_000
"""No kept file is longer, in bytes."""
_DAMAGED_CODES: Final = ("not_text", "too_large")
_SHOWN: Final = 40


class TroubleKind(StrEnum):
    """What was wrong."""

    DAMAGED = "damaged"
    """The file makes no sense; it was renamed, where that could be done."""
    RESTORED = "restored"
    """The file makes no sense; it was renamed, and its backup is in use."""
    UNREADABLE = "unreadable"
    """The file is there and cannot be opened; it was left alone."""
    WRONG_VALUE = "wrong value"
    """One value makes no sense; its default is used."""


class StoreTrouble(NamedTuple):
    """One thing that was wrong with a kept file.

    key: of the value, for WRONG_VALUE. why: in English; it may quote what people have typed, so
    it is not for the log. aside: what a damaged file is called now, None where it is still there.
    """

    file: Path
    kind: TroubleKind
    why: str
    key: str = ""
    aside: Path | None = None

    def words(self, texts: Texts) -> str:
        match self.kind:
            case TroubleKind.DAMAGED if self.aside is not None:
                return texts(
                    "{name} was damaged. It was renamed to {aside}; default settings are in use.",
                    name=self.file.name,
                    aside=self.aside.name,
                )
            case TroubleKind.RESTORED:
                return texts(
                    "{name} was damaged and is now {aside}. Its backup is in use.",
                    name=self.file.name,
                    aside=self.file.name if self.aside is None else self.aside.name,
                )
            case TroubleKind.DAMAGED:
                return texts(
                    "The file {name} is damaged; default settings are in use.", name=self.file.name
                )
            case TroubleKind.UNREADABLE:
                return texts(
                    "The file {name} can’t be read; default settings are in use.",
                    name=self.file.name,
                )
            case TroubleKind.WRONG_VALUE:
                return texts(
                    "Invalid value for “{key}” in {name}: default restored.",
                    key=self.key,
                    name=self.file.name,
                )


class Unfit(ValueError):
    """A value that cannot be used; says what it should have been."""


@dataclass(eq=False)
class KeptFile(Generic[T]):
    """One file that holds one value.

    `readers` give, for each key, the field's value from plain JSON, or raise Unfit. `make` builds
    the value from the fields that could be read, `plain` gives its fields as plain JSON.
    """

    path: Path
    readers: Mapping[str, Callable[[Any], Any]]
    make: Callable[[Mapping[str, Any]], T]
    plain: Callable[[T], dict[str, Any]]

    def __post_init__(self) -> None:
        self._unknown: dict[str, Any] = {}

    def load(self) -> tuple[T, tuple[StoreTrouble, ...]]:
        """Read the value; what is missing or wrong in the file has its default."""
        found, troubles = self._object()
        self._unknown = {key: found[key] for key in found if key not in self.readers}
        fields: dict[str, Any] = {}
        for key, read in self.readers.items():
            if key not in found:
                continue
            try:
                fields[key] = read(found[key])
            except Unfit as error:
                why = f"{files.shorten(repr(found[key]), _SHOWN)}: {error}"
                troubles.append(StoreTrouble(self.path, TroubleKind.WRONG_VALUE, why, key))
        return self.make(fields), tuple(troubles)

    def save(self, value: T) -> None:
        """Write the value at once, whole or not at all. Raises CannotWrite.

        What this version does not know is left out where the file could not be read again with it.
        """
        known = self.plain(value)
        text = _write_json(self._unknown | known)
        if len(text.encode()) > LONGEST:
            text = _write_json(known)
        files.write_atomically(self.path, text)

    def _object(self, *, is_alone: bool = False) -> tuple[dict[str, Any], list[StoreTrouble]]:
        """Return the file's fields, or those of its backup, and what was wrong."""
        try:
            return _read_object(self.path), []
        except files.CannotRead as error:
            if error.code == "missing":
                return {}, []
            if error.code not in _DAMAGED_CODES:
                return {}, [StoreTrouble(self.path, TroubleKind.UNREADABLE, error.why)]
            problem: Exception = error
        except files.InvalidJson as error:
            problem = error
        aside = None
        with suppress(files.CannotWrite):
            if not is_alone:
                with lock_out_others(self.path):
                    return self._object(is_alone=True)
            aside = files.move_aside(self.path)
        with suppress(files.CannotRead, files.InvalidJson):
            found = _read_object(files.backup_of(self.path))
            return found, [StoreTrouble(self.path, TroubleKind.RESTORED, str(problem), aside=aside)]
        return {}, [StoreTrouble(self.path, TroubleKind.DAMAGED, str(problem), aside=aside)]


def _read_object(path: Path) -> dict[str, Any]:
    found = files.read_json(files.read_text(path, LONGEST), LONGEST)
    if not isinstance(found, dict):
        raise files.InvalidJson("$", "bad_value", "is not an object")
    return found


def _write_json(plain: Mapping[str, Any]) -> str:
    """Write an object with a line for each key: what is read and written again does not grow."""
    lines = (
        f"  {json.dumps(key, ensure_ascii=False)}: {json.dumps(each, ensure_ascii=False)}"
        for key, each in plain.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


# -- readers of plain values ---------------------------------------------------------------


def read_truth(value: Any) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise Unfit("must be true or false")
    return value


def read_one_of(*values: Any) -> Callable[[Any], Any]:
    """Return a reader of one of a few values."""

    def read(value: Any) -> Any:
        if isinstance(value, bool) or value not in values:
            raise Unfit(f"must be one of {', '.join(map(repr, values))}")
        return value

    return read


def read_whole(least: int, most: int) -> Callable[[Any], int]:
    """Return a reader of a whole number within limits."""

    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise Unfit(f"must be a whole number from {least} to {most}")
        return value

    return read


def read_or_none(read: Callable[[Any], T]) -> Callable[[Any], T | None]:
    """Return a reader that lets null pass."""
    return lambda value: None if value is None else read(value)


NAME: Final = "red7-desktop"
HOME: Final = "RED7_HOME"
"""The environment variable that puts everything into one folder."""
PORTABLE: Final = ("portable", "portable.txt")
"""A file of such a name next to the executable puts everything next to it too, on a stick, say."""
BESIDE: Final = "data"
"""The folder that everything goes into then."""


class BadHome(ValueError):
    """Says why no folder can be made out of what the environment names."""


class Paths:
    """The folders, which need not exist yet, and the files in them.

    Attributes:
        settings: The settings.
        setup: The set-ups of new games, as they were chosen last.
        library: Matches, people and everything that was counted, in one SQLite file.
        records: Matches that were exported from the table.
        profiles: Profiles that were exported, or are to be imported.
        pictures: Pictures and films of tables.
    """

    def __init__(self, config: Path, saves: Path, logs: Path) -> None:
        self.config = config
        self.saves = saves
        self.logs = logs
        self.settings = config / "settings.json"
        self.setup = config / "setup.json"
        self.records = saves / "records"
        self.library = saves / "library.sqlite3"
        self.profiles = saves / "profiles"
        self.pictures = saves / "pictures"

    def log(self, number: int) -> Path:
        return self.logs / ("red7.log" if number == 1 else f"red7-{number}.log")


def find_own_folder() -> Path | None:
    """Return the folder of the executable; None where Python runs the program."""
    if getattr(sys, "frozen", False):
        return Path(sys.executable).parent
    return None


def find_home(environment: Mapping[str, str], beside: Path | None = None) -> Path | None:
    """Return the folder that RED7_HOME names, from the root on; None where everything has its own.

    next to: the folder of the executable, which may ask for the home to lie in it. Raises BadHome.
    """
    home = environment.get(HOME, "").strip()
    if not home and beside is not None and any((beside / name).exists() for name in PORTABLE):
        return beside / BESIDE
    try:
        if home:
            return Path(home).expanduser().absolute()
        return None
    except RuntimeError as error:  # no one of this name has a home here
        raise BadHome(f"{HOME}: there is no folder {home!r}: {error}") from error
    except OSError as error:
        raise BadHome(f"{HOME}: {home!r} lies in a folder that is gone") from error


def find_paths(environment: Mapping[str, str], beside: Path | None = None) -> Paths:
    """Return the folders: the platform's own, or those below the home that `find_home` gives.

    Raises BadHome.

    >>> find_paths({"RED7_HOME": "/stick"}).settings.relative_to(Path("/stick").absolute()).parts
    ('config', 'settings.json')
    """
    home = find_home(environment, beside)
    if home is not None:
        return Paths(home / "config", home / "saves", home / "logs")
    folders = PlatformDirs(NAME, appauthor=False, roaming=True)
    try:
        return Paths(
            folders.user_config_path, folders.user_data_path / "saves", folders.user_log_path
        )
    except RuntimeError as error:  # this user has no home
        raise BadHome(f"{error}; {HOME} can name a folder too") from error


class Cancelled(Exception):
    """A long job was cancelled; it has changed nothing."""


class Progress:
    """How far a long job in another thread has come, and whether it should stop.

    Attributes:
        share: The part that is done, 0 to 1.
    """

    def __init__(self) -> None:
        self.share = 0.0
        self._is_cancelled = threading.Event()

    def cancel(self) -> None:
        """Let the job stop at its next step."""
        self._is_cancelled.set()

    @property
    def is_cancelled(self) -> bool:
        return self._is_cancelled.is_set()

    def follow(self, items: Sequence[T], start: float, end: float) -> Iterator[T]:
        """Iterate over items, from one share of the whole job to another.

        Raises:
            Cancelled: The job is to stop.
        """
        for nth, item in enumerate(items):
            if nth % _STEPS_AT_ONCE == 0:
                self.report(start + (end - start) * nth / len(items))
            yield item
        self.share = end

    def report(self, share: float) -> None:
        """Take note of the share that is done. Raises Cancelled where the job is to stop."""
        if self.is_cancelled:
            raise Cancelled
        self.share = share


_STEPS_AT_ONCE: Final = 64
"""A job looks this seldom whether it is cancelled."""


class BackgroundTask(Generic[T]):
    """Something to be done. is_done: it has been, or has failed."""

    def __init__(self, job: Callable[[], T]) -> None:
        self._job = job
        self._results: list[T] = []
        self._done = threading.Event()
        self.error: Exception | None = None

    @property
    def is_done(self) -> bool:
        return self._done.is_set()

    @classmethod
    def done(cls, result: T) -> BackgroundTask[T]:
        task = cls(lambda: result)
        task.run()
        return task

    def do_instead(self, job: Callable[[], T]) -> None:
        """Let this be done where nothing has been yet."""
        self._job = job

    def run(self) -> None:
        """Do it, and let go of it: what keeps the task for its result keeps nothing else."""
        job = self._job
        del self._job
        try:
            self._results.append(job())
        except Exception as error:  # it is for the one who wants the result
            self.error = error
        self._done.set()

    def wait(self) -> None:
        self._done.wait()

    def result(self) -> T:
        """Wait until it is done, and return the outcome, or raise what went wrong."""
        self.wait()
        if self.error is not None:
            raise self.error
        return self._results[0]


class Worker:
    """Does what it is asked in a thread of its own, in that order; it begins with the first job.

    A job takes the place of one with the same key that has not begun. How a `write` has ended is
    told at a `tick`.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: SimpleQueue[tuple[Hashable, BackgroundTask[Any]] | None] = SimpleQueue()
        self._waiting: dict[Hashable, BackgroundTask[Any]] = {}
        self._changing = threading.Lock()
        self._thread: threading.Thread | None = None
        # What tells how a write has ended, well or not.
        self._awaited: dict[BackgroundTask[Any], Callable[[], None]] = {}

    def do(self, job: Callable[[], T], key: Hashable = None) -> BackgroundTask[T]:
        with self._changing:
            if (waiting := self._waiting.get(key)) is not None:
                waiting.do_instead(job)
                return waiting
            task = BackgroundTask(job)
            if key is not None:
                self._waiting[key] = task
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                self._thread.start()
            self._tasks.put((key, task))
        return task

    def write(
        self,
        job: Callable[[], T],
        failed: Callable[[files.CannotWrite], None],
        done: Callable[[T], None] = lambda outcome: None,
        key: Hashable = None,
    ) -> None:
        task = self.do(job, key)

        def tell() -> None:
            try:
                outcome = task.result()
            except files.CannotWrite as error:
                failed(error)
            else:
                done(outcome)

        self._awaited[task] = tell

    @property
    def is_waiting(self) -> bool:
        return bool(self._awaited)

    def tick(self) -> None:
        while self._awaited and (task := next(iter(self._awaited))).is_done:
            self._awaited.pop(task)()

    def flush(self) -> None:
        """Wait until all that was asked for is done, or has failed."""
        if self._thread is not None:
            self.do(lambda: None).wait()

    def close(self) -> None:
        if self._thread is not None:
            self._tasks.put(None)
            self._thread.join()
            self._thread = None

    def _work(self) -> None:
        while (asked := self._tasks.get()) is not None:
            key, task = asked
            with self._changing:
                self._waiting.pop(key, None)
            task.run()


class WorkerHere(Worker):
    """Does what it is asked at once, in the thread that asks: where everything goes by steps."""

    def __init__(self) -> None:
        super().__init__("nobody")

    def do(self, job: Callable[[], T], key: Hashable = None) -> BackgroundTask[T]:
        task = BackgroundTask(job)
        task.run()
        return task


ENDING: Final = ".red7profile"
"""How the names of files end that hold a profile."""
