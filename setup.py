"""Extends pyproject.toml: the folder of the assets, compiled modules, the README for the index.

Compiling is optional and off by default. With RED7_COMPILE=1, mypyc compiles the modules below when
a wheel is built. If mypy, a C compiler or the Python headers are missing, or a module doesn't
compile, the build prints the reason and makes the plain wheel. A compiled wheel contains the
sources, too.
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
"""Folder of intermediate files, separate from `build/spec/`, which contains sources."""

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
"""Modules to compile: those of the engine and the search. The others contain dataclasses with
slots, which mypyc doesn't support, or parse texts."""


INLINE: Final = "-fno-semantic-interposition"
"""Lets GCC and Clang inline functions across modules, because nothing replaces a function when the
library is loaded."""


class BuildAllOrNothing(build_ext):
    """Builds every compiled module or, if one fails, none.

    The modules share one library, so that some of them can't be imported without the others.
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
    """Return the extensions to build: none, unless a wheel is built with RED7_COMPILE=1.

    An editable install is never compiled, so that no compiled file shadows a source.
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
    except (SystemExit, Exception) as error:  # mypyc exits if a module doesn't compile
        say_plain(f"mypyc refused the sources: {error!r}")
        return []
    return extensions


def readme_for_index(text: str, version: str) -> str:
    """Return README.md with absolute links, because a package index only has this file.

    Args:
        text: The README.
        version: Version whose files the links lead to.
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
    """Return the files to compile, in a stable order."""
    return [name for name in COMPILED if Path(name).exists()]


def say_plain(reason: str) -> None:
    """Print why the wheel will be plain Python."""
    print(f"red7-desktop: building plain Python, {reason}", file=sys.stderr)


setup(
    long_description=readme_for_index(Path("README.md").read_text("utf-8"), version()),
    long_description_content_type="text/markdown",
    # The assets are at the top of the checkout, and are installed inside the package.
    packages=[*find_packages(include=["red7_desktop*"]), "red7_desktop.assets"],
    package_dir={"red7_desktop.assets": "assets"},
    ext_modules=compiled_modules(),
    cmdclass={"build_ext": BuildAllOrNothing},
    options={"build": {"build_base": BUILD_BASE}},
)
