"""The set-up while people change it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from red7_desktop.games.registry import Box
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.setup import GameSetup
    from red7_desktop.tabletop.player import Level, Players


class SetupDraft:
    """Holds the present set-up for the parts of the New game screen.

    box: the games that there are. `change` is for what the screen must be laid out anew for; it
    calls `on_change` with the name of the node that the focus goes to. `edit` is for the rest; it
    calls `on_edit`. `shows_more`: whether the finer points are open.
    """

    def __init__(
        self,
        setup: GameSetup,
        box: Box,
        on_change: Callable[[str], None],
        on_edit: Callable[[], None],
    ) -> None:
        self.setup = setup
        self.box = box
        self.is_numbered = setup.seed is not None
        self.shows_more = self.is_numbered or any(
            option.is_finer and setup.values[option.key] != option.default
            for option in self.face.options
        )
        self._on_change = on_change
        self._on_edit = on_edit

    @property
    def face(self) -> AnyGameView:
        """The face of the game that is set up."""
        return self.box[self.setup.game].face()

    @property
    def players(self) -> Players:
        """The AI players of that game."""
        return self.box[self.setup.game].players()

    @property
    def levels(self) -> tuple[Level, ...]:
        """Their levels, the weakest first."""
        return self.players.levels

    def change(self, setup: GameSetup, focus: str) -> None:
        """Take over a set-up that changes the layout."""
        self.setup = setup
        self._on_change(focus)

    def edit(self, setup: GameSetup) -> None:
        """Take over a set-up that leaves the layout as it is."""
        self.setup = setup
        self._on_edit()
