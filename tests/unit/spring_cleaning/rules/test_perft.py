"""Counting steps ahead; tests/perft holds the tables it is compared with."""

from __future__ import annotations

import pytest

from red7_desktop.games.spring_cleaning.rules.notation import parse_position
from red7_desktop.games.spring_cleaning.rules.playout import count_by_first_step, count_sequences
from red7_desktop.tabletop.game import InvalidPosition


def test_steps_are_not_counted_with_hidden_cards_or_below_the_first_one() -> None:
    hidden = parse_position("spring / table / deck / discard / A> 1 : : 0 / B ?2 : : 0")
    with pytest.raises(InvalidPosition):
        count_sequences(hidden, 1)
    known = parse_position("spring / table / deck / discard / A> 1 : 2 : 0 / B 2 : : 0")
    assert (count_sequences(known, 0), count_sequences(known, 1), count_sequences(known, 2)) == (
        1,
        1,
        4,
    )
    for depth, count in ((-1, count_sequences), (0, count_by_first_step)):
        with pytest.raises(ValueError, match=f"depth {depth}"):
            count(known, depth)
    over = parse_position("spring / table / deck / discard / A : : 0 / B 2 : : 1")
    assert (count_sequences(over, 0), count_sequences(over, 1), count_by_first_step(over, 1)) == (
        1,
        0,
        {},
    )


def test_a_new_deck_is_the_discarded_cards_as_they_lie() -> None:
    dry = parse_position("spring / table 9 :B / deck / discard 4 5 / A> 1 : 8 : 0 / B 2 3 : : 0")
    # Two places for the 4, two offers each; then B, whose trick it is, leads a single or the run.
    assert count_by_first_step(dry, 1) == {"draw": 1}
    assert [count_sequences(dry, depth) for depth in (2, 3, 4)] == [2, 4, 12]
