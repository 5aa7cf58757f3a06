"""Boxes: things side by side, below each other, wrapped or padded.

There are two kinds. Functions that take nodes, such as `row` and `column`, return a new node that
holds them and is as large as they need; all lengths are in that node's own units. `across` and
`down` lay out nodes that stay where they are in the tree, such as the parts of the table: they take
slots and divide a given rectangle among them.

A share says how room that is left is divided: 0 puts everything at the start, 0.5 in the middle, 1
at the end. A number between two nodes or slots stands for the gap there.
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
    """Return nodes side by side.

    share: of the height that a lower one leaves. width: what the row is at least wide: what is left
    goes between the nodes, so that the last one ends there.
    """
    nodes, gaps = _split(items, gap)
    high = max((node.size.h for node in nodes), default=0.0)
    wide = sum(node.size.w for node in nodes) + sum(gaps)
    if len(nodes) > 1:
        spare = max(0.0, width - wide) / (len(nodes) - 1)
    else:
        spare = 0.0
    x = 0.0
    for node, after in zip(nodes, [*gaps, 0.0], strict=False):
        node.position = Vec(x, (high - node.size.h) * share)
        x += node.size.w + after + spare
    return _hold(nodes, Size(max(width, wide), high), name)


def column(
    *items: Node | float, gap: float = 0.0, share: float = 0.0, width: float = 0.0, name: str = ""
) -> Node:
    """Return nodes below each other.

    share: of the width that a narrower one leaves. width: what the column is at least wide.
    """
    nodes, gaps = _split(items, gap)
    wide = max([width, *(node.size.w for node in nodes)])
    y = 0.0
    for node, after in zip(nodes, [*gaps, 0.0], strict=False):
        node.position = Vec((wide - node.size.w) * share, y)
        y += node.size.h + after
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
    """Return nodes in as many rows as a width asks for, each row at a share of what is left."""
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
    """Return nodes in rows of this many, every cell as large as the largest node."""
    wide = max((node.size.w for node in nodes), default=0.0)
    high = max((node.size.h for node in nodes), default=0.0)
    for i, node in enumerate(nodes):
        down, across = divmod(i, columns)
        node.position = Vec(across * (wide + gap), down * (high + gap))
    across = min(columns, len(nodes))
    down = -(-len(nodes) // columns)
    if nodes:
        size = Size(across * (wide + gap) - gap, down * (high + gap) - gap)
    else:
        size = Size(0.0, 0.0)
    return _hold(nodes, size, name)


def pad(node: Node, padding: float, *, into: Node | None = None) -> Node:
    """Return a node with room around it. into: what it lies in, as a panel, which is resized."""
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
    """Return words with tools at their right, or below where words lack room.

    make: returns the words in a width. least: the width that they need next to the tools. share: of
    the width that tools below them leave.
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
    """Return two nodes at either end of a line, or one below the other where they lack room.

    below: the gap between them there, where it is another.
    """
    if left.size.w + gap + right.size.w <= width + 0.01:
        return row(left, right, gap=gap, width=width, name=name)
    return column(left, right, gap=gap if below is None else below, width=width, name=name)


def put(node: Node, into: Holder, x: float = 0.5, y: float = 0.5, *, margin: float = 0.0) -> Holder:
    """Return what a node has been put into, at shares of the room that it leaves there.

    margin: kept free at all edges.
    """
    free = Size(into.size.w - node.size.w - 2 * margin, into.size.h - node.size.h - 2 * margin)
    node.position = Vec(margin + free.w * x, margin + free.h * y)
    into.add(node)
    return into


def square(side: float, picture: Picture | None = None, name: str = "") -> Node:
    """Return a picture, as wide as high."""
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
    """Return a disc. line: lies round it, so thick. sign: lies in its middle."""
    made = square(side, BoxPicture(fill, side / 2, line, thick), name)
    if sign is None:
        return made
    return put(sign, made)


def ring(
    nodes: Sequence[Node], size: Size, middle: Callable[[Size], Node], *, hold: float = 0.5
) -> Node:
    """Return nodes round an oval, as large as a size allows: first the lowest, then clockwise.

    middle: makes what lies on the oval, as large as that. hold: at which part of its height each of
    the nodes lies on its edge.
    """
    wide = max(node.size.w for node in nodes)
    high = max(node.size.h for node in nodes)
    oval = Size(size.w - wide, size.h - high)
    inside = middle(oval)
    inside.position = Vec(wide / 2, high * hold)
    for nth, node in enumerate(nodes):
        turn = math.tau * (0.25 + nth / len(nodes))
        x = oval.w / 2 * (1 + math.cos(turn))
        y = oval.h / 2 * (1 + math.sin(turn))
        node.position = Vec(x + (wide - node.size.w) / 2, y + (high - node.size.h) * hold)
    return _hold([inside, *nodes], size, "")


def share_width(width: float, least: float, gap: float) -> tuple[int, float]:
    """Return how many columns of at least a width there is room for, and how wide each is then."""
    count = max(1, int((width + gap + 0.01) / (least + gap)))
    return count, (width + gap) / count - gap


def first_fitting(forms: Sequence[Form], fits: Callable[[Form], bool]) -> Form:
    """Return the first of some forms, largest first, that fits; the last one if none does.

    Use it to choose before nodes are made.
    """
    return next(filter(fits, forms[:-1]), forms[-1])


class Slot(NamedTuple):
    """A place for something in a layout of nodes that stay.

    Attributes:
        place: Called with the rectangle: a widget's `place`, or a label's `write` with its words.
        w: Its width; 0 if the layout decides, which is all of it in a column.
        h: Its height; 0 if the layout decides, which is all of it in a row.
        grows: Its share of the length that is left in its row or column, relative to the others'.
    """

    place: Callable[[Rect], object]
    w: float = 0.0
    h: float = 0.0
    grows: float = 0.0


make_slot = partial(tuple.__new__, Slot)
"""Make a slot of a tuple of its attributes: it costs no call of a Python function."""


def across(
    *items: Slot | float,
    gap: float = 0.0,
    share: float = 0.0,
    align: float = 0.5,
    grows: float = 0.0,
) -> Slot:
    """Return a slot that holds others side by side.

    Args:
        items: Slots, and numbers: lengths between two of them instead of the usual gap, or before
            the first, or after the last.
        gap: Between two slots.
        share: Of the width that is left, unless a slot grows.
        align: Share of the height that a lower slot leaves.
        grows: Of the slot that is returned.
    """
    slots, gaps, wide, growing, high = _measure(items, gap, _WIDTH, _HEIGHT)

    def place(room: Rect) -> None:
        spare = room.w - wide
        x = room.x + gaps[0] + (0.0 if growing else spare * share)
        for (put_into, w, h, grow), after in zip(slots, gaps[1:], strict=True):
            width = w + (spare * grow / growing if growing else 0.0)
            height = h or room.h
            y = room.y + (room.h - height) * align
            put_into(_rect((x, y, max(width, 0.0), height)))
            x += width + after

    return make_slot((place, wide, high, grows))


def down(
    *items: Slot | float,
    gap: float = 0.0,
    share: float = 0.0,
    align: float = 0.5,
    grows: float = 0.0,
) -> Slot:
    """Return a slot that holds others below each other; see `across`."""
    slots, gaps, high, growing, wide = _measure(items, gap, _HEIGHT, _WIDTH)

    def place(room: Rect) -> None:
        spare = room.h - high
        y = room.y + gaps[0] + (0.0 if growing else spare * share)
        for (put_into, w, h, grow), after in zip(slots, gaps[1:], strict=True):
            height = h + (spare * grow / growing if growing else 0.0)
            width = w or room.w
            x = room.x + (room.w - width) * align
            put_into(_rect((x, y, width, max(height, 0.0))))
            y += height + after

    return make_slot((place, wide, high, grows))


_WIDTH = 0
_HEIGHT = 1
"""The places of both in a size."""
_rect = partial(tuple.__new__, Rect)


def _measure(
    items: Sequence[Slot | float], gap: float, along: int, across: int
) -> tuple[list[Slot], list[float], float, float, float]:
    """Measure a row or a column.

    Returns:
        The slots; the lengths before the first, between them and after the last; the length of it
        all; the sum of what grows; and the largest size across.
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
            growing += item.grows
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
