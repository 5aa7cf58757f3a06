from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.real_window import SIZE, Camera, Compositor, Screen
from tests.tools import needs


@pytest.fixture
def frames(tmp_path: Path) -> Path:
    """The folder in which the virtual screen stores its pixels."""
    folder = tmp_path / "frames"
    folder.mkdir()
    return folder


@pytest.fixture
def camera(frames: Path) -> Camera:
    """A camera for the virtual screen."""
    return Camera(frames)


@pytest.fixture
def screen(frames: Path) -> Iterator[Screen]:
    """A virtual screen; skips the test if a program for it is missing."""
    needs("Xvfb", "xdotool")
    opened = Screen(SIZE, frames)
    yield opened
    opened.close()


@pytest.fixture
def compositor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Compositor]:
    """A Wayland compositor; skips the test if weston is missing."""
    needs("weston")
    opened = Compositor(tmp_path_factory.mktemp("wayland"))
    yield opened
    opened.close()
