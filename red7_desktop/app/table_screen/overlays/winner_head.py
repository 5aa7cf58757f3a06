"""The head of a page that names winners: their crowned signs, and a title beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from red7_desktop.kit.hud.seats.avatar import Avatar, Sign
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from red7_desktop.kit.hud.ink import Ink
    from red7_desktop.scene.theme.style import Look

_USUAL: Final = 50.0
"""An avatar is made in this width and scaled, so that its letter grows with it."""
_SIDE: Final = 88.0
_CROWN: Final = 0.36
"""How far a crown reaches above a sign, as a part of its width."""


def large_avatar(look: Look, ink: Ink, sign: Sign, place: Rect) -> Node:
    """Give a seat's sign in a larger square."""
    avatar = Avatar(look, ink, name="avatar")
    avatar.place(Rect(place.x, place.y, _USUAL, _USUAL))
    avatar.show(sign)
    avatar.scale = place.w / _USUAL
    return avatar


def winner_head(look: Look, ink: Ink, signs: Sequence[Sign], title: str, width: float) -> Node:
    """Give signs side by side and the title after them, over the whole width."""
    zoom = look.theme.zoom
    side = min(_SIDE * zoom, width * 0.2, width * 0.4 / len(signs))
    crown = side * _CROWN
    head = Node(name="winner", size=Size(width, side + crown))
    x = 4.0
    for sign in signs:
        head.add(large_avatar(look, ink, sign, Rect(x, crown, side, side)))
        x += side + 12.0 * zoom
    left = x + 12.0 * zoom
    words = RunsLabel(
        look,
        title,
        "display",
        size=Size(width - left, side + crown * 0.5),
        max_lines=2,
        position=Vec(left, crown * 0.75),
        name="title",
    )
    head.add(words)
    return head
