"""What every computer player keeps to, how strong simple ones are, and judging turns."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from red7_desktop.games.spring_cleaning.players import reasons
from red7_desktop.games.spring_cleaning.players.evaluation import Costs, value_round
from red7_desktop.games.spring_cleaning.players.levels import (
    PLAYERS,
    value_settled_round,
)
from red7_desktop.games.spring_cleaning.players.reasons import is_play
from red7_desktop.games.spring_cleaning.players.rollout import Policy
from red7_desktop.games.spring_cleaning.players.search import Line
from red7_desktop.games.spring_cleaning.players.worlds import Determinizations, find_belief
from red7_desktop.games.spring_cleaning.rules import position
from red7_desktop.games.spring_cleaning.rules.notation import parse_steps, text_of_turn
from red7_desktop.tabletop import advice
from red7_desktop.tabletop.player import AdviceBudget, Appraisal, Choice
from tests.unit.spring_cleaning.rules.playing import GAME, Asked, asked, laid, lying, states_of

# == What every computer player keeps to: it sees nothing hidden, plays by the rules, is the same.

player_of = PLAYERS.player_of
LITTLE = 100
"""A budget that is enough to search a little."""


@pytest.mark.parametrize("name", PLAYERS.names)
def test_player_considers_only_legal_turns(name: str) -> None:
    """Its steps are taken one by one: the game refuses what is not legal."""
    differs = False
    for seed, at in enumerate(asked(12)[::3]):
        choice = player_of(name).choose(at.seen, 40, seed)
        differs = differs or choice.steps != player_of(name).choose(at.seen, 40, seed + 1).steps
        for steps in (choice.steps, *[other.steps for other in choice.candidates]):
            state = at.state
            for step in steps:
                assert at.seat in GAME.to_act(state), f"it goes on after its turn: {steps}"
                state = GAME.apply(state, at.seat, step).state
            assert str(steps[-1]) == "draw" or not state.steps, "it stops inside a turn"
    assert differs == (name not in {"formula", "greedy", "network"}), "people could read it"


def test_player_choice_ignores_the_secret_offers_of_others() -> None:
    states = [at for at in asked(12) if at.state.position.phase == position.SEALED]
    differ = 0
    for seed, at in enumerate(states):
        other = at.redealt(seed)
        differ += other.state.position.sealed != at.state.position.sealed
        for name in ("greedy", "expert"):
            chosen = player_of(name).choose(at.seen, LITTLE, seed)
            assert player_of(name).choose(other.seen, LITTLE, seed) == chosen
    assert differ


def play_greedily(deal: int, seats: int) -> list[Asked]:
    """Return the turns of the first seat in a round."""
    state, found = GAME.start({"seats": seats}, deal), list[Asked]()
    while not state.rounds:
        seat = GAME.to_act(state)[0]
        if not seat:
            found.append(Asked(state, seat))
        for step in player_of("greedy").choose(GAME.observe(state, seat), 0, 1).steps:
            state = GAME.apply(state, seat, step).state
    return found


@pytest.mark.slow
def test_claims_that_a_rival_lacks_a_number_are_mostly_true() -> None:
    turns, told = [*play_greedily(1, 3)[3::2], *play_greedily(2, 2)[3::2]], list[bool]()
    for at in turns:
        belief = find_belief(at.seen, 1)
        assert find_belief(at.redealt(3).seen, 1) == belief, "it knows what it can't see"
        if belief is not None:
            told.append(int(belief.card) not in at.state.position.hands[belief.seat])
            done = [text_of_turn(e.steps) for e in at.seen.turns if e.seat == belief.seat]
            step = {"drew": "draw", "offered": "offer"}.get(belief.action, "@")
            assert any(step in each for each in done)
            assert belief.chance <= 0.15
    assert 3 <= len(told) < len(turns)
    assert sum(told) >= 0.8 * len(told)


def test_claim_about_a_rivals_hand_needs_evidence_and_time() -> None:
    first, *_, late = play_greedily(1, 3)
    assert find_belief(first.seen, 1) is None
    assert find_belief(late.seen, 1, lambda: True) is None


# == Relative strength of simple players.


@pytest.mark.parametrize(("one", "other"), [("greedy", "random"), ("eager", "random")])
def test_greedy_and_eager_players_mostly_beat_the_random_player(one: str, other: str) -> None:
    won = 0
    for deal in range(30):
        state, chance = GAME.start({"seats": 2}, deal), Random(deal)
        names = (one, other) if deal % 2 else (other, one)
        while not state.rounds:
            seat = GAME.to_act(state)[0]
            player, seed = PLAYERS.player_of(names[seat]), chance.randrange(10**9)
            for step in player.choose(GAME.observe(state, seat), 0, seed).steps:
                state = GAME.apply(state, seat, step).state
        won += not state.rounds[0].trash[names.index(one)]
    assert won > 20


def test_finished_round_is_valued_by_its_effect_on_the_match() -> None:
    for state in states_of(1, {"seats": 3}):
        found = value_settled_round(GAME.observe(state, 0))
        if found is not None:
            *earlier, last = [each.trash for each in state.rounds]
            before = tuple([sum(given) for given in zip(*earlier, (0, 0, 0), strict=True)])
            assert found == tuple([value_round(before, last, seat) for seat in range(3)])
    assert len(state.rounds) > 1


# == Reasons of hints.

HOLDS_A_RUN = lying(
    laid("A> 1 5 6 7 8 3 9 : 2 : 0", "B ?3 : 4 : 0", table="5 5 5 :B", deck="?30", discard="1 1 2")
)
"""The run in A's hand beats the table, but drawing is better."""


def test_hint_to_draw_compares_the_draw_with_the_best_play() -> None:
    advised = advice.advise(PLAYERS, HOLDS_A_RUN.seen, AdviceBudget(1_500, 200))
    assert advised is not None

    other = advised.choice.reasons.other

    assert not is_play(advised.choice.steps)
    assert other is not None
    assert other.why.code == "loses"
    assert is_play(advised.choice.candidates[other.candidate].steps)


@pytest.fixture(scope="module")
def choices() -> list[tuple[Asked, Choice]]:
    found: list[tuple[Asked, Choice]] = []
    for at in asked(12)[::8]:
        advised = advice.advise(PLAYERS, at.seen, AdviceBudget(60, 6))
        assert advised is not None
        found.append((at, advised.choice))
    return found


@pytest.mark.no_cover  # a search in plain Python that takes long when every line is counted
def test_reason_names_cards_that_are_in_the_hand_or_will_be(
    choices: list[tuple[Asked, Choice]],
) -> None:
    named = 0
    for at, choice in choices:
        why = choice.reasons.why
        if why is not None and why.code == "keep":
            position = at.seen.position
            held = [*position.hands[at.seat], *position.picked_up, position.drawn]
            cards = [int(card) for card in str(dict(why.data)["cards"])]
            assert not Counter(cards) - Counter(held)
            named += 1
    assert named


@pytest.mark.no_cover
def test_best_turn_and_other_turn_never_get_the_same_reason(
    choices: list[tuple[Asked, Choice]],
) -> None:
    pairs = [choice.reasons for _, choice in choices if choice.reasons.other is not None]

    assert pairs
    assert not [why for why, other in pairs if other is not None and other.why == why]


def sequels(*unbeaten: bool) -> list[reasons.Sequel]:
    return [reasons.Sequel((), (), each, -1) for each in unbeaten]


@pytest.mark.parametrize(
    ("best", "other", "said"),
    [
        (("5 5 @1", sequels(True, True, False)), ("9 @3", []), "unbeaten (tenths=7)"),
        (
            ("5 5 @1", sequels(True, False)),
            ("4 4 @1", sequels(False, False)),
            "stronger",
        ),
        (("5 5 @1", sequels(False)), ("9 @3", sequels(False)), "sheds (count=2, other=1)"),
        (("9 @3", sequels(False)), ("5 5 @1", sequels(False)), "None"),
        (("draw", sequels(True)), ("5 5 @1", sequels(False)), "None"),
    ],
)
def test_advantage_of_a_play_is_that_it_is_unbeaten_stronger_or_longer(
    best: tuple[str, list[reasons.Sequel]], other: tuple[str, list[reasons.Sequel]], said: str
) -> None:
    own, rival = [reasons.FollowedTurn(parse_steps(turn), found) for turn, found in (best, other)]

    assert str(reasons.find_advantage(HOLDS_A_RUN.seen, own, rival)) == said


@pytest.mark.parametrize(
    ("trash", "values"),
    [((0, 0), (0.5, 0.5)), ((0, 0, 0), (0.46, 0.46, 0.46))],
)
def test_match_chance_before_a_round_is_the_mean_over_its_results(
    trash: tuple[int, ...], values: tuple[float, ...]
) -> None:
    state = next(each for each in states_of(1, {"seats": len(trash)}))
    found = PLAYERS.find_stakes(GAME.observe(state, None)) if PLAYERS.find_stakes else ()

    assert [each.value for each in found] == pytest.approx(values, abs=0.01)


# == Evaluation of played turns against the best ones, in common worlds.

ALL_GO = lying(
    laid("A> 5 : 6 : 0", "B ?6 : 4 : 0", table="4 :B", deck="?40", discard="1 1 2 2 3 3 7 7")
)
"""A is rid of all its cards with the 5 of its hand and the 6 of its offer."""
TO_ORDER = lying(
    laid("A>order(2 2 8) : : 0", "B ?6 : 4 : 0", table="7 :B", deck="?40", discard="1 1 2 2 3")
)
"""A lays out what it has picked up, and then plays the 8 or draws."""


WORK = AdviceBudget(300, 60)


def judged(turn: str, at: Asked = ALL_GO) -> Appraisal:
    advised = advice.advise(PLAYERS, at.seen, WORK)
    assert advised is not None
    found = advice.appraise(PLAYERS, at.seen, parse_steps(turn), advised)
    assert found is not None
    return found


def test_review_proposes_the_turn_that_ends_the_round() -> None:
    found = judged("draw(B:4) insert 1 offer 1")
    assert text_of_turn(found.proposed.steps) == "5 6(A) @1"
    assert found.proposed.value == found.proposed.win_chance == 1.0
    assert not found.is_same
    assert found.loss > 0.1
    assert found.played.samples == WORK.worlds


def test_review_of_the_best_turn_reports_no_loss_of_chance() -> None:
    found = judged("5 6(A) @1")
    assert found.is_same
    assert found.loss == 0.0


def test_round_ending_turn_costs_one_turn_of_budget() -> None:
    worlds = Determinizations(ALL_GO.seen, Policy(Costs(), 0.0), Random(1))
    lines = [Line(parse_steps("5 6(A) @1")) for _ in range(2)]

    assert worlds.simulate_once(lines) == 2


@pytest.mark.parametrize("turn", ["order(2 2 8) 8 @3", "order(8 2 2) draw"])
def test_arranging_picked_up_cards_is_reviewed_as_part_of_the_turn(turn: str) -> None:
    found = judged(turn, TO_ORDER)

    assert text_of_turn(found.played.steps) == turn
    assert text_of_turn(found.proposed.steps).startswith("order(")
