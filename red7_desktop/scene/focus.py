"""Keyboard focus and its navigation.

At most one node has the focus. An overlay such as a dialog traps the focus in its subtree, which is
then a scope. Scopes are stacked: only nodes of the top scope can get the focus, and when this scope
is removed, the focus returns to the node that had it before.

If the focus is in a scroll view, arrow keys move it through all rows of the view before it leaves
the view. From outside, arrow keys reach only nodes that are scrolled into view.
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
    """A node that may get the focus next, and the rectangle to which the distance is measured.

    The rectangle is in the root's coordinates.
    """

    node: Node
    box: Rect


def find_ahead(start: Node, nodes: Sequence[Node], direction: Vec) -> Node | None:
    """Return the node that gets the focus when the user presses an arrow key, or None.

    Nodes straight ahead are preferred to nodes at the side, and near nodes to far ones. A node is
    straight ahead if a line in the arrow's direction crosses both the start node and this node. If
    no node is ahead, wrap to the farthest node straight behind.

    Args:
        start: The node that has the focus.
        nodes: All nodes that can get the focus.
        direction: Unit vector of the arrow.
    """
    others = [node for node in nodes if node is not start]
    here = start.bounds
    for view in (above for above in start.ancestors if above.clips):
        inside = (_Goal(node, node.bounds) for node in others if node.is_within(view))
        found = _find_nearest_goal(here, inside, direction)
        if found is not None:
            return found
    goals = _list_outside_goals(others)
    return _find_nearest_goal(here, goals, direction) or _find_farthest_behind(
        here, goals, direction
    )


def _list_outside_goals(nodes: Sequence[Node]) -> list[_Goal]:
    """List the nodes that arrow keys can reach if the focus is outside all scroll views.

    These are the nodes that no scroll view hides. For a scroll view that hides all of its focusable
    nodes, the hidden node nearest to the view's centre is listed too; otherwise the focus couldn't
    enter the view.
    """
    seen: list[_Goal] = []
    hidden: dict[Node, list[Node]] = {}
    for node in nodes:
        view = _find_view_over(node)
        if view is None:
            seen.append(_Goal(node, node.bounds))
        else:
            hidden.setdefault(view, []).append(node)
    visible = [goal.node for goal in seen]
    for view, inside in hidden.items():
        if any(node.is_within(view) for node in visible):
            continue
        middle = view.centre
        entrance = min(inside, key=lambda node: node.centre.distance_to(middle))
        seen.append(_Goal(entrance, view.bounds))
    return seen


def _find_view_over(node: Node) -> Node | None:
    """Return the scroll view that hides a node entirely, or None if the node is visible."""
    box = node.bounds
    for above in node.ancestors:
        if above.clips and not above.bounds.overlaps(box):
            return above
    return None


def _find_nearest_goal(here: Rect, goals: Iterable[_Goal], direction: Vec) -> Node | None:
    candidates = [goal for goal in goals if _is_ahead(here, goal.box, direction)]
    best = min(candidates, key=lambda goal: _move_cost(here, goal.box, direction), default=None)
    if best is None:
        return None
    return best.node


def _find_farthest_behind(here: Rect, goals: Iterable[_Goal], direction: Vec) -> Node | None:
    behind = [goal for goal in goals if _is_beside(here, goal.box, direction)]
    best = min(behind, key=lambda goal: _measure_gap(here, goal.box, direction)[0], default=None)
    if best is None:
        return None
    return best.node


def _measure_gap(start_box: Rect, target_box: Rect, direction: Vec) -> tuple[float, float]:
    offset = target_box.centre - start_box.centre
    return (
        offset.x * direction.x + offset.y * direction.y,
        abs(offset.x * direction.y) + abs(offset.y * direction.x),
    )


def _is_ahead(start_box: Rect, target_box: Rect, direction: Vec) -> bool:
    """Return whether the target box is in a direction from the start box.

    The target's centre must be at least as far ahead as to the side, or the whole target must be
    beyond the start box's edge. So cards in a row at slightly different heights don't count as
    above each other.
    """
    along, across = _measure_gap(start_box, target_box, direction)
    if along <= 0:
        return False
    beyond = along - (start_box.w + target_box.w if direction.x else start_box.h + target_box.h) / 2
    return along >= across or beyond >= 0


def _is_beside(start_box: Rect, target_box: Rect, direction: Vec) -> bool:
    if direction.x:
        return start_box.top < target_box.bottom and target_box.top < start_box.bottom
    return start_box.left < target_box.right and target_box.left < start_box.right


def _move_cost(start_box: Rect, target_box: Rect, direction: Vec) -> float:
    """Return the cost of a move: its distance ahead, plus the distance to the side.

    The distance to the side counts four times if no line in the direction crosses both boxes.
    """
    along, across = _measure_gap(start_box, target_box, direction)
    return along + across * (1.0 if _is_beside(start_box, target_box, direction) else 4.0)


DIRECTIONS: Mapping[FocusCommand, Vec] = {
    FocusCommand.LEFT: Vec(-1, 0),
    FocusCommand.RIGHT: Vec(1, 0),
    FocusCommand.UP: Vec(0, -1),
    FocusCommand.DOWN: Vec(0, 1),
}

_STEPS = {FocusCommand.NEXT: 1, FocusCommand.PREVIOUS: -1}


@dataclass(eq=False, repr=False, slots=True)
class _Scope:
    """A subtree that traps the focus.

    Attributes:
        root: Root of the subtree.
        on_back: Called for the Back command, None for no action.
        current: The focused node, or None.
        resume: The node where keyboard navigation starts if no node is focused.
        last_centre: Centre of the node that was focused last; if this node disappears, the nearest
            node gets the focus.
    """

    root: Node
    on_back: Callable[[], None] | None
    current: Node | None = None
    resume: Node | None = None
    last_centre: Vec | None = None


class ScopeError(ValueError):
    """Raised if a node can't be focused, or a focus scope can't be added or removed."""


class Focus:
    """The keyboard focus of a window.

    Attributes:
        is_visible: Whether the focus ring is shown. It is shown after a key or pad button was
            pressed, and hidden after the pointer was used.
    """

    def __init__(self, root: Node) -> None:
        self._scopes = [_Scope(root, None)]
        self.is_visible = False

    @property
    def current(self) -> Node | None:
        """The focused node; None if no node has the focus, or the node can no longer be focused."""
        scope = self._scopes[-1]
        node = scope.current
        if node is not None and _can_focus(node, scope.root):
            return node
        return None

    @property
    def scope(self) -> Node:
        return self._scopes[-1].root

    def nodes(self) -> list[Node]:
        return self.scope.list_focusable()

    def tab_stops(self) -> list[Node]:
        return [node for node in self.nodes() if node.is_tab_stop]

    def focus(self, node: Node | None) -> None:
        """Focus a node; None removes the focus.

        Raises:
            ScopeError: The node isn't focusable, is hidden, or is outside the top scope.
        """
        if node is not None and not _can_focus(node, self.scope):
            raise ScopeError(f"{node!r} cannot have the focus now")
        self._switch(node)

    def clear_for_pointer(self, node: Node | None) -> None:
        """Clear the focus because the pointer pressed a node, or the background.

        Afterwards the Return key activates nothing, and the next arrow key starts at the pressed
        node, or at the node that had the focus. If the focus ring is hidden and the background was
        pressed, the focus doesn't change, so that the Return key still runs the page's default
        action.
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

    def focused_name(self, root: Node) -> str:
        """Return the name of a scope's focused node, or of the node where navigation would start.

        Return "" if there is no such node, or if `root` isn't the root of a scope.
        """
        scope = self._scope_of(root)
        if scope is None:
            node = None
        else:
            node = scope.current or scope.resume
        if node is None:
            return ""
        return node.name

    @contextmanager
    def preserve_focus(self, root: Node) -> Iterator[None]:
        """Return a context in which the nodes of a scope can be replaced without losing the focus.

        Afterwards, the new node with the name of the previously focused node has the focus. If the
        scope isn't on top, the node gets the focus once the scopes above are removed.
        """
        scope = self._scope_of(root)
        if scope is None:
            yield
            return
        names = [node.name if node is not None else "" for node in (scope.current, scope.resume)]
        yield
        focused, resumed = (
            next((node for node in root.list_focusable() if node.name == name and name), None)
            for name in names
        )
        if focused is not None:
            self._focus_in(scope, focused)
        elif resumed is not None:
            scope.resume = resumed

    def focus_in(self, root: Node, node: Node) -> None:
        """Focus a node in a scope, which is a subtree that keeps the focus, such as a dialog.

        If another scope is on top, the node is focused as soon as its own scope is on top.

        Args:
            root: Root of the scope.
            node: The node to focus.

        Raises:
            ScopeError: The subtree isn't a scope, or the node can't be focused in it.
        """
        scope = self._scope_of(root)
        if scope is None or not _can_focus(node, root):
            raise ScopeError(f"{node!r} cannot have the focus in {root!r}")
        self._focus_in(scope, node)

    def _focus_in(self, scope: _Scope, node: Node) -> None:
        if scope is self._scopes[-1]:
            self._switch(node)
        else:
            scope.current = node
            scope.resume = None
            scope.last_centre = node.centre

    def _scope_of(self, root: Node) -> _Scope | None:
        return next((each for each in self._scopes if each.root is root), None)

    def restore(self, name: str) -> None:
        """Give the focus to the node with a name, such as one that `focused_name` has returned.

        Do nothing if the top scope has no such node. While the focus ring is hidden, the focus
        doesn't change, so that the Return key still runs the page's default action; only the next
        arrow key starts at the node.
        """
        node = next((each for each in self.nodes() if each.name == name), None)
        if node is not None and self.is_visible:
            self._switch(node)
        elif node is not None:
            self._scopes[-1].resume = node

    def push(
        self, root: Node, *, first: Node | None = None, on_back: Callable[[], None] | None = None
    ) -> None:
        """Trap the focus in a subtree.

        Args:
            root: Root of the subtree.
            first: Node to focus. If it is None, the first focusable node of the subtree is focused
                while the focus ring is shown, and no node while it is hidden.
            on_back: Called for the Back command.

        Raises:
            ScopeError: The subtree is already a scope.
        """
        if self._scope_of(root) is not None:
            raise ScopeError(f"{root!r} is a focus scope already")
        self._notify(self.current, False)
        self._scopes.append(_Scope(root, on_back))
        if first is not None:
            self.focus(first)
        elif self.is_visible:
            self._switch(next(iter(self.tab_stops()), None))

    def pop(self, root: Node) -> None:
        """Remove a scope; if it was on top, the focus returns to the node that had it before.

        Raises:
            ScopeError: The subtree isn't a scope, or is the bottom scope.
        """
        scope = self._scope_of(root)
        if scope is None or scope is self._scopes[0]:
            raise ScopeError(f"{root!r} is no focus scope that could end")
        was_on_top = scope is self._scopes[-1]
        before = self.current
        self._scopes.remove(scope)
        if was_on_top:
            self._notify(before, False)
            self._notify(self.current, True)
            self.repair()

    def run(self, command: FocusCommand) -> bool:
        """Run a command of the keyboard or the pad; return False if it had no effect."""
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
            # The first key press only makes the focus visible.
            target = self._starting_node()
        elif command in _STEPS:
            target = self._neighbour_in_order(_STEPS[command])
        else:
            target = find_ahead(self.current, self.nodes(), DIRECTIONS[command])
        if target is None:
            return False
        self._switch(target)
        return True

    def repair(self) -> None:
        """Focus another node if the focused node was removed, hidden or disabled."""
        scope = self._scopes[-1]
        if scope.current is None:
            return
        if _can_focus(scope.current, scope.root):
            scope.last_centre = scope.current.centre
            return
        # If the node is outside the scope, its screen was replaced, so don't use its fallback.
        find_heir = None
        if scope.current.is_within(scope.root):
            find_heir = scope.current.find_focus_fallback
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

    def _starting_node(self) -> Node | None:
        scope = self._scopes[-1]
        for node in (scope.current, scope.resume):
            if node is not None and _can_focus(node, scope.root):
                return node
        return next(iter(self.tab_stops()), None)

    def _neighbour_in_order(self, step: int) -> Node | None:
        current = self.current
        stops = [node for node in self.nodes() if node.is_tab_stop or node is current]
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
            self._notify(before, False)
            self._notify(node, True)

    @staticmethod
    def _notify(node: Node | None, has_focus: bool) -> None:
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
