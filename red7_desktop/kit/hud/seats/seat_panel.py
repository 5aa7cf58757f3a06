"""The panel of another seat: who sits there, hand and points in numbers, and what counts now."""

from __future__ import annotations

from typing import Any, Final

from red7_desktop.kit.hud.ink import Ink
from red7_desktop.kit.hud.model import SeatModel
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.hud.seats.name_tag import NameTag
from red7_desktop.kit.hud.seats.points import Points
from red7_desktop.kit.hud.seats.tally_block import TallyBlock
from red7_desktop.kit.language.texts import Texts
from red7_desktop.scene.geometry import Vec
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.table.spec import Layout, ZoneSpec, zone_name

_OUT: Final = 0.5
"""How much shows of what belongs to a seat that is out."""


class SeatPanel(Part[SeatModel]):
    """One seat's frame with its name, count, points and tally in their zones.

    The cards in it are not this part's: they lie in zones of their own.
    """

    def __init__(self, look: Look, ink: Ink, texts: Texts, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._name = NameTag(look, ink, name="name")
        self._count = RunsLabel(look, "", "hud_count", name="count")
        self._points = Points(look, ink, texts, name="points")
        self._tally = TallyBlock(look, ink, name="tally")
        self.add(self._name, self._count, self._points, self._tally)

    def settle(self, layout: Layout, spec: ZoneSpec) -> None:
        """Take the zones of the seat whose panel this is, as far as the layout has them."""
        back = -Vec(spec.area.x, spec.area.y)
        for piece in (self._name, self._points, self._tally, self._count):
            zone = layout.by_name.get(zone_name(piece.name, spec.seat))
            piece.visible = zone is not None
            if zone is None:
                continue
            if isinstance(piece, RunsLabel):
                piece.write(rect=zone.area.moved(back))
            else:
                piece.place(zone.area.moved(back))
        self.place(spec.area)

    def compose(self, value: SeatModel) -> None:
        """Hand each piece its part of the model."""
        self.picture = self.look.theme.box(
            "hud_seat_acting" if value.is_acting else "hud_seat"
        ).picture()
        self._name.show(value)
        self._count.write(str(value.hand_count))
        self._points.show(value)
        self._tally.show(value)
        for piece in (self._name, self._count, self._points):
            piece.alpha = _OUT if value.is_out else 1.0
