"""Seats, points and rounds as pictures, tables and bars."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.kit.hud.part import TONE_COLOURS, TextStyler, build_mini_cards
from red7_desktop.kit.hud.seats import Avatar
from red7_desktop.kit.pages.forms import Flow, SheetPage
from red7_desktop.kit.texts import Runs, Texts, Tone
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Align, BoxPicture, Colour, Shadow
from red7_desktop.scene.widgets.runs import RunsLabel, Span
from red7_desktop.scene.widgets.widget import Label, Panel
from red7_desktop.tabletop.game import SEAT_LETTERS

if TYPE_CHECKING:
    from red7_desktop.kit.match_model import RoundRow, RoundsTable, ScoreRow, Story, TurningStory
    from red7_desktop.kit.phrases import SeatSign
    from red7_desktop.kit.ui import Ui
    from red7_desktop.scene.theme import Look

_DOT: Final = 11.0


_USUAL: Final = 50.0
"""An avatar is made in this width and scaled, so that its letter grows with it."""


_SIDE: Final = 88.0


_TURN: Final = 96.0
"""The height of the cards of a turn."""


_APART: Final = 18.0


_ROOMY: Final = 620.0
"""In less width than this, at zoom 1, a sentence stands without its cards."""


_CROWN: Final = 0.36
"""How far a crown reaches above a sign, as a part of its width."""


def get_seat_colour(look: Look, seat: int | None) -> Colour:
    """Return the colour of a seat; None stands for several seats."""
    theme = look.theme
    return theme.colour("accent") if seat is None else theme.swatch("seats", SEAT_LETTERS[seat])


def build_seat_dot(look: Look, seat: int | None, at: Rect) -> Node:
    """Return the dot before what a seat did, in the middle of a box; unseen for what nobody did."""
    side = _DOT * look.theme.zoom
    dot = Node(name="dot", size=Size(side, side))
    dot.picture = BoxPicture(get_seat_colour(look, seat), side / 2)
    dot.visible = seat is not None
    dot.position = Vec(at.x + (at.w - side) / 2, at.y + (at.h - side) / 2)
    return dot


def build_seat_avatar(look: Look, ink: TextStyler, sign: SeatSign, place: Rect) -> Avatar:
    """Return a seat's sign in a square, without a crown."""
    avatar = Avatar(look, ink, name="avatar")
    avatar.place(place)
    avatar.show(sign)
    return avatar


def build_large_avatar(look: Look, ink: TextStyler, sign: SeatSign, place: Rect) -> Node:
    """Return a seat's sign in a larger square."""
    avatar = Avatar(look, ink, name="avatar")
    avatar.place(Rect(place.x, place.y, _USUAL, _USUAL))
    avatar.show(sign)
    avatar.scale = place.w / _USUAL
    return avatar


def build_winner_head(
    look: Look, ink: TextStyler, winners: Sequence[SeatSign], title: str, width: float
) -> Node:
    """Return crowned signs side by side and the title after them, over the whole width."""
    zoom = look.theme.zoom
    side = min(_SIDE * zoom, width * 0.2, width * 0.4 / len(winners))
    crown = side * _CROWN
    head = Node(name="winner", size=Size(width, side + crown))
    x = 4.0
    for each in winners:
        sign = each._replace(is_leading=True)
        head.add(build_large_avatar(look, ink, sign, Rect(x, crown, side, side)))
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


def build_turning_node(kit: Ui, ink: TextStyler, told: TurningStory, width: float) -> Node | None:
    """Give the sentence that tells it all, with its cards where there is room; None for nothing."""
    if not (told.line or told.miss):
        return None
    look = kit.stage.look
    zoom = look.theme.zoom
    room = Rect(0.0, 0.0, 0.3 * width, _TURN * zoom)
    cards = (
        build_mini_cards(kit.faces, told.cards, room, share=0.0) if width >= _ROOMY * zoom else []
    )
    right = max([each.position.x + each.size.w for each in cards], default=-_APART * zoom)
    left = right + _APART * zoom
    node = Node(name="told")
    flow = Flow(node, width - left, 4.0 * zoom, left=left)
    for runs, style, name in ((told.line, "lead", "turned"), (told.miss, "soft", "miss")):
        if runs:
            size = Size(width - left, 0.0)
            spans = ink.spans(look, runs)
            flow.add(RunsLabel(look, spans, style, size=size, max_lines=3, name=name))
    flow.fit(max([each.size.h for each in cards], default=0.0))
    down = (node.size.h - flow.bottom) / 2
    for child in node.children:
        child.position += Vec(0.0, down)
    node.add(*cards)
    return node


def build_story_node(look: Look, ink: TextStyler, texts: Texts, story: Story, width: float) -> Node:
    """Return the lines under a heading; the last one lies in the light of its colour."""
    zoom = look.theme.zoom
    node = Node(name="story")
    flow = Flow(node, width, 10.0 * zoom)
    flow.add(Label(look, texts("How it went"), "label"))
    for each in story.lines:
        flow.add(build_dotted_line(look, ink, each.seat, each.line, width))
    flow.add(_build_last_line(look, ink, story, width), 16.0 * zoom)
    return flow.fit()


def build_dotted_line(
    look: Look, ink: TextStyler, seat: int | None, line: Runs, width: float
) -> Node:
    """Return a line of words behind a dot in a seat's colour."""
    side = _DOT * look.theme.zoom
    left = side + 14.0 * look.theme.zoom
    room = Size(width - left, 0.0)
    words = RunsLabel(look, ink.spans(look, line), "body", size=room, max_lines=3)
    words.name = "words"
    words.position = Vec(left, 0.0)
    letters = look.theme.text("body")
    dot = build_seat_dot(look, seat, Rect(0.0, 0.0, side, letters.size * letters.line_height))
    row = Node(name=f"line of {seat}", size=Size(width, words.size.h))
    row.add(dot, words)
    return row


def _build_last_line(look: Look, ink: TextStyler, story: Story, width: float) -> Node:
    pad = 0.6 * look.theme.sizes.padding
    words = RunsLabel(
        look,
        ink.spans(look, story.last),
        "row",
        size=Size(width - 2 * pad, 0.0),
        max_lines=2,
        position=Vec(pad, pad),
        name="stayed",
    )
    tint = ink.on_dark(look, story.letter) if story.letter else look.theme.colour("accent")
    box = Node(name="last rule", size=Size(width, words.size.h + 2 * pad))
    box.picture = BoxPicture(tint.with_alpha(0.10), 16.0, tint.with_alpha(0.6))
    box.add(words)
    return box


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
    """Return the table of a match that was played for points, in a width; winners: the seats."""
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
        return self.kit.texts("All rounds")

    def content(self, width: float) -> Node:
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
        """Return the boxes of a line: number, winner, rule, then one for each seat's points."""
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
