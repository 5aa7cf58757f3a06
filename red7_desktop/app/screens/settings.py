"""The settings with their preview."""

from __future__ import annotations

from functools import partial
from typing import Final

from red7_desktop.app.feature import Navigator
from red7_desktop.app.screens.settings_rows import BoundControls, SettingsRows, list_section_names
from red7_desktop.kit.look.card_art import PreviewCards
from red7_desktop.kit.pages.forms import Flow, Form
from red7_desktop.kit.pages.page import Page, ask
from red7_desktop.kit.settings import Settings
from red7_desktop.kit.ui import Ui
from red7_desktop.scene.geometry import CENTRE, Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.pictures import Align, BoxPicture
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.runs import RunsLabel, Span
from red7_desktop.scene.widgets.scroll import ListRow, ScrollView
from red7_desktop.scene.widgets.widget import Label, Panel

_TITLED: Final = 340.0
"""A preview lower than this, at zoom 1, does without its title."""


_STAY: Final = 1.8
"""Seconds between two moves of the card."""


_WAY: Final = 0.30


_FADE: Final = 0.12


_MARK: Final = 30.0


_GAP: Final = 0.14
"""Between two cards, in card widths."""


class SettingsPreview(Panel):
    """Shows a row, a hand and a line of words, as the settings make them look and move.

    cards: see `GameView.preview`.
    """

    def __init__(self, kit: Ui, cards: PreviewCards, size: Size, position: Vec) -> None:
        super().__init__(kit.stage.look, size, "well", name="preview", position=position)
        self._kit = kit
        self._cards = cards
        self._is_played = False
        self._next_at: float | None = None
        self._lay_out()
        self.follow_settings()

    def follow_settings(self) -> None:
        """Show or hide what the present settings ask for."""
        for mark in self._marks:
            mark.visible = self._kit.settings.shows_marks
        self._outcome.visible = self._kit.settings.shows_outcomes

    def tick(self, now: float) -> None:
        """Move the card when its time has come."""
        if self._next_at is None:
            self._next_at = now + _STAY
        elif now >= self._next_at:
            self._next_at = now + _STAY
            self._is_played = not self._is_played
            self._move()

    # -- laying out --------------------------------------------------------------------------

    def _lay_out(self) -> None:
        theme = self.look.theme
        texts = self._kit.texts
        edge = theme.sizes.padding
        title = Label(self.look, texts("Preview"), "label", position=Vec(edge, edge * 0.7))
        title.visible = self.size.h >= _TITLED * self.zoom
        line = RunsLabel(
            self.look,
            (Span(self._cards.line, colour=theme.colour("ok")),),
            "strong",
            align=Align.CENTRE,
            size=Size(self.size.w - 2 * edge, theme.text("strong").size * 1.3),
        )
        self._outcome = Label(
            self.look,
            self._cards.outcome,
            "small",
            align=Align.CENTRE,
            wraps=True,
            size=Size(self.size.w - 2 * edge, theme.text("small").size * 2.7),
        )
        top = edge * 0.7 + (title.size.h + theme.sizes.gap if title.visible else 0.0)
        below = line.size.h + self._outcome.size.h + theme.sizes.gap + edge * 0.7
        self._place_cards(Rect(edge, top, self.size.w - 2 * edge, self.size.h - top - below))
        y = self.size.h - edge * 0.7 - self._outcome.size.h
        self._outcome.position = Vec(edge, y)
        line.position = Vec(edge, y - line.size.h)
        self.add(title, line, self._outcome)

    def _place_cards(self, room: Rect) -> None:
        """Put the row above the hand, or beside it where the room is low, as large as fits."""
        is_low = room.w > 2 * room.h
        columns, rows = (7.2, 1.0) if is_low else (3.0, 2.45)
        high = self._kit.faces.size(1.0).h
        fit = min(room.w / (columns * (1 + _GAP)), room.h / (rows * high + 0.2))
        width = max(24.0, min(fit, 130 * self.zoom))
        step, middle, centre = width * (1 + _GAP), room.centre, high * width / 2
        if is_low:
            row = [Vec(middle.x + (place - 2.9) * step, middle.y) for place in range(3)]
            hand = [Vec(middle.x + (place + 0.9) * step, middle.y) for place in range(3)]
        else:
            apart = Vec(0.0, centre + 0.225 * high * width)
            rows_middle = [middle + Vec((place - 1) * step, 0.0) for place in range(3)]
            row = [spot - apart for spot in rows_middle]
            hand = [spot + apart for spot in rows_middle]
        laid, held, played = self._cards.laid, self._cards.hand, self._cards.played
        for face, spot in zip(laid, row, strict=False):
            self.add(self._card(face, width, spot))
        self._home, self._goal = hand[played], row[len(laid)]
        cards = [self._card(face, width, spot) for (face, _), spot in zip(held, hand, strict=True)]
        self._moving = cards[played]
        self._moving.z = 1
        self._marks = [
            self._badge(card, is_good) for card, (_, is_good) in zip(cards, held, strict=True)
        ]
        self.add(*cards)

    @property
    def zoom(self) -> float:
        """The theme's."""
        return self.look.theme.zoom

    def _card(self, face: str, width: float, place: Vec) -> Node:
        picture = self._kit.faces.picture(face, width)
        return Node(
            name=f"card {face}",
            size=self._kit.faces.size(width),
            anchor=CENTRE,
            position=place,
            picture=picture,
        )

    def _badge(self, card: Node, is_good: bool) -> Node:
        theme = self.look.theme
        colour = theme.colour("ok" if is_good else "bad")
        side = min(_MARK * self.zoom, 0.34 * card.size.w)
        mark = Node(
            name="badge",
            size=Size(side, side),
            anchor=CENTRE,
            position=Vec(card.size.w / 2, 0.0),
            picture=BoxPicture(
                theme.colour("panel_low"),
                radius=side / 2,
                border=colour,
                border_width=2 * self.zoom,
            ),
        )
        inner = Size(side * 0.7, side * 0.7)
        drawing = build_glyph("tick" if is_good else "cross", colour)
        mark.add(Node(size=inner, position=Vec(side * 0.15, side * 0.15), picture=drawing))
        card.add(mark)
        return mark

    # -- moving ------------------------------------------------------------------------------

    def _move(self) -> None:
        animator, card = self._kit.stage.animator, self._moving
        goal = self._goal if self._is_played else self._home
        if self._kit.settings.reduced_motion:
            animator.cancel(card, "position")
            card.position, card.alpha = goal, 0.0
            animator.to(card, "alpha", 1.0, _FADE)
        else:
            animator.to(card, "position", goal, _WAY)


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

    It keeps its place when a change makes the whole program look different.
    """

    first = "close"

    def __init__(self, navigator: Navigator, *, as_overlay: bool = True) -> None:
        super().__init__(navigator.kit, "settings", navigator.close_page, as_overlay=as_overlay)
        self._navigator = navigator
        self._cards: PreviewCards | None = None
        self._bound = BoundControls()
        self._list: list[ListRow] = []
        self._asked: tuple[int, float] | None = None
        self._view: ScrollView | None = None
        self._preview: SettingsPreview | None = None

    def build(self) -> None:
        self.add_room()
        sheet = self.add_sheet()
        gap = self.look.theme.sizes.gap
        top = self.add_head(sheet, self.kit.texts("Settings")) + 1.5 * gap
        foot = self._add_foot(sheet) - 1.5 * gap
        room = Rect(self.edge, top, sheet.size.w - 2 * self.edge, foot - top)
        left, right = room.left, room.right
        self._list = []
        self._cards = self._navigator.presentation.face.preview_cards(self.kit.texts)
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
        for update in self._bound.updates:
            update(self.kit.settings)
        if self._preview is not None:
            self._preview.follow_settings()

    def tick(self, now: float) -> None:
        if self._preview is not None:
            self._preview.tick(now)
        self._mark_section()

    @property
    def is_waiting(self) -> bool:
        return self._preview is not None

    # -- layout ------------------------------------------------------------------------------

    def _content(self, room: Size, preview_height: float | None) -> Node:
        """Return the rows, with a low preview where there is no room for one beside them.

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
        self._bound = SettingsRows(self._navigator, form).add()
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
