"""The page with the log of the match: a section for each round, a line for each turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from red7_desktop.app.table_screen.overlays.ending_parts import build_seat_dot, get_seat_colour
from red7_desktop.app.table_screen.overlays.sheet_page import SheetPage
from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.language.rich_text import Runs, Tone, apply_tone
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.models.history import LogLine, LogSection, text_of
from red7_desktop.kit.pages.clipboard import copy_and_tell
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from red7_desktop.kit.pages.clipboard import Clipboard
    from red7_desktop.kit.pages.screen import Ui

_NUMBER: Final = 44.0

_MARK: Final = 30.0

_WORDS: Final = 34.0
"""Where the words begin, after the number, and the room of the dot between."""


class LogPage(SheetPage):
    """Shows a log, scrolled to its end.

    record: gives the record of a match that is over, which holds all cards; None while it goes on,
    and then only what is on the page can be copied.
    """

    first = "view"
    opened_by = Intent.LOG

    def __init__(
        self,
        kit: Ui,
        log: Sequence[LogSection],
        clipboard: Clipboard,
        on_leave: Callable[[], None],
        *,
        record: Callable[[], str] | None = None,
    ) -> None:
        super().__init__(kit, "log page", on_leave)
        self._log = tuple(log)
        self._clipboard = clipboard
        self._record = record
        self._was_scrolled = False

    @property
    def most_wide(self) -> float:
        """The width of the sheet where there is room."""
        return 980.0

    @property
    def title(self) -> str:
        """What the page is."""
        return self.kit.texts("Log of the match")

    def restored(self) -> None:
        """Begin at the end of the log."""
        if self.view is not None and not self._was_scrolled:
            self._was_scrolled = True
            self.view.offset = self.view.range

    def buttons(self) -> list[Button]:
        """Offer to copy what is shown and, once it is no secret, the record."""
        texts = self.kit.texts
        copies = Button(self.look, texts("Copy as text"), self._copy_text, name="copy text")
        if self._record is None:
            return [copies]
        record = Button(self.look, texts("Copy record"), self._copy_record, name="copy record")
        return [copies, record]

    def content(self, width: float) -> Node:
        """Lay the sections below each other."""
        content = Node(name="content")
        flow = Flow(content, width, 7.0 * self.zoom)
        if not self._log:
            flow.add(Label(self.look, self.kit.texts("Nothing has happened yet."), "soft"))
        for section in self._log:
            self._add_section(flow, section)
        return flow.fit()

    def _add_section(self, flow: Flow, section: LogSection) -> None:
        if section.title:
            heading = Label(self.look, section.title, "heading", name="round")
            flow.add(heading, 30.0 * self.zoom)
            line = Panel(self.look, Size(flow.width, max(1.0, 1.5 * self.zoom)), "rule_line")
            flow.add(line, 6.0 * self.zoom)
            flow.skip(4.0 * self.zoom)
        for told in section.opening:
            flow.add(self._aside(told, flow.width))
        for entry in section.lines:
            flow.add(self._turn(entry, flow.width))
        if section.ending:
            flow.add(self._ending(section, flow.width), 12.0 * self.zoom)
        for told in section.standing:
            flow.add(self._aside(told, flow.width))

    def _aside(self, line: Runs, width: float) -> Node:
        """Give a line about the table, indented like the words of a turn."""
        left = (_NUMBER + _WORDS) * self.zoom
        words = self._words(apply_tone(line, Tone.SOFT), width - left, "soft")
        words.position = Vec(left, 0.0)
        row = Node(name="aside", size=Size(width, words.size.h))
        row.add(words)
        return row

    def _turn(self, entry: LogLine, width: float) -> Node:
        """Give the line of one turn: its number, a dot in its seat's colour, the words."""
        zoom = self.zoom
        words = self._words(entry.line, width - (_NUMBER + _WORDS) * zoom, "body")
        row = Node(name=f"turn {entry.number}", size=Size(width, words.size.h))
        style = self.look.theme.text("body")
        pitch = style.size * style.line_height
        number = Label(
            self.look,
            str(entry.number or ""),
            "note",
            size=Size((_NUMBER - 8.0) * zoom, pitch),
            align=Align.END,
        )
        dot = build_seat_dot(self.look, entry.seat, Rect(_NUMBER * zoom, 0.0, _WORDS * zoom, pitch))
        words.position = Vec((_NUMBER + _WORDS) * zoom, 0.0)
        row.add(number, dot, words)
        return row

    def _ending(self, section: LogSection, width: float) -> Node:
        """Give the line that says how a section ended, with what came of it."""
        zoom = self.zoom
        pad = 0.7 * self.look.theme.sizes.padding
        left = (_NUMBER + _WORDS) * zoom
        words = self._words(apply_tone(section.ending, Tone.STRONG), width - left - pad, "label")
        row = Panel(self.look, Size(width, words.size.h + 2 * pad), "card_row", name="ending")
        side = _MARK * zoom
        crown = Node(name="crown", size=Size(side, side))
        crown.picture = build_icon("crown", get_seat_colour(self.look, section.winner))
        crown.position = Vec((left - side) / 2, pad + (words.size.h - side) / 2)
        words.position = Vec(left, pad)
        row.add(crown, words)
        if section.detail:
            detail = self._words(section.detail, width - left - pad, "label")
            detail.position = Vec(left, pad + words.size.h + 4.0 * zoom)
            row.add(detail)
            row.size = Size(width, detail.position.y + detail.size.h + pad)
        return row

    def _words(self, runs: Runs, width: float, style: str) -> RunsLabel:
        """Set words in as many lines as they need."""
        spans = self.ink.spans(self.look, runs)
        label = RunsLabel(self.look, spans, style, size=Size(width, 0.0), max_lines=4)
        label.name = "words"
        return label

    # -- copying -----------------------------------------------------------------------------

    def _copy_text(self) -> None:
        self._copy(text_of(self._log), self.kit.texts("The log is copied"))

    def _copy_record(self) -> None:
        if self._record is not None:
            self._copy(self._record(), self.kit.texts("The record is copied"))

    def _copy(self, text: str, done: str) -> None:
        copy_and_tell(self.kit, self._clipboard, text, done)
