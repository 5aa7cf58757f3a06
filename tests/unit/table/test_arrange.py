"""Cards keep inside their zone and in order, whatever the zone, the count and the style."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.table.arrange import (
    ALIGNMENTS,
    ANCHORS,
    ARRANGEMENTS,
    Arrangement,
    Placement,
    arrange,
    bounds_of,
    find_insertion_index,
    make_room_at,
    split_lines,
)

CARD = Size(100, 140)
ROOMY = Rect(20, 30, 4000, 400)
NARROW = Rect(20, 30, 300, 200)
counts = st.integers(0, 20)
areas = st.builds(
    Rect, st.floats(-500, 2000), st.floats(-500, 2000), st.floats(20, 2500), st.floats(20, 900)
)
cards = st.builds(Size, st.floats(20, 250), st.floats(20, 350))


def styles(*arrangements: str) -> st.SearchStrategy[Arrangement]:
    return st.builds(
        Arrangement,
        arrangement=st.sampled_from(arrangements or tuple(ARRANGEMENTS)),
        gap=st.floats(-15, 60),
        overlap=st.floats(0, 0.95),
        angle=st.floats(0, 120),
        align=st.sampled_from(ALIGNMENTS),
        anchor=st.sampled_from(ANCHORS),
        depth=st.integers(1, 12),
        shift=st.tuples(st.floats(-10, 10), st.floats(-10, 10)),
    )


def sticks_out(placement: Placement, card: Size, area: Rect) -> float:
    """Measure how far a placed card leaves the area on its worst side; negative when inside."""
    box = bounds_of(placement, card)
    return max(
        area.left - box.left, area.top - box.top, box.right - area.right, box.bottom - area.bottom
    )


@given(areas, cards, counts, styles())
def test_arranged_cards_stay_inside_the_area(
    area: Rect, card: Size, count: int, style: Arrangement
) -> None:
    placements = arrange(area, card, count, style)
    assert len(placements) == count
    assert all(sticks_out(each, card, area) < 1e-6 for each in placements)


@given(areas, cards, counts, styles("row"), st.sets(st.integers(1, 19)))
def test_cards_of_one_block_are_closer_together_than_blocks_of_a_row(
    area: Rect, card: Size, count: int, style: Arrangement, close: set[int]
) -> None:
    placements = arrange(area, card, count, style, close)
    assert len(placements) == count
    assert all(sticks_out(each, card, area) < 1e-6 for each in placements)
    steps = {nth: placements[nth].x - placements[nth - 1].x for nth in range(1, count)}
    near = [step for nth, step in steps.items() if nth in close]
    far = [step for nth, step in steps.items() if nth not in close]
    assert all(step > 0 for step in steps.values())
    assert not (near and far) or max(near) <= min(far) + 1e-9


@given(st.integers(2, 60), st.sets(st.integers(1, 59)))
def test_last_cards_of_a_crowded_row_show_enough_to_be_read(count: int, close: set[int]) -> None:
    style = Arrangement("row", gap=8.0, clear=0.3)
    places = arrange(NARROW, CARD, count, style, close)
    assert all(sticks_out(each, CARD, NARROW) < 1e-6 for each in places)
    steps = [after.x - before.x for before, after in pairwise(places)]
    assert all(step > 0 for step in steps)
    if count < 20:
        assert steps[-1] >= 0.3 * CARD.w - 1e-9, "a number can be read there"
        assert places[0].scale == 1.0


@given(areas, cards, counts, styles("fan", "row"))
def test_cards_overlap_no_more_than_the_style_allows(
    area: Rect, card: Size, count: int, style: Arrangement
) -> None:
    for left, right in pairwise(arrange(area, card, count, style)):
        width = card.w * left.scale
        allowed = max(style.overlap, -style.gap / card.w)
        assert 1 - (right.x - left.x) / width <= allowed + 1e-6


def test_cards_in_a_roomy_area_keep_their_size_and_gap() -> None:
    for arrangement in ("fan", "row"):
        placements = arrange(ROOMY, CARD, 5, Arrangement(arrangement, gap=12, angle=16))
        assert {each.scale for each in placements} == {1.0}
        assert [b.x - a.x for a, b in pairwise(placements)] == pytest.approx([112] * 4)


def test_cards_of_a_crowded_row_overlap_before_they_shrink() -> None:
    overlapping = arrange(NARROW, CARD, 9, Arrangement("row", gap=8, overlap=0.8))
    assert overlapping[0].scale == 1.0
    assert overlapping[1].x - overlapping[0].x == pytest.approx(25)
    assert arrange(NARROW, CARD, 14, Arrangement("row", overlap=0.8))[0].scale < 1.0


def test_cards_of_a_fan_lean_outwards_up_to_its_opening_angle() -> None:
    placements = arrange(ROOMY, CARD, 7, Arrangement("fan", angle=20))
    assert [each.rotation for each in placements] == sorted(each.rotation for each in placements)
    assert placements[0].rotation < 0 < placements[-1].rotation
    assert placements[3].rotation == 0
    assert placements[3].y < placements[2].y < placements[1].y < placements[0].y

    def spread(count: int) -> float:
        placements = arrange(ROOMY, CARD, count, Arrangement("fan", angle=14))
        return placements[-1].rotation - placements[0].rotation

    assert [spread(count) for count in (1, 2, 5, 8, 12)] == pytest.approx([0, 2, 8, 14, 14])


@pytest.mark.parametrize(
    ("align", "left", "right"), [("left", 20, 3732), ("centre", 1876, 1876), ("right", 3732, 20)]
)
def test_row_of_cards_is_placed_by_its_horizontal_alignment(
    align: str, left: float, right: float
) -> None:
    first, _, last = arrange(ROOMY, CARD, 3, Arrangement("row", gap=-6, align=align))
    assert bounds_of(first, CARD).left == pytest.approx(left)
    assert ROOMY.left + ROOMY.right - bounds_of(last, CARD).right == pytest.approx(right)


@pytest.mark.parametrize(("anchor", "top"), [("top", 30), ("middle", 160), ("bottom", 290)])
def test_row_of_cards_is_placed_by_its_vertical_anchor(anchor: str, top: float) -> None:
    first, *_ = arrange(ROOMY, CARD, 3, Arrangement("row", anchor=anchor))
    assert bounds_of(first, CARD).top == pytest.approx(top)


def test_stack_offsets_its_top_cards_and_takes_new_ones_on_top() -> None:
    style = Arrangement("stack", angle=9, depth=3, shift=(-2, -3))
    placements = arrange(ROOMY, CARD, 6, style)
    assert [each.is_visible for each in placements] == [False] * 3 + [True] * 3
    foot = placements[3]
    aside = [(each.x - foot.x, each.y - foot.y) for each in placements]
    assert aside == [(0, 0)] * 4 + [(-2, -3), (-4, -6)]
    assert placements[-1].rotation == 0
    assert all(0 < abs(each.rotation) <= 9 for each in placements[:-1])
    assert find_insertion_index(placements, Vec(-1000, 0), style) == 6


def test_grid_picks_the_number_of_columns_that_makes_cards_largest() -> None:
    placements = arrange(Rect(0, 0, 330, 300), CARD, 6, Arrangement("grid", gap=10))
    assert {each.scale for each in placements} == {1.0}
    assert len({each.x for each in placements}) == 3
    assert len({each.y for each in placements}) == 2


@given(st.integers(1, 20), st.sampled_from(["fan", "row", "grid"]), st.data())
def test_card_dropped_left_of_another_is_inserted_before_it(
    count: int, arrangement: str, data: st.DataObject
) -> None:
    style = Arrangement(arrangement)
    placements = arrange(Rect(0, 0, 700, 500), CARD, count, style)
    index = data.draw(st.integers(0, count - 1))
    aimed = placements[index]
    assert find_insertion_index(placements, Vec(aimed.x - 0.01, aimed.y), style) == index
    assert find_insertion_index(placements, Vec(aimed.x + 0.01, aimed.y), style) == index + 1


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_first_card_of_an_empty_zone_gets_index_0(arrangement: str) -> None:
    assert find_insertion_index((), Vec(5, 5), Arrangement(arrangement)) == 0


@pytest.mark.parametrize("at", range(13))
def test_full_row_that_makes_room_for_a_card_stays_inside_and_in_order(at: int) -> None:
    line = [Placement(50 + 40 * nth, 70, 0.0, 1.0, nth) for nth in range(12)]
    xs = [place.x for place in make_room_at(line, at, 100, (50, 490))]
    assert xs == sorted(xs)
    assert xs[0] >= 50
    assert xs[-1] <= 490
    if 0 < at < 12:
        assert xs[at] - xs[at - 1] > 2 * 40
    wide = [place.x for place in make_room_at(line, at, 100, (0, 540))]
    assert wide == [50 + 40 * nth + (50 if nth >= at else -50) for nth in range(12)]


# == Rows in two lines.

TWO_LINES = Arrangement("row", gap=12.0, line_gap=14.0, anchor="bottom", lines=2)
HIGH = Rect(0, 0, 1000, 500)
WIDE_CARD = Size(150, 210)


@pytest.mark.parametrize(("count", "lines"), [(6, 1), (7, 2), (12, 2), (20, 2)])
def test_row_of_cards_gets_a_second_line_only_when_cards_would_overlap(
    count: int, lines: int
) -> None:
    placed = arrange(HIGH, WIDE_CARD, count, TWO_LINES)

    assert len({place.y for place in placed}) == lines
    assert all(place.scale == 1.0 for place in placed)
    assert max(place.y for place in placed) == HIGH.bottom - WIDE_CARD.h / 2


def test_row_of_cards_stays_one_line_in_a_zone_too_low_for_two() -> None:
    low = Rect(0, 0, 1000, 2 * WIDE_CARD.h + TWO_LINES.line_gap - 1)

    placed = arrange(low, WIDE_CARD, 12, TWO_LINES)

    assert len({place.y for place in placed}) == 1


def test_row_of_two_lines_never_splits_a_block_of_close_cards() -> None:
    placed = arrange(HIGH, WIDE_CARD, 8, TWO_LINES, close={3, 4})

    assert split_lines(placed) == [(0, 5), (5, 8)]


def test_card_dropped_on_the_second_line_is_inserted_in_that_line() -> None:
    placed = arrange(HIGH, WIDE_CARD, 8, TWO_LINES)
    third_below = placed[6]

    index = find_insertion_index(placed, Vec(third_below.x - 1, third_below.y), TWO_LINES)

    assert index == 6


def test_room_for_a_card_is_made_only_on_the_line_it_is_dropped_on() -> None:
    placed = arrange(HIGH, WIDE_CARD, 8, TWO_LINES)

    moved = make_room_at(placed, 6, 150.0, (75.0, 925.0))

    assert moved[:4] == placed[:4]
    assert moved[6].x - moved[5].x > placed[6].x - placed[5].x
