"""The dock below a table that shows a match again: the timeline, and the buttons that drive it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import pygame

from red7_desktop.app.replay.chances import ChancesPanel, get_curve_height
from red7_desktop.app.replay.timeline import (
    BAR,
    COPY,
    CURVE,
    EYES,
    FILM,
    HANDS,
    LEGEND,
    PICTURE,
    STATUS,
    DockSlot,
    OpenHands,
    Remarks,
    TimelineBar,
    build_dock_actions,
    build_dock_tips,
    cap_look_height,
    lay_out_rows,
    lay_out_rows_with_curve,
    say_where,
)
from red7_desktop.app.table.mode import TableHandle, TableMode
from red7_desktop.kit.bindings import PAGE_TURNS, Intent
from red7_desktop.kit.hud.buttons import ButtonLook, HudButton
from red7_desktop.kit.hud.part import TextStyler
from red7_desktop.kit.pages.notices import SystemClipboard, copy_and_tell
from red7_desktop.kit.table_model import PAUSE, PLAY, PLAY_ON, TableModel
from red7_desktop.kit.texts import runs_of, to_plain
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Align
from red7_desktop.scene.widgets.widget import Label, Panel

if TYPE_CHECKING:
    from red7_desktop.kit.game_view import GameView
    from red7_desktop.kit.ui import Ui
    from red7_desktop.play.replay import Judging, ReplaySession
    from red7_desktop.play.session import Change
    from red7_desktop.scene.theme import Look

_ENDS: Final = {pygame.K_HOME: "round_back", pygame.K_END: "round_on"}


@dataclass(frozen=True)
class DockWays:
    """What the dock asks the program for.

    leave: goes back to where the replay was opened. play_on: begins a match at the moment that is
    shown. picture: keeps a picture of a rectangle of the stage. film: films the round that is shown
    in such a rectangle, or stops that; is_filming: whether it is done. judging: has turns judged.
    """

    leave: Callable[[], None]
    play_on: Callable[[], None]
    picture: Callable[[Rect], None]
    film: Callable[[Rect], None]
    is_filming: Callable[[], bool]
    judging: Judging


class ReplayMode(TableMode):
    """Drives a replay. Its look is the stage's, at every size of window and words."""

    def __init__(self, kit: Ui, face: GameView, session: ReplaySession, ways: DockWays) -> None:
        super().__init__(Node(name="dock"))
        self._kit = kit
        self._face = face
        self._session = session
        self._ways = ways
        self.leave = ways.leave
        self._judging = ways.judging
        self._remarks = Remarks(lambda: kit.texts, face, session, ways.judging)
        self._chances = ChancesPanel(kit, face, session, ways.judging, self._remarks)
        self._has_curve = self._chances.has_any
        self._has_choices = False
        self._has_hands = False
        self._stood: tuple[int, int | None, bool] | None = None
        self._buttons: dict[str, HudButton] = {}
        self._bar: TimelineBar | None = None
        self._status: Label | None = None
        self._hands: OpenHands | None = None
        self._relay: Callable[[], None] = lambda: None
        self._room = Rect(0.0, 0.0, 1.0, 1.0)
        self._looks: tuple[tuple[Any, ...], Look] | None = None
        self._deeds: Final[Mapping[str, Callable[[], object]]] = {
            PLAY: lambda: session.play_on(plays=True),
            PAUSE: lambda: session.play_on(plays=False),
            PLAY_ON: ways.play_on,
            Intent.SKIP: self._toggle,
            Intent.UNDO: session.undo,
            Intent.HINT: self._remarks.toggle,
            "step_back": session.undo,
            "step_on": lambda: session.go_to(session.at + 1),
            "turn_back": session.undo_turn,
            "turn_on": session.hurry,
            "round_back": lambda: session.go_to(session.timeline.round_before(session.at)),
            "round_on": lambda: session.go_to(session.timeline.round_after(session.at)),
            EYES: self._change_eyes,
            HANDS: self._toggle_hands,
            COPY: self._copy,
            PICTURE: lambda: ways.picture(self._room),
            FILM: lambda: ways.film(self._room),
        }

    # -- what the table calls ----------------------------------------------------------------

    def attach(self, around: TableHandle) -> None:
        self._relay = around.relay
        self._remarks.attach(around.hud)
        self._chances.attach(around.hud)

    def room(self, visible: Rect) -> Rect:
        x, y, w, h = visible
        return Rect(x, y, w, h - self._height(self._look))

    @property
    def _look(self) -> Look:
        """The look in it: no more of the window is taken from the table because of a zoom."""
        look = self._kit.stage.look
        asked = look.theme, look.visible, self._has_hands, self._has_curve
        if self._looks is None or self._looks[0] != asked:
            self._looks = asked, cap_look_height(look, self._height)
        return self._looks[1]

    def _height(self, look: Look) -> float:
        gap = look.theme.sizes.gap
        hands = OpenHands.height(look) if self._has_hands else 0.0
        return hands + sum(high + gap for high, _ in self._rows(look)) + gap

    def _rows(self, look: Look) -> list[tuple[float, list[DockSlot]]]:
        width, target = look.visible.w, look.theme.sizes.target
        if not self._has_curve:
            return [(target, row) for row in lay_out_rows(look.theme, width)]
        first, *rest = lay_out_rows_with_curve(look.theme, width)
        return [(get_curve_height(look), first), *[(target, row) for row in rest]]

    def settle(self, visible: Rect) -> None:
        stage, (x, y, w, h) = self._kit.stage, visible
        high = self._height(self._look)
        is_first = self._bar is None
        with stage.focus.kept_in(stage.root):
            self._build(Rect(x, y + h - high, w, high))
        if is_first:  # moving the focus begins here
            stage.focus.return_to("timeline")
        self._room = Rect(x, y, w, h - high)
        self._stood = None
        self.refresh()

    def shown(self, model: TableModel) -> TableModel:
        self.refresh()
        has_remarks = bool(self._remarks.moments)
        return replace(
            model, actions=build_dock_actions(self._kit.texts, self._session, has_remarks)
        )

    def refresh(self) -> None:
        """Show where the replay stands."""
        session = self._session
        if self._bar is None:
            return
        stands = session.at, session.viewer, session.is_playing
        if stands != self._stood:
            self._stood = stands
            self._remarks.changed()
        self._bar.at = session.at
        self._bar.refresh()
        self._chances.refresh()
        for name, button in self._buttons.items():
            button.show(self._face_of(name))
        self._tell(None)
        if self._hands is not None:
            self._hands.show(session)

    def find(self, asked: str) -> Callable[[], object] | None:
        return self._deeds.get(asked)

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self._chances.heed(self._kit.stage.view.to_design(event.pos))
        asked = self._kit.controls.asked(event)
        by = sum(by for intent, by in PAGE_TURNS.items() if intent in asked)
        jump = _ENDS.get(event.key) if event.type == pygame.KEYDOWN else None
        name = ("turn_on" if by > 0 else "turn_back") if by else jump
        focus = self._kit.stage.focus
        is_free = not focus.is_visible or focus.current is None
        if name is None and Intent.SKIP in asked and (is_free or Intent.ACTIVATE not in asked):
            name = Intent.SKIP
        if name is None and is_free and asked & {Intent.LEFT, Intent.RIGHT}:
            name = "step_on" if Intent.RIGHT in asked else "step_back"
        if name is None:
            return False
        self._deeds[name]()
        return True

    def lets_hear(self, change: Change) -> bool:
        return change.is_step

    def tick(self, now: float) -> None:
        found = self._judging.tick(self._session.at)
        if found is not None:
            self._chances.judged(found)
        if self._has_curve != self._chances.has_any:
            self._has_curve = not self._has_curve
            self._relay()
        if found is not None or self._has_choices != bool(self._remarks.moments):
            self._has_choices = bool(self._remarks.moments)
            self.refresh()
        self._remarks.tick()
        self._chances.tell()

    @property
    def is_waiting(self) -> bool:
        return self._judging.is_busy

    def closed(self) -> None:
        self._judging.closed()

    # -- laying out --------------------------------------------------------------------------

    def _build(self, area: Rect) -> None:
        look, sizes = self._look, self._look.theme.sizes
        for child in self.node.children:
            child.detach()
        self._buttons.clear()
        self._bar = self._status = self._hands = None
        self._chances.dropped()
        ground = Panel(look, area.size, "hud_plate", name="ground", position=area.position)
        ground.interactive = True
        self.node.add(ground)
        y = area.y + sizes.gap
        if self._has_hands:
            self._hands = OpenHands(look, self._kit)
            edge, high = sizes.safe_margin, OpenHands.height(look)
            self._hands.place(Rect(area.x + edge, y - sizes.gap / 2, area.w - 2 * edge, high))
            self.node.add(self._hands)
            y += high
        for high, row in self._rows(look):
            for name, x, width in row:
                self._add(name, Rect(area.x + x, y, width, high))
            y += high + sizes.gap

    def _add(self, name: str, place: Rect) -> None:
        look = self._look
        if name == BAR:
            session = self._session
            self._bar = TimelineBar(
                look,
                session.timeline,
                place.size,
                session.go_to,
                self._toggle,
                name="timeline",
                position=place.position,
            )
            self.node.add(self._bar)
        elif name in (CURVE, LEGEND):
            top = self.node.find("ground").position.y
            self.node.add(self._chances.make(look, name, place, top))
        elif name == STATUS:
            self._status = Label(
                look, "", "small", size=place.size, align=Align.CENTRE, max_lines=2, wraps=True
            )
            self._status.position = place.position
            self.node.add(self._status)
        else:
            button = HudButton(look, self._ink, lambda: self._press(name), name=name)
            button.on_tip = button.on_hover = self._tell
            button.place(place)
            self._buttons[name] = button
            self.node.add(button)

    @property
    def _ink(self) -> TextStyler:
        return TextStyler(self._kit.faces, self._kit.settings.colours)

    def _press(self, name: str) -> None:
        self._deeds[name]()

    def _face_of(self, name: str) -> ButtonLook:
        texts, session = self._kit.texts, self._session
        at, last, is_filming = session.at, session.timeline.last, self._ways.is_filming()
        icons = {EYES: "person", HANDS: "hands", COPY: "copy", PICTURE: "picture", FILM: "film"}
        is_on = (name == HANDS and self._has_hands) or (name == FILM and is_filming)
        can = at > 0 if name.endswith("_back") else at < last or not name.endswith("_on")
        if name == COPY:
            can = bool(self._face.story.position_text(session.observe()))
        eyes = session.seats[session.viewer or 0].name if name == EYES else ""
        style = "hud_side" if eyes else "hud_tool"
        return ButtonLook(
            "hud_tool_on" if is_on else style,
            eyes,
            icons.get(name, name),
            is_enabled=can,
            tip=runs_of(build_dock_tips(texts, is_filming=is_filming)[name]),
            title_style="small",
            icon_size=26.0,
            padding=8.0,
        )

    def _tell(self, button: HudButton | None) -> None:
        """Return what a button does while it is looked at, else where the replay stands."""
        if self._status is not None:
            about = button.shown if button is not None else None
            self._status.text = (
                to_plain(about.tip)
                if about is not None
                else say_where(self._kit.texts, self._session)
            )

    # -- what is asked for -------------------------------------------------------------------

    def _toggle(self) -> None:
        self._session.play_on(plays=not self._session.is_playing)

    def _toggle_hands(self) -> None:
        self._has_hands = not self._has_hands
        self._relay()

    def _change_eyes(self) -> None:
        """Let the next seat look; the hint of the one before has gone."""
        session = self._session
        session.look_as(((session.viewer or 0) + 1) % len(session.seats))
        self._relay()

    def _copy(self) -> None:
        texts = self._kit.texts
        position: Any = self._face.story.position_text(self._session.observe())
        copy_and_tell(self._kit, SystemClipboard(), position, texts("The position is copied"))
