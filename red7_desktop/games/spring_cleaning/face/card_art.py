"""Pictures of Spring Cleaning's cards, paper clips and window light.

A paper clip marks two adjacent cards of a set or run. The light is shown on the title screen. The
script that draws the card files reads `DESIGNS` too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

import pygame

from red7_desktop.kit.hud.ground import STEPS, dither
from red7_desktop.kit.look import card_art
from red7_desktop.scene import geometry, pictures
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import blur

FACES: Final[tuple[str, ...]] = tuple("123456789")
"""Texts of all cards: a card's text is its number."""


@dataclass(frozen=True, eq=False, repr=False)
class CardNumber(card_art.CardTones):
    """The design of all cards with one number, in normal or in high contrast.

    Attributes:
        face: The number as text.
        name: Key of the object drawn on the card, which has as many parts as the number.
    """

    face: str
    name: str


_OBJECTS = (
    "button", "socks", "books", "window", "plant", "drawers", "broom", "umbrella", "bubbles",
)  # fmt: skip


# Each row has the four colours of the cards with one number: the background, the number, the band
# at the card's lower end, and the word on this band. Users with any kind of colour vision can tell
# any two numbers apart.
_NORMAL = (
    ("#f086b2", "#38001e", "#fff3ee", "#6a0f3c"),
    ("#004b97", "#f3f8ff", "#f4f3ea", "#00366f"),
    ("#bb4003", "#fff7ec", "#fdf2e4", "#7a2600"),
    ("#4fd4ff", "#00243a", "#f3f7f2", "#00405f"),
    ("#6ba05e", "#06200a", "#f5f5e6", "#1d4a1c"),
    ("#fed733", "#2e2000", "#fdf6e3", "#5a4100"),
    ("#5a1d43", "#fff0f8", "#faf0ea", "#5a1d43"),
    ("#ccf8d6", "#00301c", "#fbf8ea", "#00492b"),
    ("#9c6cde", "#1e0040", "#f8f2f0", "#48218a"),
)

_HIGH_TONES = (
    ("#f46fa4", "#1c000c", "#ffffff", "#5a0030"),
    ("#1c1a66", "#ffffff", "#ffffff", "#1c1a66"),
    ("#821e00", "#ffffff", "#ffffff", "#6a1800"),
    ("#3fe9fa", "#001a1f", "#ffffff", "#003c46"),
    ("#7c962e", "#0a1000", "#ffffff", "#2c3a00"),
    ("#f5e972", "#1c1800", "#ffffff", "#453b00"),
    ("#280913", "#ffffff", "#ffffff", "#280913"),
    ("#ecffeb", "#002411", "#ffffff", "#003a1c"),
    ("#710be4", "#ffffff", "#ffffff", "#4a0798"),
)


def _build_numbers(rows: tuple[tuple[str, str, str, str], ...]) -> Mapping[str, CardNumber]:
    return {face: CardNumber(*rows[i], face, _OBJECTS[i]) for i, face in enumerate(FACES)}


DESIGNS: Final[Mapping[str, Mapping[str, CardNumber]]] = {
    "normal": _build_numbers(_NORMAL),
    "high": _build_numbers(_HIGH_TONES),
}
"""Designs of the cards in normal and in high contrast, by the card's number as text."""

ON_DARK: Final[Mapping[str, str]] = dict(
        zip(
            FACES,
            (
                "#f79bc0", "#7fb4f5", "#f58e56", "#6fdcff", "#93cb85",
                "#fedd57", "#dd93c0", "#ccf8d6", "#b596ee",
            ),
            strict=True,
        )
    )  # fmt: skip
"""Colours of words and pictures about a card on a dark panel, where the colours of some cards would
be too dark. The key is the card's number as text."""


class SpringCardArt(card_art.DrawnCardArt):
    """The card art of one colour set. Each card shows objects, named in the user's language."""

    designs = DESIGNS
    back_tones = ("#17464a", "#5f9a8c")
    min_full_width = 190.0
    """Minimum width of a card with the full drawing, in design units. On smaller cards, the paper
    clips between cards would cover the band with the card's word."""

    known = FACES

    symbols = "objects"

    def outlines(self, symbol: str) -> list[card_art.Points]:
        return _list_tally_points(symbol)


def tint_of(face: str) -> pictures.Colour:
    """Return the colour of texts about a card on the dark table.

    A picture of the object that the card shows, such as the broom of the 7, has the same colour
    there.

    Args:
        face: The card's number as text.
    """
    return pictures.Colour.from_hex(ON_DARK[face])


def _list_tally_points(face: str) -> list[card_art.Points]:
    """List the outlines of as many squares as the card's number, at most three in a row."""
    count = int(face)
    rows = [min(3, count - top) for top in range(0, count, 3)]
    step = 0.64
    half = 0.24
    return [
        (
            (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half),
        )
        for row, across in enumerate(rows)
        for y in [(row - (len(rows) - 1) / 2) * step]
        for x in [(column - (across - 1) / 2) * step for column in range(across)]
    ]  # fmt: skip


DAYLIGHT: Final = pictures.Colour(196, 240, 176)
"""Colour of the window-shaped light on the table: morning sun through leaves."""
_COARSE: Final = (320, 200)
"""Width and height, in cells, of the coarse grid on which the light is computed before it is scaled
up."""
_FADING: Final = (40, 25)
"""The light that falls through a window (see `build_window_light`) fades out towards its edges.
Width and height, in cells, of the grid on which this fading is computed."""
_PANES: Final = tuple(
    (left, top, left + 0.235, top + 0.36) for left in (0.27, 0.525) for top in (0.10, 0.50)
)
"""Patches of light, one for each pane of the window through which the light falls: `(left, top,
right, bottom)` as shares of the picture. They are slanted by `_SLANT` when they are drawn."""
_SLANT: Final = -0.42
"""Horizontal distance by which a window's light slants from top to bottom, as a share of the
picture's height."""
_BLUR: Final = 5.0
_MOST: Final = 0.17


def build_window_light() -> pictures.PaintedPicture:
    """Build the picture of light that falls through a window; it can be painted at any size."""
    return pictures.PaintedPicture("window light", _paint_light)


def _paint_light(w: int, h: int) -> pygame.Surface:
    light = pygame.transform.smoothscale(_draw_panes(), (w, h))
    dither(light)
    # Dithering should only change alpha, but it also changed the colours: set them again.
    light.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_ADD)
    light.fill((*DAYLIGHT[:3], 255), special_flags=pygame.BLEND_RGBA_MULT)
    return light


@cache
def _draw_panes() -> pygame.Surface:
    w, h = _COARSE
    fine = pygame.Surface((2 * w, 2 * h), pygame.SRCALPHA)
    fine.fill((255, 255, 255, 0))
    for left, top, right, bottom in _PANES:
        corners = [
            (2 * (x * w + (y - 0.5) * _SLANT * h), 2 * y * h)
            for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))
        ]
        pygame.draw.polygon(fine, (255, 255, 255, round(255 * _MOST * STEPS)), corners)
    light = blur(pygame.transform.smoothscale(fine, _COARSE), _BLUR, 4)
    light.blit(_draw_fading(), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return light


def _draw_fading() -> pygame.Surface:
    across, down = ([(2 * at / (n - 1) - 1) ** 2 for at in range(n)] for n in _FADING)
    shades = [round(255 * max(0.0, 1.0 - (x + y) ** 1.5)) for y in down for x in across]
    pixels = b"".join([b"\xff\xff\xff%c" % shade for shade in shades])
    fading = pygame.image.frombytes(pixels, _FADING, "RGBA")
    return pygame.transform.smoothscale(fading, _COARSE)


EQUAL: Final = "equal"
STEP: Final = "step"
Polyline: TypeAlias = tuple[tuple[float, float], ...]


class Clip(NamedTuple):
    """Shape and colour of a paper clip, the mark that joins two adjacent cards of a set or run.

    Attributes:
        body: Lines that a round pen draws as the clip's body. Coordinates are distances from the
            picture's centre, as shares of the picture's height.
        pen: Width of the body's pen, as a share of the picture's height.
        lines: Thin lines drawn on the body, with coordinates as in `body`.
        tone: Colour of the thin lines, and of the body if the clip glows.
    """

    body: tuple[Polyline, ...]
    pen: float
    lines: tuple[Polyline, ...]
    tone: str


CLIPS: Final[Mapping[str, Clip]] = {
    EQUAL: Clip(
        body=(((-0.18, 0.0), (0.18, 0.0)),),
        pen=0.56,
        lines=(((-0.2, -0.09), (0.2, -0.09)), ((-0.2, 0.09), (0.2, 0.09))),
        tone="#ffdf85",
    ),
    STEP: Clip(
        body=(((-0.24, 0.11), (0.24, 0.11), (0.24, -0.17), (0.03, -0.17), (0.03, 0.11)),),
        pen=0.36,
        lines=(((-0.25, 0.11), (0.01, 0.11), (0.01, -0.15), (0.25, -0.15)),),
        tone="#7df0b4",
    ),
}

CLIP_POSITION: Final = geometry.JoinMarkPosition(width=0.6, height=0.5, down=0.88, aside=0.03)
"""Position of the paper clip that joins a card to its left neighbour: across the card's left edge,
near the bottom."""
_DARK: Final = "#0d1619"
_SHADE: Final = "#000000"
_RIM: Final = 0.075
_LINE: Final = 0.095
_SPREAD: Final = 0.04
_REACH: Final = 0.065
"""Extent of a paper clip's shadow or glow, as a share of the height of the clip's picture."""
_FINE: Final = 4
"""Supersampling factor for drawing a paper clip: samples per pixel in each direction."""


def find_clip_between(left: int, right: int) -> str | None:
    """Return the kind of paper clip that joins two adjacent cards.

    Returns:
        EQUAL if the cards have the same number, STEP if the right number is one higher. None in all
        other cases, and if one of the cards is hidden (0).
    """
    if left and right:
        return {0: EQUAL, 1: STEP}.get(right - left)
    return None


def build_clip_picture(kind: str, *, is_lit: bool = False) -> pictures.PaintedPicture:
    """Return the picture of a paper clip, which joins two adjacent cards of a set or run.

    Args:
        kind: EQUAL for cards with the same number, STEP for a number and the next higher one.
        is_lit: Whether the clip glows. Otherwise it has a shadow.
    """
    return pictures.PaintedPicture(
        ("clip", kind, is_lit), lambda w, h: paint_clip(kind, (w, h), is_lit=is_lit)
    )


def paint_clip(kind: str, size: tuple[int, int], *, is_lit: bool = False) -> pygame.Surface:
    """Paint a paper clip, which joins two adjacent cards of a set or run, on a transparent surface.

    Args:
        kind: EQUAL for cards with the same number, STEP for a number and the next higher one.
        size: Width and height of the surface, in pixels.
        is_lit: Whether the clip glows and has a bright body. Otherwise it has a shadow.
    """
    clip = CLIPS[kind]
    if is_lit:
        ground = clip.tone
        line = _DARK
    else:
        ground = _DARK
        line = clip.tone
    around = clip.tone if is_lit else _SHADE
    h = size[1]
    picture = blur(_draw_clip_lines(clip.body, clip.pen + _SPREAD, around, size), _REACH * h, 4)
    for pen, tone in ((clip.pen, line), (clip.pen - _RIM, ground)):
        picture.blit(_draw_clip_lines(clip.body, pen, tone, size), (0, 0))
    picture.blit(_draw_clip_lines(clip.lines, _LINE, line, size), (0, 0))
    return picture


def _draw_clip_lines(
    lines: Iterable[Polyline], pen: float, tone: str, size: tuple[int, int]
) -> pygame.Surface:
    w, h = (side * _FINE for side in size)
    canvas = pygame.Surface((w, h), pygame.SRCALPHA)
    canvas.fill((*pygame.Color(tone)[:3], 0))
    thick = pen * h
    for line in lines:
        spots = [pygame.Vector2(w / 2 + x * h, h / 2 + y * h) for x, y in line]
        for spot in spots:
            pygame.draw.circle(canvas, tone, spot, thick / 2)
        for start, end in pairwise(spots):
            side = (end - start).normalize().rotate(90) * thick / 2
            pygame.draw.polygon(canvas, tone, (start + side, end + side, end - side, start - side))
    return pygame.transform.smoothscale(canvas, size)


CLOSE: Final = 0.02
"""Gap between two adjacent cards that a paper clip joins, in card widths."""
APART: Final = 0.17
"""Gap between two adjacent cards that no paper clip joins, in card widths."""


def measure_row_width(cards: Sequence[int], *, has_clips: bool = True) -> float:
    """Return the width of a row of cards and the gaps between them, in card widths.

    Neighbours that a paper clip joins are closer together (CLOSE) than others (APART).

    Args:
        cards: The cards' numbers, from left to right.
        has_clips: Whether paper clips are drawn.

    >>> round(measure_row_width((3, 3, 5)), 2)  # 3 + CLOSE + APART
    3.19
    """
    return len(cards) + sum(_measure_gaps(cards, has_clips))


def build_card_row(
    faces: card_art.CardArt,
    cards: Sequence[int],
    width: float,
    *,
    lit: Collection[int] = (),
    has_clips: bool = True,
) -> list[Node]:
    """Build a node for each card of a row, from (0, 0) to the right.

    Pictures of paper clips join adjacent cards that make a set or run.

    Args:
        faces: The card art.
        cards: Numbers, 0 for a card back.
        width: Width of a card.
        lit: Indices of cards whose paper clips glow, on both sides.
        has_clips: Whether paper clips are drawn.
    """
    nodes: list[Node] = []
    x = 0.0
    for place, (card, gap) in enumerate(
        zip(cards, (0.0, *_measure_gaps(cards, has_clips)), strict=True)
    ):
        x += gap * width
        face = str(card) if card else None
        node = Node(
            name=f"card {face or 'back'}",
            size=faces.size(width),
            position=geometry.Vec(x, 0.0),
            # If paper clips are drawn, use the small drawing of the card: on the full drawing,
            # clips would cover the band with the card's word.
            picture=faces.picture(face, width, "small" if has_clips else ""),
        )
        kind = None
        if place and has_clips:
            kind = find_clip_between(cards[place - 1], card)
        if kind:
            box = CLIP_POSITION(node.size)
            picture = build_clip_picture(kind, is_lit=place in lit or place - 1 in lit)
            node.add(Node(name="clip", position=box.position, size=box.size, picture=picture))
        nodes.append(node)
        x += width
    return nodes


def _measure_gaps(cards: Sequence[int], has_clips: bool) -> list[float]:
    if not has_clips:
        return [0.6 * APART] * (len(cards) - 1)
    return [CLOSE if find_clip_between(left, right) else APART for left, right in pairwise(cards)]
