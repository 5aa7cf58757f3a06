"""Letters to pick from, for people who type without a keyboard."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from red7_desktop.kit.pages.screen import Ui
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.dialog import Dialog
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.text_field import TextField

OWN_LETTERS: Final[Mapping[str, str]] = MappingProxyType({"de": "ÄÖÜß", "pl": "ĄĆĘŁŃÓŚŹŻ"})
"""What a language has beside A to Z."""


_KEY: Final = 56.0

_GAP: Final = 8.0

_MOST_COLUMNS: Final = 13


class LetterPad:
    """Shows letters over everything, and puts those that are picked into a text field."""

    def __init__(self, kit: Ui, field: TextField, title: str, *, digits_only: bool = False) -> None:
        self._kit = kit
        self._field = field
        self._digits_only = digits_only
        self._is_lower = bool(field.text)
        self._keys = Node(name="keys")
        self._written = Label(kit.stage.look, field.text or " ", "strong", name="written")
        look = kit.stage.look
        done = Button(look, kit.texts("Done"), self.close, style="primary", name="done")
        content = Node(name="letters")
        content.add(self._written, self._keys)
        self._content = content
        self._fill()
        self.dialog = Dialog(look, title, content, [done], on_close=self.close, name="letter pad")
        first = self._keys.children[0]
        kit.stage.show_overlay(self.dialog, first=first, on_back=self.close)

    def close(self) -> None:
        """Take the letters away."""
        self._kit.stage.hide_overlay(self.dialog)

    def _fill(self) -> None:
        """Lay out the keys, in the present case of letters."""
        for key in self._keys.children:
            key.detach()
        keys = self._letter_keys() + self._command_keys()
        look = self._kit.stage.look
        side, gap = _KEY * look.theme.zoom, _GAP * look.theme.zoom
        fit = int((0.86 * look.visible.w - 4 * look.theme.sizes.padding + gap) / (side + gap))
        columns = max(5, min(_MOST_COLUMNS, fit, 5 if self._digits_only else fit))
        x = y = wide = 0.0
        for key in keys:
            if x and x + key.size.w > columns * (side + gap):
                x, y = 0.0, y + side + gap
            key.position = Vec(x, y)
            x += key.size.w + gap
            wide = max(wide, x - gap)
            self._keys.add(key)
        above = self._written.size.h + look.theme.sizes.gap
        self._keys.position = Vec(0.0, above)
        self._content.size = Size(wide, above + y + side)

    def _letter_keys(self) -> list[Button]:
        if self._digits_only:
            letters = string.digits
        else:
            own = OWN_LETTERS.get(self._kit.texts.language, "")
            letters = string.ascii_uppercase + own + string.digits + "-'."
        if self._is_lower:
            letters = letters.lower()
        return [self._key(letter, partial(self._type, letter)) for letter in letters]

    def _command_keys(self) -> list[Button]:
        texts = self._kit.texts
        delete = self._key(texts("Delete"), self._delete)
        if self._digits_only:
            return [delete]
        case = texts("Capitals") if self._is_lower else texts("Small letters")
        return [
            self._key(case, self._change_case),
            self._key(texts("Space"), lambda: self._type(" ")),
            delete,
        ]

    def _key(self, words: str, press: Callable[[], None]) -> Button:
        """Give a key; a single letter is drawn in place of an icon, for it needs no margins."""
        look = self._kit.stage.look
        side, name = _KEY * look.theme.zoom, f"key {words}"
        if len(words) > 1:
            return Button(look, words, press, size=Size(0.0, side), name=name)
        letter = look.theme.button("plain").text.picture(words, align=Align.CENTRE)
        return Button(look, "", press, icon=letter, size=Size(side, side), name=name)

    def _type(self, letter: str) -> None:
        was_empty = not self._field.text
        self._field.insert(letter)
        self._show()
        if was_empty and self._field.text and not self._is_lower and letter.isalpha():
            self._change_case()

    def _delete(self) -> None:
        self._field.delete()
        self._show()

    def _show(self) -> None:
        self._written.text = self._field.text or " "

    def _change_case(self) -> None:
        """Swap capitals and small letters; the focus stays on its key."""
        focus = self._kit.stage.focus
        place = next((n for n, key in enumerate(self._keys.children) if key is focus.current), None)
        self._is_lower = not self._is_lower
        self._fill()
        self.dialog.refresh()
        if place is not None:
            focus.give(self._keys.children[place])
