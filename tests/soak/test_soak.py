"""The soak in short: some matches of every mode, and that it notices what is wrong."""

from __future__ import annotations

import io
import random
from dataclasses import replace

import pytest

from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.red7.rules.state import MatchState
from tests.random_matches import MODES, begin
from tests.soak.__main__ import main
from tests.soak.invariants import Broken, check_state
from tests.soak.matches import play
from tests.soak.memory import ENOUGH, slope_of
from tests.soak.plans import plan_of
from tests.soak.scene import MonkeyTable


@pytest.mark.slow
def test_matches_of_every_mode_end_without_trouble() -> None:
    out = io.StringIO()
    assert main(["--matches", "54", "--scenes", "6", "--jobs", "1"], out) == 0, out.getvalue()
    assert "All is well." in out.getvalue()


def test_the_plans_take_every_mode_with_mixed_players() -> None:
    plans = [plan_of(number, 1) for number in range(200)]
    assert {(plan.rules, len(plan.players)) for plan in plans} == set(MODES)
    assert {len(plan.setup.seats) for plan in plans} == {2, 3, 4}
    assert max(len(set(plan.players)) for plan in plans) == 4
    assert plans == [plan_of(number, 1) for number in range(200)]
    assert plans != [plan_of(number, 2) for number in range(200)]


def spoilt(state: MatchState) -> dict[str, MatchState]:
    """Give states with one thing wrong each."""
    position = state.position
    cards = position.deck

    def with_deck(deck: tuple[int, ...]) -> MatchState:
        copy = object.__new__(type(position))
        for name in type(position).__slots__:
            object.__setattr__(copy, name, deck if name == "deck" else getattr(position, name))
        return replace(state, position=copy)

    return {
        "a card is there twice": with_deck((cards[1], *cards[1:])),
        "there are not 49 cards": with_deck(cards[1:]),
    }


@pytest.mark.parametrize("what", ["a card is there twice", "there are not 49 cards"])
def test_a_state_that_cannot_be_is_noticed(what: str) -> None:
    state = begin("advanced@1.3", 3, 5).state
    check_state(state, random.Random(1))
    with pytest.raises(Broken, match=what):
        check_state(spoilt(state)[what], random.Random(1))


def test_an_observation_that_tells_a_secret_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.soak import invariants

    def observe(state: MatchState, viewer: int | None) -> object:
        return replace(Red7().observe(state, viewer), round_number=state.position.deck[0])

    monkeypatch.setattr(invariants, "observe", observe)
    with pytest.raises(Broken, match="can tell"):
        check_state(begin("advanced@1.3", 3, 5).state, random.Random(1))


def test_a_match_that_raises_is_told_with_its_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    def take(*_: object) -> None:
        raise ZeroDivisionError("a fault of the rules")

    monkeypatch.setattr(Red7, "take", take)
    played = play(plan_of(3, 1))
    assert "ZeroDivisionError: a fault of the rules" in played.trouble
    assert f"seed={plan_of(3, 1).seed}" in played.trouble


def test_a_match_that_raises_makes_the_soak_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(self: MonkeyTable, plan: object) -> int:
        raise ZeroDivisionError("a fault of the scene")

    monkeypatch.setattr(MonkeyTable, "play", play)
    out = io.StringIO()
    assert main(["--matches", "0", "--scenes", "1", "--jobs", "1"], out) == 1
    assert "a fault of the scene" in out.getvalue()


def test_memory_that_grows_is_told_from_memory_that_only_fills() -> None:
    jitter = random.Random(1)
    full = [min(100_000_000, 5_000_000 * n) + jitter.randrange(500_000) for n in range(200)]
    growing = [size + 100_000 * n for n, size in enumerate(full)]
    flat, steep = slope_of(full), slope_of(growing)
    assert flat is not None
    assert abs(flat) < 1_000
    assert steep is not None
    assert steep == pytest.approx(100_000, rel=0.02)
    assert slope_of(full[: ENOUGH - 1]) is None
