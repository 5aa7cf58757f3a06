"""The ways into matches, and the list of those kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.app.matches.match_desk import MatchService, Occasion, SaveWords, describe_save
from red7_desktop.kit.game_view import SKETCH
from red7_desktop.kit.pages.forms import Flow
from red7_desktop.kit.pages.notices import Notices, explain_error
from red7_desktop.kit.pages.page import Page, ask, show_message
from red7_desktop.kit.storage import LockHeld
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.pictures import Align
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.scroll import ScrollView
from red7_desktop.scene.widgets.widget import Label, Panel
from red7_desktop.tabletop.files import CannotRead, CannotWrite
from red7_desktop.tabletop.match import DamagedSave, SavedMatch

if TYPE_CHECKING:
    from datetime import date

    from red7_desktop.app.matches.match_store import SaveInfo
    from red7_desktop.kit.ui import Screen, Ui
    from red7_desktop.play.session import Session


@dataclass(frozen=True)
class MatchWays:
    """Where the program goes: to a screen, to the title, to the table of a match.

    sketch: gives a small picture of a match, of a width.
    """

    show: Callable[[Screen], None]
    title: Callable[[], None]
    table: Callable[[Session], None]
    sketch: Callable[[SavedMatch, float], Node]


class Matches:
    """Asks before a match would be lost, and says why one cannot be gone on with.

    desk: where they begin. ways: where the program goes. played: gives what shows the matches that
    are over, None where there are none. named: gives what a match was begun for, "" for nothing
    else than to be played.
    """

    def __init__(
        self,
        kit: Ui,
        desk: MatchService,
        notices: Notices,
        ways: MatchWays,
        today: Callable[[], date],
    ) -> None:
        self._kit = kit
        self.desk = desk
        self._notices = notices
        self.ways = ways
        self._today = today
        self.played: Callable[[], Callable[[], None] | None] = lambda: None
        self.named: Callable[[Occasion], str] = lambda begun: ""

    @property
    def has_any(self) -> bool:
        """Whether any match is kept, be it over or not."""
        return self.desk.has_any_match or self.played() is not None

    def back(self) -> None:
        """Go back from the matches that are over: to those that are not, or to the title."""
        if self.desk.has_any_match:
            self.show()
        else:
            self.ways.title()

    def show(self) -> None:
        """Show all matches that go on, and where there are none, those that are over."""
        self.desk.leave()
        played = self.played()
        if not self.desk.has_any_match and played is not None:
            played()
            return
        actions = MatchesActions(
            kept=self.desk.kept,
            resume=self.resume,
            delete=self._delete,
            back=self.ways.title,
            today=self._today,
            sketch=self.ways.sketch,
            named=self.named,
            played=played,
        )
        self.ways.show(MatchesScreen(self._kit, actions))

    def resume(self, number: int | None = None) -> None:
        """Go on with the match in a slot, or the one played last; say so where it cannot be."""
        texts = self._kit.texts
        try:
            session, problem = self.desk.resume(number)
        except (CannotRead, DamagedSave) as error:
            message = texts(
                "The saved match cannot be read: {why}", why=explain_error(error, texts)
            )
            show_message(self._kit, texts("Continue"), message)
        except LockHeld:
            message = texts("This match is being played in another window.")
            show_message(self._kit, texts("Continue"), message)
        else:
            self._notices.match_was_damaged(problem)
            self.ways.table(session)

    def begin(self, begin: Callable[[], Session]) -> None:
        """Begin a match, or ask which one may go where every slot is in use."""
        from red7_desktop.app.matches.match_store import NoRoom

        try:
            session = begin()
        except NoRoom:
            self._ask_for_room(begin)
        else:
            self.ways.table(session)

    def _ask_for_room(self, begin: Callable[[], Session]) -> None:
        """Name what was played longest ago, and delete it once that is agreed to.

        What another copy of the program plays is not offered.
        """
        from red7_desktop.app.matches.match_desk import describe_save

        texts, kept = self._kit.texts, self.desk.kept()
        self.ways.title()
        oldest = next((each for each in reversed(kept) if not each.is_elsewhere), None)
        title = texts("No room for another match")
        if oldest is None:
            show_message(self._kit, title, texts("All are being played in other windows."))
            return

        def make_room() -> None:
            if self._delete(oldest.number):
                self.begin(begin)

        message = texts(
            "No more matches can be kept. Deleting the one that was played longest "
            "ago makes room: {match}. Another one can be deleted under Matches.",
            match=describe_save(oldest, texts, self._today(), self.named).sentence(),
        )
        ask(self._kit, title, message, yes=texts("Delete it and start"), on_yes=make_room)

    def _delete(self, number: int) -> bool:
        """Delete a kept match; tell where that cannot be done."""
        try:
            self.desk.delete(number)
        except (LockHeld, CannotWrite) as error:
            self._notices.match_not_deleted(error)
            return False
        return True


_WIDE: Final = Size(1240.0, 1240.0)


_LEAST_WORDS: Final = 380.0
"""Where the words would have less room beside the buttons, at zoom 1, these stand below them."""


_PICTURE: Final = 0.34
"""The picture never takes more of a row's width."""


_BUTTON: Final = 210.0


@dataclass(frozen=True)
class MatchesActions:
    """What the screen asks the program for.

    kept: gives the matches, the one played last first. resume, delete: of a slot, by its number.
    back: leaves. today: for the days that have names. sketch: a small picture of a match, of a
    width. named: what a match was begun for. played: shows the matches that are over, None where
    there are none.
    """

    kept: Callable[[], tuple[SaveInfo, ...]]
    resume: Callable[[int], None]
    delete: Callable[[int], object]
    back: Callable[[], None]
    today: Callable[[], date]
    sketch: Callable[[SavedMatch, float], Node]
    named: Callable[[Occasion], str] = lambda begun: ""
    played: Callable[[], None] | None = None


class MatchesScreen(Page):
    """Shows a row for each match. What was played last has the focus at first."""

    def __init__(self, kit: Ui, actions: MatchesActions) -> None:
        super().__init__(kit, "matches", on_leave=actions.back)
        self._actions = actions
        self._kept = actions.kept()
        ready = (kept.number for kept in self._kept if _can_go_on(kept))
        self.first = f"continue {next(ready, 0)}"

    def build(self) -> None:
        self.add_room()
        sheet = self.add_sheet(_WIDE)
        top = self.add_head(sheet, self.kit.texts("Matches"))
        gap = self.look.theme.sizes.gap
        y = top + 1.5 * gap
        room = Rect(self.edge, y, sheet.size.w - 2 * self.edge, sheet.size.h - y - self.edge)
        content = self._content(room.w - ScrollView.bar_room * self.zoom)
        self.add_view(sheet, content, room, "matches view")

    def _content(self, width: float) -> Node:
        content = Node(name="content")
        flow = Flow(content, width, self.look.theme.sizes.gap)
        note = self.kit.texts("Every match is kept after each step, till it is over.")
        if self._actions.played is None:
            flow.add(Label(self.look, note, "note", max_width=width, wraps=True))
        else:
            self._add_way_to_played(flow, note, self._actions.played)
        for kept in self._kept:
            flow.add(self._row(kept, width))
        return flow.fit()

    def _add_way_to_played(self, flow: Flow, note: str, show: Callable[[], None]) -> None:
        """Put a button at the end of the note's line, or below it where there is no room."""
        words = self.kit.texts("Played matches")
        played = Button(self.look, words, show, name="played")
        beside = flow.width - played.size.w - 2 * self.look.theme.sizes.gap
        if beside < _LEAST_WORDS * self.zoom:
            flow.add(Label(self.look, note, "note", max_width=flow.width, wraps=True))
            flow.add(played)
        else:
            flow.pair(Label(self.look, note, "note", max_width=beside, wraps=True), played)

    # -- a row -------------------------------------------------------------------------------

    def _row(self, kept: SaveInfo, width: float) -> Panel:
        sizes = self.look.theme.sizes
        pad = 0.8 * sizes.padding
        row = Panel(self.look, Size(width, 1.0), "card_row", name=f"match {kept.number}")
        wide = min(SKETCH.w * self.zoom, _PICTURE * width)
        picture = self._picture(kept, wide)
        picture.position = Vec(pad, pad)
        buttons = self._buttons(kept)
        tools = Size(
            sum(each.size.w for each in buttons) + (len(buttons) - 1) * sizes.gap,
            max(each.size.h for each in buttons),
        )
        left = picture.size.w + 2 * pad + sizes.gap / 2
        room = width - left - pad - tools.w - sizes.gap
        is_narrow = room < _LEAST_WORDS * self.zoom
        if is_narrow:
            room = width - left - pad
        words = Node(name="words")
        flow = Flow(words, room, 4.0 * self.zoom)
        for line, style in self._lines(self._words_of(kept)):
            fitting = self._fitting(line, style, room)
            flow.add(Label(self.look, line, fitting, max_width=room, wraps=True))
        flow.fit()
        below = tools.h + sizes.gap if is_narrow else 0.0
        high = max(picture.size.h, words.size.h + below, tools.h)
        words.position = Vec(left, pad + (high - words.size.h - below) / 2)
        area = Rect(width - pad - tools.w, pad, tools.w, high)
        top = area.bottom - tools.h if is_narrow else area.centre.y - tools.h / 2
        x = area.x
        for button in buttons:
            button.position = Vec(x, top + (tools.h - button.size.h) / 2)
            x += button.size.w + sizes.gap
        row.size = Size(width, high + 2 * pad)
        row.add(picture, words, *buttons)
        return row

    def _fitting(self, line: str, style: str, room: float) -> str:
        """Return a style in which every word has room; names may be long."""
        for each in (style, "body", "small"):
            if all(Label(self.look, word, each).size.w <= room for word in line.split()):
                return each
        return "note"

    def _picture(self, kept: SaveInfo, width: float) -> Node:
        """Draw the table; a well with a question mark where nobody knows what lies on it."""
        if kept.saved is not None:
            return self._actions.sketch(kept.saved, width)
        size = SKETCH.scaled(width / SKETCH.w)
        well = Panel(self.look, size, "well", name="sketch")
        well.add(Label(self.look, "?", "display", size=size, align=Align.CENTRE))
        return well

    def _words_of(self, kept: SaveInfo) -> SaveWords:
        return describe_save(kept, self.kit.texts, self._actions.today(), self._actions.named)

    def _lines(self, words: SaveWords) -> list[tuple[str, str]]:
        lines = (
            (words.people, "heading"),
            (words.begun, "body"),
            (words.rules, "body"),
            (words.standing, "body"),
            (words.trouble, "body"),
            (words.played, "note"),
        )
        return [(line, style) for line, style in lines if line]

    def _buttons(self, kept: SaveInfo) -> list[Button]:
        texts, number = self.kit.texts, kept.number
        is_first = self.first == f"continue {number}"
        cross = build_glyph("cross", self.look.theme.colour("text_soft"))
        return [
            Button(
                self.look,
                texts("Continue"),
                partial(self._actions.resume, number),
                style="primary" if is_first else "plain",
                size=Size(_BUTTON * self.zoom if self.zoom < 1.3 else 0.0, 0.0),
                enabled=_can_go_on(kept),
                name=f"continue {number}",
            ),
            Button(
                self.look,
                texts("Delete"),
                partial(self._ask, kept),
                icon=cross,
                style="quiet",
                enabled=not kept.is_elsewhere,
                name=f"delete {number}",
            ),
        ]

    # -- deleting ----------------------------------------------------------------------------

    def _ask(self, kept: SaveInfo) -> None:
        texts, words = self.kit.texts, self._words_of(kept)
        ask(
            self.kit,
            texts("Delete this match?"),
            texts("It cannot be brought back: {match}.", match=words.sentence()),
            yes=texts("Delete"),
            no=texts("Keep it"),
            on_yes=partial(self._delete, kept.number),
        )

    def _delete(self, number: int) -> None:
        """Delete a match; go back to the title with the last one."""
        place = [kept.number for kept in self._kept].index(number)
        self._actions.delete(number)
        self._kept = self._actions.kept()
        if not self._kept:
            self.leave()
            return
        after = self._kept[min(place, len(self._kept) - 1)].number
        self.rebuild(f"continue {after}")


def _can_go_on(kept: SaveInfo) -> bool:
    return kept.saved is not None and not kept.is_elsewhere
