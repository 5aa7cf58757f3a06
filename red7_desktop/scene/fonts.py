"""Fonts from a folder of .ttf files, each opened once per pixel size."""

from __future__ import annotations

from pathlib import Path

import pygame

from red7_desktop.scene.cache import BoundedCache

_MOST_OPEN = 64
"""An open font holds a file; a window that is being resized asks for many sizes."""


class MissingFont(FileNotFoundError):
    """Names a font file that is not in the folder, and the fonts that are."""


class UnreadableFont(OSError):
    """Names a font file that cannot be opened or holds no font."""


def open_font(path: Path | None, pixels: int) -> pygame.font.Font:
    """Give the font of a file, or pygame's own for None, whose em is that many pixels high.

    Raises UnreadableFont; a file that is no font may otherwise open, and fail at the first letter.
    """
    try:
        font = pygame.font.Font(path, pixels)
        font.size("7")
    except (OSError, ValueError, pygame.error) as error:
        name = "pygame's own font" if path is None else path.name
        raise UnreadableFont(f"the font {name} cannot be read: {error}") from error
    return font


class FontShelf:
    """Opens fonts by file name without the ending: `Figtree_500Medium`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: BoundedCache[pygame.font.Font] = BoundedCache(_MOST_OPEN)
        if not pygame.font.get_init():
            pygame.font.init()

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
            path = self._folder / f"{name}.ttf"
            if not path.is_file():
                have = ", ".join(self.names()) or "no font at all"
                raise MissingFont(f"font file not found: {path.name} (the folder has {have})")
            font = open_font(path, key[1])
            self._open.put(key, font, 1)
        return font

    def cap_height(self, name: str, pixels: int) -> int:
        """Give the height of a capital letter in pixels."""
        metrics = self.font(name, pixels).metrics("H")[0]
        return int(metrics[3]) if metrics is not None else pixels * 7 // 10

    def close(self) -> None:
        """Let go of all opened fonts."""
        self._open.clear()
