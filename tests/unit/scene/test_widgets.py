"""The widgets: controls, fields, scroll views, dialogs and toasts."""

from __future__ import annotations

import itertools
from functools import partial
from typing import Any

import pygame
import pytest

from red7_desktop.scene import animation, commands, keyboard, node, pictures
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.stage import Stage
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.dialog import Dialog, Toast
from red7_desktop.scene.widgets.fields import ChoiceControl, Slider, Switch, TextField
from red7_desktop.scene.widgets.scroll import ListRow, ScrollView
from red7_desktop.scene.widgets.widget import Label, Panel
from tests.unit.scene.driver import Driver, add_button, recorder

# == controls ==============================================================================

STOPS = (0, 25, 50, 75, 100)
FRUITS = [("a", "Apple"), ("p", "Pear"), ("q", "Quince")]


def middle(node: node.Node, across: float = 0.5) -> Vec:
    return node.world.apply(Vec(node.size.w * across, node.size.h / 2))


def text_of(node: node.Node) -> pictures.TextPicture:
    assert isinstance(node.picture, pictures.TextPicture)
    return node.picture


def focus_on(driver: Driver, node: node.Node) -> None:
    driver.stage.focus.is_visible = True
    driver.stage.focus.focus(node)


# -- switch ----------------------------------------------------------------------------------


def add_switch(stage: Stage) -> tuple[Switch, list[bool]]:
    """Put a switch there; give what it tells as well, as all that add a control do."""
    told: list[bool] = []
    switch = Switch(
        stage.look, False, told.append, text="Sound", width=400.0, position=Vec(100, 100)
    )
    stage.screen_layer.add(switch)
    return switch, told


def test_switch_toggles_by_click_tap_key_and_pad(driver: Driver) -> None:
    switch, told = add_switch(driver.stage)
    driver.click(middle(switch))
    driver.tap(middle(switch, 0.05))
    focus_on(driver, switch)
    driver.key(pygame.K_RETURN)
    driver.pad(pygame.CONTROLLER_BUTTON_A)
    assert told == [True, False, True, False]


def test_switch_shows_its_state_by_knob_and_tick_as_well_as_colour(stage: Stage) -> None:
    switch, _ = add_switch(stage)
    track, knob, tick = (switch.find(name) for name in ("track", "knob", "tick"))
    assert track.bounds.right == switch.bounds.right == pytest.approx(500.0)
    before = knob.bounds.left - track.bounds.left
    ticked = [tick.visible]
    switch.value = True
    assert [*ticked, tick.visible] == [False, True]
    assert track.bounds.right - knob.bounds.right == pytest.approx(before)
    assert track.bounds.left < tick.bounds.left < tick.bounds.right < knob.bounds.left
    for part in (track, knob, tick):
        assert part.bounds.centre.y == pytest.approx(switch.bounds.centre.y)
    on = stage.look.theme.button("switch_on").states["normal"]
    assert (track.picture, track.alpha) == (on.picture(), 1.0)
    switch.enabled = False
    assert track.alpha == 0.5


def test_switch_without_a_width_fits_label_and_track(stage: Stage) -> None:
    switch = Switch(stage.look, False, print, text="Sound and music")
    words, track, gap = switch.find("words"), switch.find("track"), stage.look.theme.sizes.gap
    assert switch.size.w == pytest.approx(words.size.w + gap + track.size.w)
    lit = text_of(words)
    switch.enabled = False
    assert text_of(words).colour == lit.colour.with_alpha(0.5)


# -- slider ----------------------------------------------------------------------------------


def add_slider(stage: Stage, value: int = 50) -> tuple[Slider[int], list[int]]:
    told: list[int] = []
    slider = Slider(
        stage.look,
        STOPS,
        value,
        told.append,
        words=lambda n: f"{n}%",
        width=500.0,
        position=Vec(100, 100),
    )
    stage.screen_layer.add(slider)
    return slider, told


def place_of(slider: Slider[int], value: int) -> Vec:
    return slider.world.apply(slider.place_of(value))


def test_slider_follows_press_and_drag_and_returns_when_cancelled(
    driver: Driver,
) -> None:
    slider, told = add_slider(driver.stage)
    driver.click(place_of(slider, 100))
    driver.tap(place_of(slider, 0))
    assert told == [100, 0]
    driver.down(place_of(slider, 0))
    for value in (0, 25, 50, 75):
        driver.move(place_of(slider, value) + Vec(4, 30))
    driver.up(place_of(slider, 75))
    assert told[2:] == [25, 50, 75]
    driver.down(place_of(slider, 75))
    driver.move(place_of(slider, 100))
    driver.key(pygame.K_ESCAPE)
    assert slider.value == 75
    assert told[-2:] == [100, 75]


def test_slider_moves_by_arrow_keys_and_by_the_return_key(
    driver: Driver,
) -> None:
    slider, told = add_slider(driver.stage, 75)
    add_button(driver.stage, Vec(800, 100), [])
    focus_on(driver, slider)
    for _ in range(3):
        driver.key(pygame.K_RIGHT)
    driver.pad(pygame.CONTROLLER_BUTTON_DPAD_LEFT)
    assert told == [100, 75]
    assert driver.stage.focus.current is slider
    for _ in STOPS:
        driver.key(pygame.K_RETURN)
    assert told[2:] == [100, 0, 25, 50, 75]


def test_slider_is_filled_to_its_knob_and_dimmed_when_disabled(
    stage: Stage,
) -> None:
    slider, _ = add_slider(stage, 0)
    track, label = slider.find("track").bounds, slider.find("words")
    edge = track.h / 2
    for value in STOPS:
        slider.value = value
        filled, knob = slider.find("filled").bounds, slider.find("knob").bounds
        assert stage.look.text.block(text_of(label), stage.look.scale).lines == (f"{value}%",)
        assert knob.right <= label.bounds.left
        assert knob.centre == place_of(slider, value)
        assert knob.centre.y == pytest.approx(slider.bounds.centre.y)
        assert (filled.left, filled.top, filled.h) == (track.left, track.top, track.h)
        assert filled.right == pytest.approx(knob.centre.x + edge)
    assert track.left + edge == pytest.approx(place_of(slider, 0).x)
    assert track.right - edge == pytest.approx(place_of(slider, 100).x)
    assert label.bounds.right == pytest.approx(600.0)
    slider.enabled = False
    assert {slider.find(name).alpha for name in ("track", "filled", "knob")} == {0.5}


# -- choice ----------------------------------------------------------------------------------


def add_choice(stage: Stage, width: float = 600.0) -> tuple[ChoiceControl[str], list[str]]:
    told: list[str] = []
    choice: ChoiceControl[str] = ChoiceControl(
        stage.look, FRUITS, "p", told.append, width=width, position=Vec(100, 100)
    )
    stage.screen_layer.add(choice)
    return choice, told


def test_segment_is_highlighted_under_the_pointer_and_chosen_by_a_click(driver: Driver) -> None:
    choice, told = add_choice(driver.stage)
    style = driver.stage.look.theme.button("segment")
    normal, hover = (style.states[state].picture() for state in ("normal", "hover"))
    driver.move(middle(choice, 0.9))
    assert [choice.find(f"option {nth}").picture for nth in (0, 2)] == [normal, hover]
    driver.click(middle(choice, 0.9))
    driver.tap(middle(choice, 0.1))
    driver.click(middle(choice, 0.1))
    assert told == ["q", "a"]
    driver.move(middle(choice, 0.9))
    choice.enabled = False
    assert choice.find("option 2").picture == normal


def test_arrow_keys_choose_segments_and_move_the_focus_on_at_the_ends(driver: Driver) -> None:
    choice, told = add_choice(driver.stage)
    button = add_button(driver.stage, Vec(900, 100), [])
    focus_on(driver, choice)
    driver.key(pygame.K_RIGHT)
    assert (told, driver.stage.focus.current) == (["q"], choice)
    driver.key(pygame.K_RIGHT)
    assert driver.stage.focus.current is button


def test_segments_have_padding_at_both_ends(stage: Stage) -> None:
    style = stage.look.theme.button("segment").text
    words = [stage.look.text.measure(style.picture(each), 1.0).w for _, each in FRUITS]
    inset = 4.0
    least = len(FRUITS) * (max(words) + 2 * inset) + 2 * inset
    stage.resize((1920, 1080))
    are_cyclers = [add_choice(stage, width)[0].is_cycler for width in (least + 0.01, least - 1.0)]
    assert are_cyclers == [False, True]


def test_picker_shows_one_value_at_a_time_when_narrow(driver: Driver) -> None:
    (wide, _), (narrow, told) = add_choice(driver.stage), add_choice(driver.stage, 200.0)
    assert (wide.is_cycler, narrow.is_cycler) == (False, True)
    narrow.position = Vec(100, 300)
    shown = [cell for cell in narrow.children if cell.visible and cell.name.startswith("option")]
    assert [cell.name for cell in shown] == ["option 1"]
    place, left, right = (
        each.bounds for each in (shown[0], narrow.find("left"), narrow.find("right"))
    )
    assert left.right <= place.left < place.right <= right.left
    assert place.centre.x == pytest.approx(narrow.bounds.centre.x)
    driver.click(middle(narrow.find("right")))
    driver.click(middle(narrow.find("left")))
    driver.click(middle(narrow))
    assert told == ["q", "p", "q"]


def test_list_row_shows_a_mark_while_chosen(driver: Driver) -> None:
    pressed: list[str] = []
    row = ListRow(driver.stage.look, "Rules", lambda: pressed.append("rules"), size=Size(300, 0))
    driver.stage.screen_layer.add(row)
    assert not row.find("bar").visible
    row.is_chosen = True
    assert row.find("bar").visible
    driver.click(middle(row))
    assert pressed == ["rules"]


# == text field ============================================================================


def add_field(
    driver: Driver, text: str = "", *, is_focused: bool = True, **options: Any
) -> tuple[TextField, list[str]]:
    stage, told = driver.stage, list[str]()
    field = TextField(
        stage.look, text, stage.focus, told.append, width=300.0, position=Vec(100, 100), **options
    )
    stage.screen_layer.add(field)
    if is_focused:
        focus_on(driver, field)
    return field, told


def type_text(driver: Driver, text: str) -> None:
    for letter in text:
        key = pygame.key.key_code(letter.lower()) if letter.isascii() else pygame.K_UNKNOWN
        driver.post(pygame.KEYDOWN, key=key, mod=0, unicode=letter)
        driver.post(pygame.TEXTINPUT, text=letter)


def test_text_field_inserts_and_deletes_at_the_caret(driver: Driver) -> None:
    field, told = add_field(driver, "Bo")
    type_text(driver, " R")
    driver.key(pygame.K_HOME)
    type_text(driver, "Ä")
    assert told == ["Bo ", "Bo R", "ÄBo R"]
    assert field.caret == 1
    for name in ("end", "backspace", "home", "delete", "backspace", "end", "delete"):
        driver.key(pygame.key.key_code(name))
    assert told[3:] == ["ÄBo ", "Bo "]


def test_text_field_consumes_keys_that_produce_letters(driver: Driver) -> None:
    add_field(driver)
    add_button(driver.stage, Vec(600, 100), [])
    assert driver.post(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" ") == [True]
    assert driver.post(pygame.KEYDOWN, key=pygame.K_z, mod=0, unicode="z") == [True]
    assert driver.post(pygame.KEYDOWN, key=pygame.K_F11, mod=0, unicode="") == [False]
    assert driver.stage.is_typing


def test_arrow_keys_move_the_caret_and_at_the_end_the_focus(driver: Driver) -> None:
    field, _ = add_field(driver, "Al")
    button = add_button(driver.stage, Vec(600, 100), [])
    driver.key(pygame.K_LEFT)
    assert (field.caret, driver.stage.focus.current) == (1, field)
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_RIGHT)
    assert driver.stage.focus.current is button


def test_text_field_pastes_as_much_as_fits(driver: Driver) -> None:
    field, _ = add_field(driver, "4", limit=4, accepts=str.isdigit, paste=lambda: "Deal 829\n13")
    driver.key(pygame.K_v, pygame.KMOD_LCTRL)
    assert field.text == "4829"


def test_click_focuses_a_text_field_and_sets_the_caret(
    driver: Driver,
) -> None:
    field, _ = add_field(driver, "Maximilian", is_focused=False)
    window = field.find("window")
    driver.click(window.world.apply(Vec(0.0, field.size.h / 2)))
    assert driver.stage.focus.current is field
    assert field.caret == 0
    driver.click(field.world.apply(Vec(field.size.w - 5, field.size.h / 2)))
    assert field.caret == len("Maximilian")
    assert not driver.stage.focus.is_visible


def test_text_field_scrolls_to_the_caret(driver: Driver) -> None:
    field, _ = add_field(driver, "W" * 40, limit=60)
    window, caret = field.find("window"), field.find("caret")
    for key in (pygame.K_END, pygame.K_HOME, pygame.K_END):
        driver.key(key)
        assert caret.position.x >= 0
        assert caret.position.x + caret.size.w <= window.size.w + 0.01
        words = field.find("words").bounds
        stands = words.left if key == pygame.K_HOME else words.right
        assert caret.bounds.left == pytest.approx(stands)


def test_text_field_reports_return_and_asks_for_an_on_screen_keyboard(driver: Driver) -> None:
    done: list[str] = []
    asked: list[TextField] = []
    field, _ = add_field(driver, "Bo", on_done=lambda: done.append("done"), on_no_keys=asked.append)
    driver.key(pygame.K_RETURN)
    assert (done, asked) == (["done"], [])
    driver.pad(pygame.CONTROLLER_BUTTON_A)
    driver.tap(field.centre)
    assert (done, asked) == (["done"], [field, field])


def test_text_field_pastes_by_key_position_on_a_non_latin_keyboard(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyboard, "has_key", lambda key: False)
    field, _ = add_field(driver, "", paste=lambda: "829")

    driver.post(
        pygame.KEYDOWN,
        key=ord("м"),
        scancode=pygame.KSCAN_V,
        mod=pygame.KMOD_LCTRL,
        unicode="",
    )

    assert field.text == "829"


def test_text_field_selects_copies_cuts_and_undoes(driver: Driver) -> None:
    copied: list[str] = []
    field, told = add_field(driver, "Bo", copy=copied.append)

    for key in (pygame.K_c, pygame.K_a, pygame.K_c, pygame.K_x, pygame.K_z, pygame.K_z):
        driver.key(key, pygame.KMOD_LCTRL)
    driver.key(pygame.K_a, pygame.KMOD_LCTRL)
    type_text(driver, "Al")

    assert copied == ["Bo", "Bo"]
    assert told == ["", "Bo", "A", "Al"]
    assert field.caret == 2


def test_text_field_shows_composed_text_and_ignores_keys_meanwhile(driver: Driver) -> None:
    done: list[str] = []
    field, told = add_field(driver, "Bo", on_done=lambda: done.append("done"))

    driver.post(pygame.TEXTEDITING, text="にほ", start=1, length=0)
    shown = field.find("words").picture
    driver.key(pygame.K_RETURN)
    driver.key(pygame.K_BACKSPACE)
    is_underlined = field.find("composed").visible
    driver.post(pygame.TEXTINPUT, text="日本")

    assert isinstance(shown, pictures.TextPicture)
    assert (shown.text, is_underlined) == ("Boにほ", True)
    assert (field.text, told, done) == ("Bo日本", ["Bo日本"], [])
    assert not field.find("composed").visible


def test_text_input_is_on_only_while_a_field_has_the_focus(driver: Driver) -> None:
    places: list[pygame.Rect | None] = []
    driver.stage.on_caret_moved = places.append
    button = add_button(driver.stage, Vec(600, 100), [])
    focus_on(driver, button)
    driver.frame()
    assert places == []

    field, _ = add_field(driver, "Bo")
    driver.frame()
    driver.frame()
    focus_on(driver, button)
    driver.frame()

    assert len(places) == 2
    assert places[0] is not None
    view = driver.stage.view
    assert places[0].x == round(view.to_pixels(field.caret_box.position)[0])
    assert places[1] is None


# == small widgets =========================================================================


@pytest.mark.parametrize("text", ["", "Go", "A very long name for a button indeed"])
@pytest.mark.parametrize("hint", ["", "Enter"])
@pytest.mark.parametrize("icon", [None, pictures.BoxPicture()])
@pytest.mark.parametrize("size", [Size(0, 0), Size(30, 20), Size(200, 0), Size(300, 80)])
def test_button_is_large_enough_for_its_content_and_a_finger(
    stage: Stage, text: str, hint: str, icon: pictures.BoxPicture | None, size: Size
) -> None:
    button = Button(stage.look, text, lambda: None, hint=hint, icon=icon, size=size)
    assert button.size.w >= max(44, size.w)
    assert button.size.h >= max(44, size.h)
    words = button.find("words")
    block = stage.look.text.block(text_of(words), stage.look.scale)
    assert block.width / stage.look.scale <= words.size.w + 1
    assert words.bounds.right <= button.size.w
    if size == Size(0, 0):
        assert "".join(block.lines) == text


def test_label_grows_with_its_text_and_panel_changes_with_its_style(stage: Stage) -> None:
    free, fixed = Label(stage.look, "7"), Label(stage.look, "7", size=Size(50, 20))
    before = free.size
    free.text = fixed.text = "Seventy seven"
    assert free.size.w > before.w
    assert fixed.size == Size(50, 20)
    assert text_of(fixed).max_width == 50
    assert text_of(free).max_width is None
    free.colour = stage.look.theme.colour("bad")
    assert text_of(free).colour == stage.look.theme.colour("bad")
    panel = Panel(stage.look, Size(200, 100))
    plain = panel.picture
    panel.style = "active"
    assert panel.picture == stage.look.theme.box("active").picture() != plain


# == scroll view ===========================================================================

ROW = 80.0


def add_view(driver: Driver, rows: int = 20, *, pressed: list[int] | None = None) -> ScrollView:
    """Put a view 400 high at (100, 100), with buttons in it, a row each."""
    stage = driver.stage
    heard = [] if pressed is None else pressed
    content = node.Node(name="content", size=Size(300.0, rows * ROW))
    for row in range(rows):
        button = Button(stage.look, f"Row {row}", partial(heard.append, row), name=f"row {row}")
        button.position = Vec(0.0, row * ROW)
        content.add(button)
    view = ScrollView(stage.look, Size(320.0, 400.0), content, position=Vec(100, 100))
    stage.screen_layer.add(view)
    return view


def turn_wheel(driver: Driver, notches: int) -> None:
    driver.move(Vec(150, 150))
    driver.post(pygame.MOUSEWHEEL, x=0, y=notches, precise_x=0.0, precise_y=float(notches))


def test_mouse_wheel_scrolls_no_further_than_the_ends(driver: Driver) -> None:
    view = add_view(driver)
    turn_wheel(driver, -1)
    assert view.offset == 90.0
    turn_wheel(driver, 5)
    assert view.offset == 0.0
    turn_wheel(driver, -100)
    assert view.offset == view.range == 20 * ROW - 400.0


def test_dragging_content_or_scroll_bar_scrolls_and_presses_no_button(driver: Driver) -> None:
    pressed: list[int] = []
    view = add_view(driver, pressed=pressed)
    driver.down(Vec(150, 300))
    driver.move(Vec(150, 250))
    driver.move(Vec(150, 180))
    driver.up(Vec(150, 180))
    assert view.offset == pytest.approx(120.0, abs=2.0)
    view.offset = 0.0
    thumb = view.find("thumb")
    start = thumb.centre
    driver.down(start)
    driver.move(start + Vec(0, 20))
    driver.move(start + Vec(0, 400))
    driver.up(start + Vec(0, 400))
    assert view.offset == view.range
    assert thumb.bounds.bottom <= view.bounds.bottom + 0.01
    assert pressed == []


def test_scroll_view_fades_edges_with_hidden_content(driver: Driver) -> None:
    view = add_view(driver)
    above, below = view.find("more_above"), view.find("more_below")
    assert (above.visible, below.visible) == (False, True)
    assert below.bounds.bottom == pytest.approx(view.bounds.bottom)
    view.offset = view.range / 2
    assert (above.visible, below.visible) == (True, True)
    view.offset = view.range
    assert (above.visible, below.visible) == (True, False)
    assert above.bounds.top == pytest.approx(view.bounds.top)
    assert above.bounds.right <= view.find("thumb").bounds.left


def test_scroll_view_passes_clicks_to_visible_content_only(driver: Driver) -> None:
    pressed: list[int] = []
    view = add_view(driver, pressed=pressed)
    driver.click(Vec(140, 120))
    view.offset = 3 * ROW
    driver.click(Vec(140, 120))
    driver.click(Vec(140, 540))
    assert pressed == [0, 3]


def test_scroll_view_follows_the_focus(driver: Driver) -> None:
    view = add_view(driver)
    focus = driver.stage.focus
    for row in (19, 0, 10):
        focus.focus(view.content.find(f"row {row}"))
        seen = view.content.find(f"row {row}").bounds
        assert view.bounds.top <= seen.top
        assert seen.bottom <= view.bounds.bottom


def test_down_key_walks_all_rows_before_leaving_the_scroll_view(driver: Driver) -> None:
    view = add_view(driver)
    below = Button(driver.stage.look, "Done", lambda: None, position=Vec(100, 520), name="done")
    driver.stage.screen_layer.add(below)
    focus = driver.stage.focus
    focus_on(driver, view.content.find("row 0"))
    for row in range(1, 20):
        focus.run(commands.FocusCommand.DOWN)
        assert focus.current is view.content.find(f"row {row}")
    focus.run(commands.FocusCommand.DOWN)
    assert focus.current is below


def test_scroll_view_without_focusable_nodes_scrolls_by_arrows(
    driver: Driver,
) -> None:
    stage = driver.stage
    view, fitting = (
        ScrollView(stage.look, Size(320.0, 400.0), node.Node(size=Size(300.0, height)))
        for height in (500.0, 300.0)
    )
    button = Button(stage.look, "Done", lambda: None, position=Vec(0, 450))
    stage.screen_layer.add(view, button, fitting)
    assert not fitting.find("thumb").visible
    assert not fitting.focusable
    stage.focus.is_visible = True
    stage.focus.focus(view)
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_DOWN)
    assert (view.offset, stage.focus.current) == (view.range, view)
    driver.key(pygame.K_DOWN)
    assert stage.focus.current is button


def test_scroll_view_animates_and_accumulates_wheel_turns(driver: Driver) -> None:
    stage = driver.stage
    content = node.Node(size=Size(300.0, 2000.0))
    view = ScrollView(
        stage.look, Size(320.0, 400.0), content, animator=stage.animator, position=Vec(100, 100)
    )
    stage.screen_layer.add(view)
    turn_wheel(driver, -1)
    turn_wheel(driver, -1)
    assert (view.offset, view.target_offset) == (0.0, 180.0)
    driver.frame(0.05)
    assert 0.0 < view.offset < 180.0
    driver.frame(1.0)
    assert view.offset == 180.0


# == overlays ==============================================================================

# -- dialogs -------------------------------------------------------------------------------------


class Asking:
    """A stage with a dialog over a button."""

    def __init__(self, driver: Driver) -> None:
        self.done: list[str] = []
        stage = driver.stage
        self.under = add_button(stage, Vec(60, 60), self.done, "under")
        self.keep = Button(stage.look, "Keep playing", lambda: self.close("keep"))
        self.give_up = Button(stage.look, "Give up", lambda: self.close("give up"))
        words = Label(stage.look, "You will score nothing.", max_width=400, wraps=True)
        self.dialog = Dialog(
            stage.look,
            "Give up?",
            words,
            [self.keep, self.give_up],
            on_close=lambda: self.close("closed"),
        )
        self._stage = stage

    def close(self, why: str) -> None:
        self.done.append(why)
        self._stage.hide_overlay(self.dialog)


@pytest.fixture
def asking(driver: Driver) -> Asking:
    asking = Asking(driver)
    driver.stage.show_dialog(asking.dialog)
    return asking


def test_dialog_closes_on_a_click_outside_only(driver: Driver, asking: Asking) -> None:
    driver.click(asking.dialog.frame.bounds.position + Vec(30, 30))
    assert asking.done == []
    driver.click(Vec(1900, 1000))
    assert asking.done == ["closed"]


def test_dialog_blocks_everything_below(driver: Driver, asking: Asking) -> None:
    driver.move(asking.under.centre)
    assert asking.under.state == "normal"
    for _ in range(5):
        driver.key(pygame.K_TAB)
        assert driver.stage.focus.current in asking.dialog.buttons
    driver.click(asking.under.centre)
    assert asking.done == ["closed"]


def test_drag_is_cancelled_by_a_dialog_and_by_escape(
    driver: Driver,
) -> None:
    heard: list[node.GestureKind] = []
    card = node.Node(size=Size(100, 100), interactive=True, draggable=True)
    card.on_gesture = recorder(heard)
    driver.stage.screen_layer.add(card)
    driver.down(Vec(30, 30))
    driver.move(Vec(60, 60))
    asking = Asking(driver)
    driver.stage.show_dialog(asking.dialog)
    assert heard[-1] is node.GestureKind.DRAG_CANCEL
    handle = node.Node(size=Size(40, 40), interactive=True, draggable=True)
    asking.dialog.frame.add(handle)
    driver.down(handle.centre)
    driver.move(handle.centre + Vec(30, 0))
    assert driver.key(pygame.K_ESCAPE)
    assert asking.done == []
    assert driver.key(pygame.K_ESCAPE)
    assert asking.done == ["closed"]


@pytest.mark.parametrize("window", [(960, 600), (1280, 720), (2560, 1080), (3840, 2160)])
def test_dialog_contains_its_parts_and_dims_the_whole_window(
    driver: Driver, asking: Asking, window: tuple[int, int]
) -> None:
    driver.stage.resize(window)
    frame, scrim = asking.dialog.frame.bounds, asking.dialog.scrim.bounds
    assert scrim == driver.stage.view.visible
    assert frame.centre.distance_to(driver.stage.view.visible.centre) < 1e-6
    for part in asking.dialog.frame.children:
        assert frame.intersection(part.bounds).area == pytest.approx(part.bounds.area)
    assert asking.keep.bounds.right <= asking.give_up.bounds.left


# -- toasts --------------------------------------------------------------------------------------


def test_toast_disappears_after_reading_time(driver: Driver) -> None:
    toast = driver.stage.toasts.show("Saved")
    for _ in range(20):
        driver.frame()
    assert (toast.alpha, toast.message) == (1.0, "Saved")
    driver.frame(driver.stage.look.theme.times.toast)
    driver.frame(1.0)
    assert (toast.parent, driver.stage.toasts.toasts) == (None, [])


def test_toast_stays_for_the_same_time_when_animations_are_off(driver: Driver) -> None:
    driver.stage.animator.speed = animation.INSTANT
    toast = driver.stage.toasts.show("Saved")
    assert toast.alpha == 1.0
    driver.frame(driver.stage.look.theme.times.toast - 0.1)
    assert toast.parent is not None
    driver.frame(0.2)
    assert toast.parent is None


def test_toasts_are_stacked_and_at_most_three(driver: Driver) -> None:
    shown: list[Toast] = [driver.stage.toasts.show(text) for text in ("one", "two", "three", "4")]
    for _ in range(30):
        driver.frame()
    assert driver.stage.toasts.toasts == shown[1:]
    assert shown[0].parent is None
    places = [toast.bounds for toast in shown[1:]]
    assert all(a.bottom < b.top for a, b in itertools.pairwise(places))
    driver.stage.toasts.dismiss(shown[0])
    assert driver.stage.toasts.toasts == shown[1:]
