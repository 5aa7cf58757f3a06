"""What the faces of every game are built of: ground, pattern, numeral, band and edge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from card_art import svg
from card_art.glyphs import Typeface
from card_art.shapes import Point, Polygon, cut, outline, rounded
from card_art.tones import contrast, lightness, mix, shade
from red7_desktop.kit.look.card_art import BAND_TOP, CORNER, HEIGHT, WIDTH, CardTones

BOX = (0.0, 0.0, WIDTH, HEIGHT)
_LEGIBLE = 4.5
"""The contrast that small numerals need with whatever they stand on."""


@dataclass(frozen=True)
class Style:
    """What a colour set does to every face.

    `relief` says how much a face is shaded (0 is flat); `rim` is a width in card units; the others
    are opacities.
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
    """Where one detail puts the parts of a face, in card units.

    The pattern and the tonal symbol spread from the `heart`; `unit` is the pattern's coarseness.
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
    """Tell if the ink is lighter than the card."""
    return lightness(tones.ink) > lightness(tones.base)


def gradients(tones: CardTones, style: Style, layout: Layout) -> Iterator[str]:
    """Write the ground `g`, the pattern's tone `p` and the tonal symbol's shine `s`."""
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
    # The symbol's own units: it is moved and scaled where it stands.
    shine = ((0, light, style.symbol * 1.35), (1, light, style.symbol * 0.7))
    yield svg.upright("s", -104, 104, shine)


def _pale_ground(base: str, style: Style) -> str:
    """Light the card from the corner where the numeral stands, whose ink is dark."""
    top = shade(base, 0.045 * style.relief, 0.98, 3 * style.relief)
    low = shade(base, -0.1 * style.relief, 1.02, -5 * style.relief)
    lit = mix(top, "#ffffff", style.glow)
    ground = ((0, lit, 1), (0.4, mix(top, "#ffffff", style.glow * 0.3), 1))
    return svg.halo(
        "g", (150, 30), (680, 760), (*ground, (0.62, mix(top, low, 0.5), 1), (1, low, 1))
    )


def _deep_ground(base: str, style: Style) -> str:
    """Light the card from the other side: the numeral's ink is light, and must stand out."""
    low = shade(base, -0.1 * style.relief, 1.02, -5 * style.relief)
    dim = shade(base, -0.02 * style.relief)
    lit = mix(shade(base, 0.05 * style.relief, 0.98), "#ffffff", style.glow * 0.8)
    ground = ((0, lit, 1), (0.22, mix(base, lit, 0.3), 1), (0.37, dim, 1))
    return svg.halo(
        "g", (400, 10), (680, 760), (*ground, (0.7, mix(dim, low, 0.5), 1), (1, low, 1))
    )


def _pattern_tone(tones: CardTones, style: Style) -> tuple[str, float]:
    """Choose lines lighter than the card, or darker where they would not show or hide the ink."""
    if lightness(tones.base) > 0.88:
        return shade(tones.base, -0.22, 1.2, -14), style.pattern * 0.95
    lines = mix(tones.base, "#ffffff", 0.6)
    if is_deep(tones) and contrast(mix(tones.base, lines, style.pattern), tones.ink) < _LEGIBLE:
        return shade(tones.base, -0.2, 1.05), style.pattern * 1.5
    return lines, style.pattern


def spread(
    pattern: Callable[[float, Point], Iterable[Polygon]], layout: Layout, digits: int = 1
) -> str:
    """Cut a pattern to the card's outline, above the band where there is one."""
    bottom = BAND_TOP if layout.has_band else HEIGHT - 2
    below = 0.0 if layout.has_band else CORNER - 2
    region = rounded((2, 2, WIDTH - 2, bottom), (CORNER - 2, CORNER - 2, below, below))
    return outline(cut(pattern(layout.unit, layout.heart), region), digits)


def great_numeral(tones: CardTones, layout: Layout, numeral: str, type_: Typeface) -> Iterator[str]:
    """Write the great numeral over a thin lit edge, as if pressed into the card."""
    pressed = shade(tones.base, -0.22, 0.9) if is_deep(tones) else mix(tones.base, "#ffffff", 0.6)
    for dy, tone, opacity in ((4.5, pressed, 0.75), (0.0, tones.ink, 1.0)):
        at = (layout.numeral[0], layout.numeral[1] + dy)
        data = type_.trace(numeral, at, layout.numeral_height, layout.numeral_widest)
        yield svg.path(data, tone, opacity)


def band(tones: CardTones) -> Iterator[str]:
    """Write the band for the word, and the line above it."""
    box = (0, BAND_TOP, WIDTH, HEIGHT)
    yield svg.path(outline((rounded(box, (0, 0, CORNER, CORNER), 12),)), tones.band)
    line = (0, BAND_TOP - 2, WIDTH, 4)
    yield svg.panel(line, 0, mix(tones.base, "#ffffff", 0.45))


def edge(tones: CardTones, style: Style, layout: Layout) -> Iterator[str]:
    """Write the inner hairline and the rim."""
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
