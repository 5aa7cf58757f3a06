"""The page that goes through somebody's turns: what was done, and what the strongest would do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.app.table_screen.overlays.sheet_page import SheetPage
from red7_desktop.kit.hud.seats.portraits import portrait
from red7_desktop.kit.language.rich_text import Run, Runs, Tone, apply_tone
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import BoxPicture
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    import pygame

    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.language.seat_words import SeatWords
    from red7_desktop.kit.models.review import Review, ReviewMoment, WeighedTurn
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.play.advice import Reviewer
    from red7_desktop.tabletop.comparing import Appraisal

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
        face: AnyGameView,
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
        """Take what has been found, and let the next moment be judged: the one shown first."""
        found = self._reviewer.poll()
        if found is not None:
            self._judged[found[0]] = found[1]
            if found[0] == self._at:
                self.rebuild()
        if not self._reviewer.is_busy:
            self._judge_next()

    @property
    def is_waiting(self) -> bool:
        """Whether there is something left to judge."""
        return len(self._judged) < len(self._moments)

    def _judge_next(self) -> None:
        later = [*range(self._at, len(self._moments)), *range(self._at)]
        missing = next((nth for nth in later if nth not in self._judged), None)
        if missing is not None:
            self._reviewer.ask(missing, self._moments[missing])

    def closed(self) -> None:
        """Judge no more."""
        self._reviewer.forget()
        super().closed()

    def handle(self, event: pygame.Event) -> bool:
        """Go on and back by the keys that turn pages."""
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
        """The width of the sheet where there is room."""
        return 1180.0

    @property
    def title(self) -> str:
        """Which turn it is; turns without a choice are not gone through, so they do not count."""
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
        """Lead to the turns before and after."""
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
        """Put the situation above what was done in it."""
        moment = self._moments[self._at]
        words = self._words_for(moment.seat)
        content = Node(name="content")
        flow = Flow(content, width, 16.0 * self.zoom)
        flow.add(self._face.moment_picture(self.kit, words, moment, width))
        if self._at not in self._judged:
            flow.add(Label(self.look, self.kit.texts("Playing it on …"), "soft", name="waiting"))
            return flow.fit()
        appraisal = self._judged[self._at]
        if appraisal is None:
            nothing = self.kit.texts("Nothing could be found out about this turn.")
            flow.add(Label(self.look, nothing, "soft", name="nothing"))
            return flow.fit()
        self._add_review(flow, words, self._face.review(words, moment, appraisal))
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
        """Give a box with a turn, its chance as a bar and in words, and what it fears."""
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
        """Give a line with a turn that was weighed too, and its chance."""
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
