"""Makes the executable run with an older glibc than the one it was built with.

A program requires each function of glibc in the version that was current when it was built. For
some functions an older version would do. One of them alone would limit the systems on which the
executable runs: `hypot` of glibc 2.35, which Python uses for complex numbers.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from places import entries, offset_of, text_at

FUNCTIONS: Final[Mapping[str, str]] = MappingProxyType({"hypot": "GLIBC_2.35"})
"""Functions whose oldest version is as good, with the version that a build requires. The newer
`hypot` only reports overflows differently to programs of the 1990s."""
OLDEST: Final = ("GLIBC_2.2.5", "GLIBC_2.17")
"""First version of glibc on x86-64 and on ARM64."""
_ELF64_LITTLE: Final = b"\x7fELF\x02\x01"
_SYMBOLS, _HASHES, _VERSIONS, _NEEDED, _NUMBER_NEEDED = (
    6,
    0x6FFFFEF5,
    0x6FFFFFF0,
    0x6FFFFFFE,
    0x6FFFFFFF,
)
"""Tags of the dynamic section's entries that this module reads."""
_LIBRARY: Final = struct.Struct("<HHIII")
_VERSION: Final = struct.Struct("<IHHII")
_SYMBOL: Final = struct.Struct("<IBBHQQ")


class Version(NamedTuple):
    """A version of a library that a file requires.

    Attributes:
        at: Offset of its record in the file.
        name: Its name.
        number: Number by which the file's symbols refer to it.
        record: All fields of the record.
    """

    at: int
    name: str
    number: int
    record: tuple[int, ...]


def lower_versions(folder: Path) -> list[Path]:
    """Lower the required glibc version of all programs and libraries in a folder.

    Returns:
        The changed files.
    """
    changed = []
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        before = path.read_bytes()
        after = lower_in_file(before)
        if after != before:
            path.write_bytes(after)
            changed.append(path)
    return changed


def lower_in_file(data: bytes) -> bytes:
    """Return a file that requires the oldest version of the functions in `FUNCTIONS`.

    Nothing in the file moves: the record of the newer version gets the name of the oldest one. A
    file that uses the newer version for other functions, too, is returned unchanged.

    >>> lower_in_file(b"something else")
    b'something else'
    """
    if not data.startswith(_ELF64_LITTLE) or _NEEDED not in dict(entries(data)):
        return data
    versions = list(_versions(data))
    oldest = next((version for version in versions if version.name in OLDEST), None)
    if oldest is None:
        return data
    changed = bytearray(data)
    for version in versions:
        users = {name for name, number in _functions(data) if number == version.number}
        if users and all(FUNCTIONS.get(name) == version.name for name in users):
            _, flags, number, _, next_one = version.record
            hashed, _, _, name, _ = oldest.record
            _VERSION.pack_into(changed, version.at, hashed, flags, number, name, next_one)
    return bytes(changed)


def _versions(data: bytes) -> Iterator[Version]:
    """Yield all versions of libraries that a file requires."""
    table = dict(entries(data))
    library_at = offset_of(data, table[_NEEDED])
    for _ in range(table[_NUMBER_NEEDED]):
        _, count, _, first, next_library = _LIBRARY.unpack_from(data, library_at)
        at = library_at + first
        for _ in range(count):
            record = _VERSION.unpack_from(data, at)
            yield Version(at, text_at(data, record[3]), record[2], record)
            at += record[4]
        library_at += next_library


def _functions(data: bytes) -> Iterator[tuple[str, int]]:
    """Yield the functions that a file imports, with the number of their version."""
    table = dict(entries(data))
    # Exported symbols come last, so all symbols before the first of them are imported.
    _, count = struct.unpack_from("<II", data, offset_of(data, table[_HASHES]))
    symbols = offset_of(data, table[_SYMBOLS])
    numbers = offset_of(data, table[_VERSIONS])
    for index in range(1, count):
        name = _SYMBOL.unpack_from(data, symbols + index * _SYMBOL.size)[0]
        (number,) = struct.unpack_from("<H", data, numbers + 2 * index)
        yield text_at(data, name), number
