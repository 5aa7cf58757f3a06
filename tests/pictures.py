"""Pictures for tests: painted synchronously, and decoded from animated PNG files."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

import pygame

from red7_desktop.scene.pictures import PaintedPicture


def painted_at_once(picture: PaintedPicture, w: int, h: int) -> pygame.Surface:
    found: list[pygame.Surface] = []

    def steps() -> Iterator[None]:
        found.append((yield from picture.steps(w, h)))

    for _ in steps():
        pass
    return found[0]


# == Reads animated PNG files of 8-bit colours with opacity and without filters.


class Shown(NamedTuple):
    """A decoded frame: the complete picture, and the box that the file updated."""

    picture: pygame.Surface
    seconds: float
    box: tuple[int, int, int, int]


def read_animation(data: bytes) -> list[Shown]:
    """Return the frames, each composed with the one before.

    Raises:
        AssertionError: The file is damaged.
    """
    chunks = list(_chunks(data))
    assert [kind for kind, _ in chunks[:2]] == [b"IHDR", b"acTL"]
    assert chunks[-1] == (b"IEND", b"")
    width, height, *rest = struct.unpack(">IIBBBBB", chunks[0][1])
    assert rest == [8, 6, 0, 0, 0]
    many, plays = struct.unpack(">II", chunks[1][1])
    seen = pygame.Surface((width, height), pygame.SRCALPHA)
    frames: list[Shown] = []
    numbers: list[int] = []
    controls, bodies = chunks[2:-1:2], chunks[3:-1:2]
    for (kind, control), (body, packed) in zip(controls, bodies, strict=True):
        assert kind == b"fcTL"
        number, w, h, x, y, part, whole, disposal, blend = struct.unpack(">5IHHBB", control)
        numbers.append(number)
        assert (body, blend, disposal) == (b"IDAT" if not frames else b"fdAT", bool(frames), 0)
        if frames:
            numbers.append(int.from_bytes(packed[:4]))
        pixels = zlib.decompress(packed[4:] if frames else packed)
        rows = [pixels[at : at + 4 * w + 1] for at in range(0, len(pixels), 4 * w + 1)]
        assert (len(rows), {row[0] for row in rows}) == (h, {0})
        drawn = pygame.image.frombytes(b"".join(row[1:] for row in rows), (w, h), "RGBA")
        seen.blit(drawn, (x, y))
        frames.append(Shown(seen.copy(), part / whole, (x, y, w, h)))
    assert (len(frames), plays, numbers) == (many, 0, list(range(2 * many - 1)))
    return frames


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(data):
        length = int.from_bytes(data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + body) == int.from_bytes(data[at + 8 + length : at + 12 + length])
        yield kind, body
        at += 12 + length
    assert at == len(data)
