"""All features. Most of them load their modules on first use."""

from __future__ import annotations

import logging
from abc import abstractmethod
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import pygame

from red7_desktop.app import feature
from red7_desktop.app.matches.match_desk import Occasion, is_tried_out
from red7_desktop.app.screens.daily import DailyDeals
from red7_desktop.app.table.mode import FollowUp, OccasionMode, TableMode
from red7_desktop.kit.look.icons import HUMAN_PORTRAITS, build_icon, build_portrait
from red7_desktop.kit.pages import page
from red7_desktop.kit.storage import PROFILE_SUFFIX
from red7_desktop.kit.ui import Screen
from red7_desktop.resources import DamagedAsset, MissingAsset

if TYPE_CHECKING:
    from red7_desktop.app.climb.climbing import Climbing
    from red7_desktop.app.matches.match_desk import Occasion
    from red7_desktop.app.phones.host import PhoneHost
    from red7_desktop.app.profile import profiles, statistics
    from red7_desktop.app.puzzles.puzzles import PuzzleService
    from red7_desktop.app.replay.replays import Replays
    from red7_desktop.app.screens.challenge import Challenge
    from red7_desktop.app.screens.lessons import LessonService
    from red7_desktop.kit.setup import GameSetup
    from red7_desktop.play.session import Session

_LOG: Final = logging.getLogger(__name__)
_CHALLENGE: Final = "challenge"
"""Copy of `app.screens.challenge.OCCASION`, so that the module is only imported when needed."""
S = TypeVar("S", bound=feature.Feature)


class LazyFeature(feature.Feature, Generic[S]):
    """Base class of features that import their modules on first use.

    The modules provide a service, the object that does the feature's work.

    Attributes:
        made: The service; None before its first use.
    """

    def __init__(self, navigator: feature.Navigator) -> None:
        super().__init__(navigator)
        self.made: S | None = None
        self.is_ticking = type(self).tick is not LazyFeature.tick

    @abstractmethod
    def _make(self) -> S:
        """Import the feature's modules, and create the service that does its work."""

    @property
    def service(self) -> S:
        if self.made is None:
            self.made = self._make()
            self.is_ticking = True
        return self.made

    @property
    def needs_tick(self) -> bool:
        return self.made is not None and self.made.needs_tick

    def tick(self) -> None:
        if self.made is not None:
            self.made.tick()

    def cancel_work(self) -> None:
        if self.made is not None:
            self.made.cancel_work()

    def close(self) -> None:
        if self.made is not None:
            self.made.close()


class LessonsFeature(LazyFeature["LessonService"]):
    """Lessons: opens a game's course, and offers the first lesson to users who are new to a game.

    A missing or damaged course is left out.
    """

    def __init__(self, navigator: feature.Navigator) -> None:
        super().__init__(navigator)
        self._left_out: set[str] = set()

    def _make(self) -> LessonService:
        from red7_desktop.app.screens.lessons import LessonService

        return LessonService(self.navigator)

    def _teaches(self, game: str) -> bool:
        return self.catalogue[game].view().has_lessons and game not in self._left_out

    def _can_teach(self, game: str) -> bool:
        """Return whether a game has lessons and their file can be loaded. Loads the file."""
        if not self._teaches(game):
            return False
        try:
            _ = self.catalogue[game].view().lessons
        except (MissingAsset, DamagedAsset) as error:
            _LOG.warning("the lessons of %s are left out: %s", game, error)
            self._left_out.add(game)
            return False
        return True

    def _show(self, game: str) -> None:
        if self._can_teach(game):
            self.service.show(game)
        else:
            texts = self.ui.texts
            why = texts("A program file is damaged. Please reinstall.")
            page.show_message(self.ui, texts("Learn"), why)

    def list_tiles(self, game: str) -> Sequence[feature.FeatureTile]:
        if not self._teaches(game):
            return ()
        texts = self.ui.texts
        picture = build_icon("learn", feature.tint(self.ui.stage.look))
        lines: tuple[str, ...] = ()
        share = None
        if self.navigator.profile.snapshot is not None:
            if not self._can_teach(game):
                return ()
            lines, share = self.service.standing(game)
        elif self.navigator.library.is_new:
            lines = (texts("First game, 3 minutes"),)

        title = texts("Learn")
        show = partial(self._show, game)
        return (feature.FeatureTile("learn", title, show, lines, share, picture, feature.tint),)

    def make_suggestion(self, game: str) -> feature.SetupSuggestion | None:
        is_new = not self._has_played(game) and self._can_teach(game)
        if is_new:
            return self.service.make_first_suggestion(game)
        return None

    def _has_played(self, game: str) -> bool:
        """Return whether the profile or the saved matches show that somebody has played a game."""
        profile = self.navigator.profile
        library = self.navigator.library
        if profile.snapshot is None:
            games = frozenset[str]()
        else:
            games = profile.snapshot.games
        by_event = {event.game for event in profile.events}
        return game in {*library.last_by_game(""), *games, *by_event}

    def _is_first_game(self, session: Session) -> bool:
        return session.occasion == feature.FIRST_GAME and self._can_teach(session.match.game.name)

    def make_mode(self, session: Session) -> TableMode | None:
        is_lesson = self.made is not None and self.made.is_lesson(session)
        is_own = is_lesson or self._is_first_game(session)
        if is_own:
            return self.service.make_mode(session)
        return None

    def find_follow_up(self, session: Session) -> FollowUp | None:
        if self._is_first_game(session):
            return self.service.find_follow_up(session)
        return None


class ClimbFeature(LazyFeature["Climbing"]):
    """Climb: opens a game's ladder of opponents, which is loaded soon after the start."""

    _loading: Thread | None = None
    _loaded: Climbing | None = None

    def _make(self) -> Climbing:
        from red7_desktop.app.climb.climbing import Climbing

        return Climbing(self.navigator)

    @property
    def tile_state(self) -> object:
        return self.made is not None

    def prepare(self) -> None:
        self._loading = Thread(target=self._load, name="climb", daemon=True)
        self._loading.start()

    def _load(self) -> None:
        """Read every climb, which loads the rules of the games; runs in a thread."""
        service = self._make()
        for name in self.catalogue:
            service.climb_of(name)
        self._loaded = service

    @property
    def needs_tick(self) -> bool:
        return self._loading is not None or super().needs_tick

    def tick(self) -> None:
        if self._loading is not None and not self._loading.is_alive():
            self._loading = None
            self.made = self.made or self._loaded
        super().tick()

    def list_tiles(self, game: str) -> Sequence[feature.FeatureTile]:
        if self.catalogue[game].goals is None:
            return ()
        if self.made is not None:
            return self.made.list_tiles(game)
        title = self.ui.texts("The Climb")
        picture = build_icon("peak", self.ui.stage.look.theme.colour("accent"))
        show = partial(self._show, game)
        return (feature.FeatureTile(feature.CLIMB, title, show, picture=picture),)

    def _show(self, game: str) -> None:
        self.service.show(game)

    def _is_rung(self, occasion: str) -> bool:
        return occasion.partition(" ")[0] == feature.CLIMB

    def make_mode(self, session: Session) -> TableMode | None:
        return self.service.make_mode(session) if self._is_rung(session.occasion) else None

    def find_follow_up(self, session: Session) -> FollowUp | None:
        return self.service.find_follow_up(session) if self._is_rung(session.occasion) else None

    def name_occasion(self, begun: Occasion) -> str:
        return self.service.name_occasion(begun) if self._is_rung(begun.occasion) else ""

    def end_match(self, session: Session, uid: str) -> None:
        if self._is_rung(session.occasion):
            self.service.end_match(session, uid)


class PuzzleFeature(LazyFeature["PuzzleService"]):
    """Puzzles: opens a game's puzzles, which are loaded in the background after the start."""

    _loading: Thread | None = None

    def _make(self) -> PuzzleService:
        from red7_desktop.app.puzzles.puzzles import PuzzleService

        return PuzzleService(self.navigator)

    @property
    def tile_state(self) -> object:
        if self.made is None:
            return None
        return tuple(self.made.shelves)

    def prepare(self) -> None:
        if any(row.puzzles is not None for row in self.catalogue.values()):
            module = "red7_desktop.app.puzzles.puzzles"
            self._loading = Thread(target=import_module, args=(module,), daemon=True)
            self._loading.start()

    @property
    def needs_tick(self) -> bool:
        return self._loading is not None or super().needs_tick

    def tick(self) -> None:
        if self._loading is not None and not self._loading.is_alive():
            self._loading = None
            for name, row in self.catalogue.items():
                if row.puzzles is not None:
                    self.service.read(name)
            self.service.finder.catch_up()
        super().tick()

    def list_tiles(self, game: str) -> Sequence[feature.FeatureTile]:
        if self.catalogue[game].puzzles is None:
            return ()
        texts = self.ui.texts
        service = self.made
        shelf = None
        if service is not None:
            shelf = service.shelves.get(game)
        lines: tuple[str, ...] = ()
        share = None
        if service is not None and shelf is not None and shelf.shipped:
            solved = len(service.progress(game).solved & {each.key for each in shelf.shipped})
            share = solved / len(shelf.shipped)
            lines = (texts("{n} of {many} solved", n=solved, many=len(shelf.shipped)),)
            following = service.next_one(game)
            if following is not None:
                kind = self.catalogue[game].view().words.puzzle_kind(texts, following.puzzle.kind)
                lines = (*lines, texts("Next: {kind}", kind=kind))
        picture = build_icon("target", feature.tint(self.ui.stage.look))

        tile = feature.FeatureTile(
            "puzzles",
            texts("Puzzles"),
            lambda: self.service.show(game),
            lines,
            share,
            picture,
            feature.tint,
        )
        return (tile,)

    def make_mode(self, session: Session) -> TableMode | None:
        if self.made is None:
            return None
        return self.made.make_mode(session)

    def end_match(self, session: Session, uid: str) -> None:
        if self.catalogue[session.match.game.name].puzzles is not None:
            self.service.finder.search_match(session, uid)


class ChallengeFeature(feature.Feature):
    """Compares the user's result in a match with the result of a friend, who has sent the deal."""

    def name_occasion(self, begun: Occasion) -> str:
        if begun.occasion.startswith(f"{_CHALLENGE} "):
            return self.ui.texts("Challenge")
        return ""

    def make_mode(self, session: Session) -> TableMode | None:
        met = self._find_challenge(session)
        if met is None or not session.is_kept:
            return None
        from red7_desktop.app.screens.challenge import describe_challenge

        texts = self.ui.texts
        return OccasionMode(texts("Challenge"), describe_challenge(met, texts))

    def _find_challenge(self, session: Session) -> Challenge | None:
        """Return the challenge (deal and result of a friend) for which a match was started.

        None if the match wasn't started from a challenge.
        """
        if not session.occasion.startswith(f"{_CHALLENGE} "):
            return None
        from red7_desktop.app.screens.challenge import find_challenge

        return find_challenge(session.occasion, self.catalogue)

    def find_follow_up(self, session: Session) -> FollowUp | None:
        met = self._find_challenge(session)
        if met is None:
            return None
        result = session.match.game.result(session.match.state)
        if result is None:
            return None
        from red7_desktop.app.screens.challenge import ChallengePage

        page = partial(ChallengePage, self.navigator, met, result)
        return FollowUp(self.ui.texts("Compare"), lambda: self.navigator.open_page(page()))


class PhonesFeature(LazyFeature["PhoneHost"]):
    """Phones: lets people play on their phones. Its modules are only loaded on first use."""

    address = ""
    """The address to serve phones on; "" for the most probable one."""

    def _make(self) -> PhoneHost:
        from red7_desktop.app.phones.host import PhoneHost
        from red7_desktop.app.phones.lobby import LobbyPage

        return PhoneHost(self.navigator, LobbyPage, self.address)

    def open_lobby(self, setup: GameSetup | None, address: str) -> None:
        """Open the lobby for a match with phones.

        Args:
            setup: Set-up of the match; None for the last set-up.
            address: Network address to listen on, "" for the most probable one.
        """
        self.address = address
        self.service.open_lobby(setup or self.navigator.setups.load()[0])

    def find_lobby(self, setup: GameSetup) -> Callable[[], None] | None:
        if setup.has_phones:
            return partial(self.service.open_lobby, setup)
        return None

    def make_mode(self, session: Session) -> TableMode | None:
        is_own = session.is_kept and (feature.PHONES in session.extra or self.made is not None)
        if is_own:
            return self.service.make_mode(session)
        return None


class ReplayFeature(LazyFeature["Replays"]):
    """Replays: shows finished matches."""

    def _make(self) -> Replays:
        from red7_desktop.app.replay.replays import Replays

        return Replays(self.navigator)

    def handle_event(self, event: pygame.Event) -> bool:
        if event.type != pygame.DROPFILE:
            return False
        self.service.open_file(Path(event.file))
        return True

    def make_mode(self, session: Session) -> TableMode | None:
        if session.is_replay:
            return self.service.make_mode(session)
        if session.is_kept and is_tried_out(session.occasion):
            return self.service.make_trial_mode(session)
        return None

    def name_occasion(self, begun: Occasion) -> str:
        if is_tried_out(begun.occasion):
            return self.ui.texts("Tried out, doesn’t count")
        return ""

    def find_follow_up(self, session: Session) -> FollowUp | None:
        if not is_tried_out(session.occasion):
            return None
        back = partial(self.service.return_from, session.occasion)
        return FollowUp(self.ui.texts("Back to the replay"), back)


class ProfileFeature(LazyFeature["profiles.Profiles"]):
    """The user's profile: adds a tile to the title screen, and stores the profile's events.

    The tile shows the default player's name and number of wins; it opens the page with the
    statistics. Events are, for example, solved puzzles.
    """

    def __init__(self, navigator: feature.Navigator) -> None:
        super().__init__(navigator)
        navigator.profile.keep = self._write
        # Start at 0, not at `Library.generation`: a backup may have replaced the library already.
        self._generation = 0

    def _write(self, event: statistics.ProfileEvent) -> None:
        self.service.write(event)

    def _make(self) -> profiles.Profiles:
        from red7_desktop.app.profile.profiles import Profiles

        return Profiles(self.navigator)

    def prepare(self) -> None:
        if not self.navigator.library.is_new:
            self.service.read_current_player()

    def tick(self) -> None:
        generation = self.navigator.library.generation
        if generation != self._generation:
            self._generation = generation
            self.service.read_current_player()
        super().tick()

    @property
    def tile_state(self) -> statistics.ProfileSnapshot | None:
        return self.navigator.profile.snapshot

    def list_tiles(self, game: str) -> Sequence[feature.FeatureTile]:
        texts = self.ui.texts
        known = self.tile_state
        title = texts("Profile")
        about = texts("Stats, rating, achievements")
        if known is None:
            face = build_portrait(HUMAN_PORTRAITS[0])
            # Until the profile has been read, show only texts that can't be wrong.
            shown = (about,) if self.navigator.library.is_new else ()
            return (feature.FeatureTile("profile", title, self.show, shown, picture=face),)
        person = known.person
        n, won = known.score
        if n:
            about = texts.plural("{won} of {n} match won", "{won} of {n} matches won", n, won=won)
        lines = (person.name or texts("Guest"), about)
        face = build_portrait(person.face)
        tile = feature.FeatureTile(
            "profile",
            title,
            self.show,
            lines,
            picture=face,
            tint=lambda look: look.theme.swatch("seats", person.colour),
        )
        return (tile,)

    def show(self) -> None:
        self._show_sums(self.navigator.setups.last)

    def _show_sums(self, game: str) -> None:
        from red7_desktop.app.profile.screen import ProfileScreen

        self.navigator.show(ProfileScreen(self.navigator, self.service, game, self._show_people))

    def _show_people(self, game: str) -> None:
        from red7_desktop.app.profile.screen import PeopleScreen

        self.navigator.show(PeopleScreen(self.service, lambda: self._show_sums(game)))

    def handle_event(self, event: pygame.Event) -> bool:
        if event.type != pygame.DROPFILE or not str(event.file).endswith(PROFILE_SUFFIX):
            return False
        self.service.import_profile(Path(event.file))
        return True


def _make_daily_page(deals: DailyDeals, game: str, day: date) -> Screen:
    from red7_desktop.app.screens.daily_page import DailyPage

    return DailyPage(deals, game, day)


def make_features(navigator: feature.Navigator) -> tuple[feature.Feature, ...]:
    """Create all features, in the order of their tiles on the title."""
    return (
        ClimbFeature(navigator),
        DailyDeals(navigator, _make_daily_page),
        ChallengeFeature(navigator),
        PhonesFeature(navigator),
        PuzzleFeature(navigator),
        LessonsFeature(navigator),
        ProfileFeature(navigator),
        ReplayFeature(navigator),
    )
