"""Who plays here: the person, what that person is called, and the tables and backs to earn."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.kit import settings, setup, texts, ui
from red7_desktop.kit.look.icons import OWN_FACES, name_of_face
from red7_desktop.play.ai import Seat
from red7_desktop.resources import asset_path

if TYPE_CHECKING:
    from red7_desktop.app.profile.statistics import ProfileEvent, ProfileSnapshot


class OwnProfile:
    """Holds what has been read of the player here, and what was noted since.

    known: None before it has been read. keep: has what was noted written. For any thread.
    """

    def __init__(self, ui: ui.Ui) -> None:
        self._ui = ui
        self._unwritten: list[ProfileEvent] = []
        self._lock = threading.Lock()
        self.known: ProfileSnapshot | None = None
        self.keep: Callable[[ProfileEvent], None] = lambda event: None

    # -- who it is -----------------------------------------------------------------------------

    @property
    def own_name(self) -> str:
        """What the person is called; "" while that is not known."""
        if self.known is None:
            return ""
        return self.known.person.name

    @property
    def _face(self) -> str:
        if self.known is None:
            return OWN_FACES[0]
        return self.known.person.face

    @property
    def seat_name(self) -> str:
        """What that person is called alone at a table: by the face, without a name.

        Records are read in other languages, too, where "You" would be someone else.
        """
        return self.own_name or name_of_face(self._face, self._ui.texts)

    @property
    def seat_names(self) -> frozenset[str]:
        """What that person was called alone at tables: seats keep a face's name in any language."""
        return frozenset({self.own_name, self.seat_name, *list_face_names()[self._face]})

    def seated_in(self, setup: setup.GameSetup) -> setup.GameSetup:
        return setup.with_own_name(self.seat_name)

    def faced(self, seats: tuple[Seat, ...], *, is_own: bool = True) -> tuple[Seat, ...]:
        """Return seats with the faces of the people who are known here by their names.

        is_own: whether the match is played here: then the one who sits alone with AI players is the
        person who plays here, by whatever name.
        """
        if self.known is None:
            faces = {}
        else:
            faces = {p.name.casefold(): p.face for p in self.known.people}
        faces[self.seat_name.casefold()] = self._face
        is_alone = is_own and sum(seat.is_person for seat in seats) == 1
        usual = self._face if is_alone else ""

        def face_of(seat: Seat) -> str:
            if seat.is_person:
                return seat.face or faces.get(seat.name.casefold(), usual)
            return ""

        return tuple([seat._replace(face=face_of(seat)) for seat in seats])

    # -- what was done -------------------------------------------------------------------------

    @property
    def events(self) -> tuple[ProfileEvent, ...]:
        with self._lock:
            if self.known is None:
                return tuple(self._unwritten)
            return self.known.events

    @property
    def looks(self) -> frozenset[str]:
        """The tables and backs that person has earned; none while that is not known."""
        return list_earned_looks(self.events)

    def note(self, event: ProfileEvent) -> None:
        """Keep what that person has done; it is among the events at once."""
        with self._lock:
            self._unwritten.append(event)
            if self.known is not None:
                self.known = self.known._replace(events=(*self.known.events, event))
        self.keep(event)

    def wrote(self, event: ProfileEvent) -> None:
        with self._lock:
            # Before anything has been read, nothing else tells of it.
            if self.known is not None and event in self._unwritten:
                self._unwritten.remove(event)

    def learn(self, read: ProfileSnapshot) -> None:
        """Take in what is written; what has been noted meanwhile stays among the events."""
        with self._lock:
            if self.known is None:
                self._unwritten = [each for each in self._unwritten if each not in read.events]
            self.known = read._replace(events=(*read.events, *self._unwritten))


@cache
def list_face_names() -> Mapping[str, frozenset[str]]:
    """Return the names of each portrait in all languages.

    The first call reads every catalogue, which takes half a frame.
    """
    folder = asset_path("locale")
    every = [texts.load_texts(folder, each) for each in texts.list_languages(folder)]
    return {face: frozenset([name_of_face(face, each) for each in every]) for face in OWN_FACES}


LOOK: Final = "look"
"""The kind of events that tell what was earned; their keys are those of looks."""
PLAYED = "played"
WON = "won"
GAMES = "games"
"""What is counted: matches that are over, those won, and the games of which at least one was."""


class Prize(NamedTuple):
    """What a look is earned by: what is counted, and the least of it."""

    by: str
    least: int


PRIZES: Final[Mapping[str, Prize]] = {
    "night": Prize(WON, 1),
    "felt": Prize(PLAYED, 3),
    "leaves": Prize(PLAYED, 6),
    "waves": Prize(GAMES, 2),
    "lanterns": Prize(WON, 12),
}
"""By look, from the soonest to the last; what is not here is there from the beginning."""


def list_earned_looks(events: Iterable[ProfileEvent]) -> frozenset[str]:
    """Return the looks that someone has earned, by what that person has done."""
    return frozenset([event.key for event in events if event.kind == LOOK])


def name_look(look: str, texts: texts.Texts) -> str:
    """Return the name of a table or a back."""
    return {
        settings.TABLES[0]: texts("Evening"),
        "felt": texts("Felt"),
        "wood": texts("Wood"),
        settings.OWN_BACK: texts("Original"),
        "night": texts("Night"),
        "leaves": texts("Leaves"),
        "waves": texts("Waves"),
        "lanterns": texts("Lanterns"),
    }[look]


def describe_price(look: str, texts: texts.Texts) -> str:
    """Return what earns a look. Raises KeyError for one that is there from the beginning."""
    by, n = PRIZES[look]
    words = {
        GAMES: texts("Win a match in each of {n} games to unlock this.", n=n),
        WON: texts.plural("Win a match to unlock this.", "Win {n} matches to unlock this.", n),
        PLAYED: texts.plural("Play a match to unlock this.", "Play {n} matches to unlock this.", n),
    }
    return words[by]


def describe_news(looks: Collection[str], texts: texts.Texts) -> str:
    """Return a line on looks that have just been earned; "" for none."""
    names = [name_look(look, texts) for look in PRIZES if look in looks]
    if names:
        return texts("New in the settings: {names}", names=", ".join(names))
    return ""
