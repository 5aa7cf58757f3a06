"""Loads fonts, and lays out texts that have one style each (font, size, colour).

Characters that a font lacks are taken from fallback fonts.

The width of text is not proportional to its size, because glyphs are fitted to the pixel grid.
So every measurement takes the pixel scale at which the text will be drawn.
"""

from __future__ import annotations

import math
import struct
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple, TypeVar
from unicodedata import combining, normalize

import pygame

from red7_desktop.scene import geometry, pictures
from red7_desktop.scene.paint import surfaces

MAX_OPEN_FONTS = 64
"""Maximum number of fonts that a `FontLibrary` keeps open; each size of a font counts."""


class MissingFontError(FileNotFoundError):
    """Raised if the font folder lacks a file; the message lists the fonts that exist."""


class UnreadableFontError(OSError):
    """Raised if a font file can't be opened or isn't a font."""


class FontFile:
    """A font file loaded into memory. With None as path, it is pygame's default font.

    Opening the font at a size needs no open file. So this works even after the program has reached
    the maximum number of open files.

    Raises:
        UnreadableFontError: The file can't be read or isn't a font. Because opening such a file may
            succeed, the constructor measures a glyph to find out.
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
            if path is None:
                name = "pygame's own font"
            else:
                name = path.name
            raise UnreadableFontError(f"the font {name} cannot be read: {error}") from error

    def of_size(self, pixels: int) -> pygame.font.Font:
        """Open the font at a size, given as em height in pixels, at least 1."""
        return pygame.font.Font(BytesIO(self._data), pixels)

    @cached_property
    def codes(self) -> frozenset[int]:
        """The Unicode code points for which the font has glyphs."""
        try:
            return _read_codes(self._data)
        except struct.error:
            return frozenset()


def _read_codes(data: bytes) -> frozenset[int]:
    """Read the code points for which a TrueType or OpenType font has glyphs.

    pygame doesn't report this: it measures the box of a missing glyph as if it were the glyph. The
    tables are described at https://learn.microsoft.com/typography/opentype/spec/cmap.

    Raises:
        struct.error: The data is truncated.
    """
    (count,) = struct.unpack_from(">H", data, 4)
    tables = [struct.unpack_from(">4s4xI", data, 12 + 16 * nth) for nth in range(count)]
    codes: set[int] = set()
    for tag, start in tables:
        if tag == b"cmap":
            (parts,) = struct.unpack_from(">H", data, start + 2)
            for nth in range(parts):
                (offset,) = struct.unpack_from(">I", data, start + 8 + 8 * nth)
                codes |= _read_code_table(data, start + offset)
    return frozenset(codes)


def _read_code_table(data: bytes, start: int) -> set[int]:
    """Read a subtable of a font's "cmap" table, in format 4 or 12."""
    (form,) = struct.unpack_from(">H", data, start)
    codes: set[int] = set()
    if form == 12:
        (groups,) = struct.unpack_from(">I", data, start + 12)
        for nth in range(groups):
            first, last = struct.unpack_from(">II", data, start + 16 + 12 * nth)
            codes.update(range(first, min(last, _MAX_CODE_POINT) + 1))
    elif form == 4:
        (twice,) = struct.unpack_from(">H", data, start + 6)
        numbers = f">{twice // 2}H"
        lasts = struct.unpack_from(numbers, data, start + 14)
        firsts = struct.unpack_from(numbers, data, start + 16 + twice)
        for first, last in zip(firsts, lasts, strict=True):
            codes.update(range(first, last + 1))
        codes.discard(0xFFFF)  # The font's table ends with this entry, which is no character.
    return codes


_MAX_CODE_POINT: Final = 0x10FFFF


def read_any_font(paths: Iterable[Path]) -> FontFile:
    """Read the first readable font of a list; fall back to pygame's default font.

    The executables are shipped without pygame's default font.

    Raises:
        UnreadableFontError: No font can be read.
    """
    for path in paths:
        with suppress(UnreadableFontError):
            return FontFile(path)
    return FontFile(None)


class FontLibrary:
    """A cache of fonts from a folder, by file name without suffix, e.g. "Figtree_500Medium".

    Args:
        folder: Folder of the font files.
        list_fallbacks: Function that takes a font's name and returns the fonts to use, in this
            order, for characters that the font lacks. Fonts without a file are skipped.
    """

    def __init__(
        self, folder: Path, list_fallbacks: Callable[[str], Sequence[str]] = lambda name: ()
    ) -> None:
        self._folder = folder
        self._list_fallbacks = list_fallbacks
        self._files: dict[str, FontFile] = {}
        self._open: surfaces.BoundedCache[pygame.font.Font] = surfaces.BoundedCache(MAX_OPEN_FONTS)
        self._find = lru_cache(maxsize=4096)(self._find_font)

    def names(self) -> list[str]:
        return sorted(path.stem for path in self._folder.glob("*.ttf"))

    def font(self, name: str, pixels: int, script: str = "") -> pygame.font.Font:
        """Return a font at an em height in pixels.

        Args:
            name: File name without suffix.
            pixels: Em height; less than 1 counts as 1.
            script: ISO 15924 code of a script that needs shaping, "" for none.

        Raises:
            MissingFontError: The folder doesn't contain the font.
            UnreadableFontError: The file isn't a font.
        """
        key = (name, max(1, pixels), script)
        font = self._open.get(key)
        if font is None:
            font = self._file(name).of_size(key[1])
            if script:
                # Ignore the error of an SDL that can't shape text: it draws unconnected letters.
                with suppress(pygame.error):
                    font.set_script(script)
                    if script in _RIGHT_TO_LEFT:
                        font.set_direction(pygame.DIRECTION_RTL)
            self._open.put(key, font, 1)
        return font

    def can_show(self, name: str, text: str) -> bool:
        """Return whether a font, or one of its fallbacks, has every character of a text."""
        return all(
            ord(char) in self._file(self._find(name, char)).codes for char in normalize("NFC", text)
        )

    def spans(self, name: str, line: str) -> list[TextSpan]:
        """Split a line into spans, from left to right, so that each span has one font.

        Combining marks stay with their letter. Spaces and punctuation between letters join the span
        of these letters if the span's font contains them, so that words of a right-to-left script
        keep their order.
        """
        spans: list[TextSpan] = []
        pending = ""
        for char in normalize("NFC", line):
            last = spans[-1] if spans else None
            fits_last = last is not None and ord(char) in self._file(last.font).codes
            if last is not None and fits_last and combining(char) and not pending:
                spans[-1] = last._replace(text=last.text + char)
                continue
            if fits_last and not char.isalnum() and not _find_script(char):
                pending += char
                continue
            span = TextSpan(self._find(name, char), _find_script(char), char)
            if last is not None and span[:2] == last[:2]:
                spans[-1] = last._replace(text=last.text + pending + char)
            else:
                spans += [*_make_neutral_spans(name, pending), span]
            pending = ""
        return [*spans, *_make_neutral_spans(name, pending)]

    def _find_font(self, name: str, char: str) -> str:
        """Return the name of a font that has a character: the given font or one of its fallbacks.

        If no font has the character, return the given font.
        """
        if ord(char) in self._file(name).codes:
            return name
        for other in self._list_fallbacks(name):
            with suppress(MissingFontError, UnreadableFontError):
                if ord(char) in self._file(other).codes:
                    return other
        return name

    def _file(self, name: str) -> FontFile:
        if name not in self._files:
            self._files[name] = self._read(name)
        return self._files[name]

    def _read(self, name: str) -> FontFile:
        path = self._folder / f"{name}.ttf"
        if not path.is_file():
            have = ", ".join(self.names()) or "no font at all"
            raise MissingFontError(f"font file not found: {path.name} (the folder has {have})")
        return FontFile(path)


class TextSpan(NamedTuple):
    """A part of a line that is drawn with one font.

    Attributes:
        font: Name of the font.
        script: ISO 15924 code of a script that needs shaping, "" for none.
        text: The text.
    """

    font: str
    script: str
    text: str


def _make_neutral_spans(name: str, text: str) -> list[TextSpan]:
    """Return a list with one span, in the line's font; an empty list for an empty text.

    Used for characters that belong to no script, such as punctuation.
    """
    if text:
        return [TextSpan(name, "", text)]
    return []


_SCRIPTS: Final = (
    *((0x0590, 0x05FF, "Hebr"), (0x0600, 0x06FF, "Arab"), (0x0750, 0x077F, "Arab")),
    *((0x08A0, 0x08FF, "Arab"), (0x0900, 0x097F, "Deva"), (0x0980, 0x09FF, "Beng")),
    *((0x0A00, 0x0A7F, "Guru"), (0x0B80, 0x0BFF, "Taml"), (0x0C00, 0x0C7F, "Telu")),
    *((0x0E00, 0x0E7F, "Thai"), (0x0E80, 0x0EFF, "Laoo"), (0x1780, 0x17FF, "Khmr")),
    *((0xFB1D, 0xFB4F, "Hebr"), (0xFB50, 0xFDFF, "Arab"), (0xFE70, 0xFEFF, "Arab")),
)
"""First and last code points of scripts that need shaping or are written right to left."""
_RIGHT_TO_LEFT: Final = frozenset({"Hebr", "Arab"})
_COMMON_CHARACTERS: Final = frozenset("ĄąĆćĘęŁłŃńÓóŚśŹźŻż’‘‚“”„‹›–—…•")
"""Characters beyond Latin-1 that every font of the program has; a fast path without look-ups."""


def _find_script(char: str) -> str:
    code = ord(char)
    if code < _SCRIPTS[0][0]:
        return ""
    return next((script for first, last, script in _SCRIPTS if first <= code <= last), "")


class _Typeface:
    """A font at a size, with its fallbacks."""

    def __init__(self, fonts: FontLibrary, name: str, pixels: int) -> None:
        self._fonts = fonts
        self._name = name
        self._pixels = pixels
        self.own = fonts.font(name, pixels)

    def _parts(self, line: str) -> list[tuple[pygame.font.Font, str]]:
        if line.isascii() or all(char < "\u0100" or char in _COMMON_CHARACTERS for char in line):
            return [(self.own, line)]
        return [
            (self._fonts.font(span.font, self._pixels, span.script), span.text)
            for span in self._fonts.spans(self._name, line)
        ]

    def measure(self, line: str) -> int:
        """Return the width of a line in pixels."""
        if line:
            return sum(font.size(text)[0] for font, text in self._parts(line))
        return 0

    def measure_reach(self, lines: Iterable[str]) -> tuple[int, int]:
        """Return the maximum extent of lines above and below their baselines, in pixels.

        Fallback fonts that the lines need are included.
        """
        fonts = {self.own, *[font for line in lines for font, _ in self._parts(line)]}
        return (
            max(font.get_ascent() for font in fonts),
            max(-font.get_descent() for font in fonts),
        )

    def paint(self, line: str, surface: pygame.Surface, x: float, baseline: int) -> None:
        """Draw a line in white with premultiplied alpha on a surface.

        Args:
            line: The text.
            surface: Surface to draw on.
            x: Position of the left end, in pixels.
            baseline: Y coordinate of the baseline, in pixels.
        """
        for font, text in self._parts(line):
            glyphs = font.render(text, True, (255, 255, 255)).premul_alpha()
            surfaces.blit_over(surface, glyphs, x, baseline - font.get_ascent())
            x += glyphs.width


ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
_MAX_CACHED_BLOCKS = 2000
"""Maximum number of laid out texts in the cache of a `TextLayout`.

Layouts are cached because widgets and their parents measure the same text several times before the
text is painted."""
MIN_TEXT_SHARE = 0.4
"""Smallest factor by which text shrinks to fit. If it still doesn't fit, it is cut off."""
ALIGN_SHARES: Final = {
    pictures.Align.START: 0.0,
    pictures.Align.CENTRE: 0.5,
    pictures.Align.END: 1.0,
}
"""For each alignment, the share of the free space that is at the left of (or above) the content."""
T = TypeVar("T")


def list_shrink_factors(step: float, zoom: float) -> list[float]:
    """List the factors, descending from 1.0, by which a font shrinks until its text fits.

    At zoom 1 the factors decrease by `step`. In an enlarged theme, 1.0 is the enlarged size, and
    the list also contains the designed size (1 / zoom). From the designed size down, the font sizes
    are the same as at zoom 1, so enlarging the theme never makes a text smaller.

    Args:
        step: Decrease between two factors.
        zoom: Factor by which the theme enlarges everything.
    """
    designed = 1.0 / max(1.0, zoom)
    larger = [1.0 - nth * step for nth in range(math.ceil((1.0 - designed) / step))]
    below = [
        max(MIN_TEXT_SHARE, 1.0 - nth * step)
        for nth in range(math.ceil((1.0 - MIN_TEXT_SHARE) / step) + 1)
    ]
    return [*larger, *[designed * share for share in below]]


class TextBlock(NamedTuple):
    """A text that was laid out in lines, with all measures in pixels.

    Attributes:
        lines: Text of each line.
        pixels: Font size.
        width: Width of the widest line.
        pitch: Distance between the baselines of two lines.
        rise: Height of a capital letter.
        ascent: Maximum extent of a line above its baseline.
        descent: Maximum extent of a line below its baseline.
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


class TextLayout:
    """Measures, lays out and renders text, with caches.

    Attributes:
        fonts: The fonts.
        measure_words: Cached function that returns the width of one line in design units, given
            font, size in design units, text and pixels per design unit.
        cached_call: Function that calls its first argument, also a function, with the other
            arguments, and caches the result; used for slow layouts.
    """

    def __init__(self, fonts: FontLibrary) -> None:
        self.fonts = fonts
        self._blocks: surfaces.BoundedCache[TextBlock] = surfaces.BoundedCache(_MAX_CACHED_BLOCKS)
        self.measure_words = lru_cache(maxsize=8192)(self._measure_words)
        self.cached_call = lru_cache(maxsize=1024)(lambda work, *given: work(*given))

    def _measure_words(self, font: str, size: float, words: str, scale: float) -> float:
        if words:
            return self.measure(pictures.TextPicture(words, font, size), scale).w
        return 0.0

    def block(self, picture: pictures.TextPicture, scale: float) -> TextBlock:
        """Lay out a text: break it into lines, and shrink its font until it fits.

        Args:
            picture: The text, with its style, maximum width and maximum number of lines.
            scale: Pixels per design unit.
        """
        key = (picture, scale)
        block = self._blocks.get(key)
        if block is None:
            block = self._lay_out(picture, surfaces.round_scale(scale))
            self._blocks.put(key, block, 1)
        return block

    def _lay_out(self, picture: pictures.TextPicture, scale: float) -> TextBlock:
        full_pixels = max(1, round(picture.size * scale))
        if picture.max_width is None and picture.max_lines is None:
            return self._break_block(picture, full_pixels, math.inf)
        # Round the width to the nearest pixel. If it were rounded down, a text that needs the whole
        # width could be broken or cut off.
        max_width = picture.max_width
        if max_width is None:
            room = math.inf
        else:
            room = math.floor(max_width * scale + 0.5)
        if picture.max_lines is None:
            max_lines = math.inf
        else:
            max_lines = picture.max_lines
        least_pixels = max(1, math.ceil(full_pixels * MIN_TEXT_SHARE))
        for pixels in range(full_pixels, least_pixels, -1):
            block = self._break_block(picture, pixels, room)
            if block.width <= room and len(block.lines) <= max_lines:
                return block
        return self._cut_block(picture, self._break_block(picture, least_pixels, room), room)

    def _break_block(self, picture: pictures.TextPicture, pixels: int, room: float) -> TextBlock:
        face = _Typeface(self.fonts, picture.font, pixels)
        lines = _clean_text(picture.text).split("\n")
        if picture.wraps and room < math.inf:
            lines = [part for line in lines for part in _wrap_line(face, line, room)]
        width = max([face.measure(line) for line in lines])
        pitch = max(1, round(pixels * picture.line_height))
        capital = _measure_capital(face.own, pixels)
        reach = face.measure_reach(lines)
        return TextBlock(tuple(lines), pixels, width, pitch, capital, *reach)

    def _cut_block(self, picture: pictures.TextPicture, block: TextBlock, room: float) -> TextBlock:
        face = _Typeface(self.fonts, picture.font, block.pixels)
        lines = list(block.lines)
        if picture.max_lines is not None and len(lines) > picture.max_lines:
            lines = lines[: max(picture.max_lines, 1)]
            lines[-1] = lines[-1].rstrip() + ELLIPSIS
        lines = [_fit_line(face, line, room) for line in lines]
        width = max(face.measure(line) for line in lines)
        return block._replace(lines=tuple(lines), width=width)

    def measure(self, picture: pictures.TextPicture, scale: float) -> geometry.Size:
        block = self.block(picture, scale)
        return geometry.Size(block.width / scale, block.height / scale)

    def paint(self, picture: pictures.TextPicture, box: surfaces.PixelBox) -> surfaces.Painted:
        """Render a text, aligned in a box.

        The text is centred vertically by its capital letters, which looks right to the eye.
        """
        block = self.block(picture, box.unit)
        face = _Typeface(self.fonts, picture.font, block.pixels)
        ink = block.pitch * (len(block.lines) - 1) + block.rise
        first_baseline = (box.h - ink) // 2 + block.rise
        share = ALIGN_SHARES[picture.align]
        surface = surfaces.make_blank(
            block.width, block.ascent + block.descent + block.pitch * (len(block.lines) - 1)
        )
        for row, line in enumerate(block.lines):
            width = face.measure(line)
            if width:
                baseline = block.ascent + row * block.pitch
                face.paint(line, surface, (block.width - width) * share, baseline)
        surfaces.tint(surface, picture.colour)
        return surfaces.Painted(
            surface, round((box.w - block.width) * share), first_baseline - block.ascent
        )


def break_lines(words: Iterable[T], fits: Callable[[list[T]], bool]) -> list[list[T]]:
    """Distribute words over lines, each with as many words as fit; at least one word per line."""
    lines: list[list[T]] = []
    for word in words:
        if lines and fits([*lines[-1], word]):
            lines[-1].append(word)
        else:
            lines.append([word])
    return lines


def _measure_capital(font: pygame.font.Font, pixels: int) -> int:
    metrics = font.metrics("H")[0]
    if metrics is not None:
        return int(metrics[3])
    return pixels * 7 // 10


def _clean_text(text: str) -> str:
    """Replace control characters and lone surrogates, which fonts can't render."""
    if text.isprintable():
        return text
    return "".join(
        char if char == "\n" or char.isprintable() else " " if char.isspace() else "\ufffd"
        for char in text
    )


def _wrap_line(face: _Typeface, line: str, room: float) -> list[str]:
    lines = break_lines(line.split(" "), lambda part: face.measure(" ".join(part)) <= room)
    return [" ".join(part) for part in lines]


def _fit_line(face: _Typeface, line: str, room: float) -> str:
    """Shorten a line with an ellipsis until it fits; "" if not even the ellipsis fits."""
    if face.measure(line) <= room:
        return line
    line = line.removesuffix(ELLIPSIS)
    lengths = range(len(line) + 1)
    kept = bisect_right(
        lengths, room, key=lambda count: face.measure(line[:count].rstrip() + ELLIPSIS)
    )
    if kept:
        return line[: kept - 1].rstrip() + ELLIPSIS
    return ""
