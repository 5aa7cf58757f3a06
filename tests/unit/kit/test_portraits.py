"""Portraits fill any box to the pixel, and a damaged one does not end the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from red7_desktop.kit.look import icons as portraits
from red7_desktop.kit.look.icons import PORTRAITS, portrait
from tests.painting import painted_at_once

ODD = (15, 27, 30, 54, 60, 107, 108, 119, 120, 213, 240, 241)
"""Sizes at which the rasteriser gives one pixel more than it was asked for."""


@pytest.mark.parametrize("level", sorted(PORTRAITS))
def test_a_portrait_has_the_size_it_is_asked_for(level: str) -> None:
    picture = portrait(level)
    assert picture is not None
    for side in (*range(1, 40), *ODD):
        for size in ((side, side), (side, side + 1), (side + 1, side)):
            assert painted_at_once(picture, *size).get_size() == size


@pytest.mark.parametrize("damage", [None, b"", b"garbage", b"<svg/>"])
def test_a_damaged_portrait_is_drawn_plainly(
    damage: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if damage is not None:
        (tmp_path / "casual.svg").write_bytes(damage)
    monkeypatch.setattr(portraits, "asset_path", lambda *parts: tmp_path / parts[-1])
    picture = portrait("casual")
    assert picture is not None
    drawn = painted_at_once(picture, 40, 40)
    assert drawn.get_size() == (40, 40)
