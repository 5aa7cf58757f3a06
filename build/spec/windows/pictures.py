"""Draws the pictures of the setup program from the game's cards: `python pictures.py FOLDER`.

The interpreter of the build environment, which has pygame, must run this script. Both pictures have
twice the size at which Windows shows them, for high-density screens. They contain no text, which
would need translations.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

ASSETS: Final = Path(__file__).resolve().parents[3] / "assets"
FACES: Final = ASSETS / "cards" / "red7" / "normal" / "full"
SIDE: Final = (328, 628)
HEAD: Final = (300, 114)
ABOVE, BELOW = (58, 36, 84), (24, 20, 40)
WHITE: Final = (255, 255, 255)
FAN: Final = ("R7", "O6", "Y5", "G4", "B3", "I2", "V1")
"""Texts of the cards, from left to right."""


def card(name: str, width: int, angle: float) -> pygame.Surface:
    """Return a card, rotated to the left.

    Args:
        name: Text of the card.
        width: Width in pixels.
        angle: Angle in degrees.
    """
    large = pygame.image.load_sized_svg(FACES / f"{name}.svg", (width * 2, width * 3))
    return pygame.transform.rotozoom(large.premul_alpha(), angle, 0.5)


def fan(target: pygame.Surface, centre: tuple[int, int], radius: int, width: int) -> None:
    """Draw all cards as a fan on a circle around a point."""
    for number, name in enumerate(FAN):
        angle = 13.0 * (len(FAN) // 2 - number)
        drawn = card(name, width, angle)
        place = pygame.Vector2(0, -radius).rotate(-angle) + centre
        middle = drawn.get_rect(center=(round(place.x), round(place.y)))
        target.blit(drawn, middle, special_flags=pygame.BLEND_PREMULTIPLIED)


def side() -> pygame.Surface:
    """Return the picture beside the last page."""
    picture = pygame.Surface(SIDE)
    for y in range(SIDE[1]):
        share = y / SIDE[1]
        mixed = [round(a + (b - a) * share) for a, b in zip(ABOVE, BELOW, strict=True)]
        pygame.draw.line(picture, mixed, (0, y), (SIDE[0], y))
    fan(picture, (SIDE[0] // 2, 420), 150, 84)
    icon = pygame.image.load_sized_svg(ASSETS / "icon" / "red7.svg", (112, 112))
    picture.blit(icon, icon.get_rect(center=(SIDE[0] // 2, 540)))
    return picture


def head() -> pygame.Surface:
    """Return the picture at the top of the other pages, which have a white background there."""
    picture = pygame.Surface(HEAD)
    picture.fill(WHITE)
    fan(picture, (HEAD[0] - 88, 136), 80, 44)
    return picture


def main() -> None:
    """Write both pictures as 24-bit bitmaps, the only format that setup programs can show."""
    folder = Path(sys.argv[1])
    for name, picture in (("side", side()), ("head", head())):
        pygame.image.save(picture, folder / f"{name}.bmp")


if __name__ == "__main__":
    main()
