"""Each command says the right thing about positions whose answers are plain to see."""

from __future__ import annotations

import builtins
import subprocess
import sys
from typing import Any

import pytest

from red7_desktop import __version__
from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.games.red7.rules.rounds import deal_round
from red7_desktop.games.red7.rules.rules import parse_ruleset
from red7_desktop.games.registry import BOX
from red7_desktop.lab.__main__ import start
from red7_desktop.lab.catalogue import Catalogue
from tests.unit.lab.running import environment, lab, one_answer

CATALOGUE = Catalogue(BOX)
TWO = "red7 basic@1.3 / canvas / deck / A> R6 : V7 B2 : / B O7 : B1 :"
THREE = (
    "red7 advanced@1.3 / canvas G2 / deck Y3 / A> R6 O4 : G6 : / B V7 : B1 : R1 O1 / Cx I2 : I3 :"
)
OVER = "red7 advanced@1.3 / canvas O1 / deck / Ax G2 : R1 : I6 / B R2 O2 V7 I7 : :"
WITH_ACTIONS = "red7 advanced+actions@1.3 / canvas / deck G2 / A> R6 : Y5 O3 : / B B4 : B1 :"


def test_legal_gives_the_standings_and_every_turn() -> None:
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


def test_legal_lists_a_draw_as_a_turn_of_its_own() -> None:
    answer = one_answer("legal", "red7 advanced / canvas / deck Y3 / A> R6 : R5 : / B B4 : :")
    assert answer["turns"] == ["R5", "@R5", "@R5+", "pass"]


def test_legal_knows_no_turn_of_a_round_that_is_over() -> None:
    answer = one_answer("legal", OVER)
    assert (answer["winner"], answer["turns"]) == ("B", [])


def test_legal_says_that_nobody_is_winning() -> None:
    answer = one_answer("legal", "red7 basic / canvas G2 / deck / A> R7 : V5 : / B O7 : :")
    assert (answer["winner"], answer["turns"]) == (None, ["pass"])


def test_legal_lists_what_is_left_of_a_turn() -> None:
    answer = one_answer("legal", "red7 basic / canvas / deck / A>played R7 : R5 : / B O7 : :")
    assert answer["turns"] == ["end", "@R5"]


def test_legal_reads_well() -> None:
    assert lab("legal", WITH_ACTIONS, OVER).out == (
        f"{WITH_ACTIONS}\n"
        "Rule in force: Red (highest card)\n"
        "  A  1: R6  winning, to move\n"
        "  B  1: B4\n"
        "Seat A has 7 turns:\n"
        "  Y5(O3(+))\n"
        "  O3(+)\n"
        "  @Y5   @Y5+   @O3   @O3+\n"
        "  pass\n"
        "\n"
        f"{OVER}\n"
        "Rule in force: Orange (one number)\n"
        "  A  out\n"
        "  B  2: I7 V7  winning\n"
        "The round is over: seat B has won it.\n"
    )


def test_long_lists_of_turns_are_broken_into_lines() -> None:
    position = "red7 basic+actions / canvas / deck / A> R6 R4 R2 : R7 O5 Y5 G5 : / B O6 : :"
    lines = lab("legal", position).lines[5:]
    assert len([line for line in lines if line.startswith("  R7(")]) > 1
    assert max(map(len, lines)) <= 100
    listed = [turn for line in lines for turn in line.strip().split("   ")]
    assert listed == one_answer("legal", position)["turns"]


def test_play_gives_the_position_after_each_turn() -> None:
    ran = lab("play", "--json", TWO, "V7 @B2", "pass")
    middle = "red7 basic@1.3 / canvas B2 / deck / A R6 V7 : : / B> O7 : B1 :"
    assert ran.answers == [
        {
            "position": TWO,
            "seat": "A",
            "turn": "V7 @B2",
            "after": middle,
            "went_out": False,
            "round_winner": None,
        },
        {
            "position": middle,
            "seat": "B",
            "turn": "pass",
            "after": "red7 basic@1.3 / canvas B2 / deck / A R6 V7 : : / Bx O7 : B1 :",
            "went_out": True,
            "round_winner": "A",
        },
    ]


def test_play_reads_positions_with_their_turns_from_standard_input() -> None:
    ran = lab("play", "--json", given=f"{TWO} ; V7 @B2 ; pass\n\n{THREE};G6\n")
    assert [answer["turn"] for answer in ran.answers] == ["V7 @B2", "pass", "G6"]
    assert ran.answers[1]["position"] == ran.answers[0]["after"]


def test_a_seat_that_draws_by_a_3_and_is_not_winning_then_is_out() -> None:
    answer = one_answer(
        "play", "red7 basic+actions / canvas / deck G2 / A> R2 : O3 : / B B4 : :", "O3(+)"
    )
    assert (answer["went_out"], answer["round_winner"]) == (True, "B")


def test_play_goes_on_in_the_middle_of_a_turn() -> None:
    taking = "red7 advanced+actions / canvas / deck Y1 / A>take R1 : V7 : / B O6 : :"
    answer = one_answer("play", taking, "(B:O6) @V7 +")
    assert answer["turn"] == "(B:O6) @V7 +"
    assert answer["after"].startswith(
        "red7 advanced+actions@1.3 / canvas V7 / deck Y1 / A R1 : O6 :"
    )


def test_play_reads_well() -> None:
    assert lab("play", TWO, "V7 @B2", "pass").lines == [
        "A V7 @B2",
        "  red7 basic@1.3 / canvas B2 / deck / A R6 V7 : : / B> O7 : B1 :",
        "B pass and is out",
        "  red7 basic@1.3 / canvas B2 / deck / A R6 V7 : : / Bx O7 : B1 :",
        "  Seat A has won the round.",
    ]


def test_standings_judge_all_seven_rules() -> None:
    answer = one_answer("standings", THREE)
    assert (answer["rule"], answer["winner"]) == ("G", "A")
    assert list(answer["rules"]) == list("ROYGBIV")
    assert answer["rules"]["R"] == {
        "key": "highest_card",
        "leader": "B",
        "runner_up": "A",
        "by": "number",
        "margin": 1,
        "standings": {
            "A": {"count": 1, "top": "R6", "cards": ["R6"]},
            "B": {"count": 1, "top": "V7", "cards": ["V7"]},
        },
    }
    assert [answer["rules"][rule]["leader"] for rule in "ROYGBIV"] == [*"BBBAAB", None]
    assert answer["rules"]["V"]["by"] == "nobody"


def test_standings_read_well() -> None:
    assert lab("standings", THREE).lines[1:] == [
        "   rule                      seat A    seat B  leader",
        "   Red (highest card)        1: R6     1: V7   B by number, 1 higher",
        "   Orange (one number)       1: R6     1: V7   B by number, 1 higher",
        "   Yellow (one colour)       1: R6     1: V7   B by number, 1 higher",
        ">  Green (evens)             2: R6 O4  -       A alone",
        "   Blue (different colours)  2: R6 O4  1: V7   A by 1 card",
        "   Indigo (run)              1: R6     1: V7   B by number, 1 higher",
        "   Violet (below four)       -         -       nobody",
    ]


def test_score_lists_what_the_winner_may_take_the_best_first() -> None:
    assert one_answer("score", OVER) == {
        "position": OVER,
        "rule": "O",
        "round_over": True,
        "seat": "B",
        "scoring": True,
        "choices": [{"cards": ["I7", "V7"], "worth": 14}, {"cards": ["R2", "O2"], "worth": 4}],
        "scores": {"A": 6, "B": 0},
    }


def test_score_marks_a_round_that_goes_on() -> None:
    answer = one_answer("score", THREE)
    assert (answer["round_over"], answer["seat"]) == (False, "A")
    assert answer["choices"] == [{"cards": ["R6", "O4"], "worth": 10}]


SCORE_LINES = {
    OVER: [
        "Seat B has won the round and may take, under Orange (one number):",
        " 14  I7 V7  proposed",
        "  4  R2 O2",
    ],
    THREE: [
        "The round goes on: seat A is winning under Green (evens) and would take:",
        " 10  R6 O4  proposed",
    ],
    TWO: ["Seat B is winning; a basic game has no scoring."],
    "red7 advanced@1.3 / canvas G2 / deck / Ax G4 : : / B R7 : :": [
        "Seat B has won the round and takes nothing: no card counts under Green (evens)."
    ],
    "red7 advanced@1.3 / canvas G2 / deck / A> R5 : : / B R7 : :": [
        "The round goes on: nobody is winning under Green (evens), so nobody would take anything."
    ],
}


@pytest.mark.parametrize("position", SCORE_LINES)
def test_score_reads_well(position: str) -> None:
    assert lab("score", position).lines == [position, *SCORE_LINES[position]]


def test_perft_counts_alone_or_by_first_turn() -> None:
    assert lab("perft", "--depth", "2", TWO).out == "3\n"
    assert lab("perft", "--depth", "0", TWO, TWO).out == "1\n1\n"
    answer = one_answer("perft", "--depth", "2", "--divide", TWO)
    assert answer == {
        "position": TWO,
        "depth": 2,
        "divide": {"V7 @B2": 2, "B2 @V7": 1, "pass": 0},
        "count": 3,
    }
    lines = lab("perft", "--depth", "2", "--divide", TWO).lines
    assert sorted(lines[:-1]) == ["B2 @V7: 1", "V7 @B2: 2", "pass: 0"]
    assert lines[-1] == "total: 3"


def test_deal_gives_the_position_that_the_engine_deals() -> None:
    words = ["--seed", "7", "--seats", "3", "--rules", "basic+actions@first", "--starter", "lowest"]
    rules = parse_ruleset("basic+actions@first")
    dealt = [str(deal_round(rules, ((),) * 3, 7, number, "lowest")) for number in (1, 2)]
    assert lab("deal", *words, "--rounds", "2").lines == dealt
    assert one_answer("deal", *words) == {
        "seed": 7,
        "round": 1,
        "seats": 3,
        "rules": "basic+actions@first",
        "starter": "lowest",
        "position": dealt[0],
    }


def test_deal_goes_on_with_the_next_seeds() -> None:
    ran = lab("deal", "--seed", "-1", "--count", "3", "--json")
    assert [answer["seed"] for answer in ran.answers] == [-1, 0, 1]
    assert len({answer["position"] for answer in ran.answers}) == 3
    assert lab("deal", "--seed", "0").lines == [ran.answers[1]["position"]]


def test_what_one_command_prints_another_reads() -> None:
    dealt = lab("deal", "--seed", "1", "--count", "5", "--seats", "4").out
    answers = lab("legal", "--json", given=dealt).answers
    assert [answer["position"] for answer in answers] == dealt.splitlines()
    assert lab("perft", "--depth", "1", given=dealt).lines == [
        str(len(answer["turns"])) for answer in answers
    ]


def test_positions_are_printed_in_their_canonical_form() -> None:
    loose = "red7 basic / canvas  / deck / A>  R6 : B2 V7 :/ B O7 : B1 :"
    for command in ("legal", "standings", "score"):
        position = one_answer(command, loose)["position"]
        assert position == TWO == str(parse_position(position))


def test_empty_lines_and_comments_are_skipped_and_line_ends_do_not_matter() -> None:
    given = f"\ufeff# two positions\r\n\r\n{TWO}\r\n   \r\n  {THREE}"
    answers = lab("legal", "--json", given=given).answers
    assert [answer["position"] for answer in answers] == [TWO, THREE]


def test_no_input_gives_no_output() -> None:
    assert lab("legal", given="") == (0, "", "")


@pytest.mark.parametrize("name", CATALOGUE.modules("red7"))
def test_every_command_explains_itself(name: str) -> None:
    ran = lab(name, "--help")
    assert (ran.status, ran.err) == (0, "")
    usage, _, rest = ran.out.partition("\n\n")
    assert usage.startswith(f"usage: python -m red7_desktop.lab {name} [-h]")
    assert f"python -m red7_desktop.lab {name}" in rest  # an example
    assert max(map(len, ran.lines)) <= 100


def test_the_help_lists_every_command() -> None:
    ran = lab("--help")
    assert (ran.status, ran.err) == (0, "")
    for name in CATALOGUE.modules("red7"):
        assert f"  {name} " in ran.out
        assert CATALOGUE.command("red7", name).summary in ran.out


def test_a_command_does_not_load_the_others() -> None:
    script = (
        "import sys\n"
        "from red7_desktop.lab.command_line import main\n"
        "main(['deal', '--seed', '1'])\n"
        "print(*[name for name in sys.modules if 'players' in name.split('.')])\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env=environment(),
        check=True,
    )
    position, loaded = ran.stdout.split("\n")[:2]
    assert (position[:5], loaded) == ("red7 ", "")


def test_the_version_is_told() -> None:
    assert lab("--version") == (0, f"Red7 Desktop {__version__}\n", "")


def test_a_start_that_is_interrupted_while_it_loads_ends_with_130(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.argv", ["lab", "--version"])
    assert start() == 0
    loads = builtins.__import__

    def interrupted(name: str, *words: Any, **named: Any) -> Any:
        if name == "red7_desktop.lab.command_line":
            raise KeyboardInterrupt
        return loads(name, *words, **named)

    monkeypatch.setattr(builtins, "__import__", interrupted)
    assert start() == 130
