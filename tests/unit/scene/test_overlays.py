from __future__ import annotations

import itertools

import pygame
import pytest

from red7_desktop.scene.animation import INSTANT
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import GestureKind, Node
from red7_desktop.scene.widgets import Button, Dialog, Label, Toast
from tests.unit.scene.driver import Driver, add_button, recorder

# -- dialogs -------------------------------------------------------------------------------------


class Asking:
    """A stage with a dialog over a button."""

    def __init__(self, driver: Driver) -> None:
        self.done: list[str] = []
        stage = driver.stage
        self.under = add_button(stage, Vec(60, 60), self.done, "under")
        self.keep = Button(stage.look, "Keep playing", lambda: self.close("keep"))
        self.give_up = Button(stage.look, "Give up", lambda: self.close("give up"))
        words = Label(stage.look, "You will score nothing.", max_width=400, wraps=True)
        self.dialog = Dialog(
            stage.look,
            "Give up?",
            words,
            [self.keep, self.give_up],
            on_close=lambda: self.close("closed"),
        )
        self._stage = stage

    def close(self, why: str) -> None:
        self.done.append(why)
        self._stage.hide_overlay(self.dialog)


@pytest.fixture
def asking(driver: Driver) -> Asking:
    asking = Asking(driver)
    driver.stage.show_dialog(asking.dialog)
    return asking


def test_a_dialog_closes_on_escape(driver: Driver, asking: Asking) -> None:
    assert driver.key(pygame.K_ESCAPE)
    assert (asking.done, asking.dialog.parent) == (["closed"], None)
    assert not driver.key(pygame.K_ESCAPE)


def test_a_dialog_closes_on_a_click_outside_but_not_inside(driver: Driver, asking: Asking) -> None:
    driver.click(asking.dialog.frame.bounds.position + Vec(30, 30))
    assert asking.done == []
    driver.click(Vec(1900, 1000))
    assert asking.done == ["closed"]


def test_a_dialogs_buttons_are_pressed_by_pointer_and_keys(driver: Driver) -> None:
    for press, expected in ((driver.click, "give up"), (None, "keep")):
        asking = Asking(driver)
        driver.stage.show_dialog(asking.dialog)
        if press is None:
            driver.key(pygame.K_RETURN)
        else:
            press(asking.give_up.centre)
        assert asking.done == [expected]


def test_nothing_under_a_dialog_can_be_reached(driver: Driver, asking: Asking) -> None:
    driver.move(asking.under.centre)
    assert asking.under.state == "normal"
    for _ in range(5):
        driver.key(pygame.K_TAB)
        assert driver.stage.focus.current in asking.dialog.buttons
    driver.click(asking.under.centre)
    assert asking.done == ["closed"]


def test_the_focus_returns_when_a_dialog_closes(driver: Driver) -> None:
    asking = Asking(driver)
    driver.key(pygame.K_TAB)
    driver.stage.show_dialog(asking.dialog)
    assert driver.stage.focus.current is asking.keep
    driver.key(pygame.K_ESCAPE)
    assert driver.stage.focus.current is asking.under
    assert asking.under.state == "focused"


def test_opening_a_dialog_calls_a_drag_off(driver: Driver) -> None:
    heard: list[GestureKind] = []
    card = Node(size=Size(100, 100), interactive=True, draggable=True)
    card.on_gesture = recorder(heard)
    driver.stage.ground.add(card)
    driver.down(Vec(30, 30))
    driver.move(Vec(60, 60))
    driver.stage.show_dialog(Asking(driver).dialog)
    assert heard[-1] is GestureKind.DRAG_CANCEL


def test_escape_during_a_drag_does_not_close_the_dialog(driver: Driver, asking: Asking) -> None:
    handle = Node(size=Size(40, 40), interactive=True, draggable=True)
    asking.dialog.frame.add(handle)
    driver.down(handle.centre)
    driver.move(handle.centre + Vec(30, 0))
    assert driver.key(pygame.K_ESCAPE)
    assert asking.done == []
    assert driver.key(pygame.K_ESCAPE)
    assert asking.done == ["closed"]


@pytest.mark.parametrize("window", [(960, 600), (1280, 720), (2560, 1080), (3840, 2160)])
def test_a_dialog_holds_its_parts_and_covers_every_window(
    driver: Driver, asking: Asking, window: tuple[int, int]
) -> None:
    driver.stage.resize(window)
    frame, scrim = asking.dialog.frame.bounds, asking.dialog.scrim.bounds
    assert scrim == driver.stage.view.visible
    assert frame.centre.distance_to(driver.stage.view.visible.centre) < 1e-6
    for part in asking.dialog.frame.children:
        assert frame.intersection(part.bounds).area == pytest.approx(part.bounds.area)
    assert asking.keep.bounds.right <= asking.give_up.bounds.left


# -- toasts --------------------------------------------------------------------------------------


def test_a_toast_appears_and_goes_when_it_has_been_read(driver: Driver) -> None:
    toast = driver.stage.toasts.show("Saved")
    for _ in range(20):
        driver.frame()
    assert (toast.alpha, toast.message) == (1.0, "Saved")
    driver.frame(driver.stage.look.theme.times.toast)
    driver.frame(1.0)
    assert (toast.parent, driver.stage.toasts.toasts) == (None, [])


def test_a_toast_stays_as_long_when_nothing_is_animated(driver: Driver) -> None:
    driver.stage.animator.speed = INSTANT
    toast = driver.stage.toasts.show("Saved")
    assert toast.alpha == 1.0
    driver.frame(driver.stage.look.theme.times.toast - 0.1)
    assert toast.parent is not None
    driver.frame(0.2)
    assert toast.parent is None


def test_a_long_message_stays_longer(driver: Driver) -> None:
    toast = driver.stage.toasts.show("Blue: three colours each, and the red 7 breaks the tie " * 3)
    driver.frame(driver.stage.look.theme.times.toast + 2)
    assert toast in driver.stage.toasts.toasts


def test_toasts_lie_below_each_other_and_three_are_enough(driver: Driver) -> None:
    shown: list[Toast] = [driver.stage.toasts.show(text) for text in ("one", "two", "three", "4")]
    for _ in range(30):
        driver.frame()
    assert driver.stage.toasts.toasts == shown[1:]
    assert shown[0].parent is None
    places = [toast.bounds for toast in shown[1:]]
    assert all(a.bottom < b.top for a, b in itertools.pairwise(places))
    driver.stage.toasts.dismiss(shown[0])
    assert driver.stage.toasts.toasts == shown[1:]
