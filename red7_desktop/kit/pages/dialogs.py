"""Short dialogs: a message to be read, and a question to be answered first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from red7_desktop.kit.pages.screen import Ui
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.dialog import Dialog
from red7_desktop.scene.widgets.label import Label

_WIDTH: Final = 620.0
"""Words wrap at this width, at the theme's zoom 1."""


def show_message(kit: Ui, title: str, message: str) -> Dialog:
    """Show a message until it is closed, by its button, Esc, the pad's B or a click outside."""

    def close() -> None:
        kit.stage.hide_overlay(dialog)

    look = kit.stage.look
    button = Button(look, kit.texts("OK"), close, style="primary", name="done")
    dialog = Dialog(
        look, title, _build_words_label(kit, message), [button], on_close=close, name="message"
    )
    kit.stage.show_dialog(dialog)
    return dialog


def ask(
    kit: Ui,
    title: str,
    message: str,
    *,
    yes: str,
    no: str = "",
    on_yes: Callable[[], None],
    on_no: Callable[[], None] | None = None,
    is_destructive: bool = True,
) -> Dialog:
    """Ask before something is done; closing the dialog in any way means no.

    The button that changes nothing has the focus. `no` is what it says, "Cancel" unless given.
    `on_yes` or `on_no` runs once the dialog is gone.
    """

    def answer(then: Callable[[], None] | None) -> None:
        kit.stage.hide_overlay(dialog)
        if then is not None:
            then()

    look = kit.stage.look
    style = "danger" if is_destructive else "primary"
    buttons = [
        Button(look, no or kit.texts("Cancel"), lambda: answer(on_no), name="no"),
        Button(look, yes, lambda: answer(on_yes), style=style, name="yes"),
    ]
    dialog = Dialog(
        look,
        title,
        _build_words_label(kit, message),
        buttons,
        on_close=lambda: answer(on_no),
        name="question",
    )
    kit.stage.show_dialog(dialog)
    return dialog


def _build_words_label(kit: Ui, message: str) -> Label:
    look = kit.stage.look
    room = look.visible.w - 2 * look.theme.sizes.safe_margin - 4 * look.theme.sizes.padding
    width = min(_WIDTH * look.theme.zoom, room)
    return Label(look, message, "body", max_width=width, wraps=True, name="words")
