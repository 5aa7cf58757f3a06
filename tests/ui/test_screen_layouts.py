"""Every screen in the readable font, every page of the rules, and every word in other languages.

`test_whole_words` looks at all screens in all windows and sizes.
"""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.face.rules_text import PAGES
from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.kit.settings import Settings
from red7_desktop.kit.texts import load_texts, name_language
from red7_desktop.resources import asset_path
from tests.pseudo import plain_words, pseudo_texts
from tests.ui.screens import SCREENS, Opened, rules
from tests.ui.seeing import cut_texts, overlaps, small_targets, words_shown

NAMES = (
    "Red7",
    "?",
    "Wilhelmina Maria, " + "W" * 16 + ", Tomás, Amaka",
    "Wi",
    "Ww",
    "0 : 0 : 0 : 0",
    "Bo",
    "F11",
    *"AEIOU",
    *(level.name for level in LEVELS),
    *(level.name[0] for level in LEVELS),
    *(name_language(code) for code in ("en", "de", "pl")),
)
"""What is called the same in every language: people, languages, the keys with letters."""
READABLE = Settings(ui_scale=150, readable_font=True, colours="high")


def look_at(opened: Opened) -> None:
    opened.wait(1.0)
    assert cut_texts(opened.stage) == []
    assert overlaps(opened.stage) == []
    assert small_targets(opened.stage) == []


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_has_room_in_the_readable_font(name: str) -> None:
    look_at(Opened(SCREENS[name], (1280, 800), READABLE))


@pytest.mark.parametrize("name", SCREENS)
def test_every_word_of_a_screen_can_be_translated(name: str) -> None:
    opened = Opened(SCREENS[name], (1280, 720), texts=pseudo_texts())
    opened.wait(1.0)
    shown = words_shown(opened.stage)
    assert plain_words(shown, NAMES) == []
    assert any(text.startswith("[") for text in shown)


@pytest.mark.sampled("page")
@pytest.mark.parametrize("language", ["en", "de", "pl"])
@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_the_rules_has_room(page: str, language: str) -> None:
    look_at(Opened(rules(page), (1280, 720), texts=load_texts(asset_path("locale"), language)))
