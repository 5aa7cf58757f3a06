"""Puzzles are made by a seed: rows of a grade, and collections in which every grade is filled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from itertools import islice
from typing import Any

from red7_desktop.tabletop.player import ShouldStop, keep_on
from red7_desktop.tabletop.puzzle import GRADES, Collection, Puzzle, iterate_tries


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
        should_stop: ShouldStop = keep_on,
    ) -> Puzzle | None:
        nth = int(seed.partition(".")[2])
        grade = 1 + nth // 2 % 5
        return None if nth % 2 or grade not in grades else puzzle(kind, grade, seed)


MILL: Any = Mill()


def test_tries_go_through_the_kinds() -> None:
    found = [(kind, seed) for kind, seed, _ in islice(iterate_tries(("a", "b"), "s"), 3)]
    assert found == [("a", "s.0"), ("b", "s.0"), ("a", "s.1")]


def test_a_collection_fills_every_grade_and_leaves_room_for_every_kind() -> None:
    collection = Collection(12, Mill.kinds)
    taken = 0
    for kind, seed, _ in iterate_tries(Mill.kinds, "x"):
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


def test_a_collection_takes_no_position_twice_and_no_kind_beyond_its_share() -> None:
    collection = Collection(20, ("sell", "take"))
    first = puzzle("sell", 1, 0)
    assert collection.add(first)
    assert not collection.add(first)
    assert collection.add(puzzle("sell", 1, 1))
    assert not collection.add(puzzle("sell", 1, 2))
    assert collection.lacks("sell")
    for grade in GRADES[1:]:
        assert collection.add(puzzle("sell", grade, grade * 10))
        assert collection.add(puzzle("sell", grade, grade * 10 + 1))
    assert collection.lacks("sell") == ()
    assert collection.lacks("take") == tuple(GRADES)


def test_a_collection_that_leaves_grades_out_is_full_too() -> None:
    collection = Collection(1, ("sell",))
    assert collection.add(puzzle("sell", 1, 0))
    assert collection.is_full


def test_what_is_wanted_ends_with_the_last_puzzle_even_for_one_who_asks_ahead() -> None:
    collection = Collection(6, Mill.kinds)
    wanted = collection.wanted("x")
    for each in wanted:
        made = MILL.attempt(*each)
        assert each.grades == collection.lacks(each.kind) != ()
        if made is not None:
            collection.add(made)
    assert collection.is_full
    assert next(wanted, None) is None
    assert list(collection.wanted("y")) == []
