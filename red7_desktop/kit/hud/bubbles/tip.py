"""The tip: a few words about the button under the pointer, and why it cannot be pressed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.language.rich_text import Runs
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.paint.run_lines import line_up
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel

_TIP_MAX_WIDTH: Final = 340.0

_TIP_PADDING: Final = Vec(14.0, 9.0)

_TIP_GAP: Final = 10.0

_LINES: Final = 5


class Tip(Part[Runs]):
    """Hidden until `tell` gives it words and a place."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
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
        self.shown = words
        spans = self.ink.spans(self.look, words)
        needed = line_up(
            spans, self.look, "hud_note", Size(_TIP_MAX_WIDTH, 0.0), max_lines=_LINES
        ).size
        size = Size(needed.w + 2 * _TIP_PADDING.x + 1.0, needed.h + 2 * _TIP_PADDING.y)
        places, cut = list(self._places(about, inside, size)), cache(cuts)
        whole = (place for place in places if not cut(place))
        self.place(next(whole, None) or min(places, key=cut))

    def _places(self, about: Rect, inside: Rect, size: Size) -> Iterator[Rect]:
        """Give the places for a tip, the usual one first."""
        above = about.top - _TIP_GAP - size.h
        lowest = inside.bottom - size.h
        ys = [y for y in (about.bottom + _TIP_GAP, above) if y <= lowest] or [above]
        xs = (about.centre.x - size.w / 2, about.left, about.right - size.w)
        for y in ys:
            for x in xs:
                yield Rect(min(max(x, inside.left), inside.right - size.w), y, *size)
        for x in (about.left - _TIP_GAP - size.w, about.right + _TIP_GAP):
            y = min(max(about.centre.y - size.h / 2, inside.top), lowest)
            if inside.left <= x <= inside.right - size.w:
                yield Rect(x, y, *size)

    def compose(self, value: Runs) -> None:
        """Write the words."""
        self.picture = self.look.theme.box("hud_tip").picture()
        inner = Size(self.size.w - 2 * _TIP_PADDING.x, self.size.h - 2 * _TIP_PADDING.y)
        self._words.write(self.ink.spans(self.look, value), Rect(*_TIP_PADDING, *inner))
