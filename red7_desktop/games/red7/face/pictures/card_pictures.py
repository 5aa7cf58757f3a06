"""Cards and their symbols as pictures for the scene, with a shadow and, if wanted, a glow."""

from __future__ import annotations

from typing import Final

import pygame

from red7_desktop.games.red7.face.pictures.card_design import CORNER, HEIGHT, ON_DARK, WIDTH
from red7_desktop.games.red7.face.pictures.card_faces import CardFaces
from red7_desktop.scene.geometry import Size
from red7_desktop.scene.paint.pictures import BoxPicture, LayeredPicture, PaintedPicture, Shadow
from red7_desktop.scene.theme.colour import BLACK, Colour

_SMALL: Final = 100.0
"""Narrower cards, in design units, show the face made for small sizes."""


def card_size(width: float) -> Size:
    """Give the size of a card of that width."""
    return Size(width, width * HEIGHT / WIDTH)


def card_picture(faces: CardFaces, face: str | None, width: float) -> LayeredPicture:
    """Give the picture of a face, None for the back, for a card of that width in design units."""
    shadow = Shadow(BLACK.with_alpha(0.5), blur=width * 0.12, dy=width * 0.04)
    below = BoxPicture(radius=width * CORNER / WIDTH, shadows=(shadow,))
    detail = "full" if width >= _SMALL else "small"
    return LayeredPicture((below, _face(faces, face, detail)))


def symbol_picture(faces: CardFaces, letter: str, tint: Colour) -> PaintedPicture:
    """Give a colour's symbol, to fill a square box."""
    return PaintedPicture(
        ("symbol", faces, letter, tint), lambda w, h: faces.symbol(letter, min(w, h), tint)
    )


def tint_of(letter: str) -> Colour:
    """Give the tone in which a colour's words and symbol stand on the dark table."""
    return Colour.from_hex(ON_DARK[letter])


def _face(faces: CardFaces, face: str | None, detail: str) -> PaintedPicture:
    def paint(w: int, h: int) -> pygame.Surface:
        return faces.paint(face, w, detail, height_px=h)

    return PaintedPicture(("card", faces, face, detail), paint)
