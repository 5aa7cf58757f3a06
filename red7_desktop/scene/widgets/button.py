"""A button: words, an icon, a key hint, and one call for every way of pressing it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from red7_desktop.scene.geometry import NO_SIZE, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, Picture, TextPicture
from red7_desktop.scene.theme.style import BoxStyle, ButtonStyle, Look
from red7_desktop.scene.widgets.cap import KeyCap
from red7_desktop.scene.widgets.control import Control

_DIMMED = 0.5
"""How much of icon and key hint a disabled button shows."""


def get_button_gap(look: Look) -> float:
    """Give the room between two buttons in a row: the ring around one keeps off the other."""
    sizes = look.theme.sizes
    return sizes.gap + 2 * (sizes.focus_gap + sizes.focus_width)


class Button(Control):
    """Calls `on_press` when it is clicked, tapped, or activated while it has the focus.

    It is never smaller than the theme's target size. Without a `size` it is as large as what is
    in it. `icon` is drawn at the theme's icon size. `hint` says what the key is for that does the
    same; the look's prompts know which one that is. `notes` are ways to say something below the
    words: the first one is shown that has room there.
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
        super().__init__(look, enabled=enabled, **options)
        self._on_press = on_press
        self._text = text
        self._style = style
        self._hint = hint
        self._own_size = size
        self._icon = Node(picture=icon, name="icon", visible=icon is not None)
        self._words = Node(name="words")
        self._key = KeyCap(name="key")
        self._notes: Sequence[str] = ()
        self._note = Node(name="note", visible=False)
        self.add(self._icon, self._words, self._note, self._key)
        self.on_activate = self._press
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
    def notes(self) -> Sequence[str]:
        """Ways to say what stands below the words."""
        return self._notes

    @notes.setter
    def notes(self, notes: Sequence[str]) -> None:
        self._notes = notes
        self.refresh()

    def widen(self, least: float) -> None:
        """Become at least so wide."""
        self._own_size = Size(max(self.size.w, least), self._own_size.h)
        self.refresh()

    @property
    def hints(self) -> tuple[str, ...]:
        """Name what its key is for."""
        return (self._hint,) if self._hint else ()

    def refresh(self) -> None:
        """Take the looks of the present state and lay out what is inside."""
        style = self.look.theme.button(self._style)
        box = style.states[self.state]
        words = style.text.picture(self._text, box.ink)
        hint_size = self._key.tell(self.look, style, self._hint)
        self._key.alpha = 1.0 if self.enabled else _DIMMED
        self._lay_out(style, box, words, hint_size)
        self.picture = box.picture()

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
        room = max(0.0, min(text.w, self.size.w - beside))
        content = icon + icon_gap + (room if self._text else 0.0)
        free = self.size.w - hint_room - content
        left = sizes.padding if style.align is Align.START and self._text else free / 2
        self._icon.alpha = 1.0 if self.enabled else _DIMMED
        self._icon.size = Size(sizes.icon, sizes.icon)
        self._icon.position = Vec(left, (self.size.h - sizes.icon) / 2)
        self._words.picture = style.text.picture(self._text, box.ink, max_width=room)
        self._words.size = Size(room, self.size.h)
        self._words.position = Vec(left + icon + icon_gap, 0.0)
        self._key.position = Vec(self.size.w - sizes.padding - hint.w, (self.size.h - hint.h) / 2)

        self._add_note(box, text, self.size.w - beside)

    def _add_note(self, box: BoxStyle, text: Size, room: float) -> None:
        """Put the first note below the words that has room there, and raise these."""
        style, words = self.look.theme.texts["note"], self._words
        self._note.visible = False
        for note in self._notes:
            picture = style.picture(note, box.ink)
            size = self.look.text.measure(picture, self.look.scale)
            top = (self.size.h - text.h - size.h) / 2
            if size.w <= room and top >= 0:
                words.size = Size(words.size.w, text.h)
                words.position = Vec(words.position.x, top)
                self._note.picture, self._note.size = picture, size
                self._note.position = Vec(words.position.x, top + text.h)
                self._note.visible = True
                return

    def _press(self) -> None:
        if self.enabled:
            self._on_press()
