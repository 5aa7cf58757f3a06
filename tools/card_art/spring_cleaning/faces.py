"""Draw Spring Cleaning's cards: nine faces at two levels of detail, and the back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from card_art import svg
from card_art.body import BOX, STYLES, Layout, Style, band, edge, gradients, great_numeral, spread
from card_art.glyphs import Typeface
from card_art.shapes import cut, outline, polar, rounded
from card_art.spring_cleaning import objects
from card_art.spring_cleaning.patterns import PATTERNS
from red7_desktop.games.spring_cleaning.face.card_art import DESIGNS, FACES, ON_DARK, CardNumber
from red7_desktop.kit.look.card_art import CORNER, HEIGHT, WIDTH


class Scale(NamedTuple):
    """The scale on a card's left edge: nine short bars, one lit for the card's number.

    Attributes:
        left: x coordinate of the bars' left ends.
        low: y coordinate of the lowest bar's middle.
        step: Distance between two bars.
        off: Length and thickness of an unlit bar.
        lit: Length and thickness of the lit bar.
    """

    left: float
    low: float
    step: float
    off: tuple[float, float]
    lit: tuple[float, float]


LAYOUTS = {
    "full": Layout(
        unit=50,
        heart=(262, 312),
        symbol=410,
        numeral=(268, 318),
        numeral_height=318,
        numeral_widest=316,
        index=(67.5, 89),
        index_height=84,
        corner_symbol=(67.5, 186),
        corner_size=74,
        has_band=True,
    ),
    "small": Layout(
        unit=66,
        heart=(288, 350),
        symbol=440,
        numeral=(312, 372),
        numeral_height=350,
        numeral_widest=312,
        index=(88, 99),
        index_height=122,
        corner_symbol=(88, 246),
        corner_size=112,
        has_band=False,
    ),
}
RUNGS = {
    "full": Scale(left=30, low=556, step=35, off=(17, 5), lit=(62, 12)),
    "small": Scale(left=26, low=572, step=29, off=(22, 7), lit=(92, 17)),
}


def face(colours: str, detail: str, name: str, type_: Typeface) -> str:
    """Return the SVG document of the face with a number."""
    card, style, layout = DESIGNS[colours][name], STYLES[colours], LAYOUTS[detail]
    parts = [
        svg.defs(gradients(card, style, layout)),
        svg.panel(BOX, CORNER, "url(#g)"),
        svg.path(_pattern(card.name, detail), "url(#p)"),
        objects.place(card.name, layout.heart, layout.symbol, "url(#s)"),
        *_rungs(card, style, RUNGS[detail]),
        *great_numeral(card, layout, name, type_),
        svg.path(type_.trace(name, layout.index, layout.index_height), card.ink),
        objects.place(card.name, layout.corner_symbol, layout.corner_size, card.ink),
    ]
    if layout.has_band:
        parts += band(card)
    parts += edge(card, style, layout)
    return svg.document(BOX, parts)


@cache
def _pattern(name: str, detail: str) -> str:
    return spread(PATTERNS[name], LAYOUTS[detail], 0)


def _rungs(card: CardNumber, style: Style, rungs: Scale) -> Iterator[str]:
    """Yield nine bars; the lit one shows the card's number, so that a run looks like steps."""
    for nth, each in enumerate(FACES):
        is_lit = each == card.face
        length, thick = rungs.lit if is_lit else rungs.off
        box = (rungs.left, rungs.low - nth * rungs.step - thick / 2, length, thick)
        yield svg.panel(box, thick / 2, card.ink, 1.0 if is_lit else style.off_pip + 0.1)


def back(type_: Typeface) -> str:
    """Return the SVG document of the back: nine objects around a lit window on a curtain."""
    light, line = "#ffe0a0", "#5f9a8c"
    region = rounded((26, 26, WIDTH - 26, HEIGHT - 26), (24, 24, 24, 24))
    centre = (WIDTH / 2, HEIGHT / 2)
    cloth = ((0, line, 0.1), (0.4, line, 0.12), (1, line, 0.42))
    shine = ((0, light, 0.34), (0.5, light, 0.12), (1, light, 0))
    parts = [
        svg.defs(
            (
                svg.upright("g", 0, HEIGHT, ((0, "#1f5a57", 1), (1, "#0e2f33", 1))),
                svg.halo("p", centre, (300, 420), cloth),
                svg.halo("l", centre, (250, 250), shine),
            )
        ),
        svg.panel(BOX, CORNER, "url(#g)"),
        svg.path(outline(cut(PATTERNS["window"](50, centre), region)), "url(#p)"),
        svg.panel(BOX, CORNER, "url(#l)"),
        objects.place("window", centre, 150, light),
        *_crown(),
        svg.frame((26, 26, WIDTH - 52, HEIGHT - 52), 24, light, 4, 0.7),
        svg.frame((3.5, 3.5, WIDTH - 7, HEIGHT - 7), CORNER - 3.5, line, 7),
    ]
    return svg.document(BOX, parts)


def _crown() -> Iterator[str]:
    for place, each in enumerate(FACES):
        at = polar(166, 360 * place / len(FACES), (WIDTH / 2, HEIGHT / 2))
        yield objects.place(DESIGNS["normal"][each].name, at, 66, ON_DARK[each])
