"""Checks a macOS application bundle, on any system.

Reads the bundle that PyInstaller built as macOS would: its property list, its icon, the locations
of its files, and the paths by which its libraries find each other.
"""

from __future__ import annotations

import plistlib
import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from contents import MACOS_ID, NAME, PACKAGE, PRODUCT, RECORD_ENDING, RECORD_ID
from inspection import InspectionError, folders_of

SYSTEM_PATHS: Final = ("/usr/lib/", "/System/Library/")
"""Prefixes of libraries that are part of macOS."""
_ALLOWED: Final = re.compile(r"[A-Za-z0-9.-]+")
"""Characters that Apple allows in identifiers. macOS ignores file types with other characters."""
_FAT: Final = b"\xca\xfe\xba\xbe"
_PLAIN: Final = b"\xcf\xfa\xed\xfe"
_FAT_ENTRY: Final = struct.Struct(">II II I")
_HEADER: Final = struct.Struct("<4s I 2I I 3I")
_COMMAND: Final = struct.Struct("<II")
PROCESSORS: Final[Mapping[str, int]] = MappingProxyType({"arm64": 0x0100000C, "x86_64": 0x01000007})
"""CPU type in the Mach-O header, by the processor's name in a download."""
_LOADS: Final = frozenset({0xC, 0x20, 0x80000018, 0x8000001F, 0x80000023})
"""Types of load commands that name another library."""
_SEARCH: Final = 0x8000001C
_BUILT_FOR: Final = 0x32
_PNG: Final = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Library:
    """The dependencies of a program or library.

    Attributes:
        loads: Names of the libraries that it loads.
        places: Folders in which it searches for names that begin with `@rpath`.
        least: Minimum version of macOS, as two numbers; (0, 0) if it has none.
    """

    loads: tuple[str, ...]
    places: tuple[str, ...]
    least: tuple[int, int]


def check_bundle(app: Path, assets: Path, version: str, machine: str) -> None:
    """Check an application.

    Args:
        app: Folder of the application.
        assets: Folder of the assets in the sources.
        version: Version that the application must have.
        machine: Its processor, a key of `PROCESSORS`.

    Raises:
        Unfit: It would not run, or not open records.
    """
    said = plistlib.loads((app / "Contents" / "Info.plist").read_bytes())
    check_info_plist(app, said, version)
    check_icon((app / "Contents" / "Resources" / said["CFBundleIconFile"]).read_bytes())
    check_places(app, assets)
    least = tuple(int(part) for part in said["LSMinimumSystemVersion"].split("."))
    check_libraries(app, least, machine)


def check_info_plist(app: Path, said: dict[str, Any], version: str) -> None:
    """Check Info.plist: the project's names, the version, and that its files exist."""
    wanted = {
        "CFBundleDisplayName": PRODUCT,
        "CFBundleExecutable": NAME,
        "CFBundleIdentifier": MACOS_ID,
        "CFBundlePackageType": "APPL",
        "CFBundleShortVersionString": version,
        "NSHighResolutionCapable": True,
    }
    wrong = [key for key, value in wanted.items() if said.get(key) != value]
    if said.get("LSBackgroundOnly") or not said.get("LSMinimumSystemVersion"):
        wrong.append("LSBackgroundOnly or LSMinimumSystemVersion")
    if not opens_records(said):
        wrong.append("CFBundleDocumentTypes")
    wrong += [
        f"the identifier {each}" for each in identifiers(said) if not _ALLOWED.fullmatch(each)
    ]
    if not (app / "Contents" / "MacOS" / NAME).is_file():
        wrong.append("the program that CFBundleExecutable names")
    if wrong:
        raise InspectionError(f"{app}: Info.plist is wrong in {', '.join(wrong)}")


def identifiers(said: dict[str, Any]) -> Iterator[str]:
    """Yield every identifier in Info.plist: the application's and those of its file types.

    >>> list(identifiers({"CFBundleIdentifier": "a.b", "CFBundleDocumentTypes": []}))
    ['a.b']
    """
    yield str(said.get("CFBundleIdentifier"))
    for kind in said.get("UTExportedTypeDeclarations", ()):
        yield kind.get("UTTypeIdentifier", "")
        yield from kind.get("UTTypeConformsTo", ())
    for kind in said.get("CFBundleDocumentTypes", ()):
        yield from kind.get("LSItemContentTypes", ())


def opens_records(said: dict[str, Any]) -> bool:
    """Return whether Info.plist declares the file type of records, and offers to open it."""
    declared = {
        kind.get("UTTypeIdentifier")
        for kind in said.get("UTExportedTypeDeclarations", ())
        if RECORD_ENDING.removeprefix(".")
        in kind.get("UTTypeTagSpecification", {}).get("public.filename-extension", ())
    }
    offered = {
        name
        for kind in said.get("CFBundleDocumentTypes", ())
        for name in kind.get("LSItemContentTypes", ())
    }
    return RECORD_ID in declared & offered


def check_icon(icon: bytes) -> None:
    """Check that an icon consists of valid PNG files, up to 1024 pixels.

    Raises:
        Unfit: It doesn't.
    """
    if icon[:4] != b"icns" or struct.unpack(">I", icon[4:8]) != (len(icon),):
        raise InspectionError("the icon is no ICNS file, or not a whole one")
    at, widths = 8, set[int]()
    while at < len(icon):
        (length,) = struct.unpack_from(">I", icon, at + 4)
        picture = icon[at + 8 : at + length]
        if length < 8 or not picture.startswith(_PNG):
            raise InspectionError("the icon holds what is no PNG file")
        widths.add(struct.unpack_from(">I", picture, 16)[0])
        at += length
    if not {16, 32, 128, 512, 1024} <= widths:
        raise InspectionError(f"the icon has only the widths {sorted(widths)}")


def check_places(app: Path, assets: Path) -> None:
    """Check that files are where macOS expects them and the program looks for them.

    Raises:
        Unfit: A file or folder is missing or superfluous.
    """
    contents = app / "Contents"
    if {path.name for path in app.iterdir()} != {"Contents"}:
        raise InspectionError(f"{app} holds more than its contents")
    for path in contents.rglob("*"):
        if path.is_symlink() and not _is_link_inside(path, contents):
            raise InspectionError(f"{path} leads nowhere, or out of the application")
    # The program runs in Frameworks, in which data files are links into Resources.
    missing = [
        name
        for name in folders_of(assets)
        if not (contents / "Frameworks" / PACKAGE / "assets" / name).is_dir()
    ]
    if missing:
        raise InspectionError(f"{app} lacks assets: {', '.join(missing)}")
    if not any((contents / "Resources" / "licences").iterdir()):
        raise InspectionError(f"{app} brings no licences")


def _is_link_inside(link: Path, folder: Path) -> bool:
    return link.exists() and link.resolve().is_relative_to(folder.resolve())


def check_libraries(app: Path, least: tuple[int, ...], machine: str) -> None:
    """Check that all libraries are found, in the application or in macOS.

    Args:
        app: Folder of the application.
        least: Minimum version of macOS that the application declares.
        machine: Its processor, a key of `PROCESSORS`.

    Raises:
        Unfit: A library is missing, for another processor, or needs a newer macOS.
    """
    for path in sorted(app.rglob("*")):
        if path.is_symlink() or not path.is_file() or path.read_bytes()[:4] not in {_FAT, _PLAIN}:
            continue
        library = library_of(path.read_bytes(), machine)
        if library is None:
            raise InspectionError(f"{path} is not for {machine}")
        if library.least > least:
            raise InspectionError(f"{path} needs macOS {'.'.join(map(str, library.least))}")
        for name in library.loads:
            if not name.startswith(SYSTEM_PATHS) and not _is_found(name, path, library, app):
                raise InspectionError(f"{path} does not find {name}")


def _is_found(name: str, path: Path, library: Library, app: Path) -> bool:
    start, _, rest = name.partition("/")
    tried = (
        [f"{place.rstrip('/')}/{rest}" for place in library.places] if start == "@rpath" else [name]
    )
    own = {"@loader_path": path.parent, "@executable_path": app / "Contents" / "MacOS"}
    for each in tried:
        start, _, rest = each.partition("/")
        if start in own and _is_link_inside(own[start] / rest, app):
            return True
    return False


def library_of(data: bytes, machine: str) -> Library | None:
    """Parse a program or library; return None if no part of it is for the processor."""
    part = next((part for part in _parts(data) if _is_for_machine(part, machine)), None)
    if part is None:
        return None
    loads, places, least = list[str](), list[str](), (0, 0)
    number = _HEADER.unpack_from(part)[4]
    at = _HEADER.size
    for _ in range(number):
        kind, size = _COMMAND.unpack_from(part, at)
        command = part[at : at + size]
        if kind in _LOADS or kind == _SEARCH:
            (start,) = struct.unpack_from("<I", command, 8)
            text = command[start:].partition(b"\0")[0].decode()
            (places if kind == _SEARCH else loads).append(text)
        elif kind == _BUILT_FOR:
            (packed,) = struct.unpack_from("<I", command, 12)
            least = (packed >> 16, packed >> 8 & 255)
        at += size
    return Library(tuple(loads), tuple(places), least)


def _parts(data: bytes) -> Iterator[bytes]:
    """Yield the programs in a universal binary, or the file itself if it is a plain one."""
    if data[:4] != _FAT:
        yield data
        return
    (number,) = struct.unpack_from(">I", data, 4)
    for entry in range(number):
        _, _, start, size, _ = _FAT_ENTRY.unpack_from(data, 8 + entry * _FAT_ENTRY.size)
        yield data[start : start + size]


def _is_for_machine(part: bytes, machine: str) -> bool:
    return part[:4] == _PLAIN and _HEADER.unpack_from(part)[1] == PROCESSORS[machine]
