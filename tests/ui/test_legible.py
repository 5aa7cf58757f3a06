"""Words and signs stand out from what is painted behind them: everywhere, in both colour sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from red7_desktop.games.red7.face.card_art import COLOURS, LETTERS_HIGH_FIRST
from red7_desktop.kit.settings import Settings
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import BoxPicture, Colour
from tests.contrast import GRAPHIC, contrast
from tests.ui.legible import faint_words
from tests.ui.overlay_pages import PAGES, opened
from tests.ui.pilot import Pilot
from tests.ui.screens import SCREENS, Opened, make_kit
from tests.ui.test_overlays_lens import Lensed
from tests.ui.walk import tidying
from tests.unit.kit.hud_table import Table
from tests.unit.kit.test_hud import discard_preview
from tests.unit.red7.face.seen import FOUR, TURNS, model_of, state_of

SIZE = (1280, 720)
TOPS: Mapping[str, str] = dict(
    zip(LETTERS_HIGH_FIRST, ("R2", "O4", "Y5", "G5", "B5", "I4", "V2"), strict=True)
)
"""A card of each colour that lies nowhere else on the table of the mock-up."""


@pytest.mark.sampled("name")
@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("name", SCREENS)
def test_the_words_of_a_screen_stand_out(name: str, colours: str) -> None:
    shown = Opened(SCREENS[name], SIZE, Settings(colours=colours))
    shown.wait(1.0)
    assert faint_words(shown.stage, SIZE) == []


@pytest.mark.sampled("name")
@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("name", PAGES)
def test_the_words_of_a_page_above_the_table_stand_out(name: str, colours: str) -> None:
    heard, _ = opened(name, SIZE, Settings(colours=colours))
    heard.bench.wait(1.0)
    assert faint_words(heard.bench.stage, SIZE) == []


@pytest.mark.parametrize("colours", COLOURS)
def test_the_words_of_the_lens_stand_out(colours: str) -> None:
    bench = Lensed(SIZE, Settings(colours=colours))
    bench.press(pygame.K_e)
    bench.wait(0.5)
    assert faint_words(bench.stage, SIZE) == []


@pytest.mark.sampled("letter")
@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("letter", LETTERS_HIGH_FIRST)
def test_the_words_of_the_table_stand_out_in_the_light_of_every_rule(
    letter: str, colours: str
) -> None:
    table = Table(SIZE, 4, cards=colours)
    canvas = f"Y2 I5 {TOPS[letter]}"
    state = state_of(*FOUR, canvas=canvas, deck="?8", turns=TURNS, steps="Y4", round_number=3)
    table.hud.show(model_of(state))
    preview, by_name = discard_preview(), table.hud.layout.by_name
    table.hud.show_outcomes(
        [
            (by_name["canvas"].area, preview),
            (by_name["palette.0"].area, replace(preview, is_good=True)),
        ]
    )
    table.stage.tick()
    assert faint_words(table.stage, SIZE) == []


def test_the_words_of_another_games_table_stand_out(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path, SIZE)
    next(tidying(pilot))
    pilot.frame()
    assert faint_words(pilot.program.kit.stage, SIZE) == []
    pilot.close()


def test_words_that_are_too_faint_are_found() -> None:
    shown = Opened(SCREENS["title"], SIZE)
    shown.wait(1.0)
    ground = shown.node("play")
    assert isinstance(ground.picture, BoxPicture)
    ground.picture = replace(ground.picture, fill=Colour(230, 225, 215))
    assert any("'Play'" in line for line in faint_words(shown.stage, SIZE))


@pytest.mark.sampled
@pytest.mark.parametrize("ground", [each.base for each in COLOURS["normal"].values()] + ["#E3AE4C"])
def test_the_focus_ring_shows_on_grounds_of_every_colour(ground: str) -> None:
    """Somewhere across the ring there is an edge that can be seen, on either side of its line."""
    kit, clock = make_kit(SIZE)
    stage, size = kit.stage, Size(400.0, 300.0)
    wide = Node(size=Size(1920.0, 1080.0), picture=BoxPicture(Colour.from_hex(ground)))
    here = Node(size=size, position=Vec(700.0, 400.0), focusable=True)
    here.picture = BoxPicture(Colour.from_hex(ground))
    stage.ground.add(wide, here)
    stage.focus.is_visible = True
    stage.focus.give(here)
    clock.step(1.0)
    stage.tick()
    surface = pygame.Surface(SIZE)
    stage.draw(surface)
    y = round(550.0 * stage.view.scale)
    left = round(700.0 * stage.view.scale)
    line = [Colour(*surface.get_at((x, y))[:3]) for x in range(left - 14, left + 2)]
    bright = max(
        line, key=lambda colour: sum(colour[:3]) if colour != Colour.from_hex(ground) else 0
    )
    steps = [contrast(one, other) for one, other in pairwise(line)]
    assert contrast(bright, min(line, key=sum)) >= GRAPHIC
    assert sum(step >= 1.7 for step in steps) >= 2
