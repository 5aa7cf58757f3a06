"""What stands beside the palette at the bottom: how much of it counts, what is not final."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.red7.face.table.panels import PaletteModel
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.part import LaidPart, Meaning
from red7_desktop.kit.hud.spaced import SpacedWord
from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.paint.run_lines import Span
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.table.arrange import Style, arrange, bounds_of
from red7_desktop.table.spec import Layout

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts

_BESIDE: Final = 24.0
"""Space between the outermost card and the words."""

_ABOVE: Final = 0.40
"""How far down the palette the first line stands, as a part of a card's height."""

_LINE: Final = 26.0

_NOTE: Final = 166.0
"""The width of the note at the right, which is better in two even lines."""


class PaletteNotes(LaidPart[PaletteModel]):
    """Words on both sides of the cards; they keep close to them, however many there are."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._label = SpacedWord(
            look, "hud_caps", align=Align.END, tracking=0.08, max_rows=3, name="label"
        )
        self._counts = RunsLabel(look, "", "hud_note", align=Align.END, name="counts")
        self._pending = RunsLabel(look, "", "hud_note_strong", name="pending")
        self._note = RunsLabel(
            look, "", "hud_note", valign=Align.START, max_lines=3, name="pending note"
        )
        self.add(self._label, self._counts, self._pending, self._note)

    @property
    def crosses_edge(self) -> bool:
        """Whether words lie on an edge of the palette's zone, where a frame would cross them."""
        for line in (self._label, self._counts, self._pending, self._note):
            words = [Rect(*each.position, *each.size) for each in line.children if each.visible]
            if line.visible and words:
                ink = reduce(Rect.union, words).moved(line.position)
                if any(ink.left < edge < ink.right for edge in (0.0, self.size.w)):
                    return True
        return False

    def compose(self, value: PaletteModel) -> None:
        """Write to the left and to the right of the cards."""
        theme, high = self.look.theme, self._line
        left, right, top = self._sides(self.layout, value.cards)
        self._label.show(value.label)
        rise = high * (self._label.rows_in(left.w) - 1)
        self._label.place(Rect(left.x, top - rise, left.w, high + rise))
        counts = self.ink.spans(self.look, value.counts)
        self._counts.write(counts, Rect(left.x, top + high, left.w, high))
        self._pending.visible = self._note.visible = bool(value.pending)
        pending = (Span(value.pending, colour=theme.colour("accent")),)
        self._pending.write(pending, Rect(right.x, top - high / 2, right.w, high))
        note = min(right.w, _NOTE * high / _LINE)
        below = Rect(right.x, top + high / 2, note, 3 * high)
        self._note.write(value.pending_note, below)

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        """Say what the words at both sides tell."""
        counts = texts("How much of your palette counts under the rule in force.")
        yield Meaning(self._label, counts)
        yield Meaning(self._counts, counts)
        pending = texts("What you have put down can be taken back till you end your turn.")
        yield Meaning(self._pending, pending)
        yield Meaning(self._note, pending)

    @property
    def _line(self) -> float:
        """The height of a line."""
        return _LINE * self.grown(self.size.h, 4.5 * _LINE)

    def _sides(self, layout: Layout, count: int) -> tuple[Rect, Rect, float]:
        """Give the rooms to the left and right of the cards, and where the first line stands."""
        spec = layout.zone("palette", 0)
        beside = layout.zone("tally", 0).area
        card = layout.card_size(spec)
        places = arrange(spec.area, card, max(count, 1), spec.style or Style())
        cards = reduce(Rect.union, (bounds_of(place, card) for place in places))
        # The rooms are as wide as the zone at the left, and never reach into the cards.
        gap = spec.area.left - beside.right
        left_edge = max(beside.right, cards.left - _BESIDE)
        right_edge = min(spec.area.right + gap, cards.right + _BESIDE)
        back = -Vec(spec.area.x, spec.area.y)
        left = Rect(left_edge - beside.w, beside.y, beside.w, beside.h).moved(back)
        right = Rect(right_edge, beside.y, beside.w, beside.h).moved(back)
        top = cards.y - spec.area.y + cards.h * _ABOVE - self._line / 2
        return left, right, top
