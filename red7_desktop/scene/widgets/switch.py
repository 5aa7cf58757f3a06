"""A switch: on or off, with its words beside it, all of it one target."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from red7_desktop.scene.geometry import CENTRE, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.glyphs import build_glyph
from red7_desktop.scene.paint.pictures import TextPicture
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.control import Control

_SWITCH_TRACK: Final = Size(68.0, 36.0)

_SWITCH_INSET: Final = 5.0

_DIMMED: Final = 0.5


class Switch(Control):
    """Tells `on_change` the new value when it is clicked, tapped or activated.

    The words stand at the left and the switch at the right end of `width`; without a width it is
    as wide as both need. On is told from off by place, colour and a tick. The theme's buttons
    `switch` and `switch_on` and its box `knob` give the looks.
    """

    def __init__(
        self,
        look: Look,
        is_on: bool,
        on_change: Callable[[bool], None],
        *,
        text: str = "",
        text_style: str = "body",
        width: float = 0.0,
        enabled: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(look, enabled=enabled, **options)
        self._on_change = on_change
        self._is_on = is_on
        self._text = text
        self._text_style = text_style
        self._width = width
        self._words = Node(name="words")
        self._track = Node(name="track")
        self._knob = Node(name="knob", anchor=CENTRE)
        self._tick = Node(name="tick", anchor=CENTRE)
        self._track.add(self._knob, self._tick)
        self.add(self._words, self._track)
        self.on_activate = self._flip
        self.refresh()

    @property
    def is_on(self) -> bool:
        """The value; writing it tells nobody."""
        return self._is_on

    @is_on.setter
    def is_on(self, is_on: bool) -> None:
        self._is_on = is_on
        self.refresh()

    def refresh(self) -> None:
        """Lay out the words and the switch in its present state."""
        theme = self.look.theme
        track = _SWITCH_TRACK.scaled(theme.zoom)
        room = self._width - track.w - theme.sizes.gap if self._width else None
        words = self._picture(room)
        text = self.look.text.measure(words, self.look.scale) if self._text else Size(0.0, 0.0)
        beside = text.w + theme.sizes.gap if self._text else 0.0
        width = self._width or beside + track.w
        self.size = Size(max(width, theme.sizes.target), max(text.h, track.h, theme.sizes.target))
        self._words.picture = words if self._text else None
        self._words.size = Size(text.w, self.size.h)
        self._track.position = Vec(self.size.w - track.w, (self.size.h - track.h) / 2)
        self._track.size = track
        self._dress_track(track)

    def _picture(self, room: float | None) -> TextPicture:
        style = self.look.theme.text(self._text_style)
        colour = style.colour.with_alpha(_DIMMED) if not self.enabled else None
        return style.picture(self._text, colour, max_width=room, wraps=room is not None)

    def _dress_track(self, track: Size) -> None:
        theme = self.look.theme
        style = theme.button("switch_on" if self._is_on else "switch")
        box = style.states[self.state]
        inset = _SWITCH_INSET * theme.zoom
        side = track.h - 2 * inset
        right, left = track.w - inset - side / 2, inset + side / 2
        self._track.picture = box.picture()
        self._track.alpha = 1.0 if self.enabled else _DIMMED
        self._knob.size = Size(side, side)
        self._knob.picture = theme.box("knob").picture()
        self._knob.position = Vec(right if self._is_on else left, track.h / 2)
        self._tick.visible = self._is_on
        self._tick.size = Size(side * 0.8, side * 0.8)
        self._tick.position = Vec(left + inset / 2, track.h / 2)
        self._tick.picture = build_glyph("tick", box.ink, 0.16)

    def _flip(self) -> None:
        if self.enabled:
            self.is_on = not self._is_on
            self._on_change(self._is_on)
