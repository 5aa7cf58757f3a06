"""Puzzles on the table: solved, missed, hinted at, skipped; by mouse and by keys; nothing kept."""

from __future__ import annotations

import gc
import sqlite3
import threading
import weakref
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest

from red7_desktop.app.features import PuzzleFeature
from red7_desktop.app.library import matches
from red7_desktop.app.puzzles.attempt import NEXT, NOTHING_HERE, Attempt, AttemptPhase, PuzzleSource
from red7_desktop.app.puzzles.puzzles import PuzzleService, PuzzleShelf
from red7_desktop.app.puzzles.rating import RATING_KIND
from red7_desktop.app.puzzles.rush import RUSH_KIND, SECONDS, Rush
from red7_desktop.app.puzzles.sources import read_own_puzzles
from red7_desktop.app.table.hints import HintBubble
from red7_desktop.games.red7.puzzles import Red7Puzzles
from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.kit.hud.hud import Hud
from red7_desktop.kit.hud.seats import SeatPanel
from red7_desktop.kit.storage import BackgroundTask
from red7_desktop.play.ai import Seat, Thinker
from red7_desktop.play.session import Session
from red7_desktop.resources import asset_path
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.tabletop import player
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.puzzle import Puzzle, read_puzzles
from tests import kept
from tests.ui import listening, seeing
from tests.ui.conftest import Fly
from tests.ui.pilot import FORCE, GOLDEN, NEXT_STAY, SHIPPED, STAY, BlindPilot, Fingers, give_up

FOR_FOUR = """puzzles 1 red7
1 stay A | B7 | red7 basic@1.3 / canvas O5 O6 R6 V3 B5 I3 / deck ?17 / A> I1 I6 B3 : B7 B6 O1 : / B O2 V2 B4 : ?3 : / C G1 V7 Y7 : ?4 : / D R5 O7 : ?5 :
"""  # noqa: E501
EMPTY = next(
    each
    for each in read_puzzles(asset_path("puzzles", "red7.txt").read_text("utf-8"), "red7")
    if each.is_empty and each.kind == "stay"
)
TRIED = ("tries title", "why wrong", "streak", "count")


class PuzzlePilot(BlindPilot):
    def __init__(self, home: Path, size: tuple[int, int] = (1920, 1080)) -> None:
        super().__init__(home, size)
        self.room.shelves["red7"] = PuzzleShelf(SHIPPED)

    @property
    def room(self) -> PuzzleService:
        return self.program.feature(PuzzleFeature).service

    @property
    def attempt(self) -> Attempt:
        assert self.room._attempt is not None
        return self.room._attempt

    def is_at(self, stage: AttemptPhase) -> bool:
        return self.attempt.stage is stage

    def settle(self) -> None:
        self.room._worker.submit(lambda: None).result()
        self.wait(0.2)
        self.wait_for_profile()

    def open(self, nth: int = 0) -> Attempt:
        self.program.show_title()
        self.room.open(self.room.chosen(SHIPPED[nth], PuzzleSource.ALL))
        self.settle()
        return self.attempt

    def end(self, *cards: tuple[str, str]) -> None:
        """Drag cards, end the turn with the large button, and wait for the verdict."""
        for face, zone in cards:
            self.drag(face, zone)
            self.wait(0.6)
        self.press("end")
        self.settle()

    def outcomes(self) -> list[tuple[str, int]]:
        events = self.program.profile.events
        return [(event.outcome, event.value) for event in events if event.kind == "puzzle"]

    def rated(self) -> list[tuple[str, int]]:
        """Return the outcomes of rated tries with the puzzles' grades."""
        events = self.program.profile.events
        return [(event.outcome, event.value) for event in events if event.kind == RATING_KIND]


PILOT = PuzzlePilot


def test_puzzle_is_solved_by_mouse_and_the_next_follows(pilot: PuzzlePilot, tmp_path: Path) -> None:
    pilot.open()
    assert "End this turn winning." in seeing.words(pilot)
    pilot.end(("O5", "palette"), ("B1", "canvas"))
    assert pilot.is_at(AttemptPhase.SOLVED)
    assert "Solved" in seeing.words(pilot)
    assert pilot.outcomes() == [("solved", 0)]
    tick = pilot.node("pen")
    assert tick.size.w == 0.0, "it is drawn once all lights are there"
    pilot.wait(1.0)
    assert tick.size == tick.find("mark").size
    pilot.press("end")
    pilot.settle()
    assert pilot.attempt.prepared.chosen.puzzle == FORCE
    pilot.program.show_title()
    assert not pilot.nodes("continue")
    assert not list((tmp_path / "saves").glob("**/*.save*"))
    assert not (tmp_path / "saves" / "played").exists()


def by_keys(pilot: PuzzlePilot, card: str, place: str) -> None:
    hand = pilot.session.observe().zones["hand:A"]
    pilot.key(pygame.K_1 + hand.index(card))
    pilot.key({"palette": pygame.K_p, "canvas": pygame.K_c}[place])


def by_pad(pilot: PuzzlePilot, card: str, place: str) -> None:
    focus = pilot.program.ui.stage.focus
    for _ in range(20):
        if focus.current is pilot.card(card):
            break
        pilot.pad(pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    pilot.pad({"palette": pygame.CONTROLLER_BUTTON_Y, "canvas": pygame.CONTROLLER_BUTTON_X}[place])


Put = Callable[[PuzzlePilot, str, str], None]
End = Callable[[PuzzlePilot], None]
DEVICES: dict[str, tuple[Put, End]] = {
    "keys": (by_keys, lambda pilot: pilot.key(pygame.K_t)),
    "pad": (by_pad, lambda pilot: pilot.pad(pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)),
    "finger": (
        lambda pilot, card, place: Fingers(pilot).carry(card, place),
        lambda pilot: Fingers(pilot).press("end"),
    ),
}


@pytest.mark.parametrize(("put", "end"), DEVICES.values(), ids=DEVICES)
def test_puzzle_is_solved_without_a_mouse(pilot: PuzzlePilot, put: Put, end: End) -> None:
    pilot.open()
    put(pilot, "O5", "palette")
    pilot.wait(0.6)
    put(pilot, "B1", "canvas")
    pilot.wait(0.6)
    for stage, puzzle in ((AttemptPhase.SOLVED, STAY), (AttemptPhase.TRYING, FORCE)):
        end(pilot)
        pilot.settle()
        assert pilot.is_at(stage)
        assert pilot.attempt.prepared.chosen.puzzle == puzzle


def test_puzzle_goal_hints_and_outcome_are_read_aloud(pilot: PuzzlePilot) -> None:
    recorder = listening.speak_aloud(pilot)
    pilot.open()
    assert recorder.said[-1] == "End this turn winning."
    pilot.key(pygame.K_h)
    assert recorder.said[-1] == "End the turn under Most colours."
    pilot.end(("O5", "palette"), ("B1", "canvas"))
    assert recorder.said[-2] == "Solved"
    assert recorder.said[-1].startswith("You’re winning (Most colours)")


def test_rule_lens_in_a_puzzle_does_not_reveal_the_solution(pilot: PuzzlePilot) -> None:
    pilot.open()
    pilot.press("eye")
    assert "Standings under every rule" in seeing.words(pilot)
    assert "How you could be winning" not in seeing.words(pilot)


def test_wrong_turn_is_answered_then_the_puzzle_position_is_restored(pilot: PuzzlePilot) -> None:
    attempt = pilot.open(1)
    before = pilot.session.match.state
    pilot.end(("G6", "canvas"))
    assert pilot.is_at(AttemptPhase.WRONG)
    assert not pilot.session.is_viewers_turn
    assert "has an answer" in seeing.words(pilot)
    pilot.wait(8.0)
    assert pilot.is_at(AttemptPhase.TRYING)
    assert pilot.session.match.state is before
    # What the viewer has won would lie under the tries.
    covered = {"score:A": pilot.session.observe().zones["score:A"]}
    assert {**pilot.view.zones, **covered} == pilot.session.observe().zones
    assert "score:A" not in pilot.view.zones
    assert "Attempt 2" in seeing.words(pilot)
    assert len(attempt.wrong) == 1
    assert pilot.outcomes() == []


def test_open_hand_of_a_puzzle_opponent_is_beside_its_seat(pilot: PuzzlePilot) -> None:
    pilot.open(1)
    (seat,), (hands,) = pilot.nodes("seat 1"), pilot.nodes("open hands")
    assert not seat.bounds.overlaps(hands.bounds)
    assert seat.bounds.inflated(12.0).overlaps(hands.bounds)
    assert "Amaka’s hand" in seeing.words(pilot)
    (hud,), (strip,) = pilot.nodes("hud"), pilot.nodes("strip")
    assert isinstance(hud, Hud)
    heights = [node.bounds.centre.y for node in (*strip.children, hud.title, hud.tools)]
    assert len(heights) == 3
    assert max(heights) - min(heights) < 1.0
    pilot.end(("G6", "canvas"))
    pilot.wait(1.5)
    assert "Amaka’s hand" not in seeing.words(pilot), "it has been played"


def test_puzzles_of_a_grade_are_numbered_in_one_pass(
    pilot: PuzzlePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = pilot.room
    room.read("red7")
    pilot.wait(1.0)
    grade = SHIPPED[0].grade
    alike = room.shelves["red7"].of(PuzzleSource.GRADE, grade)
    listed: list[PuzzleSource] = []
    of = PuzzleShelf.of

    def record(shelf: PuzzleShelf, source: PuzzleSource, *args: Any) -> object:
        listed.append(source)
        return of(shelf, source, *args)

    monkeypatch.setattr(PuzzleShelf, "of", record)

    numbers = [each.place for each in room.number_puzzles(alike, PuzzleSource.GRADE)]

    assert numbers == list(range(1, len(alike) + 1))
    assert listed == [PuzzleSource.GRADE]


def test_puzzle_toolbar_does_not_overlap_the_goal(pilot: PuzzlePilot) -> None:
    pilot.change(ui_scale=125)
    pilot.room.open(pilot.room.chosen(read_puzzles(FOR_FOUR, "red7")[0], PuzzleSource.ALL))
    pilot.settle()
    assert not pilot.node("title").bounds.overlaps(pilot.node("tools").bounds)


def test_close_up_in_a_puzzle_covers_no_button(pilot: PuzzlePilot) -> None:
    pilot.change(ui_scale=150)
    pilot.open()
    for card in [*pilot.view.cards.rows["hand:A"], *pilot.view.cards.rows["palette:A"]]:
        pilot.table._close_up.show(card)
        (panel,) = pilot.table._close_up.node.children
        assert not any(panel.bounds.overlaps(pilot.node(name).bounds) for name in ("end", "hint"))


def test_solved_puzzle_does_not_show_the_opponent_as_thinking(pilot: PuzzlePilot) -> None:
    pilot.open()
    before = seeing.words(pilot)
    pilot.end(("O5", "palette"), ("B1", "canvas"))
    assert pilot.is_at(AttemptPhase.SOLVED)
    (seat,) = pilot.nodes("seat 1")
    assert isinstance(seat, SeatPanel)
    assert seat.shown is not None
    assert not seat.shown.is_acting
    assert seat.shown.kind in before


def test_wrong_puzzle_turn_without_a_reply_is_shown_before_it_ends(pilot: PuzzlePilot) -> None:
    pilot.open()
    pilot.end(("O5", "palette"))
    assert pilot.is_at(AttemptPhase.WRONG)
    assert [entry.step for entry in pilot.session.match.log] == ["O5"]


def test_wrong_puzzle_turn_stays_shown_with_reduced_motion(pilot: PuzzlePilot) -> None:
    pilot.change(reduced_motion=True)
    pilot.open(1)
    pilot.end(("G6", "canvas"))
    pilot.wait(20.0)
    assert pilot.is_at(AttemptPhase.WRONG)
    pilot.press("end")
    assert pilot.is_at(AttemptPhase.TRYING)


def test_third_wrong_turn_counts_the_puzzle_as_missed_only_once(pilot: PuzzlePilot) -> None:
    pilot.open(1)
    for outcomes in ([], [], [("missed", 0)], [("missed", 0)]):
        pilot.end(("G6", "canvas"))
        assert pilot.outcomes() == outcomes
        pilot.press("undo")
        pilot.wait(0.3)
    pilot.end(("G6", "palette"))
    assert pilot.outcomes() == [("missed", 0), ("solved", 3)]


def test_puzzle_hints_say_more_each_time_and_are_counted(pilot: PuzzlePilot) -> None:
    pilot.open()
    said = []
    for _ in range(4):
        pilot.key(pygame.K_h)
        pilot.wait(0.2)
        (bubble,) = [each for each in pilot.nodes("hint") if isinstance(each, HintBubble)]
        said.append(bubble.shown)
    assert len(set(said)) == 3
    assert said[2] == said[3]
    pilot.end(("O5", "palette"), ("B1", "canvas"))
    assert pilot.outcomes() == [("solved", 3)]


def test_skipped_puzzle_and_shown_answer_are_recorded_as_such(pilot: PuzzlePilot) -> None:
    pilot.open()
    pilot.press("puzzle next")
    pilot.settle()
    assert pilot.attempt.prepared.chosen.puzzle == FORCE
    pilot.key(pygame.K_ESCAPE)
    pilot.press("menu puzzle answer")
    pilot.wait(4.0)
    assert pilot.is_at(AttemptPhase.SHOWN)
    assert [entry.step for entry in pilot.session.match.log] == ["G6", "end"]
    assert pilot.outcomes() == [("skipped", 0), ("shown", 0)]


def test_nothing_here_button_solves_a_puzzle_without_a_solution(pilot: PuzzlePilot) -> None:
    pilot.room.open(pilot.room.chosen(EMPTY, PuzzleSource.ALL))
    pilot.settle()
    pilot.press(NOTHING_HERE)
    pilot.settle()

    assert pilot.is_at(AttemptPhase.SOLVED)
    assert "Nothing here: no turn does it." in seeing.words(pilot)
    assert pilot.outcomes() == [("solved", 0)]
    assert pilot.rated() == [("won", EMPTY.grade)]


def test_every_turn_of_a_puzzle_without_a_solution_is_wrong(pilot: PuzzlePilot) -> None:
    pilot.room.open(pilot.room.chosen(EMPTY, PuzzleSource.ALL))
    pilot.settle()
    pilot.end((pilot.session.observe().zones["hand:A"][0], "palette"))

    assert pilot.is_at(AttemptPhase.WRONG)
    assert pilot.rated() == [("lost", EMPTY.grade)]


def test_nothing_here_button_is_wrong_when_a_puzzle_has_a_solution(pilot: PuzzlePilot) -> None:
    pilot.open()
    pilot.press(NOTHING_HERE)
    pilot.settle()

    assert pilot.is_at(AttemptPhase.WRONG)
    assert "There is a turn that does it." in seeing.words(pilot)
    assert pilot.rated() == [("lost", STAY.grade)]
    pilot.wait(4.0)
    assert pilot.is_at(AttemptPhase.TRYING)
    assert "Nothing here" in seeing.words(pilot)


def test_last_hint_of_a_puzzle_without_a_solution_gives_the_answer(pilot: PuzzlePilot) -> None:
    pilot.room.open(pilot.room.chosen(EMPTY, PuzzleSource.ALL))
    pilot.settle()
    recorder = listening.speak_aloud(pilot)
    for said in ("There may be nothing to find here.", "Nothing here: no turn does it."):
        pilot.key(pygame.K_h)
        assert recorder.said[-1] == said


def test_first_try_at_a_puzzle_changes_the_displayed_rating(pilot: PuzzlePilot) -> None:
    pilot.open()
    pilot.end(("O5", "palette"), ("B1", "canvas"))

    assert pilot.rated() == [("won", STAY.grade)]
    value = pilot.room.ratings("red7").player.value
    assert value > 1510
    shown = f"Rating: about {round(value / 10) * 10} for now"
    assert shown in " ".join(seeing.words(pilot).split())
    pilot.press("puzzle list")
    pilot.wait(0.2)
    assert shown in " ".join(seeing.words(pilot).split())


def test_puzzle_solved_after_a_hint_is_rated_as_lost(pilot: PuzzlePilot) -> None:
    pilot.open()
    pilot.key(pygame.K_h)
    pilot.end(("O5", "palette"), ("B1", "canvas"))

    assert pilot.rated() == [("lost", STAY.grade)]


def test_puzzle_list_can_be_filtered_by_theme(pilot: PuzzlePilot) -> None:
    pilot.program.feature(PuzzleFeature).service.shelves.clear()
    pilot.room.show("red7")
    pilot.settle()
    grade = pilot.room.next_one("red7")
    assert grade is not None
    puzzles = pilot.room.shelves["red7"].of(PuzzleSource.GRADE, grade.puzzle.grade)
    themes = pilot.room.shelves["red7"].themes
    pilot.press("theme tie")
    pilot.wait(0.2)
    shown = [each.key for each in puzzles if pilot.nodes(f"puzzle {each.key}")]
    assert shown == [each.key for each in puzzles if "tie" in themes[each.key]]

    pilot.press(f"puzzle {shown[0]}")
    pilot.settle()
    assert "Win the tie" not in seeing.words(pilot)
    pilot.attempt.skip()
    pilot.settle()
    assert pilot.attempt.prepared.chosen.puzzle.key == shown[1]


def test_solved_puzzle_shows_the_name_of_its_theme(pilot: PuzzlePilot) -> None:
    pilot.open()
    pilot.end(("O5", "palette"), ("B1", "canvas"))

    assert "Play and discard" in seeing.words(pilot)


# == A rush.


def begin_rush(pilot: PuzzlePilot) -> Rush:
    pilot.room.open_rush("red7")
    pilot.settle()
    assert pilot.room._rush is not None
    return pilot.room._rush


def rush_results(pilot: PuzzlePilot) -> list[int]:
    events = pilot.program.profile.events
    return [event.value for event in events if event.kind == RUSH_KIND]


def answer(pilot: PuzzlePilot) -> None:
    """Take the right turn of the puzzle on the table, as the rules read it."""
    match = pilot.session.match
    for step in pilot.room.puzzles_of("red7").answer(pilot.attempt.prepared.chosen.puzzle):
        pilot.session.take(match.game.parse_step(str(step)))
    pilot.settle()


def test_puzzle_rush_opens_the_next_puzzle_and_counts_solved_ones(pilot: PuzzlePilot) -> None:
    rush = begin_rush(pilot)
    first = pilot.attempt.prepared.chosen.puzzle
    assert "Three-minute rush" in seeing.words(pilot)
    assert "Best rush" not in seeing.words(pilot), "there is none yet"
    answer(pilot)
    pilot.wait(3.0)
    pilot.settle()

    assert rush.solved == 1
    assert len(rush._puzzles) == 1, "it opens one, however long that takes"
    assert pilot.attempt.prepared.chosen.puzzle != first
    assert pilot.is_at(AttemptPhase.TRYING)
    assert pilot.outcomes() == pilot.rated() == []


def test_third_mistake_ends_a_puzzle_rush_and_shows_the_best_result(pilot: PuzzlePilot) -> None:
    pilot.room.shelves["red7"] = PuzzleShelf(SHIPPED * 2)
    rush = begin_rush(pilot)
    answer(pilot)
    for _ in range(3):
        pilot.wait(3.0)
        pilot.settle()
        pilot.press(NEXT)
        pilot.settle()

    assert rush.is_over
    assert rush_results(pilot) == [1]
    assert "1 puzzle solved. Your best!" in seeing.words(pilot)
    pilot.press("end")
    pilot.settle()
    assert pilot.room._rush is not rush
    pilot.room.show("red7")
    pilot.wait(0.2)
    assert "Best rush: 1" in seeing.words(pilot)


def test_puzzle_rush_ends_after_three_minutes_even_in_the_menu(pilot: PuzzlePilot) -> None:
    rush = begin_rush(pilot)
    recorder = listening.speak_aloud(pilot)
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(SECONDS / 2)
    assert SECONDS / 2 - 2.0 < rush.left < SECONDS / 2 + 2.0
    pilot.wait(SECONDS / 2 + 2.0)

    assert rush.is_over
    assert [each for each in recorder.said if "left" in each] == [
        *("60 seconds left", "30 seconds left", "10 seconds left"),
    ]
    assert recorder.said[-1] == "0 puzzles solved."


def test_leaving_the_table_ends_a_puzzle_rush(pilot: PuzzlePilot) -> None:
    rush = begin_rush(pilot)
    answer(pilot)
    pilot.program.show_title()
    pilot.settle()

    assert rush.is_over
    assert rush_results(pilot) == [1]


def test_puzzle_rush_pauses_after_an_answer_with_reduced_motion(pilot: PuzzlePilot) -> None:
    pilot.change(reduced_motion=True)
    rush = begin_rush(pilot)
    first = pilot.attempt
    answer(pilot)
    left = rush.left
    pilot.wait(20.0)
    assert pilot.attempt is first
    assert rush.left == left
    pilot.press("end")
    pilot.settle()
    assert pilot.attempt is not first


def test_puzzle_rush_gives_no_hints_and_no_answers(pilot: PuzzlePilot) -> None:
    begin_rush(pilot)
    pilot.key(pygame.K_h)
    pilot.wait(0.3)
    assert "There are no hints in a rush." in seeing.words(pilot)
    assert pilot.attempt.hints == 0
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.3)
    assert not pilot.nodes("menu puzzle answer")


def test_puzzle_list_marks_solved_puzzles_and_opens_a_chosen_one(pilot: PuzzlePilot) -> None:
    pilot.open()
    pilot.end(("O5", "palette"), ("B1", "canvas"))
    pilot.press("puzzle list")
    pilot.wait(0.2)
    assert "1 of 3 solved" in seeing.words(pilot)
    assert "Streak: 1" in seeing.words(pilot)
    (tile,) = pilot.nodes(f"puzzle {STAY.key}")
    assert tile.find("tick") is not None
    pilot.press(f"puzzle {FORCE.key}")
    pilot.settle()
    assert pilot.attempt.prepared.chosen.puzzle == FORCE
    pilot.key(pygame.K_ESCAPE)
    pilot.press("title")
    pilot.wait(0.2)
    assert pilot.nodes("next")


def test_language_change_keeps_the_puzzle_attempt(pilot: PuzzlePilot) -> None:
    pilot.open(1)
    pilot.end(("G6", "canvas"))
    pilot.change(language="de")
    pilot.wait(0.2)
    assert "hat eine Antwort" in seeing.words(pilot)
    pilot.press("undo")
    pilot.wait(0.5)
    assert "Versuch 2" in seeing.words(pilot)


def test_puzzle_screen_is_freed_from_memory_when_left(pilot: PuzzlePilot) -> None:
    pilot.open()
    table = weakref.ref(pilot.program.screen)
    pilot.program.show_title()
    pilot.settle()
    gc.collect()
    assert table() is None


def test_puzzles_are_generated_in_the_background(
    pilot: PuzzlePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = []

    def attempt(
        made: Red7Puzzles,
        kind: str,
        seed: str,
        grades: object,
        should_stop: player.ShouldStop,
        *,
        is_empty: bool,
    ) -> Puzzle | None:
        threads.append(threading.current_thread())
        return NEXT_STAY if len(threads) % 3 else replace(NEXT_STAY, grade=1)

    monkeypatch.setattr(Red7Puzzles, "attempt", attempt)
    pilot.room.show("red7")
    pilot.press("endless")
    while pilot.program.session is None:
        pilot.step_frame()
        pilot.settle()
    chosen = pilot.attempt.prepared.chosen
    assert (chosen.source, chosen.puzzle.grade) == (PuzzleSource.ENDLESS, 1)
    assert threading.main_thread() not in threads
    pilot.press("puzzle next")
    pilot.settle()
    assert pilot.attempt.prepared.chosen.source is PuzzleSource.ENDLESS


def test_avoidable_loss_becomes_a_puzzle(pilot: PuzzlePilot) -> None:
    puzzles = pilot.room.puzzles_of("red7")
    opened = puzzles.open(STAY)
    match = Match(Red7(), opened.options, 0, opened.state)
    match.take_text(0, "pass")
    session = Session(match, (Seat("Ada"), Seat("Bo", "casual")), {}, Thinker())
    reading = BackgroundTask(pilot.room.shelves.pop("red7")._replace)
    pilot.room._reading["red7"] = reading
    pilot.room.finder.search_match(session, "a match")
    pilot.room.finder.worker.flush()
    pilot.settle()
    reading.run()  # what was read before the puzzle was found comes after it
    pilot.step_frame()
    (own,) = pilot.room.shelves["red7"].own
    assert own.answers == STAY.answers
    pilot.room.show("red7")
    pilot.wait(0.2)
    pilot.press("own")
    pilot.settle()
    assert pilot.attempt.prepared.chosen.source is PuzzleSource.OWN


def leave_record(db: sqlite3.Connection, text: str) -> None:
    matches.store_running(db, matches.MatchRow("a match", "", "red7", "2026-01-31", ""))
    matches.store_record(db, matches.MatchRow("a match", text))


def test_old_match_is_searched_for_puzzles_when_the_program_starts(
    pilot: PuzzlePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    give_up(pilot, 11)
    pilot.room.finder.worker.flush()
    pilot.program.quit()
    library = pilot.paths.library
    assert kept.read_library(library, matches.find_unsearched) is None, "it is known when it ends"
    kept.change_library(library, partial(leave_record, text=GOLDEN.read_text("utf-8")))
    looked_at: list[object] = []

    def make_from_missed_turn(puzzles: object, match: Match, *where: object) -> Puzzle:
        looked_at.append(match.seed)
        return STAY

    monkeypatch.setattr(Red7Puzzles, "make_from_missed_turn", make_from_missed_turn)
    pilot.program = pilot.make_program()
    pilot.program.feature(PuzzleFeature).prepare()
    loading = pilot.program.feature(PuzzleFeature)._loading
    assert loading is not None
    loading.join()
    pilot.step_frame()
    for _ in range(3):
        pilot.room.finder.worker.flush()
    pilot.settle()
    assert [own.key for own in read_own_puzzles(pilot.library, "red7")] == [STAY.key]
    assert set(looked_at) == {3}


def test_puzzle_tries_and_streak_do_not_overlap_in_a_low_panel(fly: Fly) -> None:
    pilot = fly(size=(1600, 900))
    pilot.room.read("spring")
    pilot.settle()
    pilot.room.open_any("spring")
    pilot.settle()
    shown = [
        each for each in pilot.nodes("tries")[0].walk() if each.name in TRIED and each.is_shown
    ]
    assert len(shown) == len(TRIED)
    assert not [pair for pair in combinations(shown, 2) if pair[0].bounds.overlaps(pair[1].bounds)]


def open_shipped(pilot: PuzzlePilot, accepts: Callable[[Puzzle], bool]) -> Puzzle:
    """Open the first shipped puzzle of Spring Cleaning that is accepted."""
    pilot.room.read("spring")
    pilot.settle()
    found = next(filter(accepts, pilot.room.shelves["spring"].shipped))
    pilot.room.open(pilot.room.chosen(found, PuzzleSource.ALL))
    pilot.settle()
    return found


def test_rating_note_of_a_solved_puzzle_is_centred_in_a_low_panel(fly: Fly) -> None:
    pilot = fly(size=(1280, 720))
    shed = open_shipped(pilot, lambda each: each.kind == "shed")

    for step in pilot.room.puzzles_of("spring").answer(shed):
        pilot.session.take(step)
    pilot.settle()

    note = pilot.node("why wrong")
    assert isinstance(note, RunsLabel)
    assert "Rating" in note.text
    middle = note.bounds.y + note.ink.centre.y
    assert middle == pytest.approx(pilot.node("tries").bounds.centre.y, abs=2.0)


@pytest.mark.parametrize("size", [(1280, 720), (1600, 900), (1920, 1080), (1080, 1920)])
def test_play_button_is_no_smaller_than_the_next_puzzle_button(
    fly: Fly, size: tuple[int, int]
) -> None:
    pilot = fly(size=size)
    open_shipped(pilot, lambda each: each.kind == "shed")

    play = pilot.node("end").bounds
    skip = pilot.node(NEXT).bounds

    assert pilot.nodes("draw")
    assert play.area >= skip.area


def test_note_text_in_a_low_button_is_no_larger_than_its_title(fly: Fly) -> None:
    pilot = fly(size=(1280, 720))
    pilot.change(ui_scale=200)
    open_shipped(pilot, lambda each: each.is_empty)

    play, draw = [pilot.node(name) for name in ("end", "draw")]
    labels = [play.find("title"), play.find("note"), draw.find("title")]
    title, note, lone = [label for label in labels if isinstance(label, RunsLabel)]
    assert note.text
    assert title.ink.h >= note.ink.h
    assert not draw.find("note").visible, "there is only room for the title"
    assert lone.ink.h >= 0.5 * draw.size.h
