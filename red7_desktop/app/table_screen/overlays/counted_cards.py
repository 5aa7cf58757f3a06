"""The cards that count in the end, counted one after another, with the sum so far beside them."""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from red7_desktop.kit.hud.mini_cards import mini_cards
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.widgets.label import Label

if TYPE_CHECKING:
    from red7_desktop.kit.models.endings import Counted
    from red7_desktop.kit.pages.screen import Kit

APART: Final = 0.24
"""Seconds between two cards."""
_COME: Final = 0.3
_BEGIN: Final = 0.25
_CARD: Final = 104.0
_DROP: Final = 46.0
_SUM: Final = 150.0


class CountedCards(Node):
    """A row of cards and their sum. `count` plays the counting; until then all is counted."""

    def __init__(self, kit: Kit, counted: Counted, width: float) -> None:
        super().__init__(name="counted")
        self._kit = kit
        look = kit.stage.look
        zoom = look.theme.zoom
        card = kit.faces.size(_CARD * zoom)
        self._sums = [0, *accumulate(each.worth for each in counted.cards)]
        room = Rect(0.0, 0.0, max(card.w, width - _SUM * zoom), card.h)
        self._cards = mini_cards(kit.faces, [each.face for each in counted.cards], room)
        right = max((each.position.x + each.size.w for each in self._cards), default=0.0)
        right += 20.0 * zoom
        self._figure = Label(
            look,
            str(self._sums[-1]),
            "hud_tally",
            size=Size(_SUM * zoom, card.h * 0.62),
            colour=look.theme.colour("accent"),
            align=Align.START,
            position=Vec(right, card.h * 0.06),
            name="sum",
        )
        unit = Label(look, counted.unit, "soft", size=Size(_SUM * zoom, 30.0 * zoom), name="unit")
        unit.position = Vec(right, card.h * 0.64)
        self.add(*self._cards, self._figure, unit)
        self.size = Size(width, card.h)

    @property
    def seconds(self) -> float:
        """How long the counting takes at the usual speed."""
        return _BEGIN + APART * len(self._cards) + _COME if self._cards else 0.0

    @property
    def sum_shown(self) -> int:
        """The sum that is to be read now."""
        return int(self._figure.text)

    def count(self) -> None:
        """Let the cards come one after another, and the sum grow with each."""
        animator = self._kit.stage.animator
        glides = not self._kit.settings.reduced_motion
        self._show_sum(0)
        for nth, card in enumerate(self._cards):
            delay = _BEGIN + APART * nth
            home = card.position
            card.alpha = 0.0
            if glides:
                card.position = home - Vec(0.0, _DROP)
                animator.to(card, "position", home, _COME, delay=delay, ease="out_back")
            done = partial(self._show_sum, nth + 1)
            animator.to(card, "alpha", 1.0, _COME * 0.6, delay=delay, ease="linear", done=done)

    def _show_sum(self, count: int) -> None:
        self._figure.text = str(self._sums[count])
