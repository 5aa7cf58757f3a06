"""Services shared by the controllers of a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from red7_desktop.app.feature import Navigator, first_not_none
from red7_desktop.app.table.advice import AdviceCoordinator
from red7_desktop.app.table.mode import FollowUp, TableMode
from red7_desktop.kit.game_view import GameView
from red7_desktop.kit.hud.hud import Hud
from red7_desktop.kit.pages import page
from red7_desktop.kit.ui import Ui
from red7_desktop.play.session import Session
from red7_desktop.table.table_view import TableView


@dataclass(frozen=True, eq=False)
class TableServices:
    """Services shared by the controllers of a table.

    Attributes:
        navigator: Shows other screens.
        game_view: The game's pictures, texts and table data (`GameView`).
        session: Match that is played.
        mode: Adapts the table to a lesson, puzzle or replay; does nothing in an ordinary match.
        hud: Everything on the screen around the cards.
        view: Draws the cards and their zones (`TableView`).
        pages: Pages shown on top of the table.
        advice: Decides which advice is shown.
    """

    navigator: Navigator
    game_view: GameView
    session: Session
    mode: TableMode
    hud: Hud
    view: TableView
    pages: page.PageStack
    advice: AdviceCoordinator

    @property
    def ui(self) -> Ui:
        return self.navigator.ui

    @property
    def words(self) -> Any:
        return self.words_for(self.session.viewer)

    def words_for(self, viewer: int | None) -> Any:
        """Return the game's phrases, in which the viewer is "you".

        Args:
            viewer: Seat of the viewer; None for a spectator, who is nobody in the phrases.
        """
        return self.game_view.words.words_class.for_viewer(
            self.ui.texts, self.session.seats, viewer
        )

    @property
    def seen(self) -> Any:
        return self.session.observe()

    @property
    def leave(self) -> Callable[[], None]:
        """Function that leaves the table. The match stays saved."""
        return self.mode.leave or self.navigator.show_title

    @property
    def follow_up(self) -> FollowUp | None:
        return first_not_none(each.find_follow_up(self.session) for each in self.navigator.features)
