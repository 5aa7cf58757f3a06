"""Checks where boxes put what they hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from red7_desktop.scene import boxes, geometry, node


def box(wide: float, high: float = 10.0) -> node.Node:
    return node.Node(size=geometry.Size(wide, high))


def places(node: node.Node) -> list[tuple[float, float]]:
    return [(child.position.x, child.position.y) for child in node.children]


def test_row_centres_its_nodes_vertically() -> None:
    made = boxes.row(box(30), box(20, 40), gap=5)
    assert made.size == geometry.Size(55, 40)
    assert places(made) == [(0, 15), (35, 0)]


def test_row_of_given_width_spreads_its_nodes_and_never_overlaps_them() -> None:
    made = boxes.row(box(30), box(20), box(10), gap=5, width=100)
    assert made.size == geometry.Size(100, 10)
    assert places(made) == [(0, 0), (50, 0), (90, 0)]
    assert boxes.row(box(30), box(20), gap=5, width=40).size == geometry.Size(55, 10)


def test_column_aligns_narrower_nodes_right_when_share_is_1() -> None:
    made = boxes.column(box(30), box(20), gap=4, share=1.0, width=50)
    assert made.size == geometry.Size(50, 24)
    assert places(made) == [(20, 0), (30, 14)]


def test_number_between_nodes_replaces_the_usual_gap_there() -> None:
    assert places(boxes.row(box(30), 7.0, box(20), box(10), gap=5)) == [(0, 0), (37, 0), (62, 0)]
    made = boxes.column(box(30), box(20), 0.0, box(10), gap=4)
    assert made.size == geometry.Size(30, 34)
    assert places(made) == [(0, 0), (0, 14), (0, 24)]


def test_empty_row_and_column_have_no_size() -> None:
    assert boxes.column().size == boxes.row().size == boxes.grid([], 3).size == geometry.Size(0, 0)


@pytest.mark.parametrize(("width", "rows"), [(95, 1), (94, 2), (45, 2), (20, 4)])
def test_wrapped_nodes_start_a_new_row_only_when_the_width_is_full(width: float, rows: int) -> None:
    made = boxes.wrap([box(20) for _ in range(4)], width, 5)
    assert len(made.children) == rows
    assert made.size == geometry.Size(width, rows * 10 + (rows - 1) * 5)


def test_grid_has_equal_cells() -> None:
    made = boxes.grid([box(10), box(30), box(20, 20)], 2, 5)
    assert made.size == geometry.Size(65, 45)
    assert places(made) == [(0, 0), (35, 0), (0, 25)]


def test_padding_is_added_on_all_sides() -> None:
    panel = box(1)
    inner = box(30)
    assert boxes.pad(inner, 8, into=panel) is panel
    assert panel.size == geometry.Size(46, 26)
    assert inner.position == geometry.Vec(8, 8)


@pytest.mark.parametrize(("width", "is_beside"), [(90.0, True), (89.0, False)])
def test_node_beside_a_text_goes_below_it_when_the_text_gets_too_narrow(
    width: float, is_beside: bool
) -> None:
    made = boxes.beside(lambda room: box(room / 2, 30), box(40), width, least=40, gap=10)
    words, tools = made.children
    assert made.size.w == width
    assert tools.position.x + tools.size.w == width
    assert (tools.position.y < words.size.h) is is_beside


@pytest.mark.parametrize(("width", "second"), [(55.0, (35, 0)), (54.0, (0, 15)), (80.0, (60, 0))])
def test_nodes_at_both_ends_of_a_line_are_stacked_when_too_wide(
    width: float, second: tuple[float, float]
) -> None:
    made = boxes.ends(box(30), box(20), width, 5)
    assert made.size.w == width
    assert places(made)[1] == second


def test_put_centres_a_node_in_its_parent_or_aligns_it_to_a_corner() -> None:
    holder = box(50, 30)
    assert boxes.put(box(10), holder) is holder
    boxes.put(box(10), holder, 1.0, 0.0, margin=2.0)
    assert places(holder) == [(20, 10), (38, 2)]


@pytest.mark.parametrize(
    ("width", "shared"), [(64.0, (3, 18.0)), (63.0, (2, 29.0)), (10.0, (1, 10.0))]
)
def test_width_is_shared_by_as_many_equal_columns_as_fit(
    width: float, shared: tuple[int, float]
) -> None:
    assert boxes.share_width(width, 18.0, 5.0) == pytest.approx(shared)


# == Slots divide a rectangle between nodes.

ROOM = geometry.Rect(10.0, 20.0, 100.0, 60.0)


def lay(make: Callable[..., boxes.Slot], *items: Any, **options: Any) -> list[geometry.Rect]:
    """Lay out slots, given as `(w, h)` or `(w, h, grows)`, and numbers; return their rectangles."""
    found: list[geometry.Rect] = []
    slots = [boxes.Slot(found.append, *each) if isinstance(each, tuple) else each for each in items]
    make(*slots, **options).place(ROOM)
    return found


def test_slots_across_are_centred_and_as_high_as_the_area_unless_given() -> None:
    found = lay(boxes.across, (30, 0), (20, 40), gap=6, share=0.5)
    assert found == [(32, 20, 30, 60), (68, 30, 20, 40)]


def test_slots_down_end_at_the_bottom_and_are_full_width_unless_given() -> None:
    found = lay(boxes.down, (0, 20), (50, 10), gap=6, share=1.0, align=0.0)
    assert found == [(10, 44, 100, 20), (10, 70, 50, 10)]


def test_growing_slots_share_the_free_space_by_their_weights() -> None:
    found = lay(boxes.across, (10, 0), (10, 0, 1.0), (0, 0, 3.0), gap=5)
    assert [box.w for box in found] == [10, 27.5, 52.5]
    assert found[-1].right == ROOM.right
    assert [box.h for box in lay(boxes.down, (0, 10), (0, 0, 1.0))] == [10, 50]


def test_growing_slot_has_no_length_without_free_space() -> None:
    assert [box.w for box in lay(boxes.across, (120, 0), (0, 0, 1.0))] == [120, 0]


def test_numbers_between_slots_and_at_the_ends_set_the_gap_there() -> None:
    found = lay(boxes.across, 4.0, (10, 0), 7.0, (10, 0), (10, 0), 9.0, gap=5, share=1.0)
    assert [box.x for box in found] == [10 + 49, 10 + 66, 10 + 81]
    assert lay(boxes.down, 4.0, (0, 10))[0].y == 24


def test_nested_layout_takes_a_slot_of_the_size_it_needs() -> None:
    found: list[geometry.Rect] = []
    inner = boxes.down(boxes.Slot(found.append, 20, 10), boxes.Slot(found.append, 30, 10), gap=4)

    boxes.across(inner, boxes.Slot(found.append, weight=1.0)).place(ROOM)

    assert (inner.w, inner.h) == (30, 24)
    assert found == [(15, 38, 20, 10), (10, 52, 30, 10), (40, 20, 70, 60)]


def test_first_fitting_returns_the_first_option_that_fits_else_the_last() -> None:
    assert boxes.first_fitting([9, 5, 3], lambda form: form <= 5) == 5
    assert boxes.first_fitting([9, 5, 3], lambda form: form <= 1) == 3
