"""Records of matches: kept, listed, shown again.

A file's name begins with a number that grows, so that no clock decides which is older. That one is
pinned stands in its name too: nothing else has to be true for the folder to be read.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import pygame

from red7_desktop.app.matches.match_desk import Occasion
from red7_desktop.app.matches.match_store import HUMAN, build_seats
from red7_desktop.app.replay.dock import DockWays, ReplayMode
from red7_desktop.app.replay.film import Film, encode_png, write_picture
from red7_desktop.app.replay.timeline import list_commented_seats
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.pages.forms import Flow
from red7_desktop.kit.pages.notices import SystemClipboard, explain_error
from red7_desktop.kit.pages.page import Page, ask, show_message
from red7_desktop.kit.storage import BackgroundTask, Worker
from red7_desktop.kit.texts import numbers_of
from red7_desktop.play.ai import Seat
from red7_desktop.play.replay import (
    NO_CHOICES,
    Judging,
    RecordedChoices,
    ReplaySession,
    find_choices,
)
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.scroll import RowList, ScrollView
from red7_desktop.scene.widgets.widget import Label, Panel
from red7_desktop.tabletop.files import (
    CannotRead,
    CannotWrite,
    make_folder_for,
    move_aside,
    read_text,
    remove,
    rename,
    write_atomically,
)
from red7_desktop.tabletop.game import SEAT_LETTERS
from red7_desktop.tabletop.records import LONGEST, UNFINISHED, InvalidRecord, RecordHead, read_head

if TYPE_CHECKING:
    from pathlib import Path

    from red7_desktop.app.feature import Navigator
    from red7_desktop.games.registry import GameRow
    from red7_desktop.kit.ui import Screen, Ui
    from red7_desktop.play.session import Session
    from red7_desktop.tabletop.match import Replayed
    from red7_desktop.tabletop.player import Appraisal

T = TypeVar("T")


_LOG: Final = logging.getLogger(__name__)


MOST: Final = 200
"""So many are kept beside those that are pinned."""


EXTENSION: Final = ".red7"


LONGEST_FILE: Final = 4 * LONGEST
"""No file of a record is longer, in bytes."""


_PINNED: Final = ".pinned"


_NAME: Final = re.compile(r"(\d{6,9})-[^.]+(\.pinned)?\.red7")


class KeptRecord(NamedTuple):
    """A record that is kept. head: what its header tells, None where nobody here can read it."""

    file: Path
    is_pinned: bool
    head: RecordHead | None


class RecordStore:
    """Keeps records in a folder, all in one thread of its own, in the order in which it is asked.

    What it gives is a Task. Whoever shows things to people asks `take_trouble` now and then.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._worker = Worker("record keeper")
        self.do = self._worker.do
        self.take_trouble = self._worker.take_trouble
        self.close = self._worker.close

    def keep(self, write: Callable[[], str], label: str) -> None:
        """Keep a record that `write` gives; the oldest that is not pinned goes where it must.

        label: what is put into the file's name, without a dot.
        """
        self._worker.keep(lambda: self._keep(write, label))

    def listed(self) -> BackgroundTask[tuple[KeptRecord, ...]]:
        """Read the headers of all that are kept, the newest first; damaged ones are set aside."""
        return self.do(self._list)

    def pin(self, record: KeptRecord, *, is_pinned: bool) -> BackgroundTask[None]:
        """Keep a record for ever, or no longer. It fails with CannotWrite."""
        stem = record.file.name.removesuffix(EXTENSION).removesuffix(_PINNED)
        name = f"{stem}{_PINNED if is_pinned else ''}{EXTENSION}"
        return self.do(lambda: rename(record.file, record.file.with_name(name)))

    def delete(self, record: KeptRecord) -> BackgroundTask[None]:
        """Take a record away. It fails with CannotWrite."""
        return self.do(lambda: remove(record.file))

    def set_aside(self, file: Path) -> None:
        """Take a record out of the way that does not replay, if it is one of these."""
        if file.parent == self._folder:
            self.do(lambda: self._set_aside(file))

    # -- in the background -------------------------------------------------------------------

    def _keep(self, write: Callable[[], str], label: str) -> None:
        text, files = write(), self._files()
        newest = max([number for number, _ in files], default=0)
        file = self._folder / f"{newest + 1:06}-{label}{EXTENSION}"
        make_folder_for(file)
        write_atomically(file, text)
        self._prune()

    def _prune(self) -> None:
        passing = [file for _, file in self._files() if not _is_pinned(file)]
        for file in passing[:-MOST]:
            with suppress(CannotWrite):
                remove(file)

    def _list(self) -> tuple[KeptRecord, ...]:
        found = [self._look_at(file) for _, file in reversed(self._files())]
        return tuple([each for each in found if each is not None])

    def _look_at(self, file: Path) -> KeptRecord | None:
        try:
            return KeptRecord(file, _is_pinned(file), read_head(read_text(file, LONGEST_FILE)))
        except InvalidRecord as error:
            _LOG.warning("a kept record is damaged: line %s, %s", error.line, error.field)
            self._set_aside(file)
        except CannotRead as error:
            if error.code == "missing":
                return None
            if error.code in ("not_text", "too_large"):
                self._set_aside(file)
            else:
                return KeptRecord(file, _is_pinned(file), None)
        return None

    def _set_aside(self, file: Path) -> None:
        try:
            move_aside(file)
        except CannotWrite as error:
            _LOG.warning("a damaged record cannot be set aside: %s", error.code)

    def _files(self) -> list[tuple[int, Path]]:
        """List the files and their numbers, the oldest first."""
        found: list[tuple[int, Path]] = []
        with suppress(OSError):
            for file in self._folder.iterdir():
                named = _NAME.fullmatch(file.name)
                if named:
                    found.append((int(named[1]), file))
        return sorted(found)


def _is_pinned(file: Path) -> bool:
    return file.name.endswith(f"{_PINNED}{EXTENSION}")


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
    match, seats = session.played, range(len(session.seats))
    told = row.face().moments(match, seats, last_round_only=False)
    return find_choices(match, told, session.timeline, row.players().settled)


class Replays:
    """Opens records: of the list, of files and of the clipboard; reads them in the background.

    Call `tick` once a frame.
    """

    def __init__(self, navigator: Navigator) -> None:
        self._navigator = navigator
        self._kit = navigator.kit
        self._box = navigator.box
        self._notices = navigator.notices
        self._today = navigator.today
        self._keeper = RecordStore(navigator.paths.played)
        self._pictures = navigator.paths.pictures
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
        self._came_from_list = True
        actions = RecordsActions(
            keeper=self._keeper,
            open=self.open_kept,
            paste=self.open_clipboard,
            back=self._navigator.leave_records,
            not_done=self._notices.record_not_changed,
            title=self._title_of,
            named=self._navigator.name_occasion,
        )
        self._navigator.show(RecordsScreen(self._kit, actions))

    def leave(self) -> None:
        """Go back from a replay to where it was opened."""
        if self._came_from_list:
            self.show()
        else:
            self._navigator.show_matches()

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
        self._opening = self._keeper.do(read), name, file, self._navigator.screen

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
            lambda: self._navigator.make_reviewer(match),
            lambda: known.choices.result() if known.choices.is_done else None,
            known.judged,
            list_commented_seats(session),
        )

    def _seen(self, area: Rect) -> pygame.Surface | None:
        window, view = self._navigator.pixels, self._kit.stage.view
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
        size, screen = first.get_size(), self._navigator.screen

        def see() -> pygame.Surface | None:
            """Return what is seen, while nothing else is and nobody has made the window another."""
            seen = self._seen(area) if self._navigator.screen is screen else None
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
        if screen is not self._navigator.screen:
            return
        try:
            replayed = reading.result()
        except (InvalidRecord, CannotRead) as error:
            self._refuse(error, name, file)
        else:
            session = ReplaySession(replayed.match, build_seats(replayed))
            self._navigator.desk.look_at(session)
            self._navigator.open_table(session)

    @property
    def _is_covered(self) -> bool:
        stage = self._kit.stage
        return stage.focus.scope not in (stage.root, self._navigator.screen.node)

    def _tell_of_picture(self) -> None:
        if self._drawing is None or not self._drawing.is_done:
            return
        drawing, self._drawing = self._drawing, None
        try:
            self._notices.record_saved(drawing.result())
        except CannotWrite as error:
            self._notices.picture_not_saved(error)

    def _refuse(self, error: InvalidRecord | CannotRead, name: str, file: Path | None) -> None:
        """Return what is wrong and where; of those that are kept, set aside what is damaged."""
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
        desk = self._navigator.desk
        self._navigator.begin(lambda: desk.play_on(match, tuple(seats)))


_WIDE: Final = Size(1240.0, 1240.0)


_LEAST_WORDS: Final = 420.0
"""Where the words would have less room beside the buttons, at zoom 1, these stand below them."""


@dataclass(frozen=True)
class RecordsActions:
    """What the screen asks the program for.

    keeper: has the records. open: shows one on the table. paste: shows that on the clipboard.
    back: leaves. not_done: tells why one cannot be changed. title: what a game is called. named:
    what a match was begun for, "" for nothing else than to be played.
    """

    keeper: RecordStore
    open: Callable[[KeptRecord], None]
    paste: Callable[[], None]
    back: Callable[[], None]
    not_done: Callable[[CannotWrite], None]
    title: Callable[[str], str]
    named: Callable[[Occasion], str]


class RecordsScreen(Page):
    """Shows the newest record first. The list is read in the background."""

    first = "paste"

    def __init__(self, kit: Ui, actions: RecordsActions) -> None:
        super().__init__(kit, "records", on_leave=actions.back)
        self._actions = actions
        self._records: tuple[KeptRecord, ...] | None = None
        self._reading: BackgroundTask[tuple[KeptRecord, ...]] | None = actions.keeper.listed()
        self._changing: BackgroundTask[None] | None = None

    # -- in the background -------------------------------------------------------------------

    @property
    def is_waiting(self) -> bool:
        return self._reading is not None

    def tick(self, now: float) -> None:
        if self._reading is None or not self._reading.is_done:
            return
        records, self._reading = self._reading.result(), None
        changed, self._changing = self._changing, None
        error = None if changed is None else changed.error
        if isinstance(error, CannotWrite):
            self._actions.not_done(error)
        is_first = self._records is None
        self._records = records
        focus = self.kit.stage.focus
        self.rebuild(focus.place_in(self.node))
        goal = self._found(_name_node("open", records[0])) if is_first and records else None
        if goal is not None and goal.focusable:
            focus.give_in(self.node, goal)

    def _change(self, changing: BackgroundTask[None]) -> None:
        self._changing = changing
        self._reading = self._actions.keeper.listed()

    # -- the page ----------------------------------------------------------------------------

    def build(self) -> None:
        self.add_room()
        sheet = self.add_sheet(_WIDE)
        texts, gap = self.kit.texts, self.look.theme.sizes.gap
        y = self.add_head(sheet, texts("Played matches")) + 1.5 * gap
        width = sheet.size.w - 2 * self.edge
        head = Node(name="head", position=Vec(self.edge, y))
        rows = width - ScrollView.bar_room * self.zoom
        flow = Flow(head, rows, gap)
        words = texts("The last {n} matches are kept, and those that are pinned.", n=MOST)
        dropped = texts("A file with a record can be dropped on the window.")
        paste = Button(self.look, texts("From the clipboard"), self._actions.paste, name="paste")
        beside = rows - paste.size.w - 2 * gap
        words = f"{words} {dropped}"
        if beside >= _LEAST_WORDS * self.zoom:
            flow.pair(Label(self.look, words, "note", max_width=beside, wraps=True), paste)
        else:
            flow.add(Label(self.look, words, "note", max_width=rows, wraps=True))
            flow.add(paste)
        flow.fit()
        sheet.add(head)
        y += head.size.h + 1.5 * gap
        self._add_list(sheet, Vec(self.edge, y), Size(width, sheet.size.h - y - self.edge))

    def _add_list(self, sheet: Node, place: Vec, room: Size) -> None:
        texts = self.kit.texts
        if not self._records:
            is_empty = self._records is not None
            words = texts("No match has been played yet.") if is_empty else texts("One moment …")
            style = "body" if is_empty else "soft"
            label = Label(self.look, words, style, max_width=room.w, wraps=True, name="none")
            label.position = place
            sheet.add(label)
            return
        records = self._records
        width = room.w - ScrollView.bar_room * self.zoom
        high = max(self._row(each, width).size.h for each in records[:1])
        view = RowList(
            self.look,
            room,
            len(records),
            lambda number: self._row(records[number], width),
            high=high,
            gap=self.look.theme.sizes.gap,
            animator=None if self.kit.settings.reduced_motion else self.kit.stage.animator,
            name="records view",
            position=place,
        )
        sheet.add(view)

    # -- a row -------------------------------------------------------------------------------

    def _row(self, record: KeptRecord, width: float) -> Panel:
        sizes, gap = self.look.theme.sizes, get_button_gap(self.look)
        pad = 0.8 * sizes.padding
        row = Panel(self.look, Size(width, 1.0), "card_row", name=_name_node("record", record))
        buttons = self._buttons(record)
        tools = sum(each.size.w for each in buttons) + (len(buttons) - 1) * gap
        room = width - 2 * pad - tools - gap
        is_narrow = room < _LEAST_WORDS * self.zoom
        words = Node(name="words")
        flow = Flow(words, width - 2 * pad if is_narrow else room, 2.0 * self.zoom)
        for line, style in zip(self._lines(record.head), ("heading", "note"), strict=True):
            flow.add(Label(self.look, line, style, max_width=flow.width))
        flow.fit()
        tall = max(each.size.h for each in buttons)
        high = words.size.h + sizes.gap + tall if is_narrow else max(words.size.h, tall)
        words.position = Vec(pad, pad + (0.0 if is_narrow else (high - words.size.h) / 2))
        x = width - pad - tools
        for button in buttons:
            top = high - tall if is_narrow else (high - button.size.h) / 2
            button.position = Vec(x, pad + top)
            x += button.size.w + gap
        row.size = Size(width, high + 2 * pad)
        row.add(words, *buttons)
        return row

    def _lines(self, head: RecordHead | None) -> tuple[str, str]:
        texts = self.kit.texts
        if head is None:
            return texts("This record cannot be read now"), ""
        begun = self._actions.named(Occasion(head.game, head.seed, day=head.day))
        deal = begun or texts("Deal {number}", number=head.seed)
        day = () if begun else (numbers_of(texts, head.day),)
        told = (self._actions.title(head.game), *day, self._result(head), deal)
        people = texts.within("players", ", ").join(seat.name for seat in head.seats)
        return people, " · ".join(told)

    def _result(self, head: RecordHead) -> str:
        texts = self.kit.texts
        winners, _, points = head.result.partition(" ")
        names = [
            seat.name
            for letter, seat in zip(SEAT_LETTERS, head.seats, strict=False)
            if letter in winners
        ]
        if head.result == UNFINISHED or not names:
            return texts("not finished")
        told = texts.within("players", ", ").join(names)
        return texts("won by {names}, {points}", names=told, points=points.replace("-", " : "))

    def _buttons(self, record: KeptRecord) -> list[Button]:
        texts, colour = self.kit.texts, self.look.theme.colour
        pin = build_icon("pin", colour("accent" if record.is_pinned else "text_soft"))
        pinned = texts("Pinned") if record.is_pinned else texts("Pin")
        wide = max(
            Button(self.look, words, self.leave, icon=pin, style="quiet").size.w
            for words in (texts("Pinned"), texts("Pin"))
        )
        is_there = record.head is not None
        show = partial(self._actions.open, record)
        return [
            Button(
                self.look,
                texts("Watch"),
                show,
                enabled=is_there,
                name=_name_node("open", record),
            ),
            Button(
                self.look,
                pinned,
                partial(self._pin, record),
                icon=pin,
                style="quiet",
                size=Size(wide, 0.0),
                name=_name_node("pin", record),
            ),
            Button(
                self.look,
                texts("Delete"),
                partial(self._ask, record),
                icon=build_glyph("cross", colour("text_soft")),
                style="quiet",
                name=_name_node("delete", record),
            ),
        ]

    # -- changes -----------------------------------------------------------------------------

    def _pin(self, record: KeptRecord) -> None:
        self._change(self._actions.keeper.pin(record, is_pinned=not record.is_pinned))

    def _ask(self, record: KeptRecord) -> None:
        texts = self.kit.texts
        ask(
            self.kit,
            texts("Delete this record?"),
            texts(
                "It cannot be brought back: {match}.", match=" · ".join(self._lines(record.head))
            ),
            yes=texts("Delete"),
            no=texts("Keep it"),
            on_yes=lambda: self._change(self._actions.keeper.delete(record)),
        )


def _name_node(what: str, record: KeptRecord) -> str:
    return f"{what} {record.file.name.partition('-')[0]}"
