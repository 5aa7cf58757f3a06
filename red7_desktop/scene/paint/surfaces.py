"""Low-level painting: boxes, shadows, glyphs, scaling, and a bounded cache.

Every surface of the scene has premultiplied alpha: red, green and blue are multiplied by the alpha.
This keeps edges clean when scaling, rotating and blurring, and makes fading one multiplication.
Glyphs such as ticks and arrows are drawn as lines, because a theme's font may lack them.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable, Mapping
from itertools import cycle, pairwise
from operator import add
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar, cast

import pygame

from red7_desktop.scene.geometry import Vec
from red7_desktop.scene.pictures import (
    BoxPicture,
    Colour,
    Fill,
    Gradient,
    PaintedPicture,
    Picture,
    Shadow,
)


class PixelBox(NamedTuple):
    """A node's box in pixels, with the number of pixels per design unit."""

    w: int
    h: int
    unit: float

    def length(self, design: float) -> float:
        """Convert a length from design units to pixels, without rounding."""
        return design * self.unit


def round_scale(unit: float) -> float:
    """Round a scale (pixels per design unit), so that rounding errors don't create a new text size.

    Measuring and painting text must use the same scale. Otherwise a text that was measured to fit
    may be a pixel too wide when drawn. Both therefore round with this function.
    """
    return round(unit * 4096) / 4096 or unit


class Stretch(NamedTuple):
    """Range of columns of a surface that is repeated when the surface is blitted.

    So a very wide box whose middle columns repeat can be painted and cached at a small width.

    Attributes:
        start: Index of the first column to repeat.
        period: Number of columns in the repeated range.
        added: Number of columns that the repetitions add to the surface's width.
    """

    start: int = 0
    period: int = 0
    added: int = 0


WHOLE: Final = Stretch()
"""Value of `stretch` for a surface that is blitted as it is, without repeating columns."""
Flat: TypeAlias = tuple[int, int, int, int]
"""A colour as (red, green, blue, alpha), 0 to 255 each, premultiplied by its alpha."""


class Core(NamedTuple):
    """The opaque rows of a stretched surface's repeated columns, as a surface without alpha.

    Such a surface is blitted several times as fast.

    Attributes:
        surface: The pixels, as wide as the repeated range of columns.
        top: Index of the first opaque row.
    """

    surface: pygame.Surface
    top: int

    @property
    def bottom(self) -> int:
        return self.top + self.surface.height


def find_core(surface: pygame.Surface, stretch: Stretch) -> Core | None:
    """Return the opaque rows of the repeated columns; None if there are too few to matter."""
    if stretch is WHOLE:
        return None
    strip = surface.subsurface((stretch.start, 0, stretch.period, surface.height))
    parts = pygame.mask.from_surface(strip, 254).get_bounding_rects()
    opaque = max((part for part in parts), key=lambda part: part.height, default=None)
    if opaque is None or opaque.height < _MIN_CORE_HEIGHT:
        return None
    part = strip.subsurface((0, opaque.top, stretch.period, opaque.height))
    if not is_opaque(part):
        return None
    return Core(remove_alpha(part), opaque.top)


class Painted(NamedTuple):
    """A painted picture, which may extend beyond its box.

    Attributes:
        surface: The pixels.
        dx: Offset in pixels from the box's left edge to the surface's left edge; negative if the
            surface begins further left.
        dy: Offset in pixels from the box's top edge to the surface's top edge; negative if the
            surface begins further up.
        stretch: Range of columns to repeat when the surface is drawn.
    """

    surface: pygame.Surface
    dx: int
    dy: int
    stretch: Stretch = WHOLE


def make_blank(w: int, h: int) -> pygame.Surface:
    """Return a transparent surface of at least one pixel."""
    return pygame.Surface((max(w, 1), max(h, 1)), pygame.SRCALPHA, 32)


def blit_over(under: pygame.Surface, over: pygame.Surface, x: float, y: float) -> None:
    """Blit one premultiplied surface over another."""
    under.blit(over, (round(x), round(y)), special_flags=pygame.BLEND_PREMULTIPLIED)


def tint(surface: pygame.Surface, colour: Colour) -> None:
    """Multiply the pixels of a surface by a colour, to colour a white shape."""
    surface.fill(colour.premultiplied, special_flags=pygame.BLEND_RGBA_MULT)


def fill_over(target: pygame.Surface, colour: Flat, area: pygame.Rect) -> None:
    """Draw a premultiplied colour over an area; several times as fast as blitting a surface."""
    rest = 255 - colour[3]
    if not rest:
        target.fill(colour, area)
        return
    target.fill((rest, rest, rest, rest), area, pygame.BLEND_RGBA_MULT)
    target.fill(colour, area, pygame.BLEND_RGBA_ADD)


def fade_surface(surface: pygame.Surface, alpha: int) -> pygame.Surface:
    """Return a premultiplied copy of a premultiplied or opaque surface, multiplied by an alpha.

    Args:
        surface: The surface.
        alpha: From 0 to 255.
    """
    copy = premultiply(surface) if has_no_alpha(surface) else surface.copy()
    copy.fill((alpha, alpha, alpha, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return copy


def premultiply(surface: pygame.Surface) -> pygame.Surface:
    """Return a premultiplied copy of a surface that has straight alpha or none."""
    has_alpha = bool(surface.get_flags() & pygame.SRCALPHA)
    if has_alpha and surface.get_masks() == make_blank(1, 1).get_masks():
        return surface.premul_alpha()
    copy = make_blank(*surface.get_size())
    if has_alpha:
        # Add the pixels to the transparent copy: a normal blit would blend instead of copying them.
        copy.blit(surface, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
        return copy.premul_alpha()
    copy.blit(surface, (0, 0))
    return copy


def is_opaque(surface: pygame.Surface) -> bool:
    """Return whether every pixel is fully opaque."""
    if surface.get_at((0, 0)).a < 255:
        return False
    return pygame.mask.from_surface(surface, 254).count() == surface.width * surface.height


def has_no_alpha(surface: pygame.Surface) -> bool:
    """Return whether a surface has 32 bits per pixel and no alpha, as `remove_alpha` returns."""
    return not surface.get_flags() & pygame.SRCALPHA and surface.get_bitsize() == 32


def remove_alpha(surface: pygame.Surface) -> pygame.Surface:
    """Return an opaque surface in the format that is fastest to blit."""
    copy = pygame.Surface(surface.get_size(), 0, 32)
    copy.blit(surface, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return copy


def expand_stretch(surface: pygame.Surface, stretch: Stretch) -> pygame.Surface:
    """Return a wide box's surface at full width, given the narrow surface that was cached for it.

    Args:
        surface: The narrow surface.
        stretch: The range of columns to repeat, and the number of columns to add.
    """
    if not stretch.added:
        return surface
    w, h = surface.get_size()
    start, period, more = stretch
    strip = make_blank(more, h)
    blit_over(strip, surface.subsurface((start, 0, min(period, more), h)), 0, 0)
    _repeat_columns(strip, period)
    widened = make_blank(w + more, h)
    blit_over(widened, surface.subsurface((0, 0, start, h)), 0, 0)
    blit_over(widened, strip, start, 0)
    blit_over(widened, surface.subsurface((start, 0, w - start, h)), start + more, 0)
    return widened


def _repeat_columns(surface: pygame.Surface, period: int) -> None:
    w, h = surface.get_size()
    while period < w:
        # Blit from a copy, because blitting a surface onto itself is slow.
        strip = surface.subsurface((0, 0, min(period, w - period), h)).copy()
        surface.blit(strip, (period, 0), special_flags=pygame.BLEND_RGBA_ADD)
        period *= 2


def count_bytes(surface: pygame.Surface) -> int:
    """Return the memory used by a surface's pixels, in bytes."""
    return surface.get_pitch() * surface.height


_MAX_EXAMINED: Final = 12
"""Maximum number of cached values that one `make_room` call examines."""
T = TypeVar("T")


class BoundedCache(Generic[T]):
    """A least-recently-used cache limited by the total cost of its values.

    The newest value always stays, even if it alone costs more than the budget.

    Args:
        budget: Maximum total cost.
        is_held: Function that returns True for a value that is in use elsewhere. Such a value isn't
            dropped, because this would free no memory.
    """

    def __init__(self, budget: int, is_held: Callable[[T], bool] = lambda value: False) -> None:
        if budget <= 0:
            raise ValueError(f"the budget must be positive, not {budget}")
        self.budget = budget
        self.cost = 0
        self._is_held = is_held
        self._kept: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable) -> T | None:
        """Return a key's value and mark it as recently used; None if the key isn't cached."""
        kept = self._kept.get(key)
        if kept is None:
            return None
        self._kept.move_to_end(key)
        return kept[0]

    def put(self, key: Hashable, value: T, cost: int) -> None:
        self.drop(key)
        self.make_room(cost)
        self._kept[key] = (value, cost)
        self.cost += cost

    def make_room(self, cost: int) -> None:
        """Drop the oldest values that aren't in use, until a value that costs `cost` fits.

        At most `_MAX_EXAMINED` values are examined, because a search of the whole cache would take
        long while all values are in use. Then the cache may exceed its budget.
        """
        self._drop_oldest(self.budget - cost, _MAX_EXAMINED)

    def trim(self) -> None:
        """Drop the oldest values that aren't in use, until the cache is within its budget.

        All values are examined, unlike in `make_room`. Call this when many values have got out of
        use at once.
        """
        self._drop_oldest(self.budget, len(self._kept))

    def _drop_oldest(self, budget: int, examined: int) -> None:
        for _ in range(min(len(self._kept), examined)):
            if self.cost <= budget:
                return
            key, (value, freed) = self._kept.popitem(last=False)
            if self._is_held(value):
                self._kept[key] = value, freed
            else:
                self.cost -= freed

    def drop(self, key: Hashable) -> None:
        kept = self._kept.pop(key, None)
        if kept is not None:
            self.cost -= kept[1]

    def clear(self) -> None:
        self._kept.clear()
        self.cost = 0


RIM: Final = 2
"""Width, in pixels, of the transparent rim around a picture, for smooth edges when rotating it."""


class MasterTransform(NamedTuple):
    """The rotation and scaling of a master, the cached upright surface of a rotated picture.

    Attributes:
        angle: Clockwise rotation in degrees.
        flip: Horizontal factor; 0 is edge on.
        zoom: Scale factor.
        fine: Oversampling: factor by which the master was painted larger than it is shown.
    """

    angle: float
    flip: float
    zoom: float
    fine: float


def add_rim(surface: pygame.Surface) -> pygame.Surface:
    """Return a surface with `RIM` transparent pixels around it."""
    wider = make_blank(surface.width + 2 * RIM, surface.height + 2 * RIM)
    blit_over(wider, surface, RIM, RIM)
    return wider


def transform_master(master: pygame.Surface, pose: MasterTransform) -> pygame.Surface:
    """Scale and rotate a master, which is the cached upright surface of a picture.

    The horizontal factor is applied first, then the rotation, then the scale.

    At rest, the oversampled master is rotated and then averaged down, which gives the best edges.
    In motion, the master isn't oversampled, and one step rotates and scales.
    """
    if pose.flip != 1:
        width = max(1, round(master.width * pose.flip))
        master = pygame.transform.smoothscale(master, (width, master.height))
    if pose.fine == 1:
        return pygame.transform.rotozoom(master, -pose.angle, pose.zoom)
    if pose.angle:
        result = pygame.transform.rotozoom(master, -pose.angle, 1.0)
    else:
        result = master
    w, h = result.get_size()
    final = (max(1, round(w / pose.fine)), max(1, round(h / pose.fine)))
    return pygame.transform.smoothscale(result, final)


_CORNER_SAMPLES = 8
"""Number of samples per pixel and axis along rounded corners, for smooth edges."""
_LARGE_CORNER: Final = 96
"""Radius in pixels from which a rounded corner has only half of `_CORNER_SAMPLES` per axis.

Allocating the memory for all samples would take several milliseconds."""
_LEVELS: Final = [sixteenths >> 4 for sixteenths in range(16 * 256)]
"""Look-up table from sixteenths of a colour level to whole levels, from 0 to 255, rounded down."""
_BAYER = ((0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5))
"""Bayer matrix that dithers gradients in tiles of 4 x 4 pixels."""
_DITHER_PERIOD = len(_BAYER)
"""Number of columns after which a dithered gradient repeats."""
_STRIP_WIDTH = 64 * _DITHER_PERIOD
"""Number of columns that are cached of a very wide box and repeated when it is drawn."""
_VERY_WIDE_BOX = 3 * _STRIP_WIDTH
_MIN_CORE_HEIGHT: Final = 64
"""Minimum number of opaque rows for which a `Core` is made, because each one needs more memory."""
_WHITE = (255, 255, 255, 255)


PaintingSteps: TypeAlias = "Generator[None, None, T]"
"""A generator that paints in steps, which may be run in several frames, and returns the result."""


def finish_steps(steps: PaintingSteps[T]) -> T:
    """Run all steps at once and return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast("T", end.value)


def paint_box(picture: BoxPicture, box: PixelBox) -> Painted:
    """Paint a box at an exact pixel size, with a margin for its shadows, in one go."""
    return finish_steps(paint_box_in_steps(picture, box))


def paint_box_in_steps(picture: BoxPicture, box: PixelBox) -> PaintingSteps[Painted]:
    """Paint a box at an exact pixel size, with a margin for its shadows.

    The middle columns of a wide box repeat. So a narrow box is painted and then widened by copying
    columns. To save memory, the surface of a very wide box stays narrower than the box; its
    `Stretch` says which columns are repeated each time it is blitted.
    """
    if box.w < 1 or box.h < 1:
        return Painted(make_blank(1, 1), 0, 0)
    narrow = _find_narrow_width(picture, box)
    narrow_box = PixelBox(narrow, box.h, box.unit)
    surface, dx, dy, _ = yield from _paint_whole_box_in_steps(picture, narrow_box)
    yield
    start = narrow // (2 * _DITHER_PERIOD) * _DITHER_PERIOD - dx
    more = box.w - narrow
    if more < _VERY_WIDE_BOX:
        return Painted(expand_stretch(surface, Stretch(start, _DITHER_PERIOD, more)), dx, dy)
    surface = expand_stretch(surface, Stretch(start, _DITHER_PERIOD, _STRIP_WIDTH - _DITHER_PERIOD))
    return Painted(
        surface, dx, dy, Stretch(start, _STRIP_WIDTH, more - (_STRIP_WIDTH - _DITHER_PERIOD))
    )


def _find_narrow_width(picture: BoxPicture, box: PixelBox) -> int:
    if picture.dash or (_is_flat(picture) and box.w < _VERY_WIDE_BOX):
        return box.w
    extents = [abs(each.dx) + abs(each.spread) + each.blur for each in picture.shadows]
    shadow_extent = box.length(max(extents, default=0.0))
    edge = math.ceil(box.length(picture.radius) + 2 * shadow_extent) + count_border_pixels(
        picture, box
    )
    least = 2 * edge + 4 * _DITHER_PERIOD
    # Shorten the box by whole periods of the dither pattern, so that the pattern stays regular.
    return box.w - max(0, (box.w - least) // _DITHER_PERIOD * _DITHER_PERIOD)


def paint_whole_box(picture: BoxPicture, box: PixelBox) -> Painted:
    """Paint all columns of a box. The result looks like that of `paint_box`, which is faster."""
    return finish_steps(_paint_whole_box_in_steps(picture, box))


def _paint_whole_box_in_steps(picture: BoxPicture, box: PixelBox) -> PaintingSteps[Painted]:
    if _is_flat(picture) and isinstance(picture.fill, Colour):
        flat = make_blank(box.w, box.h)
        flat.fill(picture.fill.premultiplied)
        return Painted(flat, 0, 0)
    radius = min(box.length(picture.radius), box.w / 2, box.h / 2)
    outer = draw_rounded_shape(box.w, box.h, radius)
    yield
    body = yield from _paint_body(picture, box, radius, outer)
    if not picture.shadows:
        return Painted(body, 0, 0)
    margins = [_measure_shadow_reach(shadow, box) for shadow in picture.shadows]
    left = max(m[0] for m in margins)
    top = max(m[1] for m in margins)
    right = max(m[2] for m in margins)
    bottom = max(m[3] for m in margins)
    surface = make_blank(box.w + left + right, box.h + top + bottom)
    for shadow in picture.shadows:
        yield
        painted = yield from _paint_shadow(shadow, box, radius, surface.get_size(), (left, top))
        blit_over(surface, painted, 0, 0)
    yield
    hole = make_blank(box.w, box.h)
    hole.fill(_WHITE)
    hole.blit(outer, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    surface.blit(hole, (left, top), special_flags=pygame.BLEND_RGBA_MULT)
    # The box fills exactly the hole cut into the shadow, so adding both leaves no seam.
    surface.blit(body, (left, top), special_flags=pygame.BLEND_RGBA_ADD)
    return Painted(surface, -left, -top)


def find_flat_colour(picture: Picture, painted: pygame.Surface) -> Flat | None:
    """Return the colour of a picture whose pixels are all equal; None if the pixels may differ."""
    if isinstance(picture, BoxPicture) and isinstance(picture.fill, Colour) and _is_flat(picture):
        return cast("Flat", tuple(painted.get_at((0, 0))))
    return None


def _is_flat(picture: BoxPicture) -> bool:
    return not (picture.radius or picture.shadows or picture.border)


def draw_rounded_shape(w: int, h: int, radius: float) -> pygame.Surface:
    """Return a white rounded box with antialiased edges."""
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
    samples = _CORNER_SAMPLES
    if side >= _LARGE_CORNER:
        samples //= 2
    fine_side = side * samples
    fine = make_blank(fine_side, fine_side)
    reach = max(round(radius * samples), 1)
    pygame.draw.circle(fine, _WHITE, (reach, reach), reach)
    if reach < fine_side:
        fine.fill(_WHITE, (reach, 0, fine_side, fine_side))
        fine.fill(_WHITE, (0, reach, fine_side, fine_side))
    return pygame.transform.smoothscale(fine, (side, side))


def _paint_body(
    picture: BoxPicture, box: PixelBox, radius: float, outer: pygame.Surface
) -> PaintingSteps[pygame.Surface]:
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
    tint(ring, picture.border)
    yield
    if picture.border.a < 255:
        blit_over(surface, _fill_shape(picture.fill, outer), 0, 0)
        blit_over(surface, ring, 0, 0)
    else:
        shape = make_blank(box.w, box.h)
        shape.blit(inner, (width, width), special_flags=pygame.BLEND_RGBA_ADD)
        yield
        blit_over(surface, _fill_shape(picture.fill, shape), 0, 0)
        surface.blit(ring, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return surface


def count_border_pixels(picture: BoxPicture, box: PixelBox) -> int:
    """Return the border's width in whole pixels; 0 for no border."""
    if picture.border is None or picture.border_width <= 0:
        return 0
    return max(1, round(box.length(picture.border_width)))


def _fill_shape(fill: Fill | None, shape: pygame.Surface) -> pygame.Surface:
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
    w, h = size
    parts = [(y + 0.5) / h for y in range(h)]
    tile = bytearray(4 * _DITHER_PERIOD * h)
    ends = zip(fill.top.premultiplied, fill.bottom.premultiplied, strict=True)
    for channel, (first, last) in enumerate(ends):
        # Shades are in sixteenths of a level, so that dithering can round them.
        shades = [int(16 * (first + (last - first) * part) + 0.5) for part in parts]
        for x in range(_DITHER_PERIOD):
            steps = cycle([row[x] for row in _BAYER])
            levels = map(_LEVELS.__getitem__, map(add, shades, steps))
            tile[4 * x + channel :: 4 * _DITHER_PERIOD] = bytes(levels)
    surface = make_blank(w, h)
    column = pygame.image.frombytes(bytes(tile), (_DITHER_PERIOD, h), "RGBA")
    surface.blit(column, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    _repeat_columns(surface, _DITHER_PERIOD)
    return surface


def _measure_shadow_reach(shadow: Shadow, box: PixelBox) -> tuple[int, int, int, int]:
    """Return a shadow's extent beyond the box in pixels: left, top, right, bottom."""
    extent = box.length(shadow.blur + shadow.spread) + 1
    dx = box.length(shadow.dx)
    dy = box.length(shadow.dy)
    sides = (extent - dx, extent - dy, extent + dx, extent + dy)
    left, top, right, bottom = (max(0, math.ceil(side)) for side in sides)
    return left, top, right, bottom


def _paint_shadow(
    shadow: Shadow, box: PixelBox, radius: float, size: tuple[int, int], corner: tuple[int, int]
) -> PaintingSteps[pygame.Surface]:
    grow = round(box.length(shadow.spread))
    w = max(1, box.w + 2 * grow)
    h = max(1, box.h + 2 * grow)
    canvas = make_blank(*size)
    spot = Vec(*corner) + Vec(box.length(shadow.dx), box.length(shadow.dy)) - Vec(grow, grow)
    blit_over(canvas, draw_rounded_shape(w, h, min(max(radius + grow, 0.0), w / 2, h / 2)), *spot)
    yield
    canvas = blur(canvas, box.length(shadow.blur) / 2)
    tint(canvas, shadow.colour)
    return canvas


def blur(surface: pygame.Surface, radius: float, sharpness: float = 3) -> pygame.Surface:
    """Blur a surface; a blur with a large radius uses a scaled-down copy, which is faster.

    Args:
        surface: The surface.
        radius: Radius in pixels.
        sharpness: Minimum blur radius on the scaled-down copy, in pixels of the copy. Higher values
            are slower.
    """
    if radius < 0.5:
        return surface
    shrink = min(max(radius / sharpness, 1.0), 8.0)
    w, h = surface.get_size()
    if shrink > 1:
        small = (max(1, math.ceil(w / shrink)), max(1, math.ceil(h / shrink)))
        surface = pygame.transform.smoothscale(surface, small)
    surface = pygame.transform.gaussian_blur(surface, max(1, round(radius / shrink)))
    if shrink > 1:
        return pygame.transform.smoothscale(surface, (w, h))
    return surface


def _paint_dashes(picture: BoxPicture, box: PixelBox, radius: float, width: int) -> pygame.Surface:
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
    """The outline of a rounded box as a path, clockwise from the start of the top side."""

    def __init__(self, w: float, h: float, radius: float) -> None:
        self._radius = radius = min(radius, w / 2, h / 2)
        across = w - 2 * radius
        down = h - 2 * radius
        arc = math.pi * radius / 2
        self._sides = (
            (across, Vec(radius, 0), 0),
            (down, Vec(w, radius), 90),
            (across, Vec(w - radius, h), 180),
            (down, Vec(0, h - radius), 270),
        )
        self._arc = arc
        self.length = 2 * (across + down) + 4 * arc

    def at(self, distance: float) -> Vec:
        for side, start, turn in self._sides:
            if distance <= side:
                return start + Vec(distance, 0).rotated(turn)
            distance -= side
            if distance <= self._arc:
                hub = start + Vec(side, self._radius).rotated(turn)
                return hub + Vec(0, -self._radius).rotated(turn + 90 * distance / self._arc)
            distance -= self._arc
        return self._sides[0][1]


Polyline: TypeAlias = tuple[tuple[float, float], ...]
_CIRCLE: Final = tuple(
    (0.5 + 0.3 * math.cos(math.tau * n / 24), 0.5 + 0.3 * math.sin(math.tau * n / 24))
    for n in range(25)
)
GLYPHS: Final[Mapping[str, tuple[Polyline, ...]]] = {
    "tick": (((0.18, 0.54), (0.41, 0.76), (0.82, 0.27)),),
    "cross": (((0.24, 0.24), (0.76, 0.76)), ((0.76, 0.24), (0.24, 0.76))),
    "left": (((0.61, 0.22), (0.36, 0.50), (0.61, 0.78)),),
    "right": (((0.39, 0.22), (0.64, 0.50), (0.39, 0.78)),),
    "up": (((0.22, 0.62), (0.50, 0.36), (0.78, 0.62)),),
    "down": (((0.22, 0.38), (0.50, 0.64), (0.78, 0.38)),),
    "plus": (((0.50, 0.20), (0.50, 0.80)), ((0.20, 0.50), (0.80, 0.50))),
    "minus": (((0.20, 0.50), (0.80, 0.50)),),
    "lines": tuple(((0.24, y), (0.76, y)) for y in (0.30, 0.50, 0.70)),
    "view": (
        ((0.22, 0.26), (0.60, 0.26), (0.60, 0.60), (0.22, 0.60), (0.22, 0.26)),
        ((0.74, 0.42), (0.78, 0.42), (0.78, 0.76), (0.42, 0.76), (0.42, 0.72)),
    ),
    "ring": (_CIRCLE,),
    "square": (((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75), (0.25, 0.25)),),
    "triangle": (((0.50, 0.20), (0.80, 0.72), (0.20, 0.72), (0.50, 0.20)),),
}
"""For each glyph, by name, the lines to draw in a unit square."""
_GLYPH_OVERSAMPLING: Final = 4
"""Factor by which a glyph is drawn larger before it is scaled down."""
_STROKE: Final = 0.12
"""Default line width of a glyph, as a share of the side of its box."""


def build_glyph(name: str, colour: Colour, stroke: float = _STROKE) -> PaintedPicture:
    """Return a picture of a glyph for a square box.

    Args:
        name: A key of GLYPHS.
        colour: Line colour.
        stroke: Line width as a share of the box.

    Raises:
        KeyError: There is no such glyph.
    """
    lines = GLYPHS[name]
    return PaintedPicture(
        ("glyph", name, colour, stroke), lambda w, h: _draw_glyph_lines(lines, colour, stroke, w, h)
    )


def _draw_glyph_lines(
    lines: tuple[Polyline, ...], colour: Colour, stroke: float, w: int, h: int
) -> pygame.Surface:
    side = min(w, h) * _GLYPH_OVERSAMPLING
    fine = pygame.Surface((w * _GLYPH_OVERSAMPLING, h * _GLYPH_OVERSAMPLING), pygame.SRCALPHA)
    # Fill with the transparent line colour, so that averaging doesn't darken the edges.
    fine.fill((*colour[:3], 0))
    left = (fine.get_width() - side) / 2
    top = (fine.get_height() - side) / 2
    half = max(1.0, stroke * side / 2)
    for line in lines:
        points = [(left + x * side, top + y * side) for x, y in line]
        for point in points:
            pygame.draw.circle(fine, colour, point, half)
        for begin, end in pairwise(points):
            pygame.draw.polygon(fine, colour, list_bar_corners(begin, end, half))
    return pygame.transform.smoothscale(fine, (w, h))


def list_bar_corners(
    begin: tuple[float, float], end: tuple[float, float], half: float
) -> list[tuple[float, float]]:
    """Return the four corners of a thick straight line.

    Args:
        begin: Point at which the line begins.
        end: Point at which the line ends.
        half: Half the line's width.
    """
    x, y = begin
    u, v = end
    part = half / math.hypot(u - x, v - y)
    nx = (y - v) * part
    ny = (u - x) * part
    return [(x + nx, y + ny), (u + nx, v + ny), (u - nx, v - ny), (x - nx, y - ny)]
