"""Checks a stage as a user sees it: complete, separate, legible text and large targets."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from itertools import combinations
from typing import NamedTuple

import pygame

from red7_desktop.kit.hud.part import SpacedWord
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint import surfaces, text
from red7_desktop.scene.pictures import Align, BoxPicture, Colour, PaintedPicture, TextPicture
from red7_desktop.scene.stage import Stage
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.table.card_nodes import CardNode, ZoneNode
from tests.colours import GRAPHIC, TEXT, contrast, over
from tests.ui.pilot import Pilot

# == words =================================================================================


def words_shown(stage: Stage) -> list[str]:
    return [_picture(node).text for node in stage.root.walk() if _has_words(node)]


def words(pilot: Pilot) -> str:
    return "\n".join(words_shown(pilot.program.ui.stage))


def screen_of(pilot: Pilot) -> type:
    return type(pilot.program.screen)


# == Checks every label of a drawn stage, and lists flaws.
# A label is one text node, or a node that arranges several (runs, spaced letters). Each label must
# show its whole text, inside its frame and the window, without overlapping other labels or being
# partly covered. Its letters must not be smaller than the theme's minimum, or than the same label
# at 100%. On pages, controls must not overlap each other or text, and must be large enough targets.

_SHARE = {Align.START: 0.0, Align.CENTRE: 0.5, Align.END: 1.0}
_TOUCH = 1.5
"""Allowed overlap of neighbours in pixels, because positions are rounded."""
_PICTURES = frozenset({"logo"})
"""Text that is a picture and may have any size."""
_AS_LARGE_AS_ITS_RING = "sum"
"""A large figure in a ring, which uses the space beside the ring's text."""
_BUBBLES = frozenset({"preview", "hint", "remark", "tip", "close-up", "lens"})
"""Nodes that cover text; they must cover a label completely or not at all."""
_WHICH = re.compile(r"\b(\d+|[A-Z])\b")
_ALIKE = re.compile("/(undo|hint)/|/(viewer|seats/seat #)/points/unit|(?<=/tally/)(unit|best)$")
Sizes = Mapping[tuple[str, str], int]
"""Smallest font size of each label in pixels, by path and text."""


class Label(NamedTuple):
    """Text that belongs together.

    Attributes:
        node: The node that has the text.
        full: The complete text.
        drawn: The text as drawn, perhaps cut off.
        box: Rectangle of the capital letters, in pixels of the window.
        least: Smallest font size.
        most: Largest font size.
    """

    node: Node
    full: str
    drawn: str
    box: Rect
    least: int
    most: int

    @property
    def path(self) -> str:
        names = [each.name for each in _line(self.node) if each.name]
        return "/".join(reversed(names))

    @property
    def group(self) -> str:
        """Name of the label's group: neighbours, or labels that differ by a number or letter."""
        return _ALIKE.sub("/alike/", _WHICH.sub("#", self.path))


def flaws(stage: Stage) -> tuple[list[str], Sizes]:
    """List the flaws of text on the topmost layer, and return the font sizes."""
    found, least = labels(stage), least_size(stage)
    # Toasts are above everything else and disappear by themselves.
    lasting = [each for each in found if stage.toasts not in each.node.ancestors]
    lines = [f"cut: {each.full!r} to {each.drawn!r}" for each in found if _is_cut(each)]
    lines += [f"outside: {each.full!r} of {what}" for each in found for what in _left(stage, each)]
    lines += [f"over: {line}" for line in _clashes(stage, lasting)]
    lines += [f"half hidden: {line}" for line in _covered(stage, lasting)]
    lines += [f"small: {each.full!r}, {each.least} px" for each in found if each.least < least]
    lines += _uneven(lasting)
    if stage.focus.scope is not stage.root:
        lines += [f"too small a target: {line}" for line in small_targets(stage)]
    sizes: dict[tuple[str, str], int] = {}
    for each in found:
        if each.node.name != _AS_LARGE_AS_ITS_RING:
            key = each.path, each.full
            sizes[key] = min(each.least, sizes.get(key, each.least))
    return lines, sizes


def shrunk(before: Sizes, after: Sizes) -> list[str]:
    """List the texts that became smaller although they should be larger, in the same window."""
    return [
        f"shrunk: {key[1]!r} from {before[key]} to {pixels} px"
        for key, pixels in after.items()
        if pixels < before.get(key, 0)
    ]


def least_size(stage: Stage) -> int:
    """Return the minimum font size in pixels: 11, except in very small windows."""
    least = int(stage.look.theme.sizes.least_text * stage.view.scale)
    return max(least, 11) if min(stage.view.window) >= 720 else least


def small_targets(stage: Stage, least: float = 0.0) -> list[str]:
    """List the targets on the topmost layer that are too small.

    Args:
        stage: The stage.
        least: Minimum side in units of the stage; 0 for the theme's. Only cards that can be played
            or viewed are checked.
    """
    return [
        f"{node!r}, {size:.0f}"
        for node in _top(stage).walk()
        if node.is_shown and not node.clips and node.name not in {"room", "scrim"}
        if node.focusable
        or (node.interactive and node.on_activate and not isinstance(node, CardNode | ZoneNode))
        for size in [(min(node.size) + 2 * node.hit_margin) * abs(node.world.scale_y)]
        if size < (least or stage.look.theme.sizes.target) - 0.01
    ]


# -- labels ----------------------------------------------------------------------------------


def labels(stage: Stage) -> list[Label]:
    return [found for node in _top(stage).walk() if (found := _label(stage, node))]


def _top(stage: Stage) -> Node:
    """Return the topmost layer: the lens while it is open, else the focus scope."""
    views = (node for node in stage.root.walk() if node.name == "lens view" and node.is_shown)
    return next(views, stage.focus.scope)


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
    if not pieces:
        return Label(node, full, drawn, Rect(0.0, 0.0, 0.0, 0.0), 0, 0)
    sizes = [_block(stage, piece).pixels for piece in pieces]
    boxes = [_box(stage, piece) for piece in pieces]
    return Label(node, full, drawn, reduce(Rect.union, boxes), min(sizes), max(sizes))


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


def _block(stage: Stage, node: Node) -> text.TextBlock:
    return stage.look.text.block(_picture(node), _scale(stage, node))


def _scale(stage: Stage, node: Node) -> float:
    return surfaces.round_scale(stage.view.scale * abs(node.world.scale_y))


def _box(stage: Stage, node: Node) -> Rect:
    """Return the rectangle of the capital letters, in pixels."""
    picture, block, scale = _picture(node), _block(stage, node), _scale(stage, node)
    high = block.height - block.pitch + block.rise
    size = Size(block.width / scale, high / scale)
    left = (node.size.w - size.w) * _SHARE[picture.align]
    top = (node.size.h - size.h) / 2
    return _to_pixels(stage, node.world.bounds(Rect(left, top, size.w, size.h)))


def _to_pixels(stage: Stage, rect: Rect) -> Rect:
    corner = stage.view.to_pixels(rect.position)
    return Rect(corner.x, corner.y, rect.w * stage.view.scale, rect.h * stage.view.scale)


# -- what may be wrong -----------------------------------------------------------------------


def _is_cut(label: Label) -> bool:
    return "".join(label.drawn.split()) != "".join(label.full.split())


def _left(stage: Stage, label: Label) -> Iterator[str]:
    """Name the frames, scrolling views or window that a label extends beyond.

    A label may extend beyond its scrolling view, and what is around it, vertically.
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


def _clashes(stage: Stage, found: list[Label]) -> Iterator[str]:
    """Name overlapping labels, and controls that overlap labels or controls."""
    seen = [(each, _clipped(stage, each.node, each.box)) for each in found]
    for (one, box), (other, other_box) in combinations(seen, 2):
        if _share_some(box, other_box) and _bubble(one.node) is _bubble(other.node):
            yield f"{one.full!r} and {other.full!r}"
    things = [(each.node, box) for each, box in seen]
    for node in reversed(stage.focus.nodes()):
        if node.clips or node.name.startswith(("card ", "zone ")):
            continue
        box = _clipped(stage, node, _to_pixels(stage, node.bounds))
        for other_node, other_box in things:
            is_apart = other_node.is_within(node) or _bubble(node) is not _bubble(other_node)
            if not is_apart and _share_some(box, other_box):
                yield f"{node} and {other_node}"
        things.append((node, box))


def _share_some(one: Rect, other: Rect) -> bool:
    shared = one.intersection(other)
    return shared.w > _TOUCH and shared.h > _TOUCH


def _clipped(stage: Stage, node: Node, box: Rect) -> Rect:
    """Return the part of a rectangle, in pixels, that the node's scrolling views show."""
    views = [_to_pixels(stage, above.bounds) for above in node.ancestors if above.clips]
    return reduce(Rect.intersection, views, box)


def _bubble(node: Node) -> Node | None:
    """Return the bubble that contains a node, or the node itself if it is a bubble."""
    line = (each for each in _line(node) if each.picture is not None)
    return next((each for each in line if each.name.split(" ")[0] in _BUBBLES), None)


def _covered(stage: Stage, found: list[Label]) -> Iterator[str]:
    """Name labels that are partly covered by cards or bubbles; moving cards are ignored."""
    above = [
        (node, _to_pixels(stage, node.bounds))
        for node in _top(stage).walk()
        if (isinstance(node, CardNode) or _bubble(node) is node)
        and node.is_shown
        and not (_is_away(node) or stage.animator.is_running(node, "position"))
    ]
    for each in found:
        partly = [
            node
            for node, box in above
            if _share_some(box, each.box) and not _holds(box, each.box, across_only=False)
        ]
        is_above = _bubble(each.node) or any(isinstance(e, CardNode) for e in _line(each.node))
        if not is_above:
            yield from (f"{each.full!r} by {node}" for node in partly)


def _uneven(found: Sequence[Label]) -> list[str]:
    """List the groups of labels at the table whose font sizes differ."""
    groups = defaultdict[str, dict[str, Label]](dict)
    for each in [each for each in found if "/table/" in each.path]:
        groups[each.group][each.path] = each
    return [
        f"uneven: {[(each.full, each.least, each.most) for each in group.values()]}"
        for group in groups.values()
        if max(each.least for each in group.values()) > min(each.most for each in group.values())
    ]


# == Measures the contrast of text with its painted background.

_SIGNS = frozenset({"symbol", "icon", "glyph"})
_IN_USE = ("enabled", "is_enabled")
_ACROSS, _DOWN = 7, 3
"""Grid of points behind each text at which the background is sampled."""


def faint_words(stage: Stage) -> list[str]:
    """List text and symbols with too little contrast.

    Only the topmost layer is checked, because a scrim makes lower layers unreadable on purpose.
    Disabled controls may be faint, as in WCAG, and so may nodes that are fading.
    """
    above = [node for node in _top(stage).walk() if node.is_shown and _bubble(node) is node]
    hidden = [_to_pixels(stage, node.bounds) for node in above]
    found = [
        node
        for node in _top(stage).walk()
        if _ink_of(node) is not None and _is_meant(node)
        if _bubble(node) or not any(each.overlaps(_place(stage, node)) for each in hidden)
    ]
    with _without(found):
        ground = pygame.Surface(stage.view.window)
        stage.renderer.invalidate()
        stage.draw(ground)
    stage.renderer.invalidate()
    return [line for node in found if (line := _verdict(stage, node, ground))]


def _verdict(stage: Stage, node: Node, ground: pygame.Surface) -> str:
    is_text, ink = isinstance(node.picture, TextPicture), _ink_of(node)
    needed = TEXT if is_text else GRAPHIC
    box = _place(stage, node)
    assert ink is not None
    behind = _shades(box, ground)
    if not behind or min(box.size) <= 0:
        return ""
    found = sorted(contrast(over(shade, ink, _alpha(node)), shade) for shade in behind)
    # Ignore some samples: a text's corners may touch neighbours, and a sign may extend its
    # background.
    worst = found[len(found) // (10 if is_text else 3)]
    called = _picture(node).text if is_text else str(node)
    return f"{called!r} in {node.parent}: {worst:.2f}" if worst < needed else ""


def _place(stage: Stage, node: Node) -> Rect:
    box = _box(stage, node) if _has_words(node) else _to_pixels(stage, node.bounds)
    return _clipped(stage, node, box)


def _ink_of(node: Node) -> Colour | None:
    """Return the colour of a text or symbol; None for other nodes."""
    picture = node.picture
    if isinstance(picture, TextPicture):
        return picture.colour if picture.text.strip() else None
    if isinstance(picture, PaintedPicture) and isinstance(picture.key, tuple):
        name, *rest = picture.key
        inks = [each for each in rest if isinstance(each, Colour)]
        return inks[0] if name in _SIGNS and inks else None
    return None


def _is_meant(node: Node) -> bool:
    """Return whether the user should read a node now: visible, enabled and not moving."""
    line = _line(node)
    off = any(getattr(each, name, True) is False for each in line for name in _IN_USE)
    is_picture = any(each.name in _PICTURES for each in line)
    return node.is_shown and not (off or is_picture) and _alpha(node) > 0.99


def _alpha(node: Node) -> float:
    return reduce(lambda alpha, above: alpha * above.alpha, _line(node), 1.0)


@contextmanager
def _without(nodes: list[Node]) -> Iterator[None]:
    pictures = [node.picture for node in nodes]
    for node in nodes:
        node.picture = None
    yield
    for node, picture in zip(nodes, pictures, strict=True):
        node.picture = picture


def _shades(box: Rect, ground: pygame.Surface) -> list[Colour]:
    points = [
        Vec(box.left + box.w * (x + 0.5) / _ACROSS, box.top + box.h * (y + 0.5) / _DOWN)
        for x in range(_ACROSS)
        for y in range(_DOWN)
    ]
    inside = ground.get_rect()
    places = [(round(x), round(y)) for x, y in points if inside.collidepoint(round(x), round(y))]
    return [Colour(*ground.get_at(place)[:3]) for place in places]
