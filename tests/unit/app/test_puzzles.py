"""What events at puzzles come to, and how matches are looked through for puzzles."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

from red7_desktop.tabletop.match import HUMAN
from red7_desktop.app.profile.statistics import ProfileEvent
from red7_desktop.app.puzzles import attempt, sources
from red7_desktop.app.puzzles import sources as looked_at
from red7_desktop.games.registry import BOX
from red7_desktop.kit.storage import Paths
from red7_desktop.play.ai import Seat
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.player import ShouldStop
from red7_desktop.tabletop.puzzle import Puzzle, Unsolved, read_puzzles
from tests.matches import played

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
def test_a_streak_grows_with_what_is_found_and_ends_with_what_is_missed(
    events: list[ProfileEvent], streak: int, lit: int
) -> None:
    progress = attempt.sum_up_progress(events, "red7")
    assert (progress.streak, progress.lit) == (streak, lit)


def test_the_next_puzzle_is_the_next_that_is_not_solved() -> None:
    row = [puzzle(nth) for nth in range(3)]
    first, second, third = [each.key for each in row]
    assert attempt.find_next_puzzle(row, frozenset()) == row[0]
    assert attempt.find_next_puzzle(row, frozenset({second}), first) == row[2]
    assert attempt.find_next_puzzle(row, frozenset({third}), second) == row[0]
    assert attempt.find_next_puzzle(row, frozenset({first, second, third}), first) == row[1]
    assert attempt.find_next_puzzle([], frozenset()) is None


def test_puzzles_of_own_games_are_kept_the_newest_first(tmp_path: Path) -> None:
    own = sources.OwnPuzzles(tmp_path / "puzzles")
    assert own.read("red7") == ()
    own.add("red7", [puzzle(0)])
    own.add("red7", [puzzle(nth) for nth in range(1, sources.MOST_OWN_PUZZLES + 5)])
    kept = own.read("red7")
    assert len(kept) == sources.MOST_OWN_PUZZLES
    assert kept[0] == puzzle(1)
    (tmp_path / "puzzles" / "red7.txt").write_text("puzzles 9 red7", encoding="utf-8")
    own.add("red7", [puzzle(2)])
    assert own.read("red7") == (puzzle(2),)
    aside = tmp_path / "puzzles" / "red7.txt.damaged-1"
    assert aside.read_text(encoding="utf-8") == "puzzles 9 red7"


def test_two_copies_that_keep_puzzles_at_a_time_lose_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, of_other = sources.OwnPuzzles(tmp_path), sources.OwnPuzzles(tmp_path)
    other = Thread(target=of_other.add, args=("red7", [puzzle(2)]))

    def read_while_the_other_adds(text: str, game: str) -> tuple[Puzzle, ...]:
        if other.ident is None:
            other.start()
            other.join(0.3)
        return read_puzzles(text, game)

    own.add("red7", [puzzle(0)])
    monkeypatch.setattr(sources, "read_puzzles", read_while_the_other_adds)
    own.add("red7", [puzzle(1)])
    other.join()
    assert own.read("red7") == (puzzle(2), puzzle(1), puzzle(0))


@pytest.mark.parametrize(("given", "most"), [(1, 1), (3, 3), (9, 3)])
def test_a_match_gives_three_puzzles_at_most_those_of_its_end_first(given: int, most: int) -> None:
    asked: list[int] = []

    def from_turn(match: Match, seat: int, begin: int, stop: ShouldStop) -> Puzzle | None:
        asked.append(begin)
        return puzzle(begin) if len(asked) <= given else None

    puzzles: Any = SimpleNamespace(from_turn=from_turn)
    match = played("advanced@1.3", 2, 8)
    found = list(sources.make_puzzles_from_match(match, {0, 1}, puzzles, lambda: False))
    assert found == [puzzle(begin) for begin in asked[:most]]
    assert asked == sorted(asked, reverse=True)
    assert list(sources.make_puzzles_from_match(match, {0, 1}, puzzles, lambda: True)) == []


# == Matches are looked through for puzzles once, be it when the program runs the next time.

PUZZLE = Puzzle("red7", "stay", (), 1, 0, "a position", ("R1",))


class Program:
    """Runs the gatherer over and over, as the program does: on the same files."""

    def __init__(self, home: Path) -> None:
        self.paths = Paths(home, home, home)
        self.paths.played.mkdir()
        self.deals: list[int] = []
        self.found: list[Puzzle] = []
        self.while_asked: Callable[[], None] = lambda: None
        self.start()

    def start(self) -> None:
        around: Any = SimpleNamespace(paths=self.paths, box=BOX, today=lambda: DAY)
        puzzles: Any = {"red7": self}
        load = puzzles.__getitem__
        self.puzzle_finder = sources.PuzzleFinder(
            around, load, lambda game, found: self.found.extend(found)
        )

    def from_turn(self, match: Match, seat: int, revision: int, stop: ShouldStop) -> Puzzle | None:
        """Find one in the first turn of a match, as a game's puzzles would."""
        if match.seed not in self.deals[-1:]:
            self.deals.append(match.seed)
        self.while_asked()
        if stop():
            raise Unsolved
        return None if revision else PUZZLE

    def keep(self, seed: int) -> Match:
        match = played("basic@1.3", 2, seed)
        record = BOX["red7"].face().story.record(match, ("Ann", "Bo"), (HUMAN, "casual"), DAY)
        self.put(seed, record)
        return match

    def put(self, number: int, record: str) -> None:
        (self.paths.played / f"{number:06}-2026-11-22-deal-{number}.red7").write_bytes(
            record.encode()
        )

    def run(self) -> list[int]:
        """Start the program and end it when all is done; give the deals that were looked at."""
        self.start()
        self.deals.clear()
        self.puzzle_finder.catch_up()
        for _ in range(sources.AT_A_START + 1):
            self.puzzle_finder.worker.flush()
        self.puzzle_finder.close()
        return list(self.deals)


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


def test_what_the_end_of_the_program_cut_off_is_looked_at_the_next_time(program: Program) -> None:
    match = program.keep(8)
    seats = (Seat("Ann"), Seat("Bo", "casual"))
    session: Any = SimpleNamespace(match=match, seats=seats)
    program.while_asked = lambda: setattr(program.puzzle_finder, "_is_closing", True)
    program.puzzle_finder.gather(session)
    program.puzzle_finder.worker.flush()
    assert (program.deals, program.found) == ([8], [])
    program.while_asked = lambda: None
    assert (program.run(), program.found) == ([8], [PUZZLE])
    assert program.run() == []


def test_a_match_that_was_looked_through_is_not_looked_through_again(program: Program) -> None:
    seats = (Seat("Ann"), Seat("Bo", "casual"))
    session: Any = SimpleNamespace(match=program.keep(8), seats=seats)
    program.puzzle_finder.gather(session)
    program.puzzle_finder.worker.flush()
    assert program.found == [PUZZLE]
    assert program.run() == []


def test_few_are_looked_at_in_a_run_the_newest_first(program: Program) -> None:
    for seed in range(1, sources.AT_A_START + 3):
        program.keep(seed)
    assert program.run() == [7, 6, 5, 4, 3]
    program.keep(8)
    assert program.run() == [8, 2, 1]
    assert program.run() == []


def test_records_that_give_nothing_keep_no_others_from_being_looked_at(program: Program) -> None:
    program.keep(1)
    for number in range(2, sources.AT_A_START + 2):
        program.put(number, f"game: red{number}\nno record\n")
    (program.paths.played / "000009-unreadable.red7").mkdir()
    assert program.run() == []
    assert program.run() == [1]

    def fail() -> None:
        raise ZeroDivisionError

    program.keep(10)
    program.while_asked = fail
    assert program.run() == [10]
    assert program.run() == []


def test_marks_outlive_the_program_and_are_not_kept_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looked_at, "MOST_MARKS", 2)
    file = tmp_path / "puzzles" / "looked-at.txt"
    for mark in ("a", "b", "c"):
        sources.SearchedRecords(file).add(mark)
    kept = [mark for mark in ("a", "b", "c") if sources.SearchedRecords(file).has(mark)]
    assert kept == ["b", "c"]
    file.write_bytes(b"\xff")
    assert not sources.SearchedRecords(file).has("c")
