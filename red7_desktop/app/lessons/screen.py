"""The list of a game's lessons: which are done, and which comes next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Final

from red7_desktop.app.lessons.entrance import FIRST_GAME as FIRST
from red7_desktop.app.lessons.entrance import tint
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.language.rich_text import runs_of
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.kit.pages.page import Page
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.paint.run_lines import line_up
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.scene.widgets.scroll_view import ScrollView

if TYPE_CHECKING:
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.kit.models.course import Course
    from red7_desktop.kit.pages.screen import Ui

_AROUND: Final = 30.0

_TILE: Final = 300.0
"""A lesson's tile is no narrower than this, at the theme's zoom 1."""

_HIGH: Final = 64.0

_DISC: Final = 40.0

_BAR: Final = 8.0

_MOST_LINES: Final = 2


@dataclass(frozen=True)
class CourseActions:
    """What the page does. begin: takes the key of a lesson."""

    first: Callable[[], None]
    begin: Callable[[str], None]
    back: Callable[[], None]


class CourseScreen(Page):
    """Shows the first game and all lessons by chapters; what comes next has the focus.

    title: the game's name. course: gives the course in the present words. done: the keys of what is
    done. goal: the key of what comes next.
    """

    def __init__(
        self,
        kit: Ui,
        title: str,
        course: Callable[[], Course],
        done: frozenset[str],
        goal: str,
        actions: CourseActions,
    ) -> None:
        super().__init__(kit, "course", actions.back)
        self._title_of_game = title
        self._course = course
        self._done = done
        self._goal = goal
        self._actions = actions
        self.first = "onward"

    def build(self) -> None:
        """Lay out how far somebody is, the lessons in a view, and the way on below it."""
        self.add_room()
        sheet, texts = self.add_sheet(), self.kit.texts
        gap = self.look.theme.sizes.gap
        top = self.add_head(sheet, texts("Learn {game}", game=self._title_of_game)) + gap
        top = self._add_progress(sheet, top) + 1.5 * gap
        foot = self._add_foot(sheet)
        # The view begins beside what it shows: what glows there or has the focus is not cut.
        around = min(_AROUND * self.zoom, 0.8 * self.edge)
        at = Vec(self.edge - around, top - gap)
        room = Size(sheet.size.w - self.edge - at.x, foot - at.y - 1.5 * gap)
        content = self._content(room.w - ScrollView.bar_room * self.zoom, around, gap)
        self.add_view(sheet, content, Rect(*at, *room), "lessons")

    def _add_progress(self, sheet: Node, top: float) -> float:
        lessons = self._course().lessons
        count = len(self._done & {lesson.key for lesson in lessons})
        words = self.kit.texts("{n} of {all} lessons done", n=count, all=len(lessons))
        label = Label(self.look, words, "soft", name="progress")
        label.position = Vec(self.edge, top)
        width, high = sheet.size.w - 2 * self.edge, _BAR * self.zoom
        track = Panel(self.look, Size(width, high), "track", name="track")
        track.position = Vec(self.edge, top + label.size.h + 6 * self.zoom)
        filled = Panel(
            self.look, Size(max(high, width * count / len(lessons)), high), "track_filled"
        )
        filled.picture = BoxPicture(tint(self.look), high / 2)
        filled.visible = count > 0
        track.add(filled)
        sheet.add(label, track)
        return track.position.y + high

    def _add_foot(self, sheet: Node) -> float:
        """Put the way back and the way on at the lower edge; give where they begin."""
        texts, edge = self.kit.texts, self.edge
        back = Button(self.look, texts("Back"), self.leave, name="back")
        words = texts("First game, 3 minutes")
        press: Callable[[], None] = self._actions.first
        for lesson in self._course().lessons:
            if lesson.key == self._goal:
                words = texts("Next lesson") if self._done - {FIRST} else texts("First lesson")
                press = partial(self._actions.begin, lesson.key)
        onward = Button(self.look, words, press, style="primary", name="onward")
        y = sheet.size.h - edge - onward.size.h
        back.position = Vec(edge, y)
        onward.position = Vec(sheet.size.w - edge - onward.size.w, y)
        sheet.add(back, onward)
        return y

    # -- the tiles ---------------------------------------------------------------------------

    def _content(self, whole: float, left: float, top: float) -> Node:
        course, texts = self._course(), self.kit.texts
        content = Node(name="content")
        gap, width = get_button_gap(self.look), whole - left
        flow = Flow(content, width, gap, left=left, top=top)
        title = runs_of(texts("First game, 3 minutes"))
        flow.add(self._tile(FIRST, "1", title, course.first.about, width, self._actions.first))
        columns = max(1, int((width + gap) // (_TILE * self.zoom + gap)))
        wide = (width - gap * (columns - 1)) / columns
        number = 0
        for chapter, group in groupby(course.lessons, key=lambda lesson: lesson.chapter):
            flow.add(Label(self.look, chapter, "heading", max_width=width), 20 * self.zoom)
            begun: list[Callable[[float], Node]] = []
            for lesson in group:
                number += 1
                begin = partial(self._actions.begin, lesson.key)
                begun.append(
                    partial(self._tile, lesson.key, str(number), lesson.title, "", wide, begin)
                )
            for first in range(0, len(begun), columns):
                shown = begun[first : first + columns]
                high = max(make(0.0).size.h for make in shown)
                row = Node(name="row", size=Size(width, high))
                for nth, make in enumerate(shown):
                    tile = make(high)
                    tile.position = Vec(nth * (wide + gap), 0.0)
                    row.add(tile)
                flow.add(row)
        content.size = Size(whole, flow.bottom + gap)
        return content

    def _tile(
        self,
        key: str,
        sign: str,
        title: Runs,
        about: str,
        width: float,
        press: Callable[[], None],
        least: float = 0.0,
    ) -> Node:
        """Give a lesson's tile, as high as it needs, and at least so high."""
        look, zoom = self.look, self.zoom
        ink = TextStyler(self.kit.faces, self.kit.settings.colours)
        pad, side = look.theme.sizes.padding, _DISC * zoom
        left = pad + side + 0.7 * pad
        room = width - left - pad
        spans = ink.spans(look, title)
        needed = line_up(spans, look, "row", Size(room, 0.0), max_lines=_MOST_LINES).size
        words = RunsLabel(
            look, spans, "row", size=Size(room, needed.h), max_lines=_MOST_LINES, name="title"
        )
        is_next = key == self._goal
        note: Label | None = None
        if about:
            tone = look.theme.colour("text") if is_next else None
            note = Label(look, about, "note", colour=tone, max_width=room, wraps=True)
        below = 0.0 if note is None else note.size.h + 2 * zoom
        high = max(least, _HIGH * zoom, words.size.h + below + pad)
        style = "menu_first" if is_next else "menu"
        name = key if key == FIRST else f"lesson {key}"
        tile = Button(look, "", press, style=style, name=name, size=Size(width, high))
        disc = self._disc(key, sign, side)
        disc.position = Vec(pad, (high - side) / 2)
        words.position = Vec(left, (high - words.size.h - below) / 2)
        tile.add(disc, words)
        if note is not None:
            note.position = Vec(left, words.position.y + words.size.h + 2 * zoom)
            tile.add(note)
        return tile

    def _disc(self, key: str, sign: str, side: float) -> Node:
        """Give a ring with a lesson's number, or a tick in it."""
        look, size = self.look, Size(side, side)
        is_done = key in self._done
        ring = look.theme.colour("ok") if is_done else tint(look)
        ground = look.theme.colour("avatar").mixed(ring, 0.12)
        disc = Node(name="disc", size=size)
        disc.picture = BoxPicture(ground, side / 2, ring, max(2.0, side * 0.05))
        edge = 0.62 * side
        if is_done or key == FIRST:
            sign_name = "tick" if is_done else "play"
            mark = Node(name=sign_name, size=Size(edge, edge), picture=build_icon(sign_name, ring))
            mark.position = Vec((side - edge) / 2, (side - edge) / 2)
        else:
            mark = Label(look, sign, "row", size=size, align=Align.CENTRE)
        disc.add(mark)
        return disc
