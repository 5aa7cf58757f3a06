"""Card pictures from SVG files.

The scripts that generate the SVG files use this module too. Measures are in card units: a card is
500 units wide and 700 high.

Pictures returned by `CardArt` have straight alpha, pygame's default, and come from a shared cache,
so draw on a copy only. `rasterise` and the functions whose names begin with "draw" return
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
    """The options that determine the pictures of a game's cards.

    Attributes:
        colours: One of `settings.COLOUR_SETS`.
        texts: Translations of words on cards.
        options: Rule options of the current match; None before the first match.
        asset: Returns the path of a bundled file.
    """

    colours: str
    texts: Texts
    options: Options | None
    asset: Callable[..., Path]


class CardArt(ABC):
    """The fronts, backs and symbols of one game's cards.

    Attributes:
        back: Function that paints the card back that the user has chosen, given width and height in
            pixels; None for the game's own back.
        aspect_size: Width and height of a card in the units of its drawing.
        corner: Corner radius of a card in the units of its drawing.
        min_full_width: Width in design units below which a card has a simplified front.
    """

    back: Painter | None = None

    aspect_size: ClassVar = geometry.Size(500.0, 700.0)
    corner: ClassVar = 42.0
    min_full_width: ClassVar = 100.0

    @abstractmethod
    def paint(
        self, face: str | None, width_px: int, detail: str = "full", *, height_px: int | None = None
    ) -> pygame.Surface:
        """Paint a card.

        Args:
            face: Text form of the card, None for the back.
            width_px: Width in pixels.
            detail: "full" for hands, the middle of the table and close-ups; "small" for a
                simplified front that is readable at a width of 44 pixels.
            height_px: Height in pixels; None to derive it from the width.

        Raises:
            ValueError: The card or detail doesn't exist, or the size is below 1.
        """

    def symbol(
        self, symbol: str, px: int, tint: pygame.typing.ColorLike = "#ffffff"
    ) -> pygame.Surface:
        """Paint one of the game's symbols in a square.

        Raises:
            ValueError: There is no such symbol.
        """
        raise ValueError(f"no symbol {symbol!r}")

    def build_svg(self, face: str | None) -> str | None:
        """Return a card in a simplified drawing for phones.

        Args:
            face: Text form of the card, None for the back.

        Returns:
            The drawing as an SVG document; None if the card is unknown or its file is damaged.
        """
        return None

    def build_symbol_svg(self, symbol: str) -> str | None:
        """Return a card symbol in white as an SVG document; None if there is no such symbol."""
        return None

    def find_swatch_name(self, symbol: str) -> str:
        """Return the name under which a theme's swatches contain a symbol's colour."""
        return symbol

    def size(self, width: float) -> geometry.Size:
        return geometry.Size(width, width * self.aspect_size.h / self.aspect_size.w)

    def radius(self, width: float) -> float:
        return width * self.corner / self.aspect_size.w

    def picture(self, face: str | None, width: float, detail: str = "") -> pictures.LayeredPicture:
        """Return the picture of a card with its shadow.

        Args:
            face: Text form of the card, None for the back.
            width: Width in design units.
            detail: "full" or "small", see `paint`; "" to choose by the width.
        """
        shown = detail or ("full" if width >= self.min_full_width else "small")
        shadow = pictures.Shadow(pictures.BLACK.with_alpha(0.5), blur=width * 0.12, dy=width * 0.04)
        below = pictures.BoxPicture(radius=self.radius(width), shadows=(shadow,))
        back = self.back if face is None else None
        paint = back or (lambda w, h: self.paint(face, w, shown, height_px=h))
        painted = pictures.PaintedPicture(("card", self, face, shown), paint)
        return pictures.LayeredPicture((below, painted))

    def build_card(self, face: str | None, width: float, **options: Any) -> node.Node:
        """Create a node with the picture of a card; `options` are further node attributes."""
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
"""Y coordinate of the upper edge of the coloured band at the bottom of a card, which has a word.

In units of the card's SVG drawing. Only cards painted with the detail "full" have this band."""
DETAILS: Final = ("full", "small")


@dataclass(frozen=True, eq=False, repr=False)
class CardTones:
    """The colours of a card as #rrggbb: `ink` is drawn on `base`, `word` on `band`."""

    base: str
    ink: str
    band: str
    word: str


_LOG: Final = logging.getLogger(__name__)
_PLAIN: Final = ("#232033", "#8a8398")
"""Colours of the fill and the border of a card back whose file is damaged."""
_CACHED_BACKS: Final = 6
HUES: Final[Mapping[str, float]] = {"felt": 156.0, "wood": 27.0}
"""Hue of panels and secondary text while the table has a textured surface, in degrees.

The keys are the names of the surfaces. The hue is used for games without a hue of their own.
"""


def choose_back_painter(back: str, asset: Callable[..., Path]) -> Painter | None:
    """Return a function that paints a card back.

    Args:
        back: Name of the back, one of BACKS in `kit.settings`.
        asset: Returns the path of a bundled file.

    Returns:
        The function; None for the game's own back.
    """
    if back == OWN_BACK:
        return None

    @lru_cache(maxsize=_CACHED_BACKS)
    def paint(w: int, h: int) -> pygame.Surface:
        try:
            drawn = rasterise(asset("cards") / "backs" / f"{back}.svg", (w, h))
        except DamagedDrawing as reason:
            _LOG.warning("a card back is shown plain: %s", reason)
            drawn = draw_blank_card((w, h), *_PLAIN)
        return to_straight_alpha(drawn)

    return paint


class PreviewCards(NamedTuple):
    """The contents of the small example table on the settings page.

    Attributes:
        open_cards: Text forms of the two open cards.
        hand: The three hand cards: the text form of each, and whether playing it is a good step.
        played: Index of the hand card that an animation plays and takes back.
        line: Status line after the animated card was played.
        outcome: Text that announces the outcome while the animated card is held.
    """

    open_cards: tuple[str, str]
    hand: tuple[tuple[str, bool], ...]
    played: int
    line: str
    outcome: str


Points: TypeAlias = tuple[tuple[float, float], ...]
"""Corners (x, y) of a polygon; coordinates are from -1 to 1, with (0, 0) in the centre."""
FontOf: TypeAlias = Callable[[int], pygame.font.Font]
_OVERSAMPLING: Final = 3
"""Factor by which shapes are drawn larger and scaled down, for smooth edges."""


def draw_plain_shape(shapes: Iterable[Points], px: int) -> pygame.Surface:
    """Draw polygons in white in a square of `px` pixels."""
    half = px * _OVERSAMPLING / 2
    surface = pygame.Surface((px * _OVERSAMPLING, px * _OVERSAMPLING), pygame.SRCALPHA)
    for points in shapes:
        corners = [(half + x * half, half + y * half) for x, y in points]
        pygame.draw.polygon(surface, "#ffffff", corners)
    return pygame.transform.smoothscale(surface.premul_alpha(), (px, px))


def draw_plain_disc(px: int) -> pygame.Surface:
    """Draw a white disc with a diameter of `px` pixels; it replaces a damaged drawing."""
    side = px * _OVERSAMPLING
    surface = pygame.Surface((side, side), pygame.SRCALPHA)
    pygame.draw.circle(surface, "#ffffff", (side / 2, side / 2), side / 2)
    return pygame.transform.smoothscale(surface.premul_alpha(), (px, px))


def draw_blank_card(size: tuple[int, int], fill: str, rim: str) -> pygame.Surface:
    """Draw a card with a border and nothing else; it replaces a damaged drawing."""
    large = (size[0] * _OVERSAMPLING, size[1] * _OVERSAMPLING)
    surface = pygame.Surface(large, pygame.SRCALPHA)
    corner = round(large[0] * CORNER / WIDTH)
    pygame.draw.rect(surface, fill, surface.get_rect(), border_radius=corner)
    width = max(_OVERSAMPLING, large[0] // 60)
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
    """Draw a plain card with its number above its symbol; it replaces a damaged drawing.

    With `has_band` the card has an empty band at the bottom, into which `write_band` later writes a
    word.
    """
    width, height = size
    card = draw_blank_card(size, tones.base, tones.word)
    if has_band:
        band = draw_blank_card(size, tones.band, tones.word)
        top = round(BAND_TOP / HEIGHT * height)
        # Clear the card's lower part before drawing the band. Otherwise the card's colour would
        # be visible at the edge of the band's rounded corners.
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


MAX_OVERSAMPLED_SIDE: Final = 300
"""Maximum side, in pixels, of a drawing that is rendered at twice its size for smooth edges."""


class DamagedDrawing(ValueError):
    """Raised if an SVG file can't be shown; the message names the file and the reason."""


def rasterise(file: Path, size: tuple[int, int]) -> pygame.Surface:
    """Render an SVG file at a size in pixels, as a surface with premultiplied alpha.

    A small drawing is rendered at twice the size and scaled down, which is smoother than the
    renderer's own antialiasing. A large drawing is smooth enough without this, and rendering it at
    twice the size would take four times as long.

    Raises:
        DamagedDrawing: The file is missing, truncated, not an SVG, or shows nothing.
    """
    data = _read(file)
    scale = 2 if max(size) <= MAX_OVERSAMPLED_SIDE else 1
    scaled = (scale * size[0], scale * size[1])
    try:
        drawn = pygame.image.load_sized_svg(BytesIO(data), scaled)
    except (pygame.error, ValueError) as reason:
        raise DamagedDrawing(f"{file.name}: {reason}") from reason
    if not drawn.get_bounding_rect():
        raise DamagedDrawing(f"{file.name}: shows nothing")
    # Blitting between equal pixel formats is several times as fast.
    converted = drawn.convert(pygame.Surface((1, 1), pygame.SRCALPHA))
    picture = pygame.transform.smoothscale(converted.premul_alpha(), size)
    if drawn.get_width() % size[0] or drawn.get_height() % size[1]:
        # Scaling by a fraction makes opaque pixels slightly transparent, 254 of 255; undo that.
        lost = picture.copy()
        lost.fill((2, 2, 2, 2), special_flags=pygame.BLEND_RGBA_MULT)
        picture.blit(lost, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return picture


def _read(file: Path) -> bytes:
    try:
        data = file.read_bytes()
    except OSError as reason:
        raise DamagedDrawing(f"{file.name}: {reason.strerror}") from reason
    # The renderer draws a truncated file without reporting an error.
    if not data.rstrip().endswith(b"</svg>"):
        raise DamagedDrawing(f"{file.name}: ends too early")
    return data


def to_straight_alpha(picture: pygame.Surface) -> pygame.Surface:
    """Convert a picture of a card from premultiplied to straight alpha.

    Dividing by the alpha would be slow, and imprecise where the alpha is low. Instead the picture
    is drawn over the colour of the card's edge, because all half-transparent pixels have this
    colour. Afterwards the result gets the picture's alpha.
    """
    width, height = picture.get_size()
    result = pygame.Surface((width, height), pygame.SRCALPHA)
    edge = picture.get_at((width // 2, 0))
    result.fill((edge.r, edge.g, edge.b, 255))
    result.blit(picture, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    result.blit(to_white(picture), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return result


def to_white(picture: pygame.Surface) -> pygame.Surface:
    """Return a picture's silhouette in white, with straight alpha."""
    white = picture.copy()
    white.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return white


def tint_white(white: pygame.Surface, tint: pygame.Color) -> pygame.Surface:
    """Return a white silhouette in the colour `tint`, whose alpha is applied too."""
    copy = white.copy()
    copy.fill(tint, special_flags=pygame.BLEND_RGBA_MULT)
    return copy


Report: TypeAlias = Callable[[str], None]
ImageMaker: TypeAlias = Callable[[], pygame.Surface]
LOG: Final = logging.getLogger(__name__)
DEFAULT_CACHE_BYTES: Final = 2_000_000
"""Default size, in bytes, of the cache of painted symbols and cards in `DrawnCardArt`.

It is small, because the renderer has a cache of its own."""
_WORD_HEIGHT: Final = 0.118
"""Font size of the word on a card, as a share of the card's width; long words are smaller."""
_MIN_WORD_HEIGHT: Final = 0.11
"""Font size to which a long word on a card shrinks before it is compressed horizontally.

As a share of the card's width."""
_MIN_NARROWING: Final = 0.82
"""Factor to which a long word on a card is compressed horizontally before its font shrinks."""
BAND_ROOM: Final = 0.9
"""Maximum width of the symbol and the word at the bottom of a card, together.

As a share of the card's width. It is less than 1, because cards in a hand overlap a little."""
_BACK: Final = "back"


class DrawnCardArt(CardArt):
    """The card pictures of one game, loaded from a folder of SVG files on demand.

    A missing or damaged file is reported once and replaced by a plain card.

    Args:
        folder: The folder; None to draw only plain cards.
        words: The word that is written beside each symbol, by the symbol's letter.
        colours: Name of the colour set.
        font: Font file for the words.
        report: Called with a message about a damaged file.
        budget: Cache size in bytes.

    Attributes:
        designs: For each colour set and symbol, the card's colours and the symbol's name, which is
            that of its file in the folder `symbols`.
        known: Text forms of all cards.
        symbols: Folder of the symbols.
        back_tones: Fill and border of a back whose file is damaged.

    Raises:
        ValueError: The colour set doesn't exist, or a symbol has no word.
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
        budget: int = DEFAULT_CACHE_BYTES,
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
        self._reported: set[str] = set()
        self._cache: surfaces.BoundedCache[pygame.Surface] = surfaces.BoundedCache(budget)
        self.fonts = BandLetters(font, self._report_once)

    @abstractmethod
    def outlines(self, symbol: str) -> Collection[Points]:
        """Return polygons to draw instead of a symbol whose file is damaged."""

    def parts_of(self, face: str) -> tuple[str, str]:
        """Return the symbol and the number of a card, each "" if the card has none."""
        return face, face

    def symbol(
        self, symbol: str, px: int, tint: pygame.typing.ColorLike = "#ffffff"
    ) -> pygame.Surface:
        if symbol not in self._tones or px < 1:
            raise ValueError(f"no symbol {symbol!r} of {px} pixels")
        file = f"{self.symbols}/{self.find_swatch_name(symbol)}.svg"
        return self.tinted(file, px, tint, lambda: draw_plain_shape(self.outlines(symbol), px))

    def find_swatch_name(self, symbol: str) -> str:
        name: str = self._tones[symbol].name
        return name

    def paint_known_card(self, face: str, size: tuple[int, int], detail: str) -> pygame.Surface:
        """Paint the front of a card, with the word in its band if `detail` is "full".

        Args:
            face: Text form of the card, one of `known`.
            size: Width and height in pixels.
            detail: "full" or "small", see `paint`.
        """
        symbol, numeral = self.parts_of(face)
        tones = self._tones[symbol]
        has_band = detail == "full"
        card = self.render_file(
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

    def build_svg(self, face: str | None) -> str | None:
        if face is None:
            return self._read_drawing(f"{_BACK}.svg")
        if face in self.known:
            return self._read_drawing(f"{self._set}/small/{face}.svg")
        return None

    def build_symbol_svg(self, symbol: str) -> str | None:
        if symbol not in self._tones:
            return None
        return self._read_drawing(f"{self.symbols}/{self.find_swatch_name(symbol)}.svg")

    def _read_drawing(self, file: str) -> str | None:
        if self._folder is None:
            return None
        try:
            return _read(self._folder / file).decode("utf-8")
        except (DamagedDrawing, UnicodeDecodeError) as reason:
            self._report_once(f"card art {file} is shown plain: {reason}")
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
            return self.get_or_paint((None, size), lambda: self._back(size))
        return self.get_or_paint(
            (face, size, detail), lambda: self.paint_known_card(face, size, detail)
        )

    def get_or_paint(self, key: Hashable, paint: ImageMaker) -> pygame.Surface:
        picture = self._cache.get(key)
        if picture is None:
            picture = paint()
            self._cache.put(key, picture, surfaces.count_bytes(picture))
        return picture

    def tinted(
        self, file: str, px: int, tint: pygame.typing.ColorLike, plain: ImageMaker
    ) -> pygame.Surface:
        colour = pygame.Color(tint)
        return self.get_or_paint(
            (file, px, tuple(colour)),
            lambda: tint_white(to_white(self._render_file(file, (px, px), plain)), colour),
        )

    def render_file(self, file: str, size: tuple[int, int], plain: ImageMaker) -> pygame.Surface:
        """Render an SVG file from the folder with the card pictures.

        Args:
            file: Path below the folder.
            size: Width and height in pixels.
            plain: Creates the picture that is used if the file is damaged.

        Returns:
            A surface with straight alpha, as pygame expects it.
        """
        return to_straight_alpha(self._render_file(file, size, plain))

    def write_band(
        self,
        card: pygame.Surface,
        tones: CardTones,
        text: str,
        mark: Callable[[int], pygame.Surface],
    ) -> None:
        """Write a symbol and a word side by side in the middle of the band at a card's bottom.

        Args:
            card: The card, which is changed.
            tones: The card's colours.
            text: The word; left out if it would be unreadably small.
            mark: Function that returns the symbol's picture for a size in pixels.
        """
        width = card.get_width()
        symbol = mark(_mark_px(width))
        gap = _gap_px(width)
        middle = round((BAND_TOP + HEIGHT) / 2 / HEIGHT * card.get_height())
        px = self.word_px(text, width)
        if px < MIN_READABLE_PIXELS:
            card.blit(symbol, symbol.get_rect(center=(width / 2, middle)))
            return
        word, capitals = self.fonts.write(text, px, tones.word, _word_room(width))
        left = (width - symbol.get_width() - gap - word.get_width()) // 2
        card.blit(symbol, symbol.get_rect(midleft=(left, middle)))
        card.blit(word, (left + symbol.get_width() + gap, middle - capitals))

    def word_px(self, word: str, width: int) -> int:
        """Return the font size of a card's word in pixels; 0 if the word would be unreadable.

        Long words are first compressed horizontally, and then made smaller.
        """
        room = _word_room(width)
        px = self.fonts.fit(word, round(width * _WORD_HEIGHT), room)
        least = round(width * _MIN_WORD_HEIGHT)
        if px >= least:
            return px
        return self.fonts.fit(word, least, round(room / _MIN_NARROWING))

    def _back(self, size: tuple[int, int]) -> pygame.Surface:
        return self.render_file(
            f"{_BACK}.svg", size, lambda: draw_blank_card(size, *self.back_tones)
        )

    def _render_file(self, file: str, size: tuple[int, int], plain: ImageMaker) -> pygame.Surface:
        """Render an SVG file from the folder with the card pictures, with premultiplied alpha.

        If the file is damaged, the problem is reported and the picture from `plain` is returned.
        """
        if self._folder is None:
            return plain()
        try:
            return rasterise(self._folder / file, size)
        except DamagedDrawing as reason:
            self._report_once(f"card art {file} is shown plain: {reason}")
            return plain()

    def _report_once(self, problem: str) -> None:
        if problem not in self._reported:
            self._reported.add(problem)
            self._report(problem)


def _mark_px(width: int) -> int:
    return max(1, round(width * 0.092))


def _gap_px(width: int) -> int:
    return round(width * 0.026)


def _word_room(width: int) -> int:
    return round(width * BAND_ROOM) - _mark_px(width) - _gap_px(width)


MIN_READABLE_PIXELS: Final = 7
"""Minimum font size, in pixels, of the word at the bottom of a card.

If the word would be smaller, only the symbol is drawn there."""
_NARROW_OVERSAMPLING: Final = 4
"""Factor by which a card's word is rendered larger before it is compressed horizontally."""


class BandLetters:
    """Renders the words at the bottom of cards; uses another font if the font file is damaged."""

    def __init__(self, file: Path | None, report: Callable[[str], None]) -> None:
        self._file = file
        self._report = report
        self._sizes: surfaces.BoundedCache[pygame.font.Font] = surfaces.BoundedCache(
            text.MAX_OPEN_FONTS
        )

    def of_size(self, px: int) -> pygame.font.Font:
        font = self._sizes.get(px)
        if font is None:
            font = self._font.of_size(px)
            self._sizes.put(px, font, 1)
        return font

    def fit(self, word: str, px: int, room_px: int) -> int:
        """Return the largest font size, up to `px`, at which a word fits; 0 if it is unreadable."""
        while px >= MIN_READABLE_PIXELS and self.of_size(px).size(word)[0] > room_px:
            px -= 1
        if word and px >= MIN_READABLE_PIXELS:
            return px
        return 0

    def write(self, word: str, px: int, tone: str, room_px: int) -> tuple[pygame.Surface, int]:
        """Render a word, compressed horizontally if it is wider than the available width.

        Args:
            word: The word.
            px: Font size in pixels.
            tone: Colour.
            room_px: Available width in pixels.

        Returns:
            The picture, and the distance in pixels from its top edge to the middle of capital
            letters.
        """
        if self.of_size(px).size(word)[0] <= room_px:
            return self._render_word(word, px, tone)
        # Render the word larger and scale it down, so that compressed letters have smooth edges.
        large, middle = self._render_word(word, px * _NARROW_OVERSAMPLING, tone)
        size = (room_px, round(large.get_height() / _NARROW_OVERSAMPLING))
        return pygame.transform.smoothscale(large, size), middle // _NARROW_OVERSAMPLING

    def _render_word(self, word: str, px: int, tone: str) -> tuple[pygame.Surface, int]:
        font = self.of_size(px)
        capital = font.metrics("H")[0]
        rise = capital[3] if capital else px * 0.7
        return font.render(word, True, tone), round(font.get_ascent() - rise / 2)

    @cached_property
    def _font(self) -> text.FontFile:
        try:
            return text.FontFile(self._file)
        except text.UnreadableFontError as reason:
            self._report(f"the card words are in another font: {reason}")
            if self._file is not None:
                beside = sorted(self._file.parent.glob("*.ttf"))
            else:
                beside = []
            return text.read_any_font(beside)
