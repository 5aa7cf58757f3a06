"""Red7's cards: their drawing files, their painting, legible and apart for all eyes."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pygame
import pytest

from red7_desktop.games.red7.face import card_art
from red7_desktop.games.red7.face.card_art import COLOURS, LETTERS_HIGH_FIRST, STARTER, Red7CardArt
from red7_desktop.games.red7.face.words import build_band_words
from red7_desktop.kit.look.card_art import BAND_ROOM, BAND_TOP, DETAILS, HEIGHT
from red7_desktop.kit.texts import load_texts
from red7_desktop.resources import asset_path
from red7_desktop.scene.geometry import Transform, Vec
from red7_desktop.scene.pictures import Colour
from red7_desktop.table.arrange import arrange
from red7_desktop.table.layout import choose_layout
from tests.colours import TEXT, Lab, contrast, distance, seen_as
from tests.unit.kit.hud_table import layouts

ROOT: Final = Path(__file__).resolve().parents[4]
DRAWINGS: Final = sorted([*asset_path("cards").rglob("*.svg"), *asset_path("icon").rglob("*.svg")])
SVG: Final = "{http://www.w3.org/2000/svg}"
SHAPE: Final = frozenset(
    {"fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity"}
    | {"stroke-linejoin", "transform"}
)
PLACE: Final = frozenset({"id", "gradientUnits", "gradientTransform"})
KNOWN: Final = {
    "svg": frozenset({"width", "height", "viewBox"}),
    "defs": frozenset[str](),
    "g": SHAPE,
    "path": SHAPE | {"d"},
    "rect": SHAPE | {"x", "y", "width", "height", "rx"},
    "circle": SHAPE | {"cx", "cy", "r"},
    "linearGradient": PLACE | {"x1", "y1", "x2", "y2"},
    "radialGradient": PLACE | {"cx", "cy", "r"},
    "stop": frozenset({"offset", "stop-color", "stop-opacity"}),
}
"""What the rasteriser understands of SVG, as far as the art needs it."""
COLOUR: Final = re.compile(r"#[0-9a-f]{6}|none|url\(#\w+\)")


def faults(text: str) -> list[str]:
    """List what the rasteriser would silently leave out of a drawing, or draw wrongly."""
    found = []
    ids: set[str] = set()
    for element in ElementTree.fromstring(text).iter():
        tag = element.tag.removeprefix(SVG)
        if tag not in KNOWN:
            found.append(f"<{tag}>")
            continue
        found += [f"{tag} {name}" for name in sorted(set(element.keys()) - KNOWN[tag])]
        if (element.text or "").strip() or (element.tail or "").strip():
            found.append("words")
        ids.add(element.get("id", ""))
        for name in ("fill", "stroke", "stop-color"):
            paint = element.get(name, "none")
            if not COLOUR.fullmatch(paint) or (paint[:5] == "url(#" and paint[5:-1] not in ids):
                found.append(f"{name} {paint}")
    return found


@pytest.mark.parametrize("file", DRAWINGS, ids=lambda file: "-".join(file.parts[-3:]))
def test_card_drawings_use_supported_svg_only(file: Path) -> None:
    assert faults(file.read_text(encoding="utf-8")) == []


def test_card_drawings_equal_the_scripts_output(tmp_path: Path) -> None:
    pytest.importorskip("fontTools", reason="drawing the cards needs fontTools")
    script = ROOT / "tools" / "cards.py"
    if not script.is_file():
        pytest.skip("this is an installed copy, without the script that draws the cards")
    subprocess.run([sys.executable, script, tmp_path], check=True, capture_output=True)
    for folder in ("cards", "icon"):
        made = {path.relative_to(tmp_path) for path in (tmp_path / folder).rglob("*.*")}
        kept = {path.relative_to(asset_path()) for path in asset_path(folder).rglob("*.*")}
        assert made == kept - {Path("cards/README.md")}
        changed = [
            name for name in sorted(made) if not is_same(tmp_path / name, asset_path() / name)
        ]
        assert changed == []


def is_same(made: Path, kept: Path) -> bool:
    """Compare two files: drawings by their text, pictures by what is seen of them."""
    if made.suffix != ".png":
        return made.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")
    first, second = pygame.image.load(made), pygame.image.load(kept)
    if first.get_size() != second.get_size():
        return False
    a, b = (pygame.image.tobytes(picture, "RGBA") for picture in (first, second))
    # Another processor may round the scaling down otherwise.
    return a == b or all(abs(one - other) <= 2 for one, other in zip(a, b, strict=True))


@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("letter", LETTERS_HIGH_FIRST)
def test_number_of_lit_pips_equals_the_rank_of_the_cards_colour(colours: str, letter: str) -> None:
    text = asset_path("cards", "red7", colours, "full", f"{letter}4.svg").read_text(
        encoding="utf-8"
    )
    circles = [c for c in ElementTree.fromstring(text).iter() if c.tag == f"{SVG}circle"]
    lit = [circle for circle in circles if circle.get("fill-opacity") is None]
    assert len(circles) == 7
    assert len(lit) == COLOURS[colours][letter].rank


# == Painted cards: sizes, sets, words, action icons, cache, damaged files.

FONT: Final = asset_path("fonts", "Figtree_800ExtraBold.ttf")
GERMAN: Final = dict(
    zip(
        LETTERS_HIGH_FIRST,
        ("HÖCHSTE", "EINE ZAHL", "EINE FARBE", "GERADE", "DIE MEISTEN FARBEN", "FOLGE", "UNTER 4"),
        strict=True,
    )
)


NO_WORDS: Final = dict.fromkeys(LETTERS_HIGH_FIRST, "")


@pytest.fixture
def problems() -> list[str]:
    """Return what is reported."""
    return []


def art(**options: Any) -> Red7CardArt:
    return Red7CardArt(asset_path("cards", "red7"), **{"font": FONT, **options})


@pytest.fixture
def faces(problems: list[str]) -> Red7CardArt:
    return art(report=problems.append)


def pixels(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGBA")


def differing_rows(first: pygame.Surface, second: pygame.Surface) -> list[int]:
    """List the rows in which two pictures of one size differ."""
    pitch = first.get_width() * 4
    a, b = pixels(first), pixels(second)
    return [
        y for y in range(first.get_height()) if a[y * pitch :][:pitch] != b[y * pitch :][:pitch]
    ]


@pytest.mark.parametrize(("colours", "detail"), list(product(COLOURS, DETAILS)))
def test_every_card_is_painted_from_its_drawing_and_unique(
    colours: str, detail: str, problems: list[str]
) -> None:
    faces = art(colours=colours, report=problems.append)
    painted = {
        pixels(faces.paint(face, 44, detail)) for face in (*card_art.ALL_FACES, STARTER, None)
    }
    assert len(painted) == 51
    assert problems == []


@pytest.mark.parametrize("width", [1, 2, 44, 64, 96, 143, 144, 300, 601])
def test_card_picture_has_the_asked_width_and_card_ratio(width: int, faces: Red7CardArt) -> None:
    for face, detail in product(("R7", None), DETAILS):
        assert faces.paint(face, width, detail).get_size() == (width, round(width * HEIGHT / 500))


@pytest.mark.parametrize("size", [(144, 203), (144, 201), (96, 135), (301, 420), (300, 421)])
def test_card_picture_has_the_requested_height(size: tuple[int, int], faces: Red7CardArt) -> None:
    card = faces.paint("R7", size[0], height_px=size[1])
    assert card.get_size() == size
    assert card.get_at((size[0] // 2, size[1] // 2)).a == 255


@pytest.mark.parametrize("face", ["R7", "I2", STARTER, None])
@pytest.mark.parametrize("width", [44, 144])
def test_card_is_opaque_with_clean_round_corners(
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


def test_card_pictures_are_cached_by_size(
    faces: Red7CardArt,
) -> None:
    assert faces.paint("R7", 96) is faces.paint("R7", 96)
    assert faces.paint("R7", 96) is not faces.paint("R7", 96, "small")
    assert faces.paint("R7", 96) is not faces.paint("R7", 97)
    assert faces.symbol("R", 20, "#ff0000") is faces.symbol("R", 20, (255, 0, 0))
    assert faces.symbol("R", 20, "#ff0000") is not faces.symbol("R", 20, "#00ff00")


def test_card_cache_evicts_the_least_recently_used() -> None:
    two_cards = 2 * 50 * 70 * 4
    faces = art(budget=two_cards)
    first, second = faces.paint("R7", 50, "small"), faces.paint("R6", 50, "small")
    assert faces.paint("R7", 50, "small") is first
    faces.paint("R5", 50, "small")
    assert faces.paint("R7", 50, "small") is first
    assert faces.paint("R6", 50, "small") is not second


def test_card_larger_than_the_cache_is_still_painted() -> None:
    assert art(budget=1).paint("R7", 50).get_size() == (50, 70)


def test_actions_option_adds_icons_to_odd_cards_only() -> None:
    without, with_icons = art(), art(actions=True)
    for detail, number in product(DETAILS, range(1, 8)):
        face = f"G{number}"
        same = pixels(without.paint(face, 96, detail)) == pixels(with_icons.paint(face, 96, detail))
        assert same == (number % 2 == 0), (face, detail)
    for other in (STARTER, None):
        assert pixels(without.paint(other, 96)) == pixels(with_icons.paint(other, 96))


def test_action_icons_differ_from_each_other(faces: Red7CardArt) -> None:
    assert len({pixels(faces.action_icon(number, 30)) for number in (1, 3, 5, 7)}) == 4


@pytest.mark.parametrize("letter", LETTERS_HIGH_FIRST)
@pytest.mark.parametrize("width", [96, 144, 300])
def test_language_changes_only_the_rule_word_band_of_a_card(
    letter: str, width: int, faces: Red7CardArt
) -> None:
    german, face = art(words=GERMAN), f"{letter}3"
    first, second = faces.paint(face, width), german.paint(face, width)
    rows = differing_rows(first, second)
    assert rows
    assert min(rows) > BAND_TOP / HEIGHT * first.get_height()
    assert pixels(faces.paint(face, width, "small")) == pixels(german.paint(face, width, "small"))


@pytest.mark.parametrize(
    "words", [card_art.WORDS, GERMAN, dict.fromkeys(LETTERS_HIGH_FIRST, "W" * 40)]
)
@pytest.mark.parametrize("width", [60, 144, 300])
def test_rule_word_stays_inside_its_band(words: dict[str, str], width: int) -> None:
    faces, blank = art(words=words), art(words=NO_WORDS)
    for letter in LETTERS_HIGH_FIRST:
        card, plain = faces.paint(f"{letter}3", width), blank.paint(f"{letter}3", width)
        margin = round(width * 0.05)
        w, h = card.get_size()
        for x in (*range(margin), *range(w - margin, w)):
            for y in range(round(BAND_TOP / HEIGHT * h), h):
                assert card.get_at((x, y)) == plain.get_at((x, y)), (letter, x, y)


def test_colour_symbol_is_painted_in_the_requested_tint_and_alpha(faces: Red7CardArt) -> None:
    solid, faint = faces.symbol("G", 40, "#4de59a"), faces.symbol("G", 40, (77, 229, 154, 64))
    assert solid.get_size() == (40, 40)
    assert tuple(solid.get_at((20, 20))) == (77, 229, 154, 255)
    assert faint.get_at((20, 20)).a == 64
    edges = [solid.get_at((x, y)) for x in range(40) for y in range(40)]
    assert {tuple(pixel)[:3] for pixel in edges} == {(77, 229, 154)}
    assert solid.get_at((0, 0)).a == 0


def test_seven_symbols_differ_from_each_other(faces: Red7CardArt) -> None:
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
        (lambda faces: Red7CardArt(Path(), words={"R": "HIGHEST"}), "no word for O, Y"),
    ],
)
def test_unknown_card_is_refused_with_a_reason(
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
def test_damaged_card_is_shown_plain_and_reported_once(
    damage: Callable[[bytes], bytes], own_folder: Path, problems: list[str]
) -> None:
    file = own_folder / "normal" / "full" / "R7.svg"
    file.write_bytes(damage(file.read_bytes()))
    faces = Red7CardArt(own_folder, font=FONT, report=problems.append)
    card = faces.paint("R7", 200)
    assert card.get_size() == (200, 280)
    base = Colour.from_hex(COLOURS["normal"]["R"].base)
    assert is_near(Colour(*card.get_at((30, 30))[:3]), base, by=2)
    faces.paint("R7", 100)
    assert [problem for problem in problems if "R7" in problem] == problems
    assert len(problems) == 1


def test_cards_are_plain_and_distinct_without_any_file(tmp_path: Path, problems: list[str]) -> None:
    faces = Red7CardArt(tmp_path, font=FONT, actions=True, report=problems.append)
    painted = {pixels(faces.paint(face, 96)) for face in (*card_art.ALL_FACES, STARTER, None)}
    assert len(painted) == 51
    assert len({pixels(faces.symbol(letter, 24)) for letter in LETTERS_HIGH_FIRST}) == 7
    assert all("is shown plain" in problem for problem in problems)
    assert len(problems) == len(set(problems))


@pytest.mark.parametrize("content", [None, b"", b"no font"])
def test_card_words_use_a_fallback_font_when_their_font_is_damaged(
    content: bytes | None, tmp_path: Path, problems: list[str]
) -> None:
    font = tmp_path / "words.ttf"
    if content is not None:
        font.write_bytes(content)
    card = art(font=font, report=problems.append).paint("G3", 144)
    assert differing_rows(card, art(words=NO_WORDS).paint("G3", 144))
    assert len(problems) == 1
    assert "font" in problems[0]


# == Contrast of painted cards, measured in pixels.

Place = tuple[int, int]
WINDOWS = ((1920, 1080), (2560, 1080))
"""The windows of 1080 rows in which text is measured, as wide as 16:9 and as 21:9."""
LEAST_HEIGHT = 18
"""Pixels that card text has at least in those windows."""
FULL_HAND = 7
HAND_LAYOUTS = [layout for layout in layouts() if layout.has_viewer]
"""Layouts for somebody who plays at this screen."""
WIDTH = 400


@cache
def faces_in(colours: str, language: str = "en") -> Red7CardArt:
    words = build_band_words(load_texts(asset_path("locale"), language))
    return art(colours=colours, words=words)


def index_of(colours: str, face: str, detail: str, width: int) -> tuple[list[Place], list[Place]]:
    """Return the pixels of the corner's numeral, and those that lie close around it."""
    card = faces_in(colours).paint(face, width, detail)
    ink = Colour.from_hex(COLOURS[colours][face[0]].ink)
    corner = [
        (x, y)
        for x in range(round(0.03 * width), round(0.28 * width))
        for y in range(
            round(0.03 * width), round(0.335 * width if detail == "small" else 0.27 * width)
        )
    ]
    inked = {at for at in corner if is_near(Colour(*card.get_at(at)[:3]), ink)}
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


def is_near(one: Colour, other: Colour, by: int = 8) -> bool:
    return max(abs(p - q) for p, q in zip(one[:3], other[:3], strict=True)) <= by


@pytest.mark.sampled("colours")
@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("colours", COLOURS)
def test_corner_numeral_has_enough_contrast(colours: str, detail: str) -> None:
    for letter in LETTERS_HIGH_FIRST:
        card = faces_in(colours).paint(f"{letter}4", WIDTH, detail)
        ink = Colour.from_hex(COLOURS[colours][letter].ink)
        _, around = index_of(colours, f"{letter}4", detail, WIDTH)
        found = sorted(contrast(ink, Colour(*card.get_at(at)[:3])) for at in around)
        # A few pixels at the edge are half ink.
        assert found[len(found) // 20] >= TEXT, letter


@pytest.mark.sampled("seats")
@pytest.mark.parametrize("zoom", [1.0, 2.0])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("window", WINDOWS)
def test_card_numerals_are_at_least_18_pixels_high_at_1080p(
    window: tuple[int, int], seats: int, zoom: float
) -> None:
    layout = choose_layout(layouts(), window, seats, zoom)
    fit = min(window[0] / layout.size.w, window[1] / layout.size.h)
    for seat in range(layout.seats):
        spec = layout.zone("palette", seat)
        width = round(fit * layout.card_size(spec).w)
        for number in card_art.NUMBERS:
            inked, _ = index_of("normal", f"O{number}", "small", width)
            rows = [y for _, y in inked]
            assert max(rows) - min(rows) + 1 >= LEAST_HEIGHT, (seat, number)


@pytest.mark.parametrize("layout", HAND_LAYOUTS, ids=lambda layout: layout.source)
def test_hand_cards_do_not_cover_their_neighbours_words(layout) -> None:  # type: ignore[no-untyped-def]
    spec = layout.zone("hand", 0)
    card = layout.card_size(spec)
    corner = Vec(card.w * (1 + BAND_ROOM) / 2, card.h)
    for count in range(2, FULL_HAND + 1):
        laid = [
            Transform.placement(
                Vec(place.x, place.y), place.rotation, place.scale, place.scale, Vec(*card) * 0.5
            )
            for place in arrange(spec.area, card, count, spec.style)
        ]
        for one, following in pairwise(laid):
            seen = following.inverse().apply(one.apply(corner))
            assert seen.x <= 1.0, count


@pytest.mark.parametrize("layout", HAND_LAYOUTS, ids=lambda layout: layout.source)
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_rule_word_is_at_least_18_pixels_high_at_design_size(  # type: ignore[no-untyped-def]
    layout, language: str
) -> None:
    hand = round(layout.card_size(layout.zone("hand", 0)).w)
    painter = faces_in("normal", language)
    for word in build_band_words(load_texts(asset_path("locale"), language)).values():
        px = painter.word_px(word, hand)
        assert px, word
        assert painter.fonts.of_size(px).get_height() >= LEAST_HEIGHT, word


@pytest.mark.sampled("language")
@pytest.mark.parametrize("width", [81, 98, 122, 132, 144, 288])
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_rule_words_are_preceded_by_their_symbol(width: int, language: str) -> None:
    for letter in LETTERS_HIGH_FIRST:
        card = faces_in("normal", language).paint(f"{letter}4", width)
        tone = Colour.from_hex(COLOURS["normal"][letter].word)
        band = range(round(card.get_height() * 0.87), round(card.get_height() * 0.975))
        columns = [
            any(is_near(Colour(*card.get_at((x, y))[:3]), tone, by=90) for y in band)
            for x in range(round(0.04 * width), round(0.96 * width))
        ]
        first = columns.index(True)
        mark = columns.index(False, first) - first
        gap = columns.index(True, first + mark) - first - mark
        # A symbol is nearly as wide as high, and stands further off than letters from each other.
        assert 0.035 * width <= mark <= 0.1 * width + 1, (letter, mark)
        assert gap >= 0.02 * width, (letter, gap)


# == The seven colours are distinct for every kind of colour vision, and have shapes too.


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
def test_colour_distance_equals_the_published_examples(one: Lab, other: Lab, wanted: float) -> None:
    assert distance(one, other) == pytest.approx(wanted, abs=1e-4)
    assert distance(other, one) == pytest.approx(wanted, abs=1e-4)


def test_symbol_colours_are_distinct_for_colour_blind_eyes() -> None:
    seen = [seen_as(Colour.from_hex(tint), "normal") for tint in card_art.ON_DARK.values()]
    assert min(distance(one, other) for one, other in combinations(seen, 2)) >= 15.0


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("colours", COLOURS)
def test_every_card_has_symbol_and_pattern_of_its_colour(colours: str, detail: str) -> None:
    """The faces of two colours differ without any colour at all, in the corner and all over."""
    faces = art(colours=colours, words=NO_WORDS)
    cards = [faces.paint(f"{letter}3", 200, detail) for letter in LETTERS_HIGH_FIRST]
    corner, middle = (20, 50, 46, 54), (20, 150, 170, 80)
    for one, other in combinations(cards, 2):
        for part, least in ((corner, 0.04), (middle, 0.02)):
            assert _otherwise_drawn(one.subsurface(part), other.subsurface(part)) > least


def _otherwise_drawn(one: pygame.Surface, other: pygame.Surface) -> float:
    """Return the part of the pixels that lie on a line in one picture and not in the other."""
    edges = [pygame.transform.laplacian(pygame.transform.grayscale(each)) for each in (one, other)]
    drawn, others = ([p > 12 for p in pygame.image.tobytes(each, "RGB")[::3]] for each in edges)
    return sum(p != q for p, q in zip(drawn, others, strict=True)) / len(drawn)
