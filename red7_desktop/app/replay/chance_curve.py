"""The curve of chances above the timeline: a line for each seat, and marks for remarks."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from math import floor
from typing import Any, Final, NamedTuple

from red7_desktop.app.replay.curve_picture import LevelLine, Stroke, column_picture
from red7_desktop.play.outlook import ChanceLine
from red7_desktop.scene.geometry import CENTRE, Size, Vec
from red7_desktop.scene.input.command import FocusCommand
from red7_desktop.scene.input.gesture import Gesture, GestureKind
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import BoxPicture
from red7_desktop.scene.theme.colour import Colour
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.control import Control

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

_EDGE: Final = 2.0
"""Of ground around a mark, that keeps it apart from its line."""

_ROUND: Final = 10.0

_RING: Final = 1.8
"""The ring around the mark that is pointed at, beside the mark."""

_LEVELS: Final = (0.0, 0.5, 1.0)

_STEPS: Final = {FocusCommand.LEFT: -1, FocusCommand.RIGHT: 1}


class SeatLines(NamedTuple):
    """The lines of a seat. is_own: of the one that is watched, which stands out."""

    colour: Colour
    lines: tuple[ChanceLine, ...]
    is_own: bool


class CurveRemark(NamedTuple):
    """A remark on the curve: how high it stands, from 0 to 1, and how it looks."""

    value: float
    colour: Colour
    wide: float


class ChanceCurve(Control):
    """Tells `on_go` where to go, and `on_point` which remark is pointed at, None for no more.

    Write `seats`, `marks` (by their moments) and `at`, and call `refresh`. x_of: gives where a
    moment stands. rises: by how much `spot`, beside which one may say something, rises above
    the curve. Call `heed` when the pointer moves.
    """

    def __init__(
        self,
        look: Look,
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
        self.pointed: int | None = None
        self._x_of = x_of
        self._on_go = on_go
        self._on_point = on_point
        self._columns: list[tuple[Node, float, float]] = []
        self._drawn: tuple[Any, ...] = ()
        self._dots: dict[int, Node] = {}
        self.here = Node(name="here")
        self.spot = Node(name="spot")
        self._beam = Node(name="beam")
        self._ground = Node(name="curve ground")
        self._over = Node(name="marks")
        self._ring = Node(name="pointed", anchor=CENTRE)
        self._frame = Node(name="frame")
        self.add(
            self._ground, self._frame, self.here, self._beam, self.spot, self._over, self._ring
        )
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
            x, width = left / scale, min(step, whole - left) / scale
            node = Node(name="curve column", position=Vec(x, 0.0), size=Size(width, self.size.h))
            self._ground.add(node)
            self._columns.append((node, x, width))

    @property
    def _zoom(self) -> float:
        """How large things are drawn: as the interface is, but no larger than the curve bears."""
        return min(self.look.theme.zoom, self.size.h / _BEARS)

    def y_of(self, value: float) -> float:
        """Give where a value stands, from the top."""
        pad = _PAD * self._zoom
        return pad + (self.size.h - 2 * pad) * (1.0 - value)

    def refresh(self) -> None:
        """Bring lines, marks and the place of the moment up to date."""
        theme, zoom = self.look.theme, self._zoom
        self._draw_lines()
        self._draw_marks()
        self.here.picture = BoxPicture(theme.colour("accent").with_alpha(0.9))
        self.here.size = Size(2.0 * zoom, self.size.h)
        self.here.position = Vec(self._x_of(self.at) - zoom, 0.0)
        self._show_pointed(self.state in ("hover", "pressed", "focused"))

    def _draw_lines(self) -> None:
        """Give each column what runs through it; those where nothing is new stay as they are."""
        look = tuple(self.seats), self.look.theme, self.size
        if look == self._drawn:
            return
        self._drawn = look
        ground, faint = (self.look.theme.colour(name) for name in ("panel_low", "border"))
        self._frame.picture = BoxPicture(None, _ROUND * self._zoom, faint, 1.5 * self._zoom)
        self._frame.size = self.size
        rules = tuple(
            LevelLine(
                self.y_of(level) / self.size.h, ground.mixed(faint, 0.9 if level == 0.5 else 0.5)
            )
            for level in _LEVELS
        )
        drawn = [
            (each, [Vec(self._x_of(at), self.y_of(value)) for at, value in line])
            for each in sorted(self.seats, key=lambda each: each.is_own)
            for line in each.lines
        ]
        for node, x, width in self._columns:
            parts = [self._stroke(each, line, x, width) for each, line in drawn]
            strokes = [stroke for stroke in parts if stroke is not None]
            node.picture = column_picture(ground, rules, tuple(strokes))

    def _stroke(self, seat: SeatLines, line: list[Vec], x: float, width: float) -> Stroke | None:
        """Give what of a line runs through a column, with a point beyond either edge."""
        zoom, high = self._zoom, self.size.h
        edge = _OWN_LINE * zoom
        first = bisect_left(line, x - edge, key=_get_x)
        after = bisect_right(line, x + width + edge, key=_get_x)
        if first == len(line) or after == 0:
            return None
        points = tuple(
            (round((each.x - x) / width, 4), round(each.y / high, 4))
            for each in line[max(0, first - 1) : after + 1]
        )
        thick = (_OWN_LINE if seat.is_own else _LINE) * zoom / high
        ground = self.look.theme.colour("panel_low")
        colour = seat.colour if seat.is_own else seat.colour.mixed(ground, _MUTED)
        return Stroke(colour, points, round(thick, 4), seat.is_own)

    def _draw_marks(self) -> None:
        """Put a dot where each mark is; those that stay the same are left alone."""
        zoom, ground = self._zoom, self.look.theme.colour("panel_low")
        for at in [at for at in self._dots if at not in self.marks]:
            self._dots.pop(at).detach()
        for at, mark in self.marks.items():
            if at not in self._dots:
                self._dots[at] = Node(name="mark", tag=at, anchor=CENTRE)
                self._over.add(self._dots[at])
            dot, side = self._dots[at], (mark.wide + 2 * _EDGE) * zoom
            dot.size = Size(side, side)
            dot.picture = BoxPicture(mark.colour, side / 2, ground, _EDGE * zoom)
            dot.position = Vec(self._x_of(at), self.y_of(mark.value))

    def _show_pointed(self, is_lively: bool) -> None:
        theme, zoom = self.look.theme, self._zoom
        mark = self.marks.get(self.pointed) if self.pointed is not None else None
        self._ring.visible = self._beam.visible = mark is not None and is_lively
        if mark is None or self.pointed is None:
            return
        side = (mark.wide * _RING + 4.0) * zoom
        x = self._x_of(self.pointed)
        self._ring.picture = BoxPicture(None, side / 2, theme.colour("focus"), 2.0 * zoom)
        self._ring.size, self._ring.position = Size(side, side), Vec(x, self.y_of(mark.value))
        self._beam.picture = BoxPicture(theme.colour("focus").with_alpha(0.25))
        self._beam.size, self._beam.position = Size(2.0 * zoom, self.size.h), Vec(x - zoom, 0.0)
        self.spot.position = Vec(x, -self._rises)
        self.spot.size = Size(1.0, self.size.h + self._rises)

    # -- pointing ----------------------------------------------------------------------------

    def heed(self, at: Vec) -> None:
        """Point at the mark below a pointer that is over the curve."""
        place = self.to_local(at)
        if place is not None and 0 <= place.x <= self.size.w and 0 <= place.y <= self.size.h:
            self._point(self._near(place))

    def _near(self, place: Vec) -> int | None:
        """Give the nearest mark within reach."""
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
        """Point where the pointer or finger is, and go there when it lets go."""
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
        first, width = self._x_of(0), self._x_of(1) - self._x_of(0)
        return round((x - first) / width) if width else 0

    def _focus_changed(self, has_focus: bool) -> None:
        super()._focus_changed(has_focus)
        near = min(self.marks, key=lambda at: abs(at - self.at), default=None)
        self._point(near if has_focus else None)

    def _obey(self, command: FocusCommand) -> bool:
        """Point at the next mark, or the one before; at either end the focus moves on."""
        marks = sorted(self.marks)
        if command not in _STEPS or self.pointed not in marks:
            return False
        nth = marks.index(self.pointed) + _STEPS[command]
        if not 0 <= nth < len(marks):
            return False
        self._point(marks[nth])
        return True

    def _go(self) -> None:
        if self.pointed is not None:
            self._on_go(self.pointed)


def _get_x(point: Vec) -> float:
    return point.x
