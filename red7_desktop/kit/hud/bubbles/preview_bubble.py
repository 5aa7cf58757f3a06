"""The bubble beside a target: what would happen if the held card were put there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pygame

from red7_desktop.kit.hud.bubbles.placement import Obstacle, find_spot_beside
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.model import Preview
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.language.rich_text import Tone, apply_tone
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import PaintedPicture
from red7_desktop.scene.paint.run_lines import Lines, Span, line_up
from red7_desktop.scene.theme.colour import Colour
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel

_PREVIEW_MAX_WIDTH: Final = 250.0
"""The width of the words at most."""

_MOST_LINES: Final = 5

_ABOVE_REASON: Final = 1.08
"""A title too wide for that shrinks to so many times the size of the reason; then it is widened."""

_PREVIEW_PADDING: Final = 18.0

_MARK: Final = 24.0

_PREVIEW_GAP: Final = 20.0
"""Space between the bubble and its target; the pointer fills it."""

_POINTER: Final = Size(13.0, 22.0)


class PreviewBubble(Part[Preview]):
    """Hidden until `aim` says what to show beside what."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, visible=False, **options)
        self._sign = Node(name="mark")
        self._title = RunsLabel(look, "", "hud_preview", name="title")
        self._detail = RunsLabel(
            look, "", "hud_preview_detail", max_lines=_MOST_LINES, name="detail"
        )
        self._pointer = Node(name="pointer", anchor=Vec(0.5, 0.5))
        self.add(self._pointer, self._sign, self._title, self._detail)

    def hide(self) -> None:
        """Show nothing."""
        self.visible = False

    def aim(
        self, preview: Preview, target: Rect, inside: Rect, things: Sequence[Obstacle] = ()
    ) -> None:
        """Show a preview beside a target, inside a rectangle, covering the least of some things."""
        self.visible = True
        size = self._needed(preview)
        if size == self.size:
            self.show(preview)  # Else the new size brings the new words along.
        self.shown = preview
        side, box = find_spot_beside(target, size, inside, things, _PREVIEW_GAP)
        self.place(box)
        self._point(side, target)

    def compose(self, value: Preview) -> None:
        """Write title and detail."""
        theme = self.look.theme
        box = theme.box("hud_preview_good" if value.is_good else "hud_preview_bad")
        self.picture = box.picture()
        sign = theme.colour("ok" if value.is_good else "bad")
        self._sign.picture = build_icon("tick" if value.is_good else "cross", sign)
        title_h = self._title_height()
        self._sign.size = Size(_MARK, _MARK)
        self._sign.position = Vec(
            _PREVIEW_PADDING - 2.0, _PREVIEW_PADDING - 6.0 + (title_h - _MARK) / 2
        )
        left = _PREVIEW_PADDING + _MARK + 8.0
        line = Rect(
            left, _PREVIEW_PADDING - 6.0, self.size.w - left - _PREVIEW_PADDING + 6.0, title_h
        )
        self._title.write(self._title_spans(value), line)
        top = _PREVIEW_PADDING - 6.0 + title_h + 2.0
        self._detail.visible = bool(value.detail)
        room = Rect(
            _PREVIEW_PADDING,
            top,
            self.size.w - 2 * _PREVIEW_PADDING,
            self.size.h - top - _PREVIEW_PADDING + 8.0,
        )
        self._detail.write(self._detail_spans(value), room)

    def _title_height(self) -> float:
        style = self.look.theme.text("hud_preview")
        return style.size * style.line_height

    def _title_spans(self, value: Preview) -> tuple[Span, ...]:
        tone = Tone.STRONG
        plain = tuple(run._replace(tone=tone) for run in value.title)
        ink = self.look.theme.box("hud_preview_good" if value.is_good else "hud_preview_bad").ink
        spans = self.ink.spans(self.look, plain)
        return tuple(Span(span.text, span.mark, colour=ink) for span in spans)

    def _detail_spans(self, value: Preview) -> tuple[Span, ...]:
        return self.ink.spans(self.look, apply_tone(value.detail, Tone.SOFT))

    def _needed(self, value: Preview) -> Size:
        """Give the size that the words need."""
        look, wide = self.look, _PREVIEW_MAX_WIDTH * self.look.theme.zoom
        words = line_up(self._title_spans(value), look, "hud_preview").size.w
        title = words + _MARK + 8.0
        lines = self._lines(value, wide)
        least = _ABOVE_REASON * look.theme.text("hud_preview_detail").size
        smallest = words * least / look.theme.text("hud_preview").size
        most = max(wide + _MARK, smallest + _MARK + 8.0)
        width = min(max(title, lines.size.w if value.detail else 0.0), most)
        height = self._title_height() + 2 * _PREVIEW_PADDING - 12.0
        if value.detail:
            height += self._lines(value, width).size.h + 4.0
        return Size(width + 2 * _PREVIEW_PADDING + 1.0, height)

    def _lines(self, value: Preview, wide: float) -> Lines:
        """Break the detail into lines of a width."""
        spans, room = self._detail_spans(value), Size(wide, 0.0)
        return line_up(spans, self.look, "hud_preview_detail", room, max_lines=_MOST_LINES)

    def _point(self, side: str, target: Rect) -> None:
        """Put the pointer on the edge that faces the target."""
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


def _build_pointer_picture(colour: Colour) -> PaintedPicture:
    """Give a triangle that points to the right."""

    def paint(w: int, h: int) -> pygame.Surface:
        fine = pygame.Surface((w * 8, h * 8), pygame.SRCALPHA)
        fine.fill((*colour[:3], 0))
        pygame.draw.polygon(fine, colour, [(0, 0), (w * 8, h * 4), (0, h * 8)])
        return pygame.transform.smoothscale(fine, (w, h))

    return PaintedPicture(("bubble pointer", colour), paint)
