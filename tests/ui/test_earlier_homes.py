"""Homes that earlier versions have left: their matches, settings, set-ups, records and layouts."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from red7_desktop.app.matches.matches import MatchesScreen
from red7_desktop.games.red7.face.parts import ZONE_KINDS
from red7_desktop.games.red7.rules.notation import read_record, replay
from red7_desktop.games.registry import BOX, load_all_rules
from red7_desktop.table.layout_file import load_layout
from red7_desktop.tabletop.files import backup_of
from red7_desktop.tabletop.match import read_match
from tests.ui.guarded import GuardedPilot
from tests.ui.seeing import words_shown

LEFT = Path(__file__).parents[1] / "data" / "home-0.1.0"


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[GuardedPilot]:
    home = tmp_path / "home"
    shutil.copytree(LEFT, home)
    flying = GuardedPilot(home)
    flying.start()
    yield flying
    flying.keeper.close()


def test_settings_and_the_last_set_up_are_as_they_were(pilot: GuardedPilot) -> None:
    settings = pilot.program.kit.settings
    assert (settings.language, settings.ui_scale, settings.speed) == ("pl", 125, 2.0)
    assert pilot.presentation.troubles == ()
    setup, troubles = pilot.program.setups.load()
    assert troubles == ()
    assert setup.values["edition"] == "first"
    assert (setup.values["advanced"], setup.values["target"], setup.seed) == (True, 45, 4711)
    assert [seat.name or seat.level for seat in setup.seats] == ["Wilhelmina", "casual", "steady"]


@pytest.mark.parametrize(("number", "name"), [(1, "match.json"), (2, "match-2.json")])
def test_a_match_goes_on_where_it_was_left(pilot: GuardedPilot, number: int, name: str) -> None:
    before = read_match((LEFT / "saves" / name).read_text("utf-8"), load_all_rules(BOX))
    pilot.program._matches.show()
    assert isinstance(pilot.program.screen, MatchesScreen)
    pilot.wait(0.3)
    pilot.press(f"continue {number}")
    assert pilot.session.match.log[: before.match.revision] == before.match.log
    assert [seat.name for seat in pilot.session.seats] == [seat.name for seat in before.seats]
    assert pilot.guard.page is None


def test_the_backup_of_a_damaged_match_goes_on(pilot: GuardedPilot) -> None:
    backup = read_match(
        backup_of(LEFT / "saves" / "match.json").read_text("utf-8"), load_all_rules(BOX)
    )
    pilot.paths.match.write_bytes(b"\xff")
    pilot.program._matches.resume(1)
    assert pilot.session.match.log[: backup.match.revision] == backup.match.log


def test_the_matches_of_two_copies_are_offered_side_by_side(pilot: GuardedPilot) -> None:
    pilot.program._matches.show()
    pilot.wait(0.3)
    words = "\n".join(words_shown(pilot.program.kit.stage))
    assert "Wilhelmina, Amaka, Linnea" in words
    assert "Ann, Bob" in words


def test_a_record_replays() -> None:
    text = (LEFT / "saves" / "records" / "2020-02-20-deal-4711.red7").read_text("utf-8")
    record = read_record(text)
    assert str(record) == text
    assert len(replay(record)) > 40


def test_a_layout_that_somebody_has_changed_is_read() -> None:
    layout = load_layout(LEFT / "own-2-seats-wide.tmx", ZONE_KINDS)
    assert layout.zone("hand", 0).area.x == 476
