"""Matches of Red7 as logs: undo, replay, what a seat may know, and laws at every step."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from typing import Final, cast

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from red7_desktop.games.red7.rules import legality, rounds
from red7_desktop.games.red7.rules.cards import (
    BURY_STEPS,
    DECK_SIZE,
    DISCARD_STEPS,
    DRAW,
    DRAW_STEP,
    END,
    END_STEP,
    FETCH,
    FETCH_STEP,
    PASS,
    PASS_STEP,
    PLAY_STEPS,
    SHED_STEPS,
    TAKE_STEPS,
    UNKNOWN,
    Step,
    cards_in,
)
from red7_desktop.games.red7.rules.game import Red7, Red7Observation, observe, position_of, redeal
from red7_desktop.games.red7.rules.legality import (
    apply_legal_step,
    explain_illegal,
    list_legal_steps,
)
from red7_desktop.games.red7.rules.notation import parse_position, parse_turn, text_of_turn
from red7_desktop.games.red7.rules.position import DREW, NOBODY, START, Position
from red7_desktop.games.red7.rules.turns import sort_as_listed
from red7_desktop.tabletop.game import TABLE, AnyGame, IllegalStep, InvalidTurn, ObservedMove
from red7_desktop.tabletop.match import Entry, Match
from red7_desktop.tabletop.rounds import ROUND_OVER, DealNextRound
from tests.examples import examples
from tests.matches import MODES, RULES, begin, play_on, played
from tests.unit.red7.rules.laid import cards, laid, match_at, row, varied

RED7: Final = Red7()


class Laid:
    """Red7 that begins where a test lays it, whatever the options and the seed."""

    def __init__(self, first: rounds.MatchState) -> None:
        self.first = first

    def start(self, options: object, seed: int) -> rounds.MatchState:
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
    assert match.explain_no_undo(seat) == caught.value.reason
    return str(caught.value.reason)


def test_match_logs_seats_and_step_texts() -> None:
    match = take(match_of("A> R6 : R7 G4"), "R7", "(^R6)", "end")
    assert match.log == (Entry(0, "R7"), Entry(0, "(^R6)"), Entry(0, "end"))
    assert match.revision == 3
    assert [len(outcome.card_moves) for outcome in match.outcomes] == [1, 1, 0]
    assert match.outcomes_of(1, 3) == list(match.outcomes[1:3])


def test_match_state_can_be_read_at_every_past_revision() -> None:
    match = take(match_of("A> R6 : R7 G4"), "R7", "(^R6)")
    assert match.state_at(2) is match.state
    assert str(match.state_at(0).position).endswith("A> R6 : R7 G4 : / B O6 : O1 :")
    for revision in (-1, 3):
        with pytest.raises(IndexError):
            match.state_at(revision)


def test_steps_of_a_turn_are_undone_one_by_one() -> None:
    match = take(match_of("A> R6 : R7 G4"), "R7", "(^R6)")
    assert match.undo(0) == Entry(0, "(^R6)")
    assert match.state is match.state_at(1)
    assert match.undo(0) == Entry(0, "R7")
    assert refused(match, 0) == "nothing_to_undo"
    assert (match.revision, match.log, match.outcomes) == (0, (), ())


def test_undo_of_a_turn_stops_at_its_start() -> None:
    match = take(match_of("A> R6 : R7 G4"), "R7", "(^R6)")
    assert match.undo_turn(1) == 0
    assert match.undo_turn(0) == 2
    assert match.undo_turn(0) == 0


@pytest.mark.parametrize(
    ("seats", "steps", "seat", "why"),
    [
        (("A> R6 : R7 G4",), ("R7",), 1, "not_yours"),
        (("A> R6 : R7 G4",), ("R7", "(^R6)", "end"), 0, "turn_over"),
        (("A> R6 : R7 G4", "B O6 : O1", "C I6 : I1"), ("pass",), 0, "turn_over"),
        (("A> R6 : O3 G4",), ("O3", "(+)"), 0, "drew"),
        (("A> R6 : R7 O2",), ("@O2", "+"), 0, "drew"),
        (("A> R6 : G4",), ("pass",), 0, "scored"),
        (("A> R6 : G4",), ("pass", "deal"), -1, "dealt"),
    ],
)
def test_refused_undo_says_why(
    seats: tuple[str, ...], steps: tuple[str, ...], seat: int, why: str
) -> None:
    match = take(match_of(*seats), *steps)
    assert refused(match, seat) == f"cannot_undo (why={why})"
    assert match.undo_turn(seat) == 0


def test_undo_stops_at_a_draw() -> None:
    match = take(match_of("A> R6 : O3 R4"), "O3", "(+)", "@R4")
    assert match.undo_turn(0) == 1
    assert match.log[-1] == Entry(0, "(+)")


def test_draw_of_a_known_card_can_be_undone() -> None:
    match = take(match_of("A> R6 : O3 R4", known_deck="V1"), "O3", "(+)")
    before = match.state_at(0)
    assert match.undo_turn(0) == 2
    assert match.state is before
    assert match.state.public_knowledge == before.public_knowledge


def test_refused_step_changes_nothing() -> None:
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


def test_match_copies_its_options() -> None:
    options = {"seats": 3}
    match = Match(Red7(), options, 1)
    options["seats"] = 4
    assert match.options == {"seats": 3}


# == Observations and public knowledge.

ACTIONS: Final = "advanced+actions@1.3"
MAY_KNOW: Final = {
    *("viewer", "options", "stage", "round_number", "to_act", "mover", "phase", "out", "canvas"),
    *("rows", "scores", "hand_counts", "deck_count", "known_deck", "known_hands", "turns", "steps"),
    *("rounds", "hand", "legal"),
}
"""A field more has to be thought about here first: may every seat know it?"""


def on_the_table(*taken: str, deck: str = "V1 V2 V3") -> rounds.MatchState:
    position = laid(
        "A> R6 R3 : O1 O3 O5 O7 R4 R2",
        "B G6 G5 G4 : B1 B7",
        "C I6 I5 : I1 I7",
        rules=ACTIONS,
        canvas="R1",
        deck=deck,
    )
    state = match_at(position)
    for text in taken:
        state = RED7.apply(state, state.position.mover, rounds.parse_match_step(text)).state
    return state


def test_observation_has_exactly_the_allowed_fields() -> None:
    assert {field.name for field in fields(Red7Observation)} == MAY_KNOW


@pytest.mark.parametrize("viewer", [TABLE, 3, 9])
def test_observation_of_an_absent_seat_is_refused(viewer: int) -> None:
    with pytest.raises(IndexError, match=f"no seat {viewer} "):
        observe(on_the_table(), viewer)


def test_observed_zones_name_open_cards_and_hide_face_down_ones() -> None:
    assert observe(on_the_table(), 1).zones == {
        "canvas": ("R1",),
        "deck": (None, None, None),
        "hand:A": (None,) * 6,
        "palette:A": ("R6", "R3"),
        "score:A": (),
        "hand:B": ("B7", "B1"),
        "palette:B": ("G6", "G5", "G4"),
        "score:B": (),
        "hand:C": (None, None),
        "palette:C": ("I6", "I5"),
        "score:C": (),
    }


def test_cards_of_a_seat_that_is_out_are_hidden_even_from_itself() -> None:
    state = on_the_table("pass")
    for viewer in (None, 0, 1, 2):
        zones = observe(state, viewer).zones
        assert zones["hand:A"] == (None,) * 6
        assert zones["palette:A"] == (None, None)


def test_palette_of_a_seat_that_is_out_is_shown_after_the_round() -> None:
    state = replace(on_the_table("pass"), stage=ROUND_OVER)

    zones = observe(state, None).zones

    assert zones["palette:A"] == ("R6", "R3")


def test_last_card_put_on_the_deck_is_known_on_top() -> None:
    state = on_the_table("O1", "(B:G4)", "end")
    position = state.position
    state = RED7.apply(state, 1, rounds.parse_match_step("pass")).state
    state = RED7.apply(state, 2, rounds.parse_match_step("I7")).state
    state = RED7.apply(state, 2, rounds.parse_match_step("(^I5)")).state
    assert position.deck == row("G4 V1 V2 V3")
    assert state.public_knowledge.deck == row("I5 G4")
    assert state.position.deck == row("I5 G4 V1 V2 V3")


def test_known_drawn_card_stays_known_until_played() -> None:
    drawn = on_the_table("O7", "(^O7)", "@R4", "+")
    assert drawn.public_knowledge.deck == ()
    assert drawn.public_knowledge.hands == (cards("O7"), 0, 0)
    assert observe(drawn, 2).known_hands[0] == cards("O7")


@pytest.mark.parametrize("step", ["I1", "@I1"])
def test_played_card_is_no_longer_known_in_the_hand(step: str) -> None:
    position = laid("A V3 : O1", "B> I6 : I1 I2", rules=ACTIONS, canvas="I7")
    state = match_at(position)
    state = replace(state, public_knowledge=rounds.PublicKnowledge((), (0, cards("I1"))))
    after = RED7.apply(state, 1, rounds.parse_match_step(step)).state
    assert after.public_knowledge.hands == (0, 0)


def test_unknown_drawn_card_stays_unknown_to_others() -> None:
    state = on_the_table("R2", "@O5", "+")
    assert (state.public_knowledge.deck, state.public_knowledge.hands) == ((), (0, 0, 0))
    assert observe(state, 0).hand == cards("O1 O3 O7 R4 V1")
    assert "V1" not in str(observe(state, 1))


def test_drawn_cards_are_hidden_in_public_history() -> None:
    state = on_the_table("R2", "@O5", "+")
    steps = tuple(rounds.parse_match_step(text) for text in ("R2", "@O5", "+"))
    assert [str(step) for step in state.steps] == ["R2", "@O5", "+V1"]
    for viewer in (None, 0, 1):
        assert observe(state, viewer).steps == steps
    ended = on_the_table("R2", "@O5", "+", "end")
    expected = rounds.TurnTaken(0, (*steps, rounds.parse_match_step("end")))  # type: ignore[arg-type]
    assert observe(ended, 1).turns == (expected,)
    assert observe(ended, 1).steps == ()


def test_drawn_card_travels_face_down_for_others() -> None:
    outcome = RED7.apply(on_the_table("O3"), 0, rounds.parse_match_step("(+)"))
    assert outcome.moves_observed_by(0) == (ObservedMove("V1", "deck", "hand:A"),)
    assert outcome.moves_observed_by(1) == outcome.moves_observed_by(None)
    assert outcome.moves_observed_by(1) == (ObservedMove(None, "deck", "hand:A"),)


def test_position_of_an_observation_has_unknown_hidden_cards() -> None:
    state = on_the_table("O1", "(B:G4)")
    assert str(position_of(observe(state, 0))) == (
        f"red7 {ACTIONS} / canvas R1 / deck G4 ?3 / A>played R6 R3 O1 : O7 O5 R4 O3 R2 :"
        " / B G6 G5 : ?2 : / C I6 I5 : ?2 :"
    )
    assert str(position_of(observe(state, None))) == (
        f"red7 {ACTIONS} / canvas R1 / deck G4 ?3 / A>played R6 R3 O1 : ?5 :"
        " / B G6 G5 : ?2 : / C I6 I5 : ?2 :"
    )


def test_position_of_an_observation_names_known_cards() -> None:
    state = on_the_table("O7", "(^O7)", "@R4", "+")
    seen = position_of(observe(state, 1))
    assert seen.hands[0] == cards("O7")
    assert seen.unseen == (4, 0, 2)
    assert seen.deck == (UNKNOWN,) * 3


def test_position_between_rounds_has_nobody_to_move() -> None:
    position = laid("A> R6 : O1", "B G6 : B1", rules="advanced@1.3")
    over = RED7.apply(match_at(position), 0, rounds.parse_match_step("pass")).state
    assert position_of(observe(over, 1)).mover == NOBODY


# == Invariants of every step of every match.

SEEDS: Final = st.integers(0, 2**32 - 1)
ALPHABET: Final = (
    *(PLAY_STEPS + DISCARD_STEPS + SHED_STEPS + BURY_STEPS),
    *[step for takes in TAKE_STEPS for step in takes],
    *(DRAW_STEP, FETCH_STEP, END_STEP, PASS_STEP),
)
"""Every step there is, but for draws that name their card."""


@st.composite
def matches(draw: st.DrawFn, most: int = 120) -> Match:
    """Return a match of any kind after some random steps."""
    rules, seats = draw(st.sampled_from(MODES))
    seed = draw(SEEDS)
    return play_on(begin(rules, seats, seed), random.Random(seed), draw(st.integers(0, most)))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Return a position of any kind, at any point of a turn."""
    position = parse_position(draw(st.sampled_from(varied(draw(st.sampled_from(RULES))))))
    rng = random.Random(draw(SEEDS))
    for _ in range(draw(st.integers(0, 3))):
        steps = [step for step in list_legal_steps(position) if step.kind not in {PASS, END}]
        position = apply_legal_step(position, rng.choice(steps)) if steps else position
    return position


def cards_on_the_table(position: Position) -> list[int]:
    piles = [position.canvas, position.deck, *position.rows, *position.scores]
    piles += [tuple(cards_in(hand)) for hand in position.hands]
    return sorted(card for pile in piles for card in pile)


@examples(30)
@given(st.sampled_from(MODES), SEEDS)
def test_all_49_cards_stay_in_play(mode: tuple[str, int], seed: int) -> None:
    match = played(*mode, seed)
    for revision in range(match.revision + 1):
        position = match.state_at(revision).position
        assert cards_on_the_table(position) == list(range(DECK_SIZE))
        rows = tuple(sum(1 << card for card in row) for row in position.rows)
        assert position.palettes == rows
    assert match.game.result(match.state) is not None


@examples(30)
@given(st.sampled_from(MODES), SEEDS)
def test_zone_sizes_change_by_the_reported_card_moves(mode: tuple[str, int], seed: int) -> None:
    match = played(*mode, seed)
    for revision, outcome in enumerate(match.outcomes):
        sizes = zone_sizes(match.state_at(revision))
        if match.log[revision].step == str(DealNextRound()):
            sizes = dict.fromkeys(sizes, 0) | {
                zone: sizes[zone] for zone in sizes if "score" in zone
            }
            sizes["deck"] = DECK_SIZE - sum(sizes.values())
        for travel in outcome.card_moves:
            sizes[travel.source] -= 1
            sizes[travel.target] += 1
        assert sizes == zone_sizes(outcome.state)


def zone_sizes(state: rounds.MatchState) -> dict[str, int]:
    return {zone: len(faces) for zone, faces in observe(state, None).zones.items()}


@examples(60)
@given(positions())
def test_position_round_trips_at_any_point_of_a_turn(position: Position) -> None:
    assert parse_position(str(position)) == position
    assert str(parse_position(str(position))) == str(position)


@examples(30)
@given(st.sampled_from(MODES), SEEDS)
def test_every_turn_and_step_round_trips(mode: tuple[str, int], seed: int) -> None:
    match = played(*mode, seed)
    turns = {turn.steps for n in range(match.revision + 1) for turn in match.state_at(n).turns}
    assert turns
    for steps in turns:
        ends_at_its_draw = steps[-1] == END_STEP and steps[-2].kind == FETCH
        assert parse_turn(text_of_turn(steps)) == (steps[:-1] if ends_at_its_draw else steps)
        assert tuple(rounds.parse_match_step(str(step)) for step in steps) == steps


@examples(25)
@given(positions())
def test_step_is_accepted_exactly_when_legal(position: Position) -> None:
    legal = list_legal_steps(position)
    assert len(set(legal)) == len(legal)
    assert set(legal) <= set(ALPHABET)
    for step in ALPHABET:
        if step in legal:
            assert explain_illegal(position, step) is None
            apply_legal_step(position, step)
            continue
        with pytest.raises(IllegalStep) as refused:
            apply_legal_step(position, step)
        assert refused.value.reason == explain_illegal(position, step)
        facts = dict(refused.value.reason.data)
        assert facts.get("leader") != "ABCD"[position.mover]


@examples(40)
@given(positions())
def test_draw_may_name_only_the_card_it_draws(position: Position) -> None:
    legal = list_legal_steps(position)
    for kind in (DRAW, FETCH):
        named = [
            card for card in range(DECK_SIZE) if explain_illegal(position, Step(kind, card)) is None
        ]
        assert named == ([position.deck[0]] if Step(kind) in legal else [])


@examples(60)
@given(positions())
def test_legal_steps_never_lead_to_a_dead_end(position: Position) -> None:
    assert position.is_over == (not list_legal_steps(position))
    for step in list_legal_steps(position):
        after = apply_legal_step(position, step)
        assert after.is_over or list_legal_steps(after)


def walks(position: Position, steps: tuple[Step, ...] = ()) -> list[tuple[Step, ...]]:
    """List every way to the end of the turn or to a 3's draw, found step by step, in any order."""
    found = []
    for step in list_legal_steps(position):
        after = apply_legal_step(position, step)
        if after.phase in {START, DREW} and step.kind != DRAW_STEP.kind:
            found.append((*steps, step))
        else:
            found += walks(after, (*steps, step))
    return found


@examples(40)
@given(positions())
def test_legal_steps_lead_to_exactly_the_legal_turns(position: Position) -> None:
    turns = legality.list_legal_turns(position)
    assume(len(turns) < 120)
    if position.phase != DREW:
        listed = {sort_as_listed(steps) for steps in walks(position)}
        assert sorted(listed) == sorted(turns)
    else:
        ends = [
            steps for step in list_legal_steps(position) for steps in rest_after(position, step)
        ]
        assert sorted(ends) == sorted(turns)


def rest_after(position: Position, step: Step) -> list[tuple[Step, ...]]:
    after = apply_legal_step(position, step)
    return [(step,)] if after.phase == START else walks(after, (step,))


def unlike(state: rounds.MatchState, viewer: int | None, rng: random.Random) -> rounds.MatchState:
    """Give another state that the viewer cannot tell from this one: all that is hidden differs."""
    options = state.options
    dealt = redeal(observe(state, viewer), rng)
    turns = tuple(rounds.TurnTaken(turn.seat, other_draws(turn.steps, rng)) for turn in state.turns)
    return replace(
        state,
        seed=rng.getrandbits(30),
        deal=rounds.deal_round(options.rules, ((),) * options.seats, rng.getrandbits(30)),
        position=dealt,
        turns=turns,
        steps=other_draws(state.steps, rng),
    )


def other_draws(steps: tuple[Step, ...], rng: random.Random) -> tuple[Step, ...]:
    return tuple(
        Step(step.kind, rng.randrange(DECK_SIZE)) if step.kind in {DRAW, FETCH} else step
        for step in steps
    )


@examples(60)
@given(matches(), SEEDS)
def test_observation_does_not_depend_on_hidden_cards(match: Match, seed: int) -> None:
    rng = random.Random(seed)
    state: rounds.MatchState = match.state
    for viewer in (None, *range(state.options.seats)):
        seen = observe(state, viewer)
        other = unlike(state, viewer, rng)
        assert observe(other, viewer) == seen
        assert observe(other, viewer).zones == seen.zones
        assert cards_on_the_table(other.position) == list(range(DECK_SIZE))
        assert position_of(observe(other, viewer)) == position_of(seen)


@examples(40)
@given(matches(), SEEDS)
def test_outcomes_of_a_movers_step_do_not_depend_on_hidden_cards(match: Match, seed: int) -> None:
    state: rounds.MatchState = match.state
    for seat in set(RED7.to_act(state)) - {TABLE}:
        other = unlike(state, seat, random.Random(seed))
        for step in RED7.legal_steps(state, seat):
            here, there = RED7.apply(state, seat, step), RED7.apply(other, seat, step)
            if isinstance(step, Step) and step.kind in {DRAW, FETCH}:
                assert here.moves_observed_by(None) == there.moves_observed_by(None)
            else:
                assert here.moves_observed_by(seat) == there.moves_observed_by(seat)
                assert observe(here.state, seat) == observe(there.state, seat)
            assert (here.events, here.undo_barrier) == (there.events, there.undo_barrier)


@examples(40)
@given(matches())
def test_observation_lists_the_legal_steps_of_its_seat(match: Match) -> None:
    state: rounds.MatchState = match.state
    seat = state.position.mover
    assume(seat >= 0)
    seen = observe(state, seat)
    assert list_legal_steps(position_of(seen)) == seen.legal == RED7.legal_steps(state, seat)


@examples(40)
@given(matches())
def test_public_knowledge_agrees_with_the_hidden_cards(match: Match) -> None:
    state: rounds.MatchState = match.state
    known = state.public_knowledge
    assert state.position.deck[: len(known.deck)] == known.deck
    for hand, known_hand in zip(state.position.hands, known.hands, strict=True):
        assert known_hand & ~hand == 0
