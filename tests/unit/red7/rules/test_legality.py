"""What the seat to move may do, why not the rest, and that the naive reference agrees."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Final

import pytest

from red7_desktop.games.red7.rules import advance, cards, legality, rules, standings, turns
from red7_desktop.games.red7.rules import legality as refusals
from red7_desktop.games.red7.rules.cards import DISCARD, PLAY, SEATS, Step, parse_step, set_of
from red7_desktop.games.red7.rules.notation import parse_position, parse_turn, text_of_turn
from red7_desktop.games.red7.rules.position import PLAYED, START, Position
from red7_desktop.games.red7.rules.turns import build_turns, find_opening, sort_as_listed
from red7_desktop.tabletop.game import IllegalStep, IllegalTurn
from tests.matches import begin, play_on
from tests.reference import naive
from tests.unit.red7.rules.laid import RULESETS, laid, row, stepped, turned, varied, why

ACTIONS: Final = "advanced+actions@1.3"
FIRST: Final = "advanced+actions@first"


def test_turn_may_name_its_drawn_card() -> None:
    position = laid("A> R7 : R2", "B O6 : O1", rules="advanced@1.3", deck="G1")
    assert turned(position, "@R2+G1") == turned(position, "@R2+")
    with pytest.raises(IllegalTurn) as refused:
        legality.apply_legal_turn(position, parse_turn("@R2+G2"))
    assert refused.value.reason.code == "wrong_draw"


def test_named_draw_from_a_hidden_deck_is_accepted() -> None:
    position = laid("A> R7 : R2", "B O6 : ?7", rules="advanced@1.3", canvas="R1", deck="?9")
    assert str(turned(position, "@R2+V7")) == (
        "red7 advanced@1.3 / canvas R1 R2 / deck ?8 / A R7 : V7 : / B> O6 : ?7 :"
    )
    assert str(turned(position, "@R2+")) == (
        "red7 advanced@1.3 / canvas R1 R2 / deck ?8 / A R7 : ?1 : / B> O6 : ?7 :"
    )


@pytest.mark.parametrize("rules", RULESETS, ids=str)
def test_listed_card_uses_cover_those_of_all_legal_turns(rules: str) -> None:
    """A draw in the middle leaves open what is discarded: one of the cards held at any rate."""
    for text in varied(str(rules))[::7]:
        position = parse_position(text)
        uses, held = legality.list_card_uses(position), position.hands[position.mover]
        for nth in range((listed := build_turns(position)).count):
            steps = turns.list_steps(listed, nth)
            played, shed = (set_of([s.card for s in steps if s.kind == k]) for k in (PLAY, DISCARD))
            assert not played | shed or any(
                each == played and ends & shed == shed for each, ends in uses
            ), steps
        assert all(not ends & (played | ~held) for played, ends in uses), text


# == Hands with several 5s: every order is legal, one is listed.

RULES = ("advanced+actions@1.3", "advanced+actions@first", "basic+actions@1.3")
HANDS = ("R5 O5 V5 B7", "R5 G5 I5 O1", "O5 Y5 B5 G3", "R5 O5 Y5", "R5 O5 V5 V1 V7")
RIVALS = "/ B Y6 G6 G2 : ?4 : / C I6 V6 : ?4 : / D Y4 O4 : ?4 :"


def holding(hand: str, rules: str) -> Position:
    return parse_position(f"red7 {rules} / canvas R1 / deck V2 ?19 / A> R6 B6 : {hand} : {RIVALS}")


def by_steps(position: Position, taken: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
    """List every turn that can be taken step by step, up to its end or a 3's draw."""
    for step in legality.list_legal_steps(position):
        reached = advance.apply_step(position, step)
        if reached.phase == START or str(step) == "(+)":
            yield (*taken, step)
        else:
            yield from by_steps(reached, (*taken, step))


def without_order(position: Position, steps: tuple[Step, ...]) -> tuple[object, ...]:
    """Return what a turn leads to, palettes without the order of play."""
    for step in steps:
        position = advance.apply_step(position, step)
    rows = tuple([set_of(row) for row in position.rows])
    return position.canvas, position.deck, position.hands, rows, position.out, position.phase


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("hand", HANDS)
def test_turns_equal_but_for_step_order_are_legal_and_listed_once(hand: str, rules: str) -> None:
    position = holding(hand, rules)
    listed = legality.list_legal_turns(position)
    taken = list(by_steps(position))
    assert len(taken) > len(listed) > 3
    assert {sort_as_listed(steps) for steps in taken} == set(listed)
    for steps in taken:
        assert without_order(position, steps) == without_order(position, sort_as_listed(steps))


@pytest.mark.parametrize("rules", RULES)
def test_turns_with_several_5s_are_listed_once_per_set_of_cards(rules: str) -> None:
    five, six, seven = (
        build_turns(holding(hand, rules))
        for hand in ("R5 O5 Y5 G5 B5 O7 O1", "R5 O5 Y5 G5 B5 I5 R7", "R5 O5 Y5 G5 B5 I5 V5")
    )
    assert len(five.groups) < 2**5 * 16
    assert len(six.groups) < 2**6 * 16
    assert len(seven.groups) < 2**7
    assert max(five.count, six.count, seven.count) < 3_000


def test_compiled_and_interpreted_engine_list_turn_openings_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cumulative_counts = [3, 4, 4, 9, 20, 21, 30]
    openings = [find_opening(cumulative_counts, index) for index in range(30)]
    monkeypatch.setattr(turns, "COMPILED", True, raising=False)
    assert [find_opening(cumulative_counts, index) for index in range(30)] == openings


# == Comparison of the engine with the independent naive reference.

EVERY_RULESET = pytest.mark.parametrize("rules", RULESETS, ids=str)


def some(turns: list[str], most: int) -> list[str]:
    return random.Random(len(turns)).sample(turns, min(most, len(turns)))


@EVERY_RULESET
def test_reference_and_engine_list_the_same_turns(rules: rules.Ruleset) -> None:
    for text in varied(str(rules)):
        position = parse_position(text)
        turns = [text_of_turn(steps) for steps in legality.list_legal_turns(position)]
        assert len(turns) == build_turns(position).count
        assert sorted(turns) == sorted(naive.legal_turns(text)), text


@EVERY_RULESET
def test_reference_and_engine_reach_the_same_positions(rules: rules.Ruleset) -> None:
    for text in varied(str(rules))[::3]:
        position = parse_position(text)
        ends = naive.finished_turns(text)
        for turn in some(sorted(ends), 12):
            after = legality.apply_legal_turn(position, parse_turn(turn))
            assert str(after).split() == ends[turn].split(), (text, turn)
            assert after == parse_position(ends[turn])


@EVERY_RULESET
def test_reference_and_engine_name_the_same_leader(
    rules: rules.Ruleset,
) -> None:
    for text in varied(str(rules))[1::3]:
        position = parse_position(text)
        for rule, letter in enumerate(cards.LETTERS):
            verdict = standings.judge_rule(position, rule)
            leader = SEATS[verdict.leader] if verdict.leader >= 0 else None
            assert leader == naive.winner(text, letter)
            held = {each.seat: cards.texts_of(each.cards) for each in verdict.standings}
            named = {SEATS[seat]: " ".join(texts) for seat, texts in held.items()}
            assert named == naive.standings(text, letter)


@EVERY_RULESET
def test_reference_and_engine_print_the_same_position(rules: rules.Ruleset) -> None:
    for text in varied(str(rules)):
        assert str(parse_position(text)).split() == text.split()


# == Reasons for illegal steps.

# A leads with R6; red is in force. Seats may be written over.
PLAIN = {"A": "A> R6 : R7 G5 Y2", "B": "B O6 : O1"}
TAKING = {"A": "A>take R6 V1 : R7 G2", "B": "B O6 B2 : O1", "C": "Cx I1 I2 : O2"}
MOVING = {"A": "A>move R6 R7 : O7 G2", "B": "B O6 : O1"}
FETCHING = {"A": "A>draw R6 V3 : R7 G2", "B": "B O6 : O1"}
PLAYING = {"A": "A>play R6 V5 : R7 G2", "B": "B O6 : O1"}
HAVING_PLAYED = {"A": "A>played R6 V2 : R7 G2", "B": "B O6 : O1"}
DISCARDED = {"A": "A>discarded R6 : R7 G2", "B": "B O6 : O1"}
DONE = {"A": "A>done R6 : R7 G2", "B": "B O6 : O1"}
OVER = {"A": "Ax R6 : R7 G2", "B": "B O6 : O1"}

CASES = [
    (OVER, ACTIONS, "R7", "round_over"),
    (OVER, ACTIONS, "pass", "round_over"),
    (PLAIN | {"A": "A> R6 : R7 ?2"}, ACTIONS, "R7", "hidden_hand (seat=A)"),
    (PLAIN, ACTIONS, "V7", "not_in_hand (card=V7)"),
    (PLAIN, ACTIONS, "@V7", "not_in_hand (card=V7)"),
    (PLAYING, ACTIONS, "O1", "not_in_hand (card=O1)"),
    (TAKING, ACTIONS, "(B:G4)", "not_in_palette (card=G4, seat=B)"),
    (TAKING, ACTIONS, "(B:O1)", "not_in_palette (card=O1, seat=B)"),
    (MOVING, ACTIONS, "(@O7)", "not_in_palette (card=O7, seat=A)"),
    (MOVING, ACTIONS, "(^O6)", "not_in_palette (card=O6, seat=A)"),
    (TAKING, ACTIONS, "R7", "owes_action (card=V1)"),
    (TAKING, ACTIONS, "@R7", "owes_action (card=V1)"),
    (TAKING, ACTIONS, "end", "owes_action (card=V1)"),
    (TAKING, ACTIONS, "(@R6)", "owes_action (card=V1)"),
    (MOVING, ACTIONS, "O7", "owes_action (card=R7)"),
    (MOVING, ACTIONS, "(B:O6)", "owes_action (card=R7)"),
    (FETCHING, ACTIONS, "R7", "owes_action (card=V3)"),
    (FETCHING, ACTIONS, "@R7", "owes_action (card=V3)"),
    (FETCHING, ACTIONS, "end", "owes_action (card=V3)"),
    (PLAYING, ACTIONS, "@R7", "owes_action (card=V5)"),
    (PLAYING, ACTIONS, "(^R6)", "owes_action (card=V5)"),
    (HAVING_PLAYED, ACTIONS, "R7", "one_card"),
    (HAVING_PLAYED | {"A": "A>drew R6 V3 : R7"}, ACTIONS, "R7", "one_card"),
    (DISCARDED, ACTIONS, "@R7", "one_discard"),
    (DONE, ACTIONS, "@R7", "one_discard"),
    (DISCARDED, ACTIONS, "R7", "turn_is_ending"),
    (DONE, ACTIONS, "R7", "turn_is_ending"),
    (PLAIN, ACTIONS, "end", "nothing_done"),
    (PLAIN, ACTIONS, "+", "no_draw (deck=2, palette=1)"),
    (DONE, ACTIONS, "+", "no_draw (deck=2, palette=1)"),
    (PLAIN, ACTIONS, "(+)", "no_draw (deck=2, palette=1)"),
    (DISCARDED, ACTIONS, "(+G1)", "no_draw (deck=2, palette=1)"),
    (FETCHING, ACTIONS, "+G1", "no_draw (deck=2, palette=2)"),
    (DISCARDED, ACTIONS, "+V6", "wrong_draw (card=V6)"),
    (FETCHING, ACTIONS, "(+G3)", "wrong_draw (card=G3)"),
    (PLAIN, ACTIONS, "(B:O6)", "no_action"),
    (HAVING_PLAYED, ACTIONS, "(@R6)", "no_action"),
    (DONE, ACTIONS, "(^R6)", "no_action"),
    (TAKING, ACTIONS, "(A:R6)", "not_a_rival (seat=A)"),
    (TAKING, ACTIONS, "(C:I2)", "not_a_rival (seat=C)"),
    (TAKING, ACTIONS, "(D:I2)", "not_a_rival (seat=D)"),
    (
        TAKING | {"A": "A>take R6 Y1 V1 : R7"},
        ACTIONS,
        "(B:B2)",
        "palette_smaller (seat=B, count=2, own=3)",
    ),
    (TAKING | {"C": "C I1 : O2"}, FIRST, "(C:I1)", "only_card (seat=C)"),
    (TAKING | {"C": "C I1 : O2"}, ACTIONS, "(C:I1)", "palette_smaller (seat=C, count=1, own=2)"),
    (MOVING, FIRST, "(@R7)", "moves_itself (card=R7)"),
    (MOVING, FIRST, "(^R6)", "not_in_edition (edition=first)"),
    (TAKING, ACTIONS, "pass", "cannot_go_out"),
    (MOVING, ACTIONS, "pass", "cannot_go_out"),
    (FETCHING, ACTIONS, "pass", "cannot_go_out"),
    (PLAYING, ACTIONS, "pass", "cannot_go_out"),
    (HAVING_PLAYED, ACTIONS, "pass", "cannot_go_out"),
    (DISCARDED, ACTIONS, "pass", "cannot_go_out"),
    (DONE, ACTIONS, "pass", "cannot_go_out"),
]

# What does not win says who would lead, and by what.
NOT_WINNING = [
    ({"A": "A> R2 : Y3 G2", "B": "B O6 : O1"}, "Y3", "R", "B", "1 Y3", "1 O6"),
    ({"A": "A> R2 : Y3 G2", "B": "B O6 G4 : O1"}, "@G2", "G", "B", "1 R2", "2 O6"),
    ({"A": "A> R5 : Y3 G2", "B": "B O5 : O1"}, "@G2", "G", "", "0", ""),
    ({"A": "A>played R2 : Y3 G2", "B": "B O6 : O1"}, "end", "R", "B", "1 R2", "1 O6"),
    ({"A": "A> R5 : Y3 V1", "B": "B O5 V2 : O1"}, "@V1", "V", "B", "0", "1 V2"),
]


@pytest.mark.parametrize(("seats", "rules", "step", "expected"), CASES)
def test_refusal_has_reason_and_facts(
    seats: dict[str, str], rules: str, step: str, expected: str
) -> None:
    position = laid(*seats.values(), rules=rules, canvas="R1", deck="G1 O3")
    assert why(position, step) == expected


@pytest.mark.parametrize(("seats", "step", "rule", "leader", "own", "theirs"), NOT_WINNING)
def test_losing_turn_is_refused_with_leader_and_reason(
    seats: dict[str, str], step: str, rule: str, leader: str, own: str, theirs: str
) -> None:
    count, _, top = own.partition(" ")
    leader_count, _, leader_top = theirs.partition(" ")
    facts = f"rule={rule}, leader={leader}, count={count}, top={top}"
    if leader:
        facts += f", leader_count={leader_count}, leader_top={leader_top}"
    assert why(laid(*seats.values()), step) == f"not_winning ({facts})"


def test_seven_whose_action_loses_the_lead_is_refused() -> None:
    position = laid("A> : R7", "B Y4 : B5", rules="basic+actions@1.3")
    assert why(position, "R7") == "action_loses (card=R7)"
    position = laid("A>play R5 : R7", "B Y4 : B5", rules="basic+actions@1.3")
    assert why(position, "R7") == ""


def test_losing_action_is_refused_with_the_leader_after_it() -> None:
    moving = laid("A>move R2 V7 : G1", "B Y4 : B5", rules="basic+actions@1.3", canvas="R1")
    facts = "rule=R, leader=B, count=1, top=R2, leader_count=1, leader_top=Y4"
    assert why(moving, "(^V7)") == f"not_winning ({facts})"
    taking = laid("A>take R2 V1 : G1", "B Y4 Y6 : B5", rules="basic+actions@1.3")
    facts = "rule=R, leader=B, count=1, top=R2, leader_count=1, leader_top=Y6"
    assert why(taking, "(B:Y4)") == f"not_winning ({facts})"


def test_open_card_cannot_be_drawn_from_a_hidden_deck() -> None:
    position = laid("A>draw R6 V3 : R7 G2 : I1", "B O6 : ?1", rules=ACTIONS, canvas="R1", deck="?9")
    for card in ("R6", "V3", "R7", "G2", "I1", "O6", "R1"):
        assert why(position, f"(+{card})") == f"elsewhere (card={card})"
    assert why(position, "(+O1)") == ""
    assert why(position, "(+)") == ""


def test_refusal_codes_equal_the_documented_ones() -> None:
    assert refusals.__doc__
    listed = refusals.__doc__.partition("why a step is illegal:")[2].partition("\n\n")[0]
    documented = set(re.findall(r"^    (\w+):", listed, re.MULTILINE))
    met = {expected.partition(" ")[0] for *_, expected in CASES}
    met |= {"not_winning", "action_loses", "elsewhere"}
    assert documented == met


def test_illegal_step_raises_with_text_and_reason() -> None:
    position = laid(*PLAIN.values(), rules=ACTIONS)
    with pytest.raises(IllegalTurn) as refused:
        legality.apply_legal_step(position, parse_step("@V7"))
    assert isinstance(refused.value, IllegalStep)
    assert refused.value.step == "@V7"
    assert refused.value.reason.code == "not_in_hand"
    assert dict(refused.value.reason.data) == {"card": "V7"}
    assert str(refused.value) == "turn: '@V7': not_in_hand (card=V7)"


def test_illegal_turn_names_its_illegal_step() -> None:
    position = laid("A> G3 : R5 V2", "B Y4 : O1")
    with pytest.raises(IllegalTurn) as refused:
        legality.apply_legal_turn(position, parse_turn("R5 @O1"))
    assert (refused.value.step, refused.value.reason.code) == ("@O1", "not_in_hand")


def test_finished_round_has_no_turns() -> None:
    position = laid(*OVER.values())
    assert legality.list_legal_steps(position) == ()
    assert legality.list_legal_turns(position) == []
    with pytest.raises(IllegalTurn) as refused:
        legality.apply_legal_turn(position, parse_turn("pass"))
    assert refused.value.reason.code == "round_over"


def test_legality_needs_the_movers_hand() -> None:
    position = laid("A> R6 : R7 ?2", "B O6 : O1")
    for ask in (legality.list_legal_steps, legality.list_legal_turns):
        with pytest.raises(IllegalTurn) as refused:
            ask(position)
        assert refused.value.reason.code == "hidden_hand"


def test_legality_ignores_other_hidden_hands() -> None:
    position = laid("A> R6 : R7", "B O6 : ?7", deck="?3")
    assert why(position, "R7") == ""


def test_step_naming_an_absent_rival_is_refused() -> None:
    taking = laid(*TAKING.values(), rules=ACTIONS)
    with pytest.raises(IllegalTurn) as refused:
        legality.apply_legal_step(taking, cards.TAKE_STEPS[3][row("R7")[0]])
    assert refused.value.reason.code == "not_a_rival"


def test_unnamed_draw_makes_the_hand_unknown() -> None:
    position = laid("A> R6 : V3 R7", "B O6 : ?7", rules=ACTIONS, deck="?3")
    drawn = stepped(position, "V3", "(+)")
    assert drawn.hand_count(0) == 2
    assert why(drawn, "end") == "hidden_hand (seat=A)"
    assert why(stepped(position, "V3", "(+I7)"), "end") == ""


# == Reasons for actions without effect.

NEWER, FIRST_EDITION = "basic+actions@1.3", "basic+actions@first"


@pytest.mark.parametrize(
    ("step", "seats", "rules", "deck", "code"),
    [
        ("R1", ("A> V7 : R1 R6", "B O6 : ?5"), NEWER, "?9", "no_large_palette"),
        ("R1", ("A> V7 : R1 R6", "B O6 O5 : ?5"), NEWER, "?9", None),
        ("R1", ("A> V7 : R1 R6", "B O6 : ?5"), FIRST_EDITION, "?9", "no_spare_card"),
        ("R3", ("A> V7 : R3 R6", "B O6 : ?5"), NEWER, "", "deck_empty"),
        ("R3", ("A> V7 : R3 R6", "B O6 : ?5"), NEWER, "?9", None),
        ("R5", ("A> V7 : R5", "B O6 : ?5"), NEWER, "?9", "no_other_card"),
        ("R7", ("A> V6 : R7 R6", "B O3 : ?5"), FIRST_EDITION, "?9", "nothing_to_move"),
        ("R7", ("A> V7 : R7 R6", "B O6 : ?5"), NEWER, "?9", None),
        ("R6", ("A> V7 : R7 R6", "B O6 : ?5"), NEWER, "?9", None),
        ("R1", ("A> V7 : R1 R6", "B O6 : ?5"), "basic@1.3", "?9", None),
    ],
)
def test_action_without_effect_says_why(
    step: str, seats: tuple[str, ...], rules: str, deck: str, code: str | None
) -> None:
    played = parse_step(step)
    found = legality.explain_no_action(
        advance.apply_step(laid(*seats, rules=rules, deck=deck), played), played.card
    )
    assert (found.code if found else None) == code


@pytest.mark.parametrize(
    ("canvas", "own", "rival", "short"),
    [
        ("", "V7", "B1", 0),  # Red: the highest card
        ("", "V6", "B7", 1),
        ("V1", "R7", "R2 O3 G1", 3),  # Violet: most cards below 4
        ("G1", "R2 O6", "Y2 Y4 Y6", 1),  # Green: as many evens, and a higher one
        ("G1", "R1", "Y2 Y6", 2),
        ("V1", "R7", "R2 O3 G1 Y1 I2", 5),  # at least so many: more than two are not tried out
    ],
)
def test_count_of_missing_cards_is_how_many_are_needed_to_lead(
    canvas: str, own: str, rival: str, short: int
) -> None:
    position = laid(f"A> {own} : O1", f"B {rival} : O2", canvas=canvas)
    assert legality.count_cards_short(position, 0) == short


@pytest.mark.parametrize("rules", ["advanced+actions@1.3", "advanced+actions@first"])
def test_played_odd_card_acts_or_has_a_reason_for_no_effect(rules: str) -> None:
    rng = random.Random(4)
    idle = 0
    for seed in range(4):
        match = begin(rules, 3, seed, target=20)
        while match.game.to_act(match.state):
            play_on(match, rng, 1)
            position = match.state.position
            if match.state.stage != "turn":
                continue
            for step in legality.list_legal_steps(position):
                if step.kind == PLAY:
                    then = advance.apply_step(position, step)
                    found = legality.explain_no_action(then, step.card)
                    is_odd = cards.number_of(step.card) % 2 == 1
                    assert (found is not None) == (is_odd and then.phase == PLAYED)
                    idle += found is not None
    assert idle > 5
