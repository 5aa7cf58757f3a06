"""Looks at a laid out tree as an eye does: text that is cut off, things that lie over others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.text import ELLIPSIS
from red7_desktop.scene.pictures import Align, TextPicture
from red7_desktop.scene.stage import Stage

if TYPE_CHECKING:
    from tests.ui.pilot import Pilot

_SHARE = {Align.START: 0.0, Align.CENTRE: 0.5, Align.END: 1.0}
_SLACK = 1.5
"""Pixels by which neighbours may touch, for positions are rounded."""


def cut_texts(stage: Stage) -> list[str]:
    """List the texts that end in an ellipsis or do not fit into what cuts them off."""
    return [
        words_of(node)
        for node in _texts(stage.root)
        if _is_shortened(stage, node) or _is_out_of_view(stage, node)
    ]


def words_shown(stage: Stage) -> list[str]:
    """Give every piece of text that is to be seen."""
    return [words_of(node) for node in _texts(stage.root)]


def words(pilot: Pilot) -> str:
    """Give all words that are to be seen, a line each."""
    return "\n".join(words_shown(pilot.program.kit.stage))


def screen_of(pilot: Pilot) -> type:
    """Give the kind of screen that is shown."""
    return type(pilot.program.screen)


def words_of(node: Node) -> str:
    """Give the words that a node shows."""
    assert isinstance(node.picture, TextPicture)
    return node.picture.text


def _is_shortened(stage: Stage, node: Node) -> bool:
    picture = node.picture
    assert isinstance(picture, TextPicture)
    lines = stage.look.text.block(picture, stage.look.scale).lines
    return any(line.endswith(ELLIPSIS) for line in lines) and not picture.text.endswith(ELLIPSIS)


def _is_out_of_view(stage: Stage, node: Node) -> bool:
    """Tell whether text runs out of the window, or sideways out of a view that scrolls it."""
    seen = text_box(stage, node)
    slack = _SLACK / stage.look.scale
    visible = stage.look.visible.inflated(slack)
    views = [above.bounds for above in node.ancestors if above.clips and above.name != "window"]
    if any(seen.left < view.left - slack or seen.right > view.right + slack for view in views):
        return True
    inside = not views and seen.top >= visible.top and seen.bottom <= visible.bottom
    return seen.left < visible.left or seen.right > visible.right or not (views or inside)


def text_box(stage: Stage, node: Node) -> Rect:
    """Give the box of the words themselves, in the root's space."""
    picture = node.picture
    assert isinstance(picture, TextPicture)
    block = stage.look.text.block(picture, stage.look.scale)
    scale = stage.look.scale
    size = Size(block.width / scale, (block.height - block.pitch + block.rise) / scale)
    free_w, free_h = node.size.w - size.w, node.size.h - size.h
    left = free_w * _SHARE[picture.align]
    return node.world.bounds(Rect(left, free_h * _SHARE[picture.valign], size.w, size.h))


def overlaps(stage: Stage) -> list[str]:
    """List the pairs of controls and words that lie over each other in the topmost layer."""
    controls = [
        (node, clipped(node, node.bounds))
        for node in stage.focus.nodes()
        if not node.clips and not node.name.startswith("card ")
    ]
    texts = [(node, clipped(node, text_box(stage, node))) for node in _texts(stage.focus.scope)]
    things = controls + texts
    slack = _SLACK / stage.look.scale
    return [
        f"{_called(node)} lies over {_called(other)}"
        for place, (node, box) in enumerate(things)
        for other, other_box in things[place + 1 :]
        if not other.is_within(node) and _share_more(box, other_box, slack)
    ]


def _called(node: Node) -> str:
    return repr(words_of(node)) if isinstance(node.picture, TextPicture) else repr(node)


def small_targets(stage: Stage) -> list[str]:
    """List the controls that are smaller than a fair target."""
    least = stage.look.theme.sizes.target - 0.01
    return [
        repr(node)
        for node in stage.focus.nodes()
        if not node.clips and min(node.size) + 2 * node.hit_margin < least
    ]


def _texts(root: Node) -> Iterator[Node]:
    for node in root.walk():
        if isinstance(node.picture, TextPicture) and node.picture.text and node.is_shown:
            yield node


def clipped(node: Node, box: Rect) -> Rect:
    for above in node.ancestors:
        if above.clips:
            box = box.intersection(above.bounds)
    return box


def _share_more(one: Rect, other: Rect, slack: float) -> bool:
    shared = one.intersection(other)
    return shared.w > slack and shared.h > slack
