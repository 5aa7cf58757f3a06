"""Gestures as frozen data, and the table of their kinds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from red7_desktop.scene.geometry import ORIGIN, Vec
from red7_desktop.scene.node import Node


class GestureKind(StrEnum):
    """What happened.

    For one pointer the kinds come in this order, where `*` means any number and `?` perhaps one:
    PRESS LONG_PRESS? (CLICK | RELEASE | DRAG_START DRAG_MOVE* (DRAG_END | DRAG_CANCEL)).
    Every PRESS is therefore followed by exactly one of CLICK, RELEASE, DRAG_END, DRAG_CANCEL.
    When the pressed node cannot be dragged but an ancestor can, the node gets its RELEASE and the
    drag has the ancestor as its target.
    """

    HOVER_ENTER = "hover enter"
    HOVER_LEAVE = "hover leave"
    PRESS = "press"
    LONG_PRESS = "long press"
    CLICK = "click"
    RELEASE = "release"
    DRAG_START = "drag start"
    DRAG_MOVE = "drag move"
    DRAG_END = "drag end"
    DRAG_CANCEL = "drag cancel"
    WHEEL = "wheel"


class Pointer(StrEnum):
    """What made the gesture."""

    MOUSE = "mouse"
    TOUCH = "touch"


class CancelReason(StrEnum):
    """Why a press or a drag was called off."""

    NONE = ""
    ESCAPE = "escape"
    LOST_FOCUS = "lost focus"
    SECOND_BUTTON = "second button"
    TARGET_GONE = "target gone"
    CALLED_OFF = "called off"


@dataclass(frozen=True, slots=True)
class Gesture:
    """One thing that a pointer did; positions are design units, clamped to the window.

    `target` is the node under the pointer when it went down, or now for hover and wheel.
    `position` is where the pointer is, `start` where it went down, `step` how far it came since
    the last gesture of the drag, or the wheel's turns. `over` is the node under the pointer now,
    not counting the dragged one. `button` is 1 for left and touch, 2 middle, 3 right. `with_shift`
    tells whether Shift was held when it went down.
    """

    kind: GestureKind
    target: Node | None
    position: Vec
    start: Vec = ORIGIN
    step: Vec = ORIGIN
    over: Node | None = None
    button: int = 1
    pointer: Pointer = Pointer.MOUSE
    reason: CancelReason = CancelReason.NONE
    with_shift: bool = False
