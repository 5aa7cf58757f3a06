"""Draws a tree into a window surface, and only the parts that changed since the last time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary, ref

import pygame

from red7_desktop.scene.geometry import Rect, Transform
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.damage import merged, movers
from red7_desktop.scene.paint.pixels import blank
from red7_desktop.scene.paint.raster import OutOfTime, Rasteriser, Sprite
from red7_desktop.scene.theme.colour import BLACK, Colour
from red7_desktop.scene.viewport import Viewport

SLICE: Final = 0.010
"""Seconds that a frame paints for. What is left waits for the next frame, and so does the showing
of what took the better part of them."""
_GONE: Final = 100
"""So many more nodes may be remembered than there were when those that are gone were forgotten."""
TIRED: Final = 0.015
"""Seconds after which a frame, as one that has laid a page out, does not even look for what there
is to paint: the next one does."""
MOST_SLICES: Final = 60
"""So many frames in a row may leave something over; then everything is painted, however long."""


class Item(NamedTuple):
    """One entry of the display list: whose it is, what to blit, where, and cut off at what.

    The owner is the node's `id`, so that the list keeps no node alive. Should another node take
    a dead one's number, the two are compared like one node before and after a change.
    """

    owner: int
    sprite: Sprite
    rect: pygame.Rect
    clip: pygame.Rect | None


class Renderer:
    """The one that blits: keeps the last display list and draws the difference.

    Drawing the changed parts gives bit for bit the same window as drawing everything. Where much
    has to be painted first, as for a page that comes up, that takes several frames, in which the
    window stays as it was: never is something seen half.
    """

    def __init__(self, raster: Rasteriser, background: Colour = BLACK) -> None:
        self.raster = raster
        self._background = background
        self._view: Viewport | None = None
        self._root: Node | None = None
        self._drawn_changes = -1
        self._is_stale = True
        self._surface: ref[pygame.Surface] | None = None
        self._items: tuple[Item, ...] = ()
        self._kept: WeakKeyDictionary[Node, tuple[int, tuple[Item, ...]]] = WeakKeyDictionary()
        self._most_kept = _GONE
        self._left_out = 0
        self._slices = 0

    @property
    def is_unfinished(self) -> bool:
        """Whether the last frame has left over something to paint."""
        return self._slices > 0

    @property
    def background(self) -> Colour:
        """The colour behind everything."""
        return self._background

    @background.setter
    def background(self, colour: Colour) -> None:
        self._background = colour
        self.invalidate()

    def invalidate(self) -> None:
        """Draw everything next time, as after the window was covered."""
        self._is_stale = True

    def repaint(self) -> None:
        """Paint every picture anew, as after the paint behind a picture's key has changed."""
        self.raster.clear()
        self._view = None

    def draw(
        self, surface: pygame.Surface, root: Node, view: Viewport, spent: float = 0.0
    ) -> list[pygame.Rect]:
        """Bring a window surface up to date and give the rectangles that changed.

        The surface must still hold what the last call left there; another surface, root or
        viewport, or a call of `invalidate`, means a full redraw. Gives [] when nothing changed.
        spent: seconds that the frame has taken before, which are not left for painting.
        """
        window = surface.get_rect()
        is_new = view != self._view or root is not self._root
        if is_new:
            self._view, self._root = view, root
            self._kept.clear()
        damage: list[pygame.Rect] = []
        if is_new or root.changes != self._drawn_changes:
            items = self._painted_items(root, view, spent, is_urgent=is_new)
            if items is not None:
                damage = _differences(self._items, items)
                self._items = items
                self._drawn_changes = root.changes
                self._forget_gone(root)
        is_other = self._surface is None or self._surface() is not surface
        self._surface = ref(surface)
        is_whole = is_new or is_other or self._is_stale
        damage = [window] if is_whole else merged(damage, window)
        self._is_stale = False
        for rect in damage:
            self._paint(surface, rect)
        return damage

    def _forget_gone(self, root: Node) -> None:
        """Let go of the pixels of nodes that have left the tree, though they may live for long."""
        if len(self._kept) > self._most_kept:
            there = set(root.walk())
            for node in [node for node in self._kept if node not in there]:
                del self._kept[node]
            self._most_kept = len(self._kept) + _GONE

    def _painted_items(
        self, root: Node, view: Viewport, spent: float, *, is_urgent: bool
    ) -> tuple[Item, ...] | None:
        """Give the display list, or None while there is more to paint than fits into a frame."""
        # Once something was left over, a frame that is slow for other reasons paints as well.
        slice_ = SLICE if self._slices else SLICE - spent
        if not is_urgent and not self._slices and spent > TIRED:
            self._slices += 1
            return None
        self.raster.time_left = math.inf if is_urgent or self._slices >= MOST_SLICES else slice_
        was_complete, self._left_out = self._left_out == 0, 0
        items = self._collect_all(root, view)
        is_tired = self.raster.time_left < min(slice_, SLICE / 2)
        self.raster.time_left = math.inf
        if self._left_out or (is_tired and not (self._slices and was_complete)):
            self._slices += 1
            return None
        self._slices = 0
        return items

    def _collect_all(self, root: Node, view: Viewport) -> tuple[Item, ...]:
        pixels = Transform(view.scale, 0.0, 0.0, view.scale, view.offset.x, view.offset.y)
        return self._collect(root, pixels, view.scale, False, None)

    def _collect(
        self,
        node: Node,
        pixels: Transform,
        scale: float,
        in_motion: bool,
        clip: pygame.Rect | None,
    ) -> tuple[Item, ...]:
        """Give the display list of a subtree, from memory when nothing in it has changed."""
        kept = self._kept.get(node)
        if kept is not None and kept[0] == node.changes:
            return kept[1]
        alpha = round(255 * min(max(node.alpha, 0.0), 1.0))
        left_out = self._left_out
        items: list[Item] = []
        if node.visible and alpha:
            in_motion = in_motion or node.in_motion
            if node.picture is not None:
                world = node.world.then(pixels)
                sprite = self._sprite(node, world, scale, in_motion)
                if sprite is not None:
                    items.append(Item(id(node), sprite, sprite.rect, clip))
            if node.clips:
                inside = _pixel_rect(node.world.then(pixels).bounds(node.box))
                clip = inside if clip is None else inside.clip(clip)
            for child in node.stacked:
                items += self._collect(child, pixels, scale, in_motion, clip)
        result = tuple(items) if alpha == 255 else self._faded(node, items, alpha)
        if self._left_out == left_out:
            self._kept[node] = (node.changes, result)
        return result

    def _sprite(self, node: Node, world: Transform, scale: float, in_motion: bool) -> Sprite | None:
        """Give a node's picture as pixels; None where nothing shows or where it has to wait."""
        assert node.picture is not None
        try:
            return self.raster.sprite(node.picture, node.size, world, scale, in_motion)
        except OutOfTime:
            self._left_out += 1
            return None

    def _faded(self, node: Node, items: list[Item], alpha: int) -> tuple[Item, ...]:
        """Fade a subtree as one picture, so that its parts do not shine through each other."""
        items = [item for item in items if _seen(item).width and _seen(item).height]
        if not items:
            return ()
        if len(items) == 1:
            return (items[0]._replace(sprite=self.raster.faded(items[0].sprite, alpha)),)
        whole = _seen(items[0]).unionall([_seen(item) for item in items[1:]])
        places = tuple(
            (
                item.sprite.surface,
                item.sprite.x - whole.x,
                item.sprite.y - whole.y,
                tuple(_seen(item).move(-whole.x, -whole.y)),
            )
            for item in items
        )
        key = ("group", whole.size, places)
        surface = self.raster.passing(key)
        if surface is None:
            surface = blank(*whole.size)
            for item in items:
                _blit(surface, item, whole.topleft)
            self.raster.keep_passing(key, surface)
        sprite = self.raster.faded(Sprite(surface, whole.x, whole.y), alpha)
        return (Item(id(node), sprite, sprite.rect, None),)

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw everything inside one rectangle, starting at the topmost item that hides it."""
        surface.set_clip(rect)
        first = 0
        for index in range(len(self._items) - 1, -1, -1):
            item = self._items[index]
            if item.sprite.is_opaque and item.clip is None and item.rect.contains(rect):
                first = index
                break
        else:
            surface.fill(self._background[:3])
        for item in self._items[first:]:
            if item.rect.colliderect(rect):
                _blit(surface, item)
        surface.set_clip(None)


def _blit(surface: pygame.Surface, item: Item, origin: tuple[int, int] = (0, 0)) -> None:
    """Blit one item, cut off at its clip; `origin` is the pixel at the surface's corner."""
    flags = 0 if item.sprite.is_opaque else pygame.BLEND_PREMULTIPLIED
    x, y = item.sprite.x - origin[0], item.sprite.y - origin[1]
    if item.clip is None:
        surface.blit(item.sprite.surface, (x, y), special_flags=flags)
        return
    seen = _seen(item)
    if seen.width and seen.height:
        area = seen.move(-item.sprite.x, -item.sprite.y)
        surface.blit(item.sprite.surface, seen.move(-origin[0], -origin[1]), area, flags)


def _seen(item: Item) -> pygame.Rect:
    """Give the part of an item that its clip leaves."""
    return item.rect if item.clip is None else item.rect.clip(item.clip)


def _pixel_rect(rect: Rect) -> pygame.Rect:
    left, top, right, bottom = (round(edge) for edge in (rect.x, rect.y, rect.right, rect.bottom))
    return pygame.Rect(left, top, right - left, bottom - top)


def _differences(old: Sequence[Item], new: Sequence[Item]) -> list[pygame.Rect]:
    """Give the rectangles that one display list draws otherwise than another."""
    places = {item.owner: place for place, item in enumerate(old)}
    damage: list[pygame.Rect] = []
    stayed: list[int] = []
    for item in new:
        place = places.pop(item.owner, None)
        if place is None:
            damage.append(_seen(item))
            continue
        stayed.append(place)
        before = old[place]
        if before is not item and (before.sprite != item.sprite or before.clip != item.clip):
            damage += (_seen(before), _seen(item))
    damage += (_seen(old[place]) for place in places.values())
    damage += (_seen(old[place]) for place in movers(stayed))
    return damage
