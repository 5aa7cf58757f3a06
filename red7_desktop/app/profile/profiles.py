"""Loads and changes the profiles of players in the library, and stores results of matches.

The library is the program's database. A background thread loads the profiles, after all writes that
were queued before.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from heapq import merge
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from red7_desktop.app.feature import Feature, Navigator
from red7_desktop.app.library import exchange, people
from red7_desktop.app.library.library import RunningMatch
from red7_desktop.app.matches import match_desk
from red7_desktop.app.profile import achievements, statistics, streaks
from red7_desktop.kit.pages import notices, page
from red7_desktop.kit.storage import (
    COLLECTION_PAUSE,
    PROFILE_SUFFIX,
    BackgroundTask,
    Cancelled,
    JobProgress,
)
from red7_desktop.play.ai import Seat
from red7_desktop.play.session import Session
from red7_desktop.tabletop import game, match
from red7_desktop.tabletop.files import (
    FileReadError,
    FileWriteError,
    InvalidValue,
    number_names,
    write_new,
)
from red7_desktop.tabletop.rounds import write_record

T = TypeVar("T")


class ProfilePageData(NamedTuple):
    """The contents of the profile pages.

    Attributes:
        people: All players.
        chosen: The current player.
        games: Statistics of the current player, by game.
        daily: Results of the current player in daily deals, by game.
        standings: Progress of achievements, () if the player hasn't done anything yet.
    """

    people: tuple[statistics.PlayerProfile, ...]
    chosen: statistics.PlayerProfile
    games: Mapping[str, statistics.GameStatistics]
    daily: Mapping[str, streaks.DailyRecord]
    standings: tuple[achievements.AchievementProgress, ...]


class _EndedMatch(NamedTuple):
    """A finished or abandoned match.

    Attributes:
        uid: Identifier.
        match: The match at its end.
        seats: The players.
        day: Date of the last step.
        hints: Number of used hints for each seat, by the seat's letter.
    """

    uid: str
    match: match.Match
    seats: Sequence[Seat]
    day: date
    hints: Mapping[str, int]


class Profiles(Feature):
    """Asynchronous access to the profiles in the library; call `tick` once a frame.

    Attributes:
        folder: Folder for exported profiles.
        achievement_tracker: Finds new achievements.
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.folder = navigator.paths.profiles
        self._library = navigator.library
        self._own = navigator.profile
        self._reading: BackgroundTask[Any] | None = None
        self._task: tuple[BackgroundTask[Any], Callable[[Any], None]] | None = None
        self._progress_dialog: page.ProgressDialog | None = None
        self._unconfirmed: list[statistics.ProfileEvent] = []
        self.run_in_background = self._library.load
        self.achievement_tracker = achievements.AchievementTracker(
            self.ui, self.catalogue, self.navigator.match_service, self._put_event, self.today
        )
        self.run_in_background(self._finish_ended)

    def today(self) -> date:
        return self.navigator.today()

    # -- the end of a match --------------------------------------------------------------------

    def finish(self, session: Session, uid: str) -> None:
        """Store a finished match in the background: its record, and its data for the statistics."""
        snapshot = match.RecordedMatch(session.match)
        hints = dict(session.hints)
        self._finish(_EndedMatch(uid, snapshot, session.seats, session.day, hints))
        self.read()

    def _finish(self, ended: _EndedMatch) -> None:
        view = self.catalogue[ended.match.game.name].view()
        names, players = match_desk.list_players(ended.seats)
        is_counted = any(seat.is_human for seat in ended.seats)

        def end(db: sqlite3.Connection) -> str:
            facts = self._count(ended)
            chosen = people.ensure_default_player(db)
            seated = facts.with_people(people.list_players(db), chosen)
            people.put_match(db, seated, is_counted=is_counted)
            seen = people.read_snapshot(db)
            feats = achievements.find_feats(
                self.catalogue, ended.match, facts, seen.person.name, seen.events, ended.day
            )
            for event in feats:
                people.put_event(db, event, chosen)
            form = view.story.record_form
            return write_record(form, ended.match, names, players, ended.day)

        self._library.finish(ended.uid, end)

    def _count(self, ended: _EndedMatch) -> statistics.MatchFacts:
        view = self.catalogue[ended.match.game.name].view()
        names, players = match_desk.list_players(ended.seats)
        hints = {game.SEAT_LETTERS.index(letter): n for letter, n in ended.hints.items()}
        return statistics.build_match_facts(
            ended.uid, ended.match, view, names, players, ended.day, hints
        )

    def _finish_ended(self) -> None:
        """Store results of matches whose last step was written just before the program ended."""
        for kept in self._library.list_running():
            is_counted = kept.saved is not None and not _is_tried_out(kept)
            if is_counted and not kept.is_in_use:
                ended = _describe_running(kept)
                if ended.match.game.result(ended.match.state) is not None:
                    self._finish(ended)

    # -- reading -------------------------------------------------------------------------------

    def read_current_player(self) -> None:
        """Start to load the default player's profile and statistics in the background.

        The result is stored in the profile object that the whole program shares.
        """
        self._reading = self.run_in_background(self._read_snapshot)

    def _read_snapshot(self) -> statistics.ProfileSnapshot | None:
        # Copy the list before reading the library. An event that is added meanwhile may be missing
        # in the snapshot, so it must stay in the list.
        pending_events = list(self._unconfirmed)
        is_written = not self._library.is_unsaved
        unread: statistics.ProfileSnapshot | None = None
        seen = self._library.read(people.read_snapshot, unread)
        if seen is not None:
            for event in pending_events if is_written else ():
                self._unconfirmed.remove(event)
                self._own.confirm_written(event)
            self._own.update(seen)
        return seen

    def read(self) -> BackgroundTask[ProfilePageData]:
        """Read everything that the profile pages show, in the background."""
        return self.run_in_background(self._read)

    def _read(self) -> ProfilePageData:
        seen = self._read_snapshot()
        if seen is None:
            file = self.navigator.paths.library
            raise FileReadError(file, "failed", "the library can't be read")
        chosen = seen.person
        running = [self._count_running(kept, seen) for kept in self._list_counted()]
        games = {}
        for name, row in self.catalogue.items():
            strengths = {key: each.elo for key, each in row.players().strengths.items()}
            own = [facts for facts in running if facts.game == name]
            add_up = partial(_compute_statistics, game=name, running=own, chosen=chosen.number)
            empty = statistics.GameStatistics()
            games[name] = self._library.read(partial(add_up, strengths=strengths), empty)
        self.achievement_tracker.statistics = {chosen.number: games}
        events = seen.events
        if not self._library.is_unsaved:
            events = self._settle(chosen.number, events)
        account = self.achievement_tracker.facts(games, events)
        has_begun = events or any(each.played or each.tallies for each in games.values())
        if has_begun:
            standings = achievements.list_progress(account)
        else:
            standings = ()
        daily = {name: streaks.read_daily_record(events, name) for name in self.catalogue}
        return ProfilePageData(seen.people, chosen, games, daily, standings)

    def _settle(
        self, number: int, events: tuple[statistics.ProfileEvent, ...]
    ) -> tuple[statistics.ProfileEvent, ...]:
        """Find and store a player's new achievements.

        Returns:
            The player's events, followed by the events of the new achievements.
        """
        stored = self.achievement_tracker.store_new(number, events)
        if stored != events:
            self._library.flush()
            self._read_snapshot()
        return stored

    def _list_counted(self) -> list[RunningMatch]:
        """Return the unfinished matches whose finished rounds already count in the statistics."""
        return [kept for kept in self._library.list_running() if _counts_while_running(kept)]

    def _count_running(
        self, kept: RunningMatch, seen: statistics.ProfileSnapshot
    ) -> statistics.MatchFacts:
        facts = self._count(_describe_running(kept))
        return facts.with_people(seen.people, seen.person.number)

    # -- changes -------------------------------------------------------------------------------

    def write(self, event: statistics.ProfileEvent) -> None:
        """Store an event of the current player."""
        self._put_event(event)
        # Add an event only after its write has been queued: the next read of the profile assumes
        # that all events in this list are written.
        self._unconfirmed.append(event)

        def settle() -> None:
            seen = self._read_snapshot()
            if event.outcome == streaks.STARTED or seen is None:
                return
            number = seen.person.number
            if number in self.achievement_tracker.statistics and not self._library.is_unsaved:
                self._settle(number, seen.events)
            else:
                self._read()

        self._reading = self.run_in_background(settle)

    def _put_event(self, event: statistics.ProfileEvent) -> None:
        def put(db: sqlite3.Connection) -> None:
            people.put_event(db, event, people.ensure_default_player(db))

        self._library.write_with_retry(put)

    def choose(self, person: statistics.PlayerProfile) -> None:
        """Make a player the current one."""
        self._change(partial(people.choose_person, number=person.number))
        self.read_current_player()

    def _change(self, job: Callable[[sqlite3.Connection], object]) -> None:
        """Queue a change of the players.

        An empty library first gets the default player, whom the pages already show.

        Args:
            job: Makes the change, given a connection in a transaction.
        """

        def change(db: sqlite3.Connection) -> None:
            people.ensure_default_player(db)
            job(db)

        self._library.write(change)

    def change(self, person: statistics.PlayerProfile) -> None:
        """Store a player's changed name, colour or portrait."""
        self._change(partial(people.update_player, person=person))

    def add(self) -> None:
        """Add a player without a name and make it the current one."""
        self._change(lambda db: people.choose_person(db, people.add_person(db, "")))
        self.read_current_player()

    def delete(self, person: statistics.PlayerProfile) -> None:
        """Delete a player. If this was the current player, the library chooses another."""
        self.achievement_tracker.statistics = {}
        self._library.write(partial(people.delete_person, number=person.number))

    def delete_all(self) -> None:
        """Delete all players and statistics."""
        self.achievement_tracker.statistics = {}
        self._library.write(people.delete_everyone)
        self.read_current_player()

    # -- export and import ---------------------------------------------------------------------

    def export_profile(self) -> None:
        """Export all players with their statistics and events to a file, and show its path."""
        day = self.today().isoformat()
        self._await(
            self.run_in_background(lambda: self._write(day)), self.navigator.notices.record_saved
        )

    def _write(self, day: str) -> Path:
        file = self.folder / f"{day}{PROFILE_SUFFIX}"
        try:
            with self._library.reading() as db:
                text = exchange.write_profile(people.read_all(db))
        except FileReadError as error:
            raise FileWriteError(file, error.code, error.why) from error
        return write_new(number_names(file), text.encode())

    def find_newest_file(self) -> Path | None:
        """Return the newest profile in the export folder, None if there is none."""
        with suppress(OSError):
            found = list(self.folder.glob(f"*{PROFILE_SUFFIX}"))
            return max(found, key=lambda file: file.stat().st_mtime, default=None)
        return None

    def import_profile(self, file: Path, then: Callable[[], None] = lambda: None) -> None:
        """Import a profile in the background, unless another import is running.

        A long import shows its progress and can be cancelled.

        Args:
            file: File with the profile.
            then: Called after a successful import.
        """
        texts = self.ui.texts
        progress = JobProgress()
        if self._task is not None:
            words = texts("{name} wasn’t imported: one file at a time.", name=file.name)
            self.ui.stage.toasts.show(words, style="warning")
            return

        def show_result(count: int) -> None:
            words = texts.plural("{n} match has been added.", "{n} matches have been added.", count)
            self.ui.stage.toasts.show(words)
            then()

        def take_in(kept: statistics.ProfileData) -> int:
            self.achievement_tracker.statistics = {}
            job = partial(people.import_profile, kept=kept, progress=progress)
            try:
                return self._library.write(job, is_noted=False).result()
            finally:
                exchange.release_profile(kept)

        def check(kept: statistics.ProfileData) -> None:
            if self.ui.can_show(*[person.name for person in kept.people]):
                self._await(self.run_in_background(partial(take_in, kept)), show_result)
                return
            self.run_in_background(partial(exchange.release_profile, kept))
            why = texts("{name}: a player’s name can’t be displayed.", name=file.name)
            page.show_message(self.ui, texts("Import"), why)

        COLLECTION_PAUSE.begin()
        words = texts("Importing {name}…", name=file.name)
        self._progress_dialog = page.ProgressDialog(self.ui, words, progress)
        self._await(self.run_in_background(partial(exchange.read_profile, file, progress)), check)

    def _await(self, task: BackgroundTask[T], show_result: Callable[[T], None]) -> None:
        self._task = task, show_result

    def cancel_work(self) -> None:
        if self._progress_dialog is not None:
            self._progress_dialog.cancel()
            COLLECTION_PAUSE.end()

    # -- called once a frame -------------------------------------------------------------------

    @property
    def needs_tick(self) -> bool:
        is_done = self._task is None and self._reading is None
        return not is_done or self.achievement_tracker.needs_tick

    def tick(self) -> None:
        if self._reading is not None and self._reading.is_done:
            self._reading = None
        self.achievement_tracker.tick()
        if self._progress_dialog is not None:
            self._progress_dialog.tick()
        if self._task is None or not self._task[0].is_done:
            return
        task, tell = self._task
        self._task = None
        if task.error is not None:
            self._close_waiting()
        texts = self.ui.texts
        match task.error:
            case None:
                tell(task.result())
            case Cancelled():
                self.ui.stage.toasts.show(texts("Cancelled: nothing has been imported."))
            case InvalidValue(place=place, why=why):
                words = texts("{place}: {why}", place=place, why=why)
                page.show_message(self.ui, texts("This isn’t a profile file"), words)
            case FileReadError() as error:
                words = notices.explain_error(error, texts)
                page.show_message(self.ui, texts("This isn’t a profile file"), words)
            case FileWriteError() as error if error.path.suffix == PROFILE_SUFFIX:
                self.navigator.notices.profile_not_written(error)
            case FileWriteError() as error:
                self.navigator.notices.not_saved(error)
        if self._task is None:
            self._close_waiting()

    def _close_waiting(self) -> None:
        if self._progress_dialog is not None:
            self._progress_dialog.close()
            self._progress_dialog = None
            COLLECTION_PAUSE.end()


def _counts_while_running(kept: RunningMatch) -> bool:
    """Return whether the finished rounds of a running match count in profiles."""
    if not kept.is_counted or kept.saved is None or _is_tried_out(kept):
        return False
    has_people = match.HUMAN in [seat.player for seat in kept.saved.seats]
    return has_people and kept.saved.match.revision > 0


def _is_tried_out(kept: RunningMatch) -> bool:
    return kept.saved is not None and match_desk.is_tried_out(match_desk.occasion_of(kept.saved))


def _describe_running(kept: RunningMatch) -> _EndedMatch:
    """Return a running match in the form of an ended match, so that its finished rounds count.

    Raises:
        ValueError: The match can't be read.
    """
    saved = kept.saved
    if saved is None:
        raise ValueError("a match that can't be read")
    day = match_desk.last_day_of(saved) or kept.day or date.min
    seats = match_desk.build_seats(saved)
    return _EndedMatch(kept.uid, saved.match, seats, day, match_desk.hints_of(saved))


def _compute_statistics(
    db: sqlite3.Connection,
    game: str,
    running: Sequence[statistics.MatchFacts],
    chosen: int,
    strengths: statistics.Strengths,
) -> statistics.GameStatistics:
    """Compute statistics of a game, one match at a time, because there may be many thousands."""
    by_day = attrgetter("day")
    played: Iterator[statistics.MatchFacts] = merge(
        people.iterate_matches(db, game), sorted(running, key=by_day), key=by_day
    )
    return statistics.compute_statistics(played, chosen, strengths)
