"""Pictures to surfaces, kept per size.

A card that begins to move is wanted in another size at once. Bringing down what is there takes a
twentieth of the time of painting it, and is good enough for what is in flight.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any, Final, NamedTuple, TypeAlias, cast

import pygame

from red7_desktop.scene import pictures
from red7_desktop.scene.geometry import ORIGIN, Size, Transform, Vec
from red7_desktop.scene.paint.surfaces import (
    RIM,
    WHOLE,
    BoundedCache,
    ImagePose,
    Painted,
    PixelBox,
    Stretch,
    add_rim,
    blit_over,
    count_bytes,
    draw_out,
    fade_surface,
    has_no_alpha,
    is_opaque,
    make_blank,
    paint_box,
    premultiply,
    remove_alpha,
    round_grain,
    turn_master,
)
from red7_desktop.scene.paint.text import TextSetter

_MOST: Final = 400
"""How many kinds of pictures are remembered."""
_ENLARGED: Final = 1.5
"""How much larger than it was painted a picture may fly; what is made ready for flights is up to
1.41 times as large as what is shown of it."""


def _kind_of_picture(picture: pictures.Picture, box: PixelBox) -> Hashable:
    wide = max(1, box.w) / box.unit
    return round(box.h / max(1, box.w), 2), _describe_proportions(picture, wide)


def _describe_proportions(picture: pictures.Picture, wide: float) -> Hashable:
    if isinstance(picture, pictures.LayeredPicture):
        return tuple([_describe_proportions(layer, wide) for layer in picture.layers])
    if isinstance(picture, pictures.PaintedPicture):
        return picture.key
    if isinstance(picture, pictures.BoxPicture):
        reaches = [(each.colour, (each.blur, each.dx, each.dy)) for each in picture.shadows]
        shadows = [(colour, *[round(each / wide, 2) for each in by]) for colour, by in reaches]
        lengths = picture.radius, picture.border_width if picture.border else 0.0, picture.dash
        shape = [round(length / wide, 2) for length in lengths]
        return picture.fill, picture.border, tuple(shape), tuple(shadows)
    return picture


class Sprite(NamedTuple):
    """A surface ready to blit with its top left corner at (x, y), in pixels."""

    surface: pygame.Surface
    x: int
    y: int
    is_opaque: bool = False
    stretch: Stretch = WHOLE

    @property
    def rect(self) -> pygame.Rect:
        width = self.surface.width + self.stretch.more
        return pygame.Rect(self.x, self.y, width, self.surface.height)

    def blit(self, target: pygame.Surface, origin: tuple[int, int], seen: pygame.Rect) -> None:
        """Draw the part that is seen; `origin` is the pixel at the target's corner."""
        spot = seen.move(-origin[0], -origin[1])
        if self.stretch is not WHOLE:
            self._blit_stretched(target, self.x - origin[0], self.y - origin[1], spot)
        elif seen.width and seen.height:
            if self.is_opaque:
                flags = 0
            else:
                flags = pygame.BLEND_PREMULTIPLIED
            target.blit(self.surface, spot, seen.move(-self.x, -self.y), flags)

    def _blit_stretched(self, target: pygame.Surface, x: int, y: int, seen: pygame.Rect) -> None:
        if self.is_opaque:
            flags = 0
        else:
            flags = pygame.BLEND_PREMULTIPLIED
        start, period, more = self.stretch
        width, height = self.surface.get_size()
        before = target.get_clip()
        target.set_clip(seen.clip(before))
        end = start + period
        target.blit(self.surface, (x, y), (0, 0, end, height), flags)
        for done in range(0, more, period):
            part = (start, 0, min(period, more - done), height)
            target.blit(self.surface, (x + end + done, y), part, flags)
        target.blit(self.surface, (x + end + more, y), (end, 0, width - end, height), flags)
        target.set_clip(before)


_FINE = 2.0
_FINE_LARGE = 1.5
"""How much larger than life a picture is painted before it is turned at rest; a large one less,
for its pixels are many and the eye sees each one less."""
_LARGE = 180
"""Pixels along the longer side from which a picture counts as large."""
_STRETCHED = 1.15
"""How much larger than it was painted a picture may be for the moment in which it lands or lifts:
what is at rest next to it is that large, and no other has to be painted."""
_SMALLEST = 0.5
"""Below this many pixels across, a node is edge on and draws nothing."""
_LIGHT = (pictures.BoxPicture, pictures.TextPicture)
_HEAVY = 20_000
_HEAVY_BOX = 200_000
"""Pixels from which pictures, such as cards, and plain boxes may take all of a frame's time."""
_MUCH = 0.008
"""Seconds that have to be left to begin with one of those; for a smaller one a part of them."""
_COPIES = 2
"""How many surfaces of a picture's size there may be while it is painted, next to those kept."""
Painter: TypeAlias = Callable[["Rasteriser", Any, PixelBox], Painted]
"""Paints a picture for a box; gets the rasteriser for fonts and for pictures inside pictures."""


class OutOfTime(Exception):
    """Says that a picture has to wait, for a frame has no more time for painting."""


class _Kept(NamedTuple):
    """A surface in the cache, and where it lies.

    `place` leads from the box's top left corner to the surface's (upright, whole pixels) or is
    the point of the box at the surface's middle (turned, design units). An opaque surface has no
    alpha.
    """

    surface: pygame.Surface
    place: Vec
    is_opaque: bool = False
    stretch: Stretch = WHOLE


class Rasteriser:
    """Paints pictures and keeps the results within a memory budget (bytes).

    A seventh of the budget is for what lives a moment only (fading, turning in flight), so that
    an animation cannot push out the pictures at rest. What is shown is kept as long as it is.

    time_left: seconds of painting, by `now`, after which pictures that are not there yet have to
    wait: `sprite` raises OutOfTime for them, and for all but a frame's first one where all that
    the frame does has taken as long. Text in motion never waits: it is set anew each time.
    """

    def __init__(
        self, text: TextSetter, budget: int = 128_000_000, now: Callable[[], float] = lambda: 0.0
    ) -> None:
        self.text = text
        self._now = now
        self.begin_frame(math.inf)
        self._is_painting = False
        self._may_wait = True
        self._began = 0.0
        self._begun: tuple[Hashable, pictures.Steps] | None = None
        self._lasting: BoundedCache[_Kept] = BoundedCache(
            # Python counts the cache and the call itself; what is shown has other owners too.
            budget,
            lambda kept: sys.getrefcount(kept.surface) > 2,
        )
        # By kind of picture, the sizes it was painted in, by the keys these are kept under.
        self._sizes: BoundedCache[dict[Hashable, PixelBox]] = BoundedCache(_MOST)
        self._passing: BoundedCache[_Kept] = BoundedCache(budget)
        self.set_budget(budget)

    def set_budget(self, budget: int) -> None:
        """Allow another number of bytes; larger windows need more."""
        self._passing.budget = budget * 3 // 20
        self._lasting.budget = budget - self._passing.budget

    def begin_frame(self, seconds: float) -> None:
        self.time_left, self._ends, self._is_first = seconds, self._now() + seconds, True

    @property
    def memory(self) -> int:
        return self._lasting.cost + self._passing.cost

    def clear(self) -> None:
        """Forget every surface; call it when fonts or paints behind a key have changed."""
        self._lasting.clear()
        self._passing.clear()
        self._begun = None

    def paint(self, picture: pictures.Picture, box: PixelBox) -> Painted:
        surface, dx, dy, stretch = self._as_it_comes(picture, box)
        surface = draw_out(surface, stretch)
        return Painted(premultiply(surface) if has_no_alpha(surface) else surface, dx, dy)

    def paint_layer(self, picture: pictures.Picture, box: PixelBox) -> Painted:
        """Paint one picture of several; a shadow is the same below the cards of one size."""
        if not isinstance(picture, pictures.BoxPicture):
            return self.paint(picture, box)
        key = ("layer", picture, box)
        kept = self._passing.get(key)
        if kept is None:
            surface, dx, dy, _ = self.paint(picture, box)
            kept = _Kept(surface, Vec(dx, dy))
            self._passing.put(key, kept, count_bytes(surface))
        return Painted(kept.surface, int(kept.place.x), int(kept.place.y))

    def _as_it_comes(self, picture: pictures.Picture, box: PixelBox) -> Painted:
        return PAINTERS[type(picture)](self, picture, box)

    def in_steps(self, picture: pictures.PaintedPicture, w: int, h: int) -> pygame.Surface:
        """Paint from outside; what this frame has no more time for is gone on with in another."""
        key = (picture, w, h)
        begun, self._begun = self._begun, None
        if begun is not None and begun[0] == key:
            steps = begun[1]
        else:
            steps = picture.steps(w, h)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                return cast("pygame.Surface", end.value)
            if self._may_wait and self._now() - self._began >= self.time_left:
                self._begun = key, steps
                raise OutOfTime

    def sprite(
        self, picture: pictures.Picture, size: Size, world: Transform, scale: float, in_motion: bool
    ) -> Sprite | None:
        """Return the surface for a picture and where it lies; None when nothing of it shows.

        `size` is the node's box in design units, `world` maps its space to pixels and `scale` is
        the scale of the window. Text is set anew for every size. Other pictures in motion are
        scaled and turned from a kept master; at rest everything gets its exact size. Raises
        OutOfTime, see `time_left`.
        """
        self._may_wait = not (in_motion and isinstance(picture, pictures.TextPicture))
        across = world.scale_x
        down = abs(world.scale_y)
        if max(across, down) < 1e-4 or (size.w and min(across, down) * size.w < _SMALLEST):
            return None
        angle = round(world.degrees, 1) % 360
        flip = round(across / down * 256) / 256
        unit = round_grain(down)
        zoom = 1.0
        if in_motion and not isinstance(picture, pictures.TextPicture):
            step = math.ceil(math.log2(down / scale / _STRETCHED) * 2)
            unit = round_grain(scale * 2 ** (step / 2))
            zoom = round(down / unit * 512) / 512
        box = _find_pixel_box(size, unit)
        if angle == 0 and flip == 1 and zoom == 1:
            centre = world.apply(Vec(size.w / 2, size.h / 2))
            kept = self._painted(picture, box)
            x = math.floor(centre.x - box.w / 2 + 0.5) + int(kept.place.x)
            y = math.floor(centre.y - box.h / 2 + 0.5) + int(kept.place.y)
            return Sprite(kept.surface, x, y, kept.is_opaque, kept.stretch)
        if in_motion:
            fine = 1.0
        elif max(box.w, box.h) > _LARGE:
            fine = _FINE_LARGE
        else:
            fine = _FINE
        box = _find_pixel_box(size, unit * fine)
        if (
            in_motion
            and isinstance(picture, pictures.LayeredPicture)
            and self._is_new(picture, box)
        ):
            # A hand lies turned: what that needs takes no longer to paint, and is enough for both.
            self._master(picture, _find_pixel_box(size, unit * _FINE_LARGE), _FINE_LARGE)
        return self._turned(picture, box, world, ImagePose(angle, flip, zoom, fine))

    def faded(self, sprite: Sprite, alpha: int) -> Sprite:
        """Return a sprite weighted by alpha, 0..255."""
        key = ("faded", sprite.surface, alpha)
        surface = self.passing(key)
        if surface is None:
            if sprite.is_opaque:
                source = premultiply(sprite.surface)
            else:
                source = sprite.surface
            surface = self.keep_passing(key, fade_surface(source, alpha))
        return Sprite(surface, sprite.x, sprite.y, stretch=sprite.stretch)

    def passing(self, key: Hashable) -> pygame.Surface | None:
        kept = self._passing.get(key)
        if kept is None:
            return None
        return kept.surface

    def keep_passing(self, key: Hashable, surface: pygame.Surface) -> pygame.Surface:
        self._passing.put(key, _Kept(surface, ORIGIN), count_bytes(surface))
        return surface

    def _painted(self, picture: pictures.Picture, box: PixelBox) -> _Kept:
        key = ("upright", picture, box)
        kept = self._lasting.get(key)
        if kept is None:
            with self._painting(picture, box):
                surface, dx, dy, stretch = self._as_it_comes(picture, box)
                opaque = has_no_alpha(surface)
                if not opaque and is_opaque(surface):
                    surface = remove_alpha(surface)
                    opaque = True
                kept = _Kept(surface, Vec(dx, dy), opaque, stretch)
            self._lasting.put(key, kept, count_bytes(kept.surface))
            if isinstance(picture, pictures.LayeredPicture):
                self._note_size(picture, box, key)
        return kept

    def _turned(
        self, picture: pictures.Picture, box: PixelBox, world: Transform, pose: ImagePose
    ) -> Sprite:
        if pose.fine == 1:
            cache = self._passing
        else:
            cache = self._lasting
        key = ("turned", picture, box, pose)
        kept = cache.get(key)
        if kept is None:
            with nullcontext() if cache is self._passing else self._painting(picture, box):
                master = self._master(picture, box, pose.fine)
                surface = turn_master(master.surface, pose)
            middle = master.place + Vec(*master.surface.get_size()) * 0.5
            kept = _Kept(surface, middle * (1 / box.unit))
            cache.put(key, kept, count_bytes(surface))
        centre = world.apply(kept.place)
        x = math.floor(centre.x - kept.surface.width / 2 + 0.5)
        y = math.floor(centre.y - kept.surface.height / 2 + 0.5)
        return Sprite(kept.surface, x, y)

    def _master(self, picture: pictures.Picture, box: PixelBox, fine: float) -> _Kept:
        """Return a picture for turning: with alpha and a clear rim."""
        key = ("master", picture, box)
        kept = self._lasting.get(key)
        if kept is None:
            with self._painting(picture, box):
                kept = None
                if fine == 1:
                    kept = self._brought_down(picture, box)
                if kept is None:
                    surface, dx, dy, _ = self._unrimmed(picture, box, fine)
                    kept = _Kept(add_rim(surface), Vec(dx - RIM, dy - RIM))
                    self._note_size(picture, box, key)
            self._lasting.put(key, kept, count_bytes(kept.surface))
        return kept

    def _is_new(self, picture: pictures.Picture, box: PixelBox) -> bool:
        """Whether a large picture has been painted neither for flights nor upright."""
        keys = [(kind, picture, box) for kind in ("upright", "master")]
        return max(box.w, box.h) > _LARGE and not any(map(self._lasting.get, keys))

    def _brought_down(self, picture: pictures.Picture, box: PixelBox) -> _Kept | None:
        if self._lasting.get(("upright", picture, box)) is not None:
            return None
        sizes = self._sizes.get(_kind_of_picture(picture, box)) or {}
        # A larger one may have been pushed out while a smaller one is still kept.
        for key, size in sorted(sizes.items(), key=lambda item: -item[1].w):
            source = self._lasting.get(key)
            if source is not None:
                return _bring_down(source, box.w / size.w)
            del sizes[key]
        return None

    def _note_size(self, picture: pictures.Picture, box: PixelBox, key: Hashable) -> None:
        kind = _kind_of_picture(picture, box)
        self._sizes.put(kind, (self._sizes.get(kind) or {}) | {key: box}, 1)

    def _unrimmed(self, picture: pictures.Picture, box: PixelBox, fine: float) -> Painted:
        if fine != 1:
            return self.paint(picture, box)
        # At this size the picture has most likely been painted already.
        surface, (dx, dy), opaque, stretch = self._painted(picture, box)
        surface = draw_out(surface, stretch)
        return Painted(premultiply(surface) if opaque else surface, int(dx), int(dy))

    @contextmanager
    def _painting(self, picture: pictures.Picture, box: PixelBox) -> Iterator[None]:
        """Take the time of what is done inside off the time left; OutOfTime where there is none."""
        if self._is_painting:
            yield
            return
        if isinstance(picture, _LIGHT):
            heavy = _HEAVY_BOX
        else:
            heavy = _HEAVY
        least = _MUCH * min(1.0, box.w * box.h / heavy)
        self._began = self._now()
        if self._is_first:
            left = self.time_left
        else:
            left = min(self.time_left, self._ends - self._began)
        if left <= least and self._may_wait:
            raise OutOfTime
        self._lasting.make_room(_COPIES * 4 * box.w * box.h)
        self._is_first = False
        self._is_painting = True
        try:
            yield
        finally:
            self._is_painting = False
            self.time_left -= self._now() - self._began


def _bring_down(source: _Kept, zoom: float) -> _Kept | None:
    if zoom > _ENLARGED:
        return None
    size = [max(1, round(side * zoom)) for side in source.surface.get_size()]
    if source.is_opaque:
        surface = premultiply(source.surface)
    else:
        surface = source.surface
    surface = pygame.transform.smoothscale(surface, size)
    return _Kept(add_rim(surface), source.place * zoom - Vec(RIM, RIM))


def _find_pixel_box(size: Size, unit: float) -> PixelBox:
    """Return a box's whole pixel size; a side that is not nothing has at least one pixel."""
    w, h = (max(1, round(side * unit)) if side > 0 else 0 for side in size)
    return PixelBox(w, h, unit)


def _paint_from_outside(
    raster: Rasteriser, picture: pictures.PaintedPicture, box: PixelBox
) -> Painted:
    """Call the paint; ValueError when it gives a surface of another size than asked for."""
    want = (max(1, box.w), max(1, box.h))
    surface = raster.in_steps(picture, *want)
    if surface.get_size() != want:
        raise ValueError(f"{picture.key!r} painted {surface.get_size()} pixels, not {want}")
    return Painted(surface if has_no_alpha(surface) else premultiply(surface), 0, 0)


def _paint_layers(raster: Rasteriser, picture: pictures.LayeredPicture, box: PixelBox) -> Painted:
    layers = [raster.paint_layer(layer, box) for layer in picture.layers]
    if not layers:
        return Painted(make_blank(1, 1), 0, 0)
    first, *others = [layer.surface.get_rect(topleft=(layer.dx, layer.dy)) for layer in layers]
    whole = first.unionall(others)
    surface = make_blank(*whole.size)
    for layer in layers:
        blit_over(surface, layer.surface, layer.dx - whole.x, layer.dy - whole.y)
    return Painted(surface, whole.x, whole.y)


PAINTERS: Mapping[type[pictures.Picture], Painter] = {
    pictures.TextPicture: lambda raster, picture, box: raster.text.paint(picture, box),
    pictures.BoxPicture: lambda raster, picture, box: paint_box(picture, box),
    pictures.PaintedPicture: _paint_from_outside,
    pictures.LayeredPicture: _paint_layers,
}
"""How each type of picture becomes pixels."""
