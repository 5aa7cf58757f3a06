from __future__ import annotations

import pytest

from red7_desktop.games.red7.rules.cards import LETTERS, UNKNOWN, texts_of
from red7_desktop.games.red7.rules.position import NOBODY, Position
from red7_desktop.games.red7.rules.standings import (
    MARGINS,
    RuleVerdict,
    find_winner,
    judge_all,
    judge_rule,
    judge_seat,
)
from tests.unit.red7.rules.laid import cards, laid, row


def judged(position: Position, letter: str) -> RuleVerdict:
    return judge_rule(position, LETTERS.index(letter))


def test_a_standing_names_the_cards_that_count_how_many_and_the_top_one() -> None:
    standing = judge_seat(2, cards("R2 G4 V7"), LETTERS.index("G"))
    assert texts_of(standing.cards) == ["G4", "R2"]
    assert (standing.seat, standing.size, standing.top) == (2, 2, *row("G4"))


def test_a_standing_without_cards_has_no_top() -> None:
    assert judge_seat(0, cards("R7"), LETTERS.index("V")) == (0, 0, 0, UNKNOWN)


def test_more_cards_lead_by_the_count() -> None:
    verdict = judged(laid("A> R7 G2 : Y1", "B O2 Y4 B6 : B5"), "G")
    assert (verdict.leader, verdict.runner_up) == (1, 0)
    assert (verdict.by, verdict.margin) == ("count", 2)


def test_a_higher_number_leads_where_the_count_is_equal() -> None:
    verdict = judged(laid("A> R3 : Y1", "B V7 : B5"), "R")
    assert (verdict.leader, verdict.by, verdict.margin) == (1, "number", 4)


def test_a_higher_colour_leads_where_count_and_number_are_equal() -> None:
    verdict = judged(laid("A> R7 : Y1", "B I7 : B5", "C O7 : B1"), "R")
    assert (verdict.leader, verdict.runner_up) == (0, 2)
    assert (verdict.by, verdict.margin) == ("colour", 1)


def test_a_seat_leads_alone_where_no_rival_has_a_card_that_counts() -> None:
    verdict = judged(laid("A> R3 : Y1", "B V7 : B5"), "V")
    assert (verdict.leader, verdict.runner_up) == (0, NOBODY)
    assert (verdict.by, verdict.margin) == ("alone", 0)


def test_nobody_leads_where_no_card_counts() -> None:
    position = laid("A> R7 : Y1", "B V7 : B5", canvas="G1")
    assert judged(position, "G") == judge_rule(position, position.rule)
    assert judged(position, "G")[1:5] == (NOBODY, NOBODY, "nobody", 0)
    assert find_winner(position) == NOBODY


def test_a_seat_that_is_out_does_not_count() -> None:
    position = laid("Ax R7 : Y1", "B> V6 : B5", "C V5 : B1")
    verdict = judged(position, "R")
    assert (verdict.leader, verdict.runner_up) == (1, 2)
    assert [standing.seat for standing in verdict.standings] == [1, 2]
    with pytest.raises(KeyError):
        verdict.of(0)
    assert verdict.of(2).top == row("V5")[0]


def test_the_winner_is_judged_by_the_top_card_of_the_canvas_and_by_red_without_one() -> None:
    seats = "A> R7 : Y1", "B V3 V2 : B5"
    assert find_winner(laid(*seats)) == 0
    assert find_winner(laid(*seats, canvas="R1 V1")) == 1
    assert find_winner(laid(*seats, canvas="V1 R1")) == 0


def test_all_rules_are_judged_from_violet_to_red() -> None:
    position = laid("A> R7 O1 : Y1", "B V3 V2 : B5")
    verdicts = judge_all(position)
    assert [verdict.rule for verdict in verdicts] == list(range(7))
    assert [verdict.leader for verdict in verdicts] == [1, 1, 0, 1, 1, 0, 0]
    assert all(verdict.by in MARGINS for verdict in verdicts)
