"""The arena plays the same deals from every seat, counts right, and says how sure it is."""

from __future__ import annotations

import json
import math
from unittest.mock import patch

import pytest

from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.lab import arena as arena_command
from red7_desktop.lab.arena import (
    Contest,
    Entrant,
    GameReport,
    Mean,
    compute_mean,
    find_quantile,
    play_deal,
    start,
    to_elo,
)
from red7_desktop.lab.red7.workbench import observe_position
from tests.unit.lab.running import Ran, lab

RED7 = CATALOGUE["red7"]


def arena(*words: str) -> Ran:
    return lab("arena", *words)


def without_times(ran: Ran) -> object:
    answer = json.loads(ran.out)
    for player in answer["players"]:
        del player["wall_ms"], player["cpu_ms"]
    return answer


def test_arena_prints_win_rate_error_and_elo() -> None:
    ran = arena("--players", "greedy,random", "--deals", "12", "--seed", "3")
    assert ran.status == 0
    assert "12 deals, 24 rounds" in ran.out
    assert "±" in ran.out
    assert "Elo" in ran.out
    assert "12/12" in ran.err


def test_arena_result_is_the_same_with_any_number_of_jobs() -> None:
    words = ("--players", "sharp:30,newcomer", "--deals", "3", "--match", "--json")
    alone, together = arena(*words), arena(*words, "--jobs", "2")
    assert without_times(alone) == without_times(together)
    assert without_times(alone) != without_times(arena(*words, "--seed", "2"))


def test_arena_plays_every_deal_as_many_times_as_it_has_seats() -> None:
    for seats in (2, 3, 4):
        entrants = (Entrant("greedy", 0), *[Entrant("random", 0)] * (seats - 1))
        games = play_deal(Contest(RED7, entrants, {"rules": "advanced@1.3"}, 1), 5)
        assert len(games) == seats
        assert all(sum(game.shares) == pytest.approx(1.0) for game in games)
        assert all(times for game in games for times in game.times)


def test_arena_contest_of_single_rounds_is_played_to_one_point() -> None:
    twice = (Entrant("greedy", 0), Entrant("greedy", 0))
    for is_match, target in ((False, 1), (True, 40)):
        contest = Contest(RED7, twice, {"rules": "advanced@1.3"}, 1, is_match)
        assert start(contest, 0).options.target == target


def test_arena_is_even_between_equal_players() -> None:
    twice = (Entrant("first_legal", 0), Entrant("first_legal", 0))
    for deal in range(5):
        one, other = play_deal(Contest(RED7, twice, {"rules": "basic@1.3"}, 1), deal)
        assert one.shares == other.shares[::-1]


def test_interrupted_arena_prints_its_figures() -> None:
    played: list[int] = []

    def interrupted(contest: Contest, deal: int) -> list[GameReport]:
        if deal == 3:
            raise KeyboardInterrupt
        played.append(deal)
        return play_deal(contest, deal)

    with patch.object(arena_command, "play_deal", interrupted):
        ran = arena("--players", "greedy,random", "--deals", "400")
    assert ran.status == 130
    assert "3 deals, 6 rounds" in ran.out
    assert "±" in ran.out
    with patch.object(arena_command, "play_deal", side_effect=KeyboardInterrupt):
        assert arena("--players", "greedy,random").out == ""


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--players", "nobody,greedy"), "'nobody'"),
        (("--players", "greedy,greedy,greedy"), "3 players for 2 seats"),
        (("--players", "greedy:0,random"), "'0'"),
        (("--players", "greedy,random", "--seats", "5"), "option 'seats'"),
    ],
)
def test_arena_refuses_unplayable_arguments(words: tuple[str, ...], complaint: str) -> None:
    ran = arena(*words)
    assert ran.status == 2
    assert complaint in ran.err


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_elo_is_0_for_an_even_share_and_400_for_tenfold_odds(seats: int) -> None:
    assert to_elo(Mean(1.0 / seats, 0.01), seats).value == pytest.approx(0.0)
    odds = 10 / (seats - 1)
    assert to_elo(Mean(odds / (1 + odds), 0.01), seats).value == pytest.approx(400.0)
    assert to_elo(Mean(1.0, 0.0), seats).value == math.inf


def test_mean_error_and_quantile_are_computed_for_few_values() -> None:
    assert compute_mean([0.5, 0.5]).error == 0.0
    assert math.isnan(compute_mean([0.5]).error)
    assert find_quantile([5.0, 1.0, 3.0, 2.0], 0.95) == 5.0


def test_choose_command_prints_the_chosen_turn_and_its_candidates() -> None:
    position = "red7 advanced / canvas / deck ?33 / A> R5 : V3 Y7 B2 : / B R6 : ?3 :"
    ran = lab("choose", position, "--level", "expert", "--budget", "300", "--json")
    answer = json.loads(ran.out)
    assert answer["turn"] == answer["candidates"][0]["turn"]
    assert {"value", "win_chance", "samples", "feared"} <= set(answer["candidates"][0])
    assert lab("choose", position, "--level", "expert", "--budget", "300").out.startswith("red7")
    assert lab("choose", "red7 basic / canvas / deck / A R5 : : / Bx R6 : :").status == 2
    assert lab("choose", position, "--level", "nobody").status == 2


def test_larger_search_budget_takes_more_samples() -> None:
    position = "red7 advanced / canvas / deck ?33 / A> R5 : V3 Y7 B2 : / B R6 : ?3 :"
    samples = [
        sum(each["samples"] for each in json.loads(ran.out)["candidates"])
        for ran in (
            lab("choose", position, "--level", "sharp", *words, "--json")
            for words in (("--budget", "100"), (), ("--budget", "900"))
        )
    ]
    assert samples[0] < samples[1] < samples[2]


def test_fully_named_deck_is_observed_as_hidden_and_partly_named_is_not() -> None:
    seats = "A> R5 : V3 Y7 B2 : / B R6 : ?3 :"
    one, other, seen = (
        observe_position(parse_position(f"red7 basic / canvas / deck {deck} / {seats}"))
        for deck in ("G1 G2", "?2", "G1 ?1")
    )
    assert one == other
    assert seen != other


def test_open_hands_of_others_do_not_change_a_choice() -> None:
    start = "red7 basic / canvas / deck / A> R5 : V3 Y7 B2 : / B R6 : "
    turns = {
        json.loads(lab("choose", start + hand, "--budget", "400", "--json").out)["turn"]
        for hand in ("G1 G2 G3 :", "R7 O7 I7 :", "?3 :")
    }
    assert len(turns) == 1
