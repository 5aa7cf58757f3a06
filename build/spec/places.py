"""Removes paths of the build machine from built files, and checks that none is left.

There are two kinds, both in libraries for Linux. First, a self-compiled Python and some modules of
pygame contain search paths for libraries. A folder with this name on another machine would be
searched before the application's own. Paths that begin with $ORIGIN, the library's own folder,
stay. Second, Python's library contains the path where it was installed, and its modules those
where they were compiled, which reveals who built it.
"""

from __future__ import annotations

import io
import re
import struct
import sys
import sysconfig
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from inspection import InspectionError

SYSTEM_PATHS: Final = frozenset(map(Path, ("/", "/usr", "/usr/local")))
"""Folders in which Python may be installed without revealing anything about the machine."""
_ELF64_LITTLE: Final = b"\x7fELF\x02\x01"
_HEADER: Final = struct.Struct("<32xQ14xHH")  # offset, size and number of program headers
_SEGMENT: Final = struct.Struct("<I4xQQ8xQ16x")
_ENTRY: Final = struct.Struct("<qQ")
_LOAD, _DYNAMIC = 1, 2
_PACKED: Final = re.compile(rb"\x78[\x01\x5e\x9c\xda]")
"""Matches the beginning of zlib streams."""
_END, _STRINGS, _RPATH, _RUNPATH = 0, 5, 15, 29


class Segment(NamedTuple):
    """A segment of an ELF file.

    Attributes:
        kind: Its type.
        offset: Offset in the file.
        address: Address in memory.
        size: Size in the file.
    """

    kind: int
    offset: int
    address: int
    size: int


def list_own_paths(*more: Path) -> tuple[Path, ...]:
    """Return the paths that no download may contain.

    These are the user's home, the folder in which Python is installed, those in which it was
    compiled (they are in its C modules), and the given ones.

    >>> Path.home() in list_own_paths(Path("/usr"))
    True
    >>> Path("/usr") in list_own_paths(Path("/usr"))
    False
    """
    compiled = map(Path, filter(None, sysconfig.get_config_vars("abs_srcdir", "abs_builddir")))
    places = {Path.home(), Path(sys.base_prefix), *compiled, *more}
    return tuple(sorted(places - SYSTEM_PATHS))


def remove_paths(folder: Path, places: Iterable[Path]) -> list[Path]:
    """Remove search paths and paths from all libraries in a folder; return the changed files.

    A path is overwritten with as many other characters, because nothing in a library may move.
    """
    longest_first = sorted(map(str, places), key=len, reverse=True)
    changed = []
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        before = path.read_bytes()
        if not before.startswith(_ELF64_LITTLE):
            continue
        after = _without_search_paths(before)
        for place in longest_first:
            inside = re.compile(re.escape(place.encode()) + rb"(?=[/\0])")
            after = inside.sub(b"/" + b"_" * (len(place.encode()) - 1), after)
        if after != before:
            path.write_bytes(after)
            changed.append(path)
    return changed


def check(folder: Path, places: Iterable[Path]) -> None:
    """Check that no file contains a path, in any encoding or compressed.

    Raises:
        Unfit: A file does.
    """
    encoded = {
        text.encode(encoding)
        for place in places
        for text in (f"{place}/", str(place).replace("/", "\\") + "\\")
        for encoding in ("utf-8", "utf-16-le")
    }
    pattern = re.compile(b"|".join(map(re.escape, sorted(encoded))))
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        for part in _parts(path.read_bytes()):
            if found := pattern.search(part):
                around = part[max(found.start() - 20, 0) : found.end() + 60]
                raise InspectionError(f"{path} names a place on this machine: {around!r}")


def _parts(data: bytes) -> Iterator[bytes]:
    """Yield a file's bytes, and the contents of all zlib streams and zip entries in it.

    >>> list(_parts(b"as " + zlib.compress(b"it is")))[1]
    b'it is'
    """
    yield data
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            yield from (packed.read(name) for name in packed.namelist())
        return
    for found in _PACKED.finditer(data):
        try:
            yield zlib.decompressobj().decompress(data[found.start() :])
        except zlib.error:
            continue  # it only looked like a zlib stream


def search_paths(data: bytes) -> list[str]:
    """Return the search paths of an ELF file; empty for other files.

    >>> search_paths(b"something else")
    []
    """
    return [text_at(data, value) for tag, value in entries(data) if tag in {_RPATH, _RUNPATH}]


def _without_search_paths(data: bytes) -> bytes:
    if all(map(_is_own, search_paths(data))):
        return data
    there = list(entries(data))
    kept = [
        (tag, value)
        for tag, value in there
        if tag not in {_RPATH, _RUNPATH} or _is_own(text_at(data, value))
    ]
    kept += [(_END, 0)] * (len(there) - len(kept))
    at = _dynamic(data).offset
    table = b"".join(_ENTRY.pack(*entry) for entry in kept)
    return data[:at] + table + data[at + len(table) :]


def _is_own(paths: str) -> bool:
    return all(path.startswith("$ORIGIN") for path in paths.split(":"))


def _segments(data: bytes) -> Iterator[Segment]:
    if not data.startswith(_ELF64_LITTLE):
        return
    table, size, count = _HEADER.unpack_from(data)
    for number in range(count):
        yield Segment(*_SEGMENT.unpack_from(data, table + number * size))


def _dynamic(data: bytes) -> Segment:
    found = [segment for segment in _segments(data) if segment.kind == _DYNAMIC]
    return found[0] if found else Segment(_DYNAMIC, 0, 0, 0)


def entries(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the entries of the dynamic section, up to the first empty one."""
    dynamic = _dynamic(data)
    for at in range(dynamic.offset, dynamic.offset + dynamic.size, _ENTRY.size):
        tag, value = _ENTRY.unpack_from(data, at)
        if tag == _END:
            return
        yield tag, value


def text_at(data: bytes, start: int) -> str:
    """Return a string of the dynamic section's string table."""
    (address,) = (value for tag, value in entries(data) if tag == _STRINGS)
    at = offset_of(data, address) + start
    return data[at : data.index(b"\0", at)].decode()


def offset_of(data: bytes, address: int) -> int:
    """Return the offset in the file of a byte with a given address in memory."""
    (home,) = (
        segment
        for segment in _segments(data)
        if segment.kind == _LOAD and segment.address <= address < segment.address + segment.size
    )
    return address - home.address + home.offset
