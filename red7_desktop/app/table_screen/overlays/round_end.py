"""The page after a round: who went out and why, who won, the points counted, on to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from red7_desktop.app.table_screen.overlays.end_page import (
    EndButton,
    EndPage,
    EndScene,
    add_next_step,
    choose_main_button,
)
from red7_desktop.app.table_screen.overlays.ending_parts import (
    build_story_node,
    build_turning_node,
    build_winner_head,
)
from red7_desktop.app.table_screen.overlays.score_bars import ScoreBars
from red7_desktop.kit.hud.mini_cards import build_mini_cards
from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.widgets.label import Label

if TYPE_CHECKING:
    from red7_desktop.app.entrance import NextStep
    from red7_desktop.kit.models.endings import CountedTally, RoundEnd, TurningStory
    from red7_desktop.kit.pages.screen import Ui

_SPLIT: Final = 820.0
"""From this width, at zoom 1, what happened stands beside what is counted."""

_LEFT: Final = 0.38


@dataclass(frozen=True)
class RoundEndWays:
    """Where it leads: `go_on` deals the next round.

    review: looks back at the viewer's turns, None where there are none. onward: what leads on from
    a match that is played for something. story: opens a sheet that tells more. is_counted: whether
    people have seen the cards counted already.
    """

    go_on: Callable[[], None]
    review: Callable[[], None] | None = None
    onward: NextStep | None = None
    story: Callable[[], None] | None = None
    is_counted: bool = False


class RoundEndPage(EndPage):
    """Shows how a round ended; `on_leave` shows the table instead."""

    def __init__(
        self,
        kit: Ui,
        model: RoundEnd,
        ways: RoundEndWays,
        on_leave: Callable[[], None],
        stage: EndScene | None = None,
    ) -> None:
        super().__init__(kit, "round end", on_leave, stage)
        self._model = model
        self._ways = ways
        self.first = choose_main_button(ways.onward, "next")
        self._counting: tuple[CountedCards | None, ScoreBars] | None = None
        self._has_counted = ways.is_counted

    @property
    def most_wide(self) -> float:
        """The width of the sheet where there is room."""
        return 1060.0

    @property
    def told(self) -> TurningStory:
        """How the round turned."""
        return self._model.told

    def offers(self) -> list[EndButton]:
        """Offer the next round, and looks back first."""
        texts, ways = self.kit.texts, self._ways
        found = [
            EndButton("next", texts("Next round"), ways.go_on, "main", hint=Intent.ACTIVATE),
            EndButton("look", texts("Look at the table"), self.leave),
        ]
        if ways.review is not None:
            found.insert(1, EndButton("review", texts("Review"), ways.review, "side"))
        if ways.story is not None:
            words = texts("How it went")
            found.insert(-1, EndButton("story", words, ways.story, "side", is_for_stage=True))
        return add_next_step(found, ways.onward)

    def content(self, width: float) -> Node:
        """Put the winner on top, what happened and what is counted below, then the scores."""
        model, zoom = self._model, self.zoom
        content = Node(name="content")
        flow = Flow(content, width, 26.0 * zoom)
        flow.add(build_winner_head(self.look, self.ink, model.winners, model.title, width))
        told = build_turning_node(self.kit, self.ink, model.told, width)
        if told is not None:
            flow.add(told, 16.0 * zoom)
        is_split = width >= _SPLIT * zoom and model.counted is not None
        left = width * _LEFT if is_split else width
        story = build_story_node(self.look, self.ink, self.kit.texts, model.story, left)
        counted = None
        if model.counted is not None:
            right = width - left - 30.0 * zoom if is_split else width
            counted, points = self._points(model.counted, right)
            if is_split:
                flow.row([_heighten(story, points), _heighten(points, story)], 30.0 * zoom)
            else:
                flow.add(story)
                flow.add(points)
        else:
            flow.add(story)
        if model.scores:
            bars = ScoreBars(self.kit, model.scores, width, model.gains)
            flow.add(bars)
            self._counting = counted, bars
        return flow.fit()

    def restored(self) -> None:
        """Count the cards, once; laid out again, the page shows the outcome."""
        counting, self._counting = self._counting, None
        if counting is not None and not self._has_counted:
            self._has_counted = True
            counted, bars = counting
            if counted is not None:
                counted.count()
            bars.grow(0.0 if counted is None else counted.seconds)

    def _points(self, counted: CountedTally, width: float) -> tuple[CountedCards, Node]:
        """Give the cards that are counted, under a heading, or say why there are none."""
        points = Node(name="points")
        flow = Flow(points, width, 10.0 * self.zoom)
        flow.add(Label(self.look, counted.title, "label"))
        cards = CountedCards(self.kit, counted, width)
        if counted.note:
            flow.add(Label(self.look, counted.note, "soft", max_width=width, wraps=True))
        else:
            flow.add(cards)
        flow.fit()
        return cards, points


def _heighten(node: Node, other: Node) -> Node:
    """Make a node as high as another, so that both begin at the top of a row."""
    node.size = Size(node.size.w, max(node.size.h, other.size.h))
    return node


APART: Final = 0.24
"""Seconds between two cards."""

_COME: Final = 0.3

_BEGIN: Final = 0.25

_CARD: Final = 104.0

_DROP: Final = 46.0

_SUM: Final = 150.0


class CountedCards(Node):
    """A row of cards and their sum. `count` plays the counting; until then all is counted."""

    def __init__(self, kit: Ui, counted: CountedTally, width: float) -> None:
        super().__init__(name="counted")
        self._kit = kit
        look = kit.stage.look
        zoom = look.theme.zoom
        card = kit.faces.size(_CARD * zoom)
        self._sums = [0, *accumulate(each.worth for each in counted.cards)]
        room = Rect(0.0, 0.0, max(card.w, width - _SUM * zoom), card.h)
        self._cards = build_mini_cards(kit.faces, [each.face for each in counted.cards], room)
        right = max((each.position.x + each.size.w for each in self._cards), default=0.0)
        right += 20.0 * zoom
        self._figure = Label(
            look,
            str(self._sums[-1]),
            "hud_tally",
            size=Size(_SUM * zoom, card.h * 0.62),
            colour=look.theme.colour("accent"),
            align=Align.START,
            position=Vec(right, card.h * 0.06),
            name="sum",
        )
        unit = Label(look, counted.unit, "soft", size=Size(_SUM * zoom, 30.0 * zoom), name="unit")
        unit.position = Vec(right, card.h * 0.64)
        self.add(*self._cards, self._figure, unit)
        self.size = Size(width, card.h)

    @property
    def seconds(self) -> float:
        """How long the counting takes at the usual speed."""
        return _BEGIN + APART * len(self._cards) + _COME if self._cards else 0.0

    @property
    def sum_shown(self) -> int:
        """The sum that is to be read now."""
        return int(self._figure.text)

    def count(self) -> None:
        """Let the cards come one after another, and the sum grow with each."""
        animator = self._kit.stage.animator
        glides = not self._kit.settings.reduced_motion
        self._show_sum(0)
        for nth, card in enumerate(self._cards):
            delay = _BEGIN + APART * nth
            home = card.position
            card.alpha = 0.0
            if glides:
                card.position = home - Vec(0.0, _DROP)
                animator.to(card, "position", home, _COME, delay=delay, ease="out_back")
            done = partial(self._show_sum, nth + 1)
            animator.to(card, "alpha", 1.0, _COME * 0.6, delay=delay, ease="linear", done=done)

    def _show_sum(self, count: int) -> None:
        self._figure.text = str(self._sums[count])
