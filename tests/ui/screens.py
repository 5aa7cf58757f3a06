"""Opens a screen, or a table with its pages, without the rest of the program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import cache, partial
from types import SimpleNamespace
from typing import Any

import pygame

from red7_desktop.app.feature import Navigator
from red7_desktop.app.matches.match_store import SaveInfo
from red7_desktop.app.matches.matches import MatchesScreen
from red7_desktop.app.profile import own_profile, statistics
from red7_desktop.app.screens.new_game import NewGameScreen
from red7_desktop.app.screens.rules import RulesScreen
from red7_desktop.app.screens.settings import SettingsScreen
from red7_desktop.app.screens.title import TitleScreen
from red7_desktop.app.table import context, end_pages, hot_seat, mode, overlays, pages
from red7_desktop.games.red7.face import card_art, view
from red7_desktop.games.red7.face.words import Words, build_band_words
from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.games.red7.rules import cards, game
from red7_desktop.games.registry import BOX, describe_own_intents
from red7_desktop.kit import match_model, phrases, presentation, setup
from red7_desktop.kit.game_view import OVERVIEW, GameView
from red7_desktop.kit.hud import hud, marks, part
from red7_desktop.kit.look.card_art import CardStyle
from red7_desktop.kit.pages.page import Page, PageStack
from red7_desktop.kit.settings import Settings
from red7_desktop.kit.sound.audio import Audio
from red7_desktop.kit.texts import Texts
from red7_desktop.kit.ui import Screen, Ui
from red7_desktop.play import ai, session
from red7_desktop.resources import asset_path
from red7_desktop.scene import animation, geometry, pictures, theme
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.text import ELLIPSIS, FontShelf
from red7_desktop.scene.stage import Stage
from red7_desktop.table import card_nodes, table_view
from red7_desktop.table.layout import Layout, choose_layout
from red7_desktop.tabletop.match import DamagedSave, Match, SavedMatch, Seated
from tests.setups import FIRST, red7_setup
from tests.ui.pilot import Scrap
from tests.ui.seeing import words_shown
from tests.unit.kit.hud_table import layouts

# == screens ===============================================================================
# Opens one of the screens around the table without the rest of the program, and operates it.


FULL = red7_setup(
    seats=(
        setup.SeatPlan(),
        setup.SeatPlan(level="casual"),
        setup.SeatPlan("W" * 16),
        setup.SeatPlan(level="expert"),
    ),
    actions=True,
    target=196,
    seed=999_999_999,
)
"""A set-up with as much to show as there can be."""
PLAIN = Settings()


@cache
def shipped_theme() -> theme.Theme:
    return theme.load_theme(asset_path("themes", "dark.json"))


@cache
def shelf() -> FontShelf:
    return FontShelf(asset_path("fonts"))


def make_kit(
    size: tuple[int, int], settings: Settings = PLAIN, texts: Texts | None = None
) -> tuple[Ui, animation.SteppedClock]:
    """Make a kit whose settings change as the program's do: theme, cards, then the screen."""
    pygame.display.init()
    clock = animation.SteppedClock()
    stage = Stage(
        size, theme=presentation.adapt_theme(settings, shipped_theme()), fonts=shelf(), clock=clock
    )
    audio = Audio(asset_path("sounds"), clock, stage.timers, loudness=0.0)
    texts = texts or Texts()
    faces = make_faces(settings, texts)
    ui = Ui(stage, texts, faces, settings, lambda settings: None, audio)
    ui.own_intents = partial(describe_own_intents, BOX)
    stage.set_prompts(ui.controls.prompts(texts))
    return ui, clock


def make_faces(settings: Settings, texts: Texts) -> card_art.Red7CardArt:
    font = asset_path("fonts", "Figtree_800ExtraBold.ttf")
    words = build_band_words(texts)
    return card_art.Red7CardArt(
        asset_path("cards", "red7"), colours=settings.colours, words=words, font=font
    )


class Opened:
    """A screen that is open. `left` counts how often it wanted to go, `done` what it asked for."""

    def __init__(
        self,
        make: Callable[[Opened], Page],
        size: tuple[int, int] = (1280, 720),
        settings: Settings = PLAIN,
        texts: Texts | None = None,
    ) -> None:
        self.ui, self.clock = make_kit(size, settings, texts)
        self.ui.change_settings = self.change_settings
        self.left = 0
        self.done: list[Any] = []
        self.clipboard = Scrap()
        self.page = make(self)
        if not self.page.as_overlay:
            self.stage.ground.add(self.page.node)
        self.page.opened()
        self.surface = pygame.Surface(size)
        self.pass_time(1 / 60)

    @property
    def stage(self) -> Stage:
        return self.ui.stage

    def leave(self) -> None:
        self.left += 1

    def change_settings(self, settings: Settings) -> None:
        before, self.ui.settings = self.ui.settings, settings
        if settings.colours != before.colours:
            self.ui.faces = make_faces(settings, self.ui.texts)
        theme = presentation.adapt_theme(settings, shipped_theme())
        if theme != presentation.adapt_theme(before, shipped_theme()):
            self.stage.set_theme(theme)
        self.page.resized()

    # -- time and hands ----------------------------------------------------------------------

    def pass_time(self, seconds: float) -> None:
        """Let time pass unseen, in one step."""
        self.clock.step(seconds)
        self.page.tick(self.clock.now())
        self.stage.tick()

    def frame(self, seconds: float = 1 / 60) -> None:
        """Let one frame pass, and draw it."""
        self.pass_time(seconds)
        self.stage.draw(self.surface)

    def wait(self, seconds: float) -> None:
        """Let frames pass, and draw the last one."""
        for _ in range(round(seconds * 30)):
            self.pass_time(1 / 30)
        self.stage.draw(self.surface)

    def post(self, kind: int, **fields: Any) -> None:
        event = pygame.Event(kind, **fields)
        if not self.page.handle(event):
            self.stage.handle(event)
        self.stage.tick()

    def key(self, key: int, mod: int = 0, text: str = "") -> None:
        self.post(pygame.KEYDOWN, key=key, mod=mod, unicode=text)

    def pad(self, button: int) -> None:
        self.post(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)

    def type(self, text: str) -> None:
        for letter in text:
            self.post(pygame.TEXTINPUT, text=letter)

    def click(self, name: str, across: float = 0.5) -> None:
        """Click a node, which must be seen, at a part of its width."""
        node = self.node(name)
        at = node.world.apply(geometry.Vec(node.size.w * across, node.size.h / 2))
        self.click_at(at)

    def click_at(self, at: geometry.Vec) -> None:
        x, y = self.stage.view.to_pixels(at)
        self.post(pygame.MOUSEMOTION, pos=(round(x), round(y)), rel=(0, 0), buttons=(0, 0, 0))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.post(kind, pos=(round(x), round(y)), button=1)
        self.pass_time(1 / 60)

    # -- what there is -----------------------------------------------------------------------

    def node(self, name: str) -> Node:
        """Find a node that is shown, on the topmost layer that has it."""
        found = [node for node in self.stage.root.walk() if node.name == name and node.is_shown]
        assert found, f"there is no {name!r}"
        return found[-1]

    def has(self, name: str) -> bool:
        return any(node.name == name and node.is_shown for node in self.stage.root.walk())

    @property
    def focus_name(self) -> str:
        current = self.stage.focus.current
        return "" if current is None else current.name

    def focus_on(self, name: str) -> None:
        self.stage.focus.is_visible = True
        self.stage.focus.give(self.node(name))


# -- the screens -----------------------------------------------------------------------------


class NavigatorStub(Navigator):
    """Notes in `opened.done` where a page leads; has one match of each game."""

    def __init__(self, opened: Opened, face: GameView = view.RED7_VIEW) -> None:
        self._opened = opened
        self._kept: setup.GameSetup | None = None
        self._above: Page | None = None
        self.ui = ui = opened.ui
        self.box = BOX
        self.features = ()
        self.today = lambda: date(2020, 2, 20)
        self.profile = own_profile.OwnProfile(ui)
        self.profile.note(statistics.ProfileEvent(own_profile.LOOK, "", "night", self.today(), ""))
        setups: Any = SimpleNamespace(last="red7", of=lambda game: FIRST)
        self.setups = setups
        store = SimpleNamespace(
            last_by_game=lambda usual: {"red7": 1, "spring": 2},
            saved_in=fail_to_read,
            has_any=True,
            kept=list_kept,
        )
        match_service: Any = SimpleNamespace(store=store, new_deal=lambda: 4711)
        self.match_service = match_service
        presentation: Any = SimpleNamespace(
            face=face,
            theme_of=lambda face: ui.stage.look.theme,
            theme_with=lambda table: shipped_theme(),
            ui_for=self._kit_for,
            asset=asset_path,
            languages=("en", "de", "pl"),
        )
        self.presentation = presentation

    def _kit_for(self, face: GameView) -> Ui:
        style = CardStyle(self.ui.settings.colours, self.ui.texts, None, asset_path)
        return replace(self.ui, faces=face.look.pictures(style))

    def _note(self, *what: Any) -> None:
        self._opened.done.append(what)

    def show(self, screen: Screen) -> None:
        self._note("show", screen)

    def open_page(self, page: Page) -> None:
        self._note("page", page)
        self._above = page
        page.opened()

    def close_page(self) -> None:
        above, self._above = self._above, None
        if above is None:
            self._opened.leave()
        else:
            above.closed()

    def show_title(self) -> None:
        if self._kept is not None:
            self._opened.done.append(self._kept)
        self._opened.leave()

    def show_new_game(self, game: str | None = None) -> None:
        self._note("play")

    def show_rules(self, page: str = OVERVIEW, face: GameView | None = None) -> None:
        self._note("rules", *([] if page == OVERVIEW else [page]))

    def show_settings(self) -> None:
        self._note("settings")

    def show_profile(self) -> None:
        self._note("profile")

    def show_matches(self) -> None:
        self._note("matches")

    def show_records(self) -> None:
        self._note("records")

    @property
    def has_records(self) -> bool:
        return False

    def quit(self) -> None:
        self._note("quit")

    def choose_game(self, game: str, options: Any = None) -> None:
        self._note("choose", game)

    def keep_setup(self, setup: setup.GameSetup) -> None:
        self._kept = setup

    def play(self, setup: setup.GameSetup) -> None:
        assert setup == self._kept
        self._opened.done.append(setup)

    def begin(self, begin: Callable[[], session.Session]) -> None:
        self._note("begin")

    def rematch(self) -> None:
        self._note("rematch")

    def give_up(self) -> None:
        self._note("give up")

    def save_record(self) -> None:
        self._note("save record")

    def resume(self, number: int | None = None) -> None:
        self._note("resume")

    def open_table(
        self, session: session.Session, restore: Callable[[Any], None] | None = None
    ) -> None:
        self._note("table")

    def look_back(self, restore: Callable[[Any], None]) -> None:
        self._note("review")

    def delete_match(self, number: int) -> bool:
        self._note("delete")
        return True

    def make_reviewer(self, match: Match) -> ai.Reviewer:
        raise NotImplementedError


def fail_to_read(number: int) -> SavedMatch:
    raise DamagedSave("$", "broken_json", "made up")


def list_kept() -> tuple[SaveInfo, ...]:
    """Return matches with the longest names, one of another copy, and one that is damaged."""
    people = (Seated("Wilhelmina Maria", "human"), Seated("W" * 16, "human"))
    ais = tuple(Seated(level.name, level.key) for level in LEVELS[:2])
    options = view.RED7_VIEW.setup.to_options(FULL.with_values(target=None))
    saved = SavedMatch(Match(BOX["red7"].rules(), options, 7), (*people, *ais), {})
    return (
        SaveInfo(1, 1e9, saved),
        SaveInfo(2, 1e9, saved, None, is_elsewhere=True),
        SaveInfo(3, 0.0, None, DamagedSave("$", "broken_json", "made up")),
    )


def title(opened: Opened) -> TitleScreen:
    return TitleScreen(NavigatorStub(opened))


def new_game(opened: Opened, setup: setup.GameSetup = FULL) -> NewGameScreen:
    return NewGameScreen(NavigatorStub(opened), setup, opened.clipboard)


def settings(opened: Opened) -> SettingsScreen:
    return SettingsScreen(NavigatorStub(opened), as_overlay=False)


def settings_overlay(opened: Opened) -> SettingsScreen:
    return SettingsScreen(NavigatorStub(opened))


def rules(page: str, *, as_overlay: bool = False) -> Callable[[Opened], RulesScreen]:
    return lambda opened: RulesScreen(
        opened.ui, view.RED7_VIEW, page, opened.leave, as_overlay=as_overlay
    )


def matches(opened: Opened) -> MatchesScreen:
    return MatchesScreen(NavigatorStub(opened))


SCREENS: dict[str, Callable[[Opened], Page]] = {
    "title": title,
    "new game": new_game,
    "first game": lambda opened: new_game(opened, FIRST),
    "matches": matches,
    "settings": settings,
    "rules in short": rules("overview"),
    "a rule": rules("I", as_overlay=True),
    "actions": rules("actions"),
}
"""Every screen in the state that has most to show."""


# == overlay bench =========================================================================
# A table with a match on it and nothing else, for what comes up above the table.


LONG = ("Wilhelmina Zhang", "Bartholomew Ojo", "Maximiliana Ruiz", "Konstantin Wolff")
"""Names as long as people have them."""
FRAME = 1 / 60


def first_step(observation: Any, should_stop: Callable[[], bool]) -> tuple[Any, ...]:
    return (observation.legal[0],)


class Bench:
    """A stage with a table and a session. The table shows what the session's viewer may know.

    people: the seats of people; the others are played by whoever takes the first legal step.
    `listeners` run after the table has followed a change.
    """

    def __init__(
        self,
        size: tuple[int, int] = (1280, 720),
        settings: Settings = PLAIN,
        *,
        rules: str = "advanced@1.3",
        names: Sequence[str] = LONG,
        people: Sequence[int] = (0, 1, 2, 3),
        seed: int = 9,
        target: int = 100,
        texts: Texts | None = None,
    ) -> None:
        self.ui, self.clock = make_kit(size, settings, texts)
        self.ui.change_settings = self.change_settings
        self.surface = pygame.Surface(size)
        seats = tuple(
            ai.Seat(name, None if n in people else "first") for n, name in enumerate(names)
        )
        options = {"rules": rules, "seats": len(seats), "target": target}
        match = Match(game.Red7(), options, seed)
        self.session = session.Session(match, seats, {"first": first_step}, ai.Thinker(), 0.1)
        self.pages = PageStack()
        self.clipboard = Scrap()
        self.handler: Callable[[pygame.Event], bool] = lambda event: False
        self.ticker: Callable[[float], None] = lambda now: None
        self.ground = Node(name="table screen")
        self.stage.ground.add(self.ground)
        look = self.stage.look
        self.view = table_view.TableView(
            faces=self.ui.faces,
            animator=self.stage.animator,
            layout=self.layout,
            viewer=self.session.viewer or 0,
            visible=look.visible,
            looks=marks.build_mark_looks(
                look, view.RED7_VIEW.table.mark_looks(look, part.TextStyler(self.ui.faces))
            ),
        )
        self.ground.add(self.view.root)
        self.view.show(self.session.observe().zones)
        self.view.snap()
        self._hurries = False
        self.session.listen(self._follow)

    @property
    def stage(self) -> Stage:
        return self.ui.stage

    @property
    def layout(self) -> Layout:
        zoom = self.stage.look.theme.zoom
        return choose_layout(layouts(), self.stage.view.window, len(self.session.seats), zoom)

    @property
    def words(self) -> Words:
        seats = self.session.seats
        names, players = [seat.name for seat in seats], [seat.player for seat in seats]
        return Words(self.ui.texts, names, self.session.viewer, players)

    def table(
        self,
        note: Callable[[str], Callable[[], None]] = lambda name: lambda: None,
    ) -> context.TableContext:
        """Make what the parts of a table share, with a HUD that shows nothing yet.

        note: gives what is done for where the table leads, by its name.
        """
        look, ink = self.stage.look, part.TextStyler(self.ui.faces)
        navigator: Any = SimpleNamespace(
            ui=self.ui,
            features=(),
            show_title=note("title"),
            show_rules=note("rules"),
            show_settings=note("settings"),
            show_new_game=note("new game"),
            show_profile=note("profile"),
            give_up=note("give up"),
            rematch=note("rematch"),
            save_record=note("save record"),
        )
        return context.TableContext(
            navigator,
            view.RED7_VIEW,
            self.session,
            mode.TableMode(Node()),
            hud.Hud(look, ink, self.ui.texts, view.RED7_VIEW, self.layout, lambda asked: None),
            self.view,
            self.pages,
            self.clipboard,
        )

    def seat_again(self) -> None:
        """Lay the table out for whoever looks now."""
        self.view.place(self.layout, self.session.viewer or 0, self.stage.look.visible)

    def change_settings(self, settings: Settings) -> None:
        self.ui.settings = settings
        self.ui.faces = make_faces(settings, self.ui.texts)
        self.stage.set_theme(presentation.adapt_theme(settings, shipped_theme()))
        self.stage.animator.speed = settings.speed
        self.pages.resized()

    # -- the match ---------------------------------------------------------------------------

    def _follow(self, change: session.Change) -> None:
        if not self._hurries:
            self.view.show(change.after.zones, change.moves)

    def play(self, turns: int = 1) -> None:
        """Let whoever is asked play turns, going out only when there is nothing else.

        Of several turns the table shows what they come to: for each it would lay itself out anew.
        """
        done, self._hurries = 0, turns > 1
        while done < turns and self.session.to_act and not self.session.is_waiting_for_table:
            seat = self.session.to_act[0]
            self.session.viewer = seat
            legal = self.session.observe().legal
            self.session.take(next((step for step in legal if step != cards.THE_PASS), legal[0]))
            done += self.session.to_act != (seat,)
        if self._hurries:
            self._hurries = False
            self.view.show(self.session.observe().zones)
            self.view.snap()

    def play_round(self) -> None:
        """Play until the round is over."""
        self.play(10_000)

    # -- time and hands ----------------------------------------------------------------------

    def frame(self, seconds: float = FRAME) -> None:
        self.clock.step(seconds)
        self.ticker(self.clock.now())
        self.pages.tick(self.clock.now())
        self.stage.tick()
        self.stage.draw(self.surface)

    def pass_time(self, seconds: float) -> None:
        """Let time pass in a few steps, unseen."""
        for _ in range(10):
            self.clock.step(seconds / 10)
            self.stage.tick()

    def wait(self, seconds: float) -> None:
        for _ in range(max(1, round(seconds / FRAME))):
            self.frame()

    def post(self, kind: int, **fields: Any) -> None:
        """Let the screen, when no overlay wants the keys, and then the stage take an event."""
        event = pygame.Event(kind, **fields)
        has_overlay = self.stage.focus.scope is not self.stage.root
        if has_overlay or not self.handler(event):
            self.stage.handle(event)
        self.stage.tick()

    def press(self, key: int) -> None:
        self.post(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)

    def release(self, key: int) -> None:
        self.post(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)

    def key(self, key: int) -> None:
        self.press(key)
        self.release(key)

    def pad(self, button: int) -> None:
        self.post(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)

    def pixel(self, at: geometry.Vec) -> tuple[int, int]:
        """Return the pixel of a point of the stage."""
        x, y = self.stage.view.to_pixels(at)
        return round(x), round(y)

    def move_to(self, at: geometry.Vec) -> None:
        self.post(pygame.MOUSEMOTION, pos=self.pixel(at), rel=(0, 0), buttons=(0, 0, 0))

    def click_at(self, at: geometry.Vec) -> None:
        self.move_to(at)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.post(kind, pos=self.pixel(at), button=1)

    def click(self, name: str) -> None:
        self.click_at(self.node(name).centre)

    # -- what there is -----------------------------------------------------------------------

    def nodes(self, name: str) -> list[Node]:
        return [node for node in self.stage.root.walk() if node.name == name and node.is_shown]

    def node(self, name: str) -> Node:
        found = self.nodes(name)
        assert found, f"there is no {name!r}"
        return found[-1]

    def card(self, face: str) -> card_nodes.CardNode:
        (found,) = [card for card in self.view.cast if card.shown == face]
        return found

    @property
    def focus_name(self) -> str:
        current = self.stage.focus.current
        return "" if current is None else current.name

    @property
    def words_shown(self) -> list[str]:
        """Every piece of text that is to be seen."""
        return words_shown(self.stage)


def shortened(bench: Bench, within: Node) -> list[str]:
    """List the words below a node that had no room and end in an ellipsis."""
    return [
        node.picture.text
        for node in within.walk()
        if isinstance(node.picture, pictures.TextPicture)
        and node.is_shown
        and node.picture.text.endswith(ELLIPSIS)
        and node.picture.text.strip() != ELLIPSIS
        and not node.picture.text.endswith(f" {ELLIPSIS}")
    ]


# == overlay pages =========================================================================
# Every page above the table, in a state with much to show.


class Heard:
    """What pages have asked for, in words."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.asked: list[str] = []

    def note(self, name: str) -> Callable[[], None]:
        return lambda: self.asked.append(name)

    def leave(self) -> None:
        self.asked.append("leave")
        self.bench.pages.close()


def log_page(heard: Heard, *, with_record: bool = False) -> Page:
    bench = heard.bench
    bench.play_round()
    bench.session.go_on()
    bench.play(9)
    log = view.RED7_VIEW.story.history(bench.words, bench.session.match, bench.session.viewer)
    record = (lambda: "the record") if with_record else None
    return overlays.LogPage(bench.ui, log, bench.clipboard, heard.leave, record=record)


def spread_page(heard: Heard) -> Page:
    bench = heard.bench
    bench.play(14)
    spread = view.RED7_VIEW.story.pile(bench.words, bench.session.observe(), "canvas")
    assert spread is not None
    return overlays.SpreadPage(bench.ui, replace(spread, cards=spread.cards * 3), heard.leave)


def pause_page(heard: Heard) -> Page:
    heard.bench.session.match.seed = 999_999_999
    return overlays.PausePage(heard.bench.table(heard.note), heard.leave)


def round_end_page(heard: Heard) -> Page:
    heard.bench.play_round()
    return end_pages.EndPage(heard.bench.ui, ending_of(heard), heard.leave)


def round_story_page(heard: Heard) -> Page:
    heard.bench.play_round()
    return end_pages.EndSheet(heard.bench.ui, ending_of(heard), heard.leave)


def match_end_page(heard: Heard) -> Page:
    play_match(heard.bench)
    return end_pages.EndPage(heard.bench.ui, ending_of(heard), heard.leave)


def match_story_page(heard: Heard) -> Page:
    play_match(heard.bench)
    return end_pages.EndSheet(heard.bench.ui, ending_of(heard), heard.leave)


def play_match(bench: Bench) -> None:
    while bench.session.to_act:
        bench.play_round()
        if bench.session.is_waiting_for_table:
            bench.session.go_on()


def ending_of(heard: Heard) -> end_pages.Ending:
    """Return what is over, with buttons that are noted by their names."""
    ending = pages.TablePages(heard.bench.table(heard.note))._ending()
    assert ending is not None
    noted = [each._replace(press=heard.note(each.name)) for each in ending.buttons]
    return ending._replace(buttons=noted)


def curtain_page(heard: Heard) -> Page:
    bench = heard.bench
    bench.play_round()
    bench.session.go_on()
    bench.play(2)
    seat = bench.session.to_act[0]
    told = match_model.build_recap(
        view.RED7_VIEW.story.history(bench.words, bench.session.match, None), seat
    )
    assert len(told.lines) > 4
    sign = phrases.SeatSign(seat, "W", bench.session.seats[seat].name)
    return hot_seat.CurtainPage(bench.ui, sign, told, (), heard.note("reveal"), heard.note("menu"))


PAGES: dict[str, Callable[[Heard], Page]] = {
    "log": log_page,
    "spread": spread_page,
    "pause": pause_page,
    "round end": round_end_page,
    "round story": round_story_page,
    "match end": match_end_page,
    "match story": match_story_page,
    "curtain": curtain_page,
}


def opened(name: str, *args: Any, **options: Any) -> tuple[Heard, Page]:
    """Open a page of PAGES on a bench of its own; the other arguments are the bench's."""
    bench = Bench(*args, **options)
    heard = Heard(bench)
    page = PAGES[name](heard)
    bench.pages.show(page)
    bench.frame()
    return heard, page
