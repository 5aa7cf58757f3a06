"""The drawing files of the nine cards: all there, small, readable, and apart for all eyes."""

from __future__ import annotations

import re
from itertools import combinations, pairwise

import pytest

from red7_desktop.games.spring_cleaning.face.card_art import DESIGNS, FACES, ON_DARK
from red7_desktop.kit.look.card_art import DETAILS
from red7_desktop.resources import asset_path
from red7_desktop.scene.pictures import Colour
from red7_desktop.scene.theme import load_theme
from tests.colour_vision import EYES, distance, seen_as
from tests.contrast import contrast

FOLDER = asset_path("cards", "spring_cleaning")
LEAST = {"normal": 14.7, "high": 20.0}
"""How far the nearest two cards of each set are apart, for any eyes."""
STEPS = {"normal": 19.0, "high": 20.0}
"""The same for neighbouring numbers, which make a run."""
GREYS = {"normal": 4.2, "high": 5.5}
"""How far the nearest two are apart in lightness alone."""


def test_every_face_has_a_drawing_in_every_set_and_detail_and_all_are_small() -> None:
    wanted = {
        f"{colours}/{detail}/{face}.svg"
        for colours in DESIGNS
        for detail in DETAILS
        for face in FACES
    }
    wanted |= {f"objects/{design.name}.svg" for design in DESIGNS["normal"].values()}
    files = sorted(FOLDER.rglob("*.svg"))
    assert {file.relative_to(FOLDER).as_posix() for file in files} == {*wanted, "back.svg"}
    assert sum(file.stat().st_size for file in files) < 400_000


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("colours", DESIGNS)
def test_the_lit_rung_climbs_with_the_number(colours: str, detail: str) -> None:
    heights = []
    for face in FACES:
        text = (FOLDER / colours / detail / f"{face}.svg").read_text(encoding="utf-8")
        rungs = re.findall(r'<rect x="(?:26|30)" y="([\d.]+)" width="\d+" height="(\d+)"', text)
        assert len(rungs) == 9
        (lit,) = [float(y) + int(h) / 2 for y, h in rungs if int(h) > 10]
        heights.append(lit)
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 9


@pytest.mark.parametrize("colours", DESIGNS)
def test_what_stands_on_a_card_is_readable(colours: str) -> None:
    for design in DESIGNS[colours].values():
        ink, base, word, band = (
            Colour.from_hex(tone) for tone in (design.ink, design.base, design.word, design.band)
        )
        assert contrast(ink, base) >= (4.9 if colours == "normal" else 5.7), design.face
        assert contrast(word, band) >= 7.0, design.face


def test_tints_are_readable_on_a_dark_panel() -> None:
    panel = load_theme(asset_path("themes", "dark.json")).colour("panel_high")
    assert all(contrast(Colour.from_hex(tint), panel) >= 4.5 for tint in ON_DARK.values())


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("colours", DESIGNS)
def test_any_two_cards_of_a_set_are_told_apart(colours: str, eyes: str) -> None:
    seen = [seen_as(Colour.from_hex(each.base), eyes) for each in DESIGNS[colours].values()]
    apart = {
        (one, other): distance(seen[one], seen[other]) for one, other in combinations(range(9), 2)
    }
    assert min(apart.values()) >= LEAST[colours]
    assert min(apart[low, low + 1] for low in range(8)) >= STEPS[colours]


@pytest.mark.parametrize("colours", DESIGNS)
def test_lightness_alone_tells_most_cards_apart(colours: str) -> None:
    grey = sorted(
        seen_as(Colour.from_hex(each.base), "normal").l for each in DESIGNS[colours].values()
    )
    assert min(high - low for low, high in pairwise(grey)) >= GREYS[colours]


@pytest.mark.parametrize("colours", DESIGNS)
def test_the_theme_speaks_of_the_tones_that_the_cards_have(colours: str) -> None:
    theme = load_theme(asset_path("themes", "dark.json"))
    for face, design in DESIGNS[colours].items():
        assert theme.swatch(f"card_{colours}", design.name) == Colour.from_hex(design.base)
        assert theme.swatch(f"ink_{colours}", design.name) == Colour.from_hex(design.ink)
        assert theme.swatch("on_dark", design.name) == Colour.from_hex(ON_DARK[face])
