"""Each command of the laboratory says and makes the right thing, the same every time."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import pytest

from red7_desktop.app.screens.daily import parse_deals
from red7_desktop.games.red7.rules import notation, rounds
from red7_desktop.games.red7.rules.rules import parse_ruleset
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.lab import __main__, command_line
from red7_desktop.lab import commands as daily
from red7_desktop.lab.commands import count_wins
from red7_desktop.tabletop import game, player, puzzle
from tests.bazaar.row import ROW
from tests.unit.lab.running import lab, one_answer

COMMANDS = command_line.list_commands(CATALOGUE["red7"])
TWO = "red7 basic@1.3 / canvas / deck / A> R6 : V7 B2 : / B O7 : B1 :"
THREE = (
    "red7 advanced@1.3 / canvas G2 / deck Y3 / A> R6 O4 : G6 : / B V7 : B1 : R1 O1 / Cx I2 : I3 :"
)
OVER = "red7 advanced@1.3 / canvas O1 / deck / Ax G2 : R1 : I6 / B R2 O2 V7 I7 : :"
WITH_ACTIONS = "red7 advanced+actions@1.3 / canvas / deck G2 / A> R6 : Y5 O3 : / B B4 : B1 :"


def test_legal_command_prints_standings_and_every_turn() -> None:
    assert one_answer("legal", THREE) == {
        "position": THREE,
        "rule": "G",
        "winner": "A",
        "standings": {
            "A": {"count": 2, "top": "R6", "cards": ["R6", "O4"]},
            "B": {"count": 0, "top": None, "cards": []},
        },
        "turns": ["G6", "@G6", "@G6+", "pass"],
    }


@pytest.mark.parametrize(
    ("position", "winner", "turns"),
    [
        (
            "red7 advanced / canvas / deck Y3 / A> R6 : R5 : / B B4 : :",
            "A",
            ["R5", "@R5", "@R5+", "pass"],
        ),
        (OVER, "B", []),
        ("red7 basic / canvas G2 / deck / A> R7 : V5 : / B O7 : :", None, ["pass"]),
        ("red7 basic / canvas / deck / A>played R7 : R5 : / B O7 : :", "A", ["end", "@R5"]),
    ],
    ids=["a draw is a turn of its own", "a round is over", "nobody wins", "the rest of a turn"],
)
def test_legal_command_handles_begun_turns_and_finished_rounds(
    position: str, winner: str | None, turns: list[str]
) -> None:
    answer = one_answer("legal", position)
    assert (answer["winner"], answer["turns"]) == (winner, turns)


def test_legal_command_text_output_is_as_recorded() -> None:
    assert lab("legal", WITH_ACTIONS, OVER).out == (
        f"{WITH_ACTIONS}\n"
        "Current rule: Red (highest card)\n"
        "  A  1: R6  winning, to move\n"
        "  B  1: B4\n"
        "Seat A has 7 turns:\n"
        "  Y5(O3(+))\n"
        "  O3(+)\n"
        "  @Y5   @Y5+   @O3   @O3+\n"
        "  pass\n"
        "\n"
        f"{OVER}\n"
        "Current rule: Orange (one number)\n"
        "  A  out\n"
        "  B  2: I7 V7  winning\n"
        "The round is over: seat B has won it.\n"
    )


def test_perft_command_prints_the_count_of_each_position() -> None:
    assert lab("perft", "--depth", "2", TWO).out == "3\n"
    assert lab("perft", "--depth", "0", TWO, TWO).out == "1\n1\n"
    assert one_answer("perft", "--depth", "2", TWO) == {"position": TWO, "depth": 2, "count": 3}


def test_deal_command_prints_the_position_dealt_by_the_engine() -> None:
    words = ["--seed", "7", "--seats", "3", "--rules", "basic+actions@first"]
    rules = parse_ruleset("basic+actions@first")
    dealt = [str(rounds.deal_round(rules, ((),) * 3, seed)) for seed in (7, 8)]
    assert lab("deal", *words, "--count", "2").lines == dealt
    assert one_answer("deal", *words) == {
        "seed": 7,
        "seats": 3,
        "rules": "basic+actions@first",
        "position": dealt[0],
    }


def test_output_of_one_command_is_input_of_another() -> None:
    dealt = lab("deal", "--seed", "1", "--count", "5", "--seats", "4").out
    answers = lab("legal", "--json", given=dealt).answers
    assert [answer["position"] for answer in answers] == dealt.splitlines()
    assert lab("perft", "--depth", "1", given=dealt).lines == [
        str(len(answer["turns"])) for answer in answers
    ]


def test_positions_are_printed_in_canonical_form() -> None:
    loose = "red7 basic / canvas  / deck / A>  R6 : B2 V7 :/ B O7 : B1 :"
    assert one_answer("legal", loose)["position"] == TWO == str(notation.parse_position(TWO))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    ran = lab(name, "--help")
    assert (ran.status, ran.err) == (0, "")
    usage, _, rest = ran.out.partition("\n\n")
    assert usage.startswith(f"usage: python -m red7_desktop.lab {name} [-h]")
    assert f"python -m red7_desktop.lab {name}" in rest  # an example
    assert max(map(len, ran.lines)) <= 100


def test_help_lists_every_command() -> None:
    ran = lab("--help")
    assert (ran.status, ran.err) == (0, "")
    shown = " ".join(ran.out.split())
    assert [name for name, each in COMMANDS.items() if f" {name} {each.summary}" not in shown] == []


def test_interrupt_while_loading_ends_with_130(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.argv", ["lab", "--version"])
    assert __main__.start() == 0
    loads = builtins.__import__

    def interrupted(name: str, *words: Any, **named: Any) -> Any:
        if name == "red7_desktop.lab.command_line":
            raise KeyboardInterrupt
        return loads(name, *words, **named)

    monkeypatch.setattr(builtins, "__import__", interrupted)
    assert __main__.start() == 130


# == Puzzle files depend on the seed only.

THREE_PUZZLES: Final = ("puzzles", "--game", "spring", "--count", "3", "--seed", "3")
LINES: Final = Path(__file__).with_name("puzzles.txt").read_text("utf-8").splitlines()


def test_puzzle_file_of_a_seed_is_as_recorded() -> None:
    ran = lab(*THREE_PUZZLES)
    assert (ran.status, ran.lines) == (0, LINES)
    assert [puzzle.grade for puzzle in puzzle.read_puzzles(ran.out, "spring")] == [1, 2, 3]


@pytest.mark.slow
def test_puzzle_file_is_the_same_with_several_jobs() -> None:
    assert lab(*THREE_PUZZLES, "--jobs", "2").lines == LINES


def test_interrupted_puzzle_search_prints_what_was_found() -> None:
    with patch.object(puzzle.PuzzleCollection, "add", side_effect=KeyboardInterrupt):
        ran = lab("puzzles", "--count", "1")
    assert (ran.status, ran.lines) == (130, ["puzzles 1 red7"])


def test_game_without_puzzles_has_no_puzzles_command() -> None:
    assert "puzzles" in command_line.list_commands(CATALOGUE["spring"])
    assert "puzzles" not in command_line.list_commands(ROW)


# == `lab daily` is reproducible, and finds balanced deals.

QUICK = ROW.players().levels[-1]._replace(budget=100)
PLAYERS = ROW.players()._replace(
    levels=(*ROW.players().levels[:-1], QUICK),
    daily=player.Daily("random", {}),
)
WITH_DAILY = ROW._replace(players=lambda: PLAYERS)
DAILY_BOX = {"bazaar": WITH_DAILY}
WORDS = ("daily", "--tries", "12", "--plays", "5")


@pytest.mark.slow
def test_daily_keeps_balanced_deals() -> None:
    ran = lab(*WORDS, "--json", catalogue=DAILY_BOX)
    head, *kept = ran.answers
    assert ran.err.splitlines()[-1] == f"12/12 {len(kept)} kept"
    assert (head["rival"], head["plays"]) == ("random", 5)
    assert 0 < len(kept) < 12
    assert all(2 <= each["won"] <= 3 for each in kept)
    found = [each["deal"] for each in kept]
    tried = range(1_000_003, 1_000_015)
    budget = PLAYERS.levels[-1].budget
    again = [deal for deal in tried if count_wins(WITH_DAILY, budget, 5, deal) is not None]
    assert again == found


def test_daily_drops_a_deal_won_too_often_at_a_checkpoint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    even, late = [1.0, 0.0] * 20, [1.0] * 13 + [0.0] * 20 + [1.0] * 7
    found = []
    for wins in (even, late):
        coming = iter(wins)
        monkeypatch.setattr(daily, "play_once", lambda *_, coming=coming: next(coming))
        found.append(count_wins(WITH_DAILY, 1, 40, 1))
    assert found == [20.0, None]


@pytest.mark.parametrize(("rival", "budget"), [("expert", 60), ("sharp", 400)])
def test_daily_command_shares_its_turn_budget_with_an_equal_level_only(
    rival: str, budget: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    met: list[Any] = []

    def played(row: Any, state: Any, entrants: Any, *given: Any) -> Any:
        met.extend(entrants)
        return state, game.Result((0, 1), (0, 0)), []

    monkeypatch.setattr(daily, "play_out", played)
    red7 = CATALOGUE["red7"]
    players = red7.players()._replace(daily=player.Daily(rival, {}))
    assert daily.play_once(red7._replace(players=lambda: players), 60, 1, 1) == 0.5
    assert met == [("expert", 60), (rival, budget)]


@pytest.mark.slow
def test_daily_output_is_readable_by_the_program() -> None:
    shown, plain = lab(*WORDS, catalogue=DAILY_BOX), lab(*WORDS, "--json", catalogue=DAILY_BOX)
    assert parse_deals(shown.out) == tuple([each["deal"] for each in plain.answers[1:]])


def test_daily_command_refuses_a_game_without_daily_deals() -> None:
    ran = lab("daily", catalogue={"bazaar": ROW})
    assert ran.status == 2
    assert "no deal of the day" in ran.err
