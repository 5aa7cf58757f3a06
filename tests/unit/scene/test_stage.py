"""Drives a whole stage with posted events and a stepped clock, as the app does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from red7_desktop.scene import animation, node, pictures, theme
from red7_desktop.scene.commands import FocusCommand, read_command
from red7_desktop.scene.geometry import CENTRE, Size, Vec
from red7_desktop.scene.stage import Stage
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.widget import Label, Panel
from tests.unit.scene.driver import Driver, add_button, recorder

THEME = Path(__file__).resolve().parents[3] / "assets" / "themes" / "dark.json"

# -- pressing things -----------------------------------------------------------------------------


def by_click(driver: Driver, button: Button) -> None:
    driver.click(button.centre)


def by_tap(driver: Driver, button: Button) -> None:
    driver.tap(button.centre)


def by_return(driver: Driver, button: Button) -> None:
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)


def by_pad(driver: Driver, button: Button) -> None:
    driver.post(pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_DPAD_DOWN)
    driver.post(pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_A)


@pytest.mark.parametrize("press", [by_click, by_tap, by_return, by_pad])
def test_a_button_is_pressed_the_same_way_by_everything(
    driver: Driver, press: Callable[[Driver, Button], None]
) -> None:
    pressed: list[str] = []
    button = add_button(driver.stage, Vec(400, 300), pressed)
    press(driver, button)
    assert pressed == ["End turn"]


@pytest.mark.parametrize("press", [by_click, by_tap, by_return, by_pad])
def test_a_disabled_button_is_not_pressed_by_anything(
    driver: Driver, press: Callable[[Driver, Button], None]
) -> None:
    pressed: list[str] = []
    button = add_button(driver.stage, Vec(400, 300), pressed)
    button.enabled = False
    press(driver, button)
    assert (pressed, button.state) == ([], "disabled")


def test_a_button_shows_what_is_being_done_to_it(driver: Driver) -> None:
    button = add_button(driver.stage, Vec(400, 300), [])
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


def test_a_button_let_go_elsewhere_is_neither_pressed_nor_stuck(driver: Driver) -> None:
    pressed: list[str] = []
    button = add_button(driver.stage, Vec(400, 300), pressed)
    driver.click(button.centre)
    driver.down(button.centre)
    driver.up(Vec(1000, 900))
    driver.frame()
    assert (pressed, button.state) == (["End turn"], "normal")


def test_the_right_button_presses_nothing(driver: Driver) -> None:
    pressed: list[str] = []
    button = add_button(driver.stage, Vec(400, 300), pressed)
    driver.down(button.centre, 3)
    driver.up(button.centre, 3)
    assert (pressed, button.state) == ([], "hover")


def test_a_click_on_what_is_inside_activates_the_nearest_node_that_can_be(driver: Driver) -> None:
    done: list[str] = []
    outer = node.Node(size=Size(200, 200), interactive=True)
    inner = node.Node(size=Size(50, 50), interactive=True)
    outer.on_activate = lambda: done.append("outer")
    outer.add(inner)
    driver.stage.ground.add(outer)
    driver.click(Vec(20, 20))
    assert done == ["outer"]


def test_gestures_rise_until_a_node_takes_them_and_then_reach_the_stage(driver: Driver) -> None:
    heard: list[str] = []

    def listener(name: str, takes: bool) -> Callable[[node.Gesture], bool]:
        def hear(gesture: node.Gesture) -> bool:
            if gesture.kind is node.GestureKind.PRESS:
                heard.append(name)
            return takes

        return hear

    outer, inner = node.Node(size=Size(200, 200)), node.Node(size=Size(50, 50), interactive=True)
    outer.add(inner)
    driver.stage.ground.add(outer)
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


def test_hover_is_told_to_the_node_alone(driver: Driver) -> None:
    heard: list[node.GestureKind] = []
    outer, inner = node.Node(size=Size(200, 200)), node.Node(size=Size(50, 50), interactive=True)
    outer.on_gesture = recorder(heard)
    outer.add(inner)
    driver.stage.ground.add(outer)
    driver.move(Vec(20, 20))
    assert heard == []


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
def test_keys_are_commands_by_the_table(event: pygame.Event, command: FocusCommand | None) -> None:
    assert read_command(event) is command


def test_keys_can_be_remapped(driver: Driver) -> None:
    pressed: list[str] = []
    button = add_button(driver.stage, Vec(400, 300), pressed)
    driver.stage.focus.give(button)
    driver.stage.keys = {(pygame.K_e, False): FocusCommand.ACTIVATE}
    assert not driver.key(pygame.K_RETURN)
    assert driver.key(pygame.K_e)
    assert pressed == ["End turn"]


def test_the_ring_lies_around_what_the_keys_focus_and_hides_from_the_pointer(
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
    driver.stage.ground.add(card)
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


def test_an_idle_frame_draws_nothing(driver: Driver) -> None:
    add_button(driver.stage, Vec(400, 300), [])
    assert driver.frame() == [pygame.Rect(0, 0, 1280, 720)]
    assert driver.frame() == []
    assert driver.stage.is_resting


def test_an_animated_frame_draws_the_part_that_moves(driver: Driver) -> None:
    button = add_button(driver.stage, Vec(400, 300), [])
    driver.frame()
    driver.stage.animator.to(button, "position", Vec(700, 300), 0.2)
    assert not driver.stage.is_resting
    rects = driver.frame(0.1)
    assert rects
    assert sum(rect.width * rect.height for rect in rects) < 1280 * 720 / 4


def test_an_exposed_window_is_drawn_whole(driver: Driver) -> None:
    driver.frame()
    driver.post(pygame.WINDOWEXPOSED, window=None)
    assert driver.frame() == [pygame.Rect(0, 0, 1280, 720)]


def test_a_surface_of_another_size_resizes_the_stage(driver: Driver) -> None:
    label = Label(driver.stage.look, "Most even cards", "title")
    driver.stage.ground.add(label)
    driver.frame()
    driver.surface = pygame.Surface((3840, 2160))
    assert driver.frame() == [pygame.Rect(0, 0, 3840, 2160)]
    assert driver.stage.look.scale == label.look.scale == 2.0
    assert isinstance(label.picture, pictures.TextPicture)
    assert label.size == driver.stage.look.text.measure(label.picture, 2.0)


def test_another_theme_dresses_everything_anew(driver: Driver) -> None:
    panel = Panel(driver.stage.look, Size(200, 100))
    driver.stage.ground.add(panel)
    driver.frame()
    data = json.loads(THEME.read_text(encoding="utf-8"))
    data["colours"]["table"] = "#010203"
    data["boxes"]["panel"] = {"fill": "#0A0B0C"}
    driver.stage.set_theme(theme.read_theme(data))
    driver.frame()
    assert tuple(driver.surface.get_at((700, 600)))[:3] == (1, 2, 3)
    assert tuple(driver.surface.get_at((20, 20)))[:3] == (10, 11, 12)


def test_the_same_events_at_the_same_times_give_the_same_pixels(
    driver: Driver, clock: animation.SteppedClock, request: pytest.FixtureRequest
) -> None:
    def play() -> bytes:
        clock = animation.SteppedClock()
        stage = Stage(
            (640, 400),
            theme=request.getfixturevalue("theme"),
            fonts=request.getfixturevalue("fonts"),
            clock=clock,
        )
        once = Driver(stage, clock)
        button = add_button(stage, Vec(700, 500), [])
        stage.toasts.show("Saved")
        stage.animator.to(button, "rotation", 30.0, 0.5)
        once.click(button.centre)
        for _ in range(9):
            once.frame()
        return bytes(once.surface.get_buffer().raw)

    assert play() == play()
