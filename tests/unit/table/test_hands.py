"""Drag, click-click, touch, keys and pad pick cards up and drop them, by the same calls."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.tabletop.game import DragMove
from tests.unit.table.driving import DEAL, PLAYED, Driver


def by_drag(driver: Driver) -> None:
    driver.drag(driver.middle("R7"), driver.zone_middle("palette:A") + Vec(200, 0))


def by_clicks(driver: Driver) -> None:
    driver.click(driver.middle("R7"))
    driver.click(driver.zone_middle("palette:A") + Vec(200, 0))


def by_clicks_on_cards(driver: Driver) -> None:
    driver.click(driver.middle("R7"))
    driver.click(driver.middle("G4"))


def by_touch(driver: Driver) -> None:
    driver.touch_drag(driver.middle("R7"), driver.zone_middle("palette:A"))


def by_taps(driver: Driver) -> None:
    driver.tap(driver.middle("R7"))
    driver.tap(driver.zone_middle("palette:A"))


def seek(driver: Driver, zone: str, step: Callable[[], None]) -> None:
    """Move the focus until it is on a zone."""
    for _ in range(20):
        if driver.stage.focus.current is driver.view.zone_node(zone):
            return
        step()
    raise AssertionError(f"the focus never came to {zone}")


def by_keys(driver: Driver) -> None:
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)
    seek(driver, "palette:A", lambda: driver.key(pygame.K_TAB))
    driver.key(pygame.K_RETURN)


def by_pad(driver: Driver) -> None:
    driver.pad(pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    driver.pad(pygame.CONTROLLER_BUTTON_A)
    seek(driver, "palette:A", lambda: driver.pad(pygame.CONTROLLER_BUTTON_DPAD_UP))
    driver.pad(pygame.CONTROLLER_BUTTON_A)


def by_name(driver: Driver) -> None:
    driver.view.pick("R7")
    driver.view.drop("palette:A")


WAYS = (by_drag, by_clicks, by_clicks_on_cards, by_touch, by_taps, by_keys, by_pad, by_name)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_every_way_ends_in_the_same_call(table: Driver, way: Callable[[Driver], None]) -> None:
    way(table)
    assert table.drops == [PLAYED]
    assert table.picks == ["R7"]
    assert table.view.grip.held is None


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_a_drop_that_changes_nothing_glides_home(
    table: Driver, way: Callable[[Driver], None]
) -> None:
    home = table.resting_places()["hand:A"][0]
    way(table)
    table.move(Vec(5, 5))
    table.stage.focus.give(None)
    table.wait(0.01)
    table.wait(2)
    table.wait(2)
    assert table.resting_places()["hand:A"][0] == home
    assert not table.stage.animator.is_running()


def test_a_drop_that_is_taken_goes_on_from_where_it_was_let_go(table: Driver) -> None:
    after = {**DEAL, "hand:A": ("O6", "Y5", "V2"), "palette:A": ("G4", "R7")}
    table.view.on_drop = lambda _: table.view.show(after)
    table.hold(table.middle("R7"), Vec(1200, 700))
    there = table.middle("R7")
    table.release(Vec(1200, 700))
    assert table.middle("R7") == pytest.approx(there)
    table.move(Vec(5, 5))
    table.wait(2)
    card = table.card("R7")
    assert card.zone == "palette:A"
    assert (card.position, card.z) == (card.pose.position, 1)


def test_hands_reach_cards_in_a_small_window_too(table: Driver) -> None:
    table.stage.resize((640, 480))
    table.view.place(table.view.layout, 0, table.stage.view.visible)
    view = table.stage.view
    start, end = (view.to_pixels(table.middle("R7")), view.to_pixels(table.zone_middle("canvas")))
    table.drag(start, end)
    assert table.drops == [DragMove("R7", "hand:A", "canvas", 0)]
    assert Rect(0, 0, 640, 480).holds(start)
