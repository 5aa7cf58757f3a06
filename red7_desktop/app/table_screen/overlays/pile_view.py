"""The page on which the cards of a pile lie side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from red7_desktop.app.table_screen.overlays.sheet_page import SheetPage
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.scene.widgets.scroll_view import ScrollView

if TYPE_CHECKING:
    from red7_desktop.kit.models.cards import Spread, SpreadCard
    from red7_desktop.kit.pages.screen import Ui

_PILE_CARD_WIDTH: Final = 118.0

_PILE_GAP: Final = 16.0

_CAPTION: Final = 46.0
"""Room for a few words in two lines."""

_LEAST: Final = 620.0

_MOST_IN_ROW: Final = 9


class SpreadPage(SheetPage):
    """Shows a spread in as many rows as it takes."""

    first = "close"

    def __init__(self, kit: Ui, spread: Spread, on_leave: Callable[[], None]) -> None:
        super().__init__(kit, "spread", on_leave)
        self._spread = spread

    @property
    def most_wide(self) -> float:
        """Wide enough for rows of equal length."""
        count = max(1, len(self._spread.cards))
        rows = -(-count // _MOST_IN_ROW)
        columns = -(-count // rows)
        beside = 2 * self.edge / self.zoom + ScrollView.bar_room + 1.0
        return max(_LEAST, columns * (_PILE_CARD_WIDTH + _PILE_GAP) - _PILE_GAP + beside)

    @property
    def title(self) -> str:
        """Whose cards these are."""
        return self._spread.title

    def content(self, width: float) -> Node:
        """Lay the cards in rows."""
        zoom = self.zoom
        content = Node(name="content")
        note = Label(self.look, self._spread.note, "soft", max_width=width, wraps=True, name="note")
        content.add(note)
        card = self.kit.faces.size(_PILE_CARD_WIDTH * zoom)
        step = Vec(card.w + _PILE_GAP * zoom, card.h + (_CAPTION + _PILE_GAP) * zoom)
        columns = max(1, int((width + _PILE_GAP * zoom + 0.5) // step.x))
        top = note.size.h + 1.5 * self.look.theme.sizes.gap
        for nth, each in enumerate(self._spread.cards):
            row, column = divmod(nth, columns)
            node = self._card(each, card)
            node.position = Vec(column * step.x, top + row * step.y)
            content.add(node)
        rows = -(-len(self._spread.cards) // columns)
        content.size = Size(width, top + rows * step.y - _PILE_GAP * zoom)
        return content

    def _card(self, each: SpreadCard, card: Size) -> Node:
        zoom = self.zoom
        node = Node(name=f"card {each.face}", size=Size(card.w, card.h + _CAPTION * zoom))
        picture = self.kit.faces.picture(each.face, card.w)
        node.add(Node(name="face", picture=picture, size=card))
        caption = RunsLabel(
            self.look,
            self.ink.spans(self.look, each.caption),
            "hud_count",
            size=Size(card.w, _CAPTION * zoom),
            align=Align.CENTRE,
            valign=Align.START,
            max_lines=2,
            position=Vec(0.0, card.h),
            name="caption",
        )
        node.add(caption)
        return node
