"""Looks at every word of a stage as it is drawn, and lists what is not whole.

A label is one node of words, or one that lines up several (runs, spaced letters). What is asked of
it: all of its words are there; they lie on no others, in their frame and in the window; nothing
covers a part of them; they are no smaller than the theme's least size, nor than the same words at
100%. Of pages it is asked, too, that controls do not lie over each other and are fair targets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from red7_desktop.kit.hud.part import SpacedWord
from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import round_grain
from red7_desktop.scene.paint.text import TextBlock
from red7_desktop.scene.pictures import Align, BoxPicture, TextPicture
from red7_desktop.scene.stage import Stage
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.table.card_nodes import CardNode
from tests.ui.seeing import overlaps, small_targets

_SHARE = {Align.START: 0.0, Align.CENTRE: 0.5, Align.END: 1.0}
_TOUCH = 1.5
"""Pixels by which neighbours may touch, for positions are rounded."""
_PICTURES = frozenset({"logo"})
"""Words that are a picture: they take the room there is."""
_AS_LARGE_AS_ITS_RING = "sum"
"""A figure in a ring, many times as large as words, which takes the room that words leave to it."""
_BUBBLES = frozenset({"preview", "hint", "remark", "tip", "close-up"})
"""What covers words: it hides them wholly, or leaves them."""

Sizes = Mapping[tuple[str, str], int]
"""The smallest letters of each label, in pixels, by where it is and what it says."""


class Label(NamedTuple):
    """Words that belong together: whose they are, in full and as drawn, where, how large.

    box: around capital letters, in pixels of the window. least: the size of the smallest font.
    """

    node: Node
    full: str
    drawn: str
    box: Rect
    least: int

    @property
    def key(self) -> tuple[str, str]:
        """Where it is, and what it says."""
        names = [each.name for each in (self.node, *self.node.ancestors) if each.name]
        return "/".join(reversed(names)), self.full


def labels(stage: Stage) -> list[Label]:
    """List the labels that are shown on the topmost layer."""
    return [found for node in _top(stage).walk() if (found := _label(stage, node))]


def _top(stage: Stage) -> Node:
    """Give what lies above all else: the lens, while it is held open, or what has the focus."""
    views = (node for node in stage.root.walk() if node.name == "lens view" and node.is_shown)
    return next(views, stage.focus.scope)


def flaws(stage: Stage) -> tuple[list[str], Sizes]:
    """List what is wrong with the words on the topmost layer, and give how large they are."""
    found, least = labels(stage), least_size(stage)
    # A toast lies above all else, and goes by itself.
    lasting = [each for each in found if stage.toasts not in each.node.ancestors]
    lines = [f"cut: {each.full!r} to {each.drawn!r}" for each in found if _is_cut(each)]
    lines += [f"outside: {each.full!r} of {what}" for each in found for what in _left(stage, each)]
    lines += [f"over: {one.full!r} and {other.full!r}" for one, other in _clashes(stage, lasting)]
    lines += [f"half hidden: {each.full!r} by {what}" for each, what in _covered(stage, lasting)]
    lines += [f"small: {each.full!r}, {each.least} px" for each in found if each.least < least]
    if stage.focus.scope is not stage.root:
        lines += [f"over: {line}" for line in overlaps(stage)]
        lines += [f"too small a target: {line}" for line in small_targets(stage)]
    return lines, _sizes(found)


def _sizes(found: Sequence[Label]) -> Sizes:
    sizes: dict[tuple[str, str], int] = {}
    for each in found:
        if each.node.name != _AS_LARGE_AS_ITS_RING:
            sizes[each.key] = min(each.least, sizes.get(each.key, each.least))
    return sizes


def shrunk(before: Sizes, after: Sizes) -> list[str]:
    """List the words that are smaller where they are to be larger, in the same window."""
    return [
        f"shrunk: {key[1]!r} from {before[key]} to {pixels} px"
        for key, pixels in after.items()
        if pixels < before.get(key, 0)
    ]


def least_size(stage: Stage) -> int:
    """Give the pixels that the smallest letters must have."""
    return int(stage.look.theme.sizes.least_text * stage.view.scale)


# -- labels ----------------------------------------------------------------------------------


def _label(stage: Stage, node: Node) -> Label | None:
    if not isinstance(node, (RunsLabel, SpacedWord)) and not _has_words(node):
        return None
    if not node.is_shown or _is_away(node) or any(e.name in _PICTURES for e in _line(node)):
        return None
    if isinstance(node, (RunsLabel, SpacedWord)):
        pieces, full = [child for child in node.children if _has_words(child)], node.text
    elif not isinstance(node.parent, (RunsLabel, SpacedWord)):
        pieces, full = [node], _picture(node).text
    else:
        return None
    if not full.strip():
        return None
    drawn = " ".join(line for piece in pieces for line in _block(stage, piece).lines)
    boxes = [_box(stage, piece) for piece in pieces]
    if not boxes:
        return Label(node, full, drawn, Rect(0.0, 0.0, 0.0, 0.0), 0)
    least = min(_block(stage, piece).pixels for piece in pieces)
    return Label(node, full, drawn, reduce(Rect.union, boxes), least)


def _line(node: Node) -> Sequence[Node]:
    return (node, *node.ancestors)


def _has_words(node: Node) -> bool:
    picture = node.picture
    return isinstance(picture, TextPicture) and bool(picture.text.strip()) and node.is_shown


def _is_away(node: Node) -> bool:
    return any(each.alpha < 0.05 for each in _line(node))


def _picture(node: Node) -> TextPicture:
    assert isinstance(node.picture, TextPicture)
    return node.picture


def _block(stage: Stage, node: Node) -> TextBlock:
    return stage.look.text.block(_picture(node), _scale(stage, node))


def _scale(stage: Stage, node: Node) -> float:
    """Give the scale at which a node is painted."""
    return round_grain(stage.view.scale * abs(node.world.scale_y))


def _box(stage: Stage, node: Node) -> Rect:
    """Give the rectangle of the capital letters, in pixels."""
    picture, block, scale = _picture(node), _block(stage, node), _scale(stage, node)
    high = block.height - block.pitch + block.rise
    size = Size(block.width / scale, high / scale)
    left = (node.size.w - size.w) * _SHARE[picture.align]
    top = (node.size.h - size.h) * _SHARE[picture.valign]
    return _to_pixels(stage, node.world.bounds(Rect(left, top, size.w, size.h)))


def _to_pixels(stage: Stage, rect: Rect) -> Rect:
    corner = stage.view.to_pixels(rect.position)
    return Rect(corner.x, corner.y, rect.w * stage.view.scale, rect.h * stage.view.scale)


# -- what may be wrong -----------------------------------------------------------------------


def _is_cut(label: Label) -> bool:
    return "".join(label.drawn.split()) != "".join(label.full.split())


def _left(stage: Stage, label: Label) -> Iterator[str]:
    """Name what a label runs out of: frames, views that scroll, the window.

    Upwards and downwards it may leave what it scrolls in, and what lies around that.
    """
    view: Node | None = None
    for above in _line(label.node):
        view = view or (above if above.clips else None)
        is_frame = isinstance(above.picture, BoxPicture) and min(above.size) > 1.0
        if (is_frame or above.clips) and not _holds(
            _to_pixels(stage, above.bounds), label.box, across_only=view is not None
        ):
            yield str(above)
    width, height = stage.view.window
    whole = Rect(0.0, 0.0, float(width), float(height))
    if not _holds(whole, label.box, across_only=view is not None):
        yield "the window"


def _holds(frame: Rect, box: Rect, *, across_only: bool) -> bool:
    frame = frame.inflated(_TOUCH)
    is_across = frame.left <= box.left and box.right <= frame.right
    return is_across and (across_only or (frame.top <= box.top and box.bottom <= frame.bottom))


def _clashes(stage: Stage, found: list[Label]) -> Iterator[tuple[Label, Label]]:
    seen = [(each, _clipped(stage, each)) for each in found]
    for place, (one, box) in enumerate(seen):
        for other, other_box in seen[place + 1 :]:
            if _share_more(box, other_box) and _bubble(one.node) is _bubble(other.node):
                yield one, other


def _share_more(one: Rect, other: Rect) -> bool:
    shared = one.intersection(other)
    return shared.w > _TOUCH and shared.h > _TOUCH


def _clipped(stage: Stage, label: Label) -> Rect:
    """Give the part of a label that the views in which it scrolls let through."""
    views = [_to_pixels(stage, above.bounds) for above in label.node.ancestors if above.clips]
    return reduce(Rect.intersection, views, label.box)


def _bubble(node: Node) -> Node | None:
    """Give the bubble in which a node lies, or which it is."""
    line = (each for each in _line(node) if each.picture is not None)
    return next((each for each in line if each.name.split(" ")[0] in _BUBBLES), None)


def _covered(stage: Stage, found: list[Label]) -> Iterator[tuple[Label, str]]:
    """List labels of which cards or bubbles hide a part; cards on their way do for a moment."""
    above = [
        (node, _to_pixels(stage, node.bounds))
        for node in _top(stage).walk()
        if (_is_card(node) or _bubble(node) is node)
        and node.is_shown
        and not (_is_away(node) or stage.animator.is_running(node, "position"))
    ]
    for each in found:
        partly = [
            node
            for node, box in above
            if _share_more(box, each.box) and not _holds(box, each.box, across_only=False)
        ]
        if partly and not (_bubble(each.node) or any(_is_card(e) for e in _line(each.node))):
            yield from ((each, str(node)) for node in partly)


def _is_card(node: Node) -> bool:
    return isinstance(node, CardNode)
