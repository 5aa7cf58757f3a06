from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from red7_desktop.scene.geometry import (
    IDENTITY,
    Rect,
    SingularTransform,
    Size,
    Transform,
    Vec,
    Viewport,
)

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
def test_an_inverse_leads_back(transform: Transform, point: Vec) -> None:
    assert is_near(transform.inverse().apply(transform.apply(point)), point)


@given(placements, placements, points)
def test_then_does_one_after_the_other(first: Transform, second: Transform, point: Vec) -> None:
    assert is_near(first.then(second).apply(point), second.apply(first.apply(point)))


@given(points, angles, factors, factors, points)
def test_a_placement_scales_and_turns_about_its_pivot_and_moves_it(
    position: Vec, angle: float, sx: float, sy: float, pivot: Vec
) -> None:
    steps = (
        Transform.translation(-pivot)
        .then(Transform.scaling(sx, sy))
        .then(Transform.rotation(angle))
        .then(Transform.translation(position))
    )
    placed = Transform.placement(position, angle, sx, sy, pivot)
    assert is_near(placed.apply(pivot), position)
    for corner in Rect(0, 0, 100, 50).corners:
        assert is_near(placed.apply(corner), steps.apply(corner), 1e-6)


@given(points, angles, factors, factors, points)
def test_a_transform_tells_its_turn_and_its_scales(
    position: Vec, angle: float, sx: float, sy: float, pivot: Vec
) -> None:
    placed = Transform.placement(position, angle, sx, sy, pivot)
    assert math.isclose(placed.scale_x, sx, rel_tol=1e-9)
    assert math.isclose(placed.scale_y, sy, rel_tol=1e-9)
    difference = (placed.degrees - angle) % 360
    assert min(difference, 360 - difference) < 1e-6


@given(placements, rects)
def test_bounds_hold_every_corner(transform: Transform, rect: Rect) -> None:
    bounds = transform.bounds(rect).inflated(1e-6)
    assert all(bounds.holds(transform.apply(corner)) for corner in rect.corners)


@pytest.mark.parametrize(
    ("degrees", "turned"),
    [(0, Vec(1, 0)), (90, Vec(0, 1)), (180, Vec(-1, 0)), (270, Vec(0, -1)), (-90, Vec(0, -1))],
)
def test_quarter_turns_are_exact_and_clockwise(degrees: float, turned: Vec) -> None:
    assert Transform.rotation(degrees).apply(Vec(1, 0)) == turned
    assert Vec(1, 0).turned(degrees) == turned


def test_a_flattened_plane_has_no_inverse() -> None:
    with pytest.raises(SingularTransform, match="determinant"):
        Transform.scaling(0, 1).inverse()


def test_an_edge_on_transform_still_tells_its_turn() -> None:
    assert Transform.placement(Vec(5, 5), 30, 0, 2, Vec(0, 0)).degrees == pytest.approx(30)
    assert Transform.placement(Vec(5, 5), 30, 0, 2, Vec(0, 0)).scale_y == pytest.approx(2)


def test_the_identity_changes_nothing() -> None:
    assert IDENTITY.apply(Vec(3, 4)) == Vec(3, 4)


@given(rects, rects)
def test_an_intersection_lies_in_both_and_a_union_holds_both(one: Rect, other: Rect) -> None:
    shared, whole = one.intersection(other), one.union(other)
    assert one.overlaps(other) == (shared.w > 0 and shared.h > 0)
    for rect in (one, other):
        assert whole.inflated(1e-6).holds(rect.position)
        if one.overlaps(other):
            assert rect.inflated(1e-6).holds(shared.centre)


@given(rects, points)
def test_neighbours_never_both_hold_a_point(rect: Rect, point: Vec) -> None:
    right = Rect(rect.x + rect.w, rect.y, rect.w, rect.h)
    assert not (rect.holds(point) and right.holds(point))


def test_a_rectangle_shrinks_to_nothing_but_not_further() -> None:
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
def test_a_window_shows_all_of_the_design_and_more_when_its_shape_differs(
    window: tuple[int, int], scale: float, visible: Rect
) -> None:
    view = Viewport.fitted(window)
    assert view.scale == scale
    assert view.visible == visible


@given(st.tuples(st.integers(200, 4000), st.integers(200, 3000)), points)
def test_pointer_positions_are_clamped_to_the_window(window: tuple[int, int], at: Vec) -> None:
    view = Viewport.fitted(window)
    assert view.visible.inflated(1e-6).holds(view.to_design(at))


@given(st.tuples(st.integers(200, 4000), st.integers(200, 3000)), st.floats(0, 1), st.floats(0, 1))
def test_pixels_and_design_units_are_two_names_of_one_place(
    window: tuple[int, int], across: float, down: float
) -> None:
    view = Viewport.fitted(window)
    pixel = Vec(across * (window[0] - 1), down * (window[1] - 1))
    assert is_near(view.to_pixels(view.to_design(pixel)), pixel)


def test_a_pointer_that_counts_in_points_lands_on_the_same_place() -> None:
    view = Viewport.fitted((3840, 2160), input_scale=2.0)
    assert view.to_design((960, 540)) == Vec(960, 540)


def test_a_minimised_window_still_has_a_scale() -> None:
    assert Viewport.fitted((0, 0)).scale > 0


@given(rects)
def test_a_rectangle_is_known_by_its_centre_and_size(rect: Rect) -> None:
    assume(rect.w < 1e6)
    again = Rect.centred(rect.centre, Size(rect.w, rect.h))
    assert is_near(again.position, rect.position)
