"""Puts the application for macOS together from stand-ins, and reads it back as a Mac would.

The spec and PyInstaller's own code decide where files come to lie; only what is compiled, and the
signature, are made up. So a Linux machine sees what the spec says of macOS.
"""

from __future__ import annotations

import importlib.util
import plistlib
import struct
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from red7_desktop import __version__
from tests.unit.test_house import ROOT

SPEC: Final = ROOT / "build" / "spec"
ARM64: Final = 0x0100000C
LOADS, SEARCHES, BUILT_FOR = 0xC, 0x8000001C, 0x32

pytestmark = pytest.mark.skipif(
    not SPEC.is_dir() or importlib.util.find_spec("PyInstaller") is None,
    reason="this is an installed copy, without packaging",
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
    return tmp_path / "Red7.app"


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
    spec = compile((SPEC / "red7-desktop.spec").read_text("utf-8"), "red7-desktop.spec", "exec")
    exec(spec, {"SPECPATH": str(SPEC), "COLLECT": collect, "BUNDLE": Bundle, **steps})


def check(app: Path) -> None:
    """Read an application back."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(SPEC))
        import_module("macos_bundle").check_bundle(app, ROOT / "assets", __version__)


def test_what_the_spec_makes_on_macos_reads_back_whole(bundle: Path) -> None:
    check(bundle)
    said = plistlib.loads((bundle / "Contents" / "Info.plist").read_bytes())
    assert said["CFBundleShortVersionString"] == __version__
    assert said["LSApplicationCategoryType"] == "public.app-category.card-games"
    assert said["CFBundleLocalizations"] == ["de", "en", "pl"]
    assert [kind["UTTypeIdentifier"] for kind in said["UTExportedTypeDeclarations"]] == [
        "io.github.red7_desktop.Red7Desktop.record"
    ]
    assert not (bundle / "Contents" / "Frameworks" / "pygame" / ".dylibs").resolve().name.count(".")


@pytest.mark.parametrize("key", ["UTExportedTypeDeclarations", "CFBundleDocumentTypes"])
def test_an_application_that_opens_no_records_is_told_of(bundle: Path, key: str) -> None:
    plist = bundle / "Contents" / "Info.plist"
    whole = plist.read_bytes()
    plist.write_bytes(plistlib.dumps({**plistlib.loads(whole), key: []}))
    try:
        with pytest.raises(Exception, match="wrong in CFBundleDocumentTypes"):
            check(bundle)
    finally:
        plist.write_bytes(whole)


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
        ("Frameworks/Python", program(machine=7), "not for Apple's processors"),
        ("Frameworks/red7_desktop", None, "lacks assets"),
        ("Frameworks/Python", None, "leads nowhere"),
    ],
)
def test_what_would_fail_on_a_mac_is_told(
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
