"""The menu of the table: go on, look things up, copy what is wanted elsewhere, or leave."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from red7_desktop.app.table_screen.overlays.sheet_page import SheetPage
from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.pages.clipboard import copy_and_tell
from red7_desktop.kit.pages.dialogs import ask
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.scene.geometry import Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.label import Label

if TYPE_CHECKING:
    from red7_desktop.kit.pages.clipboard import Clipboard
    from red7_desktop.kit.pages.screen import Ui

_PAUSE_MENU_GAP = 12.0

_BUTTON = 62.0


@dataclass(frozen=True)
class PauseActions:
    """What the menu leads to.

    resume: back to the table. title: leave, the match stays kept. give_up: end the match for good
    and leave, None where nothing is played. position: the text of the position as the viewer knows
    it, "" for none.
    """

    resume: Callable[[], None]
    rules: Callable[[], None]
    settings: Callable[[], None]
    title: Callable[[], None]
    give_up: Callable[[], None] | None
    position: Callable[[], str]


class PausePage(SheetPage):
    """The menu. Esc, the pad's B and a click outside go back to the table.

    deal: the number that brings again what is on the table. about: says what that is where none
    does: then there is no number.
    """

    first = "resume"
    opened_by = Intent.MENU

    def __init__(
        self, kit: Ui, deal: int | None, about: str, actions: PauseActions, clipboard: Clipboard
    ) -> None:
        super().__init__(kit, "pause", actions.resume)
        self._deal = deal
        self._about = about
        self._actions = actions
        self._clipboard = clipboard

    @property
    def most_wide(self) -> float:
        """The width of the sheet where there is room."""
        return 620.0

    @property
    def title(self) -> str:
        """What the page is."""
        return self.kit.texts("Menu")

    def content(self, width: float) -> Node:
        """Put the ways on below each other, and what can be copied side by side."""
        texts, actions = self.kit.texts, self._actions
        content = Node(name="content")
        flow = Flow(content, width, _PAUSE_MENU_GAP * self.zoom)
        leaving = texts("Leave the table") if actions.give_up is None else texts("Save and leave")
        rows = [
            ("resume", texts("Resume"), actions.resume, "menu_first"),
            ("rules", texts("Rules"), actions.rules, "menu"),
            ("settings", texts("Settings"), actions.settings, "menu"),
            ("title", leaving, actions.title, "menu"),
        ]
        if actions.give_up is not None:
            ask_first = partial(self._ask_to_give_up, actions.give_up)
            rows.append(("give up", texts("Give up the match"), ask_first, "menu"))
        size = Size(width, _BUTTON * self.zoom)
        for name, words, press, style in rows:
            flow.add(Button(self.look, words, press, style=style, size=size, name=name))
        is_numbered = self._deal is not None
        what = texts("Deal {number}", number=self._deal) if is_numbered else self._about
        label = Label(self.look, what, "soft", max_width=width, wraps=True, name="deal")
        flow.add(label, 2 * _PAUSE_MENU_GAP * self.zoom)
        self._add_copies(flow, width)
        return flow.fit()

    def _add_copies(self, flow: Flow, width: float) -> None:
        texts, gap = self.kit.texts, _PAUSE_MENU_GAP * self.zoom
        copies = []
        if self._deal is not None:
            words = texts("Copy deal number")
            copies.append(Button(self.look, words, self._copy_deal, name="copy deal"))
        if self._actions.position():
            words = texts("Copy position")
            copies.append(Button(self.look, words, self._copy_position, name="copy position"))
        if copies and sum(each.size.w for each in copies) + gap <= width:
            flow.row(list(copies), gap)
        else:
            for each in copies:
                flow.add(each)

    def _copy_deal(self) -> None:
        self._copy(str(self._deal), self.kit.texts("Deal {number} copied", number=self._deal))

    def _copy_position(self) -> None:
        self._copy(self._actions.position(), self.kit.texts("The position is copied"))

    def _copy(self, text: str, done: str) -> None:
        copy_and_tell(self.kit, self._clipboard, text, done)

    def _ask_to_give_up(self, give_up: Callable[[], None]) -> None:
        texts = self.kit.texts
        if not self.kit.settings.confirmations:
            give_up()
            return
        ask(
            self.kit,
            texts("Give up the match?"),
            texts("The match ends here. Its record stays among the played matches."),
            yes=texts("Give up"),
            no=texts("Play on"),
            on_yes=give_up,
        )
