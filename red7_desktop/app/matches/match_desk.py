"""Service that starts, resumes, saves and ends matches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from red7_desktop.app.library.library import Library, RunningMatch
from red7_desktop.games.registry import Catalogue, GameEntry
from red7_desktop.kit import game_view
from red7_desktop.kit.look.icons import HUMAN_PORTRAITS
from red7_desktop.kit.pages.notices import explain_error
from red7_desktop.kit.setup import MAX_DEAL_NUMBER, GameSetup, seat_players
from red7_desktop.kit.texts import Texts, describe_day
from red7_desktop.play.ai import Seat, Thinker, make_choosers, make_fallback_chooser
from red7_desktop.play.session import Change, Session
from red7_desktop.tabletop.files import number_names, write_new
from red7_desktop.tabletop.game import SEAT_LETTERS, Options
from red7_desktop.tabletop.match import (
    HUMAN,
    Match,
    ReplayedMatch,
    SavedMatch,
    SeatInfo,
    write_match,
)

if TYPE_CHECKING:
    from red7_desktop.tabletop import records

AI_SEED_KEY: Final = "ai_seed"
"""Key in a save for the seed of the AI players' random choices."""
HINTS_KEY: Final = "hints"
"""Key in a save for the number of used hints, by seat letter."""
NO_HINTS: Final[Mapping[str, int]] = {}
OCCASION_KEY: Final = "occasion"
"""Key in a save for the match's occasion.

The occasion is a text that says what the match was started for, such as "daily 2026-11-28". The
feature that started the match recognises it by this text."""
PORTRAITS_KEY: Final = "faces"
"""Key in a save for the portraits that human players have chosen, by seat letter."""
DAY_KEY: Final = "day"
"""Key in a save for the day of the last step."""
TRIED_OUT_PREFIX: Final = "tried out"
"""First words of a saved match's occasion (see `OCCASION_KEY`) if the match was started from a
position in a replay.

The whole text is "tried out STEP ID": the number of the step in the replay, and the identity of the
replayed match in the library."""
_OWN_KEYS: Final = frozenset({AI_SEED_KEY, HINTS_KEY, PORTRAITS_KEY, OCCASION_KEY, DAY_KEY})
AI_PAUSE: Final = 0.9
"""Seconds before each step of an AI player, at normal speed."""
AI_TIMEOUT: Final = 6.0
"""Seconds after which an AI player that hasn't answered is replaced.

This is several times the longest thinking time, to allow for a busy machine."""


class MatchService:
    """Starts and resumes matches, and saves them after every step.

    Args:
        catalogue: Available games.
        library: Stores matches.
        make_thinker: Creates the worker that runs AI players.
        new_number: Returns a random integer from 0 to below its argument.
        now: Returns the time in seconds.
        today: Returns the current day.

    Attributes:
        on_over: Stores the result of a finished or abandoned match. Called with the match and its
            identity in the library.
        session: Match that is on the table; None while no table is shown.
        people: Names of all human players since the program started.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        library: Library,
        make_thinker: Callable[[], Thinker],
        new_number: Callable[[int], int],
        now: Callable[[], float],
        today: Callable[[], date],
    ) -> None:
        self.on_over: Callable[[Session, str], None] = lambda session, uid: None
        self._catalogue = catalogue
        self.library = library
        self._make_thinker = make_thinker
        self._new_number = new_number
        self._now = now
        self._today = today
        self._speed = 1.0
        self._again: tuple[GameEntry, tuple[Seat, ...], Options] | None = None
        self.session: Session | None = None
        self._uid: str | None = None
        self.people: set[str] = set()  # Names to remove from logs.
        self._behind: Session | None = None

    def new_deal(self) -> int:
        return self._new_number(MAX_DEAL_NUMBER)

    def begin(self, setup: GameSetup, texts: Texts) -> Session:
        """Begin a new match.

        Raises:
            TooManyMatchesError: There are too many running matches.
            InvalidOptions: The game doesn't accept the options.
        """
        if setup.seed is not None:
            seed = setup.seed
        else:
            seed = self.new_deal()
        row = self._catalogue[setup.game]
        match = Match(row.rules(), row.view().setup.to_options(setup), seed)
        # In a challenge or a daily deal, AI players make the same random choices for all users.
        ai_seed = seed if setup.occasion else None
        seats = seat_players(setup, texts, row.players().levels)
        return self.continue_as_new_match(match, seats, occasion=setup.occasion, ai_seed=ai_seed)

    def resume(self, uid: str | None = None) -> Session:
        """Continue a running match.

        Args:
            uid: Identity of the match; None for the match that was played last.

        Raises:
            FileReadError: The match doesn't exist.
            DamagedSaveError: The save can't be parsed.
            LockHeld: The match is open in another running instance of the program.
        """
        self.leave()
        wanted = uid or self.library.last or ""
        saved = self.library.resume(wanted)
        ai_seed = saved.extra.get(AI_SEED_KEY, 0)
        seed = ai_seed if isinstance(ai_seed, int) else 0
        hints = hints_of(saved)
        occasion = occasion_of(saved)
        if saved.match.game.to_act(saved.match.state):
            day = None
        else:
            day = last_day_of(saved)
        seats = build_seats(saved)
        others = {key: value for key, value in saved.extra.items() if key not in _OWN_KEYS}
        session = self._sit_down(wanted, saved.match, seats, seed, hints, occasion, day, others)
        if not session.to_act:
            # The program was closed after the last step, before it stored the result. Store it now.
            self.on_over(session, wanted)
        return session

    def continue_as_new_match(
        self,
        match: Match,
        seats: tuple[Seat, ...],
        *,
        occasion: str = "",
        ai_seed: int | None = None,
    ) -> Session:
        """Continue a match from its current state as a new match in the library.

        Args:
            match: The match.
            seats: Players of the match.
            occasion: Text that says what the match is started for (see `OCCASION_KEY`); "" for an
                ordinary match.
            ai_seed: Seed of the AI players' random choices; None for a random seed.

        Raises:
            TooManyMatchesError: There are too many running matches.
        """
        self.leave()
        uid = self.library.add_running()
        if ai_seed is None:
            seed = self._new_number(1 << 31)
        else:
            seed = ai_seed
        return self._sit_down(uid, match, seats, seed, occasion=occasion)

    def show_unsaved(self, session: Session) -> None:
        """Put an unsaved session, such as a replay or a lesson, on the table."""
        self.leave()
        self.session = self._note_people(session)
        session.pause = self._pause

    def open_replay(self, session: Session) -> None:
        """Show a replay of the current match on the table, and keep the match open meanwhile.

        `close_replay` shows the match again.
        """
        behind = self.session
        uid = self._uid
        self.session = self._uid = None
        self.show_unsaved(session)
        self._behind = behind
        self._uid = uid

    def close_replay(self) -> Session | None:
        """Close the replay on the table, and show the match again from which it was opened.

        Returns:
            Session of that match. None if the table doesn't show a replay that was opened from a
            match.
        """
        if self._behind is not None and self.session is not None:
            self.session.close()
            self.session, self._behind = self._behind, None
            return self.session
        return None

    def is_open(self, session: Session) -> bool:
        """Return whether a match's session is in use.

        A session is in use if the table shows it. While the user reviews a running match as a
        replay, the session of that match is in use too.
        """
        return session is self.session or session is self._behind

    @property
    def is_saving(self) -> bool:
        """Whether the newest state of the current match is being written."""
        return self._uid is not None and self.library.is_saving(self._uid)

    @property
    def has_waiting_match(self) -> bool:
        """Whether the table shows a replay that was opened from a match that isn't finished."""
        return self._behind is not None and bool(self._behind.to_act)

    def rematch(self) -> Session:
        """Begin a new deal with the same players and options.

        Raises:
            TooManyMatchesError: There are too many running matches.
        """
        if self.session is not None:
            match = self.session.match
            self._again = self._catalogue[match.game.name], self.session.seats, match.options
        if self._again is None:
            raise RuntimeError("no match has been played")
        row, seats, options = self._again
        return self.continue_as_new_match(Match(row.rules(), options, self.new_deal()), seats)

    def _sit_down(
        self,
        uid: str,
        match: Match,
        seats: tuple[Seat, ...],
        ai_seed: int,
        hints: Mapping[str, int] = NO_HINTS,
        occasion: str = "",
        day: date | None = None,
        extra: Mapping[str, Any] = NO_HINTS,
    ) -> Session:
        """Create the session of a match, and put it on the table. Each step saves the match.

        Args:
            uid: Identity in the library.
            match: The match.
            seats: Players of the match.
            ai_seed: Seed of the AI players' random choices.
            hints: Number of used hints by seat letter.
            occasion: Text that says what the match was started for (see `OCCASION_KEY`); "" for an
                ordinary match.
            day: Day of the last step of a match that has already ended; None for a match that
                continues.
            extra: Plain JSON data that other parts of the program save with the match, by key.
        """
        players = self._catalogue[match.game.name].players()
        session = Session(
            match,
            seats,
            make_choosers(players, ai_seed, self._now),
            self._make_thinker(),
            self._pause,
            AI_TIMEOUT,
            make_fallback_chooser(players),
        )
        session.hints.update(hints)
        session.occasion = occasion
        session.extra.update(extra)
        known: dict[str, Any] = {AI_SEED_KEY: ai_seed}
        if occasion:
            known[OCCASION_KEY] = occasion
        if faces := _list_chosen_faces(seats):
            known[PORTRAITS_KEY] = faces

        def keep() -> None:
            session.day = day or self._today()
            told = {**session.extra, **known, DAY_KEY: session.day.isoformat()}
            if session.hints:
                used = {HINTS_KEY: dict(session.hints)}
            else:
                used = {}
            names, keys = list_players(session.seats)
            seated = [SeatInfo(name, key) for name, key in zip(names, keys, strict=True)]
            text = write_match(match, seated, {**told, **used})
            self.library.save_running(uid, match.game.name, text, session.day)

        session.add_listener(lambda change: keep())
        session.add_listener(lambda change: self._attend(session, uid, change))
        keep()
        self.session = self._note_people(session)
        self._uid = uid
        return session

    def _note_people(self, session: Session) -> Session:
        self.people |= {seat.name for seat in session.seats if seat.is_human}
        return session

    def _attend(self, session: Session, uid: str, change: Change) -> None:
        """Call `on_over` once, after the last step of the match."""
        if change.is_step and not session.to_act:
            self.on_over(session, uid)

    def leave(self) -> None:
        """Close the sessions; an unfinished match stays in the library."""
        session = self._behind or self.session
        self._behind = self.session = None
        if session is not None:
            session.close()
            if self._uid is not None and session.to_act:
                self.library.close_running(self._uid)
        self._uid = None

    def give_up(self) -> None:
        """Close the session and end the match for good."""
        session = self.session
        self.session = None
        if session is not None:
            session.close()
            if self._uid is not None and session.is_kept and session.to_act:
                self.on_over(session, self._uid)
        self._uid = None

    def abandon(self) -> None:
        """Stop the AI players' computations, and nothing else, because the program has crashed."""
        for each in (self.session, self._behind):
            if each is not None:
                each.close()

    def set_speed(self, speed: float) -> None:
        self._speed = speed
        if self.session is not None:
            self.session.pause = self._pause

    @property
    def _pause(self) -> float:
        return AI_PAUSE / self._speed

    def record(self, today: date) -> str:
        # Imported here because it isn't needed before the first frame.
        from red7_desktop.tabletop.rounds import write_record

        if self.session is None:
            raise RuntimeError("no match is being played")
        match = self.session.match
        seats = self.session.seats
        names, players = list_players(seats)
        form = self._catalogue[match.game.name].view().story.record_form
        return write_record(form, match, names, players, today)

    def record_writer(self, folder: Path, today: date) -> Callable[[], Path]:
        """Return a thread-safe function that writes the match's record.

        The function creates a new file in the folder and returns its path. It raises
        FileWriteError.
        """
        text = self.record(today)
        if self.session is not None:
            seed = self.session.match.seed
        else:
            seed = 0
        names = number_names(folder / f"{today.isoformat()}-deal-{seed}.red7")
        return partial(write_new, names, text.encode())


def occasion_of(saved: SavedMatch) -> str:
    """Return the text that says what a saved match was started for, such as "daily 2026-11-28".

    "" if the save contains no valid text of this kind. `OCCASION_KEY` describes the text.
    """
    found = saved.extra.get(OCCASION_KEY)
    if isinstance(found, str):
        return found
    return ""


def is_tried_out(occasion: str) -> bool:
    """Return whether a match was continued from a replay. Statistics leave such matches out.

    >>> is_tried_out("tried out 12 20261128-1"), is_tried_out("daily 2026-11-28"), is_tried_out("")
    (True, False, False)
    """
    return occasion.startswith(TRIED_OUT_PREFIX)


def last_day_of(saved: SavedMatch) -> date | None:
    """Return the day of the last step of a saved match; None if the save has no valid day."""
    with suppress(KeyError, TypeError, ValueError):
        return date.fromisoformat(saved.extra[DAY_KEY])
    return None


def hints_of(saved: SavedMatch) -> dict[str, int]:
    """Return the number of used hints by seat letter; invalid entries are skipped."""
    found = saved.extra.get(HINTS_KEY)
    pairs = found.items() if isinstance(found, dict) else ()
    return {key: n for key, n in pairs if key in SEAT_LETTERS and isinstance(n, int) and n > 0}


class Occasion(NamedTuple):
    """Data by which a feature, such as the daily deal, recognises the matches that it started.

    Attributes:
        game: Name of the game.
        seed: Number of the deal.
        occasion: Text that says what the match was started for, such as "daily 2026-11-28" (see
            `OCCASION_KEY`); "" for an ordinary match, and for saves without this text.
        day: Day on which the match ended; None while the match continues.
    """

    game: str
    seed: int
    occasion: str = ""
    day: date | None = None


class SaveWords(NamedTuple):
    """Text about a saved match, for the list of running matches.

    If the match can't be read, only `played` and `trouble` are set.

    Attributes:
        people: Names of the players.
        rules: Kind of match.
        standing: Current standing, "" in a match without points.
        played: Day of the last step; also the time, if the day is today.
        trouble: Reason why the match can't be continued, "" if it can.
        purpose: Text that says what the match was started for, such as a daily deal; "" for an
            ordinary match.
    """

    people: str
    rules: str
    standing: str
    played: str
    trouble: str
    purpose: str = ""

    def sentence(self) -> str:
        return " · ".join(line for line in self if line)


def describe_save(
    kept: RunningMatch,
    texts: Texts,
    today: date,
    catalogue: Catalogue,
    named: Callable[[Occasion], str],
    own: Collection[str],
) -> SaveWords:
    """Describe a running match for the list of matches.

    Args:
        kept: The match.
        texts: Translations.
        today: Current day, for phrases such as "today".
        catalogue: Available games.
        named: Returns what a match was started for, such as a daily deal, in words; "" for an
            ordinary match.
        own: Names that the owner of this computer has used when playing alone.
    """
    played = say_day_played(kept, texts, today)
    saved = kept.saved
    if saved is None:
        if kept.problem is None:
            why = ""
        else:
            why = explain_error(kept.problem, texts)
        trouble = texts("This match can’t be opened: {why}", why=why)
        return SaveWords("", "", "", played, trouble)
    told = (
        catalogue[saved.match.game.name].view().story.summarise_match(texts, observe_for_all(saved))
    )
    if kept.is_in_use:
        trouble = texts("It’s being played in another window.")
    else:
        trouble = ""
    seats = call_you(build_seats(saved), texts, own)
    people = texts.in_context("players", ", ").join(seat.name for seat in seats)
    purpose = named(Occasion(saved.match.game.name, saved.match.seed, occasion_of(saved)))
    return SaveWords(people, told.rules, told.standing, played, trouble, purpose)


def build_seats(saved: SavedMatch | ReplayedMatch | records.RecordHead) -> tuple[Seat, ...]:
    """Return the seats of a stored match, with the portraits of human players."""
    extra = saved.extra if isinstance(saved, SavedMatch) else {}
    found = extra.get(PORTRAITS_KEY)
    faces = found if isinstance(found, dict) else {}
    seats = []
    for letter, seat in zip(SEAT_LETTERS, saved.seats, strict=False):
        if seat.player != HUMAN:
            seats.append(Seat(seat.name, seat.player))
        else:
            face = faces.get(letter)
            seats.append(Seat(seat.name, None, face if face in HUMAN_PORTRAITS else ""))
    return tuple(seats)


def _list_chosen_faces(seats: Sequence[Seat]) -> dict[str, str]:
    return {
        letter: seat.portrait_key
        for letter, seat in zip(SEAT_LETTERS, seats, strict=False)
        if seat.is_human and seat.portrait_key
    }


def list_players(seats: Sequence[Seat]) -> tuple[list[str], list[str]]:
    """Return the names of seats, and the player keys that saves and records use."""
    return [seat.name for seat in seats], [seat.player or HUMAN for seat in seats]


def call_you(
    seats: tuple[Seat, ...], texts: Texts, own: Collection[str] | None = None
) -> tuple[Seat, ...]:
    """Rename the only human player to "You".

    Args:
        seats: The seats.
        texts: Translations.
        own: Rename only a player with one of these names; None for any name.
    """
    people = [seat for seat in seats if seat.is_human]
    if len(people) != 1 or (own is not None and people[0].name not in own):
        return seats
    return tuple([seat._replace(name=texts("You")) if seat.is_human else seat for seat in seats])


def observe_for_all(saved: SavedMatch) -> Any:
    """Return a spectator's observation of a saved match."""
    return saved.match.game.observe(saved.match.state, None)


def say_day_played(kept: RunningMatch, texts: Texts, today: date) -> str:
    """Return a phrase about the time of a match's last step, or that the match isn't saved yet."""
    if not kept.is_saved:
        return texts("not saved yet")
    if kept.day is None:
        return texts("date unknown")
    if kept.day == today and kept.time:
        hour, minute = kept.time.split(":")
        return texts("today, {hour}:{minute}", hour=hour, minute=minute)
    return describe_day(texts, kept.day, today)


def describe_standing(
    saved: SavedMatch, view: game_view.GameView, texts: Texts, begun: str = ""
) -> Sequence[str]:
    """Describe the standing of a saved match in texts of different lengths, the longest first.

    Args:
        saved: The match.
        view: View of its game.
        texts: Translations.
        begun: Text about the reason for which the match was started, such as a daily deal; "" for
            an ordinary match.
    """
    told = view.story.summarise_match(texts, observe_for_all(saved))
    each = zip(call_you(build_seats(saved), texts), told.counts, strict=False)
    if any(told.counts):
        standing = ", ".join(f"{seat.name}: {count}" for seat, count in each)
    else:
        standing = ""
    whole = " · ".join(filter(None, [told.rules, standing]))
    if begun:
        return f"{begun} · {standing or told.rules}", begun
    return whole, standing or told.rules, told.rules
