"""The screen of a match. It connects the match, the cards, the panels around them and the input."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Final

import pygame

from red7_desktop.app.feature import Navigator
from red7_desktop.app.table import (
    advice,
    close_up,
    context,
    hands,
    hints,
    hot_seat,
    messages,
    pages,
)
from red7_desktop.app.table.mode import TableHandle, TableMode
from red7_desktop.kit import phrases, table_model, ui
from red7_desktop.kit.bindings import FOCUS, SPOKEN_INTENTS, TABLE, Intent
from red7_desktop.kit.hud import buttons, hud, marks
from red7_desktop.kit.pages.page import PageStack, ask
from red7_desktop.kit.present import story
from red7_desktop.kit.settings import SPEEDS
from red7_desktop.kit.sound.cues import Cue, Sound, Tempo, is_dealt
from red7_desktop.kit.texts import to_runs
from red7_desktop.play.ai import Adviser
from red7_desktop.play.session import Change, Session, list_human_seats
from red7_desktop.scene import animation, commands, node, theme
from red7_desktop.table import card_nodes, layout, table_view
from red7_desktop.tabletop import game
from red7_desktop.tabletop.moods import Mood

_NUMBERS: Final = {pygame.K_1 + n: n + 1 for n in range(9)}
_ARMED: Final = 4.0
"""Seconds within which a guarded button, which must be pressed twice, must get its second press."""
_SHOWN_SETTINGS: Final = frozenset({"assist", "moods", "speed", "switches"})
"""Settings that change the table, its marks or its buttons."""
_EFFECT_SETTINGS: Final = frozenset({"colours", "reduced_motion", "room_light"})
"""Settings that change colours, motion and light effects."""
_ELSEWHERE: Final = frozenset({Intent.EXTRA, Intent.LOOK})
"""User commands (intents) that other parts of the table handle before the screen does."""


TENSE_SWELL: Final = 1.3
"""Factor by which the music gets louder while the round is about to be decided."""
BREATH: Final = 0.8
"""Pause in seconds after a deal, before an AI player takes the first turn."""


class TableScreen(ui.Screen):
    """The screen that shows a match. It contains no rules and no state of the match.

    Args:
        navigator: Opens other screens, and gives access to the program's services.
        session: The match that is shown.
        layouts: Layouts of the game's table, from which the screen chooses.
        adviser: Computes hints.
        mode: Adapts the table to a lesson, puzzle or replay; None for an ordinary match.
    """

    def __init__(
        self,
        navigator: Navigator,
        session: Session,
        layouts: tuple[layout.Layout, ...],
        adviser: Adviser,
        mode: TableMode | None = None,
    ) -> None:
        ui = navigator.ui
        super().__init__(ui, "table")
        self._mode = mode or TableMode(node.Node(name="no foot"))
        self._game_view = game_view = navigator.catalogue[session.match.game.name].view()
        self._session = session
        self._layouts = layouts
        self.about = game_view.title
        self._kinds = phrases.describe_levels(ui.texts)
        self._has_hints = adviser.is_there
        self._model: table_model.TableModel | None = None
        self._parts: Iterator[None] = iter(())
        self._marked: Mapping[str, tuple[str, ...]] = {}
        self._armed = ""
        self._disarming: animation.Timer | None = None
        self._bottom = session.viewer or 0
        self._frames_alone = 2
        # Invisible nodes, because the animator needs a node for each timer: one timer runs until
        # the cards land, the other updates the table afterwards.
        self._flight = node.Node(name="flight")
        self._landing = node.Node(name="landing")
        self._is_changed = False
        self._moved: list[game.Face] = []
        stage = ui.stage
        layout = self._layout()
        ink = ui.ink
        self._extras = game_view.table.build_panels(ui, session, assists=self._mode.assists)
        self._hud = hud.Hud(
            self._look,
            ink,
            ui.texts,
            game_view,
            layout,
            self._command,
            on_refuse=self._refuse_button,
            tools=[extra.tool for extra in self._extras],
            panel=self._mode.panel(self._look, ink),
            window=lambda: ui.stage.look.visible_area,
            animator=stage.animator,
        )
        self.view = table_view.TableView(
            picture=ui.card_art.picture,
            animator=stage.animator,
            layout=layout,
            viewer=self._bottom,
            visible=self._look.visible_area,
            looks=marks.build_mark_looks(stage.look, game_view.table.mark_styles(stage.look, ink)),
            pace=self._pace(),
        )
        accent = stage.look.theme.colour("accent")
        self.view.sweep_pictures = {
            name: ink.symbol(kind.broom_symbol, accent)
            for name, kind in game_view.table.zone_kinds.items()
            if kind.broom_symbol
        }
        self._apply_effects()
        self._hud.list_card_rows = self.view.list_row_areas
        self.view.on_refuse = self._refuse
        self.view.root.add(self._hud, self._hud.overlay)
        self._pages = PageStack(self._make_way)
        self._advice = advice.AdviceCoordinator(self._find_situation)
        self._table = table = context.TableServices(
            navigator,
            game_view,
            session,
            self._mode,
            self._hud,
            self.view,
            self._pages,
            self._advice,
        )
        self.more = pages.TablePages(table)
        self._messages = messages.TableMessages(table)
        self._narrator = messages.Narrator(table)
        self._remarks = messages.TableRemarks(table)
        self._tips = messages.TableTips(table)
        self._close_up = close_up.CloseUp(table)
        self._picks = hands.TablePicks(table, on_change=self._show_picked)
        self._hints = hints.TableHints(table, adviser, self._picks)
        self._hands = hands.TableHands(table, self._picks, self._close_up, self._messages)
        self._hands.on_command = self._command
        self._hud.actions.on_hold = self._command_held
        self._hot_seat = hot_seat.HotSeat(
            table, on_viewer_change=self._relayout, on_menu=self.more.show_menu
        )
        extras = [extra.node for extra in self._extras]
        self.node.add(self.view.root, *extras, self._close_up.node, self._mode.node)
        self._mode.attach(
            TableHandle(
                self._hud, self.view, self._relayout, self._present_again, self._hints.show_hint
            )
        )

    def _apply_effects(self) -> None:
        """Apply the settings of motion and light to the HUD."""
        self._hud.set_motion(self.view.timing.glides)
        self._hud.set_room_light(self.ui.settings.has_changing_light)

    # -- called by the program ---------------------------------------------------------------

    def opening(self) -> Sequence[Callable[[], None]]:
        parts = [self._show_part] * len(self._hud.parts)
        return self._attend, self._hot_seat.begin, self._settle, *parts, self._refresh, self._begin

    def _attend(self) -> None:
        self._session.add_listener(self._changed)
        self._hud.shows_hover_tips = False
        self._lay_cards()

    def _settle(self) -> None:
        self._mode.layout(self.ui.stage.look.visible_area)
        self._parts = self._hud.show_by_parts(self._draw_up())

    def _show_part(self) -> None:
        next(self._parts, None)

    def _begin(self) -> None:
        # Clear the focus, which is left from the previous screen. `TableHands` sets the new one.
        if not self._session.is_replay:
            self.ui.stage.focus.focus(None)
        self._attend_pages()
        self._narrator.opened(self._deal())
        self._messages.opened()
        self._mode.opened()

    def _lay_cards(self) -> None:
        self.view.show(self._mode.adapt_zones(self._table.seen.zones), at_once=True)

    def _deal(self, change: Change | None = None) -> float:
        """Deal the cards of a new round, if one has just begun.

        The HUD shows the active seat and the points only after the cards have landed.

        Args:
            change: The last change; None when the table opens.

        Returns:
            Duration in seconds; 0 if no round is dealt.
        """
        table = self._game_view.table
        session = self._session
        seen = self._table.seen
        is_seen = session.is_kept and not (session.is_replay or self._hot_seat.is_covered)
        is_new = change is None or (change.is_step and not is_dealt(change.before))
        if not (is_seen and is_new and table.deals and is_dealt(seen)):
            return 0.0
        marks.mark_table(self.view, {})
        self._hands.begin_round()
        seconds = self.view.deal(self._mode.adapt_zones(seen.zones), table.deals, min(seen.to_act))
        self._refresh(seconds, is_dealt=True)
        return seconds

    def on_close(self) -> None:
        self._session.remove_listener(self._changed)
        self._make_way()
        self.more.close()
        self._hints.forget()
        self._mode.closed()
        self._remarks.forget()
        self.ui.audio.stop_all()
        self.ui.audio.music.fade_gain_to(1.0)
        self._narrator.closed()
        self._messages.closed()

    def apply_settings(self, changed: frozenset[str]) -> None:
        if "reduced_motion" in changed:
            self.view.timing = self._pace()
        if changed & _EFFECT_SETTINGS:
            self._apply_effects()
        if not self.ui.settings.remarks:
            self._remarks.forget()
        if changed & _SHOWN_SETTINGS:
            self._refresh()
        self._pages.resized()

    def on_resize(self) -> None:
        self.view.timing = self._pace()
        self._relayout()
        for extra in self._extras:
            extra.resized()
        self._close_up.hide()
        self._pages.resized()

    def tick(self, now: float) -> None:
        # AI players wait at first, because they would slow down the table's first frames.
        if self._frames_alone:
            self._frames_alone -= not self.ui.stage.renderer.is_unfinished
        elif not self._hot_seat.is_covered:
            self._session.tick(now)
        self._hud.pulse(now)
        self._hints.tick()
        # Skip `tick` while no focus is visible, which is usual when a pointer is used.
        if self.ui.stage.focus.is_visible or self._hands.dwell.node is not None:
            self._hands.tick(now)
        self._mode.tick(now)
        self._pages.tick(now)
        for extra in self._extras:
            extra.tick(now)
        self._close_up.tick(now)

    @property
    def needs_tick(self) -> bool:
        plays = self._session.is_ai_to_act and not self._hot_seat.is_covered
        is_thinking = plays or self._hints.needs_tick or self._hands.dwell.is_waiting
        return is_thinking or self._mode.needs_tick or self._pages.needs_tick

    # -- showing -----------------------------------------------------------------------------

    @property
    def _look(self) -> theme.ResolvedTheme:
        look = self.ui.stage.look
        return look._replace(visible_area=self._mode.room(look.visible_area))

    def _layout(self) -> layout.Layout:
        look = self._look
        seats = len(self._session.seats)
        choose = (
            layout.choose_layout
            if look.visible_area == self.ui.stage.look.visible_area
            else layout.choose_for_part
        )
        self._has_viewer = self._needs_viewer
        return choose(
            self._layouts,
            look.visible_area.size,
            seats,
            look.theme.zoom,
            has_viewer=self._has_viewer,
        )

    @property
    def _needs_viewer(self) -> bool:
        """Whether somebody plays at this screen; False if all human players have phones."""
        return not self._session.remote or bool(list_human_seats(self._session))

    def _pace(self) -> card_nodes.MotionTimes:
        return card_nodes.MotionTimes(glides=not self.ui.settings.reduced_motion)

    def _relayout(self) -> None:
        """Lay out the whole table again, for a new window size or another viewer."""
        self.ui.stage.animator.finish()
        layout = self._layout()
        viewer = self._session.viewer
        look = self._look
        if viewer is not None:
            self._bottom = viewer
        self._hud.set_layout(layout, look)
        self._hints.relayout()
        self._remarks.relayout()
        self.view.set_layout(layout, self._bottom, look.visible_area)
        self._lay_cards()
        self._mode.layout(self.ui.stage.look.visible_area)
        self._refresh()

    def _changed(self, change: Change) -> None:
        if self._model is None:  # The table is still being opened: place the cards, nothing else.
            self._lay_cards()
            return
        if self._has_viewer != self._needs_viewer:
            self._relayout()
        self._hints.forget()
        self._tips.hide()
        self._armed = ""
        # Turn over a hand at once if its viewer has changed, so that nobody else sees it.
        is_turned = change.after.viewer not in (None, change.before.viewer)
        pace = self.view.timing
        tempo = Tempo(pace.stagger, pace.landing)
        dealt = self._deal(change)
        if not dealt:
            moved = [move.card for move in change.moves] or _list_moved(change)
            with self.view.batch_relayout():
                laid = self._mode.adapt_zones(change.after.zones)
                landing = self.view.show(laid, change.moves, at_once=is_turned)
                self._refresh(landing, moved)
        self._narrator.narrate_change(change, tempo, dealt, is_heard=self._mode.is_audible(change))
        if self._model is not None:
            self._narrator.speak_status(self._model.status)
        self._messages.prepare_comment(change)
        self._remarks.choose_remark(change)
        self._hot_seat.update()
        self._attend_pages()

    def _attend_pages(self) -> None:
        self.more.update(self._model.choice if self._model is not None else None)

    def _list_fresh(self) -> tuple[str, ...]:
        """Return the cards that the viewer has drawn since the start of the viewer's last turn."""
        match = self._session.match
        viewer = self._session.viewer
        drawn: list[str] = []
        is_found = False
        for entry, outcome in zip(reversed(match.log), reversed(match.outcomes), strict=True):
            if entry.seat == game.TABLE or (is_found and entry.seat != viewer):
                break
            is_found = is_found or entry.seat == viewer
            for move in outcome.card_moves if is_found else ():
                seen = move.observed_by(viewer)
                if seen.card and seen.source == "deck" and self.view.is_own_hand(seen.target):
                    drawn.append(seen.card)
        return tuple(drawn)

    def _refresh(
        self, landing: float = 0.0, moved: Sequence[game.Face] = (), *, is_dealt: bool = False
    ) -> None:
        with self.view.batch_relayout():
            self._hands.renew()
            landing = self._present(landing, moved, is_dealt=is_dealt)
            on = frozenset(extra.tool.command for extra in self._extras if extra.is_open)
            self._hud.tools.show((on, buttons.describe_speed(self.ui.texts, self.ui.settings)))
            self._hands.refresh()
            self._is_changed = True
            self._await_landing(landing)

    def _present_again(self) -> None:
        self._await_landing(self._present())

    def _await_landing(self, seconds: float) -> None:
        """Schedule the updates that follow the landing of the cards.

        If the player skips the animation, they follow at once.

        Args:
            seconds: Seconds until the cards land.
        """
        self.ui.stage.animator.after(self._landing, seconds, self._land)

    @property
    def _is_landing(self) -> bool:
        return self.ui.stage.animator.is_running(self._flight, animation.CALL)

    def _land(self) -> None:
        self._hud.chips.show(self._picks.chips if self._mode.assists else ((), None))
        if self._is_changed:
            self._is_changed = False
            self._hands.show_after_landing()
            self._messages.show_after_landing()
            self._remarks.show_after_landing()
            self._swell_music()
            for extra in self._extras:
                extra.refresh()

    def _swell_music(self) -> None:
        """Play music a little louder while the round is about to be decided."""
        is_tense = self._model is not None and self._model.is_tense
        is_swelling = is_tense and self.ui.settings.has_changing_light
        self.ui.audio.music.fade_gain_to(TENSE_SWELL if is_swelling else 1.0)

    def _draw_up(self) -> table_model.TableModel:
        options = table_model.ViewOptions(
            kinds=self._kinds,
            no_undo=self._picks.why_no_undo(),
            assists=self._advice.allows(advice.AdvicePriority.MARKS),
            hints=self._has_hints,
            bottom=self._bottom,
            picked=self._picks.selection.picked,
            picked_step=self._picks.step,
            ghost_step=self._picks.ghost_step,
            armed=self._armed,
            is_stuck=self._picks.selection.has_no_play,
            switches=self.ui.settings.switches,
            moods=self.ui.settings.moods,
            steps=self._list_steps(),
        )
        seats = self._session.seats
        texts = self.ui.texts
        return self._mode.adapt_model(
            self._game_view.table.build_model(self._table.seen, seats, texts, options)
        )

    def _find_situation(self) -> advice.AdviceConditions:
        """Return the settings and the state of the match that decide which advice may be shown."""
        settings = self.ui.settings
        is_done = (
            self._session.is_viewers_turn
            and self._model is not None
            and self._model.actions.primary.state is table_model.ButtonState.GO
            and not self._hands.has_moves
        )
        return advice.AdviceConditions(
            settings.shows_marks, settings.shows_outcomes, self._mode.assists, is_done
        )

    def _list_steps(self) -> Sequence[table_model.HistoryLine]:
        """Return the steps of the match to show in the panel of recent turns.

        () for a game with rounds, because its observations already contain the steps.
        """
        if self._game_view.rounds is not None:
            return ()
        session = self._session
        return story.list_steps(self._game_view, self._table.words, session.match, session.viewer)

    def _present(
        self, landing: float = 0.0, moved: Sequence[game.Face] = (), *, is_dealt: bool = False
    ) -> float:
        """Update the panels around the cards, and the marks on cards.

        Some parts are updated only after the moving cards have landed.

        Args:
            landing: Seconds until the cards of the last change land. If cards of an earlier change
                land later, their time is used.
            moved: Codes of the moving cards.
            is_dealt: Whether they are dealt for a new round.

        Returns:
            Seconds until all cards have landed.
        """
        animator = self.ui.stage.animator
        landing = max(landing, animator.remaining(self._flight, animation.CALL))
        self._model = model = self._draw_up()
        if is_dealt:
            self._hud.show(_make_dealing_model(model))
            self._hud.hide_counts_for(landing)
        led = self._hud.leader
        marked = self._hud.compute_marks_delay(model, landing)
        seconds = self._hud.show(model, landing)
        sounds = {led: Sound.CROWN_DOWN, self._hud.leader: Sound.CROWN_UP}
        if seconds > landing and len(sounds) == 2 and None not in sounds and 0 in sounds:
            self.ui.audio.schedule(
                [Cue(seconds - hud.CROWN_FLIGHT_SECONDS, sounds[0])], self.ui.settings.speed
            )
        worn = {**model.marks, marks.FRESH: self._list_fresh()}
        if is_dealt:
            self._mark(worn, landing, None)
        else:
            self._mark(worn, marked, moved)
        if landing:
            animator.after(self._flight, landing, lambda: None)
        wait = seconds + BREATH if is_dealt else seconds
        self._session.delay_ai(self.ui.stage.clock.now() + wait / animator.speed)
        return landing

    def _mark(
        self,
        wanted: Mapping[str, tuple[str, ...]],
        seconds: float,
        moved: Sequence[game.Face] | None,
    ) -> None:
        """Replace the marks on cards, most of them only after the moving cards have landed.

        Until then, cards that don't move keep their old marks, with two exceptions:

        - New marks that connect neighbouring cards appear at once, because the order of cards has
          already changed.
        - Old marks whose name is a position in a zone, such as "hand:B#2", are removed at once,
          because another card may already be at that position.

        Args:
            wanted: Codes or positions of the cards to mark, by style of the mark.
            seconds: Seconds until the cards land.
            moved: Codes of the moving cards; None to remove all marks until the cards land.
        """
        if wanted == self._marked and not seconds:
            return
        old = self._marked
        self._marked = wanted
        if seconds and moved is None:
            marks.mark_table(self.view, {})
        elif seconds and moved is not None:
            looks = self.view.marks.styles
            self._moved = [*(self._moved if self._is_landing else ()), *moved]
            kept = {
                style: [name for name in names if name not in self._moved and "#" not in name]
                for style, names in old.items()
            }
            close = {style: names for style, names in wanted.items() if looks[style].close}
            marks.mark_table(self.view, {**kept, **close})
        put_on = partial(marks.mark_table, self.view, wanted)
        self.ui.stage.animator.after(self.view.root, seconds, put_on)

    def _show_picked(self) -> None:
        if self._picks.is_outdated:  # Show nothing yet: the match has changed, an update follows.
            return
        self._armed = ""
        with self.view.batch_relayout():
            self._present_again()
            self._hands.show_places()
        if self._model is None:
            primary = None
        else:
            primary = self._model.actions.primary
        is_button_needed = self._picks.selection.needs_confirmation or bool(self._picks.ghost)
        self._narrator.picked(
            self._picks.faces, self._picks.step, primary if is_button_needed else None
        )

    def _make_way(self) -> None:
        self._tips.hide()
        self.view.pick(None)
        for extra in self._extras:
            extra.close()
        self._close_up.hide()

    # -- keys --------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self._hands.use_pointer()
        is_taken = any(extra.handle(event) for extra in self._extras) or self._tips.handle(event)
        if is_taken or self._close_up.handle(event) or self._mode.handle(event):
            self._say_card(event)
            return True
        asked = self.ui.controls.find_pressed_intents(event)
        if Intent.BACK in asked:
            self._back()
            return True
        # The focused node handles its own keys, except that cards leave the skip key to the table.
        focused = self.ui.stage.focus.current
        passes = Intent.SKIP in asked and self._session.is_ai_to_act
        lies_on_cards = isinstance(focused, card_nodes.CardNode | card_nodes.ZoneNode)
        if asked & FOCUS and focused is not None and not (passes and lies_on_cards):
            return False
        if not asked:
            return self._take_number(event)
        # If a key has several intents, use the first one that can be carried out.
        asked_here = [intent for intent in Intent if intent in asked & TABLE - SPOKEN_INTENTS]
        if any(self._do_intent(intent) for intent in asked_here):
            return True
        if asked_here:
            self.ui.say(self.ui.texts("This key does nothing now."))
        return False

    def _say_card(self, event: pygame.Event) -> None:
        """Read the focused card aloud after the user has opened its close-up with a key or pad."""
        card = self.ui.stage.focus.current
        if (
            self._close_up.face
            and card is not None
            and Intent.LOOK in self.ui.controls.find_pressed_intents(event)
        ):
            spoken = self.describe(card)
            if spoken is not None:
                self.ui.say(spoken.name, spoken.note)

    def describe(self, node: node.Node) -> node.Spoken | None:
        return self._hands.describe(node)

    def answer(self, intent: Intent) -> Sequence[str]:
        if self._hot_seat.is_covered:
            return (self.ui.texts("The cards are covered."),)
        if self._model is None:
            return ()
        return self._narrator.list_answers(intent, self._model)

    def handle_above(self, event: pygame.Event) -> bool:
        return self._pages.handle(event)

    def _do_intent(self, intent: Intent) -> bool:
        """Carry out an intent; return False if it isn't possible."""
        if intent in self._game_view.table.places:
            return self._put(self._game_view.table.places[intent])
        if intent is Intent.END:
            if self._model is not None:
                self._command(self._model.actions.primary.action)
        elif intent is Intent.SKIP:
            # Every key finishes running animations. The skip key also skips the pause of AI
            # players, but only if no animation was running.
            if not self.ui.stage.was_moving:
                self._session.hurry()
            self.view.snap()
        else:
            return intent not in _ELSEWHERE and self._command(intent)
        return True

    def _take_number(self, event: pygame.Event) -> bool:
        chord = None
        if event.type == pygame.KEYDOWN:
            chord = commands.chord_of_event(event)
        number = None
        if chord is not None:
            number = _NUMBERS.get(chord[0])
        if number is None:
            return False
        hand = [card for card in self.view.cards if self.view.is_own_hand(card.zone)]
        if number > len(hand):
            count = self.ui.texts.plural("{n} card in hand", "{n} cards in hand", len(hand))
            self.ui.say(count)
            return False
        focus = self.ui.stage.focus
        card = hand[number - 1]
        focus.is_visible = True
        focus.focus(card if card.focusable else None)
        return card.activate()

    def _put(self, place: str) -> bool:
        view = self.view
        focused = self.ui.stage.focus.current
        viewer = self._session.viewer
        if view.selection.held is None and isinstance(focused, card_nodes.CardNode):
            view.selection.pick(focused if view.is_own_hand(focused.zone) else None)
        if viewer is None:
            return False
        if view.selection.held is None:
            if self._session.is_viewers_turn:
                self._messages.warn(to_runs(self.ui.texts("First choose a card from your hand.")))
            return self._session.is_viewers_turn
        zone = game.zone_of(place, viewer) if view.layout.kinds[place].owned else place
        picked = self._picks.selection
        view.drop(zone)
        waits = picked.needs_confirmation and zone in picked.targets
        if waits and self._picks.selection is picked:
            self._narrator.repeat_picked()
        return True

    def _back(self) -> None:
        held = self.view.selection.held
        is_held = held is not None and not self._hands.holds_owed
        if is_held or self._picks.selection.picked:
            self.view.pick(None)
            self._picks.release_picked()
            # While a card was held, a gap between cards may have had the focus. The gap is gone
            # now, so nothing has the focus: focus the released card.
            focus = self.ui.stage.focus
            if focus.is_visible and focus.current is None and held in focus.nodes():
                focus.focus(held)
        elif self._hints.is_requested:
            self._hints.close()
        else:
            self.more.show_menu()

    def _refuse(self, name: str) -> None:
        """Show why a card can't be picked up. If the card belongs to a pile, open the pile instead.

        Exception: if a hint says to play a card on this pile, the player probably tries to follow
        the hint. Then show the message that a card must be chosen first.
        """
        found = self.view.cards.find_named(name)
        is_target = bool(found) and found[0].zone in self._hints.zones
        if found and not is_target and self.more.show_pile(found[0].zone):
            return
        if is_target and self._model is not None:
            self._messages.warn(self._model.actions.primary.note, found[0])
            return
        if self._session.is_viewers_turn:
            self._hands.refuse_card(name)
            return
        refused = self._find_refusal()
        if refused:
            self._messages.refuse(refused, found[0] if found else None)
        else:
            self.ui.say(self.ui.texts("You can’t move this card now."))

    def _find_refusal(self) -> game.Reason | None:
        """Return why the large button's step is illegal.

        The result is None if the step is legal, or if the button has no step.
        """
        end = self._find_game_action(Intent.END)
        if end is None:
            return None
        return self._session.explain_illegal(end.steps[0])

    # -- commands ----------------------------------------------------------------------------

    def _command(self, asked: str) -> bool:
        """Carry out a command, or show why it isn't possible; return False if it is unknown."""
        action = self._mode.find(asked) or self._find_action(asked)
        if action is not None:
            self.ui.audio.play(Sound.BUTTON)
            action()
            return True
        if self._model is None or self._model.actions.primary.action != asked:
            return False
        self._messages.warn(self._model.actions.primary.note, self._hud.actions.primary)
        return True

    def _refuse_button(self, button: buttons.HudButton) -> None:
        """Show beside a disabled button why it can't be pressed."""
        refused = None
        if button is self._hud.actions.primary:
            helps = self._mode.find(Intent.END)
            if helps is not None:
                helps()
                return
            refused = self._find_refusal()
        if refused is None:
            self._messages.warn(button.reason, button)
        else:
            self._messages.refuse(refused, button)

    def _find_action(self, asked: str) -> Callable[[], object] | None:
        """Return the function for a command; None if the command isn't available."""
        session = self._session
        waits = self._picks.selection.needs_confirmation
        actions: Mapping[str, Callable[[], object]] = {
            Intent.MENU: self.more.show_menu,
            Intent.LOG: self.more.show_log,
            Intent.RULES: self._help,
            Intent.HINT: self._hints.toggle,
            Intent.SKIP: session.hurry,
            table_model.SETTINGS: self._table.navigator.show_settings,
            table_model.RESULT: self.more.show_end,
            table_model.NEXT_ROUND: partial(self._try, asked, session.deal_next_round),
            table_model.SPEED: self._change_speed,
            # If picked cards wait for the user's confirmation, put only these back. Otherwise undo
            # a step.
            Intent.UNDO: self._picks.release_picked
            if waits
            else partial(self._try, asked, session.undo),
            **{extra.tool.command: extra.toggle for extra in self._extras},
            **(self._picks.actions() if self._mode.assists else {}),
        }
        if asked in actions:
            return actions[asked]
        step = None
        if asked == Intent.END:
            step = self._picks.selection.step
        # The large button plays the step of the picked cards.
        if step is None:
            found = self._find_game_action(asked)
        else:
            found = table_model.GameAction((step,))
        if found is None:
            return None
        if found.is_guarded and self._armed != asked:
            return partial(self._arm, asked)
        return partial(self._confirm, asked, found)

    def _arm(self, asked: str) -> None:
        """Arm a button that has to be pressed twice.

        For `_ARMED` seconds, the button looks armed, and a second press carries out its command.
        """
        self._armed = asked
        self.ui.stage.timers.cancel(self._disarming)
        self._disarming = self.ui.stage.timers.after(_ARMED, self._disarm)
        self._present()
        offer = self._model.actions.offer if self._model is not None else None
        if offer is not None:
            self.ui.say(offer.label)

    def _disarm(self) -> None:
        if self._armed:
            self._armed = ""
            self._present()

    def _command_held(self, asked: str) -> bool:
        """Carry out the command of a guarded button after a long press."""
        self._armed = asked
        return self._command(asked)

    def _find_game_action(self, asked: str) -> table_model.GameAction | None:
        """Return the game's action for a command; None if the command isn't available."""
        ui = self.ui
        return self._game_view.table.find_button_action(
            asked, self._table.seen, ui.texts, ui.settings.switches
        )

    def _help(self) -> None:
        if self._model is not None:
            self._table.navigator.show_rules(self._model.help)

    def _change_speed(self) -> None:
        settings = self.ui.settings
        faster = [speed for speed in SPEEDS if speed > settings.speed]
        self.ui.change_settings(replace(settings, speed=(faster or SPEEDS)[0]))

    def _confirm(self, asked: str, action: table_model.GameAction) -> None:
        question = action.question
        # The match may have changed by the time the player confirms.
        carry_out = partial(self._try, asked, partial(self._carry_out, action))
        if question is None or not self.ui.settings.confirmations:
            carry_out()
            return
        ask(self.ui, **asdict(question), on_yes=carry_out)

    def _carry_out(self, action: table_model.GameAction) -> None:
        if action.undoes_turn_first and self._session.is_viewers_turn:
            self._session.undo_turn()
        for step in action.steps:
            self._session.take(step)

    def _try(self, asked: str, action: Callable[[], None]) -> None:
        """Run an action; if it is illegal, show the reason beside the button of the command."""
        try:
            action()
        except game.IllegalStep as error:
            self._messages.refuse(error.reason, self._hud.actions.find_button(asked))


def _list_moved(change: Change) -> list[game.Face]:
    """List the codes of cards that changed zones without animated moves, such as after an undo."""
    after = change.after.zones
    return [
        face
        for zone, faces in change.before.zones.items()
        for face in set(faces) - set(after.get(zone, ()))
    ]


def _make_dealing_model(model: table_model.TableModel) -> table_model.TableModel:
    """Return the table's model for the time in which cards are dealt.

    No seat is active, and all buttons are disabled.
    """
    calm = partial(replace, is_acting=False, is_leading=False, mood=Mood.CALM)
    disable = partial(replace, is_enabled=False)
    actions = model.actions
    primary = actions.primary
    waiting = replace(
        actions,
        primary=table_model.LargeButtonModel(
            primary.action, table_model.ButtonState.WAIT, primary.title
        ),
        undo=disable(actions.undo),
        hint=disable(actions.hint),
        bottom=actions.bottom and disable(actions.bottom),
        offer=None,
    )
    return replace(model, seats=tuple([calm(each) for each in model.seats]), actions=waiting)
