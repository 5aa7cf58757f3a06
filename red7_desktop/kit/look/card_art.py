"""Cards as pictures, from drawing files.

The scripts that draw the card files and the code that shows them both read this. Measures are in
card units, a card being 500 units wide and 700 high.

What `CardArt` gives has straight alpha, pygame's usual kind, and is shared through a cache, so draw
on a copy, never on a picture itself. `rasterise` and the functions that begin with "draw" return
premultiplied pictures.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

import pygame

from red7_desktop.kit.settings import OWN_BACK
from red7_desktop.kit.texts import Texts
from red7_desktop.scene import geometry, node, pictures
from red7_desktop.scene.paint import surfaces, text
from red7_desktop.tabletop.game import Options

Painter: TypeAlias = "Callable[[int, int], pygame.Surface]"


class CardStyle(NamedTuple):
    """What the cards of a game are painted for.

    colours: one of `settings.COLOUR_SETS`. options: of the match that is shown, None before the
    first. asset: finds what came with the program, see `resources.asset`.
    """

    colours: str
    texts: Texts
    options: Options | None
    asset: Callable[..., Path]


class CardArt(ABC):
    """The faces and backs of one game's cards, and its symbols.

    shape: the width and height of a card in units of its own, and corner, in the same units, how
    round it is. full_from: narrower cards, in design units, show the face made for small sizes.
    back: paints a back that was chosen in the place of the game's own, as many pixels wide and
    high; the table shows it.
    """

    back: Painter | None = None

    shape: ClassVar = geometry.Size(500.0, 700.0)
    corner: ClassVar = 42.0
    full_from: ClassVar = 100.0

    @abstractmethod
    def paint(
        self, face: str | None, width_px: int, detail: str = "full", *, height_px: int | None = None
    ) -> pygame.Surface:
        """Paint a face, None for the back, as many pixels wide.

        detail: "full" for hands, the middle of the table and inspection; "small" for what can be
        read at 44 pixels. height_px: of a box of whole pixels; else it follows from the width.
        Raises ValueError for a face or a detail that does not exist, or for a size below 1.
        """

    def symbol(
        self, symbol: str, px: int, tint: pygame.typing.ColorLike = "#ffffff"
    ) -> pygame.Surface:
        """Paint one of the game's symbols in a square of pixels; ValueError where there is none."""
        raise ValueError(f"no symbol {symbol!r}")

    def drawing(self, face: str | None) -> str | None:
        """Return a face made for small sizes, None for the back, as an SVG document.

        None where there is no drawing.

        For what can show a drawing by itself, as a phone can.
        """
        return None

    def symbol_drawing(self, symbol: str) -> str | None:
        """Return a symbol of the game in white as an SVG document, None where there is none."""
        return None

    def swatch(self, symbol: str) -> str:
        """Return what the theme's swatches call a symbol's colour."""
        return symbol

    def size(self, width: float) -> geometry.Size:
        return geometry.Size(width, width * self.shape.h / self.shape.w)

    def radius(self, width: float) -> float:
        return width * self.corner / self.shape.w

    def picture(self, face: str | None, width: float, detail: str = "") -> pictures.LayeredPicture:
        """Return the picture of a face, None for the back, for a card of a width in design units.

        It throws a shadow. detail: see `paint`; "" for what suits the width.
        """
        shown = detail or ("full" if width >= self.full_from else "small")
        shadow = pictures.Shadow(pictures.BLACK.with_alpha(0.5), blur=width * 0.12, dy=width * 0.04)
        below = pictures.BoxPicture(radius=self.radius(width), shadows=(shadow,))
        back = self.back if face is None else None
        paint = back or (lambda w, h: self.paint(face, w, shown, height_px=h))
        painted = pictures.PaintedPicture(("card", self, face, shown), paint)
        return pictures.LayeredPicture((below, painted))

    def build_card(self, face: str | None, width: float, **options: Any) -> node.Node:
        """Return a face, None for the back, as a node of a width. options: others of the node."""
        size = self.size(width)
        picture = self.picture(face, width)
        return node.Node(**{"name": f"card {face}", "size": size, "picture": picture, **options})

    def symbol_picture(self, symbol: str, tint: pictures.Colour) -> pictures.PaintedPicture:
        return pictures.PaintedPicture(
            ("symbol", self, symbol, tint), lambda w, h: self.symbol(symbol, min(w, h), tint)
        )


WIDTH: Final = 500.0
HEIGHT: Final = 700.0
CORNER: Final = 42.0
BAND_TOP: Final = 598.0
"""The band with a word on it reaches from here to the bottom edge of a full face."""
DETAILS: Final = ("full", "small")


@dataclass(frozen=True)
class CardTones:
    """The tones of a face, as #rrggbb: `ink` is drawn on `base`, `word` on `band`."""

    base: str
    ink: str
    band: str
    word: str


_LOG: Final = logging.getLogger(__name__)
_PLAIN: Final = ("#232033", "#8a8398")
"""Fill and rim of a back whose file is damaged."""
_KEPT: Final = 6
HUES: Final[Mapping[str, float]] = {"felt": 156.0, "wood": 27.0}
"""The hue of panels and quiet words around a table, for games without a hue of their own.

The tables that are not here are made of nothing in particular, see `Theme.ground`.
"""


def choose_back_painter(back: str, asset: Callable[..., Path]) -> Painter | None:
    """Return what paints a back by its name; None for the game's own."""
    if back == OWN_BACK:
        return None

    @lru_cache(maxsize=_KEPT)
    def paint(w: int, h: int) -> pygame.Surface:
        try:
            drawn = rasterise(asset("cards") / "backs" / f"{back}.svg", (w, h))
        except DrawingDamaged as reason:
            _LOG.warning("a card back is shown plain: %s", reason)
            drawn = draw_plain_panel((w, h), *_PLAIN)
        return to_straight_alpha(drawn)

    return paint


class PreviewCards(NamedTuple):
    """A small table: two cards that lie there, and three in the hand.

    hand: each with whether its turn would go well. played: which of these goes to the table and
    back. line: how matters stand then. outcome: the outcome of playing that card.
    """

    laid: tuple[str, str]
    hand: tuple[tuple[str, bool], ...]
    played: int
    line: str
    outcome: str


Points: TypeAlias = tuple[tuple[float, float], ...]
"""The corners of a shape in a box of 1 unit each way around (0, 0)."""
FontOf: TypeAlias = Callable[[int], pygame.font.Font]
_OVERSIZE: Final = 3
"""Plain shapes have hard edges: they are drawn this much larger and scaled down."""


def draw_plain_shape(shapes: Iterable[Points], px: int) -> pygame.Surface:
    """Draw shapes in white, `px` wide and high."""
    half = px * _OVERSIZE / 2
    surface = pygame.Surface((px * _OVERSIZE, px * _OVERSIZE), pygame.SRCALPHA)
    for points in shapes:
        corners = [(half + x * half, half + y * half) for x, y in points]
        pygame.draw.polygon(surface, "#ffffff", corners)
    return pygame.transform.smoothscale(surface.premul_alpha(), (px, px))


def draw_plain_disc(px: int) -> pygame.Surface:
    """Draw a white disc in place of an icon."""
    side = px * _OVERSIZE
    surface = pygame.Surface((side, side), pygame.SRCALPHA)
    pygame.draw.circle(surface, "#ffffff", (side / 2, side / 2), side / 2)
    return pygame.transform.smoothscale(surface.premul_alpha(), (px, px))


def draw_plain_panel(size: tuple[int, int], fill: str, rim: str) -> pygame.Surface:
    """Draw an empty card with a rim."""
    large = (size[0] * _OVERSIZE, size[1] * _OVERSIZE)
    surface = pygame.Surface(large, pygame.SRCALPHA)
    corner = round(large[0] * CORNER / WIDTH)
    pygame.draw.rect(surface, fill, surface.get_rect(), border_radius=corner)
    width = max(_OVERSIZE, large[0] // 60)
    pygame.draw.rect(surface, rim, surface.get_rect(), width, border_radius=corner)
    return pygame.transform.smoothscale(surface.premul_alpha(), size)


def draw_plain_face(
    size: tuple[int, int],
    tones: CardTones,
    numeral: str,
    shapes: Iterable[Points],
    font_of: FontOf,
    *,
    has_band: bool,
) -> pygame.Surface:
    """Draw a face with its number, if it has one, over its shapes.

    The band is for the word, which is written later.
    """
    width, height = size
    card = draw_plain_panel(size, tones.base, tones.word)
    if has_band:
        band = draw_plain_panel(size, tones.band, tones.word)
        top = round(BAND_TOP / HEIGHT * height)
        # A copy, not a blend: the corners of the band are as round as the card's.
        card.fill((0, 0, 0, 0), (0, top, width, height - top))
        card.blit(band, (0, top), (0, top, width, height - top), pygame.BLEND_PREMULTIPLIED)
    symbol = draw_plain_shape(shapes, max(1, round(width * 0.36)))
    symbol.fill(tones.ink, special_flags=pygame.BLEND_RGBA_MULT)
    _put(card, symbol, height * (0.68 if numeral else 0.45))
    if numeral:
        letters = font_of(max(1, round(width * 0.5)))
        _put(card, letters.render(numeral, True, tones.ink).premul_alpha(), height * 0.32)
    return card


def _put(card: pygame.Surface, part: pygame.Surface, middle: float) -> None:
    place = part.get_rect(center=(card.get_width() / 2, middle))
    card.blit(part, place, special_flags=pygame.BLEND_PREMULTIPLIED)


DOUBLED_UP_TO: Final = 300
"""The greatest length in pixels for which a drawing is made at twice its size."""


class DrawingDamaged(ValueError):
    """A drawing file cannot be shown; the message names the file and says why."""


def rasterise(file: Path, size: tuple[int, int]) -> pygame.Surface:
    """Draw an SVG file at a size in pixels, its colours premultiplied by their alpha.

    A small drawing is made at twice the size and scaled down, which smooths it better than the
    rasteriser does by itself; premultiplied, no dark fringe grows where it ends. A large one has
    pixels enough, and four times as many would take four times as long.

    Raises DrawingDamaged when the file is missing, cut short, no drawing at all, or shows nothing.
    """
    data = _read(file)
    scale = 2 if max(size) <= DOUBLED_UP_TO else 1
    scaled = (scale * size[0], scale * size[1])
    try:
        drawn = pygame.image.load_sized_svg(BytesIO(data), scaled)
    except (pygame.error, ValueError) as reason:
        raise DrawingDamaged(f"{file.name}: {reason}") from reason
    if not drawn.get_bounding_rect():
        raise DrawingDamaged(f"{file.name}: shows nothing")
    # In the format of all other pictures, which blits several times as fast.
    usual = drawn.convert(pygame.Surface((1, 1), pygame.SRCALPHA))
    picture = pygame.transform.smoothscale(usual.premul_alpha(), size)
    if drawn.get_width() % size[0] or drawn.get_height() % size[1]:
        # Scaling by a broken number takes 1 of 255 off what was solid.
        lost = picture.copy()
        lost.fill((2, 2, 2, 2), special_flags=pygame.BLEND_RGBA_MULT)
        picture.blit(lost, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return picture


def _read(file: Path) -> bytes:
    try:
        data = file.read_bytes()
    except OSError as reason:
        raise DrawingDamaged(f"{file.name}: {reason.strerror}") from reason
    # The rasteriser draws what it finds of a file that was cut short, without a complaint.
    if not data.rstrip().endswith(b"</svg>"):
        raise DrawingDamaged(f"{file.name}: ends too early")
    return data


def to_straight_alpha(picture: pygame.Surface) -> pygame.Surface:
    """Return a premultiplied picture in pygame's usual kind, its edge as bright as it was.

    Dividing by the alpha is slow here and coarse where the alpha is low. A card's rim has one
    colour all around, so that colour goes below the half-covered pixels instead.
    """
    width, height = picture.get_size()
    result = pygame.Surface((width, height), pygame.SRCALPHA)
    edge = picture.get_at((width // 2, 0))
    result.fill((edge.r, edge.g, edge.b, 255))
    result.blit(picture, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    result.blit(to_white(picture), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return result


def to_white(picture: pygame.Surface) -> pygame.Surface:
    """Return the shape of a picture in white, with straight alpha."""
    white = picture.copy()
    white.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return white


def tint_white(white: pygame.Surface, tint: pygame.Color) -> pygame.Surface:
    """Return a white shape in another colour; the tint's alpha fades it."""
    copy = white.copy()
    copy.fill(tint, special_flags=pygame.BLEND_RGBA_MULT)
    return copy


Report: TypeAlias = Callable[[str], None]
ImageMaker: TypeAlias = Callable[[], pygame.Surface]
LOG: Final = logging.getLogger(__name__)
BUDGET: Final = 2_000_000
"""How many bytes of pictures are kept by default: mostly symbols; the scene keeps its own."""
_WORD_HEIGHT: Final = 0.118
"""The size of the word's letters, as a share of the card's width; long words get less."""
_WORD_LEAST: Final = 0.11
"""A word that would have to be smaller than this next to its symbol is narrowed instead."""
_NARROWEST: Final = 0.82
"""The part of its width that a word keeps; what still does not fit is written smaller."""
BAND_ROOM: Final = 0.9
"""The part of the width that symbol and word have at most: in a hand, cards overlap a little."""
_BACK: Final = "back"


class DrawnCardArt(CardArt):
    """The card art of one game, read from a folder of drawing files as it is needed.

    Without a folder (None) all cards are the plain ones that stand in for missing drawings.

    `font` is the file of the words' letters. A drawing that is missing or damaged is told to
    `report`, once, and replaced by a plain card. Pictures are kept up to `budget` bytes.

    known: the faces that there are. designs: by colour set, then by symbol, its tones and the name
    of its file in the folder `symbols`. back_tones: fill and rim of a back whose file is damaged.
    Raises ValueError for a set that does not exist, or words that leave something out.
    """

    designs: ClassVar[Mapping[str, Mapping[str, Any]]]
    known: ClassVar[Collection[str]]
    symbols: ClassVar = "symbols"

    back_tones: ClassVar = ("#2c2138", "#8a7398")

    def __init__(
        self,
        folder: Path | None,
        words: Mapping[str, str],
        *,
        colours: str = "normal",
        font: Path | None = None,
        report: Report = LOG.warning,
        budget: int = BUDGET,
    ) -> None:
        if colours not in self.designs:
            raise ValueError(f"{colours!r} is not a colour set ({', '.join(self.designs)})")
        if missing := [each for each in self.designs[colours] if each not in words]:
            raise ValueError(f"no word for {', '.join(missing)}")
        self._set = colours
        self._tones = self.designs[colours]
        self._words = dict(words)
        self._folder = folder
        self._report = report
        self._told: set[str] = set()
        self._kept: surfaces.BoundedCache[pygame.Surface] = surfaces.BoundedCache(budget)
        self.fonts = BandLetters(font, self._tell)

    @abstractmethod
    def outlines(self, symbol: str) -> Collection[Points]:
        """Return the shapes that stand in for the drawing of a symbol."""

    def parts_of(self, face: str) -> tuple[str, str]:
        """Return the symbol of a face and its numeral, "" for none."""
        return face, face

    def symbol(
        self, symbol: str, px: int, tint: pygame.typing.ColorLike = "#ffffff"
    ) -> pygame.Surface:
        if symbol not in self._tones or px < 1:
            raise ValueError(f"no symbol {symbol!r} of {px} pixels")
        file = f"{self.symbols}/{self.swatch(symbol)}.svg"
        return self.tinted(file, px, tint, lambda: draw_plain_shape(self.outlines(symbol), px))

    def swatch(self, symbol: str) -> str:
        name: str = self._tones[symbol].name
        return name

    def painted(self, face: str, size: tuple[int, int], detail: str) -> pygame.Surface:
        """Paint a face that there is; it may be drawn on."""
        symbol, numeral = self.parts_of(face)
        tones = self._tones[symbol]
        has_band = detail == "full"
        card = self.drawn(
            f"{self._set}/{detail}/{face}.svg",
            size,
            lambda: draw_plain_face(
                size, tones, numeral, self.outlines(symbol), self.fonts.of_size, has_band=has_band
            ),
        )
        if has_band:
            word = self._words[symbol]
            self.write_band(card, tones, word, lambda px: self.symbol(symbol, px, tones.word))
        return card

    def drawing(self, face: str | None) -> str | None:
        if face is None:
            return self._read_drawing(f"{_BACK}.svg")
        if face in self.known:
            return self._read_drawing(f"{self._set}/small/{face}.svg")
        return None

    def symbol_drawing(self, symbol: str) -> str | None:
        if symbol not in self._tones:
            return None
        return self._read_drawing(f"{self.symbols}/{self.swatch(symbol)}.svg")

    def _read_drawing(self, file: str) -> str | None:
        if self._folder is None:
            return None
        try:
            return _read(self._folder / file).decode("utf-8")
        except (DrawingDamaged, UnicodeDecodeError) as reason:
            self._tell(f"card art {file} is shown plain: {reason}")
            return None

    def paint(
        self, face: str | None, width_px: int, detail: str = "full", *, height_px: int | None = None
    ) -> pygame.Surface:
        size = width_px, round(self.size(width_px).h) if height_px is None else height_px
        if face is not None and face not in self.known:
            raise ValueError(f"{face!r} is not a card face")
        if detail not in DETAILS:
            raise ValueError(f"{detail!r} is not a detail of a card ({', '.join(DETAILS)})")
        if min(size) < 1:
            raise ValueError(f"a card cannot be {size[0]} x {size[1]} pixels large")
        if face is None:
            return self.once((None, size), lambda: self._back(size))
        return self.once((face, size, detail), lambda: self.painted(face, size, detail))

    def once(self, key: Hashable, paint: ImageMaker) -> pygame.Surface:
        picture = self._kept.get(key)
        if picture is None:
            picture = paint()
            self._kept.put(key, picture, surfaces.count_bytes(picture))
        return picture

    def tinted(
        self, file: str, px: int, tint: pygame.typing.ColorLike, plain: ImageMaker
    ) -> pygame.Surface:
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

        mark: gives the symbol of this many pixels. It stands alone where the word is unreadable.
        """
        width = card.get_width()
        symbol = mark(_mark_px(width))
        gap = _gap_px(width)
        middle = round((BAND_TOP + HEIGHT) / 2 / HEIGHT * card.get_height())
        px = self.word_px(text, width)
        if px < READABLE:
            card.blit(symbol, symbol.get_rect(center=(width / 2, middle)))
            return
        word, capitals = self.fonts.write(text, px, tones.word, _word_room(width))
        left = (width - symbol.get_width() - gap - word.get_width()) // 2
        card.blit(symbol, symbol.get_rect(midleft=(left, middle)))
        card.blit(word, (left + symbol.get_width() + gap, middle - capitals))

    def word_px(self, word: str, width: int) -> int:
        """Return the size of a word's letters, 0 for none: long words are narrowed first."""
        room = _word_room(width)
        px = self.fonts.fit(word, round(width * _WORD_HEIGHT), room)
        least = round(width * _WORD_LEAST)
        if px >= least:
            return px
        return self.fonts.fit(word, least, round(room / _NARROWEST))

    def _back(self, size: tuple[int, int]) -> pygame.Surface:
        return self.drawn(f"{_BACK}.svg", size, lambda: draw_plain_panel(size, *self.back_tones))

    def _drawn(self, file: str, size: tuple[int, int], plain: ImageMaker) -> pygame.Surface:
        """Draw a file of the folder, or the plain picture where it cannot be; premultiplied."""
        if self._folder is None:
            return plain()
        try:
            return rasterise(self._folder / file, size)
        except DrawingDamaged as reason:
            self._tell(f"card art {file} is shown plain: {reason}")
            return plain()

    def _tell(self, problem: str) -> None:
        if problem not in self._told:
            self._told.add(problem)
            self._report(problem)


def _mark_px(width: int) -> int:
    return max(1, round(width * 0.092))


def _gap_px(width: int) -> int:
    return round(width * 0.026)


def _word_room(width: int) -> int:
    return round(width * BAND_ROOM) - _mark_px(width) - _gap_px(width)


READABLE: Final = 7
"""Below this font size in pixels a word is left out and the symbol next to it stands alone."""
_FINE: Final = 4
"""How much larger narrowed words are drawn first."""


class BandLetters:
    """The letters of the words at each size; of another font where the file cannot be read."""

    def __init__(self, file: Path | None, report: Callable[[str], None]) -> None:
        self._file = file
        self._report = report
        self._sizes: surfaces.BoundedCache[pygame.font.Font] = surfaces.BoundedCache(text.MOST_OPEN)

    def of_size(self, px: int) -> pygame.font.Font:
        font = self._sizes.get(px)
        if font is None:
            font = self._font.of_size(px)
            self._sizes.put(px, font, 1)
        return font

    def fit(self, word: str, px: int, room_px: int) -> int:
        """Return the size, up to one, at which a word fits; 0 where it could not be read."""
        while px >= READABLE and self.of_size(px).size(word)[0] > room_px:
            px -= 1
        if word and px >= READABLE:
            return px
        return 0

    def write(self, word: str, px: int, tone: str, room_px: int) -> tuple[pygame.Surface, int]:
        """Write a word in letters of a size, narrowed where it is wider than the room.

        Gives its picture, and how far below the top edge the middle of the capitals lies.
        """
        if self.of_size(px).size(word)[0] <= room_px:
            return self._written(word, px, tone)
        # Drawn larger and scaled down, narrow letters have edges as smooth as the others.
        large, middle = self._written(word, px * _FINE, tone)
        size = (room_px, round(large.get_height() / _FINE))
        return pygame.transform.smoothscale(large, size), middle // _FINE

    def _written(self, word: str, px: int, tone: str) -> tuple[pygame.Surface, int]:
        font = self.of_size(px)
        capital = font.metrics("H")[0]
        rise = capital[3] if capital else px * 0.7
        return font.render(word, True, tone), round(font.get_ascent() - rise / 2)

    @cached_property
    def _font(self) -> text.FontFile:
        try:
            return text.FontFile(self._file)
        except text.UnreadableFont as reason:
            self._report(f"the card words are in another font: {reason}")
            if self._file is not None:
                beside = sorted(self._file.parent.glob("*.ttf"))
            else:
                beside = []
            return text.read_any_font(beside)
