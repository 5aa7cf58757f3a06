"""A small picture of a kept match's table: the combination to beat, every hand and every offer.

It is drawn from what a spectator may know, so it shows no hidden card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.pictures.card_row import (
    build_card_row,
    measure_row_width,
)
from red7_desktop.games.spring_cleaning.face.pictures.window_light import (
    DAYLIGHT,
    build_window_light,
)
from red7_desktop.kit.game_face import SKETCH
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.mini_cards import build_mini_cards
from red7_desktop.kit.hud.seats.avatar import Avatar
from red7_desktop.kit.language.seat_words import SeatSign, SeatWords
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import BoxPicture, Gradient
from red7_desktop.scene.theme.colour import Colour
from red7_desktop.tabletop.zones import zone_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.play.seats import Seat

GROUND: Final = Colour(18, 46, 46)
"""The tone of the table where no theme tells another."""

_EDGE: Final = 12.0

_GAP: Final = 7.0

_TABLE: Final = 0.44
"""The share of the width that the combination on the table has."""

_MOST_DISC: Final = 40.0

_HAND: Final = 0.62
"""The share of a seat's row that its hand has; the rest is its offer's."""

_MOST_CARD: Final = 0.24
"""No card there is wider, as a part of the row."""


def build_table_sketch(
    kit: Ui, seen: SpringObservation, seats: Sequence[Seat], width: float
) -> Node:
    """Give the picture in a box of a width."""
    scale = width / SKETCH.w
    size = SKETCH.scaled(scale)
    table = kit.stage.look.theme.colour("table")
    room = BoxPicture(
        Gradient(GROUND.mixed(DAYLIGHT, 0.12), GROUND.mixed(table, 0.3)),
        radius=14.0 * scale,
        border=GROUND.mixed(DAYLIGHT, 0.45),
        border_width=1.5 * scale,
    )
    box = Node(name="sketch", picture=room, size=size)
    edge = _EDGE * scale
    box.add(Node(name="light", size=Size(0.7 * size.w, size.h), picture=build_window_light(0.6)))
    inner = Rect(edge, edge, size.w - 2 * edge, size.h - 2 * edge)
    box.add(*_sketch_combination(kit, seen, Rect(inner.x, inner.y, _TABLE * inner.w, inner.h)))
    left = inner.x + _TABLE * inner.w + edge
    rows = Rect(left, inner.y, inner.right - left, inner.h)
    gap = _GAP * scale
    high = (rows.h - gap * (len(seats) - 1)) / len(seats)
    for sign in SeatWords.at(kit.texts, seats, None).signs():
        row = Rect(rows.x, rows.y + sign.seat * (high + gap), rows.w, high)
        box.add(*_sketch_seat(kit, seen, sign, row, min(_MOST_DISC * scale, high)))
    return box


def _sketch_combination(kit: Ui, seen: SpringObservation, area: Rect) -> list[Node]:
    """Give the combination to beat, nothing where none lies there."""
    cards = tuple(int(face) for face in seen.zones["table"] if face)
    if not cards:
        return []
    wide = min(area.w / measure_row_width(cards), area.h / kit.faces.size(1.0).h, 0.42 * area.w)
    nodes = build_card_row(kit.faces, cards, wide)
    left = area.x + (area.w - measure_row_width(cards) * wide) / 2
    top = area.centre.y - kit.faces.size(wide).h / 2
    for node in nodes:
        node.position = node.position + Vec(left, top)
    return nodes


def _sketch_seat(
    kit: Ui, seen: SpringObservation, sign: SeatSign, row: Rect, side: float
) -> list[Node]:
    """Give a seat's sign, its hand as backs and known faces, and its offer."""
    avatar = Avatar(kit.stage.look, TextStyler(kit.faces, kit.settings.colours), name="avatar")
    avatar.place(Rect(row.x, row.centre.y - side / 2, side, side))
    avatar.show(sign)
    left = row.x + side * 1.25
    rest = row.right - left
    hand = Rect(left, row.y, _HAND * rest, row.h)
    offer = Rect(hand.right, row.y, row.right - hand.right, row.h)
    held, offered = seen.zones[zone_of("hand", sign.seat)], seen.zones[zone_of("offer", sign.seat)]
    most = _MOST_CARD * rest
    return [
        avatar,
        *build_mini_cards(kit.faces, held, hand, most=most),
        *build_mini_cards(kit.faces, offered, offer, share=1.0, most=most),
    ]
