"""The face imports late what the first frame can do without, and names it to be loaded ahead."""

from __future__ import annotations

import ast
import inspect

from red7_desktop.games.red7.face import face, story
from red7_desktop.games.red7.face.course import course


def test_what_is_imported_late_can_be_loaded_ahead() -> None:
    late = {
        node.module
        for part in (face, story, course)
        for made in ast.walk(ast.parse(inspect.getsource(part)))
        if isinstance(made, ast.FunctionDef)
        for node in ast.walk(made)
        if isinstance(node, ast.ImportFrom)
    }
    assert late == set(face.FACE.late_modules)
