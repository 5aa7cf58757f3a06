"""Scanning: the highlight goes round by itself, and one switch takes what it lies on.

For people who have one key, button or sensor. Where there is much on the screen the highlight goes
from group to group first; the switch goes into the group, and after its last member the highlight
comes out of it again. What comes up because of the switch has its turn at once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.input.command import FocusCommand
from red7_desktop.scene.widgets.ring import FocusRing

if TYPE_CHECKING:
    from red7_desktop.scene.node import Node
    from red7_desktop.scene.stage import Stage

Group: TypeAlias = tuple["Node", ...]
"""What the highlight lies on together."""


MOST_SINGLE: Final = 8
"""So many controls are gone through one by one; more are grouped."""

MOST_TOGETHER: Final = 6
"""A group has at most so many members, if it is not made of one parent's alone."""


class Scanner:
    """Moves the stage's focus round. Call `tick` once a frame and `press` for the switch.

    interval: seconds on each stop.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._ring = FocusRing(stage.look, name="scan frame")
        stage.root.add(self._ring)
        self._stops: list[Group] = []
        self._known: list[Node] = []
        self._inside: list[Group] | None = None
        self._at = self._group = 0
        self._due = 0.0
        self._has_pressed = False
        self._is_on = False
        self.interval = 1.0

    @property
    def is_on(self) -> bool:
        """Whether the highlight goes round."""
        return self._is_on

    @is_on.setter
    def is_on(self, is_on: bool) -> None:
        if is_on != self._is_on:
            self._is_on = is_on
            self._known, self._stops, self._inside = [], [], None
            self._at = 0
            self._ring.surround(None)

    @property
    def highlighted(self) -> Group:
        """What the highlight lies on, () for nothing."""
        row = self._row
        return row[self._at] if self._at < len(row) else ()

    def tick(self) -> None:
        """Follow what has come and gone, and go on when it is time."""
        if not self._is_on:
            return
        nodes = self._stage.focus.stops()
        if nodes != self._known:
            self._regroup(nodes)
        elif self._stage.clock.now() >= self._due:
            self._advance()
        self._has_pressed = False
        self._show()

    @property
    def idle_for(self) -> float:
        """For how many seconds the highlight stays where it is."""
        return max(0.0, self._due - self._stage.clock.now()) if self._is_on else math.inf

    def press(self) -> None:
        """Go into the group that is highlighted, or activate the control."""
        found = [node for node in self.highlighted if node in self._stage.focus.stops()]
        self._rest()
        if len(found) > 1:
            self._group = self._at
            self._inside = [(node,) for node in found]
            self._go_to(0)
        elif found:
            self._has_pressed = True
            self._stage.focus.give(found[0])
            self._stage.focus.do(FocusCommand.ACTIVATE)

    # -- inside ------------------------------------------------------------------------------

    @property
    def _row(self) -> list[Group]:
        return self._stops if self._inside is None else self._inside

    def _regroup(self, nodes: list[Node]) -> None:
        """Begin anew, with what the switch has brought up, else in the group as far as it stays."""
        known = set(self._known)
        fresh = [node for node in nodes if node not in known]
        stays = [stop for stop in self._inside or [] if stop[0] in nodes]
        here = self.highlighted
        self._known = nodes
        self._stops = group_controls(nodes)
        if self._has_pressed and fresh and known.intersection(nodes):
            self._inside = [(node,) for node in fresh]
            self._go_to(0)
        elif stays and here in stays:
            self._inside = stays
            self._at = stays.index(here)
        elif self._inside is None and here in self._stops:
            self._at = self._stops.index(here)
        else:
            self._inside = None
            self._go_to(0)

    def _advance(self) -> None:
        if self._at + 1 < len(self._row):
            self._go_to(self._at + 1)
        elif self._inside is None:
            self._go_to(0)
        else:
            self._inside = None
            self._go_to((self._group + 1) % max(1, len(self._stops)))

    def _go_to(self, place: int) -> None:
        self._at = place
        self._rest()
        here = self.highlighted
        focus = self._stage.focus
        focus.is_visible = True
        focus.give(here[0] if len(here) == 1 else None)
        if len(here) > 1:
            for above in tuple(here[0].ancestors):
                if above.on_reveal is not None:
                    above.on_reveal(here[0])

    def _rest(self) -> None:
        self._due = self._stage.clock.now() + self.interval

    def _show(self) -> None:
        """Frame a group; a single control has the focus ring."""
        here = self.highlighted
        boxes = [node.bounds for node in here if node.is_shown]
        around = None
        if len(here) > 1 and boxes:
            around = Rect.around([corner for box in boxes for corner in box.corners])
        self._ring.surround(around)


def group_controls(nodes: Sequence[Node]) -> list[Group]:
    """Put controls that follow each other into groups: a parent's together, small ones joined."""
    if len(nodes) <= MOST_SINGLE:
        return [(node,) for node in nodes]
    families: list[list[Node]] = []
    for node in nodes:
        if families and families[-1][0].parent is node.parent:
            families[-1].append(node)
        else:
            families.append([node])
    groups: list[list[Node]] = []
    for family in families:
        for part in _split_family(family):
            if groups and len(groups[-1]) + len(part) <= MOST_TOGETHER:
                groups[-1] += part
            else:
                groups.append(list(part))
    return [tuple(group) for group in groups]


def _split_family(family: list[Node]) -> list[list[Node]]:
    """Cut a family that is too large into parts of nearly the same size."""
    count = -(-len(family) // MOST_SINGLE)
    size = -(-len(family) // count)
    return [family[first : first + size] for first in range(0, len(family), size)]
