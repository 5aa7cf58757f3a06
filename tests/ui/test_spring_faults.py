"""Faults and full disks while a card of Spring Cleaning is drawn: nothing is lost or given away."""

from __future__ import annotations

import errno

import pytest

from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.registry import BOX, load_all_rules
from red7_desktop.games.spring_cleaning.rules.cards import SEATS, THE_DRAW
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.tabletop.match import Match, read_match
from tests.ui.faults import GO_ON, break_the_table, report_of
from tests.ui.guarded import GuardedPilot
from tests.ui.seeing import screen_of
from tests.ui.spring_playing import planned
from tests.ui.test_disk_faults import disk_that

SETUP = GameSetup(
    "spring", (SeatPlan("Wilhelmina"), SeatPlan(level="newcomer")), {"pickup": "next_turn"}, seed=12
)


def draw(pilot: GuardedPilot) -> Match:
    """Play till a drawn card waits for its place."""
    pilot.play(SETUP)
    for _ in range(8):
        pilot.wait_for_me()
        if THE_DRAW in pilot.session.observe().legal:
            pilot.session.take(THE_DRAW)
            return pilot.session.match
        pilot.session.take(planned(pilot))
    raise AssertionError("nothing can be drawn")


def kept(pilot: GuardedPilot) -> Match:
    pilot.keeper.flush()
    return read_match(pilot.paths.match.read_text("utf-8"), load_all_rules(BOX)).match


def test_a_drawn_card_waits_for_its_place_after_a_fault_that_tells_no_hidden_card(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = draw(guarded)
    with monkeypatch.context() as patch:
        break_the_table(guarded, patch)
        report = report_of(guarded)
    guarded.choose(GO_ON)
    assert screen_of(guarded) is TableScreen
    match = guarded.session.match
    assert match is not before
    assert (match.log, match.state) == (before.log, before.state)
    assert guarded.view.zones["drawn:A"] == (str(before.state.position.drawn),)
    assert "Wilhelmina" not in report
    (line,) = [line for line in report.split("\n") if line.startswith("Position")]
    deck, hand = (part.split() for part in (line.partition("/ deck ")[2], line.partition(" B ")[2]))
    hidden = [*deck[: deck.index("/")], *hand[: hand.index(":")]]
    assert not [each for each in hidden if each.isdigit()], f"{SEATS[1]} and the deck are hidden"


def test_what_is_drawn_while_the_disk_is_full_is_kept_once_there_is_room(
    guarded: GuardedPilot,
) -> None:
    with disk_that(errno.ENOSPC):
        before = draw(guarded)
        guarded.keeper.flush()
        assert guarded.keeper.is_unsaved
        assert not guarded.paths.match.exists()
    guarded.session.take(planned(guarded))
    assert kept(guarded).log == guarded.session.match.log
    assert kept(guarded).state.position.hands[0] == before.state.position.hands[0]
