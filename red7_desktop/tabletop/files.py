"""Text files that survive a crash, and JSON parsing with limits.

During a write, the file on disk is always either the complete old file or the complete new file.
All errors are a FileReadError or FileWriteError that names the file.

Errors in JSON name their place as a path (`$.log[3][1]`), or as line and column if the text isn't
JSON at all. `check_plain` only accepts values that survive a round trip: no NaN, no duplicate keys,
no lone surrogates.
"""

from __future__ import annotations

import errno
import json
import math
import os
import re
import shutil
import stat
import time
from _blake2 import blake2b  # importing hashlib would load OpenSSL, 3.5 MB
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

Value = TypeVar("Value")
MAX_FILE_SIZE: Final = 8_000_000
"""Default maximum size of a text file, in bytes."""
_TEMPORARY_ENDING: Final = ".tmp"
"""Suffix of the temporary files that are written before they replace the target file."""
_LOCKED_ERRORS: Final = frozenset({5, 32, 33})
"""Windows error codes (`winerror`) for a file that another program has open, such as a virus
scanner or a cloud client. Such programs usually close it soon."""
_RETRY_PAUSES: Final = (0.01, 0.02, 0.05, 0.1, 0.2)
"""Seconds between the retries when another program has the file open."""

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
"""The code and message of a `FileError` for each error number of the operating system."""


class FileError(Exception):
    """Base class of errors for a file that can't be read or written.

    Attributes:
        path: The file.
        code: Kind of error: missing, folder, not_a_file (for example a device), not_permitted,
            full, bad_name, not_text, too_large, or failed for any other error.
        why: Description of the error. If the code is failed, it comes from the operating system.
    """

    def __init__(self, path: Path, code: str, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.path = path
        self.code = code
        self.why = why


class FileReadError(FileError):
    """Raised if a file can't be read; the message names the file."""


class FileWriteError(FileError):
    """Raised if a file can't be written; an existing file stays unchanged."""


def backup_of(path: Path) -> Path:
    """Return the path of a file's backup.

    >>> backup_of(Path("match.json")).name
    'match.json.bak'
    """
    return path.with_name(f"{path.name}.bak")


def write_atomically(path: Path, text: str) -> None:
    """Write a text file as UTF-8, and keep the previous version of the file as its backup.

    Missing folders are created.

    Raises:
        FileWriteError: The write failed; the file is unchanged.
    """
    make_folder_for(path)
    with _wrap_errors(FileWriteError, path):
        try:
            data = text.encode()
        except UnicodeEncodeError as error:
            why = f"character {error.start} is half a one"
            raise FileWriteError(path, "not_text", why) from error
        target = _resolve_links(path)
        there = target.exists()
        if there:
            _check_regular_file(FileWriteError, target)
        fresh = _create_temporary(target, lambda temporary: _write_through(temporary, data))
        try:
            if there:
                with suppress(OSError):  # Some file systems (FAT) don't store permissions.
                    shutil.copymode(target, fresh)
                _back_up(target)
            _replace(fresh, target)
        except BaseException:
            _delete_quietly(fresh)
            raise
        _flush_folder(target.parent)


def write_new(names: Iterator[Path], data: bytes) -> Path:
    """Write a new file atomically, under the first path that is free.

    Args:
        names: Paths to try, without end, all in one folder. A missing folder is created.
        data: Content of the file.

    Returns:
        The path of the file.

    Raises:
        FileWriteError: The write failed.
    """
    path = next(names)
    make_folder_for(path)
    with _wrap_errors(FileWriteError, path):
        fresh = _create_temporary(path, lambda temporary: _write_through(temporary, data))
        try:
            while not _rename_or_link(fresh, path):
                path = next(names)
        finally:
            _delete_quietly(fresh)
        _flush_folder(path.parent)
    return path


def number_names(path: Path) -> Iterator[Path]:
    """Yield a path, then the same path with -2, -3 and so on before the suffix, without end."""
    yield path
    yield from (path.with_name(f"{path.stem}-{n}{path.suffix}") for n in count(2))


def _rename_or_link(path: Path, name: Path) -> bool:
    """Hard-link a file to a new name, unless the name is taken.

    If the file system has no hard links, rename the file instead.

    Returns:
        False if the new name is taken.
    """
    try:
        os.link(path, name)
    except FileExistsError:
        return False
    except OSError:  # rename instead if the file system has no hard links
        if os.path.lexists(name):
            return False
        path.rename(name)
    return True


def make_folder_for(path: Path) -> None:
    """Create the folder of a file, with its parents.

    Raises:
        FileWriteError: The folder can't be created.
    """
    with _wrap_errors(FileWriteError, path):
        path.parent.mkdir(parents=True, exist_ok=True)


def _check_regular_file(kind: type[FileError], path: Path) -> None:
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise kind(path, *_CODES[errno.EISDIR])
    if not stat.S_ISREG(mode):
        raise kind(path, "not_a_file", "is not a plain file")


def _resolve_links(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _create_temporary(path: Path, make: Callable[[Path], None]) -> Path:
    number = 0
    while True:
        temporary = path.with_name(
            f"{_temporary_prefix(path)}{os.getpid()}-{number}{_TEMPORARY_ENDING}"
        )
        try:
            make(temporary)
        except FileExistsError:
            number += 1
        else:
            return temporary


def _temporary_prefix(path: Path) -> str:
    return f".{path.name}-"


def remove_temporary_files(path: Path, before: float) -> None:
    """Remove temporary files of interrupted writes.

    Args:
        path: The file whose temporary files are removed. If it is a folder, the temporary files of
            all files in it are removed.
        before: Only remove files last changed before this time, in seconds since 1970. Newer files
            may belong to a write that another program is doing now.
    """
    target = _resolve_links(path)
    if target.is_dir():
        folder = target
        begin = "."
    else:
        folder = target.parent
        begin = _temporary_prefix(target)
    with suppress(OSError):
        for left in folder.iterdir():
            is_ours = left.name.startswith(begin) and left.suffix == _TEMPORARY_ENDING
            if is_ours and left.lstat().st_mtime < before:
                _delete_quietly(left)


def remove(path: Path) -> None:
    """Delete a file and its backup, if they exist.

    The backup is deleted first, because a backup whose file is missing would be loaded.

    Raises:
        FileWriteError: The file can't be deleted.
    """
    with _wrap_errors(FileWriteError, path):
        for each in (backup_of(_resolve_links(path)), path):
            each.unlink(missing_ok=True)


def _write_through(path: Path, data: bytes) -> None:
    """Write a new file and flush it to the disk; delete it if that fails."""
    file = path.open("xb")
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        _delete_quietly(path)
        raise


def replace_file(fresh: Path, target: Path) -> None:
    """Rename a file to replace another one, after flushing its content to the disk.

    Afterwards the folder is flushed too, so that the replacement survives a power failure.

    Args:
        fresh: The new file, completely written, in the folder of the target.
        target: The file to replace.

    Raises:
        OSError: The replacement failed; the target is unchanged.
    """
    with fresh.open("rb+") as file:
        os.fsync(file.fileno())
    _replace(fresh, target)
    _flush_folder(target.parent)


def _back_up(path: Path) -> None:
    backup = backup_of(path)
    if backup.exists() and (backup.is_dir() or path.samefile(backup)):
        # Make no backup if a folder has the backup's name. Nor if the backup is a hard link to the
        # file: the last write was interrupted after the backup and before replacing the file.
        return
    former = _create_temporary(path, lambda temporary: _link_or_copy(path, temporary))
    try:
        _replace(former, backup)
    except BaseException:
        _delete_quietly(former)
        raise


def _replace(path: Path, target: Path) -> None:
    for pause in _RETRY_PAUSES:
        try:
            os.replace(path, target)
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _LOCKED_ERRORS:
                raise
            time.sleep(pause)
        else:
            return
    os.replace(path, target)


def _link_or_copy(path: Path, target: Path) -> None:
    try:
        os.link(path, target)
    except FileExistsError:
        raise
    except OSError:
        _write_through(target, path.read_bytes())


def _delete_quietly(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _flush_folder(folder: Path) -> None:
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def read_text(path: Path, limit: int = MAX_FILE_SIZE) -> str:
    """Read a UTF-8 text file, without its byte order mark.

    Args:
        path: The file.
        limit: Maximum size in bytes.

    Raises:
        FileReadError: The file can't be read, is too large, or isn't UTF-8.
    """
    with _wrap_errors(FileReadError, path):
        _check_regular_file(FileReadError, path)
        with path.open("rb") as file:
            data = file.read(limit + 1)
        if len(data) > limit:
            size = max(path.stat().st_size, len(data))
            raise FileReadError(path, "too_large", f"has {size} bytes, at most {limit} can be read")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        why = f"not a UTF-8 text: byte {error.start} is {data[error.start]:#04x}"
        raise FileReadError(path, "not_text", why) from error


def find_unused_name(path: Path) -> Path:
    """Return the first path of the form `NAME.damaged-N` that doesn't exist, with N from 1."""
    names = (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


def set_aside(path: Path) -> Path:
    """Rename a damaged file to the first free name of the form `NAME.damaged-N`.

    If the path is a symbolic link, only the link is renamed.

    Returns:
        The new path.

    Raises:
        FileWriteError: The file can't be renamed.
    """
    copy = find_unused_name(path)
    with _wrap_errors(FileWriteError, path):
        _check_regular_file(FileWriteError, path)
        _replace(path, copy)
    return copy


def link_aside(path: Path) -> Path:
    """Hard-link a damaged file to the first free name of the form `NAME.damaged-N`.

    If the file system has no hard links, the file is renamed.

    Returns:
        The new path.

    Raises:
        FileWriteError: The file can be neither linked nor renamed.
    """
    copy = find_unused_name(path)
    with _wrap_errors(FileWriteError, path):
        _check_regular_file(FileWriteError, path)
        _rename_or_link(path, copy)
    return copy


@contextmanager
def _wrap_errors(kind: type[FileError], path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error)
        raise kind(path, *_CODES.get(error.errno or 0, ("failed", why))) from error
    except ValueError as error:  # the name contains a null character
        raise kind(path, "bad_name", str(error)) from error


MAX_DEPTH: Final = 20
"""Maximum nesting depth of arrays and objects in a JSON text; deeper texts are rejected."""
MAX_ELEMENTS: Final = 1_000_000
"""Maximum number of arrays and objects in a JSON text; texts with more are rejected.

Short arrays and objects take far more memory than their text.
"""
MAX_DIGITS: Final = 40
"""Maximum number of digits of an integer in a JSON text; longer integers are rejected."""
MAX_QUOTED_LENGTH: Final = 200
"""Maximum length, in characters, of a text from a file that an error message quotes."""
_INTEGER_LIMIT: Final = 10**MAX_DIGITS
_MAX_KEY_SHOWN: Final = 40
_TOKENS: Final = r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]'
"""Pattern for the strings (even if unterminated) and brackets of a JSON text."""
_NAME: Final = r"[A-Za-z_][A-Za-z0-9_]{0,39}"


class InvalidValue(ValueError):
    """Raised for a value that can't be stored or used.

    Attributes:
        place: Location of the value, usually the name of its field.
        why: Description of the error.
    """

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place}: {why}")
        self.place = place
        self.why = why


class InvalidJson(InvalidValue):
    """Raised for a text or value that is not plain JSON.

    Attributes:
        code: too_large (text too long or too many elements), too_deep (nested too deep),
            broken_json (a syntax error) or bad_value (a value that JSON can't represent).
    """

    def __init__(self, place: str, code: str, why: str) -> None:
        super().__init__(place, why)
        self.code = code


class _DuplicateKey:
    """Placeholder for the value of a key that occurs twice in a JSON object."""


def read_json(
    text: str, longest: int, on_progress: Callable[[float], None] = lambda share: None
) -> Any:
    """Parse a JSON text.

    Args:
        text: The text.
        longest: Maximum number of characters.
        on_progress: Called from time to time with the share of the text that was scanned, 0 to 1.
            It may raise an exception to abort the parsing.

    Raises:
        InvalidJson: The text is too long, too deep or not JSON.
    """
    if len(text) > longest:
        raise InvalidJson("$", "too_large", f"{len(text)} characters, at most {longest} can be")
    _check_size(text, on_progress)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_build_object,
            parse_int=lambda digits: (
                int(digits) if len(digits.lstrip("-")) <= MAX_DIGITS else math.inf
            ),
            parse_constant=lambda word: math.nan,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        if error.pos >= len(text.rstrip()):
            ends = ", but the text ends"
        else:
            ends = ""
        if text.strip():
            why = f"broken JSON: {error.msg}{ends}"
        else:
            why = "the text is empty"
        raise InvalidJson(place, "broken_json", why) from error
    check_plain(value)
    return value


def _check_size(text: str, on_progress: Callable[[float], None]) -> None:
    depth = parts = 0
    for nth, token in enumerate(re.finditer(_TOKENS, text, re.DOTALL)):
        if nth % _PROGRESS_INTERVAL == 0:
            on_progress(token.start() / len(text))
        mark = token[0][0]
        parts += mark in "[{"
        if parts > MAX_ELEMENTS:
            raise InvalidJson("$", "too_large", f"more than {MAX_ELEMENTS} lists and objects")
        depth += (mark in "[{") - (mark in "]}")
        if depth > MAX_DEPTH:
            line = text.count("\n", 0, token.start()) + 1
            column = token.start() - text.rfind("\n", 0, token.start())
            place = f"line {line}, column {column}"
            raise InvalidJson(place, "too_deep", f"nested deeper than {MAX_DEPTH}")


_PROGRESS_INTERVAL: Final = 10_000
"""Number of JSON tokens between two calls of `on_progress`."""


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        found[key] = _DuplicateKey() if key in found else value
    return found


def check_plain(value: Any) -> None:
    """Check that a value survives being written as JSON and parsed again.

    Raises:
        InvalidJson: A part of the value doesn't survive. The error names the place.

    >>> check_plain({"notes": ["fine", 1, None]})
    >>> check_plain({"notes": ["fine", (1, 2)]})
    Traceback (most recent call last):
    red7_desktop.tabletop.files.InvalidJson: $.notes[1]: a tuple is no JSON value
    """
    flaw = _find_flaw(value, depth=1)
    if flaw is not None:
        place = "$" + "".join([format_path_part(key) for key in reversed(flaw.path)])
        raise InvalidJson(truncate(place), flaw.code, flaw.description)


class _JsonFlaw(NamedTuple):
    """A part of a value that JSON can't represent.

    Attributes:
        path: Keys and indices that lead to the part, innermost first.
        code: Code of the error, see `InvalidJson`.
        description: Text of the error.
    """

    path: list[str | int]
    code: str
    description: str


def _find_flaw(value: Any, depth: int) -> _JsonFlaw | None:
    """Return the first part of a value that JSON can't represent, None if there is none.

    Every save is checked, so for speed the path to the part is only built once it is found.

    Args:
        value: The value.
        depth: Nesting depth of the value, 1 for the outermost.
    """
    if isinstance(value, str):
        return None if value.isascii() else _find_text_flaw(value)
    if isinstance(value, dict | list):
        if depth > MAX_DEPTH:
            return _JsonFlaw([], "too_deep", f"nested deeper than {MAX_DEPTH}")
        return _find_flaw_inside(value, depth)
    if isinstance(value, float):
        is_kept = math.isfinite(value)
    elif isinstance(value, int):
        is_kept = abs(value) < _INTEGER_LIMIT
    elif isinstance(value, _DuplicateKey):
        return _JsonFlaw([], "bad_value", "is there twice")
    elif value is not None:
        return _JsonFlaw([], "bad_value", f"a {type(value).__name__} is no JSON value")
    else:
        is_kept = True
    return None if is_kept else _JsonFlaw([], "bad_value", "not a number that can be kept")


def _find_flaw_inside(value: dict[Any, Any] | list[Any], depth: int) -> _JsonFlaw | None:
    for key in value if isinstance(value, dict) else range(len(value)):
        if isinstance(value, dict):
            if not isinstance(key, str):
                wrong = f"a key must be a text, not a {type(key).__name__}"
                return _JsonFlaw([], "bad_value", wrong)
            flaw = None if key.isascii() else _find_text_flaw(key)
            if flaw is not None:
                return flaw
        flaw = _find_flaw(value[key], depth + 1)
        if flaw is not None:
            flaw.path.append(key)
            return flaw
    return None


def _find_text_flaw(text: str) -> _JsonFlaw | None:
    try:
        text.encode()
    except UnicodeEncodeError:
        return _JsonFlaw([], "bad_value", "a text holds half a character (a lone surrogate)")
    return None


def hash_text(text: str, size: int) -> str:
    """Return the BLAKE2b digest of a text as hexadecimal digits; `size` is in bytes."""
    return blake2b(text.encode("utf-8", "replace"), digest_size=size).hexdigest()


def format_path_part(key: str | int) -> str:
    """Return a key or index as part of a JSON path.

    >>> format_path_part(3), format_path_part("log"), format_path_part("two words")
    ('[3]', '.log', '["two words"]')
    """
    if isinstance(key, int):
        return f"[{key}]"
    if re.fullmatch(_NAME, key):
        return f".{key}"
    return f"[{json.dumps(truncate(key, _MAX_KEY_SHOWN))}]"


def truncate(words: str, most: int = MAX_QUOTED_LENGTH) -> str:
    """Cut off a text that is too long for a message.

    >>> truncate("abcdef", 4)
    'abc…'
    """
    if len(words) <= most:
        return words
    return f"{words[: most - 1]}…"
