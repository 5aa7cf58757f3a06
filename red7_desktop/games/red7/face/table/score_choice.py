"""Lets the winner of a round choose which cards to take, where the rules leave a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.face.pictures.card_pictures import card_picture, card_size
from red7_desktop.games.red7.rules.cards import texts_of, worth_of
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.dialog import Dialog

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.match_steps import TakeScore
    from red7_desktop.kit.pages.screen import Kit

_CARD: Final = 72.0
_GAP: Final = 10.0
_MOST: Final = 6
"""So many choices are shown; the rest are worth no more and differ in a colour only."""


def choose_score(
    kit: Kit, choices: Sequence[TakeScore], on_choice: Callable[[TakeScore], None]
) -> Dialog:
    """Show the sets that may be taken, the proposed one first; closing takes that one."""

    def take(choice: TakeScore) -> None:
        kit.stage.hide_overlay(dialog)
        on_choice(choice)

    shown = choices[:_MOST]
    rows = Node(name="choices")
    y = 0.0
    for choice in shown:
        row = _row(kit, choice, lambda picked=choice: take(picked))  # type: ignore[misc]
        row.position = Vec(0.0, y)
        rows.add(row)
        y += row.size.h + _GAP
    rows.size = Size(max(row.size.w for row in rows.children), y - _GAP)
    title = kit.texts("Which cards do you take?")
    dialog = Dialog(
        kit.stage.look, title, rows, [], on_close=lambda: take(choices[0]), name="score choice"
    )
    first = next(node for node in rows.walk() if isinstance(node, Button))
    kit.stage.show_overlay(dialog, first=first, on_back=dialog.on_close)
    return dialog


def _row(kit: Kit, choice: TakeScore, take: Callable[[], None]) -> Node:
    """Make one choice: its cards, and the button that takes them."""
    row = Node(name=str(choice))
    size = card_size(_CARD)
    x = 0.0
    for face in texts_of(choice.cards):
        picture = card_picture(kit.faces, face, _CARD)
        row.add(Node(name=face, picture=picture, position=Vec(x, 0.0), size=size))
        x += size.w + _GAP
    points = worth_of(choice.cards)
    words = kit.texts.plural("Take {n} point", "Take {n} points", points)
    button = Button(kit.stage.look, words, take, style="primary", name=f"take {choice}")
    button.position = Vec(x + 2 * _GAP, (size.h - button.size.h) / 2)
    row.add(button)
    row.size = Size(button.position.x + button.size.w, size.h)
    return row
