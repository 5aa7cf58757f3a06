"""The value network: its file, its arithmetic, its features, and the players that use it."""

from __future__ import annotations

import zlib
from array import array
from pathlib import Path
from typing import Final

import pytest

from red7_desktop.games.spring_cleaning.players import lookahead, network, outlook
from red7_desktop.games.spring_cleaning.players.evaluation import Costs, round_worth
from red7_desktop.games.spring_cleaning.players.features import (
    Features,
    count_features,
    find_fewest_leads,
)
from red7_desktop.games.spring_cleaning.players.network import CERTAIN, Network, parse_network
from red7_desktop.games.spring_cleaning.players.worlds import find_decision_point
from red7_desktop.games.spring_cleaning.rules.notation import text_of_turn
from red7_desktop.resources import DamagedAsset, MissingAsset, asset_path
from tests.unit.spring_cleaning.rules.playing import Asked, asked, laid, lying

SEATS: Final = sorted(lookahead.NETWORKED)
MOST_BYTES: Final = 400_000
"""What the networks may take together."""


def shipped(seats: int) -> bytes:
    return asset_path("networks", f"spring_{seats}.net").read_bytes()


# == The file of a network.


def test_the_shipped_networks_are_small_and_have_a_row_for_every_feature() -> None:
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
def test_a_damaged_network_is_refused(damage: object) -> None:
    assert callable(damage)
    with pytest.raises(ValueError, match="please reinstall the game"):
        parse_network(damage(shipped(2)), 2)


def test_a_network_for_other_seats_is_refused() -> None:
    with pytest.raises(ValueError, match="please reinstall the game"):
        parse_network(shipped(2), 3)


def test_a_network_with_too_few_weights_is_refused() -> None:
    header = network.HEADER.unpack_from(shipped(2))
    packed = zlib.compress(array("h", [1, 2, 3]).tobytes())
    data = network.HEADER.pack(*header[:-1], zlib.crc32(packed)) + packed

    with pytest.raises(ValueError, match="too few weights"):
        parse_network(data, 2)


def test_reading_names_the_file_that_is_damaged_or_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "assets" / "networks"
    folder.mkdir(parents=True)
    (folder / "spring_2.net").write_bytes(b"nothing")
    monkeypatch.setattr("red7_desktop.resources._PACKAGE", tmp_path)

    with pytest.raises(DamagedAsset, match=r"assets/networks/spring_2\.net is damaged"):
        network.read_network(2)
    with pytest.raises(MissingAsset, match=r"assets/networks/spring_7\.net"):
        network.read_network(7)


# == Whole numbers.


def test_chances_rise_with_logits_and_stay_between_impossible_and_certain() -> None:
    logits = range(-(14 << 20), 14 << 20, 1 << 14)

    chances = [network.find_chance(logit) for logit in logits]

    assert chances == sorted(chances)
    assert 0 < chances[0] < CERTAIN // 1000
    assert CERTAIN - CERTAIN // 1000 < chances[-1] < CERTAIN


def test_a_sum_below_zero_counts_for_a_sixteenth() -> None:
    weight = 1 << 12
    middle = network.MIDDLE
    small = Network([320, -320], middle, [[[weight]]], [[0]])

    above, below, none = [small.find_chances(middle + row, 0)[0] for row in (20, -320, 0)]

    assert above - none > 1000
    assert abs((above - none) - (none - below)) <= 1


def test_units_do_not_touch_one_another() -> None:
    wide = 1 << network.FIELD_BITS
    start = network.MIDDLE * (1 + wide)
    pair = Network([], start, [[[0, 4096]]], [[0]])

    assert pair.find_chances(start - 5000, 0) == pair.find_chances(start, 0)
    assert pair.find_chances(start - 5000 * wide, 0) < pair.find_chances(start, 0)


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
def test_fewest_leads_joins_what_lay_apart(hand: list[int], leads: int) -> None:
    assert find_fewest_leads(hand) == leads


def test_remembered_sums_are_those_of_a_first_look() -> None:
    features = Features(parse_network(shipped(2), 2), 2)
    looks = [([5, 5, 6], 8, 64, [4]), ([9, 1, 2], 512, 0, [7]), ([5, 5, 6], 8, 64, [4])]

    first = [features.sum_own(*look, 0, 0, 1) for look in looks]
    again = [Features(features.network, 2).sum_own(*look, 0, 0, 1) for look in looks]

    assert first == again
    assert first[0] != first[1]


# == What a round is worth.


def test_worths_fall_from_one_to_nothing_and_are_those_of_the_match() -> None:
    assert outlook.list_worths((0, 0), 0) == [outlook.PART, 0]
    for seats in (2, 3, 4, 5):
        worths = outlook.list_worths((0,) * seats, seats - 1)
        assert worths == sorted(worths, reverse=True)
        assert (worths[0], worths[-1]) == (outlook.PART, 0)
    second = round_worth((1, 3, 3), (1, 0, 2), 0) + round_worth((1, 3, 3), (1, 2, 0), 0)
    assert outlook.list_worths((1, 3, 3), 0)[1] == round(outlook.PART * second / 2)


# == Players.

ALL_GO = lying(
    laid("A> 5 : 6 : 0", "B ?6 : 4 : 0", table="4 :B", deck="?40", discard="1 1 2 2 3 3 7 7")
)
"""A is rid of all its cards with the 5 of its hand and the 6 of its offer."""


def networked() -> list[Asked]:
    """List positions for which there is a network."""
    return [at for at in asked(12) if len(at.seen.seen) in lookahead.NETWORKED]


def test_a_player_goes_out_where_it_can() -> None:
    chosen = lookahead.NetworkPlayer().choose(ALL_GO.seen, 0, 1)

    assert text_of_turn(chosen.steps) == "5 6(A) @1"


def test_turns_are_valued_from_what_the_seat_knows_alone() -> None:
    player = lookahead.NetworkPlayer()
    for at in networked():
        assert player.choose(at.redealt(5).seen, 0, 1) == player.choose(at.seen, 0, 1)


def test_every_way_is_worth_something_from_nothing_to_a_won_round() -> None:
    costs = Costs()
    for at in networked():
        spot = find_decision_point(at.seen, costs)
        if spot.is_done:
            continue
        features = outlook.read_features(spot.position.seats)

        ways = outlook.Outlook(at.seen, spot, costs, features).list_ways()

        assert ways
        for way in ways:
            assert 0 <= way.value <= outlook.PART * CERTAIN or way.value == outlook.WON


def test_looking_ahead_goes_out_where_it_can() -> None:
    chosen = lookahead.LookaheadPlayer().choose(ALL_GO.seen, 400, 1)

    assert text_of_turn(chosen.steps) == "5 6(A) @1"
    assert chosen.candidates[0].value == chosen.candidates[0].win_chance == 1.0


def test_looking_ahead_values_turns_in_the_same_worlds() -> None:
    chosen = lookahead.LookaheadPlayer().choose(ALL_GO.seen, 4_000, 1)

    assert len(chosen.candidates) > 1
    for each in chosen.candidates[1:]:
        assert 0.0 < each.value < 1.0
        assert 0.0 < each.error < 0.2


def test_looking_ahead_answers_at_once_when_told_to_stop() -> None:
    answers = iter([False] * 5 + [True] * 1000)

    chosen = lookahead.LookaheadPlayer().choose(ALL_GO.seen, 70_000, 1, lambda: next(answers))

    assert sum(each.samples for each in chosen.candidates) < 20
