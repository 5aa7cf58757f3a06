"""The tree of nodes, and the points, rectangles and transforms that it is laid out with."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.scene.geometry import (
    CENTRE,
    ORIGIN,
    Rect,
    SingularTransformError,
    Size,
    Transform,
    Vec,
    Viewport,
)
from red7_desktop.scene.node import Node, TreeError
from red7_desktop.scene.pictures import BoxPicture, Colour

# == geometry ==============================================================================

coordinates = st.floats(-2000, 2000)
points = st.builds(Vec, coordinates, coordinates)
sides = st.floats(0.5, 2000)
rects = st.builds(Rect, coordinates, coordinates, sides, sides)
angles = st.floats(-720, 720)
factors = st.floats(0.1, 5)
placements = st.builds(Transform.placement, points, angles, factors, factors, points)


def is_near(one: Vec, other: Vec, slack: float = 1e-5) -> bool:
    return one.distance_to(other) <= slack * (1 + one.length + other.length)


@given(placements, points)
def test_inverse_transform_maps_a_point_back_to_where_it_was(
    transform: Transform, point: Vec
) -> None:
    assert is_near(transform.inverse().apply(transform.apply(point)), point)


@given(placements, placements, points)
def test_transforms_chained_by_then_apply_in_that_order(
    first: Transform, second: Transform, point: Vec
) -> None:
    assert is_near(first.then(second).apply(point), second.apply(first.apply(point)))


@given(points, angles, factors, factors, points)
def test_placement_scales_and_rotates_about_its_pivot(
    position: Vec, angle: float, sx: float, sy: float, pivot: Vec
) -> None:
    steps = (
        Transform(tx=-pivot.x, ty=-pivot.y)
        .then(Transform(a=sx, d=sy))
        .then(Transform.placement(ORIGIN, angle, 1.0, 1.0, ORIGIN))
        .then(Transform(tx=position.x, ty=position.y))
    )
    placed = Transform.placement(position, angle, sx, sy, pivot)
    assert is_near(placed.apply(pivot), position)
    for corner in Rect(0, 0, 100, 50).corners:
        assert is_near(placed.apply(corner), steps.apply(corner), 1e-6)


@given(points, angles, factors, factors, points)
def test_transform_reports_its_rotation_and_scales(
    position: Vec, angle: float, sx: float, sy: float, pivot: Vec
) -> None:
    placed = Transform.placement(position, angle, sx, sy, pivot)
    assert math.isclose(placed.scale_x, sx, rel_tol=1e-9)
    assert math.isclose(placed.scale_y, sy, rel_tol=1e-9)
    difference = (placed.degrees - angle) % 360
    assert min(difference, 360 - difference) < 1e-6


def test_transform_flattened_to_a_line_has_a_rotation_but_no_inverse() -> None:
    edge_on = Transform.placement(Vec(5, 5), 30, 0, 2, Vec(0, 0))
    assert (edge_on.degrees, edge_on.scale_y) == pytest.approx((30, 2))
    for flat in (edge_on, Transform(a=0.0)):
        with pytest.raises(SingularTransformError, match="determinant"):
            flat.inverse()


@given(rects, rects)
def test_rectangle_intersection_is_in_both_and_union_contains_both(one: Rect, other: Rect) -> None:
    shared, whole = one.intersection(other), one.union(other)
    assert one.overlaps(other) == (shared.w > 0 and shared.h > 0)
    for rect in (one, other):
        assert whole.inflated(1e-6).contains(rect.position)
        if one.overlaps(other):
            assert rect.inflated(1e-6).contains(shared.centre)


def test_rectangle_shrunk_by_too_much_has_size_zero() -> None:
    assert Rect(0, 0, 10, 4).inflated(-3) == Rect(3, 2, 4, 0)


@pytest.mark.parametrize(
    ("window", "scale", "visible"),
    [
        ((1920, 1080), 1.0, Rect(0, 0, 1920, 1080)),
        ((3840, 2160), 2.0, Rect(0, 0, 1920, 1080)),
        ((960, 600), 0.5, Rect(0, -60, 1920, 1200)),
        ((2560, 1080), 1.0, Rect(-320, 0, 2560, 1080)),
        ((1080, 1080), 0.5625, Rect(0, -420, 1920, 1920)),
        ((720, 1440), 0.5, Rect(0, -900, 1440, 2880)),
    ],
)
def test_window_of_any_shape_shows_the_whole_design_area(
    window: tuple[int, int], scale: float, visible: Rect
) -> None:
    view = Viewport.fitted(window)
    assert view.scale == scale
    assert view.visible == visible


@given(
    st.tuples(st.integers(200, 4000), st.integers(200, 3000)),
    st.floats(0, 1),
    st.floats(0, 1),
    points,
)
def test_pixels_and_design_units_convert_back_and_forth(
    window: tuple[int, int], across: float, down: float, at: Vec
) -> None:
    view = Viewport.fitted(window)
    pixel = Vec(across * (window[0] - 1), down * (window[1] - 1))
    assert is_near(view.to_pixels(view.to_design(pixel)), pixel)
    assert view.visible.inflated(1e-6).contains(view.to_design(at))
    assert Viewport.fitted((0, 0)).scale > 0, "a minimised window still has one"


RED = BoxPicture(Colour(255, 0, 0))
near = st.floats(-300, 300)
poses = st.fixed_dictionaries(
    {
        "position": st.builds(Vec, near, near),
        "size": st.builds(Size, st.floats(10, 300), st.floats(10, 300)),
        "anchor": st.builds(Vec, st.floats(0, 1), st.floats(0, 1)),
        "rotation": st.floats(-360, 360),
        "scale": st.floats(0.25, 4),
    }
)


def make(**options: object) -> Node:
    return Node(**{"size": Size(100, 50), "interactive": True, **options})  # type: ignore[arg-type]


def chain(*many: dict[str, object]) -> list[Node]:
    """Make nodes, each below the one before."""
    nodes = [make(**options) for options in many]
    for parent, child in itertools.pairwise(nodes):
        parent.add(child)
    return nodes


def test_child_is_placed_by_its_anchor_in_its_parent() -> None:
    parent, child = chain({"position": Vec(10, 20)}, {"position": Vec(5, 5)})
    assert child.bounds == Rect(15, 25, 100, 50)
    assert parent.bounds == Rect(10, 20, 100, 50)
    node = make(position=Vec(200, 100), anchor=CENTRE, rotation=90)
    assert node.centre == Vec(200, 100)
    assert node.bounds == Rect(175, 50, 50, 100)


@given(poses, poses, poses)
def test_moving_a_parent_moves_its_descendants(
    above: dict[str, object], below: dict[str, object], other: dict[str, object]
) -> None:
    parent, child = chain(above, below)
    assert child.world is not None
    for name, value in other.items():
        setattr(parent, name, value)
    fresh = chain(other, below)[-1]
    assert child.world == fresh.world


def test_node_has_one_parent_and_cannot_contain_itself() -> None:
    top, middle, bottom = chain({}, {}, {"name": "leaf"})
    with pytest.raises(TreeError, match="already lies below"):
        top.add(bottom)
    with pytest.raises(TreeError, match="below itself"):
        bottom.add(top)
    with pytest.raises(TreeError, match="does not lie below"):
        top.remove(bottom)
    assert bottom.root is top
    assert bottom.is_within(middle)
    assert top.find("leaf") is bottom
    with pytest.raises(KeyError, match="no node named"):
        bottom.find("root")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("position", Vec(1, 1)),
        ("size", Size(9, 9)),
        ("anchor", CENTRE),
        ("scale", 2.0),
        ("flip", 0.5),
        ("rotation", 5.0),
        ("alpha", 0.5),
        ("visible", False),
        ("z", 3.0),
        ("clips", True),
        ("picture", RED),
    ],
)
def test_change_of_a_visible_attribute_marks_the_ancestors_as_dirty(
    name: str, value: object
) -> None:
    root, _, leaf = chain({}, {}, {})
    before = root.changes
    setattr(leaf, name, value)
    once = root.changes
    setattr(leaf, name, value)
    assert before < once == root.changes


def test_tree_is_dirty_after_adding_or_motion_but_not_after_renaming() -> None:
    root = Node()
    leaf = Node()
    seen = [root.changes]
    changes: tuple[Callable[[], None], ...] = (
        lambda: root.add(leaf),
        leaf.begin_motion,
        leaf.end_motion,
        lambda: root.remove(leaf),
    )
    for change in changes:
        change()
        seen.append(root.changes)
        if leaf.parent:
            for name in ("name", "tag", "interactive", "hit_margin", "focusable"):
                setattr(leaf, name, "other")
                assert root.changes == seen[-1], name
    assert seen == sorted(set(seen))


def stack() -> tuple[Node, Node, Node]:
    root, low, high = Node(), make(name="low"), make(name="high")
    root.add(low, high)
    return root, low, high


def test_hit_test_returns_the_topmost_node() -> None:
    root, low, high = stack()
    assert root.hit(Vec(10, 10)) is high
    low.z = 1
    assert root.hit(Vec(10, 10)) is low
    low.visible = False
    assert root.hit(Vec(10, 10)) is high
    high.interactive = False
    assert root.hit(Vec(10, 10)) is None


def test_hit_test_prefers_children_even_outside_their_parent() -> None:
    root, _, high = stack()
    badge = make(position=Vec(90, 40), name="badge")
    high.add(badge)
    assert root.hit(Vec(95, 45)) is badge
    assert root.hit(Vec(180, 80)) is badge
    high.clips = True
    assert root.hit(Vec(95, 45)) is badge
    assert root.hit(Vec(180, 80)) is None


def test_hit_area_of_a_small_node_has_a_margin_unless_flipped_edge_on() -> None:
    root = Node()
    dot = make(size=Size(10, 10), hit_margin=20)
    root.add(dot)
    assert root.hit(Vec(-15, 25)) is dot
    assert root.hit(Vec(-25, 5)) is None
    dot.flip = 0.0
    assert root.hit(Vec(5, 5)) is None


@given(poses, poses, st.builds(Vec, near, near))
def test_hit_test_finds_a_node_exactly_where_its_own_box_is(
    above: dict[str, object], below: dict[str, object], point: Vec
) -> None:
    parent, child = chain({**above, "interactive": False}, below)
    place = child.to_local(point)
    assert place is not None
    assert (parent.hit(point) is child) == child.box.contains(place)


def test_bounds_change_with_the_size_and_with_an_ancestors_position() -> None:
    parent = Node()
    child = Node(size=Size(10.0, 10.0), anchor=Vec(0.0, 0.0))
    parent.add(child)
    assert child.bounds == Rect(0.0, 0.0, 10.0, 10.0)

    parent.position = Vec(5.0, 0.0)
    child.size = Size(20.0, 10.0)

    assert child.bounds == Rect(5.0, 0.0, 20.0, 10.0)
    parent.position = Vec(7.0, 3.0)
    assert child.bounds == Rect(7.0, 3.0, 20.0, 10.0)


def test_node_without_children_cannot_be_added_to_itself() -> None:
    node = Node()

    with pytest.raises(TreeError):
        node.add(node)


def test_focusable_nodes_in_a_hidden_subtree_are_not_listed() -> None:
    root = Node(focusable=True)
    hidden = Node(visible=False)
    root.add(hidden)
    hidden.add(Node(focusable=True))

    assert root.list_focusable() == [root]
