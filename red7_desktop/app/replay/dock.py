"""The dock below a table that shows a match again: the timeline, and the buttons that drive it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pygame

from red7_desktop.app.feature import Navigator
from red7_desktop.app.replay import chances, film, timeline
from red7_desktop.app.table.mode import TableHandle, TableMode
from red7_desktop.kit import phrases
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.hud import buttons
from red7_desktop.kit.pages.notices import copy_and_tell
from red7_desktop.kit.table_model import (
    PAUSE,
    PLAY,
    PLAY_ON,
    ActionsModel,
    ButtonModel,
    EndModel,
    Mood,
    TableModel,
)
from red7_desktop.kit.texts import runs_of, to_plain
from red7_desktop.play import ai, replay, session
from red7_desktop.scene import boxes, node, pictures, theme
from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.scene.widgets.widget import Label, Panel, put
from red7_desktop.tabletop.match import Match

BAR = "bar"
STATUS = "status"
CURVE = "curve"
LEGEND = "legend"
EYES = "eyes"
HANDS = "hands"
COPY = "copy position"
PICTURE = "save picture"
FILM = "save film"
LEAVE = "leave"
_JUMPS: Final = ("round_back", "turn_back", "step_back", PLAY, "step_on", "turn_on", "round_on")
_TOOLS: Final = (EYES, HANDS, COPY, PICTURE, FILM)
_ICONS: Final = {EYES: "person", HANDS: "hands", COPY: "copy", PICTURE: "picture", FILM: "film"}
_ENDS: Final = {pygame.K_HOME: "round_back", pygame.K_END: "round_on"}

_PLANS: Final = (
    ((_JUMPS, (BAR,), (STATUS,), _TOOLS),),
    (((BAR,),), (_JUMPS, (STATUS,), _TOOLS)),
    (((BAR,),), (_JUMPS, _TOOLS)),
    (((BAR,),), (_JUMPS,), (_TOOLS,)),
)
"""Rows of groups, the best first: the last one fits always."""
_PLANS_WITH_CURVE: Final = (((_JUMPS, (BAR,), _TOOLS),), *_PLANS[1:])
_ABOVE: Final[Mapping[tuple[str, ...], str]] = {_JUMPS: LEGEND, (BAR,): CURVE, _TOOLS: STATUS}
"""What stands above each group of the bar's row where there is a curve."""
_GAP: Final = 6.0
_BETWEEN: Final = 18.0
"""Between groups."""
_WIDE: Final = {EYES: 236.0, STATUS: 270.0, BAR: 460.0}
"""At zoom 1; everything else is a little wider than a target."""
_GROWS: Final = (BAR, STATUS)
"""What takes the room that is to spare, the first of them in a row."""
_MOST: Final = 0.25
"""The dock takes no more than this part of the window's height for being larger than designed."""
_ZOOM_STEP: Final = 0.05
_NARROW: Final = 1000.0
"""At zoom 1, a narrower dock has two lines for what would have been better."""


class ReplayMode(TableMode):
    """Drives a replay. Its look is the stage's, at every size of window and words.

    Args:
        navigator: The program.
        session: The replay.
        judging: Has turns judged.
        camera: Keeps pictures of the table.
        try_out: Begins a match, with these seats, that was continued from the replay.
        leave: Goes back to where the replay was opened.
    """

    def __init__(
        self,
        navigator: Navigator,
        session: replay.ReplaySession,
        judging: replay.Judging,
        camera: film.Camera,
        try_out: Callable[[Match, tuple[ai.Seat, ...]], None],
        leave: Callable[[], None],
    ) -> None:
        super().__init__(node.Node(name="dock"))
        self._navigator = navigator
        self._ui = navigator.ui
        self._face = navigator.box[session.match.game.name].face()
        self._session = session
        self._camera = camera
        self._try_out = try_out
        self.leave = leave
        self._judging = judging
        self._remarks = timeline.Remarks(self._ui, self._face, session, judging)
        self._chances = chances.ChancesPanel(self._remarks)
        self._has_curve = self._chances.has_any
        self._has_choices = False
        self._has_hands = False
        self._buttons: dict[str, buttons.HudButton] = {}
        self._bar: timeline.TimelineBar | None = None
        self._status: Label | None = None
        self._hands: timeline.OpenHands | None = None
        self._room = Rect(0.0, 0.0, 1.0, 1.0)
        self._looks: tuple[tuple[Any, ...], theme.Look] | None = None
        line = session.timeline
        self._actions: Final[Mapping[str, Callable[[], object]]] = {
            PLAY: self._toggle,
            PLAY_ON: self._play_on,
            Intent.SKIP: self._toggle,
            Intent.UNDO: session.undo,
            Intent.HINT: self._remarks.go_on,
            LEAVE: leave,
            "step_back": session.undo,
            "step_on": lambda: session.go_to(session.at + 1),
            "turn_back": session.undo_turn,
            "turn_on": session.hurry,
            "round_back": lambda: session.go_to(line.find_previous(line.rounds, session.at)),
            "round_on": lambda: session.go_to(line.find_next(line.rounds, session.at)),
            EYES: self._change_eyes,
            HANDS: self._toggle_hands,
            COPY: self._copy,
            PICTURE: lambda: camera.keep_picture(self._room),
            FILM: lambda: camera.film_or_stop(session, self._room),
        }

    # -- what the table calls ----------------------------------------------------------------

    def attach(self, around: TableHandle) -> None:
        super().attach(around)
        self._remarks.attach(around)
        self._chances.attach(around.hud)

    def room(self, visible: Rect) -> Rect:
        x, y, w, h = visible
        return Rect(x, y, w, h - self._height(self._look))

    def settle(self, visible: Rect) -> None:
        stage = self._ui.stage
        x, y, w, h = visible
        high = self._height(self._look)
        is_first = self._bar is None
        with stage.focus.kept_in(stage.root):
            self._build(Rect(x, y + h - high, w, high))
        if is_first:  # moving the focus begins here
            stage.focus.return_to("timeline")
        self._room = Rect(x, y, w, h - high)
        self.refresh()

    def shown(self, model: TableModel) -> TableModel:
        self.refresh()
        texts = self._ui.texts
        seats = self._session.seats
        kinds = phrases.describe_kinds(texts)

        def kind_of(seat: int) -> str:
            return phrases.kind_of(texts, seats[seat].player or "", kinds, is_asked=False)

        shown = [replace(seat, kind=kind_of(seat.seat)) for seat in model.seats]
        return replace(model, seats=tuple(shown), actions=self._build_actions())

    def refresh(self) -> None:
        session = self._session
        if self._bar is None:
            return
        self._bar.at = session.at
        self._bar.refresh()
        self._chances.refresh()
        tips = self._tips()
        for name, button in self._buttons.items():
            button.show(self._look_of(name, tips[name]))
        self._tell(None)
        if self._hands is not None:
            self._hands.show(session)

    def find(self, asked: str) -> Callable[[], object] | None:
        return self._actions.get(asked)

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self._chances.heed(self._ui.stage.view.to_design(event.pos))
        asked = self._ui.controls.asked(event)
        by = self._ui.controls.pages_turned(event)
        jump = None
        if event.type == pygame.KEYDOWN:
            jump = _ENDS.get(event.key)
        name = ("turn_on" if by > 0 else "turn_back") if by else jump
        focus = self._ui.stage.focus
        is_free = not focus.is_visible or focus.current is None
        if name is None and Intent.SKIP in asked and (is_free or Intent.ACTIVATE not in asked):
            name = Intent.SKIP
        if name is None and is_free and asked & {Intent.LEFT, Intent.RIGHT}:
            name = "step_on" if Intent.RIGHT in asked else "step_back"
        if name is None and Intent.BACK in asked:
            name = LEAVE
        if name is None:
            return False
        self._actions[name]()
        return True

    def lets_hear(self, change: session.Change) -> bool:
        return change.is_step

    def tick(self, now: float) -> None:
        at = self._session.at
        timeline = self._session.timeline
        found = self._judging.tick(at, timeline.find_previous(timeline.rounds, at + 1))
        if found is not None:
            self._chances.judged(found)
        if self._has_curve != self._chances.has_any:
            self._has_curve = not self._has_curve
            self.around.relay()
        if found is not None or self._has_choices != bool(self._remarks.moments):
            self._has_choices = bool(self._remarks.moments)
            self.refresh()
            self.around.present()
        self._remarks.tick()
        self._chances.tell()

    @property
    def is_waiting(self) -> bool:
        return self._judging.is_busy

    def closed(self) -> None:
        self._judging.closed()

    # -- laying out --------------------------------------------------------------------------

    @property
    def _look(self) -> theme.Look:
        """The look in it: no more of the window is taken from the table because of a zoom."""
        look = self._ui.stage.look
        asked = look.theme, look.visible, self._has_hands, self._has_curve
        if self._looks is None or self._looks[0] != asked:
            zoom = look.theme.zoom
            smaller = look
            while zoom > 1.0 and self._height(smaller) > _MOST * look.visible.h:
                zoom = max(1.0, zoom - _ZOOM_STEP)
                smaller = look._replace(theme=theme.zoom_theme(look.theme, zoom / look.theme.zoom))
            self._looks = asked, smaller
        return self._looks[1]

    def _height(self, look: theme.Look) -> float:
        sizes = look.theme.sizes
        high = sizes.gap + len(self._plan(look)) * (sizes.target + sizes.gap)
        high += _measure_line(look) + sizes.gap
        if self._has_curve:
            high += chances.get_curve_height(look) + sizes.gap
        return high + (timeline.OpenHands.height(look) if self._has_hands else 0.0)

    def _plan(self, look: theme.Look) -> Sequence[Sequence[Sequence[str]]]:
        plans = _PLANS_WITH_CURVE if self._has_curve else _PLANS
        room = _measure_room(look)
        return boxes.first_fitting(
            plans, lambda plan: all(_measure(look.theme, line) <= room for line in plan)
        )

    def _build(self, area: Rect) -> None:
        look = self._look
        sizes = self._look.theme.sizes
        self.node.clear()
        self._buttons.clear()
        self._bar = self._status = self._hands = None
        self._chances.dropped()
        ground = Panel(look, area.size, "hud_plate", name="ground", position=area.position)
        ground.interactive = True
        self.node.add(ground)
        line = self._remarks.make_line(look, Size(_measure_room(look), _measure_line(look)))
        rows = [line for groups in self._plan(look) for line in self._lines(look, groups)]
        content = boxes.column(line, *rows, gap=sizes.gap)
        foot = boxes.down(
            boxes.Slot(partial(put, content), *content.size), sizes.gap, share=1.0, align=0.0
        )
        slots: list[boxes.Slot | float] = [boxes.Slot(foot.place, grows=1.0)]
        if self._has_hands:
            self._hands = timeline.OpenHands(look, self._ui)
            self.node.add(self._hands)
            size = Size(_measure_room(look), timeline.OpenHands.height(look))
            slots = [sizes.gap / 2, boxes.Slot(self._hands.place, *size), *slots]
        both = boxes.down(*slots, align=0.0)
        boxes.across(sizes.safe_margin, boxes.Slot(both.place, grows=1.0)).place(area)
        self.node.add(content)

    def _lines(self, look: theme.Look, groups: Sequence[Sequence[str]]) -> Iterator[node.Node]:
        theme = look.theme
        gap = _GAP * theme.zoom
        between = _BETWEEN * theme.zoom
        spare = max(0.0, _measure_room(look) - _measure(theme, groups))
        names = [name for group in groups for name in group]
        growing = next((name for name in _GROWS if name in names), "")

        def size(name: str) -> Size:
            wide = _get_width(theme, name) + (spare if name == growing else 0.0)
            return Size(wide, theme.sizes.target)

        made = [
            boxes.row(*[self._make(look, name, size(name)) for name in group], gap=gap)
            for group in groups
        ]
        if self._has_curve and BAR in names:
            high = chances.get_curve_height(look)
            yield boxes.row(
                *[
                    self._make(look, _ABOVE[tuple(group)], Size(below.size.w, high))
                    for group, below in zip(groups, made, strict=True)
                ],
                gap=between,
            )
        yield boxes.row(*made, gap=between)

    def _make(self, look: theme.Look, name: str, size: Size) -> node.Node:
        if name == BAR:
            session = self._session
            self._bar = timeline.TimelineBar(
                *(look, session.timeline, size, session.go_to, self._toggle),
                caption=self._ui.texts("Timeline"),
                name="timeline",
            )
            return self._bar
        if name == LEGEND:
            return self._chances.make_legend(look, size)
        if name == CURVE:
            if self._has_hands:
                hands = timeline.OpenHands.height(look)
            else:
                hands = 0.0
            return self._chances.make_curve(look, size, look.theme.sizes.gap + hands)
        if name == STATUS:
            self._status = Label(
                look, "", "small", size=size, align=pictures.Align.CENTRE, max_lines=2, wraps=True
            )
            key = self._chances.make_key(look, size.w)
            style = look.theme.text("small")
            if size.h - key.size.h < style.size * style.line_height:
                return self._status
            self._status.size = Size(size.w, size.h - key.size.h)
            return boxes.column(self._status, key, share=0.5)
        button = buttons.HudButton(look, self._ui.ink, self._actions[name], name=name)
        button.on_tip = button.on_hover = self._tell
        button.place(Rect(0.0, 0.0, *size))
        self._buttons[name] = button
        return button

    # -- words -------------------------------------------------------------------------------

    def _look_of(self, name: str, tip: str) -> buttons.ButtonLook:
        session = self._session
        at = session.at
        last = session.timeline.last
        is_on = {HANDS: self._has_hands, FILM: self._camera.film is not None}.get(name, False)
        if name.endswith("_back"):
            can = at > 0
        else:
            can = at < last or not name.endswith("_on")
        if name == COPY:
            can = bool(self._face.story.position_text(session.observe()))
        eyes = ""
        if name == EYES:  # the one person at the table is "You", as everywhere on it
            seat = session.viewer or 0
            words = self._face.words.seat_words.at(self._ui.texts, session.seats, seat)
            if words.player(seat):
                eyes = words.names[seat]
            else:
                eyes = words.name_tag(seat)
        return buttons.ButtonLook(
            "hud_tool_on" if is_on else "hud_side" if eyes else "hud_tool",
            eyes,
            PAUSE if name == PLAY and session.is_playing else _ICONS.get(name, name),
            is_enabled=can,
            tip=runs_of(tip),
            title_style="small",
            icon_size=26.0,
            padding=8.0,
        )

    def _tips(self) -> Mapping[str, str]:
        texts = self._ui.texts
        is_filming = self._camera.film is not None
        return {
            "round_back": texts("Start of round"),
            "turn_back": texts("Previous turn"),
            "step_back": texts("Step back"),
            PLAY: texts("Pause") if self._session.is_playing else texts.within("replay", "Play"),
            "step_on": texts("Step forward"),
            "turn_on": texts.within("replay", "Next turn"),
            "round_on": texts("Next round"),
            EYES: texts("Point of view"),
            HANDS: texts("Show all hands"),
            COPY: texts("Copy position"),
            PICTURE: texts("Save a picture of the table"),
            FILM: texts("Stop recording") if is_filming else texts("Save a video of the round"),
        }

    def _tell(self, button: buttons.HudButton | None) -> None:
        if self._status is not None:
            about = None
            if button is not None:
                about = button.shown
            if about is not None:
                self._status.text = to_plain(about.tip)
            else:
                self._status.text = self._where()

    def _where(self) -> str:
        texts = self._ui.texts
        timeline = self._session.timeline
        spot = timeline.spot(self._session.at)
        if len(timeline.rounds) == 1:
            return texts("Turn {turn} of {turns}", turn=spot.turn, turns=spot.turns)
        return texts(
            "Round {round}, turn {turn} of {turns}",
            round=spot.round,
            turn=spot.turn,
            turns=spot.turns,
        )

    def _build_actions(self) -> ActionsModel:
        texts = self._ui.texts
        session = self._session
        mistakes = self._remarks.mistakes
        if self._judging.is_busy:
            none = texts("Analysing…")
        else:
            none = texts("No mistakes found.")
        note = () if self._status is not None else runs_of(self._where())
        done = texts("Done")
        low = None
        if self._navigator.match_service.is_going_on:
            end = EndModel(LEAVE, Mood.GO, texts("Back to the match"), note)
        elif session.to_act:
            end = EndModel(PLAY_ON, Mood.GO, texts("Continue from here"), note)
            low = ButtonModel(done, True, ask=LEAVE)
        else:
            end = EndModel(LEAVE, Mood.GO, done, note)
        return ActionsModel(
            end,
            ButtonModel(texts("Step back"), session.at > 0),
            ButtonModel(texts("Next mistake"), bool(mistakes), () if mistakes else runs_of(none)),
            low,
        )

    # -- what is asked for -------------------------------------------------------------------

    def _toggle(self) -> None:
        self._session.play_on(plays=not self._session.is_playing)

    def _toggle_hands(self) -> None:
        self._has_hands = not self._has_hands
        self.around.relay()

    def _change_eyes(self) -> None:
        """Let the next seat look; the hint of the one before has gone."""
        session = self._session
        session.look_as(((session.viewer or 0) + 1) % len(session.seats))
        self.around.relay()

    def _copy(self) -> None:
        texts = self._ui.texts
        position: Any = self._face.story.position_text(self._session.observe())
        copy_and_tell(self._ui, position, texts("Position copied"))

    def _play_on(self) -> None:
        """Begin a match at the moment that is shown: its viewer against AI players."""
        session = self._session
        texts = self._ui.texts
        match = session.played.played_again(session.at)
        if match is None:
            words = texts("You can’t continue from here: the deal is custom.")
            self._ui.stage.toasts.show(words, style="warning")
            return
        keys = [level.key for level in self._navigator.box[match.game.name].players().levels]
        usual = keys[len(keys) // 2]
        seats = []
        for number, seat in enumerate(session.seats):
            if seat.player in keys:
                level = seat.player
            else:
                level = usual
            seats.append(ai.Seat(seat.name, None if number == session.viewer else level))
        self._try_out(match, tuple(seats))


def _measure_line(look: theme.Look) -> float:
    """Return how high the line is that says what would have been better: in two lines if narrow."""
    style = look.theme.text("row")
    is_narrow = _measure_room(look) < _NARROW * look.theme.zoom
    return style.size * style.line_height * (1 + is_narrow)


def _measure_room(look: theme.Look) -> float:
    return look.visible.w - 2 * look.theme.sizes.safe_margin


def _get_width(theme: theme.Theme, name: str) -> float:
    if name in _WIDE:
        return _WIDE[name] * theme.zoom
    return 1.1 * theme.sizes.target


def _measure(theme: theme.Theme, groups: Sequence[Sequence[str]]) -> float:
    names = [name for group in groups for name in group]
    gaps = (len(names) - len(groups)) * _GAP + (len(groups) - 1) * _BETWEEN
    return sum(_get_width(theme, name) for name in names) + gaps * theme.zoom
