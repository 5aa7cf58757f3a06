"""The banner: the rule in force, in its colour and in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.red7.face.table.panels import RuleModel
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.part import Meaning, Part
from red7_desktop.kit.hud.spaced import SpacedWord
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture, Gradient, Shadow
from red7_desktop.scene.paint.run_lines import Span, measure_width_at
from red7_desktop.scene.theme.colour import WHITE, Colour
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts

_PADDING: Final = 28.0

_BANNER_SYMBOL: Final = 0.60
"""The symbol's side as a part of the banner's height."""

_GAP: Final = 20.0

_END: Final = 0.16
"""The room at either end as a part of the banner's width."""


_LEAST_END: Final = 0.13


class RuleBanner(Part[RuleModel]):
    """Colour to the left, symbol and rule in the middle, a small example to the right."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._colour = SpacedWord(look, "hud_rule_colour", name="colour")
        self._symbol = Node(name="symbol")
        self._rule = RunsLabel(look, "", "banner", name="rule")
        self._hint = RunsLabel(look, "", "hud_rule_hint", align=Align.END, name="hint")
        self.add(self._colour, self._symbol, self._rule, self._hint)

    def compose(self, value: RuleModel) -> None:
        """Take the rule's colour and write the rule in the middle."""
        w, h = self.size
        card = self.ink.card(self.look, value.letter)
        tint = self.ink.on_dark(self.look, value.letter)
        self.picture = _build_box(self.look, card, self.ink.line(self.look, value.letter), h)
        self._colour.show(value.colour, tint.mixed(WHITE, 0.25))
        faint = card.mixed(WHITE, 0.5)
        hint = [
            replace(span, colour=span.colour or faint)
            for span in self.ink.spans(self.look, value.hint)
        ]
        designed = 1.0 / self.look.theme.enlarged
        before, after = self._ends(value, hint)
        least, most = self._ends(value, hint, designed)
        rule = measure_width_at(designed, [Span(value.sentence)], self.look, "banner")
        if self._between(before, after) < min(rule, self._between(least, most)):
            # What grows at the ends does not take from the rule what that has without a zoom.
            before, after = least, most
        self._colour.place(Rect(_PADDING, 0.0, before, h))
        self._hint.write(hint, Rect(w - after - _PADDING, 0.0, after, h))
        self._place_rule(value, before, after)

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        """Say what the banner and its example are."""
        told = texts("The rule in force. It comes from the card on top of the canvas.")
        yield Meaning(self, told)
        yield Meaning(self.find("hint"), texts("An example of what this rule looks for."))

    def _ends(
        self, value: RuleModel, hint: Sequence[Span], share: float = 1.0
    ) -> tuple[float, float]:
        """Give the room for the words at either end: the rule comes first where there is little.

        share: the part of their size that all words have.
        """
        w, h = self.size
        rule = measure_width_at(share, [Span(value.sentence)], self.look, "banner")
        free = (w - rule - h * _BANNER_SYMBOL - _GAP) / 2 - _PADDING - _GAP
        most = max(self._colour.readable_width(), min(w * _END, max(w * _LEAST_END, free)))
        wide = measure_width_at(share, hint, self.look, "hud_rule_hint")
        return min(self._colour.width(share), most), min(wide, most)

    def _between(self, before: float, after: float) -> float:
        """Give the room for the rule between words at the ends."""
        w, h = self.size
        return w - before - after - 2 * (_PADDING + _GAP) - h * _BANNER_SYMBOL - _GAP

    def _place_rule(self, value: RuleModel, before: float, after: float) -> None:
        """Put symbol and rule in the middle, or between the words at the two ends."""
        w, h = self.size
        side, beside = h * _BANNER_SYMBOL, _PADDING + _GAP
        room = self._between(before, after)
        rule = (Span(value.sentence, colour=WHITE.mixed(self._tint(value), 0.06)),)
        self._rule.write(rule, Rect(0.0, 0.0, room, h))
        wide = side + _GAP + self._rule.ink.w
        left = max(before + beside, min((w - wide) / 2, w - after - beside - wide))
        self._symbol.picture = self.ink.symbol(value.letter, self._tint(value))
        self._symbol.size = Size(side, side)
        self._symbol.position = Vec(left, (h - side) / 2)
        # Letters with tails pull the eye down, so the line stands a little high.
        self._rule.write(rect=Rect(left + side + _GAP, -1.0, room, h))

    def _tint(self, value: RuleModel) -> Colour:
        return self.ink.on_dark(self.look, value.letter)


def _build_box(look: Look, card: Colour, line: Colour, height: float) -> BoxPicture:
    ground = look.theme.colour("rule_mix")
    fill = Gradient(
        ground.mixed(card, 0.34).with_alpha(0.97), ground.mixed(card, 0.17).with_alpha(0.97)
    )
    shadows = (
        Shadow(look.theme.colour("shadow").with_alpha(0.4), 24.0, dy=6.0),
        Shadow(card.with_alpha(0.55), 52.0),
    )
    return BoxPicture(fill, height * 0.32, line, 2.4, shadows=shadows)
