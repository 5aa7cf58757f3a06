"""The table shows exactly what the snapshot says, at once for input and soon for the eye."""

from __future__ import annotations

import pytest

from red7_desktop.scene.animation import INSTANT
from red7_desktop.scene.geometry import Vec
from red7_desktop.table.card_nodes import IN_THE_AIR, MotionTimes
from red7_desktop.table.layout import LayoutError
from red7_desktop.tabletop.game import SeenMove
from tests.unit.table.driving import CARDS, DEAL, Driver, PlainFaces, assert_shows


def test_the_first_snapshot_fades_in_where_it_belongs(driver: Driver) -> None:
    driver.view.show(DEAL)
    assert driver.view.zones == DEAL
    assert driver.card("R7").alpha == 0
    driver.wait(1)
    assert_shows(driver, DEAL)


def test_a_known_card_flies_as_the_same_node(driver: Driver) -> None:
    driver.view.show(DEAL)
    driver.view.snap()
    card, start = driver.card("R7"), driver.middle("R7")
    after = {**DEAL, "hand:A": ("O6", "Y5", "V2"), "palette:A": ("G4", "R7")}
    driver.view.show(after, [SeenMove("R7", "hand:A", "palette:A")])
    assert driver.card("R7") is card
    assert card.zone == "palette:A"
    assert driver.middle("R7") == pytest.approx(start)
    assert card.z >= IN_THE_AIR
    driver.wait(0.1)
    middle = driver.middle("R7")
    assert start.distance_to(middle) > 50
    driver.wait(1)
    assert_shows(driver, after)


def test_a_card_keeps_its_size_on_the_screen_when_it_sets_off(driver: Driver) -> None:
    driver.view.show(DEAL)
    driver.view.snap()
    before = driver.card("R7").bounds
    after = {**DEAL, "hand:A": ("O6", "Y5", "V2"), "palette:A": ("G4", "R7")}
    driver.view.show(after, [SeenMove("R7", "hand:A", "palette:A")])
    assert driver.card("R7").bounds == pytest.approx(before)


def test_a_hidden_card_turns_over_only_near_its_end(driver: Driver) -> None:
    driver.view.show(DEAL)
    driver.view.snap()
    after = {**DEAL, "hand:B": (None, None), "palette:B": ("V1", "B3")}
    driver.view.show(after, [SeenMove("B3", "hand:B", "palette:B")])
    card = driver.card("B3")
    back, face = (PlainFaces().picture(side, 84.0) for side in (None, "B3"))
    assert card.picture_shown == back
    driver.wait(0.1)
    assert card.picture_shown == back
    driver.wait(0.05)
    driver.wait(0.08)
    driver.wait(0.06)
    assert card.picture_shown == face
    driver.wait(1)
    assert_shows(driver, after)


def test_a_card_that_nobody_may_see_travels_as_a_back(driver: Driver) -> None:
    driver.view.show(DEAL)
    driver.view.snap()
    after = {**DEAL, "palette:B": (), "deck": (None,) * 4}
    card = driver.card("V1")
    driver.view.show(after, [SeenMove("V1", "palette:B", "deck")])
    assert card.zone == "deck"
    assert card.picture_shown == PlainFaces().picture(None, card.size.w)
    driver.wait(1)
    assert_shows(driver, after)


def test_no_face_is_shown_that_the_snapshot_does_not_tell(driver: Driver) -> None:
    driver.view.show(DEAL)
    driver.view.snap()
    pictures = {card.picture_shown for card in driver.view.cast.rows["hand:B"]}
    width = driver.view.zone_node("hand:B").card.w
    assert pictures == {PlainFaces().picture(None, width)}


def test_cards_that_set_off_together_follow_each_other(driver: Driver) -> None:
    driver.view.show(DEAL)
    driver.view.snap()
    after = {**DEAL, "hand:A": (), "palette:A": ("G4", "R7", "O6", "Y5")}
    starts = [driver.middle(name) for name in ("R7", "O6", "Y5")]
    driver.view.show(after)
    driver.wait(0.036)
    moved = [
        start.distance_to(driver.middle(name))
        for start, name in zip(starts, ("R7", "O6", "Y5"), strict=True)
    ]
    assert moved[0] > moved[1] > 0
    assert moved[2] == pytest.approx(0)


def test_a_card_that_leaves_the_table_fades_and_cannot_be_touched(driver: Driver) -> None:
    driver.view.show(DEAL)
    driver.view.snap()
    card = driver.card("V1")
    driver.view.show({**DEAL, "palette:B": ()})
    assert card.parent is not None
    assert not card.interactive
    assert driver.view.card_at(card.centre) is None
    driver.wait(0.06)
    assert 0 < card.alpha < 1
    driver.wait(0.2)
    assert card.parent is None


def test_a_new_card_comes_out_of_the_zone_that_the_move_names(driver: Driver) -> None:
    driver.view.show({"deck": (), "hand:A": ()})
    driver.view.show({"deck": (), "hand:A": ("R7",)}, [SeenMove("R7", "deck", "hand:A")])
    assert driver.middle("R7") == pytest.approx(driver.zone_middle("deck"))
    assert driver.card("R7").picture_shown == PlainFaces().picture(None, 144.0)
    driver.wait(0.5)
    driver.wait(0.5)
    assert_shows(driver, {"deck": (), "hand:A": ("R7",)})


def test_a_zone_that_the_layout_lacks_is_refused_before_anything_changes(driver: Driver) -> None:
    driver.view.show(DEAL)
    with pytest.raises(LayoutError, match=r"two_seats\.tmx: .*'hand:C'"):
        driver.view.show({"hand:C": ("R1",)})
    assert driver.view.zones == DEAL


def test_a_sorted_hand_takes_its_new_order_at_once(table: Driver) -> None:
    table.view.show({**DEAL, "hand:A": ("V2", "Y5", "O6", "R7")})
    assert [table.card(name).z for name in ("V2", "Y5", "O6", "R7")] == [0, 1, 2, 3]
    assert table.middle("V2").x > table.middle("R7").x


def test_instant_animations_leave_no_lag(driver: Driver) -> None:
    driver.stage.animator.speed = INSTANT
    driver.view.show(DEAL)
    assert_shows(driver, DEAL)
    after = {**DEAL, "hand:B": (None, None), "palette:B": ("V1", "B3")}
    driver.view.show(after, [SeenMove("B3", "hand:B", "palette:B")])
    assert_shows(driver, after)


def test_reduced_motion_fades_and_never_travels(driver: Driver) -> None:
    driver.view.pace = MotionTimes(glides=False)
    driver.view.show(DEAL)
    driver.view.snap()
    after = {**DEAL, "hand:A": ("O6", "Y5", "V2"), "palette:A": ("G4", "R7")}
    driver.view.show(after)
    card = driver.card("R7")
    assert card.position == card.pose.position
    assert card.alpha == 0
    driver.wait(0.5)
    assert_shows(driver, after)


def test_zones_and_cards_are_found_where_they_lie(driver: Driver) -> None:
    driver.view.show(DEAL)
    driver.view.snap()
    assert driver.view.card_at(driver.middle("O6")) is driver.card("O6")
    assert driver.view.zone_at(driver.zone_middle("canvas")) == "canvas"
    assert driver.view.zone_at(driver.middle("G4")) == "palette:A"
    assert driver.view.card_at(driver.zone_middle("score:A")) is None
    assert driver.view.zone_at(Vec(5, 5)) is None


def test_a_zone_tells_between_which_cards_a_point_is(table: Driver) -> None:
    hand = table.view.zone_node("hand:A")
    gap = (table.middle("O6") + table.middle("Y5")) * 0.5
    assert [hand.index_at(place, 4) for place in (Vec(0, 950), gap, Vec(1919, 950))] == [0, 2, 4]


def test_the_top_card_of_a_pile_is_the_one_that_is_found(driver: Driver) -> None:
    driver.view.show({"canvas": ("R1", "O2", "Y3")})
    driver.view.snap()
    assert driver.view.card_at(driver.zone_middle("canvas")) is driver.card("Y3")


def test_no_card_of_a_full_table_leaves_its_zone(driver: Driver) -> None:
    driver.view.show({"hand:A": CARDS[:12], "palette:A": CARDS[12:26], "palette:B": CARDS[26:40]})
    driver.view.snap()
    for card in driver.view.cast:
        zone = driver.view.zone_node(card.zone)
        area = zone.spec.area.inflated(1e-6)
        corners = [card.local.apply(corner) for corner in card.box.corners]
        assert all(area.holds(corner) for corner in corners), card.face
