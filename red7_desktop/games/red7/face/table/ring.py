"""The ring around the canvas: the seven rules in rank order, the one in force alight."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import pygame

from red7_desktop.games.red7.face.pictures.card_design import LETTERS
from red7_desktop.games.red7.face.table.panels import RuleModel
from red7_desktop.games.red7.face.words.words import Words
from red7_desktop.kit.hud.glow import blurred
from red7_desktop.kit.hud.ink import Ink
from red7_desktop.kit.hud.part import Meaning, Part
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import BoxPicture, PaintedPicture, Shadow
from red7_desktop.scene.theme.colour import Colour
from red7_desktop.scene.theme.style import Look

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts

_ROOM: Final = 54.0
"""From the middle of the arcs to the edge of the zone: symbols lie there."""
_THIN, _THICK = 8.0, 15.0
_OUT, _OUT_ACTIVE = 27.0, 34.0
"""How far outside the arcs the symbols lie, and the one in force."""
_SYMBOL, _DISC = 21.0, 40.0
_APART: Final = 5.2
"""Degrees between two arcs."""
_DIM: Final = 0.34
_GLOW: Final = 34.0
"""So far the light of the active arc reaches."""
_FINE: Final = 4


class RuleRing(Part[RuleModel]):
    """Seven arcs clockwise from the top, Red to Violet, each with its symbol outside.

    Its middle is the middle of its box.
    """

    def __init__(self, look: Look, ink: Ink, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._well = Node(name="well")
        self._arcs = {letter: Node(name=f"arc {letter}") for letter in LETTERS}
        self._disc = Node(name="disc")
        self._symbols = {letter: Node(name=f"symbol {letter}") for letter in LETTERS}
        self.add(self._well, *self._arcs.values(), self._disc, *self._symbols.values())

    @property
    def radius(self) -> float:
        """The radius of the middle of the arcs."""
        return min(self.size) / 2 - _ROOM

    def compose(self, value: RuleModel) -> None:
        """Place arcs and symbols; the active ones are larger and brighter."""
        self._dig_well()
        for nth, letter in enumerate(LETTERS):
            is_active = letter == value.letter
            self._arcs[letter].z = float(is_active)
            self._place_arc(letter, nth, is_active)
            self._place_symbol(letter, nth, is_active)

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        """Say of each rule what it is and how it comes into force."""
        names = Words(texts, (), None).rules
        for letter, words in zip(reversed(LETTERS), names, strict=True):
            rule = {"colour": words.title, "rule": words.sentence}
            is_in_force = self.shown is not None and letter == self.shown.letter
            told = (
                texts("{colour}: {rule}. This rule is in force.", **rule)
                if is_in_force
                else texts(
                    "{colour}: {rule}. To bring it into force, discard a card of this colour.",
                    **rule,
                )
            )
            yield Meaning(self._arcs[letter], told)
            yield Meaning(self._symbols[letter], told)
            if is_in_force:
                yield Meaning(self._disc, told)

    def _dig_well(self) -> None:
        """Darken the table inside the ring, so that the canvas stands out."""
        shadow = self.look.theme.colour("shadow")
        inner = self.radius - _THICK
        self._well.picture = BoxPicture(
            shadow.with_alpha(0.22), inner, shadows=(Shadow(shadow.with_alpha(0.30), 60.0),)
        )
        self._well.size = Size(2 * inner, 2 * inner)
        self._well.position = Vec(self.size.w / 2 - inner, self.size.h / 2 - inner)

    def _place_arc(self, letter: str, nth: int, is_active: bool) -> None:
        colour = self.ink.line(self.look, letter)
        if not is_active:
            colour = colour.mixed(self.look.theme.colour("table_outer"), _DIM)
        arc = _Arc(nth, self.radius, _THICK if is_active else _THIN)
        box = arc.box(_GLOW if is_active else 1.0)
        node = self._arcs[letter]
        node.picture = _arc_picture(arc, box, colour, is_active)
        node.size = box.size
        node.position = box.position + Vec(*self.size) * 0.5

    def _place_symbol(self, letter: str, nth: int, is_active: bool) -> None:
        angle = math.radians(-90 + nth * 360 / len(LETTERS))
        reach = self.radius + (_OUT_ACTIVE if is_active else _OUT)
        spot = Vec(*self.size) * 0.5 + Vec(math.cos(angle), math.sin(angle)) * reach
        tint = self.ink.on_dark(self.look, letter)
        side = _SYMBOL
        if is_active:
            card = self.ink.card(self.look, letter)
            tint, side = self.ink.on_card(self.look, letter), _SYMBOL + 2.0
            self._disc.picture = BoxPicture(
                card, _DISC / 2, shadows=(Shadow(card.with_alpha(0.5), 20.0),)
            )
            box = Rect.centred(spot, Size(_DISC, _DISC))
            self._disc.position, self._disc.size = box.position, box.size
        box = Rect.centred(spot, Size(side, side))
        node = self._symbols[letter]
        node.picture = self.ink.symbol(letter, tint)
        node.position, node.size = box.position, box.size


class _Arc:
    """Where an arc lies around the middle of the ring, in design units; 0 is at the top."""

    def __init__(self, nth: int, radius: float, width: float) -> None:
        self.radius, self.width = radius, width
        first = -90 + (nth - 0.5) * 360 / len(LETTERS) + _APART / 2
        last = first + 360 / len(LETTERS) - _APART
        turns = [math.radians(first + (last - first) * step / 48) for step in range(49)]
        self._rays = [Vec(math.cos(turn), math.sin(turn)) for turn in turns]

    @property
    def ends(self) -> tuple[Vec, Vec]:
        """The middles of its round ends."""
        return self._rays[0] * self.radius, self._rays[-1] * self.radius

    def outline(self, width: float) -> list[Vec]:
        """Give the points around it at a width, without the ends."""
        outer = [ray * (self.radius + width / 2) for ray in self._rays]
        inner = [ray * (self.radius - width / 2) for ray in self._rays]
        return [*outer, *reversed(inner)]

    def box(self, margin: float) -> Rect:
        """Give the rectangle around it with its ends, and a margin."""
        return Rect.around(self.outline(self.width)).inflated(self.width / 2 + margin)


def _arc_picture(arc: _Arc, box: Rect, colour: Colour, is_active: bool) -> PaintedPicture:
    """Give the picture of an arc in a box."""
    key = ("ring arc", tuple(box), arc.width, colour, is_active)

    def paint(w: int, h: int) -> pygame.Surface:
        unit = w / box.w
        surface = _clear(w, h, colour)
        if is_active:
            light = _clear(w, h, colour)
            _draw_arc(light, arc, arc.width * 1.5, box, colour)
            light = blurred(light, arc.width * 1.3 * unit)
            surface.blit(light, (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
        _draw_arc(surface, arc, arc.width, box, colour)
        return surface

    return PaintedPicture(key, paint)


def _clear(w: int, h: int, colour: Colour) -> pygame.Surface:
    """Give a clear surface whose hidden colour is that of the arc, so that edges stay clean."""
    surface = pygame.Surface((w, h), pygame.SRCALPHA)
    surface.fill((*colour[:3], 0))
    return surface


def _draw_arc(surface: pygame.Surface, arc: _Arc, width: float, box: Rect, colour: Colour) -> None:
    """Draw an arc with round ends into a surface that shows a box."""
    fine = _clear(surface.width * _FINE, surface.height * _FINE, colour)
    unit = fine.width / box.w
    pygame.draw.polygon(
        fine, colour, [(point - box.position) * unit for point in arc.outline(width)]
    )
    for end in arc.ends:
        pygame.draw.circle(fine, colour, (end - box.position) * unit, width / 2 * unit)
    surface.blit(pygame.transform.smoothscale(fine, surface.get_size()), (0, 0))
