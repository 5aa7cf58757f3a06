from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.games.red7.face.setup import GameSetup, InvalidSetup, SeatPlan, seated
from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.games.red7.rules.deal import STARTERS
from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.red7.rules.ruleset import EDITIONS
from red7_desktop.games.red7.rules.scoring import TARGETS
from red7_desktop.kit.language.texts import Texts

NAMES = {"sharp": "Ravi", "expert": "Hana"}
FOUR = GameSetup(seats=tuple(SeatPlan(name) for name in ("Ann", "Ben", "Cat", "Dan")))


def names(setup: GameSetup) -> list[str]:
    return [seat.name for seat in seated(setup, Texts(), NAMES)]


def test_the_first_set_up_is_one_person_against_one_ai_of_a_level_there_is() -> None:
    person, opponent = GameSetup().seats
    assert person.is_person
    assert opponent.level in {level.key for level in LEVELS}


@given(
    seats=st.integers(2, 4),
    advanced=st.booleans(),
    actions=st.booleans(),
    edition=st.sampled_from(EDITIONS),
    target=st.none() | st.integers(1, 196),
    starter=st.sampled_from(STARTERS),
)
def test_every_set_up_can_be_dealt(seats: int, **options: Any) -> None:
    setup = GameSetup(seats=(SeatPlan(),) * seats, **options)
    state = Red7().start(setup.to_options(), seed=7)
    assert state.options.seats == seats
    assert state.options.rules.advanced == options["advanced"]
    assert state.options.rules.actions == options["actions"]
    assert state.options.target == (options["target"] or TARGETS[seats])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", (SeatPlan(),)),
        ("seats", (SeatPlan(),) * 5),
        ("seats", (SeatPlan(), SeatPlan("x" * 17))),
        ("seats", (SeatPlan(), SeatPlan("two\nlines"))),
        ("edition", "2.0"),
        ("target", 0),
        ("starter", "loudest"),
        ("seed", -1),
    ],
)
def test_a_set_up_that_cannot_be_played_is_refused_by_field(field: str, value: Any) -> None:
    with pytest.raises(InvalidSetup) as refused:
        GameSetup(**{field: value})
    assert refused.value.field == field


def test_the_target_follows_the_number_of_seats_until_it_is_set() -> None:
    two = GameSetup()
    three = two.with_more(SeatPlan())
    assert (two.points, three.points) == (TARGETS[2], TARGETS[3])
    assert GameSetup(target=50).with_more(SeatPlan()).points == 50


def test_seats_can_be_added_changed_and_taken_away_within_the_limits() -> None:
    assert FOUR.without(1).without(0).seats == (SeatPlan("Cat"), SeatPlan("Dan"))
    assert FOUR.with_seat(2, SeatPlan(level="sharp")).seats[2].level == "sharp"
    with pytest.raises(InvalidSetup):
        FOUR.with_more(SeatPlan())
    with pytest.raises(InvalidSetup):
        GameSetup().without(0)


def test_a_seat_moves_up_and_down_and_round_the_end() -> None:
    def order(setup: GameSetup) -> str:
        return "".join(seat.name[0] for seat in setup.seats)

    assert order(FOUR.moved(1, -1)) == "BACD"
    assert order(FOUR.moved(1, 1)) == "ACBD"
    assert order(FOUR.moved(0, -1)) == "BCDA"
    assert order(FOUR.moved(3, 1)) == "DABC"


def test_a_lone_person_without_a_name_is_you() -> None:
    assert names(GameSetup(seats=(SeatPlan(level="sharp"), SeatPlan()))) == ["Ravi", "You"]


def test_several_people_without_names_are_numbered_by_their_seats() -> None:
    setup = GameSetup(seats=(SeatPlan(), SeatPlan(level="sharp"), SeatPlan()))
    assert names(setup) == ["Player 1", "Ravi", "Player 3"]


def test_nobody_shares_a_name() -> None:
    setup = GameSetup(
        seats=(
            SeatPlan(level="sharp"),
            SeatPlan("Ravi"),
            SeatPlan(level="sharp"),
            SeatPlan("Ravi 2"),
        )
    )
    assert names(setup) == ["Ravi", "Ravi 2", "Ravi 3", "Ravi 2 2"]


def test_seats_keep_who_plays_them() -> None:
    sitting = seated(GameSetup(seats=(SeatPlan(), SeatPlan(level="expert"))), Texts(), NAMES)
    assert [seat.player for seat in sitting] == [None, "expert"]
