"""Advice follows from the observation, the work and nothing else; turns taken are compared."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import pytest

from red7_desktop.games.registry import CATALOGUE
from red7_desktop.tabletop import advice, search
from red7_desktop.tabletop.player import (
    AdviceBudget,
    Candidate,
    Choice,
    Level,
    NotToActError,
    Players,
    ShouldStop,
    UnknownPlayerError,
    never_stop,
)
from tests.choices import KINDS, list_questions

# == A game of one bet with known chances.

CHANCES: Final = {"heads": 0.5, "nearly": 0.9, "never": 0.0}
WORK: Final = AdviceBudget(600, 200)
LITTLE: Final = AdviceBudget(300, 20)


class Coins(search.Simulator[float]):
    """A world is a number; a bet wins if it is below the bet's chance."""

    def __init__(self, seed: int, should_stop: ShouldStop) -> None:
        super().__init__(should_stop)
        self.chance: Final = Random(seed)

    def deal(self) -> float:
        return self.chance.random()

    def roll_out(self, line: search.CandidateLine, world: float) -> None:
        won = world < CHANCES[line.steps[0]]
        line.record(float(won), won)
        self.simulated += 1


class Gambler(search.SearchPlayer):
    """Considers the bets that the observation offers."""

    def prepare(
        self, observation: Table, budget: int, seed: int, should_stop: ShouldStop
    ) -> search.Search | Choice:
        if not observation.bets:
            raise NotToActError
        if len(observation.bets) == 1:
            return Choice(observation.bets)
        lines = [search.CandidateLine((bet,)) for bet in observation.bets]
        return search.Search(Coins(seed, should_stop), lines, least_worlds=40)


class WantsHeads:
    """Chooses heads before anything is compared, and reports the others as better or worse."""

    def choose(self, observation: Table, budget: int, seed: int, should_stop: ShouldStop) -> Choice:
        others = [bet for bet in observation.bets if bet != "heads"]
        return Choice(("heads",), tuple([Candidate((bet,), 0.5, 0.5, 9) for bet in others]))


@dataclass(frozen=True)
class Table:
    """What the gambler sees: the bets on offer."""

    bets: tuple[str, ...] = tuple(CHANCES)

    @property
    def zones(self) -> dict[str, tuple[str, ...]]:
        return {"table": self.bets}


def players_with(make: Callable[[], Any], **fields: Any) -> Players:
    return Players(
        (Level("gambler", "Gus", 600, make),),
        fallback_player=make,
        name_moment=repr,
        adviser="gambler",
        first_advice_budget=AdviceBudget(60, 20),
        full_advice_budget=WORK,
        judge=Gambler,
        **fields,
    )


PLAYERS: Final = players_with(Gambler)


def advised(players: Players = PLAYERS, table: Table | None = None) -> advice.Advice:
    found = advice.advise(players, table or Table(), WORK)
    assert found is not None
    return found


def test_advised_turn_is_the_best_one_with_figures_of_new_simulations() -> None:
    found = advised()

    assert found.choice.steps == ("nearly",)
    assert [each.samples for each in found.choice.candidates] == [200, 200, 200]
    assert found.choice.candidates[0].value == pytest.approx(0.9, abs=0.05)


def test_advice_with_only_one_legal_turn_has_no_figures() -> None:
    found = advised(table=Table(("heads",)))

    assert found.choice == Choice(("heads",))
    assert not found.lines


def test_advice_replaces_the_players_choice_by_a_certainly_better_turn() -> None:
    assert advised(players_with(WantsHeads)).choice.steps == ("nearly",)


def test_advice_also_compares_a_turn_of_every_other_category() -> None:
    bets = Table(("nearly", "heads", "heads", "heads", "never"))
    players = PLAYERS._replace(category_of=lambda steps: steps == ("never",))

    plain = advised(table=bets).choice.candidates
    sorted_apart = advised(players, bets).choice.candidates

    assert ("never",) not in [each.steps for each in plain]
    assert [each.steps for each in sorted_apart] == [("nearly",), ("heads",), ("never",)]


def test_advice_keeps_the_players_choice_if_no_other_turn_is_better() -> None:
    table = Table(("heads", "never"))

    assert advised(players_with(WantsHeads), table).choice.steps == ("heads",)


def test_advice_proposes_the_turn_that_the_games_own_rule_prefers() -> None:
    players = PLAYERS._replace(prefer=lambda candidates: candidates[-1])

    found = advised(players)

    assert found.choice.steps == found.choice.candidates[0].steps == ("never",)


def test_advised_turn_has_the_calibrated_win_chance() -> None:
    players = PLAYERS._replace(calibrate=lambda _, each: each._replace(value=each.value / 2))

    found = advised(players)

    assert found.choice.candidates[0].value == pytest.approx(0.45, abs=0.03)


def test_advice_is_none_if_the_search_was_told_to_stop() -> None:
    assert advice.advise(PLAYERS, Table(), WORK, lambda: True) is None


def test_deterministic_choice_is_a_function_of_work_and_observation() -> None:
    choice = advice.choose_deterministically(PLAYERS, "gambler", Table(), 600)

    seed = advice.derive_seed(PLAYERS, Table())
    assert choice == Gambler().choose(Table(), 600, seed)
    assert choice == advice.choose_deterministically(PLAYERS, "gambler", Table())
    with pytest.raises(UnknownPlayerError):
        advice.choose_deterministically(PLAYERS, "dealer", Table())


# == Comparison of played turns in the advice's worlds.


@pytest.mark.parametrize(("taken", "loss"), [("nearly", 0.0), ("heads", 0.4), ("never", 0.9)])
def test_appraisal_says_how_much_the_played_turn_lost_to_the_best(taken: str, loss: float) -> None:
    found = advice.appraise(PLAYERS, Table(), (taken,), advised())

    assert found is not None
    assert found.proposed == advised().choice.candidates[0]
    assert found.played.steps == (taken,)
    assert found.played.samples == WORK.worlds
    assert found.loss == pytest.approx(loss, abs=0.08)


def test_appraisal_is_the_same_for_turns_the_advice_did_not_compare() -> None:
    alone = advised()._replace(lines=advised().lines[:1])

    before = advice.appraise(PLAYERS, Table(), ("never",), advised())
    after = advice.appraise(PLAYERS, Table(), ("never",), alone)

    assert before == after


def test_appraisal_is_none_for_an_only_turn_or_a_stopped_search() -> None:
    single = Table(("heads",))
    stopped = advice.appraise(
        PLAYERS,
        Table(),
        ("never",),
        advised()._replace(lines=advised().lines[:1]),
        lambda: True,
    )

    assert advice.appraise(PLAYERS, single, ("heads",), advised(table=single)) is None
    assert stopped is None


# == Calibration.

HALVED: Final = advice.Calibration(
    ((0.0, 0.0), (0.5, 0.25), (1.0, 1.0)), ((0.0, 0.0), (0.5, 0.5), (1.0, 1.0))
)


def test_calibration_maps_chance_and_error_along_its_curve() -> None:
    found = HALVED.apply(Candidate(("heads",), 0.4, 0.4, 100, error=0.02))

    assert found.value == pytest.approx(0.2)
    assert found.win_chance == pytest.approx(0.4)
    assert found.error == pytest.approx(0.01)


@pytest.mark.parametrize("figure", [0.0, 1.0])
def test_calibration_leaves_chances_of_0_and_1_unchanged(figure: float) -> None:
    assert HALVED.apply(Candidate(("heads",), figure, figure, 100)).value == figure


@pytest.mark.parametrize(
    "knots", [[[0, 0], [0.5, 0.4]], [[0, 0.1], [1, 1]], [[0, 0], [0.5, 0.9], [0.6, 0.8], [1, 1]]]
)
def test_calibration_curve_not_rising_from_0_to_1_is_refused(knots: list[list[float]]) -> None:
    text = json.dumps({"2": {"value": knots, "win_chance": [[0, 0], [1, 1]]}})

    with pytest.raises(ValueError, match="'2'"):
        advice.parse_calibrations(text)


@pytest.mark.parametrize("name", list(KINDS))
def test_advice_shows_calibrated_figures_in_each_game(name: str) -> None:
    players = CATALOGUE[name].players()
    raw = players._replace(calibrate=None)
    question = next(iter(list_questions(CATALOGUE[name], KINDS[name][0], 1)))

    found = advice.advise(players, question.observation, LITTLE)
    before = advice.advise(raw, question.observation, LITTLE)

    assert found is not None
    assert before is not None
    assert players.calibrate is not None
    expected = [players.calibrate(question.observation, each) for each in before.choice.candidates]
    assert list(found.choice.candidates) == expected
    assert expected != list(before.choice.candidates)


# == Caching of final advice.


def test_advice_store_drops_the_least_recently_used_advice() -> None:
    store = advice.AdviceStore(2)
    tables = [Table((bet,)) for bet in CHANCES]
    store.put(tables[0], advised())
    store.put(tables[1], advised())

    store.get(tables[0])
    store.put(tables[2], advised())

    assert [store.get(table) is not None for table in tables] == [True, False, True]


# == Advice is reproducible, and reviews agree with hints.

GAMES: Final = [(name, options) for name in KINDS for options in KINDS[name]]


def ask_again(name: str, options: dict[str, Any], number: int, work: AdviceBudget) -> None:
    """Ask twice in positions of random play, and review the turn that the hint proposes."""
    players = CATALOGUE[name].players()
    for question in list_questions(CATALOGUE[name], options, number):
        seen = question.observation
        first = advice.advise(players, seen, work)
        busy = Interruptions(question.seed)
        again = advice.advise(players, seen, work, busy)
        assert first is not None
        assert again is not None
        assert again.choice == first.choice
        for each in first.choice.candidates:
            found = advice.appraise(players, seen, each.steps, first)
            assert found is not None
            assert found.proposed == first.choice.candidates[0]
            assert found.played.value == each.value
            assert not found.is_same or found.loss == 0.0


class Interruptions:
    """A `should_stop` under which other work happens at random moments, and which never stops.

    Other searches run in the meantime, as on a busy machine.
    """

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def __call__(self) -> bool:
        if self._chance.random() < 0.02:
            Gambler().choose(Table(), 20, self._chance.randrange(9), never_stop)
        return False


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_hint_and_review_agree_on_the_best_turn_and_its_figures(
    name: str, options: dict[str, Any]
) -> None:
    ask_again(name, options, 2, AdviceBudget(80, 8))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_hint_and_review_agree_in_200_positions(name: str, options: dict[str, Any]) -> None:
    ask_again(name, options, 67, LITTLE)


@pytest.mark.parametrize("name", list(KINDS))
def test_advice_seed_differs_by_position_and_not_by_hidden_cards(name: str) -> None:
    row = CATALOGUE[name]
    questions = list(list_questions(row, KINDS[name][0], 30))

    seeds = {advice.derive_seed(row.players(), each.observation) for each in questions}

    assert len(seeds) == len({each.observation for each in questions})
