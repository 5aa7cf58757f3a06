"""What stands on the cards can be read: the painted pixels are measured, not the plans."""

from __future__ import annotations

from functools import cache

import pytest

from red7_desktop.games.red7.face.card_art import COLOURS, LETTERS_HIGH_FIRST, NUMBERS, Red7CardArt
from red7_desktop.games.red7.face.words import build_band_words
from red7_desktop.kit.look.card_art import DETAILS
from red7_desktop.kit.texts import load_texts
from red7_desktop.resources import asset_path
from red7_desktop.scene.pictures import Colour
from red7_desktop.table.layout import choose_layout
from tests.contrast import TEXT, contrast
from tests.unit.kit.hud_table import layouts

Place = tuple[int, int]
WINDOWS = ((1920, 1080), (2560, 1080))
"""The windows of 1080 rows in which text is measured, as wide as 16:9 and as 21:9."""
LEAST_HEIGHT = 18
"""Pixels that card text has at least in those windows."""
WIDTH = 400


@cache
def faces(colours: str, language: str = "en") -> Red7CardArt:
    font = asset_path("fonts", "Figtree_800ExtraBold.ttf")
    words = build_band_words(load_texts(asset_path("locale"), language))
    return Red7CardArt(asset_path("cards", "red7"), colours=colours, words=words, font=font)


def index_of(colours: str, face: str, detail: str, width: int) -> tuple[list[Place], list[Place]]:
    """Give the pixels of the corner's numeral, and those that lie close around it."""
    card = faces(colours).paint(face, width, detail)
    ink = Colour.from_hex(COLOURS[colours][face[0]].ink)
    corner = [
        (x, y)
        for x in range(round(0.03 * width), round(0.28 * width))
        for y in range(
            round(0.03 * width), round(0.335 * width if detail == "small" else 0.27 * width)
        )
    ]
    inked = {at for at in corner if _is_near(Colour(*card.get_at(at)[:3]), ink)}
    reach = max(2, width // 130)
    around = [
        (x, y)
        for x, y in corner
        if not any(
            (x + dx, y + dy) in inked for dx in (-reach, 0, reach) for dy in (-reach, 0, reach)
        )
        and any((x + dx, y) in inked for dx in range(-4 * reach, 4 * reach))
    ]
    return sorted(inked), around


def _is_near(one: Colour, other: Colour, by: int = 8) -> bool:
    return max(abs(p - q) for p, q in zip(one[:3], other[:3], strict=True)) <= by


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("colours", COLOURS)
def test_the_numeral_in_the_corner_stands_out_from_pattern_and_light(
    colours: str, detail: str
) -> None:
    for letter in LETTERS_HIGH_FIRST:
        card = faces(colours).paint(f"{letter}4", WIDTH, detail)
        ink = Colour.from_hex(COLOURS[colours][letter].ink)
        _, around = index_of(colours, f"{letter}4", detail, WIDTH)
        found = sorted(contrast(ink, Colour(*card.get_at(at)[:3])) for at in around)
        # A few pixels at the edge are half ink.
        assert found[len(found) // 20] >= TEXT, letter


@pytest.mark.sampled("seats")
@pytest.mark.parametrize("zoom", [1.0, 2.0])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("window", WINDOWS)
def test_card_text_is_high_enough_in_a_window_of_1080_rows(
    window: tuple[int, int], seats: int, zoom: float
) -> None:
    layout = choose_layout(layouts(), window, seats, zoom)
    fit = min(window[0] / layout.size.w, window[1] / layout.size.h)
    for seat in range(layout.seats):
        width = round(fit * layout.card_size(layout.zone("palette", seat)).w)
        for number in NUMBERS:
            inked, _ = index_of("normal", f"O{number}", "small", width)
            rows = [y for _, y in inked]
            assert max(rows) - min(rows) + 1 >= LEAST_HEIGHT, (seat, number)


@pytest.mark.parametrize("layout", layouts(), ids=lambda layout: layout.where)
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_a_rule_word_is_high_enough_in_a_window_of_the_designs_size(  # type: ignore[no-untyped-def]
    layout, language: str
) -> None:
    hand = round(layout.card_size(layout.zone("hand", 0)).w)
    painter = faces("normal", language)
    for word in build_band_words(load_texts(asset_path("locale"), language)).values():
        px = painter.word_px(word, hand)
        assert px, word
        assert painter.fonts.of_size(px).get_height() >= LEAST_HEIGHT, word


@pytest.mark.sampled("language")
@pytest.mark.parametrize("width", [81, 98, 122, 132, 144, 288])
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_a_symbol_stands_before_every_rule_word(width: int, language: str) -> None:
    for letter in LETTERS_HIGH_FIRST:
        card = faces("normal", language).paint(f"{letter}4", width)
        tone = Colour.from_hex(COLOURS["normal"][letter].word)
        band = range(round(card.get_height() * 0.87), round(card.get_height() * 0.975))
        columns = [
            any(_is_near(Colour(*card.get_at((x, y))[:3]), tone, by=90) for y in band)
            for x in range(round(0.04 * width), round(0.96 * width))
        ]
        first = columns.index(True)
        mark = columns.index(False, first) - first
        gap = columns.index(True, first + mark) - first - mark
        # A symbol is nearly as wide as high, and stands further off than letters from each other.
        assert 0.035 * width <= mark <= 0.1 * width + 1, (letter, mark)
        assert gap >= 0.02 * width, (letter, gap)
