"""Input for hands that need it easier: one switch, a pause after each press, keys of one's own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest

from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.devices import FIRST_REPEAT, NEXT_REPEAT
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.scene.node import Node
from tests.setups import red7_setup
from tests.ui.pilot import Pilot
from tests.ui.unaided import Hands, play_first_round
from tests.ui.virtual_pad import VirtualPad


def change(pilot: Pilot, **settings: Any) -> None:
    pilot.program.kit.change_settings(replace(pilot.program.kit.settings, **settings))


def scope(pilot: Pilot) -> str:
    return pilot.program.kit.stage.focus.scope.name


def table(pilot: Pilot) -> None:
    pilot.play(red7_setup((SeatPlan("Ada"), SeatPlan(level="casual")), seed=11))
    pilot.wait_for_me()
    pilot.wait(1.0)


# -- scanning --------------------------------------------------------------------------------


class Switch(Hands):
    """One key and nothing else; waits for the highlight."""

    def __init__(self, pilot: Pilot) -> None:
        super().__init__(pilot)
        change(pilot, scanning=True, scan_seconds=0.5)
        self.presses = 0

    @property
    def highlighted(self) -> tuple[Node, ...]:
        return self.pilot.program.inputs.scanner.highlighted

    def hit(self) -> None:
        self.presses += 1
        self.pilot.key(pygame.K_SPACE)

    def go_to(self, goal: Node) -> None:
        for _ in range(600):
            here = self.highlighted
            if here == (goal,):
                return
            if goal in here:
                self.hit()
            self.pilot.frame(0.1)
        raise AssertionError(f"the highlight never comes to {goal}")

    def press(self, name: str) -> None:
        self.go_to(self.node(name))
        self.hit()

    def end(self) -> None:
        self.press("end")

    def carry(self, face: str, zone: str) -> None:
        pilot = self.pilot
        self.go_to(pilot.card(face))
        self.hit()
        assert pilot.view.grip.held is pilot.card(face)
        self.go_to(pilot.view.zone_node(pilot.zone(zone)))
        self.hit()


def test_a_round_is_played_by_one_switch_from_the_title(pilot: Pilot) -> None:
    switch = Switch(pilot)
    play_first_round(switch)


def test_after_a_card_is_taken_up_its_places_come_first(pilot: Pilot) -> None:
    table(pilot)
    switch = Switch(pilot)
    own = next(card for card in pilot.view.cast if pilot.view.is_own_hand(card.zone))
    switch.go_to(own)
    switch.hit()
    pilot.frame(0.05)
    (here,) = switch.highlighted
    assert here.name.startswith("zone ")


@pytest.mark.sampled
@pytest.mark.parametrize("screen", ["rules", "settings", "play"])
def test_the_highlight_comes_to_every_control_of_a_screen(pilot: Pilot, screen: str) -> None:
    switch = Switch(pilot)
    pilot.program.show_title()
    pilot.wait(0.5)
    switch.press(screen)
    pilot.frame(0.1)
    wanted = set(pilot.program.kit.stage.focus.stops())
    seen: set[Node] = set()
    for _ in range(2 * len(wanted)):
        seen |= set(switch.highlighted)
        pilot.frame(0.55)
    assert seen == wanted


def test_a_group_is_left_after_its_last_member(pilot: Pilot) -> None:
    table(pilot)
    switch = Switch(pilot)
    pilot.frame(0.1)
    group = switch.highlighted
    assert len(group) > 1
    assert pilot.nodes("scan frame")
    switch.hit()
    for member in group:
        pilot.frame(0.1)
        assert switch.highlighted == (member,)
        pilot.frame(0.45)
    assert switch.highlighted != group
    assert not set(switch.highlighted) & set(group)


def test_the_switch_can_be_another_key_and_off_it_is_none(pilot: Pilot) -> None:
    table(pilot)
    change(pilot, keys=(("switch", ("x",)),))
    switch = Switch(pilot)
    pilot.frame(0.1)
    group = switch.highlighted
    pilot.key(pygame.K_x)
    assert switch.highlighted == group[:1]
    change(pilot, scanning=False)
    pilot.frame(0.1)
    assert switch.highlighted == ()
    assert not pilot.nodes("scan frame")


# -- the pause after each press ----------------------------------------------------------------


def test_a_press_right_after_another_does_nothing(pilot: Pilot) -> None:
    table(pilot)
    change(pilot, cool_down=True)
    pilot.key(pygame.K_l)
    assert scope(pilot) == "log page"
    pilot.wait(0.3, 0.1)
    pilot.key(pygame.K_ESCAPE)
    assert scope(pilot) == "log page"
    pilot.wait(0.3, 0.1)
    pilot.key(pygame.K_ESCAPE)
    assert scope(pilot) == "root"


def test_a_double_click_is_one_click(pilot: Pilot) -> None:
    table(pilot)
    change(pilot, cool_down=True)
    face = next(face for face in pilot.view.zones["hand:A"] if face)
    place = pilot.place_of(face)
    pilot.click(place)
    pilot.click(place)
    assert pilot.view.grip.held is pilot.card(face)


def test_arrows_and_letters_are_not_slowed_down(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.wait(1.0)
    change(pilot, cool_down=True)
    seen = set()
    for _ in range(3):
        pilot.key(pygame.K_DOWN)
        seen.add(pilot.focus_name)
    assert len(seen) == 3


# -- keys of one's own -------------------------------------------------------------------------


def give(pilot: Pilot, row: str, key: int) -> None:
    """Open a row of the settings by its button, and press a key."""
    focus = pilot.program.kit.stage.focus
    focus.is_visible = True
    focus.give(pilot.nodes(row)[0])
    pilot.wait(0.4)
    pilot.key(pygame.K_RETURN)
    assert scope(pilot) == "capture"
    if row.startswith("pad"):
        pilot.post(pygame.CONTROLLERBUTTONDOWN, button=key, instance_id=0)
    else:
        pilot.key(key)


def test_a_key_is_given_kept_and_works_at_once(pilot: Pilot) -> None:
    table(pilot)
    pilot.press("settings")
    give(pilot, "key log", pygame.K_j)
    assert scope(pilot) == "settings"
    assert pilot.focus_name == "key log"
    assert pilot.program.kit.settings.keys == (("log", ("j",)),)
    assert '"j"' in pilot.presentation.paths.settings.read_text(encoding="utf-8")
    pilot.key(pygame.K_ESCAPE)
    pilot.key(pygame.K_l)
    assert scope(pilot) == "root"
    pilot.key(pygame.K_j)
    assert scope(pilot) == "log page"


def test_a_key_that_has_a_use_changes_places_and_that_is_said(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.program.show_settings()
    give(pilot, "key undo", pygame.K_h)
    bindings = pilot.program.kit.controls.bindings
    assert bindings.keys[Intent.HINT] == ((pygame.K_z, False),)
    assert len(pilot.program.kit.stage.toasts.toasts) == 1


def test_the_only_button_of_something_needed_is_not_given_away(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.program.show_settings()
    give(pilot, "pad draw", pygame.CONTROLLER_BUTTON_A)
    assert pilot.program.kit.settings.pad == ()
    assert len(pilot.program.kit.stage.toasts.toasts) == 1


def test_full_screens_key_is_given_instead_of_pressed(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.program.show_settings()
    give(pilot, "key menu", pygame.K_F11)
    assert pilot.program.kit.settings.keys
    assert not pilot.program.kit.settings.fullscreen


def test_the_usual_keys_come_back_for_each_device(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.program.show_settings()
    give(pilot, "key undo", pygame.K_u)
    give(pilot, "pad activate", pygame.CONTROLLER_BUTTON_B)
    focus = pilot.program.kit.stage.focus
    for name in ("reset keys", "reset pad"):
        focus.give(pilot.nodes(name)[0])
        pilot.wait(0.4)
        pilot.key(pygame.K_RETURN)
    assert (pilot.program.kit.settings.keys, pilot.program.kit.settings.pad) == ((), ())


# -- gamepads ----------------------------------------------------------------------------------


def test_the_stick_moves_the_focus_once_a_push_and_repeats_while_held(
    pilot: Pilot, pad: VirtualPad
) -> None:
    pilot.program.show_title()
    pilot.wait(1.0)
    pilot.key(pygame.K_DOWN)
    places = ["play", "rules", "play spring", "rules spring"]
    assert pilot.focus_name == "play"
    pad.push(pygame.CONTROLLER_AXIS_LEFTX, 20_000)
    pilot.frame()
    pad.push(pygame.CONTROLLER_AXIS_LEFTX, 15_000)
    pilot.frame()
    pad.push(pygame.CONTROLLER_AXIS_LEFTX, 30_000)
    pilot.frame()
    assert pilot.focus_name == places[1]
    pilot.frame(FIRST_REPEAT)
    assert pilot.focus_name == places[2]
    pilot.frame(NEXT_REPEAT)
    assert pilot.focus_name == places[3]
    pad.push(pygame.CONTROLLER_AXIS_LEFTX, 0)
    pilot.wait(1.0)
    assert pilot.focus_name == places[3]


def test_the_trigger_shows_the_lens_while_it_is_held(pilot: Pilot, pad: VirtualPad) -> None:
    table(pilot)
    pad.push(pygame.CONTROLLER_AXIS_TRIGGERLEFT, 32_767)
    pilot.frame()
    assert pilot.nodes("lens view")
    pad.push(pygame.CONTROLLER_AXIS_TRIGGERLEFT, -32_767)
    pilot.frame()
    assert not pilot.nodes("lens view")


def test_a_pad_that_is_unplugged_and_plugged_in_again_works(pilot: Pilot, pad: VirtualPad) -> None:
    pilot.program.show_title()
    pad.unplug()
    pilot.wait(0.3)
    again = VirtualPad()
    pilot.wait(0.3)
    again.press(pygame.CONTROLLER_BUTTON_DPAD_DOWN)
    pilot.frame()
    assert pilot.focus_name == "play"
    again.unplug()
    pilot.wait(0.2)
