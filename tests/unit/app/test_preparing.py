"""What is made ready while the title is looked at is there to be made ready."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from red7_desktop.app.preparing import MODULES, load_in_background
from red7_desktop.games.registry import BOX


@pytest.mark.parametrize("name", MODULES)
def test_what_is_loaded_ahead_exists(name: str) -> None:
    assert find_spec(name) is not None


def test_reading_ahead_begins_when_all_is_loaded(caplog: pytest.LogCaptureFixture) -> None:
    read: list[bool] = []
    load_in_background(BOX, lambda: read.append(True)).join()
    assert (read, caplog.records) == ([True], [])
