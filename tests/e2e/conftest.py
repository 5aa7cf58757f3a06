from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from tests.e2e.real_window import Screen


@pytest.fixture
def screen() -> Iterator[Screen]:
    """A virtual screen; without the programs for it the test is skipped, saying so."""
    missing = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"{' and '.join(missing)} not installed")
    opened = Screen()
    yield opened
    opened.close()
