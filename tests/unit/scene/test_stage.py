"""Drives a whole stage with posted events and a stepped clock, as the app does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from red7_desktop.scene import node, pictures, theme
from red7_desktop.scene.commands import FocusCommand, read_command
from red7_desktop.scene.geometry import CENTRE, DESIGN_SIZE, Size, Vec, Viewport
from red7_desktop.scene.stage import _compute_budget
from red7_desktop.scene.widgets.widget import Label, Panel
from tests.unit.scene.driver import Driver, add_button

# -- pressing things -----------------------------------------------------------------------------


def by_return(driver: Driver, at: Vec) -> None:
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)


def by_pad(driver: Driver, at: Vec) -> None:
    driver.pad(pygame.CONTROLLER_BUTTON_DPAD_DOWN)
    driver.pad(pygame.CONTROLLER_BUTTON_A)


@pytest.mark.parametrize("press", [Driver.click, Driver.tap, by_return, by_pad])
def test_button_is_pressed_by_every_device_unless_disabled(
    driver: Driver, press: Callable[[Driver, Vec], object]
) -> None:
    pressed: list[str] = []
    button = add_button(driver.stage, Vec(400, 300), pressed)
    press(driver, button.centre)
    button.enabled = False
    press(driver, button.centre)
    assert (pressed, button.state) == (["End turn"], "disabled")


def test_button_has_a_look_per_state_and_a_release_outside_cancels_it(driver: Driver) -> None:
    pressed: list[str] = []
    button = add_button(driver.stage, Vec(400, 300), pressed)
    driver.click(button.centre)
    driver.down(button.centre)
    driver.up(Vec(1000, 900))
    driver.frame()
    assert (pressed, button.state) == (["End turn"], "normal")
    looks = {button.state: button.picture}
    driver.move(button.centre)
    looks[button.state] = button.picture
    driver.down(button.centre)
    looks[button.state] = button.picture
    driver.up(Vec(0, 0))
    driver.key(pygame.K_TAB)
    looks[button.state] = button.picture
    assert list(looks) == ["normal", "hover", "pressed", "focused"]
    assert looks["normal"] != looks["hover"] != looks["pressed"] != looks["focused"]


def test_click_activates_the_nearest_activatable_ancestor(driver: Driver) -> None:
    done: list[str] = []
    outer = node.Node(size=Size(200, 200), interactive=True)
    inner = node.Node(size=Size(50, 50), interactive=True)
    outer.on_activate = lambda: done.append("outer")
    outer.add(inner)
    driver.stage.screen_layer.add(outer)
    driver.click(Vec(20, 20))
    assert done == ["outer"]


def test_gestures_bubble_up_until_taken_or_to_the_stage(driver: Driver) -> None:
    heard: list[str] = []

    def listener(name: str, takes: bool) -> Callable[[node.Gesture], bool]:
        def hear(gesture: node.Gesture) -> bool:
            if gesture.kind is node.GestureKind.PRESS:
                heard.append(name)
            return takes

        return hear

    outer, inner = node.Node(size=Size(200, 200)), node.Node(size=Size(50, 50), interactive=True)
    outer.add(inner)
    driver.stage.screen_layer.add(outer)
    inner.on_gesture = listener("inner", False)
    outer.on_gesture = listener("outer", False)
    driver.stage.on_gesture = listener("stage", True)
    driver.down(Vec(20, 20))
    driver.up(Vec(20, 20))
    outer.on_gesture = listener("outer", True)
    driver.down(Vec(20, 20))
    driver.up(Vec(20, 20))
    driver.down(Vec(900, 900))
    assert heard == ["inner", "outer", "stage", "inner", "outer", "stage"]


# -- keys ----------------------------------------------------------------------------------------


def key_event(key: int, **fields: Any) -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, {"key": key, "mod": 0, "unicode": "", **fields})


@pytest.mark.parametrize(
    ("event", "command"),
    [
        (key_event(pygame.K_TAB), FocusCommand.NEXT),
        (key_event(pygame.K_TAB, mod=pygame.KMOD_LSHIFT), FocusCommand.PREVIOUS),
        (key_event(pygame.K_TAB, mod=pygame.KMOD_LALT), None),
        (key_event(pygame.K_LEFT, repeat=True), FocusCommand.LEFT),
        (key_event(pygame.K_RETURN), FocusCommand.ACTIVATE),
        (key_event(pygame.K_RETURN, repeat=True), None),
        (key_event(pygame.K_RETURN, mod=pygame.KMOD_NUM), FocusCommand.ACTIVATE),
        (key_event(pygame.K_ESCAPE), FocusCommand.BACK),
        (key_event(pygame.K_q), None),
        (pygame.Event(pygame.KEYUP, key=pygame.K_TAB, mod=0), None),
        (pygame.Event(pygame.CONTROLLERBUTTONDOWN, button=99), None),
    ],
)
def test_keys_are_mapped_to_focus_commands(
    event: pygame.Event, command: FocusCommand | None
) -> None:
    assert read_command(event) is command


def test_focus_ring_shows_for_keys_and_hides_for_the_pointer(
    driver: Driver,
) -> None:
    card = node.Node(
        position=Vec(900, 800),
        size=Size(144, 202),
        anchor=CENTRE,
        rotation=10,
        focusable=True,
        interactive=True,
    )
    driver.stage.screen_layer.add(card)
    ring = driver.stage.root.find("focus ring")
    driver.key(pygame.K_RIGHT)
    driver.frame()
    assert ring.visible
    assert ring.rotation == pytest.approx(10)
    assert ring.centre.distance_to(card.centre) < 1e-6
    assert ring.size.w > card.size.w
    card.position = Vec(500, 500)
    driver.frame()
    assert ring.centre.distance_to(Vec(500, 500)) < 1e-6
    driver.down(Vec(10, 10))
    driver.frame()
    assert not ring.visible


# -- frames, sizes, themes -----------------------------------------------------------------------


def test_idle_frame_draws_nothing_and_animated_frame_the_moving_part(
    driver: Driver,
) -> None:
    button = add_button(driver.stage, Vec(400, 300), [])
    assert driver.frame() == [pygame.Rect(0, 0, 1280, 720)]
    assert (driver.frame(), driver.stage.is_resting) == ([], True)
    driver.stage.animator.animate(button, "position", Vec(700, 300), 0.2)
    assert not driver.stage.is_resting
    rects = driver.frame(0.1)
    assert rects
    assert sum(rect.width * rect.height for rect in rects) < 1280 * 720 / 4


@pytest.mark.parametrize(
    ("size", "least", "most"),
    [((1280, 720), 8.0, 9.0), ((1920, 1080), 3.25, 3.3), ((3840, 2160), 3.25, 3.25)],
)
def test_surface_cache_holds_fewer_screenfuls_at_high_resolution(
    size: tuple[int, int], least: float, most: float
) -> None:
    windows = _compute_budget(Viewport.fitted(size, DESIGN_SIZE)) / (4 * size[0] * size[1])
    assert least <= windows <= most


def test_surface_of_another_size_resizes_the_stage(driver: Driver) -> None:
    label = Label(driver.stage.look, "Most even cards", "title")
    driver.stage.screen_layer.add(label)
    driver.frame()
    driver.surface = pygame.Surface((3840, 2160))
    assert driver.frame() == [pygame.Rect(0, 0, 3840, 2160)]
    assert driver.stage.look.scale == label.look.scale == 2.0
    assert isinstance(label.picture, pictures.TextPicture)
    assert label.size == driver.stage.look.text.measure(label.picture, 2.0)


def test_theme_change_restyles_everything(driver: Driver) -> None:
    panel = Panel(driver.stage.look, Size(200, 100))
    driver.stage.screen_layer.add(panel)
    driver.frame()
    other = theme.shift_theme_hue(driver.stage.look.theme, 186.0)
    driver.stage.set_theme(other)
    driver.frame()
    assert driver.surface.get_at((700, 600))[:3] == other.colour("table")[:3]
    assert panel.picture == other.box("panel").picture()
