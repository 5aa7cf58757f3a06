"""Files of puzzles follow from their seed, on every machine and in every build."""

from __future__ import annotations

from typing import Final
from unittest.mock import patch

import pytest

from red7_desktop.games.registry import BOX
from red7_desktop.lab.catalogue import Catalogue
from red7_desktop.tabletop.puzzle import Collection, read_puzzles
from tests.bazaar.row import ROW
from tests.unit.lab.running import lab

THREE: Final = ("puzzles", "--game", "spring", "--count", "3", "--seed", "3")
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
    ran = lab(*THREE)
    assert (ran.status, ran.lines) == (0, LINES)
    assert [puzzle.grade for puzzle in read_puzzles(ran.out, "spring")] == [1, 2, 3]


@pytest.mark.slow
def test_several_processes_make_the_same_file() -> None:
    assert lab(*THREE, "--jobs", "2").lines == LINES


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
