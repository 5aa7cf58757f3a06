"""Adds to pyproject.toml what it cannot say: where assets come from, what may be compiled, README.

Compiling is optional and off. With RED7_COMPILE=1 a wheel is built with the modules below turned
into C by mypyc; where mypy, a C compiler or the Python headers are missing, or a module does not
compile, the build says why and makes the plain wheel. A compiled wheel holds the sources too.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any, Final

from setuptools import find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

BUILD_BASE = "dist/build"
"""Folder of intermediate files, apart from `build/spec/`, which holds sources."""

COMPILED = (
    "red7_desktop/tabletop/search.py",
    *[f"red7_desktop/games/red7/players/{name}.py" for name in ("evaluation", "rollout", "search")],
    *[
        f"red7_desktop/games/red7/rules/{name}.py"
        for name in ("advance", "cards", "open_round", "position", "rules", "standings", "turns")
    ],
    *[
        f"red7_desktop/games/spring_cleaning/players/{name}.py"
        for name in (
            "evaluation",
            "features",
            "lookahead",
            "network",
            "outlook",
            "rollout",
            "search",
            "worlds",
        )
    ],
    *[
        f"red7_desktop/games/spring_cleaning/rules/{name}.py"
        for name in ("advance", "cards", "legality", "position")
    ],
)
"""The modules that gain from being compiled: the engine's and the search's. The others hold data
classes with slots, which mypyc cannot make, or read texts."""


INLINE: Final = "-fno-semantic-interposition"
"""Lets GCC and Clang inline functions of the engine into one another: nothing replaces one of them
when the library is loaded."""


class BuildAllOrNothing(build_ext):
    """Builds every compiled module or, where one fails, none.

    The modules share one library, so some of them without the others would not import.
    """

    extensions: list[Any]

    def build_extensions(self) -> None:
        if self.compiler.compiler_type == "unix":
            for extension in self.extensions:
                extension.extra_compile_args.append(INLINE)
        try:
            super().build_extensions()
        except (BaseError, CCompilerError, OSError) as error:
            say_plain(f"the C compiler failed: {error}")
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []


def compiled_modules() -> list[Any]:
    """Give the extensions to build: none unless a wheel is being built with RED7_COMPILE=1.

    An editable install is never compiled, so that no compiled file comes to shadow a source.
    """
    if os.environ.get("RED7_COMPILE") != "1" or "bdist_wheel" not in sys.argv:
        return []
    try:
        from mypyc.build import mypycify
    except ImportError as error:
        say_plain(f"mypyc is not installed ({error})")
        return []
    target = Path(BUILD_BASE, "mypyc")
    target.mkdir(parents=True, exist_ok=True)
    try:
        extensions: list[Any] = mypycify(sources(), target_dir=str(target), debug_level="0")
    except (SystemExit, Exception) as error:  # mypyc exits where a module does not compile
        say_plain(f"mypyc refused the sources: {error!r}")
        return []
    return extensions


def readme_for_index(text: str, version: str) -> str:
    """Return README.md with absolute links, because a package index has only this one file.

    Args:
        text: The README.
        version: The version that the links lead to.
    """
    home = "red7-desktop/red7-desktop"
    pictures = rf"![\1](https://raw.githubusercontent.com/{home}/v{version}/\2)"
    text = re.sub(r"!\[([^\]]*)\]\((?!https:)([^)]+)\)", pictures, text)
    files = rf"](https://github.com/{home}/blob/v{version}/\1)"
    return re.sub(r"\]\((?!https:|#)([^)]+)\)", files, text)


def version() -> str:
    """Return the version from the package, without importing it."""
    text = Path("red7_desktop", "__init__.py").read_text("utf-8")
    (found,) = re.findall(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    return str(found)


def sources() -> list[str]:
    """List the files to compile, in a stable order."""
    return [name for name in COMPILED if Path(name).exists()]


def say_plain(reason: str) -> None:
    """Tell whoever builds that the wheel will be plain Python, and why."""
    print(f"red7-desktop: building plain Python, {reason}", file=sys.stderr)


setup(
    long_description=readme_for_index(Path("README.md").read_text("utf-8"), version()),
    long_description_content_type="text/markdown",
    # The assets stay at the top of the checkout and travel inside the package.
    packages=[*find_packages(include=["red7_desktop*"]), "red7_desktop.assets"],
    package_dir={"red7_desktop.assets": "assets"},
    ext_modules=compiled_modules(),
    cmdclass={"build_ext": BuildAllOrNothing},
    options={"build": {"build_base": BUILD_BASE}},
)
