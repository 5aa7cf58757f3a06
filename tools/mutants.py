"""Change the code in small ways, and see whether the tests that lie nearest notice.

Cosmic Ray makes the changes and runs the tests. Its own command goes through all changes of one
module with one set of tests, in the checkout; here a random sample is tried, in a copy.
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

RED7, SPRING = "games/red7", "games/spring_cleaning"
PURE: Final[dict[str, tuple[str, ...]]] = {
    "tabletop": (
        *("unit/tabletop", "conformance"),
        *("unit/red7/rules/test_game.py", "unit/red7/rules/test_notation.py"),
    ),
    "play": ("unit/play", "conformance"),
    f"{RED7}/rules": ("unit/red7/rules", "golden", "perft", "conformance/test_games.py"),
    f"{RED7}/players": ("unit/red7/players", "conformance"),
    f"{RED7}/puzzles.py": ("unit/red7/puzzles", "conformance/test_puzzles.py"),
    f"{SPRING}/rules": (
        *("unit/spring_cleaning/rules", "golden", "perft"),
        "conformance/test_games.py",
    ),
    f"{SPRING}/players": ("unit/spring_cleaning/players", "conformance"),
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
"""What runs without a window, by files and folders of the package, and the tests nearest to it."""


class Change(NamedTuple):
    """A change of Cosmic Ray's: what kind of it, and which one of that kind in its file."""

    operator: str
    occurrence: int


class _Bare(ast.NodeTransformer):
    """Removes what doesn't change behaviour.

    These are annotations and their imports, caches, abstract methods and frozen values.
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


def bare(code: str) -> str:
    """Return what is run of some code, "" of what isn't Python: a parameter made an operator."""
    try:
        return ast.dump(_Bare().visit(ast.parse(code)))
    except SyntaxError:
        return ""


@cache
def list_changes(code: str) -> dict[tuple[int, int], list[Change]]:
    """List the changes that can be made, by line and column."""
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
    """List the tests of a file of the package: those of its own, then those of its room."""
    room = next(room for room in PURE if file.startswith(room))
    near = [f"tests/{each}" for each in PURE[room]]
    own = Path(near[0], f"test_{Path(file).name}")
    first = [[f"red7_desktop/{file}", str(own)]] if own.exists() else []
    return [*first, [f"red7_desktop/{file}", *near]]


def run(tests: list[str], limit: float) -> tuple[Any, str]:
    """Run tests until one fails; a time out counts as a failure."""
    words = [sys.executable, "-m", "pytest", "-qx", "-p", "no:cacheprovider", "-m", "not slow"]
    found: tuple[Any, str] = run_tests(shlex.join([*words, *tests]), limit)
    return found


def choose(chance: Random, files: list[str]) -> tuple[str, str, int, str]:
    """Choose a change at random: its file, its code after it, its line, and what it is."""
    while True:
        file = chance.choices(files, [Path(each).stat().st_size for each in files])[0]
        code = Path(file).read_text("utf-8")
        changes = list_changes(code)
        at = chance.choice(sorted(changes))
        change = chance.choice(changes[at])
        changed = mutate_code(code, get_operator(change.operator)(), change.occurrence)
        if changed is not None and bare(changed) not in {"", bare(code)}:
            pairs = zip(code.splitlines(), changed.splitlines(), strict=False)
            what = next((f"{a.strip()}  =>  {b.strip()}" for a, b in pairs if a != b), "cut off")
            return file, changed, at[0], what


def main() -> None:
    """Try a sample and print what survives."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="how many changes are tried")
    parser.add_argument("--seed", type=int, default=1, help="another number, another sample")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for the tests of one")
    parser.add_argument("--of", default="", help="only files whose path has this in it")
    given = parser.parse_args()
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
        try_sample(given.count, Random(given.seed), given.limit, given.of)


def try_sample(count: int, chance: Random, limit: float, part: str) -> None:
    """Try so many changes, one after the other."""
    package = Path("red7_desktop")
    found = [each.relative_to(package).as_posix() for each in package.rglob("*.py")]
    pure = [each for each in found if each.startswith(tuple(PURE)) and part in each]
    files = [f"red7_desktop/{each}" for each in sorted(pure) if "__init__" not in each]
    whole: set[str] = set()
    survived = late = 0
    for nth in range(1, count + 1):
        file, changed, line, what = choose(chance, files)
        path, outcome, output = Path(file), TestOutcome.SURVIVED, ""
        code = path.read_text("utf-8")
        for tests in list_tests(path.relative_to(package).as_posix()):
            if not whole.issuperset(tests) and run(tests, limit)[0] != TestOutcome.SURVIVED:
                sys.exit(f"These tests fail as it is: {' '.join(tests)}")
            whole.update(tests)
            path.write_text(changed, "utf-8")
            outcome, output = run(tests, limit)
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
