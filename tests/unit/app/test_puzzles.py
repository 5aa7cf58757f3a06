"""What events at puzzles come to, and how matches are looked through for puzzles."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import date
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from red7_desktop.app.library import database, matches, people
from red7_desktop.app.profile.statistics import MatchFacts, ProfileEvent
from red7_desktop.app.puzzles import attempt, sources
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.play.ai import Seat
from red7_desktop.tabletop.match import HUMAN, Match
from red7_desktop.tabletop.player import ShouldStop
from red7_desktop.tabletop.puzzle import Puzzle, SearchStopped, text_of_puzzle
from red7_desktop.tabletop.rounds import write_record
from tests.matches import played
from tests.unit.app.copies import Copy

DAY = date(2026, 11, 22)


def event(outcome: str, key: str, value: int = 0, game: str = "red7") -> ProfileEvent:
    return ProfileEvent("puzzle", game, key, DAY, outcome, value)


def puzzle(nth: int) -> Puzzle:
    return Puzzle("red7", "stay", (), 1, 0, f"position {nth}", ("R7",))


@pytest.mark.parametrize(
    ("events", "streak", "lit"),
    [
        ([], 0, 0),
        ([event("solved", "a"), event("solved", "b", 2)], 2, 2),
        ([event("solved", "a"), event("solved", "a")], 1, 1),
        ([event("solved", "a"), event("skipped", "b"), event("solved", "c")], 2, 2),
        ([event("solved", "a"), event("missed", "b")], 0, 0),
        ([event("solved", "a"), event("shown", "b"), event("solved", "c")], 1, 1),
        ([event("solved", "a"), event("solved", "b", attempt.GIVEN_AWAY)], 1, 1),
        ([event("solved", str(nth)) for nth in range(7)], 7, 7),
        ([event("solved", str(nth)) for nth in range(8)], 8, 1),
        ([event("solved", "a", game="other"), event("solved", "b")], 1, 1),
    ],
)
def test_puzzle_streak_grows_when_solved_and_ends_when_missed(
    events: list[ProfileEvent], streak: int, lit: int
) -> None:
    progress = attempt.sum_up_progress(events, "red7")
    assert (progress.streak, progress.lit) == (streak, lit)


def test_new_puzzle_progress_has_no_streak_lights_on() -> None:
    assert attempt.PuzzleProgress().lit == 0


def test_next_puzzle_is_the_next_unsolved_one() -> None:
    row = [puzzle(nth) for nth in range(3)]
    first, second, third = [each.key for each in row]
    assert attempt.find_next_puzzle(row, frozenset()) == row[0]
    assert attempt.find_next_puzzle(row, frozenset({second}), first) == row[2]
    assert attempt.find_next_puzzle(row, frozenset({third}), second) == row[0]
    assert attempt.find_next_puzzle(row, frozenset({first, second, third}), first) == row[1]
    assert attempt.find_next_puzzle([], frozenset()) is None


def test_newest_puzzles_from_own_matches_are_kept_up_to_a_limit(copy: Copy) -> None:
    assert sources.read_own_puzzles(copy.library, "red7") == ()
    sources.keep_own_puzzles(copy.library, "red7", [puzzle(0)])
    more = [puzzle(nth) for nth in range(1, sources.MOST_OWN_PUZZLES + 5)]
    sources.keep_own_puzzles(copy.library, "red7", more)
    copy.library.flush()

    kept = sources.read_own_puzzles(copy.library, "red7")

    assert kept == tuple(more[: sources.MOST_OWN_PUZZLES])
    assert sources.read_own_puzzles(copy.library, "spring") == ()


def test_damaged_stored_puzzle_alone_is_skipped(copy: Copy) -> None:
    texts = [("a", text_of_puzzle(puzzle(1))), ("b", "no puzzle"), ("c", text_of_puzzle(puzzle(2)))]
    copy.library.write(partial(matches.put_puzzles, game="red7", puzzles=texts, most=9)).result()

    assert sources.read_own_puzzles(copy.library, "red7") == (puzzle(1), puzzle(2))


def test_puzzles_stored_by_two_running_programs_are_all_kept(copy: Copy, other: Copy) -> None:
    for nth in range(3):
        sources.keep_own_puzzles(copy.library, "red7", [puzzle(nth)])
        sources.keep_own_puzzles(other.library, "red7", [puzzle(nth + 10), puzzle(nth)])
    copy.library.flush()
    other.library.flush()

    kept = sources.read_own_puzzles(copy.library, "red7")

    assert set(kept) == {puzzle(nth) for nth in (0, 1, 2, 10, 11, 12)}
    assert len(kept) == 6


@pytest.mark.parametrize(("given", "most"), [(1, 1), (3, 3), (9, 3)])
def test_match_yields_at_most_three_puzzles_latest_first(given: int, most: int) -> None:
    asked: list[int] = []

    def make_from_missed_turn(
        match: Match, seat: int, begin: int, stop: ShouldStop
    ) -> Puzzle | None:
        asked.append(begin)
        return puzzle(begin) if len(asked) <= given else None

    puzzles: Any = SimpleNamespace(make_from_missed_turn=make_from_missed_turn)
    match = played("advanced@1.3", 2, 8)
    found = list(sources.make_puzzles_from_match(match, {0, 1}, puzzles, lambda: False))
    assert found == [puzzle(begin) for begin in asked[:most]]
    assert asked == sorted(asked, reverse=True)
    assert list(sources.make_puzzles_from_match(match, {0, 1}, puzzles, lambda: True)) == []


# == Each match is searched for puzzles once, also across restarts.

PUZZLE = Puzzle("red7", "stay", (), 1, 0, "a position", ("R1",))


class Program:
    """Runs the gatherer over and over, as the program does: on the same library."""

    def __init__(self, copy: Copy) -> None:
        self.copy = copy
        self.deals: list[int] = []
        self.found: list[Puzzle] = []
        self.while_asked: Callable[[], None] = lambda: None
        self.start()

    def start(self) -> None:
        around: Any = SimpleNamespace(library=self.copy.library, catalogue=CATALOGUE)
        puzzles: Any = {"red7": self}
        load = puzzles.__getitem__
        self.puzzle_finder = sources.PuzzleFinder(
            around, load, lambda game, found: self.found.extend(found)
        )

    def make_from_missed_turn(
        self, match: Match, seat: int, revision: int, stop: ShouldStop
    ) -> Puzzle | None:
        """Find one in the first turn of a match, as a game's puzzles would."""
        if match.seed not in self.deals[-1:]:
            self.deals.append(match.seed)
        self.while_asked()
        if stop():
            raise SearchStopped
        return None if revision else PUZZLE

    def keep(self, seed: int) -> Match:
        match = played("basic@1.3", 2, seed)
        record = write_record(
            CATALOGUE["red7"].view().story.record_form, match, ("Ann", "Bo"), (HUMAN, "casual"), DAY
        )
        self.put(seed, record)
        return match

    def put(self, number: int, record: str) -> None:
        def write(db: sqlite3.Connection) -> None:
            people.put_match(db, MatchFacts(str(number), "red7", "{}", DAY, 1, True, ()))
            matches.store_record(db, matches.MatchRow(str(number), record))

        self.copy.library.write(write).result()

    def gather(self, match: Match) -> None:
        """Look for puzzles in a match that has just ended."""
        seats = (Seat("Ann"), Seat("Bo", "casual"))
        session: Any = SimpleNamespace(match=match, seats=seats)
        self.puzzle_finder.search_match(session, str(match.seed))
        self.puzzle_finder.worker.flush()

    def run(self) -> list[int]:
        """Start the program and end it when all is done; give the deals that were looked at."""
        self.start()
        self.deals.clear()
        self.puzzle_finder.catch_up()
        for _ in range(sources.MAX_SEARCHED_AT_START + 1):
            self.puzzle_finder.worker.flush()
        self.puzzle_finder.close()
        return list(self.deals)


@pytest.fixture
def program(copy: Copy) -> Program:
    return Program(copy)


def test_interrupted_puzzle_search_continues_at_the_next_start(program: Program) -> None:
    match = program.keep(8)
    program.while_asked = lambda: setattr(program.puzzle_finder, "_is_closing", True)
    program.gather(match)
    assert (program.deals, program.found) == ([8], [])
    program.while_asked = lambda: None

    assert (program.run(), program.found) == ([8], [PUZZLE])
    assert program.run() == []


def test_match_is_searched_for_puzzles_once(program: Program) -> None:
    program.gather(program.keep(8))
    assert program.found == [PUZZLE]

    assert program.run() == []


def test_few_matches_are_searched_per_run_newest_first(program: Program) -> None:
    for seed in range(1, sources.MAX_SEARCHED_AT_START + 3):
        program.keep(seed)
    assert program.run() == [7, 6, 5, 4, 3]
    program.keep(8)

    assert program.run() == [8, 2, 1]
    assert program.run() == []


def test_unreadable_records_do_not_block_the_puzzle_search(program: Program) -> None:
    program.keep(1)
    for number in range(2, sources.MAX_SEARCHED_AT_START + 2):
        program.put(number, f"game: red{number}\nno record\n")
    assert program.run() == []

    assert program.run() == [1]


def test_failed_puzzle_search_of_a_match_is_not_repeated(program: Program) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    program.keep(10)
    program.while_asked = fail

    assert program.run() == [10]
    assert program.run() == []


def test_puzzle_search_is_stored_as_done_once_the_library_is_writable(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT", 0.01)
    match = program.keep(8)
    library = program.copy.library
    library.write(lambda db: db.execute("PRAGMA busy_timeout = 10")).result()
    with closing(database.connect(program.copy.file)) as other:
        other.execute("BEGIN IMMEDIATE")
        program.gather(match)
        library.flush()
        assert library.is_unsaved
        assert program.run() == []
        other.execute("ROLLBACK")

    assert library.retry_writes()
    assert program.run() == []
