"""Writes pictures of the table, as files that other programs show."""

from __future__ import annotations

import os
from io import BytesIO
from itertools import count
from typing import TYPE_CHECKING

import pygame

from red7_desktop.tabletop.files import make_folder_for, write_new

if TYPE_CHECKING:
    from pathlib import Path


def encode_png(pixels: pygame.Surface) -> bytes:
    """Pack a picture as a PNG file."""
    written = BytesIO()
    pygame.image.save(pixels, written, "picture.png")
    return written.getvalue()


def write_picture(png: bytes, folder: Path, stem: str) -> Path:
    """Write a PNG to a new file in a folder, whole or not at all; gives the file.

    Raises CannotWrite.
    """
    names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    file = next(path for name in names if not os.path.lexists(path := folder / f"{name}.png"))
    make_folder_for(file)
    write_new(file, png)
    return file
