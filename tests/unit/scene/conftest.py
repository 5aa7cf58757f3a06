"""Runs the scene without a window, with the shipped fonts and theme."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from red7_desktop.scene import animation, geometry
from red7_desktop.scene.paint.text import FontLibrary, TextLayout
from red7_desktop.scene.stage import Stage
from red7_desktop.scene.theme import ResolvedTheme, Theme, load_theme
from tests.unit.scene.driver import Driver

ASSETS = Path(__file__).resolve().parents[3] / "assets"


@pytest.fixture(scope="session", autouse=True)
def _display() -> Iterator[None]:
    pygame.display.init()
    yield
    pygame.display.quit()


@pytest.fixture(scope="session")
def fonts() -> FontLibrary:
    return FontLibrary(ASSETS / "fonts")


@pytest.fixture(scope="session")
def text(fonts: FontLibrary) -> TextLayout:
    return TextLayout(fonts)


@pytest.fixture(scope="session")
def theme() -> Theme:
    return load_theme(ASSETS / "themes" / "dark.json")


@pytest.fixture
def clock() -> animation.SteppedClock:
    return animation.SteppedClock()


@pytest.fixture
def look(theme: Theme, text: TextLayout) -> ResolvedTheme:
    return ResolvedTheme(theme, text, 1.0, geometry.Rect(0, 0, 1920, 1080))


@pytest.fixture
def stage(theme: Theme, fonts: FontLibrary, clock: animation.SteppedClock) -> Stage:
    return Stage((1280, 720), theme=theme, fonts=fonts, clock=clock)


@pytest.fixture
def driver(stage: Stage, clock: animation.SteppedClock) -> Driver:
    return Driver(stage, clock)
