"""Whole matches: offers, tricks, decks, rounds, trash, the end; and what a seat may know."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from red7_desktop.games.spring_cleaning.rules import card_moves, game, notation
from red7_desktop.games.spring_cleaning.rules.cards import FULL_DECK, cards_of, parse_step
from red7_desktop.games.spring_cleaning.rules.position import MAX_TURNS, shuffle_cards
from red7_desktop.games.spring_cleaning.rules.rounds import MatchState, TurnTaken
from red7_desktop.tabletop.game import TABLE, DragMove, IllegalStep, InvalidOptions, Options
from tests.unit.spring_cleaning.rules.playing import GAME, OPTIONS, laid, lying, states_of


def at(state: MatchState, position: str) -> MatchState:
    return replace(state, position=notation.parse_position(position))


def after(state: MatchState, seat: int, *steps: str) -> MatchState:
    for step in steps:
        state = GAME.apply(state, seat, parse_step(step)).state
    return state


TWO = GAME.start({"seats": 2}, 1)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_all_63_cards_stay_in_play(options: Options) -> None:
    for state in states_of(3, options):
        position = state.position
        cards = [*position.deck, *position.discard, *position.picked_up]
        for row in (*position.hands, *position.offers, *map(cards_of, position.trick)):
            cards += row
        if position.drawn:
            cards.append(position.drawn)
        assert tuple(sorted(cards)) == FULL_DECK
        assert notation.parse_position(str(position)) == position


@pytest.mark.parametrize(("seats", "size"), [(2, 12), (3, 12), (4, 12), (5, 10)])
def test_hand_size_depends_on_the_number_of_seats(seats: int, size: int) -> None:
    deal = GAME.start({"seats": seats}, 4).position
    assert [len(hand) for hand in deal.hands] == [size] * seats
    assert len(deal.deck) == 63 - size * seats


def test_first_leader_depends_on_the_seed() -> None:
    leaders = [GAME.start({"seats": 3}, seed).leader for seed in range(40)]
    assert set(leaders) == {0, 1, 2}
    assert leaders == [GAME.start({"seats": 3}, seed).position.mover for seed in range(40)]


def test_offers_are_picked_in_any_order_and_revealed_together() -> None:
    state = GAME.start({"seats": 3}, 1)
    for seat, place in ((2, 5), (0, 1), (1, 12)):
        assert not any(state.position.offers)
        outcome = GAME.apply(state, seat, parse_step(f"offer {place}"))
        hands, state = state.position.hands, outcome.state
    assert state.position.offers == ((hands[0][0],), (hands[1][11],), (hands[2][4],))
    assert [turn.seat for turn in state.turns] == [0, 1, 2]
    assert [str(travel.source) for travel in outcome.card_moves] == ["hand:A", "hand:B", "hand:C"]
    assert [travel.source_place for travel in outcome.card_moves] == [0, 11, 4]
    assert GAME.to_act(state) == (state.leader,)


def test_trick_is_cleared_when_the_turn_returns_to_its_leader() -> None:
    start = at(TWO, "spring / table 3 ; 4 :B / deck 9 8 / discard 1 / A> 2 5 : : 0 / B 6 7 : : 0")
    outcome = GAME.apply(after(start, 0, "draw", "insert 1"), 0, parse_step("offer 1"))
    position = outcome.state.position
    assert str(position) == (
        "spring / table / deck 8 / discard 1 3 4 / A 2 5 : 9 : 0 / B> 6 7 : : 0"
    )
    assert [note.code for note in outcome.events] == ["trick_won"]
    assert outcome.state.turns[-1].offered == 9
    assert [(t.card, t.source, t.target) for t in outcome.card_moves[1:]] == [
        ("3", "trick", "discard"),
        ("4", "table", "discard"),
    ]


def test_beaten_combination_joins_the_trick() -> None:
    start = at(TWO, "spring / table 3 ; 4 :B / deck 9 / discard / A> 5 5 2 : : 0 / B 6 7 : : 0")
    outcome = GAME.apply(start, 0, parse_step("5 5 @1"))
    assert [
        (t.card, t.source, t.target, t.source_place, t.target_place) for t in outcome.card_moves
    ] == [
        ("4", "table", "trick", 0, 1),
        ("5", "hand:A", "table", 0, 0),
        ("5", "hand:A", "table", 1, 1),
    ]
    zones = GAME.observe(outcome.state, 1).zones
    assert (zones["trick"], zones["table"]) == (("3", "4"), ("5", "5"))


def test_empty_deck_is_reshuffled_from_the_discards() -> None:
    text = "spring / table 3 :B / deck / discard 1 2 4 5 / A> 2 5 : : 0 / B 6 7 : : 0"
    start = replace(at(TWO, text), reshuffles=1)
    outcome = GAME.apply(start, 0, parse_step("draw"))
    position = outcome.state.position
    assert sorted([*position.deck, position.drawn]) == [1, 2, 4, 5]
    assert (position.discard, outcome.state.reshuffles) == ((), 2)
    assert [note.code for note in outcome.events] == ["reshuffled"]
    assert outcome == GAME.apply(start, 0, parse_step("draw"))


def test_reshuffle_depends_on_seed_round_and_count() -> None:
    text = "spring / table 3 :B / deck / discard 1 2 4 5 6 7 8 9 / A> 2 5 : : 0 / B 6 7 : : 0"
    start = at(TWO, text)
    others = (
        start,
        replace(start, seed=99),
        replace(start, round_number=2),
        replace(start, reshuffles=1),
    )
    decks = {GAME.apply(each, 0, parse_step("draw")).state.position.deck for each in others}
    assert len(decks) == 4
    turned = at(start, text.replace("1 2 4 5 6 7 8 9", "9 8 7 6 5 4 2 1"))
    again = GAME.apply(turned, 0, parse_step("draw")).state
    assert again.position.deck == GAME.apply(start, 0, parse_step("draw")).state.position.deck


def test_shuffle_takes_one_random_number_less_than_cards() -> None:
    used = Random(1)
    fresh = Random(1)

    shuffle_cards(range(1, 6), used)

    assert used.random() == [fresh.random() for _ in range(5)][-1]


def test_wrong_card_from_a_reshuffled_deck_is_refused() -> None:
    start = at(TWO, "spring / table 3 :B / deck / discard 1 2 4 5 / A> 2 5 : : 0 / B 6 7 : : 0")
    reasons = [GAME.explain_illegal(start, 0, parse_step(f"draw={card}")) for card in range(1, 10)]
    assert [str(reason) for reason in reasons].count("None") == 1


def test_round_of_300_turns_ends_ranked_by_cards_left() -> None:
    text = (
        "spring / table 3 :B / deck 9 8 / discard / A> 2 5 : 4 : 0 / B 6 7 : : 0 / C 1 1 : 2 3 : 0"
    )
    turn = TurnTaken(0, (parse_step("draw"),))
    start = replace(at(GAME.start({"seats": 3}, 1), text), turns=(turn,) * (3 + MAX_TURNS - 2))
    going_on = after(start, 0, "draw", "insert 1", "offer 1")
    assert going_on.stage == "turn"
    ended = after(going_on, 1, "6 @1")
    assert ended.stage == "round_over"
    assert ended.rounds[-1].stopped
    assert ended.rounds[-1].left == (4, 1, 4)
    assert ended.position.trash == (2, 0, 1)
    assert ended.position.is_over


def test_offered_cards_count_as_left_when_a_round_is_stopped() -> None:
    text = "spring / table 3 :B / deck 9 / discard / A> 5 : 4 : 0 / B : 6 7 8 : 0"
    turn = TurnTaken(0, (parse_step("draw"),))
    start = replace(at(TWO, text), turns=(turn,) * (2 + MAX_TURNS - 1))
    ended = after(start, 0, "5 @1")
    assert ended.rounds[-1].left == (1, 3)
    assert str(ended.position).endswith("A : 4 : 0 / B : 6 7 8 : 1")


def test_seat_that_offers_its_last_card_picks_up_its_offer_at_once() -> None:
    text = "spring@once / table 9 :B / deck / discard / A> 3 : 8 : 0 / B 2 2 : : 0"
    start = at(GAME.start({"seats": 2, "pickup": "at_once"}, 1), text)
    outcome = GAME.apply(start, 0, parse_step("offer 1"))
    assert [(t.card, t.source, t.target) for t in outcome.card_moves] == [
        ("3", "hand:A", "offer:A"),
        ("3", "offer:A", "picked:A"),
        ("8", "offer:A", "picked:A"),
    ]
    assert [str(note.code) for note in outcome.events] == ["picked_up"]
    assert outcome.undo_barrier is None
    laid_out = GAME.apply(outcome.state, 0, parse_step("order(8)"))
    assert (laid_out.undo_barrier, laid_out.events) == (None, ())
    done = GAME.apply(laid_out.state, 0, parse_step("order(3)"))
    assert [t.target for t in done.card_moves] == ["hand:A", "discard"]
    assert [note.code for note in done.events] == ["trick_won"]
    assert [len(turn.steps) for turn in done.state.turns] == [3]
    assert done.undo_barrier == "turn_over"


def test_drawing_a_rivals_last_card_ends_the_round() -> None:
    text = "spring / table 4 :A / deck 1 / discard / A : 6 : 0 / B> 5 2 : : 0 / C 3 3 : : 0"
    outcome = GAME.apply(at(GAME.start({"seats": 3}, 1), text), 1, parse_step("draw(A:6)"))
    (travel,) = outcome.card_moves
    assert (travel.source, travel.target, travel.target_place) == ("offer:A", "hand:B", 2)
    assert outcome.state.stage == "round_over"
    assert outcome.undo_barrier == "turn_over"
    assert [note.code for note in outcome.events] == ["round_over", "trash", "trash", "trash"]


def test_seat_with_most_trash_leads_the_next_round() -> None:
    for options in OPTIONS:
        states = states_of(5, options)
        for before, dealt in pairwise(states):
            if dealt.round_number > before.round_number:
                trash = dealt.position.trash
                assert trash[dealt.leader] == max(trash)
                behind = [(before.leader + nth) % len(trash) for nth in range(1, len(trash) + 1)]
                assert dealt.leader == next(s for s in behind if trash[s] == max(trash))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_match_ends_at_the_limit_and_least_trash_wins(options: Options) -> None:
    states = states_of(6, options)
    limit = {2: 3, 3: 5, 4: 7, 5: 9}[len(states[0].position.hands)]
    assert all(max(state.position.trash) < limit for state in states[:-1])
    result = GAME.result(states[-1])
    assert result is not None
    assert max(result.scores) >= limit
    assert {result.scores[seat] for seat in result.winners} == {min(result.scores)}
    assert GAME.to_act(states[-1]) == ()


def test_equal_trash_is_decided_by_the_last_round() -> None:
    over = states_of(1, {"seats": 3})[-1]
    position = laid("A 1 : : 2", "B : : 2", "C 1 1 : : 5")
    last = over.rounds[-1]
    even = replace(over, position=position, rounds=(replace(last, trash=(1, 1, 2)),))
    uneven = replace(over, position=position, rounds=(replace(last, trash=(1, 0, 2)),))
    results = [GAME.result(each) for each in (even, uneven)]
    assert [result.winners for result in results if result] == [(0, 1), (1,)]


def test_steps_of_another_stage_are_refused() -> None:
    deal = GAME.parse_step("deal")
    assert str(GAME.explain_illegal(TWO, 0, deal)) == "not_now"
    assert (
        str(GAME.explain_illegal(TWO, TABLE, deal))
        == "not_your_turn (seat=" + "AB"[TWO.leader] + ")"
    )
    states = states_of(2, {"seats": 2})
    between = next(state for state in states if state.stage == "round_over")
    assert str(GAME.explain_illegal(between, 0, parse_step("draw"))) == "round_over"
    assert str(GAME.explain_illegal(between, 0, deal)) == "not_your_turn (seat=)"
    assert GAME.explain_illegal(between, TABLE, deal) is None
    assert str(GAME.explain_illegal(states[-1], TABLE, deal)) == "match_over"
    with pytest.raises(IllegalStep):
        GAME.apply(states[-1], 0, deal)


@pytest.mark.parametrize(
    ("options", "key"),
    [
        *[({"seats": each}, "seats") for each in (1, 6, True, "2")],
        ({"pickup": "soon"}, "pickup"),
        ({"target": 3}, "target"),
    ],
)
def test_impossible_options_are_named(options: Options, key: str) -> None:
    with pytest.raises(InvalidOptions) as caught:
        GAME.start(options, 1)
    assert caught.value.key == key


def test_options_round_trip_as_plain_values() -> None:
    for options in OPTIONS:
        assert GAME.start(options, 1).options.to_plain() == options


# == Observations don't depend on hidden cards.


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_observation_does_not_depend_on_hidden_cards(options: Options) -> None:
    rng = Random(1)
    changed = 0
    for state in states_of(1, options)[::3]:
        if state.stage != "turn":
            continue
        for viewer in (None, *range(len(state.position.hands))):
            seen = GAME.observe(state, viewer)
            dealt = game.randomize_hidden(seen, rng)
            assert dealt.is_fully_known()
            assert notation.parse_position(str(dealt)) == dealt
            changed += dealt != state.position
            again = GAME.observe(replace(state, position=dealt), viewer)
            assert again == seen
            assert again.zones == seen.zones
            for seat in range(len(state.position.hands)):
                assert len(dealt.hands[seat]) == len(state.position.hands[seat])
    assert changed > 20


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_position_of_an_observation_round_trips(options: Options) -> None:
    for state in states_of(2, options)[::5]:
        for viewer in (None, *range(len(state.position.hands))):
            position = GAME.observe(state, viewer).position
            assert notation.parse_position(str(position)) == position


def test_secret_offers_show_others_only_that_a_card_is_picked() -> None:
    state = GAME.start({"seats": 3}, 1)
    picked = [GAME.apply(state, 0, step).state for step in GAME.legal_steps(state, 0)]
    assert len({repr(GAME.observe(each, 1)) for each in picked}) == 1
    assert len({repr(GAME.observe(each, None)) for each in picked}) == 1
    own = str(GAME.observe(picked[3], 0).position)
    others = str(GAME.observe(picked[3], 1).position)
    assert ("=4 " in own, "= ?12" in others) == (True, True)
    assert GAME.to_act(picked[3]) == (1, 2)


@pytest.mark.parametrize(
    ("seats", "zone"),
    [
        (("A 1 2 : 5 : 0", "B>insert 7 3 5 : 4 : 0", "C ?3 : 1 : 0"), "drawn"),
        (("A 1 2 : 5 : 0", "B>order(4 9) 3 : : 0", "C ?3 : 1 : 0"), "picked"),
    ],
)
def test_drawn_and_picked_up_cards_are_in_zones_of_the_mover_only(
    seats: tuple[str, ...], zone: str
) -> None:
    zones = lying(laid(*seats, table="5 :A", deck="1")).seen.zones

    assert [bool(zones[f"{zone}:{letter}"]) for letter in "ABC"] == [False, True, False]


def known(text: str, steps: list[tuple[int, str]], seat: int) -> str:
    """Return a seat's field as seat A sees it after steps of a match that begins at a position."""
    start = GAME.start({"seats": text.count(" / ") - 3}, 1)
    state = replace(start, position=notation.parse_position(text))
    faces = [
        hand._replace(faces=(0,) * len(state.position.hands[who]))
        for who, hand in enumerate(start.public_knowledge.hands)
    ]
    state = replace(state, public_knowledge=start.public_knowledge._replace(hands=tuple(faces)))
    for who, step in steps:
        state = GAME.apply(state, who, parse_step(step)).state
    return str(GAME.observe(state, 0).position).split(" / ")[4 + seat]


START = "spring / table 3 :A / deck 9 9 8 1 / discard / A 2 5 : 4 6 : 0 / B> 6 7 1 : : 0"


ARRANGING = "spring / table 3 :B / deck 9 8 / discard / A> 4 5 : 6 : 0 / B : 7 7 : 0"
A_FACE, A_BACK = [(1, "draw(A:4)")], [(1, "draw")]


@pytest.mark.parametrize(
    ("text", "steps", "seen"),
    [
        (START, [*A_FACE, (1, "insert 2")], "B>offer ?1 4 ?2 : : 0"),
        (START, [*A_FACE, (1, "insert 2"), (1, "offer 1")], "B 4 ?2 : 6 : 0"),
        (START, [*A_FACE, (1, "insert 2"), (1, "offer 2")], "B ?3 : 4 : 0"),
        (START, A_FACE, "B>insert 4 ?3 : : 0"),
        (START, A_BACK, "B>insert ? ?3 : : 0"),
        (START, [*A_BACK, (1, "insert 4"), (1, "offer 1")], "B ?3 : 6 : 0"),
        # Cards that are picked up and all equal are known.
        (ARRANGING, [(0, "4 @1"), (1, "order(7)")], "B>order(?1) 7 : : 0"),
        (ARRANGING, [(0, "4 @1"), (1, "order(7)"), (1, "order(7)")], "B> 7 7 : : 0"),
    ],
)
def test_rivals_card_once_seen_stays_known(
    text: str, steps: list[tuple[int, str]], seen: str
) -> None:
    assert known(text, steps, 1) == seen


def test_order_of_arranged_cards_is_hidden_from_other_seats() -> None:
    start = replace(
        GAME.start({"seats": 2}, 1),
        position=notation.parse_position(
            "spring / table 3 :B / deck 9 8 / discard / A> 4 5 : 6 : 0 / B : 4 5 9 : 0"
        ),
    )
    hands = start.public_knowledge.hands
    start = replace(
        start,
        public_knowledge=start.public_knowledge._replace(
            hands=(hands[0]._replace(faces=(0, 0)), hands[1]._replace(faces=()))
        ),
    )
    state = GAME.apply(start, 0, parse_step("4 @1")).state
    assert state.public_knowledge.hands[1].picked == (4, 5, 9)
    seen = []
    for order in ("459", "954"):
        laid = state
        for card in order:
            outcome = GAME.apply(laid, 1, parse_step(f"order({card})"))
            laid = outcome.state
            seen.append(repr((GAME.observe(laid, 0), outcome.moves_observed_by(0))))
            assert [move.card for move in outcome.moves_observed_by(1)] == [card]
        assert laid.public_knowledge.hands[1].faces == (card_moves.PICKED_UP,) * 3
        assert game.randomize_hidden(GAME.observe(laid, 0), Random(1)).hands[1].count(9) == 1
    assert seen[:3] == seen[3:]
    assert str(GAME.observe(laid, 0).position).endswith("B> ?3 : : 0")
    # A card of it that is shown leaves the others as the ones still held.
    played = GAME.apply(laid, 1, parse_step("9 @1")).state
    assert played.public_knowledge.hands[1] == (
        (card_moves.PICKED_UP, card_moves.PICKED_UP),
        (4, 5),
    )
    shown = GAME.apply(laid, 1, parse_step("5 @2")).state
    assert shown.public_knowledge.hands[1] == ((card_moves.PICKED_UP, card_moves.PICKED_UP), (4, 9))


def test_card_move_names_the_drawn_card_only_to_its_seat() -> None:
    state = GAME.start({"seats": 2}, 1)
    for seat in range(2):
        state = GAME.apply(state, seat, parse_step("offer 1")).state
    lead = GAME.legal_steps(state, state.leader)[0]
    state = GAME.apply(state, state.leader, lead).state
    follower = 1 - state.leader
    outcome = GAME.apply(state, follower, parse_step("draw"))
    assert outcome.undo_barrier == "drew"
    assert outcome.moves_observed_by(state.leader)[0].card is None
    assert outcome.moves_observed_by(follower)[0].card == str(outcome.state.position.drawn)
    outcome = GAME.apply(outcome.state, follower, parse_step("insert 3"))
    assert outcome.undo_barrier is None
    move = outcome.moves_observed_by(state.leader)[0]
    assert (move.card, move.target_place) == (None, 2)


def test_hands_are_open_after_the_round() -> None:
    states = states_of(1, {"seats": 3})
    over = next(state for state in states if state.stage == "round_over")
    assert GAME.observe(over, None).position.hands == over.position.hands


def test_opening_offers_are_absent_from_rounds_started_midway() -> None:
    start, turn = GAME.start({"seats": 3}, 1), TurnTaken(0, (parse_step("2 @1"),))
    seen = GAME.observe(replace(start, turns=(turn,) * 4), 0)
    assert (seen.first_offers, len(seen.turns_played)) == ((), 4)
    for seat in range(3):
        start = after(start, seat, "offer 1")
    assert [turn.seat for turn in GAME.observe(start, 0).first_offers] == [0, 1, 2]


def test_cards_of_a_play_come_from_hand_and_offers() -> None:
    start = at(TWO, "spring / table 1 1 :B / deck 9 / discard / A> 3 5 8 : 4 : 0 / B 6 7 : 4 : 0")
    moves = GAME.apply(start, 0, parse_step("3 4(A) 5 @1")).card_moves[2:]
    places = [("hand:A", 0), ("offer:A", 0), ("hand:A", 1)]
    assert [(move.source, move.source_place) for move in moves] == places


def test_picked_up_cards_can_be_arranged() -> None:
    start = at(TWO, "spring / table 6 :B / deck 1 / discard / A>order(4 9) : : 0 / B 3 5 : : 0")
    swap = DragMove("9", "picked:A", "picked:A", 1, 0)
    moved = GAME.sort_cards(GAME.observe(start, 0), swap)
    assert moved is not None
    assert moved.position.picked_up == (9, 4)


def test_card_drawn_from_the_deck_is_named_only_to_its_seat() -> None:
    for options in OPTIONS[:2]:
        state = states_of(8, options)[-1]
        for viewer in (0, 1):
            for turn in GAME.observe(state, viewer).turns:
                for step in turn.steps:
                    hides = str(step).startswith("draw") and "(" not in str(step)
                    if hides:
                        assert (step.argument > 0) == (turn.seat == viewer)


@pytest.mark.parametrize("viewer", [-1, 3])
def test_observation_of_an_absent_seat_is_refused(viewer: int) -> None:
    with pytest.raises(IndexError):
        GAME.observe(GAME.start({"seats": 3}, 1), viewer)
