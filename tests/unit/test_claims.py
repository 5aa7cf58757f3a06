"""What the code and the documents say about the code is true, as far as a program can check it."""

from __future__ import annotations

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
from tests.unit.test_house import PACKAGE, ROOT, project_files

DOCUMENTS = (*sorted((ROOT / "docs").rglob("*.md")), ROOT / "CONTRIBUTING.md", ROOT / "README.md")


@pytest.fixture(scope="module")
def known() -> frozenset[str]:
    """Return the names that occur anywhere in the project."""
    return collect_known_names(project_files())


def test_every_documented_claim_of_the_program_is_true(known: frozenset[str]) -> None:
    modules = sorted(PACKAGE.rglob("*.py"))

    false = {
        f"{path.relative_to(ROOT)}, {claim}"
        for path in modules
        for claim in find_false_claims(path.read_text("utf-8"), known)
    }

    assert len(modules) > 100
    assert false == set()


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_name_in_a_document_exists(path: Path, known: frozenset[str]) -> None:
    assert find_unknown_names(path.read_text("utf-8"), known) == []


def claims_about(source: str, *known: str) -> list[str]:
    return list(find_false_claims(source, frozenset({*known, *list_names(source)})))


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
def test_find_false_claims_reports_what_is_not_there(what: str) -> None:
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
def test_find_false_claims_accepts_what_is_there(what: str) -> None:
    assert claims_about(dedent(TRUE[what])) == []


def test_a_name_that_only_a_docstring_mentions_does_not_exist() -> None:
    assert "gone" not in list_names(
        '"""Calls gone."""\n\ndef f():\n    """See gone."""\n    return 1'
    )


def test_claim_pieces_are_docstrings_notes_and_comments() -> None:
    source = '"""Module."""\nX = 1\n"""Note."""\n\ndef f():\n    """Function."""  # Comment.\n'

    assert {piece.text for piece in list_pieces(source)} == {
        *("Module.", "Note.", "Function.", "Comment.")
    }


def test_unknown_names_in_documents_are_found() -> None:
    document = "`known`, `known.json`, `gone`, `known.gone`"

    assert find_unknown_names(document, frozenset({"known"})) == ["gone", "known.gone"]
