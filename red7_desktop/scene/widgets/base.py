"""What all widgets share: they take their looks from a theme and follow its changes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any, ClassVar

from red7_desktop.scene.input.prompts import Prompts
from red7_desktop.scene.node import Node
from red7_desktop.scene.theme.style import Look


class Widget(Node):
    """A node that is styled by a look; `options` are the node's own attributes.

    A subclass writes `refresh`, which brings pictures, sizes and children up to date from its
    own fields and `self.look`, and calls it at the end of its `__init__`. It may be called at any
    time and any number of times; when the look changes, the children's turn comes first, unless
    it hands a look of its own on to them.
    """

    hands_on: ClassVar[bool] = False

    def __init__(self, look: Look, **options: Any) -> None:
        super().__init__(**options)
        self.look = look

    @property
    def hints(self) -> Collection[str]:
        """Name what it asks the look's prompts about."""
        return ()

    def restyle(self, look: Look) -> None:
        """Take on another theme or pixel scale."""
        self.look = look
        self.refresh()

    def refresh(self) -> None:
        """Bring the looks up to date."""
        raise NotImplementedError


def restyle_tree(root: Node, look: Look) -> None:
    """Hand a look to every node of a tree, children first: their sizes decide their parents'."""
    for node in reversed(list(_list_reached(root))):
        node.restyle(look)


def _list_reached(root: Node) -> Iterator[Node]:
    yield root
    if not (isinstance(root, Widget) and root.hands_on):
        for child in root.children:
            yield from _list_reached(child)


def prompt_tree(root: Node, prompts: Prompts) -> None:
    """Hand other prompts to every widget of a tree.

    Only those are refreshed that are told something else now, and what lies around one that has
    changed its size: people change between mouse and keys all the time.
    """
    looks: dict[int, tuple[Look, Look]] = {}
    around: set[Node] = set()
    for node in reversed(list(root.walk())):
        if not isinstance(node, Widget):
            continue
        before = node.look
        if id(before) not in looks:
            looks[id(before)] = before, replace(before, prompts=prompts)
        node.look = looks[id(before)][1]
        if node in around or any(before.prompts(hint) != prompts(hint) for hint in node.hints):
            size = node.size
            node.refresh()
            if node.size != size:
                around.update(node.ancestors)
