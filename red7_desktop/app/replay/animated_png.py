"""Writes animated PNG files: pictures of one size in turn, each bringing only what it changes.

Browsers and most programs for pictures play them; the others show the first picture. The format is
that of the PNG specification, third edition (W3C): the chunks acTL, fcTL and fdAT. Other formats
were measured or looked at: GIF has 256 colours, in which light on a table has rings.
"""

from __future__ import annotations

import struct
import zlib
from typing import Final, NamedTuple

import pygame

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"

_FAINTEST: Final = (1, 1, 1, 255)
"""The least difference of a pixel that counts: any of its colours."""

_LONGEST: Final = 0xFFFF
"""So many milliseconds can be written."""


class _Frame(NamedTuple):
    """What a picture changes, packed; milliseconds: for how long it is seen."""

    box: pygame.Rect
    milliseconds: int
    packed: bytes


class AnimatedPng:
    """Takes pictures one by one, in any thread that is always the same; `file` gives the file."""

    def __init__(self) -> None:
        self._frames: list[_Frame] = []
        self._last: pygame.Surface | None = None

    def __len__(self) -> int:
        return len(self._frames)

    def add(self, picture: pygame.Surface, seconds: float) -> None:
        """Add a picture, seen for so long; one like the last makes that be seen for longer.

        Raises ValueError if it is not as large as those before.
        """
        now = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
        now.blit(picture, (0, 0))
        milliseconds = round(1000 * seconds)
        changed, box = now, now.get_rect()
        if self._last is not None:
            if self._last.get_size() != now.get_size():
                raise ValueError(f"{now.get_size()} is not {self._last.get_size()}")
            differs = pygame.mask.from_threshold(now, (0, 0, 0), _FAINTEST, self._last)
            differs.invert()
            boxes = differs.get_bounding_rects()
            if not boxes:
                frame = self._frames[-1]
                longer = min(frame.milliseconds + milliseconds, _LONGEST)
                self._frames[-1] = frame._replace(milliseconds=longer)
                return
            box = boxes[0].unionall(boxes[1:])
            changed = pygame.Surface(now.get_size(), pygame.SRCALPHA)
            differs.to_surface(changed, setsurface=now, unsetcolor=(0, 0, 0, 0))
        self._last = now
        packed = _pack_pixels(changed.subsurface(box))
        self._frames.append(_Frame(box, min(milliseconds, _LONGEST), packed))

    def file(self) -> bytes:
        """Give the file of what has been added, at least one picture; it plays for ever."""
        width, height = self._frames[0].box.size
        header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
        chunks = [
            _pack_chunk(b"IHDR", header),
            _pack_chunk(b"acTL", struct.pack(">II", len(self), 0)),
        ]
        number = 0
        for frame in self._frames:
            box, milliseconds = frame.box, frame.milliseconds
            place = (number, box.width, box.height, box.x, box.y)
            # Nothing is taken away after a frame; all but the first lie over the one before.
            control = struct.pack(">5IHHBB", *place, milliseconds, 1000, 0, int(number > 0))
            chunks.append(_pack_chunk(b"fcTL", control))
            if number == 0:
                chunks.append(_pack_chunk(b"IDAT", frame.packed))
                number = 1
            else:
                chunks.append(_pack_chunk(b"fdAT", struct.pack(">I", number + 1) + frame.packed))
                number += 2
        return b"".join([_SIGNATURE, *chunks, _pack_chunk(b"IEND", b"")])


def _pack_pixels(picture: pygame.Surface) -> bytes:
    """Pack pixels as a PNG has them: in rows, each after the number of its filter, here none."""
    pixels, row = pygame.image.tobytes(picture, "RGBA"), 4 * picture.get_width()
    rows = (b"\0" + pixels[at : at + row] for at in range(0, len(pixels), row))
    return zlib.compress(b"".join(rows))


def _pack_chunk(kind: bytes, data: bytes) -> bytes:
    return b"".join(
        [struct.pack(">I", len(data)), kind, data, struct.pack(">I", zlib.crc32(kind + data))]
    )
