"""Finds the node under a point: the topmost one that listens."""

from __future__ import annotations

from red7_desktop.scene.geometry import Vec
from red7_desktop.scene.node import Node


def find_hit(root: Node, point: Vec, skip: Node | None = None) -> Node | None:
    """Give the topmost shown, interactive node whose box holds a point of the root's space.

    Respects rotation, stacking, clipping and each node's `hit_margin`. `skip` names a subtree to
    look through, such as a node that is being dragged.
    """
    if root is skip or not root.visible or not (root.interactive or root.stacked):
        return None
    place = root.to_local(point)
    if place is None or (root.clips and not root.box.holds(place)):
        return None
    for child in reversed(root.stacked):
        found = find_hit(child, point, skip)
        if found is not None:
            return found
    if root.interactive and root.box.inflated(root.hit_margin).holds(place):
        return root
    return None
