"""The program in other languages, and from one to another while it runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from red7_desktop.kit.setup import SeatPlan
from tests.setups import red7_setup
from tests.ui.pilot import Pilot
from tests.ui.playing import rush_round
from tests.ui.seeing import words

PEOPLE = (SeatPlan("Ada"), SeatPlan(level="casual"), SeatPlan(level="steady"))


def speak(pilot: Pilot, language: str) -> None:
    """Choose a language, as the settings do."""
    kit = pilot.program.kit
    kit.change_settings(replace(kit.settings, language=language))
    pilot.wait(0.5)


def play(pilot: Pilot) -> None:
    pilot.program.play(red7_setup(PEOPLE, seed=11))
    pilot.wait(1.0)
    pilot.wait_for_me()
    pilot.wait(1.0)


def test_the_title_follows_a_change_of_language(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.wait(0.5)
    pilot.program.show_settings()
    speak(pilot, "de")
    assert "Einstellungen" in words(pilot)
    pilot.post(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0)
    pilot.wait(0.5)
    assert "Spielen" in words(pilot)
    assert "Regeln" in words(pilot)


@pytest.mark.parametrize(
    ("language", "turn", "menu", "settings"),
    [("de", "Zug beenden", "Menü", "Einstellungen"), ("pl", "Koniec tury", "Menu", "Ustawienia")],
)
def test_the_table_and_every_page_above_it_follow(
    pilot: Pilot, language: str, turn: str, menu: str, settings: str
) -> None:
    play(pilot)
    assert "End turn" in words(pilot)
    pilot.press("menu")
    pilot.wait(0.5)
    pilot.press("settings")
    pilot.wait(0.5)
    speak(pilot, language)
    assert settings in words(pilot)
    pilot.post(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0)
    pilot.wait(0.5)
    assert pilot.nodes("resume"), "the menu is open no more"
    assert menu in words(pilot)
    assert "Resume" not in words(pilot)
    pilot.press("resume")
    pilot.wait(0.5)
    assert turn in words(pilot)
    speak(pilot, "en")
    assert "End turn" in words(pilot)


def test_the_end_of_a_round_is_told_once_and_in_the_present_language(pilot: Pilot) -> None:
    play(pilot)
    rush_round(pilot)
    pilot.wait(4.0)
    assert "How it went" in words(pilot)
    speak(pilot, "de")
    assert "So lief es" in words(pilot)
    assert len(pilot.nodes("next")) == 1
    pilot.post(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0)
    pilot.wait(0.5)
    assert not pilot.nodes("next")
    speak(pilot, "pl")
    pilot.wait(4.0)
    assert not pilot.nodes("next"), "a page that was closed has come again"


def test_the_cards_carry_the_words_of_the_language(pilot: Pilot) -> None:
    play(pilot)
    before = pygame.image.tobytes(pilot.program.kit.faces.paint("B4", 200), "RGB")
    speak(pilot, "pl")
    assert pygame.image.tobytes(pilot.program.kit.faces.paint("B4", 200), "RGB") != before


def test_the_language_is_remembered(tmp_path: Path) -> None:
    first = Pilot(tmp_path)
    first.program.show_title()
    speak(first, "pl")
    first.close()
    second = Pilot(tmp_path)
    second.program.show_title()
    second.wait(1.0)
    assert second.program.kit.texts.language == "pl"
    assert "Zasady" in words(second)
    second.close()


def test_the_language_of_the_system_is_spoken_until_another_is_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "de_AT:en")
    pilot = Pilot(tmp_path)
    assert pilot.program.kit.texts.language == "de"
    monkeypatch.delenv("LANGUAGE")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    preferred = [{"language": "pl", "country": "PL"}]
    monkeypatch.setattr(pygame.system, "get_pref_locales", lambda: preferred)
    other = Pilot(tmp_path / "other")
    assert other.program.kit.texts.language == "pl"
    pilot.close()
    other.close()
