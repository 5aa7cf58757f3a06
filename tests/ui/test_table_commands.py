"""What keys and buttons do at the table, and what they leave alone."""

from __future__ import annotations

import pygame
import pytest

from red7_desktop.games.red7.rules.cards import THE_PASS
from red7_desktop.kit.hud.marks import HINTED
from red7_desktop.kit.setup import SeatPlan
from tests.setups import red7_setup
from tests.ui.pilot import Pilot

SETUP = red7_setup((SeatPlan(), SeatPlan(level="newcomer")), seed=11)


@pytest.fixture(name="table")
def at_the_table(pilot: Pilot) -> Pilot:
    pilot.play(SETUP)
    pilot.wait_for_me()
    pilot.wait(2.0)
    return pilot


def hinted(pilot: Pilot) -> bool:
    """Tell whether a card or a place carries the mark of a hint, or its bubble is to be seen."""
    screen = pilot.program.screen
    is_open: bool = screen._hints.is_open  # type: ignore[attr-defined]
    marked = pilot.view.marks._wanted.get(HINTED)
    return is_open or bool(marked and (marked.cards or marked.zones))


@pytest.mark.parametrize("mod", [pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_META])
def test_a_number_takes_a_card_up_and_a_chord_with_it_does_not(table: Pilot, mod: int) -> None:
    table.key(pygame.K_2, mod=mod)
    assert table.view.grip.held is None
    table.key(pygame.K_2)
    assert table.view.grip.held is table.view.cast.rows["hand:A"][1]


def test_a_number_beyond_the_hand_takes_nothing(table: Pilot) -> None:
    table.key(pygame.K_9)
    assert table.view.grip.held is None


def test_a_hint_goes_with_the_step_after_it(table: Pilot) -> None:
    table.press("hint")
    table.wait(1.0)
    assert hinted(table)
    face = next(str(s) for s in table.session.observe().legal if len(str(s)) == 2)
    table.session.take_text(face)
    table.frame()
    assert not hinted(table)


def test_a_hint_that_comes_after_the_step_is_not_shown(table: Pilot) -> None:
    table.program.screen._hints.toggle()  # type: ignore[attr-defined]
    table.session.take(THE_PASS)
    table.wait(1.0)
    assert not hinted(table)
