"""Card faces as the table wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from red7_desktop.kit.look.faces import Faces
    from red7_desktop.scene.paint.pictures import Picture
    from red7_desktop.tabletop.zones import Face


class TableFaces:
    """Gives the pictures of one set of card faces."""

    def __init__(self, faces: Faces) -> None:
        self._faces = faces

    def picture(self, face: Face, width: float) -> Picture:
        """Give the picture of a face, None for the back, for a card of a width in design units."""
        return self._faces.picture(face, width)
