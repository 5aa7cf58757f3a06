"""Playing on in the head keeps to the engine's rules, and values a round's end by the match."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from red7_desktop.games.red7.players import evaluation, rollout
from red7_desktop.games.red7.rules import advance, notation, open_round, rounds, standings
from red7_desktop.games.red7.rules.cards import ALL_CARDS, CARD_BY_TEXT, DISCARD, DRAW, END, PLAY
from red7_desktop.games.red7.rules.game import RULES
from red7_desktop.games.red7.rules.position import Position
from red7_desktop.games.red7.rules.turns import (
    Turns,
    build_turns,
    find_strength_to_lead,
    list_steps,
)
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.rounds import ROUND_OVER
from tests.unit.red7.rules.laid import laid, varied

# == Rollouts follow the engine's rules.

HABIT = rollout.Policy(evaluation.GREEDY_WEIGHTS, 0.3)
WILD = rollout.Policy(evaluation.GREEDY_WEIGHTS, 1000.0)
PLAIN = ("basic@1.3", "advanced@1.3")
ACTING = ("basic+actions@1.3", "advanced+actions@1.3", "advanced+actions@first")


def laid_open(rules: str) -> Iterator[Position]:
    for text in varied(rules):
        position = notation.parse_position(text)
        if not position.is_over and position.hands[position.mover]:
            yield position


def packed_turns(turns: Turns) -> set[int]:
    """Pack the engine's own turns, without those that refuse a draw."""
    packed = set()
    for index in range(turns.count - 1):
        steps = list_steps(turns, index)
        cards = {step.kind: step.card for step in steps}
        code = cards.get(PLAY, rollout.NO_CARD) | cards.get(DISCARD, rollout.NO_CARD) << 6
        packed.add(code | rollout.DRAWS if DRAW in cards else code)
    return {code for code in packed if code & rollout.DRAWS or code | rollout.DRAWS not in packed}


def picked(turns: Turns, policy: rollout.Policy, chance: float) -> int:
    position = turns.position
    seat = position.mover
    return rollout.pick_turn(
        policy,
        position.palettes[seat],
        position.hands[seat],
        find_strength_to_lead(seat, position.out, position.palettes),
        position.rule,
        turns.earning_first,
        turns.earning,
        chance,
    )


@pytest.mark.slow
@pytest.mark.parametrize("rules", PLAIN)
def test_rollout_turns_equal_the_engines_turns(rules: str) -> None:
    for position in laid_open(rules):
        turns = build_turns(position)
        chances = [(nth + 0.5) / 2500 for nth in range(2500)]
        found = {picked(turns, WILD, chance) for chance in chances}
        if found != {rollout.DROPS_OUT}:
            assert len({code >> rollout.OPENING_COUNT_SHIFT for code in found}) == 1
            found = {code & (1 << rollout.OPENING_COUNT_SHIFT) - 1 for code in found}
        assert found == (packed_turns(turns) or {rollout.DROPS_OUT})


@pytest.mark.parametrize("rules", PLAIN)
def test_rollout_round_replays_in_the_engine(rules: str) -> None:
    rng = random.Random(4)
    for position in laid_open(rules):
        chances = [rng.random() for _ in range(200)]
        palettes = list(position.palettes)
        winner, rule, turns, first = rollout.play_out(
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
        code = picked(turns, HABIT, chances[len(codes)]) if hand else rollout.DROPS_OUT
        codes.append(code)
        wanted = rollout.decode_opening(code) if code != rollout.DROPS_OUT else None
        lists = [list_steps(turns, index) for index in range(turns.count)]
        position = advance.apply_turn(turns, lists.index(wanted) if wanted else turns.count - 1)
    return position, len(codes), codes[0]


@pytest.mark.parametrize("rules", ACTING)
def test_rollout_with_actions_keeps_all_cards_and_ends(rules: str) -> None:
    rng = random.Random(5)
    acted = 0
    for position in laid_open(rules):
        table = open_round.OpenRound(
            position.rules,
            list(position.hands),
            list(position.palettes),
            list(position.deck[::-1]),
            position.rule,
            position.mover,
            position.out,
        )
        before = cards_of(table)
        chances = [rng.random() for _ in range(50)]
        winner, turns, first = rollout.play_out_with_actions(HABIT, table, chances)
        assert table.out | 1 << winner == (1 << position.seats) - 1
        assert not position.out >> winner & 1
        # Only the canvas takes cards from what lies elsewhere; nothing is doubled.
        after = cards_of(table)
        assert len(after) == len(set(after))
        assert set(after) <= set(before)
        if first != rollout.DROPS_OUT:
            turns_there = build_turns(position)
            lists = [list_steps(turns_there, index) for index in range(turns_there.count)]
            opening = rollout.decode_opening(first)
            assert any(steps[: len(opening)] == opening for steps in lists)
            acted += opening[-1].kind != END
        assert turns >= 1
    assert acted > 5


def cards_of(table: open_round.OpenRound) -> list[int]:
    """List all cards but those of the canvas and the score piles."""
    found = list(table.deck)
    for cards in (*table.hands, *table.palettes):
        found += [card for card in range(ALL_CARDS.bit_length()) if cards >> card & 1]
    return found


def test_rollout_handles_cards_with_indices_above_31() -> None:
    position = notation.parse_position(
        "red7 advanced / canvas / deck R6 O6 / A> V6 : R7 O7 Y7 G7 : / B I6 : B7 I7 V7 B6 :"
    )
    chances = [nth / 40 for nth in range(40)]
    hands = list(position.hands)
    palettes = list(position.palettes)
    deck = list(position.deck[::-1])

    rollout.play_out(HABIT, hands, palettes, deck, position.rule, 0, 0, True, chances)

    end = with_the_engine(position, chances)[0]
    assert tuple(palettes) == end.palettes
    assert tuple(hands) == end.hands
    assert sum(palettes) > position.palettes[0] + position.palettes[1]
    assert tuple(deck[::-1]) == end.deck


def test_rollout_seat_without_a_winning_turn_drops_out() -> None:
    position = notation.parse_position(
        "red7 basic / canvas / deck / A> V1 : V2 : / B R7 R3 O3 G6 : B5 :"
    )
    assert picked(build_turns(position), HABIT, 0.5) == rollout.DROPS_OUT


def test_rollout_seat_discards_to_keep_most_rules_reachable() -> None:
    seats = "A> Y1 I7 : G5 B5 B4 Y3 G1", "B V5 G4 : ?6", "C V2 O5 : ?6"
    turns = build_turns(laid(*seats, canvas="O2 G6"))
    code = picked(turns, rollout.Policy(evaluation.GREEDY_WEIGHTS, 0.02), 0.5)
    assert rollout.decode_opening(code) == notation.parse_turn("@B4")


def test_packed_turns_unpack_to_steps() -> None:
    seven, one = CARD_BY_TEXT["R7"], CARD_BY_TEXT["V1"]
    assert (
        " ".join(map(str, rollout.decode_opening(seven | one << 6 | rollout.DRAWS)))
        == "R7 @V1 + end"
    )
    assert " ".join(map(str, rollout.decode_opening(seven | rollout.NO_CARD << 6))) == "R7 end"
    assert " ".join(map(str, rollout.decode_opening(rollout.NO_CARD | one << 6))) == "@V1 end"


# == Value of the end of a round.


def takings(points: int, cards: int = 2) -> int:
    return points + standings.PER_CARD * cards


def stakes(
    *piles: tuple[int, ...], seat: int = 0, rules: str = "advanced", **others: int
) -> evaluation.RoundValues:
    options = rounds.read_options({"rules": rules, "seats": len(piles), **others})
    return evaluation.RoundValues(options, piles, seat)


# Card 7 * (number - 1) + colour: these piles hold sevens (cards 42 to 48) and sixes.
SEVENS = tuple(range(42, 49))
SIXES = tuple(range(35, 42))


def test_basic_game_values_a_won_round_as_1_and_a_lost_one_as_0() -> None:
    basic = stakes((), (), rules="basic")
    assert (basic.value(0, 0), basic.value(1, 0)) == (1.0, 0.0)


def test_round_that_reaches_the_target_is_valued_as_a_won_match() -> None:
    near = stakes(SEVENS[:5], SIXES[:5])
    assert near.value(0, takings(5)) == 1.0
    assert near.value(1, takings(10)) == 0.0
    assert 0.0 < near.value(0, takings(4)) < 1.0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chances_of_all_seats_add_up_to_one(seats: int) -> None:
    piles = (SEVENS[:2], SIXES[:1], (), ())[:seats]
    whole = sum(stakes(*piles, seat=seat).value(1, takings(6)) for seat in range(seats))
    assert whole == pytest.approx(1.0)


def test_chance_rises_with_own_points_and_falls_with_rivals() -> None:
    even = stakes((), ())
    assert even.value(0, takings(12)) > even.value(0, takings(4)) > 0.5
    assert even.value(1, takings(12)) < even.value(1, takings(4)) < 0.5
    assert even.value(0, 0) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("piles", "least", "most"),
    [
        ((SEVENS[:4] + SIXES[:1], (0, 7, 14)), 0.83, 0.90),
        ((SEVENS[:4], (0, 7), (1, 8)), 0.65, 0.78),
        ((SEVENS[:2], (0,), (1,), (2,)), 0.36, 0.48),
    ],
    ids=["34 to 6", "28 to 3 and 3", "14 to 1, 1 and 1"],
)
def test_match_chance_of_a_points_lead_is_in_the_measured_range(
    piles: tuple[tuple[int, ...], ...], least: float, most: float
) -> None:
    """The tables in docs/research/red7-players.md: a lead tells less than one would think."""
    assert least < stakes(*piles).value(0, 0) < most


def test_points_lead_decides_the_match_when_no_round_can_follow() -> None:
    # 4 seats need 32 cards; with 16 of 49 in score piles one more round takes too many.
    piles = (SEVENS, SIXES, (0, 1), ())
    short = stakes(*piles, target=150)
    assert short.value(0, takings(7, 2)) == 1.0
    assert short.value(1, takings(15, 2)) == 0.0
    assert 0.5 < short.value(0, takings(7, 1)) < 1.0


def test_equal_scores_share_the_win() -> None:
    piles = (SEVENS, SIXES, (0, 1), ())
    assert stakes(*piles, target=150).value(1, takings(7, 2)) == 0.5


@pytest.mark.parametrize("winner", [0, 1])
def test_finished_round_is_valued_by_its_own_winner(winner: int) -> None:
    match = Match(RULES, {"rules": "basic"}, 3)
    state = match.state
    won = [rounds.RoundResult(each, 0, 0) for each in (1 - winner, winner)]
    seen = RULES.observe(replace(state, stage=ROUND_OVER, rounds=tuple(won)), 0)

    values = evaluation.value_settled_round(seen)

    assert values == tuple([float(seat == winner) for seat in (0, 1)])
