"""The lens: everyone's standing under all rules, and what is within reach."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from red7_desktop.games.red7.face.lens import RuleMatrix, WinOutlook, find_winning_turns
from red7_desktop.games.red7.rules import advance, cards, legality, rounds, standings
from red7_desktop.games.red7.rules.game import Red7, Red7Observation, position_of
from red7_desktop.games.red7.rules.position import DISCARDED, DONE, START, Position
from red7_desktop.kit.texts import Texts, to_plain
from red7_desktop.tabletop.game import TURN
from red7_desktop.tabletop.rounds import ROUND_OVER
from tests.matches import MODES, begin, play_on
from tests.unit.red7.face.seen import FOUR, mock, seats_of, seen, state_of

# == lens model ============================================================================


def lens(state: rounds.MatchState, viewer: int | None = 0) -> RuleMatrix:
    return RuleMatrix.of(seen(state, viewer), seats_of(state.position.seats), Texts())


def row(matrix: RuleMatrix, letter: str) -> standings.RuleVerdict:
    return next(each for each in matrix.verdicts if cards.LETTERS[each.rule] == letter)


def reach(matrix: RuleMatrix, letter: str) -> tuple[WinOutlook, str, str]:
    chance, line, more = matrix.describe_winning_turns(row(matrix, letter))
    return chance, to_plain(line), more


def test_rule_lens_lists_rules_by_rank_and_the_viewer_first() -> None:
    matrix = lens(mock(), 2)
    assert "".join(cards.LETTERS[each.rule] for each in matrix.verdicts) == "ROYGBIV"
    assert matrix.order == (2, 3, 0, 1)
    assert [matrix.words.build_label(seat).name for seat in matrix.order] == [
        "You",
        "Dee",
        "Ann",
        "Bo",
    ]


def test_rule_lens_without_assists_shows_no_winning_turns() -> None:
    state = mock()
    found = RuleMatrix.of(seen(state), seats_of(4), Texts(), assists=False)
    assert found.winning_turns == {}
    assert found.verdicts == lens(state).verdicts


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_rule_lens_names_the_same_leaders_as_the_engine(viewer: int | None) -> None:
    state = mock()
    told = standings.judge_all(position_of(seen(state, viewer)))
    assert list(lens(state, viewer).verdicts) == list(reversed(told))


def test_rule_lens_shows_the_highest_number_under_red() -> None:
    matrix = lens(mock())
    red, green = row(matrix, "R"), row(matrix, "G")
    assert matrix.words.figure(red.rule, red.standing_of(0)) == 6
    assert matrix.words.figure(green.rule, green.standing_of(0)) == green.standing_of(0).size == 3


def test_rule_lens_header_counts_the_rules_a_seat_leads_under() -> None:
    matrix = lens(state_of("A> G2 : R1 :", "B V1 : ?2 :"))
    assert [matrix.describe_leads(seat) for seat in (0, 1)] == [
        "winning 7 of 7",
        "winning 0 of 7",
    ]
    matrix = lens(state_of("A> R7 : G1 :", "Bx O6 : ?2 :", "C V1 : ?2 :"))
    assert matrix.describe_leads(1) == "out of the round"


@pytest.mark.parametrize(
    ("palettes", "letter", "words"),
    [
        (("R7 O7", "B1"), "O", "1 card more"),
        (("R7 O7 Y7", "B1"), "O", "2 cards more"),
        (("R7", "B6"), "R", "red 7 beats blue 6"),
        (("R7", "B7"), "R", "red 7 beats blue 7"),
        (("R2", "B7"), "G", "nobody else has one"),
        (("R7", "B7"), "G", "nobody is winning"),
    ],
)
def test_rule_lens_shows_by_how_much_the_leader_leads(
    palettes: tuple[str, str], letter: str, words: str
) -> None:
    state = state_of(f"A> {palettes[0]} : G1 :", f"B {palettes[1]} : ?2 :")
    matrix = lens(state)
    assert to_plain(matrix.describe_margin(row(matrix, letter))) == words


@pytest.mark.parametrize(
    ("seats", "letter", "reach"),
    [
        (
            ("A> R7 : V1 V3 V2 V4 O1 :", "B B6 : ?3 :"),
            "O",
            (WinOutlook.OPEN, "Discard orange 1", "4 other ways"),
        ),
        (
            *(("A> R2 : V7 V6 V5 V4 O7 :", "B B6 : ?3 :"), "V"),
            (WinOutlook.OPEN, "Discard violet 7, violet 6 or violet 5", "17 other ways"),
        ),
        (
            *(("A> V1 : G4 G2 :", "B B3 : ?3 :"), "G"),
            (WinOutlook.OPEN, "Play green 2, discard green 4", "1 other way"),
        ),
        (
            *(("A> R7 : V1 :", "B B6 : ?3 :"), "O"),
            (WinOutlook.LACKS_CARD, "You’d be winning, but you have no orange card", ""),
        ),
        (("A> V1 : V2 :", "B R7 : ?3 :"), "R", (WinOutlook.CLOSED, "out of reach", "")),
    ],
)
def test_rule_lens_names_turns_that_win_under_another_rule(
    seats: tuple[str, ...], letter: str, reach: tuple[WinOutlook, str, str]
) -> None:
    model = lens(state_of(*seats))
    chance, line, more = model.describe_winning_turns(row(model, letter))
    assert (chance, to_plain(line), more) == reach


@pytest.mark.parametrize("viewer", [None, 1])
def test_rule_lens_gives_spectators_and_seats_that_are_out_no_advice(viewer: int | None) -> None:
    model = lens(state_of("A> R7 : G1 :", "Bx O6 : ?2 :", "C V1 : ?2 :"), viewer)
    assert model.winning_turns == {}


def test_rule_lens_does_not_depend_on_hidden_cards() -> None:
    one = state_of("A> R7 : G1 :", "B O6 : V2 V3 :", "C V1 : B1 B2 :", deck="Y1 Y2")
    other = state_of("A> R7 : G1 :", "B O6 : B1 Y2 :", "C V1 : V3 Y1 :", deck="V2 B2")
    first, second = lens(one), lens(other)
    assert (first.seen, first.verdicts) == (second.seen, second.verdicts)
    assert first.winning_turns == second.winning_turns


# == reach =================================================================================


@pytest.mark.parametrize(
    ("viewer", "changes"),
    [(None, {}), (1, {"out": 0b10}), (0, {"stage": ROUND_OVER})],
    ids=["a spectator", "a seat that is out", "between rounds"],
)
def test_no_winning_turns_are_listed_for_a_viewer_who_cannot_move(
    viewer: int | None, changes: dict[str, object]
) -> None:
    observation = replace(seen(state_of(*FOUR), viewer), **changes)  # type: ignore[arg-type]
    assert find_winning_turns(observation) == {}


def start_of(observation: Red7Observation) -> Position:
    """Return where the ways begin: in the viewer's turn, or where it would begin."""
    assert observation.viewer is not None
    position = position_of(observation)
    if position.mover == observation.viewer and position.phase not in {DISCARDED, DONE}:
        return position
    return advance.replace_fields(position, mover=observation.viewer, phase=START)


@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_rule_lens_shows_only_legal_turns_that_take_the_lead(rules: str, seats: int) -> None:
    match = begin(rules, seats, seed=seats)
    rng = random.Random(seats)
    told = 0
    for _ in range(12):
        play_on(match, rng, 3)
        if match.state.stage != TURN:
            continue
        viewer = match.state.position.mover
        observation = match.game.observe(match.state, viewer)
        position = start_of(observation)
        for rule, turns in find_winning_turns(observation).items():
            for turn in turns:
                then = position
                for step in turn:
                    then = advance.apply_step(then, step)
                assert then.rule == rule
                assert standings.find_winner(then) == viewer
                legality.apply_legal_turn(position, (*turn, cards.END_STEP))
                told += 1
    assert told


@pytest.mark.parametrize("seed", range(4))
def test_rule_lens_lists_every_winning_turn_in_games_without_actions(seed: int) -> None:
    game = Red7()
    match = play_on(begin("advanced@1.3", 3, seed), random.Random(seed), 9 + 4 * seed)
    for viewer in range(3):
        observation = game.observe(match.state, viewer)
        if observation.stage != TURN or observation.out >> viewer & 1:
            continue
        position = start_of(observation)
        wanted = {
            tuple(step for step in steps if step.kind not in {cards.DRAW, cards.END})
            for steps in legality.list_legal_turns(position)
            if steps[-1].kind not in {cards.PASS, cards.FETCH}
        }
        assert {
            turn for turns in find_winning_turns(observation).values() for turn in turns
        } == wanted
