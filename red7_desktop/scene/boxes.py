"""Layout boxes: rows, columns, wrapping, padding.

There are two kinds of functions. Functions that take nodes, such as `row` and `column`, return a
new parent node of the size that the nodes need; all lengths are in its units. `across` and `down`
lay out nodes that keep their parents, such as the parts of the table: these functions take slots
and divide a rectangle among the slots.

A share distributes free space: 0 puts everything at the start, 0.5 in the middle, 1 at the end. A
number between two nodes or slots replaces the gap there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import BoxPicture, Colour, Picture

Form = TypeVar("Form")
Holder = TypeVar("Holder", bound=Node)


def row(
    *items: Node | float, gap: float = 0.0, share: float = 0.5, width: float = 0.0, name: str = ""
) -> Node:
    """Arrange nodes side by side.

    Args:
        items: Nodes, and numbers that replace the gap between two nodes.
        gap: Space between nodes.
        share: Vertical alignment of nodes that don't fill the row's height: the share of the free
            height that is above the node. 0 aligns at the top, 1 at the bottom.
        width: Minimum width of the row; free width is distributed between the nodes.
        name: Name of the returned node.
    """
    nodes, gaps = _split(items, gap)
    height = max((node.size.h for node in nodes), default=0.0)
    width_needed = sum(node.size.w for node in nodes) + sum(gaps)
    if len(nodes) > 1:
        spare = max(0.0, width - width_needed) / (len(nodes) - 1)
    else:
        spare = 0.0
    x = 0.0
    for node, following_gap in zip(nodes, [*gaps, 0.0], strict=False):
        node.position = Vec(x, (height - node.size.h) * share)
        x += node.size.w + following_gap + spare
    return _hold(nodes, Size(max(width, width_needed), height), name)


def column(
    *items: Node | float, gap: float = 0.0, share: float = 0.0, width: float = 0.0, name: str = ""
) -> Node:
    """Arrange nodes below each other.

    Args:
        items: Nodes, and numbers that replace the gap between two nodes.
        gap: Space between nodes.
        share: Horizontal alignment of nodes that don't fill the column's width: the share of the
            free width that is at the left of the node. 0 aligns left, 1 aligns right.
        width: Minimum width of the column.
        name: Name of the returned node.
    """
    nodes, gaps = _split(items, gap)
    wide = max([width, *(node.size.w for node in nodes)])
    y = 0.0
    for node, following_gap in zip(nodes, [*gaps, 0.0], strict=False):
        node.position = Vec((wide - node.size.w) * share, y)
        y += node.size.h + following_gap
    return _hold(nodes, Size(wide, y), name)


def wrap(
    nodes: Iterable[Node],
    width: float,
    gap: float = 0.0,
    *,
    row_gap: float | None = None,
    share: float = 0.0,
    name: str = "",
) -> Node:
    """Arrange nodes in rows that are at most `width` wide.

    Args:
        nodes: The nodes, in reading order.
        width: Maximum width of a row.
        gap: Space between neighbours in a row.
        row_gap: Space between rows; None for `gap`.
        share: Horizontal alignment of the rows: the share of the free width that is at the left of
            a row. 0 aligns left, 1 aligns right.
        name: Name of the new node.
    """
    rows: list[list[Node]] = []
    x = 0.0
    for node in nodes:
        if not rows or x + node.size.w > width + 0.01:
            rows.append([])
            x = 0.0
        rows[-1].append(node)
        x += node.size.w + gap
    lines = [row(*line, gap=gap) for line in rows]
    return column(
        *lines, gap=gap if row_gap is None else row_gap, share=share, width=width, name=name
    )


def grid(nodes: Sequence[Node], columns: int, gap: float = 0.0, *, name: str = "") -> Node:
    """Arrange nodes in a grid whose cells are all as large as the largest node."""
    cell_width = max((node.size.w for node in nodes), default=0.0)
    cell_height = max((node.size.h for node in nodes), default=0.0)
    for i, node in enumerate(nodes):
        down, across = divmod(i, columns)
        node.position = Vec(across * (cell_width + gap), down * (cell_height + gap))
    across = min(columns, len(nodes))
    down = -(-len(nodes) // columns)
    if nodes:
        size = Size(across * (cell_width + gap) - gap, down * (cell_height + gap) - gap)
    else:
        size = Size(0.0, 0.0)
    return _hold(nodes, size, name)


def pad(node: Node, padding: float, *, into: Node | None = None) -> Node:
    """Put padding around a node.

    Args:
        node: The node.
        padding: Space on each side.
        into: Parent for the node, such as a panel; its size is set. None for a new parent.

    Returns:
        The parent.
    """
    node.position = Vec(padding, padding)
    holder = Node() if into is None else into
    holder.size = Size(node.size.w + 2 * padding, node.size.h + 2 * padding)
    holder.add(node)
    return holder


def beside(
    make: Callable[[float], Node],
    tools: Node,
    width: float,
    *,
    least: float,
    gap: float,
    share: float = 1.0,
) -> Node:
    """Arrange text with controls at its right, or below it if the width is too small.

    Args:
        make: Function that returns the text's node for a given width.
        tools: The node with the controls.
        width: Width of the result.
        least: Minimum width of the text if the controls are at its right.
        gap: Space between text and controls.
        share: Horizontal alignment of controls below the text, from 0 (left) to 1 (right).
    """
    room = width - tools.size.w - gap
    if room >= least:
        return row(make(room), tools, gap=gap, width=width)
    words = make(width)
    words.size = Size(width, words.size.h)
    return column(words, tools, gap=gap, share=share, width=width)


def ends(
    left: Node, right: Node, width: float, gap: float, *, below: float | None = None, name: str = ""
) -> Node:
    """Put two nodes at the two ends of a line, or below each other if they don't fit.

    Args:
        left: Node at the left end.
        right: Node at the right end.
        width: Width of the line.
        gap: Minimum space between the nodes.
        below: Vertical gap if the nodes don't fit on a line; None for `gap`.
        name: Name of the returned node.
    """
    if left.size.w + gap + right.size.w <= width + 0.01:
        return row(left, right, gap=gap, width=width, name=name)
    return column(left, right, gap=gap if below is None else below, width=width, name=name)


def put(node: Node, into: Holder, x: float = 0.5, y: float = 0.5, *, margin: float = 0.0) -> Holder:
    """Add a node to a parent, aligned within it.

    Args:
        node: The node.
        into: The parent.
        x: Share of the free width that is at the left of the node.
        y: Share of the free height that is above the node.
        margin: Space to leave free along all edges of the parent.

    Returns:
        The parent.
    """
    free = Size(into.size.w - node.size.w - 2 * margin, into.size.h - node.size.h - 2 * margin)
    node.position = Vec(margin + free.w * x, margin + free.h * y)
    into.add(node)
    return into


def square(side: float, picture: Picture | None = None, name: str = "") -> Node:
    """Create a square node with a picture."""
    return Node(name=name, size=Size(side, side), picture=picture)


def circle(
    side: float,
    fill: Colour | None,
    line: Colour | None = None,
    thick: float = 1.5,
    *,
    sign: Node | None = None,
    name: str = "",
) -> Node:
    """Create a disc.

    Args:
        side: Diameter.
        fill: Colour inside, None for no fill.
        line: Colour of the outline, None for no outline.
        thick: Width of the outline.
        sign: Node in the middle, such as an icon.
        name: Name of the disc.
    """
    disc = square(side, BoxPicture(fill, side / 2, line, thick), name)
    if sign is None:
        return disc
    return put(sign, disc)


def ring(
    nodes: Sequence[Node], size: Size, middle: Callable[[Size], Node], *, hold: float = 0.5
) -> Node:
    """Arrange nodes clockwise around an oval, starting at the bottom.

    Args:
        nodes: The nodes, at least one.
        size: Size of the result; the oval is as large as fits.
        middle: Function that creates the node inside the ring, given the oval's size.
        hold: Share of each node's height at which the oval passes through it.
    """
    width = max(node.size.w for node in nodes)
    height = max(node.size.h for node in nodes)
    oval = Size(size.w - width, size.h - height)
    inside = middle(oval)
    inside.position = Vec(width / 2, height * hold)
    for nth, node in enumerate(nodes):
        turn = math.tau * (0.25 + nth / len(nodes))
        x = oval.w / 2 * (1 + math.cos(turn))
        y = oval.h / 2 * (1 + math.sin(turn))
        node.position = Vec(x + (width - node.size.w) / 2, y + (height - node.size.h) * hold)
    return _hold([inside, *nodes], size, "")


def share_width(width: float, least: float, gap: float) -> tuple[int, float]:
    """Divide a width into as many equal columns as fit, each at least `least` wide.

    Returns:
        The number of columns, at least 1, and the width of a column.
    """
    count = max(1, int((width + gap + 0.01) / (least + gap)))
    return count, (width + gap) / count - gap


def first_fitting(forms: Sequence[Form], fits: Callable[[Form], bool]) -> Form:
    """Return the first of several alternatives that fits, or the last one if none does.

    Args:
        forms: The alternatives, largest first, such as texts or sizes.
        fits: Function that returns whether an alternative fits.
    """
    return next(filter(fits, forms[:-1]), forms[-1])


class Slot(NamedTuple):
    """A cell of a row or column in a layout that computes rectangles; see `across` and `down`.

    The layout passes the cell's rectangle to a callback, which places something there.

    Attributes:
        place: Called with the rectangle, for example a widget's `place` method.
        w: Width; 0 to fill the width of a column.
        h: Height; 0 to fill the height of a row.
        weight: The free length of a row or column is divided among its slots in proportion to their
            weights. A slot with weight 0 keeps its size.
    """

    place: Callable[[Rect], object]
    w: float = 0.0
    h: float = 0.0
    weight: float = 0.0


make_slot = partial(tuple.__new__, Slot)
"""Create a slot from a tuple of its fields, without a Python-level call."""


def add_slot(node: Node, parent: Node) -> Slot:
    """Return a layout slot with the size of a node.

    When the slot gets its rectangle from the layout, the node is added to `parent` at this
    position.
    """

    def place(room: Rect) -> None:
        node.position = room.position
        parent.add(node)

    return Slot(place, *node.size)


def across(
    *items: Slot | float,
    gap: float = 0.0,
    share: float = 0.0,
    align: float = 0.5,
    grows: float = 0.0,
) -> Slot:
    """Return a slot that arranges other slots side by side.

    Args:
        items: Slots, and numbers: a number between two slots replaces the gap there; a number
            before the first or after the last slot is a margin.
        gap: Space between two slots.
        share: Share of the free width that is at the left of the slots. Has no effect if a slot has
            a weight, because this slot fills the free width.
        align: Vertical position of a slot that is less tall than the row: share of the free height
            that is above the slot, from 0 (top) to 1 (bottom).
        grows: Weight of the returned slot, see `Slot.weight`.
    """
    slots, gaps, wide, growing, high = _measure(items, gap, _WIDTH, _HEIGHT)

    def place(room: Rect) -> None:
        spare = room.w - wide
        x = room.x + gaps[0] + (0.0 if growing else spare * share)
        for (place_slot, w, h, grow), following_gap in zip(slots, gaps[1:], strict=True):
            width = w + (spare * grow / growing if growing else 0.0)
            height = h or room.h
            y = room.y + (room.h - height) * align
            place_slot(_rect((x, y, max(width, 0.0), height)))
            x += width + following_gap

    return make_slot((place, wide, high, grows))


def down(
    *items: Slot | float,
    gap: float = 0.0,
    share: float = 0.0,
    align: float = 0.5,
    grows: float = 0.0,
) -> Slot:
    """Return a slot that arranges other slots below each other.

    The arguments are those of `across`, with width and height exchanged.
    """
    slots, gaps, high, growing, wide = _measure(items, gap, _HEIGHT, _WIDTH)

    def place(room: Rect) -> None:
        spare = room.h - high
        y = room.y + gaps[0] + (0.0 if growing else spare * share)
        for (place_slot, w, h, grow), following_gap in zip(slots, gaps[1:], strict=True):
            height = h + (spare * grow / growing if growing else 0.0)
            width = w or room.w
            x = room.x + (room.w - width) * align
            place_slot(_rect((x, y, width, max(height, 0.0))))
            y += height + following_gap

    return make_slot((place, wide, high, grows))


# Indices of width and height in a `Size`, which is a tuple.
_WIDTH = 0
_HEIGHT = 1
_rect = partial(tuple.__new__, Rect)


def _measure(
    items: Sequence[Slot | float], gap: float, along: int, across: int
) -> tuple[list[Slot], list[float], float, float, float]:
    """Measure the slots of a row or column.

    Returns:
        The slots; the lengths of the gaps before, between and after the slots; the total length
        with gaps; the sum of the slots' weights; the size of the largest slot across the row.
    """
    slots: list[Slot] = []
    gaps = [0.0]
    length = 0.0
    growing = 0.0
    largest = 0.0
    is_after_slot = False
    for item in items:
        if isinstance(item, Slot):
            if is_after_slot:
                gaps[-1] = gap
                length += gap
            slots.append(item)
            gaps.append(0.0)
            sizes = item.w, item.h
            length += sizes[along]
            growing += item.weight
            largest = max(largest, sizes[across])
            is_after_slot = True
        else:
            gaps[-1] += item
            length += item
            is_after_slot = False
    return slots, gaps, length, growing, largest


def _split(items: Sequence[Node | float], gap: float) -> tuple[list[Node], list[float]]:
    nodes: list[Node] = []
    gaps: list[float] = []
    for item in items:
        if isinstance(item, Node):
            nodes.append(item)
            gaps.append(gap)
        else:
            gaps[-1] = item
    return nodes, gaps[:-1]


def _hold(nodes: Sequence[Node], size: Size, name: str) -> Node:
    holder = Node(name=name)
    holder.size = size
    holder.add(*nodes)
    return holder
