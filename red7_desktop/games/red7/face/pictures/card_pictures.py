"""Cards as the pages above the table ask for them."""

from __future__ import annotations

from red7_desktop.games.red7.face.pictures.card_design import HEIGHT, WIDTH
from red7_desktop.kit.look.faces import Faces
from red7_desktop.scene.geometry import Size
from red7_desktop.scene.paint.pictures import LayeredPicture


def card_size(width: float) -> Size:
    """Give the size of a card of that width."""
    return Size(width, width * HEIGHT / WIDTH)


def card_picture(faces: Faces, face: str | None, width: float) -> LayeredPicture:
    """Give the picture of a face, None for the back, for a card of that width in design units."""
    return faces.picture(face, width)
