"""Checks that no room of the house grows too full, and that nothing in it turns in a circle."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set
from graphlib import CycleError, TopologicalSorter
from itertools import chain
from pathlib import Path
from typing import Final

import pytest

from tests.unit.test_house import MAY_IMPORT, PACKAGE, imported_names, modules, name_of, parsed

MODULES_AT_MOST: Final = 20
"""In one folder, without its `__init__`; folders in it do not count."""

FACES: Final = sorted((PACKAGE / "games").glob("*/face"))

SHARE_AT_MOST: Final = 0.3
"""Of all lines, in one package at the top; `games` holds whole games and may have more."""


def loaded_with(node: ast.AST) -> Iterator[str]:
    """List the names that a module imports while it is loaded itself."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        return
    if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
        yield from chain.from_iterable(map(loaded_with, node.orelse))
        return
    yield from imported_names(node)
    for child in ast.iter_child_nodes(node):
        yield from loaded_with(child)


def circle_in(graph: Mapping[str, Set[str]]) -> list[str]:
    """Give the modules of a circle, each imported by the next; none where there is no circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []


def test_no_modules_import_each_other_in_a_circle() -> None:
    names = set(map(name_of, modules()))
    graph = {
        name_of(path): (set(loaded_with(parsed(path))) & names) - {name_of(path)}
        for path in modules()
    }
    assert circle_in(graph) == []
    assert circle_in(MAY_IMPORT) == [], "rooms that may import each other"


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.parent.name)
def test_no_folders_of_a_face_import_each_other_in_a_circle(face: Path) -> None:
    graph: dict[str, set[str]] = defaultdict(set)
    for path in face.glob("*/*.py"):
        own = f"{name_of(face)}."
        loaded = [name.removeprefix(own) for name in loaded_with(parsed(path)) if own in name]
        graph[path.parent.name] |= {name.split(".")[0] for name in loaded} - {path.parent.name}
    assert len(graph) > 3
    assert circle_in(graph) == []


def test_a_circle_is_seen_and_what_is_not_loaded_makes_none() -> None:
    def loaded(source: str) -> set[str]:
        return set(loaded_with(ast.parse(source)))

    never = "if TYPE_CHECKING:\n    import b\n\n\ndef f():\n    import b\n"
    assert loaded(never) == set()
    assert loaded("try:\n    from b import c\nfinally:\n    pass\n") == {"b", "b.c"}
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert set(circle_in({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == {"a", "b", "c"}


def test_no_folder_is_crowded() -> None:
    flat = Counter(path.parent for path in modules() if path.stem != "__init__")
    crowded = {
        folder.relative_to(PACKAGE).as_posix(): count
        for folder, count in flat.items()
        if count > MODULES_AT_MOST
    }
    assert crowded == {}


def test_no_package_but_games_holds_most_of_the_house() -> None:
    lines = Counter[str]()
    for path in modules():
        top = path.relative_to(PACKAGE).parts[0]
        lines[top] += len(path.read_text(encoding="utf-8").splitlines())
    large = {
        top: f"{count / lines.total():.0%}"
        for top, count in lines.items()
        if count > SHARE_AT_MOST * lines.total() and top != "games"
    }
    assert large == {}
