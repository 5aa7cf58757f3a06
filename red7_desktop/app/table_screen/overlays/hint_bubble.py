"""The bubble with a hint; play goes on around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.kit.hud.bubbles.placement import Obstacle, compute_cover_cost
from red7_desktop.kit.hud.model import Hint
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.language.rich_text import Tone, apply_tone
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.input.gesture import Gesture, GestureKind
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.glyphs import build_glyph
from red7_desktop.scene.paint.run_lines import line_up
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from red7_desktop.kit.hud.ink import TextStyler
    from red7_desktop.scene.theme.style import Look

_LEAST_WIDE: Final = 300.0

_ABOVE: Final = 14.0
"""Space between the bubble and what it stands above."""

_BELOW: Final = 6.0
"""And between it and what it stands below."""

_PAD: Final = 18.0

_ICON: Final = 30.0

_GAP: Final = 6.0

_MOST_LINES: Final = 8
"""No sentence needs more in the narrowest bubble: none is set smaller to fit."""

_WIDER: Final = (1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5)
"""Widths to choose from, in widths of what the bubble usually stands above."""


class HintBubble(Part[Hint]):
    """Hidden until `tell` gives it a hint. A click on it sends it away, as `hide` does.

    It lies in the layout's space, like the HUD's parts. `on_close` hears that it was clicked away.
    """

    def __init__(
        self,
        look: Look,
        ink: TextStyler,
        on_close: Callable[[], None] = lambda: None,
        **options: Any,
    ) -> None:
        super().__init__(look, ink, visible=False, interactive=True, **options)
        self._on_close = on_close
        self._room = Rect(0.0, 0.0, 1.0, 1.0)
        self._things: Sequence[Obstacle] = ()
        self._base = Rect(0.0, 0.0, 1.0, 1.0)
        self.on_activate = self.dismiss
        self.on_gesture = _blocks_presses

    @property
    def is_open(self) -> bool:
        """Whether a hint is to be seen."""
        return self.visible

    def tell(self, hint: Hint, above: Rect, inside: Rect, things: Sequence[Obstacle] = ()) -> None:
        """Show a hint above a rectangle and as wide as it, if there is room inside another.

        Where it would cover some of the things there, it stands where it covers the least.
        """
        self.visible = True
        self.shown = hint
        self._base, self._room, self._things = above, inside, things
        self._fit()

    def hide(self) -> None:
        """Show nothing."""
        self.visible = False

    def dismiss(self) -> None:
        """Go, because the person wants it gone."""
        if self.visible:
            self.hide()
            self._on_close()

    def refresh(self) -> None:
        """Write the hint anew, in the place that it needs now."""
        if self.visible and self.shown is not None:
            self._fit()

    def compose(self, value: Hint) -> None:
        """Write the turn beside the lamp, and why below it."""
        for child in self.children:
            child.detach()
        theme = self.look.theme
        self.picture = theme.box("active").picture()
        lamp = Node(name="lamp", size=Size(_ICON, _ICON), position=Vec(_PAD - 4.0, _PAD - 5.0))
        lamp.picture = build_icon("hint", theme.colour("accent"))
        cross = Node(name="close", size=Size(18.0, 18.0))
        cross.picture = build_glyph("cross", theme.colour("text_faint"))
        cross.position = Vec(self.size.w - 18.0 - 10.0, 10.0)
        self.add(lamp, cross)
        for label in self._labels(value):
            self.add(label)

    def _fit(self) -> None:
        """Take the size that the words need, in the best place inside the room."""
        if self.shown is None:
            return
        box, least = self._base, inf
        for place in self._places(self.shown):
            cost = compute_cover_cost(place, self._things)
            if cost < least:
                box, least = place, cost
            if not cost:
                break
        self.size, self.position = box.size, box.position
        self.compose(self.shown)

    def _places(self, hint: Hint) -> Iterator[Rect]:
        """List the places for a hint, the usual one first: wider ones are less high."""
        base, room = self._base, self._room
        bottom = base.top - _ABOVE
        edges = [bottom, *(thing.area.top - _ABOVE for thing in self._things)]
        tops = [thing.area.bottom + _BELOW for thing in self._things]
        # As far from the right edge as the usual place is from the left one.
        inset = min(max(0.0, base.left - room.left), _ABOVE)
        for wider in _WIDER if self._things else _WIDER[:1]:
            w = min(max(base.w * wider, _LEAST_WIDE), room.w)
            h = self._height(hint, w)
            for x in (base.left, room.right - inset - w):
                left = min(max(x, room.left), room.right - w)
                for y in (*(edge - h for edge in edges), *tops):
                    yield Rect(left, min(max(y, room.top), room.bottom - h), w, h)

    def _height(self, hint: Hint, wide: float) -> float:
        """Give the height that the words need in a width."""
        self.size = Size(wide, 1.0)
        last = self._labels(hint)[-1]
        return last.position.y + last.size.h + _PAD - 2.0

    def _labels(self, value: Hint) -> list[RunsLabel]:
        """Make the lines, each where it belongs."""
        left = _PAD + _ICON + 4.0
        title = self._label(value.title, "hud_preview", Tone.STRONG, left, 34.0)
        title.position = Vec(left, _PAD - 4.0)
        title.name = "title"
        y = title.position.y + max(title.size.h, _ICON) + _GAP
        labels = [title]
        for nth, line in enumerate(value.why):
            tone = Tone.PLAIN if nth == 0 else Tone.SOFT
            label = self._label(line, "hud_preview_detail", tone, _PAD, _PAD)
            label.position = Vec(_PAD, y)
            label.name = f"why {nth}"
            y += label.size.h + _GAP
            labels.append(label)
        return labels

    def _label(self, line: Any, style: str, tone: Tone, left: float, right: float) -> RunsLabel:
        spans = self.ink.spans(self.look, apply_tone(line, tone))
        room = Size(self.size.w - left - right, 0.0)
        needed = line_up(spans, self.look, style, room, max_lines=_MOST_LINES).size
        return RunsLabel(
            self.look, spans, style, size=Size(room.w, needed.h), max_lines=_MOST_LINES
        )


def _blocks_presses(gesture: Gesture) -> bool:
    """Let no press go through to what lies below; a click goes on to send the bubble away."""
    return gesture.kind not in (GestureKind.CLICK, GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE)
