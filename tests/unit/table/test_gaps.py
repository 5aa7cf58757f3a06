"""A card is put in between others: by drag, by clicks, by the focus and its keys."""

from __future__ import annotations

import pygame
import pytest

from red7_desktop.scene.geometry import Vec
from red7_desktop.tabletop.game import DragMove
from tests.unit.table.driving import DEAL, Driver

HAND = "hand:A"
PLACES = (0, 1, 2, 3, 4)


@pytest.fixture
def drawn(table: Driver) -> Driver:
    """Give a table where the card on the canvas may be put anywhere into a hand of four."""
    table.view.offer({"B2": {HAND: PLACES}})
    return table


def middle_of_gap(table: Driver, place: int) -> Vec:
    """Give the point between two cards of the hand, where they lie."""
    zone = table.view.zone_node(HAND)
    return table.view.root.world.apply(zone.gaps(len(DEAL[HAND]))[place].centre)


def put_in(place: int) -> DragMove:
    return DragMove("B2", "canvas", HAND, 0, place)


@pytest.mark.parametrize("place", PLACES)
def test_a_card_dragged_between_two_others_goes_there(drawn: Driver, place: int) -> None:
    drawn.drag(drawn.middle("B2"), middle_of_gap(drawn, place))
    assert drawn.drops == [put_in(place)]


@pytest.mark.parametrize("place", PLACES)
def test_a_click_between_two_cards_puts_the_held_one_there(drawn: Driver, place: int) -> None:
    drawn.click(drawn.middle("B2"))
    drawn.click(middle_of_gap(drawn, place))
    assert drawn.drops == [put_in(place)]


def test_a_finger_puts_a_card_between_two_others(drawn: Driver) -> None:
    drawn.touch_drag(drawn.middle("B2"), middle_of_gap(drawn, 2))
    assert drawn.drops == [put_in(2)]


@pytest.mark.parametrize("steps", [0, 1, 3])
def test_the_arrows_go_from_gap_to_gap(drawn: Driver, steps: int) -> None:
    drawn.view.pick("B2")
    drawn.stage.focus.give(drawn.view.gaps[0])
    drawn.stage.focus.is_visible = True
    for _ in range(steps):
        drawn.key(pygame.K_RIGHT)
    drawn.key(pygame.K_RETURN)
    assert drawn.drops == [put_in(steps)]


def marked(drawn: Driver) -> list[int]:
    return [gap.place for gap in drawn.view.gaps if gap.marks]


def widest(drawn: Driver) -> int:
    """Give the place before which the cards of the hand lie farthest apart."""
    row = [card.pose.position.x for card in drawn.view.cast.rows[HAND]]
    return max(range(1, len(row)), key=lambda place: row[place] - row[place - 1])


def test_cards_make_room_where_one_is_dragged_and_close_up_again(drawn: Driver) -> None:
    before = [card.pose for card in drawn.view.cast.rows[HAND]]
    for place in (3, 1):
        drawn.hold(drawn.middle("B2"), middle_of_gap(drawn, place))
        assert (widest(drawn), marked(drawn)) == (place, [])
        drawn.release(drawn.view.root.world.apply(Vec(5.0, 5.0)))
    drawn.view.settle()
    assert [card.pose for card in drawn.view.cast.rows[HAND]] == before


def test_the_gap_that_keys_aim_at_is_marked(drawn: Driver) -> None:
    drawn.view.pick("B2")
    for gap in drawn.view.gaps[:2]:
        drawn.stage.focus.give(gap)
        assert marked(drawn) == [gap.place]


def test_the_gap_under_the_pointer_opens_for_a_card_that_was_clicked(drawn: Driver) -> None:
    drawn.view.pick("B2")
    for place in (1, 2):
        drawn.move(middle_of_gap(drawn, place))
        drawn.wait()
        assert marked(drawn) == [place]
    drawn.move(drawn.zone_middle("deck"))
    drawn.wait()
    assert marked(drawn) == []


def test_only_the_places_that_are_offered_are_open(table: Driver) -> None:
    table.view.offer({"B2": {HAND: (0, 4)}})
    table.drag(table.middle("B2"), middle_of_gap(table, 3))
    assert table.drops == [put_in(4)]


def test_gaps_are_there_while_a_card_is_held(drawn: Driver) -> None:
    counts = [len(drawn.view.gaps)]
    for name in ("B2", None):
        drawn.view.pick(name)
        counts.append(len(drawn.view.gaps))
    assert counts == [0, 5, 0]


def test_a_card_may_be_moved_within_its_own_hand(table: Driver) -> None:
    table.view.offer({"hand:A#0": {HAND: (2, 3)}})
    table.drag(table.middle("R7"), middle_of_gap(table, 3))
    assert table.drops == [DragMove("R7", HAND, HAND, 0, 3)]


def test_a_hand_without_cards_has_one_gap(table: Driver) -> None:
    table.view.show({**DEAL, HAND: ()})
    table.view.offer({"B2": {HAND: (0,)}})
    table.view.pick("B2")
    assert [gap.place for gap in table.view.gaps if gap.size.w > 0] == [0]
    table.view.drop(HAND, 0)
    assert table.drops == [put_in(0)]
