"""Looks at and listens to the program as people do: are words whole, apart and legible?"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import NamedTuple

import pygame

from red7_desktop.kit.hud.part import SpacedWord
from red7_desktop.kit.sound import audio, cues
from red7_desktop.scene import stage
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint import surfaces, text
from red7_desktop.scene.pictures import Align, BoxPicture, Colour, PaintedPicture, TextPicture
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.table.card_nodes import CardNode
from tests.colours import GRAPHIC, TEXT, contrast, over
from tests.ui.pilot import Pilot

# == seeing ================================================================================
# Looks at a laid out tree as an eye does: text that is cut off, things that lie over others.


_SHARE = {Align.START: 0.0, Align.CENTRE: 0.5, Align.END: 1.0}
_SLACK = 1.5
"""Pixels by which neighbours may touch, for positions are rounded."""


def cut_texts(stage: stage.Stage) -> list[str]:
    """List the texts that end in an ellipsis or do not fit into what cuts them off."""
    return [
        words_of(node)
        for node in _texts(stage.root)
        if _is_shortened(stage, node) or _is_out_of_view(stage, node)
    ]


def words_shown(stage: stage.Stage) -> list[str]:
    """Return every piece of text that is to be seen."""
    return [words_of(node) for node in _texts(stage.root)]


def words(pilot: Pilot) -> str:
    """Return all words that are to be seen, a line each."""
    return "\n".join(words_shown(pilot.program.ui.stage))


def screen_of(pilot: Pilot) -> type:
    """Return the kind of screen that is shown."""
    return type(pilot.program.screen)


def words_of(node: Node) -> str:
    assert isinstance(node.picture, TextPicture)
    return node.picture.text


def _is_shortened(stage: stage.Stage, node: Node) -> bool:
    picture = node.picture
    assert isinstance(picture, TextPicture)
    lines = stage.look.text.block(picture, stage.look.scale).lines
    return any(line.endswith(text.ELLIPSIS) for line in lines) and not picture.text.endswith(
        text.ELLIPSIS
    )


def _is_out_of_view(stage: stage.Stage, node: Node) -> bool:
    """Whether text runs out of the window, or sideways out of a view that scrolls it."""
    seen = text_box(stage, node)
    slack = _SLACK / stage.look.scale
    visible = stage.look.visible.inflated(slack)
    views = [above.bounds for above in node.ancestors if above.clips and above.name != "window"]
    if any(seen.left < view.left - slack or seen.right > view.right + slack for view in views):
        return True
    inside = not views and seen.top >= visible.top and seen.bottom <= visible.bottom
    return seen.left < visible.left or seen.right > visible.right or not (views or inside)


def text_box(stage: stage.Stage, node: Node) -> Rect:
    """Return the box of the words themselves, in the root's space."""
    picture = node.picture
    assert isinstance(picture, TextPicture)
    block = stage.look.text.block(picture, stage.look.scale)
    scale = stage.look.scale
    size = Size(block.width / scale, (block.height - block.pitch + block.rise) / scale)
    free_w, free_h = node.size.w - size.w, node.size.h - size.h
    left = free_w * _SHARE[picture.align]
    return node.world.bounds(Rect(left, free_h / 2, size.w, size.h))


def overlaps(stage: stage.Stage) -> list[str]:
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


def small_targets(stage: stage.Stage) -> list[str]:
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


# == legible ===============================================================================
# Measures how well words stand out from what is really painted behind them.


_SIGNS = frozenset({"symbol", "icon", "glyph"})
_IN_USE = ("enabled", "is_enabled")
_ACROSS, _DOWN = 7, 3
"""So many points behind every piece of words are looked at."""


def faint_words(stage: stage.Stage, size: tuple[int, int]) -> list[str]:
    """List words and symbols that stand out too little, with their contrast.

    Looked at is the topmost layer: what lies under a scrim is not to be read. What cannot be
    used now may be faint, as WCAG has it, and so may what is coming or going.
    """
    found = [
        node for node in stage.focus.scope.walk() if _ink_of(node) is not None and _is_meant(node)
    ]
    with _without(found):
        ground = pygame.Surface(size)
        stage.renderer.invalidate()
        stage.draw(ground)
    stage.renderer.invalidate()
    return [line for node in found if (line := _verdict(stage, node, ground))]


def _verdict(stage: stage.Stage, node: Node, ground: pygame.Surface) -> str:
    is_text = isinstance(node.picture, TextPicture)
    box = clipped(node, text_box(stage, node) if is_text else node.bounds)
    ink, needed = _ink_of(node), TEXT if is_text else GRAPHIC
    assert ink is not None
    behind = _shades(stage, box, ground)
    if not behind or min(box.size) <= 0:
        return ""
    found = sorted(contrast(over(shade, ink, _alpha(node)), shade) for shade in behind)
    # The corners of a box of words may touch what is around, and a sign may reach over its ground.
    worst = found[len(found) // (10 if is_text else 3)]
    called = words_of(node) if is_text else str(node)
    return f"{called!r} in {node.parent}: {worst:.2f}" if worst < needed else ""


def _ink_of(node: Node) -> Colour | None:
    """Return the colour of words, or of a symbol; None for other nodes."""
    picture = node.picture
    if isinstance(picture, TextPicture):
        return picture.colour if picture.text.strip() else None
    if isinstance(picture, PaintedPicture) and isinstance(picture.key, tuple):
        name, *rest = picture.key
        inks = [each for each in rest if isinstance(each, Colour)]
        return inks[0] if name in _SIGNS and inks else None
    return None


def _is_meant(node: Node) -> bool:
    """Whether people are to read this now: shown, in use, on its way nowhere."""
    line = [node, *node.ancestors]
    off = any(getattr(each, name, True) is False for each in line for name in _IN_USE)
    return node.is_shown and not off and _alpha(node) > 0.99


def _alpha(node: Node) -> float:
    alpha = node.alpha
    for above in node.ancestors:
        alpha *= above.alpha
    return alpha


@contextmanager
def _without(nodes: list[Node]) -> Iterator[None]:
    pictures = [node.picture for node in nodes]
    for node in nodes:
        node.picture = None
    yield
    for node, picture in zip(nodes, pictures, strict=True):
        node.picture = picture


def _shades(stage: stage.Stage, box: Rect, ground: pygame.Surface) -> list[Colour]:
    points = [
        Vec(box.left + box.w * (x + 0.5) / _ACROSS, box.top + box.h * (y + 0.5) / _DOWN)
        for x in range(_ACROSS)
        for y in range(_DOWN)
    ]
    pixels = [stage.view.to_pixels(point) for point in points]
    inside = ground.get_rect()
    places = [(round(x), round(y)) for x, y in pixels if inside.collidepoint(round(x), round(y))]
    return [Colour(*ground.get_at(place)[:3]) for place in places]


# == whole words ===========================================================================
# Looks at every word of a stage as it is drawn, and lists what is not whole.
#
# A label is one node of words, or one that lines up several (runs, spaced letters). What is asked
# of it: all of its words are there; they lie on no others, in their frame and in the window;
# nothing covers a part of them; they are no smaller than the theme's least size, nor than the same
# words at 100%. Of pages it is asked, too, that controls do not lie over each other and are fair
# targets.


_TOUCH = 1.5
"""Pixels by which neighbours may touch, for positions are rounded."""
_PICTURES = frozenset({"logo"})
"""Words that are a picture: they take the room there is."""
_AS_LARGE_AS_ITS_RING = "sum"
"""A figure in a ring, many times as large as words, which takes the room that words leave to it."""
_BUBBLES = frozenset({"preview", "hint", "remark", "tip", "close-up"})
"""What covers words: it hides them wholly, or leaves them."""
_WHICH, _BUTTONS = re.compile(r"\b(\d+|[A-Z])\b"), re.compile("/(undo|hint)/")
Sizes = Mapping[tuple[str, str], int]
"""The smallest letters of each label, in pixels, by where it is and what it says."""


class Label(NamedTuple):
    """Words that belong together: whose they are, in full and as drawn, where, how large.

    box: around capital letters, in pixels of the window. least, most: sizes of the smallest and the
    largest font.
    """

    node: Node
    full: str
    drawn: str
    box: Rect
    least: int
    most: int

    @property
    def key(self) -> tuple[str, str]:
        """Where it is, and what it says."""
        return self.path, self.full

    @property
    def path(self) -> str:
        names = [each.name for each in (self.node, *self.node.ancestors) if each.name]
        return "/".join(reversed(names))

    @property
    def group(self) -> str:
        """What it is one of: of labels that differ by a number or a letter, or buttons in a row."""
        return _BUTTONS.sub("/button/", _WHICH.sub("#", self.path))


def labels(stage: stage.Stage) -> list[Label]:
    """List the labels that are shown on the topmost layer."""
    return [found for node in _top(stage).walk() if (found := _label(stage, node))]


def _top(stage: stage.Stage) -> Node:
    """Return what lies above all else: the lens, while it is held open, or what has the focus."""
    views = (node for node in stage.root.walk() if node.name == "lens view" and node.is_shown)
    return next(views, stage.focus.scope)


def flaws(stage: stage.Stage) -> tuple[list[str], Sizes]:
    """List what is wrong with the words on the topmost layer, and give how large they are."""
    found, least = labels(stage), least_size(stage)
    # A toast lies above all else, and goes by itself.
    lasting = [each for each in found if stage.toasts not in each.node.ancestors]
    lines = [f"cut: {each.full!r} to {each.drawn!r}" for each in found if _is_cut(each)]
    lines += [f"outside: {each.full!r} of {what}" for each in found for what in _left(stage, each)]
    lines += [f"over: {one.full!r} and {other.full!r}" for one, other in _clashes(stage, lasting)]
    lines += [f"half hidden: {each.full!r} by {what}" for each, what in _covered(stage, lasting)]
    lines += [f"small: {each.full!r}, {each.least} px" for each in found if each.least < least]
    lines += uneven(lasting)
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


def uneven(found: Sequence[Label]) -> list[str]:
    """List the groups of labels of the table whose letters differ in size."""
    groups = defaultdict[str, dict[str, Label]](dict)
    for each in [each for each in found if "/table/" in each.path]:
        groups[each.group][each.path] = each
    return [
        f"uneven: {[(each.full, each.least, each.most) for each in group.values()]}"
        for group in groups.values()
        if max(each.least for each in group.values()) > min(each.most for each in group.values())
    ]


def shrunk(before: Sizes, after: Sizes) -> list[str]:
    """List the words that are smaller where they are to be larger, in the same window."""
    return [
        f"shrunk: {key[1]!r} from {before[key]} to {pixels} px"
        for key, pixels in after.items()
        if pixels < before.get(key, 0)
    ]


def least_size(stage: stage.Stage) -> int:
    """Return the pixels that the smallest letters must have: 11 in all but very small windows."""
    least = int(stage.look.theme.sizes.least_text * stage.view.scale)
    return max(least, 11) if min(stage.view.window) >= 720 else least


# -- labels ----------------------------------------------------------------------------------


def _label(stage: stage.Stage, node: Node) -> Label | None:
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
        return Label(node, full, drawn, Rect(0.0, 0.0, 0.0, 0.0), 0, 0)
    sizes = [_block(stage, piece).pixels for piece in pieces]
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


def _block(stage: stage.Stage, node: Node) -> text.TextBlock:
    return stage.look.text.block(_picture(node), _scale(stage, node))


def _scale(stage: stage.Stage, node: Node) -> float:
    return surfaces.round_grain(stage.view.scale * abs(node.world.scale_y))


def _box(stage: stage.Stage, node: Node) -> Rect:
    """Return the rectangle of the capital letters, in pixels."""
    picture, block, scale = _picture(node), _block(stage, node), _scale(stage, node)
    high = block.height - block.pitch + block.rise
    size = Size(block.width / scale, high / scale)
    left = (node.size.w - size.w) * _SHARE[picture.align]
    top = (node.size.h - size.h) / 2
    return _to_pixels(stage, node.world.bounds(Rect(left, top, size.w, size.h)))


def _to_pixels(stage: stage.Stage, rect: Rect) -> Rect:
    corner = stage.view.to_pixels(rect.position)
    return Rect(corner.x, corner.y, rect.w * stage.view.scale, rect.h * stage.view.scale)


# -- what may be wrong -----------------------------------------------------------------------


def _is_cut(label: Label) -> bool:
    return "".join(label.drawn.split()) != "".join(label.full.split())


def _left(stage: stage.Stage, label: Label) -> Iterator[str]:
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


def _clashes(stage: stage.Stage, found: list[Label]) -> Iterator[tuple[Label, Label]]:
    seen = [(each, _clipped(stage, each)) for each in found]
    for place, (one, box) in enumerate(seen):
        for other, other_box in seen[place + 1 :]:
            if _share_some(box, other_box) and _bubble(one.node) is _bubble(other.node):
                yield one, other


def _share_some(one: Rect, other: Rect) -> bool:
    shared = one.intersection(other)
    return shared.w > _TOUCH and shared.h > _TOUCH


def _clipped(stage: stage.Stage, label: Label) -> Rect:
    """Return the part of a label that the views in which it scrolls let through."""
    views = [_to_pixels(stage, above.bounds) for above in label.node.ancestors if above.clips]
    return reduce(Rect.intersection, views, label.box)


def _bubble(node: Node) -> Node | None:
    """Return the bubble in which a node lies, or which it is."""
    line = (each for each in _line(node) if each.picture is not None)
    return next((each for each in line if each.name.split(" ")[0] in _BUBBLES), None)


def _covered(stage: stage.Stage, found: list[Label]) -> Iterator[tuple[Label, str]]:
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
            if _share_some(box, each.box) and not _holds(box, each.box, across_only=False)
        ]
        if partly and not (_bubble(each.node) or any(_is_card(e) for e in _line(each.node))):
            yield from ((each, str(node)) for node in partly)


def _is_card(node: Node) -> bool:
    return isinstance(node, CardNode)


# == hearing ===============================================================================
# What a program lets people hear, as the mixer has it.


@contextmanager
def heard(pilot: Pilot) -> Iterator[audio.Audio]:
    """Open the sound, whole, before going on."""
    audio = pilot.program.ui.audio
    audio._run = audio.ambience._run = audio.music._run = lambda job: job()
    audio.open()
    try:
        yield audio
    finally:
        audio.close()


def volume_of_a_press(pilot: Pilot) -> Hashable:
    """Press a button with the sound on; give how loud the mixer plays it."""
    with heard(pilot) as audio:
        pilot.program.show_settings()
        pilot.wait(1.0)
        pygame.mixer.stop()
        audio.play(cues.Sound.PLACE)
        channels = [pygame.mixer.Channel(n).get_sound() for n in range(8)]
        return tuple(round(sound.get_volume(), 2) for sound in channels if sound is not None)


def volume_behind(pilot: Pilot) -> Hashable:
    """Open the sound; give how loud what goes on beneath it is."""
    with heard(pilot):
        behind = map(pygame.mixer.Channel, range(audio.CHANNELS, pygame.mixer.get_num_channels()))
        return tuple(sound.get_volume() for channel in behind if (sound := channel.get_sound()))
