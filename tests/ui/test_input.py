"""Keys, buttons and the focus at the table; tools; input for hands that need it easier."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pygame
import pytest

from red7_desktop.app.table import advice
from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.games.red7.rules.cards import PASS_STEP
from red7_desktop.kit import devices, settings, setup
from red7_desktop.kit.bindings import DEFAULT_KEYS, Intent
from red7_desktop.kit.hud import hud, marks
from red7_desktop.kit.table_model import Hint
from red7_desktop.scene import focus, keyboard
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import TextPicture
from red7_desktop.scene.widgets import runs, widget
from red7_desktop.scene.widgets.fields import Slider, Switch, TextField
from red7_desktop.tabletop.player import Choice
from tests.setups import red7_setup
from tests.ui import seeing
from tests.ui.conftest import Fly
from tests.ui.pilot import Hands, Pilot, play_first_round
from tests.ui.screens import SCREENS
from tests.ui.virtual_pad import Model, VirtualPad, sdl_path

SETUP = red7_setup((setup.SeatPlan(), setup.SeatPlan(level="newcomer")), seed=11)


@pytest.fixture
def table(pilot: Pilot) -> Pilot:
    pilot.play_to_me(SETUP, 2.0)
    return pilot


def hinted(pilot: Pilot) -> bool:
    """Whether a card or a place carries the mark of a hint, or its bubble is to be seen."""
    screen = pilot.program.screen
    is_open: bool = screen._hints.is_open  # type: ignore[attr-defined]
    marked = pilot.view.marks._marked_items.get(marks.HINTED)
    return is_open or bool(marked and (marked.cards or marked.zones))


@pytest.mark.parametrize("mod", [pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_META])
def test_digit_key_selects_a_card_only_without_modifier_keys(table: Pilot, mod: int) -> None:
    table.key(pygame.K_2, mod=mod)
    assert table.view.selection.held is None
    table.key(pygame.K_2)
    assert table.view.selection.held is table.view.cards.rows["hand:A"][1]


def test_digit_key_works_by_position_on_any_keyboard_layout(
    table: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyboard, "has_key", lambda key: False)

    # What a French keyboard sends for the key of 2.
    table.post(pygame.KEYDOWN, key=ord("é"), mod=0, unicode="é", scancode=pygame.KSCAN_2)

    assert table.view.selection.held is table.view.cards.rows["hand:A"][1]


@pytest.mark.parametrize(
    ("key", "scancode", "change"),
    [
        (pygame.K_EQUALS, pygame.KSCAN_EQUALS, 1),
        (pygame.K_KP_PLUS, pygame.KSCAN_KP_PLUS, 1),
        (pygame.K_MINUS, pygame.KSCAN_MINUS, -1),
        (ord("´"), pygame.KSCAN_EQUALS, 1),
    ],
)
def test_new_game_reads_plus_and_minus_without_text_input(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, key: int, scancode: int, change: int
) -> None:
    monkeypatch.setattr(keyboard, "has_key", lambda key: key < 128 and key != pygame.K_EQUALS)
    pilot.program.show_new_game("red7")
    pilot.wait(0.5)
    pilot.key(pygame.K_KP_PLUS)
    pilot.wait(0.5)
    seats = len(pilot.program.screen.setup.seats)  # type: ignore[attr-defined]

    pilot.post(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=scancode)
    pilot.wait(0.5)

    assert len(pilot.program.screen.setup.seats) == seats + change  # type: ignore[attr-defined]


def test_digit_key_beyond_the_hand_size_does_nothing(table: Pilot) -> None:
    table.key(pygame.K_9)
    assert table.view.selection.held is None


def test_hint_closes_with_the_next_step(table: Pilot) -> None:
    table.press("hint")
    table.wait(1.0)
    assert hinted(table)
    face = next(str(s) for s in table.session.observe().legal if len(str(s)) == 2)
    table.session.take_text(face)
    table.step_frame()
    assert not hinted(table)


def test_hint_shows_a_first_answer_then_the_final_one(table: Pilot) -> None:
    answers = [Choice((PASS_STEP,), is_final=False), Choice((PASS_STEP,))]
    adviser = table.table._hints._adviser
    adviser.poll = lambda: answers.pop(0) if answers else None  # type: ignore[method-assign]

    table.step_frame()
    first = seeing.words(table)
    table.step_frame()
    table.wait(0.5)

    assert "still thinking" in first
    assert hinted(table)
    assert "still thinking" not in seeing.words(table)
    assert table.session.hints == {"A": 1}


def test_hint_is_the_same_when_requested_twice_in_a_position(table: Pilot) -> None:
    said: list[Hint | None] = []
    for _ in range(2):
        table.press("hint")
        table.wait(2.0)
        said.append(table.table._hints._bubble.shown)
        table.key(pygame.K_h)
        table.wait(0.5)

    assert said[0] is not None
    assert said[0] == said[1]


def test_hint_that_arrives_after_the_turn_is_not_shown(table: Pilot) -> None:
    table.table._hints.toggle()
    table.session.take(PASS_STEP)
    table.wait(1.0)
    assert not hinted(table)


# == Focus navigation between all cards and buttons.

PLANS = (
    setup.SeatPlan("Ada"),
    setup.SeatPlan(level="casual"),
    setup.SeatPlan(level="steady"),
    setup.SeatPlan(level="newcomer"),
)


def led_to(start: Node, ways: dict[Node, set[Node]]) -> set[Node]:
    """Return all that the arrows lead to from a node."""
    found, new = {start}, [start]
    while new:
        for node in ways[new.pop()] - found:
            found.add(node)
            new.append(node)
    return found


def traps(pilot: Pilot) -> list[str]:
    """List what cannot be reached from the first node, and what it cannot be reached from."""
    nodes = pilot.program.ui.stage.focus.nodes()
    there: dict[Node, set[Node]] = {node: set() for node in nodes}
    back: dict[Node, set[Node]] = {node: set() for node in nodes}
    for node in nodes:
        for direction in focus.DIRECTIONS.values():
            is_kept = direction.x and isinstance(node, Slider | TextField)
            goal = None if is_kept else focus.find_ahead(node, nodes, direction)
            if goal is not None:
                there[node].add(goal)
                back[goal].add(node)
    both = led_to(nodes[0], there) & led_to(nodes[0], back)
    return [node.name for node in nodes if node not in both]


def states(pilot: Pilot, turns: int) -> Iterator[str]:
    """Play some turns; stop before each step, with nothing and with a card in the hand."""
    for _ in range(turns):
        pilot.wait_for_me()
        pilot.wait(0.8)
        if not pilot.session.is_viewers_turn:
            return
        yield "before the turn"
        for step in PLAYERS.player_of("greedy").choose(pilot.session.observe(), 0, 1).steps:
            hand = [card for card in pilot.view.cards if pilot.view.is_own_hand(card.zone)]
            for card in hand[:2]:
                pilot.view.selection.pick(card)
                pilot.wait(0.3)
                yield f"with {card.face} in the hand"
            pilot.view.selection.pick(None)
            pilot.session.take(step)
            pilot.wait(0.5)
            yield f"after {step}"


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("seats", "size"),
    [(2, (1280, 720)), (3, (1280, 800)), (4, (1920, 1080)), (4, (960, 600))],
    ids=str,
)
def test_arrow_keys_reach_every_control_at_the_table(
    fly: Fly, seats: int, size: tuple[int, int]
) -> None:
    pilot = fly(size=size)
    pilot.play(red7_setup(PLANS[:seats], seed=seats, actions=True))
    seen = 0
    for state in states(pilot, 2):
        seen += 1
        assert traps(pilot) == [], state
    assert seen > 6


@pytest.mark.sampled("name")
@pytest.mark.parametrize("scale", [100, 200])
@pytest.mark.parametrize("name", SCREENS)
def test_arrow_keys_reach_every_control_of_a_screen(pilot: Pilot, name: str, scale: int) -> None:
    pilot.change(ui_scale=scale)
    SCREENS[name](pilot)
    pilot.wait(0.5)
    assert traps(pilot) == []


def test_tab_skips_disabled_controls(table: Pilot) -> None:
    stops = table.program.ui.stage.focus.tab_stops()
    hand = [card for card in table.view.cards if table.view.is_own_hand(card.zone)]
    assert stops[: len(hand)] == hand
    assert [node.name for node in stops[len(hand) :]][:2] == ["hint", "give_up"]
    walked = []
    for _ in stops:
        table.key(pygame.K_TAB)
        walked.append(table.program.ui.stage.focus.current)
    assert walked == stops


def test_tab_visits_drop_targets_while_a_card_is_held(table: Pilot) -> None:
    table.key(pygame.K_1)
    held = table.view.selection.held
    assert held is not None
    names = [node.name for node in table.program.ui.stage.focus.tab_stops()]
    assert {"zone palette:A", "zone canvas"} <= set(names)


def test_focused_card_shows_its_preview_after_a_while(table: Pilot) -> None:
    table.key(pygame.K_TAB)
    table.wait(advice.DWELL - 0.1)
    assert not table.nodes("preview")
    table.wait(0.2)
    assert len(table.nodes("preview")) >= 2
    assert table.view.selection.held is None
    table.program.ui.stage.focus.focus(table.nodes("hint")[0])
    assert not table.nodes("preview")


# == Small buttons and their key caps.

LETTERS_AT_LEAST = 10.5
"""The size of the letters on a small button, in pixels."""


@pytest.mark.sampled
@pytest.mark.parametrize("language", ["pl", "de", "en"])
def test_speed_button_label_has_the_minimum_letter_size(table: Pilot, language: str) -> None:
    ui = table.program.ui
    for speed in settings.SPEEDS:
        ui.change_settings(replace(ui.settings, language=language, speed=speed))
        table.step_frame()
        (button,) = table.nodes("speed")
        (title,) = [node for node in button.walk() if node.name == "title"]
        for words in title.children:
            if title.is_shown and words.visible:
                high = words.bounds.h / ui.stage.look.theme.text("button").line_height
                assert high * ui.stage.look.scale >= LETTERS_AT_LEAST, (language, speed)


def test_key_that_opens_a_page_closes_it(table: Pilot) -> None:
    focus, opened = table.program.ui.stage.focus, set()
    below = focus.scope
    for intent in (Intent.UNDO, Intent.HINT, Intent.OFFER, Intent.LOG, Intent.RULES, Intent.MENU):
        for key, _ in DEFAULT_KEYS[intent]:
            table.key(key)
            table.wait(0.6)
            if focus.scope is not below:
                opened.add(intent)
                table.key(key)
                table.wait(0.6)
            assert focus.scope is below, intent
    assert opened == {Intent.LOG, Intent.RULES, Intent.MENU}


def test_hint_key_closes_the_hint(table: Pilot) -> None:
    table.key(pygame.K_h)
    table.wait(0.5)
    assert table.nodes("hint")
    assert len(table.nodes("lamp")) == 1
    table.key(pygame.K_h)
    table.wait(0.5)
    assert not table.nodes("lamp")


def test_page_key_closes_only_its_own_page_above_the_menu(table: Pilot) -> None:
    """Above the menu the rules lie: the key for the rules leads back to the menu."""
    table.key(pygame.K_m)
    table.wait(0.6)
    table.press("rules")
    table.wait(0.6)
    focus = table.program.ui.stage.focus
    assert focus.scope.name == "rules"
    table.key(pygame.K_m)
    assert focus.scope.name == "rules"
    table.key(pygame.K_r)
    table.wait(0.6)
    assert focus.scope.name == "pause"


# == Full screen by key and by setting.


def test_full_screen_key_and_settings_switch_agree(pilot: Pilot) -> None:
    asked: list[bool] = []
    pilot.program._set_fullscreen = asked.append
    pilot.program.show_settings()
    pilot.wait(0.3)
    is_full = False
    for device in ("key", "key", "key", "switch", "key"):
        if device == "key":
            pilot.key(pygame.K_F11)
        else:
            pilot.node("fullscreen").activate()
            pilot.step_frame()
        is_full = not is_full
        switch = pilot.node("fullscreen")
        assert isinstance(switch, Switch)
        assert (asked[-1], switch.value, pilot.program.ui.settings.fullscreen) == (is_full,) * 3


# == Changes of the input device.

PRESSES: dict[str, tuple[int, dict[str, Any]]] = {
    "keys": (pygame.KEYDOWN, {"key": pygame.K_F9, "mod": 0, "unicode": "", "scancode": 0}),
    "pad": (pygame.CONTROLLERBUTTONDOWN, {"button": 30, "instance_id": 0}),
    "mouse": (pygame.MOUSEWHEEL, {"x": 0, "y": 0}),
}
"""Presses that mean nothing but which device is in use."""
PLACES: dict[str, Callable[[Pilot], object]] = {
    "table": lambda pilot: None,
    "rules": lambda pilot: pilot.program.show_rules("overview"),
    "settings": lambda pilot: pilot.program.show_settings(),
    "menu": lambda pilot: pilot.hold_key(pygame.K_ESCAPE),
}
MOST_WORDS = 12
"""Maximum number of labels that may be rebuilt; there are hundreds."""


def sit_down(pilot: Pilot, place: str) -> None:
    seats = (setup.SeatPlan(), setup.SeatPlan(level="casual"), setup.SeatPlan(level="casual"))
    pilot.play_to_me(red7_setup(seats, actions=True, seed=11))
    PLACES[place](pilot)
    pilot.wait(2.0)


@pytest.mark.parametrize("place", PLACES)
def test_input_device_change_redraws_only_the_key_prompts(
    pilot: Pilot, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit_down(pilot, place)
    refreshed: list[object] = []
    for kind in (hud.Hud, widget.Label, runs.RunsLabel):
        refresh = kind.refresh

        def counted(node: object, refresh: Callable[[object], None] = refresh) -> None:  # type: ignore[assignment]
            refreshed.append(node)
            refresh(node)

        monkeypatch.setattr(kind, "refresh", counted)
    for kind_of_event, fields in PRESSES.values():
        pilot.program.handle(pygame.Event(kind_of_event, **fields))
    assert not [node for node in refreshed if isinstance(node, hud.Hud)]
    assert len(refreshed) <= MOST_WORDS * len(PRESSES)


@pytest.mark.parametrize("place", PLACES)
def test_updated_screen_equals_a_fresh_layout(pilot: Pilot, place: str) -> None:
    sit_down(pilot, place)
    stage = pilot.program.ui.stage
    seen = set()
    for kind, fields in PRESSES.values():
        pilot.post(kind, **fields)
        pilot.step_frame(0.0, draws=True)
        shown = pygame.image.tobytes(pilot.surface, "RGB")
        stage._restyle(stage.look)
        pilot.step_frame(0.0, draws=True)
        assert pygame.image.tobytes(pilot.surface, "RGB") == shown
        seen.add(shown)
    assert len(seen) == len(PRESSES)


# == Motor accessibility: single switch, press delay, own key bindings.

# -- scanning --------------------------------------------------------------------------------


class OneSwitch(Hands):
    """One key and nothing else; waits for the highlight."""

    def __init__(self, pilot: Pilot) -> None:
        super().__init__(pilot)
        pilot.change(scanning=True, scan_seconds=0.5)

    @property
    def highlighted(self) -> tuple[Node, ...]:
        return self.pilot.program.inputs.scanner.highlighted

    def hit(self) -> None:
        self.pilot.key(pygame.K_SPACE)

    def go_to(self, goal: Node) -> None:
        for _ in range(600):
            here = self.highlighted
            if here == (goal,):
                return
            if goal in here:
                self.hit()
            self.pilot.step_frame(0.1)
        raise AssertionError(f"the highlight never comes to {goal}")

    def press(self, name: str) -> None:
        self.go_to(self.node(name))
        self.hit()

    def end(self) -> None:
        self.press("end")

    def carry(self, face: str, zone: str) -> None:
        pilot = self.pilot
        self.go_to(pilot.card(face))
        self.hit()
        assert pilot.view.selection.held is pilot.card(face)
        self.go_to(pilot.view.by_zone[pilot.zone(zone)])
        self.hit()


def test_round_is_played_by_switch_scanning(pilot: Pilot) -> None:
    play_first_round(OneSwitch(pilot))


def test_switch_scanning_visits_drop_targets_first(table: Pilot) -> None:
    switch = OneSwitch(table)
    own = next(card for card in table.view.cards if table.view.is_own_hand(card.zone))
    switch.go_to(own)
    switch.hit()
    table.step_frame(0.05)
    (here,) = switch.highlighted
    assert here.name.startswith("zone ")


@pytest.mark.sampled
@pytest.mark.parametrize("screen", ["rules", "settings", "play"])
def test_switch_scanning_reaches_every_control_of_a_screen(pilot: Pilot, screen: str) -> None:
    switch = OneSwitch(pilot)
    pilot.program.show_title()
    pilot.wait(0.5)
    switch.press(screen)
    pilot.step_frame(0.1)
    wanted = set(pilot.program.ui.stage.focus.tab_stops())
    seen: set[Node] = set()
    for _ in range(2 * len(wanted)):
        seen |= set(switch.highlighted)
        pilot.step_frame(0.55)
    assert seen == wanted


def test_switch_scanning_leaves_a_group_after_its_last_member(table: Pilot) -> None:
    switch = OneSwitch(table)
    table.step_frame(0.1)
    group = switch.highlighted
    assert len(group) > 1
    assert table.nodes("scan frame")
    switch.hit()
    for member in group:
        table.step_frame(0.1)
        assert switch.highlighted == (member,)
        table.step_frame(0.45)
    assert switch.highlighted != group
    assert not set(switch.highlighted) & set(group)


def test_switch_scanning_key_can_be_rebound_or_turned_off(table: Pilot) -> None:
    table.change(keys=(("switch", ("x",)),))
    switch = OneSwitch(table)
    table.step_frame(0.1)
    group = switch.highlighted
    table.key(pygame.K_x)
    assert switch.highlighted == group[:1]
    table.change(scanning=False)
    table.step_frame(0.1)
    assert switch.highlighted == ()
    assert not table.nodes("scan frame")


# -- the pause after each press ----------------------------------------------------------------


def test_key_pressed_again_within_the_cool_down_is_ignored(table: Pilot) -> None:
    table.change(cool_down=True)
    table.key(pygame.K_l)
    assert table.scope == "log page"
    table.wait(0.3, 0.1)
    table.key(pygame.K_ESCAPE)
    assert table.scope == "log page"
    table.wait(0.3, 0.1)
    table.key(pygame.K_ESCAPE)
    assert table.scope == "root"


def test_double_click_counts_as_one_click_with_debouncing_on(table: Pilot) -> None:
    table.change(cool_down=True)
    face = next(face for face in table.view.zones["hand:A"] if face)
    place = table.place_of(face)
    table.click(place)
    table.click(place)
    assert table.view.selection.held is table.card(face)


def test_debouncing_does_not_affect_arrows_and_letters(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.wait(1.0)
    pilot.change(cool_down=True)
    seen = set()
    for _ in range(3):
        pilot.key(pygame.K_DOWN)
        seen.add(pilot.focus_name)
    assert len(seen) == 3


# -- keys of one's own -------------------------------------------------------------------------


def give(pilot: Pilot, row: str, key: int) -> None:
    """Open a row of the settings by its button, and press a key."""
    pilot.focus_on(pilot.nodes(row)[0])
    pilot.wait(0.4)
    pilot.key(pygame.K_RETURN)
    assert pilot.scope == "capture"
    if row.startswith("pad"):
        pilot.hold_pad(key)
    else:
        pilot.key(key)


def test_rebound_key_works_at_once_and_is_stored(table: Pilot) -> None:
    table.press("settings")
    give(table, "key log", pygame.K_j)
    assert table.scope == "settings"
    assert table.focus_name == "key log"
    assert table.program.ui.settings.keys == (("log", ("j",)),)
    assert '"j"' in table.paths.settings.read_text(encoding="utf-8")
    table.key(pygame.K_ESCAPE)
    table.key(pygame.K_l)
    assert table.scope == "root"
    table.key(pygame.K_j)
    assert table.scope == "log page"


def test_rebinding_a_used_key_swaps_both_bindings_with_a_toast(pilot: Pilot) -> None:
    pilot.program.show_settings()
    give(pilot, "key undo", pygame.K_h)
    bindings = pilot.program.ui.controls.bindings
    assert bindings.keys[Intent.HINT] == ((pygame.K_z, False),)
    assert len(pilot.program.ui.stage.toasts.toasts) == 1


def test_required_gamepad_button_cannot_be_rebound(pilot: Pilot) -> None:
    pilot.program.show_settings()
    give(pilot, "pad draw", pygame.CONTROLLER_BUTTON_A)
    assert pilot.program.ui.settings.pad == ()
    assert len(pilot.program.ui.stage.toasts.toasts) == 1


def test_full_screen_key_can_be_rebound(pilot: Pilot) -> None:
    pilot.program.show_settings()
    give(pilot, "key menu", pygame.K_F11)
    assert pilot.program.ui.settings.keys
    assert not pilot.program.ui.settings.fullscreen


def test_default_keys_are_restored_per_device(pilot: Pilot) -> None:
    pilot.program.show_settings()
    give(pilot, "key undo", pygame.K_u)
    give(pilot, "pad activate", pygame.CONTROLLER_BUTTON_B)
    focus = pilot.program.ui.stage.focus
    for name in ("reset keys", "reset pad"):
        focus.focus(pilot.nodes(name)[0])
        pilot.wait(0.4)
        pilot.key(pygame.K_RETURN)
    assert (pilot.program.ui.settings.keys, pilot.program.ui.settings.pad) == ((), ())


# == A virtual SDL gamepad.


@pytest.fixture
def pad(pilot: Pilot) -> Iterator[VirtualPad]:
    """A gamepad that SDL believes to be plugged in."""
    if sdl_path() is None:
        pytest.skip("SDL cannot be called from here")
    pilot.program.inputs.pads.start()
    made = VirtualPad()
    pilot.wait(0.2)
    yield made
    made.unplug()
    pilot.wait(0.2)
    pilot.program.inputs.pads.stop()


@pytest.mark.parametrize(
    ("model", "kind"),
    [
        (Model("Wireless Controller", 0x54C, 0xCE6), devices.PadKind.PLAYSTATION_5),
        (Model("Wireless Controller", 0x54C, 0x5C4), devices.PadKind.PLAYSTATION_4),
        (Model("Pro Controller", 0x57E, 0x2009), devices.PadKind.NINTENDO),
        (Model("Steam Deck Controller", 0x28DE, 0x1205), devices.PadKind.STEAM_DECK),
        (Model("Controller", 0x45E, 0xB12), devices.PadKind.XBOX),
    ],
    ids=lambda value: f"{value.product:x}" if isinstance(value, Model) else "",
)
def test_gamepad_button_symbols_match_the_gamepad_in_use(
    pilot: Pilot, pad: VirtualPad, model: Model, kind: devices.PadKind
) -> None:
    other = VirtualPad(model)
    pilot.wait(0.3)
    other.press(0)  # a button of the front on every model
    pilot.wait(0.2)
    with_other = pilot.program.ui.controls.pad_kind
    other.unplug()

    pad.press(pygame.CONTROLLER_BUTTON_DPAD_DOWN)
    pilot.wait(0.2)

    assert with_other is kind
    assert pilot.program.ui.controls.pad_kind is devices.PadKind.XBOX


def test_stick_moves_focus_once_and_repeats_while_held(pilot: Pilot, pad: VirtualPad) -> None:
    pilot.program.show_title()
    pilot.wait(1.0)
    pilot.key(pygame.K_DOWN)
    places = ["play", "rules", "play spring", "rules spring"]
    assert pilot.focus_name == "play"
    for way in (20_000, 15_000, 30_000):
        pad.push(pygame.CONTROLLER_AXIS_LEFTX, way)
        pilot.step_frame()
    assert pilot.focus_name == places[1]
    pilot.step_frame(devices.FIRST_REPEAT)
    assert pilot.focus_name == places[2]
    pilot.step_frame(devices.NEXT_REPEAT)
    assert pilot.focus_name == places[3]
    pad.push(pygame.CONTROLLER_AXIS_LEFTX, 0)
    pilot.wait(1.0)
    assert pilot.focus_name == places[3]


def test_gamepad_trigger_shows_the_rule_lens_while_held(table: Pilot, pad: VirtualPad) -> None:
    pad.push(pygame.CONTROLLER_AXIS_TRIGGERLEFT, 32_767)
    table.step_frame()
    assert table.nodes("lens view")
    pad.push(pygame.CONTROLLER_AXIS_TRIGGERLEFT, -32_767)
    table.step_frame()
    assert not table.nodes("lens view")


def test_gamepad_works_after_being_replugged(pilot: Pilot, pad: VirtualPad) -> None:
    pilot.program.show_title()
    pad.unplug()
    pilot.wait(0.3)
    again = VirtualPad()
    pilot.wait(0.3)
    again.press(pygame.CONTROLLER_BUTTON_DPAD_DOWN)
    pilot.step_frame()
    assert pilot.focus_name == "play"
    again.unplug()
    pilot.wait(0.2)


def test_text_field_shows_input_method_text_and_leaves_it_the_keys(pilot: Pilot) -> None:
    pilot.program.show_new_game("red7")
    pilot.press("seat 0")
    pilot.wait(0.3)
    pilot.focus_on("name")
    field = pilot.node("name")
    assert isinstance(field, TextField)

    pilot.post(pygame.TEXTEDITING, text="にほん", start=2, length=0)
    pilot.hold_key(pygame.K_RETURN)
    pilot.hold_key(pygame.K_BACKSPACE)
    pilot.step_frame()
    shown = field.find("words").picture
    composed = field.find("composed")
    caret_x = field.find("caret").position.x
    start = composed.position.x
    end = start + composed.size.w
    is_underlined = composed.visible
    pilot.post(pygame.TEXTINPUT, text="日本")
    pilot.step_frame()

    assert isinstance(shown, TextPicture)
    assert shown.text.endswith("にほん")
    assert is_underlined
    assert start < caret_x < end
    assert pilot.scope == "seat picker"
    assert field.text.endswith("日本")
    assert not composed.visible


def test_cancelled_input_method_text_leaves_the_name_unchanged(pilot: Pilot) -> None:
    pilot.program.show_new_game("red7")
    pilot.press("seat 0")
    pilot.wait(0.3)
    pilot.focus_on("name")
    field = pilot.node("name")
    assert isinstance(field, TextField)
    before = field.text

    pilot.post(pygame.TEXTEDITING, text="にほん", start=0, length=0)
    pilot.post(pygame.TEXTEDITING, text="", start=0, length=0)
    pilot.step_frame()

    assert field.text == before
    assert not field.find("composed").visible
