"""`lab daily` finds the same deals every time: those that are won about as often as lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from red7_desktop.app.screens.daily import parse_deals
from red7_desktop.lab.shipped import daily
from red7_desktop.lab.shipped.daily import Trial, count_wins
from red7_desktop.tabletop.player import Daily
from tests.bazaar.row import ROW
from tests.unit.lab.running import lab

PLAYERS = replace(ROW.players(), daily=Daily("random", {}))
WITH_DAILY = ROW._replace(players=lambda: PLAYERS)
BOX = {"bazaar": WITH_DAILY}
WORDS = ("daily", "--tries", "12", "--plays", "5")


def test_it_keeps_deals_that_are_won_about_as_often_as_lost() -> None:
    ran = lab(*WORDS, "--json", box=BOX)
    head, *kept = ran.answers
    assert (head["rival"], head["plays"]) == ("random", 5)
    assert 0 < len(kept) < 12
    assert all(2 <= each["won"] <= 3 for each in kept)
    found = [each["deal"] for each in kept]
    tried = range(1_000_003, 1_000_015)
    again = [deal for deal in tried if count_wins(Trial(WITH_DAILY, 1, 5), deal) is not None]
    assert again == found


def test_a_deal_is_given_up_that_is_won_too_often_at_one_of_the_looks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    even, late = [1.0, 0.0] * 20, [1.0] * 13 + [0.0] * 20 + [1.0] * 7
    found = []
    for wins in (even, late):
        coming = iter(wins)
        monkeypatch.setattr(daily, "_play_once", lambda *_, coming=coming: next(coming))
        found.append(count_wins(Trial(WITH_DAILY, 1, 40), 1))
    assert found == [20.0, None]


def test_what_it_prints_is_a_list_that_the_program_reads() -> None:
    shown, plain = lab(*WORDS, box=BOX), lab(*WORDS, "--json", box=BOX)
    assert parse_deals(shown.out) == tuple([each["deal"] for each in plain.answers[1:]])


def test_a_game_without_daily_deals_says_so() -> None:
    ran = lab("daily", box={"bazaar": ROW})
    assert ran.status == 2
    assert "no deal of the day" in ran.err
