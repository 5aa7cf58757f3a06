"""What puzzles and courses must keep: one turn solves each puzzle, each lesson can be won."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, islice
from random import Random
from typing import Any, Final

import pytest

from red7_desktop.app.matches.setups import build_first_setup
from red7_desktop.games.registry import CATALOGUE, GameEntry
from red7_desktop.kit import course, texts
from red7_desktop.kit.look.card_art import CardStyle
from red7_desktop.kit.setup import SeatPlan, seat_players
from red7_desktop.play.ai import make_choosers
from red7_desktop.resources import asset_path
from red7_desktop.tabletop import advice
from red7_desktop.tabletop.game import Reason
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.player import AdviceBudget, never_stop
from red7_desktop.tabletop.puzzle import (
    GRADES,
    HAS_SOLUTION,
    NO_SOLUTION,
    OpenedPuzzle,
    Puzzle,
    PuzzleSupport,
    iterate_endless_attempts,
    read_puzzles,
    text_of_puzzles,
)
from tests.matches import begin_puzzle

GAMES: Final = [name for name, row in CATALOGUE.items() if row.puzzles]
FEWEST: Final = {"red7": 300, "spring": 150}
"""So many ship at least."""
EVERY: Final = 9
"""Of so many one is tried in a hurry."""


def puzzles_of(game: str) -> PuzzleSupport:
    load = CATALOGUE[game].puzzles
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
def test_shipped_puzzles_are_sorted_unique_and_balanced(
    game: str,
) -> None:
    found = shipped(game)
    many = len(found)
    assert many >= FEWEST[game]
    grades = Counter(puzzle.grade for puzzle in found)
    assert min(grades[grade] for grade in GRADES) >= many // 6
    assert {puzzle.kind for puzzle in found} == {*puzzles_of(game).kinds}
    assert text_of_puzzles(game, found) == text_of(game)
    assert [each.grade for each in found] == sorted(each.grade for each in found)
    assert len({each.position for each in found}) == len({each.key for each in found}) == len(found)


@pytest.mark.parametrize(
    ("game", "kind"), [("red7", "stay"), ("spring", "shed"), ("spring", "tidy")]
)
def test_shipped_puzzle_is_made_again_from_its_position(game: str, kind: str) -> None:
    puzzles = puzzles_of(game)
    found = [each for each in shipped(game) if each.kind == kind and not each.is_empty]

    made = [
        puzzles.make(puzzles.kind_of(each), puzzles.parse_position(each.position)) for each in found
    ]

    assert len(found) > 50
    assert made == found


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_puzzle_opens_and_its_last_hint_is_the_answer(game: str) -> None:
    puzzles = puzzles_of(game)
    for puzzle in shipped(game):
        opened = puzzles.open(puzzle)
        assert opened.game.name == game
        assert opened.game.to_act(opened.state) == (puzzle.seat,)
        last = puzzles.hints(puzzle)[2]
        if puzzle.is_empty:
            assert last.code == NO_SOLUTION
        else:
            assert dict(last.data)["turn"] == puzzle.answers[0]


def test_shipped_puzzle_goal_is_one_unambiguous_sentence_in_every_language() -> None:
    """A goal is one sentence with all numbers of the question, the same for equal questions."""
    folder = asset_path("locale")
    for game in GAMES:
        row = CATALOGUE[game]
        kinds = puzzles_of(game).kinds_of_puzzles
        for language in texts.list_languages(folder):
            read = texts.load_texts(folder, language)
            goals: dict[str, Reason] = {}
            for puzzle in shipped(game):
                words = row.view().words
                seat_words = words.words_class(read, ("Ann", "Bo", "Cat", "Dan"), puzzle.seat)
                goal = texts.to_plain(words.puzzle_goal(seat_words, puzzle.goal))
                counted = kinds[puzzle.kind].counted
                assert [name for name, _ in puzzle.figures] == ([counted] if counted else [])
                assert re.fullmatch(r"[^.?!]+[.!]", goal), (language, goal)
                assert goals.setdefault(goal, puzzle.goal) == puzzle.goal


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_theme_has_puzzles_and_a_translated_name(game: str) -> None:
    puzzles = puzzles_of(game)
    found = Counter(theme for each in shipped(game) for theme in puzzles.list_themes(each))
    name_theme = CATALOGUE[game].view().words.puzzle_theme
    folder = asset_path("locale")

    assert set(found) == {*puzzles.themes, NO_SOLUTION}
    assert found[NO_SOLUTION] == sum(each.is_empty for each in shipped(game))
    for language in texts.list_languages(folder):
        names = {name_theme(texts.load_texts(folder, language), each) for each in puzzles.themes}
        assert len(names - {*puzzles.themes}) == len(puzzles.themes)


@pytest.mark.parametrize("game", GAMES)
def test_no_solution_answer_is_right_only_for_puzzles_without_solution(game: str) -> None:
    puzzles = puzzles_of(game)
    kinds = {puzzle.kind for puzzle in shipped(game) if puzzle.is_empty}

    assert kinds == {name for name, kind in puzzles.kinds_of_puzzles.items() if kind.may_be_empty}
    for puzzle in shipped(game):
        verdict = puzzles.judge_nothing(puzzle)
        assert verdict.is_right is puzzle.is_empty
        assert verdict.reason.code == (NO_SOLUTION if puzzle.is_empty else HAS_SOLUTION)


def solves_it_anew(game: str, puzzle: Puzzle) -> None:
    assert puzzles_of(game).is_proven(puzzle)


def turns_of(opened: OpenedPuzzle, seat: int) -> Iterator[tuple[Any, ...]]:
    game = opened.game
    begun: list[tuple[tuple[Any, ...], Any]] = [((), opened.state)]
    while begun:
        steps, state = begun.pop()
        for step in game.legal_steps(state, seat):
            after = game.apply(state, seat, step).state
            if game.to_act(after) == (seat,):
                begun.append(((*steps, step), after))
            else:
                yield (*steps, step)


def one_turn_is_right(game: str, puzzle: Puzzle) -> None:
    """Judge every turn there is, and play the lines that follow to their end.

    The right ones, such as one that is put together in another order, all come to the same. No turn
    is right in an empty puzzle.
    """
    puzzles = puzzles_of(game)
    opened = puzzles.open(puzzle)
    right = set()
    for steps in turns_of(opened, puzzle.seat):
        verdict = puzzles.judge(puzzle, steps)
        match = begin_puzzle(puzzles, puzzle, puzzles.text_of_turn(steps))
        if verdict.is_right:
            right.add(lying(match))
        for entry in verdict.line:
            match.take_text(entry.seat, entry.step)
    assert len(right) == (0 if puzzle.is_empty else 1)


def lying(match: Match) -> tuple[object, ...]:
    """Return what lies in every zone, whatever the order in which it came there."""
    zones = match.game.observe(match.state, None).zones
    return tuple([(name, *sorted(map(str, faces))) for name, faces in sorted(zones.items())])


@pytest.mark.parametrize(("game", "puzzle"), SAMPLE)
def test_sampled_puzzles_have_one_solution_and_the_stored_grade(game: str, puzzle: Puzzle) -> None:
    solves_it_anew(game, puzzle)
    puzzles = puzzles_of(game)
    kind, position = puzzles.kinds_of_puzzles[puzzle.kind], puzzles.parse_position(puzzle.position)
    if puzzle.is_empty:
        refuted = kind.refute(position)
        assert refuted is not None
        assert refuted.grade == puzzle.grade
        return
    found = kind.solve(position)
    assert found is not None
    assert kind.grade(position, found, GRADES, never_stop) == puzzle.grade


@pytest.mark.slow
@pytest.mark.parametrize(("game", "first"), ALL)
def test_every_puzzle_has_one_solution(game: str, first: int) -> None:
    for puzzle in shipped(game)[first : first + 10]:
        solves_it_anew(game, puzzle)
        one_turn_is_right(game, puzzle)


GENERATED: Final = 25
"""So many puzzles are generated for each of two games, with and without an answer."""


def generate(game: str, *, is_empty: bool) -> Iterator[Puzzle]:
    """Yield generated puzzles of all kinds in turn, as the endless puzzles do."""
    puzzles = puzzles_of(game)
    kinds = [
        name for name, kind in puzzles.kinds_of_puzzles.items() if kind.may_be_empty or not is_empty
    ]
    for kind, seed, _ in iterate_endless_attempts(kinds, "generated"):
        found = puzzles.attempt(kind, seed, is_empty=is_empty)
        if found is not None:
            yield found


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("is_empty", [False, True], ids=["answer", "empty"])
@pytest.mark.parametrize("game", GAMES)
def test_generated_puzzles_have_at_most_one_right_turn(
    game: str, is_empty: bool, part: int
) -> None:
    first = part * GENERATED
    for puzzle in islice(generate(game, is_empty=is_empty), first, first + GENERATED):
        assert puzzle.is_empty is is_empty
        solves_it_anew(game, puzzle)
        one_turn_is_right(game, puzzle)


HANDS: Final = {
    "red7": {"stay": [3, 6], "force": [2, 4], "points": [2, 4]},
    "spring": {"out": [3, 5], "hold": [4, 6], "shed": [5, 9], "tidy": [5, 9]},
}
"""How many cards a hand has at most that looks for the turn: by lot, between these two."""


@pytest.mark.parametrize(("game", "kind"), [(game, kind) for game in HANDS for kind in HANDS[game]])
def test_largest_hand_of_generated_puzzles_has_the_expected_size(
    monkeypatch: pytest.MonkeyPatch, game: str, kind: str
) -> None:
    puzzles, found = puzzles_of(game), []
    asked = puzzles.kinds_of_puzzles[kind]
    for lot in (0.0, 0.9999):
        sizes = []
        for seed in range(12):
            rng = Random(seed)
            lots = chain([lot] * 3, iter(rng.random, None))
            monkeypatch.setattr(rng, "random", lots.__next__)
            states = [puzzles.state_at(each, open_hands=False) for each in asked.propose(rng)]
            sizes += [len(asked.game.observe(each, 0).zones["hand:A"]) for each in states]
        found.append(max(sizes))
    assert found == HANDS[game][kind]


# == Courses: the script wins the first game, and every lesson can be solved.

TEXTS = texts.Texts()
TAUGHT = [row for row in CATALOGUE.values() if row.view().has_lessons]


LESSONS = [(row, lesson) for row in TAUGHT for lesson in row.view().lessons.list_lessons(TEXTS)]


@pytest.fixture(params=TAUGHT, ids=[row.name for row in TAUGHT])
def row(request: pytest.FixtureRequest) -> GameEntry:
    found: GameEntry = request.param
    return found


@pytest.fixture(params=LESSONS, ids=[f"{row.name}-{lesson.key}" for row, lesson in LESSONS])
def lesson(request: pytest.FixtureRequest) -> tuple[GameEntry, course.Lesson]:
    found: tuple[GameEntry, course.Lesson] = request.param
    return found


# -- the first game --------------------------------------------------------------------------


class FirstGameTable:
    """The first game with its opponents, and the person's seat for whoever uses this."""

    def __init__(self, row: GameEntry) -> None:
        self.row = row
        self.first = row.view().lessons
        setup, players = self.first.setup, row.players()
        self.seats = seat_players(setup, TEXTS, players.levels)
        assert setup.seed is not None
        self.match = Match(row.rules(), row.view().setup.to_options(setup), setup.seed)
        self.choosers = make_choosers(players, self.first.ai_seed, lambda: 0.0)
        self.words = row.view().words.words_class.for_viewer(TEXTS, self.seats, 0)

    def counsels(self) -> Iterator[course.CoachAdvice]:
        """Return what is said each time the person is asked, while the coach says something."""
        game, match = self.row.rules(), self.match
        while True:
            asked = game.to_act(match.state)
            others = [seat for seat in asked if seat > 0]
            counsel = self.advise()
            if 0 in asked:
                if counsel.hint is None:
                    return
                yield counsel
            elif others:
                choose = self.choosers[self.seats[others[0]].player or ""]
                seen = game.observe(match.state, others[0])
                for step in choose(seen, lambda: False):
                    match.take(others[0], step)
            else:
                return

    def advise(self) -> course.CoachAdvice:
        """Return what the coach says, who asks an adviser that works little."""
        counsel = self.first.coach_first_game(self.words, self.match, 0)
        if counsel.question is None:
            return counsel
        found = advice.advise(self.row.players(), counsel.question, AdviceBudget(20, 2))
        assert found is not None
        return self.first.advise_off_script(self.words, self.match, 0, found.choice)

    @property
    def progress(self) -> course.LessonProgress:
        return self.first.coach_first_game(self.words, self.match, 0).progress


def test_first_game_is_won_by_following_the_coach(row: GameEntry) -> None:
    table = FirstGameTable(row)
    game, said = row.rules(), []
    for counsel in table.counsels():
        seen = game.observe(table.match.state, 0)
        assert counsel.hint is not None
        assert set(counsel.hint.zones) <= set(seen.zones)
        said.append(counsel.hint.title)
        table.match.take(0, counsel.step)
    assert table.progress is course.LessonProgress.REACHED
    assert len(said) == sum(entry.seat == 0 for entry in table.match.log)


@pytest.mark.parametrize("nth", [0, 1, 3])
def test_coach_continues_when_the_learner_takes_another_turn(row: GameEntry, nth: int) -> None:
    table = FirstGameTable(row)
    game = row.rules()
    for place, counsel in enumerate(table.counsels()):
        steps = game.legal_steps(table.match.state, 0)
        others = [step for step in steps if step != counsel.step]
        strays = place == nth and bool(others)
        assert counsel.step in steps
        table.match.take(0, others[0] if strays else counsel.step)
    assert table.progress is not course.LessonProgress.OPEN


def test_coach_repeats_its_advice_after_undo(row: GameEntry) -> None:
    table = FirstGameTable(row)
    for counsel in table.counsels():
        table.match.take(0, counsel.step)
        if table.match.explain_no_undo(0) is None:
            table.match.undo(0)
            assert table.advise() == counsel
            return
    raise AssertionError("nothing can be taken back")


# -- lessons ---------------------------------------------------------------------------------


def progress_of(row: GameEntry, task: course.LessonTask) -> course.LessonProgress:
    match = task.match
    seats = len([zone for zone in row.rules().observe(match.state, 0).zones if "hand:" in zone])
    person, rival = seat_players(row.view().lessons.setup, TEXTS, ())
    words = row.view().words.words_class.for_viewer(
        TEXTS, (person, *[rival] * (seats - 1)), task.seat
    )
    counsel = task.coach(words, match, task.seat)
    assert counsel.hint is not None
    assert counsel.hint.title
    return counsel.progress


def test_lesson_is_solved_by_its_answer_only(
    lesson: tuple[GameEntry, course.Lesson],
) -> None:
    row, task = lesson[0], lesson[1].begin()
    for step in task.answer:
        assert progress_of(row, task) is course.LessonProgress.OPEN
        lines = task.list_lines(task.match.state)
        assert row.rules().parse_step(step) in {line[0] for line in lines}
        task.match.take_text(task.seat, step)
    assert progress_of(row, task) is course.LessonProgress.REACHED
    for other in row.rules().legal_steps(task.match.state, task.seat)[:1]:
        task.match.take(task.seat, other)
        assert progress_of(row, task) is course.LessonProgress.REACHED
    task = lesson[1].begin()
    answer = row.rules().parse_step(task.answer[0])
    while progress_of(row, task) is course.LessonProgress.OPEN:
        steps = row.rules().legal_steps(task.match.state, task.seat)
        others = (step for step in reversed(steps) if step != answer)
        task.match.take(task.seat, next(others, steps[-1]))
    assert progress_of(row, task) is course.LessonProgress.MISSED


def test_lesson_puzzle_and_preset_tiles_are_unique_and_show_real_cards(
    row: GameEntry,
) -> None:
    view = row.view()
    lessons = view.lessons.list_lessons(TEXTS)
    assert len({lesson.key for lesson in lessons}) == len(lessons)
    assert all(lesson.title and lesson.chapter for lesson in lessons)
    style = CardStyle("normal", texts.Texts(), None, asset_path)
    cards = {lesson.card for lesson in lessons}
    for puzzle in shipped(row.name):
        symbol, faces = view.pages.find_puzzle_symbol(puzzle)
        assert bool(symbol) is not bool(faces)
        cards.update(faces)
    for count in view.setup.seats:
        setup = replace(build_first_setup(row), seats=(SeatPlan(),) * count)
        presets = view.setup.list_presets(setup, texts.Texts())
        cards.update(card for preset in presets for card in preset.cards)
        rules = [view.setup.to_options(setup.with_values(**each.values)) for each in presets]
        assert all(rules.count(options) == 1 for options in rules)
    art = view.style.build_card_art(style)
    assert all(art.paint(card, 40).get_size() for card in cards)
