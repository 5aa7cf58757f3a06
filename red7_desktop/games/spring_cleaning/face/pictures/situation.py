"""A small picture of a round as one seat saw it: what was to beat, all offers, its own hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.spring_cleaning.rules.combinations import cards_of
from red7_desktop.games.spring_cleaning.rules.engine.position import OWES_INSERT
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.mini_cards import build_mini_cards
from red7_desktop.kit.hud.seats.avatar import Avatar
from red7_desktop.kit.language.rich_text import Run, Tone
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.kit.pages.screen import Ui

_CARD: Final = 74.0
"""How high a card is."""

_SITUATION_NAME_WIDTH: Final = 190.0

_FACE: Final = 42.0


class _Row(NamedTuple):
    """One row: a seat, -1 for the table's own; its two lines; cards; whether they may spread."""

    seat: int
    title: str
    note: str
    cards: tuple[int, ...]


def build_situation(kit: Ui, words: SpringWords, seen: SpringObservation, width: float) -> Node:
    """Give a box: what is to be beaten, the other seats’ offers, the observer’s own cards."""
    look, ink = kit.stage.look, TextStyler(kit.faces, kit.settings.colours)
    zoom = look.theme.zoom
    pad = 0.6 * look.theme.sizes.padding
    box = Panel(look, Size(width, 1.0), "well", name="situation")
    flow = Flow(box, width - 2 * pad, 8.0 * zoom, left=pad, top=pad)
    for row in _list_rows(words, seen):
        flow.add(_draw_row(kit, ink, words, row, flow.width))
    box.size = Size(width, flow.bottom + pad)
    return box


def _list_rows(words: SpringWords, seen: SpringObservation) -> list[_Row]:
    texts, position = words.texts, seen.position
    me, count = seen.viewer or 0, len(seen.seen)
    rows: list[_Row] = []
    if position.trick:
        holder = words.name(position.holder)
        rows.append(_Row(-1, texts("To beat"), holder, cards_of(position.table)))
    for place in range(1, count):
        seat = (me + place) % count
        left = words.card_count(position.card_count(seat))
        rows.append(_Row(seat, words.name(seat), left, position.offers[seat]))
    if position.offers[me]:
        rows.append(_Row(me, words.name(me), texts("Your offer"), position.offers[me]))
    if position.loose:
        rows.append(_Row(me, words.name(me), texts("picked up"), position.loose))
    if position.phase == OWES_INSERT:
        rows.append(_Row(me, words.name(me), texts("drawn"), (position.drawn,)))
    rows.append(_Row(me, words.name(me), words.row(position.hands[me]), position.hands[me]))
    return rows


def _draw_row(kit: Ui, ink: TextStyler, words: SpringWords, shown: _Row, width: float) -> Node:
    """Draw a row: a sign, two lines, and cards."""
    look = kit.stage.look
    zoom = look.theme.zoom
    high, side = _CARD * zoom, _FACE * zoom
    row = Node(name=f"seat {shown.seat}", size=Size(width, high))
    if shown.seat >= 0:
        avatar = Avatar(look, ink, name="avatar")
        avatar.place(Rect(0.0, (high - side) / 2, side, side))
        avatar.show(words.sign(shown.seat))
        row.add(avatar)
    left, room = side + 12.0 * zoom, min(_SITUATION_NAME_WIDTH * zoom, 0.24 * width)
    lines = ((shown.title, Tone.STRONG, "label"), (shown.note, Tone.FAINT, "note"))
    labels = [
        RunsLabel(
            look,
            ink.spans(look, (Run(said, tone=tone),)),
            style,
            size=Size(room, 0.0),
            max_lines=2,
        )
        for said, tone, style in lines
    ]
    top = (high - sum([label.size.h for label in labels])) / 2
    for label in labels:
        label.position = Vec(left, top)
        top += label.size.h
    left += room + 12.0 * zoom
    faces = [str(card) for card in shown.cards]
    row.add(
        *labels, *build_mini_cards(kit.faces, faces, Rect(left, 0.0, width - left, high), share=1.0)
    )
    return row
