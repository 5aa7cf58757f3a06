"""Tables of what goes into the executables; read by the PyInstaller spec."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePath, PureWindowsPath
from types import MappingProxyType
from typing import Final

PACKAGE: Final = "red7_desktop"
NAME: Final = "red7-desktop"
"""Name of the executable and its folder, and first part of every download's name."""
PRODUCT: Final = "Red7 Desktop"
"""Product name that users see, the same as `red7_desktop.PRODUCT`."""
APPLICATION_ID: Final = "io.github.red7_desktop.Red7Desktop"
"""The identifier for software centres, in reversed domain order. AppStream wants an underscore
where the domain has a hyphen."""
MACOS_ID: Final = "io.github.red7-desktop.Red7Desktop"
"""The same for macOS, which allows letters, digits, hyphens and dots, but no underscore."""
HOME_PAGE: Final = "https://github.com/red7-desktop/red7-desktop"
"""URL of the project, which the identifier is derived from. `.github/workflows/release.yml` refuses
to draft a release in any other repository."""
PICTURES: Final = (
    "https://raw.githubusercontent.com/red7-desktop/red7-desktop/v{version}/docs/pictures"
)
"""URL of a version's pictures for software centres."""
RECORD_ENDING: Final = ".red7"
RECORD_TYPE: Final = "application/x-red7-record"
"""MIME type of match records on Linux."""
RECORD_ID: Final = f"{MACOS_ID}.record"
"""Type identifier of match records on macOS."""
RECORD_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "en": "Red7 Desktop replay",
        "de": "Red7-Desktop-Aufzeichnung",
        "pl": "Powtórka z Red7 Desktop",
    }
)
"""Description of the file type for users, by language."""
NOT_SHIPPED: Final = ("README.md", "red7_1024.png", "*.po", "*.pot", "*.py", "*.pyc", ".*")
"""Patterns of assets that aren't shipped. The largest icon is only part of the application's icon
on macOS."""
EXCLUDED_DATA: Final = ("pygame/freesansbold.ttf",)
"""Files of packages that aren't shipped. pygame's own font is under the GPL, without the exception
for fonts, and the game has its own fonts."""

EXCLUDED_MODULES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "the arrays that pygame can do without": ("numpy", "OpenGL", "cv2", "PIL"),
        "the laboratory and tools": (
            f"{PACKAGE}.lab",
            "tests",
            "unittest",
            "doctest",
            "pdb",
            "pydoc",
            "setuptools",
            "pkg_resources",
            "mypy_extensions",
            "typing_extensions",
        ),
        "parts of pygame that the game has no use for": (
            "pygame._camera",
            "pygame._freetype",
            "pygame.camera",
            "pygame.examples",
            "pygame.freetype",
            "pygame.ftfont",
            "pygame.midi",
            "pygame.pixelarray",
            "pygame.pypm",
            "pygame.sndarray",
            "pygame.surfarray",
            "pygame.tests",
        ),
        "parts of pygame that it imports itself, for its own font and icon, reports and types": (
            "pygame._debug",
            "pygame.pkgdata",
            "pygame.typing",
        ),
        "the internet, and with it OpenSSL: phones are served on the local network without": (
            "_hashlib",
            "_ssl",
            "asyncio",
            "ftplib",
            "smtplib",
            "ssl",
            "xmlrpc",
        ),
        "other processes, and a faster way to write values for them": (
            "_pickle",
            "concurrent.futures",
            "multiprocessing",
        ),
        "archives that only shutil knows of": ("_bz2", "_lzma", "bz2", "lzma", "tarfile"),
        "exact arithmetic": ("_decimal", "_pydecimal", "decimal", "fractions", "statistics"),
        "alphabets that are spoken in mail only": ("_codecs_iso2022",),
        "terminals, groups of users, limits: modules that go without ask for these": (
            "_opcode",
            "_uuid",
            "grp",
            "resource",
            "termios",
        ),
        "how and where Python was built, which pygame asks for in its greeting only": (
            "sysconfig",
        ),
        "toolkits of other kinds": ("curses", "readline", "tkinter"),
    }
)
"""Modules to exclude, by reason. PyInstaller would find most of them somewhere."""
SYSTEM_LIBRARIES: Final = ("libgcc_s.so", "libstdc++.so", "libz.so")
"""Prefixes of libraries that every Linux has. Shipping copies would require a system as new as the
one that built them."""

UNUSED_CODECS: Final = (
    *("libjpeg-62", "libtiff-5", "libwebp-7", "libwebpdemux-2"),
    *("libogg-0", "libopus-0", "libopusfile-0", "libwavpack-1", "libxmp", "portmidi"),
)
"""Libraries for picture and sound formats that the game doesn't use. On Windows, SDL only loads
them when such a file is opened; on other systems its libraries are linked to them."""


def list_excluded_modules() -> list[str]:
    """Return the modules to exclude.

    Unused parts of the standard library import `ssl` and similar modules. The program only uses the
    protocol of `websockets`, which doesn't need them. On Windows and macOS the C parts have the
    same names.
    """
    return [name for names in EXCLUDED_MODULES.values() for name in names]


def asset_files(installed: Path) -> list[tuple[str, str]]:
    """Return all assets of an installed package, each with its folder in the application.

    Args:
        installed: Folder of the package.

    Raises:
        FileNotFoundError: It has no assets.
    """
    root = installed / "assets"
    found = sorted(file for file in root.rglob("*") if is_asset_shipped(file))
    if not found:
        raise FileNotFoundError(f"no assets in {root}")
    return [(str(file), str(Path(PACKAGE, file.parent.relative_to(installed)))) for file in found]


def is_shipped_data(name: str) -> bool:
    r"""Return whether a data file that PyInstaller has found is shipped.

    >>> is_shipped_data("pygame\\freesansbold.ttf"), is_shipped_data("pygame/pygame_icon.bmp")
    (False, True)
    """
    path = PureWindowsPath(name)
    if path.parts[0].endswith(".dist-info"):  # only pip needs it; licences are collected elsewhere
        return False
    return path.as_posix() not in EXCLUDED_DATA


def is_asset_shipped(path: Path) -> bool:
    """Return whether a path among the assets is a file that users need."""
    return path.is_file() and not any(path.match(pattern) for pattern in NOT_SHIPPED)


def view_modules(installed: Path) -> list[str]:
    """Return the modules of the games' views, which are imported by names from a table.

    PyInstaller doesn't find them, because no import statement names them.

    Args:
        installed: Folder of the installed package.
    """
    files = sorted(installed.glob("games/*/face/*.py"))
    named = [file.relative_to(installed.parent).with_suffix("").parts for file in files]
    return [".".join(parts) for parts in named if parts[-1] != "__init__"]


def compiled_modules(shipped: Iterable[PurePath]) -> list[str]:
    """Return hidden imports of a compiled wheel: its modules, and the library that they share.

    PyInstaller finds compiled modules, but not their imports. So every module in a folder with a
    compiled one is listed. The result for a plain wheel is empty.

    Args:
        shipped: The files of the wheel.

    >>> compiled_modules(map(PurePath, ["a/__init__.py", "a/b.cp.so", "a/b.py", "f0__mypyc.cp.so"]))
    ['a', 'a.b', 'f0__mypyc']
    >>> compiled_modules([PurePath("a/__init__.py"), PurePath("a/b.py")])
    []
    """
    files = list(shipped)
    compiled = [path for path in files if path.suffix in {".so", ".pyd"}]
    folders = {path.parent for path in compiled if path.parent.name}
    neighbours = [path for path in files if path.parent in folders and path.suffix == ".py"]
    names = [path.with_suffix("").parts for path in neighbours]
    named = {".".join(parts[:-1] if parts[-1] == "__init__" else parts) for parts in names}
    shared = {path.name.partition(".")[0] for path in compiled if not path.parent.name}
    return sorted(named | shared)


def find_forbidden_imports(installed: Path) -> list[str]:
    """Return excluded modules that the program imports nevertheless, as error messages.

    >>> find_forbidden_imports(Path(__file__).resolve().parents[2] / PACKAGE)
    []
    """
    unwanted = set(list_excluded_modules())
    return sorted(
        f"{path.relative_to(installed.parent).as_posix()} imports {name}"
        for path in installed.rglob("*.py")
        if path.relative_to(installed).parts[0] != "lab"
        for name in _imports(ast.parse(path.read_text("utf-8")))
        if any(name == each or name.startswith(f"{each}.") for each in unwanted)
    )


def _imports(tree: ast.AST) -> Iterator[str]:
    """Yield all imports in a tree, except those for type checkers only."""
    if isinstance(tree, ast.If) and ast.unparse(tree.test) == "TYPE_CHECKING":
        return
    if isinstance(tree, ast.Import):
        yield from (alias.name for alias in tree.names)
    elif isinstance(tree, ast.ImportFrom) and tree.module:
        yield tree.module
        yield from (f"{tree.module}.{alias.name}" for alias in tree.names)
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield from _imports(child)


def is_system_library(name: str) -> bool:
    """Return whether a library is part of every Linux system.

    >>> is_system_library("libstdc++.so.6"), is_system_library("libSDL2.so.0")
    (True, False)
    """
    return sys.platform == "linux" and Path(name).name.startswith(SYSTEM_LIBRARIES)


def is_duplicate_library(name: str, names: Iterable[str]) -> bool:
    """Return whether a library at the top of the Windows application is also in pygame's folder.

    Windows doesn't load a library with the same name twice, so the copy in pygame's folder is
    enough.

    >>> names = ["SDL2.dll", "pygame/SDL2.dll", "libpng16-16.dll"]
    >>> [name for name in names if not is_duplicate_library(name, names)]
    ['pygame/SDL2.dll', 'libpng16-16.dll']
    """
    return f"pygame/{name}" in {PurePath(each).as_posix() for each in names}


def is_unused_codec(name: str) -> bool:
    """Return whether a library of the Windows application is for formats that the game doesn't use.

    >>> is_unused_codec("pygame/libwebp-7.dll"), is_unused_codec("libpng16-16.dll")
    (True, False)
    """
    return PurePath(name).stem in UNUSED_CODECS
