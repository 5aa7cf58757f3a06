"""Whose the cards in the middle are: who holds the trick, and who played what has been beaten."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.spring_cleaning.face.pictures.card_faces import tint_of
from red7_desktop.games.spring_cleaning.face.table.panels import HolderModel, StairModel
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.part import LaidPart, Meaning
from red7_desktop.kit.hud.seats.avatar import Avatar
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.paint.run_lines import Span, line_up
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.table.arrange import Style, arrange

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts

_HOLDER_DISC: Final = 54.0

_TRICK_GAP: Final = 12.0

_NAME, _HELD = 31.0, 26.0
"""Heights of the two lines beside the sign of who holds the trick."""

_HOLDER_CROWN_RISE: Final = 0.4
"""How far the crown rises above the sign, as a part of that."""

_SIGN: Final = 30.0

_BELOW: Final = 3.0
"""The size of the signs below beaten cards, and their distance from these."""


class Holder(LaidPart[HolderModel]):
    """The sign of the seat with a crown, its name, and with what it holds the trick."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._avatar = Avatar(look, ink, name="avatar")
        self._name = RunsLabel(look, "", "hud_seat_name", name="label")
        self._held = RunsLabel(look, "", "hud_note_strong", max_lines=2, name="held")
        self.add(self._avatar, self._name, self._held)

    def compose(self, value: HolderModel) -> None:
        """Put the words beside the sign, or below it where the name needs more room."""
        w, h = self.size
        zoom = self.look.theme.zoom
        name = (Span(value.name),)
        held = (Span(value.held, colour=tint_of(value.face)),)
        above, below = _NAME * zoom, _HELD * zoom
        beside = w - _HOLDER_DISC - _TRICK_GAP
        crown = _HOLDER_DISC * _HOLDER_CROWN_RISE
        fits_beside = line_up(name, self.look, "hud_seat_name").size.w <= beside
        if fits_beside or h < crown + _HOLDER_DISC + above + below:
            lines = 2 if line_up(held, self.look, "hud_note_strong").size.w > beside else 1
            above = min(above, h / 2)
            below = min(below * lines, h - above)
            disc = Rect(0.0, (h - _HOLDER_DISC) / 2, _HOLDER_DISC, _HOLDER_DISC)
            left = disc.right + _TRICK_GAP
            top, room, align = (h - above - below) / 2, beside, Align.START
        else:
            below = min(2 * below, h - crown - _HOLDER_DISC - above)
            disc = Rect((w - _HOLDER_DISC) / 2, crown, _HOLDER_DISC, _HOLDER_DISC)
            top, left, room, align = disc.bottom, 0.0, w, Align.CENTRE
        self._avatar.place(disc)
        self._avatar.show(value.sign._replace(is_leading=True))
        self._name.write(name, Rect(left, top, room, above), align=align)
        self._held.write(held, Rect(left, top + above, room, below), align=align)

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        """Say who holds the trick."""
        if self.shown is not None:
            for node in (self._avatar, self._name, self._held):
                yield Meaning(node, self.shown.meaning)


class Stairs(LaidPart[StairModel]):
    """A small sign below the cards of each beaten combination."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._signs = Node(name="signs")
        self.add(self._signs)

    def compose(self, value: StairModel) -> None:
        """Place the signs below their cards; where they are crowded the latest stay."""
        spec = self.layout.zone("trick")
        card = self.layout.card_size(spec)
        firsts = [0, *accumulate(stair.cards for stair in value.stairs)]
        count = firsts[-1]
        # The cards of a combination keep close to each other, as `GOES_ON` says.
        close = set(range(count)) - set(firsts)
        places = arrange(spec.area, card, count, spec.style or Style(), close)
        for nth in range(len(self._signs.children), len(value.stairs)):
            self._signs.add(Avatar(self.look, self.ink, name=f"sign {nth}"))
        for sign in self._signs.children:
            sign.visible = False
        edge = spec.area.right + _SIGN
        for nth in range(len(value.stairs) - 1, -1, -1):
            stair, sign = value.stairs[nth], self._signs.children[nth]
            own = places[firsts[nth] : firsts[nth + 1]]
            middle = (own[0].x + own[-1].x) / 2
            if middle + _SIGN / 2 > edge or not isinstance(sign, Avatar):
                continue
            edge = middle - _SIGN / 2
            foot = own[0].y + own[0].scale * card.h / 2 + _BELOW
            at = Rect(middle - _SIGN / 2, foot, _SIGN, _SIGN)
            sign.visible = True
            sign.place(at.moved(-spec.area.position))
            sign.show(stair.sign._replace(is_leading=False))

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        """Say whose each beaten combination was."""
        if self.shown is not None:
            for sign, stair in zip(self._signs.children, self.shown.stairs, strict=False):
                yield Meaning(sign, stair.meaning)
