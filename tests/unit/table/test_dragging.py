"""A dragged card follows the pointer, and comes to rest where the state says."""

from __future__ import annotations

import pygame
import pytest

from red7_desktop.scene.geometry import Vec
from red7_desktop.tabletop.game import DragMove
from tests.unit.table.driving import DEAL, NOWHERE, PLAYED, Driver


def test_a_dragged_card_is_under_the_pointer_with_no_frame_in_between(table: Driver) -> None:
    start = table.middle("R7")
    table.hold(start, start + Vec(90, -90))
    grabbed = table.middle("R7") - (start + Vec(90, -90))
    for point in (Vec(900, 500), Vec(30, 40), Vec(1900, 1070)):
        table.move(point)
        assert table.middle("R7") - point == pytest.approx(grabbed)


def test_a_dragged_card_does_not_jump_when_it_is_grabbed_by_a_corner(table: Driver) -> None:
    corner = table.middle("R7") + Vec(-40, -60)
    before = table.middle("R7")
    table.move(corner)
    table.press(corner)
    table.move(corner + Vec(4, 0))
    assert table.middle("R7").distance_to(before) <= 4.01


def test_a_press_that_hardly_moves_is_a_click(table: Driver) -> None:
    start = table.middle("R7")
    table.move(start)
    table.press(start)
    table.move(start + Vec(2, 1))
    table.release(start + Vec(2, 1))
    assert table.view.grip.held is table.card("R7")
    assert table.view.grip.dragged is None


def test_a_dragged_card_leans_into_the_movement_and_stands_up_again(table: Driver) -> None:
    table.hold(table.middle("R7"), Vec(960, 600))
    table.wait(1)
    table.wait(1)
    assert table.card("R7").rotation == 0
    table.move(Vec(1000, 600))
    table.wait(0.05)
    assert 0 < table.card("R7").rotation <= 6
    table.wait(0.05)
    table.wait(0.5)
    assert table.card("R7").rotation == 0


def test_a_dragged_card_lies_over_all_others(table: Driver) -> None:
    table.hold(table.middle("R7"), table.middle("V2"))
    assert max(table.view.cast, key=lambda card: card.z) is table.card("R7")


def test_letting_go_over_nothing_puts_the_card_back(table: Driver) -> None:
    home = table.resting_places()["hand:A"][0]
    table.drag(table.middle("R7"), NOWHERE)
    table.move(Vec(5, 5))
    table.wait(1)
    assert table.drops == []
    assert table.picks == ["R7", None]
    assert table.resting_places()["hand:A"][0] == home


def test_a_drop_where_it_may_not_go_is_told_all_the_same(table: Driver) -> None:
    table.drag(table.middle("R7"), table.zone_middle("deck"))
    assert table.drops == [DragMove("R7", "hand:A", "deck", 0)]


def test_a_card_put_back_into_its_own_zone_is_no_drop(table: Driver) -> None:
    table.drag(table.middle("R7"), table.middle("R7") + Vec(300, 0))
    assert table.drops == []
    assert table.picks == ["R7", None]


def test_a_large_card_counts_where_most_of_it_lies(table: Driver) -> None:
    foot = table.middle("R7") + Vec(-5, 85)
    goal = Vec(700, 830)
    table.hold(foot, goal)
    assert table.view.zone_at(goal) == "hand:A"
    table.release(goal)
    assert table.drops == [PLAYED]


@pytest.mark.parametrize("end", ["escape", "lost focus", "second button"])
def test_a_drag_that_is_called_off_glides_home(table: Driver, end: str) -> None:
    home = table.resting_places()["hand:A"][0]
    table.hold(table.middle("R7"), Vec(960, 735))
    if end == "escape":
        table.key(pygame.K_ESCAPE)
    elif end == "lost focus":
        table.post(pygame.WINDOWFOCUSLOST)
    else:
        table.press(Vec(960, 735), button=3)
        table.release(Vec(960, 735), button=3)
    table.release(Vec(960, 735))
    table.move(Vec(5, 5))
    table.wait(1)
    assert table.drops == []
    assert table.view.grip.held is None
    assert table.resting_places()["hand:A"][0] == home


def test_a_card_that_may_go_nowhere_cannot_be_dragged(table: Driver) -> None:
    before = table.middle("Y5")
    table.drag(before, table.zone_middle("canvas"))
    assert (table.drops, table.picks) == ([], [])
    table.move(Vec(5, 5))
    table.wait(1)
    assert table.middle("Y5") == pytest.approx(before)


def test_a_click_on_such_a_card_is_told(table: Driver) -> None:
    table.click(table.middle("Y5"))
    assert table.refused == ["Y5"]
    assert table.picks == []


def test_a_change_elsewhere_leaves_the_drag_going(table: Driver) -> None:
    table.hold(table.middle("R7"), Vec(960, 600))
    table.view.show({**DEAL, "palette:B": ("V1", "I3")})
    table.move(Vec(1000, 560))
    assert table.view.grip.dragged is table.card("R7")
    assert table.middle("R7").distance_to(Vec(1000, 560)) < 10


def test_a_change_that_takes_the_card_ends_the_drag(table: Driver) -> None:
    table.hold(table.middle("R7"), Vec(960, 735))
    table.view.show({**DEAL, "hand:A": ("O6", "Y5", "V2"), "canvas": ("B2", "R7")})
    table.move(Vec(700, 735))
    table.release(Vec(700, 735))
    table.wait(1)
    assert table.drops == []
    assert table.middle("R7") == pytest.approx(table.zone_middle("canvas"))


def test_a_card_that_leaves_the_table_under_the_pointer_ends_the_drag(table: Driver) -> None:
    table.hold(table.middle("R7"), Vec(960, 735))
    table.view.show({**DEAL, "hand:A": ("O6", "Y5", "V2")})
    table.wait(1)
    table.release(Vec(960, 735))
    assert table.drops == []
    assert table.view.grip.held is None


def test_withdrawing_the_offer_ends_the_drag(table: Driver) -> None:
    table.hold(table.middle("R7"), Vec(960, 735))
    table.view.offer({})
    table.release(Vec(960, 735))
    assert table.drops == []
    assert table.picks == ["R7", None]


def test_a_flying_card_can_be_caught(table: Driver) -> None:
    table.drag(table.middle("R7"), NOWHERE)
    table.wait(0.06)
    there = table.middle("R7")
    table.hold(there, there + Vec(60, 0))
    assert table.view.grip.dragged is table.card("R7")
    table.move(table.zone_middle("palette:A"))
    table.release(table.zone_middle("palette:A"))
    assert table.drops == [PLAYED]
