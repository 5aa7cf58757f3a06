"""Toasts: short messages that appear in a bubble and go by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.motion.timer import Timers
from red7_desktop.scene.motion.tween import Animator
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.base import Widget
from red7_desktop.scene.widgets.label import Label

_MOST_TOASTS = 3


class Toast(Widget):
    """A bubble as large as its message, which wraps at `max_width` (design units)."""

    def __init__(
        self,
        look: Look,
        message: str,
        *,
        style: str = "toast",
        text_style: str = "body",
        max_width: float = 620.0,
        **options: Any,
    ) -> None:
        super().__init__(look, **options)
        self._style = style
        self._label = Label(
            look,
            message,
            text_style,
            colour=look.theme.box(style).ink,
            align=Align.CENTRE,
            max_width=max_width,
            wraps=True,
            name="message",
        )
        self.add(self._label)
        self.refresh()

    @property
    def message(self) -> str:
        """The words."""
        return self._label.text

    def refresh(self) -> None:
        """Fit the bubble around the words."""
        box = self.look.theme.box(self._style)
        padding = self.look.theme.sizes.padding
        self._label.colour = box.ink
        self._label.position = Vec(padding, padding / 2)
        self.size = Size(self._label.size.w + 2 * padding, self._label.size.h + padding)
        self.picture = box.picture()


class ToastRack(Widget):
    """Shows toasts below each other at the top of the window, the newest at the bottom.

    They stay for the theme's toast time and longer when they are long, whatever the animation
    speed is.

    place: gives where else the middle of their upper edge is to lie, by how much room they take;
    None for the top of the window.
    """

    def __init__(self, look: Look, animator: Animator, timers: Timers, **options: Any) -> None:
        super().__init__(look, **options)
        self._animator = animator
        self._timers = timers
        self._toasts: list[Toast] = []
        self.place: Callable[[Size], Vec | None] = lambda room: None

    @property
    def toasts(self) -> list[Toast]:
        """The toasts that are to be read now, the oldest first."""
        return list(self._toasts)

    def show(self, message: str, **options: Any) -> Toast:
        """Show a message; `options` are Toast's. The oldest one goes when there are too many."""
        while len(self._toasts) >= _MOST_TOASTS:
            self.dismiss(self._toasts[0])
        toast = Toast(self.look, message, anchor=Vec(0.5, 0.0), alpha=0.0, **options)
        self.add(toast)
        self._toasts.append(toast)
        self.refresh()
        times = self.look.theme.times
        self._animator.snap(toast, "position")
        self._animator.to(toast, "alpha", 1.0, times.quick)
        # Reading takes time: a second for each fifteen letters beyond what the theme's time is for.
        stay = times.toast + max(0, len(message) - 45) / 15
        self._timers.after(stay, lambda: self.dismiss(toast))
        return toast

    def dismiss(self, toast: Toast) -> None:
        """Let a toast go; nothing happens when it has gone before."""
        if toast not in self._toasts:
            return
        self._toasts.remove(toast)
        seconds = self.look.theme.times.quick
        self._animator.to(toast, "alpha", 0.0, seconds, done=toast.detach)
        self.refresh()

    def refresh(self) -> None:
        """Stack the toasts from their place down."""
        if not self._toasts:
            return
        sizes, boxes = self.look.theme.sizes, [toast.size for toast in self._toasts]
        high = sum([each.h + sizes.gap for each in boxes]) - sizes.gap
        place = self.place(Size(max([each.w for each in boxes]), high)) or Vec(
            self.look.visible.centre.x, self.look.visible.top + sizes.safe_margin
        )
        for toast in self._toasts:
            self._animator.to(toast, "position", place, self.look.theme.times.quick)
            place = place + Vec(0.0, toast.size.h + sizes.gap)
