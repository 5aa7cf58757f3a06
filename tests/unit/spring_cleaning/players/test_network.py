"""The value network: its file, its arithmetic, its features, and the players that use it."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

import pytest

from red7_desktop.games.spring_cleaning.players import lookahead, network, outlook
from red7_desktop.games.spring_cleaning.players.evaluation import Costs, pack_cards, value_round
from red7_desktop.games.spring_cleaning.players.features import (
    FeatureNetwork,
    count_features,
    count_fewest_plays,
)
from red7_desktop.games.spring_cleaning.players.network import (
    PROBABILITY_ONE,
    Network,
    parse_network,
)
from red7_desktop.games.spring_cleaning.players.outlook import NetworkEvaluator
from red7_desktop.games.spring_cleaning.players.rollout import Policy
from red7_desktop.games.spring_cleaning.players.worlds import World, find_decision_point
from red7_desktop.games.spring_cleaning.rules.game import SpringObservation
from red7_desktop.games.spring_cleaning.rules.notation import text_of_turn
from red7_desktop.resources import DamagedAsset, MissingAsset, asset_path
from red7_desktop.tabletop.player import ShouldStop, never_stop
from tests.unit.spring_cleaning.rules.playing import asked, laid, lying

SEATS: Final = (2, 3, 4, 5)
MOST_BYTES: Final = 400_000
"""What the networks may take together."""


def shipped(seats: int) -> bytes:
    return asset_path("networks", f"spring_{seats}.net").read_bytes()


# == The file of a network.


def test_shipped_networks_are_small_and_complete() -> None:
    assert sum(len(shipped(seats)) for seats in SEATS) <= MOST_BYTES
    for seats in SEATS:
        found = parse_network(shipped(seats), seats)
        assert len(found.rows) == count_features(seats)
        assert len(found.outputs) == seats - 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:10],
        lambda data: data[:-1],
        lambda data: b"other" + data[5:],
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    ],
)
def test_damaged_network_is_refused(damage: object) -> None:
    assert callable(damage)
    with pytest.raises(ValueError, match="please reinstall the game"):
        parse_network(damage(shipped(2)), 2)


def test_network_for_another_number_of_seats_is_refused() -> None:
    with pytest.raises(ValueError, match="please reinstall the game"):
        parse_network(shipped(2), 3)


def test_network_with_too_few_weights_is_refused() -> None:
    header = network.HEADER.unpack_from(shipped(2))
    packed = zlib.compress(array("h", [1, 2, 3]).tobytes())
    data = network.HEADER.pack(*header[:-1], zlib.crc32(packed)) + packed

    with pytest.raises(ValueError, match="too few weights"):
        parse_network(data, 2)


def test_network_error_names_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "assets" / "networks"
    folder.mkdir(parents=True)
    (folder / "spring_2.net").write_bytes(b"nothing")
    monkeypatch.setattr("red7_desktop.resources._PACKAGE", tmp_path)

    with pytest.raises(DamagedAsset, match=r"assets/networks/spring_2\.net is damaged"):
        network.load_network(2)
    with pytest.raises(MissingAsset, match=r"assets/networks/spring_7\.net"):
        network.load_network(7)


# == Whole numbers.


def test_network_chances_rise_with_logits_within_0_and_1() -> None:
    logits = range(-(14 << 20), 14 << 20, 1 << 14)

    chances = [network.logistic(logit) for logit in logits]

    assert chances == sorted(chances)
    assert 0 < chances[0] < PROBABILITY_ONE // 1000
    assert PROBABILITY_ONE - PROBABILITY_ONE // 1000 < chances[-1] < PROBABILITY_ONE


def test_network_scales_negative_sums_by_a_sixteenth() -> None:
    weight = 1 << 12
    middle = network.UNIT_OFFSET
    small = Network([320, -320], middle, [[[weight]]], [[0]])

    above, below, none = [small.evaluate(middle + row, 0)[0] for row in (20, -320, 0)]

    assert above - none > 1000
    assert abs((above - none) - (none - below)) <= 1


def test_packed_units_do_not_overflow_into_each_other() -> None:
    wide = 1 << network.FIELD_BITS
    start = network.UNIT_OFFSET * (1 + wide)
    pair = Network([], start, [[[0, 4096]]], [[0]])

    assert pair.evaluate(start - 5000, 0) == pair.evaluate(start, 0)
    assert pair.evaluate(start - 5000 * wide, 0) < pair.evaluate(start, 0)


# == Features.


@pytest.mark.parametrize(
    ("hand", "leads"),
    [
        ([], 0),
        ([5], 1),
        ([5, 6, 9, 7], 2),
        ([3, 1, 3, 1, 3], 3),
        ([9, 1, 8, 2], 3),
        ([9, 1, 7, 4], 4),
    ],
)
def test_fewest_plays_of_a_hand_count_joined_neighbours_as_one(hand: list[int], leads: int) -> None:
    assert count_fewest_plays(hand) == leads


def test_cached_network_sums_equal_those_of_a_fresh_network() -> None:
    features = FeatureNetwork(parse_network(shipped(2), 2), 2)
    looks = [([5, 5, 6], 8, 64, [4]), ([9, 1, 2], 512, 0, [7]), ([5, 5, 6], 8, 64, [4])]

    first = [features.sum_own(*look, 0, 0, 1) for look in looks]
    again = [FeatureNetwork(features.network, 2).sum_own(*look, 0, 0, 1) for look in looks]

    assert first == again
    assert first[0] != first[1]


# == Value of a round.


def test_values_of_round_ranks_fall_from_one_to_zero() -> None:
    assert outlook.list_rank_values((0, 0), 0) == (outlook.VALUE_SCALE, 0)
    for seats in (2, 3, 4, 5):
        rank_values = outlook.list_rank_values((0,) * seats, seats - 1)
        assert list(rank_values) == sorted(rank_values, reverse=True)
        assert (rank_values[0], rank_values[-1]) == (outlook.VALUE_SCALE, 0)
    second = value_round((1, 3, 3), (1, 0, 2), 0) + value_round((1, 3, 3), (1, 2, 0), 0)
    assert outlook.list_rank_values((1, 3, 3), 0)[1] == round(outlook.VALUE_SCALE * second / 2)


# == Players.

ALL_GO = lying(
    laid("A> 5 : 6 : 0", "B ?6 : 4 : 0", table="4 :B", deck="?40", discard="1 1 2 2 3 3 7 7")
)
"""A is rid of all its cards with the 5 of its hand and the 6 of its offer."""


def test_network_player_ends_the_round_when_it_can() -> None:
    chosen = lookahead.NetworkPlayer().choose(ALL_GO.seen, 0, 1)

    assert text_of_turn(chosen.steps) == "5 6(A) @1"


def test_network_values_depend_on_the_observation_only() -> None:
    player = lookahead.NetworkPlayer()
    for at in asked(12):
        assert player.choose(at.redealt(5).seen, 0, 1) == player.choose(at.seen, 0, 1)


def test_turn_values_are_between_0_and_a_won_round() -> None:
    costs = Costs()
    for at in asked(12):
        decision = find_decision_point(at.seen, costs)
        if decision.is_done:
            continue
        feature_network = outlook.load_feature_network(decision.position.seats)

        ways = outlook.make_evaluator(at.seen, decision, costs, feature_network).list_turns()

        assert ways
        for way in ways:
            assert (
                0 <= way.value <= outlook.VALUE_SCALE * PROBABILITY_ONE
                or way.value == outlook.WON_VALUE
            )


def evaluate(*seats: str, table: str, should_stop: ShouldStop = never_stop) -> NetworkEvaluator:
    seen = lying(laid(*seats, table=table, deck="?40")).seen
    costs = Costs()
    decision = find_decision_point(seen, costs)
    feature_network = outlook.load_feature_network(len(seats))
    return outlook.make_evaluator(seen, decision, costs, feature_network, should_stop)


def test_play_ends_no_round_while_a_rival_has_a_card_in_hand_and_offer() -> None:
    found = evaluate("A> 5 9 : 7 : 0", "B ?1 : 4 : 0", table="4 :B").list_turns()

    values = {text_of_turn(turn.steps): turn.value for turn in found}
    assert 0 < values["5 @1"] < outlook.WON_VALUE


def test_play_of_all_cards_has_the_value_of_a_won_round() -> None:
    found = evaluate("A> 5 : 6 : 0", "B ?6 : 4 : 0", table="4 :B").list_turns()

    values = {text_of_turn(turn.steps): turn.value for turn in found}
    assert values["5 6(A) @1"] == outlook.WON_VALUE


ListTurns = Callable[[NetworkEvaluator], list[outlook.ValuedTurn]]
MANY_TURNS = ("A> 2 5 9 3 7 8 : 7 : 0", "B ?4 : 4 : 0")


def list_placements_of_a_4(evaluator: NetworkEvaluator) -> list[outlook.ValuedTurn]:
    return evaluator.list_placements(4)


def test_evaluation_of_turns_checks_should_stop_every_few_positions() -> None:
    polls = count()
    evaluator = evaluate(*MANY_TURNS, table="1 :B", should_stop=lambda: next(polls) < 0)

    turns = evaluator.list_turns()

    assert len(turns) > outlook.STOP_INTERVAL
    assert next(polls) == len(turns) // outlook.STOP_INTERVAL


@pytest.mark.parametrize("list_turns", [NetworkEvaluator.list_turns, list_placements_of_a_4])
def test_stopped_evaluation_lists_some_of_the_turns(list_turns: ListTurns) -> None:
    whole = evaluate(*MANY_TURNS, table="1 :B")
    stopped = evaluate(*MANY_TURNS, table="1 :B", should_stop=lambda: True)

    found = list_turns(stopped)

    steps = {turn.steps for turn in found}
    assert steps
    assert steps < {turn.steps for turn in list_turns(whole)}


def test_simulated_draw_is_inserted_at_the_best_place_only() -> None:
    evaluator = evaluate("A> 2 5 9 3 : 7 : 0", "B ?4 : 4 : 0", table="4 :B")

    in_all_places = [turn.steps for turn in evaluator.list_placements(4)]
    in_best_place = [turn.steps for turn in evaluator.list_placements(4, most=1)]

    assert len({insertion for insertion, _ in in_all_places}) == outlook.MAX_PLACEMENTS
    assert in_best_place == in_all_places[: len(in_best_place)]
    assert len({insertion for insertion, _ in in_best_place}) == 1
    assert evaluator.find_best_placement(4) in in_best_place


@pytest.mark.parametrize(("table", "whose"), [("4 :B", 1), ("4 :C", 2), ("", 0)])
def test_owner_of_the_cards_to_beat_is_counted_clockwise_from_the_seat(
    table: str, whose: int
) -> None:
    seats = ("A> 5 9 : 7 : 0", "B ?3 : 4 : 0", "C ?3 : 4 : 0")

    assert evaluate(*seats, table=table).whose == whose


def test_cards_common_to_two_hands_are_counted_number_by_number() -> None:
    one = pack_cards((1, 2, 2, 9))
    other = pack_cards((2, 3, 9, 9))

    assert lookahead._find_common(one, other) == pack_cards((2, 9))


def test_lookahead_ends_the_round_when_it_can() -> None:
    chosen = lookahead.LookaheadPlayer().choose(ALL_GO.seen, 400, 1)

    assert text_of_turn(chosen.steps) == "5 6(A) @1"
    assert chosen.candidates[0].value == chosen.candidates[0].win_chance == 1.0


def test_lookahead_asks_the_network_after_the_seats_next_turn() -> None:
    position = laid("A> 3 4 7 9 1 : 5 : 0", "B ?6 : 4 : 0", table="4 :B", deck="?40")
    seen = lying(position).seen
    simulator = make_simulator(seen)
    table = simulator.start_round(simulator.deal())
    table.take_turn()

    is_over = simulator.simulate_next_turn(table)

    assert is_over is False
    assert (table.turns, table.mover) == (2, 1)


def make_simulator(seen: SpringObservation) -> lookahead.LookaheadSimulator:
    costs = Costs()
    decision = find_decision_point(seen, costs)
    feature_network = outlook.load_feature_network(decision.position.seats)
    evaluator = outlook.make_evaluator(seen, decision, costs, feature_network)
    policy = Policy(costs, 0.0)
    return lookahead.LookaheadSimulator(seen, evaluator, policy, Random(1), None, never_stop)


def test_simulated_rival_knows_only_its_own_hand() -> None:
    position = laid("A> 3 4 7 : 5 : 0", "B ?6 : 4 : 0", "C ?5 : 2 : 0", table="4 :C", deck="?30")
    simulator = make_simulator(lying(position).seen)
    for _ in range(10):
        world = simulator.deal()
        # Only the last card of the deck is seen in the turn.
        hidden = [*world.hands[2], *world.deck[:-1]]
        Random(5).shuffle(hidden)
        hands = [*world.hands[:2], hidden[:5]]
        redealt = World(hands, world.offers, hidden[5:] + world.deck[-1:], world.noise_index)
        tables = [simulator.start_round(each) for each in (world, redealt)]

        for table in tables:
            table.mover = 1
            simulator.take_network_turn(table)

        assert tables[0].trick == tables[1].trick
        assert tables[0].offers == tables[1].offers
        assert tables[0].hands[1] == tables[1].hands[1]


def test_lookahead_values_have_small_errors_over_the_sampled_deals() -> None:
    chosen = lookahead.LookaheadPlayer().choose(ALL_GO.seen, 20_000, 1)

    assert len(chosen.candidates) > 1
    for each in chosen.candidates[1:]:
        assert 0.0 < each.value < 1.0
        assert 0.0 < each.error < 0.2


def test_lookahead_answers_at_once_when_stopped() -> None:
    answers = iter([False] * 5 + [True] * 1000)

    chosen = lookahead.LookaheadPlayer().choose(ALL_GO.seen, 70_000, 1, lambda: next(answers))

    assert sum(each.samples for each in chosen.candidates) < 20
