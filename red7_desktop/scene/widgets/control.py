"""What controls share: being on or off duty, and showing hover, press and focus."""

from __future__ import annotations

from typing import Any

from red7_desktop.scene.input.gesture import Gesture, GestureKind
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.base import Widget


class Control(Widget):
    """A widget that people operate; it has a `state` with a look of its own in the theme.

    A subclass may write `take_gesture`, which hears every gesture after the state has followed
    it and returns True when it took it.
    """

    def __init__(self, look: Look, *, enabled: bool = True, **options: Any) -> None:
        super().__init__(look, interactive=True, focusable=enabled, **options)
        self._enabled = enabled
        self._is_hovered = self._is_pressed = self._has_focus = False
        self.on_focus = self._focus_changed
        self.on_gesture = self._follow

    @property
    def enabled(self) -> bool:
        """Whether it can be operated; a disabled control cannot have the focus."""
        return self._enabled

    @enabled.setter
    def enabled(self, enabled: bool) -> None:
        if enabled != self._enabled:
            self._enabled = self.focusable = enabled
            self.refresh()

    @property
    def has_focus(self) -> bool:
        """Whether keys go to it."""
        return self._has_focus

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

    def take_gesture(self, gesture: Gesture) -> bool:
        """React to the pointer; True when nobody else should."""
        return False

    def _focus_changed(self, has_focus: bool) -> None:
        self._has_focus = has_focus
        self.refresh()

    def _follow(self, gesture: Gesture) -> bool:
        before = self.state
        match gesture.kind:
            case GestureKind.HOVER_ENTER:
                self._is_hovered = True
            case GestureKind.HOVER_LEAVE:
                self._is_hovered = False
            case GestureKind.PRESS:
                self._is_pressed = gesture.button == 1
            case (
                GestureKind.CLICK
                | GestureKind.RELEASE
                | GestureKind.DRAG_END
                | GestureKind.DRAG_CANCEL
            ):
                self._is_pressed = False
        if self.state != before:
            self.refresh()
        return self._enabled and self.take_gesture(gesture)
