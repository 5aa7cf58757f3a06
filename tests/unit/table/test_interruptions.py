"""Whatever interrupts the table, the cards end where the snapshot says, and none is left over."""

from __future__ import annotations

import gc
import random
import weakref

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from red7_desktop.games.red7.face.parts import ZONE_KINDS
from red7_desktop.resources import asset_path
from red7_desktop.scene.geometry import Vec
from red7_desktop.scene.paint.text import FontShelf
from red7_desktop.scene.theme import Theme
from red7_desktop.table.card_nodes import IN_THE_AIR, CardNode
from red7_desktop.table.layout import Layout
from red7_desktop.table.layout_file import load_layout
from red7_desktop.tabletop.game import Face, SeenMove, Zones
from tests.unit.table.driving import CARDS, DEAL, Driver, assert_shows

ZONES = ("deck", "canvas", "hand:A", "hand:B", "palette:A", "palette:B", "score:A", "score:B")


def snapshots() -> st.SearchStrategy[Zones]:
    """Snapshots of the 49 cards at most once each, some known and some not."""

    def deal(order: list[str], cuts: list[int], hidden: set[str]) -> Zones:
        zones: dict[str, tuple[Face, ...]] = {}
        start = 0
        for zone, cut in zip(ZONES, cuts, strict=True):
            cards = order[start : start + cut]
            zones[zone] = tuple(None if zone in hidden else card for card in cards)
            start += cut
        return zones

    return st.builds(
        deal,
        st.permutations(CARDS).map(list),
        st.lists(st.integers(0, 6), min_size=len(ZONES), max_size=len(ZONES)),
        st.sets(st.sampled_from(ZONES)),
    )


faces = st.sampled_from([None, *CARDS])
told = st.lists(
    st.builds(SeenMove, card=faces, source=st.sampled_from(ZONES), target=st.sampled_from(ZONES)),
    max_size=4,
)
interruptions = st.sampled_from(["wait", "snap", "settle", "place", "mark", "pick", "drag", "rest"])
changes = st.lists(st.tuples(snapshots(), told, st.lists(interruptions, max_size=3)), max_size=4)


def interrupt(driver: Driver, what: str, layouts: tuple[Layout, Layout]) -> None:
    view = driver.view
    hand = view.cast.rows.get("hand:A")
    match what:
        case "wait":
            driver.wait(0.07)
        case "rest":
            driver.wait(2)
        case "snap":
            view.snap()
        case "settle":
            view.settle()
        case "place":
            other = layouts[view.layout is layouts[0]]
            view.place(other, view.viewer, driver.stage.view.visible)
        case "mark":
            view.mark("dimmed", ["R1", "O2", "deck", "hand:B#0"], ["canvas"])
        case "pick" if hand:
            view.offer({"hand:A#0": {"canvas": (None,)}})
            view.grip.pick(hand[0])
        case "drag" if hand:
            view.offer({"hand:A#0": {"canvas": (None,)}})
            driver.hold(hand[0].centre, Vec(960, 500))


@pytest.fixture(scope="module")
def both_layouts(layout: Layout) -> tuple[Layout, Layout]:
    return layout, load_layout(asset_path("layouts", "red7", "2-seats-4x3.tmx"), ZONE_KINDS)


@settings(max_examples=60)
@given(changes, snapshots())
def test_whatever_interrupts_it_ends_as_the_snapshot_says(
    theme: Theme,
    fonts: FontShelf,
    both_layouts: tuple[Layout, Layout],
    steps: list[tuple[Zones, list[SeenMove], list[str]]],
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
    driver.view.offer({})
    driver.move(Vec(0, 0))
    driver.release(Vec(0, 0))
    for _ in range(3):
        driver.wait(2)
    assert_shows(driver, last)
    assert not driver.stage.animator.is_running()


@settings(max_examples=30)
@given(changes, snapshots(), told)
def test_a_snap_at_any_moment_equals_the_snapshot(
    theme: Theme,
    fonts: FontShelf,
    both_layouts: tuple[Layout, Layout],
    steps: list[tuple[Zones, list[SeenMove], list[str]]],
    last: Zones,
    moves: list[SeenMove],
) -> None:
    driver = Driver(theme, fonts, both_layouts[0])
    for zones, told_moves, between in steps:
        driver.view.show(zones, told_moves)
        for what in between:
            interrupt(driver, what, both_layouts)
    driver.view.show(last, moves)
    driver.wait(0.05)
    driver.view.mark("dimmed")
    driver.view.snap()
    assert_shows(driver, last)


@pytest.mark.parametrize("frames", ["drawn", "not drawn"])
def test_no_card_outlives_its_time_on_the_table(driver: Driver, frames: str) -> None:
    chance = random.Random(7)
    seen: weakref.WeakSet[CardNode] = weakref.WeakSet()
    surface = pygame.Surface((1920, 1080))
    for turn in range(100):
        cards = chance.sample(CARDS, 30)
        zones: Zones = {
            zone: tuple(None if chance.random() < 0.3 else cards.pop() for _ in range(3))
            for zone in ZONES
        }
        driver.view.show(zones)
        driver.view.offer({"hand:A#0": {"canvas": (None,)}})
        driver.view.mark("dimmed", cards)
        driver.wait(chance.choice((0.02, 0.2, 0.6)))
        seen.update(driver.view.cast)
        if frames == "drawn" and turn % 20 == 0:
            driver.stage.draw(surface)
    made = driver.card("hand:A#0").number
    assert made > 500
    driver.view.show({})
    driver.wait(1)
    if frames == "drawn":
        driver.stage.draw(surface)
    gc.collect()
    assert len(seen) == 0


def test_a_hovered_and_focused_card_is_let_go_when_it_leaves(table: Driver) -> None:
    table.key(pygame.K_TAB)
    table.move(table.middle("R7"))
    card = weakref.ref(table.card("R7"))
    table.view.show({**DEAL, "hand:A": ("O6", "Y5", "V2")})
    table.wait(1)
    table.wait(1)
    gc.collect()
    assert card() is None


def test_a_flying_card_stays_over_the_others_whatever_else_happens(table: Driver) -> None:
    table.view.show({**DEAL, "hand:A": ("O6", "Y5", "V2"), "canvas": ("B2", "R7")})
    table.wait(0.05)
    table.view.mark("focused", ["O6"])
    assert table.card("R7").z >= IN_THE_AIR
    table.wait(1)
    assert table.card("R7").z == 1


def test_a_card_that_leaves_in_flight_fades_where_it_is(table: Driver) -> None:
    card = table.card("R7")
    table.view.show({**DEAL, "hand:A": ("O6", "Y5", "V2"), "canvas": ("B2", "R7")})
    table.wait(0.05)
    there = card.position
    table.view.show({**DEAL, "hand:A": ("O6", "Y5", "V2")})
    table.wait(0.05)
    assert card.parent is not None
    assert card.position == there


def test_a_card_that_is_turning_does_not_stop_half_way(table: Driver) -> None:
    card = table.card("V1")
    table.view.show({**DEAL, "palette:B": (None,)})
    table.wait(0.0)
    table.wait(0.05)
    front = card.find("front")
    half = front.flip
    assert 0 < half < 1
    moved = {**DEAL, "palette:B": (), "canvas": ("B2", "V1")}
    table.view.show(moved, [SeenMove("V1", "palette:B", "canvas")])
    table.wait(0.0)
    table.wait(0.02)
    assert front.flip < half
