"""Marks and figures at the table say what they mean: to a mouse, a finger, and keys."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from red7_desktop.app.table.screen import TableScreen
from red7_desktop.kit.hud.marks import KEEPS_IN, LOSES
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.runs import RunsLabel
from tests.setups import red7_setup
from tests.ui.pilot import Pilot, middle_of

SETUP = red7_setup((SeatPlan("Ada"), SeatPlan(level="casual")), seed=11)


@pytest.fixture
def table(pilot: Pilot) -> TableScreen:
    pilot.play(SETUP)
    pilot.wait_for_me()
    pilot.wait(1.0)
    assert isinstance(pilot.program.screen, TableScreen)
    return pilot.program.screen


def told(pilot: Pilot) -> str:
    tips = pilot.nodes("tip")
    words = [node.text for tip in tips for node in tip.walk() if isinstance(node, RunsLabel)]
    return " ".join(words)


def part(table: TableScreen, name: str) -> Node:
    return table._hud.find(name)


def test_a_resting_pointer_is_told_about_a_figure(pilot: Pilot, table: TableScreen) -> None:
    pilot.move(middle_of(part(table, "tally")))
    assert told(pilot) == ""
    pilot.wait(0.6)
    assert "What counts in Amaka’s palette" in told(pilot)
    pilot.move(middle_of(part(table, "arc B")))
    assert told(pilot) == ""
    pilot.wait(0.6)
    assert told(pilot).startswith("Blue: Most different colours.")


def test_a_long_press_of_a_finger_is_told_about_a_figure(pilot: Pilot, table: TableScreen) -> None:
    x, y = pilot.pixel(middle_of(part(table, "banner")))
    width, height = pilot.surface.get_size()
    place = {"x": x / width, "y": y / height, "finger_id": 1, "touch_id": 1}
    pilot.post(pygame.FINGERDOWN, **place, dx=0.0, dy=0.0, pressure=1.0)
    pilot.wait(0.8)
    assert "rule in force" in told(pilot)
    pilot.post(pygame.FINGERUP, **place, dx=0.0, dy=0.0, pressure=1.0)
    assert told(pilot) == ""


def test_a_key_goes_from_one_figure_to_the_next(pilot: Pilot, table: TableScreen) -> None:
    pilot.program.kit.stage.focus.give(None)
    heard = []
    for _ in table._tips.told():
        pilot.key(pygame.K_i)
        heard.append(told(pilot))
    assert all(heard)
    assert heard == [each.sentence for each in table._tips.told()]
    pilot.key(pygame.K_i)
    assert told(pilot) == ""


def test_the_close_up_of_a_card_says_what_its_marks_mean(pilot: Pilot, table: TableScreen) -> None:
    model = table._model
    assert model is not None
    card = pilot.card((*model.marks[KEEPS_IN], *model.marks[LOSES])[0])
    pilot.program.kit.stage.focus.is_visible = True
    pilot.program.kit.stage.focus.give(card)
    pilot.key(pygame.K_i)
    pilot.frame()
    assert pilot.nodes("mark")
    assert told(pilot) == ""


@pytest.mark.parametrize("size", [(1280, 720), (1600, 900)], ids=str)
def test_the_close_up_has_room_for_all_it_says(tmp_path: Path, size: tuple[int, int]) -> None:
    pilot = Pilot(tmp_path, size)
    kit = pilot.program.kit
    kit.change_settings(replace(kit.settings, ui_scale=200, language="de"))
    pilot.play(SETUP.with_values(actions=True))
    pilot.wait_for_me()
    assert isinstance(pilot.program.screen, TableScreen)
    model, look = pilot.program.screen._model, kit.stage.look
    assert model is not None
    for face in (*model.marks[KEEPS_IN], *model.marks[LOSES]):
        pilot.program.screen._close_up.show(pilot.card(face))
        (panel,) = pilot.nodes(f"close-up {face}")
        assert look.visible.union(panel.bounds) == look.visible
        box = Rect(0.0, 0.0, *panel.size)
        assert all(box.union(Rect(*each.position, *each.size)) == box for each in panel.children)
    pilot.close()


def test_a_button_below_a_pointer_that_has_not_moved_is_quiet(pilot: Pilot) -> None:
    """After Start the pointer lies on Undo, and its tip covered the button below it."""
    pilot.play(SETUP)
    pilot.wait_for_me()
    pilot.wait(1.0)
    (undo,) = pilot.nodes("undo")
    spot = middle_of(undo)
    pilot.program.show_title()
    pilot.wait(0.3)
    pilot.move(spot)
    pilot.play(SETUP)
    pilot.wait_for_me()
    pilot.wait(1.0)
    assert pilot.program.kit.stage.pointer.hovered is pilot.nodes("undo")[0]
    assert told(pilot) == ""
    pilot.move(spot + Vec(1, 1))
    assert told(pilot)
