"""The settings: all on one screen, with a preview; every change applies at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from red7_desktop.app.looks import Looks
from red7_desktop.app.settings.preview import SettingsPreview
from red7_desktop.app.settings.rows import BoundControls, SettingsRows, list_section_names
from red7_desktop.kit.game_face import AnyGameView
from red7_desktop.kit.look.preview_cards import PreviewCards
from red7_desktop.kit.pages.dialogs import ask
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.kit.pages.form import Form
from red7_desktop.kit.pages.page import Page
from red7_desktop.kit.pages.screen import Ui
from red7_desktop.kit.settings import Settings
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.list_row import ListRow
from red7_desktop.scene.widgets.scroll_view import ScrollView

_WITH_LIST: Final = 1360.0
"""From this width, at zoom 1, a list of the sections stands at the left."""

_WITH_PREVIEW: Final = 980.0
"""From this width the preview stands at the right, else above the rows."""

_LIST: Final = (230.0, 360.0)

_PREVIEW: Final = Size(400.0, 560.0)

_LOW_PREVIEW: Final = 270.0

_WITH_LOW_PREVIEW: Final = 2.0
"""From so many times its own height on, a view has a low preview at its top."""

_MOST_FORM: Final = 860.0


class SettingsScreen(Page):
    """Lets people change the settings; each change goes through the kit.

    `looks` are those that can be chosen; `languages` are the codes of the languages there are. It
    keeps its place when a change makes the whole program look different.
    """

    first = "close"

    def __init__(
        self,
        kit: Ui,
        face: AnyGameView,
        on_leave: Callable[[], None],
        *,
        looks: Looks,
        languages: Sequence[str] = (),
        as_overlay: bool = False,
    ) -> None:
        super().__init__(kit, "settings", on_leave, as_overlay=as_overlay)
        self._face = face
        self._cards: PreviewCards | None = None
        self._looks = looks
        self._languages = languages
        self._bound = BoundControls()
        self._list: list[ListRow] = []
        self._asked: tuple[int, float] | None = None
        self._view: ScrollView | None = None
        self._preview: SettingsPreview | None = None

    def build(self) -> None:
        """Lay out the list of sections, the rows and the preview."""
        self.add_room()
        sheet = self.add_sheet()
        gap = self.look.theme.sizes.gap
        top = self.add_head(sheet, self.kit.texts("Settings")) + 1.5 * gap
        foot = self._add_foot(sheet) - 1.5 * gap
        room = Rect(self.edge, top, sheet.size.w - 2 * self.edge, foot - top)
        left, right = room.left, room.right
        self._list = []
        self._cards = self._face.preview_cards(self.kit.texts)
        if room.w >= _WITH_LIST * self.zoom:
            left += self._add_list(sheet, room)
        if self._cards is None:
            content = self._content(Size(right - left, room.h), None)
        elif room.w >= _WITH_PREVIEW * self.zoom:
            size = Size(_PREVIEW.w * self.zoom, min(_PREVIEW.h * self.zoom, room.h))
            right -= size.w + 2.5 * gap
            at = Vec(room.right - size.w, top)
            self._preview = SettingsPreview(self.kit, self._cards, size, at)
            sheet.add(self._preview)
            content = self._content(Size(right - left, room.h), None)
        else:
            content = self._content(Size(right - left, room.h), _LOW_PREVIEW * self.zoom)
        room = Rect(left, top, right - left, room.h)
        self._view = self.add_view(sheet, content, room, "rows")

    def updated(self) -> None:
        """Show the present settings in every control."""
        for update in self._bound.updates:
            update(self.kit.settings)
        if self._preview is not None:
            self._preview.follow_settings()

    def tick(self, now: float) -> None:
        """Keep the preview moving, and the list at the section that is seen."""
        if self._preview is not None:
            self._preview.tick(now)
        self._mark_section()

    @property
    def is_waiting(self) -> bool:
        """Whether the preview moves."""
        return self._preview is not None

    # -- layout ------------------------------------------------------------------------------

    def _content(self, room: Size, preview_height: float | None) -> Node:
        """Give the rows, with a low preview where there is no room for one beside them.

        It lies above them, or below where it would leave them nothing to be seen of.
        """
        width, height = room
        content = Node(name="content")
        wide = width - ScrollView.bar_room * self.zoom
        top, gap = 0.0, 1.5 * self.look.theme.sizes.gap
        is_low = preview_height is not None and height < _WITH_LOW_PREVIEW * preview_height
        if preview_height is not None and not is_low:
            self._add_preview(content, Size(wide, preview_height), 0.0)
            top = preview_height + gap
        form = Form(self.look, content, min(wide, _MOST_FORM * self.zoom), top=top)
        self._bound = SettingsRows(self.kit, form, self._face, self._looks, self._languages).add()
        bottom = form.bottom
        if preview_height is not None and is_low:
            self._add_preview(content, Size(wide, preview_height), bottom + gap)
            bottom += gap + preview_height
        content.size = Size(wide, bottom + self.look.theme.sizes.gap)
        return content

    def _add_preview(self, content: Node, size: Size, top: float) -> None:
        if self._cards is not None:
            self._preview = SettingsPreview(self.kit, self._cards, size, Vec(0.0, top))
            content.add(self._preview)

    def _add_list(self, sheet: Node, room: Rect) -> float:
        """Put the list of sections into a room, if it is high enough; give what it takes of it."""
        for place, (name, words) in enumerate(list_section_names(self.kit.texts)):
            press = partial(self._go_to, place)
            self._list.append(ListRow(self.look, words, press, name=f"go to {name}"))
        width = ListRow.align(self._list, _LIST[0] * self.zoom, _LIST[1] * self.zoom)
        between = 6 * self.zoom
        if sum(row.size.h + between for row in self._list) - between > room.h:
            self._list = []
            return 0.0
        flow = Flow(sheet, width, between, left=room.left, top=room.top)
        for row in self._list:
            flow.add(row)
        return width + 2 * self.look.theme.sizes.gap

    def _add_foot(self, sheet: Node) -> float:
        texts, edge = self.kit.texts, self.edge
        reset = Button(
            self.look, texts("Reset all"), self._ask_to_reset, style="quiet", name="reset"
        )
        done = Button(
            self.look,
            texts("Done"),
            self.leave,
            style="primary",
            size=Size(min(220 * self.zoom, 0.4 * sheet.size.w), 0.0),
            name="done",
        )
        y = sheet.size.h - edge - done.size.h
        reset.position = Vec(edge, y)
        done.position = Vec(sheet.size.w - edge - done.size.w, y)
        sheet.add(reset, done)
        return y

    # -- what people do ----------------------------------------------------------------------

    def _go_to(self, place: int) -> None:
        """Scroll to a section, and hold on to it until the view is scrolled elsewhere."""
        if self._view is not None:
            self._view.bring_up(self._bound.tops[place])
            self._asked = place, self._view.goal

    def _mark_section(self) -> None:
        """Mark the section that is seen: the last one whose heading lies high in the view."""
        view = self._view
        if view is None or not self._list:
            return
        if self._asked is not None and self._asked[1] == view.goal:
            seen = self._asked[0]
        else:
            self._asked = None
            line = view.offset + 0.3 * view.size.h
            seen = sum(top <= line for top in self._bound.tops) - 1
        for place, row in enumerate(self._list):
            if row.is_chosen != (place == max(seen, 0)):
                row.is_chosen = place == max(seen, 0)

    def _ask_to_reset(self) -> None:
        texts = self.kit.texts
        ask(
            self.kit,
            texts("Reset all settings?"),
            texts("Everything on this page goes back to how it was at first."),
            yes=texts("Reset"),
            on_yes=self._reset,
        )

    def _reset(self) -> None:
        """Go back to the defaults; the window stays as it is."""
        self.kit.change_settings(Settings(fullscreen=self.kit.settings.fullscreen))
