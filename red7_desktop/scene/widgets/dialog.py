"""A dialog frame: a modal panel over a dimmed window, with a title, content and buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from red7_desktop.scene.geometry import CENTRE, Size, Vec
from red7_desktop.scene.input.gesture import Gesture, GestureKind
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import BoxPicture
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.base import Widget
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel


class Dialog(Widget):
    """A frame around `content` that lets nothing below be operated.

    `on_close` runs when the person presses Esc or Back, or clicks outside: it decides what that
    means, the frame does not close itself. Show it with `Stage.show_dialog` and take it away with
    `Stage.hide_overlay`. The frame is as large as its content and the row of buttons need.
    `first` gets the focus; it is the first button unless told otherwise, so put the harmless one
    there.
    """

    def __init__(
        self,
        look: Look,
        title: str,
        content: Node,
        buttons: Sequence[Button] = (),
        *,
        on_close: Callable[[], None],
        first: Button | None = None,
        style: str = "dialog",
        **options: Any,
    ) -> None:
        super().__init__(look, **options)
        self.on_close = on_close
        self.content = content
        self.buttons = tuple(buttons)
        self.first = first or next(iter(self.buttons), None)
        self.scrim = Node(name="scrim", interactive=True)
        self.scrim.on_activate = on_close
        self.frame = Panel(look, Size(1, 1), style, name="frame", anchor=CENTRE, interactive=True)
        # The frame takes what nobody inside wanted, so that only a click outside means "close".
        self.frame.on_gesture = _blocks_all_but_hover
        self._title = Label(look, title, "title", wraps=True, name="title")
        self.frame.add(self._title, content, *self.buttons)
        self.add(self.scrim, self.frame)
        self.refresh()

    def refresh(self) -> None:
        """Fit the frame around its parts and put it in the middle of the window."""
        sizes, visible = self.look.theme.sizes, self.look.visible
        self.scrim.picture = BoxPicture(self.look.theme.colour("scrim"))
        self.scrim.position, self.scrim.size = visible.position, visible.size
        edge, gap, beside = 2 * sizes.padding, sizes.gap, get_button_gap(self.look)
        row = sum(button.size.w + beside for button in self.buttons) - beside
        self._title.max_width = visible.w - 2 * (edge + sizes.safe_margin)
        inner = max(self._title.size.w, self.content.size.w, row)
        self._title.position = Vec(edge, edge)
        below_title = edge + self._title.size.h + 2 * gap
        self.content.position = Vec(edge, below_title)
        bottom = below_title + self.content.size.h
        if self.buttons:
            bottom += 2 * gap
            left = edge + inner - row
            for button in self.buttons:
                button.position = Vec(left, bottom)
                left += button.size.w + beside
            bottom += max(button.size.h for button in self.buttons)
        self.frame.size = Size(inner + 2 * edge, bottom + edge)
        self.frame.position = visible.centre


def _blocks_all_but_hover(gesture: Gesture) -> bool:
    return gesture.kind not in (GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE)
