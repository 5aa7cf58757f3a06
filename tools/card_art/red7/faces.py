"""Draw Red7's cards: the 49 faces at two levels of detail, the starter card and the back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from card_art import svg
from card_art.body import BOX, STYLES, Layout, Style, band, edge, gradients, great_numeral, spread
from card_art.glyphs import Typeface
from card_art.red7 import symbols
from card_art.red7.patterns import PATTERNS
from card_art.shapes import Point, cut, outline, polar, rounded
from red7_desktop.games.red7.face.card_art import COLOURS, LETTERS_HIGH_FIRST, ON_DARK, CardColour
from red7_desktop.kit.look.card_art import CORNER, HEIGHT, WIDTH

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
    """Return the SVG document of a face.

    Args:
        colours: Name of the colour set.
        detail: "full" or "small".
        letter: Letter of the card's colour.
        numeral: The card's number, or "" for the starter card, which has a large symbol instead.
        type_: Font of the numeral.
    """
    colour, style, layout = COLOURS[colours][letter], STYLES[colours], LAYOUTS[detail]
    parts = [
        svg.defs(gradients(colour, style, layout)),
        svg.panel(BOX, CORNER, "url(#g)"),
        svg.path(_pattern(colour.symbol, detail), "url(#p)"),
    ]
    if numeral:
        parts.append(symbols.place(colour.symbol, layout.heart, layout.symbol, "url(#s)"))
        parts += great_numeral(colour, layout, numeral, type_)
    else:
        parts.append(symbols.place(colour.symbol, layout.heart, 340, colour.ink))
    parts += _corner(colour, layout, numeral, type_)
    if layout.has_band:
        parts += [*_pips(colour, style), *band(colour)]
    parts += edge(colour, style, layout)
    return svg.document(BOX, parts)


@cache
def _pattern(symbol: str, detail: str) -> str:
    return spread(PATTERNS[symbol], LAYOUTS[detail])


def _corner(colour: CardColour, layout: Layout, numeral: str, type_: Typeface) -> Iterator[str]:
    if numeral:
        yield svg.path(type_.trace(numeral, layout.index, layout.index_height), colour.ink)
        yield symbols.place(colour.symbol, layout.corner_symbol, layout.corner_size, colour.ink)
    else:
        yield symbols.place(colour.symbol, layout.index, layout.corner_size, colour.ink)


def _pips(colour: CardColour, style: Style) -> Iterator[str]:
    """Yield seven pips on the right edge; as many are lit as the colour's rank."""
    for index in range(7):
        lit = index >= 7 - colour.rank
        at = (WIDTH - 52, 58 + index * 25)
        yield svg.disc(at, 8.6 if lit else 6, colour.ink, 1.0 if lit else style.off_pip)


def back(type_: Typeface) -> str:
    """Return the SVG document of the back: seven symbols around a golden 7 on a lattice."""
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
    for index, letter in enumerate(LETTERS_HIGH_FIRST):
        at = polar(158, 360 * index / 7, centre)
        yield symbols.place(COLOURS["normal"][letter].symbol, at, 74, ON_DARK[letter])
