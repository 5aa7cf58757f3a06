"""Every screen by keys alone and by pad alone: all can be reached, nothing traps, Back leaves."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from red7_desktop.kit.pages.page import Page
from red7_desktop.kit.settings import Settings
from tests.ui.screens import SCREENS, Opened, rules, settings_overlay

ARROWS = {
    pygame.K_UP: pygame.CONTROLLER_BUTTON_DPAD_UP,
    pygame.K_DOWN: pygame.CONTROLLER_BUTTON_DPAD_DOWN,
    pygame.K_LEFT: pygame.CONTROLLER_BUTTON_DPAD_LEFT,
    pygame.K_RIGHT: pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
}
OVERLAYS: dict[str, Callable[[Opened], Page]] = {
    "settings": settings_overlay,
    "rules": rules("R", as_overlay=True),
}


def names(opened: Opened) -> list[str]:
    return [node.name for node in opened.stage.focus.nodes()]


@pytest.mark.parametrize("name", SCREENS)
def test_every_control_has_a_name_of_its_own(name: str) -> None:
    found = names(Opened(SCREENS[name]))
    assert all(found)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("name", SCREENS)
def test_tab_walks_through_every_control_and_comes_round(name: str) -> None:
    opened = Opened(SCREENS[name])
    everything = names(opened)
    opened.focus_on(everything[0])
    walked = []
    for _ in everything:
        opened.key(pygame.K_TAB)
        walked.append(opened.focus_name)
    assert sorted(walked) == sorted(everything)
    for _ in everything:
        opened.key(pygame.K_TAB, pygame.KMOD_LSHIFT)
    assert opened.focus_name == walked[-1]


@pytest.mark.sampled
@pytest.mark.parametrize("settings", [Settings(), Settings(ui_scale=200)], ids=["100%", "200%"])
@pytest.mark.parametrize("name", SCREENS)
def test_the_pads_arrows_reach_every_control_from_every_other(
    name: str, settings: Settings
) -> None:
    opened = Opened(SCREENS[name], settings=settings)

    def goes_to(start: str) -> set[str]:
        """Give where each arrow leads; pressed again where it works the control first.

        An arrow that leads on at once has changed nothing: the same screen is used again.
        """
        nonlocal opened
        found = set()
        for button in ARROWS.values():
            opened.focus_on(start)
            is_as_before = False
            for presses in range(12):
                opened.pad(button)
                opened.pass_time(0.5)
                if opened.focus_name != start:
                    found.add(opened.focus_name)
                    is_as_before = not presses
                    break
            if not is_as_before:
                opened = Opened(SCREENS[name], settings=settings)
        return found

    everything = names(opened)
    ways = {start: goes_to(start) for start in everything}
    for start in everything:
        reached, new = {start}, {start}
        while new:
            new = {goal for place in new for goal in ways.get(place, ())} - reached
            reached |= new
        assert set(everything) <= reached, f"from {start}"


@pytest.mark.parametrize("name", SCREENS)
def test_the_focus_ring_lies_around_what_has_the_focus_and_in_the_window(name: str) -> None:
    opened = Opened(SCREENS[name], settings=Settings(ui_scale=200))
    ring = opened.stage.root.find("focus ring")
    for control in names(opened):
        opened.focus_on(control)
        opened.pass_time(0.5)
        opened.pass_time(0.1)
        node = opened.stage.focus.current
        assert node is not None
        assert ring.visible
        assert ring.centre.distance_to(node.centre) < 2
        assert opened.stage.look.visible.holds(ring.centre), control


@pytest.mark.parametrize("press", ["key", "pad"])
@pytest.mark.parametrize("name", [name for name in SCREENS if name != "title"])
def test_back_leaves_a_screen(name: str, press: str) -> None:
    opened = Opened(SCREENS[name])
    if press == "key":
        opened.key(pygame.K_ESCAPE)
    else:
        opened.pad(pygame.CONTROLLER_BUTTON_B)
    assert opened.left == 1


@pytest.mark.parametrize("name", [name for name in SCREENS if name != "title"])
def test_the_cross_leaves_a_screen(name: str) -> None:
    opened = Opened(SCREENS[name])
    opened.click("close")
    assert opened.left == 1


def test_back_does_nothing_on_the_title() -> None:
    opened = Opened(SCREENS["title"])
    opened.key(pygame.K_ESCAPE)
    assert (opened.left, opened.done) == (0, [])


@pytest.mark.parametrize("name", OVERLAYS)
def test_a_click_outside_leaves_an_overlay_and_one_inside_does_not(name: str) -> None:
    opened = Opened(OVERLAYS[name])
    opened.click_at(opened.node("sheet").bounds.centre)
    assert opened.left == 0
    opened.click_at(opened.stage.look.visible.position + (opened.node("room").pivot * 0.01))
    assert opened.left == 1


@pytest.mark.parametrize("name", OVERLAYS)
def test_the_focus_returns_when_an_overlay_closes(name: str) -> None:
    below = Opened(SCREENS["title"])
    below.focus_on("settings")
    overlay = OVERLAYS[name](below)
    overlay.opened()
    assert below.focus_name == overlay.first
    overlay.closed()
    assert below.focus_name == "settings"


@pytest.mark.parametrize("name", SCREENS)
def test_a_closed_screen_leaves_no_focus_and_no_overlay_behind(name: str) -> None:
    opened = Opened(SCREENS[name])
    opened.page.closed()
    opened.page.node.detach()
    opened.stage.tick()
    assert opened.stage.focus.scope is opened.stage.root
    assert opened.stage.focus.nodes() == []


@pytest.mark.sampled("name")
@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("size", [(960, 600), (3840, 2160)], ids=str)
def test_another_window_size_keeps_the_focus_where_it_was(name: str, size: tuple[int, int]) -> None:
    opened = Opened(SCREENS[name])
    control = "quit" if name == "title" else "close"
    opened.focus_on(control)
    opened.stage.resize(size)
    opened.page.resized()
    assert opened.focus_name == control
