"""The rules of both games meet every golden position; README.md says what a block means."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from red7_desktop.games.red7.rules import notation, position, rounds, rules, standings, turns
from red7_desktop.games.red7.rules.cards import CARD_TEXTS, LETTERS, SEATS, sum_points, texts_of
from red7_desktop.games.red7.rules.legality import apply_legal_turn, list_legal_turns
from red7_desktop.games.spring_cleaning.rules import legality
from red7_desktop.games.spring_cleaning.rules.cards import SEATS as SEATS_SPRING
from red7_desktop.games.spring_cleaning.rules.cards import parse_step, text_of_play
from red7_desktop.games.spring_cleaning.rules.legality import take_turn as take_turn_spring
from red7_desktop.games.spring_cleaning.rules.notation import (
    parse_position as parse_position_spring,
)
from red7_desktop.games.spring_cleaning.rules.notation import parse_steps
from red7_desktop.games.spring_cleaning.rules.position import Position as SpringPosition
from red7_desktop.tabletop.game import IllegalTurn, InvalidPosition, InvalidTurn
from tests.reference.positions import Block, read_golden, split_list

GOLDEN: Final = read_golden()


def name_of(seat: int) -> str:
    return SEATS[seat] if seat >= 0 else "none"


def same(one: str, other: str) -> bool:
    """Compare positions as texts: spaces at the end of a line mean nothing."""
    return one.split() == other.split()


def sets_of(sets: tuple[int, ...]) -> list[str]:
    return sorted(" ".join(texts_of(cards)) for cards in sets)


def check_winner(position: position.Position, letter: str, value: str) -> None:
    rule = LETTERS.index(letter) if letter else position.rule
    assert name_of(standings.judge_rule(position, rule).leader) == value
    musts = {
        s: turns.find_strength_to_lead(s, position.out, position.palettes) for s in position.live
    }
    holders = [
        SEATS[s]
        for s, must in musts.items()
        if (standings.compute_strength(position.palettes[s]) - must) & standings.GUARD[rule]
    ]
    assert holders == ([] if value == "none" else [value])


def check_round_winner(position: position.Position, _: str, value: str) -> None:
    assert name_of(position.live[0] if position.is_over else -1) == value


def seat_and_rule(words: str) -> tuple[int, int]:
    name, letter = words.split()
    return SEATS.index(name), LETTERS.index(letter)


def check_standing(position: position.Position, words: str, value: str) -> None:
    seat, rule = seat_and_rule(words)
    standing = standings.find_counting_cards(seat, position.palettes[seat], rule)
    top = f" {CARD_TEXTS[standing.top]}" if standing.size else ""
    assert f"{standing.size}{top}" == value


def check_cards(position: position.Position, words: str, value: str) -> None:
    seat, rule = seat_and_rule(words)
    counts = rules.find_qualifying_set(rule, position.palettes[seat])
    assert (" ".join(texts_of(counts)) or "none") == value


def check_sets(position: position.Position, words: str, value: str) -> None:
    seat, rule = seat_and_rule(words)
    assert sets_of(rules.list_largest_sets(rule, position.palettes[seat])) == sorted(
        split_list(value)
    )


def check_turns(position: position.Position, part: str, value: str) -> None:
    turns = [notation.text_of_turn(steps) for steps in list_legal_turns(position)]
    assert len(turns) == len(set(turns))
    named = split_list(value)
    if part == "include":
        assert set(named) - set(turns) == set()
    elif part == "exclude":
        assert set(named) & set(turns) == set()
    else:
        assert part == ""
        assert sorted(turns) == sorted(named)


def check_turn_count(position: position.Position, _: str, value: str) -> None:
    assert len(list_legal_turns(position)) == int(value)
    assert position.is_over or turns.build_turns(position).count == int(value)


def check_illegal(position: position.Position, _: str, value: str) -> None:
    for turn in split_list(value):
        with pytest.raises((IllegalTurn, InvalidTurn)):
            apply_legal_turn(position, notation.parse_turn(turn))


def check_score(position: position.Position, _: str, value: str) -> None:
    assert sets_of(rounds.list_score_sets(position, position.live[0])) == sorted(split_list(value))


def check_proposal(position: position.Position, _: str, value: str) -> None:
    proposed, *others = rounds.list_score_sets(position, position.live[0])
    assert " ".join(texts_of(proposed)) == value
    assert all(sum_points(cards) < sum_points(proposed) for cards in others)


def check_prints(position: position.Position, _: str, value: str) -> None:
    assert same(str(position), value)


def check_play(position: position.Position, turn: str, value: str) -> None:
    after = apply_legal_turn(position, notation.parse_turn(turn))
    assert same(str(after), value)
    assert after == notation.parse_position(value)


CHECKS: Final[dict[str, Callable[[position.Position, str, str], None]]] = {
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
    "play": check_play,
}


def expectations(block: Block) -> list[tuple[str, str, str]]:
    """List what a block expects: the kind of check, what else its key says, and the value."""
    found = []
    entries = [entry for entry in block.entries if entry[0] not in ("title", "position")]
    for number, (key, value) in enumerate(entries):
        if key == "then":
            play, turn = entries[number - 1]
            assert play == "play", f"{block}: 'then' follows 'play'"
            found.append(("play", turn, value))
        elif key == "play":
            assert entries[number + 1][0] == "then", f"{block}: 'play' needs its 'then'"
        else:
            split = re.fullmatch(r"(turn count|round winner|error names|[a-z]+) ?(.*)", key)
            assert split, f"{block}: {key!r}"
            found.append((split[1], split[2], value))
    return found


@pytest.mark.parametrize("block", GOLDEN, ids=[f"{block}-{block.get('title')}" for block in GOLDEN])
def test_red7_engine_agrees_with_golden_positions(block: Block) -> None:
    expected = expectations(block)
    assert expected
    text = block.get("position")
    if expected[0][0] == "error names":
        ((_, _, names),) = expected
        with pytest.raises(InvalidPosition) as refused:
            notation.parse_position(text)
        assert [name for name in split_list(names) if name not in str(refused.value)] == []
        return
    position = notation.parse_position(text)
    assert notation.parse_position(str(position)) == position
    for kind, rest, value in expected:
        CHECKS[kind](position, rest, value)


# == Golden positions; README.md describes the format.

GOLDEN_SPRING: Final = read_golden(Path(__file__).parent / "spring_cleaning")


def listed(value: str) -> list[str]:
    return [] if value == "none" else sorted(split_list(value))


def check_plays(position: SpringPosition, _: str, value: str) -> None:
    assert sorted(text_of_play(play) for play in legality.list_plays(position)) == listed(value)


def check_some(position: SpringPosition, kind: str, value: str) -> None:
    plays = {text_of_play(play) for play in legality.list_plays(position)}
    for play in listed(value):
        assert (play in plays) == (kind == "include")
        assert (legality.explain_illegal(position, parse_step(play)) is None) == (kind == "include")


def check_draws(position: SpringPosition, _: str, value: str) -> None:
    assert sorted(str(step) for step in legality.list_draws(position)) == listed(value)


def check_steps(position: SpringPosition, seat: str, value: str) -> None:
    assert sorted(
        str(step) for step in legality.list_legal_steps(position, SEATS_SPRING.index(seat))
    ) == listed(value)


def check_illegal_spring(position: SpringPosition, _: str, value: str) -> None:
    step, code = value.split(" ! ")
    reason = legality.explain_illegal(position, parse_step(step))
    assert reason is not None
    assert reason.code == code


def check_prints_spring(position: SpringPosition, _: str, value: str) -> None:
    assert str(position) == value
    assert parse_position_spring(value) == position


CHECKS_SPRING: Final[dict[str, Callable[[SpringPosition, str, str], None]]] = {
    "plays": check_plays,
    "plays include": check_some,
    "plays exclude": check_some,
    "draws": check_draws,
    "steps": check_steps,
    "illegal": check_illegal_spring,
    "prints": check_prints_spring,
}


def taken(position: SpringPosition, value: str) -> SpringPosition:
    """Take the steps of a turn, of another seat than the mover where one is named."""
    name, colon, steps = value.partition(": ")
    if not colon:
        return take_turn_spring(position, parse_steps(value))
    return take_turn_spring(position, parse_steps(steps), SEATS_SPRING.index(name))


@pytest.mark.parametrize("block", GOLDEN_SPRING, ids=str)
def test_spring_cleaning_rules_agree_with_golden_positions(block: Block) -> None:
    text = block.get("position")
    if any(key == "error names" for key, _ in block.entries):
        with pytest.raises(InvalidPosition) as caught:
            parse_position_spring(text)
        assert all(word in str(caught.value) for word in split_list(block.get("error names")))
        return
    position = reached = parse_position_spring(text)
    for key, value in block.entries:
        if key == "turn":
            reached = taken(reached, value)
        elif key == "then":
            assert str(reached) == value
        elif key not in {"title", "position"}:
            name = key if key in CHECKS_SPRING else key.partition(" ")[0]
            CHECKS_SPRING[name](position, key.rpartition(" ")[2], value)
