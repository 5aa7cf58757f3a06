"""Settings: their screen, and that each changes something; comfort for those who ask for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from red7_desktop.app.profile import own_profile
from red7_desktop.app.profile.statistics import ProfileEvent
from red7_desktop.app.screens.settings_rows import CapButton, StyleTile
from red7_desktop.games.red7.rules import game
from red7_desktop.games.red7.rules.cards import COLOUR_NAMES, DRAW_STEP, END_STEP, PASS_STEP
from red7_desktop.games.registry import CATALOGUE, list_own_settings
from red7_desktop.kit import bindings, remarks, setup
from red7_desktop.kit.settings import BACKS, INSTANT, TABLES, Settings, open_settings_file
from red7_desktop.kit.sound import audio, cues
from red7_desktop.kit.texts import to_plain
from red7_desktop.play.session import Session
from red7_desktop.scene import keyboard
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Colour, TextPicture
from red7_desktop.scene.widgets.fields import ChoiceControl, Slider, Switch
from red7_desktop.tabletop.player import Belief
from tests.bazaar.row import ROW
from tests.setups import red7_setup
from tests.ui import listening, seeing
from tests.ui.conftest import Fly, Shared
from tests.ui.pilot import BlindPilot, Pilot

OTHERS = {"keys", "pad", "table", "back", "switches", "reads_hands"}
ONE_CONTROL = [field.name for field in fields(Settings) if field.name not in OTHERS]
"""Every setting but keys, buttons and looks, which have a control for each, and what not all games
have."""
OF_THE_GAME = CATALOGUE["red7"].own_settings


@pytest.fixture(name="page")
def shown_settings(pilot: Pilot) -> Pilot:
    """The settings above the title, which have only read the settings so far."""
    pilot.show_title()
    pilot.program.show_settings()
    pilot.wait(0.3)
    return pilot


@pytest.fixture(scope="module")
def lasting_page(tmp_path_factory: pytest.TempPathFactory, shared: Shared) -> Iterator[Pilot]:
    """The settings above the title, for tests that put back what they change."""
    pilot = BlindPilot(tmp_path_factory.mktemp("settings"))
    pilot.show_title()
    pilot.program.show_settings()
    pilot.wait(0.3)
    yield pilot
    pilot.close()


def kept(page: Pilot) -> Settings:
    return page.program.ui.settings


def names(page: Pilot) -> set[str]:
    return {node.name for node in page.program.ui.stage.focus.nodes()}


def enter(page: Pilot, name: str) -> None:
    page.focus_on(name)
    page.key(pygame.K_RETURN)


def test_every_setting_has_a_control(page: Pilot) -> None:
    assert {*ONE_CONTROL, *OF_THE_GAME} <= names(page)
    looks = {f"table {each}" for each in TABLES} | {f"back {each}" for each in BACKS}
    devices = {f"{side} {intent}" for side in ("key", "pad") for intent in bindings.Intent}
    assert looks | devices <= names(page)


def test_settings_of_one_game_are_hidden_without_that_game(fly: Fly) -> None:
    page = fly(catalogue={"bazaar": ROW})
    page.program.show_settings()
    assert {*ONE_CONTROL, *OF_THE_GAME} - names(page) == {*OF_THE_GAME}


def test_hand_guessing_of_hints_can_be_switched_off_in_settings(fly: Fly) -> None:
    page = fly(catalogue={"spring": CATALOGUE["spring"]})
    page.program.show_settings()
    enter(page, "reads_hands")
    assert not kept(page).reads_hands


@pytest.mark.parametrize("field", ONE_CONTROL)
def test_control_changes_its_setting_at_once(lasting_page: Pilot, field: str) -> None:
    before = kept(lasting_page)
    enter(lasting_page, field)
    after = kept(lasting_page)
    lasting_page.program.ui.change_settings(before)
    changed = [
        each.name
        for each in fields(Settings)
        if getattr(after, each.name) != getattr(before, each.name)
    ]
    assert changed == [field]


@pytest.mark.parametrize("name", OF_THE_GAME)
def test_setting_of_a_single_game_can_be_switched_on_and_off(page: Pilot, name: str) -> None:
    for is_on in (True, False):
        enter(page, name)
        assert kept(page) == Settings(switches=frozenset({name} if is_on else ()))
        control = page.node(name)
        assert isinstance(control, Switch)
        assert control.value == is_on


def test_card_back_is_chosen_once_unlocked(pilot: Pilot) -> None:
    today = pilot.program.today()
    pilot.program.profile.record(ProfileEvent(own_profile.UNLOCK_KIND, "", "night", today, ""))
    pilot.program.show_settings()
    enter(pilot, "back waves")
    assert kept(pilot) == Settings()
    assert "2 games" in pilot.program.ui.stage.toasts.toasts[-1].message
    enter(pilot, "back night")
    pilot.change(all_looks=True)
    enter(pilot, "table wood")
    assert kept(pilot) == Settings(back="night", table="wood", all_looks=True)


def test_every_speed_can_be_chosen(page: Pilot) -> None:
    page.focus_on("speed")
    seen = []
    for _ in range(6):
        page.key(pygame.K_RIGHT)
        seen.append(kept(page).speed)
    assert seen == [1.5, 2.0, 3.0, 4.0, INSTANT, INSTANT]


def test_text_size_applies_at_once_and_keeps_focus(page: Pilot) -> None:
    page.focus_on("ui_scale")
    page.key(pygame.K_RIGHT)
    assert page.program.ui.stage.look.theme.zoom == 1.25
    assert page.focus_name == "ui_scale"
    choice = page.node("ui_scale")
    assert isinstance(choice, ChoiceControl)
    assert choice.value == 125


def test_slider_drag_is_not_interrupted_by_its_changes(page: Pilot) -> None:
    page.focus_on("master_volume")
    page.wait(0.5)
    slider = page.node("master_volume")
    assert isinstance(slider, Slider)
    places = [slider.world.apply(slider.place_of(value)) for value in (80, 5)]
    page.drag_to(*places)
    assert kept(page).master_volume == 5


def test_open_settings_show_changes_made_elsewhere(page: Pilot) -> None:
    page.change(muted=True, master_volume=30)
    mute, volume = page.node("muted"), page.node("master_volume")
    assert isinstance(mute, Switch)
    assert isinstance(volume, Slider)
    assert (mute.value, volume.value) == (True, 30)


def test_reset_asks_first_and_restores_defaults(page: Pilot) -> None:
    page.program._set_fullscreen = lambda is_full: None
    page.change(muted=True, speed=2.0, fullscreen=True)
    own = kept(page)
    page.press("reset")
    assert page.focus_name == "no"
    page.key(pygame.K_RETURN)
    assert kept(page) == own
    page.press("reset")
    page.press("yes")
    assert kept(page) == Settings(fullscreen=True)


def test_settings_preview_shows_card_badges_depending_on_assistance(page: Pilot) -> None:
    assert page.nodes("badge")
    page.change(assist="outcomes")
    assert not page.nodes("badge")


@pytest.mark.parametrize("is_reduced", [False, True])
def test_settings_preview_animates_its_card_unless_motion_is_reduced(
    page: Pilot, is_reduced: bool
) -> None:
    page.change(reduced_motion=is_reduced)
    page.wait(1.0)
    places = set()
    for _ in range(90):
        page.step_frame(1 / 30, draws=False)
        places.add(page.node("card Y4").position)
    assert (len(places) == 2) == is_reduced
    assert len(places) >= 2


@pytest.mark.parametrize("size", [(1920, 1080), (1600, 900)])
def test_settings_section_link_scrolls_to_its_heading(fly: Fly, size: tuple[int, int]) -> None:
    page = fly(size=size)
    page.program.show_settings()
    found = [name.removeprefix("go to ") for name in names(page) if name.startswith("go to ")]
    assert len(found) > 4
    for name in (*sorted(found), *sorted(found, reverse=True)):
        page.press(f"go to {name}")
        page.wait(0.5)
        heading, rows = page.node(f"section {name}").bounds, page.node("rows").bounds
        fades = page.nodes("more_above")
        top = fades[0].bounds.bottom if fades else rows.top
        assert heading.top >= top - 0.5, name
        assert heading.bottom <= rows.bottom, name
        assert page.node(f"go to {name}").find("bar").visible


# == Effects of every setting, at once and after a restart.

SETUP = red7_setup((setup.SeatPlan(), setup.SeatPlan(level="newcomer")), seed=11)
CHOOSING = red7_setup((setup.SeatPlan(), setup.SeatPlan(level="newcomer")), advanced=True, seed=3)


@dataclass(frozen=True)
class Row:
    """A setting's other value, and what people notice of it.

    notice: gives what a person sees, hears or finds done in a program with the settings. next to:
    other settings without which it would be no use.
    """

    value: Any
    notice: Callable[[Any], Hashable]
    beside: dict[str, Any] = field(default_factory=dict)


class Watched(BlindPilot):
    """A pilot in a program whose window only notes what it is asked for."""

    asked: list[bool]


def flown(home: Path, kept: Settings) -> Watched:
    """Start a program that has kept settings from the last time."""
    open_settings_file(home / "config" / "settings.json", list_own_settings(CATALOGUE)).save(kept)
    pilot = Watched(home)
    pilot.asked = []
    pilot.program._set_fullscreen = pilot.asked.append
    return pilot


# -- what people notice ----------------------------------------------------------------------


def labels(pilot: Pilot) -> list[seeing.Label]:
    pilot.show_title()
    return seeing.labels(pilot.program.ui.stage)


def title_fonts(pilot: Pilot) -> Hashable:
    pictures = [label.node.picture for label in labels(pilot)]
    return frozenset(each.font for each in pictures if isinstance(each, TextPicture))


def sit_down(pilot: Pilot, setup: setup.GameSetup = SETUP) -> None:
    pilot.play_to_me(setup, 3.0)


def card_pixels(pilot: Pilot) -> Hashable:
    sit_down(pilot)
    boxes = [card.bounds for card in pilot.view.cards.rows[pilot.zone("hand")]]
    left, top = pilot.pixel(boxes[0].position)
    pilot.step_frame(draws=True)
    look = pygame.Rect(left, top, 200, 80).clip(pilot.surface.get_rect())
    return pygame.image.tobytes(pilot.surface.subsurface(look), "RGB")


def moods_at_the_table(pilot: Pilot) -> Hashable:
    sit_down(pilot)
    faces = [node for node in pilot.program.ui.stage.root.walk() if node.name == "portrait"]
    return tuple(node.picture for node in faces)


def light_of_the_room(pilot: Pilot) -> Hashable:
    sit_down(pilot)
    nodes = pilot.program.ui.stage.root.walk()
    return any(node.name.startswith("wash ") and node.is_shown for node in nodes)


def line_of_an_opponent(pilot: Pilot) -> Hashable:
    """Take a step after which an opponent would speak; give the line."""
    sit_down(pilot)
    line = remarks.Remark(1, "casual", remarks.RemarkTrigger.LEAD, 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(remarks, "choose_remark", lambda *asked: line)
        pilot.session.take(pilot.seen.legal[0])
        pilot.wait(1.0)
    nodes = pilot.program.ui.stage.root.walk()
    return tuple(node.is_shown for node in nodes if node.name == "remark")


def some_card(pilot: Pilot) -> str:
    legal = pilot.seen.legal
    return next(str(step) for step in legal if len(str(step)) == 2)


def places_on_the_way(pilot: Pilot) -> list[tuple[float, float]]:
    """Play a card; give the places at which it was seen, frame by frame, until it lay still."""
    sit_down(pilot)
    face = some_card(pilot)
    pilot.click_over(face, "palette")
    seen: list[tuple[float, float]] = []
    for _ in range(240):
        card = pilot.card(face)
        seen.append((round(card.position.x), round(card.position.y)))
        if not pilot.program.ui.stage.animator.is_running():
            break
        pilot.step_frame(1 / 120)
    return seen


def help_with_a_card(pilot: Pilot) -> Hashable:
    """Take up a card; tell which words and how many marks come with it."""
    sit_down(pilot)
    pilot.click(pilot.place_of(some_card(pilot)))
    pilot.wait(0.2)
    marks = sum(name is not None for card in pilot.view.cards for name in [card.marks or None])
    return seeing.words(pilot), marks


def what_a_hint_says(pilot: Pilot) -> Hashable:
    seats = setup.SeatPlan("Ada"), setup.SeatPlan(level="newcomer")
    pilot.play_to_me(setup.GameSetup("spring", seats, {"pickup": "next_turn"}, seed=12))
    belief = Belief(1, "7", 0.1, "drew", ("5", "5"))
    adviser = pilot.table._hints._adviser
    adviser._players = adviser._players._replace(find_belief=lambda *asked: belief)
    pilot.press("hint")
    pilot.wait(1.0)
    hint = pilot.table._hints._bubble.shown
    return hint and to_plain(hint.why[-1])


def steps_by_the_end_button(pilot: Pilot) -> Hashable:
    """Discard a card by which the next may be drawn, and end the turn by its button."""
    sit_down(pilot, CHOOSING)
    session = pilot.session
    assert prepare_a_draw(session, 2), "no turn in this deal lets the person draw"
    before = session.match.revision
    pilot.wait(1.0)
    pilot.press("end")
    return tuple(entry.step for entry in session.match.log[before:] if entry.seat == 0)


def prepare_a_draw(session: Session, depth: int) -> bool:
    """Take steps, at most so many, after which the person may draw or end the turn."""
    legal = session.observe().legal
    if DRAW_STEP in legal and END_STEP in legal:
        return True
    for step in legal if depth else ():
        if step not in (DRAW_STEP, END_STEP, PASS_STEP):
            session.take(step)
            if prepare_a_draw(session, depth - 1):
                return True
            session.undo()
    return False


def question_before_giving_up(pilot: Pilot) -> Hashable:
    sit_down(pilot)
    pilot.press("give_up")
    return bool(pilot.nodes("question"))


def table_pixels(pilot: Pilot) -> Hashable:
    sit_down(pilot)
    pilot.step_frame(draws=True)
    return pygame.image.tobytes(pilot.surface, "RGB")


def locked_tiles(pilot: Pilot) -> Hashable:
    pilot.program.show_settings()
    pilot.wait(0.3)
    shown = [node for node in pilot.program.ui.stage.root.walk() if isinstance(node, StyleTile)]
    return sum(tile.is_locked for tile in shown)


def what_is_said(pilot: Pilot) -> Hashable:
    pilot.program.ui.speech = recorder = listening.Recorder()
    pilot.play(SETUP)
    pilot.wait_for_me()
    return tuple(recorder.said)


def what_is_said_of_a_card(pilot: Pilot) -> Hashable:
    pilot.program.ui.speech = recorder = listening.Recorder()
    pilot.play_to_me(SETUP)
    recorder.take()
    pilot.key(pygame.K_1)
    pilot.step_frame()
    return tuple(recorder.take())


def pages_after_two_quick_presses(pilot: Pilot) -> Hashable:
    """Open the log, and close it right after that."""
    sit_down(pilot)
    pilot.key(pygame.K_l)
    pilot.key(pygame.K_ESCAPE)
    return pilot.program.ui.stage.focus.scope.name


def highlights_by_themselves(pilot: Pilot) -> Hashable:
    """Watch for six seconds what is highlighted, in its order."""
    pilot.program.show_title()
    seen: list[tuple[str, ...]] = []
    for _ in range(60):
        pilot.step_frame(0.1)
        here = tuple(node.name for node in pilot.program.inputs.scanner.highlighted)
        if seen[-1:] != [here]:
            seen.append(here)
    return tuple(seen)


def log_opened_by(post: Callable[[Pilot], None]) -> Callable[[Pilot], Hashable]:
    def notice(pilot: Pilot) -> Hashable:
        sit_down(pilot)
        post(pilot)
        return pilot.program.ui.stage.focus.scope.name

    return notice


@contextmanager
def heard(pilot: Pilot) -> Iterator[audio.Audio]:
    """Open the sound, whole, before going on."""
    audio = pilot.program.ui.audio
    audio._run = audio.ambience._run = audio.music._run = lambda job: job()
    audio.open()
    try:
        yield audio
    finally:
        audio.close()


def volume_of_a_press(pilot: Pilot) -> Hashable:
    """Press a button with the sound on; give how loud the mixer plays it."""
    with heard(pilot) as audio:
        pilot.program.show_settings()
        pilot.wait(1.0)
        pygame.mixer.stop()
        audio.play(cues.Sound.PLACE)
        channels = [pygame.mixer.Channel(n).get_sound() for n in range(8)]
        return tuple(round(sound.get_volume(), 2) for sound in channels if sound is not None)


def volume_behind(pilot: Pilot) -> Hashable:
    """Open the sound; give how loud what goes on beneath it is."""
    with heard(pilot):
        behind = map(pygame.mixer.Channel, range(audio.CHANNELS, pygame.mixer.get_num_channels()))
        return tuple(sound.get_volume() for channel in behind if (sound := channel.get_sound()))


ROWS: dict[str, Row] = {
    "language": Row("de", lambda pilot: tuple(label.full for label in labels(pilot))),
    "colours": Row("high", card_pixels),
    "table": Row("felt", table_pixels),
    "back": Row("leaves", table_pixels),
    "all_looks": Row(True, locked_tiles),
    "ui_scale": Row(150, lambda pilot: tuple(label.least for label in labels(pilot))),
    "readable_font": Row(True, title_fonts),
    "reduced_motion": Row(True, lambda pilot: len({*places_on_the_way(pilot)}) > 4),
    "speed": Row(INSTANT, lambda pilot: len(places_on_the_way(pilot))),
    "assist": Row("outcomes", help_with_a_card),
    "reads_hands": Row(False, what_a_hint_says),
    "switches": Row(frozenset({"automatic_draw"}), steps_by_the_end_button),
    "moods": Row(False, moods_at_the_table),
    "remarks": Row(False, line_of_an_opponent),
    "room_light": Row(False, light_of_the_room),
    "confirmations": Row(False, question_before_giving_up),
    "master_volume": Row(30, volume_of_a_press),
    "effects_volume": Row(30, volume_of_a_press),
    "ambience_volume": Row(40, volume_behind),
    "music_volume": Row(40, volume_behind),
    "muted": Row(True, volume_of_a_press),
    "fullscreen": Row(True, lambda pilot: any(pilot.asked)),
    "spoken_log": Row(True, what_is_said),
    "speech_detail": Row("full", what_is_said_of_a_card, {"spoken_log": True}),
    "cool_down": Row(True, pages_after_two_quick_presses),
    "scanning": Row(True, highlights_by_themselves),
    "scan_seconds": Row(2.0, highlights_by_themselves, {"scanning": True}),
    "keys": Row((("log", ("f7",)),), log_opened_by(lambda pilot: pilot.key(pygame.K_F7))),
    "pad": Row(
        (("log", ("guide",)),),
        log_opened_by(lambda pilot: pilot.hold_pad(pygame.CONTROLLER_BUTTON_GUIDE)),
    ),
}


def noticed(home: Path, row: Row, kept: Settings, change: Settings | None = None) -> Hashable:
    pilot = flown(home, kept)
    try:
        if change is not None:
            pilot.program.ui.change_settings(change)
        return row.notice(pilot)
    finally:
        pilot.close()


_USUAL: dict[tuple[Callable[[Any], Hashable], Settings], Hashable] = {}


def noticed_usually(row: Row, usual: Settings, home: Path) -> Hashable:
    """Return what is noticed without the change: the same every time, so settings share it."""
    key = row.notice, usual
    if key not in _USUAL:
        _USUAL[key] = noticed(home / "usual", row, usual)
    return _USUAL[key]


def test_every_setting_has_a_test_of_its_effect() -> None:
    assert {each.name for each in fields(Settings)} == set(ROWS)


@pytest.mark.sampled(count=6)
@pytest.mark.parametrize("name", ROWS)
def test_every_setting_has_a_noticeable_effect(name: str, tmp_path: Path) -> None:
    row = ROWS[name]
    usual = replace(Settings(), **row.beside)
    other = replace(usual, **{name: row.value})
    assert other != usual
    before = noticed_usually(row, usual, tmp_path)
    now = noticed(tmp_path / "changed", row, usual, other)
    assert now != before
    if name != "fullscreen":  # the window is opened full by `launch`, see below
        kept = noticed(tmp_path / "kept", row, other)
        assert kept != before
        assert kept == now, "kept from the last time it does something else"


def test_mute_is_silent_and_half_volume_is_quieter(tmp_path: Path) -> None:
    loud = noticed(tmp_path / "loud", ROWS["muted"], Settings())
    less = noticed(tmp_path / "less", ROWS["muted"], Settings(master_volume=30))
    assert isinstance(loud, tuple)
    assert isinstance(less, tuple)
    assert 0 < less[0] < loud[0]
    assert noticed(tmp_path / "muted", ROWS["muted"], Settings(muted=True)) == ()


def test_mute_stops_looping_sounds_too(tmp_path: Path) -> None:
    heard = Settings(ambience_volume=40, music_volume=40)
    assert noticed(tmp_path / "heard", ROWS["ambience_volume"], heard) != ()
    muted = replace(heard, muted=True)
    assert noticed(tmp_path / "muted", ROWS["ambience_volume"], muted) == ()


def test_card_is_drawn_automatically_only_when_that_setting_is_on(tmp_path: Path) -> None:
    row = ROWS["switches"]
    assert noticed(tmp_path / "usual", row, Settings()) == ("end",)
    assert noticed(tmp_path / "own", row, Settings(switches=row.value)) == (str(DRAW_STEP), "end")


# == Reduced motion, flashes, time limits, and access to the rules.

SETUP_COMFORT = red7_setup((setup.SeatPlan("Ada"), setup.SeatPlan(level="casual")), seed=11)
Pose = tuple[float, float, float, float]


class Watcher(Pilot):
    """A pilot who watches every frame: where each thing is, and how light the whole is.

    Attributes:
        lights: Mean luminance of each frame; empty if motion is reduced, where none is drawn.
    """

    def __init__(self, home: Path, *, is_reduced: bool) -> None:
        self._draws = not is_reduced
        self.ways: dict[Node, list[Pose]] = {}
        self.lights: list[float] = []
        super().__init__(home, (640, 360))
        self.change(reduced_motion=is_reduced, confirmations=False)

    def step_frame(self, seconds: float = 1 / 60, *, draws: bool = True) -> None:
        super().step_frame(seconds, draws=self._draws)
        if self._draws:
            mean = pygame.transform.average_color(self.surface)
            self.lights.append(Colour(*mean[:3]).luminance)
            return
        nodes: list[Node] = [self.program.ui.stage.root]
        while nodes:
            node = nodes.pop()
            if not node.visible:
                continue
            nodes += node.children
            if node.size.w:
                x, y = node.centre
                pose = (round(x, 1), round(y, 1), round(node.rotation), round(node.flip, 2))
                self.ways.setdefault(node, []).append(pose)

    @property
    def travellers(self) -> set[str]:
        """The things that were somewhere between two places."""
        return {
            node.name
            for node, poses in self.ways.items()
            if any(len({*three}) == 3 for three in zip(poses, poses[1:], poses[2:], strict=False))
        }

    def play_a_turn(self) -> None:
        """Play a card, take it back, go out, and see the next round dealt."""
        self.play(SETUP_COMFORT)
        self.wait_for_me()
        face = next(str(step) for step in self.session.observe().legal if len(str(step)) == 2)
        self.click_over(face, "palette")
        self.wait(0.7, 1 / 60)
        self.press("undo")
        self.wait(0.7, 1 / 60)
        self.press("give_up")
        self.wait(3.0, 1 / 30)
        self.key(pygame.K_RETURN)
        self.wait(2.0, 1 / 30)


def test_nothing_moves_with_reduced_motion(tmp_path: Path) -> None:
    watcher = Watcher(tmp_path, is_reduced=True)
    watcher.play_a_turn()
    assert watcher.travellers == set()
    watcher.close()


def test_screen_flashes_at_most_three_times_a_second(tmp_path: Path) -> None:
    """No more than three times a second does the screen as a whole grow lighter and dark again."""
    watcher = Watcher(tmp_path, is_reduced=False)
    watcher.play_a_turn()
    assert len({*watcher.lights}) > 20, "nothing that could flash has moved"
    swings = [after - before for before, after in pairwise(watcher.lights)]
    jumps = [swing for swing in swings if abs(swing) > 0.1]
    turns = sum(one * other < 0 for one, other in pairwise(jumps))
    assert turns <= 3
    watcher.close()


def test_turn_has_no_time_limit(pilot: Pilot) -> None:
    pilot.play_to_me(SETUP_COMFORT)
    before = pilot.seen
    pilot.wait(3600.0, 300.0)
    assert pilot.seen == before


WAYS: dict[str, Callable[[Pilot], None]] = {
    "a key": lambda pilot: pilot.key(pygame.K_r),
    "a click": lambda pilot: pilot.press("help"),
}


@pytest.mark.parametrize("way", WAYS)
def test_current_rules_page_is_one_input_away(pilot: Pilot, way: str) -> None:
    pilot.play_to_me(SETUP_COMFORT)
    WAYS[way](pilot)
    pilot.wait(0.5)
    rule = game.position_of(pilot.seen).rule
    titles = [getattr(node, "text", "") for node in pilot.nodes("title")]
    colour = COLOUR_NAMES[rule]
    assert any(title.casefold().startswith(f"{colour}: ") for title in titles), titles


def test_key_labels_in_open_settings_follow_a_keyboard_layout_change(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    signs = {pygame.K_h: "H"}
    monkeypatch.setattr(keyboard, "name_sign", lambda key: signs.get(key, ""))
    pilot.program.show_settings()
    pilot.wait(0.5)
    button = next(node for node in pilot.nodes("key hint") if isinstance(node, CapButton))
    before = [prompt.label for prompt in button.prompts]

    signs[pygame.K_h] = "Р"
    pilot.post(pygame.KEYMAPCHANGED)
    pilot.step_frame()

    assert before == ["H"]
    assert [prompt.label for prompt in button.prompts] == ["Р"]
