"""The tree to the window, only what changed."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary, ref

import pygame

from red7_desktop.scene import geometry, pictures
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint import rasterizer, surfaces

_MANY = 12
"""More rectangles than this are merged further, for each one walks the display list again."""
_CROWD = 48
"""Of more rectangles than this, those that lie in one of some bands across are one."""
_BANDS = 16
_SLACK = 1.25
"""Two rectangles become one when that is at most this many times as large as the two."""
_MOST = 0.7
"""Above this share of the window, one full redraw is cheaper than many parts."""


def merge_rects(rects: Iterable[pygame.Rect], window: pygame.Rect) -> list[pygame.Rect]:
    """Return few rectangles that cover all of `rects` inside the window, joining what overlaps."""
    kept: list[pygame.Rect] = []
    clipped = [rect.clip(window) for rect in rects]
    if not clipped:
        return kept
    parts = [part for part in clipped if part.width and part.height]
    for part in _split_in_bands(parts, window) if len(parts) > _CROWD else parts:
        _add(kept, part)
    while len(kept) > _MANY:
        smallest = min(kept, key=_area_of)
        kept.remove(smallest)
        nearest = min(kept, key=lambda other: _area_of(other.union(smallest)))
        kept.remove(nearest)
        _add(kept, nearest.union(smallest))
    if sum(map(_area_of, kept)) > _MOST * _area_of(window):
        return [window.copy()]
    return kept


def _split_in_bands(parts: Sequence[pygame.Rect], window: pygame.Rect) -> Iterable[pygame.Rect]:
    """Return a rectangle for each band in which any part has its middle: it covers all of those.

    Comparing each with each would take longer than drawing them, as where a long page is scrolled.
    """
    bands: dict[int, pygame.Rect] = {}
    for part in parts:
        band = _BANDS * (part.centery - window.y) // window.height
        bands[band] = bands[band].union(part) if band in bands else part
    return bands.values()


def _add(kept: list[pygame.Rect], rect: pygame.Rect) -> None:
    index = 0
    while index < len(kept):
        union = kept[index].union(rect)
        if _area_of(union) <= _SLACK * (_area_of(kept[index]) + _area_of(rect)):
            rect = union
            kept.pop(index)
            index = 0
        else:
            index += 1
    kept.append(rect)


def _area_of(rect: pygame.Rect) -> int:
    return rect.width * rect.height


def find_movers(order: Sequence[int]) -> list[int]:
    """Return the fewest entries without which the rest of a sequence ascends.

    `order` holds, for each thing from the bottom to the top, its place in an earlier stacking.
    Drawing the given ones again puts right every pair that has changed places.

    >>> find_movers([1, 2, 3, 0])
    [0]
    """
    tops: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for index, value in enumerate(order):
        length = bisect_left(tops, value)
        before.append(ends[length - 1] if length else -1)
        tops[length : length + 1] = [value]
        ends[length : length + 1] = [index]
    steady: set[int] = set()
    index = ends[-1] if ends else -1
    while index >= 0:
        steady.add(order[index])
        index = before[index]
    return [value for value in order if value not in steady]


SLICE: Final = 0.010
"""Seconds that a frame paints for. What is left waits for the next frame, and so does the showing
of what took the better part of them."""
_GONE: Final = 100
"""How many more nodes may be remembered than there were when those that are gone were forgotten."""
_NEAR: Final = 96
"""Pixels; what lies this near to a clip, or half its size, is painted though nothing shows."""
TIRED: Final = 0.015
"""Seconds after which a frame, as one that has laid a page out, does not even look for what there
is to paint: the next one does."""
MOST_SLICES: Final = 60
"""How many frames in a row may leave something over; then everything is painted, however long."""


class Item(NamedTuple):
    """One entry of the display list: whose it is, what to blit, where, and cut off at what.

    The owner is the node's `id`, so that the list keeps no node alive. Should another node take
    a dead one's number, the two are compared like one node before and after a change.
    """

    owner: int
    sprite: rasterizer.Sprite
    rect: pygame.Rect
    clip: pygame.Rect | None


class Renderer:
    """The one that blits: keeps the last display list and draws the difference.

    Drawing the changed parts gives bit for bit the same window as drawing everything. Where much
    has to be painted first, as for a page that comes up, that takes several frames, in which the
    window stays as it was: never is something seen half.
    """

    def __init__(
        self, raster: rasterizer.Rasteriser, background: pictures.Colour = pictures.BLACK
    ) -> None:
        self.raster = raster
        self.background = background
        self._view: geometry.Viewport | None = None
        self._root: Node | None = None
        self._drawn_changes = -1
        self._is_stale = True
        self._surface: ref[pygame.Surface] | None = None
        self._items: tuple[Item, ...] | None = ()
        # With what they were before they faded, whose pixels the next frame fades anew.
        self._kept: WeakKeyDictionary[Node, tuple[int, tuple[Item, ...], list[Item]]] = (
            WeakKeyDictionary()
        )
        self._most_kept = _GONE
        self._is_complete = True
        self._slices = 0

    @property
    def is_unfinished(self) -> bool:
        return self._slices > 0

    def invalidate(self) -> None:
        self._is_stale = True

    def draw(
        self, surface: pygame.Surface, root: Node, view: geometry.Viewport, spent: float = 0.0
    ) -> list[pygame.Rect]:
        """Bring a window surface up to date and give the rectangles that changed.

        The surface must still hold what the last call left there; another surface, root or
        viewport, or a call of `invalidate`, means a full redraw. Gives [] when nothing changed.
        spent: seconds that the frame has taken before, which are not left for painting.
        """
        window = surface.get_rect()
        is_new = view != self._view or root is not self._root
        if is_new:
            self._view = view
            self._root = root
            self._kept.clear()
        is_other = self._surface is None or self._surface() is not surface
        self._surface = ref(surface)
        damage: list[pygame.Rect] = []
        if is_new or root.changes != self._drawn_changes:
            is_lost = self._items is None and (is_other or self._is_stale)
            items = self._painted_items(root, view, spent, is_urgent=is_new or is_lost)
            if items is not None:
                if self._items is None:
                    damage = [window]
                else:
                    damage = _find_differences(self._items, items)
                self._items = items
                self._drawn_changes = root.changes
            is_begun = items is None and self._slices == 1
            if (is_begun or len(self._kept) > self._most_kept) and self._forget_gone(root) > _GONE:
                # A page has left. While the next one is painted, the window itself has its pixels.
                self._items = items
        if is_new or is_other or self._is_stale:
            damage = [window]
        else:
            damage = merge_rects(damage, window)
        self._is_stale = False
        if self._items is not None:
            for rect in damage:
                self._paint(surface, rect, self._items)
        return damage

    def _forget_gone(self, root: Node) -> int:
        """Let go of the pixels of nodes that have left the tree, though they may live for long.

        Gives how many there were.
        """
        there = set(root.walk())
        gone = [node for node in self._kept if node not in there]
        # What holds those that are gone has changed; its list would keep their pixels.
        past = [node for node, kept in self._kept.items() if kept[0] != node.changes]
        for node in {*gone, *past}:
            del self._kept[node]
        self._most_kept = len(self._kept) + _GONE
        return len(gone)

    def _painted_items(
        self, root: Node, view: geometry.Viewport, spent: float, *, is_urgent: bool
    ) -> tuple[Item, ...] | None:
        """Return the display list, or None while there is more to paint than fits into a frame."""
        # Once something was left over, a frame that is slow for other reasons paints as well.
        slice_ = SLICE if self._slices else SLICE - spent
        if not is_urgent and not self._slices and spent > TIRED:
            self._slices += 1
            return None
        is_whole = is_urgent or self._slices >= MOST_SLICES
        self.raster.begin_frame(math.inf if is_whole else slice_)
        was_complete, self._is_complete = self._is_complete, False
        try:
            pixels = geometry.Transform(
                view.scale, 0.0, 0.0, view.scale, view.offset.x, view.offset.y
            )
            items = self._collect(root, pixels, view.scale, False, None)
            self._is_complete = True
        except rasterizer.OutOfTime:
            items = ()
        is_tired = self.raster.time_left < min(slice_, SLICE / 2)
        self.raster.begin_frame(math.inf)
        if not self._is_complete or (is_tired and not (self._slices and was_complete)):
            self._slices += 1
            return None
        self._slices = 0
        return items

    def _collect(
        self,
        node: Node,
        pixels: geometry.Transform,
        scale: float,
        in_motion: bool,
        clip: pygame.Rect | None,
    ) -> tuple[Item, ...]:
        kept = self._kept.get(node)
        if kept is not None and kept[0] == node.changes:
            return kept[1]
        alpha = round(255 * min(max(node.alpha, 0.0), 1.0))
        items: list[Item] = []
        if node.visible and alpha:
            in_motion = in_motion or node.in_motion
            if node.picture is not None:
                world = node.world.then(pixels)
                if clip is None or _is_near(world.bounds(node.box), clip):
                    sprite = self.raster.sprite(node.picture, node.size, world, scale, in_motion)
                    if sprite is not None:
                        items.append(Item(id(node), sprite, sprite.rect, clip))
            if node.clips:
                rect = node.world.then(pixels).bounds(node.box)
                left, top, right, bottom = (
                    round(edge) for edge in (rect.x, rect.y, rect.right, rect.bottom)
                )
                inside = pygame.Rect(left, top, right - left, bottom - top)
                if clip is None:
                    clip = inside
                else:
                    clip = inside.clip(clip)
            for child in node.stacked:
                items += self._collect(child, pixels, scale, in_motion, clip)
        if alpha == 255:
            result = tuple(items)
        else:
            result = self._faded(node, items, alpha)
        self._kept[node] = (node.changes, result, items)
        return result

    def _faded(self, node: Node, items: list[Item], alpha: int) -> tuple[Item, ...]:
        items = [item for item in items if _clip_rect(item).width and _clip_rect(item).height]
        if not items:
            return ()
        if len(items) == 1:
            return (items[0]._replace(sprite=self.raster.faded(items[0].sprite, alpha)),)
        whole = _clip_rect(items[0]).unionall([_clip_rect(item) for item in items[1:]])
        places = tuple(
            (
                item.sprite.surface,
                item.sprite.x - whole.x,
                item.sprite.y - whole.y,
                tuple(_clip_rect(item).move(-whole.x, -whole.y)),
            )
            for item in items
        )
        key = ("group", whole.size, places)
        surface = self.raster.passing(key)
        if surface is None:
            surface = surfaces.make_blank(*whole.size)
            for item in items:
                _blit(surface, item, whole.topleft)
            self.raster.keep_passing(key, surface)
        sprite = self.raster.faded(rasterizer.Sprite(surface, whole.x, whole.y), alpha)
        return (Item(id(node), sprite, sprite.rect, None),)

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, items: tuple[Item, ...]) -> None:
        surface.set_clip(rect)
        first = 0
        for index in range(len(items) - 1, -1, -1):
            item = items[index]
            if item.sprite.is_opaque and item.clip is None and item.rect.contains(rect):
                first = index
                break
        else:
            surface.fill(self.background[:3])
        for item in items[first:]:
            if item.rect.colliderect(rect):
                _blit(surface, item)
        surface.set_clip(None)


def _blit(surface: pygame.Surface, item: Item, origin: tuple[int, int] = (0, 0)) -> None:
    """Blit one item, cut off at its clip; `origin` is the pixel at the surface's corner."""
    sprite = item.sprite
    if item.clip is None and sprite.stretch is surfaces.WHOLE:
        if sprite.is_opaque:
            flags = 0
        else:
            flags = pygame.BLEND_PREMULTIPLIED
        spot = sprite.x - origin[0], sprite.y - origin[1]
        surface.blit(sprite.surface, spot, special_flags=flags)
    else:
        sprite.blit(surface, origin, _clip_rect(item))


def _clip_rect(item: Item) -> pygame.Rect:
    if item.clip is None:
        return item.rect
    return item.rect.clip(item.clip)


def _is_near(rect: geometry.Rect, clip: pygame.Rect) -> bool:
    across = clip.w / 2 + _NEAR
    down = clip.h / 2 + _NEAR
    return (
        rect.x < clip.right + across
        and rect.right > clip.left - across
        and rect.y < clip.bottom + down
        and rect.bottom > clip.top - down
    )


def _find_differences(old: Sequence[Item], new: Sequence[Item]) -> list[pygame.Rect]:
    places = {item.owner: place for place, item in enumerate(old)}
    damage: list[pygame.Rect] = []
    stayed: list[int] = []
    for item in new:
        place = places.pop(item.owner, None)
        if place is None:
            damage.append(_clip_rect(item))
            continue
        stayed.append(place)
        before = old[place]
        if before is not item and (before.sprite != item.sprite or before.clip != item.clip):
            damage += (_clip_rect(before), _clip_rect(item))
    damage += (_clip_rect(old[place]) for place in places.values())
    damage += (_clip_rect(old[place]) for place in find_movers(stayed))
    return damage
