"""Each command of the laboratory says and makes the right thing, the same every time."""

from __future__ import annotations

import builtins
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import pytest

from red7_desktop import __version__
from red7_desktop.app.screens.daily import parse_deals
from red7_desktop.games.red7.rules.notation import Record, parse_position
from red7_desktop.games.red7.rules.rounds import deal_round
from red7_desktop.games.red7.rules.rules import parse_ruleset
from red7_desktop.games.registry import BOX
from red7_desktop.lab import commands as daily
from red7_desktop.lab.__main__ import start
from red7_desktop.lab.command_line import Catalogue
from red7_desktop.lab.commands import Trial, count_wins
from red7_desktop.tabletop.player import Daily
from red7_desktop.tabletop.puzzle import Collection, read_puzzles
from tests.bazaar.row import ROW
from tests.reference.positions import Block, read_golden, split_list
from tests.unit.lab.running import environment, lab, one_answer

# == commands ==============================================================================
# Each command says the right thing about positions whose answers are plain to see.


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


# == replay ================================================================================
# The command `replay` prints a record's positions turn by turn, or names its first bad line.


RECORD = Path(__file__).parents[2] / "golden" / "two_rounds.red7"


def test_it_gives_the_position_after_every_line() -> None:
    text = RECORD.read_text(encoding="utf-8")
    record = Record.read(text)
    moments = record.replay().moments
    header, *events = lab("replay", str(RECORD), "--json").answers
    assert (header["event"], header["result"]) == ("record", record.result)
    assert header["rules"] == str(record.options.rules)
    assert header["names"]["A"] == record.seats[0].name
    assert [event["position"] for event in events] == [
        str(moment.state.position) for moment in moments
    ]
    assert [event["round"] for event in events if event["event"] == "deal"] == [1, 2]
    lines = text.splitlines()
    for event in events:
        line = lines[event["line"] - 1].strip()
        assert line == (event["position"] if event["event"] == "deal" else event["text"])


def test_it_reads_well() -> None:
    lines = lab("replay", str(RECORD)).lines
    assert lines[1].endswith("replays exactly")
    assert lines[2:4] == ["", "Round 1"]
    assert lines[4].startswith("  red7 ")
    assert lines[5].startswith("1. ")


def test_it_reads_standard_input() -> None:
    from_file = lab("replay", str(RECORD))
    assert lab("replay", "-", given=RECORD.read_bytes()) == from_file


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("game: red7", "game: chess", "'chess'"),
        ("4. B @O3+R1", "4. B @O3+R2", "'+R2'"),
        ("result: B 0-8", "result: A 8-0", "'A 8-0'"),
    ],
)
def test_it_names_the_first_bad_line_and_prints_nothing(
    tmp_path: Path, old: str, new: str, named: str
) -> None:
    bad = RECORD.read_text(encoding="utf-8").replace(old, new, 1)
    number = bad.splitlines().index(new) + 1
    file = tmp_path / "bad.red7"
    file.write_text(bad, encoding="utf-8")
    ran = lab("replay", str(file))
    assert (ran.status, ran.out) == (2, "")
    assert f"{file}: line {number}: " in ran.err
    assert named in ran.err


# == golden answers ========================================================================
# The laboratory answers every golden position as the rules do.


GOOD = [
    block
    for block in read_golden()
    if any(key == "position" for key, _ in block.entries)
    and not any(key == "error names" for key, _ in block.entries)
]
KNOWN = [block for block in GOOD if ": ?" not in block.get("position")]


def asked(command: str, blocks: list[Block], *words: str) -> list[Any]:
    """Ask about the positions of all blocks in one run."""
    given = "\n".join(block.get("position") for block in blocks)
    ran = lab(command, "--json", *words, given=given)
    assert (ran.status, ran.err) == (0, "")
    assert len(ran.answers) == len(blocks)
    return ran.answers


def entries(block: Block, first_word: str) -> list[tuple[list[str], str]]:
    """List the entries of a block that begin with a word: the rest of the key, and the value."""
    pairs = [(key.split(), value) for key, value in block.entries]
    return [(words[1:], value) for words, value in pairs if words[0] == first_word]


def test_there_is_something_to_ask_about() -> None:
    assert len(KNOWN) > 100


def test_legal_lists_the_golden_turns() -> None:
    for block, answer in zip(KNOWN, asked("legal", KNOWN), strict=True):
        for part, value in entries(block, "turns"):
            listed = set(answer["turns"])
            named = set(split_list(value))
            if part == ["exclude"]:
                assert not named & listed, block
            else:
                assert named <= listed, block
                assert part or named == listed, block


def test_the_winners_are_the_golden_ones() -> None:
    for block, answer in zip(GOOD, asked("standings", GOOD), strict=True):
        for rule, value in entries(block, "winner"):
            leader = answer["rules"][rule[0]]["leader"] if rule else answer["winner"]
            assert (leader or "none") == value, block


def test_the_standings_are_the_golden_ones() -> None:
    for block, answer in zip(GOOD, asked("standings", GOOD), strict=True):
        for (seat, rule), value in entries(block, "cards"):
            cards = answer["rules"][rule]["standings"][seat]["cards"]
            assert (" ".join(cards) or "none") == value, block


def test_the_scores_are_the_golden_ones() -> None:
    for block, answer in zip(GOOD, asked("score", GOOD), strict=True):
        choices = [" ".join(choice["cards"]) for choice in answer["choices"]]
        for _, value in entries(block, "score"):
            assert sorted(choices) == sorted(split_list(value)), block
        for _, value in entries(block, "proposal"):
            assert choices[0] == value, block


def test_the_turns_lead_to_the_golden_positions() -> None:
    for block in GOOD:
        turns, positions = entries(block, "play"), entries(block, "then")
        for (_, turn), (_, after) in zip(turns, positions, strict=True):
            ran = lab("play", "--json", block.get("position"), turn)
            assert ran.status == 0, (block, ran.err)
            assert ran.answers[0]["after"].split() == after.split(), block


def test_what_is_illegal_is_refused() -> None:
    for block in GOOD:
        for _, value in entries(block, "illegal"):
            for turn in split_list(value):
                ran = lab("play", block.get("position"), turn)
                assert (ran.status, ran.out) == (2, ""), (block, turn)


def test_bad_positions_are_refused_by_name() -> None:
    bad = [block for block in read_golden() if entries(block, "error")]
    assert bad
    for block in bad:
        ran = lab("legal", block.get("position"))
        assert ran.status == 2
        assert all(word in ran.err for word in split_list(block.get("error names"))), block


# == puzzles ===============================================================================
# Files of puzzles follow from their seed, on every machine and in every build.


THREE_PUZZLES: Final = ("puzzles", "--game", "spring", "--count", "3", "--seed", "3")
POSITIONS: Final = (
    (
        "spring / table 3 ; 9 ; 9 9 :B / "
        "deck 3 8 4 6 2 8 4 9 5 6 2 1 9 8 9 6 7 2 3 7 3 8 1 / "
        "discard 7 7 4 5 6 1 1 3 3 1 2 3 4 5 6 / A> 5 6 2 2 2 7 7 : 5 : 0 / "
        "B 5 6 7 8 1 1 5 : 8 : 0 / C 4 4 8 9 : 4 : 0"
    ),
    (
        "spring / table 5 ; 3 4 :B / "
        "deck 7 4 6 2 8 1 4 6 9 3 9 6 7 6 9 8 8 1 7 8 1 2 1 4 2 2 7 5 7 3 1 5 4 2 8 7 4 / "
        "discard 8 4 5 1 2 3 9 5 5 9 9 / A> 3 7 2 1 6 : : 0 / B 5 6 8 9 3 3 : 6 : 0"
    ),
    (
        "spring / table 1 ; 5 ; 5 5 :C / deck 2 3 9 1 3 6 3 6 6 8 1 9 4 2 6 7 3 9 9 2 2 6 / "
        "discard 2 4 5 8 9 5 7 6 7 7 8 9 8 7 7 4 8 9 4 3 4 7 8 / A> 2 4 2 3 : : 0 / "
        "B 6 3 1 5 1 1 : 5 : 0 / C 1 8 : 4 : 0"
    ),
)
LINES: Final = [
    "puzzles 1 spring",
    f"1 shed A left=5 | 2 2 2 @3 | {POSITIONS[0]}",
    f"2 shed A left=4 | 6(B) 7 @2 | {POSITIONS[1]}",
    f"3 shed A left=2 | 2 3 4(C) @3 | {POSITIONS[2]}",
]


def test_a_seed_gives_this_file() -> None:
    ran = lab(*THREE_PUZZLES)
    assert (ran.status, ran.lines) == (0, LINES)
    assert [puzzle.grade for puzzle in read_puzzles(ran.out, "spring")] == [1, 2, 3]


@pytest.mark.slow
def test_several_processes_make_the_same_file() -> None:
    assert lab(*THREE_PUZZLES, "--jobs", "2").lines == LINES


def test_every_puzzle_is_an_answer_of_its_own() -> None:
    head, puzzle = lab("puzzles", "--count", "1", "--json").answers
    assert head == {"game": "red7", "line": "puzzles 1 red7"}
    assert puzzle["line"].startswith(f"1 {puzzle['kind']} A ")
    assert puzzle["line"].endswith(puzzle["position"])
    assert {*puzzle} == {
        *("game", "key", "kind", "figures", "grade", "seat", "position", "answers", "line")
    }


def test_what_was_found_is_printed_when_it_is_interrupted() -> None:
    with patch.object(Collection, "add", side_effect=KeyboardInterrupt):
        ran = lab("puzzles", "--count", "1")
    assert (ran.status, ran.lines) == (130, ["puzzles 1 red7"])


def test_a_game_without_puzzles_has_no_such_command() -> None:
    assert "puzzles" in Catalogue(BOX).modules("spring")
    assert "puzzles" not in Catalogue({"bazaar": ROW}).modules("bazaar")


# == daily =================================================================================
# `lab daily` finds the same deals every time: those that are won about as often as lost.


PLAYERS = replace(ROW.players(), daily=Daily("random", {}))
WITH_DAILY = ROW._replace(players=lambda: PLAYERS)
DAILY_BOX = {"bazaar": WITH_DAILY}
WORDS = ("daily", "--tries", "12", "--plays", "5")


def test_it_keeps_deals_that_are_won_about_as_often_as_lost() -> None:
    ran = lab(*WORDS, "--json", box=DAILY_BOX)
    head, *kept = ran.answers
    assert (head["rival"], head["plays"]) == ("random", 5)
    assert 0 < len(kept) < 12
    assert all(2 <= each["won"] <= 3 for each in kept)
    found = [each["deal"] for each in kept]
    tried = range(1_000_003, 1_000_015)
    again = [deal for deal in tried if count_wins(Trial(WITH_DAILY, 1, 5), deal) is not None]
    assert again == found


def test_a_deal_is_given_up_that_is_won_too_often_at_one_of_the_looks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    even, late = [1.0, 0.0] * 20, [1.0] * 13 + [0.0] * 20 + [1.0] * 7
    found = []
    for wins in (even, late):
        coming = iter(wins)
        monkeypatch.setattr(daily, "_play_once", lambda *_, coming=coming: next(coming))
        found.append(count_wins(Trial(WITH_DAILY, 1, 40), 1))
    assert found == [20.0, None]


def test_what_it_prints_is_a_list_that_the_program_reads() -> None:
    shown, plain = lab(*WORDS, box=DAILY_BOX), lab(*WORDS, "--json", box=DAILY_BOX)
    assert parse_deals(shown.out) == tuple([each["deal"] for each in plain.answers[1:]])


def test_a_game_without_daily_deals_says_so() -> None:
    ran = lab("daily", box={"bazaar": ROW})
    assert ran.status == 2
    assert "no deal of the day" in ran.err
