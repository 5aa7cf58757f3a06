"""Is it fair? Choices don't depend on hidden cards, and a peeking player is detected."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from red7_desktop.app.screens.fairness import FairnessReport, check_fairness
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit.storage import Cancelled, JobProgress
from red7_desktop.play.ai import choose_within_budget
from red7_desktop.tabletop.game import TABLE
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.player import Choice, Level, Players

OPTIONS: dict[str, dict[str, Any]] = {
    "red7": {"rules": "advanced+actions@1.3", "seats": 3, "target": 10},
    "spring": {"seats": 3},
}
SEATS = {1: "casual", 2: "sharp"}
QUICK = 20


@cache
def played(game: str) -> Match:
    """Return the first turns of a match between AI players."""
    row = CATALOGUE[game]
    players = row.players()
    match = Match(row.rules(), OPTIONS[game], 8)
    while match.revision < 100 and (acting := match.game.to_act(match.state)):
        seat = acting[0]
        if seat == TABLE:
            match.take(seat, match.game.legal_steps(match.state, seat)[0])
            continue
        level = players.level_of(SEATS.get(seat, "steady"))
        seen = match.game.observe(match.state, seat)
        for step in choose_within_budget(players, level, seen, 8, QUICK).steps:
            match.take(seat, step)
    return match


def check(game: str, players: Players, match: Match | None = None) -> FairnessReport:
    return check_fairness(match or played(game), players, SEATS, JobProgress(), budget=QUICK)


class Peeker:
    """Chooses by the state that somebody has left lying about."""

    peeked: Any = None

    def choose(self, observation: Any, *asked: Any) -> Choice:
        legal = observation.legal
        return Choice((Random(str(self.peeked)).choice(legal),))


def with_peeker(players: Players) -> Players:
    levels = [Level("casual", "Peeker", 0, Peeker), *players.levels[2:]]
    return players._replace(levels=tuple(levels))


@pytest.mark.parametrize("game", OPTIONS)
def test_ai_choices_stay_the_same_when_hidden_cards_are_redealt(game: str) -> None:
    report = check(game, CATALOGUE[game].players())

    assert report.unfair == ()
    assert report.turns > 10
    assert report.deals > report.turns, "hardly anything was dealt anew"


@pytest.mark.parametrize("game", OPTIONS)
def test_player_that_peeks_is_found_out(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    row = CATALOGUE[game]
    rules = row.rules()
    observe = rules.observe

    def leak(self: Any, state: Any, seat: int | None) -> Any:
        Peeker.peeked = [observe(state, other).zones for other in range(3)]
        return observe(state, seat)

    monkeypatch.setattr(type(rules), "observe", leak)

    report = check(game, with_peeker(row.players()))

    assert {each.seat for each in report.unfair} == {1}, "the honest one is blamed, or nobody"
    assert all(played(game).log[each.revision].seat == 1 for each in report.unfair)
    assert {each.round for each in report.unfair} <= set(range(1, 20))


def test_fairness_check_can_be_cancelled_during_a_choice() -> None:
    progress = JobProgress()
    shares: list[float] = []
    report = progress.report

    def cancel_soon(share: float) -> None:
        report(share)
        shares.append(share)
        if len(shares) == 3:
            progress.cancel()

    progress.report = cancel_soon  # type: ignore[method-assign]

    with pytest.raises(Cancelled):
        check_fairness(played("red7"), CATALOGUE["red7"].players(), SEATS, progress, budget=QUICK)

    assert len(shares) == 3
    assert 0.0 < progress.share < 1.0


def test_match_without_ai_players_has_nothing_to_check() -> None:
    report = check_fairness(played("red7"), CATALOGUE["red7"].players(), {}, JobProgress())

    assert report == FairnessReport(0, 0, ())


def test_game_without_redeal_support_is_not_checked_for_fairness() -> None:
    players = CATALOGUE["red7"].players()._replace(redeal=None)

    assert check("red7", players) == FairnessReport(0, 0, ())


@pytest.mark.parametrize("game", OPTIONS)
def test_state_with_redealt_hidden_cards_looks_the_same_to_its_seat(game: str) -> None:
    players = CATALOGUE[game].players()
    match = played(game)
    redeal = players.redeal
    assert redeal is not None
    others = 0
    for revision, entry in enumerate(match.log):
        if entry.seat not in SEATS:
            continue
        state = match.state_at(revision)

        other = redeal(state, entry.seat, Random(revision))

        observe = match.game.observe
        assert observe(other, entry.seat) == observe(state, entry.seat)
        others += observe(other, 0) != observe(state, 0)
    assert others
