"""The way into matches that have been played, light for the start: it loads the rest late."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from red7_desktop.app.entrance import Feature

if TYPE_CHECKING:
    from red7_desktop.app.around import Services
    from red7_desktop.app.replay.replays import Replays
    from red7_desktop.app.table_screen.foot import TableMode
    from red7_desktop.play.session import Session


class ReplayFeature(Feature["Replays"]):
    """Passes on what is asked of `Replays`."""

    def __init__(self, around: Services) -> None:
        super().__init__(around)
        around.matches.played = lambda: self.show if self.has_any else None

    def _make(self) -> Replays:
        from red7_desktop.app.replay.replays import Replays

        return Replays(self._around)

    @property
    def has_any(self) -> bool:
        """Whether a match has been kept, be it in another run of the program."""
        return self._made is not None or self._around.paths.played.is_dir()

    def over(self, session: Session) -> None:
        """Keep the record of a match that is over or given up."""
        self._part.keep(session)

    def show(self) -> None:
        """Show the list of all that are kept."""
        self._part.show()

    def open_file(self, file: Path) -> None:
        """Show the match on record in a file."""
        self._part.open_file(file)

    def take(self, event: pygame.Event) -> bool:
        """Take a file that is dropped on the window."""
        if event.type != pygame.DROPFILE:
            return False
        self.open_file(Path(event.file))
        return True

    def foot(self, session: Session) -> TableMode | None:
        """Give what lies below a table, None for one at which a match is played."""
        if not session.is_replay:
            return None
        from red7_desktop.play.replaying import ReplaySession

        return self._part.dock(session) if isinstance(session, ReplaySession) else None
