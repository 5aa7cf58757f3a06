from __future__ import annotations

import pytest

from red7_desktop.play.ai import Seat
from red7_desktop.play.session import Session, find_next_person, is_common, is_shared, may_look
from red7_desktop.tabletop.game import TABLE
from tests.unit.play.conftest import MakeSession

ADA, BO, CLEO = Seat("Ada"), Seat("Bo"), Seat("Cleo")
ROBOT = Seat("Robot", "first")


def at_turn_of(make_session: MakeSession, seats: tuple[Seat, ...], seat: int) -> Session:
    """Make a session whose first turn belongs to a seat."""
    for seed in range(80):
        session = make_session(seats, seed=seed, rules="advanced")
        if session.to_act == (seat,):
            return session
    raise AssertionError("no deal lets this seat begin")


def till_round_is_over(session: Session) -> Session:
    """Let every seat in turn go out."""
    while session.to_act != (TABLE,) and session.to_act:
        session.look_as(session.to_act[0])
        session.take(session.observe().legal[-1])
    return session


def test_a_screen_is_shared_by_several_people_only(make_session: MakeSession) -> None:
    assert is_shared(make_session((ADA, ROBOT, BO)))
    assert not is_shared(make_session((ADA, ROBOT)))
    assert not is_shared(make_session((ROBOT, ROBOT)))


def test_the_one_who_looks_and_is_asked_keeps_the_screen(make_session: MakeSession) -> None:
    session = at_turn_of(make_session, (ADA, BO), 0)
    session.look_as(0)
    assert find_next_person(session) is None
    assert may_look(session, 0)
    assert not may_look(session, 1)


def test_the_screen_passes_to_another_person_who_is_asked(make_session: MakeSession) -> None:
    session = at_turn_of(make_session, (ADA, BO), 1)
    session.look_as(0)
    assert find_next_person(session) == 1
    assert not may_look(session, 0)
    assert not may_look(session, 1)


def test_while_nobody_looks_the_screen_passes_to_whoever_is_asked(
    make_session: MakeSession,
) -> None:
    session = at_turn_of(make_session, (ADA, BO), 0)
    session.look_as(None)
    assert find_next_person(session) == 0
    assert not may_look(session, 0)
    assert may_look(session, None)


def test_an_ai_seats_turn_takes_the_screen_from_nobody(make_session: MakeSession) -> None:
    session = at_turn_of(make_session, (ADA, ROBOT, BO), 1)
    session.look_as(0)
    assert find_next_person(session) is None
    assert may_look(session, 0)


def test_after_an_ai_seats_turn_the_screen_passes_on(make_session: MakeSession) -> None:
    session = at_turn_of(make_session, (ADA, ROBOT, BO), 1)
    session.look_as(0)
    now = 0.0
    while session.to_act == (1,):
        session.tick(now)
        now += 0.1
    assert session.to_act == (2,)
    assert find_next_person(session) == 2


def test_a_person_alone_never_passes_the_screen(make_session: MakeSession) -> None:
    for viewer in (0, None):
        session = at_turn_of(make_session, (ADA, ROBOT), 0)
        session.look_as(viewer)
        assert find_next_person(session) is None
    assert may_look(session, 0)
    assert not may_look(session, 1)


def test_the_turn_that_ends_makes_the_screen_pass(make_session: MakeSession) -> None:
    session = at_turn_of(make_session, (ADA, BO, CLEO), 0)
    session.look_as(0)
    seen: list[int | None] = []
    session.listen(lambda change: seen.append(find_next_person(session)))
    session.take_text("pass")
    assert seen == [1]


def test_between_rounds_the_screen_belongs_to_everybody(make_session: MakeSession) -> None:
    session = till_round_is_over(make_session((ADA, BO), rules="advanced"))
    assert session.is_waiting_for_table
    assert is_common(session)
    assert find_next_person(session) is None
    assert not any(may_look(session, seat) for seat in (0, 1))


def test_after_a_deal_the_screen_passes_even_to_the_one_who_looked_last(
    make_session: MakeSession,
) -> None:
    session = till_round_is_over(make_session((ADA, BO), rules="advanced"))
    session.look_as(None)
    session.go_on()
    assert find_next_person(session) == session.to_act[0]


def test_after_the_match_the_screen_belongs_to_everybody(make_session: MakeSession) -> None:
    session = till_round_is_over(make_session((ADA, BO), rules="basic"))
    assert session.to_act == ()
    assert is_common(session)
    assert find_next_person(session) is None


@pytest.mark.parametrize("seats", [(ADA, ROBOT), (ROBOT, ROBOT)])
def test_a_screen_that_is_not_shared_belongs_to_nobody_else_between_rounds(
    make_session: MakeSession, seats: tuple[Seat, ...]
) -> None:
    session = till_round_is_over(make_session(seats, rules="advanced"))
    assert not is_common(session)


def test_the_winner_who_chooses_points_gets_the_screen_first(make_session: MakeSession) -> None:
    for seed in range(400):
        session = make_session((ADA, BO, CLEO), seed=seed, rules="advanced")
        choose_long_rounds(session)
        if session.observe().stage == "score":
            break
    winner = session.to_act[0]
    session.look_as((winner + 1) % 3)
    assert find_next_person(session) == winner


def choose_long_rounds(session: Session) -> None:
    """Play cards as long as there are any, so that palettes have several sets of one size."""
    while session.observe().stage == "turn":
        session.look_as(session.to_act[0])
        session.take(session.observe().legal[0])
