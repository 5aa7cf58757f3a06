"""One screen at a time, and the ways between them.

Screens and what only they need are imported when they are opened, so that the first frame comes
soon after the start.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop import PRODUCT
from red7_desktop.app.feature import Services
from red7_desktop.app.features import Features, ReplayFeature
from red7_desktop.app.matches.match_desk import (
    MatchService,
    MatchStatus,
    TableFactory,
    observe_for_all,
)
from red7_desktop.app.matches.match_store import MatchStore, SetupStore, build_seats
from red7_desktop.app.matches.matches import Matches, MatchWays
from red7_desktop.app.profile.looks import Looks
from red7_desktop.app.screens.title import TitleActions, TitleGame, TitleScreen
from red7_desktop.app.window import IdleTasks, ScreenOpening, load_in_background, rebuild_table
from red7_desktop.games.registry import BOX, Box, describe_own_intents
from red7_desktop.kit.devices import Inputs
from red7_desktop.kit.game_view import OVERVIEW, Emblem, GameView
from red7_desktop.kit.pages.notices import Notices
from red7_desktop.kit.pages.page import Page, PageStack, ask
from red7_desktop.kit.sound.audio import Audio
from red7_desktop.kit.sound.cues import Sound
from red7_desktop.kit.ui import Screen, Ui, try_voice

if TYPE_CHECKING:
    from datetime import date
    from threading import Thread

    from red7_desktop.app.table.screen import TableScreen
    from red7_desktop.kit.presentation import Presentation
    from red7_desktop.kit.settings import Settings
    from red7_desktop.kit.setup import GameSetup
    from red7_desktop.kit.texts import Texts
    from red7_desktop.play.ai import Seat, Thinker
    from red7_desktop.play.session import Session
    from red7_desktop.scene.geometry import Rect
    from red7_desktop.scene.node import Node
    from red7_desktop.scene.theme import Theme
    from red7_desktop.tabletop.match import Match, SavedMatch


@dataclass(frozen=True)
class FrontWays:
    """Where the front leads: to a screen, the rules, the settings, out, a table, other parts."""

    show: Callable[[Screen], None]
    rules: ShowRules
    settings: Callable[[], None]
    quit: Callable[[], None]
    play: Callable[[GameSetup], None]
    parts: Features


def write_window_title(texts: Texts, game: str) -> str:
    """Return the window's title; game: the one on the table, "" for none."""
    if not game:
        return PRODUCT
    return texts.within("window", "{game} – {program}", game=game, program=PRODUCT)


class TitleFlow:
    """Leads from the title to a table, and remembers which game was chosen.

    box: the games that there are.
    """

    def __init__(
        self,
        box: Box,
        shown: GameViews,
        setups: SetupStore,
        desk: MatchService,
        matches: Matches,
        notices: Notices,
        ways: FrontWays,
    ) -> None:
        self._box = box
        self._shown = shown
        self._setups = setups
        self._desk = desk
        self._matches = matches
        self._notices = notices
        self._ways = ways

    def show_title(self) -> None:
        """Show the title; a match that is going on stays kept."""
        self._desk.leave()
        self._shown.choose(self._setups.last)
        slots = self._desk.last_by_game(self._setups.last)
        actions = TitleActions(
            games=[self._on_title(name, slots.get(name)) for name in self._box],
            chosen=self._setups.last,
            choose=self.choose,
            settings=self._ways.settings,
            quit=self._ways.quit,
            matches=self._matches.show if self._matches.has_any else None,
            doors=self._ways.parts.doors,
            known=self._ways.parts.known,
        )
        self._ways.show(TitleScreen(self._shown.kit, actions))

    def _on_title(self, name: str, slot: int | None) -> TitleGame:
        face = self._box[name].face()
        return TitleGame(
            name,
            face,
            emblem=partial(self._shown.emblem, face, self._ways.rules),
            play=partial(self.show_new_game, name),
            rules=partial(self._ways.rules, OVERVIEW, face),
            theme=partial(self._shown.theme_of, face),
            resume=None if slot is None else partial(self._matches.resume, slot),
            standing=None if slot is None else self._standing_of(face, slot),
        )

    def _standing_of(self, face: GameView, slot: int) -> Callable[[], Sequence[str] | None]:
        standing = MatchStatus(partial(self._desk.saved_in, slot), face)
        return lambda: standing.told(self._shown.kit.texts)

    def choose(self, game: str) -> None:
        """Let the pages around the table show a game's cards, and the title begin with it."""
        self._shown.choose(game)
        if game != self._setups.last:
            self._keep(self._setups.of(game))

    def show_new_game(self, game: str | None = None) -> None:
        """Show the set-up of a new game, as it was the last time; of the last game by default."""
        from red7_desktop.app.screens.new_game import NewGameActions, NewGameScreen
        from red7_desktop.kit.pages.notices import SystemClipboard

        profile = self._ways.parts.profile
        actions = NewGameActions(
            start=self._start,
            back=self._back_to_title,
            new_deal=self._desk.new_deal,
            setup_of=self._setups.of,
            own_name=profile.own_name,
            faced=profile.faced,
            offer=self._ways.parts.offer,
        )
        setup, troubles = self._setups.load()
        self._notices.kept_files(troubles)
        if game is not None:
            setup = self._setups.of(game)
        screen = NewGameScreen(self._shown.kit, setup, self._box, actions, SystemClipboard())
        self._ways.show(screen)

    def _back_to_title(self, setup: GameSetup) -> None:
        self._keep(setup)
        self.show_title()

    def _start(self, setup: GameSetup) -> None:
        self._keep(setup)
        self._ways.play(setup)

    def _keep(self, setup: GameSetup) -> None:
        self._setups.keep(setup, self._notices.setup_not_kept)


_LOG: Final = logging.getLogger(__name__)


class QuitFlow:
    """Asks before steps of the match are lost. is_safe: tells whether all is kept; stop: ends."""

    def __init__(self, kit: Ui, is_safe: Callable[[], bool], stop: Callable[[], None]) -> None:
        self._kit = kit
        self._is_safe = is_safe
        self._stop = stop
        self._has_asked = False

    def quit(self) -> None:
        """Stop, or ask first; told again while the question is open, stop."""
        if self._has_asked or self._is_safe():
            self._stop()
            return
        self._has_asked = True
        texts = self._kit.texts
        message = texts(
            "The match could not be saved. If you quit now, the steps since the last save are lost."
        )
        ask(
            self._kit,
            texts("Quit"),
            message,
            yes=texts("Quit all the same"),
            no=texts("Stay"),
            on_yes=self._stop,
            on_no=self._stay,
        )

    def end(self) -> None:
        """Stop without a question: the system ends the program, and waits for no answer."""
        if not self._is_safe():
            _LOG.warning("ended by the system; the last steps of the match are not saved")
        self._stop()

    def _stay(self) -> None:
        self._has_asked = False


ShowRules = Callable[[str, "GameView"], None]


class GameViews:
    """Holds the kit of all screens, with the cards of the game that was chosen or played last.

    game: its name at first. face: what it shows.
    """

    def __init__(
        self,
        box: Box,
        game: str,
        presentation: Presentation,
        change_settings: Callable[[Settings], None],
    ) -> None:
        self._box = box
        self._presentation = presentation
        self.face = box[game].face()
        stage, settings = presentation.stage, presentation.settings
        audio = Audio(
            presentation.asset("sounds"),
            stage.clock,
            stage.timers,
            sounds=lambda: [sound for row in box.values() for sound in row.face().table.sounds],
            loudness=settings.effects_loudness,
            ambience=settings.ambience_loudness,
        )
        faces = presentation.faces_of(self.face)
        self.kit = Ui(stage, presentation.texts, faces, settings, change_settings, audio)
        self.kit.own_intents = partial(describe_own_intents, box)

    def choose(self, game: str) -> None:
        """Put the cards of a game into the kit, and its hue into the theme."""
        self.face = self._box[game].face()
        self.kit.faces = self._presentation.faces_of(self.face)
        self._presentation.take_hue_of(self.face)

    def show(self, match: Match) -> None:
        """Do so for a match's game, its cards as its options want them."""
        self.choose(match.game.name)
        self.kit.faces = self._presentation.dress_for(self.face, match.options)

    def follow_settings(self) -> bool:
        """Put into the kit what the presentation has made anew; tell whether tables look otherwise.

        Those do so with other words or cards.
        """
        kit, presentation = self.kit, self._presentation
        before = kit.texts, kit.faces
        kit.settings, kit.texts = presentation.settings, presentation.texts
        kit.faces = presentation.faces_of(self.face)
        return before != (kit.texts, kit.faces)

    def kit_for(self, face: GameView) -> Ui:
        """Return the kit with the cards of a game."""
        if face is self.face:
            return self.kit
        return replace(self.kit, faces=self._presentation.faces_of(face))

    def looks(self, earned: Callable[[], frozenset[str]]) -> Looks:
        """Return the tables and backs that can be chosen, of which some are to be earned."""
        return Looks(earned, self._presentation.theme_with, self._presentation.asset)

    def theme_of(self, face: GameView) -> Theme:
        """Return the theme in the hue of a game."""
        return self._presentation.theme_of(face)

    # -- what pages show of them -------------------------------------------------------------

    def emblem(self, face: GameView, show_rules: ShowRules, room: Rect) -> Emblem:
        """Return the emblem of a game in a room; `show_rules` takes page and face."""
        return face.look.emblem(self.kit_for(face), room, lambda page: show_rules(page, face))

    def sketch(self, saved: SavedMatch, seats: Sequence[Seat], width: float) -> Node:
        """Return a small picture of a kept match of these people."""
        face = self._box[saved.match.game.name].face()
        return face.pages.sketch(self.kit_for(face), observe_for_all(saved), seats, width)


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

    def show_rules(self, page: str = OVERVIEW, face: GameView | None = None) -> None:
        """Show a page of a game's rules above whatever is shown; usually of the game shown last."""
        from red7_desktop.app.screens.rules import RulesScreen

        told = face or self._shown.face
        kit = self._shown.kit_for(told)
        self._show_alone(RulesScreen(kit, told, page, self._pages.close, as_overlay=True))

    def show_settings(self) -> None:
        """Show the settings above whatever is shown."""
        from red7_desktop.app.screens.settings import SettingsScreen

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
        from red7_desktop.app.table.pages import TableActions

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
        self.kit.stage.set_prompts(self.kit.controls.prompts(self.kit.texts))
