"""Small pictures of a table, from what somebody may know of it: in reviews and of kept matches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from red7_desktop.kit.game_view import SKETCH
from red7_desktop.kit.hud.part import TextStyler, build_mini_cards
from red7_desktop.kit.hud.seats import Avatar
from red7_desktop.kit.phrases import SeatSign, SeatWords
from red7_desktop.kit.texts import Run, Runs, Tone
from red7_desktop.scene.boxes import column, pad, row
from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.scene.widgets.widget import Panel

if TYPE_CHECKING:
    from red7_desktop.kit.ui import Ui
    from red7_desktop.play.ai import Seat
    from red7_desktop.scene.pictures import BoxPicture
    from red7_desktop.tabletop.game import Face

_CARD, _FACE, _NAME = 74.0, 42.0, 190.0
"""Of a situation: the height of a card, the width of a sign, and that of a name at most."""
_EDGE, _GAP, _DISC = 12.0, 7.0, 40.0
"""Of a sketch: the room around it and between its rows, and the width of a sign at most."""


class SituationRow(NamedTuple):
    """A row of a situation: whose it is, -1 for the table's, two lines, and groups of cards.

    cards: for each group its faces, where it stands in its room (0 left, 1 right), and that room,
    as parts of what the words leave.
    """

    seat: int
    title: str
    note: str
    cards: Sequence[tuple[Sequence[Face], float, float, float]]


def build_situation(
    kit: Ui, words: SeatWords, rows: Iterable[SituationRow], width: float, lead: Runs = ()
) -> Node:
    """Return what a seat knew in a box of a width, a row below the other. lead: a line above."""
    look, ink = kit.stage.look, TextStyler(kit.faces, kit.settings.colours)
    padding = 0.6 * look.theme.sizes.padding
    inner = width - 2 * padding
    lines: list[Node] = [_write(kit, ink, lead, inner, "row")] if lead else []
    lines += [_build_row(kit, ink, words, each, inner) for each in rows]
    box = Panel(look, Size(width, 1.0), "well", name="situation")
    return pad(column(*lines, gap=8.0 * look.theme.zoom, width=inner), padding, into=box)


def _build_row(
    kit: Ui, ink: TextStyler, words: SeatWords, shown: SituationRow, width: float
) -> Node:
    zoom = kit.stage.look.theme.zoom
    high, side, gap = _CARD * zoom, _FACE * zoom, 12.0 * zoom
    sign = Node(size=Size(side, side))
    if shown.seat >= 0:
        avatar = Avatar(kit.stage.look, ink, name="avatar")
        avatar.place(Rect(0.0, 0.0, side, side))
        avatar.show(words.sign(shown.seat))
        sign = avatar
    room = min(_NAME * zoom, 0.24 * width)
    name = _write(kit, ink, (Run(shown.title, tone=Tone.STRONG),), room, "label")
    note = _write(kit, ink, (Run(shown.note, tone=Tone.FAINT),), room, "note")
    rest = width - side - room - 2 * gap
    cards = Node(size=Size(rest, high))
    for faces, share, start, end in shown.cards:
        place = Rect(start * rest, 0.0, (end - start) * rest, high)
        cards.add(*build_mini_cards(kit.faces, faces, place, share=share))
    return row(sign, column(name, note, width=room), cards, gap=gap, name=f"seat {shown.seat}")


def _write(kit: Ui, ink: TextStyler, runs: Runs, width: float, style: str) -> RunsLabel:
    look = kit.stage.look
    return RunsLabel(look, ink.spans(look, runs), style, size=Size(width, 0.0), max_lines=2)


class TableSketch(ABC):
    """The picture of a kept match: the middle of the table at the left, a row for each seat."""

    middle: float
    """The middle's share of the width."""

    def __init__(self, kit: Ui, width: float) -> None:
        self.kit = kit
        self.scale = width / SKETCH.w

    @abstractmethod
    def build_ground(self) -> BoxPicture:
        """Return what it lies on."""

    @abstractmethod
    def draw_middle(self, area: Rect) -> Iterable[Node]:
        """Draw what lies in the middle of the table."""

    @abstractmethod
    def draw_seat(self, avatar: Avatar, seat: int, row: Rect) -> Iterable[Node]:
        """Draw a seat's cards behind its sign."""

    def draw(self, seats: Sequence[Seat]) -> Node:
        """Return the picture."""
        size, edge, gap = SKETCH.scaled(self.scale), _EDGE * self.scale, _GAP * self.scale
        box = Node(name="sketch", picture=self.build_ground(), size=size)
        inner = Rect(edge, edge, size.w - 2 * edge, size.h - 2 * edge)
        left = inner.x + self.middle * inner.w + edge
        box.add(*self.draw_middle(Rect(inner.x, inner.y, self.middle * inner.w, inner.h)))
        high = (inner.h - gap * (len(seats) - 1)) / len(seats)
        for sign in SeatWords.at(self.kit.texts, seats, None).signs():
            top = inner.y + sign.seat * (high + gap)
            box.add(*self._draw_row(sign, Rect(left, top, inner.right - left, high)))
        return box

    def _draw_row(self, sign: SeatSign, room: Rect) -> Iterator[Node]:
        side = min(_DISC * self.scale, room.h)
        ink = TextStyler(self.kit.faces, self.kit.settings.colours)
        avatar = Avatar(self.kit.stage.look, ink, name="avatar")
        avatar.place(Rect(room.x, room.centre.y - side / 2, side, side))
        avatar.show(sign)
        yield avatar
        yield from self.draw_seat(avatar, sign.seat, room)
