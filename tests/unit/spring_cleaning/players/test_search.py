"""Searching: likely worlds that fit what was seen, a budget that is kept, turns that win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from red7_desktop.games.spring_cleaning.players import evaluation, levels, search
from red7_desktop.games.spring_cleaning.players.rollout import STOP_INTERVAL, Policy
from red7_desktop.games.spring_cleaning.players.worlds import (
    DecisionPoint,
    Determinizations,
    Evidence,
    EvidenceWeights,
    RivalAction,
    _frees_rival,
    find_decision_point,
    list_options,
    list_rival_actions,
)
from red7_desktop.games.spring_cleaning.rules import card_moves, cards
from red7_desktop.tabletop.search import list_candidates
from tests.unit.spring_cleaning.rules.playing import GAME, Asked, asked, laid

COSTS = evaluation.Costs()


def test_sampled_deal_gives_the_seat_the_same_observation() -> None:
    differ = 0
    for seed, at in enumerate(asked(12)):
        seen = at.seen
        evidence_weights = EvidenceWeights(first_swaps=2) if seed % 2 else None
        worlds = Determinizations(seen, Policy(COSTS, 0.3), Random(seed), evidence_weights)
        one, other = worlds.deal(), worlds.deal()
        differ += one.hands != other.hands
        position = seen.position
        for seat, hand in enumerate(one.hands):
            if seat == at.seat:
                assert hand == list(position.hands[seat])
                continue
            faces, picked = seen.public_hands[seat]
            assert len(hand) == len(faces)
            assert all(
                face in {0, card_moves.PICKED_UP, card}
                for face, card in zip(faces, hand, strict=True)
            )
            hidden = [
                card for face, card in zip(faces, hand, strict=True) if face == card_moves.PICKED_UP
            ]
            assert not Counter(hidden) - Counter(picked)
        rows = [*one.hands, one.deck, position.discard, position.picked_up, [position.drawn]]
        rows += [cards.cards_of(each) for each in position.trick] + list(position.offers)
        count = Counter([card for row in rows for card in row if card])
        loose = seen.public_hands[position.mover].picked if position.mover != at.seat else ()
        if not loose:
            assert set(count.values()) == {7}, position
            assert len(one.deck) == len(position.deck)
    assert differ > 50


def test_rollout_checks_should_stop_every_few_turns() -> None:
    worlds = Determinizations(asked(12)[0].seen, Policy(COSTS, 0.3), Random(1))
    table = worlds.start_round(worlds.deal())
    assert (table.play_out(lambda: True), table.turns) == ((), STOP_INTERVAL)
    assert table.play_out() != ()


def test_metropolis_checks_should_stop_before_each_swap() -> None:
    for at in asked(12)[-2:]:  # late in a round, when most has been done
        worlds = Determinizations(at.seen, Policy(COSTS, 0.3), Random(1), EvidenceWeights())
        weighed: list[int] = []

        def count(worlds: Determinizations = worlds, weighed: list[int] = weighed) -> bool:
            weighed.append(worlds.work)
            return False

        worlds.should_stop = count
        worlds.deal()

        # A swap weighs an action once at most.
        steps = [after - before for before, after in pairwise(weighed)]
        assert max(steps, default=0) <= len(worlds.actions)


@pytest.mark.parametrize("budget", [0, 50, 400])
def test_search_keeps_to_its_budget(budget: int) -> None:
    for seed, at in enumerate(asked(12)[::8]):
        found = search.SearchPlayer().choose(at.seen, budget, seed).candidates
        decision = find_decision_point(at.seen, COSTS)
        assert bool(found) == (not decision.is_done and len(list_options(decision, COSTS)) > 1)
        if found:
            samples = [each.samples for each in found]
            assert sum(samples) <= budget + 3 * len(found)
            assert found[0].samples == max(samples)
            assert all(0.0 <= each.value <= 1.0 and each.error >= 0.0 for each in found)


def test_search_tries_few_options_including_the_cheapest() -> None:
    for at in asked(12):
        decision = find_decision_point(at.seen, COSTS)
        if decision.is_done:
            continue
        options = list_options(decision, COSTS)
        kept = search.list_promising(options, search.WIDTH)
        found, kinds = (Counter([each.steps[0].kind for each in row]) for row in (options, kept))
        most = {cards.PLAY: 5, cards.TAKE: 2, cards.DRAW: 1}
        assert kinds == {kind: min(many, most.get(kind, 6)) for kind, many in found.items()}
        costs = sorted([each.cost for each in options if each.steps[0].kind == cards.PLAY])
        assert [each.cost for each in kept if each.steps[0].kind == cards.PLAY] == costs[:5]


@pytest.mark.parametrize("unseen", [1, 9])
def test_draw_cost_is_the_mean_of_possible_cards(unseen: int) -> None:
    position = laid("A> 5 6 : : 0", "B 7 : : 0", table="8 :B", deck="?1")
    counts = tuple([int(number == unseen) for number in range(10)])
    (*_, draw) = list_options(DecisionPoint(position, 0, (), counts), COSTS)
    kept, offered = evaluation.HandCosts(COSTS, [5, 6]).cost, evaluation.pack_cards((unseen,))
    assert draw.cost == kept + COSTS.offer_cost(offered) + COSTS.draw


@pytest.mark.parametrize(
    ("rival", "is_freed"), [("B : 4 : 0", True), ("B 9 : 4 : 0", False), ("B 9 : : 0", False)]
)
def test_play_lets_a_rival_finish_when_it_uses_their_last_card(rival: str, is_freed: bool) -> None:
    position = laid("A> 5 6 9 9 : 7 : 0", rival, "C 1 : 3 : 0", table="3 3 :C")
    seats = [1, -1, -1]

    assert _frees_rival(position, seats) is is_freed


def line(text: str, values: list[float]) -> search.Line:
    made = search.Line((cards.parse_step(text),))
    for value in values:
        made.record(value, value == 1.0)
    return made


def test_turn_the_search_dropped_is_valued_on_deals_shared_with_the_best() -> None:
    best, lucky = line("5 @1", [1.0, 1.0, 0.0, 0.0]), line("6 @2", [1.0, 0.5])
    first, second = list_candidates([best, lucky])
    assert first.steps == (cards.parse_step("5 @1"),)
    assert first.value == first.win_chance == 0.5
    assert second.value == 0.25
    assert second.error > 0.0
    assert list_candidates([best, line("draw", [])])[1].value == 0.0


def test_weight_of_a_turns_prior_cost_falls_with_its_samples() -> None:
    made = search.Line((cards.parse_step("draw"),), cost=1000)
    assert (made.sort_key, line("draw", []).sort_key) == (-14.0, 0.0)
    made.record(1.0, True)
    assert made.sort_key == 1.0 - 14.0 / 2
    made.record(0.5, False)
    assert (made.mean, made.wins, made.samples) == (0.75, 1, 2)
    assert made.to_candidate(made).win_chance == 0.5


# == Hand weights from the opponents' actions.

JUDGE = Policy(evaluation.Costs(), 0.0)
GREEDY = levels.PLAYERS.player_of("greedy")


def seen_by_first(seats: int, pickup: str = "next_turn", seed: int = 1) -> Iterator[Asked]:
    """Return what seat A sees at each of its turns in a round of players that never err."""
    state = GAME.start({"seats": seats, "pickup": pickup}, seed)
    while not state.rounds:
        at = Asked(state, GAME.to_act(state)[0])
        if at.seat == 0:
            yield at
        for step in GREEDY.choose(at.seen, 0, 1).steps:
            state = GAME.apply(state, at.seat, step).state


def hidden_of(at: Asked, hands: list[list[int]]) -> list[int]:
    """List the cards of hands that a seat cannot see, hand by hand."""
    return [
        card
        for seat, (hand, seen) in enumerate(zip(hands, at.seen.public_hands, strict=True))
        for card, face in zip(hand, seen.faces, strict=True)
        if seat != at.seat and face <= 0
    ]


def real_hands(at: Asked) -> list[list[int]]:
    return [list(hand) for hand in at.state.position.hands]


def test_evidence_cost_is_lower_for_the_true_hand_than_for_others() -> None:
    dear = dearer = kinds = 0
    for pickup in ("next_turn", "at_once"):
        for at in list(seen_by_first(3, pickup))[1::3]:
            actions = list_rival_actions(at.seen, 0)
            worlds = Determinizations(at.seen, JUDGE, Random(1))
            other = hidden_of(at, worlds.deal().hands)
            if actions[-1].kind in {cards.OFFER, cards.INSERT}:
                came, here = (at.seen.turns[-1].offered,), at.seen.position
                lies = [card for offer in (*here.offers, here.picked_up) for card in offer]
                known = actions[-1].own + actions[-1].others + evaluation.pack_cards(came)
                assert known == evaluation.pack_cards(tuple(lies))
            for action in actions:
                kinds |= 1 << action.kind
                excess = action.excess_cost(hidden_of(at, real_hands(at)), JUDGE)
                dear += max(excess, 0)
                dearer += max(action.excess_cost(other, JUDGE), 0)
                # Whether to play or draw is weighed more finely by a greedy player itself.
                assert excess <= 0 or action.kind not in {cards.OFFER, cards.ORDER, cards.INSERT}
    assert kinds >> cards.INSERT & kinds >> cards.OFFER & 1
    assert dear < 0.3 * dearer


def test_sampled_deals_follow_the_evidence_of_rival_actions() -> None:
    at = list(seen_by_first(3))[5]
    actions = list_rival_actions(at.seen, 0)
    excess = [0, 0]
    for which, evidence_weights in enumerate((None, EvidenceWeights(error=100))):
        worlds = Determinizations(at.seen, JUDGE, Random(2), evidence_weights)
        for _ in range(10):
            hidden = hidden_of(at, worlds.deal().hands)
            excess[which] += sum([max(action.excess_cost(hidden, JUDGE), 0) for action in actions])
    plain, believed = excess
    assert believed < 0.5 * plain
    before = worlds.work
    assert before > len(actions)
    assert worlds.simulate_once([]) == worlds.work - before > 0


def test_rival_actions_refer_to_hidden_cards_or_numbers_only() -> None:
    actions = 0
    for at in asked(12)[::8]:
        hidden = hidden_of(at, real_hands(at))
        for action in list_rival_actions(at.seen, at.seat):
            actions += 1
            assert all(-len(hidden) <= cell <= 9 and cell for cell in action.cells)
            assert action.excess_cost(hidden, JUDGE) <= 10_000
    assert actions > 100


def test_hidden_cards_are_swapped_only_as_the_evidence_allows() -> None:
    # A single 2 was offered out of 5 5 2; had it been 5 2 5, a 5 would have been as well kept.
    action = RivalAction(1, cards.OFFER, [-1, -2, -3], 0, 0, 0, 0, 0, 2)
    hidden = [5, 5, 2]
    evidence = Evidence([action], hidden, JUDGE, 5_000)
    evidence.swap(1, 2, 0)
    assert hidden == [5, 5, 2]
    evidence.swap(1, 2, 5_000)
    assert hidden == [5, 2, 5]
    evidence.swap(1, 2, 0)
    assert hidden == [5, 5, 2]
    assert evidence.work == 4
