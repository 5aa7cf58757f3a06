"""The search finds what wins, says why, keeps to its budget and stops when it is told."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.games.red7.players.search import SearchPlayer
from red7_desktop.games.red7.rules.cards import THE_PASS
from red7_desktop.games.red7.rules.game import Red7Observation
from red7_desktop.games.red7.rules.notation import parse_position, text_of_turn
from red7_desktop.lab.red7.choose import observe_position
from red7_desktop.tabletop.player import Choice
from tests.unit.red7.players.seen import of_all_modes
from tests.unit.red7.rules.laid import laid

HERE: Final = Path(__file__).parent
ENDGAMES: Final = [
    line.split(" => ")
    for line in (HERE / "endgames.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def text_of(choice: Choice) -> str:
    return text_of_turn(choice.steps)


@pytest.mark.sampled
@pytest.mark.no_cover  # many samples of what the other tests go through too
@pytest.mark.parametrize(("position", "turn"), ENDGAMES)
def test_the_one_turn_that_wins_the_round_is_found_every_time(position: str, turn: str) -> None:
    seen = observe_position(parse_position(position), target=1)
    for seed in range(3):
        assert text_of(PLAYERS.player_of("expert").choose(seen, 24_000, seed)) == turn


def test_a_turn_that_wins_at_once_is_known_to_win() -> None:
    position, turn = ENDGAMES[0]
    seen = observe_position(parse_position(position), target=1)
    best = PLAYERS.player_of("expert").choose(seen, 3_000, 1)
    assert text_of(best) == turn
    assert best.candidates[0].win_chance == 1.0
    assert best.candidates[0].feared == ()


def middle_game() -> Red7Observation:
    return observe_position(
        laid(
            "A> R5 G4 : V3 Y7 B2 O4 I6",
            "B R6 Y2 : ?5",
            rules="advanced@1.3",
            canvas="V6 O1 R2",
            deck="?31",
        )
    )


def test_every_candidate_has_its_chances_and_the_best_one_comes_first() -> None:
    choice = PLAYERS.player_of("expert").choose(middle_game(), 6_000, 1)
    assert choice.steps == choice.candidates[0].steps
    assert len(choice.candidates) > 3
    for each in choice.candidates:
        assert 0.0 <= each.win_chance <= 1.0
        assert 0.0 <= each.value <= 1.0
        assert each.samples > 0
    best = choice.candidates[0]
    others = [each for each in choice.candidates if each.samples == best.samples]
    assert best.value == max(each.value for each in others)
    assert best.samples == max(each.samples for each in choice.candidates)


def test_the_feared_reply_is_one_that_the_rival_may_hold() -> None:
    choice = PLAYERS.player_of("expert").choose(middle_game(), 6_000, 1)
    seen = {"R5", "G4", "V3", "Y7", "B2", "O4", "I6", "R6", "Y2", "V6", "O1", "R2"}
    fears = [each for each in choice.candidates if each.feared]
    assert fears
    for each in fears:
        assert each.feared_seat == 1
        named = {str(step).strip("@") for step in each.feared} - {"end", "+"}
        assert named
        assert not named & seen


def test_going_out_is_weighed_where_points_are_kept() -> None:
    turns = [
        each.steps
        for each in PLAYERS.player_of("expert").choose(middle_game(), 2_000, 1).candidates
    ]
    assert (THE_PASS,) in turns


def test_a_hopeless_round_is_let_go_before_it_costs_more() -> None:
    # B holds two more cards and leads almost everywhere; now it would take a single 1.
    seen = observe_position(
        laid(
            "A> G3 I2 : B1 V1",
            "B O1 V7 Y7 R7 B7 : ?6",
            rules="advanced@1.3",
            canvas="V3 O2 Y3 I4",
            deck="?25",
        )
    )
    best = PLAYERS.player_of("expert").choose(seen, 6_000, 1).candidates[0]
    assert best.steps == (THE_PASS,) or best.win_chance > 0.2


FAR_AHEAD: Final = {
    "37 to 5": "red7 advanced / canvas / deck ?20 / A> R2 : O7 Y6 O5 Y2 G2 Y1 G1"
    " : Y3 I3 O6 R7 O2 I2 I5 I4 V3 O1 R1 / B R6 : ?7 : B2 R3",
    "39 to 18": "red7 advanced / canvas G4 / deck ?17 / A I1 B6 : ?6 : G2 G7 G3 V6"
    " / B> V1 Y4 : G6 Y5 B5 V5 B3 O1 : R6 Y7 I2 V2 Y3 O2 B2 O6 R4 R3 Y2",
}
"""By points, hands that are worth playing on with."""


@pytest.mark.no_cover
@pytest.mark.parametrize("points", FAR_AHEAD)
def test_who_is_far_ahead_does_not_let_a_round_go_for_nothing(points: str) -> None:
    seen = observe_position(parse_position(FAR_AHEAD[points]))
    for seed in range(3):
        assert PLAYERS.player_of("expert").choose(seen, 24_000, seed).steps != (THE_PASS,)


@pytest.mark.no_cover
def test_a_turn_that_pays_is_found_though_it_does_not_look_like_much() -> None:
    # Greed likes more than ten of the twenty turns better, and none of them is worth so much.
    seen = observe_position(
        parse_position(
            "red7 advanced / canvas / deck ?24 / A O6 : ?7 : O7 O3 O4"
            " / B> V6 : G7 Y5 I4 G3 I3 B2 I2 : R4 Y3 B6 V5 O2 G6"
        )
    )
    for seed in range(3):
        assert text_of(PLAYERS.player_of("expert").choose(seen, 24_000, seed)) == "Y5 @I3+"


def test_in_a_basic_game_nobody_who_can_stay_goes_out() -> None:
    for seed, seen in enumerate(of_all_modes(3, seed=4)):
        if seen.options.rules.advanced or len(seen.legal) == 1:
            continue
        assert PLAYERS.player_of("expert").choose(seen, 100, seed).steps != (THE_PASS,)


def test_a_higher_budget_is_more_samples() -> None:
    def samples(budget: int) -> int:
        choice = PLAYERS.player_of("expert").choose(middle_game(), budget, 1)
        return sum(each.samples for each in choice.candidates)

    assert samples(200) < samples(2_000) < samples(8_000)


def test_the_search_stops_as_soon_as_it_is_told() -> None:
    for patience in (0, 1, 50, 400):
        polls = 0

        def should_stop(patience: int = patience) -> bool:
            nonlocal polls
            polls += 1
            return polls > patience

        choice = PLAYERS.player_of("expert").choose(middle_game(), 10**9, 1, should_stop)
        assert choice.steps
        # Once a line and once a world: told once, it looks no more than once a stage.
        assert polls <= patience + 8


def test_a_search_that_is_stopped_at_once_takes_what_appeals_most() -> None:
    at_once = PLAYERS.player_of("expert").choose(middle_game(), 10**6, 1, lambda: True)
    assert text_of(at_once) == text_of(PLAYERS.player_of("greedy").choose(middle_game(), 0, 1))


def test_the_narrower_the_search_the_fewer_turns_it_weighs() -> None:
    narrow = SearchPlayer(2).choose(middle_game(), 500, 1)
    wide = SearchPlayer(9).choose(middle_game(), 500, 1)
    assert len(narrow.candidates) == 3  # two turns, and going out
    assert len(wide.candidates) == 10


def test_only_those_who_look_ahead_have_a_budget() -> None:
    assert PLAYERS.level_of("steady").budget == 0
    assert 0 < PLAYERS.level_of("sharp").budget < PLAYERS.level_of("expert").budget
