"""Pages and dialogs on top of the table: menu, log, piles, choices."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, groupby
from typing import Any, Final, NamedTuple

from red7_desktop.app.table import context, scores
from red7_desktop.kit import bindings, match_model, table_model, texts, ui
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.pages import forms, notices, page
from red7_desktop.scene import geometry, node, pictures
from red7_desktop.scene.boxes import column, put, row, wrap
from red7_desktop.scene.widgets import scroll, widget
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.dialog import Dialog
from red7_desktop.scene.widgets.runs import RunsLabel, measure_height

_MENU_GAP: Final = 12.0
_BUTTON: Final = 62.0


def _build_copy_button(
    ui: ui.Ui, words: str, name: str, copy: Callable[[], str], done: str
) -> Button:
    return Button(
        ui.stage.look, words, lambda: notices.copy_and_notify(ui, copy(), done), name=name
    )


class PausePage(forms.SheetPage):
    """The table's menu. Esc, the gamepad's B and a click outside close it."""

    first = "resume"
    max_width = 620.0
    opened_by = bindings.Intent.MENU

    def __init__(self, table: context.TableServices, on_leave: Callable[[], None]) -> None:
        super().__init__(table.ui, "pause", on_leave)
        self._table = table
        # Show the number of the deal, with which players can deal the same match again. In lessons
        # and puzzles the mode's title is shown instead.
        if table.mode.title:
            self._deal = None
        else:
            self._deal = table.session.match.seed

    @property
    def title(self) -> str:
        return self.ui.texts("Menu")

    def content(self, width: float) -> node.Node:
        texts = self.ui.texts
        navigator = self._table.navigator
        gap = _MENU_GAP * self.zoom
        is_kept = self._table.session.is_kept
        if is_kept:
            leaving = texts("Save and leave")
        else:
            leaving = texts("Leave the table")
        rows: list[tuple[str, str, Callable[[], None], str]] = [
            ("resume", texts("Continue"), self.leave, "menu_first"),
            *[(name, words, press, "menu") for name, words, press in self._table.mode.menu],
            ("rules", texts("Rules"), navigator.show_rules, "menu"),
            ("settings", texts("Settings"), navigator.show_settings, "menu"),
            ("title", leaving, self._table.leave, "menu"),
        ]
        if is_kept:
            rows.append(("give up", texts("Give up the match"), self._give_up, "menu"))
        size = geometry.Size(width, _BUTTON * self.zoom)
        buttons = [
            self.button(words, press, style=style, size=size, name=name)
            for name, words, press, style in rows
        ]
        about = self._table.mode.title
        if self._deal is not None:
            about = texts("Deal {number}", number=self._deal)
        label = widget.Label(self.look, about, "soft", max_width=width, wraps=True, name="deal")
        parts = [column(column(*buttons, gap=gap), label, gap=2 * gap)]
        copies = self._copies()
        if copies:
            parts.append(wrap(copies, width, gap))
        return column(*parts, gap=gap, width=width, name="content")

    def _copies(self) -> list[Button]:
        texts = self.ui.texts
        copies = []
        if self._deal is not None:
            words = texts("Copy deal number")
            done = texts("Deal {number} copied", number=self._deal)
            copy = partial(str, self._deal)
            copies.append(_build_copy_button(self.ui, words, "copy deal", copy, done))
        if self._position():
            words = texts("Copy position")
            done = texts("Position copied")
            copies.append(_build_copy_button(self.ui, words, "copy position", self._position, done))
        return copies

    def _position(self) -> str:
        return self._table.game_view.story.position_text(self._table.seen)

    def _give_up(self) -> None:
        texts = self.ui.texts
        give_up = self._table.navigator.give_up
        if not self.ui.settings.confirmations:
            give_up()
            return
        page.ask(
            self.ui,
            texts("Give up the match?"),
            texts("The match ends here. You can still watch it under Matches."),
            yes=texts("Give up"),
            no=texts("Keep playing"),
            on_yes=give_up,
        )


_CHOICE_CARD: Final = 72.0
_CHOICE_GAP: Final = 10.0


def show_choice(
    ui: ui.Ui, choice: table_model.CardChoice, on_choice: Callable[[Any], None]
) -> Dialog:
    """Show a dialog in which the viewer chooses one of several steps.

    Args:
        ui: The interface.
        choice: The options, the suggested one first.
        on_choice: Called with the step of the chosen option. If the user closes the dialog, called
            with the step of the first option.

    Returns:
        The dialog.
    """

    def take(step: Any) -> None:
        ui.stage.hide_overlay(dialog)
        on_choice(step)

    made = [
        _build_option(ui, option, partial(take, option.step), style="plain" if nth else "primary")
        for nth, option in enumerate(choice.options)
    ]
    rows = column(*made, gap=_CHOICE_GAP, name="choices")
    close = partial(take, choice.options[0].step)
    dialog = Dialog(ui.stage.look, choice.title, rows, [], on_close=close, name="card choice")
    first = next(node for node in rows.walk() if isinstance(node, Button))
    ui.stage.show_overlay(dialog, first=first, on_back=dialog.on_close)
    return dialog


def _build_option(
    ui: ui.Ui, option: table_model.CardOption, take: Callable[[], None], *, style: str
) -> node.Node:
    cards = [ui.card_art.build_card(face, _CHOICE_CARD, name=face) for face in option.cards]
    button = Button(ui.stage.look, option.label, take, style=style, name=f"take {option.step}")
    return row(row(*cards, gap=_CHOICE_GAP), button, gap=3 * _CHOICE_GAP, name=str(option.step))


_PILE_CARD: Final = 118.0
_PILE_GAP: Final = 16.0
_IN_PLAY: Final = 2.0
_LEAST: Final = 620.0
_MOST_IN_ROW: Final = 9


class SpreadPage(forms.SheetPage):
    """A page with the cards of a pile or a trick, in several rows if necessary."""

    first = "close"

    def __init__(self, ui: ui.Ui, spread: match_model.Spread, on_leave: Callable[[], None]) -> None:
        super().__init__(ui, "spread", on_leave)
        self._spread = spread

    @property
    def max_width(self) -> float:
        count = max(1, len(self._spread.cards))
        rows = -(-count // _MOST_IN_ROW)
        columns = -(-count // rows)
        around = 2 * self.edge / self.zoom + scroll.ScrollView.bar_room + 1.0
        return max(_LEAST, columns * (_PILE_CARD + _PILE_GAP) - _PILE_GAP + around)

    @property
    def title(self) -> str:
        return self._spread.title

    def content(self, width: float) -> node.Node:
        words = self._spread.note
        gap = _PILE_GAP * self.zoom
        note = widget.Label(self.look, words, "soft", max_width=width, wraps=True, name="note")
        cards = [self._card(each) for each in self._spread.cards]
        # Keep cards that were played together in one row.
        seats = self._spread.seats or range(len(cards))
        wide = _PILE_CARD * self.zoom + _IN_PLAY
        told = groupby(zip(seats, cards, strict=True), lambda each: each[0])
        plays = [[card for _, card in play] for _, play in told]
        blocks = [wrap(play, min(width, wide * len(play)), _IN_PLAY) for play in plays]
        spread = wrap(blocks, width, gap - _IN_PLAY)
        return column(note, spread, gap=1.5 * self.look.theme.sizes.gap, width=width)

    def _card(self, each: match_model.SpreadCard) -> node.Node:
        card = self.ui.card_art.build_card(each.face, _PILE_CARD * self.zoom, name="face")
        caption = RunsLabel(
            self.look,
            self.ui.ink.spans(self.look, each.caption),
            "hud_count",
            size=geometry.Size(card.size.w, 0.0),
            align=pictures.Align.CENTRE,
            max_lines=3,
            name="caption",
        )
        rows = (card, caption) if each.caption else (card,)
        return column(*rows, name=f"card {each.face}")


_NUMBER: Final = 44.0
_MARK: Final = 30.0
_DOT_COLUMN: Final = 34.0
"""Width of the log's column that contains a dot in the colour of each turn's seat, in design units.

The column is between the turns' numbers and texts."""
_MOST_LINES: Final = 4
"""Largest number of lines for a turn in the log; longer text gets a smaller font."""


class _Row(NamedTuple):
    """A row of the log, which is built when it scrolls into view.

    Attributes:
        gap: Space above the row in design units; 0 for the first row.
        height: Height without the gap in design units.
        make: Builds the row.
    """

    gap: float
    height: float
    make: Callable[[], node.Node]


class LogPage(forms.SheetPage):
    """A page with the log of a match, scrolled to its end. Builds visible rows only.

    `measure` computes the heights of all rows. For a long log this takes longer than a frame, so
    run it over several frames before you show the page. Otherwise `build_body` runs it.

    Args:
        log: Sections of the log; they are read only once.
        record: Returns the record of a finished match with all cards. None while the match
            continues; then only the text of the page can be copied.
    """

    first = "view"
    max_width = 980.0
    opened_by = bindings.Intent.LOG

    def __init__(
        self,
        ui: ui.Ui,
        log: Iterable[match_model.LogSection],
        on_leave: Callable[[], None],
        *,
        record: Callable[[], str] | None = None,
    ) -> None:
        super().__init__(ui, "log page", on_leave)
        self._unread = iter(log)
        self._log: list[match_model.LogSection] = []
        self._record = record
        self._measured_for = self.look
        self._measured: dict[float, list[_Row]] = {}

    @property
    def title(self) -> str:
        return self.ui.texts("Match log")

    def buttons(self) -> list[Button]:
        texts = self.ui.texts
        words = texts("Copy as text")
        done = texts("Log copied")
        copy = partial(match_model.to_text, self._log)
        copies = [_build_copy_button(self.ui, words, "copy text", copy, done)]
        if self._record is not None:
            words = texts("Copy replay")
            done = texts("Replay copied")
            copies.append(_build_copy_button(self.ui, words, "copy record", self._record, done))
        return copies

    # -- measuring ---------------------------------------------------------------------------

    def measure(self) -> Iterator[None]:
        """Read the log and measure the heights of its rows; yield after each row."""
        room = self.max_size.h
        yield from self._measure(self.inner_width, room)
        if _add_up(self._measured[self.inner_width]) > room:
            yield from self._measure(self.inner_width - self.bar_room)

    def _measure(self, width: float, most: float = math.inf) -> Iterator[None]:
        """Measure the rows for a width, until their total height exceeds `most`."""
        if self._measured_for is not self.look:
            self._measured_for = self.look
            self._measured.clear()
        if width in self._measured:
            return
        rows: list[_Row] = []
        height = 0.0
        for each in self._list_rows(width):
            rows.append(each)
            height += each.gap + each.height
            if height > most:
                break
            yield
        self._measured[width] = rows

    def _rows(self, width: float, most: float = math.inf) -> list[_Row]:
        for _ in self._measure(width, most):
            pass
        return self._measured[width]

    def _sections(self) -> Iterator[match_model.LogSection]:
        yield from self._log
        for section in self._unread:
            self._log.append(section)
            yield section

    # -- rows --------------------------------------------------------------------------------

    def build_body(self, width: float, room: float) -> node.Node:
        rows = self._rows(width, room)
        if _add_up(rows) > room:
            rows = self._rows(width - self.bar_room)
        if not rows:
            words = self.ui.texts("Nothing has happened yet.")
            return column(widget.Label(self.look, words, "soft"), width=width, name="content")
        if _add_up(rows) <= room + 0.5:
            parts: list[node.Node | float] = []
            for each in rows:
                parts += [each.gap, each.make()]
            return column(*parts[1:], width=width, name="content")
        gaps_below = [*[each.gap for each in rows[1:]], 0.0]
        heights = [each.height + gap for each, gap in zip(rows, gaps_below, strict=True)]
        return scroll.RowList(
            self.look,
            geometry.Size(width, room),
            heights,
            lambda number: rows[number].make(),
            gap=0.0,
            offset=math.inf,
            animator=self.animator,
            name="view",
        )

    def _list_rows(self, width: float) -> Iterator[_Row]:
        for number, section in enumerate(self._sections()):
            yield from self._list_section(section, width, 30.0 * self.zoom if number else 0.0)

    def _list_section(
        self, section: match_model.LogSection, width: float, gap: float
    ) -> Iterator[_Row]:
        """Yield the rows of one section of the log, such as of one round.

        Args:
            section: Title and turns of the section.
            width: Width of the rows.
            gap: Space above the first row.
        """
        zoom = self.zoom
        between = 7.0 * zoom
        if section.title:
            heading = partial(self._heading, section.title, width)
            yield _Row(gap, heading().size.h, heading)
            gap = 11.0 * zoom
        asides = [self._aside_row(told, width) for told in section.standing]
        lines = chain(
            (self._aside_row(told, width) for told in section.opening),
            (self._turn_row(entry, width) for entry in section.lines),
            () if section.ending else asides,
        )
        is_empty = True
        for line in lines:
            yield line._replace(gap=gap)
            gap = between
            is_empty = False
        if is_empty:
            yield _Row(gap, 0.0, node.Node)
        if section.ending:
            ending = partial(self._ending, section, width)
            yield _Row(12.0 * zoom, ending().size.h, ending)
            for aside in asides:
                yield aside._replace(gap=between)

    def _heading(self, title: str, width: float) -> node.Node:
        heading = widget.Label(self.look, title, "heading", name="round")
        thick = max(1.0, 1.5 * self.zoom)
        rule = widget.Panel(self.look, geometry.Size(width, thick), "rule_line")
        return column(heading, rule, gap=6.0 * self.zoom)

    def _aside_row(self, line: texts.Runs, width: float) -> _Row:
        runs = texts.apply_tone(line, texts.Tone.SOFT)
        room = width - (_NUMBER + _DOT_COLUMN) * self.zoom
        height = self._measure_words(runs, room, "soft")
        return _Row(0.0, height, partial(self._aside, runs, room))

    def _aside(self, runs: texts.Runs, room: float) -> node.Node:
        indent = node.Node(size=geometry.Size((_NUMBER + _DOT_COLUMN) * self.zoom, 0.0))
        return row(indent, self._words(runs, room, "soft"), share=0.0, name="aside")

    def _turn_row(self, entry: match_model.LogLine, width: float) -> _Row:
        room = width - (_NUMBER + _DOT_COLUMN) * self.zoom
        height = max(self._pitch, self._measure_words(entry.line, room, "body"))
        return _Row(0.0, height, partial(self._turn, entry, room))

    def _turn(self, entry: match_model.LogLine, room: float) -> node.Node:
        """Return the line of a turn: number, dot in the seat's colour, and text."""
        zoom = self.zoom
        pitch = self._pitch
        size = geometry.Size((_NUMBER - 8.0) * zoom, pitch)
        figure = str(entry.number or "")
        number = widget.Label(self.look, figure, "note", size=size, align=pictures.Align.END)
        dot = scores.build_seat_dot(self.look, entry.seat, geometry.Size(_DOT_COLUMN * zoom, pitch))
        line = row(dot, self._words(entry.line, room, "body"), share=0.0)
        return row(number, line, gap=8.0 * zoom, share=0.0, name=f"turn {entry.number}")

    @property
    def _pitch(self) -> float:
        style = self.look.theme.text("body")
        return style.size * style.line_height

    def _ending(self, section: match_model.LogSection, width: float) -> node.Node:
        zoom = self.zoom
        padding = 0.7 * self.look.theme.sizes.padding
        left = (_NUMBER + _DOT_COLUMN) * zoom
        told = [
            self._words(runs, width - left - padding, "label")
            for runs in (texts.apply_tone(section.ending, texts.Tone.STRONG), section.detail)
            if runs
        ]
        crown = node.Node(name="crown", size=geometry.Size(_MARK * zoom, _MARK * zoom))
        crown.picture = build_icon("crown", scores.get_seat_colour(self.look, section.winner))
        mark = put(crown, node.Node(size=geometry.Size(left, told[0].size.h)))
        edge = node.Node(size=geometry.Size(width, padding))
        inside = column(edge, row(mark, column(*told, gap=4.0 * zoom), share=0.0))
        box = widget.Panel(
            self.look, geometry.Size(width, inside.size.h + padding), "card_row", name="ending"
        )
        box.add(inside)
        return box

    def _words(self, runs: texts.Runs, width: float, style: str) -> RunsLabel:
        spans = self.ui.ink.spans(self.look, runs)
        room = geometry.Size(width, 0.0)
        return RunsLabel(self.look, spans, style, size=room, max_lines=_MOST_LINES, name="words")

    def _measure_words(self, runs: texts.Runs, width: float, style: str) -> float:
        spans = self.ui.ink.spans(self.look, runs)
        return measure_height(spans, self.look, style, width, _MOST_LINES)


def _add_up(rows: Iterable[_Row]) -> float:
    return sum(each.gap + each.height for each in rows)
