from __future__ import annotations

from typing import Any

import pygame
import pytest

from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import TextPicture
from red7_desktop.scene.stage import Stage
from red7_desktop.scene.widgets import ChoiceControl, ListRow, Slider, Switch
from tests.unit.scene.driver import Driver, add_button

STOPS = (0, 25, 50, 75, 100)
FRUITS = [("a", "Apple"), ("p", "Pear"), ("q", "Quince")]


def middle(node: Node, across: float = 0.5) -> Vec:
    return node.world.apply(Vec(node.size.w * across, node.size.h / 2))


def focus_on(driver: Driver, node: Node) -> None:
    driver.stage.focus.is_visible = True
    driver.stage.focus.give(node)


def press_pad(driver: Driver, button: int) -> bool:
    return driver.post(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)[0]


# -- switch ----------------------------------------------------------------------------------


def add_switch(stage: Stage, told: list[bool], **options: Any) -> Switch:
    switch = Switch(
        stage.look, False, told.append, text="Sound", width=400.0, position=Vec(100, 100), **options
    )
    stage.ground.add(switch)
    return switch


def test_a_switch_flips_by_click_tap_key_and_pad(driver: Driver) -> None:
    told: list[bool] = []
    switch = add_switch(driver.stage, told)
    driver.click(middle(switch))
    driver.tap(middle(switch, 0.05))
    focus_on(driver, switch)
    driver.key(pygame.K_RETURN)
    press_pad(driver, pygame.CONTROLLER_BUTTON_A)
    assert told == [True, False, True, False]


def test_a_switch_shows_by_form_that_it_is_on(stage: Stage) -> None:
    switch = add_switch(stage, [])
    off_place = switch.find("knob").position
    assert not switch.find("tick").visible
    switch.is_on = True
    assert switch.find("tick").visible
    assert switch.find("knob").position.x > off_place.x


def test_a_disabled_switch_stays_as_it_is(driver: Driver) -> None:
    told: list[bool] = []
    switch = add_switch(driver.stage, told, enabled=False)
    driver.click(middle(switch))
    assert switch not in driver.stage.focus.nodes()
    assert (told, switch.is_on) == ([], False)


def test_writing_a_switch_tells_nobody(stage: Stage) -> None:
    told: list[bool] = []
    add_switch(stage, told).is_on = True
    assert told == []


def test_a_switch_without_words_is_a_fair_target(stage: Stage) -> None:
    switch = Switch(stage.look, True, lambda is_on: None)
    assert min(switch.size) >= stage.look.theme.sizes.target


# -- slider ----------------------------------------------------------------------------------


def add_slider(stage: Stage, told: list[int], value: int = 50) -> Slider[int]:
    slider = Slider(
        stage.look,
        STOPS,
        value,
        told.append,
        words=lambda n: f"{n}%",
        width=500.0,
        position=Vec(100, 100),
    )
    stage.ground.add(slider)
    return slider


def place_of(slider: Slider[int], value: int) -> Vec:
    return slider.world.apply(slider.place_of(value))


def test_a_slider_goes_to_where_the_pointer_presses(driver: Driver) -> None:
    told: list[int] = []
    slider = add_slider(driver.stage, told)
    driver.click(place_of(slider, 100))
    driver.tap(place_of(slider, 0))
    assert told == [100, 0]


def test_a_slider_follows_a_drag_and_tells_each_stop_once(driver: Driver) -> None:
    told: list[int] = []
    slider = add_slider(driver.stage, told, 0)
    driver.down(place_of(slider, 0))
    for value in (0, 25, 50, 75):
        driver.move(place_of(slider, value) + Vec(4, 30))
    driver.up(place_of(slider, 75))
    assert told == [25, 50, 75]


def test_a_drag_that_is_called_off_puts_the_slider_back(driver: Driver) -> None:
    told: list[int] = []
    slider = add_slider(driver.stage, told, 25)
    driver.down(place_of(slider, 25))
    driver.move(place_of(slider, 100))
    driver.key(pygame.K_ESCAPE)
    assert slider.value == 25
    assert told[-1] == 25


def test_the_arrows_move_a_slider_and_stay_in_it_at_its_ends(driver: Driver) -> None:
    told: list[int] = []
    slider = add_slider(driver.stage, told, 75)
    add_button(driver.stage, Vec(800, 100), [])
    focus_on(driver, slider)
    for _ in range(3):
        driver.key(pygame.K_RIGHT)
    press_pad(driver, pygame.CONTROLLER_BUTTON_DPAD_LEFT)
    assert told == [100, 75]
    assert driver.stage.focus.current is slider


def test_activating_a_slider_reaches_every_stop(driver: Driver) -> None:
    told: list[int] = []
    focus_on(driver, add_slider(driver.stage, told, 0))
    for _ in STOPS:
        driver.key(pygame.K_RETURN)
    assert told == [25, 50, 75, 100, 0]


def test_a_sliders_words_have_room_for_every_value(stage: Stage) -> None:
    slider = add_slider(stage, [], 0)
    label = slider.find("words")
    for value in STOPS:
        slider.value = value
        picture = label.picture
        assert isinstance(picture, TextPicture)
        assert stage.look.text.block(picture, stage.look.scale).lines == (f"{value}%",)
        knob = slider.find("knob")
        assert knob.position.x + knob.size.w / 2 <= label.position.x


def test_a_slider_needs_a_stop(stage: Stage) -> None:
    with pytest.raises(ValueError, match="at least one stop"):
        Slider(stage.look, (), 0, lambda n: None, words=str, width=100.0)


# -- choice ----------------------------------------------------------------------------------


def add_choice(
    stage: Stage, told: list[str], width: float = 600.0, **options: Any
) -> ChoiceControl[str]:
    choice: ChoiceControl[str] = ChoiceControl(
        stage.look, FRUITS, "p", told.append, width=width, position=Vec(100, 100), **options
    )
    stage.ground.add(choice)
    return choice


def test_a_click_on_a_segment_chooses_it(driver: Driver) -> None:
    told: list[str] = []
    choice = add_choice(driver.stage, told)
    driver.click(middle(choice, 0.9))
    driver.tap(middle(choice, 0.1))
    driver.click(middle(choice, 0.1))
    assert told == ["q", "a"]


def test_the_arrows_choose_and_leave_at_the_ends(driver: Driver) -> None:
    told: list[str] = []
    choice = add_choice(driver.stage, told)
    button = add_button(driver.stage, Vec(900, 100), [])
    focus_on(driver, choice)
    driver.key(pygame.K_RIGHT)
    assert (told, driver.stage.focus.current) == (["q"], choice)
    driver.key(pygame.K_RIGHT)
    assert driver.stage.focus.current is button


def test_activating_a_choice_goes_round(driver: Driver) -> None:
    told: list[str] = []
    focus_on(driver, add_choice(driver.stage, told))
    for _ in FRUITS:
        press_pad(driver, pygame.CONTROLLER_BUTTON_A)
    assert told == ["q", "a", "p"]


def test_a_choice_without_room_for_all_its_words_shows_one_at_a_time(driver: Driver) -> None:
    told: list[str] = []
    wide, narrow = add_choice(driver.stage, []), add_choice(driver.stage, told, 200.0)
    assert not wide.is_cycler
    assert narrow.is_cycler
    narrow.position = Vec(100, 300)
    shown = [cell for cell in narrow.children if cell.visible and cell.name.startswith("option")]
    assert [cell.name for cell in shown] == ["option 1"]
    driver.click(middle(narrow.find("right")))
    driver.click(middle(narrow.find("left")))
    driver.click(middle(narrow))
    assert told == ["q", "p", "q"]


def test_a_cyclers_arrows_are_fair_targets(stage: Stage) -> None:
    choice = add_choice(stage, [], 200.0)
    arrow = choice.find("left")
    assert min(arrow.size) + 2 * arrow.hit_margin >= stage.look.theme.sizes.target


def test_a_disabled_choice_stays_as_it_is(driver: Driver) -> None:
    told: list[str] = []
    choice = add_choice(driver.stage, told, enabled=False)
    driver.click(middle(choice, 0.9))
    assert choice not in driver.stage.focus.nodes()
    assert (told, choice.value) == ([], "p")


# -- list row --------------------------------------------------------------------------------


def test_a_list_row_carries_a_mark_while_it_is_chosen(driver: Driver) -> None:
    pressed: list[str] = []
    row = ListRow(driver.stage.look, "Rules", lambda: pressed.append("rules"), size=Size(300, 0))
    driver.stage.ground.add(row)
    assert not row.find("bar").visible
    row.is_chosen = True
    assert row.find("bar").visible
    driver.click(middle(row))
    assert pressed == ["rules"]


# -- all of them -----------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [(960, 600), (3840, 2160)])
def test_controls_keep_their_size_in_design_units_at_any_scale(
    stage: Stage, scale: tuple[int, int]
) -> None:
    controls = [add_switch(stage, []), add_slider(stage, []), add_choice(stage, [])]
    stage.resize(scale)
    for control in controls:
        assert control.size.h >= stage.look.theme.sizes.target
        assert control.size.w in (400.0, 500.0, 600.0)
