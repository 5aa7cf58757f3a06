"""The screens around the table: the focus, and their values; rules and title do what they say."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest

from red7_desktop.app.screens.new_game import NewGameScreen
from red7_desktop.app.screens.rules import RulesScreen
from red7_desktop.app.screens.title import TitleScreen
from red7_desktop.games.red7.face.setup import find_target_points
from red7_desktop.kit.setup import GameSetup, SeatPlan
from tests.setups import red7_setup
from tests.ui import seeing
from tests.ui.pilot import Pilot, Scrap, middle_of
from tests.ui.screens import SCREENS, show_new_game
from tests.ui.seeing import screen_of, words

OTHERS = [name for name in SCREENS if name not in {"title", "lobby"}]
"""The lobby leads back to the new game instead."""

# == Every screen with the keyboard alone and with a gamepad alone.


def show(pilot: Pilot, name: str) -> None:
    SCREENS[name](pilot)
    pilot.wait(0.5)


@pytest.mark.parametrize("name", SCREENS)
def test_tab_visits_every_control_with_the_focus_ring(pilot: Pilot, name: str) -> None:
    pilot.change(ui_scale=200, reduced_motion=True)
    show(pilot, name)
    pilot.wait(3.0)
    stage = pilot.program.ui.stage
    ring, everything = stage.root.find("focus ring"), [each.name for each in stage.focus.nodes()]
    assert all(everything)
    named = [name for name in everything if not name.startswith("card ")]
    assert len(set(named)) == len(named), "each has a name of its own"
    pilot.focus_on(stage.focus.nodes()[0])
    walked = []
    for _ in everything:
        pilot.key(pygame.K_TAB)
        pilot.wait(0.3, 0.1)
        assert stage.focus.current is not None
        walked.append(stage.focus.current.name)
        assert ring.visible
        assert ring.centre.distance_to(stage.focus.current.centre) < 2
        assert stage.look.visible_area.contains(ring.centre), pilot.focus_name
    assert sorted(walked) == sorted(everything)
    for _ in everything:
        pilot.key(pygame.K_TAB, pygame.KMOD_LSHIFT)
    assert pilot.focus_name == walked[-1]


LEAVING: dict[str, Callable[[Pilot], None]] = {
    "key": lambda pilot: pilot.key(pygame.K_ESCAPE),
    "pad": lambda pilot: pilot.pad(pygame.CONTROLLER_BUTTON_B),
    "cross": lambda pilot: pilot.press("close" if pilot.nodes("close") else "back"),
}


@pytest.mark.sampled("name")
@pytest.mark.parametrize("way", LEAVING)
@pytest.mark.parametrize("name", OTHERS)
def test_every_way_of_leaving_a_screen_returns_to_the_title(
    pilot: Pilot, name: str, way: str
) -> None:
    pilot.show_title()
    show(pilot, name)
    assert pilot.scope != "root" or screen_of(pilot) is not TitleScreen
    LEAVING[way](pilot)
    pilot.wait(0.3)
    assert screen_of(pilot) is TitleScreen
    scopes = [scope.root.name for scope in pilot.program.ui.stage.focus._scopes]
    assert scopes == ["root", "title"], "what has closed leaves nothing behind"


def test_back_does_nothing_on_the_title(pilot: Pilot) -> None:
    pilot.show_title()
    title = pilot.program.screen
    pilot.key(pygame.K_ESCAPE)
    assert pilot.program.is_running
    assert pilot.program.screen is title


@pytest.mark.sampled("name")
@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("size", [(960, 600), (3840, 2160)], ids=str)
def test_resizing_keeps_the_focus(pilot: Pilot, name: str, size: tuple[int, int]) -> None:
    show(pilot, name)
    control = next(each for each in ("quit", "close", "back") if pilot.nodes(each))
    pilot.focus_on(control)
    pilot.program.resize(size)
    assert pilot.focus_name == control


# == Title, *New game* and rules pages.

TWO = red7_setup(seats=(SeatPlan("Ann"), SeatPlan(level="casual")))


@pytest.fixture(name="page")
def new_game(pilot: Pilot) -> Pilot:
    """The page of a new game, for Ann and an AI."""
    show_new_game(pilot, TWO)
    pilot.step_frame()
    return pilot


def name_first_seat(page: Pilot, text: str, *, erased: int = 0) -> None:
    page.press("seat 0")
    page.focus_on("name")
    page.key(pygame.K_END)
    for _ in range(erased):
        page.key(pygame.K_BACKSPACE)
    page.type(text)


def setup_of(page: Pilot) -> GameSetup:
    """Start, and give the set-up that was asked for."""
    if page.nodes("picker"):
        page.key(pygame.K_ESCAPE)
    page.press("start")
    if page.nodes("reveal"):
        page.wait(0.1)
    setup = page.program.setups.of("red7")
    assert page.session.match.options["seats"] == len(setup.seats)
    return setup


def at(page: Pilot, name: str, across: float) -> None:
    """Click a control at a part of its width."""
    node = page.node(name)
    left, right = node.bounds.left, node.bounds.right
    page.click(middle_of(node)._replace(x=left + across * (right - left)))


# -- title -----------------------------------------------------------------------------------


def test_card_on_the_title_screen_opens_the_page_of_its_rule(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.wait(2.0)
    pilot.focus_on("card B3")
    pilot.key(pygame.K_RETURN)
    assert pilot.nodes("page B")


def test_title_screen_cards_move_unless_motion_is_reduced(pilot: Pilot) -> None:
    pilot.program.show_title()
    for is_reduced in (False, True):
        pilot.change(reduced_motion=is_reduced)
        pilot.wait(3.0)
        before = pilot.node("card O6").position
        pilot.wait(3.0)
        assert (pilot.node("card O6").position == before) is is_reduced
    assert pilot.program.ui.stage.is_resting


# -- new game --------------------------------------------------------------------------------


def test_seat_can_be_switched_to_an_ai_player_and_back_to_a_human(page: Pilot) -> None:
    page.focus_on("seat 1")
    page.key(pygame.K_RETURN)
    assert page.focus_name == "level casual"
    assert not page.nodes("name")
    page.press("person")
    assert page.nodes("name")
    page.key(pygame.K_ESCAPE)
    assert page.focus_name == "seat 1"
    assert setup_of(page).seats == (SeatPlan("Ann"), SeatPlan(portrait="bear"))


def test_adding_a_second_human_keeps_the_name_and_avatar_of_the_first(pilot: Pilot) -> None:
    show_new_game(pilot, red7_setup(seats=(SeatPlan(), SeatPlan(level="casual"))))
    pilot.step_frame()
    pilot.press("seat 1")

    pilot.press("person")

    page = pilot.program.screen
    assert isinstance(page, NewGameScreen)
    assert [(seat.name, seat.portrait_key) for seat in page.seats] == [
        ("Cat", "cat"),
        ("Bear", "bear"),
    ]
    page.setup = page.setup.with_seat(1, SeatPlan(portrait="cat"))
    assert [seat.name for seat in page.seats] == ["Cat", "Player 2"], "the cat is the user's"


@pytest.mark.parametrize(
    ("text", "erased", "name"),
    [
        ("a" * 20, 0, "Ann" + "a" * 13),
        ("  ", 3, ""),
        ("\u3164\u200b\u202e\u2800!\ufe0f", 0, "Ann!"),
        ("Оля", 3, "Оля"),
        ("李明", 3, "李明"),
        ("مريم", 3, "مريم"),
        ("Nguyễn", 3, "Nguyễn"),
        ("प्रिया", 3, "प्रिया"),
    ],
    ids=[
        *("too long", "only spaces", "characters that show nothing", "Cyrillic", "Chinese"),
        *("Arabic", "Vietnamese", "Devanagari"),
    ],
)
def test_seat_name_can_be_typed(page: Pilot, text: str, erased: int, name: str) -> None:
    name_first_seat(page, text, erased=erased)
    assert setup_of(page).seats[0] == SeatPlan(name)


def test_setup_file_name_that_no_font_can_draw_is_replaced_by_a_blank(pilot: Pilot) -> None:
    names = ("Оля", "李明", "مريم", "😀")
    seats = [{"name": name} for name in names]
    pilot.paths.setup.parent.mkdir(parents=True, exist_ok=True)
    options = {"advanced": False, "actions": False, "seed": 5}
    kept = json.dumps({"game": "red7", "seats": seats, **options})
    pilot.paths.setup.write_text(kept, encoding="utf-8")

    pilot.program.show_new_game()
    pilot.wait(0.3)

    assert "setup.json: a player’s name can’t be displayed." in seeing.words(pilot)
    assert [seat.name for seat in setup_of(pilot).seats] == ["Оля", "李明", "مريم", ""]


def test_letter_without_a_glyph_is_refused_with_the_reason(page: Pilot) -> None:
    name_first_seat(page, "O😀")

    assert setup_of(page).seats[0] == SeatPlan("AnnO")
    assert "This letter can’t be displayed." in seeing.words(page)


def test_avatar_can_be_chosen_for_a_seat(page: Pilot) -> None:
    page.press("seat 1")
    spot = page.program.screen.node.find("seat 0").bounds.centre
    page.click(spot)
    page.focus_on("name")
    page.post(pygame.TEXTINPUT, text="e")
    page.focus_on("face frog")
    page.key(pygame.K_RETURN)
    assert page.focus_name == "face frog"
    page.click(spot)
    assert page.program.ui.stage.focus.scope is page.program.screen.node
    assert setup_of(page).seats[0] == SeatPlan("Anne", portrait="frog")


def test_seats_can_be_added_and_removed_within_limits(page: Pilot) -> None:
    assert not page.nodes("seats 5")
    page.press("seats 4")
    for place in (3, 1):
        page.press(f"seat {place}")
        page.press("take away")
    page.press("seat 1")
    assert not page.node("take away").focusable
    assert setup_of(page).seats == (SeatPlan("Ann"), SeatPlan(level="newcomer"))


def test_seats_swap_by_button_and_by_drag(page: Pilot) -> None:
    page.press("seat 0")
    page.focus_on("seat on")
    page.key(pygame.K_RETURN)
    assert page.focus_name == "seat on"
    assert setup_of(page).seats == TWO.seats[::-1]
    page.program.show_new_game()
    page.drag_to(*[page.node(f"seat {n}").centre for n in range(2)])
    assert setup_of(page).seats == TWO.seats


def test_new_game_screen_shows_one_number_key_per_preset(page: Pilot) -> None:
    assert "1 2 3" in words(page)
    show_new_game(page, GameSetup("spring", TWO.seats, {"pickup": "next_turn"}))
    assert "1 2" in words(page)
    assert "1 2 3" not in words(page)


def test_preset_sets_all_options_and_shows_changes(page: Pilot) -> None:
    show_new_game(page, TWO.with_values(target=45))
    page.wait(0.1)
    assert "Match, customised" in words(page)
    page.type("3")
    assert setup_of(page) == TWO.with_values(actions=True)
    show_new_game(page, TWO.with_values(target=45))
    page.press("preset Quick match")
    assert setup_of(page) == TWO.with_values(advanced=False)


@pytest.mark.parametrize(
    ("control", "field", "value"),
    [("actions", "actions", True), ("starter", "starter", "lowest"), ("deal kind", "seed", 4711)],
)
def test_option_control_on_the_new_game_screen_changes_the_setup(
    page: Pilot, monkeypatch: pytest.MonkeyPatch, control: str, field: str, value: Any
) -> None:
    monkeypatch.setattr(page.program.match_service, "new_deal", lambda: 4711)
    page.press("more")
    at(page, control, 0.5 if control == "deal kind" else 0.9)
    wanted = replace(TWO, seed=value) if field == "seed" else TWO.with_values(**{field: value})
    assert setup_of(page) == wanted


def test_edition_and_target_score_controls_appear_only_with_actions(page: Pilot) -> None:
    show_new_game(page, TWO.with_values(advanced=False))
    page.press("more")
    for name in ("edition", "target"):
        assert not page.nodes(name)
    page.press("preset Match with actions")
    for name in ("edition", "target"):
        assert page.nodes(name)
    at(page, "edition", 0.9)
    assert setup_of(page).values["edition"] == "first"


def test_target_score_is_kept_and_its_default_depends_on_seat_count(page: Pilot) -> None:
    page.press("more")
    page.focus_on("target")
    page.key(pygame.K_RIGHT)
    assert setup_of(page).values["target"] == 45
    page.program.show_new_game()
    page.press("more")
    start = page.box_of("start")
    page.focus_on("target")
    page.key(pygame.K_LEFT)
    page.press("seats 3")
    assert (page.box_of("start"), len(page.nodes("as last time"))) == (start, 1), "it moves away"
    setup = setup_of(page)
    assert (setup.values["target"], find_target_points(setup)) == (None, 35)


def test_deal_number_can_be_typed_copied_pasted_and_randomised(
    page: Pilot, scrap: Scrap, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page.program.match_service, "new_deal", lambda: 4711)
    show_new_game(page, replace(TWO, seed=12))
    page.press("more")
    page.press("copy deal")
    assert scrap.text == "12"
    page.press("new deal")
    scrap.text = "No. 8-2"
    page.focus_on("deal")
    page.key(pygame.K_END)
    for _ in "4711":
        page.key(pygame.K_BACKSPACE)
    page.key(pygame.K_v, pygame.KMOD_LCTRL)
    page.type("9x")
    assert setup_of(page).seed == 829


def test_leaving_the_new_game_screen_keeps_the_changed_setup(page: Pilot) -> None:
    page.press("preset Match with actions")
    page.press("back")
    assert page.program.setups.of("red7") == TWO.with_values(actions=True)


def test_player_name_can_be_written_with_a_gamepad_alone(page: Pilot) -> None:
    page.press("seat 0")
    page.focus_on("name")
    page.pad(pygame.CONTROLLER_BUTTON_A)
    assert page.nodes("letter pad")
    assert page.focus_name == "key a"
    page.pad(pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    page.pad(pygame.CONTROLLER_BUTTON_A)
    page.pad(pygame.CONTROLLER_BUTTON_B)
    assert not page.nodes("letter pad")
    assert page.focus_name == "name"
    assert setup_of(page).seats[0] == SeatPlan("Annb")


def test_player_name_written_with_a_gamepad_starts_with_a_capital(page: Pilot) -> None:
    show_new_game(page, replace(TWO, seats=(SeatPlan(), *TWO.seats[1:])))
    page.press("seat 0")
    page.focus_on("name")
    for _ in range(3):
        page.pad(pygame.CONTROLLER_BUTTON_A)
    for name in ("key Delete", "key b", "done"):
        page.press(name)
    assert setup_of(page).seats[0] == SeatPlan("Ab")


# -- rules -----------------------------------------------------------------------------------


def page_of(pilot: Pilot) -> str:
    rules = pilot.program.pages.top
    assert isinstance(rules, RulesScreen)
    return rules.page


def test_unknown_rules_page_raises_key_error(pilot: Pilot) -> None:
    with pytest.raises(KeyError, match="no rules page"):
        pilot.program.show_rules("Q")


def test_next_and_previous_buttons_visit_all_rules_pages(pilot: Pilot) -> None:
    pages = ("overview", "turn", "order", *"ROYGBIV", "advanced", "actions", "fair")
    pilot.program.show_rules(pages[0])
    pilot.focus_on("next")
    for page in pages[1:]:
        pilot.key(pygame.K_RETURN)
        assert page_of(pilot) == page
    assert pilot.focus_name == "previous"
    for page in pages[-2::-1]:
        pilot.key(pygame.K_RETURN)
        assert page_of(pilot) == page


def test_rules_pages_are_turned_by_list_keyboard_and_gamepad(pilot: Pilot) -> None:
    pilot.program.show_rules("overview")
    pilot.press("page of R")
    pilot.key(pygame.K_PAGEDOWN)
    pilot.pad(pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    pilot.pad(pygame.CONTROLLER_BUTTON_LEFTSHOULDER)
    assert page_of(pilot) == "O"


def test_example_cards_on_a_rules_page_are_underlined_or_dimmed(pilot: Pilot) -> None:
    pilot.program.show_rules("G")
    counting, other = pilot.node("card O2"), pilot.node("card R7")
    marks = [[mark.name for mark in card.children] for card in (counting, other)]
    assert marks == [["counts"], ["dimmed"]]
