from __future__ import annotations

from typing import Any

import pygame

from red7_desktop.scene.geometry import Vec
from red7_desktop.scene.widgets import TextField
from tests.unit.scene.driver import Driver, add_button


def add_field(driver: Driver, told: list[str], text: str = "", **options: Any) -> TextField:
    stage = driver.stage
    field = TextField(
        stage.look, text, stage.focus, told.append, width=300.0, position=Vec(100, 100), **options
    )
    stage.ground.add(field)
    return field


def focus_on(driver: Driver, field: TextField) -> None:
    driver.stage.focus.is_visible = True
    driver.stage.focus.give(field)


def type_text(driver: Driver, text: str) -> None:
    for letter in text:
        key = pygame.key.key_code(letter.lower()) if letter.isascii() else pygame.K_UNKNOWN
        driver.post(pygame.KEYDOWN, key=key, mod=0, unicode=letter)
        driver.post(pygame.TEXTINPUT, text=letter)


def test_letters_go_in_at_the_caret_of_the_field_that_has_the_focus(driver: Driver) -> None:
    told: list[str] = []
    field = add_field(driver, told, "Bo")
    focus_on(driver, field)
    type_text(driver, " R")
    driver.key(pygame.K_HOME)
    type_text(driver, "Ä")
    assert told == ["Bo ", "Bo R", "ÄBo R"]
    assert field.caret == 1


def test_a_field_takes_the_keys_that_will_come_as_letters(driver: Driver) -> None:
    pressed: list[str] = []
    field = add_field(driver, [])
    add_button(driver.stage, Vec(600, 100), pressed)
    focus_on(driver, field)
    assert driver.post(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" ") == [True]
    assert driver.post(pygame.KEYDOWN, key=pygame.K_z, mod=0, unicode="z") == [True]
    assert driver.post(pygame.KEYDOWN, key=pygame.K_F11, mod=0, unicode="") == [False]
    assert driver.stage.is_typing


def test_nobody_is_typing_while_a_button_has_the_focus(driver: Driver) -> None:
    add_field(driver, [])
    button = add_button(driver.stage, Vec(600, 100), [])
    driver.stage.focus.give(button)
    assert not driver.stage.is_typing
    assert driver.post(pygame.TEXTINPUT, text="x") == [False]


def test_backspace_and_delete_take_letters_away(driver: Driver) -> None:
    told: list[str] = []
    field = add_field(driver, told, "Cleo")
    focus_on(driver, field)
    driver.key(pygame.K_BACKSPACE)
    driver.key(pygame.K_HOME)
    driver.key(pygame.K_DELETE)
    driver.key(pygame.K_BACKSPACE)
    assert told == ["Cle", "le"]


def test_the_arrows_move_the_caret_first_and_then_the_focus(driver: Driver) -> None:
    field = add_field(driver, [], "Al")
    button = add_button(driver.stage, Vec(600, 100), [])
    focus_on(driver, field)
    driver.key(pygame.K_LEFT)
    assert (field.caret, driver.stage.focus.current) == (1, field)
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_RIGHT)
    assert driver.stage.focus.current is button


def test_a_field_holds_no_more_than_its_limit_and_only_what_it_accepts(driver: Driver) -> None:
    told: list[str] = []
    field = add_field(driver, told, limit=4, accepts=str.isdigit)
    focus_on(driver, field)
    type_text(driver, "1a2-3456")
    assert field.text == "1234"


def test_a_field_pastes_as_much_as_fits(driver: Driver) -> None:
    field = add_field(driver, [], "4", limit=4, accepts=str.isdigit, paste=lambda: "Deal 829\n13")
    focus_on(driver, field)
    driver.key(pygame.K_v, pygame.KMOD_LCTRL)
    assert field.text == "4829"


def test_a_click_puts_the_focus_into_the_field_and_the_caret_between_letters(
    driver: Driver,
) -> None:
    field = add_field(driver, [], "Maximilian")
    window = field.find("window")
    driver.click(window.world.apply(Vec(0.0, field.size.h / 2)))
    assert driver.stage.focus.current is field
    assert field.caret == 0
    driver.click(field.world.apply(Vec(field.size.w - 5, field.size.h / 2)))
    assert field.caret == len("Maximilian")
    assert not driver.stage.focus.is_visible


def test_the_caret_shows_only_while_the_field_has_the_focus(driver: Driver) -> None:
    field = add_field(driver, [], "Bo")
    assert not field.find("caret").visible
    focus_on(driver, field)
    assert field.find("caret").visible
    driver.click(Vec(900, 600))
    assert not field.find("caret").visible


def test_a_long_text_scrolls_so_that_the_caret_is_seen(driver: Driver) -> None:
    field = add_field(driver, [], "W" * 40, limit=60)
    focus_on(driver, field)
    window, caret = field.find("window"), field.find("caret")
    for key in (pygame.K_END, pygame.K_HOME, pygame.K_END):
        driver.key(key)
        assert caret.position.x >= 0
        assert caret.position.x + caret.size.w <= window.size.w + 0.01


def test_return_is_told_and_a_pad_or_a_touch_asks_for_letters(driver: Driver) -> None:
    done: list[str] = []
    asked: list[TextField] = []
    field = add_field(
        driver, [], "Bo", on_done=lambda: done.append("done"), on_no_keys=asked.append
    )
    focus_on(driver, field)
    driver.key(pygame.K_RETURN)
    assert (done, asked) == (["done"], [])
    driver.post(pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_A, instance_id=0)
    driver.tap(field.centre)
    assert (done, asked) == (["done"], [field, field])


def test_writing_the_text_tells_nobody_and_keeps_the_caret_inside(driver: Driver) -> None:
    told: list[str] = []
    field = add_field(driver, told, "Maximilian")
    field.text = "Max"
    assert (told, field.caret) == ([], 3)
    field.clear()
    field.clear()
    assert told == [""]
