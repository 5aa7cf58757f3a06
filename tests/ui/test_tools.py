"""The small buttons of the table and the keys beside them: large letters, and the same way back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from red7_desktop.kit.bindings import DEFAULT_KEYS, Intent
from red7_desktop.kit.settings import SPEEDS
from red7_desktop.kit.setup import SeatPlan
from tests.setups import red7_setup
from tests.ui.pilot import Pilot

LETTERS_AT_LEAST = 10.5
"""The size of the letters on a small button, in pixels."""


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    flying = Pilot(tmp_path, (1280, 720))
    flying.play(red7_setup((SeatPlan("Ada"), SeatPlan(level="newcomer")), seed=3))
    flying.wait_for_me()
    flying.wait(2.0)
    yield flying
    flying.close()


@pytest.mark.sampled
@pytest.mark.parametrize("language", ["pl", "de", "en"])
def test_the_speed_is_written_in_letters_that_can_be_read(pilot: Pilot, language: str) -> None:
    kit = pilot.program.kit
    for speed in SPEEDS:
        kit.change_settings(replace(kit.settings, language=language, speed=speed))
        pilot.frame()
        (button,) = pilot.nodes("speed")
        (title,) = [node for node in button.walk() if node.name == "title"]
        for words in title.children:
            if title.is_shown and words.visible:
                high = words.bounds.h / kit.stage.look.theme.text("button").line_height
                assert high * kit.stage.look.scale >= LETTERS_AT_LEAST, (language, speed)


def test_a_key_that_opens_a_page_closes_it(pilot: Pilot) -> None:
    focus, opened = pilot.program.kit.stage.focus, set()
    table = focus.scope
    for intent in (Intent.UNDO, Intent.HINT, Intent.OFFER, Intent.LOG, Intent.RULES, Intent.MENU):
        for key, _ in DEFAULT_KEYS[intent]:
            pilot.key(key)
            pilot.wait(0.6)
            if focus.scope is not table:
                opened.add(intent)
                pilot.key(key)
                pilot.wait(0.6)
            assert focus.scope is table, intent
    assert opened == {Intent.LOG, Intent.RULES, Intent.MENU}


def test_the_key_for_a_hint_puts_it_away(pilot: Pilot) -> None:
    pilot.key(pygame.K_h)
    pilot.wait(0.5)
    assert pilot.nodes("hint")
    assert len(pilot.nodes("lamp")) == 1
    pilot.key(pygame.K_h)
    pilot.wait(0.5)
    assert not pilot.nodes("lamp")


def test_a_key_that_closes_a_page_closes_it_alone(pilot: Pilot) -> None:
    """Above the menu the rules lie: the key for the rules leads back to the menu."""
    pilot.key(pygame.K_m)
    pilot.wait(0.6)
    pilot.press("rules")
    pilot.wait(0.6)
    focus = pilot.program.kit.stage.focus
    assert focus.scope.name == "rules"
    pilot.key(pygame.K_m)
    assert focus.scope.name == "rules"
    pilot.key(pygame.K_r)
    pilot.wait(0.6)
    assert focus.scope.name == "pause"
