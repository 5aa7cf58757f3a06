"""Settings: their screen, and that each changes something; comfort for those who ask for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, fields, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from red7_desktop.app.screens.settings import SettingsScreen
from red7_desktop.app.screens.settings_rows import LookTile
from red7_desktop.games.red7.rules import game
from red7_desktop.games.red7.rules.cards import COLOUR_NAMES, THE_DRAW, THE_END, THE_PASS
from red7_desktop.games.registry import BOX, list_own_switches
from red7_desktop.kit import bindings, setup
from red7_desktop.kit.settings import BACKS, INSTANT, TABLES, Settings, open_settings_file
from red7_desktop.play.session import Session
from red7_desktop.scene import widgets
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Colour, LayeredPicture, Picture, TextPicture
from tests.bazaar.row import ROW
from tests.setups import red7_setup
from tests.ui import pilot, screens, seeing, test_languages

# == settings screen =======================================================================
# The settings screen: every change applies at once, shows, and can be taken back.


MANY_CONTROLS = {"keys", "pad", "table", "back", "switches"}
ONE_CONTROL = [field.name for field in fields(Settings) if field.name not in MANY_CONTROLS]
"""Every setting but keys, buttons and looks, which have a control for each."""
OF_THE_GAME = BOX["red7"].switches


def test_every_setting_has_a_control() -> None:
    opened = screens.Opened(screens.settings)
    names = {node.name for node in opened.stage.focus.nodes()}
    assert {*ONE_CONTROL, *OF_THE_GAME} <= names
    assert {f"table {each}" for each in TABLES} | {f"back {each}" for each in BACKS} <= names
    assert {f"{side} {intent}" for side in ("key", "pad") for intent in bindings.Intent} <= names


def test_a_switch_that_is_about_one_game_is_not_there_with_another() -> None:
    def of_bazaar(opened: screens.Opened) -> SettingsScreen:
        return SettingsScreen(screens.NavigatorStub(opened, ROW.face()), as_overlay=False)

    names = {node.name for node in screens.Opened(of_bazaar).stage.focus.nodes()}
    assert {*ONE_CONTROL, *OF_THE_GAME} - names == {*OF_THE_GAME}


@pytest.mark.parametrize("field", ONE_CONTROL)
def test_a_control_changes_its_own_setting_at_once(field: str) -> None:
    opened = screens.Opened(screens.settings)
    opened.focus_on(field)
    opened.key(pygame.K_RETURN)
    changed = {
        name.name
        for name in fields(Settings)
        if getattr(opened.ui.settings, name.name) != getattr(Settings(), name.name)
    }
    assert changed == {field}


@pytest.mark.parametrize("name", OF_THE_GAME)
def test_a_switch_of_the_game_goes_on_and_off(name: str) -> None:
    opened = screens.Opened(screens.settings)
    opened.focus_on(name)
    for is_on in (True, False):
        opened.key(pygame.K_RETURN)
        assert opened.ui.settings == Settings(switches=frozenset({name} if is_on else ()))
        (control,) = [node for node in opened.stage.focus.nodes() if node.name == name]
        assert isinstance(control, widgets.Switch)
        assert control.value == is_on


def test_a_look_is_chosen_once_it_is_earned_or_all_are_there_at_once() -> None:
    opened = screens.Opened(screens.settings)
    opened.focus_on("back waves")
    opened.key(pygame.K_RETURN)
    assert opened.ui.settings == Settings()
    assert "2 games" in opened.stage.toasts.toasts[-1].message
    opened.focus_on("back night")  # is earned, see NavigatorStub
    opened.key(pygame.K_RETURN)
    opened.ui.change_settings(replace(opened.ui.settings, all_looks=True))
    opened.focus_on("table wood")
    opened.key(pygame.K_RETURN)
    assert opened.ui.settings == Settings(back="night", table="wood", all_looks=True)


def test_every_speed_can_be_chosen_up_to_instant() -> None:
    opened = screens.Opened(screens.settings)
    opened.focus_on("speed")
    seen = []
    for _ in range(10):
        opened.key(pygame.K_RIGHT)
        seen.append(opened.ui.settings.speed)
    assert seen[:6] == [1.5, 2.0, 3.0, 4.0, INSTANT, INSTANT]


def test_another_size_of_text_applies_at_once_and_keeps_focus_and_place() -> None:
    opened = screens.Opened(screens.settings)
    opened.focus_on("ui_scale")
    opened.key(pygame.K_RIGHT)
    opened.frame()
    assert opened.stage.look.theme.zoom == 1.25
    assert opened.focus_name == "ui_scale"
    choice = opened.node("ui_scale")
    assert isinstance(choice, widgets.ChoiceControl)
    assert choice.value == 125


def test_a_drag_on_a_slider_is_not_interrupted_by_its_own_changes() -> None:
    opened = screens.Opened(screens.settings)
    opened.focus_on("master_volume")
    opened.wait(0.5)
    slider = opened.node("master_volume")
    assert isinstance(slider, widgets.Slider)

    def pixel(value: int) -> tuple[int, int]:
        x, y = opened.stage.view.to_pixels(slider.world.apply(slider.place_of(value)))
        return round(x), round(y)

    opened.post(pygame.MOUSEBUTTONDOWN, pos=pixel(80), button=1)
    for value in (70, 50, 20, 5):
        opened.post(pygame.MOUSEMOTION, pos=pixel(value), rel=(1, 0), buttons=(1, 0, 0))
    opened.post(pygame.MOUSEBUTTONUP, pos=pixel(5), button=1)
    assert opened.ui.settings.master_volume == 5


def test_what_is_changed_elsewhere_shows_in_the_open_settings() -> None:
    opened = screens.Opened(screens.settings)
    opened.change_settings(replace(opened.ui.settings, muted=True, master_volume=30))
    mute, volume = opened.node("muted"), opened.node("master_volume")
    assert isinstance(mute, widgets.Switch)
    assert isinstance(volume, widgets.Slider)
    assert (mute.value, volume.value) == (True, 30)


def test_reset_asks_first_and_then_brings_the_defaults_back() -> None:
    own = Settings(muted=True, speed=2.0, fullscreen=True)
    opened = screens.Opened(screens.settings, settings=own)
    opened.click("reset")
    assert opened.focus_name == "no"
    opened.key(pygame.K_RETURN)
    assert opened.ui.settings == own
    opened.click("reset")
    opened.click("yes")
    assert opened.ui.settings == Settings(fullscreen=True)


def test_the_preview_shows_marks_and_outcomes_as_set() -> None:
    opened = screens.Opened(screens.settings)
    assert opened.has("badge")
    opened.change_settings(replace(opened.ui.settings, assist="outcomes"))
    assert not opened.has("badge")


@pytest.mark.parametrize("is_reduced", [False, True])
def test_the_previews_card_travels_or_fades_as_set(is_reduced: bool) -> None:
    opened = screens.Opened(screens.settings, settings=Settings(reduced_motion=is_reduced))
    places = set()
    for _ in range(90):
        opened.frame(1 / 30)
        places.add(opened.node("card Y4").position)
    assert (len(places) == 2) == is_reduced
    assert len(places) >= 2


def test_the_list_leads_to_a_section() -> None:
    opened = screens.Opened(screens.settings, size=(1920, 1080))
    opened.click("go to sound")
    opened.wait(0.5)
    assert opened.node("rows").bounds.holds(opened.node("section sound").centre)
    chosen = opened.node("go to sound")
    assert chosen.find("bar").visible


@pytest.mark.parametrize("size", [(1920, 1080), (1600, 900)])
def test_a_heading_that_is_gone_to_stands_clear_of_the_fading_edge(size: tuple[int, int]) -> None:
    opened = screens.Opened(screens.settings, size=size)
    names = [
        node.name.removeprefix("go to ")
        for node in opened.stage.focus.nodes()
        if node.name.startswith("go to ")
    ]
    assert len(names) > 4
    for name in (*names, *reversed(names)):
        opened.click(f"go to {name}")
        opened.wait(0.5)
        heading, rows = opened.node(f"section {name}").bounds, opened.node("rows").bounds
        fades = opened.has("more_above")
        top = opened.node("more_above").bounds.bottom if fades else rows.top
        assert heading.top >= top - 0.5, name
        assert heading.bottom <= rows.bottom, name


# == every setting =========================================================================
# Every setting changes something that people see, hear or find done, at once and at the start.


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


class Watched(pilot.Pilot):
    """A pilot in a program whose window only notes what it is asked for."""

    asked: list[str]

    def note(self) -> None:
        self.asked.append("full screen")


def flown(home: Path, kept: Settings) -> Watched:
    """Start a program that has kept settings from the last time."""
    open_settings_file(home / "config" / "settings.json", list_own_switches(BOX)).save(kept)
    pilot = Watched(home)
    pilot.asked = []
    pilot.program._set_fullscreen = lambda is_full: pilot.note() if is_full else None
    return pilot


# -- what people notice ----------------------------------------------------------------------


def shown(pilot: pilot.Pilot) -> Iterator[Node]:
    return (node for node in pilot.program.ui.stage.root.walk() if node.is_shown)


def texts_of(picture: Picture | None) -> Iterator[TextPicture]:
    if isinstance(picture, TextPicture):
        yield picture
    elif isinstance(picture, LayeredPicture):
        for layer in picture.layers:
            yield from texts_of(layer)


def texts_on_screen(pilot: pilot.Pilot) -> list[TextPicture]:
    pilot.wait(0.2)
    return [text for node in shown(pilot) for text in texts_of(node.picture) if text.text]


def title_words(pilot: pilot.Pilot) -> Hashable:
    pilot.program.show_title()
    return tuple(text.text for text in texts_on_screen(pilot))


def title_sizes(pilot: pilot.Pilot) -> Hashable:
    pilot.program.show_title()
    return tuple(text.size for text in texts_on_screen(pilot))


def title_fonts(pilot: pilot.Pilot) -> Hashable:
    pilot.program.show_title()
    return frozenset(text.font for text in texts_on_screen(pilot))


def sit_down(pilot: pilot.Pilot, setup: setup.GameSetup = SETUP) -> None:
    pilot.play_to_me(setup, 3.0)


def card_pixels(pilot: pilot.Pilot) -> Hashable:
    """Look at the cards in hand."""
    sit_down(pilot)
    boxes = [card.bounds for card in pilot.view.cast.rows[pilot.zone("hand")]]
    left, top = pilot.pixel(boxes[0].position)
    look = pygame.Rect(left, top, 200, 80).clip(pilot.surface.get_rect())
    return pygame.image.tobytes(pilot.surface.subsurface(look), "RGB")


def some_card(pilot: pilot.Pilot) -> str:
    """Return a hand card that may be played."""
    legal = pilot.session.observe().legal
    return next(str(step) for step in legal if len(str(step)) == 2)


def places_on_the_way(pilot: pilot.Pilot) -> list[tuple[float, float]]:
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
        pilot.frame(1 / 120)
    return seen


def ways_of_moving(pilot: pilot.Pilot) -> Hashable:
    return len({*places_on_the_way(pilot)}) > 4


def frames_on_the_way(pilot: pilot.Pilot) -> Hashable:
    return len(places_on_the_way(pilot))


def help_with_a_card(pilot: pilot.Pilot) -> Hashable:
    """Take up a card; tell which words and how many marks come with it."""
    sit_down(pilot)
    pilot.click(pilot.place_of(some_card(pilot)))
    words = tuple(text.text for text in texts_on_screen(pilot))
    marks = sum(name is not None for card in pilot.view.cast for name in [card.marks or None])
    return words, marks


def steps_by_the_end_button(pilot: pilot.Pilot) -> Hashable:
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
    if THE_DRAW in legal and THE_END in legal:
        return True
    for step in legal if depth else ():
        if step not in (THE_DRAW, THE_END, THE_PASS):
            session.take(step)
            if prepare_a_draw(session, depth - 1):
                return True
            session.undo()
    return False


def question_before_giving_up(pilot: pilot.Pilot) -> Hashable:
    sit_down(pilot)
    pilot.press("give_up")
    return bool(pilot.nodes("question"))


def table_pixels(pilot: pilot.Pilot) -> Hashable:
    """Look at the whole table."""
    sit_down(pilot)
    return pygame.image.tobytes(pilot.surface, "RGB")


def locked_tiles(pilot: pilot.Pilot) -> Hashable:
    pilot.program.show_settings()
    pilot.wait(0.3)
    shown = [node for node in pilot.program.ui.stage.root.walk() if isinstance(node, LookTile)]
    return sum(tile.is_locked for tile in shown)


def what_is_said(pilot: pilot.Pilot) -> Hashable:
    pilot.program.ui.speech = recorder = test_languages.Recorder()
    pilot.play(SETUP)
    pilot.wait_for_me()
    return tuple(recorder.said)


def pages_after_two_quick_presses(pilot: pilot.Pilot) -> Hashable:
    """Open the log, and close it right after that."""
    sit_down(pilot)
    pilot.key(pygame.K_l)
    pilot.key(pygame.K_ESCAPE)
    return pilot.program.ui.stage.focus.scope.name


def highlights_by_themselves(pilot: pilot.Pilot) -> Hashable:
    """Watch for six seconds what is highlighted, in its order."""
    pilot.program.show_title()
    seen: list[tuple[str, ...]] = []
    for _ in range(60):
        pilot.frame(0.1)
        here = tuple(node.name for node in pilot.program.inputs.scanner.highlighted)
        if seen[-1:] != [here]:
            seen.append(here)
    return tuple(seen)


def log_opened_by(post: Callable[[pilot.Pilot], None]) -> Callable[[pilot.Pilot], Hashable]:
    def notice(pilot: pilot.Pilot) -> Hashable:
        sit_down(pilot)
        post(pilot)
        return pilot.program.ui.stage.focus.scope.name

    return notice


def press_f7(pilot: pilot.Pilot) -> None:
    pilot.key(pygame.K_F7)


def press_guide(pilot: pilot.Pilot) -> None:
    button = pygame.CONTROLLER_BUTTON_GUIDE
    pilot.hold_pad(button)


def windows_asked_for(pilot: Watched) -> Hashable:
    return len(pilot.asked)


ROWS: dict[str, Row] = {
    "language": Row("de", title_words),
    "colours": Row("high", card_pixels),
    "table": Row("felt", table_pixels),
    "back": Row("leaves", table_pixels),
    "all_looks": Row(True, locked_tiles),
    "ui_scale": Row(150, title_sizes),
    "readable_font": Row(True, title_fonts),
    "reduced_motion": Row(True, ways_of_moving),
    "speed": Row(INSTANT, frames_on_the_way),
    "assist": Row("outcomes", help_with_a_card),
    "switches": Row(frozenset({"automatic_draw"}), steps_by_the_end_button),
    "confirmations": Row(False, question_before_giving_up),
    "master_volume": Row(30, seeing.volume_of_a_press),
    "effects_volume": Row(30, seeing.volume_of_a_press),
    "ambience_volume": Row(40, seeing.volume_behind),
    "music_volume": Row(40, seeing.volume_behind),
    "muted": Row(True, seeing.volume_of_a_press),
    "fullscreen": Row(True, windows_asked_for),
    "spoken_log": Row(True, what_is_said),
    "cool_down": Row(True, pages_after_two_quick_presses),
    "scanning": Row(True, highlights_by_themselves),
    "scan_seconds": Row(2.0, highlights_by_themselves, {"scanning": True}),
    "keys": Row((("log", ("f7",)),), log_opened_by(press_f7)),
    "pad": Row((("log", ("guide",)),), log_opened_by(press_guide)),
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
        again = noticed(home / "again", row, usual)
        assert again == _USUAL[key], "it differs without the setting"
    return _USUAL[key]


def test_every_setting_has_a_row() -> None:
    assert {each.name for each in fields(Settings)} == set(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_a_setting_changes_something_that_people_notice(name: str, tmp_path: Path) -> None:
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


def test_muted_is_silence_and_half_the_volume_is_less(tmp_path: Path) -> None:
    loud = noticed(tmp_path / "loud", ROWS["muted"], Settings())
    less = noticed(tmp_path / "less", ROWS["muted"], Settings(master_volume=30))
    assert isinstance(loud, tuple)
    assert isinstance(less, tuple)
    assert 0 < less[0] < loud[0]
    assert noticed(tmp_path / "muted", ROWS["muted"], Settings(muted=True)) == ()


def test_muted_nothing_goes_round_either(tmp_path: Path) -> None:
    heard = Settings(ambience_volume=40, music_volume=40)
    assert noticed(tmp_path / "heard", ROWS["ambience_volume"], heard) != ()
    muted = replace(heard, muted=True)
    assert noticed(tmp_path / "muted", ROWS["ambience_volume"], muted) == ()


def test_a_draw_is_taken_only_where_it_is_set(tmp_path: Path) -> None:
    row = ROWS["switches"]
    assert noticed(tmp_path / "usual", row, Settings()) == ("end",)
    assert noticed(tmp_path / "own", row, Settings(switches=row.value)) == (str(THE_DRAW), "end")


# == comfort ===============================================================================
# Comfort: less movement is none, nothing flashes, no clock runs, the rules are two inputs away.


SETUP_COMFORT = red7_setup((setup.SeatPlan("Ada"), setup.SeatPlan(level="casual")), seed=11)
Pose = tuple[float, float, float, float]


class Watcher(pilot.Pilot):
    """A pilot who watches every frame: where each thing is, and how light the whole is."""

    def __init__(self, home: Path, *, is_reduced: bool) -> None:
        super().__init__(home, (960, 600))
        self.change(reduced_motion=is_reduced, confirmations=False)
        self.ways: dict[Node, list[Pose]] = {}
        self.lights: list[float] = []

    def frame(self, seconds: float = 1 / 60, *, draws: bool = True) -> None:
        super().frame(seconds)
        for node in self.program.ui.stage.root.walk():
            if node.is_shown and node.size.w:
                x, y = node.centre
                pose = (round(x, 1), round(y, 1), round(node.rotation), round(node.flip, 2))
                self.ways.setdefault(node, []).append(pose)
        self.lights.append(Colour(*pygame.transform.average_color(self.surface)[:3]).luminance)

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


@pytest.mark.parametrize("is_reduced", [True, False])
def test_with_less_movement_nothing_moves(tmp_path: Path, is_reduced: bool) -> None:
    watcher = Watcher(tmp_path, is_reduced=is_reduced)
    watcher.play_a_turn()
    if is_reduced:
        assert watcher.travellers == set()
    else:
        assert watcher.travellers
    watcher.close()


def test_nothing_flashes(tmp_path: Path) -> None:
    """No more than three times a second does the screen as a whole grow lighter and dark again."""
    watcher = Watcher(tmp_path, is_reduced=False)
    watcher.play_a_turn()
    swings = [after - before for before, after in pairwise(watcher.lights)]
    jumps = [swing for swing in swings if abs(swing) > 0.1]
    turns = sum(one * other < 0 for one, other in pairwise(jumps))
    assert turns <= 3
    watcher.close()


def test_nobody_is_hurried(pilot: pilot.Pilot) -> None:
    pilot.play(SETUP_COMFORT)
    pilot.wait_for_me()
    before = pilot.session.observe()
    pilot.wait(3600.0, 300.0)
    assert pilot.session.observe() == before


WAYS: dict[str, Callable[[pilot.Pilot], None]] = {
    "a key": lambda pilot: pilot.key(pygame.K_r),
    "a click": lambda pilot: pilot.press("help"),
}


@pytest.mark.parametrize("way", WAYS)
def test_one_input_leads_from_the_table_to_the_rule_in_force(pilot: pilot.Pilot, way: str) -> None:
    pilot.play(SETUP_COMFORT)
    pilot.wait_for_me()
    WAYS[way](pilot)
    pilot.wait(0.5)
    rule = game.position_of(pilot.session.observe()).rule
    titles = [getattr(node, "text", "") for node in pilot.nodes("title")]
    colour = COLOUR_NAMES[rule]
    assert any(title.casefold().startswith(f"{colour}: ") for title in titles), titles
