"""What hands and trash cost, and rounds that are played on in a player's head."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from red7_desktop.games.spring_cleaning.players.evaluation import (
    COUNTING_WEIGHTS,
    GREEDY_WEIGHTS,
    ROUND_RESULTS,
    Costs,
    HandCosts,
    count_packed_cards,
    list_joining_places,
    pack_cards,
    value_round,
    win_chance,
)
from red7_desktop.games.spring_cleaning.players.rollout import (
    CheapestPlay,
    OpenRound,
    Policy,
    find_best_draw,
)
from red7_desktop.games.spring_cleaning.players.worlds import WIN_COST, DecisionPoint, list_options
from red7_desktop.games.spring_cleaning.rules import advance, cards, legality
from red7_desktop.games.spring_cleaning.rules import cards as steps
from red7_desktop.games.spring_cleaning.rules.position import (
    OWES_ORDER,
    START,
    TRASH_LIMITS,
    Position,
    replace_fields,
)
from tests.unit.spring_cleaning.rules.playing import asked, laid

# == Cost of hands, and of hands after any change.

COSTS = Costs()


def hands(number: int) -> list[list[int]]:
    """Return hands with many neighbours that hang together."""
    rng = Random(3)
    highest = [rng.choice((3, 5, 9)) for _ in range(number)]
    return [[rng.randint(1, top) for _ in range(rng.randrange(1, 13))] for top in highest]


def cost(cards: list[int]) -> int:
    return HandCosts(COSTS, cards).cost


def test_hand_cost_after_removing_adjacent_cards_is_exact() -> None:
    for hand in hands(150):
        reading = HandCosts(COSTS, hand)
        for start in range(len(hand)):
            for end in range(start, len(hand) + 1):
                assert reading.cost_without(start, end) == cost(hand[:start] + hand[end:]), hand


def test_hand_cost_with_one_more_card_is_exact() -> None:
    for hand in hands(150):
        reading = HandCosts(COSTS, hand)
        for card in range(1, 10):
            longer = [[*hand[:at], card, *hand[at:]] for at in range(len(hand) + 1)]
            for place, each in enumerate(map(cost, longer)):
                assert reading.cost_with_card(place, card) == each, (hand, place, card)
                apart = cost(hand[:place]) + cost([card]) + cost(hand[place:])
                is_told = place in list_joining_places(reading.cards, card) or hand[
                    place - 1 : place
                ] == [card]
                assert is_told or each == apart
            more, wanted = find_best_draw(reading, pack_cards((card,)))
            taken = min(map(cost, longer)) + COSTS.help - reading.cost
            assert (more, wanted) == min((COSTS.average, 0), (taken, card))


def test_hand_cost_falls_with_higher_numbers() -> None:
    assert (cost([1]), cost([1, 1])) == (GREEDY_WEIGHTS.single, GREEDY_WEIGHTS.pair)
    assert cost([1, 2]) == GREEDY_WEIGHTS.two - GREEDY_WEIGHTS.two_less


@pytest.mark.parametrize(
    ("cheap", "dear"),
    [
        ([5, 5, 9], [5, 9, 5]),
        ([4, 5, 6], [6, 5, 4]),
        ([9], [1]),
        ([7, 7, 7], [7, 7]),
        ([3, 4, 5, 6], [3, 4, 6, 5]),
    ],
)
def test_hand_cost_falls_when_cards_join(cheap: list[int], dear: list[int]) -> None:
    assert cost(cheap) < cost(dear)


def test_picked_up_cards_are_arranged_for_the_lowest_hand_cost() -> None:
    rng = Random(5)
    for _ in range(40):
        cards = [rng.randint(1, 6) for _ in range(rng.randrange(1, 7))]
        hand = COSTS.arrange(pack_cards(tuple(cards)))
        assert sorted(hand) == sorted(cards)
        assert cost(hand) == min([cost(list(order)) for order in permutations(cards)])
        assert (
            COSTS.offer_cost(pack_cards(tuple(cards))) == cost(hand) * GREEDY_WEIGHTS.offer // 100
        )


def test_offered_cards_are_packed_into_an_integer_by_number() -> None:
    assert count_packed_cards(pack_cards((1, 4, 4, 9))) == 4
    assert pack_cards((4, 4)) == 2 * pack_cards((4,))
    assert COSTS.offer_cost(pack_cards((4, 5, 6))) < COSTS.offer_cost(pack_cards((4, 6)))


def test_incrementally_updated_hand_equals_a_fresh_one() -> None:
    rng = Random(5)
    for hand in hands(100):
        reading = HandCosts(COSTS, hand)
        for _ in range(4):
            start = rng.randint(0, len(hand))
            end = rng.randint(start, len(hand))
            reading.remove(start, end)
            reading.insert(rng.randint(0, len(hand)), rng.randint(1, 9))
            anew = HandCosts(COSTS, hand[:])
            known = len(hand) + 1
            assert reading.before[:known] == anew.before
            assert reading.behind[:known] == anew.behind


# == Value of trash: chance to win the match.


@pytest.mark.parametrize("trash", [(0, 0), (1, 2), (4, 2, 2), (0, 3, 1), (6, 1, 2, 5)])
def test_chances_of_all_seats_add_up_to_one(trash: tuple[int, ...]) -> None:
    seats = range(len(trash))
    assert sum([win_chance(trash[seat:] + trash[:seat]) for seat in seats]) == pytest.approx(1.0)
    assert win_chance(trash) == pytest.approx(win_chance((trash[0], *sorted(trash[1:]))))


def test_places_of_five_seats_are_permutations() -> None:
    assert all(sorted(given) == [0, 1, 2, 3, 4] for given in ROUND_RESULTS[5])
    for one, other in permutations(range(5), 2):
        assert (
            len({(given[one], given[other]) for given in ROUND_RESULTS[5]})
            == len(ROUND_RESULTS[5])
            == 20
        )


@pytest.mark.parametrize("seats", TRASH_LIMITS)
def test_better_round_rank_is_worth_more_at_equal_trash(seats: int) -> None:
    given = tuple(range(seats))
    values = [value_round((0,) * seats, given, seat) for seat in range(seats)]
    assert values[0] == 1.0
    assert values[-1] == 0.0
    assert values == sorted(values, reverse=True)


def test_round_value_is_its_effect_on_the_match() -> None:
    # With 4 of 5 the match ends unless the seat goes out; with 1 to 3 and 3 it is won by second.
    assert value_round((4, 2, 2), (1, 0, 2), 0) == 0.0
    assert value_round((1, 3, 3), (1, 0, 2), 0) == value_round((1, 3, 3), (0, 1, 2), 0) == 1.0
    assert value_round((3, 1, 3), (2, 1, 0), 1) == 1.0
    # Where nothing can be won any more the trash counts by itself.
    assert value_round((4, 0, 4), (1, 0, 2), 0) == 0.5


# == Simulated rounds follow the rules.

HABIT = Policy(Costs(), 0.3)


def opened(position: Position, luck: int = 0, policy: Policy = HABIT) -> OpenRound:
    hands = [list(hand) for hand in position.hands]
    offers = [pack_cards(offer) for offer in position.offers]
    return OpenRound(policy, position, hands, offers, list(position.deck[::-1]), luck)


def positions() -> list[Position]:
    """Return positions at the beginning of turns."""
    return [at.state.position for at in asked(12) if at.state.position.phase == START]


def test_rollout_plays_legal_turns() -> None:
    plays = draws = 0
    for luck, position in enumerate(positions()):
        table = opened(position, luck)
        listed = [
            advance.apply_step(position, steps.Step(steps.PLAY, play))
            for play in legality.list_plays(position)
        ]
        played = len(position.trick)
        over = table.take_turn()
        if len(table.trick) == played or not table.trick:
            draws += 1
            assert position.trick
            continue
        plays += 1
        lies = (table.hands, table.offers, table.trick)
        known = [
            other
            for other, laid in [(other, opened(_without_order(other))) for other in listed]
            if (laid.hands, laid.offers, laid.trick) == lies
        ]
        assert known, position
        assert over == known[0].is_over
        picks_up = known[0].at_once and known[0].phase == OWES_ORDER
        following = (position.mover + 1) % position.seats if picks_up else known[0].mover
        assert over or table.mover == following
    assert plays > 20
    assert draws > 5


def _without_order(position: Position) -> Position:
    """Put what the next seat has picked up back into its offer: an open round does so later."""
    if position.phase != OWES_ORDER:
        return position
    offers = list(position.offers)
    offers[position.mover] = position.picked_up
    hands = list(position.hands)
    if position.at_once:
        hands[position.mover] = tuple(HABIT.costs.arrange(pack_cards(position.picked_up)))
        offers[position.mover] = ()
    return replace_fields(
        position, hands=tuple(hands), offers=tuple(offers), phase=START, picked_up=()
    )


def test_rollout_steps_equal_the_rules() -> None:
    rng = Random(2)
    for at in asked(12):
        position, seat = at.state.position, at.seat
        if position.phase != START:
            continue
        step = rng.choice(legality.list_legal_steps(position, seat))
        if step.kind == steps.DRAW:
            continue
        table, turn = opened(position), [step]
        reached = advance.apply_step(position, step)
        while reached.mover == seat and reached.phase not in {START, OWES_ORDER}:
            turn.append(rng.choice(legality.list_legal_steps(reached, seat)))
            reached = advance.apply_step(reached, turn[-1])
        overs = [table.take(each) for each in turn]
        assert overs[-1] == reached.is_over
        if not reached.is_over:
            assert table.hands[seat] == list(reached.hands[seat])
            assert reached.trick in {(), tuple(table.trick)}
            counts = [reached.card_count(other) for other in range(reached.seats)]
            assert sum(table.left) == sum(counts)


def test_rollout_loses_no_card() -> None:
    for luck, position in enumerate(positions()[::4]):
        table = opened(position, luck)
        while not table.take_turn() and table.turns < 150:
            table.turns += 1
            for seat, hand in enumerate(table.hands):
                assert table.left[seat] == len(hand) + count_packed_cards(table.offers[seat])
        in_play = sum(table.left) + len(table.deck)
        played = sum([each & 15 if each > 9 else 1 for each in table.discard + table.trick])
        assert in_play + played == 63
        assert 0 in table.left


@pytest.mark.parametrize("table", ["3", "6 6", "2 3 4", "8 8 8"])
def test_rollout_plays_beat_the_table_at_the_listed_cost(table: str) -> None:
    laying = laid("A> 5 : : 0", "B 1 2 8 : : 0", table=f"{table} :B", deck="1 1")
    chance, plays = Random(7), 0
    for hand in hands(100):
        offers = tuple([tuple(chance.choices(range(1, 10), k=4)) for _ in range(2)])
        position = replace_fields(laying, hands=(tuple(hand), (1, 2, 8)), offers=offers)
        own, others = map(pack_cards, offers)
        found = CheapestPlay(Policy(COSTS, 0.0), 0)
        found.try_answers(HandCosts(COSTS, hand), position.table, own, own + others)
        options = list_options(DecisionPoint(position, 0, (), (1,) * 10), COSTS)
        whats = [(option.steps[0].argument & cards.COMBINATION, option.cost) for option in options]
        listed = [cost for what, cost in whats if what == found.combination]
        assert not found.reward_index or found.cost in listed or listed == [WIN_COST]
        plays += bool(found.reward_index)
    assert plays > 40


@pytest.mark.parametrize("number", [1, 9])
def test_rollout_finds_sets_in_the_seats_own_offer(number: int) -> None:
    position = laid("A> 5 : : 0", "B 1 2 8 : : 0", table="9 9 :B", deck="1 1")
    own = pack_cards((number,) * 3)
    found = CheapestPlay(Policy(COSTS, 0.0), 0)

    found.try_answers(HandCosts(COSTS, [5]), position.table, own, own)

    assert found.combination == cards.combination_of((number,) * 3)


@pytest.mark.parametrize(
    ("rows", "table", "played"),
    [
        (["A> 5 6 7 8 1 4 3 : 2 3 : 0", "B 4 : : 0"], "7 :B", [0, 2]),
        (["A> 5 6 7 8 1 4 3 : 2 3 : 0", "B 4 8 1 6 2 9 : 2 : 0"], "7 :B", [0, 0]),
        (["A> 1 2 6 4 4 : : 0", "B 9 : : 0"], "", [1, 2]),
        (["A> 1 2 6 4 4 : : 0", "B 9 : : 0", "C 2 8 : : 0"], "", [1, 1]),
    ],
)
def test_card_counting_rollout_blocks_a_rival_with_few_cards(
    rows: list[str], table: str, played: list[int]
) -> None:
    position = laid(*rows, table=table, deck="1 1")
    for taste, many in zip((GREEDY_WEIGHTS, COUNTING_WEIGHTS), played, strict=True):
        after = opened(position, policy=Policy(Costs(taste), 0.0))
        after.take_turn()
        assert sum([each & cards.FIELD_MASK for each in after.trick[len(position.trick) :]]) == many


def test_empty_deck_is_reshuffled_from_the_discards() -> None:
    position = laid(
        "A> 5 3 1 : 4 : 0", "B 1 2 8 : : 0", table="9 9 9 9 :B", discard="7 7 1", game="spring"
    )
    table = opened(position)
    table.take(steps.DRAW_STEP)
    assert len(table.deck) == 2
    assert not table.discard
    assert (
        sorted([*table.deck, *table.hands[0]]).count(7) + table.offers[0] // pack_cards((7,)) >= 2
    )
