"""Draws the clips that hold neighbours of a hand together: two level bars, or a step upwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

import pygame

from red7_desktop.kit.hud.glow import blur
from red7_desktop.scene.paint.pictures import PaintedPicture
from red7_desktop.table.looks import LeftJoint

EQUAL: Final = "equal"

STEP: Final = "step"


Polyline: TypeAlias = tuple[tuple[float, float], ...]


class Clip(NamedTuple):
    """One kind of clip: what a round pen draws as its body, the lines on it, and their tone.

    Places and the body's pen are parts of the box's height, the places from its middle.
    """

    body: tuple[Polyline, ...]
    pen: float
    lines: tuple[Polyline, ...]
    tone: str


CLIPS: Final[Mapping[str, Clip]] = MappingProxyType(
    {
        EQUAL: Clip(
            body=(((-0.18, 0.0), (0.18, 0.0)),),
            pen=0.56,
            lines=(((-0.2, -0.09), (0.2, -0.09)), ((-0.2, 0.09), (0.2, 0.09))),
            tone="#ffdf85",
        ),
        STEP: Clip(
            body=(((-0.24, 0.11), (0.24, 0.11), (0.24, -0.17), (0.03, -0.17), (0.03, 0.11)),),
            pen=0.36,
            lines=(((-0.25, 0.11), (0.01, 0.11), (0.01, -0.15), (0.25, -0.15)),),
            tone="#7df0b4",
        ),
    }
)

SEAM: Final = LeftJoint(width=0.6, height=0.5, down=0.88, aside=0.03)
"""Where a clip lies on a card: below the rungs of its left edge, across the edge."""

_DARK: Final = "#0d1619"

_SHADE: Final = "#000000"

_RIM: Final = 0.075

_LINE: Final = 0.095

_SPREAD: Final = 0.04

_REACH: Final = 0.065
"""How far shadow and glow reach, as a part of the box's height."""

_FINE: Final = 4
"""Clips are drawn so much larger, and scaled down."""


def find_clip_between(left: int, right: int) -> str | None:
    """Give the clip between two neighbours, None where nothing joins them. 0: a hidden card."""
    if not (left and right):
        return None
    return {0: EQUAL, 1: STEP}.get(right - left)


def clip_picture(kind: str, *, is_lit: bool = False) -> PaintedPicture:
    """Give the picture of a clip, shadow and all; one that is lit glows."""
    return PaintedPicture(
        ("clip", kind, is_lit), lambda w, h: paint_clip(kind, (w, h), is_lit=is_lit)
    )


def paint_clip(kind: str, size: tuple[int, int], *, is_lit: bool = False) -> pygame.Surface:
    """Paint a clip in the middle of so many pixels; its body is as light as its lines if lit."""
    clip = CLIPS[kind]
    ground, line = (clip.tone, _DARK) if is_lit else (_DARK, clip.tone)
    around = clip.tone if is_lit else _SHADE
    h = size[1]
    picture = blur(_draw_clip_lines(clip.body, clip.pen + _SPREAD, around, size), _REACH * h)
    for pen, tone in ((clip.pen, line), (clip.pen - _RIM, ground)):
        picture.blit(_draw_clip_lines(clip.body, pen, tone, size), (0, 0))
    picture.blit(_draw_clip_lines(clip.lines, _LINE, line, size), (0, 0))
    return picture


def _draw_clip_lines(
    lines: Iterable[Polyline], pen: float, tone: str, size: tuple[int, int]
) -> pygame.Surface:
    """Draw lines with a round pen, in the tone all over so that no fringe shows."""
    w, h = (side * _FINE for side in size)
    canvas = pygame.Surface((w, h), pygame.SRCALPHA)
    canvas.fill((*pygame.Color(tone)[:3], 0))
    thick = pen * h
    for line in lines:
        spots = [pygame.Vector2(w / 2 + x * h, h / 2 + y * h) for x, y in line]
        for spot in spots:
            pygame.draw.circle(canvas, tone, spot, thick / 2)
        for start, end in pairwise(spots):
            side = (end - start).normalize().rotate(90) * thick / 2
            pygame.draw.polygon(canvas, tone, (start + side, end + side, end - side, start - side))
    return pygame.transform.smoothscale(canvas, size)
