"""The parts that only this game's table has, by the names of their zones in layouts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from red7_desktop.games.spring_cleaning.face.table.offer_mat import OfferMat
from red7_desktop.games.spring_cleaning.face.table.panels import CountModel
from red7_desktop.games.spring_cleaning.face.table.race import RacePanel
from red7_desktop.games.spring_cleaning.face.table.steps_line import StepsLine
from red7_desktop.games.spring_cleaning.face.table.trash_pips import TrashPips
from red7_desktop.games.spring_cleaning.face.table.trick_parts import Holder, Stairs
from red7_desktop.games.spring_cleaning.rules.cards import MAX_SEATS
from red7_desktop.kit.hud.part import Meaning, Part
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.paint.run_lines import Span
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.table.spec import zone_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from red7_desktop.kit.hud.ink import TextStyler
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.scene.theme.style import Look

_COUNT_FIGURE, _COUNT_LABEL = 34.0, 24.0
"""Heights of a number of cards, and of the word for what they are."""


def build_parts(look: Look, ink: TextStyler) -> Mapping[str, Part[Any]]:
    """Make them all; `panels` tells what each is shown."""
    return {
        "race": RacePanel(look, ink, name="race"),
        "holder": Holder(look, ink, name="holder"),
        "trick": Stairs(look, ink, name="stairs"),
        "steps": StepsLine(look, ink, name="steps"),
        "discarded": CardCount(look, ink, Align.CENTRE, name="discarded"),
        "mat.0": OfferMat(look, ink, name="mat"),
        **{
            zone_name("left", place): CardCount(look, ink, Align.END, name=f"left {place}")
            for place in range(1, MAX_SEATS)
        },
        **{
            zone_name("trash", place): TrashPips(look, ink, name=f"trash {place}")
            for place in range(MAX_SEATS)
        },
    }


class CardCount(Part[CountModel]):
    """A number of cards above the word for what they are, in the middle of a zone or at its end."""

    def __init__(self, look: Look, ink: TextStyler, align: Align, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._count = RunsLabel(look, "", "hud_note_value", align=align, name="count")
        self._label = RunsLabel(look, "", "hud_unit", align=align, name="label")
        self.add(self._count, self._label)

    def compose(self, value: CountModel) -> None:
        """Write both."""
        w, h = self.size
        grown = min(self.look.theme.zoom, h / (_COUNT_FIGURE + _COUNT_LABEL))
        figure, label = _COUNT_FIGURE * grown, _COUNT_LABEL * grown
        top = (h - figure - label) / 2
        colour = self.look.theme.colour("bad") if value.is_close else None
        self._count.write((Span(str(value.count), colour=colour),), Rect(0.0, top, w, figure))
        self._label.write(value.label, Rect(0.0, top + figure, w, label))

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        """Say what is counted."""
        if self.shown is not None:
            yield Meaning(self, self.shown.meaning)
