"""Played matches: a row for each record that is kept, to look at it again, pin it or delete it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.app.match.kept_words import Occasion
from red7_desktop.app.replay.kept_records import MOST, KeptRecord, RecordStore
from red7_desktop.kit.language.dates import numbers_of
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.pages.dialogs import ask
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.kit.pages.page import Page
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.glyphs import build_glyph
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.row_list import RowList
from red7_desktop.scene.widgets.scroll_view import ScrollView
from red7_desktop.tabletop.files import CannotWrite
from red7_desktop.tabletop.record_lines import UNFINISHED
from red7_desktop.tabletop.zones import SEAT_LETTERS

if TYPE_CHECKING:
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.kit.storage.worker import BackgroundTask
    from red7_desktop.tabletop.record_lines import RecordHead

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
        """Whether the list is being read."""
        return self._reading is not None

    def tick(self, now: float) -> None:
        """Show the list once it has been read."""
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
        """Read the list again after a change."""
        self._changing = changing
        self._reading = self._actions.keeper.listed()

    # -- the page ----------------------------------------------------------------------------

    def build(self) -> None:
        """Put the list below the title and what can be opened from elsewhere."""
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
        """Put two lines at the left, the buttons at the right or below."""
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
    """Give a node the name that it keeps when the record is pinned."""
    return f"{what} {record.file.name.partition('-')[0]}"
