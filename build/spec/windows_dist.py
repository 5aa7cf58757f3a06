"""Builds the downloads for Windows on Linux: `python build/spec/windows_dist.py [STEP ...]`.

`--test PATH ...` instead runs tests of the compiled engine under Wine, and compares the choices of
AI players there with those on this system. `--lacks` lists what is missing for a build.

Needs Wine, MinGW's compiler and makensis; only the first run needs a network. Without arguments it
runs all steps, in this order:

    python   a Python for Windows, in dist/packaging/windows/python
    engine   the compiled engine, and the game installed in that Python
    app      the one-folder application, in dist/windows
    zip      an archive of the application
    setup    the setup program
    sums     SHA256SUMS of the downloads in dist/

RED7_CACHE names a folder for downloaded and compiled files, by default in dist/packaging.
SOURCE_DATE_EPOCH is the date of all files, as in dist.py.
"""

from __future__ import annotations

import argparse
import base64
import csv
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

import archives
import bootloader
import dist
import inspection
import licences
import places
import windows_python
import windows_setup
from contents import NAME
from dist import DIST, PROJECT, SCRATCH, Build, say
from wine import Wine, windows_path

WORK: Final = SCRATCH / "windows"
PYTHON: Final = WORK / "python"
PACKAGES: Final = PYTHON / "Lib" / "site-packages"
TESTING: Final = WORK / "testing"
ENGINE: Final = WORK / "engine"
FOLDER: Final = DIST / "windows" / NAME
CACHE: Final = Path(os.environ.get("RED7_CACHE") or SCRATCH)
WHEELS: Final = CACHE / "windows-wheels"
COMPILED: Final = CACHE / "windows-engine"
TOOLS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "wine": "wine",
        "wineserver": "wine",
        windows_python.COMPILER: "gcc-mingw-w64-x86-64-win32",
        "gendef": "mingw-w64-tools",
        "makensis": "nsis",
    }
)
"""Required programs, each with the Debian package that contains it."""


@dataclass(frozen=True, slots=True)
class WindowsBuild:
    """The parameters of a build, and its Wine."""

    base: Build
    wine: Wine

    @property
    def download(self) -> str:
        """First part of the names of all downloads."""
        return f"{NAME}-{self.base.version}"


# -- the steps -----------------------------------------------------------------------------


def make_python(build: WindowsBuild) -> None:
    """Assemble the Python for Windows, and install the packages for testing the engine."""
    dist.set_up(build.base)

    def download(asked: Path, folder: Path) -> None:
        say(f"downloading into {folder.name}")
        kind = ("--platform", "win_amd64", "--python-version", "3.11", "--only-binary=:all:")
        options = ("--quiet", "--no-deps", "--require-hashes", *kind, "--dest", folder)
        build.base.run(*dist.pip(build.base), "download", *options, "--requirement", asked)

    lock = windows_python.DEV_LOCK
    (source,) = windows_python.wheels_for(windows_python.PYTHON_LOCK, ["panda3d"], WHEELS, download)
    needed = windows_python.wheels_for(lock, windows_python.NEEDED, WHEELS, download)
    testing = windows_python.wheels_for(lock, windows_python.TESTING, WHEELS, download)
    windows_python.lay_out(PYTHON, source, needed)
    made = bootloader.compile_into(
        PACKAGES / "PyInstaller",
        dist.bootloader_source(build.base, WHEELS),
        WORK / "bootloader",
        bootloader.MINGW,
    )
    say(f"compiled the bootloader: {', '.join(path.name for path in made)}")
    shutil.rmtree(TESTING, ignore_errors=True)
    windows_python.install(testing, TESTING)
    # mypyc's parts of the compiled engine are under mypy's licence, which is in its metadata.
    (metadata,) = dist.ENVIRONMENT.glob("lib/python3.*/site-packages/mypy-*.dist-info")
    shutil.copytree(metadata, PACKAGES / metadata.name)


def make_engine(build: WindowsBuild) -> None:
    """Compile the engine, and install it with the game."""
    base = build.base
    shutil.rmtree(ENGINE, ignore_errors=True)
    script = Path(__file__).with_name("windows_engine.py")
    base.run(base.python, script, PYTHON, ENGINE, COMPILED)
    wheel = dist.build_wheel(base, WORK / "wheel", compiled=False)
    for former in PACKAGES.glob("red7_desktop*"):
        shutil.rmtree(former)
    windows_python.install([wheel], PACKAGES)
    (record,) = PACKAGES.glob("red7_desktop-*.dist-info/RECORD")
    with record.open("a", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        for path in sorted(ENGINE.rglob("*.pyd")):
            name = path.relative_to(ENGINE)
            shutil.copyfile(path, PACKAGES / name)
            digest = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest())
            recorded = f"sha256={digest.decode().rstrip('=')}"
            lines.writerow([name.as_posix(), recorded, path.stat().st_size])


def make_app(build: WindowsBuild) -> None:
    """Build the application with PyInstaller in Wine, and check it."""
    shutil.rmtree(FOLDER.parent, ignore_errors=True)
    folders = ("--distpath", windows_path(FOLDER.parent), "--workpath", windows_path(WORK / "work"))
    options = ("--noconfirm", "--clean", "--log-level", "WARN", *folders)
    spec = windows_path(Path(__file__).with_name(f"{NAME}.spec"))
    python = (PYTHON / "python.exe", "-P", "-m", "PyInstaller")
    output = build.wine.run(
        *python,
        *options,
        spec,
        within=WORK,
        variables={
            "PYGAME_HIDE_SUPPORT_PROMPT": "1",
            "PYINSTALLER_CONFIG_DIR": windows_path(WORK / "cache"),
            **dist.UNCOMPRESSED,
            "PYTHONHASHSEED": "0",
            "PYTHONUTF8": "1",
            "RED7_BUILD_FOLDER": windows_path(WORK),
            "SOURCE_DATE_EPOCH": str(build.base.date),
        },
    )
    print(output, end="")
    archives.sort_zip(FOLDER / "_internal" / "base_library.zip")
    for name in ("LICENSE", "NOTICE"):
        text = (PROJECT / name).read_text("utf-8")
        (FOLDER / f"{name}.txt").write_text(text, "utf-8", newline="\r\n")
    for path in [FOLDER, *archives.in_order(FOLDER)]:
        path.chmod(0o755 if path.is_dir() or path.suffix == ".exe" else 0o644)
        os.utime(path, (build.base.date, build.base.date))
    inspection.check_folder(FOLDER, PROJECT / "assets", must_be_compiled=True)
    inspection.check_contents(FOLDER)
    licences.check_owners(FOLDER)
    places.check(FOLDER, places.list_own_paths(PROJECT, CACHE.resolve()))
    inspection.check_version_output(
        build.wine.run(FOLDER / f"{NAME}.exe", "--version"), build.base.version
    )


def make_zip(build: WindowsBuild) -> None:
    """Pack the application as a zip file."""
    target = DIST / f"{build.download}-windows-x64.zip"
    archives.pack_zip(FOLDER, target, build.download, build.base.date)
    inspection.check_download(target, inspection.ARCHIVE_AT_MOST)


def make_setup(build: WindowsBuild) -> None:
    """Build the setup program."""
    target = DIST / f"{build.download}-setup.exe"
    base = build.base
    windows_setup.make(FOLDER, target, WORK / "setup", base.version, base.date, base.python)
    inspection.check_download(target, inspection.SETUP_AT_MOST)


def make_sums(build: WindowsBuild) -> None:
    """Write the checksums of the downloads of this version."""
    dist.make_sums(build.base)


STEPS: Final[Mapping[str, Callable[[WindowsBuild], None]]] = MappingProxyType(
    {
        "python": make_python,
        "engine": make_engine,
        "app": make_app,
        "zip": make_zip,
        "setup": make_setup,
        "sums": make_sums,
    }
)


def test_engine(build: WindowsBuild, paths: Sequence[str]) -> None:
    """Run tests with the Python for Windows and the game installed in it, whose engine is compiled.

    The tests are copied to a folder without the sources, so that they import the compiled engine.
    Then the choices of AI players are compared with those of plain Python on this system.

    Raises:
        CalledProcessError: A test fails.
        Unfit: The choices differ.
    """
    folder = WORK / "tests"
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("tests", "docs", "assets"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(PROJECT / name, folder / name, ignore=ignored)
    shutil.copy2(PROJECT / "pyproject.toml", folder)
    python = (PYTHON / "python.exe", "-P", "-m")
    variables = {
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": windows_path(TESTING),
        "PYTHONUTF8": "1",
        "SDL_VIDEODRIVER": "dummy",
    }
    together = ("-n", str(min(os.cpu_count() or 1, 8)), "--maxschedchunk", "1")
    pytest = (*python, "pytest", "-q", *together, "-m", "not slow", *paths)
    print(build.wine.run(*pytest, within=folder, variables=variables), end="")
    variables["PYTHONPATH"] = f"{windows_path(folder)};{variables['PYTHONPATH']}"
    there = build.wine.run(*python, "tests.choices", within=folder, variables=variables)
    here = subprocess.run(
        [build.base.python, "-m", "tests.choices"],
        cwd=PROJECT,
        env=os.environ | {"PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    inspection.compare_choices(here, there)


def list_missing_tools() -> list[str]:
    """Return what is missing on this system for a Windows build: Debian packages, Python."""
    version = ".".join(map(str, windows_python.VERSION))
    other = sys.version_info[:2] != windows_python.VERSION
    packages = {package for tool, package in TOOLS.items() if shutil.which(tool) is None}
    return sorted(packages) + [f"Python {version}"] * other


def main() -> None:
    """Run the steps named on the command line."""
    parser = argparse.ArgumentParser(description="Make the downloads for Windows, in dist/.")
    parser.add_argument("steps", nargs="*", metavar="STEP", help=" ".join(STEPS))
    parser.add_argument("--test", nargs="+", metavar="PATH", help="run tests under Wine")
    parser.add_argument("--lacks", action="store_true", help="name what is missing here")
    options = parser.parse_args()
    asked, tests = options.steps, options.test
    unknown = [step for step in asked if step not in STEPS]
    if unknown:
        parser.error(f"no such step: {', '.join(unknown)}")
    if options.lacks:
        print(", ".join(list_missing_tools()), end="")
        return
    if missing := list_missing_tools():
        raise SystemExit(f"dist: building for Windows needs {', '.join(missing)}")
    WORK.mkdir(parents=True, exist_ok=True)
    base = Build(dist.version(), dist.date(), "linux", dist.machine())
    build = WindowsBuild(base, Wine(WORK / "prefix"))
    try:
        if tests:
            test_engine(build, tests)
        for name, step in STEPS.items():
            if name in asked or not (asked or tests):
                say(f"windows: {name}")
                step(build)
    except (inspection.InspectionError, windows_python.BuildError, bootloader.NotCompiled) as error:
        raise SystemExit(f"dist: {error}") from error
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"dist: {error}") from error
    finally:
        build.wine.close()


if __name__ == "__main__":
    main()
