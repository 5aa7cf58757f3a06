"""Composes whole card files: the 49 faces in two details, the starter card and the back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from card_art import svg, symbols
from card_art.glyphs import Typeface
from card_art.patterns import PATTERNS
from card_art.shapes import Point, cut, outline, polar, rounded
from card_art.tones import contrast, lightness, mix, shade
from red7_desktop.games.red7.face.pictures.card_design import (
    COLOURS,
    LETTERS,
    ON_DARK,
    CardColour,
)
from red7_desktop.kit.look.card_measures import BAND_TOP, CORNER, HEIGHT, WIDTH

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


LAYOUTS = {
    "full": Layout(
        unit=50,
        heart=(250, 318),
        symbol=400,
        numeral=(250, 318),
        numeral_height=326,
        numeral_widest=330,
        index=(67.5, 89),
        index_height=84,
        corner_symbol=(67.5, 180),
        corner_size=76,
        has_band=True,
    ),
    "small": Layout(
        unit=66,
        heart=(270, 360),
        symbol=430,
        numeral=(304, 424),
        numeral_height=350,
        numeral_widest=316,
        index=(88, 99),
        index_height=122,
        corner_symbol=(88, 236),
        corner_size=116,
        has_band=False,
    ),
}


def face(colours: str, detail: str, letter: str, numeral: str, type_: Typeface) -> str:
    """Write a face; an empty numeral gives the starter card, whose symbol takes its place."""
    colour, style, layout = COLOURS[colours][letter], STYLES[colours], LAYOUTS[detail]
    parts = [
        svg.defs(_gradients(colour, style, layout)),
        svg.panel(BOX, CORNER, "url(#g)"),
        svg.path(_pattern(colour.symbol, detail), "url(#p)"),
    ]
    if numeral:
        parts.append(symbols.place(colour.symbol, layout.heart, layout.symbol, "url(#s)"))
    parts += _numeral(colour, layout, numeral, type_)
    parts += _corner(colour, layout, numeral, type_)
    if layout.has_band:
        parts += [*_pips(colour, style), *_band(colour)]
    parts += _edge(colour, style, layout)
    return svg.document(BOX, parts)


def _is_deep(colour: CardColour) -> bool:
    return lightness(colour.ink) > lightness(colour.base)


def _gradients(colour: CardColour, style: Style, layout: Layout) -> Iterator[str]:
    base = colour.base
    yield _deep_ground(base, style) if _is_deep(colour) else _pale_ground(base, style)
    tone, full = _pattern_tone(colour, style)
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


def _pattern_tone(colour: CardColour, style: Style) -> tuple[str, float]:
    """Choose lines lighter than the card, or darker where they would not show or hide the ink."""
    if lightness(colour.base) > 0.88:
        return shade(colour.base, -0.22, 1.2, -14), style.pattern * 0.95
    lines = mix(colour.base, "#ffffff", 0.6)
    if _is_deep(colour) and contrast(mix(colour.base, lines, style.pattern), colour.ink) < _LEGIBLE:
        return shade(colour.base, -0.2, 1.05), style.pattern * 1.5
    return lines, style.pattern


@cache
def _pattern(symbol: str, detail: str) -> str:
    """Cut a pattern to the card's outline, above the band where there is one."""
    layout = LAYOUTS[detail]
    bottom = BAND_TOP if layout.has_band else HEIGHT - 2
    below = 0.0 if layout.has_band else CORNER - 2
    region = rounded((2, 2, WIDTH - 2, bottom), (CORNER - 2, CORNER - 2, below, below))
    return outline(cut(PATTERNS[symbol](layout.unit, layout.heart), region))


def _numeral(colour: CardColour, layout: Layout, numeral: str, type_: Typeface) -> Iterator[str]:
    """Write the great numeral over a thin lit edge, as if pressed into the card."""
    if not numeral:
        yield symbols.place(colour.symbol, layout.heart, 340, colour.ink)
        return
    deep = _is_deep(colour)
    edge = shade(colour.base, -0.22, 0.9) if deep else mix(colour.base, "#ffffff", 0.6)
    for dy, tone, opacity in ((4.5, edge, 0.75), (0.0, colour.ink, 1.0)):
        at = (layout.numeral[0], layout.numeral[1] + dy)
        data = type_.trace(numeral, at, layout.numeral_height, layout.numeral_widest)
        yield svg.path(data, tone, opacity)


def _corner(colour: CardColour, layout: Layout, numeral: str, type_: Typeface) -> Iterator[str]:
    if numeral:
        yield svg.path(type_.trace(numeral, layout.index, layout.index_height), colour.ink)
        yield symbols.place(colour.symbol, layout.corner_symbol, layout.corner_size, colour.ink)
    else:
        yield symbols.place(colour.symbol, layout.index, layout.corner_size, colour.ink)


def _pips(colour: CardColour, style: Style) -> Iterator[str]:
    """Write seven pips down the right edge, as many of them lit as the colour's rank."""
    for index in range(7):
        lit = index >= 7 - colour.rank
        at = (WIDTH - 52, 58 + index * 25)
        yield svg.disc(at, 8.6 if lit else 6, colour.ink, 1.0 if lit else style.off_pip)


def _band(colour: CardColour) -> Iterator[str]:
    box = (0, BAND_TOP, WIDTH, HEIGHT)
    yield svg.path(outline((rounded(box, (0, 0, CORNER, CORNER), 12),)), colour.band)
    line = (0, BAND_TOP - 2, WIDTH, 4)
    yield svg.panel(line, 0, mix(colour.base, "#ffffff", 0.45))


def _edge(colour: CardColour, style: Style, layout: Layout) -> Iterator[str]:
    """Write the inner hairline and the rim."""
    light = mix(colour.base, "#ffffff", 0.72)
    if layout.has_band:
        inset = 16
        inner = (inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset)
        yield svg.frame(inner, CORNER - inset + 3, light, 3, style.hairline)
    half = style.rim / 2
    yield svg.frame(
        (half, half, WIDTH - style.rim, HEIGHT - style.rim),
        CORNER - half,
        mix(colour.base, "#ffffff", 0.6),
        style.rim,
    )


def back(type_: Typeface) -> str:
    """Write the back: seven symbols around a golden 7 on a dark lattice."""
    gold = "#f2c66d"
    region = rounded((26, 26, WIDTH - 26, HEIGHT - 26), (24, 24, 24, 24))
    centre = (WIDTH / 2, HEIGHT / 2)
    fade = ((0.0, 0.0), (0.45, 0.05), (1.0, 0.26))
    parts = [
        svg.defs(
            (
                svg.upright("g", 0, HEIGHT, ((0, "#3d2e50", 1), (1, "#1c1428", 1))),
                svg.halo("p", centre, (290, 400), [(p, gold, o) for p, o in fade]),
                svg.halo("l", centre, (230, 230), ((0, "#8a62a8", 0.5), (1, "#8a62a8", 0.0))),
            )
        ),
        svg.panel(BOX, CORNER, "url(#g)"),
        svg.path(outline(cut(PATTERNS["diamond"](44, centre), region)), "url(#p)"),
        svg.panel(BOX, CORNER, "url(#l)"),
        *_crown(centre),
        svg.path(type_.trace("7", centre, 150), gold),
        svg.frame((26, 26, WIDTH - 52, HEIGHT - 52), 24, gold, 4, 0.8),
        svg.frame((3.5, 3.5, WIDTH - 7, HEIGHT - 7), CORNER - 3.5, "#8a7398", 7),
    ]
    return svg.document(BOX, parts)


def _crown(centre: Point) -> Iterator[str]:
    for index, letter in enumerate(LETTERS):
        at = polar(158, 360 * index / 7, centre)
        yield symbols.place(COLOURS["normal"][letter].symbol, at, 74, ON_DARK[letter])
