"""A flow: puts nodes below each other, so that a page need not count."""

from __future__ import annotations

from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node


class Flow:
    """Fills `parent` from the top with nodes of at most `width`, `gap` apart.

    All lengths are in the parent's own units. `bottom` is where the last node ends.
    """

    def __init__(
        self, parent: Node, width: float, gap: float, *, left: float = 0.0, top: float = 0.0
    ) -> None:
        self.parent = parent
        self.width = width
        self.gap = gap
        self.left = left
        self.top = top
        self.bottom = top
        self._is_empty = True

    def add(self, node: Node, gap: float | None = None, *, share: float = 0.0) -> Node:
        """Put a node below the last one; `share` of the room beside it lies at its left."""
        y = self.skip(self.gap if gap is None else gap)
        node.position = Vec(self.left + (self.width - node.size.w) * share, y)
        self.parent.add(node)
        self.bottom = y + node.size.h
        return node

    def pair(self, left: Node, right: Node) -> None:
        """Put two nodes on one line, one at either end, their middles level."""
        y = self.skip(self.gap)
        height = max(left.size.h, right.size.h)
        left.position = Vec(self.left, y + (height - left.size.h) / 2)
        right.position = Vec(self.left + self.width - right.size.w, y + (height - right.size.h) / 2)
        self.parent.add(left, right)
        self.bottom = y + height

    def row(self, nodes: list[Node], gap: float, *, share: float = 0.0) -> None:
        """Put nodes side by side on one line, their middles level."""
        y = self.skip(self.gap)
        height = max(node.size.h for node in nodes)
        wide = sum(node.size.w for node in nodes) + gap * (len(nodes) - 1)
        x = self.left + (self.width - wide) * share
        for node in nodes:
            node.position = Vec(x, y + (height - node.size.h) / 2)
            x += node.size.w + gap
        self.parent.add(*nodes)
        self.bottom = y + height

    def skip(self, gap: float) -> float:
        """Leave room below the last node, none above the first; give where the next begins."""
        self.bottom += 0.0 if self._is_empty else gap
        self._is_empty = False
        return self.bottom

    def fit(self, least: float = 0.0) -> Node:
        """Make the parent as large as what is in it, and give it back."""
        self.parent.size = Size(self.left + self.width, max(least, self.bottom))
        return self.parent
