"""A button: words, an icon, a key hint, and one call for every way of pressing it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from red7_desktop.scene.geometry import NO_SIZE, Size, Vec
from red7_desktop.scene.gesture import Gesture, Kind
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Align, Picture, TextPicture
from red7_desktop.scene.style import BoxStyle, ButtonStyle, Look
from red7_desktop.scene.widgets.base import Widget

_HINT_PADDING = Vec(8.0, 3.0)
_DIMMED = 0.5
"""How much of icon and key hint a disabled button shows."""


class Button(Widget):
    """Calls `on_press` when it is clicked, tapped, or activated while it has the focus.

    It is never smaller than the theme's target size. Without a `size` it is as large as what is
    in it. `icon` is drawn at the theme's icon size. `hint` names the key that does the same.
    """

    def __init__(
        self,
        look: Look,
        text: str,
        on_press: Callable[[], None],
        *,
        style: str = "plain",
        icon: Picture | None = None,
        hint: str = "",
        size: Size = NO_SIZE,
        enabled: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(look, interactive=True, focusable=enabled, **options)
        self._on_press = on_press
        self._text = text
        self._style = style
        self._hint = hint
        self._own_size = size
        self._enabled = enabled
        self._is_hovered = self._is_pressed = self._has_focus = False
        self._icon = Node(picture=icon, name="icon", visible=icon is not None)
        self._words = Node(name="words")
        self._key = Node(name="key", visible=bool(hint))
        self._key_words = Node(name="key words")
        self._key.add(self._key_words)
        self.add(self._icon, self._words, self._key)
        self.on_activate = self._press
        self.on_focus = self._focus_changed
        self.on_gesture = self._take_gesture
        self.refresh()

    @property
    def text(self) -> str:
        """The words; writing them lays the button out again."""
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        self._text = text
        self.refresh()

    @property
    def enabled(self) -> bool:
        """Whether pressing it does anything; a disabled button cannot be focused."""
        return self._enabled

    @enabled.setter
    def enabled(self, enabled: bool) -> None:
        self._enabled = self.focusable = enabled
        self.refresh()

    @property
    def state(self) -> str:
        """The name of the state whose look it shows."""
        table = (
            ("disabled", not self._enabled),
            ("pressed", self._is_pressed),
            ("focused", self._has_focus),
            ("hover", self._is_hovered),
        )
        return next((name for name, is_so in table if is_so), "normal")

    def refresh(self) -> None:
        """Take the looks of the present state and lay out what is inside."""
        style = self.look.theme.button(self._style)
        box = style.states[self.state]
        words = style.text.picture(self._text, box.ink)
        hint_size = self._fit_hint(style)
        self._lay_out(style, box, words, hint_size)
        self.picture = box.picture()

    def _fit_hint(self, style: ButtonStyle) -> Size:
        if not self._hint:
            return NO_SIZE
        words = style.hint.picture(self._hint, style.hint_box.ink, align=Align.CENTRE)
        measured = self.look.text.measure(words, self.look.scale)
        height = measured.h + 2 * _HINT_PADDING.y
        size = Size(max(height, measured.w + 2 * _HINT_PADDING.x), height)
        self._key.picture, self._key.size = style.hint_box.picture(), size
        self._key_words.picture, self._key_words.size = words, size
        self._key.alpha = 1.0 if self._enabled else _DIMMED
        return size

    def _lay_out(self, style: ButtonStyle, box: BoxStyle, words: TextPicture, hint: Size) -> None:
        """Place icon, words and key hint in a row; only the words give way when room is short."""
        sizes = self.look.theme.sizes
        text = self.look.text.measure(words, self.look.scale) if self._text else NO_SIZE
        icon = sizes.icon if self._icon.visible else 0.0
        icon_gap = sizes.gap if icon and self._text else 0.0
        hint_room = hint.w + sizes.gap if hint.w else 0.0
        beside = 2 * sizes.padding + icon + icon_gap + hint_room
        if self._text:
            wanted = Size(beside + text.w, text.h + sizes.padding)
        else:
            wanted = Size(icon + hint_room + sizes.padding, icon + sizes.padding)
        size = Size(*(own or want for own, want in zip(self._own_size, wanted, strict=True)))
        self.size = Size(max(size.w, sizes.target), max(size.h, sizes.target))
        # A pixel of slack, for the measure may fall between two pixels.
        room = max(0.0, min(text.w + 1 / self.look.scale, self.size.w - beside))
        content = icon + icon_gap + (room if self._text else 0.0)
        free = self.size.w - hint_room - content
        left = sizes.padding if style.align is Align.START and self._text else free / 2
        self._icon.alpha = 1.0 if self._enabled else _DIMMED
        self._icon.size = Size(sizes.icon, sizes.icon)
        self._icon.position = Vec(left, (self.size.h - sizes.icon) / 2)
        self._words.picture = style.text.picture(self._text, box.ink, max_width=room)
        self._words.size = Size(room, self.size.h)
        self._words.position = Vec(left + icon + icon_gap, 0.0)
        self._key.position = Vec(self.size.w - sizes.padding - hint.w, (self.size.h - hint.h) / 2)

    def _press(self) -> None:
        if self._enabled:
            self._on_press()

    def _focus_changed(self, has_focus: bool) -> None:
        self._has_focus = has_focus
        self.refresh()

    def _take_gesture(self, gesture: Gesture) -> bool:
        """Follow the pointer; the click itself is left to whoever calls `activate`."""
        before = self.state
        match gesture.kind:
            case Kind.HOVER_ENTER:
                self._is_hovered = True
            case Kind.HOVER_LEAVE:
                self._is_hovered = False
            case Kind.PRESS:
                self._is_pressed = gesture.button == 1
            case Kind.CLICK | Kind.RELEASE:
                self._is_pressed = False
        if self.state != before:
            self.refresh()
        return False
