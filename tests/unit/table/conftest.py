"""A table on a stage without a window, with plain cards, stepped time and posted events."""

from __future__ import annotations

from pathlib import Path

import pytest

from red7_desktop.games.red7.face.parts import ZONE_KINDS
from red7_desktop.scene.paint.text import FontLibrary
from red7_desktop.scene.theme import Theme
from red7_desktop.table.layout import Layout
from red7_desktop.table.layout_file import load_layout
from tests.unit.scene.conftest import _display, fonts, theme
from tests.unit.table.driving import DEAL, DROPS, Driver

__all__ = ("_display", "fonts", "theme")


@pytest.fixture(scope="session")
def layout() -> Layout:
    """Return the tests' own layout, so that changes of shipped layouts don't break tests."""
    return load_layout(Path(__file__).with_name("two_seats.tmx"), ZONE_KINDS)


@pytest.fixture
def driver(theme: Theme, fonts: FontLibrary, layout: Layout) -> Driver:
    return Driver(theme, fonts, layout)


@pytest.fixture
def table(driver: Driver) -> Driver:
    """Return a table that shows DEAL and accepts DROPS."""
    driver.view.show(DEAL)
    driver.view.snap()
    driver.view.set_drop_targets(DROPS)
    return driver
