"""Where everything of a moment lies, in a window of any shape; pure."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.scene.geometry import Rect, Size, Vec

if TYPE_CHECKING:
    from red7_desktop.kit.models.finale import Finale

AROUND: Final = 1.36
"""The room of a ring with its symbols, in radii."""

_UPRIGHT: Final = 1.05
"""Narrower than this, as parts of its height, a window has what counts below the ring."""

_PLATE: Final = Size(310.0, 78.0)

_NARROW_PLATE: Final = 230.0

_GAP: Final = 18.0

_LEAST_RADIUS: Final = 76.0

_TURN: Final = 9.0
"""By so many degrees the outermost cards lean, at most."""


class FinaleFrame(NamedTuple):
    """The heights that the page needs for its own: the sentence, and its buttons at the foot."""

    told: float = 0.0
    foot: float = 0.0


class FinaleMeasures(NamedTuple):
    """What a plan depends on beside the window. gain: the height of a figure that is gained.

    card: the height of a card by its width. title: the height of the words.
    """

    zoom: float
    margin: float
    title: float
    gain: float
    card: float


class RisenCard(NamedTuple):
    """Where a card comes to lie, and how far it leans, in degrees."""

    place: Rect
    lean: float


@dataclass(frozen=True, slots=True)
class FinalePlan:
    """middle, radius: of the ring. title, told, foot: where these begin, from the top.

    plates: by share; cards: the room for what a seat turns up, gains: the middle of what it gains.
    rising: by card. is_upright: whether cards lie beside their plates. fits: whether all of it can
    be read.
    """

    middle: Vec
    radius: float
    title: float
    told: float
    foot: float
    plates: tuple[Rect, ...]
    cards: tuple[Rect, ...]
    gains: tuple[Vec, ...]
    rising: tuple[RisenCard, ...]
    is_upright: bool
    fits: bool


def plan_finale(
    size: Size, measures: FinaleMeasures, finale: Finale, frame: FinaleFrame
) -> FinalePlan:
    """Share a window out from its foot: buttons, plates, words; the ring has the rest.

    Where that is too little, what seats turn up is left out.
    """
    plan = _plan_finale(size, measures, finale, frame)
    if plan.fits or not any(share.cards for share in finale.shares):
        return plan
    bare = replace(finale, shares=tuple([replace(each, cards=()) for each in finale.shares]))
    return _plan_finale(size, measures, bare, frame)


def _plan_finale(
    size: Size, measures: FinaleMeasures, finale: Finale, frame: FinaleFrame
) -> FinalePlan:
    w, h = size
    zoom, margin = measures.zoom, measures.margin
    is_upright = w < _UPRIGHT * h
    gap = 0.02 * h
    y = h - max(margin, (0.035 if frame.foot else 0.06) * h) - frame.foot
    foot = y
    y -= 1.2 * gap if frame.foot else 0.0
    plates, cards, gains = _place_plates(size, measures, finale, y, is_upright=is_upright)
    if plates:
        y = min(each.y for each in (*plates, *cards)) - gap
    rise = 0.0
    if is_upright and finale.rising:
        lines = math.ceil(len(finale.rising) / 6)
        rise = min(0.2 * h, lines * (0.1 * h + measures.gain))
    words = measures.title + (frame.told + 0.6 * gap if frame.told else 0.0)
    room = y - words - rise - gap
    radius = min(0.19 * h, 0.23 * w, room / (2 * AROUND))
    free = max(0.0, room - 2 * AROUND * radius)
    middle = Vec(w / 2, 0.45 * free + AROUND * radius)
    title = middle.y + AROUND * radius + rise + 0.15 * free + 0.3 * gap
    told = title + measures.title + 0.6 * gap
    below = Rect(margin, middle.y + AROUND * radius, w - 2 * margin, rise)
    rising = (
        _place_below(below, measures, len(finale.rising))
        if is_upright
        else _place_beside_ring(size, measures, middle, radius, len(finale.rising))
    )
    fits = radius >= _LEAST_RADIUS * zoom
    return FinalePlan(
        middle, radius, title, told, foot, plates, cards, gains, rising, is_upright, fits
    )


def _place_plates(
    size: Size, measures: FinaleMeasures, finale: Finale, bottom: float, *, is_upright: bool
) -> tuple[tuple[Rect, ...], tuple[Rect, ...], tuple[Vec, ...]]:
    """Give the plates above a line, with the room for cards: above each, or beside it."""
    count, zoom, margin = len(finale.shares), measures.zoom, measures.margin
    if not count:
        return (), (), ()
    has_cards = any(share.cards for share in finale.shares)
    whole, high = size.w - 2 * margin, _PLATE.h * zoom
    if is_upright and has_cards:
        wide = min(_PLATE.w * zoom, 0.36 * whole)
        pitch = high + 0.7 * _GAP
        tops = [bottom - (count - nth) * pitch + 0.7 * _GAP for nth in range(count)]
        plates = tuple([Rect(margin, top, wide, high) for top in tops])
        left = margin + wide + 1.7 * measures.gain
        cards = [Rect(left, each.y, size.w - margin - left, high) for each in plates]
        gains = [Vec(margin + wide + 0.85 * measures.gain, each.centre.y) for each in plates]
        return plates, tuple(cards), tuple(gains)
    most = int((whole + _GAP) // (_NARROW_PLATE * zoom + _GAP))
    across = max(1, min(count, most if is_upright else count))
    lines = math.ceil(count / across)
    across = math.ceil(count / lines)
    wide = min(_PLATE.w * zoom, (whole - _GAP * (across - 1)) / across)
    left = (size.w - wide * across - _GAP * (across - 1)) / 2
    gives = not finale.rising and any(share.after != share.before for share in finale.shares)
    gain = measures.gain if gives else 0.0
    pitch = high + _GAP + (gain if lines > 1 else 0.0)
    top = bottom - (lines - 1) * pitch - high
    spots = [Vec(nth % across * (wide + _GAP), nth // across * pitch) for nth in range(count)]
    plates = tuple([Rect(left + spot.x, top + spot.y, wide, high) for spot in spots])
    above = 0.08 * size.h if has_cards and lines == 1 and bottom > 0.62 * size.h else 0.0
    reach = above + gain
    cards = [Rect(each.x, each.y - reach, each.w, above) for each in plates]
    gains = [Vec(each.centre.x, each.y - 0.5 * measures.gain) for each in plates]
    return plates, tuple(cards), tuple(gains)


def _place_beside_ring(
    size: Size, measures: FinaleMeasures, middle: Vec, radius: float, count: int
) -> tuple[RisenCard, ...]:
    """Let cards lie at both sides of the ring, bent around it."""
    beside = middle.x - 1.35 * radius - measures.margin
    half = (count + 1) // 2
    found = []
    for side, part in ((0, half), (1, count - half)):
        if not part:
            continue
        wide = min(0.25 * size.h / measures.card, 1.05 * radius / measures.card, 0.6 * beside)
        high = wide * measures.card
        step = min(1.24 * wide, (beside - wide) / max(1, part - 1))
        whole = wide + step * (part - 1)
        near = middle.x + (1.35 * radius if side else -1.35 * radius - whole)
        away = (beside - whole) * 0.3 * (1 if side else -1)
        for nth in range(part):
            bend = (nth + 0.5 - part / 2) / max(1, part) + (side - 0.5) * 0.8
            y = middle.y - high * 0.5 + abs(bend) * high * 0.3
            place = Rect(near + away + nth * step, y, wide, high)
            found.append(RisenCard(place, bend * _TURN))
    return tuple(found)


def _place_below(room: Rect, measures: FinaleMeasures, count: int) -> tuple[RisenCard, ...]:
    """Let cards lie in lines in a room, each with the height of a gain above it."""
    if not count:
        return ()
    lines = math.ceil(count / 6)
    across = math.ceil(count / lines)
    pitch = room.h / lines
    high = max(1.0, pitch - measures.gain)
    wide = min(high / measures.card, room.w / (1.14 * across))
    found = []
    for nth in range(count):
        line = nth // across
        here = min(across, count - line * across)
        left = room.centre.x - 1.14 * wide * here / 2 + 0.07 * wide
        top = room.y + line * pitch + measures.gain
        x = left + 1.14 * wide * (nth % across)
        found.append(RisenCard(Rect(x, top, wide, wide * measures.card), 0.0))
    return tuple(found)
