"""A page in the form of a sheet that is as large as what is on it, with a row of buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.pages.page import Page, blocks_presses
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.scroll_view import ScrollView

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.kit.pages.screen import Ui


class SheetPage(Page):
    """An overlay with a title, content, and buttons at its foot.

    A subclass writes `title`, `content` (a node with a size, no wider than it is told) and, if it
    likes, `buttons`. Content that is too high for the window is made anew, a little narrower, and
    scrolls. `most_wide` is how wide the sheet is where there is room, at the theme's zoom 1;
    `closes` is False for a page without a cross.
    """

    closes = True

    def __init__(self, kit: Ui, name: str, on_leave: Callable[[], None]) -> None:
        super().__init__(kit, name, on_leave, as_overlay=True)
        self.view: ScrollView | None = None

    @property
    def most_wide(self) -> float:
        """The width of the sheet where there is room, at zoom 1."""
        return 1000.0

    @property
    def title(self) -> str:
        """The words at the head of the sheet; none for no head."""
        return ""

    def content(self, width: float) -> Node:
        """Make what is on the sheet."""
        raise NotImplementedError

    def buttons(self) -> Sequence[Button]:
        """Make the buttons at the foot, from the left."""
        return ()

    @property
    def ink(self) -> TextStyler:
        """What to write with."""
        return TextStyler(self.kit.faces, self.kit.settings.colours)

    # -- laying out --------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out the sheet around its content."""
        self.add_room()
        visible, margin = self.look.visible, self.look.theme.sizes.safe_margin
        most = Size(visible.w - 2 * margin, visible.h - 2 * margin)
        wide = min(most.w, self.most_wide * self.zoom)
        inner = wide - 2 * self.edge
        sheet = Panel(self.look, Size(wide, most.h), "sheet", name="sheet", interactive=True)
        sheet.on_gesture = blocks_presses
        top = self._add_title(sheet)
        foot = Node(name="foot")
        rows = self._fill_foot(foot, self.buttons(), inner)
        gap = 2 * self.look.theme.sizes.gap
        below = self.edge + (foot.size.h + gap if rows else 0.0)
        room = most.h - top - below
        content = self.content(inner)
        if content.size.h > room:
            content = self.content(inner - ScrollView.bar_room * self.zoom)
        high = min(content.size.h, room)
        self._add_scrolled(sheet, content, Rect(self.edge, top, inner, high), room)
        foot.position = Vec(self.edge, top + high + gap)
        sheet.add(foot)
        sheet.size = Size(wide, top + high + below)
        sheet.position = Rect.centred(visible.centre, sheet.size).position
        self.node.add(sheet)

    def _add_title(self, sheet: Node) -> float:
        """Put the title and the cross into the sheet; give where the content begins."""
        gap = self.look.theme.sizes.gap
        if not self.title:
            return self.edge
        if self.closes:
            return self.add_head(sheet, self.title) + 1.5 * gap
        room = sheet.size.w - 2 * self.edge
        label = Label(self.look, self.title, "display", max_width=room, name="title")
        label.position = Vec(self.edge, self.edge)
        sheet.add(label)
        return self.edge + label.size.h + 1.5 * gap

    def _add_scrolled(self, sheet: Node, content: Node, place: Rect, room: float) -> None:
        """Put the content where it belongs, behind a window if it is too high."""
        self.view = None
        if content.size.h <= room + 0.5:
            content.position = place.position
            sheet.add(content)
        else:
            self.view = self.add_view(sheet, content, place, "view")

    def _fill_foot(self, foot: Node, buttons: Sequence[Button], width: float) -> int:
        """Put buttons side by side from the right, into more rows where they must; count them."""
        gap = get_button_gap(self.look)
        rows: list[list[Button]] = []
        for button in buttons:
            row = rows[-1] if rows else []
            taken = sum(each.size.w + gap for each in row)
            if not rows or taken + button.size.w > width:
                rows.append([button])
            else:
                row.append(button)
        y = 0.0
        for row in rows:
            x = width - sum(each.size.w + gap for each in row) + gap
            for button in row:
                button.position = Vec(x, y)
                x += button.size.w + gap
                foot.add(button)
            y += max(each.size.h for each in row) + gap
        foot.size = Size(width, max(0.0, y - gap))
        return len(rows)
