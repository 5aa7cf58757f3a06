"""Dialogs and toasts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from red7_desktop.scene.animation import Animator, Timers
from red7_desktop.scene.geometry import CENTRE, Size, Vec
from red7_desktop.scene.node import Gesture, GestureKind, Node
from red7_desktop.scene.pictures import Align, BoxPicture, Picture
from red7_desktop.scene.theme import ResolvedTheme
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.widget import Label, Panel, Widget, put


class Dialog(Widget):
    """A modal dialog: a frame around `content` that blocks everything below.

    Show the dialog with `Stage.show_dialog` and remove it with `Stage.hide_overlay`. The frame is
    as large as its content and the row of buttons need. The first button gets the focus, so it
    should be a harmless button, such as "Cancel".

    Args:
        look: Theme and window size.
        title: Heading.
        content: Node inside the frame.
        buttons: Buttons below the content.
        on_close: Called for Esc, Back, and a click outside. It must remove the dialog.
        options: Attributes of the node.
    """

    def __init__(
        self,
        look: ResolvedTheme,
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
        # The frame consumes unhandled gestures, so that only a click outside closes the dialog.
        self.frame.on_gesture = _blocks_all_but_hover
        self._title = Label(look, title, "title", wraps=True, name="title")
        self.frame.add(self._title, content, *self.buttons)
        self.add(self.scrim, self.frame)
        self.refresh()

    def refresh(self) -> None:
        sizes = self.look.theme.sizes
        visible = self.look.visible_area
        put(self.scrim, visible, BoxPicture(self.look.theme.colour("scrim")))
        margin = 2 * sizes.padding
        gap = sizes.gap
        button_gap = get_button_gap(self.look)
        row_width = sum(button.size.w + button_gap for button in self.buttons) - button_gap
        self._title.max_width = visible.w - 2 * (margin + sizes.safe_margin)
        inner = max(self._title.size.w, self.content.size.w, row_width)
        self._title.position = Vec(margin, margin)
        self.content.position = Vec(margin, margin + self._title.size.h + 2 * gap)
        bottom = self.content.position.y + self.content.size.h
        if self.buttons:
            left = margin + inner - row_width
            bottom = bottom + 2 * gap
            for button in self.buttons:
                button.position = Vec(left, bottom)
                left += button.size.w + button_gap
            bottom += max(button.size.h for button in self.buttons)
        self.frame.size = Size(inner + 2 * margin, bottom + margin)
        self.frame.position = visible.centre


def _blocks_all_but_hover(gesture: Gesture) -> bool:
    return gesture.kind not in (GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE)


_MOST_TOASTS = 3


class Toast(Widget):
    """A short message that is shown at the top of the window for some seconds.

    Args:
        look: Theme and window size.
        message: Text, wrapped at `max_width`.
        style: Name of a box style.
        max_width: Maximum width of the text in design units.
        mark: Picture before the message, twice as high as the text. Clicking a toast with a mark
            dismisses it.
        options: Attributes of the node.

    Attributes:
        on_gone: Called once when the toast is dismissed or its time is over.
    """

    on_gone: Callable[[], object]

    def __init__(
        self,
        look: ResolvedTheme,
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
        height = max(self._label.size.h, side) + padding
        text_left = padding + 1.3 * side
        self.mark.size = Size(side, side)
        self.mark.position = Vec(padding + side / 2, height / 2)
        self._label.position = Vec(text_left, (height - self._label.size.h) / 2)
        self.size = Size(text_left + self._label.size.w + padding, height)
        self.picture = box.picture()


class ToastStack(Widget):
    """A stack of toasts at the top of the window, the newest at the bottom.

    A toast stays for the theme's toast time, and longer if its message is long. The animation speed
    has no effect on this time.

    Attributes:
        toasts: The visible toasts, oldest first.
        find_position: Function that takes the size of the stack and returns the position of the
            middle of its top edge; None for the usual position at the top of the window.
    """

    def __init__(
        self, look: ResolvedTheme, animator: Animator, timers: Timers, **options: Any
    ) -> None:
        super().__init__(look, **options)
        self._animator = animator
        self._timers = timers
        self.toasts: list[Toast] = []
        self.find_position: Callable[[Size], Vec | None] = lambda room: None

    def show(
        self, message: str, *, on_gone: Callable[[], object] = lambda: None, **options: Any
    ) -> Toast:
        """Show a message as a toast; if there are too many toasts, dismiss the oldest.

        Args:
            message: Text of the toast.
            on_gone: Called once when the toast is dismissed.
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
        self._animator.finish(toast, "position")
        self._animator.animate(toast, "alpha", 1.0, times.quick)
        # Long messages stay a second longer for each fifteen letters beyond the first 45.
        stay = times.toast + max(0, len(message) - 45) / 15
        self._timers.after(stay, toast.on_activate)
        return toast

    def dismiss(self, toast: Toast) -> None:
        """Fade a toast out and remove it; do nothing if it was dismissed before."""
        if toast not in self.toasts:
            return
        self.toasts.remove(toast)
        self._animator.animate(toast, "alpha", 0.0, self.look.theme.times.quick, done=toast.detach)
        self.refresh()
        toast.on_gone()

    def refresh(self) -> None:
        if not self.toasts:
            return
        sizes = self.look.theme.sizes
        boxes = [toast.size for toast in self.toasts]
        height = sum([each.h + sizes.gap for each in boxes]) - sizes.gap
        place = self.find_position(Size(max([each.w for each in boxes]), height)) or Vec(
            self.look.visible_area.centre.x, self.look.visible_area.top + sizes.safe_margin
        )
        for toast in self.toasts:
            self._animator.animate(toast, "position", place, self.look.theme.times.quick)
            place = place + Vec(0.0, toast.size.h + sizes.gap)
