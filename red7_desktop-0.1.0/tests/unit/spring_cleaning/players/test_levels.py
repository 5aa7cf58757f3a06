"""What every computer player keeps to, how strong simple ones are, and judging turns."""

from __future__ import annotations

from random import Random

import pytest

from red7_desktop.games.spring_cleaning.players.levels import (
    FINALISTS,
    LEVELS,
    PLAYERS,
    WORLDS,
    appraise_steps,
)
from red7_desktop.games.spring_cleaning.players.search import SearchPlayer
from red7_desktop.games.spring_cleaning.rules import cards, game, position
from red7_desktop.games.spring_cleaning.rules.notation import parse_steps, text_of_turn
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.player import Appraisal, Level, NothingToChoose
from tests.texts import BY_CHOICES, lines_of_both
from tests.unit.spring_cleaning.rules.playing import GAME, Asked, asked, laid, lying, play

# == players ===============================================================================
# What every computer player keeps to: it sees nothing hidden, plays by the rules, is the same.


player_of = PLAYERS.player_of
NAMES = PLAYERS.names
SEARCHERS = ("sharp", "expert")
LITTLE = 300
"""A budget that is enough to search a little."""


def take_all(at: Asked, name: str, budget: int, seed: int) -> None:
    """Let a player choose, and take its steps one by one: the game refuses what is not legal."""
    choice = player_of(name).choose(at.seen, budget, seed)
    state = at.state
    assert choice.steps
    for step in choice.steps:
        assert at.seat in GAME.to_act(state), f"it goes on after its turn: {choice.steps}"
        state = GAME.take(state, at.seat, step).state
    assert choice.steps[-1].kind == cards.DRAW or not state.steps, "it stops inside a turn"
    for other in choice.candidates:
        reached = at.state
        for step in other.steps:
            reached = GAME.take(reached, at.seat, step).state


@pytest.mark.parametrize("name", [name for name in NAMES if name not in SEARCHERS])
def test_a_player_that_looks_no_further_chooses_legally(name: str) -> None:
    for seed, at in enumerate(asked(12)):
        take_all(at, name, 0, seed)


@pytest.mark.parametrize("name", SEARCHERS)
def test_a_player_that_searches_chooses_and_weighs_only_what_is_legal(name: str) -> None:
    for seed, at in enumerate(asked(12)):
        take_all(at, name, 40, seed)


@pytest.mark.parametrize("name", NAMES)
def test_a_player_chooses_the_same_whatever_lies_where_it_cannot_see(name: str) -> None:
    others = sealed = 0
    for seed, at in enumerate(asked(12)[::5]):
        other = at.redealt(seed)
        assert other.seen == at.seen
        others += other.state.position != at.state.position
        sealed += other.state.position.sealed != at.state.position.sealed
        chosen = player_of(name).choose(at.seen, LITTLE, seed)
        assert player_of(name).choose(other.seen, LITTLE, seed) == chosen
    assert others > 10


def test_offers_that_others_have_sealed_tell_a_player_nothing() -> None:
    states = [at for at in asked(12) if at.state.position.phase == position.SEALED]
    differ = 0
    for seed, at in enumerate(states):
        other = at.redealt(seed)
        differ += other.state.position.sealed != at.state.position.sealed
        for name in ("greedy", "expert"):
            chosen = player_of(name).choose(at.seen, LITTLE, seed)
            assert player_of(name).choose(other.seen, LITTLE, seed) == chosen
    assert differ


@BY_CHOICES
def test_a_choice_does_not_depend_on_how_the_process_hashes() -> None:
    script = (
        "from tests.unit.spring_cleaning.rules.playing import asked\n"
        "from red7_desktop.games.spring_cleaning.players.levels import PLAYERS\n"
        "for seed, at in enumerate(asked(8)[::6]):\n"
        "    for name in ('newcomer', 'expert'):\n"
        "        print(*PLAYERS.player_of(name).choose(at.seen, 60, seed).steps)\n"
    )
    assert lines_of_both(script)


@pytest.mark.parametrize("name", NAMES)
def test_who_is_not_asked_has_nothing_to_choose(name: str) -> None:
    at = next(at for at in asked(12) if at.state.position.phase != position.SEALED)
    waiting = (at.seat + 1) % at.state.options.seats
    for viewer in (waiting, None):
        with pytest.raises(NothingToChoose):
            player_of(name).choose(game.observe(at.state, viewer), 10, 1)


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.key)
def test_a_player_that_is_told_to_stop_stops(level: Level) -> None:
    for seed, at in enumerate(asked(12)[::16]):
        questions = 0

        def stop() -> bool:
            nonlocal questions
            questions += 1
            return questions > 3

        choice = level.make().choose(at.seen, 10**9, seed, stop)
        assert choice.steps
        assert questions < 50


def test_there_are_five_levels_from_a_childs_partner_to_an_adviser() -> None:
    assert [level.key for level in LEVELS] == ["newcomer", "casual", "steady", "sharp", "expert"]
    assert len({level.name for level in LEVELS}) == 5
    assert PLAYERS.adviser == LEVELS[-1].key


def test_every_question_of_a_match_is_a_moment_of_its_own() -> None:
    match = Match(GAME, {"seats": 3}, 4)
    moments = []
    while waiting := match.game.to_act(match.state):
        if waiting[0] >= 0:
            moments.append(PLAYERS.moment(game.observe(match.state, waiting[0])))
        play(match, Random(len(moments)), 1)
    assert len(set(moments)) > 0.95 * len(moments)


# == simple ================================================================================
# Simple players are as strong as they should be next to each other.


@pytest.mark.parametrize(("one", "other"), [("greedy", "random"), ("eager", "random")])
def test_who_thinks_more_wins_more(one: str, other: str) -> None:
    won = 0
    for deal in range(30):
        state, chance = GAME.start({"seats": 2}, deal), Random(deal)
        names = (one, other) if deal % 2 else (other, one)
        while not state.rounds:
            seat = GAME.to_act(state)[0]
            player, seed = PLAYERS.player_of(names[seat]), chance.randrange(10**9)
            for step in player.choose(GAME.observe(state, seat), 0, seed).steps:
                state = GAME.take(state, seat, step).state
        won += not state.rounds[0].trash[names.index(one)]
    assert won > 20


# == review ================================================================================
# Judging turns that were taken: next to the best ones, in worlds that all of them meet.


ALL_GO = lying(
    laid("A> 5 : 6 : 0", "B ?6 : 4 : 0", table="4 :B", deck="?40", discard="1 1 2 2 3 3 7 7")
)
"""A is rid of all its cards with the 5 of its hand and the 6 of its offer."""
TO_ORDER = lying(
    laid("A>order(2 2 8) : : 0", "B ?6 : 4 : 0", table="7 :B", deck="?40", discard="1 1 2 2 3")
)
"""A lays out what it has picked up, and then plays the 8 or draws."""


def judged(turn: str, budget: int = 400) -> Appraisal:
    found = appraise_steps(SearchPlayer(), ALL_GO.seen, parse_steps(turn), budget, 1)
    assert found is not None
    return found


def test_the_turn_that_ends_the_round_is_proposed_and_the_other_loses() -> None:
    found = judged("draw(B:4) insert 1 offer 1")
    assert text_of_turn(found.proposed.steps) == "5 6(A) @1"
    assert found.proposed.value == found.proposed.win_chance == 1.0
    assert not found.is_same
    assert found.loss > 0.1
    assert found.taken.samples == WORLDS


def test_the_best_turn_loses_nothing() -> None:
    found = judged("5 6(A) @1")
    assert found.is_same
    assert found.loss == 0.0
    assert len(found.others) <= FINALISTS
    values = [each.value for each in found.others]
    assert values == sorted(values, reverse=True)


def test_it_is_the_same_every_time() -> None:
    assert judged("draw") == judged("draw")


@pytest.mark.parametrize("turn", ["order(2 2 8) 8 @3", "order(8 2 2) draw"])
def test_an_order_is_judged_as_a_part_of_the_turn(turn: str) -> None:
    found = appraise_steps(SearchPlayer(), TO_ORDER.seen, parse_steps(turn), 300, 1)
    assert found is not None
    assert text_of_turn(found.taken.steps) == turn
    assert all(text_of_turn(each.steps).startswith("order(") for each in found.others)


def test_every_turn_can_be_judged() -> None:
    for seed, at in enumerate(asked(12)[::48]):
        taken = SearchPlayer().choose(at.seen, 30, seed).steps
        found = appraise_steps(SearchPlayer(), at.seen, taken, 30, seed)
        assert found is None or found.taken.steps == taken


def test_who_is_told_to_stop_judges_nothing() -> None:
    turn = parse_steps("draw")
    assert appraise_steps(SearchPlayer(), ALL_GO.seen, turn, 400, 1, lambda: True) is None
