"""Checks what a step is said to come to."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.face.explanations import preview_step
from red7_desktop.games.red7.rules.cards import parse_step
from red7_desktop.kit.table_model import Preview
from red7_desktop.kit.texts import to_plain
from tests.unit.red7.face.seen import seen, state_of, words_of


def previewed(step: str, *seats: str, **options: str) -> Preview:
    """Preview a step of seat A."""
    state = state_of(*seats, **options)  # type: ignore[arg-type]
    return preview_step(seen(state), parse_step(step), words_of(len(seats)))


LAID = ("A>played O6 B2 Y4 : R5 G3 B7 I1", "B B4 R7 V1 : ?5", "C G4 R6 V3 : ?5")


def test_a_discard_that_loses_says_who_wins_and_by_what() -> None:
    found = previewed("@B7", *LAID, canvas="G5")
    assert not found.is_good
    assert to_plain(found.title) == "Discard blue 7: you lose"
    assert to_plain(found.detail) == "Blue: 3 colours each, and Bo’s red 7 breaks the tie"


def test_a_discard_that_wins_says_by_what_and_offers_the_draw() -> None:
    found = previewed("@G7", "A>played O6 B2 Y4 : G7", "B B4 R7 V1 : ?5", canvas="G5")
    assert found.is_good
    assert to_plain(found.title) == "Discard green 7: you lead"
    assert to_plain(found.detail) == "Green: 3 evens vs 1. You may draw."


def test_a_play_that_needs_a_discard_names_those_that_help() -> None:
    found = previewed("B2", "A> R1 : B2 G3 V1", "B R7 : ?5", canvas="", deck="")
    assert found.is_good
    assert to_plain(found.title) == "Play blue 2: then discard"
    assert to_plain(found.detail) == "green 3 or violet 1 would put you in the lead."


def test_a_play_that_leads_says_so() -> None:
    found = previewed("R7", "A> R1 : R7 G3", "B O7 : ?5")
    assert to_plain(found.sentence) == "Play red 7: you lead. Red: red 7 beats orange 7"


def test_a_play_that_cannot_be_saved_says_so() -> None:
    found = previewed("G1", "A> V2 : G1", "B R7 G6 : ?5", canvas="G5")
    assert not found.is_good
    assert to_plain(found.title) == "Play green 1: you cannot stay in"
    assert "Bo" in to_plain(found.detail)


def test_a_card_with_an_action_says_what_comes_next() -> None:
    found = previewed("B3", "A> R1 : B3 R6 R5", "B O7 : ?5", rules="advanced+actions@1.3")
    assert found.is_good
    assert to_plain(found.sentence) == "Play blue 3. Then draw a card."


def test_a_card_whose_action_finds_nothing_to_do_says_so() -> None:
    """B has one card, A would have two: a 1 takes from no smaller palette."""
    rules = "advanced+actions@1.3"
    found = previewed("R1", "A> V7 : R1 R6 R5", "B O6 : ?5", rules=rules)
    assert found.is_good
    said = "red 1 takes nothing: all other palettes are smaller than yours. "
    assert to_plain(found.detail).startswith(said)
    assert "Red: violet 7 beats" in to_plain(found.detail)
    larger = previewed("R1", "A> V7 : R1 R6 R5", "B O6 O5 : ?5", rules=rules)
    assert "Then choose" in to_plain(larger.detail)


DRAW_NEEDS = (
    "You may draw after discarding a card higher than 3, as many cards as your palette has."
)


@pytest.mark.parametrize(
    ("step", "seats", "detail"),
    [
        ("B7", LAID, "Only one card a turn goes to the palette."),
        ("B7", ("A R1 : B7", "B> R7 : ?5"), "It is Bo’s turn."),
        ("+", LAID, DRAW_NEEDS),
    ],
)
def test_what_cannot_be_done_now_says_why(step: str, seats: tuple[str, ...], detail: str) -> None:
    found = previewed(step, *seats, canvas="G5")
    assert not found.is_good
    assert to_plain(found.detail) == detail


def test_going_out_and_drawing_are_told() -> None:
    out = previewed("pass", "A> R1 : B2", "B R7 : ?5")
    assert to_plain(out.sentence) == "Give up the round: you are out. Till the next round."
    draw = previewed("+", "A>discarded O6 : B2", "B R5 : ?5", canvas="R7")
    assert draw.is_good
    assert to_plain(draw.title) == "Draw a card"


def test_a_spectator_can_do_nothing() -> None:
    state = state_of(*LAID, canvas="G5")
    found = preview_step(seen(state, None), parse_step("@B7"), words_of(3, None))
    assert to_plain(found.detail) == "You are only watching."
