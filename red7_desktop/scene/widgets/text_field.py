"""A text field: one line that can be typed, with a caret, for names and numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pygame

from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.input.focus import Focus
from red7_desktop.scene.input.gesture import Gesture, GestureKind, Pointer
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import BoxPicture, TextPicture
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.control import Control

_CARET: Final = 2.5

_PADDING: Final = 0.7
"""The room at either end, as a part of the theme's padding."""


class TextField(Control):
    """Tells `on_change` its text at each change, and `on_done` when Return is pressed.

    Whoever has the focus types: letters go in at the caret, Left and Right move it and, at
    either end of the text, the focus. At most `limit` characters go in, and only those that
    `accepts` says yes to. `paste` gives the clipboard's text for Ctrl+V. `focus` is the stage's:
    a click gives the field the focus. A touch, or a pad's button, calls `on_no_keys` where it is
    given, so that the program can show letters to pick from. Without text, `placeholder` shows.
    The theme's button `field` gives the looks.
    """

    def __init__(
        self,
        look: Look,
        text: str,
        focus: Focus,
        on_change: Callable[[str], None],
        *,
        width: float,
        limit: int = 16,
        placeholder: str = "",
        accepts: Callable[[str], bool] = str.isprintable,
        paste: Callable[[], str] | None = None,
        on_done: Callable[[], None] | None = None,
        on_no_keys: Callable[[TextField], None] | None = None,
        enabled: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(look, enabled=enabled, **options)
        self._focus = focus
        self._on_change = on_change
        self._on_done = on_done
        self._on_no_keys = on_no_keys
        self._paste = paste
        self._accepts = accepts
        self._limit = limit
        self._width = width
        self._placeholder = placeholder
        self._text = text
        self._caret = len(text)
        self._scroll = 0.0
        self._window = Node(name="window", clips=True)
        self._words = Node(name="words")
        self._bar = Node(name="caret", visible=False)
        self._window.add(self._words, self._bar)
        self.add(self._window)
        self.on_activate = self._activate
        self.on_event = self._take_event
        self.refresh()

    @property
    def text(self) -> str:
        """The text; writing it tells nobody."""
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        self._text = text
        self._caret = min(self._caret, len(text))
        self.refresh()

    @property
    def caret(self) -> int:
        """Before which character the next letter goes in."""
        return self._caret

    def refresh(self) -> None:
        """Lay out the text so that the caret can be seen."""
        theme = self.look.theme
        style = theme.button("field")
        box = style.states[self.state]
        height = max(theme.sizes.target, style.text.size * style.text.line_height + theme.sizes.gap)
        self.size, self.picture = Size(self._width, height), box.picture()
        padding = theme.sizes.padding * _PADDING
        room = Size(max(0.0, self._width - 2 * padding), height)
        self._window.position, self._window.size = Vec(padding, 0.0), room
        caret = self._width_of(self._text[: self._caret])
        bar = Size(_CARET * theme.zoom, style.text.size * 1.15)
        self._scroll = min(self._scroll, caret)
        self._scroll = max(self._scroll, caret + bar.w - room.w, 0.0)
        if self._text:
            self._words.picture = style.text.picture(self._text, box.ink)
        else:
            self._words.picture = style.text.picture(self._placeholder, theme.colour("text_faint"))
        self._words.size = Size(self._width_of(self._text), height)
        self._words.position = Vec(-self._scroll, 0.0)
        self._bar.visible = self.has_focus
        self._bar.picture = BoxPicture(theme.colour("accent"), radius=bar.w / 2)
        self._bar.size = bar
        self._bar.position = Vec(caret - self._scroll, (height - bar.h) / 2)

    @staticmethod
    def width_for(look: Look, text: str) -> float:
        """Give the width of a field that shows the whole of a text, and the caret after it."""
        words = look.text.measure(look.theme.button("field").text.picture(text), look.scale)
        return words.w + _CARET * look.theme.zoom + 2 * look.theme.sizes.padding * _PADDING

    def _picture(self, text: str) -> TextPicture:
        return self.look.theme.button("field").text.picture(text)

    def _width_of(self, text: str) -> float:
        return self.look.text.measure(self._picture(text), self.look.scale).w if text else 0.0

    # -- editing ---------------------------------------------------------------------------

    def insert(self, text: str) -> None:
        """Put text in at the caret, as much of it as goes in and is accepted."""
        fit = [char for char in text if char.isprintable() and self._accepts(char)]
        fit = fit[: max(0, self._limit - len(self._text))]
        if fit:
            before, after = self._text[: self._caret], self._text[self._caret :]
            self._edit(before + "".join(fit) + after, self._caret + len(fit))

    def delete(self, ahead: bool = False) -> None:
        """Take away the character before the caret, or the one behind it."""
        place = self._caret if ahead else self._caret - 1
        if 0 <= place < len(self._text):
            self._edit(self._text[:place] + self._text[place + 1 :], place)

    def clear(self) -> None:
        """Take away all of the text."""
        if self._text:
            self._edit("", 0)

    def _edit(self, text: str, caret: int) -> None:
        self._text, self._caret = text, caret
        self.refresh()
        self._on_change(text)

    def _move(self, caret: int) -> bool:
        """Put the caret somewhere; False when it was there, so that the focus may go instead."""
        caret = min(max(caret, 0), len(self._text))
        if caret == self._caret:
            return False
        self._caret = caret
        self.refresh()
        return True

    # -- input -----------------------------------------------------------------------------

    def _focus_changed(self, has_focus: bool) -> None:
        if has_focus:
            self._caret = len(self._text)
        super()._focus_changed(has_focus)

    def _take_event(self, event: pygame.Event) -> bool:
        if event.type == pygame.TEXTINPUT:
            self.insert(event.text)
            return True
        return event.type == pygame.KEYDOWN and self._take_key(event)

    def _take_key(self, event: pygame.Event) -> bool:
        if getattr(event, "mod", 0) & (pygame.KMOD_CTRL | pygame.KMOD_META):
            if event.key == pygame.K_v and self._paste is not None:
                self.insert(self._paste())
                return True
            return False
        match event.key:
            case pygame.K_RETURN | pygame.K_KP_ENTER:
                self._done()
            case pygame.K_BACKSPACE:
                self.delete()
            case pygame.K_DELETE:
                self.delete(ahead=True)
            case pygame.K_HOME:
                self._move(0)
            case pygame.K_END:
                self._move(len(self._text))
            case pygame.K_LEFT:
                return self._move(self._caret - 1)
            case pygame.K_RIGHT:
                return self._move(self._caret + 1)
            case _:
                # A key that comes again as a letter is to be nobody's shortcut.
                letter = getattr(event, "unicode", "")
                return event.key == pygame.K_SPACE or (bool(letter) and letter.isprintable())
        return True

    def take_gesture(self, gesture: Gesture) -> bool:
        """Take the focus, and put the caret where the click was."""
        if gesture.kind is not GestureKind.CLICK or gesture.button != 1:
            return False
        self._focus.give(self)
        spot = self._window.to_local(gesture.position)
        if spot is not None:
            self._move(self._letter_at(spot.x + self._scroll))
        if gesture.pointer is Pointer.TOUCH:
            self._ask_for_letters()
        return True

    def _letter_at(self, x: float) -> int:
        """Give the gap between letters that lies nearest to a place."""
        places = range(len(self._text) + 1)
        return min(places, key=lambda place: abs(self._width_of(self._text[:place]) - x))

    def _ask_for_letters(self) -> bool:
        if self._on_no_keys is None:
            return False
        self._on_no_keys(self)
        return True

    def _activate(self) -> None:
        """Show letters: whoever activates it without Return has no keys to type with."""
        if not self._ask_for_letters():
            self._done()

    def _done(self) -> None:
        if self._on_done is not None:
            self._on_done()
