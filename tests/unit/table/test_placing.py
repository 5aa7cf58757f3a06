"""The table fits any window, layout and point of view, and carries the marks it is given."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from red7_desktop.games.red7.face.parts import ZONE_KINDS
from red7_desktop.resources import asset_path
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.paint.text import FontShelf
from red7_desktop.scene.theme import Theme
from red7_desktop.table.card_nodes import TopEdge
from red7_desktop.table.layout import Layout, LayoutError
from red7_desktop.table.layout_file import load_layout
from tests.unit.table.driving import DEAL, Driver, assert_shows


def test_a_zone_moved_in_the_file_moves_its_cards(
    tmp_path: Path, theme: Theme, fonts: FontShelf
) -> None:
    shipped, moved = asset_path("layouts", "red7", "2-seats-wide.tmx"), tmp_path / "moved.tmx"
    tree = ElementTree.parse(shipped)
    (zone,) = (each for each in tree.iter("object") if each.get("name") == "palette.0")
    for key, change in {"x": 6, "width": -6, "y": 2, "height": -2}.items():
        zone.set(key, str(float(zone.get(key, "0")) + change))
    tree.write(moved, encoding="utf-8")

    def places(path: Path) -> list[Vec]:
        driver = Driver(theme, fonts, load_layout(path, ZONE_KINDS))
        driver.view.show(DEAL)
        driver.view.snap()
        return [driver.middle(name) for name in ("G4", "R7")]

    before, after = places(shipped), places(moved)
    assert after == [pytest.approx(before[0] + Vec(3, 1)), before[1]]


@pytest.mark.parametrize("window", [(1280, 720), (3840, 2160), (1024, 768), (2560, 1080)])
def test_a_resized_window_shows_every_card_inside_at_once(
    driver: Driver, window: tuple[int, int]
) -> None:
    driver.view.show(DEAL)
    driver.stage.resize(window)
    driver.view.place(driver.view.layout, 0, driver.stage.view.visible)
    assert_shows(driver, DEAL)
    screen = Rect(0, 0, *window)
    for card in driver.view.cast:
        corners = [driver.stage.view.to_pixels(card.world.apply(c)) for c in card.box.corners]
        assert all(screen.inflated(0.01).holds(corner) for corner in corners)


def test_another_viewer_sees_the_table_from_the_other_side(driver: Driver) -> None:
    driver.view.show(DEAL)
    driver.view.snap()
    bottom, top = driver.zone_middle("palette:A"), driver.zone_middle("palette:B")
    driver.view.place(driver.view.layout, 1, driver.stage.view.visible)
    assert driver.zone_middle("palette:A") == top
    assert driver.zone_middle("palette:B") == bottom
    assert_shows(driver, DEAL)


def test_a_layout_without_a_place_for_the_cards_is_refused(driver: Driver) -> None:
    driver.view.show(DEAL)
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
        driver.view.place(other, 0, driver.stage.view.visible)
    assert driver.view.layout is layout


def test_a_mark_follows_its_card_and_comes_off_again(driver: Driver) -> None:
    driver.view.show(DEAL)
    driver.view.mark("dimmed", ["R7"], ["canvas"])
    assert driver.card("R7").marks == ("dimmed",)
    assert driver.view.zone_node("canvas").marks == ("dimmed",)
    driver.view.show({**DEAL, "hand:A": ("O6", "Y5", "V2"), "palette:A": ("G4", "R7")})
    assert driver.card("R7").marks == ("dimmed",)
    driver.view.mark("dimmed", ["O6"])
    assert driver.card("R7").marks == driver.view.zone_node("canvas").marks == ()
    assert driver.card("O6").marks == ("dimmed",)


def test_a_card_can_be_named_by_its_place(driver: Driver) -> None:
    driver.view.show(DEAL)
    driver.view.mark("dimmed", ["deck", "hand:B#1"])
    marked = {(card.zone, card.nth) for card in driver.view.cast if "dimmed" in card.marks}
    assert marked == {("deck", 2), ("hand:B", 1)}


def test_the_underline_lies_below_the_card(driver: Driver) -> None:
    driver.view.show(DEAL)
    driver.view.mark("counts", ["G4"])
    card = driver.card("G4")
    line = card.find("mark counts")
    assert line.position.y > card.size.h
    assert line.size.w < card.size.w


def test_a_badge_sits_on_the_middle_of_the_upper_edge() -> None:
    assert TopEdge(28)(Size(100, 140)) == Rect(36, -14, 28, 28)


def test_a_style_without_a_look_is_refused(driver: Driver) -> None:
    with pytest.raises(KeyError, match="sparkling"):
        driver.view.mark("sparkling", ["R7"])


def test_marks_in_a_style_that_moves_leave_the_other_cards_alone(driver: Driver) -> None:
    driver.view.show(DEAL)
    driver.view.snap()
    before = driver.resting_places()
    driver.view.mark("focused", ["O6"])
    driver.wait(1)
    after = driver.resting_places()
    risen, rested = after["hand:A"][1], before["hand:A"][1]
    assert Vec(*risen[:2]).distance_to(Vec(*rested[:2])) == pytest.approx(14)
    assert risen.y < rested.y
    after["hand:A"][1] = before["hand:A"][1]
    assert after == before
