"""Mutation testing: make small changes to the code and run the nearest tests on each.

Cosmic Ray makes the changes and runs the tests. Its own command line tries all changes of one
module, with one set of tests, in the checkout. This script tries a random sample, in a copy.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from cosmic_ray.testing import run_tests
from cosmic_ray.work_item import TestOutcome

PACKAGE: Final = Path("red7_desktop")
RED7, SPRING = "games/red7", "games/spring_cleaning"
CHOICES: Final = ("golden/test_choices.py", "golden/test_advice.py")
"""Tests of what the AI players choose. They reach the players through the registry."""
TESTS_BY_CODE: Final[dict[str, tuple[str, ...]]] = {
    "tabletop": (
        *("unit/tabletop", "conformance"),
        *("unit/red7/rules/test_game.py", "unit/red7/rules/test_notation.py"),
    ),
    "play": ("unit/play", "conformance"),
    f"{RED7}/rules": ("unit/red7/rules", "golden", "perft", "conformance/test_games.py"),
    f"{RED7}/players": ("unit/red7/players", "conformance", *CHOICES),
    f"{RED7}/puzzles.py": ("unit/red7/puzzles", "conformance/test_puzzles.py"),
    f"{SPRING}/rules": (
        *("unit/spring_cleaning/rules", "golden", "perft"),
        "conformance/test_games.py",
    ),
    f"{SPRING}/players": ("unit/spring_cleaning/players", "conformance", *CHOICES),
    f"{SPRING}/puzzles.py": ("unit/spring_cleaning/puzzles", "conformance/test_puzzles.py"),
    "app/profile/statistics.py": ("unit/app/test_profile.py", "unit/app/test_achievements.py"),
    "app/profile/streaks.py": ("unit/app/test_daily.py",),
    "app/puzzles/attempt.py": ("unit/app/test_puzzles.py", "ui/test_puzzles.py"),
    "kit/present/story.py": (
        "unit/red7/face/test_history.py",
        "unit/spring_cleaning/face/test_words.py",
    ),
    "kit/match_model.py": (
        "unit/kit/test_match_model.py",
        "unit/red7/face/test_history.py",
        "unit/spring_cleaning/face/test_words.py",
    ),
}
"""Code without a window: file or folder in the package to the tests nearest to it."""
_SLOWER: Final = 5.0
"""Changed code whose tests take this many times as long counts as hanging."""
_GRACE: Final = 20.0
"""Seconds that its tests may take in addition, because other programs use the machine too."""


class Change(NamedTuple):
    """A change that Cosmic Ray can make to a file.

    Attributes:
        operator: Name of the mutation operator.
        occurrence: Index among this operator's mutations of the file.
    """

    operator: str
    occurrence: int


class _RemoveInert(ast.NodeTransformer):
    """Removes what has no effect at run time.

    These are annotations and their imports, caches, abstract methods and frozen dataclasses.
    """

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        node.decorator_list = [
            each
            for each in node.decorator_list
            if not re.search("cache|abstract", ast.unparse(each))
        ]
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.decorator_list = []
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if ast.unparse(node.annotation) == "TypeAlias":
            return ast.Pass()
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST:
        return ast.Pass() if "TYPE_CHECKING" in ast.unparse(node.test) else self.generic_visit(node)


def dump_effective_code(code: str) -> str:
    """Return a dump of the code without inert parts, or "" if it has a syntax error.

    Cosmic Ray makes syntax errors too, when it changes a parameter into an operator.
    """
    try:
        return ast.dump(_RemoveInert().visit(ast.parse(code)))
    except SyntaxError:
        return ""


@cache
def list_changes(code: str) -> dict[tuple[int, int], list[Change]]:
    """Return all possible changes, by line and column."""
    found = defaultdict(list)
    nodes = list(ast_nodes(get_ast(code)))
    for name in operator_names():
        if get_operator(name).arguments():
            continue
        positions = [
            at for node in nodes for at, _ in get_operator(name)().mutation_positions(node)
        ]
        for nth, at in enumerate(positions):
            found[at].append(Change(name, nth))
    return found


def list_tests(file: str) -> list[list[str]]:
    """Return test selections for a file, to run one after the other.

    The first has the test module of the same name, the second the other tests in the nearest
    folders that import the module. The last has the modules that `TESTS_BY_CODE` names one by one.
    If there are no tests of the first two kinds, all tests in these folders run.

    Args:
        file: Path in the package.
    """
    room = next(room for room in TESTS_BY_CODE if file.startswith(room))
    near = [f"tests/{each}" for each in TESTS_BY_CODE[room]]
    own = Path(near[0], f"test_{Path(file).name}")
    module = f"red7_desktop.{file.removesuffix('.py').replace('/', '.')}"
    concerned = [
        each for each in _find_tests(near) if each != own and module in _read_imports(each)
    ]
    selections = [[own]] if own.exists() else []
    if concerned:
        selections.append(concerned)
    doctests = f"red7_desktop/{file}"
    if not selections:
        return [[doctests, *near]]
    known = {each for tests in selections for each in tests}
    named = [path for each in near if (path := Path(each)).is_file() and path not in known]
    if named:
        selections.append(named)
    return [[doctests, *map(str, tests)] for tests in selections]


def _find_tests(places: list[str]) -> list[Path]:
    """Return the test modules at files and in folders."""
    found = []
    for place in map(Path, places):
        found += [place] if place.is_file() else sorted(place.rglob("test_*.py"))
    return found


@cache
def _read_imports(path: Path) -> frozenset[str]:
    """Return the modules that a file imports, and everything imported from them, by full name."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{each.name}" for each in node.names)
    return frozenset(names)


def run(tests: list[str], limit: float) -> tuple[Any, str]:
    """Run tests until one fails; a timeout counts as a failure.

    Args:
        tests: Arguments for pytest.
        limit: Timeout in seconds.

    Returns:
        The outcome and the output.
    """
    words = [sys.executable, "-m", "pytest", "-qx", "-p", "no:cacheprovider", "-m", "not slow"]
    found: tuple[Any, str] = run_tests(shlex.join([*words, *tests]), limit)
    return found


def measure_limit(tests: list[str], limit: float) -> float:
    """Run tests on the unchanged code; return after how many seconds a changed one hangs.

    Args:
        tests: Arguments for pytest.
        limit: Longest time in seconds.

    Raises:
        SystemExit: The tests fail, or take longer than the limit.
    """
    began = time.monotonic()
    outcome, output = run(tests, limit)
    if outcome != TestOutcome.SURVIVED:
        why = f"take over {limit:.0f} seconds" if output == "timeout" else "fail"
        sys.exit(f"These tests {why} on the unchanged code: {' '.join(tests)}")
    return min(limit, _SLOWER * (time.monotonic() - began) + _GRACE)


def choose_change(rng: Random, files: list[str]) -> tuple[str, str, int, str]:
    """Choose a random change; larger files are more likely.

    Returns:
        The file, its changed code, the line and a description.
    """
    while True:
        file = rng.choices(files, [Path(each).stat().st_size for each in files])[0]
        code = Path(file).read_text("utf-8")
        changes = list_changes(code)
        at = rng.choice(sorted(changes))
        change = rng.choice(changes[at])
        changed = mutate_code(code, get_operator(change.operator)(), change.occurrence)
        if changed is not None and dump_effective_code(changed) not in {
            "",
            dump_effective_code(code),
        }:
            pairs = zip(code.splitlines(), changed.splitlines(), strict=False)
            what = next((f"{a.strip()}  =>  {b.strip()}" for a, b in pairs if a != b), "cut off")
            return file, changed, at[0], what


def main() -> None:
    """Try a random sample of changes and print which survive."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="how many changes are tried")
    parser.add_argument("--seed", type=int, default=1, help="another number, another sample")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for the tests of one")
    parser.add_argument("--of", default="", help="only files whose path has this in it")
    given = parser.parse_args()
    files = list_files(given.of)
    if not files:
        parser.error(f"no file that this script changes has {given.of!r} in its path")
    with TemporaryDirectory() as copy:
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        for name in subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split(
            "\0"
        ):
            if Path(name).is_file():
                Path(copy, name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(name, Path(copy, name))
        os.chdir(copy)
        os.environ["PYTHONPATH"] = copy
        try_sample(given.count, Random(given.seed), given.limit, files)


def list_files(part: str) -> list[str]:
    """Return the paths of the files to change whose path in the package contains `part`."""
    found = [each.relative_to(PACKAGE).as_posix() for each in PACKAGE.rglob("*.py")]
    pure = [each for each in found if each.startswith(tuple(TESTS_BY_CODE)) and part in each]
    return [f"{PACKAGE}/{each}" for each in sorted(pure) if "__init__" not in each]


def try_sample(count: int, rng: Random, limit: float, files: list[str]) -> None:
    """Try `count` changes, one after the other, and print the result of each.

    Args:
        count: How many changes to try.
        rng: Chooses the changes.
        limit: Longest timeout in seconds for the tests of one change.
        files: Files that may be changed.
    """
    limits: dict[tuple[str, ...], float] = {}
    survived = 0
    late = 0
    for nth in range(1, count + 1):
        file, changed, line, what = choose_change(rng, files)
        path = Path(file)
        outcome = TestOutcome.SURVIVED
        output = ""
        code = path.read_text("utf-8")
        for tests in list_tests(path.relative_to(PACKAGE).as_posix()):
            if tuple(tests) not in limits:
                limits[tuple(tests)] = measure_limit(tests, limit)
            path.write_text(changed, "utf-8")
            outcome, output = run(tests, limits[tuple(tests)])
            path.write_text(code, "utf-8")
            if outcome != TestOutcome.SURVIVED:
                break
        survived += outcome == TestOutcome.SURVIVED
        late += output == "timeout"
        said = "SURVIVED" if outcome == TestOutcome.SURVIVED else output[:7] or "killed"
        said = said if said in {"SURVIVED", "timeout"} else "killed"
        print(f"{nth:4} {said:8} {file}:{line}: {what}", flush=True)
    print(f"{count - survived} of {count} killed ({late} of them by time), {survived} survived")


if __name__ == "__main__":
    main()
