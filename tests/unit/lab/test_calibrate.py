"""The laboratory compares foretold match chances with how matches end, and counts right."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from typing import Any
from unittest.mock import patch

import pytest

from red7_desktop.games.red7.players.evaluation import PACES, Stakes
from red7_desktop.games.red7.rules.cards import set_of
from red7_desktop.games.red7.rules.rounds import MatchOptions, points_of, read_options
from red7_desktop.games.registry import BOX
from red7_desktop.lab.contest import Contest, DealReport, Entrant, play_game
from red7_desktop.lab.red7 import calibrate
from red7_desktop.lab.red7.calibration import (
    LEADS,
    MISSING,
    NumberRange,
    Outlook,
    build_cells,
    compute_surprise,
    fit_pace,
    list_outlooks,
)
from tests.unit.lab.running import Ran, lab

RED7 = BOX["red7"]
RULES = {"rules": "advanced@1.3"}
# Card 7 * (number - 1) + colour: sevens are 42 to 48, ones 0 to 6.
AHEAD = ((42, 43), (0,))
EVEN = ((42,), (43,))


def options_for(seats: int) -> MatchOptions:
    return read_options({"seats": seats})


def calibration(*words: str) -> Ran:
    return lab("calibrate", "--player", "steady", *words)


def test_the_same_seed_gives_the_same_table_however_many_jobs_play() -> None:
    words = ("--matches", "4", "--seats", "3")
    alone = calibration(*words)
    assert alone.status == 0
    assert alone.out == calibration(*words, "--jobs", "2").out
    assert alone.out != calibration(*words, "--seed", "2").out
    assert "steady, 3 seats, 4 matches" in alone.out


def test_every_seat_of_every_round_but_the_last_is_counted() -> None:
    answer: dict[str, Any] = json.loads(calibration("--matches", "3", "--seats", "4", "--json").out)
    contest = Contest(RED7, (Entrant("steady", 0),) * 4, RULES, 1, match=True)
    rounds = [
        len(play_game(contest, deal, 0, DealReport.empty(contest, deal)).rounds)
        for deal in range(3)
    ]
    assert answer["outlooks"] == sum(rounds) - 3
    assert sum(cell["seats"] for cell in answer["cells"]) == 4 * answer["outlooks"]
    assert answer["paces"]["measured"]["rounds"] == pytest.approx(sum(rounds) / 3)
    whole = sum(cell["seats"] * cell["foretold"] for cell in answer["cells"])
    assert whole == pytest.approx(answer["outlooks"])


def test_an_outlook_is_what_lay_in_the_score_piles() -> None:
    contest = Contest(RED7, (Entrant("greedy", 0),) * 2, RULES, 7, match=True)
    state = play_game(contest, 0, 0, DealReport.empty(contest, 0))
    found = list_outlooks(state, 5)
    last = found[-1]
    assert len(found) == len(state.rounds) - 1
    end = [set_of(pile) for pile in last.piles]
    end[state.rounds[-1].winner] |= state.rounds[-1].taken
    assert end == [set_of(pile) for pile in state.position.scores]
    points = points_of(state.position.scores)
    assert all(points[seat] == max(points) for seat in last.winners)
    assert last.match == 5


def test_a_cell_holds_the_means_and_the_error_of_their_difference() -> None:
    options = options_for(2)
    wins = [Outlook(match, AHEAD, (0,) if match < 3 else (1,)) for match in range(4)]
    cells = build_cells(options, wins)
    ((place, cell),) = cells.items()
    assert place == (NumberRange(11, 20), NumberRange(25, MISSING[-1].most))
    assert cell.seats == 4
    assert cell.foretold == pytest.approx(Stakes(options, AHEAD, 0).value(0, 0))
    assert cell.won == 0.75
    assert cell.error == pytest.approx(math.sqrt(3 * 0.25**2 + 0.75**2) / 4)


def test_what_one_match_shows_again_and_again_is_no_surer_than_shown_once() -> None:
    options = options_for(2)
    once = [Outlook(match, AHEAD, (match % 2,)) for match in range(6)]
    thrice = [each for each in once for _ in range(3)]
    (one,), (other,) = (build_cells(options, each).values() for each in (once, thrice))
    assert other.seats == 3 * one.seats
    assert other.error == pytest.approx(one.error)


def test_a_shared_win_counts_in_parts() -> None:
    (cell,) = build_cells(options_for(2), [Outlook(0, EVEN, (0, 1))]).values()
    assert (cell.foretold, cell.won, cell.seats) == (0.5, 0.5, 2)


def test_the_spans_leave_no_gap() -> None:
    for spans in (LEADS, MISSING):
        assert all(one.most + 1 == other.least for one, other in pairwise(spans))


def test_the_fit_surprises_least() -> None:
    options = options_for(2)
    known = PACES[2]
    outlooks = [Outlook(match, AHEAD, (0,) if match % 3 else (1,)) for match in range(9)]
    best = fit_pace(options, outlooks, known)
    assert compute_surprise(options, outlooks, best) <= compute_surprise(options, outlooks, known)
    # Two of three are won 13 points ahead: the spread is 13 over the logarithm of 2.
    chance = Stakes(options, AHEAD, 0, {2: best}).value(0, 0)
    assert chance == pytest.approx(2 / 3, abs=0.01)
    assert "fit" not in calibration("--matches", "1").out
    assert "shrinking" in calibration("--matches", "2", "--fit").out


def test_an_interrupted_run_still_gives_its_figures() -> None:
    played: list[Any] = []

    def interrupted(*words: Any) -> object:
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(words)
        return play_game(*words)

    with patch.object(calibrate, "play_game", interrupted):
        ran = calibration("--matches", "50")
    assert ran.status == 130
    assert "steady, 2 seats, 2 matches" in ran.out
