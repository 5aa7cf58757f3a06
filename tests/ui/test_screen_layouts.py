"""Every screen, small and large, wide and tall: nothing is cut off, nothing lies over another."""

from __future__ import annotations

import pytest

from red7_desktop.app.rules_text import PAGES
from red7_desktop.app.settings import Settings
from red7_desktop.app.texts import Texts
from tests.ui.screens import SCREENS, Opened, rules
from tests.ui.seeing import cut_texts, overlaps, small_targets

SIZES = [(960, 600), (1920, 1080), (1440, 1080)]
LARGE = Settings(ui_scale=200)
READABLE = Settings(ui_scale=150, readable_font=True, colours="high")


class LongTexts(Texts):
    """Speaks a language whose words take 40% more room."""

    def __call__(self, message: str, /, **values: object) -> str:
        return _longer(super().__call__(message, **values))

    def plural(self, one: str, many: str, n: int, /, **values: object) -> str:
        return _longer(super().plural(one, many, n, **values))


def _longer(text: str) -> str:
    """Draw every word out, which is harder on a layout than more words would be."""
    return " ".join(word + "ow" * round(len(word) * 0.2) for word in text.split(" "))


def look_at(opened: Opened) -> None:
    opened.wait(1.0)
    assert cut_texts(opened.stage) == []
    assert overlaps(opened.stage) == []
    assert small_targets(opened.stage) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_has_room_for_everything(name: str, size: tuple[int, int]) -> None:
    look_at(Opened(SCREENS[name], size))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_has_room_at_twice_the_size(name: str, size: tuple[int, int]) -> None:
    look_at(Opened(SCREENS[name], size, LARGE))


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_has_room_in_the_readable_font(name: str) -> None:
    look_at(Opened(SCREENS[name], (1280, 800), READABLE))


@pytest.mark.parametrize("settings", [Settings(), LARGE], ids=["100%", "200%"])
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_has_room_for_longer_words(name: str, settings: Settings) -> None:
    look_at(Opened(SCREENS[name], (1280, 720), settings, LongTexts()))


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_the_rules_has_room(page: str) -> None:
    look_at(Opened(rules(page), (1280, 720)))
