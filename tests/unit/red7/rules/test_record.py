"""A record of a match reads as it was written, and replays every position by itself."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.red7.rules.notation import (
    Record,
    RecordedScore,
    RecordedTurn,
    read_record,
    replay,
)
from red7_desktop.games.red7.rules.rounds import (
    DEAL_ON,
    MATCH_OVER,
    ROUND_OVER,
    SCORE,
    TURN,
    MatchState,
    TakeScore,
)
from red7_desktop.tabletop.game import TABLE
from red7_desktop.tabletop.match import InvalidSeat, Match, read_match, write_match
from red7_desktop.tabletop.records import UNFINISHED, RecordedRound, ReplayMoment
from tests.random_matches import MODES, begin, play_on, played

NAMES = ["Ann: the first", "Zoë", "# 3", "D"]
PLAYERS = ["human", "level 3", "human", "level 1"]
DAY = date(2026, 1, 31)
ROOT = Path(__file__).parents[4]
TWO_ROUNDS = ROOT / "tests" / "golden" / "two_rounds.red7"


def recorded(match: Match) -> Record:
    seats = match.options["seats"]
    return Record.of(match, NAMES[:seats], PLAYERS[:seats], DAY)


def turn_states(match: Match) -> list[MatchState]:
    """List the states of a match that a replay goes through as well: all but inside a turn."""
    states: list[MatchState] = [match.state_at(number) for number in range(match.revision + 1)]
    return [state for state in states if not state.steps]


def states_of(moments: tuple[ReplayMoment, ...]) -> list[MatchState]:
    """List the states of a replay, but once where the rules left no choice of a score."""
    states = [moment.state for moment in moments]
    return [state for at, state in enumerate(states) if at == 0 or state != states[at - 1]]


@pytest.mark.sampled("rules")
@pytest.mark.parametrize(("rules", "seats"), MODES)
@pytest.mark.parametrize("seed", [1, 8, 2**70])
def test_a_record_reads_as_it_was_written_and_replays_the_match(
    rules: str, seats: int, seed: int
) -> None:
    match = played(rules, seats, seed)
    record = recorded(match)
    assert read_record(str(record)) == record
    assert str(read_record(str(record))) == str(record)
    assert states_of(replay(read_record(str(record)))) == turn_states(match)


@pytest.mark.sampled
@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_after_every_step_of_a_match_its_record_replays_to_the_last_turn(
    rules: str, seats: int
) -> None:
    match, chance = begin(rules, seats, seed=8, target=8), random.Random(8)
    assert states_of(replay(read_record(str(recorded(match))))) == [match.state]
    while match.game.to_act(match.state):
        play_on(match, chance, steps=1)
        record = recorded(match)
        states = states_of(replay(read_record(str(record))))
        assert states == turn_states(match)
        assert (record.result == UNFINISHED) == (match.state.stage != MATCH_OVER)


def test_the_matches_tried_come_to_every_stage_and_choice() -> None:
    stages, scored, drawn = set(), [], []
    for rules, seats in MODES:
        match = play_on(begin(rules, seats, seed=8, target=8), random.Random(8))
        stages |= {match.state_at(revision).stage for revision in range(match.revision + 1)}
        scored += [entry for entry in match.log if entry.step.startswith("score")]
        drawn += [
            turn for part in recorded(match).rounds for turn in part.turns if "(+" in str(turn)
        ]
    assert stages == {TURN, SCORE, ROUND_OVER, MATCH_OVER}
    assert len(scored) > 3
    assert any(str(turn).endswith(" pass") for turn in drawn)
    assert any(not str(turn).endswith(" pass") for turn in drawn)


def test_a_record_replays_without_the_seed_that_it_was_dealt_from() -> None:
    match = played("advanced+actions@1.3", 3, seed=8)
    record = replace(recorded(match), seed=-5)
    positions = [moment.state.position for moment in replay(read_record(str(record)))]
    assert positions[-1] == match.state.position


def test_a_record_is_text_that_people_can_read() -> None:
    """The file was looked through by hand: two rounds, a choice of score, a 3 that failed."""
    golden = TWO_ROUNDS.read_text("utf-8")
    match = begin("advanced+actions@1.3", 2, seed=3, target=6)
    moments = replay(read_record(golden))
    for moment in moments:
        match_follows(match, moment)
    assert str(Record.of(match, ["Ann", "Zoë"], ["human", "level 3"], DAY)) == golden


def match_follows(match: Match, moment: ReplayMoment) -> None:
    """Let a match do what a replay did."""
    if isinstance(moment.cause, RecordedTurn):
        for step in moment.cause.steps:
            match.take(moment.cause.seat, step)
    elif isinstance(moment.cause, RecordedScore) and match.state.stage == SCORE:
        match.take(moment.cause.seat, TakeScore(moment.cause.taken))
    elif match.state.stage == ROUND_OVER and isinstance(moment.cause, RecordedRound):
        match.take(TABLE, DEAL_ON)
    assert match.state == moment.state


def test_a_replay_tells_what_led_to_each_position() -> None:
    causes = [moment.cause for moment in replay(read_record(TWO_ROUNDS.read_text("utf-8")))]
    assert [type(cause) for cause in causes] == [
        *[RecordedRound, *[RecordedTurn] * 9, RecordedScore],
        *[RecordedRound, *[RecordedTurn] * 5, RecordedScore],
    ]
    assert [str(causes[9]), str(causes[10])] == ["9. A pass", "score B R1 G1 = 2"]
    assert [cause.line for cause in causes] == [*range(14, 25), *range(26, 33)]


def test_the_record_and_the_save_in_the_documentation_are_of_one_match() -> None:
    text = (ROOT / "docs" / "saves-and-records.md").read_text("utf-8")
    save, example = re.findall(r"```(?:json|text)\n(.*?)```", text, re.DOTALL)
    match = played("advanced+actions@1.3", 2, seed=8, target=6)
    record = read_record(example)
    assert record == Record.of(match, ["Ann", "Zoë"], ["human", "level 3"], DAY)
    assert replay(record)[-1].state == match.state
    saved = read_match(save, {"red7": Red7()})
    assert saved.match.log == match.log[:5]
    assert write_match(saved.match, saved.seats, saved.extra) == save


def test_comments_and_spaces_mean_nothing_in_a_record() -> None:
    golden = TWO_ROUNDS.read_text("utf-8")
    loose = "# a comment\n\n" + golden.replace("\n", " \r\n# another\r\n").replace(": ", ":  ", 3)
    loose = loose.replace("3. A Y7", "3.  A   Y7").replace("score", "\n\nscore")
    assert read_record(loose) == read_record(golden)


def test_a_draw_that_is_not_named_is_what_lay_on_the_deck() -> None:
    loose = TWO_ROUNDS.read_text("utf-8").replace("@O3+R1", "@O3+")
    record = read_record(loose)
    assert replay(record)[-1].state == replay(read_record(TWO_ROUNDS.read_text("utf-8")))[-1].state


def test_the_turn_going_on_is_left_out() -> None:
    match = begin("advanced@1.3", 2, seed=1)
    before = str(recorded(match))
    play_on(match, random.Random(1), steps=1)
    assert match.state.steps
    assert str(recorded(match)) == before


def test_the_names_are_one_a_seat() -> None:
    match = begin("basic@1.3", 2, seed=1)
    with pytest.raises(ValueError, match="3 names for 2 seats"):
        Record.of(match, NAMES[:3], PLAYERS[:3], DAY)
    with pytest.raises(InvalidSeat, match="line break"):
        Record.of(match, ["A\nb", "B"], PLAYERS[:2], DAY)
