"""Opens one of the screens around the table without the rest of the program, and operates it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import cache, partial
from typing import Any, Final

import pygame

from red7_desktop.app.matches.match_desk import observe_for_all
from red7_desktop.app.matches.match_store import SaveInfo, build_seats
from red7_desktop.app.matches.matches import MatchesActions, MatchesScreen
from red7_desktop.app.profile.looks import Looks
from red7_desktop.app.screens.new_game import NewGameActions, NewGameScreen
from red7_desktop.app.screens.rules import RulesScreen
from red7_desktop.app.screens.settings import SettingsScreen
from red7_desktop.app.screens.title import TitleActions, TitleGame, TitleScreen
from red7_desktop.games.red7.face.card_art import Red7CardArt
from red7_desktop.games.red7.face.turn_words import to_options
from red7_desktop.games.red7.face.view import RED7_VIEW
from red7_desktop.games.red7.face.words import build_band_words
from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.games.registry import BOX, describe_own_intents
from red7_desktop.kit.game_view import AnyGameView, Emblem
from red7_desktop.kit.look.card_art import CardStyle
from red7_desktop.kit.pages.page import Page
from red7_desktop.kit.presentation import adapt_theme
from red7_desktop.kit.settings import Settings
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.kit.sound.audio import Audio
from red7_desktop.kit.texts import Texts
from red7_desktop.kit.ui import Ui
from red7_desktop.resources import asset_path
from red7_desktop.scene.animation import SteppedClock
from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.text import FontShelf
from red7_desktop.scene.stage import Stage
from red7_desktop.scene.theme import Theme, load_theme
from red7_desktop.tabletop.match import DamagedSave, Match, SavedMatch, Seated
from tests.setups import FIRST, red7_setup

FULL = red7_setup(
    seats=(
        SeatPlan(),
        SeatPlan(level="casual"),
        SeatPlan("W" * 16),
        SeatPlan(level="expert"),
    ),
    actions=True,
    target=196,
    seed=999_999_999,
)
"""A set-up with as much to show as there can be."""
PLAIN = Settings()


class MemoryClipboard:
    """A clipboard of the test's own."""

    def __init__(self) -> None:
        self.text = ""

    def copy(self, text: str) -> bool:
        self.text = text
        return True

    def paste(self) -> str:
        return self.text


@cache
def shipped_theme() -> Theme:
    return load_theme(asset_path("themes", "dark.json"))


@cache
def shelf() -> FontShelf:
    return FontShelf(asset_path("fonts"))


def make_kit(
    size: tuple[int, int], settings: Settings = PLAIN, texts: Texts | None = None
) -> tuple[Ui, SteppedClock]:
    """Make a kit whose settings change as the program's do: theme, cards, then the screen."""
    pygame.display.init()
    clock = SteppedClock()
    stage = Stage(size, theme=adapt_theme(settings, shipped_theme()), fonts=shelf(), clock=clock)
    audio = Audio(asset_path("sounds"), clock, stage.timers, loudness=0.0)
    texts = texts or Texts()
    faces = make_faces(settings, texts)
    kit = Ui(stage, texts, faces, settings, lambda settings: None, audio)
    kit.own_intents = partial(describe_own_intents, BOX)
    stage.set_prompts(kit.controls.prompts(texts))
    return kit, clock


def make_faces(settings: Settings, texts: Texts) -> Red7CardArt:
    font = asset_path("fonts", "Figtree_800ExtraBold.ttf")
    words = build_band_words(texts)
    return Red7CardArt(
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
        self.kit, self.clock = make_kit(size, settings, texts)
        self.kit.change_settings = self.change_settings
        self.left = 0
        self.done: list[Any] = []
        self.clipboard = MemoryClipboard()
        self.page = make(self)
        if not self.page.as_overlay:
            self.stage.ground.add(self.page.node)
        self.page.opened()
        self.surface = pygame.Surface(size)
        self.pass_time(1 / 60)

    @property
    def stage(self) -> Stage:
        return self.kit.stage

    def leave(self) -> None:
        self.left += 1

    def change_settings(self, settings: Settings) -> None:
        before, self.kit.settings = self.kit.settings, settings
        if settings.colours != before.colours:
            self.kit.faces = make_faces(settings, self.kit.texts)
        theme = adapt_theme(settings, shipped_theme())
        if theme != adapt_theme(before, shipped_theme()):
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

    def key(self, key: int, mod: int = 0) -> None:
        self.post(pygame.KEYDOWN, key=key, mod=mod, unicode="")

    def pad(self, button: int) -> None:
        self.post(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)

    def type(self, text: str) -> None:
        for letter in text:
            self.post(pygame.TEXTINPUT, text=letter)

    def click(self, name: str, across: float = 0.5) -> None:
        """Click a node, which must be seen, at a part of its width."""
        node = self.node(name)
        at = node.world.apply(Vec(node.size.w * across, node.size.h / 2))
        self.click_at(at)

    def click_at(self, at: Vec) -> None:
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


def title(opened: Opened) -> TitleScreen:
    def note(name: str) -> Callable[..., None]:
        return lambda *words: opened.done.append((name, *words))

    return TitleScreen(
        opened.kit,
        TitleActions(
            games=[
                TitleGame(
                    name,
                    row.face(),
                    emblem=emblem_of(opened, row.face(), note("rules")),
                    play=note("play"),
                    rules=note("rules"),
                    theme=lambda: opened.kit.stage.look.theme,
                    resume=note("resume"),
                )
                for name, row in BOX.items()
            ],
            chosen="red7",
            choose=note("choose"),
            settings=note("settings"),
            quit=note("quit"),
            matches=note("matches"),
        ),
    )


def emblem_of(
    opened: Opened, face: AnyGameView, show_rules: Callable[[str], None]
) -> Callable[[Rect], Emblem]:
    kit = opened.kit
    faces = face.pictures(CardStyle(kit.settings.colours, kit.texts, None, asset_path))
    return lambda room: face.emblem(replace(kit, faces=faces), room, show_rules)


def new_game(opened: Opened, setup: GameSetup = FULL) -> NewGameScreen:
    def back(setup: GameSetup) -> None:
        opened.done.append(setup)
        opened.leave()

    actions = NewGameActions(opened.done.append, back, lambda: 4711, lambda game: FIRST)
    return NewGameScreen(opened.kit, setup, BOX, actions, opened.clipboard)


LOOKS: Final = Looks(lambda: frozenset({"night"}), lambda table: shipped_theme(), asset_path)


def settings(opened: Opened) -> SettingsScreen:
    languages = ("en", "de", "pl")
    return SettingsScreen(opened.kit, RED7_VIEW, opened.leave, looks=LOOKS, languages=languages)


def settings_overlay(opened: Opened) -> SettingsScreen:
    return SettingsScreen(opened.kit, RED7_VIEW, opened.leave, looks=LOOKS, as_overlay=True)


def rules(page: str, *, as_overlay: bool = False) -> Callable[[Opened], RulesScreen]:
    return lambda opened: RulesScreen(
        opened.kit, RED7_VIEW, page, opened.leave, as_overlay=as_overlay
    )


def matches(opened: Opened) -> MatchesScreen:
    """Show the page with the longest names, a match of another copy, and one that is damaged."""
    people = (Seated("Wilhelmina Maria", "human"), Seated("W" * 16, "human"))
    ais = tuple(Seated(level.name, level.key) for level in LEVELS[:2])
    options = to_options(FULL.with_values(target=None))
    saved = SavedMatch(Match(BOX["red7"].rules(), options, 7), (*people, *ais), {})
    damaged = DamagedSave("$", "broken_json", "made up")
    kept = (
        SaveInfo(1, 1e9, saved),
        SaveInfo(2, 1e9, saved, None, is_elsewhere=True),
        SaveInfo(3, 0.0, None, damaged),
    )
    actions = MatchesActions(
        kept=lambda: kept,
        resume=opened.done.append,
        delete=opened.done.append,
        back=opened.leave,
        today=lambda: date(2020, 2, 20),
        sketch=lambda saved, width: RED7_VIEW.sketch(
            opened.kit, observe_for_all(saved), build_seats(saved), width
        ),
    )
    return MatchesScreen(opened.kit, actions)


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
