"""What the curtain looks like, and how it parts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import pygame

from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import PaintedPicture
from red7_desktop.scene.widgets.base import Widget

if TYPE_CHECKING:
    from red7_desktop.scene.stage import Stage
    from red7_desktop.scene.theme.colour import Colour
    from red7_desktop.scene.theme.style import Look, Theme

_FOLDS: Final = 17
"""Folds across the whole window."""

_DEPTH: Final = 0.34
"""How much darker the bottom of a fold is than its top, as a part."""

_HEM: Final = ((0.930, 0.0035, 0.34), (0.938, 0.022, 0.16), (0.9645, 0.0035, 0.34))
"""The stripes of the hem: where each begins, how high it is, and how strong its colour is."""

_PART: Final = 0.42
"""Seconds that the curtain takes to part."""

_BLEED: Final = 4.0


class CurtainRoom(Widget):
    """A curtain over all that the window shows, whatever becomes of the window.

    It takes every press. It fits itself to a new window before anything is drawn in it.
    """

    def __init__(self, look: Look, **options: Any) -> None:
        super().__init__(look, name="room", interactive=True, **options)
        self.on_gesture = lambda gesture: True
        self.refresh()

    def refresh(self) -> None:
        """Cover the window."""
        box = self.look.visible.inflated(_BLEED)
        self.position, self.size = box.position, box.size
        self.picture = cloth_picture(self.look.theme)


def cloth_picture(theme: Theme, begin: float = 0.0, end: float = 1.0) -> PaintedPicture:
    """Give the picture of a curtain in folds, without any hole in it.

    begin, end: the part of it that is wanted, across.
    """
    cloth = theme.colour("red_low").mixed(theme.colour("table"), 0.42)
    trim = theme.colour("accent")
    span = (begin, end)
    return PaintedPicture(
        ("curtain", cloth, trim, span), lambda w, h: _paint_folds(cloth, trim, span, w, h)
    )


def animate_curtain_apart(stage: Stage) -> None:
    """Let two halves of a curtain slide apart over the window; they are only to be seen."""
    visible, animator = stage.look.visible, stage.animator
    half = Size(visible.w / 2 + _BLEED, visible.h + 2 * _BLEED)
    for name, begin, x, way in (
        ("left half", 0.0, visible.left - _BLEED, -half.w),
        ("right half", 0.5, visible.centre.x, half.w),
    ):
        node = Node(name=name, size=half, position=Vec(x, visible.top - _BLEED))
        node.picture = cloth_picture(stage.look.theme, begin, begin + 0.5)
        stage.air.add(node)
        goal = node.position + Vec(way, 0.0)
        animator.to(node, "position", goal, _PART, ease="in_out_cubic", done=node.detach)


def _paint_folds(
    cloth: Colour, trim: Colour, span: tuple[float, float], w: int, h: int
) -> pygame.Surface:
    """Paint folds from one line across, darker towards the top and the foot, with a hem."""
    line = pygame.Surface((w, 1), depth=32)
    begin, end = span
    for x in range(w):
        light = 1.0 - _DEPTH * _fold_depth(begin + (end - begin) * x / w)
        line.set_at((x, 0), [round(part * light) for part in cloth[:3]])
    painted = pygame.transform.scale(line, (w, h))
    for share, high, part in _HEM:
        band = pygame.Rect(0, round(h * share), w, max(1, round(h * high)))
        painted.fill([round(c * part) for c in trim[:3]], band, pygame.BLEND_RGB_ADD)
    for y in range(h):
        part = y / max(1, h - 1)
        light = 0.6 + 0.4 * math.sin(math.pi * (0.14 + 0.8 * part)) ** 0.7
        shade = [round(255 * light)] * 3
        painted.fill(shade, pygame.Rect(0, y, w, 1), pygame.BLEND_RGB_MULT)
    return painted


def _fold_depth(x: float) -> float:
    """Give how deep in a fold a place across lies, 0 to 1; no two folds are quite alike."""
    bent = x + 0.006 * math.sin(2 * math.pi * 3.3 * x) + 0.004 * math.sin(2 * math.pi * 7.1 * x)
    wave = 0.5 - 0.5 * math.cos(2 * math.pi * _FOLDS * bent)
    return 0.75 * math.pow(wave, 1.6) + 0.25 * (
        0.5 - 0.5 * math.cos(2 * math.pi * _FOLDS * 2.4 * bent)
    )
