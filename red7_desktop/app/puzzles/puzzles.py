"""Everything about puzzles while the program runs, and their list."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from red7_desktop.app.profile.statistics import ProfileEvent
from red7_desktop.app.puzzles.attempt import (
    KIND,
    LIGHTS,
    Attempt,
    ChosenPuzzle,
    PreparedPuzzle,
    PuzzleProgress,
    PuzzleSource,
    PuzzleWays,
    find_next_puzzle,
    prepare_puzzle,
    sum_up_progress,
)
from red7_desktop.app.puzzles.sources import (
    OwnPuzzles,
    PuzzleFinder,
    PuzzleGenerator,
    PuzzleRequest,
)
from red7_desktop.app.puzzles.table import PuzzleMode, build_lights_row, list_light_letters
from red7_desktop.kit.hud.part import TextStyler
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.pages.forms import Flow
from red7_desktop.kit.pages.page import Page
from red7_desktop.kit.storage import BackgroundTask, Worker
from red7_desktop.play.ai import Seat
from red7_desktop.play.session import ExerciseMatch, ExerciseSession, Session
from red7_desktop.resources import MissingAsset
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.fields import ChoiceControl
from red7_desktop.scene.widgets.scroll import ScrollView
from red7_desktop.scene.widgets.widget import Label, Panel
from red7_desktop.tabletop.game import SEAT_LETTERS, zone_of
from red7_desktop.tabletop.puzzle import GRADES, Puzzle, Puzzles, PuzzleVerdict, read_puzzles
from red7_desktop.tabletop.records import InvalidRecord

if TYPE_CHECKING:
    from red7_desktop.app.feature import Navigator
    from red7_desktop.kit.ui import Screen

_LOG: Final = logging.getLogger(__name__)


class PuzzleShelf(NamedTuple):
    """A game's puzzles: those that came with the program, by grade, and those of own games."""

    shipped: tuple[Puzzle, ...] = ()
    own: tuple[Puzzle, ...] = ()

    def of(self, source: PuzzleSource, grade: int) -> tuple[Puzzle, ...]:
        """Return those of a source, in their order; of a grade where the source is one."""
        if source is PuzzleSource.OWN:
            return self.own
        if source is PuzzleSource.GRADE:
            return tuple([puzzle for puzzle in self.shipped if puzzle.grade == grade])
        return self.shipped if source is PuzzleSource.ALL else ()


class PuzzleService:
    """Does everything about puzzles. Call `tick` once a frame."""

    def __init__(self, navigator: Navigator) -> None:
        self.kit = navigator.kit
        self.box = navigator.box
        self._navigator = navigator
        self._own = OwnPuzzles(navigator.paths.puzzles)
        self._worker = Worker("puzzles")
        self._gatherer = PuzzleFinder(navigator, self.puzzles_of, self._have_kept)
        self._mill = PuzzleGenerator(self.puzzles_of, navigator.new_number)
        self._shelves: dict[str, PuzzleShelf] = {}
        self._reading: dict[str, BackgroundTask[PuzzleShelf]] = {}
        self._opening: tuple[BackgroundTask[PreparedPuzzle], Screen] | None = None
        self._grinding: tuple[PuzzleRequest, Screen] | None = None
        self._attempt: Attempt | None = None
        # What is shown till the profile is known.
        self._is_closing = False

    # -- what there is -----------------------------------------------------------------------

    @property
    def shelves(self) -> Mapping[str, PuzzleShelf]:
        """What has been read, by game."""
        return MappingProxyType(self._shelves)

    def puzzles_of(self, game: str) -> Puzzles:
        """Return what a game has for puzzles. Raises LookupError for one without."""
        load = self.box[game].puzzles
        if load is None:
            raise LookupError(game)
        return load()

    def read(self, game: str) -> None:
        """Begin to read a game's puzzles, unless they are known."""
        if game not in self._shelves and game not in self._reading:
            self._reading[game] = self._worker.do(partial(self._read, game))

    def _read(self, game: str) -> PuzzleShelf:
        try:
            text = self._navigator.presentation.asset("puzzles", f"{game}.txt").read_text("utf-8")
            shipped = read_puzzles(text, game)
        except (MissingAsset, OSError, InvalidRecord) as error:
            _LOG.warning("The puzzles of %s cannot be read: %s", game, error)
            shipped = ()
        return PuzzleShelf(shipped, self._own.read(game))

    def progress(self, game: str) -> PuzzleProgress:
        """Return how far the person has come who plays here."""
        return sum_up_progress(self._navigator.profile.deeds, game)

    def following(
        self, game: str, source: PuzzleSource, grade: int, after: str = ""
    ) -> ChosenPuzzle | None:
        """Return the next puzzle of a source that is not solved; None where there is none."""
        shelf = self._shelves.get(game, PuzzleShelf())
        found = find_next_puzzle(shelf.of(source, grade), self.progress(game).solved, after or None)
        return None if found is None else self.chosen(found, source)

    def lights(self, game: str) -> tuple[str, ...]:
        """Return the letters of the colours in which a streak lights up."""
        return list_light_letters(self.box[game].face(), self.kit.texts)

    def open_any(self, game: str) -> None:
        """Have one of those that are not solved laid on the table, of whatever grade."""
        shipped, solved = self._shelves.get(game, PuzzleShelf()).shipped, self.progress(game).solved
        found = [each for each in shipped if each.key not in solved] or list(shipped)
        if found:
            self.open(self.chosen(found[self._navigator.new_number(len(found))], PuzzleSource.ANY))

    def next_one(self, game: str) -> ChosenPuzzle | None:
        """Return the next puzzle of those that came with the program, the easiest first."""
        return self.following(game, PuzzleSource.ALL, 0)

    def chosen(self, puzzle: Puzzle, source: PuzzleSource) -> ChosenPuzzle:
        """Return a puzzle with its number among all that came with the program."""
        shipped = self._shelves.get(puzzle.game, PuzzleShelf()).shipped
        keys = [each.key for each in shipped]
        place = keys.index(puzzle.key) + 1 if puzzle.key in keys else 0
        return ChosenPuzzle(puzzle, source, place, len(keys))

    # -- the list ----------------------------------------------------------------------------

    def show(self, game: str, grade: int = 0) -> None:
        """Show the list of a game's puzzles, at a grade; at that of the next one without it."""
        self.read(game)
        self._navigator.desk.leave()
        self._navigator.show(PuzzlesScreen(self, game, grade))

    def leave(self) -> None:
        """Go back to the title."""
        self._navigator.show_title()

    # -- on the table ------------------------------------------------------------------------

    def open(self, chosen: ChosenPuzzle) -> None:
        """Have a puzzle laid on the table."""
        self._grinding = None
        game = chosen.puzzle.game
        opening = self._worker.do(lambda: prepare_puzzle(chosen, self.puzzles_of(game)))
        self._opening = opening, self._navigator.screen

    def open_endless(self, game: str, grade: int) -> None:
        """Have a puzzle of a grade laid on the table that is made just now."""
        self._grinding = PuzzleRequest(game, grade), self._navigator.screen
        self._mill.want(self._grinding[0])

    def grind(self, game: str, grade: int) -> None:
        """Make puzzles of a grade ahead."""
        self._mill.want(PuzzleRequest(game, grade))

    @property
    def is_grinding(self) -> bool:
        """Whether a puzzle is waited for that is being made."""
        return self._grinding is not None

    def foot(self, session: Session) -> PuzzleMode | None:
        """Return what shows a puzzle at its table, None for another table."""
        attempt = self._attempt
        if attempt is None or attempt.session is not session:
            return None
        from red7_desktop.app.puzzles.table import PuzzleMode

        return PuzzleMode(self.kit, self.box[session.match.game.name].face(), attempt)

    def _lay(self, ready: PreparedPuzzle) -> None:
        puzzle, opened = ready.chosen.puzzle, ready.opened
        match = ExerciseMatch(opened.game, opened.options, opened.state)
        zones = opened.game.observe(opened.state, puzzle.seat).zones
        count = sum([zone_of("hand", seat) in zones for seat in range(len(SEAT_LETTERS))])
        session = ExerciseSession(match, self._seats(puzzle, count))
        ways = PuzzleWays(
            judge=lambda steps: self._worker.do(partial(self._judge, puzzle, steps)),
            note=partial(self._note, puzzle),
            progress=lambda: self.progress(puzzle.game),
            following=partial(self._go_on, ready.chosen),
            leave=partial(self.show, puzzle.game, puzzle.grade),
        )
        self._attempt = Attempt(session, ready, ways)
        self._navigator.desk.look_at(session)
        self._navigator.open_table(session)

    def _seats(self, puzzle: Puzzle, count: int) -> tuple[Seat, ...]:
        """Seat the person, and the game's opponents in their order."""
        levels = iter(self.box[puzzle.game].players().levels)
        own_name = self._navigator.profile.seat_name
        return tuple(
            [
                Seat(own_name) if seat == puzzle.seat else Seat(level.name, level.key)
                for seat, level in zip(range(count), levels, strict=False)
            ]
        )

    def _judge(self, puzzle: Puzzle, steps: tuple[Any, ...]) -> PuzzleVerdict:
        return self.puzzles_of(puzzle.game).judge(puzzle, steps, self._is_over)

    def _note(self, puzzle: Puzzle, outcome: str, hints: int) -> None:
        deed = ProfileEvent(KIND, puzzle.game, puzzle.key, self._navigator.today(), outcome, hints)
        self._navigator.profile.note(deed)

    def _go_on(self, chosen: ChosenPuzzle) -> None:
        """Go to the puzzle after one; back to the list where there is none."""
        puzzle, source = chosen.puzzle, chosen.source
        if source is PuzzleSource.ENDLESS:
            self.open_endless(puzzle.game, puzzle.grade)
            return
        if source is PuzzleSource.ANY:
            self.open_any(puzzle.game)
            return
        found = self.following(puzzle.game, source, puzzle.grade, puzzle.key)
        if found is None:
            self.show(puzzle.game, puzzle.grade)
        else:
            self.open(found)

    # -- matches of one's own ----------------------------------------------------------------

    def gather(self, session: Session) -> None:
        """Make puzzles of a match that is over, in the background."""
        self._gatherer.gather(session)

    def catch_up(self) -> None:
        """Make puzzles of records that are kept and have given none yet, in the background."""
        self._gatherer.catch_up()

    def _have_kept(self, game: str, found: list[Puzzle]) -> None:
        self._worker.do(partial(self._keep, game, found))

    def _keep(self, game: str, found: list[Puzzle]) -> None:
        self._own.add(game, found)
        if game in self._shelves:
            self._shelves[game] = self._shelves[game]._replace(own=self._own.read(game))

    def _is_over(self) -> bool:
        """Do so in haste: somebody waits for the verdict."""
        time.sleep(0)
        return self._is_closing

    # -- in the course of time ---------------------------------------------------------------

    @property
    def is_waiting(self) -> bool:
        """Whether a puzzle is being made ready."""
        return self._opening is not None or self._grinding is not None or bool(self._reading)

    def tick(self) -> None:
        """Take in what has been read and made; show a puzzle unless the person went elsewhere."""
        for game in [game for game, reading in self._reading.items() if reading.is_done]:
            self._shelves[game] = self._reading.pop(game).result()
        if self._grinding is not None and self._grinding[1] is not self._navigator.screen:
            self._grinding = None
        if self._grinding is not None:
            puzzle = self._mill.take()
            if puzzle is not None:
                self.open(ChosenPuzzle(puzzle, PuzzleSource.ENDLESS))
        if self._opening is None or not self._opening[0].is_done:
            return
        (opening, screen), self._opening = self._opening, None
        if isinstance(opening.error, ValueError):
            _LOG.error("A puzzle is left out: %s", opening.error)
            self.kit.stage.toasts.show(self.kit.texts("This puzzle is damaged."), style="warning")
        elif screen is self._navigator.screen:
            self._lay(opening.result())

    def close(self) -> None:
        """Stop making; write what is left."""
        self._is_closing = True
        self._mill.close()
        self._gatherer.close()
        self._worker.close()


_WIDE: Final = Size(1240.0, 1240.0)


_MENU: Final = 72.0


_TILE: Final = 74.0


_BAR: Final = 8.0


_EDGE: Final = 30.0


class PuzzlesScreen(Page):
    """Shows the puzzles of one game, a grade at a time. They are read in the background."""

    first = "next"

    def __init__(self, room: PuzzleService, game: str, grade: int) -> None:
        super().__init__(room.kit, "puzzles", on_leave=room.leave)
        self._room = room
        self._game = game
        self._grade = grade
        self._shown: tuple[PuzzleShelf | None, object, bool] | None = None

    # -- in the background -------------------------------------------------------------------

    def tick(self, now: float) -> None:
        if self._state() != self._shown:
            is_first = self._shown is not None and self._shown[0] is None
            self.rebuild("next" if is_first else self.kit.stage.focus.place_in(self.node))

    def _state(self) -> tuple[PuzzleShelf | None, object, bool]:
        room, game = self._room, self._game
        return room.shelves.get(game), room.progress(game), room.is_grinding

    # -- the page ----------------------------------------------------------------------------

    def build(self) -> None:
        self._shown = self._state()
        shelf = self._shown[0]
        self.add_room()
        sheet = self.add_sheet(_WIDE)
        texts, gap = self.kit.texts, self.look.theme.sizes.gap
        mark = build_icon("target", self.look.theme.colour("accent"))
        y = self.add_head(sheet, texts("Puzzles"), mark) + 1.2 * gap
        if shelf is None:
            words = texts("One moment …")
            sheet.add(Label(self.look, words, "soft", position=Vec(self.edge, y), name="none"))
            return
        if not self._grade:
            following = self._room.next_one(self._game)
            self._grade = GRADES[0] if following is None else following.puzzle.grade
        self._room.grind(self._game, self._grade)
        # The view begins beside what it shows: what glows there or has the focus is not cut.
        around, above = min(_EDGE * self.zoom, 0.8 * self.edge), 1.2 * gap
        at = Vec(self.edge - around, y - above)
        size = Size(sheet.size.w - self.edge - at.x, sheet.size.h - self.edge - at.y)
        content = self._content(shelf, size.w - ScrollView.bar_room * self.zoom, around, above)
        self.add_view(sheet, content, Rect(*at, *size), "puzzles view")

    def _content(self, shelf: PuzzleShelf, width: float, left: float, top: float) -> Node:
        content = Node(name="content")
        gap = 1.2 * self.look.theme.sizes.gap
        flow = Flow(content, width - left, gap, left=left, top=top)
        self._add_ways(flow, shelf)
        self._add_streak(flow, shelf)
        self._add_grades(flow, shelf)
        return flow.fit()

    def _add_ways(self, flow: Flow, shelf: PuzzleShelf) -> None:
        """Put the ways in side by side, or below each other where the window is narrow."""
        texts, room, game = self.kit.texts, self._room, self._game
        following = room.next_one(game)
        asked: list[tuple[str, str, Callable[[], None]]] = []
        if following is not None:
            asked.append(("next", texts("Next puzzle"), partial(room.open, following)))
            asked.append(("any", texts("Any grade"), partial(room.open_any, game)))
        endless = texts("One moment …") if room.is_grinding else texts("Endless")
        asked.append(("endless", endless, self._open_endless))
        if shelf.own:
            own = texts("From your own games ({n})", n=len(shelf.own))
            asked.append(("own", own, self._open_own))
        buttons = [
            Button(
                self.look,
                words,
                press,
                name=name,
                size=Size(0.0, _MENU * self.zoom),
                style="menu_first" if name == "next" else "menu",
            )
            for name, words, press in asked
        ]
        self._in_rows(flow, buttons)

    def _in_rows(self, flow: Flow, nodes: list[Button]) -> None:
        gap = get_button_gap(self.look)
        rows: list[list[Node]] = [[]]
        for node in nodes:
            used = sum([each.size.w + gap for each in rows[-1]])
            if rows[-1] and used + node.size.w > flow.width:
                rows.append([])
            rows[-1].append(node)
        for row in rows:
            flow.row(row, gap)

    def _add_streak(self, flow: Flow, shelf: PuzzleShelf) -> None:
        texts, progress, gap = self.kit.texts, self._room.progress(self._game), flow.gap
        done = sum([each.key in progress.solved for each in shelf.shipped])
        solved = texts("{n} of {many} solved", n=done, many=len(shelf.shipped))
        streak = texts("{n} in a row", n=progress.streak)
        left, right = Label(self.look, solved, "row"), Label(self.look, streak, "row")
        lights = build_lights_row(
            self.look,
            TextStyler(self.kit.faces, self.kit.settings.colours),
            self._room.lights(self._game),
            progress.lit,
            Size(min(LIGHTS * 40.0 * self.zoom, flow.width), 14.0 * self.zoom),
        )
        beside = Node(name="streak")
        beside.size = Size(right.size.w + gap + lights.size.w, max(right.size.h, lights.size.h))
        right.position = Vec(0.0, (beside.size.h - right.size.h) / 2)
        lights.position = Vec(right.size.w + gap, (beside.size.h - lights.size.h) / 2)
        beside.add(right, lights)
        if left.size.w + gap + beside.size.w <= flow.width:
            flow.pair(left, beside)
        else:
            flow.add(left)
            flow.add(beside)

    def _add_grades(self, flow: Flow, shelf: PuzzleShelf) -> None:
        texts, solved = self.kit.texts, self._room.progress(self._game).solved
        options = [(grade, texts("Grade {n}", n=grade)) for grade in GRADES]
        choice = ChoiceControl(
            self.look, options, self._grade, self._choose, width=flow.width, name="grade"
        )
        flow.add(choice)
        puzzles = shelf.of(PuzzleSource.GRADE, self._grade)
        done = sum([each.key in solved for each in puzzles])
        words = self._grade_words()[self._grade - 1]
        of = texts("{n} of {many} solved", n=done, many=len(puzzles))
        flow.add(Label(self.look, f"{words}  ·  {of}", "note", max_width=flow.width, wraps=True))
        flow.add(self._bar(done / max(1, len(puzzles)), flow.width), 0.6 * flow.gap)
        face = self._room.box[self._game].face()
        for kind in dict.fromkeys([each.kind for each in puzzles]):
            flow.add(Label(self.look, face.puzzle_kind(texts, kind), "heading"), 1.5 * flow.gap)
            of_kind = [each for each in puzzles if each.kind == kind]
            flow.add(self._tiles(of_kind, solved, flow.width))

    def _grade_words(self) -> tuple[str, ...]:
        texts = self.kit.texts
        return (
            texts("Everybody finds these"),
            texts("One look ahead"),
            texts("Easy to miss"),
            texts("Good players miss these"),
            texts("The strongest opponent misses these"),
        )

    def _bar(self, share: float, width: float) -> Panel:
        high = _BAR * self.zoom
        track = Panel(self.look, Size(width, high), "track", name="track")
        if share > 0:
            filled = Size(max(high, share * width), high)
            track.add(Panel(self.look, filled, "track_filled", name="done"))
        return track

    def _tiles(self, puzzles: list[Puzzle], solved: frozenset[str], width: float) -> Node:
        """Give a tile for each puzzle, in rows as wide as there is room; a tick for each solved."""
        gap = get_button_gap(self.look)
        least = max(_TILE * self.zoom, self.look.theme.sizes.target)
        per_row = max(1, int((width + gap) / (least + gap)))
        side = (width + gap) / per_row - gap
        node = Node(name="tiles")
        tick = build_icon("tick", self.look.theme.colour("ok"))
        for nth, puzzle in enumerate(puzzles):
            chosen = self._room.chosen(puzzle, PuzzleSource.GRADE)
            is_solved = puzzle.key in solved
            tile = Button(
                self.look,
                str(chosen.place),
                partial(self._room.open, chosen),
                name=f"puzzle {puzzle.key}",
                size=Size(side, least),
                style="quiet" if is_solved else "plain",
            )
            if is_solved:
                mark = 0.3 * least
                corner = Vec(side - mark - 0.06 * least, 0.06 * least)
                tile.add(Node(name="tick", picture=tick, position=corner, size=Size(mark, mark)))
            tile.position = Vec(nth % per_row * (side + gap), nth // per_row * (least + gap))
            node.add(tile)
        rows = (len(puzzles) + per_row - 1) // per_row
        node.size = Size(width, rows * (least + gap) - gap)
        return node

    # -- what people do ----------------------------------------------------------------------

    def _choose(self, grade: int) -> None:
        self._grade = grade
        self.rebuild("grade")

    def _open_endless(self) -> None:
        self._room.open_endless(self._game, self._grade)

    def _open_own(self) -> None:
        following = self._room.following(self._game, PuzzleSource.OWN, 0)
        if following is not None:
            self._room.open(following)
