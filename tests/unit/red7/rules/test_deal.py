from __future__ import annotations

from typing import Final

import pytest

from red7_desktop.games.red7.rules.cards import ALL, TEXTS, cards_in, set_of
from red7_desktop.games.red7.rules.position import START
from red7_desktop.games.red7.rules.rounds import can_deal, deal_round, shuffle_cards
from red7_desktop.games.red7.rules.rules import Ruleset
from red7_desktop.tabletop.game import InvalidPosition
from tests.unit.red7.rules.laid import cards, row

PINNED: Final = {
    (2, 1): (
        "red7 basic@1.3 / canvas / deck B3 Y1 O7 Y5 V3 V7 I4 I2 Y4 O4 R4 V4 G3 G2 R3 R1 R2 G1 R5 I7"
        " V6 G7 I1 O3 I6 G5 Y3 O1 O2 V5 B2 B6 B4 / A> B5 : R7 B7 R6 O5 G4 Y2 B1 :"
        " / B Y7 : O6 Y6 G6 I5 I3 V2 V1 :"
    ),
    (4, 1): (
        "red7 basic@1.3 / canvas / deck R2 G1 R5 I7 V6 G7 I1 O3 I6 G5 Y3 O1 O2 V5 B2 B6 B4"
        " / A G3 : R7 B7 R6 O5 G4 Y2 B1 : / B G2 : O6 Y6 G6 I5 I3 V2 V1 :"
        " / C R3 : O7 Y7 Y5 B5 B3 V3 Y1 : / D> R1 : V7 R4 O4 Y4 I4 V4 I2 :"
    ),
    (2, 2): (
        "red7 basic@1.3 / canvas / deck G7 B3 Y7 Y4 G5 R2 V1 O3 Y1 B7 V3 B2 V2 Y2 G4 R3 Y5 R6 I6 G1"
        " G3 V4 O4 O5 I2 R1 Y6 V5 O1 R5 I4 G6 V6 / A> B1 : R7 I7 I5 R4 I3 O2 I1 :"
        " / B B6 : O7 V7 O6 B5 B4 Y3 G2 :"
    ),
}
"""By seats and round: what seed 7 has always dealt. Saved matches hold the seed, not the cards."""


@pytest.mark.parametrize(("seats", "number"), PINNED)
def test_a_seed_deals_what_it_has_always_dealt(seats: int, number: int) -> None:
    dealt = deal_round(Ruleset(), ((),) * seats, 7, number)
    assert str(dealt) == PINNED[seats, number]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_round_deals_seven_cards_to_a_hand_and_one_to_a_palette(seats: int) -> None:
    dealt = deal_round(Ruleset(), ((),) * seats, 3)
    assert [dealt.hand_count(seat) for seat in range(seats)] == [7] * seats
    assert [len(palette) for palette in dealt.rows] == [1] * seats
    assert dealt.palettes == tuple(set_of(palette) for palette in dealt.rows)
    assert (dealt.canvas, dealt.phase, dealt.out) == ((), START, 0)
    assert dealt.is_fully_known()
    everything = [*dealt.deck, *[card for palette in dealt.rows for card in palette]]
    everything += [card for hand in dealt.hands for card in cards_in(hand)]
    assert sorted(everything) == list(range(49))


def test_the_same_seed_and_round_deal_alike_and_others_do_not() -> None:
    deals = {str(deal_round(Ruleset(), ((), ()), seed, n)) for seed in range(9) for n in (1, 2, 3)}
    again = {str(deal_round(Ruleset(), ((), ()), seed, n)) for seed in range(9) for n in (1, 2, 3)}
    assert deals == again
    assert len(deals) == 27


def test_the_seat_after_the_highest_palette_card_starts() -> None:
    for seed in range(40):
        dealt = deal_round(Ruleset(), ((),) * 3, seed)
        first = [palette[0] for palette in dealt.rows]
        assert dealt.mover == (first.index(max(first)) + 1) % 3


def test_by_house_option_the_seat_with_the_lowest_palette_card_starts() -> None:
    for seed in range(40):
        dealt = deal_round(Ruleset(), ((),) * 3, seed, starter="lowest")
        first = [palette[0] for palette in dealt.rows]
        assert first[dealt.mover] == min(first)


def test_score_piles_stay_with_their_seats_and_out_of_the_deal() -> None:
    scores = row("R7 O7 Y7"), row("G7 B7 I7 V7")
    dealt = deal_round(Ruleset(advanced=True), scores, 5, 3)
    assert dealt.scores == scores
    assert len(dealt.deck) == 49 - 7 - 16
    dealt_cards = set_of(dealt.deck) | sum(dealt.hands) | sum(dealt.palettes)
    assert dealt_cards == ALL ^ cards("R7 O7 Y7 G7 B7 I7 V7")


@pytest.mark.parametrize(("seats", "most"), [(2, 33), (3, 25), (4, 17)])
def test_a_round_can_be_dealt_while_eight_cards_for_every_seat_are_left(
    seats: int, most: int
) -> None:
    def scored(number: int) -> tuple[tuple[int, ...], ...]:
        return (tuple(range(number)), *[()] * (seats - 1))

    assert can_deal(scored(most))
    assert deal_round(Ruleset(advanced=True), scored(most), 1).deck == ()
    assert not can_deal(scored(most + 1))
    with pytest.raises(InvalidPosition) as refused:
        deal_round(Ruleset(advanced=True), scored(most + 1), 1)
    assert refused.value.field == "deck"


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_a_round_is_dealt_to_two_to_four_seats(seats: int) -> None:
    with pytest.raises(InvalidPosition) as refused:
        deal_round(Ruleset(), ((),) * seats, 1)
    assert (refused.value.field, refused.value.word) == ("seats", str(seats))


def test_there_is_no_other_way_to_choose_who_starts() -> None:
    with pytest.raises(InvalidPosition) as refused:
        deal_round(Ruleset(), ((), ()), 1, starter="youngest")
    assert (refused.value.field, refused.value.word) == ("starter", "youngest")


def test_shuffling_gives_every_card_of_a_set_once() -> None:
    some = cards("R7 V1 G4")
    assert set_of(shuffle_cards(some, 1, 1)) == some
    assert len(shuffle_cards(some, 1, 1)) == 3
    assert shuffle_cards(0, 1, 1) == ()
    assert " ".join(TEXTS[card] for card in shuffle_cards(ALL, 1, 1)[:7]) == "Y7 I6 B2 V6 Y5 O1 B4"


def test_shuffling_favours_no_place() -> None:
    # In 4900 shuffles of 7 cards every card lies at every place about 700 times.
    counts = [[0] * 7 for _ in range(7)]
    for seed in range(4900):
        for place, card in enumerate(shuffle_cards(0b1111111, seed, 1)):
            counts[place][card] += 1
    assert all(580 < count < 820 for places in counts for count in places)
