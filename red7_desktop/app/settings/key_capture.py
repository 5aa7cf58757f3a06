"""A dialog that waits for the key or pad button that is to be given to something."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pygame

from red7_desktop.kit.input.bindings import Device, Side
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.input.command import chord_of
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.dialog import Dialog
from red7_desktop.scene.widgets.label import Label

if TYPE_CHECKING:
    from red7_desktop.kit.pages.screen import Kit


def capture(kit: Kit, side: Side, what: str, on_key: Callable[[Any], None]) -> Dialog:
    """Wait for a key, or for a pad button, and tell it once the dialog is gone.

    Esc, Cancel and a click outside leave all as it is, and so does the pad's B while a key is
    waited for. While a button is, each of them counts, so that any two can change places.
    """
    stage, texts = kit.stage, kit.texts

    def close() -> None:
        stage.grab = None
        kit.controls.is_capturing = False
        stage.hide_overlay(dialog)

    def hear(event: pygame.Event) -> bool:
        key = _key_in(event, side)
        if key is None:
            return False
        close()
        on_key(key)
        return True

    look = stage.look
    is_keys = side is Device.KEYBOARD
    asks = texts("Press the key.") if is_keys else texts("Press the button on the gamepad.")
    words = Label(look, asks, "body", name="words")
    note = Label(look, texts("Esc leaves it as it is."), "note", name="note")
    note.position = Vec(0.0, words.size.h + look.theme.sizes.gap)
    content = Node(name="capture words")
    content.add(words, note)
    content.size = Size(max(words.size.w, note.size.w), note.position.y + note.size.h)
    cancel = Button(look, texts("Cancel"), close, name="cancel")
    dialog = Dialog(look, what, content, [cancel], on_close=close, name="capture")
    stage.show_dialog(dialog)
    stage.grab = hear
    kit.controls.is_capturing = True
    return dialog


def _key_in(event: pygame.Event, side: Side) -> Any:
    """Give the key or button that goes down in an event, None for anything else and for Esc."""
    if getattr(event, "repeat", False):
        return None
    if side is Device.PAD:
        return event.button if event.type == pygame.CONTROLLERBUTTONDOWN else None
    if event.type != pygame.KEYDOWN or event.key == pygame.K_ESCAPE:
        return None
    return None if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT) else chord_of(event)
