"""Spring Cleaning's cards: drawing files, painting, rows, legible and apart for all eyes."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from pathlib import Path

import pygame
import pytest

from red7_desktop.games.spring_cleaning.face import card_art
from red7_desktop.games.spring_cleaning.face.card_art import CLIPS, DESIGNS, FACES, STEP, paint_clip
from red7_desktop.games.spring_cleaning.face.view import BLOCKS, ROW, SPRING_VIEW, list_captions
from red7_desktop.games.spring_cleaning.face.words import (
    build_band_words,
    can_join,
    split_into_blocks,
)
from red7_desktop.kit.look.card_art import DETAILS
from red7_desktop.kit.texts import Texts, load_texts
from red7_desktop.resources import asset_path
from red7_desktop.scene.pictures import Colour
from tests.colours import EYES, TEXT, contrast, distance, seen_as

FOLDER = asset_path("cards", "spring_cleaning")
STEPS = {"normal": 19.0, "high": 20.0}
"""How far neighbouring numbers of each set, which make a run, are apart for any eyes."""
GREYS = {"normal": 4.2, "high": 5.5}
"""How far the nearest two are apart in lightness alone."""


def test_every_card_has_small_drawings_in_every_style() -> None:
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
def test_lit_rung_of_the_drawn_ladder_rises_with_the_card_number(colours: str, detail: str) -> None:
    heights = []
    for face in FACES:
        text = (FOLDER / colours / detail / f"{face}.svg").read_text(encoding="utf-8")
        rungs = re.findall(r'<rect x="(?:26|30)" y="([\d.]+)" width="\d+" height="(\d+)"', text)
        assert len(rungs) == 9
        (lit,) = [float(y) + int(h) / 2 for y, h in rungs if int(h) > 10]
        heights.append(lit)
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 9


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("colours", DESIGNS)
def test_neighbouring_numbers_have_distinct_colours(colours: str, eyes: str) -> None:
    seen = [seen_as(Colour.from_hex(each.base), eyes) for each in DESIGNS[colours].values()]
    assert min(distance(low, high) for low, high in pairwise(seen)) >= STEPS[colours]


@pytest.mark.parametrize("colours", DESIGNS)
def test_lightness_alone_distinguishes_most_cards(colours: str) -> None:
    grey = sorted(
        seen_as(Colour.from_hex(each.base), "normal").l for each in DESIGNS[colours].values()
    )
    assert min(high - low for low, high in pairwise(grey)) >= GREYS[colours]


# == Painted cards: sets, details, words, clips, damaged files.

FONT = asset_path("fonts", "Figtree_800ExtraBold.ttf")


def faces(
    folder: Path = FOLDER,
    *,
    colours: str = "normal",
    language: str = "en",
    problems: list[str] | None = None,
) -> card_art.SpringCardArt:
    words = build_band_words(load_texts(asset_path("locale"), language))
    report = ([] if problems is None else problems).append
    return card_art.SpringCardArt(folder, words, colours=colours, font=FONT, report=report)


def pixels(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGBA")


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("colours", DESIGNS)
def test_every_card_is_painted_from_its_drawing_and_unique(colours: str, detail: str) -> None:
    problems: list[str] = []
    cards = faces(colours=colours, problems=problems)
    assert len({pixels(cards.paint(face, 48, detail)) for face in (*FACES, None)}) == 10
    assert problems == []


@pytest.mark.parametrize("width", [48, 96])
def test_left_strip_identifies_a_card_without_colour(width: int) -> None:
    cards = faces()
    strip = (0, 0, round(0.4 * width), round(0.8 * 1.4 * width))
    edges = [
        pygame.transform.laplacian(
            pygame.transform.grayscale(cards.paint(face, width, "small").subsurface(strip))
        )
        for face in FACES
    ]
    for one, other in combinations(edges, 2):
        spots = [(x, y) for x in range(strip[2]) for y in range(strip[3])]
        differ = sum((one.get_at(at)[0] > 24) != (other.get_at(at)[0] > 24) for at in spots)
        assert differ > 0.06 * len(spots)


def test_clips_between_cards_differ_in_shape_and_brightness() -> None:
    shapes = {
        kind: pygame.mask.from_surface(paint_clip(kind, (60, 50)), 250).count() for kind in CLIPS
    }
    masks = [pygame.mask.from_surface(paint_clip(kind, (60, 50)), 250) for kind in CLIPS]
    assert masks[0].overlap_area(masks[1], (0, 0)) < 0.9 * max(shapes.values())
    for kind in CLIPS:
        dark, lit = (paint_clip(kind, (60, 50), is_lit=is_lit) for is_lit in (False, True))
        spot = (30, 25) if kind == "equal" else (38, 32)
        assert sum(dark.get_at(spot)[:3]) < 150 < 400 < sum(lit.get_at(spot)[:3])


# == Contrast of painted cards, measured in pixels.

WIDTH = 120
CORNERS = {"full": (6, 7, 32, 35), "small": (6, 7, 42, 46)}
"""Where the numeral in the corner stands: left, top, right, bottom."""


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("colours", DESIGNS)
def test_corner_numeral_has_enough_contrast(colours: str, detail: str) -> None:
    cards = faces(colours=colours)
    left, top, right, bottom = CORNERS[detail]
    for face in FACES:
        card, ink = cards.paint(face, WIDTH, detail), Colour.from_hex(DESIGNS[colours][face].ink)
        tones = {
            (x, y): Colour(*card.get_at((x, y))[:3])
            for x in range(left, right)
            for y in range(top, bottom)
        }
        inked = {at for at, tone in tones.items() if _is_near(tone, ink, 8)}
        assert len(inked) > 0.15 * len(tones), face
        # What is half ink is the numeral's edge; beyond it lies what it must stand out from.
        around = [
            contrast(ink, tone)
            for (x, y), tone in tones.items()
            if not any((x + dx, y + dy) in inked for dx in (-2, 0, 2) for dy in (-2, 0, 2))
        ]
        assert sorted(around)[len(around) // 20] >= TEXT, face


def _is_near(one: Colour, other: Colour, by: int) -> bool:
    return max(abs(p - q) for p, q in zip(one[:3], other[:3], strict=True)) <= by


# == Rows of cards: clips between joined neighbours, gaps between others.


@pytest.mark.parametrize(
    ("left", "right", "kind"),
    [(3, 3, card_art.EQUAL), (3, 4, STEP), (4, 3, None), (3, 5, None), (0, 1, None), (0, 0, None)],
)
def test_clip_joins_neighbouring_cards_with_equal_or_rising_numbers(
    left: int, right: int, kind: str | None
) -> None:
    assert card_art.find_clip_between(left, right) == kind
    assert can_join(left, right) == (kind is not None)


def test_clip_is_drawn_on_the_right_card_of_two_joined_cards() -> None:
    cards = card_art.build_card_row(faces(), (3, 3, 9, 4, 5), 100.0)
    assert [len(card.children) for card in cards] == [0, 1, 0, 0, 1]
    gaps = [b.position.x - a.position.x - 100.0 for a, b in pairwise(cards)]
    assert gaps[0] == gaps[3] < gaps[1] == gaps[2]
    assert cards[-1].position.x + 100.0 == pytest.approx(
        100.0 * card_art.measure_row_width((3, 3, 9, 4, 5))
    )


def test_title_art_card_blocks_are_valid_combinations() -> None:
    assert {place for block in BLOCKS for place in block} == set(range(len(ROW)))
    assert all(len(split_into_blocks([ROW[place] for place in block])) == 1 for block in BLOCKS)
    assert len(list_captions(Texts())) == len(BLOCKS)


def test_settings_example_marks_the_cards_that_join_the_open_cards() -> None:
    shown = SPRING_VIEW.pages.preview_cards(Texts())
    assert shown is not None
    for face, is_good in shown.hand:
        row = [int(each) for each in (*shown.open_cards, face)]
        assert (len(split_into_blocks(row)) == 1) == is_good
    assert shown.hand[shown.played][1]
