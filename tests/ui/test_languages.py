"""The program in other languages, of longer words too, and reading aloud."""

from __future__ import annotations

import re

import pygame
import pytest

from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit import setup
from red7_desktop.kit.hud.marks import describe_marks
from red7_desktop.scene.pictures import TextPicture
from tests import setups
from tests.ui.conftest import Fly
from tests.ui.listening import speak_aloud
from tests.ui.pilot import Pilot
from tests.ui.seeing import words

PEOPLE = (setup.SeatPlan("Ada"), setup.SeatPlan(level="casual"), setup.SeatPlan(level="steady"))


def speak(pilot: Pilot, language: str) -> None:
    pilot.change(language=language)
    pilot.wait(0.5)


def play(pilot: Pilot) -> None:
    pilot.play_to_me(setups.red7_setup(PEOPLE, seed=11))


@pytest.mark.parametrize(
    ("language", "turn", "menu", "settings"),
    [("de", "Zug beenden", "Menü", "Einstellungen"), ("pl", "Zakończ turę", "Menu", "Ustawienia")],
)
def test_language_change_updates_table_and_pages(
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
    pilot.hold_key(pygame.K_ESCAPE)
    pilot.wait(0.5)
    assert pilot.nodes("resume"), "the menu is open no more"
    assert menu in words(pilot)
    assert "Continue" not in words(pilot)
    pilot.press("resume")
    pilot.wait(0.5)
    assert turn in words(pilot)
    speak(pilot, "en")
    assert "End turn" in words(pilot)


def test_round_end_is_spoken_once_in_the_current_language(pilot: Pilot) -> None:
    play(pilot)
    pilot.rush_round()
    pilot.wait(4.0)
    assert "Summary" in words(pilot)
    speak(pilot, "de")
    assert "So lief es" in words(pilot)
    assert len(pilot.nodes("next")) == 1
    pilot.hold_key(pygame.K_ESCAPE)
    pilot.wait(0.5)
    assert not pilot.nodes("next")
    speak(pilot, "pl")
    pilot.wait(4.0)
    assert not pilot.nodes("next"), "a page that was closed has come again"


def test_card_image_changes_with_the_language(pilot: Pilot) -> None:
    play(pilot)
    before = pygame.image.tobytes(pilot.program.ui.card_art.paint("B4", 200), "RGB")
    speak(pilot, "pl")
    assert pygame.image.tobytes(pilot.program.ui.card_art.paint("B4", 200), "RGB") != before


def test_system_language_is_used_until_changed(fly: Fly, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_MESSAGES", "en_GB.UTF-8")  # in the locale C, LANGUAGE means nothing
    monkeypatch.setenv("LANGUAGE", "de_AT:en")
    assert fly().program.ui.texts.language == "de"
    monkeypatch.delenv("LANGUAGE")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    preferred = [{"language": "pl", "country": "PL"}]
    monkeypatch.setattr(pygame.system, "get_pref_locales", lambda: preferred)
    assert fly().program.ui.texts.language == "pl"


TIP = {"en": 10, "de": 11, "pl": 11}
"""So many words a tip has at most: whole words with letters, no figures."""


@pytest.mark.sampled("language")
@pytest.mark.parametrize("language", TIP)
@pytest.mark.parametrize("game", CATALOGUE)
def test_tips_and_hints_have_at_most_the_allowed_number_of_words(
    pilot: Pilot, game: str, language: str
) -> None:
    speak(pilot, language)
    pilot.start_match_to_me("newcomer", "expert", seed=11, game=game)
    said: set[str] = set()
    for _ in range(8):
        screen = pilot.table
        table, seen = screen._table, pilot.seen
        said |= {each.sentence for each in screen._tips.list_explanations()}
        said |= {each.meaning for each in table.game_view.table.suggestions(seen, table.words)}
        if not pilot.session.is_viewers_turn:
            break
        level = CATALOGUE[game].players().level_of("casual")
        choice = level.create().choose(seen, 20, 0, lambda: False)
        assert len(table.game_view.words.hint(table.words, seen, choice).why) <= 2
        with pilot.unseen():
            for step in choice.steps:
                pilot.session.take(step)
            pilot.rush_rivals()
        pilot.wait(1.0)
    face, texts = CATALOGUE[game].view(), pilot.program.ui.texts
    said |= {*describe_marks(texts).values(), *face.table.mark_meanings(texts).values()}
    said |= set(face.setup.describe_levels(texts).values())
    assert len(said) > 25
    long = [each for each in said if len(re.findall(r"[^\W\d]\S*", each)) > TIP[language]]
    assert long == []


# == The spoken log.

SETUP = setups.red7_setup((setup.SeatPlan("Ada"), setup.SeatPlan(level="casual")), seed=11)


def test_voice_speaks_only_while_switched_on(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    assert recorder.said == ["The game is read aloud."]
    hushed = recorder.hushed
    pilot.change(spoken_log=False)
    assert recorder.hushed > hushed


def test_speech_announces_the_deal_and_whose_turn_it_is(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play(SETUP)
    pilot.wait_for_me()
    assert recorder.said[1].startswith("Everyone gets 7 cards and one face up (You: ")
    assert recorder.said[-1] == "It’s your turn"


def test_input_interrupts_speech(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play(SETUP)
    pilot.wait_for_me()
    hushed = recorder.hushed
    pilot.press("give_up")
    assert recorder.hushed > hushed
    pilot.press("yes")
    assert any(line.startswith("You dropped out under ") for line in recorder.said)
    hushed = recorder.hushed
    pilot.program.show_title()
    assert recorder.hushed > hushed


def test_settings_screen_says_when_the_system_has_no_speech_voice(pilot: Pilot) -> None:
    pilot.program.show_settings()
    texts = [getattr(node.picture, "text", "") for node in pilot.program.ui.stage.root.walk()]
    assert "No voice found on this system." in texts


def test_table_text_in_polish_has_the_minimum_letter_size(fly: Fly) -> None:
    pilot = fly(size=(1280, 720))
    pilot.change(language="pl")
    pilot.start_match_to_me("casual", "casual", "steady", seed=3, advanced=True, actions=True)
    stage = pilot.program.ui.stage
    small = [
        node.picture.text
        for node in stage.root.walk()
        if node.is_shown and isinstance(node.picture, TextPicture)
        if node.picture.size * node.world.scale_x * stage.view.scale < 11.0 - 1e-6
    ]
    assert small == []
