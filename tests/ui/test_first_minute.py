"""The first minute: what somebody finds who has never played, by mouse, keys and pad."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.kit.setup import GameSetup, SeatPlan
from tests.setups import FIRST, red7_setup
from tests.ui.pilot import Pilot
from tests.ui.screens import Opened, new_game
from tests.ui.seeing import words, words_shown

FINER = ("edition", "target", "starter", "deal kind")
"""The controls of what most games do without."""


def test_two_presses_lead_a_new_player_to_a_game_that_can_be_won(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.wait(0.3)
    pilot.press("play")
    pilot.wait(0.3)
    assert "Good for a first game." in words(pilot)
    for word in ("Elo", "edition", "Edition", "Deal", "deal"):
        assert word not in words(pilot)
    pilot.press("start")
    pilot.wait(0.3)
    assert isinstance(pilot.program.screen, TableScreen)
    rules = pilot.session.observe().options.rules
    assert not rules.advanced
    assert not rules.actions
    assert [seat.player for seat in pilot.session.seats] == [None, LEVELS[0].key]


def test_later_the_last_set_up_is_remembered(pilot: Pilot) -> None:
    pilot.program.show_new_game()
    pilot.wait(0.3)
    pilot.press("add seat")
    pilot.press("start")
    pilot.program.show_new_game()
    pilot.wait(0.3)
    assert pilot.nodes("who 2")
    assert not pilot.nodes("edition")


def opened_with(setup: GameSetup) -> Opened:
    return Opened(lambda opened: new_game(opened, setup))


def test_the_dots_below_a_face_lie_in_its_row() -> None:
    plans = (SeatPlan("Ada"), *[SeatPlan(level=level.key) for level in LEVELS[1:4]])
    stage = opened_with(GameSetup("spring", plans, {"pickup": "next_turn"})).stage
    nodes = list(stage.root.walk())
    rows = [node.bounds for node in nodes if node.name.startswith("seat ")]
    dots = [node.bounds for node in nodes if node.name == "strength"]
    assert len(dots) == 3 * len(LEVELS)
    for dot in dots:
        (row,) = [each for each in rows if each.overlaps(dot)]
        assert row.bottom - dot.bottom >= dot.h


@pytest.mark.parametrize(
    "setup",
    [
        FIRST.with_values(edition="first"),
        FIRST.with_values(target=12),
        FIRST.with_values(starter="lowest"),
        replace(FIRST, seed=0),
    ],
    ids=["edition", "target", "starter", "deal"],
)
def test_more_is_open_where_something_there_was_changed(setup: GameSetup) -> None:
    opened = opened_with(setup)
    assert all(opened.has(name) for name in FINER)
    opened = opened_with(FIRST.with_values(advanced=True, actions=True))
    assert not any(opened.has(name) for name in FINER)


def test_more_opens_in_place_and_closes_again_and_keeps_the_focus() -> None:
    opened = opened_with(FIRST)
    opened.focus_on("more")
    opened.key(pygame.K_RETURN)
    assert all(opened.has(name) for name in FINER)
    assert f"Elo {1000}" in "\n".join(words_shown(opened.stage))
    assert opened.focus_name == "more"
    opened.pad(pygame.CONTROLLER_BUTTON_A)
    assert not any(opened.has(name) for name in FINER)
    opened.click("more")
    assert opened.has("edition")


def test_what_is_hidden_again_still_holds_and_is_summed_up() -> None:
    opened = opened_with(FIRST.with_values(advanced=True, target=12))
    opened.click("more")
    assert not opened.has("target")
    assert "to 12 points" in "\n".join(words_shown(opened.stage))


@pytest.mark.parametrize("device", ["keyboard", "gamepad"])
def test_by_keys_or_a_pad_alone(pilot: Pilot, device: str, request: pytest.FixtureRequest) -> None:
    hands = request.getfixturevalue(device)
    pilot.program.show_title()
    pilot.wait(0.3)
    hands.press("play")
    hands.press("more")
    assert pilot.nodes("edition")
    hands.press("start")
    assert isinstance(pilot.program.screen, TableScreen)


# -- who is who ------------------------------------------------------------------------------


def test_people_whose_names_begin_alike_have_two_letters(pilot: Pilot) -> None:
    people = (SeatPlan("Sam"), SeatPlan("Sue"), SeatPlan("Ann"), SeatPlan(level="steady"))
    opened = opened_with(replace(FIRST, seats=people))
    shown = words_shown(opened.stage)
    assert {"Sa", "Su", "A"} <= set(shown)
    pilot.play(red7_setup(people, seed=4))
    pilot.press("reveal")
    pilot.wait(0.5)
    assert {"Sa", "Su", "A"} <= set(words(pilot).split("\n"))
