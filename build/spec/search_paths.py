"""Takes from Linux libraries the places on the build machine where they look for others.

A Python that was built by hand, and some modules of pygame, carry such places: a folder of that
name on another machine would be searched before the application's own. Paths that begin with
$ORIGIN, the library's own folder, stay.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

_ELF64_LITTLE: Final = b"\x7fELF\x02\x01"
_HEADER: Final = struct.Struct("<32xQ14xHH")  # after the magic: where the segments are described
_SEGMENT: Final = struct.Struct("<I4xQQ8xQ16x")
_ENTRY: Final = struct.Struct("<qQ")
_LOAD, _DYNAMIC = 1, 2
_END, _STRINGS, _RPATH, _RUNPATH = 0, 5, 15, 29


class Segment(NamedTuple):
    """A part of an ELF file as it is loaded: what it is, where in the file, where in memory."""

    kind: int
    offset: int
    address: int
    size: int


def forget_search_paths(folder: Path) -> list[Path]:
    """Take foreign search paths from all libraries in a folder; give those that had any."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())
    return [path for path in files if _forget(path)]


def search_paths(data: bytes) -> list[str]:
    """List the search paths of an ELF file; what is no 64-bit ELF file has none.

    >>> search_paths(b"something else")
    []
    """
    return [_text(data, value) for tag, value in _entries(data) if tag in {_RPATH, _RUNPATH}]


def _forget(path: Path) -> bool:
    data = path.read_bytes()
    if all(map(_is_own, search_paths(data))):
        return False
    entries = list(_entries(data))
    kept = [
        (tag, value)
        for tag, value in entries
        if tag not in {_RPATH, _RUNPATH} or _is_own(_text(data, value))
    ]
    kept += [(_END, 0)] * (len(entries) - len(kept))
    at = _dynamic(data).offset
    table = b"".join(_ENTRY.pack(*entry) for entry in kept)
    path.write_bytes(data[:at] + table + data[at + len(table) :])
    return True


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


def _entries(data: bytes) -> Iterator[tuple[int, int]]:
    """Give the entries of the dynamic section, without the empty ones at its end."""
    dynamic = _dynamic(data)
    for at in range(dynamic.offset, dynamic.offset + dynamic.size, _ENTRY.size):
        tag, value = _ENTRY.unpack_from(data, at)
        if tag == _END:
            return
        yield tag, value


def _text(data: bytes, start: int) -> str:
    """Read a text from the strings of the dynamic section."""
    (address,) = (value for tag, value in _entries(data) if tag == _STRINGS)
    (home,) = (
        segment
        for segment in _segments(data)
        if segment.kind == _LOAD and segment.address <= address < segment.address + segment.size
    )
    at = address - home.address + home.offset + start
    return data[at : data.index(b"\0", at)].decode()
