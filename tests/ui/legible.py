"""Measures how well words stand out from what is really painted behind them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pygame

from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Colour, PaintedPicture, TextPicture
from red7_desktop.scene.stage import Stage
from tests.contrast import GRAPHIC, TEXT, contrast, over
from tests.ui.seeing import clipped, text_box, words_of

_SIGNS = frozenset({"symbol", "icon", "glyph"})
_IN_USE = ("enabled", "is_enabled")
_ACROSS, _DOWN = 7, 3
"""So many points behind every piece of words are looked at."""


def faint_words(stage: Stage, size: tuple[int, int]) -> list[str]:
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


def _verdict(stage: Stage, node: Node, ground: pygame.Surface) -> str:
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
    """Give the colour of words, or of a symbol; None for other nodes."""
    picture = node.picture
    if isinstance(picture, TextPicture):
        return picture.colour if picture.text.strip() else None
    if isinstance(picture, PaintedPicture) and isinstance(picture.key, tuple):
        name, *rest = picture.key
        inks = [each for each in rest if isinstance(each, Colour)]
        return inks[0] if name in _SIGNS and inks else None
    return None


def _is_meant(node: Node) -> bool:
    """Tell whether people are to read this now: shown, in use, on its way nowhere."""
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


def _shades(stage: Stage, box: Rect, ground: pygame.Surface) -> list[Colour]:
    points = [
        Vec(box.left + box.w * (x + 0.5) / _ACROSS, box.top + box.h * (y + 0.5) / _DOWN)
        for x in range(_ACROSS)
        for y in range(_DOWN)
    ]
    pixels = [stage.view.to_pixels(point) for point in points]
    inside = ground.get_rect()
    places = [(round(x), round(y)) for x, y in pixels if inside.collidepoint(round(x), round(y))]
    return [Colour(*ground.get_at(place)[:3]) for place in places]
