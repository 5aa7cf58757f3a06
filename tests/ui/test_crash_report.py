"""The report of a fault: what it tells, what it keeps to itself, and where it goes."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pygame
import pytest

from red7_desktop import __version__
from red7_desktop.app.crash import KEPT
from red7_desktop.app.screens.title import TitleScreen
from red7_desktop.games.red7.rules.cards import TEXTS, texts_of
from tests.ui.faults import COPY, at_a_table, break_the_table, fail, names_of, report_of
from tests.ui.guarded import GuardedPilot


def test_the_report_tells_what_mends_and_nothing_about_people_or_hidden_cards(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_table(guarded)
    state, log = guarded.session.match.state, guarded.session.match.log
    break_the_table(guarded, monkeypatch)
    report = report_of(guarded)
    assert f"Red7 Desktop {__version__}" in report
    assert pygame.version.ver in report
    assert "red7 advanced+actions@1.3 / canvas" in report
    assert f"{len(log)} taken" in report
    assert f"A {log[-1].step}" in report
    assert "faults.py" in report
    assert "Fault: [player]'s [card] is not in HOME/saves, says USER" in report
    assert "Wilhelmina" not in report
    assert not re.search(r"(?<!\w)ann(?!\w)|/who", report)
    assert str(Path(__file__).parents[2]) not in report
    hidden = {*texts_of(state.position.hands[1]), *[TEXTS[card] for card in state.position.deck]}
    position = next(line for line in report.split("\n") if line.startswith("Position"))
    assert not hidden & set(position.split())
    assert "?7" in position or "?6" in position


def test_a_report_that_cannot_be_written_is_still_shown(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_table(guarded)
    guarded.paths.logs.write_text("a file in the folder's place", "utf-8")
    break_the_table(guarded, monkeypatch)
    guarded.choose(COPY)
    assert "Fault" in guarded.clipboard.text


def test_only_the_last_reports_are_kept(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TitleScreen, "tick", fail)
    for _ in range(KEPT + 4):
        guarded.frame()
        guarded.choose("Start again")
    guarded.frame()
    assert len(names_of(guarded)) == KEPT


def test_a_report_stays_though_the_clock_was_set_back_since_the_others(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    guarded.paths.logs.mkdir(parents=True)
    for number in range(KEPT):
        later = guarded.paths.logs / f"crash-2099-01-01-00000{number % 10}-{number}.txt"
        later.write_text("of another time", "utf-8")
        os.utime(later, (4_000_000_000, 4_000_000_000 + number))
    monkeypatch.setattr(TitleScreen, "tick", fail)
    guarded.frame()
    assert len(names_of(guarded)) == KEPT
    assert "Fault" in (guarded.paths.logs / names_of(guarded)[0]).read_text("utf-8")


def test_typed_letters_are_not_in_the_report(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in (pygame.K_q, pygame.K_TAB):
        guarded.key(key)
    monkeypatch.setattr(TitleScreen, "tick", fail)
    guarded.frame()
    (inputs,) = [line for line in report_of(guarded).split("\n") if line.startswith("Last inputs")]
    assert inputs == "Last inputs: key, key tab"
