"""Draws the node tree into the window; later frames redraw only the changed areas."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary, ref

import pygame

from red7_desktop.scene import geometry, pictures
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint import rasterizer, surfaces

_MAX_RECTS = 12
"""Maximum number of separate rectangles to redraw in a frame.

If there are more, the smallest are merged with their neighbours, because the whole display list is
searched for each rectangle."""
_MAX_COMPARED_RECTS = 48
"""Maximum number of changed rectangles that are compared pairwise to merge them.

If there are more, the rectangles in each horizontal band of the window are first merged to one
rectangle, which is quick."""
_BANDS = 16
_MERGE_FACTOR = 1.25
"""Two rectangles are merged if the union is at most this many times as large as both together."""
_MAX_REDRAWN_SHARE = 0.7
"""Share of the window above which redrawing all of it is cheaper than redrawing parts."""


_MIN_COVERED_AREA: Final = 250_000
"""Area in pixels from which items are drawn apart from the items that they cover.

An opaque item splits a rectangle to redraw, and items above all others are drawn over the pixels of
the last frame. Each part searches the display list, so this must save enough drawing."""
_MIN_COVERED_SHARE: Final = 0.3
"""Share of the rectangle that the opaque item must cover."""


def merge_rects(rects: Iterable[pygame.Rect], window: pygame.Rect) -> list[pygame.Rect]:
    """Merge rectangles to a few larger rectangles, clipped to the window, that cover all of them.

    If the larger rectangles would cover most of the window, return the whole window.
    """
    kept: list[pygame.Rect] = []
    clipped = [rect.clip(window) for rect in rects]
    if not clipped:
        return kept
    parts = [part for part in clipped if part.width and part.height]
    for part in _merge_in_bands(parts, window) if len(parts) > _MAX_COMPARED_RECTS else parts:
        _add(kept, part)
    while len(kept) > _MAX_RECTS:
        smallest = min(kept, key=_area_of)
        kept.remove(smallest)
        nearest = min(kept, key=lambda other: _area_of(other.union(smallest)))
        kept.remove(nearest)
        _add(kept, nearest.union(smallest))
    if sum(map(_area_of, kept)) > _MAX_REDRAWN_SHARE * _area_of(window):
        return [window.copy()]
    return kept


def _merge_in_bands(parts: Sequence[pygame.Rect], window: pygame.Rect) -> Iterable[pygame.Rect]:
    """Merge the rectangles whose centres are in the same horizontal band of the window.

    Used for many rectangles, for example while a long page scrolls. Comparing every pair of them
    would take longer than drawing.
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
        if _area_of(union) <= _MERGE_FACTOR * (_area_of(kept[index]) + _area_of(rect)):
            rect = union
            kept.pop(index)
            index = 0
        else:
            index += 1
    kept.append(rect)


def _area_of(rect: pygame.Rect) -> int:
    return rect.width * rect.height


def find_reordered(order: Sequence[int]) -> list[int]:
    """Return the sprites to redraw after a change of the stacking order, as few as possible.

    These are the fewest entries whose removal from `order` leaves ascending numbers.

    Args:
        order: For each sprite, from bottom to top, the sprite's index in the last frame's stacking
            order.

    >>> find_reordered([1, 2, 3, 0])
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


PAINT_SECONDS: Final = 0.010
"""Time limit, in seconds, for painting pictures in one frame.

The remaining pictures are painted in the next frames. If painting took more than half of this time,
the window is updated one frame later."""
_MAX_STALE_NODES: Final = 100
"""Number of nodes by which the renderer's cache grows before removed nodes are dropped from it."""
_PREPAINT_MARGIN: Final = 96
"""Distance, in pixels, from a clipped area within which hidden nodes are painted in advance.

A clipped area is, for example, a scrolling list. Half the area's size is added to the distance."""
SLOW_FRAME: Final = 0.015
"""Seconds of other work in a frame, such as layout, after which painting waits a frame."""
MAX_UNFINISHED_FRAMES: Final = 60
"""Maximum number of frames in a row whose painting is cut off when their time is up.

The next frame paints everything, however long it takes.
"""


class DisplayItem(NamedTuple):
    """One entry of the display list.

    Attributes:
        owner: The node's `id`, so that the list doesn't keep the node alive. If a new node reuses
            the id of a dead one, the two are compared as if they were one node.
        sprite: Surface to blit.
        rect: Destination in the window.
        clip: Visible area; the rest is cut off. None for no limit.
    """

    owner: int
    sprite: rasterizer.Sprite
    rect: pygame.Rect
    clip: pygame.Rect | None


class _KnownSprite(NamedTuple):
    """A node's sprite in the last frame, which is still right after the node was only moved.

    Attributes:
        picture: The node's picture.
        size: The node's size.
        turn: The part of the transform to pixels that rotates and scales.
        in_motion: Whether the sprite was made for a node in motion.
        sprite: The sprite.
        anchor: Gives the sprite's position.
    """

    picture: pictures.Picture
    size: geometry.Size
    turn: tuple[float, ...]
    in_motion: bool
    sprite: rasterizer.Sprite
    anchor: rasterizer.SpriteAnchor


class _CachedNode(NamedTuple):
    """A node's display items and sprite in the last frame.

    Attributes:
        changes: The node's change count.
        items: Display items of the node's subtree.
        opaque_items: The same at full opacity, which are reused while only the alpha changes.
        known: The node's own sprite; None if the node isn't visible or has no picture.
    """

    changes: int
    items: tuple[DisplayItem, ...]
    opaque_items: list[DisplayItem]
    known: _KnownSprite | None


class Renderer:
    """A renderer that redraws the parts of the window that have changed since the last frame.

    It compares the tree's display list, which is a list of surfaces with positions, with that of
    the last frame. Partial redraws give exactly the same pixels as full redraws. If many pictures
    must be painted first, for example for a new page, painting takes several frames. The window
    doesn't change during these frames, so that nothing is shown half finished.

    Args:
        raster: Paints and caches pictures.
        background: Colour behind all nodes.
    """

    def __init__(
        self, raster: rasterizer.Rasteriser, background: pictures.Colour = pictures.BLACK
    ) -> None:
        self.raster = raster
        self.background = background
        self._view: geometry.Viewport | None = None
        self._root: Node | None = None
        self._drawn_changes = -1
        self._is_invalidated = True
        self._surface: ref[pygame.Surface] | None = None
        self._items: tuple[DisplayItem, ...] | None = ()
        self._cache: WeakKeyDictionary[Node, _CachedNode] = WeakKeyDictionary()
        self._cleanup_size = _MAX_STALE_NODES
        self._is_complete = True
        self._unfinished_frames = 0
        self._is_screen_replaced = False

    @property
    def is_unfinished(self) -> bool:
        return self._unfinished_frames > 0

    def invalidate(self) -> None:
        self._is_invalidated = True

    def continue_on(self, copy: pygame.Surface, original: pygame.Surface) -> None:
        """Draw on another surface from now on, without redrawing everything.

        Args:
            copy: The other surface, which has the same pixels as the surface of the last call of
                `draw`.
            original: The surface of which it is a copy. If `draw` was last called with another
                surface, nothing is changed, so that the next call redraws everything.
        """
        if self._surface is not None and self._surface() is original:
            self._surface = ref(copy)

    def release_replaced_screen(self) -> None:
        """Release the pictures of a screen that was removed from the tree.

        Those in the display list are released by the next call of `draw`.
        """
        self._is_screen_replaced = True
        self.raster.cancel_unfinished()

    def draw(
        self, surface: pygame.Surface, root: Node, view: geometry.Viewport, spent: float = 0.0
    ) -> list[pygame.Rect]:
        """Update a window surface and return the rectangles that changed.

        The surface must still contain the pixels of the last call. Another surface, root or
        viewport, or a call of `invalidate`, causes a full redraw.

        Args:
            surface: The window's surface.
            root: The tree to draw.
            view: Mapping from design units to pixels.
            spent: Seconds of the frame that have already passed. The time for painting is reduced
                by them.

        Returns:
            Changed rectangles in pixels, [] if nothing changed.
        """
        window = surface.get_rect()
        is_new = view != self._view or root is not self._root
        if is_new:
            self._view = view
            self._root = root
            self._cache.clear()
        is_other = self._surface is None or self._surface() is not surface
        self._surface = ref(surface)
        damage: list[pygame.Rect] = []
        added: tuple[DisplayItem, ...] = ()
        if is_new or root.changes != self._drawn_changes:
            is_lost = self._items is None and (is_other or self._is_invalidated)
            items = self._painted_items(root, view, spent, is_urgent=is_new or is_lost)
            if items is not None:
                if self._items is None:
                    damage = [window]
                else:
                    added = _find_added_on_top(self._items, items)
                    damage = _find_differences(self._items, items[: len(items) - len(added)])
                self._items = items
                self._drawn_changes = root.changes
            is_begun = items is None and (self._unfinished_frames == 1 or self._is_screen_replaced)
            self._is_screen_replaced = False
            if (is_begun or len(self._cache) > self._cleanup_size) and self._drop_removed_nodes(
                root
            ) > _MAX_STALE_NODES:
                # If so many nodes were removed at once, they were a page. Drop its display list,
                # but leave its pixels in the window until the next page is painted.
                self._items = items
                self.raster.trim()
        if is_new or is_other or self._is_invalidated:
            damage = [window]
            added = ()
        elif damage:
            damage = merge_rects(damage, window)
        self._is_invalidated = False
        if not damage and not added:
            return []
        over = merge_rects(map(_clip_rect, added), window)
        self._redraw(surface, damage, over, added)
        return damage + over

    def _redraw(
        self,
        surface: pygame.Surface,
        damage: Sequence[pygame.Rect],
        over: Sequence[pygame.Rect],
        added: tuple[DisplayItem, ...],
    ) -> None:
        """Draw the changed parts of the display list.

        Args:
            surface: The window's surface.
            damage: Rectangles to draw without the added items.
            over: Rectangles to draw with the added items only, over the pixels that are there.
            added: Items on top of all others that were not there in the last frame.
        """
        if self._items is not None:
            below = self._items[: len(self._items) - len(added)]
            for rect in damage:
                for part in _split_at_opaque_area(rect, below):
                    self._paint(surface, part, below)
        for rect in over:
            for part in _split_at_opaque_area(rect, added):
                self._paint(surface, part, added, is_over=True)

    def _drop_removed_nodes(self, root: Node) -> int:
        """Drop cached display items of nodes that were removed from the tree.

        Returns:
            The number of dropped nodes.
        """
        present = set(root.walk())
        removed = [node for node in self._cache if node not in present]
        # Also drop cached display lists that are outdated: they may contain pictures of removed
        # nodes.
        outdated = [node for node, cached in self._cache.items() if cached.changes != node.changes]
        for node in {*removed, *outdated}:
            del self._cache[node]
        self._cleanup_size = len(self._cache) + _MAX_STALE_NODES
        return len(removed)

    def _painted_items(
        self, root: Node, view: geometry.Viewport, spent: float, *, is_urgent: bool
    ) -> tuple[DisplayItem, ...] | None:
        """Return the display list, or None if painting needs another frame."""
        # If the last frame wasn't finished, paint now even if other work in this frame was slow.
        slice_ = PAINT_SECONDS if self._unfinished_frames else PAINT_SECONDS - spent
        if not is_urgent and not self._unfinished_frames and spent > SLOW_FRAME:
            self._unfinished_frames += 1
            return None
        is_whole = is_urgent or self._unfinished_frames >= MAX_UNFINISHED_FRAMES
        self.raster.start_frame(math.inf if is_whole else slice_)
        was_complete, self._is_complete = self._is_complete, False
        try:
            pixels = geometry.Transform(
                view.scale, 0.0, 0.0, view.scale, view.offset.x, view.offset.y
            )
            items = self._collect(root, pixels, view.scale, False, None)
            self._is_complete = True
        except rasterizer.FrameBudgetExceeded:
            items = ()
        is_tired = self.raster.time_left < min(slice_, PAINT_SECONDS / 2)
        self.raster.start_frame(math.inf)
        if not self._is_complete or (is_tired and not (self._unfinished_frames and was_complete)):
            self._unfinished_frames += 1
            return None
        self._unfinished_frames = 0
        return items

    def _collect(
        self,
        node: Node,
        pixels: geometry.Transform,
        scale: float,
        in_motion: bool,
        clip: pygame.Rect | None,
    ) -> tuple[DisplayItem, ...]:
        cached = self._cache.get(node)
        if cached is not None and cached.changes == node.changes:
            return cached.items
        alpha = round(255 * min(max(node.alpha, 0.0), 1.0))
        items: list[DisplayItem] = []
        known = None
        if node.visible and alpha:
            in_motion = in_motion or node.is_in_motion
            if node.picture is not None:
                world = node.world.then(pixels)
                if clip is None or _is_near(world.bounds(node.box), clip):
                    known = None if cached is None else cached.known
                    known = self._find_sprite(node, world, scale, in_motion, known)
                    if known is not None:
                        area = known.sprite.rect
                        # Pictures near the clipped area are painted in advance, but not drawn.
                        if clip is None or area.colliderect(clip):
                            items.append(DisplayItem(id(node), known.sprite, area, clip))
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
        self._cache[node] = _CachedNode(node.changes, result, items, known)
        return result

    def _find_sprite(
        self,
        node: Node,
        world: geometry.Transform,
        scale: float,
        in_motion: bool,
        known: _KnownSprite | None,
    ) -> _KnownSprite | None:
        """Return a node's sprite; None if nothing of it is visible.

        Args:
            node: A node with a picture.
            world: Transform from the node's coordinates to pixels.
            scale: Pixels per design unit of the window.
            in_motion: True if an animation rotates or scales the node.
            known: The sprite of the last frame, which is reused if the node was only moved.
        """
        picture = node.picture
        size = node.size
        turn = world[:4]
        if (
            known is not None
            and known.picture is picture
            and known.size == size
            and known.turn == turn
            and known.in_motion is in_motion
        ):
            return known._replace(sprite=known.anchor.place(known.sprite, world))
        if picture is None:
            return None
        found = self.raster.anchored_sprite(picture, size, world, scale, in_motion)
        if found is None:
            return None
        return _KnownSprite(picture, size, turn, in_motion, *found)

    def _faded(self, node: Node, items: list[DisplayItem], alpha: int) -> tuple[DisplayItem, ...]:
        items = [item for item in items if _clip_rect(item).width and _clip_rect(item).height]
        if not items:
            return ()
        if len(items) == 1:
            return (items[0]._replace(sprite=self.raster.faded(items[0].sprite, alpha)),)
        whole = _clip_rect(items[0]).unionall([_clip_rect(item) for item in items[1:]])
        places = tuple([_describe_in_group(item, whole) for item in items])
        key = ("group", whole.size, places)
        surface = self.raster.get_temporary(key)
        if surface is None:
            surface = surfaces.make_blank(*whole.size)
            for item in items:
                _blit(surface, item, whole.topleft)
            self.raster.put_temporary(key, surface)
        sprite = self.raster.faded(rasterizer.Sprite(surface, whole.x, whole.y), alpha)
        return (DisplayItem(id(node), sprite, sprite.rect, None),)

    def _paint(
        self,
        surface: pygame.Surface,
        rect: pygame.Rect,
        items: tuple[DisplayItem, ...],
        *,
        is_over: bool = False,
    ) -> None:
        """Draw the part of display items that is inside a rectangle.

        Args:
            surface: The window's surface.
            rect: The rectangle.
            items: The items, from bottom to top.
            is_over: Whether to draw over the surface's pixels instead of the background.
        """
        surface.set_clip(rect)
        first = 0
        for index in range(len(items) - 1, -1, -1):
            area = _get_opaque_area(items[index])
            if area is not None and area.contains(rect):
                first = index
                break
        else:
            if not is_over:
                surface.fill(self.background[:3])
        for item in items[first:]:
            if item.rect.colliderect(rect):
                _blit(surface, item)
        surface.set_clip(None)


def _get_opaque_area(item: DisplayItem) -> pygame.Rect | None:
    """Return a rectangle that an item covers completely; None if it is clipped or has none."""
    if item.clip is not None:
        return None
    return item.sprite.opaque_area


def _split_at_opaque_area(rect: pygame.Rect, items: Sequence[DisplayItem]) -> list[pygame.Rect]:
    """Split a rectangle to redraw, so that less is drawn that an opaque item covers.

    Args:
        rect: The rectangle.
        items: The display list.

    Returns:
        The part that a large opaque item covers and the strips around it; the whole rectangle if
        there is no such item.
    """
    least = max(_MIN_COVERED_AREA, _MIN_COVERED_SHARE * _area_of(rect))
    if _area_of(rect) <= least:
        return [rect]
    for item in reversed(items):
        area = _get_opaque_area(item)
        if area is None:
            continue
        inner = area.clip(rect)
        if inner == rect:
            break
        if _area_of(inner) >= least:
            return [inner, *_list_strips_around(inner, rect)]
    return [rect]


def _list_strips_around(inner: pygame.Rect, rect: pygame.Rect) -> Iterator[pygame.Rect]:
    """Yield the parts of a rectangle above, below, left and right of one inside it."""
    strips = (
        (rect.x, rect.y, rect.w, inner.y - rect.y),
        (rect.x, inner.bottom, rect.w, rect.bottom - inner.bottom),
        (rect.x, inner.y, inner.x - rect.x, inner.h),
        (inner.right, inner.y, rect.right - inner.right, inner.h),
    )
    for x, y, w, h in strips:
        if w and h:
            yield pygame.Rect(x, y, w, h)


def _blit(surface: pygame.Surface, item: DisplayItem, origin: tuple[int, int] = (0, 0)) -> None:
    """Blit the part of an item inside its clip rectangle.

    Args:
        surface: Surface to draw on.
        item: The item.
        origin: Position in the window of the surface's top left corner, in pixels.
    """
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


def _describe_in_group(item: DisplayItem, whole: pygame.Rect) -> tuple[object, ...]:
    """Return all that a group's picture depends on: surface, position and clip of one item."""
    clip = _clip_rect(item).move(-whole.x, -whole.y)
    return item.sprite.surface, item.sprite.x - whole.x, item.sprite.y - whole.y, tuple(clip)


def _clip_rect(item: DisplayItem) -> pygame.Rect:
    if item.clip is None:
        return item.rect
    return item.rect.clip(item.clip)


def _is_near(rect: geometry.Rect, clip: pygame.Rect) -> bool:
    across = clip.w / 2 + _PREPAINT_MARGIN
    down = clip.h / 2 + _PREPAINT_MARGIN
    return (
        rect.x < clip.right + across
        and rect.right > clip.left - across
        and rect.y < clip.bottom + down
        and rect.bottom > clip.top - down
    )


def _find_added_on_top(
    old: Sequence[DisplayItem], new: tuple[DisplayItem, ...]
) -> tuple[DisplayItem, ...]:
    """Return the new items above all old items if they are large, such as a page over a screen.

    They can be drawn over the pixels of the last frame, without drawing again what is below them.
    """
    owners = {item.owner for item in old}
    first = len(new)
    while first and new[first - 1].owner not in owners:
        first -= 1
    added = new[first:]
    if sum([_area_of(_clip_rect(item)) for item in added]) < _MIN_COVERED_AREA:
        return ()
    return added


def _find_differences(old: Sequence[DisplayItem], new: Sequence[DisplayItem]) -> list[pygame.Rect]:
    old_index = {item.owner: index for index, item in enumerate(old)}
    damage: list[pygame.Rect] = []
    order: list[int] = []
    for item in new:
        index = old_index.pop(item.owner, None)
        if index is None:
            damage.append(_clip_rect(item))
            continue
        order.append(index)
        before = old[index]
        if before is not item and (before.sprite != item.sprite or before.clip != item.clip):
            damage += (_clip_rect(before), _clip_rect(item))
    damage += (_clip_rect(old[index]) for index in old_index.values())
    damage += (_clip_rect(old[index]) for index in find_reordered(order))
    return damage
