"""Fonts, and text in one style.

The width of text does not grow evenly with its size (glyphs are fitted to the pixel grid), so
every question about width is asked with the pixel scale at which the text will be drawn.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import pygame

from red7_desktop.scene import geometry, pictures
from red7_desktop.scene.paint import surfaces

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
            self._data = (
                path or Path(pygame.__file__).with_name(pygame.font.get_default_font())
            ).read_bytes()
            self.of_size(20).size("7")
        except (OSError, ValueError, pygame.error) as error:
            name = "pygame's own font" if path is None else path.name
            raise UnreadableFont(f"the font {name} cannot be read: {error}") from error

    def of_size(self, pixels: int) -> pygame.font.Font:
        """Open the font with an em of that many pixels, 1 or more."""
        return pygame.font.Font(BytesIO(self._data), pixels)


def read_any_font(paths: Iterable[Path]) -> FontFile:
    """Read the first font that can be read, pygame's own last.

    The executables ship without pygame's own font.

    Raises:
        UnreadableFont: No font can be read.
    """
    for path in paths:
        with suppress(UnreadableFont):
            return FontFile(path)
    return FontFile(None)


class FontShelf:
    """Opens fonts by file name without the ending: `Figtree_500Medium`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, FontFile] = {}
        self._open: surfaces.BoundedCache[pygame.font.Font] = surfaces.BoundedCache(MOST_OPEN)

    def names(self) -> list[str]:
        return sorted(path.stem for path in self._folder.glob("*.ttf"))

    def font(self, name: str, pixels: int) -> pygame.font.Font:
        """Return a font whose em is that many pixels high, 1 or more.

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


ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
_MOST_BLOCKS = 2000
"""A text is measured by its widget, by what lies around that, and again when it is painted."""
UTMOST = 0.4
"""Words that find no room become smaller, down to this part of their size; only then are they
cut."""
SHARES: Final = {pictures.Align.START: 0.0, pictures.Align.CENTRE: 0.5, pictures.Align.END: 1.0}
"""The part of the free room that lies before what is aligned."""
T = TypeVar("T")


def list_steps_down(step: float, zoom: float) -> list[float]:
    """List the parts of its size, from 1.0 down, that a text is tried in.

    step: by how much its designed size goes down. zoom: how much larger than designed its size is;
    the designed size is tried too, and all below it as without a zoom: in the same room, words made
    larger are never smaller than they were.
    """
    designed = 1.0 / max(1.0, zoom)
    larger = [1.0 - nth * step for nth in range(math.ceil((1.0 - designed) / step))]
    below = [max(UTMOST, 1.0 - nth * step) for nth in range(math.ceil((1.0 - UTMOST) / step) + 1)]
    return [*larger, *[designed * share for share in below]]


class TextBlock(NamedTuple):
    """Lines as they will be drawn, all measures in pixels.

    `pixels` is the size of the font; `width` is that of the widest line; `pitch` leads from one
    baseline to the next; `rise` is the height of a capital letter; `ascent` and `descent` reach
    from the baseline.
    """

    lines: tuple[str, ...]
    pixels: int
    width: int
    pitch: int
    rise: int
    ascent: int
    descent: int

    @property
    def height(self) -> int:
        return self.pitch * len(self.lines)


class TextSetter:
    """Lays text out with the fonts of a shelf.

    What is asked for many times is kept here, and goes with the fonts. measure_words: returns the
    width of words in one line in design units, given font, its size in these, words, and pixels
    per design unit. once: calls a function with what follows it, unless that has been done.
    """

    def __init__(self, fonts: FontShelf) -> None:
        self.fonts = fonts
        self._blocks: surfaces.BoundedCache[TextBlock] = surfaces.BoundedCache(_MOST_BLOCKS)
        self.measure_words = lru_cache(maxsize=8192)(self._measure_words)
        self.once = lru_cache(maxsize=1024)(lambda work, *given: work(*given))

    def _measure_words(self, font: str, size: float, words: str, scale: float) -> float:
        return self.measure(pictures.TextPicture(words, font, size), scale).w if words else 0.0

    def block(self, picture: pictures.TextPicture, scale: float) -> TextBlock:
        """Break a text into its lines at a scale, as large as it fits into its room.

        scale: pixels per design unit. Nothing is cut as long as smaller letters help, whatever has
        measured the room.
        """
        key = (picture, scale)
        block = self._blocks.get(key)
        if block is None:
            block = self._lay_out(picture, surfaces.round_grain(scale))
            self._blocks.put(key, block, 1)
        return block

    def _lay_out(self, picture: pictures.TextPicture, scale: float) -> TextBlock:
        full = max(1, round(picture.size * scale))
        if picture.max_width is None and picture.max_lines is None:
            return self._block(picture, full, math.inf)
        # To the nearest pixel: half a pixel of a sum cuts no word.
        wide = picture.max_width
        room = math.inf if wide is None else math.floor(wide * scale + 0.5)
        most = math.inf if picture.max_lines is None else picture.max_lines
        least = max(1, math.ceil(full * UTMOST))
        for pixels in range(full, least, -1):
            block = self._block(picture, pixels, room)
            if block.width <= room and len(block.lines) <= most:
                return block
        return self._cut(picture, self._block(picture, least, room), room)

    def _block(self, picture: pictures.TextPicture, pixels: int, room: float) -> TextBlock:
        font = self.fonts.font(picture.font, pixels)
        lines = _clean_text(picture.text).split("\n")
        if picture.wraps and room < math.inf:
            lines = [part for line in lines for part in _wrap_line(font, line, room)]
        width = max([_measure_line(font, line) for line in lines])
        pitch, capital = max(1, round(pixels * picture.line_height)), _measure_capital(font, pixels)
        reach = font.get_ascent(), -font.get_descent()
        return TextBlock(tuple(lines), pixels, width, pitch, capital, *reach)

    def _cut(self, picture: pictures.TextPicture, block: TextBlock, room: float) -> TextBlock:
        font = self.fonts.font(picture.font, block.pixels)
        lines = list(block.lines)
        if picture.max_lines is not None and len(lines) > picture.max_lines:
            lines = lines[: max(picture.max_lines, 1)]
            lines[-1] = lines[-1].rstrip() + ELLIPSIS
        lines = [_fit_line(font, line, room) for line in lines]
        width = max(_measure_line(font, line) for line in lines)
        return block._replace(lines=tuple(lines), width=width)

    def measure(self, picture: pictures.TextPicture, scale: float) -> geometry.Size:
        block = self.block(picture, scale)
        return geometry.Size(block.width / scale, block.height / scale)

    def paint(self, picture: pictures.TextPicture, box: surfaces.PixelBox) -> surfaces.Painted:
        """Render a text into the place that its alignment gives it in a box.

        A block stands in the middle by its capital letters, which is where the eye sees it.
        """
        block = self.block(picture, box.unit)
        font = self.fonts.font(picture.font, block.pixels)
        ink = block.pitch * (len(block.lines) - 1) + block.rise
        first_baseline = (box.h - ink) // 2 + block.rise
        share = SHARES[picture.align]
        surface = surfaces.make_blank(
            block.width, block.ascent + block.descent + block.pitch * (len(block.lines) - 1)
        )
        for row, line in enumerate(block.lines):
            if _measure_line(font, line):
                glyphs = font.render(line, True, (255, 255, 255)).premul_alpha()
                surfaces.blit_over(
                    surface, glyphs, (block.width - glyphs.width) * share, row * block.pitch
                )
        surfaces.tint(surface, picture.colour)
        return surfaces.Painted(
            surface, round((box.w - block.width) * share), first_baseline - block.ascent
        )


def break_lines(words: Iterable[T], fits: Callable[[list[T]], bool]) -> list[list[T]]:
    """Break words into lines that fit, except for single words that do not."""
    lines: list[list[T]] = []
    for word in words:
        if lines and fits([*lines[-1], word]):
            lines[-1].append(word)
        else:
            lines.append([word])
    return lines


def _measure_capital(font: pygame.font.Font, pixels: int) -> int:
    metrics = font.metrics("H")[0]
    return int(metrics[3]) if metrics is not None else pixels * 7 // 10


def _clean_text(text: str) -> str:
    """Replace what a font cannot take: control characters and broken surrogates."""
    if text.isprintable():
        return text
    return "".join(
        char if char == "\n" or char.isprintable() else " " if char.isspace() else "\ufffd"
        for char in text
    )


def _measure_line(font: pygame.font.Font, line: str) -> int:
    return font.size(line)[0] if line else 0


def _wrap_line(font: pygame.font.Font, line: str, room: float) -> list[str]:
    lines = break_lines(line.split(" "), lambda part: _measure_line(font, " ".join(part)) <= room)
    return [" ".join(part) for part in lines]


def _fit_line(font: pygame.font.Font, line: str, room: float) -> str:
    """Cut a line so that it fits with an ellipsis; to nothing when even that has no room."""
    if _measure_line(font, line) <= room:
        return line
    line = line.removesuffix(ELLIPSIS)
    ways = range(len(line) + 1)
    kept = bisect_right(
        ways, room, key=lambda count: _measure_line(font, line[:count].rstrip() + ELLIPSIS)
    )
    return line[: kept - 1].rstrip() + ELLIPSIS if kept else ""
