"""Stars and open rungs follow from the events of a profile."""

from __future__ import annotations

from datetime import date

import pytest

from red7_desktop.app.climb import progress
from red7_desktop.app.profile.statistics import ProfileEvent
from red7_desktop.tabletop.climb import Climb, Goal, Rung

DAY = date(2026, 11, 29)


def rung(key: str, reward: str = "", bonus: str = "") -> Rung:
    goals = (Goal("win"), Goal("no_hints"), Goal("margin", 3))
    return Rung(key, "V", "", "", ("newcomer",), "newcomer", "", {}, goals, reward, bonus)


LOW = rung("low", "felt", "wood")
MIDDLE = rung("middle")
TOP = rung("top")
CLIMB = Climb((LOW, MIDDLE, TOP))


def event(key: str, outcome: str, value: int = 0, game: str = "red7") -> ProfileEvent:
    return ProfileEvent(progress.CLIMB_KIND, game, key, DAY, outcome, value)


def after(*events: ProfileEvent) -> progress.ClimbProgress:
    return progress.ClimbProgress(CLIMB, progress.read_records(events, "red7"))


def test_first_rung_is_open_at_the_beginning() -> None:
    state = after()

    assert [state.is_open(each) for each in CLIMB.rungs] == [True, False, False]
    assert state.next_rung == LOW


def test_win_opens_the_next_rung_and_a_loss_does_not() -> None:
    won = after(event("low", "won", 0b001))
    lost = after(event("low", "lost", 0b100))

    assert [won.is_open(each) for each in CLIMB.rungs] == [True, True, False]
    assert won.next_rung == MIDDLE
    assert not lost.is_open(MIDDLE)


def test_won_rung_stays_open_when_a_new_rung_is_added_below() -> None:
    state = after(event("middle", "won", 0b001))

    assert [state.is_open(each) for each in CLIMB.rungs] == [True, True, True]
    assert state.next_rung == LOW


def test_stars_of_several_matches_add_up_and_are_never_lost() -> None:
    state = after(event("low", "won", 0b011), event("low", "lost"), event("low", "won", 0b101))

    assert state.record_of(LOW).reached == {0, 1, 2}
    assert state.record_of(LOW).is_complete
    assert (state.won, state.stars) == (1, 3)


def test_loss_costs_the_streak_only() -> None:
    before = after(event("low", "won", 1), event("low", "won", 1))
    later = after(event("low", "won", 1), event("low", "won", 1), event("low", "lost"))

    assert before.record_of(LOW).streak == 2
    assert later.record_of(LOW).streak == 0
    assert later.record_of(LOW).is_won


@pytest.mark.parametrize("value", [-1, 8, 1 << 40])
def test_climb_event_with_an_invalid_value_gives_no_stars(value: int) -> None:
    assert after(event("low", "won", value)).record_of(LOW).reached == set()


def test_events_of_another_game_or_outcome_are_left_out() -> None:
    state = after(event("low", "won", 7, "spring"), event("low", "begun", 7))

    assert state.stars == 0


def test_rewards_are_earned_by_winning_and_by_all_stars_once() -> None:
    won = after(event("low", "won", 0b001))
    complete = after(event("low", "won", 0b111))

    assert won.list_earned(LOW, ()) == ("felt",)
    assert complete.list_earned(LOW, ()) == ("felt", "wood")
    assert complete.list_earned(LOW, {"felt"}) == ("wood",)
    assert won.list_earned(MIDDLE, ()) == ()


def test_top_of_the_climb_has_no_next_rung() -> None:
    assert after(*[event(each.key, "won", 1) for each in CLIMB.rungs]).next_rung is None
