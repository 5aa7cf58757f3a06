"""What the code and the documents say about the code is true, as far as a program can check it."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import dedent

import pytest

from tests.claims import (
    collect_known_names,
    find_false_claims,
    find_unknown_names,
    list_names,
    list_pieces,
)
from tests.project_names import ProjectNames
from tests.unit.test_house import PACKAGE, ROOT, project_files

DOCUMENTS = (*sorted((ROOT / "docs").rglob("*.md")), ROOT / "CONTRIBUTING.md", ROOT / "README.md")


@pytest.fixture(scope="module")
def known() -> frozenset[str]:
    """Return the names that occur anywhere in the project."""
    return collect_known_names(project_files())


def test_every_name_in_docstrings_and_comments_exists(known: frozenset[str]) -> None:
    paths = {_name_module(path): path for path in sorted(PACKAGE.rglob("*.py"))}
    sources = {name: path.read_text("utf-8") for name, path in paths.items()}
    project = ProjectNames(sources)

    false = {
        f"{path.relative_to(ROOT)}, {claim}"
        for name, path in paths.items()
        for claim in find_false_claims(sources[name], known, project, name)
    }

    assert len(paths) > 100
    assert false == set()


def _name_module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_name_in_a_document_exists(path: Path, known: frozenset[str]) -> None:
    assert find_unknown_names(path.read_text("utf-8"), known) == []


def claims_about(source: str, *known: str) -> list[str]:
    names = frozenset({*known, *list_names(source)})
    return list(find_false_claims(source, names, ProjectNames({"box.one": source}), "box.one"))


OTHER = """
from enum import Enum

LIMIT = 3

class Card:
    size: int

    def __init__(self):
        self.face = "R7"

    def turn(self): ...

class Suit(Enum):
    RED = 1
"""
"""A module that those of the tests below import."""


def is_known(name: str, source: str = "") -> bool:
    return ProjectNames({"box.one": source, "box.other": OTHER}).has(name, "box.one")


HELD = "from box.other import Card\n\nclass Held(Card):\n    grip = 1\n"
KNOWN = {
    "a member": ("Card.turn", ""),
    "a field": ("Card.size", ""),
    "an attribute that a method sets": ("Card.face", ""),
    "an inherited member": ("Held.turn", HELD),
    "a member inherited from the standard library": ("Suit.name", ""),
    "a member of an argument": ("card.turn", "def f(card: Card): ...\nclass Card:\n    turn = 1"),
    "a name of another module": ("other.LIMIT", ""),
    "a member of a class of another module": ("other.Card.turn", ""),
    "a module": ("other", ""),
    "a name of an imported module": ("os.path", "import os"),
    "a name of an imported module's part": ("place.sep", "import os.path as place"),
    "a member of an imported class": ("Path.exists", "from pathlib import Path"),
    "a word of Python": ("with", ""),
    "a word of a constant": ("hand", "KIND = 'hand:B'"),
}


@pytest.mark.parametrize("what", KNOWN)
def test_project_names_include_members_that_exist(what: str) -> None:
    assert is_known(*KNOWN[what])


UNKNOWN = {
    "a stale member": ("Card.flip", "flip = 1"),
    "a stale member of an heir": ("Held.flip", f"{HELD}\nflip = 1"),
    "a stale member of an imported class": ("Path.gone", "from pathlib import Path\ngone = 1"),
    "a stale member of an argument": (
        "card.flip",
        "def flip(card: Card): ...\nclass Card:\n    turn = 1",
    ),
    "a stale name of another module": ("other.MAXIMUM", "MAXIMUM = 1"),
    "a stale name of an imported module": ("os.gone", "import os\ngone = 1"),
    "a bare member of another class": ("turn", "from box.other import Card"),
    "a class of another module": ("Card", ""),
    "a word of a sentence": ("hand", "WHY = 'the hand is empty'"),
}


@pytest.mark.parametrize("what", UNKNOWN)
def test_project_names_exclude_members_that_do_not_exist(what: str) -> None:
    assert not is_known(*UNKNOWN[what])


FALSE = {
    "an argument": (
        'def f(x):\n    """Add.\n\n    Args:\n        y: A number.\n    """',
        "line 1: documents 'y', which isn't there",
    ),
    "an argument in a sentence": (
        'def f(x):\n    """Add. yyy: a number."""',
        "line 1: documents 'yyy', which isn't there",
    ),
    "an attribute": (
        'class C:\n    """A thing.\n\n    Attributes:\n        size: Pixels.\n    """\n    x: int',
        "line 1: documents 'size', which isn't there",
    ),
    "an exception": (
        'def f():\n    """Add.\n\n    Raises:\n        AddError: Too large.\n    """',
        "line 1: raises AddError, which doesn't exist",
    ),
    "an exception in a sentence": (
        "x = 1  # raises AddError",
        "line 1: raises AddError, which doesn't exist",
    ),
    "a name in a comment": ("x = 1  # see `gone`", "line 1: names `gone`, which doesn't exist"),
    "a name in a field's note": (
        'X = 1\n"""See `X.gone`."""',
        "line 2: names `X.gone`, which doesn't exist",
    ),
    "a value that isn't returned": (
        'def f() -> None:\n    """Return a sum."""',
        "line 1: says 'Return' and returns nothing",
    ),
}


@pytest.mark.parametrize("what", FALSE)
def test_find_false_claims_reports_documented_names_that_are_missing(what: str) -> None:
    source, claim = FALSE[what]

    assert claims_about(source) == [claim]


TRUE = {
    "arguments with stars": """
        def f(x, *args, **kwargs):
            '''Add.

            Args:
                x: A number.
                *args: More.
                **kwargs: Still more.
            '''
        """,
    "an attribute that a method sets": """
        class C:
            '''A thing.

            Attributes:
                size: Pixels.
            '''
            def __init__(self):
                self.size = 1
        """,
    "an argument of a class": """
        class C:
            '''A thing.

            Args:
                width: Pixels.
            '''
            def __init__(self, width):
                pass
        """,
    "an exception": """
        class AddError(Exception):
            '''A sum is too large.'''

        def f():
            '''Raises AddError.'''
        """,
    "a value that is returned": """
        def f() -> int:
            '''Return a sum of `f`.'''
        """,
    "a word of a constant": 'x = "red_seven"  # see `red_seven`',
}


@pytest.mark.parametrize("what", TRUE)
def test_find_false_claims_accepts_documented_names_that_exist(what: str) -> None:
    assert claims_about(dedent(TRUE[what])) == []


def test_known_names_leave_out_those_only_in_docstrings() -> None:
    assert "gone" not in list_names(
        '"""Calls gone."""\n\ndef f():\n    """See gone."""\n    return 1'
    )


def test_list_pieces_returns_docstrings_notes_and_comments() -> None:
    source = '"""Module."""\nX = 1\n"""Note."""\n\ndef f():\n    """Function."""  # Comment.\n'

    assert {piece.text for piece in list_pieces(source, ast.parse(source))} == {
        *("Module.", "Note.", "Function.", "Comment.")
    }


def test_unknown_names_in_documents_are_found() -> None:
    document = "`known`, `known.json`, `gone`, `known.gone`"

    assert find_unknown_names(document, frozenset({"known"})) == ["gone", "known.gone"]
