"""The pages after rounds and matches.

Where there is no room for that it is a sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from red7_desktop.app.table.finale import CROWN, LENGTH, FinaleFrame, FinaleScene
from red7_desktop.app.table.scores import (
    ScoreBars,
    build_round_table,
    build_story_node,
    build_turning_node,
    build_winner_head,
)
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.hud.buttons import ButtonLook, HudButton
from red7_desktop.kit.hud.part import build_mini_cards
from red7_desktop.kit.pages.forms import Flow, SheetPage
from red7_desktop.kit.pages.page import Page, blocks_presses
from red7_desktop.kit.sound.cues import Cue, Sound, thin_out
from red7_desktop.kit.texts import Run
from red7_desktop.play.session import Session, list_people
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Align, Picture
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.scene.widgets.widget import Label

if TYPE_CHECKING:
    from red7_desktop.app.table.mode import NextStep
    from red7_desktop.kit.game_view import GameView
    from red7_desktop.kit.match_model import CountedTally, Finale, MatchEnd, RoundEnd, TurningStory
    from red7_desktop.kit.phrases import SeatWords
    from red7_desktop.kit.settings import Settings
    from red7_desktop.kit.ui import Ui
    from red7_desktop.scene.animation import Timer

_MAIN: Final = Size(400.0, 92.0)


_SIDE: Final = 66.0


_TURN: Final = 104.0
"""The height of the cards of a turn."""


_LINE: Final = 1000.0
"""No sentence is wider, at zoom 1."""


class EndButton(NamedTuple):
    """One thing to do next. style: "main" for what Return does, "side", or "link" for the rest.

    note: a line below the words of the main one. hint: what the key is for that does the same.
    is_for_stage: whether a sheet has no need of it.
    """

    name: str
    words: str
    press: Callable[[], None]
    style: str = "link"
    note: str = ""
    hint: str = ""
    is_for_stage: bool = False


class EndScene(NamedTuple):
    """What a moment shows when it is over. mark: see `FinaleScene`."""

    finale: Finale
    mark: Picture | None


def choose_main_button(onward: NextStep | None, usual: str) -> str:
    """Return the name of the main offer: `usual`, unless most people want what leads on."""
    return "onward" if onward is not None and onward.is_first else usual


def add_next_step(offers: Sequence[EndButton], onward: NextStep | None) -> list[EndButton]:
    """Put what leads on among offers, the main one first: before it, or right behind."""
    main, *rest = offers
    if onward is None:
        return [main, *rest]
    if not onward.is_first:
        return [main, EndButton("onward", onward.words, onward.open, "side"), *rest]
    first = EndButton("onward", onward.words, onward.open, "main", hint=main.hint)
    return [first, main._replace(style="side", note="", hint=""), *rest]


class EndPage(SheetPage):
    """Shows how something ended. stage: what is held still; None for a sheet in any case.

    A click beside the buttons is one outside, and shows the table.

    A subclass writes `told` and `offers`, and `content` for the sheet.
    """

    closes = False

    def __init__(
        self, kit: Ui, name: str, on_leave: Callable[[], None], stage: EndScene | None
    ) -> None:
        super().__init__(kit, name, on_leave)
        self.stage = stage

    def left_by(self, leave: Callable[[], None]) -> EndPage:
        """Have it left in some way; give it back."""
        self.on_leave = leave
        return self

    @property
    def told(self) -> TurningStory:
        """The sentence, with the cards of its turn, and how near a loser came."""
        raise NotImplementedError

    def offers(self) -> Sequence[EndButton]:
        """Return what can come next, the main one first."""
        raise NotImplementedError

    def frame(self) -> FinaleFrame:
        """Return what the page needs beside the moment."""
        told = self._told_node()
        return FinaleFrame(0.0 if told is None else told.size.h, self._foot().size.h)

    def build(self) -> None:
        self._scene = self._made_scene()
        if self._scene is None:
            super().build()
            return
        self.add_room()
        scene, told, foot = self._scene, self._told_node(), self._foot()
        left = (scene.size.w - foot.size.w) / 2
        foot.position = Vec(left, scene.plan.foot)
        if told is not None:
            told.position = Vec((scene.size.w - told.size.w) / 2, scene.plan.told)
            scene.add(told)
        scene.add(foot)
        self.node.add(scene)

    def buttons(self) -> list[Button]:
        styles = {"main": "primary", "side": "plain", "link": "quiet"}
        return [
            Button(
                self.look,
                each.words,
                each.press,
                style=styles[each.style],
                hint=each.hint,
                name=each.name,
            )
            for each in reversed(self.offers())
            if not each.is_for_stage
        ]

    # -- on the stage ------------------------------------------------------------------------

    _scene: FinaleScene | None = None

    def _made_scene(self) -> FinaleScene | None:
        if self.stage is None:
            return None
        scene = FinaleScene(self.kit, self.stage.finale, self.stage.mark, self.frame())
        return scene if scene.plan.fits else None

    @property
    def _room(self) -> float:
        return self.look.visible.w - 2 * self.look.theme.sizes.safe_margin

    def _told_node(self) -> Node | None:
        told, zoom = self.told, self.zoom
        if not (told.line or told.miss):
            return None
        faces = self.kit.faces
        wide = min(self._room, _LINE * zoom)
        high = _TURN * zoom if told.cards else 0.0
        room = Rect(0.0, 0.0, 0.32 * wide, high)
        cards = build_mini_cards(faces, told.cards, room) if told.cards else []
        left = max([each.position.x + each.size.w + 22.0 * zoom for each in cards], default=0.0)
        node = Node(name="told")
        align = Align.START if cards else Align.CENTRE
        flow = Flow(node, wide - left, 4.0 * zoom, left=left)
        for runs, style, name in ((told.line, "lead", "turned"), (told.miss, "soft", "miss")):
            if runs:
                spans = self.ink.spans(self.look, runs)
                size = Size(wide - left, 0.0)
                label = RunsLabel(
                    self.look, spans, style, size=size, max_lines=2, align=align, name=name
                )
                flow.add(label)
        words = [child for child in node.children if isinstance(child, RunsLabel)]
        whole = left + max(label.ink.w for label in words) if cards else wide
        flow.fit(high)
        for child in node.children:
            child.position += Vec(0.0, (node.size.h - flow.bottom) / 2)
        for card in cards:
            card.position += Vec(0.0, (node.size.h - card.size.h) / 2)
        node.add(*cards)
        node.size = Size(whole, node.size.h)
        return node

    def _foot(self) -> Node:
        offers, zoom = self.offers(), self.zoom
        bar = [self._main(each) for each in offers if each.style == "main"]
        bar += [
            Button(
                self.look,
                each.words,
                each.press,
                hint=each.hint,
                size=Size(0.0, _SIDE * zoom),
                name=each.name,
            )
            for each in offers
            if each.style == "side"
        ]
        links = [
            Button(self.look, each.words, each.press, style="quiet", name=each.name)
            for each in offers
            if each.style == "link"
        ]
        foot, gap = Node(name="foot"), get_button_gap(self.look)
        y = 0.0
        for row in (
            *_share_among_lines(bar, self._room, gap),
            *_share_among_lines(links, self._room, gap),
        ):
            whole = sum(each.size.w for each in row) + gap * (len(row) - 1)
            high = max(each.size.h for each in row)
            x = (self._room - whole) / 2
            for each in row:
                each.position = Vec(x, y + (high - each.size.h) / 2)
                x += each.size.w + gap
                foot.add(each)
            y += high + 0.6 * gap
        foot.size = Size(self._room, max(0.0, y - 0.6 * gap))
        return foot

    def _main(self, offer: EndButton) -> Node:
        button = HudButton(self.look, self.ink, offer.press, name=offer.name)
        wide = min(_MAIN.w * self.zoom, self._room)
        button.place(Rect(0.0, 0.0, wide, _MAIN.h * self.zoom))
        button.show(
            ButtonLook(
                "hud_go",
                offer.words,
                note=(Run(offer.note),) if offer.note else (),
                key=offer.hint,
                title_style="hud_end_title",
                padding=28.0,
            )
        )
        return button


def stay_put() -> None:
    """Stand in till `left_by` says how a page is left."""


def _share_among_lines(nodes: Sequence[Node], width: float, gap: float) -> list[list[Node]]:
    lines: list[list[Node]] = []
    for node in nodes:
        taken = sum(each.size.w + gap for each in lines[-1]) if lines else 0.0
        if not lines or taken + node.size.w > width:
            lines.append([node])
        else:
            lines[-1].append(node)
    return lines


_GAP: Final = 24.0


@dataclass(frozen=True)
class MatchEndActions:
    """What the buttons do: the same seats again, another game, the title, the record to a file.

    save_record is None where it cannot be saved, or has been. leave: shows the table again.
    review: looks back at people's turns, None where there are none. rounds: shows the table of all
    rounds, where the page has no room for it. onward: what leads on from a match that was played
    for something. story: opens a sheet that tells more. profile: shows what all matches came to.
    """

    rematch: Callable[[], None]
    new_game: Callable[[], None]
    title: Callable[[], None]
    save_record: Callable[[], None] | None
    leave: Callable[[], None]
    review: Callable[[], None] | None = None
    rounds: Callable[[], None] | None = None
    onward: NextStep | None = None
    story: Callable[[], None] | None = None
    profile: Callable[[], None] | None = None


class MatchEndPage(EndPage):
    """Shows the result of a match. Esc, the pad's B and a click outside show the table."""

    def __init__(
        self, kit: Ui, model: MatchEnd, actions: MatchEndActions, stage: EndScene | None = None
    ) -> None:
        super().__init__(kit, "match end", actions.leave, stage)
        self._model = model
        self._actions = actions
        self.first = choose_main_button(actions.onward, "rematch")

    @property
    def most_wide(self) -> float:
        return 1100.0

    @property
    def told(self) -> TurningStory:
        return self._model.told

    def offers(self) -> list[EndButton]:
        texts, actions = self.kit.texts, self._actions
        note = texts("Same players, new deal")
        found = [
            EndButton(
                "rematch", texts("Rematch"), actions.rematch, "main", note, hint=Intent.ACTIVATE
            ),
            EndButton("new game", texts("New game"), actions.new_game, "side"),
            EndButton("title", texts("Main menu"), actions.title, "side"),
        ]
        if actions.review is not None:
            found.insert(1, EndButton("review", texts("Review"), actions.review, "side"))
        if actions.rounds is not None:
            words, is_here = texts("All rounds"), not self._model.scores
            found.append(EndButton("rounds", words, actions.rounds, is_for_stage=is_here))
        if actions.story is not None:
            words = texts("How it went")
            found.append(EndButton("story", words, actions.story, is_for_stage=True))
        if actions.profile is not None:
            found.append(EndButton("profile", texts("Profile"), actions.profile))
        if actions.save_record is not None:
            found.append(EndButton("save record", texts("Save record"), actions.save_record))
        return add_next_step(found, actions.onward)

    def content(self, width: float) -> Node:
        model = self._model
        content = Node(name="content")
        flow = Flow(content, width, _GAP * self.zoom)
        flow.add(build_winner_head(self.look, self.ink, model.winners, model.title, width))
        told = build_turning_node(self.kit, self.ink, model.told, width)
        if told is not None:
            flow.add(told, 16.0 * self.zoom)
        if model.story is not None:
            flow.add(build_story_node(self.look, self.ink, self.kit.texts, model.story, width))
        if model.scores:
            flow.add(ScoreBars(self.kit, model.scores, width, model.gains))
        elif model.rounds is not None:
            winners = [sign.seat for sign in model.winners]
            flow.add(build_round_table(self.kit, self.ink, model.rounds, winners, width))
        return flow.fit()


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
        return 1060.0

    @property
    def told(self) -> TurningStory:
        return self._model.told

    def offers(self) -> list[EndButton]:
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
        counting, self._counting = self._counting, None
        if counting is not None and not self._has_counted:
            self._has_counted = True
            counted, bars = counting
            if counted is not None:
                counted.count()
            bars.grow(0.0 if counted is None else counted.seconds)

    def _points(self, counted: CountedTally, width: float) -> tuple[CountedCards, Node]:
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


class FinishedSession(NamedTuple):
    """A session with something that is over, and who tells it. on_sheet: never as a moment."""

    face: GameView
    words: SeatWords
    session: Session
    on_sheet: bool = False

    def stage(self, kit: Ui) -> EndScene | None:
        """Return what is shown as a moment."""
        if self.on_sheet:
            return None
        session, face = self.session, self.face
        finale = face.story.finale(self.words, session.match, session.viewer)
        return None if finale is None else EndScene(finale, face.look.finale_mark(kit.stage.look))


def build_round_end_page(
    kit: Ui, ended: FinishedSession, ways: RoundEndWays
) -> RoundEndPage | None:
    """Return the page about a round that is over; None where none is."""
    session = ended.session
    model = ended.face.story.round_end(ended.words, session.match, session.viewer)
    if model is None:
        return None
    return RoundEndPage(kit, model, ways, stay_put, stage=ended.stage(kit))


def build_match_end_page(
    kit: Ui, ended: FinishedSession, actions: MatchEndActions
) -> MatchEndPage | None:
    """Return the page about a match that is over; None where it is not."""
    session = ended.session
    model = ended.face.story.match_end(ended.words, session.match, session.viewer)
    if model is None:
        return None
    offered = replace(
        actions,
        rounds=actions.rounds if model.rounds is not None else None,
        story=actions.story if model.story is not None else None,
    )
    return MatchEndPage(kit, model, offered, ended.stage(kit))


_NO_FRAME: Final = FinaleFrame()


_INPUTS: Final = frozenset(
    {
        pygame.KEYDOWN,
        pygame.MOUSEBUTTONDOWN,
        pygame.MOUSEWHEEL,
        pygame.FINGERDOWN,
        pygame.CONTROLLERBUTTONDOWN,
    }
)


def is_played(settings: Settings) -> bool:
    """Whether moments are played at all: not where people want less movement, or none."""
    return not (settings.reduced_motion or settings.is_instant)


class FinalePage(Page):
    """Covers the window for `LENGTH` seconds at the usual speed, then runs `on_over`, once.

    verdict: the sound with which the crown falls. frame: the room that the page which follows needs
    for its own, so that all lies there as it does here.
    """

    def __init__(
        self,
        kit: Ui,
        finale: Finale,
        mark: Picture | None,
        verdict: str,
        on_over: Callable[[], None],
        frame: FinaleFrame = _NO_FRAME,
    ) -> None:
        super().__init__(kit, "finale", self._end, as_overlay=True)
        self._finale, self._mark, self._verdict = finale, mark, verdict
        self._frame = frame
        self._on_over: Callable[[], None] | None = on_over
        self._scene: FinaleScene | None = None
        self._timer: Timer | None = None
        self._began = 0.0

    def opened(self) -> None:
        super().opened()
        stage, speed = self.kit.stage, self.kit.settings.speed
        self._began = stage.clock.now()
        self._timer = stage.timers.after(LENGTH / speed, self._end)
        if self._scene is not None:
            self._scene.play()
            self.kit.audio.perform(
                (*thin_out(self._scene.cues), Cue(CROWN, self._verdict)), self.kit.settings.speed
            )

    def closed(self) -> None:
        self._on_over = None
        if self._timer is not None:
            self.kit.stage.timers.cancel(self._timer)
        if self._scene is not None:
            self._scene.stop()
        super().closed()

    def build(self) -> None:
        self._scene = FinaleScene(self.kit, self._finale, self._mark, self._frame)
        if not self._scene.plan.fits:
            self._scene = FinaleScene(self.kit, self._finale, self._mark)
        self._scene.interactive = True
        self._scene.on_gesture = blocks_presses
        self.node.add(self._scene)

    def resized(self) -> None:
        self._end()

    def handle(self, event: pygame.Event) -> bool:
        if event.type not in _INPUTS:
            return False
        passed = (self.kit.stage.clock.now() - self._began) * self.kit.settings.speed
        self.kit.audio.hush()
        if passed < CROWN:
            self.kit.audio.play(self._verdict)
        self._end()
        return True

    def _end(self) -> None:
        over, self._on_over = self._on_over, None
        if over is not None:
            over()


def make_finale_before(
    kit: Ui, session: Session, follows: EndPage | None, ending: Callable[[], None]
) -> Callable[[Callable[[], None]], Page] | None:
    """Return what makes the page before an ending, told how to close it; None for no page.

    follows: the page that is opened by `ending`.
    """
    if follows is None or follows.stage is None or not is_played(kit.settings):
        return None
    finale, mark = follows.stage
    frame = follows.frame()
    mine = frozenset(list_people(session))
    verdict = Sound.WIN if not mine or mine & finale.crowned else Sound.LOSE

    def made(leave: Callable[[], None]) -> Page:
        def over() -> None:
            leave()
            ending()

        return FinalePage(kit, finale, mark, verdict, over, frame)

    return made
