"""Fonts from a folder of .ttf files, each file read once and opened once per pixel size."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pygame

from red7_desktop.scene.paint.cache import BoundedCache

MOST_OPEN = 64
"""An open font takes memory; a window that is being resized asks for many sizes."""


class MissingFont(FileNotFoundError):
    """Names a font file that is not in the folder, and the fonts that are."""


class UnreadableFont(OSError):
    """Names a font file that cannot be opened or holds no font."""


class FontFile:
    """One font file, or pygame's own for None, in memory: what is opened of it holds no file.

    A program may have a few hundred files open, and a font may be needed when it has no more.
    Raises UnreadableFont; a file that is no font might open otherwise, and fail at the first
    letter.
    """

    def __init__(self, path: Path | None) -> None:
        if not pygame.font.get_init():
            pygame.font.init()
        try:
            self._data = (path or _find_own_font()).read_bytes()
            self.of_size(20).size("7")
        except (OSError, ValueError, pygame.error) as error:
            name = "pygame's own font" if path is None else path.name
            raise UnreadableFont(f"the font {name} cannot be read: {error}") from error

    def of_size(self, pixels: int) -> pygame.font.Font:
        """Open the font with an em of that many pixels, 1 or more."""
        return pygame.font.Font(BytesIO(self._data), pixels)


def _find_own_font() -> Path:
    return Path(pygame.__file__).with_name(pygame.font.get_default_font())


class FontShelf:
    """Opens fonts by file name without the ending: `Figtree_500Medium`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, FontFile] = {}
        self._open: BoundedCache[pygame.font.Font] = BoundedCache(MOST_OPEN)

    def names(self) -> list[str]:
        """List the fonts in the folder."""
        return sorted(path.stem for path in self._folder.glob("*.ttf"))

    def font(self, name: str, pixels: int) -> pygame.font.Font:
        """Give a font whose em is that many pixels high, 1 or more.

        Raises MissingFont, naming the file, when the folder does not hold it, and UnreadableFont
        when it holds no font.
        """
        key = (name, max(1, pixels))
        font = self._open.get(key)
        if font is None:
            if name not in self._files:
                self._files[name] = self._read(name)
            font = self._files[name].of_size(key[1])
            self._open.put(key, font, 1)
        return font

    def _read(self, name: str) -> FontFile:
        path = self._folder / f"{name}.ttf"
        if not path.is_file():
            have = ", ".join(self.names()) or "no font at all"
            raise MissingFont(f"font file not found: {path.name} (the folder has {have})")
        return FontFile(path)

    def cap_height(self, name: str, pixels: int) -> int:
        """Give the height of a capital letter in pixels."""
        metrics = self.font(name, pixels).metrics("H")[0]
        return int(metrics[3]) if metrics is not None else pixels * 7 // 10

    def close(self) -> None:
        """Let go of all opened fonts."""
        self._open.clear()
