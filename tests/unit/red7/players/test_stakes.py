"""What the end of a round is worth follows the match: target, lead, the deck running short."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.players.evaluation import Stakes
from red7_desktop.games.red7.rules.rounds import read_options
from red7_desktop.games.red7.rules.standings import PER_CARD


def spoil(points: int, cards: int = 2) -> int:
    return points + PER_CARD * cards


def stakes(
    *piles: tuple[int, ...], seat: int = 0, rules: str = "advanced", **others: int
) -> Stakes:
    options = read_options({"rules": rules, "seats": len(piles), **others})
    return Stakes(options, piles, seat)


# Card 7 * (number - 1) + colour: these piles hold sevens (cards 42 to 48) and sixes.
SEVENS = tuple(range(42, 49))
SIXES = tuple(range(35, 42))


def test_in_a_basic_game_only_the_round_counts() -> None:
    basic = stakes((), (), rules="basic")
    assert (basic.value(0, 0), basic.value(1, 0)) == (1.0, 0.0)


def test_reaching_the_target_is_winning() -> None:
    near = stakes(SEVENS[:5], SIXES[:5])
    assert near.value(0, spoil(5)) == 1.0
    assert near.value(1, spoil(10)) == 0.0
    assert 0.0 < near.value(0, spoil(4)) < 1.0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chances_add_up_to_one(seats: int) -> None:
    piles = (SEVENS[:2], SIXES[:1], (), ())[:seats]
    whole = sum(stakes(*piles, seat=seat).value(1, spoil(6)) for seat in range(seats))
    assert whole == pytest.approx(1.0)


def test_more_points_are_better_and_a_rival_s_points_are_worse() -> None:
    even = stakes((), ())
    assert even.value(0, spoil(12)) > even.value(0, spoil(4)) > 0.5
    assert even.value(1, spoil(12)) < even.value(1, spoil(4)) < 0.5
    assert even.value(0, 0) == pytest.approx(0.5)


def test_the_same_lead_counts_for_more_near_the_end() -> None:
    early = stakes((), ())
    late = stakes(SEVENS[:4], (*SIXES[:4], 27))
    assert late.value(0, spoil(7)) > early.value(0, spoil(7)) + 0.03


@pytest.mark.parametrize(
    ("piles", "least", "most"),
    [
        ((SEVENS[:4] + SIXES[:1], (0, 7, 14)), 0.83, 0.90),
        ((SEVENS[:4], (0, 7), (1, 8)), 0.65, 0.78),
        ((SEVENS[:2], (0,), (1,), (2,)), 0.36, 0.48),
    ],
    ids=["34 to 6", "28 to 3 and 3", "14 to 1, 1 and 1"],
)
def test_a_lead_is_worth_what_matches_have_shown(
    piles: tuple[tuple[int, ...], ...], least: float, most: float
) -> None:
    """The tables in docs/opponents.md: a lead tells less than one would think."""
    assert least < stakes(*piles).value(0, 0) < most


def test_when_the_deck_cannot_be_dealt_again_the_lead_decides() -> None:
    # 4 seats need 32 cards; with 16 of 49 in score piles one more round takes too many.
    piles = (SEVENS, SIXES, (0, 1), ())
    short = stakes(*piles, target=150)
    assert short.value(0, spoil(7, 2)) == 1.0
    assert short.value(1, spoil(15, 2)) == 0.0
    assert 0.5 < short.value(0, spoil(7, 1)) < 1.0


def test_equal_scores_share_the_win() -> None:
    piles = (SEVENS, SIXES, (0, 1), ())
    assert stakes(*piles, target=150).value(1, spoil(7, 2)) == 0.5


def test_a_match_of_one_round_is_the_round() -> None:
    one = stakes((), (), target=1)
    assert one.value(0, spoil(7, 1)) == 1.0
    assert one.value(1, spoil(1, 1)) == 0.0
