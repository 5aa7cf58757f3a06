"""Checks the buttons of the table: what they ask for, and why they cannot be pressed."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.face.present import GIVE_UP
from red7_desktop.games.red7.rules.rounds import MATCH_OVER, ROUND_OVER, SCORE, MatchState
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.table_model import NEXT_ROUND, RESULT, Mood, TableModel, ViewOptions
from red7_desktop.kit.texts import to_plain
from red7_desktop.tabletop.game import make_reason
from tests.unit.red7.face.seen import KINDS, mock, model_of, state_of


@pytest.fixture
def table() -> TableModel:
    return model_of(mock())


END = [
    (mock(), 0, Intent.END, Mood.GO, "End turn", "You stay in: 3 evens vs 2"),
    (
        state_of("A> O6 : R5", "B B2 : ?5"),
        0,
        Intent.END,
        Mood.MISSING,
        "End turn",
        "First play or discard a card.",
    ),
    (
        state_of("A>played R1 B2 : G3 V1 R5", "B R7 : ?5"),
        0,
        Intent.END,
        Mood.MISSING,
        "End turn",
        "First discard a card that puts you in the lead",
    ),
    (
        state_of("A> V2 : G1", "B R7 G6 : ?5", canvas="G5"),
        0,
        GIVE_UP,
        Mood.OUT,
        "Go out",
        "No card keeps you in",
    ),
    (
        state_of("A O6 : R5", "B> B2 : ?5"),
        0,
        Intent.END,
        Mood.WAIT,
        "End turn",
        "It is Bo’s turn",
    ),
    (
        state_of("A>discarded O6 : R5", "B B2 : ?5", canvas="R7"),
        0,
        Intent.END,
        Mood.GO,
        "End turn",
        "You stay in, without a draw",
    ),
    (
        state_of("A>take O6 R1 : R5", "B B2 B3 : ?5", rules="advanced+actions@1.3"),
        0,
        Intent.END,
        Mood.MISSING,
        "End turn",
        "First choose the card that red 1 takes away.",
    ),
    (
        state_of("A O6 : R5", "Bx B2 : ?5", stage=ROUND_OVER, rounds=((0, 3, "G2 G4"),)),
        0,
        NEXT_ROUND,
        Mood.GO,
        "Next round",
        "Round 1: you won under Evens, 6 points",
    ),
    (
        state_of("A O6 : R5", "Bx B2 : ?5", stage=MATCH_OVER, rounds=((0, 3, "G2 G4"),)),
        0,
        RESULT,
        Mood.GO,
        "Result",
        "Round 1: you won under Evens, 6 points",
    ),
    (
        state_of("Ax O6 : R5", "B B2 : ?5", stage=SCORE),
        0,
        Intent.END,
        Mood.WAIT,
        "End turn",
        "Bo chooses the points",
    ),
]


@pytest.mark.parametrize(("state", "viewer", "ask", "mood", "title", "note"), END)
def test_the_large_button_says_what_it_does_or_what_is_missing(
    state: MatchState, viewer: int, ask: str, mood: Mood, title: str, note: str
) -> None:
    end = model_of(state, viewer).actions.end
    assert (end.ask, end.mood, end.title, to_plain(end.note)) == (ask, mood, title, note)
    assert end.is_enabled == (mood in {Mood.GO, Mood.OUT})


def test_undo_says_why_it_cannot_be() -> None:
    around = ViewOptions(KINDS, no_undo=make_reason("cannot_undo", why="drew"))
    undo = model_of(mock(), around=around).actions.undo
    assert not undo.is_enabled
    assert "seen the card" in to_plain(undo.why_not)
    assert model_of(mock(), around=ViewOptions(KINDS, no_undo=None)).actions.undo.is_enabled


def test_giving_up_is_for_the_start_of_a_turn(table: TableModel) -> None:
    low = table.actions.low
    assert low is not None
    assert (low.is_enabled, low.ask) == (False, GIVE_UP)
    assert "start of a turn" in to_plain(low.why_not)
    begun = model_of(state_of("A> O6 : R5", "B B2 : ?5")).actions.low
    assert begun is not None
    assert begun.is_enabled


def test_hints_are_for_the_viewers_turn(table: TableModel) -> None:
    assert table.actions.hint.is_enabled
    other = model_of(state_of("A O6 : R5", "B> B2 : ?5")).actions.hint
    assert (other.is_enabled, to_plain(other.why_not)) == (False, "It is Bo’s turn.")
    off = model_of(mock(), around=ViewOptions(KINDS, hints=False)).actions.hint
    assert (off.is_enabled, to_plain(off.why_not)) == (False, "Hints are switched off.")


def test_a_draw_is_offered_when_it_may_be_taken(table: TableModel) -> None:
    assert table.actions.offer is None
    offered = model_of(state_of("A>discarded O6 : R5", "B B2 : ?5", canvas="R7")).actions
    assert offered.offer is not None
    owed = state_of("A>draw O6 R3 : R5", "B B2 : ?5", rules="advanced+actions@1.3")
    assert model_of(owed).actions.offer is not None
    assert model_of(state_of("A O6 : R5", "B>discarded B2 : ?5", canvas="B7")).actions.offer is None
