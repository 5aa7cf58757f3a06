"""Compiles the engine for Windows, with mypyc, MinGW's compiler and an import library.

    python build/spec/windows_engine.py PYTHON TARGET CACHE

PYTHON is the folder of a Python for Windows (`windows_python.py`). TARGET gets the compiled
modules. CACHE keeps compiled modules, by a hash of all their inputs. The interpreter of the build
environment must run this script: it has mypyc and the headers of the same Python version.
`windows/pyconfig.h` replaces the header that differs on Windows.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from distutils.core import run_setup
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
PREFIX: Final = "x86_64-w64-mingw32-"
SUFFIX: Final = ".cp311-win_amd64.pyd"
COMPILE: Final = ("-O2", "-DNDEBUG", "-w")
LINK: Final = (
    *("-shared", "-static-libgcc", "-s", "-Wl,--no-insert-timestamp"),
    "-Wl,--disable-auto-image-base",  # the automatic base depends on the name of the folder
)


def compile_engine(python: Path, target: Path, scratch: Path, cache: Path) -> None:
    """Compile all modules that `setup.py` lists.

    Raises:
        CalledProcessError: The compiler fails.
        SystemExit: mypyc fails.
    """
    os.environ["RED7_COMPILE"] = "1"
    shutil.rmtree("dist/build", ignore_errors=True)
    extensions = run_setup("setup.py", ["--quiet", "bdist_wheel"], stop_after="init").ext_modules
    if not extensions:
        raise SystemExit("mypyc has made nothing of the engine")
    headers, library = lay_out_headers(scratch), import_library(python, scratch)
    for extension in extensions:
        made_from = digest([*map(Path, extension.sources), *map(Path, extension.include_dirs)])
        kept = cache / f"{made_from}.pyd"
        module = target.joinpath(*extension.name.split(".")).with_suffix(SUFFIX)
        module.parent.mkdir(parents=True, exist_ok=True)
        if kept.is_file():
            shutil.copyfile(kept, module)
            continue
        places = [f"-I{place}" for place in (headers, *extension.include_dirs)]
        files = [*extension.sources, library]
        command = [f"{PREFIX}gcc", *COMPILE, *places, *LINK, "-o", module, *files]
        subprocess.run(command, check=True)
        cache.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(module, kept)


def digest(places: list[Path]) -> str:
    """Return a hash of the compiler's version and all inputs: sources, and files in folders."""
    tool = subprocess.run([f"{PREFIX}gcc", "--version"], capture_output=True, check=True)
    found = hashlib.sha256(tool.stdout + repr((COMPILE, LINK)).encode())
    found.update((HERE / "windows" / "pyconfig.h").read_bytes())
    for place in places:
        files = sorted(place.rglob("*.[ch]")) if place.is_dir() else [place]
        for file in files:
            found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()


def lay_out_headers(scratch: Path) -> Path:
    """Copy Python's headers with the `pyconfig.h` for Windows; return their folder."""
    headers = scratch / "headers"
    shutil.rmtree(headers, ignore_errors=True)
    shutil.copytree(sysconfig.get_path("include"), headers)
    shutil.copyfile(HERE / "windows" / "pyconfig.h", headers / "pyconfig.h")
    return headers


def import_library(python: Path, scratch: Path) -> Path:
    """Create an import library for Python's DLL, for the linker."""
    (dll,) = python.glob("python3??.dll")
    names, library = scratch / "python.def", scratch / "libpython.a"
    with names.open("wb") as file:
        subprocess.run(["gendef", "-", dll], stdout=file, stderr=subprocess.DEVNULL, check=True)
    subprocess.run([f"{PREFIX}dlltool", "-d", names, "-D", dll.name, "-l", library], check=True)
    return library


if __name__ == "__main__":
    PYTHON, TARGET, CACHE = map(Path, sys.argv[1:])
    compile_engine(PYTHON, TARGET, TARGET.parent, CACHE)
