"""The running program in a language of longer words: every word translated, none cut off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from red7_desktop.app.screens.settings_rows import list_section_names
from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.kit.texts import NAMES, Texts
from tests.pseudo import plain_words, pseudo_texts
from tests.setups import red7_setup
from tests.ui.pilot import Pilot
from tests.ui.playing import rush_round
from tests.ui.seeing import cut_texts, words_shown

THE_SAME = (
    "Red7",
    "Ada",
    "ADA",
    "Bo",
    *"AEIOU",
    *(level.name for level in LEVELS),
    *NAMES.values(),
)
"""What is called the same in every language: the game, people, languages, keys with letters."""


@pytest.fixture(
    params=[pytest.param(100, marks=pytest.mark.slow, id="100%"), pytest.param(200, id="200%")]
)
def flying(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Pilot]:
    """Give a pilot in a program that speaks the pseudo-language, at a scale."""
    pilot = Pilot(tmp_path)
    pilot.presentation.texts = pseudo_texts()
    kit = pilot.program.kit
    kit.change_settings(replace(kit.settings, ui_scale=request.param))
    assert kit.texts.language == "pseudo"
    yield pilot
    pilot.close()


def look_at(pilot: Pilot) -> None:
    pilot.wait(1.0)
    stage = pilot.program.kit.stage
    shown = words_shown(stage)
    assert any("[" in text for text in shown)
    assert plain_words(shown, THE_SAME) == []
    assert cut_texts(stage) == []


def key(pilot: Pilot, which: int) -> None:
    pilot.post(pygame.KEYDOWN, key=which, mod=0, unicode="", scancode=0)
    pilot.post(pygame.KEYUP, key=which, mod=0, unicode="", scancode=0)
    pilot.wait(0.5)


def play(pilot: Pilot, *, actions: bool = False) -> None:
    plans = (SeatPlan("Ada"), SeatPlan(level="casual"))
    pilot.program.play(red7_setup(plans, seed=11, actions=actions, target=12))
    pilot.wait(1.0)
    pilot.wait_for_me()
    pilot.wait(1.0)


def test_around_the_table(flying: Pilot) -> None:
    flying.program.show_title()
    look_at(flying)
    flying.program.show_settings()
    is_listed = bool(flying.nodes("go to look"))
    for section, _ in list_section_names(Texts()) if is_listed else ():
        flying.press(f"go to {section}")
        look_at(flying)
    look_at(flying)
    flying.press("reset")
    look_at(flying)
    key(flying, pygame.K_ESCAPE)
    key(flying, pygame.K_ESCAPE)
    flying.program.show_new_game()
    look_at(flying)


def test_at_the_table(flying: Pilot) -> None:
    play(flying, actions=True)
    look_at(flying)
    flying.press("hint")
    flying.wait(2.0)
    assert flying.nodes("hint")
    look_at(flying)
    face = next(face for face in flying.session.observe().zones["hand:A"] if face)
    flying.hold_over(face, "canvas")
    look_at(flying)


def test_above_the_table(flying: Pilot) -> None:
    play(flying)
    for opening in (pygame.K_l, pygame.K_r, pygame.K_ESCAPE):
        key(flying, opening)
        look_at(flying)
        key(flying, pygame.K_ESCAPE)
    key(flying, pygame.K_ESCAPE)
    flying.press("give up")
    look_at(flying)


def test_at_the_end(flying: Pilot) -> None:
    play(flying)
    while flying.session.to_act:
        rush_round(flying)
        flying.wait(3.0)
        look_at(flying)
        if flying.session.is_waiting_for_table:
            flying.press("next")
            flying.wait(1.0)
    assert flying.nodes("rematch")
