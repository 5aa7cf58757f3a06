"""The seven colours stay apart for every kind of colour vision, and never depend on it alone."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from red7_desktop.games.red7.face.card_art import COLOURS, LETTERS_HIGH_FIRST, ON_DARK, Red7CardArt
from red7_desktop.kit.look.card_art import DETAILS
from red7_desktop.resources import asset_path
from red7_desktop.scene.pictures import Colour
from tests.colour_vision import EYES, Lab, distance, seen_as

LEAST = {
    "normal": {"normal": 25.0, "protan": 10.0, "deutan": 9.0, "tritan": 13.0},
    "high": {"normal": 35.0, "protan": 19.0, "deutan": 15.0, "tritan": 15.0},
}
"""How far the nearest two colours of each set are apart; 2 or 3 is a difference just noticed."""


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        (Lab(50.0, 2.6772, -79.7751), Lab(50.0, 0.0, -82.7485), 2.0425),
        (Lab(50.0, 2.5, 0.0), Lab(73.0, 25.0, -18.0), 27.1492),
        (Lab(50.0, -1.0, 2.0), Lab(50.0, 0.0, 0.0), 2.3669),
        (Lab(50.0, 2.49, -0.001), Lab(50.0, -2.49, 0.0009), 7.1792),
        (Lab(60.2574, -34.0099, 36.2677), Lab(60.4626, -34.1751, 39.4387), 1.2644),
        (Lab(2.0776, 0.0795, -1.135), Lab(0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_distance_is_that_of_the_published_examples(
    one: Lab, other: Lab, wanted: float
) -> None:
    assert distance(one, other) == pytest.approx(wanted, abs=1e-4)
    assert distance(other, one) == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("colours", COLOURS)
def test_any_two_colours_of_a_set_are_told_apart(colours: str, eyes: str) -> None:
    seen = [seen_as(Colour.from_hex(each.base), eyes) for each in COLOURS[colours].values()]
    nearest = min(distance(one, other) for one, other in combinations(seen, 2))
    assert nearest >= LEAST[colours][eyes]


def test_symbols_on_dark_ground_have_their_colours_for_most_eyes() -> None:
    seen = [seen_as(Colour.from_hex(tint), "normal") for tint in ON_DARK.values()]
    assert min(distance(one, other) for one, other in combinations(seen, 2)) >= 15.0


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("colours", COLOURS)
def test_every_card_bears_a_symbol_and_a_pattern_of_its_colour(colours: str, detail: str) -> None:
    """The faces of two colours differ without any colour at all, in the corner and all over."""
    faces = Red7CardArt(
        asset_path("cards", "red7"), colours=colours, words=dict.fromkeys(LETTERS_HIGH_FIRST, "")
    )
    cards = [faces.paint(f"{letter}3", 200, detail) for letter in LETTERS_HIGH_FIRST]
    corner, middle = (20, 50, 46, 54), (20, 150, 170, 80)
    for one, other in combinations(cards, 2):
        for part, least in ((corner, 0.04), (middle, 0.02)):
            assert _otherwise_drawn(one.subsurface(part), other.subsurface(part)) > least


def _otherwise_drawn(one: pygame.Surface, other: pygame.Surface) -> float:
    """Give the part of the pixels that lie on a line in one picture and not in the other."""
    w, h = one.get_size()
    edges = [pygame.transform.laplacian(pygame.transform.grayscale(each)) for each in (one, other)]
    differ = sum(
        (edges[0].get_at((x, y))[0] > 12) != (edges[1].get_at((x, y))[0] > 12)
        for x in range(w)
        for y in range(h)
    )
    return differ / (w * h)
