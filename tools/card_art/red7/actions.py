"""The action icons on the cards 1, 3, 5 and 7, for games with the action rule.

Each is a disc of radius 100 around (0, 0) with the picture cut out of it, so that one tint draws
it on any card. Overlapping shapes invert each other (even-odd rule).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from card_art.shapes import Point, Polygon, outline, regular, rounded


def _card(left: float, top: float, width: float = 62, height: float = 84) -> Polygon:
    """Return a small card."""
    return rounded((left, top, left + width, top + height), (9, 9, 9, 9), 3)


def _turned(card: Polygon, degrees: float, around: Point) -> Polygon:
    """Return a card, turned clockwise around a point."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple(
        (
            around[0] + (x - around[0]) * cosine - (y - around[1]) * sine,
            around[1] + (x - around[0]) * sine + (y - around[1]) * cosine,
        )
        for x, y in card
    )


def take() -> tuple[Polygon, ...]:
    """Draw the icon of 1: a rival's card moves up to a bar, the deck."""
    arrow = (
        (0, -18), (26, 12), (10, 12), (10, 48), (-10, 48), (-10, 12), (-26, 12),
    )  # fmt: skip
    deck = rounded((-44, -66, 44, -46), (7, 7, 7, 7), 3)
    return deck, _card(-40, -32, 80, 96), arrow


def draw() -> tuple[Polygon, ...]:
    """Draw the icon of 3: a card with a plus."""
    plus = (
        (-8, -30), (8, -30), (8, -8), (28, -8), (28, 8), (8, 8), (8, 30),
        (-8, 30), (-8, 8), (-28, 8), (-28, -8), (-8, -8),
    )  # fmt: skip
    return _card(-42, -58, 84, 116), plus


def play() -> tuple[Polygon, ...]:
    """Draw the icon of 5: a second card next to the first."""
    first, second = _card(-62, -46, 56, 92), _card(6, -46, 56, 92)
    return _turned(first, -10, (-34, 46)), _turned(second, 10, (34, 46))


def move() -> tuple[Polygon, ...]:
    """Draw the icon of 7: a card, and an arrow away from it."""
    arrow = (
        (6, -13), (32, -13), (32, -38), (74, 0), (32, 38), (32, 13), (6, 13),
    )  # fmt: skip
    return _card(-66, -50, 62, 100), arrow


DRAWINGS: Mapping[int, Callable[[], tuple[Polygon, ...]]] = {1: take, 3: draw, 5: play, 7: move}


def badge(number: int) -> str:
    """Return the path data of a number's action icon, for the even-odd fill rule."""
    return outline((regular(72, 100), *DRAWINGS[number]()))
