"""The engine and the naive reference, which share no code, agree on varied positions."""

from __future__ import annotations

import random

import pytest

from red7_desktop.games.red7.rules.cards import LETTERS, SEATS, texts_of
from red7_desktop.games.red7.rules.legality import list_legal_turns, take_turn
from red7_desktop.games.red7.rules.notation import parse_position, parse_turn, text_of_turn
from red7_desktop.games.red7.rules.rules import Ruleset
from red7_desktop.games.red7.rules.standings import judge_rule
from red7_desktop.games.red7.rules.turns import build_turns
from tests.reference import naive
from tests.unit.red7.rules.laid import RULESETS
from tests.unit.red7.rules.varied import varied

EVERY_RULESET = pytest.mark.parametrize("rules", RULESETS, ids=str)


def some(turns: list[str], most: int) -> list[str]:
    return random.Random(len(turns)).sample(turns, min(most, len(turns)))


@EVERY_RULESET
def test_both_list_the_same_turns(rules: Ruleset) -> None:
    for text in varied(str(rules)):
        position = parse_position(text)
        turns = [text_of_turn(steps) for steps in list_legal_turns(position)]
        assert len(turns) == build_turns(position).count
        assert sorted(turns) == sorted(naive.legal_turns(text)), text


@EVERY_RULESET
def test_both_play_turns_to_the_same_position(rules: Ruleset) -> None:
    for text in varied(str(rules))[::3]:
        position = parse_position(text)
        ends = naive.finished_turns(text)
        for turn in some(sorted(ends), 12):
            after = take_turn(position, parse_turn(turn))
            assert str(after).split() == ends[turn].split(), (text, turn)
            assert after == parse_position(ends[turn])


@EVERY_RULESET
def test_both_name_the_same_leader_and_the_same_cards_under_every_rule(rules: Ruleset) -> None:
    for text in varied(str(rules))[1::3]:
        position = parse_position(text)
        for rule, letter in enumerate(LETTERS):
            verdict = judge_rule(position, rule)
            leader = SEATS[verdict.leader] if verdict.leader >= 0 else None
            assert leader == naive.winner(text, letter)
            cards = {SEATS[one.seat]: " ".join(texts_of(one.cards)) for one in verdict.standings}
            assert cards == naive.standings(text, letter)


@EVERY_RULESET
def test_both_print_a_position_alike(rules: Ruleset) -> None:
    for text in varied(str(rules)):
        assert str(parse_position(text)).split() == text.split()
