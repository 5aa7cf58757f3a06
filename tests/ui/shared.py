"""What every program of a run would paint, measure and read alike, worked out once for all.

A program keeps this for itself as long as it lives; tests make hundreds of programs. Only what
follows from its arguments alone is shared: drawings, words, boxes, pictures whose key names all
that they depend on, layouts, and themes. Cards are not, for what they look like depends on their
folder.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

import pygame
import pytest

from red7_desktop.kit import presentation
from red7_desktop.scene.paint import rasterizer as raster
from red7_desktop.scene.paint.surfaces import BoundedCache, Painted, PixelBox
from red7_desktop.scene.paint.text import FontFile, TextBlock, TextSetter
from red7_desktop.scene.pictures import BoxPicture, PaintedPicture, Picture, TextPicture
from red7_desktop.scene.theme import Theme, load_theme, shift_theme_hue
from red7_desktop.table import layout_file as layout
from red7_desktop.table.layout import Layout, ZoneKinds

T = TypeVar("T")
Draw = Callable[[BytesIO, tuple[int, int]], pygame.Surface]

MOST_PIXELS = 1_000_000
"""Pictures with more pixels than this are not kept: few tests ask for one again."""
BUDGET = 60_000_000
"""So many pixels are kept in all, by each process that runs tests."""
WORDS, FONT, LAYOUT, THEME = 100, 40_000, 5_000, 20_000
"""What other things take, in pixels, roughly."""
OWN = frozenset({"card", "symbol", "badge", "portrait", "icon"})
"""What the keys of pictures begin with that show files: their drawings are shared, not they."""


class Shared:
    """Puts itself between programs and what they ask for.

    keeps: false while a test measures what one program needs by itself.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.keeps = True
        self._kept: BoundedCache[Any] = BoundedCache(BUDGET)
        self._draw: Draw = pygame.image.load_sized_svg
        self._open, self._set = FontFile.of_size, TextSetter._laid_out
        self._load, self._read, self._turn = layout.load_layout, load_theme, shift_theme_hue
        patch.setattr(pygame.image, "load_sized_svg", self.drawing)
        patch.setattr(FontFile, "of_size", as_method(self.font))
        patch.setattr(TextSetter, "_laid_out", as_method(self.block))
        patch.setattr(layout, "load_layout", self.layout)
        patch.setattr(presentation, "load_theme", self.theme)
        patch.setattr(presentation, "shift_theme_hue", self.turned)
        painters = {kind: self.sharing(paint) for kind, paint in raster.PAINTERS.items()}
        patch.setattr(raster, "PAINTERS", {**raster.PAINTERS, **painters})

    def drawing(self, file: BytesIO, size: tuple[int, int]) -> pygame.Surface:
        """Rasterise a drawing; everybody gets a copy of their own."""
        key, cost = (file.getvalue(), size), size[0] * size[1]
        return self._once(key, cost, lambda: self._draw(file, size)).copy()

    def font(self, file: FontFile, pixels: int) -> pygame.font.Font:
        """Open a font: what takes long are the first words that are measured in it."""
        return self._once((file._data, pixels), FONT, lambda: self._open(file, pixels))

    def block(self, setter: TextSetter, picture: TextPicture, scale: float) -> TextBlock:
        """Break words into lines."""
        key = (setter.fonts._folder, picture, scale)
        return self._once(key, WORDS, lambda: self._set(setter, picture, scale))

    def layout(self, path: Path, kinds: ZoneKinds) -> Layout:
        """Read a layout, once for what the file holds."""
        key = (path.name, path.read_bytes(), id(kinds))
        return self._once(key, LAYOUT, lambda: self._load(path, kinds))

    def theme(self, path: Path) -> Theme:
        """Read a theme, once for what the file holds."""
        return self._once((path.name, path.read_bytes()), THEME, lambda: self._read(path))

    def turned(self, theme: Theme, hue: float) -> Theme:
        """Turn a theme to a hue; the theme is kept with what came of it, so nothing has its id."""
        return self._once((id(theme), hue), THEME, lambda: (theme, self._turn(theme, hue)))[1]

    def sharing(self, paint: raster.Painter) -> raster.Painter:
        """Wrap what paints a kind of picture; nobody draws on what they get."""

        def painted(rasteriser: raster.Rasteriser, picture: Any, box: PixelBox) -> Painted:
            if not is_shared(picture):
                return paint(rasteriser, picture, box)
            key = (rasteriser.text.fonts._folder, picture, box)
            return self._once(key, box.w * box.h, lambda: paint(rasteriser, picture, box))

        return painted

    def _once(self, key: Hashable, cost: int, make: Callable[[], T]) -> T:
        if not self.keeps or cost > MOST_PIXELS:
            return make()
        kept: T | None = self._kept.get(key)
        if kept is None:
            kept = make()
            self._kept.put(key, kept, cost)
        return kept


def as_method(function: Callable[..., T]) -> Callable[..., T]:
    """Let a function that is put into a class get the object it is called on."""

    def method(*asked: Any) -> T:
        return function(*asked)

    return method


def is_shared(picture: Picture) -> bool:
    """Tell whether a picture looks the same in every program."""
    if isinstance(picture, PaintedPicture):
        return isinstance(picture.key, tuple) and picture.key[0] not in OWN
    return isinstance(picture, (TextPicture, BoxPicture))
