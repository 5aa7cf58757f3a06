"""The way into the profile, light for the start: it loads the rest late."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

if TYPE_CHECKING:
    from datetime import date

    from red7_desktop.app.match.matches import Matches
    from red7_desktop.app.profile.profiles import Profiles
    from red7_desktop.games.registry import Box
    from red7_desktop.kit.game_face import AnyFace
    from red7_desktop.kit.look.faces import Faces
    from red7_desktop.kit.pages.notices import Notices
    from red7_desktop.kit.pages.screen import Kit
    from red7_desktop.kit.setup import GameSetup
    from red7_desktop.kit.storage.paths import Paths
    from red7_desktop.play.session import Session

ENDING: Final = ".red7profile"
"""How the names of files end that hold a profile."""


@dataclass(frozen=True)
class ProfileWays:
    """What lies around the profile.

    game: gives the name of the game that was chosen last. faces: gives the cards of a game.
    """

    matches: Matches
    game: Callable[[], str]
    faces: Callable[[AnyFace], Faces]


class ProfileEntrance:
    """Passes on what is asked of `Profiles`, which is made when something is."""

    def __init__(
        self,
        kit: Kit,
        box: Box,
        paths: Paths,
        notices: Notices,
        ways: ProfileWays,
        today: Callable[[], date],
    ) -> None:
        self._made_of = kit, box, paths, notices, ways, today
        self._file = paths.profile
        self._is_open = False
        ways.matches.desk.on_over.append(self.keep)

    @cached_property
    def _profiles(self) -> Profiles:
        from red7_desktop.app.profile.profiles import Profiles

        self._is_open = True
        return Profiles(*self._made_of)

    def open_ahead(self) -> None:
        """Find out who plays here, in the background, if that is written anywhere."""
        if self._file.exists():
            self._profiles.look_who_plays()

    @property
    def own_name(self) -> str:
        """What the person is called who plays here; "" while that is not known."""
        return self._profiles.own_name if self._is_open else ""

    def seated_in(self, setup: GameSetup) -> GameSetup:
        """Give a set-up in which that person has that name."""
        return setup.with_own_name(self.own_name)

    def keep(self, session: Session) -> None:
        """Keep what a match came to that is over or given up, if a person has played in it."""
        if session.match.revision and any(seat.is_person for seat in session.seats):
            self._profiles.keep(session)

    def show(self) -> None:
        """Show the profile of the person who plays here."""
        self._profiles.show()

    def take(self, event: pygame.Event) -> bool:
        """Take a profile that is dropped on the window."""
        if event.type != pygame.DROPFILE or not str(event.file).endswith(ENDING):
            return False
        self._profiles.bring(Path(event.file))
        return True

    @property
    def is_waiting(self) -> bool:
        """Whether something is being read or written that will be told of."""
        return self._is_open and self._profiles.is_waiting

    def tick(self) -> None:
        """Tell what has come of what was done in the background."""
        if self._is_open:
            self._profiles.tick()

    def close(self) -> None:
        """Write what is left and stop."""
        if self._is_open:
            self._profiles.close()
