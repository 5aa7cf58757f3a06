"""The players that look no further than the table choose as they say."""

from __future__ import annotations

from collections import Counter

import pytest

from red7_desktop.games.red7.players.evaluation import (
    Aftermath,
    Weights,
    find_reachable_rules,
    rate_turn,
)
from red7_desktop.games.red7.players.levels import PLAYERS, HeuristicPlayer
from red7_desktop.games.red7.rules.cards import BY_TEXT, COLOURS, RED, VIOLET, set_of
from red7_desktop.games.red7.rules.notation import text_of_turn
from red7_desktop.games.red7.rules.standings import GUARD, compute_strength
from red7_desktop.games.red7.rules.turns import find_best_rival
from red7_desktop.lab.red7.choose import observe_position
from tests.unit.red7.rules.laid import laid


def chosen(name: str, *seats: str, seed: int = 1, **others: str) -> str:
    seen = observe_position(laid(*seats, **others))
    return text_of_turn(PLAYERS.player_of(name).choose(seen, 0, seed).steps)


def test_first_legal_plays_to_the_palette_first() -> None:
    assert chosen("first_legal", "A> O6 : V7 B2", "B R5 : ?3") == "V7"


def test_first_legal_discards_when_no_card_wins_in_the_palette() -> None:
    # V1 changes the rule to "below four", and only A has such a card.
    assert chosen("first_legal", "A> V2 : V1 B2", "B R7 : ?3") == "@V1"


def test_first_legal_does_both_when_neither_alone_wins() -> None:
    assert chosen("first_legal", "A> R5 : B1 V2", "B R7 : ?3") == "V2 @B1"


def test_first_legal_takes_its_cards_in_the_order_of_the_hand_and_the_draw() -> None:
    rules, deck = "advanced@1.3", "?30"
    assert chosen("first_legal", "A> V6 : Y3 V3", "B R7 : ?3", rules=rules, deck=deck) == "Y3 @V3+"


@pytest.mark.parametrize("name", ["thrifty", "greedy"])
def test_careful_players_do_not_spend_two_cards_where_one_does(name: str) -> None:
    turn = chosen(name, "A> O6 B4 : R7 V2 V3", "B R6 : ?3")
    assert len(turn.split()) == 1


def test_greed_never_refuses_a_draw_to_which_the_bare_formula_is_indifferent() -> None:
    def endings(name: str) -> set[str]:
        seats = ("A> V6 : Y3 V3", "B R7 : ?3")
        table = {"rules": "advanced@1.3", "deck": "?30"}
        return {chosen(name, *seats, seed=seed, **table)[-1] for seed in range(40)}

    assert endings("greedy") == {"+"}
    assert endings("formula") == {"+", "3"}


def test_a_rule_is_in_reach_by_playing_one_card_and_discarding_another() -> None:
    # Only V2 or V3 in the palette and the other one on the canvas lead: one card below 4.
    position = laid("A> O4 : R7 V3 V2", "B B5 : ?3")
    must = find_best_rival(0, position.out, position.palettes)
    assert find_reachable_rules(position.palettes[0], position.hands[0], must) == GUARD[VIOLET]


def test_a_taste_weighs_cards_rules_discards_and_reach() -> None:
    # After V3, which is no way to win, A would lead Violet; V2 could be discarded to it, but then
    # no card is left that would go with another one.
    position = laid("A> O4 : V3 V2", "B B5 : ?3")
    must = find_best_rival(0, position.out, position.palettes)
    palette, hand = set_of([BY_TEXT["O4"], BY_TEXT["V3"]]), set_of([BY_TEXT["V2"]])
    left = Aftermath(hand, palette, must, RED, 0, 0, 0)
    led = [rule for rule in COLOURS if (compute_strength(palette) - must) & GUARD[rule]]
    assert VIOLET in led
    assert rate_turn(Weights(cards=10), left, RED) == 10
    assert rate_turn(Weights(rules=10), left, RED) == 10 * len(led)
    assert rate_turn(Weights(discards=10), left, RED) == 10
    assert rate_turn(Weights(reach=10), left, RED) == 0


def test_random_plays_every_turn_about_as_often() -> None:
    seats = ("A> O6 : V7 B7 G7", "B R6 : ?3")
    turns = Counter(chosen("random", *seats, seed=seed) for seed in range(700))
    assert "pass" not in turns
    expected = 700 / len(turns)
    assert all(expected / 2 < often < 2 * expected for often in turns.values())


def test_the_hotter_a_player_the_more_it_errs() -> None:
    seen = observe_position(laid("A> O6 B4 : R7 V7 I7 G2 V2", "B R6 : ?3"))
    best = HeuristicPlayer(Weights(9, 3, 3, 5)).choose(seen, 0, 0).steps

    def errors(temperature: float) -> int:
        player = HeuristicPlayer(Weights(9, 3, 3, 5), temperature)
        return sum(player.choose(seen, 0, seed).steps != best for seed in range(200))

    assert 0 <= errors(0.05) < errors(0.5) < errors(3.0)


def test_a_taste_for_change_changes_the_rule() -> None:
    seen = observe_position(laid("A> O6 V2 : R7 V1", "B R6 : ?3"))
    calm = HeuristicPlayer(Weights(change=-9)).choose(seen, 0, 1).steps
    restless = HeuristicPlayer(Weights(change=9)).choose(seen, 0, 1).steps
    assert "@" not in text_of_turn(calm)
    assert "@" in text_of_turn(restless)
