"""Animated PNG files are read back by a reader of our own: chunks, checksums, times and pixels."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO

import pygame
import pytest

from red7_desktop.app.replay.film import AnimatedPng
from tests.pngs import read_animation

SIZE = (40, 30)


def picture(*dots: tuple[int, int, tuple[int, int, int]]) -> pygame.Surface:
    made = pygame.Surface(SIZE)
    made.fill((10, 60, 40))
    for x, y, colour in dots:
        made.fill(colour, (x, y, 4, 3))
    return made


FIRST = picture((3, 3, (255, 0, 0)))
SECOND = picture((3, 3, (255, 0, 0)), (30, 20, (11, 60, 40)))  # one shade lighter in one colour
THIRD = picture((10, 8, (0, 0, 0)))


def test_every_picture_comes_back_as_it_was_and_for_as_long() -> None:
    png = AnimatedPng()
    for each, seconds in ((FIRST, 0.9), (SECOND, 0.1), (THIRD, 2.5)):
        png.add(each, seconds)
    frames = read_animation(png.file())
    assert [frame.seconds for frame in frames] == [0.9, 0.1, 2.5]
    for frame, each in zip(frames, (FIRST, SECOND, THIRD), strict=True):
        assert pygame.image.tobytes(frame.picture, "RGB") == pygame.image.tobytes(each, "RGB")


def test_only_what_changes_is_written() -> None:
    png = AnimatedPng()
    png.add(FIRST, 0.1)
    png.add(SECOND, 0.1)
    first, second = read_animation(png.file())
    assert first.box == (0, 0, *SIZE)
    assert second.box == (30, 20, 4, 3)


def test_a_picture_like_the_last_makes_that_be_seen_for_longer() -> None:
    png = AnimatedPng()
    for seconds in (0.5, 0.25, 100.0):
        png.add(FIRST, seconds)
    (only,) = read_animation(png.file())
    assert only.seconds == 65.535


def test_programs_that_play_none_show_the_first_picture() -> None:
    png = AnimatedPng()
    png.add(FIRST, 1.0)
    png.add(THIRD, 1.0)
    shown = pygame.image.load(BytesIO(png.file()), "film.png")
    assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(FIRST, "RGB")


def test_all_pictures_are_of_one_size() -> None:
    png = AnimatedPng()
    png.add(FIRST, 1.0)
    with pytest.raises(ValueError, match=r"\(41, 30\) is not \(40, 30\)"):
        png.add(pygame.Surface((41, 30)), 1.0)


def test_the_reader_refuses_what_is_damaged() -> None:
    png = AnimatedPng()
    png.add(FIRST, 1.0)
    data = bytearray(png.file())
    (length,) = struct.unpack(">I", data[8:12])
    assert data[12:16] == b"IHDR"
    assert zlib.crc32(data[12 : 16 + length]) == int.from_bytes(data[16 + length : 20 + length])
    data[18] ^= 1
    with pytest.raises(AssertionError):
        read_animation(bytes(data))
