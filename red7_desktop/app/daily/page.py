"""The page about a day's deal: who is met, how the week goes, the way to the table, the result."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.app.daily.daily_deals import DailyTry
from red7_desktop.app.daily.week_row import build_days_node
from red7_desktop.app.daily.words import write_lines_to_copy
from red7_desktop.app.profile.record_rows import RivalLook, build_face_disc
from red7_desktop.app.table_screen.overlays.sheet_page import SheetPage
from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.language.dates import day_words
from red7_desktop.kit.pages.clipboard import SystemClipboard, copy_and_tell
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel

if TYPE_CHECKING:
    from datetime import date

    from red7_desktop.app.daily.daily_deals import DailyDeals
    from red7_desktop.kit.pages.clipboard import Clipboard

_FACE: Final = 72.0

_WIDE: Final = 760.0


class DailyPage(SheetPage):
    """Shows a day of one game, above the title or above the table that it was played on."""

    first = "play"

    def __init__(
        self,
        deals: DailyDeals,
        game: str,
        day: date,
        leave: Callable[[], None],
        clipboard: Clipboard | None = None,
    ) -> None:
        super().__init__(deals.kit, "daily deal", leave)
        self._deals = deals
        self._game = game
        self._day = day
        self._clipboard = clipboard or SystemClipboard()
        self._done = deals.done(game)
        self._state = deals.state_of(game, day)
        if self._state is DailyTry.OVER:
            self.first = "copy"

    def opened(self) -> None:
        """Have it read aloud, where people want that."""
        super().opened()
        if self.kit.settings.spoken_log:
            said = (self.title, day_words(self.kit.texts, self._day), *self._told().split("\n"))
            self.kit.speech.say(said, self.kit.texts.language)

    # -- what is on it -----------------------------------------------------------------------

    @property
    def most_wide(self) -> float:
        """The width of the sheet where there is room."""
        return _WIDE

    @property
    def title(self) -> str:
        """What it is."""
        return self.kit.texts("Daily deal")

    def buttons(self) -> list[Button]:
        """Offer to copy what came of it, and to play."""
        texts, play = self.kit.texts, partial(self._deals.leave_for, self._game, self._day)
        words = {
            DailyTry.NEW: texts("Play"),
            DailyTry.KEPT: texts("Continue"),
            DailyTry.GONE: texts("Play for fun"),
            DailyTry.OVER: texts("Play for fun"),
        }[self._state]
        is_first = self._state in (DailyTry.NEW, DailyTry.KEPT)
        style, hint = ("primary", Intent.ACTIVATE) if is_first else ("plain", "")
        row = [Button(self.look, words, play, style=style, hint=hint, name="play")]
        if self._state is DailyTry.OVER:
            copy = Button(self.look, texts("Copy result"), self._copy, style="primary", name="copy")
            row.append(copy)
        return row

    def content(self, width: float) -> Node:
        """Put the game and the day on top, who is met below, then the week and what came of it."""
        content = Node(name="content")
        flow = Flow(content, width, 22.0 * self.zoom)
        flow.add(self._heading(width))
        flow.add(self._rival(width), 14.0 * self.zoom)
        flow.add(build_days_node(self.look, self.kit.texts, self._done.results, self._day, width))
        flow.add(self._inset(width))
        return flow.fit()

    def _heading(self, width: float) -> Node:
        """Give the game at the left and the day at the right, or below where there is no room."""
        texts, theme = self.kit.texts, self.look.theme
        title = self._deals.box[self._game].face().title(texts)
        name = Label(self.look, title, "heading", max_width=width, name="game")
        day = Label(
            self.look,
            day_words(texts, self._day),
            "strong",
            colour=theme.colour("accent"),
            max_width=width,
            name="day",
        )
        heading = Node(name="heading")
        flow = Flow(heading, width, 4.0 * self.zoom)
        if name.size.w + theme.sizes.gap + day.size.w <= width:
            flow.pair(name, day)
        else:
            flow.add(name)
            flow.add(day)
        return flow.fit()

    def _rival(self, width: float) -> Node:
        texts, gap = self.kit.texts, self.look.theme.sizes.gap
        rival, side = self._deals.rival(self._game), _FACE * self.zoom
        ring = self.look.theme.swatch("seats", "B")
        disc = build_face_disc(self.look, RivalLook(rival.name, rival.player or "", ring), side)
        node = Node(name="rival")
        flow = Flow(node, width - side - gap, 2.0 * self.zoom, left=side + gap)
        rules = " · ".join(self._deals.rules_of(self._game))
        whom = texts("Against {name}", name=rival.name)
        flow.add(Label(self.look, whom, "strong", max_width=flow.width))
        flow.add(Label(self.look, rules, "note", max_width=flow.width, wraps=True))
        flow.fit(side)
        down = (node.size.h - flow.bottom) / 2
        for child in node.children:
            child.position += Vec(0.0, down)
        disc.position = Vec(0.0, (node.size.h - side) / 2)
        node.add(disc)
        return node

    def _told(self) -> str:
        """Say how it stands with the one try, or what came of it in the lines to be copied."""
        texts = self.kit.texts
        if self._state is DailyTry.OVER:
            title = self._deals.box[self._game].face().title(texts)
            rival = self._deals.rival(self._game).name
            return write_lines_to_copy(texts, title, self._day, self._done, rival)
        return {
            DailyTry.NEW: texts(
                "The same cards for everyone. The first try counts, more are for fun."
            ),
            DailyTry.KEPT: texts("Your try has begun: go on where you left it."),
            DailyTry.GONE: texts("Your try is no longer kept. More are for fun."),
        }[self._state]

    def _inset(self, width: float) -> Node:
        pad = 0.7 * self.look.theme.sizes.padding
        inside = Node(name="told", position=Vec(pad, pad))
        flow = Flow(inside, width - 2 * pad, 4.0 * self.zoom)
        for line in self._told().split("\n"):
            flow.add(Label(self.look, line, "body", max_width=flow.width, wraps=True))
        flow.fit()
        well = Panel(self.look, Size(width, inside.size.h + 2 * pad), "well", name="result")
        well.add(inside)
        return well

    # -- what people do ----------------------------------------------------------------------

    def _copy(self) -> None:
        copy_and_tell(self.kit, self._clipboard, self._told(), self.kit.texts("Result copied"))
