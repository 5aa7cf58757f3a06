"""Folders, file locks, JSON files, and a background writer.

Two running instances of the program that write the same file would destroy each other's data. So an
instance locks each file that it writes. The system releases the lock when the process ends, also
after a crash.

A file that can't be parsed is renamed, an invalid value is replaced by its default, and both are
reported. Unknown keys are preserved for the version of the program that knows them.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sized
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, Generic, NamedTuple, TypeVar

from red7_desktop.kit.texts import Texts
from red7_desktop.tabletop import files

_LOG: Final = logging.getLogger(__name__)
MAX_INSTANCES: Final = 1000
"""Maximum number of running instances of the program that get a number of their own.

Each instance reserves its number with a lock file. Further instances would use number 1 without
reserving it. They would delete lines of instance 1's log when both start new log files, and could
play the same match, so the maximum is more than a computer can run."""


LOCK_TIMEOUT: Final = 2.0
"""Seconds to wait until another running instance of the program unlocks a file."""


class LockHeld(Exception):
    """Raised if another running instance of the program has locked a file."""


class Lock:
    """A file that is locked until `release` or the end of the process."""

    def __init__(self, path: Path) -> None:
        """Create and lock a file.

        Raises:
            LockHeld: Another process has locked the file.
            OSError: The file can't be created or locked.
        """
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
        """Unlock the file; do nothing if it was unlocked before."""
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
        except OSError as error:
            # Treat every error as a held lock, without checking its code: Wine sets none, or leaves
            # that of an earlier call.
            raise BlockingIOError(f"locked: {error}") from error

    def _unlock(descriptor: int) -> None:
        # Windows releases the lock of a closed file with a delay, so release it explicitly.
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Lock a file against other running instances of the program while the `with` block runs.

    Read the file inside the block, because another instance may just have written it.

    Raises:
        FileWriteError: Another instance holds the lock for longer than `LOCK_TIMEOUT`.
    """
    lock = None
    end = time.monotonic() + LOCK_TIMEOUT
    while lock is None:
        try:
            lock = Lock(path.with_name(f"{path.name}.lock"))
        except LockHeld as error:
            if time.monotonic() > end:
                raise files.FileWriteError(path, "failed", "another copy is writing it") from error
            time.sleep(0.05)
        except OSError:
            break
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


class InstanceNumber(NamedTuple):
    """The number that this running instance of the program has reserved for itself.

    Attributes:
        number: The number, from 1.
        lock: Lock that reserves the number; None if files can't be locked.
        others: Number of other instances that have reserved lower numbers.
    """

    number: int
    lock: Lock | None
    others: int = 0

    def release(self) -> None:
        if self.lock is not None:
            self.lock.release()


def reserve_instance_number(paths: Paths) -> InstanceNumber:
    """Reserve the first number that no other running instance of the program has reserved.

    The number selects the log file, so that each instance has its own.

    The number is 1 if files can't be locked, for example on a read-only disk.
    """
    for number in range(1, MAX_INSTANCES + 1):
        try:
            return InstanceNumber(number, Lock(paths.saves / _name_lock(number)), number - 1)
        except LockHeld:
            continue
        except OSError:
            break
    return InstanceNumber(1, None)


def list_other_instances(paths: Paths, own: int) -> frozenset[int]:
    """Return the numbers of the other running instances of the program that use the same folders.

    Args:
        paths: The folders.
        own: Number of this instance, see `reserve_instance_number`.
    """
    found = set()
    for path in paths.saves.glob("copy*.lock"):
        name = re.fullmatch(_LOCK_NAME, path.name)
        if name is None:
            continue
        number = int(name[1] or 1)
        if number == own:
            continue
        try:
            Lock(path).release()
        except LockHeld:
            found.add(number)
        except OSError:
            break
    return frozenset(found)


_LOCK_NAME: Final = r"copy(?:-([0-9]{1,4}))?\.lock"
"""Name of a lock file that reserves a number, see `_name_lock`."""


def _name_lock(number: int) -> str:
    if number == 1:
        return "copy.lock"
    return f"copy-{number}.lock"


T = TypeVar("T")
MAX_FILE_BYTES: Final = 100_000
"""Maximum size of a settings file or another small JSON file, in bytes.

A larger file counts as damaged."""
_DAMAGED_CODES: Final = ("not_text", "too_large")
_SHOWN: Final = 40


class FileProblemKind(StrEnum):
    """The kinds of problems with a stored file."""

    DAMAGED = "damaged"
    """The file can't be parsed; it was renamed if possible."""
    RESTORED = "restored"
    """The file can't be parsed; it was renamed, and its backup is used."""
    UNREADABLE = "unreadable"
    """The file exists but can't be opened; it wasn't renamed."""
    WRONG_VALUE = "wrong value"
    """A value is invalid; its default is used."""


class StoredFileProblem(NamedTuple):
    """One problem with a stored file.

    Attributes:
        file: The file.
        kind: Kind of problem.
        why: Reason in English. It may quote user input, so it must not be logged.
        key: Key of the invalid value; only used for WRONG_VALUE.
        renamed_to: New name of a damaged file; None if it wasn't renamed.
    """

    file: Path
    kind: FileProblemKind
    why: str
    key: str = ""
    renamed_to: Path | None = None

    def words(self, texts: Texts) -> str:
        match self.kind:
            case FileProblemKind.DAMAGED if self.renamed_to is not None:
                return texts(
                    "{name} was damaged. It was renamed to {aside}; default settings are in use.",
                    name=self.file.name,
                    aside=self.renamed_to.name,
                )
            case FileProblemKind.RESTORED:
                return texts(
                    "{name} was damaged and is now {aside}. Its backup is in use.",
                    name=self.file.name,
                    aside=self.file.name if self.renamed_to is None else self.renamed_to.name,
                )
            case FileProblemKind.DAMAGED:
                return texts(
                    "The file {name} is damaged; default settings are in use.", name=self.file.name
                )
            case FileProblemKind.UNREADABLE:
                return texts(
                    "The file {name} can’t be read; default settings are in use.",
                    name=self.file.name,
                )
            case FileProblemKind.WRONG_VALUE:
                return texts(
                    "Invalid value for “{key}” in {name}: default restored.",
                    key=self.key,
                    name=self.file.name,
                )


class InvalidField(ValueError):
    """Raised for an invalid value in a JSON file; the message says which values are valid."""


@dataclass(eq=False, repr=False)
class JsonFile(Generic[T]):
    """A JSON file that stores one object, such as the settings.

    Attributes:
        path: The file.
        readers: For each key a function that converts JSON to the field's value or raises
            InvalidField.
        make: Creates the object from the valid fields.
        plain: Converts the object to a JSON object.
    """

    path: Path
    readers: Mapping[str, Callable[[Any], Any]]
    make: Callable[[Mapping[str, Any]], T]
    plain: Callable[[T], dict[str, Any]]

    def __post_init__(self) -> None:
        self._unknown: dict[str, Any] = {}

    def load(self) -> tuple[T, tuple[StoredFileProblem, ...]]:
        """Read the stored object; missing and invalid fields get their defaults.

        Returns:
            The object, and the problems found.
        """
        found, troubles = self._object()
        self._unknown = {key: found[key] for key in found if key not in self.readers}
        fields: dict[str, Any] = {}
        for key, read in self.readers.items():
            if key not in found:
                continue
            try:
                fields[key] = read(found[key])
            except InvalidField as error:
                why = f"{files.truncate(repr(found[key]), _SHOWN)}: {error}"
                troubles.append(StoredFileProblem(self.path, FileProblemKind.WRONG_VALUE, why, key))
        return self.make(fields), tuple(troubles)

    def save(self, value: T) -> None:
        """Write an object to the file atomically.

        Unknown keys that were in the file are preserved, because a newer version of the program may
        use them. They are dropped if the file would exceed `MAX_FILE_BYTES` with them.

        Raises:
            FileWriteError: The file can't be written.
        """
        known = self.plain(value)
        text = _format_json(self._unknown | known)
        if len(text.encode()) > MAX_FILE_BYTES:
            text = _format_json(known)
        files.write_atomically(self.path, text)

    def _object(self, *, is_alone: bool = False) -> tuple[dict[str, Any], list[StoredFileProblem]]:
        """Read the file; if it is damaged, rename it and read its backup.

        Args:
            is_alone: Whether the caller has locked the file. Otherwise a damaged file is locked and
                read again, because another instance may have replaced it.

        Returns:
            The JSON object, empty if nothing could be read; and the problems found.
        """
        try:
            return _read_object(self.path), []
        except files.FileReadError as error:
            if error.code == "missing":
                return {}, []
            if error.code not in _DAMAGED_CODES:
                return {}, [StoredFileProblem(self.path, FileProblemKind.UNREADABLE, error.why)]
            problem: Exception = error
        except files.InvalidJson as error:
            problem = error
        aside = None
        with suppress(files.FileWriteError):
            if not is_alone:
                with exclusive_lock(self.path):
                    return self._object(is_alone=True)
            aside = files.set_aside(self.path)
        with suppress(files.FileReadError, files.InvalidJson):
            found = _read_object(files.backup_of(self.path))
            return found, [
                StoredFileProblem(
                    self.path, FileProblemKind.RESTORED, str(problem), renamed_to=aside
                )
            ]
        return {}, [
            StoredFileProblem(self.path, FileProblemKind.DAMAGED, str(problem), renamed_to=aside)
        ]


def _read_object(path: Path) -> dict[str, Any]:
    found = files.read_json(files.read_text(path, MAX_FILE_BYTES), MAX_FILE_BYTES)
    if not isinstance(found, dict):
        raise files.InvalidJson("$", "bad_value", "is not an object")
    return found


def _format_json(plain: Mapping[str, Any]) -> str:
    """Convert a dict to the text of a JSON file, with one line for each key of the dict."""
    lines = (
        f"  {json.dumps(key, ensure_ascii=False)}: {json.dumps(each, ensure_ascii=False)}"
        for key, each in plain.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


# -- readers of plain values ---------------------------------------------------------------


def read_bool(value: Any) -> bool:
    """Return a value from a JSON file if it is true or false.

    Raises:
        InvalidField: The value is anything else.
    """
    if not isinstance(value, bool):
        raise InvalidField("must be true or false")
    return value


def read_one_of(*values: Any) -> Callable[[Any], Any]:
    """Return a function that returns its argument if it is one of some values.

    Otherwise the function raises InvalidField.
    """

    def read(value: Any) -> Any:
        if isinstance(value, bool) or value not in values:
            raise InvalidField(f"must be one of {', '.join(map(repr, values))}")
        return value

    return read


def read_int_in(least: int, most: int) -> Callable[[Any], int]:
    """Return a function that returns its argument if it is an integer in a range.

    Otherwise the function raises InvalidField.

    Args:
        least: Smallest valid value.
        most: Largest valid value.
    """

    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise InvalidField(f"must be a whole number from {least} to {most}")
        return value

    return read


def read_or_none(read: Callable[[Any], T]) -> Callable[[Any], T | None]:
    """Return a function that returns None for null, and otherwise calls the given validator.

    Args:
        read: Validator of values other than null; raises InvalidField for an invalid value.
    """
    return lambda value: None if value is None else read(value)


NAME: Final = "red7-desktop"
HOME: Final = "RED7_HOME"
"""Name of the environment variable that selects the folder for all data."""
PORTABLE: Final = ("portable", "portable.txt")
"""Names of marker files. One of them beside the executable makes the program store data there."""
PORTABLE_FOLDER: Final = "data"
"""Name of the data folder beside the executable. The program uses this folder if a file with a name
from `PORTABLE` is beside the executable."""


class HomeError(ValueError):
    """Raised if no data folder can be determined.

    Either RED7_HOME names a folder that can't be made absolute, such as `~unknown/x`, or the user
    has no home folder.
    """


class Paths:
    """The program's folders, which need not exist, and the files in them.

    Attributes:
        config: Folder of settings.
        saves: Folder of the library and exports.
        logs: Folder of log files.
        settings: The settings file.
        setup: File with the user's last choices for new matches.
        library: SQLite file with matches, players and statistics.
        records: Folder of exported matches.
        profiles: Folder of exported profiles, and of profiles to import.
        pictures: Folder of pictures and films.
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

    def log_file(self, number: int) -> Path:
        return self.logs / ("red7.log" if number == 1 else f"red7-{number}.log")


def find_own_folder() -> Path | None:
    """Return the folder of the program's executable; None if the program runs from source."""
    if getattr(sys, "frozen", False):
        return Path(sys.executable).parent
    return None


def find_home(environment: Mapping[str, str], beside: Path | None = None) -> Path | None:
    """Return the folder for all data, or None if the platform's folders are used.

    Args:
        environment: Environment variables. If RED7_HOME names a folder, that folder is returned.
        beside: Folder of the executable. If RED7_HOME isn't set and `beside` contains one of the
            marker files in `PORTABLE`, the folder `PORTABLE_FOLDER` in it is returned.

    Raises:
        HomeError: RED7_HOME names a folder that can't be made absolute.
    """
    home = environment.get(HOME, "").strip()
    if not home and beside is not None and any((beside / name).exists() for name in PORTABLE):
        return beside / PORTABLE_FOLDER
    try:
        if home:
            return Path(home).expanduser().absolute()
        return None
    except RuntimeError as error:  # The path has the form `~name`, with an unknown user.
        raise HomeError(f"{HOME}: there is no folder {home!r}: {error}") from error
    except OSError as error:
        raise HomeError(f"{HOME}: {home!r} lies in a folder that is gone") from error


def find_paths(environment: Mapping[str, str], beside: Path | None = None) -> Paths:
    """Return the paths of settings, library, exports and logs.

    All paths are below the folder that `find_home` returns. If it returns None, they are in the
    platform's usual folders.

    Args:
        environment: Environment variables.
        beside: Folder of the executable, see `find_home`.

    Raises:
        HomeError: No folder can be determined.

    >>> find_paths({"RED7_HOME": "/stick"}).settings.relative_to(Path("/stick").absolute()).parts
    ('config', 'settings.json')
    """
    home = find_home(environment, beside)
    if home is not None:
        return Paths(home / "config", home / "saves", home / "logs")
    # Imported here because it isn't needed if the user has chosen a folder.
    from platformdirs import PlatformDirs

    folders = PlatformDirs(NAME, appauthor=False, roaming=True)
    try:
        return Paths(
            folders.user_config_path, folders.user_data_path / "saves", folders.user_log_path
        )
    except RuntimeError as error:  # The user has no home folder.
        raise HomeError(f"{error}; {HOME} can name a folder too") from error


class Cancelled(Exception):
    """Raised inside a cancelled job to end it; the job has changed nothing."""


class JobProgress:
    """The progress of a job in another thread, and a flag to cancel it.

    Attributes:
        share: Completed share, 0 to 1.
    """

    def __init__(self) -> None:
        self.share = 0.0
        self._is_cancelled = threading.Event()

    def cancel(self) -> None:
        """Make the job stop at its next step."""
        self._is_cancelled.set()

    @property
    def is_cancelled(self) -> bool:
        return self._is_cancelled.is_set()

    def track(
        self, items: Iterable[T], start: float, end: float, count: int | None = None
    ) -> Iterator[T]:
        """Yield items one by one, and update the job's progress meanwhile.

        Args:
            items: Items to process.
            start: Progress before the first item, as a share of the whole job from 0 to 1.
            end: Progress after the last item, as a share of the whole job from 0 to 1.
            count: Number of items; None for the length of `items`.

        Raises:
            Cancelled: The job was cancelled.
        """
        whole = len(items) if count is None and isinstance(items, Sized) else count or 1
        for nth, item in enumerate(items):
            if nth % _STEPS_AT_ONCE == 0:
                self.report(start + (end - start) * nth / whole)
            yield item
        self.share = end

    def report(self, share: float) -> None:
        """Set the completed share of the job, from 0 to 1.

        Raises:
            Cancelled: The job was cancelled.
        """
        if self.is_cancelled:
            raise Cancelled
        self.share = share


_STEPS_AT_ONCE: Final = 64
"""Number of items that `JobProgress.track` yields between two updates of the progress.

Cancellation is checked at each update."""


FREED_AT_ONCE: Final = 256
"""Number of list entries that `free_in_slices` deletes at a time; then other threads may run."""


def free_in_slices(entries: Any) -> None:
    """Empty a large list or dict bit by bit.

    Python frees a container in one step during which no other thread runs. With 450,000 entries
    this freezes the window for half a second.

    Args:
        entries: The list or dict; anything else is left alone.
    """
    if isinstance(entries, list):
        while entries:
            del entries[-FREED_AT_ONCE:]
    elif isinstance(entries, dict):
        while entries:
            entries.popitem()


class CollectionPause:
    """Switches Python's garbage collector off while threads build very many objects.

    A full collection visits every object, and no other thread runs meanwhile. With 450,000 objects
    this takes two seconds.

    Attributes:
        is_on: Whether collection is paused.
    """

    def __init__(self) -> None:
        self.is_on = False

    def begin(self) -> None:
        self.is_on = True
        gc.disable()

    def end(self) -> None:
        if self.is_on:
            self.is_on = False
            gc.enable()


COLLECTION_PAUSE: Final = CollectionPause()
"""The only instance of `CollectionPause`, because a process has only one garbage collector."""


class BackgroundTask(Generic[T]):
    """A function call (the job) that a `Worker` runs in another thread, and its result.

    `is_done` is True once the call has returned or raised.
    """

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

    def replace_job(self, job: Callable[[], T]) -> None:
        """Replace the function to call. Only valid before `run` has been called."""
        self._job = job

    def run(self) -> None:
        """Call the job's function and store its result or the exception that it raises.

        Afterwards the task no longer refers to the function. The function's data can then be freed
        while the task is still in use.
        """
        job = self._job
        del self._job
        try:
            self._results.append(job())
        except Exception as error:  # `result` raises the exception again.
            self.error = error
        self._done.set()

    def wait(self) -> None:
        self._done.wait()

    def result(self) -> T:
        """Wait for the job and return its result.

        Raises:
            Exception: The exception of the job.
        """
        self.wait()
        if self.error is not None:
            raise self.error
        return self._results[0]


class Worker:
    """A thread that runs queued jobs (function calls) in order; it starts with the first job.

    A new job replaces a queued job with the same key. `tick` calls the callbacks that were passed
    to `write`, in the caller's thread.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: SimpleQueue[tuple[Hashable, BackgroundTask[Any]] | None] = SimpleQueue()
        self._queued: dict[Hashable, BackgroundTask[Any]] = {}
        self._changing = threading.Lock()
        self._thread: threading.Thread | None = None
        # Callbacks of writes that haven't finished.
        self._callbacks: dict[BackgroundTask[Any], Callable[[], None]] = {}

    def submit(self, job: Callable[[], T], key: Hashable = None) -> BackgroundTask[T]:
        with self._changing:
            if (waiting := self._queued.get(key)) is not None:
                waiting.replace_job(job)
                return waiting
            task = BackgroundTask(job)
            if key is not None:
                self._queued[key] = task
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                self._thread.start()
            self._tasks.put((key, task))
        return task

    def write(
        self,
        job: Callable[[], T],
        failed: Callable[[files.FileWriteError], None],
        done: Callable[[T], None] = lambda outcome: None,
        key: Hashable = None,
    ) -> None:
        task = self.submit(job, key)

        def call_back() -> None:
            try:
                outcome = task.result()
            except files.FileWriteError as error:
                failed(error)
            else:
                done(outcome)

        self._callbacks[task] = call_back

    @property
    def needs_tick(self) -> bool:
        return bool(self._callbacks)

    def tick(self) -> None:
        while self._callbacks and (task := next(iter(self._callbacks))).is_done:
            self._callbacks.pop(task)()

    def flush(self) -> None:
        """Wait until all queued jobs are done."""
        if self._thread is not None:
            self.submit(lambda: None).wait()

    def close(self) -> None:
        if self._thread is not None:
            self._tasks.put(None)
            self._thread.join()
            self._thread = None

    def _work(self) -> None:
        while (queued := self._tasks.get()) is not None:
            key, task = queued
            with self._changing:
                self._queued.pop(key, None)
            task.run()


class SynchronousWorker(Worker):
    """A worker that runs each job at once in the caller's thread, for deterministic tests."""

    def __init__(self) -> None:
        super().__init__("nobody")

    def submit(self, job: Callable[[], T], key: Hashable = None) -> BackgroundTask[T]:
        task = BackgroundTask(job)
        task.run()
        return task


PROFILE_SUFFIX: Final = ".red7profile"
"""Suffix of the file names of exported profiles."""
