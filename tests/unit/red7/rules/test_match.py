"""A match of Red7 as a log: undo and its limits, replay."""

from __future__ import annotations

import random
from typing import Final, cast

import pytest

from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.red7.rules.rounds import MatchState, MatchStep, parse_match_step
from red7_desktop.tabletop.game import AnyGame, IllegalStep, InvalidOptions, InvalidTurn
from red7_desktop.tabletop.match import Entry, Match
from tests.random_matches import MODES, begin, play_on, played
from tests.unit.red7.rules.laid import laid, match_at

RED7: Final = Red7()


class Laid:
    """Red7 that begins where a test lays it, whatever the options and the seed."""

    def __init__(self, first: MatchState) -> None:
        self.first = first

    def start(self, options: object, seed: int) -> MatchState:
        return self.first

    def __getattr__(self, name: str) -> object:
        return getattr(RED7, name)


def match_of(seat: str, *rivals: str, deck: str = "V1 V2", known_deck: str = "") -> Match:
    position = laid(
        seat, *(rivals or ("B O6 : O1",)), rules="advanced+actions@1.3", canvas="R1", deck=deck
    )
    game = cast(AnyGame, Laid(match_at(position, known_deck=known_deck)))
    return Match(game, {}, 0)


def take(match: Match, *steps: str) -> Match:
    for step in steps:
        match.take_text(match.game.to_act(match.state)[0], step)
    return match


def refused(match: Match, seat: int) -> str:
    before = match.state
    with pytest.raises(IllegalStep) as caught:
        match.undo(seat)
    assert match.state is before
    assert match.why_no_undo(seat) == caught.value.reason
    return str(caught.value.reason)


def test_a_match_keeps_a_log_of_seats_and_texts() -> None:
    match = take(match_of("A> R6 : R7 G4"), "R7", "(^R6)", "end")
    assert match.log == (Entry(0, "R7"), Entry(0, "(^R6)"), Entry(0, "end"))
    assert match.revision == 3
    assert [len(outcome.travels) for outcome in match.outcomes] == [1, 1, 0]
    assert match.outcomes_of(1, 3) == list(match.outcomes[1:3])


def test_every_state_of_a_match_can_be_looked_up() -> None:
    match = take(match_of("A> R6 : R7 G4"), "R7", "(^R6)")
    assert match.state_at(2) is match.state
    assert str(match.state_at(0).position).endswith("A> R6 : R7 G4 : / B O6 : O1 :")
    for revision in (-1, 3):
        with pytest.raises(IndexError):
            match.state_at(revision)


def test_steps_of_a_turn_can_be_taken_back_one_by_one() -> None:
    match = take(match_of("A> R6 : R7 G4"), "R7", "(^R6)")
    assert match.undo(0) == Entry(0, "(^R6)")
    assert match.state is match.state_at(1)
    assert match.undo(0) == Entry(0, "R7")
    assert refused(match, 0) == "nothing_to_undo"
    assert (match.revision, match.log, match.outcomes) == (0, (), ())


def test_taking_back_a_turn_stops_at_its_beginning() -> None:
    match = take(match_of("A> R6 : R7 G4"), "R7", "(^R6)")
    assert match.undo_turn(1) == 0
    assert match.undo_turn(0) == 2
    assert match.undo_turn(0) == 0


def test_only_the_seat_that_took_a_step_can_take_it_back() -> None:
    match = take(match_of("A> R6 : R7 G4"), "R7")
    assert refused(match, 1) == "cannot_undo (why=not_yours)"


def test_a_turn_that_has_ended_stays() -> None:
    match = take(match_of("A> R6 : R7 G4"), "R7", "(^R6)", "end")
    assert refused(match, 0) == "cannot_undo (why=turn_over)"
    gone = take(match_of("A> R6 : R7 G4", "B O6 : O1", "C I6 : I1"), "pass")
    assert refused(gone, 0) == "cannot_undo (why=turn_over)"


def test_a_card_that_has_been_seen_cannot_be_put_back() -> None:
    match = take(match_of("A> R6 : O3 G4"), "O3", "(+)")
    assert refused(match, 0) == "cannot_undo (why=drew)"
    assert match.undo_turn(0) == 0
    discarding = take(match_of("A> R6 : R7 O2"), "@O2", "+")
    assert refused(discarding, 0) == "cannot_undo (why=drew)"


def test_what_follows_a_draw_can_be_taken_back_up_to_the_draw() -> None:
    match = take(match_of("A> R6 : O3 R4"), "O3", "(+)", "@R4")
    assert match.undo_turn(0) == 1
    assert match.log[-1] == Entry(0, "(+)")


def test_a_draw_of_a_card_that_everybody_knows_can_be_taken_back() -> None:
    match = take(match_of("A> R6 : O3 R4", known_deck="V1"), "O3", "(+)")
    before = match.state_at(0)
    assert match.undo_turn(0) == 2
    assert match.state is before
    assert match.state.known == before.known


def test_points_taken_and_a_round_dealt_stay() -> None:
    match = take(match_of("A> R6 : G4"), "pass")
    assert refused(match, 0) == "cannot_undo (why=scored)"
    take(match, "deal")
    assert refused(match, -1) == "cannot_undo (why=dealt)"


def test_a_refused_step_changes_nothing() -> None:
    match = take(match_of("A> R6 : R7 G4"), "R7")
    before = match.state, match.log, match.outcomes
    for seat, text, error in (
        (0, "V1", IllegalStep),
        (1, "pass", IllegalStep),
        (0, "V9", InvalidTurn),
    ):
        with pytest.raises(error):
            match.take_text(seat, text)
    assert (match.state, match.log, match.outcomes) == before


def test_a_match_refuses_options_that_cannot_be() -> None:
    with pytest.raises(InvalidOptions):
        Match(Red7(), {"seats": 9}, 1)


def test_a_match_keeps_its_own_copy_of_the_options() -> None:
    options = {"seats": 3}
    match = Match(Red7(), options, 1)
    options["seats"] = 4
    assert match.options == {"seats": 3}


@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_a_log_taken_again_gives_the_same_match(rules: str, seats: int) -> None:
    match = played(rules, seats, seed=seats)
    again = Match(Red7(), match.options, match.seed)
    for entry in match.log:
        again.take_text(entry.seat, entry.step)
    assert again.log == match.log
    assert again.outcomes == match.outcomes
    assert [again.state_at(n) for n in range(again.revision)] == [
        match.state_at(n) for n in range(match.revision)
    ]
    assert again.game.result(again.state) == match.game.result(match.state) is not None


def test_taking_back_and_again_at_any_point_changes_nothing() -> None:
    chance = random.Random(8)
    match = begin("advanced+actions@1.3", 3, 8)
    for _ in range(150):
        play_on(match, chance, 1)
        asked = match.game.to_act(match.state)
        if not asked:
            break
        state, log = match.state, match.log
        seat = log[-1].seat
        steps = match.undo_turn(seat)
        assert match.revision == len(log) - steps
        for entry in log[len(log) - steps :]:
            match.take_text(entry.seat, entry.step)
        assert (match.state, match.log) == (state, log)


def texts(match: Match, steps: tuple[MatchStep, ...]) -> list[MatchStep]:
    return [parse_match_step(match.game.text_of(step)) for step in steps]


@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_every_legal_step_of_a_match_reads_back_from_its_text(rules: str, seats: int) -> None:
    match, chance = begin(rules, seats, 40 + seats), random.Random(1)
    while asked := match.game.to_act(match.state):
        legal = match.game.legal_steps(match.state, asked[0])
        assert legal
        assert texts(match, legal) == list(legal)
        play_on(match, chance, 1)
