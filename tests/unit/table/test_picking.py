"""Picking up, aiming, hovering and focusing show what the hands are about."""

from __future__ import annotations

import pygame
import pytest

from red7_desktop.scene.geometry import Vec
from red7_desktop.table.card_nodes import MarkLook
from red7_desktop.table.tracking import open_clip
from red7_desktop.tabletop.game import DragMove
from tests.unit.table.driving import DEAL, NOWHERE, Driver


def test_a_second_click_puts_the_card_back(table: Driver) -> None:
    table.click(table.middle("R7"))
    table.wait(1)
    table.click(table.middle("R7"))
    assert table.picks == ["R7", None]


def test_clicking_another_card_picks_that_instead(table: Driver) -> None:
    table.click(table.middle("R7"))
    table.click(table.middle("O6"))
    assert table.picks == ["R7", "O6"]


def test_a_held_card_shows_where_it_may_go(table: Driver) -> None:
    table.click(table.middle("R7"))
    marked = {node.id for node in table.view.zone_nodes() if "target" in node.marks}
    assert marked == {"palette:A", "canvas"}
    assert "held" in table.card("R7").marks
    table.view.pick(None)
    assert not any(node.marks for node in table.view.zone_nodes())


def test_the_aim_is_told_once_for_each_zone(table: Driver) -> None:
    table.hold(table.middle("R7"), table.zone_middle("palette:A"))
    table.move(table.zone_middle("palette:A") + Vec(30, 0))
    table.move(table.zone_middle("canvas"))
    assert [aim for aim in table.aims if aim[1] is not None] == [
        ("R7", "palette:A"),
        ("R7", "canvas"),
    ]


def test_the_focus_on_a_zone_aims_the_held_card(table: Driver) -> None:
    table.view.pick("O6")
    table.stage.focus.give(table.view.zone_node("canvas"))
    assert table.aims == [("O6", "canvas")]


def test_the_top_of_a_pile_goes_by_its_zone(table: Driver) -> None:
    table.view.offer({"deck": {"hand:A": (None,)}})
    table.click(table.middle("deck"))
    assert table.picks == ["deck"]
    table.click(table.middle("Y5"))
    assert table.drops == [DragMove(None, "deck", "hand:A", 2)]


def test_a_click_beside_the_pile_picks_its_top_card(table: Driver) -> None:
    table.view.offer({"deck": {"hand:A": (None,)}})
    corner = table.view.zone_node("deck").box.position + Vec(2, 2)
    table.click(table.view.zone_node("deck").world.apply(corner))
    assert table.picks == ["deck"]


def test_a_click_beside_the_hand_puts_the_held_card_back(table: Driver) -> None:
    table.click(table.middle("R7"))
    table.click(table.view.zone_node("hand:A").world.apply(Vec(3, 3)))
    assert table.picks == ["R7", None]
    assert table.drops == []


def test_a_click_on_an_empty_zone_with_nothing_held_does_nothing(table: Driver) -> None:
    table.click(table.zone_middle("score:A"))
    assert (table.picks, table.drops, table.refused) == ([], [], [])


def test_equal_cards_are_held_one_by_one(table: Driver) -> None:
    table.view.show({"hand:A": ("5", "5", "6")})
    table.view.snap()
    table.view.offer({"hand:A#1": {"canvas": (None,)}})
    first, second = (table.middle(f"hand:A#{nth}") for nth in (0, 1))
    table.click(first)
    assert table.picks == []
    table.click(second)
    assert table.picks == ["hand:A#1"]


def test_a_name_that_no_card_has_is_refused(table: Driver) -> None:
    with pytest.raises(KeyError, match="G7"):
        table.view.pick("G7")


def test_the_focus_goes_through_the_hand_in_its_order(table: Driver) -> None:
    table.view.show({**DEAL, "hand:A": ("V2", "Y5", "O6", "R7")})
    names = []
    for _ in range(5):
        table.key(pygame.K_TAB)
        names.append(getattr(table.stage.focus.current, "face", None))
    assert names == ["V2", "Y5", "O6", "R7", "V2"]


def test_the_focused_card_rises(table: Driver) -> None:
    before = table.middle("R7")
    table.key(pygame.K_TAB)
    table.wait(1)
    assert table.middle("R7").y < before.y - 10
    table.key(pygame.K_TAB)
    table.wait(1)
    assert table.middle("R7") == pytest.approx(before)


@pytest.mark.parametrize("edge", [0.02, 0.5, 0.98])
def test_a_card_under_a_resting_pointer_rises_once_and_stays(table: Driver, edge: float) -> None:
    card = table.card("R7")
    table.move(card.world.apply(card.box.at(Vec(0.5, edge))))
    heights = []
    for _ in range(40):
        table.wait()
        heights.append(round(card.position.y, 3))
    assert heights == sorted(heights, reverse=True)
    assert "hovered" in card.marks


def test_the_card_under_the_pointer_can_be_looked_at(table: Driver) -> None:
    looks: list[str | None] = []
    table.view.on_look = lambda card: looks.append(card.face if card else None)
    table.move(table.middle("V1"))
    table.move(NOWHERE)
    assert looks == ["V1", None]
    assert table.card("V1").marks == ()


def test_a_finger_that_rests_looks_and_does_not_pick(table: Driver) -> None:
    looks: list[str | None] = []
    table.view.on_look = lambda card: looks.append(card.face if card else None)
    table.touch(pygame.FINGERDOWN, table.middle("R7"))
    table.wait(0.6)
    table.touch(pygame.FINGERUP, table.middle("R7"))
    assert looks == ["R7", None]
    assert table.picks == []


def test_a_slow_click_is_a_click(table: Driver) -> None:
    place = table.middle("R7")
    table.move(place)
    table.press(place)
    table.wait(0.8)
    table.release(place)
    assert table.picks == ["R7"]


def test_a_click_that_is_called_off_is_none(table: Driver) -> None:
    place = table.middle("R7")
    table.move(place)
    table.press(place)
    table.press(place, button=3)
    table.release(place, button=3)
    table.release(place)
    assert table.picks == []


def test_a_card_that_lies_elsewhere_is_joined_to_none_of_its_neighbours() -> None:
    clip, line = ("clip", MarkLook(close=True)), ("line", MarkLook())
    row = [[line], [clip, line], [clip], [clip]]
    assert open_clip(row, [False, True, False, False]) == [[line], [line], [], [clip]]


def test_a_card_that_waits_lies_in_the_zone_where_it_goes_and_those_there_make_room(
    table: Driver,
) -> None:
    before = table.card("G4").pose.position
    table.view.grip.gather(("R7",), "palette:A", ("hand:A#0",), waits=True)
    area = table.view.zone_node("palette:A").spec.area
    assert area.holds(table.card("R7").pose.position)
    assert table.card("G4").pose.position.x < before.x
    table.view.grip.gather((), None, ("hand:A#0",))
    assert table.card("G4").pose.position == before
    assert not area.holds(table.card("R7").pose.position)
