"""The curve of chances."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import floor
from operator import itemgetter
from typing import Any, Final, NamedTuple

import pygame

from red7_desktop.app.replay.timeline import STEPS, Remarks, find_x_on_bar
from red7_desktop.app.table.scores import get_seat_colour
from red7_desktop.kit.hud import hud, part
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.texts import Tone, to_plain
from red7_desktop.play import replay
from red7_desktop.scene import commands, theme
from red7_desktop.scene.boxes import row, wrap
from red7_desktop.scene.geometry import CENTRE, Rect, Size, Vec
from red7_desktop.scene.node import Gesture, GestureKind, Node
from red7_desktop.scene.pictures import Align, BoxPicture, Colour, PaintedPicture
from red7_desktop.scene.widgets import button, runs, widget

_FINE: Final = 3
_LARGE: Final = 250
"""From this many pixels of height on, there are fewer samples a pixel."""
_SHADE: Final = (0.5, 0.08)
"""How much of its colour lies below a line that is filled: at certainty, and at the bottom."""
_LEVELS: Final = {0.0: 0.5, 0.5: 0.9, 1.0: 0.5}
"""How far the rules behind the lines, at these values, stand out from the ground."""


class Stroke(NamedTuple):
    """A part of a line. points: from left to right, as parts of the column's width and height.

    thick: as a part of the height. is_filled: down to the bottom.
    """

    colour: Colour
    points: tuple[tuple[float, float], ...]
    thick: float
    is_filled: bool = False


def _paint(
    ground: Colour, faint: Colour, edge: float, strokes: tuple[Stroke, ...], w: int, h: int
) -> pygame.Surface:
    """Paint a column: strokes, the last one on top, above rules on an opaque ground.

    edge: how much lies above certainty and below none, as a part of the height.
    """
    fine = _FINE if h < _LARGE else _FINE - 1
    size = wide, high = w * fine, h * fine
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.fill(ground)
    for level, strength in _LEVELS.items():
        top = round((edge + (1 - 2 * edge) * (1 - level)) * high) - fine // 2
        surface.fill(ground.mixed(faint, strength), (0, top, wide, fine))
    for stroke in strokes:
        if stroke.is_filled:
            _fade_below(surface, stroke)
    for stroke in strokes:
        points = [(x * wide, y * high) for x, y in stroke.points]
        thick = max(fine, round(stroke.thick * high))
        if len(points) > 1:
            pygame.draw.lines(surface, stroke.colour, False, points, thick)
        for point in points:  # rounds the corners
            pygame.draw.circle(surface, stroke.colour, point, thick / 2)
    return pygame.transform.smoothscale(surface, (w, h))


def build_small_curve(colour: Colour, line: Sequence[Vec], size: Size) -> Node:
    """Return a match's chances in a list's row; line: their points, from 0 to 1 either way."""
    ground = colour.with_alpha(0.0)
    edge = _SMALL_EDGE
    points = tuple([(x, edge + (1 - 2 * edge) * (1 - y)) for x, y in line])
    strokes = (Stroke(colour, points, _SMALL_LINE, is_filled=True),)
    paint = partial(_paint, ground, ground, edge, strokes)
    return Node(name="curve", size=size, picture=PaintedPicture(("curve", strokes), paint))


def _fade_below(surface: pygame.Surface, stroke: Stroke) -> None:
    wide, high = surface.get_size()
    points = [(x * wide, y * high) for x, y in stroke.points]
    left, _ = points[0]
    right, _ = points[-1]
    veil = pygame.Surface((1, 2), pygame.SRCALPHA)
    veil.set_at((0, 0), stroke.colour.with_alpha(_SHADE[0]))
    veil.set_at((0, 1), stroke.colour.with_alpha(_SHADE[1]))
    fading = pygame.transform.smoothscale(veil, (wide, high))
    # Cut out what lies above the line: nothing of the veil is left there.
    above = [(left, 0.0), *points, (right, 0.0)]
    pygame.draw.polygon(fading, stroke.colour.with_alpha(0.0), above)
    begin = max(0, round(left))
    end = min(wide, round(right))
    if end > begin:
        area = pygame.Rect(begin, 0, end - begin, high)
        surface.blit(fading, area.topleft, area)


_SMALL_EDGE = 0.1
_SMALL_LINE = 0.05
"""Of a small curve, in parts of its height: what lies above certainty, and how thick it is."""
_COLUMN: Final = 160.0
_LINE: Final = 2.4
_OWN_LINE: Final = 3.8
_MUTED: Final = 0.25
"""How far the lines of others go towards the ground."""
_PAD: Final = 10.0
"""Above certainty and below none."""
_BEARS: Final = 66.0
"""A curve of this height has room for all that at zoom 1."""
_REACH: Final = 24.0
"""A pointer that is so near to a mark across means it."""
_FLAG: Final = 20.0
_EDGE: Final = 2.0
"""Of ground around a mark, that keeps it apart from its line."""
_ROUND: Final = 10.0
_RING: Final = 1.8
"""The ring around the mark that is pointed at, next to the mark."""


class SeatLines(NamedTuple):
    """The lines of a seat. is_own: of the one that is watched, which stands out."""

    colour: Colour
    lines: tuple[replay.ChanceLine, ...]
    is_own: bool


class CurveRemark(NamedTuple):
    """A remark on the curve: how high it stands, from 0 to 1, and how it looks.

    is_sharp: a square on its corner in place of a dot.
    """

    value: float
    colour: Colour
    wide: float
    is_sharp: bool = False

    def draw(self, dot: Node, ground: Colour, zoom: float) -> None:
        side = (self.wide + 2 * _EDGE) * zoom
        radius = 2.0 * zoom
        if self.is_sharp:
            dot.rotation = 45.0
        else:
            dot.rotation = 0.0
        if self.is_sharp:
            side = 0.8 * side
        else:
            radius = side / 2
        dot.size = Size(side, side)
        dot.picture = BoxPicture(self.colour, radius, ground, _EDGE * zoom)


class ChanceCurve(button.Control):
    """Tells `on_go` where to go, and `on_point` which remark is pointed at, None for no more.

    Write `seats`, `marks` (by their moments), `flagged` (one of these moments) and `at`, and call
    `refresh`. x_of: gives where a moment stands. rises: by how much `spot`, next to which one may
    say something, rises above the curve. Call `heed` when the pointer moves.
    """

    def __init__(
        self,
        look: theme.Look,
        x_of: Callable[[int], float],
        on_go: Callable[[int], None],
        on_point: Callable[[int | None], None],
        rises: float = 0.0,
        **options: Any,
    ) -> None:
        super().__init__(look, draggable=True, **options)
        self._rises = rises
        self.seats: Sequence[SeatLines] = ()
        self.marks: Mapping[int, CurveRemark] = {}
        self.at = 0
        self.flagged: int | None = None
        self.pointed: int | None = None
        self._x_of = x_of
        self._on_go = on_go
        self._on_point = on_point
        self._columns: list[tuple[Node, float, float]] = []
        self._drawn: tuple[Any, ...] = ()
        self._dots: dict[int, Node] = {}
        self._here = Node(name="here")
        self.spot = Node(name="spot")
        self._beam = Node(name="beam")
        self._ground = Node(name="curve ground")
        self._over = Node(name="marks")
        self._flag = Node(name="flag")
        self._ring = Node(name="pointed", anchor=CENTRE)
        self._frame = Node(name="frame")
        self.add(self._ground, self._frame, self._here, self._beam, self.spot)
        self.add(self._over, self._ring, self._flag)
        self.on_activate = self._go
        self.on_command = self._obey
        self._lay_columns()
        self.refresh()

    # -- drawing -----------------------------------------------------------------------------

    def _lay_columns(self) -> None:
        """Cut the curve into columns of whole pixels, which meet without a seam."""
        scale = self.look.scale
        step = max(1, round(_COLUMN * self.look.theme.zoom * scale))
        whole = floor(self.size.w * scale)
        for left in range(0, whole, step):
            x = left / scale
            width = min(step, whole - left) / scale
            node = Node(name="curve column", position=Vec(x, 0.0), size=Size(width, self.size.h))
            self._ground.add(node)
            self._columns.append((node, x, width))

    @property
    def _zoom(self) -> float:
        """How large things are drawn: as the interface is, but no larger than the curve bears."""
        return min(self.look.theme.zoom, self.size.h / _BEARS)

    def y_of(self, value: float) -> float:
        """Return where a value stands, from the top."""
        pad = _PAD * self._zoom
        return pad + (self.size.h - 2 * pad) * (1.0 - value)

    def refresh(self) -> None:
        theme = self.look.theme
        zoom = self._zoom
        self._draw_lines()
        self._draw_marks()
        self._here.picture = BoxPicture(theme.colour("accent").with_alpha(0.9))
        self._here.size = Size(2.0 * zoom, self.size.h)
        self._here.position = Vec(self._x_of(self.at) - zoom, 0.0)
        self._show_pointed(self.state in ("hover", "pressed", "focused"))

    def _draw_lines(self) -> None:
        """Draw the lines into the columns that they cross, if they have changed."""
        look = tuple(self.seats), self.look.theme, self.size
        if look == self._drawn:
            return
        self._drawn = look
        ground, faint = (self.look.theme.colour(name) for name in ("panel_low", "border"))
        self._frame.picture = BoxPicture(None, _ROUND * self._zoom, faint, 1.5 * self._zoom)
        self._frame.size = self.size
        edge = self.y_of(1.0) / self.size.h
        drawn = [
            (each, [Vec(self._x_of(at), self.y_of(value)) for at, value in line])
            for each in sorted(self.seats, key=lambda each: each.is_own)
            for line in each.lines
        ]
        for node, x, width in self._columns:
            parts = (self._stroke(each, line, x, width) for each, line in drawn)
            strokes = tuple([stroke for stroke in parts if stroke is not None])
            node.picture = PaintedPicture(
                ("curve column", ground, faint, edge, strokes),
                partial(_paint, ground, faint, edge, strokes),
            )

    def _stroke(self, seat: SeatLines, line: list[Vec], x: float, width: float) -> Stroke | None:
        zoom = self._zoom
        high = self.size.h
        edge = _OWN_LINE * zoom
        first = bisect_left(line, x - edge, key=itemgetter(0))
        after = bisect_right(line, x + width + edge, key=itemgetter(0))
        if first == len(line) or after == 0:
            return None
        points = tuple(
            (round((each.x - x) / width, 4), round(each.y / high, 4))
            for each in line[max(0, first - 1) : after + 1]
        )
        thick = (_OWN_LINE if seat.is_own else _LINE) * zoom / high
        ground = self.look.theme.colour("panel_low")
        if seat.is_own:
            colour = seat.colour
        else:
            colour = seat.colour.mixed(ground, _MUTED)
        return Stroke(colour, points, round(thick, 4), seat.is_own)

    def _draw_marks(self) -> None:
        """Put a dot where each mark is; those that stay the same are left alone."""
        zoom = self._zoom
        ground = self.look.theme.colour("panel_low")
        for at in [at for at in self._dots if at not in self.marks]:
            self._dots.pop(at).detach()
        for at, mark in self.marks.items():
            if at not in self._dots:
                self._dots[at] = Node(name="mark", tag=at, anchor=CENTRE)
                self._over.add(self._dots[at])
            mark.draw(self._dots[at], ground, zoom)
            self._dots[at].position = Vec(self._x_of(at), self.y_of(mark.value))
        self._draw_flag()

    def _draw_flag(self) -> None:
        """Plant a flag on a mark, or hang it below where there is no room above."""
        if self.flagged is None:
            mark = None
        else:
            mark = self.marks.get(self.flagged)
        self._flag.visible = mark is not None
        if mark is None or self.flagged is None:
            return
        side = _FLAG * self._zoom
        away = mark.wide * self._zoom / 2
        y = self.y_of(mark.value)
        if y > away + side:
            top = y - away - side
        else:
            top = y + away
        self._flag.picture = build_icon("flag", mark.colour)
        self._flag.size = Size(side, side)
        self._flag.position = Vec(self._x_of(self.flagged) - 0.2 * side, top)

    def _show_pointed(self, is_lively: bool) -> None:
        theme = self.look.theme
        zoom = self._zoom
        mark = None
        if self.pointed is not None:
            mark = self.marks.get(self.pointed)
        self._ring.visible = self._beam.visible = mark is not None and is_lively
        if mark is None or self.pointed is None:
            return
        side = (mark.wide * _RING + 4.0) * zoom
        x = self._x_of(self.pointed)
        self._ring.picture = BoxPicture(None, side / 2, theme.colour("focus"), 2.0 * zoom)
        self._ring.size, self._ring.position = Size(side, side), Vec(x, self.y_of(mark.value))
        self._beam.picture = BoxPicture(theme.colour("focus").with_alpha(0.25))
        self._beam.size = Size(2.0 * zoom, self.size.h)
        self._beam.position = Vec(x - zoom, 0.0)
        self.spot.position = Vec(x, -self._rises)
        self.spot.size = Size(1.0, self.size.h + self._rises)

    # -- pointing ----------------------------------------------------------------------------

    def heed(self, at: Vec) -> None:
        place = self.to_local(at)
        if place is not None and 0 <= place.x <= self.size.w and 0 <= place.y <= self.size.h:
            self._point(self._near(place))

    def _near(self, place: Vec) -> int | None:
        reach = _REACH * self.look.theme.zoom
        far = {
            at: (abs(self._x_of(at) - place.x), abs(self.y_of(mark.value) - place.y))
            for at, mark in self.marks.items()
        }
        close = [at for at, (across, _) in far.items() if across <= reach]
        return min(close, key=lambda at: sum(far[at]), default=None)

    def _point(self, at: int | None) -> None:
        if at != self.pointed:
            self.pointed = at
            self.refresh()
            self._on_point(at)

    def take_gesture(self, gesture: Gesture) -> bool:
        if gesture.kind is GestureKind.HOVER_LEAVE and not self.has_focus:
            self._point(None)
        if gesture.button != 1 or gesture.kind is GestureKind.WHEEL:
            return False
        place = self.to_local(gesture.position)
        if place is None:
            return False
        if gesture.kind in (GestureKind.PRESS, GestureKind.DRAG_START, GestureKind.DRAG_MOVE):
            self._point(self._near(place))
        if gesture.kind in (GestureKind.CLICK, GestureKind.DRAG_END):
            near = self._near(place)
            self._point(None)
            self._on_go(self._moment_at(place.x) if near is None else near)
        return gesture.kind not in (GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE)

    def _moment_at(self, x: float) -> int:
        first = self._x_of(0)
        width = self._x_of(1) - self._x_of(0)
        if width:
            return round((x - first) / width)
        return 0

    def _focus_changed(self, has_focus: bool) -> None:
        super()._focus_changed(has_focus)
        near = min(self.marks, key=lambda at: abs(at - self.at), default=None)
        self._point(near if has_focus else None)

    def _obey(self, command: commands.FocusCommand) -> bool:
        """Point at the next mark, or the one before; at either end the focus moves on."""
        marks = sorted(self.marks)
        if command not in STEPS or self.pointed not in marks:
            return False
        nth = marks.index(self.pointed) + STEPS[command]
        if not 0 <= nth < len(marks):
            return False
        self._point(marks[nth])
        return True

    def _go(self) -> None:
        if self.pointed is not None:
            self._on_go(self.pointed)


_HIGH: Final = 76.0
_MOST_HIGH: Final = 0.085
"""It takes no more of the window's height than this, however large the interface is."""
_WIDE: Final = {Tone.BAD: 14.0, Tone.ACCENT: 12.0}
_PLAIN_WIDE: Final = 8.0
"""Marks of what was done well, or is not worth a word, are smaller ones."""
_PENDING: Final = 5.0
"""Those of which nothing is known yet lie at the bottom."""
_DOT: Final = 12.0


def get_curve_height(look: theme.Look) -> float:
    """Return how high the curve is."""
    return min(_HIGH * look.theme.zoom, _MOST_HIGH * look.visible.h)


class ChancesPanel:
    """Keeps the curve up to date as choices are judged. remarks: says what is pointed at."""

    def __init__(self, remarks: Remarks) -> None:
        self._remarks = remarks
        self._ui = remarks.ui
        self._face = remarks.face
        self._session = remarks.session
        self._judging = remarks.judging
        self._hud: hud.Hud | None = None
        self._curve: ChanceCurve | None = None
        self._legend: Legend | None = None
        self._lines: dict[int, tuple[replay.ChanceLine, ...]] = {}
        self._said: tuple[int, float | None] | None = None

    def attach(self, hud: hud.Hud) -> None:
        self._hud = hud

    @property
    def has_any(self) -> bool:
        """Whether there is a curve, or may be one: not in a match without choices to judge."""
        choices = self._judging.choices
        return choices is None or bool(choices.by_step)

    def make_curve(self, look: theme.Look, size: Size, rises: float) -> ChanceCurve:
        """Make the curve. rises: how far what is said of it keeps above it."""
        x_of = partial(find_x_on_bar, look, self._session.timeline, size.w)
        self._curve = ChanceCurve(
            *(look, x_of, self._remarks.go_to, self._explain, rises), name="curve", size=size
        )
        self._curve.caption = self._ui.texts("Winning chances")
        return self._curve

    def make_legend(self, look: theme.Look, size: Size) -> Legend:
        self._legend = Legend(look, name="legend", size=size)
        return self._legend

    def dropped(self) -> None:
        self._curve = self._legend = None
        if self._hud is not None:
            self._hud.explain(None)

    def judged(self, at: int) -> None:
        """Hear that a choice has been judged: the line of its seat is another one."""
        choices = self._judging.choices
        if choices is not None:
            self._lines.pop(choices.by_step[at].seat, None)

    def refresh(self) -> None:
        session = self._session
        look = self._ui.stage.look
        judging = self._judging
        if judging.choices is None:
            return
        for seat in range(len(session.seats)):
            if seat not in self._lines:
                self._lines[seat] = replay.build_lines(
                    judging.choices, judging.judged, session.timeline, seat
                )
        curve = self._curve
        if curve is not None:
            curve.seats = [
                SeatLines(get_seat_colour(look, seat), lines, seat == session.viewer)
                for seat, lines in sorted(self._lines.items())
            ]
            curve.marks = self._marks()
            curve.flagged = self._remarks.turning_point
            curve.at = session.at
            curve.refresh()
        if self._legend is not None:
            words = self._words()
            self._legend.show(
                [
                    (seat, words.name_tag(seat), self._stands(seat))
                    for seat in range(len(session.seats))
                ]
            )

    def _marks(self) -> dict[int, CurveRemark]:
        """Mark where remarks are to be made: on the line of their seat once they are known."""
        judged = self._judging.judged
        found: dict[int, CurveRemark] = {}
        for at in self._remarks.moments:
            tone = self._remarks.tone(at)
            appraisal = judged.get(at)
            if appraisal is None:
                value = 0.0
            else:
                value = replay.value_before(appraisal)
            found[at] = _build_mark(self._ui.stage.look, tone, value)
        return found

    def make_key(self, look: theme.Look, width: float) -> Node:
        """Return what the marks on the curve mean."""
        texts = self._ui.texts
        gap = look.theme.sizes.gap / 2
        zoom = look.theme.zoom
        meanings = {
            Tone.GOOD: texts("good move"),
            Tone.ACCENT: texts("small mistake"),
            Tone.BAD: texts("big mistake"),
        }
        signs = []
        for tone in meanings:
            signs.append(Node(name="sign"))
            _build_mark(look, tone, 0.0).draw(signs[-1], look.theme.colour("panel_low"), zoom)
        flag = build_icon("flag", look.theme.colour(part.TONE_COLOURS[Tone.BAD]))
        signs.append(Node(name="sign", size=Size(_FLAG * zoom, _FLAG * zoom), picture=flag))
        soft = look.theme.colour("text_soft")
        words = [*meanings.values(), texts("turning point")]
        told = [
            row(sign, widget.Label(look, said, "small", colour=soft), gap=gap)
            for sign, said in zip(signs, words, strict=True)
        ]
        return wrap(told, width, 3 * gap, row_gap=0.0, name="key")

    def heed(self, at: Vec) -> None:
        if self._curve is not None:
            self._curve.heed(at)

    def _explain(self, at: int | None) -> None:
        if self._hud is None or self._curve is None:
            return
        if at is not None:
            sentence = self._remarks.sentence(at)
        else:
            sentence = ()
        if not sentence or at == self._session.at:  # there it is said anyway
            self._hud.explain(None)
            return
        self._hud.explain(self._curve.spot, sentence)
        self._ui.say(to_plain(sentence))

    def tell(self) -> None:
        session = self._session
        texts = self._ui.texts
        seat = session.viewer or 0
        value = replay.find_standing(self._lines.get(seat, ()), session.at)
        now = seat, value
        if session.is_playing or now == self._said:
            return
        self._said = now
        if value is not None:
            words = self._words()
            you = texts("Your chances: {how}")
            they = texts("{name}’s chances: {how}")
            how = self._face.words.standing(words, value)
            self._ui.say(to_plain(words.say(seat, you, they, how=how)))

    def _words(self) -> Any:
        return self._face.words.seat_words.at(
            self._ui.texts, self._session.seats, self._session.viewer
        )

    def _stands(self, seat: int) -> str:
        value = replay.find_standing(self._lines.get(seat, ()), self._session.at)
        if value is None:
            return ""
        return self._face.words.standing(self._words(), value)


def _build_mark(look: theme.Look, tone: Tone | None, value: float) -> CurveRemark:
    if tone is None:
        wide = _PENDING
    else:
        wide = _WIDE.get(tone, _PLAIN_WIDE)
    colour = look.theme.colour(part.TONE_COLOURS[tone or Tone.FAINT])
    return CurveRemark(value, colour, wide, tone is Tone.BAD)


class Legend(widget.Widget):
    """Names the seats in their colours, with how each of them stands."""

    def __init__(self, look: theme.Look, **options: Any) -> None:
        super().__init__(look, **options)
        self._shown: list[tuple[int, str, str]] = []

    def show(self, seats: list[tuple[int, str, str]]) -> None:
        if seats != self._shown:
            self._shown = seats
            self.refresh()

    def refresh(self) -> None:
        self.clear()
        high = self.size.h / max(1, len(self._shown))
        for nth, each in enumerate(self._shown):
            self._write(each, Rect(0.0, nth * high, self.size.w, high))

    def _write(self, shown: tuple[int, str, str], place: Rect) -> None:
        """Write a row; where rows are low, its words keep their size and lines come closer."""
        seat, name, stands = shown
        theme = self.look.theme
        side = min(_DOT * theme.zoom, place.h)
        colour = get_seat_colour(self.look, seat)
        dot = Node(name="whose", size=Size(side, side), picture=BoxPicture(colour, side / 2))
        dot.position = Vec(place.x, place.y + (place.h - side) / 2)
        style = theme.text("small")
        high = max(place.h, style.size * style.line_height / theme.zoom)
        top = place.y + (place.h - high) / 2
        left = place.x + 1.8 * side
        row = Rect(left, top, place.right - left, high)
        figure = runs.RunsLabel(self.look, size=row.size, style="small", align=Align.END)
        figure.write([runs.Span(stands, colour=theme.colour("text"))] if stands else "", row)
        room = Rect(left, top, max(1.0, row.w - figure.ink.w - side), high)
        label = runs.RunsLabel(self.look, style="small", name="who")
        label.write([runs.Span(name, colour=theme.colour("text_soft"))], room)
        self.add(dot, label, figure)
