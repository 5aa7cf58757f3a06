"""The lights of a streak: so many in a row, each in its colour, dark till it is on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.app.puzzles.progress import LIGHTS
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import BoxPicture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.hud.ink import TextStyler
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.scene.theme.style import Look

_LIGHTS_GAP: Final = 0.03
"""Between two of them, as a part of the width of all."""


def list_light_letters(face: AnyGameView, texts: Texts) -> tuple[str, ...]:
    """Give the letters of a game's colours for the lights; "" where it has not just as many."""
    won_by = face.won_by(texts)
    letters = tuple([share.symbol for share in won_by.shares]) if won_by is not None else ()
    return letters if len(set(letters)) == LIGHTS else ("",) * LIGHTS


def build_lights_row(
    look: Look, ink: TextStyler, letters: Sequence[str], lit: int, size: Size
) -> Node:
    """Give the lights in a row. letters: of their colours. lit: how many are on."""
    row = Node(name="lights", size=size)
    gap = _LIGHTS_GAP * size.w
    wide = (size.w - (len(letters) - 1) * gap) / len(letters)
    for nth, letter in enumerate(letters):
        colour = look.theme.colour("avatar")
        if nth < lit:
            colour = ink.on_dark(look, letter) if letter else look.theme.colour("accent")
        light = Node(name="lit" if nth < lit else "dark", size=Size(wide, size.h))
        light.picture = BoxPicture(colour, min(size.h, wide) / 2)
        light.position = Vec(nth * (wide + gap), 0.0)
        row.add(light)
    return row
