"""The curve of winning chances over a match, in the control panel of a replay."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import floor
from operator import itemgetter
from typing import Any, Final, NamedTuple

import pygame

from red7_desktop.app.replay.timeline import STEP_BY_COMMAND, MoveComments, find_x_on_bar
from red7_desktop.app.table.scores import get_seat_colour
from red7_desktop.kit.hud import hud, part
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.texts import Tone, to_plain
from red7_desktop.play import replay
from red7_desktop.scene import boxes, commands, theme
from red7_desktop.scene.geometry import CENTRE, Rect, Size, Vec
from red7_desktop.scene.node import Gesture, GestureKind, Node
from red7_desktop.scene.pictures import Align, BoxPicture, Colour, PaintedPicture
from red7_desktop.scene.widgets import button, runs, widget

_OVERSAMPLING: Final = 3
_COARSE_FROM_HEIGHT: Final = 250
"""Height in pixels from which a curve is painted with less oversampling, to save time."""
_FILL_ALPHAS: Final = (0.5, 0.08)
"""Opacity of the gradient that fills the area below a curve: at its top and at its bottom."""
_GRID_LINE_STRENGTHS: Final = {0.0: 0.5, 0.5: 0.9, 1.0: 0.5}
"""Strength of each horizontal grid line, from 0 (invisible) to 1.

A key is the winning chance, from 0 to 1, that the grid line marks."""


class Stroke(NamedTuple):
    """A polyline to paint in one column, a vertical strip of the chart of winning chances.

    Attributes:
        colour: Colour of the line and the fill.
        points: Points from left to right, in shares of the column's width and height.
        thickness: Thickness of the line as a share of the column's height.
        is_filled: Whether the area below the line is filled.
    """

    colour: Colour
    points: tuple[tuple[float, float], ...]
    thickness: float
    is_filled: bool = False


def _paint(
    ground: Colour, faint: Colour, edge: float, strokes: tuple[Stroke, ...], w: int, h: int
) -> pygame.Surface:
    """Paint a column, which is a vertical strip of the chart of winning chances.

    Args:
        ground: Colour of the background.
        faint: Colour of the horizontal grid lines at full strength.
        edge: Height of the margin above a chance of 1 and below 0, as a share of the height.
        strokes: Lines to draw, the topmost last.
        w: Width of the column in pixels.
        h: Height of the column in pixels.

    Returns:
        The painted surface.
    """
    factor = _OVERSAMPLING if h < _COARSE_FROM_HEIGHT else _OVERSAMPLING - 1
    size = width, height = w * factor, h * factor
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.fill(ground)
    for level, strength in _GRID_LINE_STRENGTHS.items():
        top = round((edge + (1 - 2 * edge) * (1 - level)) * height) - factor // 2
        surface.fill(ground.mixed(faint, strength), (0, top, width, factor))
    for stroke in strokes:
        if stroke.is_filled:
            _fade_below(surface, stroke)
    for stroke in strokes:
        points = [(x * width, y * height) for x, y in stroke.points]
        thickness = max(factor, round(stroke.thickness * height))
        if len(points) > 1:
            pygame.draw.lines(surface, stroke.colour, False, points, thickness)
        for point in points:  # Draw a disc at each point to round the line's corners.
            pygame.draw.circle(surface, stroke.colour, point, thickness / 2)
    return pygame.transform.smoothscale(surface, (w, h))


def build_small_curve(colour: Colour, line: Sequence[Vec], size: Size) -> Node:
    """Build the small curve of winning chances beside a match in a list of matches.

    Args:
        colour: Colour of the line.
        line: Points; x is the share of the match, y the chance, both from 0 to 1.
        size: Size of the curve.
    """
    ground = colour.with_alpha(0.0)
    edge = _SMALL_EDGE
    points = tuple([(x, edge + (1 - 2 * edge) * (1 - y)) for x, y in line])
    strokes = (Stroke(colour, points, _SMALL_LINE_THICKNESS, is_filled=True),)
    paint = partial(_paint, ground, ground, edge, strokes)
    return Node(name="curve", size=size, picture=PaintedPicture(("curve", strokes), paint))


def _fade_below(surface: pygame.Surface, stroke: Stroke) -> None:
    width, height = surface.get_size()
    points = [(x * width, y * height) for x, y in stroke.points]
    left, _ = points[0]
    right, _ = points[-1]
    gradient = pygame.Surface((1, 2), pygame.SRCALPHA)
    gradient.set_at((0, 0), stroke.colour.with_alpha(_FILL_ALPHAS[0]))
    gradient.set_at((0, 1), stroke.colour.with_alpha(_FILL_ALPHAS[1]))
    fill = pygame.transform.smoothscale(gradient, (width, height))
    # Clear the gradient above the line.
    above = [(left, 0.0), *points, (right, 0.0)]
    pygame.draw.polygon(fill, stroke.colour.with_alpha(0.0), above)
    begin = max(0, round(left))
    end = min(width, round(right))
    if end > begin:
        area = pygame.Rect(begin, 0, end - begin, height)
        surface.blit(fill, area.topleft, area)


_SMALL_EDGE = 0.1
"""Margin above a chance of 1 in a small curve, as a share of its height."""
_SMALL_LINE_THICKNESS = 0.05
"""Thickness of a small curve's line, as a share of its height."""
_COLUMN_WIDTH: Final = 160.0
_LINE_THICKNESS: Final = 2.4
_OWN_LINE_THICKNESS: Final = 3.8
_BACKGROUND_SHARE: Final = 0.25
"""Share of the background colour that is mixed into the curves of all seats but the viewer's."""
_PADDING: Final = 10.0
"""Margin above a chance of 1 and below 0, in design units at zoom 1."""
_FULL_ZOOM_HEIGHT: Final = 66.0
"""Height of the chart, in design units, below which its marks and lines are drawn smaller."""
_HIT_DISTANCE: Final = 24.0
"""Maximum horizontal distance at which the pointer selects a mark, in design units at zoom 1."""
_FLAG_SIZE: Final = 20.0
_MARK_BORDER: Final = 2.0
"""Width of the border around a mark on a curve, in design units at zoom 1.

The border has the background's colour and separates the mark from the curve."""
_FRAME_RADIUS: Final = 10.0
_RING_SCALE: Final = 1.8
"""Diameter of the ring around the mark below the pointer, relative to the mark's width."""


class SeatLines(NamedTuple):
    """The curve of one seat in the chart of winning chances.

    Attributes:
        colour: Colour of the seat.
        lines: Unbroken pieces of the curve. Between two pieces the seat's chances are unknown.
        is_own: Whether the seat is the viewer's, whose curve is thicker and filled.
    """

    colour: Colour
    lines: tuple[replay.ChanceLine, ...]
    is_own: bool


class CurveMark(NamedTuple):
    """A mark on the curve of winning chances, at a step with a comment such as "big mistake".

    Attributes:
        value: Winning chance at the mark, from 0 to 1.
        colour: Colour of the mark.
        width: Width in design units at zoom 1.
        is_sharp: Whether the mark is a square on its corner instead of a dot.
    """

    value: float
    colour: Colour
    width: float
    is_sharp: bool = False

    def draw(self, dot: Node, ground: Colour, zoom: float) -> None:
        side = (self.width + 2 * _MARK_BORDER) * zoom
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
        dot.picture = BoxPicture(self.colour, radius, ground, _MARK_BORDER * zoom)


class ChanceCurve(button.Control):
    """A chart with the seats' winning chances over a match, and clickable marks on commented steps.

    Set `seats`, `marks`, `flagged` and `at`, and call `refresh`. Call `track_pointer` for pointer
    moves.

    Args:
        look: Theme and zoom of the stage.
        x_of: Returns the x coordinate of a step, in design units.
        on_go: Called with the step that the user goes to.
        on_point: Called with the step of the mark below the pointer, or None if there is none.
        rises: Height, in design units, of a strip above the chart. Tooltips cover neither the chart
            nor the strip.

    Attributes:
        seats: Curve of each seat, the viewer's seat included.
        marks: Marks on the curves, by step.
        at: Current step of the replay.
        flagged: Step whose mark has a flag because it is the turning point, or None.
        pointed: Step of the mark below the pointer, or None.
        tip_anchor: Invisible node at the mark below the pointer. Tooltips are placed beside it.
    """

    def __init__(
        self,
        look: theme.ResolvedTheme,
        x_of: Callable[[int], float],
        on_go: Callable[[int], None],
        on_point: Callable[[int | None], None],
        rises: float = 0.0,
        **options: Any,
    ) -> None:
        super().__init__(look, draggable=True, **options)
        self._rises = rises
        self.seats: Sequence[SeatLines] = ()
        self.marks: Mapping[int, CurveMark] = {}
        self.at = 0
        self.flagged: int | None = None
        self.pointed: int | None = None
        self._x_of = x_of
        self._on_go = on_go
        self._on_point = on_point
        self._columns: list[tuple[Node, float, float]] = []
        self._drawn_for: tuple[Any, ...] = ()
        self._dots: dict[int, Node] = {}
        self._cursor = Node(name="here")
        self.tip_anchor = Node(name="spot")
        self._beam = Node(name="beam")
        self._ground = Node(name="curve ground")
        self._mark_layer = Node(name="marks")
        self._flag = Node(name="flag")
        self._ring = Node(name="pointed", anchor=CENTRE)
        self._frame = Node(name="frame")
        self.add(self._ground, self._frame, self._cursor, self._beam, self.tip_anchor)
        self.add(self._mark_layer, self._ring, self._flag)
        self.on_activate = self._activate
        self.on_command = self._move_by_command
        self._build_columns()
        self.refresh()

    # -- drawing -----------------------------------------------------------------------------

    def _build_columns(self) -> None:
        """Divide the chart into vertical strips (columns), each a whole number of pixels wide."""
        scale = self.look.scale
        step = max(1, round(_COLUMN_WIDTH * self.look.theme.zoom * scale))
        total = floor(self.size.w * scale)
        for left in range(0, total, step):
            x = left / scale
            width = min(step, total - left) / scale
            node = Node(name="curve column", position=Vec(x, 0.0), size=Size(width, self.size.h))
            self._ground.add(node)
            self._columns.append((node, x, width))

    @property
    def _zoom(self) -> float:
        """Zoom of the chart's marks and lines: the theme's zoom, less if the chart is not high."""
        return min(self.look.theme.zoom, self.size.h / _FULL_ZOOM_HEIGHT)

    def y_of(self, value: float) -> float:
        """Return the y coordinate of a winning chance, in design units below the chart's top."""
        pad = _PADDING * self._zoom
        return pad + (self.size.h - 2 * pad) * (1.0 - value)

    def refresh(self) -> None:
        theme = self.look.theme
        zoom = self._zoom
        self._draw_lines()
        self._draw_marks()
        self._cursor.picture = BoxPicture(theme.colour("accent").with_alpha(0.9))
        self._cursor.size = Size(2.0 * zoom, self.size.h)
        self._cursor.position = Vec(self._x_of(self.at) - zoom, 0.0)
        self._show_pointed(self.state in ("hover", "pressed", "focused"))

    def _draw_lines(self) -> None:
        """Redraw grid and curves if the curves, the theme or the size have changed.

        The chart is painted in columns (vertical strips), each with its own piece of every curve.
        """
        state = tuple(self.seats), self.look.theme, self.size
        if state == self._drawn_for:
            return
        self._drawn_for = state
        ground, faint = (self.look.theme.colour(name) for name in ("panel_low", "border"))
        self._frame.picture = BoxPicture(None, _FRAME_RADIUS * self._zoom, faint, 1.5 * self._zoom)
        self._frame.size = self.size
        edge = self.y_of(1.0) / self.size.h
        lines = [
            (each, [Vec(self._x_of(at), self.y_of(value)) for at, value in line])
            for each in sorted(self.seats, key=lambda each: each.is_own)
            for line in each.lines
        ]
        for node, x, width in self._columns:
            strokes_or_none = (self._stroke(each, line, x, width) for each, line in lines)
            strokes = tuple([stroke for stroke in strokes_or_none if stroke is not None])
            node.picture = PaintedPicture(
                ("curve column", ground, faint, edge, strokes),
                partial(_paint, ground, faint, edge, strokes),
            )

    def _stroke(self, seat: SeatLines, line: list[Vec], x: float, width: float) -> Stroke | None:
        zoom = self._zoom
        height = self.size.h
        edge = _OWN_LINE_THICKNESS * zoom
        first = bisect_left(line, x - edge, key=itemgetter(0))
        after = bisect_right(line, x + width + edge, key=itemgetter(0))
        if first == len(line) or after == 0:
            return None
        points = tuple(
            (round((each.x - x) / width, 4), round(each.y / height, 4))
            for each in line[max(0, first - 1) : after + 1]
        )
        thickness = (_OWN_LINE_THICKNESS if seat.is_own else _LINE_THICKNESS) * zoom / height
        ground = self.look.theme.colour("panel_low")
        if seat.is_own:
            colour = seat.colour
        else:
            colour = seat.colour.mixed(ground, _BACKGROUND_SHARE)
        return Stroke(colour, points, round(thickness, 4), seat.is_own)

    def _draw_marks(self) -> None:
        """Update the nodes of the marks: add missing ones, move them, and remove outdated ones."""
        zoom = self._zoom
        ground = self.look.theme.colour("panel_low")
        for at in [at for at in self._dots if at not in self.marks]:
            self._dots.pop(at).detach()
        for at, mark in self.marks.items():
            if at not in self._dots:
                self._dots[at] = Node(name="mark", tag=at, anchor=CENTRE)
                self._mark_layer.add(self._dots[at])
            mark.draw(self._dots[at], ground, zoom)
            self._dots[at].position = Vec(self._x_of(at), self.y_of(mark.value))
        self._draw_flag()

    def _draw_flag(self) -> None:
        """Draw the flag that shows the turning point: above the mark of that step, or below it.

        The flag is below the mark if there is no room above.
        """
        if self.flagged is None:
            mark = None
        else:
            mark = self.marks.get(self.flagged)
        self._flag.visible = mark is not None
        if mark is None or self.flagged is None:
            return
        side = _FLAG_SIZE * self._zoom
        distance = mark.width * self._zoom / 2
        y = self.y_of(mark.value)
        if y > distance + side:
            top = y - distance - side
        else:
            top = y + distance
        self._flag.picture = build_icon("flag", mark.colour)
        self._flag.size = Size(side, side)
        self._flag.position = Vec(self._x_of(self.flagged) - 0.2 * side, top)

    def _show_pointed(self, is_active: bool) -> None:
        theme = self.look.theme
        zoom = self._zoom
        mark = None
        if self.pointed is not None:
            mark = self.marks.get(self.pointed)
        self._ring.visible = self._beam.visible = mark is not None and is_active
        if mark is None or self.pointed is None:
            return
        side = (mark.width * _RING_SCALE + 4.0) * zoom
        x = self._x_of(self.pointed)
        self._ring.picture = BoxPicture(None, side / 2, theme.colour("focus"), 2.0 * zoom)
        self._ring.size = Size(side, side)
        self._ring.position = Vec(x, self.y_of(mark.value))
        self._beam.picture = BoxPicture(theme.colour("focus").with_alpha(0.25))
        self._beam.size = Size(2.0 * zoom, self.size.h)
        self._beam.position = Vec(x - zoom, 0.0)
        self.tip_anchor.position = Vec(x, -self._rises)
        self.tip_anchor.size = Size(1.0, self.size.h + self._rises)

    # -- pointing ----------------------------------------------------------------------------

    def track_pointer(self, at: Vec) -> None:
        position = self.to_local(at)
        if position is None:
            return
        if 0 <= position.x <= self.size.w and 0 <= position.y <= self.size.h:
            self._point(self._find_mark_near(position))

    def _find_mark_near(self, position: Vec) -> int | None:
        hit_distance = _HIT_DISTANCE * self.look.theme.zoom
        distances = {
            at: (abs(self._x_of(at) - position.x), abs(self.y_of(mark.value) - position.y))
            for at, mark in self.marks.items()
        }
        near = [at for at, (across, _) in distances.items() if across <= hit_distance]
        return min(near, key=lambda at: sum(distances[at]), default=None)

    def _point(self, at: int | None) -> None:
        if at != self.pointed:
            self.pointed = at
            self.refresh()
            self._on_point(at)

    def handle_gesture(self, gesture: Gesture) -> bool:
        if gesture.kind is GestureKind.HOVER_LEAVE and not self.has_focus:
            self._point(None)
        if gesture.button != 1 or gesture.kind is GestureKind.WHEEL:
            return False
        position = self.to_local(gesture.position)
        if position is None:
            return False
        if gesture.kind in (GestureKind.PRESS, GestureKind.DRAG_START, GestureKind.DRAG_MOVE):
            self._point(self._find_mark_near(position))
        if gesture.kind in (GestureKind.CLICK, GestureKind.DRAG_END):
            near = self._find_mark_near(position)
            self._point(None)
            self._on_go(self._moment_at(position.x) if near is None else near)
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

    def _move_by_command(self, command: commands.FocusCommand) -> bool:
        """Select the next or previous mark on the curve; return False if no mark is left."""
        marks = sorted(self.marks)
        if command not in STEP_BY_COMMAND or self.pointed not in marks:
            return False
        nth = marks.index(self.pointed) + STEP_BY_COMMAND[command]
        if not 0 <= nth < len(marks):
            return False
        self._point(marks[nth])
        return True

    def _activate(self) -> None:
        if self.pointed is not None:
            self._on_go(self.pointed)


_CURVE_HEIGHT: Final = 76.0
_MAX_HEIGHT_SHARE: Final = 0.085
"""Maximum height of the chart of winning chances, as a share of the window's height."""
_MARK_SIZES: Final = {Tone.BAD: 14.0, Tone.ACCENT: 12.0}
_SMALL_MARK_SIZE: Final = 8.0
"""Size of the marks on the curve for good and neutral moves, in design units at zoom 1."""
_PENDING_MARK_SIZE: Final = 5.0
"""Size of the marks on the curve for choices without a verdict, in design units at zoom 1."""
_DOT_SIZE: Final = 12.0


def get_curve_height(look: theme.ResolvedTheme) -> float:
    """Return the height of the chart of winning chances in design units."""
    return min(_CURVE_HEIGHT * look.theme.zoom, _MAX_HEIGHT_SHARE * look.visible_area.h)


class ChancesPanel:
    """Builds and updates the chart of winning chances and its two legends.

    One legend is for the seats' curves, the other for the marks on the chart.

    The chart is updated while the match is being reviewed in the background.

    Args:
        remarks: Comments on the choices; each is shown while the pointer is at the choice's mark.
    """

    def __init__(self, remarks: MoveComments) -> None:
        self._remarks = remarks
        self._ui = remarks.ui
        self._game_view = remarks.game_view
        self._session = remarks.session
        self._judging = remarks.judging
        self._hud: hud.Hud | None = None
        self._curve: ChanceCurve | None = None
        self._legend: Legend | None = None
        self._lines: dict[int, tuple[replay.ChanceLine, ...]] = {}
        self._last_spoken: tuple[int, float | None] | None = None

    def attach(self, hud: hud.Hud) -> None:
        self._hud = hud

    @property
    def has_any(self) -> bool:
        """Whether the chance curves have any points.

        Each turn in which a seat had a choice is a point. As long as the background search for
        these turns is running, the result is True.
        """
        choices = self._judging.choices
        return choices is None or bool(choices.by_step)

    def make_curve(self, look: theme.ResolvedTheme, size: Size, rises: float) -> ChanceCurve:
        """Build the chart of winning chances.

        Args:
            look: Theme and zoom of the replay's control panel.
            size: Size of the chart.
            rises: Height, in design units, of a strip above the chart. Tooltips cover neither the
                chart nor the strip.
        """
        x_of = partial(find_x_on_bar, look, self._session.timeline, size.w)
        self._curve = ChanceCurve(
            *(look, x_of, self._remarks.go_to, self._explain, rises), name="curve", size=size
        )
        self._curve.caption = self._ui.texts("Winning chances")
        return self._curve

    def make_legend(self, look: theme.ResolvedTheme, size: Size) -> Legend:
        self._legend = Legend(look, name="legend", size=size)
        return self._legend

    def detach_nodes(self) -> None:
        self._curve = self._legend = None
        if self._hud is not None:
            self._hud.show_tip(None)

    def invalidate_line(self, at: int) -> None:
        """Drop the cached chance curve of a seat, because one of the seat's choices was judged.

        Args:
            at: Step of the choice.
        """
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
                    judging.choices, judging.reviews, session.timeline, seat
                )
        curve = self._curve
        if curve is not None:
            curve.seats = [
                SeatLines(get_seat_colour(look, seat), lines, seat == session.viewer)
                for seat, lines in sorted(self._lines.items())
            ]
            curve.marks = self._build_marks()
            curve.flagged = self._remarks.turning_point
            curve.at = session.at
            curve.refresh()
        if self._legend is not None:
            words = self._words()
            self._legend.show(
                [
                    (seat, words.name_tag(seat), self._describe_standing(seat))
                    for seat in range(len(session.seats))
                ]
            )

    def _build_marks(self) -> dict[int, CurveMark]:
        """Build the marks on the chart of winning chances: one for each choice with a comment.

        A mark is at the winning chance before the choice. If the choice hasn't been reviewed, the
        mark is at the bottom of the chart.

        Returns:
            The marks by the number of steps before the choice.
        """
        judged = self._judging.reviews
        marks: dict[int, CurveMark] = {}
        for at in self._remarks.moments:
            tone = self._remarks.tone(at)
            appraisal = judged.get(at)
            if appraisal is None:
                value = 0.0
            else:
                value = replay.find_chance_before(appraisal)
            marks[at] = _build_mark(self._ui.stage.look, tone, value)
        return marks

    def make_key(self, look: theme.ResolvedTheme, width: float) -> Node:
        """Build the legend that explains the marks on the chart, wrapped to a width.

        Args:
            look: Theme and zoom of the replay's control panel.
            width: Width in design units.
        """
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
        flag_size = _FLAG_SIZE * zoom
        flag = build_icon("flag", look.theme.colour(part.TONE_COLOURS[Tone.BAD]))
        signs.append(Node(name="sign", size=Size(flag_size, flag_size), picture=flag))
        soft = look.theme.colour("text_soft")
        words = [*meanings.values(), texts("turning point")]
        entries = [
            boxes.row(sign, widget.Label(look, word, "small", colour=soft), gap=gap)
            for sign, word in zip(signs, words, strict=True)
        ]
        return boxes.wrap(entries, width, 3 * gap, row_gap=0.0, name="key")

    def track_pointer(self, at: Vec) -> None:
        if self._curve is not None:
            self._curve.track_pointer(at)

    def _explain(self, at: int | None) -> None:
        if self._hud is None or self._curve is None:
            return
        if at is not None:
            sentence = self._remarks.describe(at)
        else:
            sentence = ()
        # Show no tip at the current step, because the control panel already shows its comment.
        if not sentence or at == self._session.at:
            self._hud.show_tip(None)
            return
        self._hud.show_tip(self._curve.tip_anchor, sentence)
        self._ui.say(to_plain(sentence))

    def announce(self) -> None:
        session = self._session
        texts = self._ui.texts
        seat = session.viewer or 0
        value = replay.find_last_chance(self._lines.get(seat, ()), session.at)
        current = seat, value
        if session.is_playing or current == self._last_spoken:
            return
        self._last_spoken = current
        if value is not None:
            words = self._words()
            you = texts("Your chances: {how}")
            they = texts("{name}’s chances: {how}")
            how = self._game_view.words.describe_chances(words, value, self._observe(), seat)
            self._ui.say(to_plain(words.choose_form(seat, you, they, how=how)))

    def _words(self) -> Any:
        return self._game_view.words.words_class.for_viewer(
            self._ui.texts, self._session.seats, self._session.viewer
        )

    def _describe_standing(self, seat: int) -> str:
        value = replay.find_last_chance(self._lines.get(seat, ()), self._session.at)
        if value is None:
            return ""
        return self._game_view.words.describe_chances(self._words(), value, self._observe(), seat)

    def _observe(self) -> Any:
        """Return a spectator's observation of the match at the current step."""
        match = self._session.match
        return match.game.observe(match.state, None)


def _build_mark(look: theme.ResolvedTheme, tone: Tone | None, value: float) -> CurveMark:
    if tone is None:
        size = _PENDING_MARK_SIZE
    else:
        size = _MARK_SIZES.get(tone, _SMALL_MARK_SIZE)
    colour = look.theme.colour(part.TONE_COLOURS[tone or Tone.FAINT])
    return CurveMark(value, colour, size, tone is Tone.BAD)


class Legend(widget.Widget):
    """A list of the seats' names with the colours of their curves and their current chances."""

    def __init__(self, look: theme.ResolvedTheme, **options: Any) -> None:
        super().__init__(look, **options)
        self._shown: list[tuple[int, str, str]] = []

    def show(self, seats: list[tuple[int, str, str]]) -> None:
        if seats != self._shown:
            self._shown = seats
            self.refresh()

    def refresh(self) -> None:
        self.clear()
        rows = [boxes.Slot(self._build_row(*each).place, weight=1.0) for each in self._shown]
        boxes.down(*rows).place(Rect(0.0, 0.0, *self.size))

    def _build_row(self, seat: int, name: str, standing: str) -> boxes.Slot:
        """Build a seat's row of the legend: a dot in the seat's colour, its name and its chances.

        Text that is higher than the row overflows the row equally at the top and at the bottom.
        """
        theme = self.look.theme
        height = self.size.h / len(self._shown)
        side = min(_DOT_SIZE * theme.zoom, height)
        dot = Node(name="whose", picture=BoxPicture(get_seat_colour(self.look, seat), side / 2))
        style = theme.text("small")
        text_height = max(height, style.size * style.line_height / theme.zoom)
        names = [runs.TextRun(name, colour=theme.colour("text_soft"))]
        label = runs.RunsLabel(self.look, style="small", name="who")
        figures = [runs.TextRun(standing, colour=theme.colour("text"))] if standing else []
        figure = runs.RunsLabel(self.look, style="small", align=Align.END)
        self.add(dot, label, figure)
        return boxes.across(
            boxes.Slot(partial(widget.put, dot), side, side),
            0.8 * side,
            label.slot_for(names, h=text_height, grows=1.0),
            side,
            figure.slot_for(figures, runs.measure_width(figures, self.look, "small"), text_height),
        )
