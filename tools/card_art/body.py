"""Parts of the card faces of every game: background, pattern, numeral, band and edge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from card_art import svg
from card_art.glyphs import Typeface
from card_art.shapes import Point, Polygon, cut, outline, rounded
from card_art.tones import contrast, lightness, mix, shade
from red7_desktop.kit.look.card_art import BAND_TOP, CORNER, HEIGHT, WIDTH, CardTones

BOX = (0.0, 0.0, WIDTH, HEIGHT)
_MIN_CONTRAST = 4.5
"""Minimum contrast ratio of small numerals with their background (WCAG 2, level AA)."""


@dataclass(frozen=True)
class Style:
    """How a colour set draws every face.

    Attributes:
        relief: Strength of the shading, from 0 (flat) to 1.
        pattern: Opacity of the background pattern.
        glow: Share of white in the lit corner.
        symbol: Opacity of the large symbol behind the numeral.
        rim: Width of the rim in card units.
        hairline: Opacity of the inner line.
        off_pip: Opacity of unlit pips.
    """

    relief: float
    pattern: float
    glow: float
    symbol: float
    rim: float
    hairline: float
    off_pip: float


STYLES = {
    "normal": Style(
        relief=1.0, pattern=0.34, glow=0.22, symbol=0.22, rim=6, hairline=0.42, off_pip=0.26
    ),
    "high": Style(
        relief=0.0, pattern=0.42, glow=0.0, symbol=0.22, rim=10, hairline=0.55, off_pip=0.3
    ),
}


@dataclass(frozen=True)
class Layout:
    """Positions and sizes of the parts of a face at one level of detail, in card units.

    Attributes:
        unit: Scale of the background pattern.
        heart: Centre of the pattern and of the large symbol.
        symbol: Size of the large symbol.
        numeral: Centre of the large numeral.
        numeral_height: Height of its capitals.
        numeral_widest: Its maximum width.
        index: Centre of the small numeral in the corner.
        index_height: Height of its capitals.
        corner_symbol: Centre of the small symbol in the corner.
        corner_size: Size of the small symbol.
        has_band: Whether the face has a band for a word at the bottom.
    """

    unit: float
    heart: Point
    symbol: float
    numeral: Point
    numeral_height: float
    numeral_widest: float
    index: Point
    index_height: float
    corner_symbol: Point
    corner_size: float
    has_band: bool


def is_deep(tones: CardTones) -> bool:
    """Return whether the ink is lighter than the card."""
    return lightness(tones.ink) > lightness(tones.base)


def gradients(tones: CardTones, style: Style, layout: Layout) -> Iterator[str]:
    """Yield the gradients of a face, by id: `g` background, `p` pattern, `s` large symbol."""
    base = tones.base
    yield _deep_ground(base, style) if is_deep(tones) else _pale_ground(base, style)
    tone, full = _pattern_tone(tones, style)
    fade = ((0, 0.1), (0.42, 0.14), (0.75, 0.6), (1, 1.0))
    yield svg.halo(
        "p",
        layout.heart,
        (WIDTH * 0.62, HEIGHT * 0.58),
        [(place, tone, full * share) for place, share in fade],
    )
    light = mix(base, "#ffffff", 0.8)
    # In the symbol's own units, since it is moved and scaled where it is used.
    shine = ((0, light, style.symbol * 1.35), (1, light, style.symbol * 0.7))
    yield svg.upright("s", -104, 104, shine)


def _pale_ground(base: str, style: Style) -> str:
    """Return the background for dark ink, lit from the numeral's corner."""
    top = shade(base, 0.045 * style.relief, 0.98, 3 * style.relief)
    low = shade(base, -0.1 * style.relief, 1.02, -5 * style.relief)
    lit = mix(top, "#ffffff", style.glow)
    ground = ((0, lit, 1), (0.4, mix(top, "#ffffff", style.glow * 0.3), 1))
    return svg.halo(
        "g", (150, 30), (680, 760), (*ground, (0.62, mix(top, low, 0.5), 1), (1, low, 1))
    )


def _deep_ground(base: str, style: Style) -> str:
    """Return the background for light ink, lit from the opposite corner for contrast."""
    low = shade(base, -0.1 * style.relief, 1.02, -5 * style.relief)
    dim = shade(base, -0.02 * style.relief)
    lit = mix(shade(base, 0.05 * style.relief, 0.98), "#ffffff", style.glow * 0.8)
    ground = ((0, lit, 1), (0.22, mix(base, lit, 0.3), 1), (0.37, dim, 1))
    return svg.halo(
        "g", (400, 10), (680, 760), (*ground, (0.7, mix(dim, low, 0.5), 1), (1, low, 1))
    )


def _pattern_tone(tones: CardTones, style: Style) -> tuple[str, float]:
    """Return the pattern's colour and opacity.

    The colour is lighter than the card, or darker if that would be invisible or hide the ink.
    """
    if lightness(tones.base) > 0.88:
        return shade(tones.base, -0.22, 1.2, -14), style.pattern * 0.95
    lines = mix(tones.base, "#ffffff", 0.6)
    if (
        is_deep(tones)
        and contrast(mix(tones.base, lines, style.pattern), tones.ink) < _MIN_CONTRAST
    ):
        return shade(tones.base, -0.2, 1.05), style.pattern * 1.5
    return lines, style.pattern


def spread(
    pattern: Callable[[float, Point], Iterable[Polygon]], layout: Layout, digits: int = 1
) -> str:
    """Return the path data of a pattern, clipped to the card's outline and above the band."""
    bottom = BAND_TOP if layout.has_band else HEIGHT - 2
    below = 0.0 if layout.has_band else CORNER - 2
    region = rounded((2, 2, WIDTH - 2, bottom), (CORNER - 2, CORNER - 2, below, below))
    return outline(cut(pattern(layout.unit, layout.heart), region), digits)


def great_numeral(tones: CardTones, layout: Layout, numeral: str, type_: Typeface) -> Iterator[str]:
    """Yield the large numeral over a thin light edge, as if embossed."""
    pressed = shade(tones.base, -0.22, 0.9) if is_deep(tones) else mix(tones.base, "#ffffff", 0.6)
    for dy, tone, opacity in ((4.5, pressed, 0.75), (0.0, tones.ink, 1.0)):
        at = (layout.numeral[0], layout.numeral[1] + dy)
        data = type_.trace(numeral, at, layout.numeral_height, layout.numeral_widest)
        yield svg.path(data, tone, opacity)


def band(tones: CardTones) -> Iterator[str]:
    """Yield the band for the word, and the line above it."""
    box = (0, BAND_TOP, WIDTH, HEIGHT)
    yield svg.path(outline((rounded(box, (0, 0, CORNER, CORNER), 12),)), tones.band)
    line = (0, BAND_TOP - 2, WIDTH, 4)
    yield svg.panel(line, 0, mix(tones.base, "#ffffff", 0.45))


def edge(tones: CardTones, style: Style, layout: Layout) -> Iterator[str]:
    """Yield the inner line and the rim."""
    light = mix(tones.base, "#ffffff", 0.72)
    if layout.has_band:
        inset = 16
        inner = (inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset)
        yield svg.frame(inner, CORNER - inset + 3, light, 3, style.hairline)
    half = style.rim / 2
    yield svg.frame(
        (half, half, WIDTH - style.rim, HEIGHT - style.rim),
        CORNER - half,
        mix(tones.base, "#ffffff", 0.6),
        style.rim,
    )
