from __future__ import annotations

from red7_desktop.games.red7.rules.cards import texts_of
from red7_desktop.games.red7.rules.rounds import TARGETS, leaders_of, list_takings, points_of
from tests.unit.red7.rules.laid import laid, row


def taken(canvas: str, palette: str) -> list[str]:
    position = laid("Ax R1 : ", f"B {palette} : ", rules="advanced@1.3", canvas=canvas)
    return [" ".join(texts_of(cards)) for cards in list_takings(position, 1)]


def test_the_winner_takes_the_cards_that_meet_the_rule_in_force() -> None:
    assert taken("", "R2 V7") == ["V7"]
    assert taken("G7", "R2 G4 V7") == ["G4 R2"]


def test_of_several_largest_sets_the_one_worth_most_is_proposed() -> None:
    assert taken("Y1", "G2 R3 R6 O7 O1") == ["R6 R3", "O7 O1"]
    assert taken("Y1", "G2 R3 R5 O7 O2") == ["O7 O2", "R5 R3"]


def test_a_winner_without_a_card_that_counts_takes_nothing() -> None:
    assert taken("V7", "R4 G4") == []


def test_points_are_the_numbers_in_a_pile() -> None:
    assert points_of((row("R7 V1"), (), row("G4"))) == (8, 0, 4)


def test_equal_scores_lead_together() -> None:
    assert leaders_of((3, 8, 8)) == (1, 2)
    assert leaders_of((9, 8, 8)) == (0,)
    assert leaders_of((0, 0)) == (0, 1)


def test_more_seats_play_to_a_lower_target() -> None:
    assert TARGETS == {2: 40, 3: 35, 4: 30}
