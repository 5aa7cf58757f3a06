"""Collects the licences for an executable, and checks that every file has one.

Licences of Python packages come from their installation, so that they match what is shipped. Those
of libraries inside the packages are in `licences/` beside this file, because no package contains
them. `PARTS` assigns the files of a built folder to parts.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path, PurePath
from typing import Final, NamedTuple

from contents import NAME, PACKAGE
from inspection import InspectionError

HERE: Final = Path(__file__).resolve().parent
PROJECT: Final = HERE.parents[1]

PACKAGES: Final = {
    "mypy": "engine-mypyc.txt",  # mypyc's runtime is part of every compiled module
    "platformdirs": "platformdirs.txt",
    "pyinstaller": "pyinstaller.txt",
    "pytmx": "pytmx.txt",
    "segno": "segno.txt",
    "websockets": "websockets.txt",
}
"""Packages whose licence is in their metadata, and the name under which it is shipped."""
_LICENCE_NAMES: Final = ("LICENSE", "LICENCE", "COPYING")
_LIBRARIES: Final = "libraries.txt"


class Component(NamedTuple):
    """A part of the downloads with its own licence.

    Attributes:
        name: Its name in NOTICE, and in libraries.txt if its licence is there.
        licence: File with its licence.
        files: Patterns of its files, relative to the folder of the libraries; `*` also matches `/`.
    """

    name: str
    licence: str
    files: tuple[str, ...]


PARTS: Final = (
    Component("Figtree", "OFL-figtree.txt", (f"{PACKAGE}/assets/fonts/Figtree_*.ttf",)),
    Component("Fraunces", "OFL-fraunces.txt", (f"{PACKAGE}/assets/fonts/Fraunces_*.ttf",)),
    Component(
        "Atkinson Hyperlegible Next",
        "OFL-atkinson-hyperlegible-next.txt",
        (f"{PACKAGE}/assets/fonts/AtkinsonHyperlegibleNext_*.ttf",),
    ),
    Component("Rubik", "OFL-rubik.txt", (f"{PACKAGE}/assets/fonts/Rubik_*.ttf",)),
    Component("Noto Sans", "OFL-noto-sans.txt", (f"{PACKAGE}/assets/fonts/NotoSans_*.ttf",)),
    Component(
        "Noto Sans CJK", "OFL-noto-sans-cjk.txt", (f"{PACKAGE}/assets/fonts/NotoSansCJK_*.ttf",)
    ),
    Component("mypyc", "engine-mypyc.txt", ("*__mypyc.*", f"{PACKAGE}/*.so", f"{PACKAGE}/*.pyd")),
    Component(
        "Red7 Desktop",
        "LICENSE",
        (
            *("LICENSE", "LICENSE.txt", "NOTICE", "NOTICE.txt", "licences/*.txt"),
            *("licences/LICENSE", "licences/NOTICE"),
            # Only data; a font that isn't assigned to a part above must be reported.
            f"{PACKAGE}/assets/fonts/OFL-*.txt",
            *(
                f"{PACKAGE}/assets/*.{kind}"
                for kind in ("json", "mo", "net", "ogg", "png", "svg", "tmx", "toml", "txt")
            ),
            *(f"{PACKAGE}/assets/phones/page.{kind}" for kind in ("css", "html", "js")),
        ),
    ),
    Component(
        "prismatoid", "prism.txt", ("prism/_native/prism.dll", "prism/_native/libprism.dylib")
    ),
    Component("PyInstaller", "pyinstaller.txt", (NAME, f"{NAME}.exe")),
    Component("pytmx", "pytmx.txt", ("pytmx/*.pyc",)),
    Component("websockets", "websockets.txt", ("websockets/*.so", "websockets/*.pyd")),
    Component("SDL", _LIBRARIES, ("*/libSDL2*", "*/SDL2*.dll")),
    Component("FreeType", _LIBRARIES, ("*/libfreetype*", "freetype.dll")),
    Component("HarfBuzz", _LIBRARIES, ("*/libharfbuzz*",)),
    Component("libpng", _LIBRARIES, ("*/libpng16*", "libpng16*")),
    Component("libjpeg-turbo", _LIBRARIES, ("*/libjpeg*",)),
    Component("LibTIFF", _LIBRARIES, ("*/libtiff*",)),
    Component("WebP", _LIBRARIES, ("*/libwebp*",)),
    Component("SharpYUV", _LIBRARIES, ("*/libsharpyuv*",)),
    Component("Brotli", _LIBRARIES, ("*/libbrotli*",)),
    Component("FLAC", _LIBRARIES, ("*/libFLAC*",)),
    Component("Ogg", _LIBRARIES, ("*/libogg*", "*/ogg.dll")),
    Component("Vorbis", _LIBRARIES, ("*/libvorbis*",)),
    Component("Opus", _LIBRARIES, ("*/libopus[.-]*",)),
    Component("opusfile", _LIBRARIES, ("*/libopusfile*",)),
    Component("WavPack", _LIBRARIES, ("*/libwavpack*",)),
    Component("libxmp", _LIBRARIES, ("*/libxmp*",)),
    Component("PortMidi", _LIBRARIES, ("*/libportmidi*",)),
    Component("FluidSynth", _LIBRARIES, ("*/libfluidsynth*",)),
    Component("libsndfile", _LIBRARIES, ("*/libsndfile*",)),
    Component("mpg123", _LIBRARIES, ("*/libmpg123*",)),
    Component("zlib-ng", _LIBRARIES, ("*/libz.*.zlib-ng.dylib",)),
    Component("zlib", _LIBRARIES, ("*/libz.*", "*/zlib1.dll", "*/libzlib.dll")),
    Component("winpthreads", _LIBRARIES, ("*/libwinpthread-1.dll",)),
    Component("SQLite", _LIBRARIES, ("libsqlite3*", "sqlite3.dll")),
    Component("libffi", _LIBRARIES, ("libffi*",)),
    Component("Visual C++ runtime", _LIBRARIES, ("VCRUNTIME140*.dll",)),
    Component(
        "pygame-ce",
        "pygame-ce.txt",
        tuple(f"pygame/{name}" for name in ("*.so", "*.pyd", "*.pyc", "pygame_icon.bmp")),
    ),
    Component(
        "Python",
        "python.txt",
        (
            *("base_library.zip", "libpython3.*", "python3*.dll", "python3.*/lib-dynload/*.so"),
            *("_*.pyd", "pyexpat.pyd", "select.pyd", "unicodedata.pyd"),
            *("Python", "Python3", "Python.framework/*", "Python3.framework/*"),
        ),
    ),
)
"""All parts, on any system. A file belongs to the first part with a matching pattern."""


class MissingLicenceError(Exception):
    """Something would be shipped without its licence."""


def gather(folder: Path) -> Path:
    """Copy all licences into a folder, which is emptied first.

    Raises:
        MissingLicenceError: A licence is missing.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for source, name in sources():
        shutil.copyfile(source, folder / name)
        (folder / name).chmod(0o644)
    return folder


def sources() -> Iterator[tuple[Path, str]]:
    """Yield the file of each licence, and the name under which it is shipped."""
    yield PROJECT / "LICENSE", "LICENSE"
    yield PROJECT / "NOTICE", "NOTICE"
    for font in sorted((PROJECT / "assets" / "fonts").glob("OFL-*.txt")):
        yield font, font.name
    for text in sorted((HERE / "licences").glob("*.txt")):
        yield text, text.name
    for package, name in PACKAGES.items():
        yield _licence_of(package), name
    yield from list_prism_licences()
    yield _pygame_licence(), "pygame-ce.txt"
    yield _python_licence(), "python.txt"


def _licence_of(package: str) -> Path:
    for file in distribution(package).files or ():
        if file.stem.upper() in _LICENCE_NAMES and ".dist-info" in str(file):
            return Path(str(file.locate()))
    raise MissingLicenceError(f"{package} is installed without its licence")


def list_prism_licences() -> list[tuple[Path, str]]:
    """List the licences of Prism and of what is in it, each with the name it is shipped under.

    There are none on systems that have no Prism, such as Linux.
    """
    try:
        files = distribution("prismatoid").files or []
    except PackageNotFoundError:
        return []
    texts = [file for file in files if "licenses" in file.parts]
    return [(Path(str(file.locate())), name_prism_licence(file)) for file in texts]


def name_prism_licence(file: PurePath) -> str:
    """Return the name that a licence in the package prismatoid is shipped under.

    >>> name_prism_licence(PurePath("prismatoid-0.dist-info/licenses/LICENSE"))
    'prism.txt'
    >>> name_prism_licence(PurePath("prismatoid-0.dist-info/licenses/LICENSES/fmt/LICENSE"))
    'prism-fmt-license.txt'
    """
    inside = file.parts[file.parts.index("licenses") + 1 :]
    if inside == ("LICENSE",):
        return "prism.txt"
    words = [part.lower().removesuffix(".txt").removesuffix(".md") for part in inside]
    return f"prism-{'-'.join([word for word in words if word != 'licenses'])}.txt"


def _pygame_licence() -> Path:
    found = sorted(
        Path(str(file.locate()))
        for file in distribution("pygame-ce").files or ()
        if file.name == "LGPL.txt"
    )
    if not found:
        raise MissingLicenceError("pygame-ce is installed without its licence")
    return found[0]


def _python_licence() -> Path:
    base = Path(sys.base_prefix)
    library = base / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    debian = Path("/usr/share/doc", library.name, "copyright")
    for path in (library / "LICENSE.txt", base / "LICENSE.txt", base / "LICENSE", debian):
        if path.is_file():
            return path
    raise MissingLicenceError(f"Python in {base} is installed without its licence")


def owner_of(name: str) -> Component | None:
    """Return the part that a file of a built folder belongs to.

    >>> owner_of("_internal/pygame_ce.libs/libopus-ddd6afb9.so.0.11.1").name
    'Opus'
    >>> owner_of("_internal/pygame/freesansbold.ttf") is None
    True
    """
    inside = name.removeprefix("_internal/")
    for part in PARTS:
        if any(fnmatchcase(inside, pattern) for pattern in part.files):
            return part
    return None


def named_in_notice(notice: str) -> set[str]:
    r"""Return the names that begin the indented lines of NOTICE's lists.

    >>> named_in_notice("Fonts:\n  Figtree   Copyright 2022\n")
    {'Figtree'}
    """
    return set(re.findall(r"^  (\S+(?: \S+)*?)(?:  +\S.*)$", notice, re.MULTILINE))


def named_in_libraries(text: str) -> set[str]:
    r"""Return the names of the libraries that libraries.txt gives a licence for.

    >>> sorted(named_in_libraries("Ogg, Vorbis (in part)\n    Licence: BSD\n"))
    ['Ogg', 'Vorbis']
    """
    headings = re.findall(r"^(\S.*)\n    Licence: ", text, re.MULTILINE)
    plain = [re.sub(r" \(.*\)$", "", heading) for heading in headings]
    return {name for heading in plain for name in heading.split(", ")}


def check_owners(folder: Path) -> None:
    """Check that every file of a built folder belongs to a part whose licence ships with it.

    The part must be named in NOTICE, and in libraries.txt if that has its licence.

    Raises:
        Unfit: Names the files or parts that lack something.
    """
    licences = folder / "_internal" / "licences"
    names = [
        path.relative_to(folder).as_posix()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    ]
    owners = {name: owner_of(name) for name in names}
    nobodys = [name for name, part in owners.items() if part is None]
    if nobodys:
        raise InspectionError(f"files of no part in licences.py's PARTS: {', '.join(nobodys)}")
    in_notice = named_in_notice((licences / "NOTICE").read_text("utf-8"))
    in_libraries = named_in_libraries((licences / _LIBRARIES).read_text("utf-8"))
    lacking = sorted(
        f"{part.name} ({part.licence})"
        for part in {part for part in owners.values() if part is not None}
        if part.name not in in_notice | {"Red7 Desktop"}
        or not (licences / part.licence).is_file()
        or (part.licence == _LIBRARIES and part.name not in in_libraries)
    )
    if lacking:
        raise InspectionError(f"not in NOTICE, or without their licence: {', '.join(lacking)}")
