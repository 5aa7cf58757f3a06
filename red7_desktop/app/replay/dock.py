"""The dock below a table that shows a match again: the timeline, and the buttons that drive it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import pygame

from red7_desktop.app.replay.dock_rows import (
    BAR,
    COPY,
    EYES,
    HANDS,
    PICTURE,
    STATUS,
    rows_for,
)
from red7_desktop.app.replay.open_hands import OpenHands
from red7_desktop.app.replay.remarks import Remarks
from red7_desktop.app.replay.timeline_bar import TimelineBar
from red7_desktop.app.table_screen.foot import Around, Foot
from red7_desktop.kit.hud.hud_button import ButtonFace, HudButton
from red7_desktop.kit.hud.ink import Ink
from red7_desktop.kit.hud.model import (
    PAUSE,
    PLAY,
    PLAY_ON,
    ActionsModel,
    ButtonModel,
    EndModel,
    Mood,
)
from red7_desktop.kit.input.intents import PAGE_TURNS, Intent
from red7_desktop.kit.language.rich_text import plain, runs_of
from red7_desktop.kit.pages.clipboard import SystemClipboard, copy_and_tell
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel

if TYPE_CHECKING:
    from red7_desktop.kit.game_face import AnyFace
    from red7_desktop.kit.hud.model import TableModel
    from red7_desktop.kit.pages.screen import Kit
    from red7_desktop.play.advice import Reviewer
    from red7_desktop.play.replaying import ReplaySession
    from red7_desktop.play.session import Change

_ENDS: Final = {pygame.K_HOME: "round_back", pygame.K_END: "round_on"}


@dataclass(frozen=True)
class DockWays:
    """What the dock asks the program for.

    leave: goes back to where the replay was opened. play_on: begins a match at the moment that is
    shown. picture: keeps a picture of a rectangle of the stage. make_reviewer: makes who judges
    turns.
    """

    leave: Callable[[], None]
    play_on: Callable[[], None]
    picture: Callable[[Rect], None]
    make_reviewer: Callable[[], Reviewer]


class Dock(Foot):
    """Drives a replay. Its look is the stage's, at every size of window and words."""

    def __init__(self, kit: Kit, face: AnyFace, session: ReplaySession, ways: DockWays) -> None:
        super().__init__(Node(name="dock"))
        self._kit = kit
        self._face = face
        self._session = session
        self._ways = ways
        self.leave = ways.leave
        self._remarks = Remarks(lambda: kit.texts, face, session, ways.make_reviewer)
        self._has_hands = False
        self._stood: tuple[int, int | None, bool] | None = None
        self._buttons: dict[str, HudButton] = {}
        self._bar: TimelineBar | None = None
        self._status: Label | None = None
        self._hands: OpenHands | None = None
        self._relay: Callable[[], None] = lambda: None
        self._room = Rect(0.0, 0.0, 1.0, 1.0)
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
        }

    # -- what the table calls ----------------------------------------------------------------

    def attach(self, around: Around) -> None:
        """Hear of the table."""
        self._relay = around.relay
        self._remarks.attach(around.hud)

    def room(self, visible: Rect) -> Rect:
        """Leave what is above all rows, and the hands above them."""
        x, y, w, h = visible
        return Rect(x, y, w, h - self._height(w))

    def _height(self, width: float) -> float:
        look = self._kit.stage.look
        sizes = look.theme.sizes
        hands = OpenHands.height(look) if self._has_hands else 0.0
        return hands + len(rows_for(look.theme, width)) * (sizes.target + sizes.gap) + sizes.gap

    def settle(self, visible: Rect) -> None:
        """Make everything anew, as large as words and window ask for."""
        stage, (x, y, w, h) = self._kit.stage, visible
        high = self._height(w)
        is_first = self._bar is None
        with stage.focus.kept_in(stage.root):
            self._build(Rect(x, y + h - high, w, high))
        if is_first:  # moving the focus begins here
            stage.focus.return_to("timeline")
        self._room = Rect(x, y, w, h - high)
        self._stood = None
        self.refresh()

    def shown(self, model: TableModel) -> TableModel:
        """Put the replay's own buttons in the place of the player's."""
        self.refresh()
        texts, session = self._kit.texts, self._session
        playing = session.is_playing
        end = EndModel(
            PAUSE if playing else PLAY,
            Mood.GO,
            texts("Pause") if playing else texts.within("replay", "Play"),
            runs_of(self._where()),
            is_enabled=session.timeline.last > 0,
        )
        has_remarks = bool(self._remarks.moments)
        no_remarks = () if has_remarks else runs_of(texts("There is nothing to be said."))
        is_over = not session.to_act
        over = runs_of(texts("The match is over.")) if is_over else ()
        return replace(
            model,
            actions=ActionsModel(
                end,
                ButtonModel(texts("Step back"), session.at > 0),
                ButtonModel(texts("Remarks"), has_remarks, no_remarks),
                ButtonModel(texts("Play on from here"), not is_over, over, PLAY_ON),
            ),
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
        self._bar.remarks = self._remarks.colours(self._kit.stage.look.theme.colour)
        self._bar.refresh()
        for name, button in self._buttons.items():
            button.show(self._face_of(name))
        self._tell(None)
        if self._hands is not None:
            self._hands.show(session)

    def find(self, asked: str) -> Callable[[], object] | None:
        """Give what does what is asked for."""
        return self._deeds.get(asked)

    def handle(self, event: pygame.Event) -> bool:
        """Take the keys that turn pages, and those for the ends of a round."""
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
        """Let steps be heard: whoever drags through a match hears nothing."""
        return change.is_step

    def tick(self, now: float) -> None:
        """Say what there is to say of the moment."""
        if self._remarks.tick():
            self.refresh()

    @property
    def is_waiting(self) -> bool:
        """Whether something is found out."""
        return self._remarks.is_waiting

    def closed(self) -> None:
        """Find out no more."""
        self._remarks.closed()

    # -- laying out --------------------------------------------------------------------------

    def _build(self, area: Rect) -> None:
        look = self._kit.stage.look
        sizes = look.theme.sizes
        for child in self.node.children:
            child.detach()
        self._buttons.clear()
        self._bar = self._status = self._hands = None
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
        for row in rows_for(look.theme, area.w):
            for name, x, width in row:
                self._add(name, Rect(area.x + x, y, width, sizes.target))
            y += sizes.target + sizes.gap

    def _add(self, name: str, place: Rect) -> None:
        look = self._kit.stage.look
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
    def _ink(self) -> Ink:
        return Ink(self._kit.faces, self._kit.settings.colours)

    def _press(self, name: str) -> None:
        self._deeds[name]()

    def _face_of(self, name: str) -> ButtonFace:
        texts, session = self._kit.texts, self._session
        at, last = session.at, session.timeline.last
        tips = {
            "round_back": texts("Back to the beginning of the round"),
            "turn_back": texts("Back by a turn"),
            "step_back": texts("Back by a step"),
            "step_on": texts("On by a step"),
            "turn_on": texts("On by a turn"),
            "round_on": texts("On to the next round"),
            EYES: texts("Whose eyes see the table"),
            HANDS: texts("Show everybody’s hand"),
            COPY: texts("Copy position"),
            PICTURE: texts("Save a picture of the table"),
        }
        icons = {EYES: "person", HANDS: "hands", COPY: "copy", PICTURE: "picture"}
        is_on = name == HANDS and self._has_hands
        can = at > 0 if name.endswith("_back") else at < last or not name.endswith("_on")
        if name == COPY:
            can = bool(self._face.position_text(session.observe()))
        eyes = session.seats[session.viewer or 0].name if name == EYES else ""
        style = "hud_side" if eyes else "hud_tool"
        return ButtonFace(
            "hud_tool_on" if is_on else style,
            eyes,
            icons.get(name, name),
            is_enabled=can,
            tip=runs_of(tips[name]),
            title_style="small",
            icon_size=26.0,
            padding=8.0,
        )

    def _tell(self, button: HudButton | None) -> None:
        """Say what a button does while it is looked at, else where the replay stands."""
        if self._status is not None:
            about = button.shown if button is not None else None
            self._status.text = plain(about.tip) if about is not None else self._where()

    def _where(self) -> str:
        texts, session = self._kit.texts, self._session
        spot = session.timeline.spot(session.at)
        if len(session.timeline.rounds) == 1:
            return texts("Turn {turn} of {turns}", turn=spot.turn, turns=spot.turns)
        return texts(
            "Round {round}, turn {turn} of {turns}",
            round=spot.round,
            turn=spot.turn,
            turns=spot.turns,
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
        position: Any = self._face.position_text(self._session.observe())
        copy_and_tell(self._kit, SystemClipboard(), position, texts("The position is copied"))
