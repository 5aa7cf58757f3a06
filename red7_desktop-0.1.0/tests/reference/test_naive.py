"""The naive reference meets every golden position, and keeps a few laws of its own."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest

from tests.reference import naive
from tests.reference.positions import (
    Block,
    deal,
    play_at_random,
    random_positions,
    read_golden,
    split_list,
)

GOLDEN = read_golden()
some_positions = cache(random_positions)
"""They are slow to make, and tests do no more than look at them."""


def words(position_text: str) -> list[str]:
    return position_text.split()


def some(turns: Iterable[str], most: int = 30) -> list[str]:
    every = sorted(turns)
    return random.Random(len(every)).sample(every, min(most, len(every)))


def top_of(cards: str) -> str:
    return f"{len(cards.split())} {cards[:2]}" if cards else "0"


def worth(cards: str) -> int:
    return sum(int(card[1]) for card in cards.split())


def check_winner(position: str, rule: str, value: str) -> None:
    assert (naive.winner(position, rule or None) or "none") == value


def check_round_winner(position: str, _: str, value: str) -> None:
    assert (naive.round_winner(position) or "none") == value


def check_standing(position: str, seat_and_rule: str, value: str) -> None:
    seat, rule = seat_and_rule.split()
    assert top_of(naive.standings(position, rule)[seat]) == value


def check_cards(position: str, seat_and_rule: str, value: str) -> None:
    seat, rule = seat_and_rule.split()
    assert (naive.standings(position, rule)[seat] or "none") == value


def check_sets(position: str, seat_and_rule: str, value: str) -> None:
    name, rule = seat_and_rule.split()
    (seat,) = (seat for seat in naive.parse(position).seats if seat.name == name)
    palette = " ".join(f"{colour}{number}" for colour, number in seat.palette)
    assert sorted(naive.qualifying_sets(palette, rule)) == sorted(split_list(value))


def check_turns(position: str, part: str, value: str) -> None:
    turns = naive.legal_turns(position)
    named = split_list(value)
    assert len(named) == len(set(named))
    if part == "include":
        assert set(named) <= turns
    elif part == "exclude":
        assert not set(named) & turns
    else:
        assert sorted(turns) == sorted(named)


def check_turn_count(position: str, _: str, value: str) -> None:
    assert len(naive.legal_turns(position)) == int(value)


def check_illegal(position: str, _: str, value: str) -> None:
    for turn in split_list(value):
        with pytest.raises(naive.IllegalTurn):
            naive.play(position, turn)


def check_score(position: str, _: str, value: str) -> None:
    assert sorted(naive.scoring_choices(position)) == sorted(split_list(value))


def check_proposal(position: str, _: str, value: str) -> None:
    choices = sorted(naive.scoring_choices(position), key=worth)
    assert choices[-1] == value
    assert len(choices) == 1 or worth(choices[-2]) < worth(value)


def check_prints(position: str, _: str, value: str) -> None:
    assert words(naive.show(naive.parse(position))) == words(value)


def check_error(position: str, _: str, value: str) -> None:
    with pytest.raises(naive.InvalidPosition) as caught:
        naive.parse(position)
    for word in split_list(value):
        assert word in str(caught.value)


CHECKS: dict[str, Callable[[str, str, str], None]] = {
    "winner": check_winner,
    "round winner": check_round_winner,
    "standing": check_standing,
    "cards": check_cards,
    "sets": check_sets,
    "turns": check_turns,
    "turn count": check_turn_count,
    "illegal": check_illegal,
    "score": check_score,
    "proposal": check_proposal,
    "prints": check_prints,
    "error names": check_error,
}


def check_plays(block: Block) -> int:
    """Compare every `play` with the `then` that follows it; give their number."""
    steps = [entry for entry in block.entries if entry[0] in ("play", "then")]
    for (play, turn), (then, after) in zip(steps[::2], steps[1::2], strict=True):
        assert (play, then) == ("play", "then")
        assert words(naive.play(block.get("position"), turn)) == words(after)
        assert words(naive.show(naive.parse(after))) == words(after)
    return len(steps) // 2


@pytest.mark.parametrize("block", GOLDEN, ids=[f"{b}-{b.get('title')}" for b in GOLDEN])
def test_the_reference_meets_a_golden_position(block: Block) -> None:
    checked = check_plays(block)
    for key, value in block.entries:
        if key not in ("title", "position", "play", "then"):
            found = re.fullmatch(r"(turn count|round winner|error names|[a-z]+) ?(.*)", key)
            assert found, key
            CHECKS[found[1]](block.get("position"), found[2], value)
            checked += 1
    assert checked > 0


def test_every_theme_has_golden_positions() -> None:
    assert len({block.file for block in GOLDEN}) >= 11


def test_an_unknown_key_is_not_passed_over() -> None:
    block = Block("here", 1, (("title", "t"), ("position", "p"), ("wimmer", "A")))
    with pytest.raises(KeyError):
        test_the_reference_meets_a_golden_position(block)


@pytest.mark.parametrize("rules", naive.RULES)
def test_all_49_cards_stay_on_the_table_through_random_rounds(rules: str) -> None:
    rng = random.Random(rules)
    for seats in (2, 3, 4):
        for position in play_at_random(rng, deal(rng, rules, seats)):
            cards = [card for _, zone in naive.zones(position) for card in zone]
            assert (len(cards), len(set(cards))) == (49, 49)


@pytest.mark.parametrize("rules", naive.RULES)
def test_a_round_ends_with_one_live_seat_and_nobody_to_move(rules: str) -> None:
    rng = random.Random(rules)
    for seats in (2, 3, 4):
        *before, last = play_at_random(rng, deal(rng, rules, seats))
        assert all(len(naive.live_seats(position)) > 1 for position in before)
        assert (len(naive.live_seats(last)), last.to_move) == (1, None)


def beats(position: naive.Position, one: int, other: int, rule: str) -> bool:
    """Compare two seats alone: more cards first, then the higher top card."""
    text = naive.show(position)
    names = [seat.name for seat in position.seats]
    sets = naive.standings(text, rule)
    mine, its = sets[names[one]].split(), sets[names[other]].split()
    if not mine or len(mine) != len(its):
        return len(mine) > len(its)
    by_number = (mine[0][1], -naive.COLOURS.index(mine[0][0]))
    return by_number > (its[0][1], -naive.COLOURS.index(its[0][0]))


@pytest.mark.parametrize("rule", naive.COLOURS)
def test_the_winning_seat_beats_every_other_one_and_no_other_does(rule: str) -> None:
    for text in some_positions(5, 60):
        position = naive.parse(text)
        live = naive.live_seats(position)
        unbeaten = [
            seat
            for seat in live
            if all(beats(position, seat, other, rule) for other in live if other != seat)
        ]
        winner = naive.winning_seat(position, rule)
        assert unbeaten == ([] if winner is None else [winner])
        if winner is None:
            assert rule in "GV" or not any(position.seats[seat].palette for seat in live)


@pytest.mark.sampled
@pytest.mark.parametrize("rules", naive.RULES)
def test_every_turn_but_a_pass_or_a_draw_leaves_its_seat_winning(rules: str) -> None:
    for text in some_positions(7, 25, rules):
        name = next(seat.name for seat in naive.parse(text).seats if f"{seat.name}>" in text)
        for turn in some(naive.legal_turns(text)):
            after = naive.play(text, turn)
            if turn == "pass":
                assert f"{name}x" in after
            elif "(+)" not in turn:
                assert naive.winner(after) == name


@pytest.mark.sampled
@pytest.mark.parametrize("rules", naive.RULES)
def test_turns_followed_to_their_end_are_the_turns_that_can_be_played(rules: str) -> None:
    for text in some_positions(7, 25, rules):
        finished = naive.finished_turns(text)
        for turn in some(finished):
            assert naive.play(text, turn) == finished[turn]
        starts = {re.sub(r"(\(\+\)+) .*", r"\1", turn) for turn in finished}
        assert {start for start in starts if not start.endswith(" pass")} == naive.legal_turns(text)


@pytest.mark.sampled
@pytest.mark.parametrize("rules", naive.RULES)
def test_random_positions_round_trip_and_repeat(rules: str) -> None:
    texts = random_positions(3, 40, rules)
    assert [naive.show(naive.parse(text)) for text in texts] == texts
    assert random_positions(3, 40, rules) == texts
    assert all(naive.parse(text).to_move is not None for text in texts)


def test_random_positions_are_varied() -> None:
    positions = [naive.parse(text) for text in random_positions(1, 100)]
    assert {len(position.seats) for position in positions} == {2, 3, 4}
    assert any(not position.deck for position in positions)
    assert any(not position.canvas for position in positions)
    for zone in ("palette", "hand", "score"):
        assert any(not getattr(seat, zone) for p in positions for seat in p.seats)
        assert any(len(getattr(seat, zone)) > 3 for p in positions for seat in p.seats)
    assert any(seat.is_out for position in positions for seat in position.seats)
    assert any(naive.is_winning(position) for position in positions)
    assert any(not naive.is_winning(position) for position in positions)


def test_perft_counts_only_sequences_of_the_whole_length() -> None:
    text = "red7 basic@1.3 / canvas / deck / A> G3 : R5 V2 : / B Y4 : O1 :"
    # After a pass the round is over. With O1 alone B cannot top R5 under red, and not G3 under
    # violet; only when A has left R5 in the hand does orange save it: @O1 with Y4 against G3.
    assert naive.perft(text, 0) == 1
    assert naive.perft(text, 1) == 4
    assert naive.divide(text, 2) == {"pass": 0, "R5": 1, "@V2": 2, "R5 @V2": 1}


TABLES = sorted((Path(__file__).parent.parent / "perft").glob("*.json"))


@pytest.mark.parametrize("path", TABLES, ids=[path.stem for path in TABLES])
def test_a_perft_table_holds_the_counts_of_the_reference(path: Path) -> None:
    table = json.loads(path.read_text(encoding="utf-8"))
    assert [int(depth) for depth in table["perft"]] == list(range(1, table["depth"] + 1))
    for depth, divided in table["divide"].items():
        assert sum(divided.values()) == table["perft"][depth]
    for depth, count in table["perft"].items():
        if count < 3000:
            assert naive.perft(table["position"], int(depth)) == count
    assert naive.divide(table["position"], 1) == table["divide"]["1"]


def test_there_are_a_dozen_perft_tables() -> None:
    assert len(TABLES) >= 12
