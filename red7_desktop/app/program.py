"""The program: one stage, one screen at a time, and what leads from one to another.

Screens and what only they need are imported when they are opened, so that the first frame comes
soon after the start.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from red7_desktop.app.around import Services
from red7_desktop.app.calm import IdleTasks
from red7_desktop.app.front import FrontWays, TitleFlow, write_window_title
from red7_desktop.app.match.autosave import MatchStore, build_seats
from red7_desktop.app.match.desk import MatchService
from red7_desktop.app.match.matches import Matches, MatchWays
from red7_desktop.app.match.tables import TableFactory
from red7_desktop.app.new_game.kept_setups import SetupStore
from red7_desktop.app.opening import ScreenOpening, rebuild_table
from red7_desktop.app.parts import Features
from red7_desktop.app.preparing import load_in_background
from red7_desktop.app.quit_flow import QuitFlow
from red7_desktop.app.replay.entrance import ReplayFeature
from red7_desktop.app.shown_games import GameViews
from red7_desktop.app.table_screen.overlays.pages import PageStack
from red7_desktop.games.registry import BOX
from red7_desktop.kit.input.inputs import Inputs
from red7_desktop.kit.pages.notices import Notices
from red7_desktop.kit.pages.rules_blocks import OVERVIEW
from red7_desktop.kit.pages.screen import Screen
from red7_desktop.kit.sound.sounds import Sound
from red7_desktop.kit.sound.speech import try_voice

if TYPE_CHECKING:
    from datetime import date
    from threading import Thread

    from red7_desktop.app.table_screen.screen import TableScreen
    from red7_desktop.games.registry import Box
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.look.presentation import Presentation
    from red7_desktop.kit.pages.page import Page
    from red7_desktop.kit.settings import Settings
    from red7_desktop.kit.setup import GameSetup
    from red7_desktop.play.session import Session
    from red7_desktop.play.thinker import Thinker
    from red7_desktop.scene.node import Node
    from red7_desktop.tabletop.save import SavedMatch


class Program:
    """Everything between the window and the screens.

    presentation: makes and remakes what follows from the settings. keeper: keeps the match on disk.
    make_thinker: makes where AI players think. new_number: gives a number below its argument,
    at random. today: gives the date. set_fullscreen: lets the window fill the screen, or not.
    set_title: gives the window its title. box: the games that there are.
    """

    def __init__(
        self,
        presentation: Presentation,
        keeper: MatchStore,
        *,
        make_thinker: Callable[[], Thinker],
        new_number: Callable[[int], int],
        today: Callable[[], date],
        set_fullscreen: Callable[[bool], None] = lambda is_on: None,
        set_title: Callable[[str], None] = lambda title: None,
        box: Box = BOX,
    ) -> None:
        self._presentation = presentation
        self._box = box
        self._writes = presentation.writes
        self.setups = SetupStore(presentation.paths.setup, box, self._writes)
        now = presentation.stage.clock.now
        self._desk = MatchService(box, keeper, make_thinker, new_number, now)
        self._desk.set_speed(presentation.settings.speed)
        self._today = today
        self._set_fullscreen, self._set_title = set_fullscreen, set_title
        self._pages = PageStack()
        self._pixels: pygame.Surface | None = None
        self.is_running = True
        self._shown = GameViews(box, self.setups.last, presentation, self._change_settings)
        self.kit = self._shown.kit
        self.notices = Notices(self.kit)
        self._tables = TableFactory(self.kit, box, presentation.asset, self.notices, make_thinker)
        tables = MatchWays(self.show, self.show_title, self._show_table, self._sketch)
        self._matches = Matches(self.kit, self._desk, self.notices, tables, today)
        shown = self._shown
        around = Services(
            *(self.kit, box, presentation.paths, presentation.asset, self.notices),
            *(self._matches, self._tables, today, new_number),
            game=lambda: self.setups.last,
            faces=lambda face: shown.kit_for(face).faces,
            screen=lambda: self.screen,
            pixels=lambda: self._pixels,
            lay=self._show_alone,
            close=self._pages.close,
        )
        self.parts = Features(around)
        self.profile = self.parts.profile
        self.replays = self.parts.of(ReplayFeature)
        front = FrontWays(
            self.show, self.show_rules, self.show_settings, self.quit, self.play, self.parts
        )
        self._front = TitleFlow(
            box, shown, self.setups, self._desk, self._matches, self.notices, front
        )
        self._leaving = QuitFlow(self.kit, self._desk.can_leave_safely, self._stop)
        self.screen: Screen = Screen(self.kit, "nothing")
        self._opening = ScreenOpening(now)
        self.inputs = Inputs(self.kit.stage, self.kit.controls, self._show_prompts)
        self.inputs.follow(presentation.settings)
        self._calm = IdleTasks(self.kit, self.inputs, lambda: self._layers)
        self._show_prompts()

    # -- what the window drives --------------------------------------------------------------

    def handle(self, event: pygame.Event) -> None:
        """Take an event: the program's own keys, then the screen, then the stage."""
        self._calm.stir(event)
        for each in self.inputs.take(event):
            self._handle(each)

    def _handle(self, event: pygame.Event) -> None:
        self._opening.finish()
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type == pygame.APP_TERMINATING:
            self._leaving.end()
        elif self.inputs.wants_fullscreen(event):
            settings = self.kit.settings
            self._change_settings(replace(settings, fullscreen=not settings.fullscreen))
        elif not (self.parts.take(event) or self._take(event)):
            self.kit.stage.handle(event)

    def _take(self, event: pygame.Event) -> bool:
        """Let what is on top take an event before the stage does; what is below takes none."""
        scope, screen = self.kit.stage.focus.scope, self.screen
        if self._pages.top is not None and scope is self._pages.top.node:
            return self._pages.handle(event)
        is_on_top = scope in (self.kit.stage.root, screen.node)
        return screen.handle(event) if is_on_top else screen.handle_above(event)

    def tick(self) -> None:
        """Move on to the present time."""
        self._calm.begin_frame()
        for event in self.inputs.tick():
            self._handle(event)
        if self._opening.is_unfinished:
            self._opening.go_on()
            return
        self.parts.tick()
        self._writes.tick()
        for layer in self._layers:
            layer.tick(self.kit.stage.clock.now())
        self.kit.stage.tick()
        self._calm.tick()
        self.notices.match_not_saved(self._desk.take_trouble())

    @property
    def idle_for(self) -> float:
        """For how many seconds nothing will go on without events: 0 while anything does."""
        awaited = self._opening.is_unfinished, self.parts.is_waiting, self._writes.is_waiting
        return 0.0 if any(awaited) else self._calm.idle_for

    @property
    def _layers(self) -> list[Screen]:
        return [] if self._opening.is_unfinished else [self.screen, *self._pages.open_pages]

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Bring a surface up to date; gives the rectangles that changed."""
        self._pixels = surface
        if surface.get_size() != self.kit.stage.view.window:
            self.resize(surface.get_size())
        spent = self._calm.frame_time()
        return [] if self._opening.is_unfinished else self.kit.stage.draw(surface, spent)

    def resize(self, window: tuple[int, int]) -> None:
        """Lay everything out for another size of the window, in pixels."""
        self._opening.finish()
        self.kit.stage.resize(window)
        self._lay_out_again()

    def _lay_out_again(self) -> None:
        for layer in self._layers:
            layer.resized()

    # -- screens -----------------------------------------------------------------------------

    def show(self, screen: Screen, since: float | None = None) -> None:
        """Put a screen in the place of the one that is shown. since: when it was begun with."""
        self._opening.finish()
        self.screen.closed()
        self.screen.node.detach()
        self.screen = screen
        self.kit.stage.ground.add(screen.node)
        self._opening.begin(screen, self.kit.stage.clock.now() if since is None else since)
        self._retitle()

    def _retitle(self) -> None:
        self._set_title(write_window_title(self.kit.texts, self.screen.about(self.kit.texts)))

    def _show_whole(self, screen: Screen) -> None:
        self.show(screen)
        self._opening.finish()

    def show_title(self) -> None:
        """Show the title; a match that is going on stays kept."""
        self._front.show_title()

    def show_new_game(self) -> None:
        """Show the set-up of a new game, as it was the last time."""
        self._front.show_new_game()

    def show_rules(self, page: str = OVERVIEW, face: AnyGameView | None = None) -> None:
        """Show a page of a game's rules above whatever is shown; usually of the game shown last."""
        from red7_desktop.app.rules.screen import RulesScreen

        told = face or self._shown.face
        kit = self._shown.kit_for(told)
        self._show_alone(RulesScreen(kit, told, page, self._pages.close, as_overlay=True))

    def show_settings(self) -> None:
        """Show the settings above whatever is shown."""
        from red7_desktop.app.settings.screen import SettingsScreen

        told, face, close = self._presentation, self._shown.face, self._pages.close
        looks = self._shown.looks(lambda: self.profile.looks)
        page = SettingsScreen(
            self.kit, face, close, looks=looks, languages=told.languages, as_overlay=True
        )
        self._show_alone(page)

    def _show_alone(self, page: Page) -> None:
        """Open a page above whatever is shown, in the place of the one that is open there."""
        self._pages.close()
        self._pages.show(page)

    def quit(self) -> None:
        """Stop; the match stays kept. Where it cannot be, ask first."""
        self._leaving.quit()

    def _stop(self) -> None:
        self._desk.leave()
        self.parts.close()
        self._writes.close()
        self.is_running = False

    def abandon(self) -> None:
        """Stop what goes on in the background: this program has met a fault and is replaced."""
        self._desk.abandon()
        self._writes.close()
        self.kit.audio.close()

    def load_ahead(self) -> Thread:
        """Make ready what will be wanted soon, in a thread, which it gives."""
        self.parts.open_ahead()
        return load_in_background(self._box, self._tables.read, self._presentation.mix_colours)

    # -- matches -----------------------------------------------------------------------------

    @property
    def session(self) -> Session | None:
        """The match that is being played."""
        return self._desk.session

    def play(self, setup: GameSetup) -> None:
        """Begin a new match; the others stay kept."""
        named = self.profile.seated_in(setup)
        self._matches.begin(lambda: self._desk.begin(named, self.kit.texts))

    def resume(self) -> None:
        """Go on with the match that was played last."""
        self._matches.resume()

    def _show_table(self, session: Session) -> None:
        self._front.choose(session.match.game.name)
        self._shown.show(session.match)
        since = self.kit.stage.clock.now()
        self.show(self._table_of(session), since)

    def _sketch(self, saved: SavedMatch, width: float) -> Node:
        return self._shown.sketch(saved, self.profile.faced(build_seats(saved)), width)

    def _table_of(self, session: Session) -> TableScreen:
        from red7_desktop.app.table_screen.pages import TableActions

        session.seats = self.profile.faced(session.seats, is_own=session.is_kept)
        foot = self.parts.foot(session)
        actions = TableActions(
            leave=(foot and foot.leave) or self.show_title,
            give_up=self._give_up,
            rules=self.show_rules,
            settings=self.show_settings,
            rematch=lambda: self._matches.begin(self._desk.rematch),
            new_game=self.show_new_game,
            save_record=self._save_record,
            record=lambda: self._desk.record(self._today()),
            profile=self.profile.show,
            make_reviewer=lambda: self._tables.reviewer_of(session.match),
            onward=self.parts.onward(session),
        )
        return self._tables.of(session, actions, foot)

    def _give_up(self) -> None:
        self._desk.give_up()
        self.show_title()

    def _save_record(self) -> None:
        write = self._desk.record_writer(self._presentation.paths.records, self._today())
        self._writes.do(write, self.notices.record_not_saved, self.notices.record_saved)

    # -- settings ----------------------------------------------------------------------------

    def _change_settings(self, settings: Settings) -> None:
        kit = self.kit
        before, texts = kit.settings, kit.texts
        self._presentation.change(settings, self.notices.settings_not_kept)
        is_dressed_anew = self._shown.follow_settings()
        self._desk.set_speed(settings.speed)
        self.inputs.follow(settings)
        if (settings.keys, settings.pad, kit.texts) != (before.keys, before.pad, texts):
            self._show_prompts()
        if settings.effects_loudness != before.effects_loudness:
            kit.audio.loudness = settings.effects_loudness
            kit.audio.play(Sound.PLACE)
        kit.audio.ambience.loudness = settings.ambience_loudness
        if settings.spoken_log != before.spoken_log:
            try_voice(kit)
        self._set_fullscreen(settings.fullscreen)
        self._retitle()
        if is_dressed_anew and self.session is not None:
            table, focus = self._table_of(self.session), kit.stage.focus
            rebuild_table(self.screen, table, self._pages, focus, self._show_whole)
        self._lay_out_again()

    def _show_prompts(self) -> None:
        """Show the keys of the device in use beside what does the same."""
        self.kit.stage.set_prompts(self.kit.controls.prompts(self.kit.texts))
