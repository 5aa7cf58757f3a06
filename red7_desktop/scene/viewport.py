"""The mapping between design units and the window's pixels."""

from __future__ import annotations

from typing import NamedTuple

from red7_desktop.scene.geometry import Rect, Size, Vec

DESIGN_SIZE = Size(1920.0, 1080.0)

_UPRIGHT = 0.75
"""A window higher than wide shows this part of the design's width, or its words would be small."""


class Viewport(NamedTuple):
    """How the design space lies in the window: pixel = design * scale + offset.

    `input_scale` is the number of pixels per unit of the window system's pointer positions: 1
    except where the window system counts in points (macOS with high resolution).
    """

    window: tuple[int, int]
    scale: float
    offset: Vec
    input_scale: float = 1.0

    @classmethod
    def fitted(
        cls, window: tuple[int, int], design: Size = DESIGN_SIZE, input_scale: float = 1.0
    ) -> Viewport:
        """Fit the design's rectangle into a window, as large as it goes, in the middle.

        A window of another shape shows more than the rectangle, an upright one less of its width:
        see `visible`.
        """
        width, height = max(window[0], 1), max(window[1], 1)
        if height > width:
            design = Size(design.w * _UPRIGHT, design.h)
        scale = min(width / design.w, height / design.h)
        offset = Vec((width - design.w * scale) / 2, (height - design.h * scale) / 2)
        return cls((width, height), scale, offset, input_scale)

    @property
    def visible(self) -> Rect:
        """All that the window shows, in design units."""
        width, height = self.window
        return Rect(
            -self.offset.x / self.scale,
            -self.offset.y / self.scale,
            width / self.scale,
            height / self.scale,
        )

    def to_pixels(self, point: Vec) -> Vec:
        """Give the pixel position of a design point, unrounded."""
        return Vec(point[0] * self.scale + self.offset.x, point[1] * self.scale + self.offset.y)

    def to_design(self, point: tuple[float, float]) -> Vec:
        """Give the design point under a pointer position, clamped to the window."""
        x = min(max(point[0] * self.input_scale, 0.0), self.window[0] - 1.0)
        y = min(max(point[1] * self.input_scale, 0.0), self.window[1] - 1.0)
        return Vec((x - self.offset.x) / self.scale, (y - self.offset.y) / self.scale)
