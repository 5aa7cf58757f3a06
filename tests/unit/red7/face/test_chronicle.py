from __future__ import annotations

import pytest

from red7_desktop.games.red7.face.history import RoundSeen, build_turn_lines, log_of, retell_rounds
from red7_desktop.games.red7.rules.cards import (
    BURY,
    DISCARD,
    DRAW,
    FETCH,
    LETTERS,
    PASS,
    PLAY,
    SEATS,
    SHED,
    TAKE,
    UNKNOWN,
    texts_of,
)
from red7_desktop.games.red7.rules.game import SeenTurn
from red7_desktop.games.red7.rules.notation import parse_turn
from red7_desktop.kit.match_model import MOST, LogSection, build_recap, text_of
from red7_desktop.kit.texts import to_plain
from red7_desktop.tabletop.match import Match
from tests.random_matches import MODES, begin, played
from tests.unit.red7.face.seen import words_of

SAID = {
    PLAY: "played ",
    DISCARD: "discarded ",
    DRAW: "drew 1",
    FETCH: "drew 1",
    TAKE: " away",
    SHED: " to the canvas",
    BURY: " on the deck",
    PASS: "went out",
}
"""A piece of the sentence of every kind of step that is told."""


def scripted(*steps: str, rules: str = "advanced@1.3", seats: int = 2, seed: int = 4) -> Match:
    """Play the steps given, each by whoever is asked; `any` is the first legal one."""
    match = begin(rules, seats, seed, target=100)
    for text in steps:
        seat = match.game.to_act(match.state)[0]
        step = match.game.legal_steps(match.state, seat)[0] if text == "any" else None
        if step is None:
            match.take_text(seat, text)
        else:
            match.take(seat, step)
    return match


def log(match: Match, viewer: int | None = 0) -> tuple[LogSection, ...]:
    count = match.state.options.seats
    return log_of(words_of(count, viewer), retell_rounds(match, viewer))


@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_every_turn_of_a_match_is_in_its_round(rules: str, seats: int) -> None:
    match = played(rules, seats, seed=3)
    rounds = retell_rounds(match, None)
    ends = sum(entry.step in {"end", "pass"} for entry in match.log)
    assert sum(len(each.turns) for each in rounds) == ends
    assert [each.number for each in rounds] == list(range(1, len(rounds) + 1))
    assert tuple(each.result for each in rounds) == match.state.rounds


@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_who_went_out_is_told_with_the_rule_then_in_force(rules: str, seats: int) -> None:
    match = played(rules, seats, seed=5)
    told = [exit for each in retell_rounds(match, None) for exit in each.exits]
    passed = [
        (entry.seat, match.state_at(nth).position.rule)
        for nth, entry in enumerate(match.log)
        if entry.step == "pass"
    ]
    assert told == passed
    assert told


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_no_drawn_card_is_in_the_chronicle(viewer: int | None) -> None:
    match = played("advanced+actions@1.3", 3, seed=6)
    steps = [s for each in retell_rounds(match, viewer) for turn in each.turns for s in turn.steps]
    draws = [step for step in steps if step.kind in {DRAW, FETCH}]
    assert draws
    assert {step.card for step in draws} == {UNKNOWN}


def test_a_match_that_has_not_begun_has_one_empty_round() -> None:
    (only,) = retell_rounds(begin("advanced@1.3", 2, seed=1), 0)
    assert (only.number, only.turns, only.steps, only.exits, only.result) == (1, (), (), (), None)


# -- the log -------------------------------------------------------------------------------


def test_the_log_numbers_the_turns_of_each_round() -> None:
    match = played("advanced@1.3", 3, seed=3)
    for section, seen in zip(log(match), retell_rounds(match, 0), strict=True):
        assert [line.number for line in section.lines] == list(range(1, len(seen.turns) + 1))
        assert [line.seat for line in section.lines] == [turn.seat for turn in seen.turns]


def test_a_seat_that_goes_out_is_told_with_the_rule() -> None:
    match = scripted("pass", seats=3)
    (line,) = log(match, None)[0].lines
    assert line.seat is not None
    name = words_of(3).names[line.seat]
    assert to_plain(line.line) == f"{name} went out under Highest card"


def test_the_turn_going_on_is_marked_as_not_over() -> None:
    match = scripted("any")
    (line,) = log(match)[0].lines
    assert to_plain(line.line).endswith(" …")


def test_a_round_ends_with_its_winner_and_the_cards_taken() -> None:
    match = scripted("pass")
    (section,) = log(match, None)
    result = match.state.rounds[0]
    assert section.winner == result.winner
    name = words_of(2).names[result.winner]
    assert to_plain(section.ending).startswith(f"Round 1: {name} won under Highest card, ")
    assert to_plain(section.detail)


def test_the_log_as_text_has_a_line_for_every_turn() -> None:
    match = played("advanced@1.3", 2, seed=8)
    text = text_of(log(match))
    rounds = retell_rounds(match, 0)
    turns = sum(len(each.turns) for each in rounds)
    taken = sum(bool(each.result and each.result.taken) for each in rounds)
    # A heading, two lines of the deal, the ending, the points, an empty line; once, who won.
    assert text.count("\n") == turns + taken + 6 * len(rounds)
    assert text.startswith("Round 1\nEverybody is dealt 7 cards and, face up, one more: You ")
    assert text.endswith("Bo wins the match with 20 points\n")


@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_the_log_tells_deals_draws_actions_exits_and_points(rules: str, seats: int) -> None:
    """Every step of a match but the ends of turns has its words in the log, in any mode."""
    match = played(rules, seats, seed=3)
    text = text_of(log(match, None))
    steps = [
        step for each in retell_rounds(match, None) for turn in each.turns for step in turn.steps
    ]
    for kind, word in SAID.items():
        assert text.count(word) >= sum(step.kind == kind for step in steps), word
    rounds = retell_rounds(match, None)
    assert text.count("Everybody is dealt 7 cards") == len(rounds)
    for each in rounds:
        cards = ", ".join(
            f"{words_of(seats, None).names[seat]} {words_of().card(row[0]).spoken}"
            for seat, row in enumerate(each.opening)
        )
        assert cards in text
    if match.state.options.rules.advanced:
        assert text.count("Points: ") == len(rounds)
        assert rounds[-1].totals == match.game.result(match.state).scores  # type: ignore[union-attr]


@pytest.mark.parametrize("seed", range(4))
def test_nobodys_log_holds_more_than_everybody_knows(seed: int) -> None:
    match = played("advanced+actions@1.3", 3, seed)
    public = text_of(log_of(words_of(3, None), retell_rounds(match, None)))
    for viewer in range(3):
        own = log_of(words_of(3, None), retell_rounds(match, viewer))
        assert text_of(own) == public


# -- the recap -----------------------------------------------------------------------------


def told(match: Match, seat: int) -> list[str]:
    count = match.state.options.seats
    found = build_recap(log_of(words_of(count, seat), retell_rounds(match, None)), seat)
    return [to_plain(each.line) for each in found.lines]


def test_a_recap_begins_after_the_seats_last_turn() -> None:
    match = scripted("pass", "any", seats=4)
    first, second = match.log[0].seat, match.log[1].seat
    names = words_of(4).names
    assert told(match, second) == []
    (line,) = told(match, first)
    assert line.startswith(names[second])


def test_without_a_turn_of_its_own_a_seat_hears_everything() -> None:
    match = scripted("pass", "pass", seats=4)
    last = next(seat for seat in range(4) if seat not in {each.seat for each in match.log})
    assert len(told(match, last)) == 2


def test_a_recap_tells_how_the_round_ended_and_the_next_was_dealt() -> None:
    match = scripted("pass", "deal")
    loser = match.log[0].seat
    ending, dealt = told(match, loser)
    assert ending.startswith("Round 1: ")
    assert dealt == "Round 2 is dealt"


def test_a_long_recap_keeps_its_last_lines_and_counts_the_others() -> None:
    turns = tuple(SeenTurn(1, parse_turn(f"@{face}")) for face in texts_of((1 << MOST + 3) - 1))
    rounds = (RoundSeen(1, turns, (), 0, (), None),)
    found = build_recap(log_of(words_of(2, 0), rounds), 0)
    whole = [to_plain(line.line) for line in build_turn_lines(words_of(2, 0), rounds[0])]
    assert [to_plain(each.line) for each in found.lines] == whole[-MOST:]
    assert found.left_out == 3


def test_a_recap_speaks_to_the_seat() -> None:
    turn = SeenTurn(1, parse_turn("R1(A:G4)"))
    rounds = (RoundSeen(1, (turn,), (), 0, (), None),)
    found = build_recap(log_of(words_of(2, 0), rounds), 0)
    assert [to_plain(each.line) for each in found.lines] == [
        "Bo played red 1, took your green 4 away"
    ]


def test_letters_of_seats_and_rules_are_those_of_the_notation() -> None:
    match = scripted("pass")
    note = dict(match.outcomes[0].notes[0].data)
    (only,) = retell_rounds(match, None)
    assert (SEATS[only.exits[0].seat], LETTERS[only.exits[0].rule]) == (note["seat"], note["rule"])
    assert only.turns[0].steps[-1].kind == PASS
