from __future__ import annotations

from typing import Any

import pytest

from red7_desktop.games.red7.face.explanations import build_hint
from red7_desktop.games.red7.face.present import spread_of
from red7_desktop.games.red7.face.turn_words import describe_card, describe_plan
from red7_desktop.games.red7.rules.cards import parse_step
from red7_desktop.games.red7.rules.rounds import SCORE, MatchState, TakeScore
from red7_desktop.games.red7.rules.rules import Ruleset
from red7_desktop.kit.table_model import Hint
from red7_desktop.kit.texts import to_plain
from red7_desktop.tabletop.player import Candidate, Choice
from tests.unit.red7.face.seen import mock, seen, state_of, words_of


def steps(text: str) -> tuple[object, ...]:
    return tuple(parse_step(word) for word in text.split())


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ("B7", "Play blue 7"),
        ("B7 @G4 end", "Play blue 7, then discard green 4"),
        ("@G4 + end", "Discard green 4, then draw a card"),
        ("R1 (B:G4) end", "Play red 1, then take Bo’s green 4 away"),
        ("R1 (A:G4) end", "Play red 1, then take your green 4 away"),
        ("O3 (+)", "Play orange 3, then draw a card"),
        ("Y5 G2 end", "Play yellow 5, then play green 2"),
        ("B7 (@G2) end", "Play blue 7, then move green 2 to the canvas"),
        ("B7 (^G2) end", "Play blue 7, then put green 2 on the deck"),
        ("pass", "Go out"),
        ("end", "End the turn"),
    ],
)
def test_a_plan_says_what_to_do(turn: str, said: str) -> None:
    assert to_plain(describe_plan(words_of(2), steps(turn))) == said  # type: ignore[arg-type]


# -- hints ---------------------------------------------------------------------------------


def hint(state: MatchState, turn: str, *candidates: Candidate) -> Hint:
    choice = Choice(steps(turn), candidates)
    return build_hint(words_of(state.position.seats), seen(state), choice)


def test_a_hint_says_the_turn_and_who_leads_after_it() -> None:
    told = hint(state_of("A> V1 : G4 G2 :", "B B2 : ?3 :"), "G2 @G4 end")
    assert to_plain(told.title) == "Play green 2, then discard green 4"
    assert [to_plain(line) for line in told.why] == [
        "Then you lead under Evens: 1 card each, green 2 beats blue 2"
    ]


def test_a_hint_names_the_card_and_the_zone_of_its_first_step() -> None:
    state = state_of("A> V1 : G4 G2 :", "B B2 : ?3 :")
    assert hint(state, "G2 @G4 end").cards == ("G2",)
    assert hint(state, "G2 @G4 end").zones == ("palette:A",)
    assert hint(state, "@G4 end").zones == ("canvas",)
    drawing = state_of("A>discarded V1 : G2 :", "B B2 : ?3 :", canvas="G4", steps="@G4")
    assert (hint(drawing, "+ end").cards, hint(drawing, "+ end").zones) == (("deck",), ("hand:A",))
    assert hint(state, "pass").cards == ()


def test_a_hint_promises_nothing_behind_a_card_not_yet_drawn() -> None:
    state = state_of("A> V1 : G3 R2 :", "B B2 : ?3 :", rules="advanced+actions@1.3")
    told = hint(state, "G3 (+)")
    assert [to_plain(line) for line in told.why] == [
        "What comes next depends on the card that you draw."
    ]


def weighed(turn: str, value: float, wins: float, **known: Any) -> Candidate:
    return Candidate(steps(turn), value, wins, known.pop("samples", 400), **known)


def told_of(rules: str, *candidates: Candidate) -> list[str]:
    """Give what a hint says about turns that were weighed, after who leads."""
    state = state_of("A> V1 : G4 G2 :", "B B2 : ?3 :", rules=rules)
    return [to_plain(line) for line in hint(state, "G2 @G4 end", *candidates).why[1:]]


def test_a_hint_tells_what_was_weighed() -> None:
    best = weighed("G2 @G4 end", 0.634, 0.6, feared=steps("B7 @Y2"), feared_seat=1)
    other = weighed("G4 end", 0.511, 0.511, error=0.02)
    assert told_of("basic@1.3", best, other) == [
        "You win the round in about 63 of 100 cases.",
        "Watch out: Bo could play blue 7, then discard yellow 2",
        "Next best: Play green 4 (51 of 100)",
    ]


def test_a_hint_shows_the_figure_that_it_goes_by_and_why_a_rarer_win_is_worth_more() -> None:
    best = weighed("G2 @G4 end", 0.7, 0.37, points=20.9)
    other = weighed("G4 end", 0.61, 0.51, error=0.02, points=12.0)
    assert told_of("advanced@1.3", best, other) == [
        "You win the match in about 70 of 100 cases, this round in 37.",
        "Next best: Play green 4 (61 of 100)",
        "It wins the round less often, but 9 points more.",
    ]


@pytest.mark.parametrize("rules", ["basic@1.3", "advanced@1.3"])
def test_a_turn_within_the_error_of_the_hinted_one_is_as_good(rules: str) -> None:
    best, other = weighed("G2 @G4 end", 0.41, 0.41), weighed("G4 end", 0.37, 0.5, error=0.03)
    assert told_of(rules, best, other)[1:] == ["Just as good: Play green 4"]


def test_a_hint_that_had_no_time_to_weigh_gives_no_figure() -> None:
    assert told_of("basic@1.3", weighed("G2 @G4 end", 0.0, 0.0, samples=0)) == []


def test_a_hint_to_go_out_says_whether_there_is_a_choice() -> None:
    stuck = state_of("A> V1 : I1 :", "B R7 : ?3 :")
    assert [to_plain(line) for line in hint(stuck, "pass").why] == ["No card keeps you in."]
    choice = state_of("A> V1 : G4 G2 :", "B B2 : ?3 :")
    out, other = weighed("pass", 0.4, 0.0), weighed("G4 end", 0.3, 0.2, error=0.01)
    told = [to_plain(line) for line in hint(choice, "pass", out, other).why]
    assert told == [
        "This round is better lost early than late.",
        "You win the match in about 40 of 100 cases.",
        "Next best: Play green 4 (30 of 100)",
    ]


def test_a_hint_for_the_choice_of_points_names_no_card() -> None:
    state = state_of("A R3 O3 : G4 :", "Bx B2 : ?3 :", stage=SCORE)
    told = build_hint(words_of(2), seen(state), Choice((TakeScore(1),)))
    assert to_plain(told.title) == "Take the cards that are worth most"
    assert (told.why, told.cards, told.zones) == ((), (), ())


# -- cards ---------------------------------------------------------------------------------


def test_a_card_is_named_with_the_rule_that_it_makes() -> None:
    told = describe_card(words_of(2), "G4", Ruleset())
    assert told.title == "Green 4"
    assert to_plain(told.about) == "On the canvas: Most even cards"
    assert told.action == ""


@pytest.mark.parametrize("number", [1, 3, 5, 7])
def test_with_actions_an_odd_card_says_what_it_does(number: int) -> None:
    plain_rules, actions = Ruleset(), Ruleset(actions=True)
    assert not describe_card(words_of(2), f"R{number}", plain_rules).action
    assert describe_card(words_of(2), f"R{number}", actions).action.startswith("When played: ")
    assert not describe_card(words_of(2), f"R{number - 1 or 2}", actions).action


def test_a_7_does_what_its_edition_says() -> None:
    told = {
        describe_card(words_of(2), "R7", Ruleset(actions=True, edition=edition)).action
        for edition in ("1.3", "first")
    }
    assert len(told) == 2


# -- piles ---------------------------------------------------------------------------------


def test_the_canvas_lies_from_the_newest_card_to_the_starter() -> None:
    spread = spread_of(words_of(4), seen(mock()), "canvas")
    assert spread is not None
    assert [each.face for each in spread.cards] == ["G5", "I5", "Y2", "start"]
    assert to_plain(spread.cards[0].caption) == "Evens"
    assert to_plain(spread.cards[-1].caption) == "Highest card"


def test_a_score_pile_tells_whose_it_is_and_its_points() -> None:
    own = spread_of(words_of(4), seen(mock()), "score:A")
    others = spread_of(words_of(4), seen(mock()), "score:D")
    assert own is not None
    assert others is not None
    assert (own.title, own.note) == ("Your score pile", "9 points")
    assert (others.title, others.note) == ("Dee’s score pile", "13 points")
    assert [to_plain(each.caption) for each in own.cards] == ["+4", "+5"]


@pytest.mark.parametrize("zone", ["hand:A", "hand:B", "deck", "palette:A", "score:B", "nowhere"])
def test_nothing_else_is_spread_out(zone: str) -> None:
    assert spread_of(words_of(4), seen(mock()), zone) is None
