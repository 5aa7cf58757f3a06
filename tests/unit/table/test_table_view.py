"""The table shows what the snapshot says, in any window, whatever interrupts it."""

from __future__ import annotations

import gc
import random
import weakref
from collections.abc import Callable
from dataclasses import replace
from itertools import count

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.games.red7.face.parts import ZONE_KINDS
from red7_desktop.resources import asset_path
from red7_desktop.scene import theme
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.paint.text import FontLibrary
from red7_desktop.table import card_nodes, layout_file
from red7_desktop.table.layout import Layout, LayoutError
from red7_desktop.table.table_view import SWEEP_SECONDS
from red7_desktop.table.tracking import CardOrigin, TrackedCard, match_cards
from red7_desktop.tabletop.game import Face, ObservedMove, Zones
from tests.examples import examples
from tests.unit.table.driving import CARDS, DEAL, Driver, assert_shows, plain_picture

AFTER: Zones = {**DEAL, "hand:A": ("O6", "Y5", "V2"), "palette:A": ("G4", "R7")}
"""What lies where when R7 has been played to the palette."""


def test_first_cards_of_a_table_fade_in_at_their_places(driver: Driver) -> None:
    driver.view.show(DEAL)
    assert driver.view.zones == DEAL
    assert driver.card("R7").alpha == 0
    driver.wait(1)
    assert_shows(driver, DEAL)


def test_zones_without_cards_are_not_laid_out(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    arranged: list[str] = []
    placements = card_nodes.ZoneNode.placements

    def record(node: card_nodes.ZoneNode, count: int) -> object:
        arranged.append(node.id)
        return placements(node, count)

    monkeypatch.setattr(card_nodes.ZoneNode, "placements", record)

    driver.view.set_layout(driver.view.layout, 0, driver.stage.view.visible)

    assert arranged == []


def test_face_up_card_keeps_its_node_when_it_moves_to_another_zone(table: Driver) -> None:
    card, start, bounds = table.card("R7"), table.middle("R7"), table.card("R7").bounds
    table.view.show(AFTER, [ObservedMove("R7", "hand:A", "palette:A")])
    assert table.card("R7") is card
    assert card.zone == "palette:A"
    assert card.bounds == pytest.approx(bounds)
    assert card.z >= card_nodes.FLYING_Z
    table.wait(0.1)
    middle = table.middle("R7")
    assert start.distance_to(middle) > 50
    table.wait(1)
    assert_shows(table, AFTER)


def test_broom_animation_moves_cards_to_their_pile_as_it_passes_them(driver: Driver) -> None:
    far, near = "B5", "B6"
    zones = {**DEAL, "palette:A": (far,), "palette:B": (near,), "hand:A": (), "hand:B": ()}
    swept = {**zones, "palette:A": (), "palette:B": (), "canvas": ("B2", far, near)}
    moves = [ObservedMove(far, "palette:A", "canvas"), ObservedMove(near, "palette:B", "canvas")]
    driver.view.sweep_pictures = {"canvas": plain_picture(None, 80.0)}
    for glides in (True, False):
        driver.view.timing = card_nodes.MotionTimes(glides=glides)
        driver.view.show(zones, at_once=True)
        driver.view.cards.find_named(near)[0].position = driver.card("B2").position - Vec(
            200.0, 0.0
        )
        driver.view.cards.find_named(far)[0].position = driver.card("B2").position - Vec(600.0, 0.0)
        takes = driver.view.show(swept, moves)
        assert takes == SWEEP_SECONDS if glides else takes < SWEEP_SECONDS
        brooms = [node for node in driver.view.root.walk() if node.name == "broom"]
        assert len(brooms) == int(glides)
        if not glides:
            break
        still = driver.card(near).position
        driver.wait(0.15)
        assert driver.card(far).position.x > still.x - 400.0
        assert driver.card(near).position == still
        driver.wait(takes)
        driver.wait(0.1)
        driver.wait(0.1)
        assert "broom" not in [node.name for node in driver.view.root.walk()]
        assert_shows(driver, swept)


def test_face_down_card_flips_near_the_end_of_its_flight(table: Driver) -> None:
    after = {**DEAL, "hand:B": (None, None), "palette:B": ("V1", "B3")}
    table.view.show(after, [ObservedMove("B3", "hand:B", "palette:B")])
    card = table.card("B3")
    back, face = (plain_picture(side, 84.0) for side in (None, "B3"))
    assert card.picture_shown == back
    table.wait(0.1)
    assert card.picture_shown == back
    table.wait(0.05)
    table.wait(0.08)
    table.wait(0.06)
    assert card.picture_shown == face
    table.wait(1)
    assert_shows(table, after)


def test_card_that_becomes_hidden_travels_face_down(table: Driver) -> None:
    after = {**DEAL, "palette:B": (), "deck": (None,) * 4}
    card = table.card("V1")
    table.view.show(after, [ObservedMove("V1", "palette:B", "deck")])
    assert card.zone == "deck"
    assert card.picture_shown == plain_picture(None, card.size.w)
    table.wait(1)
    assert_shows(table, after)


def test_cards_moving_together_start_one_after_another(table: Driver) -> None:
    after = {**DEAL, "hand:A": (), "palette:A": ("G4", "R7", "O6", "Y5")}
    starts = [table.middle(name) for name in ("R7", "O6", "Y5")]
    table.view.show(after)
    table.wait(0.036)
    moved = [
        start.distance_to(table.middle(name))
        for start, name in zip(starts, ("R7", "O6", "Y5"), strict=True)
    ]
    assert moved[0] > moved[1] > 0
    assert moved[2] == pytest.approx(0)


@pytest.mark.parametrize("is_snapped", [False, True])
def test_card_leaving_the_table_fades_and_ignores_input(table: Driver, is_snapped: bool) -> None:
    card = table.card("V1")
    table.view.show({**DEAL, "palette:B": ()})
    assert card.parent is not None
    assert not card.interactive
    assert table.view.card_layer.hit(card.centre) is None
    table.wait(0.06)
    assert 0 < card.alpha < 1
    if is_snapped:
        table.view.snap()
    else:
        table.wait(0.2)
    assert card.parent is None


def test_new_card_is_drawn_flying_from_the_zone_its_move_names(driver: Driver) -> None:
    driver.view.show({"deck": (), "hand:A": ()})
    driver.view.show({"deck": (), "hand:A": ("R7",)}, [ObservedMove("R7", "deck", "hand:A")])
    assert driver.middle("R7") == pytest.approx(driver.zone_middle("deck"))
    assert driver.card("R7").picture_shown == plain_picture(None, 144.0)
    driver.wait(0.5)
    driver.wait(0.5)
    assert_shows(driver, {"deck": (), "hand:A": ("R7",)})


def test_reduced_motion_fades_instead_of_moving(driver: Driver) -> None:
    driver.view.timing = card_nodes.MotionTimes(glides=False)
    driver.view.show(DEAL)
    driver.view.snap()
    driver.view.show(AFTER)
    card = driver.card("R7")
    assert card.position == card.pose.position
    assert card.alpha == 0
    driver.wait(0.5)
    assert_shows(driver, AFTER)


def test_zones_cards_and_gaps_are_found_by_position(table: Driver) -> None:
    assert table.view.card_layer.hit(table.middle("O6")) is table.card("O6")
    assert table.view.zones_at(table.zone_middle("canvas")) == ["canvas"]
    assert table.view.zones_at(table.middle("G4")) == ["palette:A"]
    assert table.view.card_layer.hit(table.zone_middle("score:A")) is None
    assert not table.view.zones_at(Vec(5, 5))
    hand = table.view.by_zone["hand:A"]
    gap = (table.middle("O6") + table.middle("Y5")) * 0.5
    assert [hand.index_at(place, 4) for place in (Vec(0, 950), gap, Vec(1919, 950))] == [0, 2, 4]


# == Tables in any window, with any layout and viewer.


def test_layout_lacking_a_zone_is_refused_before_any_change(
    driver: Driver,
) -> None:
    driver.view.show(DEAL)
    with pytest.raises(LayoutError, match=r"two_seats\.tmx: .*'hand:C'"):
        driver.view.show({"hand:C": ("R1",)})
    assert driver.view.zones == DEAL
    layout = driver.view.layout
    fewer = tuple(spec for spec in layout.zones if spec.kind != "canvas")
    other = Layout(
        "other",
        2,
        layout.size,
        fewer,
        kinds={name: replace(kind, required=False) for name, kind in layout.kinds.items()},
    )
    with pytest.raises(LayoutError, match="'canvas'"):
        driver.view.set_layout(other, 0, driver.stage.view.visible)
    assert driver.view.layout is layout


def test_mark_on_a_card_follows_it_and_can_be_moved_to_another(driver: Driver) -> None:
    driver.view.show(DEAL)
    driver.view.mark("dimmed", ["R7"], ["canvas"])
    assert driver.card("R7").marks == ("dimmed",)
    assert driver.view.by_zone["canvas"].marks == ("dimmed",)
    driver.view.show(AFTER)
    assert driver.card("R7").marks == ("dimmed",)
    driver.view.mark("dimmed", ["O6"])
    assert [driver.card("R7").marks, driver.view.by_zone["canvas"].marks] == [(), ()]
    assert driver.card("O6").marks == ("dimmed",)
    driver.view.mark("dimmed", ["deck", "hand:B#1"])
    marked = {(card.zone, card.index) for card in driver.view.cards if "dimmed" in card.marks}
    assert marked == {("deck", 2), ("hand:B", 1)}


@pytest.mark.parametrize(
    ("where", "place"),
    [
        (card_nodes.TopEdge(28), Rect(36, -14, 28, 28)),
        (card_nodes.BelowEdge(5, 6, 14), Rect(14, 145, 72, 6)),
    ],
)
def test_mark_style_places_the_mark_at_an_edge_of_the_card(
    where: Callable[[Size], Rect], place: Rect
) -> None:
    assert where(Size(100, 140)) == place


def test_card_raised_by_its_focus_mark_does_not_move_other_cards(table: Driver) -> None:
    before = table.resting_places()
    table.view.mark("focused", ["O6"])
    table.wait(1)
    after = table.resting_places()
    risen, rested = after["hand:A"][1], before["hand:A"][1]
    assert Vec(*risen[:2]).distance_to(Vec(*rested[:2])) == pytest.approx(14)
    assert risen.y < rested.y
    after["hand:A"][1] = before["hand:A"][1]
    assert after == before


# == Tracking of cards by their faces.

ZONES = ("deck", "hand:A", "hand:B", "palette:A", "palette:B", "canvas")


def rows(text: str) -> dict[str, list[str]]:
    """Read what lies in some zones: `deck ? ?; hand:A R7`, where `?` is a back."""
    return {zone: row for zone, *row in map(str.split, text.split(";"))}


def numbered(zones: Zones) -> dict[str, list[TrackedCard]]:
    """Number cards from 1 in the order in which they are named."""
    numbers = count(1)
    return {zone: [TrackedCard(next(numbers), face) for face in row] for zone, row in zones.items()}


def shown(text: str) -> dict[str, tuple[Face, ...]]:
    return {
        zone: tuple([None if word == "?" else word for word in row])
        for zone, row in rows(text).items()
    }


FOLLOWED: dict[str, tuple[str, list[ObservedMove], str]] = {
    "a hidden card becomes the known one that the move names": (
        "hand:B ? ? ?; palette:B V1 -> hand:B ? ?; palette:B V1 R7",
        [ObservedMove("R7", "hand:B", "palette:B")],
        "hand:B 1 2; palette:B 4 3",
    ),
    "moves tell that a hand of equal size has changed": (
        "deck ? ?; hand:B ? ?; canvas -> deck ?; hand:B ? ?; canvas G2",
        [ObservedMove("G2", "hand:B", "canvas"), ObservedMove(None, "deck", "hand:B")],
        "deck 1; hand:B 3 2; canvas 4",
    ),
    "a hidden draw takes the top card of the deck": (
        "deck ? ? ?; hand:B ? -> deck ? ?; hand:B ? ?",
        [ObservedMove(None, "deck", "hand:B")],
        "deck 1 2; hand:B 4 3",
    ),
    "a known card that is put on the deck becomes its top back": (
        "deck ? ?; palette:B G4 V1 -> deck ? ? ?; palette:B V1",
        [ObservedMove("G4", "palette:B", "deck")],
        "deck 1 2 3; palette:B 4",
    ),
    "a seat that goes out turns its cards where they lie": (
        "hand:B R7; palette:B V1 G4; deck ? -> hand:B ?; palette:B ? ?; deck ?",
        [],
        "hand:B 1; palette:B 2 3; deck 4",
    ),
    "taking back a draw returns the drawn card to the deck": (
        "deck ? ?; hand:A O6 Y6 -> deck ? ? ?; hand:A O6",
        [],
        "deck 1 2 4; hand:A 3",
    ),
    "of equal cards the last goes where the move tells its place": (
        "hand:A 5 6 5; palette:A -> hand:A 5 6; palette:A 5",
        [ObservedMove("5", "hand:A", "palette:A", source_place=2)],
        "hand:A 1 2; palette:A 3",
    ),
    "of equal cards the first goes where the move tells its place": (
        "hand:A 5 6 5; palette:A -> hand:A 6 5; palette:A 5",
        [ObservedMove("5", "hand:A", "palette:A", source_place=0)],
        "hand:A 2 3; palette:A 1",
    ),
    "a hidden card leaves a hand and comes into it where the moves tell": (
        "deck ?; hand:B ? ? ?; palette:B -> deck; hand:B ? ? ?; palette:B 5",
        [
            ObservedMove("5", "hand:B", "palette:B", source_place=1),
            ObservedMove(None, "deck", "hand:B", target_place=1),
        ],
        "deck; hand:B 2 1 4; palette:B 3",
    ),
    "a card is turned over on its way to the place that a move tells": (
        "palette:A 7; hand:B ? ? -> palette:A; hand:B ? ? ?",
        [ObservedMove("7", "palette:A", "hand:B", target_place=0)],
        "palette:A; hand:B 1 2 3",
    ),
}


@pytest.mark.parametrize("what", FOLLOWED)
def test_card_matching_follows_each_card_to_its_new_zone(what: str) -> None:
    change, moves, numbers = FOLLOWED[what]
    before, after = change.split(" -> ")
    followed = match_cards(numbered(shown(before)), shown(after), moves)
    assert {zone: [str(place.number) for place in row] for zone, row in followed.items()} == rows(
        numbers
    )


def test_equal_cards_moved_between_zones_are_matched_to_distinct_places() -> None:
    before, after = shown("hand:A 5 5 6; palette:A 5"), shown("hand:A 5 6; palette:A 5 5")
    followed = match_cards(numbered(before), after, [ObservedMove("5", "hand:A", "palette:A")])
    assert {each.number for each in followed["hand:A"]} == {1, 3}
    assert {each.number for each in followed["palette:A"]} == {2, 4}


def test_card_new_to_the_table_starts_from_the_zone_its_move_names() -> None:
    followed = match_cards({}, shown("hand:A R7 O6"), [ObservedMove("O6", "deck", "hand:A")])
    assert followed == {"hand:A": (CardOrigin(None), CardOrigin(None, "deck"))}


faces: st.SearchStrategy[Face] = st.sampled_from([None, "R7", "O6", "Y5", "5", "6"])
snapshots: st.SearchStrategy[Zones] = st.dictionaries(
    st.sampled_from(ZONES), st.lists(faces, max_size=6).map(tuple)
)


def any_moves(
    faces: st.SearchStrategy[Face], zones: tuple[str, ...], most: int
) -> st.SearchStrategy[list[ObservedMove]]:
    zone = st.sampled_from(zones)
    return st.lists(st.builds(ObservedMove, card=faces, source=zone, target=zone), max_size=most)


@given(snapshots, snapshots, any_moves(faces, ZONES, 6))
def test_card_matching_gives_no_card_to_two_places_of_the_table(
    before: Zones, after: Zones, told: list[ObservedMove]
) -> None:
    followed = match_cards(numbered(before), after, told)
    assert {zone: len(row) for zone, row in followed.items()} == {
        zone: len(row) for zone, row in after.items()
    }
    used = [place.number for row in followed.values() for place in row if place.number]
    assert len(used) == len(set(used))
    assert set(used) <= set(range(1, sum(map(len, before.values())) + 1))


@given(snapshots, snapshots)
def test_card_matching_keeps_every_face_up_card_still_on_the_table(
    before: Zones, after: Zones
) -> None:
    on_table = numbered(before)
    followed = match_cards(on_table, after)
    face_of = {card.number: card.face for row in on_table.values() for card in row}
    for face in ("R7", "O6", "Y5", "5", "6"):
        was = sum(row.count(face) for row in before.values())
        wanted = sum(row.count(face) for row in after.values())
        kept = sum(
            after[zone][index] == face
            and place.number is not None
            and face_of[place.number] == face
            for zone, row in followed.items()
            for index, place in enumerate(row)
        )
        assert kept == min(was, wanted)


# == Interrupted animations end at the snapshot.

ALL_ZONES = ("deck", "canvas", "hand:A", "hand:B", "palette:A", "palette:B", "score:A", "score:B")


def any_snapshot() -> st.SearchStrategy[Zones]:
    """Snapshots of the 49 cards at most once each, some known and some not."""

    def deal(order: list[str], cuts: list[int], hidden: set[str]) -> Zones:
        zones: dict[str, tuple[Face, ...]] = {}
        start = 0
        for zone, cut in zip(ALL_ZONES, cuts, strict=True):
            cards = order[start : start + cut]
            zones[zone] = tuple(None if zone in hidden else card for card in cards)
            start += cut
        return zones

    return st.builds(
        deal,
        st.permutations(CARDS).map(list),
        st.lists(st.integers(0, 6), min_size=len(ALL_ZONES), max_size=len(ALL_ZONES)),
        st.sets(st.sampled_from(ALL_ZONES)),
    )


told = any_moves(st.sampled_from([None, *CARDS]), ALL_ZONES, 4)
interruptions = st.sampled_from(["wait", "snap", "settle", "place", "mark", "pick", "drag", "rest"])
changes = st.lists(st.tuples(any_snapshot(), told, st.lists(interruptions, max_size=3)), max_size=4)


def interrupt(driver: Driver, what: str, layouts: tuple[Layout, Layout]) -> None:
    view = driver.view
    hand = view.cards.rows.get("hand:A")
    match what:
        case "wait":
            driver.wait(0.07)
        case "rest":
            driver.wait(2)
        case "snap":
            view.snap()
        case "settle":
            view.relayout()
        case "place":
            other = layouts[view.layout is layouts[0]]
            view.set_layout(other, view.viewer, driver.stage.view.visible)
        case "mark":
            view.mark("dimmed", ["R1", "O2", "deck", "hand:B#0"], ["canvas"])
        case "pick" if hand:
            view.set_drop_targets({"hand:A#0": {"canvas": (None,)}})
            view.selection.pick(hand[0])
        case "drag" if hand:
            view.set_drop_targets({"hand:A#0": {"canvas": (None,)}})
            driver.hold(hand[0].centre, Vec(960, 500))


@pytest.fixture(scope="module")
def both_layouts(layout: Layout) -> tuple[Layout, Layout]:
    return layout, layout_file.load_layout(
        asset_path("layouts", "red7", "2-seats-4x3.tmx"), ZONE_KINDS
    )


@examples(60)
@given(changes, any_snapshot())
def test_interrupted_card_motions_end_at_the_latest_table_state(
    theme: theme.Theme,
    fonts: FontLibrary,
    both_layouts: tuple[Layout, Layout],
    steps: list[tuple[Zones, list[ObservedMove], list[str]]],
    last: Zones,
) -> None:
    driver = Driver(theme, fonts, both_layouts[0])
    for zones, moves, between in steps:
        driver.view.show(zones, moves)
        for what in between:
            interrupt(driver, what, both_layouts)
            assert driver.view.zones == zones
    driver.view.show(last)
    driver.view.mark("dimmed")
    driver.view.set_drop_targets({})
    driver.move(Vec(0, 0))
    driver.up(Vec(0, 0))
    for _ in range(3):
        driver.wait(2)
    assert_shows(driver, last)
    assert not driver.stage.animator.is_running()


@pytest.mark.parametrize("frames", ["drawn", "not drawn"])
def test_cards_that_left_the_table_are_freed(driver: Driver, frames: str) -> None:
    rng = random.Random(7)
    seen: weakref.WeakSet[card_nodes.CardNode] = weakref.WeakSet()
    surface = pygame.Surface((1920, 1080))
    for turn in range(51):
        cards = rng.sample(CARDS, 30)
        zones: Zones = {
            zone: tuple(None if rng.random() < 0.3 else cards.pop() for _ in range(3))
            for zone in ALL_ZONES
        }
        driver.view.show(zones)
        driver.view.set_drop_targets({"hand:A#0": {"canvas": (None,)}})
        driver.view.mark("dimmed", cards)
        driver.wait(rng.choice((0.02, 0.2, 0.6)))
        seen.update(driver.view.cards)
        if frames == "drawn" and turn % 20 == 0:
            driver.stage.draw(surface)
    made = driver.card("hand:A#0").number
    assert made > 300
    driver.view.show({})
    driver.wait(1)
    if frames == "drawn":
        driver.stage.draw(surface)
    gc.collect()
    assert len(seen) == 0


def test_hovered_and_focused_card_is_freed_when_it_leaves(table: Driver) -> None:
    table.key(pygame.K_TAB)
    table.move(table.middle("R7"))
    card = weakref.ref(table.card("R7"))
    table.view.show({**DEAL, "hand:A": ("O6", "Y5", "V2")})
    table.wait(1)
    table.wait(1)
    gc.collect()
    assert card() is None
