from __future__ import annotations

from typing import Any

import pytest

from red7_desktop.kit.setup import GameSetup, InvalidSetup, SeatPlan, seat_players
from red7_desktop.kit.texts import Texts
from tests.setups import red7_setup

NAMES = {"sharp": "Ravi", "expert": "Hana"}
FOUR = red7_setup([SeatPlan(name) for name in ("Ann", "Ben", "Cat", "Dan")])


def names(*seats: SeatPlan) -> list[str]:
    return [seat.name for seat in seat_players(red7_setup(seats), Texts(), NAMES)]


@pytest.mark.parametrize(
    ("field", "given"),
    [
        ("seats", {"seats": (SeatPlan(), SeatPlan("x" * 17))}),
        ("seats", {"seats": (SeatPlan(), SeatPlan("two\nlines"))}),
        ("seed", {"seed": -1}),
    ],
)
def test_a_set_up_that_cannot_be_kept_is_refused_by_field(
    field: str, given: dict[str, Any]
) -> None:
    with pytest.raises(InvalidSetup) as refused:
        red7_setup(**given)
    assert refused.value.field == field


def test_seats_can_be_added_changed_and_taken_away() -> None:
    assert FOUR.without(1).without(0).seats == (SeatPlan("Cat"), SeatPlan("Dan"))
    assert FOUR.with_seat(2, SeatPlan(level="sharp")).seats[2].level == "sharp"
    assert FOUR.without(3).with_more(SeatPlan("Dan")) == FOUR


def test_a_seat_moves_up_and_down_and_round_the_end() -> None:
    def order(setup: GameSetup) -> str:
        return "".join(seat.name[0] for seat in setup.seats)

    assert order(FOUR.moved(1, -1)) == "BACD"
    assert order(FOUR.moved(1, 1)) == "ACBD"
    assert order(FOUR.moved(0, -1)) == "BCDA"
    assert order(FOUR.moved(3, 1)) == "DABC"


def test_a_lone_person_without_a_name_is_you() -> None:
    assert names(SeatPlan(level="sharp"), SeatPlan()) == ["Ravi", "You"]


def test_several_people_without_names_are_numbered_by_their_seats() -> None:
    assert names(SeatPlan(), SeatPlan(level="sharp"), SeatPlan()) == [
        "Player 1",
        "Ravi",
        "Player 3",
    ]


def test_nobody_shares_a_name() -> None:
    ravi = SeatPlan(level="sharp")
    assert names(ravi, SeatPlan("Ravi"), ravi, SeatPlan("Ravi 2")) == [
        "Ravi",
        "Ravi 2",
        "Ravi 3",
        "Ravi 2 2",
    ]


def test_seats_keep_who_plays_them() -> None:
    sitting = seat_players(red7_setup((SeatPlan(), SeatPlan(level="expert"))), Texts(), NAMES)
    assert [seat.player for seat in sitting] == [None, "expert"]
