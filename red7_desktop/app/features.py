"""The features beside a match, a row each, loaded when wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, TypeVar

import pygame

from red7_desktop.app.feature import FIRST_GAME, Feature, FeatureTile, Services, SetupOffer, tint
from red7_desktop.app.profile.looks import list_earned_looks
from red7_desktop.app.table.mode import NextStep, TableMode
from red7_desktop.kit.look.icons import OWN_FACES, build_icon, name_of_face, portrait
from red7_desktop.kit.storage import ENDING

if TYPE_CHECKING:
    from red7_desktop.app.matches.match_desk import Occasion
    from red7_desktop.app.profile.profiles import Profiles, ProfileSnapshot
    from red7_desktop.app.profile.statistics import ProfileEvent
    from red7_desktop.app.puzzles.puzzles import PuzzleService
    from red7_desktop.app.replay.replays import Replays
    from red7_desktop.app.screens.daily import DailyDeals
    from red7_desktop.app.screens.lessons import Lessons
    from red7_desktop.kit.setup import GameSetup
    from red7_desktop.play.ai import Seat
    from red7_desktop.play.session import Session
    from red7_desktop.scene.pictures import Colour
    from red7_desktop.scene.theme import Look


class DailyFeature(Feature["DailyDeals"]):
    """Passes on what is asked of `DailyDeals`."""

    def _make(self) -> DailyDeals:
        from red7_desktop.app.screens.daily import DailyDeals

        return DailyDeals(self._around)

    def doors(self, game: str) -> Sequence[FeatureTile]:
        from red7_desktop.app.screens.daily import build_daily_tile

        deals = self._part
        return (build_daily_tile(deals, game, deals.today()),) if deals.has(game) else ()

    def named(self, begun: Occasion) -> str:
        from red7_desktop.app.screens.daily import deal_words

        day = self._part.day_named(begun)
        return "" if day is None else deal_words(self._kit.texts, day)

    def over(self, session: Session) -> None:
        if session.occasion:
            self._part.hear(session)

    def foot(self, session: Session) -> TableMode | None:
        if not session.is_kept:
            return None
        from red7_desktop.app.matches.match_desk import Occasion

        match, today = session.match, self._around.today()
        day = self._part.day_named(Occasion(match.game.name, match.seed, session.occasion, today))
        if day is None:
            return None
        from red7_desktop.app.screens.daily import DailyMode

        return DailyMode(self._kit, day, counts=bool(session.occasion))

    def onward(self, session: Session) -> NextStep | None:
        if not session.occasion:
            return None
        from red7_desktop.app.screens.daily import day_of

        day, game = day_of(session.occasion), session.match.game.name
        if day is None:
            return None
        return NextStep(self._kit.texts("Daily deal"), lambda: self._part.show(game, day))


class LessonsFeature(Feature["Lessons"]):
    """Passes on what is asked of `Lessons`."""

    def _make(self) -> Lessons:
        from red7_desktop.app.screens.lessons import Lessons

        return Lessons(self._around)

    def _teaches(self, game: str) -> bool:
        return self._box[game].face().teaches

    def doors(self, game: str) -> Sequence[FeatureTile]:
        if not self._teaches(game):
            return ()
        texts, picture = self._kit.texts, build_icon("learn", tint(self._kit.stage.look))
        lines: tuple[str, ...] = (texts("First game, 3 minutes"),)
        share = 0.0
        if self._around.profile.known is not None:
            lines, share = self._part.standing(game)
        show = partial(self._show, game)
        return (FeatureTile("learn", texts("Learn"), show, lines, share, picture, tint),)

    def _show(self, game: str) -> None:
        self._part.show(game)

    def offer(self, game: str) -> SetupOffer | None:
        is_new = self._teaches(game) and not self._has_played(game)
        return self._part.first_offer(game) if is_new else None

    def _has_played(self, game: str) -> bool:
        """Whether somebody has: of people of whom nothing is known, any match tells so."""
        known, matches = self._around.profile.known, self._around.matches
        if known is None:
            return matches.has_any
        is_kept = game in matches.desk.last_by_game("")
        return is_kept or game in known.games or any(deed.game == game for deed in known.deeds)

    def foot(self, session: Session) -> TableMode | None:
        is_lesson = self._made is not None and self._made.is_lesson(session)
        is_first = session.occasion == FIRST_GAME and self._teaches(session.match.game.name)
        return self._part.coach_of(session) if is_lesson or is_first else None

    def onward(self, session: Session) -> NextStep | None:
        is_first = session.occasion == FIRST_GAME and self._teaches(session.match.game.name)
        return self._part.after(session) if is_first else None


_ROOM: Final = "red7_desktop.app.puzzles.puzzles"


_TINT: Final = "C"
"""The seat whose colour the door has."""


class PuzzleFeature(Feature["PuzzleService"]):
    """Passes on what is asked of the puzzles' room."""

    def __init__(self, around: Services) -> None:
        super().__init__(around)
        self._loading: Thread | None = None

    def _make(self) -> PuzzleService:
        from red7_desktop.app.puzzles.puzzles import PuzzleService

        return PuzzleService(self._around)

    @property
    def known(self) -> object:
        return None if self._made is None else tuple(self._made.shelves)

    def open_ahead(self) -> None:
        if any(row.puzzles is not None for row in self._box.values()):
            self._loading = Thread(target=import_module, args=(_ROOM,), daemon=True)
            self._loading.start()

    @property
    def is_waiting(self) -> bool:
        return self._loading is not None or super().is_waiting

    def tick(self) -> None:
        if self._loading is not None and not self._loading.is_alive():
            self._loading = None
            for name, row in self._box.items():
                if row.puzzles is not None:
                    self._part.read(name)
            self._part.catch_up()
        super().tick()

    def doors(self, game: str) -> Sequence[FeatureTile]:
        if self._box[game].puzzles is None:
            return ()
        texts, room = self._kit.texts, self._made
        shelf = room.shelves.get(game) if room is not None else None
        lines: tuple[str, ...] = (texts("One right turn in each"),)
        share = 0.0
        if room is not None and shelf is not None and shelf.shipped:
            solved = len(room.progress(game).solved & {each.key for each in shelf.shipped})
            share = solved / len(shelf.shipped)
            lines = (texts("{n} of {many} solved", n=solved, many=len(shelf.shipped)),)
            following = room.next_one(game)
            if following is not None:
                kind = self._box[game].face().words.puzzle_kind(texts, following.puzzle.kind)
                lines = (*lines, texts("Next: {kind}", kind=kind))
        picture = build_icon("target", _tint(self._kit.stage.look))
        show = partial(self.show, game)
        return (FeatureTile("puzzles", texts("Puzzles"), show, lines, share, picture, _tint),)

    def show(self, game: str) -> None:
        """Show the list of a game's puzzles."""
        self._part.show(game)

    def foot(self, session: Session) -> TableMode | None:
        return None if self._made is None else self._made.foot(session)

    def over(self, session: Session) -> None:
        if self._box[session.match.game.name].puzzles is not None:
            self._part.gather(session)


def _tint(look: Look) -> Colour:
    return look.theme.swatch("seats", _TINT)


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
        self._part.keep(session)

    def show(self) -> None:
        """Show the list of all that are kept."""
        self._part.show()

    def open_file(self, file: Path) -> None:
        """Show the match on record in a file."""
        self._part.open_file(file)

    def take(self, event: pygame.Event) -> bool:
        if event.type != pygame.DROPFILE:
            return False
        self.open_file(Path(event.file))
        return True

    def foot(self, session: Session) -> TableMode | None:
        if not session.is_replay:
            return None
        from red7_desktop.play.replay import ReplaySession

        return self._part.dock(session) if isinstance(session, ReplaySession) else None


E = TypeVar("E", bound="Feature[Any]")


T = TypeVar("T")


PARTS: Final[Sequence[Callable[[Services], Feature[Any]]]] = (
    DailyFeature,
    PuzzleFeature,
    LessonsFeature,
    attrgetter("profile"),
    ReplayFeature,
)
"""Makes the way into each part; the doors stand on the title in this order."""


class Features:
    """All parts, each asked in turn by the program what an `Feature` is asked."""

    def __init__(self, around: Services) -> None:
        self._all = [make(around) for make in PARTS]
        self.profile = around.profile
        around.matches.desk.on_over = self._over
        around.matches.named = self._named

    def of(self, kind: type[E]) -> E:
        """Return the way into a part. Raises StopIteration where there is none of that kind."""
        return next(each for each in self._all if isinstance(each, kind))

    def open_ahead(self) -> None:
        """Begin in the background with what will be wanted soon; called after the first frame."""
        for each in self._all:
            each.open_ahead()

    def doors(self, game: str) -> Sequence[FeatureTile]:
        """Return what leads from the title, where a game is chosen, to all parts."""
        return [door for each in self._all for door in each.doors(game)]

    def known(self) -> object:
        """Return what is known: once that is something else, the doors may be others."""
        return [each.known for each in self._all]

    def take(self, event: pygame.Event) -> bool:
        """Let parts take an event that is for one of them alone."""
        return any(each.take(event) for each in self._all)

    def offer(self, game: str) -> SetupOffer | None:
        """Offer something to whoever would set up a match of a game; None for nothing."""
        return _find_first(each.offer(game) for each in self._all)

    def foot(self, session: Session) -> TableMode | None:
        """Return what lies below a table and drives it; None where nothing does."""
        return _find_first(each.foot(session) for each in self._all)

    def onward(self, session: Session) -> NextStep | None:
        """Return what leads on from the end of a round or match; None where nothing does."""
        return _find_first(each.onward(session) for each in self._all)

    def _named(self, begun: Occasion) -> str:
        return next(filter(None, (each.named(begun) for each in self._all)), "")

    def _over(self, session: Session) -> None:
        for each in self._all:
            each.over(session)

    @property
    def is_waiting(self) -> bool:
        """Whether something is being done whose outcome is told."""
        return any(each.is_waiting for each in self._all)

    def tick(self) -> None:
        """Tell of what has been done, and of trouble; called once a frame."""
        for each in self._all:
            each.tick()

    def close(self) -> None:
        """Write what is left and stop."""
        for each in self._all:
            each.close()


def _find_first(found: Iterable[T | None]) -> T | None:
    return next((each for each in found if each is not None), None)


class ProfileFeature(Feature["Profiles"]):
    """Passes on what is asked of `Profiles`."""

    def _make(self) -> Profiles:
        from red7_desktop.app.profile.profiles import Profiles

        return Profiles(self._around)

    def open_ahead(self) -> None:
        if self._around.paths.profile.exists():
            self._part.look_who_plays()

    @property
    def known(self) -> ProfileSnapshot | None:
        return None if self._made is None else self._made.known

    def doors(self, game: str) -> Sequence[FeatureTile]:
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
        """Return a set-up in which that person has that name."""
        is_alone = sum(seat.is_person for seat in setup.seats) == 1
        return setup.with_own_name(self.seat_name if is_alone else self.own_name)

    def faced(self, seats: tuple[Seat, ...], *, is_own: bool = True) -> tuple[Seat, ...]:
        """Return seats with the faces of the people who are known here by their names.

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
        if session.match.revision and any(seat.is_person for seat in session.seats):
            self._part.keep(session)

    def show(self) -> None:
        """Show the profile of the person who plays here."""
        self._part.show()

    def take(self, event: pygame.Event) -> bool:
        if event.type != pygame.DROPFILE or not str(event.file).endswith(ENDING):
            return False
        self._part.bring(Path(event.file))
        return True


def _seat_colour(letter: str, look: Look) -> Colour:
    return look.theme.swatch("seats", letter)
