"""Paints the faces and backs of Red7 cards, and their symbols, at any size in pixels.

All pictures have straight alpha, pygame's usual kind. They are shared through a cache, so draw on a
copy, never on a picture itself.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from typing import Final

import pygame

from red7_desktop.games.red7.face.pictures.band_letters import READABLE, BandLetters
from red7_desktop.games.red7.face.pictures.card_design import (
    ACTION_NUMBERS,
    BADGES,
    BAND_TOP,
    COLOURS,
    CORNER,
    DETAILS,
    FACES,
    HEIGHT,
    LETTERS,
    ON_DARK,
    STARTER,
    WIDTH,
    WORDS,
    CardColour,
    height_of,
)
from red7_desktop.games.red7.face.pictures.plain_card import (
    plain_disc,
    plain_face,
    plain_panel,
    plain_symbol,
)
from red7_desktop.kit.look.faces import Faces
from red7_desktop.kit.look.svg_picture import (
    DrawingDamaged,
    as_white,
    rasterise,
    tinted,
    with_straight_alpha,
)
from red7_desktop.scene.geometry import Size
from red7_desktop.scene.paint.cache import BoundedCache
from red7_desktop.scene.paint.pixels import byte_size
from red7_desktop.scene.theme.colour import Colour

Report = Callable[[str], None]
Painter = Callable[[], pygame.Surface]

_log: Final = logging.getLogger(__name__)

BUDGET: Final = 6_000_000
"""How many bytes of pictures are kept by default: what a table shows; the scene keeps its own."""

_WORD_HEIGHT: Final = 0.118
"""The size of the rule word's letters, as a share of the card's width; long words get less."""
_WORD_LEAST: Final = 0.11
"""A word that would have to be smaller than this beside its symbol is narrowed instead."""
_NARROWEST: Final = 0.82
"""The part of its width that a word keeps; what still does not fit is written smaller."""
_BAND_ROOM: Final = 0.9
_BACK: Final = "back"
_BACK_TONES: Final = ("#2c2138", "#8a7398")


class CardFaces(Faces):
    """The card art of one colour set, read from a folder of drawing files as it is needed.

    `words` gives the rule word of each colour letter, in the player's language; `actions` adds the
    action icons to the odd numbers; `font` is the file of the rule words' letters. A drawing that
    is missing or damaged is told to `report`, once, and replaced by a plain card. Pictures are
    kept up to `budget` bytes.

    Raises ValueError for a colour set that does not exist, or words that leave a colour out.
    """

    shape = Size(WIDTH, HEIGHT)
    corner = CORNER

    def __init__(
        self,
        folder: Path,
        *,
        colours: str = "normal",
        actions: bool = False,
        words: Mapping[str, str] = WORDS,
        font: Path | None = None,
        report: Report = _log.warning,
        budget: int = BUDGET,
    ) -> None:
        if colours not in COLOURS:
            raise ValueError(f"{colours!r} is not a colour set ({', '.join(COLOURS)})")
        if missing := [letter for letter in LETTERS if letter not in words]:
            raise ValueError(f"no rule word for {', '.join(missing)}")
        self._folder = folder
        self._set = colours
        self._actions = actions
        self._words = dict(words)
        self._fonts = BandLetters(font, self._tell)
        self._report = report
        self._told: set[str] = set()
        self._kept: BoundedCache[pygame.Surface] = BoundedCache(budget)

    def paint(
        self,
        face: str | None,
        width_px: int,
        detail: str = "full",
        *,
        height_px: int | None = None,
    ) -> pygame.Surface:
        """Give the picture of a face ("R7", or "start"), or of the back for None.

        `full` is for hands, the canvas and inspection; `small` keeps to what can be read at 44
        pixels. The height follows from the width (`height_of`) unless a box of whole pixels asks
        for another. Raises ValueError for a face or a detail that does not exist, or for a size
        below 1.
        """
        size = (width_px, height_of(width_px) if height_px is None else height_px)
        _check(face, size, detail)
        return self._once((face, size, detail), lambda: self._painted(face, size, detail))

    def symbol(
        self, symbol: str, px: int, tint: pygame.typing.ColorLike = "#ffffff"
    ) -> pygame.Surface:
        """Give a colour's symbol, by its letter, or an action's icon, by its number, in a square.

        Raises ValueError for what is neither, or a size below 1.
        """
        if symbol.isdecimal():
            return self.action_icon(int(symbol), px, tint)
        if symbol not in COLOURS[self._set] or px < 1:
            raise ValueError(f"no symbol {symbol!r} of {px} pixels")
        shape = COLOURS[self._set][symbol]
        return self._tinted(
            f"symbols/{shape.name}.svg", px, tint, lambda: plain_symbol(shape.symbol, px)
        )

    def swatch(self, symbol: str) -> str:
        """Give the name of a letter's colour."""
        return COLOURS[self._set][symbol].name

    def action_icon(
        self, number: int, px: int, tint: pygame.typing.ColorLike = "#ffffff"
    ) -> pygame.Surface:
        """Give the icon of an odd number's action: a disc of the tint, the picture cut out of it.

        Raises ValueError for a number without an action, or a size below 1.
        """
        if number not in ACTION_NUMBERS or px < 1:
            raise ValueError(f"no action icon for {number} of {px} pixels")
        return self._tinted(f"actions/{number}.svg", px, tint, lambda: plain_disc(px))

    def colour_of(self, face: str) -> CardColour:
        """Give the tones of a face's colour in this set; the starter card is red."""
        return COLOURS[self._set]["R" if face == STARTER else face[0]]

    def _once(self, key: Hashable, paint: Painter) -> pygame.Surface:
        """Give the picture of a key, painting it if it is not kept."""
        picture = self._kept.get(key)
        if picture is None:
            picture = paint()
            self._kept.put(key, picture, byte_size(picture))
        return picture

    def _painted(self, face: str | None, size: tuple[int, int], detail: str) -> pygame.Surface:
        if face is None:
            blank = self._drawn(f"{_BACK}.svg", size, lambda: plain_panel(size, *_BACK_TONES))
            return with_straight_alpha(blank)
        colour, numeral = self.colour_of(face), "" if face == STARTER else face[1]
        has_band, font_of = detail == "full", self._fonts.of_size
        drawn = self._drawn(
            f"{self._set}/{detail}/{face}.svg",
            size,
            lambda: plain_face(size, colour, numeral, font_of, has_band=has_band),
        )
        card = with_straight_alpha(drawn)
        if has_band:
            self._write_word(card, colour)
        if self._actions and numeral and int(numeral) in ACTION_NUMBERS:
            self._put_badge(card, colour, int(numeral), detail)
        return card

    def _write_word(self, card: pygame.Surface, colour: CardColour) -> None:
        """Write the symbol and the rule word, side by side, into the middle of the band."""
        width = card.get_width()
        mark_px, gap = _mark_px(width), _gap_px(width)
        mark = self.symbol(colour.letter, mark_px, colour.word)
        middle = round((BAND_TOP + HEIGHT) / 2 / HEIGHT * card.get_height())
        px = self._word_px(colour.letter, width)
        if px < READABLE:
            card.blit(mark, mark.get_rect(center=(width / 2, middle)))
            return
        text, room = self._words[colour.letter], _word_room(width)
        word = self._fonts.write(text, px, colour.word, room)
        left = (width - mark_px - gap - word.picture.get_width()) // 2
        card.blit(mark, mark.get_rect(midleft=(left, middle)))
        card.blit(word.picture, (left + mark_px + gap, middle - word.middle))

    def _word_px(self, letter: str, width: int) -> int:
        """Give the size of a rule word's letters, 0 for none: long words are narrowed first."""
        word, room = self._words[letter], _word_room(width)
        px = self._fonts.fit(word, round(width * _WORD_HEIGHT), room)
        least = round(width * _WORD_LEAST)
        return px if px >= least else self._fonts.fit(word, least, round(room / _NARROWEST))

    def word_height(self, letter: str, width_px: int) -> int:
        """Give the height of a rule word on a full face, from ascender to descender, in pixels."""
        px = self._word_px(letter, width_px)
        return self._fonts.of_size(px).get_height() if px >= READABLE else 0

    def _put_badge(
        self, card: pygame.Surface, colour: CardColour, number: int, detail: str
    ) -> None:
        badge, scale = BADGES[detail], card.get_width() / WIDTH
        icon = self.action_icon(number, max(1, round(2 * badge.radius * scale)), colour.ink)
        card.blit(icon, icon.get_rect(center=(badge.x * scale, badge.y * scale)))

    def _tinted(
        self, file: str, px: int, tint: pygame.typing.ColorLike, plain: Painter
    ) -> pygame.Surface:
        colour = pygame.Color(tint)
        return self._once(
            (file, px, tuple(colour)),
            lambda: tinted(as_white(self._drawn(file, (px, px), plain)), colour),
        )

    def _drawn(self, file: str, size: tuple[int, int], plain: Painter) -> pygame.Surface:
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


def tint_of(letter: str) -> Colour:
    """Give the tone in which a colour's words and symbol stand on the dark table."""
    return Colour.from_hex(ON_DARK[letter])


def _check(face: str | None, size: tuple[int, int], detail: str) -> None:
    if face is not None and face != STARTER and face not in FACES:
        raise ValueError(f"{face!r} is not a card face")
    if detail not in DETAILS:
        raise ValueError(f"{detail!r} is not a detail of a card ({', '.join(DETAILS)})")
    if min(size) < 1:
        raise ValueError(f"a card cannot be {size[0]} x {size[1]} pixels large")


def _mark_px(width: int) -> int:
    """Give the size of the symbol beside the rule word."""
    return max(1, round(width * 0.092))


def _gap_px(width: int) -> int:
    """Give the space between the symbol and the rule word."""
    return round(width * 0.026)


def _word_room(width: int) -> int:
    """Give the width that the symbol leaves to the rule word."""
    return round(width * _BAND_ROOM) - _mark_px(width) - _gap_px(width)
