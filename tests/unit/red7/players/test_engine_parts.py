"""The small engine parts made for playing on agree with the engine's own account."""

from __future__ import annotations

import random

import pytest

from red7_desktop.games.red7.rules.advance import apply_step, carry_out
from red7_desktop.games.red7.rules.cards import COLOURS, END, PASS, set_of, texts_of, worth_of
from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.games.red7.rules.rules import list_largest_sets
from red7_desktop.games.red7.rules.standings import PER_CARD, count_spoil
from red7_desktop.games.red7.rules.turns import build_turns, list_steps
from tests.random_matches import RULES
from tests.unit.red7.rules.varied import varied


def test_spoils_are_what_the_proposed_set_is_worth() -> None:
    chance = random.Random(9)
    for _ in range(3000):
        palette = set_of(chance.sample(range(49), chance.randrange(12)))
        for rule in COLOURS:
            taken = list_largest_sets(rule, palette)[0] if list_largest_sets(rule, palette) else 0
            expected = worth_of(taken) + PER_CARD * taken.bit_count()
            assert count_spoil(rule, palette) == expected, (rule, texts_of(palette))


@pytest.mark.sampled
@pytest.mark.parametrize("rules", RULES)
def test_steps_carried_out_on_bare_sets_lead_where_the_engine_leads(rules: str) -> None:
    chance = random.Random(3)
    for text in varied(rules):
        position = parse_position(text)
        if position.is_over:
            continue
        turns = build_turns(position)
        for index in {chance.randrange(turns.count) for _ in range(8)}:
            steps = list_steps(turns, index)
            seat = position.mover
            palettes, deck = list(position.palettes), list(position.deck[::-1])
            hand, rule = carry_out(steps, seat, position.hands[seat], palettes, deck, position.rule)
            there = position
            for step in steps:
                if step.kind not in {END, PASS}:
                    there = apply_step(there, step)
            assert hand == there.hands[seat]
            assert tuple(palettes) == there.palettes
            assert tuple(deck[::-1]) == there.deck
            assert rule == there.rule
