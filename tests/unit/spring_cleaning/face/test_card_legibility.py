"""What stands on the cards can be read: the painted pixels are measured, not the plans."""

from __future__ import annotations

import pytest

from red7_desktop.games.spring_cleaning.face.card_art import DESIGNS, FACES
from red7_desktop.kit.look.card_art import DETAILS
from red7_desktop.scene.pictures import Colour
from tests.contrast import TEXT, contrast
from tests.unit.spring_cleaning.face.test_card_faces import faces

WIDTH = 120
CORNERS = {"full": (6, 7, 32, 35), "small": (6, 7, 42, 46)}
"""Where the numeral in the corner stands: left, top, right, bottom."""


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("colours", DESIGNS)
def test_the_numeral_in_the_corner_stands_out_from_pattern_and_light(
    colours: str, detail: str
) -> None:
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
