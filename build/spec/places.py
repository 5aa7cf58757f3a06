"""Takes places on the build machine out of what was built, and checks that none is left.

Two kinds are in the libraries of Linux. A Python that was built by hand, and some modules of
pygame, carry the folders where they look for others: a folder of that name on another machine would
be searched before the application's own. Paths that begin with $ORIGIN, the library's own folder,
stay. And Python's library knows where it was installed, and its modules where they were compiled,
which tells who built it where.
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

from inspection import Unfit

OF_EVERY_SYSTEM: Final = frozenset(map(Path, ("/", "/usr", "/usr/local")))
"""Where a Python may have been installed without saying anything about the machine."""
_ELF64_LITTLE: Final = b"\x7fELF\x02\x01"
_HEADER: Final = struct.Struct("<32xQ14xHH")  # after the magic: where the segments are described
_SEGMENT: Final = struct.Struct("<I4xQQ8xQ16x")
_ENTRY: Final = struct.Struct("<qQ")
_LOAD, _DYNAMIC = 1, 2
_PACKED: Final = re.compile(rb"\x78[\x01\x5e\x9c\xda]")
"""How what zlib has packed begins."""
_END, _STRINGS, _RPATH, _RUNPATH = 0, 5, 15, 29


class Segment(NamedTuple):
    """A part of an ELF file as it is loaded: what it is, where in the file, where in memory."""

    kind: int
    offset: int
    address: int
    size: int


def of_this_machine(*more: Path) -> tuple[Path, ...]:
    """Return the places that no download may name: the user's home, Python's own, and others.

    Python's are where it is installed and, which its modules in C name, where it was compiled.

    >>> Path.home() in of_this_machine(Path("/usr"))
    True
    >>> Path("/usr") in of_this_machine(Path("/usr"))
    False
    """
    compiled = map(Path, filter(None, sysconfig.get_config_vars("abs_srcdir", "abs_builddir")))
    places = {Path.home(), Path(sys.base_prefix), *compiled, *more}
    return tuple(sorted(places - OF_EVERY_SYSTEM))


def forget(folder: Path, places: Iterable[Path]) -> list[Path]:
    """Take search paths and places from all libraries in a folder; give those that had any.

    A place is written over with as many other letters, for nothing in a library may move.
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
    """Check that no file names a place, spelled or packed in any way. Raises Unfit."""
    spelled = {
        text.encode(encoding)
        for place in places
        for text in (f"{place}/", str(place).replace("/", "\\") + "\\")
        for encoding in ("utf-8", "utf-16-le")
    }
    named = re.compile(b"|".join(map(re.escape, sorted(spelled))))
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        for part in _parts(path.read_bytes()):
            if found := named.search(part):
                around = part[max(found.start() - 20, 0) : found.end() + 60]
                raise Unfit(f"{path} names a place on this machine: {around!r}")


def _parts(data: bytes) -> Iterator[bytes]:
    """Return a file's bytes, and those of all that zlib or zip has packed in it.

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
            continue  # it only began so


def search_paths(data: bytes) -> list[str]:
    """Return the search paths of an ELF file; what is no 64-bit ELF file has none.

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
    """Return the entries of the dynamic section, without the empty ones at its end."""
    dynamic = _dynamic(data)
    for at in range(dynamic.offset, dynamic.offset + dynamic.size, _ENTRY.size):
        tag, value = _ENTRY.unpack_from(data, at)
        if tag == _END:
            return
        yield tag, value


def text_at(data: bytes, start: int) -> str:
    """Read a text from the strings of the dynamic section."""
    (address,) = (value for tag, value in entries(data) if tag == _STRINGS)
    at = offset_of(data, address) + start
    return data[at : data.index(b"\0", at)].decode()


def offset_of(data: bytes, address: int) -> int:
    """Return where in the file the byte is that gets this address in memory."""
    (home,) = (
        segment
        for segment in _segments(data)
        if segment.kind == _LOAD and segment.address <= address < segment.address + segment.size
    )
    return address - home.address + home.offset
