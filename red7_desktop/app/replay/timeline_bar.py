"""The timeline of a match on the screen: rounds, turns, and a knob where one is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

from red7_desktop.play.timeline import Timeline
from red7_desktop.scene.geometry import CENTRE, Size, Vec
from red7_desktop.scene.input.command import FocusCommand
from red7_desktop.scene.input.gesture import Gesture, GestureKind
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.control import Control
from red7_desktop.scene.widgets.label import Label

_KNOB: Final = 28.0

_THICK: Final = 10.0

_ROUND_GAP: Final = 5.0
"""Between two rounds."""

_LEAST: Final = 12.0
"""Turns that stand closer are not marked, nor are the numbers of rounds that are narrower than
twice that."""

_STEPS: Final = {FocusCommand.LEFT: -1, FocusCommand.RIGHT: 1}

_MOVES: Final = (
    GestureKind.PRESS,
    GestureKind.DRAG_START,
    GestureKind.DRAG_MOVE,
    GestureKind.DRAG_END,
)


def find_x_on_bar(look: Look, timeline: Timeline, width: float, at: int) -> float:
    """Give where a moment stands on a bar of some width, from its left edge."""
    edge = _KNOB * look.theme.zoom / 2
    return edge + (width - 2 * edge) * at / max(1, timeline.last)


class TimelineBar(Control):
    """Tells `on_go` where to go, by pointer, finger, keys and pad; `on_press` when it is activated.

    Write `at` and call `refresh`. Give it a size.
    """

    def __init__(
        self,
        look: Look,
        timeline: Timeline,
        size: Size,
        on_go: Callable[[int], None],
        on_press: Callable[[], None],
        **options: Any,
    ) -> None:
        super().__init__(look, draggable=True, size=size, **options)
        self.at = 0
        self._timeline = timeline
        self._on_go = on_go
        self._from = 0
        self._rail = Node(name="rail")
        self._knob = Node(name="knob", anchor=CENTRE)
        self._drawn: tuple[Any, ...] = ()
        self.add(self._rail, self._knob)
        self.on_activate = on_press
        self.on_command = self._obey
        self.refresh()

    def x_of(self, at: int) -> float:
        """Give where a moment stands, in the bar's own space."""
        return find_x_on_bar(self.look, self._timeline, self.size.w, at)

    def refresh(self) -> None:
        """Bring rail and knob up to date."""
        theme, zoom = self.look.theme, self.look.theme.zoom
        if self._drawn != (theme, self.size):
            self._drawn = theme, self.size
            self._draw_rail()
        for _, filled, begin, end in self._rounds:
            part = min(max(self.at, begin), end)
            filled.visible = self.at > begin
            filled.size = Size(max(1.0, self.x_of(part) - self.x_of(begin)), filled.size.h)
        is_lively = self.state in ("hover", "pressed", "focused")
        self._knob.picture = theme.box("knob_lively" if is_lively else "knob").picture()
        self._knob.size = Size(_KNOB * zoom, _KNOB * zoom)
        self._knob.position = Vec(self.x_of(self.at), self.size.h / 2)

    def _draw_rail(self) -> None:
        theme, zoom = self.look.theme, self.look.theme.zoom
        self._clear(self._rail)
        self._rounds: list[tuple[Node, Node, int, int]] = []
        thick = _THICK * zoom
        top = (self.size.h - thick) / 2
        rounds = self._timeline.rounds
        bounds = list(pairwise([*rounds, max(self._timeline.last, rounds[-1])]))
        for number, (begin, end) in enumerate(bounds, start=1):
            left, right = self.x_of(begin), self.x_of(end)
            width = max(1.0, right - left - (_ROUND_GAP * zoom if number < len(bounds) else 0.0))
            track, filled = Node(name=f"round {number}"), Node(name="played")
            for node, box in ((track, "track"), (filled, "track_filled")):
                node.picture = theme.box(box).picture()
                node.position, node.size = Vec(left, top), Size(width, thick)
            self._rail.add(track, filled)
            self._rounds.append((track, filled, begin, end))
            if len(bounds) > 1 and width > 2 * _LEAST * zoom:
                label = Label(
                    self.look,
                    str(number),
                    "small",
                    size=Size(width, top),
                    align=Align.CENTRE,
                    colour=theme.colour("text_soft"),
                    position=Vec(left, 0.0),
                )
                self._rail.add(label)
        self._draw_turns(top, thick)

    def _draw_turns(self, top: float, thick: float) -> None:
        """Mark where turns end, where there is room between them."""
        turns, zoom = self._timeline.turns, self.look.theme.zoom
        if (self.size.w - _KNOB * zoom) / max(1, len(turns)) < _LEAST * zoom:
            return
        ink = BoxPicture(self.look.theme.colour("panel_low"))
        for at in turns:
            tick = Node(name="turn", picture=ink, size=Size(1.5 * zoom, thick))
            tick.position = Vec(self.x_of(at) - 0.75 * zoom, top)
            self._rail.add(tick)

    @staticmethod
    def _clear(node: Node) -> None:
        for child in node.children:
            child.detach()

    def take_gesture(self, gesture: Gesture) -> bool:
        """Go to where the pointer is; a drag that is called off goes back."""
        if gesture.button != 1 or gesture.kind is GestureKind.WHEEL:
            return False
        if gesture.kind is GestureKind.PRESS:
            self._from = self.at
        if gesture.kind is GestureKind.DRAG_CANCEL:
            self._on_go(self._from)
        elif gesture.kind in _MOVES:
            place = self.to_local(gesture.position)
            if place is not None:
                length = self.x_of(self._timeline.last) - self.x_of(0)
                part = (place.x - self.x_of(0)) / length if length else 0.0
                self._on_go(min(max(round(part * self._timeline.last), 0), self._timeline.last))
        return gesture.kind in _MOVES or gesture.kind is GestureKind.CLICK

    def _obey(self, command: FocusCommand) -> bool:
        if command not in _STEPS:
            return False
        self._on_go(self.at + _STEPS[command])
        return True
