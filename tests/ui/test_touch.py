"""A round by fingers alone: taps, drags, and a long press that looks closely."""

from __future__ import annotations

import pygame

from red7_desktop.kit.bindings import Device
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.button import KeyCap
from red7_desktop.scene.widgets.runs import RunsLabel
from tests.setups import red7_setup
from tests.ui.fingers import Fingers
from tests.ui.pilot import Pilot, middle_of
from tests.ui.unaided import play_first_round


def test_a_round_is_played_by_taps_and_drags_from_the_title(pilot: Pilot) -> None:
    fingers = Fingers(pilot)
    play_first_round(fingers)
    assert pilot.program.kit.controls.device is Device.TOUCH


def test_no_keys_are_named_to_a_finger(pilot: Pilot) -> None:
    pilot.play(red7_setup((SeatPlan("Ada"), SeatPlan(level="casual")), seed=11))
    pilot.wait_for_me()
    pilot.key(pygame.K_TAB)
    assert shown_caps(pilot.program.screen.node)
    Fingers(pilot).press("hint")
    assert shown_caps(pilot.program.screen.node) == []


def test_keys_stand_on_buttons_only_once_one_is_used_and_tips_name_them_to_a_mouse(
    pilot: Pilot,
) -> None:
    pilot.play(red7_setup((SeatPlan("Ada"), SeatPlan(level="casual")), seed=11))
    pilot.wait_for_me()
    assert shown_caps(pilot.program.screen.node) == []
    (log,) = pilot.nodes("log")
    pilot.move(middle_of(log))
    pilot.wait(1.0)
    (tip,) = pilot.nodes("tip")
    assert [node.text for node in tip.walk() if isinstance(node, RunsLabel)] == [
        "Log of the match (L)"
    ]
    pilot.key(pygame.K_TAB)
    assert shown_caps(pilot.program.screen.node)
    pilot.click(middle_of(pilot.view.zone_node("deck")))
    assert shown_caps(pilot.program.screen.node) == []


def test_a_long_press_looks_at_a_card_and_the_finger_going_up_ends_it(pilot: Pilot) -> None:
    pilot.play(red7_setup((SeatPlan("Ada"), SeatPlan(level="casual")), seed=11))
    pilot.wait_for_me()
    pilot.wait(1.0)
    face = next(face for face in pilot.view.zones["hand:A"] if face)
    fingers, place = Fingers(pilot), pilot.place_of(face)
    fingers.finger(pygame.FINGERDOWN, place)
    pilot.wait(0.6)
    assert pilot.nodes(f"close-up {face}")
    fingers.finger(pygame.FINGERUP, place)
    pilot.wait(0.5)
    assert not pilot.nodes(f"close-up {face}")
    assert pilot.view.grip.held is None


def shown_caps(root: Node) -> list[Node]:
    return [node for node in root.walk() if isinstance(node, KeyCap) and node.is_shown]
