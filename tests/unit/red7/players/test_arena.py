"""The arena plays the same deals from every seat, counts right, and says how sure it is."""

from __future__ import annotations

import json
import math
from io import StringIO
from unittest.mock import patch

import pytest

from red7_desktop.games.registry import BOX
from red7_desktop.lab import arena as arena_command
from red7_desktop.lab.arena import (
    Contest,
    DealReport,
    Entrant,
    Mean,
    SequentialTest,
    compute_mean,
    elo_to_share,
    find_quantile,
    play_deal,
    to_elo,
)
from red7_desktop.lab.command import ProgressBar
from red7_desktop.tabletop.player import NoSuchPlayer
from tests.unit.lab.running import Ran, lab

RED7 = BOX["red7"]


def arena(*words: str) -> Ran:
    return lab("arena", *words)


def without_times(ran: Ran) -> object:
    answer = json.loads(ran.out)
    for player in answer["players"]:
        del player["wall_ms"], player["cpu_ms"]
    return answer


def test_the_arena_prints_a_win_rate_with_its_error_and_the_elo() -> None:
    ran = arena("--players", "greedy,random", "--deals", "12", "--seed", "3")
    assert ran.status == 0
    assert "12 deals, 24 rounds" in ran.out
    assert "±" in ran.out
    assert "Elo" in ran.out
    assert "12/12" in ran.err


def test_the_same_seed_gives_the_same_games_however_many_jobs_play_them() -> None:
    words = ("--players", "sharp:60,newcomer", "--deals", "4", "--match", "--json")
    alone, together = arena(*words), arena(*words, "--jobs", "2")
    assert without_times(alone) == without_times(together)
    assert without_times(alone) != without_times(arena(*words, "--seed", "2"))


def test_every_game_of_a_deal_is_counted_for_somebody() -> None:
    for seats in (2, 3, 4):
        entrants = (Entrant("greedy", 0), *[Entrant("random", 0)] * (seats - 1))
        report = play_deal(Contest(RED7, entrants, {"rules": "advanced@1.3"}, 1), 5)
        assert report.games == seats
        assert sum(report.shares) == pytest.approx(1.0)
        assert all(report.wall)
        assert [len(wall) for wall in report.wall] == [len(work) for work in report.work]


def test_equal_players_win_as_much_as_they_lose_from_both_seats() -> None:
    twice = (Entrant("first_legal", 0), Entrant("first_legal", 0))
    for deal in range(5):
        assert play_deal(Contest(RED7, twice, {"rules": "basic@1.3"}, 1), deal).shares == [0.5, 0.5]


def test_greed_beats_chance() -> None:
    answer = json.loads(arena("--players", "greedy,random", "--deals", "60", "--json").out)
    assert answer["rate"] > 0.7


def test_a_sequential_test_stops_early() -> None:
    words = ("--players", "greedy,random", "--deals", "400", "--sprt", "0,100", "--json")
    answer = json.loads(arena(*words).out)
    assert answer["deals"] < 200
    assert answer["sprt"]["verdict"] == "high"


def test_an_interrupted_run_still_gives_its_figures() -> None:
    played: list[int] = []

    def interrupted(contest: Contest, deal: int) -> DealReport:
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


def test_progress_says_how_sure_the_rate_is_so_far() -> None:
    assert "±" in arena("--players", "greedy,random", "--deals", "10").err


@pytest.mark.slow
def test_the_cheat_wins_more_than_its_share_against_greed() -> None:
    words = ("--players", "cheat,thrifty", "--rules", "basic", "--deals", "2", "--json")
    assert json.loads(arena(*words).out)["rate"] > 0.5


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--players", "nobody,greedy"), "'nobody'"),
        (("--players", "greedy,greedy,greedy"), "3 players for 2 seats"),
        (("--players", "cheat,greedy"), "cheat plays"),
        (("--players", "greedy:0,random"), "'0'"),
        (("--players", "greedy,random", "--seats", "5"), "option 'seats'"),
        (("--players", "greedy,random", "--sprt", "5"), "'5'"),
    ],
)
def test_what_cannot_be_played_is_refused(words: tuple[str, ...], complaint: str) -> None:
    ran = arena(*words)
    assert ran.status == 2
    assert complaint in ran.err


def test_elo_and_shares_are_two_sides_of_one_thing() -> None:
    for seats in (2, 3, 4):
        assert to_elo(Mean(1.0 / seats, 0.01), seats).value == pytest.approx(0.0)
        assert to_elo(Mean(elo_to_share(120.0, seats), 0.01), seats).value == pytest.approx(120.0)
    assert to_elo(Mean(1.0, 0.0), 2).value == math.inf


def test_a_test_says_high_low_or_nothing_yet() -> None:
    test = SequentialTest(0.0, 50.0)
    assert test.verdict([0.5, 1.0, 0.5, 1.0] * 40, 2) == "high"
    assert test.verdict([0.5, 0.0, 0.5, 0.5] * 40, 2) == "low"
    assert test.verdict([0.5, 1.0, 0.5, 0.0, 0.5] * 4, 2) == ""
    assert test.verdict([1.0, 0.5], 2) == ""


def test_a_test_ends_though_every_deal_is_won() -> None:
    assert SequentialTest(0.0, 50.0).verdict([1.0] * 20, 2) == "high"
    assert SequentialTest(0.0, 50.0).verdict([0.0] * 20, 2) == "low"


def test_means_have_errors_and_middles() -> None:
    assert compute_mean([0.5, 0.5]).error == 0.0
    assert math.isnan(compute_mean([0.5]).error)
    assert find_quantile([5.0, 1.0, 3.0, 2.0], 0.95) == 5.0


def test_progress_goes_to_a_file_in_tenths() -> None:
    stream = StringIO()
    with ProgressBar(200, stream) as progress:
        for done in range(1, 201):
            progress.show(done)
    assert len(stream.getvalue().splitlines()) == 10


def test_no_player_that_people_meet_is_the_cheat() -> None:
    with pytest.raises(NoSuchPlayer):
        RED7.players().player_of("cheat")


def test_a_level_s_choice_is_printed_with_its_candidates() -> None:
    position = "red7 advanced / canvas / deck ?33 / A> R5 : V3 Y7 B2 : / B R6 : ?3 :"
    ran = lab("choose", position, "--level", "expert", "--budget", "300", "--json")
    answer = json.loads(ran.out)
    assert answer["turn"] == answer["candidates"][0]["turn"]
    assert {"value", "win_chance", "samples", "feared"} <= set(answer["candidates"][0])
    assert lab("choose", position, "--level", "expert", "--budget", "300").out.startswith("red7")
    assert lab("choose", "red7 basic / canvas / deck / A R5 : : / Bx R6 : :").status == 2
    assert lab("choose", position, "--level", "cheat").status == 2


def test_open_hands_of_others_do_not_change_a_choice() -> None:
    start = "red7 basic / canvas / deck / A> R5 : V3 Y7 B2 : / B R6 : "
    turns = {
        json.loads(lab("choose", start + hand, "--budget", "400", "--json").out)["turn"]
        for hand in ("G1 G2 G3 :", "R7 O7 I7 :", "?3 :")
    }
    assert len(turns) == 1
