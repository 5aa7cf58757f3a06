"""The set-up while people change it."""

from __future__ import annotations

from collections.abc import Callable

from red7_desktop.games.red7.face.setup import GameSetup


class Draft:
    """Holds the present set-up for the parts of the New game screen.

    `change` is for what the screen must be laid out anew for; it calls `on_change` with the name
    of the node that the focus goes to. `edit` is for the rest; it calls `on_edit`. `shows_more`:
    whether the finer points are open.
    """

    def __init__(
        self, setup: GameSetup, on_change: Callable[[str], None], on_edit: Callable[[], None]
    ) -> None:
        self.setup = setup
        self.is_numbered = setup.seed is not None
        self.shows_more = setup.has_finer_points
        self._on_change = on_change
        self._on_edit = on_edit

    def change(self, setup: GameSetup, focus: str) -> None:
        """Take over a set-up that changes the layout."""
        self.setup = setup
        self._on_change(focus)

    def edit(self, setup: GameSetup) -> None:
        """Take over a set-up that leaves the layout as it is."""
        self.setup = setup
        self._on_edit()
