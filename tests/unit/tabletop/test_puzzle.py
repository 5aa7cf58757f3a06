"""Puzzles: files of them, how hard they are, and how they are made by a seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from itertools import islice
from typing import Any, Final

import pytest

from red7_desktop.tabletop.player import Choice, Level, ShouldStop, never_stop
from red7_desktop.tabletop.puzzle import (
    GRADES,
    PositionCounter,
    Puzzle,
    PuzzleCollection,
    SearchStopped,
    grade_puzzle,
    iterate_endless_attempts,
    read_puzzles,
    text_of_puzzle,
    text_of_puzzles,
)
from red7_desktop.tabletop.records import InvalidRecord

ONE = Puzzle(
    "bazaar", "sell", (("coins", 3), ("turns", 2)), 4, 1, "bazaar / A x / B y", ("a b", "c")
)
OTHER = Puzzle("bazaar", "take", (), 1, 0, "bazaar / A x / B z", ("d",))
EMPTY = Puzzle("bazaar", "sell", (("coins", 3),), 2, 0, "bazaar / A x / B w", ())
LINE = "4 sell B coins=3 turns=2 | a b ; c | bazaar / A x / B y"


def test_puzzle_file_is_read_without_comments_and_empty_lines() -> None:
    text = text_of_puzzles("bazaar", [ONE, OTHER])
    assert text.splitlines()[:2] == ["puzzles 1 bazaar", LINE]
    assert read_puzzles(text, "bazaar") == (ONE, OTHER)
    assert read_puzzles(f"puzzles 1 bazaar\n# easy ones\n\n{LINE}\n", "bazaar") == (ONE,)


def test_puzzle_without_an_answer_is_written_with_a_dash() -> None:
    line = text_of_puzzle(EMPTY)

    assert line == "2 sell A coins=3 | - | bazaar / A x / B w"
    assert read_puzzles(f"puzzles 1 bazaar\n{line}\n", "bazaar") == (EMPTY,)
    assert EMPTY.is_empty
    assert not ONE.is_empty


def test_puzzle_key_depends_on_its_position_and_not_on_its_answers() -> None:
    harder = Puzzle(ONE.game, ONE.kind, (), 5, ONE.seat, ONE.position, ("e",))
    assert harder.key == ONE.key != OTHER.key
    assert len(ONE.key) == 10


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("4 sell B | a", "line 2: puzzle"),
        ("4 sell | a | p", "line 2: puzzle: '4 sell'"),
        ("6 sell B | a | p", "line 2: grade: '6'"),
        ("four sell B | a | p", "line 2: grade: 'four'"),
        ("4 Sell! B | a | p", "line 2: kind: 'Sell!'"),
        ("4 sell F | a | p", "line 2: seat: 'F'"),
        ("4 sell AB | a | p", "line 2: seat: 'AB'"),
        ("4 sell B coins | a | p", "line 2: figure: 'coins'"),
        ("4 sell B a=1 a=2 | a | p", "line 2: figure: 'a=2'"),
        ("4 sell B a=-1 | a | p", "line 2: figure: 'a=-1'"),
        ("4 sell B | a ; a | p", "line 2: answers: 'a ; a'"),
        ("4 sell B | a ; - | p", "line 2: answers: 'a ; -'"),
        ("4 sell B | a ; | p", "line 2: answers: 'a ;'"),
        (f"{LINE}\n{LINE}", "line 3: position"),
    ],
)
def test_error_of_a_damaged_puzzle_file_names_line_and_field(line: str, said: str) -> None:
    with pytest.raises(InvalidRecord) as refused:
        read_puzzles(f"puzzles 1 bazaar\n{line}\n", "bazaar")
    assert str(refused.value).startswith(said)


def test_puzzle_search_ends_at_its_limit_or_when_told_to_stop() -> None:
    limited, stopped = PositionCounter(0, limit=20), PositionCounter(0, should_stop=lambda: True)
    for lookout, many in ((limited, 20), (stopped, 15)):
        for _ in range(many):
            lookout._count()
        with pytest.raises(SearchStopped):
            lookout._count()


@pytest.mark.parametrize("head", ["", "puzzles 2 bazaar", "puzzles 1 poker", LINE])
def test_file_without_a_puzzle_header_is_refused(head: str) -> None:
    with pytest.raises(InvalidRecord, match="line 1: head"):
        read_puzzles(f"{head}\n{text_of_puzzle(ONE)}\n", "bazaar")


# == Difficulty of puzzles.

BY_SUM: Final = (1, 1, 2, 3, 4, 5)


class Guesser:
    """Is right in so many of five tries."""

    def __init__(self, right: int, asked: list[int]) -> None:
        self._right = right
        self._asked = asked

    def choose(
        self, observation: Any, budget: int, seed: int, should_stop: ShouldStop = never_stop
    ) -> Choice:
        self._asked.append(budget)
        return Choice(("right" if seed < self._right else "wrong",))


def grade(alike: int, *right: int, wanted: Any = GRADES) -> tuple[int, int]:
    """Grade by two players, the second of whom looks ahead; give how often they were asked, too."""
    asked: list[int] = []
    levels = [
        Level(str(nth), "", 100 * nth, lambda many=many: Guesser(many, asked))  # type: ignore[misc]
        for nth, many in enumerate(right)
    ]
    found = grade_puzzle(alike, levels, None, ("right",).__eq__, BY_SUM, wanted, never_stop)
    return found, len(asked)


@pytest.mark.parametrize(
    ("alike", "right", "expected"),
    [
        *((0, (5, 5), 1), (0, (3, 1), 1), (0, (2, 1), 1), (0, (2, 0), 2)),
        *((1, (3, 1), 1), (3, (3, 1), 1), (4, (3, 1), 2), (9, (2, 0), 4), (10, (2, 0), 5)),
    ],
)
def test_puzzle_grade_rises_with_missed_and_with_tempting_turns(
    alike: int, right: tuple[int, int], expected: int
) -> None:
    assert grade(alike, *right) == (expected, 6)


@pytest.mark.parametrize(
    ("alike", "wanted", "expected"), [(0, (5,), (0, 0)), (1, (1,), (0, 5)), (0, (2,), (2, 6))]
)
def test_puzzle_grading_stops_when_the_wanted_grade_is_impossible(
    alike: int, wanted: tuple[int, ...], expected: tuple[int, int]
) -> None:
    assert grade(alike, 0, 0, wanted=wanted) == expected


# == Generation of puzzles from a seed.


def puzzle(kind: str, grade: int, nth: object) -> Puzzle:
    return Puzzle("bazaar", kind, (), grade, 0, f"bazaar {nth}", ("a",))


class Mill:
    """Makes a puzzle of every second seed, each a grade harder than the last."""

    kinds = ("sell", "take")

    def attempt(
        self,
        kind: str,
        seed: str,
        grades: Container[int] = GRADES,
        should_stop: ShouldStop = never_stop,
    ) -> Puzzle | None:
        nth = int(seed.partition(".")[2])
        grade = 1 + nth // 2 % 5
        return None if nth % 2 or grade not in grades else puzzle(kind, grade, seed)


MILL: Any = Mill()


def test_puzzle_generator_alternates_between_kinds_of_puzzles() -> None:
    found = [(kind, seed) for kind, seed, _ in islice(iterate_endless_attempts(("a", "b"), "s"), 3)]
    assert found == [("a", "s.0"), ("b", "s.0"), ("a", "s.1")]


def test_puzzle_collection_fills_every_grade_with_every_kind() -> None:
    collection = PuzzleCollection(12, Mill.kinds)
    taken = 0
    for kind, seed, _ in iterate_endless_attempts(Mill.kinds, "x"):
        made = MILL.attempt(kind, seed)
        taken += made is not None and collection.add(made)
        if collection.is_full:
            break
    found = collection.puzzles
    assert taken == len(found) == 12
    assert Counter(each.grade for each in found) == {1: 3, 2: 3, 3: 2, 4: 2, 5: 2}
    assert [each.grade for each in found] == sorted(each.grade for each in found)
    for grade in GRADES:
        assert {each.kind for each in found if each.grade == grade} == {"sell", "take"}


def test_puzzle_collection_refuses_duplicates_and_balances_kinds() -> None:
    collection = PuzzleCollection(20, ("sell", "take"))
    first = puzzle("sell", 1, 0)
    assert collection.add(first)
    assert not collection.add(first)
    assert collection.add(puzzle("sell", 1, 1))
    assert not collection.add(puzzle("sell", 1, 2))
    assert collection.list_missing_grades("sell")
    for grade in GRADES[1:]:
        assert collection.add(puzzle("sell", grade, grade * 10))
        assert collection.add(puzzle("sell", grade, grade * 10 + 1))
    assert collection.list_missing_grades("sell") == ()
    assert collection.list_missing_grades("take") == tuple(GRADES)
    leaves_grades_out = PuzzleCollection(1, ("sell",))
    assert leaves_grades_out.add(first)
    assert leaves_grades_out.is_full


def test_full_puzzle_collection_asks_for_no_more_attempts() -> None:
    collection = PuzzleCollection(6, Mill.kinds)
    attempts = collection.iterate_attempts("x")
    for each in attempts:
        made = MILL.attempt(*each)
        assert each.grades == collection.list_missing_grades(each.kind) != ()
        if made is not None:
            collection.add(made)
    assert collection.is_full
    assert next(attempts, None) is None
    assert list(collection.iterate_attempts("y")) == []
