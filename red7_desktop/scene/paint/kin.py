"""Remembers what pictures have been painted, to find one that differs from another in size alone.

A card that begins to move is wanted in another size at once. Bringing down what is there takes a
twentieth of the time of painting it, and is good enough for what is in flight.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from red7_desktop.scene.paint.cache import BoundedCache
from red7_desktop.scene.paint.pictures import BoxPicture, LayeredPicture, PaintedPicture, Picture
from red7_desktop.scene.paint.pixels import PixelBox

_MOST: Final = 400
"""So many kinds of pictures are remembered."""

_ENLARGED: Final = 1.5
"""How much larger than it was painted a picture may fly; what is made ready for flights is up to
1.41 times as large as what is shown of it."""


class ScaleCache:
    """Knows the largest painted one of each kind of picture, by the key under which it is kept."""

    def __init__(self) -> None:
        self._largest: BoundedCache[tuple[Hashable, PixelBox]] = BoundedCache(_MOST)

    def note(self, picture: Picture, box: PixelBox, key: Hashable) -> None:
        """Remember a picture that has been painted for a box, if it is the largest of its kind."""
        kind = _kind_of_picture(picture, box)
        before = self._largest.get(kind)
        if before is None or before[1].w <= box.w:
            self._largest.put(kind, (key, box), 1)

    def forget(self, picture: Picture, box: PixelBox) -> None:
        """Forget the largest one of this kind, for it is not kept any more."""
        self._largest.drop(_kind_of_picture(picture, box))

    def find(self, picture: Picture, box: PixelBox) -> tuple[Hashable, float] | None:
        """Give the key of what a picture can be made from, and how much larger the picture is."""
        found = self._largest.get(_kind_of_picture(picture, box))
        if found is None or box.w > _ENLARGED * found[1].w:
            return None
        return found[0], box.w / found[1].w


def _kind_of_picture(picture: Picture, box: PixelBox) -> Hashable:
    """Give what a picture has in common with the same one for a box of another size."""
    wide = max(1, box.w) / box.unit
    return round(box.h / max(1, box.w), 2), _describe_proportions(picture, wide)


def _describe_proportions(picture: Picture, wide: float) -> Hashable:
    """Describe a picture with its lengths as parts of the width, in design units, of its box."""
    if isinstance(picture, LayeredPicture):
        return tuple([_describe_proportions(layer, wide) for layer in picture.layers])
    if isinstance(picture, PaintedPicture):
        return picture.key, round(picture.bleed / wide, 2)
    if isinstance(picture, BoxPicture):
        shadows = [
            (
                shadow.colour,
                *[round(each / wide, 2) for each in (shadow.blur, shadow.dx, shadow.dy)],
            )
            for shadow in picture.shadows
        ]
        lengths = picture.radius, picture.border_width if picture.border else 0.0, picture.dash
        shape = [round(length / wide, 2) for length in lengths]
        return picture.fill, picture.border, tuple(shape), tuple(shadows)
    return picture
