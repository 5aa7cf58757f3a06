"""The search that all games share: sequential halving and common worlds."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

import pytest

from red7_desktop.tabletop import search
from red7_desktop.tabletop.player import Choice, NotToActError, ShouldStop, never_stop

# == Sequential halving.


@pytest.mark.parametrize(
    ("behind", "worlds", "goes_on"),
    [(0.0, 16, True), (0.0, 4_000, False), (0.1, 16, True), (0.1, 64, False), (-0.2, 64, True)],
)
def test_candidate_turn_is_kept_while_it_may_still_prove_better(
    behind: float, worlds: int, goes_on: bool
) -> None:
    best = [0.5] * worlds
    own = [value - behind for value in best]
    assert (search.estimate_gain(own, best) >= search.MIN_EXPECTED_GAIN) == goes_on
    assert search.estimate_gain([], best) == 1.0


class Steady(search.CandidateLine):
    """A turn that is worth the same in every world."""

    def __init__(self, value: float) -> None:
        super().__init__(("play",))
        self.value: Final = value

    @property
    def sort_key(self) -> float:
        return self.value


def try_steady(running: list[Steady]) -> int:
    for line in running:
        line.record(line.value, won=False)
    return len(running)


def test_search_asks_whether_to_stop_while_dropping_candidates() -> None:
    lines = [Steady(0.5 - nth / 10) for nth in range(4)]
    asked_at: list[int] = []

    def count() -> bool:
        asked_at.append(lines[0].samples)
        return False

    search.halve_sequentially(lines, 4 * search.MIN_WORLDS * 4, try_steady, count)

    # Once before each world; after the first look once more for each of the three others.
    assert asked_at.count(search.MIN_WORLDS) >= 3


@pytest.mark.parametrize(
    ("budget", "worlds"),
    [
        (16, [6, 6, 2, 2]),  # half of it for all, half of it for the better half
        (4_000, [700, 256, 16, 16]),
        (48_000, [700, 256, 16, 16]),
        (4_800_000, [700, 512, 16, 16]),
    ],
)
def test_search_budget_goes_to_the_candidates_closest_to_the_best(
    budget: int, worlds: list[int]
) -> None:
    lines = [Steady(value) for value in (0.1, 0.89, 0.9, 0.5)]

    found = search.halve_sequentially(lines, budget, try_steady, never_stop, 700)
    assert [line.value for line in found] == [0.9, 0.89, 0.5, 0.1]
    assert [line.samples for line in found] == worlds


def test_expected_gain_of_a_candidate_falls_with_its_distance_from_best() -> None:
    best = [0.5] * 64
    gains = [search.estimate_gain([0.5 - halves / 128] * 64, best) for halves in range(8)]
    assert all(more > 2 * less > 0.0 for more, less in pairwise(gains))
    assert search.estimate_gain([0.0] * 64, best) == gains[-1]


@pytest.mark.parametrize(("best_value", "value"), [(0.6, 0.1), (0.2, 0.0), (1.6, 1.0)])
def test_dropped_candidate_is_valued_by_its_distance_from_the_best(
    best_value: float, value: float
) -> None:
    found, _ = search.compare_with_best([0.5] * 4, 0.9, [1.0] * 8, best_value)
    assert found == pytest.approx(value)


# == Common worlds.


class Coins(search.Simulator[float]):
    """A world is a number; betting on heads wins if it is below a half."""

    def __init__(self, seed: int, should_stop: ShouldStop = never_stop) -> None:
        super().__init__(should_stop)
        self.chance: Final = Random(seed)
        self.met: Final[list[tuple[str, float]]] = []

    def deal(self) -> float:
        return self.chance.random()

    def roll_out(self, line: search.CandidateLine, world: float) -> None:
        (bet,) = line.steps
        self.met.append((bet, world))
        self.simulated += 2
        chance = {"heads": 0.5, "nearly": 0.9, "never": 0.0}[bet]
        line.record(float(world < chance), won=world < chance)


class Better(search.SearchPlayer):
    """Bets on one of three things; has no choice if nothing is observed."""

    def prepare(
        self, observation: str, budget: int, seed: int, should_stop: ShouldStop
    ) -> search.Search | Choice:
        if observation == "not asked":
            raise NotToActError
        if observation == "one bet":
            return Choice(("heads",))
        lines = [search.CandidateLine((bet,)) for bet in ("heads", "never", "nearly")]
        return search.Search(Coins(seed, should_stop), lines, least_worlds=40)


def test_candidates_are_simulated_with_the_same_random_draws() -> None:
    coins = Coins(1)
    lines = [coins.make_line((bet,)) for bet in ("heads", "nearly")]

    work = [coins.simulate_once(lines) for _ in range(3)]

    assert work == [4, 4, 4]
    assert [world for bet, world in coins.met if bet == "heads"] == [
        world for bet, world in coins.met if bet == "nearly"
    ]
    assert [line.samples for line in lines] == [3, 3]


def test_only_the_first_candidate_is_simulated_when_told_to_stop() -> None:
    coins = Coins(1, lambda: True)
    lines = [coins.make_line((bet,)) for bet in ("heads", "nearly")]

    coins.simulate_once(lines)

    assert [line.samples for line in lines] == [1, 0]


def test_search_player_chooses_the_candidate_that_wins_most() -> None:
    choice = Better().choose("coin", 600, 1)

    assert choice.steps == ("nearly",)
    assert [each.steps for each in choice.candidates] == [("nearly",), ("heads",), ("never",)]
    assert choice.candidates[0].win_chance == pytest.approx(0.9, abs=0.1)
    assert choice.candidates[0].samples >= 40
    assert choice == Better().choose("coin", 600, 1)


def test_search_player_skips_the_search_for_a_single_legal_turn() -> None:
    assert Better().choose("one bet", 600, 1) == Choice(("heads",))
    with pytest.raises(NotToActError):
        Better().choose("not asked", 600, 1)


def test_listing_of_candidates_ends_early_when_told_to_stop() -> None:
    lines = [Steady(value) for value in (0.5, 0.4, 0.3)]
    for _ in range(4):
        try_steady(lines)
    answers = iter([False, True])

    found = search.list_candidates(lines, lambda: next(answers))

    assert [each.value for each in found] == [0.5, 0.4]
    assert len(search.list_candidates(lines, lambda: True)) == 1


def test_shuffle_produces_every_order_equally_often() -> None:
    rng = Random(1)
    orders: list[str] = []
    for _ in range(600):
        cards = list("abc")
        search.shuffle(cards, rng.random)
        orders.append("".join(cards))

    assert len(set(orders)) == 6
    assert all(60 < orders.count(order) < 140 for order in set(orders))
