"""What a review goes through, in which words, and that it shows nothing that was hidden."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from red7_desktop.games.red7.face.history import build_review, list_moments
from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.games.red7.rules.advance import apply_step
from red7_desktop.games.red7.rules.cards import DRAW, FETCH, PASS, Step, parse_step
from red7_desktop.games.red7.rules.game import observe, position_of
from red7_desktop.games.red7.rules.turns import build_turns, list_all_turns, sort_as_listed
from red7_desktop.kit.texts import Tone, to_plain
from red7_desktop.play.ai import InlineThinker, Reviewer
from red7_desktop.tabletop.player import Appraisal, Candidate
from tests.random_matches import MODES, begin, play_on, played
from tests.unit.red7.face.seen import words_of


@pytest.mark.parametrize("mode", MODES[::5], ids=str)
def test_a_review_goes_through_every_choice_of_a_seat(mode: tuple[str, int]) -> None:
    match = played(*mode, 4)
    found = list_moments(match, {1}, last_round_only=False)
    assert len(found) > 1
    for moment in found:
        turns = build_turns(position_of(moment.observation))
        assert moment.observation.viewer == moment.seat == 1
        assert turns.count > 1
        assert (
            sort_as_listed(moment.taken) in list_all_turns(turns) or moment.taken[-1].kind == PASS
        )


def test_all_that_a_seat_did_is_in_it_but_for_turns_without_a_choice() -> None:
    match = played("advanced+actions@1.3", 2, 6)
    found = list_moments(match, {0, 1}, last_round_only=False)
    turns = {(each.seat, each.round, each.turn) for each in found}
    had_choice = set()
    for revision, entry in enumerate(match.log):
        state = match.state_at(revision)
        if state.stage == "turn" and not state.steps:
            seen = observe(state, entry.seat)
            if build_turns(position_of(seen)).count > 1:
                had_choice.add((entry.seat, seen.round_number, len(seen.turns) + 1))
    assert had_choice <= turns


def test_a_turn_that_goes_on_is_left_out() -> None:
    match = begin("advanced@1.3", 2, 3)
    chance = random.Random(1)
    for _ in range(30):
        before = list_moments(match, {0, 1}, last_round_only=False)
        play_on(match, chance, 1)
        now = list_moments(match, {0, 1}, last_round_only=False)
        is_between_turns = match.log[-1].step in {"end", "pass", "(+)"}
        assert (len(now) > len(before)) <= is_between_turns


def test_the_last_round_alone_can_be_gone_through() -> None:
    match = played("advanced@1.3", 2, 5, target=60)
    every, last = (list_moments(match, {0}, last_round_only=only) for only in (False, True))
    assert {moment.round for moment in last} == {max(moment.round for moment in every)}
    assert len(last) < len(every)


def test_no_drawn_card_is_known_before_it_was_drawn() -> None:
    for seed in range(4):
        for moment in list_moments(played("advanced+actions@1.3", 2, seed), {0, 1}, False):
            drawn = [step for step in moment.taken if step.kind in {DRAW, FETCH}]
            assert all(step.card == -1 for step in drawn)


def candidate(
    turn: str,
    value: float,
    win_chance: float = 0.4,
    feared: str = "",
    error: float = 0.001,
    points: float = 0.0,
) -> Candidate:
    steps = tuple(parse_step(word) for word in turn.split())
    fear: tuple[Step, ...] = tuple(parse_step(word) for word in feared.split())
    return Candidate(steps, value, win_chance, 400, fear, 1 if fear else -1, error, points)


@pytest.mark.parametrize(
    ("loss", "said", "tone"),
    [
        (0.005, "As good as", Tone.GOOD),
        (0.02, "A little", Tone.ACCENT),
        (0.06, "something better", Tone.ACCENT),
        (0.4, "much better", Tone.BAD),
    ],
)
def test_the_verdict_follows_from_what_was_given_away(loss: float, said: str, tone: Tone) -> None:
    appraisal = Appraisal(candidate("R1 end", 0.5), candidate("G2 end", 0.5 - loss))
    told = build_review(words_of(2), appraisal, is_for_match=False)
    assert said in told.verdict
    assert told.tone is tone
    assert told.proposed is not None


def test_a_loss_within_its_error_is_none() -> None:
    """81 against 82 of 100: nothing was lost, and what was weighed too is no worse."""
    best, own = candidate("R1 end", 0.82), candidate("G2 end", 0.81, error=0.02)
    appraisal = Appraisal(best, own, (candidate("B4 end", 0.80, error=0.02),))
    told = build_review(words_of(2), appraisal, is_for_match=False)
    assert told.verdict == "As good as what the strongest player would have done"
    assert told.tone is Tone.GOOD
    assert told.others[0].figure == "just as good"
    sure = replace(appraisal, taken=replace(own, value=0.7), others=())
    assert "better" in build_review(words_of(2), sure, is_for_match=False).verdict


def test_the_figure_first_named_is_the_one_that_decides() -> None:
    best = candidate("R1 end", 0.82, 0.37, points=21.2)
    own = candidate("G2 end", 0.70, 0.55, points=12.4)
    told = build_review(words_of(2), Appraisal(best, own), is_for_match=True)
    assert told.proposed is not None
    assert told.proposed.figure == "wins 82 of 100 matches, 37 of 100 rounds"
    assert told.proposed.why == "It wins the round less often, but 9 points more."
    assert told.taken.figure == "wins 70 of 100 matches, 55 of 100 rounds"
    assert told.taken.why == ""


@pytest.mark.parametrize(
    ("proposed", "why"),
    [
        (candidate("pass", 0.6, 0.0), "This round is better lost early than late."),
        (candidate("R1 end", 0.6, 0.2), "It wins the round less often, but a loss costs less."),
        (candidate("R1 end", 0.6, 0.5, points=30.0), ""),
        (candidate("R1 end", 0.6, 0.48, points=30.0), ""),  # within its error
    ],
)
def test_a_rarer_win_is_explained(proposed: Candidate, why: str) -> None:
    own = candidate("G2 end", 0.5, 0.5, points=8.0)
    told = build_review(words_of(2), Appraisal(proposed, own), is_for_match=True)
    assert told.proposed is not None
    assert told.proposed.why == why


def test_the_same_turn_is_told_once() -> None:
    same = candidate("R1 end", 0.5)
    told = build_review(words_of(2), Appraisal(same, same), is_for_match=False)
    assert told.proposed is None
    assert "Just what" in told.verdict


def test_chances_and_the_feared_reply_are_told() -> None:
    own = candidate("B7 @G4 end", 0.31, 0.42, "R7 end")
    told = build_review(words_of(2), Appraisal(own, own), is_for_match=True).taken
    assert to_plain(told.plan) == "Play blue 7, then discard green 4"
    assert told.figure == "wins 31 of 100 matches, 42 of 100 rounds"
    assert told.chance == 0.31
    assert to_plain(told.feared) == "Watch out: Bo could play red 7"
    basic = build_review(words_of(2), Appraisal(own, own), is_for_match=False).taken
    assert basic.figure == "wins 31 of 100 rounds"
    assert basic.chance == 0.31


def test_a_reviewer_answers_with_the_number_it_was_asked_for_and_forgets_when_told() -> None:
    moment = list_moments(played("basic@1.3", 2, 8), {0, 1}, last_round_only=False)[0]
    reviewer = Reviewer(PLAYERS, InlineThinker(), budget=60)
    reviewer.ask(3, moment)
    found = reviewer.poll()
    assert found is not None
    number, appraisal = found
    assert number == 3
    assert appraisal is not None
    assert appraisal.taken.steps == moment.taken
    assert not reviewer.is_busy
    reviewer.ask(4, moment)
    reviewer.forget()
    assert reviewer.poll() is None


def test_taking_the_steps_leads_on_from_the_observation() -> None:
    for moment in list_moments(played("basic@1.3", 3, 2), {0, 1, 2}, last_round_only=False):
        position = position_of(moment.observation)
        for step in moment.taken:
            position = apply_step(position, step)
        assert position.mover != moment.seat
