"""Pictures of a virtual screen: read from where its server keeps the pixels, kept for people."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

import pygame

ARTEFACTS: Final = Path(__file__).resolve().parents[2] / "artefacts"
"""Where pictures are kept; git ignores it."""

_HEADER: Final = struct.Struct(">25I")
_COLOUR: Final = 12  # bytes of an entry of the colour table


class Camera:
    """Takes pictures of a screen that was opened with the same folder of frames.

    kept: the folder among the artefacts in which they are kept.
    """

    def __init__(self, frames: Path, kept: str = "executable") -> None:
        self._frames = frames
        self._kept = ARTEFACTS / kept

    def take(self, size: tuple[int, int]) -> pygame.Surface:
        """Give the upper left part of the screen, of a size in pixels, as it is now.

        The server writes an X window dump: a header of big-endian words, a table of colours, then
        rows of pixels in the machine's order.
        """
        data = (self._frames / "Xvfb_screen0").read_bytes()
        words = _HEADER.unpack_from(data)
        start, width, height, row, colours = words[0], words[4], words[5], words[12], words[19]
        assert words[11] == 32, "the screen was opened with 24 bits a pixel, kept in 32"
        assert row == 4 * width
        start += colours * _COLOUR
        pixels = bytearray(data[start : start + row * height])
        pixels[3::4] = b"\xff" * (width * height)
        whole = pygame.image.frombuffer(bytes(pixels), (width, height), "BGRA")
        return whole.subsurface((0, 0, *size)).copy()

    def keep(self, name: str, size: tuple[int, int]) -> pygame.Surface:
        """Take a picture and keep it among the artefacts."""
        picture = self.take(size)
        self.save(picture, name)
        return picture

    def save(self, picture: pygame.Surface, name: str) -> None:
        """Keep a picture that was taken among the artefacts."""
        self._kept.mkdir(parents=True, exist_ok=True)
        pygame.image.save(picture, self._kept / f"{name}.png")


def share_that_differs(one: pygame.Surface, other: pygame.Surface) -> float:
    """Give the share of the pixels, 0 to 1, in which two pictures of a size differ."""
    assert one.get_size() == other.get_size()
    differences = [first.copy() for first in (one, other)]
    for difference, second in zip(differences, (other, one), strict=True):
        difference.blit(second, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    more, less = differences
    more.blit(less, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    width, height = one.get_size()
    same = pygame.mask.from_threshold(more, (0, 0, 0), (1, 1, 1, 255)).count()
    return 1 - same / (width * height)
