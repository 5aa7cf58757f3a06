"""Show played matches as replays, and list played and running matches."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from red7_desktop.app.feature import Feature, Navigator
from red7_desktop.app.library import matches
from red7_desktop.app.library.library import Library, RunningMatch
from red7_desktop.app.matches import match_desk
from red7_desktop.app.replay import chances, dock, film, timeline
from red7_desktop.app.table.mode import TableMode
from red7_desktop.games.registry import GameEntry
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.pages import forms, notices, page
from red7_desktop.kit.present import story
from red7_desktop.kit.storage import BackgroundTask, JobProgress, Worker
from red7_desktop.kit.table_model import TableModel
from red7_desktop.kit.texts import describe_day
from red7_desktop.kit.ui import Screen, Ui
from red7_desktop.play import ai, replay, session
from red7_desktop.scene import node
from red7_desktop.scene.boxes import column, row
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.widgets import button, fields, scroll, widget
from red7_desktop.tabletop import game, match, player
from red7_desktop.tabletop.files import FileReadError, FileWriteError, read_text
from red7_desktop.tabletop.records import (
    MAX_RECORD_LENGTH,
    UNFINISHED,
    InvalidRecord,
    RecordHead,
    read_head,
)
from red7_desktop.tabletop.rounds import read_record

_LOG: Final = logging.getLogger(__name__)
_PINNED_FILTER: Final = "pinned"
"""Key of the filter for pinned matches. The keys of the other filters are names of games."""
MAX_FILE_BYTES: Final = 4 * MAX_RECORD_LENGTH
"""Maximum size of a record's file, in bytes."""


class PlayedMatch(NamedTuple):
    """A finished match in the list of played matches.

    Attributes:
        uid: Identity of the match in the library.
        is_pinned: Whether the record is kept without limit.
        head: Parsed header of the record, or None if the record is unreadable.
        curve: Winning chances of the person who plays at this computer, () if unknown. x is the
            share of the match played so far, y the chance, both from 0 to 1.
        ended: Time of the last step, "HH:MM", or "" if unknown.
    """

    uid: str
    is_pinned: bool
    head: RecordHead | None
    curve: tuple[Vec, ...] = ()
    ended: str = ""


def list_played(library: Library) -> tuple[PlayedMatch, ...]:
    """Return the finished matches with a stored record, newest first."""
    fallback: list[matches.MatchRow] = []
    return tuple([_describe_played(row) for row in library.read(matches.list_played, fallback)])


def _describe_played(row: matches.MatchRow) -> PlayedMatch:
    head = None
    try:
        head = read_head(row.text)
    except InvalidRecord as error:
        _LOG.warning("a record is damaged: line %s, %s", error.line, error.field)
    return PlayedMatch(row.uid, bool(row.is_pinned), head, _parse_curve(row.curve), row.ended)


def _parse_curve(text: str) -> tuple[Vec, ...]:
    with suppress(ValueError):
        parts = [float(each) for each in text.split()]
        if all(0.0 <= part <= 1.0 for part in parts):
            return tuple([Vec(x, y) for x, y in zip(parts[::2], parts[1::2], strict=True)])
    return ()


def list_winners(head: RecordHead) -> list[int]:
    """Return the seats that won a recorded match, or none if it wasn't finished."""
    if head.result == UNFINISHED:
        winners = ""
    else:
        winners = head.result.partition(" ")[0]
    return [seat for seat in range(len(head.seats)) if game.SEAT_LETTERS[seat] in winners]


def list_counts(head: RecordHead) -> list[int]:
    """Return each seat's final points, or [] if the record's header doesn't contain them."""
    counts = [int(each) for each in head.result.rpartition(" ")[2].split("-") if each.isdigit()]
    if len(counts) == len(head.seats):
        return counts
    return []


def _get_winning_margin(head: RecordHead) -> int:
    """Return by how many points the winner of a recorded match was ahead of the runner-up.

    Returns:
        The difference; 0 if the record contains no points, or if several seats have won.
    """
    counts = list_counts(head)
    winners = list_winners(head)
    if not counts or len(winners) != 1:
        return 0
    own_count = counts.pop(winners[0])
    return min([abs(each - own_count) for each in counts])


_CURVE_SIZE: Final = Size(116.0, 56.0)
_HEADING_MIN_WIDTH: Final = 420.0
"""Minimum text width at which the list of matches shows results in the font size of a heading.

In design units at zoom 1."""
_MAX_JUDGED_MATCHES: Final = 8
"""Maximum number of matches for which the verdicts on their turns are cached."""


class JudgedMatch(NamedTuple):
    """Cached verdicts on the choices that players made in a match.

    Attributes:
        log: Entries of the match for which the verdicts are valid.
        choices: Background search for the choices in the match, see `replay.RecordedChoices`.
        judged: Verdicts on the choices judged so far, by step; None if a choice can't be judged.
    """

    log: tuple[match.Entry, ...]
    choices: BackgroundTask[replay.RecordedChoices]
    judged: dict[int, player.Appraisal | None]


def _find_recorded_choices(row: GameEntry, session: replay.ReplaySession) -> replay.RecordedChoices:
    match = session.played
    seats = range(len(session.seats))
    moments = story.list_review_moments(row.view(), match, seats)
    return replay.sort_choices(match, moments, session.timeline, row.players())


class TrialMode(TableMode):
    """Controls the table of a match that was started from a position of a replay.

    The table's title says that the match doesn't count in the statistics. Leaving the table returns
    to the replay.
    """

    def __init__(self, ui: Ui, leave: Callable[[], None]) -> None:
        super().__init__(node.Node(name="trial"))
        self.title = ui.texts("Tried out, doesn’t count")
        self.leave = leave

    def adapt_model(self, model: TableModel) -> TableModel:
        return model.with_occasion(self.title)


class Replays(Feature):
    """Open records from the list, from files and from the clipboard as replays.

    Records are read in the background. Call `tick` once a frame.

    Attributes:
        filter_key: Filter of the list: the name of a game, "pinned", or "" for all matches.
    """

    filter_key = ""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.library = navigator.library
        self.worker = Worker("replays")
        self._camera = film.Camera(navigator, self.worker)
        self._progress = JobProgress()
        self._waiting: page.ProgressDialog | None = None
        self._opening: (
            tuple[BackgroundTask[match.ReplayedMatch], str, str | None, Screen] | None
        ) = None
        self._opened_from_list = False
        self._judged_matches: dict[Hashable, JudgedMatch] = {}
        self._opened: tuple[str, replay.ReplaySession] | None = None
        self._awaiting_curve: tuple[str, replay.ReplaySession, replay.MatchReview] | None = None
        self._restore_table: Callable[[Any], None] = lambda table: None
        self._tried: tuple[str, replay.ReplaySession] | None = None
        self._goal = 0  # Step to show first in the replay that is being loaded.

    def close(self) -> None:
        self.worker.close()

    # -- opening -----------------------------------------------------------------------------

    def show(self) -> None:
        self._opened_from_list = True
        self.navigator.show(RecordsScreen(self))

    def review_running_match(self, restore: Callable[[Any], None]) -> None:
        """Show the running match as a replay, shortly before the step that decided it.

        The replay opens at the last choice that a human player made before or at the decisive step.
        If only AI players play, the choices of all seats count. The running match waits until the
        replay is closed.

        Args:
            restore: Function that restores the view of the running match's table.
        """
        match_service = self.navigator.match_service
        played = match_service.session
        if played is None:
            return
        session = replay.ReplaySession(match.RecordedMatch(played.match), played.seats)
        view = self.catalogue[played.match.game.name].view()
        decisive_step = story.find_decision(view, session.played)
        seats = timeline.list_commented_seats(session)
        moments = story.list_review_moments(view, session.played, seats)
        moments_before = [each for each in moments if each.begin <= decisive_step]
        for last in moments_before[-1:]:
            session.set_viewer(last.seat)
            session.go_to(last.begin)
        match_service.open_replay(session)
        self._restore_table = restore
        self.navigator.open_table(session)

    def leave(self) -> None:
        waiting_session = self.navigator.match_service.close_replay()
        if waiting_session is not None:
            self.navigator.open_table(waiting_session, self._restore_table)
        elif self._opened_from_list:
            self.show()
        else:
            self.navigator.show_matches()

    def open_file(self, file: Path) -> None:
        """Load the record in a file in the background and show its match."""
        self._opened_from_list = False
        self._open(lambda: self._parse_match(read_text(file, MAX_FILE_BYTES)), file.name, None)

    def open_played(self, uid: str) -> None:
        """Load a match from the list in the background and show it."""
        self._opened_from_list = True
        self._open(partial(self._read_played, uid), self.ui.texts("This match"), uid)

    def open_clipboard(self) -> None:
        """Load the record in the clipboard in the background and show its match."""
        self._opened_from_list = False
        text = notices.SystemClipboard().paste()
        self._open(partial(self._parse_match, text), self.ui.texts("The clipboard"), None)

    def _open(self, read: Callable[[], match.ReplayedMatch], name: str, uid: str | None) -> None:
        if self._opening is not None:
            message = self.ui.texts("{name} wasn’t opened: one replay at a time.", name=name)
            self.ui.stage.toasts.show(message, style="warning")
            return
        message = self.ui.texts("Opening {name}…", name=name)
        self._progress = JobProgress()
        self._waiting = page.ProgressDialog(self.ui, message, self._progress)
        self._opening = self.worker.submit(read), name, uid, self.navigator.screen

    def _read_played(self, uid: str) -> match.ReplayedMatch:
        fallback: matches.MatchRow | None = None
        row = self.library.read(partial(matches.find_played, uid=uid), fallback)
        if row is None:
            file = self.navigator.paths.library
            raise FileReadError(file, "missing", "there is no such match any more")
        return self._parse_match(row.text)

    def _parse_match(self, text: str) -> match.ReplayedMatch:
        name = read_head(text).game
        if name not in self.catalogue:
            raise InvalidRecord(1, "game", name, f"must be one of {', '.join(self.catalogue)}")
        row = self.catalogue[name]
        return read_record(row.view().story.record_form, text, row.rules())

    def describe(self, head: RecordHead | None) -> tuple[str, str]:
        """Describe a recorded match in two lines.

        Returns:
            The first line is the result. The second line is the game's name, followed by the reason
            for which the match was started, such as a daily deal.
        """
        texts = self.ui.texts
        if head is None:
            return texts("This replay can’t be read"), ""
        title = head.game
        if title in self.catalogue:
            title = self.catalogue[title].view().title(texts)
        occasion = self.navigator.name_occasion(
            match_desk.Occasion(head.game, head.seed, day=head.day)
        )
        return self._describe_result(head), " · ".join(filter(None, (title, occasion)))

    def day_of(self, head: RecordHead | None) -> str:
        """Return the day of a recorded match in words, or "" if the record is unreadable."""
        if head:
            return describe_day(self.ui.texts, head.day, self.navigator.today())
        return ""

    def seats_of(self, head: RecordHead) -> tuple[ai.Seat, ...]:
        """Return a recorded match's seats with portraits.

        If the user was the match's only human player, the name of the user's seat is "You".
        """
        profile = self.navigator.profile
        seats = profile.with_portraits(match_desk.build_seats(head))
        return match_desk.call_you(seats, self.ui.texts, profile.seat_names)

    def _describe_result(self, head: RecordHead) -> str:
        texts = self.ui.texts
        winners = list_winners(head)
        names = [seat.name for nth, seat in enumerate(self.seats_of(head)) if nth in winners]
        if not names:
            return texts("Not finished")
        joined_names = texts.in_context("players", ", ").join(names)
        lead = _get_winning_margin(head)
        if names == [texts("You")]:
            if lead:
                return texts("You won by {n}", n=lead)
            return texts("You won")
        if lead:
            return texts("{names} won by {n}", names=joined_names, n=lead)
        return texts("{names} won", names=joined_names)

    # -- on the table ------------------------------------------------------------------------

    def make_mode(self, session: session.Session) -> dock.ReplayMode | None:
        if not isinstance(session, replay.ReplaySession):
            return None
        judging = self._build_judging(session)
        self._awaiting_curve = None
        if self._opened is not None and self._opened[1] is session:
            self._awaiting_curve = self._opened[0], session, judging
        try_out = partial(self._try_out, session)
        return dock.ReplayMode(self.navigator, session, judging, self._camera, try_out, self.leave)

    # -- matches started from a replay -------------------------------------------------------

    def make_trial_mode(self, session: session.Session) -> TrialMode:
        """Create the controller for the table of a match that was started from a replay.

        The table says that the match doesn't count. Leaving the table returns to the replay.
        """
        return TrialMode(self.ui, partial(self.return_from, session.occasion))

    def _try_out(
        self, shown: replay.ReplaySession, begun: match.Match, seats: tuple[ai.Seat, ...]
    ) -> None:
        """Start a new match from the position that a replay shows.

        The match's `occasion` stores which replay and which of its steps the user comes from, for
        the way back.
        """
        uid = ""
        if self._opened is not None and self._opened[1] is shown:
            uid = self._opened[0]
        occasion = f"{match_desk.TRIED_OUT_PREFIX} {shown.at} {uid}".strip()
        self._tried = occasion, shown
        match_service = self.navigator.match_service
        self.navigator.start_match(
            lambda: match_service.continue_as_new_match(begun, seats, occasion=occasion)
        )

    def return_from(self, occasion: str) -> None:
        """Leave a match that was started from a replay, and show that replay again.

        The replay opens at the step from which the match was started. After a restart of the
        program, the replay is loaded from the library. If the replay isn't in the library, the page
        of running matches is shown instead.

        Args:
            occasion: The match's `occasion`, as stored when the match was started.
        """
        numbers = occasion.removeprefix(match_desk.TRIED_OUT_PREFIX).split()
        at = int(numbers[0]) if numbers and numbers[0].isdecimal() else 0
        if self._tried is not None and self._tried[0] == occasion:
            shown = self._tried[1]
            again = replay.ReplaySession(shown.played, shown.seats)
            if self._opened is not None and self._opened[1] is shown:
                self._opened = self._opened[0], again
            again.set_viewer(shown.viewer)
            self._show_replay(again, at)
        elif len(numbers) > 1:
            self._goal = at
            self.navigator.show_matches()
            self.open_played(numbers[1])
        else:
            self.navigator.show_matches()

    def _show_replay(self, shown: replay.ReplaySession, at: int) -> None:
        shown.go_to(min(at, shown.timeline.last))
        self.navigator.match_service.show_unsaved(shown)
        self.navigator.open_table(shown)

    def _build_judging(self, session: replay.ReplaySession) -> replay.MatchReview:
        match = session.played
        row = self.catalogue[session.match.game.name]
        key = match.game.name, match.seed, repr(match.state_at(0))
        known = self._judged_matches.pop(key, None)
        if known is None or known.log != match.log:
            can_appraise = row.players().judge is not None
            find_choices = partial(_find_recorded_choices, row, session)
            if can_appraise:
                choices = self.worker.submit(find_choices)
            else:
                choices = BackgroundTask.done(replay.NO_CHOICES)
            is_continued = known is not None and known.log == match.log[: len(known.log)]
            if known is not None and is_continued:
                judged = known.judged
            else:
                judged = {}
            known = JudgedMatch(match.log, choices, judged)
        self._judged_matches[key] = known
        while len(self._judged_matches) > _MAX_JUDGED_MATCHES:
            del self._judged_matches[next(iter(self._judged_matches))]
        return replay.MatchReview(
            lambda: self.navigator.make_reviewer(match),
            lambda: known.choices.result() if known.choices.is_done else None,
            known.judged,
            timeline.list_commented_seats(session),
        )

    def _save_complete_curve(self) -> None:
        """Save the chance curve of the person at this computer once all their choices are judged.

        In a match without people, this is the curve of the first seat.
        """
        if self._awaiting_curve is None:
            return
        uid, session, judging = self._awaiting_curve
        own = timeline.list_commented_seats(session)[0]
        found = judging.choices
        if found is None:
            return
        if all(at in judging.reviews for at, each in found.by_step.items() if each.seat == own):
            self._awaiting_curve = None
            lines = replay.build_lines(found, judging.reviews, session.timeline, own)
            points = [Vec(at / session.timeline.last, y) for line in lines for at, y in line]
            curve = " ".join([f"{x:.3f} {y:.3f}" for x, y in points])
            self.library.write(partial(matches.put_curve, uid=uid, curve=curve))

    # -- called once a frame -----------------------------------------------------------------

    @property
    def needs_tick(self) -> bool:
        is_reading = self._opening is not None and not self._opening[0].is_done
        return is_reading or self._camera.needs_tick

    def tick(self) -> None:
        """Show the loaded match or an error message, unless the user has left the screen.

        While a page or dialog covers the screen, the result waits until it closes.
        """
        self._update_waiting_dialog()
        stage = self.ui.stage
        is_covered = stage.focus.scope not in (stage.root, self.navigator.screen.node)
        self._camera.tick(is_covered=is_covered)
        self._save_complete_curve()
        if self._opening is None or not self._opening[0].is_done or is_covered:
            return
        reading, name, uid, screen = self._opening
        self._opening = None
        goal, self._goal = self._goal, 0
        if screen is not self.navigator.screen:
            return
        try:
            replayed = reading.result()
        except (InvalidRecord, FileReadError) as error:
            self._show_error(error, name)
        else:
            if uid is None and not self.ui.can_show(*[seat.name for seat in replayed.seats]):
                texts = self.ui.texts
                why = texts("{name}: a player’s name can’t be displayed.", name=name)
                page.show_message(self.ui, texts("Can’t open this replay"), why)
                return
            session = replay.ReplaySession(replayed.match, match_desk.build_seats(replayed))
            if uid is None:
                self._opened = None
            else:
                self._opened = (uid, session)
            self._show_replay(session, goal)

    def _update_waiting_dialog(self) -> None:
        """Update the progress dialog, and close it after the load or a cancellation."""
        if self._opening is None or self._waiting is None:
            return
        if self._progress.is_cancelled:
            self._opening = None
        if self._opening is None or self._opening[0].is_done:
            self._waiting.close()
            self._waiting = None
        else:
            self._waiting.tick()

    def _show_error(self, error: InvalidRecord | FileReadError, name: str) -> None:
        """Show a message about an error in a record, with the number of the line."""
        texts = self.ui.texts
        if isinstance(error, FileReadError):
            message = texts("{name}: {why}", name=name, why=notices.explain_error(error, texts))
        else:
            _LOG.warning("no record: %s", error)
            message = texts("{name}: error in line {line}", name=name, line=error.line)
        page.show_message(self.ui, texts("This isn’t a replay"), message)


class RecordsScreen(forms.ListPage):
    """A page with the played matches, newest first, loaded in the background."""

    least = 250.0
    first = "paste"

    def __init__(self, replays: Replays) -> None:
        navigator = replays.navigator
        super().__init__(navigator.ui, "records", on_leave=navigator.close_records)
        self._replays = replays
        self._records: tuple[PlayedMatch, ...] | None = None
        self._load()

    def _load(self) -> None:
        """Load the list of played matches in the background, after all pending writes."""
        self.load(self._read(), self._show)

    def _read(self) -> BackgroundTask[tuple[PlayedMatch, ...]]:
        library = self._replays.library
        return library.load(partial(list_played, library))

    def _show(self, records: tuple[PlayedMatch, ...]) -> None:
        if self._records is None and records:
            self.first = "open 1"
        self._records = records

    @property
    def _filters(self) -> list[tuple[str, str]]:
        """The filters that match at least one record, as keys and labels."""
        texts = self.ui.texts
        records = self._records or ()
        played = {each.head.game for each in records if each.head is not None}
        catalogue = self._replays.navigator.catalogue
        kinds = [("", texts.in_context("matches", "All"))]
        kinds += [
            (name, catalogue[name].view().title(texts)) for name in catalogue if name in played
        ]
        if any(each.is_pinned for each in records):
            kinds.append((_PINNED_FILTER, texts.in_context("matches", "Pinned")))
        return kinds

    def _filter_records(self) -> list[PlayedMatch]:
        records = list(self._records or ())
        kind = self._replays.filter_key
        if kind == _PINNED_FILTER:
            return [each for each in records if each.is_pinned] or records
        return [each for each in records if each.head and each.head.game == kind] or records

    def _choose_filter(self, kind: str) -> None:
        self.ui.animate_change(page.PAGE_OPENING)
        self._replays.filter_key = kind
        self.rebuild("kind")

    def _write_and_reload(self, job: Callable[[sqlite3.Connection], None]) -> None:
        """Write a change to the library and load the list again."""
        changing = self._replays.library.write(job, is_noted=False)

        def show(records: tuple[PlayedMatch, ...]) -> None:
            if isinstance(changing.error, FileWriteError):
                self._replays.navigator.notices.record_not_changed(changing.error)
            self._show(records)

        self.load(self._read(), show)

    # -- the page ----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.ui.texts("Played matches")

    @property
    def empty_text(self) -> str | None:
        if self._records:
            return None
        if self._records is None:
            return ""
        return self.ui.texts("No matches played yet.")

    def build_head(self, width: float) -> node.Node | None:
        kinds = self._filters
        if len(kinds) < 3:
            if self._records or self._records is None:
                return None
            return self._note(width)
        if self._replays.filter_key in dict(kinds):
            kind = self._replays.filter_key
        else:
            kind = ""
        choice = fields.ChoiceControl(
            self.look, kinds, kind, self._choose_filter, width=width, name="kind"
        )
        choice.caption = self.ui.texts("Show")
        return choice

    def _note(self, width: float) -> node.Node:
        texts = self.ui.texts
        words = texts("Keeps your last {n} matches and all pinned ones.", n=matches.KEPT_RECORDS)
        dropped = texts("Drop a replay file on the window to open it.")
        open_it = self._replays.open_clipboard
        paste = self.button(texts("From the clipboard"), open_it, name="paste")
        return self.note(f"{words} {dropped}", width, paste)

    def view(self, sheet: node.Node, room: Rect, name: str) -> None:
        records = self._filter_records()
        gap = self.look.theme.sizes.gap
        width = room.w - scroll.ScrollView.bar_room * self.zoom
        days = [self._replays.day_of(record.head) for record in records]
        begins = [day not in ("", before) for before, day in pairwise(["", *days])]

        def make(number: int) -> node.Node:
            if number == len(records):
                return self._note(width)
            card = self._card(number + 1, records[number], width)
            day = days[number]
            words = widget.Label(self.look, day[:1].upper() + day[1:], "row", name="day")
            if begins[number]:
                return column(words, 0.5 * gap, card)
            return card

        height_of = {is_first: make(begins.index(is_first)).size.h for is_first in set(begins)}
        heights = [height_of[is_first] for is_first in begins]
        view = scroll.RowList(
            self.look,
            room.size,
            [*heights, self._note(width).size.h],
            make,
            gap=gap,
            animator=self.animator,
            name=name,
            position=room.position,
        )
        sheet.add(view)

    def _card(self, number: int, record: PlayedMatch, width: float) -> widget.Panel:
        result, details = self._replays.describe(record.head)
        details = " · ".join(filter(None, (record.ended, details)))
        head = record.head
        people = None
        if head is not None:
            seats = self._replays.seats_of(head)
            people = forms.build_people(
                self.ui, seats, width, list_counts(head), list_winners(head)
            )

        def words(room: float) -> node.Node:
            if room >= _HEADING_MIN_WIDTH * self.zoom:
                style = "heading"
            else:
                style = "row"
            lines = column(
                # Two lines in the style "note" are no higher than a portrait, so all rows of the
                # list have the same height.
                widget.Label(self.look, result, style, max_width=room, wraps=True),
                widget.Label(self.look, details, "note", max_width=room),
                gap=2.0 * self.zoom,
                name="words",
            )
            size = _CURVE_SIZE.scaled(self.zoom)
            gap = self.look.theme.sizes.gap
            if len(record.curve) < 2 or lines.size.w + gap + size.w > room:
                return lines
            tone = self.look.theme.colour("accent")
            return row(lines, chances.build_small_curve(tone, record.curve, size), width=room)

        buttons = self._buttons(number, record)
        card = self.card(f"record {number}", words, buttons, width, people)
        _set_spoken_names(buttons, result, details)
        return card

    def _buttons(self, number: int, record: PlayedMatch) -> list[button.Button]:
        texts = self.ui.texts
        colour = self.look.theme.colour
        watch = self.button(
            texts("Watch"),
            partial(self._replays.open_played, record.uid),
            enabled=record.head is not None,
            name=f"open {number}",
        )
        write = partial(matches.pin, uid=record.uid, is_pinned=not record.is_pinned)
        pin = self.button(
            "",
            partial(self._write_and_reload, write),
            icon=build_icon("pin", colour("accent" if record.is_pinned else "text_soft")),
            style="quiet",
            name=f"pin {number}",
            caption=texts("Unpin") if record.is_pinned else texts("Pin"),
        )
        ask = partial(self._confirm_delete, record)
        return [watch, pin, self.cross(f"delete {number}", ask, caption=texts("Delete"))]

    def _confirm_delete(self, record: PlayedMatch) -> None:
        texts = self.ui.texts
        replays = self._replays
        match = " · ".join(
            filter(None, (*replays.describe(record.head), replays.day_of(record.head)))
        )
        delete = partial(matches.drop_record, uid=record.uid)
        question = texts("Delete this replay?")
        _ask_to_delete(self.ui, question, match, lambda: self._write_and_reload(delete))


def _set_spoken_names(buttons: Sequence[button.Button], *match: str) -> None:
    """Append the match's name to each button's spoken name for the screen reader."""
    for each in buttons:
        each.caption = ", ".join(filter(None, (each.spoken.name, *match)))


def _ask_to_delete(ui: Ui, question: str, match: str, delete: Callable[[], None]) -> None:
    texts = ui.texts
    words = texts("This can’t be undone: {match}.", match=match)
    page.ask(ui, question, words, yes=texts("Delete"), no=texts("Keep it"), on_yes=delete)


_BUTTON_WIDTH: Final = 210.0


class MatchesScreen(forms.ListPage):
    """A page with one card for each running match.

    The match that was played last has the focus at first.
    """

    least = 380.0

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator.ui, "matches", on_leave=navigator.show_title)
        self._navigator = navigator
        self._kept: tuple[RunningMatch, ...] | None = None
        self.load(navigator.library.load(navigator.library.list_running), self._show)

    def _show(self, running: tuple[RunningMatch, ...]) -> None:
        self._kept = running
        ready = (number for number, each in enumerate(running, 1) if _can_continue(each))
        self.first = f"continue {next(ready, 0)}"

    @property
    def title(self) -> str:
        return self.ui.texts("Matches")

    @property
    def empty_text(self) -> str | None:
        if self._kept is None:
            return ""
        return None

    def content(self, width: float) -> node.Node:
        gap = self.look.theme.sizes.gap
        numbered = enumerate(self._kept or (), 1)
        cards = (self._card(number, each, width) for number, each in numbered)
        return column(self._note(width), *cards, gap=gap, name="content")

    def _note(self, width: float) -> node.Node:
        texts = self.ui.texts
        show = self._navigator.show_records
        message = texts("Matches are saved after every move until they end.")
        if not self._navigator.has_records:
            return self.note(message, width)
        played = self.button(texts("Played matches"), show, name="played")
        return self.note(message, width, played)

    def _card(self, number: int, running: RunningMatch, width: float) -> widget.Panel:
        summary = self._navigator.describe_match(running)
        game = ""
        if running.saved is not None:
            game = (
                self._navigator.catalogue[running.saved.match.game.name].view().title(self.ui.texts)
            )
        lines = (
            (summary.people, "heading"),
            (summary.purpose, "body"),
            (" · ".join(filter(None, (game, summary.rules))), "body"),
            (summary.standing, "body"),
            (summary.trouble, "body"),
            (summary.played, "note"),
        )

        def words(room: float) -> node.Node:
            labels = (
                widget.Label(self.look, line, fitted, max_width=room, wraps=True)
                for line, style in lines
                for fitted in [self._choose_fitting_style(line, style, room)]
                if line
            )
            return column(*labels, gap=4.0 * self.zoom, name="words")

        people = self._people(running, width)
        buttons = self._buttons(number, running)
        card = self.card(f"match {number}", words, buttons, width, people)
        _set_spoken_names(buttons, summary.people, game, summary.purpose or summary.played)
        return card

    def _people(self, running: RunningMatch, width: float) -> node.Node | None:
        """Return the players' portraits, each with the player's points or number of cards left.

        None if the match can't be read.
        """
        saved = running.saved
        navigator = self._navigator
        if saved is None:
            return None
        story = navigator.catalogue[saved.match.game.name].view().story
        counts = story.summarise_match(self.ui.texts, match_desk.observe_for_all(saved)).counts
        seats = navigator.profile.with_portraits(match_desk.build_seats(saved))
        return forms.build_people(self.ui, seats, width, counts)

    def _choose_fitting_style(self, line: str, style: str, room: float) -> str:
        """Return the largest text style in which every word fits into the width.

        Long names may need the smallest one.
        """
        for each in (style, "body", "small"):
            if all(widget.Label(self.look, word, each).size.w <= room for word in line.split()):
                return each
        return "note"

    def _buttons(self, number: int, running: RunningMatch) -> list[button.Button]:
        texts = self.ui.texts
        is_first = self.first == f"continue {number}"
        resume = self.button(
            texts("Continue"),
            partial(self._navigator.resume, running.uid),
            style="primary" if is_first else "plain",
            size=Size(_BUTTON_WIDTH * self.zoom if self.zoom < 1.3 else 0.0, 0.0),
            enabled=_can_continue(running),
            name=f"continue {number}",
        )
        delete = self.cross(
            f"delete {number}",
            partial(self._confirm_delete, running),
            texts("Delete"),
            enabled=not running.is_in_use,
        )
        return [resume, delete]

    # -- deleting ----------------------------------------------------------------------------

    def _confirm_delete(self, running: RunningMatch) -> None:
        question = self.ui.texts("Delete this match?")
        match = self._navigator.describe_match(running).sentence()
        _ask_to_delete(self.ui, question, match, partial(self._delete, running.uid))

    def _delete(self, uid: str) -> None:
        matches_shown = self._kept or ()
        index = [kept.uid for kept in matches_shown].index(uid)
        if self._navigator.delete_match(uid):
            matches_shown = tuple([kept for kept in matches_shown if kept.uid != uid])
        self._kept = matches_shown
        if not matches_shown:
            self.leave()
            return
        self.rebuild(f"continue {min(index + 1, len(matches_shown))}")


def _can_continue(kept: RunningMatch) -> bool:
    return kept.saved is not None and not kept.is_in_use
