"""A small picture of a kept match's table: the rule in force, and every palette.

It is drawn from what a spectator may know, so it shows no hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.face.pictures.card_faces import tint_of
from red7_desktop.games.red7.rules.cards import LETTERS, TEXTS, colour_of
from red7_desktop.kit.game_face import SKETCH
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.mini_cards import build_mini_cards
from red7_desktop.kit.hud.seats.avatar import Avatar
from red7_desktop.kit.language.seat_words import SeatSign, SeatWords
from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import BoxPicture, Gradient

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.play.seats import Seat

_EDGE: Final = 12.0

_GAP: Final = 7.0

_CANVAS: Final = 0.27
"""The canvas's share of the width."""

_MOST_DISC: Final = 40.0

_OUT: Final = 0.35
"""How much shows of a seat that is out."""


def build_table_sketch(kit: Ui, seen: Red7Observation, seats: Sequence[Seat], width: float) -> Node:
    """Give the picture in a box of a width."""
    scale = width / SKETCH.w
    size = SKETCH.scaled(scale)
    theme = kit.stage.look.theme
    letter = LETTERS[colour_of(seen.canvas[-1])] if seen.canvas else "R"
    ground, light = theme.colour("table"), tint_of(letter)
    room = BoxPicture(
        Gradient(ground.mixed(light, 0.30), ground.mixed(light, 0.10)),
        radius=14.0 * scale,
        border=light.with_alpha(0.55),
        border_width=1.5 * scale,
    )
    box = Node(name="sketch", picture=room, size=size)
    edge = _EDGE * scale
    inner = Rect(edge, edge, size.w - 2 * edge, size.h - 2 * edge)
    canvas = Rect(inner.x, inner.y, _CANVAS * inner.w, inner.h)
    box.add(*_sketch_canvas(kit, seen, letter, canvas))
    left = canvas.right + edge
    rows = Rect(left, inner.y, inner.right - left, inner.h)
    gap = _GAP * scale
    high = (rows.h - gap * (len(seats) - 1)) / len(seats)
    for sign in SeatWords.at(kit.texts, seats, None).signs():
        row = Rect(rows.x, rows.y + sign.seat * (high + gap), rows.w, high)
        box.add(*_sketch_seat(kit, seen, sign, row, _MOST_DISC * scale))
    return box


def _sketch_canvas(kit: Ui, seen: Red7Observation, letter: str, area: Rect) -> list[Node]:
    """Give the card on top of the canvas, or the rule's symbol where nothing lies there yet."""
    if seen.canvas:
        high = min(area.h, area.w * 1.4)
        room = Rect(area.x, area.centre.y - high / 2, area.w, high)
        return build_mini_cards(kit.faces, [TEXTS[seen.canvas[-1]]], room, share=0.5)
    side = 0.7 * area.w
    place = Rect.centred(area.centre, Size(side, side))
    picture = kit.faces.symbol_picture(letter, tint_of(letter))
    return [Node(name="rule", picture=picture, position=place.position, size=place.size)]


def _sketch_seat(
    kit: Ui, seen: Red7Observation, sign: SeatSign, row: Rect, most: float
) -> list[Node]:
    """Give a seat's sign, and its palette beside it."""
    look = kit.stage.look
    side = min(most, row.h)
    avatar = Avatar(look, TextStyler(kit.faces, kit.settings.colours), name="avatar")
    avatar.place(Rect(row.x, row.centre.y - side / 2, side, side))
    avatar.show(sign)
    left = row.x + most * 1.2
    palette = Rect(left, row.y, row.right - left, row.h)
    if seen.out >> sign.seat & 1:
        avatar.alpha = _OUT
        return [avatar]
    return [
        avatar,
        *build_mini_cards(kit.faces, [TEXTS[card] for card in seen.rows[sign.seat]], palette),
    ]
