"""What lies open above the table goes when it is stale, and takes no keys when it is covered."""

from __future__ import annotations

import pygame
import pytest

from red7_desktop.app.screens.rules import RulesScreen
from red7_desktop.games.red7.rules.rounds import SCORE
from red7_desktop.kit.pages.page import show_message
from red7_desktop.kit.setup import SeatPlan
from tests.setups import red7_setup
from tests.ui.guarded import GuardedPilot
from tests.ui.pilot import Pilot
from tests.ui.playing import rush_round

OPPONENTS = red7_setup((SeatPlan(level="casual"), SeatPlan(level="steady")), seed=11)


def test_the_page_about_a_round_goes_when_the_next_one_is_dealt(pilot: Pilot) -> None:
    pilot.play(OPPONENTS)
    rush_round(pilot)
    pilot.wait(4.5)
    assert pilot.nodes("next")
    pilot.session.go_on()
    pilot.wait(0.5)
    assert not pilot.nodes("next")
    rush_round(pilot)
    pilot.wait(4.5)
    assert pilot.nodes("next")


def test_the_choice_of_points_goes_when_it_has_been_made(pilot: Pilot) -> None:
    for seed in range(60):
        pilot.program.play(red7_setup((SeatPlan(), SeatPlan(level="newcomer")), seed=seed))
        if to_the_choice(pilot):
            break
    assert pilot.nodes("card choice")
    pilot.session.take(pilot.session.observe().legal[0])
    pilot.wait(0.3)
    assert not pilot.nodes("card choice")


def to_the_choice(pilot: Pilot) -> bool:
    """Play the round; tell whether the person has won it and may choose points."""
    session = pilot.session
    while session.to_act and not session.is_waiting_for_table:
        if session.observe().stage == SCORE:
            pilot.wait(0.3)
            return session.is_viewers_turn
        if session.is_viewers_turn:
            legal = session.observe().legal
            session.take(next((step for step in legal if str(step) != "pass"), legal[0]))
        else:
            session.hurry()
            pilot.frame(0.1)
    return False


# -- what is covered -------------------------------------------------------------------------

TURNS = [
    (pygame.KEYDOWN, {"key": pygame.K_PAGEDOWN, "mod": 0, "unicode": "", "scancode": 0}),
    (
        pygame.CONTROLLERBUTTONDOWN,
        {"button": pygame.CONTROLLER_BUTTON_RIGHTSHOULDER, "instance_id": 0},
    ),
]
"""What turns pages."""


def press_tab(pilot: GuardedPilot, times: int = 1) -> None:
    for _ in range(times):
        pilot.post(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="\t", scancode=0)


def cover_the_rules(pilot: GuardedPilot) -> RulesScreen:
    """Open the rules above a table by their key, go to a row of theirs, and put a message above."""
    pilot.play(OPPONENTS)
    pilot.wait_for_me()
    pilot.program.show_rules("overview")
    press_tab(pilot, 3)
    show_message(pilot.program.kit, "Above", "Something came up by itself.")
    pilot.frame()
    rules = pilot.program._pages.top
    assert isinstance(rules, RulesScreen)
    return rules


@pytest.mark.parametrize(("kind", "fields"), TURNS, ids=["key", "shoulder"])
def test_a_page_below_a_question_turns_no_pages(
    guarded: GuardedPilot, kind: int, fields: dict[str, int | str]
) -> None:
    rules = cover_the_rules(guarded)
    guarded.post(kind, **fields)
    assert guarded.guard.page is None
    assert (rules.page, guarded.focus_name) == ("overview", "done")
    guarded.press("done")
    guarded.post(kind, **fields)
    assert rules.page != "overview"


def test_a_page_that_is_laid_out_anew_below_another_keeps_its_focus(guarded: GuardedPilot) -> None:
    rules = cover_the_rules(guarded)
    before = guarded.program.kit.stage.focus.place_in(rules.node)
    assert before.startswith("page of")
    rules.rebuild("next")
    rules.rebuild(before)
    guarded.surface = pygame.Surface((1600, 900))
    guarded.frame()
    assert guarded.guard.page is None
    assert guarded.focus_name == "done"
    guarded.post(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r", scancode=0)
    assert guarded.focus_name == before
