"""Knows which names the modules of a project define, use and import.

Nothing of the project is imported for it: its modules are parsed. Modules from elsewhere (the
standard library, pygame) are imported, so that their members can be listed.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import keyword
import pkgutil
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from tests.syntax import list_nodes

_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
_MODULE_SCOPES: Final = (ast.If, ast.Try, ast.With)
_NOT_TYPES: Final = ("Any", "Callable", "ClassVar", "Final", "Iterable", "Sequence", "TypeAlias")
_IDENTIFIERS: Final = frozenset({"id", "attr", "arg", "name", "asname", "rest"})
"""Fields of syntax nodes that contain an identifier, or several with dots between."""
_OF_EVERY_CLASS: Final = frozenset(dir(type)) | {"_asdict", "_fields", "_make", "_replace"}


class Module:
    """The names of one module.

    Attributes:
        name: Dotted name, for example "red7_desktop.kit.texts".
        tree: The parsed module.
        used: All identifiers of the code, and the words of its string constants that contain no
            blank. Docstrings, notes below fields, comments and sentences aren't code.
        imported: For each imported name the dotted name of what it stands for.
        classes: The classes, also those inside of classes and functions.
        defined: The names that the module defines at its top.
        annotations: For each variable, argument and alias the expressions that give its type.
    """

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.tree = ast.parse(source)
        self.used: set[str] = set()
        self.imported: dict[str, str] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self.defined = {each for node in self.tree.body for each in _list_targets(node)}
        self.annotations: defaultdict[str, list[ast.expr]] = defaultdict(list)
        for node in list_nodes(self.tree):
            self._read(node)
        self.used |= {*self.imported}

    def _read(self, node: ast.AST) -> None:
        self.used.update(_list_identifiers(node))
        if isinstance(node, ast.ClassDef):
            self.classes[node.name] = node
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                self.imported[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        elif isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                self.imported[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(node, ast.arg) and node.annotation is not None:
            self.annotations[node.arg].append(node.annotation)
        elif isinstance(node, ast.AnnAssign):
            is_alias = ast.unparse(node.annotation) == "TypeAlias" and node.value is not None
            kind = node.value if is_alias and node.value is not None else node.annotation
            self.annotations[ast.unparse(node.target).removeprefix("self.")].append(kind)
        elif isinstance(node, _FUNCTIONS) and node.returns is not None:
            self.annotations[node.name].append(node.returns)

    def list_types(self, name: str) -> list[str]:
        """Return the names of the types in the annotations of a variable, argument or alias."""
        nodes = (node for each in self.annotations.get(name, ()) for node in ast.walk(each))
        types = {node.id for node in nodes if isinstance(node, ast.Name)}
        return sorted(types - {name, *_NOT_TYPES})


class ProjectNames:
    """The names of all modules of a project.

    Args:
        sources: For each dotted module name its text.
    """

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.modules = {name: Module(name, source) for name, source in sources.items()}
        self._packages = {part for name in sources for part in name.split(".")}
        self._homes: defaultdict[str, list[Module]] = defaultdict(list)
        for module in self.modules.values():
            for each in module.classes:
                self._homes[each].append(module)

    def has(self, name: str, place: str) -> bool:
        """Return True if a text of a module may mention a name.

        Args:
            name: An identifier, or several with dots between.
            place: Dotted name of the module that contains the text.
        """
        return self._has(name, self.modules[place])

    def _has(self, name: str, module: Module) -> bool:
        owner, _, member = name.rpartition(".")
        if not owner:
            is_python = keyword.iskeyword(name) or hasattr(builtins, name)
            return is_python or name in module.used or name in self._packages
        if self._find_modules(name):
            return True
        members = self._list_members(owner, module)
        if members is None:
            return self._has(owner, module) and member in module.used
        return member in members

    def _find_modules(self, name: str) -> list[Module]:
        """Return the modules and packages whose dotted name ends like this."""
        return [each for dotted, each in self.modules.items() if f".{dotted}".endswith(f".{name}")]

    def _list_members(self, owner: str, module: Module) -> set[str] | None:
        """Return the names that may follow an owner and a dot; None if its type is unknown."""
        if owner in module.classes:
            return self._list_class_members(module.classes[owner], module)
        first, dot, rest = owner.partition(".")
        members = None
        if first in module.imported:
            members = self._list_target_members(f"{module.imported[first]}{dot}{rest}")
        elif first in sys.stdlib_module_names and first not in module.used:
            members = self._list_target_members(owner)
        elif hasattr(builtins, owner):
            members = set(dir(getattr(builtins, owner)))
        if members is not None:
            return members
        found = [self._list_members(each, module) for each in module.list_types(owner)]
        if not found:
            before, _, last = owner.rpartition(".")
            homes = self._find_modules(before) if before else self._homes[owner]
            classes = [(home.classes[last], home) for home in homes if last in home.classes]
            found = [self._list_class_members(each, home) for each, home in classes]
            found += [each.defined | {*each.imported} for each in self._find_modules(owner)]
        return set().union(*(each for each in found if each is not None)) or None

    def _list_target_members(self, target: str) -> set[str] | None:
        """Return the members of an imported module or of an imported name."""
        if target in self.modules:
            return self.modules[target].defined | {*self.modules[target].imported}
        before, _, last = target.rpartition(".")
        if before in self.modules:
            return self._list_members(last, self.modules[before])
        if target.partition(".")[0] in self._packages:
            return None
        try:
            there = importlib.import_module(target)
        except ImportError:
            pass
        else:
            inside = pkgutil.iter_modules(getattr(there, "__path__", ()))
            return {*dir(there), *(each.name for each in inside)}
        try:
            thing = getattr(importlib.import_module(before), last)
        except (AttributeError, ImportError, ValueError):
            return None
        # The `dir` of an Enum leaves out names that its base classes define.
        inherited = (name for each in getattr(thing, "__mro__", ()) for name in vars(each))
        return {*dir(thing), *inherited, *_OF_EVERY_CLASS}

    def _list_class_members(self, definition: ast.ClassDef, module: Module) -> set[str] | None:
        """Return a class's own and inherited members; None if a base class is unknown."""
        members = {*_list_own_members(definition), *_OF_EVERY_CLASS}
        for base in definition.bases:
            name = ast.unparse(base.value if isinstance(base, ast.Subscript) else base)
            inherited = None if name == definition.name else self._list_members(name, module)
            if inherited is None:
                return None
            members |= inherited
        return members


def _list_targets(node: ast.AST) -> Iterator[str]:
    """Return the names that a statement at the top of a module or class defines."""
    if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            yield from (each.id for each in ast.walk(target) if isinstance(each, ast.Name))
    elif isinstance(node, _MODULE_SCOPES):
        for each in node.body:
            yield from _list_targets(each)


def _list_own_members(definition: ast.ClassDef) -> Iterator[str]:
    for node in definition.body:
        yield from _list_targets(node)
        found = (each for each in list_nodes(node) if isinstance(each, ast.Attribute))
        stored = (each for each in found if isinstance(each.ctx, ast.Store))
        yield from (each.attr for each in stored if ast.unparse(each.value) == "self")


def _list_identifiers(node: ast.AST) -> Iterator[str]:
    """Return the identifiers of one node of the code, without those of the nodes in it."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and " " not in node.value:
            yield from re.findall(r"\w+", node.value)
        return
    for field in node._fields:
        if field in _IDENTIFIERS and isinstance(text := getattr(node, field), str):
            yield from text.split(".")
    if isinstance(node, ast.ImportFrom) and node.module is not None:
        yield from node.module.split(".")
    if isinstance(node, ast.MatchClass):
        yield from node.kwd_attrs
