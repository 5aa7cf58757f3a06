"""Leads to matches that have been played: keeps them, lists them, shows them on the table again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.app.match.autosave import HUMAN, build_seats
from red7_desktop.app.replay.dock import DockWays, ReplayMode
from red7_desktop.app.replay.film import Film
from red7_desktop.app.replay.kept_records import LONGEST_FILE, KeptRecord, RecordStore
from red7_desktop.app.replay.pictures import encode_png, write_picture
from red7_desktop.app.replay.remarks import list_commented_seats
from red7_desktop.kit.pages.clipboard import SystemClipboard
from red7_desktop.kit.pages.dialogs import show_message
from red7_desktop.kit.pages.notices import explain_error
from red7_desktop.kit.storage.worker import BackgroundTask
from red7_desktop.play.judging import Judging
from red7_desktop.play.outlook import NO_CHOICES, find_choices
from red7_desktop.play.replaying import ReplaySession
from red7_desktop.play.seats import Seat
from red7_desktop.tabletop.files import CannotRead, CannotWrite, read_text
from red7_desktop.tabletop.record_lines import InvalidRecord, read_head

if TYPE_CHECKING:
    from pathlib import Path

    from red7_desktop.app.around import Services
    from red7_desktop.games.registry import GameRow
    from red7_desktop.kit.pages.screen import Screen
    from red7_desktop.play.outlook import RecordedChoices
    from red7_desktop.play.session import Session
    from red7_desktop.scene.geometry import Rect
    from red7_desktop.tabletop.comparing import Appraisal
    from red7_desktop.tabletop.recorded import Replayed

_SHOWN: Final = 90
"""So many characters of somebody else's words are repeated."""

_MOST_KNOWN: Final = 8
"""Of so many matches it is kept what is known of their turns, while the program runs."""


@dataclass
class JudgedMatch:
    """What has been found out about a match: where choices were had, and what came of each."""

    choices: BackgroundTask[RecordedChoices]
    judged: dict[int, Appraisal | None] = field(default_factory=dict)


def _find_choices(row: GameRow, session: ReplaySession) -> RecordedChoices:
    """Find the choices in a match."""
    match, seats = session.played, range(len(session.seats))
    told = row.face().moments(match, seats, last_round_only=False)
    return find_choices(match, told, session.timeline, row.players().settled)


class Replays:
    """Opens records: of the list, of files and of the clipboard; reads them in the background.

    Call `tick` once a frame.
    """

    def __init__(self, around: Services) -> None:
        self._around = around
        self._kit = around.kit
        self._box = around.box
        self._notices = around.notices
        self._today = around.today
        self._keeper = RecordStore(around.paths.played)
        self._pictures = around.paths.pictures
        self._drawing: BackgroundTask[Path] | None = None
        self._film: Film | None = None
        self._opening: tuple[BackgroundTask[Replayed], str, Path | None, Screen] | None = None
        self._came_from_list = False
        self._known: dict[Hashable, JudgedMatch] = {}

    # -- keeping -----------------------------------------------------------------------------

    def keep(self, session: Session) -> None:
        """Keep the record of a match that is over or given up, if anything has happened in it."""
        match, seats, day = session.match, session.seats, self._today()
        if not match.revision:
            return
        face = self._box[match.game.name].face()
        names, players = [seat.name for seat in seats], [seat.player or HUMAN for seat in seats]
        label = f"{day.isoformat()}-deal-{match.seed}"
        self._keeper.keep(lambda: face.record(match, names, players, day), label)

    def close(self) -> None:
        """Write what is left and stop."""
        self._keeper.close()

    # -- opening -----------------------------------------------------------------------------

    def show(self) -> None:
        """Show the list of all that are kept."""
        from red7_desktop.app.replay.records_screen import RecordsActions, RecordsScreen

        self._came_from_list = True
        actions = RecordsActions(
            keeper=self._keeper,
            open=self.open_kept,
            paste=self.open_clipboard,
            back=self._around.matches.back,
            not_done=self._notices.record_not_changed,
            title=self._title_of,
            named=self._around.matches.named,
        )
        self._around.matches.ways.show(RecordsScreen(self._kit, actions))

    def leave(self) -> None:
        """Go back from a replay to where it was opened."""
        if self._came_from_list:
            self.show()
        else:
            self._around.matches.show()

    def open_kept(self, record: KeptRecord) -> None:
        """Show a match of the list."""
        self._open(partial(self._read_file, record.file), record.file.name, record.file)

    def open_file(self, file: Path) -> None:
        """Show the match in a file, wherever it lies."""
        self._came_from_list = False
        self._open(partial(self._read_file, file), file.name, file)

    def open_clipboard(self) -> None:
        """Show the match whose record has been copied."""
        text = SystemClipboard().paste()
        self._open(partial(self._replayed, text), self._kit.texts("The clipboard"), None)

    def _open(self, read: Callable[[], Replayed], name: str, file: Path | None) -> None:
        self._opening = self._keeper.do(read), name, file, self._around.screen()

    def _read_file(self, file: Path) -> Replayed:
        return self._replayed(read_text(file, LONGEST_FILE))

    def _replayed(self, text: str) -> Replayed:
        name = read_head(text).game
        if name not in self._box:
            raise InvalidRecord(1, "game", name, f"must be one of {', '.join(self._box)}")
        row = self._box[name]
        return row.face().replay(text, row.rules())

    def _title_of(self, game: str) -> str:
        return self._box[game].face().title(self._kit.texts) if game in self._box else game

    # -- on the table ------------------------------------------------------------------------

    def dock(self, session: ReplaySession) -> ReplayMode:
        """Make what drives a replay, below its table."""
        ways = DockWays(
            leave=self.leave,
            play_on=lambda: self.play_on(session),
            picture=self._keep_picture,
            film=partial(self._film_or_stop, session),
            is_filming=lambda: self._film is not None,
            judging=self._judging_of(session),
        )
        face = self._box[session.match.game.name].face()
        return ReplayMode(self._kit, face, session, ways)

    def _judging_of(self, session: ReplaySession) -> Judging:
        """Make what has all turns judged, or goes on where it has stopped when one was here."""
        match, row = session.played, self._box[session.match.game.name]
        key = match.game.name, match.seed, repr(match.state_at(0)), match.log
        known = self._known.pop(key, None)
        if known is None:
            can = row.players().appraise is not None
            find = partial(_find_choices, row, session)
            known = JudgedMatch(self._keeper.do(find) if can else BackgroundTask.done(NO_CHOICES))
        self._known[key] = known
        while len(self._known) > _MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return Judging(
            lambda: self._around.tables.reviewer_of(match),
            lambda: known.choices.result() if known.choices.is_done else None,
            known.judged,
            list_commented_seats(session),
        )

    def _seen(self, area: Rect) -> pygame.Surface | None:
        """Give the part of the window in which a rectangle of the stage is drawn."""
        window, view = self._around.pixels(), self._kit.stage.view
        if window is None:
            return None
        (left, top), (right, bottom) = map(view.to_pixels, (area.position, area.corners[2]))
        x, y = round(left), round(top)
        seen = pygame.Rect(x, y, round(right) - x, round(bottom) - y).clip(window.get_rect())
        return window.subsurface(seen)

    def _keep_picture(self, area: Rect) -> None:
        """Write a picture of what is seen in a rectangle of the stage; say where it is."""
        if (seen := self._seen(area)) is not None:
            pixels = seen.copy()
            self._write(lambda: encode_png(pixels), "table")

    def _write(self, make: Callable[[], bytes], kind: str) -> None:
        """Write what is made in another thread to a new file among the pictures."""
        folder, stem = self._pictures, f"{self._today().isoformat()}-{kind}"
        self._drawing = self._keeper.do(lambda: write_picture(make(), folder, stem))

    # -- filming -----------------------------------------------------------------------------

    def _film_or_stop(self, session: ReplaySession, area: Rect) -> None:
        """Film the round that is shown in a rectangle of the stage; where that is done, stop."""
        if self._film is not None:
            self._end_film(self._film)
            return
        if (first := self._seen(area)) is None:
            return
        size, screen = first.get_size(), self._around.screen()

        def see() -> pygame.Surface | None:
            """Give what is seen, while nothing else is and nobody has made the window another."""
            seen = self._seen(area) if self._around.screen() is screen else None
            return seen if seen is not None and seen.get_size() == size else None

        self._film = Film(session, see, self._keeper.do)

    def _end_film(self, film: Film) -> None:
        """Film no longer, and let the dock show that; have the file written of a whole film."""
        self._film = None
        film.session.go_to(film.session.at)
        if film.is_over and film.is_seen:
            self._write(film.file, "round")
        else:
            self._kit.stage.toasts.show(self._kit.texts("No film was made."))

    def _go_on_filming(self) -> None:
        film, stage = self._film, self._kit.stage
        if film is None or self._is_covered:
            return
        film.tick(stage.clock.now(), rests=stage.is_resting)
        if film.is_over:
            self._end_film(film)

    # -- in the course of time ---------------------------------------------------------------

    @property
    def is_waiting(self) -> bool:
        """Whether a record is being read, a round filmed, or a picture written."""
        is_reading = self._opening is not None and not self._opening[0].is_done
        return is_reading or self._film is not None or self._drawing is not None

    def tick(self) -> None:
        """Show what has been read, unless the person has gone elsewhere; tell of trouble.

        What lies open above the screen is not swept away: it comes when that is closed.
        """
        self._notices.record_not_kept(self._keeper.take_trouble())
        self._tell_of_picture()
        self._go_on_filming()
        if self._opening is None or not self._opening[0].is_done or self._is_covered:
            return
        (reading, name, file, screen), self._opening = self._opening, None
        if screen is not self._around.screen():
            return
        try:
            replayed = reading.result()
        except (InvalidRecord, CannotRead) as error:
            self._refuse(error, name, file)
        else:
            session = ReplaySession(replayed.match, build_seats(replayed))
            self._around.matches.desk.look_at(session)
            self._around.matches.ways.table(session)

    @property
    def _is_covered(self) -> bool:
        stage = self._kit.stage
        return stage.focus.scope not in (stage.root, self._around.screen().node)

    def _tell_of_picture(self) -> None:
        if self._drawing is None or not self._drawing.is_done:
            return
        drawing, self._drawing = self._drawing, None
        try:
            self._notices.record_saved(drawing.result())
        except CannotWrite as error:
            self._notices.picture_not_saved(error)

    def _refuse(self, error: InvalidRecord | CannotRead, name: str, file: Path | None) -> None:
        """Say what is wrong and where; of those that are kept, set aside what is damaged."""
        texts = self._kit.texts
        if isinstance(error, CannotRead):
            message = texts("{name}: {why}", name=name, why=explain_error(error, texts))
        else:
            why = f"{error.field} “{error.word}”: {error.why}"[:_SHOWN]
            message = texts("{name}, line {line}: {why}", name=name, line=error.line, why=why)
            if file is not None and error.field not in ("version", "game"):
                self._keeper.set_aside(file)
        show_message(self._kit, texts("This is no record that can be replayed"), message)

    # -- playing on --------------------------------------------------------------------------

    def play_on(self, session: ReplaySession) -> None:
        """Begin a match at the moment that is shown: whoever looks on, against AI players."""
        match, texts = session.played.played_again(session.at), self._kit.texts
        if match is None:
            words = texts("These cards were dealt by hand, so nobody can play on from here.")
            self._kit.stage.toasts.show(words, style="warning")
            return
        players = self._box[match.game.name].players()
        keys = [level.key for level in players.levels]
        usual = keys[len(keys) // 2]
        seats = []
        for number, seat in enumerate(session.seats):
            level = seat.player if seat.player in keys else usual
            seats.append(Seat(seat.name, None if number == session.viewer else level))
        matches = self._around.matches
        matches.begin(lambda: matches.desk.play_on(match, tuple(seats)))
