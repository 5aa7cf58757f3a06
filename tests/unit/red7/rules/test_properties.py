"""Laws that hold for every match of Red7, at every step of it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from red7_desktop.games.red7.rules.cards import (
    BURIES,
    COLOURS,
    DECK_SIZE,
    DISCARDS,
    DRAW,
    END,
    FETCH,
    PASS,
    PLAYS,
    SHEDS,
    TAKES,
    THE_DRAW,
    THE_END,
    THE_FETCH,
    THE_PASS,
    Step,
    cards_in,
)
from red7_desktop.games.red7.rules.game import Red7, observe, position_of
from red7_desktop.games.red7.rules.legality import (
    explain_illegal,
    list_legal_steps,
    list_legal_turns,
    take_step,
)
from red7_desktop.games.red7.rules.notation import parse_position, parse_turn, text_of_turn
from red7_desktop.games.red7.rules.position import DREW, START, Position
from red7_desktop.games.red7.rules.rounds import (
    DealOn,
    MatchState,
    TurnTaken,
    deal_round,
    parse_match_step,
)
from red7_desktop.games.red7.rules.rules import find_qualifying_set
from red7_desktop.games.red7.rules.standings import judge_all
from red7_desktop.games.red7.rules.turns import sort_as_listed
from red7_desktop.tabletop.game import TABLE, IllegalStep
from red7_desktop.tabletop.match import Match
from tests.random_matches import MODES, RULES, begin, play_on, played
from tests.redealing import redeal
from tests.unit.red7.rules.varied import varied

RED7: Final = Red7()
SEEDS: Final = st.integers(0, 2**32 - 1)
ALPHABET: Final = (
    *(PLAYS + DISCARDS + SHEDS + BURIES),
    *[step for takes in TAKES for step in takes],
    *(THE_DRAW, THE_FETCH, THE_END, THE_PASS),
)
"""Every step there is, but for draws that name their card."""


@st.composite
def matches(draw: st.DrawFn, most: int = 120) -> Match:
    """Give a match of any kind after some random steps."""
    rules, seats = draw(st.sampled_from(MODES))
    seed = draw(SEEDS)
    return play_on(begin(rules, seats, seed), random.Random(seed), draw(st.integers(0, most)))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Give a position of any kind, at any point of a turn."""
    position = parse_position(draw(st.sampled_from(varied(draw(st.sampled_from(RULES))))))
    chance = random.Random(draw(SEEDS))
    for _ in range(draw(st.integers(0, 3))):
        steps = [step for step in list_legal_steps(position) if step.kind not in {PASS, END}]
        position = take_step(position, chance.choice(steps)) if steps else position
    return position


def cards_on_the_table(position: Position) -> list[int]:
    piles = [position.canvas, position.deck, *position.rows, *position.scores]
    piles += [tuple(cards_in(hand)) for hand in position.hands]
    return sorted(card for pile in piles for card in pile)


@settings(max_examples=30)
@given(st.sampled_from(MODES), SEEDS)
def test_the_49_cards_stay_on_the_table_through_a_match(mode: tuple[str, int], seed: int) -> None:
    match = played(*mode, seed)
    for revision in range(match.revision + 1):
        position = match.state_at(revision).position
        assert cards_on_the_table(position) == list(range(DECK_SIZE))
        rows = tuple(sum(1 << card for card in row) for row in position.rows)
        assert position.palettes == rows
    assert match.game.result(match.state) is not None


@settings(max_examples=30)
@given(st.sampled_from(MODES), SEEDS)
def test_the_zones_change_by_the_cards_that_travel(mode: tuple[str, int], seed: int) -> None:
    match = played(*mode, seed)
    for revision, outcome in enumerate(match.outcomes):
        sizes = zone_sizes(match.state_at(revision))
        if match.log[revision].step == str(DealOn()):
            sizes = dict.fromkeys(sizes, 0) | {
                zone: sizes[zone] for zone in sizes if "score" in zone
            }
            sizes["deck"] = DECK_SIZE - sum(sizes.values())
        for travel in outcome.travels:
            sizes[travel.source] -= 1
            sizes[travel.target] += 1
        assert sizes == zone_sizes(outcome.state)


def zone_sizes(state: MatchState) -> dict[str, int]:
    return {zone: len(faces) for zone, faces in observe(state, None).zones.items()}


@settings(max_examples=60)
@given(positions())
def test_a_position_at_any_point_of_a_turn_reads_back_from_its_text(position: Position) -> None:
    assert parse_position(str(position)) == position
    assert str(parse_position(str(position))) == str(position)


@settings(max_examples=30)
@given(st.sampled_from(MODES), SEEDS)
def test_every_turn_and_step_of_a_match_reads_back_from_its_text(
    mode: tuple[str, int], seed: int
) -> None:
    match = played(*mode, seed)
    turns = {turn.steps for n in range(match.revision + 1) for turn in match.state_at(n).turns}
    assert turns
    for steps in turns:
        ends_at_its_draw = steps[-1] == THE_END and steps[-2].kind == FETCH
        assert parse_turn(text_of_turn(steps)) == (steps[:-1] if ends_at_its_draw else steps)
        assert tuple(parse_match_step(str(step)) for step in steps) == steps


@settings(max_examples=40)
@given(matches())
def test_taking_back_and_taking_again_leads_to_the_same_match(match: Match) -> None:
    assume(match.log)
    state, log, outcomes = match.state, match.log, match.outcomes
    steps = match.undo_turn(log[-1].seat)
    assert match.state is match.state_at(len(log) - steps)
    for entry in log[len(log) - steps :]:
        match.take_text(entry.seat, entry.step)
    assert (match.state, match.log, match.outcomes) == (state, log, outcomes)


@settings(max_examples=30)
@given(matches())
def test_a_log_replays_to_the_same_match(match: Match) -> None:
    again = Match(Red7(), match.options, match.seed)
    for entry in match.log:
        again.take_text(entry.seat, entry.step)
    assert (again.state, again.log, again.outcomes) == (match.state, match.log, match.outcomes)


@settings(max_examples=25)
@given(positions())
def test_a_step_is_accepted_exactly_when_it_is_legal(position: Position) -> None:
    legal = list_legal_steps(position)
    assert len(set(legal)) == len(legal)
    assert set(legal) <= set(ALPHABET)
    for step in ALPHABET:
        if step in legal:
            assert explain_illegal(position, step) is None
            take_step(position, step)
            continue
        with pytest.raises(IllegalStep) as refused:
            take_step(position, step)
        assert refused.value.reason == explain_illegal(position, step)
        facts = dict(refused.value.reason.data)
        assert facts.get("leader") != "ABCD"[position.mover]


@settings(max_examples=40)
@given(positions())
def test_a_draw_may_name_the_card_it_draws_and_no_other(position: Position) -> None:
    legal = list_legal_steps(position)
    for kind in (DRAW, FETCH):
        named = [
            card for card in range(DECK_SIZE) if explain_illegal(position, Step(kind, card)) is None
        ]
        assert named == ([position.deck[0]] if Step(kind) in legal else [])


@settings(max_examples=60)
@given(positions())
def test_no_legal_step_leads_to_a_dead_end(position: Position) -> None:
    assert position.is_over == (not list_legal_steps(position))
    for step in list_legal_steps(position):
        after = take_step(position, step)
        assert after.is_over or list_legal_steps(after)


def walks(position: Position, steps: tuple[Step, ...] = ()) -> list[tuple[Step, ...]]:
    """List every way to the end of the turn or to a 3's draw, found step by step, in any order."""
    found = []
    for step in list_legal_steps(position):
        after = take_step(position, step)
        if after.phase in {START, DREW} and step.kind != THE_DRAW.kind:
            found.append((*steps, step))
        else:
            found += walks(after, (*steps, step))
    return found


@settings(max_examples=40)
@given(positions())
def test_walking_by_legal_steps_finds_exactly_the_legal_turns(position: Position) -> None:
    turns = list_legal_turns(position)
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
    after = take_step(position, step)
    return [(step,)] if after.phase == START else walks(after, (step,))


@settings(max_examples=100)
@given(positions())
def test_a_turn_that_ends_by_itself_leaves_its_seat_winning(position: Position) -> None:
    for step in list_legal_steps(position):
        if step == THE_END:
            after = take_step(position, step)
            assert judge_all(after)[after.rule].leader == position.mover


@settings(max_examples=100)
@given(positions())
def test_exactly_one_live_seat_leads_unless_nobody_qualifies(position: Position) -> None:
    for rule in COLOURS:
        verdict = judge_all(position)[rule]
        qualified = [
            seat for seat in position.live if find_qualifying_set(rule, position.palettes[seat])
        ]
        assert (verdict.leader in qualified) == bool(qualified)
        pairs = [(one.size, one.top) for one in verdict.standings if one.size]
        assert len(set(pairs)) == len(pairs) == len(qualified)


def unlike(state: MatchState, viewer: int | None, chance: random.Random) -> MatchState:
    """Give another state that the viewer cannot tell from this one: all that is hidden differs."""
    options = state.options
    dealt = redeal(position_of(observe(state, viewer)), chance)
    turns = tuple(TurnTaken(turn.seat, other_draws(turn.steps, chance)) for turn in state.turns)
    return replace(
        state,
        seed=chance.getrandbits(30),
        deal=deal_round(options.rules, ((),) * options.seats, chance.getrandbits(30)),
        position=dealt,
        turns=turns,
        steps=other_draws(state.steps, chance),
    )


def other_draws(steps: tuple[Step, ...], chance: random.Random) -> tuple[Step, ...]:
    return tuple(
        Step(step.kind, chance.randrange(DECK_SIZE)) if step.kind in {DRAW, FETCH} else step
        for step in steps
    )


@settings(max_examples=60)
@given(matches(), SEEDS)
def test_what_a_seat_cannot_see_does_not_change_what_it_observes(match: Match, seed: int) -> None:
    chance = random.Random(seed)
    state: MatchState = match.state
    for viewer in (None, *range(state.options.seats)):
        seen = observe(state, viewer)
        other = unlike(state, viewer, chance)
        assert observe(other, viewer) == seen
        assert observe(other, viewer).zones == seen.zones
        assert cards_on_the_table(other.position) == list(range(DECK_SIZE))
        assert position_of(observe(other, viewer)) == position_of(seen)


@settings(max_examples=40)
@given(matches(), SEEDS)
def test_what_the_mover_does_looks_alike_to_it_whatever_is_hidden(match: Match, seed: int) -> None:
    state: MatchState = match.state
    for seat in set(RED7.to_act(state)) - {TABLE}:
        other = unlike(state, seat, random.Random(seed))
        for step in RED7.legal_steps(state, seat):
            here, there = RED7.take(state, seat, step), RED7.take(other, seat, step)
            if isinstance(step, Step) and step.kind in {DRAW, FETCH}:
                assert here.moves_seen_by(None) == there.moves_seen_by(None)
            else:
                assert here.moves_seen_by(seat) == there.moves_seen_by(seat)
                assert observe(here.state, seat) == observe(there.state, seat)
            assert (here.notes, here.barrier) == (there.notes, there.barrier)


@settings(max_examples=40)
@given(matches())
def test_a_seat_at_its_turn_finds_its_legal_steps_in_what_it_observes(match: Match) -> None:
    state: MatchState = match.state
    seat = state.position.mover
    assume(seat >= 0)
    seen = observe(state, seat)
    assert list_legal_steps(position_of(seen)) == seen.legal == RED7.legal_steps(state, seat)


@settings(max_examples=40)
@given(matches())
def test_what_everybody_knows_is_so(match: Match) -> None:
    state: MatchState = match.state
    known = state.known
    assert state.position.deck[: len(known.deck)] == known.deck
    for hand, known_hand in zip(state.position.hands, known.hands, strict=True):
        assert known_hand & ~hand == 0
