"""What the parts of a table share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from red7_desktop.app.feature import Navigator, first
from red7_desktop.app.table.mode import NextStep, TableMode
from red7_desktop.kit.game_view import GameView
from red7_desktop.kit.hud.hud import Hud
from red7_desktop.kit.pages import page
from red7_desktop.kit.ui import Ui
from red7_desktop.play.session import Session
from red7_desktop.table.table_view import TableView


@dataclass(frozen=True, eq=False)
class TableContext:
    """What the parts of a table share.

    navigator: leads away from it. face: of the game that is played. mode: drives the table next to
    hands. pages: lie above it.
    """

    navigator: Navigator
    face: GameView
    session: Session
    mode: TableMode
    hud: Hud
    view: TableView
    pages: page.PageStack

    @property
    def ui(self) -> Ui:
        return self.navigator.ui

    @property
    def words(self) -> Any:
        return self.words_for(self.session.viewer)

    def words_for(self, viewer: int | None) -> Any:
        """Return how to speak to a seat; None for a spectator."""
        return self.face.words.seat_words.at(self.ui.texts, self.session.seats, viewer)

    @property
    def seen(self) -> Any:
        return self.session.observe()

    @property
    def leave(self) -> Callable[[], None]:
        """What leads away; the match stays kept."""
        return self.mode.leave or self.navigator.show_title

    @property
    def next_step(self) -> NextStep | None:
        return first(each.find_next_step(self.session) for each in self.navigator.features)
