"""Several matches at once: none is lost without a question, by mouse and by keys."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pygame
import pytest

from red7_desktop.app.matches import match_store as match_slots
from red7_desktop.app.matches.matches import MatchesScreen
from red7_desktop.app.screens.new_game import NewGameScreen
from red7_desktop.app.screens.title import TitleScreen
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.red7.rules.cards import TEXTS, texts_of
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.kit.storage import Lock
from tests.setups import red7_setup
from tests.ui.pilot import Pilot
from tests.ui.seeing import screen_of, words

Press = Callable[[Pilot, str], None]


def by_mouse(pilot: Pilot, name: str) -> None:
    pilot.press(name)
    pilot.wait(0.3)


def by_keys(pilot: Pilot, name: str) -> None:
    """Go through the controls with Tab, then press Enter."""
    for _ in range(40):
        if pilot.focus_name == name:
            break
        pilot.key(pygame.K_TAB)
    assert pilot.focus_name == name
    pilot.key(pygame.K_RETURN)
    pilot.wait(0.3)


HANDS = pytest.mark.parametrize("press", [by_mouse, by_keys])


def leave_match(pilot: Pilot, seed: int) -> None:
    """Begin a match and leave it again."""
    pilot.play(red7_setup((SeatPlan(f"Ann{seed}"), SeatPlan(level="newcomer")), seed=seed))
    pilot.wait_for_me()
    pilot.program.show_title()
    pilot.wait(0.3)


def seeds(pilot: Pilot) -> list[int]:
    kept = pilot.keeper.kept()
    return [each.saved.match.seed for each in kept if each.saved is not None]


def style_of(pilot: Pilot, name: str) -> object:
    (button,) = pilot.nodes(name)
    return vars(button)["_style"]


# -- the title -------------------------------------------------------------------------------


def test_without_a_match_play_comes_first(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.wait(0.3)
    assert pilot.focus_name == "play"
    assert style_of(pilot, "play") == "menu_first"
    assert not pilot.nodes("continue")
    assert not pilot.nodes("matches")


def test_with_a_match_continue_comes_first_and_play_second(pilot: Pilot) -> None:
    leave_match(pilot, 1)
    assert pilot.focus_name == "continue"
    assert (style_of(pilot, "continue"), style_of(pilot, "play")) == ("menu_first", "menu")
    for thread in threading.enumerate():
        if thread.name == "standing":
            thread.join()
    pilot.wait(0.3)
    assert "0 : 0 of 40 points" in words(pilot)
    lefts = [pilot.nodes(name)[0].bounds.x for name in ("continue", "play", "rules")]
    assert lefts == sorted(lefts)
    assert pilot.nodes("matches")


@HANDS
def test_starting_a_game_keeps_the_one_before(pilot: Pilot, press: Press) -> None:
    leave_match(pilot, 1)
    press(pilot, "play")
    assert screen_of(pilot) is NewGameScreen
    press(pilot, "start")
    assert screen_of(pilot) is TableScreen
    second = pilot.session.match.seed
    pilot.program.show_title()
    assert seeds(pilot) == [second, 1]


@HANDS
def test_continue_takes_the_match_that_was_played_last(pilot: Pilot, press: Press) -> None:
    for seed in (1, 2):
        leave_match(pilot, seed)
    press(pilot, "matches")
    press(pilot, "continue 1")
    assert pilot.session.match.seed == 1
    pilot.program.show_title()
    pilot.wait(0.3)
    press(pilot, "continue")
    assert pilot.session.match.seed == 1


def test_a_match_that_is_over_is_not_offered_again(pilot: Pilot) -> None:
    leave_match(pilot, 1)
    pilot.play(
        red7_setup((SeatPlan(level="newcomer"), SeatPlan(level="casual")), advanced=False, seed=3)
    )
    pilot.wait_for_me()
    assert not pilot.session.to_act
    pilot.program.show_title()
    assert seeds(pilot) == [1]


# -- the page --------------------------------------------------------------------------------


@HANDS
def test_deleting_a_match_is_a_question_first(pilot: Pilot, press: Press) -> None:
    for seed in (1, 2):
        leave_match(pilot, seed)
    press(pilot, "matches")
    press(pilot, "delete 2")
    assert "Ann2, Tomás" in words(pilot)
    press(pilot, "no")
    assert seeds(pilot) == [2, 1]
    press(pilot, "delete 2")
    press(pilot, "yes")
    assert seeds(pilot) == [1]
    press(pilot, "delete 1")
    press(pilot, "yes")
    assert screen_of(pilot) is TitleScreen
    assert pilot.focus_name == "play"


def test_esc_leads_back_to_the_title(pilot: Pilot) -> None:
    leave_match(pilot, 1)
    pilot.press("matches")
    pilot.key(pygame.K_ESCAPE)
    assert screen_of(pilot) is TitleScreen


def test_the_picture_shows_palettes_and_nobodys_hand(pilot: Pilot) -> None:
    leave_match(pilot, 11)
    (kept,) = pilot.keeper.kept()
    assert kept.saved is not None
    position = kept.saved.match.state.position
    pilot.press("matches")
    pilot.wait(0.3)
    (sketch,) = pilot.nodes("sketch")
    shown = {node.name[5:] for node in sketch.walk() if node.name.startswith("card ")}
    open_cards = {TEXTS[card] for row in position.rows for card in row}
    assert shown == open_cards | {TEXTS[card] for card in position.canvas[-1:]}
    hidden = {card for hand in position.hands for card in texts_of(hand)}
    assert not shown & hidden


def test_a_damaged_match_is_shown_as_one_and_stays(pilot: Pilot) -> None:
    leave_match(pilot, 1)
    leave_match(pilot, 2)
    for path in pilot.paths.saves.glob("match.json*"):
        path.write_bytes(b"\xff")
    pilot.program._matches.show()
    pilot.wait(0.3)
    assert "This match cannot be read: it holds no text" in words(pilot)
    assert pilot.focus_name == "continue 2"
    (go_on,) = pilot.nodes("continue 1")
    assert not go_on.focusable
    leave_match(pilot, 3)
    assert pilot.paths.match.read_bytes() == b"\xff"


def test_what_another_copy_plays_cannot_be_touched(pilot: Pilot) -> None:
    leave_match(pilot, 1)
    lock = Lock(pilot.paths.saves / "match.lock")
    pilot.program.show_title()
    assert not pilot.nodes("continue")
    pilot.press("matches")
    pilot.wait(0.3)
    assert "It is being played in another window." in words(pilot)
    assert screen_of(pilot) is MatchesScreen
    for name in ("continue 1", "delete 1"):
        assert not pilot.nodes(name)[0].focusable
    lock.release()


# -- no room ---------------------------------------------------------------------------------


@pytest.fixture
def two_slots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_slots, "MOST", 2)


@HANDS
@pytest.mark.usefixtures("two_slots")
def test_with_all_slots_in_use_starting_asks_and_says_what_would_be_lost(
    pilot: Pilot, press: Press
) -> None:
    for seed in (1, 2):
        leave_match(pilot, seed)
    press(pilot, "play")
    press(pilot, "start")
    said = words(pilot)
    assert "No more matches can be kept" in said
    assert "Ann1, Tomás · Round 1 · Advanced rules · 0 : 0 of 40 points · " in said
    press(pilot, "no")
    assert screen_of(pilot) is TitleScreen
    assert seeds(pilot) == [2, 1]
    press(pilot, "play")
    press(pilot, "start")
    press(pilot, "yes")
    assert screen_of(pilot) is TableScreen
    new = pilot.session.match.seed
    pilot.program.show_title()
    assert seeds(pilot) == [new, 2]


@pytest.mark.usefixtures("two_slots")
def test_a_game_from_the_command_line_asks_above_the_title(pilot: Pilot) -> None:
    for seed in (1, 2):
        leave_match(pilot, seed)
    pilot.program = pilot.make()
    pilot.program.play(red7_setup(seed=3))
    pilot.wait(0.3)
    assert screen_of(pilot) is TitleScreen
    pilot.press("yes")
    assert pilot.session.match.seed == 3
    assert pilot.session.seats[0].name == "Cat"
