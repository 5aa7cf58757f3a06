"""Converts pictures to surfaces and caches the surfaces per size.

When a card starts to move, its picture is needed at another size at once. Scaling the card's cached
surface down takes a twentieth of the time of painting the card, and looks good enough in motion.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, cast

import pygame

from red7_desktop.scene import pictures
from red7_desktop.scene.geometry import ORIGIN, Size, Transform, Vec
from red7_desktop.scene.paint.surfaces import (
    RIM,
    WHOLE,
    BoundedCache,
    Core,
    Flat,
    MasterTransform,
    Painted,
    PaintingSteps,
    PixelBox,
    Stretch,
    add_rim,
    blit_over,
    count_bytes,
    expand_stretch,
    fade_surface,
    fill_over,
    find_core,
    find_flat_colour,
    has_no_alpha,
    is_opaque,
    make_blank,
    paint_box_in_steps,
    premultiply,
    remove_alpha,
    round_scale,
    transform_master,
)
from red7_desktop.scene.paint.text import TextLayout

T = TypeVar("T")
_MAX_KINDS: Final = 400
"""Maximum number of pictures whose cached sizes the rasteriser remembers."""
_MAX_MOTION_ENLARGEMENT: Final = 1.5
"""Maximum factor by which a cached surface is enlarged to draw a picture in motion.

Pictures in motion are painted in sizes that grow by a factor of 1.41 from one size to the next. So
the next smaller size can be used.
"""


def _kind_of_picture(picture: pictures.Picture, box: PixelBox) -> Hashable:
    width = max(1, box.w) / box.unit
    return round(box.h / max(1, box.w), 2), _describe_proportions(picture, width)


def _describe_proportions(picture: pictures.Picture, width: float) -> Hashable:
    if isinstance(picture, pictures.LayeredPicture):
        return tuple([_describe_proportions(layer, width) for layer in picture.layers])
    if isinstance(picture, pictures.PaintedPicture):
        return picture.key
    if isinstance(picture, pictures.BoxPicture):
        reaches = [(each.colour, (each.blur, each.dx, each.dy)) for each in picture.shadows]
        shadows = [(colour, *[round(each / width, 2) for each in by]) for colour, by in reaches]
        lengths = picture.radius, picture.border_width if picture.border else 0.0, picture.dash
        shape = [round(length / width, 2) for length in lengths]
        return picture.fill, picture.border, tuple(shape), tuple(shadows)
    return picture


class Sprite(NamedTuple):
    """A surface with the window position of its top left corner, in pixels.

    Attributes:
        surface: The pixels.
        x: Distance from the window's left edge.
        y: Distance from the window's top edge.
        is_opaque: True if the surface has no transparent pixel.
        stretch: Range of columns that is repeated when the surface is blitted, so that a narrow
            surface fills a wide box.
        flat: Colour of a surface with `stretch` whose pixels all have the same colour, otherwise
            None. A sprite with `flat` is drawn by filling its rectangle instead of blitting.
        core: Opaque rows of the repeated columns; None if `stretch` repeats none or too few.
    """

    surface: pygame.Surface
    x: int
    y: int
    is_opaque: bool = False
    stretch: Stretch = WHOLE
    flat: Flat | None = None
    core: Core | None = None

    @property
    def rect(self) -> pygame.Rect:
        width = self.surface.width + self.stretch.added
        return pygame.Rect(self.x, self.y, width, self.surface.height)

    @property
    def opaque_area(self) -> pygame.Rect | None:
        """A rectangle of the window that the sprite covers completely; None if it isn't known.

        This may be smaller than the largest such rectangle.
        """
        if self.is_opaque:
            return self.rect
        if self.core is None:
            return None
        start, period, added = self.stretch
        core = self.core
        return pygame.Rect(self.x + start, self.y + core.top, period + added, core.surface.height)

    def blit(self, target: pygame.Surface, origin: tuple[int, int], visible: pygame.Rect) -> None:
        """Blit the part of the sprite inside a rectangle.

        Args:
            target: Surface to draw on.
            origin: Position in the window of the target's top left corner, in pixels.
            visible: The rectangle, in pixels of the window.
        """
        spot = visible.move(-origin[0], -origin[1])
        if self.flat is not None:
            fill_over(target, self.flat, spot)
        elif self.stretch is not WHOLE:
            self._blit_stretched(target, self.x - origin[0], self.y - origin[1], spot)
        elif visible.width and visible.height:
            if self.is_opaque:
                flags = 0
            else:
                flags = pygame.BLEND_PREMULTIPLIED
            target.blit(self.surface, spot, visible.move(-self.x, -self.y), flags)

    def _blit_stretched(self, target: pygame.Surface, x: int, y: int, visible: pygame.Rect) -> None:
        if self.is_opaque:
            flags = 0
        else:
            flags = pygame.BLEND_PREMULTIPLIED
        start, period, more = self.stretch
        width, height = self.surface.get_size()
        before = target.get_clip()
        target.set_clip(visible.clip(before))
        end = start + period
        core = self.core
        target.blit(self.surface, (x, y), (0, 0, end, height), flags)
        for done in range(0, more, period):
            left = x + end + done
            wide = min(period, more - done)
            if core is None:
                target.blit(self.surface, (left, y), (start, 0, wide, height), flags)
                continue
            low = core.bottom
            target.blit(self.surface, (left, y), (start, 0, wide, core.top), flags)
            target.blit(core.surface, (left, y + core.top), (0, 0, wide, low - core.top))
            target.blit(self.surface, (left, y + low), (start, low, wide, height - low), flags)
        target.blit(self.surface, (x + end + more, y), (end, 0, width - end, height), flags)
        target.set_clip(before)


class SpriteAnchor(NamedTuple):
    """The rule by which a sprite's window position follows from the node's transform.

    Attributes:
        point: Point in the node's coordinates that is at the centre of a rectangle in the window.
        width: Width of the rectangle in pixels.
        height: Height of the rectangle in pixels.
        dx: Pixels from the rectangle's left edge, a whole number, to the sprite's left edge.
        dy: Pixels from the rectangle's top edge, a whole number, to the sprite's top edge.
    """

    point: Vec
    width: int
    height: int
    dx: int = 0
    dy: int = 0

    def place(self, sprite: Sprite, world: Transform) -> Sprite:
        """Return the sprite at its position under a transform from node coordinates to pixels."""
        x, y = world.apply(self.point)
        return sprite._replace(
            x=math.floor(x - self.width / 2 + 0.5) + self.dx,
            y=math.floor(y - self.height / 2 + 0.5) + self.dy,
        )


_OVERSAMPLING = 2.0
"""Factor by which a picture is painted larger before it is rotated, for smooth edges.

Only for a picture at rest that isn't large."""
_OVERSAMPLING_LARGE = 1.5
"""Factor by which a large picture is painted larger before it is rotated, for smooth edges.

Only for a picture at rest. The factor is less than `_OVERSAMPLING`, because single pixels of a
large picture matter less."""
_LARGE_SIDE = 180
"""Length in pixels of the longer side from which a picture counts as large."""
_MAX_LANDING_ENLARGEMENT = 1.15
"""Maximum enlargement of a cached picture at the start or end of a motion.

Neighbouring cards at rest differ in size by at most this factor, so that a card that moves between
them needs no picture of another size.
"""
_MIN_WIDTH = 0.5
"""Width in pixels below which a node counts as edge on and isn't drawn."""
_LIGHT_TYPES = (pictures.BoxPicture, pictures.TextPicture)
_HEAVY_AREA = 20_000
"""Area in pixels from which painting a picture, such as a card, may take a whole frame."""
_HEAVY_BOX_AREA = 200_000
"""Area in pixels from which painting a plain box may take a whole frame."""
_HEAVY_FADE_AREA: Final = 2_000_000
"""Area in pixels from which fading a surface may take a whole frame."""
_HEAVY_SECONDS = 0.008
"""Seconds that a frame must have left to paint or fade an area that may take a whole frame.

For a smaller area, the time is proportionally shorter.
"""
_LONG_LAYER_SECONDS: Final = 0.001
"""Time limit, in seconds, for painting a layer that is a box, such as a card's shadow.

If painting the box took longer, the picture's other layers are painted in the next frame."""
_TEMPORARY_COPIES = 2
"""Number of temporary surfaces, as large as the picture, that exist while a picture is painted."""
Painter: TypeAlias = Callable[["Rasteriser", Any, PixelBox], Painted]
"""A function that paints a picture of one type, given the rasteriser, the picture and its size.

The rasteriser provides fonts and paints nested pictures."""


class FrameBudgetExceeded(Exception):
    """Raised when a frame has no time left to paint a picture; it is painted in a later frame."""


class _CachedSurface(NamedTuple):
    """A cached surface of a picture, with its position relative to the picture's box.

    Attributes:
        surface: The pixels; without alpha channel if all pixels are opaque.
        place: For an upright picture, the offset in pixels from the box's top left corner to the
            surface's top left corner. For a rotated picture, the point of the box, in design units,
            that is at the surface's centre.
        is_opaque: True if the surface has no transparent pixel.
        stretch: Range of columns that is repeated when the surface is blitted, so that a narrow
            surface fills a wide box.
        flat: Colour of the surface if all pixels are known to be equal, see `Sprite.flat`.
        core: Opaque rows of the repeated columns, see `Sprite.core`.
    """

    surface: pygame.Surface
    place: Vec
    is_opaque: bool = False
    stretch: Stretch = WHOLE
    flat: Flat | None = None
    core: Core | None = None

    @property
    def cost(self) -> int:
        """Memory used, in bytes."""
        if self.core is None:
            return count_bytes(self.surface)
        return count_bytes(self.surface) + count_bytes(self.core.surface)


class Rasteriser:
    """A painter of pictures that caches the surfaces within a memory budget.

    About a seventh of the budget is reserved for short-lived surfaces (fading or rotating in
    motion), so that an animation can't evict pictures at rest. Surfaces in use are never evicted.

    Args:
        text: Measures and renders text.
        budget: Memory limit in bytes.
        now: Function that returns the time in seconds.

    Attributes:
        time_left: Seconds left for painting in this frame. When this time is used up, `sprite`
            raises FrameBudgetExceeded for pictures that aren't cached. If other work has used up
            the frame, one picture is still painted. Text in motion is always painted.
    """

    def __init__(
        self, text: TextLayout, budget: int = 128_000_000, now: Callable[[], float] = lambda: 0.0
    ) -> None:
        self.text = text
        self._now = now
        self.start_frame(math.inf)
        self._is_painting = False
        self._may_wait = True
        self._began = 0.0
        self._begun: tuple[Hashable, PaintingSteps[Any]] | None = None
        self._lasting: BoundedCache[_CachedSurface] = BoundedCache(
            budget,
            # Surfaces in use aren't dropped. `getrefcount` counts its own reference and that of the
            # cache; a surface in use has more than these two.
            lambda cached: sys.getrefcount(cached.surface) > 2,
        )
        # The cached sizes of each picture, so that one size can be scaled to another. The outer key
        # is the picture without its size. The inner dict has an item for each cached size: the key
        # of the surface in `_lasting`, and the box for which the surface was painted.
        self._sizes: BoundedCache[dict[Hashable, PixelBox]] = BoundedCache(_MAX_KINDS)
        self._passing: BoundedCache[_CachedSurface] = BoundedCache(budget)
        self.set_budget(budget)

    def set_budget(self, budget: int) -> None:
        """Change the memory limit in bytes; larger windows need more."""
        self._passing.budget = budget * 3 // 20
        self._lasting.budget = budget - self._passing.budget

    def start_frame(self, seconds: float) -> None:
        self.time_left = seconds
        self._ends = self._now() + seconds
        self._is_first = True

    @property
    def memory(self) -> int:
        return self._lasting.cost + self._passing.cost

    def cancel_unfinished(self) -> None:
        """Drop a half-painted picture, for example because its screen was replaced."""
        self._begun = None

    def trim(self) -> None:
        """Drop surfaces that are no longer in use until the memory limit is kept."""
        self._lasting.trim()

    def clear(self) -> None:
        """Drop every cached surface, for example after fonts have changed."""
        self._lasting.clear()
        self._passing.clear()
        self._begun = None

    def paint(self, picture: pictures.Picture, box: PixelBox) -> Painted:
        surface, dx, dy, stretch = self._run_painter(picture, box)
        surface = expand_stretch(surface, stretch)
        return Painted(premultiply(surface) if has_no_alpha(surface) else surface, dx, dy)

    def paint_layer(self, picture: pictures.Picture, box: PixelBox) -> Painted:
        """Paint one layer of a picture that consists of several.

        A layer that is a plain box is cached. For example, all cards of a size have the same
        shadow.

        Raises:
            FrameBudgetExceeded: Painting a plain box took so long that the other layers have to
                wait for the next frame. The box is cached.
        """
        if not isinstance(picture, pictures.BoxPicture):
            return self.paint(picture, box)
        key = ("layer", picture, box)
        cached = self._passing.get(key)
        if cached is None:
            began = self._now()
            surface, dx, dy, _ = self.paint(picture, box)
            cached = _CachedSurface(surface, Vec(dx, dy))
            self._passing.put(key, cached, count_bytes(surface))
            is_long = self._now() - began > _LONG_LAYER_SECONDS
            if is_long and self._may_wait and self.time_left < math.inf:
                raise FrameBudgetExceeded
        return Painted(cached.surface, int(cached.place.x), int(cached.place.y))

    def _run_painter(self, picture: pictures.Picture, box: PixelBox) -> Painted:
        return PAINTERS[type(picture)](self, picture, box)

    def run_painter(self, picture: pictures.PaintedPicture, w: int, h: int) -> pygame.Surface:
        """Run a custom painter. If the frame's time runs out, resume in the next frame."""
        return self._run_steps((picture, w, h), lambda: picture.steps(w, h))

    def run_box_painter(self, picture: pictures.BoxPicture, box: PixelBox) -> Painted:
        """Paint a box. If the frame's time runs out, resume in the next frame."""
        return self._run_steps((picture, box), lambda: paint_box_in_steps(picture, box))

    def _run_steps(self, key: Hashable, begin: Callable[[], PaintingSteps[T]]) -> T:
        """Run the steps that paint a picture, or resume them if an earlier frame has begun them.

        Args:
            key: Identifies the picture and its size.
            begin: Creates the generator of the steps.

        Raises:
            FrameBudgetExceeded: The frame's time has run out.
        """
        steps: PaintingSteps[T]
        if self._begun is not None and self._begun[0] == key:
            steps = self._begun[1]
            self._begun = None
        else:
            steps = begin()
        while True:
            try:
                next(steps)
            except StopIteration as end:
                return cast("T", end.value)
            if self._may_wait and self._now() - self._began >= self.time_left:
                self._begun = key, steps
                raise FrameBudgetExceeded

    def sprite(
        self, picture: pictures.Picture, size: Size, world: Transform, scale: float, in_motion: bool
    ) -> Sprite | None:
        """Return a picture's surface and position in the window; see `anchored_sprite`."""
        found = self.anchored_sprite(picture, size, world, scale, in_motion)
        if found is None:
            return None
        return found[0]

    def anchored_sprite(
        self, picture: pictures.Picture, size: Size, world: Transform, scale: float, in_motion: bool
    ) -> tuple[Sprite, SpriteAnchor] | None:
        """Return a picture's surface and position in the window; None if nothing is visible.

        The anchor gives the sprite's position after the node was moved, as long as its rotation and
        scale stay the same.

        At rest, every picture is painted at its exact size. In motion, text is rendered for each
        size, and other pictures are scaled and rotated from a cached upright surface.

        Args:
            picture: Picture to paint.
            size: Size of the node's box in design units.
            world: Transform from the node's coordinates to pixels.
            scale: Pixels per design unit of the window.
            in_motion: True if an animation rotates or scales the node.

        Raises:
            FrameBudgetExceeded: The picture isn't cached and the frame has no time left.
        """
        self._may_wait = not (in_motion and isinstance(picture, pictures.TextPicture))
        across = world.scale_x
        down = abs(world.scale_y)
        if max(across, down) < 1e-4 or (size.w and min(across, down) * size.w < _MIN_WIDTH):
            return None
        angle = round(world.degrees, 1) % 360
        flip = round(across / down * 256) / 256
        unit = round_scale(down)
        zoom = 1.0
        if in_motion and not isinstance(picture, pictures.TextPicture):
            step = math.ceil(math.log2(down / scale / _MAX_LANDING_ENLARGEMENT) * 2)
            unit = round_scale(scale * 2 ** (step / 2))
            zoom = round(down / unit * 512) / 512
        box = _find_pixel_box(size, unit)
        if angle == 0 and flip == 1 and zoom == 1:
            cached = self._paint_upright(picture, box)
            middle = Vec(size.w / 2, size.h / 2)
            anchor = SpriteAnchor(middle, box.w, box.h, int(cached.place.x), int(cached.place.y))
            sprite = Sprite(
                cached.surface, 0, 0, cached.is_opaque, cached.stretch, cached.flat, cached.core
            )
            return anchor.place(sprite, world), anchor
        if in_motion:
            fine = 1.0
        elif max(box.w, box.h) > _LARGE_SIDE:
            fine = _OVERSAMPLING_LARGE
        else:
            fine = _OVERSAMPLING
        box = _find_pixel_box(size, unit * fine)
        if (
            in_motion
            and isinstance(picture, pictures.LayeredPicture)
            and self._is_slow_to_paint(picture, box)
        ):
            # Cards in a hand are rotated even at rest. Paint the upright picture now, from which
            # the rotated card is made. This takes no longer than painting at another size, and the
            # upright picture can be reused for every angle while the card moves.
            self._master(
                picture, _find_pixel_box(size, unit * _OVERSAMPLING_LARGE), _OVERSAMPLING_LARGE
            )
        return self._paint_rotated(picture, box, world, MasterTransform(angle, flip, zoom, fine))

    def faded(self, sprite: Sprite, alpha: int) -> Sprite:
        """Return a sprite multiplied by an alpha of 0 to 255.

        Raises:
            FrameBudgetExceeded: Pictures were painted in this frame, and the time left isn't enough
                for a sprite of this size.
        """
        if sprite.flat is not None:
            red, green, blue, strength = [round(part * alpha / 255) for part in sprite.flat]
            return sprite._replace(is_opaque=False, flat=(red, green, blue, strength))
        key = ("faded", sprite.surface, alpha)
        surface = self.get_temporary(key)
        if surface is None:
            # Only wait if this frame has painted a picture, because that picture is now cached and
            # needs no time in the next frame. Waiting in each frame would never end, because the
            # sprite's alpha may be different in each frame.
            area = sprite.surface.width * sprite.surface.height
            needed = _HEAVY_SECONDS * min(1.0, area / _HEAVY_FADE_AREA)
            if not self._is_first and self.time_left <= needed:
                raise FrameBudgetExceeded
            surface = self.put_temporary(key, fade_surface(sprite.surface, alpha))
        return Sprite(surface, sprite.x, sprite.y, stretch=sprite.stretch)

    def get_temporary(self, key: Hashable) -> pygame.Surface | None:
        cached = self._passing.get(key)
        if cached is None:
            return None
        return cached.surface

    def put_temporary(self, key: Hashable, surface: pygame.Surface) -> pygame.Surface:
        self._passing.put(key, _CachedSurface(surface, ORIGIN), count_bytes(surface))
        return surface

    def _paint_upright(self, picture: pictures.Picture, box: PixelBox) -> _CachedSurface:
        key = ("upright", picture, box)
        cached = self._lasting.get(key)
        if cached is None:
            with self._timed_painting(picture, box):
                surface, dx, dy, stretch = self._run_painter(picture, box)
                opaque = has_no_alpha(surface)
                if not opaque and is_opaque(surface):
                    surface = remove_alpha(surface)
                    opaque = True
                flat = None
                core = None
                if stretch is not WHOLE:
                    flat = find_flat_colour(picture, surface)
                    if flat is None and not opaque:
                        core = find_core(surface, stretch)
                cached = _CachedSurface(surface, Vec(dx, dy), opaque, stretch, flat, core)
            self._lasting.put(key, cached, cached.cost)
            if isinstance(picture, pictures.LayeredPicture):
                self._remember_size(picture, box, key)
        return cached

    def _paint_rotated(
        self, picture: pictures.Picture, box: PixelBox, world: Transform, pose: MasterTransform
    ) -> tuple[Sprite, SpriteAnchor]:
        if pose.fine == 1:
            cache = self._passing
        else:
            cache = self._lasting
        key = ("turned", picture, box, pose)
        cached = cache.get(key)
        if cached is None:
            with nullcontext() if cache is self._passing else self._timed_painting(picture, box):
                master = self._master(picture, box, pose.fine)
                surface = transform_master(master.surface, pose)
            middle = master.place + Vec(*master.surface.get_size()) * 0.5
            cached = _CachedSurface(surface, middle * (1 / box.unit))
            cache.put(key, cached, count_bytes(surface))
        anchor = SpriteAnchor(cached.place, *cached.surface.get_size())
        return anchor.place(Sprite(cached.surface, 0, 0), world), anchor

    def _master(self, picture: pictures.Picture, box: PixelBox, fine: float) -> _CachedSurface:
        """Return a picture's master: the upright surface from which rotated surfaces are made.

        The master has an alpha channel and a transparent rim.

        Args:
            picture: The picture.
            box: The master's box, in its own pixels.
            fine: Oversampling: factor by which the master is painted larger than it is shown.
        """
        key = ("master", picture, box)
        cached = self._lasting.get(key)
        if cached is None:
            with self._timed_painting(picture, box):
                cached = None
                if fine == 1:
                    cached = self._scale_cached_size(picture, box)
                if cached is None:
                    surface, dx, dy, _ = self._paint_master(picture, box, fine)
                    cached = _CachedSurface(add_rim(surface), Vec(dx - RIM, dy - RIM))
                    self._remember_size(picture, box, key)
            self._lasting.put(key, cached, count_bytes(cached.surface))
        return cached

    def _is_slow_to_paint(self, picture: pictures.Picture, box: PixelBox) -> bool:
        """Return whether painting a picture now would be slow.

        This is the case if the picture is large and the cache contains neither the upright picture
        nor its master, the surface from which rotated pictures are made.
        """
        keys = [(kind, picture, box) for kind in ("upright", "master")]
        return max(box.w, box.h) > _LARGE_SIDE and not any(map(self._lasting.get, keys))

    def _scale_cached_size(self, picture: pictures.Picture, box: PixelBox) -> _CachedSurface | None:
        if self._lasting.get(("upright", picture, box)) is not None:
            return None
        sizes = self._sizes.get(_kind_of_picture(picture, box)) or {}
        # Begin with the widest surface; skip and forget surfaces that the cache has evicted.
        for key, size in sorted(sizes.items(), key=lambda item: -item[1].w):
            source = self._lasting.get(key)
            if source is not None:
                return _scale_down(source, box.w / size.w)
            del sizes[key]
        return None

    def _remember_size(self, picture: pictures.Picture, box: PixelBox, key: Hashable) -> None:
        kind = _kind_of_picture(picture, box)
        self._sizes.put(kind, (self._sizes.get(kind) or {}) | {key: box}, 1)

    def _paint_master(self, picture: pictures.Picture, box: PixelBox, fine: float) -> Painted:
        if fine != 1:
            return self.paint(picture, box)
        # Use the surface that is drawn while the picture is at rest and upright, because this
        # surface is probably cached already.
        cached = self._paint_upright(picture, box)
        surface = expand_stretch(cached.surface, cached.stretch)
        if cached.is_opaque:
            surface = premultiply(surface)
        return Painted(surface, int(cached.place.x), int(cached.place.y))

    @contextmanager
    def _timed_painting(self, picture: pictures.Picture, box: PixelBox) -> Iterator[None]:
        """Return a context in which a picture is painted and the painting time is measured.

        The painting time is subtracted from `time_left`.

        Raises:
            FrameBudgetExceeded: The time left isn't enough for a picture of this size.
        """
        if self._is_painting:
            yield
            return
        if isinstance(picture, _LIGHT_TYPES):
            heavy_area = _HEAVY_BOX_AREA
        else:
            heavy_area = _HEAVY_AREA
        needed = _HEAVY_SECONDS * min(1.0, box.w * box.h / heavy_area)
        self._began = self._now()
        if self._is_first:
            left = self.time_left
        else:
            left = min(self.time_left, self._ends - self._began)
        if left <= needed and self._may_wait:
            raise FrameBudgetExceeded
        self._lasting.make_room(_TEMPORARY_COPIES * 4 * box.w * box.h)
        self._is_first = False
        self._is_painting = True
        try:
            yield
        finally:
            self._is_painting = False
            self.time_left -= self._now() - self._began


def _scale_down(source: _CachedSurface, zoom: float) -> _CachedSurface | None:
    if zoom > _MAX_MOTION_ENLARGEMENT:
        return None
    size = [max(1, round(side * zoom)) for side in source.surface.get_size()]
    if source.is_opaque:
        surface = premultiply(source.surface)
    else:
        surface = source.surface
    surface = pygame.transform.smoothscale(surface, size)
    return _CachedSurface(add_rim(surface), source.place * zoom - Vec(RIM, RIM))


def _find_pixel_box(size: Size, unit: float) -> PixelBox:
    """Return a box's size in pixels; a side above 0 has at least one pixel."""
    w, h = (max(1, round(side * unit)) if side > 0 else 0 for side in size)
    return PixelBox(w, h, unit)


def _paint_custom(raster: Rasteriser, picture: pictures.PaintedPicture, box: PixelBox) -> Painted:
    """Paint a `PaintedPicture` by calling its own `paint` function.

    Raises:
        ValueError: The function returned a surface of the wrong size.
    """
    want = (max(1, box.w), max(1, box.h))
    surface = raster.run_painter(picture, *want)
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
    pictures.BoxPicture: lambda raster, picture, box: raster.run_box_painter(picture, box),
    pictures.PaintedPicture: _paint_custom,
    pictures.LayeredPicture: _paint_layers,
}
"""For each type of picture, the function that paints it."""
