"""Positions, steps, turns and records as texts: they read back, and faults are named."""

from __future__ import annotations

import datetime
import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.games.spring_cleaning.rules import game, notation, rounds
from red7_desktop.games.spring_cleaning.rules.cards import (
    cards_of,
    combination_of,
    is_beating,
    owners_of,
    play_of,
)
from red7_desktop.tabletop import records
from red7_desktop.tabletop.game import InvalidPosition, InvalidTurn, Options
from red7_desktop.tabletop.match import Match
from tests.texts import ANY_TEXT, mutated
from tests.unit.spring_cleaning.rules.playing import GAME, OPTIONS, play, states_of

EXAMPLE = (
    "spring / table 3 ; 4 ; 5 6 :B / deck 3 9 1 / discard 2 2 7 "
    "/ A> 7 5 5 2 : 4 9 : 3 / B 1 8 : : 0 / C 6 6 1 : 8 : 2"
)
POSITIONS = [
    EXAMPLE,
    "spring / table / deck ?30 / discard / A ?12 : 4 : 0 / B> ?2 7 ?5 : : 1",
    "spring@once / table 5 :A / deck / discard / A>order(4 9) : : 0 / B 1 : : 0",
    "spring / table 5 :B / deck 1 / discard / A>insert 7 3 : : 0 / B 1 : : 0",
    "spring / table 5 :B / deck 1 / discard / A>insert ? ?3 : : 0 / B 1 : : 0",
    "spring / table 5 :B / deck 1 / discard / A>offer 3 : : 0 / B 1 : : 0",
    "spring / table 5 :B / deck 1 / discard / A>order(?2) ?1 : : 0 / B 1 : : 0",
    "spring / table / deck 1 / discard / A>? 3 4 : : 0 / B=2 1 1 : : 0 / C= ?4 : : 2",
    "spring / table / deck 1 / discard / A? 3 4 : : 0 / B>=2 1 1 : : 0",
    "spring / table 5 :B / deck 1 / discard / A 3 4 : 3 : 1 / B : : 0",
]


@pytest.mark.parametrize("text", POSITIONS)
def test_position_round_trips(text: str) -> None:
    position = notation.parse_position(text)
    assert str(position) == text
    assert notation.parse_position(str(position)) == position
    assert hash(notation.parse_position(text)) == hash(position)
    assert repr(position) == f"<{text}>"


def test_turn_with_an_empty_hand_starts_with_picking_up_the_offer() -> None:
    text = "spring / table 5 :B / deck 1 / discard / A> : 9 4 : 0 / B 1 : : 0"
    assert "/ A>order(4 9) : : 0 /" in str(notation.parse_position(text))


def test_offers_are_written_sorted() -> None:
    text = EXAMPLE.replace(": 4 9 :", ": 9 4 :").replace("spring /", " spring /") + " "
    assert str(notation.parse_position(text)) == EXAMPLE


POSITION_FAULTS = {
    "game": "spring -> winter",
    "table": (
        "table -> tabel | :B -> | :B -> :D | 5 6 :B -> 5 7 :B | 5 6 :B -> 6 5 :B | "
        "3 ; 4 -> 4 ; 3 | 3 ; 4 -> 4 ; 4 | 3 ; 4 -> ?1 ; 4"
    ),
    "deck": "deck -> desk | 9 1 -> 0 1 | 9 1 -> ?64 1",
    "discard": "discard 2 -> discard x",
    "seat A": (
        "A> -> B> | A> -> A>insert x | A> -> A>order() | A> -> A>order(4) | A> -> A! | "
        "A> 7 -> A>7 | 4 9 : 3 -> 4 9 | :B -> :A"
    ),
    "seat A: trash": "4 9 : 3 -> 4 9 : x",
    "seat A: offer": "4 9 : -> 4 ?1 :",
    "seat A: hand": "7 5 5 2 -> 7 5 5 12",
    "seat B": "B 1 8 : : -> B : :",
    "seats": "B 1 -> B> 1 | B 1 -> B? 1",
    "cards": "7 5 5 2 -> 5 5 5 5 5 5 5 5 | deck 3 9 1 -> deck ?60",
}
"""By the field that is named: what stands in the example, and the fault in its place."""


@pytest.mark.parametrize(
    ("field", "change"),
    [
        (field, change)
        for field, changes in POSITION_FAULTS.items()
        for change in changes.split(" | ")
    ],
)
def test_position_error_names_the_wrong_field(field: str, change: str) -> None:
    old, _, new = map(str.strip, change.partition("->"))
    assert old in EXAMPLE
    with pytest.raises(InvalidPosition) as caught:
        notation.parse_position(EXAMPLE.replace(old, new, 1))
    assert caught.value.field == field
    assert str(caught.value).startswith(f"{field}: ")


def test_position_without_a_mover_is_over() -> None:
    assert notation.parse_position(EXAMPLE.replace("/ A>", "/ A")).is_over


@pytest.mark.parametrize(
    "text",
    [
        "spring / table / deck / discard / A> 1 : : 0",
        "spring / table / deck / discard / A>insert 7 1 : : 0 / B 1 : : 0",
        "spring / table / deck / discard / A>offer 1 : : 0 / B 1 : : 0",
        "spring / table 5 :B / deck / discard / A>offer : 1 : 0 / B 1 : : 0",
        "spring / table 5 :B / deck / discard / A>insert 3 : 1 : 0 / B 1 : : 0",
        "spring / table 5 :B / deck / discard / A>order(3) : 1 : 0 / B 1 : : 0",
        "spring / table 5 :B / deck / discard / A>order() 3 : : 0 / B 1 : : 0",
        "spring@once / table / deck / discard / A>order(3) : : 0 / B 1 : : 0",
        "spring@once / table 5 :B / deck / discard / A> : 3 : 0 / B 1 : : 0",
        "spring@once / table 5 :A / deck / discard / A : 3 : 0 / B> 1 : : 0",
        "spring@once / table 5 :A / deck / discard / A> 3 4 : 1 : 0 / B 1 : : 0",
        "spring / table 5 :A / deck / discard / A>order(3 4) : : 0 / B 1 : : 0",
        "spring / table / deck / discard / A>? 1 : : 0 / B? 1 2 : : 0",
        "spring / table / deck / discard / A>=3 1 2 : : 0 / B? 1 2 : : 0",
        "spring / table / deck / discard / A>=2 1 2 : : 0 / B=1 1 2 : : 0",
        "spring / table / deck / discard / A>? 1 2 : 1 : 0 / B? 1 2 : : 0",
        "spring / table / deck / discard / A? 1 2 : : 0 / B? 1 2 : : 0",
    ],
)
def test_unreachable_position_is_refused(text: str) -> None:
    with pytest.raises(InvalidPosition):
        notation.parse_position(text)


@pytest.mark.parametrize(
    "text",
    [
        *("5 5 @2", "3 4(B) 5 @7", "6(A) 7(C)", "draw insert 3 offer 1", "offer 3"),
        *("draw=7 insert 12 offer 3", "draw(B:4) insert 1 offer 1", "draw(B:4)"),
        *("order(2 4 9) 9 @3", "5 @1 order(4 9 2)", "order(? ? ?) draw insert 1 offer 1"),
        "order(4 9) draw(B:4)",
    ],
)
def test_turn_round_trips(text: str) -> None:
    assert notation.text_of_turn(notation.parse_turn(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "pass", "5", "5 5", "5(A) @1", "5(F)", "0 @1", "3 5 @1", "5 4 @1", "5 5 6 @1"),
        *("5 @0", "5 @64", "5 @x", "5 @ 1", "draw", "draw=0", "draw(B)", "draw(F:1)", "drawx"),
        *("insert 1", "offer 0", "offer 01", "offer 1 offer 2", "draw offer 1", "order() 5 @1"),
        *("order(10) 5 @1", "order(4", "5 @1 draw", "deal", "5 @1 5 @1", "x" * 600, "٣ @1"),
        *("insert " + "1" * 300, "5 5 5 5 5 5 5 5 @1"),
    ],
)
def test_impossible_turn_is_refused(text: str) -> None:
    with pytest.raises(InvalidTurn):
        notation.parse_turn(text)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_turn_of_a_match_round_trips(options: Options) -> None:
    last = [state for state in states_of(4, options) if state.stage != "turn"]
    for state in last:
        for turn in state.turns:
            assert notation.parse_turn(notation.text_of_turn(turn.steps)) == turn.steps
            assert notation.parse_steps(notation.text_of_turn(turn.steps)) == turn.steps


# -- properties ------------------------------------------------------------------------------

LETTERS = "springtabledeckdiscardinsertofferorder0123456789ABCDE:;/()?=@> "


@given(st.sampled_from(POSITIONS).flatmap(lambda text: mutated(text, LETTERS)) | ANY_TEXT)
def test_any_readable_position_round_trips(text: str) -> None:
    try:
        position = notation.parse_position(text)
    except InvalidPosition:
        return
    assert notation.parse_position(str(position)) == position


TURNS = ["5 5 @2", "3 4(B) 5 @7", "draw=7 insert 3 offer 1", "order(2 4 9) 9 @3", "draw(B:4)"]


@given(st.sampled_from(TURNS).flatmap(lambda text: mutated(text, LETTERS)) | ANY_TEXT)
def test_any_readable_turn_or_step_round_trips(text: str) -> None:
    for read in (notation.parse_turn, notation.parse_steps):
        try:
            steps = read(text)
        except InvalidTurn:
            continue
        assert read(notation.text_of_turn(steps)) == steps
    try:
        step = rounds.parse_match_step(text)
    except InvalidTurn:
        return
    assert rounds.parse_match_step(str(step)) == step


COMBINATIONS = [
    *[combination_of((number,) * size) for number in range(1, 10) for size in range(1, 8)],
    *[combination_of(range(low, top + 1)) for top in range(2, 10) for low in range(1, top)],
]


def test_there_are_63_sets_and_36_runs() -> None:
    assert len(set(COMBINATIONS)) == 63 + 36
    for combination in COMBINATIONS:
        assert combination_of(cards_of(combination)) == combination


@given(st.lists(st.integers(0, 10), max_size=10))
def test_only_sets_and_rising_runs_are_combinations(cards: list[int]) -> None:
    is_set = 1 <= len(cards) <= 7 and len(set(cards)) == 1
    is_run = len(cards) > 1 and cards == list(range(cards[0], cards[0] + len(cards)))
    is_known = all(1 <= card <= 9 for card in cards)
    assert bool(combination_of(cards)) == (is_known and (is_set or is_run))


@given(st.sampled_from(COMBINATIONS), st.sampled_from(COMBINATIONS))
def test_combination_strength_follows_the_rules(one: int, other: int) -> None:
    mine, theirs = cards_of(one), cards_of(other)
    kinds = [len(cards) > 1 and cards[0] != cards[1] for cards in (mine, theirs)]
    higher = len(mine) == len(theirs) and kinds[0] == kinds[1] and mine[-1] > theirs[-1]
    assert is_beating(one, other) == (higher or len(mine) == len(theirs) + 1)
    assert not (is_beating(one, other) and is_beating(other, one))


@given(st.sampled_from(COMBINATIONS), st.data())
def test_packed_play_keeps_the_origin_of_its_cards(combination: int, data: st.DataObject) -> None:
    cards = cards_of(combination)
    owners = data.draw(st.lists(st.integers(-1, 4), min_size=len(cards), max_size=len(cards)))
    place = data.draw(st.integers(1, 63)) if -1 in owners else 0
    play = play_of(cards, owners, place)
    assert play < 1 << 62
    assert owners_of(play) == owners
    assert cards_of(play) == cards


@given(st.sampled_from(OPTIONS), st.integers(0, 10_000), st.integers(0, 40), st.data())
def test_position_with_redealt_hidden_cards_round_trips_as_text(
    options: Options, seed: int, steps: int, data: st.DataObject
) -> None:
    rng = Random(seed)
    state = GAME.start(options, seed)
    for _ in range(steps):
        asked = GAME.to_act(state)
        if state.stage != "turn":
            break
        seat = rng.choice(asked)
        state = GAME.apply(state, seat, rng.choice(GAME.legal_steps(state, seat))).state
    if state.stage == "turn":
        viewer = data.draw(st.integers(0, len(state.position.hands) - 1))
        dealt = game.randomize_hidden(GAME.observe(state, viewer), rng)
        assert notation.parse_position(str(dealt)) == dealt
        assert GAME.observe(state, viewer).legal == GAME.legal_steps(state, viewer)


# == Records, and errors of invalid records.

DAY = datetime.date(2026, 1, 31)
NAMES = ["Ann", "Zoë", "C", "D", "E"]


def recorded(seed: int, options: Options, most: int = 100_000) -> tuple[Match, str]:
    match = Match(GAME, options, seed)
    play(match, Random(seed), most)
    seats = options["seats"]
    return match, str(notation.Record.of(match, NAMES[:seats], ["human"] * seats, DAY))


def replay(record: notation.Record) -> Match:
    return record.replay()


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_record_round_trips_and_replays_the_match(options: Options) -> None:
    match, text = recorded(1, options)
    record = notation.Record.read(text)
    assert str(record) == text
    assert record == notation.Record.of(
        match, NAMES[: len(record.seats)], ["human"] * len(record.seats), DAY
    )
    last = replay(record).state
    assert last.position == match.state.position
    assert last.rounds == match.state.rounds
    assert last.reshuffles == match.state.reshuffles


@pytest.mark.parametrize("most", [0, 1, 2, 30])
def test_running_match_is_recorded_to_its_last_turn(most: int) -> None:
    match, text = recorded(2, {"seats": 2}, most)
    record = notation.Record.read(text)
    assert record.result == "*"
    assert len(record.rounds[-1].turns) == len(match.state.turns)
    assert replay(record).state.turns == match.state.turns


def test_record_replays_a_reshuffle() -> None:
    texts = [recorded(seed, {"seats": 5})[0] for seed in range(3)]
    assert any(match.state_at(at).reshuffles for match in texts for at in range(match.revision))
    for seed in range(3):
        replay(notation.Record.read(recorded(seed, {"seats": 5})[1]))


MATCH, TEXT = recorded(5, {"seats": 2})
FIRST = TEXT.split("\n\n")[1].splitlines()
LEADER = "AB"[MATCH.state_at(0).leader]

FAULTS = [
    ("game: spring", "game: red7", "game"),
    ("pickup: next_turn", "pickup: soon", "pickup"),
    ("pickup: next_turn", "pickup: at_once", "pickup"),
    ("seat B: Zoë\n", "", "seats"),
    ("result: ", "result: Q", "result"),
    ("seed: 5", "seed: 3\ncolour: red", "header"),
    (FIRST[0], "1. A offer 1", "round"),
    (FIRST[0], FIRST[0].replace("table", "tabel"), "table"),
    (FIRST[1], FIRST[1].replace("1.", "2."), "turn number"),
    (FIRST[1], "1. A", "turn"),
    (FIRST[1], "1. C offer 1", "seat"),
    (FIRST[1], "1. A offer x", "turn"),
    (FIRST[1], "1. A offer 13", "turn"),
    (FIRST[1], "1. A draw insert 1 offer 1", "turn"),
    (FIRST[2], FIRST[1].replace("1.", "2."), "seat"),
    (FIRST[3], f"3. {LEADER} draw insert 1 offer 1", "turn"),
    ("\n\n" + "\n".join(FIRST), "", "trash"),
]


@pytest.mark.parametrize(("old", "new", "field"), FAULTS, ids=range(len(FAULTS)))
def test_match_record_error_names_line_and_field(old: str, new: str, field: str) -> None:
    assert old in TEXT
    with pytest.raises(records.InvalidRecord) as caught:
        replay(notation.Record.read(TEXT.replace(old, new, 1)))
    assert caught.value.field == field
    assert str(caught.value).startswith(f"line {caught.value.line}: {field}: ")


def test_record_with_a_wrong_draw_is_refused() -> None:
    line = next(line for line in FIRST if "draw=" in line)
    card = line[line.index("draw=") + 5]
    other = line.replace(f"draw={card}", f"draw={int(card) % 9 + 1}")
    with pytest.raises(records.InvalidRecord, match="wrong_draw"):
        replay(notation.Record.read(TEXT.replace(line, other, 1)))


def test_record_with_an_unnamed_draw_is_refused() -> None:
    line = next(line for line in FIRST if "draw=" in line)
    unnamed = re.sub("draw=.", "draw", line)
    with pytest.raises(records.InvalidRecord, match="must be named"):
        notation.Record.read(TEXT.replace(line, unnamed, 1))


def test_record_with_turns_after_the_end_is_refused() -> None:
    with pytest.raises(records.InvalidRecord, match="round"):
        replay(notation.Record.read(TEXT + "\n" + FIRST[0] + "\n"))
    with pytest.raises(records.InvalidRecord, match="no round can be dealt"):
        replay(notation.Record.read(TEXT.replace("\n".join(FIRST), FIRST[0], 1)))
    number = len(FIRST)
    late = "\n".join([*FIRST, f"{number}. A draw=1 insert 1 offer 1"])
    with pytest.raises(records.InvalidRecord, match="the round is over"):
        replay(notation.Record.read(TEXT.replace("\n".join(FIRST), late, 1)))


def test_record_with_an_impossible_deal_is_refused() -> None:
    deal = FIRST[0]
    other = {"A": "B", "B": "A"}[LEADER]
    moved = deal.replace(f"{LEADER}>?", f"{LEADER}?").replace(f"{other}?", f"{other}>?")
    picked = deal.replace("A?", "A=1").replace("A>?", "A>=1")
    hidden = deal[: deal.index("deck")] + "deck ?39" + deal[deal.index(" / discard") :]
    fewer = deal[: deal.index("deck")] + "deck" + deal[deal.index(" / discard") :]
    for wrong in (picked, hidden, fewer, deal.replace(": 0", ": 1", 1)):
        assert wrong != deal
        with pytest.raises(records.InvalidRecord):
            replay(notation.Record.read(TEXT.replace(deal, wrong, 1)))
    later = TEXT.split("\n\n")[2].splitlines()[0]
    leads = "A" if "A>" in later else "B"
    follows = {"A": "B", "B": "A"}[leads]
    moved = later.replace(f"{leads}>?", f"{leads}?").replace(f"{follows}?", f"{follows}>?")
    with pytest.raises(records.InvalidRecord, match="leader"):
        replay(notation.Record.read(TEXT.replace(later, moved, 1)))
