"""The lens: while a key is held, or after a press, everybody is seen under all seven rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.games.red7.face.lens.lens_sheet import LensSheet
from red7_desktop.kit.hud.extra import ExtraPanel
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.tools import Tool
from red7_desktop.kit.input.intents import Intent
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.input.gesture import Gesture, GestureKind
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.glyphs import build_glyph
from red7_desktop.scene.paint.pictures import BoxPicture
from red7_desktop.scene.widgets.button import Button

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.lens.lens_model import LensModel
    from red7_desktop.kit.pages.screen import Ui

_ABOVE: Final = 9000.0

_MOST: Final = Size(1900.0, 1240.0)

_SHEET_MAX_RATIO: Final = 1.3
"""So many times as high as wide is a sheet at most."""

_SCRIM: Final = 0.62


class Lens(ExtraPanel):
    """Shows the matrix that `model` gives, at once and without any animation, in two ways.

    `peek` shows it without taking the focus, in `node`, which belongs above the table: for as long
    as a key is held (`handle` does that). `open` shows it as an overlay, which any click, Esc, the
    pad's B and the same key close. Call `refresh` when the table has changed, `resized` when
    window, theme, words or cards have, and `tick` once a frame.
    """

    def __init__(self, kit: Ui, model: Callable[[], LensModel]) -> None:
        tip = kit.texts("Everybody under all seven rules")
        super().__init__(Tool(Intent.EXTRA, "eye", tip), Node(name="lens", z=_ABOVE))
        self._kit = kit
        self._model = model
        self._is_overlay = False
        self._content: Node | None = None
        self._sheet: LensSheet | None = None
        self._scope: Node | None = None

    @property
    def is_open(self) -> bool:
        """Whether the lens is to be seen."""
        return self._content is not None

    def handle(self, event: pygame.Event) -> bool:
        """Show the lens while its key is down; True for an event that was about that."""
        controls = self._kit.controls
        if Intent.EXTRA in controls.asked(event):
            self.peek()
            return True
        if Intent.EXTRA in controls.let_go(event) and self.is_open:
            self.close()
            return True
        if event.type == pygame.WINDOWFOCUSLOST and self.is_open and not self._is_overlay:
            self.close()  # The key may come up in another window, and nobody would hear of it.
        return False

    def peek(self) -> None:
        """Show the lens over the table; the focus and what is held stay where they are."""
        if not self.is_open:
            self.node.add(self._made())
            self._scope = self._kit.stage.focus.scope

    def open(self) -> None:
        """Show the lens as an overlay until it is closed."""
        if self.is_open:
            return
        content = self._made()
        self._is_overlay = True
        content.find("room").on_activate = self.close
        self._kit.stage.show_overlay(content, first=self._add_cross(), on_back=self.close)

    def _add_cross(self) -> Button:
        """Put the button that closes into the corner of the sheet; the lens's key goes to it."""
        stage, sheet = self._kit.stage, self._sheet
        assert sheet is not None
        cross = build_glyph("cross", stage.look.theme.colour("text_soft"))
        button = Button(stage.look, "", self.close, icon=cross, style="quiet", name="close")
        button.on_event = self._take_key
        button.position = Vec(sheet.size.w - button.size.w - 10.0, 10.0)
        sheet.over.add(button)
        return button

    def _take_key(self, event: pygame.Event) -> bool:
        """Close by the key that would show the lens."""
        is_mine = Intent.EXTRA in self._kit.controls.asked(event)
        if is_mine:
            self.close()
        return is_mine

    def tick(self, now: float) -> None:
        """Go when something else has come up, for then nobody would hear of the key any more."""
        is_peeking = self.is_open and not self._is_overlay
        if is_peeking and self._kit.stage.focus.scope is not self._scope:
            self.close()

    def toggle(self) -> None:
        """Open or close, as the lens's button does."""
        if self.is_open:
            self.close()
        else:
            self.open()

    def close(self) -> None:
        """Take the lens away; the focus returns."""
        content, self._content, self._sheet = self._content, None, None
        if content is None:
            return
        if self._is_overlay:
            self._is_overlay = False
            self._kit.stage.hide_overlay(content)
        else:
            content.detach()

    def refresh(self) -> None:
        """Show the table as it is now."""
        if self._sheet is not None:
            self._sheet.show(self._model())

    def resized(self) -> None:
        """Fit the lens into the window, with the words and cards of now."""
        if self._content is None:
            return
        was_overlay = self._is_overlay
        self.close()
        if was_overlay:
            self.open()
        else:
            self.peek()

    # -- inside ------------------------------------------------------------------------------

    def _made(self) -> Node:
        """Make the scrim and the sheet, which takes no click: one anywhere closes the overlay."""
        kit = self._kit
        look = kit.stage.look
        visible = look.visible
        content = Node(name="lens view", position=visible.position, size=visible.size)
        room = Node(name="room", size=visible.size, interactive=True)
        room.picture = BoxPicture(look.theme.colour("scrim").with_alpha(_SCRIM))
        room.on_gesture = _blocks_all_but_clicks
        margin = look.theme.sizes.safe_margin
        wide = min(visible.w - 2 * margin, _MOST.w)
        size = Size(wide, min(visible.h - 2 * margin, max(_MOST.h, _SHEET_MAX_RATIO * wide)))
        place = Rect.centred(Vec(visible.w / 2, visible.h / 2), size)
        sheet = LensSheet(
            look, TextStyler(kit.faces, kit.settings.colours), kit.faces, name="lens sheet"
        )
        sheet.place(place)
        sheet.show(self._model())
        content.add(room, sheet)
        self._content, self._sheet = content, sheet
        return content


def _blocks_all_but_clicks(gesture: Gesture) -> bool:
    """Let nothing below be operated, and a click go on to close the overlay."""
    return gesture.kind is not GestureKind.CLICK
