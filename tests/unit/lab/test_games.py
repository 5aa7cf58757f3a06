"""What the laboratory does with single games: calibrating Red7, serving strangers."""

from __future__ import annotations

import json
import math
from typing import Any
from unittest.mock import patch

import pytest

from red7_desktop.games.red7.players.evaluation import MATCH_PACES, RoundValues
from red7_desktop.games.red7.rules import cards, rounds
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.lab import arena, command_line
from red7_desktop.lab.red7 import workbench
from tests.bazaar.row import ROW
from tests.unit.lab.running import Ran, lab

RED7 = "red7 basic@1.3 / canvas / deck / A> R6 : V7 B2 : / B O7 : B1 :"
FOLLOWS = "spring / table 3 :B / deck 3 9 1 / discard / A> 7 5 5 2 : 4 9 : 3 / B 1 8 : 6 : 0"
WITH_BAZAAR = {**CATALOGUE, "bazaar": ROW}


@pytest.mark.parametrize("seats", [2, 5])
def test_arena_command_plays_matches_of_a_sample_game(seats: int) -> None:
    words = ("arena", "--game", "bazaar", "--players", "trader,random", "--seats", str(seats))
    ran = lab(*words, "--deals", "3", "--json", catalogue=WITH_BAZAAR)
    (answer,) = ran.answers
    assert (answer["rules"], answer["plays"]) == ("bazaar", "matches")
    assert (answer["deals"], answer["games"]) == (3, 3 * seats)
    shares = [player["share"] * player["seats"] for player in answer["players"]]
    assert sum(shares) == pytest.approx(1.0, abs=1e-5)
    assert lab(*words, "--deals", "1", catalogue=WITH_BAZAAR).out.startswith(
        f"bazaar, {seats} seats"
    )


def test_options_refused_by_a_game_are_reported() -> None:
    words = ("--players", "trader,random", "--seats", "6")
    ran = lab("arena", "--game", "bazaar", *words, catalogue=WITH_BAZAAR)
    assert ran.status == 2
    assert "option 'seats': 6" in ran.err


def test_game_without_lab_commands_of_its_own_has_the_common_ones() -> None:
    assert list(command_line.list_commands(ROW)) == ["arena", "calibrate", "daily", "bench"]
    ran = lab("bench", "--game", "bazaar", "--quick", "--json", catalogue=WITH_BAZAAR)
    assert [answer["measure"] for answer in ran.answers] == ["build"]
    assert lab("legal", "--game", "bazaar", RED7, catalogue=WITH_BAZAAR).status == 2


def test_legal_command_recognises_the_game_of_each_position() -> None:
    ran = lab("legal", "--json", given=f"{RED7}\n{FOLLOWS}\n")
    first, second = ran.answers
    assert first == lab("legal", "--json", RED7).answers[0]
    assert second == lab("legal", "--json", FOLLOWS).answers[0]
    assert (second["position"], second["seat"]) == (FOLLOWS, "A")
    assert second["plays"] == sorted(second["plays"])
    assert {"4(A)", "5 5 @2", "6(B) 7 @1"} <= set(second["plays"])
    assert second["draws"] == ["draw", "draw(B:6)"]
    assert "Seat A: 12 plays, 2 draws" in lab("legal", given=FOLLOWS).out


def test_legal_command_shows_no_leader_before_the_first_trick() -> None:
    sealed = "spring / table / deck 3 / discard / A>? 7 5 : : 0 / B=1 1 8 : : 0"
    answer = lab("legal", sealed, "--json").answers[0]
    assert (answer["seat"], answer["plays"], answer["draws"]) == ("", [], [])
    assert "Nobody" in lab("legal", sealed).out


@pytest.mark.parametrize(
    ("command", "position", "complaint"),
    [
        ("legal", FOLLOWS.replace("7 5 5 2", "0"), "seat A: hand: '0'"),
        ("legal", FOLLOWS.replace("7 5 5 2", "?4"), "hidden_hand"),
        ("choose", FOLLOWS, "there is no 'choose' for positions of 'spring'"),
    ],
)
def test_bad_position_of_another_game_is_reported(
    command: str, position: str, complaint: str
) -> None:
    ran = lab(command, given=f"{RED7}\n{position}\n")
    assert ran.status == 2
    assert "line 2: " in ran.err
    assert complaint in ran.err


def test_perft_uses_the_game_of_each_position() -> None:
    ahead = "spring / table 9 :B / deck / discard 4 5 / A> 1 : 8 : 0 / B 2 3 : : 0"
    assert lab("perft", "--depth", "2", given=f"{RED7}\n{ahead}\n").lines == ["3", "2"]


# == Calibration of match chances.

RED7_ROW = CATALOGUE["red7"]
RULES = {"rules": "advanced@1.3"}
# Card 7 * (number - 1) + colour: sevens are 42 to 48, ones 0 to 6.
AHEAD = ((42, 43), (0,))
EVEN = ((42,), (43,))


def options_for(seats: int) -> rounds.MatchOptions:
    return rounds.read_options({"seats": seats})


def calibration(*words: str) -> Ran:
    return lab("calibrate-scores", "--player", "steady", *words)


def test_calibration_is_the_same_with_any_number_of_jobs() -> None:
    words = ("--matches", "4", "--seats", "3")
    alone = calibration(*words)
    assert alone.status == 0
    assert alone.out == calibration(*words, "--jobs", "2").out
    assert alone.out != calibration(*words, "--seed", "2").out
    assert "steady, 3 seats, 4 matches" in alone.out


def test_calibration_counts_every_seat_of_every_round_but_the_last() -> None:
    answer: dict[str, Any] = json.loads(calibration("--matches", "3", "--seats", "4", "--json").out)
    contest = arena.Contest(
        RED7_ROW, (arena.Entrant("steady", 0),) * 4, RULES, 1, is_whole_match=True
    )
    rounds = [len(arena.play_game(contest, deal)[0].rounds) for deal in range(3)]
    assert answer["outlooks"] == sum(rounds) - 3
    assert sum(cell["seats"] for cell in answer["cells"]) == 4 * answer["outlooks"]
    assert answer["paces"]["measured"]["rounds"] == pytest.approx(sum(rounds) / 3)
    whole = sum(cell["seats"] * cell["foretold"] for cell in answer["cells"])
    assert whole == pytest.approx(answer["outlooks"])


def test_calibration_sample_has_the_points_before_a_round_not_after() -> None:
    contest = arena.Contest(
        RED7_ROW, (arena.Entrant("greedy", 0),) * 2, RULES, 7, is_whole_match=True
    )
    state, _ = arena.play_game(contest, 0)
    found = workbench.list_score_samples(state, 5)
    last = found[-1]
    assert len(found) == len(state.rounds) - 1
    end = [cards.set_of(pile) for pile in last.piles]
    end[state.rounds[-1].winner] |= state.rounds[-1].taken
    assert end == [cards.set_of(pile) for pile in state.position.scores]
    points = rounds.points_of(state.position.scores)
    assert all(points[seat] == max(points) for seat in last.winners)
    assert last.match == 5


def test_calibration_cell_has_forecast_win_share_and_their_error() -> None:
    options = options_for(2)
    wins = [workbench.ScoreSample(match, AHEAD, (0,) if match < 3 else (1,)) for match in range(4)]
    cells = workbench.build_cells(options, wins)
    ((place, cell),) = cells.items()
    assert place == ((11, 20), workbench.MISSING[-1])
    assert cell["seats"] == 4
    assert cell["foretold"] == pytest.approx(RoundValues(options, AHEAD, 0).value(0, 0))
    assert cell["won"] == 0.75
    assert cell["error"] == pytest.approx(math.sqrt(3 * 0.25**2 + 0.75**2) / 4)


@pytest.mark.parametrize(("number", "lead"), [(3, (1, 10)), (4, (11, 20))])
def test_calibration_ranges_of_the_lead_include_their_upper_bound(
    number: int, lead: tuple[int, int]
) -> None:
    piles = ((42, 7 * (number - 1)), ())  # a 7 and another card against none
    ((place, _),) = workbench.build_cells(
        options_for(2), [workbench.ScoreSample(0, piles, (0,))]
    ).items()
    assert place[0] == lead


def test_calibration_error_is_clustered_by_match() -> None:
    options = options_for(2)
    once = [workbench.ScoreSample(match, AHEAD, (match % 2,)) for match in range(6)]
    thrice = [each for each in once for _ in range(3)]
    (one,), (other,) = (workbench.build_cells(options, each).values() for each in (once, thrice))
    assert other["seats"] == 3 * one["seats"]
    assert other["error"] == pytest.approx(one["error"])


def test_calibration_counts_a_shared_win_as_half_a_win_each() -> None:
    (cell,) = workbench.build_cells(
        options_for(2), [workbench.ScoreSample(0, EVEN, (0, 1))]
    ).values()
    assert (cell["foretold"], cell["won"], cell["seats"]) == (0.5, 0.5, 2)


def test_calibration_fit_minimises_the_mean_log_loss() -> None:
    options = options_for(2)
    known = MATCH_PACES[2]
    samples = [
        workbench.ScoreSample(match, AHEAD, (0,) if match % 3 else (1,)) for match in range(9)
    ]
    best = workbench.fit_pace(options, samples, known)
    assert workbench.compute_log_loss(options, samples, best) <= workbench.compute_log_loss(
        options, samples, known
    )
    # Two of three are won 13 points ahead: the spread is 13 over the logarithm of 2.
    chance = RoundValues(options, AHEAD, 0, {2: best}).value(0, 0)
    assert chance == pytest.approx(2 / 3, abs=0.01)
    assert "fit" not in calibration("--matches", "1").out
    assert "shrinking" in calibration("--matches", "2", "--fit").out


def test_interrupted_calibration_prints_its_figures_so_far() -> None:
    played: list[Any] = []

    def interrupted(*words: Any) -> object:
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(words)
        return arena.play_game(*words)

    with patch.object(workbench, "play_game", interrupted):
        ran = calibration("--matches", "50")
    assert ran.status == 130
    assert "steady, 2 seats, 2 matches" in ran.out
