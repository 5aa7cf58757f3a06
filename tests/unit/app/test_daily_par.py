"""Par of a deal: the same on every machine, whatever else that does."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from red7_desktop.app.screens import daily_par as par
from red7_desktop.app.screens.daily import deal_on, load_deals
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.resources import asset_path
from red7_desktop.tabletop.game import Options, Result
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.player import ShouldStop, never_stop
from tests.texts import lines_of_both

QUICK = 60
"""Simulated turns for a choice."""
OPTIONS: Mapping[str, Options] = {
    "red7": {"rules": "advanced@1.3", "seats": 2, "target": 10},
    "spring": {"seats": 2},
}
GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "par.json").read_text("utf-8"))


def par_of(game: str, seed: int, stop: ShouldStop = never_stop) -> Match | None:
    row = CATALOGUE[game]
    deal = Match(row.rules(), OPTIONS[game], seed)
    return par.find_par(deal, row.players(), {1: "steady"}, 0, QUICK, stop)


def result_of(match: Match) -> Result:
    found = match.game.result(match.state)
    assert found is not None
    return found


@pytest.mark.sampled(count=1)
@pytest.mark.parametrize("game", OPTIONS)
def test_par_is_the_same_under_load(game: str) -> None:
    asked = 0
    is_over = threading.Event()

    def wait_now_and_then() -> bool:
        nonlocal asked
        asked += 1
        return bool(asked % 50 == 0 and is_over.wait(0.0005))

    def keep_busy() -> None:
        while not is_over.is_set():
            sum(range(10_000))

    busy = threading.Thread(target=keep_busy, daemon=True)
    at_rest = par_of(game, 7)
    busy.start()
    try:
        loaded = par_of(game, 7, wait_now_and_then)
    finally:
        is_over.set()
        busy.join()

    assert at_rest is not None
    assert loaded is not None
    assert loaded.log == at_rest.log
    assert asked


def test_par_is_the_same_in_two_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(par, "TRIES", 1)
    script = (
        "from tests.unit.app.test_daily_par import OPTIONS, par, par_of\n"
        "par.TRIES = 1  # All matches of a par are played alike.\n"
        "for game in OPTIONS:\n"
        "    for entry in par_of(game, 7).log:\n"
        "        print(*entry)\n"
    )

    assert len(lines_of_both(script)) > 20


def test_daily_par_is_the_median_of_three_played_out_matches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[Match] = []
    play_out = par.play_out

    def note(match: Match, *asked: object) -> bool:
        played.append(match)
        return play_out(match, *asked)  # type: ignore[arg-type]

    monkeypatch.setattr(par, "play_out", note)

    found = par_of("red7", 5)

    assert found in played
    leads = [par.measure_lead(result_of(each), 0) for each in played]
    assert len(set(leads)) == par.TRIES, "a deal is wanted whose matches differ"
    assert leads[played.index(found)] == sorted(leads)[1]


def test_par_is_none_when_the_search_is_stopped() -> None:
    left = 200

    def stop_soon() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    assert par_of("spring", 7, stop_soon) is None
    assert left == -1, "it goes on thinking"


@pytest.mark.parametrize(
    ("result", "lead"),
    [
        (Result((0,), (20, 8)), 12),
        (Result((1,), (8, 20)), -12),
        (Result((0, 1), (20, 20)), 0),
        (Result((0,), (1, 3)), 2),  # fewest points win
        (Result((0,), (3, 3)), 1),  # another rule has decided
        (Result((1,), (3, 3)), -1),
    ],
)
def test_score_lead_is_measured_from_the_given_seat(result: Result, lead: int) -> None:
    assert par.measure_lead(result, 0) == lead


@pytest.mark.slow
@pytest.mark.parametrize("game", GOLDEN)
def test_par_of_a_day_is_the_same_on_every_machine(game: str) -> None:
    row = CATALOGUE[game]
    players = row.players()
    daily = players.daily
    assert daily is not None
    for day, scores in GOLDEN[game].items():
        seed = deal_on(date.fromisoformat(day), load_deals(asset_path, game))
        deal = Match(row.rules(), daily.all_options, seed)
        rival = daily.rival_on(date.fromisoformat(day))

        found = par.find_par(deal, players, {1: rival}, 0, daily.par_budget)

        assert found is not None
        assert list(result_of(found).scores) == scores
