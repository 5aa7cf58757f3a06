"""The player at this screen: name and portrait, and unlocked tables and card backs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from red7_desktop.kit import settings, setup, texts, ui
from red7_desktop.kit.look.icons import AI_PORTRAITS, ALL_PORTRAITS, HUMAN_PORTRAITS, name_animal
from red7_desktop.play.ai import Seat
from red7_desktop.resources import asset_path

if TYPE_CHECKING:
    from red7_desktop.app.profile.statistics import ProfileEvent, ProfileSnapshot

T = TypeVar("T")


class OwnProfile:
    """The current player's profile: the part read from the library, and events recorded since.

    Thread-safe.

    Attributes:
        snapshot: The part read from the library; None until it has been read.
        keep: Stores an event in the library.
        summaries: Values computed from the events.
    """

    def __init__(self, ui: ui.Ui) -> None:
        self._ui = ui
        self._unwritten: list[ProfileEvent] = []
        self._lock = threading.Lock()
        self.snapshot: ProfileSnapshot | None = None
        self.keep: Callable[[ProfileEvent], None] = lambda event: None
        self.summaries: list[EventSummary[Any]] = []

    # -- name and portraits --------------------------------------------------------------------

    @property
    def own_name(self) -> str:
        """The player's name; "" if there is none or the profile isn't read yet."""
        if self.snapshot is None:
            return ""
        return self.snapshot.person.name

    @property
    def _face(self) -> str:
        if self.snapshot is None:
            return HUMAN_PORTRAITS[0]
        return self.snapshot.person.face

    @property
    def seat_name(self) -> str:
        """The name under which the player sits at a table.

        A player without a name gets the name of the portrait. The word "You" can't be used, because
        the name is stored in records, which may be read in another language.
        """
        return self.own_name or name_animal(self._face, self._ui.texts)

    @property
    def seat_names(self) -> frozenset[str]:
        """All names under which the player may have been stored, in any language."""
        return frozenset({self.own_name, self.seat_name, *list_face_names()[self._face]})

    def with_own_name(self, setup: setup.GameSetup) -> setup.GameSetup:
        """Return a set-up with a name for the user, and for guests who have a portrait but no name.

        Such a guest gets the portrait's name, as a user without a name does. A guest with the
        user's own portrait doesn't, because the match would count as the user's.
        """
        named = setup.with_own_name(self.seat_name)
        for place, seat in enumerate(named.seats):
            if seat.is_person and not seat.name and seat.portrait not in ("", self._face):
                name = name_animal(seat.portrait, self._ui.texts)
                named = named.with_seat(place, seat._replace(name=name))
        return named

    def with_portraits(self, seats: tuple[Seat, ...], *, is_own: bool = True) -> tuple[Seat, ...]:
        """Return seats with portraits, found by players' names.

        Args:
            seats: The seats.
            is_own: Whether the match is played here. If so, a match's only human is the current
                player, whatever name the seat has.
        """
        if self.snapshot is None:
            faces = {}
        else:
            faces = {p.name.casefold(): p.face for p in self.snapshot.people}
        faces[self.seat_name.casefold()] = self._face
        is_alone = is_own and sum(seat.is_human for seat in seats) == 1
        usual = self._face if is_alone else ""

        def face_of(seat: Seat) -> str:
            if seat.is_human:
                return seat.portrait_key or faces.get(seat.name.casefold(), usual)
            return ""

        return tuple([seat._replace(portrait_key=face_of(seat)) for seat in seats])

    # -- events --------------------------------------------------------------------------------

    @property
    def events(self) -> tuple[ProfileEvent, ...]:
        with self._lock:
            if self.snapshot is None:
                return tuple(self._unwritten)
            return self.snapshot.events

    @property
    def unlocked(self) -> frozenset[str]:
        """Unlocked tables, card backs and portraits; empty until the profile is read."""
        return list_earned_styles(self.events)

    def list_faces(self) -> tuple[str, ...]:
        """Return the portraits that can be chosen: the usual ones, and those that were earned."""
        settings = self._ui.settings
        has_all = settings.all_looks
        earned = [face for face in AI_PORTRAITS if has_all or face in self.unlocked]
        return (*HUMAN_PORTRAITS, *earned)

    def record(self, event: ProfileEvent) -> None:
        """Add an event to the profile and to `events`, before it is written to the disk."""
        with self._lock:
            self._unwritten.append(event)
            if self.snapshot is not None:
                self.snapshot = self.snapshot._replace(events=(*self.snapshot.events, event))
        self.keep(event)

    def confirm_written(self, event: ProfileEvent) -> None:
        with self._lock:
            # Keep the event until the profile is read: `snapshot` doesn't contain it yet.
            if self.snapshot is not None and event in self._unwritten:
                self._unwritten.remove(event)

    def update(self, read: ProfileSnapshot) -> None:
        """Replace `snapshot` by a newly read one, and keep the events recorded meanwhile.

        Call this in the thread that has read the profile, because it also updates the summaries.
        """
        with self._lock:
            if self.snapshot is None:
                self._unwritten = [each for each in self._unwritten if each not in read.events]
            events = (*read.events, *self._unwritten)
            if self.snapshot is not None and self.snapshot.events == events:
                # Keep the old tuple: `EventSummary` recomputes its values for another tuple object.
                events = self.snapshot.events
            self.snapshot = read._replace(events=events)
        for summary in self.summaries:
            summary.update()


class EventSummary(Generic[T]):
    """Values computed from a profile's events, one for each game, kept until an event is added.

    A user who has played for years has ten thousand events, which take milliseconds to read.

    Args:
        profile: The profile.
        compute: Computes the value of a game from all events, the oldest first.
    """

    def __init__(
        self, profile: OwnProfile, compute: Callable[[Sequence[ProfileEvent], str], T]
    ) -> None:
        self._profile = profile
        self._compute = compute
        self._known: dict[str, tuple[tuple[ProfileEvent, ...], T]] = {}
        profile.summaries.append(self)

    def read(self, game: str) -> T:
        """Return the value that was computed from the profile's events for a game.

        The value is computed again only if an event has been added since the last call. Any thread
        may call this.
        """
        events = self._profile.events
        known = self._known.get(game)
        if known is None or known[0] is not events:
            known = events, self._compute(events, game)
            self._known[game] = known
        return known[1]

    def update(self) -> None:
        """Compute the values of all games that have been read before."""
        for game in tuple(self._known):
            self.read(game)


@cache
def list_face_names() -> Mapping[str, frozenset[str]]:
    """Return the names of each portrait in all languages.

    The first call reads all catalogues, which takes half a frame.
    """
    folder = asset_path("locale")
    every = [texts.load_texts(folder, each) for each in texts.list_languages(folder)]
    return {face: frozenset([name_animal(face, each) for each in every]) for face in ALL_PORTRAITS}


UNLOCK_KIND: Final = "look"
"""Kind of the profile events about unlocked table designs, card backs and portraits. The key of the
event is the name of the design, back or portrait."""
GOT: Final = "got"
"""`ProfileEvent.outcome` when a table, a card back or a portrait is unlocked."""
PLAYED = "played"
"""Unlock condition: number of finished matches."""
WON = "won"
"""Unlock condition: number of won matches."""
GAMES = "games"
"""Unlock condition: number of games with a won match."""


class UnlockRule(NamedTuple):
    """The condition for unlocking a table design or card back: what is counted, and the minimum."""

    by: str
    least: int


UNLOCK_RULES: Final[Mapping[str, UnlockRule]] = {
    "night": UnlockRule(WON, 1),
    "felt": UnlockRule(PLAYED, 3),
    "leaves": UnlockRule(PLAYED, 6),
    "waves": UnlockRule(GAMES, 2),
    "lanterns": UnlockRule(WON, 12),
}
"""Unlock condition of each table design or card back, easiest first. Other designs and backs are
available from the start."""


def list_earned_styles(events: Iterable[ProfileEvent]) -> frozenset[str]:
    """Return the names of the table designs and card backs that a player has unlocked.

    Args:
        events: The player's events.
    """
    return frozenset([event.key for event in events if event.kind == UNLOCK_KIND])


def name_style(look: str, texts: texts.Texts) -> str:
    """Return the name of a table, card back or portrait."""
    if look in AI_PORTRAITS:
        return name_animal(look, texts)
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


def describe_unlock_rule(look: str, texts: texts.Texts) -> str:
    """Describe how to unlock a table or card back.

    Raises:
        KeyError: The table or card back is available from the start.
    """
    by, n = UNLOCK_RULES[look]
    words = {
        GAMES: texts("Win a match in each of {n} games to unlock this.", n=n),
        WON: texts.plural("Win a match to unlock this.", "Win {n} matches to unlock this.", n),
        PLAYED: texts.plural("Play a match to unlock this.", "Play {n} matches to unlock this.", n),
    }
    return words[by]


REWARDS: Final = (*UNLOCK_RULES, *AI_PORTRAITS)
"""Names of all tables, card backs and portraits that players can unlock as rewards."""


def describe_reward(look: str, texts: texts.Texts) -> str:
    """Return the kind and the name of a reward, such as "table “Wood”"."""
    name = name_style(look, texts)
    if look in settings.TABLES:
        return texts("table “{name}”", name=name)
    if look in settings.BACKS:
        return texts("card back “{name}”", name=name)
    return texts("avatar “{name}”", name=name)


def describe_unlocked(looks: Collection[str], texts: texts.Texts) -> str:
    """Return a line about newly unlocked tables and backs, or "" if `looks` has none."""
    names = [name_style(look, texts) for look in UNLOCK_RULES if look in looks]
    if names:
        return texts("New in the settings: {names}", names=", ".join(names))
    return ""
