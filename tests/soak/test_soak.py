"""A short soak test: some matches of every mode, and checks that it detects errors."""

from __future__ import annotations

import io
import random
from dataclasses import replace
from typing import Any

import pytest

from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.tabletop.game import AnyGame
from red7_desktop.tabletop.match import Match
from tests.soak.__main__ import PROOF, main
from tests.soak.matches import ENOUGH, MODES, plan_of, play, slope_of
from tests.soak.truths import TRUTHS, Broken, check_state

NO_PROOF = [f"--{what}=0" for what in PROOF]


@pytest.mark.slow
def test_soak_run_plays_every_game_mode_without_errors() -> None:
    out = io.StringIO()
    assert main(["--matches", "52", "--jobs", "1", *NO_PROOF], out) == 0, out.getvalue()
    assert "All is well." in out.getvalue()


def test_soak_run_plans_cover_every_game_mode() -> None:
    plans = [plan_of(number, 1) for number in range(200)]
    assert {(plan.game, plan.mode, len(plan.players)) for plan in plans} == set(MODES)
    assert {len(plan.setup.seats) for plan in plans} == {2, 3, 4, 5}
    assert max(len(set(plan.players)) for plan in plans) == 5
    assert plans == [plan_of(number, 1) for number in range(200)]
    assert plans != [plan_of(number, 2) for number in range(200)]


def begun(game: str) -> Match:
    """Begin a match with three seats."""
    return Match(CATALOGUE[game].rules(), {"seats": 3}, 5)


def spoilt(state: Any) -> dict[str, Any]:
    """Return states with one error each, by the error's name."""
    position = state.position
    cards = position.deck
    other = next(card for card in cards if card != cards[0])

    def with_deck(deck: tuple[int, ...]) -> Any:
        copy = object.__new__(type(position))
        for name in type(position).__slots__:
            object.__setattr__(copy, name, deck if name == "deck" else getattr(position, name))
        return replace(state, position=copy)

    return {
        "a card is there too often": with_deck((other, *cards[1:])),
        "there are not [0-9]+ cards": with_deck(cards[1:]),
    }


@pytest.mark.parametrize("game", TRUTHS)
@pytest.mark.parametrize("what", ["a card is there too often", "there are not [0-9]+ cards"])
def test_soak_run_detects_a_duplicate_or_missing_card(game: str, what: str) -> None:
    match = begun(game)
    check_state(match.game, match.state, random.Random(1))
    with pytest.raises(Broken, match=what):
        check_state(match.game, spoilt(match.state)[what], random.Random(1))


@pytest.mark.parametrize("game", TRUTHS)
def test_soak_run_detects_an_observation_that_leaks_hidden_cards(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begun(game)
    rules, observe = type(match.game), match.game.observe

    def tell(self: AnyGame, state: Any, viewer: int | None) -> object:
        return replace(observe(state, viewer), round_number=hash(state.position.deck))

    monkeypatch.setattr(rules, "observe", tell)
    with pytest.raises(Broken, match="can tell"):
        check_state(match.game, match.state, random.Random(1))


def test_soak_run_has_modes_and_checks_for_every_game() -> None:
    assert CATALOGUE.keys() == TRUTHS.keys() == {game for game, _, _ in MODES}


def test_soak_run_reports_the_seed_of_a_match_that_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    def take(*_: object) -> None:
        raise ZeroDivisionError("a fault of the rules")

    monkeypatch.setattr(Red7, "apply", take)
    played = play(plan_of(3, 1))
    assert "ZeroDivisionError: a fault of the rules" in played.trouble
    assert f"seed={plan_of(3, 1).seed}" in played.trouble


def test_soak_run_fails_when_a_match_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Red7, "apply", lambda *_: 1 / 0)
    out = io.StringIO()
    assert main(["--matches", "1", "--jobs", "1", *NO_PROOF], out) == 1
    assert "division by zero" in out.getvalue()


def test_soak_run_tells_memory_leaks_from_caches_that_fill() -> None:
    jitter = random.Random(1)
    full = [min(100_000_000, 5_000_000 * n) + jitter.randrange(500_000) for n in range(200)]
    growing = [size + 100_000 * n for n, size in enumerate(full)]
    flat, steep = slope_of(full), slope_of(growing)
    assert flat is not None
    assert abs(flat) < 1_000
    assert steep is not None
    assert steep == pytest.approx(100_000, rel=0.02)
    assert slope_of(full[: ENOUGH - 1]) is None
