"""Cards whose faces are drawing files in a folder, with a word on a band: what games share.

All pictures have straight alpha, pygame's usual kind. They are shared through a cache, so draw on a
copy, never on a picture itself.
"""

from __future__ import annotations

import logging
from abc import abstractmethod
from collections.abc import Callable, Hashable
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Final, NamedTuple, TypeAlias

import pygame

from red7_desktop.kit.look.card_measures import (
    BAND_TOP,
    CORNER,
    DETAILS,
    HEIGHT,
    WIDTH,
    CardTones,
    card_height,
)
from red7_desktop.kit.look.faces import CardArt
from red7_desktop.kit.look.plain_card import draw_plain_panel
from red7_desktop.kit.look.svg_picture import (
    DrawingDamaged,
    rasterise,
    tint_white,
    to_straight_alpha,
    to_white,
)
from red7_desktop.scene.geometry import Size
from red7_desktop.scene.paint.cache import BoundedCache
from red7_desktop.scene.paint.fonts import MOST_OPEN, FontFile, UnreadableFont
from red7_desktop.scene.paint.pixels import count_bytes

Report: TypeAlias = Callable[[str], None]

ImageMaker: TypeAlias = Callable[[], pygame.Surface]


LOG: Final = logging.getLogger(__name__)


BUDGET: Final = 2_000_000
"""How many bytes of pictures are kept by default: mostly symbols; the scene keeps its own."""


_WORD_HEIGHT: Final = 0.118
"""The size of the word's letters, as a share of the card's width; long words get less."""

_WORD_LEAST: Final = 0.11
"""A word that would have to be smaller than this beside its symbol is narrowed instead."""

_NARROWEST: Final = 0.82
"""The part of its width that a word keeps; what still does not fit is written smaller."""

_BAND_ROOM: Final = 0.9

_BACK: Final = "back"


class DrawnCardArt(CardArt):
    """The card art of one game, read from a folder of drawing files as it is needed.

    `font` is the file of the words' letters. A drawing that is missing or damaged is told to
    `report`, once, and replaced by a plain card. Pictures are kept up to `budget` bytes.

    back_tones: fill and rim of a back whose file is damaged.
    """

    shape = Size(WIDTH, HEIGHT)
    corner = CORNER
    back_tones: ClassVar = ("#2c2138", "#8a7398")

    def __init__(
        self,
        folder: Path,
        *,
        font: Path | None = None,
        report: Report = LOG.warning,
        budget: int = BUDGET,
    ) -> None:
        self._folder = folder
        self._report = report
        self._told: set[str] = set()
        self._kept: BoundedCache[pygame.Surface] = BoundedCache(budget)
        self.fonts = BandLetters(font, self._tell)

    @abstractmethod
    def has_face(self, face: str) -> bool:
        """Tell if there is such a face."""

    @abstractmethod
    def painted(self, face: str, size: tuple[int, int], detail: str) -> pygame.Surface:
        """Paint a face that there is; it may be drawn on."""

    def paint(
        self,
        face: str | None,
        width_px: int,
        detail: str = "full",
        *,
        height_px: int | None = None,
    ) -> pygame.Surface:
        """Give the picture of a face, or of the back for None.

        `full` is for hands, the middle of the table and inspection; `small` keeps to what can be
        read at 44 pixels. The height follows from the width (`height_of`) unless a box of whole
        pixels asks for another. Raises ValueError for a face or a detail that does not exist, or
        for a size below 1.
        """
        size = (width_px, card_height(width_px) if height_px is None else height_px)
        if face is not None and not self.has_face(face):
            raise ValueError(f"{face!r} is not a card face")
        if detail not in DETAILS:
            raise ValueError(f"{detail!r} is not a detail of a card ({', '.join(DETAILS)})")
        if min(size) < 1:
            raise ValueError(f"a card cannot be {size[0]} x {size[1]} pixels large")
        if face is None:
            return self.once((None, size), lambda: self._back(size))
        return self.once((face, size, detail), lambda: self.painted(face, size, detail))

    def once(self, key: Hashable, paint: ImageMaker) -> pygame.Surface:
        """Give the picture of a key, painting it if it is not kept."""
        picture = self._kept.get(key)
        if picture is None:
            picture = paint()
            self._kept.put(key, picture, count_bytes(picture))
        return picture

    def tinted(
        self, file: str, px: int, tint: pygame.typing.ColorLike, plain: ImageMaker
    ) -> pygame.Surface:
        """Give the shape that a file draws, in a square and in one tint."""
        colour = pygame.Color(tint)
        return self.once(
            (file, px, tuple(colour)),
            lambda: tint_white(to_white(self._drawn(file, (px, px), plain)), colour),
        )

    def drawn(self, file: str, size: tuple[int, int], plain: ImageMaker) -> pygame.Surface:
        """Draw a file of the folder anew, or the plain picture where it cannot be."""
        return to_straight_alpha(self._drawn(file, size, plain))

    def write_band(
        self,
        card: pygame.Surface,
        tones: CardTones,
        text: str,
        mark: Callable[[int], pygame.Surface],
    ) -> None:
        """Write a symbol and a word, side by side, into the middle of the band.

        mark: gives the symbol of so many pixels. It stands alone where the word is unreadable.
        """
        width = card.get_width()
        symbol, gap = mark(_mark_px(width)), _gap_px(width)
        middle = round((BAND_TOP + HEIGHT) / 2 / HEIGHT * card.get_height())
        px = self.word_px(text, width)
        if px < READABLE:
            card.blit(symbol, symbol.get_rect(center=(width / 2, middle)))
            return
        word = self.fonts.write(text, px, tones.word, _word_room(width))
        left = (width - symbol.get_width() - gap - word.picture.get_width()) // 2
        card.blit(symbol, symbol.get_rect(midleft=(left, middle)))
        card.blit(word.picture, (left + symbol.get_width() + gap, middle - word.middle))

    def word_px(self, word: str, width: int) -> int:
        """Give the size of a word's letters, 0 for none: long words are narrowed first."""
        room = _word_room(width)
        px = self.fonts.fit(word, round(width * _WORD_HEIGHT), room)
        least = round(width * _WORD_LEAST)
        return px if px >= least else self.fonts.fit(word, least, round(room / _NARROWEST))

    def _back(self, size: tuple[int, int]) -> pygame.Surface:
        return self.drawn(f"{_BACK}.svg", size, lambda: draw_plain_panel(size, *self.back_tones))

    def _drawn(self, file: str, size: tuple[int, int], plain: ImageMaker) -> pygame.Surface:
        """Draw a file of the folder, or the plain picture where it cannot be; premultiplied."""
        try:
            return rasterise(self._folder / file, size)
        except DrawingDamaged as reason:
            self._tell(f"card art {file} is shown plain: {reason}")
            return plain()

    def _tell(self, problem: str) -> None:
        """Report a problem, unless it has been reported before."""
        if problem not in self._told:
            self._told.add(problem)
            self._report(problem)


def _mark_px(width: int) -> int:
    """Give the size of the symbol beside the word."""
    return max(1, round(width * 0.092))


def _gap_px(width: int) -> int:
    """Give the space between the symbol and the word."""
    return round(width * 0.026)


def _word_room(width: int) -> int:
    """Give the width that the symbol leaves to the word."""
    return round(width * _BAND_ROOM) - _mark_px(width) - _gap_px(width)


READABLE: Final = 7
"""Below this font size in pixels a word is left out and the symbol beside it stands alone."""

_FINE: Final = 4
"""How much larger narrowed words are drawn first."""


class WrittenWord(NamedTuple):
    """A written word, and how far below its top edge the middle of its capitals lies."""

    picture: pygame.Surface
    middle: int


class BandLetters:
    """The letters of the words at each size; pygame's own where the file cannot be read."""

    def __init__(self, file: Path | None, report: Callable[[str], None]) -> None:
        self._file = file
        self._report = report
        self._sizes: BoundedCache[pygame.font.Font] = BoundedCache(MOST_OPEN)

    def of_size(self, px: int) -> pygame.font.Font:
        """Give the font of a size in pixels."""
        font = self._sizes.get(px)
        if font is None:
            font = self._font.of_size(px)
            self._sizes.put(px, font, 1)
        return font

    def fit(self, word: str, px: int, room_px: int) -> int:
        """Give the size, up to one, at which a word fits; 0 where it could not be read."""
        while px >= READABLE and self.of_size(px).size(word)[0] > room_px:
            px -= 1
        return px if word and px >= READABLE else 0

    def write(self, word: str, px: int, tone: str, room_px: int) -> WrittenWord:
        """Write a word in letters of a size, narrowed where it is wider than the room."""
        if self.of_size(px).size(word)[0] <= room_px:
            return self._written(word, px, tone)
        # Drawn larger and scaled down, narrow letters have edges as smooth as the others.
        large = self._written(word, px * _FINE, tone)
        size = (room_px, round(large.picture.get_height() / _FINE))
        return WrittenWord(pygame.transform.smoothscale(large.picture, size), large.middle // _FINE)

    def _written(self, word: str, px: int, tone: str) -> WrittenWord:
        font = self.of_size(px)
        capital = font.metrics("H")[0]
        rise = capital[3] if capital else px * 0.7
        return WrittenWord(font.render(word, True, tone), round(font.get_ascent() - rise / 2))

    @cached_property
    def _font(self) -> FontFile:
        try:
            return FontFile(self._file)
        except UnreadableFont as reason:
            self._report(f"the card words are in another font: {reason}")
            return FontFile(None)
