"""What every game must keep to, so that everything above the games works with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.spring_cleaning.rules.game import SpringCleaning
from red7_desktop.play.ai import InlineThinker, Seat
from red7_desktop.play.hands import HandController
from red7_desktop.play.session import Session
from red7_desktop.tabletop.game import TABLE, AnyGame, IllegalStep
from red7_desktop.tabletop.match import Match, Seated, read_match, write_match
from tests.bazaar.rules import HAND, Bazaar, State


@dataclass(frozen=True)
class Kind:
    """A game and the options it is tried with."""

    game: AnyGame
    options: dict[str, Any]

    def match(self, seed: int) -> Match:
        return Match(self.game, self.options, seed)


KINDS = {
    "red7 basic": Kind(Red7(), {"rules": "basic", "seats": 2}),
    "red7 advanced": Kind(Red7(), {"rules": "advanced", "seats": 4}),
    "red7 actions": Kind(Red7(), {"rules": "advanced+actions", "seats": 3}),
    "red7 first edition": Kind(Red7(), {"rules": "advanced+actions@first", "seats": 2}),
    "spring for two": Kind(SpringCleaning(), {"seats": 2}),
    "spring for three, picked up at once": Kind(
        SpringCleaning(), {"seats": 3, "pickup": "at_once"}
    ),
    "spring for five": Kind(SpringCleaning(), {"seats": 5}),
    "bazaar for two": Kind(Bazaar(), {"seats": 2}),
    "bazaar for five": Kind(Bazaar(), {"seats": 5}),
}


@pytest.fixture(params=list(KINDS.values()), ids=list(KINDS))
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


def play(match: Match, chance: Random, each: Callable[[Match], None] = lambda match: None) -> None:
    """Play a match to its end at random, seldom going out on purpose."""
    while match.game.to_act(match.state):
        seat = chance.choice(match.game.to_act(match.state))
        steps = match.game.legal_steps(match.state, seat)
        going_on = [step for step in steps if match.game.text_of(step) not in {"pass", "no"}]
        match.take(seat, chance.choice(going_on or steps))
        each(match)


@pytest.mark.parametrize("seed", range(5))
def test_a_match_comes_to_an_end_with_a_result(kind: Kind, seed: int) -> None:
    match = kind.match(seed)
    assert match.game.result(match.state) is None
    play(match, Random(seed))
    result = match.game.result(match.state)
    assert result is not None
    assert result.winners


def test_somebody_who_is_asked_has_a_step(kind: Kind) -> None:
    def check(match: Match) -> None:
        for seat in match.game.to_act(match.state):
            assert match.game.legal_steps(match.state, seat)

    play(kind.match(1), Random(1), check)


def test_a_step_is_refused_from_a_seat_that_is_not_asked(kind: Kind) -> None:
    def check(match: Match) -> None:
        game, state = match.game, match.state
        asked = game.to_act(state)
        if not asked:
            return
        step = game.legal_steps(state, asked[0])[0]
        for seat in range(kind.options["seats"]):
            if seat not in asked:
                assert game.legal_steps(state, seat) == ()
                assert game.why_not(state, seat, step) is not None
                with pytest.raises(IllegalStep):
                    game.take(state, seat, step)

    play(kind.match(2), Random(2), check)


def test_every_step_has_a_text_that_reads_back(kind: Kind) -> None:
    def check(match: Match) -> None:
        for seat in match.game.to_act(match.state):
            for step in match.game.legal_steps(match.state, seat):
                assert match.game.parse_step(match.game.text_of(step)) == step

    play(kind.match(3), Random(3), check)


def test_a_step_done_by_hand_is_the_step_it_came_from(kind: Kind) -> None:
    def check(match: Match) -> None:
        game, state = match.game, match.state
        for seat in game.to_act(state):
            for step in game.legal_steps(state, seat):
                handling = game.handling(state, seat, step)
                if handling is not None:
                    assert game.step_by_hand(state, seat, handling) == step

    play(kind.match(4), Random(4), check)


def test_undo_is_exact_and_the_replay_of_a_log_is_the_match(kind: Kind) -> None:
    def check(match: Match) -> None:
        seat = match.log[-1].seat
        if match.why_no_undo(seat) is None:
            state = match.state
            entry = match.undo(seat)
            match.take_text(entry.seat, entry.step)
            assert match.state == state

    match = kind.match(5)
    play(match, Random(5), check)
    again = kind.match(5)
    for entry in match.log:
        again.take_text(entry.seat, entry.step)
    assert again.state == match.state


def test_a_match_is_saved_and_read_again(kind: Kind) -> None:
    match = kind.match(6)
    play(match, Random(6))
    seats = [Seated(f"P{seat}", "human") for seat in range(kind.options["seats"])]
    saved = read_match(write_match(match, seats, {}), {kind.game.name: kind.game})
    assert saved.match.state == match.state


def test_travels_lead_from_zone_to_zone(kind: Kind) -> None:
    def check(match: Match) -> None:
        zones = match.game.observe(match.state, None).zones
        for travel in match.outcomes[-1].travels:
            assert travel.target in zones
            assert travel.source in zones

    play(kind.match(7), Random(7), check)


def test_a_move_tells_the_places_of_its_card(kind: Kind) -> None:
    """Where a travel names a place, the card lay there before the step, or lies there after it."""

    def check(match: Match) -> None:
        now = match.revision
        for viewer in (None, *range(kind.options["seats"])):
            before = match.game.observe(match.state_at(now - 1), viewer).zones
            after = match.game.observe(match.state, viewer).zones
            for move in match.outcomes[-1].moves_seen_by(viewer):
                if move.source_place is not None:
                    assert before[move.source][move.source_place] in {move.card, None}
                if move.target_place is not None:
                    assert after[move.target][move.target_place] in {move.card, None}

    play(kind.match(9), Random(9), check)


def test_a_card_is_put_between_two_others_by_hand() -> None:
    game = Bazaar()
    match = Match(game, {"seats": 3}, 1)
    for seat in range(3):
        match.take(seat, game.legal_steps(match.state, seat)[0])
    match.take(0, next(step for step in game.legal_steps(match.state, 0) if step != "no"))
    handling = game.handling(match.state, 0, "insert 2")
    assert handling is not None
    assert (handling.card, handling.target_place) == (match.state.drawn, 2)
    match.take(0, game.step_by_hand(match.state, 0, handling))
    moved = match.outcomes[-1].moves_seen_by(1)
    assert [(move.card, move.target_place) for move in moved] == [(None, 2)]
    assert match.state.hands[0][2] == handling.card


def test_a_session_plays_the_game(kind: Kind) -> None:
    match = kind.match(8)
    seats = tuple(Seat(f"P{seat}", "any") for seat in range(kind.options["seats"]))
    session = Session(
        match, seats, {"any": lambda seen, stop: (seen.legal[0],)}, InlineThinker(), pause=0.0
    )
    for tick in range(20_000):
        session.tick(tick / 10)
        if session.to_act == (TABLE,):
            session.go_on()
    assert match.game.result(match.state) is not None


def test_sealed_choices_change_nothing_that_others_see(kind: Kind) -> None:
    """Where several seats are asked at once, nobody can tell what another one has chosen."""
    game, state = kind.game, kind.match(1).state
    asked = game.to_act(state)
    for seat in asked[:-1]:
        chosen = [game.take(state, seat, step) for step in game.legal_steps(state, seat)]
        for viewer in (None, *[other for other in asked if other != seat]):
            seen = {repr(game.observe(outcome.state, viewer)) for outcome in chosen}
            seen |= {repr(outcome.moves_seen_by(viewer)) for outcome in chosen}
            assert len(seen) == 2
        state = chosen[0].state
        assert seat not in game.to_act(state)


def test_every_step_that_is_listed_may_be_taken(kind: Kind) -> None:
    def check(match: Match) -> None:
        if match.revision % 5 == 0:
            for seat in match.game.to_act(match.state):
                for step in match.game.legal_steps(match.state, seat)[:8]:
                    assert match.game.why_not(match.state, seat, step) is None
                    match.game.take(match.state, seat, step)

    play(kind.match(11), Random(11), check)


def test_cards_of_a_rivals_offer_can_be_taken_by_hand() -> None:
    match = Match(Bazaar(), {"seats": 3}, 1)
    for seat in range(3):
        match.take(seat, match.game.legal_steps(match.state, seat)[0])
    session = Session(match, (Seat("Ada"), Seat("Bo"), Seat("Cy")), {}, InlineThinker())
    drops = HandController(session).drops
    offered = {card for offer in match.state.offers[1:] for card in offer}
    assert set(drops) == offered
    assert all("taken:A" in targets for targets in drops.values())


def test_hands_keep_their_order() -> None:
    game = Bazaar()
    state: State = game.start({"seats": 5}, 2)
    for seat, hand in enumerate(state.hands):
        assert game.observe(state, seat).zones[f"hand:{'ABCDE'[seat]}"] == hand
        assert len(hand) == HAND
