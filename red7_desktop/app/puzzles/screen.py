"""The list of a game's puzzles: how far one is, and every one of a grade to choose from."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.app.puzzles.laid import PuzzleSource
from red7_desktop.app.puzzles.lights import build_lights_row
from red7_desktop.app.puzzles.progress import LIGHTS
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.kit.pages.page import Page
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.choice import ChoiceControl
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.scroll_view import ScrollView
from red7_desktop.tabletop.puzzle import GRADES

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.app.puzzles.puzzles import PuzzleService, PuzzleShelf
    from red7_desktop.tabletop.puzzle import Puzzle

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
        """Show what has been read, or is known of the person, since."""
        if self._state() != self._shown:
            is_first = self._shown is not None and self._shown[0] is None
            self.rebuild("next" if is_first else self.kit.stage.focus.place_in(self.node))

    def _state(self) -> tuple[PuzzleShelf | None, object, bool]:
        room, game = self._room, self._game
        return room.shelves.get(game), room.progress(game), room.is_grinding

    # -- the page ----------------------------------------------------------------------------

    def build(self) -> None:
        """Put what is next at the top, then how far one is, then the grades."""
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
        """Say how many are solved, and how many in a row."""
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
        """Let a grade be chosen, and put its puzzles below, by kind."""
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
