"""The table of a match's rounds: winner, rule, and everybody's points, with the totals below."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Final

from red7_desktop.app.table_screen.overlays.ending_parts import build_seat_avatar, build_seat_dot
from red7_desktop.app.table_screen.overlays.sheet_page import SheetPage
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.paint.run_lines import Span
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from red7_desktop.kit.hud.ink import TextStyler
    from red7_desktop.kit.language.seat_words import SeatSign
    from red7_desktop.kit.models.endings import RoundRow, RoundsTable
    from red7_desktop.kit.pages.screen import Ui

_HEAD: Final = 104.0

_TABLE_ROW_HEIGHT: Final = 48.0

_TOTAL: Final = 66.0

_PAD: Final = 18.0

_TABLE_AVATAR_SIZE: Final = 36.0

_NUMBER, _WINNERS, _BY = 0.07, 0.2, 0.29
"""The shares of the width of the columns before the points."""

_FEW: Final = 220.0
"""No column of points is wider, at the theme's zoom 1."""


def build_round_table(
    kit: Ui, ink: TextStyler, model: RoundsTable, winners: Collection[int], width: float
) -> Node:
    """Give the table of a match that was played for points, in a width; winners: the seats."""
    return _Table(kit, ink, model, winners, width).made()


class RoundsPage(SheetPage):
    """Shows the table of a match's rounds. winners: of the match, by seat."""

    first = "close"

    def __init__(
        self, kit: Ui, model: RoundsTable, winners: Collection[int], on_leave: Callable[[], None]
    ) -> None:
        super().__init__(kit, "all rounds", on_leave)
        self._model, self._winners = model, winners

    @property
    def title(self) -> str:
        """What this is."""
        return self.kit.texts("All rounds")

    def content(self, width: float) -> Node:
        """Give the table."""
        return build_round_table(self.kit, self.ink, self._model, self._winners, width)


class _Table:
    """Makes the table row by row."""

    def __init__(
        self, kit: Ui, ink: TextStyler, model: RoundsTable, winners: Collection[int], width: float
    ) -> None:
        self._kit = kit
        self._look = kit.stage.look
        self._ink = ink
        self._model = model
        self._winners = winners
        self._width = width
        self._zoom = self._look.theme.zoom
        inner = width - 2 * _PAD * self._zoom
        self._fixed = [inner * share for share in (_NUMBER, _WINNERS, _BY)]
        rest = inner - sum(self._fixed)
        count = len(model.totals)
        self._points = min(rest / max(1, count), _FEW * self._zoom)

    def made(self) -> Node:
        """Put head, rounds and totals below each other."""
        panel = Panel(self._look, Size(self._width, 1.0), "well", name="rounds")
        light = Node(name="winners")
        panel.add(light)
        y = self._add_head(panel)
        for nth, row in enumerate(self._model.rows):
            y = self._add_round(panel, row, y, is_even=nth % 2 == 0)
        y = self._add_totals(panel, y)
        panel.size = Size(self._width, y + 6.0 * self._zoom)
        self._light_up(light, panel.size.h)
        return panel

    def _light_up(self, light: Node, high: float) -> None:
        """Lay a light column behind the points of each winner."""
        accent = self._look.theme.colour("accent")
        for seat in self._winners:
            box = self._boxes(4.0, high - 8.0)[3 + seat]
            picture = BoxPicture(accent.with_alpha(0.09), 14.0, accent.with_alpha(0.4))
            light.add(Node(picture=picture, position=box.position, size=box.size))

    def _add_head(self, panel: Node) -> float:
        high = _HEAD * self._zoom
        boxes = self._boxes(0.0, high)
        for title, box in zip(self._model.titles, boxes, strict=False):
            self._words(panel, (Span(title),), "hud_caps", box)
        for sign, box in zip(self._model.seats, boxes[3:], strict=True):
            self._add_name(panel, sign, box)
        return high

    def _add_name(self, panel: Node, sign: SeatSign, box: Rect) -> None:
        """Put a seat's sign over its name at the head of its points."""
        side = _TABLE_AVATAR_SIZE * self._zoom
        place = Rect(box.centre.x - side / 2, box.y + 10.0 * self._zoom, side, side)
        avatar = build_seat_avatar(self._look, self._ink, sign, place)
        panel.add(avatar)
        top = avatar.position.y + side + 2.0 * self._zoom
        below = Rect(box.x + 4.0, top, box.w - 8.0, box.bottom - top - 4.0 * self._zoom)
        self._words(panel, (Span(sign.name),), "hud_count", below, align=Align.CENTRE, lines=2)

    def _add_round(self, panel: Node, row: RoundRow, y: float, *, is_even: bool) -> float:
        high = _TABLE_ROW_HEIGHT * self._zoom
        line = Node(name=f"round {row.number}", position=Vec(0.0, y))
        line.size = Size(self._width, high)
        if is_even:
            stripe = Panel(self._look, Size(self._width - 12.0, high), "card_row", name="stripe")
            stripe.position = Vec(6.0, 0.0)
            stripe.alpha = 0.6
            line.add(stripe)
        number, winners, by, *points = self._boxes(0.0, high)
        self._words(line, (Span(str(row.number)),), "hud_count", number)
        theme = self._look.theme
        self._add_winners(line, row, winners)
        self._words(line, self._ink.spans(self._look, row.by), "row", by, lines=2)
        for got, box in zip(row.points, points, strict=True):
            colour = theme.colour("text_faint" if got is None else "text")
            figure = "–" if got is None else self._kit.texts("+{n}", n=got)
            self._words(line, (Span(figure, colour=colour),), "row", box, align=Align.CENTRE)
        panel.add(line)
        return y + high

    def _add_winners(self, line: Node, row: RoundRow, box: Rect) -> None:
        """Name winners after dots in their seats' colours."""
        side = 11.0 * self._zoom
        left = box.x
        for seat in row.winners:
            line.add(build_seat_dot(self._look, seat, Rect(left, box.y, side, box.h)))
            left += 2 * side
        words = Rect(left, box.y, box.right - left, box.h)
        self._words(line, (Span(row.names),), "row", words)

    def _add_totals(self, panel: Node, y: float) -> float:
        high = _TOTAL * self._zoom
        boxes = self._boxes(y, high)
        label = Rect(boxes[0].x, y, boxes[3].x - boxes[0].x, high)
        self._words(panel, (Span(self._kit.texts("Total")),), "strong", label)
        theme = self._look.theme
        for seat, box in enumerate(boxes[3:]):
            wins = seat in self._winners
            colour = theme.colour("accent" if wins else "text")
            figure = (Span(str(self._model.totals[seat]), colour=colour),)
            style = "hud_points_big" if wins else "hud_points"
            self._words(panel, figure, style, box, align=Align.CENTRE)
        return y + high

    def _boxes(self, y: float, high: float) -> list[Rect]:
        """Give the boxes of a line: number, winner, rule, then one for each seat's points."""
        x = _PAD * self._zoom
        boxes = []
        for wide in self._fixed:
            boxes.append(Rect(x, y, wide - 8.0, high))
            x += wide
        count = len(self._model.totals)
        x = self._width - _PAD * self._zoom - count * self._points
        return boxes + [Rect(x + nth * self._points, y, self._points, high) for nth in range(count)]

    def _words(
        self,
        parent: Node,
        spans: Sequence[Span],
        style: str,
        box: Rect,
        *,
        align: Align = Align.START,
        lines: int = 1,
    ) -> None:
        words = RunsLabel(
            self._look,
            spans,
            style,
            size=Size(max(1.0, box.w), box.h),
            align=align,
            max_lines=lines,
            position=box.position,
            name="cell",
        )
        parent.add(words)
