"""The packaging: its examples, its licences, and an application for macOS from stand-ins."""

from __future__ import annotations

import ctypes
import doctest
import importlib.util
import os
import plistlib
import re
import shutil
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from fnmatch import fnmatchcase
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from red7_desktop import PRODUCT, __version__
from red7_desktop.__main__ import _parser
from red7_desktop.games.registry import CATALOGUE
from tests.tools import needs
from tests.unit.test_house import ROOT, project_files

SPEC: Final = ROOT / "build" / "spec"
MODULES: Final = sorted(path.stem for path in SPEC.glob("*.py"))
BEGINNINGS: Final = frozenset({"start", "windows_console"})
"""What runs when it is imported, in the executable."""
pytestmark = [
    pytest.mark.skipif(not MODULES, reason="this is an installed copy, without packaging"),
    pytest.mark.usefixtures("spec"),
]


@pytest.fixture
def spec(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the packaging sources be imported, as the build imports them."""
    monkeypatch.syspath_prepend(str(SPEC))


@pytest.mark.parametrize("name", sorted({*MODULES} - BEGINNINGS))
def test_doctests_of_build_tools_pass(name: str) -> None:
    assert doctest.testmod(packaging(name), optionflags=doctest.ELLIPSIS).failed == 0


def test_performance_comparison_needs_the_older_commits() -> None:
    performance = import_module("tools.performance.compare")
    assert doctest.testmod(performance).failed == 0
    refused = r"commit 0000000 is not here|on Linux only|tools are missing"
    with pytest.raises(SystemExit, match=refused):
        performance.check(["0000000"])


PYTHON_OF_PRISM = {"cffi", "pycparser"}
"""What the Python part of prismatoid needs, which the downloads leave out."""


def test_every_shipped_part_has_an_accepted_licence() -> None:
    licences, unwanted = packaging("licences"), packaging("inspection").UNWANTED
    names = list(licences.PACKAGES.values())
    assert all(licences._licence_of(package).is_file() for package in licences.PACKAGES)
    assert licences._pygame_licence().is_file()
    assert not [name for name in names if name.startswith(unwanted)]
    assert len(set(names)) == len(names)
    shipped = {*pins(ROOT / "requirements.lock"), "pyinstaller", "mypy"} - {"setuptools"}
    assert shipped - PYTHON_OF_PRISM == {*licences.PACKAGES, "pygame-ce", "prismatoid"}


def test_licences_of_the_screen_reader_library_ship_where_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    licences = packaging("licences")
    monkeypatch.setattr(sys, "path", [p for p in sys.path if not Path(p, "prism").exists()])
    without = licences.list_prism_licences()
    installed = tmp_path / "prismatoid-1.dist-info"
    (installed / "licenses").mkdir(parents=True)
    (installed / "licenses" / "LICENSE").touch()
    (installed / "METADATA").write_text("Name: prismatoid\nVersion: 1\n", "utf-8")
    record = "prismatoid-1.dist-info/licenses/LICENSE,,\nprism/_native/prism.dll,,\n"
    (installed / "RECORD").write_text(record, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))

    found = licences.list_prism_licences()

    assert without == []
    assert [(path.name, name) for path, name in found] == [("LICENSE", "prism.txt")]
    assert licences.owner_of("_internal/prism/_native/prism.dll").licence == "prism.txt"


def test_notice_names_every_library_and_font() -> None:
    notice = (ROOT / "NOTICE").read_text("utf-8")
    libraries = {*pins(ROOT / "requirements.lock")} - {"setuptools"}
    fonts = {path.stem.split("_")[0] for path in (ROOT / "assets" / "fonts").glob("*.ttf")}
    for name in libraries | {re.sub(r"(?<=[a-z])(?=[A-Z])", " ", font) for font in fonts}:
        assert re.search(rf"^  {re.escape(name)}  +\S", notice, re.MULTILINE), name


def test_notice_and_library_licences_name_every_bundled_part() -> None:
    licences = packaging("licences")
    notice = licences.named_in_notice((ROOT / "NOTICE").read_text("utf-8"))
    text = (SPEC / "licences" / "libraries.txt").read_text("utf-8")
    libraries = licences.named_in_libraries(text)

    parts = {part.name for part in licences.PARTS} - {PRODUCT}
    in_libraries = {part.name for part in licences.PARTS if part.licence == "libraries.txt"}

    assert parts <= notice
    assert in_libraries <= libraries
    assert "SQLite" in libraries
    # NOTICE has these three beside SDL.
    assert libraries - notice == {"SDL_image", "SDL_mixer", "SDL_ttf"}


def a_built_folder(folder: Path, *names: str) -> Path:
    """Lay out the licences and some empty files as a build does."""
    licences = packaging("licences")
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    target = folder / "_internal" / "licences"
    target.mkdir(parents=True, exist_ok=True)
    for part in licences.PARTS:
        (target / part.licence).touch()
    shutil.copy(ROOT / "NOTICE", target)
    shutil.copy(SPEC / "licences" / "libraries.txt", target)
    return folder


def test_every_built_file_belongs_to_a_part_with_a_licence(tmp_path: Path) -> None:
    listed = packaging("windows_setup").BEFORE.read_text("utf-8").splitlines()
    names = [line for line in listed if not line.startswith("#")]
    names.remove("_internal/pygame/freesansbold.ttf")
    of_linux = ("red7-desktop", "_internal/libsqlite3.so.0", "_internal/libpython3.11.so.1.0")

    folder = a_built_folder(tmp_path, *names, *of_linux)

    packaging("licences").check_owners(folder)


@pytest.mark.parametrize(
    "name",
    [
        "_internal/pygame/freesansbold.ttf",
        "_internal/red7_desktop/assets/fonts/Unknown_400.ttf",
        "_internal/libcrypto.so.3",
    ],
)
def test_built_file_that_belongs_to_no_licensed_part_is_refused(tmp_path: Path, name: str) -> None:
    folder = a_built_folder(tmp_path, "red7-desktop", name)

    with pytest.raises(Exception, match=f"files of no part .*{Path(name).name}"):
        packaging("licences").check_owners(folder)


@pytest.mark.parametrize("file", ["NOTICE", "libraries.txt"])
def test_build_whose_notice_lacks_a_bundled_part_is_refused(tmp_path: Path, file: str) -> None:
    folder = a_built_folder(tmp_path, "_internal/libsqlite3.so.0")
    notice = folder / "_internal" / "licences" / file
    notice.write_text(notice.read_text("utf-8").replace("SQLite", "Another"), "utf-8")

    with pytest.raises(Exception, match=r"without their licence: SQLite \(libraries\.txt\)"):
        packaging("licences").check_owners(folder)


def packaging(name: str) -> ModuleType:
    """Import a module of the packaging sources, which must be the one that is found."""
    module = import_module(name)
    assert Path(str(module.__file__)).parent == SPEC
    return module


def test_both_locks_pin_what_the_project_needs() -> None:
    runtime, dev = (pins(ROOT / name) for name in ("requirements.lock", "requirements-dev.lock"))
    assert {"pygame-ce", "pytmx"} <= runtime.keys()
    assert {"pytest", "pyinstaller", "mypy", "ruff"} <= dev.keys()
    assert runtime.items() <= dev.items()
    assert "pygame" not in dev


def pins(lock: Path) -> dict[str, str]:
    """Read package and version pairs from a lock file; every one must have a hash."""
    blocks = re.findall(
        r"^([a-z0-9-]+)==(\S+)((?: ;[^\\\n]*[^\\\s])?(?: \\\n    --hash=\S+)*)",
        lock.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert all("--hash=sha256:" in rest for _, _, rest in blocks)
    return {name: version for name, version, _ in blocks}


def test_windows_manifest_declares_dpi_and_long_paths() -> None:
    manifest = (SPEC / "windows" / "manifest.xml").read_text("utf-8")
    for said in (">PerMonitorV2<", "<longPathAware", 'level="asInvoker"'):
        assert said in manifest


def test_windows_downloads_are_pinned_by_hashes() -> None:
    python = packaging("windows_python")
    assert pins(python.PYTHON_LOCK).keys() == {"panda3d"}
    dev = packaging("locks").pins(python.DEV_LOCK.read_text("utf-8"))
    assert pins(packaging("bootloader").LOCK).keys() >= {"hatchling"}
    for name in (*python.NEEDED, *python.TESTING):
        assert dev[name].hashes
    runtime = {*pins(ROOT / "requirements.lock")}
    assert runtime - PYTHON_OF_PRISM <= {*python.NEEDED}


def test_manual_page_documents_every_option() -> None:
    manual = (SPEC / "linux" / "red7-desktop.6").read_text(encoding="utf-8")
    import_module("debian_package").check_manual(manual, _parser().format_help())


# == A macOS application made of fake parts is read back.
#
# The spec and PyInstaller's own code decide where files come to lie; only what is compiled, and the
# signature, are made up. So a Linux machine sees what the spec says of macOS.

ARM64: Final = 0x0100000C
LOADS, SEARCHES, BUILT_FOR = 0xC, 0x8000001C, 0x32

only_for_macos_bundle = pytest.mark.skipif(
    importlib.util.find_spec("PyInstaller") is None, reason="PyInstaller is not installed"
)


def program(
    *loads: str, place: str = "@loader_path/..", least: int = 11, machine: int = ARM64
) -> bytes:
    """Make a library as far as the system reads it before it runs."""
    named = [(LOADS, name, 24) for name in loads] + [(SEARCHES, place, 12)]
    commands = [struct.pack("<IIIIII", BUILT_FOR, 24, 1, least << 16, least << 16, 0)]
    for kind, name, start in named:
        text = name.encode() + b"\0" * (8 - len(name) % 8)
        commands.append(
            struct.pack("<III", kind, start + len(text), start).ljust(start, b"\0") + text
        )
    body = b"".join(commands)
    return (
        struct.pack("<IIIIIIII", 0xFEEDFACF, machine, 0, 2, len(commands), len(body), 0, 0) + body
    )


def universal(part: bytes) -> bytes:
    """Wrap a library as wheels do that are for two kinds of processors."""
    other = program(place="/nowhere", machine=0x01000007)
    entries, start = b"", 64
    for machine, each in ((0x01000007, other), (ARM64, part)):
        entries += struct.pack(">IIIII", machine, 0, start, len(each), 12)
        start += len(each)
    return (struct.pack(">II", 0xCAFEBABE, 2) + entries).ljust(64, b"\0") + other + part


BUILT: Final = {
    "red7-desktop": ("EXECUTABLE", program("/usr/lib/libSystem.B.dylib")),
    "Python": ("BINARY", program("/System/Library/Frameworks/CoreFoundation")),
    "pygame/base.so": ("EXTENSION", universal(program("@rpath/pygame/.dylibs/libSDL2.dylib"))),
    "pygame/.dylibs/libSDL2.dylib": ("BINARY", program("@loader_path/libz.dylib")),
    "pygame/.dylibs/libz.dylib": ("BINARY", program("/usr/lib/libSystem.B.dylib")),
}
"""What is compiled: the path in the folder, what PyInstaller takes it for, the file."""


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The application, put together by the spec as on macOS."""
    tmp_path = tmp_path_factory.mktemp("macos")
    for name, (_, data) in BUILT.items():
        path = tmp_path / "built" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    package = tmp_path / "site" / "red7_desktop"
    package.mkdir(parents=True)
    (package / "assets").symlink_to(ROOT / "assets")
    with pytest.MonkeyPatch.context() as patch:
        run_spec(patch, tmp_path, package)
    return tmp_path / f"{PRODUCT}.app"


def run_spec(patch: pytest.MonkeyPatch, folder: Path, package: Path) -> None:
    """Run the spec as if this were macOS, with stand-ins for what compiles and collects."""
    osx, config = (import_module(f"PyInstaller.{name}") for name in ("building.osx", "config"))
    told: dict[str, dict[str, Any]] = {}

    def stand_in(name: str) -> Callable[..., SimpleNamespace]:
        def make(*_: Any, **options: Any) -> SimpleNamespace:
            told[name] = options
            return SimpleNamespace(pure=(), scripts=(), binaries=[], datas=options.get("datas"))

        return make

    def collect(_: Any, __: Any, datas: list[tuple[str, str]], **___: Any) -> list[Any]:
        built = folder / "built"
        toc = [(name, str(built / name), kind) for name, (kind, _) in BUILT.items()]
        for source, place in datas:
            files = [source] if Path(source).is_file() else sorted(Path(source).iterdir())
            toc += [(f"{place}/{Path(file).name}", str(file), "DATA") for file in files]
        return toc

    class Bundle(osx.BUNDLE):  # type: ignore[misc,name-defined,unused-ignore]
        def __postinit__(self) -> None:
            self.console = told["EXE"]["console"]
            self.tocbasename, self.upx_exclude = "bundle", ()
            self.assemble()

    patch.syspath_prepend(str(SPEC))
    patch.setenv("RED7_BUILD_FOLDER", str(folder / "scratch"))
    patch.setattr(sys, "platform", "darwin")
    found = SimpleNamespace(origin=str(package / "__init__.py"))
    patch.setattr(importlib.util, "find_spec", lambda _: found)
    unsigned = SimpleNamespace(sign_binary=lambda *_, **__: None)
    patch.setattr(osx, "is_darwin", True)
    patch.setattr(osx, "osxutils", unsigned, raising=False)
    patch.setattr(osx, "process_collected_binary", lambda source, *_, **__: source)
    for key in ("distpath", "workpath", "specpath"):
        patch.setitem(config.CONF, key, str(folder))
    steps = {name: stand_in(name) for name in ("Analysis", "PYZ", "EXE")}
    library = folder / "packages" / "prism" / "_native" / "libprism.dylib"
    library.parent.mkdir(parents=True)
    library.touch()
    patch.syspath_prepend(str(folder / "packages"))
    spec = compile((SPEC / "red7-desktop.spec").read_text("utf-8"), "red7-desktop.spec", "exec")
    exec(spec, {"SPECPATH": str(SPEC), "COLLECT": collect, "BUNDLE": Bundle, **steps})


def check(app: Path, machine: str = "arm64") -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(SPEC))
        import_module("macos_bundle").check_bundle(app, ROOT / "assets", __version__, machine)


@only_for_macos_bundle
def test_macos_application_from_the_spec_is_complete(bundle: Path) -> None:
    check(bundle)
    said = plistlib.loads((bundle / "Contents" / "Info.plist").read_bytes())
    assert said["CFBundleShortVersionString"] == __version__
    assert said["LSApplicationCategoryType"] == "public.app-category.card-games"
    assert said["CFBundleLocalizations"] == ["de", "en", "pl"]
    assert [kind["UTTypeIdentifier"] for kind in said["UTExportedTypeDeclarations"]] == [
        "io.github.red7-desktop.Red7Desktop.record"
    ]
    assert not (bundle / "Contents" / "Frameworks" / "pygame" / ".dylibs").resolve().name.count(".")


@only_for_macos_bundle
def test_macos_application_for_another_processor_is_refused(bundle: Path) -> None:
    check(bundle, "arm64")
    with pytest.raises(Exception, match="is not for x86_64"):
        check(bundle, "x86_64")


@only_for_macos_bundle
@pytest.mark.parametrize("key", ["UTExportedTypeDeclarations", "CFBundleDocumentTypes"])
def test_macos_application_without_the_file_type_is_refused(bundle: Path, key: str) -> None:
    plist = bundle / "Contents" / "Info.plist"
    whole = plist.read_bytes()
    plist.write_bytes(plistlib.dumps({**plistlib.loads(whole), key: []}))
    try:
        with pytest.raises(Exception, match="wrong in CFBundleDocumentTypes"):
            check(bundle)
    finally:
        plist.write_bytes(whole)


@only_for_macos_bundle
@pytest.mark.parametrize(
    "changes",
    [
        {"CFBundleIdentifier": "io.github.red7_desktop.Red7Desktop"},
        {"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "a.red7_record"}]},
        {"CFBundleDocumentTypes": [{"LSItemContentTypes": ["a.red7_record"]}]},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_macos_identifiers_with_an_underscore_are_refused(
    bundle: Path, changes: dict[str, Any]
) -> None:
    plist = bundle / "Contents" / "Info.plist"
    whole = plist.read_bytes()
    plist.write_bytes(plistlib.dumps({**plistlib.loads(whole), **changes}))
    try:
        with pytest.raises(Exception, match=r"the identifier [\w.]*_"):
            check(bundle)
    finally:
        plist.write_bytes(whole)


@only_for_macos_bundle
def test_macos_icon_has_1024_pixels(bundle: Path) -> None:
    icon = (bundle / "Contents" / "Resources" / "red7.icns").read_bytes()

    at = icon.index(b"ic10") + 8
    assert struct.unpack(">II", icon[at + 16 : at + 24]) == (1024, 1024)


@only_for_macos_bundle
@pytest.mark.parametrize(
    ("name", "harmed", "told"),
    [
        ("Info.plist", plistlib.dumps({"CFBundleIconFile": "red7.icns"}), "Info.plist is wrong"),
        ("MacOS/red7-desktop", None, "the program that CFBundleExecutable names"),
        ("Resources/red7.icns", b"icns\0\0\0\x08", "only the widths"),
        ("Resources/red7.icns", b"icns\0\0\0\x10ic07", "not a whole one"),
        ("Frameworks/Python", program("@rpath/none.dylib"), "does not find @rpath/none"),
        ("Frameworks/Python", program("/local/lib/ssl.dylib"), "does not find /local/lib/ssl"),
        ("Frameworks/Python", program(least=99), "needs macOS 99.0"),
        ("Frameworks/Python", program(machine=7), "not for arm64"),
        ("Frameworks/red7_desktop", None, "lacks assets"),
        ("Frameworks/Python", None, "leads nowhere"),
    ],
)
def test_macos_application_check_reports_each_kind_of_damage(
    bundle: Path, tmp_path: Path, name: str, harmed: bytes | None, told: str
) -> None:
    path = bundle / "Contents" / name
    whole = path.rename(tmp_path / "whole")
    try:
        if harmed is not None:
            path.write_bytes(harmed)
        with pytest.raises(Exception, match=told):
            check(bundle)
    finally:
        path.unlink(missing_ok=True)
        whole.rename(path)


# == promises ============================================================================


@pytest.mark.parametrize(
    ("row", "limit"),
    [
        ("Folder", "FOLDER_AT_MOST"),
        ("tar.xz, zip, .deb, each", "ARCHIVE_AT_MOST"),
        ("Setup program", "SETUP_AT_MOST"),
    ],
)
def test_packaging_page_has_the_size_limits_of_the_build(row: str, limit: str) -> None:
    page = (ROOT / "docs" / "packaging.md").read_text("utf-8")
    inspection = packaging("inspection")
    megabytes = getattr(inspection, limit) / 1_000_000
    assert re.search(rf"^\| {re.escape(row)} \| {megabytes:g} MB at most\b", page, re.MULTILINE)
    assert f"{inspection.SIZE_RESERVE / 1_000_000:g} MB below" in page


def test_documents_name_the_required_glibc() -> None:
    glibc = packaging("inspection").GLIBC_AT_MOST
    page = (ROOT / "docs" / "packaging.md").read_text("utf-8")
    readme = (ROOT / "README.md").read_text("utf-8")

    assert f"| Oldest C library | glibc {glibc} |" in page
    assert f"(glibc {glibc})" in readme
    assert f"glibc {glibc} or newer" in packaging("release_notes").FILES[2][0]


def test_readme_of_the_package_index_has_absolute_links() -> None:
    text = (ROOT / "README.md").read_text("utf-8")

    # setup.py can't be imported: it builds.
    source = (ROOT / "setup.py").read_text("utf-8")
    found = re.search(r"^def readme_for_index.*?(?=^def )", source, re.M | re.S)
    assert found is not None
    names: dict[str, Any] = {"re": re}
    exec(found[0], names)
    made = names["readme_for_index"](text, "1.2.3")

    links = re.findall(r"\]\(([^)]+)\)", made)
    assert len(links) == len(re.findall(r"\]\(([^)]+)\)", text)) > 15
    assert [link for link in links if not link.startswith("https://")] == []
    home = "https://raw.githubusercontent.com/red7-desktop/red7-desktop/v1.2.3"
    assert f"({home}/docs/pictures/turns.png)" in made


# == places ================================================================================

PLACE: Final = Path("/builder's own/python 3")


def a_library(text: bytes) -> bytes:
    """Make a file that passes for a library of Linux that looks nowhere for others."""
    return b"\x7fELF\x02\x01".ljust(64, b"\0") + text


@pytest.mark.parametrize(
    "packed",
    [
        lambda text: text.encode(),
        lambda text: text.encode("utf-16-le"),
        lambda text: text.replace("/", "\\").encode(),
        lambda text: b"\0" * 7 + zlib.compress(text.encode()) + b"more",
    ],
)
def test_build_machine_path_is_found_in_any_encoding(
    tmp_path: Path, packed: Callable[[str], bytes]
) -> None:
    places = packaging("places")
    file = tmp_path / "some.bin"
    file.write_bytes(b"before " + packed(f"{PLACE}/lib") + b" after")
    with pytest.raises(Exception, match=r"some\.bin names a place on this machine"):
        places.check(tmp_path, [Path("/elsewhere"), PLACE])
    file.write_bytes(b"before " + packed(f"{PLACE}.11/lib") + b" after")  # another folder
    places.check(tmp_path, [Path("/elsewhere"), PLACE])


def test_build_machine_path_is_found_in_a_zip(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "base_library.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.pyc", f"{PLACE}/lib/a.py")
    with pytest.raises(Exception, match="names a place"):
        packaging("places").check(tmp_path, [PLACE])


def test_build_machine_path_is_overwritten_in_libraries_only(tmp_path: Path) -> None:
    places = packaging("places")
    library, text = tmp_path / "libpython.so", tmp_path / "notes.txt"
    library.write_bytes(a_library(f"{PLACE}\0{PLACE}/lib\0{PLACE}.11/lib\0end".encode()))
    before = library.read_bytes()
    text.write_text(f"{PLACE}/lib", "utf-8")
    assert places.remove_paths(tmp_path, [PLACE.parent, PLACE]) == [library]
    after = library.read_bytes()
    assert len(after) == len(before)
    hidden, parent = ("/" + "_" * (len(str(place)) - 1) for place in (PLACE, PLACE.parent))
    assert after == a_library(f"{hidden}\0{hidden}/lib\0{parent}/{PLACE.name}.11/lib\0end".encode())
    assert text.read_text("utf-8") == f"{PLACE}/lib"
    assert places.remove_paths(tmp_path, [PLACE.parent, PLACE]) == []


def a_library_that_looks(*where: str) -> bytes:
    """Make a library of Linux with search paths: a segment of strings, and one of entries."""
    strings = b"\0" + b"".join(path.encode() + b"\0" for path in where)
    at, entries, start = 256, b"", 1
    for path in where:
        entries += struct.pack("<qQ", 29, start)
        start += len(path.encode()) + 1
    entries += struct.pack("<qQ", 5, at) + struct.pack("<qQ", 0, 0)
    segments = [(1, at, at, len(strings)), (2, at + 512, at + 512, len(entries))]
    header = b"\x7fELF\x02\x01".ljust(32, b"\0") + struct.pack("<Q14xHH", 64, 56, len(segments))
    table = b"".join(struct.pack("<I4xQQ8xQ16x", *segment) for segment in segments)
    return (header.ljust(64, b"\0") + table).ljust(at, b"\0") + strings.ljust(512, b"\0") + entries


def test_shared_library_keeps_only_relative_search_paths(tmp_path: Path) -> None:
    places = packaging("places")
    library = tmp_path / "lib.so"
    library.write_bytes(a_library_that_looks("$ORIGIN/../x", "/opt of mine/lib", "$ORIGIN"))
    assert len(places.search_paths(library.read_bytes())) == 3
    assert places.remove_paths(tmp_path, []) == [library]
    assert places.search_paths(library.read_bytes()) == ["$ORIGIN/../x", "$ORIGIN"]


# == the C library ==========================================================================


def least_glibc(folder: Path) -> tuple[int, ...]:
    """Return the C library that all programs in a folder run with, as numbers."""
    return tuple(map(int, packaging("inspection").least_glibc(folder).split(".")))


HYPOT: Final = """
#include <math.h>
#include <time.h>
double length(double a, double b) { return hypot(a, b); }
long now(void) { return time(0); }
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it is about Linux's C library")
def test_library_calling_hypot_is_changed_to_its_oldest_glibc_version(tmp_path: Path) -> None:
    needs("cc", "readelf")
    library = tmp_path / "liblength.so"
    source = tmp_path / "length.c"
    source.write_text(HYPOT, "utf-8")
    flags = ("-shared", "-fPIC", "-fno-builtin")
    subprocess.run(["cc", *flags, "-o", library, source, "-lm"], check=True)
    before = least_glibc(tmp_path)

    changed = packaging("old_glibc").lower_versions(tmp_path)

    assert changed == ([library] if before >= (2, 35) else [])
    assert least_glibc(tmp_path) < (2, 35)
    length = ctypes.CDLL(str(library)).length
    length.argtypes = [ctypes.c_double, ctypes.c_double]
    length.restype = ctypes.c_double
    assert length(3, 4) == 5
    assert packaging("old_glibc").lower_versions(tmp_path) == []


# == the bootloader ========================================================================


def test_compiled_bootloader_replaces_only_that_of_its_own_system(tmp_path: Path) -> None:
    bootloader = packaging("bootloader")
    made, installed = tmp_path / "made", tmp_path / "installed"
    for folder, names in {
        made: ("Linux-64bit-intel/run", "Linux-64bit-intel/run_d"),
        installed: ("Linux-64bit-intel/run", "Linux-64bit-intel/run_d", "Darwin-64bit/run"),
    }.items():
        for name in names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(folder.name, "utf-8")
    assert bootloader.replace(made, installed) == [installed / "Linux-64bit-intel" / "run"]
    kept = [path.read_text("utf-8") for path in sorted(installed.rglob("*")) if path.is_file()]
    assert kept == ["installed", "made", "installed"]
    with pytest.raises(bootloader.NotCompiled):
        bootloader.replace(made, tmp_path / "another")


# == package metadata ====================================================================

LANGUAGES: Final = ("de", "pl")
XML_LANG: Final = "{http://www.w3.org/XML/1998/namespace}lang"


@pytest.fixture
def share(spec: None, tmp_path: Path) -> Path:
    """What desktops on Linux are told, in a folder."""
    module = packaging("linux_desktop")
    module.install_desktop_files(tmp_path, module.fields_of(__version__, 0))
    return tmp_path


def test_menu_entry_has_every_language(share: Path) -> None:
    (entry,) = (share / "applications").iterdir()
    lines = entry.read_text("utf-8").splitlines()
    keys = {line.partition("=")[0] for line in lines}
    for key in ("GenericName", "Comment", "Keywords"):
        assert {key, *(f"{key}[{language}]" for language in LANGUAGES)} <= keys
    assert "@" not in entry.read_text("utf-8")


@pytest.mark.parametrize(("kind", "sentences"), [("metainfo", 15), ("mime/packages", 1)])
def test_desktop_metadata_has_every_language(share: Path, kind: str, sentences: int) -> None:
    (file,) = (share / kind).iterdir()
    told = 0
    for parent in ElementTree.parse(file).iter():
        for tag in ("summary", "p", "li", "caption", "comment"):
            children = [each for each in parent if each.tag.rpartition("}")[2] == tag]
            spoken = [each.get(XML_LANG) for each in children]
            assert spoken == [None, *LANGUAGES] * (len(spoken) // 3), tag
            told += len(spoken) // 3
    assert told == sentences


def test_software_centre_metadata_has_picture_urls(share: Path) -> None:
    (file,) = (share / "metainfo").iterdir()
    images = list(ElementTree.parse(file).iter("image"))
    assert len(images) == 3
    for image in images:
        address = str(image.text)
        assert f"/v{__version__}/" in address
        picture = ROOT / "docs" / "pictures" / address.rpartition("/")[2]
        size = struct.unpack(">II", picture.read_bytes()[16:24])
        assert size == (int(image.attrib["width"]), int(image.attrib["height"]))


def test_menu_entry_is_valid(share: Path) -> None:
    needs("desktop-file-validate")
    (file,) = (share / "applications").iterdir()

    ended = subprocess.run(
        ["desktop-file-validate", file], capture_output=True, text=True, check=False
    )

    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_appstream_metadata_is_valid(share: Path) -> None:
    needs("appstreamcli")
    (file,) = (share / "metainfo").iterdir()

    assert packaging("appstream").check(file) == []


def test_appstream_validator_finds_a_mistake_in_the_metadata(share: Path) -> None:
    needs("appstreamcli")
    (file,) = (share / "metainfo").iterdir()
    text = file.read_text("utf-8")
    file.write_text(text.replace("<name>Red7 Desktop</name>", "<neim>Red7 Desktop</neim>"), "utf-8")

    found = packaging("appstream").check(file)

    assert any("neim" in line for line in found)


def test_appstream_metadata_names_the_developer_in_old_and_new_form(share: Path) -> None:
    (file,) = (share / "metainfo").iterdir()
    root = ElementTree.parse(file).getroot()

    # Before AppStream 1.0 and since.
    assert root.findtext("developer_name") == root.findtext("developer/name")
    developer = root.find("developer")
    assert developer is not None
    assert developer.get("id") == "io.github.red7_desktop"


def test_project_name_and_home_page_are_the_same_everywhere() -> None:
    contents = packaging("contents")
    assert contents.PRODUCT == PRODUCT
    owner = contents.HOME_PAGE.split("/")[3]
    assert contents.APPLICATION_ID.split(".")[:3] == ["io", "github", owner.replace("-", "_")]
    assert contents.MACOS_ID.split(".") == ["io", "github", owner, "Red7Desktop"]
    assert contents.HOME_PAGE.removeprefix("https://github.com/") in contents.PICTURES
    named = re.findall(
        r"https://github\.com/[\w-]+/[\w-]+", (ROOT / "pyproject.toml").read_text("utf-8")
    )
    assert {*named} == {contents.HOME_PAGE}
    assert len(named) >= 5


NSIS: Final = Path("/usr/share/nsis/Contrib/Language files")
FORMAL: Final = re.compile(r"\b(?:Sie|Ihr\w*|Ihnen)\b")
SHOWN: Final = re.compile(
    r"\^(?:Click|ComponentsText|ComponentsSubText2_NoInstTypes|Dir|Uninstalling|FileError)"
    r"|MUI_TEXT_(?:COMPONENTS|DIRECTORY|INSTALLING|ABORT|FINISH_(?:TITLE|SUBTITLE|INFO_T))"
    r"|MUI_(?:TEXT_FINISH|UNTEXT_(?:CONFIRM|UNINSTALLING|FINISH_TITLE|FINISH_SUBTITLE))"
)
"""The names of NSIS's own sentences that the pages of our setup program show."""
NOT_SHOWN: Final = frozenset({"MUI_TEXT_FINISH_INFO_REBOOT"})


def german_of_the_setup() -> dict[str, str]:
    """Read the German sentences that the setup program has of its own."""
    text = (SPEC / "windows" / "setup.nsi").read_text("utf-8")
    return dict(re.findall(r'LangString (\S+) \$\{LANG_GERMAN\} "(.*)"$', text, re.MULTILINE))


@pytest.mark.parametrize(
    ("fault", "starts"), [("OSError: [WinError 1359]", 3), ("OSError: [WinError 5]", 1)]
)
@pytest.mark.skipif(sys.platform == "win32", reason="it stands in for a program of Linux")
def test_wine_process_is_retried_only_if_it_never_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, starts: int
) -> None:
    wine = packaging("wine").Wine(tmp_path / "prefix")
    (tmp_path / "prefix" / "drive_c").mkdir(parents=True)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    for name, last in (
        ("wine", f"echo x >>{tmp_path}/starts; echo '{fault}'; exit 1"),
        ("wineserver", ""),
    ):
        (tmp_path / name).write_text(f"#!/bin/sh\n{last}\n")
        (tmp_path / name).chmod(0o755)
    with pytest.raises(subprocess.CalledProcessError):
        wine.run("program.exe")
    assert len((tmp_path / "starts").read_text("utf-8").split()) == starts


def test_setup_program_texts_exist_in_every_language() -> None:
    ours = german_of_the_setup()
    assert len(ours) > 20
    assert [said for said in ours.values() if FORMAL.search(said)] == []
    text = (SPEC / "windows" / "setup.nsi").read_text("utf-8")
    own = {name for name in ours if not SHOWN.match(name)}
    for language in ("ENGLISH", "POLISH"):
        said = re.findall(rf"LangString (\w+) \$\{{LANG_{language}\}}", text)
        assert {*said} == own


@pytest.mark.skipif(not NSIS.is_dir(), reason="NSIS is not installed")
def test_setup_program_addresses_germans_as_du() -> None:
    lines = (NSIS / "German.nlf").read_text("utf-8", errors="replace").splitlines()
    theirs = {name[2:]: said for name, said in pairwise(lines) if name.startswith("# ^")}
    text = (NSIS / "German.nsh").read_text("utf-8-sig")
    theirs |= dict(re.findall(r'LangFileString\} (\w+) "(.*)"$', text, re.MULTILINE))
    formal = {name for name, said in theirs.items() if FORMAL.search(said) and SHOWN.match(name)}
    assert len(formal) > 10
    assert formal - german_of_the_setup().keys() - NOT_SHOWN == set()


def test_list_of_installed_files_is_formatted_and_checked() -> None:
    setup = packaging("windows_setup")
    assert setup.format_file_list(["a b/c.dll", "d.exe"]) == "a b\\c.dll\nd.exe\na b\\\n"
    for name in ("für/c.dll", "a..b"):
        with pytest.raises(Exception, match="cannot list"):
            setup.format_file_list(["fine", name])
    before = setup.BEFORE.read_text("utf-8").splitlines()
    names = [line for line in before if not line.startswith("#")]
    assert len(names) > 500
    assert names == sorted(names)
    assert "uninstall.exe" not in names


def test_uninstaller_deletes_only_the_players_folder_as_a_whole() -> None:
    text = (SPEC / "windows" / "setup.nsi").read_text("utf-8")
    assert re.findall(r'RMDir /r "(.+)"', text) == [
        r"$APPDATA\${NAME}",
        *(rf"$INSTDIR\data\{name}" for name in ("config", "saves", "logs")),
    ]
    assert not re.search(r'Delete "[^"]*[*?]', text)


# == the build server ======================================================================


def test_missing_tool_fails_only_on_a_build_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no-such-tool not installed"):
        needs("sh", "no-such-tool")

    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match="no-such-tool not installed"):
        needs("sh", "no-such-tool")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="it runs a script of Linux")
def test_ci_run_fails_when_a_tool_cannot_be_installed(tmp_path: Path) -> None:
    """Run the script with stand-ins for everything that it starts, and without Xvfb."""
    project = tmp_path / "project"
    (project / ".ci").mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "run", project / ".ci")
    tools = tmp_path / "tools"
    tools.mkdir()
    basic = (
        "awk bash cat cp dirname env grep head id kill ls mktemp paste rm sed sleep sort tail "
        "timeout tr"
    )
    for name in basic.split():
        (tools / name).symlink_to(str(shutil.which(name)))
    listed = re.search(
        r"tools_of_all\(\) \{\n    cat <<'END'\n(.*?)^END",
        (ROOT / ".ci/run").read_text("utf-8"),
        re.M | re.S,
    )
    assert listed is not None
    wanted = {line.split()[0] for line in listed[1].splitlines()}
    assert "Xvfb" in wanted
    for name in {*wanted, "python3"} - {"Xvfb"}:
        (tools / name).write_text("#!/bin/sh\n", "utf-8")
        (tools / name).chmod(0o755)

    ran = subprocess.run(
        ["bash", project / ".ci" / "run"],
        env={"PATH": str(tools)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert ran.returncode == 1, ran.stdout
    assert "FAILED: install the tools (lacks xvfb)" in ran.stdout


# == the workflows =========================================================================

FLOWS: Final = {path.stem: path.read_text("utf-8") for path in (ROOT / ".github").rglob("*.yml")}


@pytest.mark.skipif(not FLOWS, reason="this is an unpacked archive, without workflows")
def test_workflows_use_the_one_pinned_container() -> None:
    named = {name for text in FLOWS.values() for name in re.findall(r"container: (\S+)", text)}
    assert len(named) == 1
    assert re.fullmatch(r"debian:12@sha256:[0-9a-f]{64}", named.pop())


def test_release_notes_are_short_and_name_every_download() -> None:
    notes = packaging("release_notes")

    said = notes.notes_of(__version__, notes.CHANGELOG.read_text("utf-8"))

    assert len([line for line in said.splitlines() if line]) <= 10
    assert "Which file do I need?" in said
    for ending in ("-setup.exe", "_amd64.deb", "_arm64.deb", "-linux-x86_64.tar.xz"):
        assert f"{__version__}{ending}" in said
    assert f"/v{__version__}/CHANGELOG.md" in said


def test_release_notes_need_a_summary_in_the_changelog() -> None:
    with pytest.raises(SystemExit, match="doesn't sum up 2"):
        packaging("release_notes").notes_of("2", "## [2]\n\n### Added\n\n- New.\n")


# == the source archive ======================================================================


def test_source_archive_has_every_file_of_the_project() -> None:
    lines = (ROOT / "MANIFEST.in").read_text("utf-8").splitlines()
    words = [line.split() for line in lines]
    folders = tuple(
        f"{folder}/" for command, *rest in words if command == "graft" for folder in rest
    )
    patterns = [name for command, *rest in words if command == "include" for name in rest]
    # setuptools adds these by itself; the last two are only in the archive.
    patterns += ["pyproject.toml", "setup.py", "MANIFEST.in", "PKG-INFO", "setup.cfg"]

    names = [path.relative_to(ROOT) for path in project_files()]
    missing = [
        name.as_posix()
        for name in names
        if not name.as_posix().startswith(folders)
        and not any(fnmatchcase(name.as_posix(), pattern) for pattern in patterns)
    ]

    assert missing == []


def test_executable_includes_every_facet_module_of_a_game_view() -> None:
    taken = packaging("contents").view_modules(ROOT / "red7_desktop")

    for row in CATALOGUE.values():
        view = row.view()
        folder = type(view).__module__.rpartition(".")[0]
        named = {f"{folder}.{facet.partition(':')[0]}" for facet in view.facets.values()}
        assert named <= {*taken}


def test_phones_need_nothing_that_the_executables_leave_out() -> None:
    """What is left out can't be imported in an executable; here it is refused as well."""
    script = (
        "import sys\n"
        f"left_out = {packaging('contents').list_excluded_modules()!r}\n"
        "class Refusal:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if any(name == each or name.startswith(each + '.') for each in left_out):\n"
        "            raise ImportError(name)\n"
        "sys.meta_path.insert(0, Refusal())\n"
        "import red7_desktop.phones.server, segno\n"
        "from websockets.server import ServerProtocol\n"
        "ServerProtocol().reject(404, '')\n"
        "print(len(list(segno.make_qr('http://192.168.1.23:7077/#abcdefgh').matrix)))\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 20
