"""The table: a match being played, its cards, what stands around them, and the person's hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import pygame

from red7_desktop.app.hud.hud import Hud
from red7_desktop.app.hud.ink import Ink
from red7_desktop.app.hud.tools import ToolsModel
from red7_desktop.app.present import present
from red7_desktop.app.previews import preview
from red7_desktop.app.reason_words import explain
from red7_desktop.app.runs import plain
from red7_desktop.app.score_choice import choose_score
from red7_desktop.app.screen import Kit, Screen
from red7_desktop.app.settings import SPEEDS
from red7_desktop.app.table_faces import TableFaces
from red7_desktop.app.table_marks import (
    ALLOWED,
    HINTED,
    IDLE,
    KEEPS_IN,
    LOSES,
    PENDING,
    REFUSED,
    counting,
    mark_looks,
)
from red7_desktop.app.table_model import HudCommand, TableModel
from red7_desktop.app.table_scene import Circumstances
from red7_desktop.app.turn_words import turn_line
from red7_desktop.app.words import Words
from red7_desktop.games.red7.cards import LETTERS
from red7_desktop.games.red7.state import SCORE
from red7_desktop.games.red7.steps import THE_DRAW, Step
from red7_desktop.play.hands import HandController
from red7_desktop.table.looks import Pace
from red7_desktop.table.spec import choose_layout
from red7_desktop.table.table_view import TableView
from red7_desktop.tabletop.game import IllegalStep

if TYPE_CHECKING:
    from red7_desktop.play.session import Change, Session
    from red7_desktop.scene.widgets.dialog import Dialog
    from red7_desktop.table.spec import Layout
    from red7_desktop.tabletop.reasons import Reason
    from red7_desktop.tabletop.zones import Handling

KEYS: Final[Mapping[int, HudCommand]] = {
    pygame.K_z: HudCommand.UNDO,
    pygame.K_h: HudCommand.HINT,
    pygame.K_d: HudCommand.DRAW,
    pygame.K_l: HudCommand.LOG,
    pygame.K_r: HudCommand.HELP,
}
"""Keys that stand for buttons, whatever has the focus."""
ENTER: Final = frozenset({pygame.K_RETURN, pygame.K_KP_ENTER})
"""Keys that press the large button where the focus does not want them."""


@dataclass(frozen=True)
class TableActions:
    """Where the table leads: away (the match stays kept), to the rules, to the settings, and on
    when the match is over.
    """

    leave: Callable[[], None]
    rules: Callable[[str], None]
    settings: Callable[[], None]
    over: Callable[[], None]


class TableScreen(Screen):
    """Shows a session and takes the person's hands to it. It holds no rule and no state of play."""

    def __init__(
        self,
        kit: Kit,
        session: Session,
        layouts: tuple[Layout, ...],
        actions: TableActions,
        kinds: Mapping[str, str],
        advise: Callable[[Any], tuple[Any, ...]],
    ) -> None:
        super().__init__(kit, "table")
        self._session = session
        self._layouts = layouts
        self._actions = actions
        self._kinds = kinds
        self._advise = advise
        self._hands = HandController(session)
        self._model: TableModel | None = None
        self._score_dialog: Dialog | None = None
        stage = kit.stage
        layout = self._layout()
        ink = Ink(kit.faces, kit.settings.colours)
        self._hud = Hud(stage.look, ink, kit.texts, layout, self._command, animator=stage.animator)
        self.view = TableView(
            faces=TableFaces(kit.faces),
            animator=stage.animator,
            layout=layout,
            viewer=session.viewer or 0,
            visible=stage.look.visible,
            looks=mark_looks(stage.look, ink),
            pace=self._pace(),
        )
        self.view.root.add(self._hud, self._hud.over)
        self.node.add(self.view.root)
        self.view.on_drop = self._drop
        self.view.on_refuse = self._refuse
        self.view.on_pick = self._picked
        self.view.on_aim = self._aimed
        session.listen(self._changed)

    # -- what the program calls --------------------------------------------------------------

    def opened(self) -> None:
        """Lay the cards out as they are."""
        self.view.show(self._session.observe().zones)
        self.view.snap()
        self._refresh()

    def closed(self) -> None:
        """Put back what is held."""
        self.view.pick(None)

    def resized(self) -> None:
        """Take the layout that fits the window, and everything's place in it."""
        layout = self._layout()
        self.view.pace = self._pace()
        self._hud.settle(layout, self.kit.stage.look)
        self.view.place(layout, self._session.viewer or 0, self.kit.stage.look.visible)
        self._refresh()

    def tick(self, now: float) -> None:
        """Let AI seats play."""
        self._session.tick(now)

    def handle(self, event: pygame.Event) -> bool:
        """Take the keys that stand for the table's buttons."""
        if event.type != pygame.KEYDOWN or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        if event.key in KEYS:
            self._command(KEYS[event.key])
            return True
        if event.key in ENTER and self.kit.stage.focus.current is None:
            self._press_large_button()
            return True
        if event.key == pygame.K_ESCAPE:
            if self.view.grip.held is not None:
                self.view.pick(None)
            else:
                self._actions.leave()
            return True
        return False

    # -- showing -----------------------------------------------------------------------------

    def _layout(self) -> Layout:
        window = self.kit.stage.view.window
        return choose_layout(self._layouts, window, len(self._session.seats))

    def _pace(self) -> Pace:
        return Pace(glides=not self.kit.settings.reduced_motion)

    def _changed(self, change: Change) -> None:
        self.view.mark(HINTED)
        self.view.show(change.after.zones, change.moves)
        self._refresh()

    def _speed_words(self) -> str:
        settings = self.kit.settings
        if settings.is_instant:
            return self.kit.texts.within("speed", "at once")
        return "" if settings.speed == 1.0 else f"{settings.speed:g}×"

    def _words(self) -> Words:
        names = [seat.name for seat in self._session.seats]
        return Words(self.kit.texts, names, self._session.viewer)

    def _refresh(self) -> None:
        session, settings = self._session, self.kit.settings
        viewer = session.viewer
        around = Circumstances(
            kinds=self._kinds,
            no_undo=None if viewer is None else session.match.why_no_undo(viewer),
            assists=settings.shows_marks,
        )
        self._model = present(session.observe(), session.seats, self.kit.texts, around)
        self._hud.show(self._model)
        self._hud.show_tools(ToolsModel(speed=self._speed_words()))
        self.view.offer(self._hands.tries)
        self._mark(self._model)
        self._ask_for_score()

    def _ask_for_score(self) -> None:
        """Let the viewer choose points where they have a choice; AI players take the proposal."""
        session = self._session
        if session.observe().stage != SCORE or not session.is_viewers_turn:
            self._score_dialog = None
        elif self._score_dialog is None:
            self._score_dialog = choose_score(self.kit, session.observe().legal, session.take)

    def _mark(self, model: TableModel) -> None:
        counts = {card for seat in model.seats for card in seat.counting}
        lying = {card for seat in model.seats for card in seat.palette if not seat.is_out}
        for letter in LETTERS:
            self.view.mark(counting(letter), counts if letter == model.rule.letter else ())
        self.view.mark(IDLE, lying - counts)
        self.view.mark(PENDING, model.just_placed)
        self.view.mark(KEEPS_IN, model.keeps_in)
        self.view.mark(LOSES, model.loses)

    # -- hands -------------------------------------------------------------------------------

    def _picked(self, name: str | None) -> None:
        self._hud.show_preview(None, None)
        drops = self._hands.drops.get(name or "", {})
        tries = self._hands.tries.get(name or "", {})
        shows = self.kit.settings.shows_outcomes
        self.view.mark(ALLOWED, zones=drops if shows else tries)
        self.view.mark(REFUSED, zones=set(tries) - set(drops) if shows else ())

    def _aimed(self, name: str, zone: str | None) -> None:
        step = self._hands.tries.get(name, {}).get(zone or "")
        if step is None or zone is None or not self.kit.settings.shows_outcomes:
            self._hud.show_preview(None, None)
            return
        outcome = preview(self._session.observe(), step, self._words())
        self._hud.show_preview(self.view.zone_node(zone).spec.area, outcome)

    def _drop(self, handling: Handling) -> None:
        refused = self._hands.drop(handling)
        if refused:
            self._say(refused)

    def _refuse(self, name: str) -> None:
        session = self._session
        if not session.is_viewers_turn:
            refused = session.why_not(session.match.game.parse_step("end"))
            if refused:
                self._say(refused)

    def _say(self, refused: Reason) -> None:
        message = plain(explain(refused, self._words()))
        self.kit.stage.toasts.show(message, style="warning")

    # -- buttons -----------------------------------------------------------------------------

    def _press_large_button(self) -> None:
        if self._model is not None:
            self._command(self._model.actions.end.command)

    def _command(self, command: HudCommand) -> None:
        deeds: Mapping[HudCommand, Callable[[], Any]] = {
            HudCommand.END_TURN: self._end_turn,
            HudCommand.DRAW: self._draw,
            HudCommand.UNDO: self._session.undo,
            HudCommand.GIVE_UP: self._give_up,
            HudCommand.NEXT_ROUND: self._session.go_on,
            HudCommand.RESULT: self._actions.over,
            HudCommand.MENU: self._actions.leave,
            HudCommand.HELP: self._help,
            HudCommand.SETTINGS: self._actions.settings,
            HudCommand.HINT: self._hint,
            HudCommand.SPEED: self._change_speed,
        }
        deed = deeds.get(command)
        if deed is None:
            return
        try:
            deed()
        except IllegalStep as error:
            self._say(error.reason)

    def _end_turn(self) -> None:
        session = self._session
        if self.kit.settings.automatic_draw and THE_DRAW in session.observe().legal:
            session.take(THE_DRAW)
        session.take_text("end")

    def _change_speed(self) -> None:
        """Take the next faster speed, after the fastest the slowest."""
        settings = self.kit.settings
        faster = [speed for speed in SPEEDS if speed > settings.speed]
        self.kit.change_settings(replace(settings, speed=faster[0] if faster else SPEEDS[0]))

    def _hint(self) -> None:
        """Show a turn that a careful player would take."""
        session = self._session
        if not session.is_viewers_turn:
            return
        steps = self._advise(session.observe())
        first = next((step for step in steps if isinstance(step, Step)), None)
        handling = None
        if first is not None and session.viewer is not None:
            handling = session.match.game.handling(session.match.state, session.viewer, first)
        self.view.mark(HINTED, [handling.card] if handling and handling.card else ())
        words = self._words()
        line = plain(turn_line(words, session.viewer or 0, steps))
        self.kit.stage.toasts.show(self.kit.texts("A careful player: {turn}", turn=line))

    def _draw(self) -> None:
        for step in self._session.observe().legal:
            if str(step) in {"+", "(+)"}:
                self._session.take(step)
                return
        self._session.take_text("+")

    def _give_up(self) -> None:
        if self._session.is_viewers_turn:
            self._session.undo_turn()
        self._session.take_text("pass")

    def _help(self) -> None:
        if self._model is not None:
            self._actions.rules(self._model.rule.letter)
