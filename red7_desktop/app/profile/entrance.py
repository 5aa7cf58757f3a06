"""The way into the profile, light for the start: it loads the rest late."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.app.doors import FeatureTile
from red7_desktop.app.entrance import Feature
from red7_desktop.app.looks import list_earned_looks
from red7_desktop.kit.hud.seats.portraits import portrait
from red7_desktop.kit.look.own_faces import OWN_FACES, name_of_face

if TYPE_CHECKING:
    from red7_desktop.app.profile.facts import ProfileEvent
    from red7_desktop.app.profile.profiles import Profiles, ProfileSnapshot
    from red7_desktop.kit.setup import GameSetup
    from red7_desktop.play.seats import Seat
    from red7_desktop.play.session import Session
    from red7_desktop.scene.theme.colour import Colour
    from red7_desktop.scene.theme.style import Look

ENDING: Final = ".red7profile"
"""How the names of files end that hold a profile."""


class ProfileFeature(Feature["Profiles"]):
    """Passes on what is asked of `Profiles`."""

    def _make(self) -> Profiles:
        from red7_desktop.app.profile.profiles import Profiles

        return Profiles(self._around)

    def open_ahead(self) -> None:
        """Find out who plays here, in the background, if that is written anywhere."""
        if self._around.paths.profile.exists():
            self._part.look_who_plays()

    @property
    def known(self) -> ProfileSnapshot | None:
        """Who plays here and what that person has done; None while it is not known."""
        return None if self._made is None else self._made.known

    def doors(self, game: str) -> Sequence[FeatureTile]:
        """Give the one to the profile of the person who plays here."""
        texts, known = self._kit.texts, self.known
        title, about = texts("Profile"), texts("Record, rating, achievements")
        if known is None:
            face = portrait(OWN_FACES[0])
            return (FeatureTile("profile", title, self.show, (about,), picture=face),)
        person, (n, won) = known.person, known.score
        tint = partial(_seat_colour, person.colour)
        if n:
            about = texts.plural("{won} of {n} match won", "{won} of {n} matches won", n, won=won)
        lines = (person.name or name_of_face(person.face, texts), about)
        face = portrait(person.face)
        return (FeatureTile("profile", title, self.show, lines, None, face, tint),)

    @property
    def own_name(self) -> str:
        """What the person is called who plays here; "" while that is not known."""
        return "" if self.known is None else self.known.person.name

    @property
    def seat_name(self) -> str:
        """What that person is called alone at a table: by the face, without a name.

        Records are read in other languages, too, where "You" would be somebody else.
        """
        face = OWN_FACES[0] if self.known is None else self.known.person.face
        return self.own_name or name_of_face(face, self._kit.texts)

    @property
    def deeds(self) -> tuple[ProfileEvent, ...]:
        """What that person has done beside matches, the oldest first, as far as it is known."""
        return () if self._made is None else self._made.deeds

    @property
    def looks(self) -> frozenset[str]:
        """The tables and backs that person has earned; none while that is not known."""
        return list_earned_looks(self.deeds)

    def note(self, deed: ProfileEvent) -> None:
        """Keep what that person has done."""
        self._part.note(deed)

    def seated_in(self, setup: GameSetup) -> GameSetup:
        """Give a set-up in which that person has that name."""
        is_alone = sum(seat.is_person for seat in setup.seats) == 1
        return setup.with_own_name(self.seat_name if is_alone else self.own_name)

    def faced(self, seats: tuple[Seat, ...], *, is_own: bool = True) -> tuple[Seat, ...]:
        """Give seats with the faces of the people who are known here by their names.

        is_own: whether the match is played here: then whoever sits alone with AI players is the
        person who plays here, by whatever name.
        """
        faces = {} if self.known is None else {p.name.casefold(): p.face for p in self.known.people}
        own = OWN_FACES[0] if self.known is None else self.known.person.face
        faces[self.seat_name.casefold()] = own
        is_alone = is_own and sum(seat.is_person for seat in seats) == 1
        usual = own if is_alone else ""

        def face_of(seat: Seat) -> str:
            return faces.get(seat.name.casefold(), usual) if seat.is_person else ""

        return tuple([replace(seat, face=face_of(seat)) for seat in seats])

    def over(self, session: Session) -> None:
        """Keep what a match came to that is over or given up, if a person has played in it."""
        if session.match.revision and any(seat.is_person for seat in session.seats):
            self._part.keep(session)

    def show(self) -> None:
        """Show the profile of the person who plays here."""
        self._part.show()

    def take(self, event: pygame.Event) -> bool:
        """Take a profile that is dropped on the window."""
        if event.type != pygame.DROPFILE or not str(event.file).endswith(ENDING):
            return False
        self._part.bring(Path(event.file))
        return True


def _seat_colour(letter: str, look: Look) -> Colour:
    return look.theme.swatch("seats", letter)
