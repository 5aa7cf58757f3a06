"""Checks the drawing files of the cards and the icon: their making, their language, their tones."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pygame
import pytest

from red7_desktop.games.red7.face.card_art import (
    ALL_FACES,
    COLOURS,
    LETTERS_HIGH_FIRST,
    ON_DARK,
    STARTER,
)
from red7_desktop.kit.look.card_art import DETAILS
from red7_desktop.resources import asset_path

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
def test_a_drawing_holds_nothing_that_the_rasteriser_does_not_know(file: Path) -> None:
    assert faults(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<text>7</text>", "<text>"),
        ('<clipPath id="c"><rect width="9"/></clipPath>', "<clipPath>"),
        ('<mask id="m"/>', "<mask>"),
        ('<filter id="f"/>', "<filter>"),
        ('<use href="#a"/>', "<use>"),
        ('<pattern id="p"/>', "<pattern>"),
        ('<image href="a.png"/>', "<image>"),
        ("<style>path{fill:red}</style>", "<style>"),
        ('<rect style="fill:red"/>', "rect style"),
        ('<rect clip-path="url(#c)"/>', "rect clip-path"),
        ('<rect fill="rgba(0,0,0,0.5)"/>', "fill rgba(0,0,0,0.5)"),
        ('<rect fill="url(#nowhere)"/>', "fill url(#nowhere)"),
        ("<g>7</g>", "words"),
    ],
)
def test_a_fault_is_recognised(body: str, fault: str) -> None:
    assert fault in faults(f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>')


def test_every_face_has_a_drawing_in_every_set_and_detail() -> None:
    wanted = {
        f"{colours}/{detail}/{face}.svg"
        for colours in COLOURS
        for detail in DETAILS
        for face in (*ALL_FACES, STARTER)
    }
    folder = asset_path("cards", "red7")
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*.svg")}
    assert wanted <= there


def test_the_card_folder_is_small() -> None:
    assert sum(file.stat().st_size for file in asset_path("cards", "red7").rglob("*.*")) < 3_000_000


def test_the_script_writes_the_files_that_are_here(tmp_path: Path) -> None:
    pytest.importorskip("fontTools", reason="drawing the cards needs fontTools")
    script = ROOT / "build" / "cards.py"
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
    return all(abs(one - other) <= 2 for one, other in zip(a, b, strict=True))


@pytest.mark.parametrize("px", [16, 24, 32, 48, 64, 128, 256, 512])
def test_the_icon_comes_in_every_size(px: int) -> None:
    icon = pygame.image.load(asset_path("icon", f"red7_{px}.png"))
    assert icon.get_size() == (px, px)
    assert icon.get_at((px // 2, px // 4)).a == 255
    assert icon.get_at((0, 0)).a < 128


@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("letter", LETTERS_HIGH_FIRST)
def test_as_many_pips_are_lit_as_the_colour_ranks(colours: str, letter: str) -> None:
    text = asset_path("cards", "red7", colours, "full", f"{letter}4.svg").read_text(
        encoding="utf-8"
    )
    circles = [c for c in ElementTree.fromstring(text).iter() if c.tag == f"{SVG}circle"]
    lit = [circle for circle in circles if circle.get("fill-opacity") is None]
    assert len(circles) == 7
    assert len(lit) == COLOURS[colours][letter].rank


@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("letter", LETTERS_HIGH_FIRST)
def test_ink_and_word_are_readable_on_their_ground(colours: str, letter: str) -> None:
    colour = COLOURS[colours][letter]
    assert contrast(colour.ink, colour.base) >= 4.5
    assert contrast(colour.word, colour.band) >= 7


@pytest.mark.parametrize("letter", LETTERS_HIGH_FIRST)
def test_a_tint_is_readable_on_a_dark_panel(letter: str) -> None:
    assert contrast(ON_DARK[letter], "#1e1927") >= 4.5


def contrast(first: str, second: str) -> float:
    """Give the contrast ratio of two colours as WCAG 2 defines it, 1 to 21.

    >>> round(contrast("#ffffff", "#000000"))
    21
    """
    low, high = sorted(map(luminance, (first, second)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """Give the relative luminance of a hex colour, 0 to 1."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
