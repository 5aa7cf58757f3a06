from __future__ import annotations

import pytest

from red7_desktop.play.ai import Seat
from red7_desktop.play.session import Change, ExerciseMatch, ExerciseSession
from red7_desktop.tabletop.game import IllegalStep
from red7_desktop.tabletop.match import Entry
from tests.bazaar.rules import Bazaar, State

HANDS = (("1a", "2a"), ("1b", "2b"))
OPEN = State(HANDS, ("9a", "9b"), (("9a",), ("9b",)), is_open=True)
"""The first seat moves: each has an offer."""
OTHER = 1


@pytest.fixture
def session() -> ExerciseSession:
    match = ExerciseMatch(Bazaar(), {"seats": 2}, OPEN)
    return ExerciseSession(match, (Seat("Ada"), Seat("Bo", "other")), pause=1.0)


def test_it_begins_at_the_position_with_the_person_to_move(session: ExerciseSession) -> None:
    assert session.match.state is OPEN
    assert session.viewer == 0
    assert session.is_viewers_turn
    assert not session.is_kept


def test_a_turn_that_is_over_can_be_taken_back_too(session: ExerciseSession) -> None:
    session.take_text("take 9b")
    session.take_text("insert 0")
    assert session.match.outcomes[-1].barrier == "turn_over"
    session.undo_turn()
    assert session.match.state is OPEN


def test_others_do_nothing_by_themselves(session: ExerciseSession) -> None:
    session.take_text("no")
    session.tick(0.0)
    session.tick(100.0)
    assert session.match.revision == 1
    assert not session.awaits_ai


def test_a_line_is_shown_step_by_step_and_taken_back(session: ExerciseSession) -> None:
    told: list[Change] = []
    session.listen(told.append)
    session.show([Entry(0, "take 9b"), Entry(0, "insert 2"), Entry(OTHER, "no")])
    assert session.is_showing
    assert session.awaits_ai
    assert not session.is_viewers_turn
    with pytest.raises(IllegalStep):
        session.take_text("no")
    for now in (1.0, 1.5, 2.1, 3.2, 4.3):
        session.tick(now)
    assert [(each.seat, each.is_step) for each in told] == [(0, True), (0, True), (OTHER, True)]
    assert session.match.revision == 3
    session.back_to()
    assert session.match.state is OPEN
    assert not told[-1].is_step


def test_hurry_shows_the_rest_at_once(session: ExerciseSession) -> None:
    session.show([Entry(0, "no"), Entry(OTHER, "no")])
    session.hurry()
    assert session.match.revision == 2
    assert not session.is_showing


def test_going_back_stops_what_is_shown(session: ExerciseSession) -> None:
    session.show([Entry(0, "no")])
    session.back_to()
    assert session.is_viewers_turn
    with pytest.raises(IndexError):
        session.back_to(1)


def test_others_may_play_by_themselves_as_in_a_match() -> None:
    match = ExerciseMatch(Bazaar(), {"seats": 2}, OPEN)
    seats = Seat("Ada"), Seat("Bo", "other")
    session = ExerciseSession(match, seats, {"other": lambda seen, stop: ("no",)}, pause=0.0)
    session.take_text("take 9b")
    session.take_text("insert 0")
    session.hurry()
    for now in range(3):
        session.tick(float(now))
    assert session.match.log[-1] == Entry(OTHER, "no")
    assert session.is_viewers_turn
