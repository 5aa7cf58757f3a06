"""Builds all downloads: `python build/spec/dist.py [STEP ...]`.

Runs on any Python from 3.11, on Linux, Windows and macOS. Only the first run needs a network.
Without arguments it runs all steps, in this order:

    wheel    the source archive and the wheel, and a separate wheel for the application
    app      the one-folder application, from that second wheel
    archive  an archive of the application
    deb      a Debian package (only on Linux)
    sums     SHA256SUMS of the downloads in dist/

mypyc compiles the application's engine on Linux if there is a C compiler. RED7_COMPILE=1 compiles
it on any system and fails without a compiler; RED7_COMPILE=0 never compiles it. The first wheel is
always plain Python, which can be installed anywhere. PyInstaller's bootloader, with which the
executable starts, is compiled wherever there is a C compiler.

SOURCE_DATE_EPOCH (by default the time of the last commit) is the date of all files, so that the
same sources and tools give the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

import archives
import bootloader
import debian_package
import inspection
import licences
import linux_desktop
import locks
import macos_bundle
import old_glibc
import places
from contents import NAME, PRODUCT

PROJECT: Final = Path(__file__).resolve().parents[2]
DIST: Final = PROJECT / "dist"
SCRATCH: Final = DIST / "packaging"
ENVIRONMENT: Final = DIST / "build-venv"
LOCK: Final = PROJECT / "requirements-dev.lock"
UNCOMPRESSED: Final = {"PYINSTALLER_ZLIB_COMPRESSION_LEVEL": "0"}
"""Decompressing modules took 5% of the start; the downloads are compressed anyway."""
COMPILE: Final = os.environ.get("RED7_COMPILE", "")
SYSTEMS: Final = {"linux": "linux", "win32": "windows", "darwin": "macos"}
MACHINES: Final = {"amd64": "x86_64", "aarch64": "arm64", "arm64": "arm64"}


@dataclass(frozen=True, slots=True)
class Build:
    """The parameters of a build.

    Attributes:
        version: Version of the program.
        date: Date of all files, in seconds since 1970.
        system: Name of the system in the downloads' names.
        machine: Name of the processor in the downloads' names.
    """

    version: str
    date: int
    system: str
    machine: str

    @property
    def python(self) -> Path:
        """The interpreter of the build environment."""
        scripts = "Scripts/python.exe" if self.system == "windows" else "bin/python"
        return ENVIRONMENT / scripts

    @property
    def folder(self) -> Path:
        """Folder of the one-folder application."""
        return DIST / NAME

    @property
    def download(self) -> str:
        """Name of the archive of the application, without suffixes."""
        return f"{NAME}-{self.version}-{self.system}-{self.machine}"

    def run(self, *command: str | Path, **variables: str) -> None:
        """Run a command in the project's folder.

        Raises:
            CalledProcessError: The command fails.
        """
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        environment = kept | {
            "PYGAME_HIDE_SUPPORT_PROMPT": "1",
            "PYINSTALLER_CONFIG_DIR": str(SCRATCH / "cache"),
            **UNCOMPRESSED,
            "PYTHONHASHSEED": "0",
            "SOURCE_DATE_EPOCH": str(self.date),
            **variables,
        }
        subprocess.run([str(word) for word in command], cwd=PROJECT, env=environment, check=True)


# -- the steps -----------------------------------------------------------------------------


def make_wheel(build: Build) -> None:
    """Build the source archive, then the wheels from it, which proves that it is complete."""
    set_up(build)
    quietly = "import logging; logging.disable(); import setuptools.build_meta as it; "
    build.run(build.python, "-c", f"{quietly}it.build_sdist('dist')")
    archive = DIST / f"red7_desktop-{build.version}.tar.gz"
    archives.repack_tar(archive, build.date)
    unpacked = SCRATCH / "sources"
    shutil.rmtree(unpacked, ignore_errors=True)
    with tarfile.open(archive) as packed:
        packed.extractall(unpacked, filter="data")
    (sources,) = unpacked.iterdir()
    plain = build_wheel(build, SCRATCH / "wheel", sources, compiled=False)
    inspection.check_wheel(plain, PROJECT / "assets")
    shutil.copy2(plain, DIST)
    compiled = COMPILE == "1" or (COMPILE != "0" and build.system == "linux")
    build_wheel(build, SCRATCH / "wheel-of-app", sources, compiled=compiled)


def build_wheel(build: Build, target: Path, sources: Path = PROJECT, *, compiled: bool) -> Path:
    """Build a wheel into a folder of its own; if compiling fails, a plain one, and say why."""
    for stale in (sources / "dist" / "build", target):
        shutil.rmtree(stale, ignore_errors=True)
    target.mkdir(parents=True)
    log = target / "build.log"
    flags = ("--quiet", "--log", log, "--no-deps", "--no-build-isolation", "--wheel-dir", target)
    build.run(*pip(build), "wheel", *flags, sources, RED7_COMPILE=str(int(compiled)))
    for line in log.read_text("utf-8", errors="replace").splitlines():
        if "building plain Python" in line:  # printed by setup.py
            say(line.strip())
    (wheel,) = target.glob("*.whl")
    return wheel


def make_app(build: Build) -> None:
    """Build the application from the wheel, and check it."""
    (wheel,) = (SCRATCH / "wheel-of-app").glob("*.whl")
    build.run(*pip(build), "install", "--quiet", "--no-deps", "--force-reinstall", wheel)
    # -P keeps the checkout off sys.path, so that the modules of the installed wheel are found.
    packer = (build.python, "-P", "-m", "PyInstaller", "--noconfirm", "--clean")
    folders = ("--distpath", DIST, "--workpath", SCRATCH / "pyinstaller", "--log-level", "WARN")
    spec = Path(__file__).with_name("red7-desktop.spec")
    build.run(*packer, *folders, spec, RED7_BUILD_FOLDER=str(SCRATCH))
    for name in ("LICENSE", "NOTICE"):
        shutil.copyfile(PROJECT / name, build.folder / name)
    here = places.list_own_paths(PROJECT)
    places.remove_paths(build.folder, here)
    for path in old_glibc.lower_versions(build.folder):
        say(f"{path.name} asks for an older C library now")
    inspection.check_folder(build.folder, PROJECT / "assets", must_be_compiled=COMPILE == "1")
    licences.check_owners(build.folder)
    if build.system == "linux":
        inspection.check_contents(build.folder)
        places.check(build.folder, here)
    if build.system == "macos":
        app = DIST / f"{PRODUCT}.app"
        macos_bundle.check_bundle(app, PROJECT / "assets", build.version, build.machine)
    if build.system != "windows":  # a windowed executable has no output there
        command = [build.folder / NAME, "--version"]
        said = subprocess.run(command, env={}, cwd="/", capture_output=True, check=True, text=True)
        inspection.check_version_output(said.stdout, build.version)


def make_archive(build: Build) -> None:
    """Pack the application: tar.xz on Linux, zip elsewhere."""
    if build.system == "linux":
        target = DIST / f"{build.download}.tar.xz"
        scratch = SCRATCH / "archive"
        folder = linux_desktop.lay_out_archive(build.folder, scratch, build.version, build.date)
        archives.pack_tar(folder, target, f"{NAME}-{build.version}", build.date)
    elif build.system == "macos":
        # Only the system's own tool keeps an application's links, permissions and signatures.
        target = DIST / f"{build.download}.zip"
        app = DIST / f"{PRODUCT}.app"
        build.run("ditto", "-c", "-k", "--sequesterRsrc", "--keepParent", app, target)
    else:
        target = DIST / f"{build.download}.zip"
        archives.pack_zip(build.folder, target, f"{NAME}-{build.version}", build.date)
    inspection.check_download(target, inspection.ARCHIVE_AT_MOST)


def make_deb(build: Build) -> None:
    """Build the Debian package, on Linux only."""
    if build.system != "linux":
        say("no Debian package on this system")
        return
    scratch = SCRATCH / "deb"
    package = debian_package.make(build.folder, DIST, scratch, build.version, build.date)
    inspection.check_download(package, inspection.ARCHIVE_AT_MOST)


def make_sums(build: Build) -> None:
    """Write the checksums of the downloads of this version."""
    spelled = (
        f"{NAME}-{build.version}",
        f"{NAME}_{build.version}",
        f"red7_desktop-{build.version}",
    )
    files = [path for path in DIST.iterdir() if path.is_file() and path.name.startswith(spelled)]
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in files]
    lines.sort(key=lambda line: line.split()[1])
    (DIST / "SHA256SUMS").write_text("".join(f"{line}\n" for line in lines), "utf-8", newline="\n")
    print(*lines, sep="\n")


STEPS: Final[Mapping[str, Callable[[Build], None]]] = MappingProxyType(
    {
        "wheel": make_wheel,
        "app": make_app,
        "archive": make_archive,
        "deb": make_deb,
        "sums": make_sums,
    }
)


# -- build environment ---------------------------------------------------------------------


def set_up(build: Build) -> None:
    """Create the build environment again if a lock or the interpreter has changed.

    Raises:
        NotCompiled: The bootloader can't be compiled.
    """
    stamp = ENVIRONMENT / "made-from.txt"
    hashes = [hashlib.sha256(lock.read_bytes()).hexdigest() for lock in (LOCK, bootloader.LOCK)]
    made_from = "\n".join((sys.version, *hashes, COMPILE, ""))
    if stamp.is_file() and stamp.read_text("utf-8") == made_from:
        return
    say(f"making {ENVIRONMENT.relative_to(PROJECT).as_posix()}")
    build.run(sys.executable, "-m", "venv", "--clear", ENVIRONMENT)
    # The locks are complete, and without --no-deps, pip 23 rejects newer versions.
    exactly = ("--quiet", "--no-deps", "--require-hashes")
    for lock in (LOCK, bootloader.LOCK):
        build.run(*pip(build), "install", *exactly, "-r", lock)
    compile_bootloader(build)
    stamp.write_text(made_from, "utf-8")


def compile_bootloader(build: Build) -> None:
    """Compile a bootloader into the build environment, if there is a C compiler.

    Raises:
        NotCompiled: It doesn't compile; or there is no compiler, and RED7_COMPILE is 1.
    """
    if shutil.which("cc") is None or build.system == "windows":
        if COMPILE == "1":
            raise bootloader.NotCompiled("the bootloader needs a C compiler")
        say("no C compiler: the bootloader is the one that comes with PyInstaller")
        return
    (package,) = ENVIRONMENT.glob("lib/python3.*/site-packages/PyInstaller")
    source = bootloader_source(build, SCRATCH)
    made = bootloader.compile_into(package, source, SCRATCH / "bootloader", {})
    say(f"compiled the bootloader: {', '.join(path.name for path in made)}")


def bootloader_source(build: Build, cache: Path) -> Path:
    """Return the archive of PyInstaller's sources, cached, with the hash of the lock."""
    pinned = locks.pins(LOCK.read_text("utf-8"))["pyinstaller"]
    there = [file for file in cache.glob("pyinstaller-*.tar.gz") if locks.is_pinned(file, pinned)]
    if not there:
        cache.mkdir(parents=True, exist_ok=True)
        asked = cache / "wanted.txt"
        asked.write_text(str(pinned), "utf-8")
        sources = ("--no-binary", "pyinstaller", "--no-build-isolation", "--no-deps")
        options = ("--quiet", "--require-hashes", *sources, "--dest", cache)
        build.run(*pip(build), "download", *options, "--requirement", asked)
        asked.unlink()
        there = [cache / f"pyinstaller-{pinned.version}.tar.gz"]
    return there[0]


def pip(build: Build) -> tuple[str | Path, ...]:
    """Return the first words of a pip command."""
    return (build.python, "-m", "pip", "--disable-pip-version-check", "--no-input")


def version() -> str:
    """Return the version from the package, without importing it."""
    text = (PROJECT / "red7_desktop" / "__init__.py").read_text("utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        raise SystemExit("red7_desktop/__init__.py names no version")
    return found[1]


def date() -> int:
    """Return the date of all files, in seconds since 1970."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    if shutil.which("git") is not None:
        command = ["git", "log", "-1", "--format=%ct"]
        git = subprocess.run(command, cwd=PROJECT, capture_output=True, check=False)
        if git.returncode == 0:
            return int(git.stdout)
    return int(LOCK.stat().st_mtime)


def machine() -> str:
    """Return the name of the processor in the downloads' names."""
    name = os.uname().machine if hasattr(os, "uname") else os.environ["PROCESSOR_ARCHITECTURE"]
    return MACHINES.get(name.lower(), name)


def say(what: str) -> None:
    """Print a line about the progress."""
    print(f"dist: {what}", flush=True)


def main() -> None:
    """Run the steps named on the command line."""
    if sys.version_info < (3, 11):  # noqa: UP036 - the one script run by any Python
        raise SystemExit("this needs Python 3.11 or newer: make dist PYTHON=/path/to/python3.12")
    parser = argparse.ArgumentParser(description="Make what is downloaded, in dist/.")
    parser.add_argument("steps", nargs="*", metavar="STEP", help=" ".join(STEPS))
    asked = parser.parse_args().steps
    unknown = [step for step in asked if step not in STEPS]
    if unknown:
        parser.error(f"no such step: {', '.join(unknown)}")
    build = Build(version(), date(), SYSTEMS[sys.platform], machine())
    DIST.mkdir(exist_ok=True)
    for name, step in STEPS.items():
        if not asked or name in asked:
            say(name)
            try:
                step(build)
            except (
                inspection.InspectionError,
                debian_package.OutdatedManualError,
                bootloader.NotCompiled,
            ) as error:
                raise SystemExit(f"dist: {error}") from error


if __name__ == "__main__":
    main()
