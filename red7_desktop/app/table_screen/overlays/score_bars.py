"""Everybody's points on their way to the target, as bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.app.table_screen.overlays.ending_parts import build_seat_avatar, get_seat_colour
from red7_desktop.kit.hud.ink import TONE_COLOURS, TextStyler
from red7_desktop.kit.language.rich_text import Tone
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture, Shadow
from red7_desktop.scene.paint.run_lines import Span
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from red7_desktop.kit.models.endings import ScoreRow
    from red7_desktop.kit.pages.screen import Ui

_BAR_ROW_HEIGHT: Final = 50.0

_GAP: Final = 8.0

_BAR_AVATAR_SIZE: Final = 42.0

_NAME: Final = 210.0

_FIGURE: Final = 170.0

_BAR: Final = 16.0

_GROW: Final = 0.6


class ScoreBars(Node):
    """One row for each seat. `grow` lets bars grow from where they were.

    gains: how more points are meant, which gives what was gained its colour.
    """

    def __init__(
        self, kit: Ui, rows: Sequence[ScoreRow], width: float, gains: Tone = Tone.GOOD
    ) -> None:
        super().__init__(name="scores")
        self._kit = kit
        self._look = kit.stage.look
        self._ink = TextStyler(kit.faces, kit.settings.colours)
        self._gains = self._look.theme.colour(TONE_COLOURS[gains])
        self._bars: list[_Bar] = []
        zoom = self._look.theme.zoom
        pitch = (_BAR_ROW_HEIGHT + _GAP) * zoom
        for nth, row in enumerate(rows):
            self._add_row(row, Rect(0.0, nth * pitch, width, _BAR_ROW_HEIGHT * zoom), zoom)
        self.size = Size(width, max(0.0, pitch * len(rows) - _GAP * zoom))

    def grow(self, delay: float) -> None:
        """Let the bars that have grown begin where they were, and grow after a delay.

        Where people want less movement, they are as long as they will be from the beginning.
        """
        if self._kit.settings.reduced_motion:
            return
        animator = self._kit.stage.animator
        for bar in self._bars:
            if bar.row.after > bar.row.before:
                home = bar.fill.size
                bar.fill.size = self._fill_size(bar.row, bar.row.before, bar.length)
                bar.show_after(False)
                done = partial(bar.show_after, True)
                animator.to(bar.fill, "size", home, _GROW, delay=delay, done=done)

    def _add_row(self, row: ScoreRow, box: Rect, zoom: float) -> None:
        seat = row.sign.seat
        line = Node(name=f"score {seat}", position=box.position, size=box.size)
        side = _BAR_AVATAR_SIZE * zoom
        place = Rect(4.0, (box.h - side) / 2, side, side)
        avatar = build_seat_avatar(self._look, self._ink, row.sign, place)
        left = side + 16.0 * zoom
        name_room = min(_NAME * zoom, box.w * 0.26)
        bold = "strong" if row.is_winner else "body"
        name = self._words(row.sign.name, bold, Rect(left, 0.0, name_room, box.h))
        left += name_room + 12.0 * zoom
        figure_room = min(_FIGURE * zoom, box.w * 0.24)
        length = max(10.0, box.w - left - figure_room - 12.0 * zoom)
        track = Panel(self._look, Size(length, _BAR * zoom), "track", name="track")
        track.position = Vec(left, (box.h - track.size.h) / 2)
        fill = Node(name="fill", size=self._fill_size(row, row.after, length))
        colour = get_seat_colour(self._look, seat)
        glow = (Shadow(colour.with_alpha(0.4), 14.0),) if row.is_winner else ()
        fill.picture = BoxPicture(colour, fill.size.h / 2, shadows=glow)
        track.add(fill)
        place = Rect(box.w - figure_room, 0.0, figure_room, box.h)
        bar = _Bar(
            row, fill, length, self._figure(row, True, place), self._figure(row, False, place)
        )
        bar.show_after(True)
        self._bars.append(bar)
        line.add(avatar, name, track, bar.after, bar.before)
        self.add(line)

    def _fill_size(self, row: ScoreRow, points: int, length: float) -> Size:
        high = _BAR * self._look.theme.zoom
        part = min(1.0, points / max(1, row.target))
        return Size(max(high if points else 1.0, length * part), high)

    def _words(self, text: str, style: str, box: Rect) -> RunsLabel:
        words = RunsLabel(self._look, text, style, size=box.size, name="name")
        words.position = box.position
        return words

    def _figure(self, row: ScoreRow, is_after: bool, box: Rect) -> RunsLabel:
        """Give "+12  24 of 30", the gain only for who gained; or what it was before, "12 of 30"."""
        texts = self._kit.texts
        gain = row.after - row.before
        target = texts("of {target}", target=row.target)
        spans = [
            Span(str(row.after if is_after else row.before) + " ", style="hud_points"),
            Span(target, style="hud_unit"),
        ]
        if gain and is_after:
            plus = Span(texts("+{n}", n=gain) + "  ", style="label", colour=self._gains)
            spans.insert(0, plus)
        return RunsLabel(
            self._look,
            spans,
            "hud_points",
            size=box.size,
            align=Align.END,
            position=box.position,
            name="figure after" if is_after else "figure before",
        )


@dataclass(frozen=True, slots=True)
class _Bar:
    """One bar: whose it is, its fill and full length, and the figures of after and before."""

    row: ScoreRow
    fill: Node
    length: float
    after: Node
    before: Node

    def show_after(self, is_after: bool) -> None:
        """Show the one figure or the other; a bar of nothing is not to be seen."""
        self.after.visible, self.before.visible = is_after, not is_after
        points = self.row.after if is_after else self.row.before
        self.fill.visible = points > 0 or not is_after
