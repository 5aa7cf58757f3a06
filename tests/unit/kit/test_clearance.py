"""Checks where bubbles go: beside their target, and over what matters least."""

from __future__ import annotations

import pytest

from red7_desktop.kit.hud.bubbles import (
    Obstacle,
    compute_cover_cost,
    find_spot_beside,
    list_half_covered,
    list_obstacles,
)
from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.scene.widgets.runs import RunsLabel
from tests.unit.kit.hud_table import MODELS, Table, layouts

WINDOW = Rect(0, 0, 1000, 600)
TARGET = Rect(450, 250, 100, 100)
BUBBLE = Size(200, 80)
GAP = 16.0


def test_a_bubble_stands_in_the_middle_at_the_right_where_nothing_is_in_the_way() -> None:
    spot = find_spot_beside(TARGET, BUBBLE, WINDOW, (), GAP)
    assert spot == ("right", Rect(566, 260, 200, 80))


def test_a_bubble_slides_along_its_side_off_what_lies_there() -> None:
    panel = Obstacle(Rect(600, 100, 300, 200), 4.0)
    side, box = find_spot_beside(TARGET, BUBBLE, WINDOW, [panel], GAP)
    assert side == "right"
    assert box.top == panel.area.bottom + GAP / 2
    assert compute_cover_cost(box, [panel]) == 0.0


def test_a_bubble_changes_sides_where_it_would_cover_much() -> None:
    things = [Obstacle(Rect(560, 0, 440, 600), 4.0)]
    assert find_spot_beside(TARGET, BUBBLE, WINDOW, things, GAP).side == "left"
    things.append(Obstacle(Rect(0, 0, 440, 600), 4.0))
    assert find_spot_beside(TARGET, BUBBLE, WINDOW, things, GAP).side == "above"
    things.append(Obstacle(Rect(0, 0, 1000, 240), 4.0))
    assert find_spot_beside(TARGET, BUBBLE, WINDOW, things, GAP).side == "below"


def test_a_bubble_covers_what_matters_least_where_it_has_to_cover_something() -> None:
    things = [
        Obstacle(Rect(560, 0, 440, 600), 4.0),
        Obstacle(Rect(0, 0, 440, 600), 4.0),
        Obstacle(Rect(400, 0, 200, 245), 0.5),
        Obstacle(Rect(400, 355, 200, 245), 4.0),
    ]
    assert find_spot_beside(TARGET, Size(110, 80), WINDOW, things, GAP).side == "above"


def test_a_bubble_always_faces_its_target_and_stays_inside() -> None:
    things = [Obstacle(Rect(560, 150, 440, 300), 4.0)]
    for top in range(0, 500, 20):
        target = TARGET._replace(y=float(top))
        side, box = find_spot_beside(target, BUBBLE, WINDOW, things, GAP)
        assert not box.overlaps(target)
        assert WINDOW.union(box) == WINDOW
        along = side in {"right", "left"}
        first, last = (box.top, box.bottom) if along else (box.left, box.right)
        low, high = (target.top, target.bottom) if along else (target.left, target.right)
        assert min(last, high) - max(first, low) >= 24.0


def test_a_bubble_larger_than_the_room_around_its_target_is_still_shown() -> None:
    spot = find_spot_beside(Rect(0, 0, 1000, 600), BUBBLE, WINDOW, (), GAP)
    assert WINDOW.union(spot.box) == WINDOW


@pytest.mark.parametrize("layout", layouts(), ids=lambda layout: layout.where)
def test_cards_cost_more_to_cover_than_the_words_in_the_middle(layout) -> None:  # type: ignore[no-untyped-def]
    things = list_obstacles(layout)
    square = Size(60, 60)
    costs = {
        name: compute_cover_cost(Rect.centred(layout.zone(*name).area.centre, square), things)
        for name in (("hand", 0), ("palette", 0), ("palette", 1), ("banner",), ("message",))
    }
    least = min(cost for name, cost in costs.items() if name[0] in {"hand", "palette"})
    assert 0 < costs["message",] <= costs["banner",] < least


def test_words_of_which_a_part_is_covered_are_found() -> None:
    table = Table((1280, 720), 4)
    table.hud.show(MODELS["the mock"])
    label = table.hud.parts["banner"].find("rule")
    assert isinstance(label, RunsLabel)
    ink = label.ink.moved(label.position + table.hud.parts["banner"].position)
    beside = Rect(ink.x - 50.0, ink.y, 49.0, ink.h)
    across = Rect(ink.x - 50.0, ink.y, 50.0 + ink.w / 2, ink.h)
    assert label not in list_half_covered(table.hud, [beside])
    assert label in list_half_covered(table.hud, [across])
    assert label not in list_half_covered(table.hud, [ink.inflated(20.0)])
    but_accents = Rect.centred(ink.centre, Size(ink.w + 40.0, ink.h * 0.7))
    assert label in list_half_covered(table.hud, [but_accents])
    tips_of_tall_letters = Rect(ink.x, ink.y - 50.0, ink.w, 50.0 + ink.h * 0.18)
    assert label in list_half_covered(table.hud, [tips_of_tall_letters])
    line_above = Rect(ink.x, ink.y - 50.0, ink.w, 50.0 + ink.h * 0.12)
    assert label not in list_half_covered(table.hud, [line_above])


def test_words_half_covered_by_a_bubble_are_hidden_until_it_has_gone() -> None:
    table = Table((1280, 720), 4)
    table.hud.show(MODELS["the mock"])
    label = table.hud.parts["banner"].find("rule")
    bounds = label.bounds
    table.hud.make_way("hint", Rect(bounds.x - 50.0, bounds.y, 50.0 + bounds.w / 4, bounds.h))
    assert label.alpha == 0.0
    table.hud.make_way("hint", None)
    assert label.alpha == 1.0
