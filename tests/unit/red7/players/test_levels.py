"""What Red7's levels keep to: legal, the same everywhere, fair judges, as strong as said."""

from __future__ import annotations

from collections import Counter

import pytest

from red7_desktop.games.red7.face.words import describe_characters
from red7_desktop.games.red7.players import evaluation, levels
from red7_desktop.games.red7.players.search import Line
from red7_desktop.games.red7.rules import cards, notation, rounds, standings
from red7_desktop.games.red7.rules.game import Red7Observation, observe, position_of
from red7_desktop.games.red7.rules.turns import build_turns, find_strength_to_lead, list_all_turns
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit import phrases
from red7_desktop.kit.look.icons import AI_PORTRAITS
from red7_desktop.kit.texts import Texts
from red7_desktop.lab.red7.workbench import observe_position
from red7_desktop.tabletop import advice, player
from red7_desktop.tabletop.search import list_candidates
from tests.matches import seen_last
from tests.unit.red7.rules.laid import NAMES, laid, made, observations, of_all_modes, scoring_states

# == Red7's players follow the rules, and are the same on every machine.


@pytest.mark.parametrize("name", NAMES)
def test_every_ai_player_scores_the_proposed_cards(name: str) -> None:
    for state in scoring_states(5):
        seen = observe(state, state.round_winner)
        chosen = made(name).choose(seen, 0, 1).steps
        assert chosen == (seen.legal[0],)
        assert isinstance(chosen[0], rounds.ScoreStep)


@pytest.mark.parametrize(
    "name", ["random", "first_legal", "thrifty", "formula", "greedy", "newcomer"]
)
def test_player_without_search_drops_out_only_when_forced(name: str) -> None:
    for seed, seen in enumerate(of_all_modes(4, seed=2)):
        goes_out = made(name).choose(seen, 0, seed).steps[0] == cards.PASS_STEP
        assert not goes_out or seen.legal == (cards.PASS_STEP,)


# == Descriptions of the levels.

KEYS = [level.key for level in levels.LEVELS]
RED7_PLAYERS = CATALOGUE["red7"].players()


@pytest.mark.parametrize("key", KEYS)
def test_every_level_has_a_portrait_and_description(key: str) -> None:
    texts = Texts()
    assert key in AI_PORTRAITS
    for words in (
        phrases.describe_levels(texts),
        describe_characters(texts),
        phrases.describe_activities(texts),
        phrases.describe_strengths(texts),
    ):
        assert words[key]
    assert f"Elo {levels.STRENGTHS[key].elo}" in phrases.describe_strength(texts, RED7_PLAYERS, key)


# == Simple players.


def chosen(name: str, *seats: str, seed: int = 1, **others: str) -> str:
    seen = observe_position(laid(*seats, **others))
    return notation.text_of_turn(levels.PLAYERS.player_of(name).choose(seen, 0, seed).steps)


@pytest.mark.parametrize(
    ("seats", "turn"),
    [
        (("A> O6 : V7 B2", "B R5 : ?3"), "V7"),
        (("A> V2 : V1 B2", "B R7 : ?3"), "@V1"),  # "below four": only A has such a card
        (("A> R5 : B1 V2", "B R7 : ?3"), "V2 @B1"),  # neither alone wins
        (("A> V6 : Y3 V3", "B R7 : ?3"), "Y3 @V3+"),  # in the order of the hand, and draws
    ],
)
def test_first_legal_player_tries_play_then_discard_then_both(
    seats: tuple[str, ...], turn: str
) -> None:
    assert chosen("first_legal", *seats, rules="advanced@1.3", deck="?30") == turn


@pytest.mark.parametrize("name", ["thrifty", "greedy"])
def test_careful_player_spends_one_card_when_enough(name: str) -> None:
    turn = chosen(name, "A> O6 B4 : R7 V2 V3", "B R6 : ?3")
    assert len(turn.split()) == 1


def test_greedy_player_takes_a_free_draw() -> None:
    def endings(name: str) -> set[str]:
        seats = ("A> V6 : Y3 V3", "B R7 : ?3")
        table = {"rules": "advanced@1.3", "deck": "?30"}
        return {chosen(name, *seats, seed=seed, **table)[-1] for seed in range(40)}

    assert endings("greedy") == {"+"}
    assert endings("formula") == {"+", "3"}


def test_reachable_rules_include_those_needing_a_play_and_a_discard() -> None:
    # Only V2 or V3 in the palette and the other one on the canvas lead: one card below 4.
    position = laid("A> O4 : R7 V3 V2", "B B5 : ?3")
    needed_strength = find_strength_to_lead(0, position.out, position.palettes)
    assert (
        evaluation.find_reachable_rules(position.palettes[0], position.hands[0], needed_strength)
        == standings.GUARD[cards.VIOLET]
    )


def test_turn_rating_weighs_cards_led_rules_discards_and_reach() -> None:
    # After V3, which is no way to win, A would lead Violet; V2 could be discarded to it, but then
    # no card is left that would go with another one.
    position = laid("A> O4 : V3 V2", "B B5 : ?3")
    needed_strength = find_strength_to_lead(0, position.out, position.palettes)
    palette, hand = (
        cards.set_of([cards.CARD_BY_TEXT["O4"], cards.CARD_BY_TEXT["V3"]]),
        cards.set_of([cards.CARD_BY_TEXT["V2"]]),
    )
    result = evaluation.TurnResult(hand, palette, needed_strength, cards.RED, 0, 0, 0)
    led = [
        rule
        for rule in cards.COLOURS
        if (standings.compute_strength(palette) - needed_strength) & standings.GUARD[rule]
    ]
    assert cards.VIOLET in led
    assert evaluation.rate_turn(evaluation.Weights(cards=10), result, cards.RED) == 10
    assert evaluation.rate_turn(evaluation.Weights(rules=10), result, cards.RED) == 10 * len(led)
    assert evaluation.rate_turn(evaluation.Weights(discards=10), result, cards.RED) == 10
    assert evaluation.rate_turn(evaluation.Weights(reach=10), result, cards.RED) == 0


def test_random_player_plays_every_turn_equally_often() -> None:
    seats = ("A> O6 : V7 B7 G7", "B R6 : ?3")
    turns = Counter(chosen("random", *seats, seed=seed) for seed in range(700))
    assert "pass" not in turns
    expected = 700 / len(turns)
    assert all(expected / 2 < often < 2 * expected for often in turns.values())


def test_player_with_a_higher_temperature_errs_more_often() -> None:
    seen = observe_position(laid("A> O6 B4 : R7 V7 I7 G2 V2", "B R6 : ?3"))
    best = levels.HeuristicPlayer(evaluation.Weights(9, 3, 3, 5)).choose(seen, 0, 0).steps

    def errors(temperature: float) -> int:
        player = levels.HeuristicPlayer(evaluation.Weights(9, 3, 3, 5), temperature)
        return sum(player.choose(seen, 0, seed).steps != best for seed in range(200))

    assert 0 <= errors(0.05) < errors(0.5) < errors(3.0)


def test_player_that_values_rule_changes_discards_to_change_the_rule() -> None:
    seen = observe_position(laid("A> O6 V2 : R7 V1", "B R6 : ?3"))
    calm = levels.HeuristicPlayer(evaluation.Weights(change=-9)).choose(seen, 0, 1).steps
    restless = levels.HeuristicPlayer(evaluation.Weights(change=9)).choose(seen, 0, 1).steps
    assert "@" not in notation.text_of_turn(calm)
    assert "@" in notation.text_of_turn(restless)


# == Comparison of evaluated turns.

NO_REPLY = -1


def steps(text: str) -> tuple[cards.Step, ...]:
    return tuple(cards.parse_step(word) for word in text.split())


def line(turn: str, *values: float, points: int = 0) -> Line:
    tried = Line(steps(turn))
    for value in values:
        tried.record_round(value, value > 0.5, points, NO_REPLY)
    return tried


def test_turns_are_compared_by_their_difference_in_each_sampled_deal() -> None:
    """Both swing from world to world, and the one is a little better in each of them."""
    swings = [0.2, 0.9] * 50
    best, other = list_candidates(
        [line("R1 end", *swings), line("G2 end", *(value - 0.1 for value in swings))]
    )
    assert other.value == pytest.approx(best.value - 0.1)
    assert other.error == pytest.approx(0.01, abs=0.002)
    assert best.error > 0.03
    assert player.compare_gain(best, other) == pytest.approx(0.1)


def test_turn_the_search_dropped_is_valued_on_deals_shared_with_the_best() -> None:
    """The first worlds were lucky ones: 0.8 there is worse than 0.55 in all of them."""
    best = line("R1 end", *[0.9] * 20, *[0.2] * 20)
    given_up = line("G2 end", *[0.8] * 20)
    first, second = list_candidates([best, given_up])
    assert first.value == pytest.approx(0.55)
    assert second.value == pytest.approx(0.45)


def test_two_samples_do_not_prove_one_turn_better_than_another() -> None:
    best, other = list_candidates([line("R1 end", 1.0, 1.0), line("G2 end", 0.5, 0.5)])
    assert player.compare_gain(best, other) == 0.0
    best, other = list_candidates([line("R1 end", *[1.0] * 200), line("G2 end", *[0.5] * 200)])
    assert player.compare_gain(best, other) == pytest.approx(0.5)


def test_untried_turn_is_not_called_worse() -> None:
    best, other = list_candidates([line("R1 end", *[1.0] * 9), line("G2 end")])
    assert other.samples == 0
    assert player.compare_gain(best, other) == 0.0


def test_expected_points_average_over_won_rounds_only() -> None:
    tried = line("R1 end", 1.0, 1.0, points=12)
    tried.record_round(0.1, False, 30, NO_REPLY)
    (found,) = list_candidates([tried])
    assert found.points == 12.0
    (lost,) = list_candidates([line("R1 end", 0.0)])
    assert lost.points == 0.0


@pytest.mark.parametrize("mode", [("advanced@1.3", 2), ("basic@1.3", 3)], ids=str)
def test_no_candidate_turn_is_valued_above_the_chosen_turn(mode: tuple[str, int]) -> None:
    """By their means, each over its own worlds, some were."""
    for observation in observations(*mode, 40, seed=5):
        if observation.stage == "turn":
            choice = levels.PLAYERS.player_of("sharp").choose(observation, 400, 1)
            values = [each.value for each in choice.candidates]
            assert values == sorted(values, reverse=True)


def test_search_reports_expected_points_in_matches() -> None:
    position = "red7 advanced / canvas / deck ?32 / A> R6 : G4 R7 O2 : / B O5 : ?3 :"
    seen = observe_position(notation.parse_position(position))
    chosen = levels.PLAYERS.player_of("expert").choose(seen, 2_000, 1)
    assert chosen.candidates[0].points > 3


# == Reviews.

WINS_AT_ONCE = (
    "red7 basic@1.3 / canvas I4 Y6 R7 Y4 / deck ?33"
    " / A> O3 G2 R4 O2 : O7 V5 O4 : / B I1 R3 G7 R6 : ?1 :"
)
"""Only O7, without a discard, leaves the other seat without a reply, whatever it holds."""


WORK = player.AdviceBudget(3_000, 100)


def judged(
    observation: Red7Observation,
    taken: tuple[cards.Step, ...],
    work: player.AdviceBudget = WORK,
) -> player.Appraisal | None:
    advised = advice.advise(RED7_PLAYERS, observation, work)
    assert advised is not None
    return advice.appraise(RED7_PLAYERS, observation, taken, advised)


def test_review_finds_no_better_turn_than_an_immediate_win() -> None:
    found = judged(seen_last(WINS_AT_ONCE), steps("O7 end"))
    assert found is not None
    assert found.is_same
    assert found.loss == 0.0
    assert found.played.win_chance == 1.0


def test_review_names_a_missed_win_and_its_cost() -> None:
    found = judged(seen_last(WINS_AT_ONCE), (cards.PASS_STEP,))
    assert found is not None
    assert found.proposed.steps == steps("O7 end")
    assert found.played.steps == (cards.PASS_STEP,)
    assert found.played.value == 0.0
    assert found.loss == 1.0


@pytest.mark.parametrize(
    "mode", [("basic@1.3", 2), ("advanced@1.3", 4), ("advanced+actions@1.3", 3)], ids=str
)
def test_every_legal_turn_can_be_reviewed(mode: tuple[str, int]) -> None:
    judgements = 0
    for observation in observations(*mode, 4, seed=3):
        if observation.stage != "turn":
            continue
        turns = build_turns(position_of(observation))
        for taken in list_all_turns(turns)[:: max(1, turns.count // 2)]:
            found = judged(observation, taken, player.AdviceBudget(60, 12))
            if turns.count > 1:
                assert found is not None
                assert found.played.steps == taken
                judgements += 1
            else:
                assert found is None
    assert judgements > 2


@pytest.mark.parametrize(("value", "turn"), [(0.34, "G4 end"), (0.33, "pass")])
def test_adviser_stays_in_if_dropping_out_gains_next_to_nothing(value: float, turn: str) -> None:
    out = player.Candidate((cards.PASS_STEP,), 0.395, 0.0, 400)
    stays = player.Candidate(steps("G4 end"), value, 0.2, 400)

    assert levels.prefer_staying([out, stays]).steps == steps(turn)
    assert levels.prefer_staying([stays, out]) == stays


def test_draw_penalty_applies_only_to_players_that_ignore_draws() -> None:
    usual = levels.HeuristicPlayer()
    ignoring = levels.HeuristicPlayer(counts_draws=False)

    assert usual.draw_penalty == 0
    assert ignoring.draw_penalty == ignoring.weights.cards > 0
