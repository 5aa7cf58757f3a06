"""Checks the cut of the house: how many pieces it has, and that nothing in it turns in a circle."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Mapping, Set
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

from tests.unit.test_house import (
    MAY_IMPORT,
    PACKAGE,
    ROOT,
    imported_names,
    imports,
    modules,
    name_of,
    parsed,
)

SHARE_AT_MOST: Final = 0.3
"""Of all lines, in one package at the top; `games` holds whole games and may have more."""

LONELY_BELOW: Final = 150
"""Lines below which a module with one importer lives in its importer."""
PIECE_ABOVE: Final = 10
"""Lines above which a file counts as one: below it is the face of a package."""
FILE_AT_MOST: Final = 1000
FOLDER_AT_MOST: Final = 16
"""Modules, without `__init__`."""

LIMITS: Final[Mapping[str, float]] = {
    "files": 240,
    "lines": 79000,
    "statements": 46700,
    "imports in 1,000 lines": 46,
    "percent of the lines in heads": 10,
    "lines of tests": 53000,
    "files of tests": 400,
}
"""What the package, and the tests, may have at the most: other work may use what is left below."""


def circle_in(graph: Mapping[str, Set[str]]) -> list[str]:
    """Return the modules of a circle, each imported by the next; none where there is no circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []


def graph_of_modules() -> dict[str, set[str]]:
    """Return which of our modules each imports: anywhere, for types and inside functions too."""
    names = set(map(name_of, modules()))
    faces = {name_of(path) for path in modules() if path.stem == "__init__"}
    graph = {}
    for path in modules():
        of = {found.of for found in imports(path)} & names
        graph[name_of(path)] = of - {name_of(path)} - faces
    return graph


def head_of(tree: ast.Module) -> int:
    """Return how many lines stand before a module's first definition."""
    for statement in tree.body:
        match statement:
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
                continue
            case ast.If(test=test) if ast.unparse(test).endswith("TYPE_CHECKING"):
                continue
        decorators = getattr(statement, "decorator_list", [])
        first: int = min([statement.lineno, *[each.lineno for each in decorators]])
        return first - 1
    return 0


@cache
def sources(folder: Path) -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))}


def pieces(folder: Path) -> int:
    """Return how many files in a folder are more than the face of a package."""
    return len([text for text in sources(folder).values() if text.count("\n") > PIECE_ABOVE])


def figures() -> dict[str, float]:
    """Return what is counted of the house."""
    lines = sum(text.count("\n") for text in sources(PACKAGE).values())
    nodes = [node for path in modules() for node in ast.walk(parsed(path))]
    imported = sum(isinstance(node, ast.Import | ast.ImportFrom) for node in nodes)
    heads = sum(head_of(parsed(path)) for path in modules())
    return {
        "files": pieces(PACKAGE),
        "lines": lines,
        "statements": sum(isinstance(node, ast.stmt) for node in nodes),
        "imports in 1,000 lines": 1000 * imported / lines,
        "percent of the lines in heads": 100 * heads / lines,
        "lines of tests": sum(text.count("\n") for text in sources(ROOT / "tests").values()),
        "files of tests": pieces(ROOT / "tests"),
    }


def test_the_house_stays_within_its_limits() -> None:
    found = figures()
    assert found.keys() == LIMITS.keys()
    assert {what: count for what, count in found.items() if count > LIMITS[what]} == {}


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circle_in(graph_of_modules()) == []
    assert circle_in(MAY_IMPORT) == [], "rooms that may import each other"


def test_a_circle_is_seen() -> None:
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert set(circle_in({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == {"a", "b", "c"}


def test_an_import_for_types_or_inside_a_function_counts() -> None:
    written = "if TYPE_CHECKING:\n    import b\n\n\ndef f():\n    from c import d\n"
    found = [name for node in ast.walk(ast.parse(written)) for name in imported_names(node)]
    assert found == ["b", "c", "c.d"]


def test_what_only_one_module_uses_lives_in_that_module() -> None:
    users: dict[str, set[str]] = defaultdict(set)
    for user, used in graph_of_modules().items():
        for name in used:
            users[name].add(user)
    lonely = {
        name_of(path): count
        for path in modules()
        if PIECE_ABOVE < (count := path.read_text("utf-8").count("\n")) < LONELY_BELOW
        and len(users[name_of(path)]) == 1
    }
    assert lonely == {}


@pytest.mark.parametrize(
    "folder", [PACKAGE, ROOT / "tests", ROOT / "build"], ids=lambda it: it.name
)
def test_a_file_can_be_read_in_one_go(folder: Path) -> None:
    long = {
        path.relative_to(ROOT).as_posix(): count
        for path, text in sources(folder).items()
        if (count := text.count("\n")) > FILE_AT_MOST
    }
    assert long == {}


def test_no_folder_is_crowded() -> None:
    flat = Counter(path.parent for path in modules() if path.stem != "__init__")
    crowded = {
        folder.relative_to(PACKAGE).as_posix(): count
        for folder, count in flat.items()
        if count > FOLDER_AT_MOST
    }
    assert crowded == {}


def test_no_package_but_games_holds_most_of_the_house() -> None:
    lines = Counter[str]()
    for path, text in sources(PACKAGE).items():
        lines[path.relative_to(PACKAGE).parts[0]] += text.count("\n")
    large = {
        top: f"{count / lines.total():.0%}"
        for top, count in lines.items()
        if count > SHARE_AT_MOST * lines.total() and top != "games"
    }
    assert large == {}
