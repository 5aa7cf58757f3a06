from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.scene.paint.surfaces import BoundedCache
from red7_desktop.scene.renderer import find_movers, merge_rects


def test_what_was_used_longest_ago_goes_first() -> None:
    cache: BoundedCache[str] = BoundedCache(3)
    for key in "abc":
        cache.put(key, key, 1)
    cache.get("a")
    cache.put("d", "d", 1)
    assert [cache.get(key) for key in "abcd"] == ["a", None, "c", "d"]
    cache.put("big", "big", 9)
    assert (len(cache), cache.get("big"), cache.cost) == (1, "big", 9)
    cache.put("big", "small", 2)
    assert (cache.get("big"), cache.cost) == ("small", 2)
    cache.drop("big")
    assert (len(cache), cache.cost) == (0, 0)


def test_a_cache_needs_a_budget() -> None:
    with pytest.raises(ValueError, match="budget"):
        BoundedCache[int](0)


WINDOW = pygame.Rect(0, 0, 200, 150)
rects = st.builds(
    pygame.Rect,
    st.integers(-30, 220),
    st.integers(-30, 170),
    st.integers(0, 90),
    st.integers(0, 90),
)


@given(st.lists(rects, max_size=90))
def test_merged_rectangles_cover_everything_and_are_few(many: list[pygame.Rect]) -> None:
    few = merge_rects(many, WINDOW)
    assert len(few) <= 12
    assert all(WINDOW.contains(rect) for rect in few)
    for rect in many:
        part = rect.clip(WINDOW)
        if part.width and part.height:
            assert any(whole.contains(part) for whole in few)


def test_many_small_rectangles_become_few() -> None:
    dots = [pygame.Rect(x, y, 2, 2) for x in range(0, 200, 20) for y in range(0, 150, 20)]
    few = merge_rects(dots, WINDOW)
    assert len(few) <= 12
    assert all(any(rect.contains(dot) for rect in few) for dot in dots)


def test_far_apart_rectangles_stay_apart_and_most_of_a_window_is_all_of_it() -> None:
    apart = [pygame.Rect(0, 0, 10, 10), pygame.Rect(150, 100, 10, 10)]
    assert merge_rects(apart, WINDOW) == apart
    assert merge_rects([pygame.Rect(0, 0, 190, 140)], WINDOW) == [WINDOW]
    assert merge_rects([], WINDOW) == []


@given(st.permutations(range(8)))
def test_without_the_movers_the_rest_keep_their_order(order: list[int]) -> None:
    moved = set(find_movers(order))
    rest = [value for value in order if value not in moved]
    assert rest == sorted(rest)
    assert (not moved) is (list(order) == sorted(order))


@pytest.mark.parametrize(
    ("order", "moved"), [([1, 2, 3, 4, 0], [0]), ([4, 0, 1, 2, 3], [4]), ([0, 1, 2], [])]
)
def test_one_thing_raised_or_lowered_is_one_mover(order: list[int], moved: list[int]) -> None:
    assert find_movers(order) == moved
