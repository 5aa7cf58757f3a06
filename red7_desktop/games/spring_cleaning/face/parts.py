"""The game's own parts of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pygame

from red7_desktop.games.spring_cleaning.face.card_art import tint_of
from red7_desktop.games.spring_cleaning.face.panels import (
    CountModel,
    DrawStep,
    HolderModel,
    MatModel,
    RaceModel,
    RaceRow,
    StairModel,
    StepsModel,
    TrashModel,
)
from red7_desktop.kit.hud.part import LaidPart, Meaning, Part, SpacedWord, TextStyler
from red7_desktop.kit.hud.seats import Avatar
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Align, BoxPicture, Colour, PaintedPicture
from red7_desktop.scene.theme import Look
from red7_desktop.scene.widgets.runs import RunsLabel, Span, line_up
from red7_desktop.table.arrange import Style, arrange
from red7_desktop.table.layout import (
    COMMON_KINDS,
    PILE,
    Layout,
    OpenCards,
    ZoneKind,
    ZoneKinds,
    ZoneSpec,
)

if TYPE_CHECKING:
    from red7_desktop.kit.texts import Texts

_FINE: Final = 4
"""Samples per pixel, each way."""
_TICK_SHARE: Final = 0.72
"""A tick's width as a part of its step."""
_PIP_SHARE: Final = 0.74
"""A pip's width as a part of its step."""
_OUTLINE_SHARE: Final = 0.2
"""The width of an outline as a part of what it goes around."""
_HALF_FULL: Final = 0.42


class CounterMark(NamedTuple):
    """One of several in a row: its colour, and how much of it is filled, 0 to 1."""

    colour: Colour
    fill: float


def build_bar_marks(
    in_hand: int, in_offer: int, hand: Colour, offer: Colour
) -> tuple[CounterMark, ...]:
    """Return a full tick for each card in a hand, and a hollow one for each in an offer."""
    return (CounterMark(hand, 1.0),) * in_hand + (CounterMark(offer, 0.0),) * in_offer


def build_pip_marks(
    trash: int, gain: int, target: int, colour: Colour, empty: Colour
) -> tuple[CounterMark, ...]:
    """Return a pip for each trash that ends the match: full ones, threatening ones, empty ones."""
    full = min(trash, target)
    near = min(gain, target - full)
    return (
        (CounterMark(colour, 1.0),) * full
        + (CounterMark(colour, _HALF_FULL),) * near
        + (CounterMark(empty, 0.0),) * (target - full - near)
    )


def ticks_picture(marks: Sequence[CounterMark], step: float) -> PaintedPicture:
    """Return the picture of ticks; step: from one to the next, as a part of their height."""

    def draw(surface: pygame.Surface, nth: int, mark: CounterMark) -> None:
        h = surface.height
        wide = step * _TICK_SHARE * h
        box = pygame.Rect(round(nth * step * h), 0, round(wide), h)
        line = max(1, round(_OUTLINE_SHARE * min(wide, h / 2)))
        _draw_mark(
            mark,
            line,
            lambda width, colour: pygame.draw.rect(
                surface, colour, box, width, border_radius=round(wide * 0.36)
            ),
        )

    return _build_marks_picture("ticks", marks, step, draw)


def pips_picture(marks: Sequence[CounterMark]) -> PaintedPicture:
    """Return the picture of pips, which share the width: whole pixels may make it a little less."""

    def draw(surface: pygame.Surface, nth: int, mark: CounterMark) -> None:
        h, step = surface.height, surface.width / len(marks)
        centre, radius = ((nth + 0.5) * step, h / 2), _PIP_SHARE * min(h, step) / 2
        line = max(1, round(_OUTLINE_SHARE * radius))
        _draw_mark(
            mark,
            line,
            lambda width, colour: pygame.draw.circle(surface, colour, centre, radius, width),
        )

    return _build_marks_picture("pips", marks, 1.0, draw)


def measure_marks(count: int, step: float, height: float) -> Size:
    """Return the size of a row of marks; step: from one to the next, as a part of the height."""
    return Size(max(count, 1) * step * height, height)


def _draw_mark(mark: CounterMark, line: int, draw: Callable[[int, Colour], object]) -> None:
    if mark.fill:
        draw(0, mark.colour.with_alpha(mark.fill))
    if mark.fill < 1.0:
        draw(line, mark.colour)


def _build_marks_picture(
    name: str,
    marks: Sequence[CounterMark],
    step: float,
    draw: Callable[[pygame.Surface, int, CounterMark], None],
) -> PaintedPicture:
    def paint(w: int, h: int) -> pygame.Surface:
        fine = pygame.Surface((w * _FINE, h * _FINE), pygame.SRCALPHA)
        # Clear, but of the marks' own colour, so that edges stay clean.
        fine.fill((*marks[0].colour[:3], 0) if marks else (0, 0, 0, 0))
        for nth, mark in enumerate(marks):
            draw(fine, nth, mark)
        return pygame.transform.smoothscale(fine, (w, h))

    return PaintedPicture((name, tuple(marks), step), paint)


_MAT_EDGE: Final = 28.0
_SEAM: Final = 7.0
"""How far inside its edge the mat is stitched."""
_TITLE, _NOTE = 28.0, 24.0
"""Heights of a line of each."""
_LINES: Final = 4
_RADIUS: Final = 20.0


class OfferMat(Part[MatModel]):
    """A stitched mat with words at its left; it lights up when a card is to come there."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._seam = Node(name="seam")
        self._title = SpacedWord(look, "hud_caps", tracking=0.07, name="title")
        self._note = RunsLabel(
            look, "", "hud_note", valign=Align.START, max_lines=_LINES, name="note"
        )
        self.add(self._seam, self._title, self._note)
        self._right = 0.0

    def settle(self, layout: Layout, spec: ZoneSpec) -> None:
        right = layout.zone("offer", spec.seat).area.left - spec.area.left
        if right != self._right:
            self._right = right
            self.refresh()
        super().settle(layout, spec)

    def compose(self, value: MatModel) -> None:
        theme, (w, h) = self.look.theme, self.size
        ground = theme.colour("panel_high")
        line = theme.colour("ok" if value.is_open else "text_faint")
        fill = ground.mixed(theme.colour("ok"), 0.16) if value.is_open else ground
        self.picture = BoxPicture(fill.with_alpha(0.62), _RADIUS, theme.colour("border"), 1.2)
        inner = Rect(0.0, 0.0, w, h).inflated(-_SEAM)
        self._seam.picture = BoxPicture(
            None,
            _RADIUS - _SEAM,
            line.with_alpha(0.95 if value.is_open else 0.5),
            2.4 if value.is_open else 1.8,
            dash=11.0,
        )
        self._seam.position, self._seam.size = inner.position, inner.size
        room = max(self._right - _MAT_EDGE - 12.0, 1.0)
        self._title.show(value.title, theme.colour("ok") if value.is_open else None)
        grown = self.grown(h - 2 * _MAT_EDGE, _TITLE + 3 * _NOTE)
        title = _TITLE * grown
        free = h - 2 * (_SEAM + 8.0) - title
        self._note.write(value.note, Rect(_MAT_EDGE, 0.0, room, min(free, _NOTE * grown * _LINES)))
        top = (h - title - self._note.ink.h) / 2 - 2.0
        self._title.place(Rect(_MAT_EDGE, top, room, title))
        self._note.position = Vec(_MAT_EDGE, top + title - self._note.ink.y)

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        if self.shown is not None:
            for node in (self._title, self._note):
                yield Meaning(node, self.shown.meaning)


_RACE_EDGE: Final = 16.0
_TOP: Final = 6.0
_HEAD: Final = 44.0
"""The height of the heading's line."""
_RACE_LINE: Final = 27.0
_AROUND: Final = 9.0
"""The height of a row's upper line, and the space around and between both of them."""
_RACE_DISC: Final = 42.0
_GAIN: Final = 50.0
"""The width of the figure at a row's end."""
_RACE_TICK, _STEP, _RACE_PIP = 15.0, 0.56, 14.0
"""A tick's height, its step as a part of that, and a pip's height."""
_BETWEEN: Final = 10.0
_FLASH: Final = 1.6
"""Seconds in which a light goes out."""
_RACE_CROWN: Final = 24.0
_READABLE: Final = 0.85
"""Words are left out rather than shrunk below this part of their size."""


@dataclass(frozen=True, slots=True)
class _Entry:
    row: RaceRow
    target: int


def _measure_row_height(look: Look) -> float:
    return _RACE_LINE * look.theme.zoom + _RACE_TICK + _AROUND


class _Row(Part[_Entry]):
    """One seat: its sign, name and number of cards, the bar and the pips below, the figure."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._glow = Node(name="glow", alpha=0.0)
        self._avatar = Avatar(look, ink, name="avatar")
        self._words = RunsLabel(look, "", "hud_note", name="words")
        self._crown = Node(name="holds")
        self._bar = Node(name="bar")
        self._pips = Node(name="pips")
        self._gain = RunsLabel(look, "", "hud_note_value", align=Align.END, name="gain")
        self.add(self._glow, self._avatar, self._words, self._crown)
        self.add(self._bar, self._pips, self._gain)

    def compose(self, value: _Entry) -> None:
        theme, row, (w, h) = self.look.theme, value.row, self.size
        self.picture = None
        if row.is_acting:
            self.picture = BoxPicture(
                theme.colour("accent").with_alpha(0.12), 14.0, theme.colour("accent"), 1.6
            )
        has_both = h >= _measure_row_height(self.look)
        disc = min(_RACE_DISC * self.grown(h, _RACE_DISC + 10.0), h - (8.0 if has_both else 3.0))
        self._avatar.place(Rect(_RACE_EDGE / 2, (h - disc) / 2, disc, disc))
        self._avatar.show(row.sign._replace(is_leading=False))
        gain = _GAIN * self.grown(w, 6 * _GAIN)
        colour = theme.colour("ok" if not row.gain else "bad")
        self._gain.write(
            (Span(f"+{row.gain}", colour=colour),), Rect(w - gain - _RACE_EDGE / 2, 0.0, gain, h)
        )
        left = _RACE_EDGE / 2 + disc + 12.0
        room = Rect(left, 0.0, w - gain - _RACE_EDGE / 2 - 6.0 - left, h)
        self._bar.visible = self._pips.visible = has_both
        if has_both:
            line = _RACE_LINE * theme.zoom
            top = (h - line - _RACE_TICK - 3.0) / 2
            self._write(row, Rect(room.x, top, room.w, line))
            self._count(value, Rect(room.x, top + line + 3.0, room.w, _RACE_TICK))
        else:
            self._write(row, room)

    def flash(self) -> None:
        """Light up once, where there is an animator."""
        if self.animator is not None:
            self._glow.picture = BoxPicture(self.look.theme.colour("bad").with_alpha(0.5), 14.0)
            self._glow.size = self.size
            self._glow.alpha = 1.0
            self.animator.to(self._glow, "alpha", 0.0, _FLASH, ease="in_out_cubic")

    def _write(self, row: RaceRow, room: Rect) -> None:
        """Write name and number of cards, and a crown behind them for who holds the trick."""
        theme = self.look.theme
        name = Span(
            row.name,
            style="hud_note_strong",
            colour=theme.colour("accent" if row.is_acting else "text"),
        )
        close = theme.colour("bad") if row.is_close else None
        style = "hud_note_strong" if row.is_close else ""
        spans = [name, Span("  "), Span(row.cards, style=style, colour=close)]
        side = min(room.h, _RACE_CROWN)
        crown = side + 6.0 if row.holds else 0.0
        self._words.write(spans, Rect(room.x, room.y, room.w - crown, room.h))
        self._crown.visible = row.holds
        self._crown.picture = build_icon("crown", theme.colour("text"))
        self._crown.size = Size(side, side)
        self._crown.position = Vec(
            room.x + self._words.ink.right + 6.0, room.y + (room.h - side) / 2
        )

    def _count(self, value: _Entry, room: Rect) -> None:
        """Draw the bar, and the pips at the right of it: these keep their size."""
        theme, row = self.look.theme, value.row
        empty = theme.colour("text_faint").with_alpha(0.7)
        trash = build_pip_marks(row.trash, row.gain, value.target, theme.colour("bad"), empty)
        # The rows' pips stand in a column, as those of the longest bar leave room for them.
        size = measure_marks(len(trash), 1.0, min(_RACE_PIP, (room.w * 0.5) / max(len(trash), 1)))
        self._pips.picture = pips_picture(trash)
        self._pips.size = size
        self._pips.position = Vec(room.right - size.w, room.y + (room.h - size.h) / 2)
        hand = theme.colour("bad" if row.is_close else "ok")
        ticks = build_bar_marks(row.in_hand, row.in_offer, hand, theme.colour("accent"))
        free = room.w - size.w - _BETWEEN
        step = min(_STEP, free / (_RACE_TICK * max(len(ticks), 1)))
        self._bar.picture = ticks_picture(ticks, step)
        self._bar.size = measure_marks(len(ticks), step, _RACE_TICK)
        self._bar.position = room.position


class RacePanel(Part[RaceModel]):
    """A heading where there is room for one, and a row for each seat."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._heading = RunsLabel(look, "", "heading", name="heading")
        self._note = RunsLabel(look, "", "hud_unit", align=Align.END, name="note")
        self._rows = Node(name="rows")
        self._close: set[int] = set()
        self.add(self._heading, self._note, self._rows)

    def show(self, value: RaceModel) -> None:
        before, self._close = self._close, {row.sign.seat for row in value.rows if row.is_close}
        is_first = self.shown is None
        super().show(value)
        for node, row in zip(self._rows.children, value.rows, strict=False):
            if isinstance(node, _Row) and row.sign.seat in self._close - before and not is_first:
                node.flash()

    def compose(self, value: RaceModel) -> None:
        theme, (w, h) = self.look.theme, self.size
        self.picture = theme.box("hud_seat").picture()
        count = len(value.rows)
        head = _HEAD * theme.zoom
        # Rows with both of their lines come first.
        has_head = h - head - 2 * _TOP >= _measure_row_height(self.look) * count
        self._heading.visible = self._note.visible = has_head
        top = _TOP
        if has_head:
            self._head(value, Rect(_RACE_EDGE, top, w - 2 * _RACE_EDGE, head))
            top += head
        for nth in range(len(self._rows.children), count):
            added = _Row(self.look, self.ink, name=f"row {nth}")
            added.animator = self.animator
            self._rows.add(added)
        high = (h - top - _TOP) / max(count, 1)
        for nth, row in enumerate(self._rows.children):
            row.visible = nth < count
            if isinstance(row, _Row) and nth < count:
                row.place(Rect(_RACE_EDGE / 2, top + nth * high + 1.0, w - _RACE_EDGE, high - 2.0))
                row.show(_Entry(value.rows[nth], value.target))

    def _head(self, value: RaceModel, room: Rect) -> None:
        heading = line_up([Span(value.heading)], self.look, "heading").size.w
        self._heading.write(value.heading, Rect(room.x, room.y, min(heading, room.w), room.h))
        left = room.x + heading + _BETWEEN
        note = line_up([Span(value.note)], self.look, "hud_unit").size.w
        # Small letters are no help: what it says is told of the heading, too.
        self._note.visible = (room.right - left) >= _READABLE * note
        if self._note.visible:
            self._note.write(value.note, Rect(left, room.y + 2.0, room.right - left, room.h))

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        if self.shown is None:
            return
        for node in (self._heading, self._note):
            yield Meaning(node, self.shown.meaning)
        for line, row in zip(self._rows.children, self.shown.rows, strict=False):
            yield Meaning(line, row.meaning)


_STEPS_EDGE: Final = 22.0
_STEP_DISC: Final = 28.0
_AFTER: Final = 10.0
"""Space between a step's number and its words."""
_LINK: Final = 46.0
"""The line from one step to the next, with the space around it, at most; and at least:"""
_LEAST_LINK: Final = 18.0
_HIGH: Final = 42.0


class _Step(Part[DrawStep]):
    """A number in a ring, a tick once it is done, and the words."""

    def __init__(self, look: Look, ink: TextStyler, number: int, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._number = number
        self._disc = Node(name="disc")
        self._tick = Node(name="tick")
        self._figure = RunsLabel(look, "", "hud_note_strong", align=Align.CENTRE, name="figure")
        self._words = RunsLabel(look, "", "hud_note", name="words")
        self.add(self._disc, self._tick, self._figure, self._words)

    def compose(self, value: DrawStep) -> None:
        theme, (w, h) = self.look.theme, self.size
        colour = theme.colour(_colour_of(value))
        side = get_disc_side(self, h)
        box = Rect(0.0, (h - side) / 2, side, side)
        fill = colour.with_alpha(0.16) if value.is_next or value.is_done else None
        self._disc.picture = BoxPicture(fill, side / 2, colour, 2.0)
        self._disc.position, self._disc.size = box.position, box.size
        self._tick.visible, self._figure.visible = value.is_done, not value.is_done
        inner = box.inflated(-side * 0.2)
        self._tick.picture = build_icon("tick", colour)
        self._tick.position, self._tick.size = inner.position, inner.size
        self._figure.write((Span(str(self._number), colour=colour),), box)
        left = side + _AFTER
        self._words.write(_words_of(value, self.look), Rect(left, 0.0, w - left, h))


def get_disc_side(part: Part[Any], height: float) -> float:
    """Return the width of a step's ring in a line of a height."""
    return min(_STEP_DISC * part.grown(height, _HIGH), height - 8.0)


def _colour_of(step: DrawStep) -> str:
    return "ok" if step.is_done else "accent" if step.is_next else "text_faint"


def _words_of(step: DrawStep, look: Look) -> tuple[Span, ...]:
    colour = "accent" if step.is_next else "text_soft" if step.is_done else "text_faint"
    style = "hud_note_strong" if step.is_next else "hud_note"
    return (Span(step.words, style=style, colour=look.theme.colour(colour)),)


class StepsLine(Part[StepsModel]):
    """A line of words, or numbered steps with lines between them."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._line = RunsLabel(look, "", "hud_why_others", align=Align.CENTRE, name="line")
        self._steps: list[_Step] = []
        self._links: list[Node] = []
        self.add(self._line)

    def compose(self, value: StepsModel) -> None:
        w, h = self.size
        plate = self.look.theme.box("hud_plate").picture()
        self.picture = BoxPicture(plate.fill, h / 2, plate.border, plate.border_width)
        self._line.visible = not value.steps
        room = Rect(_STEPS_EDGE, 0.0, w - 2 * _STEPS_EDGE, h)
        self._line.write(self.ink.spans(self.look, value.line), room)
        self._grow(len(value.steps))
        for nth, node in enumerate(self._steps):
            node.visible = nth < len(value.steps)
        for nth, link in enumerate(self._links):
            link.visible = nth < len(value.steps) - 1
        if value.steps:
            self._place_steps(value.steps, room)

    def _grow(self, count: int) -> None:
        for nth in range(len(self._steps), count):
            self._steps.append(_Step(self.look, self.ink, nth + 1, name=f"step {nth + 1}"))
            self._links.append(Node(name="link"))
            self.add(self._steps[-1], self._links[-1])

    def _place_steps(self, steps: Sequence[DrawStep], room: Rect) -> None:
        before = get_disc_side(self, room.h) + _AFTER
        wide = [line_up(_words_of(s, self.look), self.look, "hud_note").size.w for s in steps]
        gaps = len(steps) - 1
        free = room.w - sum(wide) - len(steps) * before
        link = max(_LEAST_LINK, min(_LINK, free / max(gaps, 1)))
        words = room.w - gaps * link - len(steps) * before
        share = min(1.0, words / max(sum(wide), 1.0))
        x = room.x + max(0.0, (words - sum(wide)) / 2)
        for nth, (step, each) in enumerate(zip(steps, wide, strict=True)):
            # A hair more than it needs, for letters are set in whole pixels.
            own = before + each * share + 0.5
            self._steps[nth].place(Rect(x, 0.0, own, room.h))
            self._steps[nth].show(step)
            x += own
            node = self._links[nth]
            node.picture = BoxPicture(self.look.theme.colour("text_faint").with_alpha(0.5))
            node.position = Vec(x + link * 0.2, room.h / 2 - 0.75)
            node.size = Size(link * 0.6, 1.5)
            x += link

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        if self.shown is not None:
            yield Meaning(self, self.shown.meaning)


_TRASH_PIP: Final = 15.0
_CLEAR: Final = 16.0
"""What pips leave free at the left, so that they keep clear of what stands beside the zone."""
_TRASH_WORD, _TRASH_FIGURE, _TRASH_GAP = 24.0, 34.0, 6.0
"""Heights of the word and the figure below each other, and the space above the pips."""


class TrashPips(Part[TrashModel]):
    """A word, a figure and a row of pips, at the right of its zone.

    In a low zone the word stands before the figure.
    """

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._label = RunsLabel(look, "", "hud_unit", align=Align.END, name="label")
        self._figure = RunsLabel(look, "", "hud_points", align=Align.END, name="figure")
        self._pips = Node(name="pips")
        self.add(self._label, self._figure, self._pips)

    def compose(self, value: TrashModel) -> None:
        theme, (w, h) = self.look.theme, self.size
        tint = theme.colour("bad_text")
        figure = (Span(f"{value.trash}/{value.target}", colour=tint),)
        pip = min(_TRASH_PIP, (w - _CLEAR) / value.target)
        above, high = _TRASH_WORD * theme.zoom, _TRASH_FIGURE * theme.zoom
        foot = h - pip - _TRASH_GAP
        self._label.visible = foot >= above + high
        if self._label.visible:
            self._label.write(value.label, Rect(0.0, foot - above - high, w, above))
            self._figure.write(figure, Rect(0.0, foot - high, w, high))
        else:
            word = Span(f"{value.label}  ", style="hud_unit")
            self._figure.write((word, *figure), Rect(0.0, 0.0, w, foot))
        empty = theme.colour("text_faint").with_alpha(0.7)
        marks = build_pip_marks(value.trash, 0, value.target, theme.colour("bad"), empty)
        self._pips.picture = pips_picture(marks)
        self._pips.size = measure_marks(len(marks), 1.0, pip)
        self._pips.position = Vec(w - self._pips.size.w, h - pip - 2.0)

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        if self.shown is not None:
            yield Meaning(self, self.shown.meaning)


_HOLDER_DISC: Final = 54.0
_TRICK_GAP: Final = 12.0
_NAME, _HELD = 31.0, 26.0
"""Heights of the two lines beside the sign of who holds the trick."""
_HOLDER_CROWN_RISE: Final = 0.4
"""How far the crown rises above the sign, as a part of that."""
_SIGN: Final = 30.0
_BELOW: Final = 3.0
"""The size of the signs below beaten cards, and their distance from these."""


class Holder(LaidPart[HolderModel]):
    """The sign of the seat with a crown, its name, and with what it holds the trick."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._avatar = Avatar(look, ink, name="avatar")
        self._name = RunsLabel(look, "", "hud_seat_name", name="label")
        self._held = RunsLabel(look, "", "hud_note_strong", max_lines=2, name="held")
        self.add(self._avatar, self._name, self._held)

    def compose(self, value: HolderModel) -> None:
        w, h = self.size
        zoom = self.look.theme.zoom
        name = (Span(value.name),)
        held = (Span(value.held, colour=tint_of(value.face)),)
        above, below = _NAME * zoom, _HELD * zoom
        beside = w - _HOLDER_DISC - _TRICK_GAP
        crown = _HOLDER_DISC * _HOLDER_CROWN_RISE
        fits_beside = line_up(name, self.look, "hud_seat_name").size.w <= beside
        if fits_beside or h < crown + _HOLDER_DISC + above + below:
            lines = 2 if line_up(held, self.look, "hud_note_strong").size.w > beside else 1
            above = min(above, h / 2)
            below = min(below * lines, h - above)
            disc = Rect(0.0, (h - _HOLDER_DISC) / 2, _HOLDER_DISC, _HOLDER_DISC)
            left = disc.right + _TRICK_GAP
            top, room, align = (h - above - below) / 2, beside, Align.START
        else:
            below = min(2 * below, h - crown - _HOLDER_DISC - above)
            disc = Rect((w - _HOLDER_DISC) / 2, crown, _HOLDER_DISC, _HOLDER_DISC)
            top, left, room, align = disc.bottom, 0.0, w, Align.CENTRE
        self._avatar.place(disc)
        self._avatar.show(value.sign._replace(is_leading=True))
        self._name.write(name, Rect(left, top, room, above), align=align)
        self._held.write(held, Rect(left, top + above, room, below), align=align)

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        if self.shown is not None:
            for node in (self._avatar, self._name, self._held):
                yield Meaning(node, self.shown.meaning)


class Stairs(LaidPart[StairModel]):
    """A small sign below the cards of each beaten combination."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._signs = Node(name="signs")
        self.add(self._signs)

    def compose(self, value: StairModel) -> None:
        spec = self.layout.zone("trick")
        card = self.layout.card_size(spec)
        firsts = [0, *accumulate(stair.cards for stair in value.stairs)]
        count = firsts[-1]
        # The cards of a combination keep close to each other, as `GOES_ON` says.
        close = set(range(count)) - set(firsts)
        places = arrange(spec.area, card, count, spec.style or Style(), close)
        for nth in range(len(self._signs.children), len(value.stairs)):
            self._signs.add(Avatar(self.look, self.ink, name=f"sign {nth}"))
        for sign in self._signs.children:
            sign.visible = False
        edge = spec.area.right + _SIGN
        for nth in range(len(value.stairs) - 1, -1, -1):
            stair, sign = value.stairs[nth], self._signs.children[nth]
            own = places[firsts[nth] : firsts[nth + 1]]
            middle = (own[0].x + own[-1].x) / 2
            if middle + _SIGN / 2 > edge or not isinstance(sign, Avatar):
                continue
            edge = middle - _SIGN / 2
            foot = own[0].y + own[0].scale * card.h / 2 + _BELOW
            at = Rect(middle - _SIGN / 2, foot, _SIGN, _SIGN)
            sign.visible = True
            sign.place(at.moved(-spec.area.position))
            sign.show(stair.sign._replace(is_leading=False))

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        if self.shown is not None:
            for sign, stair in zip(self._signs.children, self.shown.stairs, strict=False):
                yield Meaning(sign, stair.meaning)


_COUNT_FIGURE, _COUNT_LABEL = 34.0, 24.0
"""Heights of a number of cards, and of the word for what they are."""


class CardCount(Part[CountModel]):
    """A number of cards above the word for what they are, in the middle of a zone or at its end."""

    def __init__(self, look: Look, ink: TextStyler, align: Align, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._count = RunsLabel(look, "", "hud_note_value", align=align, name="count")
        self._label = RunsLabel(look, "", "hud_unit", align=align, name="label")
        self.add(self._count, self._label)

    def compose(self, value: CountModel) -> None:
        w, h = self.size
        grown = min(self.look.theme.zoom, h / (_COUNT_FIGURE + _COUNT_LABEL))
        figure, label = _COUNT_FIGURE * grown, _COUNT_LABEL * grown
        top = (h - figure - label) / 2
        colour = self.look.theme.colour("bad") if value.is_close else None
        self._count.write((Span(str(value.count), colour=colour),), Rect(0.0, top, w, figure))
        self._label.write(value.label, Rect(0.0, top + figure, w, label))

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        if self.shown is not None:
            yield Meaning(self, self.shown.meaning)


_ROW: Final = Style("row")
_STAIR: Final = Style("row", clear=0.3)
"""In a long trick it is the latest combinations that count."""

ZONE_KINDS: Final[ZoneKinds] = MappingProxyType(
    {
        **COMMON_KINDS,
        "actions": ZoneKind(required=True, weight=20.0),
        "tools": ZoneKind(required=True, weight=20.0),
        "message": ZoneKind(required=True, weight=9.0),
        "hand": ZoneKind(owned=True, style=_ROW, required=True, weight=4.0),
        "offer": ZoneKind(owned=True, style=_ROW, required=True, weight=4.0, opens=OpenCards.ALL),
        "drawn": ZoneKind(owned=True, style=_ROW, required=True, weight=4.0),
        "picked": ZoneKind(
            owned=True, style=_ROW, required=True, encloses=frozenset({"offer"}), weight=4.0
        ),
        "table": ZoneKind(style=_ROW, required=True, weight=4.0, opens=OpenCards.ALL),
        "trick": ZoneKind(style=_STAIR, required=True, weight=3.0, opens=OpenCards.ALL),
        "deck": ZoneKind(style=PILE, required=True, weight=2.0),
        "discard": ZoneKind(style=PILE, required=True, opens=OpenCards.ALL),
        "discarded": ZoneKind(),
        "left": ZoneKind(owned=True),
        "trash": ZoneKind(owned=True),
        "race": ZoneKind(required=True, weight=3.0),
        "holder": ZoneKind(weight=3.0),
        "steps": ZoneKind(weight=0.5),
        "mat": ZoneKind(owned=True, encloses=frozenset({"offer"})),
    }
)
"""Hands are rows, for their order counts, and offers lie open beside them. `table` has the
combination to beat, `trick` those that it has beaten; `drawn` and `picked` hold what waits for its
place in a hand, and as an offer is picked up whole, both may lie in one place. The rest are the
zones of the game's own parts. Cards are picked first and played with a button, which therefore
nothing should lie upon; nor upon other buttons, nor upon the message, which says what has to be
beaten."""
