"""Tips and previews next to cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import pygame

from red7_desktop.kit.hud.part import STAYS_LARGER, Part, SpacedWord, TextStyler
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.table_model import Preview
from red7_desktop.kit.texts import Runs, Tone, apply_tone
from red7_desktop.scene import node, pictures, theme
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.widgets import widget
from red7_desktop.scene.widgets.runs import RunsLabel, Span, line_up, measure_width
from red7_desktop.table.layout import NEVER, Layout

_NEAREST: Final = 36.0
"""A bubble faces so much of its target, at least, so that its pointer meets it."""
_OTHER_SIDE: Final = 400.0
"""What it costs to stand on the next best side, in square units."""
_LETTERS: Final = 0.7
"""The height of letters as a part of their line's."""
_SMALLER: Final = 3
"""How many times the words of a bubble become smaller before it covers what matters."""
_HAIR: Final = 1.0
"""What is covered but for this is covered."""


class Obstacle(NamedTuple):
    """A rectangle that would be covered, and what that costs for each square unit."""

    area: Rect
    weight: float


class BubbleSpot(NamedTuple):
    """A place for a bubble: on which side of its target, and its rectangle."""

    side: str
    box: Rect


def list_obstacles(layout: Layout) -> tuple[Obstacle, ...]:
    """List what lies on a table."""
    weighed = [(spec.area, layout.kinds[spec.kind].weight) for spec in layout.zones]
    return tuple([Obstacle(area, weight) for area, weight in weighed if weight])


def compute_cover_cost(box: Rect, things: Iterable[Obstacle]) -> float:
    """Return what it costs to lie in a rectangle: asked of every place that might do."""
    left, top, right, bottom = box.x, box.y, box.x + box.w, box.y + box.h
    cost = 0.0
    for thing in things:
        x, y, w, h = thing.area
        across, down = min(right, x + w) - max(left, x), min(bottom, y + h) - max(top, y)
        if across > 0 and down > 0:
            cost += across * down * thing.weight
    return cost


def is_clear(box: Rect, things: Iterable[Obstacle]) -> bool:
    """Whether a rectangle covers nothing of what is to stay in sight."""
    return not any(thing.weight >= NEVER and box.overlaps(thing.area) for thing in things)


def list_smaller_looks(look: theme.Look) -> Iterator[theme.Look]:
    """List looks for a bubble that lacks room, from its own down: no smaller than designed."""
    yield look
    least = min(1.0, STAYS_LARGER / look.theme.enlarged)
    for nth in range(1, _SMALLER + 1):
        if least < 1.0:
            share = 1.0 - (1.0 - least) * nth / _SMALLER
            yield look._replace(theme=theme.zoom_theme(look.theme, share))


def list_heights_beside(
    high: float, inside: Rect, things: Iterable[Obstacle], gap: float
) -> Iterator[float]:
    """List where something of a height may begin inside a rectangle: right below and above all."""
    last = max(inside.top, inside.bottom - high)
    for thing in things:
        for top in (thing.area.bottom + gap, thing.area.top - gap - high):
            yield min(max(top, inside.top), last)


def find_least_covering(size: Size, inside: Rect, things: Sequence[Obstacle], gap: float) -> Rect:
    """Find where the least is covered: in the middle, at the right or the left, high up first."""
    tops = sorted({inside.top, *list_heights_beside(size.h, inside, things, gap)})
    lefts = inside.centre.x - size.w / 2, inside.right - size.w, inside.left
    return take_least_covering([Rect(left, top, *size) for left in lefts for top in tops], things)


def take_least_covering(places: Iterable[Rect], things: Sequence[Obstacle]) -> Rect:
    """Return the first of the places where the least is covered; places repeat one another."""
    return min(dict.fromkeys(places), key=lambda place: round(compute_cover_cost(place, things)))


def list_bubble_places(bubbles: Iterable[node.Node]) -> list[Rect]:
    """Return where those of some bubbles lie that are shown."""
    return [Rect(*each.position, *each.size) for each in bubbles if each.visible]


def list_half_covered(root: node.Node, covers: Sequence[Rect]) -> list[widget.Widget]:
    """List the labels below a node of which rectangles in its space cover a part."""
    if not covers:
        return []
    boxes = [root.world.bounds(cover) for cover in covers]
    return [
        node
        for node in root.walk()
        if isinstance(node, (RunsLabel, SpacedWord))
        and node.is_shown
        and _is_half_covered(node, boxes)
    ]


def _is_half_covered(label: node.Node, boxes: Sequence[Rect]) -> bool:
    pieces = [box for each in label.children if each.visible and (box := each.bounds).area]
    near = [each for each in pieces if any(box.overlaps(each) for box in boxes)]
    letters = [Rect.centred(each.centre, Size(each.w, each.h * _LETTERS)) for each in near]
    if not any(box.overlaps(each) for box in boxes for each in letters):
        return False
    whole = [box.inflated(_HAIR) for box in boxes]
    # Accents reach above the letters: what is to be covered is all of the line.
    return not all(any(_lies_in(each, box) for box in whole) for each in pieces)


def _lies_in(inner: Rect, outer: Rect) -> bool:
    is_across = outer.left <= inner.left and inner.right <= outer.right
    return is_across and outer.top <= inner.top and inner.bottom <= outer.bottom


def find_spot_beside(
    target: Rect, size: Size, inside: Rect, things: Sequence[Obstacle], gap: float
) -> BubbleSpot:
    """Find the best place next to a target: right, left, above or below, in this order.

    It lies inside a rectangle and, if it can, off the target; along its side it may slide. Where
    each of these would cover what nothing may, it lies by itself, on no side.
    """
    spots = list(_list_spots(target, size, inside, things, gap))
    if not any(is_clear(spot.box, things) for spot in spots):
        about = [*things, Obstacle(target, NEVER)]
        spots.append(BubbleSpot("", find_least_covering(size, inside, about, gap / 2)))
    sides = list(dict.fromkeys(spot.side for spot in spots))

    def cost(spot: BubbleSpot) -> int:
        slid = spot.box.centre.distance_to(target.centre)
        # Whole numbers: where two places are as good, the one that was listed first is taken.
        return round(
            compute_cover_cost(spot.box, things) + sides.index(spot.side) * _OTHER_SIDE + slid
        )

    return min(spots, key=lambda spot: (not is_clear(spot.box, things), cost(spot)))


def _list_spots(
    target: Rect, size: Size, inside: Rect, things: Sequence[Obstacle], gap: float
) -> Iterator[BubbleSpot]:
    w, h = size
    ys = _list_slides(
        target.top, target.bottom, h, [(t.area.top, t.area.bottom) for t in things], gap
    )
    xs = _list_slides(
        target.left, target.right, w, [(t.area.left, t.area.right) for t in things], gap
    )
    corners = {
        "right": [Vec(target.right + gap, y) for y in ys],
        "left": [Vec(target.left - gap - w, y) for y in ys],
        "above": [Vec(x, target.top - gap - h) for x in xs],
        "below": [Vec(x, target.bottom + gap) for x in xs],
    }
    for side, found in corners.items():
        is_beside = side in {"right", "left"}
        for x, y in found:
            # Along its side a bubble may be pushed, across it may not: there lies the target.
            if is_beside:
                y = _clamp_within(y + h / 2, h, inside.top, inside.bottom)
            else:
                x = _clamp_within(x + w / 2, w, inside.left, inside.right)
            box = Rect(x, y, w, h)
            if inside.inflated(0.01).union(box) == inside.inflated(0.01):
                yield BubbleSpot(side, box)


def _list_slides(
    first: float, last: float, long: float, others: Iterable[tuple[float, float]], gap: float
) -> list[float]:
    """Return where a bubble may begin along a side: in the middle, at the ends, past others."""
    middle = (first + last - long) / 2
    least, most = first + _NEAREST - long, last - _NEAREST
    edges = [end for start, stop in others for end in (stop + gap / 2, start - gap / 2 - long)]
    return [middle, most, least, *(edge for edge in edges if least <= edge <= most)]


def _clamp_within(middle: float, long: float, first: float, last: float) -> float:
    """Return where something of a length begins: around a middle, but between two ends."""
    return min(max(middle - long / 2, first), last - long)


_PREVIEW_MAX_WIDTH: Final = 250.0
"""The width of the words at most."""
_MOST_LINES: Final = 5
_ABOVE_REASON: Final = 1.08
"""A title too wide for that shrinks to so many times the size of the reason; then it is widened."""
_NARROW: Final = 0.75
"""A bubble that covers nothing only if it is narrower has words as wide as this part of so small a
title, which takes two lines then."""
_CORNER: Final = 2.0
"""Rounded corners may touch by so much."""
_PREVIEW_PADDING: Final = 18.0
_MARK: Final = 24.0
_PREVIEW_GAP: Final = 20.0
"""Space between the bubble and its target; the pointer fills it."""
_POINTER: Final = Size(13.0, 22.0)


class PreviewBubble(Part[Preview]):
    """Hidden until `aim` says what to show next to what."""

    def __init__(self, look: theme.Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, visible=False, **options)
        self._full = look
        self._sign = node.Node(name="mark")
        self.title = RunsLabel(look, "", "hud_preview", max_lines=2, name="title")
        self._detail = RunsLabel(
            look, "", "hud_preview_detail", max_lines=_MOST_LINES, name="detail"
        )
        self._pointer = node.Node(name="pointer", anchor=Vec(0.5, 0.5))
        self.add(self._pointer, self._sign, self.title, self._detail)

    def hide(self) -> None:
        self.visible = False

    def aim(
        self, preview: Preview, target: Rect, inside: Rect, things: Sequence[Obstacle] = ()
    ) -> None:
        self.visible = True
        for look in list_smaller_looks(self._full):
            sizes = self._list_sizes(preview, look)
            size = next(sizes)
            side, box = find_spot_beside(target, size, inside, things, _PREVIEW_GAP)
            if compute_cover_cost(box.inflated(-_CORNER), things):
                narrow = next(sizes)
                spot = find_spot_beside(target, narrow, inside, things, _PREVIEW_GAP)
                if not compute_cover_cost(spot.box, things):
                    size, (side, box) = narrow, spot
            if is_clear(box, things):
                break
        if look is not self.look:
            super().restyle(look)
            for child in self.children:
                widget.restyle_tree(child, look)
        if size == self.size:
            self.show(preview)  # Else the new size brings the new words along.
        self.shown = preview
        self.place(box)
        self._point(side, target)

    def restyle(self, look: theme.Look) -> None:
        self._full = look
        super().restyle(look)

    def compose(self, value: Preview) -> None:
        theme, (w, h) = self.look.theme, self.size
        self.picture = self._box(value).picture()
        line_h, inset = self._title_height(self.look), _PREVIEW_PADDING - 6.0
        sign = Rect(_PREVIEW_PADDING - 2.0, inset + (line_h - _MARK) / 2, _MARK, _MARK)
        name, colour = ("tick", "ok") if value.is_good else ("cross", "bad")
        widget.put(self._sign, sign, build_icon(name, theme.colour(colour)))
        left = _PREVIEW_PADDING + _MARK + 8.0
        wide = w - left - inset
        title_h = 2 * line_h if wide < self._measure_title(value, self.look)[1] else line_h
        self.title.write(self._title_spans(value), Rect(left, inset, wide, title_h))
        top = inset + title_h + 2.0
        room = Rect(_PREVIEW_PADDING, top, w - 2 * _PREVIEW_PADDING, h - top - inset + 2.0)
        self._detail.visible = bool(value.detail)
        self._detail.write(self._detail_spans(value), room)

    def _box(self, value: Preview) -> theme.BoxStyle:
        return self.look.theme.box("hud_preview_good" if value.is_good else "hud_preview_bad")

    def _title_height(self, look: theme.Look) -> float:
        style = look.theme.text("hud_preview")
        return style.size * style.line_height

    def _title_spans(self, value: Preview) -> tuple[Span, ...]:
        ink = self._box(value).ink
        spans = self.ink.spans(self.look, value.title)
        return tuple([span._replace(style="", colour=ink) for span in spans])

    def _detail_spans(self, value: Preview) -> tuple[Span, ...]:
        return self.ink.spans(self.look, apply_tone(value.detail, Tone.SOFT))

    def _measure_title(self, value: Preview, look: theme.Look) -> tuple[float, float]:
        """Return the width of the title in one line, and that of it as small as it may be there."""
        words = measure_width(self._title_spans(value), look, "hud_preview")
        least = _ABOVE_REASON * look.theme.text("hud_preview_detail").size
        return words, words * least / look.theme.text("hud_preview").size

    def _list_sizes(self, value: Preview, look: theme.Look) -> Iterator[Size]:
        """List the sizes that a bubble may have: with its title in one line, and in two."""
        words, smallest = self._measure_title(value, look)
        wide, beside = _PREVIEW_MAX_WIDTH * look.theme.zoom, _MARK + 8.0
        most = max(wide + _MARK, smallest + beside)
        yield self._size(value, look, (words + beside, wide, most), 1)
        # No number begins a line, and no word is broken.
        text = "".join([span.text for span in self._title_spans(value)])
        parts = [measure_width(part, look, "hud_preview") for part in re.split(r" (?!\d)", text)]
        narrow = max(_NARROW, *[part / words for part in parts]) * smallest + beside
        yield self._size(value, look, (narrow, narrow, narrow), min(2, len(parts)))

    def _size(
        self, value: Preview, look: theme.Look, widths: tuple[float, float, float], title_lines: int
    ) -> Size:
        """Return a bubble's size. widths: of the title, and of the reason and of both at most."""

        def lines(room: float) -> Size:
            spans, size = self._detail_spans(value), Size(room, 0.0)
            return line_up(spans, look, "hud_preview_detail", size, max_lines=_MOST_LINES).size

        title, reason, most = widths
        width = min(max(title, lines(reason).w if value.detail else 0.0), most)
        height = title_lines * self._title_height(look) + 2 * _PREVIEW_PADDING - 12.0
        if value.detail:
            height += lines(width).h + 4.0
        return Size(width + 2 * _PREVIEW_PADDING + 1.0, height)

    def _point(self, side: str, target: Rect) -> None:
        self._pointer.visible = bool(side)
        if not side:
            return
        colour = self.look.theme.colour("ok" if self.shown and self.shown.is_good else "bad")
        self._pointer.picture = _build_pointer_picture(colour)
        self._pointer.size = _POINTER
        w, h = self.size
        back = target.centre - self.position
        across = min(max(back.x, 24.0), w - 24.0)
        down = min(max(back.y, 24.0), h - 24.0)
        reach = _POINTER.w / 2 - 0.5
        spots = {
            "right": (Vec(-reach, down), 180.0),
            "left": (Vec(w + reach, down), 0.0),
            "above": (Vec(across, h + reach), 90.0),
            "below": (Vec(across, -reach), 270.0),
        }
        self._pointer.position, self._pointer.rotation = spots[side]


def _build_pointer_picture(colour: pictures.Colour) -> pictures.PaintedPicture:
    def paint(w: int, h: int) -> pygame.Surface:
        fine = pygame.Surface((w * 8, h * 8), pygame.SRCALPHA)
        fine.fill((*colour[:3], 0))
        pygame.draw.polygon(fine, colour, [(0, 0), (w * 8, h * 4), (0, h * 8)])
        return pygame.transform.smoothscale(fine, (w, h))

    return pictures.PaintedPicture(("bubble pointer", colour), paint)


_TIP_MAX_WIDTH: Final = 340.0
_TIP_PADDING: Final = Vec(14.0, 9.0)
_TIP_GAP: Final = 10.0
_LINES: Final = 5


class Tip(Part[Runs]):
    """Hidden until `tell` gives it words and a place."""

    def __init__(self, look: theme.Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, visible=False, **options)
        self._words = RunsLabel(look, "", "hud_note", max_lines=_LINES, name="words")
        self.add(self._words)

    def tell(
        self, words: Runs, about: Rect, inside: Rect, cuts: Callable[[Rect], int] = lambda _: 0
    ) -> None:
        """Show words below a rectangle, or above it where there is more room; none hide it.

        cuts: counts the words of which a rectangle would cover a part; few is best.
        """
        self.visible = bool(words)
        if not words:
            return
        spans, room = self.ink.spans(self.look, words), Size(_TIP_MAX_WIDTH, 0.0)
        needed = line_up(spans, self.look, "hud_note", room, max_lines=_LINES).size
        size = Size(needed.w + 2 * _TIP_PADDING.x + 1.0, needed.h + 2 * _TIP_PADDING.y)
        if size == self.size:
            self.show(words)  # Else the new size brings the new words along.
        self.shown = words
        places, cut = list(self._places(about, inside, size)), cache(cuts)
        self.place(next((each for each in places if not cut(each)), None) or min(places, key=cut))

    def _places(self, about: Rect, inside: Rect, size: Size) -> Iterator[Rect]:
        above = about.top - _TIP_GAP - size.h
        lowest = inside.bottom - size.h
        ys = [y for y in (about.bottom + _TIP_GAP, above) if inside.top <= y <= lowest] or [above]
        xs = (about.centre.x - size.w / 2, about.left, about.right - size.w)
        for y in ys:
            for x in xs:
                yield Rect(min(max(x, inside.left), inside.right - size.w), y, *size)
        for x in (about.left - _TIP_GAP - size.w, about.right + _TIP_GAP):
            y = min(max(about.centre.y - size.h / 2, inside.top), lowest)
            if inside.left <= x <= inside.right - size.w:
                yield Rect(x, y, *size)

    def compose(self, value: Runs) -> None:
        self.picture = self.look.theme.box("hud_tip").picture()
        inner = Size(self.size.w - 2 * _TIP_PADDING.x, self.size.h - 2 * _TIP_PADDING.y)
        self._words.write(self.ink.spans(self.look, value), Rect(*_TIP_PADDING, *inner))
