"""The marks of this game alone: clips between neighbours in a hand, and cards that can answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.pictures.clips import EQUAL, SEAM, STEP, clip_picture
from red7_desktop.scene.paint.pictures import BoxPicture
from red7_desktop.table.looks import BelowEdge, MarkLook

if TYPE_CHECKING:
    from red7_desktop.kit.hud.ink import TextStyler
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.scene.theme.style import Look

JOINS_EQUAL: Final = "joins_equal"
"""The style of a hand card whose left neighbour has the same number."""

JOINS_STEP: Final = "joins_step"
"""The style of a hand card whose left neighbour has the number below."""

JOINS_EQUAL_LIT: Final = "joins_equal_lit"

JOINS_STEP_LIT: Final = "joins_step_lit"
"""The same where the two would be neighbours after what is being tried."""

JOINS_EQUAL_AHEAD: Final = "joins_equal_ahead"

JOINS_STEP_AHEAD: Final = "joins_step_ahead"
"""The styles of a card which its right neighbour would join so after what is being tried."""

GOES_ON: Final = "goes_on"
"""The style of a beaten card that goes on with the combination of its left neighbour; not seen."""

ANSWERS: Final = "answers"
"""The style of a card, in a hand or an offer, that is part of a play which is allowed now."""


CLOSE_SEAM: Final = replace(SEAM, aside=0.01)
"""Where a clip lies between cards that keep close to each other."""

BEHIND_SEAM: Final = replace(SEAM, aside=-0.2)

AHEAD_SEAM: Final = replace(SEAM, aside=-0.8)
"""Where bright clips lie: on the card itself, so that the two at a gap keep clear of each other."""


def mark_meanings(texts: Texts) -> dict[str, str]:
    """Say what the marks mean, by style."""
    equal = texts("Clip with two bars: the same number as the card to its left.")
    step = texts("Clip with a step: one more than the card to its left.")
    return {
        ANSWERS: texts("Underlined: it can be part of what you play now."),
        JOINS_EQUAL: equal,
        JOINS_STEP: step,
        **dict.fromkeys(
            (JOINS_EQUAL_LIT, JOINS_STEP_LIT, JOINS_EQUAL_AHEAD, JOINS_STEP_AHEAD),
            texts("Bright clip: these two would come to lie side by side."),
        ),
    }


def mark_looks(look: Look, ink: TextStyler) -> dict[str, MarkLook]:
    """Give the looks of the styles, the lowest on a card first."""
    line = BoxPicture(look.theme.colour("ok"), radius=3.0)
    return {
        GOES_ON: MarkLook(close=True),
        ANSWERS: MarkLook(line, BelowEdge(gap=7.0, height=5.0, inset=13.0)),
        **{
            style: MarkLook(
                clip_picture(kind, is_lit=seam is not CLOSE_SEAM), seam, close=seam is CLOSE_SEAM
            )
            for style, kind, seam in (
                (JOINS_EQUAL, EQUAL, CLOSE_SEAM),
                (JOINS_STEP, STEP, CLOSE_SEAM),
                (JOINS_EQUAL_LIT, EQUAL, BEHIND_SEAM),
                (JOINS_STEP_LIT, STEP, BEHIND_SEAM),
                (JOINS_EQUAL_AHEAD, EQUAL, AHEAD_SEAM),
                (JOINS_STEP_AHEAD, STEP, AHEAD_SEAM),
            )
        },
    }
