"""Draw the cards and the icon: `python tools/cards.py [ASSETS]`.

ASSETS is the project's own folder by default. The files depend only on this script, its package,
each game's table `face/pictures/card_design.py` and one font, so that a second run writes the same
bytes. Needs fontTools and pygame.
"""

from __future__ import annotations

import argparse
import os
import sys
from io import BytesIO
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

try:
    import fontTools as _  # noqa: F401
    import pygame
except ModuleNotFoundError as error:
    raise SystemExit(
        f"tools/cards.py needs {error.name}. `make lint` installs it; "
        "then: .venv/bin/python tools/cards.py"
    ) from None
from card_art import backs, svg  # noqa: E402
from card_art.glyphs import Typeface  # noqa: E402
from card_art.red7 import actions, faces, icon, symbols  # noqa: E402
from card_art.spring_cleaning import faces as spring_faces  # noqa: E402
from card_art.spring_cleaning import objects  # noqa: E402

from red7_desktop.games.red7.face.card_art import (  # noqa: E402
    ACTION_NUMBERS,
    ALL_FACES,
    COLOURS,
    STARTER,
)
from red7_desktop.games.spring_cleaning.face import card_art as spring_design  # noqa: E402
from red7_desktop.kit.look.card_art import DETAILS, to_straight_alpha  # noqa: E402

FONT = ROOT / "assets" / "fonts" / "Fraunces_900Black.ttf"


def red7_files(type_: Typeface) -> dict[str, str]:
    """Return the SVG text of every card file of Red7, by path in the assets."""
    files = {"cards/red7/back.svg": faces.back(type_)}
    for colours in COLOURS:
        for detail in DETAILS:
            for name in (*ALL_FACES, STARTER):
                card = ("R", "") if name == STARTER else (name[0], name[1])
                text = faces.face(colours, detail, *card, type_)
                files[f"cards/red7/{colours}/{detail}/{name}.svg"] = text
    for colour in COLOURS["normal"].values():
        shape = svg.path(symbols.DRAWINGS[colour.symbol](), "#ffffff")
        files[f"cards/red7/symbols/{colour.name}.svg"] = svg.document(
            (-106, -106, 212, 212), (shape,)
        )
    for number in ACTION_NUMBERS:
        fill: dict[str, str | float] = {"fill": "#ffffff", "fill-rule": "evenodd"}
        shape = svg.element("path", {**fill, "d": actions.badge(number)})
        files[f"cards/red7/actions/{number}.svg"] = svg.document((-102, -102, 204, 204), (shape,))
    return files


def spring_files(type_: Typeface) -> dict[str, str]:
    """Return the SVG text of every card file of Spring Cleaning, by path in the assets."""
    folder = "cards/spring_cleaning"
    files = {f"{folder}/back.svg": spring_faces.back(type_)}
    for colours, detail, name in product(spring_design.DESIGNS, DETAILS, spring_design.FACES):
        text = spring_faces.face(colours, detail, name, type_)
        files[f"{folder}/{colours}/{detail}/{name}.svg"] = text
    for number in spring_design.DESIGNS["normal"].values():
        shape = svg.path(objects.data(number.name), "#ffffff")
        drawing = svg.document((-106, -106, 212, 212), (shape,))
        files[f"{folder}/objects/{number.name}.svg"] = drawing
    return files


def back_files() -> dict[str, str]:
    """Return the SVG text of the card backs that all games share, by path in the assets."""
    return {f"cards/backs/{name}.svg": backs.back(name) for name in backs.DRAWINGS}


def icon_files(type_: Typeface) -> dict[str, str]:
    """Return the SVG text of the icon's drawings, by path in the assets."""
    return {f"icon/{name}.svg": icon.icon(name, type_) for name in icon.DESIGNS}


def icon_pictures(drawings: dict[str, str]) -> dict[str, pygame.Surface]:
    """Return the icon in every size by path, rendered four times as large and scaled down."""
    pictures = {}
    for px in icon.SIZES:
        name = "red7_small" if px <= icon.SMALL_AT_MOST else "red7"
        data = BytesIO(drawings[f"icon/{name}.svg"].encode())
        large = pygame.image.load_sized_svg(data, (4 * px, 4 * px)).premul_alpha()
        small = pygame.transform.smoothscale(large, (px, px))
        pictures[f"icon/red7_{px}.png"] = to_straight_alpha(small)
    return pictures


def main(arguments: list[str]) -> None:
    """Write all drawings and print how much was written."""
    parser = argparse.ArgumentParser(description="Draw the cards and the icon.")
    parser.add_argument(
        "assets",
        nargs="?",
        type=Path,
        default=ROOT / "assets",
        help="folder to write to; the project's own by default",
    )
    folder: Path = parser.parse_args(arguments).assets
    type_ = Typeface(FONT)
    drawings = icon_files(type_)
    texts = {**red7_files(type_), **spring_files(type_), **back_files(), **drawings}
    for name, text in texts.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        # Unix line ends on every system, because the bytes are compared.
        file.write_text(text, encoding="utf-8", newline="\n")
    for name, picture in icon_pictures(drawings).items():
        pygame.image.save(picture, folder / name)
    print(f"{len(texts)} drawings, {sum(map(len, texts.values())) / 1e6:.2f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
