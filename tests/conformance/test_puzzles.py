"""The puzzles that ship are what they say: one turn solves each, and every other one fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest

from red7_desktop.games.registry import BOX
from red7_desktop.resources import asset_path
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.puzzle import (
    GRADES,
    Opened,
    Puzzle,
    Puzzles,
    read_puzzles,
    text_of_puzzles,
)

GAMES: Final = [name for name, row in BOX.items() if row.puzzles]
FEWEST: Final = {"red7": 300, "spring": 150}
"""So many ship at least."""
EVERY: Final = 9
"""Of so many one is tried in a hurry."""


def puzzles_of(game: str) -> Puzzles:
    load = BOX[game].puzzles
    assert load is not None
    return load()


def text_of(game: str) -> str:
    return asset_path("puzzles", f"{game}.txt").read_text(encoding="utf-8")


@cache
def shipped(game: str) -> tuple[Puzzle, ...]:
    return read_puzzles(text_of(game), game)


SAMPLE: Final = [
    pytest.param(game, puzzle, id=f"{game}-{puzzle.kind}-{puzzle.key}")
    for game in GAMES
    for puzzle in shipped(game)[::EVERY]
]
ALL: Final = [(game, nth) for game in GAMES for nth in range(0, len(shipped(game)), 10)]
"""Where each ten begin."""


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_of_every_grade_and_kind(game: str) -> None:
    many = len(shipped(game))
    assert many >= FEWEST[game]
    grades = Counter(puzzle.grade for puzzle in shipped(game))
    assert min(grades[grade] for grade in GRADES) >= many // 6
    assert {puzzle.kind for puzzle in shipped(game)} == {*puzzles_of(game).kinds}


@pytest.mark.parametrize("game", GAMES)
def test_a_shipped_file_is_in_order_and_says_nothing_twice(game: str) -> None:
    found = shipped(game)
    assert text_of_puzzles(game, found) == text_of(game)
    assert [each.grade for each in found] == sorted(each.grade for each in found)
    assert len({each.position for each in found}) == len({each.key for each in found}) == len(found)


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_puzzle_can_be_laid_on_the_table_and_gives_hints(game: str) -> None:
    puzzles = puzzles_of(game)
    for puzzle in shipped(game):
        opened = puzzles.opened(puzzle)
        assert opened.game.name == game
        assert opened.game.to_act(opened.state) == (puzzle.seat,)
        assert dict(puzzles.hints(puzzle)[2].data)["turn"] == puzzle.answers[0]


def solves_it_anew(game: str, puzzle: Puzzle) -> None:
    assert puzzles_of(game).solve(puzzle) == puzzle.answers


def turns_of(opened: Opened, seat: int) -> Iterator[tuple[Any, ...]]:
    """Give all turns of a seat, as the rules list their steps."""
    game = opened.game
    begun: list[tuple[tuple[Any, ...], Any]] = [((), opened.state)]
    while begun:
        steps, state = begun.pop()
        for step in game.legal_steps(state, seat):
            after = game.take(state, seat, step).state
            if game.to_act(after) == (seat,):
                begun.append(((*steps, step), after))
            else:
                yield (*steps, step)


def one_turn_is_right(game: str, puzzle: Puzzle) -> None:
    """Judge every turn there is, and play the lines that follow to their end.

    The right ones, such as one that is put together in another order, all come to the same.
    """
    puzzles = puzzles_of(game)
    opened = puzzles.opened(puzzle)
    right = set()
    for steps in turns_of(opened, puzzle.seat):
        verdict = puzzles.judge(puzzle, steps)
        match = Match(opened.game, opened.options, 0, dealt=opened.state)
        for step in steps:
            match.take(puzzle.seat, step)
        if verdict.is_right:
            right.add(lying(match))
        for entry in verdict.line:
            match.take_text(entry.seat, entry.step)
    assert len(right) == 1


def lying(match: Match) -> tuple[object, ...]:
    """Give what lies in every zone, whatever the order in which it came there."""
    zones = match.game.observe(match.state, None).zones
    return tuple([(name, *sorted(map(str, faces))) for name, faces in sorted(zones.items())])


@pytest.mark.parametrize(("game", "puzzle"), SAMPLE)
def test_a_sample_is_solved_by_its_answer_alone(game: str, puzzle: Puzzle) -> None:
    solves_it_anew(game, puzzle)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "first"), ALL)
def test_every_puzzle_is_solved_by_its_answer_and_no_other_turn(game: str, first: int) -> None:
    for puzzle in shipped(game)[first : first + 10]:
        solves_it_anew(game, puzzle)
        one_turn_is_right(game, puzzle)
