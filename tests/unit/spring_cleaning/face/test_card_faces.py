"""The painting of cards: sets, details, words on the band, objects, clips, damaged files."""

from __future__ import annotations

import shutil
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from red7_desktop.games.spring_cleaning.face.card_art import (
    CLIPS,
    DESIGNS,
    FACES,
    SpringCardArt,
    paint_clip,
)
from red7_desktop.games.spring_cleaning.face.words import build_band_words
from red7_desktop.kit.look.card_art import BAND_TOP, DETAILS, HEIGHT
from red7_desktop.kit.texts import load_texts
from red7_desktop.resources import asset_path

FOLDER = asset_path("cards", "spring_cleaning")
FONT = asset_path("fonts", "Figtree_800ExtraBold.ttf")


def faces(
    folder: Path = FOLDER,
    *,
    colours: str = "normal",
    language: str = "en",
    problems: list[str] | None = None,
) -> SpringCardArt:
    words = build_band_words(load_texts(asset_path("locale"), language))
    report = ([] if problems is None else problems).append
    return SpringCardArt(folder, words, colours=colours, font=FONT, report=report)


def pixels(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGBA")


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("colours", DESIGNS)
def test_every_face_is_painted_from_its_drawing_and_looks_like_no_other(
    colours: str, detail: str
) -> None:
    problems: list[str] = []
    cards = faces(colours=colours, problems=problems)
    assert len({pixels(cards.paint(face, 48, detail)) for face in (*FACES, None)}) == 10
    assert problems == []


@pytest.mark.parametrize("width", [48, 96])
def test_the_left_strip_of_a_card_tells_it_apart_without_colour(width: int) -> None:
    """All that shows of a card in a crowded hand; cards differ there by what is drawn."""
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


@pytest.mark.parametrize("language", ["de", "pl"])
def test_another_language_changes_the_bands_and_nothing_else(language: str) -> None:
    ours, theirs = faces(), faces(language=language)
    for face in FACES:
        one, other = ours.paint(face, 120), theirs.paint(face, 120)
        top = round(BAND_TOP / HEIGHT * one.get_height())
        above = (0, 0, 120, top)
        assert pixels(one.subsurface(above)) == pixels(other.subsurface(above))
        assert pixels(one) != pixels(other), face


def test_objects_are_symbols_and_differ() -> None:
    cards = faces()
    assert len({pixels(cards.symbol(face, 20, "#ff8800")) for face in FACES}) == 9
    with pytest.raises(ValueError, match="no symbol 'R' of 20"):
        cards.symbol("R", 20)


@pytest.mark.parametrize(("face", "why"), [("0", "'0' is not"), ("10", "'10' is not")])
def test_what_does_not_exist_is_refused(face: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        faces().paint(face, 96)


def test_a_damaged_card_is_plain_and_the_others_are_not(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    (tmp_path / "normal" / "small" / "7.svg").write_bytes(b"<svg")
    problems: list[str] = []
    own, whole = faces(tmp_path, problems=problems), faces()
    plain = own.paint("7", 96, "small")
    base = pygame.Color(DESIGNS["normal"]["7"].base)
    assert all(abs(p - q) < 3 for p, q in zip(plain.get_at((10, 60)), base, strict=True))
    assert pixels(own.paint("6", 96, "small")) == pixels(whole.paint("6", 96, "small"))
    assert len(problems) == 1


def test_without_any_file_every_number_still_tells_itself_apart(tmp_path: Path) -> None:
    cards = faces(tmp_path)
    assert len({pixels(cards.paint(face, 96)) for face in (*FACES, None)}) == 10
    assert len({pixels(cards.symbol(face, 30)) for face in FACES}) == 9


def test_clips_differ_in_shape_and_lit_ones_are_light_within() -> None:
    shapes = {
        kind: pygame.mask.from_surface(paint_clip(kind, (60, 50)), 250).count() for kind in CLIPS
    }
    masks = [pygame.mask.from_surface(paint_clip(kind, (60, 50)), 250) for kind in CLIPS]
    assert masks[0].overlap_area(masks[1], (0, 0)) < 0.9 * max(shapes.values())
    for kind in CLIPS:
        dark, lit = (paint_clip(kind, (60, 50), is_lit=is_lit) for is_lit in (False, True))
        spot = (30, 25) if kind == "equal" else (38, 32)
        assert sum(dark.get_at(spot)[:3]) < 150 < 400 < sum(lit.get_at(spot)[:3])
