"""Translates mouse and touch events to gestures.

The module never polls devices, so that events posted by tests behave like real events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pygame

from red7_desktop.scene.animation import Clock
from red7_desktop.scene.geometry import ORIGIN, Vec, Viewport
from red7_desktop.scene.node import Gesture, GestureKind, Node, Pointer

DRAG_THRESHOLD = {Pointer.MOUSE: 3.0, Pointer.TOUCH: 8.0}
"""Distance in design units from which a press becomes a drag, by pointer.

In a small window, where a design unit is less than a pixel, the distance is in pixels."""
LONG_PRESS = 0.4
"""Seconds until a press without movement becomes a long press."""
POINTER_TIMEOUT = 2.0
"""Seconds without events after which a pressed pointer that drags nothing counts as released.

Release events can get lost, and a pressed pointer would block all others."""
_BUTTONS = (1, 2, 3)
_SHIFTS = (pygame.K_LSHIFT, pygame.K_RSHIFT)


@dataclass(eq=False, repr=False, slots=True)
class _Press:
    """A pointer that is down.

    Attributes:
        last: The last gesture that was reported for this press.
        since: Time of the press in seconds.
        target: The pressed node, None for the background.
        is_drag: True once the press has become a drag.
        is_long: True once a long press was reported.
        is_new: True if the pressed node was replaced by `target` during the press; see
            `GestureReader.preserve_press`.
    """

    last: Gesture
    since: float
    target: Node | None
    is_drag: bool = False
    is_long: bool = False
    is_new: bool = False


class GestureReader:
    """A translator of events to gestures on the nodes of one tree.

    Args:
        root: Root of the tree.
        clock: Source of the time, for long presses.
        view: Function that returns the current mapping from window pixels to design units.
    """

    def __init__(self, root: Node, clock: Clock, view: Callable[[], Viewport]) -> None:
        self._root = root
        self._clock = clock
        self._view = view
        self._press: _Press | None = None
        # Times of the last event of each pointer that is down.
        self._held: dict[tuple[Pointer, int], float] = {}
        self.hovered: Node | None = None
        self._mouse: Vec | None = None
        self._last_changes = -1
        self._shifts: set[int] = set()
        self._readers: dict[int, Callable[[pygame.Event], list[Gesture]]] = {
            pygame.MOUSEMOTION: self._mouse_moved,
            pygame.MOUSEBUTTONDOWN: self._mouse_down,
            pygame.MOUSEBUTTONUP: self._mouse_up,
            pygame.MOUSEWHEEL: self._wheel,
            pygame.FINGERDOWN: self._finger_down,
            pygame.FINGERMOTION: self._finger_moved,
            pygame.FINGERUP: self._finger_up,
            pygame.KEYDOWN: self._key_down,
            pygame.KEYUP: self._key_up,
            pygame.WINDOWLEAVE: self._left_window,
            pygame.WINDOWFOCUSLOST: self._lost_focus,
        }

    @property
    def pressed(self) -> Node | None:
        if self._press:
            return self._press.target
        return None

    @property
    def is_dragging(self) -> bool:
        return self._press is not None and self._press.is_drag

    def read(self, event: pygame.Event) -> list[Gesture]:
        """Return the gestures that an event causes; [] if the event causes none."""
        reader = self._readers.get(event.type)
        if reader is None:
            return []
        return reader(event)

    def tick(self) -> list[Gesture]:
        """Return gestures that aren't caused by an event; call this once a frame.

        These are long presses, cancelled presses on removed nodes, and hovering over a node that
        has moved below the pointer.
        """
        gestures: list[Gesture] = []
        press = self._press
        if press is not None and press.target is not None:
            if not (press.target.root is self._root and press.target.is_shown):
                gestures += self.cancel()
            elif self._is_held_long(press):
                press.is_long = True
                gestures.append(press.last._replace(kind=GestureKind.LONG_PRESS))
        if self._root.changes != self._last_changes:
            gestures += self._hover()
        return gestures

    def cancel(self) -> list[Gesture]:
        """Cancel a press or drag; the pointer is ignored until it is released."""
        press, self._press = self._press, None
        if press is None:
            return []
        if press.is_drag:
            kind = GestureKind.DRAG_CANCEL
        else:
            kind = GestureKind.RELEASE
        last = press.last._replace(kind=kind, target=press.target, delta=ORIGIN)
        return [last._replace(is_cancelled=True)]

    @contextmanager
    def preserve_press(self, root: Node) -> Iterator[None]:
        """Return a context in which the nodes of a subtree can be replaced during a press.

        Afterwards, the new node with the name of the pressed node counts as pressed. This doesn't
        work for draggable nodes, because only the old node knows its offset from the pointer.
        """
        press = self._press
        if press is None or press.is_drag:
            target = None
        else:
            target = press.target
        is_inside = target is not None and (target is root or root in target.ancestors)
        yield
        if press is None or press is not self._press or target is None or not is_inside:
            return
        named = [node for node in root.walk() if node.name == target.name and node.interactive]
        if len(named) == 1 and named[0] is not target and not target.draggable:
            press.target = named[0]
            press.is_new = True
            press.last = press.last._replace(target=named[0])

    # -- the mouse -------------------------------------------------------------------------

    def _mouse_moved(self, event: pygame.Event) -> list[Gesture]:
        if _comes_from_touch(event):
            return []
        self._mouse = self._view().to_design(event.pos)
        if self._press is None:
            return self._hover()
        if self._press.last.pointer is not Pointer.MOUSE:
            return []
        return self._moved(self._mouse)

    def _mouse_down(self, event: pygame.Event) -> list[Gesture]:
        if _comes_from_touch(event) or event.button not in _BUTTONS:
            return []
        self._mouse = self._view().to_design(event.pos)
        return self._hover() + self._down(Pointer.MOUSE, event.button, self._mouse)

    def _mouse_up(self, event: pygame.Event) -> list[Gesture]:
        if _comes_from_touch(event) or event.button not in _BUTTONS:
            return []
        self._mouse = self._view().to_design(event.pos)
        return self._up(Pointer.MOUSE, event.button, self._mouse) + self._hover()

    def _wheel(self, event: pygame.Event) -> list[Gesture]:
        if self._mouse is None or _comes_from_touch(event):
            return []
        if getattr(event, "flipped", False):
            sign = -1.0
        else:
            sign = 1.0
        step = Vec(
            getattr(event, "precise_x", event.x) * sign, getattr(event, "precise_y", event.y) * sign
        )
        target = self._root.hit(self._mouse)
        return [
            Gesture(GestureKind.WHEEL, target, self._mouse, self._mouse, step, target, button=0)
        ]

    # -- touch -----------------------------------------------------------------------------

    def _finger_down(self, event: pygame.Event) -> list[Gesture]:
        self._mouse = None
        return self._hover() + self._down(
            Pointer.TOUCH, event.finger_id, self._finger_position(event)
        )

    def _finger_moved(self, event: pygame.Event) -> list[Gesture]:
        finger = (Pointer.TOUCH, event.finger_id)
        if finger not in self._held:
            return []
        self._held[finger] = self._clock.now()
        if self._press is None or self._press.last.pointer is not Pointer.TOUCH:
            return []
        return self._moved(self._finger_position(event))

    def _finger_up(self, event: pygame.Event) -> list[Gesture]:
        return self._up(Pointer.TOUCH, event.finger_id, self._finger_position(event))

    def _finger_position(self, event: pygame.Event) -> Vec:
        view = self._view()
        return view.to_design((event.x * view.window[0], event.y * view.window[1]))

    # -- the window and the keyboard -------------------------------------------------------

    def _key_down(self, event: pygame.Event) -> list[Gesture]:
        if event.key in _SHIFTS:
            self._shifts.add(event.key)
        if event.key == pygame.K_ESCAPE:
            return self.cancel()
        return []

    def _key_up(self, event: pygame.Event) -> list[Gesture]:
        self._shifts.discard(event.key)
        return []

    def _left_window(self, _event: pygame.Event) -> list[Gesture]:
        self._mouse = None
        if self._press:
            return []
        return self._hover()

    def _lost_focus(self, _event: pygame.Event) -> list[Gesture]:
        gestures = self.cancel()
        self._held.clear()
        self._shifts.clear()
        self._mouse = None
        return gestures + self._hover()

    # -- any pointer -----------------------------------------------------------------------

    def _down(self, pointer: Pointer, which: int, position: Vec) -> list[Gesture]:
        if (pointer, which) in self._held:
            # The release event was lost: cancel the old press before reading the new one.
            gestures = self.cancel()
            self._held.clear()
            return gestures + self._hover() + self._down(pointer, which, position)
        now = self._clock.now()
        if self._press is None:
            held = self._held.items()
            self._held = {
                key: last_event_time
                for key, last_event_time in held
                if now - last_event_time < POINTER_TIMEOUT
            }
        others_are_held = bool(self._held)
        self._held[pointer, which] = now
        if others_are_held:
            return self.cancel()
        target = self._root.hit(position)
        press = Gesture(
            GestureKind.PRESS,
            target,
            position,
            position,
            ORIGIN,
            target,
            which if pointer is Pointer.MOUSE else 1,
            pointer,
            with_shift=bool(self._shifts),
        )
        self._press = _Press(press, self._clock.now(), target)
        return [press]

    def _moved(self, position: Vec) -> list[Gesture]:
        press = self._press
        assert press is not None
        if not press.is_drag:
            target = _find_nearest(press.target, "draggable")
            if self._is_near(press, position) or target is None or press.last.button != 1:
                return []
            # If an ancestor of the pressed node is dragged, report a release to the pressed node.
            if target is press.target:
                releases = []
            else:
                releases = [press.last._replace(kind=GestureKind.RELEASE)]
            press.is_drag = True
            press.target = target
            return [*releases, self._drag(press, GestureKind.DRAG_START, position)]
        if position == press.last.position:
            return []
        return [self._drag(press, GestureKind.DRAG_MOVE, position)]

    def _is_near(self, press: _Press, position: Vec) -> bool:
        threshold = DRAG_THRESHOLD[press.last.pointer] * max(1.0, 1.0 / self._view().scale)
        return position.distance_to(press.last.start) < threshold

    def _drag(self, press: _Press, kind: GestureKind, position: Vec) -> Gesture:
        press.last = press.last._replace(
            kind=kind,
            target=press.target,
            position=position,
            delta=position - press.last.position,
            over=self._root.hit(position, skip=press.target),
        )
        return press.last

    def _up(self, pointer: Pointer, which: int, position: Vec) -> list[Gesture]:
        if self._held.pop((pointer, which), None) is None:
            # The pointer was released earlier, for example when the window lost the focus.
            return []
        press = self._press
        if press is None or self._held or press.last.pointer is not pointer:
            return []
        self._press = None
        if press.is_drag:
            return [self._drag(press, GestureKind.DRAG_END, position)]
        over = self._root.hit(position)
        # If the pressed node was replaced, the new node may be elsewhere, so a release near the
        # position of the press counts as a click on the new node.
        is_there = over is press.target or (press.is_new and self._is_near(press, position))
        is_click = press.target is not None and is_there and not press.is_long
        if is_click:
            kind = GestureKind.CLICK
        else:
            kind = GestureKind.RELEASE
        return [press.last._replace(kind=kind, position=position, over=over)]

    def _hover(self) -> list[Gesture]:
        if self._press is not None:
            return []
        self._last_changes = self._root.changes
        if self._mouse is None:
            now = None
        else:
            now = self._root.hit(self._mouse)
        before = self.hovered
        if now is before:
            return []
        self.hovered = now
        position = self._mouse or ORIGIN
        return [
            Gesture(kind, node, position, position, ORIGIN, now, button=0)
            for kind, node in ((GestureKind.HOVER_LEAVE, before), (GestureKind.HOVER_ENTER, now))
            if node is not None
        ]

    def _is_held_long(self, press: _Press) -> bool:
        return (
            not (press.is_long or press.is_drag)
            and press.last.button == 1
            and _find_nearest(press.target, "holdable") is not None
            and self._clock.now() - press.since >= LONG_PRESS
        )


def _comes_from_touch(event: pygame.Event) -> bool:
    return bool(getattr(event, "touch", False))


def _find_nearest(node: Node | None, trait: str) -> Node | None:
    while node is not None and not getattr(node, trait):
        node = node.parent
    return node
