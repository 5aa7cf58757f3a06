"""Whole matches by a keyboard alone and by a gamepad alone, from the title and back to it."""

from __future__ import annotations

import pytest

from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.red7.rules.rounds import MATCH_OVER, ROUND_OVER, SCORE
from red7_desktop.kit.bindings import Device, Intent
from red7_desktop.kit.setup import SeatPlan
from tests.setups import red7_setup
from tests.ui.pilot import Pilot
from tests.ui.unaided import Gamepad, Hands, Keyboard


@pytest.fixture(params=["keyboard", "gamepad"])
def hands(request: pytest.FixtureRequest) -> Hands:
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Hands)
    return found


def scope(pilot: Pilot) -> str:
    return pilot.program.kit.stage.focus.scope.name


# -- screens ---------------------------------------------------------------------------------


def test_every_screen_around_the_table_is_reached_and_left(pilot: Pilot, hands: Hands) -> None:
    pilot.program.show_title()
    pilot.wait(2.0)
    hands.press("rules")
    assert scope(pilot) == "rules"
    for _ in range(3):
        hands.ask(Intent.PAGE_AFTER)
    hands.ask(Intent.BACK)
    assert (scope(pilot), pilot.focus_name) == ("title", "rules")
    hands.press("settings")
    assert scope(pilot) == "settings"
    hands.press("muted")
    assert pilot.program.kit.settings.muted
    hands.press("done")
    assert (scope(pilot), pilot.focus_name) == ("title", "settings")
    hands.press("card G4")
    assert scope(pilot) == "rules"
    hands.press("close")
    hands.press("play")
    assert scope(pilot) == "new game"
    hands.ask(Intent.BACK)
    assert scope(pilot) == "title"
    hands.press("quit")
    assert not pilot.program.is_running


def test_every_overlay_of_the_table_is_reached_and_left(pilot: Pilot, hands: Hands) -> None:
    start(pilot, hands, 1)
    pilot.wait_for_me()
    for intent, name in ((Intent.LOG, "log page"), (Intent.MENU, "pause")):
        hands.ask(intent)
        assert scope(pilot) == name
        hands.ask(Intent.BACK)
        assert scope(pilot) == "root"
    for button, name in (("eye", "lens view"), ("help", "rules"), ("settings", "settings")):
        hands.press(button)
        assert scope(pilot) == name
        hands.ask(Intent.BACK)
        assert (scope(pilot), pilot.focus_name) == ("root", button)
    hands.ask(Intent.MENU)
    for button in ("rules", "settings"):
        hands.press(button)
        assert scope(pilot) == button
        hands.ask(Intent.BACK)
        assert (scope(pilot), pilot.focus_name) == ("pause", button)
    hands.press("give up")
    assert scope(pilot) == "question"
    hands.ask(Intent.BACK)
    assert (scope(pilot), pilot.focus_name) == ("pause", "give up")
    hands.press("title")
    assert scope(pilot) == "title"
    hands.press("continue")
    assert scope(pilot) == "root"
    assert pilot.program.session is not None


def test_cards_that_lie_open_are_looked_at_and_piles_spread_out(pilot: Pilot, hands: Hands) -> None:
    start(pilot, hands, 1)
    pilot.wait_for_me()
    hands.take_turn()
    pilot.wait_for_me()
    other = pilot.view.cast.rows["palette:B"][0]
    hands.go_to(other)
    hands.ask(Intent.LOOK)
    assert pilot.nodes(f"close-up {other.shown}")
    hands.ask(Intent.LOOK)
    assert not pilot.nodes(f"close-up {other.shown}")
    if pilot.view.zones["canvas"]:
        hands.go_to(pilot.view.cast.rows["canvas"][-1])
        hands.ask(Intent.ACTIVATE)
        assert scope(pilot) == "spread"
        hands.ask(Intent.BACK)
        assert scope(pilot) == "root"


# -- matches ---------------------------------------------------------------------------------


def start(
    pilot: Pilot, hands: Hands, people: int, deal: str = "", *, actions: bool = False
) -> None:
    """Begin a match of two from the title: one person and an AI player, or two people."""
    pilot.program.setups.keep(red7_setup())
    pilot.program.show_title()
    pilot.wait(2.0)
    hands.press("play")
    hands.press("more")
    if people == 2:
        while not hands.has("name 1"):
            hands.press("who 1")
    if actions:
        hands.press("actions")
    if deal:
        hands.press("deal kind")
        hands.go_to(hands.node("deal"))
        assert isinstance(hands, Keyboard | Gamepad)
        hands.type(deal)
    hands.go_to(hands.node("target"))
    for _ in range(12):
        hands.ask(Intent.LEFT)
    hands.press("start")
    pilot.wait(1.0)
    assert isinstance(pilot.program.screen, TableScreen)
    assert sum(seat.is_person for seat in pilot.session.seats) == people


@pytest.mark.slow
def test_a_whole_match_is_played_from_the_title_back_to_it(pilot: Pilot, hands: Hands) -> None:
    """Deal 17 has a second round, and a choice of points for one of the people."""
    start(pilot, hands, 2, "17", actions=True)
    session = pilot.session
    met: set[str] = set()
    for _ in range(400):
        stage = session.observe().stage
        if stage == MATCH_OVER:
            break
        if stage == ROUND_OVER:
            met.add("round end")
            pilot.wait(4.0)
            hands.press("next")
        elif pilot.nodes("reveal"):
            met.add("curtain")
            pilot.wait(1.0)
            hands.press("reveal")
        elif session.is_viewers_turn:
            met |= {"card choice"} if stage == SCORE else set()
            hands.take_turn()
        pilot.wait(0.4)
    assert met == {"curtain", "round end", "card choice"}
    pilot.wait(4.0)
    assert scope(pilot) == "match end"
    hands.press("title")
    assert scope(pilot) == "title"
    wanted = Device.KEYBOARD if isinstance(hands, Keyboard) else Device.PAD
    assert pilot.program.kit.controls.device is wanted


def test_a_change_of_language_leaves_the_focus_where_it_was(pilot: Pilot, hands: Hands) -> None:
    pilot.play(red7_setup((SeatPlan("Ada"), SeatPlan(level="casual")), seed=11))
    pilot.wait_for_me()
    pilot.wait(2.0)
    hands.go_to(hands.node("hint"))
    hands.ask(Intent.MENU)
    pilot.wait(0.5)
    hands.press("settings")
    pilot.wait(0.5)
    hands.go_to(hands.node("language"))
    for _ in range(2):
        hands.ask(Intent.RIGHT)
        pilot.wait(0.5)
        assert (scope(pilot), pilot.focus_name) == ("settings", "language")
    assert pilot.program.kit.texts.language != "en"
    hands.ask(Intent.BACK)
    pilot.wait(0.5)
    assert (scope(pilot), pilot.focus_name) == ("pause", "settings")
    hands.ask(Intent.BACK)
    pilot.wait(0.5)
    assert pilot.focus_name == "hint"
