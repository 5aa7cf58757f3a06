"""Hint, coach, review and end page say the same about a position."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit.present import story
from red7_desktop.kit.texts import Texts, Tone, to_plain
from red7_desktop.play.ai import Adviser, Reviewer, ReviewMoment, Seat, Thinker
from red7_desktop.tabletop.advice import AdviceStore
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.player import AdviceBudget, Choice
from red7_desktop.tabletop.rounds import read_record
from tests.choices import KINDS, list_played_positions

WORK: Final = AdviceBudget(300, 20)
LITTLE: Final = AdviceBudget(80, 10)
OTHER_WORK: Final = AdviceBudget(60, 6)
GAMES: Final = [(name, options) for name in KINDS for options in KINDS[name]]
NAMES: Final = ("Ada", "Bo", "Cleo", "Dan", "Eve")
GOLDEN: Final = Path(__file__).parents[2] / "golden" / "two_rounds.red7"


class Voices:
    """All that advises at a table of one game.

    Args:
        name: Name of the game.
        work: Budget of a hint.
        review_work: Work of the review; None if it shares the hints' advice, as in the program.
    """

    def __init__(
        self, name: str, work: AdviceBudget, review_work: AdviceBudget | None = None
    ) -> None:
        players = (
            CATALOGUE[name].players()._replace(first_advice_budget=work, full_advice_budget=work)
        )
        store = AdviceStore()
        self.view: Final = CATALOGUE[name].view()
        self.adviser: Final = Adviser(players, Thinker(), store)
        self.reviewer: Final = Reviewer(players, Thinker(), store, review_work)

    def ask(self, match: Match, seen: Any) -> Choice:
        self.adviser.request(match.revision, seen)
        choice = self.adviser.poll()
        assert choice is not None
        assert choice.is_final
        return choice

    def check(self, match: Match, seat: int) -> int:
        """Compare all voices in one position; return the number of turns that are mistakes."""
        seen = match.game.observe(match.state, seat)
        seats = tuple([Seat(name) for name in NAMES[: match.options["seats"]]])
        words = self.view.words.words_class.for_viewer(Texts(), seats, seat)
        choice = self.ask(match, seen)
        assert self.ask(match, seen) == choice
        hint = self.view.words.hint(words, seen, choice)
        coach = self.view.lessons.advise_off_script(words, match, seat, choice)
        assert coach.step == choice.steps[0]
        assert hint.why
        mistakes = 0
        for candidate in choice.candidates:
            end = match.revision + len(candidate.steps)
            moment = ReviewMoment(seat, match.revision, end, seen, candidate.steps)
            self.reviewer.request(0, moment)
            answer = self.reviewer.poll()
            assert answer is not None
            appraisal = answer[1]
            assert appraisal is not None
            tone, line = story.describe_review(self.view, words, moment, appraisal)
            # The end page asks this before it says that a turn decided the round.
            is_mistake = self.adviser.is_known_mistake(seen, candidate.steps)
            assert (tone is not Tone.GOOD) == is_mistake
            assert appraisal.proposed == choice.candidates[0]
            assert appraisal.played.value == candidate.value
            best = choice.candidates[0].value
            # A percentage, or the number of the expected trash.
            figure = self.view.words.describe_chances(words, best, seen, seat).split()[0]
            assert any(figure in to_plain(each) for each in hint.why), (figure, hint.why)
            if is_mistake:
                plan = self.view.story.describe_plan(words, seen, choice.steps)
                assert to_plain(plan).lower() in to_plain(line).lower()
                assert to_plain(hint.title).lower() == to_plain(plan).lower()
            mistakes += is_mistake
        return mistakes


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_hint_coach_review_and_end_page_agree(name: str, options: dict[str, Any]) -> None:
    voices = Voices(name, LITTLE)

    for match, seat in list_played_positions(CATALOGUE[name], options, 2):
        voices.check(match, seat)


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_hint_coach_review_and_end_page_agree_in_200_positions(name: str) -> None:
    voices = Voices(name, WORK)

    found = [
        voices.check(match, seat)
        for options in KINDS[name]
        for match, seat in list_played_positions(CATALOGUE[name], options, 67)
    ]

    assert len(found) > 200
    assert sum(found) > 20


@pytest.mark.parametrize("name", KINDS)
def test_disagreement_of_hint_and_review_is_detected(name: str) -> None:
    voices = Voices(name, LITTLE, OTHER_WORK)
    noticed = 0

    for match, seat in list_played_positions(CATALOGUE[name], KINDS[name][0], 3):
        try:
            voices.check(match, seat)
        except AssertionError:
            noticed += 1

    assert noticed == 3


def test_end_page_does_not_praise_a_known_mistake() -> None:
    row = CATALOGUE["red7"]
    view = row.view()
    record = read_record(view.story.record_form, GOLDEN.read_text("utf-8"), row.rules())
    match = record.match
    winner = match.state.rounds[-1].winner
    words = view.words.words_class.for_viewer(Texts(), tuple(map(Seat, NAMES[:2])), winner)

    praised = story.build_end(view, words, match, winner)
    doubted = story.build_end(view, words, match, winner, lambda seen, steps: True)
    of_other = story.build_end(view, words, match, 1 - winner, lambda seen, steps: True)

    assert praised is not None
    assert doubted is not None
    assert of_other is not None
    assert praised.turning_point.line
    assert not doubted.turning_point.line
    assert of_other.turning_point.line
