"""Text files that survive a crash: written whole or not at all, with the one before as a backup.

At every moment of a write the file is either the old one or the new one, whole. Everything that
can go wrong is a CannotRead or CannotWrite that names the file.
"""

from __future__ import annotations

import errno
import math
import os
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final, Generic, TypeVar

Value = TypeVar("Value")


LIMIT: Final = 8_000_000
"""How many bytes a text may have unless the caller says otherwise."""


_SPARE: Final = ".tmp"
"""How the names of files end that are being written."""


_HELD: Final = frozenset({5, 32, 33})
"""What Windows says (`winerror`) where another program has a file open: a virus scanner, a copy in
the cloud, somebody who reads it. They let go of it soon."""

_PAUSES: Final = (0.01, 0.02, 0.05, 0.1, 0.2)
"""Seconds after which a file that was held is tried again."""


_CODES: Final = {
    errno.ENOENT: ("missing", "there is no such file or folder"),
    errno.ENOTDIR: ("missing", "there is no such folder"),
    errno.EEXIST: ("missing", "there is no such folder, but a file in its place"),
    errno.EISDIR: ("folder", "is a folder"),
    errno.EACCES: ("not_permitted", "no permission"),
    errno.EPERM: ("not_permitted", "no permission"),
    errno.EROFS: ("not_permitted", "the disk can only be read"),
    errno.ENOSPC: ("full", "the disk is full"),
    errno.EDQUOT: ("full", "no more room is granted on this disk"),
    errno.EFBIG: ("full", "no file may grow so large here"),
    errno.ENAMETOOLONG: ("bad_name", "the name is too long"),
}
"""By what the system says: our code, and words."""


class FileTrouble(Exception):
    """A file that cannot be read or written: `path`, a `code`, and `why` in words.

    The codes: missing, folder, not_a_file (a device, say), not_permitted, full, bad_name,
    not_text, too_large, failed (anything else; `why` is what the system says).
    """

    def __init__(self, path: Path, code: str, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.path = path
        self.code = code
        self.why = why


class CannotRead(FileTrouble):
    """A file that cannot be read."""


class CannotWrite(FileTrouble):
    """A file that cannot be written; it is as it was before."""


@dataclass(frozen=True, slots=True)
class Loaded(Generic[Value]):
    """What was read, and from where: `source` is the file, or its backup.

    problem: why the file itself was of no use, None where it was. set_aside: the copy made of it.
    """

    value: Value
    source: Path
    problem: Exception | None = None
    set_aside: Path | None = None


def backup_of(path: Path) -> Path:
    """Give the name of a file's backup.

    >>> backup_of(Path("match.json")).name
    'match.json.bak'
    """
    return path.with_name(f"{path.name}.bak")


def write_atomically(path: Path, text: str) -> None:
    """Write a text, in UTF-8, in place of a file; the file that was there becomes the backup.

    Raises CannotWrite, and then the file is as it was.
    """
    with _wrap_errors(CannotWrite, path):
        data = _encode_text(path, text)
        target = _target_of(path)
        there = target.exists()
        if there:
            _refuse_odd(CannotWrite, target)
        fresh = _make_beside(target, lambda spare: _write_through(spare, data))
        try:
            if there:
                with suppress(OSError):  # some disks know no permissions
                    shutil.copymode(target, fresh)
                _keep(target)
            _replace(fresh, target)
        except BaseException:
            _drop(fresh)
            raise
        _settle_folder(target.parent)


def write_new(path: Path, data: bytes) -> None:
    """Write a file that is not there yet, whole or not at all. Raises CannotWrite."""
    with _wrap_errors(CannotWrite, path):
        _write_through(path, data)


def make_folder_for(path: Path) -> None:
    """Make the folder that a file is to lie in, and those above it. Raises CannotWrite."""
    with _wrap_errors(CannotWrite, path):
        path.parent.mkdir(parents=True, exist_ok=True)


def _refuse_odd(kind: type[FileTrouble], path: Path) -> None:
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise kind(path, *_CODES[errno.EISDIR])
    if not stat.S_ISREG(mode):
        raise kind(path, "not_a_file", "is not a plain file")


def _encode_text(path: Path, text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise CannotWrite(path, "not_text", f"character {error.start} is half a one") from error


def _target_of(path: Path) -> Path:
    """Follow links, so that a rename replaces the file and not a link to it."""
    return Path(os.path.realpath(path))


def _make_beside(path: Path, make: Callable[[Path], None]) -> Path:
    """Make a new file beside another under the first name that is free, and give its name."""
    number = 0
    while True:
        spare = path.with_name(f"{_spare_of(path)}{os.getpid()}-{number}{_SPARE}")
        try:
            make(spare)
        except FileExistsError:
            number += 1
        else:
            return spare


def _spare_of(path: Path) -> str:
    return f".{path.name}-"


def sweep(path: Path, before: float = math.inf) -> None:
    """Remove what writes of a file have left that were cut off, by a power cut, say.

    before: seconds since 1970; what is younger is left. Without it only for whoever is the one to
    write this file: another's write would fail.
    """
    target = _target_of(path)
    with suppress(OSError):
        for left in target.parent.iterdir():
            is_ours = left.name.startswith(_spare_of(target)) and left.suffix == _SPARE
            if is_ours and left.lstat().st_mtime < before:
                _drop(left)


def remove(path: Path) -> None:
    """Remove a file and its backup, where they are. Raises CannotWrite.

    The backup goes first: while it were alone, it would pass for the file.
    """
    with _wrap_errors(CannotWrite, path):
        for each in (backup_of(_target_of(path)), path):
            each.unlink(missing_ok=True)


def rename(path: Path, target: Path) -> None:
    """Give a file another name, unless there is one of that name. Raises CannotWrite."""
    with _wrap_errors(CannotWrite, path):
        if os.path.lexists(target):
            raise CannotWrite(target, "failed", "there is one of that name")
        _replace(path, target)


def _write_through(path: Path, data: bytes) -> None:
    """Write a new file and wait until it lies on the disk; leave none where that fails."""
    file = path.open("xb")
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        _drop(path)
        raise


def _keep(path: Path) -> None:
    """Let a file be its own backup too, until it is replaced."""
    backup = backup_of(path)
    if backup.exists() and (backup.is_dir() or path.samefile(backup)):
        return  # there is no room for one, or the last write stopped after this
    former = _make_beside(path, lambda spare: _copy(path, spare))
    try:
        _replace(former, backup)
    except BaseException:
        _drop(former)
        raise


def _replace(path: Path, target: Path) -> None:
    """Put a file in another's place, be it after a while where that one is held open."""
    for pause in _PAUSES:
        try:
            os.replace(path, target)
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _HELD:
                raise
            time.sleep(pause)
        else:
            return
    os.replace(path, target)


def _copy(path: Path, target: Path) -> None:
    """Give a file a second name, or where the disk cannot do that, make a copy of it."""
    try:
        os.link(path, target)
    except FileExistsError:
        raise
    except OSError:
        _write_through(target, path.read_bytes())


def _drop(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _settle_folder(folder: Path) -> None:
    """Wait until the new names lie on the disk too, where the system can (Windows cannot)."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def read_text(path: Path, limit: int = LIMIT) -> str:
    """Read a UTF-8 text of at most `limit` bytes; a byte order mark is left out.

    Raises CannotRead.
    """
    with _wrap_errors(CannotRead, path):
        _refuse_odd(CannotRead, path)
        with path.open("rb") as file:
            data = file.read(limit + 1)
        if len(data) > limit:
            size = max(path.stat().st_size, len(data))
            raise CannotRead(path, "too_large", f"has {size} bytes, at most {limit} can be read")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        why = f"not a UTF-8 text: byte {error.start} is {data[error.start]:#04x}"
        raise CannotRead(path, "not_text", why) from error


def load_with_backup(
    path: Path,
    parse: Callable[[str], Value],
    limit: int = LIMIT,
    *,
    set_aside: bool = False,
) -> Loaded[Value]:
    """Read and parse a file; where that fails, its backup.

    parse: raises ValueError for a damaged text. The file is left as it is; with `set_aside` a
    damaged one is copied to a name of its own first, as the next write will replace it. Where
    the backup is of no use either, raises what was wrong with the file itself, CannotRead or what
    `parse` raised, with a note on the backup. Raises CannotWrite where the copy cannot be made.
    """
    try:
        return Loaded(parse(read_text(path, limit)), path)
    except (CannotRead, ValueError) as error:
        problem = error
    try:
        value = parse(read_text(backup_of(_target_of(path)), limit))
    except (CannotRead, ValueError) as error:
        problem.add_note(f"and the backup: {error}")
        raise problem from error
    copied = copy_aside(path) if set_aside and path.is_file() else None
    return Loaded(value, backup_of(_target_of(path)), problem, copied)


def copy_aside(path: Path) -> Path:
    """Keep a damaged file under a free name beside it, `NAME.damaged-1`, and give that name.

    It gets a second name where the disk can do that: this takes no room, and nobody has to be
    able to read it. Writing the file anew leaves what lies under that name as it is. Raises
    CannotWrite.
    """
    copies = (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))
    copy = next(name for name in copies if not os.path.lexists(name))
    with _wrap_errors(CannotWrite, path):
        target = _target_of(path)
        _refuse_odd(CannotWrite, target)
        _copy(target, copy)
    return copy


def move_aside(path: Path) -> Path:
    """Take a damaged file out of the way, to a name as `copy_aside` gives. Raises CannotWrite."""
    copy = copy_aside(path)
    with _wrap_errors(CannotWrite, path):
        try:
            _target_of(path).unlink()
        except OSError:
            _drop(copy)
            raise
    return copy


@contextmanager
def _wrap_errors(kind: type[FileTrouble], path: Path) -> Iterator[None]:
    """Turn what the system raises into our error about a file."""
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error)
        raise kind(path, *_CODES.get(error.errno or 0, ("failed", why))) from error
    except ValueError as error:  # a null character in the name
        raise kind(path, "bad_name", str(error)) from error
