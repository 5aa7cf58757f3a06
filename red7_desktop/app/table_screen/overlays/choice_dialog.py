"""Asks the viewer to choose between some sets of cards, above the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.dialog import Dialog

if TYPE_CHECKING:
    from red7_desktop.kit.models.cards import CardChoice, CardOption
    from red7_desktop.kit.pages.screen import Ui

_CHOICE_CARD_WIDTH: Final = 72.0

_CHOICE_GAP: Final = 10.0


def show_choice(kit: Ui, choice: CardChoice, on_choice: Callable[[Any], None]) -> Dialog:
    """Show what may be chosen, the proposed option first; closing takes that one's step."""

    def take(step: Any) -> None:
        kit.stage.hide_overlay(dialog)
        on_choice(step)

    rows = Node(name="choices")
    y = 0.0
    for option in choice.options:
        row = _build_option_row(kit, option, partial(take, option.step))
        row.position = Vec(0.0, y)
        rows.add(row)
        y += row.size.h + _CHOICE_GAP
    rows.size = Size(max(row.size.w for row in rows.children), y - _CHOICE_GAP)
    close = partial(take, choice.options[0].step)
    dialog = Dialog(kit.stage.look, choice.title, rows, [], on_close=close, name="card choice")
    first = next(node for node in rows.walk() if isinstance(node, Button))
    kit.stage.show_overlay(dialog, first=first, on_back=dialog.on_close)
    return dialog


def _build_option_row(kit: Ui, option: CardOption, take: Callable[[], None]) -> Node:
    """Make one option: its cards, and the button that takes them."""
    row = Node(name=str(option.step))
    size = kit.faces.size(_CHOICE_CARD_WIDTH)
    x = 0.0
    for face in option.cards:
        picture = kit.faces.picture(face, _CHOICE_CARD_WIDTH)
        row.add(Node(name=face, picture=picture, position=Vec(x, 0.0), size=size))
        x += size.w + _CHOICE_GAP
    look = kit.stage.look
    button = Button(look, option.label, take, style="primary", name=f"take {option.step}")
    button.position = Vec(x + 2 * _CHOICE_GAP, (size.h - button.size.h) / 2)
    row.add(button)
    row.size = Size(button.position.x + button.size.w, size.h)
    return row
