"""The focus: which node the keyboard or the pad operates, and where it goes next.

There is one focus. Scopes lie on top of each other like the overlays that they belong to; only
the top scope's nodes can be reached, and when it goes, the focus returns to where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from red7_desktop.scene.command import Command
from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.node import Node

DIRECTIONS: Mapping[Command, Vec] = MappingProxyType(
    {
        Command.LEFT: Vec(-1, 0),
        Command.RIGHT: Vec(1, 0),
        Command.UP: Vec(0, -1),
        Command.DOWN: Vec(0, 1),
    }
)
_STEPS = {Command.NEXT: 1, Command.PREVIOUS: -1}


@dataclass(slots=True)
class _Scope:
    """A subtree that holds the focus, what is focused in it, and what Back does."""

    root: Node
    on_back: Callable[[], None] | None
    current: Node | None = None
    resume: Node | None = None
    last_centre: Vec | None = None


class ScopeError(ValueError):
    """Says that a focus scope is not the one on top, or is there already."""


class Focus:
    """Holds the one focus and moves it.

    `is_visible` tells whether the focus should be shown: after a key or a pad button, but not
    after the pointer was used.
    """

    def __init__(self, root: Node) -> None:
        self._scopes = [_Scope(root, None)]
        self.is_visible = False

    @property
    def current(self) -> Node | None:
        """The focused node, or None when there is none or it can no longer be reached."""
        scope = self._scopes[-1]
        node = scope.current
        return node if node is not None and _can_focus(node, scope.root) else None

    @property
    def scope(self) -> Node:
        """The subtree that the focus cannot leave."""
        return self._scopes[-1].root

    def nodes(self) -> list[Node]:
        """List the nodes that can be focused now, in Tab order (the order of the tree)."""
        return _focusable(self.scope)

    def give(self, node: Node | None) -> None:
        """Put the focus on a node, or on none.

        Raises ScopeError when the node is not focusable, not shown or outside the top scope.
        """
        if node is not None and not _can_focus(node, self.scope):
            raise ScopeError(f"{node!r} cannot have the focus now")
        self._switch(node)

    def set_aside(self, node: Node | None) -> None:
        """Take the focus away because the pointer pressed on a node, or on none.

        Return then does nothing unseen; the next move starts at what was pressed, or else where
        the focus was.
        """
        self.is_visible = False
        scope = self._scopes[-1]
        while node is not None and not _can_focus(node, scope.root):
            node = node.parent
        resume = node or scope.current or scope.resume
        self._switch(None)
        scope.resume = resume

    def push(
        self, root: Node, *, first: Node | None = None, on_back: Callable[[], None] | None = None
    ) -> None:
        """Shut the focus into a subtree; it starts at `first`, or at the first node when shown."""
        if any(scope.root is root for scope in self._scopes):
            raise ScopeError(f"{root!r} is a focus scope already")
        self._tell(self.current, False)
        self._scopes.append(_Scope(root, on_back))
        if first is not None:
            self.give(first)
        elif self.is_visible:
            self._switch(next(iter(self.nodes()), None))

    def pop(self, root: Node) -> None:
        """End a scope; the focus returns to where it was before when the scope was on top.

        Raises ScopeError when the subtree is no scope, or the one at the bottom.
        """
        for index in range(len(self._scopes) - 1, 0, -1):
            if self._scopes[index].root is root:
                break
        else:
            raise ScopeError(f"{root!r} is no focus scope that could end")
        was_on_top = index == len(self._scopes) - 1
        before = self.current
        del self._scopes[index]
        if was_on_top:
            self._tell(before, False)
            self._tell(self.current, True)
            self.mend()

    def do(self, command: Command) -> bool:
        """Carry out a command of the keyboard or the pad; False when it found nothing to do."""
        if command is Command.BACK:
            back = self._scopes[-1].on_back
            if back is not None:
                back()
            return back is not None
        if command is Command.ACTIVATE:
            return self.current is not None and self.current.activate()
        was_visible, self.is_visible = self.is_visible, True
        if was_visible and _takes_command(self.current, command):
            return True
        if self.current is None or not was_visible:
            # The first key press shows where the focus is instead of moving it unseen.
            target = self._resumed()
        elif command in _STEPS:
            target = self._neighbour_in_order(_STEPS[command])
        else:
            target = self._ahead(self.current, DIRECTIONS[command])
        if target is None:
            return False
        self._switch(target)
        return True

    def _ahead(self, start: Node, direction: Vec) -> Node | None:
        """Look for the next node first in the view that scrolls the start, then everywhere.

        What is scrolled out of a view can be reached from inside that view only, so that nobody
        lands on a row that they cannot see.
        """
        nodes = self.nodes()
        for view in (node for node in start.ancestors if node.clips):
            inside = [node for node in nodes if node.is_within(view) and node is not view]
            found = nearest(start, inside, direction, wraps=False)
            if found is not None:
                return found
        return nearest(start, [node for node in nodes if not _is_cut_off(node)], direction)

    def mend(self) -> None:
        """When the focused node has gone, focus the one nearest to its place instead."""
        scope = self._scopes[-1]
        if scope.current is None:
            return
        if _can_focus(scope.current, scope.root):
            scope.last_centre = scope.current.centre
            return
        place = scope.last_centre
        nodes = self.nodes()
        if place is None or not nodes:
            scope.current = None
            return
        self._switch(min(nodes, key=lambda node: node.centre.distance_to(place)))

    def _resumed(self) -> Node | None:
        """Give the node at which moving starts when no focus is to be seen."""
        scope = self._scopes[-1]
        for node in (scope.current, scope.resume):
            if node is not None and _can_focus(node, scope.root):
                return node
        return next(iter(self.nodes()), None)

    def _neighbour_in_order(self, step: int) -> Node | None:
        nodes = self.nodes()
        current = self.current
        if current is None or not nodes:
            return None
        return nodes[(nodes.index(current) + step) % len(nodes)]

    def _switch(self, node: Node | None) -> None:
        scope = self._scopes[-1]
        before = scope.current
        scope.current = node
        scope.resume = None
        scope.last_centre = None if node is None else node.centre
        if before is not node:
            self._tell(before, False)
            self._tell(node, True)

    @staticmethod
    def _tell(node: Node | None, has_focus: bool) -> None:
        if node is None:
            return
        if node.on_focus is not None:
            node.on_focus(has_focus)
        if has_focus:
            for above in tuple(node.ancestors):
                if above.on_reveal is not None:
                    above.on_reveal(node)


def _takes_command(node: Node | None, command: Command) -> bool:
    return node is not None and node.on_command is not None and node.on_command(command)


def _is_cut_off(node: Node) -> bool:
    """Tell whether a view that scrolls hides all of a node."""
    seen = node.bounds
    return any(above.clips and not above.bounds.overlaps(seen) for above in node.ancestors)


def nearest(start: Node, nodes: list[Node], direction: Vec, *, wraps: bool = True) -> Node | None:
    """Give the node to which a person would expect to come in a direction, or None.

    A node straight ahead (its extent across the direction meets the start's) beats one to the
    side, and a near one beats a far one. With nothing ahead, it wraps to the farthest node
    straight behind.
    """
    here = start.bounds
    others = [node for node in nodes if node is not start]
    ahead = [node for node in others if _gap(here, node.bounds, direction)[0] > 0]
    if ahead:
        return min(ahead, key=lambda node: _effort(here, node.bounds, direction))
    behind = [node for node in others if _is_beside(here, node.bounds, direction)]
    if not (wraps and behind):
        return None
    return min(behind, key=lambda node: _gap(here, node.bounds, direction)[0])


def _gap(here: Rect, there: Rect, direction: Vec) -> tuple[float, float]:
    """Give the way between two centres along a direction and across it."""
    way = there.centre - here.centre
    return (
        way.x * direction.x + way.y * direction.y,
        abs(way.x * direction.y) + abs(way.y * direction.x),
    )


def _is_beside(here: Rect, there: Rect, direction: Vec) -> bool:
    """Tell whether two boxes' extents across a direction share anything."""
    if direction.x:
        return here.top < there.bottom and there.top < here.bottom
    return here.left < there.right and there.left < here.right


def _effort(here: Rect, there: Rect, direction: Vec) -> float:
    """Rate a step: its length, plus more for going sideways, most when nothing faces the start."""
    along, across = _gap(here, there, direction)
    return along + across * (1.0 if _is_beside(here, there, direction) else 4.0)


def _can_focus(node: Node, root: Node) -> bool:
    return node.focusable and node.is_shown and node.is_within(root)


def _focusable(node: Node) -> list[Node]:
    if not node.visible:
        return []
    found = [node] if node.focusable else []
    for child in node.children:
        found += _focusable(child)
    return found
