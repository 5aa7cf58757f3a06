"""Widgets for seats, points and rounds: avatars, tables and bars."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final

from red7_desktop.kit import phrases, texts, ui
from red7_desktop.kit.hud.part import TONE_COLOURS, Avatar, TextStyler, build_mini_cards
from red7_desktop.kit.match_model import RoundRow, RoundsTable, RoundStory, ScoreRow, TurningPoint
from red7_desktop.kit.pages.forms import SheetPage
from red7_desktop.scene import pictures, theme
from red7_desktop.scene.boxes import column, pad, put, row
from red7_desktop.scene.geometry import ORIGIN, Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.runs import RunsLabel, TextRun, measure_width
from red7_desktop.scene.widgets.widget import Panel
from red7_desktop.tabletop.game import SEAT_LETTERS

_DOT: Final = 11.0
_USUAL: Final = 50.0
"""Width, in design units, in which an avatar is built before the whole avatar is scaled to another
size. The letter in the avatar is scaled too."""
_TOLD: Final = 104.0
"""Height of the cards beside the sentence about a result, in design units at zoom 1."""


def get_seat_colour(look: theme.ResolvedTheme, seat: int | None) -> pictures.Colour:
    """Return the colour of a seat, or the accent colour if `seat` is None (several seats)."""
    theme = look.theme
    if seat is None:
        return theme.colour("accent")
    return theme.swatch("seats", SEAT_LETTERS[seat])


def build_seat_dot(look: theme.ResolvedTheme, seat: int | None, room: Size) -> Node:
    """Return a dot in the colour of a seat, centred in a box; invisible if `seat` is None."""
    side = _DOT * look.theme.zoom
    dot = Node(name="dot", size=Size(side, side), visible=seat is not None)
    dot.picture = pictures.BoxPicture(get_seat_colour(look, seat), side / 2)
    return put(dot, Node(size=room))


def build_avatar(
    look: theme.ResolvedTheme,
    ink: TextStyler,
    label: phrases.SeatLabel,
    side: float,
    *,
    scales: bool = False,
) -> Node:
    """Return a square avatar of a seat.

    Args:
        look: Theme and fonts.
        ink: Converts text to styled spans.
        label: Name and portrait of the seat.
        side: Side of the square, in design units.
        scales: Whether the avatar is drawn at its usual size and then scaled to the square, so that
            its letter or picture keeps its proportion. If False, fonts keep their size.
    """
    avatar = Avatar(look, ink, name="avatar")
    made = _USUAL if scales else side
    avatar.place(Rect(*ORIGIN, made, made))
    avatar.show(label)
    avatar.scale = side / made
    holder = Node(name="sign", size=Size(side, side))
    holder.add(avatar)
    return holder


def build_turning_node(ui: ui.Ui, told: TurningPoint, width: float) -> Node:
    """Return the sentence about the turning point with its cards, centred.

    The node is no wider than its cards and text. Without a turning point, the node is empty.
    """
    lines = (
        (told.line, "lead", "turned"),
        (told.miss, "soft", "miss"),
        (told.head_start, "soft", "head start"),
        (told.missed_goals, "soft", "missed goals"),
    )
    if not any(runs for runs, _, _ in lines):
        return Node()
    look = ui.stage.look
    zoom = look.theme.zoom
    high = _TOLD * zoom
    gap = 22.0 * zoom
    nodes = []
    if told.cards:
        cards = build_mini_cards(ui.card_art, told.cards, Rect(0.0, 0.0, 0.32 * width, high))
        right = max(each.position.x + each.size.w for each in cards)
        holder = Node(name="cards", size=Size(right, high))
        holder.add(*cards)
        nodes.append(holder)
    room = Size(width - sum(each.size.w + gap for each in nodes), 0.0)
    words = [
        RunsLabel(
            *(look, ui.ink.spans(look, runs), style),
            size=room,
            max_lines=2,
            align=pictures.Align.START if nodes else pictures.Align.CENTRE,
            name=name,
        )
        for runs, style, name in lines
        if runs
    ]
    node = row(*nodes, column(*words, gap=4.0 * zoom), gap=gap, name="told")
    if nodes:
        node.size = Size(width - room.w + max(each.ink.w for each in words), node.size.h)
    return node


def build_story_node(ui: ui.Ui, story: RoundStory, width: float) -> Node:
    """Build the sentences that tell how a round ended, one below the other.

    Args:
        ui: The interface.
        story: The sentences; the last one is highlighted with a background in its own colour.
        width: Width of the node in design units.
    """
    look = ui.stage.look
    ink = ui.ink
    zoom = look.theme.zoom
    lines = [build_dotted_line(look, ink, each.seat, each.line, width) for each in story.lines]
    last = _build_last_line(look, ink, story, width)
    return column(column(*lines, gap=10.0 * zoom), last, gap=16.0 * zoom, width=width, name="story")


def build_dotted_line(
    look: theme.ResolvedTheme, ink: TextStyler, seat: int | None, line: texts.Runs, width: float
) -> Node:
    """Return a line of text after a dot in a seat's colour."""
    side = _DOT * look.theme.zoom
    gap = 14.0 * look.theme.zoom
    letters = look.theme.text("body")
    dot = build_seat_dot(look, seat, Size(side, letters.size * letters.line_height))
    room = Size(width - side - gap, 0.0)
    words = RunsLabel(look, ink.spans(look, line), "body", size=room, max_lines=3, name="words")
    return row(dot, words, gap=gap, share=0.0, name=f"line of {seat}")


def _build_last_line(
    look: theme.ResolvedTheme, ink: TextStyler, story: RoundStory, width: float
) -> Node:
    padding = 0.6 * look.theme.sizes.padding
    room = Size(width - 2 * padding, 0.0)
    spans = ink.spans(look, story.last)
    words = RunsLabel(look, spans, "row", size=room, max_lines=2, name="stayed")
    if story.letter:
        tint = ink.on_dark(look, story.letter)
    else:
        tint = look.theme.colour("accent")
    box = Node(name="last rule")
    box.picture = pictures.BoxPicture(tint.with_alpha(0.10), 16.0, tint.with_alpha(0.6))
    return pad(words, padding, into=box)


_HEAD: Final = 104.0
_ROUND: Final = 48.0
_TOTAL: Final = 66.0
_PAD: Final = 18.0
_TABLE_AVATAR: Final = 36.0
_NUMBER = 0.07
_WINNERS = 0.2
_BY = 0.29
"""Widths of three columns as shares of the table's width: the round's number (`_NUMBER`), its
winners (`_WINNERS`) and the rule by which they won (`_BY`)."""
_MAX_POINTS_WIDTH: Final = 220.0
"""Maximum width of each seat's column of points, in design units at zoom 1. The columns have this
width if there are few seats."""


class RoundsPage(SheetPage):
    """Table of the rounds of a match: number, winner and rule, then the points of each seat.

    Args:
        ui: The interface.
        model: The rounds.
        winners: Seats that won the match.
        on_leave: Called when the page is left.
    """

    first = "close"

    def __init__(
        self, ui: ui.Ui, model: RoundsTable, winners: Collection[int], on_leave: Callable[[], None]
    ) -> None:
        super().__init__(ui, "all rounds", on_leave)
        self._model = model
        self._winners = winners

    @property
    def title(self) -> str:
        return self.ui.texts("All rounds")

    def content(self, width: float) -> Node:
        self._inner = width - 2 * _PAD * self.zoom
        self._width = width
        self._fixed = [self._inner * share for share in (_NUMBER, _WINNERS, _BY)]
        # Make the first column as wide as its title, which is one word and can't be wrapped.
        number = measure_width("".join(self._model.titles[:1]), self.look, "hud_caps") + 9.0
        self._fixed[0] = max(self._fixed[0], number)
        rest = self._inner - sum(self._fixed)
        self._points = min(rest / max(1, len(self._model.totals)), _MAX_POINTS_WIDTH * self.zoom)
        rounds = [self._round(each, nth) for nth, each in enumerate(self._model.rows)]
        foot = Node(size=Size(width, 6.0 * self.zoom))
        table = column(self._head(), *rounds, self._totals(), foot)
        panel = Panel(self.look, table.size, "well", name="rounds")
        panel.add(self._lights(table.size.h - 8.0), table)
        return panel

    def _lights(self, high: float) -> Node:
        accent = self.look.theme.colour("accent")
        lit = pictures.BoxPicture(accent.with_alpha(0.09), 14.0, accent.with_alpha(0.4))
        size = Size(self._points, high)
        lights = self._line(
            [],
            [
                Node(size=size, picture=lit if seat in self._winners else None)
                for seat in range(len(self._model.totals))
            ],
        )
        lights.position = Vec(0.0, 4.0)
        return lights

    def _head(self) -> Node:
        high = _HEAD * self.zoom
        titles = [
            self._words((TextRun(title),), "hud_caps", wide - 8.0, high)
            for title, wide in zip(self._model.titles, self._fixed, strict=False)
        ]
        head = self._line(titles, [self._name(label, high) for label in self._model.seats])
        # The screen reader skips the titles here, because it reads each figure with its title.
        head.is_speech_hidden = True
        return head

    def _name(self, label: phrases.SeatLabel, high: float) -> Node:
        avatar = build_avatar(self.look, self.ui.ink, label, _TABLE_AVATAR * self.zoom)
        above = Node(size=Size(self._points, 8.0 * self.zoom))
        room = high - above.size.h - avatar.size.h - 8.0 * self.zoom
        name = (TextRun(label.name),)
        words = self._words(name, "hud_count", self._points - 8.0, room, lines=2, is_figure=True)
        cell = column(above, avatar, words, gap=2.0 * self.zoom, share=0.5)
        cell.size = Size(self._points, high)
        return cell

    def _round(self, model: RoundRow, nth: int) -> Node:
        look = self.look
        high = _ROUND * self.zoom
        side = 11.0 * self.zoom
        numbers, winners, by = [wide - 8.0 for wide in self._fixed]
        dots = [build_seat_dot(look, seat, Size(side, high)) for seat in model.winners]
        names = self._words((TextRun(model.names),), "row", winners - 2 * side * len(dots), high)
        cells = [
            self._words((TextRun(str(model.number or "")),), "hud_count", numbers, high),
            row(*dots, names, gap=side),
            self._words(self.ui.ink.spans(look, model.by), "row", by, high, lines=2),
        ]
        line = self._line(cells, [self._gain(got, high) for got in model.points])
        line.name = f"round {model.number}"
        line.caption = self._describe_round(model)
        if nth % 2 == 0:
            size = Size(self._width - 12.0, high)
            line.add(Panel(look, size, "card_row", position=Vec(6.0, 0.0), alpha=0.6, z=-1.0))
        return line

    def _describe_round(self, model: RoundRow) -> str:
        say = self.ui.texts
        head = [model.names, texts.to_plain(model.by)]
        if model.number:
            head.insert(0, say("Round {n}", n=model.number))
        gains = [
            f"{label.name} {say('+{n}', n=got)}"
            for label, got in zip(self._model.seats, model.points, strict=False)
            if got is not None
        ]
        return ": ".join([", ".join(filter(None, head)), ", ".join(gains)])

    def _gain(self, got: int | None, high: float) -> Node:
        colour = self.look.theme.colour("text_faint" if got is None else "text")
        spans = (TextRun("–" if got is None else self.ui.texts("+{n}", n=got), colour=colour),)
        return self._words(spans, "row", self._points, high, is_figure=True)

    def _totals(self) -> Node:
        theme = self.look.theme
        high = _TOTAL * self.zoom
        label = (TextRun(self.ui.texts("Total")),)
        points = []
        for seat, total in enumerate(self._model.totals):
            colour = theme.colour("text")
            style = "hud_points"
            if seat in self._winners:
                colour = theme.colour("accent")
                style = "hud_points_big"
            figure = (TextRun(str(total), colour=colour),)
            points.append(self._words(figure, style, self._points, high, is_figure=True))
        line = self._line([self._words(label, "strong", sum(self._fixed), high)], points)
        counts = [
            f"{label.name} {total}"
            for label, total in zip(self._model.seats, self._model.totals, strict=True)
        ]
        line.caption = f"{label[0].text}: {', '.join(counts)}"
        return line

    def _line(self, cells: Sequence[Node], points: Sequence[Node]) -> Node:
        edge = Node(size=Size(_PAD * self.zoom, 0.0))
        return row(edge, row(row(*cells, gap=8.0), row(*points), width=self._inner))

    def _words(
        self,
        spans: Sequence[TextRun],
        style: str,
        width: float,
        high: float,
        *,
        lines: int = 1,
        is_figure: bool = False,
    ) -> RunsLabel:
        return RunsLabel(
            self.look,
            spans,
            style,
            size=Size(max(1.0, width), high),
            align=pictures.Align.CENTRE if is_figure else pictures.Align.START,
            max_lines=lines,
            name="cell",
        )


_BAR_ROW: Final = 50.0
_BAR_AVATAR: Final = 42.0
_NAME: Final = 210.0
_FIGURE: Final = 170.0
_BAR: Final = 16.0
_GROW: Final = 0.6


class ScoreBar(Node):
    """A row with a seat, a bar for its points, and their number; `grow` animates the bar.

    Args:
        ui: The interface.
        model: The seat and its points.
        width: Width of the row.
        gains: Tone of the gained points: good, or bad if fewer points are better.
    """

    def __init__(self, ui: ui.Ui, model: ScoreRow, width: float, gains: texts.Tone) -> None:
        super().__init__(name=f"score {model.label.seat}")
        self._ui = ui
        look = ui.stage.look
        texts = ui.texts
        zoom = look.theme.zoom
        colour = get_seat_colour(look, model.label.seat)
        high = _BAR_ROW * zoom
        gap = 12.0 * zoom
        label = model.label
        if ui.settings.moods:
            label = label.with_end_mood(is_winner=model.is_winner)
        avatar = build_avatar(look, ui.ink, label, _BAR_AVATAR * zoom)
        room = Size(min(_NAME * zoom, width * 0.26), high)
        bold = "strong" if model.is_winner else "body"
        name = RunsLabel(look, model.label.name, bold, size=room, name="name")
        figures = Size(min(_FIGURE * zoom, width * 0.24), high)
        length = max(10.0, width - avatar.size.w - room.w - figures.w - 3 * gap)
        self._model = model
        self._track = Panel(look, Size(length, _BAR * zoom), "track", name="track")
        self._fill = Node(name="fill", size=self._fill_size(model.after))
        glow = (pictures.Shadow(colour.with_alpha(0.4), 14.0),) if model.is_winner else ()
        self._fill.picture = pictures.BoxPicture(colour, self._fill.size.h / 2, shadows=glow)
        self._track.add(self._fill)
        self._unit = TextRun(texts("of {target}", target=model.target), style="hud_unit")
        gain = model.after - model.before
        tint = look.theme.colour(TONE_COLOURS[gains])
        self._plus = [TextRun(texts("+{n}", n=gain) + "  ", style="label", colour=tint)]
        end = pictures.Align.END
        self._figure = RunsLabel(look, "", "hud_points", size=figures, align=end, name="figure")
        line = row(avatar, name, self._track, self._figure, gap=gap)
        self.size = Size(width, high)
        self.add(line)
        self._show(is_after=True)

    def grow(self, delay: float) -> None:
        """Animate the bar from the previous points after a delay, if the points have increased.

        With reduced motion, the bar has its final length from the start.
        """
        if self._model.after > self._model.before and not self._ui.settings.reduced_motion:
            home = self._fill.size
            self._fill.size = self._fill_size(self._model.before)
            self._show(is_after=False)
            done = partial(self._show, is_after=True)
            self._ui.stage.animator.animate(self._fill, "size", home, _GROW, delay=delay, done=done)

    def _fill_size(self, points: int) -> Size:
        length, high = self._track.size
        part = min(1.0, points / max(1, self._model.target))
        return Size(max(high if points else 1.0, length * part), high)

    def _show(self, *, is_after: bool) -> None:
        before = self._model.before
        after = self._model.after
        if is_after:
            points = after
            plus = self._plus if after != before else []
        else:
            points = before
            plus = []
        self._figure.set_text([*plus, TextRun(f"{points} ", style="hud_points"), self._unit])
        self._fill.visible = after > 0 or not is_after
