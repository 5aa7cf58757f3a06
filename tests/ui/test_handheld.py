"""Steam Deck's criteria: 1280x800, by pad alone from the first start, its signs, its letters.

A Steam Deck starts the program in full screen with no mouse and no keyboard, and may suspend it at
any moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import pygame
import pytest

from red7_desktop.app.table.screen import TableScreen
from red7_desktop.app.window import HANDHELD_SETTINGS, is_steam_deck
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit import devices
from red7_desktop.kit.bindings import PAD_NAMES, Device, Intent
from red7_desktop.play import ai
from red7_desktop.resources import asset_path
from red7_desktop.scene import animation
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import PaintedPicture, TextPicture
from red7_desktop.scene.stage import Stage
from red7_desktop.scene.widgets.button import KeyCap
from red7_desktop.tabletop import game
from red7_desktop.tabletop.rounds import ROUND_OVER
from tests.ui import seeing
from tests.ui.conftest import Fly
from tests.ui.pilot import Gamepad, Pilot, QuickReviewer
from tests.ui.screens import WALKS

SIZE: Final = (1280, 800)
LEAST: Final = 9
"""The size that a font must have, in pixels of a Steam Deck."""
CAPITAL: Final = 8
"""How many rows of pixels a capital must cover: lower than its font, nothing hangs down."""
READING: Final = 12
"""The size that the font of a text of several lines must have, in pixels."""
LANGUAGES: Final = ("en", "de", "pl")
NAME: Final = "Zoe"
MATCHES: Final = {"red7": "play", "spring": "play spring"}
"""The games, and the button of the title that begins each."""


class Suspendable(animation.MonotonicClock):
    """The clock of the running program, over a time that a test steps."""

    def __init__(self) -> None:
        self.system = animation.SteppedClock()
        super().__init__(self.system.now)

    def step(self, seconds: float) -> None:
        self.system.step(seconds)


def start(fly: Fly, language: str = "", **options: Any) -> Pilot:
    """Start the program for the first time, as on a Steam Deck."""
    settings = {**HANDHELD_SETTINGS, "language": language}
    pilot: Pilot = fly(size=SIZE, clock=Suspendable(), first_settings=settings, **options)
    pilot.program.inputs.pads.last_kind = devices.PadKind.STEAM_DECK
    return pilot


# -- what a player sees ----------------------------------------------------------------------


class Letters(NamedTuple):
    """A text: what it says, the heights of its capitals and its font, whether it has more lines."""

    words: str
    capital: int
    font: int
    is_long: bool

    @property
    def is_small(self) -> bool:
        return self.capital < CAPITAL or self.font < (READING if self.is_long else LEAST)


@cache
def capital_of(font: str, pixels: int) -> int:
    """Return how many rows of pixels a capital letter of a font covers."""
    made = pygame.font.Font(asset_path("fonts", f"{font}.ttf"), pixels)
    return made.render("H", True, "white").get_bounding_rect().h


def letters(stage: Stage) -> Iterator[Letters]:
    for label in seeing.labels(stage):
        for node in (label.node, *label.node.children):
            if isinstance(node.picture, TextPicture) and seeing._has_words(node):
                block = seeing._block(stage, node)
                capital = capital_of(node.picture.font, block.pixels)
                yield Letters(label.full, capital, block.pixels, len(block.lines) > 1)


def foreign_signs(pilot: Pilot) -> set[str]:
    """Return the caps on the screen that are on no button of a Steam Deck."""
    texts = pilot.program.ui.texts
    kind = devices.PadKind.STEAM_DECK
    own = {devices.pad_prompt(button, kind, texts)[:2] for button in PAD_NAMES}
    drawn = {drawing for _, drawing in own if drawing}
    written = {words for words, drawing in own if not drawing}
    shown = {sign_of(cap) for cap in pilot.program.ui.stage.root.walk() if is_shown_cap(cap)}
    return shown - drawn - written


def is_shown_cap(node: Node) -> bool:
    """Whether a node is a cap; those of the settings' table of keys name keys in any case."""
    is_listed = any(above.name.startswith("key ") for above in node.ancestors)
    return isinstance(node, KeyCap) and node.is_shown and not is_listed


def sign_of(cap: Node) -> str:
    picture = cap.children[0].picture
    if isinstance(picture, TextPicture):
        return picture.text
    assert isinstance(picture, PaintedPicture)
    assert isinstance(picture.key, tuple)
    return str(picture.key[1])


class DeckPlayer(Gamepad):
    """Plays with the controls of a Steam Deck, and looks at the screen after every press."""

    def __init__(self, pilot: Pilot) -> None:
        super().__init__(pilot)
        self.signs: set[str] = set()
        self.small: set[Letters] = set()

    def ask(self, intent: Intent) -> None:
        super().ask(intent)
        self.signs |= foreign_signs(self.pilot)

    def press(self, name: str) -> None:
        super().press(name)
        self.look()

    def act(self, step: Any) -> None:
        super().act(step)
        self.look()

    def gather(self, move: game.DragMove) -> None:
        """Pick own cards first: another's offered card, picked alone, is taken up."""
        own = f"hand:{self.pilot.me}"
        self.pick(*sorted(move.names, key=lambda name: not name.startswith(own)))
        self.press("end")

    def look(self) -> None:
        stage = self.pilot.program.ui.stage
        self.pilot.wait(0.3)
        for _ in range(20):  # what comes or goes is small for a moment
            if stage.is_resting:
                break
            self.pilot.wait(0.2)
        self.small |= {each for each in letters(stage) if each.is_small}

    def begin(self, title: str) -> None:
        """Come from the first start to the table: the own seat gets a name, letter by letter."""
        self.pilot.show_title()
        self.pilot.wait(2.0)
        self.look()
        self.press(MATCHES[title])
        self.pilot.wait(1.0)
        self.press("seat 0")
        self.pilot.wait(0.3)
        self.go_to(self.node("name"))
        self.ask(Intent.ACTIVATE)
        self.pilot.wait(0.3)
        self.look()
        # The first letter is a capital, the others are small by themselves.
        for letter in NAME:
            self.press(f"key {letter}")
        self.press("done")
        self.ask(Intent.BACK)
        self.pilot.wait(0.5)
        self.press("start")
        self.pilot.wait(2.0)
        assert isinstance(self.pilot.program.screen, TableScreen)

    def play_on(self) -> None:
        """Play until the match is over."""
        pilot = self.pilot
        while pilot.session.to_act:
            pilot.wait_for_me()
            pilot.wait(0.6)
            if pilot.seen.stage == ROUND_OVER and pilot.session.is_waiting_for_table:
                pilot.wait(4.0)
                self.look()
                self.press("next")
                pilot.wait(1.0)
            elif pilot.session.is_viewers_turn:
                self.act(pilot.plan()[0])


def assert_fair(player: DeckPlayer) -> None:
    assert player.signs == set()
    assert player.small == set()
    assert player.pilot.program.ui.controls.device is Device.PAD


# -- the first start ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environ", "maker", "is_one"),
    [
        ({"SteamDeck": "1"}, None, True),
        ({"SteamDeck": "0"}, None, False),
        ({}, "Valve\n", True),
        ({}, "Another maker\n", False),
        ({}, None, False),
    ],
)
def test_steam_deck_is_recognised_with_and_without_steam_running(
    tmp_path: Path, environ: dict[str, str], maker: str | None, is_one: bool
) -> None:
    board = tmp_path / "board_vendor"
    if maker is not None:
        board.write_text(maker, "utf-8")

    assert is_steam_deck(environ, board) is is_one


def test_first_start_on_a_handheld_has_larger_text_and_full_screen(fly: Fly) -> None:
    pilot = start(fly)
    settings = pilot.program.ui.settings
    assert (settings.ui_scale, settings.fullscreen) == (125, True)

    pilot.change(ui_scale=100, fullscreen=False)
    pilot.library.close()
    settings = start(fly).program.ui.settings

    assert (settings.ui_scale, settings.fullscreen) == (100, False)


# -- by pad alone ----------------------------------------------------------------------------


def test_every_game_has_a_gamepad_test() -> None:
    assert set(MATCHES) == set(CATALOGUE)


@pytest.mark.sampled(count=1)
@pytest.mark.parametrize("game", MATCHES)
def test_first_turn_of_a_match_is_played_with_a_gamepad_alone(fly: Fly, game: str) -> None:
    pilot = start(fly, "en")
    player = DeckPlayer(pilot)

    player.begin(game)
    player.take_turn()

    assert pilot.session.seats[0].name == NAME
    assert_fair(player)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", MATCHES)
def test_match_from_first_start_to_end_is_played_with_a_gamepad_alone(
    fly: Fly, game: str, language: str
) -> None:
    pilot = start(fly, language)
    player = DeckPlayer(pilot)

    player.begin(game)
    player.play_on()
    pilot.wait(6.0)
    player.look()
    assert pilot.scope == "match end"
    player.press("title")
    pilot.wait(1.0)

    assert pilot.scope == "title"
    assert_fair(player)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WALKS)
def test_letters_of_every_screen_have_the_minimum_height(
    fly: Fly, monkeypatch: pytest.MonkeyPatch, name: str, language: str
) -> None:
    monkeypatch.setattr("red7_desktop.app.program.Reviewer", QuickReviewer)
    pilot = start(fly, language)
    monkeypatch.setattr(pilot.program, "draw", lambda surface: [])
    small = set()

    for stop in WALKS[name](pilot):
        stop.again(pilot)
        pilot.wait(0.5)
        small |= {each for each in letters(pilot.program.ui.stage) if each.is_small}

    assert small == set()


def test_system_on_screen_keyboard_stays_closed_for_a_gamepad(fly: Fly) -> None:
    told: list[tuple[bool, bool]] = []
    pilot = start(fly)
    pilot.program._set_text_input = lambda place, by_screen: told.append((bool(place), by_screen))
    player = DeckPlayer(pilot)
    pilot.show_title()
    pilot.wait(1.0)
    player.press("play")
    player.press("seat 0")

    player.go_to(player.node("name"))
    pilot.wait(0.2)
    by_pad = told[-1]
    pilot.press("name")
    pilot.wait(0.2)

    assert by_pad == (True, False)
    assert told[-1] == (True, True), "with a mouse there is nothing else to type with"


# -- suspended and resumed -------------------------------------------------------------------

NIGHT: Final = 8 * 3600.0


class Forgetful(ai.Thinker):
    """Thinks until a test lets it answer."""

    is_let = False

    def poll(self) -> ai.Answer | None:
        return super().poll() if self.is_let else None


def suspend(pilot: Pilot) -> None:
    """Let the system sleep for a night: the window and the sound device go and come back."""
    pilot.post(pygame.WINDOWFOCUSLOST)
    pilot.post(pygame.WINDOWHIDDEN)
    pilot.post(pygame.AUDIODEVICEREMOVED, which=2, iscapture=False)
    pilot.clock.step(NIGHT)
    pilot.post(pygame.AUDIODEVICEADDED, which=0, iscapture=False)
    pilot.post(pygame.WINDOWSHOWN)
    pilot.post(pygame.WINDOWEXPOSED)
    pilot.post(pygame.WINDOWFOCUSGAINED)


@pytest.mark.parametrize("game", MATCHES)
def test_turn_is_unchanged_after_the_device_was_suspended(fly: Fly, game: str) -> None:
    pilot = start(fly)
    player = DeckPlayer(pilot)
    pilot.start_match_to_me("newcomer", seed=11, game=game)
    card = pilot.view.cards.rows[f"hand:{pilot.me}"][0]
    player.activate(card)
    pilot.wait(1.0)
    pilot.step_frame(draws=True)
    before = pilot.session.match.revision, pilot.focus_name, set(pilot.view.selection.picked_cards)
    seen = pygame.image.tobytes(pilot.surface, "RGB")

    suspend(pilot)
    pilot.step_frame(draws=True)

    selection = pilot.view.selection.picked_cards
    assert (pilot.session.match.revision, pilot.focus_name, set(selection)) == before
    assert pygame.image.tobytes(pilot.surface, "RGB") == seen
    player.ask(Intent.BACK)
    pilot.wait(0.3)
    player.take_turn()
    assert pilot.session.match.revision > before[0]


def test_ai_player_does_not_time_out_while_the_device_is_suspended(fly: Fly) -> None:
    thinkers: list[Forgetful] = []

    def make() -> Forgetful:
        thinkers.append(Forgetful())
        return thinkers[-1]

    pilot = start(fly, make_thinker=make)
    pilot.start_match("newcomer", seed=11)
    for thinker in thinkers:
        thinker.is_let = True
    pilot.wait_for_me()
    for thinker in thinkers:
        thinker.is_let = False
    pilot.rush_turn()
    pilot.wait(1.0)
    revision = pilot.session.match.revision
    assert not pilot.session.is_viewers_turn

    suspend(pilot)
    pilot.wait(1.0)
    assert pilot.session.match.revision == revision
    for thinker in thinkers:
        thinker.is_let = True
    pilot.wait_for_me()

    assert pilot.session.failures == ()
    assert pilot.session.match.revision > revision


def test_card_animation_continues_after_the_device_was_suspended(fly: Fly) -> None:
    pilot = start(fly)
    pilot.start_match_to_me("newcomer", seed=11)
    step = next(each for each in pilot.seen.legal if len(str(each)) == 2)
    pilot.session.take(step)
    pilot.step_frame()
    card = pilot.card(str(step))
    animator = pilot.program.ui.stage.animator
    place = card.position
    assert animator.is_running(card, "position")

    suspend(pilot)
    pilot.step_frame()
    on_its_way = card.position
    still_moves = animator.is_running(card, "position")
    pilot.wait(2.0)

    assert still_moves
    assert on_its_way != animator.target(card, "position")
    assert place != card.position
