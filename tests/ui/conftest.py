from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.guarded import GuardedPilot
from tests.ui.pilot import Pilot


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    """A pilot in a program that keeps its files in a folder of the test's own."""
    flying = Pilot(tmp_path)
    yield flying
    flying.close()


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[GuardedPilot]:
    """A pilot in a program behind its guard, at the title: a fault ends in the page about it."""
    flying = GuardedPilot(tmp_path / "home")
    flying.start()
    yield flying
    flying.keeper.close()
