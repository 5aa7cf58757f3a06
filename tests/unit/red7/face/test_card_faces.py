"""Checks the painting of cards: sizes, sets, words, action icons, cache, and damaged files."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Final

import pygame
import pytest

from red7_desktop.games.red7.face.card_art import (
    ALL_FACES,
    COLOURS,
    LETTERS_HIGH_FIRST,
    STARTER,
    WORDS,
    Red7CardArt,
)
from red7_desktop.kit.look.card_art import BAND_TOP, DETAILS, HEIGHT, card_height
from red7_desktop.resources import asset_path

FONT: Final = asset_path("fonts", "Figtree_800ExtraBold.ttf")
GERMAN: Final = dict(
    zip(
        LETTERS_HIGH_FIRST,
        ("HÖCHSTE", "EINE ZAHL", "EINE FARBE", "GERADE", "DIE MEISTEN FARBEN", "FOLGE", "UNTER 4"),
        strict=True,
    )
)


class Problems(list[str]):
    """Collects what is reported."""


@pytest.fixture
def problems() -> Problems:
    return Problems()


@pytest.fixture
def faces(problems: Problems) -> Red7CardArt:
    return Red7CardArt(asset_path("cards", "red7"), font=FONT, report=problems.append)


def pixels(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGBA")


def differing_rows(first: pygame.Surface, second: pygame.Surface) -> list[int]:
    """List the rows in which two pictures of one size differ."""
    pitch = first.get_width() * 4
    a, b = pixels(first), pixels(second)
    return [
        y for y in range(first.get_height()) if a[y * pitch :][:pitch] != b[y * pitch :][:pitch]
    ]


def is_near(first: pygame.Color, second: str, by: int = 40) -> bool:
    other = pygame.Color(second)
    return max(abs(first.r - other.r), abs(first.g - other.g), abs(first.b - other.b)) <= by


@pytest.mark.parametrize(("colours", "detail"), list(product(COLOURS, DETAILS)))
def test_every_face_is_painted_from_its_drawing_and_looks_like_no_other(
    colours: str, detail: str, problems: Problems
) -> None:
    faces = Red7CardArt(
        asset_path("cards", "red7"), colours=colours, font=FONT, report=problems.append
    )
    painted = {pixels(faces.paint(face, 44, detail)) for face in (*ALL_FACES, STARTER, None)}
    assert len(painted) == 51
    assert problems == []


@pytest.mark.parametrize("width", [1, 2, 44, 64, 96, 143, 144, 300, 601])
def test_a_picture_has_the_width_asked_for_and_the_height_of_a_card(
    width: int, faces: Red7CardArt
) -> None:
    for face, detail in product(("R7", None), DETAILS):
        assert faces.paint(face, width, detail).get_size() == (width, card_height(width))


@pytest.mark.parametrize("size", [(144, 203), (144, 201), (96, 135), (301, 420), (300, 421)])
def test_a_box_of_whole_pixels_may_ask_for_another_height(
    size: tuple[int, int], faces: Red7CardArt
) -> None:
    card = faces.paint("R7", size[0], height_px=size[1])
    assert card.get_size() == size
    assert card.get_at((size[0] // 2, size[1] // 2)).a == 255


def test_a_card_of_any_width_is_solid(faces: Red7CardArt) -> None:
    for width in range(40, 200, 7):
        for detail in DETAILS:
            card = faces.paint("B5", width, detail)
            assert card.get_at((width // 2, width // 3)).a == 255, (width, detail)


@pytest.mark.parametrize(("colours", "detail"), list(product(COLOURS, DETAILS)))
@pytest.mark.parametrize("letter", LETTERS_HIGH_FIRST)
def test_a_face_is_nearer_to_its_own_colour_than_to_any_other(
    colours: str, detail: str, letter: str
) -> None:
    card = Red7CardArt(asset_path("cards", "red7"), colours=colours).paint(
        f"{letter}1", 200, detail
    )
    ground = pygame.transform.average_color(card, pygame.Rect(10, 120, 40, 100))
    nearest = min(
        COLOURS[colours].values(),
        key=lambda colour: sum(
            (a - b) ** 2 for a, b in zip(ground[:3], pygame.Color(colour.base)[:3], strict=True)
        ),
    )
    assert nearest.letter == letter


@pytest.mark.parametrize("face", ["R7", "I2", STARTER, None])
@pytest.mark.parametrize("width", [44, 144])
def test_a_card_is_solid_and_its_corners_are_round_without_a_dark_fringe(
    face: str | None, width: int, faces: Red7CardArt
) -> None:
    card = faces.paint(face, width)
    w, h = card.get_size()
    edge = card.get_at((w // 2, 0))
    corner = [card.get_at((x, y)) for x in range(w // 8) for y in range(w // 8)]
    assert card.get_at((0, 0)).a == 0
    assert all(card.get_at(at).a == 255 for at in ((w // 2, 0), (0, h // 2), (w // 2, h // 2)))
    assert any(0 < pixel.a < 255 for pixel in corner)
    assert all(sum(p[:3]) > sum(edge[:3]) - 90 for p in corner if 0 < p.a < 255)


def test_the_starter_card_is_red_and_shows_no_number(faces: Red7CardArt) -> None:
    card = faces.paint(STARTER, 200)
    assert is_near(card.get_at((40, 220)), COLOURS["normal"]["R"].base)
    assert is_near(card.get_at((100, 127)), COLOURS["normal"]["R"].ink, by=2)
    assert faces.colour_of(STARTER).name == "red"


def test_the_same_picture_is_given_twice_and_another_size_is_another_picture(
    faces: Red7CardArt,
) -> None:
    assert faces.paint("R7", 96) is faces.paint("R7", 96)
    assert faces.paint("R7", 96) is not faces.paint("R7", 96, "small")
    assert faces.paint("R7", 96) is not faces.paint("R7", 97)
    assert faces.symbol("R", 20, "#ff0000") is faces.symbol("R", 20, (255, 0, 0))
    assert faces.symbol("R", 20, "#ff0000") is not faces.symbol("R", 20, "#00ff00")


def test_the_pictures_unused_for_longest_go_when_they_take_too_much() -> None:
    two_cards = 2 * 50 * 70 * 4
    faces = Red7CardArt(asset_path("cards", "red7"), budget=two_cards)
    first, second = faces.paint("R7", 50, "small"), faces.paint("R6", 50, "small")
    assert faces.paint("R7", 50, "small") is first
    faces.paint("R5", 50, "small")
    assert faces.paint("R7", 50, "small") is first
    assert faces.paint("R6", 50, "small") is not second


def test_a_picture_larger_than_the_cache_is_still_given() -> None:
    assert Red7CardArt(asset_path("cards", "red7"), budget=1).paint("R7", 50).get_size() == (50, 70)


def test_action_icons_are_on_odd_numbers_only_and_only_when_asked_for() -> None:
    without = Red7CardArt(asset_path("cards", "red7"), font=FONT)
    with_icons = Red7CardArt(asset_path("cards", "red7"), font=FONT, actions=True)
    for detail, number in product(DETAILS, range(1, 8)):
        face = f"G{number}"
        same = pixels(without.paint(face, 96, detail)) == pixels(with_icons.paint(face, 96, detail))
        assert same == (number % 2 == 0), (face, detail)
    for other in (STARTER, None):
        assert pixels(without.paint(other, 96)) == pixels(with_icons.paint(other, 96))


def test_the_action_icons_differ_from_one_another(faces: Red7CardArt) -> None:
    assert len({pixels(faces.action_icon(number, 30)) for number in (1, 3, 5, 7)}) == 4


@pytest.mark.parametrize("letter", LETTERS_HIGH_FIRST)
@pytest.mark.parametrize("width", [96, 144, 300])
def test_another_language_changes_the_band_and_nothing_else(
    letter: str, width: int, faces: Red7CardArt
) -> None:
    german = Red7CardArt(asset_path("cards", "red7"), font=FONT, words=GERMAN)
    face = f"{letter}3"
    first, second = faces.paint(face, width), german.paint(face, width)
    rows = differing_rows(first, second)
    assert rows
    assert min(rows) > BAND_TOP / HEIGHT * first.get_height()
    assert pixels(faces.paint(face, width, "small")) == pixels(german.paint(face, width, "small"))


@pytest.mark.parametrize("words", [WORDS, GERMAN, dict.fromkeys(LETTERS_HIGH_FIRST, "W" * 40)])
@pytest.mark.parametrize("width", [60, 144, 300])
def test_a_rule_word_stays_within_the_band(words: dict[str, str], width: int) -> None:
    faces = Red7CardArt(asset_path("cards", "red7"), font=FONT, words=words)
    blank = Red7CardArt(
        asset_path("cards", "red7"), font=FONT, words=dict.fromkeys(LETTERS_HIGH_FIRST, "")
    )
    for letter in LETTERS_HIGH_FIRST:
        card, plain = faces.paint(f"{letter}3", width), blank.paint(f"{letter}3", width)
        margin = round(width * 0.05)
        w, h = card.get_size()
        for x in (*range(margin), *range(w - margin, w)):
            for y in range(round(BAND_TOP / HEIGHT * h), h):
                assert card.get_at((x, y)) == plain.get_at((x, y)), (letter, x, y)


def test_a_word_too_small_to_read_leaves_its_symbol_alone(faces: Red7CardArt) -> None:
    german = Red7CardArt(asset_path("cards", "red7"), font=FONT, words=GERMAN)
    assert pixels(faces.paint("B3", 44)) == pixels(german.paint("B3", 44))


def test_a_symbol_is_in_its_tint_and_fades_with_it(faces: Red7CardArt) -> None:
    solid, faint = faces.symbol("G", 40, "#4de59a"), faces.symbol("G", 40, (77, 229, 154, 64))
    assert solid.get_size() == (40, 40)
    assert tuple(solid.get_at((20, 20))) == (77, 229, 154, 255)
    assert faint.get_at((20, 20)).a == 64
    edges = [solid.get_at((x, y)) for x in range(40) for y in range(40)]
    assert {tuple(pixel)[:3] for pixel in edges} == {(77, 229, 154)}
    assert solid.get_at((0, 0)).a == 0


def test_the_seven_symbols_differ_from_one_another(faces: Red7CardArt) -> None:
    assert len({pixels(faces.symbol(letter, 12)) for letter in LETTERS_HIGH_FIRST}) == 7


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda faces: faces.paint("Z9", 96), "'Z9' is not a card face"),
        (lambda faces: faces.paint("R8", 96), "'R8' is not a card face"),
        (lambda faces: faces.paint("", 96), "'' is not a card face"),
        (lambda faces: faces.paint("R7", 96, "tiny"), "'tiny' is not a detail"),
        (lambda faces: faces.paint("R7", 0), "cannot be 0 x 0 pixels"),
        (lambda faces: faces.paint("R7", 9, height_px=0), "cannot be 9 x 0 pixels"),
        (lambda faces: faces.symbol("X", 9), "no symbol 'X'"),
        (lambda faces: faces.symbol("R", 0), "no symbol 'R' of 0"),
        (lambda faces: faces.action_icon(2, 9), "no action icon for 2"),
        (lambda faces: Red7CardArt(Path(), colours="loud"), "'loud' is not a colour set"),
        (lambda faces: Red7CardArt(Path(), words={"R": "HIGHEST"}), "no rule word for O, Y"),
    ],
)
def test_what_does_not_exist_is_refused_with_a_reason(
    ask: Callable[[Red7CardArt], object], why: str, faces: Red7CardArt
) -> None:
    with pytest.raises(ValueError, match=why):
        ask(faces)


@pytest.fixture
def own_folder(tmp_path: Path) -> Path:
    """A copy of some of the card files, to be damaged."""
    symbols = ("symbols/red.svg", "symbols/blue.svg")
    for name in ("normal/full/R7.svg", "normal/full/B2.svg", "back.svg", *symbols):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(asset_path("cards", "red7") / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: b"\x00\xff" * 50,
        lambda data: data[: len(data) // 2],
        lambda data: b"<svg></svg>",
        lambda data: b"not a drawing </svg>",
        lambda data: b'<svg xmlns="http://www.w3.org/2000/svg" width="500" height="700"></svg>',
    ],
    ids=["empty", "noise", "cut short", "no size", "no drawing", "nothing to see"],
)
def test_a_damaged_card_is_shown_plain_and_reported_once(
    damage: Callable[[bytes], bytes], own_folder: Path, problems: Problems
) -> None:
    file = own_folder / "normal" / "full" / "R7.svg"
    file.write_bytes(damage(file.read_bytes()))
    faces = Red7CardArt(own_folder, font=FONT, report=problems.append)
    card = faces.paint("R7", 200)
    assert card.get_size() == (200, 280)
    assert is_near(card.get_at((30, 30)), COLOURS["normal"]["R"].base, by=2)
    faces.paint("R7", 100)
    assert [problem for problem in problems if "R7" in problem] == problems
    assert len(problems) == 1


def test_a_damaged_card_leaves_the_others_alone(own_folder: Path, problems: Problems) -> None:
    (own_folder / "normal" / "full" / "R7.svg").unlink()
    whole = Red7CardArt(asset_path("cards", "red7"), font=FONT)
    faces = Red7CardArt(own_folder, font=FONT, report=problems.append)
    faces.paint("R7", 96)
    assert pixels(faces.paint(None, 96)) == pixels(whole.paint(None, 96))
    assert pixels(faces.paint("B2", 96)) == pixels(whole.paint("B2", 96))
    assert len(problems) == 1


def test_without_any_file_every_card_is_plain_and_still_tells_itself_apart(
    tmp_path: Path, problems: Problems
) -> None:
    faces = Red7CardArt(tmp_path, font=FONT, actions=True, report=problems.append)
    painted = {pixels(faces.paint(face, 96)) for face in (*ALL_FACES, STARTER, None)}
    assert len(painted) == 51
    assert len({pixels(faces.symbol(letter, 24)) for letter in LETTERS_HIGH_FIRST}) == 7
    assert all("is shown plain" in problem for problem in problems)
    assert len(problems) == len(set(problems))


@pytest.mark.parametrize("content", [None, b"", b"no font"])
def test_a_missing_or_damaged_font_is_reported_and_another_one_writes_the_words(
    content: bytes | None, tmp_path: Path, problems: Problems
) -> None:
    font = tmp_path / "words.ttf"
    if content is not None:
        font.write_bytes(content)
    card = Red7CardArt(asset_path("cards", "red7"), font=font, report=problems.append).paint(
        "G3", 144
    )
    blank = Red7CardArt(
        asset_path("cards", "red7"), words=dict.fromkeys(LETTERS_HIGH_FIRST, "")
    ).paint("G3", 144)
    assert differing_rows(card, blank)
    assert len(problems) == 1
    assert "font" in problems[0]
