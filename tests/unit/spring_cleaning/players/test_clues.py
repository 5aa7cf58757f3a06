"""What rivals have done makes the hands more likely that they really have."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from red7_desktop.games.spring_cleaning.players.evaluation import Costs
from red7_desktop.games.spring_cleaning.players.levels import PLAYERS
from red7_desktop.games.spring_cleaning.players.rollout import Policy
from red7_desktop.games.spring_cleaning.players.worlds import (
    Determinizations,
    Evidence,
    EvidenceWeights,
    RivalAction,
    list_rival_actions,
)
from red7_desktop.games.spring_cleaning.rules.cards import INSERT, LAY, OFFER, Step, parse_step
from tests.unit.spring_cleaning.players.asked import Asked, asked
from tests.unit.spring_cleaning.rules.playing import GAME

JUDGE = Policy(Costs(), 0.0)
GREEDY = PLAYERS.player_of("greedy")


def seen_by_first(seats: int, pickup: str = "next_turn", seed: int = 1) -> Iterator[Asked]:
    """Give what seat A sees at each of its turns in a round of players that never err."""
    state = GAME.start({"seats": seats, "pickup": pickup}, seed)
    while not state.rounds:
        at = Asked(state, GAME.to_act(state)[0])
        if at.seat == 0:
            yield at
        for step in GREEDY.choose(at.seen, 0, 1).steps:
            state = GAME.take(state, at.seat, step).state


def hidden_of(at: Asked, hands: list[list[int]]) -> list[int]:
    """List the cards of hands that a seat cannot see, hand by hand."""
    return [
        card
        for seat, (hand, seen) in enumerate(zip(hands, at.seen.seen, strict=True))
        for card, face in zip(hand, seen.faces, strict=True)
        if seat != at.seat and face <= 0
    ]


def real_hands(at: Asked) -> list[list[int]]:
    return [list(hand) for hand in at.state.position.hands]


def test_what_a_seat_that_never_errs_has_done_costs_least_with_the_hand_it_has() -> None:
    dear = dearer = kinds = 0
    for pickup in ("next_turn", "at_once"):
        for at in list(seen_by_first(3, pickup))[1::3]:
            deeds = list_rival_actions(at.seen, 0)
            worlds = Determinizations(at.seen, JUDGE, Random(1).random)
            other = hidden_of(at, worlds.deal().hands)
            for deed in deeds:
                kinds |= 1 << deed.kind
                excess = deed.excess(hidden_of(at, real_hands(at)), JUDGE)
                dear += max(excess, 0)
                dearer += max(deed.excess(other, JUDGE), 0)
                # Whether to play or draw is weighed more finely by a greedy player itself.
                assert excess <= 0 or deed.kind not in {OFFER, LAY, INSERT}
    assert kinds >> INSERT & kinds >> OFFER & 1
    assert dear < 0.3 * dearer


def test_worlds_come_up_more_often_the_better_they_go_with_what_was_done() -> None:
    at = list(seen_by_first(3))[5]
    deeds = list_rival_actions(at.seen, 0)
    excess = [0, 0]
    for which, belief in enumerate((None, EvidenceWeights())):
        worlds = Determinizations(at.seen, JUDGE, Random(2).random, belief)
        for _ in range(10):
            hidden = hidden_of(at, worlds.deal().hands)
            excess[which] += sum([max(deed.excess(hidden, JUDGE), 0) for deed in deeds])
    plain, believed = excess
    assert believed < 0.5 * plain
    assert worlds.work > len(deeds)


def test_every_hidden_card_of_every_match_is_found_again() -> None:
    deeds = 0
    for at in asked(12)[::8]:
        hidden = hidden_of(at, real_hands(at))
        for deed in list_rival_actions(at.seen, at.seat):
            deeds += 1
            assert all(-len(hidden) <= cell <= 9 and cell for cell in deed.cells)
            assert deed.excess(hidden, JUDGE) <= 10_000
    assert deeds > 100


def test_cards_are_swapped_only_as_far_as_the_deeds_allow() -> None:
    # A single 2 was offered out of 5 5 2; had it been 5 2 5, a 5 would have been as well kept.
    offered: Step = parse_step("offer 3")
    deed = RivalAction(1, OFFER, [-1, -2, -3], 0, 0, 0, 0, 0, offered.what - 1)
    hidden = [5, 5, 2]
    clues = Evidence([deed], hidden, JUDGE, 5_000)
    clues.swap(1, 2, 0)
    assert hidden == [5, 5, 2]
    clues.swap(1, 2, 5_000)
    assert hidden == [5, 2, 5]
    clues.swap(1, 2, 0)
    assert hidden == [5, 5, 2]
    assert clues.work == 4
