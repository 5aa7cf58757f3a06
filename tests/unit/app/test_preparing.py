"""What is made ready while the title is looked at is there to be made ready."""

from __future__ import annotations

import ast
import inspect
from importlib.util import find_spec
from pathlib import Path

import pytest

from red7_desktop.app.window import MODULES, load_all_of, load_in_background
from red7_desktop.games.registry import BOX


@pytest.mark.parametrize("name", MODULES)
def test_what_is_loaded_ahead_exists(name: str) -> None:
    assert find_spec(name) is not None


def test_reading_ahead_begins_when_all_is_loaded(caplog: pytest.LogCaptureFixture) -> None:
    read: list[bool] = []
    load_in_background(BOX, lambda: read.append(True)).join()
    assert (read, caplog.records) == ([True], [])


@pytest.mark.parametrize("game", BOX)
def test_all_that_a_face_imports_when_it_is_asked_is_found(game: str) -> None:
    face = BOX[game].face()
    late = {
        node.module
        for path in Path(inspect.getfile(type(face))).parent.rglob("*.py")
        for made in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(made, ast.FunctionDef)
        for node in ast.walk(made)
        if isinstance(node, ast.ImportFrom)
    }
    assert load_all_of(face) == late
