"""Walks the syntax trees of modules in half the time that `ast.walk` takes."""

from __future__ import annotations

import ast
from typing import Final

_WITHOUT_NODES: Final = frozenset({ast.Constant, ast.Name, ast.alias})
"""Kinds of nodes that contain no others but contexts."""


def list_nodes(tree: ast.AST) -> list[ast.AST]:
    """List the nodes of a syntax tree, parents first, without `ast.Load` and its like."""
    nodes = [tree]
    for node in nodes:
        if type(node) in _WITHOUT_NODES:
            continue
        for field in node._fields:
            value = None if field == "ctx" else getattr(node, field, None)
            if isinstance(value, list):
                nodes += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST):
                nodes.append(value)
    return nodes
