"""The drawings of the portraits' moods: made by their script, and apart from each other."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Final

import pygame
import pytest

from red7_desktop.kit.look.icons import AI_PORTRAITS, HUMAN_PORTRAITS, build_portrait
from red7_desktop.resources import asset_path
from red7_desktop.tabletop.moods import Mood
from tests.pictures import painted_at_once

ROOT: Final = Path(__file__).resolve().parents[3]
SCRIPT: Final = ROOT / "tools" / "portraits.py"
FOLDER: Final = asset_path("avatars", "moods")
MAX_BYTES: Final = 80_000
"""Limit for all moods together."""


def paint(file: Path, side: int = 44) -> bytes:
    surface = pygame.image.load_sized_svg(BytesIO(file.read_bytes()), (side, side))
    return pygame.image.tobytes(surface, "RGBA")


def paint_portrait(name: str, mood: Mood, *, is_faint: bool) -> bytes:
    picture = build_portrait(name, mood, is_faint=is_faint)
    assert picture is not None
    return pygame.image.tobytes(painted_at_once(picture, 44, 44), "RGBA")


def test_mood_drawings_equal_the_scripts_output(tmp_path: Path) -> None:
    if not SCRIPT.is_file():
        pytest.skip("this is an installed copy, without the script that draws the moods")
    (tmp_path / "avatars").mkdir()
    for name in (*AI_PORTRAITS, *HUMAN_PORTRAITS):
        calm = asset_path("avatars", f"{name}.svg").read_bytes()
        (tmp_path / "avatars" / f"{name}.svg").write_bytes(calm)

    subprocess.run([sys.executable, str(SCRIPT), str(tmp_path)], check=True, capture_output=True)

    made = {file.name: file.read_text("utf-8") for file in (tmp_path / "avatars/moods").iterdir()}
    assert made == {file.name: file.read_text("utf-8") for file in FOLDER.iterdir()}
    assert sum(len(text) for text in made.values()) <= MAX_BYTES


@pytest.mark.parametrize("name", AI_PORTRAITS)
def test_moods_of_an_ai_player_differ_at_the_size_of_a_seat(name: str) -> None:
    files = [asset_path("avatars", f"{name}.svg"), *sorted(FOLDER.glob(f"{name}_*.svg"))]
    painted = [paint(file) for file in files]

    assert len(files) == 5
    for one, other in combinations(painted, 2):
        changed = sum(abs(a - b) > 40 for a, b in zip(one, other, strict=True))
        assert changed > 150


@pytest.mark.parametrize("name", HUMAN_PORTRAITS)
def test_human_portrait_has_two_moods_besides_the_calm_one(name: str) -> None:
    moods = {file.stem.partition("_")[2] for file in FOLDER.glob(f"{name}_*.svg")}

    assert moods == {"winning", "out"}


@pytest.mark.parametrize("name", AI_PORTRAITS)
def test_faint_dots_change_a_thinking_portrait_and_no_other(name: str) -> None:
    painted = {
        (mood, is_faint): paint_portrait(name, mood, is_faint=is_faint)
        for mood in (Mood.THINKING, Mood.CALM)
        for is_faint in (False, True)
    }

    assert painted[Mood.THINKING, True] != painted[Mood.THINKING, False]
    assert painted[Mood.CALM, True] == painted[Mood.CALM, False]
