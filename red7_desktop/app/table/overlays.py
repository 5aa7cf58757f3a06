"""Menu, log, review, piles, choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.app.table.scores import build_seat_dot, get_seat_colour
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.look.icons import build_icon, portrait
from red7_desktop.kit.match_model import (
    CardChoice,
    CardOption,
    LogLine,
    LogSection,
    Review,
    ReviewMoment,
    Spread,
    SpreadCard,
    WeighedTurn,
    text_of,
)
from red7_desktop.kit.pages.forms import Flow, SheetPage
from red7_desktop.kit.pages.notices import Clipboard, copy_and_tell
from red7_desktop.kit.pages.page import ask
from red7_desktop.kit.texts import Run, Runs, Tone, apply_tone
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Align, BoxPicture
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.dialog import Dialog
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.scene.widgets.scroll import ScrollView
from red7_desktop.scene.widgets.widget import Label, Panel

if TYPE_CHECKING:
    import pygame

    from red7_desktop.kit.game_view import GameView
    from red7_desktop.kit.phrases import SeatWords
    from red7_desktop.kit.ui import Ui
    from red7_desktop.play.ai import Reviewer
    from red7_desktop.tabletop.player import Appraisal

_PAUSE_MENU_GAP = 12.0


_BUTTON = 62.0


@dataclass(frozen=True)
class PauseActions:
    """What the menu leads to.

    resume: back to the table. title: leave, the match stays kept. give_up: end the match for good
    and leave, None where nothing is played. position: the text of the position as the viewer knows
    it, "" for none.
    """

    resume: Callable[[], None]
    rules: Callable[[], None]
    settings: Callable[[], None]
    title: Callable[[], None]
    give_up: Callable[[], None] | None
    position: Callable[[], str]


class PausePage(SheetPage):
    """The menu. Esc, the pad's B and a click outside go back to the table.

    deal: the number that brings again what is on the table. about: says what that is where none
    does: then there is no number.
    """

    first = "resume"
    opened_by = Intent.MENU

    def __init__(
        self, kit: Ui, deal: int | None, about: str, actions: PauseActions, clipboard: Clipboard
    ) -> None:
        super().__init__(kit, "pause", actions.resume)
        self._deal = deal
        self._about = about
        self._actions = actions
        self._clipboard = clipboard

    @property
    def most_wide(self) -> float:
        return 620.0

    @property
    def title(self) -> str:
        return self.kit.texts("Menu")

    def content(self, width: float) -> Node:
        texts, actions = self.kit.texts, self._actions
        content = Node(name="content")
        flow = Flow(content, width, _PAUSE_MENU_GAP * self.zoom)
        leaving = texts("Leave the table") if actions.give_up is None else texts("Save and leave")
        rows = [
            ("resume", texts("Resume"), actions.resume, "menu_first"),
            ("rules", texts("Rules"), actions.rules, "menu"),
            ("settings", texts("Settings"), actions.settings, "menu"),
            ("title", leaving, actions.title, "menu"),
        ]
        if actions.give_up is not None:
            ask_first = partial(self._ask_to_give_up, actions.give_up)
            rows.append(("give up", texts("Give up the match"), ask_first, "menu"))
        size = Size(width, _BUTTON * self.zoom)
        for name, words, press, style in rows:
            flow.add(Button(self.look, words, press, style=style, size=size, name=name))
        is_numbered = self._deal is not None
        what = texts("Deal {number}", number=self._deal) if is_numbered else self._about
        label = Label(self.look, what, "soft", max_width=width, wraps=True, name="deal")
        flow.add(label, 2 * _PAUSE_MENU_GAP * self.zoom)
        self._add_copies(flow, width)
        return flow.fit()

    def _add_copies(self, flow: Flow, width: float) -> None:
        texts, gap = self.kit.texts, _PAUSE_MENU_GAP * self.zoom
        copies = []
        if self._deal is not None:
            words = texts("Copy deal number")
            copies.append(Button(self.look, words, self._copy_deal, name="copy deal"))
        if self._actions.position():
            words = texts("Copy position")
            copies.append(Button(self.look, words, self._copy_position, name="copy position"))
        if copies and sum(each.size.w for each in copies) + gap <= width:
            flow.row(list(copies), gap)
        else:
            for each in copies:
                flow.add(each)

    def _copy_deal(self) -> None:
        self._copy(str(self._deal), self.kit.texts("Deal {number} copied", number=self._deal))

    def _copy_position(self) -> None:
        self._copy(self._actions.position(), self.kit.texts("The position is copied"))

    def _copy(self, text: str, done: str) -> None:
        copy_and_tell(self.kit, self._clipboard, text, done)

    def _ask_to_give_up(self, give_up: Callable[[], None]) -> None:
        texts = self.kit.texts
        if not self.kit.settings.confirmations:
            give_up()
            return
        ask(
            self.kit,
            texts("Give up the match?"),
            texts("The match ends here. Its record stays among the played matches."),
            yes=texts("Give up"),
            no=texts("Play on"),
            on_yes=give_up,
        )


_CHOICE_CARD_WIDTH: Final = 72.0


_CHOICE_GAP: Final = 10.0


def show_choice(kit: Ui, choice: CardChoice, on_choice: Callable[[Any], None]) -> Dialog:
    """Show what may be chosen, the proposed option first; closing takes that one's step."""

    def take(step: Any) -> None:
        kit.stage.hide_overlay(dialog)
        on_choice(step)

    rows = Node(name="choices")
    y = 0.0
    for option in choice.options:
        row = _build_option_row(kit, option, partial(take, option.step))
        row.position = Vec(0.0, y)
        rows.add(row)
        y += row.size.h + _CHOICE_GAP
    rows.size = Size(max(row.size.w for row in rows.children), y - _CHOICE_GAP)
    close = partial(take, choice.options[0].step)
    dialog = Dialog(kit.stage.look, choice.title, rows, [], on_close=close, name="card choice")
    first = next(node for node in rows.walk() if isinstance(node, Button))
    kit.stage.show_overlay(dialog, first=first, on_back=dialog.on_close)
    return dialog


def _build_option_row(kit: Ui, option: CardOption, take: Callable[[], None]) -> Node:
    """Make one option: its cards, and the button that takes them."""
    row = Node(name=str(option.step))
    size = kit.faces.size(_CHOICE_CARD_WIDTH)
    x = 0.0
    for face in option.cards:
        picture = kit.faces.picture(face, _CHOICE_CARD_WIDTH)
        row.add(Node(name=face, picture=picture, position=Vec(x, 0.0), size=size))
        x += size.w + _CHOICE_GAP
    look = kit.stage.look
    button = Button(look, option.label, take, style="primary", name=f"take {option.step}")
    button.position = Vec(x + 2 * _CHOICE_GAP, (size.h - button.size.h) / 2)
    row.add(button)
    row.size = Size(button.position.x + button.size.w, size.h)
    return row


_PILE_CARD_WIDTH: Final = 118.0


_PILE_GAP: Final = 16.0


_CAPTION: Final = 46.0
"""Room for a few words in two lines."""


_LEAST: Final = 620.0


_MOST_IN_ROW: Final = 9


class SpreadPage(SheetPage):
    """Shows a spread in as many rows as it takes."""

    first = "close"

    def __init__(self, kit: Ui, spread: Spread, on_leave: Callable[[], None]) -> None:
        super().__init__(kit, "spread", on_leave)
        self._spread = spread

    @property
    def most_wide(self) -> float:
        count = max(1, len(self._spread.cards))
        rows = -(-count // _MOST_IN_ROW)
        columns = -(-count // rows)
        beside = 2 * self.edge / self.zoom + ScrollView.bar_room + 1.0
        return max(_LEAST, columns * (_PILE_CARD_WIDTH + _PILE_GAP) - _PILE_GAP + beside)

    @property
    def title(self) -> str:
        return self._spread.title

    def content(self, width: float) -> Node:
        zoom = self.zoom
        content = Node(name="content")
        note = Label(self.look, self._spread.note, "soft", max_width=width, wraps=True, name="note")
        content.add(note)
        card = self.kit.faces.size(_PILE_CARD_WIDTH * zoom)
        step = Vec(card.w + _PILE_GAP * zoom, card.h + (_CAPTION + _PILE_GAP) * zoom)
        columns = max(1, int((width + _PILE_GAP * zoom + 0.5) // step.x))
        top = note.size.h + 1.5 * self.look.theme.sizes.gap
        for nth, each in enumerate(self._spread.cards):
            row, column = divmod(nth, columns)
            node = self._card(each, card)
            node.position = Vec(column * step.x, top + row * step.y)
            content.add(node)
        rows = -(-len(self._spread.cards) // columns)
        content.size = Size(width, top + rows * step.y - _PILE_GAP * zoom)
        return content

    def _card(self, each: SpreadCard, card: Size) -> Node:
        zoom = self.zoom
        node = Node(name=f"card {each.face}", size=Size(card.w, card.h + _CAPTION * zoom))
        picture = self.kit.faces.picture(each.face, card.w)
        node.add(Node(name="face", picture=picture, size=card))
        caption = RunsLabel(
            self.look,
            self.ink.spans(self.look, each.caption),
            "hud_count",
            size=Size(card.w, _CAPTION * zoom),
            align=Align.CENTRE,
            valign=Align.START,
            max_lines=2,
            position=Vec(0.0, card.h),
            name="caption",
        )
        node.add(caption)
        return node


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
        return 980.0

    @property
    def title(self) -> str:
        return self.kit.texts("Log of the match")

    def restored(self) -> None:
        if self.view is not None and not self._was_scrolled:
            self._was_scrolled = True
            self.view.offset = self.view.range

    def buttons(self) -> list[Button]:
        texts = self.kit.texts
        copies = Button(self.look, texts("Copy as text"), self._copy_text, name="copy text")
        if self._record is None:
            return [copies]
        record = Button(self.look, texts("Copy record"), self._copy_record, name="copy record")
        return [copies, record]

    def content(self, width: float) -> Node:
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
        left = (_NUMBER + _WORDS) * self.zoom
        words = self._words(apply_tone(line, Tone.SOFT), width - left, "soft")
        words.position = Vec(left, 0.0)
        row = Node(name="aside", size=Size(width, words.size.h))
        row.add(words)
        return row

    def _turn(self, entry: LogLine, width: float) -> Node:
        """Return the line of one turn: its number, a dot in its seat's colour, the words."""
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


_SPLIT: Final = 820.0
"""From this width, at zoom 1, the two turns stand side by side."""


_FACE: Final = 44.0


_BAR: Final = 10.0


class ReviewPage(SheetPage):
    """Shows one moment at a time, the first one first, and judges them all in the background.

    face: of the game that was played. words: how to speak to a seat. reviewer: judges; it is told
    to stop when the page goes.
    """

    first = "later"

    def __init__(
        self,
        kit: Ui,
        face: GameView,
        moments: Sequence[ReviewMoment],
        words: Callable[[int], SeatWords],
        reviewer: Reviewer,
        on_leave: Callable[[], None],
    ) -> None:
        super().__init__(kit, "review", on_leave)
        self._face = face
        self._moments = tuple(moments)
        self._words_for = words
        self._reviewer = reviewer
        self._at = 0
        self._judged: dict[int, Appraisal | None] = {}

    # -- what is judged ----------------------------------------------------------------------

    def tick(self, now: float) -> None:
        found = self._reviewer.poll()
        if found is not None:
            self._judged[found[0]] = found[1]
            if found[0] == self._at:
                self.rebuild()
        if not self._reviewer.is_busy:
            self._judge_next()

    @property
    def is_waiting(self) -> bool:
        return len(self._judged) < len(self._moments)

    def _judge_next(self) -> None:
        later = [*range(self._at, len(self._moments)), *range(self._at)]
        missing = next((nth for nth in later if nth not in self._judged), None)
        if missing is not None:
            self._reviewer.ask(missing, self._moments[missing])

    def closed(self) -> None:
        self._reviewer.forget()
        super().closed()

    def handle(self, event: pygame.Event) -> bool:
        by = self.kit.controls.pages_turned(event)
        if by:
            self._go(by)
        return bool(by)

    def _go(self, by: int) -> None:
        self._at = min(max(self._at + by, 0), len(self._moments) - 1)
        if self._at not in self._judged:
            # Whoever looks waits for this one, so what goes on behind has to wait instead.
            self._reviewer.ask(self._at, self._moments[self._at])
        self.rebuild("later" if by > 0 else "earlier")

    # -- what is shown -----------------------------------------------------------------------

    @property
    def most_wide(self) -> float:
        return 1180.0

    @property
    def title(self) -> str:
        moment, texts = self._moments[self._at], self.kit.texts
        words = self._words_for(moment.seat)
        n, of, number = self._at + 1, len(self._moments), moment.round
        if words.is_you(moment.seat):
            return texts("Round {round}, your choice {n} of {of}", round=number, n=n, of=of)
        name = words.names[moment.seat]
        return texts(
            "Round {round}, {name}: choice {n} of {of}", round=number, name=name, n=n, of=of
        )

    def buttons(self) -> list[Button]:
        texts, last = self.kit.texts, len(self._moments) - 1
        rows = [
            ("earlier", texts("Earlier turn"), -1, self._at > 0, "plain"),
            ("later", texts("Later turn"), 1, self._at < last, "primary"),
        ]
        buttons = [
            Button(self.look, words, partial(self._go, by), style=style, enabled=on, name=name)
            for name, words, by, on, style in rows
        ]
        done = Button(self.look, texts("Done"), self.leave, style="quiet", name="done")
        return [done, *buttons]

    def content(self, width: float) -> Node:
        moment = self._moments[self._at]
        words = self._words_for(moment.seat)
        content = Node(name="content")
        flow = Flow(content, width, 16.0 * self.zoom)
        flow.add(self._face.pages.moment_picture(self.kit, words, moment, width))
        if self._at not in self._judged:
            flow.add(Label(self.look, self.kit.texts("Playing it on …"), "soft", name="waiting"))
            return flow.fit()
        appraisal = self._judged[self._at]
        if appraisal is None:
            nothing = self.kit.texts("Nothing could be found out about this turn.")
            flow.add(Label(self.look, nothing, "soft", name="nothing"))
            return flow.fit()
        self._add_review(flow, words, self._face.story.review(words, moment, appraisal))
        return flow.fit()

    def _add_review(self, flow: Flow, words: SeatWords, review: Review) -> None:
        verdict = (Run(review.verdict, tone=review.tone),)
        flow.add(self._line(verdict, flow.width, "row", name="verdict"))
        texts, gap = self.kit.texts, 16.0 * self.zoom
        is_split = flow.width >= _SPLIT * self.zoom and review.proposed is not None
        width = (flow.width - gap) / 2 if is_split else flow.width
        who = words.name(self._moments[self._at].seat)
        panels = [self._panel(who, review.taken, width, "taken")]
        if review.proposed is not None:
            best = texts("The strongest player")
            panels.append(self._panel(best, review.proposed, width, "proposed", face=True))
        high = max(panel.size.h for panel in panels) if is_split else 0.0
        for panel in panels:
            panel.size = Size(panel.size.w, max(panel.size.h, high))
        if is_split:
            flow.row(panels, gap)
        else:
            for panel in panels:
                flow.add(panel)
        if review.others:
            flow.add(Label(self.look, texts("Also weighed"), "label"))
        for each in review.others:
            flow.add(self._other(each, flow.width), 6.0 * self.zoom)

    def _panel(
        self, who: str, turn: WeighedTurn, width: float, name: str, *, face: bool = False
    ) -> Node:
        """Return a box with a turn, its chance as a bar and in words, and what it fears."""
        zoom = self.zoom
        pad = 0.7 * self.look.theme.sizes.padding
        box = Panel(self.look, Size(width, 1.0), "card_row", name=name)
        inner = width - 2 * pad
        flow = Flow(box, inner, 8.0 * zoom, left=pad, top=pad)
        side = _FACE * zoom
        head = Node(name="head")
        words = self._line((Run(who, tone=Tone.SOFT),), inner - side - 10.0 * zoom, "label")
        # As high without a face: what stands below is compared across.
        head.size = Size(inner, max(words.size.h, side))
        left = side + 10.0 * zoom if face else 0.0
        words.position = Vec(left, (head.size.h - words.size.h) / 2)
        head.add(words)
        if face:
            picture = portrait(self._reviewer.level.key)
            head.add(Node(name="portrait", picture=picture, size=Size(side, side)))
        flow.add(head)
        flow.add(self._line(apply_tone(turn.plan, Tone.STRONG), inner, "row", name="plan"))
        flow.add(self._bar(turn.chance, inner))
        flow.add(self._line((Run(turn.figure, tone=Tone.SOFT),), inner, "body", name="figure"))
        if turn.why:
            flow.add(self._line((Run(turn.why),), inner, "body", name="why"))
        if turn.feared:
            flow.add(self._line(apply_tone(turn.feared, Tone.SOFT), inner, "body", name="feared"))
        box.size = Size(width, flow.bottom + pad)
        return box

    def _other(self, turn: WeighedTurn, width: float) -> Node:
        """Return a line with a turn that was weighed too, and its chance."""
        zoom = self.zoom
        row = Node(name="other")
        figures = min(0.46 * width, 470.0 * zoom)
        plan = self._line(turn.plan, width - figures - 12.0 * zoom, "body")
        figure = self._line((Run(turn.figure, tone=Tone.FAINT),), figures, "body")
        figure.position = Vec(width - figures, 0.0)
        row.add(plan, figure)
        row.size = Size(width, max(plan.size.h, figure.size.h))
        return row

    def _bar(self, chance: float, width: float) -> Node:
        theme, high = self.look.theme, _BAR * self.zoom
        track = Panel(self.look, Size(width, high), "track", name="chance")
        fill = Node(name="fill", size=Size(max(high, width * chance), high))
        fill.picture = BoxPicture(theme.colour("accent"), high / 2)
        track.add(fill)
        return track

    def _line(self, runs: Runs, width: float, style: str, *, name: str = "words") -> RunsLabel:
        spans = self.ink.spans(self.look, runs)
        return RunsLabel(self.look, spans, style, size=Size(width, 0.0), max_lines=3, name=name)
