"""New game: who plays, by which rules, with which deal. Everything is as it was the last time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from red7_desktop.app.entrance import SetupOffer
from red7_desktop.app.new_game.draft import SetupDraft
from red7_desktop.app.new_game.option_rows import OptionRows
from red7_desktop.app.new_game.seat_rows import SeatRows
from red7_desktop.games.registry import Box
from red7_desktop.kit.pages.clipboard import Clipboard
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.kit.pages.form import Form
from red7_desktop.kit.pages.page import Page
from red7_desktop.kit.pages.screen import Ui
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.play.seats import Seat
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.glyphs import build_glyph
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.scroll_view import ScrollView

_TWO_COLUMNS: Final = 1080.0
"""From this width, at zoom 1, seats and rules stand side by side."""

_SEATS_SHARE: Final = 0.52

_START: Final = Size(320.0, 72.0)


@dataclass(frozen=True)
class NewGameActions:
    """What the screen asks the program for.

    `start` plays, `back` leaves; both get the set-up, to be kept for the next time. `new_deal`
    gives the number of a deal that has not been played, `setup_of` the last set-up of a game.
    own_name: what the first person is called who has no other name; "" for the usual one. faced:
    gives seats with the faces that people have. offer: gives what may be taken instead of a match
    of a game, None where nothing is offered.
    """

    start: Callable[[GameSetup], None]
    back: Callable[[GameSetup], None]
    new_deal: Callable[[], int]
    setup_of: Callable[[str], GameSetup]
    own_name: str = ""
    faced: Callable[[tuple[Seat, ...]], tuple[Seat, ...]] = lambda seats: seats
    offer: Callable[[str], SetupOffer | None] = lambda game: None


class NewGameScreen(Page):
    """Lets people change a set-up and start with it. Start has the focus at first, or an offer."""

    def __init__(
        self,
        kit: Ui,
        setup: GameSetup,
        box: Box,
        actions: NewGameActions,
        clipboard: Clipboard,
    ) -> None:
        super().__init__(kit, "new game", on_leave=lambda: actions.back(self.setup))
        self._draft = SetupDraft(setup, box, self.rebuild, self._write_summary)
        self._actions = actions
        self._clipboard = clipboard
        self._summary: Label | None = None
        self.first = "start" if self._offer is None else "offer"

    @property
    def setup(self) -> GameSetup:
        """The set-up as it is now."""
        return self._draft.setup

    @property
    def _offer(self) -> SetupOffer | None:
        return self._actions.offer(self.setup.game)

    def build(self) -> None:
        """Lay out seats and rules in one view, the buttons below it."""
        self.add_room()
        sheet = self.add_sheet()
        top = self._add_offer(sheet, self.add_head(sheet, self.kit.texts("New game")))
        foot = self._add_foot(sheet)
        gap = self.look.theme.sizes.gap
        y, wide = top + 1.5 * gap, sheet.size.w - 2 * self.edge
        content = self._content(wide - ScrollView.bar_room * self.zoom)
        room = Rect(self.edge, y, wide, foot - top - 3 * gap)
        self.add_view(sheet, content, room, "choices")

    # -- layout ------------------------------------------------------------------------------

    def _add_offer(self, sheet: Node, top: float) -> float:
        """Put what is offered instead below the head, if anything is; give where that ends."""
        offer, look = self._offer, self.look
        if offer is None:
            return top
        gap, pad = look.theme.sizes.gap, look.theme.sizes.padding
        width = sheet.size.w - 2 * self.edge
        button = Button(look, offer.words, offer.take, style="primary", name="offer")
        room = width - 3 * pad - button.size.w
        title = Label(look, offer.title, "heading", max_width=room, wraps=True)
        about = Label(look, offer.about, "soft", max_width=room, wraps=True)
        words = title.size.h + 4 * self.zoom + about.size.h
        high = max(words, button.size.h) + 1.4 * pad
        panel = Panel(look, Size(width, high), "active", name="offered")
        panel.position = Vec(self.edge, top + gap)
        title.position = Vec(pad, (high - words) / 2)
        about.position = Vec(pad, title.position.y + title.size.h + 4 * self.zoom)
        button.position = Vec(width - pad - button.size.w, (high - button.size.h) / 2)
        panel.add(title, about, button)
        sheet.add(panel)
        return panel.position.y + high

    def _content(self, width: float) -> Node:
        content = Node(name="content")
        gutter = 48 * self.zoom
        if width < _TWO_COLUMNS * self.zoom:
            seats = self._add_seats(content, width)
            bottom = self._add_rules(content, width, 0.0, seats + gutter)
        else:
            left = (width - gutter) * _SEATS_SHARE
            seats = self._add_seats(content, left)
            right = width - gutter - left
            bottom = max(seats, self._add_rules(content, right, left + gutter, 0.0))
        content.size = Size(width, bottom + self.look.theme.sizes.gap / 2)
        return content

    def _add_seats(self, content: Node, width: float) -> float:
        texts, look = self.kit.texts, self.look
        flow = Flow(content, width, look.theme.sizes.gap)
        flow.add(Label(look, texts("Players"), "heading"))
        note = texts("The turn goes down the list and round again.")
        flow.add(Label(look, note, "note", max_width=width, wraps=True), 4 * self.zoom)
        actions = self._actions
        rows = SeatRows(self.kit, self._draft, self._clipboard, actions.own_name, actions.faced)
        for place in range(len(self.setup.seats)):
            flow.add(rows.row(place, width))
        if len(self.setup.seats) < self._draft.face.seats[-1]:
            plus = build_glyph("plus", look.theme.colour("text_soft"))
            words = texts("Add a player")
            flow.add(Button(look, words, self._add_seat, icon=plus, name="add seat"))
        return flow.bottom

    def _add_rules(self, content: Node, width: float, left: float, top: float) -> float:
        form = Form(self.look, content, width, left=left, top=top)
        form.flow.add(Label(self.look, self.kit.texts("Rules"), "heading"))
        actions = self._actions
        rows = OptionRows(
            self.kit, self._draft, self._clipboard, actions.new_deal, actions.setup_of
        )
        rows.add(form)
        return form.bottom

    def _add_foot(self, sheet: Node) -> float:
        """Put Back, a summary and Start at the sheet's lower edge; give where they begin."""
        texts, edge = self.kit.texts, self.edge
        height = max(self.look.theme.sizes.target, _START.h * min(self.zoom, 1.3))
        width = min(_START.w * self.zoom, 0.5 * sheet.size.w)
        size = Size(min(170 * self.zoom, 0.25 * sheet.size.w), height)
        back = Button(self.look, texts("Back"), self.leave, size=size, name="back")
        start = Button(
            self.look,
            texts("Start"),
            lambda: self._actions.start(self.setup),
            style="primary" if self._offer is None else "plain",
            size=Size(width, height),
            name="start",
        )
        y = sheet.size.h - edge - height
        back.position = Vec(edge, y)
        start.position = Vec(sheet.size.w - edge - width, y)
        gap = 2 * self.look.theme.sizes.gap
        left = back.position.x + back.size.w + gap
        room = Size(max(1.0, start.position.x - gap - left), height)
        self._summary = Label(self.look, "", "soft", size=room, wraps=True, name="summary")
        self._summary.position = Vec(left, y)
        self._write_summary()
        sheet.add(back, self._summary, start)
        return y

    def _write_summary(self) -> None:
        """Say the set-up in some lines, or nothing where they have no room: all stands above."""
        texts, setup = self.kit.texts, self.setup
        parts = [
            texts.plural("{n} player", "{n} players", len(setup.seats)),
            *self._draft.face.summary(setup, texts),
        ]
        if setup.seed is not None:
            parts.append(texts("deal {number}", number=setup.seed))
        if self._summary is not None:
            words, room = " · ".join(parts), self._summary.size
            whole = Label(self.look, words, "soft", max_width=room.w, wraps=True)
            self._summary.text = words if whole.size.h <= room.h else ""

    # -- changes -----------------------------------------------------------------------------

    def _add_seat(self) -> None:
        """Add an AI of a level that nobody has yet."""
        taken = {seat.level for seat in self.setup.seats}
        free = [level.key for level in self._draft.levels if level.key not in taken]
        level = next(iter(free), None)
        place = len(self.setup.seats)
        self._draft.change(self.setup.with_more(SeatPlan(level=level)), f"who {place}")
