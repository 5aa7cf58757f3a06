"""The lines of a curve of chances come from the review and from how rounds end, in both games."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit.present import story
from red7_desktop.play import ai, hands, replay
from red7_desktop.tabletop import player
from red7_desktop.tabletop.game import TABLE, DragMove, zone_of
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.rounds import read_record
from tests.bazaar.row import ROW

GOLDEN = Path(__file__).parents[2] / "golden" / "two_rounds.red7"


def found_in(
    row: Any, match: Match, seats: int = 2
) -> tuple[replay.Timeline, replay.RecordedChoices]:
    timeline = replay.Timeline(match)
    told = story.list_review_moments(row.view(), match, range(seats))
    return timeline, replay.sort_choices(match, told, timeline, row.players())


def verdict(steps: tuple[Any, ...], value: float = 0.4, best: float = 0.4) -> player.Appraisal:
    taken = player.Candidate(steps, value, value, 100)
    other = player.Candidate(("better",), best, best, 100, error=0.01)
    return player.Appraisal(taken if best == value else other, taken)


def cleaned(seats: int) -> Match:
    """Play a round of Spring Cleaning, and deal the next."""
    match = Match(CATALOGUE["spring"].rules(), {"seats": seats}, 3)
    player = CATALOGUE["spring"].players().player_of("greedy")
    while match.state.round_number < 2:
        (seat, *_) = match.game.to_act(match.state)
        steps = match.game.legal_steps(match.state, seat)[:1]
        if seat != TABLE:
            steps = player.choose(match.game.observe(match.state, seat), 0, 1).steps
        for step in steps:
            match.take(seat, step)
    return match


@pytest.fixture(scope="module")
def golden() -> Match:
    row = CATALOGUE["red7"]
    played: Match = read_record(
        row.view().story.record_form, GOLDEN.read_text(encoding="utf-8"), row.rules()
    ).match
    return played


def test_win_chance_curve_uses_review_values_and_ends_at_0_or_1(golden: Match) -> None:
    timeline, choices = found_in(CATALOGUE["red7"], golden)
    own = [at for at, each in choices.by_step.items() if each.seat == 0]
    judged = {at: verdict(choices.by_step[at].taken) for at in choices.by_step}
    worse = own[1]
    judged[worse] = verdict(choices.by_step[worse].taken, value=0.3, best=0.7)
    first, second = replay.build_lines(choices, judged, timeline, 0)
    assert {point.at for point in first[:-1]} == {
        at for begin in own if begin < 28 for at in (begin, choices.by_step[begin].end)
    }
    assert replay.find_last_chance([first], worse) == pytest.approx(0.7)
    assert replay.find_last_chance([first], choices.by_step[worse].end) == pytest.approx(0.3)
    assert replay.find_last_chance([first], choices.by_step[worse].end - 1) == pytest.approx(0.7)
    assert (second[-1].at, second[-1].value) == (golden.revision, 0.0)
    other = replay.build_lines(choices, judged, timeline, 1)
    assert first[-1].at == other[0][-1].at == timeline.rounds[1] - 1
    assert first[-1].value + other[0][-1].value == pytest.approx(1.0)
    assert other[1][-1].value == 1.0


def test_drop_in_a_replay_is_refused_with_the_reason(golden: Match) -> None:
    session = replay.ReplaySession(golden, (ai.Seat("Ann"), ai.Seat("Bo")))
    zone = zone_of("hand", 0)
    card = session.observe().zones[zone][0]
    refused = hands.HandController(session).drop(DragMove(card, zone, zone_of("palette", 0), 0))
    assert (refused and refused.code, session.at) == ("only_watching", 0)


def test_win_chance_curve_has_gaps_where_turns_are_not_evaluated(golden: Match) -> None:
    timeline, choices = found_in(CATALOGUE["red7"], golden)
    own = [at for at, each in choices.by_step.items() if each.seat == 0]
    judged: dict[int, player.Appraisal | None] = {
        at: verdict(choices.by_step[at].taken) for at in own if at not in (own[1], own[-1])
    }
    lines = replay.build_lines(choices, judged, timeline, 0)
    assert len(lines) == 3
    assert replay.find_last_chance(lines, own[1]) is None
    assert replay.find_last_chance(lines, golden.revision) is None
    judged[own[1]] = None  # there was nothing to choose after all
    assert len(replay.build_lines(choices, judged, timeline, 0)) == 2
    assert replay.build_lines(choices, {}, timeline, 0) == ()


@pytest.mark.parametrize("seats", [2, 4])
def test_win_chance_curves_of_spring_cleaning_end_from_0_to_1_by_rank(seats: int) -> None:
    match = cleaned(seats)
    timeline, choices = found_in(CATALOGUE["spring"], match, seats)
    judged = {at: verdict(each.taken) for at, each in choices.by_step.items()}
    ends = [replay.build_lines(choices, judged, timeline, seat)[0][-1] for seat in range(seats)]
    assert {point.at for point in ends} == {timeline.rounds[1] - 1}
    values = sorted({point.value for point in ends})
    assert (len(values), values[0], values[-1]) == (seats, 0.0, 1.0)
    for each in choices.by_step.values():
        assert {match.log[at].seat for at in (each.begin, each.end - 1)} == {each.seat}


def test_game_without_a_reviewer_has_no_win_chance_curve() -> None:
    match = Match(ROW.rules(), {"seats": 3}, 1)
    for _ in range(6):
        seat = match.game.to_act(match.state)[0]
        match.take(seat, match.game.legal_steps(match.state, seat)[0])
    timeline, choices = found_in(ROW, match, 3)
    assert (choices.by_step, choices.settled) == ({}, {})
    assert replay.build_lines(choices, {}, timeline, 0) == ()


def test_preview_cards_of_a_better_turn_are_at_its_targets_in_replays(golden: Match) -> None:
    def lie(at: int, *steps: str) -> list[tuple[Any, str]]:
        seat = golden.log[at].seat
        found = replay.list_ghosts(
            golden, at, seat, [golden.game.parse_step(step) for step in steps]
        )
        return [(each.face, each.zone) for each in found]

    assert lie(46, "@O3", "end") == [("O3", "canvas")]
    assert lie(46, "R7") == [], "a step that could not be taken"
    # What nobody knew at that moment is a back, and nothing is told of what came after.
    assert lie(43, "R3", "(+)", "@R4") == [("R3", "palette:A"), (None, "hand:A")]
    found = lie(16, "R1", "(A:Y7)", "@G1", "end")
    assert found == [("R1", "palette:B"), ("Y7", "deck"), ("G1", "canvas")]


def test_card_that_moves_twice_in_a_turn_has_one_preview_card() -> None:
    match = cleaned(4)
    at = next(nth for nth, each in enumerate(match.log) if each.step.startswith("draw("))
    steps = [match.game.parse_step(each.step) for each in match.log[at : at + 2]]
    seat, face = match.log[at].seat, match.log[at].step[-2]
    (ghost,) = replay.list_ghosts(match, at, seat, steps)
    assert (ghost.face, ghost.zone) == (face, zone_of("hand", seat))


class Asked(ai.Reviewer):
    """Finds nothing, and keeps what it was asked."""

    def __init__(self) -> None:
        super().__init__(CATALOGUE["red7"].players(), ai.Thinker())
        self.asked: list[int] = []
        self._busy = False

    @property
    def is_busy(self) -> bool:
        return self._busy

    def request(self, number: int, moment: Any) -> None:
        self.asked.append(number)
        self._busy = True

    def poll(self) -> tuple[int, player.Appraisal | None] | None:
        was_busy, self._busy = self._busy, False
        return (self.asked[-1], None) if was_busy else None

    def cancel(self) -> None:
        self._busy = False


def test_recorded_turns_are_evaluated_once_beginning_with_the_shown_one(
    golden: Match,
) -> None:
    _, choices = found_in(CATALOGUE["red7"], golden)
    reviewer, judged = Asked(), dict[int, player.Appraisal | None]()
    found: list[replay.RecordedChoices] = []
    judging = replay.MatchReview(
        lambda: reviewer, lambda: found[0] if found else None, judged, (1,)
    )
    assert (judging.tick(0, 0), judging.is_busy) == (None, True)
    found.append(choices)
    shown = [at for at, each in choices.by_step.items() if each.seat == 0][2]
    while judging.is_busy:
        judging.tick(shown, 28)
    people = [at for at, each in choices.by_step.items() if each.seat == 1]
    people.sort(key=lambda at: at < 28)
    rest = [at for at, each in choices.by_step.items() if each.seat == 0 and at != shown]
    rest.sort(key=lambda at: at < 28)
    assert reviewer.asked == [shown, *people, *rest]
    again = replay.MatchReview(lambda: pytest.fail("all is judged"), lambda: choices, judged, (1,))
    assert (again.is_busy, again.tick(0, 0)) == (False, None)
    del judged[shown]
    left = replay.MatchReview(lambda: reviewer, lambda: choices, judged, (1,))
    left.tick(0, 0)
    left.close()
    assert (left.is_busy, reviewer.is_busy) == (False, False)


def test_luck_sums_how_much_each_deal_raised_the_seats_win_chance(golden: Match) -> None:
    timeline, choices = found_in(CATALOGUE["red7"], golden)
    judged = {at: verdict(each.taken, value=0.4) for at, each in choices.by_step.items()}
    firsts = [
        min(at for at, each in choices.by_step.items() if each.seat == 0 and at >= begin)
        for begin in timeline.rounds
    ]
    for at, value in zip(firsts, (0.6, 0.5), strict=True):
        judged[at] = verdict(choices.by_step[at].taken, value=value, best=value + 0.2)
    before = choices.settled[timeline.ends[0]][0]

    luck = replay.measure_luck(choices, judged, timeline, 0)

    assert luck == pytest.approx((0.8 - 0.5) + (0.7 - before))


def test_luck_of_a_deal_is_weighted_by_the_stake_of_its_round(golden: Match) -> None:
    timeline, choices = found_in(CATALOGUE["red7"], golden)
    judged = {at: verdict(each.taken, value=0.4) for at, each in choices.by_step.items()}
    rounds = [(player.RoundStake(0.5, 0.2),) * 2, (player.RoundStake(0.3, 1.0),) * 2]
    stakes = dict(zip(timeline.rounds, rounds, strict=True))

    luck = replay.measure_luck(dataclasses.replace(choices, stakes=stakes), judged, timeline, 0)

    assert luck == pytest.approx((0.4 - 0.5) * 0.2 + (0.4 - 0.3))


def test_luck_in_spring_cleaning_ignores_earlier_rounds() -> None:
    timeline, choices = found_in(CATALOGUE["spring"], cleaned(2))

    values = [each[0].value for each in choices.stakes.values()]

    assert len(timeline.rounds) > 1
    assert values == pytest.approx([0.5] * len(timeline.rounds))


def test_luck_is_unknown_until_the_first_turns_of_rounds_are_evaluated(golden: Match) -> None:
    timeline, choices = found_in(CATALOGUE["red7"], golden)
    judged = {at: verdict(each.taken) for at, each in choices.by_step.items()}
    first = min(at for at, each in choices.by_step.items() if each.seat == 0)
    del judged[first]

    assert replay.measure_luck(choices, judged, timeline, 0) is None
    assert replay.measure_luck(choices, judged, timeline, 1) is not None
    assert replay.measure_luck(replay.NO_CHOICES, {}, timeline, 0) is None
