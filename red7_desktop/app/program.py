"""The program: its current screen, navigation between screens, and the services they share.

Screens and their modules are imported when they are opened, to show the first frame sooner.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar

import pygame

from red7_desktop import PRODUCT
from red7_desktop.app import features, window
from red7_desktop.app.feature import Feature, Navigator, first_not_none
from red7_desktop.app.library import matches
from red7_desktop.app.library.library import Library
from red7_desktop.app.matches import match_desk, setups
from red7_desktop.app.profile.own_profile import OwnProfile, list_face_names
from red7_desktop.app.screens.title import TitleScreen
from red7_desktop.games.registry import (
    CATALOGUE,
    Catalogue,
    describe_own_intents,
    list_own_settings,
)
from red7_desktop.kit import devices, game_view, presentation, storage
from red7_desktop.kit.bindings import SPOKEN_INTENTS, Device, Intent
from red7_desktop.kit.pages import page
from red7_desktop.kit.settings import QUIET_MUSIC
from red7_desktop.kit.sound import reading
from red7_desktop.kit.ui import Screen, Ui
from red7_desktop.play.ai import Adviser, Reviewer, Seat, Thinker
from red7_desktop.play.session import Session
from red7_desktop.scene import animation, node, stage, theme
from red7_desktop.tabletop import match

if TYPE_CHECKING:
    from red7_desktop.app.table.screen import TableScreen
    from red7_desktop.kit import setup
    from red7_desktop.table.layout import Layout
    from red7_desktop.tabletop.advice import AdviceStore

_LOG: Final = logging.getLogger(__name__)
_LEVELS: Final = {"title": 0, "table": 2}
"""Level of a screen in the order of navigation, by the screen's name; other screens have level 1.
The levels of the old and the new screen decide from which side the new screen slides in."""
_SHIFT: Final = 24.0
"""Distance by which a new screen slides, in design units, if the `_LEVELS` of the old and the new
screen differ by one. Twice as much for a difference of two."""
F = TypeVar("F", bound=Feature)


_RELEASES: Final = frozenset(
    {pygame.KEYUP, pygame.MOUSEBUTTONUP, pygame.FINGERUP, pygame.CONTROLLERBUTTONUP}
)


class Program(Navigator):
    """The running program: its window, screens, features and shared services.

    Args:
        paths: Folders and files.
        library: Stores matches and players.
        size: Size of the window in pixels.
        clock: Source of the time.
        writes: Writes settings and setups.
        make_thinker: Creates the worker that runs AI players.
        new_number: Returns a random integer from 0 to below its argument, used for new deals.
        today: Returns the date.
        set_fullscreen: Switches full screen on or off.
        set_title: Sets the window's title.
        set_text_input: Starts text input at a rectangle in pixels, or stops it; the second argument
            is whether the system's on-screen keyboard may open.
        first_settings: Values used instead of defaults until the user's settings are stored.
        catalogue: The games.
    """

    def __init__(
        self,
        paths: storage.Paths,
        library: Library,
        *,
        size: tuple[int, int],
        clock: animation.Clock,
        writes: storage.Worker,
        make_thinker: Callable[[], Thinker],
        new_number: Callable[[int], int],
        today: Callable[[], date],
        set_fullscreen: Callable[[bool], None] = lambda is_on: None,
        set_title: Callable[[str], None] = lambda title: None,
        set_text_input: Callable[[pygame.Rect | None, bool], None] = lambda place, by_screen: None,
        first_settings: Mapping[str, Any] = MappingProxyType({}),
        catalogue: Catalogue = CATALOGUE,
    ) -> None:
        self.catalogue = catalogue
        self.paths = paths
        self.new_number = new_number
        self.today = today
        self.writes = writes
        self._make_thinker = make_thinker
        self._set_fullscreen = set_fullscreen
        self._set_title = set_title
        self.is_running = True
        self.setups = setups.SetupStore(paths.setup, catalogue, writes)
        self.presentation = presentation.Presentation(
            paths.settings,
            size,
            clock,
            catalogue[self.setups.last].view(),
            switches=list_own_settings(catalogue),
            sounds=lambda: [
                sound for row in catalogue.values() for sound in row.view().table.sounds
            ],
            writes=writes,
            first_settings=first_settings,
        )
        self.presentation.listen(self._follow_settings)
        self.ui = ui = self.presentation.ui
        ui.own_intents = partial(describe_own_intents, catalogue)
        self._set_text_input = set_text_input
        ui.stage.on_caret_moved = self._place_text
        self._place_text(None)
        self.notices = self.presentation.notices
        self._layouts = LayoutLibrary(catalogue, self.presentation.asset)
        self.match_service = match_desk.MatchService(
            catalogue, library, make_thinker, new_number, clock.now, today
        )
        self.library = library
        self.match_service.set_speed(ui.settings.speed)
        self.match_service.on_over = self._end_match
        self.profile = OwnProfile(ui)
        self.features = features.make_features(self)
        self.pixels = None
        self.screen = Screen(ui, "nothing")
        self.pages = page.PageStack()
        self._has_asked_to_quit = False
        self.plays_music_from_first_press = False
        """Whether the next press of a key or button starts quiet background music.

        True when a new user starts the program for the first time.
        """
        self._day = today()
        self._opening = ui.stage.opening
        self.inputs = devices.Inputs(ui.stage, ui.controls, self._follow_device)
        self.inputs.apply_settings(ui.settings)
        self._idle = window.IdleTasks(ui, self.inputs)
        self._reader = reading.InterfaceReader(ui, self._describe)
        self._show_prompts()

    def feature(self, kind: type[F]) -> F:
        """Return the program's feature that is an instance of a class.

        Raises:
            StopIteration: There is no such feature.
        """
        return next(each for each in self.features if isinstance(each, kind))

    # -- called by the main loop -------------------------------------------------------------

    def handle(self, event: pygame.Event) -> None:
        """Handle an event: first the program's own keys, then the screen, then the stage."""
        self._idle.note_event(event)
        for each in self.inputs.handle(event):
            self._handle(each)
        if self.plays_music_from_first_press and event.type in _RELEASES and self.is_running:
            self.plays_music_from_first_press = False
            if not self.ui.settings.music_volume:
                self.ui.change_settings(replace(self.ui.settings, music_volume=QUIET_MUSIC))

    def _handle(self, event: pygame.Event) -> None:
        if self._opening.steps and event.type == pygame.MOUSEMOTION:
            # While a screen opens over several frames, mouse movements wait until it is complete.
            # Any other event completes it at once.
            self._opening.steps.append(partial(self._pass_on, event))
        else:
            self._opening.finish()
            self._pass_on(event)

    def _pass_on(self, event: pygame.Event) -> None:
        self._reader.handle_event(event)
        if event.type in stage.PRESS_EVENTS:
            self.ui.stage.finish_motions()
            if self.ui.stage.was_moving:
                self.ui.audio.play_last()
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type == pygame.APP_TERMINATING:
            self._end_by_system()
        elif event.type == pygame.KEYMAPCHANGED:
            self._show_prompts()
            for layer in self._layers:
                layer.apply_settings(frozenset({"keys"}))
        elif self.inputs.is_fullscreen_key(event):
            settings = self.ui.settings
            self.ui.change_settings(replace(settings, fullscreen=not settings.fullscreen))
        elif self.inputs.is_reading_key(event):
            settings = self.ui.settings
            self.ui.change_settings(replace(settings, spoken_log=not settings.spoken_log))
        elif not (
            any(each.handle_event(event) for each in self.features)
            or self._handle_on_top(event)
            or self._answer(event)
        ):
            self.ui.stage.handle(event)

    def _handle_on_top(self, event: pygame.Event) -> bool:
        """Pass an event to the page or screen on top, before the stage gets it.

        If another node, such as a dialog, is above a screen, the screen only handles the event with
        `handle_above`.

        Returns:
            Whether the event was handled.
        """
        scope = self.ui.stage.focus.scope
        screen = self.screen
        if self.pages.top is not None and scope is self.pages.top.node:
            return self.pages.handle(event)
        is_on_top = scope in (self.ui.stage.root, screen.node)
        if is_on_top:
            return screen.handle(event)
        return screen.handle_above(event)

    def _answer(self, event: pygame.Event) -> bool:
        """If an event is a key that asks for information to be read aloud, answer it.

        If reading aloud is off, show a message that says so.

        Returns:
            Whether the event is such a key.
        """
        ui = self.ui
        asked = ui.controls.find_pressed_intents(event) & SPOKEN_INTENTS
        if not asked or ui.stage.is_typing or ui.controls.is_capturing:
            return False
        intent = next(each for each in Intent if each in asked)
        lines = self.screen.answer(intent)
        if ui.settings.spoken_log:
            ui.say(*(lines or (ui.texts("No match is on the table."),)))
        elif lines:
            ui.stage.toasts.show(ui.texts("Reading aloud is off."))
        return True

    def tick(self) -> None:
        frame_start = self._idle.start_tick()
        for event in self.inputs.tick():
            self._handle(event)
        if self._opening.steps:
            self._opening.resume(frame_start)
            return
        for feature in self.features:
            if feature.is_ticking:
                feature.tick()
        self.writes.tick()
        layers = self._layers
        now = self.ui.stage.clock.now()
        if self._day != (day := self.today()):
            self._day = day
            for layer in layers:
                layer.on_day_changed()
        for layer in layers:
            layer.tick(now)
        self.ui.stage.tick()
        self._reader.tick()
        self._idle.tick(layers, now)
        if self.library.tick():
            self.notices.not_saved(self.library.pop_write_error())
            self.notices.file_troubles(self.library.pop_problems())

    def _describe(self, node: node.Node) -> node.Spoken | None:
        return self.screen.describe(node)

    @property
    def idle_for(self) -> float:
        is_busy = self._opening.steps or self.writes.needs_tick
        if is_busy or any(each.needs_tick for each in self.features):
            return 0.0
        return self._idle.idle_for

    @property
    def _layers(self) -> list[Screen]:
        if self._opening.steps:
            return []
        return [self.screen, *self.pages.open_pages]

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        self.pixels = surface
        if surface.get_size() != self.ui.stage.view.window:
            self.resize(surface.get_size())
        spent = self._idle.frame_time()
        if self._opening.steps:
            return []
        return self.ui.stage.draw(surface, spent)

    def resize(self, window: tuple[int, int]) -> None:
        self._opening.finish()
        self.presentation.resize(window)
        self._lay_out_again()

    def _lay_out_again(self) -> None:
        for layer in self._layers:
            layer.on_resize()

    def _follow_settings(self, before: Ui, look: theme.ResolvedTheme) -> None:
        ui = self.ui
        settings = self.ui.settings
        old_settings = before.settings
        self.match_service.set_speed(settings.speed)
        self.inputs.apply_settings(settings)
        if (settings.keys, settings.pad, ui.texts) != (
            old_settings.keys,
            old_settings.pad,
            before.texts,
        ):
            self._show_prompts()
        self._set_fullscreen(settings.fullscreen)
        self._retitle()
        has_new_cards = (before.texts, before.card_art) != (ui.texts, ui.card_art)
        if has_new_cards and self.session is not None:
            table = self._make_table(self.session)
            window.rebuild_table(self.screen, table, self.pages, ui.stage.focus, self._show_whole)
        if has_new_cards or ui.stage.look is not look:
            self._lay_out_again()
        else:
            changed = settings.differences(old_settings)
            for layer in self._layers:
                layer.apply_settings(changed)

    def _show_prompts(self) -> None:
        self.ui.stage.set_prompts(self.ui.controls.prompts(self.ui.texts))

    def _follow_device(self) -> None:
        self._show_prompts()
        self._place_text(self._text_place)

    def _place_text(self, place: pygame.Rect | None) -> None:
        """Start text input at a rectangle in pixels, or stop it (None).

        The system's on-screen keyboard is only allowed with a mouse. With a gamepad it would cover
        the page as soon as a text field gets the focus. Gamepads and touch screens use the
        program's own keyboard.
        """
        self._text_place = place
        self._set_text_input(place, self.ui.controls.device is Device.MOUSE)

    def preload(self) -> threading.Thread:
        """Start a thread that loads data which is needed soon after the first frame.

        The thread loads Python modules, the layouts of tables, and the names of the portraits.

        Returns:
            The loading thread, so that the caller can wait for its end.
        """
        self.library.check_and_import()
        for each in self.features:
            each.prepare()
        return window.load_in_background(
            self.catalogue,
            self._layouts.read,
            self.presentation.mix_colours,
            list_face_names,
            self._freeze_loaded,
        )

    def _freeze_loaded(self) -> None:
        """Exclude the loaded modules and the player's profile from garbage collection.

        Reading ten thousand matches leaves free blocks in the heap, which are returned to the
        system. The profile is being loaded in the library's reading thread. The job is queued
        there, so it runs once the profile is loaded.
        """

        def settle_memory() -> None:
            window.freeze_all()
            window.trim_heap()

        self.library.load(settle_memory)

    # -- the end -----------------------------------------------------------------------------

    def quit(self) -> None:
        self._finish_saving()
        if self._has_asked_to_quit or self.library.retry_writes():
            self._stop()
            return
        self._has_asked_to_quit = True
        texts = self.ui.texts
        message = texts(
            "The match couldn’t be saved. If you quit now, you’ll lose the moves since the last "
            "save."
        )
        page.ask(
            self.ui,
            texts("Quit"),
            message,
            yes=texts("Quit anyway"),
            no=texts("Stay"),
            on_yes=self._stop,
            on_no=self._stay,
        )

    def _finish_saving(self) -> None:
        self.library.cancel_import()
        for each in self.features:
            each.cancel_work()

    def _stay(self) -> None:
        self._has_asked_to_quit = False

    def _end_by_system(self) -> None:
        """Stop without asking the user, because the system ends the program."""
        self._finish_saving()
        if not self.library.retry_writes():
            _LOG.warning("ended by the system; the last steps of the match are not saved")
        self._stop()

    def _stop(self) -> None:
        self.match_service.leave()
        for each in self.features:
            each.close()
        self.writes.close()
        self.is_running = False

    def stop_after_crash(self) -> None:
        """Stop background work, because this program has crashed and is replaced."""
        self.match_service.abandon()
        for each in self.features:
            with suppress(Exception):  # Ignore errors: the crash may have broken the feature.
                each.close()
        self.writes.close()
        self.ui.audio.close()

    # -- screens -----------------------------------------------------------------------------

    def show(self, screen: Screen, since: float | None = None) -> None:
        self._opening.finish()
        self._animate_change(screen)
        self.screen.on_close()
        self.screen.node.detach()
        self.screen = screen
        self.ui.stage.screen_layer.add(screen.node)
        self._opening.begin(screen.opening(), since)
        self._idle.free_replaced_screen()
        self._retitle()

    def _animate_change(self, screen: Screen) -> None:
        """Animate the change to another screen.

        A table grows out of the game's panel on the title screen, or out of the lobby, and shrinks
        back into the panel. Other screens slide; the `_LEVELS` of the two screens decide in which
        direction.
        """
        old_screen = self.screen.node
        level, next_level = (_LEVELS.get(node.name, 1) for node in (old_screen, screen.node))
        if old_screen.parent is None:
            return
        table = _LEVELS["table"]
        names = {f"game {self.setups.last}", "top"}

        def find_panel(page: node.Node) -> node.Node | None:
            return next((each for each in page.walk() if each.name in names), None)

        source_panel = None
        if next_level == table > level:
            source_panel = find_panel(old_screen)
        if source_panel is not None:
            transition = stage.Transition(0.2, grow_from=source_panel)
        elif level == table and next_level == _LEVELS["title"]:
            transition = stage.Transition(0.17, find_shrink_target=partial(find_panel, screen.node))
        else:
            transition = stage.Transition(0.15, _SHIFT * (level - next_level))
        self.ui.animate_change(transition)

    def _retitle(self) -> None:
        self._set_title(self.screen.about(self.ui.texts) or PRODUCT)

    def _show_whole(self, screen: Screen) -> None:
        self.show(screen)
        self._opening.finish()

    def show_title(self) -> None:
        self.match_service.leave()
        self.presentation.set_game(self.catalogue[self.setups.last].view())
        self.show(TitleScreen(self))

    def show_new_game(self, game: str | None = None) -> None:
        from red7_desktop.app.screens.new_game import NewGameScreen

        stored, troubles = self.setups.load()
        self.notices.file_troubles(troubles)
        wanted = self._drop_unshown(stored if game is None else self.setups.of(game))
        self.presentation.set_game(self.catalogue[wanted.game].view())
        self.show(NewGameScreen(self, wanted))

    def _drop_unshown(self, wanted: setup.GameSetup) -> setup.GameSetup:
        """Clear players' names that no font can show, with a message for each.

        Returns:
            The set-up with the remaining names.
        """
        for place, seat in enumerate(wanted.seats):
            if not self.ui.can_show(seat.name):
                wanted = wanted.with_seat(place, seat._replace(name=""))
                texts = self.ui.texts
                name = self.paths.setup.name
                words = texts("{name}: a player’s name can’t be displayed.", name=name)
                self.ui.stage.toasts.show(words, style="warning")
        return wanted

    def show_rules(
        self, page: str = game_view.OVERVIEW, view: game_view.GameView | None = None
    ) -> None:
        from red7_desktop.app.screens.rules import RulesScreen

        view = view or self.presentation.view
        game = next((name for name, row in self.catalogue.items() if row.view() is view), "")
        check = None
        if game and self.catalogue[game].players().redeal is not None:
            check = partial(self.check_fairness, game)
        ui = self.presentation.ui_for(view)
        self.open_page(RulesScreen(ui, view, page, self.close_page, check))

    def check_fairness(
        self, game: str, played: match.Match | None = None, seats: tuple[Seat, ...] = ()
    ) -> None:
        from red7_desktop.app.screens.fairness import CheckedMatch, FairnessPage

        known = None
        if played is not None:
            known = CheckedMatch(played, seats)
        self.open_page(FairnessPage(self, game, known))

    def show_settings(self) -> None:
        from red7_desktop.app.screens.settings import SettingsScreen

        self.open_page(SettingsScreen(self))

    def show_profile(self) -> None:
        self.feature(features.ProfileFeature).show()

    def show_matches(self) -> None:
        from red7_desktop.app.replay.replays import MatchesScreen

        self.match_service.leave()
        if self.library.has_running or not self.has_records:
            self.show(MatchesScreen(self))
        else:
            self.show_records()

    def show_records(self) -> None:
        self.feature(features.ReplayFeature).service.show()

    def show_played(self, uid: str) -> None:
        self.feature(features.ReplayFeature).service.open_played(uid)

    @property
    def has_records(self) -> bool:
        return self.library.read(matches.has_played, otherwise=False)

    def open_record(self, file: Path) -> None:
        self.feature(features.ReplayFeature).service.open_file(file)

    # -- matches -----------------------------------------------------------------------------

    @property
    def session(self) -> Session | None:
        return self.match_service.session

    def _end_match(self, session: Session, uid: str) -> None:
        """Store a match's result if a step was made, and notify the features.

        A match that was started from a position in a replay is deleted, and no feature is notified.
        """
        if match_desk.is_tried_out(session.occasion):
            self.library.discard(uid)
            return
        if session.match.revision:
            self.feature(features.ProfileFeature).service.finish(session, uid)
        else:
            self.library.discard(uid)
        for each in self.features:
            each.end_match(session, uid)

    # -- tables ------------------------------------------------------------------------------

    def open_table(
        self, session: Session, restore: Callable[[TableScreen], None] | None = None
    ) -> None:
        since = self.ui.stage.clock.now()
        match = session.match
        self.choose_game(match.game.name, match.options)
        table = self._make_table(session)
        self.show(table, since)
        if restore is not None:
            self._opening.finish()
            restore(table)

    def show_replay(self, restore: Callable[[TableScreen], None]) -> None:
        self.feature(features.ReplayFeature).service.review_running_match(restore)

    def _make_table(self, session: Session) -> TableScreen:
        from red7_desktop.app.table.screen import TableScreen

        session.seats = self.profile.with_portraits(session.seats, is_own=session.is_kept)
        row = self.catalogue[session.match.game.name]
        layouts, damaged = self._layouts.load(row.name)
        self.notices.layouts_left_out(damaged)
        mode = first_not_none(each.make_mode(session) for each in self.features)
        return TableScreen(self, session, layouts, self.make_adviser(row.name), mode)

    @cached_property
    def _advice(self) -> AdviceStore:
        from red7_desktop.tabletop.advice import AdviceStore

        return AdviceStore()

    def make_adviser(self, game: str) -> Adviser:
        return Adviser(self.catalogue[game].players(), self._make_thinker(), self._advice)

    def make_reviewer(self, match: match.Match) -> Reviewer:
        players = self.catalogue[match.game.name].players()
        return Reviewer(players, self._make_thinker(), self._advice)


class LayoutLibrary:
    """A thread-safe cache of the games' layouts.

    Args:
        catalogue: The games.
        asset: Returns the path of a bundled file.
    """

    def __init__(self, catalogue: Catalogue, asset: Callable[..., Path]) -> None:
        self._catalogue = catalogue
        self._asset = asset
        self._lock = threading.Lock()
        self._layouts: dict[str, tuple[Layout, ...]] = {}
        self._damaged: dict[str, tuple[str, ...]] = {}

    def load(self, game: str) -> tuple[tuple[Layout, ...], tuple[str, ...]]:
        """Return a game's layouts, and the names of damaged layout files to tell the user.

        The names are only returned by the first call for a game; later calls return (). A damaged
        layout is replaced by another layout for the same number of seats.
        """
        return self._read(game), self._damaged.pop(game, ())

    def read(self) -> None:
        for game in self._catalogue:
            self._read(game)

    def _read(self, game: str) -> tuple[Layout, ...]:
        with self._lock:
            if game not in self._layouts:
                self._layouts[game], self._damaged[game] = self._files(self._catalogue[game].view())
            return self._layouts[game]

    def _files(self, view: game_view.GameView) -> tuple[tuple[Layout, ...], tuple[str, ...]]:
        from red7_desktop.table.layout import LayoutError
        from red7_desktop.table.layout_file import load_layout

        layouts: list[Layout] = []
        damaged: list[str] = []
        for path in sorted(view.table.layouts(self._asset).glob("*.tmx")):
            try:
                layouts.append(load_layout(path, view.table.zone_kinds))
            except LayoutError as error:
                _LOG.warning("a layout is left out: %s", error)
                damaged.append(path.name)
        return tuple(layouts), tuple(damaged)
