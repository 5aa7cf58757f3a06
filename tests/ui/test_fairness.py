"""The page about what AI players see, and the check of a match."""

from __future__ import annotations

import pytest

from red7_desktop.app.screens import fairness
from red7_desktop.app.screens.fairness import FairnessPage, FairnessReport, UnfairTurn
from red7_desktop.play import replay
from tests.ui.pilot import Hands, Pilot, opened, settled
from tests.ui.seeing import words


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness.check_fairness, "__defaults__", (1, 30))


def page_of(pilot: Pilot) -> FairnessPage:
    page = pilot.program.pages.top
    assert isinstance(page, FairnessPage)
    return page


def wait_for_report(pilot: Pilot) -> str:
    page_of(pilot)._task.wait()
    pilot.wait(0.3)
    return words(pilot)


def opened_with_ai(pilot: Pilot) -> replay.ReplaySession:
    """Open a replay as if an AI player had sat at its second seat."""
    session = opened(pilot)
    session.seats = (session.seats[0], session.seats[1]._replace(player="casual"))
    return session


@pytest.mark.parametrize("hands", ["gamepad"], indirect=True)
def test_fairness_check_of_the_last_match_starts_on_the_rules_page(
    pilot: Pilot, hands: Hands
) -> None:
    pilot.play_to_me(pilot.program.setups.of("red7"))
    pilot.rush_round()
    pilot.program.give_up()
    pilot.wait_for_profile()
    pilot.program.show_rules("fair", pilot.program.catalogue["red7"].view())
    pilot.wait(0.3)
    assert "They see no other hands and no deck" in words(pilot)

    hands.press("check")
    told = wait_for_report(pilot)

    assert "Every choice stayed the same" in told
    assert "Checked: Tomás" in told


def test_fairness_check_asks_for_a_finished_match_when_there_is_none(pilot: Pilot) -> None:
    pilot.program.check_fairness("red7")

    assert "Finish a match first" in wait_for_report(pilot)


def test_fairness_check_of_a_reviewed_match_starts_in_its_menu(pilot: Pilot) -> None:
    session = opened_with_ai(pilot)
    menu = {name: press for name, _, press in pilot.table._mode.menu}

    menu["fair"]()
    told = wait_for_report(pilot)

    assert page_of(pilot)._played == fairness.CheckedMatch(session.played, session.seats)
    assert "Every choice stayed the same" in told


def test_fairness_report_names_ai_turns_that_differ_on_other_deals(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = FairnessReport(9, 27, (UnfairTurn(1, 2, 30),))
    monkeypatch.setattr(fairness, "check_fairness", lambda *asked: found)
    opened(pilot)
    name = pilot.session.seats[1].name
    pilot.table._mode.menu[0][2]()

    told = wait_for_report(pilot)

    assert "9 turns checked, 27 new deals" in told
    assert "1 choice changed" in told
    assert f"Round 2: {name}" in told


def test_fairness_check_stops_when_its_page_is_closed(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fairness.check_fairness, "__defaults__", (500, 5_000))
    opened_with_ai(pilot)
    pilot.table._mode.menu[0][2]()
    pilot.wait(0.2)
    page = page_of(pilot)

    pilot.press("cancel")

    assert page._task.is_done
    assert page._task.error is not None


def test_end_of_a_review_shows_the_luck_with_the_cards(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("red7_desktop.app.replay.timeline.measure_luck", lambda *asked: -0.125)
    session = opened(pilot)
    settled(pilot)

    session.go_to(session.timeline.last)
    pilot.wait(0.3)

    assert "luck with the cards: −12%" in words(pilot).replace("\n", "")
