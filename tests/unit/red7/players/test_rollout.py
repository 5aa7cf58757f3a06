"""Playing on in the head keeps to the engine's rules, turn by turn."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from red7_desktop.games.red7.players.evaluation import GREEDY
from red7_desktop.games.red7.players.rollout import (
    DRAWS,
    GOES_OUT,
    NO_CARD,
    OpenRound,
    Policy,
    decode_opening,
    pick,
    play_out,
    play_out_acting,
)
from red7_desktop.games.red7.rules.advance import apply_turn
from red7_desktop.games.red7.rules.cards import ALL, BY_TEXT, DISCARD, DRAW, END, PLAY
from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.games.red7.rules.position import Position
from red7_desktop.games.red7.rules.turns import Turns, build_turns, find_best_rival, list_steps
from tests.unit.red7.rules.varied import varied

HABIT = Policy(GREEDY, 0.3)
WILD = Policy(GREEDY, 1000.0)
PLAIN = ("basic@1.3", "advanced@1.3")
ACTING = ("basic+actions@1.3", "advanced+actions@1.3", "advanced+actions@first")


def laid_open(rules: str) -> Iterator[Position]:
    for text in varied(rules):
        position = parse_position(text)
        if not position.is_over and position.hands[position.mover]:
            yield position


def packed_turns(turns: Turns) -> set[int]:
    """Pack the engine's own turns, without those that refuse a draw."""
    packed = set()
    for index in range(turns.count - 1):
        steps = list_steps(turns, index)
        cards = {step.kind: step.card for step in steps}
        code = cards.get(PLAY, NO_CARD) | cards.get(DISCARD, NO_CARD) << 6
        packed.add(code | DRAWS if DRAW in cards else code)
    return {code for code in packed if code & DRAWS or code | DRAWS not in packed}


def picked(turns: Turns, habit: Policy, chance: float) -> int:
    position = turns.position
    seat = position.mover
    return pick(
        habit,
        position.palettes[seat],
        position.hands[seat],
        find_best_rival(seat, position.out, position.palettes),
        position.rule,
        turns.earning_first,
        turns.earning,
        chance,
    )


@pytest.mark.slow
@pytest.mark.parametrize("rules", PLAIN)
def test_a_simulated_seat_may_choose_just_the_turns_that_the_engine_lists(rules: str) -> None:
    for position in laid_open(rules):
        turns = build_turns(position)
        lawful = packed_turns(turns) or {GOES_OUT}
        chances = [(nth + 0.5) / 2500 for nth in range(2500)]
        assert {picked(turns, WILD, chance) for chance in chances} == lawful


@pytest.mark.parametrize("rules", PLAIN)
def test_a_simulated_round_is_a_round_of_the_engine(rules: str) -> None:
    chance = random.Random(4)
    for position in laid_open(rules):
        chances = [chance.random() for _ in range(200)]
        palettes = list(position.palettes)
        winner, rule, turns, first = play_out(
            HABIT,
            list(position.hands),
            palettes,
            list(position.deck[::-1]),
            position.rule,
            position.mover,
            position.out,
            position.rules.advanced,
            chances,
        )
        end, taken, opening = with_the_engine(position, chances)
        assert (winner, rule, turns, first) == (end.live[0], end.rule, taken, opening)
        assert palettes[winner] == end.palettes[winner]


def with_the_engine(position: Position, chances: list[float]) -> tuple[Position, int, int]:
    """Play a round with the same habit and luck, every turn one that the engine lists."""
    codes: list[int] = []
    while not position.is_over:
        turns = build_turns(position)
        hand = position.hands[position.mover]
        code = picked(turns, HABIT, chances[len(codes)]) if hand else GOES_OUT
        codes.append(code)
        wanted = decode_opening(code) if code != GOES_OUT else None
        lists = [list_steps(turns, index) for index in range(turns.count)]
        position = apply_turn(turns, lists.index(wanted) if wanted else turns.count - 1)
    return position, len(codes), codes[0]


@pytest.mark.parametrize("rules", ACTING)
def test_a_simulated_round_with_actions_loses_no_card_and_ends_with_one_seat(rules: str) -> None:
    chance = random.Random(5)
    acted = 0
    for position in laid_open(rules):
        table = OpenRound(
            position.rules,
            list(position.hands),
            list(position.palettes),
            list(position.deck[::-1]),
            position.rule,
            position.mover,
            position.out,
        )
        before = cards_of(table)
        chances = [chance.random() for _ in range(50)]
        winner, turns, first = play_out_acting(HABIT, table, chances)
        assert table.out | 1 << winner == (1 << position.seats) - 1
        assert not position.out >> winner & 1
        # Only the canvas takes cards from what lies elsewhere; nothing is doubled.
        after = cards_of(table)
        assert len(after) == len(set(after))
        assert set(after) <= set(before)
        if first != GOES_OUT:
            turns_there = build_turns(position)
            lists = [list_steps(turns_there, index) for index in range(turns_there.count)]
            opening = decode_opening(first)
            assert any(steps[: len(opening)] == opening for steps in lists)
            acted += opening[-1].kind != END
        assert turns >= 1
    assert acted > 5


def cards_of(table: OpenRound) -> list[int]:
    """List all cards but those of the canvas and the score piles."""
    found = list(table.deck)
    for cards in (*table.hands, *table.palettes):
        found += [card for card in range(ALL.bit_length()) if cards >> card & 1]
    return found


def test_a_seat_with_no_winning_turn_goes_out() -> None:
    position = parse_position("red7 basic / canvas / deck / A> V1 : V2 : / B R7 R3 O3 G6 : B5 :")
    assert picked(build_turns(position), HABIT, 0.5) == GOES_OUT


def test_packed_turns_unpack_to_steps() -> None:
    seven, one = BY_TEXT["R7"], BY_TEXT["V1"]
    assert " ".join(map(str, decode_opening(seven | one << 6 | DRAWS))) == "R7 @V1 + end"
    assert " ".join(map(str, decode_opening(seven | NO_CARD << 6))) == "R7 end"
    assert " ".join(map(str, decode_opening(NO_CARD | one << 6))) == "@V1 end"
