"""A round changed in place is the round that goes through positions."""

from __future__ import annotations

from random import Random

import pytest

from red7_desktop.games.red7.rules import notation
from red7_desktop.games.red7.rules.advance import walk_random_round
from red7_desktop.games.red7.rules.open_round import make_open_round, play_random_round
from red7_desktop.games.red7.rules.position import NOBODY, Position
from red7_desktop.games.red7.rules.rounds import deal_round
from red7_desktop.games.red7.rules.rules import parse_ruleset
from red7_desktop.games.red7.rules.standings import compute_strength
from red7_desktop.tabletop.game import InvalidPosition
from tests.matches import MODES

PLAIN_MODES = [(rules, seats) for rules, seats in MODES if "actions" not in rules]


def deal(rules: str, seats: int, seed: int) -> Position:
    return deal_round(parse_ruleset(rules), ((),) * seats, seed)


@pytest.mark.parametrize(("rules", "seats"), PLAIN_MODES)
def test_open_round_plays_the_same_random_round_as_the_engine(rules: str, seats: int) -> None:
    for seed in range(40):
        start = deal(rules, seats, seed)
        walk = walk_random_round(start, Random(seed))
        table, chance = make_open_round(start), Random(seed)
        for position in walk[1:]:
            table.take_random_turn(chance.random())

            assert (table.mover, table.out) == (position.mover, position.out)
            assert table.rule == position.rule
            assert tuple(table.hands) == position.hands
            assert tuple(table.palettes) == position.palettes
            assert table.strengths == [compute_strength(each) for each in position.palettes]
            assert tuple(table.deck[::-1]) == position.deck
        assert table.mover == NOBODY


@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_open_round_takes_as_many_turns_as_the_engine(rules: str, seats: int) -> None:
    for seed in range(20):
        start = deal(rules, seats, seed)

        turns = play_random_round(start, Random(seed))

        assert turns == len(walk_random_round(start, Random(seed))) - 1


def test_random_round_with_hidden_cards_is_refused() -> None:
    hidden = notation.parse_position(
        "red7 advanced / canvas / deck ?3 / A> R6 : V7 : / B O5 : B1 :"
    )

    with pytest.raises(InvalidPosition, match="hidden"):
        play_random_round(hidden, Random(1))
