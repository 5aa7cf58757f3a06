"""Where matches begin, go on, are kept and end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from red7_desktop.app.library.library import Library, RunningMatch
from red7_desktop.games.registry import Catalogue, GameEntry
from red7_desktop.kit import game_view
from red7_desktop.kit.look.icons import HUMAN_PORTRAITS
from red7_desktop.kit.pages.notices import explain_error
from red7_desktop.kit.setup import MAX_DEAL_NUMBER, GameSetup, seat_players
from red7_desktop.kit.texts import Texts, describe_day
from red7_desktop.play.ai import Seat, Thinker, make_choosers, make_fallback_chooser
from red7_desktop.play.session import Change, Session
from red7_desktop.tabletop import records
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
from red7_desktop.tabletop.rounds import write_record

AI_SEED: Final = "ai_seed"
"""Under this key a save keeps the seed of the AI players' own chance."""
HINTS: Final = "hints"
"""Under this key, how many hints have been used, by the seats' letters."""
NO_HINTS: Final[Mapping[str, int]] = {}
OCCASION: Final = "occasion"
"""Under this key, by what the feature that began the match knows it."""
FACES: Final = "faces"
"""Under this key, the faces that people have chosen for their seats, by the seats' letters."""
DAY: Final = "day"
"""Under this key, the day on which the last step was taken."""
TRIED_OUT: Final = "tried out"
"""How the occasion of a match begins that was continued from a moment of a replay. The number of
the step and the replay's identity in the library follow."""
_OWN_KEYS: Final = frozenset({AI_SEED, HINTS, FACES, OCCASION, DAY})
AI_PAUSE: Final = 0.9
"""Seconds before each step of an AI player, at the normal speed."""
PATIENCE: Final = 6.0
"""Seconds after which an AI player that has not answered is given up: several times the longest
that one may think, for a machine that has much else to do."""


class MatchService:
    """Seats people and AI players at a match and has it stored after every step.

    Args:
        box: The games that there are.
        library: Stores matches.
        make_thinker: Makes where AI players think.
        new_number: Returns a random number below its argument.
        now: Returns the time in seconds.
        today: Returns the day.

    Attributes:
        on_over: Called with a match that is over or given up, and its identity in the library. It
            has its result written.
    """

    def __init__(
        self,
        box: Catalogue,
        library: Library,
        make_thinker: Callable[[], Thinker],
        new_number: Callable[[int], int],
        now: Callable[[], float],
        today: Callable[[], date],
    ) -> None:
        self.on_over: Callable[[Session, str], None] = lambda session, uid: None
        self._box = box
        self.library = library
        self._make_thinker = make_thinker
        self._new_number = new_number
        self._now = now
        self._today = today
        self._speed = 1.0
        self._again: tuple[GameEntry, tuple[Seat, ...], Options] | None = None
        self.session: Session | None = None
        self._uid: str | None = None
        self.people: set[str] = set()  # at any table since the start: a late fault may name them
        self._behind: Session | None = None

    def new_deal(self) -> int:
        return self._new_number(MAX_DEAL_NUMBER)

    def begin(self, setup: GameSetup, texts: Texts) -> Session:
        """Begin a new match. Raises TooManyMatchesError, or InvalidOptions."""
        if setup.seed is not None:
            seed = setup.seed
        else:
            seed = self.new_deal()
        row = self._box[setup.game]
        match = Match(row.rules(), row.face().setup.to_options(setup), seed)
        # Whoever plays a deal for an occasion meets opponents who choose alike.
        ai_seed = seed if setup.occasion else None
        seats = seat_players(setup, texts, row.players().levels)
        return self.play_on(match, seats, occasion=setup.occasion, ai_seed=ai_seed)

    def resume(self, uid: str | None = None) -> Session:
        """Continue a running match.

        Args:
            uid: Which one; None for the one that was played last.

        Raises:
            FileReadError: There is none.
            DamagedSaveError: Its text can't be read.
            LockHeld: Another copy of the program plays it.
        """
        self.leave()
        wanted = uid or self.library.last or ""
        saved = self.library.resume(wanted)
        ai_seed = saved.extra.get(AI_SEED, 0)
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
            # The program ended between the last step and the result.
            self.on_over(session, wanted)
        return session

    def play_on(
        self,
        match: Match,
        seats: tuple[Seat, ...],
        *,
        occasion: str = "",
        ai_seed: int | None = None,
    ) -> Session:
        """Play a match from where it stands, as a new one. Raises TooManyMatchesError.

        occasion: see `Session`. ai_seed: of the AI players' chance, where it is to be the same for
        everyone.
        """
        self.leave()
        uid = self.library.begin()
        if ai_seed is None:
            seed = self._new_number(1 << 31)
        else:
            seed = ai_seed
        return self._sit_down(uid, match, seats, seed, occasion=occasion)

    def look_at(self, session: Session) -> None:
        """Have a match on the table that is not played, and so is kept nowhere."""
        self.leave()
        self.session = self._note_people(session)
        session.pause = self._pause

    def look_back(self, session: Session) -> None:
        """Have what is over of the match on the table, which waits behind that as it stands."""
        behind = self.session
        uid = self._uid
        self.session = self._uid = None
        self.look_at(session)
        self._behind = behind
        self._uid = uid

    def go_back(self) -> Session | None:
        """Have the match on the table again that waits behind what is looked at; None for none."""
        if self._behind is not None and self.session is not None:
            self.session.close()
            self.session, self._behind = self._behind, None
            return self.session
        return None

    def is_open(self, session: Session) -> bool:
        """Whether a match is on the table, or waits behind what is looked at."""
        return session is self.session or session is self._behind

    @property
    def is_going_on(self) -> bool:
        """Whether a match waits behind what is looked at that is not over."""
        return self._behind is not None and bool(self._behind.to_act)

    def rematch(self) -> Session:
        """Begin another match of the same people, by the same rules, with a new deal.

        Raises TooManyMatchesError.
        """
        if self.session is not None:
            match = self.session.match
            self._again = self._box[match.game.name], self.session.seats, match.options
        if self._again is None:
            raise RuntimeError("no match has been played")
        row, seats, options = self._again
        return self.play_on(Match(row.rules(), options, self.new_deal()), seats)

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
        """Seat people and AI players. day: on which the match has ended. extra: see `Session`."""
        players = self._box[match.game.name].players()
        session = Session(
            match,
            seats,
            make_choosers(players, ai_seed, self._now),
            self._make_thinker(),
            self._pause,
            PATIENCE,
            make_fallback_chooser(players),
        )
        session.hints.update(hints)
        session.occasion = occasion
        session.extra.update(extra)
        known: dict[str, Any] = {AI_SEED: ai_seed}
        if occasion:
            known[OCCASION] = occasion
        if faces := _list_chosen_faces(seats):
            known[FACES] = faces

        def keep() -> None:
            session.day = day or self._today()
            told = {**session.extra, **known, DAY: session.day.isoformat()}
            if session.hints:
                used = {HINTS: dict(session.hints)}
            else:
                used = {}
            names, keys = list_players(session.seats)
            seated = [SeatInfo(name, key) for name, key in zip(names, keys, strict=True)]
            text = write_match(match, seated, {**told, **used})
            self.library.keep(uid, match.game.name, text, session.day)

        session.listen(lambda change: keep())
        session.listen(lambda change: self._attend(session, uid, change))
        keep()
        self.session = self._note_people(session)
        self._uid = uid
        return session

    def _note_people(self, session: Session) -> Session:
        self.people |= {seat.name for seat in session.seats if seat.is_person}
        return session

    def _attend(self, session: Session, uid: str, change: Change) -> None:
        """Report once that a match is over: with its last step, and not when others look at it."""
        if change.is_step and not session.to_act:
            self.on_over(session, uid)

    def leave(self) -> None:
        """Leave the table; a match that goes on stays in the library."""
        session = self._behind or self.session
        self._behind = self.session = None
        if session is not None:
            session.close()
            if self._uid is not None and session.to_act:
                self.library.leave(self._uid)
        self._uid = None

    def give_up(self) -> None:
        """Leave the table for good: the match is over."""
        session = self.session
        self.session = None
        if session is not None:
            session.close()
            if self._uid is not None and session.is_kept and session.to_act:
                self.on_over(session, self._uid)
        self._uid = None

    def abandon(self) -> None:
        """Stop thinking and leave everything else as it is: the program has met a fault."""
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
        if self.session is None:
            raise RuntimeError("no match is being played")
        match = self.session.match
        seats = self.session.seats
        names, players = list_players(seats)
        form = self._box[match.game.name].face().story.record_form
        return write_record(form, match, names, players, today)

    def record_writer(self, folder: Path, today: date) -> Callable[[], Path]:
        """Return what writes the record of the match, as it stands, in any thread.

        It writes a new file in a folder and gives that. Raises FileWriteError.
        """
        text = self.record(today)
        if self.session is not None:
            seed = self.session.match.seed
        else:
            seed = 0
        names = number_names(folder / f"{today.isoformat()}-deal-{seed}.red7")
        return partial(write_new, names, text.encode())


def occasion_of(saved: SavedMatch) -> str:
    """Return the occasion of a kept match, see `Session`; what makes no sense is none."""
    found = saved.extra.get(OCCASION)
    if isinstance(found, str):
        return found
    return ""


def is_tried_out(occasion: str) -> bool:
    """Return whether a match was continued from a replay: it is counted nowhere.

    >>> is_tried_out("tried out 12 20261128-1"), is_tried_out("daily 2026-11-28"), is_tried_out("")
    (True, False, False)
    """
    return occasion.startswith(TRIED_OUT)


def last_day_of(saved: SavedMatch) -> date | None:
    """Return the day on which a kept match was played last, None where it tells none."""
    with suppress(KeyError, TypeError, ValueError):
        return date.fromisoformat(saved.extra[DAY])
    return None


def hints_of(saved: SavedMatch) -> dict[str, int]:
    """Return how many hints a kept match tells of, by seat; what makes no sense counts nothing."""
    found = saved.extra.get(HINTS)
    pairs = found.items() if isinstance(found, dict) else ()
    return {key: n for key, n in pairs if key in SEAT_LETTERS and isinstance(n, int) and n > 0}


class Occasion(NamedTuple):
    """By what the part of the program that has begun a match knows it again.

    seed: of its deal. occasion: see `Session`, "" where that is not kept. day: on which it ended,
    None while it goes on.
    """

    game: str
    seed: int
    occasion: str = ""
    day: date | None = None


class SaveWords(NamedTuple):
    """Lines about a kept match. standing: "" where nothing is scored. trouble: "" where it reads.

    begun: what it was begun for, "" where it is a match like others.

    Of a match that cannot be read only `played` and `trouble` say something.
    """

    people: str
    rules: str
    standing: str
    played: str
    trouble: str
    begun: str = ""

    def sentence(self) -> str:
        return " · ".join(line for line in self if line)


def describe_save(
    kept: RunningMatch,
    texts: Texts,
    today: date,
    box: Catalogue,
    named: Callable[[Occasion], str],
    own: Collection[str],
) -> SaveWords:
    """Return what the list of running matches says of one.

    Args:
        kept: The match.
        texts: The language.
        today: So that "today" can be said.
        box: The games that there are.
        named: Returns what a match was begun for, "" for nothing else than to be played.
        own: What the person who plays here was called alone at tables.
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
    told = box[saved.match.game.name].face().story.match_line(texts, observe_for_all(saved))
    if kept.is_elsewhere:
        trouble = texts("It’s being played in another window.")
    else:
        trouble = ""
    seats = call_you(build_seats(saved), texts, own)
    people = texts.within("players", ", ").join(seat.name for seat in seats)
    begun = named(Occasion(saved.match.game.name, saved.match.seed, occasion_of(saved)))
    return SaveWords(people, told.rules, told.standing, played, trouble, begun)


def build_seats(saved: SavedMatch | ReplayedMatch | records.RecordHead) -> tuple[Seat, ...]:
    """Return the seats of a stored match as the session has them, with the faces of people."""
    extra = saved.extra if isinstance(saved, SavedMatch) else {}
    found = extra.get(FACES)
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
        letter: seat.face
        for letter, seat in zip(SEAT_LETTERS, seats, strict=False)
        if seat.is_person and seat.face
    }


def list_players(seats: Sequence[Seat]) -> tuple[list[str], list[str]]:
    """Return the names of seats, and what saves and records call their players."""
    return [seat.name for seat in seats], [seat.player or HUMAN for seat in seats]


def call_you(
    seats: tuple[Seat, ...], texts: Texts, own: Collection[str] | None = None
) -> tuple[Seat, ...]:
    """Return seats where who plays alone with AI players is "You". own: only by these names."""
    people = [seat for seat in seats if seat.is_person]
    if len(people) != 1 or (own is not None and people[0].name not in own):
        return seats
    return tuple([seat._replace(name=texts("You")) if seat.is_person else seat for seat in seats])


def observe_for_all(saved: SavedMatch) -> Any:
    """Return what a spectator may know of a kept match."""
    return saved.match.game.observe(saved.match.state, None)


def say_day_played(kept: RunningMatch, texts: Texts, today: date) -> str:
    """Return when a running match was played last, or that it isn't saved."""
    if not kept.is_saved:
        return texts("not saved yet")
    if kept.day is None:
        return texts("date unknown")
    if kept.day == today and kept.time:
        hour, minute = kept.time.split(":")
        return texts("today, {hour}:{minute}", hour=hour, minute=minute)
    return describe_day(texts, kept.day, today)


def describe_standing(
    saved: SavedMatch, face: game_view.GameView, texts: Texts, begun: str = ""
) -> Sequence[str]:
    """Return ways to say how a kept match stands, the longest first.

    Args:
        saved: The match.
        face: The view of its game.
        texts: The language.
        begun: What it was begun for, "" for a match like others.
    """
    told = face.story.match_line(texts, observe_for_all(saved))
    each = zip(call_you(build_seats(saved), texts), told.counts, strict=False)
    if any(told.counts):
        standing = ", ".join(f"{seat.name}: {count}" for seat, count in each)
    else:
        standing = ""
    whole = " · ".join(filter(None, [told.rules, standing]))
    if begun:
        return f"{begun} · {standing or told.rules}", begun
    return whole, standing or told.rules, told.rules
