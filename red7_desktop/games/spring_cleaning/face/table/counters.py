"""Things that are counted at a glance: a bar with a tick for each card, and pips of trash."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame

from red7_desktop.scene.geometry import Size
from red7_desktop.scene.paint.pictures import PaintedPicture
from red7_desktop.scene.theme.colour import Colour

_FINE: Final = 4
"""Samples per pixel, each way."""

_TICK_SHARE: Final = 0.72
"""A tick's width as a part of its step."""

_PIP_SHARE: Final = 0.74
"""A pip's width as a part of its step."""

_OUTLINE_SHARE: Final = 0.2
"""The width of an outline as a part of what it goes around."""

_HALF_FULL: Final = 0.42


class CounterMark(NamedTuple):
    """One of several in a row: its colour, and how much of it is filled, 0 to 1."""

    colour: Colour
    fill: float


def build_bar_marks(
    in_hand: int, in_offer: int, hand: Colour, offer: Colour
) -> tuple[CounterMark, ...]:
    """Give a full tick for each card in a hand, and a hollow one for each in an offer."""
    return (CounterMark(hand, 1.0),) * in_hand + (CounterMark(offer, 0.0),) * in_offer


def build_pip_marks(
    trash: int, gain: int, target: int, colour: Colour, empty: Colour
) -> tuple[CounterMark, ...]:
    """Give a pip for each trash that ends the match: full ones, threatening ones, empty ones."""
    full = min(trash, target)
    near = min(gain, target - full)
    return (
        (CounterMark(colour, 1.0),) * full
        + (CounterMark(colour, _HALF_FULL),) * near
        + (CounterMark(empty, 0.0),) * (target - full - near)
    )


def ticks_picture(marks: Sequence[CounterMark], step: float) -> PaintedPicture:
    """Give the picture of ticks; step: from one to the next, as a part of their height."""

    def draw(surface: pygame.Surface, nth: int, mark: CounterMark) -> None:
        h = surface.height
        wide = step * _TICK_SHARE * h
        box = pygame.Rect(round(nth * step * h), 0, round(wide), h)
        line = max(1, round(_OUTLINE_SHARE * min(wide, h / 2)))
        _draw_mark(
            mark,
            line,
            lambda width, colour: pygame.draw.rect(
                surface, colour, box, width, border_radius=round(wide * 0.36)
            ),
        )

    return _build_marks_picture("ticks", marks, step, draw)


def pips_picture(marks: Sequence[CounterMark]) -> PaintedPicture:
    """Give the picture of pips, which share the width: whole pixels may make it a little less."""

    def draw(surface: pygame.Surface, nth: int, mark: CounterMark) -> None:
        h, step = surface.height, surface.width / len(marks)
        centre, radius = ((nth + 0.5) * step, h / 2), _PIP_SHARE * min(h, step) / 2
        line = max(1, round(_OUTLINE_SHARE * radius))
        _draw_mark(
            mark,
            line,
            lambda width, colour: pygame.draw.circle(surface, colour, centre, radius, width),
        )

    return _build_marks_picture("pips", marks, 1.0, draw)


def measure_marks(count: int, step: float, height: float) -> Size:
    """Give the size of a row of marks; step: from one to the next, as a part of the height."""
    return Size(max(count, 1) * step * height, height)


def _draw_mark(mark: CounterMark, line: int, draw: Callable[[int, Colour], object]) -> None:
    if mark.fill:
        draw(0, mark.colour.with_alpha(mark.fill))
    if mark.fill < 1.0:
        draw(line, mark.colour)


def _build_marks_picture(
    name: str,
    marks: Sequence[CounterMark],
    step: float,
    draw: Callable[[pygame.Surface, int, CounterMark], None],
) -> PaintedPicture:
    def paint(w: int, h: int) -> pygame.Surface:
        fine = pygame.Surface((w * _FINE, h * _FINE), pygame.SRCALPHA)
        # Clear, but of the marks' own colour, so that edges stay clean.
        fine.fill((*marks[0].colour[:3], 0) if marks else (0, 0, 0, 0))
        for nth, mark in enumerate(marks):
            draw(fine, nth, mark)
        return pygame.transform.smoothscale(fine, (w, h))

    return PaintedPicture((name, tuple(marks), step), paint)
