"""Checks the packaging sources without building: their examples and the licences they ship."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from red7_desktop.__main__ import _parser
from tests.unit.test_house import ROOT

SPEC: Final = ROOT / "build" / "spec"
MODULES: Final = sorted(path.stem for path in SPEC.glob("*.py"))
BEGINNINGS: Final = frozenset({"start", "windows_console"})
"""What runs when it is imported, in the executable."""

pytestmark = pytest.mark.skipif(not MODULES, reason="this is an installed copy, without packaging")


@pytest.fixture
def spec(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the packaging sources be imported, as the build imports them."""
    monkeypatch.syspath_prepend(str(SPEC))


@pytest.mark.usefixtures("spec")
@pytest.mark.parametrize("name", sorted({*MODULES} - BEGINNINGS))
def test_the_examples_of_a_module_are_true(name: str) -> None:
    assert doctest.testmod(packaging(name), optionflags=doctest.ELLIPSIS).failed == 0


@pytest.mark.usefixtures("spec")
def test_every_part_that_is_shipped_has_a_licence_which_passes_for_nothing_unwanted() -> None:
    licences, unwanted = packaging("licences"), packaging("inspection").UNWANTED
    names = list(licences.PACKAGES.values())
    assert all(licences._licence_of(package).is_file() for package in licences.PACKAGES)
    assert licences._pygame_licence().is_file()
    assert not [name for name in names if name.startswith(unwanted)]
    assert len(set(names)) == len(names)
    shipped = {*pins(ROOT / "requirements.lock"), "pyinstaller", "mypy"} - {"setuptools"}
    assert shipped == {*licences.PACKAGES, "pygame-ce"}


def test_the_notice_names_every_library_and_every_font() -> None:
    notice = (ROOT / "NOTICE").read_text("utf-8")
    libraries = {*pins(ROOT / "requirements.lock")} - {"setuptools"}
    fonts = {path.stem.split("_")[0] for path in (ROOT / "assets" / "fonts").glob("*.ttf")}
    for name in libraries | {re.sub(r"(?<=[a-z])(?=[A-Z])", " ", font) for font in fonts}:
        assert re.search(rf"^  {re.escape(name)}  +\S", notice, re.MULTILINE), name


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


def test_windows_is_told_of_dense_screens_and_long_paths() -> None:
    manifest = (SPEC / "windows" / "manifest.xml").read_text("utf-8")
    for said in (">PerMonitorV2<", "<longPathAware", 'level="asInvoker"'):
        assert said in manifest


@pytest.mark.usefixtures("spec")
def test_what_is_built_for_windows_is_pinned_by_hashes() -> None:
    python = packaging("windows_python")
    assert pins(python.PYTHON_LOCK).keys() == {"panda3d"}
    dev = python.pins(python.DEV_LOCK.read_text("utf-8"))
    for name in (*python.NEEDED, *python.TESTING):
        assert dev[name].hashes
    runtime = {*pins(ROOT / "requirements.lock")}
    assert runtime <= {*python.NEEDED}


@pytest.mark.usefixtures("spec")
def test_the_manual_page_tells_of_every_option() -> None:
    manual = (SPEC / "linux" / "red7-desktop.6").read_text(encoding="utf-8")
    import_module("debian_package").check_manual(manual, _parser().format_help())
