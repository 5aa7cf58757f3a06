"""The way into matches that have been played, light for the start: it loads the rest late."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from red7_desktop.app.entrance import Entrance

if TYPE_CHECKING:
    from datetime import date

    from red7_desktop.app.match.matches import Matches
    from red7_desktop.app.match.tables import Tables
    from red7_desktop.app.replay.replays import Replays
    from red7_desktop.app.table_screen.foot import Foot
    from red7_desktop.games.registry import Box
    from red7_desktop.kit.pages.notices import Notices
    from red7_desktop.kit.pages.screen import Kit, Screen
    from red7_desktop.kit.storage.paths import Paths
    from red7_desktop.play.session import Session


@dataclass(frozen=True)
class ReplayWays:
    """What lies around replays in the program. screen: what is shown. pixels: the window's."""

    matches: Matches
    tables: Tables
    screen: Callable[[], Screen]
    pixels: Callable[[], pygame.Surface | None]


class ReplayEntrance(Entrance["Replays"]):
    """Passes on what is asked of `Replays`."""

    def __init__(
        self,
        kit: Kit,
        box: Box,
        paths: Paths,
        notices: Notices,
        ways: ReplayWays,
        today: Callable[[], date],
    ) -> None:
        super().__init__()
        self._made_of = kit, box, paths, notices, ways, today
        self._played = paths.played
        ways.matches.desk.on_over.append(self.keep)
        ways.matches.played = lambda: self.show if self.has_any else None

    def _make(self) -> Replays:
        from red7_desktop.app.replay.replays import Replays

        return Replays(*self._made_of)

    @property
    def has_any(self) -> bool:
        """Whether a match has been kept, be it in another run of the program."""
        return self._made is not None or self._played.is_dir()

    def keep(self, session: Session) -> None:
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

    def foot(self, session: Session) -> Foot | None:
        """Give what lies below a table, None for one at which a match is played."""
        if not session.is_replay:
            return None
        from red7_desktop.play.replaying import ReplaySession

        return self._part.dock(session) if isinstance(session, ReplaySession) else None
