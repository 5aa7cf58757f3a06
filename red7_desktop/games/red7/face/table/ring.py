"""The ring around the canvas: the seven rules in rank order, the one in force alight."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.red7.face.pictures.card_design import LETTERS_HIGH_FIRST
from red7_desktop.games.red7.face.table.panels import RuleModel
from red7_desktop.games.red7.face.words.words import Words
from red7_desktop.kit.hud.arcs import RingArc, arc_picture
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.part import Meaning, Part
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import BoxPicture, Shadow
from red7_desktop.scene.theme.style import Look

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts

_ROOM: Final = 54.0
"""From the middle of the arcs to the edge of the zone: symbols lie there."""

_THIN, _THICK = 8.0, 15.0

_OUT, _OUT_ACTIVE = 27.0, 34.0
"""How far outside the arcs the symbols lie, and the one in force."""

_RING_SYMBOL, _RING_DISC = 21.0, 40.0

_DIM: Final = 0.34

_GLOW: Final = 34.0
"""So far the light of the active arc reaches."""


class RuleRing(Part[RuleModel]):
    """Seven arcs clockwise from the top, Red to Violet, each with its symbol outside.

    Its middle is the middle of its box.
    """

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._well = Node(name="well")
        self._arcs = {letter: Node(name=f"arc {letter}") for letter in LETTERS_HIGH_FIRST}
        self._disc = Node(name="disc")
        self._symbols = {letter: Node(name=f"symbol {letter}") for letter in LETTERS_HIGH_FIRST}
        self.add(self._well, *self._arcs.values(), self._disc, *self._symbols.values())

    @property
    def radius(self) -> float:
        """The radius of the middle of the arcs."""
        return min(self.size) / 2 - _ROOM

    def compose(self, value: RuleModel) -> None:
        """Place arcs and symbols; the active ones are larger and brighter."""
        self._dig_well()
        for nth, letter in enumerate(LETTERS_HIGH_FIRST):
            is_active = letter == value.letter
            self._arcs[letter].z = float(is_active)
            self._place_arc(letter, nth, is_active)
            self._place_symbol(letter, nth, is_active)

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        """Say of each rule what it is and how it comes into force."""
        names = Words(texts, (), None).rules
        for letter, words in zip(reversed(LETTERS_HIGH_FIRST), names, strict=True):
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
        arc = RingArc(nth, len(LETTERS_HIGH_FIRST), self.radius, _THICK if is_active else _THIN)
        box = arc.box(_GLOW if is_active else 1.0)
        node = self._arcs[letter]
        node.picture = arc_picture(arc, box, colour, is_active)
        node.size = box.size
        node.position = box.position + Vec(*self.size) * 0.5

    def _place_symbol(self, letter: str, nth: int, is_active: bool) -> None:
        angle = math.radians(-90 + nth * 360 / len(LETTERS_HIGH_FIRST))
        reach = self.radius + (_OUT_ACTIVE if is_active else _OUT)
        spot = Vec(*self.size) * 0.5 + Vec(math.cos(angle), math.sin(angle)) * reach
        tint = self.ink.on_dark(self.look, letter)
        side = _RING_SYMBOL
        if is_active:
            card = self.ink.card(self.look, letter)
            tint, side = self.ink.on_card(self.look, letter), _RING_SYMBOL + 2.0
            self._disc.picture = BoxPicture(
                card, _RING_DISC / 2, shadows=(Shadow(card.with_alpha(0.5), 20.0),)
            )
            box = Rect.centred(spot, Size(_RING_DISC, _RING_DISC))
            self._disc.position, self._disc.size = box.position, box.size
        box = Rect.centred(spot, Size(side, side))
        node = self._symbols[letter]
        node.picture = self.ink.symbol(letter, tint)
        node.position, node.size = box.position, box.size
