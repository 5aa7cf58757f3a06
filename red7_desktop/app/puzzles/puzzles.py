"""The puzzle service, which loads, opens and generates puzzles, and the list of puzzles."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from red7_desktop.app.feature import Feature, Navigator
from red7_desktop.app.profile.own_profile import EventSummary
from red7_desktop.app.profile.statistics import ProfileEvent
from red7_desktop.app.puzzles import sources, table
from red7_desktop.app.puzzles.attempt import (
    LIGHTS,
    PUZZLE_KIND,
    Attempt,
    ChosenPuzzle,
    PreparedPuzzle,
    PuzzleProgress,
    PuzzleSource,
    find_next_puzzle,
    prepare_puzzle,
    sum_up_progress,
)
from red7_desktop.app.puzzles.rating import (
    LOST,
    RATING_KIND,
    WON,
    PuzzleRatings,
    compute_ratings,
    describe_rating,
)
from red7_desktop.app.puzzles.rush import RUSH_KIND, Rush, choose_puzzles, find_best
from red7_desktop.kit import storage, texts, ui
from red7_desktop.kit.look.icons import build_arc, build_icon
from red7_desktop.kit.pages import forms, page
from red7_desktop.play.ai import Seat
from red7_desktop.play.session import ExerciseMatch, ExerciseSession, Session
from red7_desktop.resources import MissingAsset
from red7_desktop.scene import boxes, geometry, node, pictures
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.widget import Label
from red7_desktop.tabletop import files, records
from red7_desktop.tabletop.game import SEAT_LETTERS, zone_of
from red7_desktop.tabletop.puzzle import GRADES, Puzzle, PuzzleSupport, PuzzleVerdict, read_puzzles

_LOG: Final = logging.getLogger(__name__)


class PuzzleShelf(NamedTuple):
    """A game's puzzles: those shipped with the program, and those from the user's own matches.

    Attributes:
        shipped: The shipped puzzles, the easiest grade first.
        own: Puzzles from the user's own matches, the newest first.
        themes: Theme names of each shipped puzzle, by the puzzle's key.
    """

    shipped: tuple[Puzzle, ...] = ()
    own: tuple[Puzzle, ...] = ()
    themes: Mapping[str, tuple[str, ...]] = {}

    def of(self, source: PuzzleSource, grade: int, theme: str = "") -> tuple[Puzzle, ...]:
        """Return the puzzles of a list, in order; () if the source isn't a list of puzzles.

        Args:
            source: `GRADE` for the shipped puzzles of one grade of difficulty, `ALL` for all
                shipped puzzles, `OWN` for those from the user's own matches.
            grade: Grade of difficulty, only used for `GRADE`.
            theme: Theme that the puzzles must have, "" for any. Only used for `GRADE`.
        """
        if source is PuzzleSource.OWN:
            return self.own
        if source is PuzzleSource.GRADE:
            found = [puzzle for puzzle in self.shipped if puzzle.grade == grade]
            if theme:
                found = [each for each in found if theme in self.themes.get(each.key, ())]
            return tuple(found)
        if source is PuzzleSource.ALL:
            return self.shipped
        return ()


def sort_by_grade_and_kind(puzzles: Sequence[Puzzle]) -> tuple[Puzzle, ...]:
    """Sort puzzles by grade of difficulty, and puzzles of the same grade by kind.

    The page with the list of puzzles numbers and shows the puzzles in this order.
    """
    kinds = list(dict.fromkeys([each.kind for each in puzzles]))
    return tuple(sorted(puzzles, key=lambda each: (each.grade, kinds.index(each.kind))))


class PuzzleService(Feature):
    """Loads, opens and generates puzzles, and stores their outcomes. Call `tick` once a frame.

    Attributes:
        shelves: Loaded puzzles, by the game's name.
        generator: Generates new puzzles for the series "Endless puzzles".
        finder: Finds puzzles in the user's own matches.
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._worker = storage.Worker("puzzles")
        self.finder = sources.PuzzleFinder(
            *(navigator, self.puzzles_of),
            lambda game, found: self._worker.submit(partial(self._keep, game, found)),
        )
        self.generator = sources.PuzzleGenerator(self.puzzles_of, navigator.new_number)
        self.shelves: dict[str, PuzzleShelf] = {}
        self._reading: dict[str, storage.BackgroundTask[PuzzleShelf]] = {}
        # A deque is thread-safe: the worker only appends, and `tick` only pops.
        self._gathered: deque[tuple[str, tuple[Puzzle, ...]]] = deque()
        self._opening: tuple[storage.BackgroundTask[PreparedPuzzle], ui.Screen] | None = None
        self._grinding: tuple[sources.PuzzleRequest, ui.Screen] | None = None
        self._attempt: Attempt | None = None
        self._rush: Rush | None = None
        self._progress = EventSummary(navigator.profile, sum_up_progress)
        self._ratings = EventSummary(navigator.profile, compute_ratings)
        self._is_closing = False

    # -- loading puzzles ---------------------------------------------------------------------

    def puzzles_of(self, game: str) -> PuzzleSupport:
        """Load the object that opens, judges and describes the puzzles of a game.

        Raises:
            LookupError: The game has no puzzles.
        """
        load = self.catalogue[game].puzzles
        if load is None:
            raise LookupError(game)
        return load()

    def read(self, game: str) -> None:
        if game not in self.shelves and game not in self._reading:
            self._reading[game] = self._worker.submit(partial(self._read, game))

    def _read(self, game: str) -> PuzzleShelf:
        try:
            file = self.navigator.presentation.asset("puzzles", f"{game}.txt")
            shipped = sort_by_grade_and_kind(read_puzzles(files.read_text(file), game))
        except (MissingAsset, files.FileReadError, records.InvalidRecord) as error:
            _LOG.warning("The puzzles of %s cannot be read: %s", game, error)
            shipped = ()
        library = self.navigator.library
        library.flush()
        own = sources.read_own_puzzles(library, game)
        # Compute the ratings in this thread, because with many played puzzles it takes
        # milliseconds. If the profile isn't read yet, `OwnProfile.update` computes them again.
        self.ratings(game)
        return PuzzleShelf(shipped, own, self._list_themes(game, shipped))

    def _list_themes(self, game: str, shipped: Sequence[Puzzle]) -> Mapping[str, tuple[str, ...]]:
        """Return the themes of each puzzle, by the puzzle's key; () for a damaged puzzle."""
        puzzles = self.puzzles_of(game)
        themes: dict[str, tuple[str, ...]] = {}
        for each in shipped:
            try:
                themes[each.key] = puzzles.list_themes(each)
            except ValueError as error:
                _LOG.warning("A puzzle of %s is damaged: %s", game, error)
                themes[each.key] = ()
        return themes

    def progress(self, game: str) -> PuzzleProgress:
        return self._progress.read(game)

    def ratings(self, game: str) -> PuzzleRatings:
        """Return the ratings of the player and of the puzzles in a game."""
        return self._ratings.read(game)

    def following(
        self, game: str, source: PuzzleSource, grade: int, after: str = "", theme: str = ""
    ) -> ChosenPuzzle | None:
        """Return the next unsolved puzzle of a source after the puzzle with key `after`.

        Returns:
            The next puzzle in order if all are solved; None if the source is empty.
        """
        shelf = self.shelves.get(game, PuzzleShelf())
        puzzles = shelf.of(source, grade, theme)
        found = find_next_puzzle(puzzles, self.progress(game).solved, after)
        if found is None:
            return None
        return self.chosen(found, source)._replace(theme=theme)

    def open_any(self, game: str) -> None:
        shipped = self.shelves.get(game, PuzzleShelf()).shipped
        solved = self.progress(game).solved
        found = [each for each in shipped if each.key not in solved] or list(shipped)
        if found:
            self.open(self.chosen(found[self.navigator.new_number(len(found))], PuzzleSource.ANY))

    def next_one(self, game: str) -> ChosenPuzzle | None:
        return self.following(game, PuzzleSource.ALL, 0)

    def chosen(self, puzzle: Puzzle, source: PuzzleSource) -> ChosenPuzzle:
        shelf = self.shelves.get(puzzle.game, PuzzleShelf())
        keys = [each.key for each in shelf.of(PuzzleSource.GRADE, puzzle.grade)]
        if puzzle.key in keys:
            place = keys.index(puzzle.key) + 1
        else:
            place = 0
        return ChosenPuzzle(puzzle, source, place, len(keys))

    def show(self, game: str, grade: int = 0) -> None:
        """Show the list of a game's puzzles.

        Args:
            game: The game's name.
            grade: Grade to show first; 0 for the grade of the next unsolved puzzle.
        """
        self.read(game)
        self.navigator.match_service.leave()
        self.navigator.show(PuzzlesScreen(self, game, grade))

    # -- opening puzzles ---------------------------------------------------------------------

    def open(self, chosen: ChosenPuzzle) -> None:
        self._grinding = None
        game = chosen.puzzle.game
        opening = self._worker.submit(lambda: prepare_puzzle(chosen, self.puzzles_of(game)))
        self._opening = opening, self.navigator.screen

    def open_endless(self, game: str, grade: int) -> None:
        self._grinding = sources.PuzzleRequest(game, grade), self.navigator.screen
        self.generator.want(self._grinding[0])

    def open_rush(self, game: str) -> None:
        """Begin a rush: as many shipped puzzles as possible in a limited time."""
        shipped = self.shelves.get(game, PuzzleShelf()).shipped
        puzzles = choose_puzzles(shipped, self.navigator.new_number)
        best = find_best(self.navigator.profile.events, game)
        self._rush = Rush(puzzles, best, partial(self._note_rush, game))
        self._open_next_of_rush()

    def _open_next_of_rush(self) -> None:
        following = self._rush.take_next() if self._rush is not None else None
        if following is not None:
            self.open(ChosenPuzzle(following, PuzzleSource.RUSH))

    def _note_rush(self, game: str, solved: int) -> None:
        event = ProfileEvent(RUSH_KIND, game, "", self.navigator.today(), "", solved)
        self.navigator.profile.record(event)

    @property
    def is_grinding(self) -> bool:
        return self._grinding is not None

    def make_mode(self, session: Session) -> table.PuzzleMode | None:
        attempt = self._attempt
        if attempt is None or attempt.session is not session:
            return None
        puzzle = attempt.prepared.chosen.puzzle
        leave = partial(self.show, puzzle.game, puzzle.grade)
        if self._rush is not None and self._rush.current is attempt:
            again = partial(self.open_rush, puzzle.game)
            return table.RushMode(self.navigator, attempt, leave, self._rush, again)
        return table.PuzzleMode(self.navigator, attempt, leave, partial(self.ratings, puzzle.game))

    def _lay(self, ready: PreparedPuzzle) -> None:
        puzzle = ready.chosen.puzzle
        opened = ready.opened
        match = ExerciseMatch(opened.game, opened.options, opened.state)
        zones = opened.game.observe(opened.state, puzzle.seat).zones
        count = sum([zone_of("hand", seat) in zones for seat in range(len(SEAT_LETTERS))])
        session = ExerciseSession(match, self._seats(puzzle, count))

        def judge(steps: tuple[Any, ...]) -> PuzzleVerdict:
            return self.puzzles_of(puzzle.game).judge(puzzle, steps, self._should_stop)

        self._attempt = Attempt(
            session,
            ready,
            judge=lambda steps: self._worker.submit(partial(judge, steps)),
            store_outcome=partial(self._store_outcome, puzzle),
            rate=partial(self._note_rated, puzzle),
            go_on=partial(self._go_on, ready.chosen),
        )
        if ready.chosen.source is PuzzleSource.RUSH and self._rush is not None:
            self._rush.current = self._attempt
        self.navigator.match_service.show_unsaved(session)
        self.navigator.open_table(session)

    def _seats(self, puzzle: Puzzle, count: int) -> tuple[Seat, ...]:
        levels = iter(self.catalogue[puzzle.game].players().levels)
        own_name = self.navigator.profile.seat_name
        return tuple(
            [
                Seat(own_name) if seat == puzzle.seat else Seat(level.name, level.key)
                for seat, level in zip(range(count), levels, strict=False)
            ]
        )

    def _note_rated(self, puzzle: Puzzle, is_won: bool) -> None:
        if self._is_in_rush:
            return
        outcome = WON if is_won else LOST
        today = self.navigator.today()
        event = ProfileEvent(RATING_KIND, puzzle.game, puzzle.key, today, outcome, puzzle.grade)
        self.navigator.profile.record(event)

    @property
    def _is_in_rush(self) -> bool:
        return self._rush is not None and self._rush.current is self._attempt

    def _store_outcome(self, puzzle: Puzzle, outcome: str, hints: int) -> None:
        if self._is_in_rush:
            return
        event = ProfileEvent(
            PUZZLE_KIND, puzzle.game, puzzle.key, self.navigator.today(), outcome, hints
        )
        self.navigator.profile.record(event)

    def _go_on(self, chosen: ChosenPuzzle) -> None:
        """Open the puzzle after `chosen`, or the list if there is none."""
        puzzle = chosen.puzzle
        source = chosen.source
        found = self.following(puzzle.game, source, puzzle.grade, puzzle.key, chosen.theme)
        if source is PuzzleSource.RUSH:
            self._open_next_of_rush()
        elif source is PuzzleSource.ENDLESS:
            self.open_endless(puzzle.game, puzzle.grade)
        elif source is PuzzleSource.ANY:
            self.open_any(puzzle.game)
        elif found is not None:
            self.open(found)
        else:
            self.show(puzzle.game, puzzle.grade)

    # -- puzzles from the user's own matches -------------------------------------------------

    def _keep(self, game: str, found: list[Puzzle]) -> None:
        library = self.navigator.library
        sources.keep_own_puzzles(library, game, found)
        library.flush()
        self._gathered.append((game, sources.read_own_puzzles(library, game)))

    def _should_stop(self) -> bool:
        """Let other threads run, and return whether the program is closing.

        The sleep has length 0, because the user is waiting for the verdict on a turn.
        """
        time.sleep(0)
        return self._is_closing

    # -- called once a frame -----------------------------------------------------------------

    @property
    def needs_tick(self) -> bool:
        return self._opening is not None or self._grinding is not None or bool(self._reading)

    def tick(self) -> None:
        """Collect finished background work, and open a prepared puzzle.

        The puzzle isn't opened if the user has gone to another screen.
        """
        for game in [game for game, reading in self._reading.items() if reading.is_done]:
            self.shelves[game] = self._reading.pop(game).result()
        while self._gathered and self._gathered[0][0] not in self._reading:
            game, own = self._gathered.popleft()
            if game in self.shelves:
                self.shelves[game] = self.shelves[game]._replace(own=own)
        if self._grinding is not None and self._grinding[1] is not self.navigator.screen:
            self._grinding = None
        if self._grinding is not None:
            puzzle = self.generator.take()
            if puzzle is not None:
                self.open(ChosenPuzzle(puzzle, PuzzleSource.ENDLESS))
        if self._opening is None or not self._opening[0].is_done:
            return
        (opening, screen), self._opening = self._opening, None
        if isinstance(opening.error, ValueError):
            _LOG.error("A puzzle is left out: %s", opening.error)
            self.ui.stage.toasts.show(self.ui.texts("This puzzle is damaged."), style="warning")
            if self._is_in_rush:
                self._open_next_of_rush()
        elif screen is self.navigator.screen:
            self._lay(opening.result())

    def close(self) -> None:
        """Stop generating and searching, and wait until everything is stored."""
        self._is_closing = True
        self.generator.close()
        self.finder.close()
        self._worker.close()


_MENU: Final = 72.0
_TILE: Final = 92.0
_SIGN: Final = 40.0
_RING: Final = 60.0
_LIGHTS: Final = geometry.Size(40.0, 14.0)
_THEME: Final = 44.0


class PuzzlesScreen(forms.ListPage):
    """The list of a game's puzzles, one grade at a time, loaded in the background."""

    first = "next"
    glow = 30.0

    def __init__(self, room: PuzzleService, game: str, grade: int) -> None:
        super().__init__(room.ui, "puzzles", on_leave=room.navigator.show_title)
        self._room = room
        self._game = game
        self._grade = grade
        self._theme = ""
        self._shown: tuple[PuzzleShelf | None, object, bool] | None = None

    def tick(self, now: float) -> None:
        if self._state() != self._shown:
            is_first = self._shown is not None and self._shown[0] is None
            self.rebuild("next" if is_first else self.ui.stage.focus.focused_name(self.node))

    def _state(self) -> tuple[PuzzleShelf | None, object, bool]:
        room = self._room
        game = self._game
        return room.shelves.get(game), room.progress(game), room.is_grinding

    # -- the page ----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.ui.texts("Puzzles")

    @property
    def mark(self) -> pictures.Picture:
        return build_icon("target", self.look.theme.colour("accent"))

    @property
    def empty_text(self) -> str | None:
        if self._game in self._room.shelves:
            return None
        return ""

    def build(self) -> None:
        self._shown = self._state()
        super().build()

    def content(self, width: float) -> node.Node:
        room = self._room
        game = self._game
        if not self._grade:
            following = room.next_one(game)
            if following is None:
                self._grade = GRADES[0]
            else:
                self._grade = following.puzzle.grade
        room.generator.want(sources.PuzzleRequest(game, self._grade))
        shelf = room.shelves[game]
        progress = room.progress(game)
        themes = self._list_shown_themes(shelf)
        if self._theme not in themes:
            self._theme = ""
        puzzles = shelf.of(PuzzleSource.GRADE, self._grade, self._theme)
        gap = 1.2 * self.look.theme.sizes.gap
        return boxes.column(
            boxes.wrap(self._ways(shelf), width, get_button_gap(self.look), row_gap=gap),
            self._streak(shelf, progress, width),
            self._grades(shelf, progress, width),
            self._build_themes(themes, width),
            *self._kinds(puzzles, progress, width, gap),
            gap=gap,
        )

    def _grades(self, shelf: PuzzleShelf, progress: PuzzleProgress, width: float) -> node.Node:
        look = self.look
        texts = self.ui.texts
        side = _RING * self.zoom
        words = node.Node()
        rings = []
        gap = look.theme.sizes.gap
        for grade, about in zip(GRADES, self._grade_words(), strict=True):
            puzzles = shelf.of(PuzzleSource.GRADE, grade)
            is_on = grade == self._grade
            done = sum([each.key in progress.solved for each in puzzles])
            share = done / max(1, len(puzzles))
            border = look.theme.colour("border")
            ring = boxes.circle(side, None, border, 0.06 * side, name="ring")
            tone = look.theme.colour("ok" if share == 1.0 else "accent")
            arc = build_arc(share, tone) if share else None
            boxes.put(boxes.square(side, arc, "arc"), ring)
            boxes.put(Label(look, str(grade), "heading"), ring)
            size = geometry.Size(1.3 * side, 1.3 * side)
            press = partial(self._choose, grade)
            rings.append(
                self.choice(ring, press, f"grade {grade}", size, is_on=is_on, style="quiet")
            )
            if is_on:
                of = texts("{n} of {many} solved", n=done, many=len(puzzles))
                words = boxes.column(
                    Label(look, texts("Level {n}", n=grade), "heading"),
                    Label(look, f"{about}  ·  {of}", "note", max_width=width, wraps=True),
                )
        return boxes.ends(boxes.row(*rings, gap=gap), words, width, 2 * gap)

    def _list_shown_themes(self, shelf: PuzzleShelf) -> tuple[str, ...]:
        """Return the themes of the shown grade's puzzles.

        The theme of puzzles without a right turn is left out, because it would reveal their answer.
        """
        puzzles = shelf.of(PuzzleSource.GRADE, self._grade)
        found = {theme for each in puzzles for theme in shelf.themes.get(each.key, ())}
        return tuple([each for each in self._room.puzzles_of(self._game).themes if each in found])

    def _build_themes(self, themes: Sequence[str], width: float) -> node.Node:
        texts = self.ui.texts
        name_theme = self._room.catalogue[self._game].view().words.puzzle_theme
        named = [("", texts("All themes")), *[(each, name_theme(texts, each)) for each in themes]]
        edge = self.look.theme.sizes.padding
        buttons = []
        for theme, words in named:
            label = Label(self.look, words, "row", max_width=width - edge, wraps=True)
            size = geometry.Size(label.size.w + edge, _THEME * self.zoom)
            choose = partial(self._choose_theme, theme)
            is_on = theme == self._theme
            button = self.choice(label, choose, f"theme {theme}", size, is_on=is_on, style="quiet")
            buttons.append(button)
        gap = get_button_gap(self.look)
        return boxes.wrap(buttons, width, gap, row_gap=0.0, name="themes")

    def _choose_theme(self, theme: str) -> None:
        self._theme = theme
        self.rebuild(f"theme {theme}")

    def _ways(self, shelf: PuzzleShelf) -> list[Button]:
        texts = self.ui.texts
        room = self._room
        game = self._game
        following = room.next_one(game)
        asked: list[tuple[str, str, Callable[[], None]]] = []
        if following is not None:
            asked.append(("next", texts("Next puzzle"), partial(room.open, following)))
            asked.append(("any", texts("Any level"), partial(room.open_any, game)))
        if room.is_grinding:
            endless = texts("One moment…")
        else:
            endless = texts("Endless")
        asked.append(("endless", endless, lambda: self._room.open_endless(self._game, self._grade)))
        if shelf.shipped:
            asked.append(("rush", texts("Three-minute rush"), partial(room.open_rush, game)))
        if shelf.own:
            own = texts("From your own matches ({n})", n=len(shelf.own))
            asked.append(("own", own, self._open_own))
        return [
            self.button(
                words,
                press,
                name=name,
                size=geometry.Size(0.0, _MENU * self.zoom),
                style="menu_first" if name == "next" else "menu",
            )
            for name, words, press in asked
        ]

    def _streak(self, shelf: PuzzleShelf, progress: PuzzleProgress, width: float) -> node.Node:
        texts = self.ui.texts
        gap = 1.2 * self.look.theme.sizes.gap
        done = sum([each.key in progress.solved for each in shelf.shipped])
        parts = [texts("{n} of {many} solved", n=done, many=len(shelf.shipped))]
        ratings = self._room.ratings(self._game)
        if ratings.tries:
            parts.append(describe_rating(ratings, texts))
        best = find_best(self._room.navigator.profile.events, self._game)
        if best:
            parts.append(texts("Best rush: {n}", n=best))
        solved = " · ".join(parts)
        streak = texts("Streak: {n}", n=progress.streak)
        wide, high = _LIGHTS.scaled(self.zoom)
        lights = table.build_lights_row(
            self.look,
            self.ui.ink,
            table.list_light_letters(self._room.catalogue[self._game].view(), texts),
            progress.lit,
            geometry.Size(min(LIGHTS * wide, width), high),
        )
        right = boxes.row(Label(self.look, streak, "row"), lights, gap=gap, name="streak")
        label = Label(self.look, solved, "row", max_width=width, wraps=True, name="standing")
        return boxes.ends(label, right, width, gap)

    def _grade_words(self) -> tuple[str, ...]:
        texts = self.ui.texts
        return (
            texts("Easy"),
            texts("Think one step ahead"),
            texts("Easy to miss"),
            texts("Good players miss these"),
            texts("The strongest opponent misses these"),
        )

    def _kinds(
        self, puzzles: Sequence[Puzzle], progress: PuzzleProgress, width: float, gap: float
    ) -> Iterator[node.Node | float]:
        view = self._room.catalogue[self._game].view()
        following = self._room.next_one(self._game)
        key = "" if following is None else following.puzzle.key
        for kind in dict.fromkeys([each.kind for each in puzzles]):
            yield 1.5 * gap
            yield Label(self.look, view.words.puzzle_kind(self.ui.texts, kind), "heading")
            alike = [each for each in puzzles if each.kind == kind]
            chosen = [self._room.chosen(each, PuzzleSource.GRADE) for each in alike]
            tiles = [self._tile(each._replace(theme=self._theme), progress, key) for each in chosen]
            yield forms.build_tiles(self.ui, tiles, width, _TILE * self.zoom)

    def _tile(
        self, chosen: ChosenPuzzle, progress: PuzzleProgress, following: str
    ) -> forms.PictureTile:
        """Build the tile of a puzzle.

        Args:
            chosen: The puzzle.
            progress: The profile's progress.
            following: Key of the next puzzle to solve, which is highlighted.
        """
        room = self._room
        puzzle = chosen.puzzle
        key = chosen.puzzle.key
        view = room.catalogue[self._game].view()
        theme = self.look.theme
        side = _SIGN * self.zoom
        ui = room.navigator.presentation.ui_for(view)
        symbol, cards = view.pages.find_puzzle_symbol(puzzle)
        is_done = key in progress.solved
        fill = None
        if symbol:
            name = ui.card_art.find_swatch_name(symbol)
            ink = theme.swatch("on_dark", name)
            if is_done:
                ink = theme.swatch(f"ink_{ui.settings.colours}", name)
                fill = theme.swatch(f"card_{ui.settings.colours}", name), ink
            size = geometry.Size(side, side)
            picture = node.Node(size=size, picture=ui.card_art.symbol_picture(symbol, ink))
        else:
            picture = forms.build_fan(ui, cards, 1.1 * side, lean=0.0)
        kind = view.words.puzzle_kind(self.ui.texts, puzzle.kind)
        return forms.PictureTile(
            f"puzzle {key}",
            partial(room.open, chosen),
            picture,
            texts.to_runs(str(chosen.place)),
            is_next=following == key,
            is_done=is_done,
            is_tried=key in progress.tried,
            fill=fill,
            caption=self.ui.texts("Puzzle {n}, {kind}", n=chosen.place, kind=kind),
        )

    def _choose(self, grade: int) -> None:
        self.ui.animate_change(page.PAGE_OPENING)
        self._grade = grade
        self.rebuild(f"grade {grade}")

    def _open_own(self) -> None:
        following = self._room.following(self._game, PuzzleSource.OWN, 0)
        if following is not None:
            self._room.open(following)
