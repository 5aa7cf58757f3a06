"""Dialogs and toasts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from red7_desktop.scene.animation import Animator, Timers
from red7_desktop.scene.geometry import CENTRE, Size, Vec
from red7_desktop.scene.node import Gesture, GestureKind, Node
from red7_desktop.scene.pictures import Align, BoxPicture, Picture
from red7_desktop.scene.theme import Look
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.widget import Label, Panel, Widget, put


class Dialog(Widget):
    """A frame around `content` that lets nothing below be operated.

    `on_close` runs when the person presses Esc or Back, or clicks outside: it decides what that
    means, the frame does not close itself. Show it with `Stage.show_dialog` and take it away with
    `Stage.hide_overlay`. The frame is as large as its content and the row of buttons need. The
    first button gets the focus, so put the harmless one there.
    """

    def __init__(
        self,
        look: Look,
        title: str,
        content: Node,
        buttons: Sequence[Button] = (),
        *,
        on_close: Callable[[], None],
        **options: Any,
    ) -> None:
        super().__init__(look, **options)
        self.on_close = on_close
        self.content = content
        self.buttons = tuple(buttons)
        self.first = next(iter(self.buttons), None)
        self.scrim = Node(name="scrim", interactive=True)
        self.scrim.on_activate = on_close
        size = Size(1, 1)
        self.frame = Panel(look, size, "dialog", name="frame", anchor=CENTRE, interactive=True)
        # The frame takes what no one inside wanted, so that only a click outside means "close".
        self.frame.on_gesture = _blocks_all_but_hover
        self._title = Label(look, title, "title", wraps=True, name="title")
        self.frame.add(self._title, content, *self.buttons)
        self.add(self.scrim, self.frame)
        self.refresh()

    def refresh(self) -> None:
        sizes = self.look.theme.sizes
        visible = self.look.visible
        put(self.scrim, visible, BoxPicture(self.look.theme.colour("scrim")))
        edge = 2 * sizes.padding
        gap = sizes.gap
        beside = get_button_gap(self.look)
        row = sum(button.size.w + beside for button in self.buttons) - beside
        self._title.max_width = visible.w - 2 * (edge + sizes.safe_margin)
        inner = max(self._title.size.w, self.content.size.w, row)
        self._title.position = Vec(edge, edge)
        self.content.position = Vec(edge, edge + self._title.size.h + 2 * gap)
        bottom = self.content.position.y + self.content.size.h
        if self.buttons:
            left = edge + inner - row
            bottom = bottom + 2 * gap
            for button in self.buttons:
                button.position = Vec(left, bottom)
                left += button.size.w + beside
            bottom += max(button.size.h for button in self.buttons)
        self.frame.size = Size(inner + 2 * edge, bottom + edge)
        self.frame.position = visible.centre


def _blocks_all_but_hover(gesture: Gesture) -> bool:
    return gesture.kind not in (GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE)


_MOST_TOASTS = 3


class Toast(Widget):
    """A bubble as large as its message.

    Args:
        look: How it looks.
        message: What it says.
        style: Name of the theme's box.
        max_width: The width in design units at which the message wraps.
        mark: A picture before the message, twice a letter high. A toast with one goes when pressed.
        **options: Options of the node.

    Attributes:
        on_gone: Called once when the toast goes.
    """

    on_gone: Callable[[], object]

    def __init__(
        self,
        look: Look,
        message: str,
        *,
        style: str = "toast",
        max_width: float = 620.0,
        mark: Picture | None = None,
        **options: Any,
    ) -> None:
        super().__init__(look, **options)
        self._style = style
        self.on_gone = lambda: None
        self.mark = Node(name="mark", picture=mark, visible=mark is not None, anchor=CENTRE)
        self._label = Label(
            look,
            message,
            "body",
            colour=look.theme.box(style).ink,
            align=Align.CENTRE,
            max_width=max_width,
            wraps=True,
            name="message",
        )
        self.add(self.mark, self._label)
        self.refresh()

    @property
    def message(self) -> str:
        return self._label.text

    def refresh(self) -> None:
        box = self.look.theme.box(self._style)
        padding = self.look.theme.sizes.padding
        self._label.colour = box.ink
        if self.mark.visible:
            side = 2 * self.look.theme.text("body").size
        else:
            side = 0.0
        high = max(self._label.size.h, side) + padding
        before = padding + 1.3 * side
        self.mark.size = Size(side, side)
        self.mark.position = Vec(padding + side / 2, high / 2)
        self._label.position = Vec(before, (high - self._label.size.h) / 2)
        self.size = Size(before + self._label.size.w + padding, high)
        self.picture = box.picture()


class ToastRack(Widget):
    """Shows toasts below each other at the top of the window, the newest at the bottom.

    They stay for the theme's toast time and longer when they are long, whatever the animation
    speed is.

    find_place: gives where else the middle of their upper edge is to lie, by how much room they
    take; None for the top of the window.
    """

    def __init__(self, look: Look, animator: Animator, timers: Timers, **options: Any) -> None:
        super().__init__(look, **options)
        self._animator = animator
        self._timers = timers
        self.toasts: list[Toast] = []
        """Those that are to be read now, the oldest first."""
        self.find_place: Callable[[Size], Vec | None] = lambda room: None

    def show(
        self, message: str, *, on_gone: Callable[[], object] = lambda: None, **options: Any
    ) -> Toast:
        """Show a message. The oldest one goes when there are too many.

        Args:
            message: What it says.
            on_gone: Called once when the toast goes.
            **options: Options of `Toast`.
        """
        while len(self.toasts) >= _MOST_TOASTS:
            self.dismiss(self.toasts[0])
        toast = Toast(self.look, message, anchor=Vec(0.5, 0.0), alpha=0.0, **options)
        toast.interactive = toast.mark.visible
        toast.on_activate = partial(self.dismiss, toast)
        toast.on_gone = on_gone
        self.add(toast)
        self.toasts.append(toast)
        self.refresh()
        times = self.look.theme.times
        self._animator.snap(toast, "position")
        self._animator.to(toast, "alpha", 1.0, times.quick)
        # Reading takes time: a second for each fifteen letters beyond what the theme's time is for.
        stay = times.toast + max(0, len(message) - 45) / 15
        self._timers.after(stay, toast.on_activate)
        return toast

    def dismiss(self, toast: Toast) -> None:
        """Let a toast go; nothing happens when it has gone before."""
        if toast not in self.toasts:
            return
        self.toasts.remove(toast)
        self._animator.to(toast, "alpha", 0.0, self.look.theme.times.quick, done=toast.detach)
        self.refresh()
        toast.on_gone()

    def refresh(self) -> None:
        if not self.toasts:
            return
        sizes = self.look.theme.sizes
        boxes = [toast.size for toast in self.toasts]
        high = sum([each.h + sizes.gap for each in boxes]) - sizes.gap
        place = self.find_place(Size(max([each.w for each in boxes]), high)) or Vec(
            self.look.visible.centre.x, self.look.visible.top + sizes.safe_margin
        )
        for toast in self.toasts:
            self._animator.to(toast, "position", place, self.look.theme.times.quick)
            place = place + Vec(0.0, toast.size.h + sizes.gap)
