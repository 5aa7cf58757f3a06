"""The parts that only this game's table has, by the names of their zones in layouts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from red7_desktop.games.spring_cleaning.face.table.counted import Counted
from red7_desktop.games.spring_cleaning.face.table.offer_mat import OfferMat
from red7_desktop.games.spring_cleaning.face.table.race import Race
from red7_desktop.games.spring_cleaning.face.table.steps_line import StepsLine
from red7_desktop.games.spring_cleaning.face.table.trash_pips import TrashPips
from red7_desktop.games.spring_cleaning.face.table.trick_parts import Holder, Stairs
from red7_desktop.games.spring_cleaning.rules.cards import MAX_SEATS
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.table.spec import zone_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from red7_desktop.kit.hud.ink import Ink
    from red7_desktop.kit.hud.part import Part
    from red7_desktop.scene.theme.style import Look


def parts(look: Look, ink: Ink) -> Mapping[str, Part[Any]]:
    """Make them all; `panels` tells what each is shown."""
    return {
        "race": Race(look, ink, name="race"),
        "holder": Holder(look, ink, name="holder"),
        "trick": Stairs(look, ink, name="stairs"),
        "steps": StepsLine(look, ink, name="steps"),
        "discarded": Counted(look, ink, Align.CENTRE, name="discarded"),
        "mat.0": OfferMat(look, ink, name="mat"),
        **{
            zone_name("left", place): Counted(look, ink, Align.END, name=f"left {place}")
            for place in range(1, MAX_SEATS)
        },
        **{
            zone_name("trash", place): TrashPips(look, ink, name=f"trash {place}")
            for place in range(MAX_SEATS)
        },
    }
