"""The settings and their preview."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from red7_desktop.app.feature import Navigator
from red7_desktop.app.screens.settings_rows import Section, Update, list_sections
from red7_desktop.kit import settings, ui
from red7_desktop.kit.look.card_art import PreviewCards
from red7_desktop.kit.pages import forms, page
from red7_desktop.scene import boxes, node, pictures
from red7_desktop.scene.geometry import CENTRE, Rect, Size, Vec
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.widgets import runs, scroll, widget

_TITLED: Final = 340.0
"""Minimum height of the preview of the settings with a title, in design units at zoom 1."""
_STAY: Final = 1.8
"""Seconds between two moves of the card in the preview of the settings."""
_WAY: Final = 0.30
_FADE: Final = 0.12
_MARK: Final = 30.0
_GAP: Final = 0.14
"""Gap between two cards in the preview of the settings, in card widths."""


class SettingsPreview(widget.Panel):
    """Preview with a row of cards, a hand and a line of text that follow the settings.

    Args:
        ui: The interface.
        cards: The cards, see `PagesFacet.preview_cards`.
        size: Size of the preview.
    """

    def __init__(self, ui: ui.Ui, cards: PreviewCards, size: Size) -> None:
        super().__init__(ui.stage.look, size, "well", name="preview")
        self.is_speech_hidden = True
        self._ui = ui
        self._cards = cards
        self._is_played = False
        self._next_at: float | None = None
        self._lay_out()
        self.follow_settings()

    def follow_settings(self) -> None:
        for mark in self._marks:
            mark.visible = self._ui.settings.shows_marks
        self._outcome.visible = self._ui.settings.shows_outcomes

    def tick(self, now: float) -> None:
        if self._next_at is None:
            self._next_at = now + _STAY
        elif now >= self._next_at:
            self._next_at = now + _STAY
            self._is_played = not self._is_played
            self._move()

    # -- laying out --------------------------------------------------------------------------

    def _lay_out(self) -> None:
        theme = self.look.theme
        texts = self._ui.texts
        edge = theme.sizes.padding
        gap = theme.sizes.gap
        room = Size(self.size.w - 2 * edge, self.size.h - 1.4 * edge)
        line = runs.RunsLabel(
            self.look,
            (runs.TextRun(self._cards.line, colour=theme.colour("ok")),),
            "strong",
            align=pictures.Align.CENTRE,
            size=Size(room.w, theme.text("strong").size * 1.3),
        )
        self._outcome = widget.Label(
            self.look,
            self._cards.outcome,
            "small",
            align=pictures.Align.CENTRE,
            wraps=True,
            size=Size(room.w, theme.text("small").size * 2.7),
        )
        high = room.h - line.size.h - self._outcome.size.h - gap
        parts: list[node.Node | float] = []
        if self.size.h >= _TITLED * self.zoom:
            title = widget.Label(self.look, texts("Preview"), "label")
            high -= title.size.h + gap
            parts = [title, gap]
        cards = node.Node(name="cards", size=Size(room.w, high))
        self._place_cards(cards)
        boxes.put(boxes.column(*parts, cards, gap, line, self._outcome, width=room.w), self)

    def _place_cards(self, room: node.Node) -> None:
        size = room.size
        is_low = size.w > 2 * size.h
        if is_low:
            columns = 7.2
            rows = 1.0
        else:
            columns = 3.0
            rows = 2.45
        faces = self._ui.card_art
        high = faces.size(1.0).h
        fit = min(size.w / (columns * (1 + _GAP)), size.h / (rows * high + 0.2))
        width = max(24.0, min(fit, 130 * self.zoom))
        gap = width * _GAP
        laid = [faces.build_card(face, width) for face in self._cards.open_cards]
        hand = [faces.build_card(face, width) for face, _ in self._cards.hand]
        free = [node.Node(size=faces.size(width)) for _ in hand[len(laid) :]]
        upper = boxes.row(*laid, *free, gap=gap)
        lower = boxes.row(*hand, gap=gap)
        if is_low:
            both = boxes.row(upper, lower, gap=0.8 * width + 1.8 * gap)
        else:
            both = boxes.column(upper, lower, gap=0.45 * high * width)
        boxes.put(both, room)
        self._marks = [
            self._badge(card, is_good)
            for card, (_, is_good) in zip(hand, self._cards.hand, strict=True)
        ]
        self._moving = hand[self._cards.played]
        lower.z = self._moving.z = 1
        self._home = self._moving.position
        self._goal = upper.position + free[0].position - lower.position

    @property
    def zoom(self) -> float:
        return self.look.theme.zoom

    def _badge(self, card: node.Node, is_good: bool) -> node.Node:
        theme = self.look.theme
        colour = theme.colour("ok" if is_good else "bad")
        side = min(_MARK * self.zoom, 0.34 * card.size.w)
        sign = boxes.square(0.7 * side, build_glyph("tick" if is_good else "cross", colour))
        ground = theme.colour("panel_low")
        thick = 2 * self.zoom
        mark = boxes.circle(side, ground, colour, thick, sign=sign, name="badge")
        mark.anchor = CENTRE
        mark.position = Vec(card.size.w / 2, 0.0)
        card.add(mark)
        return mark

    def _move(self) -> None:
        animator = self._ui.stage.animator
        card = self._moving
        if self._is_played:
            goal = self._goal
        else:
            goal = self._home
        if self._ui.settings.reduced_motion:
            animator.cancel(card, "position")
            card.position = goal
            card.alpha = 0.0
            animator.animate(card, "alpha", 1.0, _FADE)
        else:
            animator.animate(card, "position", goal, _WAY)


_WITH_LIST: Final = 1360.0
"""Least width of a page with a list of sections at the left, in design units at zoom 1."""
_WITH_PREVIEW: Final = 980.0
"""Least width of a page with the preview at the right, in design units at zoom 1. In a narrower
page the preview is above the rows."""
_LIST: Final = (230.0, 360.0)
_PREVIEW: Final = Size(400.0, 560.0)
_LOW_PREVIEW: Final = 270.0
_WITH_LOW_PREVIEW: Final = 2.0
"""The preview is above the rows if the view is at least this many times as high as the preview."""
_MOST_FORM: Final = 860.0


class SettingsScreen(forms.ListPage):
    """Screen for changing the settings.

    The screen keeps its scroll position when a change of a setting restyles the whole program.
    """

    most = page.MAX_SHEET_SIZE
    first = "close"

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator.ui, "settings", navigator.close_page, as_overlay=True)
        self._navigator = navigator
        self._sections: tuple[Section, ...] = ()
        self._updates: list[Update] = []
        self._headings: list[widget.Label] = []
        self._rows = node.Node()
        self._list: list[scroll.ListRow] = []
        self._asked: tuple[int, float] | None = None
        self._view: scroll.ScrollView | None = None
        self._preview: SettingsPreview | None = None

    @property
    def title(self) -> str:
        return self.ui.texts("Settings")

    def view(self, sheet: node.Node, room: Rect, name: str) -> None:
        gap = self.look.theme.sizes.gap
        zoom = self.zoom
        opening = self.ui.stage.opening
        since = self.ui.stage.clock.now()
        self._list = []
        self._preview = None
        self._sections = list_sections(self._navigator, zoom)
        cards = self._navigator.presentation.view.pages.preview_cards(self.ui.texts)
        holder = node.Node(name="settings", position=room.position, size=room.size)
        left = 0.0
        right = room.w
        if room.w >= _WITH_LIST * zoom and (listed := self._build_list(room.h)) is not None:
            boxes.put(listed, holder, 0.0, 0.0)
            left = listed.size.w + 2 * gap
        preview_size: Size | None = None
        if cards is not None and room.w >= _WITH_PREVIEW * zoom:
            size = Size(_PREVIEW.w * zoom, min(_PREVIEW.h * zoom, room.h))
            self._preview = SettingsPreview(self.ui, cards, size)
            boxes.put(self._preview, holder, 1.0, 0.0)
            right -= size.w + 2.5 * gap
        wide = right - left - scroll.ScrollView.bar_room * zoom
        if cards is not None and self._preview is None:
            preview_size = Size(wide, _LOW_PREVIEW * zoom)
            self._preview = SettingsPreview(self.ui, cards, preview_size)
        is_new = self._view is None
        content = node.Node(name="content")
        self._view = self.add_view(holder, content, Rect(left, 0.0, right - left, room.h), "rows")
        sheet.add(holder)
        opening.begin(self._list_build_steps(content, wide, preview_size), since)
        if not is_new:
            opening.finish()

    def on_settings_changed(self) -> None:
        for update in self._updates:
            update(self.ui.settings)
        if self._preview is not None:
            self._preview.follow_settings()

    def tick(self, now: float) -> None:
        if self._preview is not None:
            self._preview.tick(now)
        self._mark_section()

    @property
    def needs_tick(self) -> bool:
        return self._preview is not None

    # -- layout ------------------------------------------------------------------------------

    def _list_build_steps(
        self, content: node.Node, width: float, preview_size: Size | None
    ) -> Sequence[Callable[[], None]]:
        """Return functions that build the rows of settings one section after another.

        The caller calls them in order, if necessary in several frames.

        Args:
            content: Node that gets the rows in the last call.
            width: Width of the rows.
            preview_size: See `_put_rows`.
        """
        form = forms.Form(self.look, min(width, _MOST_FORM * self.zoom))
        self._updates = []
        self._headings = []
        rows = [partial(self._add_section, form, section) for section in self._sections]
        return *rows, partial(self._put_rows, form, content, width, preview_size)

    def _add_section(self, form: forms.Form, section: Section) -> None:
        self._headings.append(form.heading(section.words, name=f"section {section.name}"))
        self._updates += [each.add(self.ui, form) for each in section.rows]

    def _put_rows(
        self, form: forms.Form, content: node.Node, width: float, preview_size: Size | None
    ) -> None:
        """Add the rows of settings to the scroll view, and the preview if it scrolls with the rows.

        The preview is above the rows, or below the rows if the view is low.

        Args:
            form: Builds the rows.
            content: Node inside the view that gets the rows.
            width: Width of the rows.
            preview_size: Size of the preview among the rows; None if the preview is beside the
                scroll view, or if there is no preview.
        """
        view = self._view
        gap = self.look.theme.sizes.gap
        assert view is not None
        self._rows = form.build("form")
        self.on_settings_changed()
        parts = [self._rows]
        if preview_size is not None and self._preview is not None:
            is_last = view.size.h < _WITH_LOW_PREVIEW * preview_size.h
            parts.insert(len(parts) if is_last else 0, self._preview)
        whole = boxes.column(*parts, gap=1.5 * gap, width=width)
        content.add(whole)
        content.size = Size(whole.size.w, whole.size.h + gap)
        view.refresh()

    @property
    def _tops(self) -> list[float]:
        return [self._rows.position.y + heading.position.y for heading in self._headings]

    def _build_list(self, height: float) -> node.Node | None:
        """Return the list of sections; None if it is higher than the room."""
        for place, section in enumerate(self._sections):
            press = partial(self._go_to, place)
            name = f"go to {section.name}"
            self._list.append(scroll.ListRow(self.look, section.words, press, name=name))
        scroll.ListRow.align(self._list, _LIST[0] * self.zoom, _LIST[1] * self.zoom)
        listed = boxes.column(*self._list, gap=6 * self.zoom)
        if listed.size.h > height:
            self._list = []
            return None
        return listed

    def build_foot(self, width: float) -> node.Node:
        words = self.ui.texts("Reset all")
        return self.button(words, self._ask_to_reset, style="quiet", name="reset")

    # -- user actions ------------------------------------------------------------------------

    def _go_to(self, place: int) -> None:
        if self._view is not None:
            self._view.scroll_y_to_top(self._tops[place])
            self._asked = place, self._view.target_offset

    def _mark_section(self) -> None:
        """Highlight the current section in the list of sections beside the settings.

        The current section is the section to which the user has jumped, or else the last section
        whose heading is in the upper 30 % of the view or above the view.
        """
        view = self._view
        if view is None or not self._list:
            return
        if self._asked is not None and self._asked[1] == view.target_offset:
            seen = self._asked[0]
        else:
            self._asked = None
            line = view.offset + 0.3 * view.size.h
            seen = sum(top <= line for top in self._tops) - 1
        for place, listed in enumerate(self._list):
            if listed.is_chosen != (place == max(seen, 0)):
                listed.is_chosen = place == max(seen, 0)

    def _ask_to_reset(self) -> None:
        texts = self.ui.texts
        change = self.ui.change_settings
        page.ask(
            self.ui,
            texts("Reset all settings?"),
            texts("All settings return to their defaults."),
            yes=texts("Reset"),
            # Don't reset whether the program runs full screen.
            on_yes=lambda: change(settings.Settings(fullscreen=self.ui.settings.fullscreen)),
        )
