"""The table: a match being played, its cards, what stands around them, and the person's hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from red7_desktop.app.table_screen.commands import TableDeeds
from red7_desktop.app.table_screen.hints import TableHints
from red7_desktop.app.table_screen.keys import TableKeys
from red7_desktop.app.table_screen.overlays.close_up import CloseUp
from red7_desktop.app.table_screen.overlays.hot_seat import HotSeat
from red7_desktop.app.table_screen.overlays.pages import Pages
from red7_desktop.app.table_screen.pages import LeftOpen, TableActions, TablePages
from red7_desktop.app.table_screen.telling import Asides, Narrator
from red7_desktop.app.table_screen.tips import TableTips
from red7_desktop.games.red7.face.lens.lens import Lens
from red7_desktop.games.red7.face.lens.lens_model import lens_model
from red7_desktop.games.red7.face.pictures.table_faces import TableFaces
from red7_desktop.kit.hud import card_marks as marks
from red7_desktop.kit.hud.hud import Hud
from red7_desktop.kit.hud.ink import Ink
from red7_desktop.kit.hud.model import Circumstances, HudCommand, TableModel
from red7_desktop.kit.hud.tools import ToolsModel, speed_words
from red7_desktop.kit.pages.screen import Kit, Screen
from red7_desktop.kit.sound.cues import Cue, Tempo
from red7_desktop.kit.sound.sounds import Sound
from red7_desktop.play.handover import people
from red7_desktop.play.hands import HandController
from red7_desktop.table.looks import Pace
from red7_desktop.table.spec import choose_layout
from red7_desktop.table.table_view import TableView

if TYPE_CHECKING:
    from red7_desktop.kit.game_face import AnyFace
    from red7_desktop.kit.hud.model import CardWords
    from red7_desktop.play.advice import Adviser
    from red7_desktop.play.session import Change, Session
    from red7_desktop.table.card_node import CardNode
    from red7_desktop.table.spec import Layout
    from red7_desktop.tabletop.zones import Handling


class TableScreen(Screen):
    """Shows a session and takes the person's hands to it. It holds no rule and no state of play.

    face: what the game shows. kinds: what to call AI players, by key. adviser: finds hints.
    """

    def __init__(
        self,
        kit: Kit,
        face: AnyFace,
        session: Session,
        layouts: tuple[Layout, ...],
        actions: TableActions,
        kinds: Mapping[str, str],
        adviser: Adviser,
    ) -> None:
        super().__init__(kit, "table")
        self._face = face
        self._session = session
        self._layouts = layouts
        self._actions = actions
        self._kinds = kinds
        self._hands = HandController(session)
        self._model: TableModel | None = None
        self._bottom = session.viewer or 0
        self._frames_alone = 2
        stage, layout = kit.stage, self._layout()
        ink = Ink(kit.faces, kit.settings.colours)
        self._hud = Hud(
            stage.look, ink, kit.texts, face, layout, self._command, animator=stage.animator
        )
        self.view = TableView(
            faces=TableFaces(kit.faces),
            animator=stage.animator,
            layout=layout,
            viewer=self._bottom,
            visible=stage.look.visible,
            looks=marks.mark_looks(stage.look, face.mark_looks(stage.look, ink)),
            pace=self._pace(),
        )
        self.view.root.add(self._hud, self._hud.over)
        self._lens = Lens(kit, lambda: lens_model(session.observe(), session.seats, kit.texts))
        make_way = partial(self._hud.make_way, "close-up")
        self._close_up = CloseUp(kit, self._card_words, make_way, self._hud.things)
        self.node.add(self.view.root, self._lens.node, self._close_up.node)
        self._pages = pages = Pages(self._make_way)
        self._more = TablePages(kit, session, self._face, pages, actions, self._words)
        self._hot_seat = HotSeat(
            kit, session, self._face, pages, on_eyes=self._relay, on_menu=self._more.show_menu
        )
        self._hints = TableHints(face, session, adviser, self._hud, self.view, self._words)
        self._asides = Asides(kit, face, self._words)
        self._deeds = TableDeeds(kit, session, self._asides.refuse)
        self._narrator = Narrator(kit, face, session, self._words)
        self._keys = TableKeys(
            kit, session, self.view, command=self._command, end=self._end, back=self._back
        )
        self._tips = TableTips(kit, self._hud, self.view)
        self.view.on_drop = self._drop
        self.view.on_refuse = self._refuse
        self.view.on_pick = self._picked
        self.view.on_focus = self._focused
        self.view.on_look = self._look

    # -- what the program calls --------------------------------------------------------------

    def opened(self) -> None:
        """Lay the cards out as they are."""
        self._session.listen(self._changed)
        self._hud.heeds_pointer = False
        self.view.show(self._session.observe().zones)
        self.view.snap()
        self._hot_seat.begin()
        self._refresh()
        self._more.attend()
        self._sound(self._face.cues_at_opening(self._session.observe()))
        self._narrator.opened()

    def left_open(self) -> LeftOpen:
        """Tell what lies open above the cards."""
        return self._more.left_open()

    def open_again(self, left: LeftOpen) -> None:
        """Open what was open above the table in whose place this one stands now."""
        self._more.open_again(left)

    def closed(self) -> None:
        """Put back what is held, and take away what lies above the table."""
        self._session.unlisten(self._changed)
        self._make_way()
        self._more.close()
        self._hints.forget()
        self.kit.audio.hush()
        self._narrator.closed()

    def resized(self) -> None:
        """Take the layout that fits the window, and everything's place in it."""
        self.view.pace = self._pace()
        self._relay()
        self._lens.resized()
        self._close_up.resized()
        self._pages.resized()

    def tick(self, now: float) -> None:
        """Let AI seats play, and what is open do what the time asks for."""
        if self._frames_alone:  # they paint much, and do so faster while nobody thinks
            self._frames_alone -= not self.kit.stage.renderer.is_unfinished
        elif not self._hot_seat.is_covered:
            self._session.tick(now)
        self._hints.tick()
        self._pages.tick(now)
        self._lens.tick(now)
        self._close_up.tick(now)

    @property
    def is_waiting(self) -> bool:
        """Whether an AI seat, or a hint, is thought about, or a page on top waits."""
        plays = self._session.awaits_ai and not self._hot_seat.is_covered
        return plays or self._hints.is_waiting or self._pages.is_waiting

    def handle(self, event: pygame.Event) -> bool:
        """Take the keys and pad buttons that stand for something at the table."""
        if self._lens.handle(event) or self._tips.handle(event) or self._close_up.handle(event):
            return True
        return self._keys.handle(event)

    def handle_above(self, event: pygame.Event) -> bool:
        """Let the page on top take its own keys."""
        return self._pages.handle(event)

    # -- showing -----------------------------------------------------------------------------

    def _layout(self) -> Layout:
        stage, seats = self.kit.stage, len(self._session.seats)
        return choose_layout(self._layouts, stage.view.window, seats, stage.look.theme.zoom)

    def _pace(self) -> Pace:
        return Pace(glides=not self.kit.settings.reduced_motion)

    def _relay(self) -> None:
        """Lay everything out anew: for another window, or for somebody else's eyes."""
        layout, viewer = self._layout(), self._session.viewer
        self._bottom = self._bottom if viewer is None else viewer
        self._hud.settle(layout, self.kit.stage.look)
        self._hints.relay()
        self.view.place(layout, self._bottom, self.kit.stage.look.visible)
        self.view.show(self._session.observe().zones)
        self.view.snap()
        self._refresh()

    def _changed(self, change: Change) -> None:
        self._hints.forget()
        self._tips.hide()
        self.view.show(change.after.zones, change.moves)
        if change.after.viewer != change.before.viewer:
            self.view.snap()
        self._refresh()
        pace = self.view.pace
        tempo = Tempo(pace.stagger, pace.nearest if pace.glides else pace.fade)
        self._sound(self._face.cues(change, people(self._session), tempo))
        self._narrator.changed(change)
        self._asides.changed(change)
        self._hot_seat.attend()
        self._more.attend()

    def _sound(self, cues: tuple[Cue, ...]) -> None:
        self.kit.audio.perform(cues, self.kit.settings.speed)

    def _words(self) -> Any:
        session = self._session
        return self._face.words_of(self.kit.texts, session.seats, session.viewer)

    def _card_words(self, face: str) -> CardWords:
        texts = self.kit.texts
        meanings = {**marks.mark_meanings(texts), **self._face.mark_meanings(texts)}
        told = tuple(meanings[each] for each in self.view.styles_on(face) if each in meanings)
        return self._face.card_words(self._words(), face, self._session.observe(), told)

    def _refresh(self) -> None:
        session, settings = self._session, self.kit.settings
        viewer = session.viewer
        around = Circumstances(
            kinds=self._kinds,
            no_undo=None if viewer is None else session.match.why_no_undo(viewer),
            assists=settings.shows_marks,
            bottom=self._bottom,
        )
        self._model = self._face.present(session.observe(), session.seats, self.kit.texts, around)
        self._hud.show(self._model)
        on = frozenset({HudCommand.LENS}) if self._lens.is_open else frozenset()
        self._hud.show_tools(ToolsModel(on, speed_words(self.kit.texts, settings)))
        self.view.offer(self._hands.tries)
        marks.mark_table(self.view, self._model.marks)
        choices = [name for name in self._hands.drops if not self._is_in_hand(name)]
        self.view.mark(marks.CHOICE, choices)
        self._show_places(self.view.grip.pondered)
        self._lens.refresh()

    def _is_in_hand(self, name: str) -> bool:
        return any(self.view.is_own_hand(card.zone) for card in self.view.cast.named(name)[:1])

    # -- hands -------------------------------------------------------------------------------

    def _look(self, card: CardNode | None) -> None:
        """Show a card large that is looked at; while one is held, it is its places that matter."""
        self._close_up.look(None if self.view.grip.held is not None else card)

    def _picked(self, name: str | None) -> None:
        if name is not None:
            self.kit.audio.play(Sound.PICK)
            self._close_up.hide()
        self._show_places(name)

    def _focused(self, name: str | None) -> None:
        """Let a card that has the focus show its places, unless another one is held."""
        if self.view.grip.held is None:
            self._show_places(name)

    def _show_places(self, name: str | None) -> None:
        """Mark where a card may go, and say what would come of it there."""
        drops = self._hands.drops.get(name or "", {})
        tries = self._hands.tries.get(name or "", {})
        shows = self.kit.settings.shows_outcomes
        self.view.mark(marks.ALLOWED, zones=drops if shows else tries)
        self.view.mark(marks.REFUSED, zones=set(tries) - set(drops) if shows else ())
        self._show_outcomes(tries)

    def _show_outcomes(self, steps: Mapping[str, Mapping[int | None, Any]]) -> None:
        """Say beside every place what would come of the held card there."""
        if not self.kit.settings.shows_outcomes:
            steps = {}
        seen, words = self._session.observe(), self._words()
        self._hud.show_outcomes(
            [
                (self.view.zone_node(zone).spec.area, self._face.preview(seen, step, words))
                for zone, places in steps.items()
                if len(places) == 1
                for step in places.values()
            ]
        )

    def _drop(self, handling: Handling) -> None:
        self._picked(None)
        refused = self._hands.drop(handling)
        if refused:
            self._asides.refuse(refused)

    def _refuse(self, name: str) -> None:
        """Say why a card cannot be taken up; a pile is spread out instead."""
        found = self.view.cast.named(name)
        if found and self._more.show_pile(found[0].zone):
            return
        session = self._session
        if not session.is_viewers_turn:
            refused = session.why_not(session.match.game.parse_step("end"))
            if refused:
                self._asides.refuse(refused)

    # -- buttons -----------------------------------------------------------------------------

    def _command(self, command: HudCommand) -> None:
        self.kit.audio.play(Sound.BUTTON)
        if self._deeds.do(command):
            return
        deeds: Mapping[HudCommand, Callable[[], Any]] = {
            HudCommand.MENU: self._more.show_menu,
            HudCommand.LOG: self._more.show_log,
            HudCommand.LENS: self._lens.toggle,
            HudCommand.HELP: self._help,
            HudCommand.SETTINGS: self._actions.settings,
            HudCommand.HINT: self._hints.toggle,
            HudCommand.RESULT: self._more.show_match_end,
        }
        deeds[command]()

    def _end(self) -> None:
        """Do what the large button asks for."""
        if self._model is not None:
            self._command(self._model.actions.end.command)

    def _back(self) -> None:
        if self.view.grip.held is not None:
            self.view.pick(None)
        elif self._hints.is_open:
            self._hints.forget()
        else:
            self._more.show_menu()

    def _help(self) -> None:
        if self._model is not None:
            self._actions.rules(self._model.help)

    def _make_way(self) -> None:
        """Put away what must not stay below a page."""
        self._tips.hide()
        self.view.pick(None)
        self._lens.close()
        self._close_up.hide()
