"""Keyboard focus and where it goes.

A view that scrolls shows a part of what is in it. The way leads row by row through such a view, to
its end, and only then out of it; from outside it leads to what can be seen.

There is one focus. Scopes lie on top of each other like the overlays that they belong to; only
the top scope's nodes can be reached, and when it goes, the focus returns to where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from red7_desktop.scene.commands import FocusCommand
from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.node import Node


class _Goal(NamedTuple):
    """A node that can be gone to, and where it is looked for, in the root's space."""

    node: Node
    box: Rect


def find_ahead(start: Node, nodes: Sequence[Node], direction: Vec) -> Node | None:
    """Return the node to which a person would expect to come in a direction, or None.

    A node straight ahead (its extent across the direction meets the start's) beats one to the
    side, and a near one beats a far one. With nothing ahead, it wraps to the farthest node
    straight behind.
    """
    others = [node for node in nodes if node is not start]
    here = start.bounds
    for view in (above for above in start.ancestors if above.clips):
        inside = (_Goal(node, node.bounds) for node in others if node.is_within(view))
        found = _find_nearest_goal(here, inside, direction)
        if found is not None:
            return found
    goals = _list_goals(others)
    return _find_nearest_goal(here, goals, direction) or _find_farthest_behind(
        here, goals, direction
    )


def _list_goals(nodes: Sequence[Node]) -> list[_Goal]:
    """Return what can be gone to from outside of all views.

    A view of which nothing that can be focused is to be seen stands for the node nearest to what
    is seen of it: without that, there would be no way in.
    """
    seen = [_Goal(node, node.bounds) for node in nodes if _find_view_over(node) is None]
    hidden: dict[Node, list[Node]] = {}
    for node in nodes:
        view = _find_view_over(node)
        if view is not None and not any(goal.node.is_within(view) for goal in seen):
            hidden.setdefault(view, []).append(node)
    for view, inside in hidden.items():
        middle = view.centre
        entrance = min(inside, key=lambda node: node.centre.distance_to(middle))
        seen.append(_Goal(entrance, view.bounds))
    return seen


def _find_view_over(node: Node) -> Node | None:
    """Return the view that hides all of a node, or None for a node that is seen."""
    box = node.bounds
    for above in node.ancestors:
        if above.clips and not above.bounds.overlaps(box):
            return above
    return None


def _find_nearest_goal(here: Rect, goals: Iterable[_Goal], direction: Vec) -> Node | None:
    before = [goal for goal in goals if _is_ahead(here, goal.box, direction)]
    best = min(before, key=lambda goal: _rate_effort(here, goal.box, direction), default=None)
    if best is None:
        return None
    return best.node


def _find_farthest_behind(here: Rect, goals: Iterable[_Goal], direction: Vec) -> Node | None:
    behind = [goal for goal in goals if _is_beside(here, goal.box, direction)]
    best = min(behind, key=lambda goal: _measure_gap(here, goal.box, direction)[0], default=None)
    if best is None:
        return None
    return best.node


def _measure_gap(here: Rect, there: Rect, direction: Vec) -> tuple[float, float]:
    way = there.centre - here.centre
    return (
        way.x * direction.x + way.y * direction.y,
        abs(way.x * direction.y) + abs(way.y * direction.x),
    )


def _is_ahead(here: Rect, there: Rect, direction: Vec) -> bool:
    """Whether a box lies more ahead than to the side, or wholly beyond the start's edge.

    Cards of one row lie a little higher or lower than each other, and not above each other.
    """
    along, across = _measure_gap(here, there, direction)
    if along <= 0:
        return False
    beyond = along - (here.w + there.w if direction.x else here.h + there.h) / 2
    return along >= across or beyond >= 0


def _is_beside(here: Rect, there: Rect, direction: Vec) -> bool:
    if direction.x:
        return here.top < there.bottom and there.top < here.bottom
    return here.left < there.right and there.left < here.right


def _rate_effort(here: Rect, there: Rect, direction: Vec) -> float:
    """Rate a step: its length, plus more for going sideways, most when nothing faces the start."""
    along, across = _measure_gap(here, there, direction)
    return along + across * (1.0 if _is_beside(here, there, direction) else 4.0)


DIRECTIONS: Mapping[FocusCommand, Vec] = {
    FocusCommand.LEFT: Vec(-1, 0),
    FocusCommand.RIGHT: Vec(1, 0),
    FocusCommand.UP: Vec(0, -1),
    FocusCommand.DOWN: Vec(0, 1),
}

_STEPS = {FocusCommand.NEXT: 1, FocusCommand.PREVIOUS: -1}


@dataclass(eq=False, slots=True)
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
        if node is not None and _can_focus(node, scope.root):
            return node
        return None

    @property
    def scope(self) -> Node:
        return self._scopes[-1].root

    def nodes(self) -> list[Node]:
        return _list_focusable(self.scope)

    def stops(self) -> list[Node]:
        return [node for node in self.nodes() if node.in_order]

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
        the focus was. Where no key has moved it yet, Return still does what the page is for.
        """
        scope = self._scopes[-1]
        while node is not None and not _can_focus(node, scope.root):
            node = node.parent
        if node is None and not self.is_visible:
            return
        self.is_visible = False
        resume = node or scope.current or scope.resume
        self._switch(None)
        scope.resume = resume

    def place_in(self, root: Node) -> str:
        """Return the name of what has the focus in a scope, or of where moving would start."""
        scope = self._scope_of(root)
        if scope is None:
            node = None
        else:
            node = scope.current or scope.resume
        if node is None:
            return ""
        return node.name

    @contextmanager
    def kept_in(self, root: Node) -> Iterator[None]:
        """Keep the focus of a scope where it is while its nodes are replaced, by their names.

        Below the top no one hears of it: the scope has its focus there when it is on top again.
        """
        scope = self._scope_of(root)
        if scope is None:
            yield
            return
        names = [node.name if node is not None else "" for node in (scope.current, scope.resume)]
        yield
        focused, resumed = (
            next((node for node in _list_focusable(root) if node.name == name and name), None)
            for name in names
        )
        if focused is not None:
            self._put(scope, focused)
        elif resumed is not None:
            scope.resume = resumed

    def give_in(self, root: Node, node: Node) -> None:
        """Put the focus of a scope on a node in it, to be had when the scope is on top.

        Raises ScopeError when the subtree is no scope, or the node cannot have the focus in it.
        """
        scope = self._scope_of(root)
        if scope is None or not _can_focus(node, root):
            raise ScopeError(f"{node!r} cannot have the focus in {root!r}")
        self._put(scope, node)

    def _put(self, scope: _Scope, node: Node) -> None:
        if scope is self._scopes[-1]:
            self._switch(node)
        else:
            scope.current = node
            scope.resume = None
            scope.last_centre = node.centre

    def _scope_of(self, root: Node) -> _Scope | None:
        return next((each for each in self._scopes if each.root is root), None)

    def return_to(self, name: str) -> None:
        """Go to a node of a name in the top scope, if it is there, as `place_in` told it.

        An unseen focus stays unseen and where it is, so that Return does what the page is for.
        """
        node = next((each for each in self.nodes() if each.name == name), None)
        if node is not None and self.is_visible:
            self._switch(node)
        elif node is not None:
            self._scopes[-1].resume = node

    def push(
        self, root: Node, *, first: Node | None = None, on_back: Callable[[], None] | None = None
    ) -> None:
        """Shut the focus into a subtree; it starts at `first`, or at the first node when shown."""
        if self._scope_of(root) is not None:
            raise ScopeError(f"{root!r} is a focus scope already")
        self._tell(self.current, False)
        self._scopes.append(_Scope(root, on_back))
        if first is not None:
            self.give(first)
        elif self.is_visible:
            self._switch(next(iter(self.stops()), None))

    def pop(self, root: Node) -> None:
        """End a scope; the focus returns to where it was before when the scope was on top.

        Raises ScopeError when the subtree is no scope, or the one at the bottom.
        """
        scope = self._scope_of(root)
        if scope is None or scope is self._scopes[0]:
            raise ScopeError(f"{root!r} is no focus scope that could end")
        was_on_top = scope is self._scopes[-1]
        before = self.current
        self._scopes.remove(scope)
        if was_on_top:
            self._tell(before, False)
            self._tell(self.current, True)
            self.mend()

    def do(self, command: FocusCommand) -> bool:
        """Carry out a command of the keyboard or the pad; False when it found nothing to do."""
        if command is FocusCommand.BACK:
            back = self._scopes[-1].on_back
            if back is not None:
                back()
            return back is not None
        if command is FocusCommand.ACTIVATE:
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
            target = find_ahead(self.current, self.nodes(), DIRECTIONS[command])
        if target is None:
            return False
        self._switch(target)
        return True

    def mend(self) -> None:
        scope = self._scopes[-1]
        if scope.current is None:
            return
        if _can_focus(scope.current, scope.root):
            scope.last_centre = scope.current.centre
            return
        # Not of a node whose screen has made way for another one.
        find_heir = None
        if scope.current.is_within(scope.root):
            find_heir = scope.current.heir
        heir = None
        if find_heir is not None:
            heir = find_heir()
        if heir is not None and _can_focus(heir, scope.root):
            self._switch(heir)
            return
        place = scope.last_centre
        nodes = self.nodes()
        if place is None or not nodes:
            scope.current = None
            return
        self._switch(min(nodes, key=lambda node: node.centre.distance_to(place)))

    def _resumed(self) -> Node | None:
        scope = self._scopes[-1]
        for node in (scope.current, scope.resume):
            if node is not None and _can_focus(node, scope.root):
                return node
        return next(iter(self.stops()), None)

    def _neighbour_in_order(self, step: int) -> Node | None:
        current = self.current
        stops = [node for node in self.nodes() if node.in_order or node is current]
        if current is None or not stops:
            return None
        return stops[(stops.index(current) + step) % len(stops)]

    def _switch(self, node: Node | None) -> None:
        scope = self._scopes[-1]
        before = scope.current
        scope.current = node
        scope.resume = None
        if node is None:
            scope.last_centre = None
        else:
            scope.last_centre = node.centre
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


def _takes_command(node: Node | None, command: FocusCommand) -> bool:
    return node is not None and node.on_command is not None and node.on_command(command)


def _can_focus(node: Node, root: Node) -> bool:
    return node.focusable and node.is_shown and node.is_within(root)


def _list_focusable(node: Node) -> list[Node]:
    found = []
    left = [node]
    while left:
        each = left.pop()
        if each.visible:
            if each.focusable:
                found.append(each)
            left += reversed(each.children)
    return found
