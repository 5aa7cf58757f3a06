"""Full screen by key and by switch: both tell the same of the window."""

from __future__ import annotations

import pygame
import pytest

from red7_desktop.scene.widgets import Switch
from tests.ui.pilot import Pilot


class Screenful:
    """A window that fills the screen or does not, as `window.Window` does."""

    def __init__(self) -> None:
        self.is_full = False

    def set_fullscreen(self, is_full: bool) -> None:
        self.is_full = is_full


@pytest.fixture
def window(pilot: Pilot) -> Screenful:
    window = Screenful()
    pilot.program._set_fullscreen = window.set_fullscreen
    pilot.program.show_title()
    pilot.program.show_settings()
    pilot.wait(0.3)
    return window


def switch(pilot: Pilot) -> Switch:
    (found,) = pilot.nodes("fullscreen")
    assert isinstance(found, Switch)
    return found


def test_the_switch_follows_the_key(pilot: Pilot, window: Screenful) -> None:
    for is_full in (True, False, True):
        pilot.key(pygame.K_F11)
        assert window.is_full == is_full
        assert pilot.program.kit.settings.fullscreen == is_full
        assert switch(pilot).is_on == is_full


def test_the_switch_after_the_key_leaves_full_screen(pilot: Pilot, window: Screenful) -> None:
    pilot.key(pygame.K_F11)
    switch(pilot).activate()
    pilot.frame()
    assert not window.is_full
    pilot.key(pygame.K_F11)
    assert window.is_full
