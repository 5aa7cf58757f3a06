"""Finds false statements about the code in docstrings, field notes, comments and docs.

It checks what a program can check: documented arguments and attributes exist, raised classes exist,
names in backticks exist in the module or as `Class.member` or `module.name`, and a function that
returns None isn't said to return something.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from tests.project_names import ProjectNames
from tests.syntax import list_nodes

Definition: TypeAlias = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
_DEFINITIONS: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_STATEMENTS: Final = (ast.stmt, ast.excepthandler, ast.match_case)
_BACKTICKS: Final = re.compile(r"(?<!`)`([A-Za-z_][\w.]*)(?:\(\))?`(?!`)")
_IN_DOCUMENT: Final = re.compile(r"`([A-Za-z_]\w*(?:\.[A-Za-z_]+)?)`")
_RAISES: Final = re.compile(r"\b[Rr]aises? ([A-Z][a-z]\w+)")
_SECTIONS: Final = re.compile(r"(?ms)^(?:Args|Attributes|Raises|Returns|Yields|Example):.*")
_OLD_STYLE: Final = re.compile(r"(?:^|\. |\n)([a-z_]{3,20}): ")
_LEXEME: Final = re.compile(
    r"""(?xs)
    (?P<quotes>\"{3}|'{3}) (?:\\.|.)*? (?P=quotes)  # a string of several lines
    | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'  # a string of one line
    | (?P<comment>\#[^\n]*)
    """
)
"""Matches strings and comments of a module; `tokenize` would take ten times as long."""
_SUFFIXES: Final = frozenset(
    {"json", "md", "mo", "ogg", "po", "py", "red7", "sqlite3", "toml", "txt"}
)


class Piece(NamedTuple):
    """A text about the code.

    Attributes:
        line: Its line, or that of the definition that it documents.
        text: The docstring, field note or comment, without quotes and `#`.
        subject: The definition that a docstring documents; None for notes and comments.
    """

    line: int
    text: str
    subject: Definition | None = None


def list_pieces(source: str, tree: ast.Module) -> list[Piece]:
    """List the docstrings, the notes below fields and the comments of a module.

    Args:
        source: The module's text.
        tree: The same text, parsed.
    """
    pieces = []
    for node in _walk_statements(tree):
        if isinstance(node, _DEFINITIONS) and (text := ast.get_docstring(node)) is not None:
            pieces.append(Piece(getattr(node, "lineno", 1), text, node))
        body = getattr(node, "body", ())
        for field, note in pairwise(body) if isinstance(body, list) else ():
            is_note = isinstance(note, ast.Expr) and isinstance(note.value, ast.Constant)
            if is_note and isinstance(field, ast.Assign | ast.AnnAssign):
                pieces.append(Piece(note.lineno, str(note.value.value)))
    for found in _LEXEME.finditer(source):
        if found["comment"]:
            line = source.count("\n", 0, found.start()) + 1
            pieces.append(Piece(line, found["comment"].lstrip("# ")))
    return pieces


def _walk_statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the module and its statements, without the expressions in them."""
    nodes: list[ast.AST] = [tree]
    while nodes:
        node = nodes.pop()
        yield node
        nodes += [each for each in ast.iter_child_nodes(node) if isinstance(each, _STATEMENTS)]


def list_names(source: str) -> set[str]:
    """Return all identifiers of a module, and the words of its string constants.

    Comments and strings that begin a line (docstrings and notes) don't count: a name must occur
    elsewhere to exist.
    """

    def drop_prose(found: re.Match[str]) -> str:
        begin = source.rfind("\n", 0, found.start()) + 1
        is_first = source[begin : found.start()].strip() in {"", "r"}
        is_prose = found["comment"] or (found["quotes"] and is_first)
        return " " if is_prose else found[0]

    return set(re.findall(r"\w+", _LEXEME.sub(drop_prose, source)))


def collect_known_names(files: Iterable[Path]) -> frozenset[str]:
    """Return every name that a text may mention.

    Args:
        files: All files of the project.
    """
    known = {*dir(builtins), "self", "cls"}
    for path in files:
        known.update({path.stem, path.name, *path.parts})
        if path.suffix == ".py":
            known |= list_names(path.read_text("utf-8"))
        elif path.suffix in {"", ".cfg", ".json", ".lock", ".sh", ".toml", ".xml", ".yaml", ".yml"}:
            known.update(re.findall(r"\w+", path.read_text("utf-8", errors="ignore")))
    return frozenset(known)


def find_false_claims(
    source: str, known: frozenset[str], project: ProjectNames, name: str
) -> Iterator[str]:
    """Find the false statements of a module.

    Args:
        source: The module's text.
        known: The names that exist, from `collect_known_names`.
        project: The names of each module.
        name: The module's dotted name.

    Yields:
        One sentence for each, with its line.
    """
    for line, text, subject in list_pieces(source, project.modules[name].tree):
        if subject is not None:
            for argument in _list_false_arguments(text, subject, known):
                yield f"line {line}: documents {argument!r}, which isn't there"
            returned = getattr(subject, "returns", None)
            is_nothing = returned is not None and ast.unparse(returned) == "None"
            if is_nothing and text.startswith(("Return ", "Returns ")):
                yield f"line {line}: says 'Return' and returns nothing"
        for error in {*_list_entries(text, "Raises"), *_RAISES.findall(text)} - known:
            yield f"line {line}: raises {error}, which doesn't exist"
        for mentioned in _BACKTICKS.findall(text):
            is_file = mentioned.rpartition(".")[2] in _SUFFIXES and _is_known(mentioned, known)
            if not is_file and not project.has(mentioned, name):
                yield f"line {line}: names `{mentioned}`, which doesn't exist"


def find_unknown_names(document: str, known: frozenset[str]) -> list[str]:
    """Return the names in backticks of a Markdown document that occur nowhere."""
    return sorted({name for name in _IN_DOCUMENT.findall(document) if not _is_known(name, known)})


def _is_known(name: str, known: frozenset[str]) -> bool:
    return all(part in known for part in name.split(".") if part not in {"", *_SUFFIXES})


def _list_false_arguments(text: str, subject: Definition, known: frozenset[str]) -> list[str]:
    documented = [*_list_entries(text, "Args"), *_list_entries(text, "Attributes")]
    if not isinstance(subject, ast.Module):
        entries = _OLD_STYLE.findall(_SECTIONS.sub("", text))
        documented += [name for name in entries if name not in known]
    there = _list_own_names(subject) if documented else set()
    return [name for name in documented if name not in there]


def _list_entries(text: str, section: str) -> list[str]:
    found = re.search(rf"^{section}:\n((?:    .*\n?|\n)+)", f"{text}\n", re.M)
    return [] if found is None else re.findall(r"^    \*{0,2}(\w+)(?: \([^)]*\))?:", found[1], re.M)


def _list_own_names(subject: Definition) -> set[str]:
    """Return the arguments of a function, or the arguments, fields and methods of a class."""
    if isinstance(subject, ast.FunctionDef | ast.AsyncFunctionDef):
        arguments = subject.args
        found = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        found += [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
        return {each.arg for each in found}
    names: set[str] = set()
    for node in subject.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
            if node.name in {"__init__", "__new__"}:
                names |= _list_own_names(node)
            attributes = (each for each in list_nodes(node) if isinstance(each, ast.Attribute))
            names |= {each.attr for each in attributes if _is_self(each.value)}
        elif isinstance(node, ast.AnnAssign | ast.Assign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {ast.unparse(each) for each in targets}
    return names


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"
