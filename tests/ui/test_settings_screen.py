"""The settings screen: every change applies at once, shows, and can be taken back."""

from __future__ import annotations

from dataclasses import fields, replace

import pygame
import pytest

from red7_desktop.app.screens.settings import SettingsScreen
from red7_desktop.games.registry import BOX
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.settings import BACKS, INSTANT, TABLES, Settings
from red7_desktop.scene.widgets import ChoiceControl, Slider, Switch
from tests.bazaar.row import ROW
from tests.ui.screens import LOOKS, Opened, settings

MANY_CONTROLS = {"keys", "pad", "table", "back", "switches"}
ONE_CONTROL = [field.name for field in fields(Settings) if field.name not in MANY_CONTROLS]
"""Every setting but keys, buttons and looks, which have a control for each."""
OF_THE_GAME = BOX["red7"].switches


def test_every_setting_has_a_control() -> None:
    opened = Opened(settings)
    names = {node.name for node in opened.stage.focus.nodes()}
    assert {*ONE_CONTROL, *OF_THE_GAME} <= names
    assert {f"table {each}" for each in TABLES} | {f"back {each}" for each in BACKS} <= names
    assert {f"{side} {intent}" for side in ("key", "pad") for intent in Intent} <= names


def test_a_switch_that_is_about_one_game_is_not_there_with_another() -> None:
    def of_bazaar(opened: Opened) -> SettingsScreen:
        return SettingsScreen(opened.kit, ROW.face(), opened.leave, looks=LOOKS)

    names = {node.name for node in Opened(of_bazaar).stage.focus.nodes()}
    assert {*ONE_CONTROL, *OF_THE_GAME} - names == {*OF_THE_GAME, "language"}


@pytest.mark.parametrize("field", ONE_CONTROL)
def test_a_control_changes_its_own_setting_at_once(field: str) -> None:
    opened = Opened(settings)
    opened.focus_on(field)
    opened.key(pygame.K_RETURN)
    changed = {
        name.name
        for name in fields(Settings)
        if getattr(opened.kit.settings, name.name) != getattr(Settings(), name.name)
    }
    assert changed == {field}


@pytest.mark.parametrize("name", OF_THE_GAME)
def test_a_switch_of_the_game_goes_on_and_off(name: str) -> None:
    opened = Opened(settings)
    opened.focus_on(name)
    for is_on in (True, False):
        opened.key(pygame.K_RETURN)
        assert opened.kit.settings == Settings(switches=frozenset({name} if is_on else ()))
        (control,) = [node for node in opened.stage.focus.nodes() if node.name == name]
        assert isinstance(control, Switch)
        assert control.is_on == is_on


def test_a_look_is_chosen_once_it_is_earned_or_all_are_there_at_once() -> None:
    opened = Opened(settings)
    opened.focus_on("back waves")
    opened.key(pygame.K_RETURN)
    assert opened.kit.settings == Settings()
    assert "2 games" in opened.stage.toasts.toasts[-1].message
    opened.focus_on("back night")  # is earned, see LOOKS
    opened.key(pygame.K_RETURN)
    opened.kit.change_settings(replace(opened.kit.settings, all_looks=True))
    opened.focus_on("table wood")
    opened.key(pygame.K_RETURN)
    assert opened.kit.settings == Settings(back="night", table="wood", all_looks=True)


def test_every_speed_can_be_chosen_up_to_instant() -> None:
    opened = Opened(settings)
    opened.focus_on("speed")
    seen = []
    for _ in range(10):
        opened.key(pygame.K_RIGHT)
        seen.append(opened.kit.settings.speed)
    assert seen[:6] == [1.5, 2.0, 3.0, 4.0, INSTANT, INSTANT]


def test_another_size_of_text_applies_at_once_and_keeps_focus_and_place() -> None:
    opened = Opened(settings)
    opened.focus_on("ui_scale")
    opened.key(pygame.K_RIGHT)
    opened.frame()
    assert opened.stage.look.theme.zoom == 1.25
    assert opened.focus_name == "ui_scale"
    choice = opened.node("ui_scale")
    assert isinstance(choice, ChoiceControl)
    assert choice.value == 125


def test_a_drag_on_a_slider_is_not_interrupted_by_its_own_changes() -> None:
    opened = Opened(settings)
    opened.focus_on("master_volume")
    opened.wait(0.5)
    slider = opened.node("master_volume")
    assert isinstance(slider, Slider)

    def pixel(value: int) -> tuple[int, int]:
        x, y = opened.stage.view.to_pixels(slider.world.apply(slider.place_of(value)))
        return round(x), round(y)

    opened.post(pygame.MOUSEBUTTONDOWN, pos=pixel(80), button=1)
    for value in (70, 50, 20, 5):
        opened.post(pygame.MOUSEMOTION, pos=pixel(value), rel=(1, 0), buttons=(1, 0, 0))
    opened.post(pygame.MOUSEBUTTONUP, pos=pixel(5), button=1)
    assert opened.kit.settings.master_volume == 5


def test_what_is_changed_elsewhere_shows_in_the_open_settings() -> None:
    opened = Opened(settings)
    opened.change_settings(replace(opened.kit.settings, muted=True, master_volume=30))
    mute, volume = opened.node("muted"), opened.node("master_volume")
    assert isinstance(mute, Switch)
    assert isinstance(volume, Slider)
    assert (mute.is_on, volume.value) == (True, 30)


def test_reset_asks_first_and_then_brings_the_defaults_back() -> None:
    own = Settings(muted=True, speed=2.0, fullscreen=True)
    opened = Opened(settings, settings=own)
    opened.click("reset")
    assert opened.focus_name == "no"
    opened.key(pygame.K_RETURN)
    assert opened.kit.settings == own
    opened.click("reset")
    opened.click("yes")
    assert opened.kit.settings == Settings(fullscreen=True)


def test_the_preview_shows_marks_and_outcomes_as_set() -> None:
    opened = Opened(settings)
    assert opened.has("badge")
    opened.change_settings(replace(opened.kit.settings, assist="outcomes"))
    assert not opened.has("badge")


@pytest.mark.parametrize("is_reduced", [False, True])
def test_the_previews_card_travels_or_fades_as_set(is_reduced: bool) -> None:
    opened = Opened(settings, settings=Settings(reduced_motion=is_reduced))
    places = set()
    for _ in range(90):
        opened.frame(1 / 30)
        places.add(opened.node("card Y4").position)
    assert (len(places) == 2) == is_reduced
    assert len(places) >= 2


def test_the_list_leads_to_a_section() -> None:
    opened = Opened(settings, size=(1920, 1080))
    opened.click("go to sound")
    opened.wait(0.5)
    assert opened.node("rows").bounds.holds(opened.node("section sound").centre)
    chosen = opened.node("go to sound")
    assert chosen.find("bar").visible


@pytest.mark.parametrize("size", [(1920, 1080), (1600, 900)])
def test_a_heading_that_is_gone_to_stands_clear_of_the_fading_edge(size: tuple[int, int]) -> None:
    opened = Opened(settings, size=size)
    names = [
        node.name.removeprefix("go to ")
        for node in opened.stage.focus.nodes()
        if node.name.startswith("go to ")
    ]
    assert len(names) > 4
    for name in (*names, *reversed(names)):
        opened.click(f"go to {name}")
        opened.wait(0.5)
        heading, rows = opened.node(f"section {name}").bounds, opened.node("rows").bounds
        fades = opened.has("more_above")
        top = opened.node("more_above").bounds.bottom if fades else rows.top
        assert heading.top >= top - 0.5, name
        assert heading.bottom <= rows.bottom, name
