"""Who plays here; keeps matches for people. For any thread.

All that touches the file is done in a thread of its own.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from itertools import count
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any, Final, NamedTuple, TypeVar

from red7_desktop.app.feature import Feature, Navigator
from red7_desktop.app.matches import match_desk, match_store
from red7_desktop.app.profile import achievements, profile_store, statistics, streaks
from red7_desktop.app.replay.replays import LONGEST_FILE, list_records
from red7_desktop.games.registry import Box
from red7_desktop.kit.look.icons import OWN_FACES
from red7_desktop.kit.pages import notices, page
from red7_desktop.kit.storage import ENDING, BackgroundTask, Worker
from red7_desktop.play.session import Session
from red7_desktop.tabletop import game, records
from red7_desktop.tabletop.files import (
    CannotRead,
    CannotWrite,
    InvalidValue,
    move_aside,
    number_names,
    read_text,
    remove,
    write_atomically,
    write_new,
)
from red7_desktop.tabletop.match import DamagedSave, SavedMatch

FORGOTTEN: Final = "forgotten"
"""The kind of events that name matches which went on when everyone was forgotten, by their deals:
what is deleted does not come back as long as they go on."""


class SlotMatch(NamedTuple):
    """A match of people in a slot, and the day on which it was played last."""

    saved: SavedMatch
    day: date

    @property
    def is_over(self) -> bool:
        return self.saved.match.game.result(self.saved.match.state) is not None

    @property
    def forgotten(self) -> statistics.ProfileEvent:
        match = self.saved.match
        return statistics.ProfileEvent(FORGOTTEN, match.game.name, str(match.seed), self.day, "")

    def is_forgotten(self, events: Iterable[statistics.ProfileEvent]) -> bool:
        own = self.forgotten
        return any((each.kind, each.game, each.key) == own[:3] for each in events)

    def facts(self, box: Box) -> statistics.MatchFacts:
        saved, hints = self.saved, match_desk.hints_of(self.saved)
        names, players = zip(*[(seat.name, seat.player) for seat in saved.seats], strict=True)
        used = {game.SEAT_LETTERS.index(letter): n for letter, n in hints.items()}
        face = box[saved.match.game.name].face()
        return statistics.build_match_facts(saved.match, face, names, players, self.day, used)


def list_slots(folder: Path, read: Callable[[int], SavedMatch]) -> Iterator[SlotMatch]:
    """Return the matches of people in the slots, be they over or not.

    folder: of the slots. read: gives the match of a slot; raises CannotRead, DamagedSave.
    """
    slots = match_store.SaveSlots(folder)
    for number in sorted(slots.used()):
        with suppress(CannotRead, DamagedSave, OverflowError, OSError, ValueError):
            saved = read(number)
            day = match_desk.last_day_of(saved) or date.fromtimestamp(slots.written(number))
            if saved.match.revision and match_store.HUMAN in [each.player for each in saved.seats]:
                yield SlotMatch(saved, day)


def read_recorded_facts(folder: Path, box: Box, after: int = 0) -> Iterator[statistics.MatchFacts]:
    """Return what the kept records tell, the oldest first; one that does not replay tells none.

    How many hints were used is not in them. after: leaves out those up to this number.
    """
    for file in [file for number, file in list_records(folder) if number > after]:
        try:
            text = read_text(file, LONGEST_FILE)
            row = box[records.read_head(text).game]
            face = row.face()
            match, seats, day = face.story.replay(text, row.rules())
        except (CannotRead, records.InvalidRecord, KeyError):
            continue
        players = [seat.player for seat in seats]
        if match_store.HUMAN in players:
            yield statistics.build_match_facts(
                match, face, [seat.name for seat in seats], players, day, {}
            )


_SPARE: Final = 64_000
"""Bytes: room for what is done in a long evening."""
_AGAIN: Final = 1.0
"""Seconds between two tries to write what could not be written."""
T = TypeVar("T")
NewFacts = tuple[Sequence[statistics.MatchFacts], Sequence[statistics.ProfileEvent]]
Tell = Callable[[Callable[[], statistics.ProfileSnapshot]], NewFacts]
"""Gives what is to be written; it is given what finds out what is known of who plays here."""
_LOG = logging.getLogger(__name__)


class ProfileBook(NamedTuple):
    """What the pages show: everyone, who is chosen, that person's sums by game, and events."""

    people: tuple[statistics.Person, ...]
    chosen: statistics.Person
    games: Mapping[str, statistics.GameSums]
    events: tuple[statistics.ProfileEvent, ...] = ()


class Profiles(Feature):
    """Reads and writes what is kept of people. Call `tick` once a frame."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._looking: BackgroundTask[Any] | None = None
        self._own = navigator.profile
        self._paths = navigator.paths
        self.folder = self._paths.profiles
        self._store = profile_store.ProfileStore(
            self._paths.profile,
            partial(read_recorded_facts, self._paths.played, self.box),
            self._find_newest_record,
        )
        # What is read in between says nothing about a disk that is full.
        self._worker = Worker("profile keeper", is_telling_again=False)
        self.do = self._worker.do
        self.do(self._catch_up)
        self._late: list[Tell] = []
        self._is_closing = False
        self._awaited: tuple[BackgroundTask[Any], Callable[[Any], None]] | None = None
        self.achievement_tracker = achievements.AchievementTracker(
            self.ui, self.box, self.navigator.match_service, self._store.note, self.today
        )

    def today(self) -> date:
        return self.navigator.today()

    # -- in the background -------------------------------------------------------------------

    def _catch_up(self) -> None:
        for file in self._paths.late:
            self._worker.attempt(partial(self._take_in_late, file))
        newest, known = self._find_newest_record(), self._store.find_newest_record()
        for facts in read_recorded_facts(self._paths.played, self.box, known):
            self._worker.attempt(partial(self._store.keep, facts))
        if newest != known:
            self._worker.attempt(partial(self._store.note_newest_record, newest))
        for each in self._list_slots(self._store.read_events()):
            # Ended between its last step and what is kept of it. One that doesn't tell its day
            # would be another match when it is opened, and is counted then.
            if each.is_over and match_desk.last_day_of(each.saved) is not None:
                self._worker.attempt(partial(self._store.keep, each.facts(self.box)))
        if not self._paths.spare.exists():
            with suppress(CannotWrite):  # random, or the disk would press it
                write_atomically(self._paths.spare, os.urandom(_SPARE // 2).hex())

    def _take_in_late(self, file: Path) -> None:
        try:
            kept = profile_store.read_profile(file)
        except (CannotRead, InvalidValue) as error:
            _LOG.warning("%s: what came late cannot be read: %s", file.name, error)
            with suppress(CannotWrite):
                move_aside(file)
        else:
            self._store.take_in(kept, is_own=True)
            remove(file)

    def _find_newest_record(self) -> int:
        return max([number for number, _ in list_records(self._paths.played)], default=0)

    def _keep(self, job: Callable[[], T]) -> BackgroundTask[T]:
        def write() -> T:
            self._write_late()
            return job()

        return self._worker.keep(write)

    def _keep_surely(self, tell: Tell) -> BackgroundTask[None]:
        """Write something soon, or as soon as that can be: someone else may hold the file now."""
        return self._worker.keep(lambda: self._write_or_wait(tell))

    def _write_or_wait(self, tell: Tell) -> None:
        self._late.append(tell)
        if not self._is_closing or len(self._late) == 1:
            self._write_late()

    def _write_late(self) -> None:
        while self._late:
            tell = self._late.pop(0)
            try:
                matches, events = tell(self._look)
                for facts in matches:
                    self._store.keep(facts)
                for event in events:
                    self._store.note(event)
                    self._own.wrote(event)
            except CannotWrite:
                self._late.insert(0, tell)
                raise

    def keep(self, session: Session) -> None:
        match, seats, day = session.match, session.seats, session.day
        face = self.box[match.game.name].face()
        names, players = match_store.list_players(seats)
        hints = {game.SEAT_LETTERS.index(letter): used for letter, used in session.hints.items()}

        def tell(look: Callable[[], statistics.ProfileSnapshot]) -> NewFacts:
            seen = look()
            facts = statistics.build_match_facts(match, face, names, players, day, hints)
            self.achievement_tracker.sums = {}
            feats = achievements.find_feats(
                self.box, match, facts, seen.person.name, seen.events, day
            )
            return [facts], feats

        self._keep_surely(tell)
        self.read()

    def look_who_plays(self) -> None:
        self._looking = self._worker.keep(self._look)

    def _look(self) -> statistics.ProfileSnapshot:
        seen = self._store.look()
        self._own.learn(seen)
        return seen

    def write(self, event: statistics.ProfileEvent) -> None:
        def settle() -> None:
            seen = self._look()
            if event.outcome == streaks.BEGUN:
                return
            if seen.person.number in self.achievement_tracker.sums:
                self.achievement_tracker.settle(seen.person.number, seen.events)
                self._look()
            else:
                self._read()

        self._keep_surely(lambda look: ([], [event]))
        self._looking = self._worker.keep(settle)

    def read(self) -> BackgroundTask[ProfileBook]:
        return self._worker.keep(self._read)

    def _read(self) -> ProfileBook:
        kept = self._store.read()
        running = [
            each.facts(self.box).with_people(kept.people, kept.chosen)
            for each in self._list_slots([event for _, event in kept.events])
            if not each.is_over
        ]
        matches = sorted((*kept.matches, *running), key=lambda match: match.day)
        kept = kept._replace(matches=tuple(matches))
        chosen = next(person for person in kept.people if person.number == kept.chosen)
        events = tuple([event for by, event in kept.events if by == chosen.number])
        games = {}
        for name, row in self.box.items():
            strengths = {key: each.elo for key, each in row.players().measured.items()}
            games[name] = statistics.compute_sums(kept, chosen.number, name, strengths)
        self.achievement_tracker.sums = {chosen.number: games}
        events = self.achievement_tracker.settle(chosen.number, events)
        self._look()
        return ProfileBook(kept.people, chosen, games, events)

    def _forgetting(self, change: Callable[[], T]) -> T:
        self.achievement_tracker.sums = {}
        return change()

    # -- changes -----------------------------------------------------------------------------

    def choose(self, person: statistics.Person) -> None:
        self._keep(lambda: self._store.choose(person.number))
        self.look_who_plays()

    def change(self, person: statistics.Person) -> None:
        self._keep(lambda: self._store.change(person))

    def add(self) -> None:
        """Add a person without a name, who plays from now on."""
        self._keep(lambda: self._store.add(""))
        self.look_who_plays()

    def delete(self, person: statistics.Person) -> None:
        """Forget a person; someone else plays from now on if that was the one who does."""
        self._keep(lambda: self._forgetting(lambda: self._store.delete(person.number)))

    def delete_all(self) -> None:
        self._keep(lambda: self._forgetting(self._forget_all))
        self.look_who_plays()

    def _list_slots(self, gone: Iterable[statistics.ProfileEvent]) -> list[SlotMatch]:
        found = list_slots(self._paths.saves, self.navigator.match_service.store.saved_in)
        return [each for each in found if not each.is_forgotten(gone)]

    def _forget_all(self) -> None:
        there = self._list_slots(self._store.read_events())
        self._store.delete_all()
        for each in there:
            self._store.note(each.forgotten)

    # -- elsewhere and back ------------------------------------------------------------------

    def take_along(self) -> None:
        day = self.today().isoformat()
        writing = self._worker.keep(lambda: self._write(day))
        self._await(writing, self.navigator.notices.record_saved)

    def _write(self, day: str) -> Path:
        text = profile_store.write_profile(self._store.read())
        return write_new(number_names(self.folder / f"{day}{ENDING}"), text.encode())

    def find_newest_file(self) -> Path | None:
        with suppress(OSError):
            files = list(self.folder.glob(f"*{ENDING}"))
            return max(files, key=lambda file: file.stat().st_mtime, default=None)
        return None

    def bring(self, file: Path, then: Callable[[], None] = lambda: None) -> None:
        """Add what a file holds to what is kept; `then` runs afterwards."""
        texts = self.ui.texts
        if self._awaited is not None:
            words = texts("{name} wasn’t imported: one file at a time.", name=file.name)
            self.ui.stage.toasts.show(words, style="warning")
            return

        def tell(count: int) -> None:
            words = texts.plural("{n} match has been added.", "{n} matches have been added.", count)
            self.ui.stage.toasts.show(words)
            then()

        def take_in(kept: statistics.ProfileData) -> int:
            self._worker.attempt(self._write_late)
            return self._worker.attempt(lambda: self._forgetting(lambda: self._store.take_in(kept)))

        def check(kept: statistics.ProfileData) -> None:
            if self.ui.can_show(*[person.name for person in kept.people]):
                self._await(self.do(partial(take_in, kept)), tell)
                return
            why = texts("{name}: a player’s name can’t be displayed.", name=file.name)
            page.show_message(self.ui, texts("Import"), why)

        self._await(self.do(partial(profile_store.read_profile, file)), check)

    def _await(self, task: BackgroundTask[T], tell: Callable[[T], None]) -> None:
        self._awaited = task, tell

    # -- in the course of time ---------------------------------------------------------------

    @property
    def is_waiting(self) -> bool:
        is_done = self._awaited is None and self._looking is None
        return not is_done or self.achievement_tracker.is_waiting

    def tick(self) -> None:
        if self._looking is not None and self._looking.is_done:
            self._looking = None
        self.navigator.notices.profile_not_kept(self._worker.take_trouble())
        self.achievement_tracker.tick()
        if self._awaited is None or not self._awaited[0].is_done:
            return
        (task, tell), self._awaited = self._awaited, None
        texts = self.ui.texts
        match task.error:
            case None:
                tell(task.result())
            case InvalidValue(place=place, why=why):
                words = texts("{place}: {why}", place=place, why=why)
                page.show_message(self.ui, texts("This isn’t a profile file"), words)
            case CannotRead() as error:
                words = notices.explain_error(error, texts)
                page.show_message(self.ui, texts("This isn’t a profile file"), words)

    def close(self) -> None:
        self._is_closing = True
        self._worker.keep(self._write_late)
        self.do(self._store.close)
        self._worker.close()
        with suppress(CannotWrite):
            self._leave_late()
        if self._late:
            Thread(target=self._go_on_trying, name="late events", daemon=True).start()

    def _leave_late(self) -> None:
        """Leave what could not be written beside the database; the next start takes it in."""
        if not self._late:
            return
        nobody = statistics.Person(1, "", statistics.COLOURS[0], OWN_FACES[0])
        seen = self._own.known or statistics.ProfileSnapshot(nobody, (), people=(nobody,))
        told, number = [tell(lambda: seen) for tell in self._late], seen.person.number
        matches = [one.with_people(seen.people, number) for facts, _ in told for one in facts]
        late = [event for _, events in told for event in events]
        # With those that are alike and have been written: taken in, each counts once.
        known = [event for event in self._own.events if event in late]
        events = [(number, event) for event in (*known, *[d for d in late if d not in known])]
        kept = statistics.ProfileData(seen.people, number, tuple(matches), tuple(events))
        names = (self._paths.saves / f"late-{nth}{ENDING}" for nth in count(1))
        remove(self._paths.spare)
        write_new(names, profile_store.write_profile(kept).encode())
        self._late.clear()

    def _go_on_trying(self) -> None:
        """Try again and again: after a fault, another program goes on in this process."""
        while self._late:
            sleep(_AGAIN)
            with suppress(CannotWrite):
                self._write_late()
        self._store.close()
