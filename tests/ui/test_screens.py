"""The screens around the table: their layouts in every window, the focus, their values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest

from red7_desktop.games.red7.face.rules_text import PAGES
from red7_desktop.games.red7.face.setup import find_target_points
from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.kit.pages.page import Page
from red7_desktop.kit.settings import Settings
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.kit.texts import load_texts, name_language
from red7_desktop.resources import asset_path
from red7_desktop.scene.widgets import Slider
from tests.pseudo import plain_words, pseudo_texts
from tests.setups import red7_setup
from tests.ui.screens import SCREENS, Opened, new_game, rules, settings_overlay, title
from tests.ui.seeing import cut_texts, overlaps, small_targets, words_shown

# == screen layouts ========================================================================
# Every screen in the readable font, every page of the rules, and every word in other languages.
#
# `test_whole_words` looks at all screens in all windows and sizes.


NAMES = (
    "Red7",
    "Desktop",
    "?",
    "Wilhelmina Maria, " + "W" * 16 + ", Tomás, Amaka",
    "Wi",
    "Ww",
    "0 : 0 : 0 : 0",
    "Bo",
    "F11",
    *"AEIOU",
    *(level.name for level in LEVELS),
    *(level.name[0] for level in LEVELS),
    *(name_language(code) for code in ("en", "de", "pl")),
)
"""What is called the same in every language: people, languages, the keys with letters."""
READABLE = Settings(ui_scale=150, readable_font=True, colours="high")


def look_at(opened: Opened) -> None:
    opened.wait(1.0)
    assert cut_texts(opened.stage) == []
    assert overlaps(opened.stage) == []
    assert small_targets(opened.stage) == []


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_has_room_in_the_readable_font(name: str) -> None:
    look_at(Opened(SCREENS[name], (1280, 800), READABLE))


@pytest.mark.parametrize("name", SCREENS)
def test_every_word_of_a_screen_can_be_translated(name: str) -> None:
    opened = Opened(SCREENS[name], (1280, 720), texts=pseudo_texts())
    opened.wait(1.0)
    shown = words_shown(opened.stage)
    assert plain_words(shown, NAMES) == []
    assert any(text.startswith("[") for text in shown)


@pytest.mark.sampled("page")
@pytest.mark.parametrize("language", ["en", "de", "pl"])
@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_the_rules_has_room(page: str, language: str) -> None:
    look_at(Opened(rules(page), (1280, 720), texts=load_texts(asset_path("locale"), language)))


# == screen focus ==========================================================================
# Every screen by keys alone and by pad alone: all can be reached, nothing traps, Back leaves.


ARROWS = {
    pygame.K_UP: pygame.CONTROLLER_BUTTON_DPAD_UP,
    pygame.K_DOWN: pygame.CONTROLLER_BUTTON_DPAD_DOWN,
    pygame.K_LEFT: pygame.CONTROLLER_BUTTON_DPAD_LEFT,
    pygame.K_RIGHT: pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
}
OVERLAYS: dict[str, Callable[[Opened], Page]] = {
    "settings": settings_overlay,
    "rules": rules("R", as_overlay=True),
}


def names(opened: Opened) -> list[str]:
    return [node.name for node in opened.stage.focus.nodes()]


@pytest.mark.parametrize("name", SCREENS)
def test_every_control_has_a_name_of_its_own(name: str) -> None:
    found = names(Opened(SCREENS[name]))
    assert all(found)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("name", SCREENS)
def test_tab_walks_through_every_control_and_comes_round(name: str) -> None:
    opened = Opened(SCREENS[name])
    everything = names(opened)
    opened.focus_on(everything[0])
    walked = []
    for _ in everything:
        opened.key(pygame.K_TAB)
        walked.append(opened.focus_name)
    assert sorted(walked) == sorted(everything)
    for _ in everything:
        opened.key(pygame.K_TAB, pygame.KMOD_LSHIFT)
    assert opened.focus_name == walked[-1]


@pytest.mark.sampled
@pytest.mark.parametrize("settings", [Settings(), Settings(ui_scale=200)], ids=["100%", "200%"])
@pytest.mark.parametrize("name", SCREENS)
def test_the_pads_arrows_reach_every_control_from_every_other(
    name: str, settings: Settings
) -> None:
    opened = Opened(SCREENS[name], settings=settings)

    def goes_to(start: str) -> set[str]:
        """Return where each arrow leads; pressed again where it works the control first.

        An arrow that leads on at once has changed nothing: the same screen is used again.
        """
        nonlocal opened
        found = set()
        for button in ARROWS.values():
            opened.focus_on(start)
            is_as_before = False
            for presses in range(12):
                opened.pad(button)
                opened.pass_time(0.5)
                if opened.focus_name != start:
                    found.add(opened.focus_name)
                    is_as_before = not presses
                    break
            if not is_as_before:
                opened = Opened(SCREENS[name], settings=settings)
        return found

    everything = names(opened)
    ways = {start: goes_to(start) for start in everything}
    for start in everything:
        reached, new = {start}, {start}
        while new:
            new = {goal for place in new for goal in ways.get(place, ())} - reached
            reached |= new
        assert set(everything) <= reached, f"from {start}"


@pytest.mark.parametrize("name", SCREENS)
def test_the_focus_ring_lies_around_what_has_the_focus_and_in_the_window(name: str) -> None:
    opened = Opened(SCREENS[name], settings=Settings(ui_scale=200))
    ring = opened.stage.root.find("focus ring")
    for control in names(opened):
        opened.focus_on(control)
        opened.pass_time(0.5)
        opened.pass_time(0.1)
        node = opened.stage.focus.current
        assert node is not None
        assert ring.visible
        assert ring.centre.distance_to(node.centre) < 2
        assert opened.stage.look.visible.holds(ring.centre), control


@pytest.mark.parametrize("press", ["key", "pad"])
@pytest.mark.parametrize("name", [name for name in SCREENS if name != "title"])
def test_back_leaves_a_screen(name: str, press: str) -> None:
    opened = Opened(SCREENS[name])
    if press == "key":
        opened.key(pygame.K_ESCAPE)
    else:
        opened.pad(pygame.CONTROLLER_BUTTON_B)
    assert opened.left == 1


@pytest.mark.parametrize("name", [name for name in SCREENS if name != "title"])
def test_the_cross_leaves_a_screen(name: str) -> None:
    opened = Opened(SCREENS[name])
    opened.click("close" if opened.has("close") else "back")
    assert opened.left == 1


def test_back_does_nothing_on_the_title() -> None:
    opened = Opened(SCREENS["title"])
    opened.key(pygame.K_ESCAPE)
    assert (opened.left, opened.done) == (0, [])


@pytest.mark.parametrize("name", OVERLAYS)
def test_a_click_outside_leaves_an_overlay_and_one_inside_does_not(name: str) -> None:
    opened = Opened(OVERLAYS[name])
    opened.click_at(opened.node("sheet").bounds.centre)
    assert opened.left == 0
    opened.click_at(opened.stage.look.visible.position + (opened.node("room").pivot * 0.01))
    assert opened.left == 1


@pytest.mark.parametrize("name", OVERLAYS)
def test_the_focus_returns_when_an_overlay_closes(name: str) -> None:
    below = Opened(SCREENS["title"])
    below.focus_on("settings")
    overlay = OVERLAYS[name](below)
    overlay.opened()
    assert below.focus_name == overlay.first
    overlay.closed()
    assert below.focus_name == "settings"


@pytest.mark.parametrize("name", SCREENS)
def test_a_closed_screen_leaves_no_focus_and_no_overlay_behind(name: str) -> None:
    opened = Opened(SCREENS[name])
    opened.page.closed()
    opened.page.node.detach()
    opened.stage.tick()
    assert opened.stage.focus.scope is opened.stage.root
    assert opened.stage.focus.nodes() == []


@pytest.mark.sampled("name")
@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("size", [(960, 600), (3840, 2160)], ids=str)
def test_another_window_size_keeps_the_focus_where_it_was(name: str, size: tuple[int, int]) -> None:
    opened = Opened(SCREENS[name])
    control = next(each for each in ("quit", "close", "back") if opened.has(each))
    opened.focus_on(control)
    opened.stage.resize(size)
    opened.page.resized()
    assert opened.focus_name == control


# == screen values =========================================================================
# Title, new game and rules do what they say.


TWO = red7_setup(seats=(SeatPlan("Ann"), SeatPlan(level="casual")))


def opened_with(setup: GameSetup) -> Opened:
    return Opened(lambda opened: new_game(opened, setup))


def naming(setup: GameSetup) -> Opened:
    """Return the page while the name of the first seat is typed."""
    opened = opened_with(setup)
    opened.click("seat 0")
    opened.click("name", 0.9)
    return opened


def setup_of(opened: Opened) -> GameSetup:
    """Start, and give the set-up that was asked for."""
    if opened.has("picker"):
        opened.key(pygame.K_ESCAPE)
    opened.click("start")
    setup = opened.done[-1]
    assert isinstance(setup, GameSetup)
    return setup


# -- title -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("play", ("play",)),
        ("continue", ("resume",)),
        ("matches", ("matches",)),
        ("rules", ("rules",)),
        ("settings", ("settings",)),
        ("quit", ("quit",)),
    ],
)
def test_the_titles_buttons_ask_for_what_they_say(name: str, asked: tuple[str, ...]) -> None:
    opened = Opened(title)
    opened.click(name)
    assert opened.done == [asked]


def test_two_presses_lead_from_the_title_to_a_game() -> None:
    opened = Opened(title)
    opened.click("play")
    following = opened_with(TWO)
    following.key(pygame.K_RETURN)
    assert (opened.done, following.done) == ([("play",)], [TWO])


def test_a_card_of_the_title_opens_the_page_of_its_rule() -> None:
    opened = Opened(title)
    opened.wait(2.0)
    opened.focus_on("card B3")
    opened.key(pygame.K_RETURN)
    assert opened.done == [("rules", "B")]


def test_the_titles_cards_rise_in_turn_and_rest_with_less_movement() -> None:
    moving, resting = Opened(title), Opened(title, settings=Settings(reduced_motion=True))
    for opened in (moving, resting):
        opened.wait(3.0)
    before = [opened.node("card O6").position for opened in (moving, resting)]
    for opened in (moving, resting):
        opened.wait(3.0)
    after = [opened.node("card O6").position for opened in (moving, resting)]
    assert before[0] != after[0]
    assert before[1] == after[1]
    assert resting.stage.is_resting


# -- new game --------------------------------------------------------------------------------


def test_a_seat_can_be_given_to_an_ai_and_back_to_a_person() -> None:
    opened = opened_with(TWO)
    opened.focus_on("seat 1")
    opened.key(pygame.K_RETURN)
    assert opened.focus_name == "level casual"
    assert not opened.has("name")
    opened.click("person")
    assert opened.has("name")
    opened.key(pygame.K_ESCAPE)
    assert opened.focus_name == "seat 1"
    assert setup_of(opened).seats == (SeatPlan("Ann"), SeatPlan())


def test_a_name_can_be_typed_and_keeps_to_its_limit() -> None:
    opened = naming(TWO)
    opened.type("a" * 20)
    assert setup_of(opened).seats[0] == SeatPlan("Ann" + "a" * 13)


def test_a_face_can_be_chosen_for_a_seat() -> None:
    opened = opened_with(TWO)
    opened.click("seat 0")
    opened.focus_on("face frog")
    opened.key(pygame.K_RETURN)
    assert opened.focus_name == "face frog"
    assert setup_of(opened).seats[0] == SeatPlan("Ann", face="frog")


def test_a_name_of_spaces_counts_as_none() -> None:
    opened = naming(TWO)
    for _ in "Ann":
        opened.key(pygame.K_BACKSPACE)
    opened.type("  ")
    assert setup_of(opened).seats[0] == SeatPlan("")


def test_characters_that_show_nothing_do_not_go_into_a_name() -> None:
    opened = naming(TWO)
    opened.type("\u3164\u200b\u202e\u2800!\ufe0f")
    assert setup_of(opened).seats[0] == SeatPlan("Ann!")


def test_seats_can_be_added_up_to_four_and_removed_down_to_two() -> None:
    opened = opened_with(TWO)
    assert not opened.has("seats 5")
    opened.click("seats 4")
    levels = [seat.level for seat in opened.page.setup.seats[1:]]  # type: ignore[attr-defined]
    assert len(set(levels)) == 3
    for place in (3, 1):
        opened.click(f"seat {place}")
        opened.click("take away")
    opened.click("seat 1")
    assert not opened.node("take away").focusable
    assert setup_of(opened).seats == (SeatPlan("Ann"), SeatPlan(level="newcomer"))


def test_seats_change_places_by_a_press_and_by_a_drag() -> None:
    opened = opened_with(TWO)
    opened.click("seat 0")
    opened.focus_on("seat on")
    opened.key(pygame.K_RETURN)
    assert opened.focus_name == "seat on"
    assert setup_of(opened).seats == TWO.seats[::-1]
    spots = [opened.stage.view.to_pixels(opened.node(f"seat {n}").centre) for n in range(2)]
    opened.post(pygame.MOUSEBUTTONDOWN, pos=spots[0], button=1)
    opened.post(pygame.MOUSEMOTION, pos=spots[1], rel=(0, 0), buttons=(1, 0, 0))
    opened.post(pygame.MOUSEBUTTONUP, pos=spots[1], button=1)
    assert setup_of(opened).seats == TWO.seats


def test_the_keys_of_new_game_are_those_that_choose_something() -> None:
    assert "1 2 3" in words_shown(opened_with(TWO).stage)
    spring = words_shown(opened_with(GameSetup("spring", TWO.seats, {"pickup": "next_turn"})).stage)
    assert "1 2" in spring
    assert "1 2 3" not in spring


def test_a_kind_of_match_sets_all_options_and_says_what_is_changed() -> None:
    opened = opened_with(TWO.with_values(target=45))
    assert "Match, customised" in words_shown(opened.stage)
    opened.key(pygame.K_3, text="3")
    assert setup_of(opened) == TWO.with_values(actions=True)
    opened.click("preset Quick match")
    assert setup_of(opened) == TWO.with_values(advanced=False)
    opened.click("as last time")
    assert opened.done[-1] == TWO.with_values(target=45)


@pytest.mark.parametrize(
    ("control", "across", "field", "value"),
    [
        ("actions", 0.9, "actions", True),
        ("starter", 0.9, "starter", "lowest"),
        ("deal kind", 0.9, "seed", 4711),
    ],
)
def test_a_rule_can_be_chosen(control: str, across: float, field: str, value: Any) -> None:
    opened = opened_with(TWO)
    opened.click("more")
    opened.click(control, across)
    wanted = replace(TWO, seed=value) if field == "seed" else TWO.with_values(**{field: value})
    assert setup_of(opened) == wanted


def test_the_edition_counts_with_actions_and_the_target_with_points_only() -> None:
    opened = opened_with(TWO.with_values(advanced=False))
    opened.click("more")
    for name in ("edition", "target"):
        assert not opened.has(name)
    opened.click("preset Match with actions")
    for name in ("edition", "target"):
        assert opened.has(name)
    opened.click("edition", 0.9)
    assert setup_of(opened).values["edition"] == "first"


def test_a_target_is_kept_and_the_rulebooks_own_follows_the_seats() -> None:
    opened = opened_with(TWO)
    opened.click("more")
    slider = opened.node("target")
    assert isinstance(slider, Slider)
    opened.focus_on("target")
    opened.key(pygame.K_RIGHT)
    assert setup_of(opened).values["target"] == 45
    opened.focus_on("target")
    opened.key(pygame.K_LEFT)
    opened.click("seats 3")
    setup = setup_of(opened)
    assert (setup.values["target"], find_target_points(setup)) == (None, 35)


def test_a_deals_number_can_be_typed_copied_pasted_and_drawn_anew() -> None:
    opened = opened_with(replace(TWO, seed=12))
    opened.click("more")
    opened.click("copy deal")
    assert opened.clipboard.text == "12"
    opened.click("new deal")
    assert opened.page.setup.seed == 4711  # type: ignore[attr-defined]
    opened.clipboard.text = "No. 8-2"
    opened.click("deal", 0.95)
    for _ in "4711":
        opened.key(pygame.K_BACKSPACE)
    opened.key(pygame.K_v, pygame.KMOD_LCTRL)
    opened.type("9x")
    assert setup_of(opened).seed == 829


def test_leaving_keeps_what_was_changed() -> None:
    opened = opened_with(TWO)
    opened.click("preset Match with actions")
    opened.click("back")
    assert (opened.left, opened.done) == (1, [TWO.with_values(actions=True)])


def test_a_name_can_be_written_by_pad_alone() -> None:
    opened = opened_with(TWO)
    opened.click("seat 0")
    opened.focus_on("name")
    opened.pad(pygame.CONTROLLER_BUTTON_A)
    assert opened.has("letter pad")
    assert opened.focus_name == "key a"
    opened.pad(pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    opened.pad(pygame.CONTROLLER_BUTTON_A)
    opened.pad(pygame.CONTROLLER_BUTTON_B)
    assert not opened.has("letter pad")
    assert opened.focus_name == "name"
    assert setup_of(opened).seats[0] == SeatPlan("Annb")


def test_a_new_name_by_pad_begins_with_a_capital_and_goes_on_small() -> None:
    opened = opened_with(replace(TWO, seats=(SeatPlan(), *TWO.seats[1:])))
    opened.click("seat 0")
    opened.focus_on("name")
    opened.pad(pygame.CONTROLLER_BUTTON_A)
    for _ in range(2):
        opened.pad(pygame.CONTROLLER_BUTTON_A)
    opened.click("key Delete")
    opened.click("key b")
    opened.click("done")
    assert setup_of(opened).seats[0] == SeatPlan("Ab")


# -- rules -----------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_the_rules_open_at_any_page(page: str) -> None:
    opened = Opened(rules(page))
    assert opened.page.page == page  # type: ignore[attr-defined]


def test_a_page_that_does_not_exist_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="no rules page"):
        Opened(rules("Q"))


def test_next_leads_through_all_pages_and_previous_back() -> None:
    opened = Opened(rules(PAGES[0]))
    opened.focus_on("next")
    for page in PAGES[1:]:
        opened.key(pygame.K_RETURN)
        assert opened.page.page == page  # type: ignore[attr-defined]
    assert opened.focus_name == "previous"
    for page in PAGES[-2::-1]:
        opened.key(pygame.K_RETURN)
        assert opened.page.page == page  # type: ignore[attr-defined]


def test_the_list_of_pages_opens_one() -> None:
    opened = Opened(rules("overview"))
    opened.click("page of V")
    assert opened.page.page == "V"  # type: ignore[attr-defined]


def test_pages_turn_by_their_own_keys_and_by_the_pads_shoulders() -> None:
    opened = Opened(rules("R"))
    opened.key(pygame.K_PAGEDOWN)
    opened.pad(pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    opened.pad(pygame.CONTROLLER_BUTTON_LEFTSHOULDER)
    assert opened.page.page == "O"  # type: ignore[attr-defined]


def test_an_examples_cards_are_underlined_when_they_count_and_dimmed_when_not() -> None:
    opened = Opened(rules("G"))
    counting, other = opened.node("card O2"), opened.node("card R7")
    marks = [[mark.name for mark in card.children] for card in (counting, other)]
    assert marks == [["counts"], ["dimmed"]]
