"""Points, rectangles, affine transforms and the viewport.

The x axis points right and the y axis points down, as on the screen. Lengths are design units
unless a name says pixels. Angles are degrees, clockwise as seen on the screen.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import partial
from typing import NamedTuple


class SingularTransformError(ValueError):
    """Raised when a transform has no inverse, because it flattens the plane."""


class Vec(NamedTuple):
    """A point or a displacement.

    >>> Vec(1, 2) + Vec(3, 4) * 2
    Vec(x=7, y=10)
    """

    x: float
    y: float

    def __add__(self, other: Vec) -> Vec:  # type: ignore[override]
        return _vec((self[0] + other[0], self[1] + other[1]))

    def __sub__(self, other: Vec) -> Vec:
        return _vec((self[0] - other[0], self[1] - other[1]))

    def __mul__(self, factor: float) -> Vec:  # type: ignore[override]
        return _vec((self[0] * factor, self[1] * factor))

    def __neg__(self) -> Vec:
        return _vec((-self[0], -self[1]))

    @property
    def length(self) -> float:
        return math.hypot(self.x, self.y)

    def distance_to(self, other: Vec) -> float:
        return math.hypot(self.x - other[0], self.y - other[1])

    def rotated(self, degrees: float) -> Vec:
        cos, sin = _cos_sin(degrees)
        return _vec((self[0] * cos - self[1] * sin, self[0] * sin + self[1] * cos))


class Size(NamedTuple):
    """A width and a height, neither of them negative."""

    w: float
    h: float

    def scaled(self, factor: float) -> Size:
        return _size((self[0] * factor, self[1] * factor))


ORIGIN = Vec(0.0, 0.0)
CENTRE = Vec(0.5, 0.5)
NO_SIZE = Size(0.0, 0.0)


class Rect(NamedTuple):
    """An axis-aligned rectangle: left, top, width, height.

    >>> Rect(0, 0, 10, 20).centre
    Vec(x=5.0, y=10.0)
    """

    x: float
    y: float
    w: float
    h: float

    @classmethod
    def around(cls, points: Iterable[tuple[float, float]]) -> Rect:
        """Return the smallest rectangle that contains every point.

        Raises:
            ValueError: There are no points.
        """
        xs, ys = zip(*points, strict=True)
        left = min(xs)
        top = min(ys)
        return cls(left, top, max(xs) - left, max(ys) - top)

    @classmethod
    def centred(cls, centre: Vec, size: Size) -> Rect:
        return cls(centre.x - size.w / 2, centre.y - size.h / 2, size.w, size.h)

    @property
    def left(self) -> float:
        return self.x

    @property
    def top(self) -> float:
        return self.y

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def position(self) -> Vec:
        return _vec((self.x, self.y))

    @property
    def size(self) -> Size:
        return _size((self.w, self.h))

    @property
    def centre(self) -> Vec:
        return _vec((self.x + self.w / 2, self.y + self.h / 2))

    @property
    def area(self) -> float:
        return self.w * self.h

    @property
    def corners(self) -> tuple[Vec, Vec, Vec, Vec]:
        right = self.x + self.w
        bottom = self.y + self.h
        return (
            _vec((self.x, self.y)),
            _vec((right, self.y)),
            _vec((right, bottom)),
            _vec((self.x, bottom)),
        )

    def contains(self, point: Vec) -> bool:
        """Return whether a point is inside the rectangle or on its left or top edge.

        A point on the right or bottom edge isn't contained. So a point on a common edge of two
        rectangles is contained in only one of them.
        """
        return self.x <= point[0] < self.x + self.w and self.y <= point[1] < self.y + self.h

    def overlaps(self, other: Rect) -> bool:
        return (
            self.x < other.x + other.w
            and other.x < self.x + self.w
            and self.y < other.y + other.h
            and other.y < self.y + self.h
        )

    def union(self, other: Rect) -> Rect:
        left = min(self.x, other.x)
        top = min(self.y, other.y)
        right = max(self.x + self.w, other.x + other.w)
        bottom = max(self.y + self.h, other.y + other.h)
        return _rect((left, top, right - left, bottom - top))

    def intersection(self, other: Rect) -> Rect:
        """Return the common part; its width or height is 0 if the rectangles don't overlap."""
        left = max(self.x, other.x)
        top = max(self.y, other.y)
        right = min(self.x + self.w, other.x + other.w)
        bottom = min(self.y + self.h, other.y + other.h)
        return _rect((left, top, max(0.0, right - left), max(0.0, bottom - top)))

    def moved(self, by: Vec) -> Rect:
        return _rect((self.x + by[0], self.y + by[1], self.w, self.h))

    def inflated(self, margin: float) -> Rect:
        """Return the rectangle grown by a margin on every side.

        A negative margin shrinks the rectangle; width and height don't fall below 0.
        """
        dx = max(margin, -self.w / 2)
        dy = max(margin, -self.h / 2)
        return _rect((self.x - dx, self.y - dy, self.w + 2 * dx, self.h + 2 * dy))


class JoinMarkPosition(NamedTuple):
    """The position of a join mark, a symbol that connects a card or tile with its left neighbour.

    The mark's box is centred on the left edge of the card or tile. All values are multiples of the
    card's width or height, so that the mark scales with the card.

    Attributes:
        width: Width of the mark's box, as a multiple of the card's width.
        height: Height of the mark's box, as a multiple of the card's width.
        down: Distance from the card's top edge down to the box's centre, as a multiple of the
            card's height.
        aside: Distance from the card's left edge to the left to the box's centre, as a multiple of
            the card's width. It centres the mark in a gap between two cards.
    """

    width: float
    height: float
    down: float = 0.5
    aside: float = 0.0

    def __call__(self, size: Size) -> Rect:
        box = Size(self.width * size.w, self.height * size.w)
        return Rect.centred(Vec(-self.aside * size.w, self.down * size.h), box)


class Transform(NamedTuple):
    """An affine map of the plane: (x, y) -> (a x + c y + tx, b x + d y + ty).

    >>> Transform(tx=10.0).then(Transform(a=2.0, d=2.0)).apply(Vec(1, 1))
    Vec(x=22.0, y=2.0)
    """

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    tx: float = 0.0
    ty: float = 0.0

    @classmethod
    def placement(
        cls, position: Vec, rotation: float, scale_x: float, scale_y: float, pivot: Vec
    ) -> Transform:
        """Return a transform that scales and rotates around a pivot, and then moves the pivot.

        Args:
            position: Point to which the pivot is moved.
            rotation: Degrees clockwise.
            scale_x: Horizontal factor.
            scale_y: Vertical factor.
            pivot: The point around which the plane is scaled and rotated.
        """
        cos, sin = _cos_sin(rotation)
        a = cos * scale_x
        b = sin * scale_x
        c = -sin * scale_y
        d = cos * scale_y
        tx = position[0] - a * pivot[0] - c * pivot[1]
        ty = position[1] - b * pivot[0] - d * pivot[1]
        return _transform((a, b, c, d, tx, ty))

    def then(self, after: Transform) -> Transform:
        """Return the composition: this transform first, `after` second."""
        a, b, c, d, tx, ty = self
        ka, kb, kc, kd, kx, ky = after
        return _transform(
            (
                ka * a + kc * b,
                kb * a + kd * b,
                ka * c + kc * d,
                kb * c + kd * d,
                ka * tx + kc * ty + kx,
                kb * tx + kd * ty + ky,
            )
        )

    def apply(self, point: Vec) -> Vec:
        x, y = point
        return _vec((self[0] * x + self[2] * y + self[4], self[1] * x + self[3] * y + self[5]))

    def bounds(self, rect: Rect) -> Rect:
        x, y, w, h = rect
        a, b, c, d, tx, ty = self
        right = x + w
        bottom = y + h
        xs = (
            a * x + c * y + tx,
            a * right + c * y + tx,
            a * right + c * bottom + tx,
            a * x + c * bottom + tx,
        )
        ys = (
            b * x + d * y + ty,
            b * right + d * y + ty,
            b * right + d * bottom + ty,
            b * x + d * bottom + ty,
        )
        left = min(xs)
        top = min(ys)
        return _rect((left, top, max(xs) - left, max(ys) - top))

    @property
    def determinant(self) -> float:
        return self.a * self.d - self.b * self.c

    @property
    def degrees(self) -> float:
        """Clockwise rotation of the x axis, or of the y axis if the x axis has length 0."""
        if self.a or self.b:
            return math.degrees(math.atan2(self.b, self.a))
        return math.degrees(math.atan2(-self.c, self.d))

    @property
    def scale_x(self) -> float:
        return math.hypot(self.a, self.b)

    @property
    def scale_y(self) -> float:
        """The y axis's scale factor perpendicular to the transformed x axis.

        The factor is negative for a mirroring transform. Shear is ignored, because no node can draw
        it.
        """
        across = self.scale_x
        if across:
            return self.determinant / across
        return math.hypot(self.c, self.d)

    def inverse(self) -> Transform:
        """Return the inverse transform.

        Raises:
            SingularTransformError: The transform flattens the plane to a line or a point.
        """
        det = self.determinant
        if abs(det) < 1e-12:
            raise SingularTransformError(f"no inverse: the determinant is {det:g}")
        a = self.d / det
        b = -self.b / det
        c = -self.c / det
        d = self.a / det
        return Transform(a, b, c, d, -(a * self.tx + c * self.ty), -(b * self.tx + d * self.ty))


_vec = partial(tuple.__new__, Vec)
_size = partial(tuple.__new__, Size)
_rect = partial(tuple.__new__, Rect)
_transform = partial(tuple.__new__, Transform)
# Faster constructors, which don't call `__new__` written in Python: each frame creates thousands of
# these values.

IDENTITY = Transform()
_RIGHT_ANGLES = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}


def _cos_sin(degrees: float) -> tuple[float, float]:
    exact = _RIGHT_ANGLES.get(degrees % 360.0)
    if exact is not None:
        return exact
    angle = math.radians(degrees)
    return math.cos(angle), math.sin(angle)


DESIGN_SIZE = Size(1920.0, 1080.0)
_PORTRAIT_WIDTH = 0.75
"""Share of the design's width that a window shows if it is higher than wide.

Showing less of the width keeps texts large enough."""


class Viewport(NamedTuple):
    """The mapping from design units to the window's pixels: pixel = design * scale + offset."""

    window: tuple[int, int]
    scale: float
    offset: Vec

    @classmethod
    def fitted(cls, window: tuple[int, int], design: Size = DESIGN_SIZE) -> Viewport:
        """Return the viewport that centres the design's rectangle in a window, as large as fits.

        If the aspect ratios differ, there is space beside or above the rectangle. In a portrait
        window, the rectangle's left and right edges are cut off instead.
        """
        width = max(window[0], 1)
        height = max(window[1], 1)
        if height > width:
            design = Size(design.w * _PORTRAIT_WIDTH, design.h)
        scale = min(width / design.w, height / design.h)
        offset = Vec((width - design.w * scale) / 2, (height - design.h * scale) / 2)
        return cls((width, height), scale, offset)

    @property
    def visible(self) -> Rect:
        width, height = self.window
        return Rect(
            -self.offset.x / self.scale,
            -self.offset.y / self.scale,
            width / self.scale,
            height / self.scale,
        )

    def to_pixels(self, point: Vec) -> Vec:
        return _vec((point[0] * self.scale + self.offset.x, point[1] * self.scale + self.offset.y))

    def to_design(self, point: tuple[float, float]) -> Vec:
        x = min(max(point[0], 0.0), self.window[0] - 1.0)
        y = min(max(point[1], 0.0), self.window[1] - 1.0)
        return Vec((x - self.offset.x) / self.scale, (y - self.offset.y) / self.scale)
