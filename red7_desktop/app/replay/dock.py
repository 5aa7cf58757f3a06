"""The dock, a control panel below the table of a replay: timeline, buttons and comments."""

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
from red7_desktop.kit.pages.notices import copy_and_notify
from red7_desktop.kit.table_model import (
    PAUSE,
    PLAY,
    PLAY_ON,
    ActionsModel,
    ButtonModel,
    ButtonState,
    LargeButtonModel,
    TableModel,
)
from red7_desktop.kit.texts import to_plain, to_runs
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
_ROUND_KEYS: Final = {pygame.K_HOME: "round_back", pygame.K_END: "round_on"}

_LAYOUTS: Final = (
    ((_JUMPS, (BAR,), (STATUS,), _TOOLS),),
    (((BAR,),), (_JUMPS, (STATUS,), _TOOLS)),
    (((BAR,),), (_JUMPS, _TOOLS)),
    (((BAR,),), (_JUMPS,), (_TOOLS,)),
)
"""Possible layouts of the replay's control panel, the preferred one first; the last always fits.

A layout is a tuple of rows, a row is a tuple of groups, and a group is a tuple of items."""
_LAYOUTS_WITH_CURVE: Final = (((_JUMPS, (BAR,), _TOOLS),), *_LAYOUTS[1:])
_CURVE_ROW: Final[Mapping[tuple[str, ...], str]] = {_JUMPS: LEGEND, (BAR,): CURVE, _TOOLS: STATUS}
"""Layout of the upper row of the replay's control panel, which only replays with a curve of winning
chances have. The lower row contains groups of buttons, and the timeline.

Key: a group of the lower row, as a tuple of the names of its controls. Value: name of the control
that is placed above the group."""
_GAP: Final = 6.0
_GROUP_GAP: Final = 18.0
"""Gap between two groups of buttons in a row, in design units at zoom 1."""
_WIDTHS: Final = {EYES: 236.0, STATUS: 270.0, BAR: 460.0}
"""Widths of some items of the replay's control panel, in design units at zoom 1.

All other items are slightly wider than a touch target."""
_GROWING: Final = (BAR, STATUS)
"""Items that may become wider. In each row, the first of these items gets all free width."""
_MAX_HEIGHT_SHARE: Final = 0.25
"""Maximum height of an enlarged control panel, as a share of the window's height."""
_ZOOM_STEP: Final = 0.05
_TWO_LINES_BELOW: Final = 1000.0
"""Width of the control panel below which comments have two lines, in design units at zoom 1."""


class ReplayMode(TableMode):
    """Controls the table during a replay: adds a control panel (dock) below it, keys and buttons.

    If the dock would cover too much of the window, its zoom is reduced.

    Args:
        navigator: Gives access to screens and services.
        session: The replay that is shown.
        judging: Judges the players' choices in the background.
        camera: Saves pictures and films of the table.
        try_out: Starts a match from the position that the replay shows, with the given seats.
        leave: Called to return to the screen that opened the replay.
    """

    def __init__(
        self,
        navigator: Navigator,
        session: replay.ReplaySession,
        judging: replay.MatchReview,
        camera: film.Camera,
        try_out: Callable[[Match, tuple[ai.Seat, ...]], None],
        leave: Callable[[], None],
    ) -> None:
        super().__init__(node.Node(name="dock"))
        self._navigator = navigator
        self._ui = navigator.ui
        self._game_view = navigator.catalogue[session.match.game.name].view()
        self._session = session
        self._camera = camera
        self._try_out = try_out
        self.leave = leave
        self._judging = judging
        self._remarks = timeline.MoveComments(self._ui, self._game_view, session, judging)
        self._chances = chances.ChancesPanel(self._remarks)
        self._has_curve = self._chances.has_any
        self._has_choices = False
        self._has_hands = False
        self._buttons: dict[str, buttons.HudButton] = {}
        self._bar: timeline.TimelineBar | None = None
        self._status: Label | None = None
        self._hands: timeline.OpenHands | None = None
        self._room = Rect(0.0, 0.0, 1.0, 1.0)
        self._cached_look: tuple[tuple[Any, ...], theme.ResolvedTheme] | None = None
        if navigator.catalogue[session.match.game.name].players().redeal is not None:
            self.menu = (("fair", self._ui.texts("Is it fair?"), self._check_fairness),)
        steps = session.timeline
        self._actions: Final[Mapping[str, Callable[[], object]]] = {
            PLAY: self._toggle,
            PLAY_ON: self._play_on,
            Intent.SKIP: self._toggle,
            Intent.UNDO: session.undo,
            Intent.HINT: self._remarks.go_to_next_mistake,
            LEAVE: leave,
            "step_back": session.undo,
            "step_on": lambda: session.go_to(session.at + 1),
            "turn_back": session.undo_turn,
            "turn_on": session.hurry,
            "round_back": lambda: session.go_to(steps.find_previous(steps.rounds, session.at)),
            "round_on": lambda: session.go_to(steps.find_next(steps.rounds, session.at)),
            EYES: self._change_eyes,
            HANDS: self._toggle_hands,
            COPY: self._copy,
            PICTURE: lambda: camera.save_picture(self._room),
            FILM: lambda: camera.film_or_stop(session, self._room),
        }

    # -- called by the table -----------------------------------------------------------------

    def attach(self, table_handle: TableHandle) -> None:
        super().attach(table_handle)
        self._remarks.attach(table_handle)
        self._chances.attach(table_handle.hud)

    def room(self, visible: Rect) -> Rect:
        x, y, w, h = visible
        return Rect(x, y, w, h - self._height(self._look))

    def layout(self, visible: Rect) -> None:
        stage = self._ui.stage
        x, y, w, h = visible
        height = self._height(self._look)
        is_first = self._bar is None
        with stage.focus.preserve_focus(stage.root):
            self._build(Rect(x, y + h - height, w, height))
        if is_first:  # Focus the timeline of a new dock. Later layouts preserve the focus.
            stage.focus.restore("timeline")
        self._room = Rect(x, y, w, h - height)
        self.refresh()

    def adapt_model(self, model: TableModel) -> TableModel:
        self.refresh()
        texts = self._ui.texts
        seats = self._session.seats
        kinds = phrases.describe_levels(texts)

        def kind_of(seat: int) -> str:
            return phrases.describe_player(
                texts, seats[seat].player or "", kinds, is_thinking=False
            )

        seats_with_kind = [replace(seat, kind=kind_of(seat.seat)) for seat in model.seats]
        return replace(model, seats=tuple(seats_with_kind), actions=self._build_actions())

    def refresh(self) -> None:
        session = self._session
        if self._bar is None:
            return
        self._bar.at = session.at
        self._bar.refresh()
        self._chances.refresh()
        tips = self._build_tips()
        for name, button in self._buttons.items():
            button.show(self._style_button(name, tips[name]))
        self._update_status(None)
        if self._hands is not None:
            self._hands.show(session)

    def find(self, asked: str) -> Callable[[], object] | None:
        return self._actions.get(asked)

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self._chances.track_pointer(self._ui.stage.view.to_design(event.pos))
        intents = self._ui.controls.find_pressed_intents(event)
        pages = self._ui.controls.count_turned_pages(event)
        round_jump = None
        if event.type == pygame.KEYDOWN:
            round_jump = _ROUND_KEYS.get(event.key)
        name = ("turn_on" if pages > 0 else "turn_back") if pages else round_jump
        focus = self._ui.stage.focus
        is_free = not focus.is_visible or focus.current is None
        if name is None and Intent.SKIP in intents and (is_free or Intent.ACTIVATE not in intents):
            name = Intent.SKIP
        if name is None and is_free and intents & {Intent.LEFT, Intent.RIGHT}:
            name = "step_on" if Intent.RIGHT in intents else "step_back"
        if name is None and Intent.BACK in intents:
            name = LEAVE
        if name is None:
            return False
        self._actions[name]()
        return True

    def is_audible(self, change: session.Change) -> bool:
        return change.is_step

    def tick(self, now: float) -> None:
        at = self._session.at
        timeline = self._session.timeline
        judged_step = self._judging.tick(at, timeline.find_previous(timeline.rounds, at + 1))
        if judged_step is not None:
            self._chances.invalidate_line(judged_step)
        if self._has_curve != self._chances.has_any:
            self._has_curve = not self._has_curve
            self.table_handle.relayout()
        if judged_step is not None or self._has_choices != bool(self._remarks.moments):
            self._has_choices = bool(self._remarks.moments)
            self.refresh()
            self.table_handle.present()
        self._remarks.tick()
        self._chances.announce()

    @property
    def needs_tick(self) -> bool:
        return self._judging.is_busy

    def closed(self) -> None:
        self._judging.close()

    # -- laying out --------------------------------------------------------------------------

    @property
    def _look(self) -> theme.ResolvedTheme:
        """The stage's theme and scale, with the zoom reduced until the dock is low enough."""
        look = self._ui.stage.look
        cache_key = look.theme, look.visible_area, self._has_hands, self._has_curve
        if self._cached_look is None or self._cached_look[0] != cache_key:
            zoom = look.theme.zoom
            smaller = look
            while zoom > 1.0 and self._height(smaller) > _MAX_HEIGHT_SHARE * look.visible_area.h:
                zoom = max(1.0, zoom - _ZOOM_STEP)
                smaller = look._replace(theme=theme.zoom_theme(look.theme, zoom / look.theme.zoom))
            self._cached_look = cache_key, smaller
        return self._cached_look[1]

    def _height(self, look: theme.ResolvedTheme) -> float:
        sizes = look.theme.sizes
        height = sizes.gap + len(self._choose_layout(look)) * (sizes.target + sizes.gap)
        height += _measure_remark_height(look) + sizes.gap
        if self._has_curve:
            height += chances.get_curve_height(look) + sizes.gap
        return height + (timeline.OpenHands.height(look) if self._has_hands else 0.0)

    def _choose_layout(self, look: theme.ResolvedTheme) -> Sequence[Sequence[Sequence[str]]]:
        plans = _LAYOUTS_WITH_CURVE if self._has_curve else _LAYOUTS
        room = _get_inner_width(look)
        return boxes.first_fitting(
            plans, lambda plan: all(_measure_groups(look.theme, line) <= room for line in plan)
        )

    def _build(self, area: Rect) -> None:
        look = self._look
        sizes = self._look.theme.sizes
        self.node.clear()
        self._buttons.clear()
        self._bar = self._status = self._hands = None
        self._chances.detach_nodes()
        ground = Panel(look, area.size, "hud_plate", name="ground", position=area.position)
        ground.interactive = True
        self.node.add(ground)
        line = self._remarks.make_line(
            look, Size(_get_inner_width(look), _measure_remark_height(look))
        )
        rows = [
            line for groups in self._choose_layout(look) for line in self._build_rows(look, groups)
        ]
        content = boxes.column(line, *rows, gap=sizes.gap)
        foot = boxes.down(
            boxes.Slot(partial(put, content), *content.size), sizes.gap, share=1.0, align=0.0
        )
        slots: list[boxes.Slot | float] = [boxes.Slot(foot.place, weight=1.0)]
        if self._has_hands:
            self._hands = timeline.OpenHands(look, self._ui)
            self.node.add(self._hands)
            size = Size(_get_inner_width(look), timeline.OpenHands.height(look))
            slots = [sizes.gap / 2, boxes.Slot(self._hands.place, *size), *slots]
        stack = boxes.down(*slots, align=0.0)
        boxes.across(sizes.safe_margin, boxes.Slot(stack.place, weight=1.0)).place(area)
        self.node.add(content)

    def _build_rows(
        self, look: theme.ResolvedTheme, groups: Sequence[Sequence[str]]
    ) -> Iterator[node.Node]:
        theme = look.theme
        gap = _GAP * theme.zoom
        group_gap = _GROUP_GAP * theme.zoom
        spare = max(0.0, _get_inner_width(look) - _measure_groups(theme, groups))
        names = [name for group in groups for name in group]
        growing = next((name for name in _GROWING if name in names), "")

        def size(name: str) -> Size:
            width = _get_width(theme, name) + (spare if name == growing else 0.0)
            return Size(width, theme.sizes.target)

        row_nodes = [
            boxes.row(*[self._build_item(look, name, size(name)) for name in group], gap=gap)
            for group in groups
        ]
        if self._has_curve and BAR in names:
            curve_height = chances.get_curve_height(look)
            curve_nodes = []
            for group, column in zip(groups, row_nodes, strict=True):
                item_size = Size(column.size.w, curve_height)
                curve_nodes.append(self._build_item(look, _CURVE_ROW[tuple(group)], item_size))
            yield boxes.row(*curve_nodes, gap=group_gap)
        yield boxes.row(*row_nodes, gap=group_gap)

    def _build_item(self, look: theme.ResolvedTheme, name: str, size: Size) -> node.Node:
        if name == BAR:
            session = self._session
            self._bar = timeline.TimelineBar(
                *(look, session.timeline, size, session.go_to, self._toggle),
                texts=self._ui.texts,
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
        button.on_tip = button.on_hover = self._update_status
        button.place(Rect(0.0, 0.0, *size))
        self._buttons[name] = button
        return button

    # -- texts -------------------------------------------------------------------------------

    def _style_button(self, name: str, tip: str) -> buttons.ButtonLook:
        session = self._session
        at = session.at
        last = session.timeline.last
        is_on = {HANDS: self._has_hands, FILM: self._camera.film is not None}.get(name, False)
        if name.endswith("_back"):
            can_press = at > 0
        else:
            can_press = at < last or not name.endswith("_on")
        if name == COPY:
            can_press = bool(self._game_view.story.position_text(session.observe()))
        eyes = ""
        if name == EYES:  # Show the viewer's name, which is "You" for the only human player.
            seat = session.viewer or 0
            words = self._game_view.words.words_class.for_viewer(
                self._ui.texts, session.seats, seat
            )
            if words.level_key(seat):
                eyes = words.names[seat]
            else:
                eyes = words.name_tag(seat)
        return buttons.ButtonLook(
            "hud_tool_on" if is_on else "hud_side" if eyes else "hud_tool",
            eyes,
            PAUSE if name == PLAY and session.is_playing else _ICONS.get(name, name),
            is_enabled=can_press,
            tip=to_runs(tip),
            title_style="small",
            icon_size=26.0,
            padding=8.0,
        )

    def _build_tips(self) -> Mapping[str, str]:
        texts = self._ui.texts
        is_filming = self._camera.film is not None
        return {
            "round_back": texts("Start of round"),
            "turn_back": texts("Previous turn"),
            "step_back": texts("Step back"),
            PLAY: texts("Pause")
            if self._session.is_playing
            else texts.in_context("replay", "Play"),
            "step_on": texts("Step forward"),
            "turn_on": texts.in_context("replay", "Next turn"),
            "round_on": texts("Next round"),
            EYES: texts("Point of view"),
            HANDS: texts("Show all hands"),
            COPY: texts("Copy position"),
            PICTURE: texts("Save a picture of the table"),
            FILM: texts("Stop recording") if is_filming else texts("Save a video of the round"),
        }

    def _update_status(self, button: buttons.HudButton | None) -> None:
        if self._status is not None:
            shown = None
            if button is not None:
                shown = button.shown
            if shown is not None:
                self._status.text = to_plain(shown.tip)
            else:
                self._status.text = self._describe_position()

    def _describe_position(self) -> str:
        texts = self._ui.texts
        timeline = self._session.timeline
        spot = timeline.locate(self._session.at)
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
            note = texts("Analysing…")
        else:
            note = texts("No mistakes found.")
        position = () if self._status is not None else to_runs(self._describe_position())
        done = texts("Done")
        second = None
        if self._navigator.match_service.has_waiting_match:
            primary = LargeButtonModel(LEAVE, ButtonState.GO, texts("Back to the match"), position)
        elif session.to_act:
            primary = LargeButtonModel(
                PLAY_ON, ButtonState.GO, texts("Continue from here"), position
            )
            second = ButtonModel(done, True, action=LEAVE)
        else:
            primary = LargeButtonModel(LEAVE, ButtonState.GO, done, position)
        return ActionsModel(
            primary,
            ButtonModel(texts("Step back"), session.at > 0),
            ButtonModel(texts("Next mistake"), bool(mistakes), () if mistakes else to_runs(note)),
            second,
        )

    # -- commands ----------------------------------------------------------------------------

    def _toggle(self) -> None:
        self._session.set_playing(plays=not self._session.is_playing)

    def _check_fairness(self) -> None:
        session = self._session
        game = session.match.game.name
        self._navigator.check_fairness(game, session.played, session.seats)

    def _toggle_hands(self) -> None:
        self._has_hands = not self._has_hands
        self.table_handle.relayout()

    def _change_eyes(self) -> None:
        """Show the replay from the view of the next seat; after the last seat, of the first."""
        session = self._session
        session.set_viewer(((session.viewer or 0) + 1) % len(session.seats))
        self.table_handle.relayout()

    def _copy(self) -> None:
        texts = self._ui.texts
        position: Any = self._game_view.story.position_text(self._session.observe())
        copy_and_notify(self._ui, position, texts("Position copied"))

    def _play_on(self) -> None:
        """Start a match from the shown position, with the viewer against computer players."""
        session = self._session
        texts = self._ui.texts
        match = session.played.replay_up_to(session.at)
        if match is None:
            message = texts("You can’t continue from here: the deal is custom.")
            self._ui.stage.toasts.show(message, style="warning")
            return
        keys = [level.key for level in self._navigator.catalogue[match.game.name].players().levels]
        default_level = keys[len(keys) // 2]
        seats = []
        for number, seat in enumerate(session.seats):
            if seat.player in keys:
                level = seat.player
            else:
                level = default_level
            seats.append(ai.Seat(seat.name, None if number == session.viewer else level))
        self._try_out(match, tuple(seats))


def _measure_remark_height(look: theme.ResolvedTheme) -> float:
    """Return the height of the label with the comment on a choice.

    The label has two lines if the control panel (dock) is narrow.
    """
    style = look.theme.text("row")
    is_narrow = _get_inner_width(look) < _TWO_LINES_BELOW * look.theme.zoom
    return style.size * style.line_height * (1 + is_narrow)


def _get_inner_width(look: theme.ResolvedTheme) -> float:
    return look.visible_area.w - 2 * look.theme.sizes.safe_margin


def _get_width(theme: theme.Theme, name: str) -> float:
    if name in _WIDTHS:
        return _WIDTHS[name] * theme.zoom
    return 1.1 * theme.sizes.target


def _measure_groups(theme: theme.Theme, groups: Sequence[Sequence[str]]) -> float:
    names = [name for group in groups for name in group]
    gaps = (len(names) - len(groups)) * _GAP + (len(groups) - 1) * _GROUP_GAP
    return sum(_get_width(theme, name) for name in names) + gaps * theme.zoom
