"""Cards are picked up, aimed, dragged and put down or between others, by every device."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from red7_desktop.scene.geometry import Vec
from red7_desktop.table import card_nodes, tracking
from red7_desktop.tabletop.game import DragMove
from tests.unit.table.driving import DEAL, NOWHERE, PLAYED, Driver


def beside(driver: Driver) -> Vec:
    """Return a point of the palette at the right of the card in it."""
    return driver.zone_middle("palette:A") + Vec(200, 0)


def point_at(hand: Callable[[Vec], None], *places: Vec) -> None:
    for place in places:
        hand(place)


def go_by_focus(driver: Driver, press: Callable[[int], bool], first: int, on: int, do: int) -> None:
    """Pick the first card, move the focus until it is on the palette, and drop the card there."""
    press(first)
    press(do)
    for _ in range(20):
        if driver.stage.focus.current is not driver.view.by_zone["palette:A"]:
            press(on)
    press(do)


def by_name(driver: Driver) -> None:
    driver.view.pick("R7")
    driver.view.drop("palette:A")


WAYS: dict[str, Callable[[Driver], None]] = {
    "a drag": lambda it: it.drag(it.middle("R7"), beside(it)),
    "clicks": lambda it: point_at(it.click, it.middle("R7"), beside(it)),
    "clicks on cards": lambda it: point_at(it.click, it.middle("R7"), it.middle("G4")),
    "a touch": lambda it: it.touch_drag(it.middle("R7"), it.zone_middle("palette:A")),
    "taps": lambda it: point_at(it.tap, it.middle("R7"), it.zone_middle("palette:A")),
    "keys": lambda it: go_by_focus(it, it.key, pygame.K_TAB, pygame.K_TAB, pygame.K_RETURN),
    "a pad": lambda it: go_by_focus(
        it,
        it.pad,
        pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
        pygame.CONTROLLER_BUTTON_DPAD_UP,
        pygame.CONTROLLER_BUTTON_A,
    ),
    "names": by_name,
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_drag_click_and_keys_report_the_same_drop(
    table: Driver, way: Callable[[Driver], None]
) -> None:
    way(table)
    assert table.drops == [PLAYED]
    assert table.picks == ["R7"]
    assert table.view.selection.held is None


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_card_whose_drop_changes_nothing_flies_back(
    table: Driver, way: Callable[[Driver], None]
) -> None:
    home = table.resting_places()["hand:A"][0]
    way(table)
    table.move(Vec(5, 5))
    table.stage.focus.focus(None)
    table.wait(0.01)
    table.wait(2)
    table.wait(2)
    assert table.resting_places()["hand:A"][0] == home
    assert not table.stage.animator.is_running()


def test_card_of_an_accepted_drop_flies_on_from_the_release_point(table: Driver) -> None:
    after = {**DEAL, "hand:A": ("O6", "Y5", "V2"), "palette:A": ("G4", "R7")}

    def take(drag_move: DragMove) -> None:
        table.view.show(after)

    table.view.on_drop = take
    table.hold(table.middle("R7"), Vec(1200, 700))
    there = table.middle("R7")
    table.up(Vec(1200, 700))
    assert table.middle("R7") == pytest.approx(there)
    table.move(Vec(5, 5))
    table.wait(2)
    card = table.card("R7")
    assert card.zone == "palette:A"
    assert (card.position, card.z) == (card.pose.position, 1)


# == Picking up, aiming, hovering and focusing.


def test_held_card_highlights_its_drop_targets(table: Driver) -> None:
    table.click(table.middle("R7"))
    marked = {node.id for node in table.view.by_zone.values() if "target" in node.marks}
    assert marked == {"palette:A", "canvas"}
    assert "held" in table.card("R7").marks
    table.view.pick(None)
    assert not any(node.marks for node in table.view.by_zone.values())


def test_drop_target_under_a_dragged_card_is_reported_once(table: Driver) -> None:
    table.hold(table.middle("R7"), table.zone_middle("palette:A"))
    table.move(table.zone_middle("palette:A") + Vec(30, 0))
    table.move(table.zone_middle("canvas"))
    aims = [aim for aim in table.aims if aim[1] is not None]
    assert aims == [("R7", "palette:A"), ("R7", "canvas")]


def test_zone_with_the_focus_is_the_target_of_the_held_card(table: Driver) -> None:
    table.view.pick("O6")
    table.stage.focus.focus(table.view.by_zone["canvas"])
    assert table.aims == [("O6", "canvas")]


def test_top_card_of_a_pile_is_held_by_clicking_its_zone(table: Driver) -> None:
    table.view.set_drop_targets({"deck": {"hand:A": (None,)}})
    deck = table.view.by_zone["deck"]
    for nth, place in enumerate(
        (table.middle("deck"), deck.world.apply(deck.box.position + Vec(2, 2)))
    ):
        table.click(place)
        assert table.picks == ["deck"] * (nth + 1)
        table.click(table.middle("Y5"))
        assert table.drops == [DragMove(None, "deck", "hand:A", 2)] * (nth + 1)
        table.view.snap()


def test_click_on_the_held_card_or_outside_releases_it(table: Driver) -> None:
    for place in (table.middle("R7"), table.view.by_zone["hand:A"].world.apply(Vec(3, 3))):
        table.click(table.middle("R7"))
        table.wait(1)
        table.click(place)
        table.wait(1)
    assert table.picks == ["R7", None] * 2
    assert table.drops == []


def test_card_equal_to_its_neighbour_is_picked_by_its_own_place(table: Driver) -> None:
    table.view.show({"hand:A": ("5", "5", "6")})
    table.view.snap()
    table.view.set_drop_targets({"hand:A#1": {"canvas": (None,)}})
    first, second = (table.middle(f"hand:A#{nth}") for nth in (0, 1))
    table.click(first)
    assert table.picks == []
    table.click(second)
    assert table.picks == ["hand:A#1"]


def test_picking_from_an_empty_zone_or_an_unknown_card_picks_nothing(table: Driver) -> None:
    table.click(table.zone_middle("score:A"))
    with pytest.raises(KeyError, match="G7"):
        table.view.pick("G7")
    assert (table.picks, table.drops, table.refused) == ([], [], [])


def test_tab_key_moves_the_focus_through_the_hand_in_order(table: Driver) -> None:
    table.view.show({**DEAL, "hand:A": ("V2", "Y5", "O6", "R7")})
    names = []
    for _ in range(5):
        table.key(pygame.K_TAB)
        names.append(getattr(table.stage.focus.current, "face", None))
    assert names == ["V2", "Y5", "O6", "R7", "V2"]


@pytest.mark.parametrize("edge", [0.02, 0.5, 0.98])
def test_card_under_a_resting_pointer_rises_without_jitter(table: Driver, edge: float) -> None:
    card = table.card("R7")
    table.move(card.world.apply(Vec(0.5 * card.size.w, edge * card.size.h)))
    heights = []
    for _ in range(40):
        table.wait()
        heights.append(round(card.position.y, 3))
    assert heights == sorted(heights, reverse=True)
    assert "hovered" in card.marks


def test_hover_and_long_touch_show_a_card_enlarged_without_picking_it(table: Driver) -> None:
    looks: list[str | None] = []
    table.view.on_look = lambda card: looks.append(card.face if card else None)
    table.move(table.middle("V1"))
    table.move(NOWHERE)
    assert looks == ["V1", None]
    assert table.card("V1").marks == ()
    table.touch(pygame.FINGERDOWN, table.middle("R7"))
    table.wait(0.6)
    table.touch(pygame.FINGERUP, table.middle("R7"))
    assert looks[2:] == ["R7", None]
    assert table.picks == []


def test_slow_click_picks_a_card_and_a_cancelled_click_does_not(table: Driver) -> None:
    place = table.middle("R7")
    table.move(place)
    table.down(place)
    table.down(place, button=3)
    table.up(place, button=3)
    table.up(place)
    assert table.picks == []
    table.down(place)
    table.wait(0.8)
    table.up(place)
    assert table.picks == ["R7"]


def test_mark_joining_two_cards_is_removed_when_they_are_apart() -> None:
    clip, line = ("clip", card_nodes.MarkStyle(close=True)), ("line", card_nodes.MarkStyle())
    row = [[line], [clip, line], [clip], [clip]]
    assert tracking.remove_separated_marks(row, [False, True, False, False]) == [
        [line],
        [line],
        [],
        [clip],
    ]
    assert tracking.remove_separated_marks(row, [False] * 4, gap=2) == [
        [line],
        [clip, line],
        [],
        [clip],
    ]


def test_card_picked_for_a_zone_is_shown_there_before_it_is_confirmed(
    table: Driver,
) -> None:
    before = table.card("G4").pose.position
    table.view.selection.set_picked(("R7",), "palette:A", ("hand:A#0",), waits=True)
    area = table.view.by_zone["palette:A"].spec.area
    assert area.contains(table.card("R7").pose.position)
    assert table.card("G4").pose.position.x < before.x
    table.view.selection.set_picked((), None, ("hand:A#0",))
    assert table.card("G4").pose.position == before
    assert not area.contains(table.card("R7").pose.position)


def test_hand_keeps_the_gap_of_a_dragged_card_that_may_return_to_it(table: Driver) -> None:
    table.view.set_drop_targets({"O6": {HAND: PLACES, "canvas": (None,)}})
    before = table.card("Y5").pose.position
    table.hold(table.middle("O6"), table.zone_middle("canvas"))
    assert table.card("Y5").pose.position == before


# == Dragged cards.


def test_dragged_card_follows_the_pointer_without_delay(table: Driver) -> None:
    start = Vec(*map(round, table.middle("R7")))
    table.hold(start, start + Vec(90, -90))
    grabbed = table.middle("R7") - (start + Vec(90, -90))
    for point in (Vec(900, 500), Vec(30, 40), Vec(1900, 1070)):
        table.move(point)
        assert table.middle("R7") - point == pytest.approx(grabbed)


def test_dragged_card_tilts_while_moving(table: Driver) -> None:
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


def test_hand_closes_the_gap_of_a_dragged_card_until_it_comes_back(table: Driver) -> None:
    table.hold(table.middle("O6"), table.zone_middle("canvas"))
    left = [table.card(name).pose.position.x for name in ("R7", "Y5", "V2")]
    hand = table.view.by_zone["hand:A"]
    assert left == [place.x for place in hand.placements(3)]
    table.key(pygame.K_ESCAPE)
    table.move(NOWHERE)
    assert table.card("R7").pose.position.x == hand.placements(4)[0].x


def test_drop_on_a_zone_that_is_no_target_is_reported(table: Driver) -> None:
    table.drag(table.middle("R7"), table.zone_middle("deck"))
    assert table.drops == [DragMove("R7", "hand:A", "deck", 0)]


def test_dragged_card_targets_the_zone_that_most_of_it_covers(table: Driver) -> None:
    foot = table.middle("R7") + Vec(-5, 85)
    goal = Vec(700, 830)
    table.hold(foot, goal)
    assert table.view.zones_at(goal) == ["hand:A"]
    table.up(goal)
    assert table.drops == [PLAYED]


def carry_to(table: Driver, place: Vec) -> None:
    """Move what is dragged there, and let go."""
    table.move(place)
    table.up(place)


ENDS: dict[str, Callable[[Driver], object]] = {
    "escape": lambda table: table.key(pygame.K_ESCAPE),
    "lost focus": lambda table: table.post(pygame.WINDOWFOCUSLOST),
    "second button": lambda table: table.down(Vec(960, 735), button=3),
    "withdrawn offer": lambda table: table.view.set_drop_targets({}),
    "let go over nothing": lambda table: carry_to(table, NOWHERE),
    "let go in its own zone": lambda table: carry_to(table, table.zone_middle("hand:A")),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_cancelled_drag_flies_back(table: Driver, end: Callable[[Driver], object]) -> None:
    home = table.resting_places()["hand:A"][0]
    table.hold(table.middle("R7"), Vec(960, 735))
    end(table)
    table.up(Vec(960, 735))
    table.move(Vec(5, 5))
    table.wait(1)
    assert table.drops == []
    assert table.picks == ["R7", None]
    assert table.view.selection.held is None
    assert table.resting_places()["hand:A"][0] == home


def test_card_without_drop_targets_stays_and_a_click_on_it_is_reported(
    table: Driver,
) -> None:
    before = table.middle("Y5")
    table.drag(before, table.zone_middle("canvas"))
    assert (table.drops, table.picks) == ([], [])
    table.move(Vec(5, 5))
    table.wait(1)
    assert table.middle("Y5") == pytest.approx(before)
    table.refused.clear()
    table.click(table.middle("Y5"))
    assert table.refused == ["Y5"]
    assert table.picks == []


def test_drag_continues_when_other_cards_change(table: Driver) -> None:
    table.hold(table.middle("R7"), Vec(960, 600))
    table.view.show({**DEAL, "palette:B": ("V1", "I3")})
    table.move(Vec(1000, 560))
    assert table.view.selection.dragged is table.card("R7")
    assert table.middle("R7").distance_to(Vec(1000, 560)) < 10


def test_drag_ends_when_the_dragged_card_is_moved_to_another_zone(table: Driver) -> None:
    table.hold(table.middle("R7"), Vec(960, 735))
    table.view.show({**DEAL, "hand:A": ("O6", "Y5", "V2"), "canvas": ("B2", "R7")})
    table.move(Vec(700, 735))
    table.up(Vec(700, 735))
    table.wait(1)
    assert table.drops == []
    assert table.middle("R7") == pytest.approx(table.zone_middle("canvas"))


def test_drag_ends_when_the_dragged_card_leaves_the_table(table: Driver) -> None:
    table.hold(table.middle("R7"), Vec(960, 735))
    table.view.show({**DEAL, "hand:A": ("O6", "Y5", "V2")})
    table.wait(1)
    table.up(Vec(960, 735))
    assert table.drops == []
    assert table.view.selection.held is None


# == Inserting a card by drag, click and keyboard.

HAND = "hand:A"
PLACES = (0, 1, 2, 3, 4)


@pytest.fixture
def drawn(table: Driver) -> Driver:
    """Return a table where the card on the canvas may be put anywhere into a hand of four."""
    table.view.set_drop_targets({"B2": {HAND: PLACES}})
    return table


def middle_of_gap(table: Driver, place: int) -> Vec:
    """Return the point between two cards of the hand, where they lie."""
    zone = table.view.by_zone[HAND]
    return table.view.root.world.apply(zone.gaps(len(DEAL[HAND]))[place].centre)


def put_in(place: int) -> DragMove:
    return DragMove("B2", "canvas", HAND, 0, place)


@pytest.mark.parametrize("place", PLACES)
def test_card_is_inserted_between_two_by_drag_and_by_clicks(drawn: Driver, place: int) -> None:
    drawn.drag(drawn.middle("B2"), middle_of_gap(drawn, place))
    drawn.view.snap()
    point_at(drawn.click, drawn.middle("B2"), middle_of_gap(drawn, place))
    assert drawn.drops == [put_in(place)] * 2


@pytest.mark.parametrize(("share", "place"), [(0.01, 0), (0.99, 4)])
def test_click_beside_a_hand_inserts_the_held_card_at_the_nearer_end(
    drawn: Driver, share: float, place: int
) -> None:
    area = drawn.view.by_zone[HAND].drop_area
    beside = drawn.view.root.world.apply(Vec(area.left + share * area.w, area.centre.y))

    point_at(drawn.click, drawn.middle("B2"), beside)

    assert drawn.drops == [put_in(place)]


@pytest.mark.parametrize("steps", [0, 1, 3])
def test_arrow_keys_move_from_one_gap_of_the_hand_to_the_next(drawn: Driver, steps: int) -> None:
    drawn.view.pick("B2")
    drawn.stage.focus.focus(drawn.view.gaps[0])
    drawn.stage.focus.is_visible = True
    for _ in range(steps):
        drawn.key(pygame.K_RIGHT)
    drawn.key(pygame.K_RETURN)
    assert drawn.drops == [put_in(steps)]


def marked(drawn: Driver) -> list[int]:
    return [gap.place for gap in drawn.view.gaps if gap.marks]


def widest(drawn: Driver) -> int:
    """Return the place before which the cards of the hand lie farthest apart."""
    row = [card.pose.position.x for card in drawn.view.cards.rows[HAND]]
    return max(range(1, len(row)), key=lambda place: row[place] - row[place - 1])


def test_cards_of_a_hand_part_under_a_dragged_card_and_close_again(drawn: Driver) -> None:
    before = [card.pose for card in drawn.view.cards.rows[HAND]]
    for place in (3, 1):
        drawn.hold(drawn.middle("B2"), middle_of_gap(drawn, place))
        assert (widest(drawn), marked(drawn)) == (place, [])
        drawn.up(drawn.view.root.world.apply(Vec(5.0, 5.0)))
    drawn.view.relayout()
    assert [card.pose for card in drawn.view.cards.rows[HAND]] == before


def test_gap_of_the_hand_under_the_pointer_is_marked_for_a_held_card(drawn: Driver) -> None:
    drawn.view.pick("B2")
    for place in (1, 2):
        drawn.move(middle_of_gap(drawn, place))
        drawn.wait()
        assert marked(drawn) == [place]
    drawn.move(drawn.zone_middle("deck"))
    drawn.wait()
    assert marked(drawn) == []


def test_gaps_of_the_hand_are_targets_only_while_a_card_is_held(
    drawn: Driver,
) -> None:
    counts = [len(drawn.view.gaps)]
    drawn.view.pick("B2")
    counts.append(len(drawn.view.gaps))
    row = drawn.view.cards.rows[HAND]
    for gap in drawn.view.gaps:
        drawn.view.selection.set_aim(HAND, gap.place)
        far = [abs(card.pose.position.x - gap.drop_area.centre.x) for card in row]
        assert min(far) > 0.6 * row[0].size.w * row[0].pose.scale, gap.place
    drawn.view.pick(None)
    assert [*counts, len(drawn.view.gaps)] == [0, 5, 0]


def test_gap_targets_lie_between_the_cards_after_these_are_grouped(
    table: Driver,
) -> None:
    view, row = table.view, "palette:A"
    view.show({**DEAL, row: ("G4", "G5", "G6", "G7")})
    view.set_drop_targets({"B2": {row: PLACES}})
    view.marks.styles = {**view.marks.styles, "clip": card_nodes.MarkStyle(close=True)}
    apart = view.by_zone[row].gaps(4)
    with view.batch_relayout():
        view.mark("clip", ["G5", "G6"])
        view.pick("B2")
    areas = view.by_zone[row].gaps(4)
    assert areas != apart
    assert [gap.position for gap in view.gaps] == [area.position for area in areas]


def test_card_can_be_moved_within_its_hand(table: Driver) -> None:
    table.view.set_drop_targets({"hand:A#0": {HAND: (2, 3)}})
    table.drag(table.middle("R7"), middle_of_gap(table, 3))
    assert table.drops == [DragMove("R7", HAND, HAND, 0, 3)]
