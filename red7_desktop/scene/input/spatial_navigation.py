"""Ways of the focus: to which node an arrow key leads from another.

A view that scrolls shows a part of what is in it. The way leads row by row through such a view, to
its end, and only then out of it; from outside it leads to what can be seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.node import Node


class _Goal(NamedTuple):
    """A node that can be gone to, and where it is looked for, in the root's space."""

    node: Node
    box: Rect


def find_ahead(start: Node, nodes: Sequence[Node], direction: Vec) -> Node | None:
    """Give the node to which a person would expect to come in a direction, or None.

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
    """Give what can be gone to from outside of all views.

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
    """Give the view that hides all of a node, or None for a node that is seen."""
    box = node.bounds
    for above in node.ancestors:
        if above.clips and not above.bounds.overlaps(box):
            return above
    return None


def _find_nearest_goal(here: Rect, goals: Iterable[_Goal], direction: Vec) -> Node | None:
    """Give the goal ahead that takes the least effort."""
    before = [goal for goal in goals if _is_ahead(here, goal.box, direction)]
    best = min(before, key=lambda goal: _rate_effort(here, goal.box, direction), default=None)
    return None if best is None else best.node


def _find_farthest_behind(here: Rect, goals: Iterable[_Goal], direction: Vec) -> Node | None:
    """Give the goal straight behind that is farthest away."""
    behind = [goal for goal in goals if _is_beside(here, goal.box, direction)]
    best = min(behind, key=lambda goal: _measure_gap(here, goal.box, direction)[0], default=None)
    return None if best is None else best.node


def _measure_gap(here: Rect, there: Rect, direction: Vec) -> tuple[float, float]:
    """Give the way between two centres along a direction and across it."""
    way = there.centre - here.centre
    return (
        way.x * direction.x + way.y * direction.y,
        abs(way.x * direction.y) + abs(way.y * direction.x),
    )


def _is_ahead(here: Rect, there: Rect, direction: Vec) -> bool:
    """Tell whether a box lies more ahead than to the side, or wholly beyond the start's edge.

    Cards of one row lie a little higher or lower than each other, and not above each other.
    """
    along, across = _measure_gap(here, there, direction)
    if along <= 0:
        return False
    if direction.x:
        beyond = along - (here.w + there.w) / 2
    else:
        beyond = along - (here.h + there.h) / 2
    return along >= across or beyond >= 0


def _is_beside(here: Rect, there: Rect, direction: Vec) -> bool:
    """Tell whether two boxes' extents across a direction share anything."""
    if direction.x:
        return here.top < there.bottom and there.top < here.bottom
    return here.left < there.right and there.left < here.right


def _rate_effort(here: Rect, there: Rect, direction: Vec) -> float:
    """Rate a step: its length, plus more for going sideways, most when nothing faces the start."""
    along, across = _measure_gap(here, there, direction)
    return along + across * (1.0 if _is_beside(here, there, direction) else 4.0)
