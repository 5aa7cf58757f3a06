from __future__ import annotations

from functools import partial

import pygame
import pytest

from red7_desktop.scene.commands import FocusCommand
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets import Button, ScrollView
from tests.unit.scene.driver import Driver

ROW = 80.0


def add_view(driver: Driver, rows: int = 20, *, pressed: list[int] | None = None) -> ScrollView:
    """Put a view 400 high at (100, 100), with buttons in it, a row each."""
    stage = driver.stage
    heard = [] if pressed is None else pressed
    content = Node(name="content", size=Size(300.0, rows * ROW))
    for row in range(rows):
        button = Button(stage.look, f"Row {row}", partial(heard.append, row), name=f"row {row}")
        button.position = Vec(0.0, row * ROW)
        content.add(button)
    view = ScrollView(stage.look, Size(320.0, 400.0), content, position=Vec(100, 100))
    stage.ground.add(view)
    return view


def turn_wheel(driver: Driver, notches: int) -> None:
    driver.move(Vec(150, 150))
    driver.post(pygame.MOUSEWHEEL, x=0, y=notches, precise_x=0.0, precise_y=float(notches))


def test_the_wheel_scrolls_between_the_ends(driver: Driver) -> None:
    view = add_view(driver)
    turn_wheel(driver, -1)
    assert view.offset == 90.0
    turn_wheel(driver, 5)
    assert view.offset == 0.0
    turn_wheel(driver, -100)
    assert view.offset == view.range == 20 * ROW - 400.0


def test_dragging_the_content_scrolls_and_presses_nothing(driver: Driver) -> None:
    pressed: list[int] = []
    view = add_view(driver, pressed=pressed)
    driver.down(Vec(150, 300))
    driver.move(Vec(150, 250))
    driver.move(Vec(150, 180))
    driver.up(Vec(150, 180))
    assert view.offset == pytest.approx(120.0, abs=2.0)
    assert pressed == []


def test_dragging_the_thumb_to_the_bottom_shows_the_end(driver: Driver) -> None:
    view = add_view(driver)
    thumb = view.find("thumb")
    start = thumb.centre
    driver.down(start)
    driver.move(start + Vec(0, 20))
    driver.move(start + Vec(0, 400))
    driver.up(start + Vec(0, 400))
    assert view.offset == view.range
    assert thumb.bounds.bottom <= view.bounds.bottom + 0.01


def test_content_fades_at_the_edges_that_it_runs_across(driver: Driver) -> None:
    view = add_view(driver)
    above, below = view.find("more_above"), view.find("more_below")
    assert (above.visible, below.visible) == (False, True)
    assert below.bounds.bottom == pytest.approx(view.bounds.bottom)
    view.offset = view.range / 2
    assert (above.visible, below.visible) == (True, True)
    view.offset = view.range
    assert (above.visible, below.visible) == (True, False)
    assert above.bounds.top == pytest.approx(view.bounds.top)
    assert above.bounds.right <= view.find("thumb").bounds.left


def test_a_click_still_presses_what_is_seen_and_nothing_that_is_not(driver: Driver) -> None:
    pressed: list[int] = []
    view = add_view(driver, pressed=pressed)
    driver.click(Vec(140, 120))
    view.offset = 3 * ROW
    driver.click(Vec(140, 120))
    driver.click(Vec(140, 540))
    assert pressed == [0, 3]


def test_the_view_follows_the_focus(driver: Driver) -> None:
    view = add_view(driver)
    focus = driver.stage.focus
    for row in (19, 0, 10):
        focus.give(view.content.find(f"row {row}"))
        seen = view.content.find(f"row {row}").bounds
        assert view.bounds.top <= seen.top
        assert seen.bottom <= view.bounds.bottom


def test_down_goes_row_by_row_to_the_last_one_before_it_leaves_the_view(driver: Driver) -> None:
    view = add_view(driver)
    below = Button(driver.stage.look, "Done", lambda: None, position=Vec(100, 520), name="done")
    driver.stage.ground.add(below)
    focus = driver.stage.focus
    focus.is_visible = True
    focus.give(view.content.find("row 0"))
    for row in range(1, 20):
        focus.do(FocusCommand.DOWN)
        assert focus.current is view.content.find(f"row {row}")
    focus.do(FocusCommand.DOWN)
    assert focus.current is below


def test_up_from_below_comes_to_a_row_that_is_seen(driver: Driver) -> None:
    view = add_view(driver)
    below = Button(driver.stage.look, "Done", lambda: None, position=Vec(100, 520), name="done")
    driver.stage.ground.add(below)
    focus = driver.stage.focus
    focus.is_visible = True
    focus.give(below)
    focus.do(FocusCommand.UP)
    assert focus.current is not None
    assert focus.current.bounds.overlaps(view.bounds)


def test_a_view_with_nothing_to_focus_scrolls_by_the_arrows_and_lets_go_at_its_ends(
    driver: Driver,
) -> None:
    stage = driver.stage
    view = ScrollView(stage.look, Size(320.0, 400.0), Node(size=Size(300.0, 500.0)))
    button = Button(stage.look, "Done", lambda: None, position=Vec(0, 450))
    stage.ground.add(view, button)
    stage.focus.is_visible = True
    stage.focus.give(view)
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_DOWN)
    assert (view.offset, stage.focus.current) == (view.range, view)
    driver.key(pygame.K_DOWN)
    assert stage.focus.current is button


def test_content_that_fits_needs_no_thumb_and_no_focus(driver: Driver) -> None:
    stage = driver.stage
    view = ScrollView(stage.look, Size(320.0, 400.0), Node(size=Size(300.0, 300.0)))
    stage.ground.add(view)
    assert not view.find("thumb").visible
    assert not view.focusable


def test_with_an_animator_the_view_glides_and_wheel_turns_add_up(driver: Driver) -> None:
    stage = driver.stage
    content = Node(size=Size(300.0, 2000.0))
    view = ScrollView(
        stage.look,
        Size(320.0, 400.0),
        content,
        animator=stage.animator,
        position=Vec(100, 100),
    )
    stage.ground.add(view)
    turn_wheel(driver, -1)
    turn_wheel(driver, -1)
    assert (view.offset, view.goal) == (0.0, 180.0)
    driver.frame(0.05)
    assert 0.0 < view.offset < 180.0
    driver.frame(1.0)
    assert view.offset == 180.0
