"""Says at a table that a day's deal is played there, and whether that is the try that counts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from red7_desktop.app.daily.words import deal_words
from red7_desktop.app.table_screen.foot import TableMode
from red7_desktop.kit.hud.model import TitleModel
from red7_desktop.scene.node import Node

if TYPE_CHECKING:
    from datetime import date

    from red7_desktop.kit.hud.model import TableModel
    from red7_desktop.kit.pages.screen import Ui


class DailyMode(TableMode):
    """Leaves the table to hands. counts: whether this is the one try of the day."""

    def __init__(self, kit: Ui, day: date, *, counts: bool) -> None:
        super().__init__(Node(name="daily"))
        self._kit = kit
        self._counts = counts
        self.title = deal_words(kit.texts, day)

    def shown(self, model: TableModel) -> TableModel:
        """Put what is played before the round and its rules."""
        texts, line = self._kit.texts, model.title.line
        name = texts("Daily deal") if self._counts else texts("Daily deal, for fun")
        title = TitleModel(f"{name} · {line}", name, line, model.title.logo)
        return replace(model, title=title)
