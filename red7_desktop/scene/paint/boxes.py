"""Paints boxes: rounded corners with supersampled edges, gradients, borders, dashes, shadows."""

from __future__ import annotations

import math

import pygame

from red7_desktop.scene.geometry import Vec
from red7_desktop.scene.paint.pictures import BoxPicture, Fill, Gradient, Shadow
from red7_desktop.scene.paint.pixels import (
    Painted,
    PixelBox,
    Stretch,
    blit_over,
    draw_out,
    make_blank,
    tint,
)
from red7_desktop.scene.theme.colour import Colour

_CORNER_SAMPLES = 8
"""Samples per pixel, each way, at a corner's edge."""

_BAYER = ((0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5))
"""The order in which the pixels of a 4 x 4 tile step to the next shade of a gradient."""

_PERIOD = len(_BAYER)
"""After so many columns a gradient's pixels repeat themselves."""

_STRIP = 64 * _PERIOD
"""So many columns of a very wide box are kept to be repeated."""

_VERY_WIDE = 3 * _STRIP

_WHITE = (255, 255, 255, 255)


def paint_box(picture: BoxPicture, box: PixelBox) -> Painted:
    """Paint a box of exactly the pixel size, with room around it for its shadows.

    The columns in the middle of a wide one are alike: it is painted narrow and drawn out, a very
    wide one only so far that it is quick to draw out where it is seen.
    """
    narrow = _find_narrow_width(picture, box)
    surface, dx, dy, _ = paint_whole_box(picture, PixelBox(narrow, box.h, box.unit))
    start, more = narrow // (2 * _PERIOD) * _PERIOD - dx, box.w - narrow
    if more < _VERY_WIDE:
        return Painted(draw_out(surface, Stretch(start, _PERIOD, more)), dx, dy)
    surface = draw_out(surface, Stretch(start, _PERIOD, _STRIP - _PERIOD))
    return Painted(surface, dx, dy, Stretch(start, _STRIP, more - (_STRIP - _PERIOD)))


def _find_narrow_width(picture: BoxPicture, box: PixelBox) -> int:
    """Give the least width at which all that differs between columns has room, or the box's."""
    if picture.dash or (_is_flat(picture) and box.w < _VERY_WIDE):
        return box.w
    soft = max((_measure_softness(shadow, box) for shadow in picture.shadows), default=0.0)
    edge = math.ceil(box.length(picture.radius) + 2 * soft) + count_border_pixels(picture, box)
    least = 2 * edge + 4 * _PERIOD
    # Dithering repeats itself, so whole periods are left out.
    return box.w - max(0, (box.w - least) // _PERIOD * _PERIOD)


def _measure_softness(shadow: Shadow, box: PixelBox) -> float:
    """Give how far a shadow's edge lies from the box's, and how far it is blurred, together."""
    return box.length(abs(shadow.dx) + abs(shadow.spread) + shadow.blur)


def paint_whole_box(picture: BoxPicture, box: PixelBox) -> Painted:
    """Paint every column of a box, alike or not; what `paint_box` gives looks the same."""
    if _is_flat(picture) and isinstance(picture.fill, Colour):
        flat = make_blank(box.w, box.h)
        flat.fill(picture.fill.premultiplied)
        return Painted(flat, 0, 0)
    radius = min(box.length(picture.radius), box.w / 2, box.h / 2)
    outer = draw_rounded_shape(box.w, box.h, radius)
    body = _paint_body(picture, box, radius, outer)
    if not picture.shadows:
        return Painted(body, 0, 0)
    margins = [_measure_shadow_reach(shadow, box) for shadow in picture.shadows]
    left, top = max(m[0] for m in margins), max(m[1] for m in margins)
    right, bottom = max(m[2] for m in margins), max(m[3] for m in margins)
    surface = make_blank(box.w + left + right, box.h + top + bottom)
    for shadow in picture.shadows:
        blit_over(
            surface, _paint_shadow(shadow, box, radius, surface.get_size(), (left, top)), 0, 0
        )
    hole = make_blank(box.w, box.h)
    hole.fill(_WHITE)
    hole.blit(outer, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    surface.blit(hole, (left, top), special_flags=pygame.BLEND_RGBA_MULT)
    # The body fills exactly what the hole left free, so the two add up without a seam.
    surface.blit(body, (left, top), special_flags=pygame.BLEND_RGBA_ADD)
    return Painted(surface, -left, -top)


def _is_flat(picture: BoxPicture) -> bool:
    """Tell whether a box is one colour to its very corners, such as a scrim over the window."""
    return not (picture.radius or picture.shadows or picture.border)


def draw_rounded_shape(w: int, h: int, radius: float) -> pygame.Surface:
    """Give a white rounded box whose edge pixels are as clear as they are uncovered."""
    shape = make_blank(w, h)
    shape.fill(_WHITE)
    side = math.ceil(radius)
    if side < 1 or w < 1 or h < 1:
        return shape
    corner = _draw_corner(radius, side)
    for flip_x in (False, True):
        for flip_y in (False, True):
            spot = (w - side if flip_x else 0, h - side if flip_y else 0)
            tile = pygame.transform.flip(corner, flip_x, flip_y)
            shape.blit(tile, spot, special_flags=pygame.BLEND_RGBA_MULT)
    return shape


def _draw_corner(radius: float, side: int) -> pygame.Surface:
    """Give the top left corner of a rounded box as a white shape."""
    fine = make_blank(side * _CORNER_SAMPLES, side * _CORNER_SAMPLES)
    reach = max(round(radius * _CORNER_SAMPLES), 1)
    pygame.draw.circle(fine, _WHITE, (reach, reach), reach)
    if reach < side * _CORNER_SAMPLES:
        fine.fill(_WHITE, (reach, 0, side * _CORNER_SAMPLES, side * _CORNER_SAMPLES))
        fine.fill(_WHITE, (0, reach, side * _CORNER_SAMPLES, side * _CORNER_SAMPLES))
    return pygame.transform.smoothscale(fine, (side, side))


def _paint_body(
    picture: BoxPicture, box: PixelBox, radius: float, outer: pygame.Surface
) -> pygame.Surface:
    """Paint fill and border, which part an opaque border's inner edge between them."""
    surface = make_blank(box.w, box.h)
    width = count_border_pixels(picture, box)
    if width == 0 or picture.border is None:
        return _fill_shape(picture.fill, outer)
    if picture.dash:
        blit_over(surface, _fill_shape(picture.fill, outer), 0, 0)
        blit_over(surface, _paint_dashes(picture, box, radius, width), 0, 0)
        return surface
    inner = draw_rounded_shape(box.w - 2 * width, box.h - 2 * width, max(radius - width, 0.0))
    ring = outer.copy()
    if box.w > 2 * width and box.h > 2 * width:
        ring.blit(inner, (width, width), special_flags=pygame.BLEND_RGBA_SUB)
    else:
        inner = make_blank(1, 1)
    if picture.border.a < 255:
        blit_over(surface, _fill_shape(picture.fill, outer), 0, 0)
    else:
        shape = make_blank(box.w, box.h)
        shape.blit(inner, (width, width), special_flags=pygame.BLEND_RGBA_ADD)
        blit_over(surface, _fill_shape(picture.fill, shape), 0, 0)
    tint(ring, picture.border)
    if picture.border.a < 255:
        blit_over(surface, ring, 0, 0)
    else:
        surface.blit(ring, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return surface


def count_border_pixels(picture: BoxPicture, box: PixelBox) -> int:
    """Give the border's whole pixel width; 0 when there is no border."""
    if picture.border is None or picture.border_width <= 0:
        return 0
    return max(1, round(box.length(picture.border_width)))


def _fill_shape(fill: Fill | None, shape: pygame.Surface) -> pygame.Surface:
    """Colour a white shape."""
    if fill is None:
        return make_blank(*shape.get_size())
    filled = shape.copy()
    if isinstance(fill, Gradient):
        filled.blit(
            _paint_gradient(fill, shape.get_size()), (0, 0), special_flags=pygame.BLEND_RGBA_MULT
        )
    else:
        tint(filled, fill)
    return filled


def _paint_gradient(fill: Gradient, size: tuple[int, int]) -> pygame.Surface:
    """Paint a vertical gradient, dithered so that dark ones show no bands."""
    w, h = size
    first, last = fill.top.premultiplied, fill.bottom.premultiplied
    # In sixteenths of a shade, channel by channel; many rows of a dark gradient are the same ones.
    parts = [(y + 0.5) / h for y in range(h)]
    channels = [
        [int(16 * (p + (q - p) * part) + 0.5) for part in parts]
        for p, q in zip(first, last, strict=True)
    ]
    rows: dict[tuple[int, ...], bytes] = {}
    tile = bytearray()
    for shades in zip([y % _PERIOD for y in range(h)], *channels, strict=True):
        row = rows.get(shades)
        if row is None:
            turn, *colour = shades
            row = bytes((shade + step) >> 4 for step in _BAYER[turn] for shade in colour)
            rows[shades] = row
        tile += row
    surface = make_blank(w, h)
    column = pygame.image.frombytes(bytes(tile), (_PERIOD, h), "RGBA")
    surface.blit(column, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    done = _PERIOD
    while done < w:
        # A copy, for a surface is slow to blit onto itself.
        strip = surface.subsurface((0, 0, min(done, w - done), h)).copy()
        surface.blit(strip, (done, 0), special_flags=pygame.BLEND_RGBA_ADD)
        done *= 2
    return surface


def _measure_shadow_reach(shadow: Shadow, box: PixelBox) -> tuple[int, int, int, int]:
    """Give how far a shadow reaches outside the box: left, top, right, bottom, in pixels."""
    soft = box.length(shadow.blur + shadow.spread) + 1
    dx, dy = box.length(shadow.dx), box.length(shadow.dy)
    sides = (soft - dx, soft - dy, soft + dx, soft + dy)
    left, top, right, bottom = (max(0, math.ceil(side)) for side in sides)
    return left, top, right, bottom


def _paint_shadow(
    shadow: Shadow,
    box: PixelBox,
    radius: float,
    size: tuple[int, int],
    corner: tuple[int, int],
) -> pygame.Surface:
    """Paint one shadow on a canvas of a size, for a box whose corner lies at `corner`."""
    grow = round(box.length(shadow.spread))
    w, h = max(1, box.w + 2 * grow), max(1, box.h + 2 * grow)
    canvas = make_blank(*size)
    spot = Vec(*corner) + Vec(box.length(shadow.dx), box.length(shadow.dy)) - Vec(grow, grow)
    blit_over(canvas, draw_rounded_shape(w, h, min(max(radius + grow, 0.0), w / 2, h / 2)), *spot)
    canvas = _blur_surface(canvas, box.length(shadow.blur) / 2)
    tint(canvas, shadow.colour)
    return canvas


def _blur_surface(surface: pygame.Surface, sigma: float) -> pygame.Surface:
    """Blur a surface; a wide blur works on a small copy, for its cost grows with the width."""
    if sigma < 0.5:
        return surface
    shrink = min(max(sigma / 3, 1.0), 8.0)
    w, h = surface.get_size()
    if shrink > 1:
        small = (max(1, math.ceil(w / shrink)), max(1, math.ceil(h / shrink)))
        surface = pygame.transform.smoothscale(surface, small)
    surface = pygame.transform.gaussian_blur(surface, max(1, round(sigma / shrink)))
    return pygame.transform.smoothscale(surface, (w, h)) if shrink > 1 else surface


def _paint_dashes(picture: BoxPicture, box: PixelBox, radius: float, width: int) -> pygame.Surface:
    """Paint a dashed border as strings of overlapping dots along the middle of the border."""
    assert picture.border is not None
    fine = 4 if box.w * box.h < 250_000 else 2
    canvas = make_blank(box.w * fine, box.h * fine)
    dot = max(1, round(width * fine / 2))
    path = _Outline(box.w - width, box.h - width, max(radius - width / 2, 0.0))
    pairs = max(4, round(path.length / (2 * box.length(picture.dash))))
    dash = path.length / pairs / 2
    steps = max(2, math.ceil(dash * fine / max(dot / 2, 1)))
    for pair in range(pairs):
        for step in range(steps + 1):
            point = path.at(dash * (2 * pair + step / steps)) + Vec(width / 2, width / 2)
            pygame.draw.circle(canvas, _WHITE, point * fine, dot)
    shape = pygame.transform.smoothscale(canvas, (box.w, box.h))
    tint(shape, picture.border)
    return shape


class _Outline:
    """The edge of a rounded box as a path, clockwise from the start of the top side."""

    def __init__(self, w: float, h: float, radius: float) -> None:
        self._radius = radius = min(radius, w / 2, h / 2)
        across, down, arc = w - 2 * radius, h - 2 * radius, math.pi * radius / 2
        self._sides = (
            (across, Vec(radius, 0), 0),
            (down, Vec(w, radius), 90),
            (across, Vec(w - radius, h), 180),
            (down, Vec(0, h - radius), 270),
        )
        self._arc = arc
        self.length = 2 * (across + down) + 4 * arc

    def at(self, distance: float) -> Vec:
        """Give the point at a distance from the start."""
        for side, start, turn in self._sides:
            if distance <= side:
                return start + Vec(distance, 0).turned(turn)
            distance -= side
            if distance <= self._arc:
                hub = start + Vec(side, self._radius).turned(turn)
                angle = 90 * distance / self._arc
                return hub + Vec(0, -self._radius).turned(turn + angle)
            distance -= self._arc
        return self._sides[0][1]
