"""The table: session, cards, hud, hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pygame

from red7_desktop.app.table.close_up import CloseUp
from red7_desktop.app.table.hands import TableHands, TablePicks
from red7_desktop.app.table.hot_seat import HotSeat
from red7_desktop.app.table.messages import Narrator, TableHints, TableMessages, TableTips
from red7_desktop.app.table.mode import TableHandle, TableMode
from red7_desktop.app.table.pages import OpenPages, TableActions, TablePages
from red7_desktop.kit.bindings import FOCUS, TABLE, Intent
from red7_desktop.kit.hud import marks
from red7_desktop.kit.hud.buttons import ChipsModel, ToolsModel, describe_speed
from red7_desktop.kit.hud.hud import Hud
from red7_desktop.kit.hud.part import TextStyler
from red7_desktop.kit.pages.page import PageStack, ask
from red7_desktop.kit.settings import SPEEDS
from red7_desktop.kit.sound.cues import Sound
from red7_desktop.kit.table_model import (
    NEXT_ROUND,
    RESULT,
    SETTINGS,
    SPEED,
    CardWords,
    GameAction,
    TableModel,
    ViewOptions,
)
from red7_desktop.kit.ui import Screen, Ui
from red7_desktop.scene.commands import chord_of_event
from red7_desktop.scene.node import Node
from red7_desktop.table.card_nodes import CardNode, MotionTimes
from red7_desktop.table.layout import Layout, choose_beside, choose_layout
from red7_desktop.table.table_view import TableView
from red7_desktop.tabletop.game import IllegalStep, Reason, zone_of

if TYPE_CHECKING:
    from red7_desktop.kit.game_view import GameView
    from red7_desktop.play.ai import Adviser
    from red7_desktop.play.session import Change, Session
    from red7_desktop.scene.theme import Look

_NUMBERS: Final = {pygame.K_1 + n: n + 1 for n in range(9)}


_ELSEWHERE: Final = frozenset({Intent.EXTRA, Intent.LOOK})
"""Taken before by what they are about."""


class TableKeys:
    """Takes events for a table.

    command: does what a button would, where it can be done. end: does what the large one would.
    back: goes back by a step.
    """

    def __init__(
        self,
        kit: Ui,
        face: GameView,
        session: Session,
        view: TableView,
        *,
        command: Callable[[str], bool],
        end: Callable[[], None],
        back: Callable[[], None],
    ) -> None:
        self._kit = kit
        self._places = face.table.places
        self._session = session
        self._view = view
        self._command = command
        self._end = end
        self._back = back

    def handle(self, event: pygame.Event) -> bool:
        """Take an event that asks for something at the table."""
        asked = self._kit.controls.asked(event)
        if Intent.BACK in asked:
            self._back()
            return True
        # What the focus wants goes to the focus, where it lies on something.
        if asked & FOCUS and self._kit.stage.focus.current is not None:
            return False
        if not asked:
            return self._take_number(event)
        # With one key for several things, the first that can be done is.
        return any(self._do(intent) for intent in Intent if intent in asked & TABLE)

    def _do(self, intent: Intent) -> bool:
        """Do what a key asks for; False where that is nothing."""
        if intent in self._places:
            return self._put(self._places[intent])
        if intent is Intent.END:
            self._end()
        elif intent is Intent.SKIP:
            self._session.hurry()
            self._view.snap()
        else:
            return intent not in _ELSEWHERE and self._command(intent)
        return True

    def _take_number(self, event: pygame.Event) -> bool:
        number = _NUMBERS.get(event.key) if event.type == pygame.KEYDOWN else None
        hand = [card for card in self._view.cast if self._view.is_own_hand(card.zone)]
        if number is None or chord_of_event(event) is None or number > len(hand):
            return False
        focus, card = self._kit.stage.focus, hand[number - 1]
        focus.is_visible = True
        focus.give(card if card.focusable else None)
        return card.activate()

    def _put(self, place: str) -> bool:
        """Put the held card, or the hand card that has the focus, somewhere."""
        focused, viewer = self._kit.stage.focus.current, self._session.viewer
        if self._view.grip.held is None and isinstance(focused, CardNode):
            self._view.grip.pick(focused if self._view.is_own_hand(focused.zone) else None)
        if self._view.grip.held is None or viewer is None:
            return False
        is_owned = self._view.layout.kinds[place].owned
        self._view.drop(zone_of(place, viewer) if is_owned else place)
        return True


class MatchCommands:
    """Gives what is to be done for what is asked, where it is about the match.

    say: tells the person why something is refused. picked_step: gives the step that the cards make
    which are picked, None where they make none.
    """

    def __init__(
        self,
        kit: Ui,
        face: GameView,
        session: Session,
        say: Callable[[Reason], None],
        picked_step: Callable[[], Any],
    ) -> None:
        self._kit = kit
        self._face = face
        self._session = session
        self._say = say
        self._picked_step = picked_step
        self._deeds: Final[Mapping[str, Callable[[], None]]] = {
            Intent.UNDO: session.undo,
            NEXT_ROUND: session.go_on,
            SPEED: self._change_speed,
        }

    def find(self, asked: str) -> Callable[[], None] | None:
        """Return what does what is asked for; None where it is not about the match."""
        if asked in self._deeds:
            return partial(self._do, self._deeds[asked])
        deed = self._deed(asked)
        return None if deed is None else partial(self._confirm, deed)

    def why_wait(self) -> Reason | None:
        """Return why the viewer can do nothing now; None where it is their turn."""
        deed = None if self._session.is_viewers_turn else self._deed(Intent.END)
        return None if deed is None else self._session.why_not(deed.steps[0])

    def _deed(self, asked: str) -> GameAction | None:
        """Return what a button or key of the game's own means now; None where it means nothing.

        While the picked cards make a step, the large button takes it.
        """
        step = self._picked_step() if asked == Intent.END else None
        if step is not None:
            return GameAction((step,))
        seen, kit = self._session.observe(), self._kit
        return self._face.table.meant_by(asked, seen, kit.texts, kit.settings.switches)

    def _do(self, deed: Callable[[], None]) -> None:
        """Do something, or say why it cannot be done."""
        try:
            deed()
        except IllegalStep as error:
            self._say(error.reason)

    def _confirm(self, deed: GameAction) -> None:
        """Do what a button means, once the question about it is answered."""
        question = deed.question
        # Till it is, the match may have moved on.
        carry_out = partial(self._do, partial(self._carry_out, deed))
        if question is None or not self._kit.settings.confirmations:
            carry_out()
            return
        ask(
            self._kit,
            question.title,
            question.words,
            yes=question.yes,
            no=question.no,
            on_yes=carry_out,
        )

    def _carry_out(self, deed: GameAction) -> None:
        if deed.is_anew and self._session.is_viewers_turn:
            self._session.undo_turn()
        for step in deed.steps:
            self._session.take(step)

    def _change_speed(self) -> None:
        settings = self._kit.settings
        faster = [speed for speed in SPEEDS if speed > settings.speed]
        speed = faster[0] if faster else SPEEDS[0]
        self._kit.change_settings(replace(settings, speed=speed))


class TableScreen(Screen):
    """Shows a session and takes the person's hands to it. It holds no rule and no state of play.

    kinds: what to call AI players, by key. foot: drives the table, None where hands alone do.
    """

    def __init__(
        self,
        kit: Ui,
        face: GameView,
        session: Session,
        layouts: tuple[Layout, ...],
        actions: TableActions,
        kinds: Mapping[str, str],
        adviser: Adviser,
        foot: TableMode | None = None,
    ) -> None:
        super().__init__(kit, "table")
        self._foot = foot or TableMode(Node(name="no foot"))
        self._face, self._session, self._layouts = face, session, layouts
        self._actions, self._kinds = actions, kinds
        self._has_hints = adviser.is_there
        self._model: TableModel | None = None
        self._bottom = session.viewer or 0
        self._frames_alone = 2
        stage, layout = kit.stage, self._layout()
        ink = TextStyler(kit.faces, kit.settings.colours)
        self._extras = face.table.extras(kit, session, assists=self._foot.assists)
        self._hud = Hud(
            self._look,
            ink,
            kit.texts,
            face,
            layout,
            self._command,
            tools=[extra.tool for extra in self._extras],
            panel=self._foot.panel(self._look, ink),
            window=lambda: kit.stage.look.visible,
            animator=stage.animator,
        )
        self.view = TableView(
            faces=kit.faces,
            animator=stage.animator,
            layout=layout,
            viewer=self._bottom,
            visible=self._look.visible,
            looks=marks.build_mark_looks(stage.look, face.table.mark_looks(stage.look, ink)),
            pace=self._pace(),
        )
        self.view.root.add(self._hud, self._hud.over)
        make_way = partial(self._hud.make_way, "close-up")
        self._close_up = CloseUp(kit, self._card_words, make_way, self._hud.things)
        extras = [extra.node for extra in self._extras]
        self.node.add(self.view.root, *extras, self._close_up.node)
        self._pages = pages = PageStack(self._make_way)
        self._more = TablePages(kit, session, face, pages, actions, self._words, self._foot.title)
        self._hot_seat = HotSeat(
            kit, session, self._face, pages, on_eyes=self._relay, on_menu=self._more.show_menu
        )
        self._asides = TableMessages(kit, face, self._words, self.node, self._hud.things)
        self._narrator = Narrator(kit, face, session, self._words)
        self._picks = TablePicks(
            kit, face, session, self.view, words=self._words, on_change=self._repicked
        )
        self._hints = TableHints(
            face, session, adviser, self._hud, self.view, self._picks, self._words
        )
        self._deeds = MatchCommands(
            kit, face, session, self._asides.refuse, lambda: self._picks.step
        )
        self._keys = TableKeys(
            kit, face, session, self.view, command=self._command, end=self._end, back=self._back
        )
        self._tips = TableTips(kit, self._hud, self.view)
        self._hands = TableHands(
            kit,
            face,
            session,
            self.view,
            self._hud,
            self._close_up,
            self._picks,
            words=self._words,
            say=self._asides.refuse,
            show_pile=self._more.show_pile,
            why_wait=self._deeds.why_wait,
            assists=self._foot.assists,
        )
        self.node.add(self._foot.node)
        self._foot.attach(TableHandle(self._hud, self._relay, self._present, self._hints.tell))

    # -- what the program calls --------------------------------------------------------------

    def opening(self) -> Sequence[Callable[[], None]]:
        return self._attend, self._hot_seat.begin, self._surround, self._begin

    def _attend(self) -> None:
        self._session.listen(self._changed)
        self._hud.heeds_pointer = False
        self._lay_cards()

    def _surround(self) -> None:
        self._foot.settle(self.kit.stage.look.visible)
        self._refresh()

    def _begin(self) -> None:
        self._more.attend()
        self._narrator.opened()
        self._asides.opened()
        self._foot.opened()

    def _lay_cards(self) -> None:
        self.view.show(self._foot.laid(self._session.observe().zones), at_once=True)

    def left_open(self) -> OpenPages:
        """Return what lies open above the cards."""
        return self._more.left_open()

    def open_again(self, left: OpenPages) -> None:
        """Open what was open above the table in whose place this one stands now."""
        self._more.open_again(left)

    def closed(self) -> None:
        self._session.unlisten(self._changed)
        self._make_way()
        self._more.close()
        self._hints.forget()
        self._foot.closed()
        self.kit.audio.hush()
        self._narrator.closed()
        self._asides.closed()

    def resized(self) -> None:
        self.view.pace = self._pace()
        self._relay()
        for extra in self._extras:
            extra.resized()
        self._close_up.resized()
        self._pages.resized()

    def tick(self, now: float) -> None:
        if self._frames_alone:  # they paint much, and do so faster while nobody thinks
            self._frames_alone -= not self.kit.stage.renderer.is_unfinished
        elif not self._hot_seat.is_covered:
            self._session.tick(now)
        self._hints.tick()
        self._foot.tick(now)
        self._pages.tick(now)
        for extra in self._extras:
            extra.tick(now)
        self._close_up.tick(now)

    @property
    def is_waiting(self) -> bool:
        plays = self._session.awaits_ai and not self._hot_seat.is_covered
        return plays or any(each.is_waiting for each in (self._hints, self._foot, self._pages))

    def handle(self, event: pygame.Event) -> bool:
        if any(extra.handle(event) for extra in self._extras):
            return True
        if self._tips.handle(event) or self._close_up.handle(event):
            return True
        return self._foot.handle(event) or self._keys.handle(event)

    def handle_above(self, event: pygame.Event) -> bool:
        return self._pages.handle(event)

    # -- showing -----------------------------------------------------------------------------

    @property
    def _look(self) -> Look:
        look = self.kit.stage.look
        return replace(look, visible=self._foot.room(look.visible))

    def _layout(self) -> Layout:
        look, seats = self._look, len(self._session.seats)
        choose = choose_layout if look.visible == self.kit.stage.look.visible else choose_beside
        return choose(self._layouts, look.visible.size, seats, look.theme.zoom)

    def _pace(self) -> MotionTimes:
        return MotionTimes(glides=not self.kit.settings.reduced_motion)

    def _relay(self) -> None:
        """Lay everything out anew: for another window, or for somebody else's eyes."""
        layout, viewer, look = self._layout(), self._session.viewer, self._look
        self._bottom = self._bottom if viewer is None else viewer
        self._hud.settle(layout, look)
        self._hints.relay()
        self.view.place(layout, self._bottom, look.visible)
        self._lay_cards()
        self._surround()

    def _changed(self, change: Change) -> None:
        if self._model is None:  # it is being opened
            self._lay_cards()
            return
        self._hints.forget()
        self._tips.hide()
        is_turned = change.after.viewer != change.before.viewer
        self.view.show(self._foot.laid(change.after.zones), change.moves, at_once=is_turned)
        self._refresh()
        self._narrator.changed(change, self.view.pace, is_heard=self._foot.lets_hear(change))
        self._asides.changed(change)
        self._hot_seat.attend()
        self._more.attend()

    def _words(self) -> Any:
        session = self._session
        return self._face.words.at(self.kit.texts, session.seats, session.viewer)

    def _card_words(self, face: str) -> CardWords:
        texts = self.kit.texts
        meanings = {**marks.describe_marks(texts), **self._face.table.mark_meanings(texts)}
        card = self._close_up.card
        told = tuple([meanings[each] for each in (card.marks if card else ()) if each in meanings])
        return self._face.words.card_words(self._words(), face, self._session.observe(), told)

    def _refresh(self) -> None:
        self._hands.renew()
        self._present()
        on = frozenset(extra.tool.ask for extra in self._extras if extra.is_open)
        self._hud.show_tools(ToolsModel(on, describe_speed(self.kit.texts, self.kit.settings)))
        self._hands.refresh()
        for extra in self._extras:
            extra.refresh()

    def _present(self) -> None:
        session, settings = self._session, self.kit.settings
        around = ViewOptions(
            kinds=self._kinds,
            no_undo=self._picks.why_no_undo(),
            assists=settings.shows_marks and self._foot.assists,
            hints=self._has_hints,
            bottom=self._bottom,
            picked=self._picks.picked,
            picked_step=self._picks.step,
        )
        model = self._face.table.present(session.observe(), session.seats, self.kit.texts, around)
        self._model = model = self._foot.shown(model)
        self._hud.show(model)
        self._hud.chips.show(self._picks.chips if self._foot.assists else ChipsModel())
        marks.mark_table(self.view, model.marks)

    def _repicked(self) -> None:
        self._present()
        self._hands.show_places()
        self._narrator.picked(self._picks.faces, self._picks.step)

    # -- buttons -----------------------------------------------------------------------------

    def _command(self, asked: str) -> bool:
        """Do what a button or key asks for, or say what it lacks; False where it means nothing."""
        deeds: Mapping[str, Callable[[], Any]] = {
            Intent.MENU: self._more.show_menu,
            Intent.LOG: self._more.show_log,
            Intent.RULES: self._help,
            Intent.HINT: self._hints.toggle,
            SETTINGS: self._actions.settings,
            RESULT: self._more.show_match_end,
            **{extra.tool.ask: extra.toggle for extra in self._extras},
            **(self._picks.deeds() if self._foot.assists else {}),
            **self._picks.undoing(),
        }
        deed = self._foot.find(asked) or deeds.get(asked) or self._deeds.find(asked)
        if deed is None:
            return self._asides.lacks(asked, self._model)
        self.kit.audio.play(Sound.BUTTON)
        deed()
        return True

    def _end(self) -> None:
        if self._model is not None:
            self._command(self._model.actions.end.ask)

    def _back(self) -> None:
        if self.view.grip.held is not None or self._picks.picked:
            self.view.pick(None)
            self._picks.let_go()
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
        for extra in self._extras:
            extra.close()
        self._close_up.hide()
